// Which of the test's programs the rules of docs/diagnostics.md refuse, and by what name: the second opinion about what
// staging refuses.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "frontend/ast.h"

namespace lathe::exhaustive {

// The name of the diagnostic that refuses f, as it was parsed, when Python's `m` has this value; nullopt: f is accepted.
std::optional<std::string_view> Refusal(const ast::Ast& ast, int m);

}  // namespace lathe::exhaustive
