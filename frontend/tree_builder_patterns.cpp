// Tree builder: `match` statements and their patterns.
#include "frontend/tree_builder.h"

namespace lathe {

using ast::ExprId;
using ast::PatternId;
using K = TokenKind;

ast::StmtId TreeBuilder::Match(Context* c) {
  Children children(c);
  uint32_t begin = children.TakeToken().begin, end = begin;
  ast::MatchStmt s;
  s.subject = Value(StarExprs(children.TakeRule())).id;
  while (!children.done()) {
    if (!children.IsAnyRule()) {
      children.TakeToken();
      continue;
    }
    Children parts(children.TakeRule());
    ast::MatchCase match_case;
    parts.Accept(K::kCase);
    match_case.pattern = Patterns(parts.TakeRule());
    if (parts.Accept(K::kIf)) match_case.guard = Named(parts.TakeRule()).id;
    parts.Accept(K::kColon);
    match_case.body = BlockOf(parts.TakeRule());
    if (!match_case.body.empty()) end = ast_[match_case.body.back()].span.end;
    s.cases.push_back(std::move(match_case));
  }
  return ast_.Add(At(begin, end), std::move(s));
}

PatternId TreeBuilder::Patterns(Context* c) {
  Children children(c);
  if (children.remaining() == 1) {
    Context* only = children.TakeRule();
    if (StartOf(only).token().kind == K::kStar) Error(At(only), "a starred pattern must be part of a sequence", "write a comma after it");
    return AsPattern(only, true);
  }
  ast::MatchSequence sequence;
  List(children, K::kComma, [&](Context* p) { sequence.patterns.push_back(AsPattern(p, true)); });
  return ast_.Add(At(c), std::move(sequence));
}

// *bare_name: whether the pattern is a plain name, as the left side of 'name=pattern' must be.
PatternId TreeBuilder::AsPattern(Context* c, bool star_allowed, bool* bare_name) {
  Children children(c);
  auto capture = [&](const LexToken& t) -> std::optional<Name> {
    if (Text(t) == "_") return std::nullopt;
    return NameOf(t);
  };
  if (bare_name) *bare_name = false;
  if (children.kind() == K::kStar) {
    children.TakeToken();
    if (!star_allowed) Error(At(c), "a starred pattern is only allowed in a sequence");
    return ast_.Add(At(c), ast::MatchStar{capture(children.TakeToken())});
  }
  Context* alternatives = children.TakeRule();
  PatternId pattern;
  if (alternatives->children.size() == 1) {
    pattern = ClosedPattern(static_cast<Context*>(alternatives->children[0]), bare_name);
  } else {
    ast::MatchOr any;
    Children list(alternatives);
    List(list, K::kBar, [&](Context* p) { any.patterns.push_back(ClosedPattern(p, nullptr)); });
    pattern = ast_.Add(At(alternatives), std::move(any));
  }
  if (!children.Accept(K::kAs)) return pattern;
  if (bare_name) *bare_name = false;
  const LexToken& name = children.TakeToken();
  if (Text(name) == "_") Error(At(name), "'_' cannot be the target of 'as'");
  return ast_.Add(At(c), ast::MatchAs{pattern, NameOf(name)});
}

PatternId TreeBuilder::ClosedPattern(Context* c, bool* bare_name) {
  Children children(c);
  Span span = At(c);
  if (children.IsAnyRule()) {
    Built b = Strings(children.TakeRule());
    if (std::holds_alternative<ast::JoinedStr>(ast_[b.id].data)) Error(span, "an f-string cannot be a pattern");
    return ast_.Add(span, ast::MatchValue{b.id});
  }
  switch (children.kind()) {
    case K::kNone: return ast_.Add(span, ast::MatchSingleton{ast_.Add(span, ast::NoneLiteral{})});
    case K::kTrue: return ast_.Add(span, ast::MatchSingleton{ast_.Add(span, ast::BoolLiteral{true})});
    case K::kFalse: return ast_.Add(span, ast::MatchSingleton{ast_.Add(span, ast::BoolLiteral{false})});
    case K::kName: return NamePattern(c, bare_name);
    case K::kLeftParen:
    case K::kLeftSquare: return SequencePattern(c);
    case K::kLeftBrace: return MappingPattern(c);
    default: return NumberPattern(c);
  }
}

// -1, 1.5, 2 + 3j: a real part, then an imaginary one.
PatternId TreeBuilder::NumberPattern(Context* c) {
  Children children(c);
  Span span = At(c);
  auto is_complex = [&](ExprId id) { return std::holds_alternative<ast::ComplexLiteral>(ast_[id].data); };
  const LexToken* minus = children.kind() == K::kMinus ? &children.TakeToken() : nullptr;
  Built left = Number(children.TakeToken());
  bool left_complex = is_complex(left.id);
  if (minus) left = Make(minus->begin, left.end, ast::UnaryExpr{ast::UnaryOp::kUSub, left.id});
  if (!children.done()) {
    ast::BinaryOp op = children.TakeToken().kind == K::kPlus ? ast::BinaryOp::kAdd : ast::BinaryOp::kSub;
    Built right = Number(children.TakeToken());
    if (left_complex || !is_complex(right.id)) Error(span, "a number with '+' or '-' in a pattern is a real part, then an imaginary one");
    left = Make(left.begin, right.end, ast::BinaryExpr{op, left.id, right.id});
  }
  return ast_.Add(span, ast::MatchValue{left.id});
}

PatternId TreeBuilder::NamePattern(Context* c, bool* bare_name) {
  Children children(c);
  Span span = At(c);
  const LexToken& first = children.TakeToken();
  if (children.done()) {
    if (bare_name) *bare_name = true;
    ast::MatchAs capture;
    if (Text(first) != "_") capture.name = NameOf(first);
    return ast_.Add(span, capture);
  }
  Built value = Make(first.begin, first.end, ast::NameExpr{NameOf(first)});
  while (children.Accept(K::kDot)) {
    const LexToken& name = children.TakeToken();
    value = Make(value.begin, name.end, ast::AttributeExpr{value.id, NameOf(name), At(name)});
  }
  if (children.done()) return ast_.Add(span, ast::MatchValue{value.id});
  ast::MatchClass out;
  out.cls = value.id;
  children.Accept(K::kLeftParen);
  PatternArguments(children, out);
  return ast_.Add(span, std::move(out));
}

void TreeBuilder::PatternArguments(Children& children, ast::MatchClass& out) {
  List(children, K::kComma, [&](Context* arg) {
    Children parts(arg);
    bool bare = false;
    Context* left = parts.TakeRule();
    PatternId pattern = AsPattern(left, false, &bare);
    if (!parts.Accept(K::kAssign)) {
      if (!out.kwd_attrs.empty()) Error(At(arg), "a positional pattern cannot follow a keyword pattern");
      out.patterns.push_back(pattern);
      return;
    }
    if (!bare) Error(At(left), "the left side of '=' in a pattern must be the name of an attribute");
    out.kwd_attrs.push_back(NameOf(StartOf(left).token()));
    out.kwd_patterns.push_back(AsPattern(parts.TakeRule(), false));
  });
}

PatternId TreeBuilder::SequencePattern(Context* c) {
  Children children(c);
  bool group = children.TakeToken().kind == K::kLeftParen;
  ast::MatchSequence sequence;
  Context* first = nullptr;
  bool comma = List(children, K::kComma, [&](Context* p) {
    if (!first) first = p;
    sequence.patterns.push_back(AsPattern(p, true));
  });
  if (group && first && !comma) {
    if (StartOf(first).token().kind == K::kStar) Error(At(first), "a starred pattern must be part of a sequence", "write a comma after it");
    return sequence.patterns[0];
  }
  return ast_.Add(At(c), std::move(sequence));
}

PatternId TreeBuilder::MappingPattern(Context* c) {
  Children children(c);
  children.TakeToken();
  ast::MatchMapping mapping;
  bool rest = false;
  List(children, K::kComma, [&](Context* item) {
    Children parts(item);
    if (rest) Error(At(item), "'**' must be the last entry of a mapping pattern");
    if (parts.Accept(K::kDoubleStar)) {
      const LexToken& name = parts.TakeToken();
      if (Text(name) == "_") Error(At(name), "'**_' is not allowed: a mapping pattern ignores other keys anyway");
      mapping.rest = NameOf(name);
      rest = true;
      return;
    }
    Context* key = parts.TakeRule();
    PatternId pattern = ClosedPattern(key, nullptr);
    ExprId id;
    if (const auto* value = std::get_if<ast::MatchValue>(&ast_[pattern].data)) id = value->value;
    if (const auto* single = std::get_if<ast::MatchSingleton>(&ast_[pattern].data)) id = single->value;
    if (!id) {
      Error(At(key), "a key of a mapping pattern must be a literal or a dotted name");
      id = ast_.Add(At(key), ast::NoneLiteral{});
    }
    parts.Accept(K::kColon);
    mapping.keys.push_back(id);
    mapping.patterns.push_back(AsPattern(parts.TakeRule(), false));
  });
  return ast_.Add(At(c), std::move(mapping));
}

}  // namespace lathe
