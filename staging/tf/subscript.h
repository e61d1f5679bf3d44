// Subscripts as strided slices: `x[1, :, ::2, None, ...]`.
#pragma once
#include "staging/tf/api.h"

namespace lathe::staging {

// Operands begin, end, strides of a StridedSlice and its masks.
struct Subscript {
  V begin, end, strides;
  ir::SliceAttr attr;
};

// The items of an index expression: those of a tuple (or, for tensors, a list), or the single one.
std::vector<Value> IndexItems(Interp& in, const Value& index, bool list_is_tuple);
// Whether an item is an array of positions or a mask rather than an int, slice, `...` or None.
bool IsArrayIndex(Interp& in, const Value& item);
Subscript MakeSubscript(Ops& o, const std::vector<Value>& items, bool numpy);
V BooleanMask(Ops& o, V tensor, V mask, int64_t axis);

}  // namespace lathe::staging
