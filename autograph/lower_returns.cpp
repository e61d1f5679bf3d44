// `return` -> a value, a flag and guards. Input: the body of a function without `break` and `continue`. Method, as AutoGraph
// does it: first, code behind an `if` of which one side surely returns moves into the other side (one pass from the first
// statement to the last: an `if` that receives code is not looked at again); then every `return` becomes two assignments.
#include <utility>

#include "autograph/rewriter.h"

namespace lathe::autograph {

using ast::Block;
using ast::StmtId;

namespace {

bool IsDefinition(const ast::Stmt& s) {
  return std::holds_alternative<ast::FunctionDef>(s.data) || std::holds_alternative<ast::ClassDef>(s.data);
}

size_t CountReturns(ast::Ast& ast, const Block& block) {
  size_t count = 0;
  for (StmtId id : block) {
    ast::Stmt& s = ast[id];
    if (std::holds_alternative<ast::ReturnStmt>(s.data)) ++count;
    ForEachBlock(s, [&](Block& b, BlockRole) { count += CountReturns(ast, b); });
  }
  return count;
}

class ConditionalReturns {
 public:
  explicit ConditionalReturns(ast::Ast& ast) : ast_(ast) {}

  // Whether the block surely returns: `with` counts by its body, `try`, loops and `match` never do.
  bool Run(Block& block) {
    Block nodes = std::exchange(block, {});
    Block* out = &block;
    bool returns = false;
    for (StmtId id : nodes) {
      ast::Stmt& s = ast_[id];
      out->push_back(id);
      if (std::holds_alternative<ast::ReturnStmt>(s.data)) {
        returns = true;
      } else if (auto* branch = std::get_if<ast::IfStmt>(&s.data)) {
        bool body = Run(branch->body), orelse = Run(branch->orelse);
        returns |= body && orelse;
        if (body) {
          out = &branch->orelse;
        } else if (orelse) {
          out = &branch->body;
        }
      } else if (auto* with = std::get_if<ast::WithStmt>(&s.data)) {
        returns |= Run(with->body);
      } else {
        ForEachBlock(s, [&](Block& b, BlockRole) { Run(b); });
      }
    }
    return returns;
  }

 private:
  ast::Ast& ast_;
};

class ReturnPass {
 public:
  ReturnPass(ast::Ast& ast, NodeMaker& make, NameMaker& names)
      : ast_(ast), make_(make), names_(names), did_return_(names.New("did_return")), value_(ast.names().Intern("$return_value")) {}

  Name did_return() const { return did_return_; }
  Name value() const { return value_; }

  // Whether the block may return.
  bool Run(Block& block) {
    Block out;
    bool any = false;
    for (size_t i = 0; i < block.size(); ++i) {
      bool returns = Statement(block[i], out);
      any |= returns;
      if (returns && i + 1 < block.size()) {
        Span span = last_;
        Block rest(block.begin() + i + 1, block.end());
        Run(rest);
        out.push_back(make_.IfNot(did_return_, std::move(rest), span));
        break;
      }
    }
    block = std::move(out);
    return any;
  }

 private:
  bool Statement(StmtId id, Block& out) {
    ast::Stmt& s = ast_[id];
    out.push_back(id);
    if (const auto* r = std::get_if<ast::ReturnStmt>(&s.data)) {
      // The value first: if it raises, nothing is returned.
      ast::ExprId value = r->value ? r->value : ast_.Add(s.span, ast::NoneLiteral{});
      last_ = s.span;
      s.data = ast::AssignStmt{{make_.Read(value_, s.span)}, value};
      out.push_back(make_.Set(did_return_, true, s.span));
      return true;
    }
    if (IsDefinition(s)) return false;
    bool in_body = false, returns = false;
    ForEachBlock(s, [&](Block& b, BlockRole role) {
      bool pending = returns && role == BlockRole::kFinally;
      bool here = Run(b);
      if (pending && here) Suspend(b);
      if (role == BlockRole::kBody) in_body |= here;
      returns |= here;
    });
    if (!in_body) return returns;
    // A loop that returns ends, without its `else`; so does a `try`.
    auto guard = [&](Block& orelse) {
      if (!orelse.empty()) orelse = {make_.IfNot(did_return_, std::move(orelse), last_)};
    };
    if (auto* w = std::get_if<ast::WhileStmt>(&s.data)) {
      w->test = make_.NotAnd(did_return_, last_, w->test);
      guard(w->orelse);
    } else if (auto* f = std::get_if<ast::ForStmt>(&s.data)) {
      f->extra_test = make_.NotAnd(did_return_, last_, f->extra_test);
      guard(f->orelse);
    } else if (auto* t = std::get_if<ast::TryStmt>(&s.data)) {
      guard(t->orelse);
      ResetInHandlers(ast_, make_, *t, did_return_, last_);
      if (HasCleanup(ast_, t->body)) {
        for (ast::ExceptHandler& h : t->handlers) {
          h.body.insert(h.body.begin(), make_.Assign(value_, ast_.Add(last_, ast::NoneLiteral{}), last_));
        }
      }
    }
    return returns;
  }

  // A `finally` block that returns while a return of its `try` may be pending: the flag means the block's own return in
  // it, either of them behind it.
  void Suspend(Block& block) {
    Name saved = names_.New("returned_before");
    make_.Keep(did_return_);
    ast::ExprId either = ast_.Add(last_, ast::BoolOpExpr{ast::BoolOp::kOr, {make_.Read(did_return_, last_), make_.Read(saved, last_)}});
    Block head{make_.Assign(saved, make_.Read(did_return_, last_), last_), make_.Set(did_return_, false, last_)};
    block.insert(block.begin(), head.begin(), head.end());
    block.push_back(make_.Assign(did_return_, either, last_));
  }

  ast::Ast& ast_;
  NodeMaker& make_;
  NameMaker& names_;
  Name did_return_, value_;
  Span last_;  // the return that was met last
};

bool IsDocstring(const ast::Ast& ast, StmtId id) {
  const auto* e = std::get_if<ast::ExprStmt>(&ast[id].data);
  return e && std::holds_alternative<ast::StringLiteral>(ast[e->value].data);
}

}  // namespace

void LowerReturns(ast::Ast& ast, NodeMaker& make, NameMaker& names, Block& body) {
  size_t count = CountReturns(ast, body);
  if (count == 0 || (count == 1 && std::holds_alternative<ast::ReturnStmt>(ast[body.back()].data))) return;
  ConditionalReturns(ast).Run(body);
  ReturnPass pass(ast, make, names);
  pass.Run(body);
  Span first = ast[body[0]].span, last = ast[body.back()].span;
  Span end{last.file, last.end, last.end};
  ast::ExprId none = ast.Add(first, ast::NoneLiteral{});
  ast::AnnAssignStmt declaration;
  declaration.target = make.Read(pass.value(), first);
  declaration.annotation = none;
  Block head{ast.Add(first, declaration), make.Set(pass.did_return(), false, first)};
  body.insert(body.begin() + IsDocstring(ast, body[0]), head.begin(), head.end());
  body.push_back(ast.Add(end, ast::ReturnStmt{make.Read(pass.value(), end)}));
}

}  // namespace lathe::autograph
