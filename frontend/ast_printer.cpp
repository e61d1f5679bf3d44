// Ast printer, statements and patterns: one line per simple statement, four blanks per block.
#include "frontend/ast_printer.h"

#include "frontend/ast_printer_internal.h"

namespace lathe {

using ast::ExprId;
using ast::StmtId;
using Level = PythonPrinter::Level;

std::string PrintPython(const ast::Ast& ast) { return PythonPrinter(ast).Run(); }

std::string PythonPrinter::Run() {
  for (StmtId id : ast_.body) Statement(id);
  return std::move(out_);
}

void PythonPrinter::Line(std::string_view text) {
  out_.append(size_t(indent_) * 4, ' ');
  out_ += text;
}

void PythonPrinter::BlockOf(const ast::Block& block) {
  out_ += ":\n";
  ++indent_;
  for (StmtId id : block) Statement(id);
  if (block.empty()) Line("pass\n");
  --indent_;
}

void PythonPrinter::Else(std::string_view word, const ast::Block& block) {
  if (block.empty()) return;
  Line(word);
  BlockOf(block);
}

struct StmtPrinter {
  PythonPrinter& p;
  std::string& out = p.out_;

  void operator()(const ast::FunctionDef& s) { p.Function(s); }
  void operator()(const ast::ClassDef& s) { p.Class(s); }
  void operator()(const ast::ReturnStmt& s) { Word("return", s.value); }
  void operator()(const ast::DeleteStmt& s) { p.Line("del "), p.List(s.targets), End(); }
  void operator()(const ast::AssignStmt& s) {
    p.Line();
    for (ExprId t : s.targets) p.Expr(t), out += " = ";
    p.Expr(s.value), End();
  }
  void operator()(const ast::AugAssignStmt& s) {
    p.Line(), p.Expr(s.target);
    out += ' ';
    out += TextOf(s.op);
    out += "= ";
    p.Expr(s.value), End();
  }
  void operator()(const ast::AnnAssignStmt& s) {
    const auto* name = std::get_if<ast::NameExpr>(&p.ast_[s.target].data);
    if (name && !s.value && p.ast_.names().text(name->name).starts_with('$')) {
      // autograph/'s declaration of the value to return: what is never assigned reads as None.
      p.Line(p.NameText(name->name)), out += " = None\n";
      return;
    }
    bool parens = !s.simple && std::holds_alternative<ast::NameExpr>(p.ast_[s.target].data);
    p.Line(parens ? "(" : ""), p.Expr(s.target);
    out += parens ? "): " : ": ";
    p.Expr(s.annotation);
    if (s.value) out += " = ", p.Expr(s.value);
    End();
  }
  void operator()(const ast::ForStmt& s) { p.For(s); }
  void operator()(const ast::WhileStmt& s) {
    p.Line("while "), p.Expr(s.test), p.BlockOf(s.body), p.Else("else", s.orelse);
  }
  void operator()(const ast::IfStmt& s) { p.Line(), p.If(s); }
  void operator()(const ast::WithStmt& s) {
    p.Line(s.is_async ? "async with " : "with ");
    for (size_t i = 0; i < s.items.size(); ++i) {
      if (i) out += ", ";
      // A tuple in parentheses alone would be read as a list of items.
      bool parens = s.items.size() == 1 && !s.items[i].vars && std::holds_alternative<ast::TupleExpr>(p.ast_[s.items[i].context].data);
      if (parens) out += '(';
      p.Expr(s.items[i].context);
      if (parens) out += ')';
      if (s.items[i].vars) out += " as ", p.Expr(s.items[i].vars);
    }
    p.BlockOf(s.body);
  }
  void operator()(const ast::MatchStmt& s) { p.Match(s); }
  void operator()(const ast::RaiseStmt& s) {
    p.Line("raise");
    if (s.exception) out += ' ', p.Expr(s.exception);
    if (s.cause) out += " from ", p.Expr(s.cause);
    End();
  }
  void operator()(const ast::TryStmt& s) { p.Try(s); }
  void operator()(const ast::AssertStmt& s) {
    p.Line("assert "), p.Expr(s.test);
    if (s.message) out += ", ", p.Expr(s.message);
    End();
  }
  void operator()(const ast::ImportStmt& s) { p.Line("import "), p.Import(s.names), End(); }
  void operator()(const ast::ImportFromStmt& s) {
    p.Line("from ");
    out.append(size_t(s.level), '.');
    out += s.module;
    out += " import ";
    p.Import(s.names), End();
  }
  void operator()(const ast::GlobalStmt& s) { p.Names("global ", s.names), End(); }
  void operator()(const ast::NonlocalStmt& s) { p.Names("nonlocal ", s.names), End(); }
  void operator()(const ast::ExprStmt& s) { p.Line(), p.Expr(s.value), End(); }
  void operator()(const ast::PassStmt&) { p.Line("pass\n"); }
  void operator()(const ast::BreakStmt&) { p.Line("break\n"); }
  void operator()(const ast::ContinueStmt&) { p.Line("continue\n"); }

  void End() { out += '\n'; }
  void Word(std::string_view word, ExprId value) {
    p.Line(word);
    if (value) out += ' ', p.Expr(value);
    End();
  }
};

void PythonPrinter::Statement(StmtId id) { std::visit(StmtPrinter{*this}, ast_[id].data); }

void PythonPrinter::Import(const std::vector<ast::ImportAlias>& names) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (i) out_ += ", ";
    out_ += names[i].name;
    if (names[i].asname) out_ += " as " + NameText(*names[i].asname);
  }
}

void PythonPrinter::Names(std::string_view word, const std::vector<Name>& names) {
  Line(word);
  for (size_t i = 0; i < names.size(); ++i) out_ += (i ? ", " : "") + NameText(names[i]);
}

void PythonPrinter::Decorators(const std::vector<ExprId>& ids) {
  for (ExprId id : ids) Line("@"), Expr(id), out_ += '\n';
}

void PythonPrinter::Function(const ast::FunctionDef& f) {
  Decorators(f.decorators);
  Line(f.is_async ? "async def " : "def ");
  out_ += NameText(f.name) + "(";
  Arguments(f.args);
  out_ += ')';
  if (f.returns) out_ += " -> ", Expr(f.returns);
  BlockOf(f.body);
}

void PythonPrinter::Class(const ast::ClassDef& c) {
  Decorators(c.decorators);
  Line("class ");
  out_ += NameText(c.name);
  if (!c.bases.empty() || !c.keywords.empty()) {
    out_ += '(';
    List(c.bases, Level::kTest);
    bool first = c.bases.empty();
    Keywords(c.keywords, first);
    out_ += ')';
  }
  BlockOf(c.body);
}

void PythonPrinter::If(const ast::IfStmt& s) {
  const ast::IfStmt* arm = &s;
  out_ += "if ";
  while (true) {
    Expr(arm->test);
    BlockOf(arm->body);
    const ast::IfStmt* next = arm->orelse.size() == 1 ? std::get_if<ast::IfStmt>(&ast_[arm->orelse[0]].data) : nullptr;
    if (!next) return Else("else", arm->orelse);
    arm = next;
    Line("elif ");
  }
}

void PythonPrinter::For(const ast::ForStmt& s) {
  Line(s.is_async ? "async for " : "for ");
  Expr(s.target);
  out_ += " in ";
  Expr(s.iter);
  BlockOf(s.body);
  if (s.extra_test) {
    // The test before the next iteration; it holds before the first one. Such a loop has no `else`.
    ++indent_;
    Line("if not "), Expr(s.extra_test, Level::kNot), out_ += ":\n";
    ++indent_;
    Line("break\n");
    indent_ -= 2;
  }
  Else("else", s.orelse);
}

void PythonPrinter::Try(const ast::TryStmt& s) {
  Line("try");
  BlockOf(s.body);
  for (const ast::ExceptHandler& h : s.handlers) {
    Line(s.is_star ? "except*" : "except");
    if (h.type) out_ += ' ', Expr(h.type);
    if (h.name) out_ += " as " + NameText(*h.name);
    BlockOf(h.body);
  }
  Else("else", s.orelse);
  Else("finally", s.finalbody);
}

void PythonPrinter::Match(const ast::MatchStmt& s) {
  Line("match "), Expr(s.subject), out_ += ":\n";
  ++indent_;
  for (const ast::MatchCase& c : s.cases) {
    Line("case "), Pattern(c.pattern);
    if (c.guard) out_ += " if ", Expr(c.guard);
    BlockOf(c.body);
  }
  --indent_;
}

void PythonPrinter::Patterns(const std::vector<ast::PatternId>& ids) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (i) out_ += ", ";
    Pattern(ids[i]);
  }
}

void PythonPrinter::Pattern(ast::PatternId id, bool inside_or) {
  struct {
    PythonPrinter& p;
    bool inside_or;
    std::string& out = p.out_;
    void operator()(const ast::MatchValue& m) { p.Expr(m.value); }
    void operator()(const ast::MatchSingleton& m) { p.Expr(m.value); }
    void operator()(const ast::MatchSequence& m) { out += '[', p.Patterns(m.patterns), out += ']'; }
    void operator()(const ast::MatchMapping& m) {
      out += '{';
      for (size_t i = 0; i < m.keys.size(); ++i) {
        if (i) out += ", ";
        p.Expr(m.keys[i]), out += ": ", p.Pattern(m.patterns[i]);
      }
      if (m.rest) out += (m.keys.empty() ? "**" : ", **") + p.NameText(*m.rest);
      out += '}';
    }
    void operator()(const ast::MatchClass& m) {
      p.Expr(m.cls, Level::kAtom);
      out += '(';
      p.Patterns(m.patterns);
      for (size_t i = 0; i < m.kwd_attrs.size(); ++i) {
        if (i || !m.patterns.empty()) out += ", ";
        out += p.NameText(m.kwd_attrs[i]) + "=";
        p.Pattern(m.kwd_patterns[i]);
      }
      out += ')';
    }
    void operator()(const ast::MatchStar& m) { out += "*" + (m.name ? p.NameText(*m.name) : "_"); }
    void operator()(const ast::MatchAs& m) {
      if (m.pattern) {
        if (inside_or) out += '(';
        p.Pattern(m.pattern, true), out += " as " + p.NameText(*m.name);
        if (inside_or) out += ')';
      } else {
        out += m.name ? p.NameText(*m.name) : "_";
      }
    }
    void operator()(const ast::MatchOr& m) {
      if (inside_or) out += '(';
      for (size_t i = 0; i < m.patterns.size(); ++i) {
        if (i) out += " | ";
        p.Pattern(m.patterns[i], true);
      }
      if (inside_or) out += ')';
    }
  } printer{*this, inside_or};
  std::visit(printer, ast_[id].data);
}

}  // namespace lathe
