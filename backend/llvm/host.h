// Host program: one LLVM function per IR function. Rank-0 numbers live in SSA values, everything else in slots of the
// frame (LtTensor), which own their reference until the last use.
#pragma once
#include <llvm/IR/MDBuilder.h>

#include <functional>
#include <map>

#include "backend/llvm/kernel_emitter.h"
#include "backend/llvm/scalar_ops.h"

namespace lathe::backend {

// State shared by the functions of a module.
class HostModule {
 public:
  HostModule(Unit& unit, const plan::ModulePlan& plan);
  void EmitAll();   // all functions and `main`
  // `i32 entry(context, LtTensor** in, LtTensor* out)` around one function.
  void EmitEntry(ir::FunctionId id);
  llvm::Function* FunctionOf(ir::FunctionId id);
  llvm::Function* KernelFunction(int kernel, FlatUnit unit = FlatUnit::kBlocks);
  llvm::Function* ReduceFunction(int kernel);
  // Runs the kernels one after the other on blocks of rows.
  llvm::Function* ChainFunction(const std::vector<llvm::Function*>& kernels, int64_t block);
  llvm::Function* CombineFunction(ir::ScalarOp reducer, ir::DType dtype);
  Unit& unit;
  const plan::ModulePlan& plan;

 private:
  void EmitMain();
  std::vector<llvm::Function*> functions_;
  std::map<int, llvm::Function*> kernels_, element_kernels_;
  std::map<std::pair<int, int>, llvm::Function*> combines_;  // by reducer and dtype
};

// Where an IR value is while a function is emitted.
struct Place {
  enum class Kind : uint8_t { kNone, kCell, kTensor };
  Kind kind = Kind::kNone;
  Cell cell;                       // kCell
  llvm::Value* tensor = nullptr;   // kTensor: address of an LtTensor
  int slot = -1;                   // kTensor: owned by this slot of the frame; -1: borrowed (argument, constant, view)
  static constexpr int kState = 1 << 30;  // `slot`: owned, but the slot is the loop's and stays taken
};

class FunctionEmitter {
 public:
  FunctionEmitter(HostModule& host, ir::FunctionId id, llvm::Function* function);
  void Run();

 private:
  // ---- frame (host.cpp) ----
  int TakeSlot();
  void FreeSlot(int slot);
  llvm::Value* SlotAddress(int slot);
  llvm::Value* Scratch(llvm::Type* type, const char* name);     // alloca in the entry block
  llvm::Value* PointerArray(size_t count);                      // shared operand array
  void FinishFrame();
  void ComputeLastUses(ir::RegionId region);
  std::vector<ir::OpId> OpsOf(const plan::Step& step) const;
  llvm::BasicBlock* Block(const char* name);
  // Continues where `status` is 0; else adds a traceback entry for `span` and leaves by the current handler.
  // `clean` emits what the failing path must do first.
  void Check(llvm::Value* status, Span span, const std::function<void()>& clean = {});
  void Raise(llvm::Value* condition, Span span, const char* type, const char* message);

  // ---- values (host_values.cpp) ----
  Place& PlaceOf(ir::ValueId value);
  Cell CellOf(ir::ValueId value);
  llvm::Value* TensorOf(ir::ValueId value);                     // address of an LtTensor, for numbers a temporary one
  void FillNumber(llvm::Value* tensor, llvm::Value* storage, ir::DType dtype, const Cell& cell);
  void StoreCell(ir::DType dtype, llvm::Value* address, const Cell& cell);
  Cell LoadCell(ir::DType dtype, llvm::Value* address);
  Cell CellOfTensor(ir::DType dtype, llvm::Value* tensor);      // the element of a one-element tensor
  void Define(ir::ValueId value, Cell cell);
  int DefineSlot(ir::ValueId value);                            // a fresh owned slot
  void CopyTensor(llvm::Value* to, llvm::Value* from);          // bits only
  void Clear(llvm::Value* tensor);
  void Release(llvm::Value* tensor);
  void Retain(llvm::Value* tensor);
  void Box(ir::DType dtype, const Cell& cell, llvm::Value* to);  // a tensor of its own in the empty tensor at `to`
  // Puts a reference to `value` into the empty tensor at `to`: moved when this is its last use, else retained.
  void PassOn(ir::ValueId value, llvm::Value* to, bool may_move);
  void Drop(ir::ValueId value);                                 // after its last use

  // ---- regions (host_control.cpp) ----
  void EmitSteps(ir::RegionId region);
  void DropDead(ir::RegionId region, int step);
  void DropCaptured(ir::RegionId inner, int step);
  bool DiesAt(ir::ValueId value, int step) const;
  bool CapturedIn(const ir::Operation& op, ir::ValueId value) const;
  std::vector<Cell> Yield(ir::RegionId region, const std::vector<llvm::Value*>& targets);
  std::vector<llvm::Value*> DefineResults(const ir::Operation& op);  // slots of tensors; null for numbers
  void EmitIf(const ir::Operation& op);
  void EmitWhile(const ir::Operation& op);
  void EmitMap(const ir::Operation& op);
  void EmitTry(const ir::Operation& op);
  void EmitCall(const ir::Operation& op);
  void EmitGlobal(const ir::Operation& op);

  // ---- operations (host_ops.cpp, host_alias.cpp, host_kernels.cpp) ----
  void EmitOp(const ir::Operation& op);
  void EmitNumber(const ir::Operation& op);                     // elementwise on rank-0 numbers
  void EmitPython(const ir::Operation& op);                     // checked Python arithmetic
  void RaiseFault(llvm::Value* fault, ir::ScalarOp op, Span span);
  // `attr` >= 0: the first word of the attribute block, instead of the operation's own attributes.
  void EmitRuntimeKernel(const ir::Operation& op, const char* name, int64_t attr = -1);
  static bool IsListUpdate(std::string_view name);
  bool Owned(ir::ValueId value);
  void OwnResult(llvm::Value* result);
  void EmitAlias(const ir::Operation& op);
  void EmitStringElementwise(const ir::Operation& op);
  void EmitKernelPlan(const plan::KernelPlan& kernel, int index, const ir::Operation& op);
  void EmitReduction(const plan::KernelPlan& kernel, int index, const ir::Operation& op);
  llvm::Value* Transposed(llvm::Value* tensor, llvm::Value* slot, const std::vector<int64_t>& permutation, Span span);
  void RunCopy(const plan::KernelPlan& kernel, int index, const std::vector<llvm::Value*>& inputs,
               const std::vector<llvm::Value*>& dims, llvm::Value* memory);
  void RunReduction(const plan::KernelPlan& kernel, int index, const ReduceNest& nest,
                    const std::vector<llvm::Value*>& inputs, const std::vector<llvm::Value*>& dims, llvm::Value* memory,
                    ir::DType dtype);
  // Writes the group extents; returns the number of rows the kernel runs over.
  llvm::Value* StoreSizes(const Nest& nest, const Layout& layout, llvm::Value* words,
                          const std::vector<llvm::Value*>& dims);
  std::vector<llvm::Value*> SpaceDims(const plan::KernelPlan& kernel, const std::vector<llvm::Value*>& inputs);
  void NewTensor(llvm::Value* tensor, ir::DType dtype, const std::vector<llvm::Value*>& dims);
  llvm::Value* DimOf(llvm::Value* tensor, int axis);
  llvm::Value* CountOf(llvm::Value* tensor);
  llvm::Value* Field(llvm::Value* tensor, int field) { return b_.CreateStructGEP(unit_.tensor_type(), tensor, unsigned(field)); }
  // Extents of a kernel's space. Checked at run time: also the rank, and slots with broadcast copies of inputs.
  struct Space {
    std::vector<llvm::Value*> dims;
    llvm::Value* rank = nullptr;
    llvm::Value* array = nullptr;
    std::vector<int> copies;
  };
  Space CheckedSpace(const plan::KernelPlan& kernel, std::vector<llvm::Value*>& inputs, Span span);
  llvm::Value* FlatRows(llvm::Value* total);
  llvm::Value* Product(const std::vector<llvm::Value*>& factors);
  int Reusable(const plan::KernelPlan& kernel, ir::DType dtype, const std::vector<bool>& taken) const;
  void StoreWords(const plan::KernelPlan& kernel, const Layout& layout, llvm::Value* words,
                  const std::vector<llvm::Value*>& inputs);
  void CheckFault(const plan::KernelPlan& kernel, llvm::Value* fault);
  // Kernels of a chain are prepared one by one and run together.
  struct Prepared {
    llvm::Function* function = nullptr;
    llvm::Value* words = nullptr;
    llvm::Value* units = nullptr;   // what begin and end count
    int64_t cost = 0;
  };
  void EmitChain(const plan::Step& step);
  static int64_t CostOf(const plan::KernelPlan& kernel);
  void RunKernel(llvm::Function* function, llvm::Value* words, llvm::Value* rows, llvm::Value* work, int64_t cost);

  HostModule& host_;
  Unit& unit_;
  const ir::Module& ir_;
  ir::FunctionId id_;
  llvm::Function* function_;
  llvm::IRBuilder<> b_;
  llvm::BasicBlock* entry_ = nullptr;
  llvm::BasicBlock* failed_ = nullptr;      // the epilogue, or the handler of the innermost Try
  llvm::AllocaInst* frame_ = nullptr;
  llvm::AllocaInst* pointers_ = nullptr;
  size_t pointer_count_ = 1;
  llvm::Value* context_ = nullptr;
  int slot_count_ = 0;
  // Temporary tensors for numbers, reused from operation to operation: (LtTensor, storage).
  std::vector<std::pair<llvm::Value*, llvm::Value*>> numbers_;
  size_t numbers_used_ = 0;
  std::vector<int> free_slots_;
  std::vector<std::vector<int>*> recorders_;  // slots taken inside each open Try body
  std::vector<Place> places_;                 // by ValueId
  std::vector<int> last_use_;                 // by ValueId: step of the defining region; INT_MAX: yielded
  int step_ = 0;
  std::vector<Prepared>* chain_ = nullptr;    // while a chain is prepared: kernels are noted, not run
  std::vector<ir::ValueId> chain_later_;      // values that later kernels of the chain read
  ir::RegionId region_;
};

}  // namespace lathe::backend
