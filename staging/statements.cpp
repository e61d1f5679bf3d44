// Execution of statements. Jumps under conditions have been rewritten into flags (autograph/); what is left of break,
// continue and return is executed directly and is always certain when it is reached.
#include "staging/either.h"
#include "staging/function.h"
#include "staging/interp.h"
#include "staging/record.h"
#include "staging/structure.h"
#include "support/check.h"

namespace lathe::staging {

using namespace ast;

namespace {
template <class... Ts> struct Overload : Ts... { using Ts::operator()...; };
template <class... Ts> Overload(Ts...) -> Overload<Ts...>;
}  // namespace

void Interp::RunModule() {
  ScopeObject scope;
  scope.info = &scopes_->module();
  module_scope = heap.New(std::move(scope));
  Activation main;
  main.function = "<module>";
  main.scope = module_scope;
  activations.push_back(main);
  StoreName(Intern("__name__"), Value::String("__main__"), {});
  StoreName(Intern("__file__"), Value::String(options.path), {});
  Execute(ast.body);
}

void Interp::Execute(const Block& block) {
  for (StmtId s : block) {
    ExecuteGuarded(s);
    if (jump_ != Jump::kNone) return;
  }
}

// One statement: reports exceptions that nobody catches at the top level, and poisons what an abandoned statement should
// have assigned, so that the rest of the program can be checked.
void Interp::ExecuteGuarded(StmtId id) {
  const Stmt& s = ast[id];
  Span outer = span;
  span = s.span;
  Span outer_write = heap.write_span;
  heap.write_span = UserSpan(s.span);
  heap.write_depth = uint32_t(activations.size());
  size_t depth = activations.size();
  StmtId outer_statement = statement_;
  statement_ = id;
  auto recover = [&] {
    activations.resize(depth);
    heap.write_depth = uint32_t(depth);
    if (std::holds_alternative<ReturnStmt>(s.data)) {
      jump_ = Jump::kReturn;
      return_value_ = Poison{};
    }
    PoisonTargets(id);
  };
  try {
    ExecuteStatement(id);
  } catch (PyError& error) {
    if (!EndsHere(error, depth)) {
      span = outer;
      heap.write_span = outer_write;
      throw;
    }
    ReportUncaught(std::move(error));
    recover();
  } catch (const Abandoned&) {
    recover();
  }
  statement_ = outer_statement;
  span = outer;
  heap.write_span = outer_write;
  heap.write_depth = uint32_t(activations.size());
}

// Whether the statement is where the exception is reported, and the statements after it are looked at as well. What the
// program raises itself ends the function; so do recursion without end and an empty budget, which would come again and again.
bool Interp::EndsHere(const PyError& error, size_t depth) const {
  if (!IsCertain()) return false;
  if (depth <= 1) return true;
  DiagnosticKind kind = error.diagnostic.kind;
  return kind != DiagnosticKind::kUncaughtException && kind != DiagnosticKind::kUnboundedRecursion && kind != DiagnosticKind::kCompileTimeLimit;
}

void Interp::ReportUncaught(PyError error) {
  // Both sides of a condition ended: what follows never runs.
  if (error.unreachable) return;
  if (error.diagnostic.message.empty()) error.diagnostic.message = "an exception that is certain to be raised";
  sink.Report(std::move(error.diagnostic));
}

void Interp::PoisonTargets(StmtId id) {
  // The value of a name or an attribute of one, when it is there; reports nothing.
  std::function<std::optional<Value>(ExprId)> peek = [&](ExprId expr) -> std::optional<Value> {
    if (auto* n = std::get_if<NameExpr>(&ast[expr].data)) {
      Ref home = FindScope(current().scope, n->name);
      return home.valid() ? GetSlot(heap[home], {SlotKey::Kind::kName, n->name.index, 0, {}}) : std::nullopt;
    }
    auto* a = std::get_if<AttributeExpr>(&ast[expr].data);
    auto base = a ? peek(a->value) : std::nullopt;
    if (!base || !heap.as<InstanceObject>(*base)) return std::nullopt;
    return GetSlot(heap[base->get<Ref>()], {SlotKey::Kind::kName, a->attr.index, 0, {}});
  };
  std::function<void(ExprId)> poison = [&](ExprId target) {
    const Expr& e = ast[target];
    if (auto* n = std::get_if<NameExpr>(&e.data)) StoreName(n->name, Poison{}, e.span);
    else if (auto* t = std::get_if<TupleExpr>(&e.data)) for (ExprId x : t->elements) poison(x);
    else if (auto* t = std::get_if<ListExpr>(&e.data)) for (ExprId x : t->elements) poison(x);
    else if (auto* t = std::get_if<StarredExpr>(&e.data)) poison(t->value);
    else if (auto* a = std::get_if<AttributeExpr>(&e.data)) {
      // self.x = <error>: reading self.x is no error of its own.
      if (auto base = peek(a->value); base && heap.as<InstanceObject>(*base)) StoreInstanceAttribute(base->get<Ref>(), a->attr, Poison{}, {});
    } else if (auto* s = std::get_if<SubscriptExpr>(&e.data)) {
      // d[k] = <error>: what is in the container is not known any more.
      auto base = peek(s->value);
      if (base && (heap.as<DictObject>(*base) || heap.as<ListObject>(*base))) poison(s->value);
    }
  };
  std::function<void(const Block&)> poison_block = [&](const Block& block) {
    for (StmtId s : block) PoisonTargets(s);
  };
  std::visit(Overload{
                 [&](const AssignStmt& n) { for (ExprId t : n.targets) poison(t); },
                 [&](const AugAssignStmt& n) { poison(n.target); },
                 [&](const AnnAssignStmt& n) { poison(n.target); },
                 [&](const FunctionDef& n) { StoreName(n.name, Poison{}, n.name_span); },
                 [&](const ClassDef& n) { StoreName(n.name, Poison{}, n.name_span); },
                 [&](const ImportStmt& n) {
                   for (auto& a : n.names) StoreName(a.asname ? *a.asname : Intern(a.name.substr(0, a.name.find('.'))), Poison{}, a.span);
                 },
                 [&](const ImportFromStmt& n) {
                   for (auto& a : n.names) StoreName(a.asname ? *a.asname : Intern(a.name), Poison{}, a.span);
                 },
                 [&](const IfStmt& n) { poison_block(n.body); poison_block(n.orelse); },
                 [&](const WhileStmt& n) { poison_block(n.body); poison_block(n.orelse); },
                 [&](const ForStmt& n) { poison(n.target); poison_block(n.body); poison_block(n.orelse); },
                 [&](const WithStmt& n) {
                   for (auto& item : n.items) if (item.vars) poison(item.vars);
                   poison_block(n.body);
                 },
                 [&](const TryStmt& n) {
                   poison_block(n.body);
                   for (auto& h : n.handlers) poison_block(h.body);
                   poison_block(n.orelse);
                   poison_block(n.finalbody);
                 },
                 [&](const auto&) {},
             },
             ast[id].data);
}

void Interp::ExecuteStatement(StmtId id) {
  Step();
  const Stmt& s = ast[id];
  std::visit(
      Overload{
          [&](const FunctionDef& n) { ExecuteFunctionDef(id, n); },
          [&](const ClassDef& n) { ExecuteClassDef(id, n); },
          [&](const ReturnStmt& n) {
            return_value_ = n.value ? Evaluate(n.value) : Value();
            return_span_ = s.span;
            jump_ = Jump::kReturn;
          },
          [&](const DeleteStmt& n) { for (ExprId t : n.targets) Delete(t); },
          [&](const AssignStmt& n) {
            Value v = Evaluate(n.value);
            for (ExprId t : n.targets) Assign(t, v);
          },
          [&](const AugAssignStmt& n) { ExecuteAugAssign(n, s.span); },
          [&](const AnnAssignStmt& n) { if (n.value) Assign(n.target, Evaluate(n.value)); },
          [&](const ForStmt& n) { ExecuteFor(id, n); },
          [&](const WhileStmt& n) { ExecuteWhile(id, n); },
          [&](const IfStmt& n) { ExecuteIf(id, n); },
          [&](const WithStmt& n) { ExecuteWith(n, 0); },
          [&](const MatchStmt& n) { ExecuteMatch(n, s.span); },
          [&](const RaiseStmt& n) { ExecuteRaise(n, s.span); },
          [&](const TryStmt& n) { ExecuteTry(n); },
          [&](const AssertStmt& n) { ExecuteAssert(n, s.span); },
          [&](const ImportStmt& n) { for (auto& a : n.names) Import(a); },
          [&](const ImportFromStmt& n) { ImportFrom(n, s.span); },
          [&](const GlobalStmt&) {},
          [&](const NonlocalStmt&) {},
          [&](const ExprStmt& n) { ExecuteExpression(n); },
          [&](const PassStmt&) {},
          [&](const BreakStmt&) { jump_ = Jump::kBreak; },
          [&](const ContinueStmt&) { jump_ = Jump::kContinue; },
      },
      s.data);
}

void Interp::ExecuteExpression(const ExprStmt& n) {
  Value v = Evaluate(n.value);
  if (mode != Mode::kStaged) return;
  // ta.write(…) whose result is dropped changes nothing inside a tf.function.
  auto* call = std::get_if<CallExpr>(&ast[n.value].data);
  if (!call) return;
  auto* attribute = std::get_if<AttributeExpr>(&ast[call->func].data);
  if (!attribute || !IsTensorArray(v)) return;
  std::string_view method = TextOf(attribute->attr);
  if (method != "write" && method != "unstack" && method != "scatter" && method != "split") return;
  Diagnostic d{DiagnosticKind::kUnusedTensorarrayWrite,
               "the result of '" + std::string(sources.Text(ast[call->func].span)) + "' is dropped, so nothing is written",
               ast[n.value].span};
  std::string receiver(sources.Text(ast[attribute->value].span));
  d.help.push_back("inside a tf.function a TensorArray is a value: " + receiver + " = " + receiver + "." + std::string(method) + "(…)");
  d.fixes.push_back({"assign the result", true, {{Span{d.span.file, d.span.begin, d.span.begin}, receiver + " = "}}});
  Fail(std::move(d));
}

void Interp::ExecuteAugAssign(const AugAssignStmt& n, Span where) {
  const Expr& target = ast[n.target];
  if (auto* name = std::get_if<NameExpr>(&target.data)) {
    Value old = LookupName(name->name, target.span);
    Value result = InplaceOperation(n.op, old, Evaluate(n.value), where);
    StoreName(name->name, result, target.span);
  } else if (auto* attribute = std::get_if<AttributeExpr>(&target.data)) {
    Value object = Evaluate(attribute->value);
    Value old = GetAttribute(object, attribute->attr, target.span);
    Value result = InplaceOperation(n.op, old, Evaluate(n.value), where);
    SetAttribute(object, attribute->attr, result, target.span);
  } else if (auto* subscript = std::get_if<SubscriptExpr>(&target.data)) {
    Value object = Evaluate(subscript->value);
    Value index = Evaluate(subscript->slice);
    Value old = GetItem(object, index, target.span);
    Value result = InplaceOperation(n.op, old, Evaluate(n.value), where);
    StoreItem(*subscript, object, index, result, target.span);
  }
}

// AutoGraph takes a[name] and a[constant] for state of a branch or loop, and only where the name keeps its value in it.
bool Interp::IsUntracked(const SubscriptExpr& target) const {
  if (mode != Mode::kStaged || region_depth_ == 0 || options.extensions) return false;
  const auto& index = ast[target.slice].data;
  if (std::holds_alternative<UnaryExpr>(index) || std::holds_alternative<BinaryExpr>(index) || std::holds_alternative<TupleExpr>(index)) return true;
  auto* name = std::get_if<NameExpr>(&index);
  if (!name) return false;
  Ref home = FindScope(current().scope, name->name);
  for (const WriteRecord& w : heap.top().writes)
    if (w.object == home && w.slot.kind == SlotKey::Kind::kName && w.slot.name == name->name.index) return true;
  return false;
}

// `a[i] = v`. NumPy arrays are values here: the changed array is stored where `a` came from.
void Interp::StoreItem(const SubscriptExpr& target, const Value& object, const Value& index, const Value& value, Span where) {
  if (auto changed = ItemAssigned(object, index, value, where)) return Assign(target.value, *changed);
  uint32_t depth = heap.write_depth;
  if (IsUntracked(target)) heap.write_depth = kUntracked;
  SetItem(object, index, value, where);
  heap.write_depth = depth;
}

void Interp::Assign(ExprId id, const Value& value) {
  const Expr& e = ast[id];
  std::visit(Overload{
                 [&](const NameExpr& n) { StoreName(n.name, value, e.span); },
                 [&](const AttributeExpr& n) { SetAttribute(Evaluate(n.value), n.attr, value, e.span); },
                 [&](const SubscriptExpr& n) {
                   Value object = Evaluate(n.value);
                   StoreItem(n, object, Evaluate(n.slice), value, e.span);
                 },
                 [&](const TupleExpr& n) { Unpack(n.elements, value, e.span); },
                 [&](const ListExpr& n) { Unpack(n.elements, value, e.span); },
                 [&](const StarredExpr& n) { Assign(n.value, value); },
                 [&](const auto&) { LATHE_UNREACHABLE("assignment target"); },
             },
             e.data);
}

void Interp::Unpack(const std::vector<ExprId>& targets, const Value& value, Span where) {
  if (value.is<Poison>()) {
    for (ExprId t : targets) Assign(t, Poison{});
    return;
  }
  if (AsEither(*this, value)) return DoOnEach(*this, value, [&](const Value& v) { Unpack(targets, v, where); }, where);
  std::vector<Value> items = RequireElements(value, "unpacking", where);
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); i++)
    if (std::holds_alternative<StarredExpr>(ast[targets[i]].data)) star = i;
  size_t fixed = targets.size() - (star < targets.size());
  if (items.size() < fixed || (star == targets.size() && items.size() > fixed)) {
    std::string expected = (star < targets.size() ? "at least " : "") + std::to_string(fixed);
    Raise(DiagnosticKind::kInvalidValue, "ValueError",
          items.size() < fixed ? "not enough values to unpack (expected " + expected + ", got " + std::to_string(items.size()) + ")"
                               : "too many values to unpack (expected " + expected + ")",
          where);
  }
  size_t extra = items.size() - fixed, at = 0;
  for (size_t i = 0; i < targets.size(); i++) {
    if (i == star) {
      std::vector<Value> rest(items.begin() + at, items.begin() + at + extra);
      at += extra;
      Assign(targets[i], heap.New(ListObject{std::move(rest)}));
    } else {
      Assign(targets[i], items[at++]);
    }
  }
}

void Interp::Delete(ExprId id) {
  const Expr& e = ast[id];
  std::visit(Overload{
                 [&](const NameExpr& n) {
                   LookupName(n.name, e.span);
                   StoreName(n.name, Undefined{n.name, {}}, e.span);
                 },
                 [&](const AttributeExpr& n) { DeleteAttribute(Evaluate(n.value), n.attr, e.span); },
                 [&](const SubscriptExpr& n) {
                   Value object = Evaluate(n.value);
                   DeleteItem(object, Evaluate(n.slice), e.span);
                 },
                 [&](const TupleExpr& n) { for (ExprId x : n.elements) Delete(x); },
                 [&](const ListExpr& n) { for (ExprId x : n.elements) Delete(x); },
                 [&](const auto&) { LATHE_UNREACHABLE("del target"); },
             },
             e.data);
}

void Interp::ExecuteIf(StmtId id, const IfStmt& n) {
  Value test = Evaluate(n.test);
  if (test.is<Poison>()) {
    // The condition was reported: neither side is known to run, and what they assign has no value.
    PoisonTargets(id);
    return;
  }
  Truth t = ConditionTruth(test, ast[n.test].span);
  Note(*this, &n, 0, !t.known, &test);
  if (t.known) {
    Execute(t.value ? n.body : n.orelse);
    return;
  }
  BranchStatement(t.dynamic, id, n);
}

void Interp::ExecuteAssert(const AssertStmt& n, Span where) {
  Value test = Evaluate(n.test);
  if (test.is<Poison>()) return;
  Truth t = mode == Mode::kStaged && IsTensorLike(test) ? AssertTruth(test, ast[n.test].span) : TruthOf(test, ast[n.test].span);
  if (t.known) {
    if (t.value) return;
    Text message;
    if (n.message) message = StrOf(Evaluate(n.message));
    ThrowException("AssertionError", message, n.message.valid(), where);
  }
  ir::ValueId text;
  if (n.message) {
    // The message is evaluated only when the assertion fails.
    Branch(
        t.dynamic, [&]() -> Value { return None{}; },
        [&]() -> Value {
          ThrowException("AssertionError", StrOf(Evaluate(n.message)), true, where);
        },
        where);
    return;
  }
  text = TextToIr(Text());
  Emit(ir::OpKind::kAssert, {t.dynamic, text}, ir::TextAttr{"AssertionError", 0}, where);
}

void Interp::ExecuteRaise(const RaiseStmt& n, Span where) {
  if (!n.exception) {
    if (handled_.empty()) Raise(DiagnosticKind::kUncaughtException, "RuntimeError", "No active exception to reraise", where);
    throw PyError(handled_.back());
  }
  Value exception = Evaluate(n.exception);
  if (n.cause) Evaluate(n.cause);
  if (exception.is<Poison>()) throw Abandoned{};
  if (heap.as<ClassObject>(exception) || exception.is<Builtin>()) exception = Call(exception, std::vector<Value>{}, where);
  if (ExceptionType(exception).empty())
    Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "exceptions must derive from BaseException", where);
  Diagnostic d{DiagnosticKind::kUncaughtException, {}, where};
  Text message = ExceptionMessage(exception);
  d.message = "this raises " + ExceptionType(exception) + (message.known() && !message.known_text().empty() ? ": " + message.known_text() : std::string());
  d.trace = CallChain();
  MoveToProgram(d);
  throw PyError{exception, std::move(d)};
}

void Interp::ThrowException(std::string_view type, const Text& message, bool has_message, Span where) {
  Diagnostic d{DiagnosticKind::kUncaughtException, {}, where};
  d.message = "this raises " + std::string(type) + (message.known() && !message.known_text().empty() ? ": " + message.known_text() : std::string());
  d.trace = CallChain();
  MoveToProgram(d);
  InstanceObject instance;
  instance.cls = ExceptionClass(type);
  std::vector<Value> args;
  if (has_message) args.push_back(TextValue(message));
  instance.payload = std::make_shared<const Value>(Value::MakeTuple(std::move(args)));
  throw PyError{heap.New(std::move(instance)), std::move(d)};
}

}  // namespace lathe::staging
