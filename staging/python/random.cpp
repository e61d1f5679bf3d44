// The module random: CPython's Mersenne Twister, bit for bit.
//
// Draws are made while the program is compiled, in program order: right where a statement runs exactly once, and while a
// tf.function is traced. A draw that run time repeats, or makes under a condition, is refused.
#include <cmath>

#include "staging/builtin_tables.h"
#include "staging/hidden_state.h"
#include "staging/python/python.h"

namespace lathe::staging {

namespace {

using Kind = BuiltinRow::Kind;

struct RandomObject : ExternalObject {
  rt::PythonRandom state;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<RandomObject>(*this); }
  std::string_view type_name() const override { return "Random"; }
};

// The generator of a call: the object's, or the module's hidden one.
rt::PythonRandom& State(Bound& b) {
  RequireDrawnOnce(b, "draws from Python's random module", "draw the numbers before, or use tf.random");
  if (b.self && b.in.heap.External<RandomObject>(*b.self)) return b.in.heap.WriteExternal<RandomObject>(b.self->get<Ref>()).state;
  return GlobalRandom(b.in);
}

double Number(Bound& b, size_t i, std::string_view what) {
  if (auto* d = b[i].as<double>()) return *d;
  if (auto* v = b[i].as<Integer>()) return v->ToDouble();
  if (auto* flag = b[i].as<bool>()) return *flag;
  if (auto* l = b.in.KnownLiteral(b[i]); l && l->count() == 1) return ir::IsFloating(l->dtype()) ? l->FloatAt(0) : double(l->IntAt(0));
  b.in.Fail(DiagnosticKind::kUnsupportedApi, std::string(what) + " must be a number that is known when the program is compiled", b.spans[i]);
}

void SeedWith(Bound& b, rt::PythonRandom& state) {
  const Value& seed = b[0];
  if (seed.is_none()) return state.SeedInt(0);   // any numbers will do: the same at each run
  if (seed.is<Str>()) return state.SeedBytes(rt::View(seed.str().data(), int64_t(seed.str().size())));
  if (auto* bytes = seed.as<Bytes>()) return state.SeedBytes(rt::View(bytes->data->data(), int64_t(bytes->data->size())));
  if (!seed.is<Integer>() && !seed.is<bool>())
    b.in.Raise(DiagnosticKind::kInvalidArgument, "TypeError", "a seed is an int, a str or bytes here, not " + std::string(b.in.TypeName(seed)), b.spans[0]);
  if (seed.is<bool>()) return state.SeedInt(seed.get<bool>());
  std::vector<uint32_t> digits;
  Integer rest = seed.get<Integer>();
  if (rest < Integer(0)) rest = -rest;
  const Integer base(int64_t(1) << 32);
  do {
    digits.push_back(uint32_t(FloorMod(rest, base).small()));
    rest = FloorDiv(rest, base);
  } while (!(rest == Integer(0)));
  state.SeedDigits(digits.data(), int64_t(digits.size()));
}

Value Seed(Bound& b) {
  SeedWith(b, State(b));
  return None{};
}

Value MakeRandom(Bound& b) {
  auto made = std::make_shared<RandomObject>();
  SeedWith(b, made->state);
  return b.in.heap.New(ExternalSlot{made});
}

Value Random(Bound& b) { return State(b).Random(); }

Value GetRandBits(Bound& b) {
  int64_t bits = b.in.KnownInt(b[0], "k", b.spans[0]);
  if (bits < 0) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "number of bits must be non-negative", b.spans[0]);
  Integer result(0);
  rt::PythonRandom& state = State(b);
  for (int64_t shift = 0; shift < bits; shift += 32)
    result = result | ShiftLeft(Integer(int64_t(state.GetRandBits(int(std::min<int64_t>(32, bits - shift))))), shift);
  return result;
}

Value RandRange(Bound& b) {
  Interp& in = b.in;
  int64_t start = in.KnownInt(b[0], "start", b.spans[0]), stop = start, step = 1;
  if (b.given(1) && !b[1].is_none()) stop = in.KnownInt(b[1], "stop", b.spans[1]);
  else start = 0;
  if (b.given(2)) step = in.KnownInt(b[2], "step", b.spans[2]);
  if (step == 0) in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "zero step for randrange()", b.spans[2]);
  if (step > 0 ? start >= stop : start <= stop)
    in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "empty range for randrange() (" + std::to_string(start) + ", " + std::to_string(stop) + ", " + std::to_string(step) + ")", b.span);
  return Value::Int(State(b).RandRange(start, stop, step));
}

Value RandInt(Bound& b) {
  int64_t low = b.in.KnownInt(b[0], "a", b.spans[0]), high = b.in.KnownInt(b[1], "b", b.spans[1]);
  if (high < low || high == INT64_MAX)
    b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "empty range for randrange() (" + std::to_string(low) + ", " + std::to_string(high + (high < INT64_MAX)) + ", 1)", b.span);
  return Value::Int(State(b).RandInt(low, high));
}

Value Uniform(Bound& b) {
  double low = Number(b, 0, "a"), high = Number(b, 1, "b");
  return State(b).Uniform(low, high);
}
Value Triangular(Bound& b) {
  double low = Number(b, 0, "low"), high = Number(b, 1, "high"), mode = b[2].is_none() ? low + (high - low) * 0.5 : Number(b, 2, "mode");
  return State(b).Triangular(low, high, mode);
}
Value Gauss(Bound& b) {
  double mu = Number(b, 0, "mu"), sigma = Number(b, 1, "sigma");
  return State(b).Gauss(mu, sigma);
}
Value NormalVariate(Bound& b) {
  double mu = Number(b, 0, "mu"), sigma = Number(b, 1, "sigma");
  return State(b).NormalVariate(mu, sigma);
}
Value ExpoVariate(Bound& b) {
  double lambda = Number(b, 0, "lambd");
  if (lambda == 0) b.in.Raise(DiagnosticKind::kInvalidValue, "ZeroDivisionError", "float division by zero", b.spans[0]);
  return State(b).ExpoVariate(lambda);
}

Value Choice(Bound& b) {
  std::vector<Value> items = b.in.RequireElements(b[0], "random.choice()", b.spans[0]);
  if (items.empty()) b.in.Raise(DiagnosticKind::kIndexOutOfRange, "IndexError", "Cannot choose from an empty sequence", b.spans[0]);
  return items[size_t(State(b).Choice(int64_t(items.size())))];
}

Value Choices(Bound& b) {
  Interp& in = b.in;
  std::vector<Value> items = in.RequireElements(b[0], "random.choices()", b.spans[0]), out;
  int64_t count = in.KnownInt(b[3], "k", b.spans[3]);
  const bool weighted = !b[1].is_none(), cumulated = !b[2].is_none();
  if (weighted && cumulated) in.Raise(DiagnosticKind::kInvalidArgument, "TypeError", "Cannot specify both weights and cumulative weights", b.span);
  if (items.empty()) in.Raise(DiagnosticKind::kIndexOutOfRange, "IndexError", "list index out of range", b.spans[0]);
  std::vector<double> cumulative;
  if (weighted || cumulated) {
    double sum = 0;
    for (const Value& w : in.RequireElements(weighted ? b[1] : b[2], "weights", b.spans[weighted ? 1 : 2])) {
      double weight = w.is<double>() ? w.get<double>() : double(in.KnownInt(w, "a weight", b.spans[weighted ? 1 : 2]));
      cumulative.push_back(weighted ? sum += weight : weight);
    }
    if (cumulative.size() != items.size())
      in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "The number of weights does not match the population", b.spans[weighted ? 1 : 2]);
    if (!(cumulative.back() > 0)) in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "Total of weights must be greater than zero", b.spans[weighted ? 1 : 2]);
  }
  rt::PythonRandom& state = State(b);
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = cumulative.empty() ? state.ChoicesIndex(int64_t(items.size())) : state.WeightedIndex(cumulative.data(), int64_t(items.size()));
    out.push_back(items[size_t(at)]);
  }
  return in.heap.New(ListObject{std::move(out)});
}

Value Shuffle(Bound& b) {
  Interp& in = b.in;
  if (!in.heap.as<ListObject>(b[0]))
    in.Raise(DiagnosticKind::kInvalidArgument, "TypeError", "random.shuffle() takes a list, not " + std::string(in.TypeName(b[0])), b.spans[0]);
  Ref list = b[0].get<Ref>();
  std::vector<Value> items = in.heap.as<ListObject>(b[0])->items, shuffled;
  std::vector<int64_t> order(items.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = int64_t(i);
  State(b).Shuffle(int64_t(order.size()), order.data());
  for (int64_t i : order) shuffled.push_back(items[size_t(i)]);
  in.NoteMutation(list, b.span);
  in.heap.Write<ListObject>(list).items = std::move(shuffled);
  return None{};
}

Value Sample(Bound& b) {
  Interp& in = b.in;
  std::vector<Value> items = in.RequireElements(b[0], "random.sample()", b.spans[0]), out;
  int64_t count = in.KnownInt(b[1], "k", b.spans[1]);
  if (count < 0 || count > int64_t(items.size()))
    in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "Sample larger than population or is negative", b.spans[1]);
  std::vector<int64_t> chosen(static_cast<size_t>(count));
  State(b).Sample(int64_t(items.size()), count, chosen.data());
  for (int64_t i : chosen) out.push_back(items[size_t(i)]);
  return in.heap.New(ListObject{std::move(out)});
}

#define LATHE_RANDOM_FUNCTION(name, parameters, function) {"random." name, parameters, function}, {"Random." name, parameters, function}

constexpr BuiltinRow kRows[] = {
    {"random.Random", "x=None, /", MakeRandom, Kind::kClass},
    LATHE_RANDOM_FUNCTION("seed", "a=None, version=2", Seed),
    LATHE_RANDOM_FUNCTION("random", "", Random),
    LATHE_RANDOM_FUNCTION("getrandbits", "k, /", GetRandBits),
    LATHE_RANDOM_FUNCTION("randrange", "start, stop=None, step=1", RandRange),
    LATHE_RANDOM_FUNCTION("randint", "a, b", RandInt),
    LATHE_RANDOM_FUNCTION("uniform", "a, b", Uniform),
    LATHE_RANDOM_FUNCTION("triangular", "low=0.0, high=1.0, mode=None", Triangular),
    LATHE_RANDOM_FUNCTION("gauss", "mu=0.0, sigma=1.0", Gauss),
    LATHE_RANDOM_FUNCTION("normalvariate", "mu=0.0, sigma=1.0", NormalVariate),
    LATHE_RANDOM_FUNCTION("expovariate", "lambd", ExpoVariate),
    LATHE_RANDOM_FUNCTION("choice", "seq", Choice),
    LATHE_RANDOM_FUNCTION("choices", "population, weights=None, *, cum_weights=None, k=1", Choices),
    LATHE_RANDOM_FUNCTION("shuffle", "x", Shuffle),
    LATHE_RANDOM_FUNCTION("sample", "population, k", Sample),
};

#undef LATHE_RANDOM_FUNCTION

}  // namespace

rt::PythonRandom& GlobalRandom(Interp& in) {
  Ref ref = HiddenObject(in, "<python random>", [] {
    auto made = std::make_shared<RandomObject>();
    made->state.SeedInt(0);
    return made;
  });
  return in.heap.WriteExternal<RandomObject>(ref).state;
}

std::span<const BuiltinRow> PythonRandomRows() { return kRows; }

}  // namespace lathe::staging
