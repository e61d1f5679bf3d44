// tf.gather, tf.where, tf.scatter_nd, …: indexing by tensors.
#include <algorithm>

#include "staging/builtin_tables.h"
#include "staging/tf/subscript.h"

namespace lathe::staging {

namespace {

void NeedInts(Bound& b, size_t i, V v) {
  D d = b.in.module.type(v).dtype;
  if (!ir::IsInteger(d))
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "indices must be ints, not " + std::string(NameOf(d)), b.spans[i]);
}

Value GatherFn(Bound& b) {
  Ops o(b);
  V params = Arg(b, 0), indices = Arg(b, 1);
  NeedInts(b, 1, indices);
  int64_t batch = b.given(4) ? b.in.KnownInt(b[4], "batch_dims", b.spans[4]) : 0;
  int64_t rank = o.rank(params), index_rank = o.rank(indices);
  if (batch < -index_rank || batch > index_rank)
    o.Invalid(DiagnosticKind::kInvalidArgument, "batch_dims " + std::to_string(batch) + " does not fit indices of rank " + std::to_string(index_rank), b.spans[4]);
  int64_t axis = b.given(3) ? b.in.KnownInt(b[3], "axis", b.spans[3]) : batch;
  if (batch < 0) batch += index_rank;
  axis = o.Axis(axis, rank, b.spans[3]);
  if (axis < batch) o.Invalid(DiagnosticKind::kInvalidArgument, "axis must not be smaller than batch_dims", b.spans[4]);
  return o.Out(o.Gather(params, indices, axis, batch));
}

Value GatherNd(Bound& b) {
  Ops o(b);
  V params = Arg(b, 0), indices = Arg(b, 1);
  NeedInts(b, 1, indices);
  int64_t batch = b.given(2) ? b.in.KnownInt(b[2], "batch_dims", b.spans[2]) : 0;
  return o.Out(o(K::kGatherNd, {params, indices}, ir::AxisAttr{0, batch}));
}

Value BooleanMaskFn(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), mask = Arg(b, 1);
  if (o.dtype(mask) != D::kBool)
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "a mask must be bool, not " + std::string(NameOf(o.dtype(mask))), b.spans[1]);
  int64_t axis = b.given(2) ? AxisArg(b, 2, o.rank(x)) : 0;
  return o.Out(BooleanMask(o, x, mask, axis));
}

Value SliceFn(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V begin = b.in.ShapeToTensor(b[1], b.spans[1]), size = b.in.ShapeToTensor(b[2], b.spans[2]);
  if (o.dtype(begin) != o.dtype(size)) {
    begin = o.Cast(begin, D::kInt64);
    size = o.Cast(size, D::kInt64);
  }
  return o.Out(o(K::kSlice, {x, begin, size}));
}

Value StridedSliceFn(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V begin = b.in.ShapeToTensor(b[1], b.spans[1]), end = b.in.ShapeToTensor(b[2], b.spans[2]);
  V strides = b.given(3) ? b.in.ShapeToTensor(b[3], b.spans[3]) : o(K::kBroadcastTo, {o.Like(begin, 1), o.ShapeOf(begin)});
  D widest = o.dtype(begin) == o.dtype(end) && o.dtype(end) == o.dtype(strides) ? o.dtype(begin) : D::kInt64;
  auto mask = [&](size_t i) { return uint32_t(b.in.KnownInt(b[i], "a mask", b.spans[i])); };
  ir::SliceAttr attr{mask(4), mask(5), mask(6), mask(7), mask(8)};
  return o.Out(o(K::kStridedSlice, {x, o.Cast(begin, widest), o.Cast(end, widest), o.Cast(strides, widest)}, attr));
}

Value ScatterNd(Bound& b) {
  Ops o(b);
  V indices = Arg(b, 0), updates = Arg(b, 1), shape = b.in.ShapeToTensor(b[2], b.spans[2]);
  NeedInts(b, 0, indices);
  return o.Out(o(K::kScatterNd, {indices, updates, o.Cast(shape, o.dtype(indices) == D::kInt64 ? D::kInt64 : D::kInt32)}));
}

template <int mode>
Value TensorScatter(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), indices = Arg(b, 1), updates = Arg(b, 2, o.dtype(x));
  NeedInts(b, 1, indices);
  return o.Out(o(K::kTensorScatter, {x, indices, updates}, ir::ParamsAttr{{mode}, {}, {}, {}}));
}

Value WhereFn(Bound& b) {
  Ops o(b);
  if (b[1].is_none() && b[2].is_none()) {
    V condition = Arg(b, 0);
    if (o.ranked(condition) && o.rank(condition) == 0)
      o.Invalid(DiagnosticKind::kRankMismatch, "where needs a condition of rank 1 or more", b.spans[0]);
    return o.Out(o(K::kWhere, {condition}));
  }
  if (b[1].is_none() || b[2].is_none())
    b.in.Raise(DiagnosticKind::kArgumentMismatch, "ValueError", "where needs both x and y or neither", b.span);
  V condition = Arg(b, 0, D::kBool);
  auto [x, y] = PairArgs(b, 1, 2);
  return o.Out(o.Select(condition, x, y));
}

Value DynamicPartition(Bound& b) {
  Ops o(b);
  V data = Arg(b, 0), partitions = Arg(b, 1);
  int64_t n = b.in.KnownInt(b[2], "num_partitions", b.spans[2]);
  std::vector<V> parts;
  V in_range = o.Reduce(K::kAll, o(K::kAnd, {o(K::kGe, {partitions, o.Like(partitions, 0)}), o(K::kLt, {partitions, o.Like(partitions, double(n))})}), o.AllAxes(partitions), false);
  o.Require(in_range, "InvalidArgumentError", "a partition is out of range");
  for (int64_t i = 0; i < n; ++i) {
    V mask = o.Eq(partitions, o.Like(partitions, double(i)));
    parts.push_back(o.rank(mask) == 0 ? BooleanMask(o, o.ExpandDims(data, 0), o.ExpandDims(mask, 0), 0) : BooleanMask(o, data, mask, 0));
  }
  return o.OutList(parts);
}

Value DynamicStitch(Bound& b) {
  Ops o(b);
  std::vector<Value> index_values = ItemsOf(b.in, b[0], b.spans[0]), data_values = ItemsOf(b.in, b[1], b.spans[1]);
  if (index_values.size() != data_values.size() || index_values.empty())
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "dynamic_stitch needs as many index tensors as data tensors", b.span);
  std::vector<V> indices, data;
  for (size_t i = 0; i < index_values.size(); ++i) {
    V index = b.in.ToTensor(index_values[i], {}, b.spans[0]), value = b.in.ToTensor(data_values[i], {}, b.spans[1]);
    int r = o.rank(index);
    std::vector<V> shape{o.Int(-1)};
    for (int d = r; d < o.rank(value); ++d) shape.push_back(o.DimOf(value, d));
    indices.push_back(o.Reshape(index, std::vector<int64_t>{-1}));
    data.push_back(o.Reshape(value, o.Stack(shape)));
  }
  V index = indices.size() == 1 ? indices[0] : o.Concat(indices, 0), value = data.size() == 1 ? data[0] : o.Concat(data, 0);
  V rows = o.Add(o.Cast(o.Reduce(K::kReduceMax, index, {0}, false), D::kInt32), o.Int(1));
  std::vector<V> shape{rows};
  for (int d = 1; d < o.rank(value); ++d) shape.push_back(o.DimOf(value, d));
  V zeros = o.Zeros(o.Stack(shape), o.dtype(value));
  return o.Out(o(K::kTensorScatter, {zeros, o.ExpandDims(index, 1), value}, ir::ParamsAttr{{0}, {}, {}, {}}));
}

constexpr BuiltinRow kRows[] = {
    {"tf.gather", "params, indices, validate_indices=None, axis=None, batch_dims=0, name=None", GatherFn},
    {"tf.gather_nd", "params, indices, batch_dims=0, name=None, bad_indices_policy=''", GatherNd},
    {"tf.boolean_mask", "tensor, mask, axis=None, name='boolean_mask'", BooleanMaskFn},
    {"tf.slice", "input_, begin, size, name=None", SliceFn},
    {"tf.strided_slice",
     "input_, begin, end, strides=None, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0, shrink_axis_mask=0, var=None, name=None",
     StridedSliceFn},
    {"tf.scatter_nd", "indices, updates, shape, name=None, bad_indices_policy=''", ScatterNd},
    {"tf.tensor_scatter_nd_update", "tensor, indices, updates, name=None, bad_indices_policy=''", TensorScatter<0>},
    {"tf.tensor_scatter_nd_add", "tensor, indices, updates, name=None, bad_indices_policy=''", TensorScatter<1>},
    {"tf.tensor_scatter_nd_sub", "tensor, indices, updates, name=None, bad_indices_policy=''", TensorScatter<2>},
    {"tf.tensor_scatter_nd_max", "tensor, indices, updates, name=None, bad_indices_policy=''", TensorScatter<3>},
    {"tf.tensor_scatter_nd_min", "tensor, indices, updates, name=None, bad_indices_policy=''", TensorScatter<4>},
    {"tf.where", "condition, x=None, y=None, name=None", WhereFn},
    {"tf.dynamic_partition", "data, partitions, num_partitions, name=None", DynamicPartition},
    {"tf.dynamic_stitch", "indices, data, name=None", DynamicStitch},
};

}  // namespace

std::span<const BuiltinRow> TfIndexRows() { return kRows; }

}  // namespace lathe::staging
