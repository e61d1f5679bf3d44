// Unicode facts from generated tables; the normalisation is that of UAX 15 (decompose, order, compose), Hangul by rule.
#include "frontend/unicode.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace lathe::unicode {

namespace {

struct Range {
  uint32_t first, last;
};
struct Decomposition {
  uint32_t code, offset, length;
};
struct CombiningRange {
  uint32_t first, last, combining_class;
};
struct Composition {
  uint32_t first, second, composed;
};

#include "frontend/unicode_tables.inc"

template <class T, size_t n>
const T* FindRange(const T (&table)[n], uint32_t code) {
  const T* it = std::upper_bound(std::begin(table), std::end(table), code, [](uint32_t c, const T& r) { return c < r.first; });
  if (it == std::begin(table)) return nullptr;
  --it;
  return code <= it->last ? it : nullptr;
}

uint32_t CombiningClass(uint32_t code) {
  if (code < 0x300) return 0;
  const CombiningRange* r = FindRange(kCombining, code);
  return r ? r->combining_class : 0;
}

constexpr uint32_t kHangulBase = 0xAC00, kLBase = 0x1100, kVBase = 0x1161, kTBase = 0x11A7, kVCount = 21, kTCount = 28,
                   kLCount = 19, kHangulCount = kLCount * kVCount * kTCount;

void Decompose(uint32_t code, std::vector<uint32_t>& out) {
  if (code - kHangulBase < kHangulCount) {
    uint32_t s = code - kHangulBase;
    out.push_back(kLBase + s / (kVCount * kTCount));
    out.push_back(kVBase + s % (kVCount * kTCount) / kTCount);
    if (s % kTCount) out.push_back(kTBase + s % kTCount);
    return;
  }
  auto it = std::lower_bound(std::begin(kDecompositions), std::end(kDecompositions), code,
                             [](const Decomposition& d, uint32_t c) { return d.code < c; });
  if (it == std::end(kDecompositions) || it->code != code) return out.push_back(code);
  out.insert(out.end(), kDecompositionPool + it->offset, kDecompositionPool + it->offset + it->length);
}

uint32_t Compose(uint32_t a, uint32_t b) {
  if (a - kLBase < kLCount && b - kVBase < kVCount) return kHangulBase + ((a - kLBase) * kVCount + (b - kVBase)) * kTCount;
  if (a - kHangulBase < kHangulCount && (a - kHangulBase) % kTCount == 0 && b > kTBase && b < kTBase + kTCount) {
    return a + (b - kTBase);
  }
  auto it = std::lower_bound(std::begin(kCompositions), std::end(kCompositions), std::pair(a, b),
                             [](const Composition& c, std::pair<uint32_t, uint32_t> p) { return std::pair(c.first, c.second) < p; });
  return it != std::end(kCompositions) && it->first == a && it->second == b ? it->composed : 0;
}

void Order(std::vector<uint32_t>& codes) {
  for (auto it = codes.begin(); it != codes.end();) {
    if (CombiningClass(*it) == 0) {
      ++it;
      continue;
    }
    auto end = std::find_if(it, codes.end(), [](uint32_t c) { return CombiningClass(c) == 0; });
    std::stable_sort(it, end, [](uint32_t a, uint32_t b) { return CombiningClass(a) < CombiningClass(b); });
    it = end;
  }
}

}  // namespace

uint32_t Decode(std::string_view text, size_t& pos) {
  auto byte = [&](size_t i) -> uint32_t { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
  auto tail = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  uint32_t c = byte(pos);
  if (c < 0x80) {
    ++pos;
    return c;
  }
  if (c >= 0xC2 && c <= 0xDF && tail(pos + 1)) {
    uint32_t code = (c & 0x1F) << 6 | (byte(pos + 1) & 0x3F);
    pos += 2;
    return code;
  }
  if (c >= 0xE0 && c <= 0xEF && tail(pos + 1) && tail(pos + 2)) {
    uint32_t code = (c & 0x0F) << 12 | (byte(pos + 1) & 0x3F) << 6 | (byte(pos + 2) & 0x3F);
    if (code >= 0x800 && (code < 0xD800 || code > 0xDFFF)) {
      pos += 3;
      return code;
    }
  }
  if (c >= 0xF0 && c <= 0xF4 && tail(pos + 1) && tail(pos + 2) && tail(pos + 3)) {
    uint32_t code = (c & 0x07) << 18 | (byte(pos + 1) & 0x3F) << 12 | (byte(pos + 2) & 0x3F) << 6 | (byte(pos + 3) & 0x3F);
    if (code >= 0x10000 && code <= 0x10FFFF) {
      pos += 4;
      return code;
    }
  }
  ++pos;
  return kInvalid;
}

void Append(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += char(code);
  } else if (code < 0x800) {
    out += char(0xC0 | code >> 6);
    out += char(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += char(0xE0 | code >> 12);
    out += char(0x80 | (code >> 6 & 0x3F));
    out += char(0x80 | (code & 0x3F));
  } else {
    out += char(0xF0 | code >> 18);
    out += char(0x80 | (code >> 12 & 0x3F));
    out += char(0x80 | (code >> 6 & 0x3F));
    out += char(0x80 | (code & 0x3F));
  }
}

bool IsIdentifierStart(uint32_t code) {
  if (code < 0x80) return code == '_' || ((code | 0x20) >= 'a' && (code | 0x20) <= 'z');
  return FindRange(kStart, code) != nullptr;
}
bool IsIdentifierContinue(uint32_t code) {
  if (code < 0x80) return IsIdentifierStart(code) || (code >= '0' && code <= '9');
  return FindRange(kContinue, code) != nullptr;
}
bool IsControl(uint32_t code) { return code < 0x20 || (code >= 0x7F && code <= 0x9F); }
bool IsBidirectionalControl(uint32_t code) { return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069); }

std::string NormalizeIdentifier(std::string_view name) {
  std::vector<uint32_t> codes;
  for (size_t pos = 0; pos < name.size();) Decompose(Decode(name, pos), codes);
  Order(codes);
  std::vector<uint32_t> composed;
  size_t starter = SIZE_MAX;
  uint32_t last_class = 0;
  for (uint32_t code : codes) {
    uint32_t k = CombiningClass(code);
    bool adjacent = starter != SIZE_MAX && starter + 1 == composed.size();
    if (starter != SIZE_MAX && (adjacent || last_class < k)) {
      if (uint32_t c = Compose(composed[starter], code)) {
        composed[starter] = c;
        continue;
      }
    }
    if (k == 0) starter = composed.size();
    last_class = k;
    composed.push_back(code);
  }
  std::string out;
  for (uint32_t code : composed) Append(out, code);
  return out;
}

std::optional<uint32_t> FindCharacter(std::string_view name) {
  std::string upper;
  for (char c : name) upper += c >= 'a' && c <= 'z' ? char(c - 32) : c;
  constexpr std::string_view kIdeograph = "CJK UNIFIED IDEOGRAPH-";
  if (upper.starts_with(kIdeograph) && (upper.size() == kIdeograph.size() + 4 || upper.size() == kIdeograph.size() + 5)) {
    uint32_t code = 0;
    for (char c : std::string_view(upper).substr(kIdeograph.size())) {
      if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'))) return std::nullopt;
      code = code * 16 + (c <= '9' ? c - '0' : c - 'A' + 10);
    }
    bool known = (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0x3400 && code <= 0x4DBF) || (code >= 0x20000 && code <= 0x2A6DF);
    return known ? std::optional(code) : std::nullopt;
  }
  uint64_t hash = 0xCBF29CE484222325;
  for (unsigned char c : upper) hash = (hash ^ c) * 0x100000001B3;
  uint64_t key = hash & ~uint64_t{0x1FFFFF};
  const uint64_t* it = std::lower_bound(std::begin(kNamed), std::end(kNamed), key);
  if (it == std::end(kNamed) || (*it & ~uint64_t{0x1FFFFF}) != key) return std::nullopt;
  return uint32_t(*it & 0x1FFFFF);
}

}  // namespace lathe::unicode
