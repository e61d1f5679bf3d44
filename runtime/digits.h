// Decimal digits of binary floating-point numbers, exactly.
#pragma once
#include "runtime/text.h"

namespace lathe::rt {

// A number taken apart: the magnitude of a finite one is mantissa * 2^exponent.
struct Number {
  enum Kind : uint8_t { kFinite, kInfinite, kNan };
  Kind kind = kFinite;
  bool negative = false;
  bool lower_close = false;  // the neighbour below is half as far as the neighbour above
  uint64_t mantissa = 0;
  int exponent = 0;
  bool finite() const { return kind == kFinite; }
  bool zero() const { return kind == kFinite && mantissa == 0; }
};
// `dtype` is that of a floating-point element.
Number NumberOf(int32_t dtype, const void* element);
inline Number NumberOf(double x) { return NumberOf(LT_FLOAT64, &x); }
inline Number NumberOf(float x) { return NumberOf(LT_FLOAT32, &x); }

// Digits of a positive number: value = 0.D * 10^point.
struct Decimal {
  Text digits;
  int64_t point = 0;
};
// The shortest digits that read back to the same value of the same type; without trailing zeros.
void Shortest(const Number&, Decimal*);
// Exactly `count` (> 0) digits of the exact value, ties to even.
void RoundSignificant(const Number&, int64_t count, Decimal*);
// The integer nearest to value * 10^places (>= 0), ties to even; "0" for zero. Any finite number.
void RoundFraction(const Number&, int64_t places, Text* integer);

float HalfToFloat(uint16_t);
float BFloat16ToFloat(uint16_t);
uint16_t FloatToHalf(float);      // round to nearest even
uint16_t FloatToBFloat16(float);  // round to nearest even
// The element of any real type, exactly (64-bit integers are rounded).
double DoubleOf(int32_t dtype, const void* data, int64_t index);

}  // namespace lathe::rt
