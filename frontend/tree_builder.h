// Parse tree -> Ast. Does what the flat grammar leaves open: precedence, targets, the order of arguments and parameters,
// `with (…)`, and the checks that CPython's parser makes.
#pragma once
#include <initializer_list>

#include "frontend/ast.h"
#include "frontend/syntax_reporter.h"
#include "frontend/tree.h"

namespace lathe {

// An expression and the text it covers, with the parentheses of a group around it.
struct Built {
  ast::ExprId id;
  uint32_t begin = 0, end = 0;
  bool parens = false;
};

enum class TargetUse : uint8_t { kAssign, kFor, kWith, kComprehension, kDelete };

class TreeBuilder {
 public:
  TreeBuilder(ast::Ast& ast, std::string_view text, SyntaxReporter& reporter) : ast_(ast), text_(text), reporter_(reporter) {}

  // A `stmt` context that parsed.
  void Statement(Context* c, ast::Block& out);
  // What is complete in a tree whose parse stopped: built for its checks only. `open` holds the unfinished contexts.
  void CheckPart(Context* c, const std::vector<Context*>& open);

 private:
  // tree_builder_statements.cpp
  void SimpleStatements(Context* c, ast::Block& out);
  void Simple(Context* c, ast::Block& out);
  ast::StmtId ExprStatement(Context* c);
  ast::StmtId AnnotatedAssignment(Context* c, Built target, Children& rest);
  ast::StmtId AugmentedAssignment(Context* c, Built target, Children& rest);
  ast::StmtId Delete(Context* c);
  ast::StmtId Import(Context* c);
  ast::StmtId ImportFrom(Context* c);
  ast::ImportAlias FromAlias(Context* c);
  std::string Dotted(Context* c);
  // tree_builder_compound.cpp
  ast::Block BlockOf(Context* c);
  ast::StmtId Compound(Context* c);
  ast::StmtId If(Context* c);
  ast::StmtId While(Context* c);
  ast::StmtId For(Context* c, const LexToken* async);
  ast::StmtId Try(Context* c);
  ast::StmtId With(Context* c, const LexToken* async);
  void WithItems(Context* c, ast::WithStmt& with);
  bool ParenthesizedItems(Context* item, ast::WithStmt& with);
  ast::StmtId Function(Context* c, const LexToken* async, std::vector<ast::ExprId> decorators);
  ast::StmtId Class(Context* c, std::vector<ast::ExprId> decorators);
  ast::StmtId Decorated(Context* c);
  ast::Arguments Parameters(Context* c);
  // tree_builder_patterns.cpp
  ast::StmtId Match(Context* c);
  ast::PatternId Patterns(Context* c);
  ast::PatternId AsPattern(Context* c, bool star_allowed, bool* bare_name = nullptr);
  ast::PatternId ClosedPattern(Context* c, bool* bare_name);
  ast::PatternId NumberPattern(Context* c);
  ast::PatternId NamePattern(Context* c, bool* bare_name);
  ast::PatternId SequencePattern(Context* c);
  ast::PatternId MappingPattern(Context* c);
  void PatternArguments(Children& rest, ast::MatchClass& out);
  // tree_builder_expressions.cpp
  Built StarExprs(Context* c);  // also starNameds
  Built StarExpr(Context* c);   // also starNamed
  Built Value(Built b);         // refuses a lone *x
  Built Named(Context* c);
  bool IsWalrus(Context* named) const { return named->children.size() > 1; }
  Built Expr(Context* c);
  Built Operation(Context* c);
  Built Primary(Context* c);
  Built Atom(Context* c);
  Built Number(const LexToken& t);
  Built Parenthesized(Context* atom);
  Built ParenBody(Context* c, uint32_t begin, uint32_t end);
  Built ListOrBraces(Context* atom);
  Built Braces(Context* atom);
  Built Yield(Context* c);
  Built Rhs(Context* c);
  // tree_builder_calls.cpp
  Built Trailer(Built value, Context* c);
  void CallArguments(Context* c, uint32_t open, uint32_t close, bool generator_allowed, std::vector<ast::ExprId>& args,
                     std::vector<ast::Keyword>& keywords);
  Built Subscripts(Context* c);
  Built Subscript(Context* c);
  std::vector<ast::Comprehension> Generators(Context* c);
  Built Lambda(Context* c);
  Built Targets(Context* c, TargetUse use);
  Built Target(Context* c, TargetUse use);
  void CheckTarget(ast::ExprId id, TargetUse use, bool inside_sequence);
  std::string WhatIs(ast::ExprId id) const;
  // tree_builder_strings.cpp
  Built Strings(Context* c);
  struct Pieces;
  void FormatPieces(Context* fstring, Pieces& out);
  void FormatPart(Context* part, Pieces& out, bool raw, bool in_spec);
  void DecodeInto(uint32_t begin, uint32_t end, bool raw, bool bytes, std::string& out);

  friend class OperationBuilder;
  friend class ParameterList;

  Span At(uint32_t begin, uint32_t end) const { return {ast_.file, begin, end}; }
  Span At(const LexToken& t) const { return At(t.begin, t.end); }
  Span At(Context* c) const { return At(StartOf(c).token().begin, StopOf(c).token().end); }
  Built Make(uint32_t begin, uint32_t end, ast::ExprData data) {
    return {ast_.Add(At(begin, end), std::move(data)), begin, end, false};
  }
  std::string_view Text(const LexToken& t) const { return text_.substr(t.begin, t.end - t.begin); }
  Name NameOf(const LexToken& t);
  void Error(Span span, std::string message, std::string help = {}) {
    reporter_.Report(DiagnosticKind::kSyntaxError, span, std::move(message), std::move(help));
  }
  // The separating commas of `X (COMMA X?)*`: reports an empty element, answers whether there was any comma.
  template <class F>
  bool List(Children& c, TokenKind separator, F&& element);

  ast::Ast& ast_;
  std::string_view text_;
  SyntaxReporter& reporter_;
};

template <class F>
bool TreeBuilder::List(Children& c, TokenKind separator, F&& element) {
  bool comma = false, after_comma = false;
  while (!c.done()) {
    if (c.kind() == separator) {
      const LexToken& t = c.TakeToken();
      if (after_comma) Error(At(t), "an element is missing between two commas");
      comma = after_comma = true;
    } else if (c.IsAnyRule()) {
      element(c.TakeRule());
      after_comma = false;
    } else {
      break;
    }
  }
  return comma;
}

}  // namespace lathe
