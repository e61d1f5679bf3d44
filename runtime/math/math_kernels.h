// Lathe math kernels: one definition for the evaluator, the constant folder, scalar tails and vector bodies.
//
// Every function is a template over V: float, double, or (clang) an ext_vector_type of them. Per lane it does the same
// IEEE 754 operations in the same order, so all instantiations give the same bits: only + - * / sqrt fma, compares, selects
// and integer operations on the bits, no tables; a fma is written Fma(...) (compile with -ffp-contract=off); subnormals are
// kept; a lane never looks at another, slow paths (huge arguments of sin, cos, tan) are chosen per lane by mask.
//
// Errors in ulp of the exact result; f32: maximum over all 2^32 inputs, f64 and two arguments: largest seen. f32: 1 ulp, but
// softplus, tan, asin, acos, atan, atan2, erfc 2, erfinv 2.5. f64: 1 ulp, but erf, pow, tan, asin, acos, atan, atan2, erfc,
// softplus 2, and a few for asinh, acosh, atanh, lgamma, digamma, erfinv.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/math/coefficients.h"
#include "runtime/math/lanes.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

namespace lathe::math {

// ---- Shared steps ---------------------------------------------------------------------------------------------------

template <class V> LATHE_MATH_INLINE V Abs(V x) { return FromBits<V>(Bits(x) & ~C<Elem<V>>::kSignBit); }

template <class V> LATHE_MATH_INLINE V CopySign(V mag, V sign) {
  using E = C<Elem<V>>;
  return FromBits<V>((Bits(mag) & ~E::kSignBit) | (Bits(sign) & E::kSignBit));
}

// min(x, hi) and max(x, lo) that keep a NaN x.
template <class V> LATHE_MATH_INLINE V AtMost(V x, Elem<V> hi) { return Select(x > hi, K<V>(hi), x); }
template <class V> LATHE_MATH_INLINE V AtLeast(V x, Elem<V> lo) { return Select(x < lo, K<V>(lo), x); }

// c[0] + c[1] x + ... by Horner's rule, one fma a step.
template <class V, std::size_t N> LATHE_MATH_INLINE V Horner(V x, const Elem<V> (&c)[N]) {
  V p = K<V>(c[N - 1]);
#pragma GCC unroll 32
  for (int i = static_cast<int>(N) - 2; i >= 0; --i) p = Fma(p, x, K<V>(c[i]));
  return p;
}

// 2^n for kBias + n in [1, 2 kBias].
template <class V> LATHE_MATH_INLINE V Pow2(IntOf<V> n) {
  using E = C<Elem<V>>;
  return FromBits<V>(__builtin_bit_cast(IntOf<V>, __builtin_bit_cast(UIntOf<V>, AddI<V>(n, KI<V>(E::kBias))) << E::kMant));
}

// y 2^n for y in [1/2, 2): two exact powers, the second product rounds once (overflow and subnormals included).
template <class V> LATHE_MATH_INLINE V Scale(V y, IntOf<V> n) {
  IntOf<V> half = n >> 1;
  return y * Pow2<V>(half) * Pow2<V>(n - half);
}

// The integer in the low bits of k = (integer + kMagic).
template <class V> LATHE_MATH_INLINE IntOf<V> MagicInt(V k) { return SubI<V>(Bits(k), KI<V>(Bits(C<Elem<V>>::kMagic))); }

// e^(x - x_lo) = 2^n (1 + r + p); |r| <= 0.3475, |p| < 0.07. x - n ln2 is exact, so r and p carry about 6 extra bits.
template <class V> struct ExpParts { IntOf<V> n; V r, p; };

template <class V> LATHE_MATH_INLINE ExpParts<V> ExpReduce(V x, V x_lo) {
  using E = C<Elem<V>>;
  V k = Fma(x, K<V>(E::kLog2E), K<V>(E::kMagic));
  V n = k - E::kMagic;
  V r1 = Fma(n, K<V>(-E::kLn2Hi), x);       // exact
  V c = Fma(n, K<V>(E::kLn2Lo), x_lo);
  V r = r1 - c;
  V r_lo = (r1 - r) - c;
  V q = Horner(r, E::kExpm1);
  return {MagicInt(k), r, Fma(r * r, q, r_lo)};
}

// x = 2^e (1 + f) for positive finite x, 1 + f in [2/3, 4/3); f is exact.
template <class V> struct Split { V e, f; };

template <class V> LATHE_MATH_INLINE V IntToFloat(IntOf<V> i) {  // |i| < 2^(kMant - 2)
  using E = C<Elem<V>>;
  return FromBits<V>(i + Bits(E::kMagic)) - E::kMagic;
}

template <class V> LATHE_MATH_INLINE Split<V> SplitLog(V x) {
  using E = C<Elem<V>>;
  auto sub = x < E::kMinNormal;
  x = Select(sub, x * E::kUp, x);
  IntOf<V> t = SubI<V>(Bits(x), KI<V>(E::kSplit));
  V m = FromBits<V>((t & E::kMantMask) + E::kSplit);
  return {IntToFloat<V>(t >> E::kMant) - Select(sub, K<V>(E::kUpExp), K<V>(0)), m - 1};
}

// log(1 + f) - f for |f| <= 1/3.
template <class V> LATHE_MATH_INLINE V LogTail(V f) {
  using E = C<Elem<V>>;
  if constexpr (sizeof(Elem<V>) == 4) {
    return Fma(0.5f * f, -f, (f * f) * f * Horner(f, E::kLog));
  } else {
    V s = f / (2 + f);
    V z = s * s;
    V half = 0.5 * f;
    return Fma(-half, f, s * Fma(z, Horner(z, E::kLog), half * f));
  }
}

// e ln2 + f + u + f_lo, for |f| <= 1/3 and u, f_lo small.
template <class V> LATHE_MATH_INLINE V LogSum(V e, V f, V u) {
  using E = C<Elem<V>>;
  V hi = e * E::kLn2Hi;                  // exact
  V s = hi + f;
  V lo = (hi - s) + f;                      // exact: hi = 0 or |hi| > |f|
  return s + (Fma(e, K<V>(E::kLn2Lo), u) + lo);
}

// log's values at x <= 0, Inf and NaN.
template <class V> LATHE_MATH_INLINE V LogSpecial(V y, V x) {
  using E = C<Elem<V>>;
  y = Select(x < E::kInf, y, x);
  return Select(x <= 0, Select(x == 0, K<V>(-E::kInf), K<V>(E::kNaN)), y);
}

// ---- exp, exp2, expm1 -----------------------------------------------------------------------------------------------

template <class V> LATHE_MATH_INLINE V Exp(V x) {
  using E = C<Elem<V>>;
  x = AtLeast(AtMost(x, E::kExpHi), E::kExpLo);
  V k = Fma(x, K<V>(E::kLog2E), K<V>(E::kMagic));
  V n = k - E::kMagic;
  V r1 = Fma(n, K<V>(-E::kLn2Hi), x);       // exact
  V r = Fma(n, K<V>(-E::kLn2Lo), r1);
  V t = r * r * Horner(r, E::kExp);
  V p = r1 + Fma(n, K<V>(-E::kLn2Lo), t);
  return Scale(1 + p, MagicInt(k));
}

template <class V> LATHE_MATH_INLINE V Exp2(V x) {
  using E = C<Elem<V>>;
  x = AtLeast(AtMost(x, E::kExp2Hi), E::kExp2Lo);
  V k = x + E::kMagic;
  V t = x - (k - E::kMagic);                // exact
  V r = t * E::kLn2;
  V r_lo = Fma(t, K<V>(E::kLn2), -r);
  r_lo = Fma(t, K<V>(E::kLn2Tail), r_lo);
  V p = Fma(r * r, Horner(r, E::kExp), r_lo);
  return Scale(1 + (r + p), MagicInt(k));
}

template <class V> LATHE_MATH_INLINE V Expm1(V x0) {
  using E = C<Elem<V>>;
  V x = AtLeast(AtMost(x0, E::kExpHi), E::kExpm1Lo);
  auto [n, r, p] = ExpReduce(x, K<V>(0));
  auto top = n > E::kMaxExp;                // 2^(kMaxExp+1) is not representable: half of it, doubled at the end
  V s = Pow2<V>(Select(top, KI<V>(E::kMaxExp), n));
  V b = s - 1;
  V b_lo = (s - b) - 1;
  V a = Fma(s, r, b);
  V a_lo = Fma(s, r, b - a) + b_lo;
  V y = a + Fma(s, p, a_lo);
  return CopySign(Select(top, y + y, y), x0);
}

// ---- log, log2, log10, log1p ----------------------------------------------------------------------------------------

template <class V> LATHE_MATH_INLINE V Log(V x) {
  auto [e, f] = SplitLog(x);
  return LogSpecial(LogSum(e, f, LogTail(f)), x);
}

// e (b_hi + b_lo) + log(1 + f) (c_hi + c_lo); e b_hi is exact.
template <class V> LATHE_MATH_INLINE V LogBase(V x, Elem<V> b_hi, Elem<V> b_lo, Elem<V> c_hi, Elem<V> c_lo) {
  auto [e, f] = SplitLog(x);
  V u = LogTail(f);
  V w = f * c_hi;
  V w_lo = Fma(f, K<V>(c_hi), -w);
  w_lo = Fma(f, K<V>(c_lo), Fma(u, K<V>(c_hi), w_lo));
  V hi = e * b_hi;
  V s = hi + w;
  V lo = (hi - s) + w;
  return LogSpecial(s + (Fma(e, K<V>(b_lo), w_lo) + lo), x);
}

template <class V> LATHE_MATH_INLINE V Log2(V x) {
  using E = C<Elem<V>>;
  return LogBase<V>(x, 1, 0, E::kLog2E, E::kLog2ETail);
}

template <class V> LATHE_MATH_INLINE V Log10(V x) {
  using E = C<Elem<V>>;
  return LogBase<V>(x, E::kLog10Of2Hi, E::kLog10Of2Lo, E::kLog10E, E::kLog10ETail);
}

template <class V> LATHE_MATH_INLINE V Log1p(V x) {
  using E = C<Elem<V>>;
  V u1 = 1 + x;
  IntOf<V> e = SubI<V>(Bits(u1), KI<V>(E::kSplit)) >> E::kMant;
  // f = (1 + x) 2^-e - 1 from x itself, in one rounding; quarters keep 2^-e in range up to the largest x.
  V s4 = Pow2<V>(2 - e);
  V x4 = x * Elem<V>(0.25);
  V c = s4 * Elem<V>(0.25) - 1;
  V f = Fma(x4, s4, c);
  V f_lo = Fma(x4, s4, c - f);
  V y = LogSum(IntToFloat<V>(e), f, Fma(-f, f_lo, f_lo) + LogTail(f));
  y = Select(x < E::kInf, y, x);
  y = Select(x <= -1, Select(x == -1, K<V>(-E::kInf), K<V>(E::kNaN)), y);
  return Select(Abs(x) < E::kTiny, x, y);   // also -0
}

// ---- tanh, sigmoid, softplus, sinh, cosh ----------------------------------------------------------------------------

template <class V> LATHE_MATH_INLINE V Tanh(V x) {
  using E = C<Elem<V>>;
  V a = AtMost(Abs(x), E::kTanhHi);
  auto [n, r, p] = ExpReduce(a + a, K<V>(0));
  V s = Pow2<V>(n);
  V b = s - 1;
  V h = Fma(s, r, b);
  V l = Fma(s, p, Fma(s, r, b - h));
  V t = h + l;                              // e^2a - 1 = t + t_lo
  V t_lo = (h - t) + l;
  V d = 2 + t;
  V d_lo = ((2 - d) + t) + t_lo;
  V inv = 1 / d;
  V q = t * inv;
  V rem = Fma(-q, d_lo, Fma(-q, d, t)) + t_lo;
  return CopySign(Fma(rem, inv, q), x);
}

// e^-a = 2^n (h + l), |l| <= half an ulp of h.
template <class V> struct ExpPair { IntOf<V> n; V h, l; };

template <class V> LATHE_MATH_INLINE ExpPair<V> ExpNeg(V a) {
  auto [n, r, p] = ExpReduce(-a, K<V>(0));
  V w = r + p;
  V w_lo = (r - w) + p;
  V h = 1 + w;
  return {n, h, ((1 - h) + w) + w_lo};
}

template <class V> LATHE_MATH_INLINE V Sigmoid(V x) {
  using E = C<Elem<V>>;
  auto [n, h, l] = ExpNeg(AtMost(Abs(x), -E::kExpLo));
  V s = Pow2<V>(Select(n < -64, KI<V>(-64), n));
  V d = Fma(s, h, K<V>(1));
  V d_lo = Fma(s, l, Fma(s, h, 1 - d));
  V inv = 1 / d;
  auto neg = x < 0;
  V num = Select(neg, h, K<V>(1));
  V num_lo = Select(neg, l, K<V>(0));
  V q = num * inv;
  V rem = Fma(-q, d_lo, Fma(-q, d, num)) + num_lo;
  return Scale(Fma(rem, inv, q), Select(neg, n, KI<V>(0)));
}

template <class V> LATHE_MATH_INLINE V Softplus(V x) {
  using E = C<Elem<V>>;
  auto [n, h, l] = ExpNeg(AtMost(Abs(x), -E::kExpLo));
  V t = Scale(h, n);                        // e^-a = t + t_lo, in [0, 1]
  V t_lo = l * Pow2<V>(Select(n < -64, KI<V>(-64), n));
  t_lo = Select(n < -64, K<V>(0), t_lo);
  auto upper = t > Elem<V>(1) / 3;          // 1 + t = 2^e (1 + f)
  V f = Select(upper, Fma(t, K<V>(Elem<V>(0.5)), K<V>(Elem<V>(-0.5))), t);
  V f_lo = Select(upper, Fma(t, K<V>(Elem<V>(0.5)), -f - Elem<V>(0.5)) + Elem<V>(0.5) * t_lo, t_lo);
  V y = LogSum(Select(upper, K<V>(1), K<V>(0)), f, Fma(-f, f_lo, f_lo) + LogTail(f));
  return AtLeast(x, 0) + y;
}

// 2^(n-1) and 2^(-n-1) times e^r, e^-r, from sinh r and cosh r; g doubles the result where 2^(n-1) would overflow.
template <class V> struct HypParts { V a, b, r, s, c, g; };  // sinh r = r + s, cosh r = 1 + c

template <class V> LATHE_MATH_INLINE HypParts<V> HypReduce(V x) {
  using E = C<Elem<V>>;
  V a = AtMost(Abs(x), E::kHypHi);
  V k = Fma(a, K<V>(E::kLog2E), K<V>(E::kMagic));
  V nf = k - E::kMagic;
  V r1 = Fma(nf, K<V>(-E::kLn2Hi), a);
  V c = nf * E::kLn2Lo;
  V r = r1 - c;
  V r_lo = (r1 - r) - c;
  V z = r * r;
  IntOf<V> n = MagicInt(k);
  auto top = n > E::kMaxExp;
  V up = Pow2<V>(Select(top, KI<V>(E::kMaxExp - 1), n - 1));
  V g = Select(top, Pow2<V>(n - E::kMaxExp), K<V>(1));
  V down = Pow2<V>(Select(n > 64, KI<V>(-64), -n - 1));
  V s = Fma(r * z, Horner(z, E::kSinh), r_lo);
  return {up, down, r, s, Fma(r, r_lo, z * Horner(z, E::kCosh)), g};
}

template <class V> LATHE_MATH_INLINE V Sinh(V x) {
  auto [a, b, r, s, c, g] = HypReduce(x);
  V d = a - b, m = a + b;
  V hi = Fma(m, r, d);
  V lo = Fma(m, r, d - hi) + ((a - d) - b);
  V y = hi + Fma(d, c, Fma(m, s, lo));
  return CopySign(y * g, x);
}

template <class V> LATHE_MATH_INLINE V Cosh(V x) {
  auto [a, b, r, s, c, g] = HypReduce(x);
  V d = a - b, m = a + b;
  V hi = Fma(d, r, m);
  V lo = Fma(d, r, m - hi) + ((a - m) + b);
  return (hi + Fma(m, c, Fma(d, s, lo))) * g;
}

// ---- sin, cos, tan --------------------------------------------------------------------------------------------------

// x = q (pi/2) + r + r_lo, |r| <= 0.7855; only q mod 4 matters.
template <class V> struct Quadrant { IntOf<V> q; V r, r_lo; };

// Huge arguments: the significand times a window of the bits of 2/pi (the first 1280 follow).
inline constexpr std::uint64_t kTwoOverPi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

struct HugeParts { int q; double hi, lo; };

// m 2^e = q (pi/2) + hi + lo (q mod 4) for 0 < m < 2^53, e >= -60. Exact to about 2^-120 of the remainder's scale.
inline HugeParts ReduceHugeInt(std::uint64_t m, int e) {
  // 192 bits W of 2/pi = 0.b0b1b2.. from the bit whose weight times 2^e is 2^1: earlier ones give multiples of 4.
  int first = e - 2;                         // may be negative: leading zeros
  auto word = [](int bit) -> std::uint64_t {
    if (bit <= -64) return 0;
    if (bit < 0) return kTwoOverPi[0] >> -bit;
    int i = bit >> 6, s = bit & 63;
    return s == 0 ? kTwoOverPi[i] : (kTwoOverPi[i] << s) | (kTwoOverPi[i + 1] >> (64 - s));
  };
  std::uint64_t w0 = word(first), w1 = word(first + 64), w2 = word(first + 128);
  // m W 2^-190 mod 4: two bits of quadrant, then the fraction of a quarter turn.
  using U = unsigned __int128;
  U p2 = U(m) * w2, p1 = U(m) * w1 + std::uint64_t(p2 >> 64);
  std::uint64_t hi = m * w0 + std::uint64_t(p1 >> 64), mid = std::uint64_t(p1), low = std::uint64_t(p2);
  int q = static_cast<int>(hi >> 62);
  std::uint64_t f0 = (hi << 2) | (mid >> 62), f1 = (mid << 2) | (low >> 62), f2 = low << 2;
  bool neg = (f0 >> 63) != 0;                // nearer to the next quarter turn
  if (neg) {
    ++q;
    f0 = ~f0; f1 = ~f1; f2 = ~f2;            // minus one unit of 2^-192
  }
  int lead = f0 != 0 ? __builtin_clzll(f0) : 64 + (f1 != 0 ? __builtin_clzll(f1) : 63);
  if (lead >= 64) { f0 = f1; f1 = f2; f2 = 0; }
  int sh = lead & 63;
  if (sh != 0) { f0 = (f0 << sh) | (f1 >> (64 - sh)); f1 = (f1 << sh) | (f2 >> (64 - sh)); }
  // fraction = (f0 + f1 2^-64) 2^-(64 + lead), top bit of f0 set; times pi/2
  constexpr std::uint64_t kA = 0xc90fdaa22168c234, kB = 0xc4c6628b80dc1cd1;  // pi/4 = (kA 2^64 + kB) 2^-128
  U prod = U(f0) * kA + ((U(f0) * kB) >> 64) + ((U(f1) * kA) >> 64);  // value = prod 2^-128 2^(1-lead)
  int top = (std::uint64_t(prod >> 64) >> 63) != 0 ? 0 : 1;
  prod <<= top;
  // the leading 53 bits and the next 53, both converted exactly
  std::uint64_t a = std::uint64_t(prod >> 75), b = std::uint64_t(prod >> 22) & ((std::uint64_t(1) << 53) - 1);
  auto ldexp2 = [](double v, int k) {        // k in [-600, 0]
    return v * __builtin_bit_cast(double, std::uint64_t(1023 + k) << 52);
  };
  int base = 1 - lead - top;
  double h = ldexp2(static_cast<double>(a), base - 53), l = ldexp2(static_cast<double>(b), base - 106);
  if (neg) { h = -h; l = -l; }
  return {q, h, l};
}

inline Quadrant<double> ReduceHuge(double x) {
  std::int64_t i = Bits(x) & ~C<double>::kSignBit;
  int ex = static_cast<int>(i >> 52);
  if (ex == 0x7ff) return {0, C<double>::kNaN, 0};
  HugeParts h = ReduceHugeInt((static_cast<std::uint64_t>(i) & 0xfffffffffffffu) | (std::uint64_t(1) << 52), ex - 1075);
  double hi = h.hi + h.lo, lo = (h.hi - hi) + h.lo;
  return x < 0 ? Quadrant<double>{-h.q, -hi, -lo} : Quadrant<double>{h.q, hi, lo};
}

inline Quadrant<float> ReduceHuge(float x) {
  std::int32_t i = Bits(x) & ~C<float>::kSignBit;
  int ex = i >> 23;
  if (ex == 0xff) return {0, C<float>::kNaN, 0};
  HugeParts h = ReduceHugeInt((static_cast<std::uint64_t>(i) & 0x7fffffu) | 0x800000u, ex - 150);
  float hi = static_cast<float>(h.hi), lo = static_cast<float>(h.hi - hi);
  return x < 0 ? Quadrant<float>{-h.q, -hi, -lo} : Quadrant<float>{h.q, hi, lo};
}

template <class V> LATHE_MATH_INLINE Quadrant<V> Reduce(V x) {
  using E = C<Elem<V>>;
  V k = Fma(x, K<V>(E::kTwoOverPi), K<V>(E::kMagic));
  V n = k - E::kMagic;
  V r1 = Fma(n, K<V>(-E::kPi2A), x);         // exact
  V w = n * E::kPi2B;
  V w_lo = Fma(n, K<V>(E::kPi2B), -w);
  V r = r1 - w;
  V r_lo = Fma(n, K<V>(-E::kPi2C), ((r1 - r) - w) - w_lo);
  Quadrant<V> out{Bits(k), r, r_lo};
  auto huge = (Bits(x) & ~E::kSignBit) > Bits(E::kTrigLimit);  // Inf and NaN too
  if (__builtin_expect(Any(huge), false)) {
    if constexpr (Lanes<V>::count == 1) {
      auto [q1, h1, l1] = ReduceHuge(x);
      out = {q1, h1, l1};
    } else {
      for (int i = 0; i < Lanes<V>::count; ++i) {
        if (!(__builtin_fabs(x[i]) <= E::kTrigLimit)) {
          auto [q1, h1, l1] = ReduceHuge(x[i]);
          out.q[i] = q1;
          out.r[i] = h1;
          out.r_lo[i] = l1;
        }
      }
    }
  }
  return out;
}

template <class V> struct SinCosParts { V sin, cos; };

template <class V> LATHE_MATH_INLINE SinCosParts<V> SinCosPoly(V r, V r_lo) {
  using E = C<Elem<V>>;
  V z = r * r;
  V h = Elem<V>(0.5) * z;
  V s = r + Fma(r * z, Horner(z, E::kSin), Fma(-h, r_lo, r_lo));
  V w = 1 - h;
  V c = w + Fma(z * z, Horner(z, E::kCos), Fma(-r, r_lo, (1 - w) - h));
  return {s, c};
}

template <class V> LATHE_MATH_INLINE V FlipIfBit1(V y, IntOf<V> q) {  // -y where bit 1 of q is set
  using U = UIntOf<V>;
  return FromBits<V>(Bits(y) ^ __builtin_bit_cast(IntOf<V>, (__builtin_bit_cast(U, q) >> 1) << (8 * sizeof(Elem<V>) - 1)));
}

template <class V> LATHE_MATH_INLINE V Sin(V x) {
  using E = C<Elem<V>>;
  V a = Abs(x);
  auto [q, r, r_lo] = Reduce(a);
  auto [s, c] = SinCosPoly(r, r_lo);
  V y = FlipIfBit1(Select((q & 1) != 0, c, s), q);
  return FromBits<V>(Bits(y) ^ (Bits(x) & E::kSignBit));
}

template <class V> LATHE_MATH_INLINE V Cos(V x) {
  auto [q, r, r_lo] = Reduce(x);
  auto [s, c] = SinCosPoly(r, r_lo);
  return FlipIfBit1(Select((q & 1) != 0, s, c), q + 1);
}

template <class V> LATHE_MATH_INLINE V Tan(V x) {
  using E = C<Elem<V>>;
  V a = Abs(x);
  auto [q, r, r_lo] = Reduce(a);
  V z = r * r;
  V t = Fma(r * z, Horner(z, E::kTan), Fma(z, r_lo, r_lo));
  V y = r + t;
  y = Select((q & 1) != 0, -1 / y, y);
  return FromBits<V>(Bits(y) ^ (Bits(x) & E::kSignBit));
}

// ---- asin, acos, atan, atan2 ----------------------------------------------------------------------------------------

template <class V> LATHE_MATH_INLINE V Asin(V x) {
  using E = C<Elem<V>>;
  V a = Abs(x);
  auto big = a > Elem<V>(0.5);
  V z = Select(big, Fma(a, K<V>(Elem<V>(-0.5)), K<V>(Elem<V>(0.5))), a * a);
  V s = Select(big, Sqrt(z), a);
  V t = s * z * Horner(z, E::kAsin);
  V w = E::kPi2Hi - 2 * s;
  V y = w + (((E::kPi2Hi - w) - 2 * s) + Fma(t, K<V>(-2), K<V>(E::kPi2Lo)));
  return CopySign(Select(big, y, s + t), x);
}

template <class V> LATHE_MATH_INLINE V Acos(V x) {
  using E = C<Elem<V>>;
  V a = Abs(x);
  auto big = a > Elem<V>(0.5);
  V z = Select(big, Fma(a, K<V>(Elem<V>(-0.5)), K<V>(Elem<V>(0.5))), a * a);
  V s = Select(big, Sqrt(z), a);
  V t = s * z * Horner(z, E::kAsin);
  // |x| <= 1/2: pi/2 - (x + t sign x);  x > 1/2: 2(s + t);  x < -1/2: pi - 2(s + t)
  V m = CopySign(Select(big, K<V>(2), K<V>(1)), x);
  auto neg = x < 0;
  V hi = Select(big, Select(neg, K<V>(2 * E::kPi2Hi), K<V>(0)), K<V>(E::kPi2Hi));
  V lo = Select(big, Select(neg, K<V>(2 * E::kPi2Lo), K<V>(0)), K<V>(E::kPi2Lo));
  m = Select(big, m, -m);
  V v = m * s;                               // exact
  V w = hi + v;
  return w + (((hi - w) + v) + Fma(m, t, lo));
}

// base + atan(num / den), |num / den| <= 1/2: the folded pairs of Atan and Atan2.
template <class V> LATHE_MATH_INLINE V AtanFold(V num, V den, V base, V base_lo) {
  using E = C<Elem<V>>;
  V t = num / den;
  V z = t * t;
  V u = t * z * Horner(z, E::kAtan);
  V w = base + t;
  return w + (((base - w) + t) + (u + base_lo));
}

template <class V> LATHE_MATH_INLINE V Atan(V x) {
  using E = C<Elem<V>>;
  V a = Abs(x);
  auto mid = a > Elem<V>(0.5);
  auto big = a > 2;
  V num = Select(big, K<V>(-1), Select(mid, a - 1, a));
  V den = Select(big, a, Select(mid, a + 1, K<V>(1)));
  V base = Select(big, K<V>(E::kPi2Hi), Select(mid, K<V>(E::kPi2Hi / 2), K<V>(0)));
  V base_lo = Select(big, K<V>(E::kPi2Lo), Select(mid, K<V>(E::kPi2Lo / 2), K<V>(0)));
  return CopySign(AtanFold(num, den, base, base_lo), x);
}

template <class V> LATHE_MATH_INLINE V Atan2(V y, V x) {
  using E = C<Elem<V>>;
  V a = Abs(y), b = Abs(x);
  auto both_inf = (a == E::kInf) & (b == E::kInf);
  a = Select(both_inf, K<V>(1), a);
  b = Select(both_inf, K<V>(1), b);
  V top = Select(a > b, a, b);
  V scale = Select(top > E::kAtan2Big, K<V>(Elem<V>(0.25)), Select(top < E::kAtan2Small, K<V>(E::kUp), K<V>(1)));
  a = a * scale;
  b = b * scale;
  auto mid = a > Elem<V>(0.5) * b;
  auto big = a > 2 * b;
  V num = Select(big, -b, Select(mid, a - b, a));
  V den = Select(big, a, Select(mid, a + b, b));
  den = Select(top == 0, K<V>(1), den);
  V base = Select(big, K<V>(E::kPi2Hi), Select(mid, K<V>(E::kPi2Hi / 2), K<V>(0)));
  V base_lo = Select(big, K<V>(E::kPi2Lo), Select(mid, K<V>(E::kPi2Lo / 2), K<V>(0)));
  auto neg = Bits(x) < 0;                    // also -0
  // pi - base is exact in both parts for base = 0, pi/4 (3 pi/4 needs its own constant), pi/2.
  V back = Select(big, K<V>(E::kPi2Hi), Select(mid, K<V>(E::k3Pi4Hi), K<V>(2 * E::kPi2Hi)));
  V back_lo = Select(big, K<V>(E::kPi2Lo), Select(mid, K<V>(E::k3Pi4Lo), K<V>(2 * E::kPi2Lo)));
  num = Select(neg, -num, num);
  return CopySign(AtanFold(num, den, Select(neg, back, base), Select(neg, back_lo, base_lo)), y);
}

// ---- erf, erfc, erfinv ----------------------------------------------------------------------------------------------

template <class V> LATHE_MATH_INLINE V Erf(V x) {
  using E = C<Elem<V>>;
  V a = AtMost(Abs(x), E::kErfHi);
  V small = Fma(a, Horner(a * a, E::kErf), a);
  // a >= 1: 1 - e^-m, m = -log erfc(a)
  V m = Horner(a - E::kErfA0, E::kErfL);
  V k = Fma(m, K<V>(-E::kLog2E), K<V>(E::kMagic));
  V n = k - E::kMagic;
  V r = Fma(n, K<V>(-E::kLn2Lo), Fma(n, K<V>(-E::kLn2Hi), -m));
  V p = Fma(r * r, Horner(r, E::kExp), r);
  V scale = Pow2<V>(MagicInt(k));
  V big = 1 - Fma(scale, p, scale);
  return CopySign(Select(a < 1, small, big), x);
}

// erfc(a) for a in [0.45, kErfcHi], as q G(t) e^(-a^2) with q = 1 / (a + 2), t = 1 - 4 q, each with its rounding error.
template <class V> LATHE_MATH_INLINE V ErfcTail(V a) {
  using E = C<Elem<V>>;
  V sq = a * a;
  V sq_lo = Fma(a, a, -sq);
  auto [n, r, p] = ExpReduce(-sq, sq_lo);
  V h = 1 + r;
  V l = ((1 - h) + r) + p;
  V d = a + 2;
  V d_lo = Select(a < 2, a - (d - 2), 2 - (d - a));
  V q = 1 / d;
  V q_lo = q * Fma(-q, d_lo, Fma(-q, d, K<V>(1)));
  V t = Fma(q, K<V>(-4), K<V>(1));
  V t_lo = Fma(q_lo, K<V>(-4), Fma(q, K<V>(-4), 1 - t));
  V w = t * Horner(t, E::kErfc);
  V g = E::kErfc0 + w;
  V g_lo = ((E::kErfc0 - g) + w) + Fma(t_lo, K<V>(E::kErfc[0]), K<V>(E::kErfc0Lo));
  V y = q * g;
  V y_lo = Fma(q, g_lo, Fma(q_lo, g, Fma(q, g, -y)));
  return Scale(Fma(y, h, Fma(y, l, y_lo * h)), n);
}

template <class V> LATHE_MATH_INLINE V Erfc(V x) {
  using E = C<Elem<V>>;
  V a = AtMost(Abs(x), E::kErfcHi);
  V z = x * x;
  V small = 1 - Fma(x, Horner(z, E::kErf), x);
  V tail = ErfcTail(a);
  V big = Select(x < 0, 2 - tail, tail);
  return Select(a < Elem<V>(0.5), small, big);
}

// f64: Winitzki's closed form (2e-3 everywhere), then Halley's steps on erf or, near 1, erfc.
template <class V> LATHE_MATH_INLINE V ErfinvWide(V x) {
  using E = C<double>;
  V a = Abs(x);
  V l = Log((1 - a) * (1 + a));
  V t = Fma(l, K<V>(0.5), K<V>(0x1.152440ac98f37p+2));  // 2 / (0.147 pi)
  V y = Sqrt(Sqrt(Fma(t, t, -l * 0x1.b36053c2d84b4p+2)) - t);
  for (int i = 0; i < 3; ++i) {
    V f = Select(a > 0.5, (1 - a) - Erfc(y), Erf(y) - a);
    V u = f * (Exp(y * y) * 0x1.c5bf891b4ef6bp-1);  // sqrt(pi) / 2
    y = y - u / Fma(y, u, K<V>(1));
  }
  return Select(a < 1, Select(a < 0x1p-60, x * 0x1.c5bf891b4ef6bp-1, CopySign(y, x)),
                Select(a == 1, CopySign(K<V>(E::kInf), x), K<V>(E::kNaN)));
}

template <class V> LATHE_MATH_INLINE V ErfinvNarrow(V x) {
  using E = C<Elem<V>>;
  V c = Fma(-x, x, K<V>(1));                 // 1 - x^2
  auto [e, f] = SplitLog(c);
  V w = -LogSum(e, f, LogTail(f));
  V central = Horner(w - Elem<V>(2.5), E::kErfinvC);
  V tail = Horner(Sqrt(w) - 3, E::kErfinvT);
  V y = x * Select(w < 5, central, tail);
  V a = Abs(x);
  return Select(a < 1, y, Select(a == 1, CopySign(K<V>(E::kInf), x), K<V>(E::kNaN)));
}

template <class V> LATHE_MATH_INLINE V Erfinv(V x) {
  if constexpr (sizeof(Elem<V>) == 4) return ErfinvNarrow(x);
  else return ErfinvWide(x);
}

// ---- pow, rsqrt -----------------------------------------------------------------------------------------------------

template <class V> LATHE_MATH_INLINE V Pow(V x, V y) {
  using E = C<Elem<V>>;
  using F = Elem<V>;
  V ax = Abs(x);
  auto [e, f] = SplitLog(ax);
  // log2(1 + f) = s T(s^2), s = f / (2 + f), everything as unevaluated sums of two
  V d = 2 + f;
  V d_lo = f - (d - 2);
  V inv = 1 / d;
  V s = f * inv;
  V s_lo = Fma(-s, d_lo, Fma(-s, d, f)) * inv;
  V z = s * s;
  V z_lo = Fma(s + s, s_lo, Fma(s, s, -z));
  V g = z * Horner(z, E::kPow);
  V c = E::kPowC1 + g;
  V c_lo = ((E::kPowC1 - c) + g) + E::kPowC1Lo;
  V w = z * c;
  V w_lo = Fma(z, c_lo, Fma(z_lo, c, Fma(z, c, -w)));
  V t = E::kPowC0 + w;
  V t_lo = ((E::kPowC0 - t) + w) + (E::kPowC0Lo + w_lo);
  V m = s * t;
  V m_lo = Fma(s, t_lo, Fma(s_lo, t, Fma(s, t, -m)));
  V hi = e + m;
  V lo = ((e - hi) + m) + m_lo;
  hi = Select(ax == 0, K<V>(-E::kInf), Select(ax < E::kInf, hi, ax));
  lo = Select((ax == 0) | (ax == E::kInf), K<V>(0), lo);
  // y log2 x
  V ph = y * hi;
  V pl = Fma(y, lo, Fma(y, hi, -ph));
  pl = Select(Abs(ph) < E::kPowHi, pl, K<V>(0));
  ph = AtLeast(AtMost(ph, E::kPowHi), -E::kPowHi);
  V k = ph + E::kMagic;
  V u0 = ph - (k - E::kMagic);              // exact
  V u = u0 + pl;
  V u_lo = (u0 - u) + pl;
  V r = u * E::kLn2;
  V r_lo = Fma(u, K<V>(E::kLn2), -r);
  r_lo = Fma(u_lo, K<V>(E::kLn2), Fma(u, K<V>(E::kLn2Tail), r_lo));
  V p = Fma(r * r, Horner(r, E::kExp), r_lo);
  V h = 1 + r;
  V l = ((1 - h) + r) + p;
  V out = Scale(h + l, MagicInt(k));
  // signs and special values
  V half = F(0.5) * y;
  auto integer = Trunc(y) == y;
  auto odd = integer & (Trunc(half) != half);
  auto neg = Bits(x) < 0;
  out = Select(neg & odd, -out, out);
  out = Select((x < 0) & (ax < E::kInf) & (Trunc(y) != y), K<V>(E::kNaN), out);
  out = Select((ax == 1) & (Abs(y) == E::kInf), K<V>(1), out);
  return Select((y == 0) | (x == 1), K<V>(1), out);
}

template <class V> LATHE_MATH_INLINE V Rsqrt(V x) {
  using E = C<Elem<V>>;
  V s = Sqrt(x);
  V y = 1 / s;
  V t = x * y;
  V t_lo = Fma(x, y, -t);
  V e = Fma(-t_lo, y, Fma(-t, y, K<V>(1)));  // 1 - x y^2
  V better = Fma(y * Elem<V>(0.5), e, y);
  return Select((x > 0) & (x < E::kInf), better, y);
}

// ---- Rare functions: computed in f64 lanes, for f32 rounded once -----------------------------------------------------

namespace rare {

// s with sin(pi fr) etc.: the distance from x to the nearest integer, exact.
template <class D> LATHE_MATH_INLINE D FromInteger(D x) {
  D k = x + C<double>::kMagic;
  D fr = x - (k - C<double>::kMagic);
  return Select(Abs(x) < 0x1p50, fr, K<D>(0));
}

// kPolynomial: near the zeros at 1 and 2 by a polynomial, to 2^-38 (for f32).
template <bool kPolynomial, class D> LATHE_MATH_INLINE D Lgamma(D x) {
  using E = C<double>;
  auto neg = x < 0.5;
  D y = Select(neg, 1 - x, x);
  // y < 2.5: lgamma(2 + d) by a polynomial, minus log y if y < 1.5; y < 8: Stirling at y + 8 minus log of the product.
  auto mid = y < (kPolynomial ? 2.5 : 0.0);
  auto low = y < (kPolynomial ? 1.5 : 0.0);
  auto shift = y < 8;
  D d = Select(low, y - 1, y - 2);
  D prod = y;
  for (int i = 1; i < 8; ++i) prod = prod * (y + i);
  D s = Select(shift, y + 8, y);
  D inv = 1 / s;
  D z = inv * inv;
  static constexpr double kS[] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156};
  D series = Horner(z, kS) * inv;
  auto [e, f] = SplitLog(s);
  D big = Fma(s - 0.5, LogSum(e, f, LogTail(f)), -s) + (E::kHalfLog2Pi + series);
  D base = Select(mid, d * Horner(d, E::kLgam), big);
  D a = Select(mid, Select(low, y, K<D>(1)), Select(shift, prod, K<D>(1)));
  D fr = Abs(FromInteger(x));
  auto [sn, cs] = SinCosPoly(Select(fr > 0.25, 0.5 - fr, fr) * E::kPi, K<D>(0));
  D sine = Select(fr > 0.25, cs, sn);
  a = Select(neg, a * E::kPi / sine, a);
  D log_a = Log(a);
  D r = Select(neg, log_a - base, base - log_a);
  return Select(Abs(x) == E::kInf, K<D>(E::kInf), r);
}

template <class D> LATHE_MATH_INLINE D Digamma(D x) {
  using E = C<double>;
  auto neg = x < 0.5;
  D y = Select(neg, 1 - x, x);
  auto shift = y < 8;
  D num = K<D>(1), den = y;                  // sum of 1 / (y + i)
  for (int i = 1; i < 8; ++i) {
    D v = y + i;
    num = Fma(num, v, den);
    den = den * v;
  }
  D s = Select(shift, y + 8, y);
  D inv = 1 / s;
  D z = inv * inv;
  static constexpr double kB[] = {-1.0 / 12, 1.0 / 120, -1.0 / 252, 1.0 / 240, -1.0 / 132, 691.0 / 32760, -1.0 / 12};
  auto [e, f] = SplitLog(s);
  D r = LogSum(e, f, LogTail(f)) + Fma(z, Horner(z, kB), -0.5 * inv);
  r = r - Select(shift, num / den, K<D>(0));
  D fr = FromInteger(x);
  D t = Abs(fr);
  auto [sn, cs] = SinCosPoly(Select(t > 0.25, 0.5 - t, t) * E::kPi, K<D>(0));
  D cot = Select(t > 0.25, sn / cs, cs / sn);
  r = Select(neg, r - CopySign(cot * E::kPi, fr), r);
  r = Select(x < E::kInf, r, x);
  return Select((x <= 0) & (fr == 0), K<D>(E::kNaN), r);  // poles, as TensorFlow (also at 0)
}

// x^2 would overflow from 2^512 on; log(2 x) is exact enough long before.
template <class D> LATHE_MATH_INLINE D LogTwice(D a) { return Log(a) + C<double>::kLn2; }
template <class D> LATHE_MATH_INLINE D Asinh(D x) {
  D a = Abs(x), q = a * a;
  D y = Log1p(a + q / (1 + Sqrt(1 + q)));
  y = Select(a > 0x1p500, LogTwice(a), y);
  return CopySign(Select(a < C<double>::kInf, y, a), x);
}
template <class D> LATHE_MATH_INLINE D Acosh(D x) {
  D t = x - 1;
  D y = Select(x > 0x1p500, LogTwice(x), Log1p(t + Sqrt(Fma(t, t, 2 * t))));
  return Select(x < 1, K<D>(C<double>::kNaN), y);
}
template <class D> LATHE_MATH_INLINE D Atanh(D x) {
  D a = Abs(x);
  return CopySign(0.5 * Log1p(2 * a / (1 - a)), x);
}

}  // namespace rare

template <class V> LATHE_MATH_INLINE V Lgamma(V x) {
  if constexpr (sizeof(Elem<V>) == 4) return Narrow<V>(rare::Lgamma<true>(Widen(x)));
  else return rare::Lgamma<false>(x);
}
#define LATHE_MATH_RARE(Name)                                                        \
  template <class V> LATHE_MATH_INLINE V Name(V x) {                                 \
    if constexpr (sizeof(Elem<V>) == 4) return Narrow<V>(rare::Name(Widen(x)));      \
    else return rare::Name(x);                                                       \
  }
LATHE_MATH_RARE(Digamma)
LATHE_MATH_RARE(Asinh)
LATHE_MATH_RARE(Acosh)
LATHE_MATH_RARE(Atanh)
#undef LATHE_MATH_RARE

// The next representable number after x in the direction of y; x if they are equal.
template <class V> LATHE_MATH_INLINE V NextAfter(V x, V y) {
  using E = C<Elem<V>>;
  auto zero = x == 0;
  auto away = (x < y) == (x > 0);
  IntOf<V> step = Select(away, KI<V>(1), KI<V>(-1));
  V moved = Select(zero, CopySign(FromBits<V>(KI<V>(1)), y), FromBits<V>(AddI<V>(Bits(x), step)));
  V r = Select(x == y, y, moved);
  return Select((x != x) | (y != y), K<V>(E::kNaN), r);
}

}  // namespace lathe::math
