// Shape changes that keep the elements: each works on a tensor that the caller owns, changing rank and dims only.
#include <string.h>

#include "runtime/abi.h"

namespace {

int64_t DimAt(const LtTensor* shape, int64_t i) {
  return shape->dtype == LT_INT64 ? static_cast<const int64_t*>(shape->data)[i] : static_cast<const int32_t*>(shape->data)[i];
}

// The shape that a vector describes, as a tensor without elements (for messages).
LtTensor Described(const LtTensor* shape) {
  LtTensor t = {};
  t.rank = int32_t(shape->count);
  for (int32_t i = 0; i < t.rank && i < LT_MAX_RANK; ++i) t.dims[i] = DimAt(shape, i);
  return t;
}

}  // namespace

extern "C" {

int32_t lt_reshape(LtContext* context, LtTensor* tensor, const LtTensor* shape) {
  if (shape->count > LT_MAX_RANK) {
    return lt_failf(context, "InvalidArgumentError", "a shape of %d dimensions is more than Lathe supports", shape->count);
  }
  LtTensor wanted = Described(shape);
  int64_t product = 1;
  int32_t open = -1;
  for (int32_t i = 0; i < wanted.rank; ++i) {
    if (wanted.dims[i] == -1) {
      if (open >= 0) {
        return lt_failf(context, "InvalidArgumentError", "Only one input size may be -1, not both %d and %d", int64_t(open), int64_t(i));
      }
      open = i;
    } else if (wanted.dims[i] < 0) {
      return lt_failf(context, "InvalidArgumentError", "Size %d must be non-negative, not %d", int64_t(i), wanted.dims[i]);
    } else {
      product *= wanted.dims[i];
    }
  }
  if (open >= 0) {
    if (product == 0) {
      return lt_fail(context, "InvalidArgumentError",
                     "reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are non-zero");
    }
    if (tensor->count % product != 0) {
      return lt_failf(context, "InvalidArgumentError",
                      "Input to reshape is a tensor with %d values, but the requested shape requires a multiple of %d",
                      tensor->count, product);
    }
    wanted.dims[open] = tensor->count / product;
    product *= wanted.dims[open];
  }
  if (product != tensor->count) {
    return lt_failf(context, "InvalidArgumentError",
                    "Input to reshape is a tensor with %d values, but the requested shape has %d", tensor->count, product);
  }
  tensor->rank = wanted.rank;
  memcpy(tensor->dims, wanted.dims, sizeof tensor->dims);
  return 0;
}

int32_t lt_reshape_like(LtContext* context, LtTensor* tensor, const LtTensor* like) {
  if (tensor->count != like->count) {
    return lt_failf(context, "InvalidArgumentError",
                    "Input to reshape is a tensor with %d values, but the requested shape has %d", tensor->count, like->count);
  }
  tensor->rank = like->rank;
  memcpy(tensor->dims, like->dims, sizeof tensor->dims);
  return 0;
}

// attrs: AxisAttr.
int32_t lt_expand_dims(LtContext* context, LtTensor* tensor, const int64_t* attrs) {
  int32_t axis = int32_t(attrs[0] < 0 ? attrs[0] + tensor->rank + 1 : attrs[0]);
  if (tensor->rank >= LT_MAX_RANK || axis < 0 || axis > tensor->rank) {
    return lt_failf(context, "InvalidArgumentError", "a dimension cannot be added at axis %d of %h", attrs[0], tensor);
  }
  for (int32_t i = tensor->rank; i > axis; --i) tensor->dims[i] = tensor->dims[i - 1];
  tensor->dims[axis] = 1;
  ++tensor->rank;
  return 0;
}

// attrs: AxesAttr; no axes: all dimensions of 1.
int32_t lt_squeeze(LtContext* context, LtTensor* tensor, const int64_t* attrs) {
  int64_t count = attrs[0];
  bool drop[LT_MAX_RANK] = {};
  for (int64_t i = 0; i < count; ++i) {
    int64_t axis = attrs[1 + i] < 0 ? attrs[1 + i] + tensor->rank : attrs[1 + i];
    if (axis < 0 || axis >= tensor->rank) {
      return lt_failf(context, "InvalidArgumentError", "axis %d is out of range for shape %h", attrs[1 + i], tensor);
    }
    if (tensor->dims[axis] != 1) {
      return lt_failf(context, "InvalidArgumentError", "Can not squeeze dim[%d], expected a dimension of 1, got %d", axis,
                      tensor->dims[axis]);
    }
    drop[axis] = true;
  }
  int32_t rank = 0;
  for (int32_t i = 0; i < tensor->rank; ++i) {
    bool gone = count == 0 ? tensor->dims[i] == 1 : drop[i];
    if (!gone) tensor->dims[rank++] = tensor->dims[i];
  }
  tensor->rank = rank;
  return 0;
}

// attrs: TypeAttr; -1 fits any extent.
int32_t lt_set_shape(LtContext* context, LtTensor* tensor, const int64_t* attrs) {
  int64_t rank = attrs[1];
  if (rank < 0) return 0;
  bool fits = rank == tensor->rank;
  for (int64_t i = 0; fits && i < rank; ++i) fits = attrs[2 + i] < 0 || attrs[2 + i] == tensor->dims[i];
  if (fits) return 0;
  LtTensor wanted = {};
  wanted.rank = int32_t(rank);
  for (int64_t i = 0; i < rank && i < LT_MAX_RANK; ++i) wanted.dims[i] = attrs[2 + i];
  return lt_failf(context, "ValueError", "Tensor's shape %h is not compatible with supplied shape %h", tensor, &wanted);
}
}
