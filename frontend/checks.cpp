// The checks of CPython's symbol table (scope_builder.cpp makes them while it builds) and of its compiler: statements in
// the wrong place, patterns, keywords that repeat; then the constructs that Lathe refuses by name.
#include "frontend/checks.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "frontend/ast_visit.h"
#include "frontend/scope_builder.h"

namespace lathe {

namespace {

using ast::ExprId;
using ast::PatternId;
using ast::StmtId;

constexpr int kMaxBlocks = 20;  // CPython's limit of nested loops, with and try in one function

class CompilerChecks {
 public:
  CompilerChecks(const ast::Ast& ast, DiagnosticSink& sink) : ast_(ast), sink_(sink) {}

  void Run() {
    bool future_allowed = true;
    for (size_t i = 0; i < ast_.body.size(); ++i) {
      future_allowed &= FutureImport(ast_.body[i], i, future_allowed);
      Visit(ast_.body[i]);
    }
  }

  void operator()(ExprId id) { Visit(id); }
  void operator()(StmtId id) { Visit(id); }
  void operator()(PatternId) {}

 private:
  // What surrounds a statement.
  struct Place {
    bool function = false, loop = false, finally = false, finally_loop = false, except_star = false, async = false;
    int blocks = 0;
  };

  void Fail(DiagnosticKind kind, Span span, std::string message, std::string help = {}) {
    Diagnostic d{.kind = kind, .message = std::move(message), .span = span};
    if (!help.empty()) d.help.push_back(std::move(help));
    sink_.Report(std::move(d));
  }
  void Misplaced(Span span, std::string message) { Fail(DiagnosticKind::kMisplacedStatement, span, std::move(message)); }
  void Unsupported(Span span, std::string message, std::string help = {}) {
    Fail(DiagnosticKind::kUnsupportedSyntax, span, std::move(message), std::move(help));
  }
  std::string Quoted(Name name) const { return "'" + std::string(ast_.names().text(name)) + "'"; }

  void BlockOf(const ast::Block& block) {
    for (StmtId id : block) Visit(id);
  }
  void In(Place place, const ast::Block& block) {
    std::swap(place_, place);
    BlockOf(block);
    std::swap(place_, place);
  }
  Place Nested(int blocks, Span span) {
    Place p = place_;
    p.blocks += blocks;
    if (p.blocks > kMaxBlocks && place_.blocks <= kMaxBlocks) {
      Fail(DiagnosticKind::kNestingLimit, span, "more than 20 loops, 'with' and 'try' statements nested in one function",
           "move the inner ones into a function");
    }
    return p;
  }
  Place InLoop(Span span) {
    Place p = Nested(1, span);
    p.loop = p.finally_loop = true;
    return p;
  }

  bool FutureImport(StmtId id, size_t index, bool allowed) {
    const ast::Stmt& s = ast_[id];
    const auto* from = std::get_if<ast::ImportFromStmt>(&s.data);
    if (!from || from->module != "__future__" || from->level != 0) {
      const auto* e = std::get_if<ast::ExprStmt>(&s.data);
      return index == 0 && e && std::holds_alternative<ast::StringLiteral>(ast_[e->value].data);
    }
    if (!allowed) Fail(DiagnosticKind::kSyntaxError, s.span, "imports from __future__ must be the first statements of the file");
    static const std::set<std::string> kFeatures = {"nested_scopes", "generators", "division", "absolute_import", "with_statement",
                                                    "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop", "annotations"};
    for (const ast::ImportAlias& a : from->names) {
      if (!kFeatures.contains(a.name)) Fail(DiagnosticKind::kSyntaxError, a.span, "__future__ has no feature '" + a.name + "'");
    }
    return true;
  }

  // ---- expressions ----
  void Visit(ExprId id) {
    const ast::Expr& e = ast_[id];
    if (const auto* lambda = std::get_if<ast::LambdaExpr>(&e.data)) return Lambda(*lambda);
    if (const auto* call = std::get_if<ast::CallExpr>(&e.data)) Keywords(call->keywords);
    if (std::holds_alternative<ast::YieldExpr>(e.data) || std::holds_alternative<ast::YieldFromExpr>(e.data)) {
      if (!place_.function) Misplaced(e.span, "'yield' outside a function");
      if (staged_function_) Unsupported(e.span, "a tf.function cannot be a generator: it contains 'yield'", "return a list or a tensor");
    }
    if (std::holds_alternative<ast::AwaitExpr>(e.data)) {
      if (!place_.function) return Misplaced(e.span, "'await' outside a function");
      if (!place_.async) return Misplaced(e.span, "'await' outside an async function");
      Unsupported(e.span, "'await' is not compiled: Lathe has no coroutines");
    }
    for (const ast::Comprehension& g : GeneratorsOf(e.data)) {
      if (g.is_async) Unsupported(e.span, "'async for' is not compiled: Lathe has no coroutines");
    }
    ast::ForEachChild(e.data, *this);
  }
  static std::vector<ast::Comprehension> GeneratorsOf(const ast::ExprData& data) {
    if (const auto* c = std::get_if<ast::ListComp>(&data)) return c->generators;
    if (const auto* c = std::get_if<ast::SetComp>(&data)) return c->generators;
    if (const auto* c = std::get_if<ast::DictComp>(&data)) return c->generators;
    if (const auto* c = std::get_if<ast::GeneratorExpr>(&data)) return c->generators;
    return {};
  }
  void Lambda(const ast::LambdaExpr& l) {
    for (ExprId d : l.args.defaults) Visit(d);
    for (ExprId d : l.args.kw_defaults) {
      if (d) Visit(d);
    }
    Place inside;
    inside.function = true;
    bool staged = std::exchange(staged_function_, false);
    std::swap(place_, inside);
    Visit(l.body);
    std::swap(place_, inside);
    staged_function_ = staged;
  }
  void Keywords(const std::vector<ast::Keyword>& keywords) {
    std::set<uint32_t> seen;
    for (const ast::Keyword& k : keywords) {
      if (k.name && !seen.insert(k.name->index).second) Fail(DiagnosticKind::kArgumentMismatch, k.span, "the keyword argument " + Quoted(*k.name) + " is repeated");
    }
  }

  // ---- statements ----
  void Visit(StmtId id) {
    const ast::Stmt& s = ast_[id];
    if (const auto* f = std::get_if<ast::FunctionDef>(&s.data)) return Function(*f, s.span);
    if (const auto* c = std::get_if<ast::ClassDef>(&s.data)) return Class(*c);
    if (const auto* f = std::get_if<ast::ForStmt>(&s.data)) {
      if (f->is_async) Async(s.span, "async for");
      Visit(f->iter);
      Visit(f->target);
      In(InLoop(s.span), f->body);
      return BlockOf(f->orelse);
    }
    if (const auto* w = std::get_if<ast::WhileStmt>(&s.data)) {
      Visit(w->test);
      In(InLoop(s.span), w->body);
      return BlockOf(w->orelse);
    }
    if (const auto* w = std::get_if<ast::WithStmt>(&s.data)) {
      if (w->is_async) Async(s.span, "async with");
      for (const ast::WithItem& i : w->items) {
        Visit(i.context);
        if (i.vars) Visit(i.vars);
      }
      return In(Nested(int(w->items.size()), s.span), w->body);
    }
    if (const auto* t = std::get_if<ast::TryStmt>(&s.data)) return Try(*t, s.span);
    if (const auto* m = std::get_if<ast::MatchStmt>(&s.data)) return Match(*m);
    if (std::holds_alternative<ast::ReturnStmt>(s.data)) Jump(s.span, "return");
    if (std::holds_alternative<ast::BreakStmt>(s.data)) Jump(s.span, "break");
    if (std::holds_alternative<ast::ContinueStmt>(s.data)) Jump(s.span, "continue");
    ast::ForEachChild(s.data, *this);
  }

  void Async(Span span, std::string what) {
    if (!place_.async) Misplaced(span, "'" + what + "' outside an async function");
  }

  void Jump(Span span, std::string word) {
    if (word == "return") {
      if (!place_.function) return Misplaced(span, "'return' outside a function");
    } else {
      if (!place_.loop) return Misplaced(span, "'" + word + "' outside a loop");
      if (place_.finally && !place_.finally_loop) {
        Unsupported(span, "a '" + word + "' that leaves a 'finally' block is not compiled", "move it behind the 'try' statement");
      }
    }
    if (place_.except_star && (word == "return" || !place_.finally_loop)) {
      Fail(DiagnosticKind::kSyntaxError, span, "'" + word + "' cannot leave an 'except*' block");
    }
  }

  void Try(const ast::TryStmt& t, Span span) {
    bool has_finally = !t.finalbody.empty();
    In(Nested(int(!t.handlers.empty()) + int(has_finally), span), t.body);
    for (size_t i = 0; i < t.handlers.size(); ++i) {
      const ast::ExceptHandler& h = t.handlers[i];
      if (!h.type && i + 1 < t.handlers.size()) Fail(DiagnosticKind::kSyntaxError, {h.span.file, h.span.begin, h.span.begin + 6}, "'except:' without a type must be the last handler");
      if (h.type) Visit(h.type);
      Place p = Nested(2 + int(has_finally), h.span);
      if (t.is_star) p.except_star = true, p.finally_loop = false;
      In(p, h.body);
    }
    In(Nested(int(has_finally), span), t.orelse);
    Place p = Nested(1, span);
    p.finally = true;
    p.finally_loop = false;
    if (has_finally) In(p, t.finalbody);
  }

  void Function(const ast::FunctionDef& f, Span span) {
    bool staged = false;
    for (ExprId d : f.decorators) {
      Visit(d);
      staged |= IsTfFunction(d);
    }
    Defaults(f.args);
    if (f.is_async) {
      Span word{span.file, span.begin, span.begin + 5};
      Unsupported(word, "'async def' is not compiled: Lathe has no coroutines", "write an ordinary function");
    }
    Place inside;
    inside.function = true;
    inside.async = f.is_async;
    bool outer = std::exchange(staged_function_, staged);
    In(inside, f.body);
    staged_function_ = outer;
  }
  void Defaults(const ast::Arguments& args) {
    for (ExprId d : args.defaults) Visit(d);
    for (ExprId d : args.kw_defaults) {
      if (d) Visit(d);
    }
  }

  // @tf.function or @tf.function(…), by its spelling.
  bool IsTfFunction(ExprId id) const {
    const ast::ExprData* data = &ast_[id].data;
    if (const auto* call = std::get_if<ast::CallExpr>(data)) data = &ast_[call->func].data;
    const auto* attribute = std::get_if<ast::AttributeExpr>(data);
    if (!attribute || ast_.names().text(attribute->attr) != "function") return false;
    const auto* module = std::get_if<ast::NameExpr>(&ast_[attribute->value].data);
    return module && (ast_.names().text(module->name) == "tf" || ast_.names().text(module->name) == "tensorflow");
  }

  void Class(const ast::ClassDef& c) {
    for (ExprId d : c.decorators) Visit(d);
    for (ExprId b : c.bases) Visit(b);
    Keywords(c.keywords);
    for (const ast::Keyword& k : c.keywords) {
      Visit(k.value);
      if (k.name && ast_.names().text(*k.name) == "metaclass") Unsupported(k.span, "a class with a metaclass is not compiled");
    }
    Diamond(c);
    Place inside;
    bool staged = std::exchange(staged_function_, false);
    In(inside, c.body);
    staged_function_ = staged;
    for (StmtId id : c.body) {
      const auto* assign = std::get_if<ast::AssignStmt>(&ast_[id].data);
      if (!assign) continue;
      for (ExprId t : assign->targets) {
        const auto* name = std::get_if<ast::NameExpr>(&ast_[t].data);
        if (name && ast_.names().text(name->name) == "__slots__") Unsupported(ast_[id].span, "a class with '__slots__' is not compiled", "remove the assignment");
      }
    }
  }

  // "A", "tf.Module"; empty for bases that are no plain names.
  std::string BaseName(ExprId id) const {
    if (const auto* name = std::get_if<ast::NameExpr>(&ast_[id].data)) return std::string(ast_.names().text(name->name));
    const auto* attribute = std::get_if<ast::AttributeExpr>(&ast_[id].data);
    std::string value = attribute ? BaseName(attribute->value) : "";
    return value.empty() ? value : value + "." + std::string(ast_.names().text(attribute->attr));
  }
  // Classes are known by their names, in the order of the text.
  void Diamond(const ast::ClassDef& c) {
    std::set<std::string>& all = ancestors_[std::string(ast_.names().text(c.name))];
    all.clear();
    bool reported = false;
    for (ExprId b : c.bases) {
      std::string base = BaseName(b);
      if (base.empty() || base == "object") continue;
      std::set<std::string> above{base};
      if (auto it = ancestors_.find(base); it != ancestors_.end()) above.insert(it->second.begin(), it->second.end());
      for (const std::string& a : above) {
        if (all.insert(a).second || std::exchange(reported, true)) continue;
        Unsupported(c.name_span, "the class '" + std::string(ast_.names().text(c.name)) + "' inherits from '" + a + "' in two ways",
                    "inherit from one class and keep an object of the other in an attribute");
      }
    }
  }

  // ---- match ----
  void Match(const ast::MatchStmt& m) {
    Visit(m.subject);
    for (size_t i = 0; i < m.cases.size(); ++i) {
      const ast::MatchCase& c = m.cases[i];
      bool last = i + 1 == m.cases.size();
      if (!last && !c.guard && Irrefutable(c.pattern)) {
        Fail(DiagnosticKind::kSyntaxError, ast_[c.pattern].span, "this pattern matches everything, so the cases after it are never reached");
      }
      std::set<uint32_t> names;
      Pattern(c.pattern, names);
      if (c.guard) Visit(c.guard);
      BlockOf(c.body);
    }
  }
  bool Irrefutable(PatternId id) const {
    const ast::PatternData& data = ast_[id].data;
    if (const auto* as = std::get_if<ast::MatchAs>(&data)) return !as->pattern || Irrefutable(as->pattern);
    const auto* any = std::get_if<ast::MatchOr>(&data);
    return any && Irrefutable(any->patterns.back());
  }
  void Capture(Name name, Span span, std::set<uint32_t>& names) {
    if (!names.insert(name.index).second) Fail(DiagnosticKind::kSyntaxError, span, "the pattern binds " + Quoted(name) + " twice");
  }
  void Pattern(PatternId id, std::set<uint32_t>& names) {
    const ast::Pattern& p = ast_[id];
    if (const auto* as = std::get_if<ast::MatchAs>(&p.data)) {
      if (as->pattern) Pattern(as->pattern, names);
      if (as->name) Capture(*as->name, p.span, names);
    } else if (const auto* star = std::get_if<ast::MatchStar>(&p.data)) {
      if (star->name) Capture(*star->name, p.span, names);
    } else if (const auto* any = std::get_if<ast::MatchOr>(&p.data)) {
      Alternatives(*any, names);
    } else if (const auto* sequence = std::get_if<ast::MatchSequence>(&p.data)) {
      int stars = 0;
      for (PatternId x : sequence->patterns) {
        if (std::holds_alternative<ast::MatchStar>(ast_[x].data) && ++stars == 2) Fail(DiagnosticKind::kSyntaxError, ast_[x].span, "a sequence pattern can hold only one starred pattern");
        Pattern(x, names);
      }
    } else if (const auto* mapping = std::get_if<ast::MatchMapping>(&p.data)) {
      MappingKeys(*mapping);
      for (PatternId x : mapping->patterns) Pattern(x, names);
      if (mapping->rest) Capture(*mapping->rest, p.span, names);
    } else if (const auto* cls = std::get_if<ast::MatchClass>(&p.data)) {
      std::set<uint32_t> attributes;
      for (PatternId x : cls->patterns) Pattern(x, names);
      for (size_t i = 0; i < cls->kwd_attrs.size(); ++i) {
        if (!attributes.insert(cls->kwd_attrs[i].index).second) Fail(DiagnosticKind::kSyntaxError, p.span, "the attribute " + Quoted(cls->kwd_attrs[i]) + " is repeated in the pattern");
        Pattern(cls->kwd_patterns[i], names);
      }
    }
  }
  void Alternatives(const ast::MatchOr& any, std::set<uint32_t>& names) {
    std::set<uint32_t> first;
    for (size_t i = 0; i < any.patterns.size(); ++i) {
      std::set<uint32_t> own;
      Pattern(any.patterns[i], own);
      if (i == 0) first = own;
      Span span = ast_[any.patterns[i]].span;
      if (own != first) Fail(DiagnosticKind::kSyntaxError, span, "the alternatives of a pattern must bind the same names");
      if (i + 1 < any.patterns.size() && Irrefutable(any.patterns[i])) {
        Fail(DiagnosticKind::kSyntaxError, span, "this pattern matches everything, so the alternatives after it are never tried");
      }
    }
    for (uint32_t n : first) Capture(Name{n}, ast_[any.patterns[0]].span, names);
  }
  // Literal keys that are equal; numbers by value.
  void MappingKeys(const ast::MatchMapping& mapping) {
    std::set<std::string> seen;
    for (ExprId k : mapping.keys) {
      std::string key = KeyText(k);
      if (!key.empty() && !seen.insert(key).second) Fail(DiagnosticKind::kSyntaxError, ast_[k].span, "a key is repeated in the mapping pattern");
    }
  }
  std::string KeyText(ExprId id) const {
    const ast::ExprData& data = ast_[id].data;
    if (const auto* s = std::get_if<ast::StringLiteral>(&data)) return "s" + s->value;
    if (const auto* b = std::get_if<ast::BytesLiteral>(&data)) return "b" + b->value;
    if (const auto* i = std::get_if<ast::IntLiteral>(&data)) return "n" + (i->digits.size() < 16 ? std::to_string(std::stod(i->digits)) : i->digits);
    if (const auto* f = std::get_if<ast::FloatLiteral>(&data)) return "n" + std::to_string(f->value);
    if (const auto* b = std::get_if<ast::BoolLiteral>(&data)) return "n" + std::to_string(double(b->value));
    if (std::holds_alternative<ast::NoneLiteral>(data)) return "None";
    return {};
  }

  const ast::Ast& ast_;
  DiagnosticSink& sink_;
  Place place_;
  bool staged_function_ = false;
  std::map<std::string, std::set<std::string>> ancestors_;
};

}  // namespace

bool CheckModule(const ast::Ast& ast, DiagnosticSink& sink) {
  size_t errors = sink.error_count();
  ScopeTable table;
  ScopeBuilder(ast, table, &sink).Run();
  CompilerChecks(ast, sink).Run();
  return sink.error_count() == errors;
}

}  // namespace lathe
