// np.*: creation, elementwise functions, reductions, layout.
#include <cmath>
#include <limits>

#include "staging/builtin_tables.h"
#include "staging/literals.h"
#include "staging/numpy/arrays.h"
#include "staging/objects.h"

namespace lathe::staging {

namespace {

// Arrays have values: a tensor that is being traced has none.
void NoSymbols(Bound& b, size_t i) {
  Interp& in = b.in;
  if (in.mode != Mode::kStaged) return;
  Nested nested = Flatten(in, b[i], b.spans[i]);
  for (const Value& leaf : nested.leaves) {
    bool tensorflow = in.heap.External<VariableObject>(leaf) || (leaf.is<Tensor>() && !leaf.get<Tensor>().numpy);
    if (!tensorflow) continue;
    Diagnostic d{DiagnosticKind::kTensorToNumpy, "a tensor has no value while its tf.function is traced, so NumPy cannot take it", b.spans[i]};
    d.help.push_back("use the tf. function of the same meaning");
    in.Raise(std::move(d), "NotImplementedError");
  }
}

V Array(Bound& b, size_t i, std::optional<D> dtype = {}) {
  NoSymbols(b, i);
  return ToArray(b.in, b[i], dtype, b.spans[i]);
}

// np.float32, "int64", float, int, bool: NumPy's meaning of Python's types.
std::optional<D> NumpyDType(Bound& b, size_t i) {
  if (!b.given(i)) return std::nullopt;
  if (auto* row = b[i].as<Builtin>()) {
    if (row->row->name == "float") return D::kFloat64;
    if (row->row->name == "int") return D::kInt64;
    if (row->row->name == "bool") return D::kBool;
    if (row->row->name == "complex") return D::kComplex128;
  }
  if (auto* s = b[i].as<Str>()) {
    if (**s == "float" || **s == "f8" || **s == "d") return D::kFloat64;
    if (**s == "f4" || **s == "f") return D::kFloat32;
    if (**s == "int" || **s == "i8") return D::kInt64;
    if (**s == "i4" || **s == "i") return D::kInt32;
    if (**s == "u1") return D::kUInt8;
  }
  return b.in.DTypeOf(b[i], b.spans[i]);
}

V Floats(Ops& o, V x) {
  D d = o.dtype(x);
  if (ir::IsFloating(d) || ir::IsComplex(d)) return x;
  return o.Cast(x, ir::IsInteger(d) && ir::SizeOf(d) == 1 ? D::kFloat16 : ir::IsInteger(d) && ir::SizeOf(d) == 2 ? D::kFloat32 : D::kFloat64);
}

template <K kind>
Value FloatUnary(Bound& b) {
  Ops o(b);
  return ArrayOut(o, o(kind, {Floats(o, Array(b, 0))}));
}

template <K kind>
Value Unary(Bound& b) {
  Ops o(b);
  return ArrayOut(o, o(kind, {Array(b, 0)}));
}

template <K kind>
Value Rounding(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  if (ir::IsInteger(o.dtype(x)) || o.dtype(x) == D::kBool) return ArrayOut(o, x);
  return ArrayOut(o, o(kind, {x}));
}

template <K kind>
Value FloatPredicate(Bound& b) {
  Ops o(b);
  return ArrayOut(o, o(kind, {Floats(o, Array(b, 0))}));
}

template <K kind>
Value Binary(Bound& b) {
  Ops o(b);
  NoSymbols(b, 0);
  NoSymbols(b, 1);
  auto [x, y] = ArrayPair(b.in, b[0], b[1], b.span);
  return ArrayOut(o, o(kind, {x, y}));
}

template <K kind>
Value FloatBinary(Bound& b) {
  Ops o(b);
  auto [x, y] = ArrayPair(b.in, b[0], b[1], b.span);
  return ArrayOut(o, o(kind, {Floats(o, x), Floats(o, y)}));
}

template <ast::BinaryOp op>
Value Operator(Bound& b) {
  NoSymbols(b, 0);
  NoSymbols(b, 1);
  return NumpyBinary(b.in, op, b[0], b[1], b.span);
}

template <ast::CompareOp op>
Value Comparison(Bound& b) {
  NoSymbols(b, 0);
  NoSymbols(b, 1);
  return NumpyCompare(b.in, op, b[0], b[1], b.span);
}

// ---- creation ----

Value MakeArray(Bound& b) {
  Ops o(b);
  V v = Array(b, 0, NumpyDType(b, 1));
  return Tensor{v, true, false};
}

V Shape(Bound& b, size_t i) { return b.in.ShapeToTensor(b[i], b.spans[i]); }

template <int value>
Value Filled(Bound& b) {
  Ops o(b);
  D d = NumpyDType(b, 1).value_or(D::kFloat64);
  V scalar = d == D::kBool ? o.Bool(value != 0) : o.Number(d, value);
  return Tensor{o.BroadcastTo(scalar, Shape(b, 0)), true, false};
}

Value FullFn(Bound& b) {
  Ops o(b);
  return Tensor{o.BroadcastTo(Array(b, 1, NumpyDType(b, 2)), Shape(b, 0)), true, false};
}

template <int value>
Value FilledLike(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  D d = NumpyDType(b, 1).value_or(o.dtype(x));
  V scalar = d == D::kBool ? o.Bool(value != 0) : o.Number(d, value);
  return Tensor{o.BroadcastTo(scalar, o.ShapeOf(x)), true, false};
}

Value FullLike(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  return Tensor{o.BroadcastTo(Array(b, 1, NumpyDType(b, 2).value_or(o.dtype(x))), o.ShapeOf(x)), true, false};
}

Value Arange(Bound& b) {
  Ops o(b);
  V start = Array(b, 0), stop = start, step;
  if (b.given(1)) stop = Array(b, 1);
  else start = o.Int(0, D::kInt64);
  step = b.given(2) ? Array(b, 2) : o.Int(1, D::kInt64);
  D d = PromoteNumpy(PromoteNumpy(o.dtype(start), o.dtype(stop)), o.dtype(step));
  D to = NumpyDType(b, 3).value_or(d);
  // The length comes from the values as they are given; an empty range is an empty array.
  V first = o.Cast(start, D::kFloat64), last = o.Cast(stop, D::kFloat64), by = o.Cast(step, D::kFloat64);
  V count = o.Max(o.Cast(o(K::kCeil, {o.Div(o.Sub(last, first), by)}), D::kInt64), o.Int(0, D::kInt64));
  V index = o.Arange(count);
  D compute = ir::IsInteger(d) ? D::kInt64 : d;
  V values = o.Add(o.Cast(start, compute), o.Mul(o.Cast(index, compute), o.Cast(step, compute)));
  return Tensor{o.Cast(values, to), true, false};
}

Value Linspace(Bound& b) {
  Ops o(b);
  auto [start, stop] = ArrayPair(b.in, b[0], b[1], b.span);
  bool endpoint = b.in.KnownBool(b[3], "endpoint", b.spans[3]);
  V num = o.Cast(Array(b, 2), D::kInt32);
  V first = o.Cast(start, D::kFloat64), last = o.Cast(stop, D::kFloat64);
  V divisor = o.Max(endpoint ? o.Sub(num, o.Int(1)) : num, o.Int(1));
  V step = o.Div(o.Sub(last, first), o.Cast(divisor, D::kFloat64));
  V index = o.Arange(num);
  V values = o.Add(first, o.Mul(o.Cast(index, D::kFloat64), step));
  if (endpoint) {
    V is_last = o(K::kAnd, {o.Eq(index, o.Sub(num, o.Int(1))), o(K::kGt, {num, o.Int(1)})});
    values = o.Select(is_last, last, values);
  }
  return Tensor{o.Cast(values, NumpyDType(b, 5).value_or(D::kFloat64)), true, false};
}

Value Eye(Bound& b) {
  Ops o(b);
  V rows = o.Cast(Array(b, 0), D::kInt32), columns = b.args.size() > 1 && b.given(1) ? o.Cast(Array(b, 1), D::kInt32) : rows;
  V k = o.Int(b.in.KnownInt(b[2], "k", b.spans[2]));
  V on = o.Eq(o.Add(o.ExpandDims(o.Arange(rows), 1), k), o.ExpandDims(o.Arange(columns), 0));
  return Tensor{o.Cast(on, NumpyDType(b, 3).value_or(D::kFloat64)), true, false};
}

// ---- reductions ----

std::vector<int64_t> Axes(Bound& b, size_t i, V x) { return AxesArg(b, i, x); }

template <K kind>
Value Reduce(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  std::vector<int64_t> axes = Axes(b, 1, x);
  bool keep = BoolArg(b, 3, "keepdims");
  if (kind == K::kAll || kind == K::kAny) {
    if (o.dtype(x) != D::kBool) x = o(K::kNe, {x, o.Like(x, 0)});
  } else if (kind == K::kSum || kind == K::kProd) {
    // Small ints and bools are summed as 64 bit.
    if (auto d = NumpyDType(b, 2)) x = o.Cast(x, *d);
    else if (o.dtype(x) == D::kBool || (ir::IsInteger(o.dtype(x)) && !ir::IsUnsigned(o.dtype(x)))) x = o.Cast(x, D::kInt64);
    else if (ir::IsUnsigned(o.dtype(x))) x = o.Cast(x, D::kUInt64);
  }
  return ArrayOut(o, o.Reduce(kind, x, axes, keep));
}

V FloatMean(Ops& o, V x, const std::vector<int64_t>& axes, bool keep) {
  if (!ir::IsFloating(o.dtype(x)) && !ir::IsComplex(o.dtype(x))) x = o.Cast(x, D::kFloat64);
  return o.Mean(x, axes, keep);
}

Value Mean(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  if (auto d = NumpyDType(b, 2)) x = o.Cast(x, *d);
  return ArrayOut(o, FloatMean(o, x, Axes(b, 1, x), BoolArg(b, 3, "keepdims")));
}

V Variance(Bound& b, V x, const std::vector<int64_t>& axes, bool keep) {
  Ops o(b);
  if (!ir::IsFloating(o.dtype(x))) x = o.Cast(x, D::kFloat64);
  V diff = o.Sub(x, o.Mean(x, axes, true));
  V sum = o.Sum(o.Square(diff), axes, keep);
  V count = o.Sub(o.Count(x, axes, o.dtype(x)), Array(b, 2, o.dtype(x)));
  return o.Div(sum, count);
}

template <bool root>
Value Deviation(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  V variance = Variance(b, x, Axes(b, 1, x), BoolArg(b, 3, "keepdims"));
  return ArrayOut(o, root ? o.Sqrt(variance) : variance);
}

template <K kind>
Value ArgReduce(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  int64_t axis = 0;
  if (b.given(1)) axis = AxisArg(b, 1, o.rank(x));
  else x = o.Reshape(x, std::vector<int64_t>{-1});
  return ArrayOut(o, o(kind, {x}, ir::ParamsAttr{{axis}, {}, {}, {D::kInt64}}));
}

template <K kind>
Value Cumulative(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  int64_t axis = 0;
  if (b.given(1)) axis = AxisArg(b, 1, o.rank(x));
  else x = o.Reshape(x, std::vector<int64_t>{-1});
  if (o.dtype(x) == D::kBool || ir::IsInteger(o.dtype(x))) x = o.Cast(x, D::kInt64);
  return ArrayOut(o, o(kind, {x}, ir::AxisAttr{axis}));
}

Value Median(Bound& b) {
  Ops o(b);
  V x = Floats(o, Array(b, 0));
  int64_t axis = 0;
  if (b.given(1)) axis = AxisArg(b, 1, o.rank(x));
  else x = o.Reshape(x, std::vector<int64_t>{-1});
  V sorted = o(K::kSort, {x}, ir::AxisAttr{axis});
  V n = o.DimOf(x, int(axis));
  V low = o(K::kFloorDiv, {o.Sub(n, o.Int(1)), o.Int(2)}), high = o(K::kFloorDiv, {n, o.Int(2)});
  V middle = o.Add(o.Gather(sorted, low, axis), o.Gather(sorted, high, axis));
  return ArrayOut(o, o.Div(middle, o.Like(middle, 2)));
}

// ---- layout ----

Value Reshape(Bound& b) {
  Ops o(b);
  return Tensor{o.Reshape(Array(b, 0), Shape(b, 1)), true, false};
}

Value Transpose(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  std::vector<int64_t> order;
  if (b.given(1)) {
    for (int64_t axis : b.in.KnownInts(b[1], "axes", b.spans[1])) order.push_back(o.Axis(axis, o.rank(x)));
  } else {
    for (int64_t i = o.rank(x) - 1; i >= 0; --i) order.push_back(i);
  }
  return Tensor{o.Transpose(x, order), true, false};
}

std::vector<V> Arrays(Bound& b, size_t i) {
  Ops o(b);
  NoSymbols(b, i);
  std::vector<V> parts;
  std::optional<D> common;
  for (const Value& v : ItemsOf(b.in, b[i], b.spans[i])) {
    parts.push_back(ToArray(b.in, v, std::nullopt, b.spans[i]));
    common = common ? PromoteNumpy(*common, o.dtype(parts.back())) : o.dtype(parts.back());
  }
  if (parts.empty()) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "need at least one array", b.spans[i]);
  for (V& p : parts) p = o.Cast(p, *common);
  return parts;
}

Value Concatenate(Bound& b) {
  Ops o(b);
  std::vector<V> parts = Arrays(b, 0);
  return Tensor{o.Concat(parts, AxisArg(b, 1, o.rank(parts[0]))), true, false};
}

Value StackFn(Bound& b) {
  Ops o(b);
  std::vector<V> parts = Arrays(b, 0);
  return Tensor{o.Stack(parts, AxisArg(b, 1, o.rank(parts[0]) + 1)), true, false};
}

template <int axis>
Value Joined(Bound& b) {
  Ops o(b);
  std::vector<V> parts = Arrays(b, 0);
  for (V& p : parts) {
    if (o.rank(p) == 0) p = o.Reshape(p, std::vector<int64_t>{1});
    if (axis == 0 && o.rank(p) == 1) p = o.ExpandDims(p, 0);
  }
  return Tensor{o.Concat(parts, axis == 1 && o.rank(parts[0]) == 1 ? 0 : axis), true, false};
}

Value ExpandDims(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  return Tensor{o.ExpandDims(x, AxisArg(b, 1, o.rank(x) + 1)), true, false};
}

Value Squeeze(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  std::vector<int64_t> axes;
  if (b.given(1)) axes = AxesArg(b, 1, x);
  else
    for (int i = 0; i < o.rank(x); ++i)
      if (o.dim(x, i) == 1) axes.push_back(i);
  return Tensor{axes.empty() ? x : o.Squeeze(x, axes), true, false};
}

Value Where(Bound& b) {
  Ops o(b);
  V c = Array(b, 0);
  if (o.dtype(c) != D::kBool) c = o(K::kNe, {c, o.Like(c, 0)});
  if (!b.given(1)) {
    V places = o(K::kWhere, {c});
    std::vector<Value> columns;
    for (int i = 0; i < o.rank(c); ++i) columns.push_back(Tensor{o.Squeeze(o.SliceAxis(places, 1, i, 1), {1}), true, false});
    return Value::MakeTuple(std::move(columns));
  }
  auto [x, y] = ArrayPair(b.in, b[1], b[2], b.span);
  return ArrayOut(o, o.Select(c, x, y));
}

Value Clip(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  if (b.given(1)) {
    auto [l, r] = ArrayPair(b.in, Value(Tensor{x, true}), b[1], b.span);
    x = o.Max(l, r);
  }
  if (b.given(2)) {
    auto [l, r] = ArrayPair(b.in, Value(Tensor{x, true}), b[2], b.span);
    x = o.Min(l, r);
  }
  return ArrayOut(o, x);
}

Value RoundFn(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  int64_t decimals = b.in.KnownInt(b[1], "decimals", b.spans[1]);
  if (ir::IsInteger(o.dtype(x))) return ArrayOut(o, x);
  if (decimals == 0) return ArrayOut(o, o(K::kRint, {x}));
  V scale = o.Like(x, std::pow(10.0, double(std::abs(decimals))));
  V scaled = decimals > 0 ? o.Mul(x, scale) : o.Div(x, scale);
  V rounded = o(K::kRint, {scaled});
  return ArrayOut(o, decimals > 0 ? o.Div(rounded, scale) : o.Mul(rounded, scale));
}

Value SortFn(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  return Tensor{o(K::kSort, {x}, ir::AxisAttr{AxisArg(b, 1, o.rank(x))}), true, false};
}

Value ArgSort(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  return Tensor{o.Cast(o(K::kArgSort, {x}, ir::AxisAttr{AxisArg(b, 1, o.rank(x))}), D::kInt64), true, false};
}

Value Unique(Bound& b) {
  Ops o(b);
  V sorted = o(K::kSort, {o.Reshape(Array(b, 0), std::vector<int64_t>{-1})}, ir::AxisAttr{0});
  std::vector<V> r = o.Many(K::kUnique, {sorted}, ir::DTypeAttr{D::kInt64});
  if (BoolArg(b, 1, "return_counts"))
    return Value::MakeTuple({Value(Tensor{r[0], true, false}), Value(Tensor{r[2], true, false})});
  return Tensor{r[0], true, false};
}

Value Dot(Bound& b) {
  Ops o(b);
  NoSymbols(b, 0);
  NoSymbols(b, 1);
  auto [x, y] = ArrayPair(b.in, b[0], b[1], b.span);
  int rx = o.rank(x), ry = o.rank(y);
  if (rx == 0 || ry == 0) return ArrayOut(o, o.Mul(x, y));
  return ArrayOut(o, o(K::kDot, {x, y}, ir::DotAttr{{}, {}, {rx - 1}, {ry == 1 ? 0 : ry - 2}}));
}

Value Outer(Bound& b) {
  Ops o(b);
  auto [x, y] = ArrayPair(b.in, b[0], b[1], b.span);
  return Tensor{o.Mul(o.Reshape(x, std::vector<int64_t>{-1, 1}), o.Reshape(y, std::vector<int64_t>{1, -1})), true, false};
}

V Close(Bound& b) {
  Ops o(b);
  auto [x, y] = ArrayPair(b.in, b[0], b[1], b.span);
  V l = o.Cast(x, D::kFloat64), r = o.Cast(y, D::kFloat64);
  V rtol = Array(b, 2, D::kFloat64), atol = Array(b, 3, D::kFloat64);
  V near = o(K::kLe, {o(K::kAbs, {o.Sub(l, r)}), o.Add(atol, o.Mul(rtol, o(K::kAbs, {r})))});
  V finite = o(K::kAnd, {o(K::kIsFinite, {r}), near});
  V close = o(K::kOr, {finite, o.Eq(l, r)});
  if (BoolArg(b, 4, "equal_nan")) close = o(K::kOr, {close, o(K::kAnd, {o(K::kIsNan, {l}), o(K::kIsNan, {r})})});
  return close;
}

// A Python bool of an array of bools.
Value PythonBool(Ops& o, V all) {
  if (auto* l = o.literal(all)) return l->IntAt(0) != 0;
  return Scalar{ScalarKind::kBool, all};
}

Value AllClose(Bound& b) {
  Ops o(b);
  V close = Close(b);
  return PythonBool(o, o.Reduce(K::kAll, close, o.AllAxes(close), false));
}

Value IsClose(Bound& b) {
  Ops o(b);
  return ArrayOut(o, Close(b));
}

Value ArrayEqual(Bound& b) {
  Ops o(b);
  auto [x, y] = ArrayPair(b.in, b[0], b[1], b.span);
  if (o.shape(x).fully_known() && o.shape(y).fully_known() && o.shape(x) != o.shape(y)) return false;
  V equal = o.Eq(x, y);
  return PythonBool(o, o.Reduce(K::kAll, equal, o.AllAxes(equal), false));
}

Value Tile(Bound& b) {
  Ops o(b);
  V x = Array(b, 0), reps = Shape(b, 1);
  while (ir::IsKnown(o.dim(reps, 0)) && o.rank(x) < o.dim(reps, 0)) x = o.ExpandDims(x, 0);
  if (ir::IsKnown(o.dim(reps, 0)) && o.dim(reps, 0) < o.rank(x)) {
    std::vector<int64_t> ones(size_t(o.rank(x) - o.dim(reps, 0)), 1);
    reps = o.Concat({o.Cast(o.Ints(ones), o.dtype(reps)), reps}, 0);
  }
  return Tensor{o(K::kTile, {x, reps}), true, false};
}

Value Diff(Bound& b) {
  Ops o(b);
  V x = Array(b, 0);
  int64_t axis = o.rank(x) - 1;
  V n = o.Sub(o.DimOf(x, int(axis)), o.Int(1));
  std::vector<V> size;
  std::vector<int64_t> first(size_t(o.rank(x)), 0), second = first;
  second[size_t(axis)] = 1;
  for (int i = 0; i < o.rank(x); ++i) size.push_back(i == axis ? n : o.Int(-1));
  V sizes = o.Stack(size);
  return Tensor{o.Sub(o(K::kSlice, {x, o.Ints(second), sizes}), o(K::kSlice, {x, o.Ints(first), sizes})), true, false};
}

// np.float32(x), np.int64(x): a NumPy scalar (or an array, of an array).
template <D dtype>
Value ScalarType(Bound& b) {
  Ops o(b);
  if (!b.given(0)) return ArrayOut(o, dtype == D::kBool ? o.Bool(false) : dtype == D::kString ? o.Text("") : o.Number(dtype, 0));
  if constexpr (dtype == D::kString) {
    return ArrayOut(o, b.in.ToTensor(b[0], {}, b.spans[0]));
  } else {
    V v = Array(b, 0);
    if (auto* literal = o.literal(v); literal && ir::IsInteger(literal->dtype()) && ir::IsInteger(dtype) && b[0].is<Integer>() && !LiteralFits(b[0], dtype))
      b.in.Raise(DiagnosticKind::kInvalidValue, "OverflowError", "Python integer " + Shown(b.in, b[0]) + " out of bounds for " + std::string(NameOf(dtype)), b.spans[0]);
    return ArrayOut(o, o.Cast(v, dtype));
  }
}

template <int which>
Value Number(Bound&) {
  constexpr double kValues[] = {3.141592653589793, 2.718281828459045, std::numeric_limits<double>::infinity(), 0.5772156649015329};
  if (which == 4) return std::numeric_limits<double>::quiet_NaN();
  return kValues[which];
}

using Kind = BuiltinRow::Kind;
using ast::BinaryOp;
using ast::CompareOp;

constexpr std::string_view kX = "x, /";
constexpr std::string_view kReduce = "a, axis=None, dtype=None, keepdims=False";
constexpr std::string_view kTwo = "x1, x2, /";

constexpr BuiltinRow kRows[] = {
    {"np.array", "object, dtype=None", MakeArray}, {"np.asarray", "a, dtype=None", MakeArray},
    {"np.ascontiguousarray", "a, dtype=None", MakeArray},
    {"np.zeros", "shape, dtype=None", Filled<0>}, {"np.ones", "shape, dtype=None", Filled<1>},
    {"np.empty", "shape, dtype=None", Filled<0>}, {"np.full", "shape, fill_value, dtype=None", FullFn},
    {"np.zeros_like", "a, dtype=None", FilledLike<0>}, {"np.ones_like", "a, dtype=None", FilledLike<1>},
    {"np.full_like", "a, fill_value, dtype=None", FullLike},
    {"np.arange", "start, stop=None, step=None, dtype=None", Arange},
    {"np.linspace", "start, stop, num=50, endpoint=True, retstep=False, dtype=None", Linspace},
    {"np.eye", "N, M=None, k=0, dtype=None", Eye},
    {"np.identity", "n, M=None, k=0, dtype=None", Eye},
    {"np.sqrt", kX, FloatUnary<K::kSqrt>}, {"np.exp", kX, FloatUnary<K::kExp>}, {"np.log", kX, FloatUnary<K::kLog>},
    {"np.log1p", kX, FloatUnary<K::kLog1p>}, {"np.expm1", kX, FloatUnary<K::kExpm1>}, {"np.sin", kX, FloatUnary<K::kSin>},
    {"np.cos", kX, FloatUnary<K::kCos>}, {"np.tan", kX, FloatUnary<K::kTan>}, {"np.tanh", kX, FloatUnary<K::kTanh>},
    {"np.sinh", kX, FloatUnary<K::kSinh>}, {"np.cosh", kX, FloatUnary<K::kCosh>}, {"np.arcsin", kX, FloatUnary<K::kAsin>},
    {"np.arccos", kX, FloatUnary<K::kAcos>}, {"np.arctan", kX, FloatUnary<K::kAtan>},
    {"np.abs", kX, Unary<K::kAbs>}, {"np.absolute", kX, Unary<K::kAbs>}, {"np.negative", kX, Unary<K::kNeg>}, {"np.sign", kX, Unary<K::kSign>},
    {"np.floor", kX, Rounding<K::kFloor>}, {"np.ceil", kX, Rounding<K::kCeil>}, {"np.rint", kX, Rounding<K::kRint>},
    {"np.trunc", kX, Rounding<K::kTrunc>},
    {"np.square", kX, [](Bound& b) { Ops o(b); V x = Array(b, 0); return ArrayOut(o, o.Mul(x, x)); }},
    {"np.isnan", kX, FloatPredicate<K::kIsNan>}, {"np.isinf", kX, FloatPredicate<K::kIsInf>}, {"np.isfinite", kX, FloatPredicate<K::kIsFinite>},
    {"np.maximum", kTwo, Binary<K::kMax>}, {"np.minimum", kTwo, Binary<K::kMin>},
    {"np.arctan2", kTwo, FloatBinary<K::kAtan2>},
    {"np.logical_and", kTwo, Binary<K::kAnd>}, {"np.logical_or", kTwo, Binary<K::kOr>}, {"np.logical_xor", kTwo, Binary<K::kXor>},
    {"np.logical_not", kX, Unary<K::kNot>},
    {"np.add", kTwo, Operator<BinaryOp::kAdd>}, {"np.subtract", kTwo, Operator<BinaryOp::kSub>},
    {"np.multiply", kTwo, Operator<BinaryOp::kMult>}, {"np.divide", kTwo, Operator<BinaryOp::kDiv>},
    {"np.true_divide", kTwo, Operator<BinaryOp::kDiv>}, {"np.floor_divide", kTwo, Operator<BinaryOp::kFloorDiv>},
    {"np.mod", kTwo, Operator<BinaryOp::kMod>}, {"np.power", kTwo, Operator<BinaryOp::kPow>},
    {"np.matmul", kTwo, Operator<BinaryOp::kMatMult>},
    {"np.equal", kTwo, Comparison<CompareOp::kEq>}, {"np.not_equal", kTwo, Comparison<CompareOp::kNotEq>},
    {"np.less", kTwo, Comparison<CompareOp::kLt>}, {"np.less_equal", kTwo, Comparison<CompareOp::kLtE>},
    {"np.greater", kTwo, Comparison<CompareOp::kGt>}, {"np.greater_equal", kTwo, Comparison<CompareOp::kGtE>},
    {"np.sum", kReduce, Reduce<K::kSum>}, {"np.prod", kReduce, Reduce<K::kProd>}, {"np.max", kReduce, Reduce<K::kReduceMax>},
    {"np.min", kReduce, Reduce<K::kReduceMin>}, {"np.amax", kReduce, Reduce<K::kReduceMax>}, {"np.amin", kReduce, Reduce<K::kReduceMin>},
    {"np.all", kReduce, Reduce<K::kAll>}, {"np.any", kReduce, Reduce<K::kAny>}, {"np.mean", kReduce, Mean},
    {"np.std", "a, axis=None, ddof=0, keepdims=False", Deviation<true>}, {"np.var", "a, axis=None, ddof=0, keepdims=False", Deviation<false>},
    {"np.median", "a, axis=None", Median},
    {"np.argmax", "a, axis=None", ArgReduce<K::kArgMax>}, {"np.argmin", "a, axis=None", ArgReduce<K::kArgMin>},
    {"np.cumsum", "a, axis=None", Cumulative<K::kCumSum>}, {"np.cumprod", "a, axis=None", Cumulative<K::kCumProd>},
    {"np.reshape", "a, shape", Reshape}, {"np.transpose", "a, axes=None", Transpose},
    {"np.concatenate", "arrays, axis=0", Concatenate}, {"np.stack", "arrays, axis=0", StackFn},
    {"np.vstack", "tup", Joined<0>}, {"np.hstack", "tup", Joined<1>},
    {"np.expand_dims", "a, axis", ExpandDims}, {"np.squeeze", "a, axis=None", Squeeze},
    {"np.where", "condition, x=None, y=None, /", Where}, {"np.clip", "a, a_min=None, a_max=None", Clip},
    {"np.round", "a, decimals=0", RoundFn}, {"np.around", "a, decimals=0", RoundFn},
    {"np.sort", "a, axis=-1", SortFn}, {"np.argsort", "a, axis=-1, kind=None", ArgSort}, {"np.unique", "ar, return_counts=False", Unique},
    {"np.dot", "a, b", Dot}, {"np.outer", "a, b", Outer},
    {"np.allclose", "a, b, rtol=1e-05, atol=1e-08, equal_nan=False", AllClose},
    {"np.isclose", "a, b, rtol=1e-05, atol=1e-08, equal_nan=False", IsClose},
    {"np.array_equal", "a1, a2", ArrayEqual}, {"np.tile", "A, reps", Tile}, {"np.diff", "a", Diff},
    {"np.bool_", "x=None", ScalarType<D::kBool>, Kind::kClass}, {"np.int8", "x=None", ScalarType<D::kInt8>, Kind::kClass},
    {"np.uint8", "x=None", ScalarType<D::kUInt8>, Kind::kClass}, {"np.int16", "x=None", ScalarType<D::kInt16>, Kind::kClass},
    {"np.uint16", "x=None", ScalarType<D::kUInt16>, Kind::kClass}, {"np.int32", "x=None", ScalarType<D::kInt32>, Kind::kClass},
    {"np.uint32", "x=None", ScalarType<D::kUInt32>, Kind::kClass}, {"np.int64", "x=None", ScalarType<D::kInt64>, Kind::kClass},
    {"np.uint64", "x=None", ScalarType<D::kUInt64>, Kind::kClass}, {"np.float16", "x=None", ScalarType<D::kFloat16>, Kind::kClass},
    {"np.float32", "x=None", ScalarType<D::kFloat32>, Kind::kClass}, {"np.float64", "x=None", ScalarType<D::kFloat64>, Kind::kClass},
    {"np.complex64", "x=None", ScalarType<D::kComplex64>, Kind::kClass}, {"np.complex128", "x=None", ScalarType<D::kComplex128>, Kind::kClass},
    {"np.str_", "x=None", ScalarType<D::kString>, Kind::kClass},
    {"np.ndarray", "*args", [](Bound& b) -> Value { b.in.Fail(DiagnosticKind::kUnsupportedApi, "np.ndarray(...) is not implemented here; use np.array", b.span); }, Kind::kClass},
    {"np.pi", "", Number<0>, Kind::kConstant}, {"np.e", "", Number<1>, Kind::kConstant}, {"np.inf", "", Number<2>, Kind::kConstant},
    {"np.euler_gamma", "", Number<3>, Kind::kConstant}, {"np.nan", "", Number<4>, Kind::kConstant},
    {"np.newaxis", "", [](Bound&) { return Value(None{}); }, Kind::kConstant},
    {"np.dtype", "dtype", [](Bound& b) { return Value(DTypeValue{*NumpyDType(b, 0), true}); }, Kind::kClass},
};

}  // namespace

std::span<const BuiltinRow> NumpyRows() { return kRows; }

}  // namespace lathe::staging
