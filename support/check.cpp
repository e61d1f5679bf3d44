// Internal errors: a line on stderr, a report file, exit status 70.
#include "support/check.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace lathe {

namespace {

// The one piece of per-thread state of the compiler: an internal error must be able to say where it happened.
std::string& Phase() {
  thread_local std::string phase = "start";
  return phase;
}

uint32_t HashOf(std::string_view text) {
  uint32_t hash = 2166136261u;
  for (unsigned char c : text) hash = (hash ^ c) * 16777619u;
  return hash;
}

// Writes the report to the temporary directory, else to the current one; empty if neither is writable.
std::string WriteReport(const std::string& name, const std::string& report) {
  std::error_code ignored;
  std::filesystem::path places[] = {std::filesystem::temp_directory_path(ignored), "."};
  for (const std::filesystem::path& place : places) {
    std::string path = (place / name).string();
    FILE* file = std::fopen(path.c_str(), "w");
    if (!file) continue;
    bool written = std::fwrite(report.data(), 1, report.size(), file) == report.size();
    if (std::fclose(file) == 0 && written) return path;
  }
  return "";
}

}  // namespace

PhaseScope::PhaseScope(std::string_view phase, std::string_view subject) : previous_(std::move(Phase())) {
  Phase() = fmt::format("{}: {}", phase, subject);
}
PhaseScope::~PhaseScope() { Phase() = std::move(previous_); }

std::string CurrentPhase() { return Phase(); }

void CheckFailed(std::string_view condition, std::string_view file, int line, std::string_view message) {
  std::string what = fmt::format("{} ({}, {}:{}, in {})", message, condition, file, line, CurrentPhase());
  std::string report = fmt::format("Lathe internal error\n\nmessage:   {}\ncondition: {}\nplace:     {}:{}\nphase:     {}\n",
                                   message, condition, file, line, CurrentPhase());
  std::string path = WriteReport(fmt::format("lathe-crash-{:08x}.txt", HashOf(what)), report);
  std::fflush(stdout);
  std::string text = fmt::format("lathe: error: internal error: {} [internal-error]\n", what);
  if (!path.empty()) text += fmt::format("  note: a report was written to {}\n", path);
  text += "  help: this is a fault of Lathe, not of the program; please report it with that file and the program\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  std::_Exit(70);
}

}  // namespace lathe
