// Functions that AutoGraph does not convert: their control flow stays in Python.
#pragma once
#include <optional>
#include <string>

#include "frontend/ast.h"

namespace lathe {

struct Unconvertible {
  std::string what;  // "an assignment expression (':=')"
  Span span;
};

// Why the function is not converted; nullopt: nothing in it hinders. Looks into nested functions, too: they are converted
// together with the function around them.
std::optional<Unconvertible> WhyUnconverted(const ast::Ast& ast, const ast::Block& body, const SourceManager& sources);
std::optional<Unconvertible> WhyUnconverted(const ast::Ast& ast, ast::ExprId body, const SourceManager& sources);

// Whether the conditional expression with this span stands inside of another one: AutoGraph leaves the inner one to Python.
bool IsInsideTernary(const ast::Ast& ast, Span ternary);

}  // namespace lathe
