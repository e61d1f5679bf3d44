// Input: the IR of a mapped function's body, or the values that map_fn's function gives. Output: diagnostics. Method for shapes:
// where the elements are constants, the operations of the body are evaluated for each of them as far as they fold; an operation
// whose result's size is not part of its type and comes out different for two elements is ragged.
#include "staging/tf/map_checks.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/op_table.h"
#include "staging/control.h"
#include "staging/objects.h"

namespace lathe::staging {

namespace {

using K = ir::OpKind;
using V = ir::ValueId;

constexpr int64_t kElementsTried = 64;
constexpr int kCallDepth = 16;

bool HasUnknownSize(const ir::Type& type) {
  if (type.kind != ir::TypeKind::kTensor) return false;
  if (!type.shape.ranked) return true;
  for (ir::Dim d : type.shape.dims) if (!ir::IsKnown(d)) return true;
  return false;
}

class MapBody {
 public:
  MapBody(Interp& in, Span where) : in_(in), where_(where) {
    for (size_t i = 0; i < in.heap.size(); i++) {
      auto* generator = in.heap.External<GeneratorObject>(Value(Ref{uint32_t(i)}));
      if (generator) generators_.insert(in.heap.External<VariableObject>(generator->state)->global.index);
    }
  }

  // Writes, and draws whose operands do not depend on the element.
  void LookForState(ir::RegionId region, std::set<uint32_t> dependent, int depth) {
    for (ir::OpId id : in_.module[region].operations) {
      const ir::Operation op = in_.module[id];
      bool depends = false;
      for (V v : op.operands) depends |= dependent.contains(v.index);
      // Each draw of a generator has a state of its own.
      if (op.kind == K::kGlobalLoad) depends |= generators_.contains(std::get<ir::GlobalAttr>(op.attrs).global.index);
      if (op.kind == K::kGlobalStore && !generators_.contains(std::get<ir::GlobalAttr>(op.attrs).global.index)) ReportWrite(op.span);
      if ((op.kind == K::kStatelessRandom || op.kind == K::kStatelessShuffle) && !depends) ReportSeed(op.span);
      if (depends) for (V v : op.results) dependent.insert(v.index);
      for (ir::RegionId inner : op.regions) LookForState(inner, WithParameters(dependent, inner), depth);
      if (op.kind == K::kCall && depth < kCallDepth) {
        ir::RegionId callee = in_.module[std::get<ir::CallAttr>(op.attrs).callee].body;
        std::set<uint32_t> passed;
        const auto& parameters = in_.module[callee].parameters;
        for (size_t i = 0; i < op.operands.size() && i < parameters.size(); i++)
          if (dependent.contains(op.operands[i].index)) passed.insert(parameters[i].index);
        LookForState(callee, passed, depth + 1);
      }
    }
  }

  // Values that something in the body needs: a tf.range that is a loop's header only has no shape to stack.
  void LookForUses(ir::RegionId region, int depth) {
    for (ir::OpId id : in_.module[region].operations) {
      const ir::Operation& op = in_.module[id];
      for (V v : op.operands) used_.insert(v.index);
      for (ir::RegionId inner : op.regions) LookForUses(inner, depth);
      if (op.kind == K::kCall && depth < kCallDepth) LookForUses(in_.module[std::get<ir::CallAttr>(op.attrs).callee].body, depth + 1);
    }
    for (V v : in_.module[region].yields) used_.insert(v.index);
  }

  // Evaluates the operations for one element as far as they fold, and compares sizes with those of the elements before.
  void Replay(ir::RegionId region, std::map<uint32_t, V>& values, int depth) {
    for (ir::OpId id : std::vector(in_.module[region].operations)) {
      const ir::Operation op = in_.module[id];
      std::vector<V> operands;
      bool known = true;
      for (V v : op.operands) {
        auto it = values.find(v.index);
        V mapped = it != values.end() ? it->second : in_.builder.ConstantOf(v) ? v : V{};
        known &= mapped.valid() && in_.builder.ConstantOf(mapped);
        operands.push_back(mapped);
      }
      if (op.kind == K::kCall && depth < kCallDepth) {
        ReplayCall(op, operands, values, depth);
        continue;
      }
      if (!known || !op.regions.empty() || ir::RowOf(op.kind).effect != ir::Effect::kPure) continue;
      std::vector<V> results;
      try {
        results = in_.EmitMany(op.kind, operands, op.attrs, op.span);
      } catch (const PyError&) {
        continue;
      }
      for (size_t i = 0; i < results.size(); i++) {
        const ir::Literal* literal = in_.builder.ConstantOf(results[i]);
        if (!literal) continue;
        values[op.results[i].index] = results[i];
        if (HasUnknownSize(in_.module.type(op.results[i]))) Compare(op, in_.module.type(results[i]).shape);
      }
    }
  }

 private:
  std::set<uint32_t> WithParameters(std::set<uint32_t> dependent, ir::RegionId region) const {
    // Loop state and branch parameters may hold anything that goes in.
    for (V v : in_.module[region].parameters) dependent.insert(v.index);
    return dependent;
  }

  void ReplayCall(const ir::Operation& op, const std::vector<V>& operands, std::map<uint32_t, V>& values, int depth) {
    ir::RegionId callee = in_.module[std::get<ir::CallAttr>(op.attrs).callee].body;
    const auto parameters = in_.module[callee].parameters;
    std::map<uint32_t, V> inner;
    for (size_t i = 0; i < operands.size() && i < parameters.size(); i++)
      if (operands[i].valid() && in_.builder.ConstantOf(operands[i])) inner[parameters[i].index] = operands[i];
    Replay(callee, inner, depth + 1);
    const auto& yields = in_.module[callee].yields;
    for (size_t i = 0; i < yields.size() && i < op.results.size(); i++)
      if (auto it = inner.find(yields[i].index); it != inner.end()) values[op.results[i].index] = it->second;
  }

  void Compare(const ir::Operation& op, const ir::Shape& shape) {
    if (std::none_of(op.results.begin(), op.results.end(), [&](V v) { return used_.contains(v.index); })) return;
    auto [it, first] = shapes_.try_emplace(op.results[0].index, shape);
    if (first || it->second == shape || !reported_.insert(op.span.begin).second) return;
    Diagnostic d{DiagnosticKind::kMapRaggedShape, "the shape of this value is " + ir::ToString(it->second) + " for one element and " + ir::ToString(shape) + " for another", op.span};
    d.notes.push_back({"the elements are mapped here; their results must be stacked", where_});
    d.help.push_back("give all elements one shape: a mask (tf.where), or padding");
    problems_.push_back(std::move(d));
  }

  void ReportWrite(Span at) {
    Diagnostic d{DiagnosticKind::kMapSharedWrite, "the mapped function writes a variable that all elements share", at};
    d.notes.push_back({"the map is here: vectorized_map runs the function once for all elements", where_});
    d.help.push_back("return the value and write it after the map, or use tf.map_fn");
    in_.sink.Report(std::move(d));
  }

  void ReportSeed(Span at) {
    Diagnostic d{DiagnosticKind::kMapSharedSeed, "every element draws the same random numbers: the seed does not depend on the element", at};
    d.notes.push_back({"the map is here", where_});
    d.help.push_back("map over seeds as well: tf.random.split(seed, n)");
    in_.Warn(std::move(d));
  }

 public:
  std::vector<Diagnostic> problems_;

 private:
  Interp& in_;
  Span where_;
  std::set<uint32_t> generators_, used_;
  std::map<uint32_t, ir::Shape> shapes_;
  std::set<uint32_t> reported_;
};

}  // namespace

void CheckMapBody(Interp& in, ir::RegionId body, const std::vector<V>& elements, Span where) {
  MapBody map(in, where);
  std::vector<V> parameters = in.module[body].parameters;
  std::set<uint32_t> dependent;
  for (V v : parameters) dependent.insert(v.index);
  map.LookForState(body, dependent, 0);
  int64_t count = -1;
  for (V v : elements) {
    if (!in.builder.ConstantOf(v)) return;
    count = in.module.type(v).shape.dims.at(0);
  }
  if (in.mode != Mode::kEager || count < 2) return;
  map.LookForUses(body, 0);
  // In a place of its own, with folding; nothing of it stays.
  Checkpoint scratch(in);
  int64_t folding = in.builder.folding();
  in.OpenRegion({});
  in.builder.SetFolding(kEagerFolding);
  for (int64_t i = 0; i < std::min(count, kElementsTried); i++) {
    std::map<uint32_t, V> values;
    for (size_t k = 0; k < parameters.size() && k < elements.size(); k++)
      values[parameters[k].index] = in.Emit(K::kGather, {elements[k], in.builder.Scalar(ir::DType::kInt64, i)}, ir::AxisAttr{0}, where);
    map.Replay(body, values, 0);
  }
  in.builder.SetFolding(folding);
  in.CloseRegion({});
  scratch.Restore();
  for (Diagnostic& d : map.problems_) in.sink.Report(std::move(d));
}

void CheckMapResult(Interp& in, const Value& result, const Value& elements, const std::optional<Value>& signature, Span where) {
  auto refuse = [&](std::string message) {
    Diagnostic d{DiagnosticKind::kMapBadReturn, std::move(message), where};
    d.help.push_back(signature ? "make fn_output_signature what the function returns" : "say what the function returns: fn_output_signature=…");
    in.Raise(std::move(d), "ValueError");
  };
  const Value& expected = signature ? *signature : elements;
  std::string wanted = signature ? "fn_output_signature says " : "without fn_output_signature it must return what it is given, ";
  std::function<void(const Value&, const Value&)> fit = [&](const Value& a, const Value& b) {
    if (in.HoldsPoison(b)) return;
    if (b.is_none()) refuse("the function of map_fn returns None, which cannot be stacked");
    bool container = IsContainer(in, a);
    if (container != IsContainer(in, b) || (container && !SameContainer(in, a, b)))
      refuse("the function of map_fn returns " + Describe(in, b) + "; " + wanted + (container || !signature ? Describe(in, a) : "one tensor"));
    if (container) {
      std::vector<Value> p = ChildrenOf(in, a), q = ChildrenOf(in, b);
      for (size_t i = 0; i < p.size(); i++) fit(p[i], q[i]);
      return;
    }
    std::optional<ir::DType> dtype;
    if (auto* d = a.as<DTypeValue>()) dtype = d->dtype;
    else if (auto* s = in.heap.External<TensorSpecObject>(a)) dtype = s->dtype;
    else if (a.is<Tensor>()) dtype = in.TypeOf(a).dtype;
    bool tensor = b.is<Tensor>() || in.heap.External<VariableObject>(b);
    if (!dtype || !tensor) return;
    ir::DType given = b.is<Tensor>() ? in.TypeOf(b).dtype : in.heap.External<VariableObject>(b)->dtype;
    if (given == *dtype) return;
    refuse("the function of map_fn returns " + std::string(ir::NameOf(given)) + "; " + wanted + std::string(ir::NameOf(*dtype)));
  };
  fit(expected, result);
}

}  // namespace lathe::staging
