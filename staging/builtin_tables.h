// The tables of builtin rows, one function per table; a new table gets a line here.
#pragma once
#include <span>

#include "staging/builtin.h"

namespace lathe::staging {

#define LATHE_BUILTIN_TABLES(X) \
  X(TfConstantRows)             \
  X(TfCreateRows)               \
  X(TfMathRows)                 \
  X(TfMemberRows)               \
  X(TfNestRows)                 \
  X(TfReduceRows)               \
  X(TfShapeRows)                \
  X(TfTapeRows)                 \
  X(TfTensorArrayRows)

#define X(table) std::span<const BuiltinRow> table();
LATHE_BUILTIN_TABLES(X)
#undef X

// Every table, in the order above.
std::span<const std::span<const BuiltinRow>> BuiltinTables();

}  // namespace lathe::staging
