// Making a trace: a new IR function, the Python function run on its parameters; once per combination of ranks where the declared
// types leave ranks open (the first of them has the effects, as the Python function runs once in TensorFlow).
#include <algorithm>
#include <functional>
#include <set>

#include "ir/op_table.h"
#include "staging/function.h"
#include "staging/objects.h"
#include "staging/structure.h"
#include "support/check.h"

namespace lathe::staging {

namespace {

std::string DescribeTrace(const std::string& name, const std::vector<ir::Type>& types) {
  std::string text = name + "(";
  for (size_t i = 0; i < types.size(); i++) text += (i ? ", " : "") + ir::ToString(types[i]);
  return text + ")";
}

// Declared types with the ranks of a call.
std::vector<ir::Type> RankedTypes(const Trace& trace, const std::vector<int>& ranks) {
  std::vector<ir::Type> types = trace.types;
  size_t next = 0;
  for (ir::Type& type : types)
    if (type.kind == ir::TypeKind::kTensor && !type.shape.ranked && ranks[next++] >= 0)
      type.shape = {true, std::vector<ir::Dim>(size_t(ranks[next - 1]), ir::kUnknown)};
  return types;
}

// The rank of each leaf that has no declared one; -1 where the call does not know it either.
std::vector<int> OpenRanks(const Trace& trace, const TraceCall& call) {
  std::vector<int> ranks;
  for (size_t i = 0; i < trace.types.size(); i++) {
    const ir::Type& type = trace.types[i];
    if (type.kind != ir::TypeKind::kTensor || type.shape.ranked) continue;
    const ir::Shape& shape = call.types[i].shape;
    ranks.push_back(shape.ranked ? shape.rank() : call.leaves[i].valid() ? -1 : 1);
  }
  return ranks;
}

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

}  // namespace

// Makes one trace: a new IR function, the Python function run on its parameters.
class Tracer {
 public:
  Tracer(Interp& in, Ref function, Span where) : in_(in), function_(function), where_(where) {}

  // Takes back what was emitted into the eager program while a trace was made: its output at trace time.
  static void DiscardOutput(Interp& in, size_t from) {
    for (ir::RegionId r = in.eager_region(); r.valid();) {
      std::erase_if(in.module[r].operations, [&](ir::OpId id) { return id.index >= from && !in.pinned_.contains(id.index); });
      auto it = in.enclosing_.find(r.index);
      r = it == in.enclosing_.end() ? ir::RegionId{} : it->second;
    }
  }

  TraceCode Make(const Trace& trace, const TraceCall& call, const std::vector<int>& ranks, VariableCreation creation, bool* created) {
    const TfFunction f = *in_.heap.External<TfFunction>(Value(function_));
    TraceCode code;
    code.ranks = ranks;
    TraceContext context;
    context.outer = in_.trace;
    context.function_object = function_;
    context.creation = creation;
    context.first_object = in_.heap.size();
    if (!f.options.jit_compile) context.operands = call.leaves;
    if (!in_.trace) in_.eager_region_ = in_.builder.region();
    Saved saved(in_);
    std::vector<ir::Type> types = RankedTypes(trace, ranks);
    code.function = in_.builder.OpenFunction(f.name, DescribeTrace(f.name, types), types, f.span);
    context.function = code.function;
    in_.trace = &context;
    in_.mode = Mode::kStaged;
    in_.builder.SetFolding(0);
    parameters_ = in_.module[in_.module[code.function].body].parameters;
    for (size_t i = 0; i < types.size(); i++)
      if (types[i].kind == ir::TypeKind::kTensor && !trace.types[i].shape.ranked) context.hidden_ranks.insert(parameters_[i].index);
    try {
      CallArgs inner = call.args;
      std::vector<Name> names = ParameterNames(in_, f.python_function);
      auto substitute = [&](Value& v, const std::string& name) {
        size_t first = next_;
        v = Substitute(v, context);
        for (size_t i = first; i < next_; i++) context.parameter_names.push_back(i == first ? name : name + "_" + std::to_string(i - first));
      };
      for (size_t i = 0; i < inner.positional.size(); i++)
        substitute(inner.positional[i], i < names.size() ? std::string(in_.TextOf(names[i])) : "args_" + std::to_string(i - names.size()));
      for (auto& [name, v] : inner.keywords) substitute(v, std::string(in_.TextOf(name)));
      Value result = in_.CallTraced(f.python_function, std::move(inner), f.options.autograph, where_);
      CheckArguments(context);
      code.result = Results(result, code.result_leaves);
      in_.builder.CloseFunction(code.result_leaves);
      PruneUnused(in_.module, in_.module[code.function].body);
    } catch (...) {
      if (created) *created = context.created_variables;
      in_.builder.CloseFunction({});
      throw;
    }
    if (created) *created = context.created_variables;
    code.captures = context.captures;
    code.parameters = std::move(placeholders_);
    return code;
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

  Value Substitute(const Value& v, TraceContext& context) {
    if (v.is<Tensor>() || in_.heap.External<TensorSpecObject>(v)) return Tensor{parameters_[next_++]};
    if (auto* s = v.as<Scalar>()) return Scalar{s->kind, parameters_[next_++]};
    if (auto* array = in_.heap.External<TensorArrayObject>(v)) {
      auto copy = std::make_shared<TensorArrayObject>(*array);
      copy->list = parameters_[next_++];
      return in_.heap.New(ExternalSlot{copy});
    }
    if (auto* variable = in_.heap.External<VariableObject>(v)) return Placeholder(*variable);
    if (!IsContainer(in_, v)) return v;
    std::vector<Value> children = ChildrenOf(in_, v);
    for (size_t i : KeyOrder(in_, v)) children[i] = Substitute(children[i], context);
    Value copy = Rebuild(in_, v, std::move(children));
    if (in_.heap.as<ListObject>(copy) || in_.heap.as<DictObject>(copy)) {
      context.argument_objects.push_back(copy.get<Ref>());
      in_.watched_arguments_[copy.get<Ref>()] = in_.heap[copy.get<Ref>()];
    }
    return copy;
  }

  // A variable that stands for any of its type.
  Value Placeholder(const VariableObject& variable) {
    auto [it, added] = variables_.try_emplace(variable.global.index, Value());
    if (!added) return it->second;
    auto copy = std::make_shared<VariableObject>(variable);
    ir::Global global = in_.module[variable.global];
    copy->global = in_.module.NewGlobal(std::move(global));
    copy->reference = None{};
    copy->created = {};
    placeholders_.push_back(copy->global);
    it->second = in_.heap.New(ExternalSlot{copy});
    return it->second;
  }

  // A list or dict argument must be as it was.
  void CheckArguments(TraceContext& context) {
    for (Ref ref : context.argument_objects) {
      const Object& before = in_.watched_arguments_.at(ref);
      const Object& after = in_.heap[ref];
      bool same = true;
      if (auto* l = std::get_if<ListObject>(&before)) {
        auto* m = std::get_if<ListObject>(&after);     // it may have become a run-time list
        same = m && l->items.size() == m->items.size();
        for (size_t i = 0; same && i < l->items.size(); i++) same = in_.Identical(l->items[i], m->items[i]);
      } else if (auto* d = std::get_if<DictObject>(&before)) {
        auto* e = std::get_if<DictObject>(&after);
        same = e && d->index == e->index;
        for (size_t i = 0; same && i < d->entries.size(); i++) same = in_.Identical(d->entries[i].second, e->entries[i].second);
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
      if (v.is<RangeValue>()) {
        std::vector<Value> items;
        for (const Value& item : in_.RequireElements(v, "a range that is returned", where_)) {
          leaves.push_back(in_.Import(MakeLeaf(in_, item, where_).value, where_));
          items.push_back(Tensor{leaves.back()});
        }
        return in_.heap.New(ListObject{std::move(items)});
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
  std::vector<ir::ValueId> parameters_;
  size_t next_ = 0;
  std::map<uint32_t, Value> variables_;
  std::vector<ir::GlobalId> placeholders_;
};

std::string SymbolicName(const Interp& in, ir::ValueId value) {
  const ir::ValueInfo& info = in.module[value];
  if (in.trace && !info.definition.valid() && info.parameter_of == in.module[in.trace->function].body && info.index < in.trace->parameter_names.size())
    return in.trace->parameter_names[info.index];
  return "Tensor";
}

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

class GlobalReplacer {
 public:
  GlobalReplacer(ir::Module& module, const std::map<uint32_t, ir::GlobalId>& globals) : module_(module), globals_(globals) {}

  ir::FunctionId Copy(ir::FunctionId function) {
    if (auto it = functions_.find(function.index); it != functions_.end()) return it->second;
    if (!Uses(module_[function].body)) return functions_[function.index] = function;
    ir::Function copy = module_[function];
    copy.body = {};
    ir::FunctionId id = module_.NewFunction(std::move(copy));
    functions_[function.index] = id;
    ir::RegionId body = CopyRegion(module_[function].body, {}, id);
    module_[id].body = body;
    return id;
  }

 private:
  bool Uses(ir::RegionId region) {
    for (ir::OpId id : module_[region].operations) {
      const ir::Operation& op = module_[id];
      if (auto* global = std::get_if<ir::GlobalAttr>(&op.attrs); global && globals_.contains(global->global.index)) return true;
      if (auto* call = std::get_if<ir::CallAttr>(&op.attrs); call && Uses(module_[call->callee].body)) return true;
      for (ir::RegionId r : op.regions)
        if (Uses(r)) return true;
    }
    return false;
  }

  ir::ValueId Mapped(ir::ValueId value) const {
    auto it = values_.find(value.index);
    return it == values_.end() ? value : it->second;
  }

  ir::RegionId CopyRegion(ir::RegionId old, ir::OpId parent, ir::FunctionId function) {
    ir::Region empty;
    empty.parent_op = parent;
    empty.function = function;
    ir::RegionId id = module_.NewRegion(std::move(empty));
    for (ir::ValueId parameter : std::vector(module_[old].parameters)) {
      ir::ValueInfo info = module_[parameter];
      info.parameter_of = id;
      module_[id].parameters.push_back(values_[parameter.index] = module_.NewValue(std::move(info)));
    }
    for (ir::OpId op : std::vector(module_[old].operations)) module_[id].operations.push_back(CopyOperation(op, id, function));
    for (ir::ValueId value : module_[old].yields) module_[id].yields.push_back(Mapped(value));
    return id;
  }

  ir::OpId CopyOperation(ir::OpId old, ir::RegionId region, ir::FunctionId function) {
    ir::Operation op = module_[old];
    op.parent = region;
    for (ir::ValueId& operand : op.operands) operand = Mapped(operand);
    if (auto* global = std::get_if<ir::GlobalAttr>(&op.attrs))
      if (auto it = globals_.find(global->global.index); it != globals_.end()) global->global = it->second;
    if (auto* call = std::get_if<ir::CallAttr>(&op.attrs)) call->callee = Copy(call->callee);
    std::vector<ir::RegionId> regions = std::move(op.regions);
    std::vector<ir::ValueId> results = std::move(op.results);
    op.regions.clear();
    op.results.clear();
    ir::OpId id = module_.NewOp(std::move(op));
    for (ir::ValueId result : results) {
      ir::ValueInfo info = module_[result];
      info.definition = id;
      ir::ValueId made = module_.NewValue(std::move(info));
      if (auto* literal = module_.ConstantOf(result)) module_.SetFolded(made, *literal);
      values_[result.index] = made;
      module_[id].results.push_back(made);
    }
    for (ir::RegionId r : regions) {
      ir::RegionId copy = CopyRegion(r, id, function);
      module_[id].regions.push_back(copy);
    }
    return id;
  }

  ir::Module& module_;
  const std::map<uint32_t, ir::GlobalId>& globals_;
  std::map<uint32_t, ir::FunctionId> functions_;
  std::map<uint32_t, ir::ValueId> values_;
};

}  // namespace

ir::FunctionId WithGlobals(ir::Module& module, ir::FunctionId function, const std::map<uint32_t, ir::GlobalId>& globals) {
  return GlobalReplacer(module, globals).Copy(function);
}

std::shared_ptr<Trace> MakeTrace(Interp& in, Ref function, const TraceCall& call, std::vector<ir::Type> declared, Span where) {
  const TfFunction f = *in.heap.External<TfFunction>(Value(function));
  size_t depth = in.activations.size();
  auto trace = std::make_shared<Trace>();
  trace->key = call.skeleton;
  trace->types = std::move(declared);
  auto record = [&](int count, bool variables) {
    auto& object = in.heap.WriteExternal<TfFunction>(function);
    object.traces.push_back(trace);
    object.trace_count += count;
    object.called = true;
    object.has_variables |= variables;
  };
  auto failed = [&] {
    trace->failed = true;
    record(1, false);
  };
  if (int(f.traces.size()) >= 1000) in.Fail(DiagnosticKind::kCompileTimeLimit, "'" + f.name + "' has more than 1,000 traces", where);
  int count = 1;
  bool created = false;
  std::vector<int> ranks = OpenRanks(*trace, call);
  try {
    size_t errors = in.sink.error_count();
    VariableCreation creation = !f.called ? VariableCreation::kAllowed : VariableCreation::kLate;
    TraceCode code = Tracer(in, function, where).Make(*trace, call, ranks, creation, &created);
    if (!f.called && created && in.sink.error_count() == errors) {
      code = Tracer(in, function, where).Make(*trace, call, ranks, VariableCreation::kForbidden, nullptr);
      count = 2;
    }
    trace->codes.push_back(std::move(code));
  } catch (const Abandoned&) {
    failed();
    throw;
  } catch (PyError& error) {
    // Nobody can catch it: it is reported here, and the rest of the statement is looked at as well.
    if (in.trace || !in.NobodyCatches()) throw;
    in.activations.resize(depth);
    in.heap.write_depth = uint32_t(depth);
    in.sink.Report(std::move(error.diagnostic));
    failed();
    return trace;
  }
  record(count, created);
  return trace;
}

TraceCode TraceOnSpecs(Interp& in, Ref function, CallArgs args, Span where) {
  TraceCall call = DescribeCall(in, function, std::move(args), where);
  std::shared_ptr<Trace> trace = MakeTrace(in, function, call, call.types, where);
  if (trace->failed || in.HoldsPoison(trace->codes.front().result)) throw Abandoned{};
  return trace->codes.front();
}

TraceCode& CodeFor(Interp& in, Ref function, Trace& trace, const TraceCall& call, Span where) {
  std::vector<int> ranks = OpenRanks(trace, call);
  for (TraceCode& code : trace.codes)
    if (code.ranks == ranks) return code;
  // The Python function ran already: what it does to Python's state is undone, its output dropped.
  size_t first = in.module.op_count(), mark = in.sink.mark();
  in.heap.Push();
  auto undo = [&] {
    Heap::Frame frame = in.heap.Rollback();
    in.KeepTraces(frame);
    Tracer::DiscardOutput(in, first);
  };
  try {
    trace.codes.push_back(Tracer(in, function, where).Make(trace, call, ranks, VariableCreation::kForbidden, nullptr));
  } catch (...) {
    undo();
    throw;
  }
  undo();
  in.sink.Rewind(mark);
  return trace.codes.back();
}

}  // namespace lathe::staging
