// Tiles of the matrix product for AVX-512: 12 rows of 2 vectors.
#ifndef __clang__
#pragma GCC target("avx512f,avx2,fma")
#endif
#include <immintrin.h>
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx2,fma"))), apply_to = function)
#endif

#include "runtime/kernels/dot_tile.h"

namespace lathe::rt {
namespace {

struct F32x16 {
  using Element = float;
  using Vector = __m512;
  static constexpr int64_t kLanes = 16;
  static Vector Zero() { return _mm512_setzero_ps(); }
  static Vector Load(const float* p) { return _mm512_loadu_ps(p); }
  static void Store(float* p, Vector v) { _mm512_storeu_ps(p, v); }
  static Vector Splat(float x) { return _mm512_set1_ps(x); }
  static Vector Add(Vector a, Vector b) { return _mm512_add_ps(a, b); }
  static Vector Fma(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
};

struct F64x8 {
  using Element = double;
  using Vector = __m512d;
  static constexpr int64_t kLanes = 8;
  static Vector Zero() { return _mm512_setzero_pd(); }
  static Vector Load(const double* p) { return _mm512_loadu_pd(p); }
  static void Store(double* p, Vector v) { _mm512_storeu_pd(p, v); }
  static Vector Splat(double x) { return _mm512_set1_pd(x); }
  static Vector Add(Vector a, Vector b) { return _mm512_add_pd(a, b); }
  static Vector Fma(Vector a, Vector b, Vector c) { return _mm512_fmadd_pd(a, b, c); }
};

constexpr DotTiles kTiles = TilesOf<F32x16, F64x8, 12>();

}  // namespace

const DotTiles& Avx512Tiles() { return kTiles; }

}  // namespace lathe::rt
#ifdef __clang__
#pragma clang attribute pop
#endif
