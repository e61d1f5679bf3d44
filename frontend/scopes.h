// Scopes: which names each module, function, lambda, class and comprehension binds, as Python's symbol table decides.
#pragma once
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/ast.h"
#include "support/diagnostics.h"

namespace lathe {

struct Scope {
  enum class Kind : uint8_t { kModule, kFunction, kLambda, kClass, kComprehension } kind = Kind::kModule;
  const Scope* parent = nullptr;               // the enclosing scope, any kind
  std::unordered_set<uint32_t> bound;          // Name indices bound here (parameters, assignments, imports, defs, …)
  std::unordered_set<uint32_t> globals;        // declared `global` here
  std::unordered_set<uint32_t> nonlocals;      // declared `nonlocal` here
  std::unordered_set<uint32_t> captured;       // bound here and used by an inner function, lambda or comprehension
  bool has_yield = false;                      // a generator function
  bool binds(Name name) const { return bound.contains(name.index); }
};

class ScopeTable {
 public:
  const Scope& module() const { return scopes_.front(); }
  const std::deque<Scope>& all() const { return scopes_; }  // in the order of the text
  // The scope of a FunctionDef or ClassDef, of a Lambda or comprehension; never null for such nodes of the resolved Ast.
  const Scope* of(ast::StmtId id) const { auto it = by_stmt_.find(id.index); return it == by_stmt_.end() ? nullptr : it->second; }
  const Scope* of(ast::ExprId id) const { auto it = by_expr_.find(id.index); return it == by_expr_.end() ? nullptr : it->second; }

  // For the builder of the table (scopes.cpp) and for rewriting passes that copy nodes.
  Scope& New(Scope scope) { scopes_.push_back(std::move(scope)); return scopes_.back(); }
  void Bind(ast::StmtId id, const Scope* s) { by_stmt_[id.index] = s; }
  void Bind(ast::ExprId id, const Scope* s) { by_expr_[id.index] = s; }

 private:
  std::deque<Scope> scopes_;
  std::unordered_map<uint32_t, const Scope*> by_stmt_, by_expr_;
};

// Resolves a module (before or after autograph/, which binds names of its own). Reports undefined-name (bound nowhere: not
// in an enclosing scope, the module or the builtins; with the nearest spelling) only for code that surely runs when the
// module does: statements of the top level outside of branches, loops, functions and `try`. Everything else depends on
// what is reached; staging reports it there.
ScopeTable ResolveNames(const ast::Ast& ast, const SourceManager& sources, DiagnosticSink& sink);

// Help lines for the undefined `name` used in `scope`: the import to add, the nearest spelling, …
std::vector<std::string> UndefinedNameHelp(const ScopeTable& table, const Interner& names, const Scope& scope, Name name);

}  // namespace lathe
