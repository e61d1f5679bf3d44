// Speed of generated kernels beside the machine's own limits, measured in alternation in the same run: a STREAM triad and
// loops of fused multiply-adds of this program. Prints one line per workload; bench/README.md names the targets.
#include <immintrin.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

#include "backend/compile.h"
#include "ir/builder.h"
#include "runtime/memory.h"

using namespace lathe;
using namespace lathe::ir;

namespace {
std::atomic<int64_t>& Mallocs() {
  static constinit std::atomic<int64_t> count{0};
  return count;
}
}  // namespace
extern "C" void* __libc_malloc(size_t bytes);
extern "C" void* malloc(size_t bytes) {
  Mallocs().fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(bytes);
}

namespace {

double Seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// The least time of each body; they take turns, so that a busy moment of the machine touches all of them.
std::vector<double> Best(int rounds, const std::vector<std::function<void()>>& bodies) {
  std::vector<double> best(bodies.size(), 1e30);
  for (int i = 0; i < rounds; ++i) {
    for (size_t k = 0; k < bodies.size(); ++k) {
      double start = Seconds();
      bodies[k]();
      best[k] = std::min(best[k], Seconds() - start);
    }
  }
  return best;
}

struct Tensor {
  LtTensor t;
  Tensor(std::vector<int64_t> dims, float scale) {
    lt_tensor_new(&t, LT_FLOAT32, int32_t(dims.size()), dims.data());
    for (int64_t i = 0; i < t.count; ++i) data()[i] = scale * float(i % 1013) / 1013;
  }
  ~Tensor() { lt_release(&t); }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  float* data() { return static_cast<float*>(t.data); }
};

class Compiled {
 public:
  Compiled(const std::vector<Type>& parameters, const std::function<ValueId(Builder&, const std::vector<ValueId>&)>& build) {
    Module module;
    SourceManager sources;
    Builder b(module);
    FunctionId f = b.OpenFunction("f", "", parameters, {});
    std::vector<ValueId> arguments = module[module[f].body].parameters;
    b.CloseFunction({build(b, arguments)});
    auto made = backend::CompileFunction(module, sources, {}, f);
    if (!made) {
      std::fprintf(stderr, "%s\n", made.error().message.c_str());
      std::exit(1);
    }
    code_ = made.take();
    lt_start(&context_, 0, nullptr);
  }
  void Run(std::vector<const LtTensor*> in) {
    LtTensor out;
    if (code_->Call(&context_, in.data(), &out) != 0) std::exit(1);
    lt_release(&out);
  }

 private:
  std::unique_ptr<backend::JitFunction> code_;
  LtContext context_ = {};
};

// ---- limits ----

__attribute__((target("avx2,fma"))) void Triad256(const float* a, const float* b, float* o, int64_t begin, int64_t end) {
  const __m256 three = _mm256_set1_ps(3.0f);
  for (int64_t i = begin; i + 8 <= end; i += 8)
    _mm256_storeu_ps(o + i, _mm256_fmadd_ps(three, _mm256_loadu_ps(b + i), _mm256_loadu_ps(a + i)));
}
__attribute__((target("avx512f"))) void Triad512(const float* a, const float* b, float* o, int64_t begin, int64_t end) {
  const __m512 three = _mm512_set1_ps(3.0f);
  for (int64_t i = begin; i + 16 <= end; i += 16)
    _mm512_storeu_ps(o + i, _mm512_fmadd_ps(three, _mm512_loadu_ps(b + i), _mm512_loadu_ps(a + i)));
}
void Negate(const float* a, float* o, int64_t begin, int64_t end) {
  for (int64_t i = begin; i + 4 <= end; i += 4) _mm_storeu_ps(o + i, _mm_sub_ps(_mm_setzero_ps(), _mm_loadu_ps(a + i)));
}

struct Arrays {
  const float *a, *b;
  float* o;
};
void TriadPart(void* arg, int64_t begin, int64_t end) {
  const auto* p = static_cast<const Arrays*>(arg);
  if (__builtin_cpu_supports("avx512f")) {
    Triad512(p->a, p->b, p->o, begin, end);
  } else {
    Triad256(p->a, p->b, p->o, begin, end);
  }
}
void NegatePart(void* arg, int64_t begin, int64_t end) {
  const auto* p = static_cast<const Arrays*>(arg);
  Negate(p->a, p->o, begin, end);
}

// Twelve chains hide the latency of the multiply-add on every CPU of these instruction sets; each has a register.
#define LATHE_EACH(f) f(a0) f(a1) f(a2) f(a3) f(a4) f(a5) f(a6) f(a7) f(a8) f(a9) f(a10) f(a11)
#define LATHE_FMA_LOOP(name, isa, vector, prefix)                           \
  __attribute__((target(isa))) float name(int64_t rounds) {                 \
    const vector x = prefix##_set1_ps(0.999f), y = prefix##_set1_ps(1e-6f); \
    vector a0 = x, a1 = x, a2 = x, a3 = x, a4 = x, a5 = x, a6 = x, a7 = x, a8 = x, a9 = x, a10 = x, a11 = x; \
    for (int64_t r = 0; r < rounds; ++r) {                                  \
      LATHE_EACH(LATHE_STEP_##prefix)                                       \
    }                                                                       \
    vector sum = y;                                                         \
    LATHE_EACH(LATHE_SUM_##prefix)                                          \
    float first;                                                            \
    __builtin_memcpy(&first, &sum, sizeof first);                           \
    return first;                                                           \
  }
#define LATHE_STEP__mm256(v) v = _mm256_fmadd_ps(v, x, y); asm volatile("" : "+x"(v));
#define LATHE_STEP__mm512(v) v = _mm512_fmadd_ps(v, x, y); asm volatile("" : "+v"(v));
#define LATHE_SUM__mm256(v) sum = _mm256_add_ps(sum, v);
#define LATHE_SUM__mm512(v) sum = _mm512_add_ps(sum, v);
LATHE_FMA_LOOP(FmaLoop256, "avx2,fma", __m256, _mm256)
LATHE_FMA_LOOP(FmaLoop512, "avx512f", __m512, _mm512)

struct Peak {
  static constexpr int64_t kRounds = 2'000'000;
  bool wide = __builtin_cpu_supports("avx512f");
  int threads = int(lt_thread_count());
  std::atomic<float> sink{0};
  void Run() {
    std::vector<std::thread> pool;
    for (int i = 0; i < threads; ++i) pool.emplace_back([&] { sink = wide ? FmaLoop512(kRounds) : FmaLoop256(kRounds); });
    for (auto& th : pool) th.join();
  }
  double Flops() const { return double(threads) * kRounds * 12 * (wide ? 16 : 8) * 2; }
};

// ---- workloads ----

ValueId Chain(Builder& b, const std::vector<ValueId>& a) {
  ValueId x = b.Mul(a[0], a[1]);
  x = b.Add(x, a[2]);
  x = b.Mul(x, b.Scalar(DType::kFloat32, 0.5));
  x = b.Sub(x, a[0]);
  x = b.Make(OpKind::kMax, {x, a[1]});
  x = b.Add(x, b.Mul(a[2], b.Scalar(DType::kFloat32, 0.25)));
  x = b.Mul(x, x);
  x = b.Sub(x, a[1]);
  return b.Add(x, a[2]);
}

void Elementwise() {
  constexpr int64_t kCount = int64_t{1} << 24;
  Type t = Type::Tensor(DType::kFloat32, {true, {kCount}});
  Compiled f({t, t, t}, Chain);
  Tensor x({kCount}, 1), y({kCount}, 2), z({kCount}, 3), o({kCount}, 0);
  Arrays arrays{x.data(), y.data(), o.data()};
  auto run = [&] { f.Run({&x.t, &y.t, &z.t}); };
  std::vector<double> best = Best(25, {run, [&] { lt_parallel_for(kCount, 65536, TriadPart, &arrays); }});
  double gbs = 16.0 * kCount / best[0] / 1e9, triad = 12.0 * kCount / best[1] / 1e9;
  std::printf("elementwise 10 ops, 3 inputs, 16 M f32: %.1f GB/s; triad %.1f GB/s: %.0f %% (goal 85)\n", gbs, triad, 100 * gbs / triad);
  rt::MemoryStatistics before = rt::StatisticsOfMemory();
  int64_t mallocs_before = Mallocs();
  for (int i = 0; i < 10; ++i) run();
  rt::MemoryStatistics after = rt::StatisticsOfMemory();
  // Each Run of this program makes one vector of operands.
  std::printf("  in 10 calls: %lld mallocs, %lld fresh blocks, %lld bytes mapped (goal 0)\n", (long long)(Mallocs() - mallocs_before - 10),
              (long long)(after.fresh - before.fresh), (long long)(after.mapped_bytes - before.mapped_bytes));
}

void Softmax() {
  constexpr int64_t kRows = 4096, kColumns = 1024;
  Type t = Type::Tensor(DType::kFloat32, {true, {kRows, kColumns}});
  Compiled f({t}, [](Builder& b, const std::vector<ValueId>& a) {
    ValueId m = b.Make(OpKind::kReduceMax, {a[0]}, AxesAttr{{1}, true});
    ValueId e = b.Make(OpKind::kExp, {b.Sub(a[0], m)});
    return b.Div(e, b.Make(OpKind::kSum, {e}, AxesAttr{{1}, true}));
  });
  Tensor x({kRows, kColumns}, 5), o({kRows, kColumns}, 0);
  Arrays arrays{x.data(), nullptr, o.data()};
  // A pass over the data: all of it read and as much written.
  auto pass = [&] { lt_parallel_for(kRows * kColumns, 65536, NegatePart, &arrays); };
  std::vector<double> best = Best(40, {[&] { f.Run({&x.t}); }, [&] { pass(), pass(); }});
  std::printf("softmax 4096x1024: %.2f ms; two passes over the data: %.2f ms: %.2fx (goal 2)\n", best[0] * 1e3, best[1] * 1e3, best[0] / best[1]);
}

void Matmul() {
  Peak peak;
  for (int64_t n : {1024, 256, 64}) {
    Type t = Type::Tensor(DType::kFloat32, {true, {n, n}});
    Compiled f({t, t}, [](Builder& b, const std::vector<ValueId>& a) {
      return b.Make(OpKind::kDot, {a[0], a[1]}, DotAttr{{}, {}, {1}, {0}});
    });
    Tensor x({n, n}, 1), y({n, n}, 2);
    int calls = n < 512 ? 100 : 1;
    std::vector<double> best = Best(25, {[&] { for (int i = 0; i < calls; ++i) f.Run({&x.t, &y.t}); }, [&] { peak.Run(); }});
    double gfs = 2.0 * double(n * n * n) * calls / best[0] / 1e9, limit = peak.Flops() / best[1] / 1e9;
    std::printf("matmul %lld^3: %.0f GF/s; FMA peak of %d threads %.0f GF/s: %.0f %%%s\n", (long long)n, gfs, peak.threads, limit,
                100 * gfs / limit, n == 1024 ? " (goal 60)" : "");
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string which = argc > 1 ? argv[1] : "";
  if (which.empty() || which == "elementwise") Elementwise();
  if (which.empty() || which == "softmax") Softmax();
  if (which.empty() || which == "matmul") Matmul();
}
