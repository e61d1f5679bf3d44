// The key of a trace by TensorFlow's rules: tensors count by dtype and shape, Python values by value, structures by structure,
// variables by dtype, shape and which of them are the same, objects by __eq__ or identity.
#include <algorithm>

#include "staging/function.h"
#include "staging/objects.h"
#include "staging/structure.h"

namespace lathe::staging {

std::vector<size_t> KeyOrder(const Interp& in, const Value& container) {
  std::vector<size_t> order(ChildrenOf(in, container).size());
  for (size_t i = 0; i < order.size(); i++) order[i] = i;
  auto* dict = in.heap.as<DictObject>(container);
  if (!dict) return order;
  std::vector<std::string> keys;
  for (auto& [k, v] : dict->entries) keys.push_back(KeyOf(k, in.heap).value_or("?"));
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return keys[a] < keys[b]; });
  return order;
}

namespace {

const FunctionObject* FunctionOf(const Interp& in, const Value& python_function, bool* bound = nullptr) {
  if (auto* m = in.heap.as<BoundMethod>(python_function)) {
    if (bound) *bound = true;
    return in.heap.as<FunctionObject>(m->function);
  }
  return in.heap.as<FunctionObject>(python_function);
}

class Canonicalizer {
 public:
  Canonicalizer(Interp& in, Ref function, TraceCall& call, Span where) : in_(in), function_(function), call_(call), where_(where) {}

  void Add(const Value& v) {
    if (auto* t = v.as<Tensor>()) return AddTensor(t->value, in_.module.type(t->value));
    if (auto* spec = in_.heap.External<TensorSpecObject>(v)) return AddTensor({}, ir::Type::Tensor(spec->dtype, spec->shape));
    if (auto* s = v.as<Scalar>()) {
      Key("S" + std::to_string(int(s->kind)));
      return AddLeaf(s->value, in_.module.type(s->value));
    }
    if (IsContainer(in_, v)) return AddContainer(v);
    if (auto* variable = in_.heap.External<VariableObject>(v)) return AddVariable(*variable);
    if (auto* array = in_.heap.External<TensorArrayObject>(v)) {
      Key("A" + std::string(ir::NameOf(array->dtype)));
      return AddLeaf(array->list, in_.module.type(array->list));
    }
    auto key = KeyOf(v, in_.heap);
    if (in_.heap.as<InstanceObject>(v)) key = ObjectKey(v);
    if (!key || v.is<SliceValue>() || in_.heap.as<SetObject>(v)) {
      Diagnostic d{DiagnosticKind::kArgumentMismatch, "a '" + std::string(in_.TypeName(v)) + "' cannot be an argument of a tf.function: it has no trace key", where_};
      in_.Raise(std::move(d), "TypeError");
    }
    if (auto* d = v.as<double>(); d && *d != *d) key = "nan";
    Key(*key);
  }

  void Key(const std::string& part) { call_.skeleton += std::to_string(part.size()) + ":" + part; }

 private:
  void AddLeaf(ir::ValueId value, ir::Type type) {
    call_.leaves.push_back(value);
    call_.types.push_back(std::move(type));
  }
  void AddTensor(ir::ValueId value, const ir::Type& type) {
    Key("T" + std::string(ir::NameOf(type.dtype)));
    AddLeaf(value, type);
  }

  void AddContainer(const Value& v) {
    std::string open = v.is<Tuple>() ? "(" : in_.heap.as<ListObject>(v) ? "[" : "{";
    if (auto* t = v.as<Tuple>(); t && t->type.valid()) {
      const ClassObject& cls = *in_.heap.as<ClassObject>(t->type);
      open += cls.name;
      for (auto& [name, attribute] : cls.attributes)
        if (in_.TextOf(name) == "_fields") open += KeyOf(attribute, in_.heap).value_or("");
    }
    Key(open);
    std::vector<Value> children = ChildrenOf(in_, v);
    for (size_t i : KeyOrder(in_, v)) {
      if (auto* d = in_.heap.as<DictObject>(v)) Key(KeyOf(d->entries[i].first, in_.heap).value_or("?"));
      Add(children[i]);
    }
    call_.skeleton += ")";
  }

  void AddVariable(const VariableObject& variable) {
    auto known = std::find(call_.variables.begin(), call_.variables.end(), variable.global);
    size_t alias = size_t(known - call_.variables.begin());
    if (known == call_.variables.end()) call_.variables.push_back(variable.global);
    Key("V" + std::string(ir::NameOf(variable.dtype)) + ir::ToString(variable.shape) + (variable.trainable ? "t" : "n") + std::to_string(alias));
  }

  // Objects with __eq__ share a trace with an equal one that was seen before.
  std::optional<std::string> ObjectKey(const Value& v) {
    Ref cls = in_.heap.as<InstanceObject>(v)->cls;
    if (!in_.ClassAttribute(cls, in_.Intern("__eq__"))) return KeyOf(v, in_.heap);
    if (!in_.ClassAttribute(cls, in_.Intern("__hash__"))) return std::nullopt;
    std::vector<Value> seen = in_.heap.External<TfFunction>(Value(function_))->equal_objects;
    for (size_t i = 0; i < seen.size(); i++)
      if (in_.Identical(seen[i], v) || in_.KnownTruth(in_.Compare(ast::CompareOp::kEq, v, seen[i], where_), where_)) return "e" + std::to_string(i);
    in_.heap.WriteExternal<TfFunction>(function_).equal_objects.push_back(v);
    return "e" + std::to_string(seen.size());
  }

  Interp& in_;
  Ref function_;
  TraceCall& call_;
  Span where_;
};

// numpy arrays become tensors, ranges lists.
Value AsArgument(Interp& in, const Value& v, Span where) {
  return Map(in, v, [&](const Value& leaf) -> Value {
    if (auto* t = leaf.as<Tensor>(); t && t->numpy) return Tensor{t->value};
    if (auto* m = leaf.as<Maybe>()) return *m->value;
    if (leaf.is<RangeValue>())
      if (auto elements = in.Elements(leaf, where)) return in.heap.New(ListObject{std::move(*elements)});
    return leaf;
  });
}

}  // namespace

std::vector<Name> ParameterNames(const Interp& in, const Value& python_function) {
  bool bound = false;
  const FunctionObject* f = FunctionOf(in, python_function, &bound);
  std::vector<Name> names;
  if (!f) return names;
  for (auto& a : f->arguments->posonly) names.push_back(a.name);
  for (auto& a : f->arguments->args) names.push_back(a.name);
  if (bound && !names.empty()) names.erase(names.begin());
  for (auto& a : f->arguments->kwonly) names.push_back(a.name);
  return names;
}

CallArgs CanonicalArguments(Interp& in, const Value& python_function, CallArgs args, Span where) {
  bool bound = false;
  const FunctionObject* function = FunctionOf(in, python_function, &bound);
  if (!function) return args;
  if (bound) {
    args.positional.insert(args.positional.begin(), in.heap.as<BoundMethod>(python_function)->self);
    args.positional_spans.insert(args.positional_spans.begin(), Span{});
  }
  const FunctionObject f = *function;
  const ast::Arguments& p = *f.arguments;
  ScopeObject scope;
  scope.info = f.info;
  in.BindParameters(f, args, scope, where);
  CallArgs out;
  auto add = [&](const Value& v) {
    out.positional.push_back(v);
    out.positional_spans.push_back({});
  };
  for (auto& a : p.posonly) add(scope.variables.at(a.name.index));
  for (auto& a : p.args) add(scope.variables.at(a.name.index));
  if (p.vararg)
    for (const Value& v : scope.variables.at(p.vararg->name.index).items()) add(v);
  for (auto& a : p.kwonly) out.keywords.push_back({a.name, scope.variables.at(a.name.index)});
  if (p.kwarg) {
    size_t first = out.keywords.size();
    for (auto& [k, v] : in.heap.as<DictObject>(scope.variables.at(p.kwarg->name.index))->entries) out.keywords.push_back({in.Intern(k.str()), v});
    std::sort(out.keywords.begin() + int64_t(first), out.keywords.end(),
              [&](auto& a, auto& b) { return in.TextOf(a.first) < in.TextOf(b.first); });
  }
  if (bound) {
    out.positional.erase(out.positional.begin());
    out.positional_spans.erase(out.positional_spans.begin());
  }
  return out;
}

TraceCall DescribeCall(Interp& in, Ref function, CallArgs args, Span where) {
  TraceCall call;
  for (Value& v : args.positional) v = AsArgument(in, v, where);
  for (auto& [n, v] : args.keywords) v = AsArgument(in, v, where);
  Canonicalizer canonical(in, function, call, where);
  for (const Value& v : args.positional) canonical.Add(v);
  for (auto& [n, v] : args.keywords) {
    canonical.Key(std::string(in.TextOf(n)) + "=");
    canonical.Add(v);
  }
  call.args = std::move(args);
  for (ir::ValueId& leaf : call.leaves)
    if (leaf.valid()) leaf = in.Import(leaf, where);
  return call;
}

}  // namespace lathe::staging
