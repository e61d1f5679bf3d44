#include "support/diagnostic_filter.h"

#include <algorithm>

namespace lathe {

namespace {

// Whether the line has a comment `# lathe: ignore[a, b]` that names the diagnostic (or `ignore` alone).
bool IgnoresOn(std::string_view line, std::string_view name) {
  size_t at = line.rfind("# lathe: ignore");
  if (at == std::string_view::npos) return false;
  std::string_view rest = line.substr(at + std::string_view("# lathe: ignore").size());
  if (rest.empty() || rest[0] != '[') return true;
  rest = rest.substr(1, rest.find(']') - 1);
  while (!rest.empty()) {
    size_t comma = rest.find(',');
    std::string_view word = rest.substr(0, comma);
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    if (word == name) return true;
    if (comma == std::string_view::npos) break;
    rest = rest.substr(comma + 1);
  }
  return false;
}

bool IsCommentLine(std::string_view line) {
  size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '#';
}

bool IgnoredByComment(const Diagnostic& d, const SourceManager& sources) {
  if (!d.span.valid()) return false;
  uint32_t line = sources.Line(d.span);
  if (IgnoresOn(sources.LineText(d.span.file, line), NameOf(d.kind))) return true;
  std::string_view above = sources.LineText(d.span.file, line - 1);
  return line > 1 && IsCommentLine(above) && IgnoresOn(above, NameOf(d.kind));
}

}  // namespace

std::vector<Diagnostic> Filter(std::vector<Diagnostic> diagnostics, const SourceManager& sources,
                               const DiagnosticFilter& filter) {
  std::erase_if(diagnostics, [&](const Diagnostic& d) {
    if (d.severity != Severity::kWarning) return false;
    std::string name(NameOf(d.kind));
    if (filter.silenced.count(name) || IgnoredByComment(d, sources)) return true;
    return filter.no_warnings && !filter.all_errors && !filter.raised.count(name);
  });
  for (Diagnostic& d : diagnostics) {
    if (filter.all_errors || filter.raised.count(std::string(NameOf(d.kind)))) d.severity = Severity::kError;
  }
  return diagnostics;
}

}  // namespace lathe
