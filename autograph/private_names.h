// Private names: `__x` in a class body means `_Class__x`.
#pragma once
#include <string_view>

#include "frontend/ast.h"

namespace lathe {

// Renames in place, by CPython's rules: names and attributes inside of class bodies (functions in them included) that begin
// with two underscores and do not end with two. Keywords of calls stay as they are, as in CPython.
void MangleNames(ast::Ast& ast);

// `__x`: begins with two underscores, does not end with two.
bool IsPrivateName(std::string_view name);

}  // namespace lathe
