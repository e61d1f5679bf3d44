// Sequences and one-hot rows.
#include "runtime/kernels/numeric.h"

namespace lathe::rt {
namespace {

// Elements from start (inclusive) to limit (exclusive), or -1: delta is 0 or points away from limit, -2: too many.
int64_t IntRangeSize(int64_t start, int64_t limit, int64_t delta) {
  if (delta == 0) return -1;
  if (delta > 0 ? start > limit : start < limit) return -1;
  const uint64_t distance = delta > 0 ? uint64_t(limit) - uint64_t(start) : uint64_t(start) - uint64_t(limit);
  const uint64_t step = delta > 0 ? uint64_t(delta) : 0 - uint64_t(delta);
  const uint64_t n = distance / step + (distance % step != 0);
  return n > uint64_t(INT64_MAX / 64) ? -2 : int64_t(n);
}

template <class T>
int32_t IntRange(LtContext* ctx, const LtTensor* const* in, LtTensor* out) {
  const auto value = [&](int i) { return static_cast<const T*>(in[i]->data)[0]; };
  const T start = value(0), limit = value(1), delta = value(2);
  int64_t n;
  if constexpr (sizeof(T) == 8 && T(-1) > T(0)) {  // uint64: only upwards
    const uint64_t distance = limit - start;
    n = delta == 0 || start > limit ? -1
        : int64_t((distance / delta + (distance % delta != 0)) >> 1) > INT64_MAX / 128
            ? -2
            : int64_t(distance / delta + (distance % delta != 0));
  } else {
    n = IntRangeSize(int64_t(start), int64_t(limit), int64_t(delta));
  }
  if (n == -1) {
    if (delta == 0) return Invalid(ctx, "Requires delta != 0: 0");
    return Invalid(
        ctx,
        delta > 0 ? "Requires start <= limit when delta > 0: %d/%d" : "Requires start >= limit when delta < 0: %d/%d",
        int64_t(start), int64_t(limit));
  }
  if (n == -2) return Invalid(ctx, "Requires ((limit - start) / delta) <= %d", INT64_MAX);
  Dims dims;
  dims.Add(n);
  if (MakeTensor(ctx, out, in[0]->dtype, dims)) return 1;
  T* values = static_cast<T*>(out->data);
  T at = start;
  for (int64_t i = 0; i < n; ++i, at = AddOf(at, delta)) values[i] = at;
  return 0;
}

template <class T>
int32_t FloatRange(LtContext* ctx, const LtTensor* const* in, LtTensor* out) {
  using C = typename Element<T>::Compute;
  const auto value = [&](int i) { return Element<T>::Load(static_cast<const T*>(in[i]->data)[0]); };
  const C start = value(0), limit = value(1), delta = value(2);
  if (start != start || limit != limit || delta != delta)
    return Invalid(ctx, "Requires start, limit and delta to be numbers, not NaN");
  if (delta == 0) return Invalid(ctx, "Requires delta != 0: 0");
  if (delta > 0 ? start > limit : start < limit) {
    return Invalid(ctx,
                   delta > 0 ? "Requires start <= limit when delta > 0" : "Requires start >= limit when delta < 0");
  }
  const C size = Element<T>::Load(Element<T>::Store((limit - start) / delta));
  const double n = __builtin_ceil(double(size < 0 ? -size : size));
  if (!(n < 9.0e15)) return Invalid(ctx, "Requires ((limit - start) / delta) <= %d", INT64_MAX);
  Dims dims;
  dims.Add(int64_t(n));
  if (MakeTensor(ctx, out, in[0]->dtype, dims)) return 1;
  T* values = static_cast<T*>(out->data);
  // Two roundings per element, as TensorFlow's kernel: no error accumulates.
  const auto round = [](C x) { return Element<T>::Load(Element<T>::Store(x)); };
  for (int64_t i = 0; i < int64_t(n); ++i) values[i] = Element<T>::Store(start + round(round(C(i)) * delta));
  return 0;
}

template <class T>
void FillLinspace(const LtTensor* const* in, LtTensor* out, int64_t n) {
  using C = typename Element<T>::Compute;
  const int64_t inner = in[0]->count;
  for (int64_t j = 0; j < inner; ++j) {
    const C start = Element<T>::Load(static_cast<const T*>(in[0]->data)[j]);
    const C stop = Element<T>::Load(static_cast<const T*>(in[1]->data)[j]);
    const C step = n > 1 ? (stop - start) / C(n - 1) : C(0);
    T* values = static_cast<T*>(out->data);
    for (int64_t i = 0; i < n; ++i) values[i * inner + j] = Element<T>::Store(start + step * C(i));
    if (n > 1) values[(n - 1) * inner + j] = Element<T>::Store(stop);
  }
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

LT_KERNEL(lt_range) {
  static constexpr const char* kNames[] = {"start", "limit", "delta"};
  for (int i = 0; i < 3; ++i) {
    if (in[i]->count != 1) return Invalid(ctx, "%s must be a scalar, not shape %h", kNames[i], in[i]);
    if (in[i]->dtype != in[0]->dtype) return Invalid(ctx, "start, limit and delta of a range must have one type");
  }
  int32_t status = 0;
  if (ByInteger(in[0]->dtype, [&]<class T>(T) { status = IntRange<T>(ctx, in, out); })) return status;
  if (ByFloat(in[0]->dtype, [&]<class T>(T) { status = FloatRange<T>(ctx, in, out); })) return status;
  return BadType(ctx, "range", in[0]->dtype);
}

// start and stop of one shape; the new dimension is the first.
LT_KERNEL(lt_linspace) {
  if (!SameShape(*in[0], *in[1]) || in[0]->dtype != in[1]->dtype) {
    return Invalid(ctx, "Expected start and stop to have one shape and type, got %h and %h", in[0], in[1]);
  }
  if (in[2]->count != 1) return Invalid(ctx, "num must be a scalar, not shape %h", in[2]);
  const int64_t n = IntAt(*in[2], 0);
  if (n < 0) return Invalid(ctx, "Requires num >= 0: %d", n);
  Dims dims;
  dims.Add(n);
  for (int32_t i = 0; i < in[0]->rank; ++i) dims.Add(in[0]->dims[i]);
  if (in[0]->dtype < LT_FLOAT16 || in[0]->dtype > LT_FLOAT64) return BadType(ctx, "linspace", in[0]->dtype);
  if (MakeTensor(ctx, out, in[0]->dtype, dims)) return 1;
  ByFloat(in[0]->dtype, [&]<class T>(T) { FillLinspace<T>(in, out, n); });
  return 0;
}

// Operands indices, depth, on, off; attrs: axis of the new dimension (-1: last).
LT_KERNEL(lt_one_hot) {
  const LtTensor& x = *in[0];
  const LtTensor& on = *in[2];
  const LtTensor& off = *in[3];
  const int64_t axis = attrs[0] < 0 ? attrs[0] + x.rank + 1 : attrs[0];
  if (axis < 0 || axis > x.rank)
    return Invalid(ctx, "Expected axis to be -1 or between [0, %d).  But received: %d", int64_t{x.rank} + 1, attrs[0]);
  if (in[1]->count != 1) return Invalid(ctx, "depth must be a scalar, but got: %h", in[1]);
  if (on.count != 1) return Invalid(ctx, "on_value must be a scalar, but got: %h", &on);
  if (off.count != 1) return Invalid(ctx, "off_value must be a scalar, but got: %h", &off);
  const int64_t depth = IntAt(*in[1], 0);
  if (depth < 0) return Invalid(ctx, "depth must be non-negative, got: %d", depth);
  Dims dims;
  for (int32_t i = 0; i < axis; ++i) dims.Add(x.dims[i]);
  dims.Add(depth);
  for (int32_t i = int32_t(axis); i < x.rank; ++i) dims.Add(x.dims[i]);
  if (MakeTensor(ctx, out, on.dtype, dims)) return 1;
  if (out->count == 0) return 0;
  const int64_t width = lt_dtype_size(on.dtype);
  Walk walk;
  walk.Add(out->count, 1, 0);
  CopyWalk(out->data, off.data, walk, width);
  const int64_t inner = ProductOf(x.dims, int32_t(axis), x.rank);
  ByWidth(width, [&]<class T>(T) {
    T* values = static_cast<T*>(out->data);
    const T hot = *static_cast<const T*>(on.data);
    for (int64_t i = 0; i < x.count; ++i) {
      const int64_t index = IntAt(x, i);
      if (index >= 0 && index < depth) values[(i / inner * depth + index) * inner + i % inner] = hot;
    }
  });
  RetainStrings(on.dtype, out->data, out->count);
  return 0;
}
