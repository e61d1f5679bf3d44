// for and while: Python loops (unrolled or, in eager code, run-time loops) and staged loops.
//
// Eager loops: a few trips are executed directly, so that values stay known and traces are made where Python makes them; the rest
// becomes a run-time loop where the types allow it, else the loop goes on being executed here within the budget.
#include <algorithm>

#include "staging/function.h"
#include "staging/loops.h"
#include "staging/objects.h"
#include "staging/record.h"
#include "staging/state_watch.h"
#include "staging/tensor_protocol.h"
#include "staging/tf/tensor.h"
#include "staging/unconverted.h"
#include "support/check.h"

namespace lathe::staging {

using namespace ast;

namespace {
// Trips that an eager loop is executed before it is tried as a run-time loop.
constexpr int64_t kPeeledTrips = 16;
constexpr int64_t kLargeUnroll = 3000;
}  // namespace

// Remembers the first statement that the program itself has in the body.
StmtId Interp::EnterLoopBody(const Block& body) {
  StmtId outer = loop_head_;
  auto is_flag = [&](StmtId id) {
    auto* assign = std::get_if<AssignStmt>(&ast[id].data);
    auto* name = assign && assign->targets.size() == 1 ? std::get_if<NameExpr>(&ast[assign->targets[0]].data) : nullptr;
    return name && TextOf(name->name).find('$') != std::string_view::npos;
  };
  auto first = std::find_if_not(body.begin(), body.end(), is_flag);
  loop_head_ = first == body.end() ? StmtId{} : *first;
  return outer;
}

// The jump flags of a trip that was executed directly.
Interp::Trip Interp::RunTrip(const Block& body) {
  StmtId outer = EnterLoopBody(body);
  Execute(body);
  loop_head_ = outer;
  if (jump_ == Jump::kBreak) {
    jump_ = Jump::kNone;
    return Trip::kBreak;
  }
  if (jump_ == Jump::kContinue) jump_ = Jump::kNone;
  return jump_ == Jump::kReturn ? Trip::kReturn : Trip::kNext;
}

void Interp::ExecuteElse(const Block& orelse, Span where) {
  (void)where;
  if (!orelse.empty()) Execute(orelse);
}

// The constant that the program's own test of the loop is (`while True`), behind the flags of jumps; invalid if it is none.
static Span ConstantTest(const Ast& ast, ExprId test) {
  const Expr& e = ast[test];
  if (auto* b = std::get_if<BoolOpExpr>(&e.data)) return ConstantTest(ast, b->values.back());
  return std::holds_alternative<BoolLiteral>(e.data) || std::holds_alternative<IntLiteral>(e.data) ? e.span : Span{};
}

void Interp::ExecuteWhile(StmtId id, const WhileStmt& n) {
  Span where = ast[n.test].span;
  int64_t trips = 0;
  bool dynamic_before = false;
  while (true) {
    StagingRecord::Mark mark = RecordMark(*this);
    Value test = Evaluate(n.test);
    if (test.is<Poison>()) {
      PoisonTargets(id);
      return;
    }
    if (mode == Mode::kStaged && !current().converted && !n.orelse.empty() && IsTensorLike(test)) FailLoopElse(n.orelse_span);
    Truth t = ConditionTruth(test, where);
    if (!t.known) RewindRecord(*this, mark);   // the loop's own test is what counts
    Note(*this, &n, 0, !t.known, &test);
    if (!t.known) {
      if (mode == Mode::kStaged && trips > 0) {
        if (!options.extensions) {
          Span forever = ConstantTest(ast, n.test);
          if (!forever.valid() && JumpFlagDecides(n.test, test)) FailJumpInPythonLoop(n.test, where);
          Diagnostic d{DiagnosticKind::kConditionBecameTensor, "the condition of this 'while' starts as a Python value and turns into a tensor", forever.valid() ? forever : where};
          if (Span jump = JumpSpan(n.test); forever.valid() && jump.valid()) d.labels.push_back({jump, "the loop is left here, under a condition on a tensor"});
          d.help.push_back(forever.valid() ? "make the condition a tensor from the start: 'while' with the opposite of what leaves the loop, or 'while tf.constant(True)'"
                                           : "make the values it depends on tensors before the loop: tf.constant(…)");
          Fail(std::move(d));
        }
      }
      if (mode == Mode::kStaged && !n.orelse.empty() && !options.extensions) FailLoopElse(n.orelse_span);
      LoopSpec spec;
      spec.where = where;
      spec.test = [&] { return ConditionTruth(Evaluate(n.test), where); };
      spec.body = [&] { RunBody(n.body); };
      spec.block = &n.body;
      if (mode == Mode::kStaged) {
        RunLoop(*this, spec);
        ExecuteElse(n.orelse, n.orelse_span);
        return;
      }
      // Eager code: peel a trip when the types have not settled yet (a number that becomes a tensor).
      try {
        RunLoop(*this, spec);
        ExecuteElse(n.orelse, n.orelse_span);
        return;
      } catch (SpeculationFailed& failed) {
        if (dynamic_before) {
          failed.why.severity = Severity::kError;
          Fail(std::move(failed.why));
        }
        dynamic_before = true;
        PeelWhile(t.dynamic, n, where);
        return;
      }
    }
    if (!t.value) break;
    if (trips >= kPeeledTrips && mode == Mode::kEager && (trips & (trips - 1)) == 0 && TryRollWhile(n, where)) {
      ExecuteElse(n.orelse, n.orelse_span);
      return;
    }
    Step();
    if (++trips == kLargeUnroll && mode == Mode::kStaged) WarnLargeUnroll(where);
    Trip trip = RunTrip(n.body);
    if (trip == Trip::kBreak) return;
    if (trip == Trip::kReturn) return;
  }
  ExecuteElse(n.orelse, n.orelse_span);
}

// One trip under the condition, then the loop again: for state that becomes a run-time value in the first trip.
void Interp::PeelWhile(ir::ValueId condition, const WhileStmt& n, Span where) {
  Branch(
      condition,
      [&]() -> Value {
        RunBody(n.body);
        LoopSpec spec;
        spec.where = where;
        spec.test = [&] { return ConditionTruth(Evaluate(n.test), where); };
        spec.body = [&] { RunBody(n.body); };
        try {
          RunLoop(*this, spec);
        } catch (SpeculationFailed& failed) {
          Fail(std::move(failed.why));
        }
        return None{};
      },
      []() -> Value { return None{}; }, where);
}

bool Interp::TryRollWhile(const WhileStmt& n, Span where) {
  LoopSpec spec;
  spec.where = where;
  spec.test = [&] { return ConditionTruth(Evaluate(n.test), where); };
  spec.body = [&] { RunBody(n.body); };
  return TryRoll(spec);
}

bool Interp::TryRoll(const LoopSpec& spec) {
  size_t errors = sink.error_count();
  Checkpoint checkpoint(*this);
  try {
    RunLoop(*this, spec);
    if (sink.error_count() == errors) {
      heap.Commit();
      return true;
    }
  } catch (const SpeculationFailed&) {
  } catch (const Abandoned&) {
  } catch (const PyError&) {
  }
  checkpoint.Restore();
  return false;
}

// The body of a run-time loop: jumps in it were rewritten into flags.
void Interp::RunBody(const Block& body) {
  StmtId outer = EnterLoopBody(body);
  Execute(body);
  loop_head_ = outer;
  if (jump_ == Jump::kContinue) jump_ = Jump::kNone;
}

void Interp::WarnLargeUnroll(Span where) {
  Diagnostic d{DiagnosticKind::kLargeUnroll, "this Python loop is unrolled into more than 3,000 copies of its body", where};
  d.help.push_back("loop over tf.range(…), so that it becomes a loop in the graph");
  Warn(std::move(d));
}

void Interp::FailLoopElse(Span where) {
  Diagnostic d{DiagnosticKind::kLoopElse, "the 'else' of a loop over a tensor is not supported inside a tf.function", where};
  d.help.push_back("set a flag in the loop and test it afterwards");
  Fail(std::move(d));
}

void Interp::FailJumpInPythonLoop(ExprId test, Span where) {
  Span at = JumpSpan(test);
  Diagnostic d{DiagnosticKind::kJumpInPythonLoop, "this leaves a loop over a Python value under a condition on a tensor", at.valid() ? at : where};
  if (at.valid()) d.labels.push_back({where, "the loop runs while the function is traced"});
  d.help.push_back("loop over a tensor (tf.range(…), tf.stack(…)), so that the loop becomes part of the graph");
  Fail(std::move(d));
}

void Interp::ExecuteFor(StmtId id, const ForStmt& n) {
  Value iterable = Evaluate(n.iter);
  Span where = ast[n.iter].span;
  if (iterable.is<Poison>()) {
    PoisonTargets(id);
    return;
  }
  if (iterable.is<Maybe>()) iterable = *iterable.get<Maybe>().value;
  bool symbolic = mode == Mode::kStaged && iterable.is<Tensor>() && !iterable.get<Tensor>().numpy;
  if (mode == Mode::kStaged && heap.External<VariableObject>(iterable)) {
    symbolic = true;
    iterable = Tensor{ToTensor(iterable, {}, where)};
  }
  if (symbolic) {
    if (!n.orelse.empty() && !options.extensions) FailLoopElse(n.orelse_span);
    if (!current().converted) {
      Diagnostic d{DiagnosticKind::kTensorIteration, "a tensor cannot be iterated over in code that AutoGraph does not convert", where};
      d.notes.push_back(UnconvertedNote(*this));
      Raise(std::move(d), "OperatorNotAllowedInGraphError");
    }
    NoteTensorLoop(*this, &n, iterable);
    RunForOverTensor(n, iterable, where);
    ExecuteElse(n.orelse, n.orelse_span);
    return;
  }
  if (auto* range = iterable.as<RangeValue>()) {
    bool known = true;
    for (const Value& part : *range->parts) known &= part.is<Integer>();
    if (!known) {
      NoteWithDetail(*this, &n, true, "range");
      RunForOverRange(n, *range, where);
      ExecuteElse(n.orelse, n.orelse_span);
      return;
    }
  }
  if (mode == Mode::kEager && IsTensorLike(iterable)) {
    Value tensor = Tensor{ToTensor(iterable, {}, where), iterable.is<Tensor>() && iterable.get<Tensor>().numpy};
    const ir::Type& type = TypeOf(tensor);
    if (type.shape.ranked && type.shape.rank() > 0 && !ir::IsKnown(type.shape.dims[0])) {
      RunForOverTensor(n, tensor, where);
      ExecuteElse(n.orelse, n.orelse_span);
      return;
    }
  }
  if (auto* r = iterable.as<Ref>(); r && IsLibraryState(*r) && TypeAttribute(iterable, Intern("pulled"))) {
    ForOverPulled(n, *CallSpecial(iterable, "pulled", {}, where), where);
    return;
  }
  Note(*this, &n, 0, false);
  if (auto* r = iterable.as<Ref>(); r && heap.as<ListObject>(*r) == nullptr && !heap.as<DictObject>(*r) && IsLazyIterator(iterable)) {
    ForOverIterator(n, iterable, where);
    return;
  }
  if (auto* target = std::get_if<NameExpr>(&ast[n.target].data); target && trace)
    watch->OnPythonLoop(FindScope(current().scope, target->name), target->name, ast[id].span);
  ForOverKnown(n, iterable, where);
}

bool Interp::IsLazyIterator(const Value& v) {
  if (heap.as<InstanceObject>(v)) return true;
  return heap.as<IteratorObject>(v) == nullptr && FindBuiltin(RowPrefix(v) + ".__next__") != nullptr;
}

// Python's protocol, one element at a time (generators, the program's own iterators).
void Interp::ForOverIterator(const ForStmt& n, const Value& iterable, Span where) {
  Value iterator = Iter(iterable, where);
  while (true) {
    Step();
    if (!ExtraTest(n, where)) return;
    auto item = Next(iterator, where);
    if (!item) break;
    Assign(n.target, *item);
    Trip trip = RunTrip(n.body);
    if (trip != Trip::kNext) return;
  }
  ExecuteElse(n.orelse, n.orelse_span);
}

// The jump flag of a loop that is executed directly; false: the loop was left.
bool Interp::ExtraTest(const ForStmt& n, Span where) {
  if (!n.extra_test) return true;
  Value test = Evaluate(n.extra_test);
  Truth t = ConditionTruth(test, where);
  if (!t.known) {
    if (mode == Mode::kStaged) FailJumpInPythonLoop(n.extra_test, where);
    throw SpeculationFailed{Diagnostic{DiagnosticKind::kJumpInPythonLoop, "this loop is left under a condition that only run time knows, and its elements have no common type", where}};
  }
  return t.value;
}

void Interp::ForOverKnown(const ForStmt& n, const Value& iterable, Span where) {
  auto known = Elements(iterable, where);
  if (!known) RequireElements(iterable, "a 'for' loop", where);
  auto* list = heap.as<ListObject>(iterable);
  std::vector<Value> items = std::move(*known);
  size_t size = items.size();
  for (size_t i = 0;; i++) {
    // A list may grow or shrink while it is iterated over.
    if (list) {
      list = heap.as<ListObject>(iterable);
      if (i >= list->items.size()) break;
    } else if (i >= size) {
      break;
    }
    Step();
    if (n.extra_test) {
      Value test = Evaluate(n.extra_test);
      Truth t = ConditionTruth(test, where);
      if (!t.known && mode == Mode::kEager) {
        GuardedRest(n, t.dynamic, items, i, where);
        return;
      }
      if (!ExtraTest(n, where)) return;
    }
    if (i >= size_t(kPeeledTrips) && mode == Mode::kEager && (i & (i - 1)) == 0 && !list && TryRollFor(n, iterable, items, i, where)) {
      ExecuteElse(n.orelse, n.orelse_span);
      return;
    }
    if (i == size_t(kPeeledTrips) && mode == Mode::kEager && list && TryRollFor(n, iterable, items, i, where)) {
      ExecuteElse(n.orelse, n.orelse_span);
      return;
    }
    if (i == size_t(kLargeUnroll) && mode == Mode::kStaged) WarnLargeUnroll(where);
    Assign(n.target, list ? Value(list->items[i]) : items[i]);
    Trip trip = RunTrip(n.body);
    if (trip != Trip::kNext) return;
  }
  ExecuteElse(n.orelse, n.orelse_span);
}

// A loop that was left, or not, as only run time knows: the remaining trips run under the flag.
void Interp::GuardedRest(const ForStmt& n, ir::ValueId go, const std::vector<Value>& items, size_t first, Span where) {
  if (TryRollFor(n, None{}, items, first, where)) return;
  Branch(
      go,
      [&]() -> Value {
        Assign(n.target, items[first]);
        RunBody(n.body);
        if (first + 1 < items.size()) {
          Truth t = ConditionTruth(Evaluate(n.extra_test), where);
          if (!t.known) GuardedRest(n, t.dynamic, items, first + 1, where);
          else if (t.value) {
            for (size_t i = first + 1; i < items.size(); i++) {
              Truth again = ConditionTruth(Evaluate(n.extra_test), where);
              if (!again.known) {
                GuardedRest(n, again.dynamic, items, i, where);
                break;
              }
              if (!again.value) break;
              Assign(n.target, items[i]);
              RunBody(n.body);
            }
          }
        }
        return None{};
      },
      []() -> Value { return None{}; }, where);
}

// The trips from `first` on as a run-time loop: over a range by its counter, over equal kinds of elements by a table.
bool Interp::TryRollFor(const ForStmt& n, const Value& iterable, const std::vector<Value>& items, size_t first, Span where) {
  if (items.size() - first < 2) return false;
  LoopSpec spec;
  spec.where = where;
  spec.body = [&] { RunBody(n.body); };
  if (n.extra_test) spec.test = [&] { return ConditionTruth(Evaluate(n.extra_test), where); };
  auto constant = [&](int64_t v) { return builder.Scalar(ir::DType::kInt64, v); };
  bool ints = true;
  for (const Value& v : items) ints &= v.is<Integer>() && v.get<Integer>().fits();
  if (ints) {
    int64_t step = items[1].get<Integer>().small() - items[0].get<Integer>().small();
    bool progression = step != 0;
    for (size_t i = 1; i < items.size(); i++) progression &= items[i].get<Integer>().small() - items[i - 1].get<Integer>().small() == step;
    if (progression) {
      spec.start = constant(items[first].get<Integer>().small());
      spec.limit = constant(items.back().get<Integer>().small() + (step > 0 ? 1 : -1));
      spec.step = constant(step);
      spec.assign_element = [&](ir::ValueId counter) { Assign(n.target, Scalar{ScalarKind::kInt, counter}); };
      return TryRoll(spec);
    }
  }
  (void)iterable;
  ir::ValueId table = ElementTable(items, first, where);
  if (!table.valid()) return false;
  bool numpy = items[first].is<Tensor>() && items[first].get<Tensor>().numpy;
  bool tensors = items[first].is<Tensor>();
  spec.start = constant(0);
  spec.limit = constant(int64_t(items.size() - first));
  spec.step = constant(1);
  spec.assign_element = [&, table](ir::ValueId counter) {
    ir::ValueId element = Emit(ir::OpKind::kGather, {table, counter}, ir::AxisAttr{0}, where);
    if (tensors) return Assign(n.target, Tensor{element, numpy, numpy && items[first].get<Tensor>().numpy_scalar});
    ir::DType dtype = module.type(element).dtype;
    ScalarKind kind = dtype == ir::DType::kInt64 ? ScalarKind::kInt : dtype == ir::DType::kFloat64 ? ScalarKind::kFloat : dtype == ir::DType::kBool ? ScalarKind::kBool : ScalarKind::kStr;
    Assign(n.target, Scalar{kind, element});
  };
  return TryRoll(spec);
}

// A tensor with one row per element, when they are of one kind; invalid otherwise.
ir::ValueId Interp::ElementTable(const std::vector<Value>& items, size_t first, Span where) {
  size_t kind = items[first].index();
  for (size_t i = first; i < items.size(); i++) {
    if (items[i].index() != kind) return {};
    if (items[i].is<Integer>() && !items[i].get<Integer>().fits()) return {};
    if (auto* t = items[i].as<Tensor>()) {
      if (!(TypeOf(items[i]) == TypeOf(items[first])) || t->numpy != items[first].get<Tensor>().numpy) return {};
    } else if (!items[i].is<Integer>() && !items[i].is<double>() && !items[i].is<bool>() && !items[i].is<Str>()) {
      return {};
    }
  }
  std::vector<ir::ValueId> rows;
  for (size_t i = first; i < items.size(); i++) rows.push_back(items[i].is<Tensor>() ? items[i].get<Tensor>().value : ToScalar(items[i], where));
  return Emit(ir::OpKind::kStack, rows, ir::AxisAttr{0}, where);
}

void Interp::RunForOverRange(const ForStmt& n, const RangeValue& range, Span where) {
  LoopSpec spec;
  spec.where = where;
  spec.start = ToScalar((*range.parts)[0], where);
  spec.limit = ToScalar((*range.parts)[1], where);
  spec.step = ToScalar((*range.parts)[2], where);
  spec.body = [&] { RunBody(n.body); };
  if (n.extra_test) spec.test = [&] { return ConditionTruth(Evaluate(n.extra_test), where); };
  spec.assign_element = [&](ir::ValueId counter) { Assign(n.target, Scalar{ScalarKind::kInt, counter}); };
  RunDynamicFor(n, spec, where);
}

void Interp::RunDynamicFor(const ForStmt& n, const LoopSpec& spec, Span where) {
  if (mode == Mode::kStaged) {
    RunLoop(*this, spec);
    return;
  }
  try {
    RunLoop(*this, spec);
  } catch (SpeculationFailed&) {
    // State that becomes a run-time value in the first trip: that trip is peeled.
    ir::ValueId zero = builder.Scalar(module.type(spec.start).dtype, int64_t(0));
    ir::ValueId up = Emit(ir::OpKind::kGt, {spec.step, zero}, {}, where);
    ir::ValueId go = Emit(ir::OpKind::kSelect, {up, Emit(ir::OpKind::kLt, {spec.start, spec.limit}, {}, where), Emit(ir::OpKind::kGt, {spec.start, spec.limit}, {}, where)}, {}, where);
    Branch(
        go,
        [&]() -> Value {
          spec.assign_element(spec.start);
          RunBody(n.body);
          LoopSpec rest = spec;
          rest.start = Emit(ir::OpKind::kAdd, {spec.start, spec.step}, {}, where);
          try {
            RunLoop(*this, rest);
          } catch (SpeculationFailed& failed) {
            Fail(std::move(failed.why));
          }
          return None{};
        },
        []() -> Value { return None{}; }, where);
  }
}

void Interp::RunForOverTensor(const ForStmt& n, const Value& iterable, Span where) {
  ir::ValueId tensor = Import(iterable.get<Tensor>().value, where);
  bool numpy = iterable.get<Tensor>().numpy;
  ir::Type type = module.type(tensor);
  if (type.shape.ranked && type.shape.rank() == 0)
    Raise(DiagnosticKind::kTensorIteration, "TypeError", "a scalar tensor cannot be iterated over", where);
  LoopSpec spec;
  spec.where = where;
  spec.body = [&] { RunBody(n.body); };
  spec.block = &n.body;
  if (n.extra_test) spec.test = [&] { return ConditionTruth(Evaluate(n.extra_test), where); };
  ir::OpId def = module[tensor].definition;
  if (def.valid() && module[def].kind == ir::OpKind::kRange && ir::IsInteger(type.dtype)) {
    // The loop over tf.range is its counter; the vector itself is not needed. In staged code it is not made at all (a limit
    // below the start means no trips there, while the operation would fail), unless the program has a name for it.
    bool unnamed = std::holds_alternative<CallExpr>(ast[n.iter].data) && def.index + 1 == module.op_count();
    if (mode == Mode::kStaged && unnamed) DiscardOperations(def.index);
    spec.start = module[def].operands[0];
    spec.limit = module[def].operands[1];
    spec.step = module[def].operands[2];
    spec.assign_element = [&](ir::ValueId counter) { Assign(n.target, Tensor{counter, numpy, numpy}); };
    // As AutoGraph has it: a target without a value before holds the start after no iteration.
    if (auto* target = std::get_if<NameExpr>(&ast[n.target].data); target && mode == Mode::kStaged) {
      Ref home = FindScope(current().scope, target->name);
      bool defined = false;
      if (home.valid()) {
        auto& variables = heap.as<ScopeObject>(home)->variables;
        auto it = variables.find(target->name.index);
        defined = it != variables.end() && !it->second.is<Undefined>();
      }
      if (!defined) Assign(n.target, Tensor{spec.start});
    }
  } else {
    spec.start = builder.Scalar(ir::DType::kInt64, int64_t(0));
    spec.limit = Emit(ir::OpKind::kDimOf, {tensor}, ir::AxisAttr{0}, where);
    spec.step = builder.Scalar(ir::DType::kInt64, int64_t(1));
    spec.assign_element = [&, tensor](ir::ValueId counter) {
      ir::ValueId element = Emit(ir::OpKind::kGather, {tensor, counter}, ir::AxisAttr{0}, where);
      Assign(n.target, Tensor{element, numpy, numpy && module.type(element).is_scalar()});
    };
  }
  RunDynamicFor(n, spec, where);
}

// Whether the test that became a tensor is `not did_break and …` with a flag that rewriting introduced.
bool Interp::JumpFlagDecides(ExprId test, const Value& value) {
  (void)value;
  return JumpSpan(test).valid();
}

// The jump statement behind a synthetic flag in a loop's test whose value is a tensor.
Span Interp::JumpSpan(ExprId test) {
  Span found;
  std::function<void(ExprId)> look = [&](ExprId id) {
    const Expr& e = ast[id];
    if (auto* n = std::get_if<NameExpr>(&e.data)) {
      if (TextOf(n->name).find('$') == std::string_view::npos) return;
      Ref home = FindScope(current().scope, n->name);
      if (!home.valid()) return;
      auto v = heap.as<ScopeObject>(home)->variables.find(n->name.index);
      if (v == heap.as<ScopeObject>(home)->variables.end()) return;
      if (!v->second.is<Tensor>() && !v->second.is<Maybe>()) return;
      if (auto it = last_store_.find({home, n->name.index}); it != last_store_.end()) found = it->second;
    } else if (auto* b = std::get_if<BoolOpExpr>(&e.data)) {
      for (ExprId v : b->values) look(v);
    } else if (auto* u = std::get_if<UnaryExpr>(&e.data)) {
      look(u->operand);
    }
  };
  look(test);
  return found;
}

}  // namespace lathe::staging
