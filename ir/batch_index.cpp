// Batch rules of gathers, scatters, segments and lookups: batch_dims where the operation has them, else the element's
// number as one more leading coordinate.
#include "ir/batch_util.h"
#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {
// Coordinates with the number of the element in front.
ValueId WithLane(Batch& v, ValueId indices) {
  const Type type = v.b.module().type(indices);
  if (!type.shape.ranked || v.failed()) return indices;
  int64_t rank = type.shape.rank();  // [B, outer..., coordinates]
  ValueId lanes = v.Lanes(type.dtype, rank - 1);  // [B, 1..., 1]
  std::vector<int64_t> outer;
  for (int64_t i = 0; i < rank - 1; ++i) outer.push_back(i);
  ValueId shape = v.Op(OpKind::kGather, {v.b.ShapeOf(indices), v.b.Ints(outer)}, Axis(0));
  ValueId column = v.Op(OpKind::kConcat, {shape, v.b.Ints({1})}, Axis(0));
  return v.Op(OpKind::kConcat, {v.Op(OpKind::kBroadcastTo, {lanes, column}), indices}, Axis(rank - 1));
}
}  // namespace

BatchResult BatchGather(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked(0) || !v.ranked(1)) return std::nullopt;
  AxisAttr attr = std::get<AxisAttr>(v.attrs());
  int64_t axis = FromEnd(attr.axis, v.rank(0)), batch = FromEnd(attr.batch_dims, v.rank(1));
  if (v.batched(0) && !v.batched(1) && batch == 0) return v.Same({v.x(0), v.x(1)}, Axis(axis + 1));
  if (!v.batched(0) && batch == 0) return v.One(v.MoveToFront(v.Op(OpKind::kGather, {v.x(0), v.x(1)}, Axis(axis)), axis));
  return v.Same({v.Tiled(0), v.Tiled(1)}, Axis(axis + 1, batch + 1));
}

BatchResult BatchGatherGrad(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked(0) || !v.ranked(1)) return std::nullopt;
  AxisAttr attr = std::get<AxisAttr>(v.attrs());
  int64_t axis = FromEnd(attr.axis, v.rank(0)), batch = FromEnd(attr.batch_dims, v.rank(1));
  if (!v.batched(1) && batch == 0) return v.Same({v.Tiled(0), v.x(1), v.Tiled(2)}, Axis(axis + 1));
  return v.Same({v.Tiled(0), v.Tiled(1), v.Tiled(2)}, Axis(axis + 1, batch + 1));
}

BatchResult BatchGatherNd(const BatchInput& in) {
  Batch v(in);
  int64_t batch = std::get<AxisAttr>(v.attrs()).batch_dims;
  if (!v.batched(0) && batch == 0) return v.Same({v.x(0), v.x(1)}, Axis(0));
  return v.Same({v.Tiled(0), v.Tiled(1)}, Axis(0, batch + 1));
}

BatchResult BatchScatterNd(const BatchInput& in) {
  Batch v(in);
  if (v.batched(2)) return std::nullopt;
  ValueId indices = WithLane(v, v.Tiled(0));
  return v.Same({indices, v.Tiled(1), v.WithSize(v.x(2))}, v.attrs());
}

BatchResult BatchTensorScatter(const BatchInput& in) {
  Batch v(in);
  ValueId indices = WithLane(v, v.Tiled(1));
  return v.Same({v.Tiled(0), indices, v.Tiled(2)}, v.attrs());
}

BatchResult BatchWhere(const BatchInput&) { return std::nullopt; }
BatchResult BatchUnique(const BatchInput&) { return std::nullopt; }
BatchResult BatchBincount(const BatchInput&) { return std::nullopt; }

// Every element its own range of segments: ids + number * count; negative ids stay so (dropped), ids that are too large
// stay out of range of all.
BatchResult BatchUnsortedSegment(const BatchInput& in) {
  Batch v(in);
  if (v.batched(2) || !v.ranked(0) || !v.ranked(1)) return std::nullopt;
  ValueId data = v.Tiled(0), ids = v.Tiled(1);
  DType type = v.b.module().type(ids).dtype;
  ValueId count = v.b.Cast(v.x(2), type), lanes = v.Lanes(type, v.rank(1));
  ValueId total = v.Op(OpKind::kMul, {count, v.b.Cast(v.size(), type)});
  ValueId own = v.Op(OpKind::kAdd, {ids, v.Op(OpKind::kMul, {lanes, count})});
  ValueId negative = v.Op(OpKind::kLt, {ids, v.b.ScalarLike(ids, 0)});
  ValueId large = v.Op(OpKind::kGe, {ids, count});
  ValueId chosen = v.Op(OpKind::kSelect, {negative, v.b.ScalarLike(ids, -1), v.Op(OpKind::kSelect, {large, total, own})});
  ValueId flat = v.Op(OpKind::kUnsortedSegment, {data, chosen, v.b.Cast(total, v.type(2).dtype)}, v.attrs());
  if (v.failed()) return std::nullopt;
  // [B * count, rest] -> [B, count, rest]
  const Shape shape = v.b.module().type(flat).shape;
  if (!shape.ranked) return std::nullopt;
  std::vector<int64_t> rest;
  for (int i = 1; i < shape.rank(); ++i) rest.push_back(i);
  std::vector<ValueId> parts{v.Op(OpKind::kReshape, {v.size(), v.b.Ints({1})}),
                             v.Op(OpKind::kReshape, {v.b.Cast(v.x(2), DType::kInt32), v.b.Ints({1})})};
  if (!rest.empty()) parts.push_back(v.Op(OpKind::kGather, {v.b.ShapeOf(flat), v.b.Ints(rest)}, Axis(0)));
  return v.One(v.Op(OpKind::kReshape, {flat, v.Op(OpKind::kConcat, parts, Axis(0))}));
}

BatchResult BatchOneHot(const BatchInput& in) {
  Batch v(in);
  if (v.batched(1) || !v.ranked(0)) return std::nullopt;
  AxisAttr attr = std::get<AxisAttr>(v.attrs());
  attr.axis = FromEnd(attr.axis, v.rank(0) + 1) + 1;
  ValueId indices = v.Tiled(0);
  if (!v.batched(2) && !v.batched(3)) return v.Same({indices, v.x(1), v.x(2), v.x(3)}, attr);
  ValueId hot = v.Op(OpKind::kOneHot, {indices, v.x(1), v.b.Scalar(DType::kBool, true), v.b.Scalar(DType::kBool, false)}, attr);
  auto value = [&](size_t i) { return v.batched(i) ? v.Align(v.x(i), 0, v.rank(0) + 1) : v.x(i); };
  return v.One(v.Op(OpKind::kSelect, {hot, value(2), value(3)}));
}

BatchResult BatchSearchSorted(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked(0) || !v.ranked(1)) return std::nullopt;
  if (!v.batched(0) && v.rank(0) == 1) return v.Same({v.x(0), v.x(1)}, v.attrs());
  if (v.rank(0) != v.rank(1)) {
    if (v.rank(0) != 1) return std::nullopt;
    // Values of any shape against one vector per element: flattened and back.
    ValueId values = v.Tiled(1);
    ValueId flat = v.Op(OpKind::kReshape, {values, v.Op(OpKind::kConcat, {v.Op(OpKind::kReshape, {v.size(), v.b.Ints({1})}),
                                                                         v.b.Ints({-1})}, Axis(0))});
    ValueId found = v.Op(OpKind::kSearchSorted, {v.Tiled(0), flat}, v.attrs());
    return v.One(v.Op(OpKind::kReshapeLike, {found, values}));
  }
  return v.Same({v.Tiled(0), v.Tiled(1)}, v.attrs());
}

}  // namespace lathe::ir
