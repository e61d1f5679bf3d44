// GraphModel -> Graphviz dot: a cluster per function, dashed edges for the order of effects.
#include <fmt/format.h>

#include <map>

#include "driver/graph_model.h"

namespace lathe::driver {

namespace {

std::string Quote(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string LabelOf(const GraphNode& node) {
  std::string label = node.op;
  for (const auto& [name, value] : node.attrs) {
    label += fmt::format("\n{}={}", name, value.size() > 40 ? value.substr(0, 37) + "..." : value);
  }
  for (const ir::Type& type : node.outputs) label += "\n" + ir::ToString(type);
  return label;
}

void AppendFunction(std::string& out, const GraphModel& model, const GraphFunction& f, const SourceManager& sources, int depth) {
  std::string indent(size_t(depth) * 2, ' ');
  out += fmt::format("{}subgraph {} {{\n", indent, Quote("cluster_" + f.id));
  out += fmt::format("{}  label={};\n", indent, Quote(f.trace.empty() ? f.name : f.trace));
  for (const GraphNode& node : f.nodes) {
    std::string tooltip;
    if (node.span.valid()) {
      uint32_t line = sources.Line(node.span);
      tooltip = fmt::format("{}:{}: {}", sources.path(node.span.file), line, sources.LineText(node.span.file, line));
    }
    out += fmt::format("{}  {} [label={}, tooltip={}];\n", indent, node.id, Quote(LabelOf(node)), Quote(tooltip));
  }
  for (const GraphFunction& inner : model.functions) {
    if (inner.parent == f.id) AppendFunction(out, model, inner, sources, depth + 1);
  }
  out += indent + "}\n";
}

}  // namespace

std::string GraphDot(const ir::Module& module, const SourceManager& sources, const GraphOptions& options) {
  GraphModel model = MakeGraphModel(module, options);
  std::string out = "digraph lathe {\n  compound=true;\n  node [shape=box, fontname=\"sans-serif\"];\n";
  for (const GraphFunction& f : model.functions) {
    if (f.parent.empty()) AppendFunction(out, model, f, sources, 1);
  }
  for (const GraphFunction& f : model.functions) {
    for (const GraphNode& node : f.nodes) {
      for (const GraphPort& input : node.inputs) {
        if (!input.node.empty()) out += fmt::format("  {} -> {};\n", input.node, node.id);
      }
      for (const std::string& before : node.control) out += fmt::format("  {} -> {} [style=dashed];\n", before, node.id);
    }
  }
  return out + "}\n";
}

}  // namespace lathe::driver
