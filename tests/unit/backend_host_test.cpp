// The host program: numbers, control flow, calls, globals, errors.
#include <catch2/catch.hpp>

#include "backend_helper.h"

using namespace lathe;
using namespace lathe::ir;
using backend_test::Outcome;
using backend_test::Program;
using backend_test::Run;

namespace {

Type I64() { return Type::Scalar(DType::kInt64); }
Type F32(std::vector<Dim> dims) { return Type::Tensor(DType::kFloat32, {true, std::move(dims)}); }

Literal Floats(std::vector<float> values, std::vector<int64_t> dims) {
  Literal literal = Literal::Zeros(DType::kFloat32, std::move(dims));
  std::copy(values.begin(), values.end(), literal.mutable_data<float>());
  return literal;
}

}  // namespace

TEST_CASE("compiled: python arithmetic on numbers") {
  Program p;
  p.Build({I64(), I64()}, [&](const std::vector<ValueId>& a) {
    ValueId product = p.b.Make(OpKind::kPyMul, {a[0], a[1]});
    p.At(2);
    return std::vector<ValueId>{p.b.Make(OpKind::kPyFloorDiv, {product, a[1]}), p.b.Make(OpKind::kPyMod, {product, a[0]})};
  });
  Outcome o = Run(p, {Literal::Scalar(DType::kInt64, -7), Literal::Scalar(DType::kInt64, 5)});
  REQUIRE(o.refused == "");
  REQUIRE(o.status == 0);
  CHECK(o.values[0].IntAt(0) == -7);
  CHECK(o.values[1].IntAt(0) == 0);
  o = Run(p, {Literal::Scalar(DType::kInt64, 3), Literal::Scalar(DType::kInt64, 0)});
  CHECK(o.status == 1);
  CHECK(o.error_type == "ZeroDivisionError");
  REQUIRE(o.frames.size() == 1);
  CHECK(o.frames[0] == std::pair<std::string, int>("f", 2));
  o = Run(p, {Literal::Scalar(DType::kInt64, int64_t{1} << 62), Literal::Scalar(DType::kInt64, 4)});
  CHECK(o.error_type == "OverflowError");
  CHECK(o.frames[0].second == 1);
}

TEST_CASE("compiled: while with number and tensor state") {
  Program p;
  // while i < n: x = x * 2 + i; i += 1
  p.Build({I64(), F32({3})}, [&](const std::vector<ValueId>& a) {
    ValueId zero = p.b.Scalar(DType::kInt64, 0), one = p.b.Scalar(DType::kInt64, 1);
    ValueId two = p.b.Scalar(DType::kFloat32, 2.0);
    RegionId condition = p.b.OpenRegion({I64(), F32({3})});
    ValueId i = p.module[condition].parameters[0];
    p.b.CloseRegion({p.b.Make(OpKind::kLt, {i, a[0]})});
    RegionId body = p.b.OpenRegion({I64(), F32({3})});
    i = p.module[body].parameters[0];
    ValueId x = p.module[body].parameters[1];
    ValueId next = p.b.Add(p.b.Mul(x, two), p.b.Cast(i, DType::kFloat32));
    p.b.CloseRegion({p.b.Make(OpKind::kPyAdd, {i, one}), next});
    OpId loop = p.b.EmitControl(OpKind::kWhile, {zero, a[1]}, {I64(), F32({3})}, {condition, body}, AxisAttr{.axis = -1});
    return p.module[loop].results;
  });
  Outcome o = Run(p, {Literal::Scalar(DType::kInt64, 4), Floats({1, 2, 3}, {3})});
  REQUIRE(o.refused == "");
  REQUIRE(o.status == 0);
  CHECK(o.values[0].IntAt(0) == 4);
  CHECK(o.values[1].as<float>()[0] == 27.0f);
  CHECK(o.values[1].as<float>()[2] == 59.0f);
}

TEST_CASE("compiled: while that swaps two tensors") {
  Program p;
  p.Build({I64(), F32({2}), F32({2})}, [&](const std::vector<ValueId>& a) {
    ValueId zero = p.b.Scalar(DType::kInt64, 0), one = p.b.Scalar(DType::kInt64, 1);
    std::vector<Type> types = {I64(), F32({2}), F32({2})};
    RegionId condition = p.b.OpenRegion(types);
    p.b.CloseRegion({p.b.Make(OpKind::kLt, {p.module[condition].parameters[0], a[0]})});
    RegionId body = p.b.OpenRegion(types);
    std::vector<ValueId> s = p.module[body].parameters;
    p.b.CloseRegion({p.b.Make(OpKind::kPyAdd, {s[0], one}), s[2], s[1]});
    OpId loop = p.b.EmitControl(OpKind::kWhile, {zero, a[1], a[2]}, types, {condition, body}, AxisAttr{.axis = -1});
    return p.module[loop].results;
  });
  Outcome o = Run(p, {Literal::Scalar(DType::kInt64, 3), Floats({1, 2}, {2}), Floats({3, 4}, {2})});
  REQUIRE(o.status == 0);
  CHECK(o.values[1].as<float>()[0] == 3.0f);
  CHECK(o.values[2].as<float>()[1] == 2.0f);
}

TEST_CASE("compiled: if yields numbers, local and captured tensors") {
  Program p;
  p.Build({Type::Scalar(DType::kBool), F32({2})}, [&](const std::vector<ValueId>& a) {
    RegionId yes = p.b.OpenRegion({});
    p.b.CloseRegion({p.b.Neg(a[1]), p.b.Scalar(DType::kInt64, 1)});
    RegionId no = p.b.OpenRegion({});
    p.b.CloseRegion({a[1], p.b.Scalar(DType::kInt64, 2)});
    OpId op = p.b.EmitControl(OpKind::kIf, {a[0]}, {F32({2}), I64()}, {yes, no});
    return p.module[op].results;
  });
  for (bool side : {true, false}) {
    Outcome o = Run(p, {Literal::Scalar(DType::kBool, side), Floats({1, 2}, {2})});
    REQUIRE(o.status == 0);
    CHECK(o.values[0].as<float>()[1] == (side ? -2.0f : 2.0f));
    CHECK(o.values[1].IntAt(0) == (side ? 1 : 2));
  }
}

TEST_CASE("compiled: an error in a callee has both frames; try catches it") {
  Program p;
  FunctionId callee = p.b.OpenFunction("inner", "", {I64()}, {});
  p.At(3);
  ValueId x = p.module[p.module[callee].body].parameters[0];
  p.b.CloseFunction({p.b.Make(OpKind::kPyFloorDiv, {p.b.Scalar(DType::kInt64, 10), x})});
  auto call = [&](ValueId v) {
    return p.module[p.b.EmitControl(OpKind::kCall, {v}, {I64()}, {}, CallAttr{callee})].results[0];
  };
  SECTION("frames") {
    p.Build({I64()}, [&](const std::vector<ValueId>& a) {
      p.At(2);
      return std::vector<ValueId>{call(a[0])};
    });
    CHECK(Run(p, {Literal::Scalar(DType::kInt64, 3)}).values[0].IntAt(0) == 3);
    Outcome o = Run(p, {Literal::Scalar(DType::kInt64, 0)});
    REQUIRE(o.frames.size() == 2);
    CHECK(o.frames[0] == std::pair<std::string, int>("inner", 3));
    CHECK(o.frames[1] == std::pair<std::string, int>("f", 2));
  }
  SECTION("try") {
    Type text = Type::Scalar(DType::kString);
    p.Build({I64()}, [&](const std::vector<ValueId>& a) {
      RegionId body = p.b.OpenRegion({});
      p.b.CloseRegion({call(a[0]), p.b.Constant(Literal::String("fine"))});
      RegionId handler = p.b.OpenRegion({text, text});
      p.b.CloseRegion({p.b.Scalar(DType::kInt64, -1), p.module[handler].parameters[0]});
      return p.module[p.b.EmitControl(OpKind::kTry, {}, {I64(), text}, {body, handler})].results;
    });
    Outcome o = Run(p, {Literal::Scalar(DType::kInt64, 0)});
    REQUIRE(o.refused == "");
    REQUIRE(o.status == 0);
    CHECK(o.values[0].IntAt(0) == -1);
    CHECK(o.values[1].StringAt(0) == "ZeroDivisionError");
    CHECK(Run(p, {Literal::Scalar(DType::kInt64, 5)}).values[1].StringAt(0) == "fine");
  }
}

TEST_CASE("compiled: globals keep numbers and tensors between calls") {
  Program p;
  GlobalId count = p.module.NewGlobal({"count", I64()});
  GlobalId state = p.module.NewGlobal({"state", F32({2})});
  p.Build({F32({2})}, [&](const std::vector<ValueId>& a) {
    p.b.MakeMany(OpKind::kGlobalStore, {a[0]}, GlobalAttr{state});
    ValueId old = p.b.Make(OpKind::kGlobalLoad, {}, GlobalAttr{count});
    p.b.MakeMany(OpKind::kGlobalStore, {p.b.Make(OpKind::kPyAdd, {old, p.b.Scalar(DType::kInt64, 1)})}, GlobalAttr{count});
    ValueId now = p.b.Make(OpKind::kGlobalLoad, {}, GlobalAttr{state});
    return std::vector<ValueId>{p.b.Add(now, now), p.b.Make(OpKind::kGlobalLoad, {}, GlobalAttr{count})};
  });
  auto stored = [] {
    backend_test::StoredInGlobals scope;
    return Floats({1, 2}, {2});
  }();
  Outcome o = Run(p, {stored});
  REQUIRE(o.refused == "");
  REQUIRE(o.status == 0);
  CHECK(o.values[0].as<float>()[1] == 4.0f);
  CHECK(o.values[1].IntAt(0) == 1);
}

TEST_CASE("compiled: numbers become tensors where a callee's types are wider") {
  Type any = Type::Tensor(DType::kFloat32, Shape::Unranked());
  Type number = Type::Scalar(DType::kFloat32);
  Program p;
  // Gives its argument back, and a number.
  FunctionId callee = p.b.OpenFunction("inner", "", {any}, {});
  ValueId x = p.module[p.module[callee].body].parameters[0];
  p.b.CloseFunction({x, p.b.Scalar(DType::kFloat32, 7)});
  p.Build({number}, [&](const std::vector<ValueId>& a) {
    std::vector<ValueId> results;
    for (ValueId v : {a[0], p.b.Add(a[0], a[0])}) {
      const auto& made = p.module[p.b.EmitControl(OpKind::kCall, {v}, {any, any}, {}, CallAttr{callee})].results;
      results.insert(results.end(), made.begin(), made.end());
    }
    return results;
  });
  Outcome o = Run(p, {Literal::Scalar(DType::kFloat32, 3)});
  REQUIRE(o.refused == "");
  REQUIRE(o.status == 0);
  CHECK(o.values[0].as<float>()[0] == 3.0f);
  CHECK(o.values[1].as<float>()[0] == 7.0f);
  CHECK(o.values[2].as<float>()[0] == 6.0f);
  CHECK(o.values[3].shape().rank() == 0);
}

TEST_CASE("compiled: a function of very many blocks keeps values that are used far away") {
  Program p;
  p.Build({I64(), Type::Scalar(DType::kBool)}, [&](const std::vector<ValueId>& a) {
    std::vector<ValueId> made;
    for (int i = 0; i < 400; ++i) {
      RegionId sides[2];
      for (int s = 0; s < 2; ++s) {
        sides[s] = p.b.OpenRegion({});
        p.b.CloseRegion({p.b.Make(OpKind::kPyAdd, {a[0], p.b.Scalar(DType::kInt64, s == 0 ? i : -i)})});
      }
      made.push_back(p.module[p.b.EmitControl(OpKind::kIf, {a[1]}, {I64()}, {sides[0], sides[1]})].results[0]);
    }
    ValueId sum = a[0];
    for (ValueId v : made) sum = p.b.Make(OpKind::kPyAdd, {sum, v});
    return std::vector<ValueId>{sum, made[3], made[399]};
  });
  Outcome o = Run(p, {Literal::Scalar(DType::kInt64, 2), Literal::Scalar(DType::kBool, true)});
  REQUIRE(o.refused == "");
  REQUIRE(o.status == 0);
  CHECK(o.values[0].IntAt(0) == 2 * 401 + 400 * 399 / 2);
  CHECK(o.values[1].IntAt(0) == 5);
  CHECK(o.values[2].IntAt(0) == 401);
}
