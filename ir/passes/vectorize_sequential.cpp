// What stays element by element in a mapped function: a Map of these operations alone, over the batched values they use.
#include <algorithm>
#include <set>

#include "ir/effects.h"
#include "ir/passes/vectorize.h"

namespace lathe::ir {

namespace {

template <class F>
void ForEach(const Module& module, const std::vector<OpId>& ops, const F& visit) {
  for (OpId op : ops) {
    visit(op);
    for (RegionId region : module[op].regions) ForEach(module, module[region].operations, visit);
  }
}

// Each element draws its own numbers and texts are made one by one: nothing is lost that a rule could win.
bool IsInherent(OpKind kind) {
  switch (kind) {
    case OpKind::kStatefulRandom:
    case OpKind::kStatelessRandom:
    case OpKind::kStatelessShuffle:
    case OpKind::kFormatScalar:
    case OpKind::kFormatTensor:
    case OpKind::kFormatTfPrint:
    case OpKind::kStringOp: return true;
    default: return false;
  }
}

bool Writes(const Operation& op) { return RowOf(op.kind).effect == Effect::kWrites; }

}  // namespace

// Whether effects keep their meaning when everything else is done for all elements first: writes without results at the
// top of the function (also in branches that give nothing), and checks.
bool Vectorizer::EffectsAllow(const std::vector<OpId>& ops, bool top) const {
  for (OpId id : ops) {
    const Operation& op = source()[id];
    if (op.kind == OpKind::kGlobalStore || op.kind == OpKind::kTry) return false;
    if (op.kind == OpKind::kCall) continue;
    bool pure_draw = op.kind == OpKind::kStatefulRandom || op.kind == OpKind::kAssert;
    if (Writes(op) && !pure_draw && !top) return false;
    bool inner_top = top && op.kind == OpKind::kIf && op.results.empty();
    for (RegionId region : op.regions)
      if (!EffectsAllow(source()[region].operations, inner_top)) return false;
  }
  return true;
}

OpId Vectorizer::FirstEffect(const std::vector<OpId>& ops) const {
  OpId first;
  ForEach(source(), ops, [&](OpId id) {
    OpKind kind = source()[id].kind;
    if (!first.valid() && (kind == OpKind::kGlobalStore || kind == OpKind::kTry || Writes(source()[id]))) first = id;
  });
  return first;
}

// An operation that only has an effect: done last, element by element, so that effects keep the elements' order.
bool Vectorizer::OnlyEffect(OpId id) const {
  const Operation& op = source()[id];
  if (!op.results.empty()) return false;
  if (op.kind == OpKind::kAssert) return false;
  if (Writes(op) && op.kind != OpKind::kCall) return true;
  bool writes = false;
  if (op.kind == OpKind::kIf) ForEach(source(), {id}, [&](OpId inner) { writes |= Writes(source()[inner]); });
  return writes;
}

std::vector<ValueId> Vectorizer::OuterUses(const std::vector<OpId>& ops) const {
  std::set<uint32_t> inside, seen;
  std::vector<ValueId> out;
  ForEach(source(), ops, [&](OpId op) {
    for (ValueId r : source()[op].results) inside.insert(r.index);
    for (RegionId region : source()[op].regions)
      for (ValueId p : source()[region].parameters) inside.insert(p.index);
  });
  auto use = [&](ValueId v) {
    if (!inside.count(v.index) && seen.insert(v.index).second) out.push_back(v);
  };
  ForEach(source(), ops, [&](OpId op) {
    for (ValueId v : source()[op].operands) use(v);
    for (RegionId region : source()[op].regions)
      for (ValueId v : source()[region].yields) use(v);
  });
  return out;
}

// Whether the result has one shape for all elements, as far as types tell: known sizes, and sizes of what goes in.
bool Vectorizer::OneShape(const Type& result, const std::vector<ValueId>& inputs) const {
  if (!result.shape.ranked) return false;
  for (Dim d : result.shape.dims) {
    if (IsKnown(d)) continue;
    bool found = false;
    for (ValueId input : inputs) {
      const Shape& shape = source().type(input).shape;
      found |= IsSymbol(d) && shape.ranked && std::find(shape.dims.begin(), shape.dims.end(), d) != shape.dims.end();
    }
    if (!found) return false;
  }
  return true;
}

bool Vectorizer::Sequential(const std::vector<OpId>& ops, const std::string& reason) {
  Builder& b = builder();
  const std::vector<ValueId> inputs = OuterUses(ops);
  std::vector<ValueId> operands, olds;
  std::vector<Type> types;
  for (ValueId old : inputs) {
    BatchedValue value = Get(old);
    if (!value.batched) continue;
    const Type type = source().type(old);
    if (type.kind == TypeKind::kList) return false;
    olds.push_back(old);
    operands.push_back(value.value);
    types.push_back(type);
  }
  if (operands.empty()) {  // something to count the elements by
    operands.push_back(b.Make(OpKind::kRange, {b.Scalar(DType::kInt32, 0), size_, b.Scalar(DType::kInt32, 1)}));
    types.push_back(Type::Scalar(DType::kInt32));
  }
  bool fails = false;
  std::vector<ValueId> results;
  std::vector<Type> elements, stacked;
  for (OpId op : ops) {
    fails |= Writes(source()[op]) || !source()[op].regions.empty() || MayFail(source(), source()[op]);
    for (ValueId r : source()[op].results) {
      const Type type = source().type(r);
      if (type.kind == TypeKind::kList || !OneShape(type, inputs)) return false;
      results.push_back(r);
      elements.push_back(type);
      stacked.push_back(BatchedType(type));
    }
  }
  bool guarded = mask_.valid() && fails;
  if (guarded)
    for (const Type& type : elements)
      if (!type.shape.fully_known() || type.dtype == DType::kString) return false;
  if (guarded) {
    operands.push_back(mask_);
    types.push_back(Type::Scalar(DType::kBool));
  }
  RegionId region = b.OpenRegion(types);
  for (size_t i = 0; i < olds.size(); ++i) Map(olds[i], result()[region].parameters[i]);
  ValueId own = guarded ? result()[region].parameters.back() : ValueId{};
  RegionId then = guarded ? b.OpenRegion({}) : region;
  std::vector<ValueId> yields;
  for (OpId op : ops) Copy(op);
  for (ValueId r : results) yields.push_back(Mapped(r));
  if (guarded) {
    b.CloseRegion(yields);
    RegionId otherwise = b.OpenRegion({});
    std::vector<ValueId> zeros;
    for (const Type& type : elements) {
      ValueId zero = b.Scalar(type.dtype, 0);
      zeros.push_back(type.is_scalar() ? zero : b.Make(OpKind::kBroadcastTo, {zero, b.Ints(type.shape.dims)}));
    }
    b.CloseRegion(zeros);
    OpId branch = b.EmitControl(OpKind::kIf, {own}, elements, {then, otherwise});
    yields = result()[branch].results;
  }
  b.CloseRegion(yields);
  OpId map = b.EmitControl(OpKind::kMap, operands, stacked, {region}, TextAttr{kSequentialMap, 0});
  for (size_t i = 0; i < results.size(); ++i) Set(results[i], {result()[map].results[i], true});
  if (notes_ && !results.empty() && (refused_ || !IsInherent(source()[ops[0]].kind)))
    notes_->push_back({source()[ops[0]].span, std::string(RowOf(source()[ops[0]].kind).name), reason, refused_});
  return true;
}

}  // namespace lathe::ir
