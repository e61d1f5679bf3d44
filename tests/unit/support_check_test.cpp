#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/check.h"

using namespace lathe;

TEST_CASE("a failed check ends with status 70 and a report that names phase and place") {
  std::string folder = (std::filesystem::temp_directory_path() / "lathe-check-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()));
  std::string log = folder + "/stderr";
  pid_t child = fork();
  if (child == 0) {
    setenv("TMPDIR", folder.c_str(), 1);
    if (!freopen(log.c_str(), "w", stderr)) _exit(1);
    PhaseScope phase("stage", "train.dsl");
    LATHE_CHECK(1 + 1 == 3, "sums are wrong");
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 70);
  size_t reports = 0;
  std::string text;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (entry.path().filename().string().starts_with("lathe-crash-")) {
      ++reports;
      CHECK(content.find("stage: train.dsl") != std::string::npos);
      CHECK(content.find("sums are wrong") != std::string::npos);
    } else {
      text = content;
    }
  }
  CHECK(reports == 1);
  CHECK(text.find("[internal-error]") != std::string::npos);
  CHECK(text.find("1 + 1 == 3") != std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST_CASE("a passed check does nothing and phases nest") {
  LATHE_CHECK(true, "fine");
  PhaseScope outer("parse", "a.dsl");
  {
    PhaseScope inner("stage", "b.dsl");
    CHECK(CurrentPhase() == "stage: b.dsl");
  }
  CHECK(CurrentPhase() == "parse: a.dsl");
}
