// Tensors as Python sequences.
#pragma once
#include <optional>
#include <vector>

#include "staging/interp.h"

namespace lathe::staging {

// len(t): the first dimension.
Value TensorLength(Interp& in, const Value& tensor, Span where);
// The slices along the first dimension, when their number is known; refuses a symbolic tensor (tensor-iteration).
std::optional<std::vector<Value>> TensorElements(Interp& in, const Value& tensor, Span where);
// t[i] = v
[[noreturn]] void RefuseTensorAssignment(Interp& in, const Value& tensor, const Value& index, const Value& value, Span where);

}  // namespace lathe::staging
