// Evaluation of expressions: Ast -> abstract values.
#include "autograph/convertible.h"
#include "staging/interp.h"
#include "staging/record.h"
#include "support/check.h"

namespace lathe::staging {

using namespace ast;

namespace {

template <class... Ts> struct Overload : Ts... { using Ts::operator()...; };
template <class... Ts> Overload(Ts...) -> Overload<Ts...>;

}  // namespace

Value Interp::Evaluate(ExprId id) {
  Step();
  const Expr& e = ast[id];
  Span outer = span;
  span = e.span;
  Value v = EvaluateNode(id, e);
  span = outer;
  return v;
}

Value Interp::EvaluateNode(ExprId id, const Expr& e) {
  return std::visit(
      Overload{
          [&](const NoneLiteral&) -> Value { return None{}; },
          [&](const EllipsisLiteral&) -> Value { return EllipsisValue{}; },
          [&](const BoolLiteral& n) -> Value { return n.value; },
          [&](const IntLiteral& n) -> Value { return Integer::Parse(n.digits); },
          [&](const FloatLiteral& n) -> Value { return n.value; },
          [&](const ComplexLiteral& n) -> Value { return std::complex<double>(0, n.imaginary); },
          [&](const StringLiteral& n) -> Value { return Value::String(n.value); },
          [&](const BytesLiteral& n) -> Value { return Bytes{std::make_shared<const std::string>(n.value)}; },
          [&](const NameExpr& n) -> Value { return LookupName(n.name, e.span); },
          [&](const BoolOpExpr& n) -> Value { return EvaluateBoolOp(n, 0); },
          [&](const NamedExpr& n) -> Value {
            Value v = Evaluate(n.value);
            Assign(n.target, v);
            return v;
          },
          [&](const BinaryExpr& n) -> Value { return EvaluateBinary(id, n); },
          [&](const UnaryExpr& n) -> Value {
            Value v = Evaluate(n.operand);
            if (n.op == UnaryOp::kNot) Note(*this, &n, 0, IsTensorLike(v));
            return UnaryOperation(n.op, v, e.span);
          },
          [&](const LambdaExpr& n) -> Value { return MakeFunction("<lambda>", n.args, {}, id, e.span); },
          [&](const ConditionalExpr& n) -> Value { return EvaluateConditional(n, e.span); },
          [&](const DictExpr& n) -> Value { return EvaluateDict(n); },
          [&](const SetExpr& n) -> Value {
            SetObject set;
            for (const Value& v : EvaluateItems(n.elements)) DictInsert(set.elements, v, None{}, e.span);
            return heap.New(std::move(set));
          },
          [&](const ListComp&) -> Value { return EvaluateComprehension(id, e); },
          [&](const SetComp&) -> Value { return EvaluateComprehension(id, e); },
          [&](const DictComp&) -> Value { return EvaluateComprehension(id, e); },
          [&](const GeneratorExpr&) -> Value { return EvaluateComprehension(id, e); },
          [&](const AwaitExpr&) -> Value { Fail(DiagnosticKind::kUnsupportedSyntax, "'await' is not supported"); },
          [&](const YieldExpr& n) -> Value { return EvaluateYield(n, e.span); },
          [&](const YieldFromExpr& n) -> Value { return EvaluateYieldFrom(n, e.span); },
          [&](const CompareExpr& n) -> Value { return EvaluateCompare(n, 0, Value(), e.span); },
          [&](const CallExpr& n) -> Value { return EvaluateCall(n, e.span); },
          [&](const FormattedValue& n) -> Value { return TextValue(EvaluateField(n, e.span)); },
          [&](const JoinedStr& n) -> Value {
            Text text;
            for (ExprId part : n.values) {
              if (auto* s = std::get_if<StringLiteral>(&ast[part].data)) text.Append(std::string_view(s->value));
              else text.Append(EvaluateField(std::get<FormattedValue>(ast[part].data), ast[part].span));
            }
            return TextValue(text);
          },
          [&](const AttributeExpr& n) -> Value {
            Value object = Evaluate(n.value);
            return GetAttribute(object, n.attr, e.span);
          },
          [&](const SubscriptExpr& n) -> Value {
            Value object = Evaluate(n.value);
            Value index = Evaluate(n.slice);
            return GetItem(object, index, e.span);
          },
          [&](const StarredExpr&) -> Value {
            Fail(DiagnosticKind::kSyntaxError, "a starred expression cannot be used here");
          },
          [&](const ListExpr& n) -> Value { return heap.New(ListObject{EvaluateItems(n.elements)}); },
          [&](const TupleExpr& n) -> Value { return Value::MakeTuple(EvaluateItems(n.elements)); },
          [&](const SliceExpr& n) -> Value {
            std::vector<Value> parts(3);
            if (n.lower) parts[0] = Evaluate(n.lower);
            if (n.upper) parts[1] = Evaluate(n.upper);
            if (n.step) parts[2] = Evaluate(n.step);
            return SliceValue{std::make_shared<const std::vector<Value>>(std::move(parts))};
          },
      },
      e.data);
}

std::vector<Value> Interp::EvaluateItems(const std::vector<ExprId>& elements) {
  std::vector<Value> items;
  items.reserve(elements.size());
  for (ExprId element : elements) {
    if (auto* star = std::get_if<StarredExpr>(&ast[element].data)) {
      Value iterable = Evaluate(star->value);
      for (Value& v : RequireElements(iterable, "unpacking", ast[element].span)) items.push_back(std::move(v));
    } else {
      items.push_back(Evaluate(element));
    }
  }
  return items;
}

// Left-deep chains of binary operators are evaluated by a loop: a + b + c + … may be thousands of operands long.
Value Interp::EvaluateBinary(ExprId id, const BinaryExpr& n) {
  std::vector<ExprId> chain{id};
  ExprId left = n.left;
  while (auto* b = std::get_if<BinaryExpr>(&ast[left].data)) {
    chain.push_back(left);
    left = b->left;
  }
  Value v = Evaluate(left);
  for (size_t i = chain.size(); i-- > 0;) {
    const Expr& e = ast[chain[i]];
    const auto& b = std::get<BinaryExpr>(e.data);
    Value right = Evaluate(b.right);
    v = BinaryOperation(b.op, v, right, e.span);
  }
  return v;
}

Value Interp::EvaluateBoolOp(const BoolOpExpr& n, size_t first) {
  bool is_and = n.op == BoolOp::kAnd;
  for (size_t i = first;; i++) {
    Value v = Evaluate(n.values[i]);
    if (i + 1 == n.values.size()) return v;
    if (v.is<Poison>()) return v;
    Truth t = ConditionTruth(v, ast[n.values[i]].span);
    Note(*this, &n, uint32_t(i), !t.known, &v);
    if (t.known) {
      if (t.value != is_and) return v;
      continue;
    }
    auto rest = [&] { return EvaluateBoolOp(n, i + 1); };
    auto same = [&]() -> Value { return v; };
    if (is_and) return Branch(t.dynamic, rest, same, ast[n.values[i]].span);
    return Branch(t.dynamic, same, rest, ast[n.values[i]].span);
  }
}

Value Interp::EvaluateCompare(const CompareExpr& n, size_t first, Value left, Span where) {
  if (first == 0) left = Evaluate(n.left);
  for (size_t i = first;; i++) {
    Value right = Evaluate(n.comparators[i]);
    Value result = Compare(n.ops[i], left, right, where);
    if (i + 1 == n.ops.size()) return result;
    if (result.is<Poison>()) return result;
    Truth t = ConditionTruth(result, where);
    Note(*this, &n, uint32_t(i), !t.known, &result);
    if (t.known) {
      if (!t.value) return result;
      left = right;
      continue;
    }
    auto rest = [&] { return EvaluateCompare(n, i + 1, right, where); };
    auto same = [&]() -> Value { return result; };
    return Branch(t.dynamic, rest, same, where);
  }
}

Value Interp::EvaluateConditional(const ConditionalExpr& n, Span where) {
  Value test = Evaluate(n.test);
  if (test.is<Poison>()) return test;
  bool in_python = mode == Mode::kStaged && !options.extensions && IsTensorLike(test) && IsInsideTernary(ast, where);
  Truth t = in_python ? TruthOf(test, ast[n.test].span) : ConditionTruth(test, ast[n.test].span);
  Note(*this, &n, 0, !t.known, &test);
  if (t.known) return Evaluate(t.value ? n.body : n.orelse);
  Value chosen = Branch(
      t.dynamic, [&] { return Evaluate(n.body); }, [&] { return Evaluate(n.orelse); }, where);
  if (chosen.is_none() && mode == Mode::kStaged && !options.extensions) {
    Diagnostic d{DiagnosticKind::kNoneInBranch, "both sides of this conditional expression are None: the graph has no value for it", where};
    d.notes.push_back({"the condition depends on a tensor, so both sides become part of the graph", ast[n.test].span});
    Fail(std::move(d));
  }
  return chosen;
}

Value Interp::EvaluateDict(const DictExpr& n) {
  DictObject dict;
  for (size_t i = 0; i < n.keys.size(); i++) {
    if (n.keys[i]) {
      Value key = Evaluate(n.keys[i]);
      Value value = Evaluate(n.values[i]);
      DictInsert(dict, key, value, ast[n.keys[i]].span);
      continue;
    }
    Value other = Evaluate(n.values[i]);
    auto* from = heap.as<DictObject>(other);
    if (!from) Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(TypeName(other)) + "' object is not a mapping", ast[n.values[i]].span);
    for (auto& [k, v] : std::vector(from->entries)) DictInsert(dict, k, v, ast[n.values[i]].span);
  }
  return heap.New(std::move(dict));
}

void Interp::DictInsert(DictObject& dict, const Value& key, const Value& value, Span where) {
  auto hash = HashKey(key, where);
  if (!hash)
    Fail(DiagnosticKind::kUnsupportedOperand,
         "a key that only run time knows is not supported here: the keys of this dict or set are part of the program's structure",
         where);
  auto [it, inserted] = dict.index.try_emplace(*hash, dict.entries.size());
  if (inserted) dict.entries.push_back({key, value});
  else dict.entries[it->second].second = value;
}

const Value* Interp::DictFind(const DictObject& dict, const Value& key, Span where) {
  auto hash = HashKey(key, where);
  if (!hash) Fail(DiagnosticKind::kUnsupportedOperand, "looking up a key that only run time knows is not supported", where);
  auto it = dict.index.find(*hash);
  return it == dict.index.end() ? nullptr : &dict.entries[it->second].second;
}

Text Interp::EvaluateField(const FormattedValue& n, Span where) {
  Value v = Evaluate(n.value);
  if (v.is<Poison>()) throw Abandoned{};
  if (n.conversion == 's') v = TextValue(StrOf(v, where));
  if (n.conversion == 'r' || n.conversion == 'a') v = TextValue(ReprOf(v, where));
  Text spec;
  if (n.format_spec) spec = TextOfString(Evaluate(n.format_spec));
  return FormatOf(v, spec, where);
}

Value Interp::EvaluateCall(const CallExpr& n, Span where) {
  Value callee = EvaluateCallee(n);
  CallArgs args;
  for (ExprId a : n.args) {
    if (auto* star = std::get_if<StarredExpr>(&ast[a].data)) {
      Value iterable = Evaluate(star->value);
      for (Value& v : RequireElements(iterable, "unpacking", ast[a].span)) {
        args.positional.push_back(std::move(v));
        args.positional_spans.push_back(ast[a].span);
      }
      continue;
    }
    args.positional.push_back(Evaluate(a));
    args.positional_spans.push_back(ast[a].span);
  }
  for (const Keyword& k : n.keywords) {
    Value v = Evaluate(k.value);
    if (k.name) {
      args.keywords.push_back({*k.name, std::move(v)});
      args.keyword_spans.push_back(k.span);
      continue;
    }
    auto* dict = heap.as<DictObject>(v);
    if (!dict) Raise(DiagnosticKind::kArgumentMismatch, "TypeError", "argument after ** must be a mapping, not " + std::string(TypeName(v)), k.span);
    for (auto& [key, value] : dict->entries) {
      if (!key.is<Str>()) Raise(DiagnosticKind::kArgumentMismatch, "TypeError", "keywords must be strings", k.span);
      args.keywords.push_back({Intern(key.str()), value});
      args.keyword_spans.push_back(k.span);
    }
  }
  NoteBuiltinCall(*this, n, callee, args.positional);
  return Call(callee, std::move(args), where);
}

// `super()` needs the activation it is written in; everything else is an ordinary value.
Value Interp::EvaluateCallee(const CallExpr& n) { return Evaluate(n.func); }

// ---- comprehensions: a scope of their own; the first iterable is evaluated outside ----

namespace {

const std::vector<Comprehension>& GeneratorsOf(const Expr& e) {
  if (auto* c = std::get_if<ListComp>(&e.data)) return c->generators;
  if (auto* c = std::get_if<SetComp>(&e.data)) return c->generators;
  if (auto* c = std::get_if<DictComp>(&e.data)) return c->generators;
  return std::get<GeneratorExpr>(e.data).generators;
}

}  // namespace

Value Interp::EvaluateComprehension(ExprId id, const Expr& e) {
  const auto& generators = GeneratorsOf(e);
  Value first = Evaluate(generators[0].iter);
  if (first.is<Poison>()) return first;
  Activation activation = current();
  ScopeObject scope;
  scope.info = ScopeOf(id);
  scope.parent = current().scope;
  activation.scope = heap.New(std::move(scope));
  activations.push_back(activation);
  std::vector<Value> items;
  DictObject dict;
  auto leave = [&] { activations.pop_back(); };
  try {
    RunGenerators(generators, 0, first, [&] {
      if (auto* c = std::get_if<ListComp>(&e.data)) items.push_back(Evaluate(c->element));
      else if (auto* c = std::get_if<GeneratorExpr>(&e.data)) items.push_back(Evaluate(c->element));
      else if (auto* c = std::get_if<SetComp>(&e.data)) DictInsert(dict, Evaluate(c->element), None{}, e.span);
      else if (auto* c = std::get_if<DictComp>(&e.data)) {
        Value key = Evaluate(c->key);
        Value value = Evaluate(c->value);
        DictInsert(dict, key, value, e.span);
      }
    });
  } catch (...) {
    leave();
    throw;
  }
  leave();
  if (std::holds_alternative<ListComp>(e.data)) return heap.New(ListObject{std::move(items)});
  if (std::holds_alternative<SetComp>(e.data)) return heap.New(SetObject{std::move(dict), false});
  if (std::holds_alternative<DictComp>(e.data)) return heap.New(std::move(dict));
  return heap.New(IteratorObject{std::move(items), 0, None{}});
}

void Interp::RunGenerators(const std::vector<Comprehension>& generators, size_t level, const Value& first,
                           const std::function<void()>& element) {
  if (level == generators.size()) return element();
  const Comprehension& g = generators[level];
  Value iterable = level == 0 ? first : Evaluate(g.iter);
  for (const Value& item : RequireElements(iterable, "a comprehension", ast[g.iter].span)) {
    Step();
    Assign(g.target, item);
    bool keep = true;
    for (ExprId condition : g.ifs)
      if (!KnownTruth(Evaluate(condition), ast[condition].span)) {
        keep = false;
        break;
      }
    if (keep) RunGenerators(generators, level + 1, first, element);
  }
}

}  // namespace lathe::staging
