#include "ir/infer_common.h"

#include <cctype>

namespace lathe::ir {

std::string ToText(DTypeSet set) {
  std::string text;
  for (int i = 0; i < kDTypeCount; ++i)
    if (set >> i & 1) text += (text.empty() ? "" : ", ") + std::string(NameOf(DType(i)));
  return text;
}

DTypeSet DTypesOf(OpKind kind) {
  switch (kind) {
    case OpKind::kNeg:
    case OpKind::kSign: return kSignedSet | kFloatSet | kComplexSet;
    case OpKind::kAbs: return kSignedSet | kFloatSet | kComplexSet;
    case OpKind::kFloor:
    case OpKind::kCeil:
    case OpKind::kTrunc:
    case OpKind::kRint:
    case OpKind::kSoftplus:
    case OpKind::kErf:
    case OpKind::kErfc:
    case OpKind::kAtan2: return kFloatSet;
    case OpKind::kErfinv: return kWideFloatSet;
    case OpKind::kNextAfter: return kWideFloatSet;
    case OpKind::kLgamma:
    case OpKind::kDigamma: return SetOf({DType::kFloat16, DType::kFloat32, DType::kFloat64});
    case OpKind::kTruncMod: return SetOf({DType::kInt32, DType::kInt64, DType::kFloat32, DType::kFloat64});
    case OpKind::kFloorDiv:
    case OpKind::kFloorMod:
    case OpKind::kTruncDiv:
    case OpKind::kMax:
    case OpKind::kMin: return kRealSet;
    case OpKind::kPow: return kSignedSet | kFloatSet | kComplexSet;
    case OpKind::kAdd: return kNumberSet | kStringSet;  // strings are joined
    case OpKind::kSub:
    case OpKind::kMul:
    case OpKind::kDiv: return kNumberSet;
    default: return kFloatSet | kComplexSet;  // sqrt, exp, trigonometry, sigmoid, …
  }
}

std::string UserName(OpKind kind) {
  switch (kind) {
    case OpKind::kAdd: return "'+'";
    case OpKind::kSub: return "'-'";
    case OpKind::kMul: return "'*'";
    case OpKind::kDiv: return "'/'";
    case OpKind::kFloorDiv: return "'//'";
    case OpKind::kFloorMod: return "'%'";
    case OpKind::kPow: return "'**'";
    case OpKind::kNeg: return "negation";
    case OpKind::kEq: return "'=='";
    case OpKind::kNe: return "'!='";
    case OpKind::kLt: return "'<'";
    case OpKind::kLe: return "'<='";
    case OpKind::kGt: return "'>'";
    case OpKind::kGe: return "'>='";
    case OpKind::kAnd: return "'&' of bools";
    case OpKind::kOr: return "'|' of bools";
    case OpKind::kXor: return "'^' of bools";
    case OpKind::kNot: return "'~' of bools";
    case OpKind::kSum: return "reduce_sum";
    case OpKind::kProd: return "reduce_prod";
    case OpKind::kAll: return "reduce_all";
    case OpKind::kAny: return "reduce_any";
    case OpKind::kMax: return "maximum";
    case OpKind::kMin: return "minimum";
    case OpKind::kDot: return "matmul";
    case OpKind::kSelect: return "where";
    case OpKind::kStridedSlice:
    case OpKind::kStridedSliceGrad:
    case OpKind::kStridedSliceUpdate: return "indexing";
    case OpKind::kTensorScatter: return "tensor_scatter_nd";
    case OpKind::kLgamma: return "lgamma";
    default: break;
  }
  std::string text;
  for (char c : RowOf(kind).name) {
    if (std::isupper(static_cast<unsigned char>(c)) && !text.empty()) text += '_';
    text += char(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

InferResult Fail(const char* diagnostic, std::string message) {
  return {{}, InferError{diagnostic, std::move(message)}};
}

Problem NeedDType(const InferInput& in, size_t i, DTypeSet set, const char* role) {
  const Type& type = in.type(i);
  if (type.kind != TypeKind::kTensor)
    return InferError{"unsupported-dtype", UserName(in.kind) + " takes a tensor, not " + ToString(type)};
  if (Has(set, type.dtype)) return std::nullopt;
  std::string message = UserName(in.kind) + (role ? " does not take " + std::string(role) + " of dtype " : " does not take ") +
                        std::string(NameOf(type.dtype)) + " (it takes " + ToText(set) + ")";
  if (Has(set, DType::kFloat32) && (IsInteger(type.dtype) || type.dtype == DType::kBool)) {
    message += "; cast it with tf.cast(x, tf.float32)";
  } else if (set == kBoolSet && IsNumeric(type.dtype)) {
    message += "; compare it (x != 0) or cast it with tf.cast(x, tf.bool)";
  } else if (Has(set, DType::kInt32) && IsNumeric(type.dtype)) {
    message += "; cast it with tf.cast(x, tf.int32)";
  }
  return InferError{"unsupported-dtype", std::move(message)};
}

Problem NeedSameDType(const InferInput& in, size_t i, size_t j) {
  DType a = in.type(i).dtype, b = in.type(j).dtype;
  if (a == b) return std::nullopt;
  std::string left(NameOf(a)), right(NameOf(b));
  // The cast that loses nothing of importance: towards floats, towards the wider type.
  bool first = (IsFloating(b) && !IsFloating(a)) || (IsFloating(a) == IsFloating(b) && SizeOf(b) > SizeOf(a));
  return InferError{"dtype-mismatch", UserName(in.kind) + " has operands of dtypes " + left + " and " + right +
                                          "; cast the " + (first ? "first" : "second") + " one: tf.cast(…, tf." +
                                          (first ? right : left) + ")"};
}

Problem NeedRank(const InferInput& in, size_t i, int rank, const char* role) {
  const Shape& shape = in.type(i).shape;
  if (!shape.ranked || shape.rank() == rank) return std::nullopt;
  return InferError{"rank-mismatch", UserName(in.kind) + ": " + role + " must have rank " + std::to_string(rank) +
                                         ", it has shape " + ToString(shape)};
}

Problem NeedRankAtLeast(const InferInput& in, size_t i, int rank, const char* role) {
  const Shape& shape = in.type(i).shape;
  if (!shape.ranked || shape.rank() >= rank) return std::nullopt;
  return InferError{"rank-mismatch", UserName(in.kind) + ": " + role + " must have at least rank " +
                                         std::to_string(rank) + ", it has shape " + ToString(shape)};
}

Problem Mismatch(const InferInput& in, const Shape& a, const Shape& b) {
  return InferError{"shape-mismatch", UserName(in.kind) + ": shapes " + ToString(a) + " and " + ToString(b) +
                                          " do not fit together"};
}

std::optional<int64_t> NormalAxis(int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

Problem AxisProblem(const InferInput& in, int64_t axis, int rank) {
  std::string range = rank == 0 ? "a scalar has no axes"
                                : "it must lie in [" + std::to_string(-rank) + ", " + std::to_string(rank) + ")";
  return InferError{"axis-out-of-range", UserName(in.kind) + ": axis " + std::to_string(axis) +
                                             " is out of range for rank " + std::to_string(rank) + "; " + range};
}

std::optional<Shape> Unite(const Shape& a, const Shape& b) {
  if (!a.ranked) return b;
  if (!b.ranked) return a;
  if (a.dims.size() != b.dims.size()) return std::nullopt;
  Shape out = a;
  for (size_t i = 0; i < a.dims.size(); ++i) {
    if (Differ(a.dims[i], b.dims[i])) return std::nullopt;
    out.dims[i] = Better(a.dims[i], b.dims[i]);
  }
  return out;
}

Dim AddDims(Dim a, Dim b) {
  if (a == 0) return b;
  if (b == 0) return a;
  return IsKnown(a) && IsKnown(b) ? a + b : kUnknown;
}

Dim MulDims(Dim a, Dim b) {
  if (a == 0 || b == 0) return 0;
  if (a == 1) return b;
  if (b == 1) return a;
  Dim product = 0;
  if (!IsKnown(a) || !IsKnown(b) || __builtin_mul_overflow(a, b, &product)) return kUnknown;
  return product;
}

std::optional<std::vector<int64_t>> ConstantInts(const InferInput& in, size_t i) {
  const Literal* literal = in.literal(i);
  if (!literal || !IsInteger(literal->dtype()) || literal->count() > (1 << 20)) return std::nullopt;
  std::vector<int64_t> values;
  for (int64_t k = 0; k < literal->count(); ++k) values.push_back(literal->IntAt(k));
  return values;
}

Shape ShapeFrom(const InferInput& in, size_t i) {
  auto dims = ConstantDims(in.module, in.operands[i]);
  if (!dims || dims->size() > LT_MAX_RANK) return Shape::Unranked();
  return Shape{true, std::move(*dims)};
}

Problem NeedAtLeast(const InferInput& in, size_t i, int64_t least, const char* role) {
  auto values = ConstantInts(in, i);
  if (!values) return std::nullopt;
  for (int64_t v : *values)
    if (v < least)
      return InferError{"invalid-argument", UserName(in.kind) + ": " + role + " must be at least " +
                                                std::to_string(least) + ", one is " + std::to_string(v)};
  return std::nullopt;
}

}  // namespace lathe::ir
