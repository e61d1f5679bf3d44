// Discrete Fourier transforms along the last dimension, computed in double.
//
// Method: powers of two by Stockham's radix-2 scheme; short other lengths by the definition; long other lengths as a
// convolution with a chirp (L. I. Bluestein, 1970), itself done by transforms of a power of two. Sines and cosines come
// from a Taylor polynomial on [0, pi/4] after an exact reduction of the fraction k / n, so they depend on no library.
#include "runtime/kernels/linalg.h"

namespace lathe::rt {
namespace {

constexpr int64_t kDirect = 64;

// exp(2 pi i k / n), 0 <= k < n.
Z Root(int64_t k, int64_t n) {
  // The angle is pi * numerator / denominator.
  int64_t numerator = 2 * k, denominator = n;
  double c_sign = 1, s_sign = 1;
  if (numerator > denominator) numerator = 2 * denominator - numerator, s_sign = -1;
  if (2 * numerator > denominator) numerator = denominator - numerator, c_sign = -1;
  const bool swapped = 4 * numerator > denominator;
  if (swapped) numerator = denominator - 2 * numerator, denominator *= 2;
  const double x = 0x1.921fb54442d18p+1 * (double(numerator) / double(denominator)), x2 = x * x;
  double sine = 0, cosine = 0;
  for (int i = 10; i >= 1; --i) {
    sine = (1 + sine) * -x2 / ((2 * i) * (2 * i + 1));
    cosine = (1 + cosine) * -x2 / ((2 * i - 1) * (2 * i));
  }
  sine = x + x * sine, cosine = 1 + cosine;
  return swapped ? Z{c_sign * sine, s_sign * cosine} : Z{c_sign * cosine, s_sign * sine};
}

// Tables for transforms of one length: forward has exp(-…), inverse exp(+…); neither is scaled.
class Plan {
 public:
  Plan(int64_t n, bool inverse)
      : n_(n),
        direct_(n <= kDirect && (n & (n - 1)) != 0),
        power_((n & (n - 1)) == 0 ? n : PowerFor(n)),
        roots_(RootCount() * 16) {
    Z* roots = roots_.as<Z>();
    if (direct_) {
      for (int64_t k = 0; k < n; ++k) roots[k] = Turned(Root(k, n), inverse);
      return;
    }
    if (power_ == n) {
      for (int64_t k = 0; k < n / 2; ++k) roots[k] = Turned(Root(k, n), inverse);
      return;
    }
    // Bluestein: roots of the power of two (forward), the chirp, the transformed conjugate chirp.
    for (int64_t k = 0; k < power_ / 2; ++k) roots[k] = Turned(Root(k, power_), false);
    Z *chirp = roots + power_ / 2, *filter = chirp + n;
    int64_t square = 0;  // k * k modulo 2 n
    for (int64_t k = 0; k < n; ++k) {
      chirp[k] = Turned(Root(square, 2 * n), inverse);
      square = (square + 2 * k + 1) % (2 * n);
    }
    for (int64_t k = 0; k < power_; ++k) filter[k] = Z{};
    for (int64_t k = 0; k < n; ++k) filter[k] = filter[k == 0 ? 0 : power_ - k] = Conj(chirp[k]);
    Scratch work(power_ * 16);
    Stockham(filter, work.as<Z>(), power_, roots);
  }

  int64_t WorkSize() const { return direct_ || power_ == n_ ? n_ : 2 * power_; }

  void Run(Z* x, Z* work) const {
    const Z* roots = roots_.as<Z>();
    if (direct_) return Definition(x, work, roots);
    if (power_ == n_) return Stockham(x, work, n_, roots);
    const Z *chirp = roots + power_ / 2, *filter = chirp + n_;
    Z *a = work, *spare = work + power_;
    for (int64_t k = 0; k < power_; ++k) a[k] = k < n_ ? x[k] * chirp[k] : Z{};
    Stockham(a, spare, power_, roots);
    // The inverse transform of the product is the conjugate of the forward transform of its conjugate.
    for (int64_t k = 0; k < power_; ++k) a[k] = Conj(a[k] * filter[k]);
    Stockham(a, spare, power_, roots);
    for (int64_t k = 0; k < n_; ++k) x[k] = Times(Conj(a[k]), 1 / double(power_)) * chirp[k];
  }

 private:
  static int64_t PowerFor(int64_t n) {
    int64_t power = 1;
    while (power < 2 * n - 1) power *= 2;
    return power;
  }
  static Z Turned(Z root, bool inverse) { return inverse ? root : Conj(root); }
  int64_t RootCount() const { return direct_ ? n_ : power_ == n_ ? n_ / 2 + 1 : power_ / 2 + n_ + power_; }

  void Definition(Z* x, Z* work, const Z* roots) const {
    for (int64_t k = 0; k < n_; ++k) {
      Z sum{};
      for (int64_t j = 0, at = 0; j < n_; ++j, at = (at + k) % n_) sum = sum + x[j] * roots[at];
      work[k] = sum;
    }
    memcpy(x, work, size_t(n_) * sizeof(Z));
  }

  static void Stockham(Z* x, Z* work, int64_t n, const Z* roots) {
    Z *from = x, *to = work;
    for (int64_t length = n, stride = 1; length > 1; length /= 2, stride *= 2) {
      const int64_t half = length / 2;
      for (int64_t p = 0; p < half; ++p) {
        const Z root = roots[p * stride];
        for (int64_t q = 0; q < stride; ++q) {
          const Z a = from[q + stride * p], b = from[q + stride * (p + half)];
          to[q + stride * 2 * p] = a + b;
          to[q + stride * (2 * p + 1)] = (a - b) * root;
        }
      }
      Z* swap = from;
      from = to, to = swap;
    }
    if (from != x) memcpy(x, from, size_t(n) * sizeof(Z));
  }

  int64_t n_;
  bool direct_;
  int64_t power_;
  Scratch roots_;
};

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

// ParamsAttr: ints {inverse, scaled: multiply by 1 / n}.
LT_KERNEL(lt_fft) {
  const LtTensor& x = *in[0];
  const Params params(attrs);
  if (x.dtype != LT_COMPLEX64 && x.dtype != LT_COMPLEX128) return BadType(ctx, "fft", x.dtype);
  if (x.rank < 1) return Invalid(ctx, "Input must have rank of at least 1 but got: %h", &x);
  const int64_t n = x.dims[x.rank - 1];
  if (n > int64_t{1} << 30) return Invalid(ctx, "a transform of %d elements is not supported", n);
  if (MakeTensor(ctx, out, x.dtype, Dims::Of(x))) return 1;
  if (out->count == 0) return 0;
  const Plan plan(n, params.Int(0, 0) != 0);
  const double scale = params.Int(1, 0) != 0 ? 1 / double(n) : 1;
  ParallelFor(x.count / n, 1 + 16384 / n, [&](int64_t begin, int64_t end) {
    Scratch memory((n + plan.WorkSize()) * 16);
    Z *line = memory.as<Z>(), *work = line + n;
    for (int64_t i = begin; i < end; ++i) {
      LoadScalars(x, i * n, n, line);
      plan.Run(line, work);
      if (scale != 1) {
        for (int64_t k = 0; k < n; ++k) line[k] = Times(line[k], scale);
      }
      StoreScalars(*out, i * n, n, line);
    }
  });
  return 0;
}
