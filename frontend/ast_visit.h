// Calls f(id) for every direct child of a node, in the order of evaluation or of the text. f takes ExprId, StmtId and
// PatternId.
#pragma once
#include "frontend/ast.h"

namespace lathe::ast {

namespace visit_detail {

template <class F>
class Visitor {
 public:
  explicit Visitor(F& f) : f_(f) {}

  // Leaves.
  void operator()(const NoneLiteral&) {}
  void operator()(const EllipsisLiteral&) {}
  void operator()(const BoolLiteral&) {}
  void operator()(const IntLiteral&) {}
  void operator()(const FloatLiteral&) {}
  void operator()(const ComplexLiteral&) {}
  void operator()(const StringLiteral&) {}
  void operator()(const BytesLiteral&) {}
  void operator()(const NameExpr&) {}
  // Expressions.
  void operator()(const BoolOpExpr& e) { All(e.values); }
  void operator()(const NamedExpr& e) { One(e.value), One(e.target); }
  void operator()(const BinaryExpr& e) { One(e.left), One(e.right); }
  void operator()(const UnaryExpr& e) { One(e.operand); }
  void operator()(const LambdaExpr& e) { Args(e.args), One(e.body); }
  void operator()(const ConditionalExpr& e) { One(e.test), One(e.body), One(e.orelse); }
  void operator()(const DictExpr& e) {
    for (size_t i = 0; i < e.keys.size(); ++i) One(e.keys[i]), One(e.values[i]);
  }
  void operator()(const SetExpr& e) { All(e.elements); }
  void operator()(const ListComp& e) { Generators(e.generators), One(e.element); }
  void operator()(const SetComp& e) { Generators(e.generators), One(e.element); }
  void operator()(const DictComp& e) { Generators(e.generators), One(e.key), One(e.value); }
  void operator()(const GeneratorExpr& e) { Generators(e.generators), One(e.element); }
  void operator()(const AwaitExpr& e) { One(e.value); }
  void operator()(const YieldExpr& e) { One(e.value); }
  void operator()(const YieldFromExpr& e) { One(e.value); }
  void operator()(const CompareExpr& e) { One(e.left), All(e.comparators); }
  void operator()(const CallExpr& e) { One(e.func), All(e.args), Keywords(e.keywords); }
  void operator()(const FormattedValue& e) { One(e.value), One(e.format_spec); }
  void operator()(const JoinedStr& e) { All(e.values); }
  void operator()(const AttributeExpr& e) { One(e.value); }
  void operator()(const SubscriptExpr& e) { One(e.value), One(e.slice); }
  void operator()(const StarredExpr& e) { One(e.value); }
  void operator()(const ListExpr& e) { All(e.elements); }
  void operator()(const TupleExpr& e) { All(e.elements); }
  void operator()(const SliceExpr& e) { One(e.lower), One(e.upper), One(e.step); }
  // Patterns.
  void operator()(const MatchValue& p) { One(p.value); }
  void operator()(const MatchSingleton& p) { One(p.value); }
  void operator()(const MatchSequence& p) { All(p.patterns); }
  void operator()(const MatchMapping& p) { All(p.keys), All(p.patterns); }
  void operator()(const MatchClass& p) { One(p.cls), All(p.patterns), All(p.kwd_patterns); }
  void operator()(const MatchStar&) {}
  void operator()(const MatchAs& p) { One(p.pattern); }
  void operator()(const MatchOr& p) { All(p.patterns); }
  // Statements.
  void operator()(const FunctionDef& s) { All(s.decorators), Args(s.args), One(s.returns), All(s.body); }
  void operator()(const ClassDef& s) { All(s.decorators), All(s.bases), Keywords(s.keywords), All(s.body); }
  void operator()(const ReturnStmt& s) { One(s.value); }
  void operator()(const DeleteStmt& s) { All(s.targets); }
  void operator()(const AssignStmt& s) { One(s.value), All(s.targets); }
  void operator()(const AugAssignStmt& s) { One(s.target), One(s.value); }
  void operator()(const AnnAssignStmt& s) { One(s.value), One(s.annotation), One(s.target); }
  void operator()(const ForStmt& s) { One(s.iter), One(s.extra_test), One(s.target), All(s.body), All(s.orelse); }
  void operator()(const WhileStmt& s) { One(s.test), All(s.body), All(s.orelse); }
  void operator()(const IfStmt& s) { One(s.test), All(s.body), All(s.orelse); }
  void operator()(const WithStmt& s) {
    for (const WithItem& i : s.items) One(i.context), One(i.vars);
    All(s.body);
  }
  void operator()(const MatchStmt& s) {
    One(s.subject);
    for (const MatchCase& c : s.cases) One(c.pattern), One(c.guard), All(c.body);
  }
  void operator()(const RaiseStmt& s) { One(s.exception), One(s.cause); }
  void operator()(const TryStmt& s) {
    All(s.body);
    for (const ExceptHandler& h : s.handlers) One(h.type), All(h.body);
    All(s.orelse), All(s.finalbody);
  }
  void operator()(const AssertStmt& s) { One(s.test), One(s.message); }
  void operator()(const ImportStmt&) {}
  void operator()(const ImportFromStmt&) {}
  void operator()(const GlobalStmt&) {}
  void operator()(const NonlocalStmt&) {}
  void operator()(const ExprStmt& s) { One(s.value); }
  void operator()(const PassStmt&) {}
  void operator()(const BreakStmt&) {}
  void operator()(const ContinueStmt&) {}

 private:
  template <class Id>
  void One(Id id) { if (id) f_(id); }
  template <class Id>
  void All(const std::vector<Id>& ids) { for (Id id : ids) One(id); }
  void Keywords(const std::vector<Keyword>& keywords) { for (const Keyword& k : keywords) One(k.value); }
  void Generators(const std::vector<Comprehension>& generators) {
    for (const Comprehension& g : generators) One(g.iter), One(g.target), All(g.ifs);
  }
  void Args(const Arguments& a) {
    All(a.defaults), All(a.kw_defaults);
    for (const Arg& arg : a.posonly) One(arg.annotation);
    for (const Arg& arg : a.args) One(arg.annotation);
    if (a.vararg) One(a.vararg->annotation);
    for (const Arg& arg : a.kwonly) One(arg.annotation);
    if (a.kwarg) One(a.kwarg->annotation);
  }
  F& f_;
};

}  // namespace visit_detail

template <class F>
void ForEachChild(const ExprData& data, F&& f) { std::visit(visit_detail::Visitor<F>(f), data); }
template <class F>
void ForEachChild(const PatternData& data, F&& f) { std::visit(visit_detail::Visitor<F>(f), data); }
template <class F>
void ForEachChild(const StmtData& data, F&& f) { std::visit(visit_detail::Visitor<F>(f), data); }

}  // namespace lathe::ast
