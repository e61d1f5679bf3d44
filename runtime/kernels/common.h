// What all kernels share: reading index operands, checked sizes, allocation, element widths, strided copies.
#pragma once
#include <string.h>

#include "runtime/kernels/kernels.h"

// The head of every kernel's definition. Kernels use only what they need of these parameters.
#define LT_KERNEL(name)                                                                                \
  extern "C" int32_t name([[maybe_unused]] LtContext* ctx, [[maybe_unused]] const LtTensor* const* in, \
                          [[maybe_unused]] int32_t in_count, [[maybe_unused]] LtTensor* out,           \
                          [[maybe_unused]] int32_t out_count, [[maybe_unused]] const int64_t* attrs)

namespace lathe::rt {

inline constexpr const char* kInvalidArgument = "InvalidArgumentError";

template <class... A>
[[nodiscard]] int32_t Invalid(LtContext* ctx, const char* format, A... a) {
  return lt_failf(ctx, kInvalidArgument, format, a...);
}

// A shape under construction: at most LT_MAX_RANK dimensions (more is the caller's error, reported by MakeTensor).
struct Dims {
  int32_t rank = 0;
  int64_t d[2 * LT_MAX_RANK + 4];

  void Add(int64_t n) {
    if (rank < 2 * LT_MAX_RANK + 4) d[rank] = n;
    ++rank;
  }
  static Dims Of(const LtTensor& t) {
    Dims dims;
    for (int32_t i = 0; i < t.rank; ++i) dims.Add(t.dims[i]);
    return dims;
  }
};

// Fills *out with a fresh tensor; fails for a negative size, a rank above LT_MAX_RANK or a product that overflows.
[[nodiscard]] int32_t MakeTensor(LtContext* ctx, LtTensor* out, int32_t dtype, const Dims& dims);
// *out becomes `x` (one reference more) with another shape of the same number of elements.
void ShareTensor(LtTensor* out, const LtTensor& x, const Dims& dims);
bool SameShape(const LtTensor& a, const LtTensor& b);

// Element of an integer (or bool) tensor.
int64_t IntAt(const LtTensor& t, int64_t i);
bool IsIntegerType(int32_t dtype);
// A vector (rank 0 counts as one entry) of integers with at most `limit` entries into `values`; returns its length, or
// -1 with the error set.
int64_t ReadVector(LtContext* ctx, const LtTensor& t, const char* what, int64_t* values, int64_t limit);
// Writes an integer as an element of an integer or floating tensor.
void SetInt(const LtTensor& t, int64_t i, int64_t value);

// The ParamsAttr block: counted lists of ints, floats (bits), texts (address, length), dtypes.
class Params {
 public:
  explicit Params(const int64_t* attrs)
      : ints_(attrs), floats_(ints_ + 1 + ints_[0]), texts_(floats_ + 1 + floats_[0]) {
    dtypes_ = texts_ + 1 + 2 * texts_[0];
  }
  int64_t Int(int64_t i, int64_t otherwise) const { return i < ints_[0] ? ints_[1 + i] : otherwise; }
  int64_t ints() const { return ints_[0]; }
  int32_t DType(int64_t i, int32_t otherwise) const { return i < dtypes_[0] ? int32_t(dtypes_[1 + i]) : otherwise; }

 private:
  const int64_t *ints_, *floats_, *texts_, *dtypes_;
};

// "[1,2]": coordinates of element `flat` in a tensor of these dimensions; empty text for rank 0.
struct IndexText {
  char text[24 * LT_MAX_RANK + 8];
};
IndexText TextOfIndex(const int64_t* dims, int32_t rank, int64_t flat);
IndexText TextOfValues(const int64_t* values, int64_t n);  // "[1,2]" of the values themselves, at most LT_MAX_RANK

inline int64_t ProductOf(const int64_t* dims, int32_t from, int32_t to) {
  int64_t n = 1;
  for (int32_t i = from; i < to; ++i) n *= dims[i];
  return n;
}

struct Pair128 {
  uint64_t a, b;
};

// Calls f with a value of the unsigned type that has the element's width.
template <class F>
auto ByWidth(int64_t width, F&& f) {
  switch (width) {
    case 1:
      return f(uint8_t{});
    case 2:
      return f(uint16_t{});
    case 4:
      return f(uint32_t{});
    case 8:
      return f(uint64_t{});
    default:
      return f(Pair128{});
  }
}

// String elements are counted pointers: one more reference for each of the n elements (which are in place already).
void RetainStrings(int32_t dtype, void* elements, int64_t n);

// A memory copy that is a strided walk: dimension i of extent `dims[i]` moves `to[i]` elements in the destination and
// `from[i]` in the source (0 repeats, negative walks backwards).
struct Walk {
  int32_t rank = 0;
  int64_t dims[2 * LT_MAX_RANK + 4], to[2 * LT_MAX_RANK + 4], from[2 * LT_MAX_RANK + 4];

  void Add(int64_t n, int64_t to_stride, int64_t from_stride) {
    dims[rank] = n, to[rank] = to_stride, from[rank] = from_stride, ++rank;
  }
};
// Copies on the thread pool when large. Strings are copied as bits: the caller retains.
void CopyWalk(void* to, const void* from, const Walk& walk, int64_t width);

// Row-major strides, in elements.
inline void StridesOf(const int64_t* dims, int32_t rank, int64_t* strides) {
  int64_t n = 1;
  for (int32_t i = rank - 1; i >= 0; --i) strides[i] = n, n *= dims[i];
}

inline char* At(void* p, int64_t element, int64_t width) { return static_cast<char*>(p) + element * width; }
inline const char* At(const void* p, int64_t element, int64_t width) {
  return static_cast<const char*>(p) + element * width;
}

// Uninitialised memory for the time of a call.
class Scratch {
 public:
  explicit Scratch(int64_t bytes) : buffer_(lt_buffer_new(LT_UINT8, bytes > 0 ? bytes : 1)) {}
  ~Scratch() {
    buffer_->refs = 0;
    lt_buffer_free(buffer_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(buffer_ + 1);
  }

 private:
  LtBuffer* buffer_;
};

// Runs f(begin, end) over chunks of [0, count) of at least `grain`, on the pool.
template <class F>
void ParallelFor(int64_t count, int64_t grain, F&& f) {
  if (count <= 0) return;
  if (count <= grain) return f(int64_t{0}, count);
  lt_parallel_for(
      count, grain, [](void* arg, int64_t begin, int64_t end) { (*static_cast<F*>(arg))(begin, end); }, &f);
}

}  // namespace lathe::rt
