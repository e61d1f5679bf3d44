// Fourier transforms against their definition.
#include <cmath>
#include <complex>
#include <random>

#include "kernels_helper.h"

using namespace kernel_test;
using C = std::complex<double>;

namespace {

std::vector<C> Transform(const std::vector<C>& x, const Shape& ints) {
  Tensor t(LT_COMPLEX128, {int64_t(x.size())});
  std::copy(x.begin(), x.end(), static_cast<C*>(t.raw().data));
  Called y = Call(lt_fft, Params(ints), t);
  const C* p = static_cast<const C*>(y[0].raw().data);
  return {p, p + x.size()};
}

}  // namespace

TEST_CASE("fft equals the definition for all kinds of lengths", "[kernels]") {
  std::mt19937 generator(1);
  for (int64_t n : {1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 63, 64, 65, 97, 128, 100, 243, 257}) {
    std::vector<C> x;
    for (int64_t i = 0; i < n; ++i) x.push_back({double(generator()) / 4e9, double(generator()) / 4e9 - 0.5});
    const auto y = Transform(x, {0, 0});
    double worst = 0;
    for (int64_t k = 0; k < n; ++k) {
      C sum = 0;
      for (int64_t j = 0; j < n; ++j) sum += x[size_t(j)] * std::polar(1.0, -2 * M_PI * double(j * k % n) / double(n));
      worst = std::max(worst, std::abs(sum - y[size_t(k)]));
    }
    CAPTURE(n);
    CHECK(worst < 1e-12 * double(n));
    const auto back = Transform(y, {1, 1});
    double error = 0;
    for (size_t i = 0; i < x.size(); ++i) error = std::max(error, std::abs(back[i] - x[i]));
    CHECK(error < 1e-13 * std::log2(double(n) + 2));
  }
}

TEST_CASE("fft of rows, of complex64, of nothing", "[kernels]") {
  Tensor x(LT_COMPLEX64, {2, 4});
  const float values[] = {1, 0, 2, 0, 3, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0};
  memcpy(x.raw().data, values, sizeof values);
  Called y = Call(lt_fft, Params({0, 0}), x);
  const float expected[] = {10, 0, -2, 2, -2, 0, -2, -2, 1, 0, 0, -1, -1, 0, 0, 1};
  for (int i = 0; i < 16; ++i) CHECK(static_cast<float*>(y[0].raw().data)[i] == Approx(expected[i]).margin(1e-7));
  CHECK(Call(lt_fft, Params({0, 0}), Tensor(LT_COMPLEX64, {3, 0})).dims() == Shape{3, 0});
  CHECK(Call(lt_fft, Params({0, 0}), Iota<float>({3})).type == "InvalidArgumentError");
}
