// Tree builder, expressions: precedence climbing over the flat list of an `operation`, atoms, displays.
#include <charconv>
#include <cstdlib>

#include "frontend/tree_builder.h"

namespace lathe {

using ast::ExprId;
using K = TokenKind;

namespace {

constexpr int kMaxClimb = 1000;

int LevelOf(TokenKind kind) {
  switch (kind) {
    case K::kOr: return 1;
    case K::kAnd: return 2;
    case K::kLess: case K::kGreater: case K::kLessEqual: case K::kGreaterEqual: case K::kEqualEqual: case K::kNotEqual:
    case K::kIn: case K::kNotIn: case K::kIs: case K::kIsNot:
      return 4;
    case K::kBar: return 5;
    case K::kCaret: return 6;
    case K::kAmpersand: return 7;
    case K::kLeftShift: case K::kRightShift: return 8;
    case K::kPlus: case K::kMinus: return 9;
    case K::kStar: case K::kSlash: case K::kDoubleSlash: case K::kPercent: case K::kAt: return 10;
    case K::kDoubleStar: return 12;
    default: return 0;
  }
}

ast::BinaryOp BinaryOf(TokenKind kind) {
  switch (kind) {
    case K::kBar: return ast::BinaryOp::kBitOr;
    case K::kCaret: return ast::BinaryOp::kBitXor;
    case K::kAmpersand: return ast::BinaryOp::kBitAnd;
    case K::kLeftShift: return ast::BinaryOp::kLShift;
    case K::kRightShift: return ast::BinaryOp::kRShift;
    case K::kPlus: return ast::BinaryOp::kAdd;
    case K::kMinus: return ast::BinaryOp::kSub;
    case K::kStar: return ast::BinaryOp::kMult;
    case K::kSlash: return ast::BinaryOp::kDiv;
    case K::kDoubleSlash: return ast::BinaryOp::kFloorDiv;
    case K::kPercent: return ast::BinaryOp::kMod;
    case K::kAt: return ast::BinaryOp::kMatMult;
    default: return ast::BinaryOp::kPow;
  }
}

ast::CompareOp CompareOf(TokenKind kind) {
  switch (kind) {
    case K::kLess: return ast::CompareOp::kLt;
    case K::kGreater: return ast::CompareOp::kGt;
    case K::kLessEqual: return ast::CompareOp::kLtE;
    case K::kGreaterEqual: return ast::CompareOp::kGtE;
    case K::kEqualEqual: return ast::CompareOp::kEq;
    case K::kNotEqual: return ast::CompareOp::kNotEq;
    case K::kIn: return ast::CompareOp::kIn;
    case K::kNotIn: return ast::CompareOp::kNotIn;
    case K::kIs: return ast::CompareOp::kIs;
    default: return ast::CompareOp::kIsNot;
  }
}

}  // namespace

// The items of one `operation`: prefixes and binary operators as tokens, primaries as contexts.
class OperationBuilder {
 public:
  OperationBuilder(TreeBuilder& builder, Context* c) : b_(builder) {
    for (Children children(c); !children.done();) {
      Context* rule = children.TakeRule();
      if (rule->getRuleIndex() == LatheParser::RulePrimary) {
        items_.push_back({nullptr, rule});
      } else {
        items_.push_back({&static_cast<LatheToken*>(rule->start)->token(), nullptr});
      }
    }
  }
  Built Run() { return Climb(1); }

 private:
  struct Item {
    const LexToken* op;
    Context* primary;
  };
  TokenKind NextOperator() const { return next_ < items_.size() ? items_[next_].op->kind : K::kEndOfFile; }

  Built Operand(int min) {
    if (items_[next_].primary) return b_.Primary(items_[next_++].primary);
    const LexToken& op = *items_[next_++].op;
    if (++depth_ > kMaxClimb) {
      if (depth_ == kMaxClimb + 1) {
        b_.reporter_.Report(DiagnosticKind::kNestingLimit, b_.At(op), "more than 1000 operators applied to one another");
      }
      while (!items_[next_].primary) ++next_;
      return b_.Primary(items_[next_++].primary);
    }
    if (op.kind == K::kNot && min > 3) b_.Error(b_.At(op), "'not' after an operator needs parentheses: (not …)");
    Built operand = Climb(op.kind == K::kNot ? 3 : 11);
    --depth_;
    ast::UnaryOp unary = op.kind == K::kNot     ? ast::UnaryOp::kNot
                         : op.kind == K::kPlus  ? ast::UnaryOp::kUAdd
                         : op.kind == K::kMinus ? ast::UnaryOp::kUSub
                                                : ast::UnaryOp::kInvert;
    return b_.Make(op.begin, operand.end, ast::UnaryExpr{unary, operand.id});
  }

  Built Climb(int min) {
    Built left = Operand(min);
    for (int level; (level = LevelOf(NextOperator())) >= min && level > 0;) {
      if (level == 4) {
        ast::CompareExpr compare{left.id, {}, {}};
        uint32_t begin = left.begin, end = left.end;
        while (LevelOf(NextOperator()) == 4) {
          compare.ops.push_back(CompareOf(items_[next_++].op->kind));
          Built right = Climb(5);
          compare.comparators.push_back(right.id);
          end = right.end;
        }
        left = b_.Make(begin, end, std::move(compare));
      } else if (level <= 2) {
        ast::BoolOpExpr logical{level == 1 ? ast::BoolOp::kOr : ast::BoolOp::kAnd, {left.id}};
        uint32_t begin = left.begin, end = left.end;
        while (LevelOf(NextOperator()) == level) {
          ++next_;
          Built right = Climb(level + 1);
          logical.values.push_back(right.id);
          end = right.end;
        }
        left = b_.Make(begin, end, std::move(logical));
      } else {
        const LexToken& op = *items_[next_++].op;
        if (++depth_ > kMaxClimb) {
          b_.reporter_.Report(DiagnosticKind::kNestingLimit, b_.At(op), "more than 1000 operators applied to one another");
          next_ = items_.size();
          return left;
        }
        Built right = Climb(level == 12 ? 11 : level + 1);
        --depth_;
        left = b_.Make(left.begin, right.end, ast::BinaryExpr{BinaryOf(op.kind), left.id, right.id});
      }
    }
    return left;
  }

  TreeBuilder& b_;
  std::vector<Item> items_;
  size_t next_ = 0;
  int depth_ = 0;
};

Built TreeBuilder::StarExprs(Context* c) {
  Children children(c);
  std::vector<ExprId> elements;
  Built first;
  uint32_t end = StopOf(c).token().end;
  bool comma = List(children, K::kComma, [&](Context* e) {
    Built b = StarExpr(e);
    if (elements.empty()) first = b;
    elements.push_back(b.id);
  });
  if (!comma) return first;
  return Make(first.begin, end, ast::TupleExpr{std::move(elements)});
}

Built TreeBuilder::StarExpr(Context* c) {
  Children children(c);
  if (children.kind() == K::kStar) {
    const LexToken& star = children.TakeToken();
    Built value = Operation(children.TakeRule());
    return Make(star.begin, value.end, ast::StarredExpr{value.id});
  }
  Context* rule = children.TakeRule();
  return rule->getRuleIndex() == LatheParser::RuleNamed ? Named(rule) : Expr(rule);
}

Built TreeBuilder::Value(Built b) {
  if (std::holds_alternative<ast::StarredExpr>(ast_[b.id].data)) {
    Error(ast_[b.id].span, "a starred expression can only stand in a list, a tuple, a set or a call",
          "write '*x,' with a comma for a tuple");
  }
  return b;
}

Built TreeBuilder::Named(Context* c) {
  Children children(c);
  Built left = Expr(children.TakeRule());
  if (!children.Accept(K::kWalrus)) return left;
  Built value = Expr(children.TakeRule());
  if (left.parens || !std::holds_alternative<ast::NameExpr>(ast_[left.id].data)) {
    reporter_.Report(DiagnosticKind::kInvalidTarget, ast_[left.id].span, "':=' can only assign to a name, not to " + WhatIs(left.id));
  }
  return Make(left.begin, value.end, ast::NamedExpr{left.id, value.id});
}

Built TreeBuilder::Expr(Context* c) {
  Children children(c);
  if (children.kind() == K::kLambda) return Lambda(c);
  Built body = Operation(children.TakeRule());
  if (!children.Accept(K::kIf)) return body;
  Built test = Operation(children.TakeRule());
  children.Accept(K::kElse);
  Built orelse = Expr(children.TakeRule());
  return Make(body.begin, orelse.end, ast::ConditionalExpr{test.id, body.id, orelse.id});
}

Built TreeBuilder::Operation(Context* c) {
  if (c->children.size() == 1) return Primary(static_cast<Context*>(c->children[0]));
  return OperationBuilder(*this, c).Run();
}

Built TreeBuilder::Primary(Context* c) {
  Children children(c);
  const LexToken* await = children.kind() == K::kAwait ? &children.TakeToken() : nullptr;
  Built value = Atom(children.TakeRule());
  while (!children.done()) value = Trailer(value, children.TakeRule());
  if (await) value = Make(await->begin, value.end, ast::AwaitExpr{value.id});
  return value;
}

Built TreeBuilder::Atom(Context* c) {
  Children children(c);
  if (children.IsAnyRule()) return Strings(children.TakeRule());
  const LexToken t = children.TakeToken();
  switch (t.kind) {
    case K::kName: return Make(t.begin, t.end, ast::NameExpr{NameOf(t)});
    case K::kNumber: return Number(t);
    case K::kNone: return Make(t.begin, t.end, ast::NoneLiteral{});
    case K::kTrue: return Make(t.begin, t.end, ast::BoolLiteral{true});
    case K::kFalse: return Make(t.begin, t.end, ast::BoolLiteral{false});
    case K::kEllipsis: return Make(t.begin, t.end, ast::EllipsisLiteral{});
    case K::kLeftParen: return Parenthesized(c);
    default: return ListOrBraces(c);
  }
}

namespace {

// Digits of base 16, 8 or 2 as decimal ones.
std::string ToDecimal(std::string_view digits, int base) {
  std::vector<uint32_t> limbs;  // base 10^9, least significant first
  size_t i = 0;
  const size_t step = base == 16 ? 7 : base == 8 ? 9 : 28;
  while (i < digits.size()) {
    uint64_t chunk = 0, scale = 1;
    for (size_t n = 0; n < step && i < digits.size(); ++n, ++i) {
      char c = digits[i];
      chunk = chunk * base + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
      scale *= base;
    }
    uint64_t carry = chunk;
    for (uint32_t& limb : limbs) {
      carry += limb * scale;
      limb = uint32_t(carry % 1000000000);
      carry /= 1000000000;
    }
    if (carry) limbs.push_back(uint32_t(carry));
  }
  if (limbs.empty()) return "0";
  std::string out = std::to_string(limbs.back());
  for (size_t k = limbs.size() - 1; k-- > 0;) {
    std::string part = std::to_string(limbs[k]);
    out += std::string(9 - part.size(), '0') + part;
  }
  return out;
}

}  // namespace

Built TreeBuilder::Number(const LexToken& t) {
  std::string digits;
  for (char c : Text(t)) {
    if (c != '_') digits += c;
  }
  int base = digits.size() < 2 || digits[0] != '0' ? 10
             : (digits[1] | 0x20) == 'x'           ? 16
             : (digits[1] | 0x20) == 'o'           ? 8
             : (digits[1] | 0x20) == 'b'           ? 2
                                                   : 10;
  if (base != 10) {
    // Conversion takes quadratic time.
    if (digits.size() > 50000) {
      reporter_.Report(DiagnosticKind::kNumberLimit, At(t), "an integer literal of more than 50,000 digits");
      return Make(t.begin, t.end, ast::IntLiteral{"0"});
    }
    return Make(t.begin, t.end, ast::IntLiteral{ToDecimal(std::string_view(digits).substr(2), base)});
  }
  if ((digits.back() | 0x20) == 'j') {
    digits.pop_back();
    return Make(t.begin, t.end, ast::ComplexLiteral{std::strtod(digits.c_str(), nullptr)});
  }
  if (digits.find_first_of(".eE") != std::string::npos) {
    return Make(t.begin, t.end, ast::FloatLiteral{std::strtod(digits.c_str(), nullptr)});
  }
  size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
  return Make(t.begin, t.end, ast::IntLiteral{digits.substr(first)});
}

Built TreeBuilder::Parenthesized(Context* atom) {
  uint32_t begin = StartOf(atom).token().begin, end = StopOf(atom).token().end;
  if (atom->children.size() == 2) return Make(begin, end, ast::TupleExpr{});
  Built b = ParenBody(static_cast<Context*>(atom->children[1]), begin, end);
  return {b.id, begin, end, true};
}

// yield, a group, a tuple or a generator; begin and end are those of the brackets around it.
Built TreeBuilder::ParenBody(Context* c, uint32_t begin, uint32_t end) {
  Children children(c);
  if (children.IsRule(LatheParser::RuleYieldExpr)) return Yield(children.TakeRule());
  std::vector<ExprId> elements;
  Built first;
  auto item = [&](Context* p) {
    Children parts(p);
    Built b = StarExpr(parts.TakeRule());
    if (parts.kind() == K::kAs) Error(At(parts.TakeToken()), "'as' is not expected here");
    if (elements.empty()) first = b;
    elements.push_back(b.id);
  };
  item(children.TakeRule());
  if (children.IsRule(LatheParser::RuleCompFor)) {
    if (std::holds_alternative<ast::StarredExpr>(ast_[first.id].data)) {
      Error(ast_[first.id].span, "a comprehension cannot unpack its element with '*'");
    }
    auto generators = Generators(children.TakeRule());
    return Make(begin, end, ast::GeneratorExpr{first.id, std::move(generators)});
  }
  if (!List(children, K::kComma, item)) {
    if (std::holds_alternative<ast::StarredExpr>(ast_[first.id].data)) {
      Error(ast_[first.id].span, "a starred expression cannot stand alone in parentheses", "write '(*x,)' for a tuple");
    }
    return first;
  }
  return Make(begin, end, ast::TupleExpr{std::move(elements)});
}

Built TreeBuilder::ListOrBraces(Context* atom) {
  Children children(atom);
  uint32_t begin = StartOf(atom).token().begin, end = StopOf(atom).token().end;
  if (children.TakeToken().kind == K::kLeftBrace) return Braces(atom);
  std::vector<ExprId> elements;
  auto item = [&](Context* e) { elements.push_back(StarExpr(e).id); };
  if (children.IsAnyRule()) item(children.TakeRule());
  if (children.IsRule(LatheParser::RuleCompFor)) {
    if (std::holds_alternative<ast::StarredExpr>(ast_[elements[0]].data)) {
      Error(ast_[elements[0]].span, "a comprehension cannot unpack its element with '*'");
    }
    auto generators = Generators(children.TakeRule());
    return Make(begin, end, ast::ListComp{elements[0], std::move(generators)});
  }
  List(children, K::kComma, item);
  return Make(begin, end, ast::ListExpr{std::move(elements)});
}

Built TreeBuilder::Braces(Context* atom) {
  uint32_t begin = StartOf(atom).token().begin, end = StopOf(atom).token().end;
  Children children(atom);
  children.TakeToken();
  if (!children.IsAnyRule()) return Make(begin, end, ast::DictExpr{});
  std::vector<ExprId> keys, values;  // keys: of a dict only
  int is_dict = -1;
  Context* first = nullptr;
  auto item = [&](Context* e) {
    if (!first) first = e;
    Children parts(e);
    bool dict = false;
    ExprId key, value;
    if (parts.kind() == K::kDoubleStar) {
      parts.TakeToken();
      value = Operation(parts.TakeRule()).id;
      dict = true;
    } else if (parts.kind() == K::kStar) {
      const LexToken& star = parts.TakeToken();
      Built b = Operation(parts.TakeRule());
      value = Make(star.begin, b.end, ast::StarredExpr{b.id}).id;
    } else {
      Context* named = parts.TakeRule();
      Built b = Named(named);
      dict = parts.Accept(K::kColon);
      if (dict && IsWalrus(named)) Error(ast_[b.id].span, "':=' as the key of a dict needs parentheses");
      key = dict ? b.id : ExprId{};
      value = dict ? Expr(parts.TakeRule()).id : b.id;
    }
    if (is_dict == -1) is_dict = dict;
    if (is_dict != int(dict)) {
      Error(At(e), is_dict ? "':' and a value are missing after this key of the dict" : "a set display cannot hold a 'key: value' pair");
    }
    keys.push_back(key);
    values.push_back(value);
  };
  item(children.TakeRule());
  if (children.IsRule(LatheParser::RuleCompFor)) {
    TokenKind lead = StartOf(first).token().kind;
    bool unpack = lead == K::kDoubleStar || std::holds_alternative<ast::StarredExpr>(ast_[values[0]].data);
    if (unpack) Error(At(first), std::string("a comprehension cannot unpack its element with ") + (lead == K::kDoubleStar ? "'**'" : "'*'"));
    auto generators = Generators(children.TakeRule());
    if (!is_dict || unpack) return Make(begin, end, ast::SetComp{values[0], std::move(generators)});
    return Make(begin, end, ast::DictComp{keys[0], values[0], std::move(generators)});
  }
  List(children, K::kComma, item);
  if (!is_dict) return Make(begin, end, ast::SetExpr{std::move(values)});
  return Make(begin, end, ast::DictExpr{std::move(keys), std::move(values)});
}

Built TreeBuilder::Yield(Context* c) {
  Children children(c);
  uint32_t begin = children.TakeToken().begin, end = StopOf(c).token().end;
  if (children.Accept(K::kFrom)) return Make(begin, end, ast::YieldFromExpr{Expr(children.TakeRule()).id});
  ExprId value;
  if (!children.done()) value = Value(StarExprs(children.TakeRule())).id;
  return Make(begin, end, ast::YieldExpr{value});
}

Built TreeBuilder::Rhs(Context* c) {
  Context* rule = static_cast<Context*>(c->children[0]);
  return rule->getRuleIndex() == LatheParser::RuleYieldExpr ? Yield(rule) : StarExprs(rule);
}

}  // namespace lathe
