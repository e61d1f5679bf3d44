// lathe check: every diagnostic of every file; --fix applies the safe edits and checks again.
#include <fmt/format.h>

#include <cstdio>

#include "driver/files.h"
#include "driver/fixes.h"
#include "driver/pipeline.h"
#include "driver/verbs.h"

namespace lathe::driver {

namespace {

// A fix may uncover the next problem; a program that wants more rounds than this gets them in another run.
constexpr int kFixRounds = 10;

// The diagnostics of one text, in the session's sink; the passes have some to say, too (map-sequential).
void CheckOnce(Session& session, const Source& source) { (void)MakeModule(session, source, Form::kOptimized); }

// Fixes the file in place, or prints the edits. What is left is in the session's sink. Standard input goes to standard output.
Status FixFile(Session& session, Source source, const std::string& path) {
  const std::string before(session.sources.text(source.file));
  size_t fixes = 0;
  for (int round = 0;; ++round) {
    session.sink = DiagnosticSink();
    CheckOnce(session, source);
    if (round == kFixRounds) break;
    FixedText fixed = ApplySafeFixes(session.sources.text(source.file), source.file, session.Visible());
    if (fixed.fixes == 0) break;
    fixes += fixed.fixes;
    source.file = session.sources.Add(source.path, std::move(fixed.text));
  }
  if (fixes == 0 && (path != "-" || session.options().diff)) return Ok{};
  std::string_view after = session.sources.text(source.file);
  if (session.options().diff) {
    std::string diff = UnifiedDiff(source.path, before, after);
    std::fwrite(diff.data(), 1, diff.size(), stdout);
    return Ok{};
  }
  if (Status written = WriteOutput(path, after); !written) return written;
  if (fixes > 0 && !session.options().quiet && session.options().render.format == ErrorFormat::kFull)
    fmt::print(stderr, "{}: {} fix{} applied\n", source.path, fixes, fixes == 1 ? "" : "es");
  return Ok{};
}

}  // namespace

int CheckPrograms(Session& session) {
  int status = kExitFine;
  bool fix = session.options().fix || session.options().diff;
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
    Status done = Ok{};
    if (fix) done = FixFile(session, source.value(), path);
    else CheckOnce(session, source.value());
    for (Diagnostic& d : session.sink.TakeFrom(0)) others.Report(std::move(d));
    session.sink = std::move(others);
    if (!done) {
      session.sink.Report({.kind = *FindDiagnostic(done.error().name), .message = done.error().message});
      status = kExitEnvironment;
    }
  }
  if (session.options().statistics) std::fputs(session.Statistics().c_str(), stdout);
  bool errors = session.ShowDiagnostics();
  return status != kExitFine ? status : errors ? kExitProgram : kExitFine;
}

}  // namespace lathe::driver
