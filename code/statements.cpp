// Statements: what nothing was changed in is the program's own text with its comments; compound statements that stayed Python
// are printed block by block.
#include <algorithm>
#include <utility>

#include "code/printer.h"
#include "frontend/ast_visit.h"

namespace lathe::code {

using ast::Block;
using ast::ExprId;
using ast::StmtId;

// ---- lines and comments ----

void Printer::Emit(const std::string& text, uint32_t source) {
  lines_.push_back({text.empty() ? std::string() : std::string(size_t(indent_) * 4, ' ') + text, source});
  if (!text.empty()) first_in_block_ = false;
}

std::string Printer::Marker(Span span) const {
  if (options_.plain || !span.valid()) return {};
  std::string_view path = sources_.path(span.file);
  path = path.substr(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
  return "  # " + std::string(path) + ":" + std::to_string(sources_.Line(span));
}

// Comment lines and blank lines between what was printed last and `upto`.
void Printer::EmitComments(uint32_t upto) {
  if (upto <= cursor_) return;
  std::string_view between = source_.substr(cursor_, upto - cursor_);
  uint32_t offset = cursor_;
  bool partial = cursor_ > 0 && source_[cursor_ - 1] != '\n';
  while (!between.empty()) {
    size_t end = between.find('\n');
    if (end == std::string_view::npos) break;   // the indentation of the statement itself
    std::string_view line = between.substr(0, end);
    if (!partial) {
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
      size_t blanks = line.find_first_not_of(" \t");
      uint32_t number = sources_.Locate(original_.file, offset).line;
      if (blanks == std::string_view::npos) {
        if (!first_in_block_ || indent_ == 0) lines_.push_back({"", 0});
      } else if (line[blanks] == '#') {
        Emit(std::string(line.substr(blanks)), number);
      }
    }
    partial = false;
    between.remove_prefix(end + 1);
    offset += uint32_t(end + 1);
  }
  cursor_ = upto;
}

// The comment behind a statement on its line, with blanks before it.
std::string Printer::TrailingComment(uint32_t from) const {
  size_t at = from;
  while (at < source_.size() && (source_[at] == ' ' || source_[at] == '\t')) ++at;
  if (at >= source_.size() || source_[at] != '#') return {};
  size_t end = source_.find('\n', at);
  if (end == std::string_view::npos) end = source_.size();
  std::string_view text = source_.substr(at, end - at);
  while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
  return "  " + std::string(text);
}

// The position behind the ':' that ends a header, from somewhere in it behind its last expression.
uint32_t Printer::ColonAfter(uint32_t from) const {
  int depth = 0;
  for (uint32_t i = from; i < source_.size(); ++i) {
    char c = source_[i];
    if (c == '#') {
      while (i < source_.size() && source_[i] != '\n') ++i;
    } else if (c == '"' || c == '\'') {
      bool triple = source_.substr(i, 3) == std::string(3, c);
      std::string close(triple ? 3 : 1, c);
      i += uint32_t(close.size());
      while (i < source_.size() && source_.substr(i, close.size()) != close) i += source_[i] == '\\' ? 2 : 1;
      i += uint32_t(close.size()) - 1;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (c == ':' && depth <= 0) {
      return i + 1;
    }
  }
  return uint32_t(source_.size());
}

// A header line of the program, with its comment.
void Printer::Header(const std::string& text, uint32_t from, Span span) {
  std::string comment;
  if (from != 0) {
    uint32_t colon = ColonAfter(from);
    comment = TrailingComment(colon);
    uint32_t end = colon + uint32_t(comment.empty() ? 0 : source_.substr(colon).find('\n'));
    cursor_ = std::max(cursor_, std::min<uint32_t>(end, uint32_t(source_.size())));
  }
  Emit(text + comment, span.valid() ? sources_.Line(span) : 0);
}

uint32_t Printer::StartOf(StmtId id) const {
  const ast::Stmt& s = lowered_[id];
  const std::vector<ExprId>* decorators = nullptr;
  if (auto* f = std::get_if<ast::FunctionDef>(&s.data)) decorators = &f->decorators;
  if (auto* c = std::get_if<ast::ClassDef>(&s.data)) decorators = &c->decorators;
  if (!decorators || decorators->empty()) return s.span.begin;
  uint32_t at = lowered_[decorators->front()].span.begin;
  while (at > 0 && source_[at] != '@') --at;
  return at;
}

bool Printer::IsSynthetic(StmtId id) const {
  return id.index >= original_.stmt_count() || original_[id].data.index() != (*function_.tree)[id].data.index();
}

// ---- what changes ----

bool Printer::Changed(const Block& block) {
  return std::any_of(block.begin(), block.end(), [&](StmtId id) { return Changed(id); });
}

bool Printer::ChangedDefinition(StmtId id, const ast::FunctionDef& f) {
  std::vector<Replacement> found;
  for (ExprId d : f.decorators) {
    if (IsTfFunction(d)) return true;
    Collect(d, found);
  }
  for (ExprId d : f.args.defaults) Collect(d, found);
  for (ExprId d : f.args.kw_defaults) Collect(d, found);
  if (!found.empty()) return true;
  Calls outer = std::exchange(function_.calls, decisions_.CallsOf(id));
  bool changed = Changed(std::get<ast::FunctionDef>(original_[id].data).body);
  function_.calls = std::move(outer);
  return changed;
}

bool Printer::Changed(StmtId id) {
  const ast::Stmt& s = original_[id];
  if (auto* f = std::get_if<ast::FunctionDef>(&s.data)) return ChangedDefinition(id, *f);
  bool flow = std::holds_alternative<ast::IfStmt>(s.data) || std::holds_alternative<ast::WhileStmt>(s.data) || std::holds_alternative<ast::ForStmt>(s.data);
  if (flow) {
    Form form = FormOf(id).form;
    if (form == Form::kGraph || form == Form::kMixed) return true;
  }
  std::vector<Replacement> found;
  CollectFrom(s, found);
  if (!found.empty()) return true;
  struct Visit {
    Printer& p;
    bool changed = false;
    void operator()(ExprId) {}
    void operator()(StmtId child) { changed = changed || p.Changed(child); }
    void operator()(ast::PatternId) {}
  } visit{*this};
  ast::ForEachChild(s.data, visit);
  return visit.changed;
}

// Jumps that leave the block: `return`, and `break` and `continue` of a loop around it.
bool Printer::Escapes(const Block& block, bool in_loop) const {
  for (StmtId id : block) {
    const ast::Stmt& s = original_[id];
    if (std::holds_alternative<ast::ReturnStmt>(s.data)) return true;
    if (!in_loop && (std::holds_alternative<ast::BreakStmt>(s.data) || std::holds_alternative<ast::ContinueStmt>(s.data))) return true;
    if (std::holds_alternative<ast::FunctionDef>(s.data) || std::holds_alternative<ast::ClassDef>(s.data)) continue;
    if (auto* f = std::get_if<ast::ForStmt>(&s.data)) {
      if (Escapes(f->body, true) || Escapes(f->orelse, in_loop)) return true;
    } else if (auto* w = std::get_if<ast::WhileStmt>(&s.data)) {
      if (Escapes(w->body, true) || Escapes(w->orelse, in_loop)) return true;
    } else {
      struct Visit {
        const Printer& p;
        bool in_loop, found = false;
        void operator()(ExprId) {}
        void operator()(StmtId child) { found = found || p.Escapes({child}, in_loop); }
        void operator()(ast::PatternId) {}
      } visit{*this, in_loop};
      ast::ForEachChild(s.data, visit);
      if (visit.found) return true;
    }
  }
  return false;
}

// Whether the statement as it was parsed can stand where the lowered one is.
bool Printer::SelfContained(StmtId id) const {
  return id.index < original_.stmt_count() && !Escapes({id}, false);
}

// ---- statements ----

void Printer::EmitBlock(const Block& block, bool tail) {
  for (size_t i = 0; i < block.size(); ++i) {
    if (i + 1 < block.size() && ResetsFlagFor(block[i], block[i + 1])) continue;
    EmitStatement(block[i], tail && i + 1 == block.size());
  }
}

// `did_break = False` before a loop that is printed with its own `break`.
bool Printer::ResetsFlagFor(StmtId id, StmtId loop) {
  const ast::Stmt& s = (*function_.tree)[id];
  auto* assign = std::get_if<ast::AssignStmt>(&s.data);
  if (!assign || id.index < original_.stmt_count() || loop.index >= original_.stmt_count()) return false;
  const ast::Stmt& next = original_[loop];
  if (!std::holds_alternative<ast::ForStmt>(next.data) && !std::holds_alternative<ast::WhileStmt>(next.data)) return false;
  auto* name = std::get_if<ast::NameExpr>(&lowered_[assign->targets[0]].data);
  return name && original_.names().text(name->name).starts_with("$did_break") && SelfContained(loop) && !Changed(loop);
}

void Printer::EmitIndented(const Block& block, bool tail) {
  ++indent_;
  first_in_block_ = true;
  size_t before = lines_.size();
  EmitBlock(block, tail);
  bool code = std::any_of(lines_.begin() + int64_t(before), lines_.end(), [](const Line& l) {
    size_t at = l.text.find_first_not_of(' ');
    return at != std::string::npos && l.text[at] != '#';
  });
  if (!code) Emit("pass");
  --indent_;
  first_in_block_ = false;
}

void Printer::EmitVerbatim(StmtId id) {
  uint32_t begin = StartOf(id), end = original_[id].span.end;
  int column = int(sources_.Locate(original_.file, begin).column) - 1;
  shift_ = indent_ * 4 - column;
  std::string text = Slice(begin, end), comment = TrailingComment(end);
  uint32_t number = sources_.Locate(original_.file, begin).line;
  // Line by line, so that each keeps its number.
  size_t at = 0;
  bool first = true;
  while (at <= text.size()) {
    size_t newline = text.find('\n', at);
    std::string line = text.substr(at, newline == std::string::npos ? std::string::npos : newline - at);
    if (newline == std::string::npos) line += comment;
    if (first) Emit(line, number);
    else lines_.push_back({line, number});
    first = false;
    ++number;
    if (newline == std::string::npos) break;
    at = newline + 1;
  }
  cursor_ = std::max(cursor_, end);
  if (!comment.empty()) cursor_ = std::max(cursor_, uint32_t(std::min(source_.find('\n', end), source_.size())));
}

void Printer::EmitStatement(StmtId id, bool tail) {
  const ast::Stmt& s = (*function_.tree)[id];
  bool synthetic = IsSynthetic(id);
  if (id.index < original_.stmt_count()) {
    EmitComments(StartOf(id));
    shift_ = indent_ * 4 - (int(sources_.Locate(original_.file, StartOf(id)).column) - 1);
    if (!synthetic && (function_.tree == &original_ || SelfContained(id)) && !Changed(id)) return EmitVerbatim(id);
  }
  if (auto* n = std::get_if<ast::IfStmt>(&s.data)) return EmitIf(id, *n, tail);
  if (auto* n = std::get_if<ast::ForStmt>(&s.data)) return EmitFor(id, *n);
  if (auto* n = std::get_if<ast::WhileStmt>(&s.data)) return EmitWhile(id, *n);
  if (auto* n = std::get_if<ast::WithStmt>(&s.data)) return EmitWith(*n, tail);
  if (auto* n = std::get_if<ast::TryStmt>(&s.data)) return EmitTry(*n, tail);
  if (auto* n = std::get_if<ast::MatchStmt>(&s.data)) return EmitMatch(id, *n, tail);
  if (auto* n = std::get_if<ast::FunctionDef>(&s.data)) return EmitDefinition(id, *n);
  if (auto* n = std::get_if<ast::ClassDef>(&s.data)) return EmitClass(id, *n);
  if (synthetic) return EmitSynthetic(id, tail);
  EmitSimple(id, tail);
}

void Printer::EmitSimple(StmtId id, bool) {
  const ast::Stmt& s = original_[id];
  std::vector<Replacement> replacements;
  CollectFrom(s, replacements);
  std::string comment = TrailingComment(s.span.end);
  Emit(Slice(s.span.begin, s.span.end, std::move(replacements)) + comment, sources_.Line(s.span));
  cursor_ = std::max(cursor_, comment.empty() ? s.span.end : uint32_t(std::min(source_.find('\n', s.span.end), source_.size())));
}

// Statements that jump rewriting made, or made of others.
void Printer::EmitSynthetic(StmtId id, bool tail) {
  const ast::Stmt& s = (*function_.tree)[id];
  uint32_t line = sources_.Line(s.span);
  bool was_return = id.index < original_.stmt_count() && std::holds_alternative<ast::ReturnStmt>(original_[id].data);
  std::string comment = was_return ? TrailingComment(original_[id].span.end) : std::string();
  if (auto* a = std::get_if<ast::AssignStmt>(&s.data)) {
    std::string value = Inline(a->value);
    if (tail && was_return) Emit(value == "None" && !std::get<ast::ReturnStmt>(original_[id].data).value ? "return" + comment : "return " + value + comment, line);
    else Emit(Text(a->targets[0]) + " = " + value + comment, line);
    if (was_return) cursor_ = std::max(cursor_, comment.empty() ? original_[id].span.end : uint32_t(std::min(source_.find('\n', original_[id].span.end), source_.size())));
  } else if (auto* d = std::get_if<ast::AnnAssignStmt>(&s.data)) {
    Emit(Text(d->target) + " = None", 0);
  } else if (auto* r = std::get_if<ast::ReturnStmt>(&s.data)) {
    Emit("return " + Text(r->value), 0);
  } else if (auto* r = std::get_if<ast::RaiseStmt>(&s.data)) {
    Emit("raise " + Text(r->exception), 0);
  } else if (std::holds_alternative<ast::PassStmt>(s.data)) {
    Emit("pass", 0);
  }
}

void Printer::EmitIf(StmtId id, const ast::IfStmt& n, bool tail, std::string_view word) {
  FormInfo form = FormOf(id);
  if (form.form == Form::kGraph) return EmitBranch(id, n, form, tail);
  if (form.form != Form::kMixed) return EmitPythonIf(id, n, tail, word);
  Emit("if tf.is_tensor(" + Text(n.test) + "):" + Marker((*function_.tree)[n.test].span), sources_.Line((*function_.tree)[n.test].span));
  ++indent_;
  uint32_t cursor = cursor_;
  EmitBranch(id, n, form, tail);
  --indent_;
  Emit("else:", 0);
  ++indent_;
  cursor_ = cursor;
  EmitPythonIf(id, n, tail, "if");
  --indent_;
}

void Printer::EmitPythonIf(StmtId id, const ast::IfStmt& n, bool tail, std::string_view word) {
  Span test = (*function_.tree)[n.test].span;
  bool own = !IsSynthetic(n.test) && id.index < original_.stmt_count();
  Header(std::string(word) + " " + Inline(n.test) + ":", own ? test.end : 0, test);
  EmitIndented(n.body, tail);
  if (n.orelse.empty()) return;
  if (n.orelse.size() == 1) {
    const ast::Stmt& only = (*function_.tree)[n.orelse[0]];
    auto* inner = std::get_if<ast::IfStmt>(&only.data);
    Form form = inner ? FormOf(n.orelse[0]).form : Form::kGraph;
    bool written = n.orelse[0].index < original_.stmt_count() && source_.substr(only.span.begin, 4) == "elif";
    if (inner && written && form != Form::kGraph && form != Form::kMixed) {
      EmitComments(only.span.begin);
      return EmitPythonIf(n.orelse[0], *inner, tail, "elif");
    }
  }
  Emit("else:", 0);
  EmitIndented(n.orelse, tail);
}

// The `else` of a loop without `break`: what follows it.
void Printer::EmitElse(const Block& orelse) {
  if (!orelse.empty()) EmitBlock(orelse);
}

void Printer::EmitFor(StmtId id, const ast::ForStmt& n) {
  FormInfo form = FormOf(id);
  if (form.form == Form::kGraph) {
    EmitGraphFor(id, n, form);
    return EmitElse(n.orelse);
  }
  if (form.form != Form::kMixed) return EmitPythonFor(id, n);
  Emit("if tf.is_tensor(" + Text(n.iter) + "):", sources_.Line((*function_.tree)[n.iter].span));
  ++indent_;
  uint32_t cursor = cursor_;
  EmitGraphFor(id, n, form);
  EmitElse(n.orelse);
  --indent_;
  Emit("else:", 0);
  ++indent_;
  cursor_ = cursor;
  EmitPythonFor(id, n);
  --indent_;
}

void Printer::EmitPythonFor(StmtId, const ast::ForStmt& n) {
  Header("for " + Text(n.target) + " in " + Inline(n.iter) + ":", lowered_[n.iter].span.end, lowered_[n.iter].span);
  EmitIndented(n.body);
  if (n.extra_test) {
    // The loop's flags are looked at behind each trip: before the first one they are not set.
    ++indent_;
    Emit("if " + RewriteNegated(n.extra_test) + ":", 0);
    ++indent_;
    Emit("break");
    indent_ -= 2;
    return EmitElse(n.orelse);
  }
  if (n.orelse.empty()) return;
  Emit("else:", 0);
  EmitIndented(n.orelse);
}

// The negation of `not a and not b`: `a or b`.
std::string Printer::RewriteNegated(ExprId test) {
  if (auto* n = std::get_if<ast::UnaryExpr>(&lowered_[test].data); n && n->op == ast::UnaryOp::kNot) return Text(n->operand);
  if (auto* n = std::get_if<ast::BoolOpExpr>(&lowered_[test].data)) {
    std::vector<std::string> parts;
    for (ExprId v : n->values) parts.push_back(RewriteNegated(v));
    return Join(parts, n->op == ast::BoolOp::kAnd ? " or " : " and ");
  }
  return "not " + Operand(test);
}

void Printer::EmitWhile(StmtId id, const ast::WhileStmt& n) {
  FormInfo form = FormOf(id);
  if (form.form == Form::kGraph) {
    EmitGraphWhile(id, n, form);
    return EmitElse(n.orelse);
  }
  if (form.form != Form::kMixed) return EmitPythonWhile(n);
  Emit("if tf.is_tensor(" + Text(n.test) + "):", sources_.Line((*function_.tree)[n.test].span));
  ++indent_;
  uint32_t cursor = cursor_;
  EmitGraphWhile(id, n, form);
  EmitElse(n.orelse);
  --indent_;
  Emit("else:", 0);
  ++indent_;
  cursor_ = cursor;
  EmitPythonWhile(n);
  --indent_;
}

void Printer::EmitPythonWhile(const ast::WhileStmt& n) {
  bool own = !IsSynthetic(n.test);
  Span test = lowered_[n.test].span;
  Header("while " + Inline(n.test) + ":", own ? test.end : 0, test);
  EmitIndented(n.body);
  if (n.orelse.empty()) return;
  Emit("else:", 0);
  EmitIndented(n.orelse);
}

void Printer::EmitWith(const ast::WithStmt& n, bool tail) {
  std::vector<std::string> items;
  uint32_t end = 0;
  for (const ast::WithItem& i : n.items) {
    items.push_back(Inline(i.context) + (i.vars ? " as " + Text(i.vars) : std::string()));
    end = lowered_[i.vars ? i.vars : i.context].span.end;
  }
  Header("with " + Join(items) + ":", end, lowered_[n.items[0].context].span);
  EmitIndented(n.body, tail);
}

void Printer::EmitTry(const ast::TryStmt& n, bool tail) {
  Emit("try:", 0);
  EmitIndented(n.body, tail && n.orelse.empty());
  for (const ast::ExceptHandler& h : n.handlers) {
    std::string text = n.is_star ? "except*" : "except";
    if (h.type) text += " " + Inline(h.type);
    if (h.name) text += " as " + NameText(*h.name);
    Emit(text + ":", sources_.Line(h.span));
    EmitIndented(h.body, tail);
  }
  if (!n.orelse.empty()) Emit("else:", 0), EmitIndented(n.orelse, tail);
  if (!n.finalbody.empty()) Emit("finally:", 0), EmitIndented(n.finalbody);
}

void Printer::EmitMatch(StmtId, const ast::MatchStmt& n, bool tail) {
  Header("match " + Inline(n.subject) + ":", lowered_[n.subject].span.end, lowered_[n.subject].span);
  ++indent_;
  for (const ast::MatchCase& c : n.cases) {
    Span pattern = lowered_[c.pattern].span;
    size_t begin = source_.rfind("case", pattern.begin);
    uint32_t last = c.guard ? lowered_[c.guard].span.end : pattern.end, colon = ColonAfter(last);
    std::vector<Replacement> replacements;
    if (c.guard) Collect(c.guard, replacements);
    EmitComments(uint32_t(begin));
    Header(Slice(uint32_t(begin), colon, std::move(replacements)), last, pattern);
    EmitIndented(c.body, tail);
  }
  --indent_;
}

void Printer::EmitClass(StmtId id, const ast::ClassDef& n) {
  std::vector<Replacement> replacements;
  for (ExprId d : n.decorators) Collect(d, replacements);
  for (ExprId b : n.bases) Collect(b, replacements);
  for (const ast::Keyword& k : n.keywords) Collect(k.value, replacements);
  uint32_t colon = ColonAfter(n.name_span.end), begin = StartOf(id);
  Header(Slice(begin, colon, std::move(replacements)), n.name_span.end, n.name_span);
  Function outer = function_;
  function_ = Function{};
  function_.tree = &original_;
  function_.class_name = std::string(original_.names().text(n.name));
  EmitIndented(std::get<ast::ClassDef>(original_[id].data).body);
  function_ = std::move(outer);
}

}  // namespace lathe::code
