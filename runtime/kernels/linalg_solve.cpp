// Cholesky factors, LU based inverse, solution and determinant, triangular systems.
#include "runtime/kernels/linalg.h"

namespace lathe::rt {
namespace {

// Lower factor in place, by rows; only the lower triangle of `a` is read. A matrix that is not positive definite gives
// NaN in the whole lower triangle, as in TensorFlow on the CPU.
template <class S>
void Cholesky(S* a, int64_t n) {
  bool fine = true;
  for (int64_t i = 0; i < n && fine; ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      S sum = a[i * n + j];
      for (int64_t k = 0; k < j; ++k) sum = sum - a[i * n + k] * Conj(a[j * n + k]);
      if (i == j) {
        const double pivot = RealOf(sum);
        fine = pivot > 0;
        a[i * n + i] = FromReal<S>(__builtin_sqrt(pivot));
      } else {
        a[i * n + j] = Times(sum, 1 / RealOf(a[j * n + j]));
      }
    }
  }
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      if (j > i)
        a[i * n + j] = S{};
      else if (!fine)
        a[i * n + j] = FromReal<S>(__builtin_nan(""));
    }
  }
}

// LU factors in place with partial pivoting: row i of the product is row order[i] of `a`. Returns the sign of the
// permutation, 0 if a pivot is 0 (or not a number).
template <class S>
int Factor(S* a, int64_t n, int64_t* order) {
  int sign = 1;
  bool regular = true;
  for (int64_t i = 0; i < n; ++i) order[i] = i;
  for (int64_t k = 0; k < n; ++k) {
    int64_t best = k;
    for (int64_t i = k + 1; i < n; ++i) {
      if (Abs2(a[i * n + k]) > Abs2(a[best * n + k])) best = i;
    }
    if (best != k) {
      for (int64_t j = 0; j < n; ++j) {
        const S swap = a[k * n + j];
        a[k * n + j] = a[best * n + j], a[best * n + j] = swap;
      }
      const int64_t swap = order[k];
      order[k] = order[best], order[best] = swap;
      sign = -sign;
    }
    if (!(Abs2(a[k * n + k]) > 0)) {
      regular = false;
      continue;
    }
    for (int64_t i = k + 1; i < n; ++i) {
      const S factor = a[i * n + k] = Quotient(a[i * n + k], a[k * n + k]);
      for (int64_t j = k + 1; j < n; ++j) a[i * n + j] = a[i * n + j] - factor * a[k * n + j];
    }
  }
  return regular ? sign : 0;
}

// x (n rows of m right sides) becomes the solution of t x = b for a triangular t with element(i, k).
template <class S, class E>
void Substitute(int64_t n, int64_t m, S* x, bool lower, bool unit, E element) {
  for (int64_t step = 0; step < n; ++step) {
    const int64_t i = lower ? step : n - 1 - step;
    for (int64_t k = lower ? 0 : i + 1; k < (lower ? i : n); ++k) {
      const S factor = element(i, k);
      for (int64_t j = 0; j < m; ++j) x[i * m + j] = x[i * m + j] - factor * x[k * m + j];
    }
    if (unit) continue;
    const S pivot = element(i, i);
    for (int64_t j = 0; j < m; ++j) x[i * m + j] = Quotient(x[i * m + j], pivot);
  }
}

template <class S>
void Adjoint(S* a, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    a[i * n + i] = Conj(a[i * n + i]);
    for (int64_t j = 0; j < i; ++j) {
      const S swap = Conj(a[i * n + j]);
      a[i * n + j] = Conj(a[j * n + i]), a[j * n + i] = swap;
    }
  }
}

// out = a⁻¹ b for every matrix of the batch; b null: the identity. False: a matrix is singular.
template <class S>
bool SolveAll(const LtTensor& a, const LtTensor* b, const LtTensor& out, bool adjoint) {
  const Matrices shape = MatricesOf(a);
  const int64_t n = shape.rows, m = out.dims[out.rank - 1];
  bool regular = true;
  ParallelFor(shape.batch, 1 + 100000 / (n * n * (n + m) + 1), [&](int64_t begin, int64_t end) {
    Scratch memory((n * n + 2 * n * m) * int64_t(sizeof(S)) + n * 8);
    S *lu = memory.as<S>(), *right = lu + n * n, *x = right + n * m;
    int64_t* order = reinterpret_cast<int64_t*>(x + n * m);
    for (int64_t i = begin; i < end; ++i) {
      LoadScalars(a, i * n * n, n * n, lu);
      if (adjoint) Adjoint(lu, n);
      if (Factor(lu, n, order) == 0) __atomic_store_n(&regular, false, __ATOMIC_RELAXED);
      if (b != nullptr) LoadScalars(*b, i * n * m, n * m, right);
      for (int64_t r = 0; r < n; ++r) {
        for (int64_t j = 0; j < m; ++j) {
          x[r * m + j] = b != nullptr ? right[order[r] * m + j] : FromReal<S>(order[r] == j ? 1 : 0);
        }
      }
      const auto element = [&](int64_t r, int64_t k) { return lu[r * n + k]; };
      Substitute(n, m, x, true, true, element);
      Substitute(n, m, x, false, false, element);
      StoreScalars(out, i * n * m, n * m, x);
    }
  });
  return regular;
}

// Offset in matrices of each operand for matrix `flat` of the broadcast batch.
int64_t BroadcastIndex(const LtTensor& x, const Dims& batch, int64_t flat) {
  int64_t index = 0, stride = 1;
  for (int32_t i = batch.rank - 1, d = x.rank - 3; d >= 0; --i, --d) {
    const int64_t at = flat % batch.d[i];
    flat /= batch.d[i];
    index += x.dims[d] == 1 ? 0 : at * stride;
    stride *= x.dims[d];
  }
  return index;
}

template <class S>
void TriangularAll(const LtTensor& a, const LtTensor& b, const LtTensor& out, const Dims& batch, bool lower,
                   bool adjoint) {
  const int64_t n = a.dims[a.rank - 1], m = b.dims[b.rank - 1];
  int64_t count = 1;
  for (int32_t i = 0; i < batch.rank; ++i) count *= batch.d[i];
  ParallelFor(count, 1 + 100000 / (n * n * m + 1), [&](int64_t begin, int64_t end) {
    Scratch memory((n * n + n * m) * int64_t(sizeof(S)));
    S *t = memory.as<S>(), *x = t + n * n;
    for (int64_t i = begin; i < end; ++i) {
      LoadScalars(a, BroadcastIndex(a, batch, i) * n * n, n * n, t);
      LoadScalars(b, BroadcastIndex(b, batch, i) * n * m, n * m, x);
      if (adjoint)
        Substitute(n, m, x, !lower, false, [&](int64_t r, int64_t k) { return Conj(t[k * n + r]); });
      else
        Substitute(n, m, x, lower, false, [&](int64_t r, int64_t k) { return t[r * n + k]; });
      StoreScalars(out, i * n * m, n * m, x);
    }
  });
}

template <class S>
void DeterminantAll(const LtTensor& a, const LtTensor& out) {
  const Matrices shape = MatricesOf(a);
  const int64_t n = shape.rows;
  Scratch memory(n * n * int64_t(sizeof(S)) + n * 8);
  S* lu = memory.as<S>();
  for (int64_t i = 0; i < shape.batch; ++i) {
    LoadScalars(a, i * n * n, n * n, lu);
    const int sign = Factor(lu, n, reinterpret_cast<int64_t*>(lu + n * n));
    S product = FromReal<S>(sign < 0 ? -1 : 1);
    for (int64_t k = 0; k < n; ++k) product = product * lu[k * n + k];
    StoreScalars(out, i, 1, &product);
  }
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

LT_KERNEL(lt_cholesky) {
  const LtTensor& x = *in[0];
  if (CheckSquare(ctx, x)) return 1;
  if (MakeTensor(ctx, out, x.dtype, Dims::Of(x))) return 1;
  if (out->count == 0) return 0;
  const Matrices shape = MatricesOf(x);
  const int64_t size = shape.rows * shape.rows;
  const bool done = ByScalar(x.dtype, [&]<class S>(S) {
    ParallelFor(shape.batch, 1 + 300000 / (size * shape.rows + 1), [&](int64_t begin, int64_t end) {
      Scratch memory(size * int64_t(sizeof(S)));
      for (int64_t i = begin; i < end; ++i) {
        LoadScalars(x, i * size, size, memory.as<S>());
        Cholesky(memory.as<S>(), shape.rows);
        StoreScalars(*out, i * size, size, memory.as<S>());
      }
    });
  });
  if (done) return 0;
  lt_release(out);
  return BadType(ctx, "cholesky", x.dtype);
}

// ParamsAttr: ints {adjoint}.
LT_KERNEL(lt_matrix_inverse) {
  const LtTensor& x = *in[0];
  if (CheckSquare(ctx, x)) return 1;
  if (MakeTensor(ctx, out, x.dtype, Dims::Of(x))) return 1;
  if (out->count == 0) return 0;
  bool regular = false;
  const bool adjoint = Params(attrs).Int(0, 0) != 0;
  const bool done = ByScalar(x.dtype, [&]<class S>(S) { regular = SolveAll<S>(x, nullptr, *out, adjoint); });
  if (regular) return 0;
  lt_release(out);
  return done ? Invalid(ctx, "Input is not invertible.") : BadType(ctx, "the inverse of a matrix", x.dtype);
}

// Operands matrix, right sides; ParamsAttr: ints {adjoint}.
LT_KERNEL(lt_matrix_solve) {
  const LtTensor& a = *in[0];
  const LtTensor& b = *in[1];
  if (CheckSquare(ctx, a)) return 1;
  bool fits = a.rank == b.rank && a.dtype == b.dtype;
  for (int32_t i = 0; fits && i < a.rank - 1; ++i) fits = a.dims[i] == b.dims[i];
  if (!fits) return Invalid(ctx, "Input matrix and rhs are incompatible.");
  if (MakeTensor(ctx, out, b.dtype, Dims::Of(b))) return 1;
  if (out->count == 0) return 0;
  bool regular = false;
  const bool adjoint = Params(attrs).Int(0, 0) != 0;
  const bool done = ByScalar(a.dtype, [&]<class S>(S) { regular = SolveAll<S>(a, &b, *out, adjoint); });
  if (regular) return 0;
  lt_release(out);
  return done ? Invalid(ctx, "Input matrix is not invertible.") : BadType(ctx, "the solution of a system", a.dtype);
}

// Operands matrix, right sides (batches broadcast); ParamsAttr: ints {lower, adjoint}. A zero on the diagonal divides.
LT_KERNEL(lt_triangular_solve) {
  const LtTensor& a = *in[0];
  const LtTensor& b = *in[1];
  const Params params(attrs);
  const bool lower = params.Int(0, 1) != 0, adjoint = params.Int(1, 0) != 0;
  if (CheckSquare(ctx, a) || CheckMatrix(ctx, b)) return 1;
  Dims dims;
  bool fits = a.dtype == b.dtype && a.dims[a.rank - 1] == b.dims[b.rank - 2];
  const int32_t rank = a.rank > b.rank ? a.rank : b.rank;
  for (int32_t i = 0; fits && i < rank - 2; ++i) {
    const int32_t p = i - (rank - a.rank), q = i - (rank - b.rank);
    const int64_t m = p < 0 ? 1 : a.dims[p], n = q < 0 ? 1 : b.dims[q];
    fits = m == n || m == 1 || n == 1;
    dims.Add(m == 1 ? n : m);
  }
  if (!fits) {
    return Invalid(ctx, "In[0] mismatch In[1] shape: %d vs. %d: %h %h %d %d", a.dims[a.rank - 1], b.dims[b.rank - 2],
                   &a, &b, int64_t{lower}, int64_t{adjoint});
  }
  const Dims batch = dims;
  dims.Add(b.dims[b.rank - 2]), dims.Add(b.dims[b.rank - 1]);
  if (MakeTensor(ctx, out, b.dtype, dims)) return 1;
  if (out->count == 0) return 0;
  if (ByScalar(a.dtype, [&]<class S>(S) { TriangularAll<S>(a, b, *out, batch, lower, adjoint); })) return 0;
  lt_release(out);
  return BadType(ctx, "triangular_solve", a.dtype);
}

LT_KERNEL(lt_det) {
  const LtTensor& x = *in[0];
  if (CheckSquare(ctx, x)) return 1;
  if (MakeTensor(ctx, out, x.dtype, BatchDims(x))) return 1;
  if (out->count == 0) return 0;
  if (ByScalar(x.dtype, [&]<class S>(S) { DeterminantAll<S>(x, *out); })) return 0;
  lt_release(out);
  return BadType(ctx, "the determinant", x.dtype);
}
