// How the abstract interpreter leaves an evaluation early. These two types never leave the staging folder.
#pragma once
#include <string>

#include "staging/value.h"
#include "support/diagnostics.h"

namespace lathe::staging {

// A Python exception that is certain at compile time. `try` statements of the program catch it by its type; at the top it
// becomes `diagnostic`.
struct PyError {
  Value exception;              // an instance of an exception class
  Diagnostic diagnostic;
  bool unreachable = false;     // both sides of a branch ended: what follows never runs, nothing is raised
};

// A diagnostic was reported; what was being evaluated has no value. The statement's targets become Poison.
struct Abandoned {};

// Speculative work (a loop tried as a run-time loop) did not work out; `why` is what a user would be told.
struct SpeculationFailed {
  Diagnostic why;
};

}  // namespace lathe::staging
