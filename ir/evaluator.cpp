#include "ir/evaluator.h"

namespace lathe::ir {
std::optional<std::vector<Literal>> Fold(const Module&, OpKind, const std::vector<const Literal*>&, const Attrs&,
                                         const std::vector<Type>&) {
  return std::nullopt;
}
}  // namespace lathe::ir
