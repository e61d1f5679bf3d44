// Method: f runs on definedness instead of numbers. Jumps are flags that are false, true, or (assigned under a condition on a
// tensor) unknown; what follows a statement that may jump runs under its flag. A condition on a tensor runs both sides and
// joins them: a variable that only one side defines is spoilt, and reading it is the refusal.
#include "tests/exhaustive/rules.h"

#include <map>
#include <vector>

#include "support/check.h"

namespace lathe::exhaustive {

namespace {

enum class Known : uint8_t { kFalse, kTrue, kUnknown };
enum class Definedness : uint8_t { kNo, kYes, kSpoilt };

struct Variable {
  Definedness state = Definedness::kNo;
  std::string_view why;   // spoilt: the diagnostic
  bool written = false;   // since the innermost branch or loop began
};
struct Flag {
  Known value = Known::kFalse;
  bool written = false;
};

// What the rules look at.
struct State {
  Variable result, y;
  Flag returned, left, skipped;  // did return; break and continue of the innermost loop
};

enum class Kind : uint8_t { kOther, kAssignY, kBreak, kContinue, kReturn, kIf, kTensorLoop, kPythonLoop };
struct Node {
  Kind kind = Kind::kOther;
  bool reads_y = false;  // kReturn
  int less = 0;          // kPythonLoop: range(m - less)
  std::vector<Node> body, orelse;
};
using Nodes = std::vector<Node>;

struct Refused {
  std::string_view name;
};

class Reader {
 public:
  explicit Reader(const ast::Ast& ast) : ast_(ast) {}

  Nodes Read(const ast::Block& block) const {
    Nodes out;
    for (ast::StmtId id : block) out.push_back(Read(ast_[id].data));
    return out;
  }

 private:
  Node Read(const ast::StmtData& data) const {
    Node node;
    if (const auto* s = std::get_if<ast::AssignStmt>(&data)) {
      if (TextOf(s->targets[0]) == "y") node.kind = Kind::kAssignY;
    } else if (std::holds_alternative<ast::BreakStmt>(data)) {
      node.kind = Kind::kBreak;
    } else if (std::holds_alternative<ast::ContinueStmt>(data)) {
      node.kind = Kind::kContinue;
    } else if (const auto* s = std::get_if<ast::ReturnStmt>(&data)) {
      node.kind = Kind::kReturn;
      const auto* sum = std::get_if<ast::BinaryExpr>(&ast_[s->value].data);
      node.reads_y = sum && TextOf(sum->right) == "y";
    } else if (const auto* s = std::get_if<ast::IfStmt>(&data)) {
      node = {Kind::kIf, false, 0, Read(s->body), Read(s->orelse)};
    } else if (const auto* s = std::get_if<ast::WhileStmt>(&data)) {
      node = {Kind::kTensorLoop, false, 0, Read(s->body), {}};
    } else if (const auto* s = std::get_if<ast::ForStmt>(&data)) {
      const auto& call = std::get<ast::CallExpr>(ast_[s->iter].data);
      bool python = TextOf(call.func) == "range";
      node = {python ? Kind::kPythonLoop : Kind::kTensorLoop, false, 0, Read(s->body), {}};
      if (const auto* limit = std::get_if<ast::BinaryExpr>(&ast_[call.args[0]].data))
        node.less = std::stoi(std::get<ast::IntLiteral>(ast_[limit->right].data).digits);
    }
    return node;
  }
  std::string_view TextOf(ast::ExprId id) const {
    const auto* name = std::get_if<ast::NameExpr>(&ast_[id].data);
    return name ? ast_.names().text(name->name) : std::string_view();
  }

  const ast::Ast& ast_;
};

// Jumps in a statement, as far as they concern what follows it in its block.
struct Jumps {
  bool leaves = false, returns = false;  // break or continue of the loop around it; return
};
Jumps JumpsOf(const Nodes& nodes);
Jumps JumpsOf(const Node& node) {
  Jumps j;
  if (node.kind == Kind::kBreak || node.kind == Kind::kContinue) j.leaves = true;
  if (node.kind == Kind::kReturn) j.returns = true;
  bool loop = node.kind == Kind::kTensorLoop || node.kind == Kind::kPythonLoop;
  for (const Nodes* block : {&node.body, &node.orelse}) {
    Jumps inner = JumpsOf(*block);
    j.leaves |= inner.leaves && !loop;
    j.returns |= inner.returns;
  }
  return j;
}
Jumps JumpsOf(const Nodes& nodes) {
  Jumps all;
  for (const Node& node : nodes) {
    Jumps j = JumpsOf(node);
    all.leaves |= j.leaves;
    all.returns |= j.returns;
  }
  return all;
}
bool Breaks(const Nodes& nodes) {
  for (const Node& node : nodes) {
    if (node.kind == Kind::kBreak) return true;
    if (node.kind == Kind::kIf && (Breaks(node.body) || Breaks(node.orelse))) return true;
  }
  return false;
}

// Code behind an `if` of which one side surely returns belongs to the other side. What follows a statement that may leave
// the loop is guarded and so never returns surely. The answer is whether the block surely returns.
bool MoveBehindReturns(Nodes& nodes) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    Node& node = nodes[i];
    if (node.kind == Kind::kReturn) return true;
    bool body = MoveBehindReturns(node.body), orelse = MoveBehindReturns(node.orelse), leaves = JumpsOf(node).leaves;
    bool moves = node.kind == Kind::kIf && (body || orelse);
    if (!moves && !leaves) continue;
    Nodes rest(nodes.begin() + int64_t(i) + 1, nodes.end());
    bool sure = MoveBehindReturns(rest) && !leaves;
    nodes.resize(i + 1);
    Nodes& to = !moves ? nodes : body ? nodes[i].orelse : nodes[i].body;
    to.insert(to.end(), rest.begin(), rest.end());
    return moves && ((body && orelse) || sure);
  }
  return false;
}

class Rules {
 public:
  explicit Rules(int m) : m_(m) {}

  void Run(const Nodes& nodes, State& s, size_t first = 0) {
    for (size_t i = first; i < nodes.size(); ++i) {
      Run(nodes[i], s);
      Jumps j = JumpsOf(nodes[i]);
      if ((j.returns && s.returned.value == Known::kTrue) ||
          (j.leaves && (s.left.value == Known::kTrue || s.skipped.value == Known::kTrue))) return;
      bool guarded = (j.returns && s.returned.value == Known::kUnknown) ||
                     (j.leaves && (s.left.value == Known::kUnknown || s.skipped.value == Known::kUnknown));
      if (guarded && i + 1 < nodes.size()) {
        Branch(s, [&](State& rest) { Run(nodes, rest, i + 1); }, [](State&) {});
        return;
      }
    }
  }

 private:
  void Run(const Node& node, State& s) {
    auto set = [](Flag& f) { f = {Known::kTrue, true}; };
    switch (node.kind) {
      case Kind::kOther: break;
      case Kind::kAssignY: s.y = {Definedness::kYes, {}, true}; break;
      case Kind::kBreak: set(s.left), set(s.skipped); break;
      case Kind::kContinue: set(s.skipped); break;
      case Kind::kReturn:
        if (node.reads_y) Read(s.y);
        s.result = {Definedness::kYes, {}, true};
        set(s.returned);
        break;
      case Kind::kIf:
        Branch(s, [&](State& side) { Run(node.body, side); }, [&](State& side) { Run(node.orelse, side); });
        break;
      case Kind::kTensorLoop: TensorLoop(node, s); break;
      case Kind::kPythonLoop: PythonLoop(node, s); break;
    }
  }

  void Read(const Variable& v) {
    if (v.state == Definedness::kSpoilt) throw Refused{v.why};
    // Never assigned on the way here: certain when nothing but known values led here.
    if (v.state == Definedness::kNo) throw Refused{"used-before-assignment"};
  }

  template <class A, class B>
  void Branch(State& s, A then, B orelse) {
    State a = Fresh(s), b = a;
    then(a);
    orelse(b);
    auto variable = [&](Variable& before, const Variable& x, const Variable& y, std::string_view why) {
      if (!x.written && !y.written) return;
      before.written = true;
      if (x.state == Definedness::kSpoilt) before = {x.state, x.why, true};
      else if (y.state == Definedness::kSpoilt) before = {y.state, y.why, true};
      else if (x.state != y.state) before = {Definedness::kSpoilt, why, true};
      else before.state = x.state;
    };
    variable(s.result, a.result, b.result, loops_ > 0 ? "return-in-loop" : "return-in-one-branch");
    variable(s.y, a.y, b.y, loops_ > 0 ? "undefined-before-loop" : "undefined-in-branch");
    auto flag = [](Flag& before, const Flag& x, const Flag& y) {
      if (x.written || y.written) before = {Known::kUnknown, true};
    };
    flag(s.returned, a.returned, b.returned);
    flag(s.left, a.left, b.left);
    flag(s.skipped, a.skipped, b.skipped);
  }

  static State Fresh(State s) {
    s.result.written = s.y.written = s.returned.written = s.left.written = s.skipped.written = false;
    return s;
  }

  void TensorLoop(const Node& node, State& s) {
    State trip = Fresh(s);
    if (JumpsOf(node.body).returns) trip.returned = {Known::kUnknown, false};
    trip.left = {Breaks(node.body) ? Known::kUnknown : Known::kFalse, false};
    trip.skipped = {};
    ++loops_;
    Run(node.body, trip);
    --loops_;
    if (trip.result.written) s.result = {trip.result.state, trip.result.why, true};
    if (trip.y.written) s.y = {trip.y.state, trip.y.why, true};
    if (trip.returned.written) s.returned = {Known::kUnknown, true};
  }

  void PythonLoop(const Node& node, State& s) {
    Flag left = s.left, skipped = s.skipped;
    s.left = {};
    for (int i = 0; i < m_ - node.less; ++i) {
      if (s.left.value == Known::kUnknown || (JumpsOf(node.body).returns && s.returned.value == Known::kUnknown))
        throw Refused{"jump-in-python-loop"};
      if (s.left.value == Known::kTrue || s.returned.value == Known::kTrue) break;
      s.skipped = {};
      Run(node.body, s);
    }
    s.left = left;
    s.skipped = skipped;
  }

  int m_, loops_ = 0;
};

}  // namespace

std::optional<std::string_view> Refusal(const ast::Ast& ast, int m) {
  for (ast::StmtId id : ast.body) {
    const auto* f = std::get_if<ast::FunctionDef>(&ast[id].data);
    if (!f) continue;
    Nodes nodes = Reader(ast).Read(f->body);
    MoveBehindReturns(nodes);
    State state;
    try {
      Rules(m).Run(nodes, state);
      if (state.result.state == Definedness::kSpoilt) return state.result.why;
    } catch (const Refused& refused) {
      return refused.name;
    }
    return std::nullopt;
  }
  LATHE_UNREACHABLE("no function");
}

}  // namespace lathe::exhaustive
