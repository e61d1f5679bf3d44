// Input: a module. Output: the module in which calls of small functions are replaced by their bodies. Only functions that
// cannot raise are taken, so that no traceback loses a frame; recursion is left alone.
#include "ir/effects.h"
#include "ir/passes/pipeline.h"
#include "ir/rewriter.h"

namespace lathe::ir {
namespace {

constexpr size_t kSmall = 32;  // operations, those in regions included

class Inliner : public Rewriter {
 public:
  explicit Inliner(const Module& module) : Rewriter(module), small_(module.function_count(), false) {
    Effects effects(module);
    for (uint32_t f = 0; f < module.function_count(); ++f) {
      size_t budget = kSmall;
      small_[f] = effects.Harmless(FunctionId{f}) && CountUp(module[FunctionId{f}].body, budget);
    }
  }

 private:
  // Counts down; false when there are more. A function with calls is no leaf and stays a function.
  bool CountUp(RegionId region, size_t& budget) const {
    for (OpId op : source()[region].operations) {
      if (source()[op].kind == OpKind::kCall || budget-- == 0) return false;
      for (RegionId inner : source()[op].regions)
        if (!CountUp(inner, budget)) return false;
    }
    return true;
  }

  void Visit(OpId id) override {
    const Operation& op = source()[id];
    if (op.kind == OpKind::kCall) {
      FunctionId callee = std::get<CallAttr>(op.attrs).callee;
      if (small_[callee.index]) {
        std::vector<ValueId> values = Splice(source()[callee].body, Mapped(op.operands));
        for (size_t i = 0; i < values.size(); ++i) Map(op.results[i], values[i]);
        return;
      }
    }
    Copy(id);
  }

  std::vector<bool> small_;
};

}  // namespace

Module InlineCalls(const Module& module) { return Inliner(module).Run(); }

}  // namespace lathe::ir
