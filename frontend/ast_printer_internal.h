// The printer's state, shared by ast_printer.cpp (statements, patterns) and ast_printer_expressions.cpp.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "frontend/ast.h"

namespace lathe {

class PythonPrinter {
 public:
  explicit PythonPrinter(const ast::Ast& ast) : ast_(ast) {}
  std::string Run();

  // How tightly an expression binds; an operand of lower precedence gets parentheses.
  enum class Level : uint8_t {
    kTuple, kYield, kNamed, kTest, kOr, kAnd, kNot, kCompare, kBitOr, kBitXor, kBitAnd, kShift, kSum, kProduct, kUnary,
    kPower, kAwait, kAtom
  };

 private:
  // ast_printer.cpp
  void Statement(ast::StmtId id);
  void BlockOf(const ast::Block& block);
  void Line(std::string_view text = {});
  void Function(const ast::FunctionDef& f);
  void Class(const ast::ClassDef& c);
  void If(const ast::IfStmt& s);
  void For(const ast::ForStmt& s);
  void Try(const ast::TryStmt& s);
  void Match(const ast::MatchStmt& s);
  void Import(const std::vector<ast::ImportAlias>& names);
  void Names(std::string_view word, const std::vector<Name>& names);
  void Else(std::string_view word, const ast::Block& block);
  void Pattern(ast::PatternId id, bool inside_or = false);
  void Patterns(const std::vector<ast::PatternId>& ids);
  void Decorators(const std::vector<ast::ExprId>& ids);
  // ast_printer_expressions.cpp
  void Expr(ast::ExprId id, Level level = Level::kTest);
  Level LevelOf(ast::ExprId id) const;
  void Arguments(const ast::Arguments& args);
  void CallArguments(const ast::CallExpr& c);
  void Keywords(const std::vector<ast::Keyword>& keywords, bool& first);
  void List(const std::vector<ast::ExprId>& ids, Level level = Level::kNamed);
  void Generators(const std::vector<ast::Comprehension>& generators);
  void Subscript(ast::ExprId slice);
  void String(std::string_view value, bool u_prefix);
  void Bytes(std::string_view value);
  void Format(const ast::JoinedStr& s);
  struct Piece {
    std::string text;
    bool text_piece = false;  // not a field or its brackets
    bool spec = false;        // of a format spec
  };
  std::vector<Piece> Pieces(const ast::JoinedStr& s);
  bool HasUPrefix(const ast::JoinedStr& s) const;
  void Float(double value, std::string_view suffix);
  std::string NameText(Name name) const;

  friend struct ExprPrinter;
  friend struct StmtPrinter;
  const ast::Ast& ast_;
  std::string out_;
  int indent_ = 0;
  int field_depth_ = 0;  // inside fields of f-strings
};

// The operator as Python writes it.
std::string_view TextOf(ast::BinaryOp op);

}  // namespace lathe
