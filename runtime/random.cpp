// Random operations of TensorFlow, bit for bit. Every element is a function of the stream and its number, so chunks may
// be filled in any order.
#include <math.h>
#include <stdlib.h>

#include "runtime/digits.h"
#include "runtime/philox.h"
#include "runtime/random_distributions.h"
#include "runtime/state.h"

// The counter of one stateful operation instance.
struct StreamCounter {
  int64_t distribution, dtype, graph_seed, operation_seed, instance;
  uint64_t blocks;
};

namespace lathe::rt {
namespace {

constexpr double kTwoPi = 6.283185307179586;

float UniformFloat(uint32_t word) {
  uint32_t bits = 0x3F800000u | (word & 0x7FFFFFu);
  float x;
  memcpy(&x, &bits, 4);
  return x - 1.0f;
}

double UniformDouble(uint32_t first, uint32_t second) {
  uint64_t bits = uint64_t{0x3FF} << 52 | uint64_t(first & 0xFFFFFu) << 32 | second;
  double x;
  memcpy(&x, &bits, 8);
  return x - 1.0;
}

// Box-Muller, the sine value first.
void NormalPair(uint32_t w0, uint32_t w1, float* z) {
  float u = UniformFloat(w0);
  if (u < 1e-7f) u = 1e-7f;
  float angle = float(kTwoPi * double(UniformFloat(w1)));
  float radius = sqrtf(-2.0f * RandomLog(u));
  float sine, cosine;
  RandomSinCos(angle, &sine, &cosine);
  z[0] = sine * radius;
  z[1] = cosine * radius;
}

void NormalPair(const PhiloxBlock& b, double* z) {
  double u = UniformDouble(b.word[0], b.word[1]);
  if (u < 1e-7) u = 1e-7;
  double angle = kTwoPi * UniformDouble(b.word[2], b.word[3]);
  double radius = sqrt(-2.0 * log(u));
  z[0] = sin(angle) * radius;
  z[1] = cos(angle) * radius;
}

// One group of the truncated normal: rejection from a stream of its own.
void TruncatedGroup(const Philox& stream, uint64_t group, float* out, int64_t count) {
  uint64_t block = group * 256;
  for (int64_t filled = 0; filled < count; ++block) {
    PhiloxBlock b = stream.Block(block);
    for (int half = 0; half < 4; half += 2) {
      float z[2];
      NormalPair(b.word[half], b.word[half + 1], z);
      for (int i = 0; i < 2; ++i)
        if (fabsf(z[i]) < 2 && filled < count) out[filled++] = z[i];
    }
  }
}

void TruncatedGroup(const Philox& stream, uint64_t group, double* out, int64_t count) {
  uint64_t block = group * 128;
  for (int64_t filled = 0; filled < count; ++block) {
    double z[2];
    NormalPair(stream.Block(block), z);
    for (int i = 0; i < 2; ++i)
      if (fabs(z[i]) < 2 && filled < count) out[filled++] = z[i];
  }
}

struct Fill {
  Philox stream;
  RandomDistribution distribution;
  int32_t dtype;
  int64_t count, low, high;
  char* out;

  bool Wide() const { return dtype == LT_FLOAT64 || dtype == LT_INT64 || dtype == LT_UINT64; }

  // Elements [4g, 4g + 4) of a type that takes one word each, or [2g, 2g + 2) of a wide type.
  void Group(int64_t g) const {
    int64_t per = Wide() ? 2 : 4, first = g * per, n = count - first < per ? count - first : per;
    if (distribution == kTruncatedNormal) {
      if (dtype == LT_FLOAT64) {
        TruncatedGroup(stream, uint64_t(g), reinterpret_cast<double*>(out) + first, n);
      } else {
        float z[4];
        TruncatedGroup(stream, uint64_t(g), z, n);
        for (int64_t i = 0; i < n; ++i) StoreFloat(first + i, z[i]);
      }
      return;
    }
    PhiloxBlock b = stream.Block(uint64_t(g));
    if (distribution == kNormal) {
      if (dtype == LT_FLOAT64) {
        double z[2];
        NormalPair(b, z);
        memcpy(out + 8 * first, z, size_t(8 * n));
      } else {
        float z[4];
        NormalPair(b.word[0], b.word[1], z);
        NormalPair(b.word[2], b.word[3], z + 2);
        for (int64_t i = 0; i < n; ++i) StoreFloat(first + i, z[i]);
      }
      return;
    }
    for (int64_t i = 0; i < n; ++i) StoreWord(first + i, b, int(i));
  }

  void StoreFloat(int64_t i, float z) const {
    if (dtype == LT_FLOAT32) {
      reinterpret_cast<float*>(out)[i] = z;
    } else {
      reinterpret_cast<uint16_t*>(out)[i] = dtype == LT_FLOAT16 ? FloatToHalf(z) : FloatToBFloat16(z);
    }
  }

  void StoreWord(int64_t at, const PhiloxBlock& b, int i) const {
    uint32_t word = b.word[i];
    uint64_t pair = b.word[2 * (i & 1)] | uint64_t(b.word[2 * (i & 1) + 1]) << 32;
    switch (dtype) {
      case LT_FLOAT32:
        reinterpret_cast<float*>(out)[at] = UniformFloat(word);
        return;
      case LT_FLOAT64:
        reinterpret_cast<double*>(out)[at] = UniformDouble(b.word[2 * i], b.word[2 * i + 1]);
        return;
      case LT_FLOAT16:
        StoreFloat(at, HalfToFloat(uint16_t(0x3C00 | (word & 0x3FF))) - 1.0f);
        return;
      case LT_BFLOAT16:
        StoreFloat(at, BFloat16ToFloat(uint16_t(0x3F80 | (word & 0x7F))) - 1.0f);
        return;
      case LT_INT32:
      case LT_UINT32:
        reinterpret_cast<uint32_t*>(out)[at] =
            distribution == kFullInt ? word : uint32_t(low) + word % (uint32_t(high) - uint32_t(low));
        return;
      default:
        reinterpret_cast<uint64_t*>(out)[at] =
            distribution == kFullInt ? pair : uint64_t(low) + pair % (uint64_t(high) - uint64_t(low));
        return;
    }
  }
};

bool Supported(RandomDistribution d, int32_t dtype) {
  bool real = dtype == LT_FLOAT16 || dtype == LT_BFLOAT16 || dtype == LT_FLOAT32 || dtype == LT_FLOAT64;
  bool whole = dtype == LT_INT32 || dtype == LT_INT64 || dtype == LT_UINT32 || dtype == LT_UINT64;
  return d == kUniformInt || d == kFullInt ? whole : real && d >= kUniform && d <= kTruncatedNormal;
}

// Makes *out of the shape operand; 1 with the error set.
int32_t ShapedOutput(LtContext* context, const LtTensor* shape, int32_t dtype, LtTensor* out) {
  int64_t rank = shape->count, dims[LT_MAX_RANK];
  if (rank > LT_MAX_RANK)
    return lt_failf(context, "InvalidArgumentError", "a shape of %d dimensions is too long", rank);
  int64_t count = 1;
  for (int64_t i = 0; i < rank; ++i) {
    dims[i] = IntegerOf(shape, i);
    if (dims[i] < 0) return lt_failf(context, "InvalidArgumentError", "Dimension %d must be >= 0", dims[i]);
    if (__builtin_mul_overflow(count, dims[i], &count))
      return lt_fail(context, "InvalidArgumentError", "the shape is too large");
  }
  lt_tensor_new(out, dtype, int32_t(rank), dims);
  return 0;
}

// Bounds of kUniformInt from the operands behind `at`.
int32_t Bounds(LtContext* context, const LtTensor* const* in, int32_t count, int32_t at, int64_t elements, int64_t* low,
               int64_t* high) {
  if (count < at + 2) return lt_fail(context, "InvalidArgumentError", "a draw of ints needs minval and maxval");
  *low = IntegerOf(in[at]);
  *high = IntegerOf(in[at + 1]);
  bool is_unsigned = in[at]->dtype == LT_UINT64;
  bool fine = is_unsigned ? uint64_t(*low) < uint64_t(*high) : *low < *high;
  if (!fine && elements > 0)
    return lt_failf(context, "InvalidArgumentError", "Need minval < maxval, got %d >= %d", *low, *high);
  return 0;
}

// Draws with parameters: checks them against the shape, then fills *out. 1 with the error set.
int32_t ParameterDraw(LtContext* context, const Philox& stream, int64_t distribution, const LtTensor* const* parameters,
                      int32_t count, LtTensor* out) {
  auto refuse = [&](const char* message) {
    lt_release(out);
    return lt_fail(context, "InvalidArgumentError", message);
  };
  bool categorical = distribution == kCategorical;
  int32_t needed = distribution == kBinomial ? 2 : 1;
  if (count < needed) return refuse("a draw lacks its parameters");
  for (int32_t i = 0; i < needed; ++i) {
    int32_t dtype = parameters[i]->dtype;
    if (dtype < LT_FLOAT16 || dtype > LT_FLOAT64) return refuse("the parameters of a draw must be floats");
  }
  if (categorical) {
    if (parameters[0]->rank != 2) return refuse("logits should be a matrix");
    if (out->rank != 2 || out->dims[0] != parameters[0]->dims[0])
      return refuse("the shape must be [rows of logits, samples]");
    if (out->dtype != LT_INT32 && out->dtype != LT_INT64) return refuse("classes are int32 or int64");
    if (parameters[0]->dims[1] == 0 && out->count > 0) return refuse("num_classes should be positive");
    FillCategorical(stream, parameters[0], out->dims[1], out);
    return 0;
  }
  int64_t elements = parameters[0]->count;
  if (needed == 2 && parameters[1]->count != elements) return refuse("counts and probs must have the same shape");
  if (out->count > 0 && (elements == 0 || out->count % elements != 0))
    return refuse("Shape passed in must end with broadcasted shape.");
  if (distribution == kGamma && (out->dtype == LT_BFLOAT16 || out->dtype < LT_FLOAT16))
    return refuse("gamma draws are half, float or double");
  FillByParameters(stream, ParameterDistribution(distribution), parameters, out);
  return 0;
}

StreamCounter* CounterFor(LtState* state, const StreamCounter& wanted) {
  for (int64_t i = 0; i < state->counter_count; ++i) {
    StreamCounter& c = state->counters[i];
    if (c.distribution == wanted.distribution && c.dtype == wanted.dtype && c.graph_seed == wanted.graph_seed &&
        c.operation_seed == wanted.operation_seed && c.instance == wanted.instance)
      return &c;
  }
  if (state->counter_count == state->counter_capacity) {
    int64_t capacity = state->counter_capacity * 2 + 16;
    auto* grown = static_cast<StreamCounter*>(realloc(state->counters, size_t(capacity) * sizeof(StreamCounter)));
    if (grown == nullptr) abort();
    state->counters = grown;
    state->counter_capacity = capacity;
  }
  state->counters[state->counter_count] = wanted;
  return &state->counters[state->counter_count++];
}

}  // namespace

float RandomLog(float x) {
  static constexpr double kInverse[16] = {
      0x1.661ec79f8f3bep+0, 0x1.571ed4aaf883dp+0, 0x1.49539f0f010b0p+0, 0x1.3c995b0b80385p+0,
      0x1.30d190c8864a5p+0, 0x1.25e227b0b8ea0p+0, 0x1.1bb4a4a1a343fp+0, 0x1.12358f08ae5bap+0,
      0x1.0953f419900a7p+0, 0x1.0000000000000p+0, 0x1.e608cfd9a47acp-1, 0x1.ca4b31f026aa0p-1,
      0x1.b2036576afce6p-1, 0x1.9c2d163a1aa2dp-1, 0x1.886e6037841edp-1, 0x1.767dcf5534862p-1};
  static constexpr double kLog[16] = {
      -0x1.57bf7808caadep-2, -0x1.2bef0a7c06ddbp-2, -0x1.01eae7f513a67p-2, -0x1.b31d8a68224e9p-3, -0x1.6574f0ac07758p-3,
      -0x1.1aa2bc79c8100p-3, -0x1.a4e76ce8c0e5ep-4, -0x1.1973c5a611cccp-4, -0x1.252f438e10c1ep-5, 0,
      0x1.aa5aa5df25984p-5,  0x1.c5e53aa362eb4p-4,  0x1.526e57720db08p-3,  0x1.bc2860d224770p-3,  0x1.1058bc8a07ee1p-2,
      0x1.4043057b6ee09p-2};
  if (x == 1.0f) return 0.0f;
  uint32_t bits;
  memcpy(&bits, &x, 4);
  uint32_t t = bits - 0x3F330000u, i = t >> 19 & 15, reduced = bits - (t & 0xFF800000u);
  int32_t k = int32_t(t) >> 23;
  float zf;
  memcpy(&zf, &reduced, 4);
  double r = double(zf) * kInverse[i] - 1, y0 = kLog[i] + k * 0x1.62e42fefa39efp-1, r2 = r * r;
  double y = 0x1.5575b0be00b6ap-2 * r + -0x1.ffffef20a4123p-2;
  y = -0x1.00ea348b88334p-2 * r2 + y;
  return float(y * r2 + (y0 + r));
}

void RandomSinCos(float x, float* sine, float* cosine) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  if (bits < 0x39800000u) {
    *sine = x;
    *cosine = 1.0f;
    return;
  }
  double y = double(x), g = 1, sign = 1;
  int32_t n = 0;
  if (bits >= 0x3F400000u) {
    n = (int32_t(y * 0x1.45f306dc9c883p+23) + 0x800000) >> 24;
    y = y - n * 0x1.921fb54442d18p0;
    g = (n & 3) == 1 || (n & 3) == 2 ? -1 : 1;
    sign = (n & 2) != 0 ? -1 : 1;
  }
  double c0 = sign, c1 = sign * -0x1.ffffffd0c621cp-2, c2 = sign * 0x1.55553e1068f19p-5,
         c3 = sign * -0x1.6c087e89a359dp-10, c4 = sign * 0x1.99343027bf8c3p-16;
  double w = y * g, q = y * y, x3 = q * w, x4 = q * q;
  double b2 = q * c4 + c3, s1 = q * -0x1.994eb3774cf24p-13 + 0x1.1107605230bc4p-7, b1 = q * c1 + c0;
  double x5 = x3 * q, x6 = x4 * q;
  float a = float(x5 * s1 + (x3 * -0x1.555545995a603p-3 + w));
  float b = float(x6 * b2 + (x4 * c2 + b1));
  *sine = (n & 1) != 0 ? b : a;
  *cosine = (n & 1) != 0 ? a : b;
}

void FillRandom(const Philox& stream, RandomDistribution distribution, int32_t dtype, int64_t count, int64_t low,
                int64_t high, void* out) {
  Fill fill{stream, distribution, dtype, count, low, high, static_cast<char*>(out)};
  int64_t per = fill.Wide() ? 2 : 4;
  lt_parallel_for((count + per - 1) / per, 2048,
                  [](void* arg, int64_t begin, int64_t end) {
                    const auto& f = *static_cast<const Fill*>(arg);
                    for (int64_t g = begin; g < end; ++g) f.Group(g);
                  },
                  &fill);
}

void ShufflePermutation(const Philox& stream, int64_t n, int64_t* out) {
  for (int64_t i = 0; i < n; ++i) out[i] = i;
  PhiloxBlock block{};
  for (int64_t i = 0; i + 1 < n; ++i) {
    if (i % 4 == 0) block = stream.Block(uint64_t(i / 4));
    int64_t j = i + int64_t(block.word[i % 4] % uint64_t(n - i));
    int64_t swap = out[i];
    out[i] = out[j];
    out[j] = swap;
  }
}

void FreeState(LtState* state) {
  if (state == nullptr) return;
  free(state->counters);
  free(state);
}

}  // namespace lathe::rt

using namespace lathe::rt;

extern "C" {

// Operands: shape, seed, for kUniformInt the bounds, for the distributions with parameters these. A seed of three words
// is a generator's state, used as it is: counter (low, high) and key.
int32_t lt_stateless_random(LtContext* context, const LtTensor* const* in, int32_t count, LtTensor* out, int32_t,
                            const int64_t* attrs) {
  ParamsAttrs a(attrs);
  auto distribution = RandomDistribution(a.ints[0]);
  int32_t dtype = int32_t(a.dtypes[0]);
  bool raw = in[1]->rank == 1 && in[1]->count == 3;
  if (!raw && (in[1]->rank != 1 || in[1]->count != 2))
    return lt_failf(context, "InvalidArgumentError", "seed must have shape [2], not %h", in[1]);
  bool parameters = a.ints[0] >= kCategorical && a.ints[0] <= kBinomial;
  if (!parameters && !Supported(distribution, dtype))
    return lt_failf(context, "InvalidArgumentError", "no such random draw for %t", int64_t{dtype});
  if (ShapedOutput(context, in[0], dtype, out) != 0) return 1;
  if (parameters)
    return ParameterDraw(context, Philox::OfSeed(IntegerOf(in[1], 0), IntegerOf(in[1], 1)), a.ints[0], in + 2,
                         count - 2, out);
  int64_t low = 0, high = 0;
  if (distribution == kUniformInt && Bounds(context, in, count, 2, out->count, &low, &high) != 0) {
    lt_release(out);
    return 1;
  }
  Philox stream =
      raw ? Philox{uint64_t(IntegerOf(in[1], 2)), uint64_t(IntegerOf(in[1], 0)), uint64_t(IntegerOf(in[1], 1))}
          : Philox::OfSeed(IntegerOf(in[1], 0), IntegerOf(in[1], 1));
  FillRandom(stream, distribution, dtype, out->count, low, high, out->data);
  return 0;
}

// Operands: shape, for kUniformInt the bounds. ints: distribution, the two seeds of TensorFlow's kernel, the instance.
int32_t lt_stateful_random(LtContext* context, const LtTensor* const* in, int32_t count, LtTensor* out, int32_t,
                           const int64_t* attrs) {
  ParamsAttrs a(attrs);
  auto distribution = RandomDistribution(a.ints[0]);
  int32_t dtype = int32_t(a.dtypes[0]);
  bool parameters = a.ints[0] == kCategorical || a.ints[0] == kGamma || a.ints[0] == kPoisson;
  if (!parameters && !Supported(distribution, dtype))
    return lt_failf(context, "InvalidArgumentError", "no such random draw for %t", int64_t{dtype});
  if (ShapedOutput(context, in[0], dtype, out) != 0) return 1;
  int64_t low = 0, high = 0;
  if (distribution == kUniformInt && Bounds(context, in, count, 1, out->count, &low, &high) != 0) {
    lt_release(out);
    return 1;
  }
  StreamCounter wanted{a.ints[0], dtype, a.ints[1], a.ints[2], a.int_count > 3 ? a.ints[3] : 0, 0};
  StreamCounter* counter = CounterFor(StateOf(context), wanted);
  int64_t second = wanted.graph_seed == 0 && wanted.operation_seed == 0 ? INT32_MAX : wanted.operation_seed;
  Philox stream{uint64_t(wanted.graph_seed), 0, uint64_t(second)};
  stream.Skip(counter->blocks);
  uint64_t used = BlocksOfDraw(out->count);
  if (parameters) {
    if (a.ints[0] == kCategorical && out->rank == 2)
      used = 256 * uint64_t(out->dims[0]) * (8 * (uint64_t(out->dims[1] + 3) / 4));
    if (ParameterDraw(context, stream, a.ints[0], in + 1, count - 1, out) != 0) return 1;
  } else {
    FillRandom(stream, distribution, dtype, out->count, low, high, out->data);
  }
  counter->blocks += used;
  return 0;
}

int32_t lt_stateless_shuffle(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t,
                             const int64_t*) {
  const LtTensor* value = in[0];
  if (in[1]->count != 2) return lt_failf(context, "InvalidArgumentError", "seed must have shape [2], not %h", in[1]);
  int64_t n = value->rank == 0 ? 0 : value->dims[0];
  if (n <= 1 || value->count == 0) {
    *out = *value;
    lt_retain(out);
    return 0;
  }
  Array<int64_t> from;
  from.Resize(n);
  ShufflePermutation(Philox::OfSeed(IntegerOf(in[1], 0), IntegerOf(in[1], 1)), n, from.data());
  lt_tensor_new(out, value->dtype, value->rank, value->dims);
  int64_t row = value->count / n * lt_dtype_size(value->dtype);
  for (int64_t i = 0; i < n; ++i)
    memcpy(static_cast<char*>(out->data) + i * row, static_cast<const char*>(value->data) + from[i] * row, size_t(row));
  if (value->dtype == LT_STRING)
    for (int64_t i = 0; i < out->count; ++i) lt_string_retain(static_cast<LtString**>(out->data)[i]);
  return 0;
}
}
