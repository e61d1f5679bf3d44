// Ast -> Python source.
#pragma once
#include <string>

#include "frontend/ast.h"

namespace lathe {

// Valid Python whose syntax tree equals that of the original. Of a rewritten Ast: names that autograph/ introduced are
// printed as identifiers, and a for loop's extra test as a test at the head of the body.
std::string PrintPython(const ast::Ast& ast);

}  // namespace lathe
