// Token source, string literals. An f-string is delimited like any other string first (Python 3.11's rule); then its body
// is cut into text and fields, and the tokens of a field's expression are put between FS_LB and FS_RB.
#include <utility>

#include "frontend/lexer_internal.h"

namespace lathe {

namespace {
struct Prefix {
  bool raw = false, format = false, valid = true;
};
Prefix ReadPrefix(std::string_view word) {
  std::string lower;
  for (char c : word) lower += char(c | 0x20);
  if (lower.empty() || lower == "u" || lower == "b") return {};
  if (lower == "r" || lower == "br" || lower == "rb") return {.raw = true};
  if (lower == "f") return {.format = true};
  if (lower == "fr" || lower == "rf") return {.raw = true, .format = true};
  return {.valid = false};
}
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
}  // namespace

bool Lexer::StringPrefix(size_t word_begin) const { return ReadPrefix(text_.substr(word_begin, pos_ - word_begin)).valid; }

void Lexer::String(size_t begin, size_t quote) {
  Prefix prefix = ReadPrefix(text_.substr(begin, quote - begin));
  char q = text_[quote];
  bool triple = At(quote + 1) == q && At(quote + 2) == q;
  size_t body = pos_ = quote + (triple ? 3 : 1);
  while (true) {
    if (pos_ >= limit_ || (!triple && IsNewline(pos_))) {
      if (triple) {
        SyntaxError(begin, quote + 3, "this triple-quoted string is never closed");
      } else {
        SyntaxError(begin, pos_, "this string is not closed on its line", "close it, or use triple quotes for text of several lines");
      }
      if (!in_field_) brackets_.clear();
      return Add(TokenKind::kInvalid, begin, pos_);
    }
    char c = text_[pos_];
    if (c == '\\') {
      pos_ = pos_ + 1 >= limit_ ? limit_ : IsNewline(pos_ + 1) ? SkipNewline(pos_ + 1) : pos_ + 2;
    } else if (c == q && (!triple || (At(pos_ + 1) == q && At(pos_ + 2) == q))) {
      break;
    } else {
      ++pos_;
    }
  }
  size_t body_end = pos_;
  pos_ += triple ? 3 : 1;
  if (prefix.format) return FormatString(begin, body, body_end, prefix.raw);
  Add(TokenKind::kString, begin, pos_);
}

void Lexer::FormatString(size_t begin, size_t body, size_t body_end, bool raw) {
  size_t end = pos_, first = out_.tokens.size(), stop = 0;
  Add(TokenKind::kFStart, begin, body);
  bool good = FormatBody(body, body_end, raw, 0, &stop);
  pos_ = end;
  if (good) return Add(TokenKind::kFEnd, body_end, end);
  out_.tokens.resize(first);
  Add(TokenKind::kInvalid, begin, end);
}

// Text and fields of a literal (spec_depth 0) or of a format spec, which ends at a '}'. *stop is where it ended.
bool Lexer::FormatBody(size_t begin, size_t end, bool raw, int spec_depth, size_t* stop) {
  size_t text_begin = begin, i = begin;
  auto flush = [&] {
    if (i > text_begin) Add(TokenKind::kFMiddle, text_begin, i);
  };
  while (i < end) {
    char c = text_[i];
    if (c == '\\' && !raw && i + 1 < end) {
      if (text_[i + 1] == 'N' && i + 2 < end && text_[i + 2] == '{') {
        while (i < end && text_[i] != '}') ++i;
        if (i < end) ++i;
      } else {
        i += text_[i + 1] == '{' || text_[i + 1] == '}' ? 1 : 2;
      }
    } else if (c == '{' && spec_depth == 0 && i + 1 < end && text_[i + 1] == '{') {
      i += 2;
    } else if (c == '{') {
      flush();
      if (!FormatField(&i, end, raw, spec_depth)) return false;
      text_begin = i;
    } else if (c == '}' && spec_depth > 0) {
      break;
    } else if (c == '}') {
      if (i + 1 >= end || text_[i + 1] != '}') {
        SyntaxError(i, i + 1, "a single '}' in an f-string", "write '}}' for the character, or '{' to begin a field");
        return false;
      }
      i += 2;
    } else {
      ++i;
    }
  }
  flush();
  *stop = i;
  return true;
}

// Where the expression of a field ends: at '!', ':', '=' or '}' outside of brackets and strings.
size_t Lexer::FieldExpressionEnd(size_t begin, size_t end, bool* ok) {
  std::vector<std::pair<char, size_t>> open;
  char quote = 0;
  bool triple = false;
  size_t quote_begin = 0, i = begin;
  *ok = false;
  auto closes = [&](size_t at) { return !triple || (at + 2 < end && text_[at + 1] == quote && text_[at + 2] == quote); };
  for (; i < end; ++i) {
    char c = text_[i];
    if (c == '\\') {
      SyntaxError(i, i + 1, "a backslash in the expression of an f-string", "compute the value before the string and use its name");
      return i;
    }
    if (quote) {
      if (c == quote && closes(i)) {
        if (triple) i += 2;
        quote = 0;
      }
      continue;
    }
    if (c == '\'' || c == '"') {
      quote = c;
      quote_begin = i;
      triple = i + 2 < end && text_[i + 1] == c && text_[i + 2] == c;
      if (triple) i += 2;
    } else if (c == '(' || c == '[' || c == '{') {
      open.emplace_back(c, i);
    } else if (c == '#') {
      SyntaxError(i, i + 1, "'#' in the expression of an f-string");
      return i;
    } else if (open.empty() && (c == '!' || c == ':' || c == '}' || c == '=' || c == '<' || c == '>')) {
      if (i + 1 < end && text_[i + 1] == '=' && c != ':' && c != '}') {
        ++i;
      } else if (c != '<' && c != '>') {
        break;
      }
    } else if (c == ')' || c == ']' || c == '}') {
      char match = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (open.empty() || open.back().first != match) {
        SyntaxError(i, i + 1, std::string("unmatched '") + c + "' in a field of an f-string");
        return i;
      }
      open.pop_back();
    }
  }
  if (quote) {
    SyntaxError(quote_begin, i, "a string in a field of an f-string is not closed");
  } else if (!open.empty()) {
    SyntaxError(open.back().second, open.back().second + 1, std::string("'") + open.back().first + "' was never closed");
  } else {
    *ok = true;
  }
  return i;
}

void Lexer::LexRange(size_t begin, size_t end) {
  size_t old_limit = std::exchange(limit_, end), open = brackets_.size();
  bool old_field = std::exchange(in_field_, true);
  pos_ = begin;
  while (pos_ < limit_ && !out_.fatal) Token();
  limit_ = old_limit;
  in_field_ = old_field;
  if (brackets_.size() > open) brackets_.resize(open, Bracket{});
}

// *pos is at '{'; afterwards behind the '}'.
bool Lexer::FormatField(size_t* pos, size_t end, bool raw, int spec_depth) {
  size_t open = *pos, begin = open + 1;
  if (spec_depth >= 2) {
    SyntaxError(open, begin, "the fields of an f-string are nested too deeply");
    return false;
  }
  Add(TokenKind::kFLeft, open, begin);
  bool ok = false;
  size_t i = FieldExpressionEnd(begin, end, &ok);
  if (!ok) return false;
  size_t first = begin;
  while (first < i && IsBlank(text_[first])) ++first;
  auto unclosed = [&] {
    SyntaxError(open, begin, "the field that begins here has no closing '}'", "write '{{' for the character itself");
    return false;
  };
  if (first == i) {
    if (i >= end) return unclosed();
    SyntaxError(open, i + 1, "a field of an f-string without an expression", "write '{{' and '}}' for the characters themselves");
    return false;
  }
  if (i >= end) return unclosed();
  LexRange(begin, i);
  if (out_.fatal) return false;
  if (text_[i] == '=') {
    size_t equal = i++;
    while (i < end && IsBlank(text_[i])) ++i;
    Add(TokenKind::kFEqual, equal, i);
  }
  if (i < end && text_[i] == '!') {
    char c = i + 1 < end ? text_[i + 1] : '\0';
    if (c != 's' && c != 'r' && c != 'a') {
      SyntaxError(i, i + 1, "a conversion of an f-string is !s, !r or !a");
      return false;
    }
    Add(TokenKind::kFConversion, i, i + 2);
    i += 2;
  }
  if (i < end && text_[i] == ':') {
    Add(TokenKind::kFColon, i, i + 1);
    if (!FormatBody(i + 1, end, raw, spec_depth + 1, &i)) return false;
  }
  if (i >= end || text_[i] != '}') return unclosed();
  Add(TokenKind::kFRight, i, i + 1);
  *pos = i + 1;
  return true;
}

}  // namespace lathe
