// The passes over a module, in order, verified after each.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ir.h"

namespace lathe::ir {

// What a pass is: a new module from an old one. Each pass's file says its input, output and method.
Module InlineCalls(const Module& module);
Module Simplify(const Module& module);
Module ShareCommon(const Module& module);
Module RemoveDead(const Module& module);

// A part of a mapped function that stays element by element (the `map-sequential` warning).
struct SequentialMap {
  Span span;
  std::string operation;  // row of ops.def, or "vectorized_map" for the whole function
  std::string reason;
  bool refused = false;   // the program does not accept it: fallback_to_while_loop=False
};
// Attribute (a TextAttr) of a Map that must not stay element by element.
constexpr const char* kParallelMap = "parallel";
Module VectorizeMaps(const Module& module, std::vector<SequentialMap>* notes = nullptr);

struct PipelineOptions {
  std::string stop_after;  // name of the last pass to run; empty: all
  // Called after each pass (--after PASS, --after-all).
  std::function<void(std::string_view pass, const Module& module)> after_pass;
  std::vector<SequentialMap>* sequential_maps = nullptr;  // what vectorize could not do, if given
};

// Names of the passes in order (for --stop-after and help).
std::vector<std::string_view> PassNames();
// A pass that breaks an invariant of the IR ends in LATHE_CHECK with the pass's name.
Module RunPasses(Module module, const PipelineOptions& options = {});

}  // namespace lathe::ir
