// Cotangents of lists: what is missing or was never written is zero. Kernels as list.cpp has them.
#include <string.h>

#include "runtime/math/half.h"
#include "runtime/memory.h"

using namespace lathe::rt;

extern "C" {
int32_t lt_list_set(LtContext*, const LtTensor* const*, int32_t, LtTensor*, int32_t, const int64_t*);
}

namespace {

const LtList* ListOf(const LtTensor* slot) { return static_cast<const LtList*>(slot->data); }

int64_t IntegerOf(const LtTensor* t) {
  return t->dtype == LT_INT64 ? *static_cast<const int64_t*>(t->data) : *static_cast<const int32_t*>(t->data);
}

template <class T>
void AddAs(const LtTensor* a, const LtTensor* b, LtTensor* out) {
  const T *x = static_cast<const T*>(a->data), *y = static_cast<const T*>(b->data);
  T* z = static_cast<T*>(out->data);
  for (int64_t i = 0; i < out->count; ++i) z[i] = x[i] + y[i];
}

template <float (*Widen)(uint16_t), uint16_t (*Narrow)(float)>
void AddHalves(const LtTensor* a, const LtTensor* b, LtTensor* out) {
  auto *x = static_cast<const uint16_t*>(a->data), *y = static_cast<const uint16_t*>(b->data);
  auto* z = static_cast<uint16_t*>(out->data);
  for (int64_t i = 0; i < out->count; ++i) z[i] = Narrow(Widen(x[i]) + Widen(y[i]));
}

// The sum of two tensors of one shape.
int32_t Sum(LtContext* context, const LtTensor* a, const LtTensor* b, LtTensor* out) {
  if (a->rank != b->rank || memcmp(a->dims, b->dims, size_t(a->rank) * sizeof(int64_t)) != 0)
    return lt_failf(context, "InvalidArgumentError", "elements of a list differ in shape: %h and %h", a, b);
  LtTensor sum;
  lt_tensor_new(&sum, a->dtype, a->rank, a->dims);
  switch (a->dtype) {
    case LT_FLOAT16: AddHalves<lathe::math::HalfToFloat, lathe::math::FloatToHalf>(a, b, &sum); break;
    case LT_BFLOAT16: AddHalves<lathe::math::BFloatToFloat, lathe::math::FloatToBFloat>(a, b, &sum); break;
    case LT_FLOAT32: AddAs<float>(a, b, &sum); break;
    case LT_FLOAT64: AddAs<double>(a, b, &sum); break;
    case LT_COMPLEX64:
    case LT_COMPLEX128: {  // pairs
      LtTensor x = *a, y = *b, z = sum;
      z.count *= 2;
      if (a->dtype == LT_COMPLEX64) AddAs<float>(&x, &y, &z);
      else AddAs<double>(&x, &y, &z);
      break;
    }
    default: lt_release(&sum); return lt_fail(context, "InternalError", "lists of this dtype have no cotangents");
  }
  *out = sum;
  return 0;
}

void Zeros(LtTensor* out, const LtTensor* like, int32_t dtype) {
  lt_tensor_new(out, dtype, like->rank, like->dims);
  if (out->count > 0) memset(out->data, 0, size_t(out->count * lt_dtype_size(dtype)));
}

const LtTensor* Written(const LtList* list, int64_t index) {
  if (index < 0 || index >= list->size || list->elements[index].rank < 0) return nullptr;
  return &list->elements[index];
}

}  // namespace

extern "C" {

// in: list, index, value.
int32_t lt_list_accumulate(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  static const int64_t kGrow[] = {1, 1, 0, 0, 0};
  const LtTensor* element = Written(ListOf(in[0]), IntegerOf(in[1]));
  if (!element) return lt_list_set(context, in, 3, out, 1, kGrow);
  LtTensor sum;
  if (Sum(context, element, in[2], &sum) != 0) return 1;
  const LtTensor* operands[] = {in[0], in[1], &sum};
  int32_t status = lt_list_set(context, operands, 3, out, 1, kGrow);
  lt_release(&sum);
  return status;
}

// in: list, index, like.
int32_t lt_list_get_or_zeros(LtContext*, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  if (const LtTensor* element = Written(ListOf(in[0]), IntegerOf(in[1]))) {
    *out = *element;
    lt_retain(out);
  } else {
    Zeros(out, in[2], in[0]->dtype);
  }
  return 0;
}

int32_t lt_list_add(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  const LtList *a = ListOf(in[0]), *b = ListOf(in[1]);
  LtTensor result;
  lt_list_new(&result, in[0]->dtype, a->size > b->size ? a->size : b->size);
  auto* list = static_cast<LtList*>(result.data);
  for (int64_t i = 0; i < list->size; ++i) {
    const LtTensor *x = Written(a, i), *y = Written(b, i);
    if (x && y) {
      if (Sum(context, x, y, &list->elements[i]) != 0) {
        lt_release(&result);
        return 1;
      }
    } else if (x || y) {
      list->elements[i] = x ? *x : *y;
      lt_retain(&list->elements[i]);
    }
  }
  *out = result;
  return 0;
}

// in: list, like.
int32_t lt_list_stack_like(LtContext*, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  const LtList* list = ListOf(in[0]);
  Zeros(out, in[1], in[0]->dtype);
  int64_t n = in[1]->rank > 0 ? in[1]->dims[0] : 0;
  int64_t each = n == 0 ? 0 : out->count / n, size = lt_dtype_size(out->dtype);
  for (int64_t i = 0; i < n; ++i)
    if (const LtTensor* element = Written(list, i); element && element->count == each)
      memcpy(static_cast<char*>(out->data) + i * each * size, element->data, size_t(each * size));
  return 0;
}

// in: x, extents.
int32_t lt_list_split_like(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  const LtTensor* x = in[0];
  auto* extents = static_cast<const int32_t*>(in[1]->data);
  int64_t pieces = in[1]->count, total = 0;
  for (int64_t i = 0; i < pieces; ++i) total += extents[i];
  if (x->rank < 1 || total != x->dims[0])
    return lt_failf(context, "InvalidArgumentError", "pieces of %d rows in all from a tensor of shape %h", total, x);
  lt_list_new(out, x->dtype, pieces);
  auto* list = static_cast<LtList*>(out->data);
  int64_t row = x->dims[0] == 0 ? 0 : x->count / x->dims[0], size = lt_dtype_size(x->dtype);
  const char* from = static_cast<const char*>(x->data);
  for (int64_t i = 0; i < pieces; ++i) {
    int64_t dims[LT_MAX_RANK];
    memcpy(dims, x->dims, size_t(x->rank) * sizeof(int64_t));
    dims[0] = extents[i];
    LtTensor& piece = list->elements[i];
    lt_tensor_new(&piece, x->dtype, x->rank, dims);
    if (piece.count > 0) memcpy(piece.data, from, size_t(piece.count * size));
    from += row * extents[i] * size;
  }
  return 0;
}

int32_t lt_list_extents(LtContext*, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  const LtList* list = ListOf(in[0]);
  lt_tensor_new(out, LT_INT32, 1, &list->size);
  for (int64_t i = 0; i < list->size; ++i) {
    const LtTensor& element = list->elements[i];
    static_cast<int32_t*>(out->data)[i] = element.rank > 0 ? int32_t(element.dims[0]) : 0;
  }
  return 0;
}
}
