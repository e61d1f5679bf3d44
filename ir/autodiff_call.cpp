// Derivative of a Call: the callee is replaced by a variant that also gives residuals; a second function takes those and
// the cotangents of the results to the cotangents of parameters and globals. Both are made once per set of active
// parameters, globals and results.
#include <algorithm>

#include "ir/autodiff_engine.h"
#include "support/check.h"

namespace lathe::ir {

namespace {

void LoadedGlobals(const Module& module, FunctionId function, std::vector<GlobalId>& loaded,
                   std::vector<GlobalId>& stored, std::vector<FunctionId>& visited) {
  if (std::find(visited.begin(), visited.end(), function) != visited.end()) return;
  visited.push_back(function);
  auto add = [](std::vector<GlobalId>& list, GlobalId g) {
    if (std::find(list.begin(), list.end(), g) == list.end()) list.push_back(g);
  };
  ForEachOp(module, module[module[function].body].operations, [&](OpId id) {
    const Operation& op = module[id];
    if (op.kind == OpKind::kGlobalLoad) add(loaded, std::get<GlobalAttr>(op.attrs).global);
    if (op.kind == OpKind::kGlobalStore) add(stored, std::get<GlobalAttr>(op.attrs).global);
    if (op.kind == OpKind::kCall) LoadedGlobals(module, std::get<CallAttr>(op.attrs).callee, loaded, stored, visited);
  });
}

bool CallsItself(const Module& module, FunctionId function, FunctionId target, std::vector<FunctionId>& visited) {
  if (std::find(visited.begin(), visited.end(), function) != visited.end()) return false;
  visited.push_back(function);
  bool found = false;
  ForEachOp(module, module[module[function].body].operations, [&](OpId id) {
    if (module[id].kind != OpKind::kCall || found) return;
    FunctionId callee = std::get<CallAttr>(module[id].attrs).callee;
    found = callee == target || CallsItself(module, callee, target, visited);
  });
  return found;
}

ValueId AddFunctionParameter(Module& module, RegionId body, const Type& type) {
  ValueId value = module.NewValue({type, {}, body, uint32_t(module[body].parameters.size())});
  module[body].parameters.push_back(value);
  return value;
}

void ReplaceAll(Module& module, RegionId region, const std::unordered_map<uint32_t, ValueId>& map) {
  auto replace = [&](std::vector<ValueId>& values) {
    for (ValueId& value : values)
      if (auto it = map.find(value.index); it != map.end()) value = it->second;
  };
  replace(module[region].yields);
  for (OpId op : module[region].operations) {
    replace(module[op].operands);
    for (RegionId inner : module[op].regions) ReplaceAll(module, inner, map);
  }
}

// Values of `forward` (a function's body) used in `region`, in order of first use.
void ForwardUses(const Module& module, RegionId region, RegionId forward, std::vector<ValueId>& out,
                 std::unordered_set<uint32_t>& seen) {
  auto use = [&](ValueId v) {
    const ValueInfo& info = module[v];
    RegionId home = info.definition.valid() ? module[info.definition].parent : info.parameter_of;
    if (home == forward && seen.insert(v.index).second) out.push_back(v);
  };
  for (OpId op : module[region].operations) {
    for (ValueId operand : module[op].operands) use(operand);
    for (RegionId inner : module[op].regions) ForwardUses(module, inner, forward, out, seen);
  }
  for (ValueId v : module[region].yields) use(v);
}

}  // namespace

std::optional<FunctionDerivative> Engine::MakeDerivative(FunctionId callee, const std::vector<bool>& active,
                                                         const std::vector<GlobalId>& globals,
                                                         const std::vector<size_t>& results) {
  const Function function = m_[callee];
  const Region body = m_[function.body];
  std::vector<Type> types;
  for (ValueId parameter : body.parameters) types.push_back(m_.type(parameter));
  FunctionDerivative out;
  out.results = results;
  out.forward = b_.OpenFunction(function.name + "_forward", function.trace, types, function.span);
  RegionId forward = m_[out.forward].body;
  for (size_t i = 0; i < body.parameters.size(); ++i) {
    clones_[body.parameters[i].index] = m_[forward].parameters[i];
    if (cache_.stacks.count(body.parameters[i].index)) cache_.stacks.insert(m_[forward].parameters[i].index);
  }
  CloneOps(m_, body.operations, forward, clones_, &origins_);
  std::vector<ValueId> yields;
  for (ValueId value : body.yields) {
    auto it = clones_.find(value.index);
    yields.push_back(it == clones_.end() ? value : it->second);
  }
  b_.CloseFunction(yields);

  for (size_t i = 0; i < yields.size(); ++i)
    if (auto it = cache_.stack_operand.find({callee.index, i}); it != cache_.stack_operand.end())
      cache_.stack_operand[{out.forward.index, i}] = it->second;

  Activity outer = std::move(activity);
  activity = Activity(m_);
  for (size_t i = 0; i < active.size(); ++i)
    if (active[i]) activity.Mark(m_[forward].parameters[i]);
  for (GlobalId g : globals) activity.Mark(g);
  activity.MarkCustom(custom_, &origins_);
  activity.Scan(std::vector<OpId>(m_[forward].operations));

  types.clear();
  for (size_t r : results) types.push_back(m_.type(yields[r]));
  out.backward = b_.OpenFunction(function.name + "_backward", function.trace, types, function.span);
  RegionId backward = m_[out.backward].body;
  Cotangents cotangents;
  for (size_t k = 0; k < results.size(); ++k)
    if (activity.Has(yields[results[k]])) Accumulate(cotangents, yields[results[k]], m_[backward].parameters[k]);
  Walk(std::vector<OpId>(m_[forward].operations), cotangents);
  std::vector<ValueId> grads;
  for (size_t i = 0; i < active.size(); ++i) {
    auto it = cotangents.find(m_[forward].parameters[i]);
    if (!active[i] || it == cotangents.end()) continue;
    out.places.push_back(ValueId{uint32_t(i)});
    grads.push_back(it->second);
  }
  for (GlobalId g : globals) {
    auto it = cotangents.find(g);
    if (it == cotangents.end()) continue;
    out.places.push_back(g);
    grads.push_back(it->second);
  }
  b_.CloseFunction(grads);
  activity = std::move(outer);
  if (!missing_rule.empty()) return std::nullopt;

  std::vector<ValueId> uses;
  std::unordered_set<uint32_t> seen;
  ForwardUses(m_, backward, forward, uses, seen);
  std::unordered_map<uint32_t, ValueId> map;
  for (ValueId value : uses) {
    Type type = m_.type(value);
    const auto& all = m_[forward].yields;
    size_t number = size_t(std::find(all.begin(), all.end(), value) - all.begin());
    bool threaded = cache_.stack_operand.count({out.forward.index, number}) != 0;
    if (type.kind == TypeKind::kList && cache_.stacks.count(value.index) && !threaded) {
      // A stack of a loop inside: the caller may be in a loop itself, so it gives the list to extend.
      size_t parameter = m_[forward].parameters.size();
      ValueId stack = AddFunctionParameter(m_, forward, type);
      cache_.stacks.insert(stack.index);
      ValueId last = value;
      if (!Rethread(forward, last, stack)) {
        Fail("Call", "a list of the called function", function.span);
        return std::nullopt;
      }
      out.stacks.push_back(type);
      cache_.stack_operand[{out.forward.index, m_[forward].yields.size()}] = parameter;
      out.residuals.push_back(m_[forward].yields.size());
      m_[forward].yields.push_back(last);
    } else {
      if (number == all.size()) m_[forward].yields.push_back(value);
      out.residuals.push_back(number);
    }
    map[value.index] = AddFunctionParameter(m_, backward, type);
  }
  ReplaceAll(m_, backward, map);
  return out;
}

const FunctionDerivative* Engine::DerivativeOf(OpId call, const std::vector<size_t>& results) {
  FunctionId callee = std::get<CallAttr>(m_[call].attrs).callee;
  std::vector<GlobalId> loaded, stored, globals;
  std::vector<FunctionId> visited;
  LoadedGlobals(m_, callee, loaded, stored, visited);
  for (GlobalId g : stored)
    if (!m_[g].is_variable && activity.Has(g)) {
      Fail("Call", "a function that stores a tensor outside of itself", m_[call].span);
      return nullptr;
    }
  for (GlobalId g : loaded)
    if (activity.Has(g)) globals.push_back(g);
  std::vector<bool> active;
  for (ValueId operand : m_[call].operands) active.push_back(activity.Has(operand));
  auto key_of = [&](size_t operands) {
    std::string key;
    for (size_t i = 0; i < operands; ++i) key += active[i] ? '1' : '0';
    for (GlobalId g : globals) key += " g" + std::to_string(g.index);
    for (size_t r : results) key += " r" + std::to_string(r);
    // Custom rules belong to one gradient's tape: such derivatives are not shared.
    if (!custom_.empty()) key += " c" + std::to_string(call.index) + "." + std::to_string(m_.op_count());
    return key;
  };
  // A call that was given its variant by an earlier gradient.
  for (auto& [name, derivative] : cache_.functions)
    if (derivative.forward == callee &&
        name.substr(name.find(':') + 1) == key_of(m_[call].operands.size() - derivative.stacks.size()))
      return &derivative;
  std::string own = std::to_string(callee.index) + ":" + key_of(active.size());
  if (auto it = cache_.functions.find(own); it != cache_.functions.end()) return &it->second;
  visited.clear();
  if (CallsItself(m_, callee, callee, visited)) {
    Fail("Call", "a recursive function", m_[call].span);
    return nullptr;
  }
  std::optional<FunctionDerivative> made = MakeDerivative(callee, active, globals, results);
  if (!made) return nullptr;
  return &cache_.functions.emplace(own, std::move(*made)).first->second;
}

void Engine::WalkCall(OpId id, Cotangents& cotangents) {
  std::vector<size_t> results;
  for (size_t i = 0; i < m_[id].results.size(); ++i)
    if (cotangents.count(m_[id].results[i]) && activity.Has(m_[id].results[i])) results.push_back(i);
  if (results.empty()) return;
  const FunctionDerivative* found = DerivativeOf(id, results);
  if (!found) return;
  const FunctionDerivative derivative = *found;
  if (std::get<CallAttr>(m_[id].attrs).callee != derivative.forward) {
    m_[id].attrs = CallAttr{derivative.forward};
    for (const Type& type : derivative.stacks) {
      ValueId stack = NewStackBefore(id, Type::Tensor(type.dtype, type.shape));
      m_[id].operands.push_back(stack);
    }
    const std::vector<ValueId> yields = m_[m_[derivative.forward].body].yields;
    for (size_t i = m_[id].results.size(); i < yields.size(); ++i) AddResult(id, m_.type(yields[i]));
  }
  std::vector<ValueId> operands;
  for (size_t r : results) operands.push_back(cotangents.at(m_[id].results[r]));
  for (size_t r : derivative.residuals) operands.push_back(m_[id].results[r]);
  std::vector<Type> types;
  std::vector<Place> places;
  for (Place place : derivative.places) {
    places.push_back(place.is_global() ? place : Place(m_[id].operands[place.value().index]));
    types.push_back(TypeOf(places.back()));
  }
  if (places.empty()) return;
  OpId call = b_.EmitControl(OpKind::kCall, std::move(operands), types, {}, CallAttr{derivative.backward});
  for (size_t i = 0; i < places.size(); ++i) Accumulate(cotangents, places[i], m_[call].results[i]);
}

}  // namespace lathe::ir
