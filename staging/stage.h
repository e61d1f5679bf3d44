// Staging: rewritten Ast -> IR module (one IR function per trace, `main` for the eager program).
#pragma once
#include <optional>
#include <string>

#include "frontend/ast.h"
#include "frontend/scopes.h"
#include "ir/ir.h"
#include "support/diagnostics.h"

namespace lathe::staging {

struct StageOptions {
  bool extensions = false;      // --extensions: accept what TensorFlow refuses and has an obvious meaning
  std::string path;             // the program, as the user named it
  std::string directory;        // relative data files are found from here at compile time (shapes of .npy), empty: cwd
  int64_t max_steps = 10'000'000;
  struct StagingRecord* record = nullptr;   // what staging decides, where somebody wants to know (staging/record.h)
};

// Runs the program abstractly. Everything wrong goes to the sink; nullopt if there were errors. `ast` is rewritten by
// autograph/ already and must outlive the call; library files that the program needs are added to it and to `sources`.
std::optional<ir::Module> Stage(ast::Ast& ast, const ScopeTable& scopes, SourceManager& sources, DiagnosticSink& sink,
                                const StageOptions& options);

}  // namespace lathe::staging
