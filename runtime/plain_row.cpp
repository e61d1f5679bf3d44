// Rows of plain decimal numbers.
//
// Method: eight bytes at a time. The digits at their begin are found by carries and joined by three multiplications, so that
// short numbers of different length cost no mispredicted branches. Up to 15 digits and the power of ten that a point makes are
// exact as doubles; one division rounds correctly, as parse_number.cpp does it.
#include "runtime/plain_row.h"

namespace lathe::rt {
namespace {

constexpr int64_t kMostDigits = 15;
constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
constexpr uint64_t kWholePowers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
                                     100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000};

struct Digits {
  uint64_t value;  // of the first 15 at most
  int64_t count;
};

// Eight digits, the first in the lowest byte.
uint64_t Joined(uint64_t digits) {
  digits = digits * 10 + (digits >> 8);  // four numbers of two digits, in every other byte
  constexpr uint64_t kBytes = 0x000000ff000000ff;
  return ((digits & kBytes) * (100 + (uint64_t{1000000} << 32)) + ((digits >> 16) & kBytes) * (1 + (uint64_t{10000} << 32))) >> 32;
}

// Eight characters with their distance from '0', and where the lowest of them is none of 0 to 9.
struct Eight {
  uint64_t bytes, others;
  explicit Eight(const char* at) {
    memcpy(&bytes, at, 8);
    bytes ^= 0x3030303030303030;
    // Such a byte gets its highest bit here; carries only reach bytes behind it.
    others = ((bytes + 0x7676767676767676) | bytes) & 0x8080808080808080;
  }
  int digits() const { return __builtin_ctzll(others) >> 3; }  // where there is another character
  uint64_t Value(int count) const { return Joined(bytes << (64 - 8 * count)); }  // of the first `count`, 1 to 8
};

Digits DigitsAt(const char* at, const char* end) {
  Digits found = {0, 0};
  while (end - at >= 8 && found.count <= kMostDigits) {
    const Eight eight(at);
    const int count = eight.others == 0 ? 8 : eight.digits();
    if (count > 0) found.value = found.value * kWholePowers[count] + eight.Value(count);
    found.count += count;
    if (count < 8) return found;
    at += 8;
  }
  for (; at < end && *at >= '0' && *at <= '9' && found.count <= kMostDigits; ++at, ++found.count)
    found.value = found.value * 10 + uint64_t(*at - '0');
  return found;
}

// One number and how it is stored, for each kind of element.
struct Number {
  bool negative;
  uint64_t digits;
  int64_t decimals;  // digits behind the point, -1: no point
};

template <typename T>
bool Stored(const Number& n, T* out) {
  if constexpr (__is_same(T, double) || __is_same(T, float)) {
    double value = double(n.digits);
    if (n.decimals > 0) value /= kPowers[n.decimals];
    *out = T(n.negative ? -value : value);  // through a double, as NumPy
    return true;
  } else {
    const int64_t value = n.negative ? -int64_t(n.digits) : int64_t(n.digits);
    *out = T(value);
    return n.decimals < 0 && int64_t(*out) == value;
  }
}

template <typename T>
bool Row(View* text, char delimiter, int64_t width, char* out) {
  const char *at = text->data, *end = at + text->size;
  for (int64_t column = 0; column < width; ++column, out += sizeof(T)) {
    // Most of a table of small whole numbers.
    if (end - at > 8 && column + 1 < width) {
      const Eight eight(at);
      T element;
      const int count = eight.others == 0 ? 0 : eight.digits();
      if (count > 0 && at[count] == delimiter) {
        Stored({false, eight.Value(count), -1}, &element);  // less than 10^7
        memcpy(out, &element, sizeof element);
        at += count + 1;
        continue;
      }
    }
    Number number = {at < end && *at == '-', 0, -1};
    at += number.negative;
    const Digits whole = DigitsAt(at, end);
    at += whole.count;
    number.digits = whole.value;
    int64_t digits = whole.count;
    if (at < end && *at == '.') {
      const Digits behind = DigitsAt(++at, end);
      at += behind.count;
      digits += behind.count;
      if (digits > kMostDigits) return false;
      number.digits = whole.value * kWholePowers[behind.count] + behind.value;
      number.decimals = behind.count;
    }
    T element;
    if (digits == 0 || digits > kMostDigits || !Stored(number, &element)) return false;
    memcpy(out, &element, sizeof element);
    if (column + 1 == width) break;
    if (at == end || *at != delimiter) return false;
    ++at;
  }
  if (at < end && *at == '\r') ++at;
  if (at < end) {
    if (*at != '\n') return false;
    ++at;
  }
  *text = View(at, end - at);
  return true;
}

bool InNumbers(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '.'; }
bool EndsLine(char c) { return c == '\n' || c == '\r'; }

}  // namespace

bool HasPlainRows(int32_t dtype, View delimiter, View comments) {
  if (delimiter.size != 1 || InNumbers(delimiter[0]) || EndsLine(delimiter[0])) return false;
  if (!comments.empty() && (InNumbers(comments[0]) || EndsLine(comments[0]) || comments[0] == delimiter[0])) return false;
  return dtype == LT_FLOAT64 || dtype == LT_FLOAT32 || dtype == LT_INT64 || dtype == LT_INT32;
}

bool PlainRow(View* text, char delimiter, int32_t dtype, int64_t width, char* out) {
  switch (dtype) {
    case LT_FLOAT64:
      return Row<double>(text, delimiter, width, out);
    case LT_FLOAT32:
      return Row<float>(text, delimiter, width, out);
    case LT_INT64:
      return Row<int64_t>(text, delimiter, width, out);
    case LT_INT32:
      return Row<int32_t>(text, delimiter, width, out);
    default:
      return false;
  }
}

}  // namespace lathe::rt
