// Calls of KernelPlans: dimensions, output buffers (in place where an input dies here), argument words, threads.
#include <algorithm>

#include "backend/llvm/host.h"
#include "backend/llvm/kernel_body.h"
#include "support/check.h"

namespace lathe::backend {

using ir::DType;
using ir::ValueId;

void FunctionEmitter::NewTensor(llvm::Value* tensor, DType dtype, const std::vector<llvm::Value*>& dims) {
  llvm::Value* array = Scratch(llvm::ArrayType::get(unit_.i64(), LT_MAX_RANK), "dims");
  for (size_t i = 0; i < dims.size(); ++i) {
    b_.CreateStore(dims[i], b_.CreateConstInBoundsGEP1_64(unit_.i64(), array, i));
  }
  b_.CreateCall(unit_.Runtime("lt_tensor_new", b_.getVoidTy(), {unit_.ptr(), unit_.i32(), unit_.i32(), unit_.ptr()}),
                {tensor, b_.getInt32(uint32_t(dtype)), b_.getInt32(uint32_t(dims.size())), array});
}

// Extents of the space, when every full input has them.
std::vector<llvm::Value*> FunctionEmitter::SpaceDims(const plan::KernelPlan& kernel,
                                                     const std::vector<llvm::Value*>& inputs) {
  std::vector<llvm::Value*> dims;
  for (int axis = 0; axis < kernel.space.rank(); ++axis) {
    ir::Dim d = kernel.space.dims[size_t(axis)];
    if (ir::IsKnown(d)) {
      dims.push_back(b_.getInt64(uint64_t(d)));
      continue;
    }
    llvm::Value* dim = nullptr;
    for (size_t i = 0; i < inputs.size() && dim == nullptr; ++i) {
      if (!kernel.inputs[i].full[size_t(axis)]) continue;
      int missing = kernel.space.rank() - ir_.type(kernel.inputs[i].value).shape.rank();
      dim = DimOf(inputs[i], axis - missing);
    }
    LATHE_CHECK(dim != nullptr, "no input has a dimension of the space");
    dims.push_back(dim);
  }
  return dims;
}

FunctionEmitter::Space FunctionEmitter::CheckedSpace(const plan::KernelPlan& kernel, std::vector<llvm::Value*>& inputs,
                                                     Span span) {
  Space space;
  size_t count = inputs.size();
  int rank = kernel.space.ranked ? kernel.space.rank() : -1;
  std::string flags;
  for (const plan::Input& input : kernel.inputs) {
    if (rank < 0) flags += char(!input.single);
    for (int axis = 0; axis < rank; ++axis) flags += char(bool(input.full[size_t(axis)]));
  }
  llvm::Value* in = Scratch(llvm::ArrayType::get(unit_.ptr(), count), "inputs");
  llvm::Value* copies = Scratch(llvm::ArrayType::get(unit_.ptr(), count), "copies");
  space.array = Scratch(llvm::ArrayType::get(unit_.i64(), LT_MAX_RANK), "space");
  for (size_t i = 0; i < count; ++i) {
    space.copies.push_back(TakeSlot());
    b_.CreateStore(inputs[i], b_.CreateConstInBoundsGEP1_64(unit_.ptr(), in, i));
    b_.CreateStore(SlotAddress(space.copies.back()), b_.CreateConstInBoundsGEP1_64(unit_.ptr(), copies, i));
  }
  auto p = unit_.ptr();
  space.rank = b_.CreateCall(unit_.Runtime("lt_elementwise_space", unit_.i32(), {p, p, unit_.i32(), p, unit_.i32(), p, p}),
                             {context_, in, b_.getInt32(uint32_t(count)), unit_.Text(flags), b_.getInt32(uint32_t(rank)),
                              space.array, copies});
  Check(b_.CreateLShr(space.rank, 31), span);
  for (size_t i = 0; i < count; ++i) {
    inputs[i] = b_.CreateLoad(p, b_.CreateConstInBoundsGEP1_64(p, in, i));
  }
  for (int axis = 0; axis < rank; ++axis) {
    space.dims.push_back(b_.CreateLoad(unit_.i64(), b_.CreateConstInBoundsGEP1_64(unit_.i64(), space.array, uint64_t(axis))));
  }
  return space;
}

llvm::Value* FunctionEmitter::Product(const std::vector<llvm::Value*>& factors) {
  llvm::Value* product = b_.getInt64(1);
  for (llvm::Value* f : factors) product = b_.CreateMul(product, f);
  return product;
}

// The input whose buffer output number `o` may take over: all elements in order, dies here, same element size.
int FunctionEmitter::Reusable(const plan::KernelPlan& kernel, DType dtype, const std::vector<bool>& taken) const {
  if (!kernel.exact || !kernel.space.ranked) return -1;
  for (size_t i = 0; i < kernel.inputs.size(); ++i) {
    const plan::Input& input = kernel.inputs[i];
    bool whole = !input.single && std::find(input.full.begin(), input.full.end(), false) == input.full.end();
    if (!whole || taken[i] || ir::SizeOf(input.dtype) != ir::SizeOf(dtype)) continue;
    if (ir_.type(input.value).shape.rank() != kernel.space.rank()) continue;
    if (std::find(chain_later_.begin(), chain_later_.end(), input.value) != chain_later_.end()) continue;
    if (places_[input.value.index].slot >= 0 && DiesAt(input.value, step_)) return int(i);
  }
  return -1;
}

void FunctionEmitter::StoreWords(const plan::KernelPlan& kernel, const Layout& layout, llvm::Value* words,
                                 const std::vector<llvm::Value*>& inputs) {
  auto at = [&](int word) { return b_.CreateConstInBoundsGEP1_64(unit_.i64(), words, uint64_t(word)); };
  for (size_t i = 0; i < inputs.size(); ++i) {
    b_.CreateStore(b_.CreateLoad(unit_.ptr(), Field(inputs[i], 0)), at(layout.inputs + int(i)));
  }
  for (size_t i = 0; i < kernel.scalars.size(); ++i) {
    ValueId v = kernel.scalars[i];
    ScalarEmitter plain(unit_, b_, 1);
    Cell cell = CellOf(v);
    b_.CreateStore(plain.ToMemory(ir_.type(v).dtype, cell.v), at(layout.scalars + int(2 * i)));
    if (cell.im != nullptr) b_.CreateStore(cell.im, at(layout.scalars + int(2 * i) + 1));
  }
}

void FunctionEmitter::CheckFault(const plan::KernelPlan& kernel, llvm::Value* fault) {
  // The first operation that can fail names the error: groups hold at most one.
  for (ir::OpId id : kernel.ops) {
    const ir::OpRow& row = ir::RowOf(ir_[id].kind);
    if (!row.can_fail || !ir::IsInteger(ir_.type(ir_[id].operands.back()).dtype)) continue;
    llvm::Value* failed = b_.CreateICmpNE(b_.CreateLoad(unit_.i32(), fault), b_.getInt32(0));
    return RaiseFault(failed, row.scalar, ir_[id].span);
  }
}

void FunctionEmitter::EmitKernelPlan(const plan::KernelPlan& kernel, int index, const ir::Operation& op) {
  if (kernel.is_reduction()) return EmitReduction(kernel, index, op);
  Span span = op.span;
  std::vector<llvm::Value*> inputs;
  for (const plan::Input& input : kernel.inputs) inputs.push_back(TensorOf(input.value));
  Space space;
  if (kernel.exact && kernel.space.ranked) {
    space.dims = SpaceDims(kernel, inputs);
  } else {
    space = CheckedSpace(kernel, inputs, span);
  }
  Nest nest = NestOf(kernel);
  Layout layout = LayoutOf(kernel, int(std::max<size_t>(nest.groups.size(), 1)));
  llvm::Value* words = Scratch(llvm::ArrayType::get(unit_.i64(), uint64_t(layout.words)), "words");
  auto at = [&](int word) { return b_.CreateConstInBoundsGEP1_64(unit_.i64(), words, uint64_t(word)); };
  StoreWords(kernel, layout, words, inputs);
  std::vector<bool> taken(inputs.size(), false);
  llvm::Value* first = nullptr;
  for (size_t o = 0; o < kernel.outputs.size(); ++o) {
    DType dtype = ir_.type(kernel.outputs[o].value).dtype;
    int reused = Reusable(kernel, dtype, taken);
    llvm::Value* from = reused < 0 ? nullptr : inputs[size_t(reused)];
    llvm::Value* out = SlotAddress(DefineSlot(kernel.outputs[o].value));
    if (first == nullptr) first = out;
    if (!kernel.space.ranked) {
      b_.CreateCall(unit_.Runtime("lt_tensor_new", b_.getVoidTy(), {unit_.ptr(), unit_.i32(), unit_.i32(), unit_.ptr()}),
                    {out, b_.getInt32(uint32_t(dtype)), space.rank, space.array});
    } else if (from != nullptr) {
      taken[size_t(reused)] = true;
      b_.CreateCall(unit_.Runtime("lt_take_or_new", b_.getVoidTy(), {unit_.ptr(), unit_.ptr(), unit_.i32()}),
                    {out, from, b_.getInt32(uint32_t(dtype))});
    } else {
      NewTensor(out, dtype, space.dims);
    }
    b_.CreateStore(b_.CreateLoad(unit_.ptr(), Field(out, 0)), at(layout.outputs + int(o)));
  }
  llvm::Value* fault = nullptr;
  if (kernel.can_fail) {
    fault = Scratch(unit_.i32(), "fault");
    b_.CreateStore(b_.getInt32(0), fault);
    b_.CreateStore(fault, at(layout.fault));
  }
  llvm::Value* total = nullptr;
  llvm::Value* rows = nullptr;
  if (kernel.space.ranked) {
    total = Product(space.dims);
    rows = StoreSizes(nest, layout, words, space.dims);
  } else {
    total = CountOf(first);
    b_.CreateStore(total, at(layout.sizes));
    rows = FlatRows(total);
  }
  bool elements = chain_ != nullptr && nest.flat();
  RunKernel(host_.KernelFunction(index, elements ? FlatUnit::kElements : FlatUnit::kBlocks), words, elements ? total : rows,
            total, CostOf(kernel));
  for (int slot : space.copies) {
    Release(SlotAddress(slot));
    FreeSlot(slot);
  }
  if (fault != nullptr) CheckFault(kernel, fault);
}

llvm::Value* FunctionEmitter::FlatRows(llvm::Value* total) {
  return b_.CreateLShr(b_.CreateAdd(total, b_.getInt64(kFlatBlock - 1)), b_.getInt64(kFlatBlockShift));
}

llvm::Value* FunctionEmitter::StoreSizes(const Nest& nest, const Layout& layout, llvm::Value* words,
                                         const std::vector<llvm::Value*>& dims) {
  auto at = [&](int word) { return b_.CreateConstInBoundsGEP1_64(unit_.i64(), words, uint64_t(word)); };
  if (nest.flat()) {
    llvm::Value* total = Product(dims);
    b_.CreateStore(total, at(layout.sizes));
    return FlatRows(total);
  }
  llvm::Value* rows = b_.getInt64(1);
  for (size_t g = 0; g < nest.groups.size(); ++g) {
    std::vector<llvm::Value*> factors;
    for (int axis : nest.groups[g].axes) factors.push_back(dims[size_t(axis)]);
    llvm::Value* size = Product(factors);
    b_.CreateStore(size, at(layout.sizes + int(g)));
    if (g + 1 < nest.groups.size()) rows = b_.CreateMul(rows, size);
  }
  return rows;
}

int64_t FunctionEmitter::CostOf(const plan::KernelPlan& kernel) {
  int64_t cost = 4;
  for (const plan::Node& node : kernel.nodes) {
    if (node.kind == plan::Node::Kind::kOp) cost += MathName(node.op) != nullptr ? 12 : 1;
  }
  return cost;
}

// In parallel from about 20 us of work: `cost` is in sixteenths of a nanosecond per element.
void FunctionEmitter::RunKernel(llvm::Function* function, llvm::Value* words, llvm::Value* rows, llvm::Value* work,
                                int64_t cost) {
  if (chain_ != nullptr) {
    chain_->push_back({function, words, rows, cost});
    return;
  }
  constexpr int64_t kWorth = 20000 * 16;
  int64_t threshold = kWorth / std::max<int64_t>(cost, 1);
  auto direct = [&] { b_.CreateCall(function, {words, b_.getInt64(0), rows}); };
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(work); known != nullptr && known->getSExtValue() < threshold) {
    return direct();
  }
  llvm::BasicBlock* many = Block("parallel");
  llvm::BasicBlock* few = Block("direct");
  llvm::BasicBlock* done = Block("ran");
  b_.CreateCondBr(b_.CreateICmpSGE(work, b_.getInt64(uint64_t(threshold))), many, few);
  b_.SetInsertPoint(many);
  // Rows in a chunk: such that a chunk is worth a quarter of the threshold.
  llvm::Value* grain = b_.CreateUDiv(b_.CreateMul(rows, b_.getInt64(uint64_t(threshold / 4 + 1))), work);
  grain = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, grain, b_.getInt64(1));
  b_.CreateCall(unit_.Runtime("lt_parallel_for", b_.getVoidTy(), {unit_.i64(), unit_.i64(), unit_.ptr(), unit_.ptr()}),
                {rows, grain, function, words});
  b_.CreateBr(done);
  b_.SetInsertPoint(few);
  direct();
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
}

// One function runs all kernels of the chain on a block of rows, then on the next.
void FunctionEmitter::EmitChain(const plan::Step& step) {
  std::vector<Prepared> prepared;
  chain_ = &prepared;
  llvm::Value* rows = nullptr;
  for (size_t k = 0; k < step.chain.size(); ++k) {
    chain_later_.clear();
    for (size_t later = k + 1; later < step.chain.size(); ++later) {
      for (const plan::Input& input : host_.plan.kernels[size_t(step.chain[later])].inputs) chain_later_.push_back(input.value);
    }
    const plan::KernelPlan& kernel = host_.plan.kernels[size_t(step.chain[k])];
    EmitKernelPlan(kernel, step.chain[k], ir_[kernel.ops.back()]);
    if (kernel.is_reduction()) rows = prepared.back().units;
  }
  chain_ = nullptr;
  chain_later_.clear();
  // Rows of a block: what a few arrays of it take fits the second-level cache.
  constexpr int64_t kChainElements = 16384;
  int64_t elements = 1, cost = 0;
  for (int index : step.chain) {
    const plan::KernelPlan& kernel = host_.plan.kernels[size_t(index)];
    if (!kernel.is_reduction()) continue;
    int64_t extent = 1;
    for (int64_t axis : kernel.axes) extent *= std::max<int64_t>(kernel.space.dims[size_t(axis)], 1);
    elements = std::max(elements, extent);
  }
  llvm::Value* words = Scratch(llvm::ArrayType::get(unit_.i64(), 2 * prepared.size()), "chain");
  llvm::Value* safe_rows = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, rows, b_.getInt64(1));
  std::vector<llvm::Function*> functions;
  for (size_t k = 0; k < prepared.size(); ++k) {
    b_.CreateStore(prepared[k].words, b_.CreateConstInBoundsGEP1_64(unit_.i64(), words, 2 * k));
    llvm::Value* per_row = b_.CreateUDiv(prepared[k].units, safe_rows);
    b_.CreateStore(per_row, b_.CreateConstInBoundsGEP1_64(unit_.i64(), words, 2 * k + 1));
    functions.push_back(prepared[k].function);
    cost += prepared[k].cost;
  }
  llvm::Function* function = host_.ChainFunction(functions, std::max<int64_t>(kChainElements / elements, 1));
  RunKernel(function, words, rows, b_.CreateMul(rows, b_.getInt64(uint64_t(elements))), cost);
}

llvm::Function* HostModule::ChainFunction(const std::vector<llvm::Function*>& kernels, int64_t block) {
  auto* p = unit.ptr();
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(unit.context), {p, unit.i64(), unit.i64()}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "chain", *unit.module);
  unit.Decorate(function);
  plan::KernelPlan none;
  Layout layout;
  KernelBody body(unit, none, layout, function, 1);
  llvm::IRBuilder<>& b = body.builder();
  llvm::Value* end = function->getArg(2);
  body.Loop(function->getArg(1), end, block, [&](llvm::Value* row) {
    llvm::Value* last = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, b.CreateAdd(row, b.getInt64(uint64_t(block))), end);
    for (size_t k = 0; k < kernels.size(); ++k) {
      llvm::Value* per_row = body.Word(int(2 * k) + 1);
      b.CreateCall(kernels[k], {body.WordPointer(int(2 * k)), b.CreateMul(row, per_row), b.CreateMul(last, per_row)});
    }
  });
  b.CreateRetVoid();
  return function;
}

}  // namespace lathe::backend
