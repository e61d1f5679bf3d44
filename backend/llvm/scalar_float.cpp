// Floating-point scalar functions. 16-bit floats compute in f32 and round once per operation. The transcendental
// functions are calls of the math header's instances (math_library.h), which the optimiser inlines.
#include "backend/llvm/math_library.h"
#include "backend/llvm/scalar_ops.h"

#include "support/check.h"

namespace lathe::backend {

using ir::DType;
using ir::ScalarOp;

llvm::Value* ScalarEmitter::Math(const char* name, std::span<Value* const> args) {
  return CallMath(unit_, b_, name, lanes_, args);
}

llvm::Value* ScalarEmitter::EmitFloat(ScalarOp op, Value* x, Value* y) {
  llvm::Type* type = x->getType();
  using I = llvm::Intrinsic::IndependentIntrinsics;
  Value* zero = Real(type, 0.0);
  switch (op) {
    case ScalarOp::kNeg: return b_.CreateFNeg(x);
    case ScalarOp::kAbs: return Unary(I::fabs, x);
    case ScalarOp::kSign: {
      Value* up = b_.CreateSelect(b_.CreateFCmpOGT(x, zero), Real(type, 1.0), x);
      return b_.CreateSelect(b_.CreateFCmpOLT(x, zero), Real(type, -1.0), up);
    }
    case ScalarOp::kFloor: return Unary(I::floor, x);
    case ScalarOp::kCeil: return Unary(I::ceil, x);
    case ScalarOp::kRint: return Unary(I::nearbyint, x);
    case ScalarOp::kTrunc: return Unary(I::trunc, x);
    case ScalarOp::kSqrt: return Unary(I::sqrt, x);
    case ScalarOp::kConj: return x;
    case ScalarOp::kAdd: return b_.CreateFAdd(x, y);
    case ScalarOp::kSub: return b_.CreateFSub(x, y);
    case ScalarOp::kMul: return b_.CreateFMul(x, y);
    case ScalarOp::kDiv: return b_.CreateFDiv(x, y);
    case ScalarOp::kMax: case ScalarOp::kMin: {
      Value* first = op == ScalarOp::kMax ? b_.CreateFCmpOGT(x, y) : b_.CreateFCmpOLT(x, y);
      return b_.CreateSelect(b_.CreateOr(first, b_.CreateFCmpUNO(x, x)), x, y);
    }
    case ScalarOp::kTruncDiv: return Unary(I::trunc, b_.CreateFDiv(x, y));
    case ScalarOp::kTruncMod: return b_.CreateFRem(x, y);
    case ScalarOp::kFloorDiv: return Unary(I::floor, b_.CreateFDiv(x, y));
    case ScalarOp::kFloorMod: {
      Value* r = b_.CreateFRem(x, y);
      Value* differ = b_.CreateXor(b_.CreateFCmpOLT(r, zero), b_.CreateFCmpOLT(y, zero));
      return b_.CreateSelect(b_.CreateAnd(b_.CreateFCmpUNE(r, zero), differ), b_.CreateFAdd(r, y), r);
    }
    default: break;
  }
  if (const char* name = MathName(op)) {
    Value* args[] = {x, y};
    return Math(name, std::span<Value* const>(args, y == nullptr ? 1 : 2));
  }
  unit_.Fail("internal-error", "a scalar function has no code for floats");
  return x;
}

Cell ScalarEmitter::EmitReal(ScalarOp op, DType dtype, std::span<const Cell> args) {
  Value* x = ToFloat(dtype, args[0].v);
  Value* y = args.size() > 1 ? ToFloat(dtype, args[1].v) : nullptr;
  llvm::Type* type = x->getType();
  auto magnitude = [&] { return Unary(llvm::Intrinsic::fabs, x); };
  Value* infinity = llvm::ConstantFP::getInfinity(type);
  switch (op) {
    case ScalarOp::kIsNan: return {b_.CreateFCmpUNO(x, x)};
    case ScalarOp::kIsInf: return {b_.CreateFCmpOEQ(magnitude(), infinity)};
    case ScalarOp::kIsFinite: return {b_.CreateFCmpOLT(magnitude(), infinity)};
    case ScalarOp::kPyAdd: return {b_.CreateFAdd(x, y)};
    case ScalarOp::kPySub: return {b_.CreateFSub(x, y)};
    case ScalarOp::kPyMul: return {b_.CreateFMul(x, y)};
    case ScalarOp::kPyNeg: return {b_.CreateFNeg(x)};
    case ScalarOp::kPyDiv: return {b_.CreateFDiv(x, y)};
    case ScalarOp::kNeg: case ScalarOp::kAbs:
      if (dtype == DType::kBFloat16) break;
      return {EmitFloat(op, args[0].v, nullptr)};
    default: break;
  }
  return {FromFloat(dtype, EmitFloat(op, x, y))};
}

}  // namespace lathe::backend
