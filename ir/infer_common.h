// What the inference rules share: dtype sets, checks with their diagnostics, arithmetic on dimensions.
#pragma once
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "ir/constant_dims.h"
#include "ir/op_table.h"

namespace lathe::ir {

using DTypeSet = uint32_t;  // bit i: DType(i)
constexpr DTypeSet SetOf(std::initializer_list<DType> list) {
  DTypeSet set = 0;
  for (DType d : list) set |= 1u << int(d);
  return set;
}
constexpr DTypeSet kBoolSet = SetOf({DType::kBool});
constexpr DTypeSet kStringSet = SetOf({DType::kString});
constexpr DTypeSet kSignedSet = SetOf({DType::kInt8, DType::kInt16, DType::kInt32, DType::kInt64});
constexpr DTypeSet kIntSet =
    kSignedSet | SetOf({DType::kUInt8, DType::kUInt16, DType::kUInt32, DType::kUInt64});
constexpr DTypeSet kFloatSet = SetOf({DType::kFloat16, DType::kBFloat16, DType::kFloat32, DType::kFloat64});
constexpr DTypeSet kWideFloatSet = SetOf({DType::kFloat32, DType::kFloat64});
constexpr DTypeSet kComplexSet = SetOf({DType::kComplex64, DType::kComplex128});
constexpr DTypeSet kRealSet = kIntSet | kFloatSet;
constexpr DTypeSet kNumberSet = kRealSet | kComplexSet;
constexpr DTypeSet kIndexSet = SetOf({DType::kInt16, DType::kInt32, DType::kInt64});
constexpr DTypeSet kSizeSet = SetOf({DType::kInt32, DType::kInt64});
constexpr DTypeSet kAnySet = 0xffffu;
inline bool Has(DTypeSet set, DType d) { return set >> int(d) & 1; }
std::string ToText(DTypeSet set);  // "float32, float64"

// What TensorFlow's kernels of the elementwise operation take.
DTypeSet DTypesOf(OpKind kind);
// The operation as a user would name it: "add (+)", "reduce_sum", …
std::string UserName(OpKind kind);

inline InferResult One(Type type) { return {{std::move(type)}, std::nullopt}; }
inline InferResult One(DType dtype, Shape shape) { return One(Type::Tensor(dtype, std::move(shape))); }
InferResult Fail(const char* diagnostic, std::string message);

using Problem = std::optional<InferError>;
inline InferResult Fail(Problem problem) { return {{}, std::move(problem)}; }
// unsupported-dtype unless operand i is a tensor with a dtype of the set.
Problem NeedDType(const InferInput& in, size_t i, DTypeSet set, const char* role = nullptr);
// dtype-mismatch unless both operands have one dtype.
Problem NeedSameDType(const InferInput& in, size_t i, size_t j);
// rank-mismatch unless the rank is unknown or `rank`.
Problem NeedRank(const InferInput& in, size_t i, int rank, const char* role);
Problem NeedRankAtLeast(const InferInput& in, size_t i, int rank, const char* role);
Problem Mismatch(const InferInput& in, const Shape& a, const Shape& b);

// Axis in [0, rank); negative counts from the end; nullopt: out of range.
std::optional<int64_t> NormalAxis(int64_t axis, int rank);
Problem AxisProblem(const InferInput& in, int64_t axis, int rank);

// Certainly different sizes.
inline bool Differ(Dim a, Dim b) { return IsKnown(a) && IsKnown(b) && a != b; }
// Of two dimensions that must be equal, the better known.
inline Dim Better(Dim a, Dim b) { return IsKnown(a) ? a : IsKnown(b) ? b : a != kUnknown ? a : b; }
// Unites shapes that must be equal; nullopt: they certainly differ.
std::optional<Shape> Unite(const Shape& a, const Shape& b);
Dim AddDims(Dim a, Dim b);
Dim MulDims(Dim a, Dim b);

// Elements of a constant integer operand; nullopt if it is not constant.
std::optional<std::vector<int64_t>> ConstantInts(const InferInput& in, size_t i);
// The shape that an integer vector operand describes; unranked if its length is unknown.
Shape ShapeFrom(const InferInput& in, size_t i);
// invalid-argument when a constant shape operand has an element below `least`.
Problem NeedAtLeast(const InferInput& in, size_t i, int64_t least, const char* role);

template <class T>
const T& AttrsOf(const InferInput& in) {
  return std::get<T>(in.attrs);
}

}  // namespace lathe::ir
