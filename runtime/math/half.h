// float16 and bfloat16 <-> float32. One rounding, to nearest even; NaN stays NaN (quiet). Used by the evaluator, the
// runtime and (as bitcode) emitted code.
#pragma once
#include <cstdint>

namespace lathe::math {

inline float HalfToFloat(uint16_t h) {
  uint32_t sign = uint32_t(h & 0x8000u) << 16;
  uint32_t exponent = (h >> 10) & 31, mantissa = h & 0x3ffu;
  uint32_t bits;
  if (exponent == 31) {
    bits = sign | 0x7f800000u | (mantissa << 13);
  } else if (exponent != 0) {
    bits = sign | ((exponent + 112) << 23) | (mantissa << 13);
  } else {
    float magnitude = float(int32_t(mantissa)) * 0x1p-24f;  // exact
    bits = sign | __builtin_bit_cast(uint32_t, magnitude);
  }
  return __builtin_bit_cast(float, bits);
}

inline uint16_t FloatToHalf(float f) {
  uint32_t bits = __builtin_bit_cast(uint32_t, f);
  uint32_t sign = (bits >> 16) & 0x8000u;
  bits &= 0x7fffffffu;
  if (bits > 0x7f800000u) return uint16_t(sign | 0x7e00u);   // NaN
  if (bits >= 0x477ff000u) return uint16_t(sign | 0x7c00u);  // rounds to 65536 or is infinite
  if (bits < 0x38800000u) {                                  // below 2^-14: subnormal or zero
    // Adding 1/2 puts the unit 2^-24 at the last bit of the mantissa, so the addition rounds as wanted.
    float shifted = __builtin_bit_cast(float, bits) + 0.5f;
    return uint16_t(sign | (__builtin_bit_cast(uint32_t, shifted) - 0x3f000000u));
  }
  bits += 0xfffu + ((bits >> 13) & 1);
  return uint16_t(sign | ((bits - 0x38000000u) >> 13));
}

inline float BFloatToFloat(uint16_t h) { return __builtin_bit_cast(float, uint32_t(h) << 16); }

inline uint16_t FloatToBFloat(float f) {
  uint32_t bits = __builtin_bit_cast(uint32_t, f);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return uint16_t((bits >> 16) | 0x40u);
  return uint16_t((bits + 0x7fffu + ((bits >> 16) & 1)) >> 16);
}

// double -> half in one rounding: a double that is not a float is first rounded to odd, which later rounding respects.
inline float RoundToOdd(double d) {
  float f = float(d);
  if (double(f) == d || d != d) return f;
  uint32_t bits = __builtin_bit_cast(uint32_t, f);
  if ((bits & 0x7fffffffu) == 0x7f800000u) return f;
  if (bits & 1) return f;
  // f is the even neighbour; the odd one lies on the other side of d.
  bool away = (double(f) < d) == (d > 0);
  if ((bits & 0x7fffffffu) == 0) return __builtin_bit_cast(float, (d < 0 ? 0x80000000u : 0u) | 1u);
  return __builtin_bit_cast(float, away ? bits + 1 : bits - 1);
}
inline uint16_t DoubleToHalf(double d) { return FloatToHalf(RoundToOdd(d)); }
inline uint16_t DoubleToBFloat(double d) { return FloatToBFloat(RoundToOdd(d)); }

}  // namespace lathe::math
