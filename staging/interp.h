// The abstract interpreter: runs the rewritten Ast on abstract values and emits IR.
//
// Eager code (outside tf.function) follows Python; staged code (inside) follows TensorFlow's traces and AutoGraph's rules.
// Known values are computed here; the rest becomes operations at the builder's insertion point. The methods are grouped by
// the file that defines them.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/ast.h"
#include "frontend/scopes.h"
#include "ir/builder.h"
#include "staging/builtin.h"
#include "staging/errors.h"
#include "staging/heap.h"
#include "staging/stage.h"
#include "support/diagnostics.h"

namespace lathe::staging {

enum class Mode : uint8_t { kEager, kStaged };

// Truth of a value: known, or a bool IR scalar.
struct Truth {
  bool known = true;
  bool value = false;
  ir::ValueId dynamic;
};

// What an activation of a function is doing; one per Python call in flight.
struct Activation {
  std::string function;         // "<module>", "f", "<lambda>"
  Span call_span;               // where it was called from
  Ref scope;
  Ref defining_class;           // for super()
  Value self;                   // first argument, for super()
  bool converted = true;        // AutoGraph applies (staged mode only)
  ast::StmtId def;
};

struct TraceContext;            // staging/function.h: the tf.function trace being made, null in eager code

class Interp {
 public:
  Interp(ast::Ast& ast, const SourceManager& sources, DiagnosticSink& sink, const StageOptions& options, ir::Module& module);

  // ---- state used by every part ----
  ast::Ast& ast;
  const SourceManager& sources;
  DiagnosticSink& sink;
  const StageOptions& options;
  ir::Module& module;
  ir::Builder builder;
  Heap heap;
  Mode mode = Mode::kEager;
  TraceContext* trace = nullptr;
  std::vector<Activation> activations;
  Ref module_scope;
  Span span;                    // of what is being evaluated now

  Name Intern(std::string_view s) { return ast.names().Intern(s); }
  std::string_view TextOf(Name n) const { return ast.names().text(n); }
  const Activation& current() const { return activations.back(); }

  // ---- errors (errors.cpp) ----
  // Raises a Python exception that is certain: `type` is Python's ("TypeError"), `kind` the diagnostic if nobody catches it.
  [[noreturn]] void Raise(DiagnosticKind kind, std::string_view type, std::string message, Span where = {});
  [[noreturn]] void Raise(Diagnostic diagnostic, std::string_view type);
  // Reports at once; nobody can catch it (limits of Lathe, AutoGraph's refusals).
  [[noreturn]] void Fail(Diagnostic diagnostic);
  [[noreturn]] void Fail(DiagnosticKind kind, std::string message, Span where = {});
  void Warn(Diagnostic diagnostic);
  void Warn(DiagnosticKind kind, std::string message, Span where = {});
  // The call chain of the current activation, innermost first.
  std::vector<CallFrame> CallChain() const;
  // Counts a step of evaluation; fails with compile-time-limit when the budget is used up.
  void Step(int64_t steps = 1);

  // ---- running (statements.cpp, expressions.cpp) ----
  void RunModule();
  void Execute(const ast::Block& block);
  Value Evaluate(ast::ExprId expr);
  void Assign(ast::ExprId target, const Value& value);
  Value LookupName(Name name, Span where);
  void StoreName(Name name, const Value& value, Span where);

  // ---- calls (calls.cpp) ----
  Value Call(const Value& callee, CallArgs args, Span where);
  Value Call(const Value& callee, std::vector<Value> args, Span where = {});
  Value CallMethod(const Value& self, std::string_view method, std::vector<Value> args, Span where = {});
  // nullopt if the value has no such special method (user-defined classes only).
  std::optional<Value> CallSpecial(const Value& self, std::string_view method, std::vector<Value> args, Span where = {});
  Value CallPythonFunction(Ref function, CallArgs args, Span where);

  // ---- Python's object protocol (attributes.cpp, operators.cpp, protocol.cpp) ----
  Value GetAttribute(const Value& object, Name name, Span where = {});
  std::optional<Value> TryAttribute(const Value& object, Name name, Span where = {});   // nullopt: AttributeError
  void SetAttribute(const Value& object, Name name, const Value& value, Span where = {});
  void DeleteAttribute(const Value& object, Name name, Span where = {});
  Value GetItem(const Value& object, const Value& index, Span where = {});
  void SetItem(const Value& object, const Value& index, const Value& value, Span where = {});
  void DeleteItem(const Value& object, const Value& index, Span where = {});
  Value BinaryOperation(ast::BinaryOp op, const Value& a, const Value& b, Span where = {});
  Value InplaceOperation(ast::BinaryOp op, const Value& a, const Value& b, Span where = {});
  Value UnaryOperation(ast::UnaryOp op, const Value& a, Span where = {});
  Value Compare(ast::CompareOp op, const Value& a, const Value& b, Span where = {});
  Truth TruthOf(const Value& value, Span where = {});
  // Truth that must be known now (Python decides at trace / compile time); fails with the fitting diagnostic otherwise.
  bool KnownTruth(const Value& value, Span where = {});
  // Python's len(): an Int or a Scalar.
  Value Length(const Value& value, Span where = {});
  // All elements, when their number is known (lists, tuples, dicts, ranges, strings, tensors with known length in eager code,
  // iterators, zip, …); nullopt when it is not.
  std::optional<std::vector<Value>> Elements(const Value& iterable, Span where = {});
  // Elements or an error naming what `what` ("unpacking", "list()") wanted.
  std::vector<Value> RequireElements(const Value& iterable, std::string_view what, Span where = {});
  Value Iter(const Value& iterable, Span where = {});
  std::optional<Value> Next(const Value& iterator, Span where = {});
  bool IsInstance(const Value& value, const Value& cls, Span where = {});
  bool Identical(const Value& a, const Value& b) const;       // `is`
  std::optional<std::string> HashKey(const Value& value, Span where = {});   // raises TypeError when unhashable
  std::string_view TypeName(const Value& value) const;        // "int", "list", "Tensor", class name

  // ---- text (text.cpp) ----
  Text StrOf(const Value& value, Span where = {});
  Text ReprOf(const Value& value, Span where = {});
  Text FormatOf(const Value& value, const Text& spec, Span where = {});
  Value TextValue(const Text& text);                           // Str or Scalar(kStr)
  Text TextOfString(const Value& str);                         // a Str or Scalar(kStr) as Text
  ir::ValueId TextToIr(const Text& text);                      // string scalar

  // ---- numbers and tensors (convert.cpp) ----
  // The IR value of a tensor-like value (Tensor, Variable, number, nested list of numbers, ndarray); `dtype` where given
  // must fit (Python literals convert; tensors must match: dtype-mismatch).
  ir::ValueId ToTensor(const Value& value, std::optional<ir::DType> dtype = {}, Span where = {});
  // As operand beside `other` in a TensorFlow operator: Python numbers adopt its dtype.
  std::pair<ir::ValueId, ir::ValueId> ToTensorPair(const Value& a, const Value& b, Span where = {});
  bool IsTensorLike(const Value& value) const;                 // Tensor or Variable (not numbers)
  ir::DType DTypeOf(const Value& dtype_like, Span where = {}); // tf.float32, np.float32, "float32", float, int, bool
  ir::Shape ShapeOfValue(const Value& shape_like, Span where = {});   // static shape from a list/tuple/TensorShape
  ir::ValueId ShapeToTensor(const Value& shape_like, Span where = {});  // an int32/int64 vector (list with tensors inside, too)
  Value Wrap(ir::ValueId value) const { return Tensor{value}; }
  // Scalars: IR value of a Python number (int64 / float64 / bool) or str, known or not.
  ir::ValueId ToScalar(const Value& value, Span where = {});
  // A Python int argument that must be known now (axis, num, …).
  int64_t KnownInt(const Value& value, std::string_view what, Span where = {});
  bool KnownBool(const Value& value, std::string_view what, Span where = {});
  std::string KnownString(const Value& value, std::string_view what, Span where = {});
  std::vector<int64_t> KnownInts(const Value& value, std::string_view what, Span where = {});
  const ir::Literal* KnownLiteral(const Value& value) const;   // of a Tensor whose value is known at compile time
  Value LiteralToPython(const ir::Literal& literal, int64_t i);       // element as Python value
  Value FromLiteral(ir::Literal literal, bool numpy = false);         // a Tensor holding it
  const ir::Type& TypeOf(const Value& tensor) const { return module.type(tensor.get<Tensor>().value); }

  // ---- emission (emit.cpp): operands from other functions or eager code are imported, leaks are found ----
  ir::ValueId Emit(ir::OpKind kind, std::vector<ir::ValueId> operands, ir::Attrs attrs = ir::NoAttrs{}, Span where = {});
  std::vector<ir::ValueId> EmitMany(ir::OpKind kind, std::vector<ir::ValueId> operands, ir::Attrs attrs = ir::NoAttrs{}, Span where = {});
  // Makes a value usable at the insertion point (captures of a trace); reports tensor-leak when it cannot be.
  ir::ValueId Import(ir::ValueId value, Span where = {});
  // Runs `body` with the insertion point in the eager program (initial values of variables, trace-time output).
  void InEagerCode(const std::function<void()>& body);
  void EmitPrint(const Text& text, bool to_stderr);

  // ---- control flow on run-time conditions (control.cpp, loops.cpp) ----
  // Evaluates both sides and merges state and results; `condition` is a bool IR scalar.
  Value Branch(ir::ValueId condition, const std::function<Value()>& then, const std::function<Value()>& orelse, Span where);

 private:
  friend struct InterpAccess;
  int64_t steps_ = 0;
};

}  // namespace lathe::staging
