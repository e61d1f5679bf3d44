// Builds the scopes of a module and records every read of a name. Used by the checks (which report the errors that
// CPython's symbol table finds) and by ResolveNames.
#pragma once
#include <initializer_list>
#include <map>
#include <memory>
#include <string>

#include "frontend/ast_visit.h"
#include "frontend/scopes.h"

namespace lathe {

struct NameUse {
  Scope* scope;
  Name name;
  Span span;
  bool certain;  // evaluated whenever the module runs to this line, and outside of any `try` that catches NameError
};

class ScopeBuilder {
 public:
  // Errors go to `errors`, which may be null.
  ScopeBuilder(const ast::Ast& ast, ScopeTable& table, DiagnosticSink* errors);
  void Run();

  const std::vector<NameUse>& uses() const { return uses_; }
  bool has_star_import() const { return has_star_import_; }

  // The children of a node, in turn; called by ast::ForEachChild.
  void operator()(ast::ExprId id) { Visit(id); }
  void operator()(ast::StmtId id) { Visit(id); }
  void operator()(ast::PatternId id) { Visit(id); }

 private:
  enum Flag : uint8_t { kParameter = 1, kAssigned = 2, kUsed = 4, kAnnotated = 8, kImported = 16, kGlobal = 32, kNonlocal = 64, kIteration = 128 };
  struct Frame {  // a scope under construction
    Scope* scope = nullptr;
    std::map<uint32_t, uint8_t> flags;
    std::map<uint32_t, Span> global_spans, nonlocal_spans;
    int iterables = 0;  // depth of comprehension iterables being visited in a comprehension
  };

  Scope* Open(Scope::Kind kind);
  void ResolveNonlocal(const NameUse& n);
  void Yield(Span span);
  void Close();
  Frame& top() { return *frames_.back(); }
  void Bind(Name name, Span span, uint8_t flag);
  void Use(Name name, Span span);
  void Fail(DiagnosticKind kind, Span span, std::string message);
  std::string Quoted(Name name) const { return "'" + std::string(ast_.names().text(name)) + "'"; }

  void Visit(ast::ExprId id);
  void Visit(ast::StmtId id);
  void Visit(ast::PatternId id);
  void Target(ast::ExprId id, uint8_t flag = kAssigned);
  void Children(const auto& data) { ast::ForEachChild(data, *this); }
  void BlockOf(const ast::Block& block) { for (ast::StmtId id : block) Visit(id); }
  void MaybeRun(const auto& data) { ++uncertain_, Children(data), --uncertain_; }
  void MaybeBlock(const ast::Block& block) { ++uncertain_, BlockOf(block), --uncertain_; }

  void Function(ast::StmtId id, const ast::FunctionDef& f);
  void Class(ast::StmtId id, const ast::ClassDef& c);
  void Lambda(ast::ExprId id, const ast::LambdaExpr& l);
  void Parameters(const ast::Arguments& args);
  void Defaults(const ast::Arguments& args);
  void Annotations(const ast::Arguments& args);
  void Comprehension(ast::ExprId id, const std::vector<ast::Comprehension>& generators, std::initializer_list<ast::ExprId> elements);
  void Walrus(const ast::NamedExpr& e);
  void Declaration(const std::vector<Name>& names, Span span, bool global);
  void Annotated(const ast::AnnAssignStmt& s);
  void Try(const ast::TryStmt& s);
  void ImportNames(const std::vector<ast::ImportAlias>& names, bool from);

  const ast::Ast& ast_;
  ScopeTable& table_;
  DiagnosticSink* errors_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<NameUse> uses_, nonlocals_;
  int uncertain_ = 0;  // depth of functions, branches, loops, handlers around
  bool has_star_import_ = false;
};

}  // namespace lathe
