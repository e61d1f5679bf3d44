// Attributes and methods of tensors, tf.Module, and context managers that change nothing.
#include <algorithm>
#include <set>

#include "staging/builtin_tables.h"
#include "staging/function.h"
#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

V SelfTensor(Bound& b) { return b.self->get<Tensor>().value; }

Value TensorShapeOf(Bound& b) { return ShapeValue{ShownShape(b.in, SelfTensor(b))}; }

Value TensorNumpy(Bound& b) {
  if (b.in.mode == Mode::kStaged) {
    Diagnostic d{DiagnosticKind::kTensorToNumpy, "a tensor has no value while its tf.function is traced, so it has no numpy()", b.span};
    d.help.push_back("use the tensor itself, or return it and take its value outside");
    b.in.Raise(std::move(d), "AttributeError");
  }
  V v = SelfTensor(b);
  const ir::Type& type = b.in.module.type(v);
  if (type.dtype == D::kString && type.is_scalar())
    if (auto* literal = b.in.builder.ConstantOf(v)) return b.in.LiteralToPython(*literal, 0);
  return Tensor{v, true, type.is_scalar()};
}

Value SetShape(Bound& b) {
  // A narrower shape; only inference profits from it, and every use sees the same value.
  ir::Shape want = b.in.ShapeOfValue(b[0], b.spans[0]);
  const ir::Shape& have = b.in.module.type(SelfTensor(b)).shape;
  bool fits = !want.ranked || !have.ranked || want.rank() == have.rank();
  if (fits && want.ranked && have.ranked)
    for (size_t i = 0; i < want.dims.size(); ++i)
      fits &= !ir::IsKnown(want.dims[i]) || !ir::IsKnown(have.dims[i]) || want.dims[i] == have.dims[i];
  if (!fits)
    b.in.Raise(DiagnosticKind::kShapeMismatch, "ValueError", "the shape " + ToString(have) + " cannot be set to " + ToString(want), b.span);
  if (!want.ranked || have == want) return None{};
  ir::Shape narrowed = have.ranked ? have : want;
  for (size_t i = 0; i < want.dims.size(); ++i)
    if (!ir::IsKnown(narrowed.dims[i])) narrowed.dims[i] = want.dims[i];
  // The mutable type of the value: nothing that was inferred from the wider one becomes wrong.
  b.in.module[SelfTensor(b)].type.shape = std::move(narrowed);
  return None{};
}

Value Ndim(Bound& b) { return Value::Int(Ops(b).rank(SelfTensor(b))); }

Value Deref(Bound& b) { return *b.self; }

// ---- tf.Module ----

Value ModuleInit(Bound& b) {
  if (b.given(0)) {
    std::string name = b.in.KnownString(b[0], "name", b.spans[0]);
    bool identifier = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                      std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    if (!identifier) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "'" + name + "' is not a valid module name", b.spans[0]);
    b.in.SetAttribute(*b.self, b.in.Intern("_name"), Value::String(name), b.span);
  }
  return None{};
}

Value ModuleNew(Bound& b) {
  b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "tf.Module is meant to be a base class", b.span);
}

bool IsModule(Interp& in, const Value& v) {
  auto* instance = in.heap.as<InstanceObject>(v);
  if (!instance) return false;
  Builtin module{FindBuiltin("tf.Module")};
  return in.IsInstance(v, Value(module));
}

// Visits everything a module owns, in TensorFlow's order: attributes by name, containers element by element (their modules
// are met, not entered), nested modules after the variables of their owner.
class Walk {
 public:
  explicit Walk(Interp& in) : in_(in) {}

  void Module(const Value& module) {
    seen_.insert(module.get<Ref>().index);
    std::vector<Value> nested;
    std::vector<std::pair<std::string, Value>> attributes;
    for (auto& [name, value] : in_.heap.as<InstanceObject>(module)->attributes)
      if (!value.is<Undefined>()) attributes.push_back({std::string(in_.TextOf(name)), value});
    std::sort(attributes.begin(), attributes.end(), [](auto& a, auto& b) { return a.first < b.first; });
    for (auto& [name, value] : attributes) {
      if (name == "_name" || name == "_tf_api_names") continue;
      Leaves(value, nested);
    }
    for (const Value& m : nested) Module(m);
  }

  std::vector<Value> variables, submodules;

 private:
  void Leaves(const Value& v, std::vector<Value>& nested) {
    if (auto* t = v.as<Tuple>()) {
      for (const Value& item : *t->items) Leaves(item, nested);
    } else if (auto* l = in_.heap.as<ListObject>(v)) {
      for (const Value& item : std::vector<Value>(l->items)) Leaves(item, nested);
    } else if (auto* d = in_.heap.as<DictObject>(v)) {
      std::vector<std::pair<Value, Value>> entries = d->entries;
      std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) {
        return a.first.template is<Str>() && b.first.template is<Str>() && a.first.str() < b.first.str();
      });
      for (auto& [key, value] : entries) Leaves(value, nested);
    } else if (in_.heap.External<VariableObject>(v)) {
      if (seen_.insert(v.get<Ref>().index).second) variables.push_back(v);
    } else if (IsModule(in_, v)) {
      if (!seen_.insert(v.get<Ref>().index).second) return;
      nested.push_back(v);
      submodules.push_back(v);
    }
  }

  Interp& in_;
  std::set<uint32_t> seen_;
};

enum class Which { kAll, kTrainable, kOther };
template <Which which>
Value ModuleVariables(Bound& b) {
  Walk walk(b.in);
  walk.Module(*b.self);
  std::vector<Value> chosen;
  for (const Value& v : walk.variables) {
    bool trainable = b.in.heap.External<VariableObject>(v)->trainable;
    if (which == Which::kAll || trainable == (which == Which::kTrainable)) chosen.push_back(v);
  }
  return Value::MakeTuple(std::move(chosen));
}

Value Submodules(Bound& b) {
  Walk walk(b.in);
  walk.Module(*b.self);
  return Value::MakeTuple(std::move(walk.submodules));
}

// "MyDense" -> "my_dense"
std::string SnakeCase(std::string_view name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(name[i]);
    bool before_lower = i + 1 < name.size() && std::islower(static_cast<unsigned char>(name[i + 1]));
    bool after_lower = i > 0 && (std::islower(static_cast<unsigned char>(name[i - 1])) || std::isdigit(static_cast<unsigned char>(name[i - 1])));
    if (std::isupper(c) && i > 0 && name[i - 1] != '_' && (after_lower || before_lower)) out += '_';
    out += char(std::tolower(c));
  }
  return out;
}

Value ModuleName(Bound& b) {
  auto* instance = b.in.heap.as<InstanceObject>(*b.self);
  for (auto& [name, value] : instance->attributes)
    if (b.in.TextOf(name) == "_name") return value;
  return Value::String(SnakeCase(b.in.heap.as<ClassObject>(instance->cls)->name));
}

Value PlainContext(Bound& b) { return b.in.heap.New(ExternalSlot{std::make_shared<PlainContextObject>()}); }

// tf.name_scope. With a slash at the end its name is absolute.
struct NameScopeObject : ExternalObject {
  std::string name, full;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<NameScopeObject>(*this); }
  std::string_view type_name() const override { return "NameScope"; }
};

// The open scopes are a variable of the module that no program can name: the journal keeps them right.
std::vector<Value> OpenScopes(Interp& in) {
  auto& variables = in.heap.as<ScopeObject>(in.module_scope)->variables;
  auto it = variables.find(in.Intern("$name_scopes").index);
  return it == variables.end() ? std::vector<Value>() : it->second.items();
}

void SetScopes(Interp& in, std::vector<Value> scopes) {
  in.heap.Write<ScopeObject>(in.module_scope).variables[in.Intern("$name_scopes").index] = Value::MakeTuple(std::move(scopes));
}

void PushScope(Interp& in, const std::string& full) {
  std::vector<Value> scopes = OpenScopes(in);
  scopes.push_back(Value::String(full));
  SetScopes(in, std::move(scopes));
}

void PopScope(Interp& in) {
  std::vector<Value> scopes = OpenScopes(in);
  if (!scopes.empty()) scopes.pop_back();
  SetScopes(in, std::move(scopes));
}

std::string FullScope(Interp& in, const std::string& name) {
  if (name.empty() || name.ends_with('/')) return name;
  return CurrentNameScope(in) + name + "/";
}

Value MakeScope(Interp& in, std::string name) {
  auto scope = std::make_shared<NameScopeObject>();
  scope->full = FullScope(in, name);
  scope->name = std::move(name);
  return in.heap.New(ExternalSlot{scope});
}

Value NameScope(Bound& b) { return MakeScope(b.in, b.given(0) ? b.in.KnownString(b[0], "name", b.spans[0]) : ""); }

// A module's scope is the same wherever it is entered.
Value ModuleScope(Bound& b) { return MakeScope(b.in, std::string(ModuleName(b).str()) + "/"); }

Value EnterScope(Bound& b) {
  std::string full = FullScope(b.in, b.in.heap.External<NameScopeObject>(*b.self)->name);
  PushScope(b.in, full);
  return Value::String(full);
}

Value ExitScope(Bound& b) {
  PopScope(b.in);
  return false;
}

Value ScopeName(Bound& b) { return Value::String(b.in.heap.External<NameScopeObject>(*b.self)->full); }

Value EnterPlain(Bound& b) { return b.in.heap.External<PlainContextObject>(*b.self)->entered; }

// @tf.Module.with_name_scope: the method runs in its module's scope.
struct ScopedMethodObject : ExternalObject {
  Value method;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<ScopedMethodObject>(*this); }
  std::string_view type_name() const override { return "ScopedMethod"; }
};

Value WithNameScope(Bound& b) {
  auto scoped = std::make_shared<ScopedMethodObject>();
  scoped->method = b[0];
  return b.in.heap.New(ExternalSlot{scoped});
}

Value CallScoped(Bound& b) {
  Interp& in = b.in;
  Value method = in.heap.External<ScopedMethodObject>(*b.self)->method;
  CallArgs args = GivenArguments(b, 0, 1);
  if (args.positional.empty()) return in.Call(method, std::move(args), b.span);   // the method says what is missing
  Bound self{in, b.span, {}, {}, &args.positional[0]};
  PushScope(in, std::string(ModuleName(self).str()) + "/");
  try {
    Value result = in.Call(method, std::move(args), b.span);
    PopScope(in);
    return result;
  } catch (...) {
    PopScope(in);
    throw;
  }
}

using Kind = BuiltinRow::Kind;

constexpr BuiltinRow kRows[] = {
    {"Tensor.shape", "", TensorShapeOf, Kind::kProperty},
    {"Tensor.get_shape", "", TensorShapeOf},
    {"Tensor.dtype", "", [](Bound& b) { return Value(DTypeValue{b.in.module.type(SelfTensor(b)).dtype}); }, Kind::kProperty},
    {"Tensor.ndim", "", Ndim, Kind::kProperty},
    {"Tensor.numpy", "", TensorNumpy},
    {"Tensor.set_shape", "shape", SetShape},
    {"Tensor.ref", "", Deref},
    {"Tensor.deref", "", Deref},
    {"Tensor.device", "", [](Bound&) { return Value::String("/job:localhost/replica:0/task:0/device:CPU:0"); }, Kind::kProperty},

    {"tf.Module", "name=None", ModuleNew, Kind::kClass},
    {"Module.__init__", "name=None", ModuleInit},
    {"Module.name", "", ModuleName, Kind::kProperty},
    {"Module.variables", "", ModuleVariables<Which::kAll>, Kind::kProperty},
    {"Module.trainable_variables", "", ModuleVariables<Which::kTrainable>, Kind::kProperty},
    {"Module.non_trainable_variables", "", ModuleVariables<Which::kOther>, Kind::kProperty},
    {"Module.submodules", "", Submodules, Kind::kProperty},
    {"Module.name_scope", "", ModuleScope, Kind::kProperty},
    {"tf.Module.with_name_scope", "method", WithNameScope},
    {"Module.with_name_scope", "method", WithNameScope},

    {"tf.name_scope", "name", NameScope, Kind::kClass},
    {"ScopedMethod.__call__", "*args, **kwargs", CallScoped},
    {"ScopedMethod.__get__", "instance", [](Bound& b) { return Value(b.in.heap.New(BoundMethod{b[0], *b.self})); }},
    {"tf.control_dependencies", "control_inputs", PlainContext},
    {"tf.device", "device_name", PlainContext},
    {"tf.init_scope", "", PlainContext},
    {"PlainContext.__enter__", "", EnterPlain},
    {"PlainContext.__exit__", "*args", [](Bound&) { return Value(false); }},
    {"NameScope.__enter__", "", EnterScope},
    {"NameScope.__exit__", "*args", ExitScope},
    {"NameScope.name", "", ScopeName, Kind::kProperty},
};

}  // namespace

std::string CurrentNameScope(Interp& in) {
  std::vector<Value> scopes = OpenScopes(in);
  return scopes.empty() ? "" : std::string(scopes.back().str());
}

std::span<const BuiltinRow> TfMemberRows() { return kRows; }

}  // namespace lathe::staging
