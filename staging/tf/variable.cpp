// tf.Variable: creation, reading, assignment.
//
// A variable is a global. Its initial value belongs to the eager program: one that was computed inside a tf.function is
// computed again there, operation by operation, unless it depends on the function's arguments.
#include <map>

#include "staging/builtin_tables.h"
#include "staging/function.h"
#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/tf/subscript.h"

namespace lathe::staging {

namespace {

struct NotLiftable { Diagnostic why; };

// Computes `value` once more at the eager program's insertion point.
class Lifter {
 public:
  Lifter(Interp& in, const TraceContext* trace, Span where) : in_(in), trace_(trace), where_(where) {}

  V Lift(V value) {
    if (auto* literal = in_.builder.ConstantOf(value)) return in_.builder.Constant(*literal);
    if (in_.Encloses(in_.DefiningRegion(value), in_.builder.region())) return value;
    if (auto it = done_.find(value.index); it != done_.end()) return it->second;
    const ir::ValueInfo info = in_.module[value];
    if (!info.definition.valid()) return done_[value.index] = LiftParameter(value);
    const ir::Operation op = in_.module[info.definition];
    if (!op.regions.empty() || op.kind == K::kCall) Refuse();
    std::vector<V> operands;
    for (V operand : op.operands) operands.push_back(Lift(operand));
    std::vector<V> results = in_.EmitMany(op.kind, std::move(operands), op.attrs, op.span);
    for (size_t i = 0; i < results.size(); ++i) done_[op.results[i].index] = results[i];
    return done_.at(value.index);
  }

 private:
  // A parameter of a trace is what the call that makes the trace passes: later calls keep the first one's value.
  V LiftParameter(V value) {
    ir::RegionId region = in_.module[value].parameter_of;
    for (const TraceContext* t = trace_; t; t = t->outer) {
      if (in_.module[t->function].body != region) continue;
      size_t index = in_.module[value].index;
      if (index < t->operands.size() && t->operands[index].valid()) return Lift(t->operands[index]);
    }
    Refuse();
  }

  [[noreturn]] void Refuse() {
    Diagnostic d{DiagnosticKind::kVariableInitDependsOnInput,
                 "the initial value of this variable depends on an argument of the tf.function that creates it", where_};
    d.help.push_back("create the variable outside the function, or give it an initial value that does not depend on the arguments");
    throw NotLiftable{std::move(d)};
  }

  Interp& in_;
  const TraceContext* trace_;        // the innermost one
  Span where_;
  std::map<uint32_t, V> done_;
};

bool Fits(const ir::Shape& shape, const ir::Shape& value) {
  if (!shape.ranked || !value.ranked) return true;
  if (shape.rank() != value.rank()) return false;
  for (int i = 0; i < shape.rank(); ++i)
    if (ir::IsKnown(shape.dims[size_t(i)]) && ir::IsKnown(value.dims[size_t(i)]) && shape.dims[size_t(i)] != value.dims[size_t(i)]) return false;
  return true;
}

Value VariableClass(Bound& b) {
  Interp& in = b.in;
  if (b[0].is_none())
    in.Raise(DiagnosticKind::kArgumentMismatch, "ValueError", "tf.Variable needs an initial value", b.span);
  bool trainable = !b.given(1) || in.KnownBool(b[1], "trainable", b.spans[1]);
  std::optional<ir::Shape> shape;
  if (b.given(9)) shape = in.ShapeOfValue(b[9], b.spans[9]);
  std::string name = b.given(4) ? in.KnownString(b[4], "name", b.spans[4]) : "Variable";
  return CreateVariable(in, b[0], DTypeArg(b, 6), std::move(shape), trainable, std::move(name), b.span);
}

const VariableObject& Self(Bound& b) { return *b.in.heap.External<VariableObject>(*b.self); }

void Store(Ops& o, const VariableObject& v, V value) { o(K::kGlobalStore, {value}, ir::GlobalAttr{v.global}); }

// An assigned value: of the variable's dtype, of a shape that fits.
V Assigned(Bound& b, size_t i, const VariableObject& v, const ir::Shape* shape) {
  Ops o(b);
  V value = Arg(b, i, v.dtype);
  if (shape && !Fits(*shape, o.shape(value))) {
    Diagnostic d{DiagnosticKind::kShapeMismatch,
                 "a value of shape " + ToString(o.shape(value)) + " does not fit the variable's shape " + ToString(*shape), b.spans[i]};
    if (v.created.valid()) d.labels.push_back({v.created, "the variable is created here"});
    b.in.Raise(std::move(d), "ValueError");
  }
  return value;
}

// What an assignment gives: the variable, or None with read_value=False.
// (TensorFlow's "UnreadVariable" has the same state and another name).
Value Unread(Bound& b) {
  auto unread = std::make_shared<VariableObject>(Self(b));
  unread->name = "UnreadVariable";
  unread->reference = None{};
  return b.in.heap.New(ExternalSlot{unread});
}
Value Assigned(Bound& b) { return b.in.KnownBool(b[3], "read_value", b.spans[3]) ? Unread(b) : Value(None{}); }

Value Assign(Bound& b) {
  VariableObject v = Self(b);
  Ops o(b);
  Store(o, v, Assigned(b, 0, v, &v.shape));
  return Assigned(b);
}

template <K kind>
Value AssignUpdate(Bound& b) {
  Ops o(b);
  VariableObject v = Self(b);
  V delta = Assigned(b, 0, v, nullptr);
  V old = ReadVariable(b.in, v, b.span);
  V value = o(kind, {old, delta});
  if (!Fits(v.shape, o.shape(value)))
    b.in.Raise(DiagnosticKind::kShapeMismatch, b.in.mode == Mode::kStaged ? "ValueError" : "InvalidArgumentError",
               "a value of shape " + ToString(o.shape(delta)) + " does not fit the variable's shape " + ToString(v.shape), b.spans[0]);
  Store(o, v, value);
  return Assigned(b);
}

Value Read(Bound& b) { return Tensor{ReadVariable(b.in, Self(b), b.span)}; }

Value Numpy(Bound& b) {
  if (b.in.mode == Mode::kStaged)
    b.in.Raise(DiagnosticKind::kTensorToNumpy, "NotImplementedError", "a variable has no value while its tf.function is traced, so it has no numpy()", b.span);
  Ops o(b);
  V v = ReadVariable(b.in, Self(b), b.span);
  return Tensor{v, true, o.ranked(v) && o.rank(v) == 0};
}

// indices, updates of shape [..., index depth] by TensorScatter: 0 set, 1 add, 2 sub, 3 max, 4 min
template <int mode>
Value ScatterNd(Bound& b) {
  Ops o(b);
  VariableObject v = Self(b);
  V indices = Arg(b, 0), updates = Arg(b, 1, v.dtype);
  Store(o, v, o(K::kTensorScatter, {ReadVariable(b.in, v, b.span), indices, updates}, ir::ParamsAttr{{mode}, {}, {}, {}}));
  return Unread(b);
}

// The argument sparse_delta: indices, and updates of the variable's dtype.
std::pair<V, V> SparseDelta(Bound& b, D dtype) {
  auto* slices = b.in.heap.External<IndexedSlicesObject>(b[0]);
  if (!slices) b.in.Raise(DiagnosticKind::kInvalidArgument, "TypeError", "sparse_delta must be tf.IndexedSlices, not " + Described(b.in, b[0]), b.spans[0]);
  Value indices = slices->indices, updates = slices->values;
  V at = b.in.ToTensor(indices, {}, b.spans[0]);
  return {at, b.in.ToTensor(updates, dtype, b.spans[0])};
}

// tf.IndexedSlices whose leading dimensions count batches: the last of the indices selects within each.
Value BatchScatterUpdate(Bound& b) {
  Ops o(b);
  VariableObject v = Self(b);
  auto [indices, updates] = SparseDelta(b, v.dtype);
  int rank = o.rank(indices);
  std::vector<V> coordinates;
  V shape = o.ShapeOf(indices, o.dtype(indices));
  for (int i = 0; i + 1 < rank; ++i) {
    std::vector<int64_t> sizes(size_t(rank), 1);
    sizes[size_t(i)] = -1;
    coordinates.push_back(o.BroadcastTo(o.Reshape(o.Arange(o.DimOf(indices, i, o.dtype(indices))), sizes), shape));
  }
  coordinates.push_back(indices);
  Store(o, v, o(K::kTensorScatter, {ReadVariable(b.in, v, b.span), o.Stack(coordinates, rank), updates}, ir::ParamsAttr{{0}, {}, {}, {}}));
  return Unread(b);
}

// A tf.IndexedSlices into the first dimension.
template <int mode>
Value ScatterSlices(Bound& b) {
  Ops o(b);
  VariableObject v = Self(b);
  auto [indices, updates] = SparseDelta(b, v.dtype);
  V old = ReadVariable(b.in, v, b.span);
  Store(o, v, o(K::kTensorScatter, {old, o.ExpandDims(indices, o.rank(indices)), updates}, ir::ParamsAttr{{mode}, {}, {}, {}}));
  return Unread(b);
}

Value GatherNd(Bound& b) {
  Ops o(b);
  return o.Out(o(K::kGatherNd, {ReadVariable(b.in, Self(b), b.span), Arg(b, 0)}, ir::AxisAttr{0, 0}));
}

Value SparseRead(Bound& b) {
  Ops o(b);
  return o.Out(o.Gather(ReadVariable(b.in, Self(b), b.span), Arg(b, 0)));
}

// `v[…].assign(x)`: the tensor that the subscript gave remembers, as an operation, what it was cut from.
template <int mode>
Value AssignSlice(Bound& b) {
  Interp& in = b.in;
  Ops o(b);
  const Tensor& t = b.self->get<Tensor>();
  ir::OpId def = in.module[t.value].definition;
  const ir::Operation* slice = def.valid() ? &in.module[def] : nullptr;
  const ir::Operation* load = nullptr;
  if (slice && slice->kind == K::kStridedSlice) {
    ir::OpId source = in.module[slice->operands[0]].definition;
    if (source.valid() && in.module[source].kind == K::kGlobalLoad) load = &in.module[source];
  }
  if (!load)
    in.Raise(DiagnosticKind::kUnknownAttribute, "AttributeError", "a tensor cannot be assigned; only a tf.Variable and its slices can", b.span);
  ir::GlobalAttr global = std::get<ir::GlobalAttr>(load->attrs);
  ir::SliceAttr attr = std::get<ir::SliceAttr>(slice->attrs);
  std::vector<V> operands = slice->operands;
  V old = o(K::kGlobalLoad, {}, global);
  V value = Arg(b, 0, o.dtype(old));
  if (mode != 0) value = o(mode == 1 ? K::kAdd : K::kSub, {o(K::kStridedSlice, {old, operands[1], operands[2], operands[3]}, attr), value});
  V updated = o(K::kStridedSliceUpdate, {old, operands[1], operands[2], operands[3], value}, attr);
  o(K::kGlobalStore, {updated}, global);
  return o.Out(updated);
}

// v.ref(): one object for each variable, so that it can be a key.
Value MakeRef(Bound& b) {
  Value known = Self(b).reference;
  if (!known.is_none()) return known;
  auto reference = std::make_shared<VariableRefObject>();
  reference->variable = *b.self;
  Value made = b.in.heap.New(ExternalSlot{reference});
  b.in.heap.WriteExternal<VariableObject>(b.self->get<Ref>()).reference = made;
  return made;
}

Value SetShapeOfVariable(Bound&) { return None{}; }

using Kind = BuiltinRow::Kind;

constexpr std::string_view kAssign = "value, use_locking=False, name=None, read_value=True";
constexpr std::string_view kDelta = "delta, use_locking=False, name=None, read_value=True";
constexpr std::string_view kSparse = "sparse_delta, use_locking=False, name=None";

constexpr BuiltinRow kRows[] = {
    {"tf.Variable",
     "initial_value=None, trainable=None, validate_shape=True, caching_device=None, name=None, variable_def=None, dtype=None, "
     "import_scope=None, constraint=None, shape=None, synchronization=None, aggregation=None, experimental_enable_variable_lifting=True",
     VariableClass, Kind::kClass},
    {"Variable.assign", kAssign, Assign},
    {"Variable.assign_add", kDelta, AssignUpdate<K::kAdd>},
    {"Variable.assign_sub", kDelta, AssignUpdate<K::kSub>},
    {"Variable.read_value", "", Read},
    {"Variable.value", "do_copy=False", Read},
    {"Variable.numpy", "", Numpy},
    {"Variable.shape", "", [](Bound& b) { return Value(ShapeValue{Self(b).shape}); }, Kind::kProperty},
    {"Variable.get_shape", "", [](Bound& b) { return Value(ShapeValue{Self(b).shape}); }},
    {"Variable.dtype", "", [](Bound& b) { return Value(DTypeValue{Self(b).dtype}); }, Kind::kProperty},
    {"Variable.name", "", [](Bound& b) { return Value::String(Self(b).name); }, Kind::kProperty},
    {"Variable.trainable", "", [](Bound& b) { return Value(Self(b).trainable); }, Kind::kProperty},
    {"Variable.device", "", [](Bound&) { return Value::String("/job:localhost/replica:0/task:0/device:CPU:0"); }, Kind::kProperty},
    {"Variable.ref", "", MakeRef},
    {"VariableRef.deref", "", [](Bound& b) { return b.in.heap.External<VariableRefObject>(*b.self)->variable; }},
    {"Variable.set_shape", "shape", SetShapeOfVariable},
    {"Variable.scatter_nd_update", "indices, updates, name=None", ScatterNd<0>},
    {"Variable.scatter_nd_add", "indices, updates, name=None", ScatterNd<1>},
    {"Variable.scatter_nd_sub", "indices, updates, name=None", ScatterNd<2>},
    {"Variable.scatter_nd_max", "indices, updates, name=None", ScatterNd<3>},
    {"Variable.scatter_nd_min", "indices, updates, name=None", ScatterNd<4>},
    {"Variable.scatter_update", kSparse, ScatterSlices<0>},
    {"Variable.scatter_add", kSparse, ScatterSlices<1>},
    {"Variable.scatter_sub", kSparse, ScatterSlices<2>},
    {"Variable.scatter_max", kSparse, ScatterSlices<3>},
    {"Variable.scatter_min", kSparse, ScatterSlices<4>},
    {"Variable.scatter_mul", kSparse, ScatterSlices<5>},
    {"Variable.scatter_div", kSparse, ScatterSlices<6>},
    {"Variable.batch_scatter_update", kSparse, BatchScatterUpdate},
    {"Variable.gather_nd", "indices, name=None", GatherNd},
    {"Variable.sparse_read", "indices, name=None", SparseRead},
    {"Tensor.assign", kAssign, AssignSlice<0>},
    {"Tensor.assign_add", kDelta, AssignSlice<1>},
    {"Tensor.assign_sub", kDelta, AssignSlice<2>},
};

}  // namespace

Value CreateVariable(Interp& in, const Value& initial, std::optional<D> dtype, std::optional<ir::Shape> shape, bool trainable,
                     std::string name, Span where) {
  if (in.trace) RequireVariableCreation(in, where);
  if (initial.is<Poison>()) throw Abandoned{};
  Value given = initial;
  bool callable = given.is<Builtin>() || in.heap.as<FunctionObject>(given) || in.heap.as<BoundMethod>(given) || given.is<BoundBuiltin>();
  auto variable = std::make_shared<VariableObject>();
  V here = callable ? V{} : in.ToTensor(given, dtype, where);
  const TraceContext* trace = in.trace;
  auto declare = [&](const ir::Type& type) {
    ir::Global global{name, type, true};
    global.trainable = trainable;
    variable->global = in.module.NewGlobal(std::move(global));
    variable->dtype = type.dtype;
    variable->shape = type.shape;
  };
  auto make = [&] {
    // TensorFlow calls a function that gives the initial value outside of the trace.
    V v = callable ? in.ToTensor(in.Call(given, std::vector<Value>{}, where), dtype, where) : Lifter(in, trace, where).Lift(here);
    ir::Type type = in.module.type(v);
    if (shape) {
      if (!Fits(*shape, type.shape))
        in.Raise(DiagnosticKind::kShapeMismatch, "ValueError", "an initial value of shape " + ToString(type.shape) + " does not fit the shape " + ToString(*shape), where);
      type.shape = *shape;
    }
    declare(type);
    in.Emit(K::kGlobalStore, {v}, ir::GlobalAttr{variable->global}, where);
  };
  try {
    if (in.trace) in.InEagerCode(make);
    else make();
  } catch (NotLiftable& failed) {
    // An error. What follows is looked at with a variable of the type, so that nothing is reported as its consequence.
    in.Warn(std::move(failed.why));
    declare(in.module.type(here));
  }
  variable->trainable = trainable;
  variable->name = CurrentNameScope(in) + name + ":0";
  variable->created = where;
  return in.heap.New(ExternalSlot{variable});
}

V ReadVariable(Interp& in, const VariableObject& variable, Span where) {
  return in.Emit(K::kGlobalLoad, {}, ir::GlobalAttr{variable.global}, where);
}

std::span<const BuiltinRow> TfVariableRows() { return kRows; }

}  // namespace lathe::staging
