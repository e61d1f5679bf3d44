// Tiles of the matrix product without vector instructions (fma comes from the C library), and the choice of tiles.
#include <cpuid.h>

#include "runtime/kernels/dot_tile.h"

namespace lathe::rt {
namespace {

template <class T>
struct Scalar {
  using Element = T;
  using Vector = T;
  static constexpr int64_t kLanes = 1;
  static T Zero() { return 0; }
  static T Load(const T* p) { return *p; }
  static void Store(T* p, T v) { *p = v; }
  static T Splat(T x) { return x; }
  static T Add(T a, T b) { return a + b; }
  static T Fma(T a, T b, T c) {
    if constexpr (sizeof(T) == 4)
      return __builtin_fmaf(a, b, c);
    else
      return __builtin_fma(a, b, c);
  }
};

constexpr DotTiles kTiles = TilesOf<Scalar<float>, Scalar<double>, 4>();

CpuLevel Detect() {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return CpuLevel::kBaseline;
  const bool fma = c & bit_FMA, os_saves = c & bit_OSXSAVE;
  if (!fma || !os_saves) return CpuLevel::kBaseline;
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2)) return CpuLevel::kBaseline;
  return (low & 0xe6) == 0xe6 && (b & bit_AVX512F) ? CpuLevel::kAvx512 : CpuLevel::kAvx2;
}

}  // namespace

const DotTiles& BaselineTiles() { return kTiles; }

CpuLevel BestCpuLevel() {
  // A constant of the machine; cpuid traps in virtual machines, so it is asked once.
  static int32_t known = 0;
  int32_t level = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (level == 0) {
    level = int32_t(Detect());
    __atomic_store_n(&known, level, __ATOMIC_RELAXED);
  }
  return CpuLevel(level);
}

}  // namespace lathe::rt
