// Numbers and tensors: Python values to IR values and back, by TensorFlow's rules for literals.
//
// Input: abstract values. Output: IR values (constants where everything is known, Stack and Cast where not).
#include <cmath>

#include "staging/interp.h"
#include "staging/lists.h"
#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/tf/api.h"

namespace lathe::staging {

using ir::DType;

namespace {

std::string Named(DType dtype) { return std::string(ir::NameOf(dtype)); }

[[noreturn]] void NotATensor(Interp& in, const Value& value, Span where) {
  in.Raise(DiagnosticKind::kInvalidValue, "ValueError",
           "cannot make a tensor of " + Described(in, value) + (value.is_none() ? "" : ": " + Shown(in, value)), where);
}

[[noreturn]] void DoesNotFit(Interp& in, const Value& leaf, DType dtype, Span where) {
  Diagnostic d{DiagnosticKind::kDtypeMismatch, "cannot convert " + Shown(in, leaf) + " to " + Named(dtype), where};
  if (leaf.is<double>() && ir::IsInteger(dtype)) d.help.push_back("write tf.cast(..., tf." + Named(dtype) + ") to truncate it");
  in.Raise(std::move(d), "TypeError");
}

DType DTypeOfScalar(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::kBool: return DType::kBool;
    case ScalarKind::kInt: return DType::kInt32;
    case ScalarKind::kFloat: return DType::kFloat32;
    case ScalarKind::kStr: return DType::kString;
  }
  return DType::kInt32;
}

// IndexedSlices as a dense tensor.
ir::ValueId Densify(Interp& in, const IndexedSlicesObject& slices, Span where) {
  Ops o(in, where);
  V values = in.ToTensor(slices.values, {}, where), indices = in.ToTensor(slices.indices, {}, where);
  if (slices.dense_shape.is_none())
    in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "tf.IndexedSlices without dense_shape cannot become a tensor", where);
  V shape = in.ShapeToTensor(slices.dense_shape, where);
  return o(K::kScatterNd, {o.ExpandDims(indices, 1), values, o.Cast(shape, o.dtype(indices))});
}

// A tensor of exactly `dtype`, or an error.
ir::ValueId OfDType(Interp& in, ir::ValueId value, std::optional<DType> dtype, bool numpy, Span where) {
  const ir::Type& type = in.module.type(value);
  if (!dtype || type.dtype == *dtype) return value;
  if (numpy) return in.Emit(ir::OpKind::kCast, {value}, ir::DTypeAttr{*dtype}, where);
  Diagnostic d{DiagnosticKind::kDtypeMismatch,
               "a tensor of " + Named(type.dtype) + " where one of " + Named(*dtype) + " is needed", where};
  d.help.push_back("convert it: tf.cast(..., tf." + Named(*dtype) + ")");
  in.Raise(std::move(d), "ValueError");
}

std::optional<DType> FirstTensorDType(Interp& in, const std::vector<Value>& leaves) {
  for (const Value& v : leaves) {
    if (auto* t = v.as<Tensor>()) return in.module.type(t->value).dtype;
    if (auto* var = in.heap.External<VariableObject>(v)) return var->dtype;
    if (auto* s = in.heap.External<IndexedSlicesObject>(v); s && s->values.is<Tensor>()) return in.TypeOf(s->values).dtype;
  }
  return std::nullopt;
}

// A nested list that holds tensors or run-time scalars: stacked level by level.
ir::ValueId StackNested(Interp& in, const Value& value, DType dtype, Span where) {
  if (!IsSequence(in, value)) return in.ToTensor(value, dtype, where);
  std::vector<ir::ValueId> parts;
  for (const Value& item : SequenceOf(in, value)) parts.push_back(StackNested(in, item, dtype, where));
  if (parts.empty()) return in.builder.Constant(ir::Literal::Zeros(dtype, {0}));
  return in.Emit(ir::OpKind::kStack, parts, ir::AxisAttr{0}, where);
}

// Python's rule for a number beside a tensor in an operator.
ir::ValueId Operand(Interp& in, const Value& value, DType dtype, Span where) {
  if (auto* t = value.as<Tensor>(); t && t->numpy) return OfDType(in, t->value, dtype, true, where);
  if (auto* b = value.as<bool>(); b && dtype != DType::kBool && ir::IsNumeric(dtype))
    return in.builder.Constant(ir::Literal::Scalar(dtype, int(*b)));
  if (value.is<Integer>() && ir::IsNumeric(dtype)) return in.builder.Constant(MakeLiteral({value}, {}, dtype));
  if (auto* s = value.as<Scalar>(); s && ir::IsNumeric(dtype) &&
                                    (s->kind != ScalarKind::kFloat || ir::IsFloating(dtype) || ir::IsComplex(dtype)) &&
                                    s->kind != ScalarKind::kStr)
    return in.Emit(ir::OpKind::kCast, {s->value}, ir::DTypeAttr{dtype}, where);
  return in.ToTensor(value, dtype, where);
}

bool IsReal(const Value& v) { return v.is<bool>() || v.is<Integer>() || v.is<double>(); }

}  // namespace

bool Interp::IsTensorLike(const Value& value) const {
  return value.is<Tensor>() || heap.External<VariableObject>(value) != nullptr;
}

ir::ValueId Interp::ToTensor(const Value& value, std::optional<DType> dtype, Span where) {
  if (!where.valid()) where = span;
  if (value.is<Poison>()) throw Abandoned{};
  if (auto* t = value.as<Tensor>()) return OfDType(*this, t->value, dtype, t->numpy, where);
  if (auto* v = heap.External<VariableObject>(value)) return OfDType(*this, ReadVariable(*this, *v, where), dtype, false, where);
  if (auto* s = heap.External<IndexedSlicesObject>(value)) return OfDType(*this, Densify(*this, *s, where), dtype, false, where);
  if (AsRunTimeList(*this, value)) return OfDType(*this, StackRunTimeList(*this, value, where), dtype, false, where);
  if (auto* s = value.as<ShapeValue>()) {
    if (!s->shape.fully_known())
      Raise(DiagnosticKind::kInvalidValue, "ValueError", "the shape " + ToString(s->shape) + " is not fully known; use tf.shape(...)", where);
    ir::Literal literal = ir::Literal::Zeros(dtype.value_or(DType::kInt32), {int64_t(s->shape.dims.size())});
    for (size_t i = 0; i < s->shape.dims.size(); ++i) SetElement(literal, int64_t(i), Value::Int(s->shape.dims[i]));
    return builder.Constant(std::move(literal));
  }
  if (auto* s = value.as<Scalar>()) {
    DType to = dtype.value_or(DTypeOfScalar(s->kind));
    if (!LiteralFits(value, to))
      Raise(DiagnosticKind::kDtypeMismatch, "TypeError", "cannot convert " + Described(*this, value) + " to " + Named(to), where);
    if (module.type(s->value).dtype == to) return s->value;
    return Emit(ir::OpKind::kCast, {s->value}, ir::DTypeAttr{to}, where);
  }
  Nested nested = Flatten(*this, value, where);
  if (nested.ragged && !nested.has_tensor)
    Raise(DiagnosticKind::kInvalidValue, "ValueError", "a nested list whose rows differ in length cannot become a tensor: " + Shown(*this, value), where);
  if (nested.has_tensor) {
    DType to = dtype ? *dtype : *FirstTensorDType(*this, nested.leaves);
    return StackNested(*this, value, to, where);
  }
  for (const Value& leaf : nested.leaves)
    if (!IsReal(leaf) && !leaf.is<std::complex<double>>() && !leaf.is<Str>() && !leaf.is<Bytes>() && !leaf.is<Scalar>())
      NotATensor(*this, leaf, where);
  std::optional<DType> own = LiteralDType(nested.leaves);
  if (!own && !dtype) {
    for (const Value& leaf : nested.leaves)
      if (auto* i = leaf.as<Integer>(); i && !i->fits()) NotATensor(*this, leaf, where);
    Raise(DiagnosticKind::kInvalidValue, "ValueError", "a list of different kinds of values cannot become a tensor: " + Shown(*this, value), where);
  }
  DType to = dtype.value_or(own.value_or(DType::kFloat32));
  for (const Value& leaf : nested.leaves) {
    bool counts = leaf.is<bool>() && (!dtype || nested.leaves.size() > 1) && ir::IsNumeric(to) && !dtype;
    if (LiteralFits(leaf, to) || counts) continue;
    if (auto* i = leaf.as<Integer>(); i && !i->fits() && !dtype)
      Raise(DiagnosticKind::kInvalidValue, "ValueError", "the int " + i->ToString() + " does not fit any tensor dtype", where);
    DoesNotFit(*this, leaf, to, where);
  }
  if (nested.has_scalar) return StackNested(*this, value, to, where);
  if (to == DType::kFloat32 && mode == Mode::kEager)
    for (const Value& leaf : nested.leaves)
      if (auto* d = leaf.as<double>(); d && std::isfinite(*d) && std::isinf(float(*d)))
        Raise(DiagnosticKind::kInvalidValue, "ValueError", Shown(*this, leaf) + " is too large for float32", where);
  return builder.Constant(MakeLiteral(nested.leaves, nested.dims, to));
}

std::pair<ir::ValueId, ir::ValueId> Interp::ToTensorPair(const Value& a, const Value& b, Span where) {
  auto is_strong = [&](const Value& v) { return IsTensorLike(v) && !(v.is<Tensor>() && v.get<Tensor>().numpy); };
  if (is_strong(a)) {
    ir::ValueId left = ToTensor(a, {}, where);
    if (is_strong(b)) return {left, ToTensor(b, {}, where)};
    return {left, Operand(*this, b, module.type(left).dtype, where)};
  }
  if (is_strong(b)) {
    ir::ValueId right = ToTensor(b, {}, where);
    return {Operand(*this, a, module.type(right).dtype, where), right};
  }
  if (IsTensorLike(a)) {
    ir::ValueId left = ToTensor(a, {}, where);
    return {left, Operand(*this, b, module.type(left).dtype, where)};
  }
  ir::ValueId right = ToTensor(b, {}, where);
  return {Operand(*this, a, module.type(right).dtype, where), right};
}

DType Interp::DTypeOf(const Value& dtype_like, Span where) {
  if (auto* d = dtype_like.as<DTypeValue>()) return d->dtype;
  std::string name;
  if (auto* s = dtype_like.as<Str>()) name = **s;
  if (auto* b = dtype_like.as<Builtin>()) name = b->row->name;
  if (name == "float") return DType::kFloat32;
  if (name == "int") return DType::kInt64;
  if (name == "str" || name == "bytes") return DType::kString;
  if (name == "complex") return DType::kComplex128;
  if (name == "half") return DType::kFloat16;
  if (name == "double") return DType::kFloat64;
  if (name.starts_with("np.")) name.erase(0, 3);
  if (name == "bool_") name = "bool";
  if (name == "str_") name = "string";
  if (auto found = ir::FindDType(name)) return *found;
  Raise(DiagnosticKind::kInvalidArgument, "TypeError", "not a dtype: " + Shown(*this, dtype_like), where);
}

ir::Shape Interp::ShapeOfValue(const Value& v, Span where) {
  if (v.is_none()) return ir::Shape::Unranked();
  if (auto* s = v.as<ShapeValue>()) return s->shape;
  ir::Shape shape;
  auto add = [&](const Value& item) {
    if (item.is_none()) shape.dims.push_back(ir::kUnknown);
    else if (item.is<Scalar>()) shape.dims.push_back(builder.FreshSymbol());
    else {
      int64_t dim = KnownInt(item, "a dimension", where);
      if (dim < 0) Raise(DiagnosticKind::kInvalidArgument, "ValueError", "a dimension must not be negative: " + std::to_string(dim), where);
      shape.dims.push_back(dim);
    }
  };
  if (IsSequence(*this, v)) {
    for (const Value& item : SequenceOf(*this, v)) add(item);
    return shape;
  }
  if (auto* literal = KnownLiteral(v); literal && literal->rank() == 1) {
    for (int64_t i = 0; i < literal->count(); ++i) shape.dims.push_back(literal->IntAt(i));
    return shape;
  }
  if (v.is<Integer>()) {
    add(v);
    return shape;
  }
  Raise(DiagnosticKind::kInvalidArgument, "TypeError", "not a shape: " + Shown(*this, v), where);
}

ir::ValueId Interp::ShapeToTensor(const Value& v, Span where) {
  if (!where.valid()) where = span;
  Ops o(*this, where);
  auto check = [&](ir::ValueId t) {
    DType d = module.type(t).dtype;
    if (d == DType::kInt32 || d == DType::kInt64) return t;
    if (ir::IsInteger(d)) return o.Cast(t, DType::kInt32);
    Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "a shape must be ints, not " + Named(d), where);
  };
  if (auto* s = v.as<ShapeValue>()) return ToTensor(Value(*s), {}, where);
  if (!IsSequence(*this, v)) {
    if (!IsTensorLike(v) && !v.is<Integer>() && !v.is<Scalar>())
      Raise(DiagnosticKind::kInvalidArgument, "TypeError", "not a shape: " + Shown(*this, v), where);
    ir::ValueId t = check(ToTensor(v, {}, where));
    if (module.type(t).is_scalar()) t = o.Reshape(t, std::vector<int64_t>{1});
    return t;
  }
  std::vector<Value> items = SequenceOf(*this, v);
  bool known = true;
  std::vector<int64_t> ints;
  for (const Value& item : items) {
    if (item.is<Poison>()) throw Abandoned{};
    if (item.is_none()) Raise(DiagnosticKind::kInvalidArgument, "TypeError", "a shape with None in it where the sizes must be known: " + Shown(*this, v) + "; use tf.shape(...)", where);
    if (auto* i = item.as<Integer>(); i && i->fits()) ints.push_back(i->small());
    else if (auto* l = KnownLiteral(item); l && l->rank() == 0 && ir::IsInteger(l->dtype())) ints.push_back(l->IntAt(0));
    else known = false;
  }
  if (known) return o.Ints(ints);
  DType to = FirstTensorDType(*this, items).value_or(DType::kInt32);
  if (to != DType::kInt64) to = DType::kInt32;
  std::vector<ir::ValueId> parts;
  for (const Value& item : items) {
    if (item.is<double>() || item.is<Str>()) Raise(DiagnosticKind::kInvalidArgument, "TypeError", "a shape must be ints, not " + Shown(*this, item), where);
    parts.push_back(o.Cast(check(ToTensor(item, {}, where)), to));
  }
  return o.Stack(std::move(parts));
}

ir::ValueId Interp::ToScalar(const Value& value, Span where) {
  if (value.is<Poison>()) throw Abandoned{};
  if (auto* s = value.as<Scalar>()) return s->value;
  if (auto* b = value.as<bool>()) return builder.Scalar(DType::kBool, *b);
  if (auto* i = value.as<Integer>()) {
    if (!i->fits()) Fail(DiagnosticKind::kNumberLimit, "an int that run time needs must fit 64 bits: " + i->ToString(), where);
    return builder.Scalar(DType::kInt64, i->small());
  }
  if (auto* d = value.as<double>()) return builder.Scalar(DType::kFloat64, *d);
  if (auto* s = value.as<Str>()) return builder.Constant(ir::Literal::String(**s));
  if (auto* s = value.as<Bytes>()) return builder.Constant(ir::Literal::String(*s->data));
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "a number or string is needed, not " + Described(*this, value), where);
}

int64_t Interp::KnownInt(const Value& value, std::string_view what, Span where) {
  if (value.is<Poison>()) throw Abandoned{};
  if (auto* b = value.as<bool>()) return *b;
  if (auto* i = value.as<Integer>()) {
    if (i->fits()) return i->small();
    Raise(DiagnosticKind::kInvalidArgument, "OverflowError", std::string(what) + " is too large: " + i->ToString(), where);
  }
  if (auto* l = KnownLiteral(value)) {
    if (l->count() == 1 && ir::IsInteger(l->dtype())) return l->IntAt(0);
  } else if (value.is<Scalar>() || IsTensorLike(value)) {
    Diagnostic d{DiagnosticKind::kDynamicShape, std::string(what) + " must be known when the program is compiled", where};
    Raise(std::move(d), "TypeError");
  }
  Raise(DiagnosticKind::kInvalidArgument, "TypeError", std::string(what) + " must be an int, not " + Described(*this, value), where);
}

bool Interp::KnownBool(const Value& value, std::string_view what, Span where) {
  if (auto* b = value.as<bool>()) return *b;
  if (auto* i = value.as<Integer>()) return !i->zero();
  if (value.is_none()) return false;
  if (auto* l = KnownLiteral(value); l && l->count() == 1 && l->dtype() == DType::kBool) return l->IntAt(0) != 0;
  if (value.is<Scalar>() || IsTensorLike(value))
    Fail(DiagnosticKind::kDynamicShape, std::string(what) + " must be known when the program is compiled", where);
  Raise(DiagnosticKind::kInvalidArgument, "TypeError", std::string(what) + " must be a bool, not " + Described(*this, value), where);
}

std::string Interp::KnownString(const Value& value, std::string_view what, Span where) {
  if (auto* s = value.as<Str>()) return **s;
  if (auto* s = value.as<Bytes>()) return *s->data;
  if (auto* l = KnownLiteral(value); l && l->count() == 1 && l->dtype() == DType::kString) return std::string(l->StringAt(0));
  if (value.is<Poison>()) throw Abandoned{};
  if (value.is<Scalar>() || IsTensorLike(value))
    Fail(DiagnosticKind::kDynamicShape, std::string(what) + " must be known when the program is compiled", where);
  Raise(DiagnosticKind::kInvalidArgument, "TypeError", std::string(what) + " must be a string, not " + Described(*this, value), where);
}

std::vector<int64_t> Interp::KnownInts(const Value& value, std::string_view what, Span where) {
  if (auto* s = value.as<ShapeValue>(); s && s->shape.fully_known()) return s->shape.dims;
  if (auto* l = KnownLiteral(value); l && ir::IsInteger(l->dtype())) {
    std::vector<int64_t> ints;
    for (int64_t i = 0; i < l->count(); ++i) ints.push_back(l->IntAt(i));
    return ints;
  }
  if (!IsSequence(*this, value)) return {KnownInt(value, what, where)};
  std::vector<int64_t> ints;
  for (const Value& item : SequenceOf(*this, value)) ints.push_back(KnownInt(item, what, where));
  return ints;
}

const ir::Literal* Interp::KnownLiteral(const Value& value) const {
  auto* t = value.as<Tensor>();
  return t ? builder.ConstantOf(t->value) : nullptr;
}

Value Interp::LiteralToPython(const ir::Literal& literal, int64_t i) {
  DType d = literal.dtype();
  if (d == DType::kBool) return literal.IntAt(i) != 0;
  if (d == DType::kUInt64 && literal.IntAt(i) < 0) return Integer(literal.IntAt(i)) + ShiftLeft(Integer(1), 64);
  if (ir::IsInteger(d)) return Value::Int(literal.IntAt(i));
  if (ir::IsFloating(d)) return literal.FloatAt(i);
  if (d == DType::kComplex64) return std::complex<double>(literal.as<std::complex<float>>()[i]);
  if (d == DType::kComplex128) return literal.as<std::complex<double>>()[i];
  return Bytes{std::make_shared<const std::string>(literal.StringAt(i))};
}

Value Interp::FromLiteral(ir::Literal literal, bool numpy) {
  bool scalar = numpy && literal.rank() == 0;
  return Tensor{builder.Constant(std::move(literal)), numpy, scalar};
}

}  // namespace lathe::staging
