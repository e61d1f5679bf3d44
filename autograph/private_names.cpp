// Method: one walk over the module with the name of the innermost class.
#include "autograph/private_names.h"

#include <utility>

#include "frontend/ast_visit.h"

namespace lathe {

namespace {

class Mangler {
 public:
  explicit Mangler(ast::Ast& ast) : ast_(ast) {}

  void operator()(ast::ExprId id) {
    ast::ExprData& data = ast_[id].data;
    if (auto* e = std::get_if<ast::NameExpr>(&data)) Rename(e->name);
    if (auto* e = std::get_if<ast::AttributeExpr>(&data)) Rename(e->attr);
    if (auto* e = std::get_if<ast::LambdaExpr>(&data)) Parameters(e->args);
    ast::ForEachChild(data, *this);
  }

  void operator()(ast::PatternId id) {
    ast::PatternData& data = ast_[id].data;
    if (auto* p = std::get_if<ast::MatchAs>(&data)) Rename(p->name);
    if (auto* p = std::get_if<ast::MatchStar>(&data)) Rename(p->name);
    if (auto* p = std::get_if<ast::MatchMapping>(&data)) Rename(p->rest);
    ast::ForEachChild(data, *this);
  }

  void operator()(ast::StmtId id) {
    ast::StmtData& data = ast_[id].data;
    if (auto* s = std::get_if<ast::ClassDef>(&data)) return Class(*s);
    if (auto* s = std::get_if<ast::FunctionDef>(&data)) Rename(s->name), Parameters(s->args);
    if (auto* s = std::get_if<ast::GlobalStmt>(&data)) All(s->names);
    if (auto* s = std::get_if<ast::NonlocalStmt>(&data)) All(s->names);
    if (auto* s = std::get_if<ast::ImportStmt>(&data)) Imports(s->names);
    if (auto* s = std::get_if<ast::ImportFromStmt>(&data)) Imports(s->names);
    if (auto* s = std::get_if<ast::TryStmt>(&data))
      for (ast::ExceptHandler& h : s->handlers) Rename(h.name);
    ast::ForEachChild(data, *this);
  }

 private:
  // Bases and decorators belong to the class around.
  void Class(ast::ClassDef& c) {
    for (ast::ExprId e : c.decorators) (*this)(e);
    for (ast::ExprId e : c.bases) (*this)(e);
    for (const ast::Keyword& k : c.keywords) (*this)(k.value);
    std::string_view name = ast_.names().text(c.name);
    size_t begin = name.find_first_not_of('_');
    std::string prefix = begin == std::string_view::npos ? std::string() : "_" + std::string(name.substr(begin));
    Rename(c.name);
    std::swap(prefix_, prefix);
    for (ast::StmtId s : c.body) (*this)(s);
    std::swap(prefix_, prefix);
  }

  void Parameters(ast::Arguments& args) {
    for (std::vector<ast::Arg>* list : {&args.posonly, &args.args, &args.kwonly})
      for (ast::Arg& arg : *list) Rename(arg.name);
    if (args.vararg) Rename(args.vararg->name);
    if (args.kwarg) Rename(args.kwarg->name);
  }
  void Imports(std::vector<ast::ImportAlias>& names) {
    for (ast::ImportAlias& alias : names) {
      if (!alias.asname && IsPrivateName(alias.name)) alias.asname = ast_.names().Intern(alias.name);
      Rename(alias.asname);
    }
  }
  void All(std::vector<Name>& names) {
    for (Name& name : names) Rename(name);
  }
  void Rename(std::optional<Name>& name) {
    if (name) Rename(*name);
  }
  void Rename(Name& name) {
    std::string text(ast_.names().text(name));
    if (!prefix_.empty() && IsPrivateName(text)) name = ast_.names().Intern(prefix_ + text);
  }

  ast::Ast& ast_;
  std::string prefix_;  // "_Class", empty outside of classes
};

}  // namespace

bool IsPrivateName(std::string_view name) { return name.starts_with("__") && !name.ends_with("__") && name.find('.') == std::string_view::npos; }

void MangleNames(ast::Ast& ast) {
  Mangler mangler(ast);
  for (ast::StmtId id : ast.body) mangler(id);
}

}  // namespace lathe
