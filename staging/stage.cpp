// Entry of staging: sets up the module and the interpreter, runs the program abstractly on a thread with a deep stack.
#include "staging/stage.h"

#include <pthread.h>

#include "frontend/scopes.h"
#include "staging/interp.h"
#include "support/check.h"

namespace lathe::staging {

namespace {

struct Job {
  ast::Ast& ast;
  const ScopeTable& scopes;
  SourceManager& sources;
  DiagnosticSink& sink;
  const StageOptions& options;
  ir::Module module;
};

void RunJob(Job& job) {
  PhaseScope phase("staging", job.options.path);
  Interp in(job.ast, job.scopes, job.sources, job.sink, job.options, job.module);
  Span whole{job.ast.file, 0, 0};
  job.module.main = in.builder.OpenFunction("<module>", "", {}, whole);
  job.module.source_path = job.options.path;
  try {
    in.RunModule();
  } catch (const Abandoned&) {
  } catch (PyError& error) {
    job.sink.Report(std::move(error.diagnostic));
  } catch (SpeculationFailed& failed) {
    job.sink.Report(std::move(failed.why));
  }
  in.builder.CloseFunction({});
}

// Recursion of the program is recursion here: a thousand Python calls need a deep stack.
constexpr size_t kStackBytes = size_t(2) << 30;

}  // namespace

std::optional<ir::Module> Stage(ast::Ast& ast, const ScopeTable& scopes, SourceManager& sources, DiagnosticSink& sink,
                                const StageOptions& options) {
  Job job{ast, scopes, sources, sink, options, {}};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_t thread;
  auto entry = [](void* p) -> void* {
    RunJob(*static_cast<Job*>(p));
    return nullptr;
  };
  int failed = pthread_create(&thread, &attributes, entry, &job);
  pthread_attr_destroy(&attributes);
  LATHE_CHECK(failed == 0, "no thread for staging");
  pthread_join(thread, nullptr);
  if (sink.has_errors()) return std::nullopt;
  return std::move(job.module);
}

}  // namespace lathe::staging
