// Item access, length, iteration, isinstance, hashing.
#include <algorithm>

#include "staging/either.h"
#include "staging/function.h"
#include "staging/interp.h"
#include "staging/lists.h"
#include "staging/tensor_protocol.h"
#include "staging/tf/tensor.h"
#include "support/check.h"
#include "support/utf8.h"

namespace lathe::staging {

namespace {

// Code points of a string, each as its bytes.
std::vector<std::string_view> CodePoints(std::string_view s) {
  std::vector<std::string_view> out;
  for (size_t i = 0; i < s.size();) {
    size_t n = Utf8Length(static_cast<unsigned char>(s[i]));
    out.push_back(s.substr(i, n));
    i += n;
  }
  return out;
}

}  // namespace

// A subscript of a sequence as a known position. Eager tensors and NumPy scalars count as ints (their __index__).
std::optional<int64_t> Interp::SequenceIndex(const Value& index, int64_t size, std::string_view what, Span where) {
  Value i = index;
  if (auto* t = index.as<Tensor>()) {
    if (mode == Mode::kStaged && !t->numpy) {
      Diagnostic d{DiagnosticKind::kTensorAsInt, "a tensor cannot be the index of a " + std::string(what) + " while its tf.function is traced", where};
      d.help.push_back("stack the " + std::string(what) + " into a tensor, then use tf.gather");
      Raise(std::move(d), "TypeError");
    }
    const ir::Literal* known = KnownLiteral(index);
    if (!known) return std::nullopt;
    if (known->count() == 1 && ir::IsInteger(known->dtype())) i = Value::Int(known->IntAt(0));
  }
  if (i.is<bool>()) i = Value::Int(i.get<bool>());
  if (heap.as<InstanceObject>(i))
    if (auto v = CallSpecial(i, "__index__", {}, where)) i = *v;
  if (i.is<Scalar>() && i.get<Scalar>().kind == ScalarKind::kInt) return std::nullopt;
  auto* n = i.as<Integer>();
  if (!n) Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", std::string(what) + " indices must be integers or slices, not " + std::string(TypeName(index)), where);
  int64_t at = n->fits() ? n->small() : size;
  if (at < 0) at += size;
  if (at < 0 || at >= size) Raise(DiagnosticKind::kMissingKey, "IndexError", std::string(what) + " index out of range", where);
  return at;
}

// Positions that a slice selects in a sequence of `size` elements.
std::vector<int64_t> Interp::SlicePositions(const SliceValue& slice, int64_t size, Span where) {
  auto part = [&](int k, std::optional<int64_t> absent) -> std::optional<int64_t> {
    const Value& v = (*slice.parts)[k];
    if (v.is_none()) return absent;
    if (mode == Mode::kStaged && IsTensorLike(v) && !(v.is<Tensor>() && v.get<Tensor>().numpy)) {
      Diagnostic d{DiagnosticKind::kTensorAsInt, "the bound of a slice of a Python sequence needs the value of a tensor, which has none while its tf.function is traced", where};
      d.help.push_back("make the sequence a tensor: tf.stack(…)[:n]");
      Raise(std::move(d), "TypeError");
    }
    return KnownInt(v, "a slice bound", where);
  };
  int64_t step = *part(2, 1);
  if (step == 0) Raise(DiagnosticKind::kInvalidValue, "ValueError", "slice step cannot be zero", where);
  auto clamp = [&](std::optional<int64_t> v, int64_t absent) {
    if (!v) return absent;
    int64_t at = *v < 0 ? *v + size : *v;
    return step > 0 ? std::clamp<int64_t>(at, 0, size) : std::clamp<int64_t>(at, -1, size - 1);
  };
  int64_t start = clamp(part(0, std::nullopt), step > 0 ? 0 : size - 1);
  int64_t stop = clamp(part(1, std::nullopt), step > 0 ? size : -1);
  std::vector<int64_t> positions;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) positions.push_back(i);
  return positions;
}

// An element of a known sequence at a position that only run time knows: a chain of branches over equal kinds.
Value Interp::SelectElement(const std::vector<Value>& items, const Value& index, std::string_view what, Span where) {
  if (items.empty()) Raise(DiagnosticKind::kMissingKey, "IndexError", std::string(what) + " index out of range", where);
  ir::ValueId i;
  if (index.is<Scalar>()) i = index.get<Scalar>().value;
  else i = Emit(ir::OpKind::kCast, {ToTensor(index, {}, where)}, ir::DTypeAttr{ir::DType::kInt64}, where);
  int64_t size = int64_t(items.size());
  auto constant = [&](int64_t v) { return builder.Scalar(ir::DType::kInt64, v); };
  ir::ValueId negative = Emit(ir::OpKind::kLt, {i, constant(0)}, {}, where);
  ir::ValueId wrapped = Emit(ir::OpKind::kSelect, {negative, Emit(ir::OpKind::kAdd, {i, constant(size)}, {}, where), i}, {}, where);
  ir::ValueId low = Emit(ir::OpKind::kGe, {wrapped, constant(0)}, {}, where), high = Emit(ir::OpKind::kLt, {wrapped, constant(size)}, {}, where);
  ir::ValueId message = builder.Constant(ir::Literal::String(std::string(what) + " index out of range"));
  Emit(ir::OpKind::kAssert, {Emit(ir::OpKind::kAnd, {low, high}, {}, where), message}, ir::TextAttr{"IndexError", 0}, where);
  std::function<Value(int64_t, int64_t)> pick = [&](int64_t first, int64_t last) -> Value {
    if (last - first == 1) return items[first];
    int64_t middle = (first + last) / 2;
    ir::ValueId left = Emit(ir::OpKind::kLt, {wrapped, constant(middle)}, {}, where);
    return Branch(left, [&] { return pick(first, middle); }, [&] { return pick(middle, last); }, where);
  };
  return pick(0, size);
}

Value Interp::SequenceItem(const std::vector<Value>& items, const Value& index, std::string_view what, bool is_list, Span where) {
  if (auto* slice = index.as<SliceValue>()) {
    std::vector<Value> part;
    for (int64_t p : SlicePositions(*slice, int64_t(items.size()), where)) part.push_back(items[p]);
    if (is_list) return heap.New(ListObject{std::move(part)});
    return Value::MakeTuple(std::move(part));
  }
  std::vector<Value> copy;
  auto at = SequenceIndex(index, int64_t(items.size()), what, where);
  if (at) return items[*at];
  copy = items;
  return SelectElement(copy, index, what, where);
}

Value Interp::GetItem(const Value& object, const Value& index, Span where) {
  Step();
  if (object.is<Poison>() || index.is<Poison>()) return Poison{};
  if (AsEither(*this, object)) return OnEach(*this, object, [&](const Value& v) { return GetItem(v, index, where); }, where);
  if (AsEither(*this, index)) return OnEach(*this, index, [&](const Value& v) { return GetItem(object, v, where); }, where);
  if (IsTensorLike(object)) return TensorGetItem(*this, object, index, where);
  if (auto* t = object.as<Tuple>()) return SequenceItem(*t->items, index, "tuple", false, where);
  if (object.is<Str>()) {
    auto points = CodePoints(object.str());
    if (auto* slice = index.as<SliceValue>()) {
      std::string text;
      for (int64_t p : SlicePositions(*slice, int64_t(points.size()), where)) text += points[p];
      return Value::String(std::move(text));
    }
    auto at = SequenceIndex(index, int64_t(points.size()), "string", where);
    if (at) return Value::String(std::string(points[*at]));
    std::vector<Value> items;
    for (auto p : points) items.push_back(Value::String(std::string(p)));
    return SelectElement(items, index, "string", where);
  }
  if (auto* b = object.as<Bytes>()) {
    if (auto* slice = index.as<SliceValue>()) {
      std::string text;
      for (int64_t p : SlicePositions(*slice, int64_t(b->data->size()), where)) text += (*b->data)[p];
      return Bytes{std::make_shared<const std::string>(std::move(text))};
    }
    auto at = SequenceIndex(index, int64_t(b->data->size()), "bytes", where);
    if (at) return Value::Int(static_cast<unsigned char>((*b->data)[*at]));
  }
  if (auto* s = object.as<ShapeValue>()) return ShapeItem(s->shape, index, where);
  if (object.is<RangeValue>()) {
    if (index.is<SliceValue>()) return heap.New(ListObject{}), RangeSlice(object.get<RangeValue>(), index.get<SliceValue>(), where);
    std::vector<Value> items = RequireElements(object, "indexing a range", where);
    return SequenceItem(items, index, "range object", false, where);
  }
  if (auto* r = object.as<Ref>()) {
    if (auto* l = heap.as<ListObject>(*r)) {
      return SequenceItem(l->items, index, "list", true, where);
    }
    if (auto* d = heap.as<DictObject>(*r)) return DictItem(*r, *d, index, where);
    if (heap.as<InstanceObject>(*r)) {
      if (auto v = CallSpecial(object, "__getitem__", {index}, where)) return *v;
    }
    if (const BuiltinRow* row = FindBuiltin(RowPrefix(object) + ".__getitem__")) return CallRow(row, &object, {{index}, {}, {where}, {}}, where);
    if (auto* c = heap.as<ClassObject>(*r)) {
      if (auto method = ClassAttribute(*r, Intern("__class_getitem__"))) return Call(*method, std::vector<Value>{object, index}, where);
      (void)c;
      return object;
    }
  }
  if (auto* b = object.as<Builtin>(); b && b->row->kind == BuiltinRow::Kind::kClass) return object;  // list[int] in annotations
  if (object.is<ModuleValue>()) return object;
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(TypeName(object)) + "' object is not subscriptable", where);
}

Value Interp::DictItem(Ref ref, const DictObject& dict, const Value& key, Span where) {
  if (key.is<Scalar>()) {
    // A key that only run time knows: the entry whose key is equal.
    std::vector<std::pair<Value, Value>> entries = dict.entries;
    std::function<Value(size_t)> pick = [&](size_t i) -> Value {
      if (i == entries.size()) ThrowException("KeyError", ReprOf(key, where), true, where);
      Truth t = ItemsEqual(key, entries[i].first, where);
      if (t.known) return t.value ? entries[i].second : pick(i + 1);
      return Branch(t.dynamic, [&] { return entries[i].second; }, [&] { return pick(i + 1); }, where);
    };
    return pick(0);
  }
  if (const Value* v = DictFind(dict, key, where)) {
    if (auto* u = v->as<Undefined>()) ReadUndefined(*u, Name{}, ref, where);
    if (auto* maybe = v->as<Maybe>()) return ReadMaybe(Maybe(*maybe), Intern("[" + ReprOf(key, where).known_text() + "]"), where);
    return *v;
  }
  if (dict.type == DictObject::Type::kCounter) return Value::Int(0);
  if (dict.type == DictObject::Type::kDefaultDict && !dict.factory.is_none()) {
    Value made = Call(Value(dict.factory), std::vector<Value>{}, where);
    SetItem(Value(ref), key, made, where);
    return made;
  }
  Text text = ReprOf(key, where);
  Diagnostic d{DiagnosticKind::kMissingKey, "the dict has no key " + text.known_text(), where};
  if (dict.entries.size() <= 12 && !dict.entries.empty()) {
    std::string keys;
    for (auto& [k, v] : std::vector(dict.entries)) {
      Text piece = ReprOf(k, where);
      keys += (keys.empty() ? "" : ", ") + piece.known_text();
    }
    d.notes.push_back({"its keys are " + keys, {}});
  }
  d.trace = CallChain();
  throw PyError{MakeKeyError(key), std::move(d)};
}

Value Interp::MakeKeyError(const Value& key) {
  InstanceObject instance;
  instance.cls = ExceptionClass("KeyError");
  instance.payload = std::make_shared<const Value>(Value::MakeTuple({key}));
  return heap.New(std::move(instance));
}

void Interp::SetItem(const Value& object, const Value& index, const Value& value, Span where) {
  if (object.is<Poison>() || index.is<Poison>()) return;
  if (IsTensorLike(object)) return RefuseTensorAssignment(*this, object, index, value, where);
  if (auto* r = object.as<Ref>()) {
    if (auto* l = heap.as<ListObject>(*r)) {
      if (auto* slice = index.as<SliceValue>()) return SetListSlice(*r, *slice, value, where);
      auto at = SequenceIndex(index, int64_t(l->items.size()), "list", where);
      if (!at) return SetListDynamic(*r, index, value, where);
      NoteItemStore(*r, index, value, where);
      heap.Write<ListObject>(*r, {SlotKey::Kind::kIndex, 0, *at, {}}).items[*at] = value;
      return;
    }
    if (heap.as<DictObject>(*r)) {
      auto hash = HashKey(index, where);
      if (!hash) Fail(DiagnosticKind::kUnsupportedOperand, "a dict key that only run time knows is not supported: the keys are part of the program's structure", where);
      NoteItemStore(*r, index, value, where);
      DictInsert(heap.Write<DictObject>(*r, {SlotKey::Kind::kKey, 0, 0, *hash}), index, value, where);
      return;
    }
    if (heap.as<InstanceObject>(*r))
      if (CallSpecial(object, "__setitem__", {index, value}, where)) return;
    if (const BuiltinRow* row = FindBuiltin(RowPrefix(object) + ".__setitem__")) {
      CallRow(row, &object, {{index, value}, {}, {where, where}, {}}, where);
      return;
    }
  }
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(TypeName(object)) + "' object does not support item assignment", where);
}

void Interp::SetListSlice(Ref list, const SliceValue& slice, const Value& value, Span where) {
  std::vector<Value> with = RequireElements(value, "slice assignment", where);
  std::vector<int64_t> positions = SlicePositions(slice, int64_t(heap.as<ListObject>(list)->items.size()), where);
  const Value& step = (*slice.parts)[2];
  auto& items = heap.Write<ListObject>(list).items;
  if (step.is_none() || (step.is<Integer>() && step.get<Integer>() == Integer(1))) {
    int64_t start = positions.empty() ? 0 : positions.front();
    if (positions.empty()) {
      const Value& lower = (*slice.parts)[0];
      if (!lower.is_none()) {
        int64_t at = KnownInt(lower, "a slice bound", where);
        start = std::clamp<int64_t>(at < 0 ? at + int64_t(items.size()) : at, 0, int64_t(items.size()));
      }
    }
    items.erase(items.begin() + start, items.begin() + start + int64_t(positions.size()));
    items.insert(items.begin() + start, with.begin(), with.end());
    return;
  }
  if (with.size() != positions.size())
    Raise(DiagnosticKind::kInvalidValue, "ValueError", "attempt to assign sequence of size " + std::to_string(with.size()) + " to extended slice of size " + std::to_string(positions.size()), where);
  for (size_t i = 0; i < with.size(); i++) items[positions[i]] = with[i];
}

// l[i] = v with a position that only run time knows: every element becomes "v if this is the position".
void Interp::SetListDynamic(Ref list, const Value& index, const Value& value, Span where) {
  std::vector<Value> items = heap.as<ListObject>(list)->items;
  SelectElement(items, index, "list assignment", where);
  ir::ValueId i = index.is<Scalar>() ? index.get<Scalar>().value : Emit(ir::OpKind::kCast, {ToTensor(index, {}, where)}, ir::DTypeAttr{ir::DType::kInt64}, where);
  int64_t size = int64_t(items.size());
  auto constant = [&](int64_t v) { return builder.Scalar(ir::DType::kInt64, v); };
  for (int64_t k = 0; k < size; k++) {
    ir::ValueId here = Emit(ir::OpKind::kOr, {Emit(ir::OpKind::kEq, {i, constant(k)}, {}, where), Emit(ir::OpKind::kEq, {i, constant(k - size)}, {}, where)}, {}, where);
    items[k] = Branch(here, [&] { return value; }, [&] { return items[k]; }, where);
  }
  heap.Write<ListObject>(list).items = std::move(items);
}

void Interp::DeleteItem(const Value& object, const Value& index, Span where) {
  if (auto* r = object.as<Ref>()) {
    if (auto* l = heap.as<ListObject>(*r)) {
      std::vector<int64_t> positions;
      if (auto* slice = index.as<SliceValue>()) {
        positions = SlicePositions(*slice, int64_t(l->items.size()), where);
      } else {
        auto at = SequenceIndex(index, int64_t(l->items.size()), "list", where);
        if (!at) Fail(DiagnosticKind::kUnsupportedOperand, "deleting a position that only run time knows is not supported", where);
        positions = {*at};
      }
      std::sort(positions.rbegin(), positions.rend());
      auto& items = heap.Write<ListObject>(*r).items;
      for (int64_t p : positions) items.erase(items.begin() + p);
      return;
    }
    if (auto* d = heap.as<DictObject>(*r)) {
      if (!DictFind(*d, index, where)) {
        Diagnostic diagnostic{DiagnosticKind::kMissingKey, "the dict has no key " + ReprOf(index, where).known_text(), where};
        diagnostic.trace = CallChain();
        throw PyError{MakeKeyError(index), std::move(diagnostic)};
      }
      DictErase(heap.Write<DictObject>(*r), *HashKey(index, where));
      return;
    }
    if (CallSpecial(object, "__delitem__", {index}, where)) return;
  }
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(TypeName(object)) + "' object doesn't support item deletion", where);
}

void Interp::DictErase(DictObject& dict, const std::string& hash) {
  size_t at = dict.index.at(hash);
  dict.entries.erase(dict.entries.begin() + int64_t(at));
  dict.index.erase(hash);
  for (auto& [key, position] : dict.index)
    if (position > at) position--;
}

Value Interp::Length(const Value& v, Span where) {
  if (v.is<Poison>()) return v;
  if (v.is<Str>()) return Value::Int(int64_t(CodePoints(v.str()).size()));
  if (auto* b = v.as<Bytes>()) return Value::Int(int64_t(b->data->size()));
  if (auto* t = v.as<Tuple>()) return Value::Int(int64_t(t->items->size()));
  if (auto* s = v.as<Scalar>(); s && s->kind == ScalarKind::kStr) return StringLength(*s, where);
  if (auto* s = v.as<ShapeValue>()) {
    if (!s->shape.ranked) Raise(DiagnosticKind::kInvalidValue, "ValueError", "Cannot take the length of shape with unknown rank.", where);
    return Value::Int(s->shape.rank());
  }
  if (v.is<RangeValue>()) return RangeLength(v.get<RangeValue>(), where);
  if (IsTensorLike(v)) return TensorLength(*this, v, where);
  if (auto* r = v.as<Ref>()) {
    if (auto* l = heap.as<ListObject>(*r)) return Value::Int(int64_t(l->items.size()));
    if (auto* d = heap.as<DictObject>(*r)) return Value::Int(int64_t(d->entries.size()));
    if (auto* s = heap.as<SetObject>(*r)) return Value::Int(int64_t(s->elements.entries.size()));
    if (auto n = CallSpecial(v, "__len__", {}, where)) return *n;
    if (const BuiltinRow* row = FindBuiltin(RowPrefix(v) + ".__len__")) return CallRow(row, &v, {}, where);
  }
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "object of type '" + std::string(TypeName(v)) + "' has no len()", where);
}

std::optional<std::vector<Value>> Interp::Elements(const Value& v, Span where) {
  std::vector<Value> out;
  if (v.is<Poison>()) throw Abandoned{};
  if (v.is<Str>()) {
    for (auto p : CodePoints(v.str())) out.push_back(Value::String(std::string(p)));
    return out;
  }
  if (auto* b = v.as<Bytes>()) {
    for (unsigned char c : *b->data) out.push_back(Value::Int(c));
    return out;
  }
  if (auto* t = v.as<Tuple>()) return *t->items;
  if (v.is<RangeValue>()) return RangeElements(v.get<RangeValue>(), where);
  if (auto* s = v.as<ShapeValue>()) {
    for (size_t i = 0; i < s->shape.dims.size(); i++) out.push_back(ShapeItem(s->shape, Value::Int(int64_t(i)), where));
    return out;
  }
  if (IsTensorLike(v)) return TensorElements(*this, v, where);
  if (auto* r = v.as<Ref>()) {
    if (auto* l = heap.as<ListObject>(*r)) return l->items;
    if (auto* d = heap.as<DictObject>(*r)) {
      for (auto& [k, value] : d->entries) out.push_back(k);
      return out;
    }
    if (auto* s = heap.as<SetObject>(*r)) {
      for (auto& [k, value] : s->elements.entries) out.push_back(k);
      return out;
    }
    if (heap.as<IteratorObject>(*r)) {
      while (auto next = Next(v, where)) {
        out.push_back(*next);
        Step();
      }
      return out;
    }
    if (heap.as<InstanceObject>(*r)) return InstanceElements(v, where);
    if (AsRunTimeList(*this, v)) return std::nullopt;
    if (heap.as<ClassObject>(*r))
      if (auto members = ClassMembers(*r)) return members;
    if (const BuiltinRow* row = FindBuiltin(RowPrefix(v) + ".__iter__")) {
      Value iterator = CallRow(row, &v, {}, where);
      return Elements(iterator, where);
    }
  }
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(TypeName(v)) + "' object is not iterable", where);
}

// Python's iterator protocol of the program's own classes; ends at StopIteration.
std::vector<Value> Interp::InstanceElements(const Value& v, Span where) {
  std::vector<Value> out;
  if (auto iterator = CallSpecial(v, "__iter__", {}, where)) {
    if (!heap.as<InstanceObject>(*iterator)) return RequireElements(*iterator, "iteration", where);
    if (mode == Mode::kStaged && IsLibraryState(iterator->get<Ref>())) {
      // A dataset, its iterator, or an object of the program that gives one. TensorFlow never finds the end while it traces.
      Diagnostic d{DiagnosticKind::kTensorIteration, "the elements of a dataset are not known while a tf.function is traced", where};
      d.help.push_back("loop over the dataset with 'for'");
      Raise(std::move(d), "TypeError");
    }
    while (auto next = Next(*iterator, where)) {
      out.push_back(*next);
      Step();
    }
    return out;
  }
  if (TypeAttribute(v, Intern("__getitem__"))) {
    for (int64_t i = 0;; i++) {
      Step();
      CatchScope catches(*this);
      try {
        out.push_back(*CallSpecial(v, "__getitem__", {Value::Int(i)}, where));
      } catch (const PyError& e) {
        if (!IsInstance(e.exception, ExceptionClass("IndexError"))) throw;
        return out;
      }
    }
  }
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(TypeName(v)) + "' object is not iterable", where);
}

std::vector<Value> Interp::RequireElements(const Value& v, std::string_view what, Span where) {
  auto items = Elements(v, where);
  if (items) return std::move(*items);
  if (IsTensorLike(v) && mode == Mode::kStaged)
    Fail(DiagnosticKind::kTensorIteration, std::string(what) + " needs the number of elements of this tensor, which only run time knows", where);
  Fail(DiagnosticKind::kTensorIteration, std::string(what) + " needs a number of elements that only run time knows; this is not supported here", where);
}

Value Interp::Iter(const Value& v, Span where) {
  if (v.is<Poison>()) return v;
  if (auto* r = v.as<Ref>()) {
    if (heap.as<IteratorObject>(*r)) return v;
    if (heap.as<ListObject>(*r)) return heap.New(IteratorObject{{}, 0, v});
    if (heap.as<InstanceObject>(*r)) {
      if (auto iterator = CallSpecial(v, "__iter__", {}, where)) return *iterator;
    }
    if (FindBuiltin(RowPrefix(v) + ".__next__")) return v;
  }
  return heap.New(IteratorObject{RequireElements(v, "iter()", where), 0, None{}});
}

std::optional<Value> Interp::Next(const Value& v, Span where) {
  auto* r = v.as<Ref>();
  if (r) {
    if (auto* i = heap.as<IteratorObject>(*r)) {
      auto* list = heap.as<ListObject>(i->source);
      const std::vector<Value>& items = list ? list->items : i->items;
      if (i->next >= items.size()) return std::nullopt;
      Value item = items[i->next];
      heap.Write<IteratorObject>(*r).next++;
      return item;
    }
    if (heap.as<InstanceObject>(*r)) {
      CatchScope catches(*this);
      try {
        if (auto item = CallSpecial(v, "__next__", {}, where)) return *item;
      } catch (const PyError& e) {
        if (!IsInstance(e.exception, ExceptionClass("StopIteration"))) throw;
        return std::nullopt;
      }
    }
    if (const BuiltinRow* row = FindBuiltin(RowPrefix(v) + ".__next__")) {
      Value item = CallRow(row, &v, {}, where);
      if (item.is<Undefined>()) return std::nullopt;
      return item;
    }
  }
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "'" + std::string(TypeName(v)) + "' object is not an iterator", where);
}

std::optional<std::string> Interp::HashKey(const Value& v, Span where) {
  if (v.is<Scalar>()) return std::nullopt;
  if (IsTensorLike(v) && !(v.is<Tensor>() && v.get<Tensor>().numpy_scalar)) {
    Diagnostic d{DiagnosticKind::kTensorUnhashable, "a tensor cannot be a dict key or a member of a set", where};
    d.help.push_back(mode == Mode::kStaged ? "use a Python value" : "use its value: int(t), t.numpy().item(), or t.ref()");
    Raise(std::move(d), "TypeError");
  }
  if (v.is<Tensor>()) {
    const ir::Literal* literal = KnownLiteral(v);
    if (!literal) return std::nullopt;
    return KeyOf(LiteralToPython(*literal, 0), heap);
  }
  if (heap.as<InstanceObject>(v)) {
    if (auto eq = CallSpecial(v, "__hash__", {}, where)) return "h" + KeyOf(*eq, heap).value_or("?");
  }
  if (auto key = KeyOf(v, heap)) return key;
  if (auto* t = v.as<Tuple>())
    for (const Value& item : *t->items)
      if (!HashKey(item, where)) return std::nullopt;
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "unhashable type: '" + std::string(TypeName(v)) + "'", where);
}

bool Interp::IsInstance(const Value& v, const Value& cls, Span where) {
  if (auto* t = cls.as<Tuple>()) {
    for (const Value& c : *t->items) if (IsInstance(v, c, where)) return true;
    return false;
  }
  if (auto* r = cls.as<Ref>(); r && heap.as<ClassObject>(*r)) {
    if (auto* i = heap.as<InstanceObject>(v)) return IsSubclass(i->cls, *r);
    if (auto* t = v.as<Tuple>()) return t->type.valid() && IsSubclass(t->type, *r);
    return false;
  }
  if (auto* b = cls.as<Builtin>()) return IsInstanceOfRow(v, b->row, where);
  if (cls.is<DTypeValue>()) return IsInstanceOfNumpyType(v, cls.get<DTypeValue>());
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "isinstance() arg 2 must be a type, a tuple of types, or a union", where);
}

bool Interp::IsInstanceOfRow(const Value& v, const BuiltinRow* row, Span where) {
  (void)where;
  std::string_view name = row->name;
  if (name == "object") return true;
  if (auto* i = heap.as<InstanceObject>(v))
    for (Ref base : LinearBases(i->cls)) if (heap.as<ClassObject>(base)->builtin == row) return true;
  if (name == "collections.OrderedDict" || name == "collections.Counter" || name == "collections.defaultdict") return RowPrefix(v) == name.substr(12);
  if (name == "int") return v.is<Integer>() || v.is<bool>() || (v.is<Scalar>() && (v.get<Scalar>().kind == ScalarKind::kInt || v.get<Scalar>().kind == ScalarKind::kBool));
  if (name == "float") return v.is<double>() || (v.is<Scalar>() && v.get<Scalar>().kind == ScalarKind::kFloat) || (v.is<Tensor>() && v.get<Tensor>().numpy_scalar && TypeOf(v).dtype == ir::DType::kFloat64);
  if (name == "dict") return heap.as<DictObject>(v) != nullptr;
  if (name == "type") return heap.as<ClassObject>(v) != nullptr || (v.is<Builtin>() && v.get<Builtin>().row->kind == BuiltinRow::Kind::kClass);
  if (name == "tf.Tensor") return v.is<Tensor>() && !v.get<Tensor>().numpy;
  if (name == "np.ndarray") return v.is<Tensor>() && v.get<Tensor>().numpy && !v.get<Tensor>().numpy_scalar;
  if (name == "tf.DType") return v.is<DTypeValue>();
  if (name == "tf.TensorShape") return v.is<ShapeValue>();
  if (name == "tuple") return v.is<Tuple>();
  if (name == "list" && AsRunTimeList(*this, v)) return true;
  std::string prefix = RowPrefix(v);
  return name == prefix || name.substr(name.rfind('.') + 1) == prefix;
}

}  // namespace lathe::staging
