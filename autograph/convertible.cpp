// Method: one walk over the function, in the order of the text; the first cause is the answer. An attribute is private as
// the program wrote it, before names were mangled.
#include "autograph/convertible.h"

#include "autograph/private_names.h"
#include "frontend/ast_visit.h"

namespace lathe {

namespace {

class Search {
 public:
  Search(const ast::Ast& ast, const SourceManager& sources) : ast_(ast), sources_(sources) {}

  void operator()(ast::ExprId id) {
    if (found) return;
    const ast::Expr& e = ast_[id];
    if (std::holds_alternative<ast::NamedExpr>(e.data)) Found("an assignment expression (':=')", e.span);
    if (std::holds_alternative<ast::YieldExpr>(e.data) || std::holds_alternative<ast::YieldFromExpr>(e.data)) Found("'yield'", e.span);
    if (const auto* a = std::get_if<ast::AttributeExpr>(&e.data); a && IsPrivateName(sources_.Text(a->attr_span)))
      Found("the private name '" + std::string(sources_.Text(a->attr_span)) + "'", a->attr_span);
    ast::ForEachChild(e.data, *this);
  }
  void operator()(ast::StmtId id) {
    if (found) return;
    const ast::Stmt& s = ast_[id];
    if (std::holds_alternative<ast::MatchStmt>(s.data)) Found("'match'", s.span);
    if (const auto* f = std::get_if<ast::ForStmt>(&s.data); f && !f->orelse.empty()) Found("'else' of a loop", f->orelse_span);
    if (const auto* w = std::get_if<ast::WhileStmt>(&s.data); w && !w->orelse.empty()) Found("'else' of a loop", w->orelse_span);
    ast::ForEachChild(s.data, *this);
  }
  void operator()(ast::PatternId id) { ast::ForEachChild(ast_[id].data, *this); }

  std::optional<Unconvertible> found;

 private:
  void Found(std::string what, Span span) {
    if (!found) found = Unconvertible{std::move(what), span};
  }
  const ast::Ast& ast_;
  const SourceManager& sources_;
};

}  // namespace

std::optional<Unconvertible> WhyUnconverted(const ast::Ast& ast, const ast::Block& body, const SourceManager& sources) {
  Search search(ast, sources);
  for (ast::StmtId id : body) search(id);
  return search.found;
}

std::optional<Unconvertible> WhyUnconverted(const ast::Ast& ast, ast::ExprId body, const SourceManager& sources) {
  Search search(ast, sources);
  search(body);
  return search.found;
}

bool IsInsideTernary(const ast::Ast& ast, Span ternary) {
  for (uint32_t i = 0; i < ast.expr_count(); ++i) {
    const ast::Expr& e = ast[ast::ExprId{i}];
    bool outside = e.span.file == ternary.file && e.span.begin <= ternary.begin && ternary.end <= e.span.end && !(e.span == ternary);
    if (outside && std::holds_alternative<ast::ConditionalExpr>(e.data)) return true;
  }
  return false;
}

}  // namespace lathe
