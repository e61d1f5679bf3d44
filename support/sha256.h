// SHA-256, for cache keys and for naming sources in graphs.
#pragma once
#include <string>
#include <string_view>

namespace lathe {

// 64 lower-case hex digits (FIPS 180-4).
std::string Sha256(std::string_view bytes);

}  // namespace lathe
