// Control flow, lists, effects and nesting in mapped functions: the vectorized module against the loop, bit for bit.
#include <catch2/catch.hpp>
#include <cstring>

#include "autodiff_helper.h"
#include "ir/autodiff.h"
#include "ir/passes/pipeline.h"

namespace lathe::ir::test {
namespace {

struct Mapped {
  Program p;
  std::vector<TensorRef> arguments;
  explicit Mapped(const std::vector<Literal>& inputs) : p(TypesOf(inputs)) {
    for (const Literal& l : inputs) arguments.push_back(RefOf(l));
  }
  static std::vector<Type> TypesOf(const std::vector<Literal>& inputs) {
    std::vector<Type> types;
    for (const Literal& l : inputs) types.push_back(l.type());
    return types;
  }
  ValueId I(int v) { return p.I(v); }
  ValueId Op(OpKind kind, std::vector<ValueId> operands, Attrs attrs = NoAttrs{}) {
    return p.b.Make(kind, std::move(operands), std::move(attrs));
  }
  // Map over parameter 0 of `body`.
  void Map(const std::function<std::vector<ValueId>(ValueId)>& body) {
    ValueId xs = p.p(0);
    p.Finish(p.module[MapOver(xs, body)].results);
  }
  OpId MapOver(ValueId xs, const std::function<std::vector<ValueId>(ValueId)>& body) {
    Type slice = p.module.type(xs);
    Dim n = slice.shape.dims[0];
    slice.shape.dims.erase(slice.shape.dims.begin());
    RegionId region = p.b.OpenRegion({slice});
    std::vector<ValueId> yields = body(p.module[region].parameters[0]);
    p.b.CloseRegion(yields);
    std::vector<Type> types;
    for (ValueId y : yields) {
      Type type = p.module.type(y);
      type.shape.dims.insert(type.shape.dims.begin(), n);
      types.push_back(type);
    }
    return p.b.EmitControl(OpKind::kMap, {xs}, types, {region});
  }
  std::vector<ValueId> If(ValueId c, const std::function<std::vector<ValueId>()>& yes,
                          const std::function<std::vector<ValueId>()>& no) {
    RegionId then = p.b.OpenRegion({});
    std::vector<ValueId> a = yes();
    p.b.CloseRegion(a);
    RegionId otherwise = p.b.OpenRegion({});
    p.b.CloseRegion(no());
    std::vector<Type> types;
    for (ValueId v : a) types.push_back(p.module.type(v));
    return p.module[p.b.EmitControl(OpKind::kIf, {c}, types, {then, otherwise})].results;
  }
  std::vector<ValueId> While(const std::vector<ValueId>& initial,
                             const std::function<ValueId(const std::vector<ValueId>&)>& condition,
                             const std::function<std::vector<ValueId>(const std::vector<ValueId>&)>& body) {
    std::vector<Type> types;
    for (ValueId v : initial) types.push_back(p.module.type(v));
    RegionId c = p.b.OpenRegion(types);
    p.b.CloseRegion({condition(p.module[c].parameters)});
    RegionId r = p.b.OpenRegion(types);
    p.b.CloseRegion(body(p.module[r].parameters));
    AxisAttr none;
    none.axis = -1;
    return p.module[p.b.EmitControl(OpKind::kWhile, initial, types, {c, r}, none)].results;
  }
  // Compares; gives what stayed a loop.
  std::vector<std::string> Check(bool fails = false) {
    std::vector<std::string> problems = Verify(p.module);
    REQUIRE(problems == std::vector<std::string>{});
    std::vector<SequentialMap> notes;
    Module fast = VectorizeMaps(p.module, &notes);
    problems = Verify(fast);
    if (!problems.empty()) UNSCOPED_INFO(Print(fast));
    REQUIRE(problems == std::vector<std::string>{});
    Interpreter slow(p.module), quick(fast);
    auto expected = slow.Call(p.function, arguments), actual = quick.Call(p.function, arguments);
    INFO(slow.error << " | " << quick.error);
    REQUIRE(expected.has_value() == !fails);
    REQUIRE(actual.has_value() == !fails);
    CHECK(slow.effects == quick.effects);
    for (size_t i = 0; !fails && i < expected->size(); ++i) {
      const LtTensor &a = (*expected)[i].get(), &b = (*actual)[i].get();
      CAPTURE(i);
      REQUIRE(DimsOf((*expected)[i]) == DimsOf((*actual)[i]));
      CHECK(std::memcmp(a.data, b.data, size_t(a.count * lt_dtype_size(a.dtype))) == 0);
    }
    std::vector<std::string> names;
    for (const SequentialMap& note : notes) names.push_back(note.operation);
    return names;
  }
};

const std::vector<std::string> kNothing;
Literal Ints(std::vector<int32_t> values) { return Literal::Int32s(values); }

}  // namespace

TEST_CASE("vectorize: a condition by element, sides that would fail where they are not taken") {
  Mapped m({Ints({3, 0, -2, 0}), Ints({0})});
  ValueId shared = m.Op(OpKind::kReshape, {m.p.p(1), m.p.b.Ints({1})});
  ValueId zero = m.Op(OpKind::kGather, {shared, m.I(0)}, AxisAttr{});
  m.Map([&](ValueId x) {
    ValueId taken = m.Op(OpKind::kNe, {x, m.I(0)});
    std::vector<ValueId> r = m.If(taken, [&] { return std::vector<ValueId>{m.Op(OpKind::kFloorDiv, {m.I(7), x}), x}; },
                                  [&] { return std::vector<ValueId>{m.I(-1), m.I(5)}; });
    // Nobody takes this side: 1 // 0 of shared values must not be computed.
    std::vector<ValueId> s = m.If(m.Op(OpKind::kGt, {x, m.I(100)}),
                                  [&] { return std::vector<ValueId>{m.Op(OpKind::kFloorDiv, {m.I(1), zero})}; },
                                  [&] { return std::vector<ValueId>{x}; });
    return std::vector<ValueId>{r[0], r[1], s[0]};
  });
  CHECK(m.Check() == kNothing);
}

TEST_CASE("vectorize: loops by element, nested, with branches and gathers under the mask") {
  Mapped m({Ints({6, 27, 1, 0, 9}), Ints({4, 8, 15})});
  ValueId table = m.p.p(1);
  m.Map([&](ValueId x) {
    std::vector<ValueId> collatz = m.While({x, m.I(0)}, [&](auto& s) { return m.Op(OpKind::kGt, {s[0], m.I(1)}); },
      [&](auto& s) {
        ValueId even = m.Op(OpKind::kEq, {m.Op(OpKind::kFloorMod, {s[0], m.I(2)}), m.I(0)});
        ValueId next = m.If(even, [&] { return std::vector<ValueId>{m.Op(OpKind::kFloorDiv, {s[0], m.I(2)})}; },
                            [&] { return std::vector<ValueId>{m.p.b.Add(m.p.b.Mul(s[0], m.I(3)), m.I(1))}; })[0];
        return std::vector<ValueId>{next, m.p.b.Add(s[1], m.I(1))};
      });
    std::vector<ValueId> nested = m.While({m.I(0), m.I(0)}, [&](auto& s) { return m.Op(OpKind::kLt, {s[0], x}); },
      [&](auto& s) {
        ValueId at = m.Op(OpKind::kGather, {table, m.Op(OpKind::kFloorMod, {s[0], m.I(3)})}, AxisAttr{});
        ValueId inner = m.While({m.I(0), at}, [&](auto& t) { return m.Op(OpKind::kLt, {t[0], s[0]}); },
          [&](auto& t) { return std::vector<ValueId>{m.p.b.Add(t[0], m.I(2)), m.p.b.Add(t[1], t[0])}; })[1];
        return std::vector<ValueId>{m.p.b.Add(s[0], m.I(1)), m.p.b.Add(s[1], inner)};
      });
    return std::vector<ValueId>{collatz[1], nested[1]};
  });
  CHECK(m.Check() == kNothing);
}

TEST_CASE("vectorize: a loop that is the same for all stays one; its state becomes batched") {
  Mapped m({Doubles({3}, {0.5, 1.5, -2})});
  m.Map([&](ValueId x) {
    std::vector<ValueId> r = m.While({m.I(0), m.p.D(1)}, [&](auto& s) { return m.Op(OpKind::kLt, {s[0], m.I(4)}); },
      [&](auto& s) { return std::vector<ValueId>{m.p.b.Add(s[0], m.I(1)), m.p.b.Mul(s[1], x)}; });
    return std::vector<ValueId>{r[1], r[0]};
  });
  CHECK(m.Check() == kNothing);
}

TEST_CASE("vectorize: no elements and one element") {
  for (std::vector<int32_t> values : {std::vector<int32_t>{}, std::vector<int32_t>{3}}) {
    Mapped m({Ints(values)});
    m.Map([&](ValueId x) {
      ValueId n = m.While({m.I(0)}, [&](auto& s) { return m.Op(OpKind::kLt, {s[0], x}); },
                          [&](auto& s) { return std::vector<ValueId>{m.p.b.Add(s[0], m.I(2))}; })[0];
      return std::vector<ValueId>{n, m.I(7), m.Op(OpKind::kSum, {m.Op(OpKind::kStack, {x, n}, AxisAttr{})}, AxesAttr{{0}, false})};
    });
    CHECK(m.Check() == kNothing);
  }
}

TEST_CASE("vectorize: maps in maps") {
  Mapped m({Doubles({2, 3}, {1, 2, 3, 4, 5, 6}), Doubles({2}, {10, 20})});
  ValueId xs = m.p.p(0), ys = m.p.p(1);
  OpId outer = m.MapOver(xs, [&](ValueId row) {
    return m.p.module[m.MapOver(row, [&](ValueId x) {
      return m.p.module[m.MapOver(ys, [&](ValueId y) {
        return std::vector<ValueId>{m.p.b.Add(m.p.b.Mul(x, y), m.Op(OpKind::kSum, {row}, AxesAttr{{0}, false}))};
      })].results;
    })].results;
  });
  m.p.Finish(m.p.module[outer].results);
  CHECK(m.Check() == kNothing);
}

TEST_CASE("vectorize: lists written and read by number and by element") {
  Mapped m({Ints({0, 3, 2})});
  m.Map([&](ValueId x) {
    Type list = Type::List(DType::kInt32, Shape{});
    ValueId made = m.Op(OpKind::kListUnstack, {m.p.b.Ints({1, 1, 1, 1})});
    (void)list;
    std::vector<ValueId> r = m.While({m.I(0), made}, [&](auto& s) { return m.Op(OpKind::kLt, {s[0], x}); },
      [&](auto& s) {
        ValueId value = m.p.b.Add(m.p.b.Mul(x, m.I(10)), s[0]);
        return std::vector<ValueId>{m.p.b.Add(s[0], m.I(1)),
                                    m.Op(OpKind::kListSet, {s[1], s[0], value}, ParamsAttr{{0}, {}, {}, {}})};
      });
    ValueId read = m.Op(OpKind::kListGet, {r[1], x});
    return std::vector<ValueId>{m.Op(OpKind::kListStack, {r[1]}, TypeAttr{Type::Scalar(DType::kInt32)}), read};
  });
  m.Check();
}

TEST_CASE("vectorize: effects keep the elements' order and number; what draws stays a loop of its own") {
  Mapped m({Ints({1, 2, 3})});
  m.Map([&](ValueId x) {
    m.If(m.Op(OpKind::kGt, {x, m.I(1)}), [&] {
      m.p.b.Emit(OpKind::kAssert, {m.Op(OpKind::kLt, {x, m.I(9)}), m.p.b.Constant(Literal::String("too large"))},
                 TextAttr{"InvalidArgumentError", 0});
      return std::vector<ValueId>{};
    }, [&] { return std::vector<ValueId>{}; });
    return std::vector<ValueId>{m.p.b.Mul(x, x)};
  });
  CHECK(m.Check() == kNothing);
}

TEST_CASE("vectorize: an assertion that fails for one element fails the map") {
  for (int limit : {2, 9}) {
    Mapped m({Ints({1, 2, 3})});
    m.Map([&](ValueId x) {
      m.p.b.Emit(OpKind::kAssert, {m.Op(OpKind::kLt, {x, m.I(limit)}), m.p.b.Constant(Literal::String("too large"))},
                 TextAttr{"InvalidArgumentError", 0});
      return std::vector<ValueId>{x};
    });
    Module fast = VectorizeMaps(m.p.module);
    Interpreter quick(fast);
    CHECK(quick.Call(m.p.function, m.arguments).has_value() == (limit == 9));
    CHECK(quick.effects == 1);
  }
}

TEST_CASE("vectorize: gradients inside a map, through loops and branches by element") {
  Mapped m({Doubles({4}, {0.3, -0.7, 1.9, 0.01})});
  m.Map([&](ValueId x) {
    ValueId n = m.p.b.Cast(m.Op(OpKind::kAbs, {m.p.b.Mul(x, m.p.D(4))}), DType::kInt32);
    size_t before = m.p.module[m.p.b.region()].operations.size();
    ValueId y = m.While({m.I(0), x}, [&](auto& s) { return m.Op(OpKind::kLt, {s[0], n}); },
      [&](auto& s) {
        ValueId next = m.If(m.Op(OpKind::kGt, {s[1], m.p.D(0)}),
                            [&] { return std::vector<ValueId>{m.Op(OpKind::kSin, {s[1]})}; },
                            [&] { return std::vector<ValueId>{m.Op(OpKind::kExp, {s[1]})}; })[0];
        return std::vector<ValueId>{m.p.b.Add(s[0], m.I(1)), next};
      })[1];
    const std::vector<OpId> all = m.p.module[m.p.b.region()].operations;
    GradientResult g = Gradient(m.p.b, {all.begin() + long(before), all.end()}, {y}, {}, {x});
    REQUIRE(g.connected[0]);
    return std::vector<ValueId>{y, g.gradients[0]};
  });
  m.Check();
}

}  // namespace lathe::ir::test
