#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/diagnostic_filter.h"
#include "support/render.h"

using namespace lathe;

namespace {

struct Case {
  SourceManager sources;
  FileId file;
  Diagnostic diagnostic;
};

Case BranchCase() {
  Case c;
  std::string text;
  for (int i = 1; i < 14; ++i) text += "\n";
  text += "        y = x * 2\n    return y\n";
  c.file = c.sources.Add("train.dsl", text);
  uint32_t y = 13 + 8, use = uint32_t(text.rfind('y'));
  c.diagnostic = {.kind = DiagnosticKind::kUndefinedInBranch,
                  .message = "'y' is assigned in the 'if' branch but not in the 'else' branch",
                  .span = {c.file, y, y + 1},
                  .label = "assigned here",
                  .labels = {{{c.file, use, use + 1}, "needed here"}},
                  .notes = {{"the condition depends on a tensor", {}}},
                  .help = {"give 'y' a value before the 'if'"}};
  return c;
}

}  // namespace

TEST_CASE("full text has head line, carets, notes and help") {
  Case c = BranchCase();
  CHECK(RenderFull(c.diagnostic, c.sources, Colour::kOff) ==
        "train.dsl:14:9: error: 'y' is assigned in the 'if' branch but not in the 'else' branch [undefined-in-branch]\n"
        "   14 |         y = x * 2\n"
        "      |         ^ assigned here\n"
        "   15 |     return y\n"
        "      |            ~ needed here\n"
        "  note: the condition depends on a tensor\n"
        "  help: give 'y' a value before the 'if'\n");
}

TEST_CASE("carets stand under wide and tabbed text, hostile bytes are not echoed") {
  SourceManager sources;
  FileId file = sources.Add("w.dsl", "\tx = '漢字' + \x1b[2J\xff z");
  uint32_t z = uint32_t(sources.text(file).size() - 1);
  Diagnostic d{.kind = DiagnosticKind::kUndefinedName, .message = "m", .span = {file, z, z + 1}};
  std::string text = RenderFull(d, sources, Colour::kOff);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("    1 |     x = '漢字' + ?[2J? z\n      | " + std::string(23, ' ') + "^\n") != std::string::npos);
}

TEST_CASE("a span beyond the text and an empty file do not crash") {
  SourceManager sources;
  FileId file = sources.Add("e.dsl", "");
  Diagnostic d{.kind = DiagnosticKind::kSyntaxError, .message = "m", .span = {file, 7, 9}};
  CHECK(RenderFull(d, sources, Colour::kOn).find("[syntax-error]") != std::string::npos);
  CHECK(RenderJsonLine(d, sources).find("\"line_start\":1") != std::string::npos);
}

TEST_CASE("very long lines are cropped around the mark") {
  SourceManager sources;
  FileId file = sources.Add("l.dsl", std::string(5000, 'a') + "B" + std::string(5000, 'a'));
  Diagnostic d{.kind = DiagnosticKind::kUndefinedName, .message = "m", .span = {file, 5000, 5001}};
  std::string text = RenderFull(d, sources, Colour::kOff);
  CHECK(text.size() < 600);
  CHECK(text.find("B") - text.find("    1 | ") == text.find("^") - text.find("      | "));
}

TEST_CASE("JSON lines hold spans and notes, and end with a summary") {
  Case c = BranchCase();
  std::string text = Render({c.diagnostic}, c.sources, {.format = ErrorFormat::kJson});
  auto split = text.find('\n');
  auto json = nlohmann::json::parse(text.substr(0, split));
  CHECK(json["name"] == "undefined-in-branch");
  CHECK(json["spans"][0]["line_start"] == 14);
  CHECK(json["spans"][0]["column_start"] == 9);
  CHECK(json["spans"][0]["column_end"] == 10);
  CHECK(json["spans"][0]["primary"] == true);
  CHECK(json["spans"][1]["label"] == "needed here");
  CHECK(text.substr(split + 1) == "{\"type\":\"summary\",\"errors\":1,\"warnings\":0}\n");
}

TEST_CASE("SARIF names the rule and the column kind") {
  Case c = BranchCase();
  auto log = nlohmann::json::parse(RenderSarif({c.diagnostic}, c.sources, "1"));
  auto run = log["runs"][0];
  CHECK(log["version"] == "2.1.0");
  CHECK(run["columnKind"] == "unicodeCodePoints");
  CHECK(run["tool"]["driver"]["rules"][0]["id"] == "undefined-in-branch");
  CHECK(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 14);
  CHECK(run["results"][0]["relatedLocations"][0]["message"]["text"] == "needed here");
}

TEST_CASE("GitHub annotations escape their text") {
  Case c = BranchCase();
  c.diagnostic.message = "100%\nbad";
  c.diagnostic.help.clear();
  CHECK(RenderGithub(c.diagnostic, c.sources) ==
        "::error file=train.dsl,line=14,col=9,title=undefined-in-branch::100%25%0Abad\n");
}

TEST_CASE("the error limit counts errors and says what it hid") {
  Case c = BranchCase();
  std::vector<Diagnostic> many(5, c.diagnostic);
  std::string text = Render(many, c.sources, {.format = ErrorFormat::kFull, .error_limit = 2});
  CHECK(text.find("3 more not shown") != std::string::npos);
  CHECK(text.find("5 errors") != std::string::npos);
}

TEST_CASE("warnings are ignored by comment, silenced and raised") {
  SourceManager sources;
  FileId file = sources.Add("f.dsl", "print(1)  # lathe: ignore[effect-at-trace]\nprint(2)\n# lathe: ignore\nprint(3)\n");
  std::string_view text = sources.text(file);
  std::vector<Diagnostic> found;
  for (const char* call : {"print(1)", "print(2)", "print(3)"}) {
    uint32_t at = uint32_t(text.find(call));
    found.push_back({.kind = DiagnosticKind::kEffectAtTrace, .message = "m", .span = {file, at, at + 8},
                     .severity = Severity::kWarning});
  }
  auto kept = Filter(found, sources, {});
  REQUIRE(kept.size() == 1);
  CHECK(sources.Line(kept[0].span) == 2);
  CHECK(Filter(found, sources, {.silenced = {"effect-at-trace"}}).empty());
  CHECK(Filter(found, sources, {.raised = {"effect-at-trace"}})[0].severity == Severity::kError);
  CHECK(Filter(found, sources, {.no_warnings = true}).empty());
}
