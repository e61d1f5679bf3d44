// Input: a module. Output: the module without operations whose results nobody uses and that neither have effects nor can
// raise. Method: liveness backwards over each function, once; functions that nothing calls lose their bodies' uses but
// stay (ids are kept).
#include "ir/effects.h"
#include "ir/passes/pipeline.h"
#include "ir/rewriter.h"

namespace lathe::ir {
namespace {

class DeadCode : public Rewriter {
 public:
  explicit DeadCode(const Module& module) : Rewriter(module), effects_(module), live_(module.value_count(), false),
                                            kept_(module.op_count(), false) {
    for (uint32_t f = 0; f < module.function_count(); ++f) Mark(module[FunctionId{f}].body);
  }

 private:
  // Uses come after definitions, so one walk from the end sees every use of a value before its definition. Yields of all
  // regions count as uses: a region is only copied with its operation.
  void Mark(RegionId id) {
    const Region& region = source()[id];
    for (ValueId v : region.yields) live_[v.index] = true;
    for (size_t i = region.operations.size(); i-- > 0;) {
      OpId op = region.operations[i];
      bool needed = !effects_.Removable(op);
      for (ValueId v : source()[op].results) needed |= live_[v.index];
      if (!needed) continue;
      kept_[op.index] = true;
      for (RegionId inner : source()[op].regions) Mark(inner);
      for (ValueId v : source()[op].operands) live_[v.index] = true;
    }
  }

  void Visit(OpId op) override {
    if (kept_[op.index]) Copy(op);
  }

  Effects effects_;
  std::vector<bool> live_, kept_;
};

}  // namespace

Module RemoveDead(const Module& module) { return DeadCode(module).Run(); }

}  // namespace lathe::ir
