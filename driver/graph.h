// The graph of a module, as JSON (lathe-graph/1) and as Graphviz dot. Both come from one walk: functions, and each region
// of a control operation as a nested function, with nodes in order.
#pragma once
#include <string>

#include "ir/ir.h"
#include "support/source.h"

namespace lathe::driver {

struct GraphOptions {
  std::string stage;           // "traced" or "optimized"
  std::string function;        // only this function (its name in the program); empty: all
  int64_t max_const = 64;      // longer constants are given by their hash
};

std::string GraphJson(const ir::Module& module, const SourceManager& sources, const GraphOptions& options);
std::string GraphDot(const ir::Module& module, const SourceManager& sources, const GraphOptions& options);

}  // namespace lathe::driver
