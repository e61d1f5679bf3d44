// The limit of the Ast's depth, which lets later phases recurse over it without guards of their own.
#pragma once
#include "frontend/ast.h"
#include "support/diagnostics.h"

namespace lathe {

constexpr uint32_t kMaxAstDepth = 1000;

// False, and nesting-limit at the first node that is too deep.
bool CheckDepth(const ast::Ast& ast, DiagnosticSink& sink);

}  // namespace lathe
