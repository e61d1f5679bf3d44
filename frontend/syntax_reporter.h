// Reports errors of the parser and the tree builder: at most one for each line of the source.
#pragma once
#include <string>
#include <unordered_set>
#include <utility>

#include "support/diagnostics.h"

namespace lathe {

class SyntaxReporter {
 public:
  SyntaxReporter(const SourceManager& sources, DiagnosticSink& sink) : sources_(sources), sink_(sink) {}

  void Report(DiagnosticKind kind, Span span, std::string message, std::string help = {}) {
    any_ = true;
    if (!lines_.insert(sources_.Locate(span.file, span.begin).line).second) return;
    Diagnostic d{.kind = kind, .message = std::move(message), .span = span};
    if (!help.empty()) d.help.push_back(std::move(help));
    sink_.Report(std::move(d));
  }
  bool any() const { return any_; }
  const SourceManager& sources() const { return sources_; }

 private:
  const SourceManager& sources_;
  DiagnosticSink& sink_;
  std::unordered_set<uint32_t> lines_;
  bool any_ = false;
};

}  // namespace lathe
