// `break` and `continue` -> flags. Input: the body of a function. Output: the same body; every `break` has become a flag and
// a `continue` (first pass), every `continue` a flag and guards around what follows (second pass).
#include <utility>

#include "autograph/rewriter.h"

namespace lathe::autograph {

using ast::Block;
using ast::StmtId;

namespace {

bool IsDefinition(const ast::Stmt& s) {
  return std::holds_alternative<ast::FunctionDef>(s.data) || std::holds_alternative<ast::ClassDef>(s.data);
}

struct Loop {
  Name flag;
  bool used = false;
  Span first, last;       // the first jump, and the one that was met last
};

class BreakPass {
 public:
  BreakPass(ast::Ast& ast, NodeMaker& make, NameMaker& names) : ast_(ast), make_(make), names_(names) {}

  void Run(Block& block, Loop* loop) {
    Block out;
    for (StmtId id : block) {
      ast::Stmt& s = ast_[id];
      if (std::holds_alternative<ast::BreakStmt>(s.data)) {
        Break(id, *loop, out);
      } else if (auto* w = std::get_if<ast::WhileStmt>(&s.data)) {
        Loop inner = Body(w->body, w->orelse, loop, out);
        if (inner.used) w->test = make_.NotAnd(inner.flag, inner.first, w->test);
      } else if (auto* f = std::get_if<ast::ForStmt>(&s.data)) {
        Loop inner = Body(f->body, f->orelse, loop, out);
        if (inner.used) f->extra_test = make_.NotAnd(inner.flag, inner.first, f->extra_test);
      } else if (!IsDefinition(s)) {
        Span before = std::exchange(jump_, {});
        bool in_body = false;
        ForEachBlock(s, [&](Block& b, BlockRole role) {
          Run(b, loop);
          if (role == BlockRole::kBody) in_body = jump_.valid();
        });
        if (auto* t = std::get_if<ast::TryStmt>(&s.data); t && in_body) ResetInHandlers(ast_, make_, *t, loop->flag, jump_);
        if (!jump_.valid()) jump_ = before;
      }
      out.push_back(id);
    }
    block = std::move(out);
  }

 private:
  void Break(StmtId id, Loop& loop, Block& out) {
    Span span = jump_ = ast_[id].span;
    if (!loop.used) {
      loop.used = true;
      loop.flag = names_.New("did_break");
      loop.first = span;
    }
    out.push_back(make_.Set(loop.flag, true, span));
    ast_[id].data = ast::ContinueStmt{};
  }

  // Leaves the statement that resets the flag in `out`, before the loop.
  Loop Body(Block& body, Block& orelse, Loop* outer, Block& out) {
    Loop inner;
    Span before = jump_;
    Run(body, &inner);
    jump_ = before;
    Run(orelse, outer);
    if (!inner.used) return inner;
    out.push_back(make_.Set(inner.flag, false, inner.first));
    if (!orelse.empty()) orelse = {make_.IfNot(inner.flag, std::move(orelse), inner.first)};
    return inner;
  }

  ast::Ast& ast_;
  NodeMaker& make_;
  NameMaker& names_;
  Span jump_;  // the last break of the loop at hand
};

class ContinuePass {
 public:
  ContinuePass(ast::Ast& ast, NodeMaker& make, NameMaker& names) : ast_(ast), make_(make), names_(names) {}

  // Whether the block may set the flag of `loop`.
  bool Run(Block& block, Loop* loop) {
    Block out;
    bool any = false;
    for (size_t i = 0; i < block.size(); ++i) {
      StmtId id = block[i];
      bool jumps = Statement(id, loop);
      out.push_back(id);
      any |= jumps;
      if (jumps && i + 1 < block.size()) {
        Block rest(block.begin() + i + 1, block.end());
        Run(rest, loop);
        out.push_back(make_.IfNot(loop->flag, std::move(rest), loop->last));
        break;
      }
    }
    block = std::move(out);
    return any;
  }

 private:
  bool Statement(StmtId id, Loop* loop) {
    ast::Stmt& s = ast_[id];
    if (std::holds_alternative<ast::ContinueStmt>(s.data)) {
      if (!loop->used) {
        loop->used = true;
        loop->flag = names_.New("did_continue");
        loop->first = s.span;
      }
      loop->last = s.span;
      s.data = ast_[make_.Set(loop->flag, true, s.span)].data;
      return true;
    }
    if (IsDefinition(s)) return false;
    if (auto* w = std::get_if<ast::WhileStmt>(&s.data)) return Body(w->body, w->orelse, loop);
    if (auto* f = std::get_if<ast::ForStmt>(&s.data)) return Body(f->body, f->orelse, loop);
    bool jumps = false, in_body = false;
    ForEachBlock(s, [&](Block& b, BlockRole role) {
      bool here = Run(b, loop);
      if (role == BlockRole::kBody) in_body |= here;
      jumps |= here;
    });
    // The `else` of a `try` does not run after a jump out of its body.
    auto* t = std::get_if<ast::TryStmt>(&s.data);
    if (t && in_body && !t->orelse.empty()) t->orelse = {make_.IfNot(loop->flag, std::move(t->orelse), loop->last)};
    if (t && in_body) ResetInHandlers(ast_, make_, *t, loop->flag, loop->last);
    return jumps;
  }

  bool Body(Block& body, Block& orelse, Loop* outer) {
    Loop inner;
    Run(body, &inner);
    if (inner.used) body.insert(body.begin(), make_.Set(inner.flag, false, inner.first));
    return Run(orelse, outer);
  }

  ast::Ast& ast_;
  NodeMaker& make_;
  NameMaker& names_;
};

}  // namespace

void LowerBreaks(ast::Ast& ast, NodeMaker& make, NameMaker& names, Block& body) { BreakPass(ast, make, names).Run(body, nullptr); }
void LowerContinues(ast::Ast& ast, NodeMaker& make, NameMaker& names, Block& body) { ContinuePass(ast, make, names).Run(body, nullptr); }

}  // namespace lathe::autograph
