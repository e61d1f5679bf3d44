// Branches on run-time conditions. Both sides are evaluated in journal frames; the logs say which places changed; their values
// are merged into results of an If operation. A merge that has no meaning leaves an Undefined with the diagnostic that a
// later read reports, so that only what is needed is refused.
#include "staging/control.h"

#include <utility>

#include "staging/fixes.h"
#include "staging/loops.h"
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

bool IsReturnValue(const Interp& in, const Place& place) {
  return IsSyntheticPlace(in, place) && in.TextOf(Name{place.slot.name}).find("return_value") != std::string_view::npos;
}

Checkpoint::Checkpoint(Interp& in) : in_(in), op_count_(in.module.op_count()), sink_mark_(in.sink.mark()), region_(in.builder.region()) {
  in_.heap.Push();
}

void Checkpoint::Restore() {
  in_.heap.Rollback();
  in_.sink.Rewind(sink_mark_);
  in_.builder.SetRegion(region_);
  in_.DiscardOperations(op_count_);
}

void Interp::DiscardOperations(size_t from) {
  auto trim = [&](ir::RegionId region) {
    auto& ops = module[region].operations;
    std::erase_if(ops, [&](ir::OpId id) { return id.index >= from && !pinned_.contains(id.index); });
  };
  for (ir::RegionId r = builder.region(); r.valid();) {
    trim(r);
    auto it = enclosing_.find(r.index);
    r = it == enclosing_.end() ? ir::RegionId{} : it->second;
  }
  discarded_.push_back({from, module.op_count()});
  // Imports made meanwhile stay valid: they are pinned at the start of their function.
}

bool Interp::IsDiscarded(ir::OpId op) const {
  if (pinned_.contains(op.index)) return false;
  for (auto& [from, to] : discarded_) if (op.index >= from && op.index < to) return true;
  return false;
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

namespace {

struct Side {
  ir::RegionId region;
  Heap::Frame frame;
  std::map<Place, PlaceInfo> places;
  Value result;
  bool diverged = false;      // ends by raising
};

// Merges values of two sides into results of the If.
class Merger {
 public:
  Merger(Interp& in, Side& then, Side& orelse, Span where) : in_(in), then_(then), else_(orelse), where_(where) {}

  Value Merge(const Value& a, const Value& b);
  // Set by the caller before Merge: what is merged, for messages.
  std::string subject;
  Span then_span, else_span;       // where each side assigned it
  Span before_span;                // and the code before the branch
  bool is_return = false;

  // Fills in the If's yields and results.
  void Finish(ir::ValueId condition);

 private:
  struct Result { ir::ValueId then_value, else_value, placeholder; };
  static Value WithReason(Diagnostic d) {
    Undefined u;
    u.reason = std::make_shared<const Diagnostic>(std::move(d));
    return u;
  }
  Value Bad(DiagnosticKind kind, std::string message, Span at, Span other, std::vector<std::string> help = {});
  Value MergeLeaves(const Value& a, const Value& b);
  Value MergeUndefined(const Value& a, const Value& b);
  ir::ValueId Join(ir::ValueId a, ir::ValueId b, ir::Type type);
  template <class F> auto In(Side& side, F f) {
    ir::RegionId outer = in_.builder.region();
    in_.builder.SetRegion(side.region);
    auto restore = [&] { in_.builder.SetRegion(outer); };
    try {
      auto value = f();
      restore();
      return value;
    } catch (...) {
      restore();
      throw;
    }
  }
  ir::ValueId PlaceholderOf(Side& side, const ir::Type& type);

  Interp& in_;
  Side &then_, &else_;
  Span where_;
  std::vector<Result> results_;
};

Value Merger::Bad(DiagnosticKind kind, std::string message, Span at, Span other, std::vector<std::string> help) {
  Diagnostic d{kind, std::move(message), at.valid() ? at : where_};
  if (other.valid() && !(other == d.span)) d.labels.push_back({other, "the other side"});
  d.notes.push_back({in_.mode == Mode::kStaged ? "the condition depends on a tensor, so both sides become part of the graph"
                                               : "the condition is known only at run time, so both sides are compiled", where_});
  d.help = std::move(help);
  d.trace = in_.CallChain();
  Undefined u;
  u.reason = std::make_shared<const Diagnostic>(std::move(d));
  return u;
}

ir::ValueId Merger::Join(ir::ValueId a, ir::ValueId b, ir::Type type) {
  ir::ValueInfo info;
  info.type = std::move(type);
  ir::ValueId placeholder = in_.module.NewValue(info);
  results_.push_back({a, b, placeholder});
  return placeholder;
}

// A value of the type for the side that has none (it raises, or the value is guarded by a flag).
ir::ValueId Merger::PlaceholderOf(Side& side, const ir::Type& type) {
  return In(side, [&] { return in_.Placeholder(type); });
}

Value Merger::MergeUndefined(const Value& a, const Value& b) {
  auto *u = a.as<Undefined>(), *v = b.as<Undefined>();
  if (u && u->reason) return a;
  if (v && v->reason) return b;
  if (u && v) return a;
  Span at = u ? else_span : then_span;
  if (in_.mode == Mode::kStaged && !in_.options.extensions) {
    if (is_return && in_.loop_options_)
      return Bad(DiagnosticKind::kReturnInLoop, "'return' under a condition on a tensor, in a loop that becomes part of the graph", at, {},
                 {"assign the value to a variable, leave the loop with 'break', and return after it"});
    if (is_return)
      return Bad(DiagnosticKind::kReturnInOneBranch, "one side of this condition on a tensor returns a value, the other does not", at, {},
                 {"return a value on both sides, or after the 'if'"});
    std::string side = u ? "'else'" : "'if'", missing = u ? "'if'" : "'else'";
    Value bad = Bad(DiagnosticKind::kUndefinedInBranch, "'" + subject + "' is assigned in the " + side + " branch but not in the " + missing + " branch", at, {},
               {"give '" + subject + "' a value before the 'if', or in the " + missing + " branch"});
    if (const Value& v = u ? b : a; v.is<Tensor>()) {
      Diagnostic d = *bad.get<Undefined>().reason;
      FixMissingValue(in_, d, subject, in_.TypeOf(v));
      return WithReason(std::move(d));
    }
    return bad;
  }
  const Value& defined = u ? b : a;
  if (!IsLeaf(in_, defined)) {
    Value kept = Bad(DiagnosticKind::kUndefinedInBranch, "'" + subject + "' has a value only on one side of a condition that is known only at run time", at, {},
                     {"give '" + subject + "' a value before the condition"});
    return kept;
  }
  Side &has = u ? else_ : then_, &has_not = u ? then_ : else_;
  Leaf leaf = In(has, [&] { return MakeLeaf(in_, defined, where_); });
  if (leaf.kind == LeafKind::kList) return a;
  ir::Type type = in_.module.type(leaf.value);
  ir::ValueId none = PlaceholderOf(has_not, type);
  ir::ValueId value = u ? Join(none, leaf.value, type) : Join(leaf.value, none, type);
  auto flag = [&](Side& side, bool is) { return In(side, [&] { return in_.builder.Scalar(ir::DType::kBool, is); }); };
  ir::ValueId defined_flag = Join(flag(then_, !u), flag(else_, u != nullptr), ir::Type::Scalar(ir::DType::kBool));
  return Maybe{std::make_shared<const Value>(FromLeaf(leaf.kind, value)), defined_flag, (u ? *u : *v).name};
}

Value Merger::MergeLeaves(const Value& a, const Value& b) {
  bool staged = in_.mode == Mode::kStaged;
  if (!staged && in_.Identical(a, b)) return a;
  Leaf x = In(then_, [&] { return MakeLeaf(in_, a, where_); });
  Leaf y = In(else_, [&] { return MakeLeaf(in_, b, where_); });
  ir::Type p = in_.module.type(x.value), q = in_.module.type(y.value);
  if (x.kind == LeafKind::kList || y.kind == LeafKind::kList) {
    if (x.kind != y.kind || p.dtype != q.dtype)
      return Bad(DiagnosticKind::kBranchStructureMismatch, "'" + subject + "' is a TensorArray on one side and something else on the other", else_span, then_span);
    ir::ValueId list = Join(x.value, y.value, ir::Type::List(p.dtype, ir::Join(p.shape, q.shape)));
    auto copy = std::make_shared<TensorArrayObject>(*in_.heap.External<TensorArrayObject>(a));
    copy->list = list;
    return in_.heap.New(ExternalSlot{copy});
  }
  auto is_number = [](const Value& v) { return v.is<Integer>() || v.is<double>() || v.is<bool>(); };
  if (p.dtype != q.dtype && (staged ? in_.options.extensions && (is_number(a) || is_number(b)) : x.kind == LeafKind::kTensor && (is_number(a) || is_number(b)))) {
    // A literal takes the other side's dtype.
    ir::DType dtype = is_number(b) ? p.dtype : q.dtype;
    if (is_number(b)) y.value = In(else_, [&] { return in_.ToTensor(b, dtype, where_); });
    else x.value = In(then_, [&] { return in_.ToTensor(a, dtype, where_); });
    p = in_.module.type(x.value);
    q = in_.module.type(y.value);
    x.kind = y.kind = LeafKind::kTensor;
  }
  if (p.dtype != q.dtype || (!staged && x.kind != y.kind && !(x.kind >= LeafKind::kNumpy && y.kind >= LeafKind::kNumpy && x.kind <= LeafKind::kNumpyScalar && y.kind <= LeafKind::kNumpyScalar))) {
    bool both = then_span.valid() && else_span.valid();
    Value bad = Bad(DiagnosticKind::kBranchDtypeMismatch,
               "'" + subject + "' is " + std::string(ir::NameOf(p.dtype)) + " in the 'if' branch and " + std::string(ir::NameOf(q.dtype)) + " in the 'else' branch",
               else_span.valid() ? else_span : then_span, both ? then_span : Span{}, {"cast one side: tf.cast(…, tf." + std::string(ir::NameOf(p.dtype)) + ")"});
    Diagnostic d = *bad.get<Undefined>().reason;
    if (staged && !is_return) FixAssignedDType(in_, d, d.span, d.span == else_span ? p.dtype : q.dtype);
    return WithReason(std::move(d));
  }
  ir::Type type = ir::Type::Tensor(p.dtype, JoinShapes(in_, p.shape, q.shape));
  return FromLeaf(staged && !(x.kind == y.kind) ? LeafKind::kTensor : x.kind, Join(x.value, y.value, type));
}

Value Merger::Merge(const Value& a, const Value& b) {
  if (a.is<Poison>() || b.is<Poison>()) return Poison{};
  if (then_.diverged && else_.diverged) return a;
  if (then_.diverged || else_.diverged) {
    // One side raises: its values do not matter.
    const Value& live = then_.diverged ? b : a;
    Side &side = then_.diverged ? else_ : then_, &dead = then_.diverged ? then_ : else_;
    return Map(in_, live, [&](const Value& v) -> Value {
      bool constant = !v.is<Tensor>() && !v.is<Scalar>() && !in_.heap.External<TensorArrayObject>(v);
      if (constant) return v;
      ir::ValueId value = v.is<Tensor>() ? v.get<Tensor>().value : v.is<Scalar>() ? v.get<Scalar>().value : ir::ValueId{};
      if (value.valid() && in_.builder.ConstantOf(value)) return v;
      if (value.valid() && in_.Encloses(in_.DefiningRegion(value), in_.builder.region())) return v;
      Leaf leaf = In(side, [&] { return MakeLeaf(in_, v, where_); });
      ir::Type type = in_.module.type(leaf.value);
      ir::ValueId none = PlaceholderOf(dead, type);
      ir::ValueId joined = then_.diverged ? Join(none, leaf.value, type) : Join(leaf.value, none, type);
      if (leaf.kind != LeafKind::kList) return FromLeaf(leaf.kind, joined);
      auto copy = std::make_shared<TensorArrayObject>(*in_.heap.External<TensorArrayObject>(v));
      copy->list = joined;
      return in_.heap.New(ExternalSlot{copy});
    });
  }
  if (a.is<Undefined>() || b.is<Undefined>()) return MergeUndefined(a, b);
  if (a.is<Maybe>() || b.is<Maybe>()) {
    const Value &va = a.is<Maybe>() ? *a.get<Maybe>().value : a, &vb = b.is<Maybe>() ? *b.get<Maybe>().value : b;
    Value value = Merge(va, vb);
    auto flag = [&](Side& side, const Value& v) {
      return In(side, [&] { return v.is<Maybe>() ? in_.Import(v.get<Maybe>().defined, where_) : in_.builder.Scalar(ir::DType::kBool, true); });
    };
    ir::ValueId defined = Join(flag(then_, a), flag(else_, b), ir::Type::Scalar(ir::DType::kBool));
    return Maybe{std::make_shared<const Value>(value), defined, a.is<Maybe>() ? a.get<Maybe>().name : b.get<Maybe>().name};
  }
  if (a.is_none() && b.is_none()) {
    if (in_.mode == Mode::kEager || in_.options.extensions || subject.empty()) return a;
    return Bad(DiagnosticKind::kNoneInBranch, (is_return ? std::string("both sides return None") : "'" + subject + "' is None on both sides") + " of a condition on a tensor: the graph has no value for it",
               then_span.valid() ? then_span : else_span, {}, {is_return ? "return a tensor, or nothing at all" : "give it a value of one type on both sides"});
  }
  if (a.is_none() || b.is_none()) {
    Span at = a.is_none() ? then_span : else_span;
    if (!at.valid()) at = before_span;
    return Bad(DiagnosticKind::kNoneInBranch, (is_return ? std::string("one side returns None") : "'" + subject + "' is None on one side") + " and " + Describe(in_, a.is_none() ? b : a) + " on the other",
               at.valid() ? at : (a.is_none() ? else_span : then_span), a.is_none() ? else_span : then_span, {"give both sides a value of one type"});
  }
  if (auto *r = a.as<Ref>(), *s = b.as<Ref>(); r && s && *r == *s && !in_.heap.External<VariableObject>(a)) return a;
  if (auto *r = a.as<Ref>(), *s = b.as<Ref>(); r && s && *r == *s && in_.mode == Mode::kEager) return a;
  if (IsLeaf(in_, a) && IsLeaf(in_, b)) return MergeLeaves(a, b);
  if (IsContainer(in_, a) && IsContainer(in_, b) && SameContainer(in_, a, b)) {
    std::vector<Value> p = ChildrenOf(in_, a), q = ChildrenOf(in_, b), merged;
    for (size_t i = 0; i < p.size(); i++) {
      merged.push_back(Merge(p[i], q[i]));
      if (auto* u = merged.back().as<Undefined>(); u && u->reason) return merged.back();
    }
    return Rebuild(in_, a, std::move(merged));
  }
  if (in_.Identical(a, b)) return a;
  return Bad(DiagnosticKind::kBranchStructureMismatch,
             (is_return ? std::string("one side returns ") : "'" + subject + "' is ") + Describe(in_, a) + " in the 'if' branch and " + Describe(in_, b) + " in the 'else' branch",
             else_span.valid() ? else_span : then_span, else_span.valid() ? then_span : Span{});
}

void Merger::Finish(ir::ValueId condition) {
  for (Result& r : results_) {
    in_.module[then_.region].yields.push_back(r.then_value);
    in_.module[else_.region].yields.push_back(r.else_value);
  }
  in_.builder.SetSpan(where_);
  std::vector<ir::ValueId> results;
  for (Result& r : results_) results.push_back(r.placeholder);
  in_.builder.EmitControl(ir::OpKind::kIf, {condition}, std::move(results), {then_.region, else_.region});
}

}  // namespace

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
  if (TextOf(name).starts_with("$return_value")) {
    ir::ValueId message = builder.Constant(ir::Literal::String("a function that returns a value on one path and None on another, as only run time decides, is not supported"));
    Emit(ir::OpKind::kAssert, {maybe.defined, message}, ir::TextAttr{"NotImplementedError", 0}, where);
    return *maybe.value;
  }
  ir::ValueId message = builder.Constant(ir::Literal::String("local variable '" + std::string(TextOf(name)) + "' referenced before assignment"));
  Emit(ir::OpKind::kAssert, {maybe.defined, message}, ir::TextAttr{mode == Mode::kStaged ? "InvalidArgumentError" : "UnboundLocalError", 0}, where);
  return *maybe.value;
}

void Interp::EmitRaise(const PyError& error) {
  Text message = ExceptionMessage(error.exception);
  Span where = error.diagnostic.span;
  Emit(ir::OpKind::kRaise, {TextToIr(message)}, ir::TextAttr{ExceptionType(error.exception), 0}, where);
}

// Which writes of a frame are state that the construct itself may carry: the enclosing function's own assignments to names,
// attributes and items. In eager code (and under --extensions) everything is.
static bool IsState(const Interp& in, const PlaceInfo& info, uint32_t depth) {
  if (in.mode == Mode::kEager || in.options.extensions) return true;
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

namespace {

Value SlotOrUndefined(const Interp& in, const Heap::Frame& frame, const Place& place) {
  auto it = frame.saved.find(place.object);
  const Object& object = it != frame.saved.end() ? it->second : in.heap[place.object];
  if (auto v = GetSlot(object, place.slot)) return *v;
  Undefined u;
  if (place.slot.kind == SlotKey::Kind::kName) u.name = Name{place.slot.name};
  return u;
}

}  // namespace

Value Interp::Branch(ir::ValueId condition, const std::function<Value()>& then, const std::function<Value()>& orelse, Span where) {
  condition = Import(condition, where);
  uint32_t depth = uint32_t(activations.size());
  size_t stores = store_mark();
  std::set<Place> state;
  auto run = [&](const std::function<Value()>& body) {
    Side side;
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
      if (IsState(*this, info, depth)) state.insert(place);
    if (mode == Mode::kStaged && !options.extensions) KeepTraceEffects(*this, side.frame, state, where, false);
    else KeepTraces(side.frame);
    return side;
  };
  Side a = run(then), b = run(orelse);
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
    merger.before_span = StoreBefore(stores, place.object, place.slot);
    merged.push_back({place, merger.Merge(SlotOrUndefined(*this, a.frame, place), SlotOrUndefined(*this, b.frame, place))});
  }
  merger.subject = a.result.is_none() && b.result.is_none() ? "" : "the value";
  merger.is_return = false;
  merger.then_span = merger.else_span = where;
  merger.before_span = {};
  Value result = merger.Merge(a.result, b.result);
  merger.Finish(condition);
  for (auto& [place, value] : merged) {
    if (place.slot.kind != SlotKey::Kind::kName && value.is<Undefined>() && !value.get<Undefined>().reason) continue;
    StoreSlot(place, value);
  }
  if (a.diverged && b.diverged) UnreachableHere();
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
void Interp::UnreachableHere() { throw PyError{MakeException("RuntimeError", "unreachable"), Diagnostic{DiagnosticKind::kUncaughtException, "this point is never reached", span}}; }

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
