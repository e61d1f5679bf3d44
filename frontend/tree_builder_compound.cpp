// Tree builder: compound statements, except `match`.
#include "frontend/tree_builder.h"

namespace lathe {

using ast::ExprId;
using ast::StmtId;
using K = TokenKind;

ast::Block TreeBuilder::BlockOf(Context* c) {
  ast::Block out;
  for (Children children(c); !children.done();) {
    if (children.IsRule(LatheParser::RuleSimpleStmts)) {
      SimpleStatements(children.TakeRule(), out);
    } else if (children.IsAnyRule()) {
      Statement(children.TakeRule(), out);
    } else {
      children.TakeToken();
    }
  }
  return out;
}

StmtId TreeBuilder::Compound(Context* c) {
  switch (c->getRuleIndex()) {
    case LatheParser::RuleIfStmt: return If(c);
    case LatheParser::RuleWhileStmt: return While(c);
    case LatheParser::RuleForStmt: return For(c, nullptr);
    case LatheParser::RuleTryStmt: return Try(c);
    case LatheParser::RuleWithStmt: return With(c, nullptr);
    case LatheParser::RuleFuncDef: return Function(c, nullptr, {});
    case LatheParser::RuleClassDef: return Class(c, {});
    case LatheParser::RuleDecorated: return Decorated(c);
    case LatheParser::RuleMatchStmt: return Match(c);
    default: break;
  }
  Children children(c);  // asyncStmt
  const LexToken& async = children.TakeToken();
  Context* rule = children.TakeRule();
  switch (rule->getRuleIndex()) {
    case LatheParser::RuleForStmt: return For(rule, &async);
    case LatheParser::RuleWithStmt: return With(rule, &async);
    default: return Function(rule, &async, {});
  }
}

namespace {
// The end of a block: that of its last statement, not of the newlines and dedents after it.
uint32_t EndOf(const ast::Ast& ast, const ast::Block& block, uint32_t fallback) {
  return block.empty() ? fallback : ast[block.back()].span.end;
}
}  // namespace

StmtId TreeBuilder::If(Context* c) {
  struct Arm {
    uint32_t begin;
    ExprId test;
    ast::Block body;
  };
  std::vector<Arm> arms;
  ast::Block orelse;
  Span else_span;
  for (Children children(c); !children.done();) {
    const LexToken& lead = children.TakeToken();
    if (lead.kind == K::kElse) {
      else_span = At(lead);
      children.Accept(K::kColon);
      orelse = BlockOf(children.TakeRule());
    } else {
      ExprId test = Named(children.TakeRule()).id;
      children.Accept(K::kColon);
      arms.push_back({lead.begin, test, BlockOf(children.TakeRule())});
    }
  }
  uint32_t end = EndOf(ast_, orelse.empty() ? arms.back().body : orelse, arms.back().begin);
  StmtId id;
  for (size_t i = arms.size(); i-- > 0;) {
    ast::IfStmt s{arms[i].test, std::move(arms[i].body), std::move(orelse), else_span};
    id = ast_.Add(At(arms[i].begin, end), std::move(s));
    orelse = {id};
    else_span = At(arms[i].begin, arms[i].begin + 4);
  }
  return id;
}

StmtId TreeBuilder::While(Context* c) {
  Children children(c);
  uint32_t begin = children.TakeToken().begin;
  ast::WhileStmt s;
  s.test = Named(children.TakeRule()).id;
  children.Accept(K::kColon);
  s.body = BlockOf(children.TakeRule());
  if (!children.done()) {
    s.orelse_span = At(children.TakeToken());
    children.Accept(K::kColon);
    s.orelse = BlockOf(children.TakeRule());
  }
  uint32_t end = EndOf(ast_, s.orelse.empty() ? s.body : s.orelse, begin);
  return ast_.Add(At(begin, end), std::move(s));
}

StmtId TreeBuilder::For(Context* c, const LexToken* async) {
  Children children(c);
  uint32_t begin = children.TakeToken().begin;
  ast::ForStmt s;
  s.is_async = async != nullptr;
  if (async) begin = async->begin;
  s.target = Targets(children.TakeRule(), TargetUse::kFor).id;
  children.Accept(K::kIn);
  s.iter = Value(StarExprs(children.TakeRule())).id;
  children.Accept(K::kColon);
  s.body = BlockOf(children.TakeRule());
  if (!children.done()) {
    s.orelse_span = At(children.TakeToken());
    children.Accept(K::kColon);
    s.orelse = BlockOf(children.TakeRule());
  }
  uint32_t end = EndOf(ast_, s.orelse.empty() ? s.body : s.orelse, begin);
  return ast_.Add(At(begin, end), std::move(s));
}

StmtId TreeBuilder::Try(Context* c) {
  Children children(c);
  uint32_t begin = children.TakeToken().begin, end = begin;
  ast::TryStmt s;
  children.Accept(K::kColon);
  s.body = BlockOf(children.TakeRule());
  int star = -1;
  while (children.IsAnyRule()) {
    Context* handler = children.TakeRule();
    Children parts(handler);
    ast::ExceptHandler h;
    uint32_t handler_begin = parts.TakeToken().begin;
    bool starred = parts.Accept(K::kStar);
    if (star == -1) star = starred;
    if (star != int(starred)) Error(At(handler_begin, handler_begin + 6), "'except' and 'except*' cannot be mixed in one 'try'");
    if (parts.IsRule(LatheParser::RuleExpr)) {
      h.type = Expr(parts.TakeRule()).id;
      if (parts.Accept(K::kAs)) h.name = NameOf(parts.TakeToken());
    } else if (starred) {
      Error(At(handler_begin, handler_begin + 6), "'except*' needs the type of the exceptions that it handles");
    }
    parts.Accept(K::kColon);
    h.body = BlockOf(parts.TakeRule());
    end = EndOf(ast_, h.body, handler_begin);
    h.span = At(handler_begin, end);
    s.handlers.push_back(std::move(h));
  }
  s.is_star = star == 1;
  while (!children.done()) {
    bool is_else = children.TakeToken().kind == K::kElse;
    children.Accept(K::kColon);
    ast::Block& block = is_else ? s.orelse : s.finalbody;
    block = BlockOf(children.TakeRule());
    end = EndOf(ast_, block, end);
  }
  return ast_.Add(At(begin, end), std::move(s));
}

// `with (a as b, c):` — the list in the parentheses is the list of items, if all are plain expressions.
bool TreeBuilder::ParenthesizedItems(Context* item, ast::WithStmt& with) {
  if (item->children.size() != 1) return false;
  Context* c = item;
  for (size_t rule : {LatheParser::RuleExpr, LatheParser::RuleOperation, LatheParser::RulePrimary, LatheParser::RuleAtom}) {
    if (c->children.size() != 1) return false;
    c = dynamic_cast<Context*>(c->children[0]);
    if (!c || c->getRuleIndex() != rule) return false;
  }
  if (StartOf(c).token().kind != K::kLeftParen || c->children.size() != 3) return false;
  Context* body = static_cast<Context*>(c->children[1]);
  for (Children children(body); !children.done();) {
    if (!children.IsAnyRule()) {
      children.TakeToken();
      continue;
    }
    Context* entry = children.TakeRule();
    if (entry->getRuleIndex() != LatheParser::RuleParenItem) return false;
    Context* star_named = static_cast<Context*>(entry->children[0]);
    if (StartOf(star_named).token().kind == K::kStar) return false;
    if (IsWalrus(static_cast<Context*>(star_named->children[0]))) return false;
  }
  Children children(body);
  List(children, K::kComma, [&](Context* entry) {
    Children parts(entry);
    ast::WithItem out;
    out.context = StarExpr(parts.TakeRule()).id;
    if (parts.Accept(K::kAs)) out.vars = Target(parts.TakeRule(), TargetUse::kWith).id;
    with.items.push_back(out);
  });
  return true;
}

void TreeBuilder::WithItems(Context* item, ast::WithStmt& with) {
  Children parts(item);
  ast::WithItem out;
  out.context = Expr(parts.TakeRule()).id;
  if (parts.Accept(K::kAs)) out.vars = Target(parts.TakeRule(), TargetUse::kWith).id;
  with.items.push_back(out);
}

StmtId TreeBuilder::With(Context* c, const LexToken* async) {
  Children children(c);
  uint32_t begin = children.TakeToken().begin;
  if (async) begin = async->begin;
  ast::WithStmt s;
  s.is_async = async != nullptr;
  Context* first = children.TakeRule();
  if (children.kind() != K::kColon || !ParenthesizedItems(first, s)) {
    WithItems(first, s);
    while (children.Accept(K::kComma)) WithItems(children.TakeRule(), s);
  }
  children.Accept(K::kColon);
  s.body = BlockOf(children.TakeRule());
  uint32_t end = EndOf(ast_, s.body, begin);
  return ast_.Add(At(begin, end), std::move(s));
}

StmtId TreeBuilder::Function(Context* c, const LexToken* async, std::vector<ExprId> decorators) {
  Children children(c);
  uint32_t begin = children.TakeToken().begin;
  if (async) begin = async->begin;
  ast::FunctionDef s;
  const LexToken& name = children.TakeToken();
  s.name = NameOf(name);
  s.name_span = At(name);
  s.is_async = async != nullptr;
  s.decorators = std::move(decorators);
  children.Accept(K::kLeftParen);
  if (children.IsRule(LatheParser::RuleParams)) s.args = Parameters(children.TakeRule());
  children.Accept(K::kRightParen);
  if (children.Accept(K::kArrow)) s.returns = Expr(children.TakeRule()).id;
  children.Accept(K::kColon);
  s.body = BlockOf(children.TakeRule());
  uint32_t end = EndOf(ast_, s.body, name.end);
  return ast_.Add(At(begin, end), std::move(s));
}

StmtId TreeBuilder::Class(Context* c, std::vector<ExprId> decorators) {
  Children children(c);
  uint32_t begin = children.TakeToken().begin;
  ast::ClassDef s;
  const LexToken& name = children.TakeToken();
  s.name = NameOf(name);
  s.name_span = At(name);
  s.decorators = std::move(decorators);
  if (children.kind() == K::kLeftParen) {
    uint32_t open = children.TakeToken().begin;
    if (children.IsRule(LatheParser::RuleArgs)) {
      Context* args = children.TakeRule();
      CallArguments(args, open, StopOf(args).token().end, false, s.bases, s.keywords);
    }
    children.Accept(K::kRightParen);
  }
  children.Accept(K::kColon);
  s.body = BlockOf(children.TakeRule());
  uint32_t end = EndOf(ast_, s.body, name.end);
  return ast_.Add(At(begin, end), std::move(s));
}

StmtId TreeBuilder::Decorated(Context* c) {
  Children children(c);
  std::vector<ExprId> decorators;
  while (children.Accept(K::kAt)) {
    decorators.push_back(Named(children.TakeRule()).id);
    children.Accept(K::kNewline);
  }
  const LexToken* async = children.kind() == K::kAsync ? &children.TakeToken() : nullptr;
  Context* rule = children.TakeRule();
  if (rule->getRuleIndex() == LatheParser::RuleClassDef) return Class(rule, std::move(decorators));
  return Function(rule, async, std::move(decorators));
}

}  // namespace lathe
