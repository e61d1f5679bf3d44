// Memory, strings, errors, lists and threads of the runtime.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "runtime/abi.h"
#include "runtime/memory.h"
#include "runtime/stream.h"
#include "runtime/text.h"

using namespace lathe::rt;

extern "C" {
#define KERNEL(name) int32_t name(LtContext*, const LtTensor* const*, int32_t, LtTensor*, int32_t, const int64_t*)
KERNEL(lt_list_make);
KERNEL(lt_list_get);
KERNEL(lt_list_set);
KERNEL(lt_list_push);
KERNEL(lt_list_pop);
KERNEL(lt_list_size);
KERNEL(lt_list_stack);
KERNEL(lt_list_concat);
KERNEL(lt_list_unstack);
}

namespace {

LtTensor Int32s(std::vector<int32_t> values, std::vector<int64_t> dims) {
  LtTensor t;
  lt_tensor_new(&t, LT_INT32, int32_t(dims.size()), dims.data());
  REQUIRE(t.count == int64_t(values.size()));
  for (size_t i = 0; i < values.size(); ++i) static_cast<int32_t*>(t.data)[i] = values[i];
  return t;
}
LtTensor Int32(int32_t value) { return Int32s({value}, {}); }
std::string MessageOf(const LtContext& c) { return {c.error_message->data, size_t(c.error_message->length)}; }
std::string TypeOf(const LtContext& c) { return {c.error_type->data, size_t(c.error_type->length)}; }

// Runs `body` in a child process and gives what it wrote and its status.
struct Ran {
  std::string out, err;
  int status;
};
template <typename F>
Ran RunChild(F body) {
  int out[2], err[2];
  REQUIRE(pipe(out) == 0);
  REQUIRE(pipe(err) == 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(out[1], 1);
    dup2(err[1], 2);
    for (int fd : {out[0], out[1], err[0], err[1]}) close(fd);
    _exit(body());
  }
  close(out[1]);
  close(err[1]);
  Ran ran;
  char buffer[4096];
  for (ssize_t n; (n = read(out[0], buffer, sizeof buffer)) > 0;) ran.out.append(buffer, size_t(n));
  for (ssize_t n; (n = read(err[0], buffer, sizeof buffer)) > 0;) ran.err.append(buffer, size_t(n));
  close(out[0]);
  close(err[0]);
  int status = 0;
  waitpid(child, &status, 0);
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

}  // namespace

TEST_CASE("runtime: size classes cover every size with at most a quarter wasted", "[runtime]") {
  for (int64_t bytes = 1; bytes < 100000; ++bytes) {
    int64_t size = SizeOfClass(SizeClassOf(bytes));
    REQUIRE(size >= bytes);
    REQUIRE(size % 64 == 0);
    if (bytes > 512) REQUIRE(size <= bytes + bytes / 4 + 1);
  }
  for (int64_t bytes = int64_t{1} << 20; bytes < (int64_t{1} << 46); bytes += bytes / 3) {
    int64_t size = SizeOfClass(SizeClassOf(bytes));
    REQUIRE(size >= bytes);
    REQUIRE(size <= bytes + bytes / 4 + 1);
  }
}

TEST_CASE("runtime: a freed buffer is used again", "[runtime]") {
  LtBuffer* a = lt_buffer_new(LT_FLOAT32, 1000);
  CHECK(reinterpret_cast<uintptr_t>(a + 1) % 64 == 0);
  CHECK(a->refs == 1);
  lt_buffer_free(a);
#if !defined(__SANITIZE_ADDRESS__)
  int64_t mapped = StatisticsOfMemory().mapped_bytes, fresh = StatisticsOfMemory().fresh;
  for (int i = 0; i < 1000; ++i) {
    LtBuffer* b = lt_buffer_new(LT_FLOAT32, 1000);
    CHECK(b == a);
    lt_buffer_free(b);
  }
  CHECK(StatisticsOfMemory().mapped_bytes == mapped);
  CHECK(StatisticsOfMemory().fresh == fresh);
#endif
}

TEST_CASE("runtime: string tensors own their elements", "[runtime]") {
  LtTensor t;
  int64_t dims[] = {3};
  lt_tensor_new(&t, LT_STRING, 1, dims);
  auto** elements = static_cast<LtString**>(t.data);
  CHECK(elements[2] == nullptr);
  elements[0] = lt_string_new("abc", 3);
  elements[1] = elements[0];
  lt_string_retain(elements[0]);
  LtTensor other = t;
  lt_retain(&other);
  lt_release(&t);
  CHECK(t.data == nullptr);
  CHECK(View(static_cast<LtString**>(other.data)[1]) == View("abc"));
  lt_release(&other);
  lt_release(&other);  // an empty slot: nothing to do
  static LtString fixed = {-1, 1, {'x'}};
  lt_string_release(&fixed);
  CHECK(fixed.refs == -1);
}

TEST_CASE("runtime: an impossible allocation ends with MemoryError", "[runtime]") {
  Ran ran = RunChild([] {
    WriteStream(kStdout, "before\n");
    lt_buffer_new(LT_FLOAT64, INT64_MAX / 4);
    return 0;
  });
  CHECK(ran.status == 1);
  CHECK(ran.out == "before\n");
  CHECK(ran.err.rfind("MemoryError", 0) == 0);
}

TEST_CASE("runtime: formatted errors", "[runtime]") {
  LtContext c{};
  LtTensor t = Int32s({1, 2, 3, 4, 5, 6}, {2, 3});
  LtString* s = lt_string_new("text", 4);
  CHECK(lt_failf(&c, "ValueError", "%s %d %S %h %t 5%%", "a", int64_t{-7}, s, &t, int64_t{LT_BFLOAT16}) == 1);
  CHECK(c.error == LT_EXCEPTION);
  CHECK(TypeOf(c) == "ValueError");
  CHECK(MessageOf(c) == "a -7 text [2,3] bfloat16 5%");
  lt_clear_error(&c);
  CHECK(c.error == LT_OK);
  lt_string_release(s);
  lt_release(&t);
}

TEST_CASE("runtime: traceback and exit status of an uncaught exception", "[runtime]") {
  Ran ran = RunChild([] {
    LtContext c{};
    lt_start(&c, 0, nullptr);
    WriteStream(kStdout, "printed\n");
    lt_fail(&c, "ZeroDivisionError", "division by zero");
    for (int i = 0; i < 5; ++i) lt_add_frame(&c, "f", 3);
    lt_add_frame(&c, "<module>", 10);
    return lt_finish(&c, "a.dsl");
  });
  CHECK(ran.status == 1);
  CHECK(ran.out == "printed\n");
  CHECK(ran.err ==
        "Traceback (most recent call last):\n  File \"a.dsl\", line 10, in <module>\n  File \"a.dsl\", line 3, in f\n"
        "  File \"a.dsl\", line 3, in f\n  File \"a.dsl\", line 3, in f\n  [Previous line repeated 2 more times]\n"
        "ZeroDivisionError: division by zero\n");
}

TEST_CASE("runtime: sys.exit, interrupt and broken pipe", "[runtime]") {
  CHECK(RunChild([] {
          LtContext c{};
          lt_start(&c, 0, nullptr);
          c.error = LT_EXIT;
          c.exit_status = 7;
          return lt_finish(&c, "a.dsl");
        }).status == 7);
  Ran ran = RunChild([] {
    LtContext c{};
    signal(SIGINT, SIG_DFL);
    lt_start(&c, 0, nullptr);
    WriteStream(kStdout, "so far\n");
    raise(SIGINT);
    return 0;
  });
  CHECK(ran.status == 130);
  CHECK(ran.out == "so far\n");
  CHECK(ran.err == "KeyboardInterrupt\n");
  ran = RunChild([] {
    signal(SIGPIPE, SIG_IGN);
    int fds[2];
    if (pipe(fds) != 0) return 1;
    close(fds[0]);
    dup2(fds[1], 1);
    for (int i = 0; i < 100000; ++i) WriteStream(kStdout, "a line\n");
    return 0;
  });
  CHECK(ran.status == 141);
  CHECK(ran.err.empty());
}

TEST_CASE("runtime: output that cannot be written is reported at the end", "[runtime]") {
  Ran ran = RunChild([] {
    int full = open("/dev/full", O_WRONLY);
    dup2(full, 1);
    LtContext c{};
    lt_start(&c, 0, nullptr);
    WriteStream(kStdout, "lost\n");
    return lt_finish(&c, "a.dsl");
  });
  CHECK(ran.status == 120);
  CHECK(ran.err.find("No space left") != std::string::npos);
}

TEST_CASE("runtime: standard error shows after what was printed before", "[runtime]") {
  Ran ran = RunChild([] {
    dup2(1, 2);
    WriteStream(kStdout, "1");
    WriteStream(kStderr, "2");
    WriteStream(kStdout, "3");
    WriteStream(kStdout, std::string(200000, 'x').c_str());
    FlushStdout();
    return 0;
  });
  CHECK(ran.out == "123" + std::string(200000, 'x'));
}

TEST_CASE("runtime: lists are values", "[runtime]") {
  LtContext c{};
  LtTensor size = Int32(2), list, one = Int32(11), index = Int32(1), changed, element, stacked, number;
  int64_t type[] = {LT_INT32, 0};
  int64_t grow[] = {1, 1, 0, 0, 0};
  int64_t stay[] = {1, 0, 0, 0, 0};
  const LtTensor* in_make[] = {&size};
  REQUIRE(lt_list_make(&c, in_make, 1, &list, 1, type) == 0);
  const LtTensor* in_set[] = {&list, &index, &one};
  REQUIRE(lt_list_set(&c, in_set, 3, &changed, 1, stay) == 0);
  CHECK(changed.data != list.data);
  const LtTensor* in_get[] = {&list, &index};
  REQUIRE(lt_list_get(&c, in_get, 2, &element, 1, nullptr) == 0);  // never written: zeros
  CHECK(*static_cast<int32_t*>(element.data) == 0);
  lt_release(&element);
  const LtTensor* in_get2[] = {&changed, &index};
  REQUIRE(lt_list_get(&c, in_get2, 2, &element, 1, nullptr) == 0);
  CHECK(*static_cast<int32_t*>(element.data) == 11);
  lt_release(&element);
  // In place: the slot is operand and result at once.
  void* before = changed.data;
  const LtTensor* in_push[] = {&changed, &one};
  REQUIRE(lt_list_push(&c, in_push, 2, &changed, 1, nullptr) == 0);
  CHECK(changed.data == before);
  // Shared: a copy, and the other holder sees nothing.
  LtTensor shared = changed;
  lt_retain(&shared);
  REQUIRE(lt_list_push(&c, in_push, 2, &changed, 1, nullptr) == 0);
  CHECK(changed.data != before);
  const LtTensor* in_size[] = {&shared};
  REQUIRE(lt_list_size(&c, in_size, 1, &number, 1, nullptr) == 0);
  CHECK(*static_cast<int32_t*>(number.data) == 3);
  lt_release(&number);
  lt_release(&shared);
  const LtTensor* in_stack[] = {&changed};
  REQUIRE(lt_list_stack(&c, in_stack, 1, &stacked, 1, type) == 0);
  REQUIRE(stacked.dims[0] == 4);
  CHECK(static_cast<int32_t*>(stacked.data)[0] == 0);
  CHECK(static_cast<int32_t*>(stacked.data)[3] == 11);
  LtTensor popped[2];
  const LtTensor* in_pop[] = {&changed};
  REQUIRE(lt_list_pop(&c, in_pop, 1, popped, 2, nullptr) == 0);
  CHECK(*static_cast<int32_t*>(popped[1].data) == 11);
  lt_release(&popped[0]);
  lt_release(&popped[1]);
  // Errors.
  LtTensor nine = Int32(9);
  const LtTensor* in_far[] = {&list, &nine, &one};
  CHECK(lt_list_set(&c, in_far, 3, &element, 1, stay) == 1);
  CHECK(TypeOf(c) == "InvalidArgumentError");
  CHECK(MessageOf(c) == "Trying to modify element 9 in a list with 2 elements.");
  REQUIRE(lt_list_set(&c, in_far, 3, &list, 1, grow) == 0);
  REQUIRE(lt_list_size(&c, in_make, 1, &number, 1, nullptr) == 0);
  lt_release(&number);
  lt_clear_error(&c);
  for (LtTensor* t : {&size, &list, &one, &index, &changed, &stacked, &nine}) lt_release(t);
}

TEST_CASE("runtime: unstack, stack and concat of lists", "[runtime]") {
  LtContext c{};
  LtTensor matrix = Int32s({1, 2, 3, 4, 5, 6}, {3, 2}), list, back, flat;
  const LtTensor* in[] = {&matrix};
  REQUIRE(lt_list_unstack(&c, in, 1, &list, 1, nullptr) == 0);
  const LtTensor* in_list[] = {&list};
  int64_t type[] = {LT_INT32, -1};
  REQUIRE(lt_list_stack(&c, in_list, 1, &back, 1, type) == 0);
  CHECK(back.rank == 2);
  CHECK(static_cast<int32_t*>(back.data)[5] == 6);
  REQUIRE(lt_list_concat(&c, in_list, 1, &flat, 1, nullptr) == 0);
  CHECK(flat.rank == 1);
  CHECK(flat.dims[0] == 6);
  LtTensor odd = Int32s({1}, {1});
  const LtTensor* in_push[] = {&list, &odd};
  REQUIRE(lt_list_push(&c, in_push, 2, &list, 1, nullptr) == 0);
  LtTensor none;
  CHECK(lt_list_stack(&c, in_list, 1, &none, 1, type) == 1);
  CHECK(MessageOf(c) == "Tried to stack elements of unequal shapes: [2] and [1]");
  lt_clear_error(&c);
  for (LtTensor* t : {&matrix, &list, &back, &flat, &odd}) lt_release(t);
}

TEST_CASE("runtime: parallel_for runs every element once", "[runtime]") {
  CHECK(lt_thread_count() >= 1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<int> hits(size_t(round % 97 + 1) * 10);
    lt_parallel_for(
        int64_t(hits.size()), 7,
        [](void* arg, int64_t begin, int64_t end) {
          auto& v = *static_cast<std::vector<int>*>(arg);
          for (int64_t i = begin; i < end; ++i) ++v[size_t(i)];
        },
        &hits);
    for (int h : hits) REQUIRE(h == 1);
  }
  std::atomic<int64_t> nested{0};
  lt_parallel_for(
      64, 1,
      [](void* arg, int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          lt_parallel_for(
              10, 1, [](void* inner, int64_t b, int64_t e) { *static_cast<std::atomic<int64_t>*>(inner) += e - b; },
              arg);
      },
      &nested);
  CHECK(nested == 640);
}
