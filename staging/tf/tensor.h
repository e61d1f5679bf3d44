// Operators and subscripts of tensors, variables and arrays, for the interpreter's operators.
#pragma once
#include "staging/interp.h"

namespace lathe::staging {

// At least one side is a tensor, variable or array. NumPy's rules apply when no side is TensorFlow's.
Value TensorBinary(Interp& in, ast::BinaryOp op, const Value& a, const Value& b, Span where);
Value TensorUnary(Interp& in, ast::UnaryOp op, const Value& a, Span where);
// ==, !=, <, <=, >, >= elementwise. Tensors whose shapes do not broadcast are unequal.
Value TensorCompare(Interp& in, ast::CompareOp op, const Value& a, const Value& b, Span where);

Value TensorGetItem(Interp& in, const Value& tensor, const Value& index, Span where);
// `array[index] = value` as a new array; the caller stores it back where the array came from.
Value NumpySetItem(Interp& in, const Value& array, const Value& index, const Value& value, Span where);

}  // namespace lathe::staging
