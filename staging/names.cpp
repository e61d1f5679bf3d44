// Names: where a name lives (scope table), reading and writing it, imports.
#include <algorithm>
#include <array>

#include "staging/control.h"
#include "staging/interp.h"
#include "staging/library.h"
#include "staging/state_watch.h"
#include "support/check.h"
#include "support/spelling.h"

namespace lathe::staging {

using namespace ast;

namespace {
// CPython's builtin functions that have no row of their own.
bool IsPythonBuiltin(std::string_view name) {
  constexpr std::string_view kNames[] = {"eval", "exec", "locals", "globals", "vars", "dir", "compile", "open", "input", "__import__", "breakpoint", "memoryview", "bytearray", "help", "exit", "quit", "aiter", "anext"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}
}  // namespace

// The module's scope of code running in `scope`: the program's, or a library file's.
Ref Interp::GlobalScope(Ref scope) const {
  for (Ref at = scope; at.valid();) {
    const ScopeObject& object = *heap.as<ScopeObject>(at);
    if (!object.parent.valid()) return object.info && object.info->kind == Scope::Kind::kModule ? at : module_scope;
    at = object.parent;
  }
  return module_scope;
}

// The scope object that holds `name` for code running in `scope`; invalid: not a variable of the program (a builtin).
Ref Interp::FindScope(Ref scope, Name name) const {
  bool innermost = true;
  Ref global = GlobalScope(scope);
  for (Ref at = scope; at.valid();) {
    const ScopeObject& object = *heap.as<ScopeObject>(at);
    if (!object.info) break;
    if (object.info->globals.contains(name.index)) return global;
    bool visible = innermost || object.info->kind != Scope::Kind::kClass;
    if (visible && object.info->binds(name) && !object.info->nonlocals.contains(name.index)) return at;
    if (object.info->kind != Scope::Kind::kComprehension) innermost = false;
    at = object.parent;
  }
  const ScopeObject& module_object = *heap.as<ScopeObject>(global);
  if (module_object.info->binds(name) || module_object.variables.contains(name.index)) return global;
  return {};
}

Value Interp::LookupName(Name name, Span where) {
  Ref home = FindScope(current().scope, name);
  if (home.valid()) {
    const ScopeObject& object = *heap.as<ScopeObject>(home);
    auto it = object.variables.find(name.index);
    if (it != object.variables.end()) {
      if (auto* u = it->second.as<Undefined>()) {
        if (!u->reason && IsReturnValueName(TextOf(name))) return None{};
        if (u->reason) {
          // Reported once; what else is wrong with the statement is looked at as well.
          Diagnostic d = *u->reason;
          if (where.valid() && !(d.span == where)) d.labels.push_back({where, "needed here"});
          if (d.trace.empty()) d.trace = CallChain();
          sink.Report(std::move(d));
          return Poison{};
        }
        ReadUndefined(*u, name, home, where);
      }
      if (it->second.is<Maybe>()) return ReadMaybe(it->second.get<Maybe>(), name, where);
      if (trace && !IsLibrary(where)) watch->OnRead(home, name, it->second, where);
      return it->second;
    }
    // A class body reads an enclosing or global name that it binds only later.
    if (object.info->kind == Scope::Kind::kClass) {
      const auto& globals = heap.as<ScopeObject>(GlobalScope(home))->variables;
      if (auto outer = globals.find(name.index); outer != globals.end())
        return outer->second;
    }
    if (IsReturnValueName(TextOf(name))) return None{};
    if (home != GlobalScope(home) || !FindBuiltin(TextOf(name))) ReadUndefined(Undefined{name, {}}, name, home, where);
  }
  std::string_view text = TextOf(name);
  if (IsExceptionName(text)) return ExceptionClass(text);
  if (const BuiltinRow* row = FindBuiltin(text)) return ReadRow(row, where);
  if (IsPythonBuiltin(text)) Fail(DiagnosticKind::kUnsupportedBuiltin, "the builtin '" + std::string(text) + "' is outside the subset that Lathe compiles", where);
  Diagnostic d{DiagnosticKind::kUndefinedName, "name '" + std::string(text) + "' is not defined", where};
  Raise(std::move(d), "NameError");
}

void Interp::ReadUndefined(const Undefined& undefined, Name name, Ref home, Span where) {
  // A function that ran off its end returns None.
  if (undefined.reason) {
    Diagnostic d = *undefined.reason;
    if (where.valid() && !(d.span == where)) d.labels.push_back({where, "needed here"});
    Fail(std::move(d));
  }
  std::string text(TextOf(name));
  bool module_level = home.valid() && home == GlobalScope(home);
  Diagnostic d{DiagnosticKind::kUsedBeforeAssignment, "'" + text + "' is read before it has a value", where};
  if (undefined.assigned.valid()) d.labels.push_back({undefined.assigned, "assigned here on another path"});
  Raise(std::move(d), module_level ? "NameError" : "UnboundLocalError");
}

void Interp::StoreName(Name name, const Value& value, Span where) {
  Ref home;
  // The scope that the resolver bound it in: the current one, or (walrus in a comprehension, nonlocal, global) an outer one.
  home = FindScope(current().scope, name);
  if (!home.valid()) home = current().scope;
  NoteStore(home, name, value, where);
  if (!class_order_.empty() && home == current().scope && heap.as<ScopeObject>(home)->info->kind == Scope::Kind::kClass) class_order_.back().push_back(name.index);
  auto& scope = heap.Write<ScopeObject>(home, {SlotKey::Kind::kName, name.index, 0, {}});
  scope.variables[name.index] = value;
}

Value Interp::ReadRow(const BuiltinRow* row, Span where) {
  if (row->kind != BuiltinRow::Kind::kConstant) return Builtin{row};
  Bound bound{*this, where, {}, {}, nullptr};
  return row->fn(bound);
}

namespace {

// Modules of the subset; the tables define what is in them.
constexpr std::array kModules = {"math", "sys", "os", "os.path", "time", "functools", "itertools", "collections",
                                 "collections.abc", "random", "typing", "json", "csv", "argparse", "numpy", "tensorflow",
                                 "dataclasses", "enum", "string", "abc", "copy", "operator", "contextlib", "types",
                                 "__future__", "numbers", "statistics", "re", "textwrap", "io", "warnings", "pathlib"};

std::string PathOfModule(std::string_view module) {
  if (module == "tensorflow") return "tf";
  if (module == "numpy") return "np";
  if (module.starts_with("tensorflow.")) return "tf" + std::string(module.substr(10));
  if (module.starts_with("numpy.")) return "np" + std::string(module.substr(5));
  return std::string(module);
}

}  // namespace

bool Interp::ModuleExists(std::string_view module) const {
  for (const char* known : kModules)
    if (module == known) return IsNamespace(PathOfModule(module)) || module == "__future__" || module == "typing" || module == "abc";
  return (module.starts_with("tensorflow.") || module.starts_with("numpy.")) && IsNamespace(PathOfModule(module));
}

void Interp::RefuseImport(std::string_view module, Span where) {
  Diagnostic d{DiagnosticKind::kUnsupportedImport, "module '" + std::string(module) + "' is outside the subset that Lathe compiles", where};
  std::vector<std::string> names;
  for (const char* known : kModules) if (ModuleExists(known)) names.push_back(known);
  if (auto near = NearestSpelling(module, names)) d.help.push_back("did you mean '" + std::string(*near) + "'?");
  Fail(std::move(d));
}

void Interp::Import(const ImportAlias& alias) {
  if (alias.name == "lathe" && IsLibrary(alias.span)) return StoreName(Intern("lathe"), ModuleValue{std::make_shared<const std::string>("lathe")}, alias.span);
  if (!ModuleExists(alias.name)) RefuseImport(alias.name, alias.span);
  std::string bound = alias.asname ? alias.name : alias.name.substr(0, alias.name.find('.'));
  Name name = alias.asname ? *alias.asname : Intern(bound);
  StoreName(name, ModuleValue{std::make_shared<const std::string>(PathOfModule(bound))}, alias.span);
}

void Interp::ImportFrom(const ImportFromStmt& n, Span where) {
  if (n.level > 0) Fail(DiagnosticKind::kUnsupportedImport, "relative imports are not supported: a program is one file", where);
  if (n.module == "__future__") return;
  if (n.module.starts_with("library.") && IsLibrary(where)) {
    std::string file = n.module.substr(8);
    std::replace(file.begin(), file.end(), '.', '/');
    for (const ImportAlias& alias : n.names) {
      Value value = LibraryValue(*this, file, alias.name);
      StoreName(alias.asname ? *alias.asname : Intern(alias.name), value, alias.span);
    }
    return;
  }
  if (!ModuleExists(n.module)) RefuseImport(n.module, where);
  std::string path = PathOfModule(n.module);
  for (const ImportAlias& alias : n.names) {
    if (alias.name == "*") {
      Fail(DiagnosticKind::kUnsupportedImport, "'from " + n.module + " import *' is not supported: name what you need", alias.span);
    }
    Name name = alias.asname ? *alias.asname : Intern(alias.name);
    Value module_value = ModuleValue{std::make_shared<const std::string>(path)};
    StoreName(name, GetAttribute(module_value, Intern(alias.name), alias.span), alias.span);
  }
}

}  // namespace lathe::staging
