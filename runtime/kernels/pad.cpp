// Padding, bands and diagonals of matrices.
#include "runtime/kernels/common.h"

namespace lathe::rt {
namespace {

// paddings [rank, 2] into before and after; the padded shape into dims.
int32_t ReadPaddings(LtContext* ctx, const LtTensor& x, const LtTensor& paddings, int64_t* before, int64_t* after,
                     Dims* dims) {
  if (paddings.rank != 2 || paddings.dims[1] != 2 || paddings.dims[0] != x.rank) {
    return Invalid(ctx, "The first dimension of paddings must be the rank of inputs: paddings has shape %h, inputs %h",
                   &paddings, &x);
  }
  for (int32_t i = 0; i < x.rank; ++i) {
    before[i] = IntAt(paddings, 2 * i), after[i] = IntAt(paddings, 2 * i + 1);
    int64_t extent;
    if (before[i] < 0 || after[i] < 0) return Invalid(ctx, "Paddings must be non-negative: %d %d", before[i], after[i]);
    if (__builtin_add_overflow(x.dims[i], before[i], &extent) || __builtin_add_overflow(extent, after[i], &extent)) {
      return Invalid(ctx, "paddings[%d] makes the result too large", int64_t{i});
    }
    dims->Add(extent);
  }
  return 0;
}

void Fill(void* data, int64_t count, const void* value, int64_t width) {
  Walk walk;
  walk.Add(count, 1, 0);
  CopyWalk(data, value, walk, width);
}

// Fills the borders of dimension `axis` by reflection, given that the middle and the borders of later dimensions are
// in.
void Reflect(const LtTensor& out, int32_t axis, int64_t before, int64_t extent, int64_t after, int64_t skip,
             int64_t width) {
  const int64_t outer = ProductOf(out.dims, 0, axis), inner = ProductOf(out.dims, axis + 1, out.rank);
  const int64_t row = out.dims[axis] * inner;
  Walk walk;
  walk.Add(outer, row, row);
  walk.Add(before, -inner, inner);
  walk.Add(inner, 1, 1);
  if (before > 0)
    CopyWalk(At(out.data, (before - 1) * inner, width), At(out.data, (before + skip) * inner, width), walk, width);
  walk.dims[1] = after, walk.to[1] = inner, walk.from[1] = -inner;
  const int64_t last = before + extent - 1;
  if (after > 0)
    CopyWalk(At(out.data, (last + 1) * inner, width), At(out.data, (last - skip) * inner, width), walk, width);
}

// Puts x into the middle of the padded tensor.
void PlaceMiddle(const LtTensor& out, const LtTensor& x, const int64_t* before, int64_t width) {
  int64_t to[LT_MAX_RANK], from[LT_MAX_RANK], offset = 0;
  StridesOf(out.dims, out.rank, to);
  StridesOf(x.dims, x.rank, from);
  Walk walk;
  for (int32_t i = 0; i < x.rank; ++i) {
    walk.Add(x.dims[i], to[i], from[i]);
    offset += before[i] * to[i];
  }
  if (x.count > 0) CopyWalk(At(out.data, offset, width), x.data, walk, width);
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

LT_KERNEL(lt_pad) {
  const LtTensor& x = *in[0];
  int64_t before[LT_MAX_RANK], after[LT_MAX_RANK];
  Dims dims;
  if (ReadPaddings(ctx, x, *in[1], before, after, &dims)) return 1;
  if (in[2]->count != 1) return Invalid(ctx, "constant_values must be a scalar. Found: %h", in[2]);
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  const int64_t width = lt_dtype_size(x.dtype);
  if (out->count != x.count) Fill(out->data, out->count, in[2]->data, width);
  PlaceMiddle(*out, x, before, width);
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}

// ParamsAttr: ints {0 REFLECT, 1 SYMMETRIC}
LT_KERNEL(lt_mirror_pad) {
  const LtTensor& x = *in[0];
  int64_t before[LT_MAX_RANK], after[LT_MAX_RANK];
  Dims dims;
  if (ReadPaddings(ctx, x, *in[1], before, after, &dims)) return 1;
  const int64_t skip = Params(attrs).Int(0, 0) == 0 ? 1 : 0;
  for (int32_t i = 0; i < x.rank; ++i) {
    const int64_t most = x.dims[i] - skip > 0 ? x.dims[i] - skip : 0;
    if (before[i] > most || after[i] > most) {
      return Invalid(ctx,
                     skip ? "paddings must be less than the dimension size: %d, %d not less than %d"
                          : "paddings must be no greater than the dimension size: %d, %d greater than %d",
                     before[i], after[i], x.dims[i]);
    }
  }
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  if (out->count == 0) return 0;
  const int64_t width = lt_dtype_size(x.dtype);
  if (x.dtype == LT_STRING) memset(out->data, 0, size_t(out->count * width));
  PlaceMiddle(*out, x, before, width);
  // Rows outside of the middle of earlier dimensions are filled when their own dimension's turn comes.
  for (int32_t i = x.rank - 1; i >= 0; --i) Reflect(*out, i, before[i], x.dims[i], after[i], skip, width);
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}

LT_KERNEL(lt_band_part) {
  const LtTensor& x = *in[0];
  if (x.rank < 2) return Invalid(ctx, "input must be at least 2-dim, received shape: %h", &x);
  const int64_t rows = x.dims[x.rank - 2], columns = x.dims[x.rank - 1];
  int64_t lower = IntAt(*in[1], 0), upper = IntAt(*in[2], 0);
  if (lower > rows)
    return Invalid(ctx, "num_lower must be negative or less or equal to number of rows (%d) got: %d", rows, lower);
  if (upper > columns) {
    return Invalid(ctx, "num_upper must be negative or less or equal to number of columns (%d) got: %d", columns,
                   upper);
  }
  if (lower < 0) lower = rows;
  if (upper < 0) upper = columns;
  if (MakeTensor(ctx, out, x.dtype, Dims::Of(x))) return 1;
  const int64_t width = lt_dtype_size(x.dtype);
  const int64_t lines = columns > 0 ? x.count / columns : 0;
  ParallelFor(lines, 1 + 65536 / (columns * width + 1), [&](int64_t begin, int64_t end) {
    for (int64_t line = begin; line < end; ++line) {
      const int64_t row = line % rows;
      const int64_t first = row - lower > 0 ? (row - lower < columns ? row - lower : columns) : 0;
      const int64_t past = row + upper + 1 < columns ? row + upper + 1 : columns;
      const int64_t stop = past > first ? past : first;
      char* to = At(out->data, line * columns, width);
      memset(to, 0, size_t(first * width));
      memcpy(to + first * width, At(x.data, line * columns + first, width), size_t((stop - first) * width));
      memset(to + stop * width, 0, size_t((columns - stop) * width));
    }
  });
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}

LT_KERNEL(lt_diag) {
  const LtTensor& x = *in[0];
  if (x.rank < 1) return Invalid(ctx, "diagonal must be at least 1-dim, received shape: %h", &x);
  Dims dims = Dims::Of(x);
  const int64_t n = x.dims[x.rank - 1];
  dims.Add(n);
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  const int64_t width = lt_dtype_size(x.dtype);
  memset(out->data, 0, size_t(out->count * width));
  Walk walk;
  walk.Add(ProductOf(x.dims, 0, x.rank - 1), n * n, n);
  walk.Add(n, n + 1, 1);
  CopyWalk(out->data, x.data, walk, width);
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}

LT_KERNEL(lt_diag_part) {
  const LtTensor& x = *in[0];
  if (x.rank < 2) return Invalid(ctx, "input must be at least 2-dim, received shape: %h", &x);
  const int64_t rows = x.dims[x.rank - 2], columns = x.dims[x.rank - 1], n = rows < columns ? rows : columns;
  Dims dims;
  for (int32_t i = 0; i < x.rank - 2; ++i) dims.Add(x.dims[i]);
  dims.Add(n);
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  Walk walk;
  walk.Add(ProductOf(x.dims, 0, x.rank - 2), n, rows * columns);
  walk.Add(n, 1, columns + 1);
  CopyWalk(out->data, x.data, walk, lt_dtype_size(x.dtype));
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}
