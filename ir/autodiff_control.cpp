// Derivatives of If, While and Map: an operation of the same kind whose regions hold the walk over the forward regions.
// What the regions name of the forward ones is made available by autodiff_residuals.cpp.
#include <algorithm>

#include "ir/autodiff_engine.h"
#include "support/check.h"

namespace lathe::ir {

namespace {

AxisAttr NoTripLimit() {
  AxisAttr attr;
  attr.axis = -1;
  return attr;
}

void GlobalsOf(const Module& module, const std::vector<OpId>& ops, std::vector<GlobalId>& out, int depth) {
  ForEachOp(module, ops, [&](OpId id) {
    const Operation& op = module[id];
    if (op.kind == OpKind::kGlobalLoad || op.kind == OpKind::kGlobalStore) {
      out.push_back(std::get<GlobalAttr>(op.attrs).global);
    } else if (op.kind == OpKind::kCall && depth < 32) {
      GlobalsOf(module, module[module[std::get<CallAttr>(op.attrs).callee].body].operations, out, depth + 1);
    }
  });
}

}  // namespace

std::vector<Place> Engine::ActiveCaptures(OpId op) const {
  std::vector<Place> out;
  std::set<Place> seen;
  std::unordered_set<uint32_t> inside;
  auto use = [&](ValueId value) {
    if (!inside.count(value.index) && activity.Has(value) && seen.insert(value).second) out.push_back(value);
  };
  std::vector<OpId> all;
  for (RegionId region : m_[op].regions) {
    all.insert(all.end(), m_[region].operations.begin(), m_[region].operations.end());
    for (ValueId parameter : m_[region].parameters) inside.insert(parameter.index);
  }
  ForEachOp(m_, all, [&](OpId id) {
    for (ValueId result : m_[id].results) inside.insert(result.index);
    for (RegionId region : m_[id].regions)
      for (ValueId parameter : m_[region].parameters) inside.insert(parameter.index);
  });
  ForEachOp(m_, all, [&](OpId id) {
    for (ValueId operand : m_[id].operands) use(operand);
    for (RegionId region : m_[id].regions)
      for (ValueId value : m_[region].yields) use(value);
    // The arguments of a custom rule, which its operations need not name.
    auto origin = origins_.find(id.index);
    if (const CustomRule* rule = FindCustom(custom_, origin == origins_.end() ? id : OpId{origin->second})) {
      for (ValueId operand : rule->operands) {
        auto clone = clones_.find(operand.index);
        use(origin != origins_.end() && clone != clones_.end() ? clone->second : operand);
      }
      for (GlobalId g : rule->globals)
        if (activity.Has(g) && seen.insert(g).second) out.push_back(g);
    }
  });
  for (RegionId region : m_[op].regions)
    for (ValueId value : m_[region].yields) use(value);
  std::vector<GlobalId> globals;
  GlobalsOf(m_, all, globals, 0);
  for (GlobalId g : globals)
    if (activity.Has(g) && seen.insert(g).second) out.push_back(g);
  return out;
}

void Engine::WalkIf(OpId id, Cotangents& cotangents) {
  const Operation op = m_[id];
  std::vector<Place> captures = ActiveCaptures(id);
  if (captures.empty()) return;
  RegionId regions[2];
  std::vector<ValueId> grads[2];
  for (size_t r = 0; r < 2; ++r) {
    const Region forward = m_[op.regions[r]];
    regions[r] = b_.OpenRegion({});
    Cotangents inner;
    for (Place place : captures)
      if (place.is_global())
        if (auto it = cotangents.find(place); it != cotangents.end()) inner.emplace(place, it->second);
    for (size_t i = 0; i < forward.yields.size() && i < op.results.size(); ++i) {
      auto it = cotangents.find(op.results[i]);
      if (it != cotangents.end() && activity.Has(forward.yields[i])) Accumulate(inner, forward.yields[i], it->second);
    }
    Walk(forward.operations, inner);
    for (Place place : captures) {
      auto it = inner.find(place);
      grads[r].push_back(it == inner.end() ? ValueId{} : it->second);
    }
    b_.CloseRegion({});
    if (!missing_rule.empty()) return;
  }
  std::vector<Place> places;
  std::vector<Type> types;
  RegionId outer = b_.region();
  for (size_t i = 0; i < captures.size(); ++i) {
    if (!grads[0][i].valid() && !grads[1][i].valid()) continue;
    places.push_back(captures[i]);
    types.push_back(TypeOf(captures[i]));
    for (size_t r = 0; r < 2; ++r) {
      b_.SetRegion(regions[r]);
      m_[regions[r]].yields.push_back(grads[r][i].valid() ? grads[r][i] : ZeroOf(captures[i]));
    }
  }
  b_.SetRegion(outer);
  if (places.empty()) return;
  OpId backward = b_.EmitControl(OpKind::kIf, {op.operands[0]}, types, {regions[0], regions[1]});
  for (size_t r = 0; r < 2; ++r) FixIf(id, r, regions[r]);
  for (size_t i = 0; i < places.size(); ++i) {
    if (places[i].is_global()) cotangents.erase(places[i]);  // it went into the branches
    Accumulate(cotangents, places[i], m_[backward].results[i]);
  }
}

void Engine::WalkWhile(OpId id, Cotangents& cotangents) {
  const Operation op = m_[id];
  const Region body = m_[op.regions[1]];
  std::vector<size_t> carried;
  for (size_t i = 0; i < body.parameters.size(); ++i)
    if (activity.Has(body.parameters[i])) carried.push_back(i);
  std::vector<Place> captures = ActiveCaptures(id);
  if (carried.empty() && captures.empty()) return;
  ValueId trips = TripCount(id);
  std::vector<ValueId> initial{trips};
  std::vector<Type> types{m_.type(trips)};
  for (size_t i : carried) {
    auto it = cotangents.find(op.results[i]);
    initial.push_back(it != cotangents.end() ? it->second : ZeroOf(op.results[i]));
    types.push_back(m_.type(body.parameters[i]));
  }
  for (Place place : captures) {
    auto it = place.is_global() ? cotangents.find(place) : cotangents.end();
    initial.push_back(it != cotangents.end() ? it->second : ZeroOf(place));
    types.push_back(TypeOf(place));
  }
  RegionId condition = b_.OpenRegion(types);
  b_.CloseRegion({b_.Make(OpKind::kGt, {m_[condition].parameters[0], b_.Scalar(DType::kInt32, 0)})});

  RegionId backward = b_.OpenRegion(types);
  const std::vector<ValueId> params = m_[backward].parameters;
  ValueId index = b_.Sub(params[0], b_.Scalar(DType::kInt32, 1));
  Cotangents inner;
  for (size_t k = 0; k < captures.size(); ++k) inner.emplace(captures[k], params[1 + carried.size() + k]);
  for (size_t k = 0; k < carried.size(); ++k) {
    ValueId yield = body.yields[carried[k]];
    if (activity.Has(yield)) Accumulate(inner, yield, params[1 + k]);
  }
  Walk(body.operations, inner);
  std::vector<ValueId> yields{index};
  for (size_t i : carried) {
    auto it = inner.find(body.parameters[i]);
    yields.push_back(it != inner.end() ? it->second : ZeroOf(body.parameters[i]));
  }
  for (Place place : captures) {
    auto it = inner.find(place);
    yields.push_back(it != inner.end() ? it->second : ZeroOf(place));
  }
  b_.CloseRegion(std::move(yields));
  if (!missing_rule.empty()) return;
  OpId loop = b_.EmitControl(OpKind::kWhile, initial, types, {condition, backward}, NoTripLimit());
  FixWhile(id, backward, index);
  for (size_t k = 0; k < carried.size(); ++k)
    if (activity.Has(op.operands[carried[k]])) Accumulate(cotangents, op.operands[carried[k]], m_[loop].results[1 + k]);
  for (size_t k = 0; k < captures.size(); ++k) {
    if (captures[k].is_global()) cotangents.erase(captures[k]);
    Accumulate(cotangents, captures[k], m_[loop].results[1 + carried.size() + k]);
  }
}

void Engine::WalkMap(OpId id, Cotangents& cotangents) {
  const Operation op = m_[id];
  const Region body = m_[op.regions[0]];
  std::vector<Place> captures = ActiveCaptures(id);
  std::vector<ValueId> operands;
  std::vector<Type> parameters;
  std::vector<size_t> seeded;
  for (size_t i = 0; i < body.yields.size(); ++i) {
    auto it = cotangents.find(op.results[i]);
    if (it == cotangents.end() || !activity.Has(body.yields[i])) continue;
    seeded.push_back(i);
    operands.push_back(it->second);
    parameters.push_back(m_.type(body.yields[i]));
  }
  if (seeded.empty()) return;
  bool again = false;  // compute the body again instead of saving what the derivative needs
  ForEachOp(m_, body.operations, [&](OpId inner) {
    again |= m_[inner].kind == OpKind::kWhile || m_[inner].kind == OpKind::kCall;
  });
  RegionId backward = b_.OpenRegion(parameters);
  std::vector<ValueId> seeds = m_[backward].parameters;
  std::vector<OpId> ops = body.operations;
  std::unordered_map<uint32_t, ValueId> copies;
  if (again) {
    if (!CloneForMap(op.regions[0], backward, copies)) {
      Fail("Map", "a mapped function with effects and loops", op.span);
      b_.CloseRegion({});
      return;
    }
    ops = m_[backward].operations;
  }
  auto copy = [&](ValueId v) {
    auto it = copies.find(v.index);
    return it == copies.end() ? v : it->second;
  };
  Cotangents inner;
  for (size_t k = 0; k < seeded.size(); ++k) Accumulate(inner, copy(body.yields[seeded[k]]), seeds[k]);
  Walk(ops, inner);
  std::vector<ValueId> yields;
  std::vector<std::pair<Place, bool>> places;  // and whether it is a capture (summed over the elements)
  for (size_t i = 0; i < body.parameters.size(); ++i) {
    auto it = inner.find(copy(body.parameters[i]));
    if (it == inner.end() || !activity.Has(op.operands[i])) continue;
    yields.push_back(it->second);
    places.emplace_back(op.operands[i], false);
  }
  for (Place place : captures) {
    auto it = inner.find(place);
    if (it == inner.end()) continue;
    if (m_.type(it->second).kind == TypeKind::kList) Fail("Map", "a list of the enclosing function", op.span);
    yields.push_back(it->second);
    places.emplace_back(place, true);
  }
  b_.CloseRegion(yields);
  if (!missing_rule.empty() || places.empty()) return;
  Shape whole = m_.type(op.results[seeded[0]]).shape;
  Dim extent = whole.ranked && whole.rank() > 0 ? whole.dims[0] : kUnknown;
  std::vector<Type> types;
  for (ValueId yield : yields) {
    Type type = m_.type(yield);
    if (type.shape.ranked) type.shape.dims.insert(type.shape.dims.begin(), extent);
    types.push_back(std::move(type));
  }
  OpId map = b_.EmitControl(OpKind::kMap, operands, types, {backward});
  FixMap(id, map, backward);
  for (size_t i = 0; i < places.size(); ++i) {
    ValueId grad = m_[map].results[i];
    if (places[i].second) grad = b_.Make(OpKind::kSum, {grad}, AxesAttr{{0}, false});
    Accumulate(cotangents, places[i].first, grad);
  }
}

}  // namespace lathe::ir
