// Run-time loops. The body is evaluated abstractly with its state as region parameters; the write log says what the state is;
// repeated until nothing new is written and all types hold (a fixpoint), then a While operation is emitted.
#include <algorithm>

#include "staging/lists.h"
#include "staging/objects.h"
#include "staging/staged_loop.h"
#include "staging/state_watch.h"
#include "support/check.h"

namespace lathe::staging {

Diagnostic StagedLoop::Problem(DiagnosticKind kind, std::string message, Span at) const {
  Diagnostic d{kind, std::move(message), at.valid() ? at : spec_.where};
  d.notes.push_back({staged_ ? "the loop depends on a tensor, so it becomes part of the graph" : "how often this loop runs is known only at run time", spec_.where});
  d.trace = in_.CallChain();
  return d;
}

void StagedLoop::GiveUp(DiagnosticKind kind, std::string message, Span at) {
  Diagnostic d = Problem(kind, std::move(message), at);
  if (!staged_) throw SpeculationFailed{std::move(d)};
  in_.Fail(std::move(d));
}

// Whether a flag says that a trip has been made: then names that every trip assigns have a value.
bool StagedLoop::NeedsRan() const {
  for (const Carried& c : carried_) if (c.undefined_before && !c.flagged && !c.opaque) return true;
  return false;
}

std::vector<ir::Type> StagedLoop::ParameterTypes() const {
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

Value StagedLoop::ValueFromParameters(const Carried& c, const std::vector<ir::ValueId>& parameters) {
  size_t next = 0;
  return Map(in_, c.shape_of, [&](const Value& v) -> Value {
    if (!IsLeaf(in_, v)) return v;
    size_t i = next++;
    if (c.kinds[i] != LeafKind::kList) return FromLeaf(c.kinds[i], parameters[i]);
    return WithIrList(in_, v, parameters[i]);
  });
}

void StagedLoop::BindState(ir::RegionId region, std::vector<std::vector<ir::ValueId>>* parameters) {
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
      if (IrListOf(in_, v).valid()) in_.RestoreObject(c.place.object, Object(in_.heap[v.get<Ref>()]));
    } else if (!(v.is<Undefined>() && !GetSlot(in_.heap[c.place.object], c.place.slot))) {
      in_.StoreSlot(c.place, v);
    } else if (v.get<Undefined>().reason || c.place.slot.kind == SlotKey::Kind::kName) {
      if (c.place.slot.kind == SlotKey::Kind::kName) in_.StoreSlot(c.place, v);
    }
    if (parameters) parameters->push_back(std::move(mine));
  }
  in_.heap.ClearWrites();
}

StagedLoop::Attempt StagedLoop::Try() {
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

std::vector<ir::ValueId> StagedLoop::LeavesOf(const Carried& c, const Value& value, ir::RegionId region) {
  std::vector<ir::ValueId> leaves;
  ir::RegionId outer = in_.builder.region();
  if (region.valid()) in_.builder.SetRegion(region);
  Value v = value;
  if (auto* m = v.as<Maybe>()) v = *m->value;
  if (v.is<Undefined>() || v.is<Poison>()) {
    for (const ir::Type& type : c.types) leaves.push_back(in_.Placeholder(type));
  } else if (AsRunTimeList(in_, c.shape_of)) {
    leaves.push_back(ToIrList(in_, v, c.types[0], c.info.span));
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
std::vector<ir::ValueId> StagedLoop::FlaggedLeaves(const Attempt& attempt, const Carried& c, const std::vector<ir::ValueId>& parameters, const Value& value) {
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
bool StagedLoop::ApplyInvariants(const Attempt& attempt) {
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

void StagedLoop::Run() {
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

void StagedLoop::Finish(Attempt& attempt) {
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
    Value final_value = FinalValue(in_, attempt.frame, c.place);
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
      if (IrListOf(in_, v).valid()) in_.RestoreObject(c.place.object, Object(in_.heap[v.get<Ref>()]));
      continue;
    }
    in_.StoreSlot(c.place, v);
    if (staged_ && c.place.slot.kind == SlotKey::Kind::kName) in_.watch->OnGraphLoop(c.place.object, Name{c.place.slot.name}, first_object_, c.info.span);
  }
}

void RunLoop(Interp& in, const LoopSpec& spec) { StagedLoop(in, spec).Run(); }

}  // namespace lathe::staging
