// Gradients through branches, loops, calls, maps and lists, against central differences.
#include <catch2/catch.hpp>

#include "autodiff_helper.h"
#include "ir/autodiff.h"

namespace lathe::ir::test {
namespace {

using Body = std::function<ValueId(Program&, const std::vector<ValueId>&)>;

AxisAttr NoLimit() {
  AxisAttr attr;
  attr.axis = -1;
  return attr;
}

// f of scalars; `order` derivatives with respect to parameter 0 appended to the results, then those of the others (first
// order).
void CheckScalar(const Body& body, const std::vector<double>& at, int order = 1, double tolerance = 1e-6) {
  std::vector<Type> types(at.size(), F64());
  Program program(types);
  std::vector<ValueId> params;
  for (size_t i = 0; i < at.size(); ++i) params.push_back(program.p(i));
  ValueId y = body(program, params);
  std::vector<ValueId> results{y};
  ValueId target = y;
  std::vector<GradientSource> sources(params.begin(), params.end());
  for (int k = 0; k < order; ++k) {
    GradientResult g = Gradient(program.b, program.Tape(), {target}, {}, sources);
    CAPTURE(g.missing_rule, g.missing_reason);
    REQUIRE(g.missing_rule.empty());
    REQUIRE(g.connected[0]);
    if (k == 0)
      for (size_t i = 0; i < at.size(); ++i) results.push_back(g.gradients[i].valid() ? g.gradients[i] : program.D(0));
    else
      results.push_back(g.gradients[0]);
    target = g.gradients[0];
  }
  std::vector<std::string> problems = program.Finish(results);
  if (!problems.empty()) UNSCOPED_INFO(Print(program.module));
  REQUIRE(problems == std::vector<std::string>{});
  auto run = [&](const std::vector<double>& x) {
    Interpreter interpreter(program.module);
    std::vector<TensorRef> arguments;
    for (double v : x) arguments.push_back(RefOf(Doubles({}, {v})));
    auto out = interpreter.Call(program.function, arguments);
    INFO(interpreter.error);
    REQUIRE(out);
    std::vector<double> values;
    for (const TensorRef& t : *out) values.push_back(ToDoubles(t)[0]);
    return values;
  };
  std::vector<double> base = run(at);
  const double h = 1e-5;
  auto difference = [&](size_t parameter, size_t result) {
    std::vector<double> lo = at, hi = at;
    lo[parameter] -= h;
    hi[parameter] += h;
    return (run(hi)[result] - run(lo)[result]) / (2 * h);
  };
  for (size_t i = 0; i < at.size(); ++i) {
    CAPTURE(i);
    CHECK(base[1 + i] == Approx(difference(i, 0)).epsilon(tolerance).margin(tolerance));
  }
  size_t previous = 1;
  for (int k = 1; k < order; ++k) {
    CAPTURE(k);
    size_t number = at.size() + size_t(k);
    CHECK(base[number] == Approx(difference(0, previous)).epsilon(tolerance).margin(tolerance));
    previous = number;
  }
}

// while i < n: state = step(state); i += 1
std::vector<ValueId> Loop(Program& p, ValueId n, const std::vector<ValueId>& initial,
                          const std::function<std::vector<ValueId>(ValueId i, const std::vector<ValueId>&)>& step) {
  std::vector<ValueId> operands{p.I(0)};
  operands.insert(operands.end(), initial.begin(), initial.end());
  std::vector<Type> types;
  for (ValueId v : operands) types.push_back(p.module.type(v));
  RegionId condition = p.b.OpenRegion(types);
  p.b.CloseRegion({p.b.Make(OpKind::kLt, {p.module[condition].parameters[0], n})});
  RegionId body = p.b.OpenRegion(types);
  std::vector<ValueId> params = p.module[body].parameters;
  std::vector<ValueId> next = step(params[0], {params.begin() + 1, params.end()});
  next.insert(next.begin(), p.b.Add(params[0], p.I(1)));
  p.b.CloseRegion(next);
  OpId loop = p.b.EmitControl(OpKind::kWhile, operands, types, {condition, body}, NoLimit());
  std::vector<ValueId> results = p.module[loop].results;
  return {results.begin() + 1, results.end()};
}

ValueId If(Program& p, ValueId condition, const std::function<ValueId()>& yes, const std::function<ValueId()>& no) {
  RegionId then = p.b.OpenRegion({});
  ValueId a = yes();
  p.b.CloseRegion({a});
  RegionId otherwise = p.b.OpenRegion({});
  ValueId c = no();
  p.b.CloseRegion({c});
  OpId op = p.b.EmitControl(OpKind::kIf, {condition}, {p.module.type(a)}, {then, otherwise});
  return p.module[op].results[0];
}

ValueId Op(Program& p, OpKind kind, std::vector<ValueId> operands) { return p.b.Make(kind, std::move(operands)); }

}  // namespace

TEST_CASE("autodiff: straight line, to the third order") {
  CheckScalar([](Program& p, const std::vector<ValueId>& x) {
    return p.b.Mul(Op(p, OpKind::kSin, {x[0]}), p.b.Mul(x[0], Op(p, OpKind::kExp, {x[1]})));
  }, {0.7, 0.3}, 3);
}

TEST_CASE("autodiff: branches") {
  for (double at : {0.5, -0.5})
    CheckScalar([](Program& p, const std::vector<ValueId>& x) {
      ValueId square = p.b.Mul(x[0], x[0]);
      return If(p, Op(p, OpKind::kGt, {x[0], p.D(0)}),
                [&] { return p.b.Mul(Op(p, OpKind::kExp, {square}), x[1]); },
                [&] { return Op(p, OpKind::kSin, {p.b.Mul(square, x[0])}); });
    }, {at, 1.5}, 3);
}

TEST_CASE("autodiff: loops, with values that change and values from outside") {
  for (int n : {0, 1, 5})
    CheckScalar([n](Program& p, const std::vector<ValueId>& x) {
      ValueId y = p.b.Mul(x[0], x[0]);
      return Loop(p, p.I(n), {y, p.D(1)}, [&](ValueId, const std::vector<ValueId>& s) {
        return std::vector<ValueId>{p.b.Add(p.b.Mul(s[0], Op(p, OpKind::kSin, {x[1]})), s[1]), p.b.Mul(s[1], x[0])};
      })[0];
    }, {0.8, 0.4}, 3);
}

TEST_CASE("autodiff: a loop in a loop shares one stack per value") {
  CheckScalar([](Program& p, const std::vector<ValueId>& x) {
    return Loop(p, p.I(3), {x[0]}, [&](ValueId i, const std::vector<ValueId>& s) {
      ValueId inner = Loop(p, p.b.Add(i, p.I(1)), {s[0]}, [&](ValueId, const std::vector<ValueId>& t) {
        return std::vector<ValueId>{Op(p, OpKind::kSin, {p.b.Mul(t[0], x[1])})};
      })[0];
      return std::vector<ValueId>{p.b.Add(p.b.Mul(inner, s[0]), x[0])};
    })[0];
  }, {0.9, 1.1}, 2);
}

TEST_CASE("autodiff: a branch with a loop in a loop, three deep") {
  CheckScalar([](Program& p, const std::vector<ValueId>& x) {
    return Loop(p, p.I(4), {x[0]}, [&](ValueId i, const std::vector<ValueId>& s) {
      ValueId even = Op(p, OpKind::kEq, {Op(p, OpKind::kFloorMod, {i, p.I(2)}), p.I(0)});
      ValueId r = If(p, even, [&] {
        return Loop(p, p.I(2), {s[0]}, [&](ValueId, const std::vector<ValueId>& t) {
          return std::vector<ValueId>{Loop(p, p.I(2), {t[0]}, [&](ValueId, const std::vector<ValueId>& u) {
            return std::vector<ValueId>{p.b.Mul(Op(p, OpKind::kCos, {u[0]}), x[1])};
          })[0]};
        })[0];
      }, [&] { return p.b.Mul(s[0], s[0]); });
      return std::vector<ValueId>{p.b.Add(r, x[0])};
    })[0];
  }, {0.3, 0.7}, 2);
}

namespace {
// g(a, b) as a function of its own, called by the returned closure.
std::function<ValueId(ValueId, ValueId)> Function(Program& p, const std::function<ValueId(ValueId, ValueId)>& body) {
  FunctionId f = p.b.OpenFunction("g", "g", {F64(), F64()}, {});
  RegionId region = p.module[f].body;
  ValueId y = body(p.module[region].parameters[0], p.module[region].parameters[1]);
  p.b.CloseFunction({y});
  return [&p, f](ValueId a, ValueId b) {
    OpId call = p.b.EmitControl(OpKind::kCall, {a, b}, {F64()}, {}, CallAttr{f});
    return p.module[call].results[0];
  };
}
}  // namespace

TEST_CASE("autodiff: calls, also nested and with loops, called in a loop") {
  CheckScalar([](Program& p, const std::vector<ValueId>& x) {
    auto inner = Function(p, [&](ValueId a, ValueId b) {
      return Loop(p, p.I(3), {a}, [&](ValueId, const std::vector<ValueId>& s) {
        return std::vector<ValueId>{p.b.Mul(Op(p, OpKind::kSin, {s[0]}), b)};
      })[0];
    });
    auto outer = Function(p, [&](ValueId a, ValueId b) { return p.b.Mul(inner(a, b), inner(b, p.b.Mul(a, a))); });
    ValueId y = Loop(p, p.I(2), {x[0]}, [&](ValueId, const std::vector<ValueId>& s) {
      return std::vector<ValueId>{p.b.Add(outer(s[0], x[1]), s[0])};
    })[0];
    return p.b.Mul(outer(y, x[0]), x[1]);
  }, {0.6, 1.3}, 2);
}

TEST_CASE("autodiff: lists written and read in loops") {
  CheckScalar([](Program& p, const std::vector<ValueId>& x) {
    Type list = Type::List(DType::kFloat64, Shape{});
    ValueId made = p.b.Make(OpKind::kListNew, {p.I(4)}, TypeAttr{list});
    std::vector<ValueId> filled = Loop(p, p.I(4), {made, x[0]}, [&](ValueId i, const std::vector<ValueId>& s) {
      return std::vector<ValueId>{p.b.Make(OpKind::kListSet, {s[0], i, s[1]}, ParamsAttr{{0}, {}, {}, {}}),
                                  p.b.Mul(s[1], Op(p, OpKind::kSin, {x[1]}))};
    });
    ValueId sum = Loop(p, p.I(4), {p.D(0)}, [&](ValueId i, const std::vector<ValueId>& s) {
      ValueId e = Op(p, OpKind::kListGet, {filled[0], p.b.Sub(p.I(3), i)});
      return std::vector<ValueId>{p.b.Add(p.b.Mul(s[0], e), e)};
    })[0];
    ValueId stack = p.b.Make(OpKind::kListStack, {filled[0]}, TypeAttr{F64()});
    return p.b.Mul(sum, p.b.Make(OpKind::kSum, {p.b.Mul(stack, stack)}, AxesAttr{{0}, false}));
  }, {0.9, 0.8}, 2);
}

TEST_CASE("autodiff: maps, with captured values, loops and random-free bodies") {
  for (bool loop : {false, true})
    CheckScalar([loop](Program& p, const std::vector<ValueId>& x) {
      ValueId xs = p.b.Make(OpKind::kStack, {x[0], p.b.Mul(x[0], x[1]), p.D(0.5)}, AxisAttr{});
      RegionId body = p.b.OpenRegion({F64()});
      ValueId e = p.module[body].parameters[0];
      ValueId y = p.b.Mul(Op(p, OpKind::kExp, {p.b.Mul(e, e)}), x[1]);
      if (loop)
        y = Loop(p, p.I(2), {y}, [&](ValueId, const std::vector<ValueId>& s) {
          return std::vector<ValueId>{p.b.Mul(Op(p, OpKind::kSin, {s[0]}), e)};
        })[0];
      p.b.CloseRegion({y});
      OpId map = p.b.EmitControl(OpKind::kMap, {xs}, {F64({3})}, {body});
      ValueId whole = p.module[map].results[0];
      return p.b.Make(OpKind::kSum, {p.b.Mul(whole, whole)}, AxesAttr{{0}, false});
    }, {0.4, 0.9}, 2);
}

TEST_CASE("autodiff: variables are sources in functions; what is stored does not matter; effects run once") {
  Program p({F64()});
  GlobalId v = p.module.NewGlobal({"v", F64(), true});
  auto load = [&] { return p.b.Make(OpKind::kGlobalLoad, {}, GlobalAttr{v}); };
  FunctionId f = p.b.OpenFunction("g", "g", {F64()}, {});
  ValueId a = p.module[p.module[f].body].parameters[0];
  ValueId r = p.b.Mul(p.b.Mul(load(), load()), a);
  p.b.Emit(OpKind::kGlobalStore, {p.b.Add(load(), p.D(1))}, GlobalAttr{v});
  p.b.CloseFunction({r});
  ValueId x = p.p(0);
  ValueId y = Loop(p, p.I(3), {x}, [&](ValueId, const std::vector<ValueId>& s) {
    OpId call = p.b.EmitControl(OpKind::kCall, {s[0]}, {F64()}, {}, CallAttr{f});
    return std::vector<ValueId>{p.module[call].results[0]};
  })[0];
  GradientResult g = Gradient(p.b, p.Tape(), {y}, {}, {x, v});
  REQUIRE(g.missing_rule.empty());
  REQUIRE(p.Finish({y, g.gradients[0], g.gradients[1]}) == std::vector<std::string>{});
  Interpreter interpreter(p.module);
  interpreter.globals[v.index] = RefOf(Doubles({}, {2}));
  auto out = interpreter.Call(p.function, {RefOf(Doubles({}, {0.5}))});
  REQUIRE(out);
  // y = x * 2² * 3² * 4²; each read counts for the value it saw: dy/dv = y * 2 * (1/2 + 1/3 + 1/4)
  double expected = 0.5 * 4 * 9 * 16;
  CHECK(ToDoubles((*out)[0])[0] == Approx(expected));
  CHECK(ToDoubles((*out)[1])[0] == Approx(4 * 9 * 16));
  CHECK(ToDoubles((*out)[2])[0] == Approx(expected * 2 * (1.0 / 2 + 1.0 / 3 + 1.0 / 4)));
  CHECK(interpreter.effects == 3);
  CHECK(ToDoubles(interpreter.globals[v.index])[0] == 5);
}

TEST_CASE("autodiff: two gradients of one tape, unconnected sources, a missing rule") {
  Program p({F64(), F64()});
  ValueId y = Loop(p, p.I(3), {p.p(0)}, [&](ValueId, const std::vector<ValueId>& s) {
    return std::vector<ValueId>{p.b.Mul(s[0], s[0])};
  })[0];
  std::vector<OpId> tape = p.Tape();
  GradientResult first = Gradient(p.b, tape, {y}, {}, {p.p(0), p.p(1)});
  GradientResult second = Gradient(p.b, tape, {y}, {p.D(2)}, {p.p(0)});
  CHECK(first.connected == std::vector<bool>{true, false});
  REQUIRE(p.Finish({first.gradients[0], second.gradients[0]}) == std::vector<std::string>{});
  Interpreter interpreter(p.module);
  auto out = interpreter.Call(p.function, {RefOf(Doubles({}, {1.1})), RefOf(Doubles({}, {1}))});
  REQUIRE(out);
  CHECK(ToDoubles((*out)[0])[0] == Approx(8 * std::pow(1.1, 7)));
  CHECK(ToDoubles((*out)[1])[0] == Approx(16 * std::pow(1.1, 7)));

  Program q({F64({3})});
  ValueId distinct = q.b.MakeMany(OpKind::kUnique, {q.p(0)}, DTypeAttr{DType::kInt32})[0];
  GradientResult g = Gradient(q.b, q.Tape(), {distinct}, {}, {q.p(0)});
  CHECK(g.missing_rule == "Unique");
  CHECK_FALSE(g.connected[0]);
}

TEST_CASE("autodiff: a custom rule, also in a loop") {
  for (bool in_loop : {false, true}) {
    Program p({F64()});
    CustomRules rules;
    auto custom = [&](ValueId x) {  // x² with derivative 3x
      ValueId y = Op(p, OpKind::kIdentity, {p.b.Mul(x, x)});
      CustomRule rule;
      rule.markers = {p.module[y].definition};
      rule.operands = {x};
      rule.vjp = [x](Builder& b, const std::vector<ValueId>& dy) {
        return std::vector<ValueId>{b.Mul(dy[0], b.Mul(x, b.Scalar(DType::kFloat64, 3)))};
      };
      rules.push_back(rule);
      return y;
    };
    ValueId y = in_loop ? Loop(p, p.I(2), {p.p(0)}, [&](ValueId, const std::vector<ValueId>& s) {
      return std::vector<ValueId>{custom(s[0])};
    })[0] : custom(p.p(0));
    GradientResult g = Gradient(p.b, p.Tape(), {y}, {}, {p.p(0)}, rules);
    REQUIRE(g.connected[0]);
    REQUIRE(p.Finish({g.gradients[0]}) == std::vector<std::string>{});
    auto out = Interpreter(p.module).Call(p.function, {RefOf(Doubles({}, {2}))});
    REQUIRE(out);
    CHECK(ToDoubles((*out)[0])[0] == (in_loop ? 3 * 2 * 3 * 4 : 6));
  }
}

TEST_CASE("autodiff: jacobian and batch jacobian") {
  Program p({F64({2, 3})});
  ValueId x = p.p(0);
  ValueId y = p.b.Make(OpKind::kCumSum, {p.b.Mul(x, x)}, [] {
    AxisAttr a;
    a.axis = 1;
    return a;
  }());
  std::vector<OpId> tape = p.Tape();
  GradientResult full = Jacobian(p.b, tape, y, {x});
  GradientResult batch = BatchJacobian(p.b, tape, y, x);
  REQUIRE(full.connected[0]);
  REQUIRE(batch.connected[0]);
  REQUIRE(p.Finish({full.gradients[0], batch.gradients[0]}) == std::vector<std::string>{});
  std::vector<double> at{1, 2, 3, 4, 5, 6};
  auto out = Interpreter(p.module).Call(p.function, {RefOf(Doubles({2, 3}, at))});
  REQUIRE(out);
  CHECK(DimsOf((*out)[0]) == std::vector<int64_t>{2, 3, 2, 3});
  CHECK(DimsOf((*out)[1]) == std::vector<int64_t>{2, 3, 3});
  std::vector<double> j = ToDoubles((*out)[0]), k = ToDoubles((*out)[1]);
  for (int b = 0; b < 2; ++b)
    for (int i = 0; i < 3; ++i)
      for (int c = 0; c < 2; ++c)
        for (int l = 0; l < 3; ++l) {
          double expected = b == c && l <= i ? 2 * at[size_t(c * 3 + l)] : 0;
          CHECK(j[size_t(((b * 3 + i) * 2 + c) * 3 + l)] == expected);
          if (b == c) CHECK(k[size_t((b * 3 + i) * 3 + l)] == expected);
        }
}

}  // namespace lathe::ir::test
