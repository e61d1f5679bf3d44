// How elements of each dtype are stored and what they are computed with: f16 and bf16 in float, integers in 64 bits
// (storing wraps to the declared width), bool as 0 or 1.
#pragma once
#include <cstdint>

#include "ir/types.h"
#include "runtime/math/half.h"

namespace lathe::ir::eval {

template <class R>
struct ComplexOf {
  R re, im;
};
using Complex64 = ComplexOf<float>;
using Complex128 = ComplexOf<double>;

template <class T, class W>
struct Plain {
  using Wide = W;
  using Raw = T;
  static W Load(const void* p, int64_t i) { return W(static_cast<const T*>(p)[i]); }
  static void Store(void* p, int64_t i, W v) { static_cast<T*>(p)[i] = T(v); }
};
struct BoolStorage {
  using Wide = uint64_t;
  using Raw = uint8_t;
  static Wide Load(const void* p, int64_t i) { return static_cast<const uint8_t*>(p)[i] != 0; }
  static void Store(void* p, int64_t i, Wide v) { static_cast<uint8_t*>(p)[i] = v != 0; }
};
struct HalfStorage {
  using Wide = float;
  using Raw = uint16_t;
  static Wide Load(const void* p, int64_t i) { return math::HalfToFloat(static_cast<const uint16_t*>(p)[i]); }
  static void Store(void* p, int64_t i, Wide v) { static_cast<uint16_t*>(p)[i] = math::FloatToHalf(v); }
};
struct BFloatStorage {
  using Wide = float;
  using Raw = uint16_t;
  static Wide Load(const void* p, int64_t i) { return math::BFloatToFloat(static_cast<const uint16_t*>(p)[i]); }
  static void Store(void* p, int64_t i, Wide v) { static_cast<uint16_t*>(p)[i] = math::FloatToBFloat(v); }
};

// Calls f(Storage{}) for a numeric or bool dtype; returns f's answer, or 1 for strings.
template <class F>
int32_t WithStorage(DType dtype, F&& f) {
  switch (dtype) {
    case DType::kBool: return f(BoolStorage{});
    case DType::kInt8: return f(Plain<int8_t, int64_t>{});
    case DType::kUInt8: return f(Plain<uint8_t, uint64_t>{});
    case DType::kInt16: return f(Plain<int16_t, int64_t>{});
    case DType::kUInt16: return f(Plain<uint16_t, uint64_t>{});
    case DType::kInt32: return f(Plain<int32_t, int64_t>{});
    case DType::kUInt32: return f(Plain<uint32_t, uint64_t>{});
    case DType::kInt64: return f(Plain<int64_t, int64_t>{});
    case DType::kUInt64: return f(Plain<uint64_t, uint64_t>{});
    case DType::kFloat16: return f(HalfStorage{});
    case DType::kBFloat16: return f(BFloatStorage{});
    case DType::kFloat32: return f(Plain<float, float>{});
    case DType::kFloat64: return f(Plain<double, double>{});
    case DType::kComplex64: return f(Plain<Complex64, Complex64>{});
    case DType::kComplex128: return f(Plain<Complex128, Complex128>{});
    case DType::kString: break;
  }
  return 1;
}

}  // namespace lathe::ir::eval
