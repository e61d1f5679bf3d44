// tf.function and the functional forms of control flow: cond, case, switch_case, while_loop, map_fn, vectorized_map, scan, folds,
// tf.autograph, tf.custom_gradient's relatives live elsewhere.
#include "ir/passes/pipeline.h"
#include "staging/tf/map_checks.h"
#include "staging/function.h"
#include "staging/loops.h"
#include "staging/objects.h"
#include "staging/structure.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

// ---- tf.function ----

Value MakeTfFunction(Interp& in, const Value& f, const Bound& b) {
  auto object = std::make_shared<TfFunction>();
  object->python_function = f;
  if (b.given(1)) object->options.input_signature = b[1];
  object->options.autograph = in.KnownBool(b[2], "autograph", b.span);
  if (b.given(3)) object->options.jit_compile = in.KnownBool(b[3], "jit_compile", b.span);
  object->options.reduce_retracing = b.given(4) && in.KnownBool(b[4], "reduce_retracing", b.span);
  const Value* function = &f;
  if (auto* m = in.heap.as<BoundMethod>(f)) function = &m->function;
  if (auto* p = in.heap.as<FunctionObject>(*function)) {
    object->name = p->name;
    object->span = p->span;
  } else {
    object->name = "function";
    object->span = b.span;
  }
  return in.heap.New(ExternalSlot{object});
}

// What tf.function(…) with options returns: waits for the function.
struct DecoratorObject : ExternalObject {
  std::vector<Value> args;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<DecoratorObject>(*this); }
  std::string_view type_name() const override { return "FunctionDecorator"; }
};

// A signature has a spec for each positional parameter; those with a default may be left out.
void CheckArity(Interp& in, const Bound& b) {
  if (!b.given(0)) return;
  bool method = in.heap.as<BoundMethod>(b[0]) != nullptr;
  const Value function = method ? in.heap.as<BoundMethod>(b[0])->function : b[0];
  auto* f = in.heap.as<FunctionObject>(function);
  if (!f || f->arguments->vararg) return;
  size_t parameters = f->arguments->posonly.size() + f->arguments->args.size() - (method ? 1 : 0);
  size_t specs = in.RequireElements(b[1], "input_signature", b.span).size();
  size_t required = parameters - std::min(parameters, f->defaults.size());
  auto* scope = in.heap.as<ScopeObject>(in.current().scope);
  if (scope->info && scope->info->kind == Scope::Kind::kClass && required > 0) required--;      // self
  for (size_t i = 0; i < f->kw_defaults.size(); i++) {
    if (!f->kw_defaults[i].is<Undefined>()) continue;
    std::string name(in.TextOf(f->arguments->kwonly[i].name));
    Diagnostic d{DiagnosticKind::kBadSignature, "the keyword-only parameter '" + name + "' has no default, and input_signature cannot describe it", b.span};
    d.labels.push_back({f->span, "the function"});
    in.Raise(std::move(d), "TypeError");
  }
  if (specs <= parameters && specs >= required) return;
  Diagnostic d{DiagnosticKind::kBadSignature, "input_signature has " + std::to_string(specs) + " specs, '" + f->name + "' has " + std::to_string(parameters) + " parameter" + (parameters == 1 ? "" : "s"), b.span};
  d.labels.push_back({f->span, "the function"});
  in.Raise(std::move(d), "TypeError");
}

void CheckSignature(Interp& in, const Bound& b) {
  if (!b.given(1)) return;
  bool sequence = b[1].is<Tuple>() || in.heap.as<ListObject>(b[1]);
  bool specs = sequence;
  if (sequence)
    Walk(in, b[1], [&](const Value& v) { specs &= in.heap.External<TensorSpecObject>(v) != nullptr || v.is_none(); });
  if (specs) return CheckArity(in, b);
  Diagnostic d{DiagnosticKind::kBadSignature, "input_signature must be a list or tuple of tf.TensorSpec", b.span};
  in.Raise(std::move(d), "TypeError");
}

Value TfFunctionRow(Bound& b) {
  CheckSignature(b.in, b);
  if (b.given(0)) return MakeTfFunction(b.in, b[0], b);
  auto decorator = std::make_shared<DecoratorObject>();
  decorator->args = b.args;
  return b.in.heap.New(ExternalSlot{decorator});
}

Value CallDecorator(Bound& b) {
  Bound inner{b.in, b.span, b.in.heap.External<DecoratorObject>(*b.self)->args, std::vector<Span>(5), nullptr};
  inner.args[0] = b[0];
  CheckSignature(b.in, inner);
  return MakeTfFunction(b.in, b[0], inner);
}

const TfFunction& Self(Bound& b) { return *b.in.heap.External<TfFunction>(*b.self); }

Value TracingCount(Bound& b) { return Value::Int(Self(b).trace_count); }
Value PythonFunction(Bound& b) { return Self(b).python_function; }
Value FunctionName(Bound& b) { return Value::String(Self(b).name); }

Value RunEagerly(Bound& b) {
  b.in.run_functions_eagerly = b.in.KnownBool(b[0], "run_eagerly", b.span);
  return None{};
}
Value FunctionsRunEagerly(Bound& b) { return b.in.run_functions_eagerly; }

Value DoNotConvert(Bound& b) {
  if (!b.given(0)) return Builtin{FindBuiltin("tf.autograph.experimental.do_not_convert")};
  if (auto* ref = b[0].as<Ref>())
    if (b.in.heap.as<FunctionObject>(*ref)) b.in.heap.Write<FunctionObject>(*ref).convert = false;
  return b[0];
}

Value SetLoopOptions(Bound& b) {
  Interp& in = b.in;
  if (in.mode == Mode::kStaged && in.current().converted && !(in.statement_.valid() && in.statement_ == in.loop_head_)) {
    Diagnostic d{DiagnosticKind::kLoopOptionsPosition, "set_loop_options must be the first statement of the body of the loop it is about", b.span};
    d.help.push_back("move it to the first line of the loop's body");
    d.trace = in.CallChain();
    in.sink.Report(std::move(d));       // and is taken for the loop it is in: what it allows is not reported as well
  }
  if (!in.loop_options_) return None{};
  LoopOptions& options = *in.loop_options_;
  options.span = b.span;
  if (b.given(2)) options.maximum_iterations = in.KnownInt(b[2], "maximum_iterations", b.span);
  if (b.given(3))
    for (const Value& pair : in.RequireElements(b[3], "shape_invariants", b.span)) {
      std::vector<Value> parts = in.RequireElements(pair, "shape_invariants", b.span);
      if (parts.size() == 2) options.shape_invariants.push_back({parts[0], in.ShapeOfValue(parts[1], b.span)});
    }
  return None{};
}

// ---- branches ----

Value CallBranch(Interp& in, const Value& f, Span where) {
  if (f.is_none()) return None{};
  return in.Call(f, std::vector<Value>{}, where);
}

// The predicate of tf.cond: a bool tensor or a Python value.
Truth Predicate(Interp& in, const Value& v, Span where) {
  if (in.mode == Mode::kStaged && in.IsTensorLike(v)) return {false, false, in.StagedCondition(v, where)};
  return in.TruthOf(v, where);
}

Value Cond(Bound& b) {
  Truth t = Predicate(b.in, b[0], b.span);
  if (t.known) return CallBranch(b.in, t.value ? b[1] : b[2], b.span);
  return b.in.Branch(
      t.dynamic, [&] { return CallBranch(b.in, b[1], b.span); }, [&] { return CallBranch(b.in, b[2], b.span); }, b.span);
}

// exclusive=True: at most one predicate holds.
void RequireExclusive(Bound& b, const std::vector<Value>& pairs) {
  int64_t known = 0;
  V count;
  for (const Value& pair : pairs) {
    Truth t = Predicate(b.in, b.in.RequireElements(pair, "tf.case", b.span).at(0), b.span);
    if (t.known) {
      known += t.value;
      continue;
    }
    V one = b.in.Emit(K::kCast, {t.dynamic}, ir::DTypeAttr{ir::DType::kInt32}, b.span);
    count = count.valid() ? b.in.Emit(K::kAdd, {count, one}, {}, b.span) : one;
  }
  std::string message = "Input error: exclusive=True: more than 1 conditions evaluated as True";
  if (known > 1) b.in.Raise(DiagnosticKind::kInvalidValue, "InvalidArgumentError", message, b.span);
  if (!count.valid()) return;
  V most = b.in.builder.Constant(ir::Literal::Scalar(ir::DType::kInt32, 1 - known));
  b.in.Emit(K::kAssert, {b.in.Emit(K::kLe, {count, most}, {}, b.span), b.in.builder.Constant(ir::Literal::String(message))}, ir::TextAttr{"InvalidArgumentError", 0}, b.span);
}

Value Case(Bound& b) {
  std::vector<Value> pairs = b.in.RequireElements(b[0], "tf.case", b.span);
  if (b.in.KnownTruth(b[2], b.span)) RequireExclusive(b, pairs);
  std::function<Value(size_t)> from = [&](size_t i) -> Value {
    if (i == pairs.size()) {
      if (b.given(1)) return CallBranch(b.in, b[1], b.span);
      // Without a default the last function runs when nothing before it did; TensorFlow asserts that its predicate holds.
      b.in.Raise(DiagnosticKind::kInvalidValue, "InvalidArgumentError", "none of the conditions of tf.case is true and there is no default", b.span);
    }
    std::vector<Value> pair = b.in.RequireElements(pairs[i], "tf.case", b.span);
    Truth t = Predicate(b.in, pair.at(0), b.span);
    if (t.known) return t.value ? CallBranch(b.in, pair.at(1), b.span) : from(i + 1);
    if (i + 1 == pairs.size() && !b.given(1)) {
      V message = b.in.builder.Constant(ir::Literal::String("None of the conditions evaluated as True"));
      b.in.Emit(K::kAssert, {t.dynamic, message}, ir::TextAttr{"InvalidArgumentError", 0}, b.span);
      return CallBranch(b.in, pair.at(1), b.span);
    }
    return b.in.Branch(t.dynamic, [&] { return CallBranch(b.in, pair.at(1), b.span); }, [&] { return from(i + 1); }, b.span);
  };
  return from(0);
}

Value SwitchCase(Bound& b) {
  Interp& in = b.in;
  std::vector<std::pair<int64_t, Value>> branches;
  if (auto* d = in.heap.as<DictObject>(b[1])) {
    for (auto& [k, v] : d->entries) branches.push_back({in.KnownInt(k, "a branch index", b.span), v});
  } else {
    std::vector<Value> items = in.RequireElements(b[1], "tf.switch_case", b.span);
    for (size_t i = 0; i < items.size(); i++) {
      if (auto* t = items[i].as<Tuple>()) branches.push_back({in.KnownInt((*t->items)[0], "a branch index", b.span), (*t->items)[1]});
      else branches.push_back({int64_t(i), items[i]});
    }
  }
  if (branches.empty()) in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "tf.switch_case needs at least one branch", b.span);
  Value otherwise = b.given(2) ? b[2] : branches.back().second;
  V index = in.ToTensor(b[0], {}, b.span);
  std::function<Value(size_t)> from = [&](size_t i) -> Value {
    if (i == branches.size()) return CallBranch(in, otherwise, b.span);
    V key = in.builder.Constant(ir::Literal::Scalar(in.module.type(index).dtype, branches[i].first));
    V equal = in.Emit(K::kEq, {index, key}, {}, b.span);
    if (const ir::Literal* known = in.builder.ConstantOf(equal); known && in.mode == Mode::kEager)
      return known->IntAt(0) ? CallBranch(in, branches[i].second, b.span) : from(i + 1);
    return in.Branch(equal, [&] { return CallBranch(in, branches[i].second, b.span); }, [&] { return from(i + 1); }, b.span);
  };
  return from(0);
}

// ---- loops over explicit state: a list in the heap that a run-time loop carries ----

class StateLoop {
 public:
  StateLoop(Interp& in, std::vector<Value> initial, Span where) : in_(in), where_(where) {
    for (Value& v : initial) v = AsTensors(v);
    list_ = in.heap.New(ListObject{std::move(initial)});
  }
  std::vector<Value> state() const { return in_.heap.as<ListObject>(list_)->items; }
  void Set(std::vector<Value> values) {
    for (size_t i = 0; i < values.size(); i++)
      in_.heap.Write<ListObject>(list_, {SlotKey::Kind::kIndex, 0, int64_t(i), {}}).items[i] = AsTensors(values[i]);
  }
  // Python numbers in loop state are tensors from the start.
  Value AsTensors(const Value& v) {
    return Map(in_, v, [&](const Value& leaf) -> Value {
      if (leaf.is<Tensor>() || leaf.is_none() || in_.IsTensorArray(leaf)) return leaf;
      return Tensor{in_.ToTensor(leaf, {}, where_)};
    });
  }

 private:
  Interp& in_;
  Span where_;
  Ref list_;
};

Value WhileLoop(Bound& b) {
  Interp& in = b.in;
  std::vector<Value> vars = in.RequireElements(b[2], "loop_vars", b.span);
  bool list = in.heap.as<ListObject>(b[2]) != nullptr;
  StateLoop state(in, vars, b.span);
  auto unpack = [&](const Value& result) {
    std::vector<Value> values;
    if (vars.size() == 1 && !(result.is<Tuple>() && result.items().size() == 1) && !(in.heap.as<ListObject>(result) && in.heap.as<ListObject>(result)->items.size() == 1)) values = {result};
    else values = in.RequireElements(result, "the body of tf.while_loop", b.span);
    if (values.size() != vars.size()) {
      Diagnostic d{DiagnosticKind::kLoopStructureChange, "the body of tf.while_loop returns " + std::to_string(values.size()) + " values for " + std::to_string(vars.size()) + " loop variables", b.span};
      in.Raise(std::move(d), "ValueError");
    }
    return values;
  };
  auto test = [&]() -> Truth { return Predicate(in, in.Call(b[0], state.state(), b.span), b.span); };
  auto body = [&] { state.Set(unpack(in.Call(b[1], state.state(), b.span))); };
  int64_t maximum = b.given(7) ? in.KnownInt(b[7], "maximum_iterations", b.span) : -1;
  std::vector<Value> invariants;
  if (b.given(3)) invariants = in.RequireElements(b[3], "shape_invariants", b.span);
  LoopSpec spec;
  spec.where = b.span;
  spec.test = test;
  spec.body = [&] {
    if (in.loop_options_) {
      in.loop_options_->maximum_iterations = maximum;
      in.loop_options_->span = b.span;
      std::vector<Value> values = state.state();
      for (size_t i = 0; i < invariants.size() && i < values.size(); i++)
        if (values[i].is<Tensor>() && !in.heap.External<TensorSpecObject>(invariants[i])) in.loop_options_->shape_invariants.push_back({values[i], in.ShapeOfValue(invariants[i], b.span)});
        else if (auto* s = in.heap.External<TensorSpecObject>(invariants[i])) in.loop_options_->shape_invariants.push_back({values[i], s->shape});
    }
    body();
  };
  if (in.mode == Mode::kEager) {
    // Eager tf.while_loop is Python's loop; run a few trips here, then at run time.
    for (int64_t trips = 0;; trips++) {
      if (maximum >= 0 && trips >= maximum) break;
      Truth t = test();
      if (t.known && !t.value) break;
      if (!t.known) {
        try {
          RunLoop(in, spec);
        } catch (SpeculationFailed& failed) {
          in.Fail(std::move(failed.why));
        }
        break;
      }
      body();
    }
  } else {
    RunLoop(in, spec);
  }
  std::vector<Value> result = state.state();
  if (vars.size() == 1 && !b[2].is<Tuple>() && !list) return result[0];
  if (list) return in.heap.New(ListObject{std::move(result)});
  return Tuple{std::make_shared<const std::vector<Value>>(std::move(result)), b[2].is<Tuple>() ? b[2].get<Tuple>().type : Ref{}};
}

// ---- maps, scans, folds ----

struct Slices {
  Value elems;
  V count;                 // int64 scalar
  std::optional<int64_t> known;
};

// `ones_repeat`: an element whose first dimension is 1 goes with every element of the others.
Slices SlicesOf(Interp& in, const Value& elems, Span where, bool ones_repeat = false) {
  Slices s;
  s.elems = Map(in, elems, [&](const Value& v) -> Value { return v.is<Tensor>() && !v.get<Tensor>().numpy ? v : Value(Tensor{in.ToTensor(v, {}, where)}); });
  bool any = false, ones = false;
  ir::Dim known = ir::kUnknown;
  Walk(in, s.elems, [&](const Value& v) {
    const ir::Type& type = in.TypeOf(v);
    if (type.shape.ranked && type.shape.rank() == 0)
      in.Raise(DiagnosticKind::kMapScalarElement, "ValueError", "an element to map over has rank 0: it has no first dimension", where);
    bool one = ones_repeat && type.shape.ranked && type.shape.dims[0] == 1;
    if (one && any) return;
    if (!any || ones) s.count = in.Emit(K::kDimOf, {v.get<Tensor>().value}, ir::AxisAttr{0}, where);
    any = true;
    ones = one;
    if (one) return void(known = 1);
    if (type.shape.ranked && ir::IsKnown(type.shape.dims[0])) {
      if (ir::IsKnown(known) && !(ones_repeat && known == 1) && known != type.shape.dims[0])
        in.Raise(DiagnosticKind::kMapLeadingDimensionMismatch, "ValueError",
                 "the first dimensions of the elements differ: " + std::to_string(known) + " and " + std::to_string(type.shape.dims[0]), where);
      known = type.shape.dims[0];
    }
  });
  if (!any) in.Raise(DiagnosticKind::kMapNoElements, "ValueError", "there is nothing to map over", where);
  if (ir::IsKnown(known)) s.known = known;
  return s;
}

Value SliceAt(Interp& in, const Value& elems, V index, Span where) {
  return Map(in, elems, [&](const Value& v) -> Value { return Tensor{in.Emit(K::kGather, {v.get<Tensor>().value, index}, ir::AxisAttr{0}, where)}; });
}

// A sequential loop with state: acc, outputs. Used by map_fn, scan, foldl, foldr.
Value RunFold(Bound& b, const Value& fn, const Value& elems, std::optional<Value> initial, bool reverse, bool collect, bool with_state) {
  Interp& in = b.in;
  Span where = b.span;
  Slices slices = SlicesOf(in, elems, where);
  Ops ops(b);
  V zero = in.builder.Scalar(D::kInt64, int64_t(0)), one = in.builder.Scalar(D::kInt64, int64_t(1));
  V last = ops.Sub(slices.count, one);
  auto position = [&](V i) { return reverse ? ops.Sub(last, i) : i; };
  V first = zero;
  Value state = initial ? *initial : Value();
  bool seeded = false;
  if (with_state && !initial) {
    state = SliceAt(in, slices.elems, position(zero), where);
    first = one;
    seeded = true;
  }
  StateLoop loop(in, {with_state ? state : Value()}, where);
  // Output lists, made when the structure of the result is known (after the first look at fn).
  std::vector<Value> outputs;
  Ref lists = in.heap.New(ListObject{});
  Value structure;
  auto write = [&](const Value& result, V at) {
    std::vector<Value> leaves;
    Walk(in, result, [&](const Value& v) { leaves.push_back(v.is_none() ? v : Value(Tensor{in.ToTensor(v, {}, where)})); });
    structure = result;
    for (size_t i = 0; i < leaves.size(); i++) {
      const auto* array = in.heap.External<TensorArrayObject>(in.heap.as<ListObject>(lists)->items.at(i));
      auto copy = std::make_shared<TensorArrayObject>(*array);
      copy->list = in.Emit(K::kListSet, {array->list, ops.Cast(at, D::kInt32), leaves[i].get<Tensor>().value}, ir::ParamsAttr{{0}, {}, {}, {}}, where);
      Value updated = in.heap.New(ExternalSlot{copy});
      in.heap.Write<ListObject>(lists, {SlotKey::Kind::kIndex, 0, int64_t(i), {}}).items[i] = updated;
    }
  };
  auto step = [&](V i) -> Value {
    Value element = SliceAt(in, slices.elems, position(i), where);
    if (!with_state) return in.Call(fn, std::vector<Value>{element}, where);
    Value next = in.Call(fn, std::vector<Value>{loop.state()[0], element}, where);
    loop.Set({next});
    return next;
  };
  if (collect) {
    // Types of the results: one evaluation whose operations are dropped.
    std::vector<ir::Type> types;
    if (with_state) {
      Walk(in, loop.AsTensors(state), [&](const Value& v) { types.push_back(in.TypeOf(v)); });
    } else {
      Checkpoint probe(in);
      ir::RegionId region = in.OpenRegion({});
      in.heap.Push();
      try {
        Value result = step(zero);
        if (!b.given(2)) CheckMapResult(in, result, slices.elems, b.given(8) ? std::optional<Value>(b[8]) : std::nullopt, where);
        Walk(in, result, [&](const Value& v) { types.push_back(in.module.type(in.ToTensor(v, {}, where))); });
      } catch (...) {
        in.heap.Commit();
        in.CloseRegion({});
        probe.Restore();
        throw;
      }
      in.heap.Commit();
      in.CloseRegion({});
      probe.Restore();
      (void)region;
    }
    V size = ops.Cast(slices.count, D::kInt32);
    std::vector<Value> made;
    for (const ir::Type& type : types) {
      auto array = std::make_shared<TensorArrayObject>();
      array->dtype = type.dtype;
      array->element_shape = type.shape;
      array->list = in.Emit(K::kListNew, {size}, ir::TypeAttr{ir::Type::List(type.dtype, type.shape)}, where);
      made.push_back(in.heap.New(ExternalSlot{array}));
    }
    in.heap.Write<ListObject>(lists).items = made;
    if (seeded) write(loop.state()[0], reverse ? last : zero);
  }
  LoopSpec spec;
  spec.where = where;
  spec.start = first;
  spec.limit = slices.count;
  spec.step = one;
  V counter;
  spec.assign_element = [&](V i) { counter = i; };
  spec.body = [&] {
    Value result = step(counter);
    if (collect) write(result, position(counter));
  };
  try {
    RunLoop(in, spec);
  } catch (SpeculationFailed& failed) {
    in.Fail(std::move(failed.why));
  }
  if (!collect) return loop.state()[0];
  size_t next = 0;
  return Map(in, structure, [&](const Value&) -> Value {
    const auto* array = in.heap.External<TensorArrayObject>(in.heap.as<ListObject>(lists)->items.at(next++));
    V stacked = in.Emit(K::kListStack, {array->list}, ir::TypeAttr{ir::Type::Tensor(array->dtype, array->element_shape)}, where);
    if (slices.known) {
      ir::Shape shape = in.module.type(stacked).shape;
      if (shape.ranked && !shape.dims.empty() && !ir::IsKnown(shape.dims[0])) {
        shape.dims[0] = *slices.known;
        stacked = in.Emit(K::kSetShape, {stacked}, ir::TypeAttr{ir::Type::Tensor(array->dtype, shape)}, where);
      }
    }
    return Tensor{stacked};
  });
}

Value MapFn(Bound& b) { return RunFold(b, b[0], b[1], std::nullopt, false, true, false); }
Value Scan(Bound& b) {
  bool reverse = b.given(7) && b.in.KnownBool(b[7], "reverse", b.span);
  return RunFold(b, b[0], b[1], b.given(2) ? std::optional<Value>(b[2]) : std::nullopt, reverse, true, true);
}
Value FoldL(Bound& b) { return RunFold(b, b[0], b[1], b.given(2) ? std::optional<Value>(b[2]) : std::nullopt, false, false, true); }
Value FoldR(Bound& b) { return RunFold(b, b[0], b[1], b.given(2) ? std::optional<Value>(b[2]) : std::nullopt, true, false, true); }

// ---- vectorized_map: a Map operation; ir/passes/vectorize makes batched code of it ----

// The mapped function is traced as staged code, also in eager programs.
struct MapScope {
  explicit MapScope(Interp& in) { in.mode = Mode::kStaged, in.builder.SetFolding(0); }
};

// Variables that the map's function made. A layer builds its variables once, also where the map is the first to call it; a
// trace's parameter that stands for a variable (no place of creation) is none.
void RefuseNewVariables(Interp& in, size_t first_object, size_t first_global) {
  std::set<uint32_t> of_layers;
  std::vector<const VariableObject*> others;
  for (size_t i = first_object; i < in.heap.size(); i++) {
    auto* made = in.heap.External<VariableObject>(Value(Ref{uint32_t(i)}));
    if (!made || made->global.index < first_global || !made->created.valid()) continue;
    if (dynamic_cast<const KerasVariableObject*>(made)) of_layers.insert(made->global.index);
    else others.push_back(made);
  }
  for (const VariableObject* made : others)
    if (!of_layers.contains(made->global.index))
      in.Fail(DiagnosticKind::kVariableCreatedTwice, "a tf.Variable is created by the function of vectorized_map, which runs for every element", made->created);
}

Value VectorizedMap(Bound& b) {
  Interp& in = b.in;
  Span where = b.span;
  Slices slices = SlicesOf(in, b[1], where, true);
  std::vector<V> operands;
  std::vector<ir::Type> types;
  Walk(in, slices.elems, [&](const Value& v) {
    V t = in.Import(v.get<Tensor>().value, where);
    ir::Type type = in.module.type(t);
    if (slices.known && type.shape.ranked && type.shape.dims[0] == 1 && *slices.known != 1) {
      V zeros = in.builder.Constant(ir::Literal::Zeros(D::kInt64, {*slices.known}));
      t = in.Emit(K::kGather, {t, zeros}, ir::AxisAttr{0}, where);
      type = in.module.type(t);
    }
    operands.push_back(t);
    if (type.shape.ranked) type.shape.dims.erase(type.shape.dims.begin());
    types.push_back(type);
  });
  if (!in.trace) in.eager_region_ = in.builder.region();   // variables of layers that the function builds are made here
  ir::RegionId region = in.OpenRegion(types);
  size_t first_object = in.heap.size(), first_variable = in.module.global_count();
  in.heap.Push();
  in.region_depth_++;
  int64_t folding = in.builder.folding();
  Mode mode = in.mode;
  bool closed = false;
  std::vector<V> leaves;
  Value structure;
  auto leave = [&] {
    in.region_depth_--;
    Heap::Frame frame = in.heap.Rollback();
    in.CloseRegion(leaves);
    in.builder.SetFolding(folding);
    in.mode = mode;
    closed = true;
    for (auto& [place, info] : PlacesOf(frame)) {
      const Object& object = frame.saved.at(place.object);
      if (std::get_if<ExternalSlot>(&object)) {
        in.KeepTraces(frame);
        continue;
      }
      auto value = GetSlot(object, place.slot);
      if (value && in.IsLibraryState(place.object)) {
        // A layer that the function builds keeps what it was built with.
        SetSlot(in, place.object, place.slot, *value);
        continue;
      }
      auto before = GetSlot(in.heap[place.object], place.slot);
      if (std::get_if<IteratorObject>(&object) || (value && before && in.Identical(*value, *before))) continue;
      Diagnostic d{DiagnosticKind::kMapSharedWrite, "the function of vectorized_map changes state that all elements share", info.span};
      d.notes.push_back({"the map is here: vectorized_map runs the function once for all elements", where});
      d.help.push_back("return the value and store it after the map");
      in.sink.Report(std::move(d));
    }
  };
  try {
    size_t next = 0;
    std::vector<V> parameters = in.module[region].parameters;
    Value element = Map(in, slices.elems, [&](const Value&) -> Value { return Tensor{parameters[next++]}; });
    MapScope scope(in);
    Value result = in.CallTraced(b[0], CallArgs{{element}, {}, {Span{}}, {}}, true, where);
    if (in.HoldsPoison(result)) {
      leave();
      return Poison{};
    }
    structure = Map(in, result, [&](const Value& v) -> Value {
      if (v.is_none()) return v;
      bool tensor = v.is<Tensor>() || v.is<Scalar>() || v.is<Integer>() || v.is<double>() || v.is<bool>() || v.is<std::complex<double>>() || in.heap.External<VariableObject>(v);
      if (!tensor) {
        Diagnostic d{DiagnosticKind::kMapBadReturn, "a '" + std::string(in.TypeName(v)) + "' returned by the function cannot be stacked", where};
        in.Raise(std::move(d), "ValueError");
      }
      V t = in.Import(in.ToTensor(v, {}, where), where);
      leaves.push_back(t);
      return Tensor{t};
    });
    if (leaves.empty()) {
      Diagnostic d{DiagnosticKind::kMapBadReturn, "the function of vectorized_map returns nothing to stack", where};
      in.Raise(std::move(d), "ValueError");
    }
  } catch (...) {
    if (!closed) leave();
    throw;
  }
  leave();
  RefuseNewVariables(in, first_object, first_variable);
  size_t errors = in.sink.error_count();
  CheckMapBody(in, region, operands, where);
  if (in.sink.error_count() > errors) return Poison{};
  ir::Dim batch = slices.known ? *slices.known : in.module.type(operands[0]).shape.ranked ? in.module.type(operands[0]).shape.dims[0] : ir::kUnknown;
  std::vector<ir::Type> results;
  for (V leaf : leaves) {
    ir::Type type = in.module.type(leaf);
    if (type.shape.ranked) type.shape.dims.insert(type.shape.dims.begin(), batch);
    results.push_back(in.ResultType(type));
  }
  in.builder.SetSpan(in.UserSpan(where));
  ir::OpId op = in.builder.EmitControl(K::kMap, operands, results, {region}, in.KnownBool(b[2], "fallback_to_while_loop", b.spans[2]) ? ir::Attrs{} : ir::Attrs{ir::TextAttr{ir::kParallelMap, 0}});
  std::vector<V> ids = in.module[op].results;
  size_t at = 0;
  return Map(in, structure, [&](const Value& v) -> Value { return v.is_none() ? v : Value(Tensor{ids[at++]}); });
}

constexpr BuiltinRow kRows[] = {
    {"tf.function", "func=None, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False, experimental_implements=None, experimental_autograph_options=None, experimental_attributes=None, experimental_relax_shapes=None, experimental_compile=None, experimental_follow_type_hints=None", TfFunctionRow},
    {"FunctionDecorator.__call__", "func, /", CallDecorator},
    {"Function.get_concrete_function", "*args, **kwargs", GetConcrete},
    {"BoundFunction.get_concrete_function", "*args, **kwargs", GetConcreteOfMethod},
    {"ConcreteFunction.__call__", "*args, **kwargs", CallConcrete},
    {"ConcreteFunction.structured_outputs", "", StructuredOutputs, BuiltinRow::Kind::kProperty},
    {"ConcreteFunction.structured_input_signature", "", StructuredInputs, BuiltinRow::Kind::kProperty},
    {"Function.experimental_get_tracing_count", "", TracingCount},
    {"Function.python_function", "", PythonFunction, BuiltinRow::Kind::kProperty},
    {"Function.__name__", "", FunctionName, BuiltinRow::Kind::kProperty},
    {"Function.name", "", FunctionName, BuiltinRow::Kind::kProperty},
    {"tf.config.run_functions_eagerly", "run_eagerly", RunEagerly},
    {"tf.config.functions_run_eagerly", "", FunctionsRunEagerly},
    {"tf.autograph.experimental.do_not_convert", "func=None", DoNotConvert},
    {"tf.autograph.experimental.set_loop_options", "parallel_iterations=None, swap_memory=None, maximum_iterations=None, shape_invariants=None", SetLoopOptions},
    {"tf.cond", "pred, true_fn=None, false_fn=None, name=None", Cond},
    {"tf.case", "pred_fn_pairs, default=None, exclusive=False, strict=False, name='case'", Case},
    {"tf.switch_case", "branch_index, branch_fns, default=None, name='switch_case'", SwitchCase},
    {"tf.while_loop", "cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True, swap_memory=False, maximum_iterations=None, name=None", WhileLoop},
    {"tf.map_fn", "fn, elems, dtype=None, parallel_iterations=None, back_prop=True, swap_memory=False, infer_shape=True, name=None, fn_output_signature=None", MapFn},
    {"tf.vectorized_map", "fn, elems, fallback_to_while_loop=True, warn=True", VectorizedMap},
    {"tf.scan", "fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, infer_shape=True, reverse=False, name=None", Scan},
    {"tf.foldl", "fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None", FoldL},
    {"tf.foldr", "fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None", FoldR},
};

}  // namespace

std::span<const BuiltinRow> TfControlRows() { return kRows; }

}  // namespace lathe::staging
