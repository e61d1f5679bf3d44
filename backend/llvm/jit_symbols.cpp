// The runtime's functions by name, for code that runs in this process. The list is read from the archive at build time.
#include <math.h>
#include <string.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#define RUNTIME_SYMBOL(name) extern "C" void name();
#include "backend/runtime_symbols.inc"
#undef RUNTIME_SYMBOL

namespace lathe::backend {

namespace {

struct Symbol {
  std::string_view name;
  void* address;
};

// Sorted by name.
const Symbol kRuntime[] = {
#define RUNTIME_SYMBOL(name) {#name, reinterpret_cast<void*>(&name)},
#include "backend/runtime_symbols.inc"
#undef RUNTIME_SYMBOL
};

// What code generation itself may call.
const Symbol kLibrary[] = {
    {"memcpy", reinterpret_cast<void*>(&memcpy)},
    {"memmove", reinterpret_cast<void*>(&memmove)},
    {"memset", reinterpret_cast<void*>(&memset)},
    {"fmod", reinterpret_cast<void*>(static_cast<double (*)(double, double)>(&fmod))},
    {"fmodf", reinterpret_cast<void*>(static_cast<float (*)(float, float)>(&fmodf))},
    {"fma", reinterpret_cast<void*>(static_cast<double (*)(double, double, double)>(&fma))},
    {"fmaf", reinterpret_cast<void*>(static_cast<float (*)(float, float, float)>(&fmaf))},
    {"nearbyint", reinterpret_cast<void*>(static_cast<double (*)(double)>(&nearbyint))},
    {"nearbyintf", reinterpret_cast<void*>(static_cast<float (*)(float)>(&nearbyintf))},
};

}  // namespace

void* RuntimeAddress(std::string_view name) {
  auto at = std::lower_bound(std::begin(kRuntime), std::end(kRuntime), name,
                             [](const Symbol& s, std::string_view n) { return s.name < n; });
  if (at != std::end(kRuntime) && at->name == name) return at->address;
  for (const Symbol& symbol : kLibrary) {
    if (symbol.name == name) return symbol.address;
  }
  return nullptr;
}

}  // namespace lathe::backend
