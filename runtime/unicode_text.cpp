// Code points and the reprs of strings. Bytes that are not UTF-8 count as one code point each (Python's
// surrogateescape).
#include "runtime/float_text.h"

namespace lathe::rt {
namespace {

struct Range {
  uint32_t first, last;
};
// Unicode 14.0: categories Cc Cf Cs Co Cn Zl Zp Zs but the space.
constexpr Range kUnprintable[] = {
#include "runtime/unprintable.inc"
};

constexpr char kHex[] = "0123456789abcdef";

void AddHex(uint32_t value, int digits, Text* out) {
  for (int i = digits - 1; i >= 0; --i) out->Add(kHex[value >> (4 * i) & 15]);
}

char QuoteFor(View text) {
  if (text.size == 0) return '\'';
  bool single = memchr(text.data, '\'', size_t(text.size)) != nullptr;
  bool twice = memchr(text.data, '"', size_t(text.size)) != nullptr;
  return single && !twice ? '"' : '\'';
}

// Escapes that str and bytes share. False: none applies.
bool AddEscape(uint32_t c, char quote, Text* out) {
  switch (c) {
    case '\t':
      out->Add("\\t");
      return true;
    case '\n':
      out->Add("\\n");
      return true;
    case '\r':
      out->Add("\\r");
      return true;
    case '\\':
      out->Add("\\\\");
      return true;
    default:
      break;
  }
  if (c == uint32_t(quote)) {
    out->Add('\\');
    out->Add(quote);
    return true;
  }
  if (c >= 32 && c != 127) return false;
  out->Add("\\x");
  AddHex(c, 2, out);
  return true;
}

}  // namespace

bool IsPrintable(uint32_t code) {
  int low = 0, high = int(sizeof kUnprintable / sizeof kUnprintable[0]);
  while (low < high) {
    int middle = (low + high) / 2;
    if (kUnprintable[middle].last < code)
      low = middle + 1;
    else
      high = middle;
  }
  return low == int(sizeof kUnprintable / sizeof kUnprintable[0]) || code < kUnprintable[low].first;
}

uint32_t DecodeCodePoint(View text, int64_t at, int64_t* length) {
  auto byte = [&](int64_t i) { return uint32_t(uint8_t(text[at + i])); };
  uint32_t first = byte(0);
  *length = 1;
  if (first < 0x80) return first;
  int more = first >= 0xf0 && first < 0xf5   ? 3
             : first >= 0xe0 && first < 0xf0 ? 2
             : first >= 0xc2 && first < 0xe0 ? 1
                                             : 0;
  if (more == 0 || at + more >= text.size) return 0xdc00 + first;
  uint32_t code = first & (0x3fu >> more);
  for (int i = 1; i <= more; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0xdc00 + first;
    code = code << 6 | (byte(i) & 0x3f);
  }
  bool valid = more == 1 || (more == 2 && code >= 0x800 && (code < 0xd800 || code > 0xdfff)) ||
               (more == 3 && code >= 0x10000 && code < 0x110000);
  if (!valid) return 0xdc00 + first;
  *length = more + 1;
  return code;
}

void AddCodePoint(uint32_t c, Text* out) {
  if (c >= 0xdc80 && c <= 0xdcff) {
    out->Add(char(c - 0xdc00));
  } else if (c < 0x80) {
    out->Add(char(c));
  } else if (c < 0x800) {
    out->Add(char(0xc0 | c >> 6));
    out->Add(char(0x80 | (c & 0x3f)));
  } else if (c < 0x10000) {
    out->Add(char(0xe0 | c >> 12));
    out->Add(char(0x80 | (c >> 6 & 0x3f)));
    out->Add(char(0x80 | (c & 0x3f)));
  } else {
    out->Add(char(0xf0 | c >> 18));
    out->Add(char(0x80 | (c >> 12 & 0x3f)));
    out->Add(char(0x80 | (c >> 6 & 0x3f)));
    out->Add(char(0x80 | (c & 0x3f)));
  }
}

int64_t CodePointCount(View text) {
  int64_t count = 0, length;
  for (int64_t i = 0; i < text.size; i += length, ++count) {
    length = 1;
    if (uint8_t(text[i]) >= 0x80) DecodeCodePoint(text, i, &length);
  }
  return count;
}

int64_t CodePointOffset(View text, int64_t count) {
  int64_t at = 0, length;
  for (; at < text.size && count > 0; --count, at += length) DecodeCodePoint(text, at, &length);
  return at;
}

void AddStrRepr(View text, Text* out) {
  char quote = QuoteFor(text);
  out->Add(quote);
  int64_t length;
  for (int64_t i = 0; i < text.size; i += length) {
    uint32_t c = DecodeCodePoint(text, i, &length);
    if (AddEscape(c, quote, out)) continue;
    if (IsPrintable(c)) {
      out->Add(text.Part(i, length));
    } else if (c < 0x100) {
      out->Add("\\x");
      AddHex(c, 2, out);
    } else if (c < 0x10000) {
      out->Add("\\u");
      AddHex(c, 4, out);
    } else {
      out->Add("\\U");
      AddHex(c, 8, out);
    }
  }
  out->Add(quote);
}

void AddBytesRepr(View bytes, Text* out) {
  char quote = QuoteFor(bytes);
  out->Add('b');
  out->Add(quote);
  for (int64_t i = 0; i < bytes.size; ++i) {
    uint32_t c = uint8_t(bytes[i]);
    if (AddEscape(c, quote, out)) continue;
    if (c < 127) {
      out->Add(char(c));
    } else {
      out->Add("\\x");
      AddHex(c, 2, out);
    }
  }
  out->Add(quote);
}

}  // namespace lathe::rt
