// Concrete functions: get_concrete_function, calls with tensors only, what they tell of themselves.
#include "staging/function.h"
#include "staging/objects.h"
#include "staging/structure.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

const ConcreteFunction& Self(Bound& b) { return *b.in.heap.External<ConcreteFunction>(*b.self); }

Value Spec(Interp& in, const ir::Type& type, std::optional<std::string> name) {
  auto spec = std::make_shared<TensorSpecObject>();
  spec->dtype = type.dtype;
  spec->shape = type.shape;
  spec->name = std::move(name);
  return in.heap.New(ExternalSlot{spec});
}

// Tensors of an argument replaced by specs of the types that the trace declares.
Value WithSpecs(Interp& in, const Value& v, const std::vector<ir::Type>& types, size_t& next, const std::string& name) {
  if (v.is<Tensor>() || v.is<Scalar>() || in.heap.External<TensorSpecObject>(v)) {
    auto* given = in.heap.External<TensorSpecObject>(v);
    std::string called = given && given->name ? *given->name : name;
    return Spec(in, types[next++], called);
  }
  if (!IsContainer(in, v)) return v;
  std::vector<Value> children = ChildrenOf(in, v);
  for (size_t i : KeyOrder(in, v)) children[i] = WithSpecs(in, children[i], types, next, name);
  return Rebuild(in, v, std::move(children));
}

bool TakesTensor(const Interp& in, const Value& v) {
  bool takes = false;
  Walk(in, v, [&](const Value& leaf) { takes |= in.heap.External<TensorSpecObject>(leaf) || in.heap.External<VariableObject>(leaf); });
  return takes;
}

std::vector<Value*> Parameters(CallArgs& args) {
  std::vector<Value*> parameters;
  for (Value& v : args.positional) parameters.push_back(&v);
  for (auto& [n, v] : args.keywords) parameters.push_back(&v);
  return parameters;
}

Value MakeConcrete(Interp& in, Ref function, CallArgs args, Span where) {
  const TfFunction f = *in.heap.External<TfFunction>(Value(function));
  std::vector<Name> names = ParameterNames(in, f.python_function);
  if (f.options.input_signature) {
    // The specs are the arguments that were left out.
    std::vector<Value> specs = in.RequireElements(*f.options.input_signature, "input_signature", where);
    size_t first = !names.empty() && in.TextOf(names[0]) == "self" && !in.heap.as<BoundMethod>(f.python_function) ? 1 : 0;
    if (args.positional.size() <= first && args.keywords.empty())
      for (const Value& spec : specs) args.positional.push_back(spec);
  }
  args.positional_spans.resize(args.positional.size());
  args = CanonicalArguments(in, f.python_function, std::move(args), where);
  if (f.options.input_signature) ApplySignature(in, f, args, where);
  TraceCall call = DescribeCall(in, function, std::move(args), where);
  // There is no first run: nothing is passed.
  for (ir::ValueId& leaf : call.leaves) leaf = {};
  auto concrete = std::make_shared<ConcreteFunction>();
  concrete->function = Value(function);
  concrete->trace = TraceOf(in, function, call, where);
  if (concrete->trace->failed) return Poison{};
  size_t next = 0, i = 0;
  concrete->args = call.args;
  for (Value* v : Parameters(concrete->args)) {
    std::string name = i < names.size() ? std::string(in.TextOf(names[i])) : "args_" + std::to_string(i);
    *v = WithSpecs(in, *v, concrete->trace->types, next, name);
    i++;
  }
  return in.heap.New(ExternalSlot{concrete});
}

}  // namespace

Value GetConcrete(Bound& b) { return MakeConcrete(b.in, b.self->get<Ref>(), GivenArguments(b, 0, 1), b.span); }

Value GetConcreteOfMethod(Bound& b) {
  const BoundMethod method = *b.in.heap.as<BoundMethod>(*b.self);
  CallArgs args = GivenArguments(b, 0, 1);
  args.positional.insert(args.positional.begin(), method.self);
  args.positional_spans.insert(args.positional_spans.begin(), Span{});
  return MakeConcrete(b.in, method.function.get<Ref>(), std::move(args), b.span);
}

namespace {

[[noreturn]] void Mismatch(Bound& b, std::string message) {
  b.in.Raise(Diagnostic{DiagnosticKind::kSignatureMismatch, std::move(message), b.span}, "TypeError");
}

// An argument of a call in the place of what the trace was made with.
Value Fitted(Bound& b, const Value& want, const Value& given, const std::string& name) {
  Interp& in = b.in;
  if (auto* spec = in.heap.External<TensorSpecObject>(want)) {
    ir::Type declared = ir::Type::Tensor(spec->dtype, spec->shape);
    bool tensor = given.is<Tensor>() || in.heap.External<VariableObject>(given);
    V value = tensor ? in.ToTensor(given, {}, b.span) : in.ToTensor(given, spec->dtype, b.span);
    ir::Type type = in.module.type(value);
    if (!Accepts(declared, type))
      Mismatch(b, "the concrete function takes " + std::string(ir::NameOf(declared.dtype)) + " of shape " + ir::ToString(declared.shape) + " for '" + name + "', not " + std::string(ir::NameOf(type.dtype)) + " of shape " + ir::ToString(type.shape));
    return Tensor{value};
  }
  if (!IsContainer(in, want)) {
    if (in.heap.External<VariableObject>(want)) return given;
    if (in.Identical(want, given)) return want;
    auto a = KeyOf(want, in.heap), c = KeyOf(given, in.heap);
    if (!a || !c || *a != *c) Mismatch(b, "the concrete function was made with another value of '" + name + "'");
    return want;
  }
  if (!IsContainer(in, given) || !SameContainer(in, want, given)) Mismatch(b, "the concrete function takes " + Describe(in, want) + " for '" + name + "', not " + Describe(in, given));
  std::vector<Value> wanted = ChildrenOf(in, want), values = ChildrenOf(in, given);
  for (size_t i = 0; i < wanted.size(); i++) wanted[i] = Fitted(b, wanted[i], values[i], name);
  return Rebuild(in, want, std::move(wanted));
}

}  // namespace

Value CallConcrete(Bound& b) {
  Interp& in = b.in;
  const ConcreteFunction self = Self(b);
  Ref function = self.function.get<Ref>();
  const TfFunction f = *in.heap.External<TfFunction>(self.function);
  CallArgs given = GivenArguments(b, 0, 1), args = self.args;
  std::vector<Value*> parameters = Parameters(args);
  std::vector<Name> names = ParameterNames(in, f.python_function);
  std::vector<size_t> open;                       // parameters that take tensors
  for (size_t i = 0; i < parameters.size(); i++)
    if (TakesTensor(in, *parameters[i])) open.push_back(i);
  std::vector<bool> done(parameters.size(), false);
  auto name_of = [&](size_t i) { return i < names.size() ? std::string(in.TextOf(names[i])) : "argument " + std::to_string(i + 1); };
  auto fill = [&](size_t i, const Value& v) {
    if (done[i]) Mismatch(b, "the argument '" + name_of(i) + "' is given twice");
    *parameters[i] = Fitted(b, *parameters[i], v, name_of(i));
    done[i] = true;
  };
  bool flat = given.positional.size() + given.keywords.size() <= open.size();
  if (given.positional.size() > (flat ? open.size() : parameters.size()))
    Mismatch(b, "the concrete function takes " + std::to_string(open.size()) + " arguments, not " + std::to_string(given.positional.size()));
  for (size_t i = 0; i < given.positional.size(); i++) fill(flat ? open[i] : i, given.positional[i]);
  for (auto& [name, v] : given.keywords) {
    auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end() || size_t(at - names.begin()) >= parameters.size())
      Mismatch(b, "the concrete function has no parameter '" + std::string(in.TextOf(name)) + "'");
    fill(size_t(at - names.begin()), v);
  }
  for (size_t i : open)
    if (!done[i] && !in.heap.External<VariableObject>(*parameters[i])) Mismatch(b, "the concrete function's argument '" + name_of(i) + "' is missing");
  TraceCall call = DescribeCall(in, function, std::move(args), b.span);
  return CallTrace(in, function, self.trace, call, b.span);
}

Value StructuredOutputs(Bound& b) {
  const ConcreteFunction self = Self(b);
  return Map(b.in, self.trace->codes[0].result, [&](const Value& v) -> Value {
    if (auto* t = v.as<Tensor>()) return Spec(b.in, b.in.module.type(t->value), std::nullopt);
    return v;
  });
}

Value StructuredInputs(Bound& b) {
  const ConcreteFunction self = Self(b);
  DictObject keywords;
  for (auto& [name, v] : self.args.keywords) b.in.DictInsert(keywords, Value::String(std::string(b.in.TextOf(name))), v, b.span);
  return Value::MakeTuple({Value::MakeTuple(self.args.positional), b.in.heap.New(std::move(keywords))});
}

}  // namespace lathe::staging
