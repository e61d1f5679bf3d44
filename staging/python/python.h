// Services that Python's built-in types share.
#pragma once
#include <vector>

#include "staging/interp.h"

namespace lathe::staging {

// sorted(): stable, by `key` (None: the element itself).
std::vector<Value> SortedValues(Interp& in, std::vector<Value> items, const Value& key, bool reverse, Span where);

}  // namespace lathe::staging
