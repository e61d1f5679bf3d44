// Files that are part of the lathe executable: the runtime archive and the math routines as bitcode.
#pragma once
#include <string_view>

namespace lathe::backend {

std::string_view EmbeddedRuntime();
std::string_view EmbeddedMath16();  // for 16-byte vectors (x86-64-v2)
std::string_view EmbeddedMath32();  // for 32-byte vectors (x86-64-v3)
std::string_view EmbeddedMath64();  // for 64-byte vectors (x86-64-v4)

}  // namespace lathe::backend
