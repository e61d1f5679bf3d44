// Services that Python's built-in types share.
#pragma once
#include <vector>

#include "runtime/python_random.h"
#include "staging/interp.h"

namespace lathe::staging {

// sorted(): stable, by `key` (None: the element itself).
std::vector<Value> SortedValues(Interp& in, std::vector<Value> items, const Value& key, bool reverse, Span where);

// The generator of the functions of Python's module random; Keras draws its seeds from it, too.
rt::PythonRandom& GlobalRandom(Interp& in);

}  // namespace lathe::staging
