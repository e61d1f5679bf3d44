// tf.random.*: stateless draws (bit-equal to TensorFlow) and stateful ones (equal in distribution).
//
// Uniform floats are drawn in [0, 1) and normals with mean 0 and deviation 1; ranges and moments are applied by separate
// operations, as TensorFlow does it.
#include "staging/tf/random.h"

#include <map>

#include "runtime/python_random.h"
#include "staging/builtin_tables.h"
#include "staging/literals.h"

namespace lathe::staging {

namespace {

// The program's seed, and what TensorFlow derives the seeds of operations from.
struct RandomState : ExternalObject {
  std::optional<int64_t> graph_seed;
  rt::PythonRandom eager;                       // of Python's Random(graph_seed)
  std::map<uint32_t, int64_t> in_region;        // operations without a seed so far, by region of a trace
  int64_t seedings = 0, instances = 0;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<RandomState>(*this); }
  std::string_view type_name() const override { return "RandomState"; }
};

constexpr std::string_view kStateName = "<random state>";

// Kept in the module's scope under a name that no program can write.
Ref StateRef(Interp& in) {
  Name name = in.Intern(kStateName);
  const ScopeObject* scope = in.heap.as<ScopeObject>(in.module_scope);
  if (auto it = scope->variables.find(name.index); it != scope->variables.end()) return it->second.get<Ref>();
  Ref ref = in.heap.New(ExternalSlot{std::make_shared<RandomState>()});
  in.heap.Write<ScopeObject>(in.module_scope, {SlotKey::Kind::kName, name.index, 0, {}}).variables[name.index] = ref;
  return ref;
}

// Not a write of the program: random state is no state of a branch or loop.
RandomState& State(Interp& in) {
  const auto* slot = in.heap.as<ExternalSlot>(StateRef(in));
  return static_cast<RandomState&>(*slot->object);
}

V ShapeArg(Bound& b, size_t i) { return b.in.ShapeToTensor(b[i], b.spans[i]); }

// unit draw in [0, 1) to [low, high)
V Between(Ops& o, V unit, V low, V high) { return o.Add(o.Mul(unit, o.Sub(high, low)), low); }

std::optional<int64_t> SeedArg(Bound& b, size_t i) {
  if (!b.given(i)) return std::nullopt;
  return b.in.KnownInt(b[i], "seed", b.spans[i]);
}

V Stateless(Ops& o, Distribution d, V shape, V seed, std::vector<V> parameters, D dtype) {
  std::vector<V> operands{shape, seed};
  operands.insert(operands.end(), parameters.begin(), parameters.end());
  return o(K::kStatelessRandom, std::move(operands), ir::ParamsAttr{{int64_t(d)}, {}, {}, {dtype}});
}

V SeedPair(Bound& b, size_t i) {
  Ops o(b);
  V seed = Arg(b, i);
  if (!ir::IsInteger(o.dtype(seed)))
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "a seed must be ints, not " + std::string(NameOf(o.dtype(seed))), b.spans[i]);
  if (o.ranked(seed) && (o.rank(seed) != 1 || (ir::IsKnown(o.dim(seed, 0)) && o.dim(seed, 0) != 2)))
    o.Invalid(DiagnosticKind::kShapeMismatch, "a seed must have shape (2,), not " + ToString(o.shape(seed)), b.spans[i]);
  return seed;
}

void CheckRange(Bound& b, V low, V high, size_t at) {
  auto *l = b.in.builder.ConstantOf(low), *h = b.in.builder.ConstantOf(high);
  if (l && h && l->count() == 1 && h->count() == 1 && ir::IsInteger(l->dtype()) && l->IntAt(0) >= h->IntAt(0))
    b.in.Raise(DiagnosticKind::kInvalidArgument, b.in.mode == Mode::kStaged ? "ValueError" : "InvalidArgumentError",
               "minval must be smaller than maxval: " + std::to_string(l->IntAt(0)) + " and " + std::to_string(h->IntAt(0)), b.spans[at]);
}

// shape, [seed], minval, maxval, dtype at the given positions; `draw` makes the numbers.
template <class Draw>
Value Uniform(Bound& b, size_t minval, size_t maxval, D dtype, Draw draw) {
  Ops o(b);
  if (ir::IsInteger(dtype)) {
    if (b[minval].is_none() && b[maxval].is_none()) return o.Out(draw(Distribution::kFullInt, std::vector<V>{}));
    if (b[maxval].is_none())
      b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "a uniform draw of ints needs maxval", b.span);
    V low = Arg(b, minval, dtype), high = Arg(b, maxval, dtype);
    CheckRange(b, low, high, maxval);
    return o.Out(draw(Distribution::kUniformInt, std::vector<V>{low, high}));
  }
  V low = b.given(minval) ? Arg(b, minval, dtype) : o.Number(dtype, 0);
  V high = b.given(maxval) ? Arg(b, maxval, dtype) : o.Number(dtype, 1);
  return o.Out(Between(o, draw(Distribution::kUniform, std::vector<V>{}), low, high));
}

void NeedFloatDType(Bound& b, D dtype) {
  if (!ir::IsFloating(dtype))
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "a normal draw must be of floats, not " + std::string(NameOf(dtype)), b.span);
}

Value StatelessUniform(Bound& b) {
  Ops o(b);
  D dtype = DTypeArg(b, 4, D::kFloat32);
  V shape = ShapeArg(b, 0), seed = SeedPair(b, 1);
  return Uniform(b, 2, 3, dtype, [&](Distribution d, std::vector<V> p) { return Stateless(o, d, shape, seed, std::move(p), dtype); });
}

template <Distribution distribution>
Value StatelessNormal(Bound& b) {
  Ops o(b);
  D dtype = DTypeArg(b, 4, D::kFloat32);
  NeedFloatDType(b, dtype);
  V unit = Stateless(o, distribution, ShapeArg(b, 0), SeedPair(b, 1), {}, dtype);
  V mean = Arg(b, 2, dtype), deviation = Arg(b, 3, dtype);
  return o.Out(o.Add(o.Mul(unit, deviation), mean));
}

Value StatefulUniform(Bound& b) {
  Ops o(b);
  D dtype = DTypeArg(b, 3, D::kFloat32);
  V shape = ShapeArg(b, 0);
  auto seed = SeedArg(b, 4);
  return Uniform(b, 1, 2, dtype, [&](Distribution d, std::vector<V> p) { return StatefulDraw(o, int64_t(d), shape, std::move(p), dtype, seed); });
}

template <Distribution distribution>
Value StatefulNormal(Bound& b) {
  Ops o(b);
  D dtype = DTypeArg(b, 3, D::kFloat32);
  NeedFloatDType(b, dtype);
  V unit = StatefulDraw(o, int64_t(distribution), ShapeArg(b, 0), {}, dtype, SeedArg(b, 4));
  return o.Out(o.Add(o.Mul(unit, Arg(b, 2, dtype)), Arg(b, 1, dtype)));
}

Value SetSeed(Bound& b) {
  RandomState& state = State(b.in);
  state.graph_seed = b.in.KnownInt(b[0], "seed", b.spans[0]);
  state.eager.SeedInt(*state.graph_seed);
  ++state.seedings;
  return None{};
}

Value Shuffle(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V seed = StatefulDraw(o, int64_t(Distribution::kFullInt), o.Ints({2}), {}, D::kInt64, SeedArg(b, 1));
  return o.Out(o(K::kStatelessShuffle, {x, seed}));
}

Value StatelessShuffle(Bound& b) {
  Ops o(b);
  return o.Out(o(K::kStatelessShuffle, {Arg(b, 0), SeedPair(b, 1)}));
}

// The largest of logits plus Gumbel noise is distributed as the categorical distribution.
Value Categorical(Bound& b) {
  Ops o(b);
  V logits = Arg(b, 0);
  if (o.rank(logits) != 2) o.Invalid(DiagnosticKind::kRankMismatch, "categorical needs logits of rank 2, not of shape " + ToString(o.shape(logits)), b.spans[0]);
  V n = o.Cast(Arg(b, 1), D::kInt32);
  V shape = o.Stack({o.DimOf(logits, 0), n, o.DimOf(logits, 1)});
  V u = StatefulDraw(o, 0, shape, {}, D::kFloat64, SeedArg(b, 3));
  V tiny = o.Number(D::kFloat64, 1e-300);
  V noise = o.Neg(o.Log(o.Max(o.Neg(o.Log(o.Max(u, tiny))), tiny)));
  V scores = o.Add(o.Cast(o.ExpandDims(logits, 1), D::kFloat64), noise);
  return o.Out(o(K::kArgMax, {scores}, ir::ParamsAttr{{2}, {}, {}, {DTypeArg(b, 2, D::kInt64)}}));
}

Value Split(Bound& b) {
  Ops o(b);
  V seed = SeedPair(b, 0);
  V shape = o.Stack({o.Cast(Arg(b, 1), D::kInt32), o.Int(2)});
  return o.Out(Stateless(o, Distribution::kFullInt, shape, seed, {}, o.dtype(seed)));
}

Value FoldIn(Bound& b) {
  Ops o(b);
  V seed = SeedPair(b, 0), data = Arg(b, 1);
  V folded = Stateless(o, Distribution::kFullInt, o.Const(ir::Literal::Zeros(D::kInt32, {0})), seed, {}, o.dtype(data));
  return o.Out(o.Stack({folded, data}));
}

constexpr BuiltinRow kRows[] = {
    {"tf.random.stateless_uniform", "shape, seed, minval=0, maxval=None, dtype=tf.float32, name=None, alg='auto_select'", StatelessUniform},
    {"tf.random.stateless_normal", "shape, seed, mean=0.0, stddev=1.0, dtype=tf.float32, name=None, alg='auto_select'",
     StatelessNormal<Distribution::kNormal>},
    {"tf.random.stateless_truncated_normal", "shape, seed, mean=0.0, stddev=1.0, dtype=tf.float32, name=None, alg='auto_select'",
     StatelessNormal<Distribution::kTruncatedNormal>},
    {"tf.random.uniform", "shape, minval=0, maxval=None, dtype=tf.float32, seed=None, name=None", StatefulUniform},
    {"tf.random.normal", "shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None", StatefulNormal<Distribution::kNormal>},
    {"tf.random.truncated_normal", "shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None",
     StatefulNormal<Distribution::kTruncatedNormal>},
    {"tf.random.set_seed", "seed", SetSeed},
    {"tf.random.shuffle", "value, seed=None, name=None", Shuffle},
    {"tf.random.experimental.stateless_shuffle", "value, seed, alg='auto_select', name=None", StatelessShuffle},
    {"tf.random.categorical", "logits, num_samples, dtype=None, seed=None, name=None", Categorical},
    {"tf.random.split", "seed, num=2, alg='auto_select'", Split},
    {"tf.random.fold_in", "seed, data, alg='auto_select'", FoldIn},
};

}  // namespace

V StatefulDraw(Ops& o, int64_t distribution, V shape, std::vector<V> parameters, D dtype, std::optional<int64_t> seed) {
  constexpr int64_t kModulus = (int64_t(1) << 31) - 1, kDefaultGraphSeed = 87654321;
  RandomState& state = State(o.in);
  bool staged = o.in.trace != nullptr;
  auto positive = [](int64_t x) { return ((x % kModulus) + kModulus) % kModulus; };
  int64_t graph = state.graph_seed ? positive(*state.graph_seed) : kDefaultGraphSeed, operation;
  if (seed) operation = positive(*seed);
  else if (staged) operation = state.in_region[o.in.builder.region().index]++;
  else if (state.graph_seed) operation = state.eager.RandInt(0, kModulus);
  else operation = ++state.instances;
  if (graph == 0 && operation == 0) operation = kModulus;
  // Eager calls with the same seeds share a counter until the seed is set again; an operation of a function has its own.
  int64_t instance = staged ? (int64_t(1) << 32) + state.instances++ : state.seedings;
  std::vector<V> operands{shape};
  operands.insert(operands.end(), parameters.begin(), parameters.end());
  return o(K::kStatefulRandom, std::move(operands), ir::ParamsAttr{{distribution, graph, operation, instance}, {}, {}, {dtype}});
}

std::span<const BuiltinRow> TfRandomRows() { return kRows; }

}  // namespace lathe::staging
