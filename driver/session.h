// One invocation: options, sources, names, diagnostics, and how they are shown.
#pragma once
#include <string>

#include "driver/options.h"
#include "support/diagnostics.h"
#include "support/interner.h"
#include "support/result.h"
#include "support/source.h"

namespace lathe::driver {

inline constexpr int kExitFine = 0, kExitProgram = 1, kExitUsage = 2, kExitEnvironment = 3, kExitInternal = 70;

class Session {
 public:
  explicit Session(Options options);

  const Options& options() const { return options_; }
  SourceManager sources;
  Interner names;
  DiagnosticSink sink;

  // Prints what the sink holds (filtered) to stderr, once; the answer is whether an error is among it. Nothing is
  // printed for machine formats without a summary when there is nothing to say, except the summary itself.
  bool ShowDiagnostics();
  // Whether ShowDiagnostics would print anything but a summary.
  bool HasVisibleDiagnostics() const;
  // Adds the error to the sink, shows everything, gives the exit status.
  int Fail(const Error& error);

  // Diagnostics by name, after filtering (check --statistics).
  std::string Statistics() const;
  // Sorted and filtered.
  std::vector<Diagnostic> Visible() const;

 private:
  Options options_;
};

// An error when the device asked for is none that this build makes code for.
Status CheckDevice(const Options& options);

std::string VersionText();
std::string VersionJson();

}  // namespace lathe::driver
