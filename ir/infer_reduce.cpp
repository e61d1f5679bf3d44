// Inference of reductions, arg-reductions and cumulative operations.
#include <set>

#include "ir/infer_common.h"
#include "ir/rules.h"

namespace lathe::ir {
namespace {

DTypeSet ReducedSet(OpKind kind) {
  switch (kind) {
    case OpKind::kAll:
    case OpKind::kAny: return kBoolSet;
    case OpKind::kSum:
    case OpKind::kProd: return kNumberSet;
    default: return kRealSet;
  }
}

InferResult ArgReduced(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kRealSet | kBoolSet)) return Fail(p);
  const ParamsAttr& attr = AttrsOf<ParamsAttr>(in);
  DType output = attr.dtypes.at(0);
  if (!Has(SetOf({DType::kInt16, DType::kUInt16, DType::kInt32, DType::kInt64}), output))
    return Fail("unsupported-dtype", UserName(in.kind) + " does not give " + std::string(NameOf(output)));
  const Shape& shape = in.type(0).shape;
  if (!shape.ranked) return One(output, Shape::Unranked());
  auto axis = NormalAxis(attr.ints.at(0), shape.rank());
  if (!axis) return Fail(AxisProblem(in, attr.ints.at(0), shape.rank()));
  if (shape.dims[size_t(*axis)] == 0)
    return Fail("invalid-argument", UserName(in.kind) + ": axis " + std::to_string(*axis) + " of shape " +
                                        ToString(shape) + " is empty");
  Shape out = shape;
  out.dims.erase(out.dims.begin() + *axis);
  return One(output, std::move(out));
}

InferResult Cumulative(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kNumberSet)) return Fail(p);
  const Shape& shape = in.type(0).shape;
  int64_t axis = AttrsOf<AxisAttr>(in).axis;
  if (shape.ranked && !NormalAxis(axis, shape.rank())) return Fail(AxisProblem(in, axis, shape.rank()));
  return One(in.type(0));
}

}  // namespace

InferResult InferReduction(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, ReducedSet(in.kind))) return Fail(p);
  const AxesAttr& attr = AttrsOf<AxesAttr>(in);
  const Shape& shape = in.type(0).shape;
  if (!shape.ranked) return One(in.type(0).dtype, Shape::Unranked());
  std::set<int64_t> axes;
  for (int64_t axis : attr.axes) {
    auto normal = NormalAxis(axis, shape.rank());
    if (!normal) return Fail(AxisProblem(in, axis, shape.rank()));
    if (!axes.insert(*normal).second)
      return Fail("invalid-argument", UserName(in.kind) + ": axis " + std::to_string(axis) + " is named twice");
  }
  Shape out;
  for (int i = 0; i < shape.rank(); ++i) {
    if (!axes.count(i)) {
      out.dims.push_back(shape.dims[size_t(i)]);
    } else if (attr.keep_dims) {
      out.dims.push_back(1);
    }
  }
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferArgMax(const InferInput& in) { return ArgReduced(in); }
InferResult InferArgMin(const InferInput& in) { return ArgReduced(in); }
InferResult InferCumSum(const InferInput& in) { return Cumulative(in); }
InferResult InferCumProd(const InferInput& in) { return Cumulative(in); }

InferResult InferSumTo(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kNumberSet)) return Fail(p);
  return One(in.type(0).dtype, in.type(1).shape);
}

}  // namespace lathe::ir
