// ir::Module -> GraphModel. Ids are numbered in program order, so equal programs give equal graphs.
#include "driver/graph_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ir/attrs_text.h"
#include "ir/op_table.h"

namespace lathe::driver {

namespace {

std::vector<std::string> RolesOf(ir::OpKind kind) {
  switch (ir::RowOf(kind).emission) {
    case ir::Emission::kControl: break;
    default: return {};
  }
  if (kind == ir::OpKind::kIf) return {"then", "else"};
  if (kind == ir::OpKind::kWhile) return {"condition", "body"};
  if (kind == ir::OpKind::kTry) return {"body", "handler"};
  return {"body"};
}

std::string LowerCase(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  return out;
}

class Maker {
 public:
  Maker(const ir::Module& module, const GraphOptions& options) : module_(module), options_(options) {}

  GraphModel Make() {
    NameFunctions();
    for (uint32_t i = 0; i < module_.function_count(); ++i) {
      const ir::Function& f = module_[ir::FunctionId{i}];
      if (!options_.function.empty() && f.name != options_.function) continue;
      AddRegion(f.body, function_ids_[i], f.name, f.trace, "");
    }
    return std::move(model_);
  }

 private:
  void NameFunctions() {
    std::map<std::string, int> uses;
    for (uint32_t i = 0; i < module_.function_count(); ++i) {
      const ir::Function& f = module_[ir::FunctionId{i}];
      std::string name = f.name.empty() ? "main" : f.name;
      int use = ++uses[name];
      function_ids_.push_back(use == 1 ? name : fmt::format("{}_{}", name, use));
    }
  }

  void AddRegion(ir::RegionId region_id, const std::string& id, const std::string& name, const std::string& trace,
                 const std::string& parent) {
    const ir::Region& region = module_[region_id];
    size_t index = model_.functions.size();
    model_.functions.push_back({id, name, trace, parent, {}, {}, {}});
    GraphFunction made = model_.functions[index];
    for (ir::ValueId parameter : region.parameters) AddParameter(made, parameter, id);
    std::map<std::string, int> counts;
    std::string last_effect;
    for (ir::OpId op : region.operations) AddNode(made, op, id, counts, last_effect);
    for (ir::ValueId value : region.yields) made.outputs.push_back(PortOf(value));
    model_.functions[index] = std::move(made);
  }

  void AddParameter(GraphFunction& made, ir::ValueId parameter, const std::string& scope) {
    GraphNode node;
    node.id = NewId();
    node.op = "Parameter";
    node.name = fmt::format("parameter_{}", module_[parameter].index);
    node.scope = scope;
    node.outputs = {module_.type(parameter)};
    ports_[parameter.index] = {node.id, 0};
    made.inputs.push_back({node.id, 0});
    made.nodes.push_back(std::move(node));
  }

  void AddNode(GraphFunction& made, ir::OpId id, const std::string& scope, std::map<std::string, int>& counts,
               std::string& last_effect) {
    const ir::Operation& op = module_[id];
    const ir::OpRow& row = ir::RowOf(op.kind);
    GraphNode node;
    node.id = NewId();
    node.op = std::string(row.name);
    std::string stem = LowerCase(row.name);
    node.name = fmt::format("{}_{}", stem, ++counts[stem]);
    node.scope = scope;
    node.span = op.span;
    NoteFile(op.span);
    for (ir::ValueId operand : op.operands) node.inputs.push_back(PortOf(operand));
    for (size_t i = 0; i < op.results.size(); ++i) {
      node.outputs.push_back(module_.type(op.results[i]));
      ports_[op.results[i].index] = {node.id, uint32_t(i)};
    }
    AddAttrs(node, op);
    AddEffects(node, op, row, last_effect);
    std::vector<std::pair<ir::RegionId, std::string>> inner;
    std::vector<std::string> roles = RolesOf(op.kind);
    for (size_t i = 0; i < op.regions.size(); ++i) {
      std::string role = i < roles.size() ? roles[i] : fmt::format("region_{}", i);
      std::string body = fmt::format("{}/{}/{}", scope, node.name, role);
      node.bodies.emplace_back(role, body);
      inner.emplace_back(op.regions[i], body);
    }
    if (auto* call = std::get_if<ir::CallAttr>(&op.attrs)) node.bodies.emplace_back("callee", function_ids_[call->callee.index]);
    made.nodes.push_back(std::move(node));
    for (const auto& [region, body] : inner) AddRegion(region, body, body.substr(body.rfind('/') + 1), "", scope);
  }

  void AddAttrs(GraphNode& node, const ir::Operation& op) {
    if (auto* literal = std::get_if<ir::LiteralAttr>(&op.attrs)) {
      node.attrs.emplace_back("value", ir::LiteralText(literal->value, options_.max_const));
    } else if (!std::holds_alternative<ir::CallAttr>(op.attrs)) {
      node.attrs = ir::AttrPairs(module_, op.attrs);
    }
  }

  void AddEffects(GraphNode& node, const ir::Operation& op, const ir::OpRow& row, std::string& last_effect) {
    if (row.effect == ir::Effect::kPure) return;
    bool reads = row.effect == ir::Effect::kReads;
    if (auto* global = std::get_if<ir::GlobalAttr>(&op.attrs)) {
      node.effects.push_back(fmt::format("{} {}", reads ? "read" : "write", module_[global->global].name));
    } else {
      node.effects.push_back(reads ? "read" : LowerCase(row.name));
    }
    if (!last_effect.empty()) node.control.push_back(last_effect);
    last_effect = node.id;
  }

  GraphPort PortOf(ir::ValueId value) const {
    auto found = ports_.find(value.index);
    return found == ports_.end() ? GraphPort{"", 0} : found->second;
  }

  void NoteFile(Span span) {
    if (!span.valid()) return;
    if (std::find(model_.files.begin(), model_.files.end(), span.file) == model_.files.end()) model_.files.push_back(span.file);
  }

  std::string NewId() { return fmt::format("n{}", ++last_id_); }

  const ir::Module& module_;
  const GraphOptions& options_;
  GraphModel model_;
  std::vector<std::string> function_ids_;
  std::map<uint32_t, GraphPort> ports_;
  uint32_t last_id_ = 0;
};

}  // namespace

GraphModel MakeGraphModel(const ir::Module& module, const GraphOptions& options) { return Maker(module, options).Make(); }

}  // namespace lathe::driver
