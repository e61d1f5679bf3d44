// Inference: shapes with unknown and symbolic dimensions, constant shape operands, and the names of the diagnostics.
#include <catch2/catch.hpp>

#include "ir/printer.h"
#include "ir_samples.h"

using namespace lathe;
using namespace lathe::ir;

namespace {

constexpr Dim kS = -1000, kT = -1001;  // symbols no builder will reach in a test

struct Fixture {
  Module module;
  Builder b{module};
  std::vector<ValueId> p;

  explicit Fixture(std::vector<Type> types, Builder::Dims dims = Builder::Dims::kSymbols) {
    module.main = b.OpenFunction("f", "", types, {});
    p = module[module[module.main].body].parameters;
    b.SetDims(dims);
  }
  std::string Name(OpKind kind, std::vector<ValueId> operands, Attrs attrs = NoAttrs{}) {
    std::vector<ValueId> r = b.Emit(kind, std::move(operands), std::move(attrs));
    return b.error() ? b.error()->diagnostic : "ok";
  }
  Shape ShapeOf(OpKind kind, std::vector<ValueId> operands, Attrs attrs = NoAttrs{}) {
    std::vector<ValueId> r = b.Emit(kind, std::move(operands), std::move(attrs));
    INFO((b.error() ? b.error()->message : ""));
    REQUIRE(!b.error());
    return module.type(r[0]).shape;
  }
};

Type F(std::vector<Dim> dims) { return Type::Tensor(DType::kFloat32, Shape{true, std::move(dims)}); }
Type I(std::vector<Dim> dims) { return Type::Tensor(DType::kInt32, Shape{true, std::move(dims)}); }
AxisAttr Axis(int64_t axis) {
  AxisAttr attr;
  attr.axis = axis;
  return attr;
}

}  // namespace

TEST_CASE("symbols survive elementwise operations and broadcasts") {
  Fixture f({F({kS, 3}), F({kS, 1}), F({kT, 3}), F({})});
  CHECK(f.ShapeOf(OpKind::kAdd, {f.p[0], f.p[1]}).dims == std::vector<Dim>{kS, 3});
  CHECK(f.ShapeOf(OpKind::kExp, {f.p[0]}).dims == std::vector<Dim>{kS, 3});
  CHECK(f.ShapeOf(OpKind::kMul, {f.p[0], f.p[3]}).dims == std::vector<Dim>{kS, 3});
  Shape joined = f.ShapeOf(OpKind::kAdd, {f.p[0], f.p[2]});
  CHECK(IsSymbol(joined.dims[0]));
  CHECK(joined.dims[0] != kS);
  CHECK(joined.dims[0] != kT);
}

TEST_CASE("unknown dimensions stay None where TensorFlow does not know them") {
  Fixture f({F({kUnknown, 3}), F({kS, 3}), I({2})}, Builder::Dims::kNone);
  CHECK(f.ShapeOf(OpKind::kAdd, {f.p[0], f.p[1]}).dims == std::vector<Dim>{kUnknown, 3});
  // A shape that only run time knows.
  CHECK(f.ShapeOf(OpKind::kReshape, {f.p[1], f.p[2]}).dims == std::vector<Dim>{kUnknown, kUnknown});
  // TensorFlow would trace with known sizes here.
  CHECK(IsSymbol(f.ShapeOf(OpKind::kConcat, {f.p[1], f.p[1]}, Axis(0)).dims[0]));
}

TEST_CASE("shapes follow from shape operands that are known in part") {
  Fixture f({F({kS, 28, 28}), F({kS, 1})});
  ValueId shape = f.b.Make(OpKind::kShapeOf, {f.p[0]}, DTypeAttr{DType::kInt32});
  Literal begin = Ints({1}, {0}), end = Ints({1}, {1}), one = Ints({1}, {1});
  SliceAttr shrink;
  shrink.shrink_axis_mask = 1;
  ValueId first = f.b.Make(OpKind::kStridedSlice,
                           {shape, f.b.Constant(begin), f.b.Constant(end), f.b.Constant(one)}, shrink);
  ValueId minus = f.b.Scalar(DType::kInt32, -1);
  ValueId target = f.b.Make(OpKind::kStack, {first, minus}, Axis(0));
  CHECK(f.ShapeOf(OpKind::kReshape, {f.p[0], target}).dims == std::vector<Dim>{kS, 784});
  CHECK(f.ShapeOf(OpKind::kReshape, {f.p[1], f.b.Constant(Ints({1}, {-1}))}).dims == std::vector<Dim>{kS});
  ValueId zero = f.b.Scalar(DType::kInt32, 0), step = f.b.Scalar(DType::kInt32, 1);
  CHECK(f.ShapeOf(OpKind::kRange, {zero, first, step}).dims == std::vector<Dim>{kS});
  CHECK(f.ShapeOf(OpKind::kBroadcastTo, {f.b.Scalar(DType::kFloat32, 1), shape}).dims == std::vector<Dim>{kS, 28, 28});
  CHECK(f.ShapeOf(OpKind::kDot, {f.p[0], f.p[1]}, DotAttr{{0}, {0}, {}, {}}).dims == std::vector<Dim>{kS, 28, 28, 1});
}

TEST_CASE("unranked operands give unranked results") {
  Type unranked = Type::Tensor(DType::kFloat32, Shape::Unranked());
  Fixture f({unranked, F({2, 3})});
  CHECK(!f.ShapeOf(OpKind::kAdd, {f.p[0], f.p[1]}).ranked);
  CHECK(!f.ShapeOf(OpKind::kExp, {f.p[0]}).ranked);
  CHECK(!f.ShapeOf(OpKind::kSum, {f.p[0]}, AxesAttr{{0}, false}).ranked);
  CHECK(!f.ShapeOf(OpKind::kGather, {f.p[0], f.b.Scalar(DType::kInt32, 0)}, Axis(0)).ranked);
  CHECK(f.ShapeOf(OpKind::kReshape, {f.p[0], f.b.Constant(Ints({2}, {2, 3}))}).dims == std::vector<Dim>{2, 3});
}

TEST_CASE("diagnostics of wrong types and shapes") {
  Fixture f({F({2, 3}), F({4, 3}), I({2, 3}), F({3}), Type::Tensor(DType::kString, Shape{true, {2}}), F({3, 2})});
  CHECK(f.Name(OpKind::kAdd, {f.p[0], f.p[2]}) == "dtype-mismatch");
  CHECK(f.b.error()->message.find("float32") != std::string::npos);
  CHECK(f.b.error()->message.find("int32") != std::string::npos);
  CHECK(f.b.error()->message.find("tf.cast") != std::string::npos);
  CHECK(f.Name(OpKind::kAdd, {f.p[0], f.p[1]}) == "shape-mismatch");
  CHECK(f.b.error()->message.find("(2, 3)") != std::string::npos);
  CHECK(f.b.error()->message.find("(4, 3)") != std::string::npos);
  CHECK(f.Name(OpKind::kSqrt, {f.p[2]}) == "unsupported-dtype");
  CHECK(f.Name(OpKind::kAll, {f.p[2]}, AxesAttr{{0}, false}) == "unsupported-dtype");
  CHECK(f.Name(OpKind::kSum, {f.p[4]}, AxesAttr{{0}, false}) == "unsupported-dtype");
  CHECK(f.Name(OpKind::kSum, {f.p[0]}, AxesAttr{{2}, false}) == "axis-out-of-range");
  CHECK(f.Name(OpKind::kSum, {f.p[0]}, AxesAttr{{1, 1}, false}) == "invalid-argument");
  CHECK(f.Name(OpKind::kReshape, {f.p[0], f.b.Constant(Ints({2}, {4, 2}))}) == "shape-mismatch");
  CHECK(f.Name(OpKind::kReshape, {f.p[0], f.b.Constant(Ints({2}, {-1, -1}))}) == "invalid-argument");
  CHECK(f.Name(OpKind::kReshape, {f.p[0], f.b.Constant(Ints({1}, {-2}))}) == "invalid-argument");
  CHECK(f.Name(OpKind::kTranspose, {f.p[0]}, AxesAttr{{0, 0}, false}) == "invalid-argument");
  CHECK(f.Name(OpKind::kTranspose, {f.p[0]}, AxesAttr{{0}, false}) == "rank-mismatch");
  CHECK(f.Name(OpKind::kConcat, {f.p[0], f.p[5]}, Axis(0)) == "shape-mismatch");
  CHECK(f.Name(OpKind::kConcat, {f.p[0], f.p[3]}, Axis(0)) == "rank-mismatch");
  CHECK(f.Name(OpKind::kConcat, {f.p[0], f.p[1]}, Axis(0)) == "ok");
  CHECK(f.Name(OpKind::kDot, {f.p[0], f.p[1]}, DotAttr{{}, {}, {1}, {0}}) == "shape-mismatch");
  CHECK(f.Name(OpKind::kGather, {f.p[0], f.p[3]}, Axis(0)) == "unsupported-dtype");
  CHECK(f.Name(OpKind::kSelect, {f.p[0], f.p[0], f.p[0]}) == "unsupported-dtype");
  CHECK(f.Name(OpKind::kRange, {f.b.Scalar(DType::kInt32, 0), f.b.Scalar(DType::kInt32, 9), f.b.Scalar(DType::kInt32, 0)}) ==
        "invalid-argument");
  CHECK(f.Name(OpKind::kTopK, {f.p[0], f.b.Scalar(DType::kInt32, 9)}) == "invalid-argument");
  CHECK(f.Name(OpKind::kSqueeze, {f.p[0]}, AxesAttr{{0}, false}) == "invalid-argument");
  CHECK(f.Name(OpKind::kCholesky, {f.p[0]}) == "shape-mismatch");
  CHECK(f.Name(OpKind::kBroadcastTo, {f.b.Scalar(DType::kFloat32, 0), f.b.Constant(Ints({2}, {2, -3}))}) == "invalid-argument");
}

TEST_CASE("indices out of range and too many of them") {
  Fixture f({F({3})});
  auto at = [&](std::vector<double> index, uint32_t shrink) {
    std::vector<double> ones(index.size(), 1.0), end;
    for (double i : index) end.push_back(i + 1);
    int64_t n = int64_t(index.size());
    SliceAttr attr;
    attr.shrink_axis_mask = shrink;
    return f.Name(OpKind::kStridedSlice, {f.p[0], f.b.Constant(Ints({n}, index)), f.b.Constant(Ints({n}, end)),
                                          f.b.Constant(Ints({n}, ones))}, attr);
  };
  CHECK(at({2}, 1) == "ok");
  CHECK(at({-3}, 1) == "ok");
  CHECK(at({3}, 1) == "index-out-of-range");
  CHECK(at({-4}, 1) == "index-out-of-range");
  CHECK(at({9}, 0) == "ok");  // a slice is cut to the size
  CHECK(at({0, 0}, 3) == "rank-mismatch");
}
