// Complex scalar functions on (real, imaginary) pairs.
#include "backend/llvm/scalar_ops.h"

namespace lathe::backend {

using ir::DType;
using ir::ScalarOp;

Cell ScalarEmitter::EmitComplex(ScalarOp op, DType dtype, std::span<const Cell> args) {
  const Cell& x = args[0];
  Cell y = args.size() > 1 ? args[1] : Cell{};
  auto mul = [&](Value* a, Value* b) { return b_.CreateFMul(a, b); };
  switch (op) {
    case ScalarOp::kNeg: return {b_.CreateFNeg(x.v), b_.CreateFNeg(x.im)};
    case ScalarOp::kConj: return {x.v, b_.CreateFNeg(x.im)};
    case ScalarOp::kAdd: return {b_.CreateFAdd(x.v, y.v), b_.CreateFAdd(x.im, y.im)};
    case ScalarOp::kSub: return {b_.CreateFSub(x.v, y.v), b_.CreateFSub(x.im, y.im)};
    case ScalarOp::kMul:
      return {b_.CreateFSub(mul(x.v, y.v), mul(x.im, y.im)), b_.CreateFAdd(mul(x.v, y.im), mul(x.im, y.v))};
    case ScalarOp::kDiv: {
      Value* norm = b_.CreateFAdd(mul(y.v, y.v), mul(y.im, y.im));
      Value* re = b_.CreateFAdd(mul(x.v, y.v), mul(x.im, y.im));
      Value* im = b_.CreateFSub(mul(x.im, y.v), mul(x.v, y.im));
      return {b_.CreateFDiv(re, norm), b_.CreateFDiv(im, norm)};
    }
    default: break;
  }
  unit_.Fail("unsupported-dtype", "an operation has no code for " + std::string(ir::NameOf(dtype)));
  return x;
}

}  // namespace lathe::backend
