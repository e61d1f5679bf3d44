// Python's meaning of the test's programs: runs the Ast as it was parsed on concrete 32-bit integers.
#pragma once
#include <optional>
#include <string>

#include "frontend/ast.h"
#include "tests/exhaustive/programs.h"

namespace lathe::exhaustive {

struct PythonRun {
  std::optional<int32_t> value;  // what f returns; nullopt: it raises UnboundLocalError
  // A loop on a tensor that holds a `return` made no trips: TensorFlow raises there, although Python goes on.
  bool return_without_trip = false;
};
PythonRun RunPython(const ast::Ast& ast, const Input& input);

}  // namespace lathe::exhaustive
