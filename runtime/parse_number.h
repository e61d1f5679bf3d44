// Numbers in text.
#pragma once
#include "runtime/text.h"

namespace lathe::rt {

enum class ParseOutcome : uint8_t { kFine, kInvalid, kTooLarge };

// White space around is allowed; with `python`, underscores between digits too.
ParseOutcome ParseInteger(View, bool python, int64_t* value);
ParseOutcome ParseFloat(View, bool python, double* value);
// Rounded once to float32.
ParseOutcome ParseFloat32(View, bool python, double* value);
View TrimSpace(View);

}  // namespace lathe::rt
