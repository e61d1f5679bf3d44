#include "driver/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>

namespace lathe::driver {

namespace {

bool WantsColour(const Options& options) {
  if (options.colour != "auto") return options.colour == "always";
  const char* none = std::getenv("NO_COLOR");
  if (none && none[0]) return false;
  const char* force = std::getenv("CLICOLOR_FORCE");
  if (force && force[0] && force[0] != '0') return true;
  const char* terminal = std::getenv("TERM");
  return isatty(2) && !(terminal && std::string_view(terminal) == "dumb");
}

}  // namespace

Session::Session(Options options) : options_(std::move(options)) {
  options_.render.colour = WantsColour(options_) ? Colour::kOn : Colour::kOff;
  options_.render.version = LATHE_VERSION;
}

std::vector<Diagnostic> Session::Visible() const { return Filter(sink.Sorted(), sources, options_.filter); }

bool Session::HasVisibleDiagnostics() const { return !Visible().empty(); }

bool Session::ShowDiagnostics() {
  std::vector<Diagnostic> visible = Visible();
  std::string text = Render(visible, sources, options_.render);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  sink = DiagnosticSink();
  for (const Diagnostic& d : visible) {
    if (d.severity == Severity::kError) return true;
  }
  return false;
}

int Session::Fail(const Error& error) {
  auto kind = FindDiagnostic(error.name);
  DiagnosticKind known = kind.value_or(DiagnosticKind::kInternalError);
  sink.Report({.kind = known, .message = error.message});
  ShowDiagnostics();
  switch (known) {
    case DiagnosticKind::kInternalError: return kExitInternal;
    case DiagnosticKind::kUsage: return kExitUsage;
    case DiagnosticKind::kFileNotFound:
    case DiagnosticKind::kCannotWrite:
    case DiagnosticKind::kLinkerFailed:
    case DiagnosticKind::kNoSuchDevice:
    case DiagnosticKind::kUnsupportedTarget: return kExitEnvironment;
    default: return kExitProgram;
  }
}

std::string Session::Statistics() const {
  std::map<std::string, size_t> counts;
  for (const Diagnostic& d : Visible()) ++counts[std::string(NameOf(d.kind))];
  std::string out;
  for (const auto& [name, count] : counts) out += fmt::format("{:6} {}\n", count, name);
  return out;
}

Status CheckDevice(const Options& options) {
  if (options.device == "auto" || options.device == "cpu") return Ok{};
  return Error{"no-such-device", fmt::format("this build of Lathe has no code generator for '{}'; the devices are: cpu", options.device)};
}

std::string VersionText() { return fmt::format("lathe {}\n", LATHE_VERSION); }
std::string VersionJson() { return fmt::format("{{\"name\":\"lathe\",\"version\":\"{}\"}}\n", LATHE_VERSION); }

}  // namespace lathe::driver
