// The one model behind every graph view: functions of nodes, control flow as nested functions, never flattened.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "driver/graph.h"

namespace lathe::driver {

struct GraphPort {
  std::string node;
  uint32_t port = 0;
};
struct GraphNode {
  std::string id, op, name, scope;
  std::vector<GraphPort> inputs;
  std::vector<ir::Type> outputs;
  std::vector<std::string> control;                           // the effect before this one, in the same function
  std::vector<std::pair<std::string, std::string>> attrs;
  std::vector<std::pair<std::string, std::string>> bodies;    // role -> function id
  std::vector<std::string> effects;
  Span span;
};
struct GraphFunction {
  std::string id, name, trace, parent;                        // parent: the function that a body lies in
  std::vector<GraphPort> inputs, outputs;
  std::vector<GraphNode> nodes;                               // in order of execution
};
struct GraphModel {
  std::vector<FileId> files;                                  // sources that nodes point to, in order
  std::vector<GraphFunction> functions;                       // outer before inner
};

GraphModel MakeGraphModel(const ir::Module& module, const GraphOptions& options);

}  // namespace lathe::driver
