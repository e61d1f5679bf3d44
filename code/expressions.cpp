// Expressions: the program's own text, with the parts replaced that are on a graph. A replacement binds like a call (or is in
// parentheses), so what is around it stays as it is.
#include <algorithm>
#include <array>

#include "code/printer.h"
#include "frontend/ast_visit.h"

namespace lathe::code {

using ast::ExprId;
using ast::StmtId;

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i) out += separator;
    out += parts[i];
  }
  return out;
}

std::string Printer::NameText(Name n) const {
  std::string_view text = original_.names().text(n);
  return text.find('$') == std::string_view::npos ? std::string(text) : pool_.OfSynthetic(text);
}

// Source text with replacements; lines after the first move with the statement, except inside of strings.
std::string Printer::Slice(uint32_t begin, uint32_t end, std::vector<Replacement> replacements) {
  std::stable_sort(replacements.begin(), replacements.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
  std::string out;
  size_t next = 0;
  auto in_string = [&](uint32_t at) {
    for (const Span& s : long_strings_) if (s.begin < at && at < s.end) return true;
    return false;
  };
  for (uint32_t i = begin; i < end;) {
    if (next < replacements.size() && replacements[next].begin == i) {
      out += replacements[next].text;
      i = std::max(i, replacements[next].end);
      ++next;
      continue;
    }
    char c = source_[i++];
    if (c == '\r') continue;
    out += c;
    if (c != '\n' || in_string(i)) continue;
    uint32_t blanks = 0;
    while (i < end && source_[i] == ' ') ++blanks, ++i;
    if (i < end && source_[i] == '\n') continue;
    out.append(size_t(std::max(0, int(blanks) + shift_)), ' ');
  }
  for (; next < replacements.size() && replacements[next].begin <= end; ++next) out += replacements[next].text;
  return out;
}

std::string Printer::Text(ExprId id) {
  if (auto text = Rewrite(id)) return *text;
  if (IsSynthetic(id)) return SyntheticText(id);
  std::vector<Replacement> replacements;
  Collect(id, replacements);
  Span span = lowered_[id].span;
  return Slice(span.begin, span.end, std::move(replacements));
}

std::string Printer::Inline(ExprId id) {
  std::string text = Text(id);
  return text.find('\n') == std::string::npos ? text : "(" + text + ")";
}

namespace {
bool BindsWeakly(const ast::ExprData& data) {
  return std::holds_alternative<ast::BoolOpExpr>(data) || std::holds_alternative<ast::ConditionalExpr>(data) ||
         std::holds_alternative<ast::LambdaExpr>(data) || std::holds_alternative<ast::NamedExpr>(data) || std::holds_alternative<ast::YieldExpr>(data);
}
bool IsAtom(const ast::ExprData& data) {
  return std::holds_alternative<ast::NameExpr>(data) || std::holds_alternative<ast::CallExpr>(data) || std::holds_alternative<ast::AttributeExpr>(data) ||
         std::holds_alternative<ast::SubscriptExpr>(data);
}
}  // namespace

std::string Printer::Operand(ExprId id) {
  if (auto text = Rewrite(id)) return *text;
  std::string text = Text(id);
  bool weak = (BindsWeakly(lowered_[id].data) || std::holds_alternative<ast::CompareExpr>(lowered_[id].data));
  return weak || text.find('\n') != std::string::npos ? "(" + text + ")" : text;
}

void Printer::Collect(ExprId id, std::vector<Replacement>& out) {
  if (!id) return;
  const ast::Expr& e = lowered_[id];
  if (auto text = Rewrite(id)) {
    out.push_back({e.span.begin, e.span.end, *text});
    return;
  }
  Calls outer = function_.calls;
  if (std::holds_alternative<ast::LambdaExpr>(e.data)) function_.calls = decisions_.CallsOf(id);
  struct Visit {
    Printer& p;
    std::vector<Replacement>& out;
    void operator()(ExprId child) { p.Collect(child, out); }
    void operator()(StmtId) {}
    void operator()(ast::PatternId) {}
  } visit{*this, out};
  if (auto* call = std::get_if<ast::CallExpr>(&e.data); call && IsTfFunction(call->func)) {
    const ast::Keyword* given = nullptr;
    for (const ast::Keyword& k : call->keywords) if (k.name && original_.names().text(*k.name) == "autograph") given = &k;
    for (ExprId a : call->args) Collect(a, out);
    for (const ast::Keyword& k : call->keywords) if (&k != given) Collect(k.value, out);
    if (given) {
      Span v = lowered_[given->value].span;
      out.push_back({v.begin, v.end, "False"});
    } else {
      uint32_t at = e.span.end - 1, back = at;
      while (back > e.span.begin && std::isspace(static_cast<unsigned char>(source_[back - 1]))) --back;
      bool first = call->args.empty() && call->keywords.empty(), comma = source_[back - 1] == ',';
      out.push_back({at, at, first ? "autograph=False" : comma ? " autograph=False" : ", autograph=False"});
    }
  } else {
    ast::ForEachChild(e.data, visit);
  }
  function_.calls = std::move(outer);
}

void Printer::CollectFrom(const ast::Stmt& s, std::vector<Replacement>& out) {
  struct Visit {
    Printer& p;
    std::vector<Replacement>& out;
    void operator()(ExprId child) { p.Collect(child, out); }
    void operator()(StmtId) {}
    void operator()(ast::PatternId) {}
  } visit{*this, out};
  ast::ForEachChild(s.data, visit);
}

bool Printer::IsTfFunction(ExprId id) const {
  auto* a = std::get_if<ast::AttributeExpr>(&lowered_[id].data);
  if (!a || original_.names().text(a->attr) != "function") return false;
  auto* n = std::get_if<ast::NameExpr>(&lowered_[a->value].data);
  return n && tensorflow_.contains(std::string(original_.names().text(n->name)));
}

bool Printer::Tests(ExprId id) {
  if (!id) return false;
  if (std::holds_alternative<ast::NamedExpr>(lowered_[id].data)) return true;
  struct Visit {
    Printer& p;
    bool found = false;
    void operator()(ExprId child) { found |= p.Tests(child); }
    void operator()(StmtId) {}
    void operator()(ast::PatternId) {}
  } visit{*this};
  ast::ForEachChild(lowered_[id].data, visit);
  return visit.found;
}

std::string Printer::Scalar(const std::string& test, const FormInfo& form) { return form.detail == "reshape" ? "tf.reshape(" + test + ", [])" : test; }

std::string Printer::Choice(const FormInfo& form, const std::string& test, const std::string& then, const std::string& orelse,
                            const std::string& python) {
  std::string staged = "tf.cond(" + Scalar(test, form) + ", lambda: " + then + ", lambda: " + orelse + ")";
  if (form.form == Form::kGraph) return staged;
  return "(" + staged + " if tf.is_tensor(" + test + ") else (" + python + "))";
}

std::optional<std::string> Printer::Rewrite(ExprId id) {
  const ast::Expr& e = lowered_[id];
  if (auto* n = std::get_if<ast::ConditionalExpr>(&e.data)) {
    FormInfo form = FormOf(id);
    if (form.form != Form::kGraph && form.form != Form::kMixed) return std::nullopt;
    std::string test = Text(n->test), then = Inline(n->body), orelse = Inline(n->orelse);
    return Choice(form, test, then, orelse, then + " if " + test + " else " + orelse);
  }
  if (auto* n = std::get_if<ast::UnaryExpr>(&e.data); n && n->op == ast::UnaryOp::kNot) {
    FormInfo form = FormOf(id);
    auto* name = std::get_if<ast::NameExpr>(&lowered_[n->operand].data);
    if (name && tensor_flags_.contains(std::string(original_.names().text(name->name)))) form.form = Form::kGraph;
    if (form.form != Form::kGraph && form.form != Form::kMixed) return std::nullopt;
    std::string operand = Text(n->operand), staged = "tf.logical_not(" + operand + ")";
    if (form.form == Form::kGraph) return staged;
    return "(" + staged + " if tf.is_tensor(" + operand + ") else not " + Operand(n->operand) + ")";
  }
  if (auto* n = std::get_if<ast::BoolOpExpr>(&e.data)) return RewriteBoolOp(id, *n, 0);
  if (auto* n = std::get_if<ast::CompareExpr>(&e.data)) return n->ops.size() > 1 ? RewriteCompare(id, *n, 0) : std::nullopt;
  if (auto* n = std::get_if<ast::CallExpr>(&e.data)) return RewriteCall(id, *n);
  if (std::holds_alternative<ast::AttributeExpr>(e.data) && IsTfFunction(id)) return "(lambda *args, **kwargs: tf.function(*args, autograph=False, **kwargs))";
  return std::nullopt;
}

// The operands from `first` on; nullopt: all of them decide in Python.
std::optional<std::string> Printer::RewriteBoolOp(ExprId id, const ast::BoolOpExpr& n, size_t first) {
  if (first + 1 >= n.values.size()) return std::nullopt;
  FormInfo form = FormOf(id, uint32_t(first));
  bool is_and = n.op == ast::BoolOp::kAnd;
  std::string_view word = is_and ? " and " : " or ";
  auto* flag = std::get_if<ast::UnaryExpr>(&lowered_[n.values[first]].data);
  auto* name = flag ? std::get_if<ast::NameExpr>(&lowered_[flag->operand].data) : nullptr;
  if (name && tensor_flags_.contains(std::string(original_.names().text(name->name)))) form.form = Form::kGraph;
  bool staged = form.form == Form::kGraph || form.form == Form::kMixed;
  std::optional<std::string> rest = RewriteBoolOp(id, n, first + 1);
  if (!staged && !rest) return std::nullopt;
  std::string tail;
  if (rest) {
    tail = *rest;
  } else {
    std::vector<std::string> parts;
    for (size_t i = first + 1; i < n.values.size(); ++i) parts.push_back(n.values.size() - first > 2 ? Operand(n.values[i]) : Inline(n.values[i]));
    tail = Join(parts, word);
  }
  if (!staged) return "(" + Operand(n.values[first]) + std::string(word) + tail + ")";
  std::string test = Text(n.values[first]);
  std::string python = Operand(n.values[first]) + std::string(word) + (rest ? tail : "(" + tail + ")");
  return is_and ? Choice(form, test, tail, "False", python) : Choice(form, test, "True", tail, python);
}

std::optional<std::string> Printer::RewriteCompare(ExprId id, const ast::CompareExpr& n, size_t first) {
  auto operand = [&](size_t i) { return i == 0 ? n.left : n.comparators[i - 1]; };
  static constexpr std::array<std::string_view, 10> kWords = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
  auto pair = [&](size_t i) { return Operand(operand(i)) + " " + std::string(kWords[size_t(n.ops[i])]) + " " + Operand(operand(i + 1)); };
  if (first + 1 == n.ops.size()) return std::nullopt;
  FormInfo form = FormOf(id, uint32_t(first));
  bool staged = form.form == Form::kGraph || form.form == Form::kMixed;
  std::optional<std::string> rest = RewriteCompare(id, n, first + 1);
  if (!staged && !rest) return std::nullopt;
  std::string tail;
  if (rest) {
    tail = *rest;
  } else {
    std::vector<std::string> parts;
    for (size_t i = first + 1; i < n.ops.size(); ++i) parts.push_back(pair(i));
    tail = Join(parts, " and ");
  }
  if (!staged) return "(" + pair(first) + " and " + tail + ")";
  return Choice(form, pair(first), tail, "False", pair(first) + " and " + tail);
}

std::optional<std::string> Printer::RewriteCall(ExprId id, const ast::CallExpr& n) {
  if (auto* name = std::get_if<ast::NameExpr>(&lowered_[n.func].data)) {
    if (function_.generated > 0 && n.args.empty() && n.keywords.empty() && original_.names().text(name->name) == "super" && !function_.self.empty())
      return "super(__class__, " + function_.self + ")";
  }
  FormInfo form = FormOf(id);
  if (form.form != Form::kGraph && form.form != Form::kMixed) return std::nullopt;
  std::string staged = BuiltinCall(form.detail, n);
  if (staged.empty()) return std::nullopt;
  if (form.form == Form::kGraph || n.args.empty()) return staged;
  Span span = lowered_[id].span;
  std::vector<Replacement> replacements;
  for (ExprId a : n.args) Collect(a, replacements);
  return "(" + staged + " if tf.is_tensor(" + Text(n.args[0]) + ") else " + Slice(span.begin, span.end, std::move(replacements)) + ")";
}

// What AutoGraph makes of a builtin that is given tensors; empty: it stays.
std::string Printer::BuiltinCall(const std::string& what, const ast::CallExpr& n) {
  std::vector<std::string> args;
  for (ExprId a : n.args) args.push_back(Inline(a));
  if (args.empty()) return {};
  auto keyword = [&](std::string_view name) {
    for (const ast::Keyword& k : n.keywords) if (k.name && original_.names().text(*k.name) == name) return k.value;
    return ExprId{};
  };
  std::string receiver = IsAtom(lowered_[n.args.back()].data) ? args.back() : "(" + args.back() + ")";
  if (what == "len of known length") return receiver + ".shape[0]";
  if (what == "len") return "tf.shape(" + args[0] + ")[0]";
  if (what == "len of TensorArray") return receiver + ".size()";
  if (what == "len of Dataset") return receiver + ".cardinality()";
  if (what == "int") return "tf.cast(" + args[0] + ", tf.int32)";
  if (what == "float") return "tf.cast(" + args[0] + ", tf.float32)";
  if (what == "int of text") return "tf.strings.to_number(" + args[0] + ", tf.int32)";
  if (what == "float of text") return "tf.strings.to_number(" + args[0] + ", tf.float32)";
  if (what == "range") {
    if (args.size() == 1) return "tf.range(tf.maximum(" + args[0] + ", 0))";
    if (args.size() == 2) return "tf.range(" + args[0] + ", tf.maximum(" + args[0] + ", " + args[1] + "))";
    return "tf.range(" + Join(args) + ")";
  }
  if (what == "sorted") {
    ExprId key = keyword("key"), reverse = keyword("reverse");
    std::string direction = reverse ? "'DESCENDING'" : "'ASCENDING'";
    if (key) return "tf.gather(" + args[0] + ", tf.argsort(tf.vectorized_map(" + Inline(key) + ", " + args[0] + "), direction=" + direction + "))";
    return reverse ? "tf.sort(" + args[0] + ", direction=" + direction + ")" : "tf.sort(" + args[0] + ")";
  }
  if (what == "enumerate of Dataset") {
    std::string start = args.size() > 1 ? args[1] : keyword("start") ? Inline(keyword("start")) : std::string();
    return (IsAtom(lowered_[n.args[0]].data) ? args[0] : "(" + args[0] + ")") + ".enumerate(" + start + ")";
  }
  if (what == "zip of Dataset") return "tf.data.Dataset.zip((" + Join(args) + (args.size() == 1 ? ",))" : "))");
  if (what == "map of Dataset" && args.size() == 2) return receiver + ".map(" + args[0] + ")";
  if (what == "map of Dataset") return "tf.data.Dataset.zip((" + Join({args.begin() + 1, args.end()}) + ")).map(" + args[0] + ")";
  if (what == "filter of Dataset") return receiver + ".filter(" + args[0] + ")";
  if (what == "abs of Dataset") return receiver + ".map(tf.abs)";
  if (what == "any of Dataset") return receiver + ".filter(lambda x: x).take(1).reduce(False, tf.logical_or)";
  if (what == "all of Dataset") return receiver + ".filter(lambda x: tf.logical_not(x)).take(1).reduce(True, lambda a, b: False)";
  return {};
}

// Expressions that jump rewriting made have no text of their own.
std::string Printer::SyntheticText(ExprId id) {
  const ast::ExprData& data = lowered_[id].data;
  if (auto* n = std::get_if<ast::NameExpr>(&data)) return NameText(n->name);
  if (auto* n = std::get_if<ast::BoolLiteral>(&data)) return n->value ? "True" : "False";
  if (std::holds_alternative<ast::NoneLiteral>(data)) return "None";
  if (auto* n = std::get_if<ast::UnaryExpr>(&data)) return "not " + Operand(n->operand);
  if (auto* n = std::get_if<ast::BoolOpExpr>(&data)) {
    std::vector<std::string> parts;
    for (ExprId v : n->values) parts.push_back(Operand(v));
    return Join(parts, n->op == ast::BoolOp::kAnd ? " and " : " or ");
  }
  if (auto* n = std::get_if<ast::CompareExpr>(&data)) return Operand(n->left) + " is not " + Operand(n->comparators[0]);
  return "None";
}

}  // namespace lathe::code
