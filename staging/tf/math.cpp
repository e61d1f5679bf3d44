// tf.* and tf.math.*: elementwise functions.
#include <cmath>

#include "staging/builtin_tables.h"
#include "staging/lists.h"
#include "staging/objects.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

template <K kind>
Value Unary(Bound& b) {
  Ops o(b);
  return o.Out(o(kind, {Arg(b, 0)}));
}

template <K kind>
Value Binary(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  return o.Out(o(kind, {x, y}));
}

// Addition: a literal in front is converted on its own.
Value AddFn(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1, false);
  if (o.dtype(x) == D::kString && o.dtype(y) == D::kString) return o.Out(o(K::kStringConcat, {x, y}));
  return o.Out(o.Add(x, y));
}

// Python's true division: ints become float64 (8 and 16 bits: float32).
V TrueDivide(Ops& o, V x, V y) {
  if (o.dtype(x) != o.dtype(y)) return o.Div(x, y);  // inference names the mismatch
  if (ir::IsInteger(o.dtype(x))) {
    D to = ir::SizeOf(o.dtype(x)) <= 2 ? D::kFloat32 : D::kFloat64;
    return o.Div(o.Cast(x, to), o.Cast(y, to));
  }
  return o.Div(x, y);
}

Value Divide(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  return o.Out(TrueDivide(o, x, y));
}

Value Square(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  return o.Out(o.Mul(x, x));
}

Value Reciprocal(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  return o.Out(o.Div(o.Like(x, 1), x));
}

Value ReciprocalNoNan(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V zero = o.Eq(x, o.Like(x, 0));
  return o.Out(o.Select(zero, o.Like(x, 0), o.Div(o.Like(x, 1), o.Select(zero, o.Like(x, 1), x))));
}

Value SquaredDifference(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  V d = o.Sub(x, y);
  return o.Out(o.Mul(ir::IsComplex(o.dtype(d)) ? o(K::kConj, {d}) : d, d));
}

Value Floor(Bound& b, K kind) {
  Ops o(b);
  return o.Out(o(kind, {Arg(b, 0)}));
}

// round and rint: half to even; ints stay (round only).
Value Round(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (ir::IsInteger(o.dtype(x))) return o.Out(x);
  return o.Out(o(K::kRint, {x}));
}


// x * f(y), and 0 where x is 0 whatever y is.
template <class F>
Value ZeroWins(Bound& b, F f) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  V zero = o.Eq(x, o.Like(x, 0));
  V safe = o.Select(zero, o.Like(y, 1), y);
  return o.Out(o.Select(zero, o.Like(x, 0), f(o, x, safe)));
}

Value Xlogy(Bound& b) {
  return ZeroWins(b, [](Ops& o, V x, V y) { return o.Mul(x, o.Log(y)); });
}
Value Xlog1py(Bound& b) {
  return ZeroWins(b, [](Ops& o, V x, V y) { return o.Mul(x, o(K::kLog1p, {y})); });
}
Value Xdivy(Bound& b) {
  return ZeroWins(b, [](Ops& o, V x, V y) { return o.Div(x, y); });
}

Value DivideNoNan(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  V zero = o.Eq(y, o.Like(y, 0));
  return o.Out(o.Select(zero, o.Like(x, 0), o.Div(x, o.Select(zero, o.Like(y, 1), y))));
}

Value MultiplyNoNan(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  V zero = o.Eq(y, o.Like(y, 0));
  return o.Out(o.Select(zero, o.Like(x, 0), o.Mul(x, y)));
}

Value LogSigmoid(Bound& b) {
  Ops o(b);
  return o.Out(o.Neg(o(K::kSoftplus, {o.Neg(Arg(b, 0))})));
}

Value Softsign(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  return o.Out(o.Div(x, o.Add(o.Like(x, 1), o(K::kAbs, {x}))));
}

Value ClipByValue(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), low = Arg(b, 1, o.dtype(x)), high = Arg(b, 2, o.dtype(x));
  V clipped = o.Max(o.Min(x, high), low);
  if (o.ranked(x) && o.ranked(clipped) && o.shape(x).rank() < o.shape(clipped).rank())
    o.Invalid(DiagnosticKind::kShapeMismatch, "the bounds of clip_by_value must broadcast to the tensor: " +
                                                  ToString(o.shape(clipped)) + " and " + ToString(o.shape(x)));
  return o.Out(clipped);
}

Value ClipByNorm(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), limit = Arg(b, 1, o.dtype(x));
  std::vector<int64_t> axes = AxesArg(b, 2, x);
  V squares = o.Sum(o.Square(x), axes, true);
  V some = o(K::kGt, {squares, o.Like(x, 0)});
  V norm = o.Select(some, o.Sqrt(o.Select(some, squares, o.OnesLike(squares))), squares);
  return o.Out(o.Div(o.Mul(x, limit), o.Max(norm, limit)));
}

// Square root of the sum of squares of all tensors of a list; None entries count nothing.
V GlobalNorm(Ops& o, const std::vector<V>& tensors) {
  V sum{};
  for (V t : tensors) {
    V half = o.Div(o.SumAll(o.Square(t)), o.Like(t, 2));
    sum = sum.valid() ? o.Add(sum, half) : half;
  }
  if (!sum.valid()) return o.Number(D::kFloat32, 0);
  return o.Sqrt(o.Mul(sum, o.Like(sum, 2)));
}

std::vector<V> TensorsOf(Bound& b, size_t i) {
  std::vector<V> tensors;
  for (const Value& item : ItemsOf(b.in, b[i], b.spans[i])) {
    if (item.is_none()) continue;
    if (auto* slices = b.in.heap.External<IndexedSlicesObject>(item)) {
      Value values = slices->values;
      tensors.push_back(b.in.ToTensor(values, {}, b.spans[i]));
    } else {
      tensors.push_back(b.in.ToTensor(item, {}, b.spans[i]));
    }
  }
  return tensors;
}

Value GlobalNormFn(Bound& b) {
  Ops o(b);
  return o.Out(GlobalNorm(o, TensorsOf(b, 0)));
}

Value ClipByGlobalNorm(Bound& b) {
  Ops o(b);
  std::vector<Value> items = ItemsOf(b.in, b[0], b.spans[0]);
  V norm = b.given(2) ? Arg(b, 2) : GlobalNorm(o, TensorsOf(b, 0));
  V clip = Arg(b, 1, o.dtype(norm));
  V one = o.Like(norm, 1);
  // clip * min(1 / norm, 1 / clip); infinite norms give NaN as in TensorFlow.
  V scale = o.Mul(clip, o.Min(o.Div(one, norm), o.Div(one, clip)));
  V finite = o(K::kIsFinite, {norm});
  scale = o.Add(scale, o.Select(finite, o.Like(norm, 0), o.Like(norm, std::nan(""))));
  std::vector<Value> clipped;
  for (const Value& item : items) {
    if (item.is_none()) {
      clipped.push_back(item);
    } else if (auto* found = b.in.heap.External<IndexedSlicesObject>(item)) {
      auto copy = std::make_shared<IndexedSlicesObject>(*found);
      V values = b.in.ToTensor(copy->values, {}, b.spans[0]);
      copy->values = o.Out(o.Mul(values, o.Cast(scale, o.dtype(values))));
      clipped.push_back(b.in.heap.New(ExternalSlot{copy}));
    } else {
      V t = b.in.ToTensor(item, {}, b.spans[0]);
      clipped.push_back(o.Out(o.Mul(t, o.Cast(scale, o.dtype(t)))));
    }
  }
  return Value::MakeTuple({MakeList(b.in, std::move(clipped)), o.Out(norm)});
}

Value AddN(Bound& b) {
  Ops o(b);
  if (AsRunTimeList(b.in, b[0])) {
    o.Require(o(K::kGt, {RunTimeListSize(b.in, b[0], b.span), o.Int(0)}), "ValueError", "add_n needs at least one tensor");
    return o.Out(o.Sum(StackRunTimeList(b.in, b[0], b.span), {0}));
  }
  std::vector<V> items;
  if (IsSequence(b.in, b[0])) items = ListArg(b, 0);
  else items = {Arg(b, 0)};
  if (items.empty()) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "add_n needs at least one tensor", b.spans[0]);
  V sum = items[0];
  for (size_t i = 1; i < items.size(); ++i) {
    if (o.ranked(sum) && o.ranked(items[i])) {
      bool same = o.shape(sum).rank() == o.shape(items[i]).rank();
      for (int d = 0; same && d < o.shape(sum).rank(); ++d)
        same = !ir::IsKnown(o.dim(sum, d)) || !ir::IsKnown(o.dim(items[i], d)) || o.dim(sum, d) == o.dim(items[i], d);
      if (!same)
        o.Invalid(DiagnosticKind::kShapeMismatch, "add_n needs tensors of one shape, not " + ToString(o.shape(sum)) + " and " +
                                                      ToString(o.shape(items[i])), b.spans[0]);
    }
    sum = o.Add(sum, items[i]);
  }
  return o.Out(items.size() == 1 ? o(K::kIdentity, {sum}) : sum);
}

Value ScalarMul(Bound& b) {
  Ops o(b);
  V x = Arg(b, 1), s = Arg(b, 0, o.dtype(x));
  return o.Out(o.Mul(s, x));
}

Value Polyval(Bound& b) {
  Ops o(b);
  V x = Arg(b, 1);
  std::vector<Value> coefficients = ItemsOf(b.in, b[0], b.spans[0]);
  V sum = o.Like(x, 0);
  for (const Value& c : coefficients) sum = o.Add(b.in.ToTensor(c, o.dtype(x), b.spans[0]), o.Mul(sum, x));
  return o.Out(sum);
}

Value ComplexFn(Bound& b) {
  Ops o(b);
  auto [re, im] = PairArgs(b, 0, 1);
  return o.Out(o(K::kComplex, {re, im}));
}

template <K kind>
Value ComplexPart(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (!ir::IsComplex(o.dtype(x))) return o.Out(kind == K::kImag ? o.ZerosLike(x) : x);
  return o.Out(o(kind, {x}));
}

Value Angle(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (ir::IsComplex(o.dtype(x))) return o.Out(o(K::kAtan2, {o(K::kImag, {x}), o(K::kReal, {x})}));
  return o.Out(o.Select(o(K::kLt, {x, o.Like(x, 0)}), o.Like(x, M_PI), o.ZerosLike(x)));
}

Value Identity(Bound& b) {
  Ops o(b);
  return o.Out(o(K::kIdentity, {Arg(b, 0)}));
}

Value StopGradient(Bound& b) {
  Ops o(b);
  return o.Out(o(K::kStopGradient, {Arg(b, 0)}));
}

constexpr BuiltinRow kRows[] = {
    {"tf.abs", "x", Unary<K::kAbs>},
    {"tf.add", "x, y", AddFn},
    {"tf.subtract", "x, y", Binary<K::kSub>},
    {"tf.multiply", "x, y", Binary<K::kMul>},
    {"tf.divide", "x, y", Divide},
    {"tf.truediv", "x, y", Divide},
    {"tf.realdiv", "x, y", Binary<K::kDiv>},
    {"tf.negative", "x", Unary<K::kNeg>},
    {"tf.math.floordiv", "x, y", Binary<K::kFloorDiv>},
    {"tf.math.floormod", "x, y", Binary<K::kFloorMod>},
    {"tf.truncatediv", "x, y", Binary<K::kTruncDiv>},
    {"tf.truncatemod", "x, y", Binary<K::kTruncMod>},
    {"tf.pow", "x, y", Binary<K::kPow>},
    {"tf.square", "x", Square},
    {"tf.sqrt", "x", Unary<K::kSqrt>},
    {"tf.math.rsqrt", "x", Unary<K::kRsqrt>},
    {"tf.math.reciprocal", "x", Reciprocal},
    {"tf.math.reciprocal_no_nan", "x", ReciprocalNoNan},
    {"tf.math.squared_difference", "x, y", SquaredDifference},
    {"tf.exp", "x", Unary<K::kExp>},
    {"tf.math.expm1", "x", Unary<K::kExpm1>},
    {"tf.math.log", "x", Unary<K::kLog>},
    {"tf.math.log1p", "x", Unary<K::kLog1p>},
    {"tf.sin", "x", Unary<K::kSin>},
    {"tf.cos", "x", Unary<K::kCos>},
    {"tf.tan", "x", Unary<K::kTan>},
    {"tf.asin", "x", Unary<K::kAsin>},
    {"tf.acos", "x", Unary<K::kAcos>},
    {"tf.atan", "x", Unary<K::kAtan>},
    {"tf.atan2", "y, x", Binary<K::kAtan2>},
    {"tf.sinh", "x", Unary<K::kSinh>},
    {"tf.cosh", "x", Unary<K::kCosh>},
    {"tf.tanh", "x", Unary<K::kTanh>},
    {"tf.asinh", "x", Unary<K::kAsinh>},
    {"tf.acosh", "x", Unary<K::kAcosh>},
    {"tf.atanh", "x", Unary<K::kAtanh>},
    {"tf.sigmoid", "x", Unary<K::kSigmoid>},
    {"tf.math.log_sigmoid", "x", LogSigmoid},
    {"tf.math.softplus", "features", Unary<K::kSoftplus>},
    {"tf.math.softsign", "features", Softsign},
    {"tf.math.erf", "x", Unary<K::kErf>},
    {"tf.math.erfc", "x", Unary<K::kErfc>},
    {"tf.math.erfinv", "x", Unary<K::kErfinv>},
    {"tf.math.lgamma", "x", Unary<K::kLgamma>},
    {"tf.math.digamma", "x", Unary<K::kDigamma>},
    {"tf.maximum", "x, y", Binary<K::kMax>},
    {"tf.minimum", "x, y", Binary<K::kMin>},
    {"tf.clip_by_value", "t, clip_value_min, clip_value_max", ClipByValue},
    {"tf.clip_by_norm", "t, clip_norm, axes=None", ClipByNorm},
    {"tf.clip_by_global_norm", "t_list, clip_norm, use_norm=None", ClipByGlobalNorm},
    {"tf.linalg.global_norm", "t_list", GlobalNormFn},
    {"tf.sign", "x", Unary<K::kSign>},
    {"tf.floor", "x", [](Bound& b) { return Floor(b, K::kFloor); }},
    {"tf.math.ceil", "x", [](Bound& b) { return Floor(b, K::kCeil); }},
    {"tf.round", "x", Round},
    {"tf.math.rint", "x", [](Bound& b) { return Floor(b, K::kRint); }},
    {"tf.math.divide_no_nan", "x, y", DivideNoNan},
    {"tf.math.multiply_no_nan", "x, y", MultiplyNoNan},
    {"tf.math.xlogy", "x, y", Xlogy},
    {"tf.math.xlog1py", "x, y", Xlog1py},
    {"tf.math.xdivy", "x, y", Xdivy},
    {"tf.math.is_nan", "x", Unary<K::kIsNan>},
    {"tf.math.is_inf", "x", Unary<K::kIsInf>},
    {"tf.math.is_finite", "x", Unary<K::kIsFinite>},
    {"tf.math.nextafter", "x1, x2", Binary<K::kNextAfter>},
    {"tf.equal", "x, y", Binary<K::kEq>},
    {"tf.not_equal", "x, y", Binary<K::kNe>},
    {"tf.less", "x, y", Binary<K::kLt>},
    {"tf.less_equal", "x, y", Binary<K::kLe>},
    {"tf.greater", "x, y", Binary<K::kGt>},
    {"tf.greater_equal", "x, y", Binary<K::kGe>},
    {"tf.logical_and", "x, y", Binary<K::kAnd>},
    {"tf.logical_or", "x, y", Binary<K::kOr>},
    {"tf.logical_not", "x", Unary<K::kNot>},
    {"tf.math.logical_xor", "x, y", Binary<K::kXor>},
    {"tf.complex", "real, imag", ComplexFn},
    {"tf.math.real", "input", ComplexPart<K::kReal>},
    {"tf.math.imag", "input", ComplexPart<K::kImag>},
    {"tf.math.conj", "x", ComplexPart<K::kConj>},
    {"tf.math.angle", "input", Angle},
    {"tf.add_n", "inputs", AddN},
    {"tf.math.accumulate_n", "inputs, shape=None, tensor_dtype=None", AddN},
    {"tf.scalar_mul", "scalar, x", ScalarMul},
    {"tf.math.polyval", "coeffs, x", Polyval},
    {"tf.bitwise.bitwise_and", "x, y", Binary<K::kBitAnd>},
    {"tf.bitwise.bitwise_or", "x, y", Binary<K::kBitOr>},
    {"tf.bitwise.bitwise_xor", "x, y", Binary<K::kBitXor>},
    {"tf.bitwise.invert", "x", Unary<K::kBitNot>},
    {"tf.bitwise.left_shift", "x, y", Binary<K::kShiftLeft>},
    {"tf.bitwise.right_shift", "x, y", Binary<K::kShiftRight>},
    {"tf.identity", "input", Identity},
    {"tf.stop_gradient", "input", StopGradient},
};

}  // namespace

std::span<const BuiltinRow> TfMathRows() { return kRows; }

}  // namespace lathe::staging
