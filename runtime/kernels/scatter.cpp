// Writing by indices: scatter_nd, tensor scatter updates, segment reductions, counting.
#include "runtime/kernels/numeric.h"

namespace lathe::rt {
namespace {

enum class Update : int64_t { kSet, kAdd, kSub, kMax, kMin, kMul, kDiv };

// One update slice after the other, in index order; `to` [rows, inner], `at` the row of each slice or -1: dropped.
template <class T, class F>
void Apply(T* to, const T* from, const int64_t* at, int64_t n, int64_t inner, F&& combine) {
  for (int64_t k = 0; k < n; ++k) {
    if (at[k] < 0) continue;
    T* target = to + at[k] * inner;
    for (int64_t j = 0; j < inner; ++j) {
      target[j] = Element<T>::Store(combine(Element<T>::Load(target[j]), Element<T>::Load(from[k * inner + j])));
    }
  }
}

// False where the update has no meaning for the type.
template <class T>
bool ApplyUpdate(Update update, T* to, const T* from, const int64_t* at, int64_t n, int64_t inner) {
  using C = typename Element<T>::Compute;
  switch (update) {
    case Update::kAdd:
      Apply(to, from, at, n, inner, [](C a, C b) { return AddOf(a, b); });
      return true;
    case Update::kSub:
      Apply(to, from, at, n, inner, [](C a, C b) { return SubOf(a, b); });
      return true;
    case Update::kMul:
      Apply(to, from, at, n, inner, [](C a, C b) { return MulOf(a, b); });
      return true;
    case Update::kMax:
      if constexpr (!kIsComplex<C>) return Apply(to, from, at, n, inner, [](C a, C b) { return MaxOf(a, b); }), true;
      return false;
    case Update::kMin:
      if constexpr (!kIsComplex<C>) return Apply(to, from, at, n, inner, [](C a, C b) { return MinOf(a, b); }), true;
      return false;
    case Update::kDiv:
      if constexpr (kIsFloat<C>) {
        return Apply(to, from, at, n, inner, [](C a, C b) { return a / b; }), true;
      } else if constexpr (!kIsComplex<C>) {
        const auto divide = [](C a, C b) -> C {
          if (b == 0) return C(0);
          return C(-1) < C(0) && b == C(-1) ? SubOf(C(0), a) : C(a / b);
        };
        return Apply(to, from, at, n, inner, divide), true;
      }
      return false;
    case Update::kSet:
      return false;
  }
  return false;
}

// Last write wins.
void SetSlices(const LtTensor& out, const LtTensor& updates, const int64_t* at, int64_t n, int64_t inner) {
  const int64_t width = lt_dtype_size(out.dtype);
  for (int64_t k = 0; k < n; ++k) {
    char* to = At(out.data, at[k] * inner, width);
    const char* from = At(updates.data, k * inner, width);
    if (out.dtype == LT_STRING) {
      for (int64_t j = 0; j < inner; ++j) {
        LtString*& slot = reinterpret_cast<LtString**>(to)[j];
        LtString* fresh = reinterpret_cast<LtString* const*>(from)[j];
        RetainStrings(LT_STRING, &fresh, 1);
        if (slot != nullptr) lt_string_release(slot);
        slot = fresh;
      }
    } else {
      memcpy(to, from, size_t(inner * width));
    }
  }
}

// indices [n…, depth] into a tensor of shape `dims`, updates [n…, dims[depth:]]: the row of each update slice.
struct Targets {
  int64_t n = 0, depth = 0, inner = 1;
};

int32_t ResolveScatter(LtContext* ctx, const LtTensor& indices, const LtTensor& updates, const Dims& dims, Targets* t) {
  if (!IsIntegerType(indices.dtype)) return BadType(ctx, "an index of scatter", indices.dtype);
  if (indices.rank < 1) return Invalid(ctx, "Indices shape must have rank at least one. Found: %h", &indices);
  t->depth = indices.dims[indices.rank - 1];
  LtTensor shape{};
  shape.rank = dims.rank < LT_MAX_RANK ? dims.rank : LT_MAX_RANK;
  for (int32_t i = 0; i < shape.rank; ++i) shape.dims[i] = dims.d[i];
  if (t->depth > dims.rank) {
    return Invalid(ctx, "indices.shape[-1] must be <= shape rank: %d vs. %d", t->depth, int64_t{dims.rank});
  }
  const int32_t batch = indices.rank - 1, tail = dims.rank - int32_t(t->depth);
  if (updates.rank < batch) {
    return Invalid(ctx, "Outer dimensions of indices and update must match. Indices shape: %h, updates shape:%h",
                   &indices, &updates);
  }
  for (int32_t i = 0; i < batch; ++i) {
    if (updates.dims[i] != indices.dims[i]) {
      return Invalid(ctx, "Outer dimensions of indices and update must match. Indices shape: %h, updates shape:%h",
                     &indices, &updates);
    }
  }
  bool fits = updates.rank - batch == tail;
  for (int32_t i = 0; fits && i < tail; ++i) fits = updates.dims[batch + i] == dims.d[t->depth + i];
  if (!fits) {
    return Invalid(
        ctx, "Inner dimensions of output shape must match inner dimensions of updates shape. Output: %h updates: %h",
        &shape, &updates);
  }
  t->n = ProductOf(indices.dims, 0, batch);
  t->inner = ProductOf(dims.d, int32_t(t->depth), dims.rank);
  return 0;
}

int32_t ReadTargets(LtContext* ctx, const LtTensor& indices, const Dims& dims, const Targets& t, int64_t* at) {
  for (int64_t k = 0; k < t.n; ++k) {
    at[k] = 0;
    for (int64_t d = 0; d < t.depth; ++d) {
      const int64_t index = IntAt(indices, k * t.depth + d);
      if (uint64_t(index) >= uint64_t(dims.d[d])) {
        int64_t tuple[LT_MAX_RANK];
        for (int64_t j = 0; j < t.depth; ++j) tuple[j] = IntAt(indices, k * t.depth + j);
        return Invalid(ctx, "indices%s = %s does not index into shape %s",
                       TextOfIndex(indices.dims, indices.rank - 1, k).text, TextOfValues(tuple, t.depth).text,
                       TextOfValues(dims.d, dims.rank).text);
      }
      at[k] = at[k] * dims.d[d] + index;
    }
  }
  return 0;
}

enum class Segment : int64_t { kSum, kMax, kMin, kProd };

// What an empty segment holds: 0, the lowest or highest finite value, 1.
template <class T>
T Neutral(Segment kind) {
  using C = typename Element<T>::Compute;
  if constexpr (kIsComplex<C>) {
    return kind == Segment::kProd ? T{1, 0} : T{0, 0};
  } else {
    if (kind == Segment::kSum) return Element<T>::Store(C(0));
    if (kind == Segment::kProd) return Element<T>::Store(C(1));
    if constexpr (kIsFloat<C>) {
      const C highest = Element<T>::Load(HighestFinite<T>());
      return Element<T>::Store(kind == Segment::kMax ? -highest : highest);
    } else {
      return kind == Segment::kMax ? Lowest<T>() : Highest<T>();
    }
  }
}

template <class T>
bool ReduceSegments(Segment kind, const LtTensor& data, const LtTensor& out, const int64_t* at, int64_t n,
                    int64_t inner) {
  T* to = static_cast<T*>(out.data);
  const T neutral = Neutral<T>(kind);
  for (int64_t i = 0; i < out.count; ++i) to[i] = neutral;
  const T* from = static_cast<const T*>(data.data);
  switch (kind) {
    case Segment::kSum:
      return ApplyUpdate(Update::kAdd, to, from, at, n, inner);
    case Segment::kMax:
      return ApplyUpdate(Update::kMax, to, from, at, n, inner);
    case Segment::kMin:
      return ApplyUpdate(Update::kMin, to, from, at, n, inner);
    case Segment::kProd:
      return ApplyUpdate(Update::kMul, to, from, at, n, inner);
  }
  return false;
}

template <class T>
void Count(const LtTensor& values, const LtTensor& weights, const LtTensor& out, int64_t size) {
  using C = typename Element<T>::Compute;
  T* to = static_cast<T*>(out.data);
  const T* weight = static_cast<const T*>(weights.data);
  for (int64_t i = 0; i < values.count; ++i) {
    const int64_t bin = IntAt(values, i);
    if (bin >= size) continue;
    C by = C(1);
    if (weights.count > 0) by = Element<T>::Load(weight[i]);
    to[bin] = Element<T>::Store(AddOf<C>(Element<T>::Load(to[bin]), by));
  }
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

// Operands indices, updates, shape.
LT_KERNEL(lt_scatter_nd) {
  const LtTensor& indices = *in[0];
  const LtTensor& updates = *in[1];
  int64_t shape[LT_MAX_RANK];
  const int64_t rank = ReadVector(ctx, *in[2], "shape", shape, LT_MAX_RANK);
  if (rank < 0) return 1;
  Dims dims;
  int64_t count = 1;
  for (int64_t i = 0; i < rank; ++i) {
    if (shape[i] < 0) return Invalid(ctx, "Dimension %d must be >= 0, but it is %d", i, shape[i]);
    dims.Add(shape[i]);
    count = count != 0 && shape[i] == 0 ? 0 : count;
  }
  if (count == 0 && indices.count > 0 && updates.count == 0 && indices.dims[indices.rank - 1] > 0) {
    return Invalid(ctx, "Indices and updates specified for empty output shape");
  }
  Targets t;
  if (ResolveScatter(ctx, indices, updates, dims, &t)) return 1;
  Scratch rows(t.n * 8);
  if (ReadTargets(ctx, indices, dims, t, rows.as<int64_t>())) return 1;
  if (MakeTensor(ctx, out, updates.dtype, dims)) return 1;
  memset(out->data, 0, size_t(out->count * lt_dtype_size(updates.dtype)));
  if (updates.count == 0) return 0;
  if (updates.dtype == LT_BOOL || updates.dtype == LT_STRING) {
    SetSlices(*out, updates, rows.as<int64_t>(), t.n, t.inner);
    return 0;
  }
  ByNumeric(updates.dtype, [&]<class T>(T) {
    ApplyUpdate(Update::kAdd, static_cast<T*>(out->data), static_cast<const T*>(updates.data), rows.as<int64_t>(), t.n,
                t.inner);
  });
  return 0;
}

// Operands x, indices, updates; ParamsAttr: ints {0 set, 1 add, 2 sub, 3 max, 4 min, 5 mul, 6 div}.
LT_KERNEL(lt_tensor_scatter) {
  const LtTensor& x = *in[0];
  const LtTensor& indices = *in[1];
  const LtTensor& updates = *in[2];
  const Update update = Update(Params(attrs).Int(0, 0));
  const Dims dims = Dims::Of(x);
  Targets t;
  if (ResolveScatter(ctx, indices, updates, dims, &t)) return 1;
  Scratch rows(t.n * 8);
  if (ReadTargets(ctx, indices, dims, t, rows.as<int64_t>())) return 1;
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  memcpy(out->data, x.data, size_t(x.count * lt_dtype_size(x.dtype)));
  RetainStrings(x.dtype, out->data, out->count);
  if (updates.count == 0) return 0;
  if (update == Update::kSet) {
    SetSlices(*out, updates, rows.as<int64_t>(), t.n, t.inner);
    return 0;
  }
  bool done = false;
  ByNumeric(x.dtype, [&]<class T>(T) {
    done = ApplyUpdate(update, static_cast<T*>(out->data), static_cast<const T*>(updates.data), rows.as<int64_t>(), t.n,
                       t.inner);
  });
  if (done) return 0;
  lt_release(out);
  return BadType(ctx, "this scatter update", x.dtype);
}

// Operands data, ids, count; ParamsAttr: ints {0 sum, 1 max, 2 min, 3 prod}. Negative ids are dropped.
LT_KERNEL(lt_unsorted_segment) {
  const LtTensor& data = *in[0];
  const LtTensor& ids = *in[1];
  if (in[2]->count != 1) return Invalid(ctx, "num_segments should be a scalar, not shape %h", in[2]);
  if (!IsIntegerType(ids.dtype) && ids.count > 0) return BadType(ctx, "a segment id", ids.dtype);
  const int64_t segments = IntAt(*in[2], 0);
  if (segments < 0) return Invalid(ctx, "Input num_segments == %d must not be negative.", segments);
  bool prefix = ids.rank <= data.rank;
  for (int32_t i = 0; prefix && i < ids.rank; ++i) prefix = ids.dims[i] == data.dims[i];
  if (!prefix) return Invalid(ctx, "data.shape = %h does not start with segment_ids.shape = %h", &data, &ids);
  Dims dims;
  dims.Add(segments);
  for (int32_t i = ids.rank; i < data.rank; ++i) dims.Add(data.dims[i]);
  Scratch rows(ids.count * 8);
  int64_t* at = rows.as<int64_t>();
  for (int64_t i = 0; i < ids.count; ++i) {
    at[i] = IntAt(ids, i);
    if (at[i] >= segments) {
      return Invalid(ctx, "segment_ids%s = %d is out of range [0, %d)", TextOfIndex(ids.dims, ids.rank, i).text, at[i],
                     segments);
    }
  }
  if (MakeTensor(ctx, out, data.dtype, dims)) return 1;
  bool done = false;
  ByNumeric(data.dtype, [&]<class T>(T) {
    done = ReduceSegments<T>(Segment(Params(attrs).Int(0, 0)), data, *out, at, ids.count,
                             ProductOf(data.dims, ids.rank, data.rank));
  });
  if (done) return 0;
  lt_release(out);
  return BadType(ctx, "a segment reduction", data.dtype);
}

// Operands values, size, weights (no elements: every value counts 1); the result has the weights' type.
LT_KERNEL(lt_bincount) {
  const LtTensor& values = *in[0];
  const LtTensor& weights = *in[2];
  if (!IsIntegerType(values.dtype) && values.count > 0) return BadType(ctx, "a value of bincount", values.dtype);
  if (in[1]->count != 1) return Invalid(ctx, "Shape must be rank 0 but is rank %d", int64_t{in[1]->rank});
  const int64_t size = IntAt(*in[1], 0);
  if (size < 0) return Invalid(ctx, "size (%d) must be non-negative", size);
  if (weights.count != 0 && weights.count != values.count) {
    return Invalid(ctx, "`weights` must be the same shape as `arr` or a length-0 `Tensor`: %h and %h", &weights,
                   &values);
  }
  for (int64_t i = 0; i < values.count; ++i) {
    if (IntAt(values, i) < 0) return Invalid(ctx, "Input arr must be non-negative!");
  }
  Dims dims;
  dims.Add(size);
  if (MakeTensor(ctx, out, weights.dtype, dims)) return 1;
  memset(out->data, 0, size_t(out->count * lt_dtype_size(weights.dtype)));
  if (ByReal(weights.dtype, [&]<class T>(T) { Count<T>(values, weights, *out, size); })) return 0;
  lt_release(out);
  return BadType(ctx, "bincount", weights.dtype);
}
