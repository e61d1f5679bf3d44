// Abstract values of staging: what a Python value looks like while the program is run abstractly.
//
// Known values (numbers, strings, tuples, …) are themselves. Python scalars that only run time knows are Scalars, tensors
// (eager or symbolic) are Tensors: both carry the IR value that computes them. Everything mutable or with identity
// (lists, dicts, instances, functions, variables, …) is an Object in the heap, named by a Ref.
#pragma once
#include <complex>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/ir.h"
#include "staging/integer.h"
#include "support/diagnostics.h"
#include "support/ids.h"
#include "support/interner.h"

namespace lathe::staging {

class Value;
using Ref = Id<struct ObjectTag>;

struct Poison {};         // an error was reported for it already; everything made from it is silent
struct Undefined {        // no value: not assigned yet (on this path)
  Name name;
  Span assigned;          // where the other path assigns it, if any
  std::shared_ptr<const Diagnostic> reason;   // what reading it reports, if it is not simply unassigned
};
struct None {};
struct EllipsisValue {};
struct NotImplementedValue {};

// A Python number, bool or str that only run time knows: int64, float64, bool or string IR scalar.
enum class ScalarKind : uint8_t { kBool, kInt, kFloat, kStr };
struct Scalar {
  ScalarKind kind;
  ir::ValueId value;
};

// tf.Tensor, or a NumPy array / NumPy scalar (`numpy`: NumPy's rules and printing apply; `numpy_scalar`: np.float32(…)).
// Its type is that of the IR value.
struct Tensor {
  ir::ValueId value;
  bool numpy = false;
  bool numpy_scalar = false;
};

using Str = std::shared_ptr<const std::string>;      // UTF-8
struct Bytes { std::shared_ptr<const std::string> data; };
struct Tuple {
  std::shared_ptr<const std::vector<Value>> items;
  Ref type;               // valid: a namedtuple class
};
struct DTypeValue { ir::DType dtype; bool numpy = false; };
struct ShapeValue { ir::Shape shape; };              // tf.TensorShape
struct SliceValue { std::shared_ptr<const std::vector<Value>> parts; };  // lower, upper, step
struct RangeValue { std::shared_ptr<const std::vector<Value>> parts; };  // start, stop, step: Int or Scalar

// A function or class of Python, TensorFlow or NumPy that Lathe implements: a row of a table (staging/builtin.h).
struct Builtin { const struct BuiltinRow* row; };
// A method of a built-in type, bound to its receiver.
struct BoundBuiltin { const struct BuiltinRow* row; std::shared_ptr<const Value> self; };
// A module or namespace: "tf", "tf.math", "np.random", "math".
struct ModuleValue { Str path; };

// A value that is there only if `defined` (a bool IR scalar) is true at run time; reading it asserts that.
struct Maybe { std::shared_ptr<const Value> value; ir::ValueId defined; Name name; };

class Value : public std::variant<Poison, Undefined, None, EllipsisValue, NotImplementedValue, bool, Integer, double,
                                  std::complex<double>, Str, Bytes, Tuple, Scalar, Tensor, DTypeValue, ShapeValue,
                                  SliceValue, RangeValue, Builtin, BoundBuiltin, ModuleValue, Maybe, Ref> {
 public:
  using Base = std::variant<Poison, Undefined, None, EllipsisValue, NotImplementedValue, bool, Integer, double,
                            std::complex<double>, Str, Bytes, Tuple, Scalar, Tensor, DTypeValue, ShapeValue, SliceValue,
                            RangeValue, Builtin, BoundBuiltin, ModuleValue, Maybe, Ref>;
  using Base::Base;
  Value() : Base(None{}) {}

  template <class T> bool is() const { return std::holds_alternative<T>(*this); }
  template <class T> const T* as() const { return std::get_if<T>(this); }
  template <class T> const T& get() const { return std::get<T>(*this); }
  bool is_none() const { return is<None>(); }

  static Value String(std::string text) { return Str(std::make_shared<const std::string>(std::move(text))); }
  static Value MakeTuple(std::vector<Value> items) {
    return Tuple{std::make_shared<const std::vector<Value>>(std::move(items)), {}};
  }
  static Value Int(int64_t v) { return Integer(v); }
  std::string_view str() const { return *get<Str>(); }               // of a Str
  const std::vector<Value>& items() const { return *get<Tuple>().items; }  // of a Tuple
};

// Text that is partly known: pieces of known characters and IR string scalars, concatenated at run time.
class Text {
 public:
  Text() = default;
  Text(std::string known) { Append(std::string_view(known)); }
  void Append(std::string_view known);
  void Append(ir::ValueId string_scalar);
  void Append(const Text& other);
  bool known() const { return pieces_.empty() || (pieces_.size() == 1 && !pieces_[0].value); }
  std::string known_text() const { return pieces_.empty() ? std::string() : pieces_[0].text; }
  struct Piece { std::string text; ir::ValueId value; };
  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  std::vector<Piece> pieces_;
};

}  // namespace lathe::staging
