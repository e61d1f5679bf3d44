// Text of a ModulePlan: `lathe ir --level=plan`.
#include "backend/plan/plan.h"

namespace lathe::plan {

namespace {

std::string NodeText(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kInput: return "input " + std::to_string(node.index);
    case Node::Kind::kScalar: return "scalar " + std::to_string(node.index);
    case Node::Kind::kConstant:
      return "constant " + (ir::IsFloating(node.dtype) ? std::to_string(node.constant.FloatAt(0))
                                                       : std::string(ir::IsComplex(node.dtype) ? "complex"
                                                                     : std::to_string(node.constant.IntAt(0))));
    case Node::Kind::kOp: break;
  }
  std::string text = "op" + std::to_string(int(node.op)) + "(";
  for (size_t i = 0; i < node.args.size(); ++i) text += (i > 0 ? ", %" : "%") + std::to_string(node.args[i]);
  return text + ")";
}

void PrintKernel(const ir::Module& module, const KernelPlan& kernel, size_t index, std::string& out) {
  out += "kernel " + std::to_string(index) + " over " + ir::ToString(kernel.space) + (kernel.exact ? "" : " checked") + "\n";
  for (size_t i = 0; i < kernel.inputs.size(); ++i) {
    const Input& input = kernel.inputs[i];
    out += "  input " + std::to_string(i) + ": %" + std::to_string(input.value.index) + " " +
           ir::ToString(module.type(input.value));
    if (input.single) out += " single";
    for (bool full : input.full) out += full ? " full" : " repeat";
    out += "\n";
  }
  for (size_t i = 0; i < kernel.scalars.size(); ++i) {
    out += "  scalar " + std::to_string(i) + ": %" + std::to_string(kernel.scalars[i].index) + "\n";
  }
  for (size_t i = 0; i < kernel.nodes.size(); ++i) {
    out += "  %" + std::to_string(i) + " = " + NodeText(kernel.nodes[i]) + ": " + std::string(ir::NameOf(kernel.nodes[i].dtype)) + "\n";
  }
  if (kernel.is_reduction()) {
    out += "  reduce op" + std::to_string(int(kernel.reducer)) + " over axes";
    for (int64_t axis : kernel.axes) out += " " + std::to_string(axis);
    out += "\n";
  }
  for (const Output& output : kernel.outputs) {
    out += "  output %" + std::to_string(output.node) + " -> value " + std::to_string(output.value.index) + "\n";
  }
}

void PrintRegion(const ir::Module& module, const ModulePlan& plan, ir::RegionId region, int depth, std::string& out) {
  std::string indent(size_t(depth) * 2, ' ');
  for (const Step& step : plan.regions[region.index]) {
    const ir::Operation& op = module[step.op];
    if (!step.is_operation()) {
      std::vector<int> kernels = step.chain;
      if (kernels.empty()) kernels.push_back(step.kernel);
      out += indent + (step.chain.empty() ? "kernel" : "by blocks of rows: kernels");
      for (int kernel : kernels) out += " " + std::to_string(kernel);
      out += "\n";
      continue;
    }
    out += indent + std::string(ir::RowOf(op.kind).name);
    for (ir::ValueId v : op.operands) out += " %" + std::to_string(v.index);
    out += "\n";
    for (ir::RegionId inner : op.regions) {
      out += indent + "{\n";
      PrintRegion(module, plan, inner, depth + 1, out);
      out += indent + "}\n";
    }
  }
}

}  // namespace

std::string Print(const ir::Module& module, const ModulePlan& plan) {
  std::string out;
  for (size_t i = 0; i < plan.kernels.size(); ++i) PrintKernel(module, plan.kernels[i], i, out);
  for (uint32_t i = 0; i < module.function_count(); ++i) {
    const ir::Function& function = module[ir::FunctionId{i}];
    out += "function " + function.name + "\n";
    PrintRegion(module, plan, function.body, 1, out);
  }
  return out;
}

}  // namespace lathe::plan
