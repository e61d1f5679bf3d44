// The math header's functions with C names, compiled to bitcode once per vector width (LATHE_MATH_BYTES) and embedded.
// lathe_NAME_f32 and lathe_NAME_f64 take one number; lathe_NAME_f32xN and _f64xN vectors.
#include "runtime/math/math_kernels.h"

namespace m = lathe::math;

#define UNARY(NAME, FN, SUFFIX, V) \
  extern "C" V lathe_##NAME##_##SUFFIX(V x) { return m::FN<V>(x); }
#define BINARY(NAME, FN, SUFFIX, V) \
  extern "C" V lathe_##NAME##_##SUFFIX(V x, V y) { return m::FN<V>(x, y); }

#define ALL(SUFFIX, V)                                                                                                \
  UNARY(exp, Exp, SUFFIX, V) UNARY(expm1, Expm1, SUFFIX, V) UNARY(log, Log, SUFFIX, V) UNARY(log1p, Log1p, SUFFIX, V) \
  UNARY(sin, Sin, SUFFIX, V) UNARY(cos, Cos, SUFFIX, V) UNARY(tan, Tan, SUFFIX, V) UNARY(asin, Asin, SUFFIX, V)       \
  UNARY(acos, Acos, SUFFIX, V) UNARY(atan, Atan, SUFFIX, V) UNARY(sinh, Sinh, SUFFIX, V) UNARY(cosh, Cosh, SUFFIX, V) \
  UNARY(tanh, Tanh, SUFFIX, V) UNARY(sigmoid, Sigmoid, SUFFIX, V) UNARY(softplus, Softplus, SUFFIX, V)                \
  UNARY(erf, Erf, SUFFIX, V) UNARY(erfc, Erfc, SUFFIX, V) UNARY(rsqrt, Rsqrt, SUFFIX, V)                              \
  UNARY(erfinv, Erfinv, SUFFIX, V) UNARY(lgamma, Lgamma, SUFFIX, V) UNARY(digamma, Digamma, SUFFIX, V)                \
  UNARY(asinh, Asinh, SUFFIX, V) UNARY(acosh, Acosh, SUFFIX, V) UNARY(atanh, Atanh, SUFFIX, V)                        \
  BINARY(pow, Pow, SUFFIX, V) BINARY(atan2, Atan2, SUFFIX, V) BINARY(nextafter, NextAfter, SUFFIX, V)

#define VECTORS(TYPE, NAME, N)         \
  using NAME##x##N = m::Vec<TYPE, N>;  \
  ALL(NAME##x##N, NAME##x##N)

// Lanes per vector: as many as fit for the type itself, half as many f32 where a kernel also has 8-byte values.
ALL(f32, float)
ALL(f64, double)
#if LATHE_MATH_BYTES == 64
VECTORS(float, f32, 16)
VECTORS(float, f32, 8)
VECTORS(double, f64, 8)
#elif LATHE_MATH_BYTES == 32
VECTORS(float, f32, 8)
VECTORS(float, f32, 4)
VECTORS(double, f64, 4)
#else
VECTORS(float, f32, 4)
VECTORS(float, f32, 2)
VECTORS(double, f64, 2)
#endif
