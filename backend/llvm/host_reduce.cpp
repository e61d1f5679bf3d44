// Calls of reductions: extents, result, partial results of long rows.
#include <algorithm>

#include "backend/llvm/host.h"
#include "backend/llvm/reduce_emitter.h"
#include "support/check.h"

namespace lathe::backend {

using ir::DType;
using ir::ValueId;

void FunctionEmitter::EmitReduction(const plan::KernelPlan& kernel, int index, const ir::Operation& op) {
  if (!kernel.space.ranked) {
    return unit_.Fail("dynamic-shape", std::string(ir::RowOf(op.kind).name) + " of a tensor of unknown rank");
  }
  ReduceNest nest = ReduceNestOf(kernel);
  LATHE_CHECK(nest.shape != ReduceNest::Shape::kOther, "a reduction that was not transposed");
  std::vector<llvm::Value*> inputs;
  for (const plan::Input& input : kernel.inputs) inputs.push_back(TensorOf(input.value));
  int transposed = -1;
  if (!kernel.permutation.empty()) {
    transposed = TakeSlot();
    inputs[0] = Transposed(inputs[0], SlotAddress(transposed), kernel.permutation, op.span);
  }
  std::vector<llvm::Value*> dims = SpaceDims(kernel, inputs);
  ValueId result = op.results[0];
  DType dtype = ir_.type(result).dtype;
  // Result: dimensions in the operand's own order.
  llvm::Value* out = nullptr;
  llvm::Value* memory = nullptr;
  if (plan::IsNumber(ir_.type(result))) {
    memory = Scratch(llvm::ArrayType::get(unit_.i64(), 2), "reduced");
  } else {
    std::vector<llvm::Value*> result_dims;
    const auto& axes = std::get<ir::AxesAttr>(op.attrs).axes;
    for (int axis = 0; axis < kernel.space.rank(); ++axis) {
      bool reduced = std::find(axes.begin(), axes.end(), axis) != axes.end();
      int at = axis;
      if (!kernel.permutation.empty()) {
        auto found = std::find(kernel.permutation.begin(), kernel.permutation.end(), axis);
        at = int(found - kernel.permutation.begin());
      }
      if (!reduced) result_dims.push_back(dims[size_t(at)]);
      else if (kernel.keep_dims) result_dims.push_back(b_.getInt64(1));
    }
    out = SlotAddress(DefineSlot(result));
    NewTensor(out, dtype, result_dims);
    memory = b_.CreateLoad(unit_.ptr(), Field(out, 0));
  }
  if (nest.shape == ReduceNest::Shape::kCopy) {
    RunCopy(kernel, index, inputs, dims, memory);
  } else {
    RunReduction(kernel, index, nest, inputs, dims, memory, dtype);
  }
  if (out == nullptr) Define(result, LoadCell(dtype, memory));
  if (transposed >= 0) {
    Release(SlotAddress(transposed));
    FreeSlot(transposed);
  }
}

llvm::Value* FunctionEmitter::Transposed(llvm::Value* tensor, llvm::Value* slot, const std::vector<int64_t>& permutation,
                                         Span span) {
  llvm::Value* in = PointerArray(1);
  b_.CreateStore(tensor, in);
  llvm::Value* status = b_.CreateCall(unit_.Kernel("lt_transpose"), {context_, in, b_.getInt32(1), slot, b_.getInt32(1),
                                                                     unit_.AttrBlock(ir::AxesAttr{permutation, false})});
  Check(status, span, [&] { Clear(slot); });
  return slot;
}

// Every result is one element: a map.
void FunctionEmitter::RunCopy(const plan::KernelPlan& kernel, int index, const std::vector<llvm::Value*>& inputs,
                              const std::vector<llvm::Value*>& dims, llvm::Value* memory) {
  Nest nest = NestOf(kernel);
  Layout layout = LayoutOf(kernel, int(std::max<size_t>(nest.groups.size(), 1)));
  llvm::Value* words = Scratch(llvm::ArrayType::get(unit_.i64(), uint64_t(layout.words)), "words");
  StoreWords(kernel, layout, words, inputs);
  auto at = [&](int word) { return b_.CreateConstInBoundsGEP1_64(unit_.i64(), words, uint64_t(word)); };
  b_.CreateStore(memory, at(layout.outputs));
  llvm::Value* rows = StoreSizes(nest, layout, words, dims);
  RunKernel(host_.KernelFunction(index), words, rows, Product(dims), CostOf(kernel));
}

void FunctionEmitter::RunReduction(const plan::KernelPlan& kernel, int index, const ReduceNest& nest,
                                   const std::vector<llvm::Value*>& inputs, const std::vector<llvm::Value*>& dims,
                                   llvm::Value* memory, DType dtype) {
  Layout layout = LayoutOf(kernel, int(kOuterSizes + nest.outer()));
  llvm::Value* words = Scratch(llvm::ArrayType::get(unit_.i64(), uint64_t(layout.words)), "words");
  StoreWords(kernel, layout, words, inputs);
  auto at = [&](int word) { return b_.CreateConstInBoundsGEP1_64(unit_.i64(), words, uint64_t(word)); };
  auto size = [&](size_t g) {
    std::vector<llvm::Value*> factors;
    for (int axis : nest.groups[g].axes) factors.push_back(dims[size_t(axis)]);
    return Product(factors);
  };
  auto ceil = [&](llvm::Value* n, int64_t unit) {
    llvm::Value* whole = b_.CreateUDiv(b_.CreateAdd(n, b_.getInt64(uint64_t(unit - 1))), b_.getInt64(uint64_t(unit)));
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, whole, b_.getInt64(1));
  };
  llvm::Value* rows = b_.getInt64(1);
  for (size_t g = 0; g < nest.outer(); ++g) {
    llvm::Value* n = size(g);
    b_.CreateStore(n, at(layout.sizes + kOuterSizes + int(g)));
    rows = b_.CreateMul(rows, n);
  }
  llvm::Value* extent = size(nest.outer());
  llvm::Value* columns = nest.shape == ReduceNest::Shape::kColumns ? size(nest.groups.size() - 1) : b_.getInt64(1);
  llvm::Value* blocks = ceil(extent, kReduceBlock);
  llvm::Value* strips = ceil(columns, kStrip);
  b_.CreateStore(extent, at(layout.sizes + kExtent));
  b_.CreateStore(blocks, at(layout.sizes + kBlocks));
  b_.CreateStore(columns, at(layout.sizes + kColumns));
  b_.CreateStore(strips, at(layout.sizes + kStrips));
  llvm::Value* results = b_.CreateMul(rows, columns);
  llvm::Value* tasks = b_.CreateMul(b_.CreateMul(rows, blocks), strips);
  llvm::Value* work = b_.CreateMul(results, b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, extent, b_.getInt64(1)));
  llvm::Function* function = host_.ReduceFunction(index);
  auto* known = llvm::dyn_cast<llvm::ConstantInt>(blocks);
  bool narrow = AccumulatorOf(dtype) != dtype;
  if (known != nullptr && known->isOne() && !narrow) {
    b_.CreateStore(memory, at(layout.outputs));
    return RunKernel(function, words, tasks, work, CostOf(kernel));
  }
  // Long rows: block results first, then joined in order.
  llvm::Value* several = narrow ? b_.getTrue() : b_.CreateICmpSGT(blocks, b_.getInt64(1));
  int slot = TakeSlot();
  llvm::Value* temporary = SlotAddress(slot);
  llvm::BasicBlock* make = Block("partials");
  llvm::BasicBlock* run = Block("reduce");
  llvm::BasicBlock* join = Block("join");
  llvm::BasicBlock* done = Block("reduced");
  b_.CreateStore(memory, at(layout.outputs));
  b_.CreateCondBr(several, make, run);
  b_.SetInsertPoint(make);
  NewTensor(temporary, AccumulatorOf(dtype), {b_.CreateMul(results, blocks)});
  b_.CreateStore(b_.CreateLoad(unit_.ptr(), Field(temporary, 0)), at(layout.outputs));
  b_.CreateBr(run);
  b_.SetInsertPoint(run);
  RunKernel(function, words, tasks, work, CostOf(kernel));
  b_.CreateCondBr(several, join, done);
  b_.SetInsertPoint(join);
  b_.CreateCall(host_.CombineFunction(kernel.reducer, dtype),
                {memory, b_.CreateLoad(unit_.ptr(), Field(temporary, 0)), rows, blocks, columns});
  Release(temporary);
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
  FreeSlot(slot);
}

llvm::Function* HostModule::ReduceFunction(int kernel) {
  llvm::Function*& function = kernels_[kernel];
  if (function == nullptr) function = EmitReduceKernel(unit, plan.kernels[size_t(kernel)], "r" + std::to_string(kernel));
  return function;
}

llvm::Function* HostModule::CombineFunction(ir::ScalarOp reducer, DType dtype) {
  llvm::Function*& function = combines_[{int(reducer), int(dtype)}];
  if (function == nullptr) {
    function = EmitCombine(unit, reducer, dtype, "combine" + std::to_string(int(reducer)) + "." + std::string(ir::NameOf(dtype)));
  }
  return function;
}

}  // namespace lathe::backend
