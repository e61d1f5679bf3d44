// Helpers of all kernels (common.h): sizes, index operands, texts of coordinates.
#include "runtime/kernels/common.h"

#include "runtime/kernels/numeric.h"

namespace lathe::rt {

int32_t MakeTensor(LtContext* ctx, LtTensor* out, int32_t dtype, const Dims& dims) {
  if (dims.rank > LT_MAX_RANK) {
    return Invalid(ctx, "a result of rank %d is not supported: the limit is %d", int64_t{dims.rank},
                   int64_t{LT_MAX_RANK});
  }
  // Zero-size tensors too must have dimensions whose product is representable: strides are computed from them.
  int64_t product = 1;
  for (int32_t i = 0; i < dims.rank; ++i) {
    const int64_t n = dims.d[i];
    if (n < 0) return Invalid(ctx, "Dimension %d must be >= 0, but it is %d", int64_t{i}, n);
    if (n > 0 && __builtin_mul_overflow(product, n, &product)) product = INT64_MAX;
  }
  if (product > INT64_MAX / 32)
    return Invalid(ctx, "Encountered overflow when multiplying the dimensions of a shape: too many elements");
  lt_tensor_new(out, dtype, dims.rank, dims.d);
  return 0;
}

void ShareTensor(LtTensor* out, const LtTensor& x, const Dims& dims) {
  lt_retain(&x);
  *out = x;
  out->rank = dims.rank;
  for (int32_t i = 0; i < dims.rank; ++i) out->dims[i] = dims.d[i];
}

bool SameShape(const LtTensor& a, const LtTensor& b) {
  if (a.rank != b.rank) return false;
  for (int32_t i = 0; i < a.rank; ++i) {
    if (a.dims[i] != b.dims[i]) return false;
  }
  return true;
}

bool IsIntegerType(int32_t dtype) { return dtype >= LT_INT8 && dtype <= LT_UINT64; }

int64_t IntAt(const LtTensor& t, int64_t i) {
  if (t.dtype == LT_BOOL) return static_cast<const uint8_t*>(t.data)[i];
  int64_t value = 0;
  ByInteger(t.dtype, [&]<class T>(T) { value = int64_t(static_cast<const T*>(t.data)[i]); });
  return value;
}

void SetInt(const LtTensor& t, int64_t i, int64_t value) {
  if (ByInteger(t.dtype, [&]<class T>(T) { static_cast<T*>(t.data)[i] = T(value); })) return;
  ByFloat(t.dtype,
          [&]<class T>(T) { static_cast<T*>(t.data)[i] = Element<T>::Store(typename Element<T>::Compute(value)); });
}

int64_t ReadVector(LtContext* ctx, const LtTensor& t, const char* what, int64_t* values, int64_t limit) {
  if (t.rank > 1) {
    (void)Invalid(ctx, "%s must be a vector, got shape %h", what, &t);
    return -1;
  }
  if (t.count > limit) {
    (void)Invalid(ctx, "%s has %d entries, at most %d are possible", what, t.count, limit);
    return -1;
  }
  // An empty Python list arrives as an empty float tensor.
  if (t.count == 0) return 0;
  if (!IsIntegerType(t.dtype)) {
    (void)Invalid(ctx, "%s must have an integer type", what);
    return -1;
  }
  for (int64_t i = 0; i < t.count; ++i) values[i] = IntAt(t, i);
  return t.count;
}

namespace {

char* WriteNumber(char* p, int64_t value) {
  char digits[24];
  int n = 0;
  uint64_t magnitude = value < 0 ? 0 - uint64_t(value) : uint64_t(value);
  do digits[n++] = char('0' + magnitude % 10);
  while (magnitude /= 10);
  if (value < 0) *p++ = '-';
  while (n > 0) *p++ = digits[--n];
  return p;
}

}  // namespace

IndexText TextOfValues(const int64_t* values, int64_t n) {
  IndexText result;
  char* p = result.text;
  *p++ = '[';
  for (int64_t i = 0; i < n && i < LT_MAX_RANK; ++i) {
    if (i > 0) *p++ = ',';
    p = WriteNumber(p, values[i]);
  }
  *p++ = ']';
  *p = 0;
  return result;
}

IndexText TextOfIndex(const int64_t* dims, int32_t rank, int64_t flat) {
  if (rank == 0) return {{0}};
  int64_t coordinates[LT_MAX_RANK];
  for (int32_t i = rank - 1; i >= 0; --i) {
    const int64_t n = dims[i] > 0 ? dims[i] : 1;
    coordinates[i] = flat % n;
    flat /= n;
  }
  return TextOfValues(coordinates, rank);
}

void RetainStrings(int32_t dtype, void* elements, int64_t n) {
  if (dtype != LT_STRING) return;
  LtString** strings = static_cast<LtString**>(elements);
  for (int64_t i = 0; i < n; ++i) {
    if (strings[i] != nullptr && strings[i]->refs >= 0) ++strings[i]->refs;
  }
}

int32_t BadType(LtContext* ctx, const char* what, int32_t dtype) {
  static constexpr const char* kNames[] = {"bool",    "int8",      "uint8",      "int16",   "uint16",   "int32",
                                           "uint32",  "int64",     "uint64",     "float16", "bfloat16", "float32",
                                           "float64", "complex64", "complex128", "string"};
  const char* name = dtype >= 0 && dtype < 16 ? kNames[dtype] : "unknown";
  return Invalid(ctx, "%s is not defined for type %s", what, name);
}

}  // namespace lathe::rt
