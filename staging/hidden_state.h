// State of library modules that no program can name: one object each, kept as a variable of the module, so that the journal of
// the heap takes it back with speculative work.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "staging/interp.h"

namespace lathe::staging {

// The object under `name` (in angle brackets, which no identifier has); made on first use.
template <class Make>
Ref HiddenObject(Interp& in, std::string_view name, Make make) {
  Name key = in.Intern(name);
  const auto& variables = in.heap.as<ScopeObject>(in.module_scope)->variables;
  if (auto it = variables.find(key.index); it != variables.end()) return it->second.get<Ref>();
  Ref ref = in.heap.New(ExternalSlot{make()});
  in.heap.Write<ScopeObject>(in.module_scope, {SlotKey::Kind::kName, key.index, 0, {}}).variables[key.index] = ref;
  return ref;
}

// A draw that is made while the program is compiled is right only where its statement runs once: in the program's main
// function, outside of run-time loops and branches, or while a tf.function is traced there. Reports `what` otherwise.
void RequireDrawnOnce(Bound& b, const std::string& what, const std::string& help);

}  // namespace lathe::staging
