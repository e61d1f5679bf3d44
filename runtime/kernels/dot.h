// The parts of the general dot product: tiles per instruction set (all give the same bits) and the driver.
#pragma once
#include <stdint.h>

#include "runtime/abi.h"

namespace lathe::rt {

enum class CpuLevel : int32_t { kBaseline = 1, kAvx2, kAvx512 };

template <class T>
struct TileKernel {
  int64_t rows, columns;  // largest tile
  // `count` rows (at most `rows`) and exactly `columns` columns of c = (first ? 0 : c) + a b.
  void (*run)(int64_t count, const T* a, int64_t a_row, int64_t a_k, const T* b, int64_t b_k, int64_t k_count, T* c,
              int64_t c_row, bool first);
};

struct DotTiles {
  TileKernel<float> f32;
  TileKernel<double> f64;
  void (*row_c64)(float re, float im, const float* y, float* sum, int64_t n);
  void (*row_c128)(double re, double im, const double* y, double* sum, int64_t n);
};

const DotTiles& BaselineTiles();
const DotTiles& Avx2Tiles();
const DotTiles& Avx512Tiles();

// What this machine (and its operating system) can run.
CpuLevel BestCpuLevel();

int32_t DotAt(CpuLevel level, LtContext* ctx, const LtTensor* const* in, LtTensor* out, const int64_t* attrs);

}  // namespace lathe::rt
