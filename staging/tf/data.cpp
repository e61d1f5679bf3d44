// What the tf.data code of library/ needs of the compiler: functions traced once for a pipeline's elements, and whether a
// value is known.
#include "runtime/python_random.h"
#include "staging/builtin_tables.h"
#include "staging/function.h"
#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/structure.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

// traced(function, specs): a function traced once for arguments of these tf.TensorSpecs, and the structure of its results.
Value Traced(Bound& b) {
  Interp& in = b.in;
  auto function = std::make_shared<TfFunction>();
  function->python_function = b[0];
  function->options.input_signature = b[1];
  function->name = "element";
  if (auto* f = in.heap.as<FunctionObject>(b[0])) function->name = f->name;
  function->span = in.UserSpan(b.span);
  function->folds = true;
  Ref ref = in.heap.New(ExternalSlot{function});
  CallArgs args;
  args.positional = SequenceOf(in, b[1]);
  args.positional_spans.resize(args.positional.size());
  Value result = TraceOnSpecs(in, ref, std::move(args), in.UserSpan(b.span)).result;
  Value specs = Map(in, result, [&](const Value& v) -> Value {
    if (!v.is<Tensor>()) return v;
    const ir::Type& type = in.module.type(v.get<Tensor>().value);
    auto spec = std::make_shared<TensorSpecObject>();
    spec->dtype = type.dtype;
    spec->shape = type.shape;
    if (spec->shape.ranked)
      for (ir::Dim& d : spec->shape.dims)
        if (!ir::IsKnown(d)) d = ir::kUnknown;
    return in.heap.New(ExternalSlot{spec});
  });
  return Value::MakeTuple({Value(ref), specs});
}

// known(x): whether the value of a bool, number or tensor is known while staging.
Value Known(Bound& b) {
  const Value& v = b[0];
  if (v.is<bool>() || v.is<Integer>() || v.is<double>() || v.is_none() || v.is<Str>()) return true;
  if (auto* t = v.as<Tensor>()) return b.in.mode == Mode::kEager && b.in.builder.ConstantOf(t->value) != nullptr;
  if (auto* s = v.as<Scalar>()) return b.in.mode == Mode::kEager && b.in.builder.ConstantOf(s->value) != nullptr;
  return false;
}

// index(x): a number of elements: a Python int in eager code (known where x is), an int64 tensor in staged code.
Value Index(Bound& b) {
  Interp& in = b.in;
  if (in.mode == Mode::kStaged) return Tensor{Ops(b).Cast(in.ToTensor(b[0], {}, b.spans[0]), D::kInt64)};
  if (b[0].is<Integer>() || b[0].is<Scalar>()) return b[0];
  V v = in.ToTensor(b[0], {}, b.spans[0]);
  if (auto* literal = in.builder.ConstantOf(v); literal && literal->count() == 1) return Value::Int(literal->IntAt(0));
  return Scalar{ScalarKind::kInt, Ops(b).Cast(v, D::kInt64)};
}

// permutation(n, round): a random order of n elements, another one for each round.
Value Permutation(Bound& b) {
  int64_t n = b.in.KnownInt(b[0], "n", b.spans[0]);
  rt::PythonRandom random;
  random.SeedInt(b.in.KnownInt(b[1], "round", b.spans[1]));
  std::vector<int64_t> order(size_t(n), 0);
  for (int64_t i = 0; i < n; ++i) order[size_t(i)] = i;
  random.Shuffle(n, order.data());
  std::vector<Value> items;
  for (int64_t i : order) items.push_back(Value::Int(i));
  return MakeList(b.in, std::move(items));
}

constexpr BuiltinRow kRows[] = {
    {"lathe.traced", "function, specs", Traced},
    {"lathe.known", "value", Known},
    {"lathe.index", "value", Index},
    {"lathe.permutation", "n, round", Permutation},
};

}  // namespace

std::span<const BuiltinRow> TfDataRows() { return kRows; }

}  // namespace lathe::staging
