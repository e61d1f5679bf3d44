// Method: the number is a fraction r/s of two big integers; digits are quotients of r*10 by s. The shortest form stops
// as soon as what is left is within the rounding interval.
#include "runtime/digits.h"

#include <math.h>
#include <string.h>

namespace lathe::rt {
namespace {

// Big enough for 2^1077 * 10^19 and 10^326 * 2^54.
class Big {
 public:
  explicit Big(uint64_t value = 0) {
    while (value != 0) words_[size_++] = uint32_t(value), value >>= 32;
  }
  void MultiplySmall(uint32_t factor) {
    uint64_t carry = 0;
    for (int i = 0; i < size_; ++i) {
      carry += uint64_t(words_[i]) * factor;
      words_[i] = uint32_t(carry);
      carry >>= 32;
    }
    if (carry != 0) words_[size_++] = uint32_t(carry);
  }
  void MultiplyPowerOfTen(int power) {
    for (; power >= 9; power -= 9) MultiplySmall(1000000000u);
    static constexpr uint32_t kPowers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    if (power > 0) MultiplySmall(kPowers[power]);
  }
  void ShiftLeft(int bits) {
    if (size_ == 0) return;
    int words = bits / 32, rest = bits % 32;
    uint32_t top = rest == 0 ? 0 : words_[size_ - 1] >> (32 - rest);
    for (int i = size_ - 1; i >= 0; --i) {
      uint32_t low = rest == 0 || i == 0 ? 0 : words_[i - 1] >> (32 - rest);
      words_[i + words] = words_[i] << rest | low;
    }
    memset(words_, 0, size_t(words) * sizeof(uint32_t));
    size_ += words;
    if (top != 0) words_[size_++] = top;
  }
  void Subtract(const Big& other) {  // other <= *this
    int64_t borrow = 0;
    for (int i = 0; i < size_; ++i) {
      borrow += int64_t(words_[i]) - (i < other.size_ ? other.words_[i] : 0);
      words_[i] = uint32_t(borrow);
      borrow >>= 32;
    }
    Trim();
  }
  friend int Compare(const Big& a, const Big& b) {
    if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
    for (int i = a.size_ - 1; i >= 0; --i)
      if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i] ? -1 : 1;
    return 0;
  }
  // Compare(a + b, c)
  friend int CompareSum(const Big& a, const Big& b, const Big& c) {
    Big sum = a;
    uint64_t carry = 0;
    for (int i = 0; i < sum.size_ || i < b.size_; ++i) {
      carry += uint64_t(i < sum.size_ ? sum.words_[i] : 0) + (i < b.size_ ? b.words_[i] : 0);
      sum.words_[i] = uint32_t(carry);
      carry >>= 32;
      if (i >= sum.size_) sum.size_ = i + 1;
    }
    if (carry != 0) sum.words_[sum.size_++] = uint32_t(carry);
    return Compare(sum, c);
  }
  // The quotient by `divisor`, known to be at most 9; *this becomes the remainder.
  int Digit(const Big& divisor) {
    int digit = 0;
    if (size_ >= divisor.size_) {
      // A lower bound from the leading bits first.
      uint64_t high = words_[size_ - 1], low = divisor.words_[divisor.size_ - 1];
      if (size_ > divisor.size_) high = high << 32 | words_[size_ - 2];
      digit = int(high / (low + 1));
      if (digit > 0) {
        Big product = divisor;
        product.MultiplySmall(uint32_t(digit));
        Subtract(product);
      }
    }
    while (Compare(*this, divisor) >= 0) Subtract(divisor), ++digit;
    return digit;
  }

 private:
  void Trim() {
    while (size_ > 0 && words_[size_ - 1] == 0) --size_;
  }
  int size_ = 0;
  uint32_t words_[44];
};

int BitLength(uint64_t x) { return x == 0 ? 0 : 64 - __builtin_clzll(x); }

// value = r/s; scaled so that 0.1 <= r/s < 1 afterwards. Gives the decimal point's place. `extra` powers of two are in
// both, so that half the distance to a neighbour is an integer. `tens` is the power of ten that r was multiplied by.
int Scale(const Number& x, int extra, Big* r, Big* s, int* tens) {
  *r = Big(x.mantissa);
  *s = Big(1);
  r->ShiftLeft(extra + (x.exponent > 0 ? x.exponent : 0));
  s->ShiftLeft(extra + (x.exponent < 0 ? -x.exponent : 0));
  int point = int(ceil((BitLength(x.mantissa) + x.exponent - 1) * 0.30102999566398120 - 1e-10));
  if (point > 0) s->MultiplyPowerOfTen(point);
  *tens = point < 0 ? -point : 0;
  r->MultiplyPowerOfTen(*tens);
  if (Compare(*r, *s) >= 0) {
    s->MultiplySmall(10);
    ++point;
  }
  return point;
}

// Adds one to the last of the digits; a carry out of the first gives "100…" with one digit more.
void Increment(Text* digits) {
  char* d = digits->data();
  int64_t i = digits->size() - 1;
  while (i >= 0 && d[i] == '9') d[i--] = '0';
  if (i >= 0)
    ++d[i];
  else
    digits->Insert(0, "1");
}

// `count` digits of r/s (0.1 <= r/s < 1), rounded. True: there is one more because of a carry.
bool Rounded(Big* r, const Big& s, int64_t count, Text* digits) {
  for (int64_t i = 0; i < count; ++i) {
    r->MultiplySmall(10);
    digits->Add(char('0' + r->Digit(s)));
  }
  int half = CompareSum(*r, *r, s);
  bool odd = count > 0 && (digits->data()[count - 1] & 1) != 0;
  if (half > 0 || (half == 0 && odd)) {
    if (count == 0) {
      digits->Add('1');
      return true;
    }
    Increment(digits);
  }
  return digits->size() > count;
}

}  // namespace

float HalfToFloat(uint16_t h) {
  uint32_t sign = uint32_t(h & 0x8000) << 16, exponent = (h >> 10) & 31, fraction = h & 0x3ff, bits;
  if (exponent == 31) {
    bits = sign | 0x7f800000 | fraction << 13;
  } else if (exponent != 0) {
    bits = sign | (exponent + 112) << 23 | fraction << 13;
  } else {
    float magnitude = float(fraction) * 0x1p-24f;
    memcpy(&bits, &magnitude, 4);
    bits |= sign;
  }
  float x;
  memcpy(&x, &bits, 4);
  return x;
}

float BFloat16ToFloat(uint16_t h) {
  uint32_t bits = uint32_t(h) << 16;
  float x;
  memcpy(&x, &bits, 4);
  return x;
}

uint16_t FloatToHalf(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  uint16_t sign = uint16_t(bits >> 16 & 0x8000);
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return uint16_t(sign | 0x7e00 | (magnitude >> 13 & 0x1ff));
  if (magnitude >= 0x477ff000) return uint16_t(sign | 0x7c00);  // 65520 and more
  if (magnitude < 0x38800000) {                                 // below 2^-14: units of 2^-24
    float scaled;
    memcpy(&scaled, &magnitude, 4);
    return uint16_t(sign | uint16_t(lrintf(scaled * 0x1p24f)));
  }
  uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
  return uint16_t(sign | ((rounded >> 13) - (112 << 10)));
}

uint16_t FloatToBFloat16(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  if ((bits & 0x7fffffff) > 0x7f800000) return uint16_t(bits >> 16 | 0x40);
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

double DoubleOf(int32_t dtype, const void* data, int64_t i) {
  switch (dtype) {
    case LT_BOOL:
    case LT_UINT8:
      return static_cast<const uint8_t*>(data)[i];
    case LT_INT8:
      return static_cast<const int8_t*>(data)[i];
    case LT_INT16:
      return static_cast<const int16_t*>(data)[i];
    case LT_UINT16:
      return static_cast<const uint16_t*>(data)[i];
    case LT_INT32:
      return static_cast<const int32_t*>(data)[i];
    case LT_UINT32:
      return static_cast<const uint32_t*>(data)[i];
    case LT_INT64:
      return double(static_cast<const int64_t*>(data)[i]);
    case LT_UINT64:
      return double(static_cast<const uint64_t*>(data)[i]);
    case LT_FLOAT16:
      return HalfToFloat(static_cast<const uint16_t*>(data)[i]);
    case LT_BFLOAT16:
      return BFloat16ToFloat(static_cast<const uint16_t*>(data)[i]);
    case LT_FLOAT32:
      return static_cast<const float*>(data)[i];
    default:
      return static_cast<const double*>(data)[i];
  }
}

Number NumberOf(int32_t dtype, const void* element) {
  int exponent_bits, fraction_bits;
  uint64_t bits = 0;
  switch (dtype) {
    case LT_FLOAT16:
      exponent_bits = 5, fraction_bits = 10;
      memcpy(&bits, element, 2);
      break;
    case LT_BFLOAT16:
      exponent_bits = 8, fraction_bits = 7;
      memcpy(&bits, element, 2);
      break;
    case LT_FLOAT32:
    case LT_COMPLEX64:
      exponent_bits = 8, fraction_bits = 23;
      memcpy(&bits, element, 4);
      break;
    default:
      exponent_bits = 11, fraction_bits = 52;
      memcpy(&bits, element, 8);
      break;
  }
  Number x;
  uint64_t fraction = bits & ((uint64_t{1} << fraction_bits) - 1);
  int top = (1 << exponent_bits) - 1, field = int(bits >> fraction_bits) & top, bias = top >> 1;
  x.negative = (bits >> (exponent_bits + fraction_bits) & 1) != 0;
  if (field == top) {
    x.kind = fraction == 0 ? Number::kInfinite : Number::kNan;
    return x;
  }
  x.mantissa = field == 0 ? fraction : fraction | uint64_t{1} << fraction_bits;
  x.exponent = (field == 0 ? 1 : field) - bias - fraction_bits;
  x.lower_close = fraction == 0 && field > 1;
  return x;
}

void Shortest(const Number& x, Decimal* out) {
  Big r, s;
  out->digits.Clear();
  int tens;
  out->point = Scale(x, 2, &r, &s, &tens);
  // Half the gaps to the neighbours, in the same units as r.
  Big above(2), below(x.lower_close ? 1 : 2);
  int shift = x.exponent > 0 ? x.exponent : 0;
  above.ShiftLeft(shift);
  below.ShiftLeft(shift);
  above.MultiplyPowerOfTen(tens);
  below.MultiplyPowerOfTen(tens);
  bool inclusive = (x.mantissa & 1) == 0;
  for (;;) {
    r.MultiplySmall(10);
    above.MultiplySmall(10);
    below.MultiplySmall(10);
    int digit = r.Digit(s);
    int to_low = Compare(r, below), to_high = CompareSum(r, above, s);
    bool low = to_low < 0 || (to_low == 0 && inclusive), high = to_high > 0 || (to_high == 0 && inclusive);
    out->digits.Add(char('0' + digit));
    if (!low && !high) continue;
    if (low && high) {
      int half = CompareSum(r, r, s);
      high = half > 0 || (half == 0 && (digit & 1) != 0);
    }
    if (high) {
      int64_t size = out->digits.size();
      Increment(&out->digits);
      if (out->digits.size() > size) ++out->point;
    }
    break;
  }
  int64_t size = out->digits.size();
  while (size > 1 && out->digits.data()[size - 1] == '0') --size;
  out->digits.Shrink(size);
}

void RoundSignificant(const Number& x, int64_t count, Decimal* out) {
  Big r, s;
  out->digits.Clear();
  int tens;
  out->point = Scale(x, 0, &r, &s, &tens);
  if (Rounded(&r, s, count, &out->digits)) {
    ++out->point;
    out->digits.Shrink(count);
  }
}

void RoundFraction(const Number& x, int64_t places, Text* integer) {
  integer->Clear();
  if (!x.zero()) {
    Big r, s;
    int tens;
    int64_t count = Scale(x, 0, &r, &s, &tens) + places;
    if (count >= 0) Rounded(&r, s, count, integer);
  }
  if (integer->size() == 0) integer->Add('0');
}

}  // namespace lathe::rt
