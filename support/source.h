// Source files and positions. A Span is a range of bytes in one file; lines and columns (code points, from 1) are
// computed on demand.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "support/ids.h"

namespace lathe {

using FileId = Id<struct FileTag>;

struct Span {
  FileId file;
  uint32_t begin = 0, end = 0;  // bytes, end exclusive
  bool valid() const { return file.valid(); }
  friend bool operator==(const Span&, const Span&) = default;
};

// The smallest span that covers both (of one file).
Span Cover(Span a, Span b);

struct LineColumn {
  uint32_t line = 0, column = 0;  // from 1; column in code points
};

class SourceManager {
 public:
  // Owns `text`; `path` is what the user gave and what diagnostics print.
  FileId Add(std::string path, std::string text);
  std::string_view path(FileId) const;
  std::string_view text(FileId) const;
  LineColumn Locate(FileId, uint32_t offset) const;
  uint32_t Line(Span span) const { return Locate(span.file, span.begin).line; }
  // The text of line `line` (from 1) without its newline.
  std::string_view LineText(FileId, uint32_t line) const;
  uint32_t LineCount(FileId) const;
  std::string_view Text(Span) const;

 private:
  struct File {
    std::string path, text;
    std::vector<uint32_t> line_starts;
  };
  std::deque<File> files_;
};

}  // namespace lathe
