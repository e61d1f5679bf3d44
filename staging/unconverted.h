// What diagnostics say about code that AutoGraph does not convert.
#pragma once
#include "staging/interp.h"

namespace lathe::staging {

// Why the code at hand is not converted.
lathe::Note UnconvertedNote(const Interp& in);

}  // namespace lathe::staging
