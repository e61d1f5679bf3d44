// `return` inside `finally`. Input: the body of a function. Output: the same; a `try` whose `finally` returns has become
//
//   $pending = None                        $pending is left out where the block surely returns
//   try:
//       try: …                             the statement without its `finally`
//       except BaseException as $error:
//           $pending = $error
//   finally:
//       …                                  and at its end: if $pending is not None: raise $pending
//
// so that no exception is on its way when the `finally` block runs.
#include "autograph/rewriter.h"

namespace lathe::autograph {

using ast::Block;
using ast::StmtId;

namespace {

bool Returns(ast::Ast& ast, const Block& block) {
  for (StmtId id : block) {
    ast::Stmt& s = ast[id];
    bool found = std::holds_alternative<ast::ReturnStmt>(s.data);
    ForEachBlock(s, [&](Block& b, BlockRole) { found |= Returns(ast, b); });
    if (found) return true;
  }
  return false;
}

bool SurelyReturns(ast::Ast& ast, const Block& block) {
  for (StmtId id : block) {
    ast::Stmt& s = ast[id];
    if (std::holds_alternative<ast::ReturnStmt>(s.data)) return true;
    const auto* branch = std::get_if<ast::IfStmt>(&s.data);
    if (branch && SurelyReturns(ast, branch->body) && SurelyReturns(ast, branch->orelse)) return true;
  }
  return false;
}

class FinallyPass {
 public:
  FinallyPass(ast::Ast& ast, NameMaker& names) : ast_(ast), names_(names) {}

  void Run(Block& block) {
    Block out;
    for (StmtId id : block) {
      ast::Stmt& s = ast_[id];
      ForEachBlock(s, [&](Block& b, BlockRole) { Run(b); });
      auto* t = std::get_if<ast::TryStmt>(&s.data);
      if (t && Returns(ast_, t->finalbody)) Rewrite(*t, s.span, out);
      out.push_back(id);
    }
    block = std::move(out);
  }

 private:
  void Rewrite(ast::TryStmt& t, Span span, Block& before) {
    NodeMaker make(ast_);
    bool sure = SurelyReturns(ast_, t.finalbody);
    Name pending = names_.New("pending"), error = names_.New("error");
    ast::TryStmt inner{std::move(t.body), std::move(t.handlers), std::move(t.orelse), {}, t.is_star};
    ast::TryStmt catcher;
    catcher.body = inner.handlers.empty() ? std::move(inner.body) : Block{ast_.Add(span, std::move(inner))};
    ast::ExceptHandler handler;
    handler.span = span;
    if (sure) {
      handler.body = {ast_.Add(span, ast::PassStmt{})};
    } else {
      before.push_back(make.Assign(pending, ast_.Add(span, ast::NoneLiteral{}), span));
      handler.type = ast_.Add(span, ast::NameExpr{ast_.names().Intern("BaseException")});
      handler.name = error;
      handler.body = {make.Assign(pending, make.Read(error, span), span)};
      ast::ExprId test = ast_.Add(span, ast::CompareExpr{make.Read(pending, span), {ast::CompareOp::kIsNot}, {ast_.Add(span, ast::NoneLiteral{})}});
      ast::StmtId raise = ast_.Add(span, ast::RaiseStmt{make.Read(pending, span), {}});
      t.finalbody.push_back(ast_.Add(span, ast::IfStmt{test, {raise}, {}, {}}));
    }
    catcher.handlers.push_back(std::move(handler));
    t.body = {ast_.Add(span, std::move(catcher))};
    t.handlers.clear();
    t.orelse.clear();
    t.is_star = false;
  }

  ast::Ast& ast_;
  NameMaker& names_;
};

}  // namespace

void LowerFinally(ast::Ast& ast, NameMaker& names, Block& body) { FinallyPass(ast, names).Run(body); }

}  // namespace lathe::autograph
