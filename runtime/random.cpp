// Random operations of TensorFlow.
#include <stdlib.h>

#include "runtime/state.h"

namespace lathe::rt {

void FreeState(LtState* state) {
  if (state == nullptr) return;
  free(state->counters);
  free(state);
}

}  // namespace lathe::rt
