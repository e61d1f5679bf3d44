// Methods of list, dict, set, tuple, int and float.
#include <algorithm>
#include <cmath>

#include "staging/builtin_tables.h"
#include "staging/interp.h"
#include "staging/lists.h"
#include "staging/state_watch.h"
#include "staging/python/python.h"

namespace lathe::staging {

namespace {

Ref SelfRef(Bound& b) { return b.self->get<Ref>(); }
const std::vector<Value>& SelfItems(Bound& b) { return b.in.heap.as<ListObject>(SelfRef(b))->items; }
std::vector<Value>& WriteItems(Bound& b) {
  b.in.NoteMutation(SelfRef(b), b.span);
  return b.in.heap.Write<ListObject>(SelfRef(b)).items;
}

Value ListAppend(Bound& b) {
  if (b.in.mode == Mode::kStaged) b.in.NoteLeak(b[0], b.span);
  WriteItems(b).push_back(b[0]);
  return None{};
}
Value ListExtend(Bound& b) {
  if (AsRunTimeList(b.in, b[0]) && MayGrow(b.in, SelfRef(b))) {
    Value joined = ConcatLists(b.in, *b.self, b[0], b.span);
    b.in.NoteMutation(SelfRef(b), b.span);
    b.in.RestoreObject(SelfRef(b), Object(b.in.heap[joined.get<Ref>()]));
    return None{};
  }
  std::vector<Value> more = b.in.RequireElements(b[0], "extend()", b.span);
  auto& items = WriteItems(b);
  items.insert(items.end(), more.begin(), more.end());
  return None{};
}
Value ListPop(Bound& b) {
  int64_t size = int64_t(SelfItems(b).size());
  if (size == 0) b.in.Raise(DiagnosticKind::kMissingKey, "IndexError", "pop from empty list", b.span);
  int64_t at = b.given(0) ? b.in.KnownInt(b[0], "pop()", b.span) : -1;
  if (at < 0) at += size;
  if (at < 0 || at >= size) b.in.Raise(DiagnosticKind::kMissingKey, "IndexError", "pop index out of range", b.span);
  Value v = SelfItems(b)[at];
  auto& items = WriteItems(b);
  items.erase(items.begin() + at);
  return v;
}
Value ListInsert(Bound& b) {
  int64_t size = int64_t(SelfItems(b).size()), at = b.in.KnownInt(b[0], "insert()", b.span);
  if (at < 0) at += size;
  at = std::clamp<int64_t>(at, 0, size);
  auto& items = WriteItems(b);
  items.insert(items.begin() + at, b[1]);
  return None{};
}
std::optional<size_t> FindItem(Bound& b, const std::vector<Value>& items, const Value& wanted, size_t first = 0) {
  for (size_t i = first; i < items.size(); i++) {
    Truth t = b.in.ItemsEqual(items[i], wanted, b.span);
    if (!t.known) b.in.Fail(DiagnosticKind::kUnsupportedOperand, "searching among values that only run time knows is not supported", b.span);
    if (t.value) return i;
  }
  return std::nullopt;
}
Value ListRemove(Bound& b) {
  auto at = FindItem(b, std::vector(SelfItems(b)), b[0]);
  if (!at) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "list.remove(x): x not in list", b.span);
  auto& items = WriteItems(b);
  items.erase(items.begin() + int64_t(*at));
  return None{};
}
Value ListClear(Bound& b) {
  WriteItems(b).clear();
  return None{};
}
Value ListCopy(Bound& b) { return b.in.heap.New(ListObject{SelfItems(b)}); }
Value ListReverse(Bound& b) {
  auto& items = WriteItems(b);
  std::reverse(items.begin(), items.end());
  return None{};
}
Value ListSort(Bound& b) {
  std::vector<Value> sorted = SortedValues(b.in, SelfItems(b), b[0], b.given(1) && b.in.KnownTruth(b[1], b.span), b.span);
  WriteItems(b) = std::move(sorted);
  return None{};
}
Value SequenceIndexOf(Bound& b) {
  std::vector<Value> items = b.self->is<Tuple>() ? b.self->items() : SelfItems(b);
  size_t first = b.given(1) ? size_t(b.in.KnownInt(b[1], "index()", b.span)) : 0;
  auto at = FindItem(b, items, b[0], first);
  if (!at) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", b.in.ReprOf(b[0]).known_text() + " is not in " + std::string(b.in.TypeName(*b.self)), b.span);
  return Value::Int(int64_t(*at));
}
Value SequenceCount(Bound& b) {
  std::vector<Value> items = b.self->is<Tuple>() ? b.self->items() : SelfItems(b);
  int64_t n = 0;
  for (const Value& v : items) {
    Truth t = b.in.ItemsEqual(v, b[0], b.span);
    if (!t.known) b.in.Fail(DiagnosticKind::kUnsupportedOperand, "counting among values that only run time knows is not supported", b.span);
    n += t.value;
  }
  return Value::Int(n);
}

// ---- dict ----

const DictObject& SelfDict(Bound& b) { return *b.in.heap.as<DictObject>(SelfRef(b)); }
DictObject& WriteDict(Bound& b) {
  b.in.NoteMutation(SelfRef(b), b.span);
  return b.in.heap.Write<DictObject>(SelfRef(b));
}

Value DictKeys(Bound& b) {
  std::vector<Value> out;
  for (auto& [k, v] : SelfDict(b).entries) out.push_back(k);
  return b.in.heap.New(ListObject{std::move(out)});
}
Value DictValues(Bound& b) {
  std::vector<Value> out;
  for (auto& [k, v] : SelfDict(b).entries) out.push_back(v);
  return b.in.heap.New(ListObject{std::move(out)});
}
Value DictItems(Bound& b) {
  std::vector<Value> out;
  for (auto& [k, v] : SelfDict(b).entries) out.push_back(Value::MakeTuple({k, v}));
  return b.in.heap.New(ListObject{std::move(out)});
}
Value DictGet(Bound& b) {
  if (b[0].is<Scalar>()) {
    Value fallback = b[1];
    std::vector<std::pair<Value, Value>> entries = SelfDict(b).entries;
    std::function<Value(size_t)> pick = [&](size_t i) -> Value {
      if (i == entries.size()) return fallback;
      Truth t = b.in.ItemsEqual(b[0], entries[i].first, b.span);
      if (t.known) return t.value ? entries[i].second : pick(i + 1);
      return b.in.Branch(t.dynamic, [&] { return entries[i].second; }, [&] { return pick(i + 1); }, b.span);
    };
    return pick(0);
  }
  const Value* v = b.in.DictFind(SelfDict(b), b[0], b.span);
  return v ? *v : b[1];
}
Value DictSetDefault(Bound& b) {
  if (const Value* v = b.in.DictFind(SelfDict(b), b[0], b.span)) return *v;
  b.in.DictInsert(WriteDict(b), b[0], b[1], b.span);
  return b[1];
}
Value DictPop(Bound& b) {
  const Value* v = b.in.DictFind(SelfDict(b), b[0], b.span);
  if (!v) {
    if (!b[1].is<Undefined>()) return b[1];
    Diagnostic d{DiagnosticKind::kMissingKey, "the dict has no key " + b.in.ReprOf(b[0]).known_text(), b.span};
    d.trace = b.in.CallChain();
    throw PyError{b.in.MakeKeyError(b[0]), std::move(d)};
  }
  Value out = *v;
  b.in.DictErase(WriteDict(b), *b.in.HashKey(b[0], b.span));
  return out;
}
Value DictPopItem(Bound& b) {
  if (SelfDict(b).entries.empty()) b.in.Raise(DiagnosticKind::kMissingKey, "KeyError", "popitem(): dictionary is empty", b.span);
  auto [k, v] = SelfDict(b).entries.back();
  b.in.DictErase(WriteDict(b), *b.in.HashKey(k, b.span));
  return Value::MakeTuple({k, v});
}
Value DictUpdate(Bound& b) {
  std::vector<std::pair<Value, Value>> more;
  if (!b[0].is<Undefined>()) {
    if (auto* from = b.in.heap.as<DictObject>(b[0])) more = from->entries;
    else
      for (const Value& pair : b.in.RequireElements(b[0], "update()", b.span)) {
        std::vector<Value> kv = b.in.RequireElements(pair, "update()", b.span);
        if (kv.size() != 2) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "dictionary update sequence element has length " + std::to_string(kv.size()) + "; 2 is required", b.span);
        more.push_back({kv[0], kv[1]});
      }
  }
  for (auto& e : b.in.heap.as<DictObject>(b[1])->entries) more.push_back(e);
  for (auto& [k, v] : more) b.in.SetItem(*b.self, k, v, b.span);
  return None{};
}
Value DictClear(Bound& b) {
  auto& d = WriteDict(b);
  d.entries.clear();
  d.index.clear();
  return None{};
}
Value DictCopy(Bound& b) { return b.in.heap.New(DictObject(SelfDict(b))); }
Value DictFromKeys(Bound& b) {
  DictObject dict;
  for (const Value& k : b.in.RequireElements(b[0], "fromkeys()", b.span)) b.in.DictInsert(dict, k, b[1], b.span);
  return b.in.heap.New(std::move(dict));
}

// ---- set ----

const SetObject& SelfSet(Bound& b) { return *b.in.heap.as<SetObject>(SelfRef(b)); }
SetObject& WriteSet(Bound& b) {
  b.in.NoteMutation(SelfRef(b), b.span);
  return b.in.heap.Write<SetObject>(SelfRef(b));
}
Value SetAdd(Bound& b) {
  std::string hash = b.in.HashKey(b[0], b.span).value_or("");
  if (SelfSet(b).elements.index.contains(hash)) return None{};
  b.in.DictInsert(WriteSet(b).elements, b[0], None{}, b.span);
  return None{};
}
Value SetDiscard(Bound& b) {
  auto hash = b.in.HashKey(b[0], b.span);
  if (hash && SelfSet(b).elements.index.contains(*hash)) b.in.DictErase(WriteSet(b).elements, *hash);
  return None{};
}
Value SetRemove(Bound& b) {
  auto hash = b.in.HashKey(b[0], b.span);
  if (!hash || !SelfSet(b).elements.index.contains(*hash)) {
    Diagnostic d{DiagnosticKind::kMissingKey, "the set has no element " + b.in.ReprOf(b[0]).known_text(), b.span};
    throw PyError{b.in.MakeKeyError(b[0]), std::move(d)};
  }
  b.in.DictErase(WriteSet(b).elements, *hash);
  return None{};
}
Value SetPop(Bound& b) {
  if (SelfSet(b).elements.entries.empty()) b.in.Raise(DiagnosticKind::kMissingKey, "KeyError", "pop from an empty set", b.span);
  Value v = SelfSet(b).elements.entries.front().first;
  b.in.DictErase(WriteSet(b).elements, *b.in.HashKey(v, b.span));
  return v;
}
Value SetUpdate(Bound& b) {
  for (const Value& other : b[0].items())
    for (const Value& v : b.in.RequireElements(other, "update()", b.span)) b.in.DictInsert(WriteSet(b).elements, v, None{}, b.span);
  return None{};
}
Value SetClear(Bound& b) {
  auto& s = WriteSet(b);
  s.elements.entries.clear();
  s.elements.index.clear();
  return None{};
}

enum class SetOp { kUnion, kIntersection, kDifference, kSymmetric };

SetObject Combine(Interp& in, const SetObject& a, const std::vector<Value>& other, SetOp op, Span where) {
  DictObject right;
  for (const Value& v : other) in.DictInsert(right, v, None{}, where);
  SetObject out;
  out.frozen = a.frozen;
  for (auto& [k, v] : a.elements.entries) {
    bool both = right.index.contains(*in.HashKey(k, where));
    if (op == SetOp::kUnion || (op == SetOp::kIntersection) == both) {
      if (op == SetOp::kSymmetric && both) continue;
      in.DictInsert(out.elements, k, None{}, where);
    }
  }
  if (op == SetOp::kUnion || op == SetOp::kSymmetric)
    for (auto& [k, v] : right.entries)
      if (op == SetOp::kUnion || !a.elements.index.contains(*in.HashKey(k, where))) in.DictInsert(out.elements, k, None{}, where);
  return out;
}
Value SetCombine(Bound& b, SetOp op) {
  SetObject set = SelfSet(b);
  for (const Value& other : b[0].items()) set = Combine(b.in, set, b.in.RequireElements(other, "a set operation", b.span), op, b.span);
  return b.in.heap.New(std::move(set));
}
Value SetUnion(Bound& b) { return SetCombine(b, SetOp::kUnion); }
Value SetIntersection(Bound& b) { return SetCombine(b, SetOp::kIntersection); }
Value SetDifference(Bound& b) { return SetCombine(b, SetOp::kDifference); }
Value SetSymmetric(Bound& b) { return SetCombine(b, SetOp::kSymmetric); }
Value SetIsSubset(Bound& b) {
  SetObject other;
  for (const Value& v : b.in.RequireElements(b[0], "issubset()", b.span)) b.in.DictInsert(other.elements, v, None{}, b.span);
  return b.in.Compare(ast::CompareOp::kLtE, *b.self, b.in.heap.New(std::move(other)), b.span);
}
Value SetIsSuperset(Bound& b) {
  SetObject other;
  for (const Value& v : b.in.RequireElements(b[0], "issuperset()", b.span)) b.in.DictInsert(other.elements, v, None{}, b.span);
  return b.in.Compare(ast::CompareOp::kGtE, *b.self, b.in.heap.New(std::move(other)), b.span);
}
Value SetIsDisjoint(Bound& b) {
  SetObject both = Combine(b.in, SelfSet(b), b.in.RequireElements(b[0], "isdisjoint()", b.span), SetOp::kIntersection, b.span);
  return both.elements.entries.empty();
}
Value SetCopy(Bound& b) { return b.in.heap.New(SetObject(SelfSet(b))); }

// ---- numbers ----

Value FloatIsInteger(Bound& b) {
  auto* d = b.self->as<double>();
  if (!d) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "is_integer() of a value that only run time knows is not supported", b.span);
  return std::isfinite(*d) && *d == std::floor(*d);
}
Value IntBitLength(Bound& b) {
  auto* i = b.self->as<Integer>();
  if (!i) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "bit_length() of a value that only run time knows is not supported", b.span);
  return Value::Int(i->BitLength());
}
Value RealPart(Bound& b) { return b.self->is<std::complex<double>>() ? Value(b.self->get<std::complex<double>>().real()) : *b.self; }
Value ImagPart(Bound& b) { return b.self->is<std::complex<double>>() ? Value(b.self->get<std::complex<double>>().imag()) : b.self->is<double>() ? Value(0.0) : Value::Int(0); }
Value Conjugate(Bound& b) { return b.self->is<std::complex<double>>() ? Value(std::conj(b.self->get<std::complex<double>>())) : *b.self; }

using Kind = BuiltinRow::Kind;
constexpr BuiltinRow kRows[] = {
    {"list.append", "object, /", ListAppend},
    {"list.extend", "iterable, /", ListExtend},
    {"list.pop", "index=None, /", ListPop},
    {"list.insert", "index, object, /", ListInsert},
    {"list.remove", "value, /", ListRemove},
    {"list.clear", "", ListClear},
    {"list.copy", "", ListCopy},
    {"list.reverse", "", ListReverse},
    {"list.sort", "*, key=None, reverse=False", ListSort},
    {"list.index", "value, start=None, /", SequenceIndexOf},
    {"list.count", "value, /", SequenceCount},
    {"RunTimeList.append", "object, /", RunTimeListAppend},
    {"RunTimeList.extend", "iterable, /", RunTimeListExtend},
    {"RunTimeList.pop", "index=None, /", RunTimeListPop},
    {"RunTimeList.insert", "index, object, /", RunTimeListUnsupported},
    {"RunTimeList.remove", "value, /", RunTimeListUnsupported},
    {"RunTimeList.clear", "", RunTimeListClear},
    {"RunTimeList.copy", "", RunTimeListCopy},
    {"RunTimeList.reverse", "", RunTimeListReverse},
    {"RunTimeList.sort", "*, key=None, reverse=False", RunTimeListUnsupported},
    {"RunTimeList.index", "value, start=None, /", RunTimeListUnsupported},
    {"RunTimeList.count", "value, /", RunTimeListUnsupported},
    {"RunTimeList.__getitem__", "index, /", RunTimeListGetItem},
    {"RunTimeList.__setitem__", "index, value, /", RunTimeListSetItem},
    {"RunTimeList.__len__", "", RunTimeListLength},
    {"tuple.index", "value, start=None, /", SequenceIndexOf},
    {"tuple.count", "value, /", SequenceCount},
#define DICT_ROWS(T) \
    {T ".keys", "", DictKeys}, {T ".values", "", DictValues}, {T ".items", "", DictItems}, {T ".get", "key, default=None, /", DictGet}, \
    {T ".setdefault", "key, default=None, /", DictSetDefault}, {T ".pop", "key, default=..., /", DictPop}, {T ".popitem", "", DictPopItem}, \
    {T ".clear", "", DictClear}, {T ".copy", "", DictCopy}
    DICT_ROWS("dict"),
    DICT_ROWS("defaultdict"),
    DICT_ROWS("OrderedDict"),
    DICT_ROWS("Counter"),
#undef DICT_ROWS
    // A Counter's update() adds (modules.cpp).
    {"dict.update", "other=..., /, **kwargs", DictUpdate},
    {"defaultdict.update", "other=..., /, **kwargs", DictUpdate},
    {"OrderedDict.update", "other=..., /, **kwargs", DictUpdate},
    {"dict.fromkeys", "iterable, value=None, /", DictFromKeys},
    {"set.add", "elem, /", SetAdd},
    {"set.discard", "elem, /", SetDiscard},
    {"set.remove", "elem, /", SetRemove},
    {"set.pop", "", SetPop},
    {"set.update", "*others", SetUpdate},
    {"set.clear", "", SetClear},
#define SET_ROWS(T) \
    {T ".union", "*others", SetUnion}, {T ".intersection", "*others", SetIntersection}, {T ".difference", "*others", SetDifference}, \
    {T ".symmetric_difference", "*others", SetSymmetric}, {T ".issubset", "other, /", SetIsSubset}, {T ".issuperset", "other, /", SetIsSuperset}, \
    {T ".isdisjoint", "other, /", SetIsDisjoint}, {T ".copy", "", SetCopy}
    SET_ROWS("set"),
    SET_ROWS("frozenset"),
#undef SET_ROWS
    {"float.is_integer", "", FloatIsInteger},
    {"int.bit_length", "", IntBitLength},
#define NUMBER_ROWS(T) \
    {T ".real", "", RealPart, Kind::kProperty}, {T ".imag", "", ImagPart, Kind::kProperty}, {T ".conjugate", "", Conjugate}
    NUMBER_ROWS("int"),
    NUMBER_ROWS("float"),
    NUMBER_ROWS("complex"),
#undef NUMBER_ROWS
};

}  // namespace

std::span<const BuiltinRow> PythonContainerRows() { return kRows; }

std::optional<Value> Interp::SetOrDictBinary(ast::BinaryOp op, const Value& a, const Value& b, Span where) {
  auto *s = heap.as<SetObject>(a), *t = heap.as<SetObject>(b);
  if (s && t) {
    std::vector<Value> right;
    for (auto& [k, v] : t->elements.entries) right.push_back(k);
    SetObject left = *s;
    switch (op) {
      case ast::BinaryOp::kBitOr: return Value(heap.New(Combine(*this, left, right, SetOp::kUnion, where)));
      case ast::BinaryOp::kBitAnd: return Value(heap.New(Combine(*this, left, right, SetOp::kIntersection, where)));
      case ast::BinaryOp::kSub: return Value(heap.New(Combine(*this, left, right, SetOp::kDifference, where)));
      case ast::BinaryOp::kBitXor: return Value(heap.New(Combine(*this, left, right, SetOp::kSymmetric, where)));
      default: return std::nullopt;
    }
  }
  auto *d = heap.as<DictObject>(a), *e = heap.as<DictObject>(b);
  if (d && e && op == ast::BinaryOp::kBitOr) {
    DictObject merged = *d;
    for (auto& [k, v] : std::vector(e->entries)) DictInsert(merged, k, v, where);
    return Value(heap.New(std::move(merged)));
  }
  return std::nullopt;
}

std::optional<Value> Interp::SetOrDictInplace(ast::BinaryOp op, const Value& a, const Value& b, Span where) {
  if (auto* s = heap.as<SetObject>(a); s && !s->frozen && heap.as<SetObject>(b)) {
    auto result = SetOrDictBinary(op, a, b, where);
    if (!result) return std::nullopt;
    SetObject changed = *heap.as<SetObject>(*result);
    heap.Write<SetObject>(a.get<Ref>()) = std::move(changed);
    return a;
  }
  if (heap.as<DictObject>(a) && heap.as<DictObject>(b) && op == ast::BinaryOp::kBitOr) {
    for (auto& [k, v] : std::vector(heap.as<DictObject>(b)->entries)) SetItem(a, k, v, where);
    return a;
  }
  return std::nullopt;
}


void Interp::NoteMutation(Ref object, Span where) {
  heap.write_span = UserSpan(where);
  object_write_[object] = UserSpan(where);
  if (!IsLibrary(where)) watch->OnChange(object, where);
  NoteEffect(object, where);
}
void Interp::NoteLeak(const Value& value, Span where) { NoteEscape(value, where); }

}  // namespace lathe::staging
