// Reverse-mode derivatives: appends the operations of a gradient to the builder's current region.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "ir/builder.h"

namespace lathe::ir {

// What a gradient is taken with respect to: a value, a global (each GlobalLoad of it on the tape, also in called
// functions, counts as the source; what is stored does not matter), or both (an eager tensor that functions read through a
// global): then the gradient is their sum.
struct GradientSource {
  ValueId value;
  GlobalId global;
  GradientSource(ValueId v) : value(v) {}
  GradientSource(GlobalId g) : global(g) {}
  GradientSource(ValueId v, GlobalId g) : value(v), global(g) {}
};

struct GradientResult {
  std::vector<ValueId> gradients;  // one per source; invalid: no path (zeros where wanted are the caller's business)
  std::vector<bool> connected;
  // An operation without rule on the path: row name, reason and span; empty if none (then all gradients are invalid).
  std::string missing_rule, missing_reason;
  Span missing_span;
};

// tf.custom_gradient and its relatives. Staging emits one Identity per result of the function; when the walk reaches them
// (their position on the tape, also inside the regions of a loop or branch) it calls `vjp` instead of going on to their
// operands. `vjp` emits at the builder's insertion point and may use any value visible where the results were made.
struct CustomRule {
  std::vector<OpId> markers;        // the Identity operations, in order of emission
  std::vector<ValueId> operands;    // the function's arguments
  std::vector<GlobalId> globals;    // variables the rule gives cotangents for
  // One cotangent per marker (zeros where nothing came) to one per operand, then one per global; invalid: none flows.
  std::function<std::vector<ValueId>(Builder&, const std::vector<ValueId>& cotangents)> vjp;
};
using CustomRules = std::vector<CustomRule>;

// `tape`: the operations recorded, in order; those whose region is closed are skipped (their If, While, Map counts).
// `targets` with their `seeds` (cotangents; invalid or missing: ones). Walks the tape backwards with the rows' vjp rules.
// Differentiates through If, While, Map and Call: these operations may get further results and be changed in place so
// that they yield what the derivative needs (autodiff.cpp says how); values that exist stay valid.
GradientResult Gradient(Builder& builder, const std::vector<OpId>& tape, const std::vector<ValueId>& targets,
                        const std::vector<ValueId>& seeds, const std::vector<GradientSource>& sources,
                        const CustomRules& custom = {});

// tape.jacobian: one gradient per source, [target shape] + [source shape]; a Map over one-hot seeds.
GradientResult Jacobian(Builder& builder, const std::vector<OpId>& tape, ValueId target,
                        const std::vector<GradientSource>& sources, const CustomRules& custom = {});

// tape.batch_jacobian: [b] + [target shape without b] + [source shape without b].
GradientResult BatchJacobian(Builder& builder, const std::vector<OpId>& tape, ValueId target, ValueId source,
                             const CustomRules& custom = {});

}  // namespace lathe::ir
