// Source files: line tables and code-point columns.
#include "support/source.h"

#include <algorithm>

#include "support/check.h"

namespace lathe {

namespace {

// Python ends a line at \n, \r\n or a lone \r.
std::vector<uint32_t> FindLineStarts(std::string_view text) {
  std::vector<uint32_t> starts{0};
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))) {
      starts.push_back(uint32_t(i + 1));
    }
  }
  return starts;
}

bool IsContinuationByte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

Span Cover(Span a, Span b) {
  if (!a.valid()) return b;
  if (!b.valid() || a.file != b.file) return a;
  return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

FileId SourceManager::Add(std::string path, std::string text) {
  std::vector<uint32_t> starts = FindLineStarts(text);
  files_.push_back({std::move(path), std::move(text), std::move(starts)});
  return {uint32_t(files_.size() - 1)};
}

std::string_view SourceManager::path(FileId file) const {
  LATHE_CHECK(file.index < files_.size(), "unknown file");
  return files_[file.index].path;
}

std::string_view SourceManager::text(FileId file) const {
  LATHE_CHECK(file.index < files_.size(), "unknown file");
  return files_[file.index].text;
}

LineColumn SourceManager::Locate(FileId file, uint32_t offset) const {
  if (file.index >= files_.size()) return {};
  const File& f = files_[file.index];
  offset = std::min<uint32_t>(offset, uint32_t(f.text.size()));
  auto next = std::upper_bound(f.line_starts.begin(), f.line_starts.end(), offset);
  uint32_t line = uint32_t(next - f.line_starts.begin());
  uint32_t start = f.line_starts[line - 1];
  uint32_t column = 1;
  for (uint32_t i = start; i < offset; ++i) column += !IsContinuationByte(f.text[i]);
  return {line, column};
}

std::string_view SourceManager::LineText(FileId file, uint32_t line) const {
  if (file.index >= files_.size()) return {};
  const File& f = files_[file.index];
  if (line == 0 || line > f.line_starts.size()) return {};
  size_t begin = f.line_starts[line - 1];
  size_t end = line < f.line_starts.size() ? f.line_starts[line] : f.text.size();
  while (end > begin && (f.text[end - 1] == '\n' || f.text[end - 1] == '\r')) --end;
  return std::string_view(f.text).substr(begin, end - begin);
}

uint32_t SourceManager::LineCount(FileId file) const {
  return file.index < files_.size() ? uint32_t(files_[file.index].line_starts.size()) : 0;
}

std::string_view SourceManager::Text(Span span) const {
  if (span.file.index >= files_.size()) return {};
  std::string_view text = files_[span.file.index].text;
  size_t begin = std::min<size_t>(span.begin, text.size());
  size_t end = std::clamp<size_t>(span.end, begin, text.size());
  return text.substr(begin, end - begin);
}

}  // namespace lathe
