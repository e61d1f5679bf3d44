// Scalar functions of integers (computed in 64 bits; storing wraps), bools and complex numbers, and comparisons.
#include "ir/eval_scalar.h"
#include "runtime/math/math_kernels.h"

namespace lathe::ir::eval {
namespace {

template <class W>
struct IntFunctions {
  static constexpr bool kSigned = W(-1) < W(0);
  static W Wrap(uint64_t x) { return W(x); }
  static W Neg(W x) { return Wrap(-uint64_t(x)); }
  static W Abs(W x) { return x < 0 ? Neg(x) : x; }
  static W Sign(W x) { return x < 0 ? W(-1) : W(x != 0); }
  static W Same(W x) { return x; }
  static W Zero(W) { return 0; }
  static W Not(W x) { return x == 0; }
  static W BitNot(W x) { return ~x; }

  static W Add(W x, W y, ScalarState&) { return Wrap(uint64_t(x) + uint64_t(y)); }
  static W Sub(W x, W y, ScalarState&) { return Wrap(uint64_t(x) - uint64_t(y)); }
  static W Mul(W x, W y, ScalarState&) { return Wrap(uint64_t(x) * uint64_t(y)); }
  static bool Special(W x, W y, ScalarState& state, W minus_one, W& result) {
    if (y == 0) {
      state.fault = Fault::kZeroDivision;
      result = 0;
      return true;
    }
    if (kSigned && y == W(-1)) {  // the one quotient that may overflow wraps
      result = minus_one;
      return true;
    }
    (void)x;
    return false;
  }
  static W TruncDiv(W x, W y, ScalarState& s) {
    W r;
    return Special(x, y, s, Neg(x), r) ? r : x / y;
  }
  static W TruncMod(W x, W y, ScalarState& s) {
    W r;
    return Special(x, y, s, 0, r) ? r : x % y;
  }
  static W FloorDiv(W x, W y, ScalarState& s) {
    W r;
    if (Special(x, y, s, Neg(x), r)) return r;
    return x / y - W(x % y != 0 && (x < 0) != (y < 0));
  }
  static W FloorMod(W x, W y, ScalarState& s) {
    W r;
    if (Special(x, y, s, 0, r)) return r;
    r = x % y;
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
  }
  static W Pow(W x, W y, ScalarState& s) {
    if (y < 0) {
      s.fault = Fault::kNegativePower;
      return 0;
    }
    uint64_t result = 1, base = uint64_t(x);
    for (uint64_t left = uint64_t(y); left != 0; left >>= 1) {
      if (left & 1) result *= base;
      base *= base;
    }
    return Wrap(result);
  }
  static W Max(W x, W y, ScalarState&) { return x > y ? x : y; }
  static W Min(W x, W y, ScalarState&) { return x < y ? x : y; }
  static W And(W x, W y, ScalarState&) { return x & y; }
  static W Or(W x, W y, ScalarState&) { return x | y; }
  static W Xor(W x, W y, ScalarState&) { return x ^ y; }
  // TensorFlow limits the distance to 0 .. width - 1.
  static int Distance(W y, const ScalarState& s) { return y < 0 ? 0 : y > W(s.bits - 1) ? s.bits - 1 : int(y); }
  static W ShiftLeft(W x, W y, ScalarState& s) { return Wrap(uint64_t(x) << Distance(y, s)); }
  static W ShiftRight(W x, W y, ScalarState& s) { return x >> Distance(y, s); }
};

template <class W>
UnaryFn<W> IntUnary(ScalarOp op) {
  using F = IntFunctions<W>;
  switch (op) {
    case ScalarOp::kNeg: return F::Neg;
    case ScalarOp::kAbs: return F::Abs;
    case ScalarOp::kSign: return F::Sign;
    case ScalarOp::kFloor:
    case ScalarOp::kCeil:
    case ScalarOp::kRint:
    case ScalarOp::kTrunc:
    case ScalarOp::kReal:
    case ScalarOp::kConj: return F::Same;
    case ScalarOp::kImag: return F::Zero;
    case ScalarOp::kNot: return F::Not;
    case ScalarOp::kBitNot: return F::BitNot;
    default: return nullptr;
  }
}

template <class W>
BinaryFn<W> IntBinary(ScalarOp op) {
  using F = IntFunctions<W>;
  switch (op) {
    case ScalarOp::kAdd: return F::Add;
    case ScalarOp::kSub: return F::Sub;
    case ScalarOp::kMul: return F::Mul;
    case ScalarOp::kDiv:
    case ScalarOp::kTruncDiv: return F::TruncDiv;
    case ScalarOp::kFloorDiv: return F::FloorDiv;
    case ScalarOp::kFloorMod: return F::FloorMod;
    case ScalarOp::kTruncMod: return F::TruncMod;
    case ScalarOp::kPow: return F::Pow;
    case ScalarOp::kMax: return F::Max;
    case ScalarOp::kMin: return F::Min;
    case ScalarOp::kAnd:
    case ScalarOp::kBitAnd: return F::And;
    case ScalarOp::kOr:
    case ScalarOp::kBitOr: return F::Or;
    case ScalarOp::kXor:
    case ScalarOp::kBitXor: return F::Xor;
    case ScalarOp::kShiftLeft: return F::ShiftLeft;
    case ScalarOp::kShiftRight: return F::ShiftRight;
    default: return nullptr;
  }
}

template <class R>
struct ComplexFunctions {
  using C = ComplexOf<R>;
  static C Neg(C x) { return {-x.re, -x.im}; }
  static C Conj(C x) { return {x.re, -x.im}; }
  // |x| without overflow on the way.
  static R Magnitude(C x) {
    R a = math::Abs<R>(x.re), b = math::Abs<R>(x.im);
    R big = a > b ? a : b, small = a > b ? b : a;
    if (big == math::C<R>::kInf) return big;
    if (a != a || b != b) return a + b;
    if (big == 0) return 0;
    R ratio = small / big;
    return big * math::Sqrt<R>(math::Fma<R>(ratio, ratio, 1));
  }
  static C Abs(C x) { return {Magnitude(x), 0}; }
  static C Sign(C x) {
    R m = Magnitude(x);
    return m == 0 ? C{0, 0} : C{x.re / m, x.im / m};
  }
  static C Exp(C x) {
    R e = math::Exp<R>(x.re);
    if (x.im == 0) return {e, x.im};
    return {e * math::Cos<R>(x.im), e * math::Sin<R>(x.im)};
  }
  static C Log(C x) { return {math::Log<R>(Magnitude(x)), math::Atan2<R>(x.im, x.re)}; }
  static C Sqrt(C x) {
    if (x.re == 0 && x.im == 0) return {0, x.im};
    R half = math::Sqrt<R>((math::Abs<R>(x.re) + Magnitude(x)) * R(0.5)), other = math::Abs<R>(x.im) / (2 * half);
    return x.re >= 0 ? C{half, math::CopySign<R>(other, x.im)} : C{other, math::CopySign<R>(half, x.im)};
  }
  static C Sin(C x) {
    return {math::Sin<R>(x.re) * math::Cosh<R>(x.im), math::Cos<R>(x.re) * math::Sinh<R>(x.im)};
  }
  static C Cos(C x) {
    return {math::Cos<R>(x.re) * math::Cosh<R>(x.im), -(math::Sin<R>(x.re) * math::Sinh<R>(x.im))};
  }
  static C Tanh(C x) {
    R d = math::Cosh<R>(2 * x.re) + math::Cos<R>(2 * x.im);
    return {math::Sinh<R>(2 * x.re) / d, math::Sin<R>(2 * x.im) / d};
  }
  static C Add(C x, C y, ScalarState&) { return {x.re + y.re, x.im + y.im}; }
  static C Sub(C x, C y, ScalarState&) { return {x.re - y.re, x.im - y.im}; }
  static C Mul(C x, C y, ScalarState&) { return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re}; }
  static C Div(C x, C y, ScalarState&) {
    R norm = y.re * y.re + y.im * y.im;
    return {(x.re * y.re + x.im * y.im) / norm, (x.im * y.re - x.re * y.im) / norm};
  }
  static C Pow(C x, C y, ScalarState& s) {
    if (y.re == 0 && y.im == 0) return {1, 0};
    if (x.re == 0 && x.im == 0) return {0, 0};
    return Exp(Mul(y, Log(x), s));
  }
};

template <class R>
UnaryFn<ComplexOf<R>> ComplexUnary(ScalarOp op) {
  using F = ComplexFunctions<R>;
  switch (op) {
    case ScalarOp::kNeg: return F::Neg;
    case ScalarOp::kConj: return F::Conj;
    case ScalarOp::kAbs: return F::Abs;
    case ScalarOp::kSign: return F::Sign;
    case ScalarOp::kExp: return F::Exp;
    case ScalarOp::kLog: return F::Log;
    case ScalarOp::kSqrt: return F::Sqrt;
    case ScalarOp::kSin: return F::Sin;
    case ScalarOp::kCos: return F::Cos;
    case ScalarOp::kTanh: return F::Tanh;
    default: return nullptr;
  }
}

template <class R>
BinaryFn<ComplexOf<R>> ComplexBinary(ScalarOp op) {
  using F = ComplexFunctions<R>;
  switch (op) {
    case ScalarOp::kAdd: return F::Add;
    case ScalarOp::kSub: return F::Sub;
    case ScalarOp::kMul: return F::Mul;
    case ScalarOp::kDiv: return F::Div;
    case ScalarOp::kPow: return F::Pow;
    default: return nullptr;
  }
}

template <class W>
CompareFn<W> Compared(ScalarOp op) {
  switch (op) {
    case ScalarOp::kEq: return [](W a, W b) { return a == b; };
    case ScalarOp::kNe: return [](W a, W b) { return a != b; };
    case ScalarOp::kLt: return [](W a, W b) { return a < b; };
    case ScalarOp::kLe: return [](W a, W b) { return a <= b; };
    case ScalarOp::kGt: return [](W a, W b) { return a > b; };
    case ScalarOp::kGe: return [](W a, W b) { return a >= b; };
    default: return nullptr;
  }
}

template <class R>
CompareFn<ComplexOf<R>> ComplexCompared(ScalarOp op) {
  using C = ComplexOf<R>;
  if (op == ScalarOp::kEq) return [](C a, C b) { return a.re == b.re && a.im == b.im; };
  if (op == ScalarOp::kNe) return [](C a, C b) { return !(a.re == b.re && a.im == b.im); };
  return nullptr;
}

}  // namespace

template <>
UnaryFn<int64_t> UnaryOf<int64_t>(ScalarOp op) { return IntUnary<int64_t>(op); }
template <>
UnaryFn<uint64_t> UnaryOf<uint64_t>(ScalarOp op) { return IntUnary<uint64_t>(op); }
template <>
UnaryFn<Complex64> UnaryOf<Complex64>(ScalarOp op) { return ComplexUnary<float>(op); }
template <>
UnaryFn<Complex128> UnaryOf<Complex128>(ScalarOp op) { return ComplexUnary<double>(op); }
template <>
BinaryFn<int64_t> BinaryOf<int64_t>(ScalarOp op) { return IntBinary<int64_t>(op); }
template <>
BinaryFn<uint64_t> BinaryOf<uint64_t>(ScalarOp op) { return IntBinary<uint64_t>(op); }
template <>
BinaryFn<Complex64> BinaryOf<Complex64>(ScalarOp op) { return ComplexBinary<float>(op); }
template <>
BinaryFn<Complex128> BinaryOf<Complex128>(ScalarOp op) { return ComplexBinary<double>(op); }
template <>
CompareFn<float> CompareOf<float>(ScalarOp op) { return Compared<float>(op); }
template <>
CompareFn<double> CompareOf<double>(ScalarOp op) { return Compared<double>(op); }
template <>
CompareFn<int64_t> CompareOf<int64_t>(ScalarOp op) { return Compared<int64_t>(op); }
template <>
CompareFn<uint64_t> CompareOf<uint64_t>(ScalarOp op) { return Compared<uint64_t>(op); }
template <>
CompareFn<Complex64> CompareOf<Complex64>(ScalarOp op) { return ComplexCompared<float>(op); }
template <>
CompareFn<Complex128> CompareOf<Complex128>(ScalarOp op) { return ComplexCompared<double>(op); }

}  // namespace lathe::ir::eval
