// SHA-512 (FIPS 180-4), for seeds of random.Random that are text. The constants are the fractional bits of square and
// cube roots of the first primes and are computed.
#include "runtime/python_random.h"

namespace lathe::rt {
namespace {

__extension__ typedef unsigned __int128 Wide;

// The first 64 bits of the fraction of the `degree`-th root of p (2 or 3), by bisection on exact integers.
uint64_t RootFraction(uint32_t p, int degree) {
  // value = root * 2^64 has at most 69 bits; powers of it are compared limb by limb.
  Wide low = 0, high = Wide(32) << 64;
  while (high - low > 1) {
    Wide middle = low + (high - low) / 2;
    // product = middle^degree in 32-bit limbs
    uint64_t limbs[10] = {0},
             factor[3] = {uint64_t(middle) & 0xffffffffu, uint64_t(middle) >> 32, uint64_t(middle >> 64)};
    limbs[0] = 1;
    for (int d = 0; d < degree; ++d) {
      uint64_t next[10] = {0};
      for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 3 && i + j < 10; ++j) {
          uint64_t product = limbs[i] * factor[j];
          for (int k = i + j; product != 0 && k < 10; ++k) {
            uint64_t sum = next[k] + (product & 0xffffffffu);
            next[k] = sum & 0xffffffffu;
            product = (product >> 32) + (sum >> 32);
          }
        }
      for (int i = 0; i < 10; ++i) limbs[i] = next[i];
    }
    // Compare with p * 2^(64 * degree): limb 2 * degree and above.
    uint64_t top = limbs[2 * degree];
    bool above = limbs[2 * degree + 1] != 0 || top >= p;
    if (above)
      high = middle;
    else
      low = middle;
  }
  return uint64_t(low);
}

struct Constants {
  uint64_t round[80], start[8];
  Constants() {
    int found = 0;
    for (uint32_t p = 2; found < 80; ++p) {
      bool prime = true;
      for (uint32_t d = 2; d * d <= p; ++d) prime = prime && p % d != 0;
      if (!prime) continue;
      round[found] = RootFraction(p, 3);
      if (found < 8) start[found] = RootFraction(p, 2);
      ++found;
    }
  }
};

uint64_t RotateRight(uint64_t x, int n) { return x >> n | x << (64 - n); }

void Compress(const Constants& constants, const uint8_t* block, uint64_t* h) {
  uint64_t w[80];
  for (int i = 0; i < 16; ++i) {
    w[i] = 0;
    for (int k = 0; k < 8; ++k) w[i] = w[i] << 8 | block[8 * i + k];
  }
  for (int i = 16; i < 80; ++i) {
    uint64_t s0 = RotateRight(w[i - 15], 1) ^ RotateRight(w[i - 15], 8) ^ w[i - 15] >> 7;
    uint64_t s1 = RotateRight(w[i - 2], 19) ^ RotateRight(w[i - 2], 61) ^ w[i - 2] >> 6;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  uint64_t v[8];
  memcpy(v, h, sizeof v);
  for (int i = 0; i < 80; ++i) {
    uint64_t s1 = RotateRight(v[4], 14) ^ RotateRight(v[4], 18) ^ RotateRight(v[4], 41);
    uint64_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants.round[i] + w[i];
    uint64_t s0 = RotateRight(v[0], 28) ^ RotateRight(v[0], 34) ^ RotateRight(v[0], 39);
    uint64_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof v[0]);
    v[4] += t1;
    v[0] = t1 + t2;
  }
  for (int i = 0; i < 8; ++i) h[i] += v[i];
}

}  // namespace

void Sha512(View bytes, uint8_t digest[64]) {
  const Constants constants;
  uint64_t h[8];
  memcpy(h, constants.start, sizeof h);
  Text message;
  message.Add(bytes);
  message.Add('\x80');
  message.Repeat('\0', (112 - message.size() % 128 + 128) % 128 + 8);
  uint64_t bits = uint64_t(bytes.size) * 8;
  for (int i = 7; i >= 0; --i) message.Add(char(bits >> (8 * i)));
  for (int64_t at = 0; at < message.size(); at += 128)
    Compress(constants, reinterpret_cast<const uint8_t*>(message.data()) + at, h);
  for (int i = 0; i < 64; ++i) digest[i] = uint8_t(h[i / 8] >> (8 * (7 - i % 8)));
}

}  // namespace lathe::rt
