// The command line's entry: parses the options and hands over to the verb.
#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "driver/options.h"
#include "driver/session.h"
#include "driver/verbs.h"
#include "support/check.h"

namespace lathe::driver {

namespace {

int Dispatch(Session& session) {
  switch (session.options().verb) {
    case Verb::kRun: return RunProgram(session);
    case Verb::kBuild: return BuildProgram(session);
    case Verb::kCheck: return CheckPrograms(session);
    case Verb::kCode: return ShowCode(session);
    case Verb::kGraph: return ShowGraph(session);
    case Verb::kIr: return ShowIr(session);
    case Verb::kExplain: return ExplainDiagnostics(session);
    case Verb::kOps: return ListOps(session);
    case Verb::kDoctor: return ShowHealth(session);
  }
  return kExitUsage;
}

int Main(const std::vector<std::string>& words) {
  bool bare_help = words.size() == 1 && (words[0] == "-h" || words[0] == "--help" || words[0] == "help");
  if (words.empty() || bare_help) {
    std::string help = GeneralHelp();
    std::fputs(help.c_str(), words.empty() ? stderr : stdout);
    return words.empty() ? kExitUsage : kExitFine;
  }
  ParsedOptions parsed = ParseCommandLine(words);
  if (!parsed.error.empty()) {
    Session session(parsed.options);
    Diagnostic d{.kind = DiagnosticKind::kUsage, .message = parsed.error};
    if (!parsed.hint.empty()) d.help.push_back(parsed.hint);
    session.sink.Report(std::move(d));
    session.ShowDiagnostics();
    return kExitUsage;
  }
  const Options& o = parsed.options;
  if (!o.version.empty()) {
    std::fputs((o.version == "json" ? VersionJson() : VersionText()).c_str(), stdout);
    return kExitFine;
  }
  if (o.help) {
    std::fputs(VerbHelp(o.verb).c_str(), stdout);
    return kExitFine;
  }
  Session session(parsed.options);
  return Dispatch(session);
}

}  // namespace

}  // namespace lathe::driver

int main(int argc, char** argv) {
  try {
    int status = lathe::driver::Main(std::vector<std::string>(argv + 1, argv + argc));
    return std::fflush(stdout) == 0 || status != 0 ? status : lathe::driver::kExitEnvironment;
  } catch (const std::bad_alloc&) {
    std::fputs("lathe: error: out of memory [compile-time-limit]\n", stderr);
    return lathe::driver::kExitProgram;
  } catch (const std::exception& error) {
    lathe::CheckFailed("no exception reaches main", "driver/main.cpp", __LINE__, error.what());
  }
}
