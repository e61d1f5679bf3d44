// The 64-bit fingerprint of FarmHash, which tf.strings.to_hash_bucket_fast uses.
#include "runtime/fingerprint.h"

namespace lathe::rt {
namespace {

constexpr uint64_t k0 = 0xc3a5c85c97cb3127, k1 = 0xb492b66fbe98f273, k2 = 0x9ae16a3b2f90404f;

uint64_t Rotate(uint64_t x, int right) { return x >> right | x << (64 - right); }
uint64_t Mix(uint64_t x) { return x ^ x >> 47; }

struct Pair {
  uint64_t first = 0, second = 0;
};

class Bytes {
 public:
  explicit Bytes(View text) : text_(text) {}
  uint64_t Word(int64_t at) const { return Load<uint64_t>(at); }
  uint64_t Half(int64_t at) const { return Load<uint32_t>(at); }
  uint64_t Byte(int64_t at) const { return uint8_t(text_[at]); }
  // Folds the four words from `at` on into two.
  Pair Fold(int64_t at, uint64_t a, uint64_t b) const {
    uint64_t last = Word(at + 24);
    a += Word(at);
    b = Rotate(b + a + last, 21);
    uint64_t before = a;
    a += Word(at + 8) + Word(at + 16);
    b += Rotate(a, 44);
    return {a + last, b + before};
  }

 private:
  template <typename T>
  uint64_t Load(int64_t at) const {
    T x;
    memcpy(&x, text_.data + at, sizeof x);
    return x;
  }
  View text_;
};

uint64_t Combine(uint64_t u, uint64_t v, uint64_t factor) {
  uint64_t a = Mix((u ^ v) * factor);
  return Mix((v ^ a) * factor) * factor;
}

uint64_t UpTo16(const Bytes& s, uint64_t n) {
  uint64_t factor = k2 + n * 2;
  if (n >= 8) {
    uint64_t a = s.Word(0) + k2, b = s.Word(int64_t(n) - 8);
    return Combine(Rotate(b, 37) * factor + a, (Rotate(a, 25) + b) * factor, factor);
  }
  if (n >= 4) return Combine(n + (s.Half(0) << 3), s.Half(int64_t(n) - 4), factor);
  if (n == 0) return k2;
  uint64_t y = s.Byte(0) + (s.Byte(int64_t(n / 2)) << 8), z = n + (s.Byte(int64_t(n) - 1) << 2);
  return Mix((y * k2) ^ (z * k0)) * k2;
}

uint64_t UpTo64(const Bytes& s, uint64_t n) {
  int64_t end = int64_t(n);
  uint64_t factor = k2 + n * 2, b = s.Word(8), c = s.Word(end - 8) * factor, d = s.Word(end - 16) * k2;
  uint64_t a = s.Word(0) * (n <= 32 ? k1 : k2);
  uint64_t y = Rotate(a + b, 43) + Rotate(c, 30) + d, z = Combine(y, a + Rotate(b + k2, 18) + c, factor);
  if (n <= 32) return z;
  uint64_t e = s.Word(16) * factor, f = s.Word(24), g = (y + s.Word(end - 32)) * factor,
           h = (z + s.Word(end - 24)) * factor;
  return Combine(Rotate(e + f, 43) + Rotate(g, 30) + h, e + Rotate(f + a, 18) + g, factor);
}

struct LongState {
  uint64_t x, y, z;
  Pair v, w;
  // One block of 64 bytes; `nine` scales what the last block adds.
  void Step(const Bytes& s, int64_t at, uint64_t factor, uint64_t nine) {
    x = Rotate(x + y + v.first + s.Word(at + 8), 37) * factor;
    y = Rotate(y + v.second + s.Word(at + 48), 42) * factor;
    x ^= w.second * nine;
    y += v.first * nine + s.Word(at + 40);
    z = Rotate(z + w.first, 33) * factor;
    v = s.Fold(at, v.second * factor, x + w.first);
    w = s.Fold(at + 32, z + w.second, y + s.Word(at + 16));
    uint64_t t = z;
    z = x;
    x = t;
  }
};

}  // namespace

uint64_t Fingerprint64(View text) {
  Bytes s(text);
  uint64_t n = uint64_t(text.size);
  if (n <= 16) return UpTo16(s, n);
  if (n <= 64) return UpTo64(s, n);
  constexpr uint64_t kSeed = 81;
  LongState state{kSeed * k2 + s.Word(0), kSeed * k1 + 113, 0, {}, {}};
  state.z = Mix(state.y * k2 + 113) * k2;
  int64_t whole = int64_t((n - 1) / 64 * 64);
  for (int64_t at = 0; at < whole; at += 64) state.Step(s, at, k1, 1);
  uint64_t factor = k1 + ((state.z & 0xff) << 1);
  state.w.first += (n - 1) & 63;
  state.v.first += state.w.first;
  state.w.first += state.v.first;
  state.Step(s, int64_t(n) - 64, factor, 9);
  return Combine(Combine(state.v.first, state.w.first, factor) + Mix(state.y) * k0 + state.z,
                 Combine(state.v.second, state.w.second, factor) + state.x, factor);
}

}  // namespace lathe::rt
