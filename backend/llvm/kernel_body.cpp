// Loads, stores and the scalar DAG of kernels. Tails are masked: inactive lanes load zero and store nothing.
#include "backend/llvm/kernel_body.h"

#include "support/check.h"

namespace lathe::backend {

using ir::DType;

KernelBody::KernelBody(Unit& unit, const plan::KernelPlan& kernel, const Layout& layout, llvm::Function* function,
                       int lanes)
    : unit_(unit), kernel_(kernel), layout_(layout), function_(function), b_(unit.context), lanes_(lanes) {
  b_.SetInsertPoint(Block("entry"));
  words_ = function->getArg(0);
  ScalarEmitter emitter(unit_, b_, lanes_);
  for (size_t i = 0; i < kernel_.scalars.size(); ++i) {
    DType dtype = unit_.ir.type(kernel_.scalars[i]).dtype;
    ScalarEmitter plain(unit_, b_, 1);
    auto part = [&](uint64_t word) {
      llvm::Value* address = b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), words_, word);
      return plain.FromMemory(dtype, b_.CreateLoad(unit_.MemoryType(dtype), address));
    };
    Cell cell{part(uint64_t(layout_.scalars) + 2 * i)};
    if (ir::IsComplex(dtype)) cell.im = part(uint64_t(layout_.scalars) + 2 * i + 1);
    scalars_.push_back(emitter.Splat(cell));
  }
}

llvm::BasicBlock* KernelBody::Block(const char* name) { return llvm::BasicBlock::Create(unit_.context, name, function_); }

llvm::Value* KernelBody::Word(int index) {
  return b_.CreateLoad(b_.getInt64Ty(), b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), words_, uint64_t(index)));
}
llvm::Value* KernelBody::WordPointer(int index) {
  return b_.CreateLoad(unit_.ptr(), b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), words_, uint64_t(index)));
}

llvm::Value* KernelBody::MaskOf(llvm::Value* count) {
  std::vector<llvm::Constant*> numbers;
  for (int i = 0; i < lanes_; ++i) numbers.push_back(b_.getInt32(uint32_t(i)));
  llvm::Value* limit = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, count, b_.getInt64(uint64_t(lanes_)));
  llvm::Value* splat = b_.CreateVectorSplat(unsigned(lanes_), b_.CreateTrunc(limit, b_.getInt32Ty()));
  return b_.CreateICmpULT(llvm::ConstantVector::get(numbers), splat);
}

namespace {

// 0 0 1 1 2 2 …: the mask of pairs.
std::vector<int> Doubled(int lanes) {
  std::vector<int> order;
  for (int i = 0; i < 2 * lanes; ++i) order.push_back(i / 2);
  return order;
}
std::vector<int> Strided(int lanes, int first) {
  std::vector<int> order;
  for (int i = 0; i < lanes; ++i) order.push_back(2 * i + first);
  return order;
}
std::vector<int> Interleaved(int lanes) {
  std::vector<int> order;
  for (int i = 0; i < 2 * lanes; ++i) order.push_back(i / 2 + (i % 2) * lanes);
  return order;
}

}  // namespace

Cell KernelBody::Load(DType dtype, llvm::Value* base, llvm::Value* index, llvm::Value* mask) {
  llvm::Type* part = unit_.MemoryType(dtype);
  bool complex = ir::IsComplex(dtype);
  llvm::Value* offset = complex ? b_.CreateShl(index, 1) : index;
  llvm::Value* address = b_.CreateInBoundsGEP(part, base, offset);
  auto align = llvm::Align(uint64_t(ir::SizeOf(dtype)) / (complex ? 2 : 1));
  int count = complex ? 2 * lanes_ : lanes_;
  auto* type = llvm::FixedVectorType::get(part, unsigned(count));
  llvm::Value* value = nullptr;
  if (mask == nullptr) {
    value = b_.CreateAlignedLoad(type, address, align);
  } else {
    llvm::Value* lanes = complex ? b_.CreateShuffleVector(mask, Doubled(lanes_)) : mask;
    value = b_.CreateMaskedLoad(type, address, align, lanes, llvm::Constant::getNullValue(type));
  }
  if (complex) {
    return {b_.CreateShuffleVector(value, Strided(lanes_, 0)), b_.CreateShuffleVector(value, Strided(lanes_, 1))};
  }
  return {ScalarEmitter(unit_, b_, lanes_).FromMemory(dtype, value)};
}

void KernelBody::Store(DType dtype, llvm::Value* base, llvm::Value* index, const Cell& cell, llvm::Value* mask) {
  bool complex = ir::IsComplex(dtype);
  llvm::Value* value = complex ? b_.CreateShuffleVector(cell.v, cell.im, Interleaved(lanes_))
                               : ScalarEmitter(unit_, b_, lanes_).ToMemory(dtype, cell.v);
  llvm::Value* offset = complex ? b_.CreateShl(index, 1) : index;
  llvm::Value* address = b_.CreateInBoundsGEP(unit_.MemoryType(dtype), base, offset);
  auto align = llvm::Align(uint64_t(ir::SizeOf(dtype)) / (complex ? 2 : 1));
  if (mask == nullptr) {
    b_.CreateAlignedStore(value, address, align);
  } else {
    b_.CreateMaskedStore(value, address, align, complex ? b_.CreateShuffleVector(mask, Doubled(lanes_)) : mask);
  }
}

void KernelBody::LoadSplats(std::vector<Cursor>& cursors) {
  ScalarEmitter emitter(unit_, b_, lanes_), plain(unit_, b_, 1);
  for (size_t i = 0; i < cursors.size(); ++i) {
    if (cursors[i].moves) continue;
    DType dtype = kernel_.inputs[i].dtype;
    llvm::Type* part = unit_.MemoryType(dtype);
    Cell cell{plain.FromMemory(dtype, b_.CreateLoad(part, cursors[i].base))};
    if (ir::IsComplex(dtype)) cell.im = b_.CreateLoad(part, b_.CreateConstInBoundsGEP1_64(part, cursors[i].base, 1));
    cursors[i].splat = emitter.Splat(cell);
  }
}

std::vector<std::vector<Cell>> KernelBody::Evaluate(const std::vector<Cursor>& cursors, llvm::Value* index, int unroll,
                                                    llvm::Value* mask) {
  std::vector<std::vector<Cell>> values(size_t(unroll), std::vector<Cell>(kernel_.nodes.size()));
  ScalarEmitter emitter(unit_, b_, lanes_, mask);
  for (size_t n = 0; n < kernel_.nodes.size(); ++n) {
    const plan::Node& node = kernel_.nodes[n];
    for (size_t u = 0; u < size_t(unroll); ++u) {
      Cell& cell = values[u][n];
      switch (node.kind) {
        case plan::Node::Kind::kConstant: cell = emitter.Splat(unit_.ConstantCell(node.constant)); break;
        case plan::Node::Kind::kScalar: cell = scalars_[size_t(node.index)]; break;
        case plan::Node::Kind::kInput: {
          const Cursor& cursor = cursors[size_t(node.index)];
          if (!cursor.moves) {
            cell = cursor.splat;
          } else {
            llvm::Value* at = u == 0 ? index : b_.CreateAdd(index, b_.getInt64(u * uint64_t(lanes_)));
            cell = Load(node.dtype, cursor.base, at, mask);
          }
          break;
        }
        case plan::Node::Kind::kOp: {
          std::vector<Cell> args;
          for (int arg : node.args) args.push_back(values[u][size_t(arg)]);
          cell = emitter.Emit(node.op, node.operand, node.dtype, args);
          break;
        }
      }
    }
  }
  if (emitter.fault() != nullptr) {
    // In the block where it arose: written at once, since the value would not reach other blocks.
    llvm::Value* address = WordPointer(layout_.fault);
    llvm::Value* old = b_.CreateLoad(b_.getInt32Ty(), address);
    b_.CreateStore(b_.CreateOr(old, b_.CreateZExt(emitter.fault(), b_.getInt32Ty())), address);
  }
  return values;
}

}  // namespace lathe::backend
