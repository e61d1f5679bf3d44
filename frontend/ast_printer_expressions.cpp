// Ast printer, expressions: parentheses by precedence; string literals in the quotes that need the fewest escapes.
#include <charconv>
#include <cmath>

#include "frontend/ast_printer_internal.h"
#include "frontend/unicode.h"

namespace lathe {

using ast::ExprId;
using Level = PythonPrinter::Level;

std::string_view TextOf(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::kAdd: return "+";
    case ast::BinaryOp::kSub: return "-";
    case ast::BinaryOp::kMult: return "*";
    case ast::BinaryOp::kMatMult: return "@";
    case ast::BinaryOp::kDiv: return "/";
    case ast::BinaryOp::kMod: return "%";
    case ast::BinaryOp::kPow: return "**";
    case ast::BinaryOp::kLShift: return "<<";
    case ast::BinaryOp::kRShift: return ">>";
    case ast::BinaryOp::kBitOr: return "|";
    case ast::BinaryOp::kBitXor: return "^";
    case ast::BinaryOp::kBitAnd: return "&";
    case ast::BinaryOp::kFloorDiv: return "//";
  }
  return "";
}

namespace {

std::string_view TextOf(ast::CompareOp op) {
  switch (op) {
    case ast::CompareOp::kEq: return " == ";
    case ast::CompareOp::kNotEq: return " != ";
    case ast::CompareOp::kLt: return " < ";
    case ast::CompareOp::kLtE: return " <= ";
    case ast::CompareOp::kGt: return " > ";
    case ast::CompareOp::kGtE: return " >= ";
    case ast::CompareOp::kIs: return " is ";
    case ast::CompareOp::kIsNot: return " is not ";
    case ast::CompareOp::kIn: return " in ";
    case ast::CompareOp::kNotIn: return " not in ";
  }
  return "";
}

Level LevelOf(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::kAdd:
    case ast::BinaryOp::kSub: return Level::kSum;
    case ast::BinaryOp::kMult:
    case ast::BinaryOp::kMatMult:
    case ast::BinaryOp::kDiv:
    case ast::BinaryOp::kMod:
    case ast::BinaryOp::kFloorDiv: return Level::kProduct;
    case ast::BinaryOp::kPow: return Level::kPower;
    case ast::BinaryOp::kLShift:
    case ast::BinaryOp::kRShift: return Level::kShift;
    case ast::BinaryOp::kBitOr: return Level::kBitOr;
    case ast::BinaryOp::kBitXor: return Level::kBitXor;
    case ast::BinaryOp::kBitAnd: return Level::kBitAnd;
  }
  return Level::kAtom;
}

Level Above(Level level) { return Level(uint8_t(level) + 1); }

void AppendHex(std::string& out, const char* prefix, uint32_t value, int digits) {
  static constexpr char kDigits[] = "0123456789abcdef";
  out += prefix;
  for (int i = digits - 1; i >= 0; --i) out += kDigits[value >> (4 * i) & 15];
}

// The text of a literal between quotes `quote`; braces are doubled if `format`, escaped if `spec`.
std::string Escape(std::string_view value, char quote, bool format, bool spec) {
  std::string out;
  for (size_t i = 0; i < value.size();) {
    unsigned char c = value[i];
    bool brace = c == '{' || c == '}';
    if (c >= 0x80) {
      size_t start = i;
      if (unicode::Decode(value, i) != unicode::kInvalid) {
        out += value.substr(start, i - start);
      } else {  // a lone surrogate
        uint32_t code = (c & 0x0F) << 12 | (value[start + 1] & 0x3F) << 6 | (value[start + 2] & 0x3F);
        AppendHex(out, "\\u", code, 4);
        i = start + 3;
      }
      continue;
    }
    ++i;
    if (c == '\\' || c == static_cast<unsigned char>(quote)) {
      out += '\\';
      out += char(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c < 0x20 || c == 0x7f || (brace && spec)) {
      AppendHex(out, "\\x", c, 2);
    } else {
      if (brace && format) out += char(c);
      out += char(c);
    }
  }
  return out;
}

constexpr std::string_view kQuotes[] = {"'", "\"", "'''", "\"\"\""};

// Quotes that hold `text` without an escape.
std::string_view FittingQuote(std::string_view text, bool field_text_only) {
  for (std::string_view q : kQuotes) {
    if (text.find(q) != std::string_view::npos) continue;
    if (q.size() == 1 && text.find('\n') != std::string_view::npos) continue;
    if (!field_text_only && q.size() == 3 && !text.empty() && text.back() == q[0]) continue;
    return q;
  }
  return kQuotes[3];
}

}  // namespace

// What a field of an f-string allows depends on the text around it, so a field is printed by a printer of its own.
struct ExprPrinter {
  PythonPrinter& p;
  ExprId id;
  std::string& out = p.out_;

  void operator()(const ast::NoneLiteral&) { out += "None"; }
  void operator()(const ast::EllipsisLiteral&) { out += "..."; }
  void operator()(const ast::BoolLiteral& e) { out += e.value ? "True" : "False"; }
  void operator()(const ast::IntLiteral& e) { out += e.digits; }
  void operator()(const ast::FloatLiteral& e) { p.Float(e.value, ""); }
  void operator()(const ast::ComplexLiteral& e) { p.Float(e.imaginary, "j"); }
  void operator()(const ast::StringLiteral& e) { p.String(e.value, e.has_u_prefix); }
  void operator()(const ast::BytesLiteral& e) { p.Bytes(e.value); }
  void operator()(const ast::NameExpr& e) { out += p.NameText(e.name); }
  void operator()(const ast::BoolOpExpr& e) {
    bool is_or = e.op == ast::BoolOp::kOr;
    for (size_t i = 0; i < e.values.size(); ++i) {
      if (i) out += is_or ? " or " : " and ";
      p.Expr(e.values[i], is_or ? Level::kAnd : Level::kNot);
    }
  }
  void operator()(const ast::NamedExpr& e) {
    p.Expr(e.target, Level::kAtom);
    out += " := ";
    p.Expr(e.value);
  }
  void operator()(const ast::BinaryExpr& e) {
    Level level = LevelOf(e.op);
    bool power = e.op == ast::BinaryOp::kPow;
    p.Expr(e.left, power ? Level::kAwait : level);
    out += ' ';
    out += TextOf(e.op);
    out += ' ';
    p.Expr(e.right, power ? Level::kUnary : Above(level));
  }
  void operator()(const ast::UnaryExpr& e) {
    out += e.op == ast::UnaryOp::kNot ? "not " : e.op == ast::UnaryOp::kInvert ? "~" : e.op == ast::UnaryOp::kUAdd ? "+" : "-";
    p.Expr(e.operand, e.op == ast::UnaryOp::kNot ? Level::kNot : Level::kUnary);
  }
  void operator()(const ast::LambdaExpr& e) {
    out += "lambda";
    size_t before = out.size();
    out += ' ';
    p.Arguments(e.args);
    if (out.size() == before + 1) out.pop_back();
    out += ": ";
    p.Expr(e.body);
  }
  void operator()(const ast::ConditionalExpr& e) {
    p.Expr(e.body, Level::kOr);
    out += " if ";
    p.Expr(e.test, Level::kOr);
    out += " else ";
    p.Expr(e.orelse);
  }
  void operator()(const ast::DictExpr& e) {
    out += '{';
    for (size_t i = 0; i < e.values.size(); ++i) {
      if (i) out += ", ";
      if (e.keys[i]) {
        p.Expr(e.keys[i]);
        out += ": ";
        p.Expr(e.values[i]);
      } else {
        out += "**";
        p.Expr(e.values[i], Level::kBitOr);
      }
    }
    out += '}';
  }
  void operator()(const ast::SetExpr& e) { out += '{', p.List(e.elements, Level::kTest), out += '}'; }
  void operator()(const ast::ListComp& e) { out += '[', p.Expr(e.element), p.Generators(e.generators), out += ']'; }
  void operator()(const ast::SetComp& e) { out += '{', p.Expr(e.element), p.Generators(e.generators), out += '}'; }
  void operator()(const ast::DictComp& e) {
    out += '{', p.Expr(e.key), out += ": ", p.Expr(e.value), p.Generators(e.generators), out += '}';
  }
  void operator()(const ast::GeneratorExpr& e) { out += '(', p.Expr(e.element), p.Generators(e.generators), out += ')'; }
  void operator()(const ast::AwaitExpr& e) { out += "await ", p.Expr(e.value, Level::kAtom); }
  void operator()(const ast::YieldExpr& e) {
    out += "yield";
    if (e.value) out += ' ', p.Expr(e.value);
  }
  void operator()(const ast::YieldFromExpr& e) { out += "yield from ", p.Expr(e.value); }
  void operator()(const ast::CompareExpr& e) {
    p.Expr(e.left, Level::kBitOr);
    for (size_t i = 0; i < e.ops.size(); ++i) out += TextOf(e.ops[i]), p.Expr(e.comparators[i], Level::kBitOr);
  }
  void operator()(const ast::CallExpr& e) {
    p.Expr(e.func, Level::kAtom);
    out += '(';
    p.CallArguments(e);
    out += ')';
  }
  void operator()(const ast::FormattedValue&) {}  // printed by its JoinedStr
  void operator()(const ast::JoinedStr& e) { p.Format(e); }
  void operator()(const ast::AttributeExpr& e) {
    bool number = std::holds_alternative<ast::IntLiteral>(p.ast_[e.value].data);
    if (number) out += '(';
    p.Expr(e.value, Level::kAtom);
    out += number ? ")." : ".";
    out += p.NameText(e.attr);
  }
  void operator()(const ast::SubscriptExpr& e) {
    p.Expr(e.value, Level::kAtom);
    out += '[';
    p.Subscript(e.slice);
    out += ']';
  }
  void operator()(const ast::StarredExpr& e) { out += '*', p.Expr(e.value, Level::kBitOr); }
  void operator()(const ast::ListExpr& e) { out += '[', p.List(e.elements, Level::kTest), out += ']'; }
  void operator()(const ast::TupleExpr& e) {
    out += '(';
    p.List(e.elements, Level::kTest);
    if (e.elements.size() == 1) out += ',';
    out += ')';
  }
  void operator()(const ast::SliceExpr& e) {
    if (e.lower) p.Expr(e.lower);
    out += ':';
    if (e.upper) p.Expr(e.upper);
    if (e.step) out += ':', p.Expr(e.step);
  }
};

namespace {
struct LevelVisitor {
  Level operator()(const ast::NamedExpr&) { return Level::kNamed; }
  Level operator()(const ast::YieldExpr&) { return Level::kYield; }
  Level operator()(const ast::YieldFromExpr&) { return Level::kYield; }
  Level operator()(const ast::LambdaExpr&) { return Level::kTest; }
  Level operator()(const ast::ConditionalExpr&) { return Level::kTest; }
  Level operator()(const ast::BoolOpExpr& e) { return e.op == ast::BoolOp::kOr ? Level::kOr : Level::kAnd; }
  Level operator()(const ast::UnaryExpr& e) { return e.op == ast::UnaryOp::kNot ? Level::kNot : Level::kUnary; }
  Level operator()(const ast::CompareExpr&) { return Level::kCompare; }
  Level operator()(const ast::BinaryExpr& e) { return LevelOf(e.op); }
  Level operator()(const ast::AwaitExpr&) { return Level::kAwait; }
  Level operator()(const auto&) { return Level::kAtom; }
};
}  // namespace

Level PythonPrinter::LevelOf(ExprId id) const {
  return std::visit(LevelVisitor{}, ast_[id].data);
}

void PythonPrinter::Expr(ExprId id, Level level) {
  bool parens = LevelOf(id) < level;
  if (parens) out_ += '(';
  std::visit(ExprPrinter{*this, id}, ast_[id].data);
  if (parens) out_ += ')';
}

void PythonPrinter::List(const std::vector<ExprId>& ids, Level level) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (i) out_ += ", ";
    Expr(ids[i], level);
  }
}

void PythonPrinter::Subscript(ExprId slice) {
  const auto* tuple = std::get_if<ast::TupleExpr>(&ast_[slice].data);
  if (!tuple || tuple->elements.empty()) return Expr(slice);
  List(tuple->elements, Level::kTest);
  if (tuple->elements.size() == 1) out_ += ',';
}

void PythonPrinter::Generators(const std::vector<ast::Comprehension>& generators) {
  for (const ast::Comprehension& g : generators) {
    out_ += g.is_async ? " async for " : " for ";
    Expr(g.target, Level::kAtom);
    out_ += " in ";
    Expr(g.iter, Level::kOr);
    for (ExprId condition : g.ifs) out_ += " if ", Expr(condition, Level::kOr);
  }
}

void PythonPrinter::Keywords(const std::vector<ast::Keyword>& keywords, bool& first) {
  for (const ast::Keyword& k : keywords) {
    if (!std::exchange(first, false)) out_ += ", ";
    out_ += k.name ? NameText(*k.name) + "=" : "**";
    Expr(k.value);
  }
}

void PythonPrinter::CallArguments(const ast::CallExpr& c) {
  bool first = true;
  // A starred argument may follow keywords in the text; printed before them it is evaluated in another order only in the
  // text: the tree is the same.
  for (ExprId a : c.args) {
    if (!std::exchange(first, false)) out_ += ", ";
    Expr(a);
  }
  Keywords(c.keywords, first);
}

void PythonPrinter::Arguments(const ast::Arguments& args) {
  bool first = true;
  auto separate = [&] {
    if (!std::exchange(first, false)) out_ += ", ";
  };
  auto one = [&](const ast::Arg& a, ExprId value) {
    out_ += NameText(a.name);
    if (a.annotation) out_ += ": ", Expr(a.annotation);
    if (value) out_ += a.annotation ? " = " : "=", Expr(value);
  };
  size_t positional = args.posonly.size() + args.args.size(), i = 0;
  auto default_of = [&](size_t k) { return k + args.defaults.size() < positional ? ExprId{} : args.defaults[k + args.defaults.size() - positional]; };
  for (const ast::Arg& a : args.posonly) separate(), one(a, default_of(i++));
  if (!args.posonly.empty()) out_ += ", /";
  for (const ast::Arg& a : args.args) separate(), one(a, default_of(i++));
  if (args.vararg || !args.kwonly.empty()) {
    separate();
    out_ += '*';
    if (args.vararg) one(*args.vararg, {});
  }
  for (size_t k = 0; k < args.kwonly.size(); ++k) separate(), one(args.kwonly[k], args.kw_defaults[k]);
  if (args.kwarg) separate(), out_ += "**", one(*args.kwarg, {});
}

void PythonPrinter::Float(double value, std::string_view suffix) {
  if (std::isinf(value)) {
    out_ += "1e999";
  } else {
    char buffer[40];
    auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    std::string_view text(buffer, size_t(end - buffer));
    out_ += text;
    if (suffix.empty() && text.find_first_of(".e") == std::string_view::npos) out_ += ".0";
  }
  out_ += suffix;
}

void PythonPrinter::String(std::string_view value, bool u_prefix) {
  if (u_prefix) out_ += 'u';
  if (field_depth_ > 0) {  // no backslash is allowed here
    std::string_view q = FittingQuote(value, false);
    out_ += q;
    out_ += value;
    out_ += q;
    return;
  }
  char quote = value.find('\'') != std::string_view::npos && value.find('"') == std::string_view::npos ? '"' : '\'';
  out_ += quote;
  out_ += Escape(value, quote, false, false);
  out_ += quote;
}

void PythonPrinter::Bytes(std::string_view value) {
  if (field_depth_ > 0) {
    out_ += 'b';
    return String(value, false);
  }
  out_ += "b'";
  for (unsigned char c : value) {
    if (c < 0x20 || c >= 0x7f) AppendHex(out_, "\\x", c, 2);
    else if (c == '\'' || c == '\\') out_ += '\\', out_ += char(c);
    else out_ += char(c);
  }
  out_ += '\'';
}

bool PythonPrinter::HasUPrefix(const ast::JoinedStr& s) const {
  for (ExprId v : s.values) {
    if (const auto* text = std::get_if<ast::StringLiteral>(&ast_[v].data); text && text->has_u_prefix) return true;
    if (const auto* field = std::get_if<ast::FormattedValue>(&ast_[v].data); field && field->format_spec &&
        HasUPrefix(std::get<ast::JoinedStr>(ast_[field->format_spec].data))) {
      return true;
    }
  }
  return false;
}

// Text as it is, fields printed; the pieces decide which quotes fit.
std::vector<PythonPrinter::Piece> PythonPrinter::Pieces(const ast::JoinedStr& s) {
  std::vector<Piece> out;
  for (ExprId v : s.values) {
    if (const auto* text = std::get_if<ast::StringLiteral>(&ast_[v].data)) {
      out.push_back({text->value, true});
      continue;
    }
    const auto& field = std::get<ast::FormattedValue>(ast_[v].data);
    std::string saved = std::exchange(out_, {});
    ++field_depth_;
    Expr(field.value, Level::kOr);
    --field_depth_;
    std::string text = std::exchange(out_, std::move(saved));
    std::string piece = text.starts_with('{') ? "{ " : "{";
    piece += text;
    if (field.conversion) piece += std::string("!") + field.conversion;
    out.push_back({std::move(piece), false});
    if (field.format_spec) {
      out.push_back({":", false});
      for (Piece& p : Pieces(std::get<ast::JoinedStr>(ast_[field.format_spec].data))) {
        p.spec = true;
        out.push_back(std::move(p));
      }
    }
    out.push_back({"}", false});
  }
  return out;
}

void PythonPrinter::Format(const ast::JoinedStr& s) {
  std::vector<Piece> pieces = Pieces(s);
  bool nested = field_depth_ > 0;
  std::string fixed;  // what cannot be escaped
  for (const Piece& p : pieces) {
    if (nested || !p.text_piece) fixed += p.text;
  }
  std::string_view q = FittingQuote(fixed, !nested);
  if (HasUPrefix(s)) out_ += "u'' ";
  out_ += 'f';
  out_ += q;
  for (const Piece& p : pieces) {
    if (!p.text_piece) {
      out_ += p.text;
    } else if (!nested) {
      out_ += Escape(p.text, q[0], true, p.spec);
    } else {
      for (char c : p.text) {
        if (!p.spec && (c == '{' || c == '}')) out_ += c;
        out_ += c;
      }
    }
  }
  out_ += q;
}

std::string PythonPrinter::NameText(Name name) const {
  std::string text(ast_.names().text(name));
  for (size_t i; (i = text.find('$')) != std::string::npos;) text.replace(i, 1, "ag__");
  return text;
}

}  // namespace lathe
