// The sink and the table made of diagnostics.def.
#include "support/diagnostics.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace lathe {

namespace {

struct Row {
  std::string_view name;
  Severity severity;
  std::string_view summary;
};

constexpr Row kRows[] = {
#define DIAGNOSTIC(id, name, severity, summary) {name, severity, summary},
#include "support/diagnostics.def"
#undef DIAGNOSTIC
};

}  // namespace

std::string_view NameOf(DiagnosticKind kind) { return kRows[size_t(kind)].name; }
std::string_view SummaryOf(DiagnosticKind kind) { return kRows[size_t(kind)].summary; }
Severity DefaultSeverity(DiagnosticKind kind) { return kRows[size_t(kind)].severity; }
size_t DiagnosticCount() { return std::size(kRows); }

std::optional<DiagnosticKind> FindDiagnostic(std::string_view name) {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].name == name) return DiagnosticKind(i);
  }
  return std::nullopt;
}

void DiagnosticSink::Report(Diagnostic diagnostic) {
  diagnostic.severity = diagnostic.as_error ? Severity::kError : DefaultSeverity(diagnostic.kind);
  for (const Diagnostic& known : diagnostics_) {
    bool same_place = known.span == diagnostic.span;
    bool same_text = diagnostic.span.valid() || known.message == diagnostic.message;
    if (known.kind == diagnostic.kind && same_place && same_text) return;
  }
  errors_ += diagnostic.severity == Severity::kError;
  diagnostics_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> DiagnosticSink::Sorted() const {
  std::vector<Diagnostic> sorted = diagnostics_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    auto key = [](const Diagnostic& d) {
      // Without a place first: they are about the run, not about a line.
      return std::tuple(d.span.valid(), d.span.file.index, d.span.begin);
    };
    return key(a) < key(b);
  });
  return sorted;
}

void DiagnosticSink::Rewind(size_t mark) { (void)TakeFrom(mark); }

std::vector<Diagnostic> DiagnosticSink::TakeFrom(size_t mark) {
  if (mark >= diagnostics_.size()) return {};
  auto first = diagnostics_.begin() + ptrdiff_t(mark);
  std::vector<Diagnostic> taken(std::make_move_iterator(first), std::make_move_iterator(diagnostics_.end()));
  diagnostics_.erase(first, diagnostics_.end());
  for (const Diagnostic& d : taken) errors_ -= d.severity == Severity::kError;
  return taken;
}

}  // namespace lathe
