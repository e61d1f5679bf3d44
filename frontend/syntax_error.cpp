// Input: where the parser stopped, what it expected. Output: a message for people. Method: a list of well-known slips,
// the first that fits; else the folded set of expected tokens.
#include "frontend/syntax_error.h"

#include <algorithm>

namespace lathe {

namespace {

using K = TokenKind;

bool IsKeyword(K k) { return k >= K::kFalse && k <= K::kYield; }
bool IsOpener(K k) { return k == K::kLeftParen || k == K::kLeftSquare || k == K::kLeftBrace || k == K::kFLeft; }
bool IsCloser(K k) { return k == K::kRightParen || k == K::kRightSquare || k == K::kRightBrace || k == K::kFRight; }
bool IsLayout(K k) { return k == K::kNewline || k == K::kIndent || k == K::kDedent; }

bool StartsOperand(K k) {
  switch (k) {
    case K::kName: case K::kNumber: case K::kString: case K::kFStart: case K::kNone: case K::kTrue: case K::kFalse:
    case K::kEllipsis: case K::kLeftParen: case K::kLeftSquare: case K::kLeftBrace: case K::kLambda: case K::kAwait:
    case K::kNot: case K::kTilde:
      return true;
    default:
      return false;
  }
}
bool EndsOperand(K k) {
  switch (k) {
    case K::kName: case K::kNumber: case K::kString: case K::kFEnd: case K::kNone: case K::kTrue: case K::kFalse:
    case K::kEllipsis: case K::kRightParen: case K::kRightSquare: case K::kRightBrace:
      return true;
    default:
      return false;
  }
}

class Explainer {
 public:
  Explainer(const ParseFailure& f, const std::vector<LexToken>& tokens, std::string_view text, FileId file, const SourceManager& sources)
      : f_(f), tokens_(tokens), text_(text), file_(file), sources_(sources), t_(tokens[f.token]),
        p_(tokens[f.token ? f.token - 1 : 0]) {
    for (size_t i = f.statement; i < f.token; ++i) depth_ += IsOpener(tokens[i].kind) - IsCloser(tokens[i].kind);
    at_line_start_ = f.token == f.statement || IsLayout(p_.kind);
  }

  SyntaxMessage Run() {
    SyntaxMessage m{.begin = t_.begin, .end = t_.end};
    if (Blocks(m) || Colons(m) || Statements(m) || Expressions(m)) return m;
    Fallback(m);
    return m;
  }

 private:
  bool Inside(size_t rule) const {
    return std::any_of(f_.open.begin(), f_.open.end(), [&](Context* c) { return c->getRuleIndex() == rule; });
  }
  size_t InnermostRule() const { return f_.open.empty() ? SIZE_MAX : f_.open[0]->getRuleIndex(); }
  std::string Text(const LexToken& t) const { return std::string(text_.substr(t.begin, t.end - t.begin)); }
  std::string Found() const {
    switch (t_.kind) {
      case K::kEndOfFile: case K::kNewline: case K::kIndent: case K::kDedent: case K::kFEnd: case K::kFStart:
        return Describe(t_.kind);
      case K::kString: return "a string";
      default: {
        std::string text = Text(t_);
        if (text.size() > 40) text = text.substr(0, 37) + "…";
        return "'" + text + "'";
      }
    }
  }
  uint32_t LineOf(uint32_t offset) const { return sources_.Locate(file_, offset).line; }
  bool Say(SyntaxMessage& m, std::string message, std::string help = {}) const {
    m.message = std::move(message);
    m.help = std::move(help);
    return true;
  }
  // Index of the first token of the logical line that ends before token `i`.
  size_t LineBefore(size_t i) const {
    while (i > 0 && IsLayout(tokens_[i - 1].kind)) --i;
    while (i > 0 && !IsLayout(tokens_[i - 1].kind)) --i;
    return i;
  }

  bool Blocks(SyntaxMessage& m) const {
    if (f_.Expects(K::kIndent) && t_.kind != K::kIndent && p_.kind == K::kNewline) {
      const LexToken& header = tokens_[LineBefore(f_.token)];
      m.kind = DiagnosticKind::kIndentationError;
      return Say(m, "expected an indented block after '" + Text(header) + "' on line " + std::to_string(LineOf(header.begin)));
    }
    if (f_.Expects(K::kExcept) && f_.Expects(K::kFinally)) return Say(m, "expected 'except' or 'finally' after the block of 'try'");
    if (at_line_start_ && (t_.kind == K::kElse || t_.kind == K::kElif || t_.kind == K::kExcept || t_.kind == K::kFinally)) {
      std::string owner = t_.kind == K::kElif ? "'if'" : t_.kind == K::kElse ? "'if', 'for', 'while' or 'try'" : "'try'";
      return Say(m, "'" + Text(t_) + "' does not belong to any " + owner + " here", "check the indentation of this line and of the lines before it");
    }
    if (InnermostRule() == LatheParser::RuleMatchStmt && f_.Expects(K::kCase)) return Say(m, "expected 'case' in the block of 'match'");
    return false;
  }

  bool Colons(SyntaxMessage& m) const {
    if (!f_.Expects(K::kColon)) return false;
    if (t_.kind == K::kNewline) {
      m.begin = p_.end;
      m.end = p_.end;
      return Say(m, "expected ':' at the end of '" + Text(tokens_[LineBefore(f_.token)]) + "'");
    }
    if (t_.kind == K::kAssign && depth_ == 0 && (Inside(LatheParser::RuleIfStmt) || Inside(LatheParser::RuleWhileStmt))) {
      return Say(m, "'=' assigns and cannot stand in a condition", "write '==' to compare, or ':=' to assign inside the condition");
    }
    if (t_.kind == K::kIf && p_.kind == K::kElse) return Say(m, "expected ':' after 'else'", "'else if' is written 'elif'");
    if (t_.kind == K::kLeftBrace) return Say(m, "expected ':'", "blocks are indented, not put in braces");
    return false;
  }

  bool Statements(SyntaxMessage& m) const {
    if (InnermostRule() == LatheParser::RuleExceptBlock && t_.kind == K::kComma) {
      return Say(m, "several exception types must be in parentheses", "write 'except (A, B):' for several types, 'except A as name:' for a name");
    }
    if (f_.Expects(K::kNewline) && p_.kind == K::kName && (Text(p_) == "print" || Text(p_) == "exec") &&
        (StartsOperand(t_.kind) || t_.kind == K::kDoubleStar)) {
      m.begin = p_.begin;
      return Say(m, "'" + Text(p_) + "' is a function: its arguments must be in parentheses", "write '" + Text(p_) + "(…)'");
    }
    if (t_.kind == K::kWalrus && f_.Expects(K::kNewline)) {
      return Say(m, "':=' cannot be a statement of its own", "write '=' to assign");
    }
    if (t_.kind == K::kNewline && f_.token >= 2 && (p_.kind == K::kPlus || p_.kind == K::kMinus) && tokens_[f_.token - 2].kind == p_.kind) {
      m.begin = tokens_[f_.token - 2].begin;
      m.end = p_.end;
      std::string op = Text(p_);
      return Say(m, "Python has no '" + op + op + "'", "write '" + op + "= 1'");
    }
    if (t_.kind == K::kDiamond) return Say(m, "'<>' is not an operator", "write '!='");
    if (f_.Expects(K::kName) && IsKeyword(t_.kind) && !f_.Expects(K::kNumber)) {
      return Say(m, "'" + Text(t_) + "' is a reserved word and cannot be a name");
    }
    if (t_.kind == K::kAssign && IsKeyword(p_.kind)) {
      m.begin = p_.begin;
      m.end = p_.end;
      return Say(m, "'" + Text(p_) + "' is a reserved word and cannot be a name");
    }
    if (f_.Expects(K::kIn) && (InnermostRule() == LatheParser::RuleForStmt || InnermostRule() == LatheParser::RuleCompFor ||
                               Inside(LatheParser::RuleTargets))) {
      return Say(m, "expected 'in' after the target of 'for'");
    }
    if (f_.Expects(K::kImport)) return Say(m, "expected 'import' after the name of the module");
    return false;
  }

  bool Expressions(SyntaxMessage& m) const {
    if (f_.Expects(K::kElse) && InnermostRule() != LatheParser::RuleIfStmt && Inside(LatheParser::RuleExpr)) {
      return Say(m, "expected 'else' and the other value after this condition");
    }
    if (IsKeyword(t_.kind) && !StartsOperand(t_.kind) && p_.kind == K::kColon && InnermostLambda()) {
      return Say(m, "the body of a lambda is one expression, not a statement");
    }
    if (depth_ > 0 && EndsOperand(p_.kind) && StartsOperand(t_.kind) && !(p_.kind == K::kName && (t_.kind == K::kString || t_.kind == K::kFStart))) {
      size_t start = ExpressionStart();
      if (start > 0 && tokens_[start - 1].kind == K::kLambda) return false;
      m.begin = tokens_[start].begin;
      return Say(m, "a ',' is missing between two expressions");
    }
    if (t_.kind == K::kAssign && depth_ > 0) {
      return Say(m, "'=' is not expected here", "write '==' to compare, ':' between a key and its value, ':=' to assign inside an expression");
    }
    return false;
  }
  bool InnermostLambda() const {
    for (Context* c : f_.open) {
      if (c->getRuleIndex() == LatheParser::RuleExpr && StartOf(c).token().kind == K::kLambda) return true;
      if (c->getRuleIndex() == LatheParser::RuleStmt) return false;
    }
    return false;
  }
  // The first token of the expression that ends before the failure, on the same level of brackets.
  size_t ExpressionStart() const {
    int depth = 0;
    size_t i = f_.token;
    while (i > f_.statement) {
      K k = tokens_[i - 1].kind;
      if (IsCloser(k)) ++depth;
      if (IsOpener(k) && depth-- == 0) return i;
      if (depth == 0 && (k == K::kComma || k == K::kColon || k == K::kAssign || k == K::kWalrus || k == K::kIf || k == K::kElse ||
                         k == K::kFor || k == K::kLambda || k == K::kYield || k == K::kIn || k == K::kStar || k == K::kDoubleStar)) {
        return i;
      }
      --i;
    }
    return i;
  }

  void Fallback(SyntaxMessage& m) const {
    bool expression = f_.Expects(K::kName) && f_.Expects(K::kNumber);
    std::string found = Found();
    if (t_.kind == K::kNewline || t_.kind == K::kEndOfFile) m.begin = m.end = p_.end;
    if (expression) {
      bool operand_missing = EndsOperand(p_.kind) == false;
      Say(m, t_.kind == K::kNewline && operand_missing ? "the line ends where an expression is expected" : "expected an expression, found " + found);
      return;
    }
    if (depth_ > 0 && f_.Expects(K::kComma)) {
      for (K closer : {K::kRightParen, K::kRightSquare, K::kRightBrace, K::kFRight}) {
        if (f_.Expects(closer)) {
          Say(m, std::string("expected ',' or ") + Describe(closer) + ", found " + found);
          return;
        }
      }
    }
    if (f_.Expects(K::kNewline)) {
      Say(m, found + " is not expected here: the statement ends before it");
      return;
    }
    std::string list;
    int count = 0;
    for (size_t k = 1; k <= size_t(K::kInvalid); ++k) {
      if (!f_.expected[k] || ++count > 3) continue;
      list += (list.empty() ? "" : " or ") + std::string(Describe(K(k)));
    }
    Say(m, count >= 1 && count <= 3 ? "expected " + list + ", found " + found : found + " is not expected here");
  }

  const ParseFailure& f_;
  const std::vector<LexToken>& tokens_;
  std::string_view text_;
  FileId file_;
  const SourceManager& sources_;
  const LexToken& t_;
  const LexToken& p_;
  int depth_ = 0;
  bool at_line_start_ = false;
};

}  // namespace

SyntaxMessage ExplainFailure(const ParseFailure& failure, const std::vector<LexToken>& tokens, std::string_view text,
                             FileId file, const SourceManager& sources) {
  return Explainer(failure, tokens, text, file, sources).Run();
}

}  // namespace lathe
