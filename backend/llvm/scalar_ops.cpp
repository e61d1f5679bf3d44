// Dispatch, comparisons, casts and 16-bit floats. Arithmetic per kind is in scalar_float.cpp, scalar_int.cpp and
// scalar_complex.cpp. No fast-math flag and no contraction anywhere: numerics.md fixes every rounding.
#include "backend/llvm/scalar_ops.h"

#include "support/check.h"

namespace lathe::backend {

using ir::DType;
using ir::ScalarOp;

const char* MathName(ScalarOp op) {
  switch (op) {
    case ScalarOp::kExp: return "exp";
    case ScalarOp::kExpm1: return "expm1";
    case ScalarOp::kLog: return "log";
    case ScalarOp::kLog1p: return "log1p";
    case ScalarOp::kSin: return "sin";
    case ScalarOp::kCos: return "cos";
    case ScalarOp::kTan: return "tan";
    case ScalarOp::kAsin: return "asin";
    case ScalarOp::kAcos: return "acos";
    case ScalarOp::kAtan: return "atan";
    case ScalarOp::kSinh: return "sinh";
    case ScalarOp::kCosh: return "cosh";
    case ScalarOp::kTanh: return "tanh";
    case ScalarOp::kAsinh: return "asinh";
    case ScalarOp::kAcosh: return "acosh";
    case ScalarOp::kAtanh: return "atanh";
    case ScalarOp::kSigmoid: return "sigmoid";
    case ScalarOp::kSoftplus: return "softplus";
    case ScalarOp::kErf: return "erf";
    case ScalarOp::kErfc: return "erfc";
    case ScalarOp::kErfinv: return "erfinv";
    case ScalarOp::kLgamma: return "lgamma";
    case ScalarOp::kDigamma: return "digamma";
    case ScalarOp::kRsqrt: return "rsqrt";
    case ScalarOp::kPow: return "pow";
    case ScalarOp::kAtan2: return "atan2";
    case ScalarOp::kNextAfter: return "nextafter";
    default: return nullptr;
  }
}

Cell ScalarEmitter::Splat(Cell cell) {
  if (lanes_ == 1) return cell;
  Cell result{b_.CreateVectorSplat(unsigned(lanes_), cell.v)};
  if (cell.im != nullptr) result.im = b_.CreateVectorSplat(unsigned(lanes_), cell.im);
  return result;
}

llvm::Value* ScalarEmitter::IntOf(llvm::Type* type, int64_t value) {
  return llvm::ConstantInt::get(type, uint64_t(value), true, true);
}
llvm::Value* ScalarEmitter::Int(DType dtype, int64_t value) { return IntOf(Type(dtype), value); }
llvm::Value* ScalarEmitter::Real(llvm::Type* type, double value) { return llvm::ConstantFP::get(type, value); }

void ScalarEmitter::Fault(Value* lanes) {
  if (lanes_ > 1) {
    if (active_ != nullptr) lanes = b_.CreateAnd(lanes, active_);
    lanes = b_.CreateOrReduce(lanes);
  }
  fault_ = fault_ == nullptr ? lanes : b_.CreateOr(fault_, lanes);
}

llvm::Value* ScalarEmitter::FromMemory(DType dtype, Value* v) {
  return dtype == DType::kBool ? b_.CreateICmpNE(v, llvm::Constant::getNullValue(v->getType())) : v;
}
llvm::Value* ScalarEmitter::ToMemory(DType dtype, Value* v) {
  return dtype == DType::kBool ? b_.CreateZExt(v, Widen(unit_.i8())) : v;
}

llvm::Value* ScalarEmitter::ToFloat(DType dtype, Value* v) {
  if (dtype == DType::kFloat16) return b_.CreateFPExt(v, Widen(b_.getFloatTy()));
  if (dtype != DType::kBFloat16) return v;
  Value* wide = b_.CreateShl(b_.CreateZExt(v, Widen(unit_.i32())), IntOf(Widen(unit_.i32()), 16));
  return b_.CreateBitCast(wide, Widen(b_.getFloatTy()));
}

llvm::Value* ScalarEmitter::FromFloat(DType dtype, Value* v) {
  if (dtype == DType::kFloat16) return b_.CreateFPTrunc(v, Type(dtype));
  if (dtype != DType::kBFloat16) return v;
  // By integer arithmetic: the instruction that converts to bfloat16 flushes subnormals.
  llvm::Type* word = Widen(unit_.i32());
  Value* bits = b_.CreateBitCast(v, word);
  Value* high = b_.CreateLShr(bits, IntOf(word, 16));
  Value* even = b_.CreateAdd(IntOf(word, 0x7fff), b_.CreateAnd(high, IntOf(word, 1)));
  Value* rounded = b_.CreateLShr(b_.CreateAdd(bits, even), IntOf(word, 16));
  Value* nan = b_.CreateFCmpUNO(v, v);
  return b_.CreateTrunc(b_.CreateSelect(nan, b_.CreateOr(high, IntOf(word, 0x40)), rounded), Type(dtype));
}

llvm::Value* ScalarEmitter::DoubleToNarrow(DType dtype, Value* v) {
  // Round to odd in f32 first: the second rounding then acts as if it were the only one.
  llvm::Type* f32 = Widen(b_.getFloatTy());
  llvm::Type* word = Widen(unit_.i32());
  Value* f = b_.CreateFPTrunc(v, f32);
  Value* back = b_.CreateFPExt(f, v->getType());
  Value* bits = b_.CreateBitCast(f, word);
  Value* zero = Real(v->getType(), 0.0);
  Value* inexact = b_.CreateFCmpONE(back, v);
  Value* finite = b_.CreateICmpNE(b_.CreateAnd(bits, IntOf(word, 0x7fffffff)), IntOf(word, 0x7f800000));
  Value* even = b_.CreateICmpEQ(b_.CreateAnd(bits, IntOf(word, 1)), IntOf(word, 0));
  Value* is_zero = b_.CreateICmpEQ(b_.CreateAnd(bits, IntOf(word, 0x7fffffff)), IntOf(word, 0));
  Value* away = b_.CreateICmpEQ(b_.CreateFCmpOLT(back, v), b_.CreateFCmpOGT(v, zero));
  Value* step = b_.CreateSelect(away, b_.CreateAdd(bits, IntOf(word, 1)), b_.CreateSub(bits, IntOf(word, 1)));
  Value* sign = b_.CreateAnd(bits, IntOf(word, int64_t{0x80000000}));
  Value* odd = b_.CreateSelect(is_zero, b_.CreateOr(sign, IntOf(word, 1)), step);
  Value* change = b_.CreateAnd(b_.CreateAnd(inexact, finite), even);
  return FromFloat(dtype, b_.CreateBitCast(b_.CreateSelect(change, odd, bits), f32));
}

llvm::Value* ScalarEmitter::EmitCompare(ScalarOp op, DType dtype, const Cell& a, const Cell& b) {
  if (ir::IsComplex(dtype)) {
    Value* equal = b_.CreateAnd(b_.CreateFCmpOEQ(a.v, b.v), b_.CreateFCmpOEQ(a.im, b.im));
    return op == ScalarOp::kEq ? equal : b_.CreateNot(equal);
  }
  using P = llvm::CmpInst::Predicate;
  if (ir::IsFloating(dtype)) {
    P p = op == ScalarOp::kEq ? P::FCMP_OEQ : op == ScalarOp::kNe ? P::FCMP_UNE : op == ScalarOp::kLt ? P::FCMP_OLT
        : op == ScalarOp::kLe ? P::FCMP_OLE : op == ScalarOp::kGt ? P::FCMP_OGT : P::FCMP_OGE;
    return b_.CreateFCmp(p, ToFloat(dtype, a.v), ToFloat(dtype, b.v));
  }
  bool u = ir::IsUnsigned(dtype) || dtype == DType::kBool;
  P p = op == ScalarOp::kEq ? P::ICMP_EQ : op == ScalarOp::kNe ? P::ICMP_NE
      : op == ScalarOp::kLt ? (u ? P::ICMP_ULT : P::ICMP_SLT) : op == ScalarOp::kLe ? (u ? P::ICMP_ULE : P::ICMP_SLE)
      : op == ScalarOp::kGt ? (u ? P::ICMP_UGT : P::ICMP_SGT) : (u ? P::ICMP_UGE : P::ICMP_SGE);
  return b_.CreateICmp(p, a.v, b.v);
}

llvm::Value* ScalarEmitter::FloatToInt(Value* x, DType to) {
  // Out of range and NaN give the minimum of int32 or int64; narrower and unsigned types are int64 wrapped.
  bool narrow = to == DType::kInt32;
  llvm::Type* type = Widen(narrow ? unit_.i32() : unit_.i64());
  double limit = narrow ? 0x1p31 : 0x1p63;
  Value* in = b_.CreateFCmpOLT(Unary(llvm::Intrinsic::fabs, x), Real(x->getType(), limit));
  Value* safe = b_.CreateSelect(in, x, llvm::Constant::getNullValue(x->getType()));
  Value* value = b_.CreateFPToSI(safe, type);
  value = b_.CreateSelect(in, value, IntOf(type, narrow ? INT32_MIN : INT64_MIN));
  return b_.CreateTrunc(value, Type(to));
}

Cell ScalarEmitter::EmitCast(DType from, DType to, const Cell& x) {
  if (from == to) return x;
  if (ir::IsComplex(to)) {
    DType part = ir::RealType(to);
    if (ir::IsComplex(from)) {
      return {EmitCast(ir::RealType(from), part, {x.v}).v, EmitCast(ir::RealType(from), part, {x.im}).v};
    }
    return {EmitCast(from, part, x).v, Real(Type(part), 0.0)};
  }
  if (ir::IsComplex(from)) {
    if (to == DType::kBool) {
      Value* zero = Real(x.v->getType(), 0.0);
      return {b_.CreateOr(b_.CreateFCmpUNE(x.v, zero), b_.CreateFCmpUNE(x.im, zero))};
    }
    return EmitCast(ir::RealType(from), to, {x.v});
  }
  if (ir::IsFloating(from)) {
    Value* f = ToFloat(from, x.v);
    if (to == DType::kBool) return {b_.CreateFCmpUNE(f, Real(f->getType(), 0.0))};
    if (ir::IsInteger(to)) return {FloatToInt(f, to)};
    bool narrow = to == DType::kFloat16 || to == DType::kBFloat16;
    if (from == DType::kFloat64) {
      if (narrow) return {DoubleToNarrow(to, f)};
      return {b_.CreateFPTrunc(f, Type(to))};
    }
    if (narrow) return {FromFloat(to, f)};
    return {to == DType::kFloat64 ? b_.CreateFPExt(f, Type(to)) : f};
  }
  bool is_unsigned = from == DType::kBool || ir::IsUnsigned(from);
  if (to == DType::kBool) return {b_.CreateICmpNE(x.v, llvm::Constant::getNullValue(x.v->getType()))};
  if (ir::IsInteger(to)) return {b_.CreateIntCast(x.v, Type(to), !is_unsigned)};
  auto convert = [&](llvm::Type* type) { return is_unsigned ? b_.CreateUIToFP(x.v, type) : b_.CreateSIToFP(x.v, type); };
  if (to == DType::kFloat16 || to == DType::kBFloat16) return {DoubleToNarrow(to, convert(Widen(b_.getDoubleTy())))};
  return {convert(Type(to))};
}

Cell ScalarEmitter::Emit(ScalarOp op, DType dtype, DType result, std::span<const Cell> args) {
  switch (op) {
    case ScalarOp::kCast: return EmitCast(dtype, result, args[0]);
    case ScalarOp::kSelect: {
      Cell out{b_.CreateSelect(args[0].v, args[1].v, args[2].v)};
      if (args[1].im != nullptr) out.im = b_.CreateSelect(args[0].v, args[1].im, args[2].im);
      return out;
    }
    case ScalarOp::kEq: case ScalarOp::kNe: case ScalarOp::kLt: case ScalarOp::kLe: case ScalarOp::kGt: case ScalarOp::kGe:
      return {EmitCompare(op, dtype, args[0], args[1])};
    case ScalarOp::kComplex: return {args[0].v, args[1].v};
    case ScalarOp::kReal: return {args[0].v};
    case ScalarOp::kImag: return {args[0].im != nullptr ? args[0].im : llvm::Constant::getNullValue(Type(dtype))};
    default: break;
  }
  if (ir::IsComplex(dtype)) return EmitComplex(op, dtype, args);
  if (ir::IsFloating(dtype)) return EmitReal(op, dtype, args);
  return EmitInt(op, dtype, args);
}

}  // namespace lathe::backend
