// Builder's compositions for rules and staging: casts, zeros and ones of a shape, undoing of broadcasts.
#include "ir/builder.h"
#include "support/check.h"

namespace lathe::ir {

namespace {
bool SameKnownShape(const Shape& a, const Shape& b) {
  if (!a.ranked || !b.ranked || a.dims.size() != b.dims.size()) return false;
  for (size_t i = 0; i < a.dims.size(); ++i)
    if (a.dims[i] != b.dims[i] || a.dims[i] == kUnknown) return false;
  return true;
}

// Axes of `from` to sum over so that `to` remains, `to` aligned at the right; nullopt: the types do not tell.
std::optional<std::vector<int64_t>> AxesToSum(const Shape& from, const Shape& to) {
  if (!from.ranked || !to.ranked || from.rank() < to.rank()) return std::nullopt;
  std::vector<int64_t> axes;
  int lead = from.rank() - to.rank();
  for (int i = 0; i < from.rank(); ++i) {
    if (i < lead) {
      axes.push_back(i);
      continue;
    }
    Dim a = from.dims[size_t(i)], b = to.dims[size_t(i - lead)];
    if (a == b && a != kUnknown) continue;
    if (b == 1) {
      axes.push_back(i);
    } else {
      return std::nullopt;
    }
  }
  return axes;
}
}  // namespace

ValueId Builder::Cast(ValueId a, DType dtype) {
  if (module_.type(a).dtype == dtype) return a;
  return Make(OpKind::kCast, {a}, DTypeAttr{dtype});
}

ValueId Builder::ScalarLike(ValueId a, double value) { return Scalar(module_.type(a).dtype, value); }

ValueId Builder::FullLike(ValueId a, double value) {
  const Type type = module_.type(a);
  ValueId scalar = ScalarLike(a, value);
  if (type.is_scalar()) return scalar;
  return Make(OpKind::kBroadcastTo, {scalar, ShapeOf(a)});
}

ValueId Builder::ZerosLike(ValueId a) { return FullLike(a, 0); }
ValueId Builder::OnesLike(ValueId a) { return FullLike(a, 1); }

ValueId Builder::ShapeOf(ValueId a, DType dtype) {
  const Type& type = module_.type(a);
  if (type.shape.fully_known()) {
    if (dtype == DType::kInt64) return Constant(Literal::Int64s(type.shape.dims));
    std::vector<int32_t> dims(type.shape.dims.begin(), type.shape.dims.end());
    return Constant(Literal::Int32s(dims));
  }
  return Make(OpKind::kShapeOf, {a}, DTypeAttr{dtype});
}

ValueId Builder::ReshapeLike(ValueId a, ValueId like) {
  if (SameKnownShape(module_.type(a).shape, module_.type(like).shape)) return a;
  return Make(OpKind::kReshapeLike, {a, like});
}

ValueId Builder::SumTo(ValueId a, ValueId like) {
  const Shape from = module_.type(a).shape, to = module_.type(like).shape;
  if (SameKnownShape(from, to)) return a;
  auto axes = AxesToSum(from, to);
  if (!axes) return Make(OpKind::kSumTo, {a, like});
  if (axes->empty()) return a;
  ValueId sum = Make(OpKind::kSum, {a}, AxesAttr{*axes, false});
  return ReshapeLike(sum, like);
}

ValueId Builder::Transpose(ValueId a, std::vector<int64_t> permutation) {
  bool identity = true;
  for (size_t i = 0; i < permutation.size(); ++i) identity &= permutation[i] == int64_t(i);
  if (identity) return a;
  return Make(OpKind::kTranspose, {a}, AxesAttr{std::move(permutation), false});
}

ValueId Builder::ExpandDims(ValueId a, int64_t axis) {
  AxisAttr attr;
  attr.axis = axis;
  return Make(OpKind::kExpandDims, {a}, attr);
}

}  // namespace lathe::ir
