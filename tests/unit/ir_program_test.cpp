// Control flow, state and errors in the evaluator; the printer's text; what the verifier finds.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "ir/interpreter.h"
#include "ir/printer.h"
#include "ir_samples.h"
#include "support/source.h"

using namespace lathe;
using namespace lathe::ir;
using eval::Interpreter;
using eval::TensorRef;

namespace {

const Type kI32 = Type::Scalar(DType::kInt32), kF32 = Type::Scalar(DType::kFloat32), kBool = Type::Scalar(DType::kBool);

struct Program {
  Module module;
  Builder b{module};
  SourceManager sources;
  LtContext context{};

  ~Program() {
    lt_clear_error(&context);
    std::free(context.frames);
  }
  Span At(uint32_t line) {
    if (!file.valid()) file = sources.Add("p.dsl", "a\nb\nc\nd\ne\nf\n");
    return {file, (line - 1) * 2, (line - 1) * 2 + 1};
  }
  ValueId I32(int v) { return b.Scalar(DType::kInt32, v); }
  ValueId Param(FunctionId f, size_t i) { return module[module[f].body].parameters[i]; }
  // Runs a function; the results stay in `results`.
  int Run(FunctionId f, std::vector<Literal> arguments) {
    std::vector<TensorRef> in;
    for (const Literal& l : arguments) in.push_back(TensorRef::Share(l.tensor()));
    Interpreter interpreter(module, sources, &context);
    return interpreter.CallFunction(f, std::move(in), results);
  }
  int64_t Int(size_t i) { return Literal::Adopt(TensorRef(results[i]).Take()).IntAt(0); }
  std::string ErrorType() { return context.error_type ? std::string(context.error_type->data, size_t(context.error_type->length)) : ""; }

  std::vector<TensorRef> results;
  FileId file;
};

AxisAttr NoLimit() {
  AxisAttr attr;
  attr.axis = -1;
  return attr;
}

// while i < n: total += i; i += 1
OpId SumBelow(Program& p, ValueId n) {
  std::vector<Type> types{kI32, kI32};
  RegionId condition = p.b.OpenRegion(types);
  p.b.CloseRegion({p.b.Make(OpKind::kLt, {p.module[condition].parameters[0], n})});
  RegionId body = p.b.OpenRegion(types);
  ValueId i = p.module[body].parameters[0], total = p.module[body].parameters[1];
  p.b.CloseRegion({p.b.Add(i, p.I32(1)), p.b.Add(total, i)});
  return p.b.EmitControl(OpKind::kWhile, {p.I32(0), p.I32(0)}, types, {condition, body}, NoLimit());
}

}  // namespace

TEST_CASE("while loops and calls") {
  Program p;
  FunctionId f = p.b.OpenFunction("sum_below", "", {kI32}, {});
  OpId loop = SumBelow(p, p.Param(f, 0));
  p.b.CloseFunction({p.module[loop].results[1]});
  FunctionId main = p.b.OpenFunction("g", "", {}, {});
  OpId call = p.b.EmitControl(OpKind::kCall, {p.I32(10)}, {kI32}, {}, CallAttr{f});
  p.b.CloseFunction({p.module[call].results[0]});
  p.module.main = main;
  CHECK(Verify(p.module) == std::vector<std::string>{});
  REQUIRE(p.Run(main, {}) == 0);
  CHECK(p.Int(0) == 45);
}

TEST_CASE("branches read values around them") {
  Program p;
  FunctionId f = p.b.OpenFunction("f", "", {kI32}, {});
  ValueId x = p.Param(f, 0);
  ValueId positive = p.b.Make(OpKind::kGt, {x, p.I32(0)});
  RegionId then = p.b.OpenRegion({});
  p.b.CloseRegion({p.b.Mul(x, x)});
  RegionId other = p.b.OpenRegion({});
  p.b.CloseRegion({p.b.Neg(x)});
  OpId choice = p.b.EmitControl(OpKind::kIf, {positive}, {kI32}, {then, other});
  p.b.CloseFunction({p.module[choice].results[0]});
  REQUIRE(p.Run(f, {Literal::Scalar(DType::kInt32, 7)}) == 0);
  CHECK(p.Int(0) == 49);
  REQUIRE(p.Run(f, {Literal::Scalar(DType::kInt32, -3)}) == 0);
  CHECK(p.Int(0) == 3);
}

TEST_CASE("maps run the body per element and stack") {
  Program p;
  Type vector = Type::Tensor(DType::kInt32, Shape{true, {3, 2}}), row = Type::Tensor(DType::kInt32, Shape{true, {2}});
  FunctionId f = p.b.OpenFunction("f", "", {vector}, {});
  RegionId body = p.b.OpenRegion({row});
  ValueId x = p.module[body].parameters[0];
  p.b.CloseRegion({p.b.Make(OpKind::kSum, {x}, AxesAttr{{0}, false}), p.b.Mul(x, x)});
  OpId map = p.b.EmitControl(OpKind::kMap, {p.Param(f, 0)}, {Type::Tensor(DType::kInt32, Shape{true, {3}}), vector}, {body});
  p.b.CloseFunction(p.module[map].results);
  REQUIRE(p.Run(f, {Ints({3, 2}, {1, 2, 3, 4, 5, 6})}) == 0);
  Literal sums = Literal::Adopt(p.results[0].Take()), squares = Literal::Adopt(p.results[1].Take());
  CHECK(sums.Equals(Ints({3}, {3, 7, 11})));
  CHECK(squares.Equals(Ints({3, 2}, {1, 4, 9, 16, 25, 36})));
}

TEST_CASE("globals keep their values between calls, unset ones raise") {
  Program p;
  GlobalId counter = p.module.NewGlobal({"counter", kI32, true});
  FunctionId step = p.b.OpenFunction("step", "", {}, {});
  ValueId old = p.b.Make(OpKind::kGlobalLoad, {}, GlobalAttr{counter});
  p.b.Emit(OpKind::kGlobalStore, {p.b.Add(old, p.I32(5))}, GlobalAttr{counter});
  p.b.CloseFunction({});
  FunctionId main = p.b.OpenFunction("main", "", {}, {});
  p.b.Emit(OpKind::kGlobalStore, {p.I32(1)}, GlobalAttr{counter});
  for (int i = 0; i < 3; ++i) p.b.EmitControl(OpKind::kCall, {}, std::vector<Type>{}, {}, CallAttr{step});
  p.b.CloseFunction({p.b.Make(OpKind::kGlobalLoad, {}, GlobalAttr{counter})});
  REQUIRE(p.Run(main, {}) == 0);
  CHECK(p.Int(0) == 16);
  CHECK(p.Run(step, {}) == 1);
  CHECK(p.ErrorType() == "FailedPreconditionError");
}

TEST_CASE("errors carry the frames of the calls, handlers see type and message") {
  Program p;
  FunctionId divide = p.b.OpenFunction("divide", "", {kI32}, {});
  p.b.SetSpan(p.At(2));
  ValueId q = p.b.Make(OpKind::kFloorDiv, {p.I32(1), p.Param(divide, 0)});
  p.b.CloseFunction({q});
  FunctionId main = p.b.OpenFunction("main", "", {}, {});
  p.module.main = main;
  p.b.SetSpan(p.At(5));
  OpId call = p.b.EmitControl(OpKind::kCall, {p.I32(0)}, {kI32}, {}, CallAttr{divide});
  p.b.CloseFunction({p.module[call].results[0]});
  CHECK(p.Run(main, {}) == 1);
  CHECK(p.ErrorType() == "InvalidArgumentError");
  REQUIRE(p.context.frame_count == 2);
  CHECK(std::string(p.context.frames[0].function) == "divide");
  CHECK(p.context.frames[0].line == 2);
  CHECK(std::string(p.context.frames[1].function) == "<module>");
  CHECK(p.context.frames[1].line == 5);

  FunctionId guarded = p.b.OpenFunction("guarded", "", {}, {});
  RegionId body = p.b.OpenRegion({});
  OpId inner = p.b.EmitControl(OpKind::kCall, {p.I32(0)}, {kI32}, {}, CallAttr{divide});
  p.b.CloseRegion({p.module[inner].results[0]});
  Type text = Type::Scalar(DType::kString);
  RegionId handler = p.b.OpenRegion({text, text});
  ValueId is_argument = p.b.Make(OpKind::kEq, {p.module[handler].parameters[0], p.b.Constant(Literal::String("InvalidArgumentError"))});
  p.b.CloseRegion({p.b.Cast(is_argument, DType::kInt32)});
  OpId attempt = p.b.EmitControl(OpKind::kTry, {}, {kI32}, {body, handler});
  p.b.CloseFunction({p.module[attempt].results[0]});
  lt_clear_error(&p.context);
  REQUIRE(p.Run(guarded, {}) == 0);
  CHECK(p.Int(0) == 1);
  CHECK(p.context.error == LT_OK);
}

TEST_CASE("endless recursion raises RecursionError") {
  Program p;
  FunctionId f = p.b.OpenFunction("f", "", {kI32}, {});
  OpId call = p.b.EmitControl(OpKind::kCall, {p.Param(f, 0)}, {kI32}, {}, CallAttr{f});
  p.b.CloseFunction({p.module[call].results[0]});
  CHECK(p.Run(f, {Literal::Scalar(DType::kInt32, 1)}) == 1);
  CHECK(p.ErrorType() == "RecursionError");
}

TEST_CASE("a list that grows in a loop is changed in place") {
  Program p;
  Type list = Type::List(DType::kInt32, Shape::Scalar());
  FunctionId f = p.b.OpenFunction("f", "", {kI32}, {});
  ValueId empty = p.b.Make(OpKind::kListNew, {p.I32(0)}, TypeAttr{list});
  std::vector<Type> types{kI32, list};
  RegionId condition = p.b.OpenRegion(types);
  p.b.CloseRegion({p.b.Make(OpKind::kLt, {p.module[condition].parameters[0], p.Param(f, 0)})});
  RegionId body = p.b.OpenRegion(types);
  ValueId i = p.module[body].parameters[0];
  ValueId grown = p.b.Make(OpKind::kListPush, {p.module[body].parameters[1], i});
  p.b.CloseRegion({p.b.Add(i, p.I32(1)), grown});
  OpId loop = p.b.EmitControl(OpKind::kWhile, {p.I32(0), empty}, types, {condition, body}, NoLimit());
  ValueId all = p.b.Make(OpKind::kListStack, {p.module[loop].results[1]}, TypeAttr{kI32});
  ValueId pushed = p.b.Make(OpKind::kListPush, {p.module[loop].results[1], p.I32(7)});
  p.b.CloseFunction({all, p.b.Make(OpKind::kListSize, {pushed}), p.b.Make(OpKind::kListSize, {p.module[loop].results[1]})});
  REQUIRE(p.Run(f, {Literal::Scalar(DType::kInt32, 20000)}) == 0);  // quadratic copies would take seconds
  Literal stacked = Literal::Adopt(p.results[0].Take());
  CHECK(stacked.count() == 20000);
  CHECK(stacked.IntAt(19999) == 19999);
  CHECK(p.Int(1) == 20001);
  CHECK(p.Int(2) == 20000);
}

TEST_CASE("text of a module") {
  Program p;
  p.module.NewGlobal({"w", Type::Tensor(DType::kFloat32, Shape{true, {3}}), true});
  FunctionId f = p.b.OpenFunction("f", "f(float32[?,3])", {Type::Tensor(DType::kFloat32, Shape{true, {-900, 3}})}, {});
  ValueId y = p.b.Add(p.Param(f, 0), p.b.Scalar(DType::kFloat32, 0.5));
  RegionId then = p.b.OpenRegion({});
  p.b.CloseRegion({p.b.Neg(y)});
  RegionId other = p.b.OpenRegion({});
  p.b.CloseRegion({y});
  OpId choice = p.b.EmitControl(OpKind::kIf, {p.b.Scalar(DType::kBool, true)}, {p.module.type(y)}, {then, other});
  p.b.CloseFunction({p.b.Make(OpKind::kSum, {p.module[choice].results[0]}, AxesAttr{{1}, false})});
  p.module.main = f;
  CHECK(Print(p.module) ==
        "global $0 \"w\": float32[3] variable\n"
        "\n"
        "main @0 \"f\" \"f(float32[?,3])\"(%0: float32[s0,3]) {\n"
        "  %1 = Constant 0.5 : float32[]\n"
        "  %2 = Add %0, %1 : float32[s0,3]\n"
        "  %3 = Constant true : bool[]\n"
        "  %4 = If %3 : float32[s0,3] () {\n"
        "    %5 = Neg %2 : float32[s0,3]\n"
        "    yield %5\n"
        "  } () {\n"
        "    yield %2\n"
        "  }\n"
        "  %6 = Sum %4 {axes = [1]} : float32[s0]\n"
        "  yield %6\n"
        "}\n");
}

TEST_CASE("the verifier finds what is broken") {
  auto fresh = [](Program& p) {
    FunctionId f = p.b.OpenFunction("f", "", {}, {});
    p.module.main = f;
    ValueId x = p.I32(1);
    ValueId y = p.b.Add(x, x);
    p.b.CloseFunction({y});
    return f;
  };
  Program order;
  FunctionId f = fresh(order);
  Region& body = order.module[order.module[f].body];
  std::swap(body.operations[0], body.operations[1]);
  REQUIRE(!Verify(order.module).empty());
  CHECK(Verify(order.module)[0].find("before its definition") != std::string::npos);

  Program type;
  f = fresh(type);
  type.module[type.module[type.module[f].body].yields[0]].type = kF32;
  REQUIRE(!Verify(type.module).empty());
  CHECK(Verify(type.module)[0].find("inference gives int32") != std::string::npos);

  Program yields;
  f = fresh(yields);
  yields.b.SetRegion(yields.module[f].body);
  RegionId then = yields.b.OpenRegion({});
  yields.b.CloseRegion({});
  RegionId other = yields.b.OpenRegion({});
  yields.b.CloseRegion({});
  yields.b.EmitControl(OpKind::kIf, {yields.b.Scalar(DType::kBool, true)}, {kI32}, {then, other});
  CHECK(!Verify(yields.module).empty());
}
