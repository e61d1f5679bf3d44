// Input: a module. Output: DimNames. Method: values are visited in the order in which they were made, operands first; an
// elementwise result takes the name of its operands where these agree.
#include "backend/plan/dims.h"

#include "ir/op_table.h"

namespace lathe::plan {

namespace {

// Far below any symbol of a program.
constexpr int64_t kFirstFresh = -(int64_t{1} << 40);

}  // namespace

DimNames::DimNames(const ir::Module& module) : names_(module.value_count()) {
  int64_t fresh = kFirstFresh;
  for (uint32_t i = 0; i < module.value_count(); ++i) {
    const ir::ValueInfo& info = module[ir::ValueId{i}];
    if (info.type.kind != ir::TypeKind::kTensor || !info.type.shape.ranked) continue;
    const std::vector<ir::Dim>& dims = info.type.shape.dims;
    std::vector<int64_t> names(dims.begin(), dims.end());
    const ir::Operation* op = info.definition.valid() ? &module[info.definition] : nullptr;
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      if (dims[axis] != ir::kUnknown) continue;
      names[axis] = fresh--;
      if (op == nullptr) continue;
      bool keeps = op->kind == ir::OpKind::kIdentity || op->kind == ir::OpKind::kStopGradient ||
                   op->kind == ir::OpKind::kPreventFold;
      if (!keeps && ir::RowOf(op->kind).emission != ir::Emission::kElementwise) continue;
      // The one name that all operands with this dimension share.
      int64_t common = 1;
      bool agree = true;
      for (ir::ValueId operand : op->operands) {
        const ir::Type& type = module.type(operand);
        if (operand.index >= i || type.kind != ir::TypeKind::kTensor || !type.shape.ranked) {
          agree = false;
          break;
        }
        size_t missing = dims.size() - size_t(type.shape.rank());
        int64_t name = axis < missing ? 1 : names_[operand.index][axis - missing];
        if (name == 1 || name == common) continue;
        agree = agree && common == 1;
        common = name;
      }
      if (agree && common != 1) names[axis] = common;
    }
    names_[i] = std::move(names);
  }
}

}  // namespace lathe::plan
