// Input: recorded operations, targets, seeds, sources. Output: cotangents of the sources, as new operations.
//
// Method: activity first (which values depend on the sources), then the tape backwards: each operation whose results have
// cotangents gives those of its operands by its row's vjp rule; contributions are added. Control flow (autodiff_control.cpp):
// the derivative of an If, While, Map or Call is one of the same kind, whose regions hold the walk over the forward
// regions. Such a region at first simply names the forward values it needs; autodiff_residuals.cpp then makes each of them
// available: the forward operation is extended in place (so nothing runs twice and effects keep their order) to yield it:
//   If    one more result (something arbitrary from the other branch);
//   While one list per value, pushed once per iteration. The derivative loop counts down from the trip count and reads
//         element base + k, where base is the list's size when the loop began; so a loop in a loop (or in a function called
//         in a loop) shares one list by threading it through the outer loop, and no list of lists is needed;
//   Map   one more stacked result; a body with loops or calls is computed again instead;
//   Call  the callee is replaced by a variant with more results; its derivative is a function of its own, cached.
// Cotangents of lists are lists in which what is missing is zero (vjp_list.cpp).
#include "ir/autodiff.h"

#include "ir/autodiff_engine.h"
#include "support/check.h"

namespace lathe::ir {

namespace {
DerivativeCache& CacheOf(Module& module) {
  if (!module.derivative_cache) module.derivative_cache = std::make_shared<DerivativeCache>();
  return *module.derivative_cache;
}
}  // namespace

Engine::Engine(Builder& builder, const CustomRules& custom)
    : activity(builder.module()), b_(builder), m_(builder.module()), custom_(custom), cache_(CacheOf(builder.module())) {}

void Engine::Fail(std::string rule, std::string reason, Span span) {
  if (!missing_rule.empty()) return;
  missing_rule = std::move(rule);
  missing_reason = std::move(reason);
  missing_span = span;
}

void Engine::Accumulate(Cotangents& cotangents, Place place, ValueId value) {
  auto [it, fresh] = cotangents.emplace(place, value);
  if (fresh) return;
  bool list = m_.type(value).kind == TypeKind::kList;
  it->second = b_.Make(list ? OpKind::kListAdd : OpKind::kAdd, {it->second, value});
}

Type Engine::TypeOf(Place place) const { return place.is_global() ? m_[place.global()].type : m_.type(place.value()); }

ValueId Engine::ZeroOf(Place place) {
  Type type = TypeOf(place);
  if (type.kind == TypeKind::kList)
    return b_.Make(OpKind::kListNew, {b_.Scalar(DType::kInt32, 0)}, TypeAttr{std::move(type)});
  if (!place.is_global()) return b_.ZerosLike(place.value());
  if (type.shape.fully_known()) {
    ValueId zero = b_.Scalar(type.dtype, 0);
    return type.is_scalar() ? zero : b_.Make(OpKind::kBroadcastTo, {zero, b_.Ints(type.shape.dims)});
  }
  return b_.ZerosLike(b_.Make(OpKind::kGlobalLoad, {}, GlobalAttr{place.global()}));
}

bool Engine::ResultsWanted(OpId op, const Cotangents& cotangents) const {
  for (ValueId result : m_[op].results)
    if (cotangents.count(result)) return true;
  return false;
}

void Engine::Walk(const std::vector<OpId>& ops, Cotangents& cotangents) {
  Span span = b_.span();
  for (size_t i = ops.size(); i-- > 0;) {
    if (!missing_rule.empty()) break;
    b_.SetSpan(m_[ops[i]].span);
    WalkOp(ops[i], cotangents);
  }
  b_.SetSpan(span);
}

void Engine::WalkOp(OpId id, Cotangents& cotangents) {
  OpKind kind = m_[id].kind;
  if (kind == OpKind::kGlobalStore) {
    // What was stored in a plain global takes over the cotangent of the loads that follow; a variable is its own source.
    GlobalId global = std::get<GlobalAttr>(m_[id].attrs).global;
    auto it = cotangents.find(global);
    if (m_[global].is_variable || it == cotangents.end()) return;
    ValueId value = it->second, operand = m_[id].operands[0];
    if (!activity.Has(operand)) return;
    cotangents.erase(it);
    Accumulate(cotangents, operand, value);
    return;
  }
  if (WalkCustom(id, cotangents)) return;
  bool stores = kind == OpKind::kIf || kind == OpKind::kWhile || kind == OpKind::kCall;
  bool globals = !cotangents.empty() && cotangents.rbegin()->first.is_global();
  if (!ResultsWanted(id, cotangents) && !(stores && globals)) return;
  switch (kind) {
    case OpKind::kGlobalLoad: {
      GlobalId global = std::get<GlobalAttr>(m_[id].attrs).global;
      ValueId result = m_[id].results[0];
      if (activity.Has(global)) Accumulate(cotangents, global, cotangents.at(result));
      return;
    }
    case OpKind::kIf: WalkIf(id, cotangents); return;
    case OpKind::kWhile: WalkWhile(id, cotangents); return;
    case OpKind::kMap: WalkMap(id, cotangents); return;
    case OpKind::kCall: WalkCall(id, cotangents); return;
    default: WalkPlain(id, cotangents);
  }
}

void Engine::WalkPlain(OpId id, Cotangents& cotangents) {
  const Operation op = m_[id];
  const OpRow& row = RowOf(op.kind);
  std::vector<bool> wanted;
  bool any = false;
  for (ValueId operand : op.operands) {
    wanted.push_back(activity.Has(operand));
    any |= wanted.back();
  }
  if (!any) return;
  if (row.vjp == nullptr) {
    if (std::string_view(row.no_vjp) != "none" || op.kind == OpKind::kTry)
      Fail(std::string(row.name), op.kind == OpKind::kTry ? "an exception handler" : row.no_vjp, op.span);
    return;
  }
  if (op.kind == OpKind::kListGet || op.kind == OpKind::kListGetOrZeros) {
    // Adds to the list's cotangent in place, so that reading n elements costs n.
    auto it = cotangents.find(op.operands[0]);
    ValueId list = it != cotangents.end() ? it->second : ZeroOf(op.operands[0]);
    list = b_.Make(OpKind::kListAccumulate, {list, op.operands[1], cotangents.at(op.results[0])});
    cotangents.insert_or_assign(op.operands[0], list);
    return;
  }
  std::vector<ValueId> seeds;
  for (ValueId result : op.results) {
    auto it = cotangents.find(result);
    if (it != cotangents.end()) {
      seeds.push_back(it->second);
    } else {
      seeds.push_back(Differentiable(m_.type(result)) ? ZeroOf(result) : ValueId{});
    }
  }
  std::vector<ValueId> grads = row.vjp(VjpInput{b_, id, op.operands, op.results, seeds, wanted});
  if (grads.empty()) {
    Fail(std::string(row.name), "not for these shapes or attributes", op.span);
    return;
  }
  for (size_t i = 0; i < grads.size(); ++i) {
    if (!wanted[i] || !grads[i].valid()) continue;
    LATHE_CHECK(m_.type(grads[i]).dtype == m_.type(op.operands[i]).dtype,
                "the vjp rule of " + std::string(row.name) + " changes the dtype");
    Accumulate(cotangents, op.operands[i], grads[i]);
  }
}

// At the first marker of a custom rule: all uses of all its results lie behind.
bool Engine::WalkCustom(OpId id, Cotangents& cotangents) {
  auto origin = origins_.find(id.index);
  OpId marker = origin == origins_.end() ? id : OpId{origin->second};
  const CustomRule* rule = FindCustom(custom_, marker);
  if (!rule) return false;
  auto mapped = [&](ValueId v) {
    auto it = clones_.find(v.index);
    return origin != origins_.end() && it != clones_.end() ? it->second : v;
  };
  if (marker != rule->markers[0]) return true;
  std::vector<ValueId> seeds;
  bool any = false;
  for (OpId m : rule->markers) {
    ValueId result = mapped(m_[m].results[0]);
    auto it = cotangents.find(result);
    any |= it != cotangents.end();
    seeds.push_back(it != cotangents.end() ? it->second : ValueId{});
  }
  if (!any) return true;
  for (size_t i = 0; i < seeds.size(); ++i)
    if (!seeds[i].valid()) seeds[i] = b_.ZerosLike(mapped(m_[rule->markers[i]].results[0]));
  size_t before = m_.op_count();
  std::vector<ValueId> grads = rule->vjp(b_, seeds);
  // The rule names values of the function as traced; in a copy of the function they have other names.
  for (size_t i = before; i < m_.op_count(); ++i)
    for (ValueId& operand : m_[OpId{uint32_t(i)}].operands) operand = mapped(operand);
  size_t n = rule->operands.size();
  for (size_t i = 0; i < grads.size(); ++i) {
    if (!grads[i].valid()) continue;
    ValueId grad = mapped(grads[i]);
    if (i >= n) {
      Accumulate(cotangents, rule->globals[i - n], grad);
    } else if (ValueId operand = mapped(rule->operands[i]); activity.Has(operand)) {
      Accumulate(cotangents, operand, grad);
    }
  }
  return true;
}

GradientResult Gradient(Builder& builder, const std::vector<OpId>& tape, const std::vector<ValueId>& targets,
                        const std::vector<ValueId>& seeds, const std::vector<GradientSource>& sources,
                        const CustomRules& custom) {
  Module& module = builder.module();
  Engine engine(builder, custom);
  for (const GradientSource& source : sources) {
    if (source.value.valid() && Differentiable(module.type(source.value))) engine.activity.Mark(source.value);
    if (source.global.valid() && Differentiable(module[source.global].type)) engine.activity.Mark(source.global);
  }
  std::vector<OpId> ops;
  for (OpId op : tape)
    if (builder.IsOpen(module[op].parent)) ops.push_back(op);
  engine.activity.MarkCustom(custom, nullptr);
  engine.activity.Scan(ops);
  Cotangents cotangents;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (!engine.activity.Has(targets[i])) continue;
    ValueId seed = i < seeds.size() && seeds[i].valid() ? seeds[i] : builder.OnesLike(targets[i]);
    engine.Accumulate(cotangents, targets[i], seed);
  }
  if (!cotangents.empty()) engine.Walk(ops, cotangents);
  GradientResult result;
  result.missing_rule = engine.missing_rule;
  result.missing_reason = engine.missing_reason;
  result.missing_span = engine.missing_span;
  for (const GradientSource& source : sources) {
    ValueId gradient;
    auto add = [&](Place place) {
      auto it = cotangents.find(place);
      if (it == cotangents.end()) return;
      gradient = gradient.valid() ? builder.Add(gradient, it->second) : it->second;
    };
    if (engine.missing_rule.empty()) {
      if (source.value.valid()) add(source.value);
      if (source.global.valid()) add(source.global);
    }
    result.gradients.push_back(gradient);
    result.connected.push_back(gradient.valid());
  }
  return result;
}

}  // namespace lathe::ir
