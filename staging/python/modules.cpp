// Modules of the standard library: sys, math, functools, collections, itertools.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>

#include "staging/builtin_tables.h"
#include "staging/interp.h"
#include "staging/python/python.h"

namespace lathe::staging {

namespace {

using Kind = BuiltinRow::Kind;

// ---- sys ----

Value Stream(const char* name) { return ModuleValue{std::make_shared<const std::string>(name)}; }
Value SysStdout(Bound&) { return Stream("sys.stdout"); }
Value SysStderr(Bound&) { return Stream("sys.stderr"); }
Value SysMaxsize(Bound&) { return Value::Int(INT64_MAX); }
Value SysExit(Bound& b) {
  Interp& in = b.in;
  if (b[0].is_none()) {
    in.Emit(ir::OpKind::kExit, {in.builder.Scalar(ir::DType::kInt64, int64_t(0))}, {}, b.span);
    return None{};
  }
  if (b[0].is<Str>()) {
    Text text = in.TextOfString(b[0]);
    text.Append(std::string_view("\n"));
    in.EmitPrint(text, true);
    in.Emit(ir::OpKind::kExit, {in.builder.Scalar(ir::DType::kInt64, int64_t(1))}, {}, b.span);
    return None{};
  }
  ir::ValueId status = in.ToScalar(b[0], b.span);
  if (in.module.type(status).dtype != ir::DType::kInt64) status = in.Emit(ir::OpKind::kCast, {status}, ir::DTypeAttr{ir::DType::kInt64}, b.span);
  in.Emit(ir::OpKind::kExit, {status}, {}, b.span);
  return None{};
}
Value StreamWrite(Bound& b, bool to_stderr) {
  Text text = b.in.TextOfString(b[0]);
  if (b.in.trace) b.in.InEagerCode([&] { b.in.EmitPrint(text, to_stderr); });
  else b.in.EmitPrint(text, to_stderr);
  return None{};
}
Value StdoutWrite(Bound& b) { return StreamWrite(b, false); }
Value StderrWrite(Bound& b) { return StreamWrite(b, true); }
Value Nothing(Bound&) { return None{}; }
Value FloatMax(Bound&) { return DBL_MAX; }
Value FloatMin(Bound&) { return DBL_MIN; }
Value FloatEpsilon(Bound&) { return DBL_EPSILON; }

// ---- math ----

Value Pi(Bound&) { return M_PI; }
Value E(Bound&) { return M_E; }
Value Tau(Bound&) { return 2 * M_PI; }
Value Inf(Bound&) { return HUGE_VAL; }
Value NaN(Bound&) { return std::nan(""); }

// An argument of a math function as a known double, or as a float64 scalar that only run time knows.
struct MathArg {
  double known = 0;
  ir::ValueId dynamic;
};
MathArg ArgOf(Bound& b, size_t i) {
  Value v = b[i];
  if (v.is<Tensor>() || b.in.IsTensorLike(v)) v = b.in.Call(Builtin{FindBuiltin("float")}, std::vector<Value>{v}, b.span);
  if (auto* d = v.as<double>()) return {*d, {}};
  if (auto* x = v.as<Integer>()) return {x->ToDouble(), {}};
  if (auto* x = v.as<bool>()) return {double(*x), {}};
  if (auto* s = v.as<Scalar>(); s && s->kind != ScalarKind::kStr) {
    ir::ValueId t = s->value;
    if (s->kind != ScalarKind::kFloat) t = b.in.Emit(ir::OpKind::kCast, {t}, ir::DTypeAttr{ir::DType::kFloat64}, b.span);
    return {0, t};
  }
  if (auto f = b.in.CallSpecial(v, "__float__", {}, b.span); f && f->is<double>()) return {f->get<double>(), {}};
  b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "must be real number, not " + std::string(b.in.TypeName(b[i])), b.span);
}

enum class Domain : uint8_t { kAll, kNonNegative, kPositive, kUnit };

// One-argument functions: known values by the C library, others by the operation.
template <double (*F)(double), ir::OpKind K, Domain D = Domain::kAll>
Value Math1(Bound& b) {
  MathArg x = ArgOf(b, 0);
  if (!x.dynamic.valid()) {
    bool bad = (D == Domain::kNonNegative && x.known < 0) || (D == Domain::kPositive && x.known <= 0) || (D == Domain::kUnit && std::fabs(x.known) > 1);
    if (bad) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "math domain error", b.span);
    double r = F(x.known);
    if (std::isinf(r) && std::isfinite(x.known)) b.in.Raise(DiagnosticKind::kInvalidValue, "OverflowError", "math range error", b.span);
    return r;
  }
  if (D != Domain::kAll) {
    ir::ValueId zero = b.in.builder.Scalar(ir::DType::kFloat64, 0.0), one = b.in.builder.Scalar(ir::DType::kFloat64, 1.0);
    ir::ValueId fine = D == Domain::kUnit ? b.in.Emit(ir::OpKind::kLe, {b.in.Emit(ir::OpKind::kAbs, {x.dynamic}), one})
                       : b.in.Emit(D == Domain::kPositive ? ir::OpKind::kGt : ir::OpKind::kGe, {x.dynamic, zero});
    fine = b.in.Emit(ir::OpKind::kOr, {fine, b.in.Emit(ir::OpKind::kIsNan, {x.dynamic})});
    b.in.Emit(ir::OpKind::kAssert, {fine, b.in.builder.Constant(ir::Literal::String("math domain error"))}, ir::TextAttr{"ValueError", 0}, b.span);
  }
  return Scalar{ScalarKind::kFloat, b.in.Emit(K, {x.dynamic}, {}, b.span)};
}

template <double (*F)(double), ir::OpKind K>
Value ToInt(Bound& b) {
  if (b[0].is<Integer>() || b[0].is<bool>()) return b.in.Call(Builtin{FindBuiltin("int")}, std::vector<Value>{b[0]}, b.span);
  MathArg x = ArgOf(b, 0);
  if (x.dynamic.valid()) return Scalar{ScalarKind::kInt, b.in.Emit(ir::OpKind::kCast, {b.in.Emit(K, {x.dynamic}, {}, b.span)}, ir::DTypeAttr{ir::DType::kInt64}, b.span)};
  auto i = Integer::FromDouble(F(x.known));
  if (!i) b.in.Raise(DiagnosticKind::kInvalidValue, std::isnan(x.known) ? "ValueError" : "OverflowError", std::string("cannot convert float ") + (std::isnan(x.known) ? "NaN" : "infinity") + " to integer", b.span);
  return *i;
}

template <double (*F)(double, double), ir::OpKind K>
Value Math2(Bound& b) {
  MathArg x = ArgOf(b, 0), y = ArgOf(b, 1);
  if (!x.dynamic.valid() && !y.dynamic.valid()) return F(x.known, y.known);
  auto operand = [&](const MathArg& a) { return a.dynamic.valid() ? a.dynamic : b.in.builder.Scalar(ir::DType::kFloat64, a.known); };
  return Scalar{ScalarKind::kFloat, b.in.Emit(K, {operand(x), operand(y)}, {}, b.span)};
}

template <bool (*F)(double), ir::OpKind K>
Value Predicate(Bound& b) {
  MathArg x = ArgOf(b, 0);
  if (!x.dynamic.valid()) return F(x.known);
  return Scalar{ScalarKind::kBool, b.in.Emit(K, {x.dynamic}, {}, b.span)};
}
bool IsNan(double x) { return std::isnan(x); }
bool IsInf(double x) { return std::isinf(x); }
bool IsFinite(double x) { return std::isfinite(x); }

Value MathLog(Bound& b) {
  if (!b.given(1)) return Math1<std::log, ir::OpKind::kLog, Domain::kPositive>(b);
  Bound base{b.in, b.span, {b[1]}, {b.span}, nullptr};
  Value x = Math1<std::log, ir::OpKind::kLog, Domain::kPositive>(b), y = Math1<std::log, ir::OpKind::kLog, Domain::kPositive>(base);
  return b.in.BinaryOperation(ast::BinaryOp::kDiv, x, y, b.span);
}
template <double (*F)(double)>
Value KnownLog(Bound& b) {
  MathArg x = ArgOf(b, 0);
  if (x.dynamic.valid()) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "this function of a number that only run time knows is not supported; use math.log(x, base)", b.span);
  if (x.known <= 0) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "math domain error", b.span);
  return F(x.known);
}
double Degrees(double x) { return x * (180 / M_PI); }
double Radians(double x) { return x * (M_PI / 180); }
template <double (*F)(double)>
Value Scale(Bound& b) {
  MathArg x = ArgOf(b, 0);
  if (!x.dynamic.valid()) return F(x.known);
  return Scalar{ScalarKind::kFloat, b.in.Emit(ir::OpKind::kMul, {x.dynamic, b.in.builder.Scalar(ir::DType::kFloat64, F(1.0))}, {}, b.span)};
}

Integer IntArg(Bound& b, const Value& v) {
  if (v.is<bool>()) return Integer(v.get<bool>());
  if (!v.is<Integer>()) b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(b.in.TypeName(v)) + "' object cannot be interpreted as an integer", b.span);
  return v.get<Integer>();
}
Value Factorial(Bound& b) {
  int64_t n = b.in.KnownInt(b[0], "factorial()", b.span);
  if (n < 0) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "factorial() not defined for negative values", b.span);
  Integer r(1);
  for (int64_t i = 2; i <= n; i++) {
    b.in.Step();
    r = r * Integer(i);
  }
  return r;
}
Integer GcdOf(Integer x, Integer y) {
  if (x.negative()) x = -x;
  if (y.negative()) y = -y;
  while (!y.zero()) {
    Integer r = FloorMod(x, y);
    x = y;
    y = r;
  }
  return x;
}
Value Gcd(Bound& b) {
  Integer r(0);
  for (const Value& v : b[0].items()) r = GcdOf(r, IntArg(b, v));
  return r;
}
Value Lcm(Bound& b) {
  Integer r(1);
  for (const Value& v : b[0].items()) {
    Integer i = IntArg(b, v), g = GcdOf(r, i);
    if (g.zero()) return Value::Int(0);
    r = FloorDiv(r * i, g);
    if (r.negative()) r = -r;
  }
  return r;
}
Value Comb(Bound& b) {
  int64_t n = b.in.KnownInt(b[0], "comb()", b.span), k = b.in.KnownInt(b[1], "comb()", b.span);
  if (k > n) return Value::Int(0);
  Integer r(1);
  for (int64_t i = 1; i <= k; i++) r = FloorDiv(r * Integer(n - k + i), Integer(i));
  return r;
}
Value Perm(Bound& b) {
  int64_t n = b.in.KnownInt(b[0], "perm()", b.span), k = b.given(1) ? b.in.KnownInt(b[1], "perm()", b.span) : n;
  Integer r(k > n ? 0 : 1);
  for (int64_t i = 0; i < k && k <= n; i++) r = r * Integer(n - i);
  return r;
}
Value ISqrt(Bound& b) {
  Integer n = IntArg(b, b[0]);
  if (n.negative()) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "isqrt() argument must be nonnegative", b.span);
  if (n.zero()) return Value::Int(0);
  Integer x = ShiftLeft(Integer(1), (n.BitLength() + 1) / 2);
  while (true) {
    Integer y = FloorDiv(x + FloorDiv(n, x), Integer(2));
    if (y >= x) return x;
    x = y;
  }
}
Value Prod(Bound& b) {
  Value r = b.given(1) ? b[1] : Value::Int(1);
  for (const Value& v : b.in.RequireElements(b[0], "prod()", b.span)) r = b.in.BinaryOperation(ast::BinaryOp::kMult, r, v, b.span);
  return r;
}
Value FSum(Bound& b) {
  std::vector<double> partials;    // exact: non-overlapping partial sums
  for (const Value& v : b.in.RequireElements(b[0], "fsum()", b.span)) {
    Bound one{b.in, b.span, {v}, {b.span}, nullptr};
    MathArg a = ArgOf(one, 0);
    if (a.dynamic.valid()) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "fsum() of numbers that only run time knows is not supported", b.span);
    double x = a.known;
    size_t n = 0;
    for (double y : std::vector(partials)) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      double high = x + y, low = y - (high - x);
      if (low != 0) partials[n++] = low;
      x = high;
    }
    partials.resize(n);
    partials.push_back(x);
  }
  double sum = 0;
  for (size_t i = partials.size(); i-- > 0;) sum += partials[i];
  return sum;
}
Value Hypot(Bound& b) {
  double r = 0;
  for (size_t i = 0; i < b[0].items().size(); i++) {
    Bound one{b.in, b.span, {b[0].items()[i]}, {b.span}, nullptr};
    MathArg a = ArgOf(one, 0);
    if (a.dynamic.valid()) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "hypot() of numbers that only run time knows is not supported; use math.sqrt(x * x + y * y)", b.span);
    r = std::hypot(r, a.known);
  }
  return r;
}
Value IsClose(Bound& b) {
  MathArg x = ArgOf(b, 0), y = ArgOf(b, 1), r = ArgOf(b, 2), a = ArgOf(b, 3);
  if (!x.dynamic.valid() && !y.dynamic.valid()) {
    if (x.known == y.known) return true;
    if (std::isinf(x.known) || std::isinf(y.known)) return false;
    double d = std::fabs(x.known - y.known);
    return d <= std::max(r.known * std::max(std::fabs(x.known), std::fabs(y.known)), a.known);
  }
  auto operand = [&](const MathArg& m) { return m.dynamic.valid() ? m.dynamic : b.in.builder.Scalar(ir::DType::kFloat64, m.known); };
  auto op = [&](ir::OpKind k, std::vector<ir::ValueId> v) { return b.in.Emit(k, std::move(v), {}, b.span); };
  ir::ValueId p = operand(x), q = operand(y);
  ir::ValueId d = op(ir::OpKind::kAbs, {op(ir::OpKind::kSub, {p, q})});
  ir::ValueId bound = op(ir::OpKind::kMul, {operand(r), op(ir::OpKind::kMax, {op(ir::OpKind::kAbs, {p}), op(ir::OpKind::kAbs, {q})})});
  ir::ValueId close = op(ir::OpKind::kLe, {d, op(ir::OpKind::kMax, {bound, operand(a)})});
  ir::ValueId finite = op(ir::OpKind::kIsFinite, {d});
  return Scalar{ScalarKind::kBool, op(ir::OpKind::kOr, {op(ir::OpKind::kEq, {p, q}), op(ir::OpKind::kAnd, {close, finite})})};
}

// ---- functools ----

struct PartialObject : ExternalObject {
  Value function;
  CallArgs args;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<PartialObject>(*this); }
  std::string_view type_name() const override { return "partial"; }
};
Value Partial(Bound& b) {
  auto p = std::make_shared<PartialObject>();
  p->function = b[0];
  p->args.positional = b[1].items();
  p->args.positional_spans.resize(p->args.positional.size());
  for (auto& [k, v] : b.in.heap.as<DictObject>(b[2])->entries) p->args.keywords.push_back({b.in.Intern(k.str()), v});
  p->args.keyword_spans.resize(p->args.keywords.size());
  return b.in.heap.New(ExternalSlot{p});
}
Value CallPartial(Bound& b) {
  const PartialObject p = *b.in.heap.External<PartialObject>(*b.self);
  CallArgs args = p.args;
  for (const Value& v : b[0].items()) {
    args.positional.push_back(v);
    args.positional_spans.push_back(b.span);
  }
  for (auto& [k, v] : std::vector(b.in.heap.as<DictObject>(b[1])->entries)) {
    Name name = b.in.Intern(k.str());
    auto at = std::find_if(args.keywords.begin(), args.keywords.end(), [&](auto& e) { return e.first == name; });
    if (at != args.keywords.end()) at->second = v;
    else {
      args.keywords.push_back({name, v});
      args.keyword_spans.push_back(b.span);
    }
  }
  return b.in.Call(p.function, std::move(args), b.span);
}
Value PartialFunction(Bound& b) { return b.in.heap.External<PartialObject>(*b.self)->function; }
Value Reduce(Bound& b) {
  std::vector<Value> items = b.in.RequireElements(b[1], "reduce()", b.span);
  size_t i = 0;
  Value total;
  if (!b[2].is<Undefined>()) total = b[2];
  else if (items.empty()) b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "reduce() of empty iterable with no initial value", b.span);
  else total = items[i++];
  for (; i < items.size(); i++) total = b.in.Call(b[0], std::vector<Value>{total, items[i]}, b.span);
  return total;
}
Value Wraps(Bound& b) { return BoundBuiltin{FindBuiltin("functools.$update"), std::make_shared<const Value>(b[0])}; }
// The wrapper takes over the name and documentation of what it wraps.
Value Update(Bound& b) {
  auto* wrapper = b.in.heap.as<FunctionObject>(b[0]);
  if (!wrapper) return b[0];
  std::vector<std::pair<Name, Value>> attributes = wrapper->attributes;
  for (std::string_view name : {"__name__", "__qualname__", "__doc__"})
    if (auto v = b.in.TryAttribute(*b.self, b.in.Intern(name), b.span)) attributes.push_back({b.in.Intern(name), *v});
  attributes.push_back({b.in.Intern("__wrapped__"), *b.self});
  b.in.heap.Write<FunctionObject>(b[0].get<Ref>()).attributes = std::move(attributes);
  return b[0];
}

struct CacheObject : ExternalObject {
  Value function;
  std::map<std::string, Value> known;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<CacheObject>(*this); }
  std::string_view type_name() const override { return "lru_cache"; }
};
Value MakeCache(Bound& b) {
  auto c = std::make_shared<CacheObject>();
  c->function = b[0];
  return b.in.heap.New(ExternalSlot{c});
}
Value LruCache(Bound& b) {
  if (b[0].is<Ref>()) return MakeCache(b);
  return Builtin{FindBuiltin("functools.cache")};
}
Value CallCache(Bound& b) {
  std::string key;
  for (const Value& v : b[0].items()) {
    auto k = b.in.HashKey(v, b.span);
    if (!k) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "a cached function needs arguments that are known when the program is compiled", b.span);
    key += std::to_string(k->size()) + ":" + *k;
  }
  for (auto& [k, v] : b.in.heap.as<DictObject>(b[1])->entries) key += std::string(k.str()) + "=" + b.in.HashKey(v, b.span).value_or("?");
  const auto& cache = *b.in.heap.External<CacheObject>(*b.self);
  if (auto it = cache.known.find(key); it != cache.known.end()) return it->second;
  Value function = cache.function;
  CallArgs args;
  args.positional = b[0].items();
  args.positional_spans.resize(args.positional.size());
  for (auto& [k, v] : std::vector(b.in.heap.as<DictObject>(b[1])->entries)) args.keywords.push_back({b.in.Intern(k.str()), v});
  args.keyword_spans.resize(args.keywords.size());
  Value result = b.in.Call(function, std::move(args), b.span);
  b.in.heap.WriteExternal<CacheObject>(b.self->get<Ref>()).known[key] = result;
  return result;
}

// ---- collections ----

Value NamedTuple(Bound& b) {
  ClassObject cls;
  cls.name = b.in.KnownString(b[0], "namedtuple()", b.span);
  std::vector<Value> fields;
  if (b[1].is<Str>()) {
    std::string word;
    for (char c : std::string(b[1].str()) + " ") {
      if (c != ' ' && c != ',') word += c;
      else if (!word.empty()) fields.push_back(Value::String(std::exchange(word, {})));
    }
  } else {
    fields = b.in.RequireElements(b[1], "namedtuple()", b.span);
  }
  cls.attributes.push_back({b.in.Intern("_fields"), Value::MakeTuple(fields)});
  cls.attributes.push_back({b.in.Intern("__defaults"), b.given(2) ? Value::MakeTuple(b.in.RequireElements(b[2], "defaults", b.span)) : Value::MakeTuple({})});
  Ref ref = b.in.heap.New(std::move(cls));
  auto make = std::make_shared<PartialObject>();
  make->function = Builtin{FindBuiltin("namedtuple.__make__")};
  make->args.positional = {Value(ref)};
  make->args.positional_spans.resize(1);
  Value maker = b.in.heap.New(ExternalSlot{make});
  b.in.heap.Write<ClassObject>(ref).attributes.push_back({b.in.Intern("__make__"), maker});
  return ref;
}
Value MakeNamedTuple(Bound& b) {
  Ref cls = b[0].get<Ref>();
  std::string name = b.in.heap.as<ClassObject>(cls)->name;
  std::vector<Value> fields = b.in.ClassAttribute(cls, b.in.Intern("_fields"))->items(), values = b[1].items();
  if (values.size() > fields.size()) b.in.Raise(DiagnosticKind::kArgumentMismatch, "TypeError", name + "() takes " + std::to_string(fields.size()) + " arguments but " + std::to_string(values.size()) + " were given", b.span);
  size_t given = values.size();
  values.resize(fields.size(), Value(Undefined{}));
  for (auto& [k, v] : b.in.heap.as<DictObject>(b[2])->entries) {
    size_t i = 0;
    while (i < fields.size() && fields[i].str() != k.str()) i++;
    if (i == fields.size() || i < given) b.in.Raise(DiagnosticKind::kArgumentMismatch, "TypeError", name + "() got an unexpected keyword argument '" + std::string(k.str()) + "'", b.span);
    values[i] = v;
  }
  std::vector<Value> defaults = b.in.ClassAttribute(cls, b.in.Intern("__defaults"))->items();
  for (size_t i = 0; i < values.size(); i++) {
    if (!values[i].is<Undefined>()) continue;
    size_t from_end = values.size() - i;
    if (from_end > defaults.size()) b.in.Raise(DiagnosticKind::kArgumentMismatch, "TypeError", name + "() missing a required argument: '" + std::string(fields[i].str()) + "'", b.span);
    values[i] = defaults[defaults.size() - from_end];
  }
  return Tuple{std::make_shared<const std::vector<Value>>(std::move(values)), cls};
}
Value NamedTupleAsDict(Bound& b) {
  const Tuple& t = b.self->get<Tuple>();
  DictObject dict;
  const std::vector<Value> fields = b.in.ClassAttribute(t.type, b.in.Intern("_fields"))->items();
  for (size_t i = 0; i < fields.size(); i++) b.in.DictInsert(dict, fields[i], (*t.items)[i], b.span);
  return b.in.heap.New(std::move(dict));
}
Value NamedTupleReplace(Bound& b) {
  const Tuple& t = b.self->get<Tuple>();
  std::vector<Value> values = *t.items, fields = b.in.ClassAttribute(t.type, b.in.Intern("_fields"))->items();
  for (auto& [k, v] : b.in.heap.as<DictObject>(b[0])->entries)
    for (size_t i = 0; i < fields.size(); i++) if (fields[i].str() == k.str()) values[i] = v;
  return Tuple{std::make_shared<const std::vector<Value>>(std::move(values)), t.type};
}

Value DictOfType(Bound& b, const Value& from, const Value& keywords, DictObject::Type type) {
  DictObject dict;
  dict.type = type;
  if (!from.is<Undefined>()) {
    if (auto* d = b.in.heap.as<DictObject>(from)) {
      for (auto& [k, v] : std::vector(d->entries)) b.in.DictInsert(dict, k, v, b.span);
    } else {
      for (const Value& pair : b.in.RequireElements(from, "dict()", b.span)) {
        std::vector<Value> kv = b.in.RequireElements(pair, "dict()", b.span);
        b.in.DictInsert(dict, kv.at(0), kv.at(1), b.span);
      }
    }
  }
  for (auto& [k, v] : std::vector(b.in.heap.as<DictObject>(keywords)->entries)) b.in.DictInsert(dict, k, v, b.span);
  return b.in.heap.New(std::move(dict));
}
Value OrderedDict(Bound& b) { return DictOfType(b, b[0], b[1], DictObject::Type::kOrderedDict); }
Value DefaultDict(Bound& b) {
  Value v = DictOfType(b, b[1], b[2], DictObject::Type::kDefaultDict);
  b.in.heap.Write<DictObject>(v.get<Ref>()).factory = b[0];
  return v;
}
void CountInto(Bound& b, Ref counter, const Value& from, int64_t sign) {
  std::vector<std::pair<Value, Value>> more;
  if (auto* d = b.in.heap.as<DictObject>(from)) more = d->entries;
  else for (const Value& v : b.in.RequireElements(from, "Counter()", b.span)) more.push_back({v, Value::Int(1)});
  for (auto& [k, n] : more) {
    const Value* old = b.in.DictFind(*b.in.heap.as<DictObject>(counter), k, b.span);
    Value sum = b.in.BinaryOperation(sign > 0 ? ast::BinaryOp::kAdd : ast::BinaryOp::kSub, old ? *old : Value::Int(0), n, b.span);
    b.in.DictInsert(b.in.heap.Write<DictObject>(counter), k, sum, b.span);
  }
}
Value Counter(Bound& b) {
  DictObject dict;
  dict.type = DictObject::Type::kCounter;
  Ref ref = b.in.heap.New(std::move(dict));
  if (!b[0].is<Undefined>()) CountInto(b, ref, b[0], 1);
  if (!b.in.heap.as<DictObject>(b[1])->entries.empty()) CountInto(b, ref, b[1], 1);
  return ref;
}
Value CounterUpdate(Bound& b) { CountInto(b, b.self->get<Ref>(), b[0], 1); return None{}; }
Value CounterSubtract(Bound& b) { CountInto(b, b.self->get<Ref>(), b[0], -1); return None{}; }
Value MostCommon(Bound& b) {
  std::vector<Value> items;
  for (auto& [k, v] : b.in.heap.as<DictObject>(*b.self)->entries) items.push_back(Value::MakeTuple({v, k}));
  std::vector<Value> sorted = SortedValues(b.in, items, Builtin{FindBuiltin("collections.$first")}, true, b.span), out;
  size_t n = b.given(0) ? size_t(b.in.KnownInt(b[0], "most_common()", b.span)) : sorted.size();
  for (size_t i = 0; i < sorted.size() && i < n; i++) out.push_back(Value::MakeTuple({sorted[i].items()[1], sorted[i].items()[0]}));
  return b.in.heap.New(ListObject{std::move(out)});
}
Value FirstItem(Bound& b) { return b[0].items()[0]; }

// ---- itertools ----

Value Iterate(Bound& b, std::vector<Value> items) { return b.in.heap.New(IteratorObject{std::move(items), 0, None{}}); }
Value Chain(Bound& b) {
  std::vector<Value> out;
  for (const Value& v : b[0].items()) for (Value& x : b.in.RequireElements(v, "chain()", b.span)) out.push_back(std::move(x));
  return Iterate(b, std::move(out));
}
Value Product(Bound& b) {
  std::vector<std::vector<Value>> pools;
  int64_t repeat = b.in.KnownInt(b[1], "repeat", b.span);
  for (int64_t r = 0; r < repeat; r++) for (const Value& v : b[0].items()) pools.push_back(b.in.RequireElements(v, "product()", b.span));
  std::vector<std::vector<Value>> rows{{}};
  for (auto& pool : pools) {
    std::vector<std::vector<Value>> next;
    for (auto& row : rows) for (auto& v : pool) {
      b.in.Step();
      next.push_back(row);
      next.back().push_back(v);
    }
    rows = std::move(next);
  }
  std::vector<Value> out;
  for (auto& row : rows) out.push_back(Value::MakeTuple(std::move(row)));
  return Iterate(b, std::move(out));
}
Value Choose(Bound& b, bool ordered, bool repeated) {
  std::vector<Value> pool = b.in.RequireElements(b[0], "combinations()", b.span), out;
  size_t r = b.given(1) ? size_t(b.in.KnownInt(b[1], "r", b.span)) : pool.size();
  std::vector<size_t> chosen;
  std::function<void()> go = [&] {
    b.in.Step();
    if (chosen.size() == r) {
      std::vector<Value> row;
      for (size_t i : chosen) row.push_back(pool[i]);
      out.push_back(Value::MakeTuple(std::move(row)));
      return;
    }
    for (size_t i = ordered || chosen.empty() ? 0 : chosen.back() + !repeated; i < pool.size(); i++) {
      if (ordered && std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
      chosen.push_back(i);
      go();
      chosen.pop_back();
    }
  };
  go();
  return Iterate(b, std::move(out));
}
Value Permutations(Bound& b) { return Choose(b, true, false); }
Value Combinations(Bound& b) { return Choose(b, false, false); }
Value CombinationsRepeated(Bound& b) { return Choose(b, false, true); }
Value Accumulate(Bound& b) {
  std::vector<Value> items = b.in.RequireElements(b[0], "accumulate()", b.span), out;
  std::optional<Value> total;
  if (b.given(2)) out.push_back(*(total = b[2]));
  for (const Value& v : items) {
    total = !total ? v : b.given(1) ? b.in.Call(b[1], std::vector<Value>{*total, v}, b.span) : b.in.BinaryOperation(ast::BinaryOp::kAdd, *total, v, b.span);
    out.push_back(*total);
  }
  return Iterate(b, std::move(out));
}
Value Repeat(Bound& b) {
  if (!b.given(1)) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "repeat() without a count is not supported", b.span);
  return Iterate(b, std::vector<Value>(size_t(b.in.KnownInt(b[1], "times", b.span)), b[0]));
}
Value ISlice(Bound& b) {
  std::vector<Value> items = b.in.RequireElements(b[0], "islice()", b.span), out;
  const auto& a = b[1].items();
  auto part = [&](size_t i, int64_t absent) { return i < a.size() && !a[i].is_none() ? b.in.KnownInt(a[i], "islice()", b.span) : absent; };
  int64_t size = int64_t(items.size()), start = a.size() == 1 ? 0 : part(0, 0), stop = a.size() == 1 ? part(0, size) : part(1, size), step = part(2, 1);
  for (int64_t i = start; i < std::min(stop, size); i += step) out.push_back(items[size_t(i)]);
  return Iterate(b, std::move(out));
}
Value Pairwise(Bound& b) {
  std::vector<Value> items = b.in.RequireElements(b[0], "pairwise()", b.span), out;
  for (size_t i = 1; i < items.size(); i++) out.push_back(Value::MakeTuple({items[i - 1], items[i]}));
  return Iterate(b, std::move(out));
}
Value StarMap(Bound& b) {
  std::vector<Value> out;
  for (const Value& v : b.in.RequireElements(b[1], "starmap()", b.span)) out.push_back(b.in.Call(b[0], b.in.RequireElements(v, "starmap()", b.span), b.span));
  return Iterate(b, std::move(out));
}
Value ZipLongest(Bound& b) {
  std::vector<std::vector<Value>> columns;
  size_t longest = 0;
  for (const Value& v : b[0].items()) {
    columns.push_back(b.in.RequireElements(v, "zip_longest()", b.span));
    longest = std::max(longest, columns.back().size());
  }
  std::vector<Value> out;
  for (size_t i = 0; i < longest; i++) {
    std::vector<Value> row;
    for (auto& c : columns) row.push_back(i < c.size() ? c[i] : b[1]);
    out.push_back(Value::MakeTuple(std::move(row)));
  }
  return Iterate(b, std::move(out));
}

constexpr BuiltinRow kRows[] = {
    {"sys.stdout", "", SysStdout, Kind::kConstant}, {"sys.stderr", "", SysStderr, Kind::kConstant}, {"sys.maxsize", "", SysMaxsize, Kind::kConstant},
    {"sys.exit", "status=None, /", SysExit}, {"sys.stdout.write", "text, /", StdoutWrite}, {"sys.stderr.write", "text, /", StderrWrite},
    {"sys.stdout.flush", "", Nothing}, {"sys.stderr.flush", "", Nothing},
    {"sys.float_info.max", "", FloatMax, Kind::kConstant}, {"sys.float_info.min", "", FloatMin, Kind::kConstant}, {"sys.float_info.epsilon", "", FloatEpsilon, Kind::kConstant},
    {"math.pi", "", Pi, Kind::kConstant}, {"math.e", "", E, Kind::kConstant}, {"math.tau", "", Tau, Kind::kConstant}, {"math.inf", "", Inf, Kind::kConstant}, {"math.nan", "", NaN, Kind::kConstant},
    {"math.sqrt", "x, /", Math1<std::sqrt, ir::OpKind::kSqrt, Domain::kNonNegative>}, {"math.exp", "x, /", Math1<std::exp, ir::OpKind::kExp>},
    {"math.expm1", "x, /", Math1<std::expm1, ir::OpKind::kExpm1>}, {"math.log", "x, base=None, /", MathLog}, {"math.log1p", "x, /", Math1<std::log1p, ir::OpKind::kLog1p>},
    {"math.log2", "x, /", KnownLog<std::log2>}, {"math.log10", "x, /", KnownLog<std::log10>},
    {"math.sin", "x, /", Math1<std::sin, ir::OpKind::kSin>}, {"math.cos", "x, /", Math1<std::cos, ir::OpKind::kCos>}, {"math.tan", "x, /", Math1<std::tan, ir::OpKind::kTan>},
    {"math.asin", "x, /", Math1<std::asin, ir::OpKind::kAsin, Domain::kUnit>}, {"math.acos", "x, /", Math1<std::acos, ir::OpKind::kAcos, Domain::kUnit>}, {"math.atan", "x, /", Math1<std::atan, ir::OpKind::kAtan>},
    {"math.sinh", "x, /", Math1<std::sinh, ir::OpKind::kSinh>}, {"math.cosh", "x, /", Math1<std::cosh, ir::OpKind::kCosh>}, {"math.tanh", "x, /", Math1<std::tanh, ir::OpKind::kTanh>},
    {"math.asinh", "x, /", Math1<std::asinh, ir::OpKind::kAsinh>}, {"math.acosh", "x, /", Math1<std::acosh, ir::OpKind::kAcosh>}, {"math.atanh", "x, /", Math1<std::atanh, ir::OpKind::kAtanh, Domain::kUnit>},
    {"math.erf", "x, /", Math1<std::erf, ir::OpKind::kErf>}, {"math.erfc", "x, /", Math1<std::erfc, ir::OpKind::kErfc>}, {"math.lgamma", "x, /", Math1<std::lgamma, ir::OpKind::kLgamma>},
    {"math.fabs", "x, /", Math1<std::fabs, ir::OpKind::kAbs>}, {"math.floor", "x, /", ToInt<std::floor, ir::OpKind::kFloor>}, {"math.ceil", "x, /", ToInt<std::ceil, ir::OpKind::kCeil>}, {"math.trunc", "x, /", ToInt<std::trunc, ir::OpKind::kTrunc>},
    {"math.pow", "x, y, /", Math2<std::pow, ir::OpKind::kPow>}, {"math.atan2", "y, x, /", Math2<std::atan2, ir::OpKind::kAtan2>}, {"math.fmod", "x, y, /", Math2<std::fmod, ir::OpKind::kTruncMod>}, 
    {"math.isnan", "x, /", Predicate<IsNan, ir::OpKind::kIsNan>}, {"math.isinf", "x, /", Predicate<IsInf, ir::OpKind::kIsInf>}, {"math.isfinite", "x, /", Predicate<IsFinite, ir::OpKind::kIsFinite>},
    {"math.isclose", "a, b, rel_tol=1e-09, abs_tol=0.0", IsClose}, {"math.degrees", "x, /", Scale<Degrees>}, {"math.radians", "x, /", Scale<Radians>},
    {"math.factorial", "n, /", Factorial}, {"math.gcd", "*integers", Gcd}, {"math.lcm", "*integers", Lcm}, {"math.comb", "n, k, /", Comb}, {"math.perm", "n, k=None, /", Perm}, {"math.isqrt", "n, /", ISqrt},
    {"math.prod", "iterable, /, start=None", Prod}, {"math.fsum", "seq, /", FSum}, {"math.hypot", "*coordinates", Hypot},
    {"functools.partial", "func, /, *args, **kwargs", Partial, Kind::kClass}, {"partial.__call__", "*args, **kwargs", CallPartial}, {"partial.func", "", PartialFunction, Kind::kProperty},
    {"functools.reduce", "function, iterable, initial=..., /", Reduce}, {"functools.wraps", "wrapped, assigned=None, updated=None", Wraps}, {"functools.$update", "f, /", Update},
    {"functools.lru_cache", "maxsize=128, typed=False", LruCache}, {"functools.cache", "user_function, /", MakeCache}, {"lru_cache.__call__", "*args, **kwargs", CallCache},
    {"collections.namedtuple", "typename, field_names, defaults=None", NamedTuple}, {"namedtuple.__make__", "cls, /, *args, **kwargs", MakeNamedTuple},
    {"namedtuple._asdict", "", NamedTupleAsDict}, {"namedtuple._replace", "**kwargs", NamedTupleReplace},
    {"collections.OrderedDict", "other=..., /, **kwargs", OrderedDict, Kind::kClass}, {"collections.defaultdict", "default_factory=None, other=..., /, **kwargs", DefaultDict, Kind::kClass},
    {"collections.Counter", "iterable=..., /, **kwargs", Counter, Kind::kClass}, {"Counter.subtract", "iterable, /", CounterSubtract},
    {"Counter.most_common", "n=None", MostCommon}, {"collections.$first", "x, /", FirstItem},
    {"itertools.chain", "*iterables", Chain, Kind::kClass}, {"itertools.product", "*iterables, repeat=1", Product, Kind::kClass}, {"itertools.permutations", "iterable, r=None", Permutations, Kind::kClass},
    {"itertools.combinations", "iterable, r", Combinations, Kind::kClass}, {"itertools.combinations_with_replacement", "iterable, r", CombinationsRepeated, Kind::kClass},
    {"itertools.accumulate", "iterable, func=None, *, initial=None", Accumulate, Kind::kClass}, {"itertools.repeat", "object, times=None", Repeat, Kind::kClass}, {"itertools.islice", "iterable, /, *args", ISlice, Kind::kClass},
    {"itertools.pairwise", "iterable, /", Pairwise, Kind::kClass}, {"itertools.starmap", "function, iterable, /", StarMap, Kind::kClass}, {"itertools.zip_longest", "*iterables, fillvalue=None", ZipLongest, Kind::kClass},
};
// A Counter's update() adds; found before dict's.
constexpr BuiltinRow kCounterUpdate{"Counter.update", "iterable, /", CounterUpdate};

}  // namespace

std::span<const BuiltinRow> PythonModuleRows() { return kRows; }
std::span<const BuiltinRow> PythonCounterRows() { return {&kCounterUpdate, 1}; }

}  // namespace lathe::staging
