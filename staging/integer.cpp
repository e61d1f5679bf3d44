// Python's int (integer.h): the wide representation is Boost's cpp_int.
#include "staging/integer.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

namespace lathe::staging {

namespace mp = boost::multiprecision;
using Wide = mp::cpp_int;

struct BigInt {
  Wide value;
};

namespace {

Wide WideOf(const Integer& i, const std::shared_ptr<const BigInt>& big) { return big ? big->value : Wide(i.small()); }

}  // namespace

// Access for the friends below.
struct IntegerAccess {
  static Wide Get(const Integer& i) { return WideOf(i, i.big_); }
  static Integer Make(const Wide& w) {
    if (w >= std::numeric_limits<int64_t>::min() && w <= std::numeric_limits<int64_t>::max()) return Integer(static_cast<int64_t>(w));
    Integer i;
    i.big_ = std::make_shared<const BigInt>(BigInt{w});
    return i;
  }
};

using A = IntegerAccess;

std::optional<Integer> Integer::Parse(std::string_view digits, int base) {
  bool negative = false;
  if (!digits.empty() && (digits[0] == '-' || digits[0] == '+')) {
    negative = digits[0] == '-';
    digits.remove_prefix(1);
  }
  if (digits.empty()) return std::nullopt;
  Wide w = 0;
  int64_t chunk = 0, scale = 1;
  for (char c : digits) {
    int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
    if (d >= base) return std::nullopt;
    chunk = chunk * base + d;
    scale *= base;
    if (scale > (int64_t(1) << 50)) {
      w = w * scale + chunk;
      chunk = 0;
      scale = 1;
    }
  }
  w = w * scale + chunk;
  return A::Make(negative ? Wide(-w) : w);
}

Integer Integer::Parse(std::string_view digits) { return Parse(digits, 10).value_or(Integer(0)); }

std::optional<Integer> Integer::FromDouble(double d) {
  if (!std::isfinite(d)) return std::nullopt;
  if (std::fabs(d) < 9.2e18) return Integer(static_cast<int64_t>(d));
  return A::Make(Wide(std::trunc(d)));
}

bool Integer::negative() const { return big_ ? big_->value < 0 : small_ < 0; }

double Integer::ToDouble() const {
  if (!big_) return double(small_);
  return big_->value.convert_to<double>();
}

std::string Integer::ToString(int base) const {
  Wide w = A::Get(*this);
  if (base == 10) return w.str();
  bool negative_value = w < 0;
  if (negative_value) w = -w;
  if (w == 0) return "0";
  std::string out;
  while (w > 0) {
    out += "0123456789abcdefghijklmnopqrstuvwxyz"[static_cast<int>(Wide(w % base))];
    w /= base;
  }
  if (negative_value) out += '-';
  return {out.rbegin(), out.rend()};
}

int64_t Integer::BitLength() const {
  Wide w = abs(A::Get(*this));
  return w == 0 ? 0 : int64_t(mp::msb(w)) + 1;
}

Integer operator+(const Integer& a, const Integer& b) {
  int64_t r;
  if (a.fits() && b.fits() && !__builtin_add_overflow(a.small(), b.small(), &r)) return r;
  return A::Make(A::Get(a) + A::Get(b));
}
Integer operator-(const Integer& a, const Integer& b) {
  int64_t r;
  if (a.fits() && b.fits() && !__builtin_sub_overflow(a.small(), b.small(), &r)) return r;
  return A::Make(A::Get(a) - A::Get(b));
}
Integer operator*(const Integer& a, const Integer& b) {
  int64_t r;
  if (a.fits() && b.fits() && !__builtin_mul_overflow(a.small(), b.small(), &r)) return r;
  return A::Make(A::Get(a) * A::Get(b));
}
Integer FloorDiv(const Integer& a, const Integer& b) {
  Wide x = A::Get(a), y = A::Get(b), q = x / y;
  if (q * y != x && ((x < 0) != (y < 0))) q -= 1;
  return A::Make(q);
}
Integer FloorMod(const Integer& a, const Integer& b) {
  Wide x = A::Get(a), y = A::Get(b), m = x % y;
  if (m != 0 && ((m < 0) != (y < 0))) m += y;
  return A::Make(m);
}
Integer Power(const Integer& base, uint64_t exponent) { return A::Make(mp::pow(A::Get(base), unsigned(exponent))); }
Integer operator-(const Integer& a) { return Integer(0) - a; }

namespace {

// Two's complement of unlimited width, on enough bits for both operands.
template <class F> Integer Bitwise(const Integer& a, const Integer& b, F f) {
  if (a.fits() && b.fits()) return Integer(int64_t(f(uint64_t(a.small()), uint64_t(b.small()))));
  int64_t bits = std::max(a.BitLength(), b.BitLength()) + 2;
  Wide modulus = Wide(1) << unsigned(bits);
  auto wrap = [&](const Integer& i) { Wide w = A::Get(i); return w < 0 ? Wide(w + modulus) : w; };
  Wide r = f(wrap(a), wrap(b));
  if (mp::bit_test(r, unsigned(bits - 1))) r -= modulus;
  return A::Make(r);
}

}  // namespace

Integer operator&(const Integer& a, const Integer& b) { return Bitwise(a, b, [](auto x, auto y) -> decltype(x) { return x & y; }); }
Integer operator|(const Integer& a, const Integer& b) { return Bitwise(a, b, [](auto x, auto y) -> decltype(x) { return x | y; }); }
Integer operator^(const Integer& a, const Integer& b) { return Bitwise(a, b, [](auto x, auto y) -> decltype(x) { return x ^ y; }); }
Integer operator~(const Integer& a) { return Integer(-1) - a; }
Integer ShiftLeft(const Integer& a, int64_t n) { return A::Make(A::Get(a) * (Wide(1) << unsigned(n))); }
Integer ShiftRight(const Integer& a, int64_t n) {
  if (n > 4'000'000) return a.negative() ? Integer(-1) : Integer(0);
  return FloorDiv(a, A::Make(Wide(1) << unsigned(n)));
}
bool operator==(const Integer& a, const Integer& b) { return a.fits() && b.fits() ? a.small() == b.small() : A::Get(a) == A::Get(b); }
std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
  if (a.fits() && b.fits()) return a.small() <=> b.small();
  int c = A::Get(a).compare(A::Get(b));
  return c < 0 ? std::strong_ordering::less : c > 0 ? std::strong_ordering::greater : std::strong_ordering::equal;
}

}  // namespace lathe::staging
