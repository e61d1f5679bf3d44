// Tensors from Python literals: nested lists of numbers as ir::Literal.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "staging/interp.h"

namespace lathe::staging {

// A nested list, tuple, range or a single value, flattened in row-major order.
struct Nested {
  std::vector<Value> leaves;
  std::vector<int64_t> dims;
  bool ragged = false;
  bool has_tensor = false;    // a tensor, array or variable among the leaves (then dims end there)
  bool has_scalar = false;    // a Python scalar that only run time knows
};
Nested Flatten(Interp& in, const Value& value, Span where);

// What Python literals become on their own: the dtype of all leaves together; nullopt when they do not go together.
std::optional<ir::DType> LiteralDType(const std::vector<Value>& leaves);
// Whether a known leaf may become `dtype` without loss by TensorFlow's rules for literals.
bool LiteralFits(const Value& leaf, ir::DType dtype);
// The literal of known leaves; out-of-range ints keep their low bits.
ir::Literal MakeLiteral(const std::vector<Value>& leaves, std::vector<int64_t> dims, ir::DType dtype);
// Sets element `i` of a literal under construction.
void SetElement(ir::Literal& literal, int64_t i, const Value& leaf);
// "3", "'text'", "[1, 2]": for messages.
std::string Shown(Interp& in, const Value& value);
// "a tensor of int32", "an int", "None"
std::string Described(Interp& in, const Value& value);

}  // namespace lathe::staging
