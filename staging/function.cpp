// tf.function: the key of a trace, tracing, calls. TensorFlow's rules: tensors count by dtype and shape, Python values by value,
// structures by structure, other objects by identity; on the first call variables may be created, and then the function is
// traced a second time with creation forbidden.
#include "ir/op_table.h"
#include "staging/function.h"

#include "staging/objects.h"
#include "staging/state_watch.h"
#include "staging/structure.h"
#include "staging/tensor_protocol.h"
#include "staging/tf/tensor.h"
#include "support/check.h"

namespace lathe::staging {

namespace {

// Arguments in the order of the function's parameters, ready for the key.
struct CanonicalArgs {
  CallArgs args;
  std::vector<ir::ValueId> leaves;      // operands of the call
  std::vector<ir::Type> types;
  std::string key;
};

std::string ShapeKey(const ir::Shape& shape) {
  if (!shape.ranked) return "?";
  std::string text = "[";
  for (ir::Dim d : shape.dims) text += std::to_string(d) + ",";
  return text + "]";
}

class Canonicalizer {
 public:
  Canonicalizer(Interp& in, Span where) : in_(in), where_(where) {}

  // The argument as the trace sees it: tensors replaced by place holders (filled by the tracer), with its key.
  void Add(const Value& v) {
    if (auto* t = v.as<Tensor>()) return AddTensor(t->value);
    if (auto* s = v.as<Scalar>()) {
      key_ += "S" + std::to_string(int(s->kind)) + ";";
      leaves_.push_back(s->value);
      return;
    }
    if (IsContainer(in_, v)) {
      key_ += v.is<Tuple>() ? "(" : in_.heap.as<ListObject>(v) ? "[" : "{";
      if (auto* d = in_.heap.as<DictObject>(v))
        for (auto& [k, value] : d->entries) key_ += KeyOf(k, in_.heap).value_or("?") + ":";
      for (const Value& child : ChildrenOf(in_, v)) Add(child);
      key_ += ")";
      return;
    }
    if (auto* variable = in_.heap.External<VariableObject>(v)) {
      key_ += "V" + std::to_string(variable->global.index) + ";";
      return;
    }
    if (auto* spec = in_.heap.External<TensorArrayObject>(v)) {
      key_ += "A" + std::string(ir::NameOf(spec->dtype)) + ";";
      leaves_.push_back(spec->list);
      return;
    }
    auto key = KeyOf(v, in_.heap);
    if (!key || v.is<SliceValue>() || in_.heap.as<SetObject>(v)) {
      Diagnostic d{DiagnosticKind::kArgumentMismatch, "a '" + std::string(in_.TypeName(v)) + "' cannot be an argument of a tf.function: it has no trace key", where_};
      in_.Raise(std::move(d), "TypeError");
    }
    if (auto* d = v.as<double>(); d && *d != *d) key = "nan";
    key_ += *key + ";";
  }
  void AddTensor(ir::ValueId value) {
    const ir::Type& type = in_.module.type(value);
    key_ += "T" + std::string(ir::NameOf(type.dtype)) + ShapeKey(type.shape) + ";";
    leaves_.push_back(value);
  }

  std::string key_;
  std::vector<ir::ValueId> leaves_;

 private:
  Interp& in_;
  Span where_;
};

std::string DescribeTrace(const Interp& in, const std::string& name, const std::vector<ir::ValueId>& leaves) {
  std::string text = name + "(";
  for (size_t i = 0; i < leaves.size(); i++) text += (i ? ", " : "") + ir::ToString(in.module.type(leaves[i]));
  return text + ")";
}

}  // namespace

// Removes operations without effect whose results nothing uses, also those that may raise: TensorFlow prunes them from a
// graph. (In eager code they raise.)
void PruneUnused(ir::Module& module, ir::RegionId body) {
  std::set<uint32_t> used;
  auto keep = [&](const std::vector<ir::ValueId>& values) {
    for (ir::ValueId v : values) used.insert(v.index);
  };
  std::function<bool(ir::RegionId)> prune = [&](ir::RegionId region) {
    keep(module[region].yields);
    auto& operations = module[region].operations;
    std::vector<ir::OpId> kept;
    bool effects = false;
    for (size_t i = operations.size(); i-- > 0;) {
      ir::Operation& op = module[operations[i]];
      bool writes = ir::RowOf(op.kind).effect == ir::Effect::kWrites;
      bool needed = writes;
      for (ir::ValueId v : op.results) needed |= used.contains(v.index);
      if (!op.regions.empty()) {
        // A loop's state feeds itself: its regions are walked whether its results are used or not.
        for (ir::RegionId inner : op.regions) writes |= prune(inner);
        needed |= writes;
      }
      if (!needed) continue;
      effects |= writes;
      keep(op.operands);
      kept.push_back(operations[i]);
    }
    std::reverse(kept.begin(), kept.end());
    operations = std::move(kept);
    return effects;
  };
  prune(body);
}

// Makes one trace: a new IR function, the Python function run on its parameters.
class Tracer {
 public:
  Tracer(Interp& in, Ref function, Span where) : in_(in), function_(function), where_(where) {}

  std::shared_ptr<Trace> Make(const CallArgs& args, const std::vector<ir::ValueId>& leaves, const std::vector<ir::Type>& types,
                              std::string key, VariableCreation creation, bool* created) {
    const TfFunction f = *in_.heap.External<TfFunction>(Value(function_));
    auto trace = std::make_shared<Trace>();
    trace->key = std::move(key);
    TraceContext context;
    context.outer = in_.trace;
    context.function_object = function_;
    context.creation = creation;
    context.first_object = in_.heap.size();
    if (!in_.trace) in_.eager_region_ = in_.builder.region();
    Saved saved(in_);
    ir::FunctionId id = in_.builder.OpenFunction(f.name, DescribeTrace(in_, f.name, leaves), types, f.span);
    context.function = id;
    trace->function = id;
    in_.trace = &context;
    in_.mode = Mode::kStaged;
    in_.builder.SetFolding(0);
    ir::RegionId body = in_.module[id].body;
    std::vector<ir::ValueId> parameters = in_.module[body].parameters;
    try {
      size_t next = 0;
      CallArgs inner = args;
      for (Value& v : inner.positional) v = Substitute(v, parameters, next, context);
      for (auto& [name, v] : inner.keywords) v = Substitute(v, parameters, next, context);
      Value result = in_.CallTraced(f.python_function, std::move(inner), f.options.autograph, where_);
      CheckArguments(context);
      trace->result = Results(result, trace->result_leaves);
      in_.builder.CloseFunction(trace->result_leaves);
      PruneUnused(in_.module, body);
    } catch (...) {
      if (created) *created = context.created_variables;
      in_.builder.CloseFunction({});
      throw;
    }
    if (created) *created = context.created_variables;
    trace->captures = context.captures;
    return trace;
  }

 private:
  struct Saved {
    explicit Saved(Interp& in) : in(in), mode(in.mode), trace(in.trace), folding(in.builder.folding()), region_depth(in.region_depth_), options(in.loop_options_), certain(in.trace_is_certain_) {
      if (!in.trace) in.trace_is_certain_ = in.region_depth_ == 0;
      in.region_depth_ = 0;
      in.loop_options_ = nullptr;
    }
    ~Saved() {
      in.mode = mode;
      in.trace = trace;
      in.builder.SetFolding(folding);
      in.region_depth_ = region_depth;
      in.loop_options_ = options;
      in.trace_is_certain_ = certain;
    }
    Interp& in;
    Mode mode;
    TraceContext* trace;
    int64_t folding;
    int region_depth;
    LoopOptions* options;
    bool certain;
  };

  Value Substitute(const Value& v, const std::vector<ir::ValueId>& parameters, size_t& next, TraceContext& context) {
    if (v.is<Tensor>()) return Tensor{parameters[next++]};
    if (auto* s = v.as<Scalar>()) return Scalar{s->kind, parameters[next++]};
    if (auto* array = in_.heap.External<TensorArrayObject>(v)) {
      auto copy = std::make_shared<TensorArrayObject>(*array);
      copy->list = parameters[next++];
      return in_.heap.New(ExternalSlot{copy});
    }
    if (!IsContainer(in_, v)) return v;
    std::vector<Value> children;
    for (const Value& child : ChildrenOf(in_, v)) children.push_back(Substitute(child, parameters, next, context));
    Value copy = Rebuild(in_, v, std::move(children));
    if (in_.heap.as<ListObject>(copy) || in_.heap.as<DictObject>(copy)) {
      context.argument_objects.push_back(copy.get<Ref>());
      in_.watched_arguments_[copy.get<Ref>()] = in_.heap[copy.get<Ref>()];
    }
    return copy;
  }

  // A list or dict argument must be as it was.
  void CheckArguments(TraceContext& context) {
    for (Ref ref : context.argument_objects) {
      const Object& before = in_.watched_arguments_.at(ref);
      const Object& after = in_.heap[ref];
      bool same = true;
      if (auto* l = std::get_if<ListObject>(&before)) {
        auto& m = std::get<ListObject>(after);
        same = l->items.size() == m.items.size();
        for (size_t i = 0; same && i < l->items.size(); i++) same = in_.Identical(l->items[i], m.items[i]);
      } else if (auto* d = std::get_if<DictObject>(&before)) {
        auto& e = std::get<DictObject>(after);
        same = d->index == e.index;
        for (size_t i = 0; same && i < d->entries.size(); i++) same = in_.Identical(d->entries[i].second, e.entries[i].second);
      }
      if (same) continue;
      Span at = where_;
      if (auto it = in_.object_write_.find(ref); it != in_.object_write_.end()) at = it->second;
      Diagnostic d{DiagnosticKind::kInputMutated, "a list or dict argument of a tf.function is changed in it", at};
      d.labels.push_back({where_, "called here"});
      d.help.push_back("copy it first: list(…) or dict(…)");
      in_.Fail(std::move(d));
    }
  }

  Value Results(const Value& result, std::vector<ir::ValueId>& leaves) {
    if (result.is<Poison>()) return result;
    return Map(in_, result, [&](const Value& v) -> Value {
      if (v.is_none() || v.is<Poison>()) return v;
      if (auto* u = v.as<Undefined>()) {
        if (u->reason) in_.Fail(Diagnostic(*u->reason));
        return None{};
      }
      if (auto* array = in_.heap.External<TensorArrayObject>(v)) {
        leaves.push_back(in_.Import(array->list, where_));
        return v;
      }
      if (in_.heap.External<VariableObject>(v) || v.is<Tensor>() || v.is<Scalar>() || v.is<Integer>() || v.is<double>() || v.is<bool>() ||
          v.is<std::complex<double>>() || v.is<Str>() || v.is<Bytes>() || v.is<ShapeValue>()) {
        ir::ValueId t = in_.Import(MakeLeaf(in_, v.is<ShapeValue>() ? Value(Tensor{in_.ToTensor(v, {}, where_)}) : v, where_).value, where_);
        leaves.push_back(t);
        return Tensor{t};
      }
      Diagnostic d{DiagnosticKind::kUnsupportedReturnValue, "a tf.function returns tensors, None and structures of them, not a '" + std::string(in_.TypeName(v)) + "'",
                   in_.return_span_.valid() ? in_.return_span_ : where_};
      in_.Raise(std::move(d), "TypeError");
    });
  }

  Interp& in_;
  Ref function_;
  Span where_;
};

// The body of a trace: AutoGraph converts it unless it was told not to.
Value Interp::CallTraced(const Value& function, CallArgs args, bool autograph, Span where) {
  Activation boundary = current();
  boundary.converted = autograph;
  boundary.function = "<trace>";
  boundary.call_span = where;
  activations.push_back(boundary);
  size_t depth = activations.size();
  bool outer = convert_calls_;
  convert_calls_ = true;
  int outer_try = try_depth_;
  auto leave = [&] {
    activations.resize(depth - 1);
    heap.write_depth = uint32_t(activations.size());
    convert_calls_ = outer;
    try_depth_ = outer_try;
  };
  try {
    Value v = Call(function, std::move(args), where);
    leave();
    return v;
  } catch (...) {
    leave();
    throw;
  }
}

void RequireVariableCreation(Interp& in, Span where) {
  if (!in.trace) return;
  in.trace->created_variables = true;
  if (in.trace->creation == VariableCreation::kAllowed) return;
  bool late = in.trace->creation == VariableCreation::kLate;
  Diagnostic d{late ? DiagnosticKind::kVariableCreatedLate : DiagnosticKind::kVariableCreatedTwice,
               late ? "a tf.Variable is created on a later call of a tf.function; only the first call may create variables"
                    : "a tf.Variable is created on every call of a tf.function",
               where};
  d.notes.push_back({"a tf.function runs its Python code once per trace; variables must exist only once", {}});
  d.help.push_back("create the variable outside, or once: 'if self.v is None: self.v = tf.Variable(…)'");
  d.trace = in.CallChain();
  in.Raise(std::move(d), "ValueError");
}

namespace {

// Python's binding of a call of the traced function to its parameters, so that f(1, b=2) and f(a=1, b=2) share a trace.
CallArgs Canonical(Interp& in, const Value& python_function, CallArgs args, Span where) {
  const Value* f = &python_function;
  Value unbound;
  if (auto* m = in.heap.as<BoundMethod>(*f)) {
    unbound = m->function;
    args.positional.insert(args.positional.begin(), m->self);
    args.positional_spans.insert(args.positional_spans.begin(), Span{});
    f = &unbound;
  }
  auto* object = in.heap.as<FunctionObject>(*f);
  if (!object) return args;
  const ast::Arguments& p = *object->arguments;
  ScopeObject scope;
  scope.info = object->info;
  FunctionObject copy = *object;
  in.BindParameters(copy, args, scope, where);
  CallArgs out;
  auto add = [&](Name name) {
    out.positional.push_back(scope.variables.at(name.index));
    out.positional_spans.push_back({});
  };
  for (auto& a : p.posonly) add(a.name);
  for (auto& a : p.args) add(a.name);
  if (p.vararg)
    for (const Value& v : scope.variables.at(p.vararg->name.index).items()) {
      out.positional.push_back(v);
      out.positional_spans.push_back({});
    }
  for (auto& a : p.kwonly) out.keywords.push_back({a.name, scope.variables.at(a.name.index)});
  if (p.kwarg)
    for (auto& [k, v] : in.heap.as<DictObject>(scope.variables.at(p.kwarg->name.index))->entries) out.keywords.push_back({in.Intern(k.str()), v});
  if (unbound.is<Ref>()) {
    out.positional.erase(out.positional.begin());
    out.positional_spans.erase(out.positional_spans.begin());
  }
  return out;
}

// numpy arrays become tensors.
Value AsArgument(Interp& in, const Value& v, Span where) {
  return Map(in, v, [&](const Value& leaf) -> Value {
    if (auto* t = leaf.as<Tensor>(); t && t->numpy) return Tensor{t->value};
    if (auto* m = leaf.as<Maybe>()) return *m->value;
    (void)where;
    return leaf;
  });
}

}  // namespace

Value CallTfFunction(Interp& in, Ref function, CallArgs args, Span where) {
  const TfFunction f = *in.heap.External<TfFunction>(Value(function));
  if (in.HasPoison(args)) return Poison{};
  if (in.run_functions_eagerly && in.mode == Mode::kEager) return in.Call(f.python_function, std::move(args), where);
  args = Canonical(in, f.python_function, std::move(args), where);
  for (Value& v : args.positional) v = AsArgument(in, v, where);
  for (auto& [n, v] : args.keywords) v = AsArgument(in, v, where);
  if (f.options.input_signature) ApplySignature(in, f, args, where);
  Canonicalizer canonical(in, where);
  for (const Value& v : args.positional) canonical.Add(v);
  for (auto& [n, v] : args.keywords) {
    canonical.key_ += std::string(in.TextOf(n)) + "=";
    canonical.Add(v);
  }
  std::vector<ir::Type> types;
  for (ir::ValueId& leaf : canonical.leaves_) {
    leaf = in.Import(leaf, where);
    types.push_back(in.module.type(leaf));
  }
  if (f.options.input_signature) SignatureTypes(in, f, args, types);
  std::string key = canonical.key_;
  if (f.options.input_signature) key = "signature";
  if (in.trace && in.HasOuterState(f.python_function)) key += "@" + std::to_string(in.trace->function.index);
  std::shared_ptr<Trace> trace;
  for (auto& t : f.traces) if (t->key == key) trace = t;
  if (trace) in.watch->OnCachedCall(trace->function);
  else trace = MakeTrace(in, function, args, canonical.leaves_, types, key, where);
  if (trace->failed) return Poison{};
  if (trace->result.is<Poison>()) return Poison{};
  if (f.folds && in.mode == Mode::kEager)
    if (auto known = FoldCall(in, *trace, canonical.leaves_)) return *known;
  std::vector<ir::ValueId> operands = canonical.leaves_;
  for (ir::ValueId capture : trace->captures) operands.push_back(in.Import(capture, where));
  std::vector<ir::Type> results;
  for (ir::ValueId leaf : trace->result_leaves) results.push_back(in.ResultType(in.module.type(leaf)));
  in.builder.SetSpan(in.UserSpan(where));
  ir::OpId call = in.builder.EmitControl(ir::OpKind::kCall, operands, results, {}, ir::CallAttr{trace->function});
  std::vector<ir::ValueId> ids = in.module[call].results;
  size_t next = 0;
  return Map(in, trace->result, [&](const Value& v) -> Value {
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

std::shared_ptr<Trace> MakeTrace(Interp& in, Ref function, const CallArgs& args, const std::vector<ir::ValueId>& leaves,
                                 const std::vector<ir::Type>& types, const std::string& key, Span where) {
  const TfFunction f = *in.heap.External<TfFunction>(Value(function));
  Tracer tracer(in, function, where);
  size_t depth = in.activations.size();
  auto failed = std::make_shared<Trace>();
  failed->key = key;
  failed->failed = true;
  auto record = [&](std::shared_ptr<Trace> trace, int count, bool variables) {
    auto& object = in.heap.WriteExternal<TfFunction>(function);
    object.traces.push_back(trace);
    object.trace_count += count;
    object.called = true;
    object.has_variables |= variables;
  };
  if (int(f.traces.size()) >= 1000) in.Fail(DiagnosticKind::kCompileTimeLimit, "'" + f.name + "' has more than 1,000 traces", where);
  std::shared_ptr<Trace> trace;
  int count = 1;
  bool created = false;
  try {
    VariableCreation creation = !f.called ? VariableCreation::kAllowed : VariableCreation::kLate;
    trace = tracer.Make(args, leaves, types, key, creation, &created);
    if (!f.called && created) {
      trace = tracer.Make(args, leaves, types, key, VariableCreation::kForbidden, nullptr);
      count = 2;
    }
  } catch (const Abandoned&) {
    record(failed, 1, false);
    throw;
  } catch (PyError& error) {
    // Nobody can catch it: it is reported here, and the rest of the statement is looked at as well.
    if (in.trace || !in.NobodyCatches()) throw;
    in.activations.resize(depth);
    in.heap.write_depth = uint32_t(depth);
    in.sink.Report(std::move(error.diagnostic));
    record(failed, 1, false);
    return failed;
  }
  record(trace, count, created);
  return trace;
}

void ApplySignature(Interp& in, const TfFunction& f, CallArgs& args, Span where) {
  std::vector<Value> specs = in.RequireElements(*f.options.input_signature, "input_signature", where);
  size_t offset = args.positional.size() > specs.size() ? args.positional.size() - specs.size() : 0;
  if (args.positional.size() < specs.size() || offset > 1) {
    Diagnostic d{DiagnosticKind::kSignatureMismatch, "'" + f.name + "' takes " + std::to_string(specs.size()) + " arguments by its input_signature, not " + std::to_string(args.positional.size()), where};
    in.Raise(std::move(d), "TypeError");
  }
  std::function<Value(const Value&, const Value&)> fit = [&](const Value& spec, const Value& v) -> Value {
    if (auto* s = in.heap.External<TensorSpecObject>(spec)) {
      auto mismatch = [&](const std::string& is) {
        Diagnostic d{DiagnosticKind::kSignatureMismatch, "the argument is " + is + ", the input_signature of '" + f.name + "' wants " + std::string(ir::NameOf(s->dtype)) + " of shape " + ir::ToString(s->shape), where};
        in.Raise(std::move(d), "TypeError");
      };
      ir::ValueId t;
      if (v.is<Tensor>() || in.heap.External<VariableObject>(v)) {
        t = in.ToTensor(v, {}, where);
      } else {
        Interp::CatchScope catches(in);
        try {
          t = in.ToTensor(v, s->dtype, where);
        } catch (PyError&) {
          mismatch("a '" + std::string(in.TypeName(v)) + "'");
        }
      }
      const ir::Type& type = in.module.type(t);
      bool fits = !s->shape.ranked || !type.shape.ranked || s->shape.dims.size() == type.shape.dims.size();
      if (fits && s->shape.ranked && type.shape.ranked)
        for (size_t i = 0; i < s->shape.dims.size(); i++)
          if (ir::IsKnown(s->shape.dims[i]) && ir::IsKnown(type.shape.dims[i]) && s->shape.dims[i] != type.shape.dims[i]) fits = false;
      if (type.dtype != s->dtype || !fits) mismatch(std::string(ir::NameOf(type.dtype)) + " of shape " + ir::ToString(type.shape));
      return Tensor{t};
    }
    if (IsContainer(in, spec)) {
      std::vector<Value> a = ChildrenOf(in, spec), b = in.RequireElements(v, "an argument", where), out;
      if (a.size() != b.size()) in.Raise(DiagnosticKind::kSignatureMismatch, "TypeError", "the argument's structure does not fit the input_signature", where);
      for (size_t i = 0; i < a.size(); i++) out.push_back(fit(a[i], b[i]));
      return Rebuild(in, spec, std::move(out));
    }
    return v;
  };
  for (size_t i = 0; i < specs.size(); i++) args.positional[offset + i] = fit(specs[i], args.positional[offset + i]);
}

// The parameters of the one trace have the signature's shapes.
void SignatureTypes(Interp& in, const TfFunction& f, const CallArgs& args, std::vector<ir::Type>& types) {
  (void)args;
  std::vector<ir::Type> wanted;
  std::function<void(const Value&)> collect = [&](const Value& spec) {
    if (auto* s = in.heap.External<TensorSpecObject>(spec)) wanted.push_back(ir::Type::Tensor(s->dtype, s->shape));
    else if (IsContainer(in, spec)) for (const Value& child : ChildrenOf(in, spec)) collect(child);
  };
  collect(*f.options.input_signature);
  size_t offset = types.size() - wanted.size();
  for (size_t i = 0; i < wanted.size(); i++) types[offset + i] = wanted[i];
}

// Whether a function uses variables of a function that is being traced now (then its traces belong to that trace).
bool Interp::HasOuterState(const Value& function) const {
  const Value* f = &function;
  if (auto* m = heap.as<BoundMethod>(*f)) f = &m->function;
  auto* object = heap.as<FunctionObject>(*f);
  if (!object) return false;
  const ScopeObject* scope = heap.as<ScopeObject>(object->scope);
  return scope && scope->info && scope->info->kind != Scope::Kind::kModule;
}

}  // namespace lathe::staging
