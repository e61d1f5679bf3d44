// Convolutions and pooling as compositions: windows are gathered, then contracted or reduced.
//
// Method: the padded input is gathered once per spatial axis with a constant matrix of positions [outputs, window]; a
// convolution is then one general dot product, a pooling one reduction. Transposed convolutions spread the input with zeros
// and convolve it with the reversed filter. Spatial sizes must be known.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "staging/builtin_tables.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

struct Axis1 {           // one spatial axis of a window operation
  int64_t size = 0, window = 1, stride = 1, dilation = 1;
  int64_t pad_low = 0, pad_high = 0, outputs = 0;
  int64_t extent() const { return (window - 1) * dilation + 1; }
};

// A parameter that is one int, n ints, or n + 2 ints with batch and channel in front and behind.
std::vector<int64_t> PerAxis(Bound& b, size_t i, size_t n, std::string_view what) {
  if (!b.given(i)) return std::vector<int64_t>(n, 1);
  std::vector<int64_t> v = b.in.KnownInts(b[i], what, b.spans[i]);
  if (v.size() == 1) v.assign(n, v[0]);
  if (v.size() == n + 2) v = {v.begin() + 1, v.end() - 1};
  if (v.size() != n)
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", std::string(what) + " must be one int or " + std::to_string(n) + " ints", b.spans[i]);
  for (int64_t x : v)
    if (x <= 0) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", std::string(what) + " must be positive, not " + std::to_string(x), b.spans[i]);
  return v;
}

struct Padding {
  bool same = false, explicit_list = false;
  std::vector<std::pair<int64_t, int64_t>> pads;
};

Padding PaddingArg(Bound& b, size_t i, size_t n) {
  Padding p;
  if (!b[i].is<Str>()) {
    std::vector<Value> rows = ItemsOf(b.in, b[i], b.spans[i]);
    if (rows.size() != n + 2) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "explicit padding needs one pair for each dimension", b.spans[i]);
    p.explicit_list = true;
    for (size_t k = 1; k <= n; ++k) {
      std::vector<int64_t> pair = b.in.KnownInts(rows[k], "padding", b.spans[i]);
      if (pair.size() != 2) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "explicit padding needs one pair for each dimension", b.spans[i]);
      p.pads.push_back({pair[0], pair[1]});
    }
    return p;
  }
  std::string text = StringArg(b, i, "padding");
  if (text != "SAME" && text != "VALID")
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "padding must be 'SAME' or 'VALID', not '" + text + "'", b.spans[i]);
  p.same = text == "SAME";
  return p;
}

void Place(Ops& o, Axis1& a, const Padding& p, size_t k) {
  if (p.same) {
    a.outputs = (a.size + a.stride - 1) / a.stride;
    int64_t total = std::max<int64_t>((a.outputs - 1) * a.stride + a.extent() - a.size, 0);
    a.pad_low = total / 2;
    a.pad_high = total - a.pad_low;
    return;
  }
  if (p.explicit_list) std::tie(a.pad_low, a.pad_high) = p.pads[k];
  int64_t room = a.size + a.pad_low + a.pad_high - a.extent();
  if (room < 0)
    o.Invalid(DiagnosticKind::kShapeMismatch, "a window of " + std::to_string(a.extent()) + " does not fit a dimension of " + std::to_string(a.size));
  a.outputs = room / a.stride + 1;
}

std::vector<Axis1> AxesOf(Ops& o, V x, const std::vector<int64_t>& windows, const std::vector<int64_t>& strides,
                         const std::vector<int64_t>& dilations, const Padding& padding) {
  std::vector<Axis1> axes;
  for (size_t k = 0; k < windows.size(); ++k) {
    ir::Dim d = o.dim(x, int(k) + 1);
    if (!ir::IsKnown(d)) o.in.Fail(DiagnosticKind::kDynamicShape, "the spatial dimensions of a convolution or pooling must be known", o.span);
    Axis1 a{d, windows[k], strides[k], dilations[k]};
    Place(o, a, padding, k);
    axes.push_back(a);
  }
  return axes;
}

// Pads (or, for negative amounts, crops) the spatial axes with `value`.
V PadAxes(Ops& o, V x, const std::vector<Axis1>& axes, double value) {
  int rank = o.rank(x);
  std::vector<int64_t> pads(size_t(2 * rank), 0), begin(size_t(rank), 0), size(size_t(rank), -1);
  bool any = false, crop = false;
  for (size_t k = 0; k < axes.size(); ++k) {
    pads[2 * (k + 1)] = std::max<int64_t>(axes[k].pad_low, 0);
    pads[2 * (k + 1) + 1] = std::max<int64_t>(axes[k].pad_high, 0);
    any |= axes[k].pad_low > 0 || axes[k].pad_high > 0;
    if (axes[k].pad_low < 0 || axes[k].pad_high < 0) {
      crop = true;
      begin[k + 1] = std::max<int64_t>(-axes[k].pad_low, 0);
      size[k + 1] = axes[k].size - std::max<int64_t>(-axes[k].pad_low, 0) - std::max<int64_t>(-axes[k].pad_high, 0);
    }
  }
  if (crop) x = o(K::kSlice, {x, o.Ints(begin), o.Ints(size)});
  if (!any) return x;
  return o(K::kPad, {x, o.Reshape(o.Ints(pads), std::vector<int64_t>{rank, 2}), o.Like(x, value)});
}

// [batch, s1, …, channel] -> [batch, outputs1, window1, outputs2, window2, …, channel]
V Windows(Ops& o, V x, const std::vector<Axis1>& axes, double fill) {
  x = PadAxes(o, x, axes, fill);
  for (size_t k = 0; k < axes.size(); ++k) {
    const Axis1& a = axes[k];
    std::vector<int64_t> positions;
    for (int64_t i = 0; i < a.outputs; ++i)
      for (int64_t j = 0; j < a.window; ++j) positions.push_back(i * a.stride + j * a.dilation);
    V index = o.Reshape(o.Ints(positions), std::vector<int64_t>{a.outputs, a.window});
    x = o.Gather(x, index, int64_t(1 + 2 * k));
  }
  return x;
}

void ChannelsLast(Bound& b, size_t i) {
  if (!b.given(i)) return;
  std::string format = StringArg(b, i, "data_format");
  if (format.starts_with("NC"))
    b.in.Fail(DiagnosticKind::kUnsupportedApi, "data_format '" + format + "' is not supported; put the channels last", b.spans[i]);
  if (!format.starts_with("N") || !format.ends_with("C"))
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "unknown data_format '" + format + "'", b.spans[i]);
}

void NeedRank(Bound& b, size_t i, V x, int rank) {
  Ops o(b);
  if (o.rank(x) != rank)
    o.Invalid(DiagnosticKind::kRankMismatch, "a tensor of rank " + std::to_string(rank) + " is needed, not of shape " + ToString(o.shape(x)), b.spans[i]);
}

std::vector<int64_t> FilterWindow(Ops& o, V filter, size_t n) {
  std::vector<int64_t> window;
  for (size_t k = 0; k < n; ++k) {
    if (!ir::IsKnown(o.dim(filter, int(k)))) o.in.Fail(DiagnosticKind::kDynamicShape, "the size of a filter must be known", o.span);
    window.push_back(o.dim(filter, int(k)));
  }
  return window;
}

V Convolve(Ops& o, V x, V filter, const std::vector<Axis1>& axes) {
  int n = int(axes.size());
  ir::Dim in = o.dim(x, n + 1), want = o.dim(filter, n);
  if (ir::IsKnown(in) && ir::IsKnown(want) && in != want) {
    if (want > 0 && in % want == 0) o.in.Fail(DiagnosticKind::kUnsupportedApi, "convolution in groups is not supported", o.span);
    o.Invalid(DiagnosticKind::kShapeMismatch, "a filter for " + std::to_string(want) + " channels does not fit an input with " + std::to_string(in));
  }
  V windows = Windows(o, x, axes, 0);
  ir::DotAttr dot;
  for (int k = 0; k < n; ++k) {
    dot.lhs_contract.push_back(2 + 2 * k);
    dot.rhs_contract.push_back(k);
  }
  dot.lhs_contract.push_back(1 + 2 * n);
  dot.rhs_contract.push_back(n);
  return o(K::kDot, {windows, filter}, dot);
}

// input, filters, strides, padding, data_format, dilations
template <size_t n>
Value Conv(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), filter = Arg(b, 1, o.dtype(x));
  NeedRank(b, 0, x, int(n) + 2);
  NeedRank(b, 1, filter, int(n) + 2);
  ChannelsLast(b, 4);
  std::vector<Axis1> axes = AxesOf(o, x, FilterWindow(o, filter, n), PerAxis(b, 2, n, "strides"), PerAxis(b, 5, n, "dilations"), PaddingArg(b, 3, n));
  return o.Out(Convolve(o, x, filter, axes));
}

// input, filters, strides=None, padding='VALID', data_format=None, dilations=None for any number of axes
Value ConvAny(Bound& b) {
  Ops o(b);
  switch (o.rank(Arg(b, 1))) {
    case 3: return Conv<1>(b);
    case 4: return Conv<2>(b);
    case 5: return Conv<3>(b);
    default: o.Invalid(DiagnosticKind::kRankMismatch, "convolution needs a filter of rank 3, 4 or 5, not of shape " + ToString(o.shape(Arg(b, 1))), b.spans[1]);
  }
}

V Depthwise(Ops& o, V x, V filter, const std::vector<Axis1>& axes) {
  V windows = Windows(o, x, axes, 0);   // [n, oh, kh, ow, kw, c]
  ir::DotAttr dot{{5}, {2}, {2, 4}, {0, 1}};
  V y = o.Transpose(o(K::kDot, {windows, filter}, dot), {1, 2, 3, 0, 4});   // [n, oh, ow, c, multiplier]
  std::vector<V> shape;
  for (int i = 0; i < 3; ++i) shape.push_back(o.DimOf(y, i));
  shape.push_back(o.Mul(o.DimOf(y, 3), o.DimOf(y, 4)));
  return o.Reshape(y, o.Stack(shape));
}

V DepthwiseOf(Bound& b, V x, V filter, size_t strides, size_t padding, size_t format, size_t dilations) {
  Ops o(b);
  NeedRank(b, 0, x, 4);
  NeedRank(b, 1, filter, 4);
  ChannelsLast(b, format);
  ir::Dim in = o.dim(x, 3), want = o.dim(filter, 2);
  if (ir::IsKnown(in) && ir::IsKnown(want) && in != want)
    o.Invalid(DiagnosticKind::kShapeMismatch, "a filter for " + std::to_string(want) + " channels does not fit an input with " + std::to_string(in));
  return Depthwise(o, x, filter, AxesOf(o, x, FilterWindow(o, filter, 2), PerAxis(b, strides, 2, "strides"), PerAxis(b, dilations, 2, "dilations"), PaddingArg(b, padding, 2)));
}

Value DepthwiseConv(Bound& b) {
  V x = Arg(b, 0);
  return Tensor{DepthwiseOf(b, x, Arg(b, 1, b.in.module.type(x).dtype), 2, 3, 4, 5)};
}

Value SeparableConv(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V depth = DepthwiseOf(b, x, Arg(b, 1, o.dtype(x)), 3, 4, 5, 6);
  V point = Arg(b, 2, o.dtype(x));
  Padding valid;
  return o.Out(Convolve(o, depth, point, AxesOf(o, depth, {1, 1}, {1, 1}, {1, 1}, valid)));
}

Value AtrousConv(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), filter = Arg(b, 1, o.dtype(x));
  NeedRank(b, 0, x, 4);
  return o.Out(Convolve(o, x, filter, AxesOf(o, x, FilterWindow(o, filter, 2), {1, 1}, PerAxis(b, 2, 2, "rate"), PaddingArg(b, 3, 2))));
}

// input, filters [.., out, in], output_shape, strides, padding, data_format, dilations
template <size_t n>
Value ConvTranspose(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), filter = Arg(b, 1, o.dtype(x));
  NeedRank(b, 0, x, int(n) + 2);
  NeedRank(b, 1, filter, int(n) + 2);
  ChannelsLast(b, 5);
  std::vector<int64_t> window = FilterWindow(o, filter, n), strides = PerAxis(b, 3, n, "strides"), dilations = PerAxis(b, 6, n, "dilations");
  std::vector<int64_t> shape = b.in.KnownInts(b[2], "output_shape", b.spans[2]);
  if (shape.size() == n + 2) shape = {shape.begin() + 1, shape.end() - 1};
  if (shape.size() != n) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "output_shape needs " + std::to_string(n + 2) + " entries", b.spans[2]);
  Padding padding = PaddingArg(b, 4, n);
  std::vector<Axis1> axes;
  for (size_t k = 0; k < n; ++k) {
    Axis1 forward{shape[k], window[k], strides[k], dilations[k]};
    Place(o, forward, padding, k);
    ir::Dim have = o.dim(x, int(k) + 1);
    if (!ir::IsKnown(have)) b.in.Fail(DiagnosticKind::kDynamicShape, "the spatial dimensions of a convolution must be known", b.span);
    if (forward.outputs != have)
      o.Invalid(DiagnosticKind::kShapeMismatch, "an output of " + std::to_string(shape[k]) + " does not belong to an input of " + std::to_string(have), b.spans[2]);
    // Zeros between the elements: a new axis of `stride`, padded, joined, cut to size.
    V wide = o.ExpandDims(x, int64_t(k) + 2);
    int rank = o.rank(wide);
    std::vector<int64_t> pads(size_t(2 * rank), 0);
    pads[2 * (k + 2) + 1] = strides[k] - 1;
    wide = o(K::kPad, {wide, o.Reshape(o.Ints(pads), std::vector<int64_t>{rank, 2}), o.Like(x, 0)});
    std::vector<V> joined;
    for (int d = 0; d < o.rank(x); ++d) joined.push_back(d == int(k) + 1 ? o.Int(have * strides[k]) : o.DimOf(x, d));
    int64_t spread = (have - 1) * strides[k] + 1;
    x = o.SliceAxis(o.Reshape(wide, o.Stack(joined)), int64_t(k) + 1, 0, spread);
    Axis1 a{spread, window[k], 1, dilations[k]};
    a.pad_low = a.extent() - 1 - forward.pad_low;
    a.pad_high = shape[k] + a.extent() - 1 - spread - a.pad_low;
    a.outputs = shape[k];
    axes.push_back(a);
  }
  std::vector<int64_t> flip, order;
  for (size_t k = 0; k < n; ++k) {
    flip.push_back(int64_t(k));
    order.push_back(int64_t(k));
  }
  order.push_back(int64_t(n) + 1);
  order.push_back(int64_t(n));
  V reversed = o.Transpose(o(K::kReverse, {filter}, ir::AxesAttr{flip, false}), order);
  return o.Out(Convolve(o, x, reversed, axes));
}

Value ConvTransposeAny(Bound& b) {
  Ops o(b);
  switch (o.rank(Arg(b, 1))) {
    case 3: return ConvTranspose<1>(b);
    case 4: return ConvTranspose<2>(b);
    case 5: return ConvTranspose<3>(b);
    default: o.Invalid(DiagnosticKind::kRankMismatch, "conv_transpose needs a filter of rank 3, 4 or 5", b.spans[1]);
  }
}

double LowestOf(D d) {
  switch (d) {
    case D::kFloat64: return -std::numeric_limits<double>::infinity();
    case D::kInt32: return double(std::numeric_limits<int32_t>::min());
    case D::kInt64: return double(std::numeric_limits<int64_t>::min());
    case D::kInt8: return -128;
    case D::kInt16: return -32768;
    default: return ir::IsFloating(d) ? -std::numeric_limits<double>::infinity() : 0;
  }
}

V Pooled(Ops& o, V x, const std::vector<Axis1>& axes, bool max) {
  V windows = Windows(o, x, axes, max ? LowestOf(o.dtype(x)) : 0);
  std::vector<int64_t> reduced;
  for (size_t k = 0; k < axes.size(); ++k) reduced.push_back(int64_t(2 + 2 * k));
  if (max) {
    // The first largest element of a window: it alone gets the derivative.
    std::vector<int64_t> order{0};
    std::vector<V> joined{o.DimOf(windows, 0)};
    for (size_t k = 0; k < axes.size(); ++k) {
      order.push_back(int64_t(1 + 2 * k));
      joined.push_back(o.Int(axes[k].outputs));
    }
    int64_t channel = o.rank(windows) - 1;
    order.push_back(channel);
    joined.push_back(o.DimOf(windows, int(channel)));
    order.insert(order.end(), reduced.begin(), reduced.end());
    joined.push_back(o.Int(-1));
    V rows = o.Reshape(o.Transpose(windows, order), o.Stack(joined));
    int64_t last = int64_t(axes.size()) + 2;
    V best = o(K::kArgMax, {rows}, ir::ParamsAttr{{last}, {}, {}, {D::kInt32}});
    return o.Squeeze(o.Gather(rows, o.ExpandDims(best, last), last, last), {last});
  }
  V sum = o.Sum(windows, reduced);
  // Padding does not count.
  V count;
  for (size_t k = 0; k < axes.size(); ++k) {
    const Axis1& a = axes[k];
    std::vector<int64_t> inside;
    for (int64_t i = 0; i < a.outputs; ++i) {
      int64_t hits = 0;
      for (int64_t j = 0; j < a.window; ++j) {
        int64_t at = i * a.stride + j * a.dilation - a.pad_low;
        hits += at >= 0 && at < a.size;
      }
      inside.push_back(hits);
    }
    std::vector<int64_t> shape(axes.size() + 2, 1);
    shape[k + 1] = a.outputs;
    V one = o.Reshape(o.Cast(o.Ints(inside), o.dtype(x)), shape);
    count = count.valid() ? o.Mul(count, one) : one;
  }
  return o.Div(sum, count);
}

// input, ksize, strides, padding, data_format
template <size_t n, bool max>
Value Pool(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedRank(b, 0, x, int(n) + 2);
  ChannelsLast(b, 4);
  std::vector<int64_t> ones(n, 1);
  return o.Out(Pooled(o, x, AxesOf(o, x, PerAxis(b, 1, n, "ksize"), PerAxis(b, 2, n, "strides"), ones, PaddingArg(b, 3, n)), max));
}

template <bool max>
Value PoolAny(Bound& b) {
  Ops o(b);
  switch (o.rank(Arg(b, 0))) {
    case 3: return Pool<1, max>(b);
    case 4: return Pool<2, max>(b);
    case 5: return Pool<3, max>(b);
    default: o.Invalid(DiagnosticKind::kRankMismatch, "pooling needs an input of rank 3, 4 or 5, not of shape " + ToString(o.shape(Arg(b, 0))), b.spans[0]);
  }
}

// input, window_shape, pooling_type, strides, padding, data_format, dilations
Value PoolByName(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  size_t n = size_t(std::max(o.rank(x) - 2, 1));
  std::string type = StringArg(b, 2, "pooling_type");
  if (type != "MAX" && type != "AVG") b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "pooling_type must be 'MAX' or 'AVG', not '" + type + "'", b.spans[2]);
  ChannelsLast(b, 5);
  NeedRank(b, 0, x, int(n) + 2);
  return o.Out(Pooled(o, x, AxesOf(o, x, PerAxis(b, 1, n, "window_shape"), PerAxis(b, 3, n, "strides"), PerAxis(b, 6, n, "dilations"), PaddingArg(b, 4, n)), type == "MAX"));
}

// ---- blocks of pixels ----

int64_t BlockSize(Bound& b) {
  int64_t n = b.in.KnownInt(b[1], "block_size", b.spans[1]);
  if (n < 2) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "block_size must be at least 2, not " + std::to_string(n), b.spans[1]);
  return n;
}

Value SpaceToDepth(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedRank(b, 0, x, 4);
  ChannelsLast(b, 2);
  int64_t s = BlockSize(b);
  std::vector<V> d;
  for (int i = 0; i < 4; ++i) d.push_back(o.DimOf(x, i));
  for (int i = 1; i <= 2; ++i)
    if (ir::IsKnown(o.dim(x, i)) && o.dim(x, i) % s)
      o.Invalid(DiagnosticKind::kShapeMismatch, "blocks of " + std::to_string(s) + " do not divide a dimension of " + std::to_string(o.dim(x, i)), b.spans[0]);
  V size = o.Int(s), h = o(K::kFloorDiv, {d[1], size}), w = o(K::kFloorDiv, {d[2], size});
  V blocks = o.Transpose(o.Reshape(x, o.Stack({d[0], h, size, w, size, d[3]})), {0, 1, 3, 2, 4, 5});
  return o.Out(o.Reshape(blocks, o.Stack({d[0], h, w, o.Mul(d[3], o.Int(s * s))})));
}

Value DepthToSpace(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedRank(b, 0, x, 4);
  ChannelsLast(b, 2);
  int64_t s = BlockSize(b);
  if (ir::IsKnown(o.dim(x, 3)) && o.dim(x, 3) % (s * s))
    o.Invalid(DiagnosticKind::kShapeMismatch, "a depth of " + std::to_string(o.dim(x, 3)) + " does not make blocks of " + std::to_string(s), b.spans[0]);
  std::vector<V> d;
  for (int i = 0; i < 4; ++i) d.push_back(o.DimOf(x, i));
  V size = o.Int(s), c = o(K::kFloorDiv, {d[3], o.Int(s * s)});
  V blocks = o.Transpose(o.Reshape(x, o.Stack({d[0], d[1], d[2], size, size, c})), {0, 1, 3, 2, 4, 5});
  return o.Out(o.Reshape(blocks, o.Stack({d[0], o.Mul(d[1], size), o.Mul(d[2], size), c})));
}

constexpr std::string_view kPool = "input, ksize, strides, padding, data_format=None, name=None";

constexpr BuiltinRow kRows[] = {
    {"tf.nn.conv1d", "input, filters, stride, padding, data_format='NWC', dilations=None, name=None", Conv<1>},
    {"tf.nn.conv2d", "input, filters, strides, padding, data_format='NHWC', dilations=None, name=None", Conv<2>},
    {"tf.nn.conv3d", "input, filters, strides, padding, data_format='NDHWC', dilations=None, name=None", Conv<3>},
    {"tf.nn.convolution", "input, filters, strides=None, padding='VALID', data_format=None, dilations=None, name=None", ConvAny},
    {"tf.nn.depthwise_conv2d", "input, filter, strides, padding, data_format=None, dilations=None, name=None", DepthwiseConv},
    {"tf.nn.separable_conv2d", "input, depthwise_filter, pointwise_filter, strides, padding, data_format=None, dilations=None, name=None", SeparableConv},
    {"tf.nn.atrous_conv2d", "value, filters, rate, padding, name=None", AtrousConv},
    {"tf.nn.conv1d_transpose", "input, filters, output_shape, strides, padding='SAME', data_format='NWC', dilations=None, name=None", ConvTranspose<1>},
    {"tf.nn.conv2d_transpose", "input, filters, output_shape, strides, padding='SAME', data_format='NHWC', dilations=None, name=None", ConvTranspose<2>},
    {"tf.nn.conv3d_transpose", "input, filters, output_shape, strides, padding='SAME', data_format='NDHWC', dilations=None, name=None", ConvTranspose<3>},
    {"tf.nn.conv_transpose", "input, filters, output_shape, strides, padding='SAME', data_format=None, dilations=None, name=None", ConvTransposeAny},
    {"tf.nn.max_pool1d", kPool, Pool<1, true>},
    {"tf.nn.max_pool2d", kPool, Pool<2, true>},
    {"tf.nn.max_pool3d", kPool, Pool<3, true>},
    {"tf.nn.avg_pool1d", kPool, Pool<1, false>},
    {"tf.nn.avg_pool2d", kPool, Pool<2, false>},
    {"tf.nn.avg_pool3d", kPool, Pool<3, false>},
    {"tf.nn.max_pool", kPool, PoolAny<true>},
    {"tf.nn.avg_pool", kPool, PoolAny<false>},
    {"tf.nn.pool", "input, window_shape, pooling_type, strides=None, padding='VALID', data_format=None, dilations=None, name=None", PoolByName},
    {"tf.nn.space_to_depth", "input, block_size, data_format='NHWC', name=None", SpaceToDepth},
    {"tf.nn.depth_to_space", "input, block_size, data_format='NHWC', name=None", DepthToSpace},
};

}  // namespace

std::span<const BuiltinRow> TfConvRows() { return kRows; }

}  // namespace lathe::staging
