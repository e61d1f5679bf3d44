// lathe check: every diagnostic of every file.
#include <cstdio>

#include "driver/pipeline.h"
#include "driver/verbs.h"

namespace lathe::driver {

int CheckPrograms(Session& session) {
  int status = kExitFine;
  for (const std::string& path : session.options().files) {
    Result<Source> source = Load(session, path);
    if (!source) {
      auto kind = FindDiagnostic(source.error().name);
      session.sink.Report({.kind = *kind, .message = source.error().message});
      status = kExitEnvironment;
      continue;
    }
    // Errors of one file do not keep the next from being checked.
    DiagnosticSink others = std::move(session.sink);
    session.sink = DiagnosticSink();
    (void)MakeModule(session, source.value(), Form::kTraced);
    for (Diagnostic& d : session.sink.TakeFrom(0)) others.Report(std::move(d));
    session.sink = std::move(others);
  }
  if (session.options().statistics) std::fputs(session.Statistics().c_str(), stdout);
  bool errors = session.ShowDiagnostics();
  return status != kExitFine ? status : errors ? kExitProgram : kExitFine;
}

}  // namespace lathe::driver
