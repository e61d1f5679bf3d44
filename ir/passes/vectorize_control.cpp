// Control flow in a mapped function.
//
// A condition that is the same for all elements stays a branch or loop. If by element: both sides, each under its mask,
// then a selection; a side that could fail although no element takes it is put in a branch on "any element". While by
// element: runs until no element is active; what the body gives is selected under the mask of active elements.
#include "ir/passes/vectorize.h"

#include "ir/vjp_util.h"

namespace lathe::ir {

void Vectorizer::MoveHere(RegionId region) {
  RegionId here = builder().region();
  std::vector<OpId> ops = std::move(result()[region].operations);
  result()[region].operations.clear();
  for (OpId op : ops) {
    result()[op].parent = here;
    result()[here].operations.push_back(op);
  }
}

ValueId Vectorizer::Both(ValueId a, ValueId b) {
  if (!a.valid()) return b;
  return builder().Make(OpKind::kAnd, {a, b});
}

ValueId Vectorizer::AnyOf(ValueId mask) { return builder().Make(OpKind::kAny, {mask}, AxesAttr{{0}, false}); }

// Elementwise choice of values for one element of the map; *batched: whether the result is.
ValueId Vectorizer::Choose(ValueId mask, BatchedValue yes, BatchedValue no, const Type& element, bool* batched) {
  *batched = true;
  if (yes.value == no.value && yes.batched == no.batched) {
    *batched = yes.batched;
    return yes.value;
  }
  Builder& b = builder();
  ValueId a = Tile(yes), c = Tile(no);
  if (!a.valid() || !c.valid() || !element.shape.ranked) return {};
  if (element.kind == TypeKind::kList) {
    auto stacked = [&](ValueId list) {
      const Type type = result().type(list);
      return b.Make(OpKind::kListStack, {list}, TypeAttr{Type::Tensor(type.dtype, type.shape)});
    };
    ValueId m = b.ExpandDims(AlignMask(mask, element.shape.rank()), 0);
    return b.Make(OpKind::kListUnstack, {b.Select(m, stacked(a), stacked(c))});
  }
  // A value of lower rank than the other (the element's rank is the higher one's) would not align; both have the rank.
  return b.Select(AlignMask(mask, element.shape.rank()), a, c);
}

bool Vectorizer::ProcessIf(OpId id) {
  BatchedValue condition = Get(source()[id].operands[0]);
  return condition.batched ? VaryingIf(id, condition.value) : UniformIf(id, condition.value);
}

bool Vectorizer::UniformIf(OpId id, ValueId condition) {
  const Operation& op = source()[id];
  RegionId regions[2];
  std::vector<BatchedValue> yields[2];
  for (size_t r = 0; r < 2; ++r) {
    const Region& old = source()[op.regions[r]];
    bool unguarded = unguarded_;
    regions[r] = builder().OpenRegion({});
    bool done = Process(old.operations);
    if (done)
      for (ValueId yield : old.yields) yields[r].push_back(Get(yield));
    builder().CloseRegion({});
    if (!done) return false;
    (void)unguarded;
  }
  std::vector<Type> types;
  std::vector<bool> batched;
  RegionId here = builder().region();
  for (size_t i = 0; i < op.results.size(); ++i) {
    batched.push_back(yields[0][i].batched || yields[1][i].batched);
    const Type element = source().type(op.results[i]);
    types.push_back(batched[i] ? BatchedType(element) : element);
    for (size_t r = 0; r < 2; ++r) {
      builder().SetRegion(regions[r]);
      ValueId value = batched[i] ? Tile(yields[r][i]) : yields[r][i].value;
      builder().SetRegion(here);
      if (!value.valid()) return false;
      result()[regions[r]].yields.push_back(value);
    }
  }
  OpId now = builder().EmitControl(OpKind::kIf, {condition}, types, {regions[0], regions[1]});
  for (size_t i = 0; i < op.results.size(); ++i) Set(op.results[i], {result()[now].results[i], batched[i]});
  return true;
}

bool Vectorizer::VaryingIf(OpId id, ValueId condition) {
  const Operation& op = source()[id];
  Builder& b = builder();
  ValueId outer = mask_;
  bool outer_unguarded = unguarded_;
  ValueId masks[2] = {Both(outer, condition), Both(outer, b.Make(OpKind::kNot, {condition}))};
  RegionId regions[2];
  std::vector<BatchedValue> yields[2];
  bool needs_branch[2];
  for (size_t r = 0; r < 2; ++r) {
    const Region& old = source()[op.regions[r]];
    regions[r] = b.OpenRegion({});
    mask_ = masks[r];
    unguarded_ = false;
    bool done = Process(old.operations);
    needs_branch[r] = unguarded_;
    if (done)
      for (ValueId yield : old.yields) yields[r].push_back(Get(yield));
    b.CloseRegion({});
    mask_ = outer;
    if (!done) {
      unguarded_ = outer_unguarded;
      return false;
    }
  }
  unguarded_ = outer_unguarded;
  size_t first = needs_branch[0] && !needs_branch[1] ? 1 : 0;
  size_t second = 1 - first;
  RegionId here = b.region();
  std::vector<BatchedValue> base = yields[first];
  if (needs_branch[first]) {
    // Zeros where no element takes the side: their shapes must be known.
    std::vector<Type> types;
    RegionId zeros = b.OpenRegion({});
    for (size_t i = 0; i < op.results.size(); ++i) {
      const Type element = source().type(op.results[i]);
      if (element.kind != TypeKind::kTensor || !element.shape.fully_known() || element.dtype == DType::kString) {
        b.CloseRegion({});
        return false;
      }
      ValueId zero = b.Scalar(element.dtype, 0);
      if (!element.shape.dims.empty()) zero = b.Make(OpKind::kBroadcastTo, {zero, b.Ints(element.shape.dims)});
      result()[zeros].yields.push_back(Tile({zero, false}));
      types.push_back(BatchedType(element));
    }
    std::vector<ValueId> none = result()[zeros].yields;
    b.CloseRegion(none);
    b.SetRegion(regions[first]);
    for (BatchedValue& value : base) result()[regions[first]].yields.push_back(Tile(value));
    b.SetRegion(here);
    OpId branch = b.EmitControl(OpKind::kIf, {AnyOf(masks[first])}, types, {regions[first], zeros});
    for (size_t i = 0; i < base.size(); ++i) base[i] = {result()[branch].results[i], true};
  } else {
    MoveHere(regions[first]);
  }
  auto choose = [&](size_t i, bool* batched) {
    const Type element = source().type(op.results[i]);
    BatchedValue sides[2];
    sides[first] = base[i];
    sides[second] = yields[second][i];
    return Choose(condition, sides[0], sides[1], element, batched);
  };
  if (!needs_branch[second]) {
    MoveHere(regions[second]);
    for (size_t i = 0; i < op.results.size(); ++i) {
      bool batched;
      ValueId value = choose(i, &batched);
      if (!value.valid()) return false;
      Set(op.results[i], {value, batched});
    }
    return true;
  }
  std::vector<Type> types;
  std::vector<bool> is_batched;
  b.SetRegion(regions[second]);
  for (size_t i = 0; i < op.results.size(); ++i) {
    bool batched;
    ValueId value = choose(i, &batched);
    if (value.valid() && !batched) value = Tile({value, false});
    if (!value.valid()) {
      b.SetRegion(here);
      return false;
    }
    result()[regions[second]].yields.push_back(value);
    types.push_back(BatchedType(source().type(op.results[i])));
  }
  b.SetRegion(here);
  RegionId otherwise = b.OpenRegion({});
  std::vector<ValueId> keep;
  for (BatchedValue& value : base) keep.push_back(Tile(value));
  b.CloseRegion(keep);
  for (ValueId value : keep)
    if (!value.valid()) return false;
  OpId branch = b.EmitControl(OpKind::kIf, {AnyOf(masks[second])}, types, {regions[second], otherwise});
  for (size_t i = 0; i < op.results.size(); ++i) Set(op.results[i], {result()[branch].results[i], true});
  return true;
}

bool Vectorizer::ProcessWhile(OpId id) {
  const Operation& op = source()[id];
  std::vector<bool> batched;
  for (ValueId initial : op.operands) batched.push_back(Get(initial).batched);
  // More of the state may turn out batched; then again.
  for (size_t round = 0; round <= op.operands.size() + 1; ++round) {
    std::vector<bool> before = batched;
    bool varying = false;
    size_t notes = notes_ ? notes_->size() : 0;
    // Finds out what is batched; the operations it emits are dropped.
    const Region& body = source()[op.regions[1]];
    const Region& condition = source()[op.regions[0]];
    std::vector<Type> types;
    for (size_t i = 0; i < batched.size(); ++i) {
      const Type element = source().type(body.parameters[i]);
      types.push_back(batched[i] ? BatchedType(element) : element);
    }
    bool unguarded = unguarded_;
    RegionId scratch = builder().OpenRegion(types);
    for (size_t i = 0; i < batched.size(); ++i) {
      Set(condition.parameters[i], {result()[scratch].parameters[i], batched[i]});
      Set(body.parameters[i], {result()[scratch].parameters[i], batched[i]});
    }
    bool done = Process(condition.operations);
    if (done) varying = Get(condition.yields[0]).batched;
    if (done && !varying) done = Process(body.operations);
    for (size_t i = 0; done && !varying && i < batched.size(); ++i)
      if (Get(body.yields[i]).batched) batched[i] = true;
    builder().CloseRegion({});
    unguarded_ = unguarded;
    if (notes_) notes_->resize(notes);
    if (!done) return false;
    if (varying) return VaryingWhile(id);
    if (batched == before) return UniformWhile(id, batched, &varying);
  }
  return false;
}

bool Vectorizer::UniformWhile(OpId id, std::vector<bool> batched, bool*) {
  const Operation& op = source()[id];
  const Region &condition = source()[op.regions[0]], &body = source()[op.regions[1]];
  std::vector<Type> types;
  std::vector<ValueId> initial;
  for (size_t i = 0; i < batched.size(); ++i) {
    const Type element = source().type(body.parameters[i]);
    types.push_back(batched[i] ? BatchedType(element) : element);
    BatchedValue value = Get(op.operands[i]);
    initial.push_back(batched[i] ? Tile(value) : value.value);
    if (!initial.back().valid()) return false;
  }
  RegionId regions[2];
  for (size_t r = 0; r < 2; ++r) {
    const Region& old = r == 0 ? condition : body;
    regions[r] = builder().OpenRegion(types);
    for (size_t i = 0; i < batched.size(); ++i)
      Set(old.parameters[i], {result()[regions[r]].parameters[i], batched[i]});
    bool done = Process(old.operations);
    std::vector<ValueId> yields;
    for (size_t i = 0; done && i < old.yields.size(); ++i) {
      BatchedValue value = Get(old.yields[i]);
      bool wanted = r == 1 && batched[i];
      if (value.batched && !wanted) done = false;
      yields.push_back(wanted ? Tile(value) : value.value);
      if (!yields.back().valid()) done = false;
    }
    builder().CloseRegion(yields);
    if (!done) return false;
  }
  OpId loop = builder().EmitControl(OpKind::kWhile, initial, types, {regions[0], regions[1]}, op.attrs);
  for (size_t i = 0; i < batched.size(); ++i) Set(op.results[i], {result()[loop].results[i], batched[i]});
  return true;
}

bool Vectorizer::ConditionOf(RegionId region, const std::vector<BatchedValue>& state, BatchedValue* value) {
  const Region& condition = source()[region];
  for (size_t i = 0; i < state.size(); ++i) Set(condition.parameters[i], state[i]);
  if (!Process(condition.operations)) return false;
  *value = Get(condition.yields[0]);
  return true;
}

bool Vectorizer::VaryingWhile(OpId id) {
  const Operation& op = source()[id];
  const Region& body = source()[op.regions[1]];
  Builder& b = builder();
  ValueId outer = mask_;
  std::vector<Type> types;
  std::vector<BatchedValue> state;
  std::vector<ValueId> initial;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    types.push_back(BatchedType(source().type(body.parameters[i])));
    ValueId value = Tile(Get(op.operands[i]));
    if (!value.valid()) return false;
    initial.push_back(value);
    state.push_back({value, true});
  }
  BatchedValue first;
  if (!ConditionOf(op.regions[0], state, &first)) return false;
  initial.push_back(Both(outer, Tile(first)));
  types.push_back(Type::Tensor(DType::kBool, Shape{true, {extent_}}));

  RegionId condition = b.OpenRegion(types);
  b.CloseRegion({AnyOf(result()[condition].parameters.back())});
  RegionId region = b.OpenRegion(types);
  const std::vector<ValueId> params = result()[region].parameters;
  ValueId active = params.back();
  mask_ = active;
  bool unguarded = unguarded_;
  for (size_t i = 0; i < op.operands.size(); ++i) Set(body.parameters[i], {params[i], true});
  bool done = Process(body.operations);
  std::vector<ValueId> yields;
  state.clear();
  for (size_t i = 0; done && i < body.yields.size(); ++i) {
    const Type element = source().type(body.parameters[i]);
    BatchedValue next = Get(body.yields[i]);
    bool batched = true;
    // Lists are written under the mask already.
    ValueId value = element.kind == TypeKind::kList ? Tile(next)
                                                    : Choose(active, next, {params[i], true}, element, &batched);
    if (!value.valid()) {
      done = false;
      break;
    }
    yields.push_back(value);
    state.push_back({value, true});
  }
  BatchedValue more;
  done = done && ConditionOf(op.regions[0], state, &more);
  if (done) yields.push_back(Both(active, Tile(more)));
  mask_ = outer;
  unguarded_ = unguarded;  // the body runs only while some element needs it
  b.CloseRegion(yields);
  if (!done) return false;
  OpId loop = b.EmitControl(OpKind::kWhile, initial, types, {condition, region}, op.attrs);
  for (size_t i = 0; i < op.results.size(); ++i) Set(op.results[i], {result()[loop].results[i], true});
  return true;
}

// A Map that stays a loop, inside a map: a loop over its own elements, each step for all elements of the outer one.
bool Vectorizer::ProcessInnerMap(OpId id) {
  const Operation& op = source()[id];
  const Region& body = source()[op.regions[0]];
  Builder& b = builder();
  auto swap = [&](ValueId value) {
    std::vector<int64_t> permutation{1, 0};
    for (int64_t i = 2; i < result().type(value).shape.rank(); ++i) permutation.push_back(i);
    return b.Transpose(value, permutation);
  };
  std::vector<ValueId> operands;
  std::vector<Type> types;
  std::vector<bool> batched;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    BatchedValue value = Get(op.operands[i]);
    if (!result().type(value.value).shape.ranked) return false;
    const Type element = source().type(body.parameters[i]);
    batched.push_back(value.batched);
    operands.push_back(value.batched ? swap(value.value) : value.value);
    types.push_back(value.batched ? BatchedType(element) : element);
  }
  RegionId region = b.OpenRegion(types);
  for (size_t i = 0; i < batched.size(); ++i) Set(body.parameters[i], {result()[region].parameters[i], batched[i]});
  bool done = Process(body.operations);
  std::vector<BatchedValue> yields;
  std::vector<ValueId> values;
  for (size_t i = 0; done && i < body.yields.size(); ++i) {
    yields.push_back(Get(body.yields[i]));
    values.push_back(yields.back().value);
  }
  b.CloseRegion(values);
  if (!done) return false;
  std::vector<Type> results;
  for (size_t i = 0; i < yields.size(); ++i) {
    Type type = source().type(op.results[i]);
    if (yields[i].batched) {
      if (!type.shape.ranked) return false;
      type.shape.dims.insert(type.shape.dims.begin() + 1, extent_);
    }
    results.push_back(std::move(type));
  }
  OpId map = b.EmitControl(OpKind::kMap, operands, results, {region}, op.attrs);
  for (size_t i = 0; i < yields.size(); ++i) {
    ValueId value = result()[map].results[i];
    Set(op.results[i], {yields[i].batched ? swap(value) : value, yields[i].batched});
  }
  return true;
}

}  // namespace lathe::ir
