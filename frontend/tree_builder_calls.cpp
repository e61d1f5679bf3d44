// Tree builder: calls, subscripts, comprehensions, lambdas, parameters, and what may be assigned to.
#include "frontend/tree_builder.h"

namespace lathe {

using ast::ExprId;
using K = TokenKind;

Built TreeBuilder::Trailer(Built value, Context* c) {
  Children children(c);
  uint32_t end = StopOf(c).token().end;
  const LexToken open = children.TakeToken();
  if (open.kind == K::kDot) {
    const LexToken& name = children.TakeToken();
    return Make(value.begin, end, ast::AttributeExpr{value.id, NameOf(name), At(name)});
  }
  if (open.kind == K::kLeftSquare) {
    ExprId slice = Subscripts(children.TakeRule()).id;
    return Make(value.begin, end, ast::SubscriptExpr{value.id, slice});
  }
  ast::CallExpr call{value.id, {}, {}};
  if (children.IsAnyRule()) CallArguments(children.TakeRule(), open.begin, end, true, call.args, call.keywords);
  return Make(value.begin, end, std::move(call));
}

// `open` and `end`: the extent of the parentheses, which is that of a sole generator.
void TreeBuilder::CallArguments(Context* c, uint32_t open, uint32_t end, bool generator_allowed, std::vector<ExprId>& args,
                                std::vector<ast::Keyword>& keywords) {
  bool keyword = false, double_star = false;
  Children children(c);
  List(children, K::kComma, [&](Context* arg) {
    Children parts(arg);
    Span span = At(arg);
    if (parts.kind() == K::kDoubleStar) {
      parts.TakeToken();
      keywords.push_back({std::nullopt, Expr(parts.TakeRule()).id, span});
      double_star = true;
      return;
    }
    if (parts.kind() == K::kStar) {
      parts.TakeToken();
      if (double_star) Error(span, "'*' unpacking cannot follow '**' unpacking");
      Built b = Expr(parts.TakeRule());
      args.push_back(Make(span.begin, b.end, ast::StarredExpr{b.id}).id);
      return;
    }
    Built value = Expr(parts.TakeRule());
    if (parts.Accept(K::kAssign)) {
      const auto* name = std::get_if<ast::NameExpr>(&ast_[value.id].data);
      if (!name || value.parens) {
        Error(span, "the left side of '=' in a call must be the name of a parameter", "write '==' to compare");
        return;
      }
      Name keyword_name = name->name;
      keywords.push_back({keyword_name, Expr(parts.TakeRule()).id, span});
      keyword = true;
      return;
    }
    if (parts.Accept(K::kWalrus)) {
      Built right = Expr(parts.TakeRule());
      if (value.parens || !std::holds_alternative<ast::NameExpr>(ast_[value.id].data)) {
        reporter_.Report(DiagnosticKind::kInvalidTarget, ast_[value.id].span, "':=' can only assign to a name, not to " + WhatIs(value.id));
      }
      value = Make(value.begin, right.end, ast::NamedExpr{value.id, right.id});
    }
    if (parts.IsRule(LatheParser::RuleCompFor)) {
      if (!generator_allowed) Error(span, "a generator expression cannot be a base class");
      if (c->children.size() > 1) Error(span, "a generator expression next to other arguments needs parentheses");
      auto generators = Generators(parts.TakeRule());
      value = Make(open, end, ast::GeneratorExpr{value.id, std::move(generators)});
    }
    if (double_star) {
      Error(span, "a positional argument cannot follow '**' unpacking");
    } else if (keyword) {
      Error(span, "a positional argument cannot follow a keyword argument");
    }
    args.push_back(value.id);
  });
}

Built TreeBuilder::Subscripts(Context* c) {
  Children children(c);
  std::vector<ExprId> elements;
  Built first;
  uint32_t begin = StartOf(c).token().begin, end = StopOf(c).token().end;
  bool comma = List(children, K::kComma, [&](Context* s) {
    Built b = Subscript(s);
    if (elements.empty()) first = b;
    elements.push_back(b.id);
  });
  if (!comma && !std::holds_alternative<ast::StarredExpr>(ast_[first.id].data)) return first;
  return Make(begin, end, ast::TupleExpr{std::move(elements)});
}

Built TreeBuilder::Subscript(Context* c) {
  Children children(c);
  uint32_t begin = StartOf(c).token().begin, end = StopOf(c).token().end;
  if (children.kind() == K::kStar) {
    children.TakeToken();
    Built b = Expr(children.TakeRule());
    return Make(begin, end, ast::StarredExpr{b.id});
  }
  ExprId parts[3];
  if (children.IsRule(LatheParser::RuleNamed)) {
    Context* named = children.TakeRule();
    Built b = Named(named);
    if (children.done()) return b;
    if (IsWalrus(named)) Error(ast_[b.id].span, "':=' in a slice needs parentheses");
    parts[0] = b.id;
  }
  int place = 0;
  while (!children.done()) {
    if (children.kind() == K::kColon) {
      children.TakeToken();
      ++place;
    } else {
      parts[place] = Expr(children.TakeRule()).id;
    }
  }
  return Make(begin, end, ast::SliceExpr{parts[0], parts[1], parts[2]});
}

std::vector<ast::Comprehension> TreeBuilder::Generators(Context* c) {
  std::vector<ast::Comprehension> out;
  Children children(c);
  bool async = false;
  while (!children.done()) {
    if (children.kind() == K::kAsync) {
      children.TakeToken();
      async = true;
    } else if (children.kind() == K::kFor) {
      children.TakeToken();
      ast::Comprehension g;
      g.is_async = async;
      async = false;
      g.target = Targets(children.TakeRule(), TargetUse::kComprehension).id;
      children.Accept(K::kIn);
      g.iter = Operation(children.TakeRule()).id;
      out.push_back(std::move(g));
    } else {
      children.Accept(K::kIf);
      out.back().ifs.push_back(Operation(children.TakeRule()).id);
    }
  }
  return out;
}

// Collects parameters of `def` and `lambda` in order and refuses those that Python's grammar refuses.
class ParameterList {
 public:
  explicit ParameterList(TreeBuilder& builder) : b_(builder) {}

  void Slash(const LexToken& t) {
    if (slash_) return Error(t, "'/' may appear only once among the parameters");
    if (star_) return Error(t, "'/' must come before '*'");
    if (out_.args.empty()) return Error(t, "at least one parameter must precede '/'");
    slash_ = true;
    out_.posonly = std::move(out_.args);
    out_.args.clear();
    CheckEnd(t);
  }
  void Star(const LexToken& t) {
    if (star_) return Error(t, "'*' may appear only once among the parameters");
    star_ = true;
    bare_star_ = &t;
    CheckEnd(t);
  }
  void VarArg(const LexToken& t, ast::Arg arg) {
    Star(t);
    bare_star_ = nullptr;
    out_.vararg = std::move(arg);
  }
  void KeywordArgs(const LexToken& t, ast::Arg arg) {
    CheckEnd(t);
    if (bare_star_) Error(*bare_star_, "a named parameter must follow '*'");
    bare_star_ = nullptr;
    out_.kwarg = std::move(arg);
  }
  void Plain(const LexToken& t, ast::Arg arg, ExprId value) {
    CheckEnd(t);
    if (star_) {
      bare_star_ = nullptr;
      out_.kwonly.push_back(std::move(arg));
      out_.kw_defaults.push_back(value);
      return;
    }
    out_.args.push_back(std::move(arg));
    if (value) {
      out_.defaults.push_back(value);
    } else if (!out_.defaults.empty()) {
      Error(t, "a parameter without a default cannot follow one with a default");
    }
  }
  ast::Arguments Take() {
    if (bare_star_) Error(*bare_star_, "a named parameter must follow '*'");
    return std::move(out_);
  }

 private:
  void CheckEnd(const LexToken& t) {
    if (out_.kwarg) Error(t, "no parameter can follow '**'");
  }
  void Error(const LexToken& t, const char* message) { b_.Error(b_.At(t), message); }

  TreeBuilder& b_;
  ast::Arguments out_;
  bool slash_ = false, star_ = false;
  const LexToken* bare_star_ = nullptr;
};

ast::Arguments TreeBuilder::Parameters(Context* c) {
  ParameterList list(*this);
  Children children(c);
  List(children, K::kComma, [&](Context* p) {
    Children parts(p);
    const LexToken& lead = parts.TakeToken();
    auto annotation = [&]() -> ExprId {
      if (!parts.Accept(K::kColon)) return {};
      if (parts.kind() != K::kStar) return Expr(parts.TakeRule()).id;
      const LexToken& star = parts.TakeToken();
      Built b = Operation(parts.TakeRule());
      return Make(star.begin, b.end, ast::StarredExpr{b.id}).id;
    };
    auto named = [&](const LexToken& name) {
      ast::Arg arg{NameOf(name), annotation(), At(name)};
      if (arg.annotation) arg.span.end = ast_[arg.annotation].span.end;
      return arg;
    };
    if (lead.kind == K::kSlash) {
      list.Slash(lead);
    } else if (lead.kind == K::kStar && parts.done()) {
      list.Star(lead);
    } else if (lead.kind == K::kStar) {
      const LexToken& name = parts.TakeToken();
      list.VarArg(lead, named(name));
    } else if (lead.kind == K::kDoubleStar) {
      const LexToken& name = parts.TakeToken();
      list.KeywordArgs(lead, named(name));
    } else {
      ast::Arg arg = named(lead);
      ExprId value;
      if (parts.Accept(K::kAssign)) value = Expr(parts.TakeRule()).id;
      list.Plain(lead, std::move(arg), value);
    }
  });
  return list.Take();
}

Built TreeBuilder::Lambda(Context* c) {
  Children children(c);
  uint32_t begin = children.TakeToken().begin;
  ast::LambdaExpr lambda;
  if (children.IsRule(LatheParser::RuleLparams)) lambda.args = Parameters(children.TakeRule());
  children.Accept(K::kColon);
  Built body = Expr(children.TakeRule());
  lambda.body = body.id;
  return Make(begin, body.end, std::move(lambda));
}

Built TreeBuilder::Targets(Context* c, TargetUse use) {
  Children children(c);
  std::vector<ExprId> elements;
  Built first;
  uint32_t end = StopOf(c).token().end;
  bool comma = List(children, K::kComma, [&](Context* t) {
    Children parts(t);
    Built b;
    if (parts.kind() == K::kStar) {
      const LexToken& star = parts.TakeToken();
      Built value = Primary(parts.TakeRule());
      b = Make(star.begin, value.end, ast::StarredExpr{value.id});
    } else {
      b = Primary(parts.TakeRule());
    }
    if (elements.empty()) first = b;
    elements.push_back(b.id);
  });
  if (comma) first = Make(first.begin, end, ast::TupleExpr{std::move(elements)});
  CheckTarget(first.id, use, false);
  return first;
}

// A `target`: the name that `with … as` binds.
Built TreeBuilder::Target(Context* c, TargetUse use) {
  Children parts(c);
  Built b;
  if (parts.kind() == K::kStar) {
    const LexToken& star = parts.TakeToken();
    Built value = Primary(parts.TakeRule());
    b = Make(star.begin, value.end, ast::StarredExpr{value.id});
  } else {
    b = Primary(parts.TakeRule());
  }
  CheckTarget(b.id, use, false);
  return b;
}

namespace {
struct NounOf {
  std::string operator()(const ast::NoneLiteral&) { return "None"; }
  std::string operator()(const ast::EllipsisLiteral&) { return "'...'"; }
  std::string operator()(const ast::BoolLiteral& b) { return b.value ? "True" : "False"; }
  std::string operator()(const ast::IntLiteral&) { return "a literal"; }
  std::string operator()(const ast::FloatLiteral&) { return "a literal"; }
  std::string operator()(const ast::ComplexLiteral&) { return "a literal"; }
  std::string operator()(const ast::StringLiteral&) { return "a literal"; }
  std::string operator()(const ast::BytesLiteral&) { return "a literal"; }
  std::string operator()(const ast::JoinedStr&) { return "an f-string"; }
  std::string operator()(const ast::CallExpr&) { return "a call"; }
  std::string operator()(const ast::LambdaExpr&) { return "a lambda"; }
  std::string operator()(const ast::CompareExpr&) { return "a comparison"; }
  std::string operator()(const ast::ConditionalExpr&) { return "a conditional expression"; }
  std::string operator()(const ast::DictExpr&) { return "a dict display"; }
  std::string operator()(const ast::SetExpr&) { return "a set display"; }
  std::string operator()(const ast::ListComp&) { return "a comprehension"; }
  std::string operator()(const ast::SetComp&) { return "a comprehension"; }
  std::string operator()(const ast::DictComp&) { return "a comprehension"; }
  std::string operator()(const ast::GeneratorExpr&) { return "a generator expression"; }
  std::string operator()(const ast::YieldExpr&) { return "a yield expression"; }
  std::string operator()(const ast::YieldFromExpr&) { return "a yield expression"; }
  std::string operator()(const ast::AwaitExpr&) { return "an await expression"; }
  std::string operator()(const ast::NamedExpr&) { return "an assignment expression"; }
  std::string operator()(const ast::StarredExpr&) { return "a starred expression"; }
  std::string operator()(const ast::TupleExpr&) { return "a tuple"; }
  std::string operator()(const ast::ListExpr&) { return "a list"; }
  std::string operator()(const auto&) { return "an expression"; }
};
}  // namespace

std::string TreeBuilder::WhatIs(ExprId id) const {
  return std::visit(NounOf{}, ast_[id].data);
}

void TreeBuilder::CheckTarget(ExprId id, TargetUse use, bool inside_sequence) {
  const ast::ExprData& data = ast_[id].data;
  Span span = ast_[id].span;
  if (std::holds_alternative<ast::NameExpr>(data) || std::holds_alternative<ast::AttributeExpr>(data) ||
      std::holds_alternative<ast::SubscriptExpr>(data)) {
    return;
  }
  if (const auto* star = std::get_if<ast::StarredExpr>(&data); star && use != TargetUse::kDelete) {
    if (!inside_sequence) {
      reporter_.Report(DiagnosticKind::kInvalidTarget, span, "a starred target must be an element of a list or tuple",
                       "write a comma after it: '*x, = …'");
    }
    return CheckTarget(star->value, use, false);
  }
  const auto* tuple = std::get_if<ast::TupleExpr>(&data);
  const auto* list = std::get_if<ast::ListExpr>(&data);
  if (tuple || list) {
    std::vector<ExprId> elements = tuple ? tuple->elements : list->elements;
    size_t stars = 0;
    for (ExprId e : elements) {
      CheckTarget(e, use, true);
      if (std::holds_alternative<ast::StarredExpr>(ast_[e].data) && ++stars == 2 && use != TargetUse::kDelete) {
        reporter_.Report(DiagnosticKind::kInvalidTarget, ast_[e].span, "a target list can hold only one starred target");
      }
    }
    return;
  }
  std::string message = use == TargetUse::kDelete ? "cannot delete " + WhatIs(id) : "cannot assign to " + WhatIs(id);
  std::string help;
  if (use == TargetUse::kAssign && !inside_sequence) help = "write '==' to compare";
  reporter_.Report(DiagnosticKind::kInvalidTarget, span, std::move(message), std::move(help));
}

}  // namespace lathe
