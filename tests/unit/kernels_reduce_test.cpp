// Reductions, scans and dot products against their definitions (bit for bit) and against TensorFlow's answers.
#include <cmath>
#include <random>

#include "kernels_helper.h"
#include "runtime/kernels/dot.h"

using namespace kernel_test;

namespace {

template <class T>
std::vector<T> Random(size_t n, uint32_t seed) {
  std::mt19937 generator(seed);
  std::vector<T> values(n);
  for (T& v : values) v = T(double(generator()) / 4294967296.0 * 2 - 1);
  return values;
}

// numerics.md, literally.
template <class T>
T BlockSum(const std::vector<T>& x, size_t begin, size_t end) {
  T acc[64] = {};
  for (size_t i = begin; i < end; ++i) acc[(i - begin) % 64] += x[i];
  for (int w = 32; w >= 1; w /= 2) {
    for (int i = 0; i < w; ++i) acc[i] += acc[i + w];
  }
  return acc[0];
}
template <class T>
T Pairwise(const std::vector<T>& sums, size_t begin, size_t n) {
  if (n == 1) return sums[begin];
  size_t left = 1;
  while (2 * left < n) left *= 2;
  const T a = Pairwise(sums, begin, left), b = Pairwise(sums, begin + left, n - left);
  return a + b;
}
template <class T>
T DefinedSum(const std::vector<T>& x) {
  if (x.size() == 1) return x[0];
  if (x.empty()) return 0;
  std::vector<T> sums;
  for (size_t i = 0; i < x.size(); i += 4096) sums.push_back(BlockSum(x, i, std::min(x.size(), i + 4096)));
  return Pairwise(sums, 0, sums.size());
}

// Every result of a sum over `axes` equals the definition on the elements in row-major order.
template <class T>
void CheckSum(const Shape& dims, const Shape& axes) {
  int64_t count = 1;
  for (int64_t d : dims) count *= d;
  const auto values = Random<T>(size_t(count), uint32_t(count));
  const Tensor x = Of<T>(values, dims);
  Shape attrs{int64_t(axes.size())};
  attrs.insert(attrs.end(), axes.begin(), axes.end());
  attrs.push_back(0);
  const auto got = Call(lt_reduce_sum, attrs, x).template values<T>();
  std::vector<std::vector<T>> lists(got.size());
  Shape index(dims.size());
  for (int64_t i = 0; i < count; ++i) {
    int64_t result = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (std::find(axes.begin(), axes.end(), int64_t(d)) == axes.end()) result = result * dims[d] + index[d];
    }
    lists[size_t(result)].push_back(values[size_t(i)]);
    for (size_t d = dims.size(); d-- > 0;) {
      if (++index[d] < dims[d]) break;
      index[d] = 0;
    }
  }
  int64_t wrong = 0;
  for (size_t i = 0; i < got.size(); ++i) wrong += !(got[i] == DefinedSum(lists[i]));
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("sums have the defined order for every layout", "[kernels]") {
  for (int64_t n : {1, 2, 5, 63, 64, 65, 127, 128, 1000, 4095, 4096, 4097, 12289, 20000}) {
    CheckSum<float>({n}, {0});
    CheckSum<double>({3, n}, {1});
    CheckSum<float>({n, 3}, {0});
  }
  CheckSum<float>({70, 300}, {0});
  CheckSum<float>({5000, 7}, {0});
  CheckSum<float>({9000, 260}, {0});
  CheckSum<float>({6, 7, 8, 9}, {0, 2});
  CheckSum<float>({6, 7, 8, 9}, {1, 3});
  CheckSum<double>({60, 7, 80, 1}, {0, 2, 3});
  CheckSum<float>({6, 7, 8, 9}, {});
  CheckSum<float>({4, 100, 1, 90}, {1, 2});
}

TEST_CASE("reductions of special values", "[kernels]") {
  CHECK(std::signbit(Call(lt_reduce_sum, {1, 0, 0}, Vector<float>({-0.0f})).values<float>()[0]));
  CHECK_FALSE(std::signbit(Call(lt_reduce_sum, {1, 0, 0}, Vector<float>({-0.0f, -0.0f})).values<float>()[0]));
  CHECK(Call(lt_reduce_sum, {1, 0, 1}, Iota<float>({0, 2})).values<float>() == F32{0, 0});
  CHECK(Call(lt_reduce_sum, {1, 0, 1}, Iota<float>({0, 2})).dims() == Shape{1, 2});
  CHECK(Call(lt_reduce_prod, {2, 0, 1, 0}, Iota<float>({0, 2})).values<float>() == F32{1});
  CHECK(Call(lt_reduce_max, {1, 0, 0}, Iota<float>({0})).values<float>() == F32{-INFINITY});
  CHECK(Call(lt_reduce_min, {1, 0, 0}, Iota<int32_t>({0})).values<int32_t>() == I32{INT32_MAX});
  CHECK(Call(lt_reduce_max, {1, 0, 0}, Iota<uint8_t>({0})).values<uint8_t>() == std::vector<uint8_t>{0});
  CHECK(Call(lt_reduce_max, {1, 0, 0}, Iota<int32_t>({0})).values<int32_t>() == I32{INT32_MIN});
  CHECK(Call(lt_reduce_max, {1, 1, 0}, Of<float>({1, 5, 3, -1, -7, -2}, {2, 3})).values<float>() == F32{5, -1});
  CHECK(Call(lt_reduce_min, {1, 0, 0}, Of<float>({1, 5, 3, -1, -7, -2}, {2, 3})).values<float>() == F32{-1, -7, -2});
  CHECK(std::isnan(Call(lt_reduce_max, {1, 0, 0}, Vector<float>({1, NAN, 3})).values<float>()[0]));
  CHECK(std::isnan(Call(lt_reduce_min, {1, 0, 0}, Vector<float>({NAN, 1, 3})).values<float>()[0]));
  CHECK(Call(lt_reduce_sum, {1, 0, 0}, Vector<int8_t>({100, 100})).values<int8_t>() == std::vector<int8_t>{-56});
  CHECK(Call(lt_reduce_prod, {1, 0, 0}, Vector<int32_t>({65536, 65536, 2})).values<int32_t>() == I32{0});
  CHECK(Call(lt_reduce_all, {1, 1, 0}, Of<bool>({true, false, true, true}, {2, 2})).values<bool>() ==
        std::vector<bool>{false, true});
  CHECK(Call(lt_reduce_any, {2, 0, 1, 0}, Iota<bool>({2, 0})).values<bool>() == std::vector<bool>{false});
  CHECK(Call(lt_reduce_all, {1, 0, 0}, Iota<bool>({0})).values<bool>() == std::vector<bool>{true});
  CHECK(Call(lt_reduce_sum, {1, 2, 0}, Iota<float>({2, 2})).type == "InvalidArgumentError");
}

TEST_CASE("half floats are summed as float and rounded once", "[kernels]") {
  Tensor x(LT_FLOAT16, {5000});
  for (int i = 0; i < 5000; ++i) static_cast<uint16_t*>(x.raw().data)[i] = 0x3c00;  // 1
  Called y = Call(lt_reduce_sum, {1, 0, 0}, x);
  CHECK(*static_cast<uint16_t*>(y[0].raw().data) == 0x6ce2);  // 5000
}

TEST_CASE("sum_to", "[kernels]") {
  const Tensor x = Iota<float>({2, 3});
  CHECK(Call(lt_sum_to, {}, x, Iota<float>({3})).values<float>() == F32{3, 5, 7});
  CHECK(Call(lt_sum_to, {}, x, Iota<float>({2, 1})).values<float>() == F32{3, 12});
  CHECK(Call(lt_sum_to, {}, x, Scalar(0.0f)).values<float>() == F32{15});
  CHECK(Call(lt_sum_to, {}, x, Iota<float>({2, 3})).values<float>() == F32{0, 1, 2, 3, 4, 5});
  CHECK(Call(lt_sum_to, {}, Iota<float>({0, 3}), Iota<float>({1, 3})).values<float>() == F32{0, 0, 0});
  CHECK(Call(lt_sum_to, {}, x, Iota<float>({2})).type == "InvalidArgumentError");
}

TEST_CASE("argmax and argmin", "[kernels]") {
  const auto arg = [](LtKernel kernel, const F32& x) {
    return Call(kernel, Params({0}, {LT_INT64}), Vector(x)).values<int64_t>()[0];
  };
  CHECK(arg(lt_argmax, {1, 5, 5}) == 1);
  CHECK(arg(lt_argmin, {2, 1, 1}) == 1);
  CHECK(arg(lt_argmax, {4, 5.5f, NAN}) == 1);
  CHECK(arg(lt_argmin, {4, 5.5f, NAN}) == 0);
  CHECK(arg(lt_argmax, {NAN, 4.6f}) == 1);
  CHECK(arg(lt_argmax, {NAN, NAN}) == 0);
  CHECK(Call(lt_argmax, Params({-2}, {LT_INT32}), Of<int32_t>({1, 9, 3, 4}, {2, 2})).values<int32_t>() == I32{1, 0});
  CHECK(Call(lt_argmax, Params({1}, {LT_INT64}), Iota<float>({0, 3})).dims() == Shape{0});
  CHECK(Call(lt_argmax, Params({1}, {LT_INT64}), Iota<float>({3, 0})).message ==
        "Reduction axis 1 is empty in shape [3,0]");
}

TEST_CASE("running sums and products", "[kernels]") {
  const Tensor x = Of<int32_t>({1, 2, 3, 4, 5, 6}, {2, 3});
  CHECK(Call(lt_cumsum, {1, 0, 0, 0}, x).values<int32_t>() == I32{1, 3, 6, 4, 9, 15});
  CHECK(Call(lt_cumsum, {0, 0, 0, 0}, x).values<int32_t>() == I32{1, 2, 3, 5, 7, 9});
  CHECK(Call(lt_cumsum, {1, 0, 1, 0}, x).values<int32_t>() == I32{0, 1, 3, 0, 4, 9});
  CHECK(Call(lt_cumsum, {-1, 0, 0, 1}, x).values<int32_t>() == I32{6, 5, 3, 15, 11, 6});
  CHECK(Call(lt_cumprod, {0, 0, 1, 1}, Ints({1, 2, 3})).values<int32_t>() == I32{6, 3, 1});
  CHECK(Call(lt_cumsum, {0, 0, 0, 0}, Iota<float>({0})).dims() == Shape{0});
}

namespace {

template <class T>
T Fused(T a, T b, T c) {
  return std::fma(a, b, c);
}

// c[m][n] by the definition, from functions that give the operands' elements.
template <class T, class A, class B>
std::vector<T> DefinedDot(int64_t m, int64_t n, int64_t k, A a, B b) {
  std::vector<T> c(size_t(m * n));
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      T total = 0;
      for (int64_t k0 = 0; k0 < k; k0 += 256) {
        T s = 0;
        for (int64_t p = k0; p < std::min(k, k0 + 256); ++p) s = Fused<T>(a(i, p), b(p, j), s);
        total = k0 == 0 ? s : total + s;
      }
      c[size_t(i * n + j)] = total;
    }
  }
  return c;
}

Called DotOf(lathe::rt::CpuLevel level, const Tensor& a, const Tensor& b, const Shape& attrs) {
  const LtTensor* in[] = {&a.raw(), &b.raw()};
  LtContext context{};
  Called called;
  called.results.emplace_back();
  REQUIRE(lathe::rt::DotAt(level, &context, in, &called.results[0].raw(), attrs.data()) == 0);
  return called;
}

template <class T>
void CheckDot(int64_t m, int64_t n, int64_t k) {
  const auto a = Random<T>(size_t(m * k), 1), b = Random<T>(size_t(k * n), 2);
  const auto defined = DefinedDot<T>(
      m, n, k, [&](int64_t i, int64_t p) { return a[size_t(i * k + p)]; },
      [&](int64_t p, int64_t j) { return b[size_t(p * n + j)]; });
  std::vector<T> at(a.size()), bt(b.size());
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t p = 0; p < k; ++p) at[size_t(p * m + i)] = a[size_t(i * k + p)];
  }
  for (int64_t p = 0; p < k; ++p) {
    for (int64_t j = 0; j < n; ++j) bt[size_t(j * k + p)] = b[size_t(p * n + j)];
  }
  for (int level = 1; level <= int(lathe::rt::BestCpuLevel()); ++level) {
    const auto l = lathe::rt::CpuLevel(level);
    CAPTURE(m, n, k, level);
    CHECK((DotOf(l, Of<T>(a, {m, k}), Of<T>(b, {k, n}), {0, 0, 1, 1, 1, 0}).template values<T>() == defined));
    CHECK((DotOf(l, Of<T>(at, {k, m}), Of<T>(b, {k, n}), {0, 0, 1, 0, 1, 0}).template values<T>() == defined));
    CHECK((DotOf(l, Of<T>(a, {m, k}), Of<T>(bt, {n, k}), {0, 0, 1, 1, 1, 1}).template values<T>() == defined));
  }
}

}  // namespace

TEST_CASE("dot products equal the definition on every instruction set", "[kernels]") {
  std::mt19937 generator(7);
  for (int i = 0; i < 12; ++i) {
    const auto draw = [&](int64_t most) { return 1 + int64_t(generator() % uint32_t(most)); };
    CheckDot<float>(draw(70), draw(90), draw(600));
    CheckDot<double>(draw(40), draw(50), draw(300));
  }
  CheckDot<float>(1, 100, 300);
  CheckDot<float>(100, 1, 300);
  CheckDot<double>(1, 1, 1000);
  CheckDot<float>(97, 545, 3);
}

TEST_CASE("large dot products are packed and equal the definition", "[kernels]") { CheckDot<float>(33, 800, 600); }

TEST_CASE("dot products of other forms", "[kernels]") {
  // Batches: einsum bij,bjk->bik.
  CHECK(Call(lt_dot, {1, 0, 1, 0, 1, 2, 1, 1}, Iota<int32_t>({2, 1, 2}), Iota<int32_t>({2, 2, 2})).values<int32_t>() ==
        I32{2, 3, 26, 31});
  // Contraction of two dimensions that are not neighbours: ijk,kli->jl.
  const Tensor x = Iota<float>({2, 3, 4}), y = Iota<float>({4, 5, 2});
  const auto got = Call(lt_dot, {0, 0, 2, 0, 2, 2, 2, 0}, x, y).values<float>();
  F32 expected;
  for (int j = 0; j < 3; ++j) {
    for (int l = 0; l < 5; ++l) {
      float s = 0;
      for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 4; ++k) s += float((i * 3 + j) * 4 + k) * float((k * 5 + l) * 2 + i);
      }
      expected.push_back(s);
    }
  }
  CHECK(got == expected);
  // No contraction: outer product. Nothing to contract: zeros.
  CHECK(Call(lt_dot, {0, 0, 0, 0}, Ints({1, 2}), Ints({3, 4, 5})).values<int32_t>() == I32{3, 4, 5, 6, 8, 10});
  CHECK(Call(lt_dot, {0, 0, 1, 1, 1, 0}, Iota<float>({2, 0}), Iota<float>({0, 2})).values<float>() == F32{0, 0, 0, 0});
  CHECK(Call(lt_dot, {0, 0, 1, 1, 1, 0}, Iota<float>({0, 2}), Iota<float>({2, 3})).dims() == Shape{0, 3});
  CHECK(Call(lt_dot, {0, 0, 1, 1, 1, 0}, Iota<float>({2, 2}), Iota<float>({3, 1})).message ==
        "Matrix size-incompatible: In[0]: [2,2], In[1]: [3,1]");
  // (1 + 2i)(3 - 1i) + (0 + 1i)(2 + 2i) = 5 + 5i + -2 + 2i
  Tensor a(LT_COMPLEX64, {1, 2}), b(LT_COMPLEX64, {2, 1});
  const float left[] = {1, 2, 0, 1}, right[] = {3, -1, 2, 2};
  memcpy(a.raw().data, left, sizeof left), memcpy(b.raw().data, right, sizeof right);
  Called c = Call(lt_dot, {0, 0, 1, 1, 1, 0}, a, b);
  CHECK(static_cast<float*>(c[0].raw().data)[0] == 3);
  CHECK(static_cast<float*>(c[0].raw().data)[1] == 7);
  // Half floats.
  Tensor h(LT_FLOAT16, {2, 2});
  const uint16_t halves[] = {0x3c00, 0x4000, 0x4200, 0x4400};  // 1 2 3 4
  memcpy(h.raw().data, halves, sizeof halves);
  Called hh = Call(lt_dot, {0, 0, 1, 1, 1, 0}, h, h);
  const uint16_t squares[] = {0x4700, 0x4900, 0x4b80, 0x4d80};  // 7 10 15 22
  CHECK(memcmp(hh[0].raw().data, squares, sizeof squares) == 0);
}
