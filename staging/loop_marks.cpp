// Names without a value before a loop of staged code. While the body is evaluated they hold the diagnostic that a read before an
// assignment reports; what the body never assigned is afterwards as it was.
#include <algorithm>
#include <functional>

#include "staging/staged_loop.h"

namespace lathe::staging {

// The same for an attribute of a local object, or an item of a local dict under a constant key, that is not there yet.
void StagedLoop::MarkSlot(ast::ExprId target) {
  const ast::Expr& e = in_.ast[target];
  auto* attribute = std::get_if<ast::AttributeExpr>(&e.data);
  auto* subscript = std::get_if<ast::SubscriptExpr>(&e.data);
  auto* base = attribute || subscript ? std::get_if<ast::NameExpr>(&in_.ast[attribute ? attribute->value : subscript->value].data) : nullptr;
  if (!base) return;
  const auto& variables = in_.heap.as<ScopeObject>(in_.current().scope)->variables;
  auto it = variables.find(base->name.index);
  auto* object = it == variables.end() ? nullptr : it->second.as<Ref>();
  if (!object) return;
  Place place{*object, {}};
  if (attribute && in_.heap.as<InstanceObject>(*object)) {
    if (in_.ClassAttribute(in_.heap.as<InstanceObject>(*object)->cls, attribute->attr)) return;
    place.slot = {SlotKey::Kind::kName, attribute->attr.index, 0, {}};
  } else if (auto* key = subscript ? std::get_if<ast::StringLiteral>(&in_.ast[subscript->slice].data) : nullptr; key && in_.heap.as<DictObject>(*object)) {
    if (in_.heap.as<DictObject>(*object)->type != DictObject::Type::kDict) return;
    place.slot = {SlotKey::Kind::kKey, 0, 0, *KeyOf(Value::String(key->value), in_.heap)};
  } else {
    return;
  }
  if (GetSlot(in_.heap[place.object], place.slot)) return;
  std::string text(in_.sources.Text(e.span));
  Diagnostic d = Problem(DiagnosticKind::kUndefinedBeforeLoop, "'" + text + "' has no value before the loop, and its value depends on the previous iteration", e.span);
  d.help.push_back("give '" + text + "' a value of its final type before the loop");
  Undefined u;
  u.reason = std::make_shared<const Diagnostic>(std::move(d));
  in_.StoreSlot(place, u);
  marked_slots_.push_back(place);
}

// Names that the body assigns and that have no value (or None) before the loop: reading them in the body, before the body
// has given them one, is the program's fault of this loop.
void StagedLoop::MarkUndefined() {
  entry_stores_ = in_.last_stores();
  if (!staged_ || !spec_.block || in_.options.extensions) return;
  std::function<void(ast::ExprId)> target = [&](ast::ExprId id) {
    const ast::Expr& e = in_.ast[id];
    if (auto* t = std::get_if<ast::TupleExpr>(&e.data)) for (ast::ExprId x : t->elements) target(x);
    if (auto* t = std::get_if<ast::ListExpr>(&e.data)) for (ast::ExprId x : t->elements) target(x);
    auto* n = std::get_if<ast::NameExpr>(&e.data);
    if (!n) return MarkSlot(id);
    Ref scope = in_.current().scope;
    auto* object = in_.heap.as<ScopeObject>(scope);
    if (!object->info || !object->info->binds(n->name) || object->info->globals.contains(n->name.index) || object->info->nonlocals.contains(n->name.index)) return;
    auto it = object->variables.find(n->name.index);
    bool absent = it == object->variables.end() || (it->second.is<Undefined>() && !it->second.get<Undefined>().reason);
    bool none = !absent && it->second.is_none();
    if ((!absent && !none) || IsReturnValue(in_, {scope, {SlotKey::Kind::kName, n->name.index, 0, {}}})) return;
    if (marked_.contains(n->name.index)) return;
    std::string name(in_.TextOf(n->name));
    Span before = e.span;
    if (none)
      if (auto at = entry_stores_.find({scope, n->name.index}); at != entry_stores_.end()) before = at->second;
    Diagnostic d = Problem(none ? DiagnosticKind::kNoneBeforeLoop : DiagnosticKind::kUndefinedBeforeLoop,
                           none ? "'" + name + "' is None before a loop that becomes part of the graph" : "'" + name + "' has no value before the loop, and its value depends on the previous iteration", before);
    d.help.push_back("give '" + name + "' a value of its final type before the loop");
    Undefined u;
    u.name = n->name;
    u.reason = std::make_shared<const Diagnostic>(std::move(d));
    marked_[n->name.index] = absent ? Value(Undefined{n->name, {}, nullptr}) : it->second;
    in_.heap.Write<ScopeObject>(scope, {SlotKey::Kind::kName, n->name.index, 0, {}}).variables[n->name.index] = u;
  };
  std::function<void(const ast::Block&)> walk = [&](const ast::Block& block) {
    for (ast::StmtId s : block) {
      const auto& data = in_.ast[s].data;
      if (auto* a = std::get_if<ast::AssignStmt>(&data)) for (ast::ExprId t : a->targets) target(t);
      if (auto* a = std::get_if<ast::AugAssignStmt>(&data)) target(a->target);
      if (auto* a = std::get_if<ast::AnnAssignStmt>(&data); a && a->value) target(a->target);
      if (auto* i = std::get_if<ast::IfStmt>(&data)) walk(i->body), walk(i->orelse);
      if (auto* w = std::get_if<ast::WhileStmt>(&data)) walk(w->body);
      if (auto* f = std::get_if<ast::ForStmt>(&data)) target(f->target), walk(f->body);
      if (auto* w = std::get_if<ast::WithStmt>(&data)) walk(w->body);
    }
  };
  walk(*spec_.block);
}

// After the loop: what is still marked was never assigned by the body; it is as it was.
void StagedLoop::Unmark() {
  for (const Place& place : marked_slots_) {
    auto value = GetSlot(in_.heap[place.object], place.slot);
    auto* u = value ? value->as<Undefined>() : nullptr;
    if (!u || !u->reason || u->reason->kind != DiagnosticKind::kUndefinedBeforeLoop) continue;
    if (std::any_of(carried_.begin(), carried_.end(), [&](const Carried& c) { return c.place == place; })) continue;
    if (place.slot.kind == SlotKey::Kind::kKey) in_.DictErase(in_.heap.Write<DictObject>(place.object, place.slot), place.slot.key);
    else std::erase_if(in_.heap.Write<InstanceObject>(place.object, place.slot).attributes, [&](auto& a) { return a.first.index == place.slot.name; });
  }
  Ref scope = in_.current().scope;
  for (auto& [name, before] : marked_) {
    auto& variables = in_.heap.Write<ScopeObject>(scope, {SlotKey::Kind::kName, name, 0, {}}).variables;
    auto it = variables.find(name);
    auto* u = it == variables.end() ? nullptr : it->second.as<Undefined>();
    if (!u || !u->reason || (u->reason->kind != DiagnosticKind::kUndefinedBeforeLoop && u->reason->kind != DiagnosticKind::kNoneBeforeLoop)) continue;
    bool carried = false;
    for (const Carried& c : carried_) carried |= c.place.object == scope && c.place.slot.name == name;
    if (carried) continue;
    if (before.is<Undefined>()) variables.erase(it);
    else it->second = before;
  }
}

}  // namespace lathe::staging
