// The passes: what they remove, share, fold and inline, and what they must leave alone.
#include <catch2/catch.hpp>

#include "ir/interpreter.h"
#include "ir/op_table.h"
#include "ir/passes/pipeline.h"
#include "ir/printer.h"
#include "ir_samples.h"
#include "support/source.h"

using namespace lathe;
using namespace lathe::ir;

namespace {

struct Code {
  Module module;
  Builder b{module};
  FunctionId f;
  std::vector<ValueId> p;

  explicit Code(std::vector<Type> parameters) {
    f = b.OpenFunction("f", "", parameters, {});
    p = module[module[f].body].parameters;
  }
  void Finish(std::vector<ValueId> results) {
    b.CloseFunction(std::move(results));
    module.main = b.OpenFunction("main", "", {}, {});
    b.CloseFunction({});
  }
};

// Operations of function 0, regions included.
size_t Count(const Module& module, OpKind kind) {
  size_t n = 0;
  auto visit = [&](auto&& self, RegionId region) -> void {
    for (OpId op : module[region].operations) {
      n += module[op].kind == kind;
      for (RegionId inner : module[op].regions) self(self, inner);
    }
  };
  visit(visit, module[FunctionId{0}].body);
  return n;
}
size_t CountAll(const Module& module) { return module[module[FunctionId{0}].body].operations.size(); }

Type F(std::vector<Dim> dims) { return Type::Tensor(DType::kFloat32, Shape{true, std::move(dims)}); }
Type I(std::vector<Dim> dims) { return Type::Tensor(DType::kInt32, Shape{true, std::move(dims)}); }

Module Passed(const Module& module, Module (*pass)(const Module&)) {
  Module after = pass(module);
  CHECK(Verify(after) == std::vector<std::string>{});
  return after;
}

}  // namespace

TEST_CASE("dead operations go, effects and possible errors stay") {
  Code c({F({2}), I({2})});
  c.b.Make(OpKind::kExp, {c.p[0]});
  c.b.Make(OpKind::kFloorDiv, {c.p[1], c.p[1]});                             // may divide by zero
  c.b.Make(OpKind::kFloorDiv, {c.p[1], c.b.Scalar(DType::kInt32, 2)});       // cannot
  c.b.Emit(OpKind::kPrint, {c.b.Constant(Literal::String("x"))}, TextAttr{"", 1});
  c.b.Make(OpKind::kGather, {c.p[0], c.p[1]}, AxisAttr{});                   // index may be out of range
  c.Finish({c.p[0]});
  Module m = Passed(c.module, RemoveDead);
  CHECK(Count(m, OpKind::kExp) == 0);
  CHECK(Count(m, OpKind::kFloorDiv) == 1);
  CHECK(Count(m, OpKind::kPrint) == 1);
  CHECK(Count(m, OpKind::kGather) == 1);
}

TEST_CASE("addition of shapes that may not fit is kept") {
  Code c({F({-500}), F({-501}), F({-500})});
  c.b.Add(c.p[0], c.p[1]);
  c.b.Add(c.p[0], c.p[2]);
  c.Finish({});
  CHECK(Count(Passed(c.module, RemoveDead), OpKind::kAdd) == 1);
}

TEST_CASE("equal operations are computed once, also across regions, never between branches") {
  Code c({F({2}), Type::Scalar(DType::kBool)});
  ValueId a = c.b.Make(OpKind::kExp, {c.p[0]}), b = c.b.Make(OpKind::kExp, {c.p[0]});
  RegionId then = c.b.OpenRegion({});
  c.b.CloseRegion({c.b.Add(c.b.Make(OpKind::kExp, {c.p[0]}), c.b.Make(OpKind::kSin, {c.p[0]}))});
  RegionId other = c.b.OpenRegion({});
  c.b.CloseRegion({c.b.Make(OpKind::kSin, {c.p[0]})});
  OpId choice = c.b.EmitControl(OpKind::kIf, {c.p[1]}, {F({2})}, {then, other});
  c.Finish({a, b, c.module[choice].results[0]});
  Module m = Passed(c.module, ShareCommon);
  CHECK(Count(m, OpKind::kExp) == 1);
  CHECK(Count(m, OpKind::kSin) == 2);
}

TEST_CASE("constants 0.0 and -0.0 are not shared") {
  Code c({});
  c.Finish({c.b.Scalar(DType::kFloat32, 0.0), c.b.Scalar(DType::kFloat32, -0.0), c.b.Scalar(DType::kFloat32, 0.0)});
  CHECK(Count(Passed(c.module, ShareCommon), OpKind::kConstant) == 2);
}

TEST_CASE("identities that hold for every float") {
  auto kept = [](auto make) {
    Code c({F({2}), I({2})});
    c.Finish({make(c)});
    Module m = Passed(c.module, Simplify);
    ValueId yield = m[m[FunctionId{0}].body].yields[0];
    return m[yield].definition.valid();
  };
  auto scalar = [](Code& c, double v) { return c.b.Scalar(DType::kFloat32, v); };
  CHECK(!kept([&](Code& c) { return c.b.Mul(c.p[0], scalar(c, 1)); }));
  CHECK(!kept([&](Code& c) { return c.b.Add(scalar(c, -0.0), c.p[0]); }));
  CHECK(!kept([&](Code& c) { return c.b.Sub(c.p[0], scalar(c, 0)); }));
  CHECK(!kept([&](Code& c) { return c.b.Neg(c.b.Neg(c.p[0])); }));
  CHECK(!kept([&](Code& c) { return c.b.Add(c.p[1], c.b.Scalar(DType::kInt32, 0)); }));
  CHECK(kept([&](Code& c) { return c.b.Add(c.p[0], scalar(c, 0)); }));
  CHECK(kept([&](Code& c) { return c.b.Mul(c.p[0], scalar(c, 0)); }));
  CHECK(kept([&](Code& c) { return c.b.Sub(c.p[0], c.p[0]); }));
  CHECK(kept([&](Code& c) { return c.b.Div(c.p[0], c.p[0]); }));
  CHECK(kept([&](Code& c) { return c.b.Mul(c.p[0], c.b.Constant(Floats({1, 1}, {1}))); }));  // another shape
}

TEST_CASE("constants fold and branches on constants are taken") {
  Code c({F({2})});
  ValueId yes = c.b.Make(OpKind::kLt, {c.b.Scalar(DType::kInt32, 1), c.b.Scalar(DType::kInt32, 2)});
  RegionId then = c.b.OpenRegion({});
  c.b.CloseRegion({c.b.Make(OpKind::kExp, {c.p[0]})});
  RegionId other = c.b.OpenRegion({});
  c.b.CloseRegion({c.b.Make(OpKind::kSin, {c.p[0]})});
  OpId choice = c.b.EmitControl(OpKind::kIf, {yes}, {F({2})}, {then, other});
  c.Finish({c.module[choice].results[0]});
  Module m = RunPasses(c.module);
  CHECK(CountAll(m) == 1);
  CHECK(Count(m, OpKind::kExp) == 1);
}

TEST_CASE("small calls are inlined with sizes of their own; functions that can raise are not") {
  Module module;
  Builder b(module);
  Type vector = F({-700});
  FunctionId twice = b.OpenFunction("twice", "", {vector}, {});
  ValueId x = module[module[twice].body].parameters[0];
  b.CloseFunction({b.Add(x, x)});
  FunctionId risky = b.OpenFunction("risky", "", {I({})}, {});
  ValueId y = module[module[risky].body].parameters[0];
  b.CloseFunction({b.Make(OpKind::kFloorDiv, {y, y})});
  FunctionId f = b.OpenFunction("f", "", {F({-710}), F({-711}), I({})}, {});
  auto p = module[module[f].body].parameters;
  auto call = [&](FunctionId callee, ValueId v, Type type) {
    return module[b.EmitControl(OpKind::kCall, {v}, {type}, {}, CallAttr{callee})].results[0];
  };
  ValueId r0 = call(twice, p[0], F({-710})), r1 = call(twice, p[1], F({-711})), r2 = call(risky, p[2], I({}));
  b.CloseFunction({r0, r1, r2});
  module.main = b.OpenFunction("main", "", {}, {});
  b.CloseFunction({});
  Module m = Passed(module, InlineCalls);
  const Region& body = m[m[f].body];
  CHECK(body.operations.size() == 3);
  CHECK(m[body.operations[2]].kind == OpKind::kCall);
  Dim first = m.type(body.yields[0]).shape.dims[0], second = m.type(body.yields[1]).shape.dims[0];
  CHECK(first == -710);
  CHECK(second == -711);
}

TEST_CASE("the pipeline stops where asked and reports each pass") {
  Code c({F({2})});
  c.b.Make(OpKind::kExp, {c.p[0]});
  c.Finish({c.b.Mul(c.p[0], c.b.Scalar(DType::kFloat32, 1))});
  std::vector<std::string> seen;
  PipelineOptions options;
  options.stop_after = "simplify";
  options.after_pass = [&](std::string_view pass, const Module&) { seen.emplace_back(pass); };
  Module m = RunPasses(c.module, options);
  REQUIRE(!seen.empty());
  CHECK(seen.back() == "simplify");
  CHECK(Count(m, OpKind::kExp) == 1);
  CHECK(Count(RunPasses(c.module), OpKind::kExp) == 0);
}

TEST_CASE("a branch on a known condition stays where its value is more specific than the operation says") {
  // Both sides give [2] or [3]: an addition to [2] may fail while the program runs, and must not fail while it is compiled.
  auto made = [](Type declared, bool condition) {
    Code c({F({2}), F({3})});
    RegionId then = c.b.OpenRegion({});
    c.b.CloseRegion({c.p[0]});
    RegionId orelse = c.b.OpenRegion({});
    c.b.CloseRegion({c.p[1]});
    OpId branch = c.b.EmitControl(OpKind::kIf, {c.b.Scalar(DType::kBool, int64_t(condition))}, std::vector<Type>{declared}, {then, orelse});
    ValueId either = c.module[branch].results[0];
    c.Finish({c.b.Add(either, c.p[0])});
    return Passed(c.module, Simplify);
  };
  CHECK(Count(made(F({kUnknown}), false), OpKind::kIf) == 1);
  CHECK(Count(made(Type::Tensor(DType::kFloat32, Shape::Unranked()), false), OpKind::kIf) == 1);
  CHECK(Count(made(F({2}), true), OpKind::kIf) == 0);
}
