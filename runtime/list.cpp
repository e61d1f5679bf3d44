// Lists of tensors: TensorArrays, run-time Python lists, stacks of residuals. Elements are shared references; a list is
// copied before a change unless the caller gave its only reference up (abi.h, LtList).
#include <string.h>

#include "runtime/memory.h"
#include "runtime/text.h"

namespace lathe::rt {
namespace {

constexpr const char* kInvalid = "InvalidArgumentError";

LtList* ListOf(const LtTensor* slot) { return static_cast<LtList*>(slot->data); }

int64_t BytesFor(int64_t capacity) { return capacity * int64_t(sizeof(LtTensor)); }

void Place(LtTensor* out, LtList* list, int32_t dtype) {
  out->data = list;
  out->buffer = nullptr;
  out->count = 0;
  out->dtype = dtype;
  out->rank = -2;
}

void ClearSlot(LtTensor* slot) {
  slot->data = nullptr;
  slot->buffer = nullptr;
  slot->count = 0;
  slot->rank = -1;
}

LtList* MakeList(int64_t size, int64_t capacity) {
  auto* list = static_cast<LtList*>(AllocateBlock(sizeof(LtList)));
  list->refs = 1;
  list->size = size;
  list->capacity = capacity;
  list->elements = capacity == 0 ? nullptr : static_cast<LtTensor*>(AllocateBlock(BytesFor(capacity)));
  list->element_rank = -1;
  for (int64_t i = 0; i < size; ++i) ClearSlot(&list->elements[i]);
  return list;
}

void Grow(LtList* list, int64_t capacity) {
  if (capacity <= list->capacity) return;
  if (capacity < list->capacity * 2) capacity = list->capacity * 2;
  if (capacity < 4) capacity = 4;
  auto* elements = static_cast<LtTensor*>(AllocateBlock(BytesFor(capacity)));
  if (list->size > 0) memcpy(elements, list->elements, size_t(list->size) * sizeof(LtTensor));
  if (list->elements != nullptr) FreeBlockOf(list->elements, BytesFor(list->capacity));
  list->elements = elements;
  list->capacity = capacity;
}

// The list to change, placed in *out: the operand's own when `out` is its slot and the only reference, else a copy.
LtList* Writable(const LtTensor* in, LtTensor* out, int64_t capacity) {
  LtList* list = ListOf(in);
  if (in == out && list->refs == 1) {
    Grow(list, capacity);
    return list;
  }
  LtList* copy = MakeList(0, capacity > list->size ? capacity : list->size);
  copy->size = list->size;
  copy->element_rank = list->element_rank;
  memcpy(copy->element_dims, list->element_dims, sizeof copy->element_dims);
  for (int64_t i = 0; i < list->size; ++i) {
    copy->elements[i] = list->elements[i];
    lt_retain(&copy->elements[i]);
  }
  int32_t dtype = in->dtype;
  if (in == out) --list->refs;  // not the last one
  Place(out, copy, dtype);
  return copy;
}

bool KnownShape(int32_t rank, const int64_t* dims) {
  if (rank < 0) return false;
  for (int32_t i = 0; i < rank; ++i)
    if (dims[i] < 0) return false;
  return true;
}

void ZeroTensor(LtTensor* out, int32_t dtype, int32_t rank, const int64_t* dims) {
  lt_tensor_new(out, dtype, rank, dims);
  if (out->count > 0) memset(out->data, 0, size_t(out->count * lt_dtype_size(dtype)));
}

// Copies elements, counting references of strings.
void CopyElements(LtTensor* to, int64_t at, const LtTensor* from, int64_t begin, int64_t count) {
  if (count <= 0) return;
  int64_t size = lt_dtype_size(to->dtype);
  memcpy(static_cast<char*>(to->data) + at * size, static_cast<const char*>(from->data) + begin * size,
         size_t(count * size));
  if (to->dtype == LT_STRING)
    for (int64_t i = 0; i < count; ++i) lt_string_retain(static_cast<LtString**>(to->data)[at + i]);
}

bool SameDims(const LtTensor* t, int32_t rank, const int64_t* dims) {
  return t->rank == rank && memcmp(t->dims, dims, size_t(rank) * sizeof(int64_t)) == 0;
}

// The shape all elements have: that of the written ones, else the declared one. Returns 1 with the error set.
int32_t CommonShape(LtContext* context, const LtList* list, const int64_t* declared, int32_t* rank, int64_t* dims) {
  *rank = -1;
  for (int64_t i = 0; i < list->size; ++i) {
    const LtTensor& e = list->elements[i];
    if (e.rank < 0) continue;
    if (*rank < 0) {
      *rank = e.rank;
      memcpy(dims, e.dims, size_t(e.rank) * sizeof(int64_t));
    } else if (!SameDims(&e, *rank, dims)) {
      LtTensor first;
      first.rank = *rank;
      memcpy(first.dims, dims, size_t(*rank) * sizeof(int64_t));
      return lt_failf(context, kInvalid, "Tried to stack elements of unequal shapes: %h and %h", &first, &e);
    }
  }
  if (*rank >= 0) return 0;
  int32_t declared_rank = list->element_rank;
  const int64_t* declared_dims = list->element_dims;
  if (!KnownShape(declared_rank, declared_dims) && declared != nullptr) {
    declared_rank = int32_t(declared[1]);
    declared_dims = declared + 2;
  }
  if (!KnownShape(declared_rank, declared_dims)) {
    return lt_fail(context, kInvalid,
                   list->size == 0 ? "Tried to stack elements of an empty list with non-fully-defined element_shape"
                                   : "Tried to stack list which only contains uninitialized tensors and has a "
                                     "non-fully-defined element_shape");
  }
  *rank = declared_rank;
  memcpy(dims, declared_dims, size_t(declared_rank) * sizeof(int64_t));
  return 0;
}

}  // namespace

void FreeList(LtList* list) {
  for (int64_t i = 0; i < list->size; ++i) lt_release(&list->elements[i]);
  if (list->elements != nullptr) FreeBlockOf(list->elements, BytesFor(list->capacity));
  FreeBlockOf(list, sizeof(LtList));
}

}  // namespace lathe::rt

using namespace lathe::rt;

extern "C" {

void lt_list_new(LtTensor* out, int32_t dtype, int64_t size) { Place(out, MakeList(size, size), dtype); }

// in: size; attrs: TypeAttr (dtype, rank, dims of an element).
int32_t lt_list_make(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t,
                     const int64_t* attrs) {
  int64_t size = IntegerOf(in[0]);
  if (size < 0)
    return lt_failf(context, kInvalid, "TensorListReserve expects a non-negative number of elements, not %d", size);
  if (size > (int64_t{1} << 40)) return lt_failf(context, "MemoryError", "a list of %d elements", size);
  lt_list_new(out, int32_t(attrs[0]), size);
  LtList* list = ListOf(out);
  list->element_rank = int32_t(attrs[1]);
  for (int32_t i = 0; i < list->element_rank; ++i) list->element_dims[i] = attrs[2 + i];
  return 0;
}

int32_t lt_list_get(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  const LtList* list = ListOf(in[0]);
  int64_t index = IntegerOf(in[1]);
  if (index < 0 || index >= list->size)
    return lt_failf(context, kInvalid, "Trying to access element %d in a list with %d elements.", index, list->size);
  const LtTensor& element = list->elements[index];
  if (element.rank != -1) {
    *out = element;
    lt_retain(out);
    return 0;
  }
  int32_t rank;
  int64_t dims[LT_MAX_RANK];
  if (KnownShape(list->element_rank, list->element_dims)) {
    ZeroTensor(out, in[0]->dtype, list->element_rank, list->element_dims);
    return 0;
  }
  // TensorFlow merges the shapes of what was written.
  for (int64_t i = 0; i < list->size; ++i) {
    if (list->elements[i].rank < 0) continue;
    if (CommonShape(context, list, nullptr, &rank, dims) != 0) return 1;
    ZeroTensor(out, in[0]->dtype, rank, dims);
    return 0;
  }
  return lt_failf(context, kInvalid,
                  "Trying to read an uninitialized tensor at index %d but element_shape is not fully defined.", index);
}

// attrs: ParamsAttr ints {grow}.
int32_t lt_list_set(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t,
                    const int64_t* attrs) {
  int64_t index = IntegerOf(in[1]);
  bool grow = attrs != nullptr && attrs[0] > 0 && attrs[1] != 0;
  int64_t size = ListOf(in[0])->size;
  if (index < 0 || (index >= size && !grow))
    return lt_failf(context, kInvalid, "Trying to modify element %d in a list with %d elements.", index, size);
  if (index > (int64_t{1} << 40)) return lt_failf(context, "MemoryError", "a list of %d elements", index + 1);
  LtTensor element = *in[2];
  lt_retain(&element);
  LtList* list = Writable(in[0], out, index + 1);
  while (list->size <= index) ClearSlot(&list->elements[list->size++]);
  lt_release(&list->elements[index]);
  list->elements[index] = element;
  return 0;
}

int32_t lt_list_push(LtContext*, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  LtTensor element = *in[1];
  lt_retain(&element);
  LtList* list = Writable(in[0], out, ListOf(in[0])->size + 1);
  list->elements[list->size++] = element;
  return 0;
}

int32_t lt_list_pop(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  if (ListOf(in[0])->size == 0) return lt_fail(context, "IndexError", "pop from empty list");
  LtList* list = Writable(in[0], &out[0], 0);
  LtTensor element = list->elements[--list->size];
  if (element.rank == -1 && KnownShape(list->element_rank, list->element_dims))
    ZeroTensor(&element, out[0].dtype, list->element_rank, list->element_dims);
  out[1] = element;
  return 0;
}

int32_t lt_list_size(LtContext*, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  lt_tensor_new(out, LT_INT32, 0, nullptr);
  *static_cast<int32_t*>(out->data) = int32_t(ListOf(in[0])->size);
  return 0;
}

// attrs: TypeAttr, the element type.
int32_t lt_list_stack(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t,
                      const int64_t* attrs) {
  const LtList* list = ListOf(in[0]);
  int32_t rank;
  int64_t dims[LT_MAX_RANK + 1];
  if (CommonShape(context, list, attrs, &rank, dims + 1) != 0) return 1;
  if (rank + 1 > LT_MAX_RANK)
    return lt_failf(context, kInvalid, "the stacked tensor would have rank %d", int64_t(rank + 1));
  dims[0] = list->size;
  lt_tensor_new(out, in[0]->dtype, rank + 1, dims);
  int64_t each = list->size == 0 ? 0 : out->count / list->size;
  int64_t size = lt_dtype_size(out->dtype);
  for (int64_t i = 0; i < list->size; ++i) {
    const LtTensor& e = list->elements[i];
    if (e.rank >= 0)
      CopyElements(out, i * each, &e, 0, each);
    else
      memset(static_cast<char*>(out->data) + i * each * size, 0, size_t(each * size));
  }
  return 0;
}

int32_t lt_list_concat(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  const LtList* list = ListOf(in[0]);
  int64_t dims[LT_MAX_RANK];
  int32_t rank = -1;
  int64_t length = 0;
  for (int64_t i = 0; i < list->size; ++i) {
    const LtTensor& e = list->elements[i];
    if (e.rank < 0)
      return lt_failf(context, kInvalid, "Trying to concat a list whose element %d was never written.", i);
    if (e.rank == 0)
      return lt_fail(context, kInvalid, "Concat saw a scalar shape at index 0 but requires at least vectors.");
    if (rank < 0) {
      rank = e.rank;
      memcpy(dims, e.dims, size_t(rank) * sizeof(int64_t));
    } else if (e.rank != rank || memcmp(e.dims + 1, dims + 1, size_t(rank - 1) * sizeof(int64_t)) != 0) {
      return lt_failf(context, kInvalid, "Tried to concat tensors with unequal shapes: %h and %h", &list->elements[0],
                      &e);
    }
    length += e.dims[0];
  }
  if (rank < 0) {
    if (list->element_rank < 1 || !KnownShape(list->element_rank - 1, list->element_dims + 1))
      return lt_fail(context, kInvalid,
                     "All except the first dimension must be fully defined when concating an empty tensor list.");
    rank = list->element_rank;
    memcpy(dims, list->element_dims, size_t(rank) * sizeof(int64_t));
  }
  dims[0] = length;
  lt_tensor_new(out, in[0]->dtype, rank, dims);
  int64_t at = 0;
  for (int64_t i = 0; i < list->size; ++i) {
    CopyElements(out, at, &list->elements[i], 0, list->elements[i].count);
    at += list->elements[i].count;
  }
  return 0;
}

int32_t lt_list_unstack(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t,
                        const int64_t*) {
  const LtTensor* source = in[0];
  if (source->rank < 1) return lt_fail(context, kInvalid, "Tensor must be at least a vector, but saw shape: []");
  int64_t length = source->dims[0];
  lt_list_new(out, source->dtype, length);
  LtList* list = ListOf(out);
  list->element_rank = source->rank - 1;
  memcpy(list->element_dims, source->dims + 1, size_t(source->rank - 1) * sizeof(int64_t));
  for (int64_t i = 0; i < length; ++i) {
    LtTensor& element = list->elements[i];
    lt_tensor_new(&element, source->dtype, source->rank - 1, source->dims + 1);
    CopyElements(&element, 0, source, i * element.count, element.count);
  }
  return 0;
}
}
