// The checks that CPython makes after parsing, in its symbol table and its compiler, and the constructs that Lathe refuses
// by name.
#pragma once
#include "frontend/ast.h"
#include "support/diagnostics.h"

namespace lathe {

// Reports to the sink; false if there was an error.
bool CheckModule(const ast::Ast& ast, DiagnosticSink& sink);

}  // namespace lathe
