// Linear algebra: defining properties on random matrices, TensorFlow's answers on small ones.
#include <cmath>
#include <complex>
#include <random>

#include "kernels_helper.h"

using namespace kernel_test;
using C = std::complex<double>;

namespace {

// A matrix (one of a batch) as complex numbers, whatever the tensor's type.
struct Matrix {
  int64_t rows = 0, columns = 0;
  std::vector<C> values;
  C& at(int64_t i, int64_t j) { return values[size_t(i * columns + j)]; }
  C at(int64_t i, int64_t j) const { return values[size_t(i * columns + j)]; }
};
Matrix Zeros(int64_t m, int64_t n) { return {m, n, std::vector<C>(size_t(m * n))}; }

Matrix Of(const Tensor& t, int64_t batch = 0) {
  const auto dims = t.dims();
  Matrix m = Zeros(dims[dims.size() - 2], dims[dims.size() - 1]);
  const int64_t n = m.rows * m.columns;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t k = batch * n + i;
    switch (t.raw().dtype) {
      case LT_FLOAT32:
        m.values[size_t(i)] = static_cast<const float*>(t.raw().data)[k];
        break;
      case LT_FLOAT64:
        m.values[size_t(i)] = static_cast<const double*>(t.raw().data)[k];
        break;
      case LT_COMPLEX128:
        m.values[size_t(i)] = static_cast<const C*>(t.raw().data)[k];
        break;
      default:
        REQUIRE(false);
    }
  }
  return m;
}
Matrix operator*(const Matrix& a, const Matrix& b) {
  REQUIRE(a.columns == b.rows);
  Matrix c = Zeros(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t j = 0; j < b.columns; ++j) {
      for (int64_t k = 0; k < a.columns; ++k) c.at(i, j) += a.at(i, k) * b.at(k, j);
    }
  }
  return c;
}
Matrix Adjoint(const Matrix& a) {
  Matrix c = Zeros(a.columns, a.rows);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t j = 0; j < a.columns; ++j) c.at(j, i) = std::conj(a.at(i, j));
  }
  return c;
}
Matrix Diagonal(const std::vector<double>& d) {
  Matrix c = Zeros(int64_t(d.size()), int64_t(d.size()));
  for (size_t i = 0; i < d.size(); ++i) c.at(int64_t(i), int64_t(i)) = d[i];
  return c;
}
Matrix Identity(int64_t n) { return Diagonal(std::vector<double>(size_t(n), 1.0)); }
double Distance(const Matrix& a, const Matrix& b) {
  REQUIRE((a.rows == b.rows && a.columns == b.columns));
  double worst = 0;
  for (size_t i = 0; i < a.values.size(); ++i) worst = std::max(worst, std::abs(a.values[i] - b.values[i]));
  return worst;
}
bool Close(const Matrix& a, const Matrix& b, double tolerance = 1e-11) { return Distance(a, b) <= tolerance; }

Tensor Random(int32_t dtype, const Shape& dims, uint32_t seed) {
  std::mt19937 generator(seed);
  const auto draw = [&] { return double(generator()) / 2147483648.0 - 1; };
  Tensor t(dtype, dims);
  for (int64_t i = 0; i < t.raw().count; ++i) {
    if (dtype == LT_FLOAT64)
      static_cast<double*>(t.raw().data)[i] = draw();
    else if (dtype == LT_FLOAT32)
      static_cast<float*>(t.raw().data)[i] = float(draw());
    else
      static_cast<C*>(t.raw().data)[i] = {draw(), draw()};
  }
  return t;
}
// a a* + n: positive definite.
Tensor Positive(int32_t dtype, int64_t n, uint32_t seed) {
  Tensor t = Random(dtype, {n, n}, seed);
  const Matrix a = Of(t);
  const Matrix p = a * Adjoint(a);
  for (int64_t i = 0; i < n * n; ++i) {
    const C value = p.values[size_t(i)] + (i / n == i % n ? double(n) : 0.0);
    if (dtype == LT_FLOAT64)
      static_cast<double*>(t.raw().data)[i] = value.real();
    else
      static_cast<C*>(t.raw().data)[i] = value;
  }
  return t;
}
Called CallMany(LtKernel kernel, const Tensor& x, int32_t results, const Shape& attrs = {}) {
  return CallAll(kernel, {&x}, attrs, results);
}

}  // namespace

TEST_CASE("cholesky, inverse, solve", "[kernels]") {
  for (int32_t dtype : {LT_FLOAT64, LT_COMPLEX128}) {
    for (int64_t n : {1, 2, 5, 20}) {
      const Tensor p = Positive(dtype, n, uint32_t(n)), a = Random(dtype, {n, n}, 9), b = Random(dtype, {n, 3}, 10);
      Called l = Call(lt_cholesky, {}, p);
      const Matrix factor = Of(l[0]);
      CHECK(Close(factor * Adjoint(factor), Of(p)));
      for (int64_t i = 0; i < n; ++i) {
        for (int64_t j = i + 1; j < n; ++j) CHECK(factor.at(i, j) == 0.0);
      }
      CHECK(Close(Of(Call(lt_matrix_inverse, Params({0}), a)[0]) * Of(a), Identity(n), 1e-9));
      CHECK(Close(Of(Call(lt_matrix_inverse, Params({1}), a)[0]) * Adjoint(Of(a)), Identity(n), 1e-9));
      CHECK(Close(Of(a) * Of(Call(lt_matrix_solve, Params({0}), a, b)[0]), Of(b), 1e-9));
      CHECK(Close(Adjoint(Of(a)) * Of(Call(lt_matrix_solve, Params({1}), a, b)[0]), Of(b), 1e-9));
      CHECK(Close(factor * Of(Call(lt_triangular_solve, Params({1, 0}), l[0], b)[0]), Of(b)));
      CHECK(Close(Adjoint(factor) * Of(Call(lt_triangular_solve, Params({1, 1}), l[0], b)[0]), Of(b)));
    }
  }
  const auto nan = Call(lt_cholesky, {}, Of<float>({1, 2, 2, 1}, {2, 2})).values<float>();
  CHECK((std::isnan(nan[0]) && nan[1] == 0 && std::isnan(nan[2]) && std::isnan(nan[3])));
  CHECK(Call(lt_cholesky, {}, Iota<float>({2, 3})).message == "Input matrix must be square.");
  CHECK(Call(lt_cholesky, {}, Iota<float>({0, 0})).dims() == Shape{0, 0});
  CHECK(Call(lt_matrix_inverse, Params({0}), Of<float>({1, 2, 2, 4}, {2, 2})).message == "Input is not invertible.");
  CHECK(Call(lt_matrix_solve, Params({0}), Of<float>({0, 0, 0, 0}, {2, 2}), Iota<float>({2, 1})).message ==
        "Input matrix is not invertible.");
  CHECK(Call(lt_matrix_solve, Params({0}), Iota<float>({2, 2}), Iota<float>({3, 1})).message ==
        "Input matrix and rhs are incompatible.");
}

TEST_CASE("triangular systems", "[kernels]") {
  const Tensor low = Of<float>({1, 9, 2, 4}, {2, 2});  // the upper part is not read
  CHECK(Call(lt_triangular_solve, Params({1, 0}), low, Of<float>({1, 6}, {2, 1})).values<float>() == F32{1, 1});
  CHECK(Call(lt_triangular_solve, Params({0, 0}), low, Of<float>({10, 4}, {2, 1})).values<float>() == F32{1, 1});
  CHECK(Call(lt_triangular_solve, Params({1, 0}), Of<float>({1, 0, 2, 0}, {2, 2}), Of<float>({1, 1}, {2, 1}))
            .values<float>() == F32{1, -INFINITY});
  CHECK(Call(lt_triangular_solve, Params({1, 0}), low, Of<float>({1, 6, 2, 12}, {2, 2, 1})).values<float>() ==
        F32{1, 1, 2, 2});
  CHECK(Call(lt_triangular_solve, Params({1, 0}), Of<float>({1, 2, 4}, {3, 1, 1}), Of<float>({8}, {1, 1})).dims() ==
        Shape{3, 1, 1});
  CHECK(Call(lt_triangular_solve, Params({1, 0}), low, Iota<float>({3, 1})).type == "InvalidArgumentError");
}

TEST_CASE("determinants", "[kernels]") {
  CHECK(Call(lt_det, {}, Iota<double>({2, 2, 2})).values<double>()[1] == Approx(-2));
  CHECK(Call(lt_det, {}, Of<float>({1, 2, 2, 4}, {2, 2})).values<float>() == F32{0});
  CHECK(Call(lt_det, {}, Of<float>({0, 2, 4, 0}, {2, 2})).values<float>() == F32{-8});
  CHECK(Call(lt_det, {}, Iota<float>({0, 0})).values<float>() == F32{1});
  const Tensor p = Positive(LT_FLOAT64, 6, 4);
  const Matrix l = Of(Call(lt_cholesky, {}, p)[0]);
  double product = 1;
  for (int64_t i = 0; i < 6; ++i) product *= std::norm(l.at(i, i));
  CHECK(Call(lt_det, {}, p).values<double>()[0] == Approx(product));
}

TEST_CASE("qr", "[kernels]") {
  for (int32_t dtype : {LT_FLOAT64, LT_COMPLEX128}) {
    for (const Shape& dims : {Shape{5, 5}, Shape{7, 3}, Shape{3, 7}, Shape{1, 4}, Shape{4, 1}}) {
      for (int64_t full : {0, 1}) {
        const Tensor a = Random(dtype, dims, 3);
        Called r = CallMany(lt_qr, a, 2, Params({full}));
        const Matrix q = Of(r[0]), upper = Of(r[1]);
        CHECK(q.columns == (full ? dims[0] : std::min(dims[0], dims[1])));
        CHECK(Close(q * upper, Of(a)));
        CHECK(Close(Adjoint(q) * q, Identity(q.columns)));
        for (int64_t i = 0; i < upper.rows; ++i) {
          for (int64_t j = 0; j < std::min(i, upper.columns); ++j) CHECK(upper.at(i, j) == 0.0);
        }
      }
    }
  }
  // Signs as TensorFlow's.
  Called r = CallMany(lt_qr, Of<float>({2, 1, 1, 2, 1, 1}, {3, 2}), 2, Params({0}));
  const auto q = r[0].values<float>(), upper = r[1].values<float>();
  const float expected_q[] = {-0.8164965f, 0.49236605f, -0.4082483f, -0.8616406f, -0.4082483f, -0.12309144f};
  const float expected_r[] = {-2.4494898f, -2.0412414f, 0, -1.3540064f};
  for (size_t i = 0; i < 6; ++i) CHECK(q[i] == Approx(expected_q[i]).epsilon(1e-5));
  for (size_t i = 0; i < 4; ++i) CHECK(upper[i] == Approx(expected_r[i]).epsilon(1e-5));
}

TEST_CASE("eigenvalues of self-adjoint matrices", "[kernels]") {
  for (int32_t dtype : {LT_FLOAT64, LT_COMPLEX128}) {
    for (int64_t n : {1, 2, 3, 4, 17, 40}) {
      const Tensor a = Positive(dtype, n, uint32_t(n) + 1);
      Called e = CallMany(lt_eigh, a, 2);
      std::vector<double> values;
      for (int64_t i = 0; i < n; ++i) {
        values.push_back(dtype == LT_FLOAT64 ? static_cast<double*>(e[0].raw().data)[i]
                                             : static_cast<C*>(e[0].raw().data)[i].real());
      }
      CHECK(std::is_sorted(values.begin(), values.end()));
      const Matrix v = Of(e[1]);
      CHECK(Close(Adjoint(v) * v, Identity(n)));
      CHECK(Close(v * Diagonal(values) * Adjoint(v), Of(a), 1e-10));
    }
  }
  Called e = CallMany(lt_eigh, Of<float>({2, 100, 1, 2}, {2, 2}), 2);
  CHECK(e[0].values<float>()[0] == Approx(1));
  CHECK(e[0].values<float>()[1] == Approx(3));
  const float expected[] = {-0.70710677f, 0.70710677f, 0.70710677f, 0.70710677f};
  for (size_t i = 0; i < 4; ++i) CHECK(e[1].values<float>()[i] == Approx(expected[i]));
  CHECK(CallMany(lt_eigh, Of<float>({NAN, 1, 1, 2}, {2, 2}), 2).type == "InvalidArgumentError");
  CHECK(CallMany(lt_eigh, Of<double>({0, 0, 0, 0}, {2, 2}), 2)[0].values<double>() == F64{0, 0});
  CHECK(CallMany(lt_eigh, Iota<float>({3, 0, 0}), 2)[1].dims() == Shape{3, 0, 0});
}

TEST_CASE("singular values", "[kernels]") {
  for (int32_t dtype : {LT_FLOAT64, LT_COMPLEX128}) {
    for (const Shape& dims : {Shape{5, 5}, Shape{7, 3}, Shape{3, 7}, Shape{1, 4}, Shape{30, 20}}) {
      for (int64_t full : {0, 1}) {
        const Tensor a = Random(dtype, dims, 5);
        Called r = CallMany(lt_svd, a, 3, Params({full}));
        const auto s = r[0].values<double>();
        const Matrix u = Of(r[1]), v = Of(r[2]);
        CHECK(std::is_sorted(s.rbegin(), s.rend()));
        CHECK(Close(Adjoint(u) * u, Identity(u.columns)));
        CHECK(Close(Adjoint(v) * v, Identity(v.columns)));
        Matrix middle = Zeros(u.columns, v.columns);
        for (size_t i = 0; i < s.size(); ++i) middle.at(int64_t(i), int64_t(i)) = s[i];
        CHECK(Close(u * middle * Adjoint(v), Of(a)));
      }
    }
  }
  // Rank 1, and zero: the rest of the bases is completed.
  for (const auto& values : {F64{1, 2, 2, 4, 3, 6}, F64{0, 0, 0, 0, 0, 0}}) {
    Called r = CallMany(lt_svd, Of<double>(values, {3, 2}), 3, Params({1}));
    CHECK(r[0].values<double>()[1] == Approx(0).margin(1e-12));
    const Matrix u = Of(r[1]);
    CHECK(Close(Adjoint(u) * u, Identity(3)));
  }
  CHECK(CallMany(lt_svd, Of<float>({2, 1, 0, 1, 2, 1}, {2, 3}), 3, Params({0}))[0].values<float>()[0] ==
        Approx(3.0872529));
  CHECK(std::isnan(CallMany(lt_svd, Of<float>({NAN, 1, 1, 2}, {2, 2}), 3, Params({0}))[1].values<float>()[3]));
  CHECK(CallMany(lt_svd, Iota<float>({0, 3}), 3, Params({0}))[2].dims() == Shape{3, 0});
}
