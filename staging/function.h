// tf.function: traces, their keys and captures; and the context of the trace being made.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "staging/interp.h"

namespace lathe::staging {

// A call as a trace sees it: what of the arguments is part of the program, and the operands that are passed.
struct TraceCall {
  CallArgs args;                            // in the order of the function's parameters; keywords: keyword-only, **kwargs
  std::string skeleton;                     // the key without shapes
  std::vector<ir::ValueId> leaves;          // operands of the call; invalid where a tf.TensorSpec stands for the value
  std::vector<ir::Type> types;              // of the leaves
  std::vector<ir::GlobalId> variables;      // of variables among the arguments, each once, in order
};

// The code of a trace for known ranks. A leaf whose rank the trace does not know has one rank in each.
struct TraceCode {
  std::vector<int> ranks;                   // of the leaves without a declared rank
  ir::FunctionId function;
  Value result;                             // template: leaves are Tensors of the callee, replaced at each call
  std::vector<ir::ValueId> result_leaves;   // in the order of the function's results
  std::vector<ir::ValueId> captures;        // values of enclosing traces, passed after the arguments
  std::vector<ir::GlobalId> parameters;     // stand for the variables of the arguments
  std::map<std::vector<uint32_t>, ir::FunctionId> bound;   // the function with these variables in their place
};

struct Trace {
  std::string key;                          // skeleton
  std::vector<ir::Type> types;              // as declared: dimensions and ranks may be unknown
  std::vector<TraceCode> codes;
  bool failed = false;                      // an error was reported while tracing
};

enum class VariableCreation : uint8_t { kAllowed, kForbidden, kLate };

// The trace being made: innermost of possibly several.
struct TraceContext {
  TraceContext* outer = nullptr;
  Ref function_object;
  ir::FunctionId function;
  VariableCreation creation = VariableCreation::kAllowed;
  bool created_variables = false;
  std::map<uint32_t, ir::ValueId> imported;       // value of another function -> value here
  std::vector<ir::ValueId> captures;              // values of the enclosing trace, in order of the extra parameters
  std::vector<Ref> argument_objects;              // copies of list and dict arguments (input-mutated)
  size_t first_object = 0;                        // heap objects below existed before the trace
  std::vector<std::string> parameter_names;       // of the leaves of the arguments, as TensorFlow calls its placeholders
  std::set<uint32_t> hidden_ranks;                // parameters whose rank the program must not see
  std::vector<ir::ValueId> operands;              // what the call that makes the trace passes; none for a concrete function
};

// A `tf.function` object.
struct FunctionOptions {
  bool autograph = true;
  bool reduce_retracing = false;
  bool jit_compile = false;
  std::optional<Value> input_signature;
};

class TfFunction : public ExternalObject {
 public:
  Value python_function;
  FunctionOptions options;
  std::string name;
  Span span;
  std::vector<std::shared_ptr<Trace>> traces;
  int trace_count = 0;
  bool called = false;              // the first call is over: variables may not be created any more
  bool has_variables = false;       // the first call created variables
  bool folds = false;               // calls in eager code on known values are computed at once where they can be
  std::map<std::string, Ref> methods;   // one function per instance
  std::vector<Value> equal_objects;     // arguments with __eq__, one of each class of equal ones
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<TfFunction>(*this); }
  std::string_view type_name() const override { return "Function"; }
};

// f.get_concrete_function(…): one trace with its own calling convention.
class ConcreteFunction : public ExternalObject {
 public:
  Value function;                   // the TfFunction
  std::shared_ptr<Trace> trace;
  CallArgs args;                    // of the trace: tf.TensorSpec where a tensor is passed
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<ConcreteFunction>(*this); }
  std::string_view type_name() const override { return "ConcreteFunction"; }
};

// Calls a tf.function: finds or makes the trace, emits the call.
Value CallTfFunction(Interp& in, Ref function, CallArgs args, Span where);

// ---- trace_key.cpp ----
// Python's binding of a call to the function's parameters, so that f(1, b=2) and f(a=1, b=2) share a trace.
CallArgs CanonicalArguments(Interp& in, const Value& python_function, CallArgs args, Span where);
// Names of the parameters, in the order of CanonicalArguments, without *args and **kwargs; the first is "self" in a method.
std::vector<Name> ParameterNames(const Interp& in, const Value& python_function);
// Skeleton, operands and variables of a call whose arguments are canonical.
TraceCall DescribeCall(Interp& in, Ref function, CallArgs args, Span where);
// The places of a container's children in the order of the key: keys of dicts are sorted.
std::vector<size_t> KeyOrder(const Interp& in, const Value& container);

// ---- tracer.cpp ----
std::shared_ptr<Trace> MakeTrace(Interp& in, Ref function, const TraceCall& call, std::vector<ir::Type> declared, Span where);
// A trace made once for arguments in which a tf.TensorSpec stands for each tensor that will be passed.
TraceCode TraceOnSpecs(Interp& in, Ref function, CallArgs args, Span where);
// The code of a trace for the ranks of a call: made, without effects, when they are new.
TraceCode& CodeFor(Interp& in, Ref function, Trace& trace, const TraceCall& call, Span where);
// A copy of a function that uses other globals, and of the functions that it calls if they use them.
ir::FunctionId WithGlobals(ir::Module& module, ir::FunctionId function, const std::map<uint32_t, ir::GlobalId>& globals);

// ---- signature.cpp ----
// Converts the arguments to the input_signature's dtypes and checks them; reports signature-mismatch. Without a call's
// arguments (get_concrete_function) the specs themselves become the arguments.
void ApplySignature(Interp& in, const TfFunction& f, CallArgs& args, Span where);
// The types of a call's leaves as the input_signature declares them.
std::vector<ir::Type> DeclaredTypes(Interp& in, const TfFunction& f, const TraceCall& call);

// The trace that serves a call: an equal one, or the most specific of those that accept it; made when there is none.
std::shared_ptr<Trace> TraceOf(Interp& in, Ref function, const TraceCall& call, Span where);
// The result of a call on constants, computed by the evaluator; nullopt where it depends on anything else, or fails.
std::optional<Value> FoldCall(Interp& in, const TraceCode& code, const std::vector<ir::ValueId>& arguments);
// Emits the call of a trace.
Value CallTrace(Interp& in, Ref function, const std::shared_ptr<Trace>& trace, const TraceCall& call, Span where);
// Whether a value of type `type` may be passed where `declared` is declared.
bool Accepts(const ir::Type& declared, const ir::Type& type);

// The shape as the program sees it: a trace whose declared types leave a rank open is made for one rank, and does not tell.
ir::Shape ShownShape(const Interp& in, ir::ValueId value);

// ---- tf/concrete.cpp: rows of Function, bound methods and ConcreteFunction ----
Value GetConcrete(Bound& b);
Value GetConcreteOfMethod(Bound& b);
Value CallConcrete(Bound& b);
Value StructuredOutputs(Bound& b);
Value StructuredInputs(Bound& b);

// What str() of a tensor in a trace calls it: after the argument that it is, without the output's number; "Tensor" otherwise.
std::string SymbolicName(const Interp& in, ir::ValueId value);

// "a/b/" inside of tf.name_scopes, "" outside.
std::string CurrentNameScope(Interp& in);

// Whether a tf.Variable may be created here; reports variable-created-twice / variable-created-late and abandons otherwise.
void RequireVariableCreation(Interp& in, Span where);

}  // namespace lathe::staging
