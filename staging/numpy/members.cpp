// Attributes and methods of arrays; reading arrays from files.
#include "runtime/file.h"
#include "staging/builtin_tables.h"
#include "staging/literals.h"
#include "staging/loops.h"
#include "staging/numpy/arrays.h"
#include "staging/tf/tensor.h"

namespace lathe::staging {

namespace {

V Self(Bound& b) { return b.self->get<Tensor>().value; }

// Calls the function np.NAME with the array in front of the method's arguments.
Value Forward(Bound& b, std::string_view name) {
  const BuiltinRow* row = FindBuiltin(name);
  b.args.insert(b.args.begin(), *b.self);
  b.spans.insert(b.spans.begin(), b.span);
  return row->fn(b);
}

#define LATHE_FORWARD(function) [](Bound& b) { return Forward(b, function); }

Value Dims(Bound& b) {
  Ops o(b);
  std::vector<Value> dims;
  for (int i = 0; i < o.rank(Self(b)); ++i) {
    ir::Dim d = o.dim(Self(b), i);
    dims.push_back(ir::IsKnown(d) ? Value::Int(d) : Value(Scalar{ScalarKind::kInt, o.DimOf(Self(b), i, D::kInt64)}));
  }
  return Value::MakeTuple(std::move(dims));
}

Value Size(Bound& b) {
  Ops o(b);
  if (auto n = o.shape(Self(b)).elements()) return Value::Int(*n);
  return Scalar{ScalarKind::kInt, o.SizeOf(Self(b), D::kInt64)};
}

Value AsType(Bound& b) {
  Ops o(b);
  D to;
  auto* row = b[0].as<Builtin>();
  if (row && row->row->name == "float") to = D::kFloat64;
  else to = b.in.DTypeOf(b[0], b.spans[0]);
  V v = o.Cast(Self(b), to);
  return Tensor{v, true, b.self->get<Tensor>().numpy_scalar};
}

// One element as a Python value.
Value Element(Ops& o, V scalar) {
  if (auto* l = o.literal(scalar)) return o.in.LiteralToPython(*l, 0);
  D d = o.dtype(scalar);
  if (d == D::kBool) return Scalar{ScalarKind::kBool, scalar};
  if (ir::IsInteger(d)) return Scalar{ScalarKind::kInt, o.Cast(scalar, D::kInt64)};
  if (ir::IsFloating(d)) return Scalar{ScalarKind::kFloat, o.Cast(scalar, D::kFloat64)};
  o.in.Fail(DiagnosticKind::kDynamicShape, "an element of dtype " + std::string(NameOf(d)) + " must be known when the program is compiled", o.span);
}

Value Item(Bound& b) {
  Ops o(b);
  V v = Self(b);
  if (auto n = o.shape(v).elements(); n && *n != 1)
    b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "can only convert an array of size 1 to a Python scalar", b.span);
  return Element(o, o.rank(v) ? o.Reshape(v, std::vector<int64_t>{}) : v);
}

// tolist() of an array whose size only run time knows: it can be printed, measured and indexed.
struct RuntimeListObject : ExternalObject {
  V values;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<RuntimeListObject>(*this); }
  std::string_view type_name() const override { return "RuntimeList"; }
};

V SelfList(Bound& b) { return b.in.heap.External<RuntimeListObject>(*b.self)->values; }

Value RuntimeListText(Bound& b) {
  constexpr int64_t kPythonRepr = int64_t(1) << 18;
  Ops o(b);
  V text = o(K::kStringOp, {SelfList(b)}, ir::TextAttr{"as_string", kPythonRepr});
  V open = o.Text("["), close = o.Text("]"), comma = o.Text(", ");
  auto join = [&] { text = o(K::kStringConcat, {open, o(K::kStringOp, {text, comma}, ir::TextAttr{"join_last", 0}), close}); };
  if (o.ranked(text)) {
    for (int r = o.rank(text); r > 0; --r) join();
    return Scalar{ScalarKind::kStr, text};
  }
  // The rank is known at run time only: a loop joins one dimension after the other.
  Interp& in = b.in;
  Ref cell = in.heap.New(ListObject{{Value(Tensor{text})}});
  LoopSpec spec;
  spec.where = b.span;
  spec.shapes_may_change = true;
  auto load = [&] { text = in.heap.as<ListObject>(cell)->items[0].get<Tensor>().value; };
  spec.test = [&]() -> Truth {
    load();
    V rank = o.SizeOf(o.ShapeOf(text, D::kInt32), D::kInt32);
    return {false, false, o(K::kGt, {rank, o.Int(0)})};
  };
  spec.body = [&] {
    load();
    join();
    in.heap.Write<ListObject>(cell, {SlotKey::Kind::kIndex, 0, 0, {}}).items[0] = Tensor{text};
  };
  try {
    RunLoop(in, spec);
  } catch (SpeculationFailed& failed) {
    in.Fail(std::move(failed.why));
  }
  load();
  return Scalar{ScalarKind::kStr, o.Reshape(text, std::vector<int64_t>{})};
}

Value RuntimeListItem(Bound& b) {
  if (!b[0].is<Integer>() && !b[0].is<Scalar>())
    b.in.Fail(DiagnosticKind::kUnsupportedOperand, "only an int can index this list, whose size only run time knows", b.span);
  Ops o(b);
  Value item = TensorGetItem(b.in, Value(Tensor{SelfList(b), true}), b[0], b.span);
  V v = item.get<Tensor>().value;
  if (o.rank(v) == 0) return Element(o, v);
  auto rest = std::make_shared<RuntimeListObject>();
  rest->values = v;
  return b.in.heap.New(ExternalSlot{rest});
}

Value RuntimeListLength(Bound& b) {
  Ops o(b);
  o.rank(SelfList(b));
  if (ir::IsKnown(o.dim(SelfList(b), 0))) return Value::Int(o.dim(SelfList(b), 0));
  return Scalar{ScalarKind::kInt, o.DimOf(SelfList(b), 0, D::kInt64)};
}

Value ListOf(Ops& o, V v) {
  if (o.rank(v) == 0) return Element(o, v);
  if (!ir::IsKnown(o.dim(v, 0)))
    o.in.Fail(DiagnosticKind::kDynamicShape, "tolist() needs an array whose size is known when the program is compiled", o.span);
  std::vector<Value> items;
  for (int64_t i = 0; i < o.dim(v, 0); ++i) items.push_back(ListOf(o, o.Squeeze(o.SliceAxis(v, 0, i, 1), {0})));
  return MakeList(o.in, std::move(items));
}

Value KnownList(Interp& in, const ir::Literal& l, int axis, int64_t& at) {
  if (axis == l.rank()) return in.LiteralToPython(l, at++);
  std::vector<Value> items;
  for (int64_t i = 0; i < l.dim(axis); ++i) items.push_back(KnownList(in, l, axis + 1, at));
  return MakeList(in, std::move(items));
}

Value ToList(Bound& b) {
  Ops o(b);
  if (auto* literal = o.literal(Self(b))) {
    int64_t at = 0;
    return KnownList(b.in, *literal, 0, at);
  }
  if (!o.shape(Self(b)).fully_known()) {
    auto list = std::make_shared<RuntimeListObject>();
    list->values = Self(b);
    return b.in.heap.New(ExternalSlot{list});
  }
  return ListOf(o, Self(b));
}

Value ReshapeMethod(Bound& b) {
  Ops o(b);
  const std::vector<Value>& args = b[0].items();
  Value shape = args.size() == 1 ? args[0] : Value(b[0]);
  return Tensor{o.Reshape(Self(b), b.in.ShapeToTensor(shape, b.span)), true, false};
}

Value TransposeMethod(Bound& b) {
  Ops o(b);
  std::vector<int64_t> order;
  const std::vector<Value>& args = b[0].items();
  if (args.empty()) {
    for (int64_t i = o.rank(Self(b)) - 1; i >= 0; --i) order.push_back(i);
  } else {
    for (int64_t axis : b.in.KnownInts(args.size() == 1 ? args[0] : Value(b[0]), "axes", b.span)) order.push_back(o.Axis(axis, o.rank(Self(b))));
  }
  return Tensor{o.Transpose(Self(b), order), true, false};
}

Value Flat(Bound& b) { return Tensor{Ops(b).Reshape(Self(b), std::vector<int64_t>{-1}), true, false}; }

Value Transposed(Bound& b) {
  Ops o(b);
  std::vector<int64_t> order;
  for (int64_t i = o.rank(Self(b)) - 1; i >= 0; --i) order.push_back(i);
  return Tensor{o.Transpose(Self(b), order), true, false};
}

// ---- files ----

struct NpzObject : ExternalObject {
  std::string path;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<NpzObject>(*this); }
  std::string_view type_name() const override { return "NpzFile"; }
};

// Where a data file lies while the program is compiled.
std::string OnDisk(Interp& in, const std::string& path) {
  if (path.starts_with("/") || in.options.directory.empty()) return path;
  return in.options.directory + "/" + path;
}

rt::View ViewOf(const std::string& s) { return rt::View(s.data(), int64_t(s.size())); }

std::string TextOf(rt::FormatError& error) {
  rt::View v = error.message.view();
  return std::string(v.data, size_t(v.size));
}

V LoadArray(Bound& b, const std::string& path, const std::string& member) {
  rt::ArrayType type;
  rt::FormatError error;
  std::string file = OnDisk(b.in, path);
  if (!rt::ReadNpyType(ViewOf(file), ViewOf(member), &type, &error)) {
    Diagnostic d{DiagnosticKind::kFileNotFound, "np.load needs the file when the program is compiled, to know dtype and rank: " + TextOf(error), b.span};
    b.in.Raise(std::move(d), error.type ? error.type : "OSError");
  }
  Ops o(b);
  return o(K::kLoadNpy, {o.Text(path)}, ir::TextAttr{member, type.dtype + 256 * int64_t(type.rank)});
}

Value Load(Bound& b) {
  std::string path = b.in.KnownString(b[0], "the path of np.load", b.spans[0]);
  if (path.ends_with(".npz")) {
    auto archive = std::make_shared<NpzObject>();
    archive->path = path;
    return b.in.heap.New(ExternalSlot{archive});
  }
  return Tensor{LoadArray(b, path, ""), true, false};
}

Value NpzItem(Bound& b) {
  std::string path = b.in.heap.External<NpzObject>(*b.self)->path;
  return Tensor{LoadArray(b, path, b.in.KnownString(b[0], "the name of an array", b.spans[0])), true, false};
}

Value NpzFiles(Bound& b) {
  std::string path = OnDisk(b.in, b.in.heap.External<NpzObject>(*b.self)->path);
  std::vector<Value> names;
  rt::FormatError error;
  auto each = [](void* arg, rt::View name) {
    static_cast<std::vector<Value>*>(arg)->push_back(Value::String(std::string(name.data, size_t(name.size))));
  };
  if (!rt::ListNpz(ViewOf(path), each, &names, &error))
    b.in.Raise(DiagnosticKind::kFileNotFound, error.type ? error.type : "OSError", TextOf(error), b.span);
  return MakeList(b.in, std::move(names));
}

// fname, dtype, comments, delimiter, skip, usecols, ndmin of np.loadtxt and np.genfromtxt.
Value LoadTable(Bound& b, bool genfromtxt, size_t ndmin_at) {
  Interp& in = b.in;
  std::string path = in.KnownString(b[0], "the path", b.spans[0]);
  D dtype = D::kFloat64;
  if (b.given(1)) {
    auto* row = b[1].as<Builtin>();
    if (!(row && row->row->name == "float")) dtype = in.DTypeOf(b[1], b.spans[1]);
  }
  std::string comments = b.given(2) ? in.KnownString(b[2], "comments", b.spans[2]) : "";
  std::string delimiter = b.given(3) ? in.KnownString(b[3], "delimiter", b.spans[3]) : "";
  std::vector<int64_t> columns;
  if (b.given(5)) columns = in.KnownInts(b[5], "usecols", b.spans[5]);
  rt::TableOptions options;
  options.genfromtxt = genfromtxt;
  options.skip = in.KnownInt(b[4], "the number of skipped lines", b.spans[4]);
  options.ndmin = b.given(ndmin_at) ? in.KnownInt(b[ndmin_at], "ndmin", b.spans[ndmin_at]) : 0;
  options.columns = columns.data();
  options.column_count = int64_t(columns.size());
  options.delimiter = ViewOf(delimiter);
  options.comments = ViewOf(comments);
  options.dtype = int32_t(dtype);
  std::string file = OnDisk(in, path);
  LtTensor table;
  rt::FormatError error;
  if (!rt::LoadTable(ViewOf(file), options, &table, &error)) {
    Diagnostic d{DiagnosticKind::kFileNotFound, "the table must be there when the program is compiled, to know its rank: " + TextOf(error), b.span};
    in.Raise(std::move(d), error.type ? error.type : "OSError");
  }
  int rank = table.rank;
  lt_release(&table);
  ir::Shape shape;
  for (int i = 0; i < rank; ++i) shape.dims.push_back(in.builder.FreshSymbol());
  std::vector<int64_t> ints{options.skip, genfromtxt, options.ndmin};
  ints.insert(ints.end(), columns.begin(), columns.end());
  Ops o(b);
  V name = o.Text(path);
  in.builder.SetSpan(b.span);
  ir::OpId op = in.builder.EmitControl(K::kLoadText, {name}, {ir::Type::Tensor(dtype, shape)}, {},
                                       ir::ParamsAttr{ints, {}, {delimiter, comments}, {dtype}});
  return Tensor{in.module[op].results[0], true, false};
}

using Kind = BuiltinRow::Kind;
constexpr std::string_view kReduce = "axis=None, dtype=None, keepdims=False";

constexpr BuiltinRow kRows[] = {
    {"ndarray.shape", "", Dims, Kind::kProperty},
    {"ndarray.dtype", "", [](Bound& b) { return Value(DTypeValue{b.in.module.type(Self(b)).dtype, true}); }, Kind::kProperty},
    {"ndarray.ndim", "", [](Bound& b) { return Value::Int(Ops(b).rank(Self(b))); }, Kind::kProperty},
    {"ndarray.size", "", Size, Kind::kProperty},
    {"ndarray.T", "", Transposed, Kind::kProperty},
    {"ndarray.real", "", [](Bound& b) { Ops o(b); return ArrayOut(o, ir::IsComplex(o.dtype(Self(b))) ? o(K::kReal, {Self(b)}) : Self(b)); }, Kind::kProperty},
    {"ndarray.imag", "", [](Bound& b) { Ops o(b); return ArrayOut(o, ir::IsComplex(o.dtype(Self(b))) ? o(K::kImag, {Self(b)}) : o.ZerosLike(Self(b))); }, Kind::kProperty},
    {"ndarray.astype", "dtype", AsType},
    {"ndarray.item", "", Item},
    {"ndarray.tolist", "", ToList},
    {"ndarray.numpy", "", [](Bound& b) { return *b.self; }},
    {"ndarray.copy", "", [](Bound& b) { return *b.self; }},
    {"ndarray.reshape", "*shape", ReshapeMethod},
    {"ndarray.transpose", "*axes", TransposeMethod},
    {"ndarray.flatten", "", Flat},
    {"ndarray.ravel", "", Flat},
    {"ndarray.sum", kReduce, LATHE_FORWARD("np.sum")},
    {"ndarray.prod", kReduce, LATHE_FORWARD("np.prod")},
    {"ndarray.max", kReduce, LATHE_FORWARD("np.max")},
    {"ndarray.min", kReduce, LATHE_FORWARD("np.min")},
    {"ndarray.mean", kReduce, LATHE_FORWARD("np.mean")},
    {"ndarray.all", kReduce, LATHE_FORWARD("np.all")},
    {"ndarray.any", kReduce, LATHE_FORWARD("np.any")},
    {"ndarray.std", "axis=None, ddof=0, keepdims=False", LATHE_FORWARD("np.std")},
    {"ndarray.var", "axis=None, ddof=0, keepdims=False", LATHE_FORWARD("np.var")},
    {"ndarray.argmax", "axis=None", LATHE_FORWARD("np.argmax")},
    {"ndarray.argmin", "axis=None", LATHE_FORWARD("np.argmin")},
    {"ndarray.argsort", "axis=-1, kind=None", LATHE_FORWARD("np.argsort")},
    {"ndarray.cumsum", "axis=None", LATHE_FORWARD("np.cumsum")},
    {"ndarray.round", "decimals=0", LATHE_FORWARD("np.round")},
    {"ndarray.clip", "min=None, max=None", LATHE_FORWARD("np.clip")},
    {"ndarray.dot", "b", LATHE_FORWARD("np.dot")},
    {"ndarray.squeeze", "axis=None", LATHE_FORWARD("np.squeeze")},
    {"RuntimeList.__repr__", "", RuntimeListText},
    {"RuntimeList.__getitem__", "index", RuntimeListItem},
    {"RuntimeList.__len__", "", RuntimeListLength},
    {"np.load", "file", Load},
    {"NpzFile.__getitem__", "key", NpzItem},
    {"NpzFile.files", "", NpzFiles, Kind::kProperty},
    {"np.loadtxt", "fname, dtype=None, comments='#', delimiter=None, skiprows=0, usecols=None, ndmin=0",
     [](Bound& b) { return LoadTable(b, false, 6); }},
    {"np.genfromtxt", "fname, dtype=None, comments='#', delimiter=None, skip_header=0, usecols=None, ndmin=0",
     [](Bound& b) { return LoadTable(b, true, 6); }},
};

}  // namespace

std::span<const BuiltinRow> NumpyMemberRows() { return kRows; }

}  // namespace lathe::staging
