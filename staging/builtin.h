// Functions, methods, classes and attributes that Lathe implements: tables from name to builder, with Python signatures.
//
// A table is a sorted constexpr-like array of rows per file; staging/builtin_tables.cpp lists the tables. Nothing registers itself.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "staging/value.h"

namespace lathe::staging {

class Interp;

// Arguments of a call before binding.
struct CallArgs {
  std::vector<Value> positional;
  std::vector<std::pair<Name, Value>> keywords;
  std::vector<Span> positional_spans;              // one per positional (invalid where it came from *args)
  std::vector<Span> keyword_spans;
};

// Arguments bound to a row's signature, in its order. An argument that was not given and has no default in the signature's
// text is Undefined; defaults None, True, False, numbers and strings are values. `*args` is a Tuple, `**kwargs` a dict Ref.
struct Bound {
  Interp& in;
  Span span;                       // the call
  std::vector<Value> args;
  std::vector<Span> spans;         // of each argument, the call's own where there is none
  const Value* self = nullptr;     // methods
  const Value& operator[](size_t i) const { return args[i]; }
  bool given(size_t i) const { return !args[i].is<Undefined>() && !args[i].is_none(); }
};

using BuiltinFn = Value (*)(Bound&);

struct BuiltinRow {
  std::string_view name;           // "tf.reduce_sum", "len", "str.join", "math.floor", "np.arange"
  std::string_view signature;      // "input_tensor, axis=None, keepdims=False, name=None"; "*args, sep=' '"; "x, /"
  BuiltinFn fn;
  enum class Kind : uint8_t { kFunction, kClass, kConstant, kProperty } kind = Kind::kFunction;
  // kConstant: fn is called without arguments when the name is read. kProperty: of a type, fn gets self.
};

// All rows of a table are found by name; methods are "TYPE.name" with TYPE one of: str, bytes, list, dict, set, tuple, int,
// float, bool, complex, range, Tensor, ndarray, Variable, TensorArray, GradientTape, DType, TensorShape, TensorSpec, Function, …
const BuiltinRow* FindBuiltin(std::string_view name);
// Names that begin with `prefix` + "." and have no further dot (for spelling suggestions, dir()).
std::vector<std::string_view> MembersOf(std::string_view prefix);
// Whether "tf.math" etc. is a namespace of some row.
bool IsNamespace(std::string_view path);
// Binds a call's arguments by Python's rules; raises TypeError (argument-mismatch) naming function and parameter. Rows of
// TensorFlow take `name=` even where the signature leaves it out.
Bound BindArguments(Interp& in, const BuiltinRow& row, CallArgs args, Span where);
// Attribute of a module or namespace: a function, a constant's value, or a namespace. Names that TensorFlow has and Lathe has
// not are unsupported-api, others raise AttributeError.
Value ResolveModuleAttribute(Interp& in, std::string_view path, Name name, Span where);

}  // namespace lathe::staging
