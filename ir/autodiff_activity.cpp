// Input: sources (marked places) and operations. Output: the set of values and globals that depend on them along
// differentiable paths. One pass in program order; loops are iterated until nothing is added.
#include <algorithm>

#include "ir/autodiff_engine.h"
#include "ir/op_table.h"

namespace lathe::ir {

bool Differentiable(const Type& type) { return IsFloating(type.dtype) || IsComplex(type.dtype); }

const CustomRule* FindCustom(const CustomRules& rules, OpId op) {
  for (const CustomRule& rule : rules)
    if (std::find(rule.markers.begin(), rule.markers.end(), op) != rule.markers.end()) return &rule;
  return nullptr;
}

void Activity::MarkCustom(const CustomRules& rules, const std::unordered_map<uint32_t, uint32_t>* origins) {
  for (const CustomRule& rule : rules)
    for (OpId marker : rule.markers) custom_[marker.index] = &rule;
  if (!origins) return;
  for (const auto& [copy, origin] : *origins)
    if (auto it = custom_.find(origin); it != custom_.end()) custom_[copy] = it->second;
}

bool Activity::Any(const std::vector<ValueId>& values) const {
  return std::any_of(values.begin(), values.end(), [&](ValueId v) { return Has(v); });
}

void Activity::MarkResult(ValueId value) {
  if (Differentiable(module_->type(value))) Mark(value);
}

void Activity::Scan(const std::vector<OpId>& ops) {
  for (OpId id : ops) ScanOp(id);
}

void Activity::ScanOp(OpId id) {
  const Operation& op = (*module_)[id];
  if (auto it = custom_.find(id.index); it != custom_.end()) {
    bool any = Any(it->second->operands);
    for (GlobalId g : it->second->globals) any |= Has(g);
    // A marker in a copied function: its operand stands for the arguments, which have other names there.
    if (any || Any(op.operands)) MarkResult(op.results[0]);
    return;
  }
  switch (op.kind) {
    case OpKind::kGlobalLoad:
      if (Has(std::get<GlobalAttr>(op.attrs).global)) MarkResult(op.results[0]);
      return;
    case OpKind::kGlobalStore: {
      GlobalId global = std::get<GlobalAttr>(op.attrs).global;
      if (!(*module_)[global].is_variable && Has(op.operands[0])) Mark(global);
      return;
    }
    case OpKind::kIf:
      for (RegionId region : op.regions) Scan((*module_)[region].operations);
      for (size_t i = 0; i < op.results.size(); ++i)
        for (RegionId region : op.regions)
          if (Has((*module_)[region].yields[i])) MarkResult(op.results[i]);
      return;
    case OpKind::kWhile: ScanWhile(op); return;
    case OpKind::kMap: {
      const Region& body = (*module_)[op.regions[0]];
      for (size_t i = 0; i < op.operands.size(); ++i)
        if (Has(op.operands[i])) MarkResult(body.parameters[i]);
      Scan(body.operations);
      for (size_t i = 0; i < op.results.size(); ++i)
        if (Has(body.yields[i])) MarkResult(op.results[i]);
      return;
    }
    case OpKind::kCall: ScanCall(op); return;
    case OpKind::kTry:
      for (RegionId region : op.regions) Scan((*module_)[region].operations);
      for (ValueId result : op.results) MarkResult(result);
      return;
    default: break;
  }
  const OpRow& row = RowOf(op.kind);
  if (row.vjp == nullptr && std::string_view(row.no_vjp) == "none") return;
  if (Any(op.operands))
    for (ValueId result : op.results) MarkResult(result);
}

void Activity::ScanWhile(const Operation& op) {
  const Region& body = (*module_)[op.regions[1]];
  for (size_t i = 0; i < op.operands.size(); ++i)
    if (Has(op.operands[i])) MarkResult(body.parameters[i]);
  for (size_t before = SIZE_MAX; before != active_.size();) {
    before = active_.size();
    Scan(body.operations);
    for (size_t i = 0; i < body.parameters.size(); ++i)
      if (Has(body.yields[i])) MarkResult(body.parameters[i]);
  }
  for (size_t i = 0; i < op.results.size(); ++i)
    if (Has(body.parameters[i])) MarkResult(op.results[i]);
}

// The callee is scanned by a set of its own (its values are active or not by call); too deep: everything is active.
void Activity::ScanCall(const Operation& op) {
  const Region& body = (*module_)[(*module_)[std::get<CallAttr>(op.attrs).callee].body];
  if (depth_ > 32) {
    for (ValueId result : op.results) MarkResult(result);
    return;
  }
  Activity inner(*module_);
  inner.depth_ = depth_ + 1;
  inner.custom_ = custom_;
  for (uint64_t key : active_)
    if (key >> 32) inner.active_.insert(key);
  for (size_t i = 0; i < op.operands.size(); ++i)
    if (Has(op.operands[i])) inner.MarkResult(body.parameters[i]);
  if (inner.active_.empty()) return;
  inner.Scan(body.operations);
  for (size_t i = 0; i < op.results.size(); ++i)
    if (inner.Has(body.yields[i])) MarkResult(op.results[i]);
  for (uint64_t key : inner.active_)
    if (key >> 32) active_.insert(key);
}

}  // namespace lathe::ir
