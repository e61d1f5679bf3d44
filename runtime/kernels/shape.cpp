// Shapes, broadcasting, transposing, reversing.
#include "runtime/kernels/common.h"

namespace lathe::rt {
namespace {

// Shape to which `a` and `b` broadcast; false if they do not.
bool Broadcast(const int64_t* a, int64_t a_rank, const int64_t* b, int64_t b_rank, Dims* result) {
  const int64_t rank = a_rank > b_rank ? a_rank : b_rank;
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t m = i < rank - a_rank ? 1 : a[i - (rank - a_rank)];
    const int64_t n = i < rank - b_rank ? 1 : b[i - (rank - b_rank)];
    if (m != n && m != 1 && n != 1) return false;
    result->Add(m == 1 ? n : m);
  }
  return true;
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

LT_KERNEL(lt_shape_of) {
  const LtTensor& x = *in[0];
  Dims dims;
  dims.Add(x.rank);
  if (MakeTensor(ctx, out, int32_t(attrs[0]), dims)) return 1;
  for (int32_t i = 0; i < x.rank; ++i) SetInt(*out, i, x.dims[i]);
  return 0;
}

LT_KERNEL(lt_dim_of) {
  const LtTensor& x = *in[0];
  const int64_t axis = attrs[0] < 0 ? attrs[0] + x.rank : attrs[0];
  if (axis < 0 || axis >= x.rank)
    return Invalid(ctx, "dimension %d of a tensor of shape %h does not exist", attrs[0], &x);
  lt_tensor_new(out, LT_INT64, 0, nullptr);
  *static_cast<int64_t*>(out->data) = x.dims[axis];
  return 0;
}

LT_KERNEL(lt_broadcast_to) {
  const LtTensor& x = *in[0];
  int64_t shape[LT_MAX_RANK];
  const int64_t rank = ReadVector(ctx, *in[1], "shape", shape, LT_MAX_RANK);
  if (rank < 0) return 1;
  Dims dims;
  for (int64_t i = 0; i < rank; ++i) {
    if (shape[i] < 0) return Invalid(ctx, "Dimension %d must be >= 0, but it is %d", i, shape[i]);
    dims.Add(shape[i]);
  }
  if (rank < x.rank) {
    return Invalid(ctx, "Rank of input (%d) must be no greater than rank of output shape (%d).", int64_t{x.rank}, rank);
  }
  const int64_t shift = rank - x.rank;
  bool same = shift == 0;
  for (int32_t i = 0; i < x.rank; ++i) {
    if (x.dims[i] != shape[i + shift]) {
      if (x.dims[i] != 1) {
        return Invalid(ctx, "Incompatible shapes: %h vs. %s", &x, TextOfValues(shape, rank).text);
      }
      same = false;
    }
  }
  if (same) return ShareTensor(out, x, dims), 0;
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  int64_t strides[LT_MAX_RANK], to[LT_MAX_RANK];
  StridesOf(x.dims, x.rank, strides);
  StridesOf(shape, int32_t(rank), to);
  Walk walk;
  for (int64_t i = 0; i < rank; ++i) {
    const bool repeats = i < shift || x.dims[i - shift] == 1;
    walk.Add(shape[i], to[i], repeats ? 0 : strides[i - shift]);
  }
  CopyWalk(out->data, x.data, walk, lt_dtype_size(x.dtype));
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}

LT_KERNEL(lt_broadcast_shape) {
  int64_t a[LT_MAX_RANK], b[LT_MAX_RANK];
  const int64_t a_rank = ReadVector(ctx, *in[0], "shape", a, LT_MAX_RANK);
  if (a_rank < 0) return 1;
  const int64_t b_rank = ReadVector(ctx, *in[1], "shape", b, LT_MAX_RANK);
  if (b_rank < 0) return 1;
  Dims result, length;
  if (!Broadcast(a, a_rank, b, b_rank, &result)) {
    return Invalid(ctx, "Incompatible shapes: %s vs. %s", TextOfValues(a, a_rank).text, TextOfValues(b, b_rank).text);
  }
  length.Add(result.rank);
  if (MakeTensor(ctx, out, in[0]->count == 0 && !IsIntegerType(in[0]->dtype) ? in[1]->dtype : in[0]->dtype, length))
    return 1;
  for (int32_t i = 0; i < result.rank; ++i) SetInt(*out, i, result.d[i]);
  return 0;
}

// attrs: n, permutation…
LT_KERNEL(lt_transpose) {
  const LtTensor& x = *in[0];
  if (attrs[0] != x.rank) {
    return Invalid(ctx, "transpose expects a vector of size %d. But input(1) is a vector of size %d", int64_t{x.rank},
                   attrs[0]);
  }
  int64_t strides[LT_MAX_RANK], to[LT_MAX_RANK];
  StridesOf(x.dims, x.rank, strides);
  Dims dims;
  uint32_t seen = 0;
  bool same = true;
  for (int32_t i = 0; i < x.rank; ++i) {
    const int64_t p = attrs[1 + i] < 0 ? attrs[1 + i] + x.rank : attrs[1 + i];
    if (p < 0 || p >= x.rank) return Invalid(ctx, "%d is out of range [0 .. %d)", attrs[1 + i], int64_t{x.rank});
    if (seen & (1u << p)) return Invalid(ctx, "%d is missing from the permutation of the dimensions", p);
    seen |= 1u << p;
    dims.Add(x.dims[p]);
    same = same && p == i;
  }
  if (same) return ShareTensor(out, x, dims), 0;
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  StridesOf(dims.d, dims.rank, to);
  Walk walk;
  for (int32_t i = 0; i < x.rank; ++i) {
    const int64_t p = attrs[1 + i] < 0 ? attrs[1 + i] + x.rank : attrs[1 + i];
    walk.Add(dims.d[i], to[i], strides[p]);
  }
  CopyWalk(out->data, x.data, walk, lt_dtype_size(x.dtype));
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}

// attrs: n, axes…
LT_KERNEL(lt_reverse) {
  const LtTensor& x = *in[0];
  int64_t strides[LT_MAX_RANK];
  StridesOf(x.dims, x.rank, strides);
  Walk walk;
  for (int32_t i = 0; i < x.rank; ++i) walk.Add(x.dims[i], strides[i], strides[i]);
  int64_t first = 0;
  uint32_t seen = 0;
  for (int64_t k = 0; k < attrs[0]; ++k) {
    const int64_t axis = attrs[1 + k] < 0 ? attrs[1 + k] + x.rank : attrs[1 + k];
    if (axis < 0 || axis >= x.rank) {
      return Invalid(ctx, "'axis'[%d] = %d is out of valid range [0, %d", k, attrs[1 + k], int64_t{x.rank} - 1);
    }
    if (seen & (1u << axis)) return Invalid(ctx, "axis %d specified more than once.", axis);
    seen |= 1u << axis;
    if (x.dims[axis] > 0) first += (x.dims[axis] - 1) * strides[axis];
    walk.from[axis] = -strides[axis];
  }
  if (MakeTensor(ctx, out, x.dtype, Dims::Of(x))) return 1;
  const int64_t width = lt_dtype_size(x.dtype);
  CopyWalk(out->data, At(x.data, first, width), walk, width);
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}
