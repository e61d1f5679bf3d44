// with, try, match; generators.
#include "staging/interp.h"
#include "staging/control.h"
#include "support/check.h"

namespace lathe::staging {

using namespace ast;

namespace {
template <class... Ts> struct Overload : Ts... { using Ts::operator()...; };
template <class... Ts> Overload(Ts...) -> Overload<Ts...>;
}  // namespace

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
  std::unique_ptr<CatchScope> catches;
  if (heap.as<InstanceObject>(manager)) catches = std::make_unique<CatchScope>(*this);     // its __exit__ may swallow exceptions
  try {
    ExecuteWith(n, item + 1);
    catches.reset();
  } catch (const PyError& error) {
    catches.reset();
    Value cls = heap.as<InstanceObject>(error.exception) ? Value(heap.as<InstanceObject>(error.exception)->cls) : Value();
    Value handled = call("__exit__", {cls, error.exception, None{}});
    if (!KnownTruth(handled, where)) throw;
    return;
  } catch (...) {
    catches.reset();
    call("__exit__", {None{}, None{}, None{}});
    throw;
  }
  Jump jump = jump_;
  Value result = return_value_;
  jump_ = Jump::kNone;
  call("__exit__", {None{}, None{}, None{}});
  jump_ = jump;
  return_value_ = result;
}

bool Interp::HandlerMatches(const ExceptHandler& h, const PyError& error) {
  if (!h.type) return true;
  Value type = Evaluate(h.type);
  if (type.is<Poison>()) throw Abandoned{};
  return IsInstance(error.exception, type, h.span);
}

void Interp::ExecuteTry(const TryStmt& n) {
  if (n.is_star) Fail(DiagnosticKind::kUnsupportedSyntax, "'except*' is not supported", n.handlers.empty() ? Span{} : n.handlers[0].span);
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
  try {
    ExecuteTryHandlers(n);
  } catch (const PyError&) {
    run_finally();
    if (jump_ != Jump::kNone) return;
    throw;
  } catch (const Abandoned&) {
    run_finally();
    throw;
  }
  run_finally();
}

void Interp::ExecuteTryHandlers(const TryStmt& n) {
  if (n.handlers.empty()) {
    Execute(n.body);
    if (jump_ == Jump::kNone) Execute(n.orelse);
    return;
  }
  size_t depth = activations.size();
  std::optional<PyError> caught;
  try_depth_++;
  try {
    Execute(n.body);
    try_depth_--;
  } catch (PyError& error) {
    try_depth_--;
    activations.resize(depth);
    heap.write_depth = uint32_t(depth);
    caught = std::move(error);
  } catch (...) {
    try_depth_--;
    throw;
  }
  if (!caught) {
    if (jump_ == Jump::kNone) Execute(n.orelse);
    return;
  }
  for (const ExceptHandler& h : n.handlers) {
    if (!HandlerMatches(h, *caught)) continue;
    RunHandler(h, *caught);
    return;
  }
  throw PyError(std::move(*caught));
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

// ---- match ----

bool Interp::MatchPattern(PatternId id, const Value& subject) {
  const Pattern& p = ast[id];
  return std::visit(
      Overload{
          [&](const MatchValue& m) { return KnownTruth(Compare(CompareOp::kEq, subject, Evaluate(m.value), p.span), p.span); },
          [&](const MatchSingleton& m) { return Identical(subject, Evaluate(m.value)); },
          [&](const MatchSequence& m) { return MatchSequencePattern(m, subject, p.span); },
          [&](const MatchMapping& m) { return MatchMappingPattern(m, subject, p.span); },
          [&](const MatchClass& m) { return MatchClassPattern(m, subject, p.span); },
          [&](const MatchStar&) { return true; },
          [&](const MatchAs& m) {
            if (m.pattern && !MatchPattern(m.pattern, subject)) return false;
            if (m.name) StoreName(*m.name, subject, p.span);
            return true;
          },
          [&](const MatchOr& m) {
            for (PatternId alternative : m.patterns) if (MatchPattern(alternative, subject)) return true;
            return false;
          },
      },
      p.data);
}

bool Interp::MatchSequencePattern(const MatchSequence& m, const Value& subject, Span where) {
  if (!subject.is<Tuple>() && !heap.as<ListObject>(subject)) return false;
  std::vector<Value> items = RequireElements(subject, "match", where);
  size_t star = m.patterns.size();
  for (size_t i = 0; i < m.patterns.size(); i++)
    if (std::holds_alternative<MatchStar>(ast[m.patterns[i]].data)) star = i;
  size_t fixed = m.patterns.size() - (star < m.patterns.size());
  if (star == m.patterns.size() ? items.size() != fixed : items.size() < fixed) return false;
  size_t extra = items.size() - fixed, at = 0;
  for (size_t i = 0; i < m.patterns.size(); i++) {
    if (i == star) {
      auto& s = std::get<MatchStar>(ast[m.patterns[i]].data);
      if (s.name) StoreName(*s.name, heap.New(ListObject{{items.begin() + int64_t(at), items.begin() + int64_t(at + extra)}}), where);
      at += extra;
    } else if (!MatchPattern(m.patterns[i], items[at++])) {
      return false;
    }
  }
  return true;
}

bool Interp::MatchMappingPattern(const MatchMapping& m, const Value& subject, Span where) {
  auto* dict = heap.as<DictObject>(subject);
  if (!dict) return false;
  DictObject rest = *dict;
  for (size_t i = 0; i < m.keys.size(); i++) {
    Value key = Evaluate(m.keys[i]);
    const Value* found = DictFind(*heap.as<DictObject>(subject), key, where);
    if (!found) return false;
    Value value = *found;
    if (!MatchPattern(m.patterns[i], value)) return false;
    DictErase(rest, *HashKey(key, where));
  }
  rest.type = DictObject::Type::kDict;
  if (m.rest) StoreName(*m.rest, heap.New(std::move(rest)), where);
  return true;
}

bool Interp::MatchClassPattern(const MatchClass& m, const Value& subject, Span where) {
  Value cls = Evaluate(m.cls);
  if (!IsInstance(subject, cls, where)) return false;
  auto* builtin = cls.as<Builtin>();
  if (builtin && m.patterns.size() == 1 && m.kwd_patterns.empty()) return MatchPattern(m.patterns[0], subject);
  if (!m.patterns.empty()) {
    auto names = TryAttribute(cls, Intern("__match_args__"), where);
    if (!names) Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", std::string(TypeName(subject)) + "() accepts 0 positional sub-patterns (" + std::to_string(m.patterns.size()) + " given)", where);
    std::vector<Value> fields = RequireElements(*names, "__match_args__", where);
    if (fields.size() < m.patterns.size()) Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "too many positional sub-patterns", where);
    for (size_t i = 0; i < m.patterns.size(); i++) {
      auto v = TryAttribute(subject, Intern(fields[i].str()), where);
      if (!v || !MatchPattern(m.patterns[i], *v)) return false;
    }
  }
  for (size_t i = 0; i < m.kwd_attrs.size(); i++) {
    auto v = TryAttribute(subject, m.kwd_attrs[i], where);
    if (!v || !MatchPattern(m.kwd_patterns[i], *v)) return false;
  }
  return true;
}

void Interp::ExecuteMatch(const MatchStmt& n, Span where) {
  (void)where;
  Value subject = Evaluate(n.subject);
  if (subject.is<Poison>()) return;
  for (const MatchCase& c : n.cases) {
    if (!MatchPattern(c.pattern, subject)) continue;
    if (c.guard && !KnownTruth(Evaluate(c.guard), ast[c.guard].span)) continue;
    Execute(c.body);
    return;
  }
}

}  // namespace lathe::staging
