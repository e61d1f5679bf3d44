// Runs IR directly: slow, obvious, the reference for everything after it. Also the constant folder.
#pragma once
#include <optional>
#include <vector>

#include "ir/ir.h"

namespace lathe::ir {

// Evaluates one pure operation without regions on constants; nullopt if it fails (the failure then happens at run time).
std::optional<std::vector<Literal>> Fold(const Module& module, OpKind kind, const std::vector<const Literal*>& operands,
                                         const Attrs& attrs, const std::vector<Type>& result_types);

// Runs the module's main function as a program: prints, files, exceptions as compiled code has them.
// `path` is the program's path for tracebacks. Returns the exit status.
int RunProgram(const Module& module, const class ::lathe::SourceManager& sources, int argc, char** argv);

}  // namespace lathe::ir
