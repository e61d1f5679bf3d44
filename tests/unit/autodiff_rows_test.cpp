// Every row's derivative against central differences (float64), at the samples of rows_table.h; TensorFlow's conventions at
// special points; complex numbers.
#include <catch2/catch.hpp>

#include "ir/autodiff.h"
#include "rows_table.h"

namespace lathe::ir::test {
namespace {

bool Continuous(const Operand& o) { return o.values != "const" && o.values != "ints" && o.values != "bools"; }

// sum(op(operands) * weights) and its gradients; symmetric matrices enter as (p + pᵀ) / 2.
void CheckSample(const Sample& sample) {
  std::vector<Type> types;
  std::vector<std::vector<double>> at;
  std::vector<std::vector<int64_t>> dims;
  uint32_t seed = 7;
  for (const Operand& o : sample.operands) {
    Literal literal = Draw(o, ++seed);
    if (!Continuous(o)) continue;
    types.push_back(F64(o.dims));
    dims.push_back(o.dims);
    at.emplace_back(literal.as<double>(), literal.as<double>() + literal.count());
  }
  Program p(types);
  std::vector<ValueId> operands;
  seed = 7;
  size_t next = 0;
  for (const Operand& o : sample.operands) {
    Literal literal = Draw(o, ++seed);
    if (!Continuous(o)) {
      operands.push_back(p.b.Constant(std::move(literal)));
    } else {
      ValueId v = p.p(next++);
      if (o.values == "spd") v = p.b.Mul(p.b.Add(v, p.b.Transpose(v, {1, 0})), p.D(0.5));
      operands.push_back(v);
    }
  }
  ValueId y = p.b.MakeMany(sample.kind, operands, sample.attrs)[sample.result];
  uint32_t state = 99;
  std::vector<double> weights;
  const Shape shape = p.module.type(y).shape;
  REQUIRE(shape.fully_known());
  for (int64_t i = 0; i < *shape.elements(); ++i) weights.push_back(Uniform(state) + 0.5);
  ValueId weighted = p.b.Mul(y, p.b.Constant(Doubles(shape.dims, weights)));
  AxesAttr all;
  for (int i = 0; i < shape.rank(); ++i) all.axes.push_back(i);
  ValueId target = all.axes.empty() ? weighted : p.b.Make(OpKind::kSum, {weighted}, all);
  std::vector<GradientSource> sources;
  for (size_t i = 0; i < types.size(); ++i) sources.emplace_back(p.p(i));
  GradientResult g = Gradient(p.b, p.Tape(), {target}, {}, sources);
  REQUIRE(g.missing_rule == "");
  std::vector<ValueId> results{target};
  for (ValueId v : g.gradients)
    if (v.valid()) results.push_back(v);
  REQUIRE(results.size() > 1);
  REQUIRE(p.Finish(results) == std::vector<std::string>{});
  {
    Interpreter probe(p.module);
    std::vector<TensorRef> arguments;
    for (size_t i = 0; i < at.size(); ++i) arguments.push_back(RefOf(Doubles(dims[i], at[i])));
    if (!probe.Call(p.function, arguments) && NotBuilt(probe.error)) return;
  }
  auto run = [&]() {
    Interpreter interpreter(p.module);
    std::vector<TensorRef> arguments;
    for (size_t i = 0; i < at.size(); ++i) arguments.push_back(RefOf(Doubles(dims[i], at[i])));
    auto out = interpreter.Call(p.function, arguments);
    INFO(interpreter.error);
    REQUIRE(out);
    return *out;
  };
  std::vector<TensorRef> base = run();
  size_t number = 1;
  for (size_t i = 0; i < at.size(); ++i) {
    if (!g.gradients[i].valid()) continue;
    REQUIRE(DimsOf(base[number]) == dims[i]);
    std::vector<double> grad = ToDoubles(base[number++]);
    for (size_t k = 0; k < at[i].size(); ++k) {
      const double h = 1e-5, x = at[i][k];
      at[i][k] = x + h;
      double high = ToDoubles(run()[0])[0];
      at[i][k] = x - h;
      double low = ToDoubles(run()[0])[0];
      at[i][k] = x;
      double expected = (high - low) / (2 * h);
      CAPTURE(i, k, x);
      CHECK(std::abs(grad[k] - expected) <= 1e-6 * std::max(1.0, std::abs(expected)));
    }
  }
}

// Gradient of y = op(x, extra…) at points, seed 1.
std::vector<double> GradientAt(OpKind kind, std::vector<double> x, std::vector<double> second = {}, size_t source = 0,
                               Attrs attrs = NoAttrs{}) {
  int64_t n = int64_t(x.size());
  std::vector<Type> types{F64({n})};
  if (!second.empty()) types.push_back(F64({n}));
  Program p(types);
  std::vector<ValueId> operands{p.p(0)};
  std::vector<TensorRef> arguments{RefOf(Doubles({n}, x))};
  if (!second.empty()) {
    operands.push_back(p.p(1));
    arguments.push_back(RefOf(Doubles({n}, second)));
  }
  ValueId y = p.b.Make(kind, operands, attrs);
  GradientResult g = Gradient(p.b, p.Tape(), {y}, {}, {p.p(source)});
  if (!g.connected[0]) return {};
  p.Finish({g.gradients[0]});
  auto out = Interpreter(p.module).Call(p.function, arguments);
  REQUIRE(out);
  return ToDoubles((*out)[0]);
}

}  // namespace

TEST_CASE("autodiff: every row has a sample or a reason") {
  std::map<std::string, bool> seen;
  for (const Sample& s : AllSamples()) seen[std::string(RowOf(s.kind).name)] = true;
  for (size_t i = 0; i < OpCount(); ++i) {
    std::string name(RowOf(OpKind(i)).name);
    CAPTURE(name);
    CHECK(seen.count(name) + Untested().count(name) == 1);
  }
}

TEST_CASE("autodiff: derivatives of all rows against central differences") {
  for (const Sample& s : AllSamples()) {
    if (!s.derivative) continue;
    DYNAMIC_SECTION(s.name) { CheckSample(s); }
  }
}

TEST_CASE("autodiff: TensorFlow's conventions at special points") {
  using V = std::vector<double>;
  const double inf = INFINITY;
  CHECK(GradientAt(OpKind::kRelu, {-1, 0, 2}) == V{0, 0, 1});
  CHECK(GradientAt(OpKind::kAbs, {-1.5, 0, 2}) == V{-1, 0, 1});
  CHECK(GradientAt(OpKind::kSign, {-1.5, 0, 2}) == V{0, 0, 0});
  CHECK(GradientAt(OpKind::kFloor, {-1.5, 0, 2}).empty());
  CHECK(GradientAt(OpKind::kMax, {1, 2, 3}, {1, 3, 2}) == V{1, 0, 1});
  CHECK(GradientAt(OpKind::kMax, {1, 2, 3}, {1, 3, 2}, 1) == V{0, 1, 0});
  CHECK(GradientAt(OpKind::kMin, {1, 2, 3}, {1, 3, 2}) == V{1, 1, 0});
  CHECK(GradientAt(OpKind::kReduceMax, {6, 6, 3}, {}, 0, AxesAttr{{0}, false}) == V{0.5, 0.5, 0});
  CHECK(GradientAt(OpKind::kReduceMin, {1, 2, 1, 1, 1}, {}, 0, AxesAttr{{0}, false}) == V{0.25, 0, 0.25, 0.25, 0.25});
  CHECK(GradientAt(OpKind::kProd, {2, 0, 4}, {}, 0, AxesAttr{{0}, false}) == V{0, 8, 0});
  CHECK(GradientAt(OpKind::kSqrt, {0, 4}) == V{inf, 0.25});
  CHECK(GradientAt(OpKind::kLog, {0, 4}) == V{inf, 0.25});
  CHECK(GradientAt(OpKind::kPow, {0, 0, -2}, {0.5, 2, 3}) == V{inf, 0, 12});
  CHECK(std::isnan(GradientAt(OpKind::kPow, {0}, {0})[0]));
  CHECK(GradientAt(OpKind::kPow, {0, -2, 1}, {2, 3, inf}, 1) == V{0, 0, 0});
  CHECK(GradientAt(OpKind::kCumProd, {2, 0, 4}, {}, 0, Along(0)) == V{1, 0, 0});
  CHECK(GradientAt(OpKind::kStopGradient, {1}).empty());
}

TEST_CASE("autodiff: sqrt passes no gradient where nothing comes; log does") {
  Program p({F64({3})});
  ValueId x = p.p(0), positive = p.b.Make(OpKind::kGt, {x, p.D(0)});
  ValueId root = p.b.Select(positive, p.b.Make(OpKind::kSqrt, {x}), p.D(0));
  ValueId log = p.b.Select(positive, p.b.Make(OpKind::kLog, {x}), p.D(0));
  std::vector<OpId> tape = p.Tape();
  ValueId a = Gradient(p.b, tape, {root}, {}, {x}).gradients[0], c = Gradient(p.b, tape, {log}, {}, {x}).gradients[0];
  p.Finish({a, c});
  auto out = Interpreter(p.module).Call(p.function, {RefOf(Doubles({3}, {4, 0, -1}))});
  REQUIRE(out);
  CHECK(ToDoubles((*out)[0]) == std::vector<double>{0.25, 0, 0});
  CHECK(std::isnan(ToDoubles((*out)[1])[1]));
}

TEST_CASE("autodiff: integers carry no gradient, casts keep the source's dtype") {
  Program p({F64({2}), Type::Tensor(DType::kFloat32, Shape{true, {2}})});
  ValueId whole = p.b.Cast(p.b.Cast(p.p(0), DType::kInt32), DType::kFloat64);
  ValueId wide = p.b.Mul(p.b.Cast(p.p(1), DType::kFloat64), whole);
  GradientResult g = Gradient(p.b, p.Tape(), {wide}, {}, {p.p(0), p.p(1)});
  CHECK(g.connected == std::vector<bool>{false, true});
  CHECK(p.module.type(g.gradients[1]).dtype == DType::kFloat32);
}

TEST_CASE("autodiff: complex numbers, conjugated as TensorFlow has it") {
  // Re(z * z) at z = 3 + 4i made of two reals: d/dx = 2x, d/dy = -2y; |z|: x / |z|, y / |z|
  Program p({F64(), F64()});
  ValueId z = p.b.Make(OpKind::kComplex, {p.p(0), p.p(1)});
  ValueId square = p.b.Make(OpKind::kReal, {p.b.Mul(z, z)});
  ValueId imaginary = p.b.Make(OpKind::kImag, {p.b.Mul(z, p.b.Make(OpKind::kConj, {z}))});
  ValueId size = p.b.Make(OpKind::kAbs, {z});
  std::vector<OpId> tape = p.Tape();
  std::vector<ValueId> results;
  for (ValueId target : {square, imaginary, size}) {
    GradientResult g = Gradient(p.b, tape, {target}, {}, {p.p(0), p.p(1)});
    results.insert(results.end(), g.gradients.begin(), g.gradients.end());
  }
  REQUIRE(p.Finish(results) == std::vector<std::string>{});
  auto out = Interpreter(p.module).Call(p.function, {RefOf(Doubles({}, {3})), RefOf(Doubles({}, {4}))});
  REQUIRE(out);
  std::vector<double> expected{6, -8, 0, 0, 0.6, 0.8};
  for (size_t i = 0; i < expected.size(); ++i) CHECK(ToDoubles((*out)[i])[0] == Approx(expected[i]));
}

}  // namespace lathe::ir::test
