#include "driver/fixes.h"

#include <fmt/format.h>

#include <algorithm>

namespace lathe::driver {

namespace {

bool Overlaps(const Edit& a, const Edit& b) {
  if (a.span.begin == b.span.begin && a.span.end == b.span.end) return true;
  return a.span.begin < b.span.end && b.span.begin < a.span.end;
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

struct DiffLine {
  char sign;
  std::string_view text;
  size_t before, after;      // lines in front of it
};

// Longest common subsequence of what is left between equal heads and tails.
std::vector<DiffLine> Compare(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  size_t n = a.size() - head - tail, m = b.size() - head - tail;
  std::vector<std::vector<uint32_t>> common(n + 1, std::vector<uint32_t>(m + 1));
  for (size_t i = n; i-- > 0;)
    for (size_t j = m; j-- > 0;)
      common[i][j] = a[head + i] == b[head + j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  std::vector<DiffLine> lines;
  for (size_t i = 0; i < head; ++i) lines.push_back({' ', a[i], i, i});
  size_t i = 0, j = 0;
  while (i < n || j < m) {
    if (i < n && j < m && a[head + i] == b[head + j]) {
      lines.push_back({' ', a[head + i], head + i, head + j});
      ++i, ++j;
    } else if (i < n && (j == m || common[i + 1][j] >= common[i][j + 1])) {
      lines.push_back({'-', a[head + i], head + i, head + j});
      ++i;
    } else {
      lines.push_back({'+', b[head + j], head + i, head + j});
      ++j;
    }
  }
  for (size_t k = 0; k < tail; ++k) lines.push_back({' ', a[head + n + k], head + n + k, head + m + k});
  return lines;
}

}  // namespace

FixedText ApplySafeFixes(std::string_view text, FileId file, const std::vector<Diagnostic>& diagnostics) {
  FixedText out;
  std::vector<Edit> edits;
  for (const Diagnostic& d : diagnostics) {
    auto fix = std::find_if(d.fixes.begin(), d.fixes.end(), [](const Fix& f) { return f.safe; });
    if (fix == d.fixes.end()) continue;
    bool fits = std::all_of(fix->edits.begin(), fix->edits.end(), [&](const Edit& e) {
      bool free = std::none_of(edits.begin(), edits.end(), [&](const Edit& made) { return Overlaps(e, made); });
      return e.span.file == file && e.span.end <= text.size() && free;
    });
    if (!fits) continue;
    edits.insert(edits.end(), fix->edits.begin(), fix->edits.end());
    ++out.fixes;
  }
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
  size_t at = 0;
  for (const Edit& e : edits) {
    out.text += text.substr(at, e.span.begin - at);
    out.text += e.replacement;
    at = e.span.end;
  }
  out.text += text.substr(at);
  return out;
}

std::string UnifiedDiff(const std::string& path, std::string_view before, std::string_view after) {
  std::vector<DiffLine> lines = Compare(Lines(before), Lines(after));
  constexpr size_t kContext = 3;
  std::string out;
  for (size_t i = 0; i < lines.size();) {
    while (i < lines.size() && lines[i].sign == ' ') ++i;
    if (i == lines.size()) break;
    size_t first = i - std::min(i, kContext), last = i;
    for (size_t k = i; k < lines.size() && k <= last + 2 * kContext; ++k)
      if (lines[k].sign != ' ') last = k;
    size_t end = std::min(last + kContext + 1, lines.size());
    size_t removed = 0, added = 0;
    std::string body;
    for (size_t k = first; k < end; ++k) {
      removed += lines[k].sign != '+';
      added += lines[k].sign != '-';
      body += lines[k].sign + std::string(lines[k].text);
      if (!body.ends_with('\n')) body += "\n\\ No newline at end of file\n";
    }
    if (out.empty()) out = fmt::format("--- {0}\n+++ {0}\n", path);
    size_t from = removed ? lines[first].before + 1 : lines[first].before, to = added ? lines[first].after + 1 : lines[first].after;
    out += fmt::format("@@ -{},{} +{},{} @@\n", from, removed, to, added) + body;
    i = end;
  }
  return out;
}

}  // namespace lathe::driver
