// QR by Householder reflections; eigenvalues of self-adjoint matrices by tridiagonalisation and implicit QR steps
// (Golub & Van Loan, Matrix Computations, 5.2 and 8.3); singular values by one-sided Jacobi rotations (ibid., 8.6).
#include "runtime/kernels/linalg.h"

namespace lathe::rt {
namespace {

// The reflection I - tau v v* that takes x (n elements, `stride` apart) to beta e1, with v[0] = 1 not stored: the rest
// of v replaces x[1…]. beta is real, of the sign opposite to x[0].
template <class S>
S MakeReflection(S* x, int64_t n, int64_t stride, double* beta) {
  double tail = 0;
  for (int64_t i = 1; i < n; ++i) tail += Abs2(x[i * stride]);
  const S head = x[0];
  const double imaginary = Abs2(head) - RealOf(head) * RealOf(head);
  if (tail == 0 && imaginary <= 0) {
    *beta = RealOf(head);
    for (int64_t i = 1; i < n; ++i) x[i * stride] = S{};
    return S{};
  }
  const double norm = __builtin_sqrt(Abs2(head) + tail);
  *beta = RealOf(head) >= 0 ? -norm : norm;
  const S pivot = head - FromReal<S>(*beta);
  for (int64_t i = 1; i < n; ++i) x[i * stride] = Quotient(x[i * stride], pivot);
  return Conj(Times(FromReal<S>(*beta) - head, 1 / *beta));
}

// Rows [row, row + n) of columns [from, to) of a (with `wide` columns): multiplied by I - tau v v* from the left.
template <class S>
void Reflect(S* a, int64_t wide, int64_t row, int64_t n, int64_t from, int64_t to, const S* v, int64_t v_stride,
             S tau) {
  if (tau == S{}) return;
  for (int64_t j = from; j < to; ++j) {
    S sum = a[row * wide + j];
    for (int64_t i = 1; i < n; ++i) sum = sum + Conj(v[i * v_stride]) * a[(row + i) * wide + j];
    sum = sum * tau;
    a[row * wide + j] = a[row * wide + j] - sum;
    for (int64_t i = 1; i < n; ++i) a[(row + i) * wide + j] = a[(row + i) * wide + j] - v[i * v_stride] * sum;
  }
}

// a [m, n] is overwritten; q [m, width], r [height, n].
template <class S>
void Qr(S* a, int64_t m, int64_t n, S* taus, S* q, int64_t width, S* r, int64_t height) {
  const int64_t steps = m < n ? m : n;
  for (int64_t k = 0; k < steps; ++k) {
    double beta;
    S* v = a + k * n + k;
    taus[k] = MakeReflection(v, m - k, n, &beta);
    Reflect(a, n, k, m - k, k + 1, n, v, n, taus[k]);
    // The head of v is implicit: its place holds the diagonal of r.
    *v = FromReal<S>(beta);
  }
  for (int64_t i = 0; i < height; ++i) {
    for (int64_t j = 0; j < n; ++j) r[i * n + j] = j >= i ? a[i * n + j] : S{};
  }
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < width; ++j) q[i * width + j] = FromReal<S>(i == j ? 1 : 0);
  }
  for (int64_t k = steps; k-- > 0;) Reflect(q, width, k, m - k, k, width, a + k * n + k, n, Conj(taus[k]));
}

// a [n, n] (lower triangle) = q t q*, t real tridiagonal.
template <class S>
void Tridiagonalise(S* a, int64_t n, double* diagonal, double* below, S* taus, S* work, S* q) {
  for (int64_t k = 0; k + 1 < n; ++k) {
    const int64_t rest = n - k - 1;
    double beta;
    S* v = a + (k + 1) * n + k;
    const S tau = taus[k] = MakeReflection(v, rest, n, &beta);
    *v = FromReal<S>(1);
    // work = conj(tau) A v; then A -= v w* + w v* with w = work - (conj(tau) / 2) (work* v)… v.
    const auto lower = [&](int64_t i, int64_t j) {
      return i >= j ? a[(k + 1 + i) * n + k + 1 + j] : Conj(a[(k + 1 + j) * n + k + 1 + i]);
    };
    S dot{};
    for (int64_t i = 0; i < rest; ++i) {
      S sum{};
      for (int64_t j = 0; j < rest; ++j) sum = sum + lower(i, j) * v[j * n];
      work[i] = sum * Conj(tau);
      dot = dot + Conj(work[i]) * v[i * n];
    }
    const S half = Times(Conj(tau) * dot, -0.5);
    for (int64_t i = 0; i < rest; ++i) work[i] = work[i] + half * v[i * n];
    for (int64_t i = 0; i < rest; ++i) {
      for (int64_t j = 0; j <= i; ++j) {
        S& x = a[(k + 1 + i) * n + k + 1 + j];
        x = x - v[i * n] * Conj(work[j]) - work[i] * Conj(v[j * n]);
      }
    }
    below[k] = beta;
  }
  for (int64_t i = 0; i < n; ++i) {
    diagonal[i] = RealOf(a[i * n + i]);
    for (int64_t j = 0; j < n; ++j) q[i * n + j] = FromReal<S>(i == j ? 1 : 0);
  }
  for (int64_t k = n - 1; k-- > 0;) Reflect(q, n, k + 1, n - k - 1, k + 1, n, a + (k + 1) * n + k, n, Conj(taus[k]));
}

struct Rotation {
  double c, s;

  // Takes (p, q) to (r, 0).
  static Rotation Of(double p, double q) {
    if (q == 0) return {p < 0 ? -1.0 : 1.0, 0};
    if (p == 0) return {0, q < 0 ? 1.0 : -1.0};
    if (__builtin_fabs(p) > __builtin_fabs(q)) {
      const double t = q / p, u = __builtin_sqrt(1 + t * t), c = 1 / (p < 0 ? -u : u);
      return {c, -t * c};
    }
    const double t = p / q, u = __builtin_sqrt(1 + t * t), s = -1 / (q < 0 ? -u : u);
    return {-t * s, s};
  }
};

// One implicit QR step with Wilkinson's shift on [start, end] of the tridiagonal matrix; rotates the columns of q.
template <class S>
void QrStep(double* diagonal, double* below, int64_t start, int64_t end, S* q, int64_t n) {
  const double half = (diagonal[end - 1] - diagonal[end]) * 0.5, e = below[end - 1];
  double shift = diagonal[end];
  if (half == 0) {
    shift -= __builtin_fabs(e);
  } else if (e != 0) {
    const double h = Hypotenuse(half, e);
    shift -= e / ((half + (half > 0 ? h : -h)) / e);
  }
  double x = diagonal[start] - shift, z = below[start];
  for (int64_t k = start; k < end && z != 0; ++k) {
    const auto [c, s] = Rotation::Of(x, z);
    const double sd = s * diagonal[k] + c * below[k], dk = s * below[k] + c * diagonal[k + 1];
    diagonal[k] = c * (c * diagonal[k] - s * below[k]) - s * (c * below[k] - s * diagonal[k + 1]);
    diagonal[k + 1] = s * sd + c * dk;
    below[k] = c * sd - s * dk;
    if (k > start) below[k - 1] = c * below[k - 1] - s * z;
    x = below[k];
    if (k < end - 1) z = -s * below[k + 1], below[k + 1] = c * below[k + 1];
    for (int64_t i = 0; i < n; ++i) {
      const S left = q[i * n + k], right = q[i * n + k + 1];
      q[i * n + k] = Times(left, c) - Times(right, s);
      q[i * n + k + 1] = Times(left, s) + Times(right, c);
    }
  }
}

// False: no convergence (only with NaN or infinities).
template <class S>
bool Eigen(S* a, int64_t n, double* values, double* below, S* taus, S* work, S* q) {
  double scale = 0;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      const double size = Abs2(a[i * n + j]);
      if (!(size <= 1e300)) {
        if (size != size) return false;
        scale = __builtin_inf();
      }
      scale = size > scale ? size : scale;
    }
  }
  scale = __builtin_sqrt(scale);
  if (scale == 0) scale = 1;
  if (!(scale < __builtin_inf())) return false;
  for (int64_t i = 0; i < n * n; ++i) a[i] = Times(a[i], 1 / scale);
  Tridiagonalise(a, n, values, below, taus, work, q);
  int64_t end = n - 1, start = 0, steps = 0;
  const double tiny = 0x1p-1022, epsilon = 0x1p-52;
  while (end > 0) {
    for (int64_t i = start; i < end; ++i) {
      const double size = __builtin_fabs(below[i]);
      if (size < tiny) {
        below[i] = 0;
      } else {
        const double scaled = size / epsilon;
        if (scaled * scaled <= (__builtin_fabs(values[i]) + __builtin_fabs(values[i + 1]))) below[i] = 0;
      }
    }
    while (end > 0 && below[end - 1] == 0) --end;
    if (end <= 0) break;
    if (++steps > 30 * n) return false;
    start = end - 1;
    while (start > 0 && below[start - 1] != 0) --start;
    QrStep(values, below, start, end, q, n);
  }
  for (int64_t i = 0; i < n; ++i) values[i] *= scale;
  for (int64_t i = 0; i + 1 < n; ++i) {
    int64_t least = i;
    for (int64_t j = i + 1; j < n; ++j) {
      if (values[j] < values[least]) least = j;
    }
    if (least == i) continue;
    const double swap = values[i];
    values[i] = values[least], values[least] = swap;
    for (int64_t r = 0; r < n; ++r) {
      const S column = q[r * n + i];
      q[r * n + i] = q[r * n + least], q[r * n + least] = column;
    }
  }
  return true;
}

// Columns [have, want) of u [m, want] become unit vectors orthogonal to all before them.
template <class S>
void CompleteBasis(S* u, int64_t m, int64_t want, int64_t have) {
  int64_t candidate = 0;
  for (int64_t k = have; k < want; ++candidate) {
    if (candidate == m) return;
    for (int64_t i = 0; i < m; ++i) u[i * want + k] = FromReal<S>(i == candidate ? 1 : 0);
    double norm = 0;
    for (int pass = 0; pass < 2; ++pass) {  // twice is enough for orthogonality to working precision
      for (int64_t j = 0; j < k; ++j) {
        S dot{};
        for (int64_t i = 0; i < m; ++i) dot = dot + Conj(u[i * want + j]) * u[i * want + k];
        for (int64_t i = 0; i < m; ++i) u[i * want + k] = u[i * want + k] - u[i * want + j] * dot;
      }
      norm = 0;
      for (int64_t i = 0; i < m; ++i) norm += Abs2(u[i * want + k]);
      if (norm < 1e-3 / double(m)) break;
    }
    if (norm < 1e-3 / double(m)) continue;
    norm = __builtin_sqrt(norm);
    for (int64_t i = 0; i < m; ++i) u[i * want + k] = Times(u[i * want + k], 1 / norm);
    ++k;
  }
}

// w [m, n], m >= n, by columns (column j is w + j * m); v [n, n] by columns. Afterwards the columns of w are orthogonal
// and w_old v = w.
template <class S>
void OneSidedJacobi(S* w, int64_t m, int64_t n, S* v) {
  for (int64_t i = 0; i < n * n; ++i) v[i] = FromReal<S>(i / n == i % n ? 1 : 0);
  for (int sweep = 0; sweep < 60; ++sweep) {
    bool rotated = false;
    for (int64_t p = 0; p + 1 < n; ++p) {
      for (int64_t q = p + 1; q < n; ++q) {
        double a = 0, b = 0;
        S g{};
        for (int64_t i = 0; i < m; ++i) {
          a += Abs2(w[p * m + i]), b += Abs2(w[q * m + i]);
          g = g + Conj(w[p * m + i]) * w[q * m + i];
        }
        const double size = __builtin_sqrt(Abs2(g));
        if (!(size > 1e-15 * __builtin_sqrt(a) * __builtin_sqrt(b)) || size == 0) continue;
        rotated = true;
        const S phase = Conj(Times(g, 1 / size));
        const double zeta = (b - a) / (2 * size);
        const double t = (zeta < 0 ? -1 : 1) / (__builtin_fabs(zeta) + Hypotenuse(1, zeta));
        const double c = 1 / __builtin_sqrt(1 + t * t), s = c * t;
        const auto rotate = [&](S* x, int64_t length) {
          for (int64_t i = 0; i < length; ++i) {
            const S left = x[p * length + i], right = phase * x[q * length + i];
            x[p * length + i] = Times(left, c) - Times(right, s);
            x[q * length + i] = Times(left, s) + Times(right, c);
          }
        };
        rotate(w, m);
        rotate(v, n);
      }
    }
    if (!rotated) return;
  }
}

struct SvdShape {
  int64_t m, n, p, u_width, v_width;
};

// a [m, n] = u diag(s) v*. `memory` has room for m * n + n * n of the larger orientation.
template <class S>
void Svd(const S* a, const SvdShape& shape, S* memory, double* s, S* u, S* v) {
  const bool tall = shape.m >= shape.n;
  const int64_t m = tall ? shape.m : shape.n, n = shape.p;
  S *w = memory, *r = memory + m * n;
  for (int64_t i = 0; i < shape.m; ++i) {
    for (int64_t j = 0; j < shape.n; ++j) {
      if (tall)
        w[j * m + i] = a[i * shape.n + j];
      else
        w[i * m + j] = Conj(a[i * shape.n + j]);
    }
  }
  OneSidedJacobi(w, m, n, r);
  // Of the longer side: columns of w scaled to 1. Of the shorter: columns of r.
  S *longer = tall ? u : v, *shorter = tall ? v : u;
  const int64_t longer_width = tall ? shape.u_width : shape.v_width,
                shorter_width = tall ? shape.v_width : shape.u_width;
  for (int64_t j = 0; j < n; ++j) {
    double norm = 0;
    for (int64_t i = 0; i < m; ++i) norm += Abs2(w[j * m + i]);
    s[j] = __builtin_sqrt(norm);
  }
  double largest = 0;
  for (int64_t j = 0; j < n; ++j) largest = s[j] > largest ? s[j] : largest;
  int64_t rank = 0;
  for (int64_t k = 0; k < n; ++k) {
    int64_t best = k;
    for (int64_t j = k + 1; j < n; ++j) {
      if (s[j] > s[best]) best = j;
    }
    const double swap = s[k];
    s[k] = s[best], s[best] = swap;
    for (int64_t i = 0; best != k && i < m; ++i) {
      const S column = w[k * m + i];
      w[k * m + i] = w[best * m + i], w[best * m + i] = column;
    }
    for (int64_t i = 0; i < n; ++i) {
      const S column = r[k * n + i];
      if (best != k) r[k * n + i] = r[best * n + i], r[best * n + i] = column;
      shorter[i * shorter_width + k] = r[k * n + i];
    }
    // Columns of zero length have no direction: they are completed below.
    if (s[k] > largest * 1e-14) {
      for (int64_t i = 0; i < m; ++i) longer[i * longer_width + k] = Times(w[k * m + i], 1 / s[k]);
      ++rank;
    }
  }
  CompleteBasis(longer, m, longer_width, rank);
}

template <class S>
bool AllFinite(const S* x, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (!(Abs2(x[i]) < __builtin_inf())) return false;
  }
  return true;
}

template <class S>
void FillNan(S* x, int64_t n) {
  for (int64_t i = 0; i < n; ++i) x[i] = FromReal<S>(__builtin_nan(""));
}

// Stores doubles as elements of a real tensor.
void StoreReals(const LtTensor& x, int64_t at, int64_t n, const double* from) {
  if (x.dtype == LT_COMPLEX64 || x.dtype == LT_COMPLEX128) {
    for (int64_t i = 0; i < n; ++i) {
      const Z value{from[i], 0};
      StoreScalars(x, at + i, 1, &value);
    }
  } else {
    StoreScalars(x, at, n, from);
  }
}

int32_t RealType(int32_t dtype) {
  return dtype == LT_COMPLEX64 ? int32_t{LT_FLOAT32} : dtype == LT_COMPLEX128 ? int32_t{LT_FLOAT64} : dtype;
}

int32_t ReleaseAll(LtTensor* out, int32_t n) {
  for (int32_t i = 0; i < n; ++i) lt_release(&out[i]);
  return 1;
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

// Results q, r; ParamsAttr: ints {full}.
LT_KERNEL(lt_qr) {
  const LtTensor& x = *in[0];
  if (CheckMatrix(ctx, x)) return 1;
  const auto [batch, m, n] = MatricesOf(x);
  const bool full = Params(attrs).Int(0, 0) != 0;
  const int64_t p = m < n ? m : n, width = full ? m : p;
  Dims q = BatchDims(x), r = BatchDims(x);
  q.Add(m), q.Add(width), r.Add(width), r.Add(n);
  if (MakeTensor(ctx, &out[0], x.dtype, q)) return 1;
  if (MakeTensor(ctx, &out[1], x.dtype, r)) return ReleaseAll(out, 1);
  const bool done = ByScalar(x.dtype, [&]<class S>(S) {
    Scratch memory((m * n + p + m * width + width * n) * int64_t(sizeof(S)));
    S *a = memory.as<S>(), *taus = a + m * n, *left = taus + p, *right = left + m * width;
    for (int64_t i = 0; i < batch; ++i) {
      LoadScalars(x, i * m * n, m * n, a);
      Qr(a, m, n, taus, left, width, right, width);
      StoreScalars(out[0], i * m * width, m * width, left);
      StoreScalars(out[1], i * width * n, width * n, right);
    }
  });
  if (done) return 0;
  ReleaseAll(out, 2);
  return BadType(ctx, "qr", x.dtype);
}

// Results eigenvalues (ascending), eigenvectors (columns). Only the lower triangle is read.
LT_KERNEL(lt_eigh) {
  const LtTensor& x = *in[0];
  if (CheckSquare(ctx, x)) return 1;
  const auto [batch, n, columns] = MatricesOf(x);
  Dims values = BatchDims(x);
  values.Add(n);
  if (MakeTensor(ctx, &out[0], x.dtype, values)) return 1;
  if (MakeTensor(ctx, &out[1], x.dtype, Dims::Of(x))) return ReleaseAll(out, 1);
  bool converged = true;
  const bool done = ByScalar(x.dtype, [&]<class S>(S) {
    Scratch memory((2 * n * n + 2 * n) * int64_t(sizeof(S)) + 2 * n * 8);
    S *a = memory.as<S>(), *q = a + n * n, *taus = q + n * n, *work = taus + n;
    double *found = reinterpret_cast<double*>(work + n), *below = found + n;
    for (int64_t i = 0; i < batch && n > 0; ++i) {
      LoadScalars(x, i * n * n, n * n, a);
      converged = converged && Eigen(a, n, found, below, taus, work, q);
      StoreReals(out[0], i * n, n, found);
      StoreScalars(out[1], i * n * n, n * n, q);
    }
  });
  if (done && converged) return 0;
  ReleaseAll(out, 2);
  if (!done) return BadType(ctx, "eigh", x.dtype);
  return Invalid(ctx, "Self-adjoint eigen decomposition was not successful. The input might not be valid.");
}

// Results singular values (descending), u, v; ParamsAttr: ints {full}.
LT_KERNEL(lt_svd) {
  const LtTensor& x = *in[0];
  if (CheckMatrix(ctx, x)) return 1;
  const auto [batch, m, n] = MatricesOf(x);
  const bool full = Params(attrs).Int(0, 0) != 0;
  const int64_t p = m < n ? m : n;
  const SvdShape shape{m, n, p, full ? m : p, full ? n : p};
  Dims s = BatchDims(x), u = BatchDims(x), v = BatchDims(x);
  s.Add(p), u.Add(m), u.Add(shape.u_width), v.Add(n), v.Add(shape.v_width);
  if (MakeTensor(ctx, &out[0], RealType(x.dtype), s)) return 1;
  if (MakeTensor(ctx, &out[1], x.dtype, u)) return ReleaseAll(out, 1);
  if (MakeTensor(ctx, &out[2], x.dtype, v)) return ReleaseAll(out, 2);
  const int64_t u_size = m * shape.u_width, v_size = n * shape.v_width;
  const bool done = ByScalar(x.dtype, [&]<class S>(S) {
    Scratch memory((2 * m * n + p * p + u_size + v_size) * int64_t(sizeof(S)) + p * 8);
    S *a = memory.as<S>(), *work = a + m * n, *left = work + m * n + p * p, *right = left + u_size;
    double* values = reinterpret_cast<double*>(right + v_size);
    for (int64_t i = 0; i < batch; ++i) {
      LoadScalars(x, i * m * n, m * n, a);
      if (AllFinite(a, m * n)) {
        Svd(a, shape, work, values, left, right);
      } else {
        FillNan(values, p), FillNan(left, u_size), FillNan(right, v_size);
      }
      StoreScalars(out[0], i * p, p, values);
      StoreScalars(out[1], i * u_size, u_size, left);
      StoreScalars(out[2], i * v_size, v_size, right);
    }
  });
  if (done) return 0;
  ReleaseAll(out, 3);
  return BadType(ctx, "svd", x.dtype);
}
