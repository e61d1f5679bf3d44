// tf.TensorArray on IR lists. Eager methods change the object, staged ones make a new one (as TensorFlow's flow values do).
#include "staging/builtin_tables.h"
#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

const TensorArrayObject& Self(Bound& b) { return *b.in.heap.External<TensorArrayObject>(*b.self); }

Value Updated(Bound& b, V list) {
  if (b.in.mode == Mode::kEager) {
    b.in.heap.WriteExternal<TensorArrayObject>(b.self->get<Ref>()).list = list;
    return *b.self;
  }
  auto copy = std::make_shared<TensorArrayObject>(Self(b));
  copy->list = list;
  return b.in.heap.New(ExternalSlot{copy});
}

// Dimensions that mean the same outside of the loop or function where an element was written.
ir::Shape Portable(ir::Shape shape) {
  for (ir::Dim& d : shape.dims)
    if (!ir::IsKnown(d)) d = ir::kUnknown;
  return shape;
}

void NoteElement(Bound& b, V value) {
  const TensorArrayObject& array = Self(b);
  const ir::Type& type = b.in.module.type(value);
  if (array.element_shape.ranked && type.shape.ranked) {
    bool fits = array.element_shape.rank() == type.shape.rank();
    for (size_t i = 0; fits && i < type.shape.dims.size(); ++i) {
      ir::Dim want = array.element_shape.dims[i], have = type.shape.dims[i];
      fits = !ir::IsKnown(want) || !ir::IsKnown(have) || want == have;
    }
    if (!fits)
      b.in.Raise(DiagnosticKind::kShapeMismatch, "ValueError", "an element of shape " + ToString(type.shape) + " does not fit the TensorArray's " + ToString(array.element_shape), b.span);
  }
  std::optional<ir::Shape>& written = *array.written;
  ir::Shape shape = Portable(type.shape);
  if (!written) written = shape;
  else if (!written->ranked || !shape.ranked || written->rank() != shape.rank()) written = ir::Shape::Unranked();
  else written = ir::Join(*written, shape);
}

ir::Shape ElementShape(const TensorArrayObject& array) {
  if (array.element_shape.ranked && array.element_shape.fully_known()) return array.element_shape;
  if (*array.written && (*array.written)->ranked) return **array.written;
  return array.element_shape;
}

V Index(Bound& b, size_t i) {
  Ops o(b);
  V v = Arg(b, i);
  if (!ir::IsInteger(o.dtype(v)))
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "an index must be an int, not " + std::string(NameOf(o.dtype(v))), b.spans[i]);
  return o.Cast(v, D::kInt32);
}

V Element(Bound& b, size_t i) {
  D dtype = Self(b).dtype;
  if (b.in.IsTensorLike(b[i]) && b.in.module.type(Arg(b, i)).dtype != dtype)
    b.in.Raise(DiagnosticKind::kDtypeMismatch, "ValueError", "an element of dtype " + std::string(NameOf(b.in.module.type(Arg(b, i)).dtype)) +
                                                                 " in a TensorArray of " + std::string(NameOf(dtype)), b.spans[i]);
  return Arg(b, i, dtype);
}

Value Make(Bound& b) {
  Ops o(b);
  auto array = std::make_shared<TensorArrayObject>();
  array->dtype = *DTypeArg(b, 0);
  array->dynamic_size = b.given(2) ? b.in.KnownBool(b[2], "dynamic_size", b.spans[2]) : !b.given(1);
  array->clear_after_read = !b.given(3) || b.in.KnownBool(b[3], "clear_after_read", b.spans[3]);
  array->infer_shape = b.in.KnownBool(b[7], "infer_shape", b.spans[7]);
  if (b.given(8)) array->element_shape = b.in.ShapeOfValue(b[8], b.spans[8]);
  array->created = b.span;
  V size = b.given(1) ? o.Cast(Arg(b, 1), D::kInt32) : o.Int(0);
  array->list = o(K::kListNew, {size}, ir::TypeAttr{ir::Type::List(array->dtype, array->element_shape)});
  return b.in.heap.New(ExternalSlot{array});
}

Value Write(Bound& b) {
  Ops o(b);
  V index = Index(b, 0), value = Element(b, 1);
  NoteElement(b, value);
  return Updated(b, o(K::kListSet, {Self(b).list, index, value}, ir::ParamsAttr{{Self(b).dynamic_size}, {}, {}, {}}));
}

Value Read(Bound& b) {
  Ops o(b);
  V value = o(K::kListGet, {Self(b).list, Index(b, 0)});
  ir::Shape shape = ElementShape(Self(b));
  if (shape.ranked && !(o.ranked(value) && o.shape(value).fully_known()))
    value = o(K::kSetShape, {value}, ir::TypeAttr{ir::Type::Tensor(Self(b).dtype, shape)});
  return o.Out(value);
}

V Stacked(Bound& b) {
  return Ops(b)(K::kListStack, {Self(b).list}, ir::TypeAttr{ir::Type::Tensor(Self(b).dtype, ElementShape(Self(b)))});
}

Value Stack(Bound& b) { return Tensor{Stacked(b)}; }

Value Gather(Bound& b) {
  Ops o(b);
  return o.Out(o.Gather(Stacked(b), Arg(b, 0)));
}

Value Concat(Bound& b) {
  Ops o(b);
  V joined = o(K::kListConcat, {Self(b).list});
  ir::Shape shape = ElementShape(Self(b));
  if (!o.ranked(joined) && shape.ranked && shape.rank() > 0) {
    shape.dims[0] = ir::kUnknown;
    joined = o(K::kSetShape, {joined}, ir::TypeAttr{ir::Type::Tensor(Self(b).dtype, shape)});
  }
  return o.Out(joined);
}

Value Unstack(Bound& b) {
  Ops o(b);
  V value = Element(b, 0);
  if (o.rank(value) == 0) o.Invalid(DiagnosticKind::kRankMismatch, "unstack needs a tensor of rank 1 or more", b.spans[0]);
  V list = o(K::kListUnstack, {value});
  ir::Shape element = o.shape(value);
  element.dims.erase(element.dims.begin());
  *Self(b).written = Portable(element);
  return Updated(b, list);
}

Value Scatter(Bound& b) {
  Ops o(b);
  std::vector<int64_t> indices = b.in.KnownInts(b[0], "indices of scatter", b.spans[0]);
  V value = Element(b, 1);
  V list = Self(b).list;
  for (size_t k = 0; k < indices.size(); ++k) {
    V element = o.Squeeze(o.SliceAxis(value, 0, int64_t(k), 1), {0});
    NoteElement(b, element);
    list = o(K::kListSet, {list, o.Int(indices[k]), element}, ir::ParamsAttr{{Self(b).dynamic_size}, {}, {}, {}});
  }
  return Updated(b, list);
}

Value Split(Bound& b) {
  Ops o(b);
  V value = Element(b, 0);
  std::vector<int64_t> lengths = b.in.KnownInts(b[1], "lengths", b.spans[1]);
  V list = Self(b).list;
  int64_t at = 0;
  for (size_t k = 0; k < lengths.size(); ++k) {
    V element = o.SliceAxis(value, 0, at, lengths[k]);
    at += lengths[k];
    NoteElement(b, element);
    list = o(K::kListSet, {list, o.Int(int64_t(k)), element}, ir::ParamsAttr{{Self(b).dynamic_size}, {}, {}, {}});
  }
  return Updated(b, list);
}

Value Size(Bound& b) { return Tensor{Ops(b)(K::kListSize, {Self(b).list})}; }

Value Identity(Bound& b) {
  if (b.in.mode == Mode::kEager) return *b.self;
  return Updated(b, Self(b).list);
}

// len(): a Python int in eager code, a tensor in a graph.
Value Length(Bound& b) {
  V size = Ops(b)(K::kListSize, {Self(b).list});
  if (b.in.mode == Mode::kStaged) return Tensor{size};
  if (const ir::Literal* known = b.in.builder.ConstantOf(size)) return Value::Int(known->IntAt(0));
  return Scalar{ScalarKind::kInt, b.in.Emit(K::kCast, {size}, ir::DTypeAttr{ir::DType::kInt64}, b.span)};
}

using Kind = BuiltinRow::Kind;

constexpr BuiltinRow kRows[] = {
    {"tf.TensorArray",
     "dtype, size=None, dynamic_size=None, clear_after_read=None, tensor_array_name=None, handle=None, flow=None, infer_shape=True, "
     "element_shape=None, colocate_with_first_write_call=True, name=None",
     Make, Kind::kClass},
    {"TensorArray.write", "index, value, name=None", Write},
    {"TensorArray.read", "index, name=None", Read},
    {"TensorArray.stack", "name=None", Stack},
    {"TensorArray.unstack", "value, name=None", Unstack},
    {"TensorArray.size", "name=None", Size},
    {"TensorArray.__len__", "", Length},
    {"TensorArray.gather", "indices, name=None", Gather},
    {"TensorArray.scatter", "indices, value, name=None", Scatter},
    {"TensorArray.concat", "name=None", Concat},
    {"TensorArray.split", "value, lengths, name=None", Split},
    {"TensorArray.identity", "", Identity},
    {"TensorArray.element_shape", "", [](Bound& b) { return Value(ShapeValue{ElementShape(Self(b))}); }, Kind::kProperty},
    {"TensorArray.dtype", "", [](Bound& b) { return Value(DTypeValue{Self(b).dtype}); }, Kind::kProperty},
    {"TensorArray.dynamic_size", "", [](Bound& b) { return Value(Self(b).dynamic_size); }, Kind::kProperty},
};

}  // namespace

std::span<const BuiltinRow> TfTensorArrayRows() { return kRows; }

}  // namespace lathe::staging
