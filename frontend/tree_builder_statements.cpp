// Tree builder: simple statements.
#include <algorithm>

#include "frontend/tree_builder.h"

namespace lathe {

using ast::ExprId;
using ast::StmtId;
using K = TokenKind;

void TreeBuilder::Statement(Context* c, ast::Block& out) {
  Context* inner = static_cast<Context*>(c->children[0]);
  if (inner->getRuleIndex() == LatheParser::RuleSimpleStmts) return SimpleStatements(inner, out);
  out.push_back(Compound(static_cast<Context*>(inner->children[0])));
}

void TreeBuilder::CheckPart(Context* c, const std::vector<Context*>& open) {
  for (antlr4::tree::ParseTree* child : c->children) {
    auto* rule = dynamic_cast<Context*>(child);
    if (!rule) continue;
    ast::Block dropped;
    if (std::find(open.begin(), open.end(), rule) != open.end()) {
      CheckPart(rule, open);
    } else if (rule->getRuleIndex() == LatheParser::RuleStmt) {
      Statement(rule, dropped);
    } else if (rule->getRuleIndex() == LatheParser::RuleSimple) {
      Simple(rule, dropped);
    } else if (rule->getRuleIndex() == LatheParser::RuleParams) {
      Parameters(rule);
    } else if (rule->getRuleIndex() == LatheParser::RuleNamed) {
      Named(rule);
    } else if (rule->getRuleIndex() == LatheParser::RuleStarExprs) {
      StarExprs(rule);
    }
  }
}

void TreeBuilder::SimpleStatements(Context* c, ast::Block& out) {
  for (Children children(c); !children.done();) {
    if (children.IsAnyRule()) {
      Simple(children.TakeRule(), out);
    } else {
      children.TakeToken();
    }
  }
}

void TreeBuilder::Simple(Context* c, ast::Block& out) {
  Children children(c);
  Span span = At(c);
  if (!children.IsAnyRule()) {
    TokenKind kind = children.kind();
    ast::StmtData data = ast::PassStmt{};
    if (kind == K::kBreak) data = ast::BreakStmt{};
    if (kind == K::kContinue) data = ast::ContinueStmt{};
    return out.push_back(ast_.Add(span, std::move(data)));
  }
  Context* rule = children.TakeRule();
  Children parts(rule);
  switch (rule->getRuleIndex()) {
    case LatheParser::RuleExprStmt: return out.push_back(ExprStatement(rule));
    case LatheParser::RuleDelStmt: return out.push_back(Delete(rule));
    case LatheParser::RuleImportStmt: return out.push_back(Import(rule));
    case LatheParser::RuleFromStmt: return out.push_back(ImportFrom(rule));
    case LatheParser::RuleReturnStmt: {
      parts.TakeToken();
      ast::ReturnStmt s;
      if (!parts.done()) s.value = Value(StarExprs(parts.TakeRule())).id;
      return out.push_back(ast_.Add(span, s));
    }
    case LatheParser::RuleRaiseStmt: {
      parts.TakeToken();
      ast::RaiseStmt s;
      if (!parts.done()) s.exception = Expr(parts.TakeRule()).id;
      if (parts.Accept(K::kFrom)) s.cause = Expr(parts.TakeRule()).id;
      return out.push_back(ast_.Add(span, s));
    }
    case LatheParser::RuleAssertStmt: {
      parts.TakeToken();
      ast::AssertStmt s;
      s.test = Expr(parts.TakeRule()).id;
      if (parts.Accept(K::kComma)) s.message = Expr(parts.TakeRule()).id;
      return out.push_back(ast_.Add(span, s));
    }
    default: {  // globalStmt
      bool global = parts.TakeToken().kind == K::kGlobal;
      std::vector<Name> names;
      while (!parts.done()) {
        const LexToken& t = parts.TakeToken();
        if (t.kind == K::kName) names.push_back(NameOf(t));
      }
      if (global) return out.push_back(ast_.Add(span, ast::GlobalStmt{std::move(names)}));
      return out.push_back(ast_.Add(span, ast::NonlocalStmt{std::move(names)}));
    }
  }
}

StmtId TreeBuilder::ExprStatement(Context* c) {
  Children children(c);
  Built first = children.IsRule(LatheParser::RuleYieldExpr) ? Yield(children.TakeRule()) : StarExprs(children.TakeRule());
  if (children.done()) return ast_.Add(At(c), ast::ExprStmt{Value(first).id});
  if (children.kind() == K::kColon) return AnnotatedAssignment(c, first, children);
  if (children.kind() == K::kAugAssign) return AugmentedAssignment(c, first, children);
  ast::AssignStmt assign;
  Built last = first;
  while (children.Accept(K::kAssign)) {
    CheckTarget(last.id, TargetUse::kAssign, false);
    assign.targets.push_back(last.id);
    last = Rhs(children.TakeRule());
  }
  assign.value = Value(last).id;
  return ast_.Add(At(c), std::move(assign));
}

StmtId TreeBuilder::AnnotatedAssignment(Context* c, Built target, Children& rest) {
  const ast::ExprData& data = ast_[target.id].data;
  Span span = ast_[target.id].span;
  bool name = std::holds_alternative<ast::NameExpr>(data);
  if (std::holds_alternative<ast::TupleExpr>(data) || std::holds_alternative<ast::ListExpr>(data)) {
    reporter_.Report(DiagnosticKind::kInvalidTarget, span, "only a single target can be annotated, not " + WhatIs(target.id));
  } else if (!name && !std::holds_alternative<ast::AttributeExpr>(data) && !std::holds_alternative<ast::SubscriptExpr>(data)) {
    // "else:" and the like never get here: they are keywords. A lone expression before ':' is not a target.
    reporter_.Report(DiagnosticKind::kInvalidTarget, span, "cannot annotate " + WhatIs(target.id));
  }
  rest.Accept(K::kColon);
  ast::AnnAssignStmt s;
  s.target = target.id;
  s.annotation = Expr(rest.TakeRule()).id;
  s.simple = name && !target.parens;
  if (rest.Accept(K::kAssign)) s.value = Value(Rhs(rest.TakeRule())).id;
  return ast_.Add(At(c), s);
}

StmtId TreeBuilder::AugmentedAssignment(Context* c, Built target, Children& rest) {
  const ast::ExprData& data = ast_[target.id].data;
  const LexToken& op = rest.TakeToken();
  std::string_view text = Text(op);
  if (!std::holds_alternative<ast::NameExpr>(data) && !std::holds_alternative<ast::AttributeExpr>(data) &&
      !std::holds_alternative<ast::SubscriptExpr>(data)) {
    reporter_.Report(DiagnosticKind::kInvalidTarget, ast_[target.id].span,
                     "'" + std::string(text) + "' cannot assign to " + WhatIs(target.id));
  }
  static constexpr struct {
    std::string_view text;
    ast::BinaryOp op;
  } kOps[] = {{"+=", ast::BinaryOp::kAdd},     {"-=", ast::BinaryOp::kSub},      {"*=", ast::BinaryOp::kMult},
              {"@=", ast::BinaryOp::kMatMult}, {"/=", ast::BinaryOp::kDiv},      {"%=", ast::BinaryOp::kMod},
              {"**=", ast::BinaryOp::kPow},    {"<<=", ast::BinaryOp::kLShift},  {">>=", ast::BinaryOp::kRShift},
              {"|=", ast::BinaryOp::kBitOr},   {"^=", ast::BinaryOp::kBitXor},   {"&=", ast::BinaryOp::kBitAnd},
              {"//=", ast::BinaryOp::kFloorDiv}};
  const auto* entry = std::find_if(std::begin(kOps), std::end(kOps), [&](const auto& o) { return o.text == text; });
  ast::AugAssignStmt s;
  s.target = target.id;
  s.op = entry->op;
  s.value = Value(Rhs(rest.TakeRule())).id;
  return ast_.Add(At(c), s);
}

StmtId TreeBuilder::Delete(Context* c) {
  Children children(c);
  children.TakeToken();
  Context* list = children.TakeRule();
  Built b = StarExprs(list);
  ast::DeleteStmt s;
  CheckTarget(b.id, TargetUse::kDelete, false);
  bool display = list->children.size() > 1;  // del a, b: two targets; del (a, b): one tuple
  if (display) {
    s.targets = std::get<ast::TupleExpr>(ast_[b.id].data).elements;
  } else {
    s.targets.push_back(b.id);
  }
  return ast_.Add(At(c), std::move(s));
}

std::string TreeBuilder::Dotted(Context* c) {
  std::string out;
  for (Children children(c); !children.done();) {
    const LexToken& t = children.TakeToken();
    out += t.kind == K::kDot ? "." : ast_.names().text(NameOf(t));
  }
  return out;
}

StmtId TreeBuilder::Import(Context* c) {
  Children children(c);
  children.TakeToken();
  ast::ImportStmt s;
  List(children, K::kComma, [&](Context* entry) {
    Children parts(entry);
    ast::ImportAlias alias;
    alias.span = At(entry);
    alias.name = Dotted(parts.TakeRule());
    if (parts.Accept(K::kAs)) alias.asname = NameOf(parts.TakeToken());
    s.names.push_back(std::move(alias));
  });
  return ast_.Add(At(c), std::move(s));
}

ast::ImportAlias TreeBuilder::FromAlias(Context* c) {
  Children parts(c);
  ast::ImportAlias alias;
  alias.span = At(c);
  alias.name = ast_.names().text(NameOf(parts.TakeToken()));
  if (parts.Accept(K::kAs)) alias.asname = NameOf(parts.TakeToken());
  return alias;
}

StmtId TreeBuilder::ImportFrom(Context* c) {
  Children children(c);
  children.TakeToken();
  ast::ImportFromStmt s;
  while (children.kind() == K::kDot || children.kind() == K::kEllipsis) s.level += children.TakeToken().kind == K::kDot ? 1 : 3;
  if (children.IsAnyRule()) {
    s.module = Dotted(children.TakeRule());
  } else if (s.level == 0) {
    Error(At(c), "'from' needs the name of a module");
  }
  children.Accept(K::kImport);
  if (children.kind() == K::kStar) {
    const LexToken& star = children.TakeToken();
    s.names.push_back({"*", std::nullopt, At(star)});
    return ast_.Add(At(c), std::move(s));
  }
  bool parenthesized = children.Accept(K::kLeftParen);
  if (!parenthesized && static_cast<LatheToken*>(c->stop)->token().kind == K::kComma) {
    Error(At(static_cast<LatheToken*>(c->stop)->token()), "a trailing comma is only allowed when the imported names are in parentheses");
  }
  List(children, K::kComma, [&](Context* entry) { s.names.push_back(FromAlias(entry)); });
  return ast_.Add(At(c), std::move(s));
}

}  // namespace lathe
