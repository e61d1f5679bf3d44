// Philox-4x32-10 as TensorFlow uses it: blocks of four words, each a function of the key and a 128-bit counter.
#pragma once
#include <stdint.h>

namespace lathe::rt {

struct PhiloxBlock {
  uint32_t word[4];
};

struct Philox {
  uint64_t key = 0, low = 0, high = 0;  // counter of the first block

  // Block `index` of the stream.
  PhiloxBlock Block(uint64_t index) const {
    uint64_t l = low + index, h = high + (l < low ? 1 : 0);
    uint32_t x0 = uint32_t(l), x1 = uint32_t(l >> 32), x2 = uint32_t(h), x3 = uint32_t(h >> 32);
    uint32_t a = uint32_t(key), b = uint32_t(key >> 32);
    for (int round = 0; round < 10; ++round) {
      uint64_t p = uint64_t{0xD2511F53} * x0, q = uint64_t{0xCD9E8D57} * x2;
      x0 = uint32_t(q >> 32) ^ x1 ^ a;
      x1 = uint32_t(q);
      x2 = uint32_t(p >> 32) ^ x3 ^ b;
      x3 = uint32_t(p);
      a += 0x9E3779B9, b += 0xBB67AE85;
    }
    return {{x0, x1, x2, x3}};
  }
  uint32_t Word(uint64_t index) const { return Block(index / 4).word[index % 4]; }
  void Skip(uint64_t blocks) {
    low += blocks;
    if (low < blocks) ++high;
  }
  // The stream of a stateless operation's seed.
  static Philox OfSeed(int64_t a, int64_t b) {
    PhiloxBlock m = Philox{0x02461E293EC8F720, uint64_t(a), uint64_t(b)}.Block(0);
    return {m.word[0] | uint64_t(m.word[1]) << 32, 0, m.word[2] | uint64_t(m.word[3]) << 32};
  }
};

// Distribution numbers of the operations StatelessRandom and StatefulRandom (ir/ops.def).
enum RandomDistribution : int64_t { kUniform, kNormal, kTruncatedNormal, kUniformInt, kFullInt };

// Fills `count` elements of `dtype`. kUniformInt: integers in [low, high). Uniform floats are in [0, 1), normals have
// mean 0 and deviation 1; TensorFlow scales them by operations of their own.
void FillRandom(const Philox&, RandomDistribution, int32_t dtype, int64_t count, int64_t low, int64_t high, void* out);
// Blocks by which a stateful operation's counter moves on for `count` outputs.
inline uint64_t BlocksOfDraw(int64_t count) { return uint64_t(count) * 256; }
// out[i] (n entries) is the source row of row i.
void ShufflePermutation(const Philox&, int64_t n, int64_t* out);

// log and the sine and cosine of glibc 2.36 for the arguments that occur here, bit for bit.
float RandomLog(float x);
void RandomSinCos(float x, float* sine, float* cosine);

}  // namespace lathe::rt
