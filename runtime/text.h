// A growing byte string for formatting, and a view. Memory is the C library's; on exhaustion the program ends.
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"

namespace lathe::rt {

struct View {
  const char* data = nullptr;
  int64_t size = 0;

  constexpr View() = default;
  constexpr View(const char* d, int64_t n) : data(d), size(n) {}
  View(const char* zero_terminated) : data(zero_terminated), size(int64_t(strlen(zero_terminated))) {}
  View(const LtString* s) : data(s == nullptr ? "" : s->data), size(s == nullptr ? 0 : s->length) {}
  char operator[](int64_t i) const { return data[i]; }
  bool empty() const { return size == 0; }
  View From(int64_t begin) const { return {data + begin, size - begin}; }
  View Part(int64_t begin, int64_t length) const { return {data + begin, length}; }
  friend bool operator==(View a, View b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, size_t(a.size)) == 0);
  }
};

class Text {
 public:
  Text() = default;
  ~Text() { free(data_); }
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;
  Text(Text&& other) : data_(other.data_), size_(other.size_), capacity_(other.capacity_) { other.Forget(); }
  Text& operator=(Text&& other) {
    if (this != &other) {
      free(data_);
      data_ = other.data_, size_ = other.size_, capacity_ = other.capacity_;
      other.Forget();
    }
    return *this;
  }

  char* data() { return data_; }
  const char* data() const { return data_; }
  int64_t size() const { return size_; }
  View view() const { return {data_ == nullptr ? "" : data_, size_}; }
  void Clear() { size_ = 0; }
  void Shrink(int64_t size) { size_ = size; }

  void Add(char c) {
    Reserve(size_ + 1);
    data_[size_++] = c;
  }
  void Add(View v) {
    if (v.size <= 0) return;
    Reserve(size_ + v.size);
    memcpy(data_ + size_, v.data, size_t(v.size));
    size_ += v.size;
  }
  void Add(const char* s) { Add(View(s)); }
  void Add(const Text& t) { Add(t.view()); }
  void Repeat(char c, int64_t count) {
    if (count <= 0) return;
    Reserve(size_ + count);
    memset(data_ + size_, c, size_t(count));
    size_ += count;
  }
  void AddInt(int64_t value) {
    if (value < 0) {
      Add('-');
      AddUnsigned(uint64_t(0) - uint64_t(value));
    } else {
      AddUnsigned(uint64_t(value));
    }
  }
  void AddUnsigned(uint64_t value) {
    char digits[20];
    int n = 0;
    do digits[n++] = char('0' + value % 10);
    while ((value /= 10) != 0);
    Reserve(size_ + n);
    while (n > 0) data_[size_++] = digits[--n];
  }
  void Insert(int64_t at, View v) {
    Reserve(size_ + v.size);
    memmove(data_ + at + v.size, data_ + at, size_t(size_ - at));
    memcpy(data_ + at, v.data, size_t(v.size));
    size_ += v.size;
  }
  LtString* ToString() const { return lt_string_new(data_, size_); }

  void Reserve(int64_t wanted) {
    if (wanted <= capacity_) return;
    int64_t capacity = capacity_ * 2 > wanted ? capacity_ * 2 : wanted + 48;
    char* grown = static_cast<char*>(realloc(data_, size_t(capacity)));
    if (grown == nullptr) abort();
    data_ = grown;
    capacity_ = capacity;
  }

 private:
  void Forget() { data_ = nullptr, size_ = capacity_ = 0; }

  char* data_ = nullptr;
  int64_t size_ = 0, capacity_ = 0;
};

// A growing array of plain data.
template <typename T>
class Array {
 public:
  Array() = default;
  ~Array() { free(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  void Add(const T& value) {
    if (size_ == capacity_) {
      T copy = value;
      Grow(size_ + 1);
      data_[size_++] = copy;
      return;
    }
    data_[size_++] = value;
  }
  void Resize(int64_t size) {
    if (size > capacity_) Grow(size);
    if (size > size_) memset(static_cast<void*>(data_ + size_), 0, size_t(size - size_) * sizeof(T));
    size_ = size;
  }
  void Clear() { size_ = 0; }
  T& operator[](int64_t i) { return data_[i]; }
  const T& operator[](int64_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  void Pop() { --size_; }
  int64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  void Grow(int64_t wanted) {
    int64_t capacity = capacity_ * 2 > wanted ? capacity_ * 2 : wanted + 8;
    T* grown = static_cast<T*>(realloc(static_cast<void*>(data_), size_t(capacity) * sizeof(T)));
    if (grown == nullptr) abort();
    data_ = grown;
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  int64_t size_ = 0, capacity_ = 0;
};

// Helpers for kernels.
inline int64_t IntegerOf(const LtTensor* t, int64_t i = 0) {  // element of any integer tensor
  switch (t->dtype) {
    case LT_BOOL:
    case LT_UINT8:
      return static_cast<const uint8_t*>(t->data)[i];
    case LT_INT8:
      return static_cast<const int8_t*>(t->data)[i];
    case LT_INT16:
      return static_cast<const int16_t*>(t->data)[i];
    case LT_UINT16:
      return static_cast<const uint16_t*>(t->data)[i];
    case LT_INT32:
      return static_cast<const int32_t*>(t->data)[i];
    case LT_UINT32:
      return static_cast<const uint32_t*>(t->data)[i];
    default:
      return static_cast<const int64_t*>(t->data)[i];
  }
}
inline View StringOf(const LtTensor* t, int64_t i = 0) { return View(static_cast<LtString* const*>(t->data)[i]); }
// A rank-0 string tensor that takes over the reference.
inline void StringResult(LtTensor* out, LtString* s) {
  lt_tensor_new(out, LT_STRING, 0, nullptr);
  static_cast<LtString**>(out->data)[0] = s;
}
const char* DTypeName(int32_t dtype);  // error.cpp: TensorFlow's name

// The attribute blocks (ir/op_table.h EncodeAttrs).
struct TextAttrs {
  View text;
  int64_t number;
  explicit TextAttrs(const int64_t* a) : text(reinterpret_cast<const char*>(a[0]), a[1]), number(a[2]) {}
};
struct ParamsAttrs {
  const int64_t *ints, *floats, *texts, *dtypes;
  int64_t int_count, float_count, text_count, dtype_count;
  explicit ParamsAttrs(const int64_t* a) {
    int_count = *a++, ints = a, a += int_count;
    float_count = *a++, floats = a, a += float_count;
    text_count = *a++, texts = a, a += 2 * text_count;
    dtype_count = *a++, dtypes = a;
  }
  View text(int64_t i) const { return {reinterpret_cast<const char*>(texts[2 * i]), texts[2 * i + 1]}; }
};

}  // namespace lathe::rt
