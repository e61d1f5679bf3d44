// Edits that repair what a diagnostic is about (lathe check --fix). A fix is added only where the text makes it certain to fit.
#pragma once
#include <string>

#include "staging/interp.h"

namespace lathe::staging {

// `name = tf.zeros(…)` before the `if` being executed, for a name that only one branch assigns.
void FixMissingValue(Interp& in, Diagnostic& d, const std::string& name, const ir::Type& type);
// The value assigned to the target at `target` is cast.
void FixAssignedDType(Interp& in, Diagnostic& d, Span target, ir::DType dtype);
// set_loop_options at the head of the loop's body.
void FixShapeInvariant(Interp& in, Diagnostic& d, const ast::Block* body, const std::string& name, const ir::Shape& shape);
// What the text at the diagnostic's place tells: casts of operands, tensor_scatter_nd_update for t[i] = v, a variable made before
// the function.
void AttachFixes(Interp& in, Diagnostic& d);

}  // namespace lathe::staging
