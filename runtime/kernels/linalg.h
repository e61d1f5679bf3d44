// What the linear algebra kernels share. All compute in double (or complex double) and round once when stored.
#pragma once
#include "runtime/kernels/numeric.h"

namespace lathe::rt {

using Z = Complex<double>;

inline double Conj(double x) { return x; }
inline Z Conj(Z x) { return {x.re, -x.im}; }
inline double RealOf(double x) { return x; }
inline double RealOf(Z x) { return x.re; }
inline double Abs2(double x) { return x * x; }
inline double Abs2(Z x) { return x.re * x.re + x.im * x.im; }
inline double Times(double x, double r) { return x * r; }
inline Z Times(Z x, double r) { return {x.re * r, x.im * r}; }
inline double Minus(double x) { return -x; }
inline Z Minus(Z x) { return {-x.re, -x.im}; }
inline double Quotient(double a, double b) { return a / b; }
// Scaled so that neither square overflows (R. L. Smith, 1962).
inline Z Quotient(Z a, Z b) {
  if (__builtin_fabs(b.re) >= __builtin_fabs(b.im)) {
    const double ratio = b.im / b.re, scale = b.re + b.im * ratio;
    return {(a.re + a.im * ratio) / scale, (a.im - a.re * ratio) / scale};
  }
  const double ratio = b.re / b.im, scale = b.re * ratio + b.im;
  return {(a.re * ratio + a.im) / scale, (a.im * ratio - a.re) / scale};
}
template <class S>
S FromReal(double x) {
  if constexpr (kIsComplex<S>)
    return {x, 0};
  else
    return x;
}
inline double Hypotenuse(double a, double b) {
  a = __builtin_fabs(a), b = __builtin_fabs(b);
  const double large = a > b ? a : b, small = a > b ? b : a;
  if (large == 0) return 0;
  const double ratio = small / large;
  return large * __builtin_sqrt(1 + ratio * ratio);
}

// Calls f with the computing type; false where linear algebra does not know the type.
template <class F>
bool ByScalar(int32_t dtype, F&& f) {
  switch (dtype) {
    case LT_FLOAT32:
    case LT_FLOAT64:
      return f(double{}), true;
    case LT_COMPLEX64:
    case LT_COMPLEX128:
      return f(Z{}), true;
    default:
      return false;
  }
}

template <class S>
void LoadScalars(const LtTensor& x, int64_t at, int64_t n, S* to) {
  const bool single = x.dtype == LT_FLOAT32 || x.dtype == LT_COMPLEX64;
  const int64_t parts = kIsComplex<S> ? 2 : 1;
  double* flat = reinterpret_cast<double*>(to);
  if (single) {
    const float* from = static_cast<const float*>(x.data) + at * parts;
    for (int64_t i = 0; i < n * parts; ++i) flat[i] = double(from[i]);
  } else {
    memcpy(flat, static_cast<const double*>(x.data) + at * parts, size_t(n * parts) * sizeof(double));
  }
}
template <class S>
void StoreScalars(const LtTensor& x, int64_t at, int64_t n, const S* from) {
  const bool single = x.dtype == LT_FLOAT32 || x.dtype == LT_COMPLEX64;
  const int64_t parts = kIsComplex<S> ? 2 : 1;
  const double* flat = reinterpret_cast<const double*>(from);
  if (single) {
    float* to = static_cast<float*>(x.data) + at * parts;
    for (int64_t i = 0; i < n * parts; ++i) to[i] = float(flat[i]);
  } else {
    memcpy(static_cast<double*>(x.data) + at * parts, flat, size_t(n * parts) * sizeof(double));
  }
}

// The innermost matrices of a tensor of rank >= 2.
struct Matrices {
  int64_t batch, rows, columns;
};
inline Matrices MatricesOf(const LtTensor& x) {
  return {ProductOf(x.dims, 0, x.rank - 2), x.dims[x.rank - 2], x.dims[x.rank - 1]};
}
[[nodiscard]] inline int32_t CheckMatrix(LtContext* ctx, const LtTensor& x) {
  return x.rank < 2 ? Invalid(ctx, "Input tensor must have rank >= 2, got shape %h", &x) : 0;
}
[[nodiscard]] inline int32_t CheckSquare(LtContext* ctx, const LtTensor& x) {
  if (CheckMatrix(ctx, x)) return 1;
  return x.dims[x.rank - 2] != x.dims[x.rank - 1] ? Invalid(ctx, "Input matrix must be square.") : 0;
}
inline Dims BatchDims(const LtTensor& x) {
  Dims dims;
  for (int32_t i = 0; i < x.rank - 2; ++i) dims.Add(x.dims[i]);
  return dims;
}

}  // namespace lathe::rt
