// Method: one walk over the module with a stack of open scopes, in the order of the text, so that a declaration knows what
// has been used before it.
#include "frontend/scope_builder.h"

namespace lathe {

using ast::ExprId;
using ast::PatternId;
using ast::StmtId;

ScopeBuilder::ScopeBuilder(const ast::Ast& ast, ScopeTable& table, DiagnosticSink* errors)
    : ast_(ast), table_(table), errors_(errors) {}

void ScopeBuilder::Run() {
  Open(Scope::Kind::kModule);
  BlockOf(ast_.body);
  Close();
  for (const NameUse& n : nonlocals_) ResolveNonlocal(n);
}

// The scopes are complete now: the name must be bound by an enclosing function.
void ScopeBuilder::ResolveNonlocal(const NameUse& n) {
  for (const Scope* s = n.scope->parent; s && s->kind != Scope::Kind::kModule && !s->globals.contains(n.name.index); s = s->parent) {
    if (s->kind == Scope::Kind::kClass || !s->binds(n.name)) continue;
    const_cast<Scope*>(s)->captured.insert(n.name.index);
    return;
  }
  Fail(DiagnosticKind::kSyntaxError, n.span, "no enclosing function binds the nonlocal name " + Quoted(n.name));
}

Scope* ScopeBuilder::Open(Scope::Kind kind) {
  Scope scope;
  scope.kind = kind;
  scope.parent = frames_.empty() ? nullptr : top().scope;
  Scope* s = &table_.New(std::move(scope));
  frames_.push_back(std::make_unique<Frame>());
  top().scope = s;
  return s;
}

void ScopeBuilder::Fail(DiagnosticKind kind, Span span, std::string message) {
  if (errors_) errors_->Report({.kind = kind, .message = std::move(message), .span = span});
}

// Takes declared names out of the bound ones; what is declared global and assigned here is bound in the module.
void ScopeBuilder::Close() {
  Frame& f = top();
  Scope& s = *f.scope;
  for (auto& [name, span] : f.global_spans) {
    if (s.bound.erase(name) && frames_.size() > 1) frames_[0]->scope->bound.insert(name);
    if (frames_.size() == 1 && (f.flags[name] & (kAssigned | kImported))) s.bound.insert(name);
    if (frames_.size() > 1) s.globals.insert(name);
  }
  for (auto& [name, span] : f.nonlocal_spans) {
    s.bound.erase(name);
    s.nonlocals.insert(name);
    nonlocals_.push_back({&s, Name{name}, span, false});
  }
  frames_.pop_back();
}

void ScopeBuilder::Bind(Name name, Span span, uint8_t flag) {
  uint8_t& flags = top().flags[name.index];
  if (flag == kParameter && (flags & kParameter)) {
    Fail(DiagnosticKind::kDuplicateArgument, span, "the parameter " + Quoted(name) + " appears twice");
  }
  if (flag == kIteration && (flags & kAssigned)) {
    Fail(DiagnosticKind::kSyntaxError, span, "the iteration variable " + Quoted(name) + " of a comprehension rebinds the target of a ':='");
  }
  if (ast_.names().text(name) == "__debug__") Fail(DiagnosticKind::kInvalidTarget, span, "cannot assign to '__debug__'");
  flags |= flag;
  top().scope->bound.insert(name.index);
}

void ScopeBuilder::Use(Name name, Span span) {
  top().flags[name.index] |= kUsed;
  uses_.push_back({top().scope, name, span, uncertain_ == 0});
}

void ScopeBuilder::Target(ExprId id, uint8_t flag) {
  const ast::Expr& e = ast_[id];
  if (const auto* name = std::get_if<ast::NameExpr>(&e.data)) return Bind(name->name, e.span, flag);
  if (const auto* star = std::get_if<ast::StarredExpr>(&e.data)) return Target(star->value, flag);
  if (const auto* tuple = std::get_if<ast::TupleExpr>(&e.data)) {
    for (ExprId x : tuple->elements) Target(x, flag);
    return;
  }
  if (const auto* list = std::get_if<ast::ListExpr>(&e.data)) {
    for (ExprId x : list->elements) Target(x, flag);
    return;
  }
  Visit(id);
}

void ScopeBuilder::Visit(ExprId id) {
  const ast::Expr& e = ast_[id];
  struct {
    ScopeBuilder& b;
    ExprId id;
    Span span;
    void operator()(const ast::NameExpr& x) { b.Use(x.name, span); }
    void operator()(const ast::NamedExpr& x) { b.Walrus(x); }
    void operator()(const ast::LambdaExpr& x) { b.Lambda(id, x); }
    void operator()(const ast::ListComp& x) { b.Comprehension(id, x.generators, {x.element}); }
    void operator()(const ast::SetComp& x) { b.Comprehension(id, x.generators, {x.element}); }
    void operator()(const ast::DictComp& x) { b.Comprehension(id, x.generators, {x.key, x.value}); }
    void operator()(const ast::GeneratorExpr& x) { b.Comprehension(id, x.generators, {x.element}); }
    void operator()(const ast::YieldExpr& x) { b.Yield(span), b.Children(ast::ExprData(x)); }
    void operator()(const ast::YieldFromExpr& x) { b.Yield(span), b.Children(ast::ExprData(x)); }
    void operator()(const ast::NoneLiteral&) {}
    void operator()(const ast::EllipsisLiteral&) {}
    void operator()(const ast::BoolLiteral&) {}
    void operator()(const ast::IntLiteral&) {}
    void operator()(const ast::FloatLiteral&) {}
    void operator()(const ast::ComplexLiteral&) {}
    void operator()(const ast::StringLiteral&) {}
    void operator()(const ast::BytesLiteral&) {}
    void operator()(const ast::BoolOpExpr&) { b.MaybeRun(b.ast_[id].data); }
    void operator()(const ast::BinaryExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::UnaryExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::ConditionalExpr&) { b.MaybeRun(b.ast_[id].data); }
    void operator()(const ast::DictExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::SetExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::AwaitExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::CompareExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::CallExpr& c) {
      for (const ast::Keyword& k : c.keywords) {
        if (k.name && b.ast_.names().text(*k.name) == "__debug__") b.Fail(DiagnosticKind::kInvalidTarget, k.span, "cannot assign to '__debug__'");
      }
      b.Children(b.ast_[id].data);
    }
    void operator()(const ast::FormattedValue&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::JoinedStr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::AttributeExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::SubscriptExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::StarredExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::ListExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::TupleExpr&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::SliceExpr&) { b.Children(b.ast_[id].data); }
  } visitor{*this, id, e.span};
  std::visit(visitor, e.data);
}

void ScopeBuilder::Yield(Span span) {
  if (top().scope->kind == Scope::Kind::kComprehension) {
    Fail(DiagnosticKind::kSyntaxError, span, "'yield' cannot stand inside a comprehension or generator expression");
  }
  top().scope->has_yield = true;
}

void ScopeBuilder::Visit(PatternId id) {
  const ast::Pattern& p = ast_[id];
  if (const auto* as = std::get_if<ast::MatchAs>(&p.data); as && as->name) Bind(*as->name, p.span, kAssigned);
  if (const auto* star = std::get_if<ast::MatchStar>(&p.data); star && star->name) Bind(*star->name, p.span, kAssigned);
  if (const auto* mapping = std::get_if<ast::MatchMapping>(&p.data); mapping && mapping->rest) Bind(*mapping->rest, p.span, kAssigned);
  Children(p.data);
}

void ScopeBuilder::Visit(StmtId id) {
  const ast::Stmt& s = ast_[id];
  struct {
    ScopeBuilder& b;
    StmtId id;
    Span span;
    void operator()(const ast::FunctionDef& x) { b.Function(id, x); }
    void operator()(const ast::ClassDef& x) { b.Class(id, x); }
    void operator()(const ast::DeleteStmt& x) { for (ExprId t : x.targets) b.Target(t); }
    void operator()(const ast::AssignStmt& x) {
      b.Visit(x.value);
      for (ExprId t : x.targets) b.Target(t);
    }
    void operator()(const ast::AugAssignStmt& x) {
      b.Visit(x.target);
      b.Visit(x.value);
      if (std::holds_alternative<ast::NameExpr>(b.ast_[x.target].data)) b.Target(x.target);
    }
    void operator()(const ast::AnnAssignStmt& x) { b.Annotated(x); }
    void operator()(const ast::ForStmt& x) {
      b.Visit(x.iter);
      b.Target(x.target);
      if (x.extra_test) b.Visit(x.extra_test);
      b.MaybeBlock(x.body);
      b.MaybeBlock(x.orelse);
    }
    void operator()(const ast::WithStmt& x) {
      for (const ast::WithItem& i : x.items) {
        b.Visit(i.context);
        if (i.vars) b.Target(i.vars);
      }
      b.BlockOf(x.body);
    }
    void operator()(const ast::TryStmt& x) { b.Try(x); }
    void operator()(const ast::ImportStmt& x) { b.ImportNames(x.names, false); }
    void operator()(const ast::ImportFromStmt& x) { b.ImportNames(x.names, true); }
    void operator()(const ast::GlobalStmt& x) { b.Declaration(x.names, span, true); }
    void operator()(const ast::NonlocalStmt& x) { b.Declaration(x.names, span, false); }
    void operator()(const ast::ReturnStmt&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::WhileStmt& x) {
      b.Visit(x.test);
      b.MaybeBlock(x.body);
      b.MaybeBlock(x.orelse);
    }
    void operator()(const ast::IfStmt& x) {
      b.Visit(x.test);
      b.MaybeBlock(x.body);
      b.MaybeBlock(x.orelse);
    }
    void operator()(const ast::MatchStmt&) { b.MaybeRun(b.ast_[id].data); }
    void operator()(const ast::RaiseStmt&) {
      b.Children(b.ast_[id].data);
      ++b.uncertain_;  // nothing after it runs
    }
    void operator()(const ast::AssertStmt&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::ExprStmt&) { b.Children(b.ast_[id].data); }
    void operator()(const ast::PassStmt&) {}
    void operator()(const ast::BreakStmt&) {}
    void operator()(const ast::ContinueStmt&) {}
  } visitor{*this, id, s.span};
  std::visit(visitor, s.data);
}

void ScopeBuilder::ImportNames(const std::vector<ast::ImportAlias>& names, bool from) {
  for (const ast::ImportAlias& alias : names) {
    if (alias.name == "*") {
      has_star_import_ = true;
      if (top().scope->kind != Scope::Kind::kModule) {
        Fail(DiagnosticKind::kMisplacedStatement, alias.span, "'import *' is only allowed at the top level of a module");
      }
      continue;
    }
    Name name = alias.asname ? *alias.asname : ast_.names().Intern(from ? alias.name : alias.name.substr(0, alias.name.find('.')));
    Bind(name, alias.span, kImported);
  }
}

void ScopeBuilder::Annotated(const ast::AnnAssignStmt& s) {
  if (s.value) Visit(s.value);
  const ast::Expr& target = ast_[s.target];
  const auto* name = std::get_if<ast::NameExpr>(&target.data);
  if (name && s.simple) {
    uint8_t flags = top().flags[name->name.index];
    if ((flags & (kGlobal | kNonlocal)) && top().scope->kind != Scope::Kind::kModule) {
      Fail(DiagnosticKind::kSyntaxError, target.span, "the name " + Quoted(name->name) + " is declared " + (flags & kGlobal ? "global" : "nonlocal") + " and cannot be annotated");
    }
    Bind(name->name, target.span, kAnnotated | (s.value ? kAssigned : 0));
  } else if (name) {
    if (s.value) Bind(name->name, target.span, kAssigned);
  } else {
    Visit(s.target);
  }
  // Annotations of a function's locals are never evaluated.
  if (top().scope->kind == Scope::Kind::kFunction && name && s.simple) {
    size_t before = uses_.size();
    Visit(s.annotation);
    uses_.resize(before);
  } else {
    Visit(s.annotation);
  }
}

void ScopeBuilder::Declaration(const std::vector<Name>& names, Span span, bool global) {
  const std::string word = global ? "global" : "nonlocal";
  if (!global && top().scope->kind == Scope::Kind::kModule) {
    return Fail(DiagnosticKind::kMisplacedStatement, span, "'nonlocal' is only allowed inside a function");
  }
  for (Name name : names) {
    uint8_t& flags = top().flags[name.index];
    std::string prefix = "the name " + Quoted(name) + " ";
    if (flags & kParameter) {
      Fail(DiagnosticKind::kSyntaxError, span, prefix + "is a parameter and cannot be " + word);
    } else if (flags & kUsed) {
      Fail(DiagnosticKind::kSyntaxError, span, prefix + "is used before it is declared " + word);
    } else if (flags & kAnnotated) {
      Fail(DiagnosticKind::kSyntaxError, span, prefix + "is annotated and cannot be " + word);
    } else if (flags & kAssigned) {
      Fail(DiagnosticKind::kSyntaxError, span, prefix + "is assigned before it is declared " + word);
    } else if (flags & (global ? kNonlocal : kGlobal)) {
      Fail(DiagnosticKind::kSyntaxError, span, prefix + "is both global and nonlocal");
    }
    flags |= global ? kGlobal : kNonlocal;
    (global ? top().global_spans : top().nonlocal_spans).emplace(name.index, span);
  }
}

void ScopeBuilder::Try(const ast::TryStmt& s) {
  MaybeBlock(s.body);
  ++uncertain_;
  for (const ast::ExceptHandler& h : s.handlers) {
    if (h.type) Visit(h.type);
    if (h.name) Bind(*h.name, h.span, kAssigned);
    BlockOf(h.body);
  }
  --uncertain_;
  MaybeBlock(s.orelse);
  BlockOf(s.finalbody);
}

void ScopeBuilder::Defaults(const ast::Arguments& args) {
  for (ExprId d : args.defaults) Visit(d);
  for (ExprId d : args.kw_defaults) {
    if (d) Visit(d);
  }
}

void ScopeBuilder::Annotations(const ast::Arguments& args) {
  auto one = [&](const ast::Arg& a) {
    if (a.annotation) Visit(a.annotation);
  };
  for (const ast::Arg& a : args.posonly) one(a);
  for (const ast::Arg& a : args.args) one(a);
  if (args.vararg) one(*args.vararg);
  for (const ast::Arg& a : args.kwonly) one(a);
  if (args.kwarg) one(*args.kwarg);
}

void ScopeBuilder::Parameters(const ast::Arguments& args) {
  auto one = [&](const ast::Arg& a) { Bind(a.name, a.span, kParameter); };
  for (const ast::Arg& a : args.posonly) one(a);
  for (const ast::Arg& a : args.args) one(a);
  for (const ast::Arg& a : args.kwonly) one(a);
  if (args.vararg) one(*args.vararg);
  if (args.kwarg) one(*args.kwarg);
}

void ScopeBuilder::Function(StmtId id, const ast::FunctionDef& f) {
  for (ExprId d : f.decorators) Visit(d);
  Defaults(f.args);
  Annotations(f.args);
  if (f.returns) Visit(f.returns);
  Bind(f.name, f.name_span, kAssigned);
  table_.Bind(id, Open(Scope::Kind::kFunction));
  Parameters(f.args);
  int uncertain = uncertain_++;
  BlockOf(f.body);
  uncertain_ = uncertain;
  Close();
}

void ScopeBuilder::Class(StmtId id, const ast::ClassDef& c) {
  for (ExprId d : c.decorators) Visit(d);
  for (ExprId b : c.bases) Visit(b);
  for (const ast::Keyword& k : c.keywords) Visit(k.value);
  Bind(c.name, c.name_span, kAssigned);
  table_.Bind(id, Open(Scope::Kind::kClass));
  BlockOf(c.body);
  Close();
}

void ScopeBuilder::Lambda(ExprId id, const ast::LambdaExpr& l) {
  Defaults(l.args);
  bool in_iterable = top().iterables > 0;
  table_.Bind(id, Open(Scope::Kind::kLambda));
  top().iterables = in_iterable;
  Parameters(l.args);
  ++uncertain_;
  Visit(l.body);
  --uncertain_;
  Close();
}

// The first iterable belongs to the enclosing scope, everything else to the comprehension's own.
void ScopeBuilder::Comprehension(ExprId id, const std::vector<ast::Comprehension>& generators, std::initializer_list<ExprId> elements) {
  ++top().iterables;
  Visit(generators[0].iter);
  --top().iterables;
  bool in_iterable = top().iterables > 0;
  table_.Bind(id, Open(Scope::Kind::kComprehension));
  top().iterables = in_iterable;
  ++uncertain_;
  for (size_t i = 0; i < generators.size(); ++i) {
    const ast::Comprehension& g = generators[i];
    if (i > 0) {
      ++top().iterables;
      Visit(g.iter);
      --top().iterables;
    }
    Target(g.target, kIteration);
    for (ExprId condition : g.ifs) Visit(condition);
  }
  for (ExprId e : elements) Visit(e);
  --uncertain_;
  Close();
}

// Binds in the nearest scope that is no comprehension.
void ScopeBuilder::Walrus(const ast::NamedExpr& e) {
  Visit(e.value);
  const ast::Expr& target = ast_[e.target];
  const auto* name = std::get_if<ast::NameExpr>(&target.data);
  if (!name) return;
  if (top().iterables > 0) {
    return Fail(DiagnosticKind::kSyntaxError, target.span, "':=' cannot stand in the iterable of a comprehension");
  }
  size_t i = frames_.size() - 1;
  while (frames_[i]->scope->kind == Scope::Kind::kComprehension) {
    uint8_t& flags = frames_[i]->flags[name->name.index];
    if (flags & kIteration) {
      return Fail(DiagnosticKind::kSyntaxError, target.span, "':=' cannot rebind " + Quoted(name->name) + ", the iteration variable of a comprehension");
    }
    flags |= kAssigned;
    --i;
  }
  if (i != frames_.size() - 1 && frames_[i]->scope->kind == Scope::Kind::kClass) {
    return Fail(DiagnosticKind::kSyntaxError, target.span, "':=' in a comprehension cannot be used in the body of a class");
  }
  if (ast_.names().text(name->name) == "__debug__") Fail(DiagnosticKind::kInvalidTarget, target.span, "cannot assign to '__debug__'");
  frames_[i]->flags[name->name.index] |= kAssigned;
  frames_[i]->scope->bound.insert(name->name.index);
}

}  // namespace lathe
