// Python's built-in functions.
#include <algorithm>
#include <cmath>

#include "staging/builtin_tables.h"
#include "staging/python/python.h"
#include "staging/function.h"
#include "staging/interp.h"
#include "staging/objects.h"
#include "staging/structure.h"
#include "staging/tf/tensor.h"

namespace lathe::staging {

namespace {

Value Print(Bound& b) {
  Interp& in = b.in;
  Text text;
  Text separator = b.given(1) ? in.TextOfString(b[1]) : Text(" ");
  const auto& items = b[0].items();
  bool symbolic = false;
  for (size_t i = 0; i < items.size(); i++) {
    if (i) text.Append(separator);
    text.Append(in.StrOf(items[i], b.span));
    symbolic |= in.mode == Mode::kStaged && items[i].is<Tensor>() && !items[i].get<Tensor>().numpy;
  }
  text.Append(b.given(2) ? in.TextOfString(b[2]) : Text("\n"));
  bool to_stderr = b.given(3) && b[3].is<ModuleValue>() && *b[3].get<ModuleValue>().path == "sys.stderr";
  if (b.given(3) && b[3].is<Builtin>()) to_stderr = b[3].get<Builtin>().row->name == "sys.stderr";
  if (in.mode == Mode::kStaged) {
    if (symbolic) {
      Diagnostic d{DiagnosticKind::kPrintOfSymbolicTensor, "print() of a tensor inside a tf.function prints its description once, while tracing", b.span};
      d.help.push_back("use tf.print(…) to see values");
      d.fixes.push_back({"use tf.print", true, {{Span{b.span.file, b.span.begin, b.span.begin}, "tf."}}});
      in.Warn(std::move(d));
    }
    in.Warn(DiagnosticKind::kEffectAtTrace, "print() inside a tf.function happens once per trace, not once per call", b.span);
  }
  if (in.trace) in.InEagerCode([&] { in.EmitPrint(text, to_stderr); });
  else in.EmitPrint(text, to_stderr);
  return None{};
}

Value Len(Bound& b) { return b.in.Length(b[0], b.span); }

// An argument of range(): an int, known or not; eager tensors and NumPy ints count by their value.
Value RangePart(Interp& in, const Value& v, Span where) {
  if (auto* x = v.as<bool>()) return Value::Int(*x);
  if (v.is<Integer>()) return v;
  if (v.is<Scalar>() && v.get<Scalar>().kind == ScalarKind::kInt) return v;
  if (v.is<Scalar>() && v.get<Scalar>().kind == ScalarKind::kBool) return Scalar{ScalarKind::kInt, in.Emit(ir::OpKind::kCast, {v.get<Scalar>().value}, ir::DTypeAttr{ir::DType::kInt64}, where)};
  if (in.IsTensorLike(v)) {
    if (in.mode == Mode::kStaged && !(v.is<Tensor>() && v.get<Tensor>().numpy)) {
      Diagnostic d{DiagnosticKind::kTensorAsInt, "range() needs the value of a tensor, which has none while its tf.function is traced", where};
      d.help.push_back("use tf.range(…)");
      in.Raise(std::move(d), "TypeError");
    }
    ir::ValueId t = in.ToTensor(v, {}, where);
    if (ir::IsInteger(in.module.type(t).dtype) && in.module.type(t).is_scalar()) {
      if (const ir::Literal* literal = in.builder.ConstantOf(t)) return Value::Int(literal->IntAt(0));
      return Scalar{ScalarKind::kInt, in.Emit(ir::OpKind::kCast, {t}, ir::DTypeAttr{ir::DType::kInt64}, where)};
    }
  }
  if (auto i = in.CallSpecial(v, "__index__", {}, where)) return *i;
  in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(in.TypeName(v)) + "' object cannot be interpreted as an integer", where);
}

Value Range(Bound& b) {
  const auto& args = b[0].items();
  if (args.empty() || args.size() > 3) b.in.Raise(DiagnosticKind::kArgumentMismatch, "TypeError", "range expected 1 to 3 arguments, got " + std::to_string(args.size()), b.span);
  // AutoGraph turns range() of a tensor into tf.range.
  if (b.in.mode == Mode::kStaged && b.in.current().converted) {
    bool tensor = false;
    for (const Value& v : args) tensor |= b.in.IsTensorLike(v) && !(v.is<Tensor>() && v.get<Tensor>().numpy);
    if (tensor) return b.in.Call(Builtin{FindBuiltin("tf.range")}, args, b.span);
  }
  std::vector<Value> parts{Value::Int(0), Value(), Value::Int(1)};
  if (args.size() == 1) {
    parts[1] = RangePart(b.in, args[0], b.span);
  } else {
    for (size_t i = 0; i < args.size(); i++) parts[i] = RangePart(b.in, args[i], b.span);
  }
  if (parts[2].is<Integer>() && parts[2].get<Integer>().zero()) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "range() arg 3 must not be zero", b.span);
  return RangeValue{std::make_shared<const std::vector<Value>>(std::move(parts))};
}

// The scalar of a one-element tensor, for int(), float(), complex().
std::optional<Value> ScalarOfTensor(Interp& in, const Value& v, const char* function, Span where) {
  if (!in.IsTensorLike(v)) return std::nullopt;
  bool numpy = v.is<Tensor>() && v.get<Tensor>().numpy;
  if (in.mode == Mode::kStaged && !numpy) {
    // AutoGraph turns int() and float() into casts (strings into numbers).
    bool integer = std::string_view(function) == "int", floating = std::string_view(function) == "float";
    if (in.current().converted && (integer || floating)) {
      ir::ValueId t = in.ToTensor(v, {}, where);
      ir::DType to = integer ? ir::DType::kInt32 : ir::DType::kFloat32;
      if (in.module.type(t).dtype == ir::DType::kString) return Tensor{in.Emit(ir::OpKind::kParseNumber, {t}, ir::ParamsAttr{{0}, {}, {}, {to}}, where)};
      return Tensor{in.module.type(t).dtype == to ? in.Import(t, where) : in.Emit(ir::OpKind::kCast, {t}, ir::DTypeAttr{to}, where)};
    }
    Diagnostic d{DiagnosticKind::kTensorAsInt, std::string(function) + "() needs the value of a tensor, which has none while its tf.function is traced", where};
    d.help.push_back("use tf.cast(…)");
    in.Raise(std::move(d), "TypeError");
  }
  ir::ValueId t = in.ToTensor(v, {}, where);
  const ir::Type& type = in.module.type(t);
  if (const ir::Literal* literal = in.builder.ConstantOf(t)) {
    if (literal->count() != 1) in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "only length-1 arrays can be converted to Python scalars", where);
    return in.LiteralToPython(*literal, 0);
  }
  if (type.shape.ranked && type.shape.fully_known() && *type.shape.elements() != 1)
    in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "only length-1 arrays can be converted to Python scalars", where);
  if (!type.is_scalar()) t = in.Emit(ir::OpKind::kReshape, {t, in.builder.Constant(ir::Literal::Int32s({}))}, {}, where);
  ir::DType dtype = in.module.type(t).dtype;
  if (dtype == ir::DType::kBool) return Scalar{ScalarKind::kBool, t};
  if (dtype == ir::DType::kString) return Scalar{ScalarKind::kStr, t};
  bool floating = ir::IsFloating(dtype);
  if (!floating && !ir::IsInteger(dtype)) in.Fail(DiagnosticKind::kUnsupportedOperand, "a complex number that only run time knows is not supported here", where);
  return Scalar{floating ? ScalarKind::kFloat : ScalarKind::kInt, in.Emit(ir::OpKind::kCast, {t}, ir::DTypeAttr{floating ? ir::DType::kFloat64 : ir::DType::kInt64}, where)};
}

std::string Stripped(std::string_view s) {
  size_t first = s.find_first_not_of(" \t\n\r\f\v"), last = s.find_last_not_of(" \t\n\r\f\v");
  return first == std::string_view::npos ? std::string() : std::string(s.substr(first, last - first + 1));
}

Value IntOf(Bound& b) {
  Interp& in = b.in;
  if (b[0].is<Undefined>()) return Value::Int(0);
  Value v = b[0];
  if (auto s = ScalarOfTensor(in, v, "int", b.span)) v = *s;
  if (v.is<Tensor>()) return v;
  if (auto* x = v.as<bool>()) return Value::Int(*x);
  if (v.is<Integer>()) return v;
  if (auto* d = v.as<double>()) {
    auto i = Integer::FromDouble(*d);
    if (!i) in.Raise(DiagnosticKind::kInvalidValue, std::isnan(*d) ? "ValueError" : "OverflowError", std::string("cannot convert float ") + (std::isnan(*d) ? "NaN" : "infinity") + " to integer", b.span);
    return *i;
  }
  if (v.is<Str>() || v.is<Bytes>()) {
    std::string text = v.is<Str>() ? std::string(v.str()) : *v.get<Bytes>().data;
    int64_t base = b.given(1) ? in.KnownInt(b[1], "base", b.span) : 10;
    std::string digits;
    std::string s = Stripped(text);
    if (base == 16 || base == 0) if (s.starts_with("0x") || s.starts_with("0X")) s = s.substr(2), base = 16;
    if (base == 2 || base == 0) if (s.starts_with("0b") || s.starts_with("0B")) s = s.substr(2), base = 2;
    if (base == 8 || base == 0) if (s.starts_with("0o") || s.starts_with("0O")) s = s.substr(2), base = 8;
    if (base == 0) base = 10;
    for (size_t i = 0; i < s.size(); i++) if (s[i] != '_' || i == 0 || i + 1 == s.size()) digits += s[i];
    auto i = Integer::Parse(digits, int(base));
    if (!i) in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "invalid literal for int() with base " + std::to_string(base) + ": " + in.ReprOf(v).known_text(), b.span);
    return *i;
  }
  if (auto* s = v.as<Scalar>()) {
    if (s->kind == ScalarKind::kInt) return v;
    if (s->kind == ScalarKind::kStr) return Scalar{ScalarKind::kInt, in.Emit(ir::OpKind::kParseNumber, {s->value}, ir::ParamsAttr{{1}, {}, {}, {ir::DType::kInt64}}, b.span)};
    return Scalar{ScalarKind::kInt, in.Emit(ir::OpKind::kCast, {s->value}, ir::DTypeAttr{ir::DType::kInt64}, b.span)};
  }
  for (const char* method : {"__int__", "__index__"})
    if (auto i = in.CallSpecial(v, method, {}, b.span)) return *i;
  in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "int() argument must be a string, a bytes-like object or a real number, not '" + std::string(in.TypeName(v)) + "'", b.span);
}

Value FloatOf(Bound& b) {
  Interp& in = b.in;
  if (b[0].is<Undefined>()) return 0.0;
  Value v = b[0];
  if (auto s = ScalarOfTensor(in, v, "float", b.span)) v = *s;
  if (v.is<Tensor>()) return v;
  if (auto* x = v.as<bool>()) return *x ? 1.0 : 0.0;
  if (auto* i = v.as<Integer>()) return i->ToDouble();
  if (v.is<double>()) return v;
  if (v.is<Str>()) {
    std::string s = Stripped(v.str()), clean;
    for (char c : s) if (c != '_') clean += c;
    char* end = nullptr;
    double d = std::strtod(clean.c_str(), &end);
    bool hex = clean.find_first_of("xXpP") != std::string::npos;
    if (clean.empty() || *end || hex || clean.find('(') != std::string::npos)
      in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "could not convert string to float: " + in.ReprOf(v).known_text(), b.span);
    return d;
  }
  if (auto* s = v.as<Scalar>()) {
    if (s->kind == ScalarKind::kFloat) return v;
    if (s->kind == ScalarKind::kStr) return Scalar{ScalarKind::kFloat, in.Emit(ir::OpKind::kParseNumber, {s->value}, ir::ParamsAttr{{1}, {}, {}, {ir::DType::kFloat64}}, b.span)};
    return Scalar{ScalarKind::kFloat, in.Emit(ir::OpKind::kCast, {s->value}, ir::DTypeAttr{ir::DType::kFloat64}, b.span)};
  }
  if (auto d = in.CallSpecial(v, "__float__", {}, b.span)) return *d;
  in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "float() argument must be a string or a real number, not '" + std::string(in.TypeName(v)) + "'", b.span);
}

Value BoolOf(Bound& b) {
  if (b[0].is<Undefined>()) return false;
  Truth t = b.in.TruthOf(b[0], b.span);
  return t.known ? Value(t.value) : Value(Scalar{ScalarKind::kBool, t.dynamic});
}

Value StrOfRow(Bound& b) {
  if (b[0].is<Undefined>()) return Value::String("");
  return b.in.TextValue(b.in.StrOf(b[0], b.span));
}
Value ReprRow(Bound& b) { return b.in.TextValue(b.in.ReprOf(b[0], b.span)); }
Value FormatRow(Bound& b) { return b.in.TextValue(b.in.FormatOf(b[0], b.given(1) ? b.in.TextOfString(b[1]) : Text(), b.span)); }

Value ComplexOf(Bound& b) {
  auto part = [&](size_t i) -> std::complex<double> {
    if (b[i].is<Undefined>()) return 0;
    if (auto* c = b[i].as<std::complex<double>>()) return *c;
    Bound one{b.in, b.span, {b[i]}, {b.span}, nullptr};
    Value v = FloatOf(one);
    if (!v.is<double>()) b.in.Fail(DiagnosticKind::kUnsupportedOperand, "a complex number that only run time knows is not supported", b.span);
    return v.get<double>();
  };
  return part(0) + std::complex<double>(0, 1) * part(1);
}

Value ListOf(Bound& b) {
  if (b[0].is<Undefined>()) return b.in.heap.New(ListObject{});
  return b.in.heap.New(ListObject{b.in.RequireElements(b[0], "list()", b.span)});
}
Value TupleOf(Bound& b) {
  if (b[0].is<Undefined>()) return Value::MakeTuple({});
  return Value::MakeTuple(b.in.RequireElements(b[0], "tuple()", b.span));
}
Value SetOf(Bound& b, bool frozen) {
  SetObject set;
  set.frozen = frozen;
  if (!b[0].is<Undefined>())
    for (const Value& v : b.in.RequireElements(b[0], "set()", b.span)) b.in.DictInsert(set.elements, v, None{}, b.span);
  return b.in.heap.New(std::move(set));
}
Value SetRow(Bound& b) { return SetOf(b, false); }
Value FrozenSetRow(Bound& b) { return SetOf(b, true); }

Value DictRow(Bound& b) {
  DictObject dict;
  if (!b[0].is<Undefined>()) {
    if (auto* from = b.in.heap.as<DictObject>(b[0])) {
      for (auto& [k, v] : std::vector(from->entries)) b.in.DictInsert(dict, k, v, b.span);
    } else {
      for (const Value& pair : b.in.RequireElements(b[0], "dict()", b.span)) {
        std::vector<Value> kv = b.in.RequireElements(pair, "dict()", b.span);
        if (kv.size() != 2) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "dictionary update sequence element has length " + std::to_string(kv.size()) + "; 2 is required", b.span);
        b.in.DictInsert(dict, kv[0], kv[1], b.span);
      }
    }
  }
  for (auto& [k, v] : std::vector(b.in.heap.as<DictObject>(b[1])->entries)) b.in.DictInsert(dict, k, v, b.span);
  return b.in.heap.New(std::move(dict));
}

Value IteratorOf(Interp& in, std::vector<Value> items) { return in.heap.New(IteratorObject{std::move(items), 0, None{}}); }

// A dataset in a function that AutoGraph converts: the builtins that go over it become its methods.
bool IsStagedDataset(Interp& in, const Value& v) {
  auto* r = v.as<Ref>();
  return in.mode == Mode::kStaged && in.current().converted && r && in.IsLibraryState(*r) && in.TypeAttribute(v, in.Intern("pulled")) && in.TypeAttribute(v, in.Intern("take_while"));
}

Value Enumerate(Bound& b) {
  if (IsStagedDataset(b.in, b[0])) return b.in.CallMethod(b[0], "enumerate", {b.given(1) ? b[1] : Value::Int(0)}, b.span);
  Value start = b.given(1) ? b[1] : Value::Int(0);
  std::vector<Value> out;
  std::vector<Value> items = b.in.RequireElements(b[0], "enumerate()", b.span);
  for (size_t i = 0; i < items.size(); i++)
    out.push_back(Value::MakeTuple({b.in.BinaryOperation(ast::BinaryOp::kAdd, start, Value::Int(int64_t(i)), b.span), items[i]}));
  return IteratorOf(b.in, std::move(out));
}

Value Zip(Bound& b) {
  const std::vector<Value> given = b[0].items();
  if (!given.empty() && std::all_of(given.begin(), given.end(), [&](const Value& v) { return IsStagedDataset(b.in, v); })) {
    if (b.given(1) && b.in.KnownBool(b[1], "strict", b.spans[1])) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "zip() of datasets does not support 'strict'", b.span);
    return b.in.CallMethod(given[0], "zip", {Value::MakeTuple(given)}, b.span);
  }
  std::vector<std::vector<Value>> columns;
  for (const Value& v : b[0].items()) columns.push_back(b.in.RequireElements(v, "zip()", b.span));
  bool strict = b.given(1) && b.in.KnownBool(b[1], "strict", b.span);
  size_t length = columns.empty() ? 0 : columns[0].size();
  for (auto& c : columns) {
    if (strict && c.size() != columns[0].size()) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "zip() arguments have different lengths", b.span);
    length = std::min(length, c.size());
  }
  std::vector<Value> out;
  for (size_t i = 0; i < length; i++) {
    std::vector<Value> row;
    for (auto& c : columns) row.push_back(c[i]);
    out.push_back(Value::MakeTuple(std::move(row)));
  }
  return IteratorOf(b.in, std::move(out));
}

Value MapRow(Bound& b) {
  const std::vector<Value> given = b[1].items();
  if (!given.empty() && std::all_of(given.begin(), given.end(), [&](const Value& v) { return IsStagedDataset(b.in, v); })) {
    Value zipped = given.size() == 1 ? given[0] : b.in.CallMethod(given[0], "zip", {Value::MakeTuple(given)}, b.span);
    return b.in.CallMethod(zipped, "map", {b[0]}, b.span);
  }
  std::vector<std::vector<Value>> columns;
  for (const Value& v : b[1].items()) columns.push_back(b.in.RequireElements(v, "map()", b.span));
  size_t length = columns.empty() ? 0 : columns[0].size();
  for (auto& c : columns) length = std::min(length, c.size());
  std::vector<Value> out;
  for (size_t i = 0; i < length; i++) {
    std::vector<Value> row;
    for (auto& c : columns) row.push_back(c[i]);
    out.push_back(b.in.Call(b[0], std::move(row), b.span));
  }
  return IteratorOf(b.in, std::move(out));
}

Value Filter(Bound& b) {
  if (IsStagedDataset(b.in, b[1])) return b.in.CallMethod(b[1], "filter", {b[0]}, b.span);
  std::vector<Value> out;
  for (const Value& v : b.in.RequireElements(b[1], "filter()", b.span))
    if (b.in.KnownTruth(b[0].is_none() ? v : b.in.Call(b[0], std::vector<Value>{v}, b.span), b.span)) out.push_back(v);
  return IteratorOf(b.in, std::move(out));
}

Value Reversed(Bound& b) {
  if (auto v = b.in.CallSpecial(b[0], "__reversed__", {}, b.span)) return *v;
  std::vector<Value> items = b.in.RequireElements(b[0], "reversed()", b.span);
  std::reverse(items.begin(), items.end());
  return IteratorOf(b.in, std::move(items));
}

Value Abs(Bound& b) {
  const Value& v = b[0];
  if (auto* i = v.as<Integer>()) return i->negative() ? -*i : *i;
  if (auto* x = v.as<bool>()) return Value::Int(*x);
  if (auto* d = v.as<double>()) return std::fabs(*d);
  if (auto* c = v.as<std::complex<double>>()) return std::abs(*c);
  if (auto a = b.in.CallSpecial(v, "__abs__", {}, b.span)) return *a;
  if (auto* s = v.as<Scalar>(); s && s->kind != ScalarKind::kStr) {
    if (s->kind == ScalarKind::kBool) return b.in.BinaryOperation(ast::BinaryOp::kAdd, v, Value::Int(0), b.span);
    return Scalar{s->kind, b.in.Emit(ir::OpKind::kAbs, {s->value}, {}, b.span)};
  }
  if (b.in.IsTensorLike(v)) {
    bool numpy = v.is<Tensor>() && v.get<Tensor>().numpy;
    ir::ValueId t = b.in.Emit(ir::OpKind::kAbs, {b.in.ToTensor(v, {}, b.span)}, {}, b.span);
    return Tensor{t, numpy, numpy && v.get<Tensor>().numpy_scalar};
  }
  b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "bad operand type for abs(): '" + std::string(b.in.TypeName(v)) + "'", b.span);
}

Value Round(Bound& b) {
  const Value& v = b[0];
  bool digits = b.given(1);
  int64_t n = digits ? b.in.KnownInt(b[1], "ndigits", b.span) : 0;
  if (v.is<Integer>() || v.is<bool>()) {
    Integer i = v.is<bool>() ? Integer(v.get<bool>()) : v.get<Integer>();
    if (n >= 0) return i;
    Integer unit = Power(Integer(10), uint64_t(-n)), half = FloorDiv(unit, Integer(2)), q = FloorDiv(i + half, unit);
    if ((FloorMod(i + half, unit)).zero() && !FloorMod(q, Integer(2)).zero()) q = q - Integer(1);
    return q * unit;
  }
  if (auto* d = v.as<double>()) {
    if (!digits) {
      double r = std::nearbyint(*d);
      auto i = Integer::FromDouble(r);
      if (!i) b.in.Raise(DiagnosticKind::kInvalidValue, std::isnan(*d) ? "ValueError" : "OverflowError", std::isnan(*d) ? "cannot convert float NaN to integer" : "cannot convert float infinity to integer", b.span);
      return *i;
    }
    if (!std::isfinite(*d) || n > 300) return *d;
    if (n < 0) {
      double unit = std::pow(10.0, double(-n));
      return std::nearbyint(*d / unit) * unit;
    }
    char text[400];
    std::snprintf(text, sizeof text, "%.*f", int(n), *d);   // correctly rounded, half to even on the exact value
    return std::strtod(text, nullptr);
  }
  if (auto r = b.in.CallSpecial(v, "__round__", digits ? std::vector<Value>{b[1]} : std::vector<Value>{}, b.span)) return *r;
  if (auto* s = v.as<Scalar>()) {
    if (s->kind == ScalarKind::kInt && n >= 0) return v;
    if (s->kind == ScalarKind::kFloat && !digits)
      return Scalar{ScalarKind::kInt, b.in.Emit(ir::OpKind::kCast, {b.in.Emit(ir::OpKind::kRint, {s->value}, {}, b.span)}, ir::DTypeAttr{ir::DType::kInt64}, b.span)};
    if (s->kind == ScalarKind::kFloat && n >= 0) {
      // As CPython: through the decimal text of that many places.
      ir::ValueId text = b.in.Emit(ir::OpKind::kFormatScalar, {s->value}, ir::TextAttr{"." + std::to_string(n) + "f", 0}, b.span);
      return Scalar{ScalarKind::kFloat, b.in.Emit(ir::OpKind::kParseNumber, {text}, ir::ParamsAttr{{1}, {}, {}, {ir::DType::kFloat64}}, b.span)};
    }
  }
  if (auto* t = v.as<Tensor>(); t && t->numpy) {
    if (const BuiltinRow* row = FindBuiltin("np.round")) return b.in.Call(Builtin{row}, digits ? std::vector<Value>{v, b[1]} : std::vector<Value>{v}, b.span);
  }
  b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "type " + std::string(b.in.TypeName(v)) + " doesn't define __round__ method", b.span);
}

Value Sum(Bound& b) {
  Value total = b.given(1) ? b[1] : Value::Int(0);
  auto items = b.in.Elements(b[0], b.span);
  if (!items) {
    if (b.in.IsTensorLike(b[0])) {
      ir::ValueId t = b.in.ToTensor(b[0], {}, b.span);
      ir::ValueId s = b.in.Emit(ir::OpKind::kSum, {t}, ir::AxesAttr{{0}, false}, b.span);
      return b.in.BinaryOperation(ast::BinaryOp::kAdd, total, Tensor{s, b[0].is<Tensor>() && b[0].get<Tensor>().numpy}, b.span);
    }
    b.in.RequireElements(b[0], "sum()", b.span);
  }
  for (const Value& v : *items) total = b.in.BinaryOperation(ast::BinaryOp::kAdd, total, v, b.span);
  return total;
}

// min and max: by Python's comparisons; run-time scalars of one kind become operations.
Value Extreme(Bound& b, bool largest) {
  Interp& in = b.in;
  std::vector<Value> items = b[0].items();
  const char* name = largest ? "max" : "min";
  if (items.size() == 1) items = in.RequireElements(items[0], std::string(name) + "()", b.span);
  else if (items.empty()) in.Raise(DiagnosticKind::kArgumentMismatch, "TypeError", std::string(name) + " expected at least 1 argument, got 0", b.span);
  if (items.empty()) {
    if (!b[2].is<Undefined>()) return b[2];
    in.Raise(DiagnosticKind::kInvalidValue, "ValueError", std::string(name) + "() iterable argument is empty", b.span);
  }
  auto key = [&](const Value& v) { return b.given(1) ? in.Call(b[1], std::vector<Value>{v}, b.span) : v; };
  Value best = items[0], best_key = key(best);
  for (size_t i = 1; i < items.size(); i++) {
    Value k = key(items[i]);
    Value better = in.Compare(largest ? ast::CompareOp::kGt : ast::CompareOp::kLt, k, best_key, b.span);
    Truth t = in.TruthOf(better, b.span);
    if (t.known) {
      if (t.value) best = items[i], best_key = k;
      continue;
    }
    Value old = best, old_key = best_key;
    Value candidate = items[i];
    best = in.Branch(t.dynamic, [&] { return candidate; }, [&] { return old; }, b.span);
    best_key = b.given(1) ? in.Branch(t.dynamic, [&] { return k; }, [&] { return old_key; }, b.span) : best;
  }
  return best;
}
Value Max(Bound& b) { return Extreme(b, true); }
Value Min(Bound& b) { return Extreme(b, false); }

}  // namespace

// Stable sort by Python's `<`; every comparison must be known.
std::vector<Value> SortedValues(Interp& in, std::vector<Value> items, const Value& key, bool reverse, Span where) {
  std::vector<std::pair<Value, Value>> keyed;
  for (Value& v : items) {
    Value k = key.is_none() || key.is<Undefined>() ? v : in.Call(key, std::vector<Value>{v}, where);
    keyed.push_back({std::move(k), std::move(v)});
  }
  auto less = [&](const Value& a, const Value& b) {
    Truth t = in.TruthOf(in.Compare(ast::CompareOp::kLt, a, b, where), where);
    if (!t.known) in.Fail(DiagnosticKind::kUnsupportedOperand, "sorting values that only run time knows is not supported; sort a tensor with tf.sort", where);
    return t.value;
  };
  // Insertion into runs keeps comparisons of throwing code out of std::sort: a merge sort of our own order of calls.
  std::function<void(size_t, size_t)> sort = [&](size_t first, size_t last) {
    if (last - first < 2) return;
    size_t middle = first + (last - first) / 2;
    sort(first, middle);
    sort(middle, last);
    std::vector<std::pair<Value, Value>> merged;
    size_t i = first, j = middle;
    while (i < middle && j < last) {
      in.Step();
      bool take_right = reverse ? less(keyed[i].first, keyed[j].first) : less(keyed[j].first, keyed[i].first);
      merged.push_back(take_right ? keyed[j++] : keyed[i++]);
    }
    while (i < middle) merged.push_back(keyed[i++]);
    while (j < last) merged.push_back(keyed[j++]);
    std::move(merged.begin(), merged.end(), keyed.begin() + int64_t(first));
  };
  sort(0, keyed.size());
  std::vector<Value> out;
  for (auto& [k, v] : keyed) out.push_back(std::move(v));
  return out;
}

namespace {

// sorted() of a tensor of the graph is a sorted tensor, as AutoGraph makes it.
Value SortedTensor(Bound& b) {
  Interp& in = b.in;
  bool reverse = b.given(2) && in.KnownTruth(b[2], b.span);
  if (b.given(2) && !reverse) {
    Diagnostic d{DiagnosticKind::kDiffersFromTensorflow, "sorted(…, reverse=False) of a tensor inside a tf.function sorts ascending here", b.span};
    d.notes.push_back({"TensorFlow sorts in descending order whenever 'reverse' is given", {}});
    d.help.push_back("leave 'reverse' out, or use tf.sort(…)");
    in.Warn(std::move(d));
  }
  auto call = [&](std::string_view name, std::vector<Value> args) { return in.Call(Builtin{FindBuiltin(name)}, std::move(args), b.span); };
  Value direction = Value::String(reverse ? "DESCENDING" : "ASCENDING");
  if (!b.given(1) || b[1].is_none()) return call("tf.sort", {b[0], Value::Int(-1), direction});
  Value order = call("tf.argsort", {call("tf.map_fn", {b[1], b[0]}), Value::Int(-1), direction});
  return call("tf.gather", {b[0], order});
}

Value Sorted(Bound& b) {
  bool symbolic = b.in.mode == Mode::kStaged && b.in.IsTensorLike(b[0]) && !(b[0].is<Tensor>() && b[0].get<Tensor>().numpy);
  if (symbolic && b.in.current().converted) return SortedTensor(b);
  bool reverse = b.given(2) && b.in.KnownTruth(b[2], b.span);
  return b.in.heap.New(ListObject{SortedValues(b.in, b.in.RequireElements(b[0], "sorted()", b.span), b[1], reverse, b.span)});
}

Value AnyAll(Bound& b, bool any) {
  if (IsStagedDataset(b.in, b[0])) return b.in.CallMethod(b[0], any ? "any_true" : "all_true", {}, b.span);
  std::vector<Value> items = b.in.RequireElements(b[0], any ? "any()" : "all()", b.span);
  ir::ValueId joined;
  for (const Value& v : items) {
    Truth t = b.in.TruthOf(v, b.span);
    if (t.known && t.value == any) return any;
    if (!t.known) joined = joined.valid() ? b.in.Emit(any ? ir::OpKind::kOr : ir::OpKind::kAnd, {joined, t.dynamic}, {}, b.span) : t.dynamic;
  }
  if (!joined.valid()) return !any;
  return Scalar{ScalarKind::kBool, joined};
}
Value Any(Bound& b) { return AnyAll(b, true); }
Value All(Bound& b) { return AnyAll(b, false); }

Value IsInstanceRow(Bound& b) { return b.in.IsInstance(b[0], b[1], b.span); }
Value IsSubclassRow(Bound& b) {
  auto *c = b[0].as<Ref>(), *d = b[1].as<Ref>();
  if (c && d && b.in.heap.as<ClassObject>(*c) && b.in.heap.as<ClassObject>(*d)) return b.in.IsSubclass(*c, *d);
  return b.in.Identical(b[0], b[1]);
}

Value GetAttr(Bound& b) {
  Name name = b.in.Intern(b.in.KnownString(b[1], "getattr()", b.span));
  if (b[2].is<Undefined>()) return b.in.GetAttribute(b[0], name, b.span);
  Interp::CatchScope catches(b.in);
  try {
    if (auto v = b.in.TryAttribute(b[0], name, b.span)) return *v;
  } catch (const PyError& e) {
    if (b.in.ExceptionType(e.exception) != "AttributeError") throw;
  }
  return b[2];
}
Value HasAttr(Bound& b) {
  Interp::CatchScope catches(b.in);
  try {
    return b.in.TryAttribute(b[0], b.in.Intern(b.in.KnownString(b[1], "hasattr()", b.span)), b.span).has_value();
  } catch (const PyError& e) {
    if (b.in.ExceptionType(e.exception) != "AttributeError") throw;
    return false;
  }
}
Value SetAttr(Bound& b) {
  // AutoGraph does not see what setattr changes in a branch or loop.
  uint32_t depth = b.in.heap.write_depth;
  if (b.in.mode == Mode::kStaged && b.in.region_depth_ > 0 && !b.in.options.extensions) b.in.heap.write_depth = Interp::kUntracked;
  b.in.SetAttribute(b[0], b.in.Intern(b.in.KnownString(b[1], "setattr()", b.span)), b[2], b.span);
  b.in.heap.write_depth = depth;
  return None{};
}
Value DelAttr(Bound& b) {
  b.in.DeleteAttribute(b[0], b.in.Intern(b.in.KnownString(b[1], "delattr()", b.span)), b.span);
  return None{};
}

Value TypeRow(Bound& b) {
  const Value& v = b[0];
  if (auto* i = b.in.heap.as<InstanceObject>(v)) return i->cls;
  if (auto* t = v.as<Tuple>(); t && t->type.valid()) return t->type;
  std::string name(b.in.TypeName(v));
  if (auto* t = v.as<Tensor>()) {
    if (t->numpy_scalar) return DTypeValue{b.in.TypeOf(v).dtype, true};
    name = t->numpy ? "np.ndarray" : "tf.Tensor";
  }
  if (name == "Variable") name = "tf.Variable";
  if (const BuiltinRow* row = FindBuiltin(name)) return Builtin{row};
  // A type without a row of its own is an opaque class with that name.
  ClassObject cls;
  cls.name = name;
  return b.in.heap.New(std::move(cls));
}

Value Callable(Bound& b) {
  const Value& v = b[0];
  if (v.is<Builtin>() || v.is<BoundBuiltin>()) return true;
  auto* r = v.as<Ref>();
  if (!r) return false;
  if (b.in.heap.as<FunctionObject>(*r) || b.in.heap.as<ClassObject>(*r) || b.in.heap.as<BoundMethod>(*r) || b.in.heap.External<TfFunction>(v)) return true;
  return b.in.TypeAttribute(v, b.in.Intern("__call__")).has_value();
}

Value IterRow(Bound& b) { return b.in.Iter(b[0], b.span); }
Value NextRow(Bound& b) {
  if (auto v = b.in.Next(b[0], b.span)) return *v;
  if (!b[1].is<Undefined>()) return b[1];
  b.in.Raise(DiagnosticKind::kUncaughtException, "StopIteration", "the iterator has no more elements", b.span);
}

Value SuperRow(Bound& b) {
  const auto& args = b[0].items();
  if (args.size() == 2 && args[0].is<Ref>()) return b.in.heap.New(SuperObject{args[0].get<Ref>(), args[1]});
  // The method that the call stands in; a comprehension inside it has the same class and self.
  const Activation& a = b.in.current();
  if (!a.defining_class.valid()) b.in.Raise(DiagnosticKind::kInvalidValue, "RuntimeError", "super(): no arguments", b.span);
  return b.in.heap.New(SuperObject{a.defining_class, a.self});
}

Value PropertyRow(Bound& b) { return b.in.heap.New(PropertyObject{b[0], b.given(1) ? b[1] : Value()}); }
Value PropertySetter(Bound& b) {
  const auto* p = b.in.heap.as<PropertyObject>(*b.self);
  return b.in.heap.New(PropertyObject{p->getter, b[0]});
}
Value StaticMethodRow(Bound& b) { return b.in.heap.New(StaticMethod{b[0]}); }
Value ClassMethodRow(Bound& b) { return b.in.heap.New(ClassMethod{b[0]}); }

Value ObjectRow(Bound& b) {
  InstanceObject o;
  ClassObject cls;
  cls.name = "object";
  o.cls = b.in.heap.New(std::move(cls));
  return b.in.heap.New(std::move(o));
}
Value ObjectInit(Bound&) { return None{}; }

Value Pow(Bound& b) {
  if (!b.given(2)) return b.in.BinaryOperation(ast::BinaryOp::kPow, b[0], b[1], b.span);
  if (!b[0].is<Integer>() || !b[1].is<Integer>() || !b[2].is<Integer>()) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "pow() with a modulus needs ints that are known at compile time", b.span);
  Integer base = b[0].get<Integer>(), e = b[1].get<Integer>(), m = b[2].get<Integer>();
  if (e.negative() || m.zero()) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "pow() 3rd argument cannot be 0, 2nd not negative", b.span);
  Integer result(1);
  base = FloorMod(base, m);
  while (!e.zero()) {
    if (!FloorMod(e, Integer(2)).zero()) result = FloorMod(result * base, m);
    base = FloorMod(base * base, m);
    e = FloorDiv(e, Integer(2));
  }
  return FloorMod(result, m);
}

Value DivMod(Bound& b) {
  return Value::MakeTuple({b.in.BinaryOperation(ast::BinaryOp::kFloorDiv, b[0], b[1], b.span), b.in.BinaryOperation(ast::BinaryOp::kMod, b[0], b[1], b.span)});
}

Value Chr(Bound& b) {
  int64_t c = b.in.KnownInt(b[0], "chr()", b.span);
  if (c < 0 || c > 0x10FFFF) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "chr() arg not in range(0x110000)", b.span);
  std::string s;
  if (c < 0x80) s += char(c);
  else if (c < 0x800) s += {char(0xC0 | (c >> 6)), char(0x80 | (c & 63))};
  else if (c < 0x10000) s += {char(0xE0 | (c >> 12)), char(0x80 | ((c >> 6) & 63)), char(0x80 | (c & 63))};
  else s += {char(0xF0 | (c >> 18)), char(0x80 | ((c >> 12) & 63)), char(0x80 | ((c >> 6) & 63)), char(0x80 | (c & 63))};
  return Value::String(s);
}

Value Ord(Bound& b) {
  std::string s = b[0].is<Bytes>() ? *b[0].get<Bytes>().data : b.in.KnownString(b[0], "ord()", b.span);
  auto byte = [&](size_t i) { return int64_t(static_cast<unsigned char>(s[i])); };
  if (s.size() == 1) return Value::Int(byte(0));
  if (s.size() == 2 && byte(0) >= 0xC0) return Value::Int((byte(0) & 31) << 6 | (byte(1) & 63));
  if (s.size() == 3 && byte(0) >= 0xE0) return Value::Int((byte(0) & 15) << 12 | (byte(1) & 63) << 6 | (byte(2) & 63));
  if (s.size() == 4 && byte(0) >= 0xF0) return Value::Int((byte(0) & 7) << 18 | (byte(1) & 63) << 12 | (byte(2) & 63) << 6 | (byte(3) & 63));
  b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "ord() expected a character", b.span);
}

Value InBase(Bound& b, int base, const char* prefix) {
  Value v = b[0].is<bool>() ? Value::Int(b[0].get<bool>()) : b[0];
  if (!v.is<Integer>()) b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(b.in.TypeName(v)) + "' object cannot be interpreted as an integer", b.span);
  Integer i = v.get<Integer>();
  return Value::String((i.negative() ? "-" : "") + std::string(prefix) + (i.negative() ? -i : i).ToString(base));
}
Value Bin(Bound& b) { return InBase(b, 2, "0b"); }
Value Oct(Bound& b) { return InBase(b, 8, "0o"); }
Value Hex(Bound& b) { return InBase(b, 16, "0x"); }

Value IdRow(Bound& b) { return Value::Int(b[0].is<Ref>() ? 140000000000000 + int64_t(b[0].get<Ref>().index) * 48 : 140000000000000 - 1); }
Value HashRow(Bound& b) {
  auto key = b.in.HashKey(b[0], b.span);
  if (!key) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "hash() of a value that only run time knows is not supported", b.span);
  if (b[0].is<Integer>() && b[0].get<Integer>().fits()) return b[0];
  return Value::Int(int64_t(std::hash<std::string>()(*key) >> 3));
}
Value SliceRow(Bound& b) {
  const auto& a = b[0].items();
  std::vector<Value> parts(3);
  if (a.size() == 1) parts[1] = a[0];
  else for (size_t i = 0; i < a.size() && i < 3; i++) parts[i] = a[i];
  return SliceValue{std::make_shared<const std::vector<Value>>(std::move(parts))};
}
Value BytesRow(Bound& b) {
  if (b[0].is<Undefined>()) return Bytes{std::make_shared<const std::string>()};
  if (b[0].is<Str>()) return Bytes{std::make_shared<const std::string>(b[0].str())};
  if (b[0].is<Bytes>()) return b[0];
  if (b[0].is<Integer>()) return Bytes{std::make_shared<const std::string>(size_t(b.in.KnownInt(b[0], "bytes()", b.span)), '\0')};
  std::string s;
  for (const Value& v : b.in.RequireElements(b[0], "bytes()", b.span)) s += char(b.in.KnownInt(v, "bytes()", b.span));
  return Bytes{std::make_shared<const std::string>(std::move(s))};
}
Value NotImplementedRow(Bound&) { return NotImplementedValue{}; }
Value EllipsisRow(Bound&) { return EllipsisValue{}; }

using Kind = BuiltinRow::Kind;
constexpr BuiltinRow kRows[] = {
    {"print", "*args, sep=' ', end='\\n', file=None, flush=False", Print},
    {"len", "obj, /", Len},
    {"range", "*args", Range, Kind::kClass},
    {"int", "x=..., base=None, /", IntOf, Kind::kClass},
    {"float", "x=..., /", FloatOf, Kind::kClass},
    {"bool", "x=..., /", BoolOf, Kind::kClass},
    {"complex", "real=..., imag=...", ComplexOf, Kind::kClass},
    {"str", "object=..., encoding=None, errors=None", StrOfRow, Kind::kClass},
    {"repr", "obj, /", ReprRow},
    {"ascii", "obj, /", ReprRow},
    {"format", "value, format_spec=None, /", FormatRow},
    {"list", "iterable=..., /", ListOf, Kind::kClass},
    {"tuple", "iterable=..., /", TupleOf, Kind::kClass},
    {"set", "iterable=..., /", SetRow, Kind::kClass},
    {"frozenset", "iterable=..., /", FrozenSetRow, Kind::kClass},
    {"dict", "mapping=..., /, **kwargs", DictRow, Kind::kClass},
    {"bytes", "source=..., encoding=None, errors=None", BytesRow, Kind::kClass},
    {"enumerate", "iterable, start=0", Enumerate, Kind::kClass},
    {"zip", "*iterables, strict=False", Zip, Kind::kClass},
    {"map", "func, /, *iterables", MapRow, Kind::kClass},
    {"filter", "function, iterable, /", Filter, Kind::kClass},
    {"reversed", "sequence, /", Reversed, Kind::kClass},
    {"abs", "x, /", Abs},
    {"round", "number, ndigits=None", Round},
    {"sum", "iterable, /, start=None", Sum},
    {"max", "*args, key=None, default=...", Max},
    {"min", "*args, key=None, default=...", Min},
    {"sorted", "iterable, /, *, key=None, reverse=False", Sorted},
    {"any", "iterable, /", Any},
    {"all", "iterable, /", All},
    {"isinstance", "obj, class_or_tuple, /", IsInstanceRow},
    {"issubclass", "cls, class_or_tuple, /", IsSubclassRow},
    {"getattr", "obj, name, default=..., /", GetAttr},
    {"hasattr", "obj, name, /", HasAttr},
    {"setattr", "obj, name, value, /", SetAttr},
    {"delattr", "obj, name, /", DelAttr},
    {"type", "obj, /", TypeRow, Kind::kClass},
    {"callable", "obj, /", Callable},
    {"iter", "obj, /", IterRow},
    {"next", "iterator, default=..., /", NextRow},
    {"super", "*args", SuperRow, Kind::kClass},
    {"property", "fget=None, fset=None, fdel=None, doc=None", PropertyRow, Kind::kClass},
    {"property.setter", "func, /", PropertySetter},
    {"staticmethod", "function, /", StaticMethodRow, Kind::kClass},
    {"classmethod", "function, /", ClassMethodRow, Kind::kClass},
    {"object", "", ObjectRow, Kind::kClass},
    {"object.__init__", "*args, **kwargs", ObjectInit},
    {"pow", "base, exp, mod=None", Pow},
    {"divmod", "x, y, /", DivMod},
    {"chr", "i, /", Chr},
    {"ord", "c, /", Ord},
    {"bin", "number, /", Bin},
    {"oct", "number, /", Oct},
    {"hex", "number, /", Hex},
    {"id", "obj, /", IdRow},
    {"hash", "obj, /", HashRow},
    {"slice", "*args", SliceRow, Kind::kClass},
    {"NotImplemented", "", NotImplementedRow, Kind::kConstant},
    {"Ellipsis", "", EllipsisRow, Kind::kConstant},
};

}  // namespace

std::span<const BuiltinRow> PythonBuiltinRows() { return kRows; }

}  // namespace lathe::staging
