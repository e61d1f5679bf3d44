// Sorting, top_k, unique, searchsorted: against std::stable_sort and TensorFlow's answers.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "kernels_helper.h"

using namespace kernel_test;

namespace {

template <class T>
void CheckSorted(size_t n, int64_t spread) {
  std::mt19937 generator(uint32_t(n) + 3);
  std::vector<T> x(n);
  for (T& v : x) v = T(int64_t(generator() % uint64_t(spread)) - (T(-1) < T(0) ? spread / 2 : 0));
  for (bool down : {false, true}) {
    std::vector<int32_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      return down ? x[size_t(a)] > x[size_t(b)] : x[size_t(a)] < x[size_t(b)];
    });
    CHECK(Call(lt_argsort, {0, 0, 0, down}, Vector(x)).template values<int32_t>() == order);
    std::vector<T> sorted;
    for (int32_t i : order) sorted.push_back(x[size_t(i)]);
    CHECK(Call(lt_sort, {0, 0, 0, down}, Vector(x)).template values<T>() == sorted);
    if (!down) continue;
    for (int64_t k : {int64_t{1}, int64_t(n) / 20, int64_t(n)}) {
      const Tensor input = Vector(x), count = Scalar(int32_t(k));
      Called top = CallAll(lt_top_k, {&input, &count}, {}, 2);
      CHECK(top[0].template values<T>() == std::vector<T>(sorted.begin(), sorted.begin() + k));
      CHECK(top[1].values<int32_t>() == I32(order.begin(), order.begin() + k));
    }
  }
}

}  // namespace

TEST_CASE("sorts are stable and agree with the standard library", "[kernels]") {
  for (size_t n : {1, 2, 39, 41, 300, 5000}) {
    CheckSorted<int8_t>(n, 200);
    CheckSorted<uint8_t>(n, 20);
    CheckSorted<int32_t>(n, 1000);
    CheckSorted<int64_t>(n, int64_t{1} << 40);
    CheckSorted<uint64_t>(n, 30);
    CheckSorted<float>(n, 1000);
    CheckSorted<double>(n, 100000);
  }
}

TEST_CASE("sorting special values and axes", "[kernels]") {
  const Tensor x = Vector<float>({2, NAN, 1, 3});
  CHECK(Call(lt_argsort, {0, 0, 0, 0}, x).values<int32_t>() == I32{2, 0, 3, 1});
  CHECK(Call(lt_argsort, {0, 0, 0, 1}, x).values<int32_t>() == I32{3, 0, 2, 1});
  CHECK(Call(lt_argsort, {0, 0, 0, 0}, Vector<float>({0.0f, -0.0f, -INFINITY, INFINITY})).values<int32_t>() ==
        I32{2, 0, 1, 3});
  CHECK(std::signbit(Call(lt_sort, {0, 0, 0, 0}, Vector<float>({0.0f, -0.0f})).values<float>()[1]));
  CHECK(Call(lt_argsort, {0, 0, 0, 1}, Vector<float>({1, 3, 3, 2})).values<int32_t>() == I32{1, 2, 3, 0});
  CHECK(Call(lt_sort, {0, 0, 0, 0}, Of<int32_t>({3, 1, 2, 0, 5, 4}, {3, 2})).values<int32_t>() ==
        I32{2, 0, 3, 1, 5, 4});
  CHECK(Call(lt_sort, {-1, 0, 0, 0}, Iota<float>({2, 0})).dims() == Shape{2, 0});
  const Tensor rows = Of<float>({1, 5, 3, 5, 2, 2, 2, 2}, {2, 4}), three = Scalar<int32_t>(3),
               minus = Scalar<int32_t>(-3);
  Called top = CallAll(lt_top_k, {&rows, &three}, {}, 2);
  CHECK(top[0].values<float>() == F32{5, 5, 3, 2, 2, 2});
  CHECK(top[1].values<int32_t>() == I32{1, 3, 2, 0, 1, 2});
  const Tensor two = Ints({1, 2});
  CHECK(CallAll(lt_top_k, {&two, &three}, {}, 2).message == "input must have at least k columns. Had 2, needed 3");
  CHECK(CallAll(lt_top_k, {&two, &minus}, {}, 2).message == "Need k >= 0, got -3");
}

TEST_CASE("unique", "[kernels]") {
  const auto unique = [](const Tensor& x) { return CallAll(lt_unique, {&x}, {LT_INT32}, 3); };
  Called a = unique(Ints({4, 1, 4, 2, 1, 4}));
  CHECK(a[0].values<int32_t>() == I32{4, 1, 2});
  CHECK(a[1].values<int32_t>() == I32{0, 1, 0, 2, 1, 0});
  CHECK(a[2].values<int32_t>() == I32{3, 2, 1});
  Called b = unique(Strings({"b", "", "a", "b", ""}));
  CHECK(b[0].strings() == std::vector<std::string>{"b", "", "a"});
  CHECK(b[2].values<int32_t>() == I32{2, 2, 1});
  CHECK(unique(Vector<float>({0.0f, -0.0f, 1}))[1].values<int32_t>() == I32{0, 0, 1});
  CHECK(unique(Vector<float>({NAN, NAN, 1}))[1].values<int32_t>() == I32{0, 1, 2});
  CHECK(unique(Iota<double>({0}))[0].dims() == Shape{0});
  std::vector<int64_t> many(3000);
  for (size_t i = 0; i < many.size(); ++i) many[i] = int64_t(i * i % 1009) << 32;
  Called c = unique(Vector(many));
  const auto values = c[0].values<int64_t>();
  const auto ids = c[1].values<int32_t>();
  int64_t wrong = 0;
  for (size_t i = 0; i < many.size(); ++i) wrong += values[size_t(ids[i])] != many[i];
  CHECK(wrong == 0);
  CHECK(values.size() == 505);  // squares modulo a prime: (p + 1) / 2
}

TEST_CASE("searchsorted", "[kernels]") {
  const Tensor s = Ints({1, 3, 3, 5, 7}), v = Ints({0, 1, 3, 4, 7, 8});
  CHECK(Call(lt_search_sorted, Params({0}, {LT_INT32}), s, v).values<int32_t>() == I32{0, 0, 1, 3, 4, 5});
  CHECK(Call(lt_search_sorted, Params({1}, {LT_INT64}), s, v).values<int64_t>() == I64{0, 1, 3, 3, 5, 5});
  CHECK(Call(lt_search_sorted, Params({0}, {LT_INT32}), Of<float>({1, 2, 3, 4}, {2, 2}),
             Of<float>({1.5f, 2.5f, 3, 5}, {2, 2}))
            .values<int32_t>() == I32{1, 2, 0, 2});
  CHECK(Call(lt_search_sorted, Params({0}, {LT_INT32}), s, Of<int32_t>({2, 6}, {1, 2})).dims() == Shape{1, 2});
  CHECK(Call(lt_search_sorted, Params({0}, {LT_INT32}), Iota<float>({0}), Vector<float>({1})).values<int32_t>() ==
        I32{0});
  CHECK(Call(lt_search_sorted, Params({0}, {LT_INT32}), Of<float>({1, 2}, {1, 2}), Of<float>({1, 2}, {2, 1})).message ==
        "Leading dim_size of both tensors must match.");
}
