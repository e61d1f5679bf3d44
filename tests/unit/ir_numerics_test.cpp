// The evaluator's arithmetic at its edges (numerics.md) and its fixed orders of summation.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "ir/evaluator.h"
#include "ir_samples.h"

using namespace lathe;
using namespace lathe::ir;

namespace {

Literal Run(OpKind kind, std::vector<Literal> operands, Attrs attrs = NoAttrs{}) {
  BuiltSample built = Build(kind, {operands, attrs});
  INFO((built.error ? built.error->message : ""));
  REQUIRE(!built.error);
  std::vector<const Literal*> in;
  for (const Literal& l : operands) in.push_back(&l);
  auto values = Fold(built.module, kind, in, attrs, {built.module.type(built.results[0])});
  REQUIRE(values);
  return (*values)[0];
}
bool Fails(OpKind kind, std::vector<Literal> operands) {
  BuiltSample built = Build(kind, {operands, NoAttrs{}});
  REQUIRE(!built.error);
  std::vector<const Literal*> in;
  for (const Literal& l : operands) in.push_back(&l);
  return !Fold(built.module, kind, in, NoAttrs{}, {built.module.type(built.results[0])});
}
template <class T>
Literal S(DType dtype, T value) { return Literal::Scalar(dtype, value); }
int64_t Int(OpKind kind, DType dtype, int64_t a, int64_t b) { return Run(kind, {S(dtype, a), S(dtype, b)}).IntAt(0); }
double Real(OpKind kind, DType dtype, double a, double b) { return Run(kind, {S(dtype, a), S(dtype, b)}).FloatAt(0); }
Literal CastTo(DType to, Literal x) { return Run(OpKind::kCast, {x}, DTypeAttr{to}); }

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("integers wrap in their declared width") {
  CHECK(Int(OpKind::kAdd, DType::kInt8, 127, 1) == -128);
  CHECK(Int(OpKind::kMul, DType::kInt16, 300, 300) == 24464);
  CHECK(Int(OpKind::kSub, DType::kUInt8, 0, 1) == 255);
  CHECK(Int(OpKind::kAdd, DType::kInt32, INT32_MAX, 1) == INT32_MIN);
  CHECK(Int(OpKind::kMul, DType::kInt64, INT64_MAX, 2) == -2);
  CHECK(Int(OpKind::kPow, DType::kInt32, 2, 31) == INT32_MIN);
  CHECK(Run(OpKind::kAbs, {S(DType::kInt32, INT32_MIN)}).IntAt(0) == INT32_MIN);
}

TEST_CASE("division floors, its edges wrap or raise") {
  CHECK(Int(OpKind::kFloorDiv, DType::kInt32, -7, 2) == -4);
  CHECK(Int(OpKind::kFloorMod, DType::kInt32, -7, 2) == 1);
  CHECK(Int(OpKind::kFloorMod, DType::kInt32, 7, -2) == -1);
  CHECK(Int(OpKind::kTruncDiv, DType::kInt32, -7, 2) == -3);
  CHECK(Int(OpKind::kTruncMod, DType::kInt32, -7, 2) == -1);
  CHECK(Int(OpKind::kFloorDiv, DType::kInt32, INT32_MIN, -1) == INT32_MIN);
  CHECK(Int(OpKind::kFloorDiv, DType::kInt64, INT64_MIN, -1) == INT64_MIN);
  CHECK(Int(OpKind::kFloorMod, DType::kInt64, INT64_MIN, -1) == 0);
  CHECK(Fails(OpKind::kFloorDiv, {S(DType::kInt32, 1), S(DType::kInt32, 0)}));
  CHECK(Fails(OpKind::kFloorMod, {S(DType::kInt32, 1), S(DType::kInt32, 0)}));
  CHECK(Fails(OpKind::kPow, {S(DType::kInt32, 2), S(DType::kInt32, -1)}));
  CHECK(Real(OpKind::kFloorMod, DType::kFloat32, -7.5, 2) == 0.5);
  CHECK(std::isinf(Real(OpKind::kDiv, DType::kFloat32, 1, 0)));
}

TEST_CASE("shifts stay inside the width") {
  CHECK(Int(OpKind::kShiftLeft, DType::kInt8, 1, 8) == -128);
  CHECK(Int(OpKind::kShiftLeft, DType::kInt8, 1, -1) == 1);
  CHECK(Int(OpKind::kShiftRight, DType::kInt8, -128, 100) == -1);
  CHECK(Int(OpKind::kShiftRight, DType::kUInt8, 255, 4) == 15);
}

TEST_CASE("casts") {
  CHECK(CastTo(DType::kInt32, S(DType::kFloat32, -1.9)).IntAt(0) == -1);
  CHECK(CastTo(DType::kInt32, S(DType::kFloat32, 1e20)).IntAt(0) == INT32_MIN);
  CHECK(CastTo(DType::kInt32, S(DType::kFloat64, kNan)).IntAt(0) == INT32_MIN);
  CHECK(CastTo(DType::kInt64, S(DType::kFloat64, 1e30)).IntAt(0) == INT64_MIN);
  CHECK(CastTo(DType::kUInt8, S(DType::kFloat32, 300.0)).IntAt(0) == 44);
  CHECK(CastTo(DType::kInt8, S(DType::kInt32, 200)).IntAt(0) == -56);
  CHECK(CastTo(DType::kBool, S(DType::kFloat32, 0.25)).IntAt(0) == 1);
  CHECK(CastTo(DType::kFloat32, S(DType::kInt64, (int64_t(1) << 24) + 1)).FloatAt(0) == double(1 << 24));
  // One rounding from float64: 1 + 2^-11 + 2^-40 lies above the tie of float16.
  CHECK(CastTo(DType::kFloat16, S(DType::kFloat64, 1 + 0x1p-11 + 0x1p-40)).FloatAt(0) == 1 + 0x1p-10);
  CHECK(CastTo(DType::kFloat16, S(DType::kFloat32, 65520.0)).FloatAt(0) == kInf);
  CHECK(CastTo(DType::kBFloat16, S(DType::kFloat32, 1 + 0x1p-8)).FloatAt(0) == 1);
  CHECK(CastTo(DType::kFloat32, Literal::Complex(DType::kComplex64, 1.5, 2)).FloatAt(0) == 1.5);
}

TEST_CASE("half floats compute in float and round once") {
  CHECK(Real(OpKind::kAdd, DType::kFloat16, 2048, 1) == 2048);
  CHECK(Real(OpKind::kAdd, DType::kFloat16, 2048, 3) == 2052);
  CHECK(Real(OpKind::kMul, DType::kFloat16, 300, 300) == kInf);
  Literal subnormal = CastTo(DType::kFloat16, S(DType::kFloat32, 0x1p-24));
  CHECK(subnormal.FloatAt(0) == 0x1p-24);
  CHECK(CastTo(DType::kFloat16, S(DType::kFloat32, 0x1p-26)).FloatAt(0) == 0);
}

TEST_CASE("NaN and signed zeros") {
  CHECK(std::isnan(Real(OpKind::kMax, DType::kFloat32, kNan, 1)));
  CHECK(std::isnan(Real(OpKind::kMax, DType::kFloat32, 1, kNan)));
  CHECK(std::isnan(Real(OpKind::kMin, DType::kFloat64, 1, kNan)));
  CHECK(std::isnan(Run(OpKind::kRelu, {S(DType::kFloat32, kNan)}).FloatAt(0)));
  CHECK(std::isnan(Run(OpKind::kReduceMax, {Floats({3}, {1, kNan, 2})}, AxesAttr{{0}, false}).FloatAt(0)));
  CHECK(std::isnan(Run(OpKind::kSign, {S(DType::kFloat32, kNan)}).FloatAt(0)));
  CHECK(std::signbit(Run(OpKind::kNeg, {S(DType::kFloat32, 0.0)}).FloatAt(0)));
  CHECK(std::signbit(Run(OpKind::kTanh, {S(DType::kFloat32, -0.0)}).FloatAt(0)));
  CHECK(Run(OpKind::kExp, {S(DType::kFloat32, 0.0)}).FloatAt(0) == 1);
  CHECK(Run(OpKind::kRint, {S(DType::kFloat32, 2.5)}).FloatAt(0) == 2);
}

TEST_CASE("sums follow the fixed order") {
  // Alternating large and small terms: a running sum in float would differ.
  int64_t n = 10000;
  std::vector<double> terms;
  for (int64_t i = 0; i < n; ++i) terms.push_back(i % 3 == 0 ? 1e8 : i % 3 == 1 ? -1e8 : 0.37 * double(i));
  Literal x = Floats({n}, terms);
  float blocks[3] = {};
  for (int64_t k = 0; k < 3; ++k) {
    float acc[64] = {};
    for (int64_t i = k * 4096; i < std::min<int64_t>(n, (k + 1) * 4096); ++i) acc[(i - k * 4096) % 64] += x.as<float>()[i];
    for (int w = 32; w > 0; w /= 2)
      for (int i = 0; i < w; ++i) acc[i] += acc[i + w];
    blocks[k] = acc[0];
  }
  float expected = (blocks[0] + blocks[1]) + blocks[2];
  CHECK(Run(OpKind::kSum, {x}, AxesAttr{{0}, false}).FloatAt(0) == double(expected));
  CHECK(std::signbit(Run(OpKind::kSum, {Floats({1}, {-0.0})}, AxesAttr{{0}, false}).FloatAt(0)));
  CHECK(!std::signbit(Run(OpKind::kSum, {Floats({2}, {-0.0, -0.0})}, AxesAttr{{0}, false}).FloatAt(0)));
}

TEST_CASE("empty reductions give the neutral element") {
  CHECK(Run(OpKind::kSum, {Floats({0}, {})}, AxesAttr{{0}, false}).FloatAt(0) == 0);
  CHECK(Run(OpKind::kProd, {Floats({0}, {})}, AxesAttr{{0}, false}).FloatAt(0) == 1);
  CHECK(Run(OpKind::kReduceMax, {Floats({0}, {})}, AxesAttr{{0}, false}).FloatAt(0) == -kInf);
  CHECK(Run(OpKind::kReduceMax, {Ints({0}, {})}, AxesAttr{{0}, false}).IntAt(0) == INT32_MIN);
  CHECK(Run(OpKind::kReduceMin, {Filled(DType::kUInt8, {0}, {})}, AxesAttr{{0}, false}).IntAt(0) == 255);
  CHECK(Run(OpKind::kAll, {Filled(DType::kBool, {0}, {})}, AxesAttr{{0}, false}).IntAt(0) == 1);
}

TEST_CASE("dot products are fused, ascending, in blocks of 256") {
  int64_t k = 600;
  std::vector<double> a, b;
  for (int64_t i = 0; i < k; ++i) {
    a.push_back(std::sin(double(i)) * 1e4);
    b.push_back(std::cos(double(i) * 1.7));
  }
  Literal x = Floats({1, k}, a), y = Floats({k, 1}, b);
  float total = 0;
  for (int64_t begin = 0; begin < k; begin += 256) {
    float s = 0;
    for (int64_t i = begin; i < std::min(k, begin + 256); ++i) s = std::fma(x.as<float>()[i], y.as<float>()[i], s);
    total = begin == 0 ? s : total + s;
  }
  CHECK(Run(OpKind::kDot, {x, y}, DotAttr{{}, {}, {1}, {0}}).FloatAt(0) == double(total));
  Literal empty = Run(OpKind::kDot, {Floats({2, 0}, {}), Floats({0, 2}, {})}, DotAttr{{}, {}, {1}, {0}});
  CHECK(empty.count() == 4);
  CHECK(empty.FloatAt(3) == 0);
}
