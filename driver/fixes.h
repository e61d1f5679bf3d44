// lathe check --fix: the safe edits of diagnostics, applied to the text of a program.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostics.h"

namespace lathe::driver {

struct FixedText {
  std::string text;
  size_t fixes = 0;      // how many were applied
};

// Applies the first safe fix of each diagnostic about `file`, in order; one that overlaps an edit made already waits for the
// next round.
FixedText ApplySafeFixes(std::string_view text, FileId file, const std::vector<Diagnostic>& diagnostics);

// A unified diff with three lines of context; empty when the texts are equal.
std::string UnifiedDiff(const std::string& path, std::string_view before, std::string_view after);

}  // namespace lathe::driver
