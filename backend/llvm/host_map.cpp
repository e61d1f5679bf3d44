// Map without vectorization: the body once per element, results stored into stacked outputs. Elements are views.
#include "backend/llvm/host.h"
#include "support/check.h"

namespace lathe::backend {

using ir::DType;
using ir::ValueId;

void FunctionEmitter::EmitMap(const ir::Operation& op) {
  ir::RegionId body = op.regions[0];
  size_t count = op.operands.size();
  for (ValueId v : op.results) {
    if (ir_.type(v).kind == ir::TypeKind::kList) {
      return unit_.Fail("map-bad-return", "a vectorized map whose function returns a list of tensors");
    }
  }
  std::vector<llvm::Value*> elements;
  for (ValueId v : op.operands) elements.push_back(TensorOf(v));
  llvm::Value* operands = PointerArray(count);
  for (size_t i = 0; i < count; ++i) {
    b_.CreateStore(elements[i], b_.CreateConstInBoundsGEP1_64(unit_.ptr(), operands, i));
  }
  llvm::Value* extent_address = Scratch(unit_.i64(), "extent");
  llvm::Value* status = b_.CreateCall(
      unit_.Runtime("lt_map_extent", unit_.i32(), {unit_.ptr(), unit_.ptr(), unit_.i32(), unit_.ptr()}),
      {context_, operands, b_.getInt32(uint32_t(count)), extent_address});
  Check(status, op.span);
  llvm::Value* extent = b_.CreateLoad(unit_.i64(), extent_address);
  // Outputs exist from the start, so that an empty map has results too.
  std::vector<llvm::Value*> outputs;
  for (ValueId v : op.results) {
    llvm::Value* out = SlotAddress(DefineSlot(v));
    const ir::Type& type = ir_.type(v);
    int rank = type.shape.ranked ? type.shape.rank() : 1;
    std::vector<llvm::Value*> dims = {b_.getInt64(0)};
    for (int axis = 1; axis < rank; ++axis) {
      ir::Dim d = type.shape.dims[size_t(axis)];
      dims.push_back(b_.getInt64(uint64_t(ir::IsKnown(d) ? d : 0)));
    }
    NewTensor(out, type.dtype, dims);
    outputs.push_back(out);
  }
  std::vector<llvm::Value*> views;
  for (size_t i = 0; i < count; ++i) views.push_back(Scratch(unit_.tensor_type(), "element"));
  llvm::BasicBlock* before = b_.GetInsertBlock();
  llvm::BasicBlock* loop = Block("map");
  llvm::BasicBlock* done = Block("endmap");
  b_.CreateCondBr(b_.CreateICmpSGT(extent, b_.getInt64(0)), loop, done);
  b_.SetInsertPoint(loop);
  llvm::PHINode* i = b_.CreatePHI(unit_.i64(), 2);
  i->addIncoming(b_.getInt64(0), before);
  for (size_t k = 0; k < count; ++k) {
    ValueId parameter = ir_[body].parameters[k];
    b_.CreateCall(unit_.Runtime("lt_map_slice", b_.getVoidTy(), {unit_.ptr(), unit_.i64(), unit_.ptr()}),
                  {elements[k], i, views[k]});
    Place& place = places_[parameter.index];
    place = {};
    if (plan::IsNumber(ir_.type(parameter))) {
      Define(parameter, CellOfTensor(ir_.type(parameter).dtype, views[k]));
    } else {
      place.kind = Place::Kind::kTensor;
      place.tensor = views[k];
    }
  }
  EmitSteps(body);
  const auto& yields = ir_[body].yields;
  numbers_used_ = 0;
  for (size_t k = 0; k < yields.size(); ++k) {
    llvm::Value* stored = b_.CreateCall(
        unit_.Runtime("lt_map_store", unit_.i32(), {unit_.ptr(), unit_.ptr(), unit_.i64(), unit_.i64(), unit_.ptr()}),
        {context_, outputs[k], extent, i, TensorOf(yields[k])});
    Check(stored, op.span);
  }
  for (ValueId v : yields) {
    const ir::ValueInfo& info = ir_[v];
    if (info.definition.valid() && ir_[info.definition].parent == body) Drop(v);
  }
  llvm::Value* next = b_.CreateAdd(i, b_.getInt64(1));
  i->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpSLT(next, extent), loop, done);
  b_.SetInsertPoint(done);
}

}  // namespace lathe::backend
