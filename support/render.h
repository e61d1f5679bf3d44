// Diagnostics as text, JSON lines, GitHub annotations or SARIF.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostics.h"

namespace lathe {

enum class ErrorFormat { kFull, kConcise, kJson, kSarif, kGithub };
enum class Colour { kOff, kOn };

struct RenderOptions {
  ErrorFormat format = ErrorFormat::kFull;
  Colour colour = Colour::kOff;
  size_t error_limit = 20;  // errors shown; 0: all
  std::string version;      // for SARIF
};

// All of `diagnostics` (in their order), each ending in a newline; JSON also the summary line. Full text ends with a
// line that counts them. Columns are code points from 1; ends are exclusive.
std::string Render(const std::vector<Diagnostic>& diagnostics, const SourceManager& sources, const RenderOptions& options);

// One diagnostic in full: head line, excerpt with carets, notes, help.
std::string RenderFull(const Diagnostic& diagnostic, const SourceManager& sources, Colour colour);
// The head line only.
std::string RenderConcise(const Diagnostic& diagnostic, const SourceManager& sources);
std::string RenderJsonLine(const Diagnostic& diagnostic, const SourceManager& sources);
std::string RenderGithub(const Diagnostic& diagnostic, const SourceManager& sources);
std::string RenderSarif(const std::vector<Diagnostic>& diagnostics, const SourceManager& sources, std::string_view version);

// The first `error_limit` errors with the warnings among them (0: everything).
std::vector<Diagnostic> Limited(const std::vector<Diagnostic>& diagnostics, size_t error_limit);

}  // namespace lathe
