// tf.function: calls, and the trace that serves one.
#include <set>

#include "ir/op_table.h"
#include "staging/function.h"
#include "staging/objects.h"
#include "staging/state_watch.h"
#include "staging/structure.h"

namespace lathe::staging {

namespace {

// Functions made while a trace is made may use its values: their traces belong to it.
bool UsesOuterTrace(const Interp& in, const Value& python_function) {
  const TraceContext* outermost = in.trace;
  while (outermost->outer) outermost = outermost->outer;
  const Value* f = &python_function;
  if (auto* m = in.heap.as<BoundMethod>(*f)) f = &m->function;
  auto* object = in.heap.as<FunctionObject>(*f);
  if (!object) return false;
  for (Ref scope = object->scope; scope.valid();) {
    auto* s = in.heap.as<ScopeObject>(scope);
    if (!s) break;
    if (scope.index >= outermost->first_object) return true;
    scope = s->parent;
  }
  return false;
}

// reduce_retracing: what the call's types and those of earlier traces have in common.
std::vector<ir::Type> Generalized(const TfFunction& f, const TraceCall& call) {
  std::vector<ir::Type> types = call.types;
  for (auto& trace : f.traces) {
    if (trace->key != call.skeleton || trace->failed) continue;
    for (size_t i = 0; i < types.size(); i++)
      if (types[i].kind == ir::TypeKind::kTensor) types[i].shape = ir::Join(types[i].shape, trace->types[i].shape);
  }
  return types;
}

// The key of a trace that uses values of the one being made.
std::string InnerKey(const Interp& in, const std::string& key) {
  return in.trace ? key + "@" + std::to_string(in.trace->function.index) : key;
}

bool AllAccept(const std::vector<ir::Type>& declared, const std::vector<ir::Type>& types) {
  for (size_t i = 0; i < types.size(); i++)
    if (!Accepts(declared[i], types[i])) return false;
  return true;
}

}  // namespace

std::shared_ptr<Trace> TraceOf(Interp& in, Ref function, const TraceCall& call, Span where) {
  const TfFunction f = *in.heap.External<TfFunction>(Value(function));
  std::shared_ptr<Trace> best;
  std::string inner = InnerKey(in, call.skeleton);
  for (auto& trace : f.traces) {
    if (trace->key != call.skeleton && trace->key != inner) continue;
    if (trace->types == call.types) return trace;
    if (AllAccept(trace->types, call.types) && (!best || AllAccept(best->types, trace->types))) best = trace;
  }
  if (best) return best;
  std::vector<ir::Type> declared = call.types;
  if (f.options.input_signature) declared = DeclaredTypes(in, f, call);
  else if (f.options.reduce_retracing) declared = Generalized(f, call);
  std::shared_ptr<Trace> made = MakeTrace(in, function, call, std::move(declared), where);
  if (!made->failed && !made->codes[0].captures.empty()) made->key = inner;
  return made;
}

Value CallTfFunction(Interp& in, Ref function, CallArgs args, Span where) {
  const TfFunction f = *in.heap.External<TfFunction>(Value(function));
  if (in.HasPoison(args)) return Poison{};
  if (in.run_functions_eagerly && in.mode == Mode::kEager) return in.Call(f.python_function, std::move(args), where);
  args = CanonicalArguments(in, f.python_function, std::move(args), where);
  if (f.options.input_signature) ApplySignature(in, f, args, where);
  TraceCall call = DescribeCall(in, function, std::move(args), where);
  for (ir::ValueId leaf : call.leaves)
    if (!leaf.valid()) in.Raise(DiagnosticKind::kArgumentMismatch, "TypeError", "a tf.TensorSpec describes an argument of get_concrete_function(); a call takes a tensor", where);
  if (in.trace && UsesOuterTrace(in, f.python_function)) call.skeleton = InnerKey(in, call.skeleton);
  size_t known = f.traces.size();
  std::shared_ptr<Trace> trace = TraceOf(in, function, call, where);
  bool cached = in.heap.External<TfFunction>(Value(function))->traces.size() == known;
  if (cached)
    for (const TraceCode& code : trace->codes) in.watch->OnCachedCall(code.function);
  if (f.folds && in.mode == Mode::kEager && !trace->failed) {
    const TraceCode& code = CodeFor(in, function, *trace, call, where);
    if (!code.result.is<Poison>() && code.parameters.empty())
      if (auto value = FoldCall(in, code, call.leaves)) return *value;
  }
  return CallTrace(in, function, trace, call, where);
}

Value CallTrace(Interp& in, Ref function, const std::shared_ptr<Trace>& trace, const TraceCall& call, Span where) {
  if (trace->failed) return Poison{};
  TraceCode& code = CodeFor(in, function, *trace, call, where);
  if (code.result.is<Poison>()) return Poison{};
  ir::FunctionId callee = code.function;
  if (!code.parameters.empty()) {
    std::vector<uint32_t> globals;
    std::map<uint32_t, ir::GlobalId> replace;
    for (size_t i = 0; i < code.parameters.size(); i++) {
      globals.push_back(call.variables[i].index);
      replace[code.parameters[i].index] = call.variables[i];
    }
    auto [it, added] = code.bound.try_emplace(globals, callee);
    if (added) it->second = WithGlobals(in.module, callee, replace);
    callee = it->second;
  }
  std::vector<ir::ValueId> operands = call.leaves;
  for (ir::ValueId capture : code.captures) operands.push_back(in.Import(capture, where));
  std::vector<ir::Type> results;
  for (ir::ValueId leaf : code.result_leaves) results.push_back(in.ResultType(in.module.type(leaf)));
  in.builder.SetSpan(in.UserSpan(where));
  ir::OpId op = in.builder.EmitControl(ir::OpKind::kCall, operands, results, {}, ir::CallAttr{callee});
  std::vector<ir::ValueId> ids = in.module[op].results;
  size_t next = 0;
  return Map(in, code.result, [&](const Value& v) -> Value {
    if (v.is<Tensor>()) return Tensor{ids[next++]};
    if (auto* array = in.heap.External<TensorArrayObject>(v)) {
      auto copy = std::make_shared<TensorArrayObject>(*array);
      copy->list = ids[next++];
      return in.heap.New(ExternalSlot{copy});
    }
    return v;
  });
}

// Result dimensions that the callee does not know are symbols in eager code: the value exists there.
ir::Type Interp::ResultType(ir::Type type) {
  if (mode == Mode::kEager && type.kind == ir::TypeKind::kTensor && type.shape.ranked)
    for (ir::Dim& d : type.shape.dims) if (!ir::IsKnown(d)) d = builder.FreshSymbol();
  return type;
}

// The shape as the program sees it: a trace whose declared types leave a rank open is made for one rank, and does not tell.
ir::Shape ShownShape(const Interp& in, ir::ValueId value) {
  const ir::Module& module = in.module;
  const ir::Shape& shape = module.type(value).shape;
  if (!in.trace || in.trace->hidden_ranks.empty()) return shape;
  // Through the operations that keep the rank of an operand, to the arguments; each value once.
  std::vector<ir::ValueId> open = {value};
  std::set<uint32_t> seen;
  while (!open.empty()) {
    ir::ValueId v = open.back();
    open.pop_back();
    if (!seen.insert(v.index).second) continue;
    if (!module.type(v).shape.ranked || in.trace->hidden_ranks.contains(v.index)) return ir::Shape::Unranked();
    ir::OpId definition = module[v].definition;
    if (!definition.valid()) continue;
    const ir::Operation& op = module[definition];
    ir::Emission emission = ir::RowOf(op.kind).emission;
    if (emission == ir::Emission::kElementwise || emission == ir::Emission::kAlias) open.insert(open.end(), op.operands.begin(), op.operands.end());
  }
  return shape;
}

}  // namespace lathe::staging
