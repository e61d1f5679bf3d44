// Draws of random numbers at compile time: where they are right.
#include "staging/hidden_state.h"

namespace lathe::staging {

void RequireDrawnOnce(Bound& b, const std::string& what, const std::string& help) {
  Interp& in = b.in;
  // A draw in a tf.function happens when it is traced, where the eager program is then.
  if ((in.mode == Mode::kEager || in.trace) && in.eager_region() == in.module[in.module.main].body) return;
  Diagnostic d{DiagnosticKind::kUnsupportedApi, what + " in a loop, branch or function of the running program are not supported", b.span};
  d.help.push_back(help);
  if (in.mode == Mode::kEager) throw SpeculationFailed{std::move(d)};
  in.Fail(std::move(d));
}

}  // namespace lathe::staging
