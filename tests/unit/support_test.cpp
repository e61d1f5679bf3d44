#include <catch2/catch.hpp>

#include "support/diagnostics.h"
#include "support/interner.h"
#include "support/source.h"
#include "support/sha256.h"
#include "support/spelling.h"

using namespace lathe;

TEST_CASE("columns count code points, lines end at any newline") {
  SourceManager sources;
  FileId file = sources.Add("a.dsl", "é = 1\r\nx\ry = 'ü'\n");
  CHECK(sources.LineCount(file) == 4);
  CHECK(sources.LineText(file, 1) == "é = 1");
  CHECK(sources.LineText(file, 2) == "x");
  CHECK(sources.LineText(file, 3) == "y = 'ü'");
  CHECK(sources.LineText(file, 4) == "");
  CHECK(sources.Locate(file, 3).column == 3);  // after é and a blank
  LineColumn at = sources.Locate(file, 10);
  CHECK(at.line == 3);
  CHECK(at.column == 1);
  CHECK(sources.Locate(file, 999).line == 4);
}

TEST_CASE("cover joins spans of one file") {
  FileId file{0};
  Span joined = Cover({file, 5, 8}, {file, 1, 6});
  CHECK(joined == Span{file, 1, 8});
  CHECK(Cover({}, {file, 1, 2}) == Span{file, 1, 2});
}

TEST_CASE("interner gives equal text equal names") {
  Interner names;
  Name a = names.Intern("alpha"), b = names.Intern("beta");
  CHECK(a != b);
  CHECK(names.Intern(std::string("alp") + "ha") == a);
  CHECK(names.text(b) == "beta");
}

TEST_CASE("the sink drops repeats, counts errors and sorts by place") {
  FileId file{0};
  DiagnosticSink sink;
  sink.Report({.kind = DiagnosticKind::kUndefinedName, .message = "late", .span = {file, 9, 10}});
  sink.Report({.kind = DiagnosticKind::kEffectAtTrace, .message = "warn", .span = {file, 5, 6}});
  sink.Report({.kind = DiagnosticKind::kUndefinedName, .message = "early", .span = {file, 1, 2}});
  sink.Report({.kind = DiagnosticKind::kUndefinedName, .message = "early again", .span = {file, 1, 2}});
  CHECK(sink.error_count() == 2);
  auto sorted = sink.Sorted();
  REQUIRE(sorted.size() == 3);
  CHECK(sorted[0].message == "early");
  CHECK(sorted[1].severity == Severity::kWarning);
  CHECK(sorted[2].message == "late");
  sink.Rewind(1);
  CHECK(sink.error_count() == 1);
  CHECK(sink.all().size() == 1);
}

TEST_CASE("diagnostic names are found again and unique") {
  for (size_t i = 0; i < DiagnosticCount(); ++i) {
    auto found = FindDiagnostic(NameOf(DiagnosticKind(i)));
    REQUIRE(found);
    CHECK(size_t(*found) == i);
  }
  CHECK_FALSE(FindDiagnostic("no-such-row"));
}

TEST_CASE("nearest spelling") {
  std::vector<std::string> ops{"reduce_mean", "reduce_sum", "matmul", "constant", "Variable"};
  CHECK(NearestSpelling("reduce_men", ops) == "reduce_mean");
  CHECK(NearestSpelling("matmlu", ops) == "matmul");
  CHECK(NearestSpelling("variable", ops) == "Variable");
  CHECK_FALSE(NearestSpelling("transpose", ops));
  CHECK_FALSE(NearestSpelling("x", ops));
  CHECK(SpellingDistance("ab", "ba", 9) == 2);
  CHECK(SpellingDistance("abc", "abc", 9) == 0);
  CHECK(SpellingDistance("abc", "xyz", 3) == 4);
}

TEST_CASE("SHA-256 of the standard's examples") {
  CHECK(Sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(Sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(Sha256(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
