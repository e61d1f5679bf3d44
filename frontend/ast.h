// The Ast: Python's abstract grammar (3.11) as arenas of nodes with ids and spans. Node and field names are those of
// CPython's `ast` module, so that the printed form can be compared with it.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/ids.h"
#include "support/interner.h"
#include "support/source.h"

namespace lathe::ast {

using ExprId = Id<struct ExprTag>;
using StmtId = Id<struct StmtTag>;
using PatternId = Id<struct PatternTag>;
using Block = std::vector<StmtId>;

enum class BinaryOp : uint8_t { kAdd, kSub, kMult, kMatMult, kDiv, kMod, kPow, kLShift, kRShift, kBitOr, kBitXor, kBitAnd, kFloorDiv };
enum class UnaryOp : uint8_t { kInvert, kNot, kUAdd, kUSub };
enum class BoolOp : uint8_t { kAnd, kOr };
enum class CompareOp : uint8_t { kEq, kNotEq, kLt, kLtE, kGt, kGtE, kIs, kIsNot, kIn, kNotIn };

// ---- expressions ----
struct NoneLiteral {};
struct EllipsisLiteral {};
struct BoolLiteral { bool value; };
// Decimal digits of any length, without underscores and leading zeros; always base 10.
struct IntLiteral { std::string digits; };
struct FloatLiteral { double value; };
struct ComplexLiteral { double imaginary; };
struct StringLiteral { std::string value; bool has_u_prefix = false; };  // UTF-8 (lone surrogates as their 3-byte form)
struct BytesLiteral { std::string value; };
struct NameExpr { Name name; };
struct BoolOpExpr { BoolOp op; std::vector<ExprId> values; };
struct NamedExpr { ExprId target, value; };
struct BinaryExpr { BinaryOp op; ExprId left, right; };
struct UnaryExpr { UnaryOp op; ExprId operand; };
struct Arg { Name name; ExprId annotation; Span span; };
struct Arguments {
  std::vector<Arg> posonly, args;      // positional-only, positional-or-keyword
  std::optional<Arg> vararg;           // *args
  std::vector<Arg> kwonly;
  std::vector<ExprId> kw_defaults;     // one per kwonly; invalid id where there is none
  std::optional<Arg> kwarg;            // **kwargs
  std::vector<ExprId> defaults;        // of the last posonly + args
};
struct LambdaExpr { Arguments args; ExprId body; };
struct ConditionalExpr { ExprId test, body, orelse; };
struct DictExpr { std::vector<ExprId> keys, values; };  // invalid key: **value
struct SetExpr { std::vector<ExprId> elements; };
struct Comprehension { ExprId target, iter; std::vector<ExprId> ifs; bool is_async = false; };
struct ListComp { ExprId element; std::vector<Comprehension> generators; };
struct SetComp { ExprId element; std::vector<Comprehension> generators; };
struct DictComp { ExprId key, value; std::vector<Comprehension> generators; };
struct GeneratorExpr { ExprId element; std::vector<Comprehension> generators; };
struct AwaitExpr { ExprId value; };
struct YieldExpr { ExprId value; };
struct YieldFromExpr { ExprId value; };
struct CompareExpr { ExprId left; std::vector<CompareOp> ops; std::vector<ExprId> comparators; };
struct Keyword { std::optional<Name> name; ExprId value; Span span; };  // no name: **value
struct CallExpr { ExprId func; std::vector<ExprId> args; std::vector<Keyword> keywords; };
// A field of an f-string; conversion is 0, 's', 'r' or 'a'; format_spec is a JoinedStr or invalid.
struct FormattedValue { ExprId value; char conversion = 0; ExprId format_spec; };
struct JoinedStr { std::vector<ExprId> values; };  // StringLiteral and FormattedValue
struct AttributeExpr { ExprId value; Name attr; Span attr_span; };
struct SubscriptExpr { ExprId value, slice; };
struct StarredExpr { ExprId value; };
struct ListExpr { std::vector<ExprId> elements; };
struct TupleExpr { std::vector<ExprId> elements; };
struct SliceExpr { ExprId lower, upper, step; };  // invalid: omitted

using ExprData =
    std::variant<NoneLiteral, EllipsisLiteral, BoolLiteral, IntLiteral, FloatLiteral, ComplexLiteral, StringLiteral,
                 BytesLiteral, NameExpr, BoolOpExpr, NamedExpr, BinaryExpr, UnaryExpr, LambdaExpr, ConditionalExpr,
                 DictExpr, SetExpr, ListComp, SetComp, DictComp, GeneratorExpr, AwaitExpr, YieldExpr, YieldFromExpr,
                 CompareExpr, CallExpr, FormattedValue, JoinedStr, AttributeExpr, SubscriptExpr, StarredExpr, ListExpr,
                 TupleExpr, SliceExpr>;
struct Expr { Span span; ExprData data; };

// ---- patterns (match) ----
struct MatchValue { ExprId value; };
struct MatchSingleton { ExprId value; };  // None, True, False
struct MatchSequence { std::vector<PatternId> patterns; };
struct MatchMapping { std::vector<ExprId> keys; std::vector<PatternId> patterns; std::optional<Name> rest; };
struct MatchClass { ExprId cls; std::vector<PatternId> patterns; std::vector<Name> kwd_attrs; std::vector<PatternId> kwd_patterns; };
struct MatchStar { std::optional<Name> name; };
struct MatchAs { PatternId pattern; std::optional<Name> name; };
struct MatchOr { std::vector<PatternId> patterns; };
using PatternData = std::variant<MatchValue, MatchSingleton, MatchSequence, MatchMapping, MatchClass, MatchStar, MatchAs, MatchOr>;
struct Pattern { Span span; PatternData data; };

// ---- statements ----
struct FunctionDef { Name name; Span name_span; Arguments args; Block body; std::vector<ExprId> decorators; ExprId returns; bool is_async = false; };
struct ClassDef { Name name; Span name_span; std::vector<ExprId> bases; std::vector<Keyword> keywords; Block body; std::vector<ExprId> decorators; };
struct ReturnStmt { ExprId value; };
struct DeleteStmt { std::vector<ExprId> targets; };
struct AssignStmt { std::vector<ExprId> targets; ExprId value; };
struct AugAssignStmt { ExprId target; BinaryOp op; ExprId value; };
struct AnnAssignStmt { ExprId target, annotation, value; bool simple = true; };
// `orelse_span` covers the `else` keyword. `extra_test` is set by autograph/ only: checked before each iteration.
struct ForStmt { ExprId target, iter; Block body, orelse; Span orelse_span; bool is_async = false; ExprId extra_test; };
struct WhileStmt { ExprId test; Block body, orelse; Span orelse_span; };
struct IfStmt { ExprId test; Block body, orelse; Span orelse_span; };  // elif: orelse holds one IfStmt
struct WithItem { ExprId context, vars; };
struct WithStmt { std::vector<WithItem> items; Block body; bool is_async = false; };
struct MatchCase { PatternId pattern; ExprId guard; Block body; };
struct MatchStmt { ExprId subject; std::vector<MatchCase> cases; };
struct RaiseStmt { ExprId exception, cause; };
struct ExceptHandler { Span span; ExprId type; std::optional<Name> name; Block body; };
struct TryStmt { Block body; std::vector<ExceptHandler> handlers; Block orelse, finalbody; bool is_star = false; };
struct AssertStmt { ExprId test, message; };
struct ImportAlias { std::string name; std::optional<Name> asname; Span span; };
struct ImportStmt { std::vector<ImportAlias> names; };
struct ImportFromStmt { std::string module; std::vector<ImportAlias> names; int level = 0; };
struct GlobalStmt { std::vector<Name> names; };
struct NonlocalStmt { std::vector<Name> names; };
struct ExprStmt { ExprId value; };
struct PassStmt {};
struct BreakStmt {};
struct ContinueStmt {};

using StmtData = std::variant<FunctionDef, ClassDef, ReturnStmt, DeleteStmt, AssignStmt, AugAssignStmt, AnnAssignStmt,
                              ForStmt, WhileStmt, IfStmt, WithStmt, MatchStmt, RaiseStmt, TryStmt, AssertStmt,
                              ImportStmt, ImportFromStmt, GlobalStmt, NonlocalStmt, ExprStmt, PassStmt, BreakStmt, ContinueStmt>;
struct Stmt { Span span; StmtData data; };

// Nodes in chunks: they never move.
template <class T>
class Arena {
 public:
  uint32_t Add(T node) {
    if (chunks_.empty() || chunks_.back().size() == kChunk) chunks_.emplace_back().reserve(kChunk);
    chunks_.back().push_back(std::move(node));
    return size_++;
  }
  T& operator[](uint32_t i) { return chunks_[i / kChunk][i % kChunk]; }
  const T& operator[](uint32_t i) const { return chunks_[i / kChunk][i % kChunk]; }
  uint32_t size() const { return size_; }

 private:
  static constexpr uint32_t kChunk = 256;
  std::vector<std::vector<T>> chunks_;
  uint32_t size_ = 0;
};

// A module and everything in it. References to nodes stay valid while the Ast lives and is not copied or moved.
class Ast {
 public:
  explicit Ast(Interner& names) : names_(&names) {}
  ExprId Add(Span span, ExprData data) { return {exprs_.Add({span, std::move(data)})}; }
  StmtId Add(Span span, StmtData data) { return {stmts_.Add({span, std::move(data)})}; }
  PatternId Add(Span span, PatternData data) { return {patterns_.Add({span, std::move(data)})}; }
  const Expr& operator[](ExprId id) const { return exprs_[id.index]; }
  const Stmt& operator[](StmtId id) const { return stmts_[id.index]; }
  const Pattern& operator[](PatternId id) const { return patterns_[id.index]; }
  Expr& operator[](ExprId id) { return exprs_[id.index]; }
  Stmt& operator[](StmtId id) { return stmts_[id.index]; }
  Pattern& operator[](PatternId id) { return patterns_[id.index]; }
  size_t expr_count() const { return exprs_.size(); }
  size_t stmt_count() const { return stmts_.size(); }
  size_t pattern_count() const { return patterns_.size(); }
  Interner& names() const { return *names_; }

  Block body;
  FileId file;

 private:
  Interner* names_;
  Arena<Expr> exprs_;
  Arena<Stmt> stmts_;
  Arena<Pattern> patterns_;
};

}  // namespace lathe::ast
