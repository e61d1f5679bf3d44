// Which diagnostics a run shows: -Wno-NAME, -Werror[=NAME], `# lathe: ignore[name]` on the line.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "support/diagnostics.h"

namespace lathe {

struct DiagnosticFilter {
  std::set<std::string> silenced, raised;  // names
  bool all_errors = false;                 // -Werror
  bool no_warnings = false;                // -q
};

// Input order kept. Only warnings are silenced or raised; an ignored line also covers a comment on the line above
// the statement when that line holds nothing else.
std::vector<Diagnostic> Filter(std::vector<Diagnostic> diagnostics, const SourceManager& sources,
                               const DiagnosticFilter& filter);

}  // namespace lathe
