// tf.nn.*: activations, losses, normalisation, embedding, dropout.
#include <cmath>

#include "staging/builtin_tables.h"
#include "staging/tf/api.h"
#include "staging/tf/random.h"

namespace lathe::staging {

namespace {

void NeedFloat(Bound& b, size_t i, V v, std::string_view what) {
  D d = b.in.module.type(v).dtype;
  if (!ir::IsFloating(d))
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, b.in.mode == Mode::kStaged ? "TypeError" : "InvalidArgumentError",
               std::string(what) + " needs floats, not " + std::string(NameOf(d)), b.spans[i]);
}

Value Relu(Bound& b) {
  Ops o(b);
  return o.Out(o(K::kRelu, {Arg(b, 0)}));
}

Value Relu6(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  // By a select: the derivative at 6 is 0.
  return o.Out(o.Select(o(K::kGe, {x, o.Like(x, 6)}), o.Like(x, 6), o(K::kRelu, {x})));
}

Value LeakyRelu(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (ir::IsInteger(o.dtype(x))) x = o.Cast(x, D::kFloat32);
  V alpha = Arg(b, 1, o.dtype(x));
  return o.Out(o.Select(o(K::kGt, {x, o.Like(x, 0)}), x, o.Mul(alpha, x)));
}

V Expm1Below(Ops& o, V x) {
  // exp(x) - 1 of the negative part only: the other side must not overflow.
  return o(K::kExpm1, {o.Min(x, o.Like(x, 0))});
}

Value Elu(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedFloat(b, 0, x, "elu");
  return o.Out(o.Select(o(K::kLt, {x, o.Like(x, 0)}), Expm1Below(o, x), x));
}

Value Selu(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedFloat(b, 0, x, "selu");
  constexpr double kScale = 1.0507009873554804934193349852946, kAlpha = 1.7580993408473768599402175208123;
  V low = o.Mul(o.Like(x, kAlpha), Expm1Below(o, x));
  return o.Out(o.Select(o(K::kLt, {x, o.Like(x, 0)}), low, o.Mul(o.Like(x, kScale), x)));
}

Value Gelu(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedFloat(b, 0, x, "gelu");
  V half = o.Like(x, 0.5), one = o.Like(x, 1);
  if (BoolArg(b, 1, "approximate")) {
    V cubic = o.Mul(o.Like(x, 0.044715), o(K::kPow, {x, o.Like(x, 3)}));
    V inner = o.Mul(o.Like(x, 0.7978845608028654), o.Add(x, cubic));
    return o.Out(o.Mul(o.Mul(half, x), o.Add(one, o(K::kTanh, {inner}))));
  }
  V inner = o.Div(x, o.Like(x, 1.4142135623730951));
  return o.Out(o.Mul(o.Mul(half, x), o.Add(one, o(K::kErf, {inner}))));
}

Value Silu(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedFloat(b, 0, x, "silu");
  V beta = Arg(b, 1, o.dtype(x));
  return o.Out(o.Mul(x, o(K::kSigmoid, {o.Mul(beta, x)})));
}

Value Crelu(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V both = o.Concat({x, o.Neg(x)}, AxisArg(b, 1, o.rank(x)));
  return o.Out(o(K::kRelu, {both}));
}

int64_t SoftmaxAxis(Bound& b, size_t i, V x) {
  Ops o(b);
  int64_t rank = o.rank(x);
  if (rank == 0) o.Axis(-1, 0, b.span);
  return b.given(i) ? AxisArg(b, i, rank) : rank - 1;
}

V Shifted(Ops& o, V x, int64_t axis) {
  V top = o(K::kStopGradient, {o.Reduce(K::kReduceMax, x, {axis}, true)});
  return o.Sub(x, top);
}

V Softmax(Ops& o, V x, int64_t axis) {
  V e = o.Exp(Shifted(o, x, axis));
  return o.Div(e, o.Sum(e, {axis}, true));
}

V LogSoftmax(Ops& o, V x, int64_t axis) {
  V s = Shifted(o, x, axis);
  return o.Sub(s, o.Log(o.Sum(o.Exp(s), {axis}, true)));
}

// Losses are sums of this: a certain class gives 0, not -0.
V MinusLogSoftmax(Ops& o, V x, int64_t axis) {
  V s = Shifted(o, x, axis);
  return o.Sub(o.Log(o.Sum(o.Exp(s), {axis}, true)), s);
}

Value SoftmaxFn(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedFloat(b, 0, x, "softmax");
  return o.Out(Softmax(o, x, SoftmaxAxis(b, 1, x)));
}

Value LogSoftmaxFn(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedFloat(b, 0, x, "log_softmax");
  return o.Out(LogSoftmax(o, x, SoftmaxAxis(b, 1, x)));
}

Value SoftmaxCrossEntropy(Bound& b) {
  Ops o(b);
  V logits = Arg(b, 1);
  NeedFloat(b, 1, logits, "softmax_cross_entropy_with_logits");
  V labels = b.in.IsTensorLike(b[0]) ? o.Cast(Arg(b, 0), o.dtype(logits)) : Arg(b, 0, o.dtype(logits));
  int64_t axis = SoftmaxAxis(b, 2, logits);
  if (o.ranked(labels) && o.ranked(logits) && !ir::BroadcastShapes(o.shape(labels), o.shape(logits)))
    o.Invalid(DiagnosticKind::kShapeMismatch, "labels of shape " + ToString(o.shape(labels)) + " and logits of shape " + ToString(o.shape(logits)) + " do not fit");
  // A label of 0 contributes nothing, whatever its logarithm.
  V terms = o.Mul(labels, MinusLogSoftmax(o, logits, axis));
  V safe = o.Select(o.Eq(labels, o.Like(labels, 0)), o.Like(labels, 0), terms);
  return o.Out(o.Sum(safe, {axis}));
}

Value SparseSoftmaxCrossEntropy(Bound& b) {
  Ops o(b);
  V labels = Arg(b, 0), logits = Arg(b, 1);
  NeedFloat(b, 1, logits, "sparse_softmax_cross_entropy_with_logits");
  if (!ir::IsInteger(o.dtype(labels)))
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "labels must be ints, not " + std::string(NameOf(o.dtype(labels))), b.spans[0]);
  int rank = o.rank(logits);
  if (rank == 0 || o.rank(labels) != rank - 1)
    b.in.Raise(DiagnosticKind::kRankMismatch, "ValueError", "labels of shape " + ToString(o.shape(labels)) + " do not fit logits of shape " + ToString(o.shape(logits)), b.span);
  for (int i = 0; i + 1 < rank; ++i)
    if (ir::IsKnown(o.dim(labels, i)) && ir::IsKnown(o.dim(logits, i)) && o.dim(labels, i) != o.dim(logits, i))
      o.Invalid(DiagnosticKind::kShapeMismatch, "labels of shape " + ToString(o.shape(labels)) + " do not fit logits of shape " + ToString(o.shape(logits)));
  V minus_log = MinusLogSoftmax(o, logits, rank - 1);
  V picked = o.Gather(minus_log, o.ExpandDims(labels, rank - 1), rank - 1, rank - 1);
  return o.Out(o.Squeeze(picked, {rank - 1}));
}

void SameShapes(Bound& b, V x, V y) {
  Ops o(b);
  if (!o.ranked(x) || !o.ranked(y)) return;
  bool same = o.rank(x) == o.rank(y);
  for (int i = 0; same && i < o.rank(x); ++i)
    same = !ir::IsKnown(o.dim(x, i)) || !ir::IsKnown(o.dim(y, i)) || o.dim(x, i) == o.dim(y, i);
  if (!same)
    b.in.Raise(DiagnosticKind::kShapeMismatch, "ValueError", "labels and logits must have one shape, not " + ToString(o.shape(x)) + " and " + ToString(o.shape(y)), b.span);
}

// max(x, 0) - x z + log(1 + exp(-|x|)), by selects as TensorFlow has it (the derivative at 0 follows).
Value SigmoidCrossEntropy(Bound& b) {
  Ops o(b);
  V logits = Arg(b, 1), labels = Arg(b, 0, o.dtype(logits));
  SameShapes(b, labels, logits);
  V zero = o.ZerosLike(logits), positive = o(K::kGe, {logits, zero});
  V relu = o.Select(positive, logits, zero), minus_abs = o.Select(positive, o.Neg(logits), logits);
  return o.Out(o.Add(o.Sub(relu, o.Mul(logits, labels)), o(K::kLog1p, {o.Exp(minus_abs)})));
}

Value WeightedCrossEntropy(Bound& b) {
  Ops o(b);
  V logits = Arg(b, 1), labels = Arg(b, 0, o.dtype(logits)), weight = Arg(b, 2, o.dtype(logits));
  SameShapes(b, labels, logits);
  V one = o.Like(logits, 1);
  V factor = o.Add(one, o.Mul(o.Sub(weight, one), labels));
  V tail = o.Add(o(K::kLog1p, {o.Exp(o.Neg(o(K::kAbs, {logits})))}), o(K::kRelu, {o.Neg(logits)}));
  return o.Out(o.Add(o.Mul(o.Sub(one, labels), logits), o.Mul(factor, tail)));
}

Value LogPoissonLoss(Bound& b) {
  Ops o(b);
  V log_input = Arg(b, 1), targets = Arg(b, 0, o.dtype(log_input));
  V loss = o.Sub(o.Exp(log_input), o.Mul(log_input, targets));
  if (BoolArg(b, 2, "compute_full_loss")) {
    V zero = o.ZerosLike(targets), one = o.OnesLike(targets);
    V stirling = o.Add(o.Sub(o.Mul(targets, o.Log(targets)), targets), o.Mul(o.Like(targets, 0.5), o.Log(o.Mul(o.Like(targets, 2 * M_PI), targets))));
    V small = o(K::kAnd, {o(K::kGe, {targets, zero}), o(K::kLe, {targets, one})});
    loss = o.Add(loss, o.Select(small, zero, stirling));
  }
  return o.Out(loss);
}

Value L2Loss(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedFloat(b, 0, x, "l2_loss");
  return o.Out(o.Div(o.SumAll(o.Square(x)), o.Like(x, 2)));
}

Value Moments(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  std::vector<int64_t> axes = AxesArg(b, 1, x);
  bool keep = BoolArg(b, 3, "keepdims");
  D own = o.dtype(x);
  if (own == D::kFloat16 || own == D::kBFloat16) x = o.Cast(x, D::kFloat32);
  V mean = o.Mean(x, axes, true);
  V variance = o.Mean(o.Square(o.Sub(x, o(K::kStopGradient, {mean}))), axes, true);
  if (!keep && !axes.empty()) {
    mean = o.Squeeze(mean, axes);
    variance = o.Squeeze(variance, axes);
  }
  return o.OutTuple({o.Cast(mean, own), o.Cast(variance, own)});
}

Value WeightedMoments(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), weights = o.Cast(Arg(b, 2), o.dtype(x));
  std::vector<int64_t> axes = AxesArg(b, 1, x);
  V wide = o.Add(weights, o.ZerosLike(x));
  V total = o.Sum(wide, axes, true);
  V mean = o.Div(o.Sum(o.Mul(wide, x), axes, true), total);
  V square = o.Div(o.Sum(o.Mul(wide, o.Square(o.Sub(x, mean))), axes, true), total);
  if (!BoolArg(b, 3, "keepdims") && !axes.empty()) {
    mean = o.Squeeze(mean, axes);
    square = o.Squeeze(square, axes);
  }
  return o.OutTuple({mean, square});
}

Value BatchNormalization(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V mean = Arg(b, 1, o.dtype(x)), variance = Arg(b, 2, o.dtype(x)), epsilon = Arg(b, 5, o.dtype(x));
  V scale = o(K::kRsqrt, {o.Add(variance, epsilon)});
  if (b.given(4)) scale = o.Mul(scale, Arg(b, 4, o.dtype(x)));
  V shift = o.Neg(o.Mul(mean, scale));
  if (b.given(3)) shift = o.Sub(Arg(b, 3, o.dtype(x)), o.Mul(mean, scale));
  return o.Out(o.Add(o.Mul(x, scale), shift));
}

Value BiasAdd(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0), bias = Arg(b, 1, o.dtype(x));
  std::string format = b.given(2) ? StringArg(b, 2, "data_format") : "NHWC";
  int rank = o.rank(x);
  if (o.rank(bias) != 1 || rank < 2)
    o.Invalid(DiagnosticKind::kRankMismatch, "bias_add needs a value of rank 2 or more and a vector: the shapes are " + ToString(o.shape(x)) + " and " + ToString(o.shape(bias)));
  int channel = format.starts_with("NC") ? 1 : rank - 1;
  if (ir::IsKnown(o.dim(x, channel)) && ir::IsKnown(o.dim(bias, 0)) && o.dim(x, channel) != o.dim(bias, 0))
    o.Invalid(DiagnosticKind::kShapeMismatch, "a bias of " + std::to_string(o.dim(bias, 0)) + " elements does not fit " + std::to_string(o.dim(x, channel)) + " channels");
  if (channel != rank - 1) {
    std::vector<int64_t> shape(size_t(rank), 1);
    shape[1] = -1;
    bias = o.Reshape(bias, shape);
  }
  return o.Out(o.Add(x, bias));
}

Value EmbeddingLookup(Bound& b) {
  Ops o(b);
  V params;
  std::vector<Value> list = IsSequence(b.in, b[0]) ? SequenceOf(b.in, b[0]) : std::vector<Value>{};
  if (list.size() == 1) params = b.in.ToTensor(list[0], {}, b.spans[0]);
  else params = Arg(b, 0);
  V ids = Arg(b, 1);
  if (!ir::IsInteger(o.dtype(ids)))
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "ids must be ints, not " + std::string(NameOf(o.dtype(ids))), b.spans[1]);
  V rows = o.Gather(params, ids);
  if (b.given(2)) {
    V limit = Arg(b, 2, o.dtype(rows));
    std::vector<int64_t> axes;
    for (int64_t i = o.rank(ids); i < o.rank(rows); ++i) axes.push_back(i);
    V squares = o.Sum(o.Square(rows), axes, true);
    V some = o(K::kGt, {squares, o.Like(rows, 0)});
    V norm = o.Select(some, o.Sqrt(o.Select(some, squares, o.OnesLike(squares))), squares);
    rows = o.Div(o.Mul(rows, limit), o.Max(norm, limit));
  }
  return o.Out(rows);
}

// Keeps elements where `random` >= rate, scaled by 1 / (1 - rate).
V DropWhere(Ops& o, V x, V random, V rate) {
  V scale = o.Div(o.Like(x, 1), o.Sub(o.Like(x, 1), rate));
  V keep = o(K::kGe, {random, rate});
  return o.Select(keep, o.Mul(x, scale), o.Like(x, 0));
}

std::optional<double> KnownRate(Bound& b, size_t i, V rate) {
  auto* literal = b.in.builder.ConstantOf(rate);
  if (!literal) return std::nullopt;
  double value = literal->FloatAt(0);
  if (!(value >= 0 && value < 1))
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "rate must be in [0, 1), not " + std::to_string(value), b.spans[i]);
  return value;
}

Value Dropout(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  NeedFloat(b, 0, x, "dropout");
  V rate = o.Cast(Arg(b, 1), o.dtype(x));
  auto known = KnownRate(b, 1, rate);
  if (known && *known == 0) return o.Out(x);
  V shape = b.given(2) ? b.in.ShapeToTensor(b[2], b.spans[2]) : o.ShapeOf(x);
  std::optional<int64_t> seed;
  if (b.given(3)) seed = b.in.KnownInt(b[3], "seed", b.spans[3]);
  V random = StatefulDraw(o, 0, shape, {}, o.dtype(x), seed);
  return o.Out(DropWhere(o, x, random, rate));
}

Value StatelessDropout(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V rate = o.Cast(Arg(b, 1), o.dtype(x)), seed = Arg(b, 2);
  auto known = KnownRate(b, 1, rate);
  if (known && *known == 0) return o.Out(x);
  V shape = b.given(4) ? b.in.ShapeToTensor(b[4], b.spans[4]) : o.ShapeOf(x);
  V random = o(K::kStatelessRandom, {shape, seed}, ir::ParamsAttr{{0}, {}, {}, {o.dtype(x)}});
  return o.Out(DropWhere(o, x, random, rate));
}

Value ScaleRegularizationLoss(Bound& b) {
  Ops o(b);
  return o.Out(o.SumAll(Arg(b, 0)));
}

Value ComputeAverageLoss(Bound& b) {
  Ops o(b);
  V loss = Arg(b, 0);
  if (b.given(1)) loss = o.Mul(loss, o.Cast(Arg(b, 1), o.dtype(loss)));
  V size = b.given(2) ? o.Cast(Arg(b, 2), o.dtype(loss)) : o.Cast(o.DimOf(loss, 0), o.dtype(loss));
  return o.Out(o.Div(o.SumAll(loss), size));
}

Value LocalResponseNormalization(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  int64_t radius = b.in.KnownInt(b[1], "depth_radius", b.spans[1]);
  int last = o.rank(x) - 1;
  ir::Dim depth = o.dim(x, last);
  if (!ir::IsKnown(depth)) b.in.Fail(DiagnosticKind::kDynamicShape, "local_response_normalization needs a known depth", b.spans[0]);
  // A banded matrix sums the neighbours.
  V i = o.Arange(o.Int(depth));
  V distance = o(K::kAbs, {o.Sub(o.ExpandDims(i, 1), o.ExpandDims(i, 0))});
  V band = o.Cast(o(K::kLe, {distance, o.Int(radius)}), o.dtype(x));
  V sums = o(K::kDot, {o.Square(x), band}, ir::DotAttr{{}, {}, {last}, {0}});
  V base = o.Add(Arg(b, 2, o.dtype(x)), o.Mul(Arg(b, 3, o.dtype(x)), sums));
  return o.Out(o.Div(x, o(K::kPow, {base, Arg(b, 4, o.dtype(x))})));
}

constexpr BuiltinRow kRows[] = {
    {"tf.nn.relu", "features, name=None", Relu},
    {"tf.nn.relu6", "features, name=None", Relu6},
    {"tf.nn.leaky_relu", "features, alpha=0.2, name=None", LeakyRelu},
    {"tf.nn.elu", "features, name=None", Elu},
    {"tf.nn.selu", "features, name=None", Selu},
    {"tf.nn.gelu", "features, approximate=False, name=None", Gelu},
    {"tf.nn.silu", "features, beta=1.0", Silu},
    {"tf.nn.crelu", "features, axis=-1, name=None", Crelu},
    {"tf.nn.softmax", "logits, axis=None, name=None", SoftmaxFn},
    {"tf.nn.log_softmax", "logits, axis=None, name=None", LogSoftmaxFn},
    {"tf.nn.softmax_cross_entropy_with_logits", "labels, logits, axis=-1, name=None", SoftmaxCrossEntropy},
    {"tf.nn.sparse_softmax_cross_entropy_with_logits", "labels, logits, name=None", SparseSoftmaxCrossEntropy},
    {"tf.nn.sigmoid_cross_entropy_with_logits", "labels=None, logits=None, name=None", SigmoidCrossEntropy},
    {"tf.nn.weighted_cross_entropy_with_logits", "labels, logits, pos_weight, name=None", WeightedCrossEntropy},
    {"tf.nn.log_poisson_loss", "targets, log_input, compute_full_loss=False, name=None", LogPoissonLoss},
    {"tf.nn.l2_loss", "t, name=None", L2Loss},
    {"tf.nn.moments", "x, axes, shift=None, keepdims=False, name=None", Moments},
    {"tf.nn.weighted_moments", "x, axes, frequency_weights, keepdims=False, name=None", WeightedMoments},
    {"tf.nn.batch_normalization", "x, mean, variance, offset, scale, variance_epsilon, name=None", BatchNormalization},
    {"tf.nn.bias_add", "value, bias, data_format=None, name=None", BiasAdd},
    {"tf.nn.embedding_lookup", "params, ids, max_norm=None, name=None", EmbeddingLookup},
    {"tf.nn.dropout", "x, rate, noise_shape=None, seed=None, name=None", Dropout},
    {"tf.nn.experimental.stateless_dropout", "x, rate, seed, rng_alg=None, noise_shape=None, name=None", StatelessDropout},
    {"tf.nn.scale_regularization_loss", "regularization_loss", ScaleRegularizationLoss},
    {"tf.nn.compute_average_loss", "per_example_loss, sample_weight=None, global_batch_size=None", ComputeAverageLoss},
    {"tf.nn.local_response_normalization", "input, depth_radius=5, bias=1, alpha=1, beta=0.5, name=None", LocalResponseNormalization},
};

}  // namespace

std::span<const BuiltinRow> TfNnRows() { return kRows; }

}  // namespace lathe::staging
