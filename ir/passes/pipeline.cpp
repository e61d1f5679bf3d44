#include "ir/passes/pipeline.h"

#include "ir/printer.h"
#include "support/check.h"

namespace lathe::ir {
namespace {

struct Pass {
  std::string_view name;
  Module (*run)(const Module&);  // null: vectorize, which also reports
};

// Inlining first: it brings constants and common parts of callee and caller together. Simplification leaves dead
// operations behind and makes equal ones out of different ones, so sharing and removal come after it. Maps are vectorized
// when shapes are known as well as they will be; what that leaves (repeated shared values, shapes) is simplified again.
constexpr Pass kPasses[] = {
    {"inline", InlineCalls},
    {"simplify", Simplify},
    {"vectorize", nullptr},
    {"tidy", Simplify},
    {"share", ShareCommon},
    {"dead", RemoveDead},
};

void Check(std::string_view pass, const Module& module) {
  std::vector<std::string> problems = Verify(module);
  if (problems.empty()) return;
  std::string text = "after " + std::string(pass) + ": " + problems[0];
  if (problems.size() > 1) text += " (and " + std::to_string(problems.size() - 1) + " more)";
  LATHE_CHECK(problems.empty(), text);
}

}  // namespace

std::vector<std::string_view> PassNames() {
  std::vector<std::string_view> names;
  for (const Pass& pass : kPasses) names.push_back(pass.name);
  return names;
}

Module RunPasses(Module module, const PipelineOptions& options) {
  Check("staging", module);
  for (const Pass& pass : kPasses) {
    PhaseScope phase("pass", pass.name);
    module = pass.run ? pass.run(module) : VectorizeMaps(module, options.sequential_maps);
    Check(pass.name, module);
    if (options.after_pass) options.after_pass(pass.name, module);
    if (options.stop_after == pass.name) break;
  }
  return module;
}

}  // namespace lathe::ir
