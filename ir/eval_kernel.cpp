// Runtime functions by name, and the dispatch of one operation by its category.
#include "ir/eval.h"
#include "support/check.h"

extern "C" {
#define KERNEL(name)                                                                                                    \
  int32_t name(LtContext*, const LtTensor* const* in, int32_t in_count, LtTensor* out, int32_t out_count, const int64_t*);
#include "ir/kernels.def"
#undef KERNEL
}

namespace lathe::ir::eval {

namespace {
struct NamedKernel {
  std::string_view name;
  LtKernel function;
};
constexpr NamedKernel kKernels[] = {
#define KERNEL(name) {#name, name},
#include "ir/kernels.def"
#undef KERNEL
};
}  // namespace

LtKernel FindKernel(std::string_view name) {
  for (const NamedKernel& kernel : kKernels)
    if (kernel.name == name) return kernel.function;
  return nullptr;
}

std::vector<int64_t> Encode(const Attrs& attrs) {
  return EncodeAttrs(attrs, [](std::string_view bytes) { return int64_t(reinterpret_cast<intptr_t>(bytes.data())); });
}

int32_t Apply(LtContext* ctx, OpKind kind, const Attrs& attrs, const std::vector<int64_t>& encoded, Inputs in, DType result,
              LtTensor* out, size_t out_count) {
  const OpRow& row = RowOf(kind);
  switch (row.emission) {
    case Emission::kElementwise:
      // Strings are joined, not added.
      if (row.scalar == ScalarOp::kAdd && in[0].dtype == LT_STRING)
        return lt_string_concat(ctx, in.in, int32_t(in.count), out, 1, encoded.data());
      return Elementwise(ctx, kind, result, in, out);
    case Emission::kReduction: return Reduce(ctx, kind, std::get<AxesAttr>(attrs), in, out);
    case Emission::kDot: return Dot(ctx, std::get<DotAttr>(attrs), in, out);
    case Emission::kAlias: return Alias(ctx, kind, attrs, in, out);
    case Emission::kKernel: {
      LtKernel kernel = FindKernel(row.kernel);
      LATHE_CHECK(kernel != nullptr, "kernels.def lacks a runtime function");
      return kernel(ctx, in.in, int32_t(in.count), out, int32_t(out_count), encoded.data());
    }
    case Emission::kConstant:
    case Emission::kGlobal:
    case Emission::kControl: break;
  }
  LATHE_UNREACHABLE("an operation that needs a frame");
}

}  // namespace lathe::ir::eval
