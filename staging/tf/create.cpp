// tf.constant, tf.zeros, tf.range, …: functions that make tensors, and conversions between dtypes.
#include <cmath>
#include <limits>

#include "staging/builtin_tables.h"
#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

Value Constant(Bound& b) {
  Ops o(b);
  auto dtype = DTypeArg(b, 1);
  if (IsSequence(b.in, b[0])) {
    Nested nested = Flatten(b.in, b[0], b.spans[0]);
    for (const Value& leaf : nested.leaves)
      if (auto* t = leaf.as<Tensor>(); t && !t->numpy && o.type(t->value).is_scalar()) {
        Diagnostic d{DiagnosticKind::kInvalidValue, "tf.constant does not take a list of scalar tensors", b.spans[0]};
        d.help.push_back("use tf.stack or tf.convert_to_tensor");
        b.in.Raise(std::move(d), b.in.mode == Mode::kStaged ? "TypeError" : "ValueError");
      }
  }
  if (dtype && IsSequence(b.in, b[0]) == false && b[0].is<bool>() && *dtype != D::kBool && ir::IsNumeric(*dtype))
    b.in.Raise(DiagnosticKind::kDtypeMismatch, "TypeError", "cannot convert " + Shown(b.in, b[0]) + " to " + std::string(NameOf(*dtype)), b.spans[0]);
  V value = Arg(b, 0, dtype);
  if (b.given(2)) {
    ir::Shape shape = b.in.ShapeOfValue(b[2], b.spans[2]);
    auto have = o.shape(value).elements(), want = shape.elements();
    if (have && want && *have == 1 && *want != 1) {
      if (o.rank(value)) value = o.Reshape(value, std::vector<int64_t>{});
      value = o.BroadcastTo(value, o.Ints(shape.dims));
    } else {
      if (have && want && *have != *want)
        b.in.Raise(DiagnosticKind::kShapeMismatch, "TypeError", std::to_string(*have) + " elements do not fill the shape " + ToString(shape), b.spans[2]);
      value = o.Reshape(value, shape.dims);
    }
  }
  return o.Out(value);
}

Value ConvertToTensor(Bound& b) {
  Ops o(b);
  auto dtype = DTypeArg(b, 1);
  if (!dtype && b.given(2) && !b.in.IsTensorLike(b[0])) {
    D hint = *DTypeArg(b, 2);
    Nested nested = Flatten(b.in, b[0], b.spans[0]);
    bool fits = !nested.has_tensor;
    for (const Value& leaf : nested.leaves) fits = fits && LiteralFits(leaf, hint);
    if (fits) dtype = hint;
  }
  return o.Out(Arg(b, 0, dtype));
}

Value Cast(Bound& b) {
  Ops o(b);
  D to = *DTypeArg(b, 1);
  if (auto* found = b.in.heap.External<IndexedSlicesObject>(b[0])) {
    auto copy = std::make_shared<IndexedSlicesObject>(*found);
    copy->values = o.Out(o.Cast(b.in.ToTensor(copy->values, {}, b.spans[0]), to));
    return b.in.heap.New(ExternalSlot{copy});
  }
  if (auto* s = b[0].as<Scalar>()) return o.Out(o.Cast(s->value, to));
  return o.Out(o.Cast(Arg(b, 0), to));
}

// Bounds of a dtype as a double that converts back exactly; `upper` for floats: the largest value below the bound.
double LowestOf(D d) {
  switch (d) {
    case D::kInt8: return -128;
    case D::kInt16: return -32768;
    case D::kInt32: return -2147483648.0;
    case D::kInt64: return -9223372036854775808.0;
    case D::kFloat16: return -65504;
    case D::kBFloat16: return -3.3895313892515355e38;
    case D::kFloat32: return -double(std::numeric_limits<float>::max());
    default: return 0;
  }
}
double HighestOf(D d, D from) {
  bool single = from == D::kFloat32;
  switch (d) {
    case D::kInt8: return 127;
    case D::kUInt8: return 255;
    case D::kInt16: return 32767;
    case D::kUInt16: return 65535;
    case D::kInt32: return single ? 2147483520.0 : 2147483647.0;
    case D::kUInt32: return single ? 4294967040.0 : 4294967295.0;
    case D::kInt64: return single ? 9223371487098961920.0 : 9223372036854774784.0;
    case D::kUInt64: return single ? 18446742974197923840.0 : 18446744073709549568.0;
    case D::kFloat16: return 65504;
    case D::kBFloat16: return 3.3895313892515355e38;
    case D::kFloat32: return double(std::numeric_limits<float>::max());
    default: return 1;
  }
}

V IntBound(Ops& o, D of, D target, bool upper) {
  Integer v = 0;
  int bits = int(ir::SizeOf(target)) * 8;
  if (ir::IsUnsigned(target)) v = upper ? ShiftLeft(Integer(1), bits) - Integer(1) : Integer(0);
  else v = upper ? ShiftLeft(Integer(1), bits - 1) - Integer(1) : -ShiftLeft(Integer(1), bits - 1);
  return o.Const(MakeLiteral({Value(v)}, {}, of));
}

Value SaturateCast(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  D to = *DTypeArg(b, 1), from = o.dtype(x);
  if (from == to || to == D::kBool || ir::IsComplex(to) || ir::IsComplex(from)) return o.Out(o.Cast(x, to));
  if (ir::IsInteger(from) && ir::IsInteger(to)) {
    int from_bits = int(ir::SizeOf(from)) * 8, to_bits = int(ir::SizeOf(to)) * 8;
    bool low = !ir::IsUnsigned(from) && (ir::IsUnsigned(to) || to_bits < from_bits);
    bool high = to_bits < from_bits || (to_bits == from_bits && ir::IsUnsigned(from) && !ir::IsUnsigned(to));
    if (high) x = o.Min(x, IntBound(o, from, to, true));
    if (low) x = o.Max(x, IntBound(o, from, to, false));
    return o.Out(o.Cast(x, to));
  }
  if (ir::IsFloating(from) && ir::IsInteger(to)) {
    V nan = o(K::kIsNan, {x});
    x = o.Min(o.Max(x, o.Like(x, LowestOf(to))), o.Like(x, HighestOf(to, from)));
    return o.Out(o.Select(nan, o.Number(to, 0), o.Cast(o.Select(nan, o.ZerosLike(x), x), to)));
  }
  if (ir::IsFloating(from) && ir::IsFloating(to) && ir::SizeOf(to) < ir::SizeOf(from))
    x = o.Min(o.Max(x, o.Like(x, LowestOf(to))), o.Like(x, HighestOf(to, from)));
  return o.Out(o.Cast(x, to));
}

V Filled(Ops& o, D dtype, double value, V shape) {
  V scalar = dtype == D::kString ? o.Text("") : dtype == D::kBool ? o.Bool(value != 0) : o.Number(dtype, value);
  return o.BroadcastTo(scalar, shape);
}

template <int value>
Value Full(Bound& b) {
  Ops o(b);
  D dtype = DTypeArg(b, 1, D::kFloat32);
  V shape = b.in.ShapeToTensor(b[0], b.spans[0]);
  if (auto* l = o.literal(shape))
    for (int64_t i = 0; i < l->count(); ++i)
      if (l->IntAt(i) < 0) o.Invalid(DiagnosticKind::kInvalidArgument, "a dimension must not be negative: " + std::to_string(l->IntAt(i)), b.spans[0]);
  return o.Out(Filled(o, dtype, value, shape));
}

template <int value>
Value FullLike(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  return o.Out(Filled(o, DTypeArg(b, 1, o.dtype(x)), value, o.ShapeOf(x)));
}

Value Fill(Bound& b) {
  Ops o(b);
  V value = Arg(b, 1);
  if (o.rank(value) != 0) o.Invalid(DiagnosticKind::kRankMismatch, "fill needs a scalar value, not one of shape " + ToString(o.shape(value)), b.spans[1]);
  V shape = b.in.ShapeToTensor(b[0], b.spans[0]);
  if (auto* l = o.literal(shape))
    for (int64_t i = 0; i < l->count(); ++i)
      if (l->IntAt(i) < 0) o.Invalid(DiagnosticKind::kInvalidArgument, "a dimension must not be negative: " + std::to_string(l->IntAt(i)), b.spans[0]);
  return o.Out(o.BroadcastTo(value, shape));
}

Value Eye(Bound& b) {
  Ops o(b);
  D dtype = DTypeArg(b, 3, D::kFloat32);
  V rows = o.Cast(Arg(b, 0), D::kInt32);
  V columns = b.given(1) ? o.Cast(Arg(b, 1), D::kInt32) : rows;
  V equal = o.Eq(o.ExpandDims(o.Arange(rows), 1), o.ExpandDims(o.Arange(columns), 0));
  V eye = o.Cast(equal, dtype);
  if (b.given(2)) {
    V batch = o.Cast(b.in.ShapeToTensor(b[2], b.spans[2]), D::kInt32);
    eye = o.BroadcastTo(eye, o.Concat({batch, o.Stack({rows, columns})}, 0));
  }
  return o.Out(eye);
}

int Priority(D d) {
  switch (d) {
    case D::kInt32: return 1;
    case D::kInt64: return 2;
    case D::kFloat16:
    case D::kBFloat16: return 3;
    case D::kFloat32: return 4;
    case D::kFloat64: return 5;
    default: return 0;
  }
}

Value Range(Bound& b) {
  Ops o(b);
  bool one = !b.given(1);
  std::vector<size_t> which = one ? std::vector<size_t>{0, 2} : std::vector<size_t>{0, 1, 2};
  auto dtype = DTypeArg(b, 3);
  auto as = [&](size_t i) -> V {
    if (dtype && !b.in.IsTensorLike(b[i])) {
      // Literals are converted to the dtype asked for, floats to ints only if nothing is lost.
      return Arg(b, i, dtype);
    }
    V v = Arg(b, i);
    if (o.rank(v) != 0) o.Invalid(DiagnosticKind::kRankMismatch, "range needs scalars, not a tensor of shape " + ToString(o.shape(v)), b.spans[i]);
    return v;
  };
  std::vector<V> values;
  D widest = D::kInt32;
  for (size_t i : which) {
    values.push_back(as(i));
    D d = o.dtype(values.back());
    if (Priority(d) == 0 && !ir::IsInteger(d))
      b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "range does not take " + std::string(NameOf(d)), b.spans[i]);
    if (Priority(d) > Priority(widest)) widest = d;
  }
  D to = dtype.value_or(widest);
  for (V& v : values) v = o.Cast(v, to);
  V start = one ? o.Number(to, 0) : values[0], limit = one ? values[0] : values[1], delta = values.back();
  return o.Out(o(K::kRange, {start, limit, delta}));
}

Value Linspace(Bound& b) {
  Ops o(b);
  V start = Arg(b, 0), stop = b.in.IsTensorLike(b[1]) ? Arg(b, 1) : Arg(b, 1, o.dtype(start));
  if (ir::IsInteger(o.dtype(start)) && ir::IsInteger(o.dtype(stop))) {
    start = o.Cast(start, D::kFloat64);
    stop = o.Cast(stop, D::kFloat64);
  }
  V num = o.Cast(Arg(b, 2), D::kInt32);
  if (auto* l = o.literal(num); l && l->IntAt(0) < 0)
    o.Invalid(DiagnosticKind::kInvalidArgument, "linspace needs a number of values that is not negative, not " + std::to_string(l->IntAt(0)), b.spans[2]);
  if (o.rank(start) == 0 && o.rank(stop) == 0) return o.Out(o(K::kLinspace, {start, stop, num}));
  // Tensors: start + (stop - start) * i / (num - 1) along a new axis, the last one exactly stop.
  int64_t axis = o.Axis(b.in.KnownInt(b[3], "axis", b.spans[3]), o.rank(start) + 1, b.spans[3]);
  V a = o.ExpandDims(start, axis), z = o.ExpandDims(stop, axis);
  std::vector<int64_t> shape(size_t(o.rank(a)), 1);
  shape[size_t(axis)] = -1;
  V index = o.Reshape(o.Cast(o.Arange(num), o.dtype(a)), shape);
  V last = o.Cast(o.Max(o.Sub(num, o.Int(1)), o.Int(1)), o.dtype(a));
  V step = o.Div(o.Sub(z, a), last);
  V value = o.Add(a, o.Mul(step, index));
  V is_last = o(K::kEq, {index, o.Cast(o.Sub(num, o.Int(1)), o.dtype(a))});
  V many = o(K::kGt, {num, o.Int(1)});
  return o.Out(o.Select(o(K::kAnd, {is_last, many}), z, value));
}

Value OneHot(Bound& b) {
  Ops o(b);
  V indices = Arg(b, 0);
  V depth = o.Cast(Arg(b, 1), D::kInt32);
  auto dtype = DTypeArg(b, 5);
  if (!dtype && b.given(2) && b.in.IsTensorLike(b[2])) dtype = o.dtype(Arg(b, 2));
  if (!dtype && b.given(3) && b.in.IsTensorLike(b[3])) dtype = o.dtype(Arg(b, 3));
  if (!dtype && b.given(2)) dtype = o.dtype(Arg(b, 2));
  if (!dtype && b.given(3)) dtype = o.dtype(Arg(b, 3));
  D d = dtype.value_or(D::kFloat32);
  V on = b.given(2) ? Arg(b, 2, d) : d == D::kBool ? o.Bool(true) : o.Number(d, 1);
  V off = b.given(3) ? Arg(b, 3, d) : d == D::kBool ? o.Bool(false) : o.Number(d, 0);
  if ((d == D::kBool || d == D::kString) && (!b.given(2) || !b.given(3)))
    b.in.Raise(DiagnosticKind::kInvalidArgument, "TypeError", "one_hot of dtype " + std::string(NameOf(d)) + " needs on_value and off_value", b.span);
  if (!ir::IsInteger(o.dtype(indices)))
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "one_hot needs integer indices, not " + std::string(NameOf(o.dtype(indices))), b.spans[0]);
  int64_t axis = b.given(4) ? b.in.KnownInt(b[4], "axis", b.spans[4]) : -1;
  int64_t rank = o.rank(indices);
  if (axis != -1) axis = o.Axis(axis, rank + 1, b.spans[4]);
  return o.Out(o(K::kOneHot, {indices, depth, on, off}, ir::AxisAttr{axis == -1 ? rank : axis}));
}

Value SequenceMask(Bound& b) {
  Ops o(b);
  V lengths = Arg(b, 0);
  D d = o.dtype(lengths);
  V longest = b.given(1) ? o.Cast(Arg(b, 1), d) : o.Max(o.Reduce(K::kReduceMax, lengths, o.AllAxes(lengths), false), o.Like(lengths, 0));
  V mask = o(K::kLt, {o.Arange(longest), o.ExpandDims(lengths, o.rank(lengths))});
  return o.Out(o.Cast(mask, DTypeArg(b, 2, D::kBool)));
}

Value Bitcast(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  D to = *DTypeArg(b, 1);
  if (to == o.dtype(x)) return o.Out(x);
  b.in.Fail(DiagnosticKind::kUnsupportedApi, "tf.bitcast is not implemented between " + std::string(NameOf(o.dtype(x))) + " and " + std::string(NameOf(to)), b.span);
}

constexpr BuiltinRow kRows[] = {
    {"tf.constant", "value, dtype=None, shape=None, name='Const'", Constant},
    {"tf.convert_to_tensor", "value, dtype=None, dtype_hint=None, name=None", ConvertToTensor},
    {"tf.cast", "x, dtype, name=None", Cast},
    {"tf.saturate_cast", "value, dtype, name=None", SaturateCast},
    {"tf.zeros", "shape, dtype=tf.float32, name=None, layout=None", Full<0>},
    {"tf.ones", "shape, dtype=tf.float32, name=None, layout=None", Full<1>},
    {"tf.zeros_like", "input, dtype=None, name=None, layout=None", FullLike<0>},
    {"tf.ones_like", "input, dtype=None, name=None, layout=None", FullLike<1>},
    {"tf.fill", "dims, value, name=None, layout=None", Fill},
    {"tf.eye", "num_rows, num_columns=None, batch_shape=None, dtype=tf.float32, name=None", Eye},
    {"tf.range", "start, limit=None, delta=1, dtype=None, name='range'", Range},
    {"tf.linspace", "start, stop, num, axis=0, name=None", Linspace},
    {"tf.one_hot", "indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None", OneHot},
    {"tf.sequence_mask", "lengths, maxlen=None, dtype=tf.bool, name=None", SequenceMask},
    {"tf.bitcast", "input, type, name=None", Bitcast},
};

}  // namespace

std::span<const BuiltinRow> TfCreateRows() { return kRows; }

}  // namespace lathe::staging
