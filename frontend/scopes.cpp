// Input: a module whose syntax has been checked. Output: the scope of every function, lambda, class and comprehension.
// Method: build the scopes, then look up every recorded use: the own scope, the enclosing functions (classes do not count),
// the module, the builtins.
#include "frontend/scopes.h"

#include <set>
#include <string>

#include "frontend/builtin_names.h"
#include "frontend/scope_builder.h"
#include "support/spelling.h"

namespace lathe {

namespace {

// Where `name`, used in `scope`, is bound; null if nothing binds it.
const Scope* Find(const ScopeTable& table, const Scope* scope, Name name) {
  const Scope& module = table.module();
  for (const Scope* s = scope; s && s != &module; s = s->parent) {
    if (s != scope && s->kind == Scope::Kind::kClass) continue;
    if (s->globals.contains(name.index)) break;
    if (s->binds(name)) return s;
  }
  return module.binds(name) ? &module : nullptr;
}

bool ExistsUnbound(const Scope* scope, std::string_view name) {
  if (IsBuiltinName(name) || IsModuleName(name)) return true;
  bool in_class = false;
  for (const Scope* s = scope; s; s = s->parent) in_class |= s->kind == Scope::Kind::kClass;
  return in_class && (name == "__class__" || name == "__qualname__" || name == "__module__");
}

}  // namespace

std::vector<std::string> UndefinedNameHelp(const ScopeTable& table, const Interner& names, const Scope& scope, Name name) {
  std::string text(names.text(name));
  if (std::string_view import = ImportFor(text); !import.empty()) return {"add '" + std::string(import) + "' at the top of the file"};
  for (const Scope* s = scope.parent; s; s = s->parent) {
    if (s->kind == Scope::Kind::kClass && s->binds(name)) return {"'" + text + "' is an attribute of the class: write 'self." + text + "'"};
  }
  for (const Scope& s : table.all()) {
    if (s.kind == Scope::Kind::kComprehension && s.parent == &scope && s.binds(name)) {
      return {"'" + text + "' exists only inside the comprehension that binds it"};
    }
  }
  // The names of the program first, then the builtins; each in alphabetical order.
  std::set<std::string> visible;
  for (const Scope* s = &scope; s; s = s->parent) {
    if (s != &scope && s->kind == Scope::Kind::kClass) continue;
    for (uint32_t n : s->bound) visible.emplace(names.text(Name{n}));
  }
  visible.erase(text);
  std::vector<std::string> candidates(visible.begin(), visible.end());
  for (std::string_view builtin : BuiltinNames()) candidates.emplace_back(builtin);
  if (auto nearest = NearestSpelling(text, candidates)) return {"did you mean '" + std::string(*nearest) + "'?"};
  return {};
}

ScopeTable ResolveNames(const ast::Ast& ast, const SourceManager&, DiagnosticSink& sink) {
  ScopeTable table;
  ScopeBuilder builder(ast, table, nullptr);
  builder.Run();
  std::set<uint32_t> reported;
  for (const NameUse& use : builder.uses()) {
    if (const Scope* home = Find(table, use.scope, use.name)) {
      if (home != use.scope && home != &table.module()) const_cast<Scope*>(home)->captured.insert(use.name.index);
      continue;
    }
    std::string_view text = ast.names().text(use.name);
    if (!use.certain || builder.has_star_import() || ExistsUnbound(use.scope, text) || !reported.insert(use.name.index).second) continue;
    sink.Report({.kind = DiagnosticKind::kUndefinedName, .message = "name '" + std::string(text) + "' is not defined",
                 .span = use.span, .help = UndefinedNameHelp(table, ast.names(), *use.scope, use.name)});
  }
  return table;
}

}  // namespace lathe
