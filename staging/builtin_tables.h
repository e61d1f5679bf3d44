// The tables of builtin rows, one function per table; a new table gets a line here.
#pragma once
#include <span>

#include "staging/builtin.h"

namespace lathe::staging {

#define LATHE_BUILTIN_TABLES(X) \
  X(LibraryRows) \
  X(NumpyMemberRows) \
  X(NumpyRandomRows) \
  X(NumpyRows) \
  X(PythonBuiltinRows) \
  X(PythonCounterRows) \
  X(PythonContainerRows) \
  X(PythonModuleRows) \
  X(PythonStringRows) \
  X(PythonProcessRows) \
  X(PythonRandomRows) \
  X(TfConstantRows) \
  X(TfControlRows) \
  X(TfConvRows) \
  X(TfCreateRows) \
  X(TfDataRows) \
  X(TfDebuggingRows) \
  X(TfEinsumRows) \
  X(TfGeneratorRows) \
  X(TfImageRows) \
  X(TfIndexRows) \
  X(TfKerasRows) \
  X(TfLinalgRows) \
  X(TfMathRows) \
  X(TfMemberRows) \
  X(TfNestRows) \
  X(TfNnRows) \
  X(TfPrintRows) \
  X(TfRandomRows) \
  X(TfReduceRows) \
  X(TfShapeRows) \
  X(TfStringRows) \
  X(TfTapeRows) \
  X(TfTensorArrayRows) \
  X(TfVariableRows)

#define X(table) std::span<const BuiltinRow> table();
LATHE_BUILTIN_TABLES(X)
#undef X

// Every table, in the order above.
std::span<const std::span<const BuiltinRow>> BuiltinTables();

}  // namespace lathe::staging
