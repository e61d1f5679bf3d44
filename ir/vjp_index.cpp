// Derivatives of gathers, scatters, segment reductions and sorting.
#include <numeric>

#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {

// Cotangent of `x` where `indices` name positions along `axis`, one set per slice of all other dimensions: both moved so
// that the axis comes last, accumulated there, moved back.
ValueId Unpick(const Vjp& v, ValueId x, ValueId indices, ValueId dy, int64_t axis) {
  int64_t r = v.rank(x);
  std::vector<int64_t> swap(static_cast<size_t>(r));
  std::iota(swap.begin(), swap.end(), 0);
  std::swap(swap[size_t(axis)], swap[size_t(r - 1)]);
  ValueId grad = v.Op(OpKind::kGatherGrad,
                      {v.b.Transpose(x, swap), v.b.Transpose(indices, swap), v.b.Transpose(dy, swap)}, Axis(r - 1, r - 1));
  return v.b.Transpose(grad, swap);
}

// Segment ids with those below 0 (dropped by the reduction) replaced by 0, and the mask of the others, shaped to
// broadcast against data.
struct Ids {
  ValueId safe, valid;
};
Ids SafeIds(const Vjp& v) {
  ValueId ids = v.x(1);
  ValueId valid = v.Op(OpKind::kGe, {ids, v.C(ids, 0)});
  Ids out{v.b.Select(valid, ids, v.C(ids, 0)), valid};
  for (int r = v.rank(ids); r < v.rank(v.x(0)); ++r) out.valid = v.b.ExpandDims(out.valid, r);
  return out;
}

ValueId GatherRows(const Vjp& v, ValueId rows, const Ids& ids) {
  ValueId picked = v.Op(OpKind::kGather, {rows, ids.safe}, Axis(0));
  return v.b.Select(ids.valid, picked, v.C(picked, 0));
}

ValueId SegmentSum(const Vjp& v, ValueId data) {
  return v.Op(OpKind::kUnsortedSegment, {data, v.x(1), v.x(2)}, ParamsAttr{{0}, {}, {}, {}});
}

// TensorFlow's formula: the product divided by the element; where that is 0, the product of the other elements.
ValueId SegmentProd(const Vjp& v, const Ids& ids) {
  ValueId x = v.x(0);
  ValueId is_zero = v.Op(OpKind::kEq, {x, v.C(x, 0)});
  ValueId zeros = SegmentSum(v, v.b.Cast(is_zero, DType::kInt32));
  ValueId several = v.Op(OpKind::kGt, {zeros, v.C(zeros, 1)});
  ValueId dy = v.b.Select(several, v.C(v.dy(), 0), v.dy());
  ValueId without = v.b.Select(is_zero, v.C(x, 1), x);
  ValueId others = v.Op(OpKind::kUnsortedSegment, {without, v.x(1), v.x(2)}, ParamsAttr{{3}, {}, {}, {}});
  ValueId partial = v.b.Select(is_zero, GatherRows(v, others, ids), v.b.Div(GatherRows(v, v.y(), ids), without));
  return v.b.Mul(GatherRows(v, dy, ids), partial);
}

}  // namespace

std::vector<ValueId> VjpGather(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kGatherGrad, {v.x(0), v.x(1), v.dy()}, v.attrs()), {}};
}

std::vector<ValueId> VjpGatherGrad(const VjpInput& in) {
  Vjp v(in);
  return {{}, {}, v.Op(OpKind::kGather, {v.dy(), v.x(1)}, v.attrs())};
}

std::vector<ValueId> VjpGatherNd(const VjpInput& in) {
  Vjp v(in);
  int64_t batch = std::get<AxisAttr>(v.attrs()).batch_dims;
  ValueId indices = v.x(1);
  // Batch dimensions become leading coordinates.
  if (batch > 0) {
    int r = v.rank(indices);
    DType type = v.dtype(indices);
    AxesAttr last{{r - 1}, false};
    ValueId shape = v.b.ShapeOf(indices, type);
    std::vector<int64_t> lead(static_cast<size_t>(r - 1));
    std::iota(lead.begin(), lead.end(), 0);
    ValueId one = v.b.Scalar(type, 1);
    ValueId outer = v.Op(OpKind::kConcat,
                         {v.Op(OpKind::kGather, {shape, v.b.Ints(lead)}, Axis(0)),
                          v.Op(OpKind::kReshape, {one, v.b.Ints({1})})},
                         Axis(0));
    std::vector<ValueId> parts;
    for (int64_t k = 0; k < batch; ++k) {
      ValueId extent = v.Op(OpKind::kGather, {shape, v.b.Scalar(DType::kInt32, k)}, Axis(0));
      ValueId range = v.Op(OpKind::kRange, {v.b.Scalar(type, 0), extent, one});
      std::vector<int64_t> column(size_t(r), 1);
      column[size_t(k)] = -1;
      parts.push_back(v.Op(OpKind::kBroadcastTo, {v.Op(OpKind::kReshape, {range, v.b.Ints(column)}), outer}));
    }
    parts.push_back(indices);
    indices = v.Op(OpKind::kConcat, parts, Axis(r - 1));
  }
  ValueId shape = v.b.ShapeOf(v.x(0), v.dtype(v.x(1)));
  return {v.b.ReshapeLike(v.Op(OpKind::kScatterNd, {indices, v.dy(), shape}), v.x(0)), {}};
}

std::vector<ValueId> VjpScatterNd(const VjpInput& in) {
  Vjp v(in);
  return {{}, v.Op(OpKind::kGatherNd, {v.dy(), v.x(0)}, Axis(0)), {}};
}

std::vector<ValueId> VjpTensorScatter(const VjpInput& in) {
  Vjp v(in);
  int64_t mode = std::get<ParamsAttr>(v.attrs()).ints[0];
  ValueId tensor = v.x(0), indices = v.x(1), updates = v.x(2);
  auto gathered = [&](ValueId from) { return v.Op(OpKind::kGatherNd, {from, indices}, Axis(0)); };
  std::vector<ValueId> out(3);
  switch (mode) {
    case 0: {
      ParamsAttr set{{0}, {}, {}, {}};
      if (v.wanted(0)) out[0] = v.Op(OpKind::kTensorScatter, {v.dy(), indices, v.b.ZerosLike(updates)}, set);
      if (v.wanted(2)) out[2] = gathered(v.dy());
      return out;
    }
    case 1: return {v.dy(), {}, v.wanted(2) ? gathered(v.dy()) : ValueId{}};
    case 2: return {v.dy(), {}, v.wanted(2) ? v.b.Neg(gathered(v.dy())) : ValueId{}};
    case 3:
    case 4: {
      DType type = v.dtype(v.dy());
      ValueId kept = v.b.Cast(v.Op(OpKind::kEq, {tensor, v.y()}), type);
      ValueId taken = v.b.Cast(v.Op(OpKind::kEq, {updates, gathered(v.y())}), type);
      ValueId all = v.b.Add(kept, v.Op(OpKind::kScatterNd, {indices, taken, v.b.ShapeOf(v.y(), v.dtype(indices))}));
      if (v.wanted(0)) out[0] = v.b.Mul(v.dy(), v.b.Div(kept, all));
      if (v.wanted(2)) out[2] = v.b.Mul(gathered(v.b.Div(v.dy(), all)), taken);
      return out;
    }
    default: return {};
  }
}

std::vector<ValueId> VjpUnsortedSegment(const VjpInput& in) {
  Vjp v(in);
  int64_t mode = std::get<ParamsAttr>(v.attrs()).ints[0];
  Ids ids = SafeIds(v);
  if (mode == 0) return {GatherRows(v, v.dy(), ids), {}, {}};
  if (mode == 3) return {SegmentProd(v, ids), {}, {}};
  ValueId selected = v.Op(OpKind::kAnd, {v.Op(OpKind::kEq, {v.x(0), GatherRows(v, v.y(), ids)}), ids.valid});
  ValueId count = SegmentSum(v, v.b.Cast(selected, v.dtype(v.dy())));
  ValueId share = GatherRows(v, v.b.Div(v.dy(), count), ids);
  return {v.b.Select(selected, share, v.C(share, 0)), {}, {}};
}

std::vector<ValueId> VjpSort(const VjpInput& in) {
  Vjp v(in);
  AxisAttr attr = std::get<AxisAttr>(v.attrs());
  if (attr.axis < 0) attr.axis += v.rank(v.x());
  ValueId order = v.Op(OpKind::kArgSort, {v.x()}, attr);
  return {Unpick(v, v.x(), order, v.dy(), attr.axis)};
}

std::vector<ValueId> VjpTopK(const VjpInput& in) {
  Vjp v(in);
  return {Unpick(v, v.x(0), v.y(1), v.dy(0), v.rank(v.x(0)) - 1), {}};
}

}  // namespace lathe::ir
