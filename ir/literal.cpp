#include "ir/literal.h"

#include <cstring>
#include <type_traits>

#include "runtime/math/half.h"
#include "support/check.h"

namespace lathe::ir {

namespace {

std::shared_ptr<LtTensor> Own(LtTensor tensor) {
  return std::shared_ptr<LtTensor>(new LtTensor(tensor), [](LtTensor* t) {
    lt_release(t);
    delete t;
  });
}

template <class To, class From>
To ConvertNumber(From value) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return To(int64_t(value));
  } else {
    return To(value);
  }
}

template <class T>
void StoreNumber(DType dtype, void* at, T value) {
  switch (dtype) {
    case DType::kBool: *static_cast<uint8_t*>(at) = value != T(0); return;
    case DType::kInt8: *static_cast<int8_t*>(at) = ConvertNumber<int8_t>(value); return;
    case DType::kUInt8: *static_cast<uint8_t*>(at) = ConvertNumber<uint8_t>(value); return;
    case DType::kInt16: *static_cast<int16_t*>(at) = ConvertNumber<int16_t>(value); return;
    case DType::kUInt16: *static_cast<uint16_t*>(at) = ConvertNumber<uint16_t>(value); return;
    case DType::kInt32: *static_cast<int32_t*>(at) = ConvertNumber<int32_t>(value); return;
    case DType::kUInt32: *static_cast<uint32_t*>(at) = ConvertNumber<uint32_t>(value); return;
    case DType::kInt64: *static_cast<int64_t*>(at) = ConvertNumber<int64_t>(value); return;
    case DType::kUInt64: *static_cast<uint64_t*>(at) = ConvertNumber<uint64_t>(value); return;
    case DType::kFloat16: *static_cast<uint16_t*>(at) = math::DoubleToHalf(double(value)); return;
    case DType::kBFloat16: *static_cast<uint16_t*>(at) = math::DoubleToBFloat(double(value)); return;
    case DType::kFloat32: *static_cast<float*>(at) = float(value); return;
    case DType::kFloat64: *static_cast<double*>(at) = double(value); return;
    case DType::kComplex64:
      static_cast<float*>(at)[0] = float(value);
      static_cast<float*>(at)[1] = 0;
      return;
    case DType::kComplex128:
      static_cast<double*>(at)[0] = double(value);
      static_cast<double*>(at)[1] = 0;
      return;
    case DType::kString: break;
  }
  LATHE_UNREACHABLE("a number cannot become a string literal");
}

LtTensor NewTensor(DType dtype, const std::vector<int64_t>& dims) {
  LATHE_CHECK(dims.size() <= LT_MAX_RANK, "literal of too high a rank");
  LtTensor tensor;
  lt_tensor_new(&tensor, int32_t(dtype), int32_t(dims.size()), dims.data());
  return tensor;
}

}  // namespace

Literal Literal::Adopt(LtTensor tensor) {
  Literal literal;
  literal.data_ = Own(tensor);
  return literal;
}

Literal Literal::Zeros(DType dtype, std::vector<int64_t> dims) {
  LtTensor tensor = NewTensor(dtype, dims);
  if (tensor.count > 0) std::memset(tensor.data, 0, size_t(tensor.count * SizeOf(dtype)));
  return Adopt(tensor);
}

template <class T>
Literal Literal::Scalar(DType dtype, T value) {
  LtTensor tensor = NewTensor(dtype, {});
  StoreNumber(dtype, tensor.data, value);
  return Adopt(tensor);
}
template Literal Literal::Scalar(DType, bool);
template Literal Literal::Scalar(DType, int);
template Literal Literal::Scalar(DType, unsigned);
template Literal Literal::Scalar(DType, long);
template Literal Literal::Scalar(DType, unsigned long);
template Literal Literal::Scalar(DType, long long);
template Literal Literal::Scalar(DType, unsigned long long);
template Literal Literal::Scalar(DType, float);
template Literal Literal::Scalar(DType, double);

Literal Literal::String(std::string_view bytes) {
  LtTensor tensor = NewTensor(DType::kString, {});
  *static_cast<LtString**>(tensor.data) = lt_string_new(bytes.data(), int64_t(bytes.size()));
  return Adopt(tensor);
}

Literal Literal::Strings(std::vector<std::string> values, std::vector<int64_t> dims) {
  LtTensor tensor = NewTensor(DType::kString, dims);
  LATHE_CHECK(tensor.count == int64_t(values.size()), "string literal: count and shape differ");
  for (size_t i = 0; i < values.size(); ++i)
    static_cast<LtString**>(tensor.data)[i] = lt_string_new(values[i].data(), int64_t(values[i].size()));
  return Adopt(tensor);
}

Literal Literal::Complex(DType dtype, double real, double imaginary) {
  LATHE_CHECK(IsComplex(dtype), "complex literal of a real dtype");
  LtTensor tensor = NewTensor(dtype, {});
  if (dtype == DType::kComplex64) {
    static_cast<float*>(tensor.data)[0] = float(real);
    static_cast<float*>(tensor.data)[1] = float(imaginary);
  } else {
    static_cast<double*>(tensor.data)[0] = real;
    static_cast<double*>(tensor.data)[1] = imaginary;
  }
  return Adopt(tensor);
}

Literal Literal::Int64s(std::span<const int64_t> values) {
  LtTensor tensor = NewTensor(DType::kInt64, {int64_t(values.size())});
  if (!values.empty()) std::memcpy(tensor.data, values.data(), values.size() * sizeof(int64_t));
  return Adopt(tensor);
}

Literal Literal::Int32s(std::span<const int32_t> values) {
  LtTensor tensor = NewTensor(DType::kInt32, {int64_t(values.size())});
  if (!values.empty()) std::memcpy(tensor.data, values.data(), values.size() * sizeof(int32_t));
  return Adopt(tensor);
}

Shape Literal::shape() const {
  Shape shape;
  shape.dims.assign(data_->dims, data_->dims + data_->rank);
  return shape;
}

int64_t Literal::IntAt(int64_t i) const {
  switch (dtype()) {
    case DType::kBool:
    case DType::kUInt8: return as<uint8_t>()[i];
    case DType::kInt8: return as<int8_t>()[i];
    case DType::kInt16: return as<int16_t>()[i];
    case DType::kUInt16: return as<uint16_t>()[i];
    case DType::kInt32: return as<int32_t>()[i];
    case DType::kUInt32: return as<uint32_t>()[i];
    case DType::kInt64: return as<int64_t>()[i];
    case DType::kUInt64: return int64_t(as<uint64_t>()[i]);
    case DType::kFloat16:
    case DType::kBFloat16:
    case DType::kFloat32:
    case DType::kFloat64: return int64_t(FloatAt(i));
    case DType::kComplex64:
    case DType::kComplex128:
    case DType::kString: break;
  }
  LATHE_UNREACHABLE("literal element is not a real number");
}

double Literal::FloatAt(int64_t i) const {
  switch (dtype()) {
    case DType::kFloat16: return math::HalfToFloat(as<uint16_t>()[i]);
    case DType::kBFloat16: return math::BFloatToFloat(as<uint16_t>()[i]);
    case DType::kFloat32:
      return as<float>()[i];
    case DType::kFloat64: return as<double>()[i];
    case DType::kComplex64: return as<float>()[2 * i];
    case DType::kComplex128: return as<double>()[2 * i];
    case DType::kUInt64: return double(as<uint64_t>()[i]);
    case DType::kBool:
    case DType::kInt8:
    case DType::kUInt8:
    case DType::kInt16:
    case DType::kUInt16:
    case DType::kInt32:
    case DType::kUInt32:
    case DType::kInt64: return double(IntAt(i));
    case DType::kString: break;
  }
  LATHE_UNREACHABLE("literal element is not a number");
}

std::string_view Literal::StringAt(int64_t i) const {
  const LtString* s = as<LtString*>()[i];
  return s ? std::string_view(s->data, size_t(s->length)) : std::string_view();
}

bool Literal::Equals(const Literal& other) const {
  if (data_ == other.data_) return true;
  if (!data_ || !other.data_) return false;
  if (dtype() != other.dtype() || rank() != other.rank()) return false;
  for (int i = 0; i < rank(); ++i)
    if (dim(i) != other.dim(i)) return false;
  if (dtype() != DType::kString)
    return count() == 0 || std::memcmp(data_->data, other.data_->data, size_t(count() * SizeOf(dtype()))) == 0;
  for (int64_t i = 0; i < count(); ++i)
    if (StringAt(i) != other.StringAt(i)) return false;
  return true;
}

std::string Literal::Hash() const {
  uint64_t low = 0xcbf29ce484222325u, high = 0x9e3779b97f4a7c15u;  // two FNV-1a streams over the same bytes
  auto feed = [&](const void* bytes, size_t length) {
    for (size_t i = 0; i < length; ++i) {
      uint8_t byte = static_cast<const uint8_t*>(bytes)[i];
      low = (low ^ byte) * 0x100000001b3u;
      high = (high ^ byte ^ (low >> 56)) * 0x100000001b3u;
    }
  };
  int64_t head[2] = {data_->dtype, data_->rank};
  feed(head, sizeof head);
  feed(data_->dims, sizeof(int64_t) * size_t(rank()));
  if (dtype() == DType::kString) {
    for (int64_t i = 0; i < count(); ++i) {
      int64_t length = int64_t(StringAt(i).size());
      feed(&length, sizeof length);
      feed(StringAt(i).data(), size_t(length));
    }
  } else if (count() > 0) {
    feed(data_->data, size_t(count() * SizeOf(dtype())));
  }
  std::string text;
  for (uint64_t word : {low, high})
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(word >> shift) & 15];
  return text;
}

}  // namespace lathe::ir
