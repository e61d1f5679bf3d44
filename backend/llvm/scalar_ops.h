// Scalar functions (ir::ScalarOp) as LLVM IR, on rank-0 numbers and on vectors alike. Bits equal the evaluator's.
#pragma once
#include <span>

#include "backend/llvm/unit.h"

namespace lathe::backend {

class ScalarEmitter {
 public:
  // lanes 1: plain scalars. `active`: the lanes that count for faults (null: all).
  ScalarEmitter(Unit& unit, llvm::IRBuilder<>& builder, int lanes, llvm::Value* active = nullptr)
      : unit_(unit), b_(builder), lanes_(lanes), active_(active) {}

  llvm::Type* Type(ir::DType dtype) { return Widen(unit_.RegisterType(dtype)); }
  llvm::Type* Widen(llvm::Type* scalar) {
    return lanes_ == 1 ? scalar : llvm::FixedVectorType::get(scalar, unsigned(lanes_));
  }
  Cell Splat(Cell cell);
  // `dtype` is the operands', `result` the result's (they differ for Cast, comparisons, Complex, Real, PyDiv).
  Cell Emit(ir::ScalarOp op, ir::DType dtype, ir::DType result, std::span<const Cell> args);
  // i1: some active lane failed (a zero divisor, a negative exponent); null: nothing here can fail.
  llvm::Value* fault() const { return fault_; }

  // Bits of memory to registers and back: bool i8 <-> i1; other dtypes unchanged.
  llvm::Value* FromMemory(ir::DType dtype, llvm::Value* v);
  llvm::Value* ToMemory(ir::DType dtype, llvm::Value* v);

 private:
  using Value = llvm::Value;
  Value* Int(ir::DType dtype, int64_t value);
  Value* IntOf(llvm::Type* type, int64_t value);
  Value* Real(llvm::Type* type, double value);
  void Fault(Value* lanes);
  Value* ToFloat(ir::DType dtype, Value* v);       // f16, bf16 -> f32; others unchanged
  Value* FromFloat(ir::DType dtype, Value* v);
  Value* DoubleToNarrow(ir::DType dtype, Value* v);  // one rounding to f16 or bf16
  Value* Math(const char* name, std::span<Value* const> args);
  Value* Unary(llvm::Intrinsic::ID id, Value* v) { return b_.CreateUnaryIntrinsic(id, v); }

  Cell EmitReal(ir::ScalarOp op, ir::DType dtype, std::span<const Cell> args);
  Value* EmitFloat(ir::ScalarOp op, Value* x, Value* y);  // f32 or f64
  Cell EmitInt(ir::ScalarOp op, ir::DType dtype, std::span<const Cell> args);
  Value* IntDivision(ir::ScalarOp op, bool is_signed, Value* x, Value* y);
  Value* IntPow(bool is_signed, Value* x, Value* y);
  Value* Call(const char* name, Value* x) { return Math(name, std::span<Value* const>(&x, 1)); }
  Value* Magnitude(const Cell& x);
  Cell ComplexExp(const Cell& x);
  Cell ComplexLog(const Cell& x);
  Cell ComplexMul(const Cell& x, const Cell& y);
  Cell ComplexSqrt(const Cell& x);
  Cell EmitComplex(ir::ScalarOp op, ir::DType dtype, std::span<const Cell> args);
  Value* EmitCompare(ir::ScalarOp op, ir::DType dtype, const Cell& a, const Cell& b);
  Cell EmitCast(ir::DType from, ir::DType to, const Cell& x);
  Value* FloatToInt(Value* x, ir::DType to);

  Unit& unit_;
  llvm::IRBuilder<>& b_;
  int lanes_;
  Value* active_;
  Value* fault_ = nullptr;
};

const char* NameOfScalar(ir::ScalarOp op);
// The function of the math header behind a scalar op ("exp"), or null.
const char* MathName(ir::ScalarOp op);

}  // namespace lathe::backend
