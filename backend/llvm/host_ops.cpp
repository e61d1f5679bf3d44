// Single operations of the host program: numbers in registers, runtime kernels, string comparisons.
#include "backend/llvm/host.h"
#include "support/check.h"

#include <algorithm>

namespace lathe::backend {

using ir::DType;
using ir::Emission;
using ir::OpKind;
using ir::ScalarOp;
using ir::ValueId;

void FunctionEmitter::EmitOp(const ir::Operation& op) {
  const ir::OpRow& row = ir::RowOf(op.kind);
  switch (row.emission) {
    case Emission::kConstant: return;
    case Emission::kElementwise:
      for (ValueId v : op.operands) {
        if (ir_.type(v).dtype == DType::kString || ir_.type(v).kind == ir::TypeKind::kList) return EmitStringElementwise(op);
      }
      return EmitNumber(op);
    case Emission::kReduction: return Define(op.results[0], CellOf(op.operands[0]));
    case Emission::kDot: return EmitRuntimeKernel(op, "lt_dot");
    case Emission::kAlias: return EmitAlias(op);
    case Emission::kKernel: return EmitRuntimeKernel(op, row.kernel);
    case Emission::kGlobal: return EmitGlobal(op);
    case Emission::kControl: break;
  }
  switch (op.kind) {
    case OpKind::kIf: return EmitIf(op);
    case OpKind::kWhile: return EmitWhile(op);
    case OpKind::kMap: return EmitMap(op);
    case OpKind::kTry: return EmitTry(op);
    case OpKind::kCall: return EmitCall(op);
    default: LATHE_UNREACHABLE("a control operation without code");
  }
}

void FunctionEmitter::EmitNumber(const ir::Operation& op) {
  const ir::OpRow& row = ir::RowOf(op.kind);
  if (row.scalar >= ScalarOp::kPyAdd && row.scalar <= ScalarOp::kPyNeg) return EmitPython(op);
  std::vector<Cell> args;
  for (ValueId v : op.operands) args.push_back(CellOf(v));
  DType dtype = ir_.type(op.operands.back()).dtype;
  if (op.kind == OpKind::kRelu) args.push_back({llvm::Constant::getNullValue(args[0].v->getType())});
  ScalarEmitter emitter(unit_, b_, 1);
  Cell result = emitter.Emit(row.scalar, dtype, ir_.type(op.results[0]).dtype, args);
  if (emitter.fault() != nullptr) RaiseFault(emitter.fault(), row.scalar, op.span);
  Define(op.results[0], result);
}

void FunctionEmitter::RaiseFault(llvm::Value* fault, ScalarOp op, Span span) {
  bool power = op == ScalarOp::kPow;
  Raise(fault, span, "InvalidArgumentError",
        power ? "Integers to negative integer powers are not allowed" : "Integer division by zero");
}

void FunctionEmitter::EmitPython(const ir::Operation& op) {
  ScalarOp scalar = ir::RowOf(op.kind).scalar;
  DType dtype = ir_.type(op.operands[0]).dtype;
  DType result = ir_.type(op.results[0]).dtype;
  llvm::Value* x = CellOf(op.operands[0]).v;
  llvm::Value* y = op.operands.size() > 1 ? CellOf(op.operands[1]).v : nullptr;
  bool real = ir::IsFloating(dtype);
  using I = llvm::Intrinsic::IndependentIntrinsics;
  auto checked = [&](unsigned id, llvm::Value* a, llvm::Value* b) {
    llvm::Value* pair = b_.CreateBinaryIntrinsic(llvm::Intrinsic::ID(id), a, b);
    Raise(b_.CreateExtractValue(pair, 1), op.span, "OverflowError", "Python int too large to convert to int64");
    return b_.CreateExtractValue(pair, 0);
  };
  llvm::Value* value = nullptr;
  switch (scalar) {
    case ScalarOp::kPyAdd: value = real ? b_.CreateFAdd(x, y) : checked(I::sadd_with_overflow, x, y); break;
    case ScalarOp::kPySub: value = real ? b_.CreateFSub(x, y) : checked(I::ssub_with_overflow, x, y); break;
    case ScalarOp::kPyMul: value = real ? b_.CreateFMul(x, y) : checked(I::smul_with_overflow, x, y); break;
    case ScalarOp::kPyNeg: value = real ? b_.CreateFNeg(x) : checked(I::ssub_with_overflow, b_.getInt64(0), x); break;
    default: break;
  }
  if (value != nullptr) return Define(op.results[0], {value});
  // Division and powers: rarely hot, and their special cases belong to one place: the runtime.
  const char* name = scalar == ScalarOp::kPyDiv ? "lt_py_div" : scalar == ScalarOp::kPyFloorDiv ? "lt_py_floordiv"
                     : scalar == ScalarOp::kPyMod ? "lt_py_mod" : "lt_py_pow";
  llvm::Value* out = Scratch(unit_.i64(), "python");
  llvm::Type* type = unit_.RegisterType(dtype);
  std::string full = std::string(name) + (real ? "_float" : "_int");
  llvm::Value* status =
      b_.CreateCall(unit_.Runtime(full, unit_.i32(), {unit_.ptr(), type, type, unit_.ptr()}), {context_, x, y, out});
  Check(status, op.span);
  Define(op.results[0], LoadCell(result, out));
}

void FunctionEmitter::EmitStringElementwise(const ir::Operation& op) {
  ScalarOp scalar = ir::RowOf(op.kind).scalar;
  const char* name = scalar == ScalarOp::kSelect ? "lt_select_any" : "lt_string_compare";
  int32_t code = 0;
  switch (scalar) {
    case ScalarOp::kSelect: case ScalarOp::kEq: code = 0; break;
    case ScalarOp::kNe: code = 1; break;
    case ScalarOp::kLt: code = 2; break;
    case ScalarOp::kLe: code = 3; break;
    case ScalarOp::kGt: code = 4; break;
    case ScalarOp::kGe: code = 5; break;
    default:
      if (scalar == ScalarOp::kAdd) return EmitRuntimeKernel(op, "lt_string_concat");
      return unit_.Fail("unsupported-dtype", std::string(ir::RowOf(op.kind).name) + " of strings");
  }
  if (scalar == ScalarOp::kSelect && ir_.type(op.results[0]).kind == ir::TypeKind::kList) {
    return unit_.Fail("unsupported-dtype", "a choice between two lists by element");
  }
  EmitRuntimeKernel(op, name, code);
}

void FunctionEmitter::EmitRuntimeKernel(const ir::Operation& op, const char* name, int64_t attr) {
  bool makes_list = false;
  for (ValueId v : op.results) makes_list = makes_list || ir_.type(v).kind == ir::TypeKind::kList;
  // Lists keep what they are given, so numbers go into them as tensors of their own.
  std::vector<llvm::Value*> operands;
  std::vector<int> boxes;
  bool temporary = false;
  for (ValueId v : op.operands) {
    if (PlaceOf(v).kind == Place::Kind::kCell && makes_list) {
      boxes.push_back(TakeSlot());
      operands.push_back(SlotAddress(boxes.back()));
      PassOn(v, operands.back(), false);
    } else {
      temporary = temporary || PlaceOf(v).kind == Place::Kind::kCell;
      operands.push_back(TensorOf(v));
    }
  }
  llvm::Value* in = PointerArray(operands.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    b_.CreateStore(operands[i], b_.CreateConstInBoundsGEP1_64(unit_.ptr(), in, i));
  }
  size_t count = op.results.size();
  bool direct = count == 1 && !plan::IsNumber(ir_.type(op.results[0]));
  llvm::Value* out = nullptr;
  if (direct) {
    out = SlotAddress(DefineSlot(op.results[0]));
  } else if (count > 0) {
    out = Scratch(llvm::ArrayType::get(unit_.tensor_type(), count), "outputs");
  } else {
    out = llvm::ConstantPointerNull::get(unit_.ptr());
  }
  bool in_place = IsListUpdate(name) && Owned(op.operands[0]) &&
                  std::count(op.operands.begin(), op.operands.end(), op.operands[0]) == 1;
  llvm::Value* list = operands.empty() ? nullptr : operands[0];
  if (in_place) {
    CopyTensor(out, list);
    Clear(list);
    b_.CreateStore(out, in);
  }
  llvm::Constant* attrs = attr >= 0 ? unit_.AttrBlock(ir::AxisAttr{.axis = attr}) : unit_.AttrBlock(op.attrs);
  llvm::Value* status = b_.CreateCall(unit_.Kernel(name), {context_, in, b_.getInt32(uint32_t(operands.size())), out,
                                                           b_.getInt32(uint32_t(count)), attrs});
  Check(status, op.span, [&] {
    if (in_place) {
      // The list was not changed and is still owned: by its old slot again.
      if (!direct) CopyTensor(list, out);
    } else if (direct) {
      Clear(out);
    }
  });
  for (size_t i = 0; i < count; ++i) {
    ValueId v = op.results[i];
    llvm::Value* result = b_.CreateConstInBoundsGEP1_64(unit_.tensor_type(), out, i);
    if (plan::IsNumber(ir_.type(v))) {
      Define(v, CellOfTensor(ir_.type(v).dtype, result));
      Release(result);
      continue;
    }
    if (temporary && ir_.type(v).dtype != DType::kString) OwnResult(result);
    if (!direct) CopyTensor(SlotAddress(DefineSlot(v)), result);
  }
  for (int slot : boxes) {
    Release(SlotAddress(slot));
    FreeSlot(slot);
  }
}

// The kernels that change a list in place when its only reference is handed over in their output.
bool FunctionEmitter::IsListUpdate(std::string_view name) {
  return name == "lt_list_set" || name == "lt_list_push" || name == "lt_list_pop";
}

// The value dies at this step and its reference can be handed on.
bool FunctionEmitter::Owned(ValueId value) {
  const Place& place = PlaceOf(value);
  return place.kind == Place::Kind::kTensor && place.slot >= 0 && DiesAt(value, step_);
}

// A kernel may hand an operand on as its result. That must not be a temporary number of this frame.
void FunctionEmitter::OwnResult(llvm::Value* result) {
  llvm::BasicBlock* own = Block("own");
  llvm::BasicBlock* next = Block("owned");
  b_.CreateCondBr(b_.CreateIsNull(b_.CreateLoad(unit_.ptr(), Field(result, 1))), own, next);
  b_.SetInsertPoint(own);
  b_.CreateCall(unit_.Runtime("lt_own", b_.getVoidTy(), {unit_.ptr()}), {result});
  b_.CreateBr(next);
  b_.SetInsertPoint(next);
}

void FunctionEmitter::EmitAlias(const ir::Operation& op) {
  ValueId x = op.operands[0], y = op.results[0];
  bool from_number = PlaceOf(x).kind == Place::Kind::kCell, to_number = plan::IsNumber(ir_.type(y));
  if (from_number && to_number) return Define(y, CellOf(x));
  int slot = to_number ? TakeSlot() : DefineSlot(y);
  llvm::Value* tensor = SlotAddress(slot);
  bool used_twice = op.operands.size() > 1 && op.operands[1] == x;
  llvm::Value* other = op.operands.size() > 1 ? TensorOf(op.operands[1]) : nullptr;
  PassOn(x, tensor, DiesAt(x, step_) && !used_twice);
  llvm::Value* status = nullptr;
  auto p = unit_.ptr();
  switch (op.kind) {
    case OpKind::kReshape:
      status = b_.CreateCall(unit_.Runtime("lt_reshape", unit_.i32(), {p, p, p}), {context_, tensor, other});
      break;
    case OpKind::kReshapeLike:
      status = b_.CreateCall(unit_.Runtime("lt_reshape_like", unit_.i32(), {p, p, p}), {context_, tensor, other});
      break;
    case OpKind::kExpandDims:
      status = b_.CreateCall(unit_.Runtime("lt_expand_dims", unit_.i32(), {p, p, p}), {context_, tensor, unit_.AttrBlock(op.attrs)});
      break;
    case OpKind::kSqueeze:
      status = b_.CreateCall(unit_.Runtime("lt_squeeze", unit_.i32(), {p, p, p}), {context_, tensor, unit_.AttrBlock(op.attrs)});
      break;
    case OpKind::kSetShape:
      status = b_.CreateCall(unit_.Runtime("lt_set_shape", unit_.i32(), {p, p, p}), {context_, tensor, unit_.AttrBlock(op.attrs)});
      break;
    default: break;
  }
  if (status != nullptr) Check(status, op.span);
  if (!to_number) return;
  Define(y, CellOfTensor(ir_.type(y).dtype, tensor));
  Release(tensor);
  FreeSlot(slot);
}

}  // namespace lathe::backend
