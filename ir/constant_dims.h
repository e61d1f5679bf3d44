// What inference knows about the values of shape operands.
#pragma once
#include <optional>
#include <vector>

#include "ir/ir.h"

namespace lathe::ir {

// Elements of an integer vector or scalar: known, symbolic (a dimension of some tensor) or kUnknown. nullopt when not
// even the number of elements is known. Looks through ShapeOf, DimOf, Stack, Concat, Cast, slices, Gather, Reshape.
std::optional<std::vector<Dim>> ConstantDims(const Module& module, ValueId value);

// Whether TensorFlow would know the value while it traces: made of constants and of known shapes only.
bool KnownAtTrace(const Module& module, ValueId value);

}  // namespace lathe::ir
