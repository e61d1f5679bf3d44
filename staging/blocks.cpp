// match.
#include "staging/interp.h"
#include "staging/control.h"
#include "support/check.h"

namespace lathe::staging {

using namespace ast;

namespace {
template <class... Ts> struct Overload : Ts... { using Ts::operator()...; };
template <class... Ts> Overload(Ts...) -> Overload<Ts...>;
}  // namespace

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
