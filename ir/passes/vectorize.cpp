// Input: a module with Map operations. Output: the same meaning, Maps replaced by straight-line code on whole batches.
//
// Method: innermost Maps first. The body is emitted once, each value either batched (the map's dimension is axis 0) or the
// same for all elements; operations with a batched operand go by their row's batch rule. Control flow
// (vectorize_control.cpp): conditions that are the same for all stay branches and loops; others become selections and
// loops under a mask, where operations that could fail get harmless operands in elements that do not count. What has no
// rule stays a Map of that operation alone (vectorize_sequential.cpp), marked and noted. Effects without results run last,
// element by element. Left to others: fusing, tiling, strategies by size.
#include "ir/passes/vectorize.h"

#include "ir/effects.h"
#include "ir/vjp_util.h"

namespace lathe::ir {

bool IsSequential(const Operation& map) {
  const TextAttr* text = std::get_if<TextAttr>(&map.attrs);
  return text && text->text == kSequentialMap;
}

namespace {
bool HasOpenMap(const Module& module, const std::vector<OpId>& ops) {
  for (OpId op : ops) {
    if (module[op].kind == OpKind::kMap && !IsSequential(module[op])) return true;
    for (RegionId region : module[op].regions)
      if (HasOpenMap(module, module[region].operations)) return true;
  }
  return false;
}
}  // namespace

void Vectorizer::Visit(OpId id) {
  const Operation& op = source()[id];
  if (op.kind != OpKind::kMap || IsSequential(op) || HasOpenMap(source(), source()[op.regions[0]].operations)) {
    Copy(id);
    return;
  }
  changed_ = true;
  const TextAttr* text = std::get_if<TextAttr>(&op.attrs);
  refused_ = text && text->text == kParallelMap;
  if (!EffectsAllow(source()[op.regions[0]].operations, true)) {  // their order is the elements': nothing to improve
    KeepSequential(id, "");
    OpId effect = refused_ ? FirstEffect(source()[op.regions[0]].operations) : OpId{};
    if (notes_ && effect.valid())
      notes_->push_back({source()[effect].span, "vectorized_map", "this effect has the order of the elements", true});
    return;
  }
  // Into a region of its own first: it is dropped when something turns out impossible.
  RegionId scratch = builder().OpenRegion({});
  std::vector<ValueId> results;
  size_t notes = notes_ ? notes_->size() : 0;
  bool done = VectorizeMap(id, results);
  builder().CloseRegion({});
  values_.clear();
  effects_.clear();
  if (!done) {
    if (notes_) notes_->resize(notes);
    KeepSequential(id, "its control flow or effects have no batched form");
    return;
  }
  MoveHere(scratch);
  for (size_t i = 0; i < results.size(); ++i) Map(op.results[i], results[i]);
}

void Vectorizer::KeepSequential(OpId id, const std::string& reason) {
  OpId copy = Copy(id);
  result()[copy].attrs = TextAttr{kSequentialMap, 0};
  if (notes_ && !reason.empty()) notes_->push_back({source()[id].span, "vectorized_map", reason, refused_});
}

bool Vectorizer::VectorizeMap(OpId id, std::vector<ValueId>& results) {
  const Operation& op = source()[id];
  const Region& body = source()[op.regions[0]];
  if (op.operands.empty()) return false;
  mask_ = {};
  unguarded_ = false;
  top_ = true;
  std::vector<ValueId> operands = Mapped(op.operands);
  extent_ = kUnknown;
  for (ValueId operand : operands) {
    const Shape& shape = result().type(operand).shape;
    if (result().type(operand).kind != TypeKind::kTensor || !shape.ranked || shape.rank() == 0) return false;
    if (!IsKnown(extent_)) extent_ = shape.dims[0];
  }
  size_ = IsKnown(extent_) ? builder().Scalar(DType::kInt32, extent_)
                           : builder().Cast(builder().Make(OpKind::kDimOf, {operands[0]}, Axis(0)), DType::kInt32);
  for (size_t i = 0; i < operands.size(); ++i) Set(body.parameters[i], {operands[i], true});
  if (!Process(body.operations)) return false;
  if (!effects_.empty() && !Sequential(effects_, "its effects happen element by element, in order")) return false;
  for (ValueId yield : body.yields) {
    if (source().type(yield).kind == TypeKind::kList) return false;
    ValueId value = Tile(Get(yield));
    if (!value.valid()) return false;
    results.push_back(value);
  }
  return true;
}

BatchedValue Vectorizer::Get(ValueId old) const {
  auto it = values_.find(old.index);
  return it != values_.end() ? it->second : BatchedValue{Mapped(old), false};
}

void Vectorizer::Set(ValueId old, BatchedValue value) {
  values_[old.index] = value;
  if (!value.batched) Map(old, value.value);
}

bool Vectorizer::AnyBatched(const std::vector<ValueId>& values) const {
  for (ValueId v : values)
    if (Get(v).batched) return true;
  return false;
}

Type Vectorizer::BatchedType(const Type& element) const {
  Type type = element;
  if (type.shape.ranked) type.shape.dims.insert(type.shape.dims.begin(), extent_);
  return type;
}

ValueId Vectorizer::Tile(BatchedValue value) {
  if (value.batched) return value.value;
  const Type type = result().type(value.value);
  Builder& b = builder();
  if (!type.shape.ranked) return {};
  if (type.kind == TypeKind::kList) {
    // Every element [n, …] repeated: only where the list can be stacked.
    if (!type.shape.fully_known()) return {};
    ValueId stacked = b.Make(OpKind::kListStack, {value.value}, TypeAttr{Type::Tensor(type.dtype, type.shape)});
    ValueId spread = b.ExpandDims(stacked, 1);
    ValueId n = b.Make(OpKind::kReshape, {b.Make(OpKind::kListSize, {value.value}), b.Ints({1})});
    std::vector<ValueId> parts{n, b.Make(OpKind::kReshape, {size_, b.Ints({1})})};
    if (!type.shape.dims.empty()) parts.push_back(b.Ints(type.shape.dims));
    ValueId shape = b.Make(OpKind::kConcat, parts, Axis(0));
    return b.Make(OpKind::kListUnstack, {b.Make(OpKind::kBroadcastTo, {spread, shape})});
  }
  ValueId one = b.Make(OpKind::kReshape, {size_, b.Ints({1})});
  ValueId shape = b.Make(OpKind::kConcat, {one, b.ShapeOf(value.value)}, Axis(0));
  return b.Make(OpKind::kBroadcastTo, {value.value, shape});
}

bool Vectorizer::Process(const std::vector<OpId>& ops) {
  for (OpId op : ops) {
    builder().SetSpan(source()[op].span);
    if (!ProcessOp(op)) return false;
  }
  return true;
}

bool Vectorizer::ProcessOp(OpId id) {
  const Operation& op = source()[id];
  if (top_ && OnlyEffect(id)) {
    effects_.push_back(id);
    return true;
  }
  bool outer = top_;
  top_ = false;
  bool done = false;
  switch (op.kind) {
    case OpKind::kIf: done = ProcessIf(id); break;
    case OpKind::kWhile: done = ProcessWhile(id); break;
    case OpKind::kMap: done = ProcessInnerMap(id); break;
    case OpKind::kCall:
    case OpKind::kTry: break;
    case OpKind::kAssert: done = ProcessAssert(id); break;
    default: done = ProcessPlain(id); break;
  }
  top_ = outer;
  return done || Sequential({id}, op.regions.empty() ? "it has no batched form for these operands"
                                                     : "its regions have no batched form");
}

// One check for all elements: raised when it fails for one that counts.
bool Vectorizer::ProcessAssert(OpId id) {
  const Operation& op = source()[id];
  BatchedValue condition = Get(op.operands[0]), message = Get(op.operands[1]);
  if (message.batched || !source().type(op.operands[0]).shape.ranked) return false;
  ValueId holds = condition.value;
  if (mask_.valid()) {
    holds = Tile(condition);
    ValueId off = builder().Make(OpKind::kNot, {mask_});
    holds = builder().Make(OpKind::kOr, {holds, AlignMask(off, source().type(op.operands[0]).shape.rank())});
  } else if (!condition.batched) {
    holds = Tile(condition);  // nothing is checked when there are no elements
  }
  builder().Emit(OpKind::kAssert, {holds, message.value}, op.attrs);
  return !builder().error();
}

ValueId Vectorizer::AlignMask(ValueId mask, int64_t rank) {
  for (int64_t i = 0; i < rank; ++i) mask = builder().ExpandDims(mask, 1);
  return mask;
}

bool Vectorizer::ProcessPlain(OpId id) {
  const Operation& op = source()[id];
  const OpRow& row = RowOf(op.kind);
  bool list = op.kind == OpKind::kListNew;
  if (!AnyBatched(op.operands) && !list && row.effect != Effect::kWrites) {
    if (mask_.valid() && MayFail(source(), op)) unguarded_ = true;
    Copy(id);
    for (ValueId r : op.results) Set(r, {Mapped(r), false});
    return true;
  }
  if (row.effect != Effect::kPure || row.batch == nullptr) return false;
  std::vector<BatchedValue> operands;
  for (ValueId operand : op.operands) operands.push_back(Get(operand));
  if (mask_.valid() && !Guard(op, operands)) return false;
  std::optional<std::vector<BatchedValue>> results =
      row.batch(BatchInput{builder(), source(), id, operands, size_});
  if (!results) return false;
  for (size_t i = 0; i < op.results.size(); ++i) Set(op.results[i], (*results)[i]);
  return true;
}

// Operands that cannot make the operation fail, in the elements that do not count.
bool Vectorizer::Guard(const Operation& op, std::vector<BatchedValue>& operands) {
  Builder& b = builder();
  auto replace = [&](size_t i, double other) {
    if (!operands[i].batched) {
      unguarded_ = true;
      return;
    }
    int64_t rank = result().type(operands[i].value).shape.rank() - 1;
    operands[i].value = b.Select(AlignMask(mask_, rank), operands[i].value, b.ScalarLike(operands[i].value, other));
  };
  switch (op.kind) {
    case OpKind::kListSet: {
      // Elements that do not count keep what the list holds.
      const Type element = source().type(op.operands[2]);
      ValueId list = Tile(operands[0]), value = Tile(operands[2]), old;
      if (!list.valid() || !value.valid() || !element.shape.ranked) return false;
      if (operands[1].batched) {
        replace(1, 0);
        const Type type = result().type(list);
        ValueId stacked = b.Make(OpKind::kListStack, {list}, TypeAttr{Type::Tensor(type.dtype, type.shape)});
        std::vector<int64_t> permutation{1, 0};
        for (int64_t i = 2; i < result().type(stacked).shape.rank(); ++i) permutation.push_back(i);
        old = b.Make(OpKind::kGather, {b.Transpose(stacked, permutation), operands[1].value}, Axis(1, 1));
      } else {
        old = b.Make(OpKind::kListGetOrZeros, {list, operands[1].value, value});
      }
      operands[0] = {list, true};
      operands[2] = {b.Select(AlignMask(mask_, element.shape.rank()), value, old), true};
      return true;
    }
    case OpKind::kListPush:
    case OpKind::kListPop: return false;
    case OpKind::kListGet:
    case OpKind::kGather:
    case OpKind::kGatherNd:
    case OpKind::kGatherGrad:
    case OpKind::kTensorScatter:
    case OpKind::kSlice:
    case OpKind::kStridedSlice:
      if (operands[1].batched) replace(1, 0);
      else unguarded_ = unguarded_ || MayFail(source(), op);
      return true;
    case OpKind::kScatterNd:
      if (operands[0].batched) replace(0, 0);
      return true;
    default: break;
  }
  if (!MayFail(source(), op)) return true;
  if (RowOf(op.kind).emission == Emission::kElementwise) {
    for (size_t i = 0; i < operands.size(); ++i)
      if (operands[i].batched || op.operands.size() == 2) {
        if (!operands[i].batched) operands[i] = {Tile(operands[i]), true};
        replace(i, 1);
      }
    return true;
  }
  unguarded_ = true;
  return true;
}

namespace {

// Calls in mapped functions become the callee's operations, so that these are batched too (not those that recur).
class InlineInMaps : public Rewriter {
 public:
  using Rewriter::Rewriter;

 private:
  bool Recurs(FunctionId function, FunctionId target, int depth) const {
    if (depth > 32) return true;
    return AnyCall(source()[source()[function].body].operations,
                   [&](FunctionId callee) { return callee == target || Recurs(callee, target, depth + 1); });
  }
  template <class F>
  bool AnyCall(const std::vector<OpId>& ops, const F& test) const {
    for (OpId id : ops) {
      const Operation& op = source()[id];
      if (op.kind == OpKind::kCall && test(std::get<CallAttr>(op.attrs).callee)) return true;
      for (RegionId region : op.regions)
        if (AnyCall(source()[region].operations, test)) return true;
    }
    return false;
  }

  void Visit(OpId id) override {
    const Operation& op = source()[id];
    if (op.kind == OpKind::kMap) {
      ++maps_;
      Copy(id);
      --maps_;
      return;
    }
    if (op.kind == OpKind::kCall && maps_ > 0) {
      FunctionId callee = std::get<CallAttr>(op.attrs).callee;
      if (!Recurs(callee, callee, 0)) {
        std::vector<ValueId> results = Splice(source()[callee].body, Mapped(op.operands));
        for (size_t i = 0; i < op.results.size(); ++i) Map(op.results[i], results[i]);
        return;
      }
    }
    Copy(id);
  }

  int maps_ = 0;
};

}  // namespace

Module VectorizeMaps(const Module& module, std::vector<SequentialMap>* notes) {
  bool maps = false;
  for (uint32_t i = 0; i < module.function_count(); ++i)
    maps |= HasOpenMap(module, module[module[FunctionId{i}].body].operations);
  if (!maps) return module;
  Module current = InlineInMaps(module).Run();
  for (bool again = true; again;) {
    Vectorizer pass(current, notes);
    Module next = pass.Run();
    again = pass.changed();
    current = std::move(next);
  }
  return current;
}

}  // namespace lathe::ir
