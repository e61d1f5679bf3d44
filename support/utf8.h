// UTF-8 basics.
#pragma once
#include <cstddef>

namespace lathe {

// Bytes of the code point that begins with `lead` (1 for anything that is not a lead byte).
inline size_t Utf8Length(unsigned char lead) {
  if (lead < 0xC0) return 1;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return 4;
}

}  // namespace lathe
