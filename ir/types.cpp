#include "ir/types.h"

namespace lathe::ir {

namespace {
struct DTypeRow {
  std::string_view name;
  int64_t size;
};
constexpr DTypeRow kDTypes[kDTypeCount] = {
    {"bool", 1},   {"int8", 1},   {"uint8", 1},   {"int16", 2},   {"uint16", 2},   {"int32", 4},     {"uint32", 4},     {"int64", 8},
    {"uint64", 8}, {"float16", 2}, {"bfloat16", 2}, {"float32", 4}, {"float64", 8}, {"complex64", 8}, {"complex128", 16}, {"string", 8},
};
}  // namespace

std::string_view NameOf(DType dtype) { return kDTypes[int(dtype)].name; }

std::optional<DType> FindDType(std::string_view name) {
  for (int i = 0; i < kDTypeCount; ++i)
    if (kDTypes[i].name == name) return DType(i);
  return std::nullopt;
}

bool IsFloating(DType d) { return d >= DType::kFloat16 && d <= DType::kFloat64; }
bool IsInteger(DType d) { return d >= DType::kInt8 && d <= DType::kUInt64; }
bool IsUnsigned(DType d) {
  return d == DType::kUInt8 || d == DType::kUInt16 || d == DType::kUInt32 || d == DType::kUInt64;
}
bool IsComplex(DType d) { return d == DType::kComplex64 || d == DType::kComplex128; }
bool IsNumeric(DType d) { return d >= DType::kInt8 && d <= DType::kComplex128; }
int64_t SizeOf(DType d) { return kDTypes[int(d)].size; }

DType RealType(DType d) {
  if (d == DType::kComplex64) return DType::kFloat32;
  if (d == DType::kComplex128) return DType::kFloat64;
  return d;
}

bool Shape::fully_known() const {
  if (!ranked) return false;
  for (Dim d : dims)
    if (!IsKnown(d)) return false;
  return true;
}

std::optional<int64_t> Shape::elements() const {
  if (!fully_known()) return std::nullopt;
  int64_t count = 1;
  for (Dim d : dims)
    if (__builtin_mul_overflow(count, d, &count)) return std::nullopt;
  return count;
}

std::string ToString(const Shape& shape) {
  if (!shape.ranked) return "<unknown>";
  std::string text = "(";
  for (size_t i = 0; i < shape.dims.size(); ++i) {
    if (i) text += ", ";
    text += IsKnown(shape.dims[i]) ? std::to_string(shape.dims[i]) : "None";
  }
  if (shape.dims.size() == 1) text += ",";
  return text + ")";
}

std::string ToString(const Type& type) {
  std::string text(NameOf(type.dtype));
  if (!type.shape.ranked) {
    text += "[*]";
  } else {
    text += "[";
    for (size_t i = 0; i < type.shape.dims.size(); ++i) {
      if (i) text += ",";
      Dim d = type.shape.dims[i];
      text += IsKnown(d) ? std::to_string(d) : "None";
    }
    text += "]";
  }
  return type.kind == TypeKind::kList ? "list<" + text + ">" : text;
}

Shape Join(const Shape& a, const Shape& b) {
  if (!a.ranked || !b.ranked || a.dims.size() != b.dims.size()) return Shape::Unranked();
  Shape joined = a;
  for (size_t i = 0; i < a.dims.size(); ++i)
    if (a.dims[i] != b.dims[i]) joined.dims[i] = kUnknown;
  return joined;
}

std::optional<Shape> BroadcastShapes(const Shape& a, const Shape& b) {
  if (!a.ranked || !b.ranked) return Shape::Unranked();
  Shape out;
  size_t rank = std::max(a.dims.size(), b.dims.size());
  out.dims.resize(rank);
  for (size_t i = 0; i < rank; ++i) {
    size_t from_end = rank - i;
    Dim x = from_end <= a.dims.size() ? a.dims[a.dims.size() - from_end] : 1;
    Dim y = from_end <= b.dims.size() ? b.dims[b.dims.size() - from_end] : 1;
    if (x == 1) {
      out.dims[i] = y;
    } else if (y == 1 || (x == y && x != kUnknown)) {
      out.dims[i] = x;
    } else if (IsKnown(x) && IsKnown(y)) {
      return std::nullopt;
    } else if (IsKnown(x) || IsKnown(y)) {
      Dim known = IsKnown(x) ? x : y;  // > 1, or 0: then the other is 0 or 1
      out.dims[i] = known > 1 ? known : kUnknown;
    } else {
      out.dims[i] = kUnknown;
    }
  }
  return out;
}

}  // namespace lathe::ir
