// Run-time loops. The body is evaluated abstractly with its state as region parameters; the write log says what the state is;
// repeated until nothing new is written and all types hold (a fixpoint), then a While operation is emitted.
#include "staging/loops.h"

#include <algorithm>

#include "staging/fixes.h"
#include "staging/objects.h"
#include "staging/state_watch.h"
#include "support/check.h"

namespace lathe::staging {

namespace {

// One place that the loop carries.
struct Carried {
  Place place;
  PlaceInfo info;
  std::string name;
  Value entry;                     // before the loop
  Value shape_of;                  // the structure: the entry value, or (undefined before) the value after a trip
  std::vector<LeafKind> kinds;     // of the leaves of shape_of, in order
  std::vector<ir::Type> types;
  std::set<ir::Dim> varying;       // symbols for sizes that change from trip to trip
  bool undefined_before = false;
  // Whether it has a value is carried, too: before the loop or after a trip, only run time knows.
  bool flagged = false;
  ir::ValueId defined_before;      // flagged, and not undefined_before
  bool has_invariant = false;
  bool opaque = false;             // not a value that a loop can carry (reason says why when it is read)
  std::shared_ptr<const Diagnostic> reason;
  size_t parameter_count() const { return types.size() + flagged; }
  Name name_of_slot() const { return place.slot.kind == SlotKey::Kind::kName ? Name{place.slot.name} : Name{}; }
};

class Loop {
 public:
  Loop(Interp& in, const LoopSpec& spec) : in_(in), spec_(spec), staged_(in.mode == Mode::kStaged), depth_(uint32_t(in.activations.size())) {}
  void Run();

 private:
  struct Attempt {
    ir::RegionId condition, body;
    std::vector<std::vector<ir::ValueId>> parameters;   // of the body, per carried place: leaves, then the flag
    Heap::Frame frame;
    bool diverged = false;
  };
  bool counted() const { return spec_.start.valid(); }
  bool NeedsRan() const;
  std::vector<ir::Type> ParameterTypes() const;
  void BindState(ir::RegionId region, std::vector<std::vector<ir::ValueId>>* parameters);
  Value ValueFromParameters(const Carried& c, const std::vector<ir::ValueId>& parameters);
  Attempt Try();
  // Looks at what the attempt wrote; true if the state changed and another attempt is needed.
  bool Learn(Attempt& attempt);
  bool LearnPlace(Attempt& attempt, const Place& place, const PlaceInfo& info);
  bool CheckLeaves(Attempt& attempt, Carried& c, const Value& final_value);
  bool Mismatch(Attempt& attempt, Carried& c, size_t position, DiagnosticKind kind, std::string message, std::vector<std::string> help = {}, const ir::Type* after = nullptr);
  void FixDType(Diagnostic& d, const Carried& c, ir::DType before, ir::DType after);
  Carried NewCarried(const Place& place, const PlaceInfo& info, const Value& final_value);
  void DescribeLeaves(Carried& c, const Value& value, ir::RegionId region);
  bool ApplyInvariants(const Attempt& attempt);
  void Finish(Attempt& attempt);
  std::vector<ir::ValueId> LeavesOf(const Carried& c, const Value& value, ir::RegionId region);
  std::vector<ir::ValueId> FlaggedLeaves(const Attempt& attempt, const Carried& c, const std::vector<ir::ValueId>& parameters, const Value& value);
  bool ParameterUsed(const Attempt& attempt, const Carried& c) const;
  [[noreturn]] void GiveUp(DiagnosticKind kind, std::string message, Span at);
  Diagnostic Problem(DiagnosticKind kind, std::string message, Span at) const;

  Interp& in_;
  const LoopSpec& spec_;
  bool staged_;
  uint32_t depth_;
  void MarkUndefined();
  void MarkSlot(ast::ExprId target);
  void Unmark();
  std::vector<Place> marked_slots_;
  std::map<uint32_t, Value> marked_;                        // names without a value before the loop, and what they were
  std::map<std::pair<Ref, uint32_t>, Span> entry_stores_;   // the last assignments before the loop
  std::vector<Carried> carried_;
  LoopOptions options_;
  size_t first_object_ = SIZE_MAX;                          // heap objects below existed before the loop
};

Diagnostic Loop::Problem(DiagnosticKind kind, std::string message, Span at) const {
  Diagnostic d{kind, std::move(message), at.valid() ? at : spec_.where};
  d.notes.push_back({staged_ ? "the loop depends on a tensor, so it becomes part of the graph" : "how often this loop runs is known only at run time", spec_.where});
  d.trace = in_.CallChain();
  return d;
}

void Loop::GiveUp(DiagnosticKind kind, std::string message, Span at) {
  Diagnostic d = Problem(kind, std::move(message), at);
  if (!staged_) throw SpeculationFailed{std::move(d)};
  in_.Fail(std::move(d));
}

// Whether a flag says that a trip has been made: then names that every trip assigns have a value.
bool Loop::NeedsRan() const {
  for (const Carried& c : carried_) if (c.undefined_before && !c.flagged && !c.opaque) return true;
  return false;
}

std::vector<ir::Type> Loop::ParameterTypes() const {
  std::vector<ir::Type> types;
  if (counted()) types.push_back(in_.module.type(spec_.start));
  if (NeedsRan()) types.push_back(ir::Type::Scalar(ir::DType::kBool));
  for (const Carried& c : carried_) {
    if (c.opaque) continue;
    types.insert(types.end(), c.types.begin(), c.types.end());
    if (c.flagged) types.push_back(ir::Type::Scalar(ir::DType::kBool));
  }
  return types;
}

Value Loop::ValueFromParameters(const Carried& c, const std::vector<ir::ValueId>& parameters) {
  size_t next = 0;
  return Map(in_, c.shape_of, [&](const Value& v) -> Value {
    if (!IsLeaf(in_, v)) return v;
    size_t i = next++;
    if (c.kinds[i] != LeafKind::kList) return FromLeaf(c.kinds[i], parameters[i]);
    auto copy = std::make_shared<TensorArrayObject>(*in_.heap.External<TensorArrayObject>(v));
    copy->list = parameters[i];
    return in_.heap.New(ExternalSlot{copy});
  });
}

void Loop::BindState(ir::RegionId region, std::vector<std::vector<ir::ValueId>>* parameters) {
  const auto& all = in_.module[region].parameters;
  size_t at = (counted() ? 1 : 0) + (NeedsRan() ? 1 : 0);
  for (Carried& c : carried_) {
    std::vector<ir::ValueId> mine;
    if (!c.opaque) {
      mine.assign(all.begin() + int64_t(at), all.begin() + int64_t(at + c.parameter_count()));
      at += c.parameter_count();
    }
    Value v;
    if (c.opaque || c.undefined_before) {
      Undefined u;
      if (c.place.slot.kind == SlotKey::Kind::kName) u.name = Name{c.place.slot.name};
      if (auto* before = c.entry.as<Undefined>(); before && before->reason && !c.opaque) {
        u.reason = before->reason;
      } else if (c.opaque) {
        u.reason = c.reason;
      } else if (staged_ && !in_.options.extensions) {
        DiagnosticKind kind = IsReturnValue(in_, c.place) ? DiagnosticKind::kReturnInLoop : DiagnosticKind::kUndefinedBeforeLoop;
        Diagnostic d = Problem(kind, "'" + c.name + "' has no value before the loop, and its value depends on the previous iteration", c.info.span);
        d.help.push_back("give '" + c.name + "' a value before the loop");
        u.reason = std::make_shared<const Diagnostic>(std::move(d));
      }
      v = u;
    } else {
      v = ValueFromParameters(c, mine);
      if (c.flagged) v = Maybe{std::make_shared<const Value>(v), mine.back(), c.name_of_slot()};
    }
    if (c.place.slot.kind == SlotKey::Kind::kWhole) {
      if (auto* array = in_.heap.External<TensorArrayObject>(v)) in_.RestoreObject(c.place.object, ExternalSlot{std::make_shared<TensorArrayObject>(*array)});
    } else if (!(v.is<Undefined>() && !GetSlot(in_.heap[c.place.object], c.place.slot))) {
      in_.StoreSlot(c.place, v);
    } else if (v.get<Undefined>().reason || c.place.slot.kind == SlotKey::Kind::kName) {
      if (c.place.slot.kind == SlotKey::Kind::kName) in_.StoreSlot(c.place, v);
    }
    if (parameters) parameters->push_back(std::move(mine));
  }
  in_.heap.ClearWrites();
}

Loop::Attempt Loop::Try() {
  Attempt attempt;
  std::vector<ir::Type> types = ParameterTypes();
  // ---- condition ----
  attempt.condition = in_.OpenRegion(types);
  in_.heap.Push();
  in_.region_depth_++;
  bool open = true;
  auto leave = [&] {
    in_.region_depth_--;
    attempt.frame = in_.heap.Rollback();
    open = false;
  };
  try {
    BindState(attempt.condition, nullptr);
    ir::ValueId go;
    if (counted()) {
      ir::ValueId counter = in_.module[attempt.condition].parameters[0];
      ir::ValueId limit = in_.Import(spec_.limit), step = in_.Import(spec_.step);
      const ir::Literal* known = in_.builder.ConstantOf(step);
      ir::ValueId zero = in_.builder.Scalar(in_.module.type(counter).dtype, int64_t(0));
      auto before = [&] { return in_.Emit(ir::OpKind::kLt, {counter, limit}); };
      auto after = [&] { return in_.Emit(ir::OpKind::kGt, {counter, limit}); };
      if (known) go = known->FloatAt(0) > 0 ? before() : after();
      else go = in_.Emit(ir::OpKind::kSelect, {in_.Emit(ir::OpKind::kGt, {step, zero}), before(), after()});
    }
    if (spec_.test) {
      Truth t = spec_.test();
      ir::ValueId value = t.known ? in_.builder.Scalar(ir::DType::kBool, t.value) : t.dynamic;
      go = go.valid() ? in_.Emit(ir::OpKind::kAnd, {go, value}) : value;
    }
    if (!go.valid()) go = in_.builder.Scalar(ir::DType::kBool, true);
    Heap::Frame& frame = const_cast<Heap::Frame&>(in_.heap.top());
    (void)frame;
    in_.CloseRegion({go});
  } catch (...) {
    if (open) leave();
    if (in_.builder.region() == attempt.condition) in_.CloseRegion({});
    throw;
  }
  leave();
  // ---- body ----
  attempt.body = in_.OpenRegion(types);
  in_.heap.Push();
  in_.region_depth_++;
  open = true;
  LoopOptions* outer_options = in_.loop_options_;
  options_ = LoopOptions{};
  options_.first_object = std::min(first_object_, in_.heap.size());
  in_.loop_options_ = &options_;
  try {
    BindState(attempt.body, &attempt.parameters);
    if (spec_.assign_element) spec_.assign_element(counted() ? in_.module[attempt.body].parameters[0] : ir::ValueId{});
    spec_.body();
    if (in_.jump_ != Interp::Jump::kNone) {
      in_.jump_ = Interp::Jump::kNone;
      in_.Fail(DiagnosticKind::kUnsupportedSyntax, "this jump out of a loop that runs at run time is not supported here", spec_.where);
    }
  } catch (const PyError& error) {
    if (staged_) {
      in_.loop_options_ = outer_options;
      leave();
      in_.CloseRegion({});
      throw;
    }
    in_.activations.resize(depth_);
    in_.heap.write_depth = depth_;
    in_.EmitRaise(error);
    attempt.diverged = true;
  } catch (...) {
    in_.loop_options_ = outer_options;
    leave();
    in_.CloseRegion({});
    throw;
  }
  in_.loop_options_ = outer_options;
  leave();
  in_.CloseRegion({});
  return attempt;
}

Value FinalValue(const Interp& in, const Heap::Frame& frame, const Place& place) {
  auto it = frame.saved.find(place.object);
  const Object& object = it != frame.saved.end() ? it->second : in.heap[place.object];
  if (place.slot.kind == SlotKey::Kind::kWhole) return place.object;
  if (auto v = GetSlot(object, place.slot)) return *v;
  Undefined u;
  if (place.slot.kind == SlotKey::Kind::kName) u.name = Name{place.slot.name};
  return u;
}

void Loop::DescribeLeaves(Carried& c, const Value& value, ir::RegionId region) {
  c.kinds.clear();
  c.types.clear();
  ir::RegionId outer = in_.builder.region();
  if (region.valid()) in_.builder.SetRegion(region);
  try {
    Walk(in_, value, [&](const Value& v) {
      if (!IsLeaf(in_, v)) return;
      Leaf leaf = MakeLeaf(in_, v, c.info.span);
      c.kinds.push_back(leaf.kind);
      ir::Type type = in_.module.type(leaf.value);
      c.types.push_back(type);
    });
  } catch (...) {
    in_.builder.SetRegion(outer);
    throw;
  }
  in_.builder.SetRegion(outer);
}

Carried Loop::NewCarried(const Place& place, const PlaceInfo& info, const Value& final_value) {
  Carried c;
  c.place = place;
  c.info = info;
  c.name = NameOfPlace(in_, place, info);
  if (place.slot.kind == SlotKey::Kind::kWhole) {
    c.entry = place.object;
  } else if (auto v = GetSlot(in_.heap[place.object], place.slot)) {
    c.entry = *v;
  } else {
    Undefined u;
    if (place.slot.kind == SlotKey::Kind::kName) u.name = Name{place.slot.name};
    c.entry = u;
  }
  c.undefined_before = c.entry.is<Undefined>();
  if (auto* maybe = c.entry.as<Maybe>()) c.flagged = true, c.defined_before = maybe->defined, c.entry = Value(*maybe->value);
  (void)final_value;
  return c;
}

// Whether every non-leaf of the value may stay as it is (functions, None, dtypes, …: the same on every trip).
bool CarriesOnlyLeaves(const Interp& in, const Value& v) {
  bool ok = true;
  Walk(in, v, [&](const Value& leaf) { ok &= IsLeaf(in, leaf) || leaf.is_none(); });
  return ok;
}

bool Loop::LearnPlace(Attempt& attempt, const Place& place, const PlaceInfo& info) {
  Value final_value = FinalValue(in_, attempt.frame, place);
  if (final_value.is<Poison>()) return false;
  Carried c = NewCarried(place, info, final_value);
  if (!c.undefined_before && in_.Identical(c.entry, final_value) && place.slot.kind != SlotKey::Kind::kWhole) return false;
  auto opaque = [&](DiagnosticKind kind, std::string message, Span at) {
    c.opaque = true;
    Diagnostic d = Problem(kind, std::move(message), at);
    c.reason = std::make_shared<const Diagnostic>(std::move(d));
    carried_.push_back(std::move(c));
    return true;
  };
  if (place.slot.kind == SlotKey::Kind::kWhole) {
    if (in_.heap.External<TensorArrayObject>(Value(place.object))) {
      c.shape_of = place.object;
      c.kinds = {LeafKind::kList};
      c.types = {in_.module.type(in_.heap.External<TensorArrayObject>(Value(place.object))->list)};
      carried_.push_back(std::move(c));
      return true;
    }
    GiveUp(DiagnosticKind::kLoopStructureChange, "a container changes its structure in a loop whose number of trips only run time knows", info.span);
  }
  if (final_value.is<Undefined>()) {
    if (final_value.get<Undefined>().reason) { c.opaque = true; c.reason = final_value.get<Undefined>().reason; carried_.push_back(std::move(c)); return true; }
    return false;
  }
  Value wanted = c.undefined_before ? final_value : c.entry;
  if (wanted.is<Maybe>()) wanted = *wanted.get<Maybe>().value;
  if (wanted.is_none() && !final_value.is_none() && staged_ && place.object == in_.module_scope && in_.current().scope != in_.module_scope)
    return opaque(DiagnosticKind::kTensorLeak, "the global '" + c.name + "' is given a tensor of an iteration, which has no value behind the loop", info.span);
  if (wanted.is_none() && !final_value.is_none())
    return opaque(DiagnosticKind::kNoneBeforeLoop, "'" + c.name + "' is None before the loop and " + Describe(in_, final_value) + " after an iteration", entry_stores_.contains({place.object, place.slot.name}) ? entry_stores_.at({place.object, place.slot.name}) : info.span);
  if (!CarriesOnlyLeaves(in_, wanted) || !(IsLeaf(in_, wanted) || IsContainer(in_, wanted)))
    return opaque(DiagnosticKind::kLoopStateType, "'" + c.name + "' is " + Describe(in_, wanted) + ", which a loop on the graph cannot carry", info.span);
  c.shape_of = wanted;
  try {
    if (c.undefined_before) DescribeLeaves(c, wanted, attempt.body);
    else DescribeLeaves(c, wanted, {});
  } catch (const Abandoned&) {
    c.opaque = true;
    c.reason = std::make_shared<const Diagnostic>(Problem(DiagnosticKind::kLoopStateType, "'" + c.name + "' cannot be carried by the loop", info.span));
  }
  if (c.undefined_before) {
    for (ir::Type& t : c.types)
      if (t.kind == ir::TypeKind::kTensor && !staged_)
        for (ir::Dim& d : t.shape.dims) if (ir::IsSymbol(d)) d = in_.builder.FreshSymbol();
  }
  carried_.push_back(std::move(c));
  return true;
}

bool Loop::ParameterUsed(const Attempt& attempt, const Carried& c) const {
  size_t at = (counted() ? 1 : 0) + (NeedsRan() ? 1 : 0), index = size_t(&c - carried_.data());
  for (size_t i = 0; i < index; i++) if (!carried_[i].opaque) at += carried_[i].parameter_count();
  std::set<uint32_t> mine;
  for (ir::RegionId region : {attempt.condition, attempt.body})
    for (size_t i = 0; i < c.types.size(); i++) mine.insert(in_.module[region].parameters[at + i].index);
  std::function<bool(ir::RegionId)> uses = [&](ir::RegionId region) {
    for (ir::OpId id : in_.module[region].operations) {
      for (ir::ValueId v : in_.module[id].operands) if (mine.contains(v.index)) return true;
      for (ir::RegionId r : in_.module[id].regions) if (uses(r)) return true;
    }
    for (ir::ValueId v : in_.module[region].yields) if (mine.contains(v.index)) return true;
    return false;
  };
  return uses(attempt.condition) || uses(attempt.body);
}

// A carried value has another type after a trip. If the loop reads it, the program is wrong at once; if it does not, only a
// read after the loop is.
bool Loop::Mismatch(Attempt& attempt, Carried& c, size_t position, DiagnosticKind kind, std::string message, std::vector<std::string> help, const ir::Type* after) {
  Diagnostic d = Problem(kind, std::move(message), c.info.span);
  d.help = std::move(help);
  if (staged_ && after) {
    if (kind == DiagnosticKind::kLoopShapeChange) FixShapeInvariant(in_, d, spec_.block, c.name, JoinShapes(in_, c.types[position].shape, after->shape));
    if (kind == DiagnosticKind::kLoopDtypeChange) FixDType(d, c, c.types[position].dtype, after->dtype);
  }
  if (!staged_ && !in_.options.extensions) {
    if (ParameterUsed(attempt, c)) throw SpeculationFailed{std::move(d)};
  } else if (ParameterUsed(attempt, c)) {
    in_.Fail(std::move(d));
  }
  c.opaque = true;
  c.reason = std::make_shared<const Diagnostic>(std::move(d));
  return true;
}

// The loop's variable starts with the dtype that the body gives it where that loses nothing; else the new value is cast back.
void Loop::FixDType(Diagnostic& d, const Carried& c, ir::DType before, ir::DType after) {
  bool widens = ir::IsInteger(before) && !ir::IsInteger(after);
  auto start = entry_stores_.find({c.place.object, c.place.slot.name});
  if (c.place.slot.kind == SlotKey::Kind::kName && widens && start != entry_stores_.end()) FixAssignedDType(in_, d, start->second, after);
  else if (!widens) FixAssignedDType(in_, d, c.info.span, before);
}

bool Loop::CheckLeaves(Attempt& attempt, Carried& c, const Value& final_value) {
  if (final_value.is<Poison>()) return false;
  Value after = final_value;
  if (auto* m = after.as<Maybe>()) {
    after = *m->value;
    if (!std::exchange(c.flagged, true)) return true;
  }
  if (auto* u = after.as<Undefined>()) {
    if ((c.undefined_before || c.flagged) && !u->reason) return false;
    if (u->reason) {
      c.opaque = true;
      c.reason = u->reason;
      return true;
    }
    return Mismatch(attempt, c, 0, DiagnosticKind::kUndefinedInBranch, "'" + c.name + "' has no value at the end of an iteration");
  }
  if (after.is_none() && !c.shape_of.is_none())
    return Mismatch(attempt, c, 0, DiagnosticKind::kNoneInLoop, "'" + c.name + "' is None at the end of an iteration");
  std::vector<Leaf> leaves;
  ir::RegionId outer = in_.builder.region();
  bool same = true;
  std::function<void(const Value&, const Value&)> compare = [&](const Value& a, const Value& b) {
    if (IsContainer(in_, a)) {
      if (!IsContainer(in_, b) || !SameContainer(in_, a, b)) { same = false; return; }
      auto p = ChildrenOf(in_, a), q = ChildrenOf(in_, b);
      for (size_t i = 0; i < p.size(); i++) compare(p[i], q[i]);
      return;
    }
    if (!IsLeaf(in_, a)) { same &= in_.Identical(a, b); return; }
    if (!IsLeaf(in_, b)) { same = false; return; }
    leaves.push_back(MakeLeaf(in_, b, c.info.span));
  };
  in_.builder.SetRegion(attempt.body);
  try {
    compare(c.shape_of, after);
  } catch (...) {
    in_.builder.SetRegion(outer);
    throw;
  }
  in_.builder.SetRegion(outer);
  if (!same)
    return Mismatch(attempt, c, 0, DiagnosticKind::kLoopStructureChange, "'" + c.name + "' is " + Describe(in_, c.shape_of) + " before the loop and " + Describe(in_, after) + " after an iteration");
  bool changed = false;
  for (size_t i = 0; i < leaves.size(); i++) {
    ir::Type type = in_.module.type(leaves[i].value);
    LeafKind kind = leaves[i].kind;
    bool numpy_kinds = (kind == LeafKind::kNumpy || kind == LeafKind::kNumpyScalar) && (c.kinds[i] == LeafKind::kNumpy || c.kinds[i] == LeafKind::kNumpyScalar);
    bool literal_before = !staged_ ? c.kinds[i] >= LeafKind::kScalarBool && c.kinds[i] <= LeafKind::kScalarFloat : in_.options.extensions;
    if (!staged_ && kind != c.kinds[i] && !numpy_kinds) {
      if (literal_before && kind == LeafKind::kTensor && IsLeaf(in_, c.shape_of) && !c.undefined_before) {
        // total = 0 before, a tensor after a trip: peeling one trip makes it a tensor everywhere.
        throw SpeculationFailed{Problem(DiagnosticKind::kLoopDtypeChange, "'" + c.name + "' is a Python number before the loop and a tensor after an iteration", c.info.span)};
      }
      return Mismatch(attempt, c, i, DiagnosticKind::kLoopDtypeChange, "'" + c.name + "' changes its type in the loop");
    }
    if (type.dtype != c.types[i].dtype || type.kind != c.types[i].kind) {
      return Mismatch(attempt, c, i, DiagnosticKind::kLoopDtypeChange,
                      "'" + c.name + "' is " + std::string(ir::NameOf(c.types[i].dtype)) + " before the loop and " + std::string(ir::NameOf(type.dtype)) + " after an iteration",
                      {"start with tf.cast(…, tf." + std::string(ir::NameOf(type.dtype)) + "), or cast the new value"}, &type);
    }
    ir::Shape joined = JoinShapes(in_, c.types[i].shape, type.shape);
    // A size that changes from trip to trip got a symbol of its own when that was found out: it stays.
    if (joined.ranked && c.types[i].shape.ranked)
      for (size_t k = 0; k < joined.dims.size(); k++) {
        ir::Dim before = c.types[i].shape.dims[k];
        if (joined.dims[k] == before) continue;
        if (c.varying.contains(before)) joined.dims[k] = before;
        else if (ir::IsSymbol(joined.dims[k])) c.varying.insert(joined.dims[k]);
      }
    if (joined == c.types[i].shape) continue;
    if (c.types[i].kind == ir::TypeKind::kList || !staged_ || in_.options.extensions || c.undefined_before || spec_.shapes_may_change) {
      c.types[i].shape = joined;
      changed = true;
      continue;
    }
    if (c.has_invariant)
      return Mismatch(attempt, c, i, DiagnosticKind::kShapeInvariantMismatch,
                      "'" + c.name + "' has shape " + ir::ToString(type.shape) + " after an iteration, which does not fit its invariant " + ir::ToString(c.types[i].shape));
    return Mismatch(attempt, c, i, DiagnosticKind::kLoopShapeChange,
                    "'" + c.name + "' has shape " + ir::ToString(c.types[i].shape) + " before the loop and " + ir::ToString(type.shape) + " after an iteration",
                    {"allow it: tf.autograph.experimental.set_loop_options(shape_invariants=[(" + c.name + ", tf.TensorShape(…))]) as the first statement of the body"}, &type);
  }
  return changed;
}

bool Loop::Learn(Attempt& attempt) {
  bool changed = false;
  std::map<Place, PlaceInfo> places = PlacesOf(attempt.frame);
  std::set<Place> known;
  for (const Carried& c : carried_) known.insert(c.place);
  std::set<Place> state = known;
  for (auto& [place, info] : places) {
    bool external = std::get_if<ExternalSlot>(&attempt.frame.saved.at(place.object)) != nullptr;
    if (external && !in_.heap.External<TensorArrayObject>(Value(place.object))) continue;
    bool is_state = !staged_ || in_.options.extensions || (info.depth <= depth_ && !info.whole) || in_.IsLibraryState(place.object);
    if (external) is_state = true;
    if (is_state) state.insert(place);
    if (!is_state || known.contains(place)) continue;
    changed |= LearnPlace(attempt, place, info);
  }
  if (changed) return true;
  for (Carried& c : carried_) {
    if (c.opaque) continue;
    if (auto it = places.find(c.place); it != places.end()) c.info = it->second;
    Value final_value;
    if (c.place.slot.kind == SlotKey::Kind::kWhole) {
      auto it = attempt.frame.saved.find(c.place.object);
      final_value = it == attempt.frame.saved.end() ? Value(c.place.object) : Value(in_.heap.New(it->second));
    } else {
      final_value = FinalValue(in_, attempt.frame, c.place);
    }
    changed |= CheckLeaves(attempt, c, final_value);
  }
  return changed;
}

std::vector<ir::ValueId> Loop::LeavesOf(const Carried& c, const Value& value, ir::RegionId region) {
  std::vector<ir::ValueId> leaves;
  ir::RegionId outer = in_.builder.region();
  if (region.valid()) in_.builder.SetRegion(region);
  Value v = value;
  if (auto* m = v.as<Maybe>()) v = *m->value;
  if (v.is<Undefined>() || v.is<Poison>()) {
    for (const ir::Type& type : c.types) leaves.push_back(in_.Placeholder(type));
  } else {
    Walk(in_, v, [&](const Value& leaf) {
      if (IsLeaf(in_, leaf)) leaves.push_back(MakeLeaf(in_, leaf, c.info.span).value);
    });
  }
  in_.builder.SetRegion(outer);
  return leaves;
}

// Leaves and flag after a trip. Where the trip itself may have given no value (an inner loop without trips), the one of the
// trips before stays.
std::vector<ir::ValueId> Loop::FlaggedLeaves(const Attempt& attempt, const Carried& c, const std::vector<ir::ValueId>& parameters, const Value& value) {
  std::vector<ir::ValueId> leaves(parameters.begin(), parameters.end());
  std::vector<ir::ValueId> made = LeavesOf(c, value, attempt.body);
  ir::RegionId outer = in_.builder.region();
  in_.builder.SetRegion(attempt.body);
  made.push_back(in_.builder.Scalar(ir::DType::kBool, !value.is<Undefined>()));  // without a value: deleted
  if (auto* maybe = value.as<Maybe>()) {
    ir::ValueId defined = in_.Import(maybe->defined);
    std::vector<ir::ValueId> results;
    for (ir::ValueId v : leaves) results.push_back(in_.module.NewValue({in_.module.type(v), {}, {}, 0}));
    ir::RegionId now = in_.OpenRegion({});
    in_.CloseRegion(made);
    ir::RegionId before = in_.OpenRegion({});
    in_.CloseRegion(leaves);
    in_.builder.EmitControl(ir::OpKind::kIf, {defined}, results, {now, before});
    made = std::move(results);
  }
  in_.builder.SetRegion(outer);
  return made;
}

// shape_invariants name variables by the identity of their value at the head of the loop body.
bool Loop::ApplyInvariants(const Attempt& attempt) {
  bool changed = false;
  for (auto& [value, shape] : options_.shape_invariants) {
    auto* tensor = value.as<Tensor>();
    if (!tensor) continue;
    bool found = false;
    for (size_t i = 0; i < carried_.size(); i++) {
      Carried& c = carried_[i];
      if (c.opaque || c.kinds.size() != 1 || attempt.parameters[i].empty() || attempt.parameters[i][0] != tensor->value) continue;
      found = true;
      if (c.types[0].shape == shape) continue;
      if (!Compatible(shape, c.types[0].shape)) {
        Diagnostic d = Problem(DiagnosticKind::kShapeInvariantMismatch,
                               "'" + c.name + "' has shape " + ir::ToString(c.types[0].shape) + " before the loop, which does not fit the invariant " + ir::ToString(shape), options_.span);
        in_.Fail(std::move(d));
      }
      c.types[0].shape = shape;
      c.has_invariant = true;
      changed = true;
    }
    (void)found;
  }
  return changed;
}

// The same for an attribute of a local object, or an item of a local dict under a constant key, that is not there yet.
void Loop::MarkSlot(ast::ExprId target) {
  const ast::Expr& e = in_.ast[target];
  auto* attribute = std::get_if<ast::AttributeExpr>(&e.data);
  auto* subscript = std::get_if<ast::SubscriptExpr>(&e.data);
  auto* base = attribute || subscript ? std::get_if<ast::NameExpr>(&in_.ast[attribute ? attribute->value : subscript->value].data) : nullptr;
  if (!base) return;
  const auto& variables = in_.heap.as<ScopeObject>(in_.current().scope)->variables;
  auto it = variables.find(base->name.index);
  auto* object = it == variables.end() ? nullptr : it->second.as<Ref>();
  if (!object) return;
  Place place{*object, {}};
  if (attribute && in_.heap.as<InstanceObject>(*object)) {
    if (in_.ClassAttribute(in_.heap.as<InstanceObject>(*object)->cls, attribute->attr)) return;
    place.slot = {SlotKey::Kind::kName, attribute->attr.index, 0, {}};
  } else if (auto* key = subscript ? std::get_if<ast::StringLiteral>(&in_.ast[subscript->slice].data) : nullptr; key && in_.heap.as<DictObject>(*object)) {
    if (in_.heap.as<DictObject>(*object)->type != DictObject::Type::kDict) return;
    place.slot = {SlotKey::Kind::kKey, 0, 0, *KeyOf(Value::String(key->value), in_.heap)};
  } else {
    return;
  }
  if (GetSlot(in_.heap[place.object], place.slot)) return;
  std::string text(in_.sources.Text(e.span));
  Diagnostic d = Problem(DiagnosticKind::kUndefinedBeforeLoop, "'" + text + "' has no value before the loop, and its value depends on the previous iteration", e.span);
  d.help.push_back("give '" + text + "' a value of its final type before the loop");
  Undefined u;
  u.reason = std::make_shared<const Diagnostic>(std::move(d));
  in_.StoreSlot(place, u);
  marked_slots_.push_back(place);
}

// Names that the body assigns and that have no value (or None) before the loop: reading them in the body, before the body
// has given them one, is the program's fault of this loop.
void Loop::MarkUndefined() {
  entry_stores_ = in_.last_stores();
  if (!staged_ || !spec_.block || in_.options.extensions) return;
  std::function<void(ast::ExprId)> target = [&](ast::ExprId id) {
    const ast::Expr& e = in_.ast[id];
    if (auto* t = std::get_if<ast::TupleExpr>(&e.data)) for (ast::ExprId x : t->elements) target(x);
    if (auto* t = std::get_if<ast::ListExpr>(&e.data)) for (ast::ExprId x : t->elements) target(x);
    auto* n = std::get_if<ast::NameExpr>(&e.data);
    if (!n) return MarkSlot(id);
    Ref scope = in_.current().scope;
    auto* object = in_.heap.as<ScopeObject>(scope);
    if (!object->info || !object->info->binds(n->name) || object->info->globals.contains(n->name.index) || object->info->nonlocals.contains(n->name.index)) return;
    auto it = object->variables.find(n->name.index);
    bool absent = it == object->variables.end() || (it->second.is<Undefined>() && !it->second.get<Undefined>().reason);
    bool none = !absent && it->second.is_none();
    if ((!absent && !none) || IsReturnValue(in_, {scope, {SlotKey::Kind::kName, n->name.index, 0, {}}})) return;
    if (marked_.contains(n->name.index)) return;
    std::string name(in_.TextOf(n->name));
    Span before = e.span;
    if (none)
      if (auto at = entry_stores_.find({scope, n->name.index}); at != entry_stores_.end()) before = at->second;
    Diagnostic d = Problem(none ? DiagnosticKind::kNoneBeforeLoop : DiagnosticKind::kUndefinedBeforeLoop,
                           none ? "'" + name + "' is None before a loop that becomes part of the graph" : "'" + name + "' has no value before the loop, and its value depends on the previous iteration", before);
    d.help.push_back("give '" + name + "' a value of its final type before the loop");
    Undefined u;
    u.name = n->name;
    u.reason = std::make_shared<const Diagnostic>(std::move(d));
    marked_[n->name.index] = absent ? Value(Undefined{n->name, {}, nullptr}) : it->second;
    in_.heap.Write<ScopeObject>(scope, {SlotKey::Kind::kName, n->name.index, 0, {}}).variables[n->name.index] = u;
  };
  std::function<void(const ast::Block&)> walk = [&](const ast::Block& block) {
    for (ast::StmtId s : block) {
      const auto& data = in_.ast[s].data;
      if (auto* a = std::get_if<ast::AssignStmt>(&data)) for (ast::ExprId t : a->targets) target(t);
      if (auto* a = std::get_if<ast::AugAssignStmt>(&data)) target(a->target);
      if (auto* a = std::get_if<ast::AnnAssignStmt>(&data); a && a->value) target(a->target);
      if (auto* i = std::get_if<ast::IfStmt>(&data)) walk(i->body), walk(i->orelse);
      if (auto* w = std::get_if<ast::WhileStmt>(&data)) walk(w->body);
      if (auto* f = std::get_if<ast::ForStmt>(&data)) target(f->target), walk(f->body);
      if (auto* w = std::get_if<ast::WithStmt>(&data)) walk(w->body);
    }
  };
  walk(*spec_.block);
}

// After the loop: what is still marked was never assigned by the body; it is as it was.
void Loop::Unmark() {
  for (const Place& place : marked_slots_) {
    auto value = GetSlot(in_.heap[place.object], place.slot);
    auto* u = value ? value->as<Undefined>() : nullptr;
    if (!u || !u->reason || u->reason->kind != DiagnosticKind::kUndefinedBeforeLoop) continue;
    if (std::any_of(carried_.begin(), carried_.end(), [&](const Carried& c) { return c.place == place; })) continue;
    if (place.slot.kind == SlotKey::Kind::kKey) in_.DictErase(in_.heap.Write<DictObject>(place.object, place.slot), place.slot.key);
    else std::erase_if(in_.heap.Write<InstanceObject>(place.object, place.slot).attributes, [&](auto& a) { return a.first.index == place.slot.name; });
  }
  Ref scope = in_.current().scope;
  for (auto& [name, before] : marked_) {
    auto& variables = in_.heap.Write<ScopeObject>(scope, {SlotKey::Kind::kName, name, 0, {}}).variables;
    auto it = variables.find(name);
    auto* u = it == variables.end() ? nullptr : it->second.as<Undefined>();
    if (!u || !u->reason || (u->reason->kind != DiagnosticKind::kUndefinedBeforeLoop && u->reason->kind != DiagnosticKind::kNoneBeforeLoop)) continue;
    bool carried = false;
    for (const Carried& c : carried_) carried |= c.place.object == scope && c.place.slot.name == name;
    if (carried) continue;
    if (before.is<Undefined>()) variables.erase(it);
    else it->second = before;
  }
}

void Loop::Run() {
  first_object_ = in_.heap.size();
  MarkUndefined();
  for (int attempt_number = 0;; attempt_number++) {
    LATHE_CHECK(attempt_number < 64, "the types of a loop do not settle");
    Checkpoint checkpoint(in_);
    Attempt attempt;
    try {
      attempt = Try();
      if (!options_.shape_invariants.empty() && ApplyInvariants(attempt)) {
        checkpoint.Restore();
        continue;
      }
      if (Learn(attempt)) {
        checkpoint.Restore();
        continue;
      }
    } catch (const SpeculationFailed&) {
      checkpoint.Restore();
      throw;
    } catch (...) {
      in_.heap.Commit();
      throw;
    }
    in_.heap.Commit();
    Finish(attempt);
    Unmark();
    return;
  }
}

void Loop::Finish(Attempt& attempt) {
  std::set<Place> state;
  for (const Carried& c : carried_) state.insert(c.place);
  std::vector<ir::ValueId> initial, yields;
  if (counted()) {
    initial.push_back(in_.Import(spec_.start));
    ir::RegionId outer = in_.builder.region();
    in_.builder.SetRegion(attempt.body);
    yields.push_back(in_.Emit(ir::OpKind::kAdd, {in_.module[attempt.body].parameters[0], in_.Import(spec_.step)}));
    in_.builder.SetRegion(outer);
  }
  bool ran = NeedsRan();
  if (ran) {
    initial.push_back(in_.builder.Scalar(ir::DType::kBool, false));
    ir::RegionId outer = in_.builder.region();
    in_.builder.SetRegion(attempt.body);
    yields.push_back(in_.builder.Scalar(ir::DType::kBool, true));
    in_.builder.SetRegion(outer);
  }
  std::vector<std::string> names;
  for (const Carried& c : carried_) if (!c.opaque) names.push_back(c.name);
  NoteState(in_, spec_.where, std::move(names));
  for (size_t i = 0; i < carried_.size(); i++) {
    Carried& c = carried_[i];
    if (c.opaque) continue;
    if (c.undefined_before) NotePlaceholder(in_, spec_.where, c.name, c.shape_of, c.types);
    for (ir::ValueId v : LeavesOf(c, c.entry, {})) initial.push_back(v);
    if (c.flagged) initial.push_back(c.defined_before.valid() ? in_.Import(c.defined_before) : in_.builder.Scalar(ir::DType::kBool, !c.undefined_before));
    Value final_value;
    if (c.place.slot.kind == SlotKey::Kind::kWhole) {
      auto it = attempt.frame.saved.find(c.place.object);
      final_value = it == attempt.frame.saved.end() ? Value(c.place.object) : Value(in_.heap.New(it->second));
    } else {
      final_value = FinalValue(in_, attempt.frame, c.place);
    }
    if (attempt.diverged) final_value = Undefined{};
    if (c.flagged) {
      for (ir::ValueId v : FlaggedLeaves(attempt, c, attempt.parameters[i], final_value)) yields.push_back(v);
      continue;
    }
    for (ir::ValueId v : LeavesOf(c, final_value, attempt.body)) yields.push_back(v);
  }
  in_.module[attempt.body].yields = yields;
  in_.builder.SetSpan(in_.UserSpan(spec_.where));
  ir::OpId op = in_.builder.EmitControl(ir::OpKind::kWhile, initial, ParameterTypes(), {attempt.condition, attempt.body},
                                        ir::AxisAttr{options_.maximum_iterations});
  std::vector<ir::ValueId> results = in_.module[op].results;
  if (staged_ && !in_.options.extensions) KeepTraceEffects(in_, attempt.frame, state, spec_.where, true);
  else in_.KeepTraces(attempt.frame);
  size_t at = counted() ? 1 : 0;
  ir::ValueId has_run = ran ? results[at++] : ir::ValueId{};
  for (Carried& c : carried_) {
    Value v;
    if (c.opaque) {
      Undefined u;
      if (c.place.slot.kind == SlotKey::Kind::kName) u.name = Name{c.place.slot.name};
      u.reason = c.reason;
      v = u;
    } else {
      v = ValueFromParameters(c, {results.begin() + int64_t(at), results.begin() + int64_t(at + c.types.size())});
      at += c.types.size();
      ir::ValueId defined = c.flagged ? results[at++] : has_run;
      if (c.undefined_before && staged_ && !in_.options.extensions && IsReturnValue(in_, c.place)) {
        // As TensorFlow: a loop that returns must run, even where a return follows it.
        in_.ReadMaybe(Maybe{std::make_shared<const Value>(v), defined, c.name_of_slot()}, c.name_of_slot(), spec_.where);
      } else if (c.flagged || c.undefined_before) {
        v = Maybe{std::make_shared<const Value>(v), defined, c.name_of_slot()};
      }
    }
    in_.heap.write_span = c.info.span;
    if (c.place.slot.kind == SlotKey::Kind::kWhole) {
      if (auto* array = in_.heap.External<TensorArrayObject>(v)) in_.RestoreObject(c.place.object, ExternalSlot{std::make_shared<TensorArrayObject>(*array)});
      continue;
    }
    in_.StoreSlot(c.place, v);
    if (staged_ && c.place.slot.kind == SlotKey::Kind::kName) in_.watch->OnGraphLoop(c.place.object, Name{c.place.slot.name}, first_object_, c.info.span);
  }
}

}  // namespace

void RunLoop(Interp& in, const LoopSpec& spec) { Loop(in, spec).Run(); }

}  // namespace lathe::staging
