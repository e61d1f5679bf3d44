// Types of IR values: tensors with known, symbolic or unknown dimensions, and lists of tensors.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi.h"

namespace lathe::ir {

// Numbered as LtDType.
enum class DType : uint8_t {
  kBool = LT_BOOL, kInt8, kUInt8, kInt16, kUInt16, kInt32, kUInt32, kInt64, kUInt64,
  kFloat16, kBFloat16, kFloat32, kFloat64, kComplex64, kComplex128, kString,
};
constexpr int kDTypeCount = 16;

std::string_view NameOf(DType);  // TensorFlow's name: "float32", "bool", …
std::optional<DType> FindDType(std::string_view name);
bool IsFloating(DType);          // f16, bf16, f32, f64
bool IsInteger(DType);           // signed and unsigned, not bool
bool IsUnsigned(DType);
bool IsComplex(DType);
bool IsNumeric(DType);           // integer, floating or complex
int64_t SizeOf(DType);           // bytes
DType RealType(DType);           // complex64 -> float32, complex128 -> float64, others unchanged

// A dimension: >= 0 known; kUnknown: TensorFlow itself does not know it (None in a trace); <= -2: symbolic, a size that
// the running program knows and TensorFlow would have as a Python int (equal symbols are equal sizes).
using Dim = int64_t;
constexpr Dim kUnknown = -1;
inline bool IsKnown(Dim d) { return d >= 0; }
inline bool IsSymbol(Dim d) { return d <= -2; }

struct Shape {
  bool ranked = true;
  std::vector<Dim> dims;

  static Shape Unranked() { return {false, {}}; }
  static Shape Scalar() { return {}; }
  int rank() const { return int(dims.size()); }  // only when ranked
  bool fully_known() const;
  std::optional<int64_t> elements() const;       // when fully known
  friend bool operator==(const Shape&, const Shape&) = default;
};
// "(2, None, 3)", "<unknown>": as TensorFlow prints a TensorShape. Symbols print as None.
std::string ToString(const Shape&);

enum class TypeKind : uint8_t { kTensor, kList };

struct Type {
  TypeKind kind = TypeKind::kTensor;
  DType dtype = DType::kFloat32;  // of the tensor, or of a list's elements
  Shape shape;                    // of the tensor, or of each element of a list (least specific)

  static Type Tensor(DType dtype, Shape shape) { return {TypeKind::kTensor, dtype, std::move(shape)}; }
  static Type Scalar(DType dtype) { return {TypeKind::kTensor, dtype, {}}; }
  static Type List(DType dtype, Shape element) { return {TypeKind::kList, dtype, std::move(element)}; }
  bool is_scalar() const { return kind == TypeKind::kTensor && shape.ranked && shape.dims.empty(); }
  friend bool operator==(const Type&, const Type&) = default;
};
std::string ToString(const Type&);  // "float32[2,None]", "list<int32[]>"

// Least specific shape that both fit: differing dimensions become kUnknown (or a fresh symbol: the caller's business).
Shape Join(const Shape&, const Shape&);
// NumPy broadcasting of shapes; nullopt if they certainly do not broadcast. Unknown with known n > 1 gives n.
std::optional<Shape> BroadcastShapes(const Shape&, const Shape&);

}  // namespace lathe::ir
