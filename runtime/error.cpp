// Errors of the running program: a type and a message in the context, frames as they travel outwards, the traceback.
#include <stdarg.h>
#include <stdlib.h>

#include "runtime/abi.h"
#include "runtime/stream.h"
#include "runtime/text.h"

namespace lathe::rt {

const char* DTypeName(int32_t dtype) {
  static constexpr const char* kNames[] = {"bool",    "int8",      "uint8",      "int16",   "uint16",   "int32",
                                           "uint32",  "int64",     "uint64",     "float16", "bfloat16", "float32",
                                           "float64", "complex64", "complex128", "string"};
  return dtype >= 0 && dtype <= LT_STRING ? kNames[dtype] : "invalid";
}

namespace {

void SetError(LtContext* context, const char* type, LtString* message) {
  lt_clear_error(context);
  context->error = LT_EXCEPTION;
  context->error_type = lt_string_new(type, int64_t(strlen(type)));
  context->error_message = message;
}

void AddShape(Text* text, const LtTensor* tensor) {
  text->Add('[');
  for (int32_t i = 0; i < tensor->rank; ++i) {
    if (i > 0) text->Add(',');
    text->AddInt(tensor->dims[i]);
  }
  text->Add(']');
}

bool SameFrame(const LtFrame& a, const LtFrame& b) {
  return a.line == b.line && (a.function == b.function || strcmp(a.function, b.function) == 0);
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

extern "C" {

int32_t lt_fail(LtContext* context, const char* type, const char* message) {
  SetError(context, type, lt_string_new(message, int64_t(strlen(message))));
  return 1;
}

int32_t lt_failf(LtContext* context, const char* type, const char* format, ...) {
  Text text;
  va_list args;
  va_start(args, format);
  for (const char* p = format; *p != 0; ++p) {
    if (*p != '%') {
      text.Add(*p);
      continue;
    }
    switch (*++p) {
      case 's':
        text.Add(va_arg(args, const char*));
        break;
      case 'd':
        text.AddInt(va_arg(args, int64_t));
        break;
      case 'S':
        text.Add(View(va_arg(args, const LtString*)));
        break;
      case 'h':
        AddShape(&text, va_arg(args, const LtTensor*));
        break;
      case 't':
        text.Add(DTypeName(int32_t(va_arg(args, int64_t))));
        break;
      case 0:
        --p;
        break;
      default:
        text.Add(*p);
        break;
    }
  }
  va_end(args);
  SetError(context, type, text.ToString());
  return 1;
}

void lt_add_frame(LtContext* context, const char* function, int32_t line) {
  if (line == 0 && context->frame_count > 0) return;  // an operation without a place in the program, such as a re-raise
  if (context->frame_count == context->frame_capacity) {
    int32_t capacity = context->frame_capacity == 0 ? 16 : context->frame_capacity * 2;
    auto* frames = static_cast<LtFrame*>(realloc(context->frames, size_t(capacity) * sizeof(LtFrame)));
    if (frames == nullptr) return;  // the traceback stays shorter
    context->frames = frames;
    context->frame_capacity = capacity;
  }
  context->frames[context->frame_count++] = {function, line};
}

void lt_clear_error(LtContext* context) {
  lt_string_release(context->error_type);
  lt_string_release(context->error_message);
  context->error_type = nullptr;
  context->error_message = nullptr;
  context->error = LT_OK;
  context->frame_count = 0;
}

void lt_print_traceback(LtContext* context, const char* file) {
  Text text;
  if (context->frame_count > 0) text.Add("Traceback (most recent call last):\n");
  // As CPython: after three equal frames only their number is told.
  int repeated = 0;
  for (int32_t i = context->frame_count - 1; i >= 0; --i) {
    const LtFrame& frame = context->frames[i];
    bool same = i + 1 < context->frame_count && SameFrame(frame, context->frames[i + 1]);
    repeated = same ? repeated + 1 : 0;
    if (repeated < 3) {
      text.Add("  File \"");
      text.Add(file);
      text.Add("\", line ");
      text.AddInt(frame.line);
      text.Add(", in ");
      text.Add(frame.function);
      text.Add('\n');
    }
    bool last_of_run = i == 0 || !SameFrame(frame, context->frames[i - 1]);
    if (last_of_run && repeated >= 3) {
      text.Add("  [Previous line repeated ");
      text.AddInt(repeated - 2);
      text.Add(repeated == 3 ? " more time]\n" : " more times]\n");
    }
  }
  text.Add(View(context->error_type));
  if (!View(context->error_message).empty()) {
    text.Add(": ");
    text.Add(View(context->error_message));
  }
  text.Add('\n');
  WriteStream(kStderr, text.view());
}
}
