// The library files parse, run, and bind every name that library/names.def says they do.
#include <catch2/catch.hpp>

#include "autograph/lower.h"
#include "frontend/parse.h"
#include "frontend/scopes.h"
#include "staging/builtin_tables.h"
#include "staging/library.h"
#include "staging/stage.h"

namespace lathe {
namespace {

// The number of diagnostics of a program.
size_t Problems(const std::string& program) {
  SourceManager sources;
  Interner names;
  DiagnosticSink sink;
  FileId file = sources.Add("program.dsl", program);
  ast::Ast ast = Parse(file, sources, names, sink);
  LowerJumps(ast, sink);
  ScopeTable scopes = ResolveNames(ast, sources, sink);
  staging::StageOptions options;
  options.path = "program.dsl";
  staging::Stage(ast, scopes, sources, sink, options);
  for (const Diagnostic& d : sink.all()) UNSCOPED_INFO(d.message);
  return sink.all().size();
}

TEST_CASE("every public name of the library is bound by its file") {
  std::string program = "import tensorflow as tf\n";
  for (const staging::BuiltinRow& row : staging::LibraryRows()) program += "x = " + std::string(row.name) + "\n";
  CHECK(Problems(program) == 0);
}

TEST_CASE("errors in library code are reported at the program's call") {
  SourceManager sources;
  Interner names;
  DiagnosticSink sink;
  FileId file = sources.Add("program.dsl",
                            "import tensorflow as tf\n"
                            "\n"
                            "\n"
                            "def make(units):\n"
                            "    return tf.keras.layers.Dense(units)\n"
                            "\n"
                            "\n"
                            "layer = make(-1)\n");
  ast::Ast ast = Parse(file, sources, names, sink);
  LowerJumps(ast, sink);
  ScopeTable scopes = ResolveNames(ast, sources, sink);
  staging::StageOptions options;
  staging::Stage(ast, scopes, sources, sink, options);
  REQUIRE(sink.all().size() == 1);
  const Diagnostic& d = sink.all()[0];
  CHECK(d.kind == DiagnosticKind::kInvalidArgument);
  CHECK(d.span.file == file);
  CHECK(sources.Line(d.span) == 5);
  REQUIRE(d.trace.size() == 1);
  CHECK(d.trace[0].function == "make");
  CHECK(sources.Line(d.trace[0].span) == 8);
}

TEST_CASE("names that only library code may import stay unknown to programs") {
  CHECK(Problems("import lathe\n") == 1);
  CHECK(Problems("from library.keras.base import Layer\n") == 1);
}

}  // namespace
}  // namespace lathe
