// Python's int: 64 bits where they suffice, arbitrary precision otherwise.
#pragma once
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lathe::staging {

struct BigInt;  // integer.cpp: the wide representation

class Integer {
 public:
  Integer(int64_t v = 0) : small_(v) {}
  static Integer Parse(std::string_view digits);                       // decimal, optional sign
  static std::optional<Integer> Parse(std::string_view digits, int base);
  static std::optional<Integer> FromDouble(double truncated);          // nullopt: NaN or infinite
  bool fits() const { return !big_; }
  int64_t small() const { return small_; }                             // when it fits
  bool zero() const { return !big_ && small_ == 0; }
  bool negative() const;
  double ToDouble() const;                                             // inf when too large
  std::string ToString(int base = 10) const;                           // lower case digits, '-' first, no prefix
  int64_t BitLength() const;

  friend Integer operator+(const Integer&, const Integer&);
  friend Integer operator-(const Integer&, const Integer&);
  friend Integer operator*(const Integer&, const Integer&);
  friend Integer FloorDiv(const Integer&, const Integer&);             // divisor not zero
  friend Integer FloorMod(const Integer&, const Integer&);
  friend Integer Power(const Integer& base, uint64_t exponent);
  friend Integer operator-(const Integer&);
  friend Integer operator&(const Integer&, const Integer&);            // two's complement of unlimited width
  friend Integer operator|(const Integer&, const Integer&);
  friend Integer operator^(const Integer&, const Integer&);
  friend Integer operator~(const Integer&);
  friend Integer ShiftLeft(const Integer&, int64_t);
  friend Integer ShiftRight(const Integer&, int64_t);
  friend bool operator==(const Integer&, const Integer&);
  friend std::strong_ordering operator<=>(const Integer&, const Integer&);

 private:
  friend struct IntegerAccess;
  int64_t small_ = 0;
  std::shared_ptr<const BigInt> big_;  // set only when the value does not fit int64
};

}  // namespace lathe::staging
