// Compiled programs kept between runs, by content: an unchanged program is not even parsed again.
#pragma once
#include <string>
#include <vector>

#include "driver/pipeline.h"

namespace lathe::driver {

// Names what `lathe run` makes of a source: equal keys, equal objects. Covers the text, the path (it is part of
// tracebacks), every option that changes code, and this build of lathe.
std::string ProgramKey(const Session& session, const Source& source, const std::string& cpu);

// --cache-dir, else the user's cache folder; empty with --no-cache or when there is none.
std::string CacheDirectory(const Options& options);

}  // namespace lathe::driver
