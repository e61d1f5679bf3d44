// Sample operands and attributes for operations: what the table-driven tests of the IR run through every row.
#pragma once
#include <string>
#include <vector>

#include "ir/builder.h"

namespace lathe::ir {

struct OpSample {
  std::vector<Literal> operands;
  Attrs attrs;
};

// A literal of the dtype whose elements are `values` (converted).
Literal Filled(DType dtype, std::vector<int64_t> dims, std::vector<double> values);
Literal Floats(std::vector<int64_t> dims, std::vector<double> values);
Literal Ints(std::vector<int64_t> dims, std::vector<double> values);

// Samples of one row; empty for rows that need a module around them (lists, globals, files, control flow).
std::vector<OpSample> SamplesOf(OpKind kind);

// A module whose main function holds the operation on constants, or the error of inference.
struct BuiltSample {
  Module module;
  std::vector<ValueId> results;
  std::optional<InferError> error;
};
BuiltSample Build(OpKind kind, const OpSample& sample);

}  // namespace lathe::ir
