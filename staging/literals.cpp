// Tensors from Python literals. Input: known Python values. Output: literals with TensorFlow's dtypes.
#include "staging/literals.h"

#include <cstring>

#include "staging/objects.h"

namespace lathe::staging {

namespace {

using ir::DType;

// The items of a list, tuple or known range; nullptr-like empty optional for anything else.
std::optional<std::vector<Value>> NestedItems(Interp& in, const Value& value) {
  if (auto* t = value.as<Tuple>()) return *t->items;
  if (auto* l = in.heap.as<ListObject>(value)) return l->items;
  if (value.is<RangeValue>()) return in.Elements(value);
  return std::nullopt;
}

bool IsDense(Interp& in, const Value& value) {
  return value.is<Tensor>() || in.heap.External<VariableObject>(value) || in.heap.External<IndexedSlicesObject>(value);
}

void FlattenInto(Interp& in, const Value& value, size_t depth, Nested& out, std::optional<size_t>& leaf_depth, Span where) {
  if (value.is<Poison>()) throw Abandoned{};
  auto items = NestedItems(in, value);
  if (!items) {
    if (leaf_depth && *leaf_depth != depth) out.ragged = true;
    leaf_depth = depth;
    out.has_tensor |= IsDense(in, value);
    out.has_scalar |= value.is<Scalar>();
    out.leaves.push_back(value);
    return;
  }
  if (leaf_depth && *leaf_depth <= depth) out.ragged = true;
  if (out.dims.size() == depth) out.dims.push_back(int64_t(items->size()));
  else if (out.dims.size() > depth && out.dims[depth] != int64_t(items->size())) out.ragged = true;
  for (const Value& item : *items) FlattenInto(in, item, depth + 1, out, leaf_depth, where);
}

bool FitsIn(const Integer& v, DType dtype) {
  if (ir::IsFloating(dtype) || ir::IsComplex(dtype)) return true;
  if (!v.fits()) {
    if (dtype != DType::kUInt64 || v.negative()) return false;
    return v.BitLength() <= 64;
  }
  int64_t x = v.small();
  switch (dtype) {
    case DType::kInt8: return x >= -128 && x <= 127;
    case DType::kUInt8: return x >= 0 && x <= 255;
    case DType::kInt16: return x >= -32768 && x <= 32767;
    case DType::kUInt16: return x >= 0 && x <= 65535;
    case DType::kInt32: return x >= INT32_MIN && x <= INT32_MAX;
    case DType::kUInt32: return x >= 0 && x <= UINT32_MAX;
    case DType::kInt64: return true;
    case DType::kUInt64: return x >= 0;
    default: return false;
  }
}

// The low 64 bits of an int.
int64_t LowBits(const Integer& v) {
  if (v.fits()) return v.small();
  static const Integer mask = ShiftLeft(Integer(1), 64) - Integer(1);
  Integer low = v & mask;
  if (low.fits()) return low.small();
  return (low - ShiftLeft(Integer(1), 64)).small();
}

template <class T>
void Store(ir::Literal& literal, int64_t i, T value) {
  literal.mutable_data<T>()[i] = value;
}

void StoreBytes(ir::Literal& literal, int64_t i, const ir::Literal& one) {
  int64_t size = ir::SizeOf(literal.dtype());
  std::memcpy(literal.mutable_data<char>() + i * size, one.as<char>(), size_t(size));
}

void StoreInt(ir::Literal& literal, int64_t i, int64_t v) {
  switch (literal.dtype()) {
    case DType::kBool: return Store<bool>(literal, i, v != 0);
    case DType::kInt8:
    case DType::kUInt8: return Store<uint8_t>(literal, i, uint8_t(v));
    case DType::kInt16:
    case DType::kUInt16: return Store<uint16_t>(literal, i, uint16_t(v));
    case DType::kInt32:
    case DType::kUInt32: return Store<uint32_t>(literal, i, uint32_t(v));
    case DType::kInt64:
    case DType::kUInt64: return Store<int64_t>(literal, i, v);
    default: return StoreBytes(literal, i, ir::Literal::Scalar(literal.dtype(), double(v)));
  }
}

void StoreFloat(ir::Literal& literal, int64_t i, double v) {
  switch (literal.dtype()) {
    case DType::kFloat32: return Store<float>(literal, i, float(v));
    case DType::kFloat64: return Store<double>(literal, i, v);
    case DType::kComplex64: return Store<std::complex<float>>(literal, i, {float(v), 0});
    case DType::kComplex128: return Store<std::complex<double>>(literal, i, {v, 0});
    default: return StoreBytes(literal, i, ir::Literal::Scalar(literal.dtype(), v));
  }
}

}  // namespace

Nested Flatten(Interp& in, const Value& value, Span where) {
  Nested out;
  std::optional<size_t> leaf_depth;
  FlattenInto(in, value, 0, out, leaf_depth, where);
  if (leaf_depth && *leaf_depth != out.dims.size()) out.ragged = true;
  return out;
}

std::optional<DType> LiteralDType(const std::vector<Value>& leaves) {
  if (leaves.empty()) return DType::kFloat32;
  bool any_bool = false, any_int = false, any_float = false, any_complex = false, any_string = false, wide = false;
  for (const Value& v : leaves) {
    if (v.is<bool>()) any_bool = true;
    else if (auto* i = v.as<Integer>()) {
      any_int = true;
      wide |= !FitsIn(*i, DType::kInt32);
    } else if (v.is<double>()) any_float = true;
    else if (v.is<std::complex<double>>()) any_complex = true;
    else if (v.is<Str>() || v.is<Bytes>()) any_string = true;
    else if (auto* s = v.as<Scalar>()) {
      any_bool |= s->kind == ScalarKind::kBool;
      any_int |= s->kind == ScalarKind::kInt;
      any_float |= s->kind == ScalarKind::kFloat;
      any_string |= s->kind == ScalarKind::kStr;
    } else return std::nullopt;
  }
  // A complex number in front takes the real ones along; behind one they do not go together.
  if (leaves[0].is<std::complex<double>>() && !any_string) return DType::kComplex128;
  int kinds = (any_bool || any_int || any_float) + any_complex + any_string;
  if (kinds != 1) return std::nullopt;
  if (any_string) return DType::kString;
  if (any_complex) return DType::kComplex128;
  if (any_float) return DType::kFloat32;
  if (any_int) return wide ? DType::kInt64 : DType::kInt32;
  return DType::kBool;
}

bool LiteralFits(const Value& leaf, DType dtype) {
  if (leaf.is<bool>()) return dtype == DType::kBool;
  if (auto* i = leaf.as<Integer>()) return ir::IsNumeric(dtype) && FitsIn(*i, dtype);
  if (leaf.is<double>()) return ir::IsFloating(dtype) || ir::IsComplex(dtype);
  if (leaf.is<std::complex<double>>()) return ir::IsComplex(dtype);
  if (leaf.is<Str>() || leaf.is<Bytes>()) return dtype == DType::kString;
  if (auto* s = leaf.as<Scalar>()) {
    switch (s->kind) {
      case ScalarKind::kBool: return dtype == DType::kBool;
      case ScalarKind::kInt: return ir::IsNumeric(dtype);
      case ScalarKind::kFloat: return ir::IsFloating(dtype) || ir::IsComplex(dtype);
      case ScalarKind::kStr: return dtype == DType::kString;
    }
  }
  return false;
}

void SetElement(ir::Literal& literal, int64_t i, const Value& leaf) {
  if (auto* b = leaf.as<bool>()) return StoreInt(literal, i, *b);
  if (auto* v = leaf.as<Integer>()) {
    if (ir::IsFloating(literal.dtype()) || ir::IsComplex(literal.dtype())) return StoreFloat(literal, i, v->ToDouble());
    return StoreInt(literal, i, LowBits(*v));
  }
  if (auto* d = leaf.as<double>()) {
    if (literal.dtype() == DType::kBool || ir::IsInteger(literal.dtype())) return StoreInt(literal, i, int64_t(*d));
    return StoreFloat(literal, i, *d);
  }
  if (auto* c = leaf.as<std::complex<double>>()) {
    if (literal.dtype() == DType::kComplex64) return Store<std::complex<float>>(literal, i, std::complex<float>(*c));
    if (literal.dtype() == DType::kComplex128) return Store<std::complex<double>>(literal, i, *c);
  }
}

ir::Literal MakeLiteral(const std::vector<Value>& leaves, std::vector<int64_t> dims, DType dtype) {
  if (dtype == DType::kString) {
    std::vector<std::string> texts;
    for (const Value& v : leaves) texts.push_back(v.is<Bytes>() ? *v.get<Bytes>().data : std::string(v.str()));
    return ir::Literal::Strings(std::move(texts), std::move(dims));
  }
  ir::Literal literal = ir::Literal::Zeros(dtype, std::move(dims));
  for (size_t i = 0; i < leaves.size(); ++i) SetElement(literal, int64_t(i), leaves[i]);
  return literal;
}

std::string Shown(Interp& in, const Value& value) {
  Text text = in.ReprOf(value);
  std::string shown = text.known() ? text.known_text() : std::string(in.TypeName(value));
  if (shown.size() > 60) shown = shown.substr(0, 57) + "...";
  return shown;
}

std::string Described(Interp& in, const Value& value) {
  if (value.is_none()) return "None";
  if (value.is<Tensor>()) {
    const ir::Type& t = in.TypeOf(value);
    return std::string(value.get<Tensor>().numpy ? "an array" : "a tensor") + " of dtype " + std::string(NameOf(t.dtype)) +
           " and shape " + ToString(t.shape);
  }
  std::string type(in.TypeName(value));
  bool vowel = !type.empty() && std::string_view("aeiouAEIOU").find(type[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + type;
}

}  // namespace lathe::staging
