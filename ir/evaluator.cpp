// The constant folder: one pure operation on literals.
#include "ir/evaluator.h"

#include <cstdlib>

#include "ir/eval.h"

namespace lathe::ir {

std::optional<std::vector<Literal>> Fold(const Module&, OpKind kind, const std::vector<const Literal*>& operands,
                                         const Attrs& attrs, const std::vector<Type>& result_types) {
  const OpRow& row = RowOf(kind);
  if (row.emission == Emission::kControl || row.emission == Emission::kGlobal || row.effect != Effect::kPure)
    return std::nullopt;
  if (kind == OpKind::kConstant) return std::vector<Literal>{std::get<LiteralAttr>(attrs).value};
  for (const Type& type : result_types)
    if (type.kind != TypeKind::kTensor) return std::nullopt;
  std::vector<const LtTensor*> in;
  for (const Literal* literal : operands) in.push_back(&literal->tensor());
  std::vector<LtTensor> out(result_types.size());
  LtContext context{};
  std::vector<int64_t> encoded = eval::Encode(attrs);
  DType result = result_types.empty() ? DType::kBool : result_types[0].dtype;
  int32_t failed = eval::Apply(&context, kind, attrs, encoded, {in.data(), in.size()}, result, out.data(), out.size());
  lt_clear_error(&context);
  std::free(context.frames);
  if (failed) return std::nullopt;
  std::vector<Literal> literals;
  for (const LtTensor& tensor : out) literals.push_back(Literal::Adopt(tensor));
  return literals;
}

}  // namespace lathe::ir
