// Methods: inverse of the cumulative sums (categorical), Marsaglia and Tsang (gamma), Knuth and Hörmann's PTRS
// (poisson), inversion and BTRS (binomial). Each output element draws from a stream of its own.
#include "runtime/random_distributions.h"

#include <float.h>
#include <math.h>

#include "runtime/digits.h"

namespace lathe::rt {
namespace {

double UniformDouble(uint32_t first, uint32_t second) {
  uint64_t bits = uint64_t{0x3FF} << 52 | uint64_t(first & 0xFFFFFu) << 32 | second;
  double x;
  memcpy(&x, &bits, 8);
  return x - 1.0;
}

// Uniforms and normals of one element: pairs from blocks, the second of a pair first. Both take their blocks from the
// same stream, each when it has none left.
class Draws {
 public:
  Draws(const Philox& stream, uint64_t block) : stream_(stream), block_(block) {}
  double Uniform() {
    if (uniforms_ == 0) {
      PhiloxBlock b = stream_.Block(block_++);
      uniform_[0] = UniformDouble(b.word[0], b.word[1]);
      uniform_[1] = UniformDouble(b.word[2], b.word[3]);
      uniforms_ = 2;
    }
    return uniform_[--uniforms_];
  }
  double Normal() {
    if (normals_ == 0) {
      PhiloxBlock b = stream_.Block(block_++);
      double u = UniformDouble(b.word[0], b.word[1]);
      if (u < 1e-7) u = 1e-7;
      double angle = 6.283185307179586 * UniformDouble(b.word[2], b.word[3]), radius = sqrt(-2.0 * log(u));
      normal_[0] = sin(angle) * radius;
      normal_[1] = cos(angle) * radius;
      normals_ = 2;
    }
    return normal_[--normals_];
  }

 private:
  const Philox& stream_;
  uint64_t block_;
  double uniform_[2], normal_[2];
  int uniforms_ = 0, normals_ = 0;
};

double Gamma(double alpha, Draws* draws) {
  if (alpha == 1) return -log1p(-draws->Uniform());
  bool less = alpha < 1;
  double d = alpha + (less ? 2.0 / 3 : -1.0 / 3), c = (1.0 / 3) / sqrt(d);
  for (;;) {
    double x = draws->Normal(), v = 1 + c * x;
    if (!(v > 0)) {
      if (v != v) return v;
      continue;
    }
    v = (v * v) * v;
    double u = draws->Uniform();
    if (!(u < 1 - (0.0331 * (x * x)) * (x * x)) && !(log(u) < 0.5 * x * x + d * ((1 - v) + log(v)))) continue;
    double g = d * v;
    if (less) g *= pow(draws->Uniform(), 1 / alpha);
    return g;
  }
}

double Poisson(double rate, Draws* draws) {
  if (!(rate > 0)) return rate != rate ? rate : 0;
  if (rate > DBL_MAX) return rate;
  if (rate < 10) {
    double limit = exp(-rate), product = 1;
    for (double k = 0;; ++k) {
      product *= draws->Uniform();
      if (product <= limit) return k;
    }
  }
  double b = 0.931 + 2.53 * sqrt(rate), a = -0.059 + 0.02483 * b, inverse = 1.1239 + 1.1328 / (b - 3.4),
         log_rate = log(rate);
  for (;;) {
    double u = draws->Uniform() - 0.5, v = draws->Uniform(), us = 0.5 - fabs(u);
    double k = floor(((2 * a / us + b) * u + rate) + 0.43);
    if (us >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2)) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (log((v * inverse) / (a / (us * us) + b)) <= (-rate + k * log_rate) - lgamma(k + 1)) return k;
  }
}

double StirlingTail(double k) {
  static constexpr double kTail[] = {0.0810614667953272,  0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
                                     0.0166446911898211,  0.0138761288230707, 0.0118967099458917, 0.0104112652619720,
                                     0.00925546218271273, 0.00833056343336287};
  if (k <= 9) return kTail[int(k)];
  double t = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / t) / t) / (k + 1);
}

double BinomialByRejection(double n, double q, Draws* draws) {
  double deviation = sqrt((n * q) * (1 - q)), b = 1.15 + 2.53 * deviation, a = (-0.0873 + 0.0248 * b) + 0.01 * q,
         c = n * q + 0.5;
  double squeeze = 0.92 - 4.2 / b, r = q / (1 - q), alpha = (2.83 + 5.1 / b) * deviation, m = floor((n + 1) * q);
  for (;;) {
    double u = draws->Uniform() - 0.5, v = draws->Uniform(), us = 0.5 - fabs(u);
    double k = floor((2 * a / us + b) * u + c);
    if (us >= 0.07 && v <= squeeze) return k;
    if (k < 0 || k > n) continue;
    v = log((v * alpha) / (a / (us * us) + b));
    double bound = (m + 0.5) * log((m + 1) / (r * ((n - m) + 1))) + (n + 1) * log(((n - m) + 1) / ((n - k) + 1)) +
                   (k + 0.5) * log((r * ((n - k) + 1)) / (k + 1)) + StirlingTail(m) + StirlingTail(n - m) -
                   StirlingTail(k) - StirlingTail(n - k);
    if (v <= bound) return k;
  }
}

double BinomialByInversion(double n, double q, Draws* draws) {
  double sum = 0, scale = log1p(-q);
  for (double m = 0;; ++m) {
    sum += ceil(log(draws->Uniform()) / scale);
    if (sum > n) return m;
  }
}

// A parameter, and 1 - p and n * q in its own type.
double RoundTo(int32_t dtype, double x) {
  return dtype == LT_FLOAT16 ? HalfToFloat(FloatToHalf(float(x))) : dtype == LT_FLOAT32 ? double(float(x)) : x;
}

double Binomial(const Philox& stream, uint64_t index, int32_t dtype, double count, double p) {
  if (!(count > 0) || p <= 0) return 0;
  if (p >= 1) return count;
  if (p != p) return p;
  bool flip = p > 0.5;
  double q = flip ? RoundTo(dtype, 1 - p) : p;
  bool rejection = RoundTo(dtype, count * q) >= 10;
  Draws draws(stream, index * (rejection ? 256 : 42));
  double result = rejection ? BinomialByRejection(count, q, &draws) : BinomialByInversion(count, q, &draws);
  return flip ? count - result : result;
}

void Store(LtTensor* out, int64_t i, double x) {
  switch (out->dtype) {
    case LT_FLOAT16:
      static_cast<uint16_t*>(out->data)[i] = FloatToHalf(float(x));
      return;
    case LT_BFLOAT16:
      static_cast<uint16_t*>(out->data)[i] = FloatToBFloat16(float(x));
      return;
    case LT_FLOAT32:
      static_cast<float*>(out->data)[i] = float(x);
      return;
    case LT_FLOAT64:
      static_cast<double*>(out->data)[i] = x;
      return;
    case LT_INT32:
      static_cast<int32_t*>(out->data)[i] = x == x && fabs(x) < 2147483648.0 ? int32_t(x) : INT32_MIN;
      return;
    default:
      static_cast<int64_t*>(out->data)[i] = x == x && fabs(x) < 0x1p63 ? int64_t(x) : INT64_MIN;
      return;
  }
}

// Gamma samples are at least the smallest normal number of their type.
double SmallestNormal(int32_t dtype) {
  return dtype == LT_FLOAT16 ? 0x1p-14 : dtype == LT_FLOAT32 ? 0x1p-126 : 0x1p-1022;
}

struct ParameterFill {
  const Philox& stream;
  ParameterDistribution distribution;
  const LtTensor* const* parameters;
  LtTensor* out;
  int64_t parameter_count, samples;

  void One(int64_t i) const {
    int64_t a = i / samples, at = (i % samples) * parameter_count + a;
    const LtTensor* first = parameters[0];
    double x = DoubleOf(first->dtype, first->data, a), value;
    if (distribution == kBinomial) {
      value = Binomial(stream, uint64_t(i), first->dtype, x, DoubleOf(parameters[1]->dtype, parameters[1]->data, a));
    } else {
      Draws draws(stream, uint64_t(i) * 256);
      value = distribution == kGamma ? Gamma(x, &draws) : Poisson(x, &draws);
      double least = SmallestNormal(out->dtype);
      if (distribution == kGamma && value < least) value = least;
    }
    Store(out, at, value);
  }
};

}  // namespace

void FillCategorical(const Philox& stream, const LtTensor* logits, int64_t samples, LtTensor* out) {
  int64_t rows = logits->dims[0], classes = logits->dims[1];
  Array<double> sums;
  sums.Resize(classes);
  uint64_t pair = 0;
  for (int64_t row = 0; row < rows; ++row) {
    double largest = -INFINITY;
    for (int64_t c = 0; c < classes; ++c) {
      double x = DoubleOf(logits->dtype, logits->data, row * classes + c);
      if (isfinite(x) && x > largest) largest = x;
    }
    double sum = 0;
    for (int64_t c = 0; c < classes; ++c) {
      double x = DoubleOf(logits->dtype, logits->data, row * classes + c);
      if (isfinite(x)) sum += exp(x - largest);
      sums[c] = sum;
    }
    for (int64_t k = 0; k < samples; ++k, ++pair) {
      PhiloxBlock b = stream.Block(pair / 2);
      double target = UniformDouble(b.word[2 * (pair & 1)], b.word[2 * (pair & 1) + 1]) * sum;
      int64_t low = 0, high = classes;
      while (low < high) {
        int64_t middle = (low + high) / 2;
        if (sums[middle] <= target)
          low = middle + 1;
        else
          high = middle;
      }
      Store(out, row * samples + k, double(low));
    }
  }
}

void FillByParameters(const Philox& stream, ParameterDistribution distribution, const LtTensor* const* parameters,
                      LtTensor* out) {
  int64_t count = parameters[0]->count;
  if (count == 0 || out->count == 0) return;
  ParameterFill fill{stream, distribution, parameters, out, count, out->count / count};
  lt_parallel_for(
      out->count, 512,
      [](void* arg, int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) static_cast<const ParameterFill*>(arg)->One(i);
      },
      &fill);
}

}  // namespace lathe::rt
