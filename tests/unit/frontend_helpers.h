// Parsing of texts for the tests of the front end.
#pragma once
#include <string>
#include <vector>

#include "frontend/parse.h"

namespace lathe::test {

struct Parsed {
  SourceManager sources;
  Interner names;
  DiagnosticSink sink;
  FileId file;
  ast::Ast ast;

  explicit Parsed(std::string text) : file(sources.Add("test.dsl", std::move(text))), ast(Parse(file, sources, names, sink)) {}
  // "syntax-error@3", … in the order of the text.
  std::vector<std::string> errors() const {
    std::vector<std::string> out;
    for (const Diagnostic& d : sink.Sorted()) out.push_back(std::string(NameOf(d.kind)) + "@" + std::to_string(sources.Line(d.span)));
    return out;
  }
  std::string message() const { return sink.all().empty() ? "" : sink.Sorted()[0].message; }
};

}  // namespace lathe::test
