// Fingerprints of strings.
#pragma once
#include "runtime/text.h"

namespace lathe::rt {

uint64_t Fingerprint64(View);

}  // namespace lathe::rt
