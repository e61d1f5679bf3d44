// Method: backward over the structured statements of each function; loops are repeated until nothing changes. A nested
// function's free names count as live in the whole function that defines it; a lambda's are read where it stands.
#include "autograph/liveness.h"

#include <algorithm>
#include <set>
#include <utility>

#include "frontend/ast_visit.h"

namespace lathe {

using ast::Block;
using ast::ExprId;
using ast::StmtId;

namespace {
using Names = std::set<uint32_t>;

void Merge(Names& into, const Names& from) { into.insert(from.begin(), from.end()); }
void Remove(Names& from, const Names& what) {
  for (uint32_t n : what) from.erase(n);
}
}  // namespace

class LivenessAnalysis {
 public:
  LivenessAnalysis(const ast::Ast& ast, LivenessTable& table) : ast_(ast), table_(table) {}

  void Function(const Block& body) {
    Flow saved = std::exchange(flow_, {});
    for (StmtId id : body) CollectDeclarations(id);
    Before(body, flow_.always);
    flow_ = std::move(saved);
  }

 private:
  struct Effects {
    Names read, written;
  };
  struct Flow {
    Names always;       // read by nested functions, or declared nonlocal
    Names exceptional;  // live where an exception is caught
    Names loop_head, loop_exit;
  };

  // ---- what expressions read and write ----
  // The name of x, o.x, d['k'], l[0], d[k]; invalid for others.
  Name QualifiedName(ExprId id) {
    const ast::ExprData& data = ast_[id].data;
    if (const auto* name = std::get_if<ast::NameExpr>(&data)) return name->name;
    std::string text;
    std::vector<Name> support;
    auto base = [&](ExprId value) {
      Name name = QualifiedName(value);
      if (!name) return false;
      text = ast_.names().text(name);
      support = table_.support(name);
      if (!table_.IsComposite(name)) support = {};
      support.push_back(name);
      return true;
    };
    if (const auto* attribute = std::get_if<ast::AttributeExpr>(&data)) {
      if (!base(attribute->value)) return {};
      text += "." + std::string(ast_.names().text(attribute->attr));
    } else if (const auto* subscript = std::get_if<ast::SubscriptExpr>(&data)) {
      if (!base(subscript->value)) return {};
      const ast::ExprData& key = ast_[subscript->slice].data;
      if (const auto* name = std::get_if<ast::NameExpr>(&key)) {
        text += "[" + std::string(ast_.names().text(name->name)) + "]";
        support.push_back(name->name);
      } else if (const auto* string = std::get_if<ast::StringLiteral>(&key)) {
        text += "['" + string->value + "']";
      } else if (const auto* number = std::get_if<ast::IntLiteral>(&key)) {
        text += "[" + number->digits + "]";
      } else {
        return {};
      }
    } else {
      return {};
    }
    Name result = ast_.names().Intern(text);
    table_.support_.emplace(result.index, std::move(support));
    return result;
  }

  void Reads(ExprId id, Names& out) {
    if (!id) return;
    const ast::ExprData& data = ast_[id].data;
    if (const auto* lambda = std::get_if<ast::LambdaExpr>(&data)) {
      Names inner, bound;
      Parameters(lambda->args, bound, out);
      Reads(lambda->body, inner);
      return AddFree(inner, bound, out);
    }
    if (const auto* generators = GeneratorsOf(data)) {
      Names inner, bound;
      for (const ast::Comprehension& g : *generators) {
        Effects target;
        Writes(g.target, target);
        Merge(bound, target.written);
        Merge(inner, target.read);
      }
      ast::ForEachChild(data, [&](auto child) { ReadChild(child, inner); });
      return AddFree(inner, bound, out);
    }
    if (Name name = QualifiedName(id)) out.insert(name.index);
    ast::ForEachChild(data, [&](auto child) { ReadChild(child, out); });
  }
  void ReadChild(ExprId id, Names& out) { Reads(id, out); }
  void ReadChild(StmtId, Names&) {}
  void ReadChild(ast::PatternId, Names&) {}

  // What an inner scope reads and does not bind; composite names of bound ones stay inside.
  void AddFree(const Names& inner, const Names& bound, Names& out) {
    for (uint32_t n : inner) {
      bool free = !bound.contains(n);
      for (Name s : table_.support(Name{n})) free &= !bound.contains(s.index);
      if (free) out.insert(n);
    }
  }

  static const std::vector<ast::Comprehension>* GeneratorsOf(const ast::ExprData& data) {
    if (const auto* c = std::get_if<ast::ListComp>(&data)) return &c->generators;
    if (const auto* c = std::get_if<ast::SetComp>(&data)) return &c->generators;
    if (const auto* c = std::get_if<ast::DictComp>(&data)) return &c->generators;
    if (const auto* c = std::get_if<ast::GeneratorExpr>(&data)) return &c->generators;
    return nullptr;
  }

  // A target: writes its name, reads what the name is made of.
  void Writes(ExprId id, Effects& e) {
    const ast::ExprData& data = ast_[id].data;
    if (const auto* star = std::get_if<ast::StarredExpr>(&data)) return Writes(star->value, e);
    if (const auto* tuple = std::get_if<ast::TupleExpr>(&data)) {
      for (ExprId x : tuple->elements) Writes(x, e);
      return;
    }
    if (const auto* list = std::get_if<ast::ListExpr>(&data)) {
      for (ExprId x : list->elements) Writes(x, e);
      return;
    }
    if (Name name = QualifiedName(id)) e.written.insert(name.index);
    if (!std::holds_alternative<ast::NameExpr>(data)) ast::ForEachChild(data, [&](auto child) { ReadChild(child, e.read); });
  }
  // Targets of `:=` anywhere in an expression.
  void Walrus(ExprId id, Names& written) {
    if (!id) return;
    if (const auto* named = std::get_if<ast::NamedExpr>(&ast_[id].data)) {
      if (Name name = QualifiedName(named->target)) written.insert(name.index);
    }
    if (std::holds_alternative<ast::LambdaExpr>(ast_[id].data)) return;
    ast::ForEachChild(ast_[id].data, [&](auto child) { WalrusChild(child, written); });
  }
  void WalrusChild(ExprId id, Names& written) { Walrus(id, written); }
  void WalrusChild(StmtId, Names&) {}
  void WalrusChild(ast::PatternId, Names&) {}
  void Evaluate(ExprId id, Effects& e) {
    Reads(id, e.read);
    Walrus(id, e.written);
  }

  void Parameters(const ast::Arguments& args, Names& bound, Names& defaults) {
    auto one = [&](const ast::Arg& a) { bound.insert(a.name.index); };
    for (const ast::Arg& a : args.posonly) one(a);
    for (const ast::Arg& a : args.args) one(a);
    for (const ast::Arg& a : args.kwonly) one(a);
    if (args.vararg) one(*args.vararg);
    if (args.kwarg) one(*args.kwarg);
    for (ExprId d : args.defaults) Reads(d, defaults);
    for (ExprId d : args.kw_defaults) Reads(d, defaults);
  }

  void PatternNames(ast::PatternId id, Effects& e) {
    const ast::PatternData& data = ast_[id].data;
    if (const auto* as = std::get_if<ast::MatchAs>(&data); as && as->name) e.written.insert(as->name->index);
    if (const auto* star = std::get_if<ast::MatchStar>(&data); star && star->name) e.written.insert(star->name->index);
    if (const auto* mapping = std::get_if<ast::MatchMapping>(&data); mapping && mapping->rest) e.written.insert(mapping->rest->index);
    ast::ForEachChild(data, [&](auto child) { PatternChild(child, e); });
  }
  void PatternChild(ExprId id, Effects& e) { Reads(id, e.read); }
  void PatternChild(ast::PatternId id, Effects& e) { PatternNames(id, e); }
  void PatternChild(StmtId, Effects&) {}

  // Of a statement without blocks, or of the header of a definition.
  Effects OwnEffects(const ast::Stmt& s) {
    Effects e;
    if (const auto* f = std::get_if<ast::FunctionDef>(&s.data)) {
      Names parameters;
      Parameters(f->args, parameters, e.read);
      for (ExprId d : f->decorators) Reads(d, e.read);
      e.written.insert(f->name.index);
    } else if (const auto* c = std::get_if<ast::ClassDef>(&s.data)) {
      for (ExprId d : c->decorators) Reads(d, e.read);
      for (ExprId b : c->bases) Reads(b, e.read);
      for (const ast::Keyword& k : c->keywords) Reads(k.value, e.read);
      e.written.insert(c->name.index);
    } else if (const auto* a = std::get_if<ast::AssignStmt>(&s.data)) {
      Evaluate(a->value, e);
      for (ExprId t : a->targets) Writes(t, e);
    } else if (const auto* a = std::get_if<ast::AugAssignStmt>(&s.data)) {
      Evaluate(a->target, e);
      Evaluate(a->value, e);
      Writes(a->target, e);
    } else if (const auto* a = std::get_if<ast::AnnAssignStmt>(&s.data)) {
      if (!a->value) return e;
      Evaluate(a->value, e);
      Writes(a->target, e);
    } else if (const auto* d = std::get_if<ast::DeleteStmt>(&s.data)) {
      for (ExprId t : d->targets) Writes(t, e);
    } else if (const auto* i = std::get_if<ast::ImportStmt>(&s.data)) {
      for (const ast::ImportAlias& a : i->names) {
        e.written.insert((a.asname ? *a.asname : ast_.names().Intern(a.name.substr(0, a.name.find('.')))).index);
      }
    } else if (const auto* i = std::get_if<ast::ImportFromStmt>(&s.data)) {
      for (const ast::ImportAlias& a : i->names) e.written.insert((a.asname ? *a.asname : ast_.names().Intern(a.name)).index);
    } else {
      ast::ForEachChild(s.data, [&](auto child) { EvaluateChild(child, e); });
    }
    return e;
  }
  void EvaluateChild(ExprId id, Effects& e) { Evaluate(id, e); }
  void EvaluateChild(StmtId, Effects&) {}
  void EvaluateChild(ast::PatternId, Effects&) {}

  // ---- nested functions ----
  void CollectDeclarations(StmtId id) {
    const ast::Stmt& s = ast_[id];
    if (const auto* n = std::get_if<ast::NonlocalStmt>(&s.data)) {
      for (Name name : n->names) flow_.always.insert(name.index);
    }
    if (const auto* f = std::get_if<ast::FunctionDef>(&s.data)) {
      Effects inner;
      Names bound;
      Parameters(f->args, bound, inner.read);
      for (StmtId b : f->body) AllEffects(b, inner);
      Merge(bound, inner.written);
      AddFree(inner.read, bound, flow_.always);
      return;
    }
    if (const auto* c = std::get_if<ast::ClassDef>(&s.data)) {
      for (StmtId b : c->body) CollectDeclarations(b);
      return;
    }
    ast::ForEachChild(s.data, [&](auto child) { CollectChild(child); });
  }
  void CollectChild(StmtId id) { CollectDeclarations(id); }
  void CollectChild(ExprId) {}
  void CollectChild(ast::PatternId) {}

  // Of a statement with everything inside, inner functions included.
  void AllEffects(StmtId id, Effects& e) {
    const ast::Stmt& s = ast_[id];
    if (const auto* f = std::get_if<ast::FunctionDef>(&s.data)) {
      Effects inner;
      Names bound;
      Parameters(f->args, bound, e.read);
      for (StmtId b : f->body) AllEffects(b, inner);
      Merge(bound, inner.written);
      AddFree(inner.read, bound, e.read);
    }
    Effects own = HeaderEffects(s);
    Merge(e.read, own.read);
    Merge(e.written, own.written);
    if (std::holds_alternative<ast::FunctionDef>(s.data)) return;
    ast::ForEachChild(s.data, [&](auto child) { AllChild(child, e); });
  }
  void AllChild(StmtId id, Effects& e) { AllEffects(id, e); }
  void AllChild(ExprId, Effects&) {}
  void AllChild(ast::PatternId id, Effects& e) { PatternNames(id, e); }

  // Like OwnEffects, but knows the targets of `for`, `with` and handlers.
  Effects HeaderEffects(const ast::Stmt& s) {
    Effects e;
    if (const auto* f = std::get_if<ast::ForStmt>(&s.data)) {
      Evaluate(f->iter, e);
      Evaluate(f->extra_test, e);
      Writes(f->target, e);
    } else if (const auto* w = std::get_if<ast::WithStmt>(&s.data)) {
      for (const ast::WithItem& i : w->items) {
        Evaluate(i.context, e);
        if (i.vars) Writes(i.vars, e);
      }
    } else if (const auto* t = std::get_if<ast::TryStmt>(&s.data)) {
      for (const ast::ExceptHandler& h : t->handlers) {
        Reads(h.type, e.read);
        if (h.name) e.written.insert(h.name->index);
      }
    } else {
      return OwnEffects(s);
    }
    return e;
  }

  // ---- liveness ----
  Names Before(const Block& block, Names live) {
    for (size_t i = block.size(); i-- > 0;) live = BeforeStatement(block[i], std::move(live));
    return live;
  }

  Names BeforeStatement(StmtId id, Names live) {
    const ast::Stmt& s = ast_[id];
    Merge(live, flow_.exceptional);
    if (const auto* f = std::get_if<ast::FunctionDef>(&s.data)) Function(f->body);
    if (const auto* c = std::get_if<ast::ClassDef>(&s.data)) Function(c->body);
    if (const auto* branch = std::get_if<ast::IfStmt>(&s.data)) return BeforeIf(id, *branch, std::move(live));
    if (const auto* w = std::get_if<ast::WhileStmt>(&s.data)) return BeforeLoop(id, {}, w->test, {}, w->body, w->orelse, std::move(live));
    if (const auto* f = std::get_if<ast::ForStmt>(&s.data)) return BeforeLoop(id, f->iter, f->extra_test, f->target, f->body, f->orelse, std::move(live));
    if (const auto* t = std::get_if<ast::TryStmt>(&s.data)) return BeforeTry(*t, std::move(live));
    if (const auto* m = std::get_if<ast::MatchStmt>(&s.data)) return BeforeMatch(*m, std::move(live));
    if (const auto* w = std::get_if<ast::WithStmt>(&s.data)) live = Before(w->body, std::move(live));
    if (std::holds_alternative<ast::ReturnStmt>(s.data) || std::holds_alternative<ast::RaiseStmt>(s.data)) {
      live = flow_.always;
      Merge(live, flow_.exceptional);
    }
    if (std::holds_alternative<ast::BreakStmt>(s.data)) return flow_.loop_exit;
    if (std::holds_alternative<ast::ContinueStmt>(s.data)) return flow_.loop_head;
    Effects e = HeaderEffects(s);
    Remove(live, e.written);
    Merge(live, e.read);
    Merge(live, flow_.always);
    return live;
  }

  Names BeforeIf(StmtId id, const ast::IfStmt& s, Names live) {
    Names in = Before(s.body, live), orelse_in = Before(s.orelse, live), body_in = in;
    Merge(in, orelse_in);
    Effects test;
    Evaluate(s.test, test);
    Remove(in, test.written);
    Merge(in, test.read);
    Record(id, in, live, body_in, orelse_in);
    return in;
  }

  Names BeforeLoop(StmtId id, ExprId iter, ExprId test, ExprId target, const Block& body, const Block& orelse, Names out) {
    Effects head;
    Evaluate(test, head);
    if (target) Writes(target, head);
    Names behind = Before(orelse, out), live = behind;
    Remove(live, test && !target ? head.written : Names{});
    Merge(live, head.read);
    Names saved_head = flow_.loop_head, saved_exit = flow_.loop_exit, body_in;
    while (true) {
      flow_.loop_head = live;
      flow_.loop_exit = out;
      Names next = Before(body, live);
      body_in = next;
      Remove(next, head.written);
      Merge(next, live);
      Merge(next, head.read);
      if (next == live) break;
      live = std::move(next);
    }
    flow_.loop_head = std::move(saved_head);
    flow_.loop_exit = std::move(saved_exit);
    Reads(iter, live);
    Record(id, live, out, body_in, behind);
    return live;
  }

  Names BeforeTry(const ast::TryStmt& t, Names live) {
    Names final_in = Before(t.finalbody, std::move(live));
    Names caught = final_in;
    for (const ast::ExceptHandler& h : t.handlers) {
      Names in = Before(h.body, final_in);
      if (h.name) in.erase(h.name->index);
      Reads(h.type, in);
      Merge(caught, in);
    }
    Names else_in = Before(t.orelse, final_in);
    Names saved = flow_.exceptional;
    Merge(flow_.exceptional, caught);
    Names in = Before(t.body, std::move(else_in));
    Merge(in, flow_.exceptional);
    flow_.exceptional = std::move(saved);
    return in;
  }

  Names BeforeMatch(const ast::MatchStmt& m, Names live) {
    Names in = live;
    for (const ast::MatchCase& c : m.cases) {
      Names body = Before(c.body, live);
      Effects e;
      PatternNames(c.pattern, e);
      if (c.guard) Evaluate(c.guard, e);
      Remove(body, e.written);
      Merge(body, e.read);
      Merge(in, body);
    }
    Reads(m.subject, in);
    return in;
  }

  std::vector<Name> Sorted(const Names& names) const {
    std::vector<Name> out;
    for (uint32_t n : names) out.push_back(Name{n});
    std::sort(out.begin(), out.end(), [&](Name a, Name b) { return ast_.names().text(a) < ast_.names().text(b); });
    return out;
  }
  void Record(StmtId id, const Names& in, const Names& out, const Names& body_in, const Names& orelse_in) {
    Effects all;
    AllEffects(id, all);
    table_.statements_[id.index] = {Sorted(all.written), Sorted(all.read), Sorted(in), Sorted(out), Sorted(body_in), Sorted(orelse_in)};
  }

  const ast::Ast& ast_;
  LivenessTable& table_;
  Flow flow_;
};

const FlowSymbols* LivenessTable::of(StmtId id) const {
  auto it = statements_.find(id.index);
  return it == statements_.end() ? nullptr : &it->second;
}

const std::vector<Name>& LivenessTable::support(Name name) const {
  static const std::vector<Name> kNone;
  auto it = support_.find(name.index);
  return it == support_.end() ? kNone : it->second;
}

std::vector<Name> LivenessTable::State(StmtId id, const Interner& names) const {
  const FlowSymbols* s = of(id);
  if (!s) return {};
  auto has = [](const std::vector<Name>& list, Name n) { return std::find(list.begin(), list.end(), n) != list.end(); };
  std::vector<Name> out;
  for (Name n : s->written) {
    bool needed = has(s->live_in, n) || has(s->live_out, n);
    if (IsComposite(n)) {
      needed = true;
      for (Name part : support(n)) needed &= has(s->live_in, part);
    }
    if (needed) out.push_back(n);
  }
  std::sort(out.begin(), out.end(), [&](Name a, Name b) {
    bool a_out = has(s->live_out, a), b_out = has(s->live_out, b);
    return a_out != b_out ? a_out : names.text(a) < names.text(b);
  });
  return out;
}

LivenessTable AnalyzeLiveness(const ast::Ast& ast) {
  LivenessTable table;
  LivenessAnalysis(ast, table).Function(ast.body);
  return table;
}

}  // namespace lathe
