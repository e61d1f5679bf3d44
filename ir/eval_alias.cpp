// Input: a tensor. Output: the same elements under another shape (one more reference to the same buffer).
#include "ir/eval.h"
#include "ir/eval_storage.h"

namespace lathe::ir::eval {
namespace {

struct Dims {
  int rank = 0;
  int64_t d[LT_MAX_RANK] = {};
};

int32_t Become(LtContext* ctx, const LtTensor& x, const Dims& dims, LtTensor* out) {
  int64_t count = 1;
  for (int i = 0; i < dims.rank; ++i) count *= dims.d[i];
  if (count != x.count)
    return lt_failf(ctx, "InvalidArgumentError", "Input to reshape is a tensor with %d values, but the requested shape has %d",
                    x.count, count);
  *out = x;
  if (x.buffer != nullptr) lt_retain(out);
  out->rank = dims.rank;
  for (int i = 0; i < dims.rank; ++i) out->dims[i] = dims.d[i];
  return 0;
}

int32_t Reshape(LtContext* ctx, const LtTensor& x, const LtTensor& shape, LtTensor* out) {
  if (shape.count > LT_MAX_RANK)
    return lt_failf(ctx, "InvalidArgumentError", "a shape of %d dimensions is more than Lathe supports", shape.count);
  Dims dims;
  dims.rank = int(shape.count);
  int64_t product = 1;
  int open = -1;
  for (int i = 0; i < dims.rank; ++i) {
    int64_t d = 0;
    WithStorage(DType(shape.dtype), [&]<class S>(S) -> int32_t {
      if constexpr (std::is_integral_v<typename S::Wide>) d = int64_t(S::Load(shape.data, i));
      return 0;
    });
    dims.d[i] = d;
    if (d == -1) {
      if (open >= 0)
        return lt_failf(ctx, "InvalidArgumentError", "Only one input size may be -1, not both %d and %d", int64_t(open), int64_t(i));
      open = i;
    } else if (d < 0) {
      return lt_failf(ctx, "InvalidArgumentError", "Size %d must be non-negative, not %d", int64_t(i), d);
    } else {
      product *= d;
    }
  }
  if (open >= 0) {
    if (product == 0)
      return lt_fail(ctx, "InvalidArgumentError",
                     "reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are non-zero");
    if (x.count % product != 0)
      return lt_failf(ctx, "InvalidArgumentError",
                      "Input to reshape is a tensor with %d values, but the requested shape requires a multiple of %d",
                      x.count, product);
    dims.d[open] = x.count / product;
  }
  return Become(ctx, x, dims, out);
}

int32_t ExpandDims(LtContext* ctx, const LtTensor& x, int64_t axis, LtTensor* out) {
  if (axis < 0) axis += x.rank + 1;
  if (x.rank >= LT_MAX_RANK || axis < 0 || axis > x.rank)
    return lt_failf(ctx, "InvalidArgumentError", "a dimension cannot be added at axis %d of %h", axis, &x);
  Dims dims;
  dims.rank = x.rank + 1;
  for (int i = 0; i < dims.rank; ++i) dims.d[i] = i < axis ? x.dims[i] : i == axis ? 1 : x.dims[i - 1];
  return Become(ctx, x, dims, out);
}

int32_t Squeeze(LtContext* ctx, const LtTensor& x, const std::vector<int64_t>& axes, LtTensor* out) {
  bool drop[LT_MAX_RANK] = {};
  for (int64_t axis : axes) {
    int64_t a = axis < 0 ? axis + x.rank : axis;
    if (a < 0 || a >= x.rank) return lt_failf(ctx, "InvalidArgumentError", "axis %d is out of range for shape %h", axis, &x);
    if (x.dims[a] != 1)
      return lt_failf(ctx, "InvalidArgumentError", "Can not squeeze dim[%d], expected a dimension of 1, got %d", a, x.dims[a]);
    drop[a] = true;
  }
  Dims dims;
  for (int i = 0; i < x.rank; ++i)
    if (axes.empty() ? x.dims[i] != 1 : !drop[i]) dims.d[dims.rank++] = x.dims[i];
  return Become(ctx, x, dims, out);
}

int32_t SetShape(LtContext* ctx, const LtTensor& x, const Shape& want, LtTensor* out) {
  bool fits = !want.ranked || want.rank() == x.rank;
  for (int i = 0; fits && want.ranked && i < x.rank; ++i) fits = !IsKnown(want.dims[size_t(i)]) || want.dims[size_t(i)] == x.dims[i];
  if (!fits) {
    std::string text = ToString(want);
    return lt_failf(ctx, "ValueError", "Tensor's shape %h is not compatible with supplied shape %s", &x, text.c_str());
  }
  *out = x;
  if (x.buffer != nullptr || x.rank == -2) lt_retain(out);
  return 0;
}

}  // namespace

int32_t Alias(LtContext* ctx, OpKind kind, const Attrs& attrs, Inputs in, LtTensor* out) {
  const LtTensor& x = in[0];
  switch (kind) {
    case OpKind::kReshape: return Reshape(ctx, x, in[1], out);
    case OpKind::kReshapeLike: {
      Dims dims;
      dims.rank = in[1].rank;
      for (int i = 0; i < dims.rank; ++i) dims.d[i] = in[1].dims[i];
      return Become(ctx, x, dims, out);
    }
    case OpKind::kExpandDims: return ExpandDims(ctx, x, std::get<AxisAttr>(attrs).axis, out);
    case OpKind::kSqueeze: return Squeeze(ctx, x, std::get<AxesAttr>(attrs).axes, out);
    case OpKind::kSetShape: return SetShape(ctx, x, std::get<TypeAttr>(attrs).type.shape, out);
    default: break;
  }
  *out = x;  // Identity, StopGradient, PreventFold
  if (x.buffer != nullptr || x.rank == -2) lt_retain(out);
  return 0;
}

}  // namespace lathe::ir::eval
