// Subscripts of tensors and arrays. Input: Python index values. Output: StridedSlice, Gather and mask operations.
#include "staging/tf/subscript.h"

#include <algorithm>

#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/tf/tensor.h"

namespace lathe::staging {

namespace {

// One entry of begin, end or strides: known, or an integer scalar.
struct Entry {
  int64_t known = 0;
  V dynamic;
};

Entry IndexEntry(Ops& o, const Value& v, bool numpy) {
  Interp& in = o.in;
  if (v.is<Poison>()) throw Abandoned{};
  if (auto* b = v.as<bool>()) return {*b, {}};
  if (auto* i = v.as<Integer>()) {
    if (!i->fits()) in.Raise(DiagnosticKind::kIndexOutOfRange, "IndexError", "index " + i->ToString() + " is out of range", o.span);
    return {i->small(), {}};
  }
  if (auto* s = v.as<Scalar>(); s && (s->kind == ScalarKind::kInt || s->kind == ScalarKind::kBool)) return {0, s->value};
  if (in.IsTensorLike(v)) {
    V t = in.ToTensor(v, {}, o.span);
    if (ir::IsInteger(o.dtype(t)) && o.ranked(t) && o.rank(t) == 0) {
      if (auto* l = o.literal(t)) return {l->IntAt(0), {}};
      return {0, t};
    }
    if (ir::IsInteger(o.dtype(t)) && !numpy && o.ranked(t) && o.rank(t) == 1 && o.dim(t, 0) == 1)
      return {0, o.Squeeze(t, {0})};
  }
  in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError",
           "an index must be an int, a slice, `...`, None or an int scalar, not " + Described(in, v), o.span);
}

bool IsNone(const Value& v) { return v.is_none() || v.is<Undefined>(); }

V Vector(Ops& o, const std::vector<Entry>& entries, bool wide) {
  bool known = true;
  for (const Entry& e : entries) known &= !e.dynamic.valid();
  D dtype = wide ? D::kInt64 : D::kInt32;
  if (known) {
    std::vector<int64_t> values;
    for (const Entry& e : entries) values.push_back(e.known);
    return wide ? o.Const(ir::Literal::Int64s(values)) : o.Ints(values);
  }
  std::vector<V> parts;
  for (const Entry& e : entries) parts.push_back(e.dynamic.valid() ? o.Cast(e.dynamic, dtype) : o.Int(e.known, dtype));
  return o.Stack(std::move(parts));
}

// Positions with negative ones counted from the end.
V Positions(Ops& o, V indices, V x, int axis) {
  V n = o.DimOf(x, axis, o.dtype(indices));
  return o.Select(o(K::kLt, {indices, o.Like(indices, 0)}), o.Add(indices, n), indices);
}

V ArrayIndex(Ops& o, const Value& item) {
  V v = o.in.ToTensor(item, {}, o.span);
  if (o.dtype(v) == D::kFloat32 && o.ranked(v) && o.shape(v).elements() == 0) return o.Const(ir::Literal::Zeros(D::kInt64, {0}));
  return o.dtype(v) == D::kBool ? v : o.Cast(v, D::kInt64);
}

// A mask as an int index of the dimensions it covers (rank 1 only).
V MaskPositions(Ops& o, V mask) { return o.Squeeze(o(K::kWhere, {mask}), {1}); }

// NumPy: arrays among the items. All array items must be neighbours; ints beside them count as arrays.
V FancyIndex(Ops& o, V x, std::vector<Value> items) {
  // `...` becomes full slices.
  int used = 0;
  for (const Value& i : items) {
    if (i.is_none() || i.is<EllipsisValue>()) continue;
    bool mask = IsArrayIndex(o.in, i) && o.dtype(ArrayIndex(o, i)) == D::kBool;
    used += mask ? std::max(1, o.rank(ArrayIndex(o, i))) : 1;
  }
  std::vector<Value> full;
  Value all = SliceValue{std::make_shared<const std::vector<Value>>(std::vector<Value>{None{}, None{}, None{}})};
  for (const Value& i : items) {
    if (!i.is<EllipsisValue>()) full.push_back(i);
    else
      for (int k = used; k < o.rank(x); ++k) full.push_back(all);
  }
  // First everything basic, with a full slice where an array stands.
  std::vector<Value> basic;
  std::vector<std::pair<int, V>> arrays;   // axis of the basic result, index
  int axis = 0;
  bool any_int = false;
  for (const Value& i : full) {
    if (IsArrayIndex(o.in, i)) {
      V index = ArrayIndex(o, i);
      if (o.dtype(index) == D::kBool && o.rank(index) > 1)
        o.in.Fail(DiagnosticKind::kUnsupportedApi, "a mask of several dimensions beside other indices is not supported", o.span);
      if (o.dtype(index) == D::kBool) index = MaskPositions(o, index);
      arrays.push_back({axis++, index});
      basic.push_back(all);
    } else if (!i.is_none() && !i.is<SliceValue>()) {
      any_int = true;
      arrays.push_back({axis++, o.Cast(o.in.ToTensor(i, {}, o.span), D::kInt64)});
      basic.push_back(all);
    } else {
      basic.push_back(i);
      ++axis;
    }
  }
  (void)any_int;
  Subscript s = MakeSubscript(o, basic, true);
  x = o(K::kStridedSlice, {x, s.begin, s.end, s.strides}, s.attr);
  for (size_t k = 1; k < arrays.size(); ++k)
    if (arrays[k].first != arrays[k - 1].first + 1)
      o.in.Fail(DiagnosticKind::kUnsupportedApi, "index arrays that are not neighbours are not supported", o.span);
  if (arrays.size() == 1) return o.Gather(x, Positions(o, arrays[0].second, x, arrays[0].first), arrays[0].first);
  if (arrays[0].first != 0) o.in.Fail(DiagnosticKind::kUnsupportedApi, "several index arrays after a slice are not supported", o.span);
  V shape = o.ShapeOf(arrays[0].second);
  for (size_t k = 1; k < arrays.size(); ++k) shape = o(K::kBroadcastShape, {shape, o.ShapeOf(arrays[k].second)});
  std::vector<V> columns;
  for (auto& [a, index] : arrays) columns.push_back(o.BroadcastTo(Positions(o, index, x, a), shape));
  return o(K::kGatherNd, {x, o.Stack(columns, o.rank(columns[0]))}, ir::AxisAttr{0, 0});
}

}  // namespace

std::vector<Value> IndexItems(Interp& in, const Value& index, bool list_is_tuple) {
  if (auto* t = index.as<Tuple>()) return *t->items;
  if (list_is_tuple)
    if (auto* l = in.heap.as<ListObject>(index)) return l->items;
  return {index};
}

bool IsArrayIndex(Interp& in, const Value& item) {
  if (IsSequence(in, item)) return true;
  if (!in.IsTensorLike(item)) return false;
  const ir::Type& type = item.is<Tensor>() ? in.TypeOf(item) : in.module.type(in.ToTensor(item));
  return type.dtype == D::kBool || (type.shape.ranked && type.shape.rank() > 0);
}

Subscript MakeSubscript(Ops& o, const std::vector<Value>& items, bool numpy) {
  std::vector<Entry> begin, end, strides;
  ir::SliceAttr attr;
  bool wide = false, ellipsis = false;
  uint32_t bit = 1;
  for (const Value& item : items) {
    Entry b, e, s{1, {}};
    if (item.is<EllipsisValue>()) {
      if (ellipsis) o.in.Raise(DiagnosticKind::kInvalidArgument, numpy ? "IndexError" : "ValueError", "an index can have only one `...`", o.span);
      ellipsis = true;
      attr.ellipsis_mask |= bit;
    } else if (item.is_none()) {
      attr.new_axis_mask |= bit;
    } else if (auto* slice = item.as<SliceValue>()) {
      const std::vector<Value>& parts = *slice->parts;
      if (IsNone(parts[0])) attr.begin_mask |= bit;
      else b = IndexEntry(o, parts[0], numpy);
      if (IsNone(parts[1])) attr.end_mask |= bit;
      else e = IndexEntry(o, parts[1], numpy);
      if (!IsNone(parts[2])) s = IndexEntry(o, parts[2], numpy);
      if (!s.dynamic.valid() && s.known == 0)
        o.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "the step of a slice must not be zero", o.span);
    } else {
      b = IndexEntry(o, item, numpy);
      e = b.dynamic.valid() ? Entry{0, o.Add(b.dynamic, o.Like(b.dynamic, 1))} : Entry{b.known + 1, {}};
      attr.shrink_axis_mask |= bit;
    }
    for (const Entry* entry : {&b, &e, &s})
      wide |= entry->dynamic.valid() ? ir::SizeOf(o.dtype(entry->dynamic)) == 8 : entry->known != int64_t(int32_t(entry->known));
    begin.push_back(b);
    end.push_back(e);
    strides.push_back(s);
    bit <<= 1;
  }
  return {Vector(o, begin, wide), Vector(o, end, wide), Vector(o, strides, wide), attr};
}

V BooleanMask(Ops& o, V tensor, V mask, int64_t axis) {
  int m = o.rank(mask), r = o.rank(tensor);
  if (m == 0) o.in.Raise(DiagnosticKind::kRankMismatch, "ValueError", "the mask must not be a scalar", o.span);
  if (axis + m > r)
    o.in.Raise(DiagnosticKind::kRankMismatch, "ValueError", "a mask of rank " + std::to_string(m) + " does not fit a tensor of rank " + std::to_string(r), o.span);
  for (int i = 0; i < m; ++i) {
    ir::Dim a = o.dim(tensor, int(axis) + i), b = o.dim(mask, i);
    if (ir::IsKnown(a) && ir::IsKnown(b) && a != b)
      o.in.Raise(DiagnosticKind::kShapeMismatch, "ValueError", "the mask's shape " + ToString(o.shape(mask)) + " does not fit the tensor's " + ToString(o.shape(tensor)), o.span);
  }
  if (m > 1) {
    // The masked dimensions as one.
    std::vector<V> dims;
    for (int i = 0; i < axis; ++i) dims.push_back(o.DimOf(tensor, i));
    dims.push_back(o.Int(-1));
    for (int i = int(axis) + m; i < r; ++i) dims.push_back(o.DimOf(tensor, i));
    tensor = o.Reshape(tensor, o.Stack(dims));
    mask = o.Reshape(mask, std::vector<int64_t>{-1});
  }
  V where = o(K::kWhere, {mask});
  return o.Gather(tensor, o.Squeeze(where, {1}), axis);
}

Value TensorGetItem(Interp& in, const Value& tensor, const Value& index, Span where) {
  Ops o(in, where);
  auto* t = tensor.as<Tensor>();
  bool numpy = t && t->numpy;
  V x = in.ToTensor(tensor, {}, where);
  std::vector<Value> items = IndexItems(in, index, !numpy);
  for (const Value& item : items)
    if (item.is<Poison>()) throw Abandoned{};
  auto wrap = [&](V v) -> Value { return Tensor{v, numpy, numpy && o.ranked(v) && o.rank(v) == 0}; };
  if (items.size() == 1 && in.IsTensorLike(items[0])) {
    V mask = in.ToTensor(items[0], {}, where);
    if (o.dtype(mask) == D::kBool && o.ranked(mask) && o.rank(mask) > 0) return wrap(BooleanMask(o, x, mask, 0));
  }
  if (numpy) {
    bool fancy = false;
    for (const Value& item : items) fancy |= IsArrayIndex(in, item);
    if (fancy && items.size() == 1 && IsSequence(in, items[0])) {
      V list = ArrayIndex(o, items[0]);
      if (o.dtype(list) == D::kBool) return wrap(BooleanMask(o, x, list, 0));
    }
    if (fancy) return wrap(FancyIndex(o, x, items));
  }
  if (items.empty()) return wrap(x);
  Subscript s = MakeSubscript(o, items, numpy);
  return wrap(o(K::kStridedSlice, {x, s.begin, s.end, s.strides}, s.attr));
}

Value NumpySetItem(Interp& in, const Value& array, const Value& index, const Value& value, Span where) {
  Ops o(in, where);
  V x = in.ToTensor(array, {}, where);
  V v = in.IsTensorLike(value) || value.is<Scalar>() ? o.Cast(value.is<Scalar>() ? value.get<Scalar>().value : in.ToTensor(value, {}, where), o.dtype(x))
                                                     : o.Cast(in.ToTensor(value, {}, where), o.dtype(x));
  std::vector<Value> items = IndexItems(in, index, false);
  if (items.size() == 1 && IsArrayIndex(in, items[0])) {
    V at = ArrayIndex(o, items[0]);
    if (o.dtype(at) == D::kBool) {
      if (o.rank(v) > 0 && o.rank(at) > 0) {
        // One value per true element, in order.
        V places = o(K::kWhere, {at});
        return Tensor{o(K::kTensorScatter, {x, places, v}, ir::ParamsAttr{{0}, {}, {}, {}}), true};
      }
      V mask = at;
      for (int i = o.rank(at); i < o.rank(x); ++i) mask = o.ExpandDims(mask, i);
      return Tensor{o.Select(mask, v, x), true};
    }
    V places = o.ExpandDims(Positions(o, at, x, 0), o.rank(at));
    std::vector<V> shape;
    for (int i = 0; i < o.rank(at); ++i) shape.push_back(o.DimOf(at, i));
    for (int i = 1; i < o.rank(x); ++i) shape.push_back(o.DimOf(x, i));
    V updates = o.BroadcastTo(v, o.Stack(shape));
    return Tensor{o(K::kTensorScatter, {x, places, updates}, ir::ParamsAttr{{0}, {}, {}, {}}), true};
  }
  for (const Value& item : items)
    if (IsArrayIndex(in, item)) in.Fail(DiagnosticKind::kUnsupportedApi, "assignment with several index arrays is not supported", where);
  Subscript s = MakeSubscript(o, items, true);
  return Tensor{o(K::kStridedSliceUpdate, {x, s.begin, s.end, s.strides, v}, s.attr), true};
}

}  // namespace lathe::staging
