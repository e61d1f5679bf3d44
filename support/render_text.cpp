// Text forms of diagnostics: full (excerpt, carets, notes), concise, GitHub annotations.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "support/render.h"

namespace lathe {

namespace {

constexpr size_t kMaxExcerptColumns = 160;

struct Palette {
  std::string_view bold, error, warning, note, reset;
};
Palette PaletteOf(Colour colour) {
  if (colour == Colour::kOff) return {};
  return {"\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[0m"};
}

std::string_view WordOf(Severity severity) { return severity == Severity::kError ? "error" : "warning"; }

std::string PlaceOf(Span span, const SourceManager& sources) {
  if (!span.valid()) return "lathe";
  LineColumn at = sources.Locate(span.file, span.begin);
  return fmt::format("{}:{}:{}", sources.path(span.file), at.line, at.column);
}

// The length of the UTF-8 sequence at `at` (1 for a byte that starts none) and its code point (0xFFFD then).
struct CodePoint {
  size_t length;
  uint32_t value;
};
CodePoint Decode(std::string_view text, size_t at) {
  unsigned char first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return {1, first};
  size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || at + length > text.size()) return {1, 0xFFFD};
  uint32_t value = first & (0xFF >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    unsigned char next = static_cast<unsigned char>(text[at + i]);
    if ((next & 0xC0) != 0x80) return {1, 0xFFFD};
    value = value << 6 | (next & 0x3F);
  }
  return {length, value};
}

bool IsUnprintable(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}
// Columns of a terminal that a character takes (the blocks that terminals show double width, combining marks).
int WidthOf(uint32_t c) {
  if ((c >= 0x300 && c <= 0x36F) || (c >= 0xFE00 && c <= 0xFE0F)) return 0;
  bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
              (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
              (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
  return wide ? 2 : 1;
}

// A source line made safe for a terminal: tabs as four blanks, unprintable characters as '?'. `column_of[i]` is the
// terminal column of byte i (one more entry for the end).
struct ShownLine {
  std::string text;
  std::vector<size_t> column_of;
};
ShownLine Show(std::string_view line) {
  ShownLine shown;
  size_t column = 0;
  for (size_t i = 0; i < line.size();) {
    CodePoint c = Decode(line, i);
    for (size_t k = 0; k < c.length; ++k) shown.column_of.push_back(column);
    if (c.value == '\t') {
      shown.text += "    ";
      column += 4;
    } else if (IsUnprintable(c.value) || c.value == 0xFFFD) {
      shown.text += '?';
      column += 1;
    } else {
      shown.text += line.substr(i, c.length);
      column += size_t(WidthOf(c.value));
    }
    i += c.length;
  }
  shown.column_of.push_back(column);
  return shown;
}

struct Mark {
  uint32_t line;
  size_t begin, end;  // bytes within the line
  bool primary;
  std::string_view text;
};

void AppendMark(std::string& out, const Mark& mark, const ShownLine& shown, const Palette& palette, size_t margin,
                std::string_view severity_colour) {
  size_t last = shown.column_of.size() - 1;
  size_t begin = shown.column_of[std::min(mark.begin, last)];
  size_t end = shown.column_of[std::min(std::max(mark.end, mark.begin), last)];
  size_t width = std::clamp<size_t>(end > begin ? end - begin : 1, 1, kMaxExcerptColumns);
  out += fmt::format("{:{}} | {:{}}{}{}", "", margin, "", begin, mark.primary ? severity_colour : palette.note,
                     std::string(width, mark.primary ? '^' : '~'));
  if (!mark.text.empty()) out += fmt::format(" {}", mark.text);
  out += fmt::format("{}\n", palette.reset);
}

// Cuts a very long line to the part around the mark.
void CropLine(ShownLine& shown, Mark& mark, std::string& line) {
  size_t last = shown.column_of.size() - 1;
  size_t begin = shown.column_of[std::min(mark.begin, last)];
  if (begin < kMaxExcerptColumns - 20) {
    // Only the tail is cut, so columns stay valid.
    size_t cut = shown.text.size();
    for (size_t i = 0, columns = 0; i < shown.text.size();) {
      CodePoint c = Decode(shown.text, i);
      columns += size_t(WidthOf(c.value));
      if (columns > kMaxExcerptColumns) { cut = i; break; }
      i += c.length;
    }
    shown.text = shown.text.substr(0, cut) + "...";
    return;
  }
  size_t from = mark.begin > 60 ? mark.begin - 60 : 0;
  while (from > 0 && (static_cast<unsigned char>(line[from]) & 0xC0) == 0x80) --from;
  size_t to = std::min(line.size(), from + kMaxExcerptColumns - 40);
  line = "..." + line.substr(from, to - from) + "...";
  mark.begin = mark.begin - from + 3;
  mark.end = std::min(mark.end - std::min(mark.end, from) + 3, line.size());
  shown = Show(line);
}

void AppendExcerpt(std::string& out, const Diagnostic& d, const SourceManager& sources, const Palette& palette) {
  std::vector<Mark> marks;
  auto add = [&](Span span, bool primary, std::string_view text) {
    LineColumn at = sources.Locate(span.file, span.begin);
    std::string_view line = sources.LineText(span.file, at.line);
    uint32_t end = std::max(span.begin, span.end);
    uint32_t start = span.begin;
    std::string_view whole = sources.text(span.file);
    while (start > 0 && whole[start - 1] != '\n' && whole[start - 1] != '\r') --start;
    size_t begin = std::min<size_t>(span.begin - start, line.size());
    marks.push_back({at.line, begin, std::min<size_t>(end - start, line.size()), primary, text});
  };
  add({d.span.file, std::min<uint32_t>(d.span.begin, uint32_t(sources.text(d.span.file).size())), d.span.end}, true, d.label);
  for (const Label& label : d.labels) {
    if (label.span.file == d.span.file && label.span.begin <= sources.text(label.span.file).size()) {
      add(label.span, false, label.text);
    }
  }
  std::stable_sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) {
    return std::pair(a.line, a.begin) < std::pair(b.line, b.begin);
  });
  size_t margin = std::max<size_t>(5, fmt::formatted_size("{}", marks.back().line) + 2);
  std::string_view colour = d.severity == Severity::kError ? palette.error : palette.warning;
  uint32_t previous = 0;
  for (Mark& mark : marks) {
    std::string line(sources.LineText(d.span.file, mark.line));
    ShownLine shown = Show(line);
    if (shown.column_of.back() > kMaxExcerptColumns) CropLine(shown, mark, line);
    if (mark.line != previous) {
      if (previous != 0 && mark.line > previous + 1) out += fmt::format("{:{}} ...\n", "", margin);
      out += fmt::format("{:{}} | {}\n", mark.line, margin, shown.text);
    }
    previous = mark.line;
    AppendMark(out, mark, shown, palette, margin, colour);
  }
}

// One `note:`/`help:` entry; further lines of it are indented under the first.
void AppendEntry(std::string& out, std::string_view word, std::string_view text, const Palette& palette) {
  out += fmt::format("  {}{}:{} ", palette.note, word, palette.reset);
  for (char c : text) {
    out += c;
    if (c == '\n') out += "        ";
  }
  out += '\n';
}

std::string HeadLine(const Diagnostic& d, const SourceManager& sources, const Palette& palette) {
  std::string message = d.message;
  std::replace(message.begin(), message.end(), '\n', ' ');
  return fmt::format("{}{}:{} {}{}:{} {}{} [{}]{}\n", palette.bold, PlaceOf(d.span, sources), palette.reset,
                     d.severity == Severity::kError ? palette.error : palette.warning, WordOf(d.severity), palette.reset,
                     palette.bold, message, NameOf(d.kind), palette.reset);
}

std::string EscapeGithub(std::string_view text, bool property) {
  std::string out;
  for (char c : text) {
    if (c == '%') out += "%25";
    else if (c == '\r') out += "%0D";
    else if (c == '\n') out += "%0A";
    else if (property && c == ':') out += "%3A";
    else if (property && c == ',') out += "%2C";
    else out += c;
  }
  return out;
}

std::string CountLine(const std::vector<Diagnostic>& diagnostics) {
  size_t errors = 0, warnings = 0;
  for (const Diagnostic& d : diagnostics) ++(d.severity == Severity::kError ? errors : warnings);
  std::string line;
  if (errors) line += fmt::format("{} error{}", errors, errors == 1 ? "" : "s");
  if (warnings) line += fmt::format("{}{} warning{}", line.empty() ? "" : ", ", warnings, warnings == 1 ? "" : "s");
  return line;
}

}  // namespace

std::string RenderFull(const Diagnostic& d, const SourceManager& sources, Colour colour) {
  Palette palette = PaletteOf(colour);
  std::string out = HeadLine(d, sources, palette);
  if (d.span.valid()) AppendExcerpt(out, d, sources, palette);
  for (const Label& label : d.labels) {
    if (label.span.file != d.span.file && label.span.valid()) {
      AppendEntry(out, "note", fmt::format("{} at {}", label.text, PlaceOf(label.span, sources)), palette);
    }
  }
  for (const Note& note : d.notes) {
    AppendEntry(out, "note", note.span.valid() ? fmt::format("{}: {}", PlaceOf(note.span, sources), note.text) : note.text,
                palette);
  }
  Span last;  // a tf.function and its trace are two frames of one call
  for (const CallFrame& frame : d.trace) {
    if (frame.span == last) continue;
    last = frame.span;
    AppendEntry(out, "note", fmt::format("called from {}", PlaceOf(frame.span, sources)), palette);
  }
  for (const std::string& help : d.help) AppendEntry(out, "help", help, palette);
  for (const Fix& fix : d.fixes) AppendEntry(out, "fix", fix.message, palette);
  return out;
}

std::string RenderConcise(const Diagnostic& d, const SourceManager& sources) { return HeadLine(d, sources, {}); }

std::string RenderGithub(const Diagnostic& d, const SourceManager& sources) {
  std::string out = fmt::format("::{} ", WordOf(d.severity));
  if (d.span.valid()) {
    LineColumn at = sources.Locate(d.span.file, d.span.begin);
    out += fmt::format("file={},line={},col={},", EscapeGithub(sources.path(d.span.file), true), at.line, at.column);
  }
  std::string message = d.message;
  for (const std::string& help : d.help) message += "\nhelp: " + help;
  return out + fmt::format("title={}::{}\n", NameOf(d.kind), EscapeGithub(message, false));
}

std::vector<Diagnostic> Limited(const std::vector<Diagnostic>& diagnostics, size_t error_limit) {
  std::vector<Diagnostic> kept;
  size_t errors = 0;
  for (const Diagnostic& d : diagnostics) {
    if (error_limit != 0 && d.severity == Severity::kError && ++errors > error_limit) break;
    kept.push_back(d);
  }
  return kept;
}

std::string Render(const std::vector<Diagnostic>& diagnostics, const SourceManager& sources, const RenderOptions& options) {
  std::vector<Diagnostic> shown = Limited(diagnostics, options.error_limit);
  std::string out;
  switch (options.format) {
    case ErrorFormat::kSarif:
      return RenderSarif(shown, sources, options.version);
    case ErrorFormat::kJson: {
      size_t errors = 0, warnings = 0;
      for (const Diagnostic& d : shown) out += RenderJsonLine(d, sources);
      for (const Diagnostic& d : diagnostics) ++(d.severity == Severity::kError ? errors : warnings);
      return out + fmt::format("{{\"type\":\"summary\",\"errors\":{},\"warnings\":{}}}\n", errors, warnings);
    }
    case ErrorFormat::kConcise:
      for (const Diagnostic& d : shown) out += RenderConcise(d, sources);
      return out;
    case ErrorFormat::kGithub:
      for (const Diagnostic& d : shown) out += RenderGithub(d, sources);
      return out;
    case ErrorFormat::kFull:
      break;
  }
  for (const Diagnostic& d : shown) out += RenderFull(d, sources, options.colour);
  if (shown.size() < diagnostics.size()) {
    out += fmt::format("{} more not shown (--error-limit={})\n", diagnostics.size() - shown.size(), options.error_limit);
  }
  if (diagnostics.size() > 1) out += CountLine(diagnostics) + "\n";
  return out;
}

}  // namespace lathe
