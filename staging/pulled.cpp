// Loops over iterators of library code (tf.data).
//
// Such an iterator has a method step(), which computes the next element, and then the attributes `has` (a bool, known or
// not) and `element`. The element after the body is pulled only if the loop goes on, so that what it does happens when
// TensorFlow does it. Output: trips executed directly while everything is known in eager code, else a run-time loop; the
// iterator's attributes are state of the loop like the program's variables.
#include <optional>

#include "staging/control.h"
#include "staging/loops.h"
#include "staging/interp.h"
#include "staging/record.h"

namespace lathe::staging {

using namespace ast;

namespace {
constexpr int64_t kPeeledTrips = 16;

// Where a block returns from the function: the assignment that the `return` became. Functions inside return for themselves.
std::optional<Span> ReturnIn(const Interp& in, const Block& block) {
  for (StmtId id : block) {
    const Stmt& s = in.ast[id];
    std::optional<Span> found;
    auto look = [&](const Block& inner) {
      if (!found) found = ReturnIn(in, inner);
    };
    if (auto* n = std::get_if<ForStmt>(&s.data)) look(n->body), look(n->orelse);
    if (auto* n = std::get_if<WhileStmt>(&s.data)) look(n->body), look(n->orelse);
    if (auto* n = std::get_if<IfStmt>(&s.data)) look(n->body), look(n->orelse);
    if (auto* n = std::get_if<WithStmt>(&s.data)) look(n->body);
    if (auto* n = std::get_if<MatchStmt>(&s.data))
      for (const MatchCase& c : n->cases) look(c.body);
    if (auto* n = std::get_if<TryStmt>(&s.data)) {
      look(n->body), look(n->orelse), look(n->finalbody);
      for (const ExceptHandler& h : n->handlers) look(h.body);
    }
    if (auto* n = std::get_if<AssignStmt>(&s.data); n && n->targets.size() == 1)
      if (auto* name = std::get_if<NameExpr>(&in.ast[n->targets[0]].data); name && IsReturnValueName(in.TextOf(name->name))) found = s.span;
    if (found) return found;
  }
  return std::nullopt;
}
}  // namespace

void Interp::ForOverPulled(const ForStmt& n, const Value& iterator, Span where) {
  if (mode == Mode::kStaged && !current().converted) {
    Diagnostic d{DiagnosticKind::kTensorIteration, "a dataset cannot be iterated over in code that AutoGraph does not convert", where};
    Raise(std::move(d), "RuntimeError");
  }
  if (mode == Mode::kStaged && !options.extensions)
    if (auto at = ReturnIn(*this, n.body)) {
      Diagnostic d{DiagnosticKind::kReturnInLoop, "'return' in a loop over a dataset that becomes part of the graph", *at};
      d.labels.push_back({where, "the loop over the dataset"});
      d.help.push_back("assign the value to a variable that has one before the loop, leave the loop with 'break', and return after it");
      d.trace = CallChain();
      Raise(std::move(d), "NotImplementedError");
    }
  auto step = [&] { CallMethod(iterator, "step", {}, where); };
  auto has = [&]() -> Truth { return ConditionTruth(GetAttribute(iterator, Intern("has"), where), where); };
  auto assign = [&] { Assign(n.target, GetAttribute(iterator, Intern("element"), where)); };
  auto go_on = [&]() -> Truth { return n.extra_test ? ConditionTruth(Evaluate(n.extra_test), where) : Truth{true, true, {}}; };
  // Both conditions at the head of a trip.
  auto test = [&]() -> Truth {
    Truth a = go_on();
    if (a.known && !a.value) return a;
    Truth b = has();
    if (a.known || (b.known && !b.value)) return b;
    if (b.known) return a;
    return {false, false, Emit(ir::OpKind::kAnd, {a.dynamic, b.dynamic}, ir::NoAttrs{}, where)};
  };
  LoopSpec spec;
  spec.where = where;
  spec.test = test;
  spec.shapes_may_change = true;
  spec.block = &n.body;
  spec.body = [&] {
    assign();
    RunBody(n.body);
    Truth on = go_on();
    if (on.known) {
      if (on.value) step();
      return;
    }
    Branch(
        on.dynamic,
        [&]() -> Value {
          step();
          return None{};
        },
        []() -> Value { return None{}; }, where);
  };
  step();
  if (mode == Mode::kStaged) {
    NoteWithDetail(*this, &n, true, "dataset");
    if (!n.orelse.empty() && !options.extensions) FailLoopElse(n.orelse_span);
    RunLoop(*this, spec);
    ExecuteElse(n.orelse, n.orelse_span);
    return;
  }
  for (int64_t trips = 0;; ++trips) {
    Step();
    Truth t = test();
    if (!t.known || (trips >= kPeeledTrips && (trips & (trips - 1)) == 0 && t.value)) {
      if (TryRoll(spec)) break;
      if (!t.known) {
        // One trip under the condition settles the kinds of values; then the loop.
        Branch(
            t.dynamic,
            [&]() -> Value {
              spec.body();
              try {
                RunLoop(*this, spec);
              } catch (SpeculationFailed& failed) {
                Fail(std::move(failed.why));
              }
              return None{};
            },
            []() -> Value { return None{}; }, where);
        break;
      }
    }
    if (!t.value) break;
    assign();
    if (RunTrip(n.body) != Trip::kNext) return;
    Truth on = go_on();
    if (on.known && !on.value) return;
    if (on.known) {
      step();
      continue;
    }
    Branch(
        on.dynamic,
        [&]() -> Value {
          step();
          return None{};
        },
        []() -> Value { return None{}; }, where);
  }
  ExecuteElse(n.orelse, n.orelse_span);
}

}  // namespace lathe::staging
