// standard_normal and standard_exponential of np.random.default_rng: ziggurats of 256 strips. The tables are computed
// on first use by the recurrences that define them (they give NumPy's tables bit for bit) instead of being stored.
#include <math.h>

#include <atomic>

#include "runtime/python_random.h"

namespace lathe::rt {
namespace {

constexpr double kNormalR = 0x1.d3bb48209ad33p+1, kNormalV = 0x1.43016a5a4372ep-8, kNormalS = 0x1p52;
constexpr double kExponentialR = 7.6971174701310497;

struct Tables {
  uint64_t normal_k[256], exponential_k[256];
  double normal_w[256], normal_f[256], exponential_w[256], exponential_f[256];

  void FillNormal() {
    double x = kNormalR;
    normal_w[255] = x / kNormalS;
    normal_f[255] = exp(-0.5 * x * x);
    normal_k[0] = uint64_t(rint(x * normal_f[255] / kNormalV * kNormalS));
    normal_w[0] = kNormalV / normal_f[255] / kNormalS;
    normal_f[0] = 1;
    normal_k[1] = 0;
    for (int i = 254; i >= 1; --i) {
      double y = sqrt(-2 * log(kNormalV / x + normal_f[i + 1]));
      normal_k[i + 1] = uint64_t(rint(y / x * kNormalS));
      normal_w[i] = y / kNormalS;
      // NumPy's table has one entry an ulp above what the recurrence gives.
      normal_f[i] = i == 38 ? 0x1.5ad29acc85c89p-1 : exp(-0.5 * y * y);
      x = y;
    }
  }

  // In extended precision, which still misses the exact tables in eleven last places.
  void FillExponential() {
    const long double r = 7.6971174701310497140446280481L, v = (r + 1) * expl(-r), two53 = 0x1p53L;
    long double x[256];
    x[255] = r;
    for (int i = 254; i >= 1; --i) x[i] = -logl(v / x[i + 1] + expl(-x[i + 1]));
    exponential_w[0] = double(v * expl(r) / two53);
    exponential_f[0] = 1;
    exponential_k[0] = 2 * uint64_t(floorl(r * expl(-r) / v * two53 / 2));
    exponential_k[1] = 0;
    for (int i = 1; i < 256; ++i) {
      exponential_w[i] = double(x[i] / two53);
      exponential_f[i] = double(expl(-x[i]));
      if (i > 1) exponential_k[i] = 2 * uint64_t(floorl(x[i - 1] / x[i] * two53 / 2));
    }
    static constexpr uint8_t kOneLower[] = {1, 2, 4, 12, 18, 66, 141, 144}, kOneHigher[] = {2, 114};
    for (uint8_t i : kOneLower) exponential_w[i] = nextafter(exponential_w[i], 0);
    for (uint8_t i : kOneHigher) exponential_f[i] = nextafter(exponential_f[i], 1);
    exponential_k[2] -= 2;
  }
};

const Tables& TheTables() {
  static constinit Tables tables{};
  static constinit std::atomic<int> stage{0};  // 0 empty, 1 being filled, 2 ready
  int expected = 0;
  if (stage.load(std::memory_order_acquire) != 2) {
    if (stage.compare_exchange_strong(expected, 1, std::memory_order_acquire)) {
      tables.FillNormal();
      tables.FillExponential();
      stage.store(2, std::memory_order_release);
    }
    while (stage.load(std::memory_order_acquire) != 2) __builtin_ia32_pause();
  }
  return tables;
}

}  // namespace

double NumpyGenerator::Normal() {
  const Tables& t = TheTables();
  for (;;) {
    uint64_t r = Next64();
    int i = int(r & 255);
    r >>= 8;
    uint64_t k = r >> 1 & 0x000fffffffffffffu;
    double x = double(k) * t.normal_w[i];
    if ((r & 1) != 0) x = -x;
    if (k < t.normal_k[i]) return x;
    if (i == 0) {
      for (;;) {
        double xx = -0.27366123732975828 * log1p(-Random()), yy = -log1p(-Random());
        if (yy + yy > xx * xx) return (k >> 8 & 1) != 0 ? -(kNormalR + xx) : kNormalR + xx;
      }
    }
    if ((t.normal_f[i - 1] - t.normal_f[i]) * Random() + t.normal_f[i] < exp(-0.5 * x * x)) return x;
  }
}

double NumpyGenerator::Exponential() {
  const Tables& t = TheTables();
  for (;;) {
    uint64_t r = Next64() >> 3;
    int i = int(r & 255);
    r >>= 8;
    double x = double(r) * t.exponential_w[i];
    if (r < t.exponential_k[i]) return x;
    if (i == 0) return kExponentialR - log1p(-Random());
    if ((t.exponential_f[i - 1] - t.exponential_f[i]) * Random() + t.exponential_f[i] < exp(-x)) return x;
  }
}

}  // namespace lathe::rt
