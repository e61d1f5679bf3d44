// The program's standard streams.
#pragma once
#include "runtime/text.h"

namespace lathe::rt {

enum StreamId { kStdout = 1, kStderr = 2 };

// Standard output is buffered (by lines on a terminal); standard error is written at once, after what stdout holds.
void WriteStream(StreamId, View);
// False: the bytes could not be written (errno says why).
bool FlushStdout();

}  // namespace lathe::rt
