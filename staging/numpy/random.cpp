// np.random.*: the streams of NumPy's legacy generator and of default_rng.
//
// Draws are made while the program is compiled, in program order, so they become constants. That is only right where a
// statement runs exactly once: a draw inside a loop, branch or function that run time repeats is refused.
#include "runtime/python_random.h"
#include "staging/builtin_tables.h"
#include "staging/hidden_state.h"
#include "staging/literals.h"
#include "staging/numpy/arrays.h"

namespace lathe::staging {

namespace {

constexpr int64_t kMostDraws = 4'000'000;

struct LegacyObject : ExternalObject {
  rt::NumpyRandomState state;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<LegacyObject>(*this); }
  std::string_view type_name() const override { return "RandomState"; }
};

struct GeneratorState : ExternalObject {
  rt::NumpyGenerator state;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<GeneratorState>(*this); }
  std::string_view type_name() const override { return "NumpyGenerator"; }
};

void RequireOnce(Bound& b) { RequireDrawnOnce(b, "random numbers of NumPy", "draw an array before, or use tf.random"); }

rt::NumpyRandomState& Legacy(Bound& b) {
  RequireOnce(b);
  Ref ref = HiddenObject(b.in, "<numpy random>", [] {
    auto made = std::make_shared<LegacyObject>();
    made->state.Seed(0);
    return made;
  });
  return b.in.heap.WriteExternal<LegacyObject>(ref).state;
}

rt::NumpyGenerator& Modern(Bound& b) {
  RequireOnce(b);
  return b.in.heap.WriteExternal<GeneratorState>(b.self->get<Ref>()).state;
}

struct Size {
  std::vector<int64_t> dims;
  int64_t count = 1;
  bool scalar = true;
};

Size SizeOf(Bound& b, const Value& v, Span where) {
  Size size;
  if (v.is_none() || v.is<Undefined>()) return size;
  size.scalar = false;
  size.dims = b.in.KnownInts(v, "size", where);
  for (int64_t d : size.dims) {
    if (d < 0) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "negative dimensions are not allowed", where);
    size.count *= d;
  }
  if (size.count > kMostDraws) b.in.Fail(DiagnosticKind::kCompileTimeLimit, "more random numbers than are drawn at compile time", where);
  return size;
}

double Number(Bound& b, size_t i) {
  if (auto* d = b[i].as<double>()) return *d;
  if (auto* v = b[i].as<Integer>()) return v->ToDouble();
  if (auto* l = b.in.KnownLiteral(b[i]); l && l->count() == 1) return ir::IsFloating(l->dtype()) ? l->FloatAt(0) : double(l->IntAt(0));
  b.in.Fail(DiagnosticKind::kUnsupportedApi, "this parameter must be a number that is known when the program is compiled", b.spans[i]);
}

// `draw` gives one number; a draw without size is a Python float.
template <class F>
Value Floats(Bound& b, const Size& size, F draw) {
  if (size.scalar) return draw();
  ir::Literal literal = ir::Literal::Zeros(D::kFloat64, size.dims);
  for (int64_t i = 0; i < size.count; ++i) literal.mutable_data<double>()[i] = draw();
  return Tensor{b.in.builder.Constant(std::move(literal)), true, false};
}

Size ArgsSize(Bound& b) {
  if (b[0].items().empty()) return {};
  return SizeOf(b, Value(b[0]), b.span);
}

Value Seed(Bound& b) {
  int64_t seed = b.in.KnownInt(b[0], "seed", b.spans[0]);
  if (seed < 0 || seed > UINT32_MAX) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "Seed must be between 0 and 2**32 - 1", b.spans[0]);
  Legacy(b).Seed(uint32_t(seed));
  return None{};
}

Value Rand(Bound& b) {
  Size size = ArgsSize(b);
  auto& state = Legacy(b);
  return Floats(b, size, [&] { return state.Random(); });
}

Value Randn(Bound& b) {
  Size size = ArgsSize(b);
  auto& state = Legacy(b);
  return Floats(b, size, [&] { return state.Normal(); });
}

template <class State>
Value RandomOf(Bound& b, State& state) {
  Size size = SizeOf(b, b[0], b.spans[0]);
  return Floats(b, size, [&] { return state.Random(); });
}

template <class State>
Value UniformOf(Bound& b, State& state) {
  double low = Number(b, 0), high = Number(b, 1);
  return Floats(b, SizeOf(b, b[2], b.spans[2]), [&] { return low + (high - low) * state.Random(); });
}

template <class State>
Value NormalOf(Bound& b, State& state) {
  double mean = Number(b, 0), deviation = Number(b, 1);
  return Floats(b, SizeOf(b, b[2], b.spans[2]), [&] { return mean + deviation * state.Normal(); });
}

// low, high, size, dtype
template <class Fill>
Value Ints(Bound& b, bool endpoint, Fill fill) {
  int64_t low = b.in.KnownInt(b[0], "low", b.spans[0]), high = low;
  if (b.given(1)) high = b.in.KnownInt(b[1], "high", b.spans[1]);
  else low = 0;
  D dtype = D::kInt64;
  if (b.given(3) && !(b[3].is<Builtin>() && b[3].get<Builtin>().row->name == "int")) dtype = b.in.DTypeOf(b[3], b.spans[3]);
  int64_t last = endpoint ? high : high - 1;
  if (last < low) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "low >= high", b.span);
  Size size = SizeOf(b, b[2], b.spans[2]);
  ir::Literal literal = ir::Literal::Zeros(dtype, size.dims);
  fill(int32_t(dtype), low, last, size.count, literal.mutable_data<char>());
  if (size.scalar && !b.given(3)) return b.in.LiteralToPython(literal, 0);
  return Tensor{b.in.builder.Constant(std::move(literal)), true, size.scalar};
}

Value RandInt(Bound& b) {
  auto& state = Legacy(b);
  return Ints(b, false, [&](int32_t dtype, int64_t low, int64_t last, int64_t n, void* out) { state.RandInt(dtype, low, last, n, out); });
}

Value Integers(Bound& b) {
  auto& state = Modern(b);
  bool endpoint = BoolArg(b, 4, "endpoint");
  return Ints(b, endpoint, [&](int32_t dtype, int64_t low, int64_t last, int64_t n, void* out) { state.Integers(dtype, low, last, n, out); });
}

template <class State>
Value PermutationOf(Bound& b, State& state) {
  Ops o(b);
  bool number = b[0].is<Integer>();
  V x = number ? V{} : ToArray(b.in, b[0], std::nullopt, b.spans[0]);
  int64_t n = number ? b.in.KnownInt(b[0], "x", b.spans[0]) : o.dim(x, 0);
  if (n < 0) b.in.Fail(DiagnosticKind::kDynamicShape, "the length must be known when the program is compiled", b.spans[0]);
  ir::Literal order = ir::Literal::Zeros(D::kInt64, {n});
  if (number) {
    state.Permutation(n, order.mutable_data<int64_t>());
  } else {
    for (int64_t i = 0; i < n; ++i) order.mutable_data<int64_t>()[i] = i;
    state.Shuffle(n, order.mutable_data<int64_t>());
  }
  V index = b.in.builder.Constant(std::move(order));
  return Tensor{number ? index : o.Gather(x, index), true, false};
}

Value DefaultRng(Bound& b) {
  RequireOnce(b);
  auto generator = std::make_shared<GeneratorState>();
  if (b.given(0)) {
    int64_t seed = b.in.KnownInt(b[0], "seed", b.spans[0]);
    if (seed < 0) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "expected non-negative integer", b.spans[0]);
    generator->state.SeedInt(uint64_t(seed));
  } else {
    generator->state.SeedInt(0x9E3779B97F4A7C15);
  }
  return b.in.heap.New(ExternalSlot{generator});
}

constexpr BuiltinRow kRows[] = {
    {"np.random.seed", "seed", Seed},
    {"np.random.rand", "*size", Rand},
    {"np.random.randn", "*size", Randn},
    {"np.random.random", "size=None", [](Bound& b) { return RandomOf(b, Legacy(b)); }},
    {"np.random.random_sample", "size=None", [](Bound& b) { return RandomOf(b, Legacy(b)); }},
    {"np.random.uniform", "low=0.0, high=1.0, size=None", [](Bound& b) { return UniformOf(b, Legacy(b)); }},
    {"np.random.normal", "loc=0.0, scale=1.0, size=None", [](Bound& b) { return NormalOf(b, Legacy(b)); }},
    {"np.random.standard_normal", "size=None", [](Bound& b) {
       Size size = SizeOf(b, b[0], b.spans[0]);
       auto& state = Legacy(b);
       return Floats(b, size, [&] { return state.Normal(); });
     }},
    {"np.random.randint", "low, high=None, size=None, dtype=None", RandInt},
    {"np.random.permutation", "x", [](Bound& b) { return PermutationOf(b, Legacy(b)); }},
    {"np.random.default_rng", "seed=None", DefaultRng},
    {"NumpyGenerator.random", "size=None", [](Bound& b) { return RandomOf(b, Modern(b)); }},
    {"NumpyGenerator.uniform", "low=0.0, high=1.0, size=None", [](Bound& b) { return UniformOf(b, Modern(b)); }},
    {"NumpyGenerator.normal", "loc=0.0, scale=1.0, size=None", [](Bound& b) { return NormalOf(b, Modern(b)); }},
    {"NumpyGenerator.standard_normal", "size=None", [](Bound& b) {
       Size size = SizeOf(b, b[0], b.spans[0]);
       auto& state = Modern(b);
       return Floats(b, size, [&] { return state.Normal(); });
     }},
    {"NumpyGenerator.integers", "low, high=None, size=None, dtype=None, endpoint=False", Integers},
    {"NumpyGenerator.permutation", "x", [](Bound& b) { return PermutationOf(b, Modern(b)); }},
};

}  // namespace

std::span<const BuiltinRow> NumpyRandomRows() { return kRows; }

}  // namespace lathe::staging
