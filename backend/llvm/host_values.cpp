// Values of the host program: numbers in registers, tensors in slots, and the ways between them.
#include <algorithm>
#include <climits>

#include "backend/llvm/host.h"
#include "support/check.h"

namespace lathe::backend {

using ir::DType;
using ir::ValueId;

namespace {

enum Field { kData, kBuffer, kCount, kDType, kRank, kDims };

}  // namespace

Place& FunctionEmitter::PlaceOf(ValueId value) {
  Place& place = places_[value.index];
  if (place.kind == Place::Kind::kNone) {
    // Constants are made where they are used.
    const ir::Literal* literal = ir_.ConstantOf(value);
    LATHE_CHECK(literal != nullptr, "a value is used before it is emitted");
    if (plan::IsNumber(ir_.type(value))) {
      place.kind = Place::Kind::kCell;
      place.cell = unit_.ConstantCell(*literal);
    } else {
      place.kind = Place::Kind::kTensor;
      place.tensor = unit_.ConstantTensor(*literal);
    }
  }
  return place;
}

Cell FunctionEmitter::CellOf(ValueId value) {
  Place& place = PlaceOf(value);
  LATHE_CHECK(place.kind == Place::Kind::kCell, "a tensor is used as a number");
  return place.cell;
}

void FunctionEmitter::StoreCell(DType dtype, llvm::Value* address, const Cell& cell) {
  ScalarEmitter plain(unit_, b_, 1);
  b_.CreateStore(plain.ToMemory(dtype, cell.v), address);
  if (cell.im != nullptr) b_.CreateStore(cell.im, b_.CreateConstInBoundsGEP1_64(cell.im->getType(), address, 1));
}

Cell FunctionEmitter::LoadCell(DType dtype, llvm::Value* address) {
  ScalarEmitter plain(unit_, b_, 1);
  llvm::Type* type = unit_.MemoryType(dtype);
  Cell cell{plain.FromMemory(dtype, b_.CreateLoad(type, address))};
  if (ir::IsComplex(dtype)) cell.im = b_.CreateLoad(type, b_.CreateConstInBoundsGEP1_64(type, address, 1));
  return cell;
}

Cell FunctionEmitter::CellOfTensor(DType dtype, llvm::Value* tensor) {
  return LoadCell(dtype, b_.CreateLoad(unit_.ptr(), Field(tensor, kData)));
}

void FunctionEmitter::FillNumber(llvm::Value* tensor, llvm::Value* storage, DType dtype, const Cell& cell) {
  StoreCell(dtype, storage, cell);
  b_.CreateStore(storage, Field(tensor, kData));
  b_.CreateStore(llvm::ConstantPointerNull::get(unit_.ptr()), Field(tensor, kBuffer));
  b_.CreateStore(b_.getInt64(1), Field(tensor, kCount));
  b_.CreateStore(b_.getInt32(uint32_t(dtype)), Field(tensor, kDType));
  b_.CreateStore(b_.getInt32(0), Field(tensor, kRank));
}

llvm::Value* FunctionEmitter::TensorOf(ValueId value) {
  Place& place = PlaceOf(value);
  if (place.kind == Place::Kind::kTensor) return place.tensor;
  if (const ir::Literal* literal = ir_.ConstantOf(value)) return unit_.ConstantTensor(*literal);
  if (numbers_used_ == numbers_.size()) {
    numbers_.emplace_back(Scratch(unit_.tensor_type(), "number"), Scratch(llvm::ArrayType::get(unit_.i64(), 2), "bits"));
  }
  auto [tensor, storage] = numbers_[numbers_used_++];
  FillNumber(tensor, storage, ir_.type(value).dtype, place.cell);
  return tensor;
}

void FunctionEmitter::Define(ValueId value, Cell cell) {
  Place& place = places_[value.index];
  place.kind = Place::Kind::kCell;
  place.cell = cell;
}

int FunctionEmitter::DefineSlot(ValueId value) {
  Place& place = places_[value.index];
  place.kind = Place::Kind::kTensor;
  place.slot = TakeSlot();
  place.tensor = SlotAddress(place.slot);
  return place.slot;
}

void FunctionEmitter::CopyTensor(llvm::Value* to, llvm::Value* from) {
  b_.CreateMemCpy(to, llvm::MaybeAlign(8), from, llvm::MaybeAlign(8), sizeof(LtTensor));
}

void FunctionEmitter::Clear(llvm::Value* tensor) {
  auto* null = llvm::ConstantPointerNull::get(unit_.ptr());
  b_.CreateStore(null, Field(tensor, kData));
  b_.CreateStore(null, Field(tensor, kBuffer));
  b_.CreateStore(b_.getInt32(0), Field(tensor, kRank));
}

void FunctionEmitter::Release(llvm::Value* tensor) {
  b_.CreateCall(unit_.Runtime("lt_release", b_.getVoidTy(), {unit_.ptr()}), {tensor});
}
void FunctionEmitter::Retain(llvm::Value* tensor) {
  b_.CreateCall(unit_.Runtime("lt_retain", b_.getVoidTy(), {unit_.ptr()}), {tensor});
}

void FunctionEmitter::Box(DType dtype, const Cell& cell, llvm::Value* to) {
  b_.CreateCall(unit_.Runtime("lt_tensor_new", b_.getVoidTy(), {unit_.ptr(), unit_.i32(), unit_.i32(), unit_.ptr()}),
                {to, b_.getInt32(uint32_t(dtype)), b_.getInt32(0), llvm::ConstantPointerNull::get(unit_.ptr())});
  StoreCell(dtype, b_.CreateLoad(unit_.ptr(), Field(to, kData)), cell);
}

void FunctionEmitter::PassOn(ValueId value, llvm::Value* to, bool may_move) {
  Place& place = PlaceOf(value);
  if (place.kind == Place::Kind::kCell) return Box(ir_.type(value).dtype, place.cell, to);
  CopyTensor(to, place.tensor);
  if (place.slot >= 0 && may_move) {
    Clear(place.tensor);
    FreeSlot(place.slot);
    place = {};
  } else {
    Retain(to);
  }
}

void FunctionEmitter::Drop(ValueId value) {
  Place& place = places_[value.index];
  if (place.kind != Place::Kind::kTensor || place.slot < 0) return;
  Release(place.tensor);
  FreeSlot(place.slot);
  place = {};
}

llvm::Value* FunctionEmitter::DimOf(llvm::Value* tensor, int axis) {
  llvm::Value* address = b_.CreateConstInBoundsGEP1_64(unit_.i64(), Field(tensor, kDims), uint64_t(axis));
  return b_.CreateLoad(unit_.i64(), address);
}
llvm::Value* FunctionEmitter::CountOf(llvm::Value* tensor) { return b_.CreateLoad(unit_.i64(), Field(tensor, kCount)); }

}  // namespace lathe::backend
