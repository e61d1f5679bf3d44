// What a construct of the graph passes on: names and composite places that it assigns, by AutoGraph's rule (autograph/liveness.h)
// and as staging carried them.
#include <algorithm>

#include "code/printer.h"
#include "frontend/ast_visit.h"

namespace lathe::code {

using ast::Block;
using ast::ExprId;
using ast::StmtId;

// "x", "o.x", "d['k']"; empty for other targets.
std::string Printer::Qualified(ExprId id) const {
  const ast::ExprData& data = lowered_[id].data;
  const Interner& names = original_.names();
  if (auto* n = std::get_if<ast::NameExpr>(&data)) return std::string(names.text(n->name));
  if (auto* a = std::get_if<ast::AttributeExpr>(&data)) {
    std::string base = Qualified(a->value);
    return base.empty() ? base : base + "." + std::string(names.text(a->attr));
  }
  if (auto* s = std::get_if<ast::SubscriptExpr>(&data)) {
    std::string base = Qualified(s->value);
    if (base.empty()) return base;
    const ast::ExprData& key = lowered_[s->slice].data;
    if (auto* n = std::get_if<ast::NameExpr>(&key)) return base + "[" + std::string(names.text(n->name)) + "]";
    if (auto* t = std::get_if<ast::StringLiteral>(&key)) return base + "['" + t->value + "']";
    if (auto* i = std::get_if<ast::IntLiteral>(&key)) return base + "[" + i->digits + "]";
  }
  return {};
}

void Printer::Targets(ExprId id, std::set<std::string>& out) const {
  if (!id) return;
  const ast::ExprData& data = lowered_[id].data;
  if (auto* t = std::get_if<ast::TupleExpr>(&data)) {
    for (ExprId x : t->elements) Targets(x, out);
  } else if (auto* l = std::get_if<ast::ListExpr>(&data)) {
    for (ExprId x : l->elements) Targets(x, out);
  } else if (auto* s = std::get_if<ast::StarredExpr>(&data)) {
    Targets(s->value, out);
  } else if (std::string name = Qualified(id); !name.empty()) {
    out.insert(name);
  }
}

void Printer::AssignedBy(StmtId id, std::set<std::string>& out) const {
  const ast::Stmt& s = (*function_.tree)[id];
  auto add = [&](Name n) { out.insert(std::string(original_.names().text(n))); };
  if (auto* f = std::get_if<ast::FunctionDef>(&s.data)) return add(f->name);
  if (auto* c = std::get_if<ast::ClassDef>(&s.data)) return add(c->name);
  if (auto* a = std::get_if<ast::AssignStmt>(&s.data)) for (ExprId t : a->targets) Targets(t, out);
  if (auto* a = std::get_if<ast::AugAssignStmt>(&s.data)) Targets(a->target, out);
  if (auto* a = std::get_if<ast::AnnAssignStmt>(&s.data); a && a->value) Targets(a->target, out);
  if (auto* f = std::get_if<ast::ForStmt>(&s.data)) Targets(f->target, out);
  if (auto* w = std::get_if<ast::WithStmt>(&s.data)) for (auto& i : w->items) Targets(i.vars, out);
  if (auto* t = std::get_if<ast::TryStmt>(&s.data)) for (auto& h : t->handlers) if (h.name) add(*h.name);
  if (auto* m = std::get_if<ast::ImportStmt>(&s.data)) for (auto& i : m->names) out.insert(i.asname ? std::string(original_.names().text(*i.asname)) : i.name.substr(0, i.name.find('.')));
  if (auto* m = std::get_if<ast::ImportFromStmt>(&s.data)) for (auto& i : m->names) out.insert(i.asname ? std::string(original_.names().text(*i.asname)) : i.name);
  struct Visit {
    const Printer& p;
    std::set<std::string>& out;
    void operator()(ExprId e) {
      if (auto* n = std::get_if<ast::NamedExpr>(&p.lowered_[e].data)) p.Targets(n->target, out);
      if (!std::holds_alternative<ast::LambdaExpr>(p.lowered_[e].data)) ast::ForEachChild(p.lowered_[e].data, *this);
    }
    void operator()(StmtId child) { p.AssignedBy(child, out); }
    void operator()(ast::PatternId pattern) {
      const ast::PatternData& data = p.lowered_[pattern].data;
      auto name = [&](const std::optional<Name>& n) { if (n) out.insert(std::string(p.original_.names().text(*n))); };
      if (auto* m = std::get_if<ast::MatchAs>(&data)) name(m->name);
      if (auto* m = std::get_if<ast::MatchStar>(&data)) name(m->name);
      if (auto* m = std::get_if<ast::MatchMapping>(&data)) name(m->rest);
      ast::ForEachChild(data, *this);
    }
  } visit{*this, out};
  ast::ForEachChild(s.data, visit);
}

std::set<std::string> Printer::Assigned(const Block& block) const {
  std::set<std::string> out;
  for (StmtId id : block) AssignedBy(id, out);
  return out;
}

// Whether every way through the block assigns the place.
bool Printer::SurelyAssigns(const Block& block, const std::string& raw) const {
  for (StmtId id : block) {
    const ast::Stmt& s = (*function_.tree)[id];
    std::set<std::string> own;
    if (auto* a = std::get_if<ast::AssignStmt>(&s.data)) for (ExprId t : a->targets) Targets(t, own);
    if (auto* a = std::get_if<ast::AugAssignStmt>(&s.data)) Targets(a->target, own);
    if (own.contains(raw)) return true;
    if (auto* i = std::get_if<ast::IfStmt>(&s.data); i && SurelyAssigns(i->body, raw) && SurelyAssigns(i->orelse, raw)) return true;
    if (auto* w = std::get_if<ast::WithStmt>(&s.data); w && SurelyAssigns(w->body, raw)) return true;
  }
  return false;
}

// Free names of functions and lambdas that are made before the statement, or in a loop around it.
std::set<std::string> Printer::CapturedBefore(StmtId id) const {
  std::set<std::string> out;
  if (!function_.def) return out;
  Span at = lowered_[id].span;
  for (StmtId s : std::get<ast::FunctionDef>(original_[function_.def].data).body) Captured(s, at.begin, at, out);
  return out;
}

void Printer::Captured(StmtId id, uint32_t before, Span inside, std::set<std::string>& out) const {
  struct Names {
    const Printer& p;
    std::set<std::string>& out;
    void operator()(ExprId e) {
      if (auto* n = std::get_if<ast::NameExpr>(&p.lowered_[e].data)) out.insert(std::string(p.original_.names().text(n->name)));
      ast::ForEachChild(p.lowered_[e].data, *this);
    }
    void operator()(StmtId s) { ast::ForEachChild(p.original_[s].data, *this); }
    void operator()(ast::PatternId) {}
  };
  auto free_names = [&](const ast::Arguments& args, const std::set<std::string>& bound_in, std::set<std::string> used) {
    std::set<std::string> bound = bound_in;
    auto add = [&](const ast::Arg& a) { bound.insert(std::string(original_.names().text(a.name))); };
    for (auto& a : args.posonly) add(a);
    for (auto& a : args.args) add(a);
    for (auto& a : args.kwonly) add(a);
    if (args.vararg) add(*args.vararg);
    if (args.kwarg) add(*args.kwarg);
    for (const std::string& n : used) if (!bound.contains(n)) out.insert(n);
  };
  struct Visit {
    const Printer& p;
    uint32_t before;
    Span inside;
    std::set<std::string>& out;
    decltype(free_names)& free;
    void operator()(ExprId e) {
      const ast::Expr& x = p.lowered_[e];
      if (x.span.begin >= before) return;
      if (auto* l = std::get_if<ast::LambdaExpr>(&x.data)) {
        std::set<std::string> used;
        Names names{p, used};
        names(l->body);
        free(l->args, {}, std::move(used));
      }
      ast::ForEachChild(x.data, *this);
    }
    void operator()(StmtId s) {
      const ast::Stmt& x = p.original_[s];
      if (x.span.begin >= before) return;
      if (auto* f = std::get_if<ast::FunctionDef>(&x.data)) {
        std::set<std::string> used, bound;
        Names names{p, used};
        for (StmtId b : f->body) names(b);
        for (StmtId b : f->body) p.AssignedBy(b, bound);
        Function declared;
        p.CollectDeclared(f->body, declared);
        for (const std::string& n : declared.nonlocals) bound.erase(n), used.insert(n);
        free(f->args, bound, std::move(used));
        return;
      }
      ast::ForEachChild(x.data, *this);
    }
    void operator()(ast::PatternId) {}
  } visit{*this, before, inside, out, free_names};
  visit(id);
}

// The places that the construct with this header carries: AutoGraph's state, less what no trace changed.
std::vector<Place> Printer::StateOf(StmtId id, Span header, const FormInfo& form) {
  std::set<std::string> carried;
  for (const auto& s : record_.states)
    if (s.header == header && function_.calls.contains(s.call)) carried.insert(s.places.begin(), s.places.end());
  std::set<std::string> captured = CapturedBefore(id);
  std::vector<Place> places;
  for (Name n : liveness_.State(id, original_.names())) {
    Place p;
    p.name = n;
    p.raw = original_.names().text(n);
    p.text = NameText(n);
    if (liveness_.IsComposite(n)) {
      p.kind = Place::Kind::kComposite;
    } else {
      if (!carried.contains(p.raw)) continue;
      bool shared = captured.contains(p.raw) || function_.globals.contains(p.raw) || function_.nonlocals.contains(p.raw);
      if (shared) p.kind = Place::Kind::kShared;
      p.defined = !form.defined || function_.globals.contains(p.raw) || function_.nonlocals.contains(p.raw) ||
                  std::find(form.defined->begin(), form.defined->end(), n) != form.defined->end();
    }
    if (p.kind != Place::Kind::kLocal) p.temp = pool_.Fresh(p.kind == Place::Kind::kShared ? p.text + "_value" : StemOf(p.text));
    places.push_back(std::move(p));
  }
  return places;
}

// `nonlocal` and `global` lines of a generated function.
void Printer::Declarations(const std::vector<Place>& places, const Block& block) {
  std::vector<std::string> globals, nonlocals;
  std::set<std::string> assigned = Assigned(block), done;
  for (const Place& p : places) {
    if (p.kind != Place::Kind::kShared || !done.insert(p.raw).second) continue;
    (function_.globals.contains(p.raw) ? globals : nonlocals).push_back(p.text);
  }
  for (const std::string& n : assigned) {
    if (done.contains(n)) continue;
    if (function_.globals.contains(n)) globals.push_back(n);
    else if (function_.nonlocals.contains(n)) nonlocals.push_back(n);
  }
  if (!globals.empty()) Emit("global " + Join(globals));
  if (!nonlocals.empty()) Emit("nonlocal " + Join(nonlocals));
}

// Parameters with defaults for local names that the block assigns and that it may read, or pass on, before.
std::vector<std::string> Printer::DefaultsFor(const Block& block, const std::vector<Name>& live, const std::vector<Place>& passed, const FormInfo& form) {
  std::set<std::string> assigned = Assigned(block);
  std::vector<std::string> out;
  for (Name n : live) {
    std::string raw(original_.names().text(n));
    if (liveness_.IsComposite(n) || !assigned.contains(raw) || function_.globals.contains(raw) || function_.nonlocals.contains(raw)) continue;
    bool is_passed = std::any_of(passed.begin(), passed.end(), [&](const Place& p) { return p.raw == raw; });
    bool has_value = !form.defined || std::find(form.defined->begin(), form.defined->end(), n) != form.defined->end();
    if (is_passed || !has_value) continue;
    out.push_back(NameText(n) + "=" + NameText(n));
  }
  return out;
}

}  // namespace lathe::code
