// Start and end of a program, its streams and signals.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/memory.h"
#include "runtime/state.h"
#include "runtime/stream.h"

namespace lathe::rt {
namespace {

constexpr int kBufferBytes = 1 << 16;
constexpr int kInterrupted = 130, kBrokenPipe = 128 + SIGPIPE, kFlushFailed = 120;

// Standard output belongs to the process, so its buffer does too (the interrupt handler needs it as well).
struct Output {
  char bytes[kBufferBytes];
  volatile int used;
  int error;        // errno of the first failed write
  int8_t terminal;  // 0 not asked yet, 1 yes, -1 no
};
constinit Output output{};

bool WriteAll(int fd, const char* data, int64_t size) {
  while (size > 0) {
    ssize_t written = write(fd, data, size_t(size));
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno == EPIPE) _exit(kBrokenPipe);
      return false;
    }
    data += written;
    size -= written;
  }
  return true;
}

// The reader of the output sees everything printed so far, as with CPython's KeyboardInterrupt.
void Interrupted(int) {
  WriteAll(1, output.bytes, output.used);
  static constexpr char kText[] = "KeyboardInterrupt\n";
  WriteAll(2, kText, sizeof kText - 1);
  _exit(kInterrupted);
}

}  // namespace

bool FlushStdout() {
  int used = output.used;
  output.used = 0;
  if (used > 0 && !WriteAll(1, output.bytes, used) && output.error == 0) output.error = errno;
  return output.error == 0;
}

void FlushForAbort() { FlushStdout(); }

void WriteStream(StreamId stream, View text) {
  if (stream == kStderr) {
    FlushStdout();
    WriteAll(2, text.data, text.size);
    return;
  }
  if (output.terminal == 0) output.terminal = isatty(1) ? 1 : -1;
  if (text.size > kBufferBytes - output.used) FlushStdout();
  if (text.size >= kBufferBytes) {
    if (!WriteAll(1, text.data, text.size) && output.error == 0) output.error = errno;
    return;
  }
  if (text.size > 0) memcpy(output.bytes + output.used, text.data, size_t(text.size));
  output.used = output.used + int(text.size);
  if (output.terminal > 0 && text.size > 0 && memchr(text.data, '\n', size_t(text.size)) != nullptr) FlushStdout();
}

LtState* StateOf(LtContext* context) {
  if (context->state == nullptr) {
    context->state = static_cast<LtState*>(calloc(1, sizeof(LtState)));
    if (context->state == nullptr) abort();
  }
  return context->state;
}

}  // namespace lathe::rt

using namespace lathe::rt;

extern "C" {

void lt_start(LtContext* context, int argc, char** argv) {
  context->argc = argc;
  context->argv = argv;
  StateOf(context);
  struct sigaction old, action;
  memset(&action, 0, sizeof action);
  action.sa_handler = Interrupted;
  // A program started in the background with interrupts ignored keeps ignoring them.
  if (sigaction(SIGINT, nullptr, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(SIGINT, &action, nullptr);
}

int32_t lt_finish(LtContext* context, const char* file) {
  int32_t status = 0;
  if (context->error == LT_EXCEPTION) {
    lt_print_traceback(context, file);
    status = 1;
  } else if (context->error == LT_EXIT) {
    status = context->exit_status;
    if (context->error_message != nullptr) {  // sys.exit("text")
      WriteStream(kStderr, View(context->error_message));
      WriteStream(kStderr, "\n");
    }
  }
  if (!FlushStdout()) {
    Text text;
    text.Add("OSError: [Errno ");
    text.AddInt(output.error);
    text.Add("] ");
    text.Add(strerror(output.error));
    text.Add(" (standard output)\n");
    WriteAll(2, text.data(), text.size());
    output.error = 0;
    if (status == 0) status = kFlushFailed;
  }
  lt_clear_error(context);
  free(context->frames);
  context->frames = nullptr;
  context->frame_capacity = 0;
  FreeState(context->state);
  context->state = nullptr;
  return status;
}
}
