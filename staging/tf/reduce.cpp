// tf.reduce_*, arg reductions, scans, segments and counting.
#include <cmath>

#include "staging/builtin_tables.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

// The first argument of a reduction: where the rank is not known, one over all axes reduces the row of all elements.
V ToReduce(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  bool all = !b.given(1) && !BoolArg(b, 2, "keepdims");
  return all && !o.ranked(x) ? o.Reshape(x, std::vector<int64_t>{-1}) : x;
}

// input_tensor, axis, keepdims
template <K kind>
Value Reduce(Bound& b) {
  Ops o(b);
  V x = ToReduce(b);
  return o.Out(o.Reduce(kind, x, AxesArg(b, 1, x), BoolArg(b, 2, "keepdims")));
}

Value ReduceMean(Bound& b) {
  Ops o(b);
  V x = ToReduce(b);
  return o.Out(o.Mean(x, AxesArg(b, 1, x), BoolArg(b, 2, "keepdims")));
}

V LogSumExp(Ops& o, V x, const std::vector<int64_t>& axes, bool keep) {
  V top = o.Reduce(K::kReduceMax, x, axes, true);
  top = o(K::kStopGradient, {o.Select(o(K::kIsFinite, {top}), top, o.ZerosLike(top))});
  V sum = o.Add(o.Log(o.Sum(o.Exp(o.Sub(x, top)), axes, true)), top);
  return keep || axes.empty() ? sum : o.Squeeze(sum, axes);
}

Value ReduceLogSumExp(Bound& b) {
  Ops o(b);
  V x = ToReduce(b);
  return o.Out(LogSumExp(o, x, AxesArg(b, 1, x), BoolArg(b, 2, "keepdims")));
}

V Variance(Ops& o, V x, const std::vector<int64_t>& axes, bool keep) {
  if (ir::IsInteger(o.dtype(x)) || o.dtype(x) == D::kBool)
    o.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "a variance needs floats, not " + std::string(NameOf(o.dtype(x))), o.span);
  V mean = o.Mean(x, axes, true);
  V diff = o.Sub(x, mean);
  if (ir::IsComplex(o.dtype(x))) return o.Mean(o(K::kReal, {o.Mul(diff, o(K::kConj, {diff}))}), axes, keep);
  return o.Mean(o.Square(diff), axes, keep);
}

Value ReduceVariance(Bound& b) {
  Ops o(b);
  V x = ToReduce(b);
  return o.Out(Variance(o, x, AxesArg(b, 1, x), BoolArg(b, 2, "keepdims")));
}

Value ReduceStd(Bound& b) {
  Ops o(b);
  V x = ToReduce(b);
  return o.Out(o.Sqrt(Variance(o, x, AxesArg(b, 1, x), BoolArg(b, 2, "keepdims"))));
}

Value ReduceEuclideanNorm(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  std::vector<int64_t> axes = AxesArg(b, 1, x);
  bool keep = BoolArg(b, 2, "keepdims");
  if (ir::IsInteger(o.dtype(x))) return o.Out(o.Cast(o.Sqrt(o.Sum(o.Square(o.Cast(x, D::kFloat64)), axes, keep)), o.dtype(x)));
  V magnitude = ir::IsComplex(o.dtype(x)) ? o(K::kAbs, {x}) : x;
  return o.Out(o.Cast(o.Sqrt(o.Sum(o.Square(magnitude), axes, keep)), o.dtype(x)));
}

template <K kind>
Value ArgReduce(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  int64_t axis = b.given(1) ? AxisArg(b, 1, o.rank(x)) : 0;
  if (o.rank(x) == 0) o.Axis(axis, 0, b.span);
  return o.Out(o(kind, {x}, ir::ParamsAttr{{axis}, {}, {}, {DTypeArg(b, 2, D::kInt64)}}));
}

template <K kind>
Value Cumulative(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  ir::AxisAttr attr{AxisArg(b, 1, o.rank(x))};
  attr.exclusive = BoolArg(b, 2, "exclusive");
  attr.reverse = BoolArg(b, 3, "reverse");
  return o.Out(o(kind, {x}, attr));
}

Value CountNonzero(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V zero = o.dtype(x) == D::kString ? o.Text("") : o.dtype(x) == D::kBool ? o.Bool(false) : o.Like(x, 0);
  V nonzero = o.Cast(o(K::kNe, {x, zero}), D::kInt64);
  V count = o.Sum(nonzero, AxesArg(b, 1, x), BoolArg(b, 2, "keepdims"));
  return o.Out(o.Cast(count, DTypeArg(b, 3, D::kInt64)));
}

Value ZeroFraction(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V zeros = o.Cast(o.Eq(x, o.Like(x, 0)), D::kFloat32);
  return o.Out(o.Mean(zeros, o.AllAxes(x), false));
}

// ---- segments ----

// data, segment_ids, num_segments by the reduction: 0 sum, 1 max, 2 min, 3 prod
V Unsorted(Ops& o, V data, V ids, V count, int64_t reduction) {
  return o(K::kUnsortedSegment, {data, ids, o.Cast(count, D::kInt32)}, ir::ParamsAttr{{reduction}, {}, {}, {}});
}

template <int reduction>
Value UnsortedSegment(Bound& b) {
  Ops o(b);
  return o.Out(Unsorted(o, Arg(b, 0), Arg(b, 1), Arg(b, 2), reduction));
}

// Elements in each segment, at least 1, shaped to divide a segment reduction of `data`.
V SegmentCounts(Ops& o, V data, V ids, V count) {
  V ones = o.BroadcastTo(o.Like(data, 1), o.ShapeOf(ids));
  V counts = o.Max(Unsorted(o, ones, ids, count, 0), o.Like(data, 1));
  std::vector<int64_t> shape(size_t(1 + o.rank(data) - o.rank(ids)), 1);
  shape[0] = -1;
  return o.Reshape(counts, shape);
}

Value UnsortedSegmentMean(Bound& b) {
  Ops o(b);
  V data = Arg(b, 0), ids = Arg(b, 1), count = Arg(b, 2);
  return o.Out(o.Div(Unsorted(o, data, ids, count, 0), SegmentCounts(o, data, ids, count)));
}

Value UnsortedSegmentSqrtN(Bound& b) {
  Ops o(b);
  V data = Arg(b, 0), ids = Arg(b, 1), count = Arg(b, 2);
  return o.Out(o.Div(Unsorted(o, data, ids, count, 0), o.Sqrt(SegmentCounts(o, data, ids, count))));
}

// Sorted segment ids: checked, and the number of segments is the last id + 1.
V SortedCount(Ops& o, V ids) {
  V n = o.DimOf(ids, 0);
  if (auto* l = o.literal(ids)) {
    for (int64_t i = 1; i < l->count(); ++i)
      if (l->IntAt(i) < l->IntAt(i - 1)) o.Invalid(DiagnosticKind::kInvalidArgument, "segment ids must be sorted");
    return o.Int(l->count() ? l->IntAt(l->count() - 1) + 1 : 0);
  }
  V later = o(K::kSlice, {ids, o.Ints({1}), o.Ints({-1})});
  V earlier = o(K::kSlice, {ids, o.Ints({0}), o.ExpandDims(o.Sub(n, o.Int(1)), 0)});
  o.Require(o.Reduce(K::kAll, o(K::kGe, {later, earlier}), {0}, false), "InvalidArgumentError", "segment ids are not increasing");
  V last = o.Reduce(K::kReduceMax, ids, {0}, false);
  return o.Add(o.Cast(last, D::kInt32), o.Int(1));
}

template <int reduction>
Value Segment(Bound& b) {
  Ops o(b);
  V data = Arg(b, 0), ids = Arg(b, 1);
  V count = SortedCount(o, ids);
  V result = Unsorted(o, data, ids, count, reduction);
  if (reduction == 1 || reduction == 2) {
    // Gaps give 0.
    V ones = o.BroadcastTo(o.Int(1), o.ShapeOf(ids));
    V counts = Unsorted(o, ones, ids, count, 0);
    std::vector<int64_t> shape(size_t(o.rank(data)), 1);
    shape[0] = -1;
    V some = o(K::kGt, {o.Reshape(counts, shape), o.Int(0)});
    result = o.Select(some, result, o.Like(result, 0));
  }
  return o.Out(result);
}

Value SegmentMean(Bound& b) {
  Ops o(b);
  V data = Arg(b, 0), ids = Arg(b, 1);
  V count = SortedCount(o, ids);
  return o.Out(o.Div(Unsorted(o, data, ids, count, 0), SegmentCounts(o, data, ids, count)));
}

// ---- counting ----

Value Bincount(Bound& b) {
  Ops o(b);
  V values = Arg(b, 0);
  if (!ir::IsInteger(o.dtype(values)))
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "bincount needs ints, not " + std::string(NameOf(o.dtype(values))), b.spans[0]);
  if (b.given(6)) {
    int64_t axis = b.in.KnownInt(b[6], "axis", b.spans[6]);
    if (axis != 0 || o.rank(values) != 1)
      b.in.Fail(DiagnosticKind::kUnsupportedApi, "tf.math.bincount with this axis is not implemented here", b.spans[6]);
  }
  V flat = o.Cast(o.rank(values) == 1 ? values : o.Reshape(values, std::vector<int64_t>{-1}), D::kInt32);
  V size = o.Add(o.Reduce(K::kReduceMax, o.Concat({flat, o.Ints({-1})}, 0), {0}, false), o.Int(1));
  if (b.given(2)) size = o.Max(size, o.Cast(Arg(b, 2), D::kInt32));
  if (b.given(3)) size = o.Min(size, o.Cast(Arg(b, 3), D::kInt32));
  V weights = b.given(1) ? o.Reshape(Arg(b, 1), std::vector<int64_t>{-1})
                         : o.Const(ir::Literal::Zeros(DTypeArg(b, 4, D::kInt32), {0}));
  V counts = o(K::kBincount, {flat, size, weights});
  if (BoolArg(b, 7, "binary_output")) counts = o.Cast(o(K::kGt, {counts, o.Like(counts, 0)}), o.dtype(counts));
  return o.Out(counts);
}

Value ConfusionMatrix(Bound& b) {
  Ops o(b);
  V labels = o.Cast(Arg(b, 0), D::kInt64), predictions = o.Cast(Arg(b, 1), D::kInt64);
  D dtype = DTypeArg(b, 4, D::kInt32);
  V n;
  if (b.given(2)) {
    n = o.Cast(Arg(b, 2), D::kInt64);
  } else {
    V top = o.Max(o.Reduce(K::kReduceMax, labels, o.AllAxes(labels), false), o.Reduce(K::kReduceMax, predictions, o.AllAxes(predictions), false));
    n = o.Add(top, o.Int(1, D::kInt64));
  }
  V updates = b.given(3) ? o.Cast(Arg(b, 3), dtype) : o.BroadcastTo(o.Number(dtype, 1), o.ShapeOf(labels));
  return o.Out(o(K::kScatterNd, {o.Stack({labels, predictions}, 1), updates, o.Stack({n, n})}));
}

Value InTopK(Bound& b) {
  Ops o(b);
  V targets = Arg(b, 0), predictions = Arg(b, 1), k = o.Cast(Arg(b, 2), D::kInt32);
  V own = o.ExpandDims(o.Gather(predictions, o.ExpandDims(targets, 1), 1, 1), 0);
  own = o.Reshape(own, std::vector<int64_t>{-1, 1});
  V above = o.Sum(o.Cast(o(K::kGt, {predictions, own}), D::kInt32), {1});
  V finite = o.Reshape(o(K::kIsFinite, {own}), std::vector<int64_t>{-1});
  return o.Out(o(K::kAnd, {o(K::kLt, {above, k}), finite}));
}

template <bool count>
Value HistogramFixedWidth(Bound& b) {
  Ops o(b);
  V values = Arg(b, 0), range = Arg(b, 1, o.dtype(values));
  V bins = o.Cast(Arg(b, 2), D::kInt32);
  V low = o.Squeeze(o.SliceAxis(range, 0, 0, 1), {0}), high = o.Squeeze(o.SliceAxis(range, 0, 1, 1), {0});
  V scaled = o.Div(o.Sub(o.Cast(values, D::kFloat64), o.Cast(low, D::kFloat64)), o.Cast(o.Sub(high, low), D::kFloat64));
  V at = o.Cast(o(K::kFloor, {o.Mul(o.Cast(bins, D::kFloat64), scaled)}), D::kInt32);
  at = o.Max(o.Min(at, o.Sub(bins, o.Int(1))), o.Int(0));
  D dtype = DTypeArg(b, 3, D::kInt32);
  if (!count) return o.Out(o.Cast(at, dtype));
  V flat = o.Reshape(at, std::vector<int64_t>{-1});
  return o.Out(o(K::kBincount, {flat, bins, o.Const(ir::Literal::Zeros(dtype, {0}))}));
}

template <K compare>
Value Increasing(Bound& b) {
  Ops o(b);
  V x = o.Reshape(Arg(b, 0), std::vector<int64_t>{-1});
  V n = o.Max(o.Sub(o.DimOf(x, 0), o.Int(1)), o.Int(0));
  V later = o(K::kSlice, {x, o.Stack({o.Sub(o.DimOf(x, 0), n)}), o.Ints({-1})});
  V earlier = o(K::kSlice, {x, o.Ints({0}), o.Stack({n})});
  return o.Out(o.Reduce(K::kAll, o(compare, {later, earlier}), {0}, false));
}

// Each result is a log-sum-exp of its own over the elements that it covers: no shift is right for all of them.
Value CumulativeLogSumExp(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  int64_t rank = o.rank(x), axis = AxisArg(b, 1, rank);
  bool exclusive = BoolArg(b, 2, "exclusive"), reverse = BoolArg(b, 3, "reverse");
  std::vector<int64_t> order = o.AllAxes(x);
  std::swap(order[size_t(axis)], order[size_t(rank - 1)]);
  V moved = o.Transpose(x, order);
  V n = o.Arange(o.DimOf(moved, int(rank - 1)));
  V i = o.ExpandDims(n, 1), j = o.ExpandDims(n, 0);
  V covered = o(reverse ? (exclusive ? K::kGt : K::kGe) : (exclusive ? K::kLt : K::kLe), {j, i});
  V table = o.Select(covered, o.ExpandDims(moved, rank - 1), o.Like(x, -INFINITY));
  V result = LogSumExp(o, table, {rank}, false);
  if (exclusive) {
    // TensorFlow gives the lowest value of the dtype for an empty sum.
    double lowest = o.dtype(x) == D::kFloat64 ? -1.7976931348623157e308 : o.dtype(x) == D::kFloat32 ? -3.4028234663852886e38 : -65504;
    V some = o.Reduce(K::kAny, covered, {1}, false);
    result = o.Select(some, result, o.Like(x, lowest));
  }
  return o.Out(o.Transpose(result, order));
}

constexpr std::string_view kReduceSignature = "input_tensor, axis=None, keepdims=False, name=None";

constexpr BuiltinRow kRows[] = {
    {"tf.reduce_sum", kReduceSignature, Reduce<K::kSum>},
    {"tf.reduce_prod", kReduceSignature, Reduce<K::kProd>},
    {"tf.reduce_max", kReduceSignature, Reduce<K::kReduceMax>},
    {"tf.reduce_min", kReduceSignature, Reduce<K::kReduceMin>},
    {"tf.reduce_all", kReduceSignature, Reduce<K::kAll>},
    {"tf.reduce_any", kReduceSignature, Reduce<K::kAny>},
    {"tf.reduce_mean", kReduceSignature, ReduceMean},
    {"tf.reduce_logsumexp", kReduceSignature, ReduceLogSumExp},
    {"tf.math.reduce_variance", kReduceSignature, ReduceVariance},
    {"tf.math.reduce_std", kReduceSignature, ReduceStd},
    {"tf.math.reduce_euclidean_norm", kReduceSignature, ReduceEuclideanNorm},
    {"tf.argmax", "input, axis=None, output_type=tf.int64, name=None", ArgReduce<K::kArgMax>},
    {"tf.argmin", "input, axis=None, output_type=tf.int64, name=None", ArgReduce<K::kArgMin>},
    {"tf.cumsum", "x, axis=0, exclusive=False, reverse=False, name=None", Cumulative<K::kCumSum>},
    {"tf.math.cumprod", "x, axis=0, exclusive=False, reverse=False, name=None", Cumulative<K::kCumProd>},
    {"tf.math.cumulative_logsumexp", "x, axis=0, exclusive=False, reverse=False, name=None", CumulativeLogSumExp},
    {"tf.math.count_nonzero", "input, axis=None, keepdims=None, dtype=tf.int64, name=None", CountNonzero},
    {"tf.math.zero_fraction", "value, name=None", ZeroFraction},
    {"tf.math.unsorted_segment_sum", "data, segment_ids, num_segments, name=None", UnsortedSegment<0>},
    {"tf.math.unsorted_segment_max", "data, segment_ids, num_segments, name=None", UnsortedSegment<1>},
    {"tf.math.unsorted_segment_min", "data, segment_ids, num_segments, name=None", UnsortedSegment<2>},
    {"tf.math.unsorted_segment_prod", "data, segment_ids, num_segments, name=None", UnsortedSegment<3>},
    {"tf.math.unsorted_segment_mean", "data, segment_ids, num_segments, name=None", UnsortedSegmentMean},
    {"tf.math.unsorted_segment_sqrt_n", "data, segment_ids, num_segments, name=None", UnsortedSegmentSqrtN},
    {"tf.math.segment_sum", "data, segment_ids, name=None", Segment<0>},
    {"tf.math.segment_max", "data, segment_ids, name=None", Segment<1>},
    {"tf.math.segment_min", "data, segment_ids, name=None", Segment<2>},
    {"tf.math.segment_prod", "data, segment_ids, name=None", Segment<3>},
    {"tf.math.segment_mean", "data, segment_ids, name=None", SegmentMean},
    {"tf.math.bincount", "arr, weights=None, minlength=None, maxlength=None, dtype=tf.int32, name=None, axis=None, binary_output=False",
     Bincount},
    {"tf.math.confusion_matrix", "labels, predictions, num_classes=None, weights=None, dtype=tf.int32, name=None", ConfusionMatrix},
    {"tf.math.in_top_k", "targets, predictions, k, name=None", InTopK},
    {"tf.histogram_fixed_width", "values, value_range, nbins=100, dtype=tf.int32, name=None", HistogramFixedWidth<true>},
    {"tf.histogram_fixed_width_bins", "values, value_range, nbins=100, dtype=tf.int32, name=None", HistogramFixedWidth<false>},
    {"tf.math.is_non_decreasing", "x, name=None", Increasing<K::kGe>},
    {"tf.math.is_strictly_increasing", "x, name=None", Increasing<K::kGt>},
};

}  // namespace

std::span<const BuiltinRow> TfReduceRows() { return kRows; }

}  // namespace lathe::staging
