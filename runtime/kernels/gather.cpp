// Reading by indices: gather, its gradient, gather_nd; and the coordinates of true elements.
#include "runtime/kernels/numeric.h"

namespace lathe::rt {
namespace {

// params [batch, outer, extent, inner], indices [batch, n], result [batch, outer, n, inner].
struct GatherShape {
  int64_t batch, outer, extent, n, inner;
};

int32_t ResolveGather(LtContext* ctx, const LtTensor& params, const LtTensor& indices, const int64_t* attrs,
                      Dims* result, GatherShape* g) {
  int64_t axis = attrs[0] < 0 ? attrs[0] + params.rank : attrs[0];
  const int64_t batch_dims = attrs[1] < 0 ? attrs[1] + indices.rank : attrs[1];
  if (params.rank < 1) return Invalid(ctx, "params must be at least 1 dimensional");
  if (axis < 0 || axis >= params.rank) {
    return Invalid(ctx, "Expected axis in the range [%d, %d), but got %d", -int64_t{params.rank}, int64_t{params.rank},
                   attrs[0]);
  }
  if (batch_dims < 0 || batch_dims > indices.rank || batch_dims > axis) {
    return Invalid(ctx, "batch_dims (%d) must be less than or equal to axis (%d) and the rank of indices (%d)",
                   attrs[1], axis, int64_t{indices.rank});
  }
  for (int32_t i = 0; i < batch_dims; ++i) {
    if (params.dims[i] != indices.dims[i]) {
      return Invalid(ctx, "params.shape[%d]: %d should be equal to indices.shape[%d]: %d", int64_t{i}, params.dims[i],
                     int64_t{i}, indices.dims[i]);
    }
  }
  for (int32_t i = 0; i < axis; ++i) result->Add(params.dims[i]);
  for (int32_t i = int32_t(batch_dims); i < indices.rank; ++i) result->Add(indices.dims[i]);
  for (int32_t i = int32_t(axis) + 1; i < params.rank; ++i) result->Add(params.dims[i]);
  g->batch = ProductOf(params.dims, 0, int32_t(batch_dims));
  g->outer = ProductOf(params.dims, int32_t(batch_dims), int32_t(axis));
  g->extent = params.dims[axis];
  g->n = ProductOf(indices.dims, int32_t(batch_dims), indices.rank);
  g->inner = ProductOf(params.dims, int32_t(axis) + 1, params.rank);
  return 0;
}

int32_t CheckIndices(LtContext* ctx, const LtTensor& indices, int64_t extent) {
  int64_t bad = -1;
  ByInteger(indices.dtype, [&]<class T>(T) {
    const T* values = static_cast<const T*>(indices.data);
    for (int64_t i = 0; i < indices.count; ++i) {
      // As unsigned, negative indices are too large as well.
      if (uint64_t(int64_t(values[i])) >= uint64_t(extent)) return void(bad = i);
    }
  });
  if (bad < 0) return 0;
  return Invalid(ctx, "indices%s = %d is not in [0, %d)", TextOfIndex(indices.dims, indices.rank, bad).text,
                 IntAt(indices, bad), extent);
}

template <class T>
void GatherSlices(const LtTensor& params, const LtTensor& indices, const LtTensor& out, const GatherShape& g) {
  const T* from = static_cast<const T*>(params.data);
  T* to = static_cast<T*>(out.data);
  const bool narrow = indices.dtype == LT_INT32;
  const int32_t* narrow_index = static_cast<const int32_t*>(indices.data);
  const int64_t slice_bytes = g.inner * int64_t(sizeof(T));
  ParallelFor(g.batch * g.outer * g.n, 1 + (1 << 18) / (slice_bytes + 1), [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      const int64_t block = k / g.n, at = block / g.outer * g.n + k % g.n;
      const int64_t index = narrow ? narrow_index[at] : IntAt(indices, at);
      const T* source = from + (block * g.extent + index) * g.inner;
      if (g.inner == 1)
        to[k] = *source;
      else
        memcpy(to + k * g.inner, source, size_t(slice_bytes));
    }
  });
}

// Slices of `updates` are added to zeros at the indices, in index order.
template <class T>
void AddSlices(const LtTensor& indices, const LtTensor& updates, const LtTensor& out, const GatherShape& g) {
  using C = typename Element<T>::Compute;
  const T* from = static_cast<const T*>(updates.data);
  T* to = static_cast<T*>(out.data);
  ParallelFor(g.batch * g.outer, g.n * g.inner > 65536 ? 1 : 1 + 65536 / (g.n * g.inner + 1),
              [&](int64_t begin, int64_t end) {
                for (int64_t block = begin; block < end; ++block) {
                  for (int64_t k = 0; k < g.n; ++k) {
                    const int64_t index = IntAt(indices, block / g.outer * g.n + k);
                    T* target = to + (block * g.extent + index) * g.inner;
                    const T* source = from + (block * g.n + k) * g.inner;
                    for (int64_t j = 0; j < g.inner; ++j) {
                      target[j] = Element<T>::Store(AddOf<C>(Element<T>::Load(target[j]), Element<T>::Load(source[j])));
                    }
                  }
                }
              });
}

template <class T>
bool IsTrue(T x) {
  if constexpr (kIsHalf<T>)
    return x.ToFloat() != 0;
  else if constexpr (kIsComplex<T>)
    return x.re != 0 || x.im != 0;
  else
    return x != 0;
}

template <class T>
int32_t WhereOf(LtContext* ctx, const LtTensor& x, LtTensor* out) {
  const T* values = static_cast<const T*>(x.data);
  int64_t n = 0;
  for (int64_t i = 0; i < x.count; ++i) n += IsTrue(values[i]);
  Dims dims;
  dims.Add(n), dims.Add(x.rank);
  if (MakeTensor(ctx, out, LT_INT64, dims)) return 1;
  int64_t* to = static_cast<int64_t*>(out->data);
  int64_t index[LT_MAX_RANK] = {};
  for (int64_t i = 0; i < x.count; ++i) {
    if (IsTrue(values[i])) {
      for (int32_t d = 0; d < x.rank; ++d) *to++ = index[d];
    }
    for (int32_t d = x.rank - 1; d >= 0 && ++index[d] == x.dims[d]; --d) index[d] = 0;
  }
  return 0;
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

// Operands params, indices; attrs: axis, batch_dims.
LT_KERNEL(lt_gather) {
  const LtTensor& params = *in[0];
  const LtTensor& indices = *in[1];
  if (!IsIntegerType(indices.dtype)) return BadType(ctx, "an index of gather", indices.dtype);
  Dims dims;
  GatherShape g;
  if (ResolveGather(ctx, params, indices, attrs, &dims, &g)) return 1;
  if (g.batch * g.outer * g.inner > 0 || g.extent == 0) {
    if (CheckIndices(ctx, indices, g.extent)) return 1;
  }
  if (MakeTensor(ctx, out, params.dtype, dims)) return 1;
  if (out->count == 0) return 0;
  ByWidth(lt_dtype_size(params.dtype), [&]<class T>(T) { GatherSlices<T>(params, indices, *out, g); });
  RetainStrings(params.dtype, out->data, out->count);
  return 0;
}

// Operands like, indices, updates; attrs as lt_gather.
LT_KERNEL(lt_gather_grad) {
  const LtTensor& like = *in[0];
  const LtTensor& indices = *in[1];
  const LtTensor& updates = *in[2];
  Dims dims;
  GatherShape g;
  if (ResolveGather(ctx, like, indices, attrs, &dims, &g)) return 1;
  if (updates.count != g.batch * g.outer * g.n * g.inner) {
    return Invalid(ctx, "updates of shape %h do not fit indices of shape %h", &updates, &indices);
  }
  if (CheckIndices(ctx, indices, g.extent)) return 1;
  if (MakeTensor(ctx, out, updates.dtype, Dims::Of(like))) return 1;
  memset(out->data, 0, size_t(out->count * lt_dtype_size(updates.dtype)));
  if (out->count == 0) return 0;
  if (ByNumeric(updates.dtype, [&]<class T>(T) { AddSlices<T>(indices, updates, *out, g); })) return 0;
  lt_release(out);
  return BadType(ctx, "the gradient of gather", updates.dtype);
}

// Operands params, indices [batch…, …, depth]; attrs: axis (not used), batch_dims.
LT_KERNEL(lt_gather_nd) {
  const LtTensor& params = *in[0];
  const LtTensor& indices = *in[1];
  if (!IsIntegerType(indices.dtype)) return BadType(ctx, "an index of gather_nd", indices.dtype);
  const int64_t batch_dims = attrs[1] < 0 ? attrs[1] + indices.rank : attrs[1];
  if (params.rank < 1) return Invalid(ctx, "params must be at least a vector");
  if (indices.rank < 1) return Invalid(ctx, "indices must be at least a vector");
  if (batch_dims < 0 || batch_dims >= indices.rank || batch_dims > params.rank) {
    return Invalid(ctx, "batch_dims = %d must be less than the rank of indices (%d) and at most that of params (%d)",
                   batch_dims, int64_t{indices.rank}, int64_t{params.rank});
  }
  const int64_t depth = indices.dims[indices.rank - 1];
  if (depth > params.rank - batch_dims) {
    return Invalid(ctx, "index innermost dimension length must be <= params rank; saw: %d vs. %d", depth,
                   params.rank - batch_dims);
  }
  Dims dims;
  for (int32_t i = 0; i < indices.rank - 1; ++i) {
    if (i < batch_dims && indices.dims[i] != params.dims[i]) {
      return Invalid(ctx, "batch dimensions of params %h and indices %h differ", &params, &indices);
    }
    dims.Add(indices.dims[i]);
  }
  const int32_t first = int32_t(batch_dims), tail = first + int32_t(depth);
  for (int32_t i = tail; i < params.rank; ++i) dims.Add(params.dims[i]);
  const int64_t batch = ProductOf(indices.dims, 0, first), n = ProductOf(indices.dims, first, indices.rank - 1);
  const int64_t inner = ProductOf(params.dims, tail, params.rank), block = ProductOf(params.dims, first, params.rank);
  Scratch rows(batch * n * 8);
  int64_t* at = rows.as<int64_t>();
  for (int64_t k = 0; k < batch * n; ++k) {
    at[k] = 0;
    for (int64_t d = 0; d < depth; ++d) {
      const int64_t index = IntAt(indices, k * depth + d), extent = params.dims[first + d];
      if (uint64_t(index) >= uint64_t(extent)) {
        int64_t tuple[LT_MAX_RANK];
        for (int64_t j = 0; j < depth; ++j) tuple[j] = IntAt(indices, k * depth + j);
        return Invalid(ctx, "indices%s = %s does not index into param shape %h",
                       TextOfIndex(indices.dims, indices.rank - 1, k).text, TextOfValues(tuple, depth).text, &params);
      }
      at[k] = at[k] * extent + index;
    }
    at[k] = k / n * block + at[k] * inner;
  }
  if (MakeTensor(ctx, out, params.dtype, dims)) return 1;
  const int64_t width = lt_dtype_size(params.dtype);
  for (int64_t k = 0; out->count > 0 && k < batch * n; ++k) {
    memcpy(At(out->data, k * inner, width), At(params.data, at[k], width), size_t(inner * width));
  }
  RetainStrings(params.dtype, out->data, out->count);
  return 0;
}

LT_KERNEL(lt_where) {
  const LtTensor& x = *in[0];
  int32_t status = 0;
  if (x.dtype == LT_BOOL) return WhereOf<uint8_t>(ctx, x, out);
  if (ByNumeric(x.dtype, [&]<class T>(T) { status = WhereOf<T>(ctx, x, out); })) return status;
  return BadType(ctx, "where", x.dtype);
}
