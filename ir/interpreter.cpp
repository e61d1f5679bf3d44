// Input: a module. Output: what the program does. Each function has a frame of slots, one per value; a value is released
// after the last operation of its region that uses it, so that list updates can happen in place.
#include "ir/interpreter.h"

#include <cstring>

#include "support/check.h"

namespace lathe::ir::eval {

namespace {
constexpr int kMaxDepth = 1000;  // as CPython's recursion limit
}

Interpreter::Interpreter(const Module& module, const SourceManager& sources, LtContext* context)
    : module_(module), sources_(sources), context_(context) {
  slot_of_.resize(module.value_count());
  slot_count_.resize(module.function_count());
  dying_.resize(module.op_count());
  encoded_.resize(module.op_count());
  is_encoded_.resize(module.op_count());
  globals_.resize(module.global_count());
  Plan();
}

// The last user of each value in the value's own region: an operation, or one that contains the use in its regions.
void Interpreter::Plan() {
  for (uint32_t f = 0; f < module_.function_count(); ++f) {
    uint32_t slots = 0;
    PlanRegion(module_[FunctionId{f}].body, slots);
    slot_count_[f] = slots;
  }
  std::vector<OpId> last(module_.value_count());
  std::vector<bool> kept(module_.value_count(), false);
  auto home_of = [&](ValueId v) {
    const ValueInfo& info = module_[v];
    return info.definition.valid() ? module_[info.definition].parent : info.parameter_of;
  };
  // Operations are visited in program order, so later uses overwrite earlier ones.
  auto use = [&](ValueId v, RegionId at, OpId op) {
    RegionId home = home_of(v);
    while (at != home && at.valid()) {
      op = module_[at].parent_op;
      if (!op.valid()) break;
      at = module_[op].parent;
    }
    if (op.valid()) last[v.index] = op;
  };
  std::vector<RegionId> pending;
  auto visit = [&](auto&& self, RegionId id) -> void {
    const Region& region = module_[id];
    for (OpId op : region.operations) {
      for (ValueId v : module_[op].operands) use(v, id, op);
      for (RegionId inner : module_[op].regions) self(self, inner);
    }
    for (ValueId v : region.yields) {
      if (home_of(v) == id) {
        kept[v.index] = true;
      } else {
        use(v, id, {});
      }
    }
  };
  for (uint32_t f = 0; f < module_.function_count(); ++f) visit(visit, module_[FunctionId{f}].body);
  for (uint32_t v = 0; v < module_.value_count(); ++v)
    if (last[v].valid() && !kept[v]) dying_[last[v].index].push_back(ValueId{v});
}

void Interpreter::PlanRegion(RegionId id, uint32_t& slots) {
  const Region& region = module_[id];
  for (ValueId v : region.parameters) slot_of_[v.index] = slots++;
  for (OpId op : region.operations) {
    for (ValueId v : module_[op].results) slot_of_[v.index] = slots++;
    for (RegionId inner : module_[op].regions) PlanRegion(inner, slots);
  }
}

const std::vector<int64_t>& Interpreter::Encoded(OpId id) {
  if (!is_encoded_[id.index]) {
    encoded_[id.index] = Encode(module_[id].attrs);
    is_encoded_[id.index] = true;
  }
  return encoded_[id.index];
}

void Interpreter::AddFrame(const Frame& frame, const Operation& op) {
  const char* name = frame.function == module_.main ? "<module>" : module_[frame.function].name.c_str();
  lt_add_frame(context_, name, op.span.valid() ? int32_t(sources_.Line(op.span)) : 0);
}

int32_t Interpreter::CallFunction(FunctionId function, Values arguments, Values& results) {
  if (depth_ >= kMaxDepth) return lt_fail(context_, "RecursionError", "maximum recursion depth exceeded");
  ++depth_;
  Frame frame{function, Values(slot_count_[function.index])};
  int32_t failed = RunRegion(frame, module_[function].body, std::move(arguments), results);
  --depth_;
  return failed;
}

int32_t Interpreter::RunRegion(Frame& frame, RegionId id, Values parameters, Values& results) {
  const Region& region = module_[id];
  for (size_t i = 0; i < region.parameters.size(); ++i) At(frame, region.parameters[i]) = std::move(parameters[i]);
  for (OpId op : region.operations)
    if (int32_t failed = RunOperation(frame, op)) return failed;
  results.clear();
  results.reserve(region.yields.size());
  for (ValueId v : region.yields) results.push_back(At(frame, v));
  // What the region defined is not visible outside: hand over the references.
  for (ValueId v : region.yields) {
    const ValueInfo& info = module_[v];
    RegionId home = info.definition.valid() ? module_[info.definition].parent : info.parameter_of;
    if (home == id) At(frame, v) = TensorRef();
  }
  return 0;
}

int32_t Interpreter::RunOperation(Frame& frame, OpId id) {
  const Operation& op = module_[id];
  int32_t failed = 0;
  switch (RowOf(op.kind).emission) {
    case Emission::kConstant:
      At(frame, op.results[0]) = TensorRef::Share(std::get<LiteralAttr>(op.attrs).value.tensor());
      return 0;
    case Emission::kGlobal: failed = RunGlobal(frame, op); break;
    case Emission::kControl:
      // A failure inside a region has its frame already; a call adds the caller's.
      if (int32_t inner = RunControl(frame, op)) return inner;
      break;
    case Emission::kElementwise:
    case Emission::kReduction:
    case Emission::kDot:
    case Emission::kAlias:
    case Emission::kKernel: failed = RunSimple(frame, id, op); break;
  }
  if (failed) {
    if (context_->error != LT_EXIT) AddFrame(frame, op);
    return failed;
  }
  for (ValueId v : dying_[id.index]) At(frame, v) = TensorRef();
  return 0;
}

int32_t Interpreter::RunSimple(Frame& frame, OpId id, const Operation& op) {
  const LtTensor* in[16];
  std::vector<const LtTensor*> many;
  const LtTensor** inputs = in;
  if (op.operands.size() > 16) {
    many.resize(op.operands.size());
    inputs = many.data();
  }
  for (size_t i = 0; i < op.operands.size(); ++i) inputs[i] = &At(frame, op.operands[i]).get();
  LtTensor few[4];
  std::vector<LtTensor> more;
  LtTensor* out = few;
  if (op.results.size() > 4) {
    more.resize(op.results.size());
    out = more.data();
  }
  DType result = op.results.empty() ? DType::kBool : module_.type(op.results[0]).dtype;
  // A list that dies here may be changed in place: the kernel gets its very slot as output.
  bool in_place = (op.kind == OpKind::kListSet || op.kind == OpKind::kListPush || op.kind == OpKind::kListPop);
  if (in_place) {
    bool dies = false;
    for (ValueId v : dying_[id.index]) dies |= v == op.operands[0];
    in_place = dies && std::count(op.operands.begin(), op.operands.end(), op.operands[0]) == 1;
  }
  if (in_place) {
    out[0] = At(frame, op.operands[0]).get();
    inputs[0] = &out[0];
  }
  int32_t failed = Apply(context_, op.kind, op.attrs, Encoded(id), {inputs, op.operands.size()}, result, out, op.results.size());
  if (in_place) {
    // On failure the list stays with its value; on success the kernel has consumed the reference.
    if (!failed) At(frame, op.operands[0]).Take();
  }
  if (failed) return failed;
  for (size_t i = 0; i < op.results.size(); ++i) At(frame, op.results[i]) = TensorRef::Adopt(out[i]);
  return 0;
}

int32_t Interpreter::RunGlobal(Frame& frame, const Operation& op) {
  GlobalId id = std::get<GlobalAttr>(op.attrs).global;
  TensorRef& global = globals_[id.index];
  if (op.kind == OpKind::kGlobalStore) {
    global = At(frame, op.operands[0]);
    return 0;
  }
  if (global.empty() && !global.owns()) {
    std::string text = "Could not find variable " + module_[id].name + ". This could mean that the variable has not been created yet.";
    return lt_fail(context_, "FailedPreconditionError", text.c_str());
  }
  At(frame, op.results[0]) = global;
  return 0;
}

void Interpreter::Store(Frame& frame, const std::vector<ValueId>& results, Values values) {
  for (size_t i = 0; i < results.size(); ++i) At(frame, results[i]) = std::move(values[i]);
}

int32_t Interpreter::RunControl(Frame& frame, const Operation& op) {
  switch (op.kind) {
    case OpKind::kIf: {
      bool condition = *static_cast<const uint8_t*>(At(frame, op.operands[0]).get().data) != 0;
      Values results;
      if (int32_t failed = RunRegion(frame, op.regions[condition ? 0 : 1], {}, results)) return failed;
      Store(frame, op.results, std::move(results));
      return 0;
    }
    case OpKind::kWhile: return RunWhile(frame, op);
    case OpKind::kMap: return RunMap(frame, op);
    case OpKind::kTry: return RunTry(frame, op);
    case OpKind::kCall: return RunCall(frame, op);
    default: LATHE_UNREACHABLE("not a control operation");
  }
}

int32_t Interpreter::RunWhile(Frame& frame, const Operation& op) {
  Values state;
  for (ValueId v : op.operands) state.push_back(At(frame, v));
  int64_t limit = -1;
  if (const AxisAttr* attr = std::get_if<AxisAttr>(&op.attrs)) limit = attr->axis;
  for (int64_t trip = 0; limit < 0 || trip < limit; ++trip) {
    Values answer;
    if (int32_t failed = RunRegion(frame, op.regions[0], state, answer)) return failed;
    for (ValueId v : module_[op.regions[0]].parameters) At(frame, v) = TensorRef();
    if (*static_cast<const uint8_t*>(answer[0].get().data) == 0) break;
    Values next;
    if (int32_t failed = RunRegion(frame, op.regions[1], std::move(state), next)) return failed;
    state = std::move(next);
  }
  Store(frame, op.results, std::move(state));
  return 0;
}

int32_t Interpreter::RunCall(Frame& frame, const Operation& op) {
  Values arguments;
  for (ValueId v : op.operands) arguments.push_back(At(frame, v));
  Values results;
  if (CallFunction(std::get<CallAttr>(op.attrs).callee, std::move(arguments), results)) {
    if (context_->error != LT_EXIT) AddFrame(frame, op);
    return 1;
  }
  Store(frame, op.results, std::move(results));
  return 0;
}

int32_t Interpreter::RunTry(Frame& frame, const Operation& op) {
  int depth = depth_;
  Values results;
  if (RunRegion(frame, op.regions[0], {}, results)) {
    if (context_->error != LT_EXCEPTION) return 1;
    depth_ = depth;
    Values caught(2);
    lt_take_error(context_, caught[0].slot(), caught[1].slot());
    if (int32_t failed = RunRegion(frame, op.regions[1], std::move(caught), results)) return failed;
  }
  Store(frame, op.results, std::move(results));
  return 0;
}

namespace {

// Element `i` along dimension 0; a dimension of 1 repeats.
TensorRef SliceOf(const LtTensor& t, int64_t i) {
  TensorRef slice;
  lt_tensor_new(slice.slot(), t.dtype, t.rank - 1, t.dims + 1);
  const LtTensor& s = slice.get();
  int64_t bytes = s.count * lt_dtype_size(t.dtype);
  std::memcpy(s.data, static_cast<const char*>(t.data) + (t.dims[0] == 1 ? 0 : i) * bytes, size_t(bytes));
  if (t.dtype == LT_STRING)
    for (int64_t k = 0; k < s.count; ++k) lt_string_retain(static_cast<LtString**>(s.data)[k]);
  return slice;
}

bool SameDims(const LtTensor& a, const LtTensor& b) {
  if (a.rank != b.rank) return false;
  for (int i = 0; i < a.rank; ++i)
    if (a.dims[i] != b.dims[i]) return false;
  return true;
}

}  // namespace

int32_t Interpreter::RunMap(Frame& frame, const Operation& op) {
  int64_t count = 1;
  for (ValueId v : op.operands) {
    const LtTensor& t = At(frame, v).get();
    int64_t n = t.rank > 0 ? t.dims[0] : 1;
    if (n == 1 || n == count) continue;
    if (count != 1) {
      lt_failf(context_, "InvalidArgumentError", "leading dimensions of a map differ: %h and %h",
               &At(frame, op.operands[0]).get(), &t);
      AddFrame(frame, op);
      return 1;
    }
    count = n;
  }
  std::vector<Values> parts(op.results.size());
  for (int64_t i = 0; i < count; ++i) {
    Values slices, results;
    for (ValueId v : op.operands) slices.push_back(SliceOf(At(frame, v).get(), i));
    if (int32_t failed = RunRegion(frame, op.regions[0], std::move(slices), results)) return failed;
    for (size_t k = 0; k < results.size(); ++k) parts[k].push_back(std::move(results[k]));
  }
  return StackResults(op, count, parts, frame);
}

int32_t Interpreter::StackResults(const Operation& op, int64_t count, std::vector<Values>& parts, Frame& frame) {
  for (size_t k = 0; k < op.results.size(); ++k) {
    const Type& type = module_.type(op.results[k]);
    int64_t dims[LT_MAX_RANK] = {count};
    int rank = 1;
    if (count == 0) {
      rank = type.shape.ranked ? type.shape.rank() : 1;
      for (int i = 1; i < rank; ++i) dims[i] = std::max<Dim>(type.shape.dims[size_t(i)], 0);
    } else {
      const LtTensor& first = parts[k][0].get();
      if (first.rank + 1 > LT_MAX_RANK) {
        lt_fail(context_, "InvalidArgumentError", "the result of a map has more than 8 dimensions");
        AddFrame(frame, op);
        return 1;
      }
      for (int i = 0; i < first.rank; ++i) dims[rank++] = first.dims[i];
      for (const TensorRef& part : parts[k]) {
        if (SameDims(part.get(), first)) continue;
        lt_failf(context_, "InvalidArgumentError", "elements of a map's result have different shapes: %h and %h", &first,
                 &part.get());
        AddFrame(frame, op);
        return 1;
      }
    }
    TensorRef whole;
    lt_tensor_new(whole.slot(), int32_t(type.dtype), rank, dims);
    char* to = static_cast<char*>(whole.get().data);
    for (const TensorRef& part : parts[k]) {
      int64_t bytes = part.get().count * lt_dtype_size(part.get().dtype);
      std::memcpy(to, part.get().data, size_t(bytes));
      to += bytes;
    }
    if (type.dtype == DType::kString)
      for (int64_t i = 0; i < whole.get().count; ++i) lt_string_retain(static_cast<LtString**>(whole.get().data)[i]);
    At(frame, op.results[k]) = std::move(whole);
  }
  return 0;
}

}  // namespace lathe::ir::eval

