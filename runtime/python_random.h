// Random numbers of CPython's `random`, of NumPy's legacy RandomState and of np.random.default_rng: the same values for
// the same seeds. Generators are plain data and may be copied.
#pragma once
#include "runtime/text.h"

namespace lathe::rt {

struct Mt19937 {
  uint32_t state[624];
  int32_t at = 624;

  void Init(uint32_t seed);
  void InitArray(const uint32_t* key, int64_t count);
  uint32_t Next();
  double Double();  // 53 bits in [0, 1)
  uint64_t Next64HighFirst() {
    uint64_t high = Next();
    return high << 32 | Next();
  }
};

// random.Random
struct PythonRandom {
  Mt19937 twister;
  bool has_gauss = false;
  double next_gauss = 0;

  void SeedInt(int64_t seed);                              // |seed|
  void SeedDigits(const uint32_t* digits, int64_t count);  // a big int's magnitude, lowest 32 bits first
  void SeedBytes(View bytes);                              // of a str (UTF-8), bytes or bytearray
  double Random() { return twister.Double(); }
  uint64_t GetRandBits(int bits);                                // 0 to 64
  uint64_t Below(uint64_t n);                                    // n > 0
  int64_t RandRange(int64_t start, int64_t stop, int64_t step);  // of a non-empty range
  int64_t RandInt(int64_t a, int64_t b) { return RandRange(a, b + 1, 1); }
  double Uniform(double a, double b) { return a + (b - a) * Random(); }
  double Triangular(double low, double high, double mode);
  double Gauss(double mu, double sigma);
  double NormalVariate(double mu, double sigma);
  double ExpoVariate(double lambda);
  void Shuffle(int64_t n, int64_t* indices);           // indices: what is shuffled
  void Sample(int64_t n, int64_t k, int64_t* chosen);  // indices of random.sample(population of n, k)
  int64_t Choice(int64_t n) { return int64_t(Below(uint64_t(n))); }
  int64_t ChoicesIndex(int64_t n);  // one of random.choices without weights
  int64_t WeightedIndex(const double* cumulative, int64_t n);
};

// np.random.RandomState, np.random.seed and friends
struct NumpyRandomState {
  Mt19937 twister;
  bool has_gauss = false;
  double next_gauss = 0;

  void Seed(uint32_t seed);
  void SeedSequence(const uint32_t* key, int64_t count);
  double Random() { return twister.Double(); }
  double Normal();                  // standard_normal, randn
  double Exponential();             // of scale 1
  uint64_t Masked(uint64_t range);  // on [0, range]
  // randint(low, high) of one of the integer dtypes or bool; high - 1 is given, as the range may be full.
  void RandInt(int32_t dtype, int64_t low, int64_t last, int64_t count, void* out);
  void Shuffle(int64_t n, int64_t* indices);
  void Permutation(int64_t n, int64_t* out);
  int64_t WeightedIndex(const double* cumulative, int64_t n);  // cumulative: running sums divided by the last
};

// np.random.default_rng
struct NumpyGenerator {
  __extension__ typedef unsigned __int128 Wide;
  Wide state = 0, increment = 0;
  bool has_half = false;
  uint32_t half = 0;

  void Seed(const uint32_t* entropy, int64_t count);  // 32-bit digits, lowest first; {0} for zero
  void SeedInt(uint64_t seed);
  uint64_t Next64();
  uint32_t Next32();
  double Random() { return double(Next64() >> 11) * 0x1p-53; }
  float RandomFloat() { return float(Next32() >> 8) * 0x1p-24f; }
  double Normal();
  double Exponential();
  uint64_t Bounded(uint64_t range);  // Lemire, on [0, range]
  uint64_t Masked(uint64_t range);
  void Integers(int32_t dtype, int64_t low, int64_t last, int64_t count, void* out);
  void Shuffle(int64_t n, int64_t* indices);
  void Permutation(int64_t n, int64_t* out);
  void ChoiceWithoutReplacement(int64_t n, int64_t size, bool shuffle, int64_t* out);
  int64_t WeightedIndex(const double* cumulative, int64_t n);
};

void Sha512(View bytes, uint8_t digest[64]);

}  // namespace lathe::rt
