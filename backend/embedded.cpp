// The bytes come in by the assembler; LATHE_EMBED_* are paths that the build passes.
#include "backend/embedded.h"

#define EMBED(symbol, path)                                                                              \
  asm(".pushsection .rodata\n.balign 16\n.globl " #symbol "_begin\n" #symbol "_begin:\n.incbin \"" path \
      "\"\n.globl " #symbol "_end\n" #symbol "_end:\n.byte 0\n.popsection\n");                          \
  extern "C" const char symbol##_begin[], symbol##_end[];

EMBED(lathe_embedded_runtime, LATHE_EMBED_RUNTIME)
EMBED(lathe_embedded_math16, LATHE_EMBED_MATH16)
EMBED(lathe_embedded_math32, LATHE_EMBED_MATH32)
EMBED(lathe_embedded_math64, LATHE_EMBED_MATH64)

namespace lathe::backend {

namespace {
std::string_view Range(const char* begin, const char* end) { return {begin, size_t(end - begin)}; }
}  // namespace

std::string_view EmbeddedRuntime() { return Range(lathe_embedded_runtime_begin, lathe_embedded_runtime_end); }
std::string_view EmbeddedMath16() { return Range(lathe_embedded_math16_begin, lathe_embedded_math16_end); }
std::string_view EmbeddedMath32() { return Range(lathe_embedded_math32_begin, lathe_embedded_math32_end); }
std::string_view EmbeddedMath64() { return Range(lathe_embedded_math64_begin, lathe_embedded_math64_end); }

}  // namespace lathe::backend
