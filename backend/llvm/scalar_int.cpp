// Integer and bool scalar functions: two's complement wrap-around, floor division, shifts limited to the width.
#include "backend/llvm/scalar_ops.h"

#include "support/check.h"

namespace lathe::backend {

using ir::DType;
using ir::ScalarOp;

llvm::Value* ScalarEmitter::IntDivision(ScalarOp op, bool is_signed, Value* x, Value* y) {
  llvm::Type* type = x->getType();
  Value* zero = IntOf(type, 0);
  Value* one = IntOf(type, 1);
  Value* by_zero = b_.CreateICmpEQ(y, zero);
  Fault(by_zero);
  Value* divisor = b_.CreateSelect(by_zero, one, y);
  if (!is_signed) {
    bool quotient = op == ScalarOp::kFloorDiv || op == ScalarOp::kTruncDiv || op == ScalarOp::kDiv;
    return quotient ? b_.CreateUDiv(x, divisor) : b_.CreateURem(x, divisor);
  }
  // The one overflowing quotient, minimum / -1, wraps: x / -1 = -x, remainder 0.
  Value* minus_one = b_.CreateICmpEQ(divisor, IntOf(type, -1));
  Value* safe = b_.CreateSelect(minus_one, one, divisor);
  Value* quotient = b_.CreateSDiv(x, safe);
  Value* remainder = b_.CreateSub(x, b_.CreateMul(quotient, safe));
  Value* inexact = b_.CreateICmpNE(remainder, zero);
  Value* differ = b_.CreateICmpSLT(b_.CreateXor(remainder, divisor), zero);
  Value* adjust = b_.CreateAnd(inexact, differ);
  switch (op) {
    case ScalarOp::kFloorDiv:
      quotient = b_.CreateSub(quotient, b_.CreateZExt(adjust, type));
      return b_.CreateSelect(minus_one, b_.CreateNeg(x), quotient);
    case ScalarOp::kFloorMod:
      remainder = b_.CreateAdd(remainder, b_.CreateSelect(adjust, safe, zero));
      return b_.CreateSelect(minus_one, zero, remainder);
    case ScalarOp::kTruncMod: return b_.CreateSelect(minus_one, zero, remainder);
    default: return b_.CreateSelect(minus_one, b_.CreateNeg(x), quotient);
  }
}

llvm::Value* ScalarEmitter::IntPow(bool is_signed, Value* x, Value* y) {
  // Square and multiply over all bits of the exponent, without branches: lanes stay together.
  llvm::Type* type = x->getType();
  Value* zero = IntOf(type, 0);
  if (is_signed) {
    Value* negative = b_.CreateICmpSLT(y, zero);
    Fault(negative);
    y = b_.CreateSelect(negative, zero, y);
  }
  Value* result = IntOf(type, 1);
  unsigned bits = type->getScalarSizeInBits();
  for (unsigned i = 0; i < bits; ++i) {
    Value* set = b_.CreateICmpNE(b_.CreateAnd(y, IntOf(type, int64_t(uint64_t{1} << i))), zero);
    result = b_.CreateSelect(set, b_.CreateMul(result, x), result);
    if (i + 1 < bits) x = b_.CreateMul(x, x);
  }
  return result;
}

Cell ScalarEmitter::EmitInt(ScalarOp op, DType dtype, std::span<const Cell> args) {
  Value* x = args[0].v;
  Value* y = args.size() > 1 ? args[1].v : nullptr;
  llvm::Type* type = x->getType();
  bool is_bool = dtype == DType::kBool;
  bool is_signed = !is_bool && !ir::IsUnsigned(dtype);
  Value* zero = IntOf(type, 0);
  switch (op) {
    case ScalarOp::kNeg: case ScalarOp::kPyNeg: return {b_.CreateNeg(x)};
    case ScalarOp::kAbs: return {is_signed ? b_.CreateSelect(b_.CreateICmpSLT(x, zero), b_.CreateNeg(x), x) : x};
    case ScalarOp::kSign: {
      Value* positive = b_.CreateZExt(b_.CreateICmpNE(x, zero), type);
      if (!is_signed) return {positive};
      return {b_.CreateSelect(b_.CreateICmpSLT(x, zero), IntOf(type, -1), positive)};
    }
    case ScalarOp::kNot: case ScalarOp::kBitNot: return {b_.CreateNot(x)};
    case ScalarOp::kFloor: case ScalarOp::kCeil: case ScalarOp::kRint: case ScalarOp::kTrunc: case ScalarOp::kConj:
      return {x};
    case ScalarOp::kAdd: return {is_bool ? b_.CreateOr(x, y) : b_.CreateAdd(x, y)};
    case ScalarOp::kSub: return {b_.CreateSub(x, y)};
    case ScalarOp::kMul: return {is_bool ? b_.CreateAnd(x, y) : b_.CreateMul(x, y)};
    case ScalarOp::kDiv: case ScalarOp::kFloorDiv: case ScalarOp::kFloorMod: case ScalarOp::kTruncDiv:
    case ScalarOp::kTruncMod:
      return {IntDivision(op, is_signed, x, y)};
    case ScalarOp::kPow: return {IntPow(is_signed, x, y)};
    case ScalarOp::kMax:
      return {b_.CreateSelect(is_signed ? b_.CreateICmpSGT(x, y) : b_.CreateICmpUGT(x, y), x, y)};
    case ScalarOp::kMin:
      return {b_.CreateSelect(is_signed ? b_.CreateICmpSLT(x, y) : b_.CreateICmpULT(x, y), x, y)};
    case ScalarOp::kAnd: case ScalarOp::kBitAnd: return {b_.CreateAnd(x, y)};
    case ScalarOp::kOr: case ScalarOp::kBitOr: return {b_.CreateOr(x, y)};
    case ScalarOp::kXor: case ScalarOp::kBitXor: return {b_.CreateXor(x, y)};
    case ScalarOp::kShiftLeft: case ScalarOp::kShiftRight: {
      // TensorFlow limits the distance to 0 … width - 1.
      Value* last = IntOf(type, int64_t(type->getScalarSizeInBits()) - 1);
      if (is_signed) y = b_.CreateSelect(b_.CreateICmpSLT(y, zero), zero, y);
      Value* distance = b_.CreateSelect(b_.CreateICmpUGT(y, last), last, y);
      if (op == ScalarOp::kShiftLeft) return {b_.CreateShl(x, distance)};
      return {is_signed ? b_.CreateAShr(x, distance) : b_.CreateLShr(x, distance)};
    }
    default: break;
  }
  unit_.Fail("unsupported-dtype", "an operation has no code for " + std::string(ir::NameOf(dtype)));
  return args[0];
}

}  // namespace lathe::backend
