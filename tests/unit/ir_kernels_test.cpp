// The evaluator's reductions and dot products against the runtime's, bit for bit, on random operands.
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "ir/eval.h"
#include "ir_samples.h"
#include "runtime/kernels/kernels.h"

using namespace lathe;
using namespace lathe::ir;

namespace {

Literal Random(DType dtype, std::vector<int64_t> dims, std::mt19937& random) {
  int64_t count = 1;
  for (int64_t d : dims) count *= d;
  std::vector<double> values;
  std::normal_distribution<double> normal(0, 30);
  for (int64_t i = 0; i < count; ++i) values.push_back(normal(random));
  return Filled(dtype, dims, values);
}

using Kernel = int32_t (*)(LtContext*, const LtTensor* const*, int32_t, LtTensor*, int32_t, const int64_t*);

Literal Call(Kernel kernel, std::vector<const Literal*> in, const Attrs& attrs) {
  std::vector<const LtTensor*> tensors;
  for (const Literal* l : in) tensors.push_back(&l->tensor());
  LtContext context{};
  LtTensor out;
  REQUIRE(kernel(&context, tensors.data(), int32_t(in.size()), &out, 1, eval::Encode(attrs).data()) == 0);
  return Literal::Adopt(out);
}

Literal Evaluated(OpKind kind, std::vector<const Literal*> in, const Attrs& attrs) {
  std::vector<const LtTensor*> tensors;
  for (const Literal* l : in) tensors.push_back(&l->tensor());
  LtContext context{};
  LtTensor out;
  REQUIRE(eval::Apply(&context, kind, attrs, {}, {tensors.data(), in.size()}, in[0]->dtype(), &out, 1) == 0);
  return Literal::Adopt(out);
}

}  // namespace

TEST_CASE("reductions of evaluator and runtime have equal bits") {
  std::mt19937 random(1);
  struct Pair {
    OpKind kind;
    Kernel kernel;
  };
  for (Pair pair : {Pair{OpKind::kSum, lt_reduce_sum}, {OpKind::kProd, lt_reduce_prod}, {OpKind::kReduceMax, lt_reduce_max},
                    {OpKind::kReduceMin, lt_reduce_min}})
    for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBFloat16, DType::kInt32, DType::kUInt8})
      for (std::vector<int64_t> axes : {std::vector<int64_t>{0}, {1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}}) {
        Literal x = Random(dtype, {5, 130, 70}, random);
        AxesAttr attr{axes, false};
        INFO(RowOf(pair.kind).name << " " << NameOf(dtype) << " over " << axes.size() << " axes from " << axes[0]);
        CHECK(Evaluated(pair.kind, {&x}, attr).Equals(Call(pair.kernel, {&x}, attr)));
      }
}

TEST_CASE("dot products of evaluator and runtime have equal bits") {
  std::mt19937 random(2);
  for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBFloat16, DType::kInt32, DType::kComplex64}) {
    Literal a = Random(dtype, {3, 7, 300}, random), b = Random(dtype, {3, 300, 5}, random);
    DotAttr batched{{0}, {0}, {2}, {1}}, full{{}, {}, {0, 2}, {0, 1}};
    INFO(NameOf(dtype));
    CHECK(Evaluated(OpKind::kDot, {&a, &b}, batched).Equals(Call(lt_dot, {&a, &b}, batched)));
    CHECK(Evaluated(OpKind::kDot, {&a, &b}, full).Equals(Call(lt_dot, {&a, &b}, full)));
  }
}
