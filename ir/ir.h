// The IR: Module -> Function -> Region -> Operation, SSA values, structured control flow, no basic blocks.
//
// All entities live in arenas of the module and are named by ids. An operation in a region may use values of the
// enclosing regions of the same function (captures need no list). Operations with effects keep their program order.
// Passes build a new module (ir/rewriter.h); nothing is edited in place after staging.
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/literal.h"
#include "ir/types.h"
#include "support/ids.h"
#include "support/source.h"

namespace lathe::ir {

using ValueId = Id<struct ValueTag>;
using OpId = Id<struct OpTag>;
using RegionId = Id<struct RegionTag>;
using FunctionId = Id<struct FunctionTag>;
using GlobalId = Id<struct GlobalTag>;

// One enumerator per row of ops.def: OpKind::kAdd, …
enum class OpKind : uint16_t {
#define OP(name, ...) k##name,
#include "ir/ops.def"
#undef OP
};

// ---- attributes: one struct per family ----
struct NoAttrs {
  friend bool operator==(const NoAttrs&, const NoAttrs&) = default;
};
struct LiteralAttr {  // Constant
  Literal value;
  friend bool operator==(const LiteralAttr& a, const LiteralAttr& b) { return a.value.Equals(b.value); }
};
struct AxesAttr {  // reductions (keep_dims), Reverse, Squeeze, Transpose (the permutation)
  std::vector<int64_t> axes;
  bool keep_dims = false;
  friend bool operator==(const AxesAttr&, const AxesAttr&) = default;
};
struct AxisAttr {  // Concat, Gather, cumulative ops, Sort, ArgMax, ExpandDims, …
  int64_t axis = 0;
  int64_t batch_dims = 0;
  bool exclusive = false, reverse = false;  // cumulative; Sort: reverse = descending
  friend bool operator==(const AxisAttr&, const AxisAttr&) = default;
};
struct DTypeAttr {  // Cast, Range, ShapeOf, ArgMax output, …
  DType dtype = DType::kFloat32;
  friend bool operator==(const DTypeAttr&, const DTypeAttr&) = default;
};
struct SliceAttr {  // StridedSlice: TensorFlow's masks, bit i for entry i of begin/end/strides
  uint32_t begin_mask = 0, end_mask = 0, ellipsis_mask = 0, new_axis_mask = 0, shrink_axis_mask = 0;
  friend bool operator==(const SliceAttr&, const SliceAttr&) = default;
};
struct DotAttr {  // output: batch dims, lhs free dims, rhs free dims
  std::vector<int64_t> lhs_batch, rhs_batch, lhs_contract, rhs_contract;
  friend bool operator==(const DotAttr&, const DotAttr&) = default;
};
struct TypeAttr {  // ListNew, GlobalLoad, Undefined: the result's type
  Type type;
  friend bool operator==(const TypeAttr&, const TypeAttr&) = default;
};
struct GlobalAttr {
  GlobalId global;
  friend bool operator==(const GlobalAttr&, const GlobalAttr&) = default;
};
struct CallAttr {
  FunctionId callee;
  friend bool operator==(const CallAttr&, const CallAttr&) = default;
};
struct TextAttr {  // Raise (exception type), string ops (pattern), Assert, Print (stream), …
  std::string text;
  int64_t number = 0;
  friend bool operator==(const TextAttr&, const TextAttr&) = default;
};
// Operations with parameters of their own (conv, windows, random, formatting): meaning of each position in ops.def.
struct ParamsAttr {
  std::vector<int64_t> ints;
  std::vector<double> floats;
  std::vector<std::string> texts;
  std::vector<DType> dtypes;
  friend bool operator==(const ParamsAttr&, const ParamsAttr&) = default;
};
using Attrs = std::variant<NoAttrs, LiteralAttr, AxesAttr, AxisAttr, DTypeAttr, SliceAttr, DotAttr, TypeAttr, GlobalAttr,
                           CallAttr, TextAttr, ParamsAttr>;

struct Operation {
  OpKind kind;
  std::vector<ValueId> operands;
  std::vector<ValueId> results;
  Attrs attrs;
  std::vector<RegionId> regions;  // If: then, else; While: condition, body; Map: body; Try: body, handler…
  RegionId parent;
  Span span;
};

struct ValueInfo {
  Type type;
  OpId definition;       // invalid: a region's parameter
  RegionId parameter_of; // valid: then `index` is its position
  uint32_t index = 0;    // result or parameter number
};

// A region ends by yielding values. If: both regions yield the results. While: condition(params) yields one bool,
// body(params) yields the next params; results are the last params. Map: body(element slices) yields element results.
struct Region {
  std::vector<ValueId> parameters;
  std::vector<OpId> operations;
  std::vector<ValueId> yields;
  OpId parent_op;           // invalid: a function's body
  FunctionId function;
};

struct Function {
  std::string name;         // as the user wrote it; unique names come from the printer
  std::string trace;        // "f(float32[2,3])" for a trace, empty for the program's main function
  RegionId body;            // parameters = arguments, yields = results
  Span span;
};

// A place that outlives calls: a tf.Variable, a captured eager value, a run-time module attribute.
struct Global {
  std::string name;
  Type type;
  bool is_variable = false;
  bool trainable = true;  // of a variable: gradient tapes watch it by themselves
};

class Module {
 public:
  const Operation& operator[](OpId id) const { return ops_[id.index]; }
  const ValueInfo& operator[](ValueId id) const { return values_[id.index]; }
  const Region& operator[](RegionId id) const { return regions_[id.index]; }
  const Function& operator[](FunctionId id) const { return functions_[id.index]; }
  const Global& operator[](GlobalId id) const { return globals_[id.index]; }
  Operation& operator[](OpId id) { return ops_[id.index]; }
  ValueInfo& operator[](ValueId id) { return values_[id.index]; }
  Region& operator[](RegionId id) { return regions_[id.index]; }
  Function& operator[](FunctionId id) { return functions_[id.index]; }
  Global& operator[](GlobalId id) { return globals_[id.index]; }
  const Type& type(ValueId id) const { return values_[id.index].type; }

  OpId NewOp(Operation op) { ops_.push_back(std::move(op)); return {uint32_t(ops_.size() - 1)}; }
  ValueId NewValue(ValueInfo info) { values_.push_back(std::move(info)); return {uint32_t(values_.size() - 1)}; }
  RegionId NewRegion(Region region) { regions_.push_back(std::move(region)); return {uint32_t(regions_.size() - 1)}; }
  FunctionId NewFunction(Function f) { functions_.push_back(std::move(f)); return {uint32_t(functions_.size() - 1)}; }
  GlobalId NewGlobal(Global g) { globals_.push_back(std::move(g)); return {uint32_t(globals_.size() - 1)}; }
  size_t op_count() const { return ops_.size(); }
  size_t value_count() const { return values_.size(); }
  size_t region_count() const { return regions_.size(); }
  size_t function_count() const { return functions_.size(); }
  size_t global_count() const { return globals_.size(); }

  // Symbols are unique in the module, whoever makes them.
  Dim FreshSymbol() { return next_symbol_--; }
  Dim next_symbol() const { return next_symbol_; }
  void SetNextSymbol(Dim next) { next_symbol_ = next; }  // for copies of a module

  // What ir/autodiff remembers between gradients (derivatives of functions, stacks of residuals).
  std::shared_ptr<struct DerivativeCache> derivative_cache;

  FunctionId main;              // the program: no parameters, no results
  std::string source_path;      // for tracebacks

  // The literal of a value defined by a Constant, or known although its operation was kept (SetFolded); else nullptr.
  const Literal* ConstantOf(ValueId id) const;
  void SetFolded(ValueId id, Literal literal) { folded_[id.index] = std::move(literal); }

 private:
  // Deques: references to entities stay valid while others are added.
  std::deque<Operation> ops_;
  std::deque<ValueInfo> values_;
  std::deque<Region> regions_;
  std::deque<Function> functions_;
  std::deque<Global> globals_;
  std::map<uint32_t, Literal> folded_;
  Dim next_symbol_ = -2;
};

}  // namespace lathe::ir
