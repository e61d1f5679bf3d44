// Branches on run-time conditions. Both sides are evaluated in journal frames; the logs say which places changed; their values
// are merged into results of an If operation. A merge that has no meaning leaves an Undefined with the diagnostic that a
// later read reports, so that only what is needed is refused.
#include "staging/control.h"

#include <utility>

#include "staging/either.h"
#include "staging/lists.h"
#include "staging/loops.h"
#include "staging/merge.h"
#include "staging/objects.h"
#include "support/check.h"

namespace lathe::staging {

std::map<Place, PlaceInfo> PlacesOf(const Heap::Frame& frame) {
  std::map<Place, PlaceInfo> places;
  std::map<Ref, PlaceInfo> whole;
  for (const WriteRecord& w : frame.writes) {
    if (w.slot.kind == SlotKey::Kind::kWhole) whole[w.object] = {w.span, w.depth, true};
    places[{w.object, w.slot}] = {w.span, w.depth, w.slot.kind == SlotKey::Kind::kWhole};
  }
  for (auto& [object, info] : whole) {
    std::erase_if(places, [&](auto& entry) { return entry.first.object == object; });
    places[{object, {}}] = info;
  }
  return places;
}

std::string NameOfPlace(const Interp& in, const Place& place, const PlaceInfo& info) {
  if (place.slot.kind == SlotKey::Kind::kName && in.heap.as<ScopeObject>(place.object)) return std::string(in.TextOf(Name{place.slot.name}));
  if (info.span.valid()) {
    std::string text(in.sources.Text(info.span));
    if (text.size() <= 60 && text.find('\n') == std::string::npos) return text;
  }
  if (place.slot.kind == SlotKey::Kind::kName) return "." + std::string(in.TextOf(Name{place.slot.name}));
  return "the container";
}

bool IsSyntheticPlace(const Interp& in, const Place& place) {
  if (place.slot.kind != SlotKey::Kind::kName || !in.heap.as<ScopeObject>(place.object)) return false;
  std::string_view name = in.TextOf(Name{place.slot.name});
  return name.find('$') != std::string_view::npos;
}

bool IsReturnValueName(std::string_view name) { return name.starts_with("$return_value"); }

bool IsReturnValue(const Interp& in, const Place& place) {
  return IsSyntheticPlace(in, place) && IsReturnValueName(in.TextOf(Name{place.slot.name}));
}

Checkpoint::Checkpoint(Interp& in) : in_(in), op_count_(in.module.op_count()), sink_mark_(in.sink.mark()), region_(in.builder.region()), record_(RecordMark(in)) {
  in_.heap.Push();
}

void Checkpoint::Restore() {
  in_.heap.Rollback();
  RewindRecord(in_, record_);
  in_.sink.Rewind(sink_mark_);
  in_.builder.SetRegion(region_);
  in_.DiscardOperations(op_count_);
}

void Interp::DiscardOperations(size_t from) {
  auto trim = [&](ir::RegionId innermost) {
    for (ir::RegionId r = innermost; r.valid();) {
      auto& ops = module[r].operations;
      std::erase_if(ops, [&](ir::OpId id) { return id.index >= from && !pinned_.contains(id.index); });
      auto it = enclosing_.find(r.index);
      r = it == enclosing_.end() ? ir::RegionId{} : it->second;
    }
  };
  trim(builder.region());
  // Output of a trace and initial values of its variables.
  if (trace) trim(eager_region_);
  discarded_.push_back({from, module.op_count()});
  // Imports made meanwhile stay valid: they are pinned at the start of their function.
}

bool Interp::IsDiscarded(ir::OpId op) const {
  if (pinned_.contains(op.index)) return false;
  for (auto& [from, to] : discarded_) if (op.index >= from && op.index < to) return true;
  return false;
}

bool Compatible(const ir::Shape& a, const ir::Shape& b) {
  if (!a.ranked) return true;
  if (!b.ranked || a.dims.size() != b.dims.size()) return false;
  for (size_t i = 0; i < a.dims.size(); i++)
    if (a.dims[i] >= 0 && a.dims[i] != b.dims[i]) return false;
  return true;
}

ir::Shape JoinShapes(Interp& in, const ir::Shape& a, const ir::Shape& b) {
  ir::Shape joined = ir::Join(a, b);
  if (in.mode == Mode::kEager && joined.ranked) {
    for (size_t i = 0; i < joined.dims.size(); i++)
      if (joined.dims[i] == ir::kUnknown && a.ranked && b.ranked && a.dims[i] != ir::kUnknown && b.dims[i] != ir::kUnknown)
        joined.dims[i] = in.builder.FreshSymbol();
  }
  return joined;
}

// A value of the type that is never read.
ir::ValueId Interp::Placeholder(const ir::Type& type) {
  if (type.kind == ir::TypeKind::kList)
    return builder.Make(ir::OpKind::kListNew, {builder.Scalar(ir::DType::kInt32, 0)}, ir::TypeAttr{type});
  std::vector<int64_t> dims;
  if (type.shape.ranked)
    for (ir::Dim d : type.shape.dims) dims.push_back(d >= 0 ? d : 0);
  if (type.dtype == ir::DType::kString) {
    int64_t count = 1;
    for (int64_t d : dims) count *= d;
    return builder.Constant(ir::Literal::Strings(std::vector<std::string>(size_t(count)), dims));
  }
  int64_t count = 1;
  for (int64_t d : dims) count *= d;
  if (count > 1024) {
    ir::ValueId zero = builder.Constant(ir::Literal::Zeros(type.dtype, {}));
    int64_t folding = builder.folding();
    builder.SetFolding(0);
    ir::ValueId filled = builder.Make(ir::OpKind::kBroadcastTo, {zero, builder.Ints(dims)});
    builder.SetFolding(folding);
    return filled;
  }
  return builder.Constant(ir::Literal::Zeros(type.dtype, dims));
}

Value Interp::ReadMaybe(const Maybe& maybe, Name name, Span where) {
  bool returned = IsReturnValueName(TextOf(name));
  if (mode == Mode::kStaged && !options.extensions) {
    std::string what = returned ? "no value was returned: the loop that returns one ran no iteration"
                                : "'" + std::string(TextOf(name)) + "' must also have a value where the loop runs no iteration";
    Emit(ir::OpKind::kAssert, {maybe.defined, builder.Constant(ir::Literal::String(what))}, ir::TextAttr{"InvalidArgumentError", 0}, where);
    return *maybe.value;
  }
  if (returned && mode == Mode::kEager) {
    ir::ValueId defined = Import(maybe.defined, where);
    ir::ValueId tag = Emit(ir::OpKind::kSelect, {defined, builder.Scalar(ir::DType::kInt64, int64_t(0)), builder.Scalar(ir::DType::kInt64, int64_t(1))}, {}, where);
    if (auto* either = AsEither(*this, *maybe.value)) {
      std::vector<Value> alternatives = either->alternatives;
      size_t none = 0;
      while (none < alternatives.size() && !alternatives[none].is_none()) none++;
      if (none == alternatives.size()) alternatives.push_back(None{});
      tag = Emit(ir::OpKind::kSelect, {defined, Import(either->tag, where), builder.Scalar(ir::DType::kInt64, int64_t(none))}, {}, where);
      return MakeEither(*this, tag, std::move(alternatives));
    }
    if (maybe.value->is_none()) return None{};
    return MakeEither(*this, tag, {*maybe.value, None{}});
  }
  if (returned) {
    ir::ValueId message = builder.Constant(ir::Literal::String("a function that returns a value on one path and None on another, as only run time decides, is not supported"));
    Emit(ir::OpKind::kAssert, {maybe.defined, message}, ir::TextAttr{"NotImplementedError", 0}, where);
    return *maybe.value;
  }
  ir::ValueId message = builder.Constant(ir::Literal::String("local variable '" + std::string(TextOf(name)) + "' referenced before assignment"));
  Emit(ir::OpKind::kAssert, {maybe.defined, message}, ir::TextAttr{mode == Mode::kStaged ? "InvalidArgumentError" : "UnboundLocalError", 0}, where);
  return *maybe.value;
}

// Which writes of a frame are state that the construct itself may carry: the enclosing function's own assignments to names,
// attributes and items. In eager code (and under --extensions) everything is.
static bool IsState(const Interp& in, const Place& place, const PlaceInfo& info, uint32_t depth) {
  if (in.mode == Mode::kEager || in.options.extensions || in.IsLibraryState(place.object)) return true;
  return info.depth <= depth && !info.whole;
}

// Whether a write out of sight of the construct changes state of the program: a tensor, or a Python value that was there before
// and is another now. Objects that are made once (variables, layers, what was None) are not.
static bool IsHiddenState(const Interp& in, const Place& place, const Value& value) {
  if (HoldsTensor(in, value)) return true;
  auto before = GetSlot(in.heap[place.object], place.slot);
  if (!before || before->is<Undefined>() || before->is_none() || value.is<Ref>() || value.is<Poison>()) return false;
  return !in.Identical(*before, value);
}

void KeepTraceEffects(Interp& in, const Heap::Frame& frame, const std::set<Place>& state, Span construct, bool is_loop) {
  for (auto& [place, info] : PlacesOf(frame)) {
    if (state.contains(place)) continue;
    const Object& final_object = frame.saved.at(place.object);
    auto* external = std::get_if<ExternalSlot>(&final_object);
    if (external || info.whole) {
      bool holds = false;
      if (auto* list = std::get_if<ListObject>(&final_object)) {
        size_t before = in.heap.as<ListObject>(place.object)->items.size();
        for (size_t i = before; i < list->items.size(); i++) holds |= HoldsTensor(in, list->items[i]);
      } else if (auto* dict = std::get_if<DictObject>(&final_object)) {
        for (auto& [k, v] : dict->entries) holds |= HoldsTensor(in, v);
      }
      bool callee = info.depth > uint32_t(in.activations.size());
      // On one side of a condition the elements are there at trace; using them afterwards is a leak, reported then.
      bool grows_in_loop = is_loop || (in.loop_options_ && place.object.index < in.loop_options_->first_object);
      if (holds && (callee || grows_in_loop)) {
        Diagnostic d{callee ? DiagnosticKind::kHiddenStateWrite : DiagnosticKind::kLoopStructureChange,
                     callee ? "this changes a container inside a staged branch or loop, out of sight of the code around it"
                            : "a list or dict grows in a loop that becomes part of the graph",
                     info.span};
        d.notes.push_back({is_loop ? "the loop is here" : "the condition is here", construct});
        d.help.push_back("use a tf.TensorArray, or return the value and assign it in the enclosing code");
        d.trace = in.CallChain();
        in.sink.Report(std::move(d));
        if (in.heap.as<ListObject>(place.object)) in.RestoreObject(place.object, ListObject{{Value(Poison{})}});
        continue;
      }
      in.heap.write_span = info.span;
      in.RestoreObject(place.object, final_object);
      continue;
    }
    auto value = GetSlot(final_object, place.slot);
    if (!value) continue;
    if (info.depth == Interp::kUntracked) {
      // Not state of the construct: the value of the trace stays, and its use afterwards is a leak.
      uint32_t depth = std::exchange(in.heap.write_depth, Interp::kUntracked);
      SetSlot(in, place.object, place.slot, *value);
      in.heap.write_depth = depth;
      continue;
    }
    if (info.depth > uint32_t(in.activations.size()) && IsHiddenState(in, place, *value)) {
      Diagnostic d{DiagnosticKind::kHiddenStateWrite,
                   "'" + NameOfPlace(in, place, info) + "' is changed here, inside a branch or loop on a tensor but out of sight of the code that contains it", info.span};
      d.notes.push_back({is_loop ? "the loop that becomes part of the graph" : "the condition on a tensor", construct});
      d.help.push_back("return the new value and assign it where the branch or loop is, or keep the state in a tf.Variable");
      d.trace = in.CallChain();
      in.sink.Report(std::move(d));
      continue;
    }
    SetSlot(in, place.object, place.slot, *value);
  }
}

void Interp::RestoreObject(Ref ref, const Object& object) { heap.Overwrite(ref, object); }

Value Interp::Branch(ir::ValueId condition, const std::function<Value()>& then, const std::function<Value()>& orelse, Span where) {
  condition = Import(condition, where);
  uint32_t depth = uint32_t(activations.size());
  size_t stores = store_mark();
  std::set<Place> state;
  auto run = [&](const std::function<Value()>& body) {
    Side side;
    side.stores = stores;
    side.region = OpenRegion({});
    heap.Push();
    region_depth_++;
    auto leave = [&] {
      region_depth_--;
      side.frame = heap.Rollback();
      CloseRegion({});
    };
    try {
      side.result = body();
      if (jump_ != Jump::kNone) {
        jump_ = Jump::kNone;
        Fail(DiagnosticKind::kUnsupportedSyntax, "this jump under a condition that only run time knows is not supported here", where);
      }
    } catch (const PyError& error) {
      if (mode == Mode::kStaged && !options.extensions) {
        leave();
        throw;
      }
      activations.resize(depth);
      heap.write_depth = depth;
      EmitRaise(error);
      side.diverged = true;
    } catch (...) {
      leave();
      throw;
    }
    leave();
    side.places = PlacesOf(side.frame);
    for (auto& [place, info] : side.places)
      if (IsState(*this, place, info, depth)) state.insert(place);
    if (mode == Mode::kStaged && !options.extensions) KeepTraceEffects(*this, side.frame, state, where, false);
    else KeepTraces(side.frame);
    return side;
  };
  Side a = run(then), b = run(orelse);
  Value result = MergeSides(a, b, ir::OpKind::kIf, {condition}, where);
  if (a.diverged && b.diverged) UnreachableHere();
  return result;
}

Value Interp::MergeSides(Side& a, Side& b, ir::OpKind kind, std::vector<ir::ValueId> operands, Span where) {
  std::set<Place> state;
  uint32_t depth = uint32_t(activations.size());
  for (const Side* side : {&a, &b})
    for (auto& [place, info] : side->places)
      if (IsState(*this, place, info, depth)) state.insert(place);
  Merger merger(*this, a, b, where);
  std::vector<std::pair<Place, Value>> merged;
  for (const Place& place : state) {
    if (place.slot.kind == SlotKey::Kind::kWhole) {
      MergeWhole(place.object, a.frame, b.frame, where, [&](const Value& x, const Value& y) {
        merger.subject = "an element";
        return merger.Merge(x, y);
      });
      continue;
    }
    auto in_a = a.places.find(place), in_b = b.places.find(place);
    const PlaceInfo& info = in_a != a.places.end() ? in_a->second : in_b->second;
    merger.subject = NameOfPlace(*this, place, info);
    merger.is_return = IsReturnValue(*this, place);
    merger.then_span = in_a != a.places.end() ? in_a->second.span : Span{};
    merger.else_span = in_b != b.places.end() ? in_b->second.span : Span{};
    merger.before_span = StoreBefore(a.stores, place.object, place.slot);
    merged.push_back({place, merger.Merge(SlotOrUndefined(*this, a.frame, place), SlotOrUndefined(*this, b.frame, place))});
  }
  std::vector<std::string> carried;
  for (auto& [place, value] : merged)
    if (!value.is<Undefined>()) carried.push_back(NameOfPlace(*this, place, {}));
  NoteState(*this, where, std::move(carried));
  merger.subject = a.result.is_none() && b.result.is_none() ? "" : "the value";
  merger.is_return = false;
  merger.then_span = merger.else_span = where;
  merger.before_span = {};
  Value result = merger.Merge(a.result, b.result);
  merger.Finish(kind, std::move(operands));
  for (auto& [place, value] : merged) {
    if (place.slot.kind != SlotKey::Kind::kName && value.is<Undefined>() && !value.get<Undefined>().reason) continue;
    StoreSlot(place, value);
  }
  if (auto* u = result.as<Undefined>(); u && u->reason) {
    Diagnostic d = *u->reason;
    Fail(std::move(d));
  }
  return result;
}

// Keeps traces of tf.functions that a rolled-back side made: they are no state of the program.
void Interp::KeepTraces(const Heap::Frame& frame) {
  for (auto& [ref, object] : frame.saved)
    if (auto* slot = std::get_if<ExternalSlot>(&object); slot && slot->object->type_name() == "Function") RestoreObject(ref, object);
}

void Interp::StoreSlot(const Place& place, const Value& value) {
  if (place.slot.kind == SlotKey::Kind::kKey) {
    // A key that only one side added has no place in the dict yet.
    auto* dict = heap.as<DictObject>(place.object);
    if (!dict->index.contains(place.slot.key)) return StoreNewKey(place, value);
  }
  SetSlot(*this, place.object, place.slot, value);
}

void Interp::StoreNewKey(const Place& place, const Value& value) {
  auto& dict = heap.Write<DictObject>(place.object, place.slot);
  Value key = place.slot.key.starts_with("s") ? Value::String(place.slot.key.substr(1)) : Value(None{});
  if (place.slot.key.starts_with("n")) key = Integer::Parse(place.slot.key.substr(1));
  dict.index[place.slot.key] = dict.entries.size();
  dict.entries.push_back({key, value});
}

void Interp::MergeWhole(Ref ref, const Heap::Frame& a, const Heap::Frame& b, Span where,
                        const std::function<Value(const Value&, const Value&)>& merge) {
  auto object_of = [&](const Heap::Frame& f) -> Object {
    auto it = f.saved.find(ref);
    return it != f.saved.end() ? it->second : heap[ref];
  };
  Object x = object_of(a), y = object_of(b);
  if (MayGrow(*this, ref)) {
    Value p = heap.New(x), q = heap.New(y);
    if (LengthsDiffer(*this, p, q)) {
      Value merged = merge(p, q);
      if (auto* u = merged.as<Undefined>(); u && u->reason) Fail(Diagnostic(*u->reason));
      return RestoreObject(ref, Object(heap[merged.get<Ref>()]));
    }
  }
  if (std::get_if<ExternalSlot>(&x)) {
    auto& p = std::get<ExternalSlot>(x);
    auto& q = std::get<ExternalSlot>(y);
    if (p.object->type_name() == "Function") return;
    if (auto* array = dynamic_cast<TensorArrayObject*>(p.object.get())) {
      auto wrap = [&](const ExternalSlot& s) { return Value(heap.New(s)); };
      (void)array;
      Value joined = merge(wrap(p), wrap(q));
      if (auto* merged = heap.External<TensorArrayObject>(joined)) RestoreObject(ref, ExternalSlot{std::make_shared<TensorArrayObject>(*merged)});
      return;
    }
    if (p.object != q.object) RestoreObject(ref, y);
    return;
  }
  auto refuse = [&] {
    Fail(DiagnosticKind::kBranchStructureMismatch, "this container has another structure on each side of a condition that only run time knows", where);
  };
  if (auto* l = std::get_if<ListObject>(&x)) {
    auto& m = std::get<ListObject>(y);
    if (l->items.size() != m.items.size()) refuse();
    std::vector<Value> items;
    for (size_t i = 0; i < l->items.size(); i++) items.push_back(merge(l->items[i], m.items[i]));
    heap.Write<ListObject>(ref).items = std::move(items);
    return;
  }
  if (auto* d = std::get_if<DictObject>(&x)) {
    auto& e = std::get<DictObject>(y);
    if (d->index != e.index) refuse();
    for (size_t i = 0; i < d->entries.size(); i++) d->entries[i].second = merge(d->entries[i].second, e.entries[i].second);
    RestoreObject(ref, x);
    return;
  }
  if (auto* s = std::get_if<SetObject>(&x)) {
    if (s->elements.index != std::get<SetObject>(y).elements.index) refuse();
    return;
  }
  if (auto* i = std::get_if<IteratorObject>(&x)) {
    if (i->next != std::get<IteratorObject>(y).next) refuse();
    RestoreObject(ref, x);
    return;
  }
  RestoreObject(ref, y);
}

// Both sides raise: nothing after the branch runs. The remaining statements of the block are not looked at.
void Interp::UnreachableHere() {
  throw PyError{MakeException("RuntimeError", "unreachable"), Diagnostic{DiagnosticKind::kUncaughtException, "this point is never reached", span}, true};
}

void Interp::BranchStatement(ir::ValueId condition, ast::StmtId id, const ast::IfStmt& n) {
  (void)id;
  Branch(
      condition,
      [&]() -> Value {
        Execute(n.body);
        return None{};
      },
      [&]() -> Value {
        Execute(n.orelse);
        return None{};
      },
      ast[n.test].span);
}

}  // namespace lathe::staging
