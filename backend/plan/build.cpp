// Module -> ModulePlan. Input: structured IR. Output: per region the steps in order, elementwise work and reductions as
// KernelPlans. Method: one walk per region; an elementwise operation on tensors joins an open group of the same
// iteration space, or opens one; a group is emitted as soon as something outside needs a value of it.
#include "backend/plan/plan.h"

#include <algorithm>

#include "support/check.h"

namespace lathe::plan {

using ir::DType;
using ir::Emission;
using ir::OpId;
using ir::OpKind;
using ir::ValueId;

namespace {

class KernelBuilder {
 public:
  KernelBuilder(const ir::Module& module, KernelPlan& plan) : module_(module), plan_(plan) {}

  int NodeOf(ValueId value) {
    for (const auto& [known, node] : known_) {
      if (known == value) return node;
    }
    Node node;
    node.dtype = module_.type(value).dtype;
    if (const ir::Literal* literal = module_.ConstantOf(value);
        literal != nullptr && literal->count() == 1 && node.dtype != DType::kString &&
        (literal->rank() == 0 || plan_.space.ranked)) {
      node.kind = Node::Kind::kConstant;
      node.constant = *literal;
    } else if (IsNumber(module_.type(value))) {
      node.kind = Node::Kind::kScalar;
      node.index = int(plan_.scalars.size());
      plan_.scalars.push_back(value);
    } else {
      node.kind = Node::Kind::kInput;
      node.index = int(plan_.inputs.size());
      plan_.inputs.push_back(InputOf(value));
    }
    return Remember(value, Add(std::move(node)));
  }

  // Adds the operation's scalar function; its result becomes known as `op`'s value.
  int AddOp(OpId id) {
    const ir::Operation& op = module_[id];
    const ir::OpRow& row = ir::RowOf(op.kind);
    Node node;
    node.op = row.scalar;
    for (ValueId operand : op.operands) node.args.push_back(NodeOf(operand));
    node.operand = module_.type(op.operands.back()).dtype;
    node.dtype = module_.type(op.results[0]).dtype;
    if (op.kind == OpKind::kRelu) {
      Node zero;
      zero.kind = Node::Kind::kConstant;
      zero.dtype = node.dtype;
      zero.constant = ir::Literal::Zeros(node.dtype, {});
      node.args.push_back(Add(std::move(zero)));
    }
    bool fails = row.can_fail && ir::IsInteger(node.operand);
    plan_.can_fail = plan_.can_fail || fails;
    plan_.ops.push_back(id);
    return Remember(op.results[0], Add(std::move(node)));
  }

 private:
  int Add(Node node) {
    plan_.nodes.push_back(std::move(node));
    return int(plan_.nodes.size()) - 1;
  }
  int Remember(ValueId value, int node) {
    known_.emplace_back(value, node);
    return node;
  }

  Input InputOf(ValueId value) {
    const ir::Type& type = module_.type(value);
    Input input;
    input.value = value;
    input.dtype = type.dtype;
    if (!plan_.space.ranked || !type.shape.ranked) {
      if (type.shape.ranked && type.shape.elements() == 1) input.single = true;
      else plan_.exact = false;
      return input;
    }
    int rank = plan_.space.rank(), missing = rank - type.shape.rank();
    bool any = false;
    for (int axis = 0; axis < rank; ++axis) {
      ir::Dim space = plan_.space.dims[size_t(axis)];
      ir::Dim dim = axis < missing ? 1 : type.shape.dims[size_t(axis - missing)];
      bool full = dim != 1 || space == 1;
      if (full && dim != space) plan_.exact = false;
      if (full && dim == ir::kUnknown) plan_.exact = false;
      input.full.push_back(full);
      any = any || (full && space != 1);
    }
    input.single = !any && plan_.space.rank() > 0;
    if (input.single && plan_.space.elements() == 1) input.single = false;
    return input;
  }

  const ir::Module& module_;
  KernelPlan& plan_;
  std::vector<std::pair<ValueId, int>> known_;
};

class RegionPlanner {
 public:
  RegionPlanner(const ir::Module& module, ModulePlan& plan) : module_(module), plan_(plan) {}

  void Run(ir::RegionId id) {
    std::vector<Step> steps;
    for (OpId op : module_[id].operations) steps.push_back(StepOf(op));
    plan_.regions[id.index] = std::move(steps);
  }

 private:
  // Reduced and kept dimensions that alternate: a transposition puts the reduced ones last.
  static void TransposeIfScattered(KernelPlan& kernel) {
    if (!kernel.space.ranked) return;
    int runs = 0;
    auto reduced = [&](int axis) { return std::find(kernel.axes.begin(), kernel.axes.end(), axis) != kernel.axes.end(); };
    int last = -1;
    for (int axis = 0; axis < kernel.space.rank(); ++axis) {
      if (kernel.space.dims[size_t(axis)] == 1) continue;
      if (reduced(axis) && last != 1) ++runs;
      last = reduced(axis);
    }
    if (runs < 2) return;
    std::vector<int64_t> order;
    for (int axis = 0; axis < kernel.space.rank(); ++axis) {
      if (!reduced(axis)) order.push_back(axis);
    }
    size_t kept = order.size();
    for (int axis = 0; axis < kernel.space.rank(); ++axis) {
      if (reduced(axis)) order.push_back(axis);
    }
    ir::Shape space = kernel.space;
    std::vector<bool> full(order.size());
    kernel.axes.clear();
    for (size_t i = 0; i < order.size(); ++i) {
      kernel.space.dims[i] = space.dims[size_t(order[i])];
      full[i] = kernel.inputs[0].full[size_t(order[i])];
      if (i >= kept) kernel.axes.push_back(int64_t(i));
    }
    kernel.inputs[0].full = full;
    kernel.permutation = order;
  }

  Step StepOf(OpId id) {
    const ir::Operation& op = module_[id];
    const ir::OpRow& row = ir::RowOf(op.kind);
    bool elementwise = row.emission == Emission::kElementwise && !IsNumber(module_.type(op.results[0]));
    bool reduction = row.emission == Emission::kReduction && !IsNumber(module_.type(op.operands[0]));
    if (!elementwise && !reduction) return {id};
    for (ValueId operand : op.operands) {
      if (module_.type(operand).dtype == DType::kString) return {id};
    }
    KernelPlan kernel;
    kernel.space = module_.type(elementwise ? op.results[0] : op.operands[0]).shape;
    KernelBuilder builder(module_, kernel);
    if (elementwise) {
      kernel.outputs.push_back({op.results[0], builder.AddOp(id)});
    } else {
      kernel.outputs.push_back({op.results[0], builder.NodeOf(op.operands[0])});
      const auto& axes = std::get<ir::AxesAttr>(op.attrs);
      kernel.reducer = row.scalar;
      kernel.axes = axes.axes;
      kernel.keep_dims = axes.keep_dims;
      kernel.ops.push_back(id);
      TransposeIfScattered(kernel);
    }
    plan_.kernels.push_back(std::move(kernel));
    return {id, int(plan_.kernels.size()) - 1};
  }

  const ir::Module& module_;
  ModulePlan& plan_;
};

}  // namespace

ModulePlan BuildPlan(const ir::Module& module) {
  ModulePlan plan;
  plan.regions.resize(module.region_count());
  RegionPlanner planner(module, plan);
  for (uint32_t i = 0; i < module.region_count(); ++i) planner.Run(ir::RegionId{i});
  return plan;
}

}  // namespace lathe::plan
