#include "ir/ir.h"

namespace lathe::ir {

const Literal* Module::ConstantOf(ValueId id) const {
  if (!id.valid()) return nullptr;
  OpId definition = values_[id.index].definition;
  if (definition.valid() && ops_[definition.index].kind == OpKind::kConstant)
    return &std::get<LiteralAttr>(ops_[definition.index].attrs).value;
  auto folded = folded_.find(id.index);
  return folded == folded_.end() ? nullptr : &folded->second;
}

}  // namespace lathe::ir
