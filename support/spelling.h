// Nearest spelling, for "did you mean" lines.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lathe {

// Edits (insert, delete, replace, swap of neighbours) from `a` to `b`; a change of case only counts half, so distances
// are in half edits. Stops early with limit + 1 when the distance exceeds `limit`.
int SpellingDistance(std::string_view a, std::string_view b, int limit);

// The candidate nearest to `word`, the first of equally near ones; none if nothing is similar: at most one edit for
// every three letters, and never all letters.
std::optional<std::string> NearestSpelling(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace lathe
