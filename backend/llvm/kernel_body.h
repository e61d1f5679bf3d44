// Pieces that map and reduction kernels share: argument words, vector loads and stores, the scalar DAG over vectors.
#pragma once
#include "backend/llvm/kernel_emitter.h"
#include "backend/llvm/scalar_ops.h"

namespace lathe::backend {

class KernelBody {
 public:
  KernelBody(Unit& unit, const plan::KernelPlan& kernel, const Layout& layout, llvm::Function* function, int lanes);

  llvm::IRBuilder<>& builder() { return b_; }
  llvm::Value* Word(int index);                       // i64
  llvm::Value* WordPointer(int index);                // pointer
  llvm::BasicBlock* Block(const char* name);

  // Where the elements of an input are for the current row: pointer to its first, and whether it moves along the row.
  struct Cursor {
    llvm::Value* base = nullptr;
    bool moves = false;
    Cell splat;  // !moves: the element, already in all lanes
  };
  // Loads what does not move along rows (once per row) into cursors' splats.
  void LoadSplats(std::vector<Cursor>& cursors);

  // Values of all nodes for `unroll` vectors at element `index` (+ lanes each); mask null: all lanes.
  // Interleaved: operation by operation over the vectors.
  std::vector<std::vector<Cell>> Evaluate(const std::vector<Cursor>& cursors, llvm::Value* index, int unroll,
                                          llvm::Value* mask);
  void Store(ir::DType dtype, llvm::Value* base, llvm::Value* index, const Cell& value, llvm::Value* mask);
  Cell Load(ir::DType dtype, llvm::Value* base, llvm::Value* index, llvm::Value* mask);
  // <lanes x i1>: lane number < count.
  llvm::Value* MaskOf(llvm::Value* count);
  int lanes() const { return lanes_; }

  // for (i = begin; i < end; i += step) body(i), test before the first trip. Leaves the builder behind the loop.
  template <class Body>
  void Loop(llvm::Value* begin, llvm::Value* end, int64_t step, Body body) {
    llvm::BasicBlock* before = b_.GetInsertBlock();
    llvm::BasicBlock* loop = Block("loop");
    llvm::BasicBlock* done = Block("done");
    b_.CreateCondBr(b_.CreateICmpSLT(begin, end), loop, done);
    b_.SetInsertPoint(loop);
    llvm::PHINode* i = b_.CreatePHI(b_.getInt64Ty(), 2);
    i->addIncoming(begin, before);
    body(static_cast<llvm::Value*>(i));
    llvm::Value* next = b_.CreateAdd(i, b_.getInt64(uint64_t(step)));
    i->addIncoming(next, b_.GetInsertBlock());
    b_.CreateCondBr(b_.CreateICmpSLT(next, end), loop, done);
    b_.SetInsertPoint(done);
  }

 private:
  Unit& unit_;
  const plan::KernelPlan& kernel_;
  const Layout& layout_;
  llvm::Function* function_;
  llvm::IRBuilder<> b_;
  int lanes_;
  llvm::Value* words_;
  std::vector<Cell> scalars_;  // splats
};

}  // namespace lathe::backend
