// The printer's state and its parts: expressions.cpp, statements.cpp, branches.cpp, loops.cpp, functions.cpp.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "autograph/liveness.h"
#include "code/decisions.h"
#include "code/names.h"
#include "code/print_code.h"

namespace lathe::code {

struct Line {
  std::string text;
  uint32_t source = 0;         // the line it stands for, 0: none
};

// Part of the state of a branch or loop.
struct Place {
  enum class Kind : uint8_t { kLocal, kShared, kComposite } kind = Kind::kLocal;
  std::string text;            // as Python writes it: x, o.x, d['k']
  std::string raw;             // as the Ast has it (`$did_break`)
  std::string temp;            // the name of its value where it is passed (kShared, kComposite)
  Name name;
  bool defined = true;         // has a value before the construct
  std::string initial;         // what a loop starts it with, where that is not its value
  std::string invariant;       // the shape that the loop needs for it
};

class Printer {
 public:
  Printer(const ast::Ast& original, const ast::Ast& lowered, const staging::StagingRecord& record, const SourceManager& sources,
          const CodeOptions& options);
  std::vector<Line> Run();

 private:
  // The function whose statements are being printed.
  struct Function {
    ast::StmtId def;             // invalid: the module or a class body
    Calls calls;
    const ast::Ast* tree = nullptr;   // the original, or the lowered one where jumps cross constructs of the graph
    std::set<std::string> globals, nonlocals;
    std::string self;            // the first parameter
    int generated = 0;           // functions that the printer made around the statement
    std::string class_name;
  };
  struct Version {
    Calls calls;
    std::string name, condition;
  };
  struct Replacement { uint32_t begin, end; std::string text; };

  // ---- text (expressions.cpp) ----
  std::string Text(ast::ExprId id);
  std::string Inline(ast::ExprId id);                       // in parentheses if it has several lines
  std::string Slice(uint32_t begin, uint32_t end, std::vector<Replacement> replacements = {});
  void Collect(ast::ExprId id, std::vector<Replacement>& out);
  void CollectFrom(const ast::Stmt& s, std::vector<Replacement>& out);   // expressions of the statement itself
  std::optional<std::string> Rewrite(ast::ExprId id);
  std::optional<std::string> RewriteBoolOp(ast::ExprId id, const ast::BoolOpExpr& n, size_t first);
  std::optional<std::string> RewriteCompare(ast::ExprId id, const ast::CompareExpr& n, size_t first);
  std::optional<std::string> RewriteCall(ast::ExprId id, const ast::CallExpr& n);
  std::string BuiltinCall(const std::string& what, const ast::CallExpr& n);
  std::string SyntheticText(ast::ExprId id);
  std::string RewriteNegated(ast::ExprId test);
  std::string Operand(ast::ExprId id);                      // in parentheses if it binds weakly
  std::string Choice(const FormInfo& form, const std::string& test, const std::string& then, const std::string& orelse,
                     const std::string& python);
  bool IsSynthetic(ast::ExprId id) const { return id.index >= original_.expr_count(); }
  bool IsTfFunction(ast::ExprId id) const;
  bool Tests(ast::ExprId id);                               // has a walrus
  std::string NameText(Name n) const;
  static std::string Scalar(const std::string& test, const FormInfo& form);

  // ---- statements (statements.cpp) ----
  void EmitBlock(const ast::Block& block, bool tail = false);
  void EmitStatement(ast::StmtId id, bool tail);
  bool ResetsFlagFor(ast::StmtId id, ast::StmtId loop);
  void EmitSimple(ast::StmtId id, bool tail);
  void EmitSynthetic(ast::StmtId id, bool tail);
  void EmitIf(ast::StmtId id, const ast::IfStmt& n, bool tail, std::string_view word = "if");
  void EmitPythonIf(ast::StmtId id, const ast::IfStmt& n, bool tail, std::string_view word);
  void EmitFor(ast::StmtId id, const ast::ForStmt& n);
  void EmitPythonFor(ast::StmtId id, const ast::ForStmt& n);
  void EmitWhile(ast::StmtId id, const ast::WhileStmt& n);
  void EmitPythonWhile(const ast::WhileStmt& n);
  void EmitWith(const ast::WithStmt& n, bool tail);
  void EmitTry(const ast::TryStmt& n, bool tail);
  void EmitMatch(ast::StmtId id, const ast::MatchStmt& n, bool tail);
  void EmitClass(ast::StmtId id, const ast::ClassDef& n);
  void EmitIndented(const ast::Block& block, bool tail = false);
  void EmitElse(const ast::Block& orelse);
  void EmitVerbatim(ast::StmtId id);
  void EmitComments(uint32_t upto);
  std::string TrailingComment(uint32_t from) const;
  uint32_t ColonAfter(uint32_t from) const;
  uint32_t StartOf(ast::StmtId id) const;
  void Header(const std::string& text, uint32_t from, Span span);
  void Emit(const std::string& text, uint32_t source = 0);
  std::string Marker(Span span) const;
  bool IsSynthetic(ast::StmtId id) const;
  bool SelfContained(ast::StmtId id) const;
  bool Escapes(const ast::Block& block, bool in_loop) const;
  bool Changed(ast::StmtId id);
  bool Changed(const ast::Block& block);
  bool ChangedDefinition(ast::StmtId id, const ast::FunctionDef& f);
  FormInfo FormOf(ast::StmtId id) const { return decisions_.Of(id, function_.calls); }
  FormInfo FormOf(ast::ExprId id, uint32_t part = 0) const { return decisions_.Of(id, part, function_.calls); }

  // ---- state (places.cpp) ----
  std::vector<Place> StateOf(ast::StmtId id, Span header, const FormInfo& form);
  std::set<std::string> Assigned(const ast::Block& block) const;     // raw names of what a block assigns
  void AssignedBy(ast::StmtId id, std::set<std::string>& out) const;
  void Targets(ast::ExprId id, std::set<std::string>& out) const;
  bool SurelyAssigns(const ast::Block& block, const std::string& raw) const;
  std::string Qualified(ast::ExprId id) const;
  std::set<std::string> CapturedBefore(ast::StmtId id) const;        // names that functions defined before it read
  void Captured(ast::StmtId id, uint32_t before, Span loop, std::set<std::string>& out) const;
  void Declarations(const std::vector<Place>& places, const ast::Block& block);
  std::vector<std::string> DefaultsFor(const ast::Block& block, const std::vector<Name>& live, const std::vector<Place>& passed, const FormInfo& form);

  // ---- constructs of the graph (branches.cpp, loops.cpp) ----
  void EmitBranch(ast::StmtId id, const ast::IfStmt& n, const FormInfo& form, bool tail);
  void EmitArm(const std::string& name, const ast::Block& block, const std::vector<Name>& live, const std::vector<Place>& places,
               const std::vector<Place>& restored, const FormInfo& form, bool tail, Span marker);
  void EmitGraphWhile(ast::StmtId id, const ast::WhileStmt& n, const FormInfo& form);
  void EmitGraphFor(ast::StmtId id, const ast::ForStmt& n, const FormInfo& form);
  struct Counter {
    std::string name, start, limit, step = "1", test, head;
    std::string next;                  // what the next trip gets; empty: name + step
    std::set<std::string> targets;     // names that `head` gives a value
  };
  Counter CounterOf(ast::StmtId id, const ast::ForStmt& n, const FormInfo& form, const std::vector<Place>& places);
  bool RangeCounter(const ast::ForStmt& n, const FormInfo& form, Counter& c, const std::set<std::string>& assigned);
  void EmitLoop(ast::StmtId id, const ast::Block& body, Span header, const std::vector<Place>& places, const Counter* counter,
                const std::string& test, const FormInfo& form);
  void LoopOptions(const ast::Block& body, const std::vector<Place>& places, bool counted, std::vector<std::string>& options, ast::Block& rest);
  void FindInitial(std::vector<Place>& places, Span header, const std::string& target, const std::string& start);

  // ---- functions (functions.cpp) ----
  void EmitDefinition(ast::StmtId id, const ast::FunctionDef& f);
  void EmitVersion(ast::StmtId id, const ast::FunctionDef& f, const Calls& calls);
  std::vector<Version> VersionsOf(ast::StmtId id, const ast::FunctionDef& f, const std::vector<Calls>& groups);
  bool Separate(const std::vector<Calls>& groups, std::vector<Version>& versions);
  bool NeedsLowering(const ast::Block& block, const Calls& calls, bool in_graph, bool loop_in_graph) const;
  bool TailReturns(const ast::Block& block);
  bool TailFits(const ast::Block& block);
  std::string TraceComment(const Calls& calls) const;
  void EnterFunction(ast::StmtId id, const ast::FunctionDef& f, const Calls& calls);
  void CollectDeclared(const ast::Block& block, Function& f) const;
  std::string ParameterList(const ast::FunctionDef& f, bool call, bool method) const;
  bool StagedInside(const ast::Block& block);

  const ast::Ast& original_;
  const ast::Ast& lowered_;
  const SourceManager& sources_;
  const CodeOptions& options_;
  Decisions decisions_;
  NamePool pool_;
  LivenessTable liveness_;
  const staging::StagingRecord& record_;
  std::string_view source_;
  std::vector<Span> long_strings_;             // string literals of several lines, by position
  std::set<std::string> tensorflow_;           // names that `import tensorflow` binds
  Function function_;
  std::set<std::string> tensor_flags_;         // flags that are tensors in what is being printed (raw names)
  std::vector<Line> lines_;
  int indent_ = 0;
  int shift_ = 0;                              // of continuation lines: columns to the right
  uint32_t cursor_ = 0;                        // the program's text up to here is printed
  bool first_in_block_ = true;
  int depth_ = 0;                              // of definitions
};

// Joined with ", "; one alone as it is.
std::string Join(const std::vector<std::string>& parts, std::string_view separator = ", ");

}  // namespace lathe::code
