// Names are compared with everything that is written in the program: variables, parameters, attributes, imports, keywords.
#include "code/names.h"

#include <array>
#include <cctype>

namespace lathe::code {

namespace {

bool IsKeyword(const std::string& s) {
  static constexpr std::array<std::string_view, 35> kWords = {
      "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for",
      "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"};
  for (std::string_view w : kWords)
    if (s == w) return true;
  return false;
}

}  // namespace

NamePool::NamePool(const ast::Ast& ast) {
  const Interner& names = ast.names();
  auto add = [&](Name n) { if (n) taken_.insert(std::string(names.text(n))); };
  auto arguments = [&](const ast::Arguments& a) {
    for (const ast::Arg& x : a.posonly) add(x.name);
    for (const ast::Arg& x : a.args) add(x.name);
    for (const ast::Arg& x : a.kwonly) add(x.name);
    if (a.vararg) add(a.vararg->name);
    if (a.kwarg) add(a.kwarg->name);
  };
  for (uint32_t i = 0; i < ast.expr_count(); ++i) {
    const ast::ExprData& data = ast[ast::ExprId{i}].data;
    if (auto* n = std::get_if<ast::NameExpr>(&data)) add(n->name);
    if (auto* l = std::get_if<ast::LambdaExpr>(&data)) arguments(l->args);
  }
  for (uint32_t i = 0; i < ast.stmt_count(); ++i) {
    const ast::StmtData& data = ast[ast::StmtId{i}].data;
    if (auto* f = std::get_if<ast::FunctionDef>(&data)) add(f->name), arguments(f->args);
    if (auto* c = std::get_if<ast::ClassDef>(&data)) add(c->name);
    if (auto* g = std::get_if<ast::GlobalStmt>(&data)) for (Name n : g->names) add(n);
    if (auto* g = std::get_if<ast::NonlocalStmt>(&data)) for (Name n : g->names) add(n);
    auto alias = [&](const ast::ImportAlias& a) {
      if (a.asname) add(*a.asname);
      taken_.insert(a.name.substr(0, a.name.find('.')));
    };
    if (auto* m = std::get_if<ast::ImportStmt>(&data)) for (auto& a : m->names) alias(a);
    if (auto* m = std::get_if<ast::ImportFromStmt>(&data)) for (auto& a : m->names) alias(a);
    if (auto* t = std::get_if<ast::TryStmt>(&data)) for (auto& h : t->handlers) if (h.name) add(*h.name);
  }
  for (uint32_t i = 0; i < ast.pattern_count(); ++i) {
    const ast::PatternData& data = ast[ast::PatternId{i}].data;
    if (auto* m = std::get_if<ast::MatchAs>(&data); m && m->name) add(*m->name);
    if (auto* m = std::get_if<ast::MatchStar>(&data); m && m->name) add(*m->name);
    if (auto* m = std::get_if<ast::MatchMapping>(&data); m && m->rest) add(*m->rest);
  }
}

std::string NamePool::Plain(const std::string& stem) const {
  std::string name = stem;
  for (int i = 2; taken_.contains(name) || IsKeyword(name); ++i) name = stem + "_" + std::to_string(i);
  return name;
}

std::string NamePool::Fresh(const std::string& stem) {
  std::string name = stem;
  for (int i = 2; taken_.contains(name) || given_.contains(name) || IsKeyword(name); ++i) name = stem + "_" + std::to_string(i);
  given_.insert(name);
  return name;
}

std::string NamePool::OfSynthetic(std::string_view name) const {
  std::string text;
  for (char c : name.substr(1)) text += c == '$' ? '_' : c;
  while (taken_.contains(text)) text += "_";
  return text;
}

std::string StemOf(std::string_view place) {
  std::string out;
  for (char c : place) {
    bool word = std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    if (word) out += c;
    else if (!out.empty() && out.back() != '_') out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0]))) out = "value_" + out;
  return out;
}

}  // namespace lathe::code
