// LATHE_CHECK: the compiler's own invariants, on in release builds. A failure is a fault of Lathe, not of the user's
// program; the driver turns it into exit status 70 and a report file.
#pragma once
#include <string>
#include <string_view>

namespace lathe {

// Reports an internal error (phase and span come from the current PhaseScope) and does not return.
[[noreturn]] void CheckFailed(std::string_view condition, std::string_view file, int line, std::string_view message);

// Names the phase and subject (function, file) for internal-error reports while it lives.
class PhaseScope {
 public:
  PhaseScope(std::string_view phase, std::string_view subject);
  ~PhaseScope();
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

 private:
  std::string previous_;
};

// "phase: subject" of the innermost PhaseScope, or "start".
std::string CurrentPhase();

}  // namespace lathe

#define LATHE_CHECK(condition, message) \
  ((condition) ? (void)0 : ::lathe::CheckFailed(#condition, __FILE__, __LINE__, (message)))
#define LATHE_UNREACHABLE(message) ::lathe::CheckFailed("unreachable", __FILE__, __LINE__, (message))
