// Scalar functions of float and double: IEEE operations, and the project's math kernels.
#include <cmath>

#include "ir/eval_scalar.h"
#include "runtime/math/math_kernels.h"

namespace lathe::ir::eval {
namespace {

template <class W>
struct FloatFunctions {
  static W Neg(W x) { return -x; }
  static W Sign(W x) { return x < 0 ? W(-1) : x > 0 ? W(1) : x; }
  static W Floor(W x) { return std::floor(x); }
  static W Ceil(W x) { return std::ceil(x); }
  static W Rint(W x) { return std::nearbyint(x); }
  static W Trunc(W x) { return std::trunc(x); }
  static W Sqrt(W x) { return std::sqrt(x); }
  static W Same(W x) { return x; }
  static W Zero(W) { return 0; }
#define LATHE_MATH(Name) \
  static W Name(W x) { return math::Name<W>(x); }
  LATHE_MATH(Abs)
  LATHE_MATH(Rsqrt)
  LATHE_MATH(Exp)
  LATHE_MATH(Expm1)
  LATHE_MATH(Log)
  LATHE_MATH(Log1p)
  LATHE_MATH(Sin)
  LATHE_MATH(Cos)
  LATHE_MATH(Tan)
  LATHE_MATH(Asin)
  LATHE_MATH(Acos)
  LATHE_MATH(Atan)
  LATHE_MATH(Sinh)
  LATHE_MATH(Cosh)
  LATHE_MATH(Tanh)
  LATHE_MATH(Asinh)
  LATHE_MATH(Acosh)
  LATHE_MATH(Atanh)
  LATHE_MATH(Sigmoid)
  LATHE_MATH(Softplus)
  LATHE_MATH(Erf)
  LATHE_MATH(Erfc)
  LATHE_MATH(Erfinv)
  LATHE_MATH(Lgamma)
  LATHE_MATH(Digamma)
#undef LATHE_MATH

  static W Add(W x, W y, ScalarState&) { return x + y; }
  static W Sub(W x, W y, ScalarState&) { return x - y; }
  static W Mul(W x, W y, ScalarState&) { return x * y; }
  static W Div(W x, W y, ScalarState&) { return x / y; }
  static W FloorDiv(W x, W y, ScalarState&) { return std::floor(x / y); }
  static W TruncDiv(W x, W y, ScalarState&) { return std::trunc(x / y); }
  static W TruncMod(W x, W y, ScalarState&) { return std::fmod(x, y); }
  static W FloorMod(W x, W y, ScalarState&) {
    W r = std::fmod(x, y);
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
  }
  static W Pow(W x, W y, ScalarState&) { return math::Pow<W>(x, y); }
  static W Atan2(W y, W x, ScalarState&) { return math::Atan2<W>(y, x); }
  static W NextAfter(W x, W y, ScalarState&) { return math::NextAfter<W>(x, y); }
  static W Max(W x, W y, ScalarState&) { return x > y || x != x ? x : y; }
  static W Min(W x, W y, ScalarState&) { return x < y || x != x ? x : y; }
};

template <class W>
UnaryFn<W> FloatUnary(ScalarOp op) {
  using F = FloatFunctions<W>;
  switch (op) {
    case ScalarOp::kNeg: return F::Neg;
    case ScalarOp::kAbs: return F::Abs;
    case ScalarOp::kSign: return F::Sign;
    case ScalarOp::kFloor: return F::Floor;
    case ScalarOp::kCeil: return F::Ceil;
    case ScalarOp::kRint: return F::Rint;
    case ScalarOp::kTrunc: return F::Trunc;
    case ScalarOp::kSqrt: return F::Sqrt;
    case ScalarOp::kRsqrt: return F::Rsqrt;
    case ScalarOp::kExp: return F::Exp;
    case ScalarOp::kExpm1: return F::Expm1;
    case ScalarOp::kLog: return F::Log;
    case ScalarOp::kLog1p: return F::Log1p;
    case ScalarOp::kSin: return F::Sin;
    case ScalarOp::kCos: return F::Cos;
    case ScalarOp::kTan: return F::Tan;
    case ScalarOp::kAsin: return F::Asin;
    case ScalarOp::kAcos: return F::Acos;
    case ScalarOp::kAtan: return F::Atan;
    case ScalarOp::kSinh: return F::Sinh;
    case ScalarOp::kCosh: return F::Cosh;
    case ScalarOp::kTanh: return F::Tanh;
    case ScalarOp::kAsinh: return F::Asinh;
    case ScalarOp::kAcosh: return F::Acosh;
    case ScalarOp::kAtanh: return F::Atanh;
    case ScalarOp::kSigmoid: return F::Sigmoid;
    case ScalarOp::kSoftplus: return F::Softplus;
    case ScalarOp::kErf: return F::Erf;
    case ScalarOp::kErfc: return F::Erfc;
    case ScalarOp::kErfinv: return F::Erfinv;
    case ScalarOp::kLgamma: return F::Lgamma;
    case ScalarOp::kDigamma: return F::Digamma;
    case ScalarOp::kReal:
    case ScalarOp::kConj: return F::Same;
    case ScalarOp::kImag: return F::Zero;
    default: return nullptr;
  }
}

template <class W>
BinaryFn<W> FloatBinary(ScalarOp op) {
  using F = FloatFunctions<W>;
  switch (op) {
    case ScalarOp::kAdd: return F::Add;
    case ScalarOp::kSub: return F::Sub;
    case ScalarOp::kMul: return F::Mul;
    case ScalarOp::kDiv: return F::Div;
    case ScalarOp::kFloorDiv: return F::FloorDiv;
    case ScalarOp::kFloorMod: return F::FloorMod;
    case ScalarOp::kTruncDiv: return F::TruncDiv;
    case ScalarOp::kTruncMod: return F::TruncMod;
    case ScalarOp::kPow: return F::Pow;
    case ScalarOp::kAtan2: return F::Atan2;
    case ScalarOp::kNextAfter: return F::NextAfter;
    case ScalarOp::kMax: return F::Max;
    case ScalarOp::kMin: return F::Min;
    default: return nullptr;
  }
}

}  // namespace

template <>
UnaryFn<float> UnaryOf<float>(ScalarOp op) { return FloatUnary<float>(op); }
template <>
UnaryFn<double> UnaryOf<double>(ScalarOp op) { return FloatUnary<double>(op); }
template <>
BinaryFn<float> BinaryOf<float>(ScalarOp op) { return FloatBinary<float>(op); }
template <>
BinaryFn<double> BinaryOf<double>(ScalarOp op) { return FloatBinary<double>(op); }

}  // namespace lathe::ir::eval
