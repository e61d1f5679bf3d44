// Reverse-mode derivatives: appends the operations of a gradient to the builder's current region.
#pragma once
#include <string>
#include <vector>

#include "ir/builder.h"

namespace lathe::ir {

enum class Unconnected { kNone, kZero };

struct GradientResult {
  std::vector<ValueId> gradients;       // one per source; invalid: no path (or zeros where asked)
  std::vector<bool> connected;
  // An operation without rule on the path: row name and span, empty if none.
  std::string missing_rule;
  Span missing_span;
};

// `tape`: the operations recorded, in order (all of the current function's regions that are still open). `targets` with
// their `seeds` (cotangents; invalid: ones). Walks the tape backwards with the rows' vjp rules; If, While, Map and Call
// through their own rules.
GradientResult Gradient(Builder& builder, const std::vector<OpId>& tape, const std::vector<ValueId>& targets,
                        const std::vector<ValueId>& seeds, const std::vector<ValueId>& sources);

}  // namespace lathe::ir
