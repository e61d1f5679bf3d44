// str(), repr(), format() and %-formatting of abstract values. Known values are formatted here by the runtime's own routines;
// values that only run time knows become formatting operations.
#include <cmath>

#include "staging/either.h"
#include "runtime/format.h"
#include "staging/function.h"
#include "staging/interp.h"
#include "staging/objects.h"
#include "support/check.h"

namespace lathe::staging {

namespace {

std::string Take(const rt::Text& t) { return std::string(t.view().data, size_t(t.view().size)); }
rt::View ViewOf(std::string_view s) { return {s.data(), int64_t(s.size())}; }

std::string FloatRepr(double d) {
  if (std::isnan(d)) return "nan";
  rt::Text t;
  rt::AddPythonRepr(d, &t);
  return Take(t);
}

std::string ComplexRepr(std::complex<double> c) {
  rt::Text t;
  rt::AddComplexRepr(c.real(), c.imag(), &t);
  return Take(t);
}

std::string StrRepr(std::string_view s) {
  rt::Text t;
  rt::AddStrRepr(ViewOf(s), &t);
  return Take(t);
}

std::string BytesRepr(std::string_view s) {
  rt::Text t;
  rt::AddBytesRepr(ViewOf(s), &t);
  return Take(t);
}

std::string DTypeText(const DTypeValue& d, bool repr) {
  std::string name(ir::NameOf(d.dtype));
  if (d.numpy) return "<class 'numpy." + (name == "string" ? std::string("str_") : name == "bool" ? std::string("bool_") : name) + "'>";
  return repr ? "tf." + name : "<dtype: '" + name + "'>";
}

// Forms of FormatTensor and FormatScalar (TextAttr.number).
constexpr int kTensorStr = 0, kTensorRepr = 1, kNumpyStr = 2, kNumpyRepr = 3, kVariableText = 4, kTensorFormat = 6;
constexpr int kScalarRepr = 1, kNumpyScalarStr = 2, kNumpyScalarRepr = 3, kPercent = 4, kBytesRepr = 5;

}  // namespace

Value Interp::TextValue(const Text& text) {
  if (text.known()) return Value::String(text.known_text());
  return Scalar{ScalarKind::kStr, TextToIr(text)};
}

Text Interp::TextOfString(const Value& v) {
  if (v.is<Str>()) return Text(std::string(v.str()));
  if (auto* s = v.as<Scalar>(); s && s->kind == ScalarKind::kStr) {
    Text t;
    t.Append(s->value);
    return t;
  }
  if (v.is<Poison>()) throw Abandoned{};
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "expected a str, not '" + std::string(TypeName(v)) + "'");
}

ir::ValueId Interp::TextToIr(const Text& text) {
  if (text.known()) return builder.Constant(ir::Literal::String(text.known_text()));
  std::vector<ir::ValueId> parts;
  for (auto& piece : text.pieces()) parts.push_back(piece.value ? piece.value : builder.Constant(ir::Literal::String(piece.text)));
  if (parts.size() == 1) return parts[0];
  return Emit(ir::OpKind::kStringConcat, parts);
}

// The text of an operation that formats at run time.
static Text Formatted(Interp& in, ir::OpKind kind, ir::ValueId value, std::string spec, int64_t number, Span where) {
  Text t;
  t.Append(in.Emit(kind, {value}, ir::TextAttr{std::move(spec), number}, where));
  return t;
}

Text Interp::TensorText(const Value& v, bool repr, Span where) {
  const Tensor& t = v.get<Tensor>();
  if (mode == Mode::kStaged && !t.numpy) {
    const ir::Type& type = TypeOf(v);
    std::string text = (repr ? "<tf.Tensor '" : "Tensor(\"") + SymbolicName(*this, t.value) + (repr ? ":0' shape=" : ":0\", shape=") + ir::ToString(type.shape);
    text += std::string(repr ? " dtype=" : ", dtype=") + std::string(ir::NameOf(type.dtype)) + (repr ? ">" : ")");
    return Text(text);
  }
  int number = t.numpy ? (repr ? kNumpyRepr : kNumpyStr) : (repr ? kTensorRepr : kTensorStr);
  const ir::Literal* literal = KnownLiteral(v);
  bool scalar = t.numpy_scalar;
  if (!literal) {
    if (scalar) {
      int form = TypeOf(v).dtype == ir::DType::kString ? kBytesRepr : repr ? kNumpyScalarRepr : kNumpyScalarStr;
      return Formatted(*this, ir::OpKind::kFormatScalar, t.value, "", form, where);
    }
    return Formatted(*this, ir::OpKind::kFormatTensor, t.value, numpy_options, number, where);
  }
  rt::Text out;
  rt::NumpyOptions o = rt::ParseNumpyOptions(ViewOf(numpy_options));
  if (scalar) {
    if (literal->dtype() == ir::DType::kString) return Text(repr ? BytesRepr(literal->StringAt(0)) : BytesRepr(literal->StringAt(0)));
    if (repr) rt::AddNumpyScalarRepr(int32_t(literal->dtype()), literal->tensor().data, 0, &out);
    else rt::AddNumpyScalar(int32_t(literal->dtype()), literal->tensor().data, 0, &out);
    return Text(Take(out));
  }
  switch (number) {
    case kTensorStr: rt::AddEagerTensorStr(&literal->tensor(), o, &out); break;
    case kTensorRepr: rt::AddEagerTensorRepr(&literal->tensor(), o, &out); break;
    case kNumpyStr: rt::AddNumpyStr(&literal->tensor(), o, &out); break;
    case kNumpyRepr: rt::AddNumpyRepr(&literal->tensor(), o, &out); break;
  }
  return Text(Take(out));
}

Text Interp::SequenceText(const std::vector<Value>& items, std::string_view open, std::string_view close, Span where) {
  Text t{std::string(open)};
  for (size_t i = 0; i < items.size(); i++) {
    if (i) t.Append(std::string_view(", "));
    t.Append(ReprOf(items[i], where));
  }
  t.Append(close);
  return t;
}

Text Interp::ObjectText(const Value& v, Ref ref, Span where) {
  if (auto* l = heap.as<ListObject>(ref)) return SequenceText(std::vector(l->items), "[", "]", where);
  if (auto* d = heap.as<DictObject>(ref)) {
    DictObject dict = *d;
    Text t;
    std::string_view close = "}";
    if (dict.type == DictObject::Type::kDefaultDict) {
      t.Append(std::string_view("defaultdict("));
      t.Append(ReprOf(dict.factory, where));
      t.Append(std::string_view(", {"));
      close = "})";
    } else if (dict.type == DictObject::Type::kOrderedDict || dict.type == DictObject::Type::kCounter) {
      std::string name(TypeName(v));
      if (dict.entries.empty()) return Text(name + "()");
      t.Append(std::string_view(name + "({"));
      close = "})";
    } else {
      t.Append(std::string_view("{"));
    }
    for (size_t i = 0; i < dict.entries.size(); i++) {
      if (i) t.Append(std::string_view(", "));
      t.Append(ReprOf(dict.entries[i].first, where));
      t.Append(std::string_view(": "));
      t.Append(ReprOf(dict.entries[i].second, where));
    }
    t.Append(close);
    return t;
  }
  if (auto* s = heap.as<SetObject>(ref)) {
    std::vector<Value> items;
    for (auto& [k, x] : s->elements.entries) items.push_back(k);
    bool frozen = s->frozen;
    if (items.empty()) return Text(frozen ? "frozenset()" : "set()");
    return SequenceText(items, frozen ? "frozenset({" : "{", frozen ? "})" : "}", where);
  }
  if (auto* c = heap.as<ClassObject>(ref)) {
    if (c->builtin || IsExceptionName(c->name)) return Text("<class '" + c->name + "'>");
    return Text("<class '__main__." + c->name + "'>");
  }
  if (auto* f = heap.as<FunctionObject>(ref)) return Text("<function " + f->name + " at 0x7f0000000000>");
  if (auto* variable = heap.External<VariableObject>(v); variable && variable->type_name() == "Variable") {
    Text t;
    t.Append(Emit(ir::OpKind::kFormatTensor, {ReadVariable(*this, *variable, where)}, ir::TextAttr{variable->name + "\x1f" + numpy_options, kVariableText}, where));
    return t;
  }
  if (const BuiltinRow* row = FindBuiltin(RowPrefix(v) + ".__repr__")) return TextOfString(CallRow(row, &v, {}, where));
  return Text("<" + std::string(TypeName(v)) + " object>");
}

Text Interp::ReprOf(const Value& v, Span where) {
  if (v.is<Poison>()) throw Abandoned{};
  if (v.is<None>()) return Text("None");
  if (AsEither(*this, v)) return TextOfString(OnEach(*this, v, [&](const Value& one) { return TextValue(ReprOf(one, where)); }, where));
  if (v.is<EllipsisValue>()) return Text("Ellipsis");
  if (v.is<NotImplementedValue>()) return Text("NotImplemented");
  if (auto* b = v.as<bool>()) return Text(*b ? "True" : "False");
  if (auto* i = v.as<Integer>()) return Text(i->ToString());
  if (auto* d = v.as<double>()) return Text(FloatRepr(*d));
  if (auto* c = v.as<std::complex<double>>()) return Text(ComplexRepr(*c));
  if (v.is<Str>()) return Text(StrRepr(v.str()));
  if (auto* b = v.as<Bytes>()) return Text(BytesRepr(*b->data));
  if (auto* s = v.as<Scalar>()) return Formatted(*this, ir::OpKind::kFormatScalar, s->value, "", kScalarRepr, where);
  if (v.is<Tensor>()) return TensorText(v, true, where);
  if (auto* t = v.as<Tuple>()) {
    if (t->type.valid()) return NamedTupleText(*t, where);
    if (t->items->size() == 1) return SequenceText(*t->items, "(", ",)", where);
    return SequenceText(*t->items, "(", ")", where);
  }
  if (auto* d = v.as<DTypeValue>()) return Text(DTypeText(*d, true));
  if (auto* s = v.as<ShapeValue>()) {
    if (!s->shape.ranked) return Text("TensorShape(None)");
    Text t("TensorShape([");
    for (size_t i = 0; i < s->shape.dims.size(); i++) {
      if (i) t.Append(std::string_view(", "));
      t.Append(ReprOf(DimensionValue(s->shape.dims[i]), where));
    }
    t.Append(std::string_view("])"));
    return t;
  }
  if (auto* s = v.as<SliceValue>()) return SequenceText(*s->parts, "slice(", ")", where);
  if (auto* r = v.as<RangeValue>()) {
    bool unit = (*r->parts)[2].is<Integer>() && (*r->parts)[2].get<Integer>() == Integer(1);
    return SequenceText(unit ? std::vector<Value>{(*r->parts)[0], (*r->parts)[1]} : *r->parts, "range(", ")", where);
  }
  if (auto* b = v.as<Builtin>()) {
    std::string name(b->row->name.substr(b->row->name.rfind('.') + 1));
    if (b->row->name.starts_with("np.")) name = "numpy." + name;
    return Text(b->row->kind == BuiltinRow::Kind::kClass ? "<class '" + name + "'>" : "<built-in function " + name + ">");
  }
  if (auto* m = v.as<ModuleValue>()) return Text("<module '" + *m->path + "'>");
  if (auto* m = v.as<Maybe>()) return ReprOf(*m->value, where);
  if (auto* r = v.as<Ref>()) {
    if (heap.as<InstanceObject>(*r)) return InstanceText(v, true, where);
    return ObjectText(v, *r, where);
  }
  return Text("<" + std::string(TypeName(v)) + ">");
}

Text Interp::InstanceText(const Value& v, bool repr, Span where) {
  std::string exception = ExceptionType(v);
  if (!repr) {
    if (auto t = CallSpecial(v, "__str__", {}, where)) return TextOfString(*t);
    if (!exception.empty()) return ExceptionMessage(v);
  }
  if (auto t = CallSpecial(v, "__repr__", {}, where)) return TextOfString(*t);
  const InstanceObject& instance = *heap.as<InstanceObject>(v);
  std::string name = heap.as<ClassObject>(instance.cls)->name;
  if (!exception.empty()) {
    std::vector<Value> args = instance.payload ? instance.payload->items() : std::vector<Value>{};
    Text t(name + "(");
    for (size_t i = 0; i < args.size(); i++) {
      if (i) t.Append(std::string_view(", "));
      t.Append(ReprOf(args[i], where));
    }
    t.Append(std::string_view(")"));
    return t;
  }
  return Text("<__main__." + name + " object at 0x7f0000000000>");
}

Text Interp::NamedTupleText(const Tuple& t, Span where) {
  const Value* fields = ClassAttribute(t.type, Intern("_fields"));
  Text text(heap.as<ClassObject>(t.type)->name + "(");
  for (size_t i = 0; i < t.items->size(); i++) {
    if (i) text.Append(std::string_view(", "));
    text.Append(std::string_view(std::string(fields->items()[i].str()) + "="));
    text.Append(ReprOf((*t.items)[i], where));
  }
  text.Append(std::string_view(")"));
  return text;
}

Text Interp::StrOf(const Value& v, Span where) {
  if (v.is<Poison>()) throw Abandoned{};
  if (v.is<Str>() || (v.is<Scalar>() && v.get<Scalar>().kind == ScalarKind::kStr)) return TextOfString(v);
  if (AsEither(*this, v)) return TextOfString(OnEach(*this, v, [&](const Value& one) { return TextValue(StrOf(one, where)); }, where));
  if (v.is<Tensor>()) return TensorText(v, false, where);
  if (auto* t = v.as<Tuple>(); t && t->type.valid()) {
    if (ClassAttribute(t->type, Intern("__str__"))) return TextOfString(Call(GetAttribute(v, Intern("__str__")), std::vector<Value>{}, where));
  }
  if (auto* d = v.as<DTypeValue>()) return Text(DTypeText(*d, false));
  if (auto* s = v.as<ShapeValue>()) {
    if (!s->shape.ranked) return Text("<unknown>");
    std::vector<Value> dims;
    for (ir::Dim d : s->shape.dims) dims.push_back(DimensionValue(d));
    return SequenceText(dims, "(", dims.size() == 1 ? ",)" : ")", where);
  }
  if (heap.as<InstanceObject>(v)) return InstanceText(v, false, where);
  if (const BuiltinRow* row = v.is<Ref>() ? FindBuiltin(RowPrefix(v) + ".__str__") : nullptr) return TextOfString(CallRow(row, &v, {}, where));
  return ReprOf(v, where);
}

namespace {

// Formats a known number or string; raises Python's exception for a bad spec.
template <class F> Text Known(Interp& in, Span where, F format) {
  rt::Text out;
  rt::FormatError error;
  if (!format(&out, &error)) in.Raise(DiagnosticKind::kInvalidValue, error.type ? error.type : "ValueError", Take(error.message), where);
  return Text(Take(out));
}

}  // namespace

Text Interp::FormatOf(const Value& v, const Text& spec, Span where) {
  if (v.is<Poison>()) throw Abandoned{};
  if (!spec.known()) Fail(DiagnosticKind::kUnsupportedOperand, "a format specification that only run time knows is not supported", where);
  if (AsEither(*this, v)) return TextOfString(OnEach(*this, v, [&](const Value& one) { return TextValue(FormatOf(one, spec, where)); }, where));
  std::string s = spec.known_text();
  if (auto* m = v.as<Maybe>()) return FormatOf(*m->value, spec, where);
  if (heap.as<InstanceObject>(v))
    if (auto t = CallSpecial(v, "__format__", {Value::String(s)}, where)) return TextOfString(*t);
  auto* t = v.as<Tensor>();
  if (t && mode == Mode::kStaged && !t->numpy) {
    if (s.empty()) return StrOf(v, where);
    Raise(DiagnosticKind::kTensorToNumpy, "TypeError", "a tensor has no value to format while its tf.function is traced", where);
  }
  if (IsTensorLike(v) && !(t && t->numpy && s.empty() && !t->numpy_scalar)) {
    // tf.Tensor formats as its NumPy value; without a spec a scalar formats as the Python number.
    if (!t && s.empty()) return StrOf(v, where);
    ir::ValueId value = t ? t->value : ToTensor(v, {}, where);
    const ir::Type& type = module.type(value);
    if (!type.is_scalar()) {
      if (!s.empty()) Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "unsupported format string passed to " + std::string(t && t->numpy ? "numpy.ndarray" : "EagerTensor") + ".__format__", where);
      return Formatted(*this, ir::OpKind::kFormatTensor, value, numpy_options, t && t->numpy ? kNumpyStr : kTensorFormat, where);
    }
    return Formatted(*this, ir::OpKind::kFormatScalar, value, s, 0, where);
  }
  if (s.empty()) return StrOf(v, where);
  if (auto* b = v.as<bool>()) return Known(*this, where, [&](auto* o, auto* e) { return rt::FormatBool(*b, ViewOf(s), o, e); });
  if (auto* i = v.as<Integer>()) {
    if (i->fits()) return Known(*this, where, [&](auto* o, auto* e) { return rt::FormatInt(i->small(), ViewOf(s), o, e); });
    char type = s.back();
    int base = type == 'x' || type == 'X' ? 16 : type == 'o' ? 8 : type == 'b' ? 2 : 10;
    std::string digits = (i->negative() ? -*i : *i).ToString(base);
    return Known(*this, where, [&](auto* o, auto* e) { return rt::FormatBigInt(i->negative(), ViewOf(digits), ViewOf(s), o, e); });
  }
  if (auto* d = v.as<double>()) return Known(*this, where, [&](auto* o, auto* e) { return rt::FormatDouble(*d, ViewOf(s), o, e); });
  if (auto* c = v.as<std::complex<double>>()) return Known(*this, where, [&](auto* o, auto* e) { return rt::FormatComplex(c->real(), c->imag(), ViewOf(s), o, e); });
  if (v.is<Str>()) return Known(*this, where, [&](auto* o, auto* e) { return rt::FormatStr(ViewOf(v.str()), ViewOf(s), o, e); });
  if (auto* x = v.as<Scalar>()) return Formatted(*this, ir::OpKind::kFormatScalar, x->value, s, 0, where);
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "unsupported format string passed to " + std::string(TypeName(v)) + ".__format__", where);
}

namespace {

struct Conversion {
  std::string text;    // "%5.2f"
  std::string key;     // %(name)s
  char type = 's';
  int stars = 0;
};

}  // namespace

Value Interp::PercentFormat(const Value& format, const Value& args, Span where) {
  if (!format.is<Str>()) Fail(DiagnosticKind::kUnsupportedOperand, "a format string that only run time knows is not supported", where);
  std::string_view f = format.str();
  std::vector<Value> values = args.is<Tuple>() && !args.get<Tuple>().type.valid() ? args.items() : std::vector<Value>{args};
  auto* dict = heap.as<DictObject>(args);
  size_t next = 0;
  bool keyed = false;
  auto take = [&]() -> Value {
    if (next >= values.size()) Raise(DiagnosticKind::kInvalidValue, "TypeError", "not enough arguments for format string", where);
    return values[next++];
  };
  Text out;
  for (size_t i = 0; i < f.size();) {
    size_t percent = f.find('%', i);
    if (percent == std::string_view::npos) percent = f.size();
    out.Append(f.substr(i, percent - i));
    if (percent == f.size()) break;
    i = percent + 1;
    if (i < f.size() && f[i] == '%') {
      out.Append(std::string_view("%"));
      i++;
      continue;
    }
    Value value;
    bool have = false;
    if (i < f.size() && f[i] == '(') {
      size_t close = f.find(')', i);
      if (close == std::string_view::npos || !dict) Raise(DiagnosticKind::kInvalidValue, "TypeError", "format requires a mapping", where);
      value = GetItem(args, Value::String(std::string(f.substr(i + 1, close - i - 1))), where);
      have = keyed = true;
      i = close + 1;
    }
    std::string conversion = "%";
    while (i < f.size() && std::string_view("diouxXeEfFgGcrsa").find(f[i]) == std::string_view::npos) {
      if (f[i] == '*') conversion += std::to_string(KnownInt(take(), "a width", where));
      else conversion += f[i];
      i++;
    }
    if (i == f.size()) Raise(DiagnosticKind::kInvalidValue, "ValueError", "incomplete format", where);
    char type = f[i++];
    conversion += type;
    if (!have) value = take();
    out.Append(PercentConversion(value, conversion, type, where));
  }
  if (!keyed && !dict && next < values.size() && (args.is<Tuple>() || !(heap.as<InstanceObject>(args))))
    Raise(DiagnosticKind::kInvalidValue, "TypeError", "not all arguments converted during string formatting", where);
  return TextValue(out);
}

Text Interp::PercentConversion(const Value& given, const std::string& conversion, char type, Span where) {
  Value v = given;
  if (auto* t = v.as<Tensor>(); t && type != 's' && type != 'r' && type != 'a' && !(mode == Mode::kStaged && !t->numpy)) {
    if (const ir::Literal* literal = KnownLiteral(v); literal && literal->count() == 1) v = LiteralToPython(*literal, 0);
    else if (TypeOf(v).is_scalar()) {
      bool floating = ir::IsFloating(TypeOf(v).dtype);
      v = Scalar{floating ? ScalarKind::kFloat : ScalarKind::kInt, Emit(ir::OpKind::kCast, {t->value}, ir::DTypeAttr{floating ? ir::DType::kFloat64 : ir::DType::kInt64}, where)};
    }
  }
  if (type == 's' || type == 'r' || type == 'a') {
    Text text = type == 's' ? StrOf(v, where) : ReprOf(v, where);
    if (conversion.size() == 2) return text;
    if (text.known()) return Known(*this, where, [&](auto* o, auto* e) { return rt::PercentStr(ViewOf(text.known_text()), ViewOf(conversion), o, e); });
    return Formatted(*this, ir::OpKind::kFormatScalar, TextToIr(text), conversion, kPercent, where);
  }
  if (auto* b = v.as<bool>()) v = Value::Int(*b);
  bool integral = type == 'd' || type == 'i' || type == 'u' || type == 'x' || type == 'X' || type == 'o' || type == 'c';
  if (integral && v.is<double>() && type != 'c' && (type == 'd' || type == 'i' || type == 'u')) {
    auto whole = Integer::FromDouble(v.get<double>());
    if (whole) v = *whole;
  }
  if (integral && v.is<Integer>() && v.get<Integer>().fits()) {
    int64_t n = v.get<Integer>().small();
    return Known(*this, where, [&](auto* o, auto* e) { return rt::PercentInt(n, ViewOf(conversion), o, e); });
  }
  if (integral && v.is<Integer>()) return Text(v.get<Integer>().ToString());
  if (type == 'c' && v.is<Str>()) return Text(std::string(v.str()));
  if (!integral && (v.is<double>() || v.is<Integer>())) {
    double d = v.is<double>() ? v.get<double>() : v.get<Integer>().ToDouble();
    return Known(*this, where, [&](auto* o, auto* e) { return rt::PercentDouble(d, ViewOf(conversion), o, e); });
  }
  if (auto* s = v.as<Scalar>(); s && s->kind != ScalarKind::kStr) {
    ir::ValueId value = s->value;
    ir::DType wanted = integral ? ir::DType::kInt64 : ir::DType::kFloat64;
    if (module.type(value).dtype != wanted) value = Emit(ir::OpKind::kCast, {value}, ir::DTypeAttr{wanted}, where);
    return Formatted(*this, ir::OpKind::kFormatScalar, value, conversion, kPercent, where);
  }
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError",
        std::string("%") + type + " format: a " + (integral ? "real number" : "real number") + " is required, not " + std::string(TypeName(given)), where);
}

}  // namespace lathe::staging
