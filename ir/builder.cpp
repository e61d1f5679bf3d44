#include "ir/builder.h"

#include "ir/constant_dims.h"
#include "ir/evaluator.h"
#include "support/check.h"

namespace lathe::ir {

namespace {

// Operands whose values decide the result's shape.
std::vector<size_t> ShapeOperands(OpKind kind) {
  switch (kind) {
    case OpKind::kReshape:
    case OpKind::kBroadcastTo:
    case OpKind::kTile:
    case OpKind::kPad:
    case OpKind::kMirrorPad:
    case OpKind::kOneHot:
    case OpKind::kTopK:
    case OpKind::kBincount: return {1};
    case OpKind::kStridedSlice: return {1, 2, 3};
    case OpKind::kSlice: return {1, 2};
    case OpKind::kRange: return {0, 1, 2};
    case OpKind::kLinspace:
    case OpKind::kScatterNd:
    case OpKind::kUnsortedSegment: return {2};
    case OpKind::kStatelessRandom:
    case OpKind::kStatefulRandom: return {0};
    default: return {};
  }
}

bool HasUnknown(const Type& type) {
  if (!type.shape.ranked) return true;
  for (Dim d : type.shape.dims)
    if (d == kUnknown) return true;
  return false;
}

// Whether TensorFlow knows all of the result's dimensions while it traces.
bool ShapeKnownAtTrace(const Module& module, OpKind kind, const std::vector<ValueId>& operands) {
  if (kind == OpKind::kWhere || kind == OpKind::kUnique || RowOf(kind).effect != Effect::kPure) return false;
  for (ValueId operand : operands)
    if (module.type(operand).kind != TypeKind::kTensor || HasUnknown(module.type(operand))) return false;
  for (size_t i : ShapeOperands(kind))
    if (!KnownAtTrace(module, operands[i])) return false;
  return true;
}

}  // namespace

void Builder::NameUnknownDims(OpKind kind, const std::vector<ValueId>& operands, std::vector<Type>& types) {
  bool any = false;
  for (const Type& type : types) any |= type.kind == TypeKind::kTensor && type.shape.ranked && HasUnknown(type);
  if (!any) return;
  if (dims_ == Dims::kNone && !ShapeKnownAtTrace(module_, kind, operands)) return;
  for (Type& type : types) {
    if (type.kind != TypeKind::kTensor) continue;
    for (Dim& d : type.shape.dims)
      if (d == kUnknown) d = FreshSymbol();
  }
}

std::optional<std::vector<Literal>> Builder::TryFold(OpKind kind, const std::vector<ValueId>& operands, const Attrs& attrs,
                                                     const std::vector<Type>& types) const {
  const OpRow& row = RowOf(kind);
  if (fold_elements_ <= 0 || row.effect != Effect::kPure || types.empty() || kind == OpKind::kConstant ||
      kind == OpKind::kPreventFold)
    return std::nullopt;
  std::vector<const Literal*> literals;
  int64_t total = 0;
  for (ValueId operand : operands) {
    const Literal* literal = module_.ConstantOf(operand);
    if (!literal) return std::nullopt;
    literals.push_back(literal);
    total += literal->count();
  }
  if (total > fold_elements_) return std::nullopt;
  for (const Type& type : types) {
    if (type.kind != TypeKind::kTensor) return std::nullopt;
    auto count = type.shape.elements();
    if (type.shape.fully_known() && (!count || *count > std::max<int64_t>(fold_elements_, 64))) return std::nullopt;
  }
  return Fold(module_, kind, literals, attrs, types);
}

std::vector<ValueId> Builder::Emit(OpKind kind, std::vector<ValueId> operands, Attrs attrs) {
  const OpRow& row = RowOf(kind);
  error_.reset();
  LATHE_CHECK(row.infer != nullptr, "control flow is emitted by EmitControl");
  LATHE_CHECK(int(operands.size()) >= row.min_operands &&
                  (row.max_operands < 0 || int(operands.size()) <= row.max_operands),
              std::string("wrong number of operands for ") + std::string(row.name));
  InferResult inferred = row.infer(InferInput{module_, operands, attrs, kind});
  if (inferred.error) {
    error_ = std::move(inferred.error);
    return {};
  }
  std::optional<std::vector<Literal>> folded = TryFold(kind, operands, attrs, inferred.types);
  if (folded && !keep_folded_) {
    std::vector<ValueId> results;
    for (Literal& literal : *folded) results.push_back(Constant(std::move(literal)));
    return results;
  }
  if (folded) {
    for (size_t i = 0; i < folded->size(); ++i) inferred.types[i] = (*folded)[i].type();
  }
  NameUnknownDims(kind, operands, inferred.types);
  OpId op = EmitControl(kind, std::move(operands), std::move(inferred.types), {}, std::move(attrs));
  std::vector<ValueId> results = module_[op].results;
  if (folded)
    for (size_t i = 0; i < results.size(); ++i) module_.SetFolded(results[i], std::move((*folded)[i]));
  return results;
}

OpId Builder::EmitControl(OpKind kind, std::vector<ValueId> operands, std::vector<Type> results,
                          std::vector<RegionId> regions, Attrs attrs) {
  LATHE_CHECK(region_.valid(), "no insertion point");
  error_.reset();
  OpId id = module_.NewOp({kind, std::move(operands), {}, std::move(attrs), std::move(regions), region_, span_});
  for (size_t i = 0; i < results.size(); ++i)
    module_[id].results.push_back(module_.NewValue({std::move(results[i]), id, {}, uint32_t(i)}));
  for (RegionId region : module_[id].regions) module_[region].parent_op = id;
  module_[region_].operations.push_back(id);
  for (Observer* observer : observers_) observer->OnEmit(id);
  return id;
}

OpId Builder::EmitControl(OpKind kind, std::vector<ValueId> operands, std::vector<ValueId> results,
                          std::vector<RegionId> regions, Attrs attrs) {
  LATHE_CHECK(region_.valid(), "no insertion point");
  error_.reset();
  OpId id = module_.NewOp({kind, std::move(operands), {}, std::move(attrs), std::move(regions), region_, span_});
  for (size_t i = 0; i < results.size(); ++i) {
    module_[results[i]].definition = id;
    module_[results[i]].index = uint32_t(i);
  }
  module_[id].results = std::move(results);
  for (RegionId region : module_[id].regions) module_[region].parent_op = id;
  module_[region_].operations.push_back(id);
  for (Observer* observer : observers_) observer->OnEmit(id);
  return id;
}

std::vector<ValueId> Builder::MakeMany(OpKind kind, std::vector<ValueId> operands, Attrs attrs) {
  std::vector<ValueId> results = Emit(kind, std::move(operands), std::move(attrs));
  LATHE_CHECK(!error_, std::string(RowOf(kind).name) + ": " + error_->diagnostic + ": " + error_->message);
  return results;
}

ValueId Builder::Make(OpKind kind, std::vector<ValueId> operands, Attrs attrs) {
  std::vector<ValueId> results = MakeMany(kind, std::move(operands), std::move(attrs));
  LATHE_CHECK(results.size() == 1, std::string(RowOf(kind).name) + " has not one result");
  return results[0];
}

ValueId Builder::Constant(Literal literal) {
  std::vector<Type> types{literal.type()};
  OpId op = EmitControl(OpKind::kConstant, {}, std::move(types), {}, LiteralAttr{std::move(literal)});
  return module_[op].results[0];
}

ValueId Builder::Ints(const std::vector<int64_t>& values) {
  std::vector<int32_t> narrow(values.begin(), values.end());
  for (int64_t v : values)
    if (v != int32_t(v)) return Constant(Literal::Int64s(values));
  return Constant(Literal::Int32s(narrow));
}

const Literal* Builder::ConstantOf(ValueId id) const { return module_.ConstantOf(id); }

RegionId Builder::OpenRegion(const std::vector<Type>& parameters) {
  Region fresh;
  if (region_.valid()) fresh.function = module_[region_].function;
  RegionId region = module_.NewRegion(std::move(fresh));
  for (size_t i = 0; i < parameters.size(); ++i) {
    ValueId value = module_.NewValue({parameters[i], {}, region, uint32_t(i)});
    module_[region].parameters.push_back(value);
  }
  open_.emplace_back(region_, span_);
  region_ = region;
  return region;
}

void Builder::CloseRegion(std::vector<ValueId> yields) {
  LATHE_CHECK(!open_.empty(), "no open region");
  module_[region_].yields = std::move(yields);
  region_ = open_.back().first;
  span_ = open_.back().second;
  open_.pop_back();
}

FunctionId Builder::OpenFunction(std::string name, std::string trace, const std::vector<Type>& parameters, Span span) {
  FunctionId function = module_.NewFunction({std::move(name), std::move(trace), {}, span});
  RegionId body = OpenRegion(parameters);
  module_[body].function = function;
  module_[function].body = body;
  return function;
}

void Builder::CloseFunction(std::vector<ValueId> results) { CloseRegion(std::move(results)); }

}  // namespace lathe::ir
