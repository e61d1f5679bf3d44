// try, with, and exceptions that only run time knows.
//
// The body is evaluated in a region of its own. If nothing in it can raise, the region dissolves into the code around it, and
// exceptions that are certain are handled here and now. Otherwise the operations before the first that can raise move out,
// the rest becomes the body of a Try operation, the handlers its second region; what both sides did to the program's state
// is merged as that of two branches is.
#include <algorithm>
#include <climits>

#include "ir/effects.h"
#include "ir/op_table.h"
#include "staging/interp.h"
#include "staging/merge.h"
#include "support/check.h"

namespace lathe::staging {

using namespace ast;

namespace {

// The operations of a region that may raise, as positions in the order of emission.
struct RaisingRange {
  uint32_t first = UINT32_MAX, last = 0;
  bool any() const { return first != UINT32_MAX; }
  void Add(uint32_t from, uint32_t to) {
    first = std::min(first, from);
    last = std::max(last, to);
  }
};

// The first position within an operation: its regions were emitted before it.
uint32_t BeginOf(const ir::Module& module, ir::OpId id) {
  uint32_t begin = id.index;
  for (ir::RegionId region : module[id].regions)
    if (!module[region].operations.empty()) begin = std::min(begin, BeginOf(module, module[region].operations.front()));
  return begin;
}

RaisingRange RaisingOf(const ir::Module& module, ir::OpId id) {
  RaisingRange range;
  const ir::Operation& op = module[id];
  for (ir::RegionId region : op.regions)
    for (ir::OpId inner : module[region].operations)
      if (RaisingRange r = RaisingOf(module, inner); r.any()) range.Add(r.first, r.last);
  // What a loop wrote before its last trip raised is neither the state before the loop nor that after it.
  if (range.any() && op.kind == ir::OpKind::kWhile) range.Add(BeginOf(module, id), id.index);
  // Python's integers do not overflow: where int64 ends is no exception of the program, and no handler is for it.
  ir::ScalarOp scalar = ir::RowOf(op.kind).scalar;
  if (ir::RowOf(op.kind).emission == ir::Emission::kElementwise &&
      (scalar == ir::ScalarOp::kPyAdd || scalar == ir::ScalarOp::kPySub || scalar == ir::ScalarOp::kPyMul || scalar == ir::ScalarOp::kPyNeg))
    return range;
  bool control = ir::RowOf(op.kind).emission == ir::Emission::kControl && op.kind != ir::OpKind::kCall;
  if (!control && ir::MayFail(module, op)) range.Add(id.index, id.index);
  return range;
}

// All of a region; `quiet`: how many of its operations come before the first that may raise.
RaisingRange RaisingIn(const ir::Module& module, ir::RegionId region, size_t& quiet) {
  RaisingRange raising;
  quiet = 0;
  for (ir::OpId id : module[region].operations) {
    RaisingRange r = RaisingOf(module, id);
    if (r.any()) raising.Add(r.first, r.last);
    else if (!raising.any()) quiet++;
  }
  return raising;
}

// Moves the first `count` operations of a region to the end of another.
void MoveOperations(ir::Module& module, ir::RegionId from, size_t count, ir::RegionId to) {
  auto& source = module[from].operations;
  std::vector<ir::OpId> moved(source.begin(), source.begin() + int64_t(count));
  source.erase(source.begin(), source.begin() + int64_t(count));
  for (ir::OpId id : moved) {
    module[id].parent = to;
    module[to].operations.push_back(id);
  }
}

}  // namespace

// What a handler sees of the body's writes: those that were certainly done before anything could raise, and none of those
// that were done after everything that could. A place that was written in between has no value that is known here.
void Interp::ApplyWritesBeforeRaise(const Heap::Frame& frame, const std::vector<Heap::TrackedWrite>& history, uint32_t first, uint32_t last) {
  for (auto& [place, info] : PlacesOf(frame)) {
    bool before = true, after = true;
    for (const Heap::TrackedWrite& w : history) {
      if (w.object != place.object) continue;
      if (place.slot.kind != SlotKey::Kind::kWhole && w.slot.kind != SlotKey::Kind::kWhole && w.slot != place.slot) continue;
      before &= w.position <= first;
      after &= w.position > last;
    }
    if (after) continue;
    heap.write_span = info.span;
    const Object& final_object = frame.saved.at(place.object);
    if (before) {
      if (place.slot.kind == SlotKey::Kind::kWhole) RestoreObject(place.object, final_object);
      else if (auto value = GetSlot(final_object, place.slot)) StoreSlot(place, *value);
      continue;
    }
    if (auto* slot = std::get_if<ExternalSlot>(&final_object); slot && slot->object->type_name() == "Function") continue;
    Diagnostic d{DiagnosticKind::kUndefinedInBranch,
                 "whether '" + NameOfPlace(*this, place, info) + "' was changed before the exception is known only at run time", info.span};
    d.help.push_back("change it before the 'try', or after everything that may raise");
    d.trace = CallChain();
    if (place.slot.kind == SlotKey::Kind::kWhole) Fail(std::move(d));
    Undefined u;
    if (place.slot.kind == SlotKey::Kind::kName) u.name = Name{place.slot.name};
    u.reason = std::make_shared<const Diagnostic>(std::move(d));
    StoreSlot(place, u);
  }
}

// An exception of which only run time knows type and message; of a class derived from `classes`.
Value Interp::RunTimeException(std::vector<Ref> classes, ir::ValueId type, ir::ValueId message) {
  ClassObject cls;
  cls.name = heap.as<ClassObject>(classes[0])->name;
  cls.bases = std::move(classes);
  cls.attributes.push_back({Intern("__name__"), Scalar{ScalarKind::kStr, type}});
  InstanceObject instance;
  instance.cls = heap.New(std::move(cls));
  instance.payload = std::make_shared<const Value>(Value::MakeTuple({Scalar{ScalarKind::kStr, message}}));
  return heap.New(std::move(instance));
}

// The type's name of an exception that RunTimeException made; else nothing.
std::optional<Value> Interp::RunTimeTypeName(const Value& exception) const {
  auto* instance = heap.as<InstanceObject>(exception);
  if (!instance) return std::nullopt;
  for (auto& [name, value] : heap.as<ClassObject>(instance->cls)->attributes)
    if (TextOf(name) == "__name__" && value.is<Scalar>()) return value;
  return std::nullopt;
}

void Interp::EmitRaise(const PyError& error) {
  if (error.unreachable) return;
  if (auto type = RunTimeTypeName(error.exception)) {
    const Value message = error.exception.is<Ref>() ? heap.as<InstanceObject>(error.exception)->payload->items()[0] : Value();
    Emit(ir::OpKind::kRaise, {Import(message.get<Scalar>().value), Import(type->get<Scalar>().value)}, ir::TextAttr{"", 0}, {});
    return;
  }
  Text message = ExceptionMessage(error.exception);
  Span where = error.diagnostic.span;
  Emit(ir::OpKind::kRaise, {TextToIr(message)}, ir::TextAttr{ExceptionType(error.exception), 0}, where);
}

// The second region of a Try: the handlers, with the state as it may be when the body has raised.
Side Interp::HandlerSide(const Heap::Frame& frame, const std::vector<Heap::TrackedWrite>& history, uint32_t first, uint32_t last,
                         const std::function<void(const PyError&)>& handler, Span where) {
  uint32_t depth = uint32_t(activations.size());
  Side b;
  b.region = OpenRegion({ir::Type::Scalar(ir::DType::kString), ir::Type::Scalar(ir::DType::kString)});
  heap.Push();
  region_depth_++;
  auto leave_handler = [&] {
    region_depth_--;
    b.frame = heap.Rollback();
    CloseRegion({});
  };
  try {
    ApplyWritesBeforeRaise(frame, history, first, last);
    const auto& parameters = module[b.region].parameters;
    Diagnostic d{DiagnosticKind::kUncaughtException, "this may raise an exception", where};
    handler(PyError{RunTimeException({ExceptionClass("Exception")}, parameters[0], parameters[1]), std::move(d)});
    if (jump_ != Jump::kNone) {
      jump_ = Jump::kNone;
      Fail(DiagnosticKind::kUnsupportedSyntax, "this jump out of the handler of an exception that only run time knows is not supported here", where);
    }
  } catch (const PyError& error) {
    activations.resize(depth);
    heap.write_depth = depth;
    EmitRaise(error);
    b.diverged = true;
  } catch (...) {
    leave_handler();
    throw;
  }
  leave_handler();
  b.places = PlacesOf(b.frame);
  return b;
}

void Interp::RunTry(const std::function<void()>& body, const std::function<void(const PyError&)>& handler, const std::function<void()>& orelse, Span where) {
  uint32_t depth = uint32_t(activations.size());
  auto back = [&] {
    activations.resize(depth);
    heap.write_depth = depth;
  };
  std::optional<PyError> caught;
  auto run = [&] {
    try_depth_++;
    try {
      body();
    } catch (PyError& error) {
      back();
      caught = std::move(error);
    } catch (...) {
      try_depth_--;
      throw;
    }
    try_depth_--;
  };
  auto go_on = [&] {
    if (caught) handler(*caught);
    else if (jump_ == Jump::kNone) orelse();
  };
  if (mode == Mode::kStaged && !options.extensions) {
    run();
    return go_on();
  }
  Side a;
  a.stores = store_mark();
  a.region = OpenRegion({});
  heap.Push();
  region_depth_++;
  heap.StartTracking(&module);
  bool open = true;
  auto leave = [&](bool keep) {
    open = false;
    region_depth_--;
    std::vector<Heap::TrackedWrite> history = heap.StopTracking();
    if (keep) heap.Commit();
    else a.frame = heap.Rollback();
    CloseRegion({});
    return history;
  };
  RaisingRange raising;
  size_t quiet = 0;       // operations before the first that may raise
  std::vector<Heap::TrackedWrite> history;
  try {
    run();
    raising = RaisingIn(module, a.region, quiet);
    if (!raising.any()) {
      leave(true);
      MoveOperations(module, a.region, module[a.region].operations.size(), builder.region());
      return go_on();
    }
    if (jump_ != Jump::kNone) {
      jump_ = Jump::kNone;
      Fail(DiagnosticKind::kUnsupportedSyntax, "this jump out of a 'try' whose outcome only run time knows is not supported here", where);
    }
    if (caught) {
      EmitRaise(*caught);
      a.diverged = true;
    }
    history = leave(false);
  } catch (...) {
    if (open) leave(false);
    throw;
  }
  MoveOperations(module, a.region, quiet, builder.region());
  a.places = PlacesOf(a.frame);
  Side b = HandlerSide(a.frame, history, raising.first, raising.last, handler, where);
  KeepTraces(a.frame);
  KeepTraces(b.frame);
  a.result = true;
  b.result = false;
  Value fine = MergeSides(a, b, ir::OpKind::kTry, {}, where);
  if (a.diverged && b.diverged) UnreachableHere();
  if (a.diverged) return;
  Truth t = ConditionTruth(fine, where);
  if (t.known) {
    if (t.value) orelse();
    return;
  }
  Branch(
      t.dynamic,
      [&]() -> Value {
        orelse();
        return None{};
      },
      []() -> Value { return None{}; }, where);
}

// Which handler takes the exception: by its class where that is known, else by the name of its type at run time.
Truth Interp::HandlerMatches(const ExceptHandler& h, const PyError& error) {
  if (!h.type) return {true, true, {}};
  Value type = Evaluate(h.type);
  if (type.is<Poison>()) throw Abandoned{};
  auto runtime_type = RunTimeTypeName(error.exception);
  bool matches = IsInstance(error.exception, type, h.span);
  if (!runtime_type || matches) return {true, matches, {}};
  Value found = false;
  for (Ref cls : ExceptionClasses()) {
    InstanceObject probe;
    probe.cls = cls;
    if (!IsInstance(heap.New(std::move(probe)), type, h.span)) continue;
    Value same = Compare(CompareOp::kEq, *runtime_type, Value::String(heap.as<ClassObject>(cls)->name), h.span);
    found = found.is<bool>() ? same : Value(Scalar{ScalarKind::kBool, Emit(ir::OpKind::kOr, {found.get<Scalar>().value, same.get<Scalar>().value}, {}, h.span)});
  }
  return ConditionTruth(found, h.span);
}

void Interp::Dispatch(const TryStmt& n, size_t first, const PyError& error) {
  for (size_t i = first; i < n.handlers.size(); i++) {
    const ExceptHandler& h = n.handlers[i];
    Truth t = HandlerMatches(h, error);
    if (t.known && !t.value) continue;
    PyError narrowed = error;
    if (auto type = RunTimeTypeName(error.exception); type && h.type) {
      std::vector<Ref> classes = ClassesOf(Evaluate(h.type));
      Value message = heap.as<InstanceObject>(error.exception)->payload->items()[0];
      if (!classes.empty()) narrowed.exception = RunTimeException(std::move(classes), type->get<Scalar>().value, message.get<Scalar>().value);
    }
    if (t.known) return RunHandler(h, narrowed);
    Branch(
        t.dynamic,
        [&]() -> Value {
          RunHandler(h, narrowed);
          return None{};
        },
        [&]() -> Value {
          Dispatch(n, i + 1, error);
          return None{};
        },
        h.span);
    return;
  }
  throw PyError(error);
}

std::vector<Ref> Interp::ClassesOf(const Value& types) {
  std::vector<Ref> classes;
  if (auto* tuple = types.as<Tuple>()) {
    for (const Value& v : *tuple->items)
      for (Ref r : ClassesOf(v)) classes.push_back(r);
  } else if (auto* b = types.as<Builtin>()) {
    if (Ref r = ClassOfRow(b->row); r.valid()) classes.push_back(r);
  } else if (heap.as<ClassObject>(types)) {
    classes.push_back(types.get<Ref>());
  }
  return classes;
}

void Interp::ExecuteTry(const TryStmt& n) {
  if (n.is_star) Fail(DiagnosticKind::kUnsupportedSyntax, "'except*' is not supported", n.handlers.empty() ? Span{} : n.handlers[0].span);
  Span where = span;
  if (n.finalbody.empty()) return ExecuteTryHandlers(n, where);
  auto run_finally = [&] {
    Jump jump = jump_;
    Value result = return_value_;
    jump_ = Jump::kNone;
    Execute(n.finalbody);
    if (jump_ == Jump::kNone) {
      jump_ = jump;
      return_value_ = result;
    }
  };
  RunTry([&] { ExecuteTryHandlers(n, where); },
         [&](const PyError& error) {
           run_finally();
           if (jump_ == Jump::kNone) throw PyError(error);
         },
         run_finally, where);
  // A jump out of the body runs the cleanup too.
  if (jump_ != Jump::kNone) run_finally();
}

void Interp::ExecuteTryHandlers(const TryStmt& n, Span where) {
  if (n.handlers.empty()) {
    Execute(n.body);
    if (jump_ == Jump::kNone) Execute(n.orelse);
    return;
  }
  RunTry([&] { Execute(n.body); }, [&](const PyError& error) { Dispatch(n, 0, error); }, [&] { Execute(n.orelse); }, where);
}

void Interp::RunHandler(const ExceptHandler& h, const PyError& error) {
  if (h.name) StoreName(*h.name, error.exception, h.span);
  handled_.push_back(error);
  try {
    Execute(h.body);
  } catch (...) {
    handled_.pop_back();
    throw;
  }
  handled_.pop_back();
  if (h.name) StoreName(*h.name, Undefined{*h.name, {}}, h.span);
}

// The context manager of a `with`; an error in it does not keep the body from being looked at.
Value Interp::EvaluateManager(ExprId id) {
  try {
    return Evaluate(id);
  } catch (PyError& error) {
    if (!EndsHere(error, activations.size())) throw;
    ReportUncaught(std::move(error));
  } catch (const Abandoned&) {
  }
  return Poison{};
}

void Interp::ExecuteWith(const WithStmt& n, size_t item) {
  if (item == n.items.size()) return Execute(n.body);
  Span where = ast[n.items[item].context].span;
  Value manager = EvaluateManager(n.items[item].context);
  if (manager.is<Poison>()) {
    if (n.items[item].vars) Assign(n.items[item].vars, Poison{});
    return ExecuteWith(n, item + 1);
  }
  if (!TryAttribute(manager, Intern("__enter__"), where))
    Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(TypeName(manager)) + "' object does not support the context manager protocol", where);
  auto call = [&](std::string_view method, std::vector<Value> args) {
    UnconvertedScope unconverted(*this);
    return CallMethod(manager, method, std::move(args), where);
  };
  Value entered = call("__enter__", {});
  if (n.items[item].vars) Assign(n.items[item].vars, entered);
  auto leave = [&] {
    Jump jump = jump_;
    Value result = return_value_;
    jump_ = Jump::kNone;
    call("__exit__", {None{}, None{}, None{}});
    jump_ = jump;
    return_value_ = result;
  };
  auto body = [&] { ExecuteWith(n, item + 1); };
  auto handle = [&](const PyError& error) {
    Value cls = heap.as<InstanceObject>(error.exception) ? Value(heap.as<InstanceObject>(error.exception)->cls) : Value();
    Value handled = call("__exit__", {cls, error.exception, None{}});
    Truth t = ConditionTruth(handled, where);
    if (t.known && !t.value) throw PyError(error);
    if (t.known) return;
    Branch(
        t.dynamic, []() -> Value { return None{}; }, [&]() -> Value { throw PyError(error); }, where);
  };
  // The managers that Lathe implements clean up nothing that run time sees: their bodies stay part of the code around them.
  if (!heap.as<InstanceObject>(manager)) {
    try {
      body();
    } catch (const PyError& error) {
      return handle(error);
    } catch (...) {
      leave();
      throw;
    }
    return leave();
  }
  RunTry(body, handle, leave, where);
  if (jump_ != Jump::kNone) leave();
}

}  // namespace lathe::staging
