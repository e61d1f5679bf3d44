// Executes functions of a module on tensors: the part of the evaluator that has control flow and state.
#pragma once
#include <vector>

#include "ir/eval.h"
#include "ir/ir.h"

namespace lathe::ir::eval {

class Interpreter {
 public:
  Interpreter(const Module& module, const SourceManager& sources, LtContext* context);
  // 0, or 1 with the error in the context.
  int32_t CallFunction(FunctionId function, std::vector<TensorRef> arguments, std::vector<TensorRef>& results);

 private:
  struct Frame {
    FunctionId function;
    std::vector<TensorRef> slots;
  };
  using Values = std::vector<TensorRef>;

  void Plan();
  void PlanRegion(RegionId region, uint32_t& slots);
  void MarkUses(OpId op, RegionId home, OpId user);
  TensorRef& At(Frame& frame, ValueId value) { return frame.slots[slot_of_[value.index]]; }

  // Runs a region's operations; yields are moved or shared into `results`.
  int32_t RunRegion(Frame& frame, RegionId region, Values parameters, Values& results);
  int32_t RunOperation(Frame& frame, OpId id);
  int32_t RunSimple(Frame& frame, OpId id, const Operation& op);
  int32_t RunControl(Frame& frame, const Operation& op);
  int32_t RunWhile(Frame& frame, const Operation& op);
  int32_t RunMap(Frame& frame, const Operation& op);
  int32_t RunTry(Frame& frame, const Operation& op);
  int32_t RunCall(Frame& frame, const Operation& op);
  int32_t RunGlobal(Frame& frame, const Operation& op);
  int32_t StackResults(const Operation& op, int64_t count, std::vector<Values>& parts, Frame& frame);
  void Store(Frame& frame, const std::vector<ValueId>& results, Values values);
  void AddFrame(const Frame& frame, const Operation& op);
  const std::vector<int64_t>& Encoded(OpId id);

  const Module& module_;
  const SourceManager& sources_;
  LtContext* context_;
  int depth_ = 0;
  std::vector<uint32_t> slot_of_;               // by value
  std::vector<uint32_t> slot_count_;            // by function
  std::vector<std::vector<ValueId>> dying_;     // by operation: values of its region that nothing after it uses
  std::vector<std::vector<int64_t>> encoded_;   // by operation
  std::vector<bool> is_encoded_;
  std::vector<TensorRef> globals_;
};

}  // namespace lathe::ir::eval
