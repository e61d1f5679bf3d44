// Internals of ir/autodiff*.cpp: one Engine per call of Gradient.
#pragma once
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "ir/autodiff.h"

namespace lathe::ir {

// A place a cotangent belongs to: a value or a global.
struct Place {
  uint64_t key = UINT64_MAX;
  Place(ValueId v) : key(v.index) {}
  Place(GlobalId g) : key(uint64_t(g.index) | (1ull << 32)) {}
  bool is_global() const { return key >> 32 != 0; }
  ValueId value() const { return {uint32_t(key)}; }
  GlobalId global() const { return {uint32_t(key)}; }
  friend auto operator<=>(const Place&, const Place&) = default;
};

// The derivative of a function for one choice of active parameters, globals and results.
struct FunctionDerivative {
  FunctionId forward;                 // the function with `residuals` further results and `stacks` further parameters
  FunctionId backward;                // parameters: cotangents of `results`, residuals; results: those of `places`
  std::vector<size_t> results;        // results whose cotangents it takes
  std::vector<Place> places;          // what its results belong to: parameter number (as a value id) or global
  std::vector<size_t> residuals;      // result numbers of `forward` that `backward` takes
  std::vector<Type> stacks;           // types of the further parameters
};

struct DerivativeCache {
  std::map<std::string, FunctionDerivative> functions;         // by callee, active parameters, globals, results
  std::set<uint32_t> stacks;                                   // values that are (empty or threaded) residual stacks
  std::map<uint32_t, size_t> counters;                         // While operation -> its result that counts trips
  std::map<std::pair<uint32_t, size_t>, size_t> stack_operand;  // (function, result) -> parameter it extends
};

// Which values carry a gradient. Values of nested regions are in the same set.
class Activity {
 public:
  explicit Activity(const Module& module) : module_(&module) {}
  void Mark(Place place) { active_.insert(place.key); }
  bool Has(Place place) const { return active_.count(place.key) != 0; }
  void MarkCustom(const CustomRules& rules, const std::unordered_map<uint32_t, uint32_t>* origins);
  void Scan(const std::vector<OpId>& ops);  // in program order

 private:
  void ScanOp(OpId id);
  void ScanWhile(const Operation& op);
  void ScanCall(const Operation& op);
  bool Any(const std::vector<ValueId>& values) const;
  void MarkResult(ValueId value);

  const Module* module_;
  std::unordered_set<uint64_t> active_;
  std::unordered_map<uint32_t, const CustomRule*> custom_;
  int depth_ = 0;
};

bool Differentiable(const Type& type);
const CustomRule* FindCustom(const CustomRules& rules, OpId op);

// Cotangents found so far, by place.
using Cotangents = std::map<Place, ValueId>;

class Engine {
 public:
  Engine(Builder& builder, const CustomRules& custom);

  // The operations backwards; reads and extends `cotangents`.
  void Walk(const std::vector<OpId>& ops, Cotangents& cotangents);
  void Accumulate(Cotangents& cotangents, Place place, ValueId value);
  void Fail(std::string rule, std::string reason, Span span);

  Activity activity;
  std::string missing_rule, missing_reason;
  Span missing_span;

 private:
  friend class ResidualFixer;
  void WalkOp(OpId op, Cotangents& cotangents);
  void WalkPlain(OpId op, Cotangents& cotangents);
  bool WalkCustom(OpId op, Cotangents& cotangents);
  void WalkIf(OpId op, Cotangents& cotangents);
  void WalkWhile(OpId op, Cotangents& cotangents);
  void WalkMap(OpId op, Cotangents& cotangents);
  void WalkCall(OpId op, Cotangents& cotangents);

  // The zero cotangent of a place (lists: the empty list).
  ValueId ZeroOf(Place place);
  Type TypeOf(Place place) const;
  // Active places of the enclosing regions that the operation's regions use, in order of first use.
  std::vector<Place> ActiveCaptures(OpId op) const;
  bool ResultsWanted(OpId op, const Cotangents& cotangents) const;

  // autodiff_residuals.cpp
  OpId InsertBefore(OpId before, OpKind kind, std::vector<ValueId> operands, std::vector<Type> results, Attrs attrs);
  ValueId NewStackBefore(OpId before, const Type& element);
  size_t AddWhileState(OpId loop, ValueId initial, const Type& type);  // parameter number; its yield is to be set
  size_t AddResult(OpId op, const Type& type);
  ValueId TripCount(OpId loop);
  ValueId Dummy(const Type& type);  // some value of the type, for the side of a branch that is not taken
  void FixIf(OpId op, size_t branch, RegionId backward);
  ValueId ReadStack(OpId op, size_t number, ValueId place, const Type& type);
  void FixWhile(OpId op, RegionId backward, ValueId index);
  void FixMap(OpId op, OpId backward_op, RegionId backward);
  bool Rethread(RegionId region, ValueId& value, ValueId stack);

  // autodiff_call.cpp
  const FunctionDerivative* DerivativeOf(OpId call, const std::vector<size_t>& results);
  std::optional<FunctionDerivative> MakeDerivative(FunctionId callee, const std::vector<bool>& active,
                                                   const std::vector<GlobalId>& globals,
                                                   const std::vector<size_t>& results);
  bool CloneForMap(RegionId from, RegionId to, std::unordered_map<uint32_t, ValueId>& values);

  Builder& b_;
  Module& m_;
  const CustomRules& custom_;
  DerivativeCache& cache_;
  std::unordered_map<uint32_t, ValueId> clones_;   // values of differentiated functions -> of their forward variants
  std::unordered_map<uint32_t, uint32_t> origins_;  // operations of forward variants -> of the function they copy
  std::vector<FunctionId> in_progress_;
};

// Copies the operations of `from` to the end of region `to` (and nested regions), replacing operands by `values`, which
// gains the copies' results. `origins`, where given, learns which operation each copy comes from.
void CloneOps(Module& module, const std::vector<OpId>& ops, RegionId to, std::unordered_map<uint32_t, ValueId>& values,
              std::unordered_map<uint32_t, uint32_t>* origins);

// Calls visit(op) for the operations and those of their regions, outer first, in order.
template <class Visit>
void ForEachOp(const Module& module, const std::vector<OpId>& ops, const Visit& visit) {
  for (OpId id : ops) {
    visit(id);
    for (RegionId region : std::vector<RegionId>(module[id].regions)) {
      ForEachOp(module, std::vector<OpId>(module[region].operations), visit);
    }
  }
}

}  // namespace lathe::ir
