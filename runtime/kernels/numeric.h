// Element types as C++ types: half floats and complex numbers, and the dispatch from LtDType.
#pragma once
#include "runtime/kernels/common.h"
#include "runtime/math/half.h"

namespace lathe::rt {

// Half floats are computed with as float and rounded once when stored.
struct Half {
  uint16_t bits;
  static Half From(float value) { return {math::FloatToHalf(value)}; }
  float ToFloat() const { return math::HalfToFloat(bits); }
};
struct BFloat16 {
  uint16_t bits;
  static BFloat16 From(float value) { return {math::FloatToBFloat(value)}; }
  float ToFloat() const { return math::BFloatToFloat(bits); }
};

template <class R>
struct Complex {
  R re, im;
  friend Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  friend Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
  friend Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
  friend bool operator==(Complex a, Complex b) { return a.re == b.re && a.im == b.im; }
};

// How a stored element is computed with: Load gives the computing type, Store rounds.
template <class T>
struct Element {
  using Compute = T;
  static T Load(T x) { return x; }
  static T Store(T x) { return x; }
};
template <>
struct Element<Half> {
  using Compute = float;
  static float Load(Half x) { return x.ToFloat(); }
  static Half Store(float x) { return Half::From(x); }
};
template <>
struct Element<BFloat16> {
  using Compute = float;
  static float Load(BFloat16 x) { return x.ToFloat(); }
  static BFloat16 Store(float x) { return BFloat16::From(x); }
};

template <class T>
inline constexpr bool kIsFloat = false;
template <>
inline constexpr bool kIsFloat<float> = true;
template <>
inline constexpr bool kIsFloat<double> = true;
template <class T>
inline constexpr bool kIsHalf = false;
template <>
inline constexpr bool kIsHalf<Half> = true;
template <>
inline constexpr bool kIsHalf<BFloat16> = true;
template <class T>
inline constexpr bool kIsComplex = false;
template <class R>
inline constexpr bool kIsComplex<Complex<R>> = true;

// The unsigned type in which an integer's sums and products wrap.
template <class T>
struct Wrapping {
  using Type = T;
};
template <>
struct Wrapping<int8_t> {
  using Type = uint8_t;
};
template <>
struct Wrapping<int16_t> {
  using Type = uint16_t;
};
template <>
struct Wrapping<int32_t> {
  using Type = uint32_t;
};
template <>
struct Wrapping<int64_t> {
  using Type = uint64_t;
};

// Sums and products in the declared type: integers wrap (narrow ones are multiplied as 32 bit unsigned).
template <class T>
inline T AddOf(T a, T b) {
  if constexpr (kIsFloat<T> || kIsComplex<T>)
    return a + b;
  else
    return T(typename Wrapping<T>::Type(a) + typename Wrapping<T>::Type(b));
}
template <class T>
inline T SubOf(T a, T b) {
  if constexpr (kIsFloat<T> || kIsComplex<T>)
    return a - b;
  else
    return T(typename Wrapping<T>::Type(a) - typename Wrapping<T>::Type(b));
}
template <class T>
inline T MulOf(T a, T b) {
  if constexpr (kIsFloat<T> || kIsComplex<T>)
    return a * b;
  else if constexpr (sizeof(T) < 4)
    return T(uint32_t(a) * uint32_t(b));
  else
    return T(typename Wrapping<T>::Type(a) * typename Wrapping<T>::Type(b));
}
// Larger and smaller: NaN wins, -0 is below +0 (numerics.md; LLVM's maximum and minimum).
template <class T>
inline T MaxOf(T a, T b) {
  if constexpr (kIsFloat<T>) {
    if (a != a || b != b) return a + b;
    if (a == b) return __builtin_signbit(a) ? b : a;
  }
  return a > b ? a : b;
}
template <class T>
inline T MinOf(T a, T b) {
  if constexpr (kIsFloat<T>) {
    if (a != a || b != b) return a + b;
    if (a == b) return __builtin_signbit(a) ? a : b;
  }
  return a < b ? a : b;
}

// The largest finite value of a floating type.
template <class T>
inline T HighestFinite();
template <>
inline Half HighestFinite() {
  return {0x7bff};
}
template <>
inline BFloat16 HighestFinite() {
  return {0x7f7f};
}
template <>
inline float HighestFinite() {
  return 0x1.fffffep127f;
}
template <>
inline double HighestFinite() {
  return 0x1.fffffffffffffp1023;
}
// The values that max and min start with: infinities, or an integer type's extremes.
template <class T>
constexpr T Lowest() {
  if constexpr (kIsFloat<T>)
    return T(-__builtin_inf());
  else
    return T(-1) < T(0) ? T(typename Wrapping<T>::Type(1) << (8 * sizeof(T) - 1)) : T(0);
}
template <class T>
constexpr T Highest() {
  if constexpr (kIsFloat<T>)
    return T(__builtin_inf());
  else
    return T(~Lowest<T>());
}

// Calls f with a zero of the element's type. Integers, bool excluded; false where the dtype is none of these.
template <class F>
bool ByInteger(int32_t dtype, F&& f) {
  switch (dtype) {
    case LT_INT8:
      return f(int8_t{}), true;
    case LT_UINT8:
      return f(uint8_t{}), true;
    case LT_INT16:
      return f(int16_t{}), true;
    case LT_UINT16:
      return f(uint16_t{}), true;
    case LT_INT32:
      return f(int32_t{}), true;
    case LT_UINT32:
      return f(uint32_t{}), true;
    case LT_INT64:
      return f(int64_t{}), true;
    case LT_UINT64:
      return f(uint64_t{}), true;
    default:
      return false;
  }
}
template <class F>
bool ByFloat(int32_t dtype, F&& f) {
  switch (dtype) {
    case LT_FLOAT16:
      return f(Half{}), true;
    case LT_BFLOAT16:
      return f(BFloat16{}), true;
    case LT_FLOAT32:
      return f(float{}), true;
    case LT_FLOAT64:
      return f(double{}), true;
    default:
      return false;
  }
}
template <class F>
bool ByComplex(int32_t dtype, F&& f) {
  switch (dtype) {
    case LT_COMPLEX64:
      return f(Complex<float>{}), true;
    case LT_COMPLEX128:
      return f(Complex<double>{}), true;
    default:
      return false;
  }
}
template <class F>
bool ByReal(int32_t dtype, F&& f) {
  return ByInteger(dtype, f) || ByFloat(dtype, f);
}
template <class F>
bool ByNumeric(int32_t dtype, F&& f) {
  return ByReal(dtype, f) || ByComplex(dtype, f);
}

// Message for a dtype that an operation has no meaning for.
[[nodiscard]] int32_t BadType(LtContext* ctx, const char* what, int32_t dtype);

}  // namespace lathe::rt
