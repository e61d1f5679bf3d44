// Recursive over statements; jumps are a result of every block. Tensors and Python's ints are both 32-bit values here: the
// programs keep to operations that mean the same on both.
#include "tests/exhaustive/interpreter.h"

#include <map>

#include "support/check.h"

namespace lathe::exhaustive {

namespace {

using ast::ExprId;
using ast::StmtId;

struct Unbound {};
enum class Outcome : uint8_t { kNext, kBreak, kContinue, kReturn };

class Machine {
 public:
  Machine(const ast::Ast& ast, const Input& input) : ast_(ast) {
    Variable("x") = input.x;
    Variable("n") = input.n;
    Variable("m") = input.m;
  }

  int32_t Call() {
    for (StmtId id : ast_.body) {
      if (const auto* f = std::get_if<ast::FunctionDef>(&ast_[id].data)) {
        LATHE_CHECK(Run(f->body) == Outcome::kReturn, "f ends with return");
        return result_;
      }
    }
    LATHE_UNREACHABLE("no function");
  }

  bool return_without_trip = false;

 private:
  int32_t& Variable(std::string_view name) { return variables_[ast_.names().Intern(name).index]; }

  Outcome Run(const ast::Block& block) {
    for (StmtId id : block)
      if (Outcome o = Run(id); o != Outcome::kNext) return o;
    return Outcome::kNext;
  }

  Outcome Run(StmtId id) {
    const ast::StmtData& data = ast_[id].data;
    if (std::holds_alternative<ast::PassStmt>(data)) return Outcome::kNext;
    if (std::holds_alternative<ast::BreakStmt>(data)) return Outcome::kBreak;
    if (std::holds_alternative<ast::ContinueStmt>(data)) return Outcome::kContinue;
    if (const auto* s = std::get_if<ast::ReturnStmt>(&data)) {
      result_ = Value(s->value);
      return Outcome::kReturn;
    }
    if (const auto* s = std::get_if<ast::AssignStmt>(&data)) {
      int32_t value = Value(s->value);
      variables_[NameOf(s->targets[0])] = value;
      return Outcome::kNext;
    }
    if (const auto* s = std::get_if<ast::IfStmt>(&data)) return Run(Value(s->test) ? s->body : s->orelse);
    if (const auto* s = std::get_if<ast::WhileStmt>(&data)) {
      if (!Value(s->test)) NoteNoTrips(s->body);
      while (Value(s->test)) {
        Outcome o = Run(s->body);
        if (o == Outcome::kBreak) break;
        if (o == Outcome::kReturn) return o;
      }
      return Outcome::kNext;
    }
    const auto& loop = std::get<ast::ForStmt>(data);
    const auto& range = std::get<ast::CallExpr>(ast_[loop.iter].data);  // range(limit), tf.range(limit)
    int32_t limit = Value(range.args[0]);
    if (limit <= 0 && std::holds_alternative<ast::AttributeExpr>(ast_[range.func].data)) NoteNoTrips(loop.body);
    for (int32_t i = 0; i < limit; ++i) {
      variables_[NameOf(loop.target)] = i;
      Outcome o = Run(loop.body);
      if (o == Outcome::kBreak) break;
      if (o == Outcome::kReturn) return o;
    }
    return Outcome::kNext;
  }

  void NoteNoTrips(const ast::Block& body) { return_without_trip |= HasReturn(body); }
  bool HasReturn(const ast::Block& block) const {
    for (StmtId id : block) {
      const ast::StmtData& data = ast_[id].data;
      if (std::holds_alternative<ast::ReturnStmt>(data)) return true;
      if (const auto* s = std::get_if<ast::IfStmt>(&data); s && (HasReturn(s->body) || HasReturn(s->orelse))) return true;
      if (const auto* s = std::get_if<ast::WhileStmt>(&data); s && HasReturn(s->body)) return true;
      if (const auto* s = std::get_if<ast::ForStmt>(&data); s && HasReturn(s->body)) return true;
    }
    return false;
  }

  uint32_t NameOf(ExprId id) const { return std::get<ast::NameExpr>(ast_[id].data).name.index; }

  int32_t Value(ExprId id) {
    const ast::ExprData& data = ast_[id].data;
    if (const auto* e = std::get_if<ast::IntLiteral>(&data)) return std::stoi(e->digits);
    if (const auto* e = std::get_if<ast::NameExpr>(&data)) {
      auto it = variables_.find(e->name.index);
      if (it == variables_.end()) throw Unbound{};
      return it->second;
    }
    if (const auto* e = std::get_if<ast::CallExpr>(&data)) return Value(e->args[0]);  // tf.constant(value)
    if (const auto* e = std::get_if<ast::CompareExpr>(&data)) {
      int32_t a = Value(e->left), b = Value(e->comparators[0]);
      return e->ops[0] == ast::CompareOp::kLt ? a < b : a != b;
    }
    const auto& e = std::get<ast::BinaryExpr>(data);
    int32_t a = Value(e.left), b = Value(e.right);
    uint32_t x = uint32_t(a), y = uint32_t(b);
    switch (e.op) {
      case ast::BinaryOp::kAdd: return int32_t(x + y);
      case ast::BinaryOp::kSub: return int32_t(x - y);
      case ast::BinaryOp::kMult: return int32_t(x * y);
      case ast::BinaryOp::kMod: return ((a % b) + b) % b;
      default: LATHE_UNREACHABLE("operator");
    }
  }

  const ast::Ast& ast_;
  std::map<uint32_t, int32_t> variables_;
  int32_t result_ = 0;
};

}  // namespace

PythonRun RunPython(const ast::Ast& ast, const Input& input) {
  Machine machine(ast, input);
  PythonRun run;
  try {
    run.value = machine.Call();
  } catch (const Unbound&) {
  }
  run.return_without_trip = machine.return_without_trip;
  return run;
}

}  // namespace lathe::exhaustive
