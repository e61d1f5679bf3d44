// What may be removed, merged or moved: effects and possible failures of operations and functions.
#pragma once
#include <vector>

#include "ir/ir.h"

namespace lathe::ir {

// Whether the operation may raise, as far as types and constants tell. Control flow: see Effects.
bool MayFail(const Module& module, const Operation& op);

// Per function: whether running it only computes (no effect, no failure, ends).
class Effects {
 public:
  explicit Effects(const Module& module);
  // No effect but reading, no failure: the operation may go when its results are not used.
  bool Removable(OpId op) const;
  // The function and what it calls: no writes, no failures.
  bool Harmless(FunctionId function) const { return harmless_[function.index]; }

 private:
  bool RegionHarmless(RegionId region) const;
  const Module& module_;
  std::vector<bool> harmless_;
};

}  // namespace lathe::ir
