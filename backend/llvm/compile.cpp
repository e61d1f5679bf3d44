// Module -> plan -> LLVM IR -> object bytes or text.
#include "backend/compile.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "backend/llvm/host.h"
#include "backend/llvm/math_library.h"
#include "support/check.h"

namespace lathe::backend {

namespace {

// Emits everything into `unit` and optimises it. An invalid `entry`: the program with its `main`.
Status Generate(Unit& unit, const plan::ModulePlan& plan, ir::FunctionId entry = {}) {
  HostModule host(unit, plan);
  if (entry.valid()) {
    host.EmitEntry(entry);
  } else {
    host.EmitAll();
  }
  if (unit.error) return *unit.error;
  LinkMath(unit);
  if (unit.error) return *unit.error;
  std::string text;
  llvm::raw_string_ostream stream(text);
  LATHE_CHECK(!llvm::verifyModule(*unit.module, &stream), text);
  unit.target.Optimize(*unit.module);
  return Ok{};
}

}  // namespace

Result<std::string> CompileToObject(const ir::Module& module, const SourceManager& sources, const CompileOptions& options) {
  PhaseScope phase("emit", module.source_path);
  auto target = Target::Create(options);
  if (!target) return target.error();
  plan::ModulePlan plan = plan::BuildPlan(module);
  Unit unit(module, sources, *target.value());
  Status status = Generate(unit, plan);
  if (!status) return status.error();
  return unit.target.EmitObject(*unit.module);
}

Result<std::unique_ptr<JitFunction>> CompileFunction(const ir::Module& module, const SourceManager& sources,
                                                     const CompileOptions& options, ir::FunctionId function) {
  PhaseScope phase("emit", module.source_path);
  auto target = Target::Create(options);
  if (!target) return target.error();
  plan::ModulePlan plan = plan::BuildPlan(module);
  Unit unit(module, sources, *target.value());
  Status status = Generate(unit, plan, function);
  if (!status) return status.error();
  return LoadEntry(unit.target.EmitObject(*unit.module));
}

Result<std::string> EmitText(const ir::Module& module, const SourceManager& sources, const CompileOptions& options,
                             TextLevel level) {
  PhaseScope phase("emit", module.source_path);
  plan::ModulePlan plan = plan::BuildPlan(module);
  if (level == TextLevel::kPlan) return plan::Print(module, plan);
  auto target = Target::Create(options);
  if (!target) return target.error();
  Unit unit(module, sources, *target.value());
  Status status = Generate(unit, plan);
  if (!status) return status.error();
  if (level == TextLevel::kAssembly) return unit.target.EmitAssembly(*unit.module);
  std::string text;
  llvm::raw_string_ostream stream(text);
  unit.module->print(stream, nullptr);
  return text;
}

Result<int> RunJit(const ir::Module& module, const SourceManager& sources, const CompileOptions& options, int argc,
                   char** argv) {
  std::string key, object;
  if (!options.cache_directory.empty()) {
    key = CacheKey(module, sources, options);
    object = LoadCached(options.cache_directory, key);
  }
  if (object.empty()) {
    auto made = CompileToObject(module, sources, options);
    if (!made) return made.error();
    object = made.take();
    if (!options.cache_directory.empty()) StoreCached(options.cache_directory, key, object);
  }
  return RunObject(object, argc, argv);
}

}  // namespace lathe::backend
