// Runs the passes over every function, class body and the module, innermost definitions first.
#include "autograph/lower.h"

#include <algorithm>

#include "autograph/private_names.h"
#include "autograph/rewriter.h"

namespace lathe {

namespace {

using namespace autograph;
using ast::Block;
using ast::StmtId;

constexpr int kMaxNesting = 400;

class Lowering {
 public:
  Lowering(ast::Ast& ast, DiagnosticSink& sink) : ast_(ast), sink_(sink) {}

  void Unit(Block& body, bool function) {
    Definitions(body);
    NodeMaker make(ast_);
    NameMaker names(ast_.names());
    if (function) LowerFinally(ast_, names, body);
    LowerBreaks(ast_, make, names, body);
    LowerContinues(ast_, make, names, body);
    if (function) LowerReturns(ast_, make, names, body);
    DropUntested(body, make);
    CheckNesting(body, 0);
  }

 private:
  void Definitions(Block& block) {
    for (StmtId id : block) {
      ast::Stmt& s = ast_[id];
      if (auto* f = std::get_if<ast::FunctionDef>(&s.data)) Unit(f->body, true);
      if (auto* c = std::get_if<ast::ClassDef>(&s.data)) Unit(c->body, false);
      ForEachBlock(s, [&](Block& b, BlockRole) { Definitions(b); });
    }
  }

  // Removes assignments to flags that nothing tests.
  void DropUntested(Block& block, const NodeMaker& make) {
    Block out;
    for (StmtId id : block) {
      ast::Stmt& s = ast_[id];
      if (const auto* assign = std::get_if<ast::AssignStmt>(&s.data)) {
        const auto* name = std::get_if<ast::NameExpr>(&ast_[assign->targets[0]].data);
        if (name && IsFlag(name->name) && !make.tested().contains(name->name.index)) continue;
      }
      ForEachBlock(s, [&](Block& b, BlockRole) { DropUntested(b, make); });
      out.push_back(id);
    }
    if (out.empty() && !block.empty()) out.push_back(ast_.Add(ast_[block[0]].span, ast::PassStmt{}));
    block = std::move(out);
  }
  bool IsFlag(Name name) const { return ast_.names().text(name).starts_with("$did_"); }

  // Guards nest: a function with hundreds of them would be too deep for what follows.
  void CheckNesting(Block& block, int depth) {
    for (StmtId id : block) {
      ast::Stmt& s = ast_[id];
      if (depth > kMaxNesting) {
        sink_.Report({.kind = DiagnosticKind::kNestingLimit,
                      .message = "more than 400 statements with 'return', 'break' or 'continue' in one block",
                      .span = s.span, .help = {"split the function"}});
        return;
      }
      ForEachBlock(s, [&](Block& b, BlockRole) { CheckNesting(b, depth + 1); });
    }
  }

  ast::Ast& ast_;
  DiagnosticSink& sink_;
};

}  // namespace

void LowerJumps(ast::Ast& ast, DiagnosticSink& sink) {
  MangleNames(ast);
  Lowering(ast, sink).Unit(ast.body, false);
}

}  // namespace lathe
