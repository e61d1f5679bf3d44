// Calls on known values, computed while the program is staged.
//
// Input: a trace and constants. Output: constants, or nothing. Method: the operations of the function one by one, by the
// evaluator's folding; calls, and branches whose condition is known, are followed. Anything else ends the attempt: effects,
// variables, loops, failures (these happen when the program runs).
#include <map>

#include "ir/evaluator.h"
#include "staging/function.h"
#include "staging/structure.h"

namespace lathe::staging {

namespace {

constexpr int64_t kMaxOperations = 20'000;
constexpr int64_t kMaxElements = 1 << 16;

class Folder {
 public:
  explicit Folder(Interp& in) : in_(in) {}

  std::optional<std::vector<ir::Literal>> Call(ir::FunctionId function, std::vector<ir::Literal> arguments) {
    ir::RegionId body = in_.module[function].body;
    return Region(body, std::move(arguments));
  }

 private:
  using Results = std::optional<std::vector<ir::Literal>>;

  Results Region(ir::RegionId region, std::vector<ir::Literal> arguments) {
    const ir::Region& r = in_.module[region];
    if (arguments.size() != r.parameters.size()) return std::nullopt;
    for (size_t i = 0; i < arguments.size(); ++i) known_[r.parameters[i].index] = std::move(arguments[i]);
    for (ir::OpId id : r.operations)
      if (!Operation(in_.module[id])) return std::nullopt;
    std::vector<ir::Literal> yields;
    for (ir::ValueId v : r.yields) {
      const ir::Literal* l = Known(v);
      if (!l) return std::nullopt;
      yields.push_back(*l);
    }
    return yields;
  }

  const ir::Literal* Known(ir::ValueId v) {
    if (auto it = known_.find(v.index); it != known_.end()) return &it->second;
    return in_.builder.ConstantOf(v);
  }

  bool Operation(const ir::Operation& op) {
    if (++operations_ > kMaxOperations) return false;
    if (op.kind == ir::OpKind::kConstant) return true;
    std::vector<const ir::Literal*> operands;
    for (ir::ValueId v : op.operands) {
      const ir::Literal* l = Known(v);
      if (!l || l->count() > kMaxElements) return false;
      operands.push_back(l);
    }
    Results results;
    if (op.kind == ir::OpKind::kCall) {
      std::vector<ir::Literal> arguments;
      for (const ir::Literal* l : operands) arguments.push_back(*l);
      results = Folder(in_, operations_).Call(std::get<ir::CallAttr>(op.attrs).callee, std::move(arguments));
    } else if (op.kind == ir::OpKind::kIf && op.regions.size() == 2 && operands.size() == 1) {
      results = Region(op.regions[operands[0]->IntAt(0) != 0 ? 0 : 1], {});
    } else if (op.regions.empty()) {
      std::vector<ir::Type> types;
      for (ir::ValueId v : op.results) types.push_back(in_.module.type(v));
      results = ir::Fold(in_.module, op.kind, operands, op.attrs, types);
    }
    if (!results || results->size() != op.results.size()) return false;
    for (size_t i = 0; i < op.results.size(); ++i) known_[op.results[i].index] = std::move((*results)[i]);
    return true;
  }

  Folder(Interp& in, int64_t operations) : in_(in), operations_(operations) {}

  Interp& in_;
  int64_t operations_ = 0;
  std::map<uint32_t, ir::Literal> known_;
};

}  // namespace

std::optional<Value> FoldCall(Interp& in, const TraceCode& trace, const std::vector<ir::ValueId>& arguments) {
  if (!trace.captures.empty()) return std::nullopt;
  std::vector<ir::Literal> known;
  for (ir::ValueId v : arguments) {
    const ir::Literal* l = in.builder.ConstantOf(v);
    if (!l) return std::nullopt;
    known.push_back(*l);
  }
  auto results = Folder(in).Call(trace.function, std::move(known));
  if (!results || results->size() != trace.result_leaves.size()) return std::nullopt;
  bool plain = true;
  Walk(in, trace.result, [&](const Value& v) { plain &= v.is<Tensor>() || v.is_none(); });
  if (!plain) return std::nullopt;
  size_t next = 0;
  return Map(in, trace.result, [&](const Value& v) -> Value {
    if (!v.is<Tensor>()) return v;
    return Tensor{in.builder.Constant((*results)[next++])};
  });
}

}  // namespace lathe::staging
