// GraphModel -> lathe-graph/1.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "driver/graph_model.h"
#include "support/sha256.h"

namespace lathe::driver {

namespace {

using Json = nlohmann::ordered_json;

Json PortsJson(const std::vector<GraphPort>& ports) {
  Json list = Json::array();
  for (const GraphPort& port : ports) list.push_back({{"node", port.node}, {"port", port.port}});
  return list;
}

// Known dimensions are numbers, unknown ones null, symbols names that are equal where the sizes are.
Json TypeJson(const ir::Type& type) {
  Json shape = nullptr;
  if (type.shape.ranked) {
    shape = Json::array();
    for (ir::Dim d : type.shape.dims) {
      if (ir::IsKnown(d)) shape.push_back(d);
      else if (d == ir::kUnknown) shape.push_back(nullptr);
      else shape.push_back("n" + std::to_string(-d - 1));
    }
  }
  Json json = {{"dtype", std::string(ir::NameOf(type.dtype))}, {"shape", shape}};
  if (type.kind == ir::TypeKind::kList) json["list"] = true;
  return json;
}

Json LocationJson(Span span, const GraphModel& model, const SourceManager& sources) {
  if (!span.valid()) return nullptr;
  auto at = std::find(model.files.begin(), model.files.end(), span.file);
  LineColumn begin = sources.Locate(span.file, span.begin), end = sources.Locate(span.file, span.end);
  return {{"source", at - model.files.begin()},
          {"line", begin.line},
          {"column", begin.column},
          {"end_line", end.line},
          {"end_column", end.column}};
}

Json NodeJson(const GraphNode& node, const GraphModel& model, const SourceManager& sources) {
  Json outputs = Json::array(), attrs = Json::object(), bodies = Json::object();
  for (const ir::Type& type : node.outputs) outputs.push_back(TypeJson(type));
  for (const auto& [name, value] : node.attrs) attrs[name] = value;
  for (const auto& [role, function] : node.bodies) bodies[role] = function;
  return {{"id", node.id},           {"op", node.op},
          {"name", node.name},       {"inputs", PortsJson(node.inputs)},
          {"outputs", outputs},      {"control", node.control},
          {"attrs", attrs},          {"bodies", bodies},
          {"loc", LocationJson(node.span, model, sources)},
          {"from", Json::array()},   {"scope", node.scope},
          {"effects", node.effects}};
}

}  // namespace

std::string GraphJson(const ir::Module& module, const SourceManager& sources, const GraphOptions& options) {
  GraphModel model = MakeGraphModel(module, options);
  Json source = Json::array(), functions = Json::array();
  for (size_t i = 0; i < model.files.size(); ++i) {
    source.push_back({{"id", i},
                      {"path", std::string(sources.path(model.files[i]))},
                      {"sha256", Sha256(sources.text(model.files[i]))}});
  }
  for (const GraphFunction& f : model.functions) {
    Json nodes = Json::array();
    for (const GraphNode& node : f.nodes) nodes.push_back(NodeJson(node, model, sources));
    functions.push_back({{"id", f.id},
                         {"name", f.name},
                         {"trace", f.trace},
                         {"inputs", PortsJson(f.inputs)},
                         {"outputs", PortsJson(f.outputs)},
                         {"nodes", nodes}});
  }
  Json graph = {{"schema", "lathe-graph/1"},
                {"producer", {{"name", "lathe"}, {"version", LATHE_VERSION}}},
                {"source", source},
                {"stage", options.stage},
                {"functions", functions}};
  return graph.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lathe::driver
