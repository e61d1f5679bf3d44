// What the passes of autograph/ share: making synthetic nodes, walking blocks.
#pragma once
#include <map>
#include <set>
#include <string>

#include "frontend/ast.h"

namespace lathe::autograph {

class NodeMaker {
 public:
  explicit NodeMaker(ast::Ast& ast) : ast_(ast) {}

  ast::ExprId Read(Name name, Span span) { return ast_.Add(span, ast::NameExpr{name}); }
  // Keeps a flag that is read without a test of this class.
  void Keep(Name name) { tested_.insert(name.index); }
  // Names tested by a guard or a loop; flags that are not are dropped in the end.
  const std::set<uint32_t>& tested() const { return tested_; }

  ast::ExprId Not(Name name, Span span) {
    tested_.insert(name.index);
    return ast_.Add(span, ast::UnaryExpr{ast::UnaryOp::kNot, Read(name, span)});
  }
  // not name and test; just `not name` if there is no test.
  ast::ExprId NotAnd(Name name, Span span, ast::ExprId test) {
    ast::ExprId first = Not(name, span);
    if (!test) return first;
    return ast_.Add(ast_[test].span, ast::BoolOpExpr{ast::BoolOp::kAnd, {first, test}});
  }
  ast::StmtId Assign(Name name, ast::ExprId value, Span span) { return ast_.Add(span, ast::AssignStmt{{Read(name, span)}, value}); }
  ast::StmtId Set(Name name, bool value, Span span) { return Assign(name, ast_.Add(span, ast::BoolLiteral{value}), span); }
  ast::StmtId IfNot(Name name, ast::Block body, Span span) {
    ast::ExprId test = Not(name, span);
    return ast_.Add(span, ast::IfStmt{test, std::move(body), {}, {}});
  }

 private:
  ast::Ast& ast_;
  std::set<uint32_t> tested_;
};

// "$did_break", "$did_break$2", …: one counter for each function.
class NameMaker {
 public:
  explicit NameMaker(Interner& names) : names_(names) {}
  Name New(const std::string& stem) {
    int n = ++count_[stem];
    return names_.Intern(n == 1 ? "$" + stem : "$" + stem + "$" + std::to_string(n));
  }

 private:
  Interner& names_;
  std::map<std::string, int> count_;
};

// The blocks that belong to a statement itself (not those of nested functions and classes), with their roles.
enum class BlockRole : uint8_t { kBody, kElse, kHandler, kFinally };
template <class F>
void ForEachBlock(ast::Stmt& stmt, F&& f) {
  if (auto* s = std::get_if<ast::IfStmt>(&stmt.data)) f(s->body, BlockRole::kBody), f(s->orelse, BlockRole::kElse);
  if (auto* s = std::get_if<ast::WhileStmt>(&stmt.data)) f(s->body, BlockRole::kBody), f(s->orelse, BlockRole::kElse);
  if (auto* s = std::get_if<ast::ForStmt>(&stmt.data)) f(s->body, BlockRole::kBody), f(s->orelse, BlockRole::kElse);
  if (auto* s = std::get_if<ast::WithStmt>(&stmt.data)) f(s->body, BlockRole::kBody);
  if (auto* s = std::get_if<ast::MatchStmt>(&stmt.data)) {
    for (ast::MatchCase& c : s->cases) f(c.body, BlockRole::kBody);
  }
  if (auto* s = std::get_if<ast::TryStmt>(&stmt.data)) {
    f(s->body, BlockRole::kBody);
    for (ast::ExceptHandler& h : s->handlers) f(h.body, BlockRole::kHandler);
    f(s->orelse, BlockRole::kElse);
    f(s->finalbody, BlockRole::kFinally);
  }
}

// Whether code may run between a jump in the block and the end of the block: `finally`, `with`. If it raises, the jump is
// off, and a handler outside has to take the flag back.
inline bool HasCleanup(ast::Ast& ast, const ast::Block& block) {
  for (ast::StmtId id : block) {
    ast::Stmt& s = ast[id];
    const auto* t = std::get_if<ast::TryStmt>(&s.data);
    if (std::holds_alternative<ast::WithStmt>(s.data) || (t && !t->finalbody.empty())) return true;
    bool found = false;
    ForEachBlock(s, [&](ast::Block& b, BlockRole) { found |= HasCleanup(ast, b); });
    if (found) return true;
  }
  return false;
}
inline void ResetInHandlers(ast::Ast& ast, NodeMaker& make, ast::TryStmt& t, Name flag, Span span) {
  if (!HasCleanup(ast, t.body)) return;
  for (ast::ExceptHandler& h : t.handlers) h.body.insert(h.body.begin(), make.Set(flag, false, span));
}

// `return` in a `finally` block also swallows an exception: the statement becomes one that catches it. Then the other
// passes can treat such a `return` like any other.
void LowerFinally(ast::Ast& ast, NameMaker& names, ast::Block& body);
// The passes, on the body of one function (or module or class).
void LowerBreaks(ast::Ast& ast, NodeMaker& make, NameMaker& names, ast::Block& body);
void LowerContinues(ast::Ast& ast, NodeMaker& make, NameMaker& names, ast::Block& body);
void LowerReturns(ast::Ast& ast, NodeMaker& make, NameMaker& names, ast::Block& body);

}  // namespace lathe::autograph
