// The rewriting of jumps: an Ast without `break`, `continue` and `return` inside of other statements.
#pragma once
#include "frontend/ast.h"
#include "support/diagnostics.h"

namespace lathe {

// Gives private names (`__x` in a class) their full form, then rewrites the module in place, by AutoGraph's rules (so that what follows sees the branches that TensorFlow would see):
//
//   break      `$did_break = True; $did_continue = True`; the loop's test becomes `not $did_break and test`, a `for` gets
//              `extra_test = not $did_break`; an `else` of the loop is guarded by `if not $did_break`
//   continue   `$did_continue = True`; what follows in the body is guarded by `if not $did_continue`
//   return     `$return_value = value; $did_return = True`; what follows is guarded by `if not $did_return`, loops test it,
//              the function ends with `return $return_value`. First, code behind an `if` of which one side surely returns
//              moves into the other side. Functions whose only `return` is their last statement stay as they are.
//
// The names hold a '$', which no name of a program has (a number follows where there are several: `$did_break$2`). They are
// ordinary local names: resolve scopes after this pass. `$return_value` has no value until a `return` gives it one, so that
// a branch that does not return differs from one that returns None. Reading it at the end of the function where nothing has
// been assigned means None (the function ran off its end); the first statement of such a function is the bare annotation
// `$return_value: None`, which binds the name and assigns nothing. A synthetic node has the span of the jump it came from;
// guards have that of the first jump they guard against.
//
// A `return` in a `finally` block swallows a pending exception; the statement becomes one that catches it first. (`break`
// and `continue` out of `finally` are refused by the checks after parsing.)
void LowerJumps(ast::Ast& ast, DiagnosticSink& sink);

// Whether autograph/ made this name up.
inline bool IsSyntheticName(std::string_view name) { return name.find('$') != std::string_view::npos; }

}  // namespace lathe
