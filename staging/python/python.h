// Services that Python's built-in types share.
#pragma once
#include <vector>

#include "runtime/python_random.h"
#include "staging/builtin.h"
#include "staging/interp.h"

namespace lathe::staging {

// sorted(): stable, by `key` (None: the element itself).
std::vector<Value> SortedValues(Interp& in, std::vector<Value> items, const Value& key, bool reverse, Span where);

// The generator of the functions of Python's module random; Keras draws its seeds from it, too.
rt::PythonRandom& GlobalRandom(Interp& in);

// Methods of lists whose length only run time knows (run_time_list.cpp).
Value RunTimeListAppend(Bound& b);
Value RunTimeListExtend(Bound& b);
Value RunTimeListPop(Bound& b);
Value RunTimeListClear(Bound& b);
Value RunTimeListCopy(Bound& b);
Value RunTimeListReverse(Bound& b);
Value RunTimeListGetItem(Bound& b);
Value RunTimeListSetItem(Bound& b);
Value RunTimeListLength(Bound& b);
Value RunTimeListUnsupported(Bound& b);

}  // namespace lathe::staging
