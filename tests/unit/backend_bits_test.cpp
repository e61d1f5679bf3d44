// Compiled code against the evaluator, bit for bit: every elementwise operation and reduction that the table has, for
// every dtype it takes, at odd sizes and with broadcasting.
#include <catch2/catch.hpp>

#include <cstring>

#include "backend_helper.h"
#include "ir/evaluator.h"
#include "ir/op_table.h"

using namespace lathe;
using namespace lathe::ir;
using backend_test::Outcome;
using backend_test::Program;
using backend_test::Run;

namespace {

constexpr Dim kSymbol = -2;

// Deterministic values: special ones first, then a mixture of magnitudes.
Literal Sample(DType dtype, std::vector<int64_t> dims, uint32_t seed) {
  static constexpr double kSpecial[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.0, -7.0, 1e-3, 100.0, -100.0, 1e10, 1e-30};
  Literal literal = Literal::Zeros(dtype, dims);
  uint32_t state = seed * 2654435761u + 1;
  auto next = [&] { return (state = state * 1664525u + 1013904223u) >> 8; };
  for (int64_t i = 0; i < literal.count(); ++i) {
    double value = next() % 3 == 0 ? kSpecial[next() % std::size(kSpecial)] : (double(next() % 20001) - 10000) / 1000;
    if (IsInteger(dtype)) value = double(int64_t(next() % 41)) - (IsUnsigned(dtype) ? 0 : 20);
    if (IsFloating(dtype) && next() % 31 == 0) value = next() % 2 ? NAN : INFINITY;
    Literal one = IsComplex(dtype) ? Literal::Complex(dtype, std::isfinite(value) ? value : 1, (double(next() % 200) - 100) / 16)
                  : dtype == DType::kBool ? Literal::Scalar(dtype, next() % 2 == 0)
                                          : Literal::Scalar(dtype, value);
    std::memcpy(literal.mutable_data<char>() + i * SizeOf(dtype), one.tensor().data, size_t(SizeOf(dtype)));
  }
  return literal;
}

template <class T>
bool NanAt(const void* data, int64_t i) {
  T v = static_cast<const T*>(data)[i];
  return v != v;
}
bool BothNan(DType dtype, const void* a, const void* b, int64_t i) {
  switch (dtype) {
    case DType::kFloat32: return NanAt<float>(a, i) && NanAt<float>(b, i);
    case DType::kFloat64: return NanAt<double>(a, i) && NanAt<double>(b, i);
    case DType::kComplex64: return BothNan(DType::kFloat32, a, b, 2 * i) || BothNan(DType::kFloat32, a, b, 2 * i + 1);
    case DType::kComplex128: return BothNan(DType::kFloat64, a, b, 2 * i) || BothNan(DType::kFloat64, a, b, 2 * i + 1);
    case DType::kFloat16: case DType::kBFloat16: {
      uint16_t limit = dtype == DType::kFloat16 ? 0x7c00 : 0x7f80;
      auto nan = [&](const void* p) { return (static_cast<const uint16_t*>(p)[i] & 0x7fff) > limit; };
      return nan(a) && nan(b);
    }
    default: return false;
  }
}

// Empty when equal; else where they differ.
std::string Difference(const Literal& got, const Literal& want) {
  if (got.dtype() != want.dtype() || got.shape().dims != want.shape().dims) return "type or shape";
  int64_t size = SizeOf(got.dtype());
  for (int64_t i = 0; i < got.count(); ++i) {
    const char *a = static_cast<const char*>(got.tensor().data), *b = static_cast<const char*>(want.tensor().data);
    if (std::memcmp(a + i * size, b + i * size, size_t(size)) == 0 || BothNan(got.dtype(), a, b, i)) continue;
    std::string text = "element " + std::to_string(i) + " of " + std::to_string(got.count());
    if (!IsComplex(got.dtype())) {
      text += IsFloating(got.dtype()) ? ": " + std::to_string(got.FloatAt(i)) + ", not " + std::to_string(want.FloatAt(i))
                                      : ": " + std::to_string(got.IntAt(i)) + ", not " + std::to_string(want.IntAt(i));
    }
    return text;
  }
  return "";
}

struct Case {
  OpKind kind;
  Attrs attrs;
  std::vector<int> operands;  // parameter numbers
};

// Runs `cases` in one function of `parameters` (symbolic first dimension) for the arguments given.
void Compare(const std::vector<Type>& parameters, const std::vector<Case>& cases,
             const std::vector<std::vector<Literal>>& runs, const std::string& cpu = "native") {
  Program p;
  std::vector<Case> emitted;
  p.Build(parameters, [&](const std::vector<ValueId>& a) {
    std::vector<ValueId> results;
    for (const Case& c : cases) {
      std::vector<ValueId> operands;
      for (int i : c.operands) operands.push_back(a[size_t(i)]);
      std::vector<ValueId> made = p.b.Emit(c.kind, operands, c.attrs);
      if (made.empty()) continue;
      emitted.push_back(c);
      results.push_back(made[0]);
    }
    return results;
  });
  REQUIRE(!emitted.empty());
  backend_test::Compiled compiled(p, cpu);
  for (const auto& arguments : runs) {
    Outcome o = compiled.Call(arguments);
    REQUIRE(o.refused == "");
    REQUIRE(o.status == 0);
    for (size_t i = 0; i < emitted.size(); ++i) {
      std::vector<const Literal*> operands;
      for (int k : emitted[i].operands) operands.push_back(&arguments[size_t(k)]);
      auto want = Fold(p.module, emitted[i].kind, operands, emitted[i].attrs, {o.values[i].type()});
      INFO(RowOf(emitted[i].kind).name << " of " << NameOf(parameters[0].dtype) << " " << ToString(arguments[0].shape()));
      if (!want) continue;  // not defined there: the evaluator raises
      CHECK(Difference(o.values[i], (*want)[0]) == "");
    }
  }
}

bool IsPython(const OpRow& row) { return row.scalar >= ScalarOp::kPyAdd && row.scalar <= ScalarOp::kPyNeg; }

// Combinations that the evaluator does not define are refused at compile time, so they are left out here.
bool Defined(OpKind kind, DType dtype) {
  Module m;
  const OpRow& row = RowOf(kind);
  Literal x = Literal::Zeros(dtype, {1}), one = dtype == DType::kBool ? x : Literal::Zeros(dtype, {1});
  if (!IsComplex(dtype) && dtype != DType::kBool) one = Literal::Scalar(dtype, 1);
  std::vector<const Literal*> operands(size_t(row.min_operands), &one);
  return Fold(m, kind, operands, NoAttrs{}, {Type::Tensor(dtype, {true, {1}})}).has_value();
}

std::vector<Case> ElementwiseCases(DType dtype, bool may_fail) {
  std::vector<Case> cases;
  for (size_t k = 0; k < OpCount(); ++k) {
    OpKind kind = OpKind(k);
    const OpRow& row = RowOf(kind);
    if (row.emission != Emission::kElementwise || IsPython(row) || kind == OpKind::kSelect || kind == OpKind::kCast) continue;
    bool fails = row.can_fail && IsInteger(dtype);
    if (fails != may_fail || !Defined(kind, dtype)) continue;
    std::vector<int> operands = {0};
    if (row.min_operands == 2) operands.push_back(1);
    cases.push_back({kind, NoAttrs{}, operands});
  }
  return cases;
}

}  // namespace

TEST_CASE("bits: elementwise operations on equal shapes") {
  for (int d = 0; d < kDTypeCount; ++d) {
    DType dtype = DType(d);
    if (dtype == DType::kString) continue;
    Type type = Type::Tensor(dtype, {true, {kSymbol}});
    std::vector<std::vector<Literal>> runs;
    for (int64_t n : {1, 3, 17, 64, 1029}) runs.push_back({Sample(dtype, {n}, 1), Sample(dtype, {n}, 2)});
    Compare({type, type}, ElementwiseCases(dtype, false), runs);
  }
}

TEST_CASE("bits: integer division and powers") {
  for (DType dtype : {DType::kInt8, DType::kUInt8, DType::kInt32, DType::kUInt32, DType::kInt64, DType::kUInt64}) {
    Type type = Type::Tensor(dtype, {true, {kSymbol}});
    Literal divisors = Sample(dtype, {37}, 5);
    for (int64_t i = 0; i < 37; ++i) {
      if (divisors.IntAt(i) > 0) continue;
      Literal one = Literal::Scalar(dtype, int(i % 5) + 1);
      std::memcpy(divisors.mutable_data<char>() + i * SizeOf(dtype), one.tensor().data, size_t(SizeOf(dtype)));
    }
    Compare({type, type}, ElementwiseCases(dtype, true), {{Sample(dtype, {37}, 4), divisors}});
  }
}

TEST_CASE("bits: broadcasting and scalars") {
  Type matrix = Type::Tensor(DType::kFloat32, {true, {kSymbol, kSymbol - 1}});
  auto vector = [](Dim a, Dim b) { return Type::Tensor(DType::kFloat32, {true, {a, b}}); };
  std::vector<Case> cases;
  for (int other = 1; other < 5; ++other) {
    cases.push_back({OpKind::kSub, NoAttrs{}, {0, other}});
    cases.push_back({OpKind::kDiv, NoAttrs{}, {other, 0}});
  }
  auto make = [](std::vector<int64_t> dims, uint32_t seed) { return Sample(DType::kFloat32, std::move(dims), seed); };
  std::vector<std::vector<Literal>> runs;
  for (auto [r, c] : {std::pair<int64_t, int64_t>{1, 1}, {5, 3}, {4, 33}, {7, 100}}) {
    runs.push_back({make({r, c}, 1), make({c}, 2), make({r, 1}, 3), make({}, 4), make({1, 1}, 5)});
  }
  Compare({matrix, Type::Tensor(DType::kFloat32, {true, {kSymbol - 1}}), vector(kSymbol, 1), Type::Scalar(DType::kFloat32),
           vector(1, 1)},
          cases, runs);
}

TEST_CASE("bits: unknown dimensions broadcast at run time, or raise") {
  Type unknown = Type::Tensor(DType::kFloat32, {true, {kUnknown, kUnknown}});
  Type unranked = Type::Tensor(DType::kFloat32, Shape::Unranked());
  auto make = [](std::vector<int64_t> dims, uint32_t seed) { return Sample(DType::kFloat32, std::move(dims), seed); };
  for (const Type& type : {unknown, unranked}) {
    Compare({type, type}, {{OpKind::kAdd, NoAttrs{}, {0, 1}}, {OpKind::kMul, NoAttrs{}, {1, 0}}},
            {{make({3, 5}, 1), make({3, 5}, 2)}, {make({3, 5}, 1), make({1, 5}, 2)}, {make({3, 1}, 1), make({1, 5}, 2)}});
    Program p;
    p.Build({type, type}, [&](const std::vector<ValueId>& a) { return std::vector<ValueId>{p.b.Add(a[0], a[1])}; });
    Outcome o = Run(p, {make({2, 3}, 1), make({2, 4}, 2)});
    CHECK(o.status == 1);
    CHECK(o.error_type == "InvalidArgumentError");
    CHECK(o.message == "Incompatible shapes: [2,3] vs. [2,4]");
  }
}

TEST_CASE("bits: casts") {
  for (int from = 0; from < kDTypeCount; ++from) {
    if (DType(from) == DType::kString) continue;
    Type type = Type::Tensor(DType(from), {true, {kSymbol}});
    std::vector<Case> cases;
    for (int to = 0; to < kDTypeCount; ++to) {
      if (DType(to) != DType::kString) cases.push_back({OpKind::kCast, DTypeAttr{DType(to)}, {0}});
    }
    Compare({type}, cases, {{Sample(DType(from), {77}, 9)}});
  }
}

TEST_CASE("bits: reductions") {
  for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBFloat16, DType::kInt32, DType::kUInt8,
                      DType::kInt64, DType::kComplex64, DType::kBool}) {
    Type type = Type::Tensor(dtype, {true, {kSymbol, kSymbol - 1, kSymbol - 2}});
    std::vector<Case> cases;
    for (OpKind kind : {OpKind::kSum, OpKind::kProd, OpKind::kReduceMax, OpKind::kReduceMin, OpKind::kAll, OpKind::kAny}) {
      bool logical = kind == OpKind::kAll || kind == OpKind::kAny;
      bool ordered = kind == OpKind::kReduceMax || kind == OpKind::kReduceMin;
      if (logical != (dtype == DType::kBool) || (ordered && IsComplex(dtype))) continue;
      for (std::vector<int64_t> axes : {std::vector<int64_t>{2}, {0}, {1}, {0, 1}, {1, 2}, {0, 2}, {0, 1, 2}}) {
        cases.push_back({kind, AxesAttr{axes, axes.size() == 2}, {0}});
      }
    }
    Compare({type}, cases, {{Sample(dtype, {3, 5, 70}, 1)}, {Sample(dtype, {2, 130, 3}, 2)}, {Sample(dtype, {300, 2, 17}, 3)},
                            {Sample(dtype, {1, 1, 1}, 4)}});
  }
}

TEST_CASE("bits: long reductions, many blocks") {
  Type type = Type::Tensor(DType::kFloat32, {true, {kSymbol, kSymbol - 1}});
  std::vector<Case> cases;
  for (int64_t axis : {0, 1}) cases.push_back({OpKind::kSum, AxesAttr{{axis}, false}, {0}});
  cases.push_back({OpKind::kSum, AxesAttr{{0, 1}, false}, {0}});
  Compare({type}, cases, {{Sample(DType::kFloat32, {3, 20001}, 1)}, {Sample(DType::kFloat32, {20001, 3}, 2)}});
}

TEST_CASE("bits: an unknown extent that no operand's type gives") {
  // [None] by its type, one element by its operands: what inlining a call with a constant leaves.
  Program p;
  p.Build({Type::Scalar(DType::kFloat32)}, [&](const std::vector<ValueId>& a) {
    ValueId one = p.b.Constant(Sample(DType::kFloat32, {1}, 3));
    ValueId sum = p.b.Add(one, a[0]);
    p.module[sum].type.shape.dims[0] = kUnknown;
    return std::vector<ValueId>{sum};
  });
  Outcome o = Run(p, {Literal::Scalar(DType::kFloat32, 2.0)});
  REQUIRE(o.refused == "");
  REQUIRE(o.status == 0);
  CHECK(o.values[0].shape().dims == std::vector<Dim>{1});
}
