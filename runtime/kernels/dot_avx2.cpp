// Tiles of the matrix product for AVX2 with FMA: 6 rows of 2 vectors.
#ifndef __clang__
#pragma GCC target("avx2,fma")
#endif
#include <immintrin.h>
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#endif

#include "runtime/kernels/dot_tile.h"

namespace lathe::rt {
namespace {

struct F32x8 {
  using Element = float;
  using Vector = __m256;
  static constexpr int64_t kLanes = 8;
  static Vector Zero() { return _mm256_setzero_ps(); }
  static Vector Load(const float* p) { return _mm256_loadu_ps(p); }
  static void Store(float* p, Vector v) { _mm256_storeu_ps(p, v); }
  static Vector Splat(float x) { return _mm256_set1_ps(x); }
  static Vector Add(Vector a, Vector b) { return _mm256_add_ps(a, b); }
  static Vector Fma(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
};

struct F64x4 {
  using Element = double;
  using Vector = __m256d;
  static constexpr int64_t kLanes = 4;
  static Vector Zero() { return _mm256_setzero_pd(); }
  static Vector Load(const double* p) { return _mm256_loadu_pd(p); }
  static void Store(double* p, Vector v) { _mm256_storeu_pd(p, v); }
  static Vector Splat(double x) { return _mm256_set1_pd(x); }
  static Vector Add(Vector a, Vector b) { return _mm256_add_pd(a, b); }
  static Vector Fma(Vector a, Vector b, Vector c) { return _mm256_fmadd_pd(a, b, c); }
};

constexpr DotTiles kTiles = TilesOf<F32x8, F64x4, 6>();

}  // namespace

const DotTiles& Avx2Tiles() { return kTiles; }

}  // namespace lathe::rt
#ifdef __clang__
#pragma clang attribute pop
#endif
