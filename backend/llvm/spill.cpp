// Input: an optimised function. Output: the same, where values that are used far from their definition live in the frame.
// Method: the allocator's work grows with blocks times values that live across them, so that a long straight program
// would take minutes. Only functions of many blocks are changed (host code; kernels are small), and in them only uses
// more than kNear blocks away: those load from the frame.
#include "backend/llvm/spill.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdlib>
#include <vector>

namespace lathe::backend {

namespace {

constexpr size_t kManyBlocks = 512;
constexpr int kNear = 32;

class Spiller {
 public:
  explicit Spiller(llvm::Function& function) : entry_(function.getEntryBlock()), b_(&entry_) {
    for (llvm::BasicBlock& block : function) number_.try_emplace(&block, int(number_.size()));
  }

  // `value` is there from `defined` on.
  void Visit(llvm::Value& value, llvm::BasicBlock& block, llvm::BasicBlock::iterator defined) {
    std::vector<llvm::Use*> far;
    for (llvm::Use& use : value.uses()) {
      if (std::abs(number_.lookup(BlockOf(use)) - number_.lookup(&block)) > kNear) far.push_back(&use);
    }
    if (far.empty()) return;
    b_.SetInsertPoint(&entry_, entry_.begin());
    llvm::AllocaInst* home = b_.CreateAlloca(value.getType());
    b_.SetInsertPoint(&block, defined);
    b_.CreateStore(&value, home);
    // Phis that read the value at the end of one block read the same load.
    llvm::DenseMap<llvm::BasicBlock*, llvm::Value*> at_end;
    for (llvm::Use* use : far) {
      auto* user = llvm::cast<llvm::Instruction>(use->getUser());
      const bool phi = llvm::isa<llvm::PHINode>(user);
      llvm::Value*& known = at_end[BlockOf(*use)];
      if (phi && known != nullptr) {
        use->set(known);
        continue;
      }
      b_.SetInsertPoint(phi ? BlockOf(*use)->getTerminator() : user);
      use->set(b_.CreateLoad(value.getType(), home));
      if (phi) known = use->get();
    }
  }

 private:
  // Where the value must be there: a phi reads it at the end of the block it comes from.
  static llvm::BasicBlock* BlockOf(llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) return phi->getIncomingBlock(use);
    return user->getParent();
  }

  llvm::BasicBlock& entry_;
  llvm::IRBuilder<> b_;
  llvm::DenseMap<const llvm::BasicBlock*, int> number_;
};

}  // namespace

void SpillLongLived(llvm::Function& function) {
  if (function.size() < kManyBlocks) return;
  Spiller spiller(function);
  llvm::BasicBlock& entry = function.getEntryBlock();
  std::vector<llvm::Instruction*> instructions;
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      if (!llvm::isa<llvm::AllocaInst>(instruction) && !instruction.isTerminator()) instructions.push_back(&instruction);
    }
  }
  for (llvm::Argument& argument : function.args()) spiller.Visit(argument, entry, entry.getFirstNonPHIOrDbgOrAlloca());
  for (llvm::Instruction* instruction : instructions) {
    llvm::BasicBlock& block = *instruction->getParent();
    bool phi = llvm::isa<llvm::PHINode>(instruction);
    spiller.Visit(*instruction, block, phi ? block.getFirstInsertionPt() : std::next(instruction->getIterator()));
  }
}

}  // namespace lathe::backend
