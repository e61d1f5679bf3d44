// Python lists whose length only run time knows. Input: lists of known elements or IR lists. Output: operations on IR lists; the
// object in the heap is overwritten, so its identity stays.
#include "staging/lists.h"

#include "staging/function.h"
#include "staging/literals.h"
#include "staging/loops.h"
#include "staging/objects.h"
#include "staging/tf/api.h"

namespace lathe::staging {

ir::ValueId IrListOf(const Interp& in, const Value& v) {
  if (!v.is<Ref>()) return {};
  if (auto* array = in.heap.External<TensorArrayObject>(v)) return array->list;
  auto* list = AsRunTimeList(in, v);
  return list ? list->list : ir::ValueId{};
}

Value NewRunTimeList(Interp& in, ir::ValueId list) {
  auto object = std::make_shared<RunTimeListObject>();
  object->list = list;
  return in.heap.New(ExternalSlot{object});
}

Value WithIrList(Interp& in, const Value& like, ir::ValueId list) {
  auto* array = in.heap.External<TensorArrayObject>(like);
  if (!array) return NewRunTimeList(in, list);
  auto copy = std::make_shared<TensorArrayObject>(*array);
  copy->list = list;
  return in.heap.New(ExternalSlot{copy});
}

bool IsPythonList(const Interp& in, const Value& v) { return in.heap.as<ListObject>(v) || AsRunTimeList(in, v); }

bool LengthsDiffer(const Interp& in, const Value& a, const Value& b) {
  if (!IsPythonList(in, a) || !IsPythonList(in, b)) return false;
  auto *x = in.heap.as<ListObject>(a), *y = in.heap.as<ListObject>(b);
  return !x || !y || x->items.size() != y->items.size();
}

bool MayGrow(const Interp& in, Ref list) {
  return in.options.extensions && in.mode == Mode::kStaged && in.trace && list.index >= in.trace->first_object;
}

namespace {

bool IsNumber(const Value& v) { return v.is<bool>() || v.is<Integer>() || v.is<double>(); }

// Dimensions that mean the same outside of the loop or branch where an element was made.
ir::Shape Portable(ir::Shape shape) {
  for (ir::Dim& d : shape.dims)
    if (!ir::IsKnown(d)) d = ir::kUnknown;
  return shape;
}

// What is known of the elements so far.
struct ElementType {
  std::optional<D> dtype;
  std::optional<ir::Shape> shape;
  bool ok = true;
  void Add(D d, const ir::Shape& s) {
    ok &= !dtype || *dtype == d;
    dtype = d;
    AddShape(s);
  }
  void AddShape(const ir::Shape& s) { shape = shape ? ir::Join(*shape, Portable(s)) : Portable(s); }
};

void AddElement(Interp& in, const Value& v, ElementType& out) {
  if (auto* t = v.as<Tensor>()) out.Add(in.module.type(t->value).dtype, in.module.type(t->value).shape);
  else if (auto* variable = in.heap.External<VariableObject>(v)) out.Add(variable->dtype, variable->shape);
  else if (v.is<Str>() || v.is<Scalar>()) out.Add(*LiteralDType({v}), ir::Shape::Scalar());
  else out.ok = false;
}

// An element as tensor of the list's dtype; reports an element of another dtype.
V ElementOf(Interp& in, const Value& item, D dtype, Span where) {
  if (IsNumber(item) && LiteralFits(item, dtype)) return in.Import(in.ToTensor(item, dtype, where), where);
  ElementType type;
  if (!IsNumber(item)) AddElement(in, item, type);
  if (!type.ok || !type.dtype || *type.dtype != dtype) {
    std::string what = type.ok && type.dtype ? std::string(ir::NameOf(*type.dtype)) : "a '" + std::string(in.TypeName(item)) + "'";
    Diagnostic d{DiagnosticKind::kLoopStructureChange, "a list whose length only run time knows has elements of one dtype: " + std::string(ir::NameOf(dtype)) + ", not " + what, where};
    d.help.push_back("cast the element: tf.cast(…, tf." + std::string(ir::NameOf(dtype)) + "), or use a list for each dtype");
    d.trace = in.CallChain();
    in.Fail(std::move(d));
  }
  return in.Import(in.ToTensor(item, dtype, where), where);
}

V ListOf(Interp& in, const Value& list, Span where) { return in.Import(AsRunTimeList(in, list)->list, where); }
D DTypeOfList(Interp& in, const Value& list) { return in.module.type(AsRunTimeList(in, list)->list).dtype; }

void Replace(Interp& in, Ref list, V value) {
  if (AsRunTimeList(in, Value(list))) {
    in.heap.WriteExternal<RunTimeListObject>(list).list = value;
    return;
  }
  auto object = std::make_shared<RunTimeListObject>();
  object->list = value;
  in.RestoreObject(list, ExternalSlot{object});
}

// A position as int32 scalar, counted from the end where it is negative; at run time it must be there.
V Position(Interp& in, const Value& list, const Value& index, std::string_view what, Span where) {
  Ops o(in, where);
  if (!index.is<Integer>() && !index.is<bool>() && !index.is<Scalar>() && !(in.IsTensorLike(index) && ir::IsInteger(o.dtype(in.ToTensor(index, {}, where)))))
    in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "list indices must be integers or slices, not " + std::string(in.TypeName(index)), where);
  V size = RunTimeListSize(in, list, where), i = o.Cast(in.ToTensor(index, {}, where), D::kInt32);
  V at = o.Select(o(K::kLt, {i, o.Int(0)}), o.Add(i, size), i);
  V there = o(K::kAnd, {o(K::kGe, {at, o.Int(0)}), o(K::kLt, {at, size})});
  o.Require(there, "IndexError", std::string(what) + " index out of range");
  return at;
}

// One bound of a slice, clamped as Python does; `otherwise` where it is None.
V SliceBound(Ops& o, const Value& bound, V size, V low, V high, V otherwise) {
  if (bound.is_none()) return otherwise;
  V i = o.Cast(o.in.ToTensor(bound, {}, o.span), D::kInt32);
  V at = o.Select(o(K::kLt, {i, o.Int(0)}), o.Add(i, size), i);
  return o.Min(o.Max(at, low), high);
}

Value Sliced(Interp& in, const Value& list, const SliceValue& slice, Span where) {
  Ops o(in, where);
  V from = ListOf(in, list, where);
  V size = RunTimeListSize(in, list, where);
  const Value& by = (*slice.parts)[2];
  int64_t step = by.is_none() ? 1 : in.KnownInt(by, "the step of a slice", where);
  if (step == 0) in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "slice step cannot be zero", where);
  V last = o.Sub(size, o.Int(1));
  V low = step > 0 ? o.Int(0) : o.Int(-1), high = step > 0 ? size : last;
  LoopSpec spec;
  spec.where = where;
  spec.start = SliceBound(o, (*slice.parts)[0], size, low, high, step > 0 ? low : last);
  spec.limit = SliceBound(o, (*slice.parts)[1], size, low, high, step > 0 ? size : low);
  spec.step = o.Int(step);
  Value out = NewRunTimeList(in, ToIrList(in, Value(in.heap.New(ListObject{})), in.module.type(from), where));
  spec.assign_element = [&](V counter) {
    V element = in.Emit(K::kListGet, {in.Import(from, where), counter}, ir::NoAttrs{}, where);
    AppendToList(in, out.get<Ref>(), Tensor{element}, where);
  };
  spec.body = [] {};
  RunLoop(in, spec);
  return out;
}

}  // namespace

std::optional<ir::Type> CommonListType(Interp& in, const std::vector<Value>& lists, std::optional<ir::Type> known) {
  ElementType type;
  if (known) type.Add(known->dtype, known->shape);
  std::vector<Value> numbers;
  for (const Value& v : lists) {
    if (auto* list = AsRunTimeList(in, v)) {
      type.Add(in.module.type(list->list).dtype, in.module.type(list->list).shape);
      continue;
    }
    for (const Value& item : std::vector<Value>(in.heap.as<ListObject>(v)->items)) {
      if (IsNumber(item)) numbers.push_back(item);
      else AddElement(in, item, type);
    }
  }
  if (!type.dtype && !numbers.empty()) {
    std::optional<D> literal = LiteralDType(numbers);
    if (!literal) return std::nullopt;
    type.dtype = *literal;
  }
  for (const Value& v : numbers) {
    type.ok &= LiteralFits(v, *type.dtype);
    type.AddShape(ir::Shape::Scalar());
  }
  if (!type.ok || !type.dtype) return std::nullopt;
  return ir::Type::List(*type.dtype, *type.shape);
}

ir::ValueId ToIrList(Interp& in, const Value& list, const ir::Type& type, Span where) {
  if (AsRunTimeList(in, list)) return ListOf(in, list, where);
  V out = in.Emit(K::kListNew, {in.builder.Scalar(D::kInt32, int64_t(0))}, ir::TypeAttr{type}, where);
  for (const Value& item : std::vector<Value>(in.heap.as<ListObject>(list)->items))
    out = in.Emit(K::kListPush, {out, ElementOf(in, item, type.dtype, where)}, ir::NoAttrs{}, where);
  return out;
}

void AppendToList(Interp& in, Ref list, const Value& item, Span where) {
  if (in.heap.as<ListObject>(list)) {
    in.heap.Write<ListObject>(list).items.push_back(item);
    return;
  }
  Value v(list);
  Replace(in, list, in.Emit(K::kListPush, {ListOf(in, v, where), ElementOf(in, item, DTypeOfList(in, v), where)}, ir::NoAttrs{}, where));
}

void ExtendList(Interp& in, Ref list, const Value& more, Span where) {
  LoopSpec spec;
  spec.where = where;
  spec.body = [] {};
  auto append = [&](const Value& item) { AppendToList(in, list, item, where); };
  if (LoopOverRunTimeElements(in, more, append, spec, where)) return RunLoop(in, spec);
  for (const Value& item : in.RequireElements(more, "extend()", where)) append(item);
}

Value ConcatLists(Interp& in, const Value& a, const Value& b, Span where) {
  std::optional<ir::Type> type = CommonListType(in, {a, b});
  if (!type)
    in.Fail(DiagnosticKind::kLoopStructureChange, "these lists cannot be joined: the length of one is known only at run time, and their elements have no common dtype", where);
  Value out = NewRunTimeList(in, ToIrList(in, a, *type, where));
  ExtendList(in, out.get<Ref>(), b, where);
  return out;
}

ir::ValueId RunTimeListSize(Interp& in, const Value& list, Span where) { return in.Emit(K::kListSize, {ListOf(in, list, where)}, ir::NoAttrs{}, where); }

ir::ValueId StackRunTimeList(Interp& in, const Value& list, Span where) {
  V from = ListOf(in, list, where);
  const ir::Type type = in.module.type(from);
  return in.Emit(K::kListStack, {from}, ir::TypeAttr{ir::Type::Tensor(type.dtype, type.shape)}, where);
}

Value RunTimeListItem(Interp& in, const Value& list, const Value& index, Span where) {
  if (auto* slice = index.as<SliceValue>()) return Sliced(in, list, *slice, where);
  V at = Position(in, list, index, "list", where);
  return Tensor{in.Emit(K::kListGet, {ListOf(in, list, where), at}, ir::NoAttrs{}, where)};
}

void SetRunTimeListItem(Interp& in, Ref ref, const Value& index, const Value& value, Span where) {
  Value list(ref);
  if (index.is<SliceValue>())
    in.Fail(DiagnosticKind::kUnsupportedOperand, "assignment to a slice of a list whose length only run time knows is not supported", where);
  V at = Position(in, list, index, "list assignment", where);
  V element = ElementOf(in, value, DTypeOfList(in, list), where);
  Replace(in, ref, in.Emit(K::kListSet, {ListOf(in, list, where), at, element}, ir::ParamsAttr{{0}, {}, {}, {}}, where));
}

bool LoopOverRunTimeElements(Interp& in, const Value& iterable, const std::function<void(const Value&)>& assign, LoopSpec& spec, Span where) {
  Ops o(in, where);
  if (AsRunTimeList(in, iterable)) {
    // The elements are those that the list has now, also where the body appends to it.
    V list = ListOf(in, iterable, where);
    spec.start = o.Int(0);
    spec.limit = o(K::kListSize, {list});
    spec.step = o.Int(1);
    spec.assign_element = [&in, list, assign, where](V counter) {
      assign(Tensor{in.Emit(K::kListGet, {in.Import(list, where), counter}, ir::NoAttrs{}, where)});
    };
    return true;
  }
  if (in.mode != Mode::kStaged || !in.options.extensions) return false;
  if (auto* range = iterable.as<RangeValue>()) {
    bool known = true;
    for (const Value& part : *range->parts) known &= part.is<Integer>();
    if (known) return false;
    spec.start = in.ToScalar((*range->parts)[0], where);
    spec.limit = in.ToScalar((*range->parts)[1], where);
    spec.step = in.ToScalar((*range->parts)[2], where);
    spec.assign_element = [assign](V counter) { assign(Scalar{ScalarKind::kInt, counter}); };
    return true;
  }
  if (!in.IsTensorLike(iterable) || (iterable.is<Tensor>() && iterable.get<Tensor>().numpy)) return false;
  V tensor = in.Import(in.ToTensor(iterable, {}, where), where);
  if (!o.ranked(tensor) || o.rank(tensor) == 0 || ir::IsKnown(o.dim(tensor, 0))) return false;
  spec.start = o.Int(0, D::kInt64);
  spec.limit = o.DimOf(tensor, 0, D::kInt64);
  spec.step = o.Int(1, D::kInt64);
  spec.assign_element = [&in, tensor, assign, where](V counter) {
    assign(Tensor{in.Emit(K::kGather, {in.Import(tensor, where), counter}, ir::AxisAttr{0}, where)});
  };
  return true;
}

}  // namespace lathe::staging
