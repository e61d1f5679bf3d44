// Looking elements up: unique and searchsorted.
#include "runtime/kernels/numeric.h"

namespace lathe::rt {
namespace {

uint64_t Mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0x9e3779b97f4a7c15u;
  return x ^ (x >> 29);
}

// Equality as ==: the zeros are equal, NaN is equal to nothing.
template <class T>
uint64_t HashOf(T x) {
  if constexpr (kIsHalf<T>) {
    return HashOf(x.ToFloat());
  } else if constexpr (kIsComplex<T>) {
    return Mix(HashOf(x.re) * 31 + HashOf(x.im));
  } else if constexpr (kIsFloat<T>) {
    const double wide = double(x) + 0.0;
    uint64_t bits;
    memcpy(&bits, &wide, sizeof bits);
    return Mix(bits);
  } else {
    return Mix(uint64_t(x));
  }
}
template <class T>
bool Equal(T a, T b) {
  if constexpr (kIsHalf<T>)
    return a.ToFloat() == b.ToFloat();
  else
    return a == b;
}

struct Text {
  const LtString* string;
  int64_t length() const { return string == nullptr ? 0 : string->length; }
};
template <>
uint64_t HashOf(Text x) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (int64_t i = 0; i < x.length(); ++i) hash = (hash ^ uint8_t(x.string->data[i])) * 0x100000001b3u;
  return Mix(hash);
}
template <>
bool Equal(Text a, Text b) {
  return a.length() == b.length() &&
         (a.length() == 0 || memcmp(a.string->data, b.string->data, size_t(a.length())) == 0);
}

// ids[i]: number of the distinct element that x[i] is; first[k]: position of its first appearance. Returns how many.
template <class T>
int64_t NumberDistinct(const T* x, int64_t n, int64_t* ids, int64_t* first, int64_t* counts) {
  int64_t size = 16;
  while (size < 2 * n) size *= 2;
  Scratch memory(size * 8);
  int64_t* slots = memory.as<int64_t>();
  for (int64_t i = 0; i < size; ++i) slots[i] = -1;
  int64_t distinct = 0;
  for (int64_t i = 0; i < n; ++i) {
    int64_t at = int64_t(HashOf(x[i]) & uint64_t(size - 1));
    // An element that is not equal to itself is a new one each time; it needs no place in the table.
    const bool findable = Equal(x[i], x[i]);
    while (findable && slots[at] >= 0 && !Equal(x[first[slots[at]]], x[i])) at = (at + 1) & (size - 1);
    if (!findable || slots[at] < 0) {
      if (findable) slots[at] = distinct;
      first[distinct] = i, counts[distinct] = 0;
      ids[i] = distinct++;
    } else {
      ids[i] = slots[at];
    }
    ++counts[ids[i]];
  }
  return distinct;
}

template <class T>
void Search(const LtTensor& sequence, const LtTensor& values, const LtTensor& out, int64_t rows, bool right) {
  const int64_t n = rows > 0 ? sequence.count / rows : 0, m = rows > 0 ? values.count / rows : 0;
  const T* sorted = static_cast<const T*>(sequence.data);
  const T* wanted = static_cast<const T*>(values.data);
  for (int64_t i = 0; i < values.count; ++i) {
    const T* row = sorted + i / m * n;
    const auto value = Element<T>::Load(wanted[i]);
    int64_t low = 0, high = n;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      const auto x = Element<T>::Load(row[middle]);
      if (right ? !(value < x) : x < value)
        low = middle + 1;
      else
        high = middle;
    }
    SetInt(out, i, low);
  }
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

// attrs: dtype of positions and counts. Results distinct elements, position of each element among them, counts.
LT_KERNEL(lt_unique) {
  const LtTensor& x = *in[0];
  if (x.rank != 1) return Invalid(ctx, "unique expects a 1D vector.");
  Scratch memory(x.count * 24);
  int64_t *ids = memory.as<int64_t>(), *first = ids + x.count, *counts = first + x.count;
  int64_t distinct = 0;
  const auto number = [&]<class T>(T) {
    distinct = NumberDistinct(static_cast<const T*>(x.data), x.count, ids, first, counts);
  };
  if (x.dtype == LT_BOOL)
    number(uint8_t{});
  else if (x.dtype == LT_STRING)
    number(Text{});
  else
    ByNumeric(x.dtype, number);
  Dims found, all;
  found.Add(distinct), all.Add(x.count);
  if (MakeTensor(ctx, &out[0], x.dtype, found)) return 1;
  lt_tensor_new(&out[1], int32_t(attrs[0]), 1, all.d);
  lt_tensor_new(&out[2], int32_t(attrs[0]), 1, found.d);
  ByWidth(lt_dtype_size(x.dtype), [&]<class T>(T) {
    for (int64_t k = 0; k < distinct; ++k) static_cast<T*>(out[0].data)[k] = static_cast<const T*>(x.data)[first[k]];
  });
  RetainStrings(x.dtype, out[0].data, distinct);
  for (int64_t i = 0; i < x.count; ++i) SetInt(out[1], i, ids[i]);
  for (int64_t k = 0; k < distinct; ++k) SetInt(out[2], k, counts[k]);
  return 0;
}

// Operands sorted rows, values; ParamsAttr: ints {0 left, 1 right}, dtypes {output}.
LT_KERNEL(lt_search_sorted) {
  const LtTensor& sequence = *in[0];
  const LtTensor& values = *in[1];
  const Params params(attrs);
  if (sequence.rank < 1 || values.rank < 1)
    return Invalid(ctx, "sorted input argument must be a vector or rows of vectors");
  if (sequence.dtype != values.dtype) return Invalid(ctx, "sorted_sequence and values must have the same type");
  const int64_t rows = ProductOf(sequence.dims, 0, sequence.rank - 1);
  if (rows != ProductOf(values.dims, 0, values.rank - 1))
    return Invalid(ctx, "Leading dim_size of both tensors must match.");
  if (MakeTensor(ctx, out, params.DType(0, LT_INT32), Dims::Of(values))) return 1;
  if (out->count == 0) return 0;
  if (ByReal(values.dtype, [&]<class T>(T) { Search<T>(sequence, values, *out, rows, params.Int(0, 0) != 0); }))
    return 0;
  lt_release(out);
  return BadType(ctx, "searchsorted", values.dtype);
}
