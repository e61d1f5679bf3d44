// Complex scalar functions on (real, imaginary) pairs.
#include "backend/llvm/scalar_ops.h"

namespace lathe::backend {

using ir::DType;
using ir::ScalarOp;

// |x| without overflow on the way.
llvm::Value* ScalarEmitter::Magnitude(const Cell& x) {
  llvm::Type* type = x.v->getType();
  Value* zero = Real(type, 0.0);
  Value* infinity = llvm::ConstantFP::getInfinity(type);
  Value* a = Unary(llvm::Intrinsic::fabs, x.v);
  Value* b = Unary(llvm::Intrinsic::fabs, x.im);
  Value* greater = b_.CreateFCmpOGT(a, b);
  Value* big = b_.CreateSelect(greater, a, b);
  Value* small = b_.CreateSelect(greater, b, a);
  Value* ratio = b_.CreateFDiv(small, big);
  Value* root = Unary(llvm::Intrinsic::sqrt, b_.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {ratio, ratio, Real(type, 1.0)}));
  Value* result = b_.CreateFMul(big, root);
  result = b_.CreateSelect(b_.CreateFCmpOEQ(big, zero), zero, result);
  result = b_.CreateSelect(b_.CreateFCmpUNO(a, b), b_.CreateFAdd(a, b), result);
  return b_.CreateSelect(b_.CreateFCmpOEQ(big, infinity), big, result);
}

Cell ScalarEmitter::ComplexExp(const Cell& x) {
  Value* e = Call("exp", x.v);
  Value* real_only = b_.CreateFCmpOEQ(x.im, Real(x.v->getType(), 0.0));
  return {b_.CreateSelect(real_only, e, b_.CreateFMul(e, Call("cos", x.im))),
          b_.CreateSelect(real_only, x.im, b_.CreateFMul(e, Call("sin", x.im)))};
}

Cell ScalarEmitter::ComplexLog(const Cell& x) {
  Value* args[] = {x.im, x.v};
  return {Call("log", Magnitude(x)), Math("atan2", args)};
}

Cell ScalarEmitter::ComplexMul(const Cell& x, const Cell& y) {
  auto mul = [&](Value* a, Value* b) { return b_.CreateFMul(a, b); };
  return {b_.CreateFSub(mul(x.v, y.v), mul(x.im, y.im)), b_.CreateFAdd(mul(x.v, y.im), mul(x.im, y.v))};
}

Cell ScalarEmitter::ComplexSqrt(const Cell& x) {
  llvm::Type* type = x.v->getType();
  Value* zero = Real(type, 0.0);
  auto magnitude = [&](Value* v) { return Unary(llvm::Intrinsic::fabs, v); };
  auto sign = [&](Value* v, Value* from) { return b_.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, v, from); };
  Value* sum = b_.CreateFMul(b_.CreateFAdd(magnitude(x.v), Magnitude(x)), Real(type, 0.5));
  Value* half = Unary(llvm::Intrinsic::sqrt, sum);
  Value* other = b_.CreateFDiv(magnitude(x.im), b_.CreateFMul(Real(type, 2.0), half));
  Value* right = b_.CreateFCmpOGE(x.v, zero);
  Cell result{b_.CreateSelect(right, half, other), b_.CreateSelect(right, sign(other, x.im), sign(half, x.im))};
  Value* none = b_.CreateAnd(b_.CreateFCmpOEQ(x.v, zero), b_.CreateFCmpOEQ(x.im, zero));
  return {b_.CreateSelect(none, zero, result.v), b_.CreateSelect(none, x.im, result.im)};
}

Cell ScalarEmitter::EmitComplex(ScalarOp op, DType dtype, std::span<const Cell> args) {
  const Cell& x = args[0];
  Cell y = args.size() > 1 ? args[1] : Cell{};
  auto mul = [&](Value* a, Value* b) { return b_.CreateFMul(a, b); };
  switch (op) {
    case ScalarOp::kNeg: return {b_.CreateFNeg(x.v), b_.CreateFNeg(x.im)};
    case ScalarOp::kConj: return {x.v, b_.CreateFNeg(x.im)};
    case ScalarOp::kAdd: return {b_.CreateFAdd(x.v, y.v), b_.CreateFAdd(x.im, y.im)};
    case ScalarOp::kSub: return {b_.CreateFSub(x.v, y.v), b_.CreateFSub(x.im, y.im)};
    case ScalarOp::kMul: return ComplexMul(x, y);
    case ScalarOp::kDiv: {
      Value* norm = b_.CreateFAdd(mul(y.v, y.v), mul(y.im, y.im));
      Value* re = b_.CreateFAdd(mul(x.v, y.v), mul(x.im, y.im));
      Value* im = b_.CreateFSub(mul(x.im, y.v), mul(x.v, y.im));
      return {b_.CreateFDiv(re, norm), b_.CreateFDiv(im, norm)};
    }
    case ScalarOp::kAbs: return {Magnitude(x)};
    case ScalarOp::kSign: {
      Value* m = Magnitude(x);
      Value* zero = Real(m->getType(), 0.0);
      Value* none = b_.CreateFCmpOEQ(m, zero);
      return {b_.CreateSelect(none, zero, b_.CreateFDiv(x.v, m)), b_.CreateSelect(none, zero, b_.CreateFDiv(x.im, m))};
    }
    case ScalarOp::kExp: return ComplexExp(x);
    case ScalarOp::kLog: return ComplexLog(x);
    case ScalarOp::kSqrt: return ComplexSqrt(x);
    case ScalarOp::kSin:
      return {mul(Call("sin", x.v), Call("cosh", x.im)), mul(Call("cos", x.v), Call("sinh", x.im))};
    case ScalarOp::kCos:
      return {mul(Call("cos", x.v), Call("cosh", x.im)), b_.CreateFNeg(mul(Call("sin", x.v), Call("sinh", x.im)))};
    case ScalarOp::kTanh: {
      Value* two = Real(x.v->getType(), 2.0);
      Value* re = mul(two, x.v);
      Value* im = mul(two, x.im);
      Value* d = b_.CreateFAdd(Call("cosh", re), Call("cos", im));
      return {b_.CreateFDiv(Call("sinh", re), d), b_.CreateFDiv(Call("sin", im), d)};
    }
    case ScalarOp::kPow: {
      Value* zero = Real(x.v->getType(), 0.0);
      auto is_zero = [&](const Cell& c) { return b_.CreateAnd(b_.CreateFCmpOEQ(c.v, zero), b_.CreateFCmpOEQ(c.im, zero)); };
      Cell power = ComplexExp(ComplexMul(y, ComplexLog(x)));
      Value *base_zero = is_zero(x), *exponent_zero = is_zero(y);
      power = {b_.CreateSelect(base_zero, zero, power.v), b_.CreateSelect(base_zero, zero, power.im)};
      return {b_.CreateSelect(exponent_zero, Real(x.v->getType(), 1.0), power.v),
              b_.CreateSelect(exponent_zero, zero, power.im)};
    }
    default: break;
  }
  unit_.Fail("unsupported-dtype", "an operation has no code for " + std::string(ir::NameOf(dtype)));
  return x;
}

}  // namespace lathe::backend
