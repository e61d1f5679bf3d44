// Speed of generated kernels beside the machine's own limits, measured in the same minute: a triad of this program, and a
// loop of fused multiply-adds. Prints one line per workload. Build: cmake --build --preset release --target kernels_bench.
#include <immintrin.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

#include "backend/compile.h"
#include "ir/builder.h"

using namespace lathe;
using namespace lathe::ir;

namespace {

double Seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double Best(int times, const std::function<void()>& body) {
  double best = 1e30;
  for (int i = 0; i < times; ++i) {
    double start = Seconds();
    body();
    best = std::min(best, Seconds() - start);
  }
  return best;
}

LtTensor Filled(std::vector<int64_t> dims, float scale) {
  LtTensor t;
  lt_tensor_new(&t, LT_FLOAT32, int32_t(dims.size()), dims.data());
  for (int64_t i = 0; i < t.count; ++i) static_cast<float*>(t.data)[i] = scale * float(i % 1013) / 1013;
  return t;
}

struct Compiled {
  std::unique_ptr<backend::JitFunction> code;
  LtContext context = {};

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
    code = made.take();
    lt_start(&context, 0, nullptr);
  }
  void Run(std::vector<const LtTensor*> in) {
    LtTensor out;
    if (code->Call(&context, in.data(), &out) != 0) std::exit(1);
    lt_release(&out);
  }
};

void TriadPart(void* arg, int64_t begin, int64_t end) {
  auto** p = static_cast<float**>(arg);
  const float *a = p[0], *b = p[1];
  float* o = p[2];
  for (int64_t i = begin; i < end; ++i) o[i] = a[i] + 3.0f * b[i];
}

// GB/s of o = a + 3 b over `count` floats with the runtime's threads.
double Triad(int64_t count) {
  LtTensor a = Filled({count}, 1), b = Filled({count}, 2), o = Filled({count}, 0);
  float* p[] = {static_cast<float*>(a.data), static_cast<float*>(b.data), static_cast<float*>(o.data)};
  double t = Best(10, [&] { lt_parallel_for(count, 65536, TriadPart, p); });
  lt_release(&a);
  lt_release(&b);
  lt_release(&o);
  return 12.0 * double(count) / t / 1e9;
}

__attribute__((target("avx512f"))) float FmaLoop(int64_t rounds) {
  __m512 acc[12];
  for (auto& v : acc) v = _mm512_set1_ps(1.0f);
  __m512 x = _mm512_set1_ps(0.999f), y = _mm512_set1_ps(1e-6f);
  for (int64_t r = 0; r < rounds; ++r) {
    for (auto& v : acc) v = _mm512_fmadd_ps(v, x, y);
  }
  float sum = 0;
  for (auto& v : acc) sum += _mm512_reduce_add_ps(v);
  return sum;
}

// GF/s of all threads together.
double FmaPeak() {
  constexpr int64_t kRounds = 20'000'000;
  int threads = lt_thread_count();
  volatile float sink = 0;
  double t = Best(3, [&] {
    std::vector<std::thread> pool;
    for (int i = 0; i < threads; ++i) pool.emplace_back([&] { sink = sink + FmaLoop(kRounds); });
    for (auto& th : pool) th.join();
  });
  return double(threads) * kRounds * 12 * 16 * 2 / t / 1e9;
}

void Elementwise() {
  for (int64_t n : {int64_t{1} << 24, int64_t{1} << 18, int64_t{1000}}) {
    Type t = Type::Tensor(DType::kFloat32, {true, {n}});
    Compiled f({t, t, t}, [](Builder& b, const std::vector<ValueId>& a) {
      ValueId x = b.Mul(a[0], a[1]);
      x = b.Add(x, a[2]);
      x = b.Mul(x, b.Scalar(DType::kFloat32, 0.5));
      x = b.Sub(x, a[0]);
      x = b.Make(OpKind::kMax, {x, a[1]});
      x = b.Add(x, b.Mul(a[2], b.Scalar(DType::kFloat32, 0.25)));
      x = b.Mul(x, x);
      x = b.Sub(x, a[1]);
      return b.Add(x, a[2]);
    });
    LtTensor x = Filled({n}, 1), y = Filled({n}, 2), z = Filled({n}, 3);
    int calls = n < 100000 ? 1000 : 1;
    double seconds = Best(15, [&] {
      for (int i = 0; i < calls; ++i) f.Run({&x, &y, &z});
    }) / calls;
    double gbs = 16.0 * double(n) / seconds / 1e9;
    if (n == int64_t{1} << 24) {
      double triad = Triad(n);
      std::printf("elementwise 10 ops, 3 inputs, 16M f32: %.1f GB/s, triad %.1f GB/s: %.0f %%\n", gbs, triad, 100 * gbs / triad);
    } else {
      std::printf("elementwise 10 ops, 3 inputs, %lld f32: %.2f us, %.1f GB/s\n", (long long)n, seconds * 1e6, gbs);
    }
    lt_release(&x);
    lt_release(&y);
    lt_release(&z);
  }
}

void Softmax() {
  Type t = Type::Tensor(DType::kFloat32, {true, {4096, 1024}});
  Compiled f({t}, [](Builder& b, const std::vector<ValueId>& a) {
    ValueId m = b.Make(OpKind::kReduceMax, {a[0]}, AxesAttr{{1}, true});
    ValueId e = b.Make(OpKind::kExp, {b.Sub(a[0], m)});
    return b.Div(e, b.Make(OpKind::kSum, {e}, AxesAttr{{1}, true}));
  });
  Compiled copy({t}, [](Builder& b, const std::vector<ValueId>& a) { return b.Neg(a[0]); });
  LtTensor x = Filled({4096, 1024}, 5);
  double two = Best(15, [&] { copy.Run({&x}); });
  double seconds = Best(15, [&] { f.Run({&x}); });
  std::printf("softmax 4096x1024: %.2f ms; one read and one write: %.2f ms: %.2fx\n", seconds * 1e3, two * 1e3, seconds / two);
}

void Matmul() {
  double peak = FmaPeak();
  for (int64_t n : {1024, 256, 64}) {
    Type t = Type::Tensor(DType::kFloat32, {true, {n, n}});
    Compiled f({t, t}, [](Builder& b, const std::vector<ValueId>& a) {
      return b.Make(OpKind::kDot, {a[0], a[1]}, DotAttr{{}, {}, {1}, {0}});
    });
    LtTensor x = Filled({n, n}, 1), y = Filled({n, n}, 2);
    int calls = n < 512 ? 100 : 1;
    double seconds = Best(15, [&] {
      for (int i = 0; i < calls; ++i) f.Run({&x, &y});
    }) / calls;
    double gfs = 2.0 * double(n) * double(n) * double(n) / seconds / 1e9;
    std::printf("matmul %lld^3: %.0f GF/s, %d threads' FMA peak %.0f GF/s: %.0f %%\n", (long long)n, gfs, int(lt_thread_count()), peak,
                100 * gfs / peak);
  }
}

}  // namespace

int main() {
  Elementwise();
  Softmax();
  Matmul();
}
