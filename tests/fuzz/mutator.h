// Mutations of programs: bytes, lines and tokens, and splices of two programs. Equal seeds give equal texts.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace lathe::fuzz {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t Next();                                            // splitmix64
  size_t Below(size_t bound) { return size_t(Next() % bound); }  // bound > 0

 private:
  uint64_t state_;
};

// A text made of one to four mutations of a program of `corpus` (which is not empty).
std::string Mutate(const std::vector<std::string>& corpus, uint64_t seed);

}  // namespace lathe::fuzz
