// What a running program keeps besides its values.
#pragma once
#include "runtime/text.h"

struct LtState {
  // Counters of the stateful random operations (random.cpp): one per operation instance, allocated on first use.
  struct StreamCounter* counters;
  int64_t counter_count, counter_capacity;
};

namespace lathe::rt {

LtState* StateOf(LtContext*);  // created on first use
void FreeState(LtState*);      // random.cpp

}  // namespace lathe::rt
