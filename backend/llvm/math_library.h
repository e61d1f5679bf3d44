// The project's math header as LLVM bitcode: one function per name, type and lane count, linked when first used.
#pragma once
#include <span>

#include "backend/llvm/unit.h"

namespace lathe::backend {

// Calls NAME on f32/f64 scalars or vectors (all of one type). Vectors wider than a register are cut in pieces.
llvm::Value* CallMath(Unit& unit, llvm::IRBuilder<>& builder, const char* name, int lanes,
                      std::span<llvm::Value* const> args);

// Links the definitions of the functions called so far into the module, internal and always inlined.
void LinkMath(Unit& unit);

}  // namespace lathe::backend
