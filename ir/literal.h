// A constant tensor at compile time: a counted handle on a dense LtTensor. Immutable once built.
#pragma once
#include <memory>
#include <span>
#include <string>

#include "ir/types.h"

namespace lathe::ir {

class Literal {
 public:
  Literal() = default;
  // Takes over the reference that `tensor` holds.
  static Literal Adopt(LtTensor tensor);
  static Literal Zeros(DType dtype, std::vector<int64_t> dims);
  template <class T> static Literal Scalar(DType dtype, T value);  // converts value to dtype (bool, ints, floats)
  static Literal String(std::string_view bytes);                    // rank 0
  static Literal Strings(std::vector<std::string> values, std::vector<int64_t> dims);
  static Literal Complex(DType dtype, double real, double imaginary);
  static Literal Int64s(std::span<const int64_t> values);           // rank 1
  static Literal Int32s(std::span<const int32_t> values);

  bool valid() const { return data_ != nullptr; }
  const LtTensor& tensor() const { return *data_; }
  DType dtype() const { return DType(data_->dtype); }
  int rank() const { return data_->rank; }
  int64_t count() const { return data_->count; }
  int64_t dim(int axis) const { return data_->dims[axis]; }
  Shape shape() const;
  Type type() const { return Type::Tensor(dtype(), shape()); }
  template <class T> const T* as() const { return static_cast<const T*>(data_->data); }
  template <class T> T* mutable_data() { return static_cast<T*>(data_->data); }  // only while building
  // Element as a number: bools and ints exactly, floats (all widths) as double.
  int64_t IntAt(int64_t i) const;
  double FloatAt(int64_t i) const;
  std::string_view StringAt(int64_t i) const;
  // Same dtype, dims and bits.
  bool Equals(const Literal&) const;
  std::string Hash() const;  // stable hex digest of dtype, dims and bits

 private:
  std::shared_ptr<LtTensor> data_;
};

}  // namespace lathe::ir
