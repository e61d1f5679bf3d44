// Joining and repeating: concat and its gradient, stack, tile, roll.
#include "runtime/kernels/common.h"

namespace lathe::rt {
namespace {

// Copies a [outer, extent, inner] block at `at` along the middle of a tensor whose middle extent is `whole`.
void CopyPiece(void* whole_data, int64_t whole, int64_t at, void* piece, int64_t extent, int64_t outer, int64_t inner,
               int64_t width, bool into_piece) {
  Walk walk;
  const int64_t long_stride = whole * inner, short_stride = extent * inner;
  walk.Add(outer, into_piece ? short_stride : long_stride, into_piece ? long_stride : short_stride);
  walk.Add(extent * inner, 1, 1);
  char* place = At(whole_data, at * inner, width);
  if (into_piece)
    CopyWalk(piece, place, walk, width);
  else
    CopyWalk(place, piece, walk, width);
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

// attrs: axis
LT_KERNEL(lt_concat) {
  const LtTensor& x = *in[0];
  const int64_t axis = attrs[0] < 0 ? attrs[0] + x.rank : attrs[0];
  if (axis < 0 || axis >= x.rank) {
    return Invalid(ctx, "ConcatOp : Expected concatenating dimensions in the range [%d, %d), but got %d",
                   -int64_t{x.rank}, int64_t{x.rank}, attrs[0]);
  }
  Dims dims = Dims::Of(x);
  dims.d[axis] = 0;
  for (int32_t k = 0; k < in_count; ++k) {
    const LtTensor& piece = *in[k];
    if (piece.rank != x.rank) {
      return Invalid(ctx, "ConcatOp : Ranks of all input tensors should match: shape[0] = %h vs. shape[%d] = %h", &x,
                     int64_t{k}, &piece);
    }
    for (int32_t i = 0; i < x.rank; ++i) {
      if (i != axis && piece.dims[i] != x.dims[i]) {
        return Invalid(ctx, "ConcatOp : Dimension %d in both shapes must be equal: shape[0] = %h vs. shape[%d] = %h",
                       int64_t{i}, &x, int64_t{k}, &piece);
      }
    }
    if (__builtin_add_overflow(dims.d[axis], piece.dims[axis], &dims.d[axis])) {
      return Invalid(ctx, "ConcatOp : the sum of the extents overflows");
    }
  }
  if (in_count == 1) return ShareTensor(out, x, dims), 0;
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  const int64_t outer = ProductOf(x.dims, 0, int32_t(axis)), inner = ProductOf(x.dims, int32_t(axis) + 1, x.rank);
  int64_t at = 0;
  for (int32_t k = 0; k < in_count; ++k) {
    const int64_t extent = in[k]->dims[axis];
    CopyPiece(out->data, dims.d[axis], at, in[k]->data, extent, outer, inner, lt_dtype_size(x.dtype), false);
    at += extent;
  }
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}

// attrs: axis. Operand 0 is cut into pieces with the extents of operands 1… (their values are not read).
LT_KERNEL(lt_concat_grad) {
  const LtTensor& dy = *in[0];
  const int64_t axis = attrs[0] < 0 ? attrs[0] + dy.rank : attrs[0];
  if (axis < 0 || axis >= dy.rank) return Invalid(ctx, "axis %d is outside of shape %h", attrs[0], &dy);
  const int64_t outer = ProductOf(dy.dims, 0, int32_t(axis)), inner = ProductOf(dy.dims, int32_t(axis) + 1, dy.rank);
  int64_t total = 0;
  for (int32_t k = 1; k < in_count; ++k) total += in[k]->rank == dy.rank ? in[k]->dims[axis] : 0;
  if (total != dy.dims[axis] || out_count != in_count - 1) {
    return Invalid(ctx, "the pieces' extents add up to %d along axis %d of shape %h", total, axis, &dy);
  }
  int64_t at = 0;
  for (int32_t k = 0; k < out_count; ++k) {
    Dims dims = Dims::Of(dy);
    const int64_t extent = dims.d[axis] = in[k + 1]->dims[axis];
    if (MakeTensor(ctx, &out[k], dy.dtype, dims)) {
      for (int32_t done = 0; done < k; ++done) lt_release(&out[done]);
      return 1;
    }
    CopyPiece(dy.data, dy.dims[axis], at, out[k].data, extent, outer, inner, lt_dtype_size(dy.dtype), true);
    RetainStrings(dy.dtype, out[k].data, out[k].count);
    at += extent;
  }
  return 0;
}

// attrs: axis of the new dimension
LT_KERNEL(lt_stack) {
  const LtTensor& x = *in[0];
  const int64_t axis = attrs[0] < 0 ? attrs[0] + x.rank + 1 : attrs[0];
  if (axis < 0 || axis > x.rank) {
    return Invalid(ctx, "axis = %d not in [%d, %d)", attrs[0], -int64_t{x.rank} - 1, int64_t{x.rank} + 1);
  }
  for (int32_t k = 1; k < in_count; ++k) {
    if (!SameShape(*in[k], x)) {
      return Invalid(ctx, "Shapes of all inputs must match: values[0].shape = %h != values[%d].shape = %h", &x,
                     int64_t{k}, in[k]);
    }
  }
  Dims dims;
  for (int32_t i = 0; i < axis; ++i) dims.Add(x.dims[i]);
  dims.Add(in_count);
  for (int32_t i = int32_t(axis); i < x.rank; ++i) dims.Add(x.dims[i]);
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  const int64_t outer = ProductOf(x.dims, 0, int32_t(axis)), inner = ProductOf(x.dims, int32_t(axis), x.rank);
  for (int32_t k = 0; k < in_count; ++k) {
    CopyPiece(out->data, in_count, k, in[k]->data, 1, outer, inner, lt_dtype_size(x.dtype), false);
  }
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}

LT_KERNEL(lt_tile) {
  const LtTensor& x = *in[0];
  int64_t multiples[LT_MAX_RANK];
  const int64_t n = ReadVector(ctx, *in[1], "multiples", multiples, LT_MAX_RANK);
  if (n < 0) return 1;
  if (n != x.rank)
    return Invalid(ctx, "Expected multiples argument to be a vector of length %d but got length %d", int64_t{x.rank},
                   n);
  Dims dims;
  for (int32_t i = 0; i < x.rank; ++i) {
    int64_t extent;
    if (multiples[i] < 0) return Invalid(ctx, "Expected multiples[%d] >= 0, but got %d", int64_t{i}, multiples[i]);
    if (__builtin_mul_overflow(x.dims[i], multiples[i], &extent)) {
      return Invalid(ctx, "multiples[%d] = %d makes the result too large", int64_t{i}, multiples[i]);
    }
    dims.Add(extent);
  }
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  if (out->count == 0) return 0;
  int64_t strides[LT_MAX_RANK], to[LT_MAX_RANK];
  StridesOf(x.dims, x.rank, strides);
  StridesOf(dims.d, x.rank, to);
  Walk walk;
  for (int32_t i = 0; i < x.rank; ++i) {
    walk.Add(multiples[i], x.dims[i] * to[i], 0);
    walk.Add(x.dims[i], to[i], strides[i]);
  }
  CopyWalk(out->data, x.data, walk, lt_dtype_size(x.dtype));
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}

// attrs: n, axes…; operand 1: the shift of each axis (an axis named twice is shifted by the sum)
LT_KERNEL(lt_roll) {
  const LtTensor& x = *in[0];
  const LtTensor& shifts = *in[1];
  if (shifts.rank > 1 || shifts.count != attrs[0]) {
    return Invalid(ctx, "shift and axis must have the same size: %d and %d", shifts.count, attrs[0]);
  }
  int64_t by[LT_MAX_RANK] = {};
  for (int64_t k = 0; k < attrs[0]; ++k) {
    const int64_t axis = attrs[1 + k] < 0 ? attrs[1 + k] + x.rank : attrs[1 + k];
    if (axis < 0 || axis >= x.rank) return Invalid(ctx, "axis %d is out of range", attrs[1 + k]);
    const int64_t n = x.dims[axis] > 0 ? x.dims[axis] : 1;
    by[axis] = (by[axis] + IntAt(shifts, k) % n + n) % n;
  }
  if (MakeTensor(ctx, out, x.dtype, Dims::Of(x))) return 1;
  if (out->count == 0) return 0;
  int64_t strides[LT_MAX_RANK];
  StridesOf(x.dims, x.rank, strides);
  const int64_t width = lt_dtype_size(x.dtype);
  // Each rolled axis is two runs; every combination of runs is one box.
  for (int64_t box = 0; box < int64_t{1} << x.rank; ++box) {
    Walk walk;
    int64_t to = 0, from = 0;
    bool empty = false;
    for (int32_t i = 0; i < x.rank; ++i) {
      const bool wrapped = box >> i & 1;
      const int64_t n = wrapped ? by[i] : x.dims[i] - by[i];
      walk.Add(n, strides[i], strides[i]);
      to += wrapped ? 0 : by[i] * strides[i];
      from += wrapped ? (x.dims[i] - by[i]) * strides[i] : 0;
      empty = empty || n == 0;
    }
    if (!empty) CopyWalk(At(out->data, to, width), At(x.data, from, width), walk, width);
  }
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}
