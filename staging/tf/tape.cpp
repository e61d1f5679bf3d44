// tf.GradientTape: recording of operations, gradients and jacobians of what was recorded.
//
// A tape keeps the operations whose operands depend on something watched, in order. `gradient` hands them to ir/autodiff.h.
#include <algorithm>
#include <map>

#include "ir/op_table.h"
#include "staging/builtin_tables.h"
#include "staging/literals.h"
#include "staging/objects.h"
#include "staging/tf/api.h"
#include "staging/tf/structure.h"

namespace lathe::staging {

TapeRecorder::~TapeRecorder() { in_.builder.RemoveObserver(this); }

void TapeRecorder::Reset() {
  operations_.clear();
  active_.clear();
  watched_globals_.clear();
  read_.clear();
}

bool TapeRecorder::Watches(ir::GlobalId global) const {
  const ir::Global& g = in_.module[global];
  return watched_globals_.contains(global.index) || (watch_variables_ && g.is_variable && g.trainable);
}

void TapeRecorder::OnEmit(ir::OpId id) {
  const ir::Operation& op = in_.module[id];
  if (in_.module[op.parent].function != function_) return;
  if (op.kind == K::kGlobalLoad) {
    ir::GlobalId global = std::get<ir::GlobalAttr>(op.attrs).global;
    if (!Watches(global)) return;
    operations_.push_back(id);
    active_.insert(op.results[0].index);
    if (in_.module[global].is_variable && std::find(read_.begin(), read_.end(), global) == read_.end()) read_.push_back(global);
    return;
  }
  // Regions and called functions may read watched values out of sight.
  bool active = !op.regions.empty() || op.kind == K::kCall;
  for (V operand : op.operands) active |= Active(operand);
  if (!active || op.kind == K::kStopGradient) return;
  operations_.push_back(id);
  for (V result : op.results) {
    const ir::Type& type = in_.module.type(result);
    if (type.kind == ir::TypeKind::kList || ir::IsFloating(type.dtype) || ir::IsComplex(type.dtype)) active_.insert(result.index);
  }
}

namespace {

const TapeObject& Self(Bound& b) { return *b.in.heap.External<TapeObject>(*b.self); }
TapeObject& WriteSelf(Bound& b) { return b.in.heap.WriteExternal<TapeObject>(b.self->get<Ref>()); }

void StartRecording(Interp& in, TapeRecorder* recorder) {
  in.builder.AddObserver(recorder);
  in.builder.SetKeepFolded(true);
}
void StopRecording(Interp& in, TapeRecorder* recorder) {
  in.builder.RemoveObserver(recorder);
  if (!in.builder.observed()) in.builder.SetKeepFolded(false);
}

Value Make(Bound& b) {
  auto tape = std::make_shared<TapeObject>();
  tape->persistent = b.in.KnownBool(b[0], "persistent", b.spans[0]);
  tape->watch_accessed_variables = b.in.KnownBool(b[1], "watch_accessed_variables", b.spans[1]);
  tape->custom_rules = std::make_shared<ir::CustomRules>();
  return b.in.heap.New(ExternalSlot{tape});
}

Value Enter(Bound& b) {
  TapeObject& tape = WriteSelf(b);
  ir::FunctionId function = b.in.module[b.in.builder.region()].function;
  // A persistent tape goes on where it was left.
  if (!tape.persistent || !tape.recorder) tape.recorder = std::make_shared<TapeRecorder>(b.in, function, tape.watch_accessed_variables);
  tape.used = false;
  tape.recording = true;
  StartRecording(b.in, tape.recorder.get());
  return *b.self;
}

Value Exit(Bound& b) {
  TapeObject& tape = WriteSelf(b);
  if (tape.recording && tape.recorder) StopRecording(b.in, tape.recorder.get());
  tape.recording = false;
  return false;
}

void WatchOne(Bound& b, const Value& v) {
  const TapeObject& tape = Self(b);
  if (!tape.recorder || !tape.recording)
    b.in.Raise(DiagnosticKind::kInvalidValue, "RuntimeError", "watch is called on a tape that is not recording", b.span);
  if (auto* variable = b.in.heap.External<VariableObject>(v)) {
    tape.recorder->WatchVariable(variable->global);
  } else if (auto* t = v.as<Tensor>(); t && !t->numpy) {
    tape.recorder->Watch(t->value);
  } else {
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "only tensors and variables can be watched, not " + Described(b.in, v), b.spans[0]);
  }
}

Value Watch(Bound& b) {
  for (const Value& v : FlattenStructure(b.in, b[0])) WatchOne(b, v);
  return None{};
}

Value Reset(Bound& b) {
  if (Self(b).recorder) Self(b).recorder->Reset();
  WriteSelf(b).used = false;
  return None{};
}

[[noreturn]] void UsedTwice(Bound& b) {
  Diagnostic d{DiagnosticKind::kTapeUsedTwice, "this tape gives a gradient only once", b.span};
  if (Self(b).first_use.valid()) d.labels.push_back({Self(b).first_use, "used here first"});
  d.help.push_back("make it with tf.GradientTape(persistent=True)");
  b.in.Raise(std::move(d), "RuntimeError");
}

// Stops recording while a gradient is computed, unless the tape is persistent.
void Use(Bound& b) {
  const TapeObject& tape = Self(b);
  if (!tape.recorder || (tape.used && !tape.persistent)) UsedTwice(b);
  TapeObject& mine = WriteSelf(b);
  if (mine.recording && !mine.persistent) {
    StopRecording(b.in, mine.recorder.get());
    mine.recording = false;
  }
  mine.used = true;
  mine.first_use = b.span;
}

struct Sources {
  std::vector<ir::GradientSource> sources;
  std::vector<bool> active;                // whether the tape can know it
  std::vector<V> like;                     // for zeros; invalid: a variable, read when needed
  std::vector<Value> values;
};

Sources FindSources(Bound& b, const std::vector<Value>& leaves, Span where) {
  Sources found;
  TapeRecorder& recorder = *Self(b).recorder;
  for (const Value& v : leaves) {
    found.values.push_back(v);
    if (auto* variable = b.in.heap.External<VariableObject>(v)) {
      found.sources.push_back(ir::GradientSource(variable->global));
      found.active.push_back(recorder.Watches(variable->global));
      found.like.push_back({});
    } else if (auto* t = v.as<Tensor>(); t && !t->numpy) {
      found.sources.push_back(ir::GradientSource(t->value));
      found.active.push_back(recorder.Active(t->value));
      found.like.push_back(t->value);
    } else if (v.is_none()) {
      b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "a source of a gradient is None", where);
    } else {
      b.in.Raise(DiagnosticKind::kInvalidArgument, "TypeError", "a source of a gradient must be a tensor or a variable, not " + Described(b.in, v), where);
    }
  }
  return found;
}

[[noreturn]] void MissingRule(Bound& b, const ir::GradientResult& result) {
  Diagnostic d{DiagnosticKind::kNoGradientRule, "there is no gradient through " + result.missing_rule, b.span};
  if (!result.missing_reason.empty() && result.missing_reason != "none") d.notes.push_back({result.missing_reason, {}});
  if (result.missing_span.valid()) d.labels.push_back({result.missing_span, "used here"});
  b.in.Raise(std::move(d), "LookupError");
}

bool WantsZeros(Bound& b, size_t i) {
  if (b[i].is<Undefined>() || b[i].is_none()) return false;
  std::string mode = b.in.KnownString(b[i], "unconnected_gradients", b.spans[i]);
  if (mode != "none" && mode != "zero")
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "unconnected_gradients must be 'none' or 'zero', not '" + mode + "'", b.spans[i]);
  return mode == "zero";
}

// Result leaves: tensors, None where there is no path, zeros where asked.
std::vector<Value> Leaves(Bound& b, const Sources& sources, const ir::GradientResult& result, bool zeros, bool warn) {
  Ops o(b);
  std::vector<Value> leaves;
  for (size_t i = 0; i < sources.values.size(); ++i) {
    V g = sources.active[i] && i < result.gradients.size() ? result.gradients[i] : V{};
    if (g.valid()) {
      leaves.push_back(Tensor{g});
    } else if (zeros) {
      leaves.push_back(Tensor{o.ZerosLike(b.in.ToTensor(sources.values[i], {}, b.span))});
    } else {
      if (warn) b.in.Warn(DiagnosticKind::kNoGradientPath, "the target does not depend on source " + std::to_string(i) + ", so its gradient is None", b.span);
      leaves.push_back(None{});
    }
  }
  return leaves;
}

Value Gradient(Bound& b) {
  Interp& in = b.in;
  std::vector<Value> target_leaves = FlattenStructure(in, b[0]);
  Use(b);
  std::shared_ptr<TapeRecorder> recorder = Self(b).recorder;
  std::shared_ptr<ir::CustomRules> rules = Self(b).custom_rules;
  std::vector<Value> seeds_given = b.given(2) ? FlattenStructure(in, b[2]) : std::vector<Value>{};
  Sources sources = FindSources(b, FlattenStructure(in, b[1]), b.spans[1]);
  bool zeros = WantsZeros(b, 3);
  std::vector<V> targets, seeds;
  for (size_t i = 0; i < target_leaves.size(); ++i) {
    const Value& v = target_leaves[i];
    if (!in.IsTensorLike(v) && !in.heap.External<IndexedSlicesObject>(v))
      in.Raise(DiagnosticKind::kInvalidArgument, "TypeError", "the target of a gradient must be a tensor, not " + Described(in, v), b.spans[0]);
    V target = in.ToTensor(v, {}, b.spans[0]);
    D dtype = in.module.type(target).dtype;
    if (!ir::IsFloating(dtype) && !ir::IsComplex(dtype)) continue;
    bool is_source = false;
    for (const ir::GradientSource& s : sources.sources) is_source |= s.value == target;
    if (!recorder->Active(target) && !is_source) continue;
    targets.push_back(target);
    seeds.push_back({});
    if (i >= seeds_given.size() || seeds_given[i].is_none()) continue;
    V seed = in.Import(in.ToTensor(seeds_given[i], dtype, b.spans[2]), b.span);
    ir::Shape want = in.module.type(target).shape, have = in.module.type(seed).shape;
    bool fits = !want.ranked || !have.ranked || want.rank() == have.rank();
    for (size_t d = 0; fits && want.ranked && have.ranked && d < want.dims.size(); ++d)
      fits = !ir::IsKnown(want.dims[d]) || !ir::IsKnown(have.dims[d]) || want.dims[d] == have.dims[d];
    if (!fits)
      in.Raise(DiagnosticKind::kShapeMismatch, "InvalidArgumentError", "output_gradients of shape " + ToString(have) + " do not fit a target of shape " + ToString(want), b.span);
    seeds.back() = seed;
  }
  ir::GradientResult result;
  if (!targets.empty()) {
    in.builder.SetSpan(in.UserSpan(b.span));
    result = ir::Gradient(in.builder, std::vector<ir::OpId>(recorder->operations()), targets, seeds, sources.sources, *rules);
    if (!result.missing_rule.empty()) MissingRule(b, result);
  }
  return PackStructure(in, b[1], Leaves(b, sources, result, zeros, true));
}

Value JacobianFn(Bound& b) {
  Interp& in = b.in;
  V target = in.ToTensor(b[0], {}, b.spans[0]);
  Use(b);
  std::shared_ptr<TapeRecorder> recorder = Self(b).recorder;
  std::shared_ptr<ir::CustomRules> rules = Self(b).custom_rules;
  Sources sources = FindSources(b, FlattenStructure(in, b[1]), b.spans[1]);
  bool zeros = WantsZeros(b, 2);
  ir::GradientResult result;
  if (recorder->Active(target)) {
    in.builder.SetSpan(in.UserSpan(b.span));
    result = ir::Jacobian(in.builder, std::vector<ir::OpId>(recorder->operations()), target, sources.sources, *rules);
    if (!result.missing_rule.empty()) MissingRule(b, result);
  }
  if (zeros) {
    Ops o(b);
    for (size_t i = 0; i < sources.values.size(); ++i) {
      if (i < result.gradients.size() && result.gradients[i].valid()) continue;
      result.gradients.resize(sources.values.size());
      V like = in.ToTensor(sources.values[i], {}, b.span);
      result.gradients[i] = o.Zeros(o.Concat({o.ShapeOf(target), o.ShapeOf(like)}, 0), o.dtype(like));
      sources.active[i] = true;
    }
  }
  return PackStructure(in, b[1], Leaves(b, sources, result, false, true));
}

// The first operation on the way from source to target that surely mixes the rows of the source; invalid if there is none. Values
// whose rows follow the source's are known by their first dimension; what may have moved it is left out.
ir::OpId MixesRows(const ir::Module& module, const std::vector<ir::OpId>& operations, V source, V target) {
  std::map<uint32_t, ir::OpId> state{{source.index, {}}};      // depends on the source; valid: rows were mixed by this operation
  ir::Dim rows = module.type(source).shape.dims[0];
  if (rows == 1) return {};
  for (ir::OpId id : operations) {
    const ir::Operation& op = module[id];
    if (op.kind == K::kStopGradient) continue;
    bool depends = false, moved = false;
    ir::OpId mixed;
    for (size_t i = 0; i < op.operands.size(); i++) {
      auto it = state.find(op.operands[i].index);
      if (it == state.end()) continue;
      depends = true;
      if (it->second.valid()) mixed = it->second;
      if (auto* dot = std::get_if<ir::DotAttr>(&op.attrs)) {
        const auto &batch = i == 0 ? dot->lhs_batch : dot->rhs_batch, &contract = i == 0 ? dot->lhs_contract : dot->rhs_contract;
        bool in_batch = std::find(batch.begin(), batch.end(), 0) != batch.end();
        bool summed = std::find(contract.begin(), contract.end(), 0) != contract.end();
        if (summed || (i == 1 && !in_batch)) mixed = id;
      }
    }
    if (!depends) continue;
    if (auto* axes = std::get_if<ir::AxesAttr>(&op.attrs)) {
      bool first = axes->axes.empty() || std::find(axes->axes.begin(), axes->axes.end(), 0) != axes->axes.end();
      if (ir::RowOf(op.kind).emission == ir::Emission::kReduction && first) mixed = id;
      if (op.kind == K::kTranspose) moved = axes->axes.empty() || axes->axes[0] != 0;
    }
    if (auto* axis = std::get_if<ir::AxisAttr>(&op.attrs); axis && axis->axis == 0) {
      if (op.kind == K::kCumSum || op.kind == K::kCumProd || op.kind == K::kSort) mixed = id;
      else moved = true;
    }
    for (V v : op.results) {
      const ir::Type& type = module.type(v);
      bool follows = !moved && type.shape.ranked && type.shape.rank() > 0 && type.shape.dims[0] == rows;
      if (mixed.valid() || follows) state[v.index] = mixed;
    }
  }
  auto it = state.find(target.index);
  return it == state.end() ? ir::OpId{} : it->second;
}

Value BatchJacobianFn(Bound& b) {
  Interp& in = b.in;
  Ops o(b);
  V target = in.ToTensor(b[0], {}, b.spans[0]);
  Use(b);
  std::shared_ptr<TapeRecorder> recorder = Self(b).recorder;
  std::shared_ptr<ir::CustomRules> rules = Self(b).custom_rules;
  V source = in.ToTensor(b[1], {}, b.spans[1]);
  auto bad = [&](std::string message) { in.Raise(DiagnosticKind::kJacobianShape, "ValueError", std::move(message), b.span); };
  if (o.rank(target) < 2 || o.rank(source) < 2)
    bad("batch_jacobian needs a target and a source of rank 2 or more; their shapes are " + ToString(o.shape(target)) + " and " + ToString(o.shape(source)));
  if (ir::IsKnown(o.dim(target, 0)) && ir::IsKnown(o.dim(source, 0)) && o.dim(target, 0) != o.dim(source, 0))
    bad("the leading dimensions of target and source differ: " + ToString(o.shape(target)) + " and " + ToString(o.shape(source)));
  bool zeros = WantsZeros(b, 2);
  V value;
  if (recorder->Active(target)) {
    in.builder.SetSpan(in.UserSpan(b.span));
    if (ir::OpId mixes = MixesRows(in.module, recorder->operations(), source, target); mixes.valid()) {
      Diagnostic d{DiagnosticKind::kBatchCrossDependency, "batch_jacobian takes each row of the target to depend on the same row of the source only; here rows are mixed", b.span};
      if (in.module[mixes].span.valid()) d.labels.push_back({in.module[mixes].span, "this works across the rows"});
      d.help.push_back("use tape.jacobian(…) for all dependences");
      in.Warn(std::move(d));
    }
    ir::GradientResult result = ir::BatchJacobian(in.builder, std::vector<ir::OpId>(recorder->operations()), target, source, *rules);
    if (!result.missing_rule.empty()) MissingRule(b, result);
    if (!result.gradients.empty() && recorder->Active(source)) value = result.gradients[0];
  }
  if (value.valid()) return Tensor{value};
  if (zeros) {
    V tail = o.SliceAxis(o.ShapeOf(source), 0, 1, o.rank(source) - 1);
    return Tensor{o.Zeros(o.Concat({o.ShapeOf(target), tail}, 0), o.dtype(source))};
  }
  in.Warn(DiagnosticKind::kNoGradientPath, "the target does not depend on the source, so its jacobian is None", b.span);
  return None{};
}

Value StopRecordingFn(Bound& b) {
  auto context = std::make_shared<StopRecordingObject>();
  context->tape = *b.self;
  return b.in.heap.New(ExternalSlot{context});
}

Value PauseEnter(Bound& b) {
  Value tape = b.in.heap.External<StopRecordingObject>(*b.self)->tape;
  TapeObject& t = b.in.heap.WriteExternal<TapeObject>(tape.get<Ref>());
  if (!t.recording) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "stop_recording on a tape that is not recording", b.span);
  StopRecording(b.in, t.recorder.get());
  t.recording = false;
  return None{};
}

Value PauseExit(Bound& b) {
  Value tape = b.in.heap.External<StopRecordingObject>(*b.self)->tape;
  TapeObject& t = b.in.heap.WriteExternal<TapeObject>(tape.get<Ref>());
  StartRecording(b.in, t.recorder.get());
  t.recording = true;
  return false;
}

// Variables of the program by their globals, for watched_variables().
Value WatchedVariables(Bound& b) {
  std::vector<Value> variables;
  if (Self(b).recorder)
    for (ir::GlobalId global : Self(b).recorder->read_variables())
      for (uint32_t i = 0; i < b.in.heap.size(); ++i)
        if (auto* v = b.in.heap.External<VariableObject>(Value(Ref{i})); v && v->global == global) {
          variables.push_back(Ref{i});
          break;
        }
  return Value::MakeTuple(std::move(variables));
}

constexpr BuiltinRow kRows[] = {
    {"tf.GradientTape", "persistent=False, watch_accessed_variables=True", Make, BuiltinRow::Kind::kClass},
    {"GradientTape.__enter__", "", Enter},
    {"GradientTape.__exit__", "*args", Exit},
    {"GradientTape.watch", "tensor", Watch},
    {"GradientTape.reset", "", Reset},
    {"GradientTape.gradient", "target, sources, output_gradients=None, unconnected_gradients='none'", Gradient},
    {"GradientTape.jacobian",
     "target, sources, unconnected_gradients='none', parallel_iterations=None, experimental_use_pfor=True", JacobianFn},
    {"GradientTape.batch_jacobian",
     "target, source, unconnected_gradients='none', parallel_iterations=None, experimental_use_pfor=True", BatchJacobianFn},
    {"GradientTape.stop_recording", "", StopRecordingFn},
    {"GradientTape.watched_variables", "", WatchedVariables},
    {"StopRecording.__enter__", "", PauseEnter},
    {"StopRecording.__exit__", "*args", PauseExit},
};

}  // namespace

std::span<const BuiltinRow> TfTapeRows() { return kRows; }

}  // namespace lathe::staging
