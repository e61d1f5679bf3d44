// Input: the text of string literals. Output: their values. Rules: Python 3.11, lexical analysis, string literals.
#include "frontend/string_literal.h"

#include "frontend/unicode.h"

namespace lathe {

StringParts SplitString(std::string_view literal) {
  StringParts parts;
  uint32_t i = 0;
  for (; literal[i] != '"' && literal[i] != '\''; ++i) {
    char c = literal[i] | 0x20;
    parts.raw |= c == 'r';
    parts.bytes |= c == 'b';
    parts.format |= c == 'f';
    parts.u_prefix |= literal[i] == 'u';
  }
  bool triple = literal.size() >= i + 6 && literal[i + 1] == literal[i] && literal[i + 2] == literal[i];
  parts.body_begin = i + (triple ? 3 : 1);
  parts.body_end = uint32_t(literal.size()) - (triple ? 3 : 1);
  return parts;
}

namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

class Decoder {
 public:
  Decoder(std::string_view body, bool bytes, std::string& out) : body_(body), bytes_(bytes), out_(out) {}

  std::string Run(bool raw, size_t* error_at) {
    while (pos_ < body_.size() && error_.empty()) {
      *error_at = pos_;
      unsigned char c = body_[pos_];
      if (c == '\r') {
        out_ += '\n';
        pos_ += pos_ + 1 < body_.size() && body_[pos_ + 1] == '\n' ? 2 : 1;
      } else if (c >= 0x80 && bytes_) {
        error_ = "bytes literals hold ASCII characters only";
      } else if (c == '\\' && !raw) {
        Escape();
      } else {
        out_ += char(c);
        ++pos_;
      }
    }
    return std::move(error_);
  }

 private:
  void Put(uint32_t code) {
    if (bytes_) {
      out_ += char(code);
    } else {
      unicode::Append(out_, code);
    }
  }

  void Escape() {
    char c = pos_ + 1 < body_.size() ? body_[pos_ + 1] : '\\';
    size_t begin = pos_;
    pos_ += 2;
    switch (c) {
      case '\n': return;
      case '\r': pos_ += pos_ < body_.size() && body_[pos_] == '\n'; return;
      case '\\': case '\'': case '"': out_ += c; return;
      case 'a': out_ += '\a'; return;
      case 'b': out_ += '\b'; return;
      case 'f': out_ += '\f'; return;
      case 'n': out_ += '\n'; return;
      case 'r': out_ += '\r'; return;
      case 't': out_ += '\t'; return;
      case 'v': out_ += '\v'; return;
      case 'x': return Hexadecimal(2);
      case 'u': if (!bytes_) return Hexadecimal(4); break;
      case 'U': if (!bytes_) return Hexadecimal(8); break;
      case 'N': if (!bytes_) return Named(); break;
      default: break;
    }
    if (c >= '0' && c <= '7') {
      uint32_t value = 0;
      pos_ = begin + 1;
      for (int i = 0; i < 3 && pos_ < body_.size() && body_[pos_] >= '0' && body_[pos_] <= '7'; ++i) value = value * 8 + (body_[pos_++] - '0');
      return Put(value);
    }
    pos_ = begin + 1;  // unknown: the backslash stays
    out_ += '\\';
  }

  void Hexadecimal(int digits) {
    uint32_t value = 0;
    for (int i = 0; i < digits; ++i, ++pos_) {
      int d = pos_ < body_.size() ? HexDigit(body_[pos_]) : -1;
      if (d < 0) {
        error_ = std::string("\\") + (digits == 2 ? "x" : digits == 4 ? "u" : "U") + " needs " + std::to_string(digits) + " hexadecimal digits";
        return;
      }
      value = value * 16 + d;
    }
    if (value > 0x10FFFF) {
      error_ = "no character has a number above 10FFFF";
      return;
    }
    Put(value);
  }

  void Named() {
    size_t close = pos_ < body_.size() && body_[pos_] == '{' ? body_.find('}', pos_) : std::string_view::npos;
    if (close == std::string_view::npos || close == pos_ + 1) {
      error_ = "\\N needs the name of a character in braces";
      return;
    }
    std::string_view name = body_.substr(pos_ + 1, close - pos_ - 1);
    if (auto code = unicode::FindCharacter(name)) {
      unicode::Append(out_, *code);
      pos_ = close + 1;
    } else {
      error_ = "no character named '" + std::string(name) + "' is known (of the rarer scripts Lathe has no names: use \\u or \\U)";
    }
  }

  std::string_view body_;
  bool bytes_;
  std::string& out_;
  size_t pos_ = 0;
  std::string error_;
};

}  // namespace

std::string DecodeString(std::string_view body, bool raw, bool bytes, std::string& out, size_t* error_at) {
  return Decoder(body, bytes, out).Run(raw, error_at);
}

}  // namespace lathe
