// Register tiles of the matrix product, written once over a vector policy. Included by one translation unit per
// instruction set, with everything in an anonymous namespace: code for AVX must not leak into other units through
// functions that the linker merges.
//
// A policy has: Element, Vector, kLanes, Load(p), Store(p, v), Splat(x), Zero(), Add(a, b), Fma(a, b, c).
#pragma once
#include <stdint.h>

#include "runtime/kernels/dot.h"

namespace lathe::rt {
namespace {

// c[rows][NV vectors] = (first ? 0 : c) + sum over k of a[row][k] * b[k][…], each product added by fma, k ascending.
template <class P, int kRows, int NV>
void Tile(const typename P::Element* a, int64_t a_row, int64_t a_k, const typename P::Element* b, int64_t b_k,
          int64_t k_count, typename P::Element* c, int64_t c_row, bool first) {
  typename P::Vector sum[kRows][NV];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int v = 0; v < NV; ++v) sum[r][v] = P::Zero();
  }
  for (int64_t k = 0; k < k_count; ++k) {
    typename P::Vector right[NV];
#pragma GCC unroll 8
    for (int v = 0; v < NV; ++v) right[v] = P::Load(b + k * b_k + v * P::kLanes);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const typename P::Vector left = P::Splat(a[r * a_row + k * a_k]);
#pragma GCC unroll 8
      for (int v = 0; v < NV; ++v) sum[r][v] = P::Fma(left, right[v], sum[r][v]);
    }
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int v = 0; v < NV; ++v) {
      typename P::Element* to = c + r * c_row + v * P::kLanes;
      P::Store(to, first ? sum[r][v] : P::Add(P::Load(to), sum[r][v]));
    }
  }
}

template <class P, int kMost, int NV>
void AnyRows(int64_t rows, const typename P::Element* a, int64_t a_row, int64_t a_k, const typename P::Element* b,
             int64_t b_k, int64_t k_count, typename P::Element* c, int64_t c_row, bool first) {
  if (rows == kMost) return Tile<P, kMost, NV>(a, a_row, a_k, b, b_k, k_count, c, c_row, first);
  if constexpr (kMost > 1) return AnyRows<P, kMost - 1, NV>(rows, a, a_row, a_k, b, b_k, k_count, c, c_row, first);
}

// sum[n] += x * y[n] for complex numbers as pairs: four fused operations per element, real part of x first.
template <class R, class F>
void ComplexRow(R re, R im, const R* y, R* sum, int64_t n, F fma) {
  for (int64_t i = 0; i < n; ++i) {
    const R yr = y[2 * i], yi = y[2 * i + 1];
    sum[2 * i] = fma(-im, yi, fma(re, yr, sum[2 * i]));
    sum[2 * i + 1] = fma(im, yr, fma(re, yi, sum[2 * i + 1]));
  }
}

template <class PF, class PD, int kRows>
constexpr DotTiles TilesOf() {
  return {{kRows, 2 * PF::kLanes, AnyRows<PF, kRows, 2>},
          {kRows, 2 * PD::kLanes, AnyRows<PD, kRows, 2>},
          [](float re, float im, const float* y, float* sum, int64_t n) {
            ComplexRow(re, im, y, sum, n, [](float a, float b, float c) { return __builtin_fmaf(a, b, c); });
          },
          [](double re, double im, const double* y, double* sum, int64_t n) {
            ComplexRow(re, im, y, sum, n, [](double a, double b, double c) { return __builtin_fma(a, b, c); });
          }};
}

}  // namespace
}  // namespace lathe::rt
