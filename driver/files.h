// Reading programs and writing outputs.
#pragma once
#include <string>
#include <string_view>

#include "support/result.h"

namespace lathe::driver {

// The file's bytes; "-" is standard input. At most 10 MiB and one byte (the parser refuses more than 10 MiB).
Result<std::string> ReadProgram(const std::string& path);

// What exists and is no regular file (a device, a pipe; standard output, "-"): bytes go into it, a file cannot take its place.
bool IsStream(const std::string& path);

// Where a file is replaced: the target of a symbolic link, else the path itself.
std::string ReplacedPath(const std::string& path);

// Writes to a temporary name in the same folder and renames, so that a failure leaves the old file; streams are written as
// they are.
Status WriteOutput(const std::string& path, std::string_view bytes);

// $XDG_CACHE_HOME/lathe or ~/.cache/lathe; empty when neither is known.
std::string DefaultCacheDirectory();

}  // namespace lathe::driver
