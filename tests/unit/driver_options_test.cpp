#include <catch2/catch.hpp>

#include "driver/options.h"

using namespace lathe::driver;

TEST_CASE("words before the file are options, words after it the program's") {
  ParsedOptions p = ParseCommandLine({"run", "-q", "--interpret=traced", "--cpu", "x86-64-v3", "a.dsl", "-q", "--cpu"});
  REQUIRE(p.error == "");
  CHECK(p.options.quiet);
  CHECK(p.options.interpret);
  CHECK(p.options.interpret_stage == "traced");
  CHECK(p.options.cpu == "x86-64-v3");
  CHECK(p.options.files == std::vector<std::string>{"a.dsl"});
  CHECK(p.options.arguments == std::vector<std::string>{"-q", "--cpu"});
}

TEST_CASE("a file alone means run") {
  ParsedOptions p = ParseCommandLine({"a.dsl", "x"});
  CHECK(p.options.verb == Verb::kRun);
  CHECK(p.options.arguments == std::vector<std::string>{"x"});
  CHECK(ParseCommandLine({"-q", "a.dsl"}).options.quiet);
}

TEST_CASE("an optional value never takes the next word") {
  ParsedOptions p = ParseCommandLine({"run", "--interpret", "a.dsl"});
  CHECK(p.options.files == std::vector<std::string>{"a.dsl"});
  CHECK(p.options.interpret_stage == "optimized");
}

TEST_CASE("options may follow the file where the verb has no program arguments") {
  ParsedOptions p = ParseCommandLine({"build", "a.dsl", "-o", "out", "-O3", "--emit=obj,asm", "-MD"});
  REQUIRE(p.error == "");
  CHECK(p.options.output == "out");
  CHECK(p.options.opt_level == 3);
  CHECK(p.options.emit == std::vector<std::string>{"obj", "asm"});
  CHECK(p.options.write_dependencies);
}

TEST_CASE("warning options") {
  ParsedOptions p = ParseCommandLine({"check", "-Wno-effect-at-trace", "-Werror=frozen-value", "a.dsl", "b.dsl"});
  REQUIRE(p.error == "");
  CHECK(p.options.filter.silenced.count("effect-at-trace") == 1);
  CHECK(p.options.filter.raised.count("frozen-value") == 1);
  CHECK(p.options.files.size() == 2);
  CHECK(ParseCommandLine({"check", "-Werror", "a.dsl"}).options.filter.all_errors);
  CHECK(ParseCommandLine({"check", "-Wno-syntax-error", "a.dsl"}).error.find("cannot be silenced") != std::string::npos);
}

TEST_CASE("wrong command lines say what is wrong") {
  CHECK(ParseCommandLine({"bulid", "a.dsl"}).hint == "did you mean 'lathe build'?");
  CHECK(ParseCommandLine({"run", "--interpert", "a.dsl"}).hint == "did you mean '--interpret'?");
  CHECK(ParseCommandLine({"check", "--emit=obj", "a.dsl"}).hint == "'--emit' is an option of: build");
  CHECK(ParseCommandLine({"run"}).error != "");
  CHECK(ParseCommandLine({"build", "a.dsl", "b.dsl"}).error != "");
  CHECK(ParseCommandLine({"run", "-O9", "a.dsl"}).error != "");
  CHECK(ParseCommandLine({"build", "a.dsl", "-o"}).error != "");
  CHECK(ParseCommandLine({"explain"}).error != "");
  CHECK(ParseCommandLine({"explain", "--list"}).error == "");
  CHECK(ParseCommandLine({"ir", "--level=hir", "a.dsl"}).error != "");
}

TEST_CASE("every verb has help that lists its options") {
  for (const VerbRow& row : VerbTable()) {
    std::string help = VerbHelp(row.verb);
    CHECK(help.find("usage: lathe " + std::string(row.name)) == 0);
    CHECK(help.find("--error-format") != std::string::npos);
  }
}
