// What compiled code needs besides the operations' kernels: frames, error hand-over, shapes of elementwise work, maps.
// (The evaluator does these things in the compiler.)
#include <string.h>

#include "runtime/abi.h"

namespace {

bool Empty(const LtTensor* t) { return t->rank == -2 ? t->data == nullptr : t->buffer == nullptr; }

// Broadcasts `in` to rank and dims given; LT_STRING elements are retained.
void Materialize(LtTensor* out, const LtTensor* in, int32_t rank, const int64_t* dims) {
  lt_tensor_new(out, in->dtype, rank, dims);
  int64_t size = lt_dtype_size(in->dtype);
  int64_t strides[LT_MAX_RANK] = {}, index[LT_MAX_RANK] = {};
  int64_t stride = 1;
  for (int32_t axis = in->rank - 1; axis >= 0; --axis) {
    strides[axis + rank - in->rank] = in->dims[axis] == 1 ? 0 : stride;
    stride *= in->dims[axis];
  }
  auto* to = static_cast<char*>(out->data);
  auto* from = static_cast<const char*>(in->data);
  int64_t offset = 0;
  for (int64_t i = 0; i < out->count; ++i) {
    memcpy(to + i * size, from + offset * size, size_t(size));
    if (in->dtype == LT_STRING) lt_string_retain(static_cast<LtString**>(out->data)[i]);
    for (int32_t axis = rank - 1; axis >= 0; --axis) {
      offset += strides[axis];
      if (++index[axis] < dims[axis]) break;
      offset -= strides[axis] * dims[axis];
      index[axis] = 0;
    }
  }
}

// Points of a broadcast space in order, with the element offset of each operand.
struct Walk {
  int32_t rank = 0, count = 0;
  int64_t dims[LT_MAX_RANK] = {}, index[LT_MAX_RANK] = {}, strides[3][LT_MAX_RANK] = {}, at[3] = {};

  int32_t Start(LtContext* context, const LtTensor* const* in, int32_t operands, int32_t dtype, LtTensor* out) {
    count = operands;
    for (int32_t k = 0; k < count; ++k) rank = in[k]->rank > rank ? in[k]->rank : rank;
    for (int32_t axis = 0; axis < rank; ++axis) {
      dims[axis] = 1;
      for (int32_t k = 0; k < count; ++k) {
        int32_t own = axis - (rank - in[k]->rank);
        int64_t d = own < 0 ? 1 : in[k]->dims[own];
        if (d == 1 || d == dims[axis]) continue;
        if (dims[axis] != 1) {
          return lt_failf(context, "InvalidArgumentError", "Incompatible shapes: %h vs. %h", in[0], in[k]);
        }
        dims[axis] = d;
      }
    }
    for (int32_t k = 0; k < count; ++k) {
      int64_t stride = 1;
      for (int32_t axis = in[k]->rank - 1; axis >= 0; --axis) {
        strides[k][axis + rank - in[k]->rank] = in[k]->dims[axis] == 1 ? 0 : stride;
        stride *= in[k]->dims[axis];
      }
    }
    lt_tensor_new(out, dtype, rank, dims);
    return 0;
  }

  void Next() {
    for (int32_t axis = rank - 1; axis >= 0; --axis) {
      for (int32_t k = 0; k < count; ++k) at[k] += strides[k][axis];
      if (++index[axis] < dims[axis]) return;
      for (int32_t k = 0; k < count; ++k) at[k] -= strides[k][axis] * dims[axis];
      index[axis] = 0;
    }
  }
};

}  // namespace

extern "C" {

void lt_release_all(LtTensor* slots, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    if (!Empty(&slots[i])) lt_release(&slots[i]);
  }
}

// Moves the pending exception into two string tensors (type, message) and clears it.
void lt_take_error(LtContext* context, LtTensor* type, LtTensor* message) {
  lt_tensor_new(type, LT_STRING, 0, nullptr);
  lt_tensor_new(message, LT_STRING, 0, nullptr);
  static_cast<LtString**>(type->data)[0] = context->error_type;
  static_cast<LtString**>(message->data)[0] = context->error_message;
  // The frames stay, should the handler raise the exception again; a new error clears them.
  context->error_type = context->error_message = nullptr;
  context->error = LT_OK;
}

// A tensor that owns its elements: for results that share a temporary number of the caller's frame.
void lt_own(LtTensor* tensor) {
  LtTensor copy;
  lt_tensor_new(&copy, tensor->dtype, tensor->rank, tensor->dims);
  memcpy(copy.data, tensor->data, size_t(copy.count * lt_dtype_size(copy.dtype)));
  *tensor = copy;
}

// *out: the buffer of *in when nobody else holds it (then *in becomes empty), else a new one; shape of *in.
void lt_take_or_new(LtTensor* out, LtTensor* in, int32_t dtype) {
  if (in->buffer == nullptr || in->buffer->refs != 1 || in->data != in->buffer + 1) {
    lt_tensor_new(out, dtype, in->rank, in->dims);
    return;
  }
  *out = *in;
  out->dtype = dtype;
  out->buffer->dtype = dtype;
  in->data = nullptr;
  in->buffer = nullptr;
}

// The space of elementwise work on `in`: dims_out, the rank as result (-1: error set). Inputs that do not have the whole
// space where `full` says so (rank entries per input; rank -1: every input must have the space's shape) are replaced by
// broadcast copies in `copies` (empty tensors, released by the caller).
int32_t lt_elementwise_space(LtContext* context, const LtTensor** in, int32_t count, const uint8_t* full, int32_t rank,
                             int64_t* dims_out, LtTensor** copies) {
  int32_t out_rank = 0;
  for (int32_t i = 0; i < count; ++i) {
    if (in[i]->rank > out_rank) out_rank = in[i]->rank;
  }
  if (rank > out_rank) out_rank = rank;
  for (int32_t axis = 0; axis < out_rank; ++axis) {
    int64_t dim = 1;
    for (int32_t i = 0; i < count; ++i) {
      int32_t own = axis - (out_rank - in[i]->rank);
      int64_t d = own < 0 ? 1 : in[i]->dims[own];
      if (d == dim || d == 1) continue;
      if (dim == 1) {
        dim = d;
        continue;
      }
      lt_failf(context, "InvalidArgumentError", "Incompatible shapes: %h vs. %h", in[0], in[i]);
      return -1;
    }
    dims_out[axis] = dim;
  }
  for (int32_t i = 0; i < count; ++i) {
    bool fits = true;
    for (int32_t axis = 0; axis < out_rank; ++axis) {
      int32_t own = axis - (out_rank - in[i]->rank);
      int64_t d = own < 0 ? 1 : in[i]->dims[own];
      bool needed = rank < 0 ? full[i] != 0 : full[i * rank + axis] != 0;
      if (needed && d != dims_out[axis]) fits = false;
    }
    if (fits) continue;
    Materialize(copies[i], in[i], out_rank, dims_out);
    in[i] = copies[i];
  }
  return out_rank;
}

// Comparison of strings, elementwise with broadcasting; attrs: 0 ==, 1 !=, 2 <, 3 <=, 4 >, 5 >=.
int32_t lt_string_compare(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t* attrs) {
  Walk walk;
  if (walk.Start(context, in, 2, LT_BOOL, out) != 0) return 1;
  for (int64_t i = 0; i < out->count; ++i, walk.Next()) {
    const LtString* a = static_cast<LtString* const*>(in[0]->data)[walk.at[0]];
    const LtString* b = static_cast<LtString* const*>(in[1]->data)[walk.at[1]];
    int64_t length_a = a != nullptr ? a->length : 0, length_b = b != nullptr ? b->length : 0;
    int64_t common = length_a < length_b ? length_a : length_b;
    int c = common > 0 ? memcmp(a->data, b->data, size_t(common)) : 0;
    if (c == 0) c = length_a < length_b ? -1 : length_a > length_b;
    bool r = attrs[0] == 0 ? c == 0 : attrs[0] == 1 ? c != 0 : attrs[0] == 2 ? c < 0 : attrs[0] == 3 ? c <= 0
           : attrs[0] == 4 ? c > 0 : c >= 0;
    static_cast<uint8_t*>(out->data)[i] = r;
  }
  return 0;
}

// condition ? a : b for any dtype, elementwise with broadcasting.
int32_t lt_select_any(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  Walk walk;
  if (walk.Start(context, in, 3, in[1]->dtype, out) != 0) return 1;
  int64_t size = lt_dtype_size(out->dtype);
  for (int64_t i = 0; i < out->count; ++i, walk.Next()) {
    int side = static_cast<const uint8_t*>(in[0]->data)[walk.at[0]] != 0 ? 1 : 2;
    memcpy(static_cast<char*>(out->data) + i * size, static_cast<const char*>(in[side]->data) + walk.at[side] * size, size_t(size));
    if (out->dtype == LT_STRING) lt_string_retain(static_cast<LtString**>(out->data)[i]);
  }
  return 0;
}

// The number of elements of a map over `in`: equal first dimensions, 1 repeats.
int32_t lt_map_extent(LtContext* context, const LtTensor* const* in, int32_t count, int64_t* extent) {
  *extent = 1;
  for (int32_t i = 0; i < count; ++i) {
    int64_t dim = in[i]->rank > 0 ? in[i]->dims[0] : 1;
    if (dim == 1 || dim == *extent) continue;
    if (*extent != 1) {
      return lt_failf(context, "InvalidArgumentError", "leading dimensions of a map differ: %h and %h", in[0], in[i]);
    }
    *extent = dim;
  }
  return 0;
}

// A borrowed view of element i along dimension 0.
void lt_map_slice(const LtTensor* in, int64_t i, LtTensor* out) {
  out->dtype = in->dtype;
  out->rank = in->rank - 1;
  out->buffer = in->buffer;
  int64_t count = 1;
  for (int32_t axis = 0; axis < out->rank; ++axis) {
    out->dims[axis] = in->dims[axis + 1];
    count *= out->dims[axis];
  }
  out->count = count;
  if (in->dims[0] == 1) i = 0;
  out->data = static_cast<char*>(in->data) + i * count * lt_dtype_size(in->dtype);
}

// Stores element i of n of a map's result. `out` owns an empty tensor before the first.
int32_t lt_map_store(LtContext* context, LtTensor* out, int64_t n, int64_t i, const LtTensor* value) {
  if (i == 0) {
    int64_t dims[LT_MAX_RANK];
    if (value->rank + 1 > LT_MAX_RANK) return lt_fail(context, "InvalidArgumentError", "a result of a map has too many dimensions");
    dims[0] = n;
    memcpy(dims + 1, value->dims, size_t(value->rank) * sizeof(int64_t));
    lt_release(out);
    lt_tensor_new(out, value->dtype, value->rank + 1, dims);
  }
  bool same = value->rank == out->rank - 1 && memcmp(value->dims, out->dims + 1, size_t(value->rank) * sizeof(int64_t)) == 0;
  if (!same) {
    LtTensor expected;
    lt_map_slice(out, 0, &expected);
    return lt_failf(context, "InvalidArgumentError", "results of a map differ in shape: %h and %h", &expected, value);
  }
  int64_t bytes = value->count * lt_dtype_size(value->dtype);
  memcpy(static_cast<char*>(out->data) + i * bytes, value->data, size_t(bytes));
  if (value->dtype == LT_STRING) {
    for (int64_t k = 0; k < value->count; ++k) lt_string_retain(static_cast<LtString**>(value->data)[k]);
  }
  return 0;
}
}
