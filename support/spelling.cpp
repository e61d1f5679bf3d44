// Damerau-Levenshtein distance (optimal string alignment) over three rows.
#include "support/spelling.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace lathe {

namespace {

int ReplaceCost(char a, char b) {
  if (a == b) return 0;
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b)) ? 1 : 2;
}

}  // namespace

int SpellingDistance(std::string_view a, std::string_view b, int limit) {
  if (std::abs(int(a.size()) - int(b.size())) * 2 > limit) return limit + 1;
  std::vector<int> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) previous[j] = int(j) * 2;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = int(i) * 2;
    int least = row[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({previous[j] + 2, row[j - 1] + 2, previous[j - 1] + ReplaceCost(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 2);
      least = std::min(least, row[j]);
    }
    if (least > limit) return limit + 1;
    before.swap(previous);
    previous.swap(row);
  }
  return std::min(previous[b.size()], limit + 1);
}

std::optional<std::string> NearestSpelling(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > 100) return std::nullopt;
  int limit = std::max<int>(2, int(word.size()) / 3 * 2);
  if (word.size() == 1) limit = 1;  // only another case
  const std::string* best = nullptr;
  for (const std::string& candidate : candidates) {
    if (candidate == word) continue;
    int distance = SpellingDistance(word, candidate, limit);
    if (distance > limit || distance >= 2 * int(std::max(word.size(), candidate.size()))) continue;
    best = &candidate;
    limit = distance - 1;
    if (limit < 0) break;
  }
  return best ? std::optional(*best) : std::nullopt;
}

}  // namespace lathe
