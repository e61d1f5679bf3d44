// What vectorized_map and map_fn refuse, or warn of, in the function they are given.
#pragma once
#include <optional>
#include <vector>

#include "staging/interp.h"

namespace lathe::staging {

// The body of a vectorized_map over `elements`: writes of variables that all elements share (map-shared-write), draws with one
// seed for all (map-shared-seed), and shapes that are known to differ between elements (map-ragged-shape).
void CheckMapBody(Interp& in, ir::RegionId body, const std::vector<ir::ValueId>& elements, Span where);

// What the function of a map_fn returns against its signature, or without one against the elements (map-bad-return).
void CheckMapResult(Interp& in, const Value& result, const Value& elements, const std::optional<Value>& signature, Span where);

}  // namespace lathe::staging
