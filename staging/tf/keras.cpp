// What the Keras code of library/ needs of the compiler: its variables, the stack of layer calls, counters of names, seeds.
//
// The state here is the compiler's own: it is no state of a branch or loop of the program, and goes with the order in which
// the program is evaluated.
#include <map>

#include "staging/builtin_tables.h"
#include "staging/function.h"
#include "staging/hidden_state.h"
#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/python/python.h"
#include "staging/structure.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

struct LayerCall {
  Value layer;
  Value training;               // True, False, None or a tensor
};

struct KerasState : ExternalObject {
  std::vector<LayerCall> calls;  // innermost last
  std::map<std::string, int64_t> names;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<KerasState>(*this); }
  std::string_view type_name() const override { return "KerasState"; }
};

KerasState& State(Interp& in) {
  Ref ref = HiddenObject(in, "<keras state>", [] { return std::make_shared<KerasState>(); });
  return static_cast<KerasState&>(*in.heap.as<ExternalSlot>(ref)->object);
}

// refuse(diagnostic, exception type, message): raises at the program's call of the library.
Value Refuse(Bound& b) {
  std::string kind = StringArg(b, 0, "kind"), type = StringArg(b, 1, "type"), message = StringArg(b, 2, "message");
  auto found = FindDiagnostic(kind);
  if (!found) b.in.Fail(DiagnosticKind::kInvalidArgument, "no diagnostic is named " + kind, b.span);
  b.in.Raise(*found, type, std::move(message), b.span);
}

// within(layer, training, function, args, kwargs): calls the function while `layer` is the innermost layer.
Value Within(Bound& b) {
  Interp& in = b.in;
  size_t depth = State(in).calls.size();
  State(in).calls.push_back({b[0], b[1]});
  try {
    Value result = in.Call(b[2], GivenArguments(b, 3, 4), b.span);
    State(in).calls.resize(depth);
    return result;
  } catch (...) {
    State(in).calls.resize(depth);
    throw;
  }
}

Value EnclosingTraining(Bound& b) {
  auto& calls = State(b.in).calls;
  return calls.empty() ? Value(None{}) : calls.back().training;
}

Value EnclosingLayers(Bound& b) {
  std::vector<Value> layers;
  for (const LayerCall& call : State(b.in).calls) layers.push_back(call.layer);
  return Value::MakeTuple(std::move(layers));
}

// How often this name was counted before.
Value Count(Bound& b) { return Value::Int(State(b.in).names[StringArg(b, 0, "name")]++); }

Value ResetNames(Bound& b) {
  State(b.in).names.clear();
  return None{};
}

Value SetSeed(Bound& b) {
  GlobalRandom(b.in).SeedInt(b.in.KnownInt(b[0], "seed", b.spans[0]));
  return None{};
}

Value DrawSeed(Bound& b) {
  return Value::Int(GlobalRandom(b.in).RandInt(1, 1'000'000'000));
}

const FunctionObject* FunctionOf(Interp& in, const Value& v) {
  if (auto* m = in.heap.as<BoundMethod>(v)) return FunctionOf(in, m->function);
  if (auto* f = in.heap.External<TfFunction>(v)) return FunctionOf(in, f->python_function);
  if (auto* s = in.heap.as<StaticMethod>(v)) return FunctionOf(in, s->function);
  return in.heap.as<FunctionObject>(v);
}

// parameter(function, name): None if the function does not take it, () without a default, (default,) with one.
Value ParameterOf(Bound& b) {
  const FunctionObject* f = FunctionOf(b.in, b[0]);
  if (!f) return None{};
  Name name = b.in.Intern(StringArg(b, 1, "name"));
  const ast::Arguments& p = *f->arguments;
  std::vector<Name> names;
  for (const ast::Arg& a : p.posonly) names.push_back(a.name);
  for (const ast::Arg& a : p.args) names.push_back(a.name);
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] != name) continue;
    size_t from_end = names.size() - i;
    if (from_end > f->defaults.size()) return Value::MakeTuple({});
    return Value::MakeTuple({f->defaults[f->defaults.size() - from_end]});
  }
  for (size_t i = 0; i < p.kwonly.size(); ++i) {
    if (p.kwonly[i].name != name) continue;
    if (f->kw_defaults[i].is<Undefined>()) return Value::MakeTuple({});
    return Value::MakeTuple({f->kw_defaults[i]});
  }
  return None{};
}

// parameters(function): names of the positional parameters, without the receiver of a method.
Value ParametersOf(Bound& b) {
  const FunctionObject* f = FunctionOf(b.in, b[0]);
  std::vector<Value> names;
  if (f) {
    for (const ast::Arg& a : f->arguments->posonly) names.push_back(Value::String(std::string(b.in.TextOf(a.name))));
    for (const ast::Arg& a : f->arguments->args) names.push_back(Value::String(std::string(b.in.TextOf(a.name))));
    if (b.in.heap.as<BoundMethod>(b[0]) && !names.empty()) names.erase(names.begin());
  }
  return Value::MakeTuple(std::move(names));
}

// abstract(function, args, kwargs): what the function makes of tensors that are known by their tf.TensorSpec only, as specs.
Value Abstract(Bound& b) {
  Interp& in = b.in;
  auto function = std::make_shared<TfFunction>();
  function->python_function = b[0];
  function->options.autograph = false;
  function->name = "abstract";
  function->span = b.span;
  Ref ref = in.heap.New(ExternalSlot{function});
  return Map(in, TraceOnSpecs(in, ref, GivenArguments(b, 1, 2), b.span).result, [&](const Value& v) -> Value {
    if (!v.is<Tensor>()) return v;
    const ir::Type& type = in.module.type(v.get<Tensor>().value);
    auto spec = std::make_shared<TensorSpecObject>();
    spec->dtype = type.dtype;
    spec->shape = type.shape;
    return in.heap.New(ExternalSlot{spec});
  });
}

Value IsStaged(Bound& b) { return b.in.mode == Mode::kStaged; }

// ---- variables ----

// variable(initial, trainable, name, path, regularizer, constraint)
Value MakeVariable(Bound& b) {
  Interp& in = b.in;
  Span where = in.UserSpan(b.span);
  auto create = [&] {
    return CreateVariable(in, b[0], {}, {}, in.KnownBool(b[1], "trainable", b.spans[1]), StringArg(b, 3, "path"), where);
  };
  Value made;
  if (!in.trace && in.mode == Mode::kStaged) {
    // In the function of a vectorized_map of eager code: the variable is made before the map.
    ir::RegionId region = in.builder.region();
    int64_t folding = in.builder.folding();
    in.builder.SetRegion(in.eager_region_);
    in.builder.SetFolding(kEagerFolding);
    in.mode = Mode::kEager;
    made = create();
    in.mode = Mode::kStaged;
    in.builder.SetFolding(folding);
    in.builder.SetRegion(region);
  } else {
    made = create();
  }
  auto variable = std::make_shared<KerasVariableObject>();
  static_cast<VariableObject&>(*variable) = *in.heap.External<VariableObject>(made);
  variable->short_name = StringArg(b, 2, "name");
  variable->path = StringArg(b, 3, "path");
  variable->regularizer = b[4];
  variable->constraint = b[5];
  variable->created_trainable = variable->trainable;
  return in.heap.New(ExternalSlot{variable});
}

const KerasVariableObject& Self(Bound& b) { return *b.in.heap.External<KerasVariableObject>(*b.self); }

Value SetTrainable(Bound& b) {
  bool trainable = b.in.KnownBool(b[0], "trainable", b.spans[0]);
  b.in.heap.WriteExternal<KerasVariableObject>(b.self->get<Ref>()).trainable = trainable;
  return None{};
}

Value Representation(Bound& b) {
  const KerasVariableObject& v = Self(b);
  Text text("<Variable path=" + v.path + ", shape=" + ToString(v.shape) + ", dtype=" + std::string(NameOf(v.dtype)) + ", value=");
  text.Append(b.in.StrOf(Tensor{ReadVariable(b.in, v, b.span), true}, b.span));
  text.Append(std::string_view(">"));
  return b.in.TextValue(text);
}

// A method of tf.Variable, by its row.
template <size_t n>
struct RowName {
  char text[n];
  constexpr RowName(const char (&s)[n]) { std::copy(s, s + n, text); }
};
template <RowName name>
Value AsVariable(Bound& b) { return FindBuiltin(name.text)->fn(b); }

using Kind = BuiltinRow::Kind;

constexpr std::string_view kAssign = "value, use_locking=False, name=None, read_value=True";
constexpr std::string_view kDelta = "delta, use_locking=False, name=None, read_value=True";

constexpr BuiltinRow kRows[] = {
    {"lathe.refuse", "kind, type, message", Refuse},
    {"lathe.within", "layer, training, function, args, kwargs", Within},
    {"lathe.training", "", EnclosingTraining},
    {"lathe.layers", "", EnclosingLayers},
    {"lathe.count", "name", Count},
    {"lathe.reset_names", "", ResetNames},
    {"lathe.set_seed", "seed", SetSeed},
    {"lathe.draw_seed", "", DrawSeed},
    {"lathe.parameter", "function, name", ParameterOf},
    {"lathe.parameters", "function", ParametersOf},
    {"lathe.abstract", "function, args, kwargs", Abstract},
    {"lathe.is_staged", "", IsStaged},
    {"lathe.variable", "initial, trainable, name, path, regularizer, constraint", MakeVariable},
    {"KerasVariable.assign", kAssign, AsVariable<"Variable.assign">},
    {"KerasVariable.assign_add", kDelta, AsVariable<"Variable.assign_add">},
    {"KerasVariable.assign_sub", kDelta, AsVariable<"Variable.assign_sub">},
    {"KerasVariable.numpy", "", AsVariable<"Variable.numpy">},
    {"KerasVariable.read_value", "", AsVariable<"Variable.read_value">},
    {"KerasVariable.value", "", AsVariable<"Variable.read_value">, Kind::kProperty},
    {"KerasVariable.shape", "", AsVariable<"Variable.shape">, Kind::kProperty},
    {"KerasVariable.ref", "", AsVariable<"Variable.ref">},
    {"KerasVariable.ndim", "", [](Bound& b) { return Value::Int(Self(b).shape.rank()); }, Kind::kProperty},
    {"KerasVariable.dtype", "", [](Bound& b) { return Value::String(std::string(NameOf(Self(b).dtype))); }, Kind::kProperty},
    {"KerasVariable.name", "", [](Bound& b) { return Value::String(Self(b).short_name); }, Kind::kProperty},
    {"KerasVariable.path", "", [](Bound& b) { return Value::String(Self(b).path); }, Kind::kProperty},
    {"KerasVariable.trainable", "", [](Bound& b) { return Value(Self(b).trainable); }, Kind::kProperty},
    {"KerasVariable.trainable.setter", "value", SetTrainable},
    {"KerasVariable.created_trainable", "", [](Bound& b) { return Value(Self(b).created_trainable); }, Kind::kProperty},
    {"KerasVariable.regularizer", "", [](Bound& b) { return Self(b).regularizer; }, Kind::kProperty},
    {"KerasVariable.constraint", "", [](Bound& b) { return Self(b).constraint; }, Kind::kProperty},
    {"KerasVariable.__repr__", "", Representation},
};

}  // namespace

std::span<const BuiltinRow> TfKerasRows() { return kRows; }

}  // namespace lathe::staging
