// The generators of CPython 3.11 and NumPy 2.4 (the ziggurat of default_rng is in numpy_ziggurat.cpp).
#include "runtime/python_random.h"

#include <math.h>

namespace lathe::rt {
namespace {

// numpy and Python draw from [0, range] by masking.
uint64_t MaskFor(uint64_t range) { return range == 0 ? 0 : ~uint64_t{0} >> __builtin_clzll(range); }

int64_t UpperBound(const double* values, int64_t n, double x) {
  int64_t low = 0, high = n;
  while (low < high) {
    int64_t middle = (low + high) / 2;
    if (x < values[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

void Swap(int64_t* v, int64_t i, int64_t j) {
  int64_t t = v[i];
  v[i] = v[j];
  v[j] = t;
}

void StoreInteger(int32_t dtype, void* out, int64_t i, uint64_t value) {
  int64_t size = lt_dtype_size(dtype);
  memcpy(static_cast<char*>(out) + i * size, &value, size_t(size));
}

}  // namespace

// ---- Mersenne twister ----

void Mt19937::Init(uint32_t seed) {
  state[0] = seed;
  for (uint32_t i = 1; i < 624; ++i) state[i] = 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + i;
  at = 624;
}

void Mt19937::InitArray(const uint32_t* key, int64_t count) {
  Init(19650218u);
  int64_t i = 1, j = 0;
  auto wrap = [&] {
    if (++i == 624) state[0] = state[623], i = 1;
  };
  for (int64_t k = count > 624 ? count : 624; k > 0; --k) {
    state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1664525u) + key[j] + uint32_t(j);
    wrap();
    if (++j == count) j = 0;
  }
  for (int k = 623; k > 0; --k) {
    state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1566083941u) - uint32_t(i);
    wrap();
  }
  state[0] = 0x80000000u;
}

uint32_t Mt19937::Next() {
  if (at == 624) {
    for (int k = 0; k < 624; ++k) {
      uint32_t y = (state[k] & 0x80000000u) | (state[(k + 1) % 624] & 0x7FFFFFFFu);
      state[k] = state[(k + 397) % 624] ^ y >> 1 ^ ((y & 1) != 0 ? 0x9908B0DFu : 0);
    }
    at = 0;
  }
  uint32_t y = state[at++];
  y ^= y >> 11;
  y ^= y << 7 & 0x9D2C5680u;
  y ^= y << 15 & 0xEFC60000u;
  return y ^ y >> 18;
}

double Mt19937::Double() {
  uint32_t a = Next() >> 5, b = Next() >> 6;
  return (a * 67108864.0 + b) * 0x1p-53;
}

// ---- CPython ----

void PythonRandom::SeedDigits(const uint32_t* digits, int64_t count) {
  while (count > 1 && digits[count - 1] == 0) --count;
  twister.InitArray(digits, count);
  has_gauss = false;
}

void PythonRandom::SeedInt(int64_t seed) {
  uint64_t magnitude = seed < 0 ? uint64_t(0) - uint64_t(seed) : uint64_t(seed);
  uint32_t digits[2] = {uint32_t(magnitude), uint32_t(magnitude >> 32)};
  SeedDigits(digits, 2);
}

void PythonRandom::SeedBytes(View bytes) {
  Text text;
  text.Add(bytes);
  uint8_t digest[64];
  Sha512(bytes, digest);
  text.Add(View(reinterpret_cast<const char*>(digest), 64));
  // The bytes are one big-endian number.
  Array<uint32_t> digits;
  for (int64_t end = text.size(); end > 0; end -= 4) {
    uint32_t digit = 0;
    for (int64_t i = end > 4 ? end - 4 : 0; i < end; ++i) digit = digit << 8 | uint8_t(text.data()[i]);
    digits.Add(digit);
  }
  SeedDigits(digits.data(), digits.size());
}

uint64_t PythonRandom::GetRandBits(int bits) {
  if (bits == 0) return 0;
  if (bits <= 32) return twister.Next() >> (32 - bits);
  uint64_t low = twister.Next();
  return low | uint64_t(twister.Next() >> (64 - bits)) << 32;
}

uint64_t PythonRandom::Below(uint64_t n) {
  int bits = 64 - __builtin_clzll(n);
  uint64_t r;
  do r = GetRandBits(bits);
  while (r >= n);
  return r;
}

int64_t PythonRandom::RandRange(int64_t start, int64_t stop, int64_t step) {
  uint64_t width = step > 0 ? uint64_t(stop) - uint64_t(start) : uint64_t(start) - uint64_t(stop);
  uint64_t stride = step > 0 ? uint64_t(step) : uint64_t(0) - uint64_t(step);
  uint64_t count = width / stride + (width % stride != 0 ? 1 : 0);
  return int64_t(uint64_t(start) + uint64_t(step) * Below(count));
}

double PythonRandom::Triangular(double low, double high, double mode) {
  if (high == low) return low;
  double u = Random(), c = (mode - low) / (high - low);
  if (u > c) {
    u = 1.0 - u;
    c = 1.0 - c;
    double t = low;
    low = high;
    high = t;
  }
  return low + (high - low) * sqrt(u * c);
}

double PythonRandom::Gauss(double mu, double sigma) {
  double z = next_gauss;
  if (!has_gauss) {
    double angle = Random() * 6.283185307179586;
    double radius = sqrt(-2.0 * log(1.0 - Random()));
    z = cos(angle) * radius;
    next_gauss = sin(angle) * radius;
  }
  has_gauss = !has_gauss;
  return mu + z * sigma;
}

double PythonRandom::NormalVariate(double mu, double sigma) {
  const double magic = 4 * exp(-0.5) / sqrt(2.0);
  for (;;) {
    double u = Random(), v = 1.0 - Random(), z = magic * (u - 0.5) / v;
    if (z * z / 4.0 <= -log(v)) return mu + z * sigma;
  }
}

double PythonRandom::ExpoVariate(double lambda) { return -log(1.0 - Random()) / lambda; }

void PythonRandom::Shuffle(int64_t n, int64_t* v) {
  for (int64_t i = n - 1; i > 0; --i) Swap(v, i, int64_t(Below(uint64_t(i) + 1)));
}

void PythonRandom::Sample(int64_t n, int64_t k, int64_t* chosen) {
  double set_size = 21;
  if (k > 5) set_size += pow(4, ceil(log(double(k) * 3) / log(4.0)));
  if (double(n) <= set_size) {
    Array<int64_t> pool;
    for (int64_t i = 0; i < n; ++i) pool.Add(i);
    for (int64_t i = 0; i < k; ++i) {
      int64_t j = int64_t(Below(uint64_t(n - i)));
      chosen[i] = pool[j];
      pool[j] = pool[n - i - 1];
    }
    return;
  }
  // The chosen ones in a table of twice their number.
  int64_t slots = 4;
  while (slots < 2 * k) slots *= 2;
  Array<int64_t> table;
  table.Resize(slots);
  for (int64_t& s : table) s = -1;
  for (int64_t i = 0; i < k;) {
    int64_t j = int64_t(Below(uint64_t(n))), at = int64_t(uint64_t(j) * 0x9E3779B97F4A7C15u >> 20) & (slots - 1);
    while (table[at] >= 0 && table[at] != j) at = (at + 1) & (slots - 1);
    if (table[at] == j) continue;
    table[at] = j;
    chosen[i++] = j;
  }
}

int64_t PythonRandom::ChoicesIndex(int64_t n) { return int64_t(floor(Random() * double(n))); }

int64_t PythonRandom::WeightedIndex(const double* cumulative, int64_t n) {
  int64_t i = UpperBound(cumulative, n - 1, Random() * (cumulative[n - 1] + 0.0));
  return i;
}

// ---- NumPy's RandomState ----

void NumpyRandomState::Seed(uint32_t seed) {
  twister.Init(seed);
  has_gauss = false;
}

void NumpyRandomState::SeedSequence(const uint32_t* key, int64_t count) {
  twister.InitArray(key, count);
  has_gauss = false;
}

double NumpyRandomState::Normal() {
  if (has_gauss) {
    has_gauss = false;
    return next_gauss;
  }
  for (;;) {
    double a = 2.0 * Random() - 1.0, b = 2.0 * Random() - 1.0, r = a * a + b * b;
    if (r >= 1.0 || r == 0.0) continue;
    double f = sqrt(-2.0 * log(r) / r);
    next_gauss = f * a;
    has_gauss = true;
    return f * b;
  }
}

double NumpyRandomState::Exponential() { return -log(1.0 - Random()); }

uint64_t NumpyRandomState::Masked(uint64_t range) {
  if (range == 0) return 0;
  uint64_t mask = MaskFor(range), value;
  do value = (range <= 0xFFFFFFFFu ? twister.Next() : twister.Next64HighFirst()) & mask;
  while (value > range);
  return value;
}

namespace {

// Small integers are cut from 32-bit words, the lowest piece first.
template <typename NextWord>
struct Pieces {
  NextWord next;
  int bits;
  uint32_t word = 0;
  int left = 0;
  uint32_t Take() {
    if (left == 0)
      word = next(), left = 32 / bits;
    else
      word >>= bits;
    --left;
    return word & ((uint64_t{1} << bits) - 1);
  }
};
template <typename NextWord>
Pieces(NextWord, int) -> Pieces<NextWord>;

int PieceBits(int32_t dtype) { return dtype == LT_BOOL ? 1 : int(8 * lt_dtype_size(dtype)); }

}  // namespace

void NumpyRandomState::RandInt(int32_t dtype, int64_t low, int64_t last, int64_t count, void* out) {
  uint64_t range = uint64_t(last) - uint64_t(low);
  int bits = PieceBits(dtype);
  auto word = [this] { return twister.Next(); };
  Pieces pieces{word, bits < 32 ? bits : 16};
  for (int64_t i = 0; i < count; ++i) {
    uint64_t value;
    if (bits >= 32) {
      value = Masked(range);
    } else if (range == 0) {
      value = 0;
    } else {
      uint64_t mask = MaskFor(range);
      do value = pieces.Take() & mask;
      while (value > range);
    }
    StoreInteger(dtype, out, i, uint64_t(low) + value);
  }
}

void NumpyRandomState::Shuffle(int64_t n, int64_t* v) {
  for (int64_t i = n - 1; i > 0; --i) Swap(v, i, int64_t(Masked(uint64_t(i))));
}

void NumpyRandomState::Permutation(int64_t n, int64_t* out) {
  for (int64_t i = 0; i < n; ++i) out[i] = i;
  Shuffle(n, out);
}

int64_t NumpyRandomState::WeightedIndex(const double* cumulative, int64_t n) {
  return UpperBound(cumulative, n, Random());
}

// ---- NumPy's default_rng ----

void NumpyGenerator::Seed(const uint32_t* entropy, int64_t count) {
  uint32_t pool[4], h = 0x43B0D7E5u;
  auto hash = [&](uint32_t v) {
    v ^= h;
    h *= 0x931E8875u;
    v *= h;
    return v ^ v >> 16;
  };
  auto mix = [](uint32_t x, uint32_t y) {
    uint32_t r = 0xCA01F9DDu * x - 0x4973F715u * y;
    return r ^ r >> 16;
  };
  for (int i = 0; i < 4; ++i) pool[i] = hash(i < count ? entropy[i] : 0);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (i != j) pool[j] = mix(pool[j], hash(pool[i]));
  for (int64_t i = 4; i < count; ++i)
    for (int j = 0; j < 4; ++j) pool[j] = mix(pool[j], hash(entropy[i]));
  uint64_t words[4];
  uint32_t g = 0x8B51F9DDu, low = 0;
  for (int n = 0; n < 8; ++n) {
    uint32_t v = pool[n % 4] ^ g;
    g *= 0x58F38DEDu;
    v *= g;
    v ^= v >> 16;
    if (n % 2 == 0)
      low = v;
    else
      words[n / 2] = low | uint64_t(v) << 32;
  }
  increment = ((Wide(words[2]) << 64 | words[3]) << 1) | 1;
  state = 0;
  Next64();
  state += Wide(words[0]) << 64 | words[1];
  Next64();
  has_half = false;
}

void NumpyGenerator::SeedInt(uint64_t seed) {
  uint32_t digits[2] = {uint32_t(seed), uint32_t(seed >> 32)};
  Seed(digits, digits[1] != 0 ? 2 : 1);
}

uint64_t NumpyGenerator::Next64() {
  constexpr Wide kMultiplier = Wide(0x2360ED051FC65DA4u) << 64 | 0x4385DF649FCCF645u;
  state = state * kMultiplier + increment;
  uint64_t x = uint64_t(state >> 64) ^ uint64_t(state);
  int rotation = int(state >> 122);
  return x >> rotation | x << (-rotation & 63);
}

uint32_t NumpyGenerator::Next32() {
  if (has_half) {
    has_half = false;
    return half;
  }
  uint64_t x = Next64();
  has_half = true;
  half = uint32_t(x >> 32);
  return uint32_t(x);
}

uint64_t NumpyGenerator::Bounded(uint64_t range) {
  if (range == 0) return 0;
  if (range == 0xFFFFFFFFu) return Next32();
  if (range == ~uint64_t{0}) return Next64();
  if (range < 0xFFFFFFFFu) {
    uint32_t bound = uint32_t(range) + 1;
    uint64_t m = uint64_t(Next32()) * bound;
    if (uint32_t(m) < bound) {
      uint32_t threshold = (0xFFFFFFFFu - uint32_t(range)) % bound;
      while (uint32_t(m) < threshold) m = uint64_t(Next32()) * bound;
    }
    return m >> 32;
  }
  uint64_t bound = range + 1;
  Wide m = Wide(Next64()) * bound;
  if (uint64_t(m) < bound) {
    uint64_t threshold = (~uint64_t{0} - range) % bound;
    while (uint64_t(m) < threshold) m = Wide(Next64()) * bound;
  }
  return uint64_t(m >> 64);
}

uint64_t NumpyGenerator::Masked(uint64_t range) {
  if (range == 0) return 0;
  uint64_t mask = MaskFor(range), value;
  do value = (range <= 0xFFFFFFFFu ? Next32() : Next64()) & mask;
  while (value > range);
  return value;
}

void NumpyGenerator::Integers(int32_t dtype, int64_t low, int64_t last, int64_t count, void* out) {
  uint64_t range = uint64_t(last) - uint64_t(low);
  int bits = PieceBits(dtype);
  auto word = [this] { return Next32(); };
  Pieces pieces{word, bits < 32 ? bits : 16};
  uint32_t full = uint32_t((uint64_t{1} << (bits < 32 ? bits : 16)) - 1);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t value;
    if (bits >= 32) {
      value = Bounded(range);
    } else if (range == 0) {
      value = 0;
    } else if (range == full) {
      value = pieces.Take();
    } else {
      uint32_t bound = uint32_t(range) + 1, m = pieces.Take() * bound;
      if ((m & full) < bound) {
        uint32_t threshold = (full - uint32_t(range)) % bound;
        while ((m & full) < threshold) m = pieces.Take() * bound;
      }
      value = m >> bits;
    }
    StoreInteger(dtype, out, i, uint64_t(low) + value);
  }
}

void NumpyGenerator::Shuffle(int64_t n, int64_t* v) {
  for (int64_t i = n - 1; i > 0; --i) Swap(v, i, int64_t(Masked(uint64_t(i))));
}

void NumpyGenerator::Permutation(int64_t n, int64_t* out) {
  for (int64_t i = 0; i < n; ++i) out[i] = i;
  Shuffle(n, out);
}

void NumpyGenerator::ChoiceWithoutReplacement(int64_t n, int64_t size, bool shuffle, int64_t* out) {
  int64_t cutoff = shuffle ? 50 : 20;
  if (n > 10000 && size > n / cutoff) {
    Array<int64_t> all;
    for (int64_t i = 0; i < n; ++i) all.Add(i);
    int64_t first = n - size > 1 ? n - size : 1;
    for (int64_t i = n - 1; i >= first; --i) Swap(all.data(), i, int64_t(Bounded(uint64_t(i))));
    memcpy(out, all.data() + (n - size), size_t(size) * sizeof(int64_t));
    return;
  }
  int64_t slots = 4, count = 0;
  while (slots < 2 * size) slots *= 2;
  Array<int64_t> table;
  table.Resize(slots);
  for (int64_t& s : table) s = -1;
  auto insert = [&](int64_t v) {  // false: it was there
    int64_t at = int64_t(uint64_t(v) * 0x9E3779B97F4A7C15u >> 20) & (slots - 1);
    while (table[at] >= 0 && table[at] != v) at = (at + 1) & (slots - 1);
    if (table[at] == v) return false;
    table[at] = v;
    return true;
  };
  for (int64_t j = n - size; j < n; ++j) {
    int64_t v = int64_t(Bounded(uint64_t(j)));
    if (!insert(v)) v = j, insert(v);
    out[count++] = v;
  }
  if (shuffle)
    for (int64_t i = size - 1; i > 0; --i) Swap(out, i, int64_t(Bounded(uint64_t(i))));
}

int64_t NumpyGenerator::WeightedIndex(const double* cumulative, int64_t n) {
  return UpperBound(cumulative, n, Random());
}

}  // namespace lathe::rt
