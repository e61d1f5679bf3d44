// Input: a forward operation and the region of its derivative, which names values of the forward regions. Output: both
// changed in place so that these values arrive as residuals (autodiff.cpp describes the forms).
#include <algorithm>

#include "ir/autodiff_engine.h"
#include "support/check.h"

namespace lathe::ir {

namespace {

using Map = std::unordered_map<uint32_t, ValueId>;

void ReplaceIn(std::vector<ValueId>& values, const Map& map) {
  for (ValueId& value : values)
    if (auto it = map.find(value.index); it != map.end()) value = it->second;
}

void ReplaceUses(Module& module, RegionId region, const Map& map) {
  ReplaceIn(module[region].yields, map);
  for (OpId op : module[region].operations) {
    ReplaceIn(module[op].operands, map);
    for (RegionId inner : module[op].regions) ReplaceUses(module, inner, map);
  }
}

bool DefinedIn(const Module& module, ValueId value, RegionId region) {
  const ValueInfo& info = module[value];
  return info.definition.valid() ? module[info.definition].parent == region : info.parameter_of == region;
}

// Values of `forward` that `region` uses, in order of first use.
void CollectUses(const Module& module, RegionId region, RegionId forward, std::vector<ValueId>& out,
                 std::unordered_set<uint32_t>& seen) {
  auto use = [&](ValueId value) {
    if (DefinedIn(module, value, forward) && seen.insert(value.index).second) out.push_back(value);
  };
  for (OpId op : module[region].operations) {
    for (ValueId operand : module[op].operands) use(operand);
    for (RegionId inner : module[op].regions) CollectUses(module, inner, forward, out, seen);
  }
  for (ValueId value : module[region].yields) use(value);
}

std::vector<ValueId> UsesOf(const Module& module, RegionId region, RegionId forward) {
  std::vector<ValueId> out;
  std::unordered_set<uint32_t> seen;
  CollectUses(module, region, forward, out, seen);
  return out;
}

bool OnlyMeasures(OpKind kind) {
  return kind == OpKind::kShapeOf || kind == OpKind::kDimOf || kind == OpKind::kListSize || kind == OpKind::kListExtents;
}

// Moves shapes and sizes of forward values into the forward region: they are small, the values are not.
void HoistMeasures(Module& module, RegionId region, RegionId forward, Map& map) {
  std::vector<OpId> kept;
  for (OpId id : std::vector<OpId>(module[region].operations)) {
    ReplaceIn(module[id].operands, map);
    if (OnlyMeasures(module[id].kind) && DefinedIn(module, module[id].operands[0], forward)) {
      Operation copy = module[id];
      copy.parent = forward;
      copy.results.clear();
      OpId fresh = module.NewOp(std::move(copy));
      ValueId old = module[id].results[0];
      ValueId value = module.NewValue({module.type(old), fresh, {}, 0});
      module[fresh].results.push_back(value);
      module[forward].operations.push_back(fresh);
      map[old.index] = value;
      continue;
    }
    kept.push_back(id);
    for (RegionId inner : std::vector<RegionId>(module[id].regions)) HoistMeasures(module, inner, forward, map);
  }
  module[region].operations = std::move(kept);
  ReplaceIn(module[region].yields, map);
}

void Hoist(Module& module, RegionId region, RegionId forward) {
  Map map;
  HoistMeasures(module, region, forward, map);
}

// While it lives, emission goes to `region`; at the end what was emitted is moved to position `at`.
class EmitAt {
 public:
  EmitAt(Builder& builder, RegionId region, size_t at)
      : b_(builder), outer_(builder.region()), region_(region), at_(at),
        size_(builder.module()[region].operations.size()) {
    b_.SetRegion(region);
  }
  ~EmitAt() {
    auto& ops = b_.module()[region_].operations;
    std::rotate(ops.begin() + long(at_), ops.begin() + long(size_), ops.end());
    b_.SetRegion(outer_);
  }
  EmitAt(const EmitAt&) = delete;
  EmitAt& operator=(const EmitAt&) = delete;

 private:
  Builder& b_;
  RegionId outer_, region_;
  size_t at_, size_;
};

size_t PositionAfter(const Module& module, RegionId region, ValueId value) {
  const auto& ops = module[region].operations;
  auto it = std::find(ops.begin(), ops.end(), module[value].definition);
  return it == ops.end() ? 0 : size_t(it - ops.begin()) + 1;
}

ValueId AddParameter(Module& module, RegionId region, const Type& type) {
  ValueId value = module.NewValue({type, {}, region, uint32_t(module[region].parameters.size())});
  module[region].parameters.push_back(value);
  return value;
}

}  // namespace

OpId Engine::InsertBefore(OpId before, OpKind kind, std::vector<ValueId> operands, std::vector<Type> results,
                          Attrs attrs) {
  RegionId parent = m_[before].parent;
  OpId id = m_.NewOp({kind, std::move(operands), {}, std::move(attrs), {}, parent, m_[before].span});
  for (size_t i = 0; i < results.size(); ++i)
    m_[id].results.push_back(m_.NewValue({std::move(results[i]), id, {}, uint32_t(i)}));
  auto& ops = m_[parent].operations;
  ops.insert(std::find(ops.begin(), ops.end(), before), id);
  return id;
}

ValueId Engine::NewStackBefore(OpId before, const Type& element) {
  Literal none = Literal::Scalar(DType::kInt32, 0);
  Type size = none.type();
  OpId zero = InsertBefore(before, OpKind::kConstant, {}, {size}, LiteralAttr{std::move(none)});
  Type list = Type::List(element.dtype, element.shape);
  OpId made = InsertBefore(before, OpKind::kListNew, {m_[zero].results[0]}, {list}, TypeAttr{list});
  cache_.stacks.insert(m_[made].results[0].index);
  return m_[made].results[0];
}

size_t Engine::AddResult(OpId op, const Type& type) {
  size_t number = m_[op].results.size();
  ValueId value = m_.NewValue({type, op, {}, uint32_t(number)});
  m_[op].results.push_back(value);
  if (type.kind == TypeKind::kList) cache_.stacks.insert(value.index);
  return number;
}

size_t Engine::AddWhileState(OpId loop, ValueId initial, const Type& type) {
  m_[loop].operands.push_back(initial);
  AddParameter(m_, m_[loop].regions[0], type);
  ValueId parameter = AddParameter(m_, m_[loop].regions[1], type);
  if (type.kind == TypeKind::kList) cache_.stacks.insert(parameter.index);
  return AddResult(loop, type);
}

ValueId Engine::TripCount(OpId loop) {
  auto it = cache_.counters.find(loop.index);
  if (it != cache_.counters.end()) return m_[loop].results[it->second];
  Literal none = Literal::Scalar(DType::kInt32, 0);
  Type type = none.type();
  OpId zero = InsertBefore(loop, OpKind::kConstant, {}, {type}, LiteralAttr{std::move(none)});
  size_t number = AddWhileState(loop, m_[zero].results[0], type);
  RegionId body = m_[loop].regions[1], outer = b_.region();
  b_.SetRegion(body);
  ValueId next = b_.Add(m_[body].parameters[number], b_.Scalar(DType::kInt32, 1));
  b_.SetRegion(outer);
  m_[body].yields.push_back(next);
  cache_.counters[loop.index] = number;
  return m_[loop].results[number];
}

ValueId Engine::Dummy(const Type& type) {
  if (type.kind == TypeKind::kList) {
    ValueId list = b_.Make(OpKind::kListNew, {b_.Scalar(DType::kInt32, 0)}, TypeAttr{type});
    cache_.stacks.insert(list.index);
    return list;
  }
  ValueId zero = type.dtype == DType::kString ? b_.Constant(Literal::String("")) : b_.Scalar(type.dtype, 0);
  if (!type.shape.ranked || type.shape.dims.empty()) return zero;
  std::vector<int64_t> dims;
  for (Dim d : type.shape.dims) dims.push_back(IsKnown(d) ? d : 0);
  return b_.Make(OpKind::kBroadcastTo, {zero, b_.Ints(dims)});
}

void Engine::FixIf(OpId op, size_t branch, RegionId backward) {
  RegionId forward = m_[op].regions[branch], other = m_[op].regions[1 - branch];
  Hoist(m_, backward, forward);
  Map map;
  EmitAt at(b_, backward, 0);
  for (ValueId value : UsesOf(m_, backward, forward)) {
    if (const Literal* literal = m_.ConstantOf(value)) {
      map[value.index] = b_.Constant(*literal);
      continue;
    }
    const auto& yields = m_[forward].yields;
    size_t number = size_t(std::find(yields.begin(), yields.end(), value) - yields.begin());
    if (number == yields.size()) {
      Type type = m_.type(value);
      m_[forward].yields.push_back(value);
      b_.SetRegion(other);
      m_[other].yields.push_back(Dummy(type));
      b_.SetRegion(backward);
      AddResult(op, type);
    }
    map[value.index] = m_[op].results[number];
  }
  ReplaceUses(m_, backward, map);
}

// Replaces the empty list that the stack `value` (of `region`) starts as by `stack`; `value` may itself be that list.
bool Engine::Rethread(RegionId region, ValueId& value, ValueId stack) {
  if (!cache_.stacks.count(value.index) || !m_[value].definition.valid()) return false;
  OpId id = m_[value].definition;
  size_t number = m_[value].index;
  switch (m_[id].kind) {
    case OpKind::kListNew: {
      ReplaceUses(m_, region, {{value.index, stack}});
      value = stack;
      return true;
    }
    case OpKind::kWhile: {
      ValueId initial = m_[id].operands[number];
      return Rethread(region, initial, stack);
    }
    case OpKind::kIf: {
      for (RegionId branch : std::vector<RegionId>(m_[id].regions)) {
        ValueId yield = m_[branch].yields[number];
        if (!Rethread(branch, yield, stack)) return false;
        m_[branch].yields[number] = yield;
      }
      return true;
    }
    case OpKind::kCall: {
      auto it = cache_.stack_operand.find({std::get<CallAttr>(m_[id].attrs).callee.index, number});
      if (it == cache_.stack_operand.end()) return false;
      ValueId initial = m_[id].operands[it->second];
      return Rethread(region, initial, stack);
    }
    default: return false;
  }
}

ValueId Engine::ReadStack(OpId op, size_t number, ValueId place, const Type& type) {
  ValueId element = b_.Make(OpKind::kListGet, {m_[op].results[number], place});
  m_[element].type = type;
  return element;
}

void Engine::FixWhile(OpId op, RegionId backward, ValueId index) {
  RegionId forward = m_[op].regions[1];
  Hoist(m_, backward, forward);
  auto counter = cache_.counters.find(op.index);
  Map map;
  {
    std::vector<ValueId> uses = UsesOf(m_, backward, forward);
    EmitAt at(b_, backward, PositionAfter(m_, backward, index));
    const size_t known = m_[op].results.size();
    ValueId place;
    for (ValueId value : uses) {
      const ValueInfo info = m_[value];
      if (const Literal* literal = m_.ConstantOf(value)) {
        map[value.index] = b_.Constant(*literal);
        continue;
      }
      if (!info.definition.valid() && m_[forward].yields[info.index] == value) {  // does not change
        map[value.index] = m_[op].operands[info.index];
        continue;
      }
      if (!info.definition.valid() && counter != cache_.counters.end() && counter->second == info.index) {
        map[value.index] = index;
        continue;
      }
      if (info.type.kind == TypeKind::kList) {
        const auto& yields = m_[forward].yields;
        size_t threaded = size_t(std::find(yields.begin(), yields.end(), value) - yields.begin());
        if (threaded < yields.size() && cache_.stacks.count(m_[forward].parameters[threaded].index)) {
          map[value.index] = m_[op].results[threaded];
          continue;
        }
        size_t number = AddWhileState(op, NewStackBefore(op, info.type), info.type);
        ValueId last = value;
        if (!Rethread(forward, last, m_[forward].parameters[number])) {
          Fail("While", "a list that the loop changes", m_[op].span);
          last = m_[forward].parameters[number];
        }
        m_[forward].yields.push_back(last);
        map[value.index] = m_[op].results[number];
        continue;
      }
      size_t number = SIZE_MAX;
      for (size_t i = 0; i < m_[forward].parameters.size() && number == SIZE_MAX; ++i) {
        OpId push = m_[m_[forward].yields[i]].definition;
        if (cache_.stacks.count(m_[forward].parameters[i].index) && push.valid() && m_[push].kind == OpKind::kListPush &&
            m_[push].operands == std::vector<ValueId>{m_[forward].parameters[i], value})
          number = i;
      }
      if (number == SIZE_MAX) {
        Type list = Type::List(info.type.dtype, info.type.shape);
        number = AddWhileState(op, NewStackBefore(op, info.type), list);
        b_.SetRegion(forward);
        m_[forward].yields.push_back(b_.Make(OpKind::kListPush, {m_[forward].parameters[number], value}));
        b_.SetRegion(backward);
      }
      if (number < known || !place.valid()) {
        OpId base = InsertBefore(op, OpKind::kListSize, {m_[op].operands[number]}, {Type::Scalar(DType::kInt32)}, NoAttrs{});
        ValueId here = b_.Add(m_[base].results[0], index);
        if (number >= known) place = here;  // new stacks of one loop are threaded alike: they have one size
        map[value.index] = ReadStack(op, number, here, info.type);
        continue;
      }
      map[value.index] = ReadStack(op, number, place, info.type);
    }
  }
  ReplaceUses(m_, backward, map);
}

namespace {

// Whether the value is the same for all elements of a map: made of shapes, constants and what lies outside.
bool Uniform(const Module& module, ValueId value, RegionId forward, int depth = 0) {
  if (!DefinedIn(module, value, forward)) return true;
  OpId id = module[value].definition;
  if (!id.valid() || depth > 16) return false;
  const Operation& op = module[id];
  if (op.kind == OpKind::kConstant || OnlyMeasures(op.kind)) return true;
  if (RowOf(op.kind).effect != Effect::kPure || !op.regions.empty()) return false;
  return std::all_of(op.operands.begin(), op.operands.end(),
                     [&](ValueId operand) { return Uniform(module, operand, forward, depth + 1); });
}

// Copies of the uniform values that `values` are made of, in definition order.
void CopyUniform(Module& module, ValueId value, RegionId forward, RegionId to, Map& map) {
  if (map.count(value.index) || !DefinedIn(module, value, forward) || !Uniform(module, value, forward)) return;
  OpId id = module[value].definition;
  for (ValueId operand : std::vector<ValueId>(module[id].operands)) CopyUniform(module, operand, forward, to, map);
  CloneOps(module, {id}, to, map, nullptr);
}

}  // namespace

void Engine::FixMap(OpId op, OpId backward_op, RegionId backward) {
  RegionId forward = m_[op].regions[0];
  Map map;
  {
    std::vector<ValueId> uses = UsesOf(m_, backward, forward);
    EmitAt at(b_, backward, 0);
    for (ValueId value : uses) CopyUniform(m_, value, forward, backward, map);
  }
  ReplaceUses(m_, backward, map);
  map.clear();
  Shape whole = m_.type(m_[op].results.empty() ? m_[op].operands[0] : m_[op].results[0]).shape;
  Dim extent = whole.ranked && whole.rank() > 0 ? whole.dims[0] : kUnknown;
  for (ValueId value : UsesOf(m_, backward, forward)) {
    const ValueInfo info = m_[value];
    ValueId operand;
    if (!info.definition.valid()) {
      operand = m_[op].operands[info.index];
    } else if (info.type.kind == TypeKind::kList) {
      Fail("Map", "a list in a mapped function", m_[op].span);
      return;
    } else {
      const auto& yields = m_[forward].yields;
      size_t number = size_t(std::find(yields.begin(), yields.end(), value) - yields.begin());
      if (number == yields.size()) {
        m_[forward].yields.push_back(value);
        Type type = info.type;
        if (type.shape.ranked) type.shape.dims.insert(type.shape.dims.begin(), extent);
        AddResult(op, type);
      }
      operand = m_[op].results[number];
    }
    m_[backward_op].operands.push_back(operand);
    map[value.index] = AddParameter(m_, backward, info.type);
  }
  ReplaceUses(m_, backward, map);
}

void CloneOps(Module& module, const std::vector<OpId>& ops, RegionId to, Map& values,
              std::unordered_map<uint32_t, uint32_t>* origins) {
  DerivativeCache* cache = module.derivative_cache.get();
  auto same_role = [&](ValueId old, ValueId fresh) {
    if (cache && cache->stacks.count(old.index)) cache->stacks.insert(fresh.index);
  };
  for (OpId id : ops) {
    Operation copy = module[id];
    ReplaceIn(copy.operands, values);
    std::vector<ValueId> results = std::move(copy.results);
    std::vector<RegionId> regions = std::move(copy.regions);
    copy.results.clear();
    copy.regions.clear();
    copy.parent = to;
    OpId fresh = module.NewOp(std::move(copy));
    if (cache)
      if (auto it = cache->counters.find(id.index); it != cache->counters.end()) cache->counters[fresh.index] = it->second;
    if (origins) {
      auto it = origins->find(id.index);
      (*origins)[fresh.index] = it == origins->end() ? id.index : it->second;
    }
    for (RegionId region : regions) {
      Region inner;
      inner.function = module[to].function;
      inner.parent_op = fresh;
      RegionId made = module.NewRegion(std::move(inner));
      for (ValueId parameter : std::vector<ValueId>(module[region].parameters)) {
        values[parameter.index] = AddParameter(module, made, module.type(parameter));
        same_role(parameter, values[parameter.index]);
      }
      CloneOps(module, std::vector<OpId>(module[region].operations), made, values, origins);
      std::vector<ValueId> yields = module[region].yields;
      ReplaceIn(yields, values);
      module[made].yields = std::move(yields);
      module[fresh].regions.push_back(made);
    }
    for (size_t i = 0; i < results.size(); ++i) {
      ValueId value = module.NewValue({module.type(results[i]), fresh, {}, uint32_t(i)});
      module[fresh].results.push_back(value);
      values[results[i].index] = value;
      same_role(results[i], value);
    }
    module[to].operations.push_back(fresh);
  }
}

// What reads or draws stays in the forward map (its value is a residual); what writes and gives nothing is left out.
bool Engine::CloneForMap(RegionId from, RegionId to, Map& values) {
  std::vector<OpId> ops;
  for (OpId id : m_[from].operations) {
    const Operation& op = m_[id];
    if (RowOf(op.kind).effect != Effect::kPure && op.kind != OpKind::kCall) continue;
    bool effects = false;
    ForEachOp(m_, {id}, [&](OpId inner) {
      OpKind kind = m_[inner].kind;
      effects |= RowOf(kind).effect != Effect::kPure && kind != OpKind::kCall && kind != OpKind::kGlobalLoad;
      effects |= FindCustom(custom_, inner) != nullptr;
      if (kind != OpKind::kCall) return;
      ForEachOp(m_, m_[m_[std::get<CallAttr>(m_[inner].attrs).callee].body].operations, [&](OpId called) {
        effects |= RowOf(m_[called].kind).effect == Effect::kWrites && m_[called].kind != OpKind::kCall;
      });
    });
    if (effects) return false;
    ops.push_back(id);
  }
  CloneOps(m_, ops, to, values, nullptr);
  for (const auto& [old, fresh] : values)
    if (activity.Has(ValueId{old})) activity.Mark(fresh);
  return true;
}

}  // namespace lathe::ir
