// Module -> ModulePlan. Input: structured IR. Output: per region the steps in order, elementwise work and reductions as
// KernelPlans. Method: one walk per region; an elementwise operation on tensors joins an open group of the same
// iteration space, or opens one; a group is emitted as soon as something outside needs a value of it.
#include "backend/plan/chain.h"
#include "backend/plan/dims.h"
#include "backend/plan/nest.h"
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
  // `space`: dimension names of the plan's space.
  KernelBuilder(const ir::Module& module, const DimNames& names, const std::vector<int64_t>& space, KernelPlan& plan)
      : module_(module), names_(names), space_(space), plan_(plan) {}

  int NodeOf(ValueId value) {
    for (const auto& [known, node] : known_) {
      if (known == value) return node;
    }
    Node node;
    node.dtype = module_.type(value).dtype;
    if (const ir::Literal* literal = module_.ConstantOf(value);
        literal != nullptr && literal->count() == 1 && node.dtype != DType::kString &&
        (literal->rank() == 0 || plan_.space.fully_known())) {
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
      if (plan_.space.ranked) input.full.assign(size_t(plan_.space.rank()), true);
      else input.single = type.shape.ranked && type.shape.elements() == 1;
      plan_.exact = false;
      return input;
    }
    int rank = plan_.space.rank(), missing = rank - type.shape.rank();
    const std::vector<int64_t>& own = names_.of(value);
    bool any = false;
    for (int axis = 0; axis < rank; ++axis) {
      int64_t space = space_[size_t(axis)];
      int64_t dim = axis < missing ? 1 : own[size_t(axis - missing)];
      bool full = dim != 1 || space == 1;
      if (full && dim != space) plan_.exact = false;
      input.full.push_back(full);
      any = any || (full && space != 1);
    }
    input.single = !any && plan_.space.rank() > 0;
    if (input.single && plan_.space.elements() == 1) input.single = false;
    return input;
  }

  const ir::Module& module_;
  const DimNames& names_;
  const std::vector<int64_t>& space_;
  KernelPlan& plan_;
  std::vector<std::pair<ValueId, int>> known_;
};

// Users of every value, nested ones included; yields count as an invalid operation.
std::vector<std::vector<OpId>> UsersOf(const ir::Module& module) {
  std::vector<std::vector<OpId>> users(module.value_count());
  for (uint32_t i = 0; i < module.op_count(); ++i) {
    for (ValueId v : module[OpId{i}].operands) users[v.index].push_back(OpId{i});
  }
  for (uint32_t i = 0; i < module.region_count(); ++i) {
    for (ValueId v : module[ir::RegionId{i}].yields) users[v.index].push_back(OpId{});
  }
  return users;
}

class RegionPlanner {
 public:
  RegionPlanner(const ir::Module& module, const DimNames& names, const std::vector<std::vector<OpId>>& users,
                ModulePlan& plan)
      : module_(module), names_(names), users_(users), plan_(plan) {}

  void Run(ir::RegionId id) {
    for (OpId op : module_[id].operations) Visit(op);
    FlushAll();
    ChainRows(module_, names_, plan_, steps_);
    plan_.regions[id.index] = std::move(steps_);
    steps_.clear();
  }

 private:
  // Elementwise operations over one space that will be one loop.
  struct Group {
    std::vector<OpId> ops;
    std::vector<int64_t> space;  // dimension names
    int cost = 0;
  };
  // Beyond these a loop gains nothing and costs compile time and registers.
  static constexpr int kMostOps = 64;
  static constexpr size_t kMostValues = 24;

  bool IsFusable(const ir::Operation& op) const {
    const ir::OpRow& row = ir::RowOf(op.kind);
    if (row.emission != Emission::kElementwise) return false;
    const ir::Type& result = module_.type(op.results[0]);
    if (IsNumber(result) || result.kind != ir::TypeKind::kTensor) return false;
    for (ValueId v : op.operands) {
      if (module_.type(v).dtype == DType::kString || module_.type(v).kind != ir::TypeKind::kTensor) return false;
    }
    return true;
  }

  // All operands repeat or have exactly the result's extents: no check at run time, so the operation may move.
  bool IsExact(const ir::Operation& op) const {
    const ir::Type& result = module_.type(op.results[0]);
    if (!result.shape.ranked) return false;
    const std::vector<int64_t>& space = names_.of(op.results[0]);
    std::vector<bool> given(space.size());
    for (size_t axis = 0; axis < space.size(); ++axis) given[axis] = space[axis] >= 0;
    for (ValueId v : op.operands) {
      if (!module_.type(v).shape.ranked) return false;
      const std::vector<int64_t>& own = names_.of(v);
      size_t missing = space.size() - own.size();
      for (size_t axis = 0; axis < own.size(); ++axis) {
        if (own[axis] != 1 && own[axis] != space[axis + missing]) return false;
        if (own[axis] == space[axis + missing]) given[axis + missing] = true;
      }
    }
    // Extents that only the running program knows must come from an operand.
    return std::find(given.begin(), given.end(), false) == given.end();
  }

  bool CanFail(const ir::Operation& op) const {
    return ir::RowOf(op.kind).can_fail && ir::IsInteger(module_.type(op.operands.back()).dtype);
  }

  Group* Producer(ValueId v) {
    OpId definition = module_[v].definition;
    if (!definition.valid()) return nullptr;
    for (Group& group : open_) {
      if (std::find(group.ops.begin(), group.ops.end(), definition) != group.ops.end()) return &group;
    }
    return nullptr;
  }

  void Visit(OpId id) {
    const ir::Operation& op = module_[id];
    const ir::OpRow& row = ir::RowOf(op.kind);
    if (row.emission == Emission::kConstant) return;
    if (IsFusable(op)) {
      if (IsExact(op) && !CanFail(op)) return Join(id);
      FlushOperands(op);
      return EmitGroup({{id}, names_.of(op.results[0]), 0});
    }
    if (row.emission == Emission::kReduction && !IsNumber(module_.type(op.operands[0]))) return Reduce(id);
    if (!op.regions.empty() || row.effect == ir::Effect::kWrites) {
      FlushAll();
    } else {
      FlushOperands(op);
    }
    steps_.push_back({id});
  }

  static int CostOf(const ir::Operation& op) {
    ir::ScalarOp scalar = ir::RowOf(op.kind).scalar;
    return scalar >= ir::ScalarOp::kRsqrt && scalar <= ir::ScalarOp::kDigamma ? 4 : 1;
  }

  void Join(OpId id) {
    const ir::Operation& op = module_[id];
    const std::vector<int64_t>& space = names_.of(op.results[0]);
    auto fits = [&](const Group& group) {
      return group.space == space && group.cost + CostOf(op) <= kMostOps && Values(group).size() + op.operands.size() <= kMostValues;
    };
    size_t target = open_.size();
    for (size_t g = 0; g < open_.size(); ++g) {
      if (fits(open_[g])) target = g;
    }
    for (ValueId v : op.operands) {
      Group* producer = Producer(v);
      if (producer != nullptr && fits(*producer)) target = size_t(producer - open_.data());
    }
    // Groups that feed this one must come first.
    for (ValueId v : op.operands) {
      for (size_t g = 0; g < open_.size(); ++g) {
        if (&open_[g] != Producer(v) || g == target) continue;
        if (target > g && target != open_.size()) --target;
        else if (target == open_.size()) --target;
        Flush(g);
        break;
      }
    }
    if (target == open_.size()) open_.push_back({{}, space, 0});
    open_[target].ops.push_back(id);
    open_[target].cost += CostOf(op);
  }

  // Inputs and outputs of a group.
  std::vector<ValueId> Values(const Group& group) const {
    std::vector<ValueId> values;
    auto add = [&](ValueId v) {
      if (std::find(values.begin(), values.end(), v) == values.end()) values.push_back(v);
    };
    for (OpId id : group.ops) {
      for (ValueId v : module_[id].operands) {
        if (!Contains(group, module_[v].definition)) add(v);
      }
      if (Escapes(group, module_[id].results[0])) add(module_[id].results[0]);
    }
    return values;
  }

  static bool Contains(const Group& group, OpId id) {
    return id.valid() && std::find(group.ops.begin(), group.ops.end(), id) != group.ops.end();
  }

  bool Escapes(const Group& group, ValueId v) const {
    for (OpId user : users_[v.index]) {
      if (!Contains(group, user)) return true;
    }
    return false;
  }

  void Reduce(OpId id) {
    const ir::Operation& op = module_[id];
    const ir::OpRow& row = ir::RowOf(op.kind);
    ValueId operand = op.operands[0];
    Group* group = Producer(operand);
    KernelPlan kernel;
    kernel.space = module_.type(operand).shape;
    kernel.reducer = row.scalar;
    const auto& axes = std::get<ir::AxesAttr>(op.attrs);
    kernel.axes = axes.axes;
    kernel.keep_dims = axes.keep_dims;
    bool absorb = group != nullptr && Alternations(kernel) < 2;
    if (absorb) {
      for (OpId member : group->ops) {
        ValueId result = module_[member].results[0];
        for (OpId user : users_[result.index]) {
          absorb = absorb && (Contains(*group, user) || (result == operand && user == id));
        }
      }
    }
    if (absorb) {
      KernelPlan fused = kernel;
      KernelBuilder builder(module_, names_, names_.of(operand), fused);
      for (OpId member : group->ops) builder.AddOp(member);
      fused.outputs.push_back({op.results[0], builder.NodeOf(operand)});
      absorb = ReduceNestOf(fused).shape != ReduceNest::Shape::kOther;
      if (absorb) kernel = std::move(fused);
    }
    if (absorb) {
      open_.erase(open_.begin() + (group - open_.data()));
    } else {
      if (group != nullptr) Flush(size_t(group - open_.data()));
      KernelBuilder builder(module_, names_, names_.of(operand), kernel);
      kernel.outputs.push_back({op.results[0], builder.NodeOf(operand)});
      TransposeIfScattered(kernel);
    }
    kernel.ops.push_back(id);
    plan_.kernels.push_back(std::move(kernel));
    steps_.push_back({id, int(plan_.kernels.size()) - 1});
  }

  void FlushOperands(const ir::Operation& op) {
    for (ValueId v : op.operands) {
      if (Group* group = Producer(v)) Flush(size_t(group - open_.data()));
    }
  }

  void FlushAll() {
    while (!open_.empty()) Flush(0);
  }

  void Flush(size_t g) {
    Group group = std::move(open_[g]);
    open_.erase(open_.begin() + long(g));
    EmitGroup(group);
  }

  void EmitGroup(const Group& group) {
    KernelPlan kernel;
    kernel.space = module_.type(module_[group.ops.back()].results[0]).shape;
    KernelBuilder builder(module_, names_, group.space, kernel);
    for (OpId id : group.ops) {
      int node = builder.AddOp(id);
      ValueId result = module_[id].results[0];
      if (Escapes(group, result)) kernel.outputs.push_back({result, node});
    }
    for (int axis = 0; kernel.space.ranked && axis < kernel.space.rank(); ++axis) {
      bool given = ir::IsKnown(kernel.space.dims[size_t(axis)]);
      for (const Input& input : kernel.inputs) given = given || (!input.single && input.full[size_t(axis)]);
      kernel.exact = kernel.exact && given;
    }
    if (kernel.outputs.empty() && !kernel.can_fail && kernel.exact) return;
    if (kernel.outputs.empty()) {
      kernel.outputs.push_back({module_[group.ops.back()].results[0], int(kernel.nodes.size()) - 1});
    }
    plan_.kernels.push_back(std::move(kernel));
    steps_.push_back({group.ops.back(), int(plan_.kernels.size()) - 1});
  }

  // Runs of neighbouring reduced dimensions.
  static int Alternations(const KernelPlan& kernel) {
    if (!kernel.space.ranked) return 0;
    int runs = 0;
    bool inside = false;
    for (int axis = 0; axis < kernel.space.rank(); ++axis) {
      if (kernel.space.dims[size_t(axis)] == 1) continue;
      bool reduced = std::find(kernel.axes.begin(), kernel.axes.end(), axis) != kernel.axes.end();
      if (reduced && !inside) ++runs;
      inside = reduced;
    }
    return runs;
  }

  // Reduced and kept dimensions that alternate: a transposition puts the reduced ones last.
  static void TransposeIfScattered(KernelPlan& kernel) {
    if (!kernel.space.ranked) return;
    auto reduced = [&](int axis) { return std::find(kernel.axes.begin(), kernel.axes.end(), axis) != kernel.axes.end(); };
    if (Alternations(kernel) < 2) return;
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

  const ir::Module& module_;
  const DimNames& names_;
  const std::vector<std::vector<OpId>>& users_;
  ModulePlan& plan_;
  std::vector<Step> steps_;
  std::vector<Group> open_;  // independent of each other
};

}  // namespace

ModulePlan BuildPlan(const ir::Module& module) {
  ModulePlan plan;
  plan.regions.resize(module.region_count());
  DimNames names(module);
  std::vector<std::vector<OpId>> users = UsersOf(module);
  RegionPlanner planner(module, names, users, plan);
  for (uint32_t i = 0; i < module.region_count(); ++i) planner.Run(ir::RegionId{i});
  return plan;
}

}  // namespace lathe::plan
