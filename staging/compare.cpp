// Comparison, identity, membership, truth.
#include <cmath>

#include "staging/either.h"
#include "staging/interp.h"
#include "staging/tensor_protocol.h"
#include "staging/tf/tensor.h"
#include "staging/unconverted.h"
#include "support/check.h"

namespace lathe::staging {

using ast::CompareOp;

namespace {

bool IsNumber(const Value& v) { return v.is<bool>() || v.is<Integer>() || v.is<double>(); }
bool IsScalarNumber(const Value& v) { return IsNumber(v) || (v.is<Scalar>() && v.get<Scalar>().kind != ScalarKind::kStr); }
bool IsString(const Value& v) { return v.is<Str>() || (v.is<Scalar>() && v.get<Scalar>().kind == ScalarKind::kStr); }

std::partial_ordering OrderNumbers(const Value& a, const Value& b) {
  auto integer = [](const Value& v) { return v.is<bool>() ? Integer(v.get<bool>()) : v.get<Integer>(); };
  if (!a.is<double>() && !b.is<double>()) return integer(a) <=> integer(b);
  auto number = [&](const Value& v) { return v.is<double>() ? v.get<double>() : integer(v).ToDouble(); };
  return number(a) <=> number(b);
}

bool Holds(CompareOp op, std::partial_ordering o) {
  switch (op) {
    case CompareOp::kEq: return o == 0;
    case CompareOp::kNotEq: return !(o == 0);
    case CompareOp::kLt: return o < 0;
    case CompareOp::kLtE: return o <= 0;
    case CompareOp::kGt: return o > 0;
    case CompareOp::kGtE: return o >= 0;
    default: return false;
  }
}

constexpr std::string_view kMethods[] = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"};
constexpr std::string_view kReflected[] = {"__eq__", "__ne__", "__gt__", "__ge__", "__lt__", "__le__"};
constexpr std::string_view kSymbols[] = {"==", "!=", "<", "<=", ">", ">="};
constexpr ir::OpKind kOps[] = {ir::OpKind::kEq, ir::OpKind::kNe, ir::OpKind::kLt, ir::OpKind::kLe, ir::OpKind::kGt, ir::OpKind::kGe};

}  // namespace

bool Interp::Identical(const Value& a, const Value& b) const {
  if (a.index() != b.index()) return false;
  if (auto* r = a.as<Ref>()) return *r == b.get<Ref>();
  if (auto* t = a.as<Tensor>()) return t->value == b.get<Tensor>().value;
  if (auto* t = a.as<Tuple>()) return t->items == b.get<Tuple>().items;
  if (auto* s = a.as<Scalar>()) return s->value == b.get<Scalar>().value;
  if (auto* d = a.as<double>()) return *d == b.get<double>();
  if (auto* d = a.as<DTypeValue>()) return d->dtype == b.get<DTypeValue>().dtype;
  if (auto* x = a.as<Builtin>()) return x->row == b.get<Builtin>().row;
  if (auto* x = a.as<ModuleValue>()) return *x->path == *b.get<ModuleValue>().path;
  if (auto* x = a.as<Integer>()) return *x == b.get<Integer>();
  if (auto* x = a.as<bool>()) return *x == b.get<bool>();
  if (auto* x = a.as<Str>()) return **x == *b.get<Str>();
  return a.is<None>() || a.is<EllipsisValue>() || a.is<NotImplementedValue>();
}

// Equality as containers use it: identity first.
Truth Interp::ItemsEqual(const Value& a, const Value& b, Span where) {
  if (!a.is<double>() && Identical(a, b)) return {true, true, {}};
  return TruthOf(Compare(CompareOp::kEq, a, b, where), where);
}

Value Interp::AllEqual(const std::vector<Value>& a, const std::vector<Value>& b, bool equal, Span where) {
  if (a.size() != b.size()) return !equal;
  ir::ValueId all;
  for (size_t i = 0; i < a.size(); i++) {
    Truth t = ItemsEqual(a[i], b[i], where);
    if (t.known && !t.value) return !equal;
    if (!t.known) all = all.valid() ? Emit(ir::OpKind::kAnd, {all, t.dynamic}, {}, where) : t.dynamic;
  }
  if (!all.valid()) return equal;
  return Scalar{ScalarKind::kBool, equal ? all : Emit(ir::OpKind::kNot, {all}, {}, where)};
}

std::optional<Value> Interp::CompareContainers(CompareOp op, const Value& a, const Value& b, Span where) {
  const std::vector<Value>*x = nullptr, *y = nullptr;
  if (a.is<Tuple>() && b.is<Tuple>()) {
    x = &a.items();
    y = &b.items();
  } else if (auto *l = heap.as<ListObject>(a), *r = heap.as<ListObject>(b); l && r) {
    x = &l->items;
    y = &r->items;
  }
  if (x) {
    std::vector<Value> p = *x, q = *y;
    if (op == CompareOp::kEq || op == CompareOp::kNotEq) return AllEqual(p, q, op == CompareOp::kEq, where);
    for (size_t i = 0; i < p.size() && i < q.size(); i++) {
      Truth t = ItemsEqual(p[i], q[i], where);
      if (!t.known) Fail(DiagnosticKind::kUnsupportedOperand, "ordering sequences by elements that only run time knows is not supported", where);
      if (!t.value) return Compare(op, p[i], q[i], where);
    }
    return Holds(op, p.size() <=> q.size());
  }
  auto *d = heap.as<DictObject>(a), *e = heap.as<DictObject>(b);
  if (d && e && (op == CompareOp::kEq || op == CompareOp::kNotEq)) {
    bool equal = op == CompareOp::kEq;
    if (d->entries.size() != e->entries.size()) return !equal;
    std::vector<Value> p, q;
    for (auto& [k, v] : d->entries) {
      const Value* other = DictFind(*e, k, where);
      if (!other) return !equal;
      p.push_back(v);
      q.push_back(*other);
    }
    return AllEqual(p, q, equal, where);
  }
  auto *s = heap.as<SetObject>(a), *t = heap.as<SetObject>(b);
  if (s && t) {
    auto subset = [&](const SetObject& m, const SetObject& n) {
      for (auto& [key, position] : m.elements.index) if (!n.elements.index.contains(key)) return false;
      return true;
    };
    bool le = subset(*s, *t), ge = subset(*t, *s);
    switch (op) {
      case CompareOp::kEq: return le && ge;
      case CompareOp::kNotEq: return !(le && ge);
      case CompareOp::kLt: return le && !ge;
      case CompareOp::kLtE: return le;
      case CompareOp::kGt: return ge && !le;
      case CompareOp::kGtE: return ge;
      default: break;
    }
  }
  return std::nullopt;
}

Value Interp::CompareScalars(CompareOp op, const Value& a, const Value& b, Span where) {
  ir::ValueId x = ToScalar(a, where), y = ToScalar(b, where);
  ir::DType p = module.type(x).dtype, q = module.type(y).dtype;
  if (p != q) {
    ir::DType common = p == ir::DType::kFloat64 || q == ir::DType::kFloat64 ? ir::DType::kFloat64 : ir::DType::kInt64;
    if (p != common) x = Emit(ir::OpKind::kCast, {x}, ir::DTypeAttr{common}, where);
    if (q != common) y = Emit(ir::OpKind::kCast, {y}, ir::DTypeAttr{common}, where);
  } else if (p == ir::DType::kBool && op != CompareOp::kEq && op != CompareOp::kNotEq) {
    x = Emit(ir::OpKind::kCast, {x}, ir::DTypeAttr{ir::DType::kInt64}, where);
    y = Emit(ir::OpKind::kCast, {y}, ir::DTypeAttr{ir::DType::kInt64}, where);
  }
  return Scalar{ScalarKind::kBool, Emit(kOps[int(op)], {x, y}, {}, where)};
}

Value Interp::Compare(CompareOp op, const Value& a, const Value& b, Span where) {
  Step();
  if (a.is<Poison>() || b.is<Poison>()) return Poison{};
  if (AsEither(*this, a)) return OnEach(*this, a, [&](const Value& v) { return Compare(op, v, b, where); }, where);
  if (AsEither(*this, b)) return OnEach(*this, b, [&](const Value& v) { return Compare(op, a, v, where); }, where);
  if (op == CompareOp::kIs || op == CompareOp::kIsNot) return Identical(a, b) == (op == CompareOp::kIs);
  if (op == CompareOp::kIn || op == CompareOp::kNotIn) {
    Value in = Contains(b, a, where);
    if (op == CompareOp::kIn || in.is<Poison>()) return in;
    return UnaryOperation(ast::UnaryOp::kNot, in, where);
  }
  bool equality = op == CompareOp::kEq || op == CompareOp::kNotEq;
  if (IsNumber(a) && IsNumber(b)) return Holds(op, OrderNumbers(a, b));
  if (a.is<Str>() && b.is<Str>()) return Holds(op, a.str() <=> b.str());
  if (heap.as<InstanceObject>(a) || heap.as<InstanceObject>(b)) {
    if (auto v = CallSpecial(a, kMethods[int(op)], {b}, where); v && !v->is<NotImplementedValue>()) return *v;
    if (auto v = CallSpecial(b, kReflected[int(op)], {a}, where); v && !v->is<NotImplementedValue>()) return *v;
    if (op == CompareOp::kNotEq) {
      if (auto v = CallSpecial(a, "__eq__", {b}, where); v && !v->is<NotImplementedValue>()) return UnaryOperation(ast::UnaryOp::kNot, *v, where);
    }
  }
  if (IsScalarNumber(a) && IsScalarNumber(b)) return CompareScalars(op, a, b, where);
  if (IsString(a) && IsString(b)) {
    if (!equality) Fail(DiagnosticKind::kUnsupportedOperand, "ordering strings that only run time knows is not supported", where);
    return CompareScalars(op, a, b, where);
  }
  if (IsTensorLike(a) || IsTensorLike(b)) return TensorCompare(*this, op, a, b, where);
  if (auto v = CompareContainers(op, a, b, where)) return *v;
  if (auto v = CompareOthers(op, a, b, where)) return *v;
  if (equality) return (op == CompareOp::kEq) == Identical(a, b);
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError",
        "'" + std::string(kSymbols[int(op)]) + "' not supported between instances of '" + std::string(TypeName(a)) + "' and '" + std::string(TypeName(b)) + "'", where);
}

// Complex numbers, bytes, dtypes, shapes, ranges: equality (and order of bytes).
std::optional<Value> Interp::CompareOthers(CompareOp op, const Value& a, const Value& b, Span where) {
  bool equality = op == CompareOp::kEq || op == CompareOp::kNotEq, eq = op == CompareOp::kEq;
  auto complex = [](const Value& v) -> std::optional<std::complex<double>> {
    if (auto* c = v.as<std::complex<double>>()) return *c;
    if (auto* d = v.as<double>()) return *d;
    if (auto* i = v.as<Integer>()) return i->ToDouble();
    if (auto* x = v.as<bool>()) return double(*x);
    return std::nullopt;
  };
  if (equality && (a.is<std::complex<double>>() || b.is<std::complex<double>>())) {
    auto x = complex(a), y = complex(b);
    return (x && y && *x == *y) == eq;
  }
  if (a.is<Bytes>() && b.is<Bytes>()) return Holds(op, *a.get<Bytes>().data <=> *b.get<Bytes>().data);
  if (equality && (a.is<DTypeValue>() || b.is<DTypeValue>())) {
    const Value &d = a.is<DTypeValue>() ? a : b, &other = a.is<DTypeValue>() ? b : a;
    return DTypeEquals(d.get<DTypeValue>().dtype, other) == eq;
  }
  if (equality && (a.is<ShapeValue>() || b.is<ShapeValue>())) return ShapesEqual(a, b, where) == eq;
  if (equality && a.is<RangeValue>() && b.is<RangeValue>()) return AllEqual(RequireElements(a, "==", where), RequireElements(b, "==", where), eq, where);
  if (equality && a.is<SliceValue>() && b.is<SliceValue>()) return AllEqual(*a.get<SliceValue>().parts, *b.get<SliceValue>().parts, eq, where);
  auto *m = heap.as<BoundMethod>(a), *n = heap.as<BoundMethod>(b);
  if (equality && m && n) return (Identical(m->self, n->self) && Identical(m->function, n->function)) == eq;
  return std::nullopt;
}

Value Interp::Contains(const Value& container, const Value& item, Span where) {
  if (auto v = CallSpecial(container, "__contains__", {item}, where)) {
    Truth t = TruthOf(*v, where);
    return t.known ? Value(t.value) : Value(Scalar{ScalarKind::kBool, t.dynamic});
  }
  if (container.is<Str>()) {
    if (!IsString(item)) Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'in <string>' requires string as left operand, not " + std::string(TypeName(item)), where);
    if (item.is<Str>()) return container.str().find(item.str()) != std::string_view::npos;
    Fail(DiagnosticKind::kUnsupportedOperand, "searching for a string that only run time knows is not supported", where);
  }
  if (auto* b = container.as<Bytes>(); b && item.is<Bytes>()) return b->data->find(*item.get<Bytes>().data) != std::string::npos;
  if (auto* d = heap.as<DictObject>(container)) return ContainsKey(*d, item, where);
  if (auto* s = heap.as<SetObject>(container)) return ContainsKey(s->elements, item, where);
  if (mode == Mode::kStaged && container.is<Tensor>() && !container.get<Tensor>().numpy)
    Raise(DiagnosticKind::kTensorIteration, "OperatorNotAllowedInGraphError", "'in' needs to iterate over a tensor, which has no value while its tf.function is traced", where);
  std::vector<Value> items = RequireElements(container, "'in'", where);
  ir::ValueId any;
  for (const Value& v : items) {
    Truth t = ItemsEqual(item, v, where);
    if (t.known && t.value) return true;
    if (!t.known) any = any.valid() ? Emit(ir::OpKind::kOr, {any, t.dynamic}, {}, where) : t.dynamic;
  }
  if (!any.valid()) return false;
  return Scalar{ScalarKind::kBool, any};
}

// A key that only run time knows is compared with each.
Value Interp::ContainsKey(const DictObject& dict, const Value& key, Span where) {
  if (!key.is<Scalar>()) return DictFind(dict, key, where) != nullptr;
  ir::ValueId any;
  for (auto& [k, v] : std::vector(dict.entries)) {
    Truth t = ItemsEqual(key, k, where);
    if (t.known && t.value) return true;
    if (!t.known) any = any.valid() ? Emit(ir::OpKind::kOr, {any, t.dynamic}, {}, where) : t.dynamic;
  }
  if (!any.valid()) return false;
  return Scalar{ScalarKind::kBool, any};
}

Truth Interp::TruthOf(const Value& v, Span where) {
  auto known = [](bool b) { return Truth{true, b, {}}; };
  if (v.is<Poison>()) throw Abandoned{};
  if (v.is<None>()) return known(false);
  if (auto* b = v.as<bool>()) return known(*b);
  if (auto* i = v.as<Integer>()) return known(!i->zero());
  if (auto* d = v.as<double>()) return known(*d != 0);
  if (auto* c = v.as<std::complex<double>>()) return known(*c != std::complex<double>(0));
  if (auto* s = v.as<Str>()) return known(!(*s)->empty());
  if (auto* b = v.as<Bytes>()) return known(!b->data->empty());
  if (auto* t = v.as<Tuple>()) return known(!t->items->empty());
  if (auto* s = v.as<Scalar>()) return ScalarTruth(*s, where);
  if (v.is<Tensor>()) return TensorTruth(v, where);
  if (IsTensorLike(v)) return TensorTruth(Value(Tensor{ToTensor(v, {}, where)}), where);
  if (AsEither(*this, v)) {
    Value truth = OnEach(
        *this, v,
        [&](const Value& one) -> Value {
          Truth t = TruthOf(one, where);
          return t.known ? Value(t.value) : Value(Scalar{ScalarKind::kBool, t.dynamic});
        },
        where);
    return TruthOf(truth, where);
  }
  if (auto* s = v.as<ShapeValue>()) return known(s->shape.ranked && !s->shape.dims.empty());
  if (v.is<RangeValue>()) {
    Value n = Length(v, where);
    if (auto* i = n.as<Integer>()) return known(!i->zero());
    return ScalarTruth(n.get<Scalar>(), where);
  }
  if (auto* r = v.as<Ref>()) {
    if (auto* l = heap.as<ListObject>(*r)) return known(!l->items.empty());
    if (auto* d = heap.as<DictObject>(*r)) return known(!d->entries.empty());
    if (auto* s = heap.as<SetObject>(*r)) return known(!s->elements.entries.empty());
    if (heap.as<InstanceObject>(*r)) {
      if (auto t = CallSpecial(v, "__bool__", {}, where)) return TruthOf(*t, where);
      if (auto t = CallSpecial(v, "__len__", {}, where)) return TruthOf(*t, where);
    }
  }
  return known(true);
}

Truth Interp::ScalarTruth(const Scalar& s, Span where) {
  switch (s.kind) {
    case ScalarKind::kBool: return {false, false, s.value};
    case ScalarKind::kInt: return {false, false, Emit(ir::OpKind::kNe, {s.value, builder.Scalar(ir::DType::kInt64, int64_t(0))}, {}, where)};
    case ScalarKind::kFloat: return {false, false, Emit(ir::OpKind::kNe, {s.value, builder.Scalar(ir::DType::kFloat64, 0.0)}, {}, where)};
    case ScalarKind::kStr: return {false, false, Emit(ir::OpKind::kNe, {s.value, builder.Constant(ir::Literal::String(""))}, {}, where)};
  }
  LATHE_UNREACHABLE("scalar kind");
}

// bool(t) of a tensor: its value in eager code, refused while a tf.function is traced.
Truth Interp::TensorTruth(const Value& v, Span where) {
  const ir::Type& type = TypeOf(v);
  if (mode == Mode::kStaged && !v.get<Tensor>().numpy) {
    Diagnostic d{DiagnosticKind::kTensorAsBool, "a tensor has no truth value while its tf.function is traced", where};
    if (!current().converted) d.notes.push_back(UnconvertedNote(*this));
    d.help.push_back("use tf.cond, tf.where, or an 'if' in code that AutoGraph converts");
    Raise(std::move(d), "OperatorNotAllowedInGraphError");
  }
  if (const ir::Literal* literal = KnownLiteral(v)) {
    if (literal->count() > 1 || (literal->count() == 0 && !v.get<Tensor>().numpy)) {
      if (literal->count() > 1 || !v.get<Tensor>().numpy)
        Raise(DiagnosticKind::kConditionNotScalar, "ValueError", "The truth value of an array with more than one element is ambiguous: use tf.reduce_any or tf.reduce_all", where);
    }
    if (literal->count() == 0) return {true, false, {}};
    return TruthOf(LiteralToPython(*literal, 0), where);
  }
  if (type.shape.ranked && type.shape.fully_known() && *type.shape.elements() != 1)
    Raise(DiagnosticKind::kConditionNotScalar, "ValueError", "The truth value of an array with more than one element is ambiguous: use tf.reduce_any or tf.reduce_all", where);
  ir::ValueId scalar = v.get<Tensor>().value;
  if (!type.is_scalar()) scalar = Emit(ir::OpKind::kReshape, {scalar, builder.Constant(ir::Literal::Int32s({}))}, {}, where);
  ir::DType dtype = module.type(scalar).dtype;
  if (dtype == ir::DType::kString) return {false, false, Emit(ir::OpKind::kNe, {scalar, builder.Constant(ir::Literal::String(""))}, {}, where)};
  if (dtype != ir::DType::kBool) scalar = Emit(ir::OpKind::kCast, {scalar}, ir::DTypeAttr{ir::DType::kBool}, where);
  return {false, false, scalar};
}

// The condition of if, while, a ternary, and/or/not or a comparison chain: AutoGraph stages tensors in converted code.
Truth Interp::ConditionTruth(const Value& v, Span where) {
  bool symbolic = mode == Mode::kStaged && IsTensorLike(v) && !(v.is<Tensor>() && v.get<Tensor>().numpy && KnownLiteral(v));
  if (!symbolic || !current().converted) return TruthOf(v, where);
  return {false, false, StagedCondition(v, where)};
}

// A tensor as condition in staged code: bool, one element.
ir::ValueId Interp::StagedCondition(const Value& v, Span where) {
  ir::ValueId t = ToTensor(v, {}, where);
  const ir::Type& type = module.type(t);
  if (type.dtype != ir::DType::kBool) {
    Diagnostic d{DiagnosticKind::kConditionNotBool, "the condition is a tensor of dtype " + std::string(ir::NameOf(type.dtype)) + ", not bool", where};
    d.help.push_back("compare it: " + std::string(sources.Text(where)) + " != 0");
    d.fixes.push_back({"compare with 0", true, {{Span{where.file, where.end, where.end}, " != 0"}}});
    Fail(std::move(d));
  }
  if (type.is_scalar()) return Import(t, where);
  if (type.shape.ranked && type.shape.fully_known() && *type.shape.elements() != 1) {
    Diagnostic d{DiagnosticKind::kConditionNotScalar, "the condition is a tensor of shape " + ir::ToString(type.shape) + ", not a single bool", where};
    d.help.push_back("use tf.reduce_any(…) or tf.reduce_all(…)");
    Fail(std::move(d));
  }
  return Emit(ir::OpKind::kReshape, {t, builder.Constant(ir::Literal::Int32s({}))}, {}, where);
}

bool Interp::KnownTruth(const Value& v, Span where) {
  Truth t = TruthOf(v, where);
  if (t.known) return t.value;
  Fail(DiagnosticKind::kTensorAsBool, "this condition must be known when the program is compiled: what it decides is part of the program's structure", where);
}

// `not t` of a symbolic tensor is an operation.
std::optional<Value> Interp::NotOfTensor(const Value& a, Span where) {
  if (mode != Mode::kStaged || !current().converted || !IsTensorLike(a)) return std::nullopt;
  if (a.is<Tensor>() && a.get<Tensor>().numpy) return std::nullopt;
  ir::ValueId t = ToTensor(a, {}, where);
  if (module.type(t).dtype != ir::DType::kBool) {
    Diagnostic d{DiagnosticKind::kConditionNotBool, "the operand of 'not' is a tensor of dtype " + std::string(ir::NameOf(module.type(t).dtype)) + ", not bool", where};
    Fail(std::move(d));
  }
  return Value(Tensor{Emit(ir::OpKind::kNot, {t}, {}, where)});
}

}  // namespace lathe::staging
