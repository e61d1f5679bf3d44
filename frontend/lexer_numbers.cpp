// Token source, number literals (Python 3.11: lexical analysis, numeric literals).
#include "frontend/lexer_internal.h"

namespace lathe {

namespace {
bool IsDigit(char c, int base) {
  if (base == 16) return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  return c >= '0' && c < '0' + base;
}
}  // namespace

// digit (_? digit)*; false, and an error, for an underscore in another place.
bool Lexer::Digits(int base) {
  while (true) {
    while (IsDigit(At(pos_), base)) ++pos_;
    if (At(pos_) != '_') return true;
    ++pos_;
    if (!IsDigit(At(pos_), base)) {
      SyntaxError(pos_ - 1, pos_, "an underscore in a number must stand between two digits");
      return false;
    }
  }
}

// A name directly after a number is an error, unless it begins one of Python's words that may follow an operand.
bool Lexer::NumberBadEnd(std::string_view what) {
  char c = At(pos_);
  if (!IsNameByte(c)) return false;
  std::string_view rest = text_.substr(pos_, std::min<size_t>(4, limit_ - pos_));
  bool word = rest.starts_with("and") || rest.starts_with("else") || rest.starts_with("for") || rest.starts_with("or") ||
              rest.starts_with("not") || (c == 'i' && rest.size() > 1 && (rest[1] == 'n' || rest[1] == 's' || rest[1] == 'f'));
  if (word) return false;
  size_t begin = pos_;
  while (pos_ < limit_ && IsNameByte(text_[pos_])) ++pos_;
  std::string tail(text_.substr(begin, pos_ - begin));
  SyntaxError(begin, pos_, "'" + tail + "' directly after " + std::string(what),
              "a name cannot begin with a digit; put an operator or a blank between the number and '" + tail + "'");
  return true;
}

void Lexer::RadixNumber(int base) {
  const char* name = base == 16 ? "hexadecimal" : base == 8 ? "octal" : "binary";
  size_t begin = pos_;
  pos_ += 2;
  if (At(pos_) == '_') ++pos_;
  bool good = true;
  if (!IsDigit(At(pos_), base)) {
    char c = At(pos_);
    if (c >= '0' && c <= '9') {
      SyntaxError(pos_, pos_ + 1, std::string("digit '") + c + "' in a number of base " + std::to_string(base));
    } else {
      SyntaxError(begin, pos_, std::string("a ") + name + " number needs digits");
    }
    good = false;
  } else {
    good = Digits(base);
    char c = At(pos_);
    if (good && c >= '0' && c <= '9') {
      SyntaxError(pos_, pos_ + 1, std::string("digit '") + c + "' in a number of base " + std::to_string(base));
      good = false;
    }
  }
  if (!good) {
    while (pos_ < limit_ && IsNameByte(text_[pos_])) ++pos_;
  } else {
    good = !NumberBadEnd(std::string("a ") + name + " number");
  }
  Add(good ? TokenKind::kNumber : TokenKind::kInvalid, begin, pos_);
}

void Lexer::DecimalNumber() {
  size_t begin = pos_;
  bool good = true, integer = true;
  if (At(pos_) != '.') good = Digits(10);
  size_t digits_end = pos_;
  if (good && At(pos_) == '.') {
    integer = false;
    ++pos_;
    if (IsDigit(At(pos_), 10)) good = Digits(10);
  }
  if (char c = At(pos_); good && (c == 'e' || c == 'E')) {
    char next = At(pos_ + 1);
    bool sign = next == '+' || next == '-';
    if (IsDigit(At(pos_ + 1 + sign), 10)) {
      integer = false;
      pos_ += 1 + sign;
      good = Digits(10);
    } else if (sign) {
      SyntaxError(begin, pos_ + 2, "the exponent of a number needs digits");
      pos_ += 2;
      good = false;
    }
  }
  if (char c = At(pos_); good && (c == 'j' || c == 'J')) {
    integer = false;
    ++pos_;
  }
  if (good) good = !NumberBadEnd("a number");
  if (!good) {
    while (pos_ < limit_ && IsNameByte(text_[pos_])) ++pos_;
  } else if (integer) {
    size_t first = begin, count = 0;
    while (first < digits_end && (text_[first] == '0' || text_[first] == '_')) ++first;
    for (size_t i = first; i < digits_end; ++i) count += text_[i] != '_';
    if (text_[begin] == '0' && count > 0) {
      SyntaxError(begin, pos_, "an integer other than zero cannot begin with 0", "write 0o for an octal number, or remove the zeros");
      good = false;
    } else if (count > kMaxIntDigits) {
      Error(DiagnosticKind::kNumberLimit, begin, pos_,
            "an integer literal of " + std::to_string(count) + " digits; at most 4300 are read", "write it in hexadecimal (0x…)");
      good = false;
    }
  }
  Add(good ? TokenKind::kNumber : TokenKind::kInvalid, begin, pos_);
}

void Lexer::Number() {
  char next = At(pos_ + 1) | 0x20;
  if (text_[pos_] == '0' && next == 'x') return RadixNumber(16);
  if (text_[pos_] == '0' && next == 'o') return RadixNumber(8);
  if (text_[pos_] == '0' && next == 'b') return RadixNumber(2);
  DecimalNumber();
}

}  // namespace lathe
