// SHA-256 as FIPS 180-4 defines it; the constants are computed from primes, as the standard defines them.
#include "support/sha256.h"

#include <array>
#include <bit>
#include <cstdint>

namespace lathe {

namespace {

// floor(frac(p^(1/root)) * 2^32) by integer search: the largest x with x^root <= p * 2^(32 * root).
uint32_t RootBits(uint32_t prime, int root) {
  using Wide = unsigned __int128;
  uint64_t low = 0, high = uint64_t(40) << 32;
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    bool fits;
    if (root == 2) {
      fits = Wide(middle) * middle <= Wide(prime) << 64;
    } else {
      // middle^3 <= prime * 2^96 compared without overflow: middle < 2^36, so middle^3 < 2^108.
      fits = Wide(middle) * middle * middle <= Wide(prime) << 96;
    }
    (fits ? low : high) = middle;
  }
  return uint32_t(low);
}

struct Constants {
  std::array<uint32_t, 64> k;
  std::array<uint32_t, 8> h;
  Constants() {
    size_t found = 0;
    for (uint32_t n = 2; found < 64; ++n) {
      bool prime = true;
      for (uint32_t d = 2; d * d <= n; ++d) prime = prime && n % d != 0;
      if (!prime) continue;
      if (found < 8) h[found] = RootBits(n, 2);
      k[found++] = RootBits(n, 3);
    }
  }
};

void Mix(std::array<uint32_t, 8>& h, const unsigned char* block, const Constants& c) {
  uint32_t w[64];
  for (int i = 0; i < 16; ++i) {
    w[i] = uint32_t(block[4 * i]) << 24 | uint32_t(block[4 * i + 1]) << 16 | uint32_t(block[4 * i + 2]) << 8 | block[4 * i + 3];
  }
  for (int i = 16; i < 64; ++i) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[i - 7] + (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  std::array<uint32_t, 8> s = h;
  for (int i = 0; i < 64; ++i) {
    uint32_t e = s[4], a = s[0];
    uint32_t t1 = s[7] + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & s[5]) ^ (~e & s[6])) + c.k[i] + w[i];
    uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    s = {t1 + t2, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]};
  }
  for (int i = 0; i < 8; ++i) h[i] += s[i];
}

}  // namespace

std::string Sha256(std::string_view bytes) {
  static const Constants constants;
  std::array<uint32_t, 8> h = constants.h;
  size_t whole = bytes.size() / 64 * 64;
  const unsigned char* data = reinterpret_cast<const unsigned char*>(bytes.data());
  for (size_t i = 0; i < whole; i += 64) Mix(h, data + i, constants);
  std::string tail(bytes.substr(whole));
  tail += '\x80';
  while (tail.size() % 64 != 56) tail += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) tail += char(uint64_t(bytes.size()) * 8 >> shift & 0xFF);
  for (size_t i = 0; i < tail.size(); i += 64) Mix(h, reinterpret_cast<const unsigned char*>(tail.data()) + i, constants);
  std::string hex;
  for (uint32_t word : h) {
    for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
  }
  return hex;
}

}  // namespace lathe
