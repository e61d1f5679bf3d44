// Token source, layout and words. Method: one scan over the bytes; at the start of a logical line the indentation is
// compared with a stack of levels; inside brackets newlines are blanks. After an error the scan goes on: an unmatched
// closer is dropped, an unterminated string ends with its line, a bracket counts as closed where a line begins with a
// word that no bracket can contain.
#include "frontend/lexer.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "frontend/lexer_internal.h"
#include "frontend/unicode.h"

namespace lathe {

namespace {

struct Keyword {
  std::string_view text;
  TokenKind kind;
};
// Sorted by text.
constexpr std::array kKeywords = {
    Keyword{"False", TokenKind::kFalse},     Keyword{"None", TokenKind::kNone},
    Keyword{"True", TokenKind::kTrue},       Keyword{"and", TokenKind::kAnd},
    Keyword{"as", TokenKind::kAs},           Keyword{"assert", TokenKind::kAssert},
    Keyword{"async", TokenKind::kAsync},     Keyword{"await", TokenKind::kAwait},
    Keyword{"break", TokenKind::kBreak},     Keyword{"class", TokenKind::kClass},
    Keyword{"continue", TokenKind::kContinue}, Keyword{"def", TokenKind::kDef},
    Keyword{"del", TokenKind::kDel},         Keyword{"elif", TokenKind::kElif},
    Keyword{"else", TokenKind::kElse},       Keyword{"except", TokenKind::kExcept},
    Keyword{"finally", TokenKind::kFinally}, Keyword{"for", TokenKind::kFor},
    Keyword{"from", TokenKind::kFrom},       Keyword{"global", TokenKind::kGlobal},
    Keyword{"if", TokenKind::kIf},           Keyword{"import", TokenKind::kImport},
    Keyword{"in", TokenKind::kIn},           Keyword{"is", TokenKind::kIs},
    Keyword{"lambda", TokenKind::kLambda},   Keyword{"nonlocal", TokenKind::kNonlocal},
    Keyword{"not", TokenKind::kNot},         Keyword{"or", TokenKind::kOr},
    Keyword{"pass", TokenKind::kPass},       Keyword{"raise", TokenKind::kRaise},
    Keyword{"return", TokenKind::kReturn},   Keyword{"try", TokenKind::kTry},
    Keyword{"while", TokenKind::kWhile},     Keyword{"with", TokenKind::kWith},
    Keyword{"yield", TokenKind::kYield}};

TokenKind FindKeyword(std::string_view word) {
  if (word.size() < 2 || word.size() > 8) return TokenKind::kName;
  auto it = std::lower_bound(kKeywords.begin(), kKeywords.end(), word,
                             [](const Keyword& k, std::string_view w) { return k.text < w; });
  return it != kKeywords.end() && it->text == word ? it->kind : TokenKind::kName;
}

// Words that begin a statement and cannot stand inside brackets.
bool IsStatementWord(TokenKind kind) {
  switch (kind) {
    case TokenKind::kDef: case TokenKind::kClass: case TokenKind::kReturn: case TokenKind::kImport:
    case TokenKind::kWhile: case TokenKind::kWith: case TokenKind::kTry: case TokenKind::kRaise:
    case TokenKind::kPass: case TokenKind::kBreak: case TokenKind::kContinue: case TokenKind::kDel:
    case TokenKind::kGlobal: case TokenKind::kNonlocal: case TokenKind::kAssert:
      return true;
    default:
      return false;
  }
}

bool IsHeaderWord(TokenKind kind) {
  switch (kind) {
    case TokenKind::kDef: case TokenKind::kClass: case TokenKind::kIf: case TokenKind::kElif: case TokenKind::kElse:
    case TokenKind::kFor: case TokenKind::kWhile: case TokenKind::kTry: case TokenKind::kExcept: case TokenKind::kFinally:
    case TokenKind::kWith:
      return true;
    default:
      return false;
  }
}

bool IsControlByte(unsigned char c) { return (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f') || c == 0x7f; }

std::string CodePointText(uint32_t code) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "U+%04X", code);
  return buffer;
}

}  // namespace

bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80); }
bool IsNameByte(char c) { return IsNameStart(c) || (c >= '0' && c <= '9'); }

const char* Describe(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEndOfFile: return "the end of the file";
#define LATHE_TOKEN_TEXT(id, grammar, text) \
  case TokenKind::id: return text;
    LATHE_TOKENS(LATHE_TOKEN_TEXT)
#undef LATHE_TOKEN_TEXT
  }
  return "";
}

void Lexer::Add(TokenKind kind, size_t begin, size_t end) {
  out_.tokens.push_back({kind, uint32_t(begin), uint32_t(end)});
}

void Lexer::Error(DiagnosticKind kind, size_t begin, size_t end, std::string message, std::string help) {
  Diagnostic d{.kind = kind, .message = std::move(message), .span = {file_, uint32_t(begin), uint32_t(end)}};
  if (!help.empty()) d.help.push_back(std::move(help));
  sink_.Report(std::move(d));
  out_.error_places.push_back(uint32_t(begin));
  error_line_ = line_first_;
}

void Lexer::SyntaxError(size_t begin, size_t end, std::string message, std::string help) {
  if (error_line_ == line_first_) return;
  Error(DiagnosticKind::kSyntaxError, begin, end, std::move(message), std::move(help));
}

// Encoding, size, NUL: what must hold before there are tokens.
bool Lexer::CheckText() {
  if (text_.size() > kMaxSourceBytes) {
    Error(DiagnosticKind::kSourceLimit, 0, 0, "the file has more than 10 MiB");
    return false;
  }
  for (size_t i = 0; i < text_.size();) {
    unsigned char c = text_[i];
    if (c == 0) {
      Error(DiagnosticKind::kInvalidEncoding, i, i + 1, "the source contains a NUL byte");
      return false;
    }
    if (c < 0x80) {
      ++i;
      continue;
    }
    size_t start = i;
    if (uint32_t code = unicode::Decode(text_, i); code == unicode::kInvalid) {
      char buffer[48];
      std::snprintf(buffer, sizeof buffer, "the source is not UTF-8 (byte 0x%02x)", c);
      Error(DiagnosticKind::kInvalidEncoding, start, start + 1, buffer, "save the file as UTF-8");
      return false;
    }
  }
  return true;
}

TokenList Lexer::Run() {
  if (!CheckText()) {
    out_.fatal = true;
    return std::move(out_);
  }
  limit_ = text_.size();
  out_.tokens.reserve(text_.size() / 3 + 16);
  if (text_.starts_with("\xEF\xBB\xBF")) pos_ = 3;
  while (!out_.fatal) {
    if (at_line_start_) Layout();
    if (out_.fatal || pos_ >= limit_) break;
    Token();
    if (out_.tokens.size() > kMaxTokens) {
      Error(DiagnosticKind::kSourceLimit, pos_, pos_, "the program has more than 4 million tokens");
      out_.fatal = true;
    }
  }
  if (!out_.fatal) Finish();
  return std::move(out_);
}

void Lexer::Finish() {
  if (!brackets_.empty()) UnclosedBracket();
  if (out_.tokens.size() > line_first_) EndLogicalLine();
  for (; indents_.size() > 1; indents_.pop_back()) Add(TokenKind::kDedent, limit_, limit_);
  Add(TokenKind::kEndOfFile, limit_, limit_);
}

void Lexer::UnclosedBracket() {
  const Bracket& b = brackets_.back();
  SyntaxError(b.offset, b.offset + 1, std::string("'") + b.open + "' was never closed");
  brackets_.clear();
}

// At the start of a logical line: skips blank lines, compares the indentation of the first other line.
void Lexer::Layout() {
  while (true) {
    uint32_t column = 0, alternative = 0;
    uint32_t continued = 0;
    bool has_continued = false;
    for (;; ++pos_) {
      char c = At(pos_);
      if (c == ' ') {
        ++column, ++alternative;
      } else if (c == '\t') {
        column = (column / 8 + 1) * 8, ++alternative;
      } else if (c == '\f') {
        column = alternative = 0;
      } else if (c == '\\' && IsNewline(pos_ + 1)) {
        if (!has_continued || continued == 0) continued = column;
        has_continued = true;
        pos_ = SkipNewline(pos_ + 1) - 1;
        column = alternative = 0;
        if (pos_ + 1 >= limit_) {
          SyntaxError(pos_, pos_, "the file ends after a line continuation");
          pos_ = limit_;
          return;
        }
      } else {
        break;
      }
    }
    if (has_continued && continued) column = alternative = continued;
    if (At(pos_) == '#') Comment();
    if (IsNewline(pos_)) {
      pos_ = SkipNewline(pos_);
      continue;
    }
    if (pos_ >= limit_) return;
    at_line_start_ = false;
    line_first_ = out_.tokens.size();
    size_t errors = out_.error_places.size();
    ApplyIndentation(column, alternative, uint32_t(pos_));
    line_first_ = out_.tokens.size();
    if (out_.error_places.size() > errors) error_line_ = line_first_;
    return;
  }
}

void Lexer::ApplyIndentation(uint32_t column, uint32_t alternative, uint32_t offset) {
  const std::string tabs = "tabs and spaces are mixed so that the indentation depends on the width of a tab";
  const std::string tabs_help = "indent every line of the file in the same way, best with spaces only";
  Indentation top = indents_.back();
  bool expect_match = std::exchange(match_pending_, false);
  if (column == top.column) {
    if (alternative != top.alternative) Error(DiagnosticKind::kIndentationError, offset, offset, tabs, tabs_help);
    return;
  }
  if (column > top.column) {
    if (alternative <= top.alternative) Error(DiagnosticKind::kIndentationError, offset, offset, tabs, tabs_help);
    if (indents_.size() > kMaxIndentations) {
      Error(DiagnosticKind::kNestingLimit, offset, offset, "more than 99 nested blocks", "move the inner blocks into functions");
      out_.fatal = true;
      return;
    }
    indents_.push_back({column, alternative, expect_match});
    Add(TokenKind::kIndent, offset, offset);
    return;
  }
  while (column < indents_.back().column) {
    indents_.pop_back();
    Add(TokenKind::kDedent, offset, offset);
  }
  if (column != indents_.back().column) {
    Error(DiagnosticKind::kIndentationError, offset, offset, "this line's indentation matches no enclosing block",
          "align it with the block that it belongs to");
  } else if (alternative != indents_.back().alternative) {
    Error(DiagnosticKind::kIndentationError, offset, offset, tabs, tabs_help);
  }
}

// Emits NEWLINE, decides whether the line is the header of a `match` or a `case`.
void Lexer::EndLogicalLine() {
  auto& tokens = out_.tokens;
  LexToken& first = tokens[line_first_];
  if (first.kind == TokenKind::kName) {
    std::string_view word = text_.substr(first.begin, first.end - first.begin);
    if (word == "match" && tokens.size() - line_first_ > 2 && tokens.back().kind == TokenKind::kColon) {
      first.kind = TokenKind::kMatch;
      match_pending_ = true;
    } else if (word == "case" && indents_.back().match_block) {
      first.kind = TokenKind::kCase;
    }
  }
  Add(TokenKind::kNewline, pos_, IsNewline(pos_) ? SkipNewline(pos_) : pos_);
  line_first_ = tokens.size();
  at_line_start_ = true;
}

// A newline between brackets is a blank, unless the next line shows that the bracket was forgotten.
void Lexer::NewlineInBrackets() {
  size_t newline = std::exchange(pos_, SkipNewline(pos_));
  if (in_field_) return;
  size_t word = pos_;
  while (At(word) == ' ' || At(word) == '\t' || At(word) == '\f') ++word;
  // A line that is indented more than the statement goes on with it, unless the statement is the header of a block.
  if (word - pos_ > indents_.back().column && !IsHeaderWord(out_.tokens[line_first_].kind)) return;
  size_t end = word;
  while (end < limit_ && IsNameByte(text_[end])) ++end;
  if (end == word || !IsStatementWord(FindKeyword(text_.substr(word, end - word)))) return;
  if (brackets_.size() == 1 && out_.tokens.back().kind == TokenKind::kLeftBrace && IsHeaderWord(out_.tokens[line_first_].kind)) {
    // A block in braces: the parser will miss the ':' before them, which says it better.
    brackets_.clear();
    ++brace_blocks_;
  } else {
    UnclosedBracket();
  }
  size_t resume = std::exchange(pos_, newline);
  EndLogicalLine();
  pos_ = resume;
}

void Lexer::Comment() {
  size_t begin = pos_;
  while (pos_ < limit_ && !IsNewline(pos_)) {
    unsigned char c = text_[pos_];
    size_t at = pos_;
    if (c < 0x80) {
      ++pos_;
      if (IsControlByte(c)) {
        Error(DiagnosticKind::kInvalidEncoding, at, pos_, "control character " + CodePointText(c) + " in a comment");
      }
      continue;
    }
    uint32_t code = unicode::Decode(text_, pos_);
    if (unicode::IsBidirectionalControl(code)) {
      Error(DiagnosticKind::kInvalidEncoding, at, pos_,
            "the comment contains " + CodePointText(code) + ", which makes the text look different from what runs",
            "remove the character");
    }
  }
  // PEP 263: an encoding other than UTF-8 may be named on one of the first two lines.
  if (begin > 1000 || std::count(text_.begin(), text_.begin() + begin, '\n') > 1) return;
  std::string_view comment = text_.substr(begin, pos_ - begin);
  size_t at = comment.find("coding");
  if (at == std::string_view::npos || at + 6 >= comment.size() || (comment[at + 6] != ':' && comment[at + 6] != '=')) return;
  size_t name = at + 7;
  while (name < comment.size() && (comment[name] == ' ' || comment[name] == '\t')) ++name;
  std::string encoding;
  for (; name < comment.size() && (IsNameByte(comment[name]) || comment[name] == '-' || comment[name] == '.'); ++name) {
    encoding += comment[name] == '_' ? '-' : char(comment[name] >= 'A' && comment[name] <= 'Z' ? comment[name] + 32 : comment[name]);
  }
  if (encoding.empty() || encoding == "utf-8" || encoding.starts_with("utf-8-") || encoding == "utf8" || encoding == "ascii" ||
      encoding == "us-ascii") {
    return;
  }
  Error(DiagnosticKind::kInvalidEncoding, begin, pos_, "the file declares the encoding '" + encoding + "'; only UTF-8 is read",
        "save the file as UTF-8 and remove the declaration");
}

void Lexer::Backslash() {
  if (IsNewline(pos_ + 1)) {
    size_t begin = pos_;
    pos_ = SkipNewline(pos_ + 1);
    if (pos_ >= limit_ && !in_field_) SyntaxError(begin, begin + 1, "the file ends after a line continuation");
    return;
  }
  if (pos_ + 1 >= limit_) {
    SyntaxError(pos_, pos_ + 1, "the file ends after a line continuation");
  } else {
    SyntaxError(pos_, pos_ + 1, "unexpected text after the line continuation '\\'", "a '\\' must be the last character of its line");
  }
  Add(TokenKind::kInvalid, pos_, pos_ + 1);
  ++pos_;
}

// One token, blank, join or newline.
void Lexer::Token() {
  char c = text_[pos_];
  if (c == ' ' || c == '\t' || c == '\f') {
    ++pos_;
  } else if (IsNameStart(c)) {
    Word();
  } else if ((c >= '0' && c <= '9') || (c == '.' && At(pos_ + 1) >= '0' && At(pos_ + 1) <= '9')) {
    Number();
  } else if (c == '\n' || c == '\r') {
    if (brackets_.empty() && !in_field_) {
      if (out_.tokens.size() > line_first_) EndLogicalLine();
      pos_ = SkipNewline(pos_);
      at_line_start_ = true;
    } else {
      NewlineInBrackets();
    }
  } else if (c == '#') {
    Comment();
  } else if (c == '\\') {
    Backslash();
  } else if (c == '"' || c == '\'') {
    String(pos_, pos_);
  } else {
    Operator();
  }
}

void Lexer::Word() {
  size_t begin = pos_;
  bool ascii = true;
  while (pos_ < limit_ && IsNameByte(text_[pos_])) ascii &= !(text_[pos_++] & 0x80);
  if (!ascii) return NonAsciiWord(begin, pos_);
  if ((At(pos_) == '"' || At(pos_) == '\'') && pos_ - begin <= 2 && StringPrefix(begin)) return String(begin, pos_);
  TokenKind kind = FindKeyword(text_.substr(begin, pos_ - begin));
  auto& tokens = out_.tokens;
  if (tokens.size() > line_first_) {  // two words that are one operator
    LexToken& last = tokens.back();
    if (kind == TokenKind::kIn && last.kind == TokenKind::kNot) {
      last = {TokenKind::kNotIn, last.begin, uint32_t(pos_)};
      return;
    }
    if (kind == TokenKind::kNot && last.kind == TokenKind::kIs) {
      last = {TokenKind::kIsNot, last.begin, uint32_t(pos_)};
      return;
    }
  }
  Add(kind, begin, pos_);
}

void Lexer::NonAsciiWord(size_t begin, size_t end) {
  for (size_t i = begin; i < end;) {
    size_t at = i;
    uint32_t code = unicode::Decode(text_, i);
    if (at == begin ? unicode::IsIdentifierStart(code) : unicode::IsIdentifierContinue(code)) continue;
    std::string character(text_.substr(at, i - at));
    if (unicode::IsBidirectionalControl(code) || unicode::IsControl(code)) {
      Error(DiagnosticKind::kInvalidEncoding, at, i, "invisible character " + CodePointText(code) + " outside a string",
            "remove the character");
    } else if (code == 0x201C || code == 0x201D || code == 0x2018 || code == 0x2019) {
      SyntaxError(at, i, "typographic quote '" + character + "' (" + CodePointText(code) + ")", "write straight quotes: \" or '");
    } else if (code == 0xA0 || code == 0x200B || code == 0xFEFF || code == 0x3000 || (code >= 0x2000 && code <= 0x200A)) {
      SyntaxError(at, i, "invisible character " + CodePointText(code) + ", which is not a blank of Python", "write an ordinary space");
    } else {
      SyntaxError(at, i, "'" + character + "' (" + CodePointText(code) + ") cannot be part of a name");
    }
    return Add(TokenKind::kInvalid, begin, end);
  }
  Add(TokenKind::kName, begin, end);
}

void Lexer::OpenBracket(char c) {
  if (brackets_.size() >= kMaxOpenBrackets) {
    Error(DiagnosticKind::kNestingLimit, pos_, pos_ + 1, "more than 200 nested brackets");
    out_.fatal = true;
    return;
  }
  brackets_.push_back({c, uint32_t(pos_)});
  Add(c == '(' ? TokenKind::kLeftParen : c == '[' ? TokenKind::kLeftSquare : TokenKind::kLeftBrace, pos_, pos_ + 1);
  ++pos_;
}

void Lexer::CloseBracket(char c) {
  char open = c == ')' ? '(' : c == ']' ? '[' : '{';
  TokenKind kind = c == ')' ? TokenKind::kRightParen : c == ']' ? TokenKind::kRightSquare : TokenKind::kRightBrace;
  auto match = std::find_if(brackets_.rbegin(), brackets_.rend(), [&](const Bracket& b) { return b.open == open; });
  if (match == brackets_.rbegin() && match != brackets_.rend()) {
    brackets_.pop_back();
    Add(kind, pos_, pos_ + 1);
    ++pos_;
    return;
  }
  if (brackets_.empty() && c == '}' && brace_blocks_ > 0) {
    --brace_blocks_;
    out_.error_places.push_back(uint32_t(pos_));  // follows from the error at the opener
  } else if (brackets_.empty()) {
    SyntaxError(pos_, pos_ + 1, std::string("unmatched '") + c + "'");
  } else {
    SyntaxError(pos_, pos_ + 1, std::string("'") + c + "' does not match the '" + brackets_.back().open + "' that is open here");
  }
  if (match != brackets_.rend()) brackets_.erase(match.base() - 1, brackets_.end());
  Add(TokenKind::kInvalid, pos_, pos_ + 1);
  ++pos_;
}

void Lexer::Operator() {
  using K = TokenKind;
  char c = text_[pos_], c1 = At(pos_ + 1), c2 = At(pos_ + 2);
  auto emit = [&](K kind, size_t length) {
    Add(kind, pos_, pos_ + length);
    pos_ += length;
  };
  // x, x=, and for some the doubled xx, xx=.
  auto arithmetic = [&](K single) { c1 == '=' ? emit(K::kAugAssign, 2) : emit(single, 1); };
  auto doubled = [&](K single, K twice) {
    if (c1 != c) return arithmetic(single);
    c2 == '=' ? emit(K::kAugAssign, 3) : emit(twice, 2);
  };
  switch (c) {
    case '(': case '[': case '{': return OpenBracket(c);
    case ')': case ']': case '}': return CloseBracket(c);
    case ',': return emit(K::kComma, 1);
    case ':': return c1 == '=' ? emit(K::kWalrus, 2) : emit(K::kColon, 1);
    case '.': return c1 == '.' && c2 == '.' ? emit(K::kEllipsis, 3) : emit(K::kDot, 1);
    case ';': return emit(K::kSemicolon, 1);
    case '=': return c1 == '=' ? emit(K::kEqualEqual, 2) : emit(K::kAssign, 1);
    case '-': return c1 == '>' ? emit(K::kArrow, 2) : arithmetic(K::kMinus);
    case '+': return arithmetic(K::kPlus);
    case '*': return doubled(K::kStar, K::kDoubleStar);
    case '/': return doubled(K::kSlash, K::kDoubleSlash);
    case '%': return arithmetic(K::kPercent);
    case '@': return arithmetic(K::kAt);
    case '&': return arithmetic(K::kAmpersand);
    case '|': return arithmetic(K::kBar);
    case '^': return arithmetic(K::kCaret);
    case '~': return emit(K::kTilde, 1);
    case '<':
      if (c1 == '>') return emit(K::kDiamond, 2);
      if (c1 == '=') return emit(K::kLessEqual, 2);
      return doubled(K::kLess, K::kLeftShift);
    case '>':
      if (c1 == '=') return emit(K::kGreaterEqual, 2);
      return doubled(K::kGreater, K::kRightShift);
    case '!':
      if (c1 == '=') return emit(K::kNotEqual, 2);
      SyntaxError(pos_, pos_ + 1, "'!' is not an operator", "write 'not' to negate, '!=' to compare");
      return emit(K::kInvalid, 1);
    default:
      if (IsControlByte(c)) {
        Error(DiagnosticKind::kInvalidEncoding, pos_, pos_ + 1,
              "control character " + CodePointText(static_cast<unsigned char>(c)) + " outside a string", "remove the character");
      } else {
        SyntaxError(pos_, pos_ + 1, std::string("'") + c + "' has no meaning here");
      }
      return emit(K::kInvalid, 1);
  }
}

TokenList Lex(FileId file, std::string_view text, DiagnosticSink& sink) { return Lexer(file, text, sink).Run(); }

}  // namespace lathe
