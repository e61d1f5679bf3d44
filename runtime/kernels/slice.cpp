// Slices: x[begin:end:strides] with TensorFlow's masks, its gradient and update, and tf.slice.
#include "runtime/kernels/common.h"

namespace lathe::rt {
namespace {

// What a slice expression selects: per dimension of x a first element, a step and a count; and the result's shape.
struct Selection {
  int64_t first[LT_MAX_RANK], step[LT_MAX_RANK], count[LT_MAX_RANK];
  Dims shape;

  // Offset in elements of the first selected element of a tensor of these dimensions.
  int64_t Offset(const LtTensor& x) const {
    int64_t strides[LT_MAX_RANK], offset = 0;
    StridesOf(x.dims, x.rank, strides);
    for (int32_t i = 0; i < x.rank; ++i) {
      if (count[i] == 0) return 0;
      offset += first[i] * strides[i];
    }
    return offset;
  }
};

constexpr int64_t kMaxEntries = 4 * LT_MAX_RANK;

struct Spec {
  int64_t n, begin[kMaxEntries], end[kMaxEntries], strides[kMaxEntries];
};

int32_t ReadSpec(LtContext* ctx, const LtTensor* const* in, Spec* spec) {
  const int64_t n = ReadVector(ctx, *in[1], "begin", spec->begin, kMaxEntries);
  if (n < 0) return 1;
  const int64_t m = ReadVector(ctx, *in[2], "end", spec->end, kMaxEntries);
  if (m < 0) return 1;
  const int64_t k = ReadVector(ctx, *in[3], "strides", spec->strides, kMaxEntries);
  if (k < 0) return 1;
  if (n != m || n != k) {
    return Invalid(
        ctx, "Expected begin, end, and strides to be 1D equal size tensors, but got sizes %d, %d, and %d instead.", n,
        m, k);
  }
  spec->n = n;
  return 0;
}

// One dimension of extent `size`, entry i of the specification.
int32_t SelectRange(LtContext* ctx, const Spec& spec, int64_t i, const int64_t* masks, int64_t size, int32_t axis,
                    Selection* s) {
  const int64_t step = spec.strides[i];
  if (step == 0) return Invalid(ctx, "strides[%d] must be non-zero", i);
  if (masks[4] >> i & 1) {  // a single element
    if (step < 0) return Invalid(ctx, "only stride 1 allowed on non-range indexing.");
    const int64_t given = masks[0] >> i & 1 ? 0 : spec.begin[i];
    const int64_t at = given < 0 ? given + size : given;
    if (at < 0 || at >= size)
      return Invalid(ctx, "slice index %d of dimension %d out of bounds.", given, int64_t{axis});
    s->first[axis] = at, s->step[axis] = 1, s->count[axis] = 1;
    return 0;
  }
  const int64_t lowest = step > 0 ? 0 : -1, highest = step > 0 ? size : size - 1;
  const auto clamp = [&](int64_t x) {
    if (x < 0) x += size;
    return x < lowest ? lowest : x > highest ? highest : x;
  };
  const int64_t begin = masks[0] >> i & 1 ? (step > 0 ? lowest : highest) : clamp(spec.begin[i]);
  const int64_t end = masks[1] >> i & 1 ? (step > 0 ? highest : lowest) : clamp(spec.end[i]);
  const int64_t distance = end - begin;
  const bool empty = distance == 0 || (distance < 0) != (step < 0);
  s->first[axis] = begin, s->step[axis] = step;
  s->count[axis] = empty ? 0 : distance / step + (distance % step != 0);
  if (s->count[axis] == 1) s->step[axis] = 1;
  return 0;
}

// masks: begin, end, ellipsis, new axis, shrink axis.
int32_t Select(LtContext* ctx, const Spec& spec, const int64_t* masks, const LtTensor& x, Selection* s) {
  int64_t used = 0, ellipsis = -1;
  for (int64_t i = 0; i < spec.n; ++i) {
    if (masks[2] >> i & 1) {
      if (ellipsis >= 0) return Invalid(ctx, "Multiple ellipses in slice spec not allowed");
      ellipsis = i;
    } else if (!(masks[3] >> i & 1)) {
      ++used;
    }
  }
  if (used > x.rank) {
    if (x.rank == 0) return Invalid(ctx, "Attempting to slice scalar input.");
    return Invalid(ctx, "Index out of range using input dim %d; input has only %d dims", int64_t{x.rank},
                   int64_t{x.rank});
  }
  int32_t axis = 0;
  const auto whole = [&](int64_t dims) {
    for (; dims > 0; --dims, ++axis) {
      s->first[axis] = 0, s->step[axis] = 1, s->count[axis] = x.dims[axis];
      s->shape.Add(x.dims[axis]);
    }
  };
  for (int64_t i = 0; i < spec.n; ++i) {
    if (i == ellipsis) {
      whole(x.rank - used);
    } else if (masks[3] >> i & 1) {
      s->shape.Add(1);
    } else {
      if (SelectRange(ctx, spec, i, masks, x.dims[axis], axis, s)) return 1;
      if (!(masks[4] >> i & 1)) s->shape.Add(s->count[axis]);
      ++axis;
    }
  }
  whole(x.rank - axis);
  return 0;
}

int32_t Resolve(LtContext* ctx, const LtTensor* const* in, const int64_t* masks, Selection* s) {
  Spec spec;
  return ReadSpec(ctx, in, &spec) || Select(ctx, spec, masks, *in[0], s);
}

// Copies the selected elements of x to `packed` (row-major).
void Extract(void* packed, const LtTensor& x, const Selection& s) {
  int64_t strides[LT_MAX_RANK], to[LT_MAX_RANK];
  StridesOf(x.dims, x.rank, strides);
  StridesOf(s.count, x.rank, to);
  Walk walk;
  for (int32_t i = 0; i < x.rank; ++i) walk.Add(s.count[i], to[i], s.step[i] * strides[i]);
  const int64_t width = lt_dtype_size(x.dtype);
  CopyWalk(packed, At(x.data, s.Offset(x), width), walk, width);
}

// Strides with which the dimensions of the selection walk through `value`, which broadcasts to the result's shape.
// `shrunk` dimensions and new axes have no counterpart in x: they are matched from the right.
int32_t BroadcastStrides(LtContext* ctx, const LtTensor& x, const Selection& s, const int64_t* masks, int64_t entries,
                         const LtTensor& value, int64_t* from) {
  int64_t strides[LT_MAX_RANK];
  StridesOf(value.dims, value.rank, strides);
  // Dimension of the result for each dimension of x (-1: shrunk).
  int32_t position[LT_MAX_RANK];
  int64_t used = 0;
  for (int64_t i = 0; i < entries; ++i) used += !(masks[2] >> i & 1) && !(masks[3] >> i & 1);
  int32_t axis = 0, out = 0;
  const auto whole = [&](int64_t n) {
    for (; n > 0; --n) position[axis++] = out++;
  };
  bool had_ellipsis = false;
  for (int64_t i = 0; i < entries; ++i) {
    if (masks[2] >> i & 1 && !had_ellipsis) {
      had_ellipsis = true;
      whole(x.rank - used);
    } else if (masks[3] >> i & 1) {
      ++out;
    } else {
      position[axis++] = masks[4] >> i & 1 ? -1 : out++;
    }
  }
  whole(x.rank - axis);
  const int32_t shift = s.shape.rank - value.rank;
  // Leading dimensions of 1 that the result does not have are tolerated, as in assignments.
  for (int32_t k = 0; k < value.rank; ++k) {
    const int64_t n = value.dims[k];
    const int32_t at = k + shift;
    if (n != 1 && (at < 0 || n != s.shape.d[at])) {
      LtTensor shape{};
      shape.rank = s.shape.rank <= LT_MAX_RANK ? s.shape.rank : LT_MAX_RANK;
      for (int32_t i = 0; i < shape.rank; ++i) shape.dims[i] = s.shape.d[i];
      return Invalid(ctx, "Input of shape %h cannot be broadcast to the slice of shape %h", &value, &shape);
    }
  }
  for (int32_t i = 0; i < x.rank; ++i) {
    const int32_t k = position[i] - shift;
    from[i] = position[i] < 0 || k < 0 || value.dims[k] == 1 ? 0 : strides[k];
  }
  return 0;
}

// Puts `value` where the selection of x is. Overwritten strings are dropped, new ones retained.
void Insert(const LtTensor& x, const Selection& s, const LtTensor& value, const int64_t* from) {
  int64_t strides[LT_MAX_RANK];
  StridesOf(x.dims, x.rank, strides);
  const int64_t width = lt_dtype_size(x.dtype), offset = s.Offset(x);
  Walk walk;
  int64_t total = 1;
  for (int32_t i = 0; i < x.rank; ++i) {
    walk.Add(s.count[i], s.step[i] * strides[i], from[i]);
    total *= s.count[i];
  }
  if (x.dtype != LT_STRING) return CopyWalk(At(x.data, offset, width), value.data, walk, width);
  LtString** const strings = static_cast<LtString**>(x.data);
  LtString* const* const source = static_cast<LtString* const*>(value.data);
  for (int64_t flat = 0; flat < total; ++flat) {
    int64_t to = offset, at = 0, rest = flat;
    for (int32_t i = x.rank - 1; i >= 0; --i) {
      const int64_t index = rest % s.count[i];
      rest /= s.count[i];
      to += index * s.step[i] * strides[i];
      at += index * from[i];
    }
    LtString* fresh = source[at];
    RetainStrings(LT_STRING, &fresh, 1);
    if (strings[to] != nullptr) lt_string_release(strings[to]);
    strings[to] = fresh;
  }
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

LT_KERNEL(lt_strided_slice) {
  const LtTensor& x = *in[0];
  Selection s;
  if (Resolve(ctx, in, attrs, &s)) return 1;
  if (MakeTensor(ctx, out, x.dtype, s.shape)) return 1;
  if (out->count > 0) Extract(out->data, x, s);
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}

LT_KERNEL(lt_strided_slice_grad) {
  const LtTensor& like = *in[0];
  const LtTensor& dy = *in[4];
  Selection s;
  if (Resolve(ctx, in, attrs, &s)) return 1;
  int64_t from[LT_MAX_RANK];
  if (BroadcastStrides(ctx, like, s, attrs, in[1]->count, dy, from)) return 1;
  if (MakeTensor(ctx, out, dy.dtype, Dims::Of(like))) return 1;
  memset(out->data, 0, size_t(out->count * lt_dtype_size(dy.dtype)));
  Insert(*out, s, dy, from);
  return 0;
}

LT_KERNEL(lt_strided_slice_update) {
  const LtTensor& x = *in[0];
  const LtTensor& value = *in[4];
  Selection s;
  if (Resolve(ctx, in, attrs, &s)) return 1;
  int64_t from[LT_MAX_RANK];
  if (BroadcastStrides(ctx, x, s, attrs, in[1]->count, value, from)) return 1;
  if (MakeTensor(ctx, out, x.dtype, Dims::Of(x))) return 1;
  memcpy(out->data, x.data, size_t(x.count * lt_dtype_size(x.dtype)));
  RetainStrings(x.dtype, out->data, out->count);
  Insert(*out, s, value, from);
  return 0;
}

LT_KERNEL(lt_slice) {
  const LtTensor& x = *in[0];
  int64_t begin[LT_MAX_RANK], size[LT_MAX_RANK];
  const int64_t n = ReadVector(ctx, *in[1], "begin", begin, LT_MAX_RANK);
  if (n < 0) return 1;
  const int64_t m = ReadVector(ctx, *in[2], "size", size, LT_MAX_RANK);
  if (m < 0) return 1;
  if (n != x.rank || m != x.rank) {
    return Invalid(ctx,
                   "Expected begin and size arguments to be 1-D tensors of size %d, but got sizes %d and %d instead.",
                   int64_t{x.rank}, n, m);
  }
  Selection s;
  for (int32_t i = 0; i < x.rank; ++i) {
    const int64_t extent = x.dims[i];
    if (begin[i] < 0 || begin[i] > extent) {
      return Invalid(ctx, "Expected begin[%d] in [0, %d], but got %d", int64_t{i}, extent, begin[i]);
    }
    const int64_t length = size[i] == -1 ? extent - begin[i] : size[i];
    if (length < 0 || length > extent - begin[i]) {
      return Invalid(ctx, "Expected size[%d] in [0, %d], but got %d", int64_t{i}, extent - begin[i], size[i]);
    }
    s.first[i] = begin[i], s.step[i] = 1, s.count[i] = length;
    s.shape.Add(length);
  }
  if (MakeTensor(ctx, out, x.dtype, s.shape)) return 1;
  if (out->count > 0) Extract(out->data, x, s);
  RetainStrings(x.dtype, out->data, out->count);
  return 0;
}
