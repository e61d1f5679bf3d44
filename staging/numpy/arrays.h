// NumPy's own rules: promotion of dtypes, conversion of Python values to arrays.
#pragma once
#include "staging/tf/api.h"

namespace lathe::staging {

// The common dtype of two arrays (NumPy 2).
D PromoteNumpy(D a, D b);
// A Python value or array as an array: ints are int64, floats float64.
V ToArray(Interp& in, const Value& value, std::optional<D> dtype, Span where);
// Operands of a binary function; Python scalars follow the array's kind.
std::pair<V, V> ArrayPair(Interp& in, const Value& a, const Value& b, Span where);
Value ArrayOut(Ops& o, V v);
Value NumpyBinary(Interp& in, ast::BinaryOp op, const Value& a, const Value& b, Span where);
Value NumpyCompare(Interp& in, ast::CompareOp op, const Value& a, const Value& b, Span where);

}  // namespace lathe::staging
