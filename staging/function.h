// tf.function: traces, their keys and captures; and the context of the trace being made.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "staging/interp.h"

namespace lathe::staging {

// One IR function per trace.
struct Trace {
  std::string key;
  ir::FunctionId function;
  Value result;                             // template: leaves are Tensors of the callee, replaced at each call
  std::vector<ir::ValueId> result_leaves;   // in the order of the function's results
  std::vector<ir::ValueId> captures;        // values of enclosing traces, passed after the arguments
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
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<TfFunction>(*this); }
  std::string_view type_name() const override { return "Function"; }
};

// Calls a tf.function: finds or makes the trace, emits the call.
Value CallTfFunction(Interp& in, Ref function, CallArgs args, Span where);

std::shared_ptr<Trace> MakeTrace(Interp& in, Ref function, const CallArgs& args, const std::vector<ir::ValueId>& leaves,
                                 const std::vector<ir::Type>& types, const std::string& key, Span where);
// The result of a call on constants, computed by the evaluator; nullopt where it depends on anything else, or fails.
std::optional<Value> FoldCall(Interp& in, const Trace& trace, const std::vector<ir::ValueId>& arguments);
// Converts the arguments to the input_signature's dtypes and checks them; reports signature-mismatch.
void ApplySignature(Interp& in, const TfFunction& f, CallArgs& args, Span where);
void SignatureTypes(Interp& in, const TfFunction& f, const CallArgs& args, std::vector<ir::Type>& types);

// Whether a tf.Variable may be created here; reports variable-created-twice / variable-created-late and abandons otherwise.
void RequireVariableCreation(Interp& in, Span where);

}  // namespace lathe::staging
