// Batch rules of shapes and data movement. Shapes, extents and permutations must not depend on the element (else there is
// no rule: the result would be ragged).
#include "ir/batch_util.h"
#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {
BatchResult ShiftedAxes(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked()) return std::nullopt;
  AxesAttr attr = std::get<AxesAttr>(v.attrs());
  for (int64_t& axis : attr.axes) axis = FromEnd(axis, v.rank()) + 1;
  return v.Same({v.x(0)}, attr);
}
bool AnyBatched(const Batch& v, std::initializer_list<size_t> operands) {
  for (size_t i : operands)
    if (v.batched(i)) return true;
  return false;
}
}  // namespace

BatchResult BatchShapeOf(const BatchInput& in) {
  Batch v(in);
  return v.One(v.ElementShape(v.x(0), std::get<DTypeAttr>(v.attrs()).dtype), false);
}

BatchResult BatchDimOf(const BatchInput& in) {
  Batch v(in);
  AxisAttr attr = std::get<AxisAttr>(v.attrs());
  ++attr.axis;
  return v.One(v.Op(OpKind::kDimOf, {v.x(0)}, attr), false);
}

BatchResult BatchReshape(const BatchInput& in) {
  Batch v(in);
  if (v.batched(1)) return std::nullopt;
  const Type result = v.result_type();
  ValueId shape = v.x(1);
  if (result.shape.fully_known()) shape = v.b.Ints(result.shape.dims);  // so that -1 is not ambiguous for no elements
  return v.One(v.Op(OpKind::kReshape, {v.x(0), v.WithSize(shape)}));
}

BatchResult BatchReshapeLike(const BatchInput& in) {
  Batch v(in);
  if (v.batched(0) && v.batched(1)) return v.Same({v.x(0), v.x(1)}, v.attrs());
  if (v.batched(0)) return v.One(v.Op(OpKind::kReshape, {v.x(0), v.WithSize(v.b.ShapeOf(v.x(1)))}));
  return v.One(v.Op(OpKind::kReshape, {v.x(0), v.ElementShape(v.x(1))}), false);
}

BatchResult BatchExpandDims(const BatchInput& in) {
  Batch v(in);
  AxisAttr attr = std::get<AxisAttr>(v.attrs());
  if (attr.axis < 0) attr.axis += v.rank() + 1;
  ++attr.axis;
  return v.Same({v.x(0)}, attr);
}

BatchResult BatchSqueeze(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked()) return std::nullopt;
  AxesAttr attr = std::get<AxesAttr>(v.attrs());
  bool named = !attr.axes.empty();
  for (int64_t& axis : attr.axes) axis = FromEnd(axis, v.rank()) + 1;
  for (int64_t i = 0; !named && i < v.rank(); ++i) {
    Dim d = v.type().shape.dims[size_t(i)];
    if (!IsKnown(d)) return std::nullopt;
    if (d == 1) attr.axes.push_back(i + 1);
  }
  if (attr.axes.empty()) return v.One(v.x(0));
  return v.Same({v.x(0)}, attr);
}

BatchResult BatchSetShape(const BatchInput& in) {
  Batch v(in);
  TypeAttr attr = std::get<TypeAttr>(v.attrs());
  const Shape whole = v.b.module().type(v.x(0)).shape;
  if (attr.type.shape.ranked)
    attr.type.shape.dims.insert(attr.type.shape.dims.begin(), whole.ranked ? whole.dims[0] : kUnknown);
  return v.Same({v.x(0)}, attr);
}

BatchResult BatchBroadcastTo(const BatchInput& in) {
  Batch v(in);
  const Shape length = v.type(1).shape;
  if (v.batched(1) || !v.ranked(0) || !length.ranked || !IsKnown(length.dims[0])) return std::nullopt;
  return v.One(v.Op(OpKind::kBroadcastTo, {v.Aligned(0, length.dims[0]), v.WithSize(v.x(1))}));
}

BatchResult BatchBroadcastShape(const BatchInput&) { return std::nullopt; }

BatchResult BatchTranspose(const BatchInput& in) {
  Batch v(in);
  AxesAttr attr = std::get<AxesAttr>(v.attrs());
  for (int64_t& axis : attr.axes) ++axis;
  attr.axes.insert(attr.axes.begin(), 0);
  return v.Same({v.x(0)}, attr);
}

BatchResult BatchReverse(const BatchInput& in) { return ShiftedAxes(in); }

BatchResult BatchConcat(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked()) return std::nullopt;
  AxisAttr attr = std::get<AxisAttr>(v.attrs());
  attr.axis = FromEnd(attr.axis, v.rank()) + 1;
  std::vector<ValueId> operands;
  for (size_t i = 0; i < v.operands(); ++i) operands.push_back(v.Tiled(i));
  return v.Same(std::move(operands), attr);
}

BatchResult BatchConcatGrad(const BatchInput& in) { return BatchConcat(in); }

BatchResult BatchStack(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked()) return std::nullopt;
  AxisAttr attr = std::get<AxisAttr>(v.attrs());
  attr.axis = FromEnd(attr.axis, v.rank() + 1) + 1;
  std::vector<ValueId> operands;
  for (size_t i = 0; i < v.operands(); ++i) operands.push_back(v.Tiled(i));
  return v.Same(std::move(operands), attr);
}

namespace {
// Paddings with a row of zeros in front.
ValueId WithRow(Batch& v, ValueId paddings) {
  ValueId row = v.b.Cast(v.Op(OpKind::kReshape, {v.b.Ints({0, 0}), v.b.Ints({1, 2})}), v.b.module().type(paddings).dtype);
  return v.Op(OpKind::kConcat, {row, paddings}, Axis(0));
}
}  // namespace

BatchResult BatchPad(const BatchInput& in) {
  Batch v(in);
  if (v.batched(1) || !v.ranked(0)) return std::nullopt;
  ValueId x = v.Tiled(0), paddings = WithRow(v, v.x(1));
  if (!v.batched(2)) return v.One(v.Op(OpKind::kPad, {x, paddings, v.x(2)}));
  // Each element its own value: selected where padding is.
  ValueId some = v.b.ScalarLike(v.x(2), 0);
  ValueId padded = v.Op(OpKind::kPad, {x, paddings, some});
  ValueId inside = v.Op(OpKind::kBroadcastTo, {v.b.Scalar(DType::kBool, true), v.b.ShapeOf(x)});
  ValueId mask = v.Op(OpKind::kPad, {inside, paddings, v.b.Scalar(DType::kBool, false)});
  return v.One(v.Op(OpKind::kSelect, {mask, padded, v.Align(v.x(2), 0, v.rank(0))}));
}

BatchResult BatchMirrorPad(const BatchInput& in) {
  Batch v(in);
  if (v.batched(1)) return std::nullopt;
  return v.Same({v.x(0), WithRow(v, v.x(1))}, v.attrs());
}

BatchResult BatchTile(const BatchInput& in) {
  Batch v(in);
  if (v.batched(1)) return std::nullopt;
  return v.Same({v.x(0), v.WithFirst(v.x(1), 1)}, v.attrs());
}

BatchResult BatchRange(const BatchInput&) { return std::nullopt; }
BatchResult BatchLinspace(const BatchInput&) { return std::nullopt; }

BatchResult BatchRoll(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked()) return std::nullopt;
  AxesAttr attr = std::get<AxesAttr>(v.attrs());
  for (int64_t& axis : attr.axes) axis = FromEnd(axis, v.rank()) + 1;
  if (!v.batched(1)) return v.Same({v.x(0), v.x(1)}, attr);
  if (attr.axes.size() != 1) return std::nullopt;
  // Each element its own shift: element i comes from (i - shift) mod n.
  int64_t axis = attr.axes[0];
  ValueId x = v.Tiled(0), shift = v.x(1);
  ValueId n = v.b.Cast(v.Op(OpKind::kDimOf, {x}, Axis(axis)), DType::kInt32);
  ValueId positions = v.Op(OpKind::kRange, {v.b.Scalar(DType::kInt32, 0), n, v.b.Scalar(DType::kInt32, 1)});
  ValueId column = v.b.Cast(v.Op(OpKind::kReshape, {shift, v.b.Ints({-1, 1})}), DType::kInt32);
  ValueId safe = v.Op(OpKind::kMax, {n, v.b.Scalar(DType::kInt32, 1)});
  ValueId from = v.Op(OpKind::kFloorMod, {v.Op(OpKind::kSub, {positions, column}), safe});
  return v.One(v.Op(OpKind::kGather, {x, from}, Axis(axis, 1)));
}

// ---- slices ----
namespace {

SliceAttr Shifted(SliceAttr attr) {
  attr.begin_mask = attr.begin_mask << 1 | 1;
  attr.end_mask = attr.end_mask << 1 | 1;
  attr.ellipsis_mask <<= 1;
  attr.new_axis_mask <<= 1;
  attr.shrink_axis_mask <<= 1;
  return attr;
}

// How a slice with bounds that vary reads its input: per dimension that is not read whole, the positions [B, n] (or [B] for
// a single index).
struct Pick {
  int64_t axis;        // of the element
  ValueId positions;
  bool single;
};

// Column `i` of the bounds, [B].
ValueId Column(Batch& v, ValueId bounds, int64_t i) {
  return v.Op(OpKind::kGather, {bounds, v.b.Scalar(DType::kInt32, i)}, Axis(1));
}

// `begin` counted from the start and the `extent` positions from there, by `stride`.
Pick PickOf(Batch& v, ValueId x, int64_t axis, ValueId begin, int64_t stride, std::optional<Dim> extent) {
  DType type = v.b.module().type(begin).dtype;
  ValueId n = v.b.Cast(v.Op(OpKind::kDimOf, {x}, Axis(axis + 1)), type);
  ValueId negative = v.Op(OpKind::kLt, {begin, v.b.ScalarLike(begin, 0)});
  ValueId from = v.Op(OpKind::kSelect, {negative, v.Op(OpKind::kAdd, {begin, n}), begin});
  if (!extent) return {axis, from, true};
  ValueId steps = v.b.Cast(v.Op(OpKind::kRange, {v.b.Scalar(DType::kInt32, 0), v.b.Scalar(DType::kInt32, *extent),
                                                 v.b.Scalar(DType::kInt32, 1)}),
                           type);
  if (stride != 1) steps = v.Op(OpKind::kMul, {steps, v.b.ScalarLike(steps, double(stride))});
  ValueId column = v.Op(OpKind::kReshape, {from, v.b.Ints({-1, 1})});
  return {axis, v.Op(OpKind::kAdd, {column, steps}), false};
}

ValueId Read(Batch& v, ValueId x, const std::vector<Pick>& picks) {
  int64_t removed = 0;
  for (const Pick& pick : picks) {
    x = v.Op(OpKind::kGather, {x, pick.positions}, Axis(pick.axis + 1 - removed, 1));
    removed += pick.single;
  }
  return x;
}

// The picks of a slice with bounds that vary, which gives `out` for one element; nullopt: its extents are not known.
std::optional<std::vector<Pick>> PicksOf(Batch& v, ValueId x, const Shape& out) {
  const SliceAttr attr = std::get<SliceAttr>(v.attrs());
  if (!v.b.ConstantOf(v.x(3)) || attr.ellipsis_mask || attr.new_axis_mask || !v.ranked(0)) return std::nullopt;
  const Literal strides = *v.b.ConstantOf(v.x(3));  // a copy: emission moves the operations
  ValueId begins = v.Tiled(1);
  std::vector<Pick> picks;
  if (!out.ranked) return std::nullopt;
  size_t at = 0;
  for (int64_t i = 0; i < strides.count(); ++i) {
    int64_t stride = strides.IntAt(i);
    bool single = attr.shrink_axis_mask >> i & 1;
    bool whole = (attr.begin_mask >> i & 1) && (attr.end_mask >> i & 1) && stride == 1;
    if (single) {
      picks.push_back(PickOf(v, x, i, Column(v, begins, i), 1, std::nullopt));
      continue;
    }
    Dim extent = at < out.dims.size() ? out.dims[at] : kUnknown;
    ++at;
    if (whole) continue;
    if (!IsKnown(extent) || (attr.begin_mask >> i & 1)) return std::nullopt;
    picks.push_back(PickOf(v, x, i, Column(v, begins, i), stride, extent));
  }
  return picks;
}

}  // namespace

BatchResult BatchStridedSlice(const BatchInput& in) {
  Batch v(in);
  if (v.batched(3)) return std::nullopt;
  if (!AnyBatched(v, {1, 2}))
    return v.Same({v.x(0), v.WithFirst(v.x(1), 0), v.WithFirst(v.x(2), 0), v.WithFirst(v.x(3), 1)},
                  Shifted(std::get<SliceAttr>(v.attrs())));
  ValueId x = v.Tiled(0);
  auto picks = PicksOf(v, x, v.result_type().shape);
  if (!picks) return std::nullopt;
  return v.One(Read(v, x, *picks));
}

BatchResult BatchStridedSliceGrad(const BatchInput& in) {
  Batch v(in);
  if (v.batched(3)) return std::nullopt;
  if (!AnyBatched(v, {1, 2}))
    return v.Same({v.Tiled(0), v.WithFirst(v.x(1), 0), v.WithFirst(v.x(2), 0), v.WithFirst(v.x(3), 1), v.Tiled(4)},
                  Shifted(std::get<SliceAttr>(v.attrs())));
  // Backwards through the reads that the slice is made of.
  std::vector<ValueId> before{v.Tiled(0)};
  auto picks = PicksOf(v, before[0], v.type(4).shape);
  if (!picks) return std::nullopt;
  std::vector<int64_t> axes;
  int64_t removed = 0;
  for (const Pick& pick : *picks) {
    axes.push_back(pick.axis + 1 - removed);
    removed += pick.single;
    before.push_back(v.Op(OpKind::kGather, {before.back(), pick.positions}, Axis(axes.back(), 1)));
  }
  ValueId grad = v.Tiled(4);
  for (size_t i = picks->size(); i-- > 0;)
    grad = v.Op(OpKind::kGatherGrad, {before[i], (*picks)[i].positions, grad}, Axis(axes[i], 1));
  return v.One(grad);
}

BatchResult BatchStridedSliceUpdate(const BatchInput& in) {
  Batch v(in);
  if (AnyBatched(v, {1, 2, 3}) || !v.ranked(4)) return std::nullopt;
  ValueId value = v.x(4);
  if (v.batched(4)) {
    // The rank of the slice, so that the value aligns with it behind the map's dimension.
    const Operation& op = v.op();
    std::vector<ValueId> read(op.operands.begin(), op.operands.begin() + 4);
    InferResult slice = RowOf(OpKind::kStridedSlice).infer(InferInput{v.source(), read, op.attrs, OpKind::kStridedSlice});
    if (slice.error || !slice.types[0].shape.ranked) return std::nullopt;
    value = v.Aligned(4, slice.types[0].shape.rank());
  }
  return v.Same({v.Tiled(0), v.WithFirst(v.x(1), 0), v.WithFirst(v.x(2), 0), v.WithFirst(v.x(3), 1), value},
                Shifted(std::get<SliceAttr>(v.attrs())));
}

BatchResult BatchSlice(const BatchInput& in) {
  Batch v(in);
  if (v.batched(2)) return std::nullopt;
  if (!v.batched(1)) return v.Same({v.x(0), v.WithFirst(v.x(1), 0), v.WithFirst(v.x(2), -1)}, v.attrs());
  const Shape out = v.result_type().shape;
  if (!v.ranked(0) || !out.ranked) return std::nullopt;
  ValueId x = v.Tiled(0);
  std::vector<Pick> picks;
  for (int64_t i = 0; i < v.rank(0); ++i) {
    if (!IsKnown(out.dims[size_t(i)])) return std::nullopt;
    picks.push_back(PickOf(v, x, i, Column(v, v.x(1), i), 1, out.dims[size_t(i)]));
  }
  return v.One(Read(v, x, picks));
}

}  // namespace lathe::ir
