// Dtypes, constants and classes of tf.*, members of DType and TensorShape, and the small functions around them.
#include <cmath>
#include <limits>

#include "staging/builtin_tables.h"
#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

template <D dtype>
Value DTypeConstant(Bound&) {
  return DTypeValue{dtype};
}

D SelfDType(Bound& b) { return b.self->get<DTypeValue>().dtype; }

Value Limit(Bound& b, bool upper) {
  D d = SelfDType(b);
  if (d == D::kBool) return upper;
  if (ir::IsInteger(d)) {
    int bits = int(ir::SizeOf(d)) * 8;
    Integer v = ir::IsUnsigned(d) ? (upper ? ShiftLeft(Integer(1), bits) - Integer(1) : Integer(0))
                                  : (upper ? ShiftLeft(Integer(1), bits - 1) - Integer(1) : -ShiftLeft(Integer(1), bits - 1));
    return v;
  }
  double top = 0;
  switch (d) {
    case D::kFloat16: top = 65504; break;
    case D::kBFloat16: top = 3.3895313892515355e38; break;
    case D::kFloat32: top = double(std::numeric_limits<float>::max()); break;
    case D::kFloat64: top = std::numeric_limits<double>::max(); break;
    default: b.in.Raise(DiagnosticKind::kUnknownAttribute, "TypeError", "the dtype " + std::string(NameOf(d)) + " has no extremes", b.span);
  }
  return b.in.FromLiteral(ir::Literal::Scalar(d, upper ? top : -top), true);
}

Value DTypeCall(Bound& b) { return DTypeValue{b.in.DTypeOf(b[0], b.spans[0])}; }

Value AsNumpyDType(Bound& b) {
  std::string name(NameOf(SelfDType(b)));
  if (name == "bool") name = "bool_";
  if (auto* row = FindBuiltin("np." + name)) return Builtin{row};
  return DTypeValue{SelfDType(b), true};
}

Value DTypeCompatible(Bound& b) { return SelfDType(b) == b.in.DTypeOf(b[0], b.spans[0]); }

// ---- TensorShape ----

const ir::Shape& SelfShape(Bound& b) { return b.self->get<ShapeValue>().shape; }

Value ShapeClass(Bound& b) { return ShapeValue{b.in.ShapeOfValue(b[0], b.spans[0])}; }

Value DimValue(ir::Dim d) { return ir::IsKnown(d) ? Value::Int(d) : Value(None{}); }

void RequireRank(Bound& b) {
  if (!SelfShape(b).ranked)
    b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "the rank of this shape is not known", b.span);
}

Value AsList(Bound& b) {
  RequireRank(b);
  std::vector<Value> dims;
  for (ir::Dim d : SelfShape(b).dims) dims.push_back(DimValue(d));
  return MakeList(b.in, std::move(dims));
}

Value ShapeRank(Bound& b) { return SelfShape(b).ranked ? Value::Int(SelfShape(b).rank()) : Value(None{}); }

Value NumElements(Bound& b) {
  auto n = SelfShape(b).ranked ? SelfShape(b).elements() : std::nullopt;
  return n ? Value::Int(*n) : Value(None{});
}

bool Compatible(const ir::Shape& a, const ir::Shape& b) {
  if (!a.ranked || !b.ranked) return true;
  if (a.rank() != b.rank()) return false;
  for (size_t i = 0; i < a.dims.size(); ++i)
    if (ir::IsKnown(a.dims[i]) && ir::IsKnown(b.dims[i]) && a.dims[i] != b.dims[i]) return false;
  return true;
}

[[noreturn]] void Incompatible(Bound& b, const ir::Shape& x, const ir::Shape& y) {
  b.in.Raise(DiagnosticKind::kShapeMismatch, "ValueError", "the shapes " + ToString(x) + " and " + ToString(y) + " are not compatible", b.span);
}

Value IsCompatibleWith(Bound& b) { return Compatible(SelfShape(b), b.in.ShapeOfValue(b[0], b.spans[0])); }

Value AssertCompatible(Bound& b) {
  ir::Shape other = b.in.ShapeOfValue(b[0], b.spans[0]);
  if (!Compatible(SelfShape(b), other)) Incompatible(b, SelfShape(b), other);
  return None{};
}

Value MergeWith(Bound& b) {
  ir::Shape other = b.in.ShapeOfValue(b[0], b.spans[0]), merged = SelfShape(b);
  if (!Compatible(merged, other)) Incompatible(b, merged, other);
  if (!merged.ranked) return ShapeValue{other};
  if (other.ranked)
    for (size_t i = 0; i < merged.dims.size(); ++i)
      if (!ir::IsKnown(merged.dims[i])) merged.dims[i] = other.dims[i];
  return ShapeValue{merged};
}

Value ConcatenateShapes(Bound& b) {
  ir::Shape other = b.in.ShapeOfValue(b[0], b.spans[0]), joined = SelfShape(b);
  if (!joined.ranked || !other.ranked) return ShapeValue{ir::Shape::Unranked()};
  joined.dims.insert(joined.dims.end(), other.dims.begin(), other.dims.end());
  return ShapeValue{joined};
}

enum class RankTest { kExact, kAtLeast, kAtMost };
template <RankTest test, bool returns>
Value WithRank(Bound& b) {
  int64_t rank = b.in.KnownInt(b[0], "rank", b.spans[0]);
  const ir::Shape& s = SelfShape(b);
  bool fits = !s.ranked || (test == RankTest::kExact ? s.rank() == rank : test == RankTest::kAtLeast ? s.rank() >= rank : s.rank() <= rank);
  if (!fits)
    b.in.Raise(DiagnosticKind::kRankMismatch, "ValueError", "the shape " + ToString(s) + " does not have rank " + std::to_string(rank), b.span);
  if (!returns) return None{};
  if (s.ranked || test != RankTest::kExact) return *b.self;
  return ShapeValue{ir::Shape{true, std::vector<ir::Dim>(size_t(rank), ir::kUnknown)}};
}

Value MostSpecific(Bound& b) {
  ir::Shape other = b.in.ShapeOfValue(b[0], b.spans[0]);
  if (!SelfShape(b).ranked || !other.ranked || SelfShape(b).rank() != other.rank()) return ShapeValue{ir::Shape::Unranked()};
  return ShapeValue{ir::Join(SelfShape(b), other)};
}

// ---- TensorSpec ----

Value MakeSpec(Interp& in, ir::Shape shape, D dtype, const Value& name) {
  auto spec = std::make_shared<TensorSpecObject>();
  spec->shape = std::move(shape);
  spec->dtype = dtype;
  if (auto* s = name.as<Str>()) spec->name = **s;
  return in.heap.New(ExternalSlot{spec});
}

Value SpecClass(Bound& b) { return MakeSpec(b.in, b.in.ShapeOfValue(b[0], b.spans[0]), DTypeArg(b, 1, D::kFloat32), b[2]); }

const TensorSpecObject& SelfSpec(Bound& b) { return *b.in.heap.External<TensorSpecObject>(*b.self); }

Value SpecName(Bound& b) { return SelfSpec(b).name ? Value::String(*SelfSpec(b).name) : Value(None{}); }

Value SpecFromTensor(Bound& b) {
  V v = Arg(b, 0);
  return MakeSpec(b.in, b.in.module.type(v).shape, b.in.module.type(v).dtype, b[1]);
}

Value SpecFromSpec(Bound& b) {
  auto* spec = b.in.heap.External<TensorSpecObject>(b[0]);
  if (!spec) b.in.Raise(DiagnosticKind::kInvalidArgument, "TypeError", "from_spec needs a TensorSpec", b.spans[0]);
  ir::Shape shape = spec->shape;
  return MakeSpec(b.in, shape, spec->dtype, b[1]);
}

Value SpecCompatible(Bound& b) {
  const TensorSpecObject& spec = SelfSpec(b);
  if (auto* other = b.in.heap.External<TensorSpecObject>(b[0])) return spec.dtype == other->dtype && Compatible(spec.shape, other->shape);
  if (!b.in.IsTensorLike(b[0])) return false;
  D dtype = spec.dtype;
  ir::Shape shape = spec.shape;
  V v = Arg(b, 0);
  return b.in.module.type(v).dtype == dtype && Compatible(shape, b.in.module.type(v).shape);
}

// ---- the rest ----

Value GetStaticValue(Bound& b) {
  auto* literal = b.in.KnownLiteral(b[0]);
  if (!literal) return None{};
  return b.in.FromLiteral(*literal, true);
}

Value IsTensor(Bound& b) {
  return (b.in.IsTensorLike(b[0]) && !(b[0].is<Tensor>() && b[0].get<Tensor>().numpy)) ||
         b.in.heap.External<IndexedSlicesObject>(b[0]) != nullptr;
}

Value NoEffect(Bound&) { return None{}; }

Value TensorClass(Bound& b) {
  b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "tf.Tensor is not called; use tf.constant", b.span);
}

Value Slices(Bound& b) {
  auto slices = std::make_shared<IndexedSlicesObject>();
  slices->values = Tensor{Arg(b, 0)};
  slices->indices = Tensor{Arg(b, 1)};
  if (b.given(2)) slices->dense_shape = Tensor{b.in.ShapeToTensor(b[2], b.spans[2])};
  return b.in.heap.New(ExternalSlot{slices});
}

Value SlicesValues(Bound& b) { return b.in.heap.External<IndexedSlicesObject>(*b.self)->values; }
Value SlicesIndices(Bound& b) { return b.in.heap.External<IndexedSlicesObject>(*b.self)->indices; }
Value SlicesShape(Bound& b) { return b.in.heap.External<IndexedSlicesObject>(*b.self)->dense_shape; }
Value SlicesDType(Bound& b) { return DTypeValue{b.in.TypeOf(b.in.heap.External<IndexedSlicesObject>(*b.self)->values).dtype}; }

using Kind = BuiltinRow::Kind;

#define LATHE_DTYPE(name, id) {"tf." name, "", DTypeConstant<D::id>, Kind::kConstant}, {"tf.dtypes." name, "", DTypeConstant<D::id>, Kind::kConstant}

constexpr BuiltinRow kRows[] = {
    LATHE_DTYPE("bool", kBool), LATHE_DTYPE("int8", kInt8), LATHE_DTYPE("uint8", kUInt8), LATHE_DTYPE("int16", kInt16),
    LATHE_DTYPE("uint16", kUInt16), LATHE_DTYPE("int32", kInt32), LATHE_DTYPE("uint32", kUInt32),
    LATHE_DTYPE("int64", kInt64), LATHE_DTYPE("uint64", kUInt64), LATHE_DTYPE("float16", kFloat16),
    LATHE_DTYPE("bfloat16", kBFloat16), LATHE_DTYPE("float32", kFloat32), LATHE_DTYPE("float64", kFloat64),
    LATHE_DTYPE("complex64", kComplex64), LATHE_DTYPE("complex128", kComplex128), LATHE_DTYPE("string", kString),
    LATHE_DTYPE("half", kFloat16), LATHE_DTYPE("double", kFloat64),
    {"tf.newaxis", "", [](Bound&) { return Value(None{}); }, Kind::kConstant},
    {"tf.__version__", "", [](Bound&) { return Value::String("2.21.0"); }, Kind::kConstant},
    {"tf.version.VERSION", "", [](Bound&) { return Value::String("2.21.0"); }, Kind::kConstant},
    {"tf.UnconnectedGradients.NONE", "", [](Bound&) { return Value::String("none"); }, Kind::kConstant},
    {"tf.UnconnectedGradients.ZERO", "", [](Bound&) { return Value::String("zero"); }, Kind::kConstant},
    {"tf.as_dtype", "type_value", DTypeCall},
    {"tf.DType", "type_enum", DTypeCall, Kind::kClass},
    {"DType.__name__", "", [](Bound& b) { return Value::String(std::string(NameOf(SelfDType(b)))); }, Kind::kProperty},
    {"DType.name", "", [](Bound& b) { return Value::String(std::string(NameOf(SelfDType(b)))); }, Kind::kProperty},
    {"DType.size", "", [](Bound& b) { return Value::Int(SelfDType(b) == D::kString ? 1 : ir::SizeOf(SelfDType(b))); }, Kind::kProperty},
    {"DType.itemsize", "", [](Bound& b) { return Value::Int(ir::SizeOf(SelfDType(b))); }, Kind::kProperty},
    {"DType.is_floating", "", [](Bound& b) { return Value(ir::IsFloating(SelfDType(b))); }, Kind::kProperty},
    {"DType.is_integer", "", [](Bound& b) { return Value(ir::IsInteger(SelfDType(b))); }, Kind::kProperty},
    {"DType.is_bool", "", [](Bound& b) { return Value(SelfDType(b) == D::kBool); }, Kind::kProperty},
    {"DType.is_complex", "", [](Bound& b) { return Value(ir::IsComplex(SelfDType(b))); }, Kind::kProperty},
    {"DType.is_unsigned", "", [](Bound& b) { return Value(ir::IsUnsigned(SelfDType(b))); }, Kind::kProperty},
    {"DType.is_numeric", "", [](Bound& b) { return Value(ir::IsNumeric(SelfDType(b))); }, Kind::kProperty},
    {"DType.min", "", [](Bound& b) { return Limit(b, false); }, Kind::kProperty},
    {"DType.max", "", [](Bound& b) { return Limit(b, true); }, Kind::kProperty},
    {"DType.limits", "", [](Bound& b) {
       D d = SelfDType(b);
       if (ir::IsFloating(d)) return Value::MakeTuple({Value(0.0), Value(1.0)});
       return Value::MakeTuple({Value::Int(0), Limit(b, true)});
     }, Kind::kProperty},
    {"DType.as_numpy_dtype", "", AsNumpyDType, Kind::kProperty},
    {"DType.base_dtype", "", [](Bound& b) { return *b.self; }, Kind::kProperty},
    {"DType.real_dtype", "", [](Bound& b) { return Value(DTypeValue{ir::RealType(SelfDType(b))}); }, Kind::kProperty},
    {"DType.is_compatible_with", "other", DTypeCompatible},

    {"tf.TensorShape", "dims", ShapeClass, Kind::kClass},
    {"TensorShape.rank", "", ShapeRank, Kind::kProperty},
    {"TensorShape.ndims", "", ShapeRank, Kind::kProperty},
    {"TensorShape.dims", "", [](Bound& b) { return SelfShape(b).ranked ? AsList(b) : Value(None{}); }, Kind::kProperty},
    {"TensorShape.as_list", "", AsList},
    {"TensorShape.num_elements", "", NumElements},
    {"TensorShape.is_fully_defined", "", [](Bound& b) { return Value(SelfShape(b).ranked && SelfShape(b).fully_known()); }},
    {"TensorShape.is_compatible_with", "other", IsCompatibleWith},
    {"TensorShape.assert_is_compatible_with", "other", AssertCompatible},
    {"TensorShape.merge_with", "other", MergeWith},
    {"TensorShape.concatenate", "other", ConcatenateShapes},
    {"TensorShape.with_rank", "rank", WithRank<RankTest::kExact, true>},
    {"TensorShape.with_rank_at_least", "rank", WithRank<RankTest::kAtLeast, true>},
    {"TensorShape.with_rank_at_most", "rank", WithRank<RankTest::kAtMost, true>},
    {"TensorShape.assert_has_rank", "rank", WithRank<RankTest::kExact, false>},
    {"TensorShape.assert_same_rank", "other", [](Bound& b) {
       ir::Shape other = b.in.ShapeOfValue(b[0], b.spans[0]);
       if (SelfShape(b).ranked && other.ranked && SelfShape(b).rank() != other.rank()) Incompatible(b, SelfShape(b), other);
       return Value(None{});
     }},
    {"TensorShape.most_specific_compatible_shape", "other", MostSpecific},

    {"tf.TensorSpec", "shape, dtype=tf.float32, name=None", SpecClass, Kind::kClass},
    {"tf.TensorSpec.from_tensor", "tensor, name=None", SpecFromTensor},
    {"tf.TensorSpec.from_spec", "spec, name=None", SpecFromSpec},
    {"TensorSpec.from_tensor", "tensor, name=None", SpecFromTensor},
    {"TensorSpec.from_spec", "spec, name=None", SpecFromSpec},
    {"TensorSpec.__repr__", "", [](Bound& b) {
       const TensorSpecObject& spec = SelfSpec(b);
       return Value::String("TensorSpec(shape=" + ToString(spec.shape) + ", dtype=tf." + std::string(NameOf(spec.dtype)) +
                            ", name=" + (spec.name ? "'" + *spec.name + "'" : "None") + ")");
     }},
    {"TensorSpec.shape", "", [](Bound& b) { return Value(ShapeValue{SelfSpec(b).shape}); }, Kind::kProperty},
    {"TensorSpec.dtype", "", [](Bound& b) { return Value(DTypeValue{SelfSpec(b).dtype}); }, Kind::kProperty},
    {"TensorSpec.name", "", SpecName, Kind::kProperty},
    {"TensorSpec.is_compatible_with", "spec_or_value", SpecCompatible},

    {"tf.Tensor", "*args, **kwargs", TensorClass, Kind::kClass},
    {"tf.IndexedSlices", "values, indices, dense_shape=None", Slices, Kind::kClass},
    {"IndexedSlices.values", "", SlicesValues, Kind::kProperty},
    {"IndexedSlices.indices", "", SlicesIndices, Kind::kProperty},
    {"IndexedSlices.dense_shape", "", SlicesShape, Kind::kProperty},
    {"IndexedSlices.dtype", "", SlicesDType, Kind::kProperty},
    {"tf.is_tensor", "x", IsTensor},
    {"tf.get_static_value", "tensor, partial=False", GetStaticValue},
    {"tf.executing_eagerly", "", [](Bound& b) { return Value(b.in.mode == Mode::kEager); }},
    {"tf.inside_function", "", [](Bound& b) { return Value(b.in.mode == Mode::kStaged); }},
    {"tf.no_op", "name=None", NoEffect},
    {"tf.group", "*inputs, **kwargs", NoEffect},
    {"tf.get_logger", "", [](Bound&) { return Value(ModuleValue{std::make_shared<const std::string>("tf.get_logger")}); }},
    {"tf.get_logger.setLevel", "level", NoEffect},
    {"tf.config.list_physical_devices", "device_type=None", [](Bound& b) { return MakeList(b.in, {}); }},
    {"tf.config.threading.set_intra_op_parallelism_threads", "num_threads", NoEffect},
    {"tf.config.threading.set_inter_op_parallelism_threads", "num_threads", NoEffect},
    {"tf.config.experimental.enable_op_determinism", "", NoEffect},
    {"tf.config.experimental.enable_tensor_float_32_execution", "enabled", NoEffect},
    {"tf.config.experimental.set_memory_growth", "device, enable", NoEffect},
    {"tf.config.set_visible_devices", "devices, device_type=None", NoEffect},
    {"tf.autograph.set_verbosity", "level, alsologtostdout=False", NoEffect},
};

}  // namespace

std::span<const BuiltinRow> TfConstantRows() { return kRows; }

}  // namespace lathe::staging
