// Building tensors by hand and calling kernels.
#pragma once
#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/kernels/kernels.h"

namespace kernel_test {

template <class T>
constexpr int32_t kTypeOf = -1;
template <>
inline constexpr int32_t kTypeOf<bool> = LT_BOOL;
template <>
inline constexpr int32_t kTypeOf<int8_t> = LT_INT8;
template <>
inline constexpr int32_t kTypeOf<uint8_t> = LT_UINT8;
template <>
inline constexpr int32_t kTypeOf<int16_t> = LT_INT16;
template <>
inline constexpr int32_t kTypeOf<int32_t> = LT_INT32;
template <>
inline constexpr int32_t kTypeOf<int64_t> = LT_INT64;
template <>
inline constexpr int32_t kTypeOf<uint64_t> = LT_UINT64;
template <>
inline constexpr int32_t kTypeOf<float> = LT_FLOAT32;
template <>
inline constexpr int32_t kTypeOf<double> = LT_FLOAT64;

// Owns one tensor.
class Tensor {
 public:
  Tensor() = default;
  Tensor(int32_t dtype, const std::vector<int64_t>& dims) {
    lt_tensor_new(&t_, dtype, int32_t(dims.size()), dims.data());
  }
  Tensor(Tensor&& other) noexcept : t_(other.t_) { other.t_ = {}; }
  Tensor& operator=(Tensor&& other) noexcept {
    std::swap(t_, other.t_);
    return *this;
  }
  ~Tensor() {
    if (t_.buffer != nullptr) lt_release(&t_);
  }
  LtTensor& raw() { return t_; }
  const LtTensor& raw() const { return t_; }
  std::vector<int64_t> dims() const { return {t_.dims, t_.dims + t_.rank}; }
  template <class T>
  std::vector<T> values() const {
    REQUIRE(t_.dtype == kTypeOf<T>);
    const T* p = static_cast<const T*>(t_.data);
    return std::vector<T>(p, p + t_.count);
  }
  std::vector<std::string> strings() const {
    std::vector<std::string> result;
    for (int64_t i = 0; i < t_.count; ++i) {
      const LtString* s = static_cast<LtString* const*>(t_.data)[i];
      result.emplace_back(s == nullptr ? "" : std::string(s->data, size_t(s->length)));
    }
    return result;
  }

 private:
  LtTensor t_{};
};

template <class T>
Tensor Of(const std::vector<T>& values, const std::vector<int64_t>& dims) {
  Tensor t(kTypeOf<T>, dims);
  REQUIRE(t.raw().count == int64_t(values.size()));
  for (size_t i = 0; i < values.size(); ++i) static_cast<T*>(t.raw().data)[i] = values[i];
  return t;
}
template <class T>
Tensor Vector(const std::vector<T>& values) {
  return Of<T>(values, {int64_t(values.size())});
}
inline Tensor Ints(const std::vector<int32_t>& values) { return Vector<int32_t>(values); }
template <class T>
Tensor Scalar(T value) {
  return Of<T>({value}, {});
}
// 0, 1, 2, … of the shape.
template <class T>
Tensor Iota(const std::vector<int64_t>& dims) {
  Tensor t(kTypeOf<T>, dims);
  for (int64_t i = 0; i < t.raw().count; ++i) static_cast<T*>(t.raw().data)[i] = T(i);
  return t;
}
inline Tensor Strings(const std::vector<std::string>& values) {
  Tensor t(LT_STRING, {int64_t(values.size())});
  for (size_t i = 0; i < values.size(); ++i) {
    static_cast<LtString**>(t.raw().data)[i] = lt_string_new(values[i].data(), int64_t(values[i].size()));
  }
  return t;
}

// What a call gave: its results, or the exception's type and message.
struct Called {
  std::vector<Tensor> results;
  std::string type, message;

  Tensor& operator[](size_t i) {
    INFO(message);
    REQUIRE(type.empty());
    return results[i];
  }
  std::vector<int64_t> dims() { return (*this)[0].dims(); }
  template <class T>
  std::vector<T> values() {
    return (*this)[0].values<T>();
  }
};

inline Called CallAll(LtKernel kernel, const std::vector<const Tensor*>& operands,
                      const std::vector<int64_t>& attrs = {}, int32_t results = 1) {
  std::vector<const LtTensor*> in;
  for (const Tensor* t : operands) in.push_back(&t->raw());
  std::vector<LtTensor> out(size_t(results), LtTensor{});
  LtContext context{};
  Called called;
  if (kernel(&context, in.data(), int32_t(in.size()), out.data(), results, attrs.data()) != 0) {
    REQUIRE(context.error == LT_EXCEPTION);
    called.type.assign(context.error_type->data, size_t(context.error_type->length));
    called.message.assign(context.error_message->data, size_t(context.error_message->length));
    lt_clear_error(&context);
    return called;
  }
  for (LtTensor& t : out) {
    called.results.emplace_back();
    called.results.back().raw() = t;
  }
  return called;
}
template <class... T>
Called Call(LtKernel kernel, const std::vector<int64_t>& attrs, const T&... operands) {
  return CallAll(kernel, {&operands...}, attrs);
}

using Shape = std::vector<int64_t>;
// The ParamsAttr block with these ints and dtypes.
inline Shape Params(const Shape& ints, const Shape& dtypes = {}) {
  Shape block{int64_t(ints.size())};
  block.insert(block.end(), ints.begin(), ints.end());
  block.insert(block.end(), {0, 0, int64_t(dtypes.size())});
  block.insert(block.end(), dtypes.begin(), dtypes.end());
  return block;
}
using I32 = std::vector<int32_t>;
using I64 = std::vector<int64_t>;
using F32 = std::vector<float>;
using F64 = std::vector<double>;

}  // namespace kernel_test
