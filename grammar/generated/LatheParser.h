
// Generated from LatheParser.g4 by ANTLR 4.7.2

#pragma once


#include "antlr4-runtime.h"


#include "frontend/guarded_parser.h"


namespace lathe {


class  LatheParser : public GuardedParser {
public:
  enum {
    NEWLINE = 1, INDENT = 2, DEDENT = 3, NAME = 4, NUMBER = 5, STRING = 6, 
    FS_START = 7, FS_MID = 8, FS_LB = 9, FS_EQ = 10, FS_CONV = 11, FS_COLON = 12, 
    FS_RB = 13, FS_END = 14, FALSE = 15, NONE = 16, TRUE = 17, AND = 18, 
    AS = 19, ASSERT = 20, ASYNC = 21, AWAIT = 22, BREAK = 23, CLASS = 24, 
    CONTINUE = 25, DEF = 26, DEL = 27, ELIF = 28, ELSE = 29, EXCEPT = 30, 
    FINALLY = 31, FOR = 32, FROM = 33, GLOBAL = 34, IF = 35, IMPORT = 36, 
    IN = 37, IS = 38, LAMBDA = 39, NONLOCAL = 40, NOT = 41, OR = 42, PASS = 43, 
    RAISE = 44, RETURN = 45, TRY = 46, WHILE = 47, WITH = 48, YIELD = 49, 
    MATCH = 50, CASE = 51, NOT_IN = 52, IS_NOT = 53, LPAR = 54, RPAR = 55, 
    LSQB = 56, RSQB = 57, LBRACE = 58, RBRACE = 59, COMMA = 60, COLON = 61, 
    DOT = 62, SEMI = 63, ASSIGN = 64, AUGASSIGN = 65, WALRUS = 66, ARROW = 67, 
    ELLIPSIS = 68, AT = 69, PLUS = 70, MINUS = 71, STAR = 72, SLASH = 73, 
    DOUBLESLASH = 74, PERCENT = 75, DSTAR = 76, LSHIFT = 77, RSHIFT = 78, 
    AMP = 79, BAR = 80, CARET = 81, TILDE = 82, LT = 83, GT = 84, LE = 85, 
    GE = 86, EQ = 87, NE = 88, LTGT = 89, INVALID = 90
  };

  enum {
    RuleStmt = 0, RuleSimpleStmts = 1, RuleSimple = 2, RuleExprStmt = 3, 
    RuleRhs = 4, RuleYieldExpr = 5, RuleReturnStmt = 6, RuleRaiseStmt = 7, 
    RuleGlobalStmt = 8, RuleDelStmt = 9, RuleAssertStmt = 10, RuleImportStmt = 11, 
    RuleDottedAs = 12, RuleDotted = 13, RuleFromAs = 14, RuleFromStmt = 15, 
    RuleCompound = 16, RuleAsyncStmt = 17, RuleBlock = 18, RuleIfStmt = 19, 
    RuleWhileStmt = 20, RuleForStmt = 21, RuleTargets = 22, RuleTarget = 23, 
    RuleTryStmt = 24, RuleExceptBlock = 25, RuleWithStmt = 26, RuleWithItem = 27, 
    RuleFuncDef = 28, RuleParams = 29, RuleParam = 30, RuleLparams = 31, 
    RuleLparam = 32, RuleClassDef = 33, RuleDecorated = 34, RuleMatchStmt = 35, 
    RuleCaseBlock = 36, RulePatterns = 37, RuleAsPattern = 38, RuleOrPattern = 39, 
    RuleClosedPattern = 40, RulePatArg = 41, RuleMapItem = 42, RuleStarExprs = 43, 
    RuleStarExpr = 44, RuleStarNameds = 45, RuleStarNamed = 46, RuleNamed = 47, 
    RuleExpr = 48, RuleOperation = 49, RulePrefix = 50, RuleBinop = 51, 
    RulePrimary = 52, RuleTrailer = 53, RuleSubs = 54, RuleSub = 55, RuleArgs = 56, 
    RuleArg = 57, RuleCompFor = 58, RuleAtom = 59, RuleParenBody = 60, RuleParenItem = 61, 
    RuleBraceItem = 62, RuleStrings = 63, RuleFstring = 64, RuleFpart = 65
  };

  LatheParser(antlr4::TokenStream *input);
  ~LatheParser();

  virtual std::string getGrammarFileName() const override;
  virtual const antlr4::atn::ATN& getATN() const override { return _atn; };
  virtual const std::vector<std::string>& getTokenNames() const override { return _tokenNames; }; // deprecated: use vocabulary instead.
  virtual const std::vector<std::string>& getRuleNames() const override;
  virtual antlr4::dfa::Vocabulary& getVocabulary() const override;


  class StmtContext;
  class SimpleStmtsContext;
  class SimpleContext;
  class ExprStmtContext;
  class RhsContext;
  class YieldExprContext;
  class ReturnStmtContext;
  class RaiseStmtContext;
  class GlobalStmtContext;
  class DelStmtContext;
  class AssertStmtContext;
  class ImportStmtContext;
  class DottedAsContext;
  class DottedContext;
  class FromAsContext;
  class FromStmtContext;
  class CompoundContext;
  class AsyncStmtContext;
  class BlockContext;
  class IfStmtContext;
  class WhileStmtContext;
  class ForStmtContext;
  class TargetsContext;
  class TargetContext;
  class TryStmtContext;
  class ExceptBlockContext;
  class WithStmtContext;
  class WithItemContext;
  class FuncDefContext;
  class ParamsContext;
  class ParamContext;
  class LparamsContext;
  class LparamContext;
  class ClassDefContext;
  class DecoratedContext;
  class MatchStmtContext;
  class CaseBlockContext;
  class PatternsContext;
  class AsPatternContext;
  class OrPatternContext;
  class ClosedPatternContext;
  class PatArgContext;
  class MapItemContext;
  class StarExprsContext;
  class StarExprContext;
  class StarNamedsContext;
  class StarNamedContext;
  class NamedContext;
  class ExprContext;
  class OperationContext;
  class PrefixContext;
  class BinopContext;
  class PrimaryContext;
  class TrailerContext;
  class SubsContext;
  class SubContext;
  class ArgsContext;
  class ArgContext;
  class CompForContext;
  class AtomContext;
  class ParenBodyContext;
  class ParenItemContext;
  class BraceItemContext;
  class StringsContext;
  class FstringContext;
  class FpartContext; 

  class  StmtContext : public antlr4::ParserRuleContext {
  public:
    StmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    SimpleStmtsContext *simpleStmts();
    CompoundContext *compound();

   
  };

  StmtContext* stmt();

  class  SimpleStmtsContext : public antlr4::ParserRuleContext {
  public:
    SimpleStmtsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<SimpleContext *> simple();
    SimpleContext* simple(size_t i);
    antlr4::tree::TerminalNode *NEWLINE();
    std::vector<antlr4::tree::TerminalNode *> SEMI();
    antlr4::tree::TerminalNode* SEMI(size_t i);

   
  };

  SimpleStmtsContext* simpleStmts();

  class  SimpleContext : public antlr4::ParserRuleContext {
  public:
    SimpleContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    ExprStmtContext *exprStmt();
    antlr4::tree::TerminalNode *PASS();
    antlr4::tree::TerminalNode *BREAK();
    antlr4::tree::TerminalNode *CONTINUE();
    ReturnStmtContext *returnStmt();
    RaiseStmtContext *raiseStmt();
    GlobalStmtContext *globalStmt();
    DelStmtContext *delStmt();
    AssertStmtContext *assertStmt();
    ImportStmtContext *importStmt();
    FromStmtContext *fromStmt();

   
  };

  SimpleContext* simple();

  class  ExprStmtContext : public antlr4::ParserRuleContext {
  public:
    ExprStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    StarExprsContext *starExprs();
    antlr4::tree::TerminalNode *COLON();
    ExprContext *expr();
    antlr4::tree::TerminalNode *AUGASSIGN();
    std::vector<RhsContext *> rhs();
    RhsContext* rhs(size_t i);
    std::vector<antlr4::tree::TerminalNode *> ASSIGN();
    antlr4::tree::TerminalNode* ASSIGN(size_t i);
    YieldExprContext *yieldExpr();

   
  };

  ExprStmtContext* exprStmt();

  class  RhsContext : public antlr4::ParserRuleContext {
  public:
    RhsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    YieldExprContext *yieldExpr();
    StarExprsContext *starExprs();

   
  };

  RhsContext* rhs();

  class  YieldExprContext : public antlr4::ParserRuleContext {
  public:
    YieldExprContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *YIELD();
    antlr4::tree::TerminalNode *FROM();
    ExprContext *expr();
    StarExprsContext *starExprs();

   
  };

  YieldExprContext* yieldExpr();

  class  ReturnStmtContext : public antlr4::ParserRuleContext {
  public:
    ReturnStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *RETURN();
    StarExprsContext *starExprs();

   
  };

  ReturnStmtContext* returnStmt();

  class  RaiseStmtContext : public antlr4::ParserRuleContext {
  public:
    RaiseStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *RAISE();
    std::vector<ExprContext *> expr();
    ExprContext* expr(size_t i);
    antlr4::tree::TerminalNode *FROM();

   
  };

  RaiseStmtContext* raiseStmt();

  class  GlobalStmtContext : public antlr4::ParserRuleContext {
  public:
    GlobalStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<antlr4::tree::TerminalNode *> NAME();
    antlr4::tree::TerminalNode* NAME(size_t i);
    antlr4::tree::TerminalNode *GLOBAL();
    antlr4::tree::TerminalNode *NONLOCAL();
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  GlobalStmtContext* globalStmt();

  class  DelStmtContext : public antlr4::ParserRuleContext {
  public:
    DelStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *DEL();
    StarExprsContext *starExprs();

   
  };

  DelStmtContext* delStmt();

  class  AssertStmtContext : public antlr4::ParserRuleContext {
  public:
    AssertStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *ASSERT();
    std::vector<ExprContext *> expr();
    ExprContext* expr(size_t i);
    antlr4::tree::TerminalNode *COMMA();

   
  };

  AssertStmtContext* assertStmt();

  class  ImportStmtContext : public antlr4::ParserRuleContext {
  public:
    ImportStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *IMPORT();
    std::vector<DottedAsContext *> dottedAs();
    DottedAsContext* dottedAs(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  ImportStmtContext* importStmt();

  class  DottedAsContext : public antlr4::ParserRuleContext {
  public:
    DottedAsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    DottedContext *dotted();
    antlr4::tree::TerminalNode *AS();
    antlr4::tree::TerminalNode *NAME();

   
  };

  DottedAsContext* dottedAs();

  class  DottedContext : public antlr4::ParserRuleContext {
  public:
    DottedContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<antlr4::tree::TerminalNode *> NAME();
    antlr4::tree::TerminalNode* NAME(size_t i);
    std::vector<antlr4::tree::TerminalNode *> DOT();
    antlr4::tree::TerminalNode* DOT(size_t i);

   
  };

  DottedContext* dotted();

  class  FromAsContext : public antlr4::ParserRuleContext {
  public:
    FromAsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<antlr4::tree::TerminalNode *> NAME();
    antlr4::tree::TerminalNode* NAME(size_t i);
    antlr4::tree::TerminalNode *AS();

   
  };

  FromAsContext* fromAs();

  class  FromStmtContext : public antlr4::ParserRuleContext {
  public:
    FromStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *FROM();
    antlr4::tree::TerminalNode *IMPORT();
    antlr4::tree::TerminalNode *STAR();
    antlr4::tree::TerminalNode *LPAR();
    std::vector<FromAsContext *> fromAs();
    FromAsContext* fromAs(size_t i);
    antlr4::tree::TerminalNode *RPAR();
    DottedContext *dotted();
    std::vector<antlr4::tree::TerminalNode *> DOT();
    antlr4::tree::TerminalNode* DOT(size_t i);
    std::vector<antlr4::tree::TerminalNode *> ELLIPSIS();
    antlr4::tree::TerminalNode* ELLIPSIS(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  FromStmtContext* fromStmt();

  class  CompoundContext : public antlr4::ParserRuleContext {
  public:
    CompoundContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    IfStmtContext *ifStmt();
    WhileStmtContext *whileStmt();
    ForStmtContext *forStmt();
    TryStmtContext *tryStmt();
    WithStmtContext *withStmt();
    FuncDefContext *funcDef();
    ClassDefContext *classDef();
    DecoratedContext *decorated();
    AsyncStmtContext *asyncStmt();
    MatchStmtContext *matchStmt();

   
  };

  CompoundContext* compound();

  class  AsyncStmtContext : public antlr4::ParserRuleContext {
  public:
    AsyncStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *ASYNC();
    FuncDefContext *funcDef();
    ForStmtContext *forStmt();
    WithStmtContext *withStmt();

   
  };

  AsyncStmtContext* asyncStmt();

  class  BlockContext : public antlr4::ParserRuleContext {
  public:
    BlockContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    SimpleStmtsContext *simpleStmts();
    antlr4::tree::TerminalNode *NEWLINE();
    antlr4::tree::TerminalNode *INDENT();
    antlr4::tree::TerminalNode *DEDENT();
    std::vector<StmtContext *> stmt();
    StmtContext* stmt(size_t i);

   
  };

  BlockContext* block();

  class  IfStmtContext : public antlr4::ParserRuleContext {
  public:
    IfStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *IF();
    std::vector<NamedContext *> named();
    NamedContext* named(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COLON();
    antlr4::tree::TerminalNode* COLON(size_t i);
    std::vector<BlockContext *> block();
    BlockContext* block(size_t i);
    std::vector<antlr4::tree::TerminalNode *> ELIF();
    antlr4::tree::TerminalNode* ELIF(size_t i);
    antlr4::tree::TerminalNode *ELSE();

   
  };

  IfStmtContext* ifStmt();

  class  WhileStmtContext : public antlr4::ParserRuleContext {
  public:
    WhileStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *WHILE();
    NamedContext *named();
    std::vector<antlr4::tree::TerminalNode *> COLON();
    antlr4::tree::TerminalNode* COLON(size_t i);
    std::vector<BlockContext *> block();
    BlockContext* block(size_t i);
    antlr4::tree::TerminalNode *ELSE();

   
  };

  WhileStmtContext* whileStmt();

  class  ForStmtContext : public antlr4::ParserRuleContext {
  public:
    ForStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *FOR();
    TargetsContext *targets();
    antlr4::tree::TerminalNode *IN();
    StarExprsContext *starExprs();
    std::vector<antlr4::tree::TerminalNode *> COLON();
    antlr4::tree::TerminalNode* COLON(size_t i);
    std::vector<BlockContext *> block();
    BlockContext* block(size_t i);
    antlr4::tree::TerminalNode *ELSE();

   
  };

  ForStmtContext* forStmt();

  class  TargetsContext : public antlr4::ParserRuleContext {
  public:
    TargetsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<TargetContext *> target();
    TargetContext* target(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  TargetsContext* targets();

  class  TargetContext : public antlr4::ParserRuleContext {
  public:
    TargetContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    PrimaryContext *primary();
    antlr4::tree::TerminalNode *STAR();

   
  };

  TargetContext* target();

  class  TryStmtContext : public antlr4::ParserRuleContext {
  public:
    TryStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *TRY();
    std::vector<antlr4::tree::TerminalNode *> COLON();
    antlr4::tree::TerminalNode* COLON(size_t i);
    std::vector<BlockContext *> block();
    BlockContext* block(size_t i);
    antlr4::tree::TerminalNode *FINALLY();
    std::vector<ExceptBlockContext *> exceptBlock();
    ExceptBlockContext* exceptBlock(size_t i);
    antlr4::tree::TerminalNode *ELSE();

   
  };

  TryStmtContext* tryStmt();

  class  ExceptBlockContext : public antlr4::ParserRuleContext {
  public:
    ExceptBlockContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *EXCEPT();
    antlr4::tree::TerminalNode *COLON();
    BlockContext *block();
    antlr4::tree::TerminalNode *STAR();
    ExprContext *expr();
    antlr4::tree::TerminalNode *AS();
    antlr4::tree::TerminalNode *NAME();

   
  };

  ExceptBlockContext* exceptBlock();

  class  WithStmtContext : public antlr4::ParserRuleContext {
  public:
    WithStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *WITH();
    std::vector<WithItemContext *> withItem();
    WithItemContext* withItem(size_t i);
    antlr4::tree::TerminalNode *COLON();
    BlockContext *block();
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  WithStmtContext* withStmt();

  class  WithItemContext : public antlr4::ParserRuleContext {
  public:
    WithItemContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    ExprContext *expr();
    antlr4::tree::TerminalNode *AS();
    TargetContext *target();

   
  };

  WithItemContext* withItem();

  class  FuncDefContext : public antlr4::ParserRuleContext {
  public:
    FuncDefContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *DEF();
    antlr4::tree::TerminalNode *NAME();
    antlr4::tree::TerminalNode *LPAR();
    antlr4::tree::TerminalNode *RPAR();
    antlr4::tree::TerminalNode *COLON();
    BlockContext *block();
    ParamsContext *params();
    antlr4::tree::TerminalNode *ARROW();
    ExprContext *expr();

   
  };

  FuncDefContext* funcDef();

  class  ParamsContext : public antlr4::ParserRuleContext {
  public:
    ParamsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<ParamContext *> param();
    ParamContext* param(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  ParamsContext* params();

  class  ParamContext : public antlr4::ParserRuleContext {
  public:
    ParamContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *NAME();
    antlr4::tree::TerminalNode *COLON();
    std::vector<ExprContext *> expr();
    ExprContext* expr(size_t i);
    antlr4::tree::TerminalNode *ASSIGN();
    std::vector<antlr4::tree::TerminalNode *> STAR();
    antlr4::tree::TerminalNode* STAR(size_t i);
    OperationContext *operation();
    antlr4::tree::TerminalNode *DSTAR();
    antlr4::tree::TerminalNode *SLASH();

   
  };

  ParamContext* param();

  class  LparamsContext : public antlr4::ParserRuleContext {
  public:
    LparamsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<LparamContext *> lparam();
    LparamContext* lparam(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  LparamsContext* lparams();

  class  LparamContext : public antlr4::ParserRuleContext {
  public:
    LparamContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *NAME();
    antlr4::tree::TerminalNode *ASSIGN();
    ExprContext *expr();
    antlr4::tree::TerminalNode *STAR();
    antlr4::tree::TerminalNode *DSTAR();
    antlr4::tree::TerminalNode *SLASH();

   
  };

  LparamContext* lparam();

  class  ClassDefContext : public antlr4::ParserRuleContext {
  public:
    ClassDefContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *CLASS();
    antlr4::tree::TerminalNode *NAME();
    antlr4::tree::TerminalNode *COLON();
    BlockContext *block();
    antlr4::tree::TerminalNode *LPAR();
    antlr4::tree::TerminalNode *RPAR();
    ArgsContext *args();

   
  };

  ClassDefContext* classDef();

  class  DecoratedContext : public antlr4::ParserRuleContext {
  public:
    DecoratedContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    FuncDefContext *funcDef();
    ClassDefContext *classDef();
    antlr4::tree::TerminalNode *ASYNC();
    std::vector<antlr4::tree::TerminalNode *> AT();
    antlr4::tree::TerminalNode* AT(size_t i);
    std::vector<NamedContext *> named();
    NamedContext* named(size_t i);
    std::vector<antlr4::tree::TerminalNode *> NEWLINE();
    antlr4::tree::TerminalNode* NEWLINE(size_t i);

   
  };

  DecoratedContext* decorated();

  class  MatchStmtContext : public antlr4::ParserRuleContext {
  public:
    MatchStmtContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *MATCH();
    StarNamedsContext *starNameds();
    antlr4::tree::TerminalNode *COLON();
    antlr4::tree::TerminalNode *NEWLINE();
    antlr4::tree::TerminalNode *INDENT();
    antlr4::tree::TerminalNode *DEDENT();
    std::vector<CaseBlockContext *> caseBlock();
    CaseBlockContext* caseBlock(size_t i);

   
  };

  MatchStmtContext* matchStmt();

  class  CaseBlockContext : public antlr4::ParserRuleContext {
  public:
    CaseBlockContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *CASE();
    PatternsContext *patterns();
    antlr4::tree::TerminalNode *COLON();
    BlockContext *block();
    antlr4::tree::TerminalNode *IF();
    NamedContext *named();

   
  };

  CaseBlockContext* caseBlock();

  class  PatternsContext : public antlr4::ParserRuleContext {
  public:
    PatternsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<AsPatternContext *> asPattern();
    AsPatternContext* asPattern(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  PatternsContext* patterns();

  class  AsPatternContext : public antlr4::ParserRuleContext {
  public:
    AsPatternContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *STAR();
    antlr4::tree::TerminalNode *NAME();
    OrPatternContext *orPattern();
    antlr4::tree::TerminalNode *AS();

   
  };

  AsPatternContext* asPattern();

  class  OrPatternContext : public antlr4::ParserRuleContext {
  public:
    OrPatternContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<ClosedPatternContext *> closedPattern();
    ClosedPatternContext* closedPattern(size_t i);
    std::vector<antlr4::tree::TerminalNode *> BAR();
    antlr4::tree::TerminalNode* BAR(size_t i);

   
  };

  OrPatternContext* orPattern();

  class  ClosedPatternContext : public antlr4::ParserRuleContext {
  public:
    ClosedPatternContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<antlr4::tree::TerminalNode *> NUMBER();
    antlr4::tree::TerminalNode* NUMBER(size_t i);
    std::vector<antlr4::tree::TerminalNode *> MINUS();
    antlr4::tree::TerminalNode* MINUS(size_t i);
    antlr4::tree::TerminalNode *PLUS();
    StringsContext *strings();
    antlr4::tree::TerminalNode *NONE();
    antlr4::tree::TerminalNode *TRUE();
    antlr4::tree::TerminalNode *FALSE();
    std::vector<antlr4::tree::TerminalNode *> NAME();
    antlr4::tree::TerminalNode* NAME(size_t i);
    std::vector<antlr4::tree::TerminalNode *> DOT();
    antlr4::tree::TerminalNode* DOT(size_t i);
    antlr4::tree::TerminalNode *LPAR();
    antlr4::tree::TerminalNode *RPAR();
    std::vector<PatArgContext *> patArg();
    PatArgContext* patArg(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);
    std::vector<AsPatternContext *> asPattern();
    AsPatternContext* asPattern(size_t i);
    antlr4::tree::TerminalNode *LSQB();
    antlr4::tree::TerminalNode *RSQB();
    antlr4::tree::TerminalNode *LBRACE();
    antlr4::tree::TerminalNode *RBRACE();
    std::vector<MapItemContext *> mapItem();
    MapItemContext* mapItem(size_t i);

   
  };

  ClosedPatternContext* closedPattern();

  class  PatArgContext : public antlr4::ParserRuleContext {
  public:
    PatArgContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<AsPatternContext *> asPattern();
    AsPatternContext* asPattern(size_t i);
    antlr4::tree::TerminalNode *ASSIGN();

   
  };

  PatArgContext* patArg();

  class  MapItemContext : public antlr4::ParserRuleContext {
  public:
    MapItemContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    ClosedPatternContext *closedPattern();
    antlr4::tree::TerminalNode *COLON();
    AsPatternContext *asPattern();
    antlr4::tree::TerminalNode *DSTAR();
    antlr4::tree::TerminalNode *NAME();

   
  };

  MapItemContext* mapItem();

  class  StarExprsContext : public antlr4::ParserRuleContext {
  public:
    StarExprsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<StarExprContext *> starExpr();
    StarExprContext* starExpr(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  StarExprsContext* starExprs();

  class  StarExprContext : public antlr4::ParserRuleContext {
  public:
    StarExprContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *STAR();
    OperationContext *operation();
    ExprContext *expr();

   
  };

  StarExprContext* starExpr();

  class  StarNamedsContext : public antlr4::ParserRuleContext {
  public:
    StarNamedsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<StarNamedContext *> starNamed();
    StarNamedContext* starNamed(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  StarNamedsContext* starNameds();

  class  StarNamedContext : public antlr4::ParserRuleContext {
  public:
    StarNamedContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *STAR();
    OperationContext *operation();
    NamedContext *named();

   
  };

  StarNamedContext* starNamed();

  class  NamedContext : public antlr4::ParserRuleContext {
  public:
    NamedContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<ExprContext *> expr();
    ExprContext* expr(size_t i);
    antlr4::tree::TerminalNode *WALRUS();

   
  };

  NamedContext* named();

  class  ExprContext : public antlr4::ParserRuleContext {
  public:
    ExprContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<OperationContext *> operation();
    OperationContext* operation(size_t i);
    antlr4::tree::TerminalNode *IF();
    antlr4::tree::TerminalNode *ELSE();
    ExprContext *expr();
    antlr4::tree::TerminalNode *LAMBDA();
    antlr4::tree::TerminalNode *COLON();
    LparamsContext *lparams();

   
  };

  ExprContext* expr();

  class  OperationContext : public antlr4::ParserRuleContext {
  public:
    OperationContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<PrimaryContext *> primary();
    PrimaryContext* primary(size_t i);
    std::vector<PrefixContext *> prefix();
    PrefixContext* prefix(size_t i);
    std::vector<BinopContext *> binop();
    BinopContext* binop(size_t i);

   
  };

  OperationContext* operation();

  class  PrefixContext : public antlr4::ParserRuleContext {
  public:
    PrefixContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *PLUS();
    antlr4::tree::TerminalNode *MINUS();
    antlr4::tree::TerminalNode *TILDE();
    antlr4::tree::TerminalNode *NOT();

   
  };

  PrefixContext* prefix();

  class  BinopContext : public antlr4::ParserRuleContext {
  public:
    BinopContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *OR();
    antlr4::tree::TerminalNode *AND();
    antlr4::tree::TerminalNode *LT();
    antlr4::tree::TerminalNode *GT();
    antlr4::tree::TerminalNode *LE();
    antlr4::tree::TerminalNode *GE();
    antlr4::tree::TerminalNode *EQ();
    antlr4::tree::TerminalNode *NE();
    antlr4::tree::TerminalNode *IN();
    antlr4::tree::TerminalNode *NOT_IN();
    antlr4::tree::TerminalNode *IS();
    antlr4::tree::TerminalNode *IS_NOT();
    antlr4::tree::TerminalNode *BAR();
    antlr4::tree::TerminalNode *CARET();
    antlr4::tree::TerminalNode *AMP();
    antlr4::tree::TerminalNode *LSHIFT();
    antlr4::tree::TerminalNode *RSHIFT();
    antlr4::tree::TerminalNode *PLUS();
    antlr4::tree::TerminalNode *MINUS();
    antlr4::tree::TerminalNode *STAR();
    antlr4::tree::TerminalNode *SLASH();
    antlr4::tree::TerminalNode *DOUBLESLASH();
    antlr4::tree::TerminalNode *PERCENT();
    antlr4::tree::TerminalNode *AT();
    antlr4::tree::TerminalNode *DSTAR();

   
  };

  BinopContext* binop();

  class  PrimaryContext : public antlr4::ParserRuleContext {
  public:
    PrimaryContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    AtomContext *atom();
    antlr4::tree::TerminalNode *AWAIT();
    std::vector<TrailerContext *> trailer();
    TrailerContext* trailer(size_t i);

   
  };

  PrimaryContext* primary();

  class  TrailerContext : public antlr4::ParserRuleContext {
  public:
    TrailerContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *DOT();
    antlr4::tree::TerminalNode *NAME();
    antlr4::tree::TerminalNode *LPAR();
    antlr4::tree::TerminalNode *RPAR();
    ArgsContext *args();
    antlr4::tree::TerminalNode *LSQB();
    SubsContext *subs();
    antlr4::tree::TerminalNode *RSQB();

   
  };

  TrailerContext* trailer();

  class  SubsContext : public antlr4::ParserRuleContext {
  public:
    SubsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<SubContext *> sub();
    SubContext* sub(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  SubsContext* subs();

  class  SubContext : public antlr4::ParserRuleContext {
  public:
    SubContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<antlr4::tree::TerminalNode *> COLON();
    antlr4::tree::TerminalNode* COLON(size_t i);
    std::vector<ExprContext *> expr();
    ExprContext* expr(size_t i);
    NamedContext *named();
    antlr4::tree::TerminalNode *STAR();

   
  };

  SubContext* sub();

  class  ArgsContext : public antlr4::ParserRuleContext {
  public:
    ArgsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<ArgContext *> arg();
    ArgContext* arg(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  ArgsContext* args();

  class  ArgContext : public antlr4::ParserRuleContext {
  public:
    ArgContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *STAR();
    std::vector<ExprContext *> expr();
    ExprContext* expr(size_t i);
    antlr4::tree::TerminalNode *DSTAR();
    antlr4::tree::TerminalNode *WALRUS();
    antlr4::tree::TerminalNode *ASSIGN();
    CompForContext *compFor();

   
  };

  ArgContext* arg();

  class  CompForContext : public antlr4::ParserRuleContext {
  public:
    CompForContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<antlr4::tree::TerminalNode *> FOR();
    antlr4::tree::TerminalNode* FOR(size_t i);
    std::vector<TargetsContext *> targets();
    TargetsContext* targets(size_t i);
    std::vector<antlr4::tree::TerminalNode *> IN();
    antlr4::tree::TerminalNode* IN(size_t i);
    std::vector<OperationContext *> operation();
    OperationContext* operation(size_t i);
    std::vector<antlr4::tree::TerminalNode *> ASYNC();
    antlr4::tree::TerminalNode* ASYNC(size_t i);
    std::vector<antlr4::tree::TerminalNode *> IF();
    antlr4::tree::TerminalNode* IF(size_t i);

   
  };

  CompForContext* compFor();

  class  AtomContext : public antlr4::ParserRuleContext {
  public:
    AtomContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *NAME();
    antlr4::tree::TerminalNode *NUMBER();
    StringsContext *strings();
    antlr4::tree::TerminalNode *NONE();
    antlr4::tree::TerminalNode *TRUE();
    antlr4::tree::TerminalNode *FALSE();
    antlr4::tree::TerminalNode *ELLIPSIS();
    antlr4::tree::TerminalNode *LPAR();
    antlr4::tree::TerminalNode *RPAR();
    ParenBodyContext *parenBody();
    antlr4::tree::TerminalNode *LSQB();
    antlr4::tree::TerminalNode *RSQB();
    std::vector<StarNamedContext *> starNamed();
    StarNamedContext* starNamed(size_t i);
    CompForContext *compFor();
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);
    antlr4::tree::TerminalNode *LBRACE();
    antlr4::tree::TerminalNode *RBRACE();
    std::vector<BraceItemContext *> braceItem();
    BraceItemContext* braceItem(size_t i);

   
  };

  AtomContext* atom();

  class  ParenBodyContext : public antlr4::ParserRuleContext {
  public:
    ParenBodyContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    YieldExprContext *yieldExpr();
    std::vector<ParenItemContext *> parenItem();
    ParenItemContext* parenItem(size_t i);
    CompForContext *compFor();
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  ParenBodyContext* parenBody();

  class  ParenItemContext : public antlr4::ParserRuleContext {
  public:
    ParenItemContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    StarNamedContext *starNamed();
    antlr4::tree::TerminalNode *AS();
    TargetContext *target();

   
  };

  ParenItemContext* parenItem();

  class  BraceItemContext : public antlr4::ParserRuleContext {
  public:
    BraceItemContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *DSTAR();
    OperationContext *operation();
    antlr4::tree::TerminalNode *STAR();
    NamedContext *named();
    antlr4::tree::TerminalNode *COLON();
    ExprContext *expr();

   
  };

  BraceItemContext* braceItem();

  class  StringsContext : public antlr4::ParserRuleContext {
  public:
    StringsContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<antlr4::tree::TerminalNode *> STRING();
    antlr4::tree::TerminalNode* STRING(size_t i);
    std::vector<FstringContext *> fstring();
    FstringContext* fstring(size_t i);

   
  };

  StringsContext* strings();

  class  FstringContext : public antlr4::ParserRuleContext {
  public:
    FstringContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *FS_START();
    antlr4::tree::TerminalNode *FS_END();
    std::vector<FpartContext *> fpart();
    FpartContext* fpart(size_t i);

   
  };

  FstringContext* fstring();

  class  FpartContext : public antlr4::ParserRuleContext {
  public:
    FpartContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *FS_MID();
    antlr4::tree::TerminalNode *FS_LB();
    ParenBodyContext *parenBody();
    antlr4::tree::TerminalNode *FS_RB();
    antlr4::tree::TerminalNode *FS_EQ();
    antlr4::tree::TerminalNode *FS_CONV();
    antlr4::tree::TerminalNode *FS_COLON();
    std::vector<FpartContext *> fpart();
    FpartContext* fpart(size_t i);

   
  };

  FpartContext* fpart();


private:
  static std::vector<antlr4::dfa::DFA> _decisionToDFA;
  static antlr4::atn::PredictionContextCache _sharedContextCache;
  static std::vector<std::string> _ruleNames;
  static std::vector<std::string> _tokenNames;

  static std::vector<std::string> _literalNames;
  static std::vector<std::string> _symbolicNames;
  static antlr4::dfa::Vocabulary _vocabulary;
  static antlr4::atn::ATN _atn;
  static std::vector<uint16_t> _serializedATN;


  struct Initializer {
    Initializer();
  };
  static Initializer _init;
};

}  // namespace lathe
