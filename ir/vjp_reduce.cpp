// Derivatives of reductions and cumulative operations.
#include <algorithm>

#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {

const AxesAttr& AxesOf(const Vjp& v) { return std::get<AxesAttr>(v.attrs()); }

// A reduction's result (or its cotangent) with the reduced dimensions back as 1.
ValueId Kept(const Vjp& v, ValueId reduced) {
  AxesAttr attr = AxesOf(v);
  if (attr.keep_dims) return reduced;
  for (int64_t axis : attr.axes) reduced = v.b.ExpandDims(reduced, axis);
  return reduced;
}

// max and min: elements equal to the result share the cotangent evenly.
std::vector<ValueId> ShareAmongEqual(const VjpInput& in) {
  Vjp v(in);
  ValueId y = Kept(v, v.y()), dy = Kept(v, v.dy());
  ValueId equal = v.b.Cast(v.Op(OpKind::kEq, {y, v.x()}), v.dtype(dy));
  ValueId count = v.Op(OpKind::kSum, {equal}, AxesAttr{AxesOf(v).axes, true});
  return {v.b.Mul(v.b.Div(equal, count), dy)};
}

AxisAttr Cumulative(const Vjp& v) { return std::get<AxisAttr>(v.attrs()); }

}  // namespace

std::vector<ValueId> VjpSum(const VjpInput& in) {
  Vjp v(in);
  return {v.BroadcastLike(Kept(v, v.dy()), v.x())};
}

// The product of the others: exclusive running products from both ends, over the reduced dimensions joined into one.
std::vector<ValueId> VjpProd(const VjpInput& in) {
  Vjp v(in);
  std::vector<int64_t> axes = AxesOf(v).axes;
  ValueId dy = v.BroadcastLike(Kept(v, v.dy()), v.x());
  if (axes.empty()) return {dy};
  AxisAttr forward = Axis(axes[0]), backward = forward;
  forward.exclusive = backward.exclusive = backward.reverse = true;
  auto others = [&](ValueId x) {
    return v.b.Mul(v.Op(OpKind::kCumProd, {x}, forward), v.Op(OpKind::kCumProd, {x}, backward));
  };
  if (axes.size() == 1) return {v.b.Mul(dy, v.Conj(others(v.x())))};
  // Reduced dimensions to the front, joined: [reduced, rest...].
  int r = v.rank(v.x());
  std::vector<int64_t> permutation = axes, rest;
  for (int i = 0; i < r; ++i)
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) rest.push_back(i);
  permutation.insert(permutation.end(), rest.begin(), rest.end());
  std::vector<int64_t> inverse(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i) inverse[size_t(permutation[i])] = int64_t(i);
  ValueId moved = v.b.Transpose(v.x(), permutation);
  ValueId shape = v.b.ShapeOf(v.x());
  ValueId count = v.Op(OpKind::kProd, {v.Op(OpKind::kGather, {shape, v.b.Ints(axes)}, Axis(0))}, AxesAttr{{0}, true});
  std::vector<ValueId> parts{count};
  if (!rest.empty()) parts.push_back(v.Op(OpKind::kGather, {shape, v.b.Ints(rest)}, Axis(0)));
  ValueId joined = v.Op(OpKind::kReshape, {moved, v.Op(OpKind::kConcat, parts, Axis(0))});
  forward.axis = backward.axis = 0;
  ValueId product = v.b.Transpose(v.b.ReshapeLike(others(joined), moved), inverse);
  return {v.b.Mul(dy, v.Conj(product))};
}

std::vector<ValueId> VjpReduceMax(const VjpInput& in) { return ShareAmongEqual(in); }
std::vector<ValueId> VjpReduceMin(const VjpInput& in) { return ShareAmongEqual(in); }

std::vector<ValueId> VjpCumSum(const VjpInput& in) {
  Vjp v(in);
  AxisAttr attr = Cumulative(v);
  attr.reverse = !attr.reverse;
  return {v.Op(OpKind::kCumSum, {v.dy()}, attr)};
}

// TensorFlow divides by the input (0 where that is 0), so the cotangent at a zero itself is lost there and here.
std::vector<ValueId> VjpCumProd(const VjpInput& in) {
  Vjp v(in);
  AxisAttr attr = Cumulative(v);
  ValueId product = attr.exclusive ? v.y() : v.Op(OpKind::kCumProd, {v.x()}, attr);
  attr.reverse = !attr.reverse;
  ValueId sums = v.Op(OpKind::kCumSum, {v.b.Mul(v.Conj(product), v.dy())}, attr);
  return {v.DivNoNan(sums, v.Conj(v.x()))};
}

std::vector<ValueId> VjpSumTo(const VjpInput& in) {
  Vjp v(in);
  return {v.BroadcastLike(v.dy(), v.x()), {}};
}

}  // namespace lathe::ir
