// Method: a node is added after its children, so one pass in the order of ids knows every depth without recursion.
#include "frontend/ast_limits.h"

#include <algorithm>

#include "frontend/ast_visit.h"

namespace lathe {

namespace {

struct Depths {
  std::vector<uint16_t> exprs, patterns, stmts;
  uint32_t deepest = 0;

  void operator()(ast::ExprId id) { deepest = std::max<uint32_t>(deepest, exprs[id.index]); }
  void operator()(ast::PatternId id) { deepest = std::max<uint32_t>(deepest, patterns[id.index]); }
  void operator()(ast::StmtId id) { deepest = std::max<uint32_t>(deepest, stmts[id.index]); }
};

}  // namespace

bool CheckDepth(const ast::Ast& ast, DiagnosticSink& sink) {
  Depths depths;
  bool good = true;
  auto check = [&](const auto& node, std::vector<uint16_t>& out) {
    depths.deepest = 0;
    ast::ForEachChild(node.data, depths);
    uint32_t depth = depths.deepest + 1;
    if (depth > kMaxAstDepth) {
      if (good) {
        sink.Report({.kind = DiagnosticKind::kNestingLimit, .message = "more than 1000 operations or branches nested in one another",
                     .span = node.span, .help = {"compute parts of it in variables or functions of their own"}});
      }
      good = false;
      depth = kMaxAstDepth;
    }
    out.push_back(uint16_t(depth));
  };
  depths.exprs.reserve(ast.expr_count());
  for (uint32_t i = 0; i < ast.expr_count(); ++i) check(ast[ast::ExprId{i}], depths.exprs);
  for (uint32_t i = 0; i < ast.pattern_count(); ++i) check(ast[ast::PatternId{i}], depths.patterns);
  for (uint32_t i = 0; i < ast.stmt_count(); ++i) check(ast[ast::StmtId{i}], depths.stmts);
  return good;
}

}  // namespace lathe
