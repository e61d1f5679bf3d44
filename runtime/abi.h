// The C ABI between compiled programs (and the evaluator) and the runtime. Plain data, no C++ library types: compiled
// code builds these structures in its frames. Runtime code is C++20 without exceptions, RTTI and libstdc++.
//
// Ownership: an LtTensor is a value that holds one reference to its buffer. A function's inputs are borrowed; what it
// writes to `out` is owned by the caller, who calls lt_release. Buffers are shared, never written while refs > 1.
#pragma once
#include <stddef.h>
#include <stdint.h>

extern "C" {

enum LtDType : int32_t {
  LT_BOOL, LT_INT8, LT_UINT8, LT_INT16, LT_UINT16, LT_INT32, LT_UINT32, LT_INT64, LT_UINT64,
  LT_FLOAT16, LT_BFLOAT16, LT_FLOAT32, LT_FLOAT64, LT_COMPLEX64, LT_COMPLEX128, LT_STRING,
};

enum { LT_MAX_RANK = 8 };

// An immutable byte string; elements of LT_STRING tensors are LtString*. A null pointer is the empty string. A negative
// count of references marks a string in static data: it is never counted or freed.
struct LtString {
  int64_t refs;
  int64_t length;
  char data[1];  // `length` bytes, then a zero
};

// Storage: 64-byte aligned elements follow the header. `lists`: elements are LtTensor (see LtList).
struct LtBuffer {
  int64_t refs;
  int64_t bytes;
  int32_t dtype;  // LT_STRING buffers release their elements
  int32_t size_class;
  int64_t count;
  char padding[32];
};  // 64 bytes

// A dense row-major tensor. `data` lies inside `buffer` (or in static constant data: then buffer is null).
struct LtTensor {
  void* data;
  LtBuffer* buffer;
  int64_t count;  // product of dims
  int32_t dtype;
  int32_t rank;
  int64_t dims[LT_MAX_RANK];
};

// A list of tensors (TensorArray, run-time lists, stacks of residuals). Copied on write when shared. An element never
// written has rank -1. Stored in an LtTensor slot as: dtype = element dtype, rank = -2, data = LtList*, buffer = null.
// Kernels that give an updated list (lt_list_set, _push, _pop) may be called with out[0] being the very slot in[0] points
// to: they then consume that reference, and change the list in place if no one else holds it.
struct LtList {
  int64_t refs;
  int64_t size, capacity;
  LtTensor* elements;
  int32_t element_rank;  // -1 unknown
  int64_t element_dims[LT_MAX_RANK];  // -1 unknown
};

// Why a run-time function failed: Python's and TensorFlow's exception types.
enum LtErrorKind : int32_t {
  LT_OK = 0, LT_EXCEPTION,  // the type is `error_type`
  LT_EXIT,                  // sys.exit: status in exit_status
};

struct LtFrame { const char* function; int32_t line; };

// One per running program (and thread of control). Zero-initialised.
struct LtContext {
  int32_t error;            // LtErrorKind
  int32_t exit_status;
  LtString* error_type;     // "InvalidArgumentError", "ZeroDivisionError", …
  LtString* error_message;
  LtFrame* frames;          // innermost first, filled while the error travels outwards
  int32_t frame_count, frame_capacity;
  int32_t argc;
  char** argv;
  struct LtState* state;    // variables, streams, random state, arena: the runtime's own
};

// Every operation kernel has this type. Returns 0, or 1 with the error set in the context. `attrs` is the operation's
// attribute block (ops.def says what each op puts there). Outputs are uninitialised on entry; on failure none is owned.
typedef int32_t (*LtKernel)(LtContext*, const LtTensor* const* in, int32_t in_count, LtTensor* out, int32_t out_count,
                            const int64_t* attrs);

// ---- memory (memory.cpp) ----
LtBuffer* lt_buffer_new(int32_t dtype, int64_t count);  // refs = 1; aborts the program with MemoryError text on exhaustion
void lt_buffer_free(LtBuffer*);                         // called when refs reach 0
int64_t lt_dtype_size(int32_t dtype);                   // bytes per element (LT_STRING: a pointer)
// Fills *out with a fresh uninitialised dense tensor (LT_STRING: null elements).
void lt_tensor_new(LtTensor* out, int32_t dtype, int32_t rank, const int64_t* dims);
void lt_retain(const LtTensor*);
void lt_release(LtTensor*);                             // drops the reference, leaves an empty slot (data = buffer = null)
LtString* lt_string_new(const char* bytes, int64_t length);
void lt_string_retain(LtString*);                       // null and static strings: nothing
void lt_string_release(LtString*);

// ---- errors (error.cpp) ----
int32_t lt_fail(LtContext*, const char* type, const char* message);  // returns 1
int32_t lt_failf(LtContext*, const char* type, const char* format, ...);  // %s %d(int64) %S(LtString*) %h(shape of LtTensor*) %t(dtype, int64) %%
void lt_add_frame(LtContext*, const char* function, int32_t line);
void lt_clear_error(LtContext*);
// Prints "Traceback (most recent call last):" with the frames and "Type: message" to stderr. `file` is the program's path.
void lt_print_traceback(LtContext*, const char* file);

// ---- program (program.cpp) ----
void lt_start(LtContext*, int argc, char** argv);
// Flushes streams, prints an uncaught exception, returns the exit status.
int32_t lt_finish(LtContext*, const char* file);

// ---- lists (list.cpp): slots as described at LtList ----
void lt_list_new(LtTensor* out, int32_t dtype, int64_t size);

// ---- threads (threads.cpp) ----
// Runs body(arg, begin, end) over [0, count) in chunks of at least `grain`, on the pool; returns when all are done.
void lt_parallel_for(int64_t count, int64_t grain, void (*body)(void* arg, int64_t begin, int64_t end), void* arg);
int32_t lt_thread_count(void);

// ---- shape changes that keep the elements (alias.cpp): change rank and dims of a tensor that the caller owns ----
int32_t lt_reshape(LtContext*, LtTensor*, const LtTensor* shape);
int32_t lt_reshape_like(LtContext*, LtTensor*, const LtTensor* like);
int32_t lt_expand_dims(LtContext*, LtTensor*, const int64_t* attrs);  // AxisAttr
int32_t lt_squeeze(LtContext*, LtTensor*, const int64_t* attrs);      // AxesAttr
int32_t lt_set_shape(LtContext*, LtTensor*, const int64_t* attrs);    // TypeAttr: a check

// ---- Python arithmetic on run-time int and float (python_numbers.cpp): evaluator and compiled code alike ----
int32_t lt_py_div_int(LtContext*, int64_t x, int64_t y, double* out);
int32_t lt_py_div_float(LtContext*, double x, double y, double* out);
int32_t lt_py_floordiv_int(LtContext*, int64_t x, int64_t y, int64_t* out);
int32_t lt_py_floordiv_float(LtContext*, double x, double y, double* out);
int32_t lt_py_mod_int(LtContext*, int64_t x, int64_t y, int64_t* out);
int32_t lt_py_mod_float(LtContext*, double x, double y, double* out);
int32_t lt_py_pow_int(LtContext*, int64_t x, int64_t y, int64_t* out);
int32_t lt_py_pow_float(LtContext*, double x, double y, double* out);

// ---- compiled code (compiled.cpp) ----
void lt_release_all(LtTensor* slots, int64_t count);
void lt_take_error(LtContext*, LtTensor* type, LtTensor* message);
void lt_own(LtTensor*);
void lt_take_or_new(LtTensor* out, LtTensor* in, int32_t dtype);
int32_t lt_elementwise_space(LtContext*, const LtTensor** in, int32_t count, const uint8_t* full, int32_t rank,
                             int64_t* dims_out, LtTensor** copies);
int32_t lt_map_extent(LtContext*, const LtTensor* const* in, int32_t count, int64_t* extent);
void lt_map_slice(const LtTensor* in, int64_t i, LtTensor* out);
int32_t lt_map_store(LtContext*, LtTensor* out, int64_t n, int64_t i, const LtTensor* value);
}
