// From an IR module to native code: run in this process, object bytes, or an executable. No LLVM types here.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "ir/ir.h"
#include "support/result.h"
#include "support/source.h"

namespace lathe::backend {

struct CompileOptions {
  int opt_level = 2;           // 0: quick code generation; 2: the normal one
  std::string cpu = "native";  // or an LLVM CPU name: x86-64-v2, x86-64-v3, x86-64-v4, znver5, …
  bool debug_info = false;     // line tables for gdb and profilers
  std::string cache_directory; // objects of earlier runs; empty: none is kept
};

// Compiles (or loads from the cache) and runs the program's main function. The value is the program's exit status.
Result<int> RunJit(const ir::Module&, const SourceManager&, const CompileOptions&, int argc, char** argv);

// One function of a module, compiled and callable any number of times in this process: `lathe run --entry`, bench, tests.
class JitFunction {
 public:
  virtual ~JitFunction() = default;
  // Inputs borrowed, outputs owned by the caller; numbers are rank-0 tensors. 1: the error is in the context.
  virtual int32_t Call(LtContext* context, const LtTensor* const* in, LtTensor* out) = 0;
};
Result<std::unique_ptr<JitFunction>> CompileFunction(const ir::Module&, const SourceManager&, const CompileOptions&,
                                                     ir::FunctionId function);

// An ELF object that defines `main` and needs only the runtime archive and libc.
Result<std::string> CompileToObject(const ir::Module&, const SourceManager&, const CompileOptions&);

// Runs an object made by CompileToObject in this process (a cached one, for instance).
Result<int> RunObject(std::string_view object, int argc, char** argv);

// Links statically with the embedded runtime; writes to a temporary name and renames.
Status LinkExecutable(const std::string& object, const std::string& output_path);

enum class TextLevel { kPlan, kLlvm, kAssembly };
Result<std::string> EmitText(const ir::Module&, const SourceManager&, const CompileOptions&, TextLevel);

// Names the compiled form of a module: equal keys, equal objects. Depends on the printed IR, the CPU and this build.
std::string CacheKey(const ir::Module&, const SourceManager&, const CompileOptions&);

// A cached object by key; empty when there is none. StoreCached ignores failures (a cache is never needed).
std::string LoadCached(const std::string& directory, const std::string& key);
void StoreCached(const std::string& directory, const std::string& key, std::string_view object);

// The CPU's name as LLVM has it, and "22.1.8": for `lathe doctor`.
std::string HostCpu();
std::string LlvmVersion();

}  // namespace lathe::backend
