// tf.shape, tf.reshape, tf.concat, …: shape, layout and joining.
#include <algorithm>

#include "staging/builtin_tables.h"
#include "staging/lists.h"
#include "staging/literals.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

Value Shape(Bound& b) {
  Ops o(b);
  return o.Out(o.ShapeOf(Arg(b, 0), DTypeArg(b, 1, D::kInt32)));
}

Value ShapeN(Bound& b) {
  Ops o(b);
  std::vector<V> shapes;
  for (V t : ListArg(b, 0)) shapes.push_back(o.ShapeOf(t, DTypeArg(b, 1, D::kInt32)));
  return o.OutList(shapes);
}

Value Size(Bound& b) {
  Ops o(b);
  return o.Out(o.SizeOf(Arg(b, 0), DTypeArg(b, 1, D::kInt32)));
}

Value Rank(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (!o.ranked(x)) return o.Out(o.SizeOf(o.ShapeOf(x, D::kInt32), D::kInt32));
  return o.Out(o.Int(o.rank(x)));
}

Value Reshape(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V shape = b.in.ShapeToTensor(b[1], b.spans[1]);
  return o.Out(o.Reshape(x, shape));
}

Value Transpose(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (b.given(2) && BoolArg(b, 2, "conjugate") && ir::IsComplex(o.dtype(x))) x = o(K::kConj, {x});
  int64_t rank = o.rank(x);
  std::vector<int64_t> order;
  if (b.given(1)) {
    for (int64_t axis : b.in.KnownInts(b[1], "perm", b.spans[1])) order.push_back(o.Axis(axis, rank, b.spans[1]));
    std::vector<int64_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    bool whole = int64_t(sorted.size()) == rank;
    if (!whole)
      o.Invalid(DiagnosticKind::kRankMismatch, "perm has " + std::to_string(order.size()) + " entries for a tensor of rank " + std::to_string(rank), b.spans[1]);
    for (int64_t i = 0; i < rank; ++i)
      if (sorted[size_t(i)] != i) o.Invalid(DiagnosticKind::kInvalidArgument, "perm must name every axis once", b.spans[1]);
  } else {
    for (int64_t i = rank - 1; i >= 0; --i) order.push_back(i);
  }
  return o.Out(o.Transpose(x, std::move(order)));
}

Value ExpandDims(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  return o.Out(o.ExpandDims(x, AxisArg(b, 1, o.rank(x) + 1)));
}

Value Squeeze(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  std::vector<int64_t> axes;
  if (b.given(1)) {
    axes = AxesArg(b, 1, x);
    if (axes.empty()) axes = {};
  }
  if (axes.empty()) {
    for (int i = 0; i < o.rank(x); ++i)
      if (o.dim(x, i) == 1) axes.push_back(i);
    if (axes.empty()) return o.Out(x);
  }
  return o.Out(o.Squeeze(x, std::move(axes)));
}

Value Concat(Bound& b) {
  Ops o(b);
  int64_t axis = b.in.KnownInt(b[1], "axis", b.spans[1]);
  if (auto* list = AsRunTimeList(b.in, b[0])) {
    if (axis != 0) b.in.Fail(DiagnosticKind::kUnsupportedOperand, "tf.concat of a list whose length only run time knows is supported along axis 0 only", b.span);
    return o.Out(o(K::kListConcat, {list->list}));
  }
  std::vector<V> parts = ListArg(b, 0);
  if (parts.empty()) o.Invalid(DiagnosticKind::kInvalidArgument, "concat needs at least one tensor", b.spans[0]);
  for (V p : parts)
    if (o.ranked(p) && o.rank(p) == 0) o.Invalid(DiagnosticKind::kRankMismatch, "concat does not take scalars; use tf.stack", b.spans[0]);
  axis = o.Axis(axis, o.rank(parts[0]), b.spans[1]);
  if (parts.size() == 1) return o.Out(o(K::kIdentity, {parts[0]}));
  return o.Out(o.Concat(std::move(parts), axis));
}

Value Stack(Bound& b) {
  Ops o(b);
  if (AsRunTimeList(b.in, b[0])) {
    V whole = StackRunTimeList(b.in, b[0], b.span);
    int64_t axis = b.in.KnownInt(b[1], "axis", b.spans[1]);
    if (axis == 0) return o.Out(whole);
    axis = o.Axis(axis, o.rank(whole), b.spans[1]);
    std::vector<int64_t> permutation;
    for (int64_t i = 1; i < o.rank(whole); ++i) permutation.push_back(i);
    permutation.insert(permutation.begin() + axis, 0);
    return o.Out(o.Transpose(whole, permutation));
  }
  std::vector<V> parts = ListArg(b, 0);
  if (parts.empty()) b.in.Raise(DiagnosticKind::kInvalidArgument, "IndexError", "stack needs at least one tensor", b.spans[0]);
  return o.Out(o.Stack(parts, AxisArg(b, 1, o.rank(parts[0]) + 1)));
}

std::vector<V> Unstacked(Ops& o, V x, int64_t axis, int64_t n) {
  std::vector<V> parts;
  for (int64_t i = 0; i < n; ++i) parts.push_back(o.Squeeze(o.SliceAxis(x, axis, i, 1), {axis}));
  return parts;
}

Value Unstack(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  int64_t axis = AxisArg(b, 2, o.rank(x));
  int64_t n;
  if (b.given(1)) {
    n = b.in.KnownInt(b[1], "num", b.spans[1]);
    if (ir::IsKnown(o.dim(x, int(axis))) && o.dim(x, int(axis)) != n)
      o.Invalid(DiagnosticKind::kShapeMismatch, "num is " + std::to_string(n) + " but the dimension is " + std::to_string(o.dim(x, int(axis))), b.spans[1]);
  } else {
    if (!ir::IsKnown(o.dim(x, int(axis))))
      b.in.Raise(DiagnosticKind::kDynamicShape, "ValueError", "unstack needs `num` where the dimension is not known", b.span);
    n = o.dim(x, int(axis));
  }
  return o.OutList(Unstacked(o, x, axis, n));
}

Value Split(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  int64_t axis = AxisArg(b, 2, o.rank(x));
  ir::Dim dim = o.dim(x, int(axis));
  std::vector<V> parts;
  bool list = IsSequence(b.in, b[1]) || (b[1].is<Tensor>() && b.in.TypeOf(b[1]).shape.dims.size() == 1);
  if (!list) {
    int64_t n = b.in.KnownInt(b[1], "the number of pieces", b.spans[1]);
    if (n <= 0) o.Invalid(DiagnosticKind::kInvalidArgument, "the number of pieces must be positive, not " + std::to_string(n), b.spans[1]);
    if (ir::IsKnown(dim)) {
      if (dim % n != 0)
        o.Invalid(DiagnosticKind::kInvalidArgument, "a dimension of " + std::to_string(dim) + " does not split into " + std::to_string(n) + " equal pieces", b.spans[1]);
      for (int64_t i = 0; i < n; ++i) parts.push_back(o.SliceAxis(x, axis, i * (dim / n), dim / n));
      return o.OutList(parts);
    }
    V size = o(K::kFloorDiv, {o.DimOf(x, int(axis)), o.Int(n)});
    o.Require(o.Eq(o.Mul(size, o.Int(n)), o.DimOf(x, int(axis))), "InvalidArgumentError", "the dimension does not split evenly");
    for (int64_t i = 0; i < n; ++i) {
      std::vector<V> begin, sizes;
      for (int d = 0; d < o.rank(x); ++d) {
        begin.push_back(d == axis ? o.Mul(size, o.Int(i)) : o.Int(0));
        sizes.push_back(d == axis ? size : o.Int(-1));
      }
      parts.push_back(o(K::kSlice, {x, o.Stack(begin), o.Stack(sizes)}));
    }
    return o.OutList(parts);
  }
  std::vector<int64_t> sizes = b.in.KnownInts(b[1], "the sizes of the pieces", b.spans[1]);
  int64_t total = 0, open = 0;
  for (int64_t s : sizes) {
    if (s == -1) ++open;
    else total += s;
  }
  if (open > 1) o.Invalid(DiagnosticKind::kInvalidArgument, "only one size may be -1", b.spans[1]);
  if (ir::IsKnown(dim) && (open ? total > dim : total != dim))
    o.Invalid(DiagnosticKind::kInvalidArgument, "sizes with the sum " + std::to_string(total) + " do not fit a dimension of " + std::to_string(dim), b.spans[1]);
  if (open && !ir::IsKnown(dim)) b.in.Fail(DiagnosticKind::kDynamicShape, "split with -1 needs a known dimension", b.spans[1]);
  int64_t at = 0;
  for (int64_t s : sizes) {
    if (s == -1) s = dim - total;
    parts.push_back(o.SliceAxis(x, axis, at, s));
    at += s;
  }
  return o.OutList(parts);
}

Value Tile(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  return o.Out(o(K::kTile, {x, b.in.ShapeToTensor(b[1], b.spans[1])}));
}

Value Repeat(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), repeats = o.Cast(Arg(b, 1), D::kInt32);
  int64_t axis = 0;
  if (b.given(2)) axis = AxisArg(b, 2, o.rank(x));
  else if (o.rank(x) != 1) x = o.Reshape(x, std::vector<int64_t>{-1});
  if (o.rank(repeats) == 1 && o.dim(repeats, 0) == 1) repeats = o.Squeeze(repeats, {0});
  if (o.rank(repeats) == 0) {
    // [.., n, ..] -> [.., n, repeats, ..] -> [.., n * repeats, ..]
    V wide = o.ExpandDims(x, axis + 1);
    std::vector<V> counts, shape;
    for (int d = 0; d < o.rank(wide); ++d) counts.push_back(d == axis + 1 ? repeats : o.Int(1));
    for (int d = 0; d < o.rank(x); ++d) shape.push_back(d == axis ? o.Mul(o.DimOf(x, d), repeats) : o.DimOf(x, d));
    return o.Out(o.Reshape(o(K::kTile, {wide, o.Stack(counts)}), o.Stack(shape)));
  }
  V ends = o(K::kCumSum, {repeats}, ir::AxisAttr{0});
  V positions = o.Arange(o.Sum(repeats, {0}));
  V indices = o(K::kSearchSorted, {ends, positions}, ir::ParamsAttr{{1}, {}, {}, {D::kInt32}});
  return o.Out(o.Gather(x, indices, axis));
}

Value Pad(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), paddings = Arg(b, 1);
  std::string mode = StringArg(b, 2, "mode");
  for (char& c : mode) c = char(std::toupper(c));
  if (o.dtype(paddings) != D::kInt32 && o.dtype(paddings) != D::kInt64)
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "paddings must be ints, not " + std::string(NameOf(o.dtype(paddings))), b.spans[1]);
  if (mode == "CONSTANT") {
    V value = o.dtype(x) == D::kString ? o.Text("") : o.dtype(x) == D::kBool ? o.Bool(b.given(3) && b.in.KnownTruth(b[3])) : Arg(b, 3, o.dtype(x));
    return o.Out(o(K::kPad, {x, paddings, value}));
  }
  if (mode != "REFLECT" && mode != "SYMMETRIC")
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "mode must be CONSTANT, REFLECT or SYMMETRIC, not '" + mode + "'", b.spans[2]);
  return o.Out(o(K::kMirrorPad, {x, paddings}, ir::ParamsAttr{{mode == "REFLECT" ? 0 : 1}, {}, {}, {}}));
}

Value BroadcastTo(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  return o.Out(o.BroadcastTo(x, b.in.ShapeToTensor(b[1], b.spans[1])));
}

Value BroadcastDynamicShape(Bound& b) {
  Ops o(b);
  return o.Out(o(K::kBroadcastShape, {b.in.ShapeToTensor(b[0], b.spans[0]), b.in.ShapeToTensor(b[1], b.spans[1])}));
}

Value BroadcastStaticShape(Bound& b) {
  ir::Shape x = b.in.ShapeOfValue(b[0], b.spans[0]), y = b.in.ShapeOfValue(b[1], b.spans[1]);
  auto joined = ir::BroadcastShapes(x, y);
  if (!joined) b.in.Raise(DiagnosticKind::kShapeMismatch, "ValueError", "the shapes " + ToString(x) + " and " + ToString(y) + " do not broadcast", b.span);
  return ShapeValue{*joined};
}

Value Meshgrid(Bound& b) {
  Ops o(b);
  std::string indexing = StringArg(b, 1, "indexing");
  if (indexing != "xy" && indexing != "ij")
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "indexing must be 'xy' or 'ij', not '" + indexing + "'", b.spans[1]);
  std::vector<V> inputs;
  for (const Value& v : b[0].items()) inputs.push_back(o.Reshape(b.in.ToTensor(v, {}, b.span), std::vector<int64_t>{-1}));
  size_t n = inputs.size();
  std::vector<V> dims;
  for (V v : inputs) dims.push_back(o.DimOf(v, 0));
  if (indexing == "xy" && n > 1) std::swap(dims[0], dims[1]);
  std::vector<V> grids;
  for (size_t i = 0; i < n; ++i) {
    size_t axis = indexing == "xy" && n > 1 && i < 2 ? 1 - i : i;
    std::vector<int64_t> shape(n, 1);
    shape[axis] = -1;
    grids.push_back(o.BroadcastTo(o.Reshape(inputs[i], shape), o.Stack(dims)));
  }
  return o.OutList(grids);
}

Value Reverse(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  return o.Out(o(K::kReverse, {x}, ir::AxesAttr{AxesArg(b, 1, x), false}));
}

Value Roll(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), shift = o.Cast(Arg(b, 1), D::kInt32);
  std::vector<int64_t> axes;
  for (int64_t axis : b.in.KnownInts(b[2], "axis", b.spans[2])) axes.push_back(o.Axis(axis, o.rank(x), b.spans[2]));
  if (o.rank(shift) == 0) shift = o.ExpandDims(shift, 0);
  if (ir::IsKnown(o.dim(shift, 0)) && o.dim(shift, 0) != int64_t(axes.size()))
    o.Invalid(DiagnosticKind::kShapeMismatch, "shift and axis must have the same number of entries", b.spans[1]);
  return o.Out(o(K::kRoll, {x, shift}, ir::AxesAttr{std::move(axes), false}));
}

Value EnsureShape(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  ir::Shape shape = b.in.ShapeOfValue(b[1], b.spans[1]);
  if (shape.ranked && o.ranked(x)) {
    bool fits = shape.rank() == o.shape(x).rank();
    for (int d = 0; fits && d < shape.rank(); ++d)
      fits = !ir::IsKnown(shape.dims[size_t(d)]) || !ir::IsKnown(o.dim(x, d)) || shape.dims[size_t(d)] == o.dim(x, d);
    if (!fits)
      o.Invalid(DiagnosticKind::kShapeMismatch, "the shape " + ToString(o.shape(x)) + " does not fit " + ToString(shape), b.spans[1]);
  }
  return o.Out(o(K::kSetShape, {x}, ir::TypeAttr{ir::Type::Tensor(o.dtype(x), shape)}));
}

bool Descending(Bound& b, size_t i) {
  std::string direction = StringArg(b, i, "direction");
  if (direction != "ASCENDING" && direction != "DESCENDING")
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "direction must be 'ASCENDING' or 'DESCENDING', not '" + direction + "'", b.spans[i]);
  return direction == "DESCENDING";
}

template <K kind>
Value Sort(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (o.rank(x) == 0) o.Invalid(DiagnosticKind::kRankMismatch, "sort needs at least one axis", b.spans[0]);
  ir::AxisAttr attr{AxisArg(b, 1, o.rank(x))};
  attr.reverse = Descending(b, 2);
  return o.Out(o(kind, {x}, attr));
}

Value TopK(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), k = o.Cast(Arg(b, 1), D::kInt32);
  std::vector<V> results = o.Many(K::kTopK, {x, k});
  return o.OutNamed("TopKV2", {"values", "indices"}, {results[0], o.Cast(results[1], DTypeArg(b, 3, D::kInt32))});
}

Value Unique(Bound& b) {
  Ops o(b);
  std::vector<V> r = o.Many(K::kUnique, {Arg(b, 0)}, ir::DTypeAttr{DTypeArg(b, 1, D::kInt32)});
  return o.OutNamed("Unique", {"y", "idx"}, {r[0], r[1]});
}

Value UniqueWithCounts(Bound& b) {
  Ops o(b);
  return o.OutNamed("UniqueWithCounts", {"y", "idx", "count"}, o.Many(K::kUnique, {Arg(b, 0)}, ir::DTypeAttr{DTypeArg(b, 1, D::kInt32)}));
}

Value SearchSorted(Bound& b) {
  Ops o(b);
  auto [sorted, values] = PairArgs(b, 0, 1);
  std::string side = StringArg(b, 2, "side");
  if (side != "left" && side != "right")
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "side must be 'left' or 'right', not '" + side + "'", b.spans[2]);
  return o.Out(o(K::kSearchSorted, {sorted, values}, ir::ParamsAttr{{side == "right"}, {}, {}, {DTypeArg(b, 3, D::kInt32)}}));
}

Value InvertPermutation(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V n = o.DimOf(x, 0, o.dtype(x));
  return o.Out(o(K::kScatterNd, {o.ExpandDims(x, 1), o.Arange(n), o.ExpandDims(n, 0)}));
}

Value UnravelIndex(Bound& b) {
  Ops o(b);
  auto [indices, dims] = PairArgs(b, 0, 1);
  V strides = o(K::kCumProd, {dims}, [] { ir::AxisAttr a{0}; a.exclusive = a.reverse = true; return a; }());
  std::vector<int64_t> column(size_t(o.rank(indices) + 1), 1);
  column[0] = -1;
  V at = o(K::kFloorDiv, {o.ExpandDims(indices, 0), o.Reshape(strides, column)});
  return o.Out(o(K::kFloorMod, {at, o.Reshape(dims, column)}));
}

Value IdentityN(Bound& b) {
  Ops o(b);
  std::vector<V> out;
  for (const Value& v : ItemsOf(b.in, b[0], b.spans[0])) out.push_back(o(K::kIdentity, {b.in.ToTensor(v, {}, b.spans[0])}));
  return o.OutList(out);
}

Value ReverseSequence(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), lengths = o.Cast(Arg(b, 1), D::kInt32);
  int rank = o.rank(x);
  int64_t seq = AxisArg(b, 2, rank, "seq_axis");
  int64_t batch = b.given(3) ? AxisArg(b, 3, rank, "batch_axis") : 0;
  // Position i of a row of length n comes from n - 1 - i while i < n.
  V steps = o.Arange(o.DimOf(x, int(seq)));
  V n = o.ExpandDims(lengths, 1), i = o.ExpandDims(steps, 0);
  V source = o.Select(o(K::kLt, {i, n}), o.Sub(o.Sub(n, o.Int(1)), i), i);   // [batch, steps]
  std::vector<int64_t> front{batch, seq};
  for (int64_t d = 0; d < rank; ++d)
    if (d != batch && d != seq) front.push_back(d);
  V moved = o.Gather(o.Transpose(x, front), source, 1, 1);
  std::vector<int64_t> back(front.size());
  for (size_t k = 0; k < front.size(); ++k) back[size_t(front[k])] = int64_t(k);
  return o.Out(o.Transpose(moved, back));
}

constexpr BuiltinRow kRows[] = {
    {"tf.shape", "input, out_type=None, name=None", Shape},
    {"tf.shape_n", "input, out_type=tf.int32, name=None", ShapeN},
    {"tf.size", "input, out_type=None, name=None", Size},
    {"tf.rank", "input, name=None", Rank},
    {"tf.reshape", "tensor, shape, name=None", Reshape},
    {"tf.transpose", "a, perm=None, conjugate=False, name='transpose'", Transpose},
    {"tf.expand_dims", "input, axis, name=None", ExpandDims},
    {"tf.squeeze", "input, axis=None, name=None", Squeeze},
    {"tf.concat", "values, axis, name='concat'", Concat},
    {"tf.stack", "values, axis=0, name='stack'", Stack},
    {"tf.unstack", "value, num=None, axis=0, name='unstack'", Unstack},
    {"tf.split", "value, num_or_size_splits, axis=0, num=None, name='split'", Split},
    {"tf.tile", "input, multiples, name=None", Tile},
    {"tf.repeat", "input, repeats, axis=None, name=None", Repeat},
    {"tf.pad", "tensor, paddings, mode='CONSTANT', constant_values=0, name=None", Pad},
    {"tf.broadcast_to", "input, shape, name=None", BroadcastTo},
    {"tf.broadcast_dynamic_shape", "shape_x, shape_y", BroadcastDynamicShape},
    {"tf.broadcast_static_shape", "shape_x, shape_y", BroadcastStaticShape},
    {"tf.meshgrid", "*args, indexing='xy'", Meshgrid},
    {"tf.reverse", "tensor, axis, name=None", Reverse},
    {"tf.reverse_sequence", "input, seq_lengths, seq_axis=None, batch_axis=None, name=None", ReverseSequence},
    {"tf.roll", "input, shift, axis, name=None", Roll},
    {"tf.ensure_shape", "x, shape, name=None", EnsureShape},
    {"tf.sort", "values, axis=-1, direction='ASCENDING', name=None", Sort<K::kSort>},
    {"tf.argsort", "values, axis=-1, direction='ASCENDING', stable=False, name=None", Sort<K::kArgSort>},
    {"tf.math.top_k", "input, k=1, sorted=True, index_type=tf.int32, name=None", TopK},
    {"tf.unique", "x, out_idx=tf.int32, name=None", Unique},
    {"tf.unique_with_counts", "x, out_idx=tf.int32, name=None", UniqueWithCounts},
    {"tf.searchsorted", "sorted_sequence, values, side='left', out_type=tf.int32, name=None", SearchSorted},
    {"tf.math.invert_permutation", "x, name=None", InvertPermutation},
    {"tf.unravel_index", "indices, dims, name=None", UnravelIndex},
    {"tf.identity_n", "input, name=None", IdentityN},
};

}  // namespace

std::span<const BuiltinRow> TfShapeRows() { return kRows; }

}  // namespace lathe::staging
