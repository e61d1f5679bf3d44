// What the math kernels need of a type: element and integer types, fma, bit casts, selects. One set for float, double
// and (clang) vectors of them.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

namespace lathe::math {

// ---- Lanes: what V is made of ---------------------------------------------------------------------------------------

template <class V> struct Lanes;

template <> struct Lanes<float> {
  using Elem = float;
  using Int = std::int32_t;
  using UInt = std::uint32_t;
  template <class T> using Same = T;
  static constexpr int count = 1;
};

template <> struct Lanes<double> {
  using Elem = double;
  using Int = std::int64_t;
  using UInt = std::uint64_t;
  template <class T> using Same = T;
  static constexpr int count = 1;
};

#if defined(__clang__)
template <class T, int N> using Vec = T __attribute__((ext_vector_type(N)));

template <class T, int N> struct Lanes<Vec<T, N>> {
  using Elem = T;
  using Int = Vec<typename Lanes<T>::Int, N>;
  using UInt = Vec<typename Lanes<T>::UInt, N>;
  template <class U> using Same = Vec<U, N>;
  static constexpr int count = N;
};
#endif

template <class V> using Elem = typename Lanes<V>::Elem;
template <class V> using IntOf = typename Lanes<V>::Int;
template <class V> using UIntOf = typename Lanes<V>::UInt;
template <class V> using DoubleOf = typename Lanes<V>::template Same<double>;

#define LATHE_MATH_INLINE inline __attribute__((always_inline))

// ---- The operations a backend must supply ---------------------------------------------------------------------------

template <class V> LATHE_MATH_INLINE V Fma(V a, V b, V c) {
  if constexpr (Lanes<V>::count == 1) {
    if constexpr (sizeof(V) == 4) return __builtin_fmaf(a, b, c);
    else return __builtin_fma(a, b, c);
  } else {
#if defined(__clang__)
    return __builtin_elementwise_fma(a, b, c);
#endif
  }
}

template <class V> LATHE_MATH_INLINE V Sqrt(V a) {
  if constexpr (Lanes<V>::count == 1) {
    if constexpr (sizeof(V) == 4) return __builtin_sqrtf(a);
    else return __builtin_sqrt(a);
  } else {
#if defined(__clang__)
    return __builtin_elementwise_sqrt(a);
#endif
  }
}

template <class V> LATHE_MATH_INLINE V Trunc(V a) {
  if constexpr (Lanes<V>::count == 1) {
    if constexpr (sizeof(V) == 4) return __builtin_truncf(a);
    else return __builtin_trunc(a);
  } else {
#if defined(__clang__)
    return __builtin_elementwise_trunc(a);
#endif
  }
}

template <class V> LATHE_MATH_INLINE IntOf<V> Bits(V x) { return __builtin_bit_cast(IntOf<V>, x); }
template <class V> LATHE_MATH_INLINE V FromBits(IntOf<V> i) { return __builtin_bit_cast(V, i); }

// Integer + and -, wrapping; I is IntOf<V>.
template <class V> LATHE_MATH_INLINE IntOf<V> AddI(IntOf<V> a, IntOf<V> b) {
  using U = UIntOf<V>;
  return __builtin_bit_cast(IntOf<V>, __builtin_bit_cast(U, a) + __builtin_bit_cast(U, b));
}
template <class V> LATHE_MATH_INLINE IntOf<V> SubI(IntOf<V> a, IntOf<V> b) {
  using U = UIntOf<V>;
  return __builtin_bit_cast(IntOf<V>, __builtin_bit_cast(U, a) - __builtin_bit_cast(U, b));
}

// m is the result of a comparison of V or IntOf<V>.
template <class M, class V> LATHE_MATH_INLINE V Select(M m, V a, V b) { return m ? a : b; }

template <class M> LATHE_MATH_INLINE bool Any(M m) {
  if constexpr (sizeof(M) == sizeof(bool)) return m;
  else {
#if defined(__clang__)
    return __builtin_reduce_or(m) != 0;
#endif
  }
}

// Splat of a constant of the element type.
template <class V> LATHE_MATH_INLINE V K(Elem<V> c) { return static_cast<V>(c); }
template <class V> LATHE_MATH_INLINE IntOf<V> KI(IntOf<Elem<V>> c) { return static_cast<IntOf<V>>(c); }

template <class V> LATHE_MATH_INLINE DoubleOf<V> Widen(V x) {
  if constexpr (Lanes<V>::count == 1) return static_cast<double>(x);
  else {
#if defined(__clang__)
    return __builtin_convertvector(x, DoubleOf<V>);
#endif
  }
}

template <class V> LATHE_MATH_INLINE V Narrow(DoubleOf<V> x) {  // rounds to nearest even
  if constexpr (Lanes<V>::count == 1) return static_cast<float>(x);
  else {
#if defined(__clang__)
    return __builtin_convertvector(x, V);
#endif
  }
}

}  // namespace lathe::math
