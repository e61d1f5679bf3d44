// The pool behind lt_parallel_for. Helpers are started on first need and live as long as the process.
//
// One word holds the job's number and the next chunk; a chunk is taken by compare-and-swap of the whole word. A helper
// that wakes late therefore cannot take a chunk of a newer job with the older job's function, and the job's fields are
// rewritten only while the word is closed and every chunk taken has ended. The caller works too and then waits only for
// chunks in flight. Waiting is spinning for some 30 microseconds, then a futex.
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

#include "runtime/abi.h"

namespace lathe::rt {
namespace {

constexpr int kSpins = 1500;
constexpr int kMaxThreads = 256;
constexpr uint32_t kClosed = 0xffffffffu;  // more chunks than a job can have
constexpr int64_t kChunksPerThread = 4;

using Body = void (*)(void*, int64_t, int64_t);
using Word = std::atomic<uint32_t>;

struct Job {
  std::atomic<Body> body;
  std::atomic<void*> arg;
  std::atomic<int64_t> count, step;
  Word chunks;
};

struct Pool {
  alignas(64) std::atomic<uint64_t> claim;  // job number << 32 | next chunk
  alignas(64) Word ended;                   // chunks of the job that are done
  Word caller_waits;
  alignas(64) Word wakeups;
  Word sleepers;
  std::atomic<bool> busy;
  Job job;
  std::atomic<int32_t> threads;  // 0: not determined yet; includes the caller
  bool started;
};
constinit Pool pool{};
constinit thread_local bool in_parallel = false;

void Pause() { __builtin_ia32_pause(); }

void FutexWait(Word* word, uint32_t value) {
  syscall(SYS_futex, reinterpret_cast<uint32_t*>(word), FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}
void FutexWake(Word* word, int count) {
  syscall(SYS_futex, reinterpret_cast<uint32_t*>(word), FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

uint32_t JobOf(uint64_t word) { return uint32_t(word >> 32); }

void WorkOn(uint32_t job) {
  uint64_t word = pool.claim.load(std::memory_order_acquire);
  while (JobOf(word) == job) {
    uint32_t chunk = uint32_t(word);
    uint32_t chunks = pool.job.chunks.load(std::memory_order_acquire);
    Body body = pool.job.body.load(std::memory_order_acquire);
    void* arg = pool.job.arg.load(std::memory_order_acquire);
    int64_t count = pool.job.count.load(std::memory_order_acquire);
    int64_t step = pool.job.step.load(std::memory_order_acquire);
    if (chunk >= chunks) return;
    if (!pool.claim.compare_exchange_weak(word, word + 1, std::memory_order_acq_rel, std::memory_order_acquire))
      continue;
    int64_t begin = int64_t(chunk) * step;
    int64_t end = begin + step < count ? begin + step : count;
    body(arg, begin, end);
    uint32_t ended = pool.ended.fetch_add(1, std::memory_order_seq_cst) + 1;
    if (ended == chunks && pool.caller_waits.load(std::memory_order_seq_cst) != 0) FutexWake(&pool.ended, 1);
    word = pool.claim.load(std::memory_order_acquire);
  }
}

void* Helper(void*) {
  in_parallel = true;
  uint32_t seen = 0;
  for (;;) {
    uint32_t job = seen;
    for (int spins = 0; spins < kSpins && job == seen; ++spins) {
      Pause();
      job = JobOf(pool.claim.load(std::memory_order_acquire));
    }
    if (job == seen) {
      uint32_t wakeups = pool.wakeups.load(std::memory_order_seq_cst);
      pool.sleepers.fetch_add(1, std::memory_order_seq_cst);
      if (JobOf(pool.claim.load(std::memory_order_seq_cst)) == seen) FutexWait(&pool.wakeups, wakeups);
      pool.sleepers.fetch_sub(1, std::memory_order_seq_cst);
      continue;
    }
    seen = job;
    WorkOn(job);
  }
  return nullptr;
}

void StartHelpers() {
  pool.started = true;
  // Signals belong to the program's own thread.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (int i = 1; i < lt_thread_count(); ++i) {
    pthread_t thread;
    if (pthread_create(&thread, &attributes, Helper, nullptr) != 0) break;  // the others do the work
  }
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
}

int64_t NumberFromEnvironment(const char* name) {
  const char* text = getenv(name);
  if (text == nullptr) return 0;
  char* end;
  long value = strtol(text, &end, 10);
  return end != text && value > 0 ? value : 0;
}

// CPUs that the control group's quota amounts to, rounded up; 0: no limit.
int64_t QuotaOfControlGroup() {
  FILE* file = fopen("/sys/fs/cgroup/cpu.max", "re");
  if (file == nullptr) return 0;
  long long quota = 0, period = 0;
  int read = fscanf(file, "%lld %lld", &quota, &period);
  fclose(file);
  return read == 2 && quota > 0 && period > 0 ? (quota + period - 1) / period : 0;
}

int32_t DetermineThreads() {
  int64_t threads = NumberFromEnvironment("LATHE_NUM_THREADS");
  if (threads == 0) threads = NumberFromEnvironment("OMP_NUM_THREADS");
  if (threads == 0) {
    cpu_set_t set;
    CPU_ZERO(&set);
    threads = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
    int64_t quota = QuotaOfControlGroup();
    if (quota > 0 && quota < threads) threads = quota;
  }
  if (threads < 1) threads = 1;
  return int32_t(threads < kMaxThreads ? threads : kMaxThreads);
}

void Wait(uint32_t chunks) {
  int spins = 0;
  for (uint32_t ended; (ended = pool.ended.load(std::memory_order_acquire)) != chunks;) {
    if (++spins < kSpins) {
      Pause();
      continue;
    }
    pool.caller_waits.store(1, std::memory_order_seq_cst);
    ended = pool.ended.load(std::memory_order_seq_cst);
    if (ended != chunks) FutexWait(&pool.ended, ended);
    pool.caller_waits.store(0, std::memory_order_relaxed);
  }
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

extern "C" {

int32_t lt_thread_count(void) {
  int32_t threads = pool.threads.load(std::memory_order_relaxed);
  if (threads == 0) {
    threads = DetermineThreads();
    pool.threads.store(threads, std::memory_order_relaxed);
  }
  return threads;
}

void lt_parallel_for(int64_t count, int64_t grain, void (*body)(void* arg, int64_t begin, int64_t end), void* arg) {
  if (count <= 0) return;
  if (grain < 1) grain = 1;
  int64_t chunks = (count + grain - 1) / grain;
  int64_t threads = chunks < 2 ? 1 : lt_thread_count();
  bool idle = false;
  // Nested calls and calls while another thread's job runs are done here.
  if (threads < 2 || in_parallel || !pool.busy.compare_exchange_strong(idle, true, std::memory_order_acquire)) {
    body(arg, 0, count);
    return;
  }
  if (!pool.started) StartHelpers();
  int64_t most = threads * kChunksPerThread;
  if (chunks > most) chunks = most;
  int64_t step = (count + chunks - 1) / chunks;
  chunks = (count + step - 1) / step;
  uint32_t job = JobOf(pool.claim.load(std::memory_order_relaxed));
  pool.claim.store(uint64_t(job) << 32 | kClosed, std::memory_order_seq_cst);
  pool.job.body.store(body, std::memory_order_release);
  pool.job.arg.store(arg, std::memory_order_release);
  pool.job.count.store(count, std::memory_order_release);
  pool.job.step.store(step, std::memory_order_release);
  pool.job.chunks.store(uint32_t(chunks), std::memory_order_release);
  pool.ended.store(0, std::memory_order_relaxed);
  ++job;
  pool.claim.store(uint64_t(job) << 32, std::memory_order_seq_cst);
  if (pool.sleepers.load(std::memory_order_seq_cst) != 0) {
    pool.wakeups.fetch_add(1, std::memory_order_seq_cst);
    FutexWake(&pool.wakeups, INT_MAX);
  }
  in_parallel = true;
  WorkOn(job);
  in_parallel = false;
  Wait(uint32_t(chunks));
  pool.busy.store(false, std::memory_order_release);
}
}
