// Along one axis: index of the largest or smallest element, running sums and products.
#include "runtime/kernels/numeric.h"

namespace lathe::rt {
namespace {

// [outer, n, inner] around an axis.
struct Around {
  int64_t outer, n, inner;
};
Around AroundAxis(const LtTensor& x, int64_t axis) {
  return {ProductOf(x.dims, 0, int32_t(axis)), x.dims[axis], ProductOf(x.dims, int32_t(axis) + 1, x.rank)};
}

// The first element for which no other is better; NaN is never better and everything is better than NaN at the start:
// as TensorFlow, which begins with the lowest (highest) value.
template <class T, class Better>
void ArgBest(const LtTensor& x, const Around& a, int64_t* best, Better better) {
  const T* from = static_cast<const T*>(x.data);
  ParallelFor(a.outer, 1 + 65536 / (a.n * a.inner + 1), [&](int64_t begin, int64_t end) {
    for (int64_t o = begin; o < end; ++o) {
      for (int64_t j = 0; j < a.inner; ++j) {
        const T* line = from + o * a.n * a.inner + j;
        int64_t at = 0;
        auto value = Element<T>::Load(line[0]);
        for (int64_t k = 1; k < a.n; ++k) {
          const auto candidate = Element<T>::Load(line[k * a.inner]);
          if (better(candidate, value) || (value != value && candidate == candidate)) at = k, value = candidate;
        }
        best[o * a.inner + j] = at;
      }
    }
  });
}

template <class Better>
int32_t ArgOf(LtContext* ctx, const LtTensor& x, const int64_t* attrs, LtTensor* out, const char* what, Better better) {
  const Params params(attrs);
  const int64_t given = params.Int(0, 0), axis = given < 0 ? given + x.rank : given;
  if (axis < 0 || axis >= x.rank) {
    return Invalid(ctx, "Expected dimension in the range [%d, %d), but got %d", -int64_t{x.rank}, int64_t{x.rank},
                   given);
  }
  if (x.dims[axis] == 0) return Invalid(ctx, "Reduction axis %d is empty in shape %h", axis, &x);
  Dims dims;
  for (int32_t i = 0; i < x.rank; ++i) {
    if (i != axis) dims.Add(x.dims[i]);
  }
  const int32_t dtype = params.DType(0, LT_INT64);
  if (MakeTensor(ctx, out, dtype, dims)) return 1;
  if (out->count == 0) return 0;
  const Around around = AroundAxis(x, axis);
  Scratch wide(dtype == LT_INT64 ? 1 : out->count * 8);
  int64_t* best = dtype == LT_INT64 ? static_cast<int64_t*>(out->data) : wide.as<int64_t>();
  bool done = ByReal(x.dtype, [&]<class T>(T) { ArgBest<T>(x, around, best, better); });
  if (x.dtype == LT_BOOL) ArgBest<uint8_t>(x, around, best, better), done = true;
  if (!done) {
    lt_release(out);
    return BadType(ctx, what, x.dtype);
  }
  for (int64_t i = 0; dtype != LT_INT64 && i < out->count; ++i) SetInt(*out, i, best[i]);
  return 0;
}

// Each step is an operation of the declared type: half floats are rounded after every step, as in TensorFlow.
template <class T, class Combine>
void Scan(const LtTensor& x, const LtTensor& out, const Around& a, bool exclusive, bool reverse,
          typename Element<T>::Compute neutral, Combine combine) {
  const T* from = static_cast<const T*>(x.data);
  T* to = static_cast<T*>(out.data);
  const T start = Element<T>::Store(neutral);
  const int64_t step = reverse ? -a.inner : a.inner;
  ParallelFor(a.outer, 1 + 65536 / (a.n * a.inner + 1), [&](int64_t begin, int64_t end) {
    for (int64_t o = begin; o < end; ++o) {
      const int64_t base = o * a.n * a.inner, first = base + (reverse ? (a.n - 1) * a.inner : 0);
      for (int64_t j = 0; j < a.inner; ++j) {
        const T x0 = from[first + j];
        to[first + j] = exclusive ? start : Element<T>::Store(combine(neutral, Element<T>::Load(x0)));
      }
      for (int64_t k = 1; k < a.n; ++k) {
        const int64_t at = first + k * step, before = at - step, taken = exclusive ? before : at;
        for (int64_t j = 0; j < a.inner; ++j) {
          to[at + j] = Element<T>::Store(combine(Element<T>::Load(to[before + j]), Element<T>::Load(from[taken + j])));
        }
      }
    }
  });
}

// attrs: axis, batch_dims, exclusive, reverse
template <bool product>
int32_t ScanOf(LtContext* ctx, const LtTensor& x, const int64_t* attrs, LtTensor* out) {
  const int64_t axis = attrs[0] < 0 ? attrs[0] + x.rank : attrs[0];
  if (axis < 0 || axis >= x.rank) {
    return Invalid(ctx, "ScanOp: Expected scan axis in the range [%d, %d), but got %d", -int64_t{x.rank},
                   int64_t{x.rank}, attrs[0]);
  }
  if (MakeTensor(ctx, out, x.dtype, Dims::Of(x))) return 1;
  if (out->count == 0) return 0;
  const Around around = AroundAxis(x, axis);
  const bool done = ByNumeric(x.dtype, [&]<class T>(T) {
    using C = typename Element<T>::Compute;
    const auto combine = [](C a, C b) { return product ? MulOf(a, b) : AddOf(a, b); };
    Scan<T>(x, *out, around, attrs[2] != 0, attrs[3] != 0, C{product ? 1 : 0}, combine);
  });
  if (done) return 0;
  lt_release(out);
  return BadType(ctx, product ? "cumprod" : "cumsum", x.dtype);
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

// ParamsAttr: ints {axis}, dtypes {output}.
LT_KERNEL(lt_argmax) {
  return ArgOf(ctx, *in[0], attrs, out, "argmax", [](auto a, auto b) { return a > b; });
}
LT_KERNEL(lt_argmin) {
  return ArgOf(ctx, *in[0], attrs, out, "argmin", [](auto a, auto b) { return a < b; });
}

LT_KERNEL(lt_cumsum) { return ScanOf<false>(ctx, *in[0], attrs, out); }
LT_KERNEL(lt_cumprod) { return ScanOf<true>(ctx, *in[0], attrs, out); }
