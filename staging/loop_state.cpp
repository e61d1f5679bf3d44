// The state of a loop. Input: what the body wrote in one abstract evaluation. Output: the places that the loop carries, with the
// types that hold on entry and after every iteration; what cannot be carried is opaque, and reading it reports why.
#include "staging/fixes.h"
#include "staging/function.h"
#include "staging/lists.h"
#include "staging/objects.h"
#include "staging/staged_loop.h"

namespace lathe::staging {

Value FinalValue(Interp& in, const Heap::Frame& frame, const Place& place) {
  auto it = frame.saved.find(place.object);
  if (place.slot.kind == SlotKey::Kind::kWhole) return it == frame.saved.end() ? Value(place.object) : Value(in.heap.New(it->second));
  const Object& object = it != frame.saved.end() ? it->second : in.heap[place.object];
  if (auto v = GetSlot(object, place.slot)) return *v;
  Undefined u;
  if (place.slot.kind == SlotKey::Kind::kName) u.name = Name{place.slot.name};
  return u;
}

void StagedLoop::DescribeLeaves(Carried& c, const Value& value, ir::RegionId region) {
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

Carried StagedLoop::NewCarried(const Place& place, const PlaceInfo& info, const Value& final_value) {
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
static bool CarriesOnlyLeaves(const Interp& in, const Value& v) {
  bool ok = true;
  Walk(in, v, [&](const Value& leaf) { ok &= IsLeaf(in, leaf) || leaf.is_none(); });
  return ok;
}

// Whether both are lists and the loop must carry one of a length that only run time knows.
bool StagedLoop::LengthChanges(const Value& before, const Value& after) const {
  return staged_ && in_.options.extensions && LengthsDiffer(in_, before, after);
}

// Makes the place one of a list of run-time length; false if the elements have no common dtype.
bool StagedLoop::CarryList(Carried& c, const Value& after) {
  std::optional<ir::Type> type = CommonListType(in_, {c.entry, after});
  if (!type) return false;
  c.shape_of = NewRunTimeList(in_, {});
  c.kinds = {LeafKind::kList};
  c.types = {*type};
  return true;
}

// A list of run-time length after an iteration: whether its type got wider.
bool StagedLoop::CheckList(Attempt& attempt, Carried& c, const Value& after) {
  std::optional<ir::Type> type;
  if (IsPythonList(in_, after)) type = CommonListType(in_, {after}, c.types[0]);
  if (!type) return Mismatch(attempt, c, 0, DiagnosticKind::kLoopStructureChange, "'" + c.name + "' is a list of " + std::string(ir::NameOf(c.types[0].dtype)) + " before the loop and something else after an iteration");
  return !(std::exchange(c.types[0], *type) == *type);
}

bool StagedLoop::LearnPlace(Attempt& attempt, const Place& place, const PlaceInfo& info) {
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
    std::erase_if(carried_, [&](const Carried& other) { return other.place.object == place.object; });
    if (ir::ValueId list = IrListOf(in_, Value(place.object)); list.valid()) {
      c.shape_of = place.object;
      c.kinds = {LeafKind::kList};
      c.types = {in_.module.type(list)};
      carried_.push_back(std::move(c));
      return true;
    }
    if (IsPythonList(in_, final_value) && MayGrow(in_, place.object)) {
      if (!CarryList(c, final_value))
        GiveUp(DiagnosticKind::kLoopStructureChange, "a list changes its length in a loop that becomes part of the graph, and its elements have no common dtype", info.span);
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
  if (!c.undefined_before && LengthChanges(c.entry, final_value) && CarryList(c, final_value)) {
    carried_.push_back(std::move(c));
    return true;
  }
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

bool StagedLoop::ParameterUsed(const Attempt& attempt, const Carried& c) const {
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
bool StagedLoop::Mismatch(Attempt& attempt, Carried& c, size_t position, DiagnosticKind kind, std::string message, std::vector<std::string> help, const ir::Type* after) {
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
void StagedLoop::FixDType(Diagnostic& d, const Carried& c, ir::DType before, ir::DType after) {
  bool widens = ir::IsInteger(before) && !ir::IsInteger(after);
  auto start = entry_stores_.find({c.place.object, c.place.slot.name});
  if (c.place.slot.kind == SlotKey::Kind::kName && widens && start != entry_stores_.end()) FixAssignedDType(in_, d, start->second, after);
  else if (!widens) FixAssignedDType(in_, d, c.info.span, before);
}

bool StagedLoop::CheckLeaves(Attempt& attempt, Carried& c, const Value& final_value) {
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
  if (AsRunTimeList(in_, c.shape_of)) return CheckList(attempt, c, after);
  if (!c.undefined_before && LengthChanges(c.shape_of, after) && CarryList(c, after)) return true;
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

bool StagedLoop::Learn(Attempt& attempt) {
  bool changed = false;
  std::map<Place, PlaceInfo> places = PlacesOf(attempt.frame);
  std::set<Place> known;
  for (const Carried& c : carried_) known.insert(c.place);
  std::set<Place> state = known;
  for (auto& [place, info] : places) {
    auto* slot = std::get_if<ExternalSlot>(&attempt.frame.saved.at(place.object));
    bool external = slot && !dynamic_cast<const RunTimeListObject*>(slot->object.get());
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
    changed |= CheckLeaves(attempt, c, FinalValue(in_, attempt.frame, c.place));
  }
  return changed;
}

}  // namespace lathe::staging
