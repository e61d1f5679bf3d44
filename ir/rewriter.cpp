#include "ir/rewriter.h"

#include "support/check.h"

namespace lathe::ir {

Rewriter::Rewriter(const Module& source) : source_(source), builder_(result_), map_(source.value_count()) {}

ValueId Rewriter::Mapped(ValueId old) const {
  LATHE_CHECK(map_[old.index].valid(), "a value is used whose definition was dropped");
  return map_[old.index];
}

std::vector<ValueId> Rewriter::Mapped(const std::vector<ValueId>& old) const {
  std::vector<ValueId> now;
  now.reserve(old.size());
  for (ValueId v : old) now.push_back(Mapped(v));
  return now;
}

void Rewriter::Map(ValueId old, ValueId now) { map_[old.index] = now; }

Module Rewriter::Run() {
  result_.source_path = source_.source_path;
  result_.SetNextSymbol(source_.next_symbol());
  for (uint32_t i = 0; i < source_.global_count(); ++i) result_.NewGlobal(source_[GlobalId{i}]);
  // All functions exist before any body: calls refer to them by id.
  for (uint32_t i = 0; i < source_.function_count(); ++i) {
    const Function& f = source_[FunctionId{i}];
    result_.NewFunction({f.name, f.trace, {}, f.span});
  }
  result_.main = source_.main;
  for (uint32_t i = 0; i < source_.function_count(); ++i) {
    FunctionId function{i};
    RegionId old = source_[function].body;
    Region fresh;
    fresh.function = function;
    RegionId body = result_.NewRegion(std::move(fresh));
    for (size_t k = 0; k < source_[old].parameters.size(); ++k) {
      ValueId p = source_[old].parameters[k];
      ValueId now = result_.NewValue({source_.type(p), {}, body, uint32_t(k)});
      result_[body].parameters.push_back(now);
      Map(p, now);
    }
    result_[function].body = body;
    builder_.SetRegion(body);
    EnterRegion(old);
    for (OpId op : source_[old].operations) {
      builder_.SetSpan(source_[op].span);
      Visit(op);
    }
    result_[body].yields = Mapped(source_[old].yields);
    LeaveRegion(old);
  }
  return std::move(result_);
}

Type Rewriter::Renamed(Type type) {
  if (!renames_) return type;
  for (Dim& d : type.shape.dims) {
    if (!IsSymbol(d)) continue;
    auto [at, fresh] = renaming_.emplace(d, d);
    if (fresh) at->second = result_.FreshSymbol();
    d = at->second;
  }
  return type;
}

// A symbol of a parameter's type becomes the argument's dimension.
void Rewriter::BindSymbols(const Type& parameter, const Type& argument) {
  if (!parameter.shape.ranked || !argument.shape.ranked || parameter.shape.rank() != argument.shape.rank()) return;
  for (size_t i = 0; i < parameter.shape.dims.size(); ++i)
    if (IsSymbol(parameter.shape.dims[i]) && argument.shape.dims[i] != kUnknown)
      renaming_.emplace(parameter.shape.dims[i], argument.shape.dims[i]);
}

RegionId Rewriter::CopyRegion(RegionId old) {
  std::vector<Type> types;
  for (ValueId p : source_[old].parameters) types.push_back(Renamed(source_.type(p)));
  RegionId region = builder_.OpenRegion(types);
  for (size_t i = 0; i < types.size(); ++i) Map(source_[old].parameters[i], result_[region].parameters[i]);
  EnterRegion(old);
  for (OpId op : source_[old].operations) {
    builder_.SetSpan(source_[op].span);
    Visit(op);
  }
  std::vector<ValueId> yields = Mapped(source_[old].yields);
  LeaveRegion(old);
  builder_.CloseRegion(std::move(yields));
  return region;
}

OpId Rewriter::Copy(OpId id) {
  const Operation& op = source_[id];
  std::vector<RegionId> regions;
  for (RegionId region : op.regions) regions.push_back(CopyRegion(region));
  builder_.SetSpan(op.span);
  std::vector<Type> types;
  for (ValueId r : op.results) types.push_back(Renamed(source_.type(r)));
  Attrs attrs = op.attrs;
  if (TypeAttr* type = std::get_if<TypeAttr>(&attrs)) type->type = Renamed(type->type);
  OpId now = builder_.EmitControl(op.kind, Mapped(op.operands), std::move(types), std::move(regions), std::move(attrs));
  for (size_t i = 0; i < op.results.size(); ++i) Map(op.results[i], result_[now].results[i]);
  return now;
}

std::vector<ValueId> Rewriter::Splice(RegionId region, const std::vector<ValueId>& arguments) {
  const Region& old = source_[region];
  LATHE_CHECK(old.parameters.size() == arguments.size(), "spliced region: parameters and arguments differ");
  bool foreign = !old.parent_op.valid();
  std::map<Dim, Dim> outer;
  bool outer_renames = renames_;
  if (foreign) {
    outer.swap(renaming_);
    renames_ = true;
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (foreign) BindSymbols(source_.type(old.parameters[i]), result_.type(arguments[i]));
    Map(old.parameters[i], arguments[i]);
  }
  Span span = builder_.span();
  for (OpId op : old.operations) {
    builder_.SetSpan(source_[op].span);
    Visit(op);
  }
  builder_.SetSpan(span);
  if (foreign) {
    renaming_.swap(outer);
    renames_ = outer_renames;
  }
  return Mapped(old.yields);
}

}  // namespace lathe::ir
