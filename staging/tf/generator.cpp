// tf.random.Generator: a variable of three words, counter (low, high) and key; draws use it as it is and move the counter on.
#include "staging/builtin_tables.h"
#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/tf/random.h"

namespace lathe::staging {

namespace {

constexpr std::string_view kGlobalName = "<global generator>";
constexpr int64_t kBlocksPerElement = 256;

const GeneratorObject& Self(Bound& b) { return *b.in.heap.External<GeneratorObject>(*b.self); }

const VariableObject& StateVariable(Bound& b) { return *b.in.heap.External<VariableObject>(Self(b).state); }

V ReadState(Bound& b) { return ReadVariable(b.in, StateVariable(b), b.span); }

void StoreState(Bound& b, V state) {
  Ops o(b);
  o(K::kGlobalStore, {state}, ir::GlobalAttr{StateVariable(b).global});
}

Value MakeGenerator(Interp& in, V state, Span where) {
  auto generator = std::make_shared<GeneratorObject>();
  generator->state = CreateVariable(in, Value(Tensor{state}), D::kInt64, std::nullopt, false, "StateVar", where);
  return in.heap.New(ExternalSlot{generator});
}

V Words(Ops& o, const std::vector<int64_t>& words) { return o.Const(ir::Literal::Int64s(words)); }

// The words of a seed: the digits of an int, lowest first; a sequence with zeros put in front.
V SeedWords(Bound& b, size_t i) {
  Ops o(b);
  if (auto* v = b[i].as<Integer>()) {
    Integer mask = ShiftLeft(Integer(1), 64) - Integer(1), half = ShiftLeft(Integer(1), 63);
    std::vector<int64_t> words;
    Integer rest = *v;
    for (int k = 0; k < 3; ++k) {
      Integer digit = rest & mask;
      words.push_back((digit >= half ? digit - ShiftLeft(Integer(1), 64) : digit).small());
      rest = ShiftRight(rest, 64);
    }
    return Words(o, words);
  }
  V seed = o.Cast(Arg(b, i), D::kInt64);
  if (o.rank(seed) == 0) seed = o.ExpandDims(seed, 0);
  if (!ir::IsKnown(o.dim(seed, 0))) b.in.Fail(DiagnosticKind::kDynamicShape, "the length of a seed must be known", b.spans[i]);
  if (o.dim(seed, 0) > 3) return o.SliceAxis(seed, 0, 0, 3);
  if (o.dim(seed, 0) < 3) return o.Concat({Words(o, std::vector<int64_t>(size_t(3 - o.dim(seed, 0)), 0)), seed}, 0);
  return seed;
}

void CheckAlgorithm(Bound& b, size_t i) {
  if (!b.given(i)) return;
  if (b[i].is<Integer>() && (b[i].get<Integer>() == Integer(1) || b[i].get<Integer>() == Integer(3))) return;
  std::string name = b.in.KnownString(b[i], "alg", b.spans[i]);
  if (name == "philox" || name == "auto_select") return;
  if (name == "threefry")
    b.in.Fail(DiagnosticKind::kUnsupportedApi, "the threefry algorithm is not implemented here", b.spans[i]);
  b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "unknown algorithm '" + name + "'", b.spans[i]);
}

V StateWords(Bound& b, size_t i) {
  Ops o(b);
  V state = o.Cast(Arg(b, i), D::kInt64);
  if (o.rank(state) != 1 || (ir::IsKnown(o.dim(state, 0)) && o.dim(state, 0) != 3))
    b.in.Raise(DiagnosticKind::kShapeMismatch, "ValueError", "a generator's state must have shape (3,), not " + ToString(o.shape(state)), b.spans[i]);
  return state;
}

V KeyAndCounter(Bound& b, size_t key, size_t counter) {
  Ops o(b);
  V words = o.Cast(Arg(b, counter), D::kInt64), k = o.Cast(Arg(b, key), D::kInt64);
  return o.Concat({words, o.Reshape(k, std::vector<int64_t>{1})}, 0);
}

// Moves the counter on by `blocks` (an int64 scalar).
V Advanced(Ops& o, V state, V blocks) {
  auto word = [&](int64_t i) { return o.Squeeze(o.SliceAxis(state, 0, i, 1), {0}); };
  V low = word(0), high = word(1), next = o.Add(low, blocks);
  V carry = o(K::kLt, {o.Cast(next, D::kUInt64), o.Cast(low, D::kUInt64)});
  return o.Stack({next, o.Add(high, o.Cast(carry, D::kInt64)), word(2)});
}

V Draw(Bound& b, Distribution distribution, V shape, std::vector<V> bounds, D dtype) {
  Ops o(b);
  V state = ReadState(b);
  std::vector<V> operands{shape, state};
  operands.insert(operands.end(), bounds.begin(), bounds.end());
  V drawn = o(K::kStatelessRandom, std::move(operands), ir::ParamsAttr{{int64_t(distribution)}, {}, {}, {dtype}});
  V count = o.Cast(o.SizeOf(drawn, D::kInt32), D::kInt64);
  StoreState(b, Advanced(o, state, o.Mul(count, o.Int(kBlocksPerElement, D::kInt64))));
  return drawn;
}

Value Uniform(Bound& b) {
  Ops o(b);
  V shape = b.in.ShapeToTensor(b[0], b.spans[0]);
  D dtype = DTypeArg(b, 3, D::kFloat32);
  if (ir::IsInteger(dtype)) {
    if (!b.given(2)) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "a uniform draw of ints needs maxval", b.span);
    V low = Arg(b, 1, dtype), high = Arg(b, 2, dtype);
    return o.Out(Draw(b, Distribution::kUniformInt, shape, {low, high}, dtype));
  }
  V low = Arg(b, 1, dtype), high = b.given(2) ? Arg(b, 2, dtype) : o.Number(dtype, 1);
  V unit = Draw(b, Distribution::kUniform, shape, {}, dtype);
  return o.Out(o.Add(o.Mul(unit, o.Sub(high, low)), low));
}

template <Distribution distribution>
Value Normal(Bound& b) {
  Ops o(b);
  D dtype = DTypeArg(b, 3, D::kFloat32);
  V shape = b.in.ShapeToTensor(b[0], b.spans[0]), mean = Arg(b, 1, dtype), deviation = Arg(b, 2, dtype);
  return o.Out(o.Add(o.Mul(Draw(b, distribution, shape, {}, dtype), deviation), mean));
}

Value FullInt(Bound& b) {
  return Tensor{Draw(b, Distribution::kFullInt, b.in.ShapeToTensor(b[0], b.spans[0]), {}, DTypeArg(b, 1, D::kUInt64))};
}

Value Skip(Bound& b) {
  Ops o(b);
  V state = ReadState(b), delta = o.Cast(Arg(b, 0), D::kInt64);
  StoreState(b, Advanced(o, state, o.Mul(delta, o.Int(kBlocksPerElement, D::kInt64))));
  return o.Out(state);
}

V Keys(Bound& b) {
  Ops o(b);
  V count = o.Reshape(o.Cast(Arg(b, 0), D::kInt32), std::vector<int64_t>{1});
  return Draw(b, Distribution::kFullInt, count, {}, D::kInt64);
}

Value MakeSeeds(Bound& b) {
  Ops o(b);
  V keys = Keys(b);
  return o.Out(o.Stack({keys, o.ZerosLike(keys)}));
}

Value Split(Bound& b) {
  Ops o(b);
  int64_t n = b.in.KnownInt(b[0], "count", b.spans[0]);
  V keys = Keys(b);
  std::vector<Value> generators;
  for (int64_t i = 0; i < n; ++i) {
    V key = o.SliceAxis(keys, 0, i, 1);
    generators.push_back(MakeGenerator(b.in, o.Concat({Words(o, {0, 0}), key}, 0), b.span));
  }
  return MakeList(b.in, std::move(generators));
}

Value FromSeed(Bound& b) {
  CheckAlgorithm(b, 1);
  return MakeGenerator(b.in, SeedWords(b, 0), b.span);
}

Value FromState(Bound& b) {
  CheckAlgorithm(b, 1);
  // A variable is shared, everything else copied.
  if (b.in.heap.External<VariableObject>(b[0])) {
    auto generator = std::make_shared<GeneratorObject>();
    generator->state = b[0];
    return b.in.heap.New(ExternalSlot{generator});
  }
  return MakeGenerator(b.in, StateWords(b, 0), b.span);
}

Value FromKeyCounter(Bound& b) {
  CheckAlgorithm(b, 2);
  return MakeGenerator(b.in, KeyAndCounter(b, 0, 1), b.span);
}

Value Make(Bound& b) {
  if (b.given(0)) {
    auto* other = b.in.heap.External<GeneratorObject>(b[0]);
    if (!other) b.in.Raise(DiagnosticKind::kInvalidArgument, "TypeError", "copy_from must be a tf.random.Generator", b.spans[0]);
    Value state = other->state;
    return MakeGenerator(b.in, b.in.ToTensor(state, {}, b.span), b.span);
  }
  CheckAlgorithm(b, 2);
  return MakeGenerator(b.in, StateWords(b, 1), b.span);
}

// Seeds that TensorFlow takes from the machine: here one that is as good as any other.
Value FromMachine(Bound& b) {
  Ops o(b);
  return MakeGenerator(b.in, Words(o, {0x2545F4914F6CDD1D, 0x1B873593CC9E2D51, 0}), b.span);
}

Value GlobalGenerator(Bound& b) {
  Interp& in = b.in;
  Name name = in.Intern(kGlobalName);
  const ScopeObject* scope = in.heap.as<ScopeObject>(in.module_scope);
  if (auto it = scope->variables.find(name.index); it != scope->variables.end()) return it->second;
  Value made = FromMachine(b);
  in.heap.Write<ScopeObject>(in.module_scope, {SlotKey::Kind::kName, name.index, 0, {}}).variables[name.index] = made;
  return made;
}

Value SetGlobalGenerator(Bound& b) {
  if (!b.in.heap.External<GeneratorObject>(b[0]))
    b.in.Raise(DiagnosticKind::kInvalidArgument, "TypeError", "set_global_generator needs a tf.random.Generator", b.spans[0]);
  Name name = b.in.Intern(kGlobalName);
  b.in.heap.Write<ScopeObject>(b.in.module_scope, {SlotKey::Kind::kName, name.index, 0, {}}).variables[name.index] = b[0];
  return None{};
}

Value Store(Bound& b, V state) {
  StoreState(b, state);
  return None{};
}

using Kind = BuiltinRow::Kind;

constexpr BuiltinRow kRows[] = {
    {"tf.random.Generator", "copy_from=None, state=None, alg=None", Make, Kind::kClass},
    {"tf.random.Generator.from_seed", "seed, alg=None", FromSeed},
    {"tf.random.Generator.from_state", "state, alg", FromState},
    {"tf.random.Generator.from_key_counter", "key, counter, alg", FromKeyCounter},
    {"tf.random.Generator.from_non_deterministic_state", "alg=None", FromMachine},
    {"Generator.from_seed", "seed, alg=None", FromSeed},
    {"Generator.from_state", "state, alg", FromState},
    {"Generator.from_key_counter", "key, counter, alg", FromKeyCounter},
    {"Generator.from_non_deterministic_state", "alg=None", FromMachine},
    {"Generator.uniform", "shape, minval=0, maxval=None, dtype=tf.float32, name=None", Uniform},
    {"Generator.normal", "shape, mean=0.0, stddev=1.0, dtype=tf.float32, name=None", Normal<Distribution::kNormal>},
    {"Generator.truncated_normal", "shape, mean=0.0, stddev=1.0, dtype=tf.float32, name=None", Normal<Distribution::kTruncatedNormal>},
    {"Generator.uniform_full_int", "shape, dtype=tf.uint64, name=None", FullInt},
    {"Generator.skip", "delta", Skip},
    {"Generator.make_seeds", "count=1", MakeSeeds},
    {"Generator.split", "count=1", Split},
    {"Generator.reset", "state", [](Bound& b) { return Store(b, StateWords(b, 0)); }},
    {"Generator.reset_from_seed", "seed", [](Bound& b) { return Store(b, SeedWords(b, 0)); }},
    {"Generator.reset_from_key_counter", "key, counter", [](Bound& b) { return Store(b, KeyAndCounter(b, 0, 1)); }},
    {"Generator.state", "", [](Bound& b) { return Self(b).state; }, Kind::kProperty},
    {"Generator.key", "", [](Bound& b) { Ops o(b); return o.Out(o.Squeeze(o.SliceAxis(ReadState(b), 0, 2, 1), {0})); }, Kind::kProperty},
    {"Generator.algorithm", "", [](Bound&) { return Value::Int(1); }, Kind::kProperty},
    {"tf.random.get_global_generator", "", GlobalGenerator},
    {"tf.random.set_global_generator", "generator", SetGlobalGenerator},
};

}  // namespace

std::span<const BuiltinRow> TfGeneratorRows() { return kRows; }

}  // namespace lathe::staging
