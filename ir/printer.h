// Text form of a module, deterministic: `lathe ir --level=ir`. And its structural checks.
#pragma once
#include <string>
#include <vector>

#include "ir/ir.h"

namespace lathe::ir {

std::string Print(const Module& module);
// Violations of the IR's invariants (dominance, types, arity, region yields); empty when sound.
std::vector<std::string> Verify(const Module& module);

}  // namespace lathe::ir
