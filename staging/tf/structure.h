// Nested structures (tf.nest): lists, tuples, dicts of values.
#pragma once
#include <functional>
#include <vector>

#include "staging/interp.h"

namespace lathe::staging {

// The leaves of a structure in TensorFlow's order (dicts by sorted key).
std::vector<Value> FlattenStructure(Interp& in, const Value& structure);
// The same structure with other leaves, taken in order.
Value PackStructure(Interp& in, const Value& structure, const std::vector<Value>& leaves);
bool IsNested(Interp& in, const Value& v);

}  // namespace lathe::staging
