
// Generated from LatheParser.g4 by ANTLR 4.7.2



#include "LatheParser.h"


#include "frontend/guarded_parser.h"


using namespace antlrcpp;
using namespace lathe;
using namespace antlr4;

LatheParser::LatheParser(TokenStream *input) : GuardedParser(input) {
  _interpreter = new atn::ParserATNSimulator(this, _atn, _decisionToDFA, _sharedContextCache);
}

LatheParser::~LatheParser() {
  delete _interpreter;
}

std::string LatheParser::getGrammarFileName() const {
  return "LatheParser.g4";
}

const std::vector<std::string>& LatheParser::getRuleNames() const {
  return _ruleNames;
}

dfa::Vocabulary& LatheParser::getVocabulary() const {
  return _vocabulary;
}


//----------------- StmtContext ------------------------------------------------------------------

LatheParser::StmtContext::StmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::SimpleStmtsContext* LatheParser::StmtContext::simpleStmts() {
  return getRuleContext<LatheParser::SimpleStmtsContext>(0);
}

LatheParser::CompoundContext* LatheParser::StmtContext::compound() {
  return getRuleContext<LatheParser::CompoundContext>(0);
}


size_t LatheParser::StmtContext::getRuleIndex() const {
  return LatheParser::RuleStmt;
}


LatheParser::StmtContext* LatheParser::stmt() {
  StmtContext *_localctx = _tracker.createInstance<StmtContext>(_ctx, getState());
  enterRule(_localctx, 0, LatheParser::RuleStmt);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(134);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::ASSERT:
      case LatheParser::AWAIT:
      case LatheParser::BREAK:
      case LatheParser::CONTINUE:
      case LatheParser::DEL:
      case LatheParser::FROM:
      case LatheParser::GLOBAL:
      case LatheParser::IMPORT:
      case LatheParser::LAMBDA:
      case LatheParser::NONLOCAL:
      case LatheParser::NOT:
      case LatheParser::PASS:
      case LatheParser::RAISE:
      case LatheParser::RETURN:
      case LatheParser::YIELD:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::STAR:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 1);
        setState(132);
        simpleStmts();
        break;
      }

      case LatheParser::ASYNC:
      case LatheParser::CLASS:
      case LatheParser::DEF:
      case LatheParser::FOR:
      case LatheParser::IF:
      case LatheParser::TRY:
      case LatheParser::WHILE:
      case LatheParser::WITH:
      case LatheParser::MATCH:
      case LatheParser::AT: {
        enterOuterAlt(_localctx, 2);
        setState(133);
        compound();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- SimpleStmtsContext ------------------------------------------------------------------

LatheParser::SimpleStmtsContext::SimpleStmtsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::SimpleContext *> LatheParser::SimpleStmtsContext::simple() {
  return getRuleContexts<LatheParser::SimpleContext>();
}

LatheParser::SimpleContext* LatheParser::SimpleStmtsContext::simple(size_t i) {
  return getRuleContext<LatheParser::SimpleContext>(i);
}

tree::TerminalNode* LatheParser::SimpleStmtsContext::NEWLINE() {
  return getToken(LatheParser::NEWLINE, 0);
}

std::vector<tree::TerminalNode *> LatheParser::SimpleStmtsContext::SEMI() {
  return getTokens(LatheParser::SEMI);
}

tree::TerminalNode* LatheParser::SimpleStmtsContext::SEMI(size_t i) {
  return getToken(LatheParser::SEMI, i);
}


size_t LatheParser::SimpleStmtsContext::getRuleIndex() const {
  return LatheParser::RuleSimpleStmts;
}


LatheParser::SimpleStmtsContext* LatheParser::simpleStmts() {
  SimpleStmtsContext *_localctx = _tracker.createInstance<SimpleStmtsContext>(_ctx, getState());
  enterRule(_localctx, 2, LatheParser::RuleSimpleStmts);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(136);
    simple();
    setState(143);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::SEMI) {
      setState(137);
      match(LatheParser::SEMI);
      setState(139);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if ((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << LatheParser::NAME)
        | (1ULL << LatheParser::NUMBER)
        | (1ULL << LatheParser::STRING)
        | (1ULL << LatheParser::FS_START)
        | (1ULL << LatheParser::FALSE)
        | (1ULL << LatheParser::NONE)
        | (1ULL << LatheParser::TRUE)
        | (1ULL << LatheParser::ASSERT)
        | (1ULL << LatheParser::AWAIT)
        | (1ULL << LatheParser::BREAK)
        | (1ULL << LatheParser::CONTINUE)
        | (1ULL << LatheParser::DEL)
        | (1ULL << LatheParser::FROM)
        | (1ULL << LatheParser::GLOBAL)
        | (1ULL << LatheParser::IMPORT)
        | (1ULL << LatheParser::LAMBDA)
        | (1ULL << LatheParser::NONLOCAL)
        | (1ULL << LatheParser::NOT)
        | (1ULL << LatheParser::PASS)
        | (1ULL << LatheParser::RAISE)
        | (1ULL << LatheParser::RETURN)
        | (1ULL << LatheParser::YIELD)
        | (1ULL << LatheParser::LPAR)
        | (1ULL << LatheParser::LSQB)
        | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
        ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
        | (1ULL << (LatheParser::PLUS - 68))
        | (1ULL << (LatheParser::MINUS - 68))
        | (1ULL << (LatheParser::STAR - 68))
        | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
        setState(138);
        simple();
      }
      setState(145);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
    setState(146);
    match(LatheParser::NEWLINE);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- SimpleContext ------------------------------------------------------------------

LatheParser::SimpleContext::SimpleContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::ExprStmtContext* LatheParser::SimpleContext::exprStmt() {
  return getRuleContext<LatheParser::ExprStmtContext>(0);
}

tree::TerminalNode* LatheParser::SimpleContext::PASS() {
  return getToken(LatheParser::PASS, 0);
}

tree::TerminalNode* LatheParser::SimpleContext::BREAK() {
  return getToken(LatheParser::BREAK, 0);
}

tree::TerminalNode* LatheParser::SimpleContext::CONTINUE() {
  return getToken(LatheParser::CONTINUE, 0);
}

LatheParser::ReturnStmtContext* LatheParser::SimpleContext::returnStmt() {
  return getRuleContext<LatheParser::ReturnStmtContext>(0);
}

LatheParser::RaiseStmtContext* LatheParser::SimpleContext::raiseStmt() {
  return getRuleContext<LatheParser::RaiseStmtContext>(0);
}

LatheParser::GlobalStmtContext* LatheParser::SimpleContext::globalStmt() {
  return getRuleContext<LatheParser::GlobalStmtContext>(0);
}

LatheParser::DelStmtContext* LatheParser::SimpleContext::delStmt() {
  return getRuleContext<LatheParser::DelStmtContext>(0);
}

LatheParser::AssertStmtContext* LatheParser::SimpleContext::assertStmt() {
  return getRuleContext<LatheParser::AssertStmtContext>(0);
}

LatheParser::ImportStmtContext* LatheParser::SimpleContext::importStmt() {
  return getRuleContext<LatheParser::ImportStmtContext>(0);
}

LatheParser::FromStmtContext* LatheParser::SimpleContext::fromStmt() {
  return getRuleContext<LatheParser::FromStmtContext>(0);
}


size_t LatheParser::SimpleContext::getRuleIndex() const {
  return LatheParser::RuleSimple;
}


LatheParser::SimpleContext* LatheParser::simple() {
  SimpleContext *_localctx = _tracker.createInstance<SimpleContext>(_ctx, getState());
  enterRule(_localctx, 4, LatheParser::RuleSimple);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(159);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::LAMBDA:
      case LatheParser::NOT:
      case LatheParser::YIELD:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::STAR:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 1);
        setState(148);
        exprStmt();
        break;
      }

      case LatheParser::PASS: {
        enterOuterAlt(_localctx, 2);
        setState(149);
        match(LatheParser::PASS);
        break;
      }

      case LatheParser::BREAK: {
        enterOuterAlt(_localctx, 3);
        setState(150);
        match(LatheParser::BREAK);
        break;
      }

      case LatheParser::CONTINUE: {
        enterOuterAlt(_localctx, 4);
        setState(151);
        match(LatheParser::CONTINUE);
        break;
      }

      case LatheParser::RETURN: {
        enterOuterAlt(_localctx, 5);
        setState(152);
        returnStmt();
        break;
      }

      case LatheParser::RAISE: {
        enterOuterAlt(_localctx, 6);
        setState(153);
        raiseStmt();
        break;
      }

      case LatheParser::GLOBAL:
      case LatheParser::NONLOCAL: {
        enterOuterAlt(_localctx, 7);
        setState(154);
        globalStmt();
        break;
      }

      case LatheParser::DEL: {
        enterOuterAlt(_localctx, 8);
        setState(155);
        delStmt();
        break;
      }

      case LatheParser::ASSERT: {
        enterOuterAlt(_localctx, 9);
        setState(156);
        assertStmt();
        break;
      }

      case LatheParser::IMPORT: {
        enterOuterAlt(_localctx, 10);
        setState(157);
        importStmt();
        break;
      }

      case LatheParser::FROM: {
        enterOuterAlt(_localctx, 11);
        setState(158);
        fromStmt();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ExprStmtContext ------------------------------------------------------------------

LatheParser::ExprStmtContext::ExprStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::StarExprsContext* LatheParser::ExprStmtContext::starExprs() {
  return getRuleContext<LatheParser::StarExprsContext>(0);
}

tree::TerminalNode* LatheParser::ExprStmtContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

LatheParser::ExprContext* LatheParser::ExprStmtContext::expr() {
  return getRuleContext<LatheParser::ExprContext>(0);
}

tree::TerminalNode* LatheParser::ExprStmtContext::AUGASSIGN() {
  return getToken(LatheParser::AUGASSIGN, 0);
}

std::vector<LatheParser::RhsContext *> LatheParser::ExprStmtContext::rhs() {
  return getRuleContexts<LatheParser::RhsContext>();
}

LatheParser::RhsContext* LatheParser::ExprStmtContext::rhs(size_t i) {
  return getRuleContext<LatheParser::RhsContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::ExprStmtContext::ASSIGN() {
  return getTokens(LatheParser::ASSIGN);
}

tree::TerminalNode* LatheParser::ExprStmtContext::ASSIGN(size_t i) {
  return getToken(LatheParser::ASSIGN, i);
}

LatheParser::YieldExprContext* LatheParser::ExprStmtContext::yieldExpr() {
  return getRuleContext<LatheParser::YieldExprContext>(0);
}


size_t LatheParser::ExprStmtContext::getRuleIndex() const {
  return LatheParser::RuleExprStmt;
}


LatheParser::ExprStmtContext* LatheParser::exprStmt() {
  ExprStmtContext *_localctx = _tracker.createInstance<ExprStmtContext>(_ctx, getState());
  enterRule(_localctx, 6, LatheParser::RuleExprStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(186);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::LAMBDA:
      case LatheParser::NOT:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::STAR:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 1);
        setState(161);
        starExprs();
        setState(176);
        _errHandler->sync(this);
        switch (_input->LA(1)) {
          case LatheParser::COLON: {
            setState(162);
            match(LatheParser::COLON);
            setState(163);
            expr();
            setState(166);
            _errHandler->sync(this);

            _la = _input->LA(1);
            if (_la == LatheParser::ASSIGN) {
              setState(164);
              match(LatheParser::ASSIGN);
              setState(165);
              rhs();
            }
            break;
          }

          case LatheParser::AUGASSIGN: {
            setState(168);
            match(LatheParser::AUGASSIGN);
            setState(169);
            rhs();
            break;
          }

          case LatheParser::ASSIGN: {
            setState(172); 
            _errHandler->sync(this);
            _la = _input->LA(1);
            do {
              setState(170);
              match(LatheParser::ASSIGN);
              setState(171);
              rhs();
              setState(174); 
              _errHandler->sync(this);
              _la = _input->LA(1);
            } while (_la == LatheParser::ASSIGN);
            break;
          }

          case LatheParser::NEWLINE:
          case LatheParser::SEMI: {
            break;
          }

        default:
          break;
        }
        break;
      }

      case LatheParser::YIELD: {
        enterOuterAlt(_localctx, 2);
        setState(178);
        yieldExpr();
        setState(183);
        _errHandler->sync(this);
        _la = _input->LA(1);
        while (_la == LatheParser::ASSIGN) {
          setState(179);
          match(LatheParser::ASSIGN);
          setState(180);
          rhs();
          setState(185);
          _errHandler->sync(this);
          _la = _input->LA(1);
        }
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- RhsContext ------------------------------------------------------------------

LatheParser::RhsContext::RhsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::YieldExprContext* LatheParser::RhsContext::yieldExpr() {
  return getRuleContext<LatheParser::YieldExprContext>(0);
}

LatheParser::StarExprsContext* LatheParser::RhsContext::starExprs() {
  return getRuleContext<LatheParser::StarExprsContext>(0);
}


size_t LatheParser::RhsContext::getRuleIndex() const {
  return LatheParser::RuleRhs;
}


LatheParser::RhsContext* LatheParser::rhs() {
  RhsContext *_localctx = _tracker.createInstance<RhsContext>(_ctx, getState());
  enterRule(_localctx, 8, LatheParser::RuleRhs);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(190);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::YIELD: {
        enterOuterAlt(_localctx, 1);
        setState(188);
        yieldExpr();
        break;
      }

      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::LAMBDA:
      case LatheParser::NOT:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::STAR:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 2);
        setState(189);
        starExprs();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- YieldExprContext ------------------------------------------------------------------

LatheParser::YieldExprContext::YieldExprContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::YieldExprContext::YIELD() {
  return getToken(LatheParser::YIELD, 0);
}

tree::TerminalNode* LatheParser::YieldExprContext::FROM() {
  return getToken(LatheParser::FROM, 0);
}

LatheParser::ExprContext* LatheParser::YieldExprContext::expr() {
  return getRuleContext<LatheParser::ExprContext>(0);
}

LatheParser::StarExprsContext* LatheParser::YieldExprContext::starExprs() {
  return getRuleContext<LatheParser::StarExprsContext>(0);
}


size_t LatheParser::YieldExprContext::getRuleIndex() const {
  return LatheParser::RuleYieldExpr;
}


LatheParser::YieldExprContext* LatheParser::yieldExpr() {
  YieldExprContext *_localctx = _tracker.createInstance<YieldExprContext>(_ctx, getState());
  enterRule(_localctx, 10, LatheParser::RuleYieldExpr);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(192);
    match(LatheParser::YIELD);
    setState(196);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::FROM: {
        setState(193);
        match(LatheParser::FROM);
        setState(194);
        expr();
        break;
      }

      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::LAMBDA:
      case LatheParser::NOT:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::STAR:
      case LatheParser::TILDE: {
        setState(195);
        starExprs();
        break;
      }

      case LatheParser::NEWLINE:
      case LatheParser::FS_EQ:
      case LatheParser::FS_CONV:
      case LatheParser::FS_COLON:
      case LatheParser::FS_RB:
      case LatheParser::RPAR:
      case LatheParser::SEMI:
      case LatheParser::ASSIGN: {
        break;
      }

    default:
      break;
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ReturnStmtContext ------------------------------------------------------------------

LatheParser::ReturnStmtContext::ReturnStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::ReturnStmtContext::RETURN() {
  return getToken(LatheParser::RETURN, 0);
}

LatheParser::StarExprsContext* LatheParser::ReturnStmtContext::starExprs() {
  return getRuleContext<LatheParser::StarExprsContext>(0);
}


size_t LatheParser::ReturnStmtContext::getRuleIndex() const {
  return LatheParser::RuleReturnStmt;
}


LatheParser::ReturnStmtContext* LatheParser::returnStmt() {
  ReturnStmtContext *_localctx = _tracker.createInstance<ReturnStmtContext>(_ctx, getState());
  enterRule(_localctx, 12, LatheParser::RuleReturnStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(198);
    match(LatheParser::RETURN);
    setState(200);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << LatheParser::NAME)
      | (1ULL << LatheParser::NUMBER)
      | (1ULL << LatheParser::STRING)
      | (1ULL << LatheParser::FS_START)
      | (1ULL << LatheParser::FALSE)
      | (1ULL << LatheParser::NONE)
      | (1ULL << LatheParser::TRUE)
      | (1ULL << LatheParser::AWAIT)
      | (1ULL << LatheParser::LAMBDA)
      | (1ULL << LatheParser::NOT)
      | (1ULL << LatheParser::LPAR)
      | (1ULL << LatheParser::LSQB)
      | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
      ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
      | (1ULL << (LatheParser::PLUS - 68))
      | (1ULL << (LatheParser::MINUS - 68))
      | (1ULL << (LatheParser::STAR - 68))
      | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
      setState(199);
      starExprs();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- RaiseStmtContext ------------------------------------------------------------------

LatheParser::RaiseStmtContext::RaiseStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::RaiseStmtContext::RAISE() {
  return getToken(LatheParser::RAISE, 0);
}

std::vector<LatheParser::ExprContext *> LatheParser::RaiseStmtContext::expr() {
  return getRuleContexts<LatheParser::ExprContext>();
}

LatheParser::ExprContext* LatheParser::RaiseStmtContext::expr(size_t i) {
  return getRuleContext<LatheParser::ExprContext>(i);
}

tree::TerminalNode* LatheParser::RaiseStmtContext::FROM() {
  return getToken(LatheParser::FROM, 0);
}


size_t LatheParser::RaiseStmtContext::getRuleIndex() const {
  return LatheParser::RuleRaiseStmt;
}


LatheParser::RaiseStmtContext* LatheParser::raiseStmt() {
  RaiseStmtContext *_localctx = _tracker.createInstance<RaiseStmtContext>(_ctx, getState());
  enterRule(_localctx, 14, LatheParser::RuleRaiseStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(202);
    match(LatheParser::RAISE);
    setState(208);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << LatheParser::NAME)
      | (1ULL << LatheParser::NUMBER)
      | (1ULL << LatheParser::STRING)
      | (1ULL << LatheParser::FS_START)
      | (1ULL << LatheParser::FALSE)
      | (1ULL << LatheParser::NONE)
      | (1ULL << LatheParser::TRUE)
      | (1ULL << LatheParser::AWAIT)
      | (1ULL << LatheParser::LAMBDA)
      | (1ULL << LatheParser::NOT)
      | (1ULL << LatheParser::LPAR)
      | (1ULL << LatheParser::LSQB)
      | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
      ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
      | (1ULL << (LatheParser::PLUS - 68))
      | (1ULL << (LatheParser::MINUS - 68))
      | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
      setState(203);
      expr();
      setState(206);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if (_la == LatheParser::FROM) {
        setState(204);
        match(LatheParser::FROM);
        setState(205);
        expr();
      }
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- GlobalStmtContext ------------------------------------------------------------------

LatheParser::GlobalStmtContext::GlobalStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<tree::TerminalNode *> LatheParser::GlobalStmtContext::NAME() {
  return getTokens(LatheParser::NAME);
}

tree::TerminalNode* LatheParser::GlobalStmtContext::NAME(size_t i) {
  return getToken(LatheParser::NAME, i);
}

tree::TerminalNode* LatheParser::GlobalStmtContext::GLOBAL() {
  return getToken(LatheParser::GLOBAL, 0);
}

tree::TerminalNode* LatheParser::GlobalStmtContext::NONLOCAL() {
  return getToken(LatheParser::NONLOCAL, 0);
}

std::vector<tree::TerminalNode *> LatheParser::GlobalStmtContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::GlobalStmtContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::GlobalStmtContext::getRuleIndex() const {
  return LatheParser::RuleGlobalStmt;
}


LatheParser::GlobalStmtContext* LatheParser::globalStmt() {
  GlobalStmtContext *_localctx = _tracker.createInstance<GlobalStmtContext>(_ctx, getState());
  enterRule(_localctx, 16, LatheParser::RuleGlobalStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(210);
    _la = _input->LA(1);
    if (!(_la == LatheParser::GLOBAL

    || _la == LatheParser::NONLOCAL)) {
    _errHandler->recoverInline(this);
    }
    else {
      _errHandler->reportMatch(this);
      consume();
    }
    setState(211);
    match(LatheParser::NAME);
    setState(216);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(212);
      match(LatheParser::COMMA);
      setState(213);
      match(LatheParser::NAME);
      setState(218);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- DelStmtContext ------------------------------------------------------------------

LatheParser::DelStmtContext::DelStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::DelStmtContext::DEL() {
  return getToken(LatheParser::DEL, 0);
}

LatheParser::StarExprsContext* LatheParser::DelStmtContext::starExprs() {
  return getRuleContext<LatheParser::StarExprsContext>(0);
}


size_t LatheParser::DelStmtContext::getRuleIndex() const {
  return LatheParser::RuleDelStmt;
}


LatheParser::DelStmtContext* LatheParser::delStmt() {
  DelStmtContext *_localctx = _tracker.createInstance<DelStmtContext>(_ctx, getState());
  enterRule(_localctx, 18, LatheParser::RuleDelStmt);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(219);
    match(LatheParser::DEL);
    setState(220);
    starExprs();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- AssertStmtContext ------------------------------------------------------------------

LatheParser::AssertStmtContext::AssertStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::AssertStmtContext::ASSERT() {
  return getToken(LatheParser::ASSERT, 0);
}

std::vector<LatheParser::ExprContext *> LatheParser::AssertStmtContext::expr() {
  return getRuleContexts<LatheParser::ExprContext>();
}

LatheParser::ExprContext* LatheParser::AssertStmtContext::expr(size_t i) {
  return getRuleContext<LatheParser::ExprContext>(i);
}

tree::TerminalNode* LatheParser::AssertStmtContext::COMMA() {
  return getToken(LatheParser::COMMA, 0);
}


size_t LatheParser::AssertStmtContext::getRuleIndex() const {
  return LatheParser::RuleAssertStmt;
}


LatheParser::AssertStmtContext* LatheParser::assertStmt() {
  AssertStmtContext *_localctx = _tracker.createInstance<AssertStmtContext>(_ctx, getState());
  enterRule(_localctx, 20, LatheParser::RuleAssertStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(222);
    match(LatheParser::ASSERT);
    setState(223);
    expr();
    setState(226);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::COMMA) {
      setState(224);
      match(LatheParser::COMMA);
      setState(225);
      expr();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ImportStmtContext ------------------------------------------------------------------

LatheParser::ImportStmtContext::ImportStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::ImportStmtContext::IMPORT() {
  return getToken(LatheParser::IMPORT, 0);
}

std::vector<LatheParser::DottedAsContext *> LatheParser::ImportStmtContext::dottedAs() {
  return getRuleContexts<LatheParser::DottedAsContext>();
}

LatheParser::DottedAsContext* LatheParser::ImportStmtContext::dottedAs(size_t i) {
  return getRuleContext<LatheParser::DottedAsContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::ImportStmtContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::ImportStmtContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::ImportStmtContext::getRuleIndex() const {
  return LatheParser::RuleImportStmt;
}


LatheParser::ImportStmtContext* LatheParser::importStmt() {
  ImportStmtContext *_localctx = _tracker.createInstance<ImportStmtContext>(_ctx, getState());
  enterRule(_localctx, 22, LatheParser::RuleImportStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(228);
    match(LatheParser::IMPORT);
    setState(229);
    dottedAs();
    setState(234);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(230);
      match(LatheParser::COMMA);
      setState(231);
      dottedAs();
      setState(236);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- DottedAsContext ------------------------------------------------------------------

LatheParser::DottedAsContext::DottedAsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::DottedContext* LatheParser::DottedAsContext::dotted() {
  return getRuleContext<LatheParser::DottedContext>(0);
}

tree::TerminalNode* LatheParser::DottedAsContext::AS() {
  return getToken(LatheParser::AS, 0);
}

tree::TerminalNode* LatheParser::DottedAsContext::NAME() {
  return getToken(LatheParser::NAME, 0);
}


size_t LatheParser::DottedAsContext::getRuleIndex() const {
  return LatheParser::RuleDottedAs;
}


LatheParser::DottedAsContext* LatheParser::dottedAs() {
  DottedAsContext *_localctx = _tracker.createInstance<DottedAsContext>(_ctx, getState());
  enterRule(_localctx, 24, LatheParser::RuleDottedAs);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(237);
    dotted();
    setState(240);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::AS) {
      setState(238);
      match(LatheParser::AS);
      setState(239);
      match(LatheParser::NAME);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- DottedContext ------------------------------------------------------------------

LatheParser::DottedContext::DottedContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<tree::TerminalNode *> LatheParser::DottedContext::NAME() {
  return getTokens(LatheParser::NAME);
}

tree::TerminalNode* LatheParser::DottedContext::NAME(size_t i) {
  return getToken(LatheParser::NAME, i);
}

std::vector<tree::TerminalNode *> LatheParser::DottedContext::DOT() {
  return getTokens(LatheParser::DOT);
}

tree::TerminalNode* LatheParser::DottedContext::DOT(size_t i) {
  return getToken(LatheParser::DOT, i);
}


size_t LatheParser::DottedContext::getRuleIndex() const {
  return LatheParser::RuleDotted;
}


LatheParser::DottedContext* LatheParser::dotted() {
  DottedContext *_localctx = _tracker.createInstance<DottedContext>(_ctx, getState());
  enterRule(_localctx, 26, LatheParser::RuleDotted);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(242);
    match(LatheParser::NAME);
    setState(247);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::DOT) {
      setState(243);
      match(LatheParser::DOT);
      setState(244);
      match(LatheParser::NAME);
      setState(249);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- FromAsContext ------------------------------------------------------------------

LatheParser::FromAsContext::FromAsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<tree::TerminalNode *> LatheParser::FromAsContext::NAME() {
  return getTokens(LatheParser::NAME);
}

tree::TerminalNode* LatheParser::FromAsContext::NAME(size_t i) {
  return getToken(LatheParser::NAME, i);
}

tree::TerminalNode* LatheParser::FromAsContext::AS() {
  return getToken(LatheParser::AS, 0);
}


size_t LatheParser::FromAsContext::getRuleIndex() const {
  return LatheParser::RuleFromAs;
}


LatheParser::FromAsContext* LatheParser::fromAs() {
  FromAsContext *_localctx = _tracker.createInstance<FromAsContext>(_ctx, getState());
  enterRule(_localctx, 28, LatheParser::RuleFromAs);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(250);
    match(LatheParser::NAME);
    setState(253);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::AS) {
      setState(251);
      match(LatheParser::AS);
      setState(252);
      match(LatheParser::NAME);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- FromStmtContext ------------------------------------------------------------------

LatheParser::FromStmtContext::FromStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::FromStmtContext::FROM() {
  return getToken(LatheParser::FROM, 0);
}

tree::TerminalNode* LatheParser::FromStmtContext::IMPORT() {
  return getToken(LatheParser::IMPORT, 0);
}

tree::TerminalNode* LatheParser::FromStmtContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}

tree::TerminalNode* LatheParser::FromStmtContext::LPAR() {
  return getToken(LatheParser::LPAR, 0);
}

std::vector<LatheParser::FromAsContext *> LatheParser::FromStmtContext::fromAs() {
  return getRuleContexts<LatheParser::FromAsContext>();
}

LatheParser::FromAsContext* LatheParser::FromStmtContext::fromAs(size_t i) {
  return getRuleContext<LatheParser::FromAsContext>(i);
}

tree::TerminalNode* LatheParser::FromStmtContext::RPAR() {
  return getToken(LatheParser::RPAR, 0);
}

LatheParser::DottedContext* LatheParser::FromStmtContext::dotted() {
  return getRuleContext<LatheParser::DottedContext>(0);
}

std::vector<tree::TerminalNode *> LatheParser::FromStmtContext::DOT() {
  return getTokens(LatheParser::DOT);
}

tree::TerminalNode* LatheParser::FromStmtContext::DOT(size_t i) {
  return getToken(LatheParser::DOT, i);
}

std::vector<tree::TerminalNode *> LatheParser::FromStmtContext::ELLIPSIS() {
  return getTokens(LatheParser::ELLIPSIS);
}

tree::TerminalNode* LatheParser::FromStmtContext::ELLIPSIS(size_t i) {
  return getToken(LatheParser::ELLIPSIS, i);
}

std::vector<tree::TerminalNode *> LatheParser::FromStmtContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::FromStmtContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::FromStmtContext::getRuleIndex() const {
  return LatheParser::RuleFromStmt;
}


LatheParser::FromStmtContext* LatheParser::fromStmt() {
  FromStmtContext *_localctx = _tracker.createInstance<FromStmtContext>(_ctx, getState());
  enterRule(_localctx, 30, LatheParser::RuleFromStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(255);
    match(LatheParser::FROM);
    setState(259);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::DOT

    || _la == LatheParser::ELLIPSIS) {
      setState(256);
      _la = _input->LA(1);
      if (!(_la == LatheParser::DOT

      || _la == LatheParser::ELLIPSIS)) {
      _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      setState(261);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
    setState(263);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::NAME) {
      setState(262);
      dotted();
    }
    setState(265);
    match(LatheParser::IMPORT);
    setState(290);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::STAR: {
        setState(266);
        match(LatheParser::STAR);
        break;
      }

      case LatheParser::LPAR: {
        setState(267);
        match(LatheParser::LPAR);
        setState(268);
        fromAs();
        setState(275);
        _errHandler->sync(this);
        _la = _input->LA(1);
        while (_la == LatheParser::COMMA) {
          setState(269);
          match(LatheParser::COMMA);
          setState(271);
          _errHandler->sync(this);

          _la = _input->LA(1);
          if (_la == LatheParser::NAME) {
            setState(270);
            fromAs();
          }
          setState(277);
          _errHandler->sync(this);
          _la = _input->LA(1);
        }
        setState(278);
        match(LatheParser::RPAR);
        break;
      }

      case LatheParser::NAME: {
        setState(280);
        fromAs();
        setState(287);
        _errHandler->sync(this);
        _la = _input->LA(1);
        while (_la == LatheParser::COMMA) {
          setState(281);
          match(LatheParser::COMMA);
          setState(283);
          _errHandler->sync(this);

          _la = _input->LA(1);
          if (_la == LatheParser::NAME) {
            setState(282);
            fromAs();
          }
          setState(289);
          _errHandler->sync(this);
          _la = _input->LA(1);
        }
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- CompoundContext ------------------------------------------------------------------

LatheParser::CompoundContext::CompoundContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::IfStmtContext* LatheParser::CompoundContext::ifStmt() {
  return getRuleContext<LatheParser::IfStmtContext>(0);
}

LatheParser::WhileStmtContext* LatheParser::CompoundContext::whileStmt() {
  return getRuleContext<LatheParser::WhileStmtContext>(0);
}

LatheParser::ForStmtContext* LatheParser::CompoundContext::forStmt() {
  return getRuleContext<LatheParser::ForStmtContext>(0);
}

LatheParser::TryStmtContext* LatheParser::CompoundContext::tryStmt() {
  return getRuleContext<LatheParser::TryStmtContext>(0);
}

LatheParser::WithStmtContext* LatheParser::CompoundContext::withStmt() {
  return getRuleContext<LatheParser::WithStmtContext>(0);
}

LatheParser::FuncDefContext* LatheParser::CompoundContext::funcDef() {
  return getRuleContext<LatheParser::FuncDefContext>(0);
}

LatheParser::ClassDefContext* LatheParser::CompoundContext::classDef() {
  return getRuleContext<LatheParser::ClassDefContext>(0);
}

LatheParser::DecoratedContext* LatheParser::CompoundContext::decorated() {
  return getRuleContext<LatheParser::DecoratedContext>(0);
}

LatheParser::AsyncStmtContext* LatheParser::CompoundContext::asyncStmt() {
  return getRuleContext<LatheParser::AsyncStmtContext>(0);
}

LatheParser::MatchStmtContext* LatheParser::CompoundContext::matchStmt() {
  return getRuleContext<LatheParser::MatchStmtContext>(0);
}


size_t LatheParser::CompoundContext::getRuleIndex() const {
  return LatheParser::RuleCompound;
}


LatheParser::CompoundContext* LatheParser::compound() {
  CompoundContext *_localctx = _tracker.createInstance<CompoundContext>(_ctx, getState());
  enterRule(_localctx, 32, LatheParser::RuleCompound);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(302);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::IF: {
        enterOuterAlt(_localctx, 1);
        setState(292);
        ifStmt();
        break;
      }

      case LatheParser::WHILE: {
        enterOuterAlt(_localctx, 2);
        setState(293);
        whileStmt();
        break;
      }

      case LatheParser::FOR: {
        enterOuterAlt(_localctx, 3);
        setState(294);
        forStmt();
        break;
      }

      case LatheParser::TRY: {
        enterOuterAlt(_localctx, 4);
        setState(295);
        tryStmt();
        break;
      }

      case LatheParser::WITH: {
        enterOuterAlt(_localctx, 5);
        setState(296);
        withStmt();
        break;
      }

      case LatheParser::DEF: {
        enterOuterAlt(_localctx, 6);
        setState(297);
        funcDef();
        break;
      }

      case LatheParser::CLASS: {
        enterOuterAlt(_localctx, 7);
        setState(298);
        classDef();
        break;
      }

      case LatheParser::AT: {
        enterOuterAlt(_localctx, 8);
        setState(299);
        decorated();
        break;
      }

      case LatheParser::ASYNC: {
        enterOuterAlt(_localctx, 9);
        setState(300);
        asyncStmt();
        break;
      }

      case LatheParser::MATCH: {
        enterOuterAlt(_localctx, 10);
        setState(301);
        matchStmt();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- AsyncStmtContext ------------------------------------------------------------------

LatheParser::AsyncStmtContext::AsyncStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::AsyncStmtContext::ASYNC() {
  return getToken(LatheParser::ASYNC, 0);
}

LatheParser::FuncDefContext* LatheParser::AsyncStmtContext::funcDef() {
  return getRuleContext<LatheParser::FuncDefContext>(0);
}

LatheParser::ForStmtContext* LatheParser::AsyncStmtContext::forStmt() {
  return getRuleContext<LatheParser::ForStmtContext>(0);
}

LatheParser::WithStmtContext* LatheParser::AsyncStmtContext::withStmt() {
  return getRuleContext<LatheParser::WithStmtContext>(0);
}


size_t LatheParser::AsyncStmtContext::getRuleIndex() const {
  return LatheParser::RuleAsyncStmt;
}


LatheParser::AsyncStmtContext* LatheParser::asyncStmt() {
  AsyncStmtContext *_localctx = _tracker.createInstance<AsyncStmtContext>(_ctx, getState());
  enterRule(_localctx, 34, LatheParser::RuleAsyncStmt);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(304);
    match(LatheParser::ASYNC);
    setState(308);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::DEF: {
        setState(305);
        funcDef();
        break;
      }

      case LatheParser::FOR: {
        setState(306);
        forStmt();
        break;
      }

      case LatheParser::WITH: {
        setState(307);
        withStmt();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- BlockContext ------------------------------------------------------------------

LatheParser::BlockContext::BlockContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::SimpleStmtsContext* LatheParser::BlockContext::simpleStmts() {
  return getRuleContext<LatheParser::SimpleStmtsContext>(0);
}

tree::TerminalNode* LatheParser::BlockContext::NEWLINE() {
  return getToken(LatheParser::NEWLINE, 0);
}

tree::TerminalNode* LatheParser::BlockContext::INDENT() {
  return getToken(LatheParser::INDENT, 0);
}

tree::TerminalNode* LatheParser::BlockContext::DEDENT() {
  return getToken(LatheParser::DEDENT, 0);
}

std::vector<LatheParser::StmtContext *> LatheParser::BlockContext::stmt() {
  return getRuleContexts<LatheParser::StmtContext>();
}

LatheParser::StmtContext* LatheParser::BlockContext::stmt(size_t i) {
  return getRuleContext<LatheParser::StmtContext>(i);
}


size_t LatheParser::BlockContext::getRuleIndex() const {
  return LatheParser::RuleBlock;
}


LatheParser::BlockContext* LatheParser::block() {
  BlockContext *_localctx = _tracker.createInstance<BlockContext>(_ctx, getState());
  enterRule(_localctx, 36, LatheParser::RuleBlock);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(320);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::ASSERT:
      case LatheParser::AWAIT:
      case LatheParser::BREAK:
      case LatheParser::CONTINUE:
      case LatheParser::DEL:
      case LatheParser::FROM:
      case LatheParser::GLOBAL:
      case LatheParser::IMPORT:
      case LatheParser::LAMBDA:
      case LatheParser::NONLOCAL:
      case LatheParser::NOT:
      case LatheParser::PASS:
      case LatheParser::RAISE:
      case LatheParser::RETURN:
      case LatheParser::YIELD:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::STAR:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 1);
        setState(310);
        simpleStmts();
        break;
      }

      case LatheParser::NEWLINE: {
        enterOuterAlt(_localctx, 2);
        setState(311);
        match(LatheParser::NEWLINE);
        setState(312);
        match(LatheParser::INDENT);
        setState(314); 
        _errHandler->sync(this);
        _la = _input->LA(1);
        do {
          setState(313);
          stmt();
          setState(316); 
          _errHandler->sync(this);
          _la = _input->LA(1);
        } while ((((_la & ~ 0x3fULL) == 0) &&
          ((1ULL << _la) & ((1ULL << LatheParser::NAME)
          | (1ULL << LatheParser::NUMBER)
          | (1ULL << LatheParser::STRING)
          | (1ULL << LatheParser::FS_START)
          | (1ULL << LatheParser::FALSE)
          | (1ULL << LatheParser::NONE)
          | (1ULL << LatheParser::TRUE)
          | (1ULL << LatheParser::ASSERT)
          | (1ULL << LatheParser::ASYNC)
          | (1ULL << LatheParser::AWAIT)
          | (1ULL << LatheParser::BREAK)
          | (1ULL << LatheParser::CLASS)
          | (1ULL << LatheParser::CONTINUE)
          | (1ULL << LatheParser::DEF)
          | (1ULL << LatheParser::DEL)
          | (1ULL << LatheParser::FOR)
          | (1ULL << LatheParser::FROM)
          | (1ULL << LatheParser::GLOBAL)
          | (1ULL << LatheParser::IF)
          | (1ULL << LatheParser::IMPORT)
          | (1ULL << LatheParser::LAMBDA)
          | (1ULL << LatheParser::NONLOCAL)
          | (1ULL << LatheParser::NOT)
          | (1ULL << LatheParser::PASS)
          | (1ULL << LatheParser::RAISE)
          | (1ULL << LatheParser::RETURN)
          | (1ULL << LatheParser::TRY)
          | (1ULL << LatheParser::WHILE)
          | (1ULL << LatheParser::WITH)
          | (1ULL << LatheParser::YIELD)
          | (1ULL << LatheParser::MATCH)
          | (1ULL << LatheParser::LPAR)
          | (1ULL << LatheParser::LSQB)
          | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
          ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
          | (1ULL << (LatheParser::AT - 68))
          | (1ULL << (LatheParser::PLUS - 68))
          | (1ULL << (LatheParser::MINUS - 68))
          | (1ULL << (LatheParser::STAR - 68))
          | (1ULL << (LatheParser::TILDE - 68)))) != 0));
        setState(318);
        match(LatheParser::DEDENT);
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- IfStmtContext ------------------------------------------------------------------

LatheParser::IfStmtContext::IfStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::IfStmtContext::IF() {
  return getToken(LatheParser::IF, 0);
}

std::vector<LatheParser::NamedContext *> LatheParser::IfStmtContext::named() {
  return getRuleContexts<LatheParser::NamedContext>();
}

LatheParser::NamedContext* LatheParser::IfStmtContext::named(size_t i) {
  return getRuleContext<LatheParser::NamedContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::IfStmtContext::COLON() {
  return getTokens(LatheParser::COLON);
}

tree::TerminalNode* LatheParser::IfStmtContext::COLON(size_t i) {
  return getToken(LatheParser::COLON, i);
}

std::vector<LatheParser::BlockContext *> LatheParser::IfStmtContext::block() {
  return getRuleContexts<LatheParser::BlockContext>();
}

LatheParser::BlockContext* LatheParser::IfStmtContext::block(size_t i) {
  return getRuleContext<LatheParser::BlockContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::IfStmtContext::ELIF() {
  return getTokens(LatheParser::ELIF);
}

tree::TerminalNode* LatheParser::IfStmtContext::ELIF(size_t i) {
  return getToken(LatheParser::ELIF, i);
}

tree::TerminalNode* LatheParser::IfStmtContext::ELSE() {
  return getToken(LatheParser::ELSE, 0);
}


size_t LatheParser::IfStmtContext::getRuleIndex() const {
  return LatheParser::RuleIfStmt;
}


LatheParser::IfStmtContext* LatheParser::ifStmt() {
  IfStmtContext *_localctx = _tracker.createInstance<IfStmtContext>(_ctx, getState());
  enterRule(_localctx, 38, LatheParser::RuleIfStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(322);
    match(LatheParser::IF);
    setState(323);
    named();
    setState(324);
    match(LatheParser::COLON);
    setState(325);
    block();
    setState(333);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::ELIF) {
      setState(326);
      match(LatheParser::ELIF);
      setState(327);
      named();
      setState(328);
      match(LatheParser::COLON);
      setState(329);
      block();
      setState(335);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
    setState(339);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::ELSE) {
      setState(336);
      match(LatheParser::ELSE);
      setState(337);
      match(LatheParser::COLON);
      setState(338);
      block();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- WhileStmtContext ------------------------------------------------------------------

LatheParser::WhileStmtContext::WhileStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::WhileStmtContext::WHILE() {
  return getToken(LatheParser::WHILE, 0);
}

LatheParser::NamedContext* LatheParser::WhileStmtContext::named() {
  return getRuleContext<LatheParser::NamedContext>(0);
}

std::vector<tree::TerminalNode *> LatheParser::WhileStmtContext::COLON() {
  return getTokens(LatheParser::COLON);
}

tree::TerminalNode* LatheParser::WhileStmtContext::COLON(size_t i) {
  return getToken(LatheParser::COLON, i);
}

std::vector<LatheParser::BlockContext *> LatheParser::WhileStmtContext::block() {
  return getRuleContexts<LatheParser::BlockContext>();
}

LatheParser::BlockContext* LatheParser::WhileStmtContext::block(size_t i) {
  return getRuleContext<LatheParser::BlockContext>(i);
}

tree::TerminalNode* LatheParser::WhileStmtContext::ELSE() {
  return getToken(LatheParser::ELSE, 0);
}


size_t LatheParser::WhileStmtContext::getRuleIndex() const {
  return LatheParser::RuleWhileStmt;
}


LatheParser::WhileStmtContext* LatheParser::whileStmt() {
  WhileStmtContext *_localctx = _tracker.createInstance<WhileStmtContext>(_ctx, getState());
  enterRule(_localctx, 40, LatheParser::RuleWhileStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(341);
    match(LatheParser::WHILE);
    setState(342);
    named();
    setState(343);
    match(LatheParser::COLON);
    setState(344);
    block();
    setState(348);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::ELSE) {
      setState(345);
      match(LatheParser::ELSE);
      setState(346);
      match(LatheParser::COLON);
      setState(347);
      block();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ForStmtContext ------------------------------------------------------------------

LatheParser::ForStmtContext::ForStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::ForStmtContext::FOR() {
  return getToken(LatheParser::FOR, 0);
}

LatheParser::TargetsContext* LatheParser::ForStmtContext::targets() {
  return getRuleContext<LatheParser::TargetsContext>(0);
}

tree::TerminalNode* LatheParser::ForStmtContext::IN() {
  return getToken(LatheParser::IN, 0);
}

LatheParser::StarExprsContext* LatheParser::ForStmtContext::starExprs() {
  return getRuleContext<LatheParser::StarExprsContext>(0);
}

std::vector<tree::TerminalNode *> LatheParser::ForStmtContext::COLON() {
  return getTokens(LatheParser::COLON);
}

tree::TerminalNode* LatheParser::ForStmtContext::COLON(size_t i) {
  return getToken(LatheParser::COLON, i);
}

std::vector<LatheParser::BlockContext *> LatheParser::ForStmtContext::block() {
  return getRuleContexts<LatheParser::BlockContext>();
}

LatheParser::BlockContext* LatheParser::ForStmtContext::block(size_t i) {
  return getRuleContext<LatheParser::BlockContext>(i);
}

tree::TerminalNode* LatheParser::ForStmtContext::ELSE() {
  return getToken(LatheParser::ELSE, 0);
}


size_t LatheParser::ForStmtContext::getRuleIndex() const {
  return LatheParser::RuleForStmt;
}


LatheParser::ForStmtContext* LatheParser::forStmt() {
  ForStmtContext *_localctx = _tracker.createInstance<ForStmtContext>(_ctx, getState());
  enterRule(_localctx, 42, LatheParser::RuleForStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(350);
    match(LatheParser::FOR);
    setState(351);
    targets();
    setState(352);
    match(LatheParser::IN);
    setState(353);
    starExprs();
    setState(354);
    match(LatheParser::COLON);
    setState(355);
    block();
    setState(359);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::ELSE) {
      setState(356);
      match(LatheParser::ELSE);
      setState(357);
      match(LatheParser::COLON);
      setState(358);
      block();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- TargetsContext ------------------------------------------------------------------

LatheParser::TargetsContext::TargetsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::TargetContext *> LatheParser::TargetsContext::target() {
  return getRuleContexts<LatheParser::TargetContext>();
}

LatheParser::TargetContext* LatheParser::TargetsContext::target(size_t i) {
  return getRuleContext<LatheParser::TargetContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::TargetsContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::TargetsContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::TargetsContext::getRuleIndex() const {
  return LatheParser::RuleTargets;
}


LatheParser::TargetsContext* LatheParser::targets() {
  TargetsContext *_localctx = _tracker.createInstance<TargetsContext>(_ctx, getState());
  enterRule(_localctx, 44, LatheParser::RuleTargets);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(361);
    target();
    setState(368);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(362);
      match(LatheParser::COMMA);
      setState(364);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if ((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << LatheParser::NAME)
        | (1ULL << LatheParser::NUMBER)
        | (1ULL << LatheParser::STRING)
        | (1ULL << LatheParser::FS_START)
        | (1ULL << LatheParser::FALSE)
        | (1ULL << LatheParser::NONE)
        | (1ULL << LatheParser::TRUE)
        | (1ULL << LatheParser::AWAIT)
        | (1ULL << LatheParser::LPAR)
        | (1ULL << LatheParser::LSQB)
        | (1ULL << LatheParser::LBRACE))) != 0) || _la == LatheParser::ELLIPSIS

      || _la == LatheParser::STAR) {
        setState(363);
        target();
      }
      setState(370);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- TargetContext ------------------------------------------------------------------

LatheParser::TargetContext::TargetContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::PrimaryContext* LatheParser::TargetContext::primary() {
  return getRuleContext<LatheParser::PrimaryContext>(0);
}

tree::TerminalNode* LatheParser::TargetContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}


size_t LatheParser::TargetContext::getRuleIndex() const {
  return LatheParser::RuleTarget;
}


LatheParser::TargetContext* LatheParser::target() {
  TargetContext *_localctx = _tracker.createInstance<TargetContext>(_ctx, getState());
  enterRule(_localctx, 46, LatheParser::RuleTarget);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(372);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::STAR) {
      setState(371);
      match(LatheParser::STAR);
    }
    setState(374);
    primary();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- TryStmtContext ------------------------------------------------------------------

LatheParser::TryStmtContext::TryStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::TryStmtContext::TRY() {
  return getToken(LatheParser::TRY, 0);
}

std::vector<tree::TerminalNode *> LatheParser::TryStmtContext::COLON() {
  return getTokens(LatheParser::COLON);
}

tree::TerminalNode* LatheParser::TryStmtContext::COLON(size_t i) {
  return getToken(LatheParser::COLON, i);
}

std::vector<LatheParser::BlockContext *> LatheParser::TryStmtContext::block() {
  return getRuleContexts<LatheParser::BlockContext>();
}

LatheParser::BlockContext* LatheParser::TryStmtContext::block(size_t i) {
  return getRuleContext<LatheParser::BlockContext>(i);
}

tree::TerminalNode* LatheParser::TryStmtContext::FINALLY() {
  return getToken(LatheParser::FINALLY, 0);
}

std::vector<LatheParser::ExceptBlockContext *> LatheParser::TryStmtContext::exceptBlock() {
  return getRuleContexts<LatheParser::ExceptBlockContext>();
}

LatheParser::ExceptBlockContext* LatheParser::TryStmtContext::exceptBlock(size_t i) {
  return getRuleContext<LatheParser::ExceptBlockContext>(i);
}

tree::TerminalNode* LatheParser::TryStmtContext::ELSE() {
  return getToken(LatheParser::ELSE, 0);
}


size_t LatheParser::TryStmtContext::getRuleIndex() const {
  return LatheParser::RuleTryStmt;
}


LatheParser::TryStmtContext* LatheParser::tryStmt() {
  TryStmtContext *_localctx = _tracker.createInstance<TryStmtContext>(_ctx, getState());
  enterRule(_localctx, 48, LatheParser::RuleTryStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(376);
    match(LatheParser::TRY);
    setState(377);
    match(LatheParser::COLON);
    setState(378);
    block();
    setState(397);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::EXCEPT: {
        setState(380); 
        _errHandler->sync(this);
        _la = _input->LA(1);
        do {
          setState(379);
          exceptBlock();
          setState(382); 
          _errHandler->sync(this);
          _la = _input->LA(1);
        } while (_la == LatheParser::EXCEPT);
        setState(387);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::ELSE) {
          setState(384);
          match(LatheParser::ELSE);
          setState(385);
          match(LatheParser::COLON);
          setState(386);
          block();
        }
        setState(392);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::FINALLY) {
          setState(389);
          match(LatheParser::FINALLY);
          setState(390);
          match(LatheParser::COLON);
          setState(391);
          block();
        }
        break;
      }

      case LatheParser::FINALLY: {
        setState(394);
        match(LatheParser::FINALLY);
        setState(395);
        match(LatheParser::COLON);
        setState(396);
        block();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ExceptBlockContext ------------------------------------------------------------------

LatheParser::ExceptBlockContext::ExceptBlockContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::ExceptBlockContext::EXCEPT() {
  return getToken(LatheParser::EXCEPT, 0);
}

tree::TerminalNode* LatheParser::ExceptBlockContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

LatheParser::BlockContext* LatheParser::ExceptBlockContext::block() {
  return getRuleContext<LatheParser::BlockContext>(0);
}

tree::TerminalNode* LatheParser::ExceptBlockContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}

LatheParser::ExprContext* LatheParser::ExceptBlockContext::expr() {
  return getRuleContext<LatheParser::ExprContext>(0);
}

tree::TerminalNode* LatheParser::ExceptBlockContext::AS() {
  return getToken(LatheParser::AS, 0);
}

tree::TerminalNode* LatheParser::ExceptBlockContext::NAME() {
  return getToken(LatheParser::NAME, 0);
}


size_t LatheParser::ExceptBlockContext::getRuleIndex() const {
  return LatheParser::RuleExceptBlock;
}


LatheParser::ExceptBlockContext* LatheParser::exceptBlock() {
  ExceptBlockContext *_localctx = _tracker.createInstance<ExceptBlockContext>(_ctx, getState());
  enterRule(_localctx, 50, LatheParser::RuleExceptBlock);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(399);
    match(LatheParser::EXCEPT);
    setState(401);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::STAR) {
      setState(400);
      match(LatheParser::STAR);
    }
    setState(408);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << LatheParser::NAME)
      | (1ULL << LatheParser::NUMBER)
      | (1ULL << LatheParser::STRING)
      | (1ULL << LatheParser::FS_START)
      | (1ULL << LatheParser::FALSE)
      | (1ULL << LatheParser::NONE)
      | (1ULL << LatheParser::TRUE)
      | (1ULL << LatheParser::AWAIT)
      | (1ULL << LatheParser::LAMBDA)
      | (1ULL << LatheParser::NOT)
      | (1ULL << LatheParser::LPAR)
      | (1ULL << LatheParser::LSQB)
      | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
      ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
      | (1ULL << (LatheParser::PLUS - 68))
      | (1ULL << (LatheParser::MINUS - 68))
      | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
      setState(403);
      expr();
      setState(406);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if (_la == LatheParser::AS) {
        setState(404);
        match(LatheParser::AS);
        setState(405);
        match(LatheParser::NAME);
      }
    }
    setState(410);
    match(LatheParser::COLON);
    setState(411);
    block();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- WithStmtContext ------------------------------------------------------------------

LatheParser::WithStmtContext::WithStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::WithStmtContext::WITH() {
  return getToken(LatheParser::WITH, 0);
}

std::vector<LatheParser::WithItemContext *> LatheParser::WithStmtContext::withItem() {
  return getRuleContexts<LatheParser::WithItemContext>();
}

LatheParser::WithItemContext* LatheParser::WithStmtContext::withItem(size_t i) {
  return getRuleContext<LatheParser::WithItemContext>(i);
}

tree::TerminalNode* LatheParser::WithStmtContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

LatheParser::BlockContext* LatheParser::WithStmtContext::block() {
  return getRuleContext<LatheParser::BlockContext>(0);
}

std::vector<tree::TerminalNode *> LatheParser::WithStmtContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::WithStmtContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::WithStmtContext::getRuleIndex() const {
  return LatheParser::RuleWithStmt;
}


LatheParser::WithStmtContext* LatheParser::withStmt() {
  WithStmtContext *_localctx = _tracker.createInstance<WithStmtContext>(_ctx, getState());
  enterRule(_localctx, 52, LatheParser::RuleWithStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(413);
    match(LatheParser::WITH);
    setState(414);
    withItem();
    setState(419);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(415);
      match(LatheParser::COMMA);
      setState(416);
      withItem();
      setState(421);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
    setState(422);
    match(LatheParser::COLON);
    setState(423);
    block();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- WithItemContext ------------------------------------------------------------------

LatheParser::WithItemContext::WithItemContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::ExprContext* LatheParser::WithItemContext::expr() {
  return getRuleContext<LatheParser::ExprContext>(0);
}

tree::TerminalNode* LatheParser::WithItemContext::AS() {
  return getToken(LatheParser::AS, 0);
}

LatheParser::TargetContext* LatheParser::WithItemContext::target() {
  return getRuleContext<LatheParser::TargetContext>(0);
}


size_t LatheParser::WithItemContext::getRuleIndex() const {
  return LatheParser::RuleWithItem;
}


LatheParser::WithItemContext* LatheParser::withItem() {
  WithItemContext *_localctx = _tracker.createInstance<WithItemContext>(_ctx, getState());
  enterRule(_localctx, 54, LatheParser::RuleWithItem);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(425);
    expr();
    setState(428);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::AS) {
      setState(426);
      match(LatheParser::AS);
      setState(427);
      target();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- FuncDefContext ------------------------------------------------------------------

LatheParser::FuncDefContext::FuncDefContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::FuncDefContext::DEF() {
  return getToken(LatheParser::DEF, 0);
}

tree::TerminalNode* LatheParser::FuncDefContext::NAME() {
  return getToken(LatheParser::NAME, 0);
}

tree::TerminalNode* LatheParser::FuncDefContext::LPAR() {
  return getToken(LatheParser::LPAR, 0);
}

tree::TerminalNode* LatheParser::FuncDefContext::RPAR() {
  return getToken(LatheParser::RPAR, 0);
}

tree::TerminalNode* LatheParser::FuncDefContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

LatheParser::BlockContext* LatheParser::FuncDefContext::block() {
  return getRuleContext<LatheParser::BlockContext>(0);
}

LatheParser::ParamsContext* LatheParser::FuncDefContext::params() {
  return getRuleContext<LatheParser::ParamsContext>(0);
}

tree::TerminalNode* LatheParser::FuncDefContext::ARROW() {
  return getToken(LatheParser::ARROW, 0);
}

LatheParser::ExprContext* LatheParser::FuncDefContext::expr() {
  return getRuleContext<LatheParser::ExprContext>(0);
}


size_t LatheParser::FuncDefContext::getRuleIndex() const {
  return LatheParser::RuleFuncDef;
}


LatheParser::FuncDefContext* LatheParser::funcDef() {
  FuncDefContext *_localctx = _tracker.createInstance<FuncDefContext>(_ctx, getState());
  enterRule(_localctx, 56, LatheParser::RuleFuncDef);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(430);
    match(LatheParser::DEF);
    setState(431);
    match(LatheParser::NAME);
    setState(432);
    match(LatheParser::LPAR);
    setState(434);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::NAME || ((((_la - 72) & ~ 0x3fULL) == 0) &&
      ((1ULL << (_la - 72)) & ((1ULL << (LatheParser::STAR - 72))
      | (1ULL << (LatheParser::SLASH - 72))
      | (1ULL << (LatheParser::DSTAR - 72)))) != 0)) {
      setState(433);
      params();
    }
    setState(436);
    match(LatheParser::RPAR);
    setState(439);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::ARROW) {
      setState(437);
      match(LatheParser::ARROW);
      setState(438);
      expr();
    }
    setState(441);
    match(LatheParser::COLON);
    setState(442);
    block();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ParamsContext ------------------------------------------------------------------

LatheParser::ParamsContext::ParamsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::ParamContext *> LatheParser::ParamsContext::param() {
  return getRuleContexts<LatheParser::ParamContext>();
}

LatheParser::ParamContext* LatheParser::ParamsContext::param(size_t i) {
  return getRuleContext<LatheParser::ParamContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::ParamsContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::ParamsContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::ParamsContext::getRuleIndex() const {
  return LatheParser::RuleParams;
}


LatheParser::ParamsContext* LatheParser::params() {
  ParamsContext *_localctx = _tracker.createInstance<ParamsContext>(_ctx, getState());
  enterRule(_localctx, 58, LatheParser::RuleParams);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(444);
    param();
    setState(451);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(445);
      match(LatheParser::COMMA);
      setState(447);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if (_la == LatheParser::NAME || ((((_la - 72) & ~ 0x3fULL) == 0) &&
        ((1ULL << (_la - 72)) & ((1ULL << (LatheParser::STAR - 72))
        | (1ULL << (LatheParser::SLASH - 72))
        | (1ULL << (LatheParser::DSTAR - 72)))) != 0)) {
        setState(446);
        param();
      }
      setState(453);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ParamContext ------------------------------------------------------------------

LatheParser::ParamContext::ParamContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::ParamContext::NAME() {
  return getToken(LatheParser::NAME, 0);
}

tree::TerminalNode* LatheParser::ParamContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

std::vector<LatheParser::ExprContext *> LatheParser::ParamContext::expr() {
  return getRuleContexts<LatheParser::ExprContext>();
}

LatheParser::ExprContext* LatheParser::ParamContext::expr(size_t i) {
  return getRuleContext<LatheParser::ExprContext>(i);
}

tree::TerminalNode* LatheParser::ParamContext::ASSIGN() {
  return getToken(LatheParser::ASSIGN, 0);
}

std::vector<tree::TerminalNode *> LatheParser::ParamContext::STAR() {
  return getTokens(LatheParser::STAR);
}

tree::TerminalNode* LatheParser::ParamContext::STAR(size_t i) {
  return getToken(LatheParser::STAR, i);
}

LatheParser::OperationContext* LatheParser::ParamContext::operation() {
  return getRuleContext<LatheParser::OperationContext>(0);
}

tree::TerminalNode* LatheParser::ParamContext::DSTAR() {
  return getToken(LatheParser::DSTAR, 0);
}

tree::TerminalNode* LatheParser::ParamContext::SLASH() {
  return getToken(LatheParser::SLASH, 0);
}


size_t LatheParser::ParamContext::getRuleIndex() const {
  return LatheParser::RuleParam;
}


LatheParser::ParamContext* LatheParser::param() {
  ParamContext *_localctx = _tracker.createInstance<ParamContext>(_ctx, getState());
  enterRule(_localctx, 60, LatheParser::RuleParam);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(482);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::NAME: {
        enterOuterAlt(_localctx, 1);
        setState(454);
        match(LatheParser::NAME);
        setState(457);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::COLON) {
          setState(455);
          match(LatheParser::COLON);
          setState(456);
          expr();
        }
        setState(461);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::ASSIGN) {
          setState(459);
          match(LatheParser::ASSIGN);
          setState(460);
          expr();
        }
        break;
      }

      case LatheParser::STAR: {
        enterOuterAlt(_localctx, 2);
        setState(463);
        match(LatheParser::STAR);
        setState(473);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::NAME) {
          setState(464);
          match(LatheParser::NAME);
          setState(471);
          _errHandler->sync(this);

          _la = _input->LA(1);
          if (_la == LatheParser::COLON) {
            setState(465);
            match(LatheParser::COLON);
            setState(469);
            _errHandler->sync(this);
            switch (_input->LA(1)) {
              case LatheParser::STAR: {
                setState(466);
                match(LatheParser::STAR);
                setState(467);
                operation();
                break;
              }

              case LatheParser::NAME:
              case LatheParser::NUMBER:
              case LatheParser::STRING:
              case LatheParser::FS_START:
              case LatheParser::FALSE:
              case LatheParser::NONE:
              case LatheParser::TRUE:
              case LatheParser::AWAIT:
              case LatheParser::LAMBDA:
              case LatheParser::NOT:
              case LatheParser::LPAR:
              case LatheParser::LSQB:
              case LatheParser::LBRACE:
              case LatheParser::ELLIPSIS:
              case LatheParser::PLUS:
              case LatheParser::MINUS:
              case LatheParser::TILDE: {
                setState(468);
                expr();
                break;
              }

            default:
              throw NoViableAltException(this);
            }
          }
        }
        break;
      }

      case LatheParser::DSTAR: {
        enterOuterAlt(_localctx, 3);
        setState(475);
        match(LatheParser::DSTAR);
        setState(476);
        match(LatheParser::NAME);
        setState(479);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::COLON) {
          setState(477);
          match(LatheParser::COLON);
          setState(478);
          expr();
        }
        break;
      }

      case LatheParser::SLASH: {
        enterOuterAlt(_localctx, 4);
        setState(481);
        match(LatheParser::SLASH);
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- LparamsContext ------------------------------------------------------------------

LatheParser::LparamsContext::LparamsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::LparamContext *> LatheParser::LparamsContext::lparam() {
  return getRuleContexts<LatheParser::LparamContext>();
}

LatheParser::LparamContext* LatheParser::LparamsContext::lparam(size_t i) {
  return getRuleContext<LatheParser::LparamContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::LparamsContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::LparamsContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::LparamsContext::getRuleIndex() const {
  return LatheParser::RuleLparams;
}


LatheParser::LparamsContext* LatheParser::lparams() {
  LparamsContext *_localctx = _tracker.createInstance<LparamsContext>(_ctx, getState());
  enterRule(_localctx, 62, LatheParser::RuleLparams);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(484);
    lparam();
    setState(491);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(485);
      match(LatheParser::COMMA);
      setState(487);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if (_la == LatheParser::NAME || ((((_la - 72) & ~ 0x3fULL) == 0) &&
        ((1ULL << (_la - 72)) & ((1ULL << (LatheParser::STAR - 72))
        | (1ULL << (LatheParser::SLASH - 72))
        | (1ULL << (LatheParser::DSTAR - 72)))) != 0)) {
        setState(486);
        lparam();
      }
      setState(493);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- LparamContext ------------------------------------------------------------------

LatheParser::LparamContext::LparamContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::LparamContext::NAME() {
  return getToken(LatheParser::NAME, 0);
}

tree::TerminalNode* LatheParser::LparamContext::ASSIGN() {
  return getToken(LatheParser::ASSIGN, 0);
}

LatheParser::ExprContext* LatheParser::LparamContext::expr() {
  return getRuleContext<LatheParser::ExprContext>(0);
}

tree::TerminalNode* LatheParser::LparamContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}

tree::TerminalNode* LatheParser::LparamContext::DSTAR() {
  return getToken(LatheParser::DSTAR, 0);
}

tree::TerminalNode* LatheParser::LparamContext::SLASH() {
  return getToken(LatheParser::SLASH, 0);
}


size_t LatheParser::LparamContext::getRuleIndex() const {
  return LatheParser::RuleLparam;
}


LatheParser::LparamContext* LatheParser::lparam() {
  LparamContext *_localctx = _tracker.createInstance<LparamContext>(_ctx, getState());
  enterRule(_localctx, 64, LatheParser::RuleLparam);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(506);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::NAME: {
        enterOuterAlt(_localctx, 1);
        setState(494);
        match(LatheParser::NAME);
        setState(497);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::ASSIGN) {
          setState(495);
          match(LatheParser::ASSIGN);
          setState(496);
          expr();
        }
        break;
      }

      case LatheParser::STAR: {
        enterOuterAlt(_localctx, 2);
        setState(499);
        match(LatheParser::STAR);
        setState(501);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::NAME) {
          setState(500);
          match(LatheParser::NAME);
        }
        break;
      }

      case LatheParser::DSTAR: {
        enterOuterAlt(_localctx, 3);
        setState(503);
        match(LatheParser::DSTAR);
        setState(504);
        match(LatheParser::NAME);
        break;
      }

      case LatheParser::SLASH: {
        enterOuterAlt(_localctx, 4);
        setState(505);
        match(LatheParser::SLASH);
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ClassDefContext ------------------------------------------------------------------

LatheParser::ClassDefContext::ClassDefContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::ClassDefContext::CLASS() {
  return getToken(LatheParser::CLASS, 0);
}

tree::TerminalNode* LatheParser::ClassDefContext::NAME() {
  return getToken(LatheParser::NAME, 0);
}

tree::TerminalNode* LatheParser::ClassDefContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

LatheParser::BlockContext* LatheParser::ClassDefContext::block() {
  return getRuleContext<LatheParser::BlockContext>(0);
}

tree::TerminalNode* LatheParser::ClassDefContext::LPAR() {
  return getToken(LatheParser::LPAR, 0);
}

tree::TerminalNode* LatheParser::ClassDefContext::RPAR() {
  return getToken(LatheParser::RPAR, 0);
}

LatheParser::ArgsContext* LatheParser::ClassDefContext::args() {
  return getRuleContext<LatheParser::ArgsContext>(0);
}


size_t LatheParser::ClassDefContext::getRuleIndex() const {
  return LatheParser::RuleClassDef;
}


LatheParser::ClassDefContext* LatheParser::classDef() {
  ClassDefContext *_localctx = _tracker.createInstance<ClassDefContext>(_ctx, getState());
  enterRule(_localctx, 66, LatheParser::RuleClassDef);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(508);
    match(LatheParser::CLASS);
    setState(509);
    match(LatheParser::NAME);
    setState(515);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::LPAR) {
      setState(510);
      match(LatheParser::LPAR);
      setState(512);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if ((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << LatheParser::NAME)
        | (1ULL << LatheParser::NUMBER)
        | (1ULL << LatheParser::STRING)
        | (1ULL << LatheParser::FS_START)
        | (1ULL << LatheParser::FALSE)
        | (1ULL << LatheParser::NONE)
        | (1ULL << LatheParser::TRUE)
        | (1ULL << LatheParser::AWAIT)
        | (1ULL << LatheParser::LAMBDA)
        | (1ULL << LatheParser::NOT)
        | (1ULL << LatheParser::LPAR)
        | (1ULL << LatheParser::LSQB)
        | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
        ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
        | (1ULL << (LatheParser::PLUS - 68))
        | (1ULL << (LatheParser::MINUS - 68))
        | (1ULL << (LatheParser::STAR - 68))
        | (1ULL << (LatheParser::DSTAR - 68))
        | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
        setState(511);
        args();
      }
      setState(514);
      match(LatheParser::RPAR);
    }
    setState(517);
    match(LatheParser::COLON);
    setState(518);
    block();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- DecoratedContext ------------------------------------------------------------------

LatheParser::DecoratedContext::DecoratedContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::FuncDefContext* LatheParser::DecoratedContext::funcDef() {
  return getRuleContext<LatheParser::FuncDefContext>(0);
}

LatheParser::ClassDefContext* LatheParser::DecoratedContext::classDef() {
  return getRuleContext<LatheParser::ClassDefContext>(0);
}

tree::TerminalNode* LatheParser::DecoratedContext::ASYNC() {
  return getToken(LatheParser::ASYNC, 0);
}

std::vector<tree::TerminalNode *> LatheParser::DecoratedContext::AT() {
  return getTokens(LatheParser::AT);
}

tree::TerminalNode* LatheParser::DecoratedContext::AT(size_t i) {
  return getToken(LatheParser::AT, i);
}

std::vector<LatheParser::NamedContext *> LatheParser::DecoratedContext::named() {
  return getRuleContexts<LatheParser::NamedContext>();
}

LatheParser::NamedContext* LatheParser::DecoratedContext::named(size_t i) {
  return getRuleContext<LatheParser::NamedContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::DecoratedContext::NEWLINE() {
  return getTokens(LatheParser::NEWLINE);
}

tree::TerminalNode* LatheParser::DecoratedContext::NEWLINE(size_t i) {
  return getToken(LatheParser::NEWLINE, i);
}


size_t LatheParser::DecoratedContext::getRuleIndex() const {
  return LatheParser::RuleDecorated;
}


LatheParser::DecoratedContext* LatheParser::decorated() {
  DecoratedContext *_localctx = _tracker.createInstance<DecoratedContext>(_ctx, getState());
  enterRule(_localctx, 68, LatheParser::RuleDecorated);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(524); 
    _errHandler->sync(this);
    _la = _input->LA(1);
    do {
      setState(520);
      match(LatheParser::AT);
      setState(521);
      named();
      setState(522);
      match(LatheParser::NEWLINE);
      setState(526); 
      _errHandler->sync(this);
      _la = _input->LA(1);
    } while (_la == LatheParser::AT);
    setState(532);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::DEF: {
        setState(528);
        funcDef();
        break;
      }

      case LatheParser::CLASS: {
        setState(529);
        classDef();
        break;
      }

      case LatheParser::ASYNC: {
        setState(530);
        match(LatheParser::ASYNC);
        setState(531);
        funcDef();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- MatchStmtContext ------------------------------------------------------------------

LatheParser::MatchStmtContext::MatchStmtContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::MatchStmtContext::MATCH() {
  return getToken(LatheParser::MATCH, 0);
}

LatheParser::StarNamedsContext* LatheParser::MatchStmtContext::starNameds() {
  return getRuleContext<LatheParser::StarNamedsContext>(0);
}

tree::TerminalNode* LatheParser::MatchStmtContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

tree::TerminalNode* LatheParser::MatchStmtContext::NEWLINE() {
  return getToken(LatheParser::NEWLINE, 0);
}

tree::TerminalNode* LatheParser::MatchStmtContext::INDENT() {
  return getToken(LatheParser::INDENT, 0);
}

tree::TerminalNode* LatheParser::MatchStmtContext::DEDENT() {
  return getToken(LatheParser::DEDENT, 0);
}

std::vector<LatheParser::CaseBlockContext *> LatheParser::MatchStmtContext::caseBlock() {
  return getRuleContexts<LatheParser::CaseBlockContext>();
}

LatheParser::CaseBlockContext* LatheParser::MatchStmtContext::caseBlock(size_t i) {
  return getRuleContext<LatheParser::CaseBlockContext>(i);
}


size_t LatheParser::MatchStmtContext::getRuleIndex() const {
  return LatheParser::RuleMatchStmt;
}


LatheParser::MatchStmtContext* LatheParser::matchStmt() {
  MatchStmtContext *_localctx = _tracker.createInstance<MatchStmtContext>(_ctx, getState());
  enterRule(_localctx, 70, LatheParser::RuleMatchStmt);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(534);
    match(LatheParser::MATCH);
    setState(535);
    starNameds();
    setState(536);
    match(LatheParser::COLON);
    setState(537);
    match(LatheParser::NEWLINE);
    setState(538);
    match(LatheParser::INDENT);
    setState(540); 
    _errHandler->sync(this);
    _la = _input->LA(1);
    do {
      setState(539);
      caseBlock();
      setState(542); 
      _errHandler->sync(this);
      _la = _input->LA(1);
    } while (_la == LatheParser::CASE);
    setState(544);
    match(LatheParser::DEDENT);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- CaseBlockContext ------------------------------------------------------------------

LatheParser::CaseBlockContext::CaseBlockContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::CaseBlockContext::CASE() {
  return getToken(LatheParser::CASE, 0);
}

LatheParser::PatternsContext* LatheParser::CaseBlockContext::patterns() {
  return getRuleContext<LatheParser::PatternsContext>(0);
}

tree::TerminalNode* LatheParser::CaseBlockContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

LatheParser::BlockContext* LatheParser::CaseBlockContext::block() {
  return getRuleContext<LatheParser::BlockContext>(0);
}

tree::TerminalNode* LatheParser::CaseBlockContext::IF() {
  return getToken(LatheParser::IF, 0);
}

LatheParser::NamedContext* LatheParser::CaseBlockContext::named() {
  return getRuleContext<LatheParser::NamedContext>(0);
}


size_t LatheParser::CaseBlockContext::getRuleIndex() const {
  return LatheParser::RuleCaseBlock;
}


LatheParser::CaseBlockContext* LatheParser::caseBlock() {
  CaseBlockContext *_localctx = _tracker.createInstance<CaseBlockContext>(_ctx, getState());
  enterRule(_localctx, 72, LatheParser::RuleCaseBlock);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(546);
    match(LatheParser::CASE);
    setState(547);
    patterns();
    setState(550);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::IF) {
      setState(548);
      match(LatheParser::IF);
      setState(549);
      named();
    }
    setState(552);
    match(LatheParser::COLON);
    setState(553);
    block();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PatternsContext ------------------------------------------------------------------

LatheParser::PatternsContext::PatternsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::AsPatternContext *> LatheParser::PatternsContext::asPattern() {
  return getRuleContexts<LatheParser::AsPatternContext>();
}

LatheParser::AsPatternContext* LatheParser::PatternsContext::asPattern(size_t i) {
  return getRuleContext<LatheParser::AsPatternContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::PatternsContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::PatternsContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::PatternsContext::getRuleIndex() const {
  return LatheParser::RulePatterns;
}


LatheParser::PatternsContext* LatheParser::patterns() {
  PatternsContext *_localctx = _tracker.createInstance<PatternsContext>(_ctx, getState());
  enterRule(_localctx, 74, LatheParser::RulePatterns);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(555);
    asPattern();
    setState(562);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(556);
      match(LatheParser::COMMA);
      setState(558);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if ((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << LatheParser::NAME)
        | (1ULL << LatheParser::NUMBER)
        | (1ULL << LatheParser::STRING)
        | (1ULL << LatheParser::FS_START)
        | (1ULL << LatheParser::FALSE)
        | (1ULL << LatheParser::NONE)
        | (1ULL << LatheParser::TRUE)
        | (1ULL << LatheParser::LPAR)
        | (1ULL << LatheParser::LSQB)
        | (1ULL << LatheParser::LBRACE))) != 0) || _la == LatheParser::MINUS

      || _la == LatheParser::STAR) {
        setState(557);
        asPattern();
      }
      setState(564);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- AsPatternContext ------------------------------------------------------------------

LatheParser::AsPatternContext::AsPatternContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::AsPatternContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}

tree::TerminalNode* LatheParser::AsPatternContext::NAME() {
  return getToken(LatheParser::NAME, 0);
}

LatheParser::OrPatternContext* LatheParser::AsPatternContext::orPattern() {
  return getRuleContext<LatheParser::OrPatternContext>(0);
}

tree::TerminalNode* LatheParser::AsPatternContext::AS() {
  return getToken(LatheParser::AS, 0);
}


size_t LatheParser::AsPatternContext::getRuleIndex() const {
  return LatheParser::RuleAsPattern;
}


LatheParser::AsPatternContext* LatheParser::asPattern() {
  AsPatternContext *_localctx = _tracker.createInstance<AsPatternContext>(_ctx, getState());
  enterRule(_localctx, 76, LatheParser::RuleAsPattern);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(572);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::STAR: {
        enterOuterAlt(_localctx, 1);
        setState(565);
        match(LatheParser::STAR);
        setState(566);
        match(LatheParser::NAME);
        break;
      }

      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::MINUS: {
        enterOuterAlt(_localctx, 2);
        setState(567);
        orPattern();
        setState(570);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::AS) {
          setState(568);
          match(LatheParser::AS);
          setState(569);
          match(LatheParser::NAME);
        }
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- OrPatternContext ------------------------------------------------------------------

LatheParser::OrPatternContext::OrPatternContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::ClosedPatternContext *> LatheParser::OrPatternContext::closedPattern() {
  return getRuleContexts<LatheParser::ClosedPatternContext>();
}

LatheParser::ClosedPatternContext* LatheParser::OrPatternContext::closedPattern(size_t i) {
  return getRuleContext<LatheParser::ClosedPatternContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::OrPatternContext::BAR() {
  return getTokens(LatheParser::BAR);
}

tree::TerminalNode* LatheParser::OrPatternContext::BAR(size_t i) {
  return getToken(LatheParser::BAR, i);
}


size_t LatheParser::OrPatternContext::getRuleIndex() const {
  return LatheParser::RuleOrPattern;
}


LatheParser::OrPatternContext* LatheParser::orPattern() {
  OrPatternContext *_localctx = _tracker.createInstance<OrPatternContext>(_ctx, getState());
  enterRule(_localctx, 78, LatheParser::RuleOrPattern);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(574);
    closedPattern();
    setState(579);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::BAR) {
      setState(575);
      match(LatheParser::BAR);
      setState(576);
      closedPattern();
      setState(581);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ClosedPatternContext ------------------------------------------------------------------

LatheParser::ClosedPatternContext::ClosedPatternContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<tree::TerminalNode *> LatheParser::ClosedPatternContext::NUMBER() {
  return getTokens(LatheParser::NUMBER);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::NUMBER(size_t i) {
  return getToken(LatheParser::NUMBER, i);
}

std::vector<tree::TerminalNode *> LatheParser::ClosedPatternContext::MINUS() {
  return getTokens(LatheParser::MINUS);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::MINUS(size_t i) {
  return getToken(LatheParser::MINUS, i);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::PLUS() {
  return getToken(LatheParser::PLUS, 0);
}

LatheParser::StringsContext* LatheParser::ClosedPatternContext::strings() {
  return getRuleContext<LatheParser::StringsContext>(0);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::NONE() {
  return getToken(LatheParser::NONE, 0);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::TRUE() {
  return getToken(LatheParser::TRUE, 0);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::FALSE() {
  return getToken(LatheParser::FALSE, 0);
}

std::vector<tree::TerminalNode *> LatheParser::ClosedPatternContext::NAME() {
  return getTokens(LatheParser::NAME);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::NAME(size_t i) {
  return getToken(LatheParser::NAME, i);
}

std::vector<tree::TerminalNode *> LatheParser::ClosedPatternContext::DOT() {
  return getTokens(LatheParser::DOT);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::DOT(size_t i) {
  return getToken(LatheParser::DOT, i);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::LPAR() {
  return getToken(LatheParser::LPAR, 0);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::RPAR() {
  return getToken(LatheParser::RPAR, 0);
}

std::vector<LatheParser::PatArgContext *> LatheParser::ClosedPatternContext::patArg() {
  return getRuleContexts<LatheParser::PatArgContext>();
}

LatheParser::PatArgContext* LatheParser::ClosedPatternContext::patArg(size_t i) {
  return getRuleContext<LatheParser::PatArgContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::ClosedPatternContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}

std::vector<LatheParser::AsPatternContext *> LatheParser::ClosedPatternContext::asPattern() {
  return getRuleContexts<LatheParser::AsPatternContext>();
}

LatheParser::AsPatternContext* LatheParser::ClosedPatternContext::asPattern(size_t i) {
  return getRuleContext<LatheParser::AsPatternContext>(i);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::LSQB() {
  return getToken(LatheParser::LSQB, 0);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::RSQB() {
  return getToken(LatheParser::RSQB, 0);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::LBRACE() {
  return getToken(LatheParser::LBRACE, 0);
}

tree::TerminalNode* LatheParser::ClosedPatternContext::RBRACE() {
  return getToken(LatheParser::RBRACE, 0);
}

std::vector<LatheParser::MapItemContext *> LatheParser::ClosedPatternContext::mapItem() {
  return getRuleContexts<LatheParser::MapItemContext>();
}

LatheParser::MapItemContext* LatheParser::ClosedPatternContext::mapItem(size_t i) {
  return getRuleContext<LatheParser::MapItemContext>(i);
}


size_t LatheParser::ClosedPatternContext::getRuleIndex() const {
  return LatheParser::RuleClosedPattern;
}


LatheParser::ClosedPatternContext* LatheParser::closedPattern() {
  ClosedPatternContext *_localctx = _tracker.createInstance<ClosedPatternContext>(_ctx, getState());
  enterRule(_localctx, 80, LatheParser::RuleClosedPattern);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(660);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::NUMBER:
      case LatheParser::MINUS: {
        enterOuterAlt(_localctx, 1);
        setState(583);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::MINUS) {
          setState(582);
          match(LatheParser::MINUS);
        }
        setState(585);
        match(LatheParser::NUMBER);
        setState(588);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::PLUS

        || _la == LatheParser::MINUS) {
          setState(586);
          _la = _input->LA(1);
          if (!(_la == LatheParser::PLUS

          || _la == LatheParser::MINUS)) {
          _errHandler->recoverInline(this);
          }
          else {
            _errHandler->reportMatch(this);
            consume();
          }
          setState(587);
          match(LatheParser::NUMBER);
        }
        break;
      }

      case LatheParser::STRING:
      case LatheParser::FS_START: {
        enterOuterAlt(_localctx, 2);
        setState(590);
        strings();
        break;
      }

      case LatheParser::NONE: {
        enterOuterAlt(_localctx, 3);
        setState(591);
        match(LatheParser::NONE);
        break;
      }

      case LatheParser::TRUE: {
        enterOuterAlt(_localctx, 4);
        setState(592);
        match(LatheParser::TRUE);
        break;
      }

      case LatheParser::FALSE: {
        enterOuterAlt(_localctx, 5);
        setState(593);
        match(LatheParser::FALSE);
        break;
      }

      case LatheParser::NAME: {
        enterOuterAlt(_localctx, 6);
        setState(594);
        match(LatheParser::NAME);
        setState(599);
        _errHandler->sync(this);
        _la = _input->LA(1);
        while (_la == LatheParser::DOT) {
          setState(595);
          match(LatheParser::DOT);
          setState(596);
          match(LatheParser::NAME);
          setState(601);
          _errHandler->sync(this);
          _la = _input->LA(1);
        }
        setState(616);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::LPAR) {
          setState(602);
          match(LatheParser::LPAR);
          setState(613);
          _errHandler->sync(this);

          _la = _input->LA(1);
          if ((((_la & ~ 0x3fULL) == 0) &&
            ((1ULL << _la) & ((1ULL << LatheParser::NAME)
            | (1ULL << LatheParser::NUMBER)
            | (1ULL << LatheParser::STRING)
            | (1ULL << LatheParser::FS_START)
            | (1ULL << LatheParser::FALSE)
            | (1ULL << LatheParser::NONE)
            | (1ULL << LatheParser::TRUE)
            | (1ULL << LatheParser::LPAR)
            | (1ULL << LatheParser::LSQB)
            | (1ULL << LatheParser::LBRACE))) != 0) || _la == LatheParser::MINUS

          || _la == LatheParser::STAR) {
            setState(603);
            patArg();
            setState(610);
            _errHandler->sync(this);
            _la = _input->LA(1);
            while (_la == LatheParser::COMMA) {
              setState(604);
              match(LatheParser::COMMA);
              setState(606);
              _errHandler->sync(this);

              _la = _input->LA(1);
              if ((((_la & ~ 0x3fULL) == 0) &&
                ((1ULL << _la) & ((1ULL << LatheParser::NAME)
                | (1ULL << LatheParser::NUMBER)
                | (1ULL << LatheParser::STRING)
                | (1ULL << LatheParser::FS_START)
                | (1ULL << LatheParser::FALSE)
                | (1ULL << LatheParser::NONE)
                | (1ULL << LatheParser::TRUE)
                | (1ULL << LatheParser::LPAR)
                | (1ULL << LatheParser::LSQB)
                | (1ULL << LatheParser::LBRACE))) != 0) || _la == LatheParser::MINUS

              || _la == LatheParser::STAR) {
                setState(605);
                patArg();
              }
              setState(612);
              _errHandler->sync(this);
              _la = _input->LA(1);
            }
          }
          setState(615);
          match(LatheParser::RPAR);
        }
        break;
      }

      case LatheParser::LPAR: {
        enterOuterAlt(_localctx, 7);
        setState(618);
        match(LatheParser::LPAR);
        setState(629);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if ((((_la & ~ 0x3fULL) == 0) &&
          ((1ULL << _la) & ((1ULL << LatheParser::NAME)
          | (1ULL << LatheParser::NUMBER)
          | (1ULL << LatheParser::STRING)
          | (1ULL << LatheParser::FS_START)
          | (1ULL << LatheParser::FALSE)
          | (1ULL << LatheParser::NONE)
          | (1ULL << LatheParser::TRUE)
          | (1ULL << LatheParser::LPAR)
          | (1ULL << LatheParser::LSQB)
          | (1ULL << LatheParser::LBRACE))) != 0) || _la == LatheParser::MINUS

        || _la == LatheParser::STAR) {
          setState(619);
          asPattern();
          setState(626);
          _errHandler->sync(this);
          _la = _input->LA(1);
          while (_la == LatheParser::COMMA) {
            setState(620);
            match(LatheParser::COMMA);
            setState(622);
            _errHandler->sync(this);

            _la = _input->LA(1);
            if ((((_la & ~ 0x3fULL) == 0) &&
              ((1ULL << _la) & ((1ULL << LatheParser::NAME)
              | (1ULL << LatheParser::NUMBER)
              | (1ULL << LatheParser::STRING)
              | (1ULL << LatheParser::FS_START)
              | (1ULL << LatheParser::FALSE)
              | (1ULL << LatheParser::NONE)
              | (1ULL << LatheParser::TRUE)
              | (1ULL << LatheParser::LPAR)
              | (1ULL << LatheParser::LSQB)
              | (1ULL << LatheParser::LBRACE))) != 0) || _la == LatheParser::MINUS

            || _la == LatheParser::STAR) {
              setState(621);
              asPattern();
            }
            setState(628);
            _errHandler->sync(this);
            _la = _input->LA(1);
          }
        }
        setState(631);
        match(LatheParser::RPAR);
        break;
      }

      case LatheParser::LSQB: {
        enterOuterAlt(_localctx, 8);
        setState(632);
        match(LatheParser::LSQB);
        setState(643);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if ((((_la & ~ 0x3fULL) == 0) &&
          ((1ULL << _la) & ((1ULL << LatheParser::NAME)
          | (1ULL << LatheParser::NUMBER)
          | (1ULL << LatheParser::STRING)
          | (1ULL << LatheParser::FS_START)
          | (1ULL << LatheParser::FALSE)
          | (1ULL << LatheParser::NONE)
          | (1ULL << LatheParser::TRUE)
          | (1ULL << LatheParser::LPAR)
          | (1ULL << LatheParser::LSQB)
          | (1ULL << LatheParser::LBRACE))) != 0) || _la == LatheParser::MINUS

        || _la == LatheParser::STAR) {
          setState(633);
          asPattern();
          setState(640);
          _errHandler->sync(this);
          _la = _input->LA(1);
          while (_la == LatheParser::COMMA) {
            setState(634);
            match(LatheParser::COMMA);
            setState(636);
            _errHandler->sync(this);

            _la = _input->LA(1);
            if ((((_la & ~ 0x3fULL) == 0) &&
              ((1ULL << _la) & ((1ULL << LatheParser::NAME)
              | (1ULL << LatheParser::NUMBER)
              | (1ULL << LatheParser::STRING)
              | (1ULL << LatheParser::FS_START)
              | (1ULL << LatheParser::FALSE)
              | (1ULL << LatheParser::NONE)
              | (1ULL << LatheParser::TRUE)
              | (1ULL << LatheParser::LPAR)
              | (1ULL << LatheParser::LSQB)
              | (1ULL << LatheParser::LBRACE))) != 0) || _la == LatheParser::MINUS

            || _la == LatheParser::STAR) {
              setState(635);
              asPattern();
            }
            setState(642);
            _errHandler->sync(this);
            _la = _input->LA(1);
          }
        }
        setState(645);
        match(LatheParser::RSQB);
        break;
      }

      case LatheParser::LBRACE: {
        enterOuterAlt(_localctx, 9);
        setState(646);
        match(LatheParser::LBRACE);
        setState(657);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if ((((_la & ~ 0x3fULL) == 0) &&
          ((1ULL << _la) & ((1ULL << LatheParser::NAME)
          | (1ULL << LatheParser::NUMBER)
          | (1ULL << LatheParser::STRING)
          | (1ULL << LatheParser::FS_START)
          | (1ULL << LatheParser::FALSE)
          | (1ULL << LatheParser::NONE)
          | (1ULL << LatheParser::TRUE)
          | (1ULL << LatheParser::LPAR)
          | (1ULL << LatheParser::LSQB)
          | (1ULL << LatheParser::LBRACE))) != 0) || _la == LatheParser::MINUS

        || _la == LatheParser::DSTAR) {
          setState(647);
          mapItem();
          setState(654);
          _errHandler->sync(this);
          _la = _input->LA(1);
          while (_la == LatheParser::COMMA) {
            setState(648);
            match(LatheParser::COMMA);
            setState(650);
            _errHandler->sync(this);

            _la = _input->LA(1);
            if ((((_la & ~ 0x3fULL) == 0) &&
              ((1ULL << _la) & ((1ULL << LatheParser::NAME)
              | (1ULL << LatheParser::NUMBER)
              | (1ULL << LatheParser::STRING)
              | (1ULL << LatheParser::FS_START)
              | (1ULL << LatheParser::FALSE)
              | (1ULL << LatheParser::NONE)
              | (1ULL << LatheParser::TRUE)
              | (1ULL << LatheParser::LPAR)
              | (1ULL << LatheParser::LSQB)
              | (1ULL << LatheParser::LBRACE))) != 0) || _la == LatheParser::MINUS

            || _la == LatheParser::DSTAR) {
              setState(649);
              mapItem();
            }
            setState(656);
            _errHandler->sync(this);
            _la = _input->LA(1);
          }
        }
        setState(659);
        match(LatheParser::RBRACE);
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PatArgContext ------------------------------------------------------------------

LatheParser::PatArgContext::PatArgContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::AsPatternContext *> LatheParser::PatArgContext::asPattern() {
  return getRuleContexts<LatheParser::AsPatternContext>();
}

LatheParser::AsPatternContext* LatheParser::PatArgContext::asPattern(size_t i) {
  return getRuleContext<LatheParser::AsPatternContext>(i);
}

tree::TerminalNode* LatheParser::PatArgContext::ASSIGN() {
  return getToken(LatheParser::ASSIGN, 0);
}


size_t LatheParser::PatArgContext::getRuleIndex() const {
  return LatheParser::RulePatArg;
}


LatheParser::PatArgContext* LatheParser::patArg() {
  PatArgContext *_localctx = _tracker.createInstance<PatArgContext>(_ctx, getState());
  enterRule(_localctx, 82, LatheParser::RulePatArg);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(662);
    asPattern();
    setState(665);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::ASSIGN) {
      setState(663);
      match(LatheParser::ASSIGN);
      setState(664);
      asPattern();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- MapItemContext ------------------------------------------------------------------

LatheParser::MapItemContext::MapItemContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::ClosedPatternContext* LatheParser::MapItemContext::closedPattern() {
  return getRuleContext<LatheParser::ClosedPatternContext>(0);
}

tree::TerminalNode* LatheParser::MapItemContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

LatheParser::AsPatternContext* LatheParser::MapItemContext::asPattern() {
  return getRuleContext<LatheParser::AsPatternContext>(0);
}

tree::TerminalNode* LatheParser::MapItemContext::DSTAR() {
  return getToken(LatheParser::DSTAR, 0);
}

tree::TerminalNode* LatheParser::MapItemContext::NAME() {
  return getToken(LatheParser::NAME, 0);
}


size_t LatheParser::MapItemContext::getRuleIndex() const {
  return LatheParser::RuleMapItem;
}


LatheParser::MapItemContext* LatheParser::mapItem() {
  MapItemContext *_localctx = _tracker.createInstance<MapItemContext>(_ctx, getState());
  enterRule(_localctx, 84, LatheParser::RuleMapItem);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(673);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::MINUS: {
        enterOuterAlt(_localctx, 1);
        setState(667);
        closedPattern();
        setState(668);
        match(LatheParser::COLON);
        setState(669);
        asPattern();
        break;
      }

      case LatheParser::DSTAR: {
        enterOuterAlt(_localctx, 2);
        setState(671);
        match(LatheParser::DSTAR);
        setState(672);
        match(LatheParser::NAME);
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- StarExprsContext ------------------------------------------------------------------

LatheParser::StarExprsContext::StarExprsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::StarExprContext *> LatheParser::StarExprsContext::starExpr() {
  return getRuleContexts<LatheParser::StarExprContext>();
}

LatheParser::StarExprContext* LatheParser::StarExprsContext::starExpr(size_t i) {
  return getRuleContext<LatheParser::StarExprContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::StarExprsContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::StarExprsContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::StarExprsContext::getRuleIndex() const {
  return LatheParser::RuleStarExprs;
}


LatheParser::StarExprsContext* LatheParser::starExprs() {
  StarExprsContext *_localctx = _tracker.createInstance<StarExprsContext>(_ctx, getState());
  enterRule(_localctx, 86, LatheParser::RuleStarExprs);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(675);
    starExpr();
    setState(682);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(676);
      match(LatheParser::COMMA);
      setState(678);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if ((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << LatheParser::NAME)
        | (1ULL << LatheParser::NUMBER)
        | (1ULL << LatheParser::STRING)
        | (1ULL << LatheParser::FS_START)
        | (1ULL << LatheParser::FALSE)
        | (1ULL << LatheParser::NONE)
        | (1ULL << LatheParser::TRUE)
        | (1ULL << LatheParser::AWAIT)
        | (1ULL << LatheParser::LAMBDA)
        | (1ULL << LatheParser::NOT)
        | (1ULL << LatheParser::LPAR)
        | (1ULL << LatheParser::LSQB)
        | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
        ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
        | (1ULL << (LatheParser::PLUS - 68))
        | (1ULL << (LatheParser::MINUS - 68))
        | (1ULL << (LatheParser::STAR - 68))
        | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
        setState(677);
        starExpr();
      }
      setState(684);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- StarExprContext ------------------------------------------------------------------

LatheParser::StarExprContext::StarExprContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::StarExprContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}

LatheParser::OperationContext* LatheParser::StarExprContext::operation() {
  return getRuleContext<LatheParser::OperationContext>(0);
}

LatheParser::ExprContext* LatheParser::StarExprContext::expr() {
  return getRuleContext<LatheParser::ExprContext>(0);
}


size_t LatheParser::StarExprContext::getRuleIndex() const {
  return LatheParser::RuleStarExpr;
}


LatheParser::StarExprContext* LatheParser::starExpr() {
  StarExprContext *_localctx = _tracker.createInstance<StarExprContext>(_ctx, getState());
  enterRule(_localctx, 88, LatheParser::RuleStarExpr);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(688);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::STAR: {
        enterOuterAlt(_localctx, 1);
        setState(685);
        match(LatheParser::STAR);
        setState(686);
        operation();
        break;
      }

      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::LAMBDA:
      case LatheParser::NOT:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 2);
        setState(687);
        expr();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- StarNamedsContext ------------------------------------------------------------------

LatheParser::StarNamedsContext::StarNamedsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::StarNamedContext *> LatheParser::StarNamedsContext::starNamed() {
  return getRuleContexts<LatheParser::StarNamedContext>();
}

LatheParser::StarNamedContext* LatheParser::StarNamedsContext::starNamed(size_t i) {
  return getRuleContext<LatheParser::StarNamedContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::StarNamedsContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::StarNamedsContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::StarNamedsContext::getRuleIndex() const {
  return LatheParser::RuleStarNameds;
}


LatheParser::StarNamedsContext* LatheParser::starNameds() {
  StarNamedsContext *_localctx = _tracker.createInstance<StarNamedsContext>(_ctx, getState());
  enterRule(_localctx, 90, LatheParser::RuleStarNameds);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(690);
    starNamed();
    setState(697);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(691);
      match(LatheParser::COMMA);
      setState(693);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if ((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << LatheParser::NAME)
        | (1ULL << LatheParser::NUMBER)
        | (1ULL << LatheParser::STRING)
        | (1ULL << LatheParser::FS_START)
        | (1ULL << LatheParser::FALSE)
        | (1ULL << LatheParser::NONE)
        | (1ULL << LatheParser::TRUE)
        | (1ULL << LatheParser::AWAIT)
        | (1ULL << LatheParser::LAMBDA)
        | (1ULL << LatheParser::NOT)
        | (1ULL << LatheParser::LPAR)
        | (1ULL << LatheParser::LSQB)
        | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
        ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
        | (1ULL << (LatheParser::PLUS - 68))
        | (1ULL << (LatheParser::MINUS - 68))
        | (1ULL << (LatheParser::STAR - 68))
        | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
        setState(692);
        starNamed();
      }
      setState(699);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- StarNamedContext ------------------------------------------------------------------

LatheParser::StarNamedContext::StarNamedContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::StarNamedContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}

LatheParser::OperationContext* LatheParser::StarNamedContext::operation() {
  return getRuleContext<LatheParser::OperationContext>(0);
}

LatheParser::NamedContext* LatheParser::StarNamedContext::named() {
  return getRuleContext<LatheParser::NamedContext>(0);
}


size_t LatheParser::StarNamedContext::getRuleIndex() const {
  return LatheParser::RuleStarNamed;
}


LatheParser::StarNamedContext* LatheParser::starNamed() {
  StarNamedContext *_localctx = _tracker.createInstance<StarNamedContext>(_ctx, getState());
  enterRule(_localctx, 92, LatheParser::RuleStarNamed);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(703);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::STAR: {
        enterOuterAlt(_localctx, 1);
        setState(700);
        match(LatheParser::STAR);
        setState(701);
        operation();
        break;
      }

      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::LAMBDA:
      case LatheParser::NOT:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 2);
        setState(702);
        named();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- NamedContext ------------------------------------------------------------------

LatheParser::NamedContext::NamedContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::ExprContext *> LatheParser::NamedContext::expr() {
  return getRuleContexts<LatheParser::ExprContext>();
}

LatheParser::ExprContext* LatheParser::NamedContext::expr(size_t i) {
  return getRuleContext<LatheParser::ExprContext>(i);
}

tree::TerminalNode* LatheParser::NamedContext::WALRUS() {
  return getToken(LatheParser::WALRUS, 0);
}


size_t LatheParser::NamedContext::getRuleIndex() const {
  return LatheParser::RuleNamed;
}


LatheParser::NamedContext* LatheParser::named() {
  NamedContext *_localctx = _tracker.createInstance<NamedContext>(_ctx, getState());
  enterRule(_localctx, 94, LatheParser::RuleNamed);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(705);
    expr();
    setState(708);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::WALRUS) {
      setState(706);
      match(LatheParser::WALRUS);
      setState(707);
      expr();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ExprContext ------------------------------------------------------------------

LatheParser::ExprContext::ExprContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::OperationContext *> LatheParser::ExprContext::operation() {
  return getRuleContexts<LatheParser::OperationContext>();
}

LatheParser::OperationContext* LatheParser::ExprContext::operation(size_t i) {
  return getRuleContext<LatheParser::OperationContext>(i);
}

tree::TerminalNode* LatheParser::ExprContext::IF() {
  return getToken(LatheParser::IF, 0);
}

tree::TerminalNode* LatheParser::ExprContext::ELSE() {
  return getToken(LatheParser::ELSE, 0);
}

LatheParser::ExprContext* LatheParser::ExprContext::expr() {
  return getRuleContext<LatheParser::ExprContext>(0);
}

tree::TerminalNode* LatheParser::ExprContext::LAMBDA() {
  return getToken(LatheParser::LAMBDA, 0);
}

tree::TerminalNode* LatheParser::ExprContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

LatheParser::LparamsContext* LatheParser::ExprContext::lparams() {
  return getRuleContext<LatheParser::LparamsContext>(0);
}


size_t LatheParser::ExprContext::getRuleIndex() const {
  return LatheParser::RuleExpr;
}


LatheParser::ExprContext* LatheParser::expr() {
  ExprContext *_localctx = _tracker.createInstance<ExprContext>(_ctx, getState());
  enterRule(_localctx, 96, LatheParser::RuleExpr);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(724);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::NOT:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 1);
        setState(710);
        operation();
        setState(716);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::IF) {
          setState(711);
          match(LatheParser::IF);
          setState(712);
          operation();
          setState(713);
          match(LatheParser::ELSE);
          setState(714);
          expr();
        }
        break;
      }

      case LatheParser::LAMBDA: {
        enterOuterAlt(_localctx, 2);
        setState(718);
        match(LatheParser::LAMBDA);
        setState(720);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::NAME || ((((_la - 72) & ~ 0x3fULL) == 0) &&
          ((1ULL << (_la - 72)) & ((1ULL << (LatheParser::STAR - 72))
          | (1ULL << (LatheParser::SLASH - 72))
          | (1ULL << (LatheParser::DSTAR - 72)))) != 0)) {
          setState(719);
          lparams();
        }
        setState(722);
        match(LatheParser::COLON);
        setState(723);
        expr();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- OperationContext ------------------------------------------------------------------

LatheParser::OperationContext::OperationContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::PrimaryContext *> LatheParser::OperationContext::primary() {
  return getRuleContexts<LatheParser::PrimaryContext>();
}

LatheParser::PrimaryContext* LatheParser::OperationContext::primary(size_t i) {
  return getRuleContext<LatheParser::PrimaryContext>(i);
}

std::vector<LatheParser::PrefixContext *> LatheParser::OperationContext::prefix() {
  return getRuleContexts<LatheParser::PrefixContext>();
}

LatheParser::PrefixContext* LatheParser::OperationContext::prefix(size_t i) {
  return getRuleContext<LatheParser::PrefixContext>(i);
}

std::vector<LatheParser::BinopContext *> LatheParser::OperationContext::binop() {
  return getRuleContexts<LatheParser::BinopContext>();
}

LatheParser::BinopContext* LatheParser::OperationContext::binop(size_t i) {
  return getRuleContext<LatheParser::BinopContext>(i);
}


size_t LatheParser::OperationContext::getRuleIndex() const {
  return LatheParser::RuleOperation;
}


LatheParser::OperationContext* LatheParser::operation() {
  OperationContext *_localctx = _tracker.createInstance<OperationContext>(_ctx, getState());
  enterRule(_localctx, 98, LatheParser::RuleOperation);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(729);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (((((_la - 41) & ~ 0x3fULL) == 0) &&
      ((1ULL << (_la - 41)) & ((1ULL << (LatheParser::NOT - 41))
      | (1ULL << (LatheParser::PLUS - 41))
      | (1ULL << (LatheParser::MINUS - 41))
      | (1ULL << (LatheParser::TILDE - 41)))) != 0)) {
      setState(726);
      prefix();
      setState(731);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
    setState(732);
    primary();
    setState(744);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << LatheParser::AND)
      | (1ULL << LatheParser::IN)
      | (1ULL << LatheParser::IS)
      | (1ULL << LatheParser::OR)
      | (1ULL << LatheParser::NOT_IN)
      | (1ULL << LatheParser::IS_NOT))) != 0) || ((((_la - 69) & ~ 0x3fULL) == 0) &&
      ((1ULL << (_la - 69)) & ((1ULL << (LatheParser::AT - 69))
      | (1ULL << (LatheParser::PLUS - 69))
      | (1ULL << (LatheParser::MINUS - 69))
      | (1ULL << (LatheParser::STAR - 69))
      | (1ULL << (LatheParser::SLASH - 69))
      | (1ULL << (LatheParser::DOUBLESLASH - 69))
      | (1ULL << (LatheParser::PERCENT - 69))
      | (1ULL << (LatheParser::DSTAR - 69))
      | (1ULL << (LatheParser::LSHIFT - 69))
      | (1ULL << (LatheParser::RSHIFT - 69))
      | (1ULL << (LatheParser::AMP - 69))
      | (1ULL << (LatheParser::BAR - 69))
      | (1ULL << (LatheParser::CARET - 69))
      | (1ULL << (LatheParser::LT - 69))
      | (1ULL << (LatheParser::GT - 69))
      | (1ULL << (LatheParser::LE - 69))
      | (1ULL << (LatheParser::GE - 69))
      | (1ULL << (LatheParser::EQ - 69))
      | (1ULL << (LatheParser::NE - 69)))) != 0)) {
      setState(733);
      binop();
      setState(737);
      _errHandler->sync(this);
      _la = _input->LA(1);
      while (((((_la - 41) & ~ 0x3fULL) == 0) &&
        ((1ULL << (_la - 41)) & ((1ULL << (LatheParser::NOT - 41))
        | (1ULL << (LatheParser::PLUS - 41))
        | (1ULL << (LatheParser::MINUS - 41))
        | (1ULL << (LatheParser::TILDE - 41)))) != 0)) {
        setState(734);
        prefix();
        setState(739);
        _errHandler->sync(this);
        _la = _input->LA(1);
      }
      setState(740);
      primary();
      setState(746);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PrefixContext ------------------------------------------------------------------

LatheParser::PrefixContext::PrefixContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::PrefixContext::PLUS() {
  return getToken(LatheParser::PLUS, 0);
}

tree::TerminalNode* LatheParser::PrefixContext::MINUS() {
  return getToken(LatheParser::MINUS, 0);
}

tree::TerminalNode* LatheParser::PrefixContext::TILDE() {
  return getToken(LatheParser::TILDE, 0);
}

tree::TerminalNode* LatheParser::PrefixContext::NOT() {
  return getToken(LatheParser::NOT, 0);
}


size_t LatheParser::PrefixContext::getRuleIndex() const {
  return LatheParser::RulePrefix;
}


LatheParser::PrefixContext* LatheParser::prefix() {
  PrefixContext *_localctx = _tracker.createInstance<PrefixContext>(_ctx, getState());
  enterRule(_localctx, 100, LatheParser::RulePrefix);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(747);
    _la = _input->LA(1);
    if (!(((((_la - 41) & ~ 0x3fULL) == 0) &&
      ((1ULL << (_la - 41)) & ((1ULL << (LatheParser::NOT - 41))
      | (1ULL << (LatheParser::PLUS - 41))
      | (1ULL << (LatheParser::MINUS - 41))
      | (1ULL << (LatheParser::TILDE - 41)))) != 0))) {
    _errHandler->recoverInline(this);
    }
    else {
      _errHandler->reportMatch(this);
      consume();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- BinopContext ------------------------------------------------------------------

LatheParser::BinopContext::BinopContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::BinopContext::OR() {
  return getToken(LatheParser::OR, 0);
}

tree::TerminalNode* LatheParser::BinopContext::AND() {
  return getToken(LatheParser::AND, 0);
}

tree::TerminalNode* LatheParser::BinopContext::LT() {
  return getToken(LatheParser::LT, 0);
}

tree::TerminalNode* LatheParser::BinopContext::GT() {
  return getToken(LatheParser::GT, 0);
}

tree::TerminalNode* LatheParser::BinopContext::LE() {
  return getToken(LatheParser::LE, 0);
}

tree::TerminalNode* LatheParser::BinopContext::GE() {
  return getToken(LatheParser::GE, 0);
}

tree::TerminalNode* LatheParser::BinopContext::EQ() {
  return getToken(LatheParser::EQ, 0);
}

tree::TerminalNode* LatheParser::BinopContext::NE() {
  return getToken(LatheParser::NE, 0);
}

tree::TerminalNode* LatheParser::BinopContext::IN() {
  return getToken(LatheParser::IN, 0);
}

tree::TerminalNode* LatheParser::BinopContext::NOT_IN() {
  return getToken(LatheParser::NOT_IN, 0);
}

tree::TerminalNode* LatheParser::BinopContext::IS() {
  return getToken(LatheParser::IS, 0);
}

tree::TerminalNode* LatheParser::BinopContext::IS_NOT() {
  return getToken(LatheParser::IS_NOT, 0);
}

tree::TerminalNode* LatheParser::BinopContext::BAR() {
  return getToken(LatheParser::BAR, 0);
}

tree::TerminalNode* LatheParser::BinopContext::CARET() {
  return getToken(LatheParser::CARET, 0);
}

tree::TerminalNode* LatheParser::BinopContext::AMP() {
  return getToken(LatheParser::AMP, 0);
}

tree::TerminalNode* LatheParser::BinopContext::LSHIFT() {
  return getToken(LatheParser::LSHIFT, 0);
}

tree::TerminalNode* LatheParser::BinopContext::RSHIFT() {
  return getToken(LatheParser::RSHIFT, 0);
}

tree::TerminalNode* LatheParser::BinopContext::PLUS() {
  return getToken(LatheParser::PLUS, 0);
}

tree::TerminalNode* LatheParser::BinopContext::MINUS() {
  return getToken(LatheParser::MINUS, 0);
}

tree::TerminalNode* LatheParser::BinopContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}

tree::TerminalNode* LatheParser::BinopContext::SLASH() {
  return getToken(LatheParser::SLASH, 0);
}

tree::TerminalNode* LatheParser::BinopContext::DOUBLESLASH() {
  return getToken(LatheParser::DOUBLESLASH, 0);
}

tree::TerminalNode* LatheParser::BinopContext::PERCENT() {
  return getToken(LatheParser::PERCENT, 0);
}

tree::TerminalNode* LatheParser::BinopContext::AT() {
  return getToken(LatheParser::AT, 0);
}

tree::TerminalNode* LatheParser::BinopContext::DSTAR() {
  return getToken(LatheParser::DSTAR, 0);
}


size_t LatheParser::BinopContext::getRuleIndex() const {
  return LatheParser::RuleBinop;
}


LatheParser::BinopContext* LatheParser::binop() {
  BinopContext *_localctx = _tracker.createInstance<BinopContext>(_ctx, getState());
  enterRule(_localctx, 102, LatheParser::RuleBinop);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(749);
    _la = _input->LA(1);
    if (!((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << LatheParser::AND)
      | (1ULL << LatheParser::IN)
      | (1ULL << LatheParser::IS)
      | (1ULL << LatheParser::OR)
      | (1ULL << LatheParser::NOT_IN)
      | (1ULL << LatheParser::IS_NOT))) != 0) || ((((_la - 69) & ~ 0x3fULL) == 0) &&
      ((1ULL << (_la - 69)) & ((1ULL << (LatheParser::AT - 69))
      | (1ULL << (LatheParser::PLUS - 69))
      | (1ULL << (LatheParser::MINUS - 69))
      | (1ULL << (LatheParser::STAR - 69))
      | (1ULL << (LatheParser::SLASH - 69))
      | (1ULL << (LatheParser::DOUBLESLASH - 69))
      | (1ULL << (LatheParser::PERCENT - 69))
      | (1ULL << (LatheParser::DSTAR - 69))
      | (1ULL << (LatheParser::LSHIFT - 69))
      | (1ULL << (LatheParser::RSHIFT - 69))
      | (1ULL << (LatheParser::AMP - 69))
      | (1ULL << (LatheParser::BAR - 69))
      | (1ULL << (LatheParser::CARET - 69))
      | (1ULL << (LatheParser::LT - 69))
      | (1ULL << (LatheParser::GT - 69))
      | (1ULL << (LatheParser::LE - 69))
      | (1ULL << (LatheParser::GE - 69))
      | (1ULL << (LatheParser::EQ - 69))
      | (1ULL << (LatheParser::NE - 69)))) != 0))) {
    _errHandler->recoverInline(this);
    }
    else {
      _errHandler->reportMatch(this);
      consume();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PrimaryContext ------------------------------------------------------------------

LatheParser::PrimaryContext::PrimaryContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::AtomContext* LatheParser::PrimaryContext::atom() {
  return getRuleContext<LatheParser::AtomContext>(0);
}

tree::TerminalNode* LatheParser::PrimaryContext::AWAIT() {
  return getToken(LatheParser::AWAIT, 0);
}

std::vector<LatheParser::TrailerContext *> LatheParser::PrimaryContext::trailer() {
  return getRuleContexts<LatheParser::TrailerContext>();
}

LatheParser::TrailerContext* LatheParser::PrimaryContext::trailer(size_t i) {
  return getRuleContext<LatheParser::TrailerContext>(i);
}


size_t LatheParser::PrimaryContext::getRuleIndex() const {
  return LatheParser::RulePrimary;
}


LatheParser::PrimaryContext* LatheParser::primary() {
  PrimaryContext *_localctx = _tracker.createInstance<PrimaryContext>(_ctx, getState());
  enterRule(_localctx, 104, LatheParser::RulePrimary);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(752);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::AWAIT) {
      setState(751);
      match(LatheParser::AWAIT);
    }
    setState(754);
    atom();
    setState(758);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << LatheParser::LPAR)
      | (1ULL << LatheParser::LSQB)
      | (1ULL << LatheParser::DOT))) != 0)) {
      setState(755);
      trailer();
      setState(760);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- TrailerContext ------------------------------------------------------------------

LatheParser::TrailerContext::TrailerContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::TrailerContext::DOT() {
  return getToken(LatheParser::DOT, 0);
}

tree::TerminalNode* LatheParser::TrailerContext::NAME() {
  return getToken(LatheParser::NAME, 0);
}

tree::TerminalNode* LatheParser::TrailerContext::LPAR() {
  return getToken(LatheParser::LPAR, 0);
}

tree::TerminalNode* LatheParser::TrailerContext::RPAR() {
  return getToken(LatheParser::RPAR, 0);
}

LatheParser::ArgsContext* LatheParser::TrailerContext::args() {
  return getRuleContext<LatheParser::ArgsContext>(0);
}

tree::TerminalNode* LatheParser::TrailerContext::LSQB() {
  return getToken(LatheParser::LSQB, 0);
}

LatheParser::SubsContext* LatheParser::TrailerContext::subs() {
  return getRuleContext<LatheParser::SubsContext>(0);
}

tree::TerminalNode* LatheParser::TrailerContext::RSQB() {
  return getToken(LatheParser::RSQB, 0);
}


size_t LatheParser::TrailerContext::getRuleIndex() const {
  return LatheParser::RuleTrailer;
}


LatheParser::TrailerContext* LatheParser::trailer() {
  TrailerContext *_localctx = _tracker.createInstance<TrailerContext>(_ctx, getState());
  enterRule(_localctx, 106, LatheParser::RuleTrailer);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(772);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::DOT: {
        enterOuterAlt(_localctx, 1);
        setState(761);
        match(LatheParser::DOT);
        setState(762);
        match(LatheParser::NAME);
        break;
      }

      case LatheParser::LPAR: {
        enterOuterAlt(_localctx, 2);
        setState(763);
        match(LatheParser::LPAR);
        setState(765);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if ((((_la & ~ 0x3fULL) == 0) &&
          ((1ULL << _la) & ((1ULL << LatheParser::NAME)
          | (1ULL << LatheParser::NUMBER)
          | (1ULL << LatheParser::STRING)
          | (1ULL << LatheParser::FS_START)
          | (1ULL << LatheParser::FALSE)
          | (1ULL << LatheParser::NONE)
          | (1ULL << LatheParser::TRUE)
          | (1ULL << LatheParser::AWAIT)
          | (1ULL << LatheParser::LAMBDA)
          | (1ULL << LatheParser::NOT)
          | (1ULL << LatheParser::LPAR)
          | (1ULL << LatheParser::LSQB)
          | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
          ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
          | (1ULL << (LatheParser::PLUS - 68))
          | (1ULL << (LatheParser::MINUS - 68))
          | (1ULL << (LatheParser::STAR - 68))
          | (1ULL << (LatheParser::DSTAR - 68))
          | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
          setState(764);
          args();
        }
        setState(767);
        match(LatheParser::RPAR);
        break;
      }

      case LatheParser::LSQB: {
        enterOuterAlt(_localctx, 3);
        setState(768);
        match(LatheParser::LSQB);
        setState(769);
        subs();
        setState(770);
        match(LatheParser::RSQB);
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- SubsContext ------------------------------------------------------------------

LatheParser::SubsContext::SubsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::SubContext *> LatheParser::SubsContext::sub() {
  return getRuleContexts<LatheParser::SubContext>();
}

LatheParser::SubContext* LatheParser::SubsContext::sub(size_t i) {
  return getRuleContext<LatheParser::SubContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::SubsContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::SubsContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::SubsContext::getRuleIndex() const {
  return LatheParser::RuleSubs;
}


LatheParser::SubsContext* LatheParser::subs() {
  SubsContext *_localctx = _tracker.createInstance<SubsContext>(_ctx, getState());
  enterRule(_localctx, 108, LatheParser::RuleSubs);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(774);
    sub();
    setState(781);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(775);
      match(LatheParser::COMMA);
      setState(777);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if ((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << LatheParser::NAME)
        | (1ULL << LatheParser::NUMBER)
        | (1ULL << LatheParser::STRING)
        | (1ULL << LatheParser::FS_START)
        | (1ULL << LatheParser::FALSE)
        | (1ULL << LatheParser::NONE)
        | (1ULL << LatheParser::TRUE)
        | (1ULL << LatheParser::AWAIT)
        | (1ULL << LatheParser::LAMBDA)
        | (1ULL << LatheParser::NOT)
        | (1ULL << LatheParser::LPAR)
        | (1ULL << LatheParser::LSQB)
        | (1ULL << LatheParser::LBRACE)
        | (1ULL << LatheParser::COLON))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
        ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
        | (1ULL << (LatheParser::PLUS - 68))
        | (1ULL << (LatheParser::MINUS - 68))
        | (1ULL << (LatheParser::STAR - 68))
        | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
        setState(776);
        sub();
      }
      setState(783);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- SubContext ------------------------------------------------------------------

LatheParser::SubContext::SubContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<tree::TerminalNode *> LatheParser::SubContext::COLON() {
  return getTokens(LatheParser::COLON);
}

tree::TerminalNode* LatheParser::SubContext::COLON(size_t i) {
  return getToken(LatheParser::COLON, i);
}

std::vector<LatheParser::ExprContext *> LatheParser::SubContext::expr() {
  return getRuleContexts<LatheParser::ExprContext>();
}

LatheParser::ExprContext* LatheParser::SubContext::expr(size_t i) {
  return getRuleContext<LatheParser::ExprContext>(i);
}

LatheParser::NamedContext* LatheParser::SubContext::named() {
  return getRuleContext<LatheParser::NamedContext>(0);
}

tree::TerminalNode* LatheParser::SubContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}


size_t LatheParser::SubContext::getRuleIndex() const {
  return LatheParser::RuleSub;
}


LatheParser::SubContext* LatheParser::sub() {
  SubContext *_localctx = _tracker.createInstance<SubContext>(_ctx, getState());
  enterRule(_localctx, 110, LatheParser::RuleSub);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(809);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::COLON: {
        enterOuterAlt(_localctx, 1);
        setState(784);
        match(LatheParser::COLON);
        setState(786);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if ((((_la & ~ 0x3fULL) == 0) &&
          ((1ULL << _la) & ((1ULL << LatheParser::NAME)
          | (1ULL << LatheParser::NUMBER)
          | (1ULL << LatheParser::STRING)
          | (1ULL << LatheParser::FS_START)
          | (1ULL << LatheParser::FALSE)
          | (1ULL << LatheParser::NONE)
          | (1ULL << LatheParser::TRUE)
          | (1ULL << LatheParser::AWAIT)
          | (1ULL << LatheParser::LAMBDA)
          | (1ULL << LatheParser::NOT)
          | (1ULL << LatheParser::LPAR)
          | (1ULL << LatheParser::LSQB)
          | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
          ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
          | (1ULL << (LatheParser::PLUS - 68))
          | (1ULL << (LatheParser::MINUS - 68))
          | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
          setState(785);
          expr();
        }
        setState(792);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::COLON) {
          setState(788);
          match(LatheParser::COLON);
          setState(790);
          _errHandler->sync(this);

          _la = _input->LA(1);
          if ((((_la & ~ 0x3fULL) == 0) &&
            ((1ULL << _la) & ((1ULL << LatheParser::NAME)
            | (1ULL << LatheParser::NUMBER)
            | (1ULL << LatheParser::STRING)
            | (1ULL << LatheParser::FS_START)
            | (1ULL << LatheParser::FALSE)
            | (1ULL << LatheParser::NONE)
            | (1ULL << LatheParser::TRUE)
            | (1ULL << LatheParser::AWAIT)
            | (1ULL << LatheParser::LAMBDA)
            | (1ULL << LatheParser::NOT)
            | (1ULL << LatheParser::LPAR)
            | (1ULL << LatheParser::LSQB)
            | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
            ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
            | (1ULL << (LatheParser::PLUS - 68))
            | (1ULL << (LatheParser::MINUS - 68))
            | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
            setState(789);
            expr();
          }
        }
        break;
      }

      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::LAMBDA:
      case LatheParser::NOT:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 2);
        setState(794);
        named();
        setState(805);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::COLON) {
          setState(795);
          match(LatheParser::COLON);
          setState(797);
          _errHandler->sync(this);

          _la = _input->LA(1);
          if ((((_la & ~ 0x3fULL) == 0) &&
            ((1ULL << _la) & ((1ULL << LatheParser::NAME)
            | (1ULL << LatheParser::NUMBER)
            | (1ULL << LatheParser::STRING)
            | (1ULL << LatheParser::FS_START)
            | (1ULL << LatheParser::FALSE)
            | (1ULL << LatheParser::NONE)
            | (1ULL << LatheParser::TRUE)
            | (1ULL << LatheParser::AWAIT)
            | (1ULL << LatheParser::LAMBDA)
            | (1ULL << LatheParser::NOT)
            | (1ULL << LatheParser::LPAR)
            | (1ULL << LatheParser::LSQB)
            | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
            ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
            | (1ULL << (LatheParser::PLUS - 68))
            | (1ULL << (LatheParser::MINUS - 68))
            | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
            setState(796);
            expr();
          }
          setState(803);
          _errHandler->sync(this);

          _la = _input->LA(1);
          if (_la == LatheParser::COLON) {
            setState(799);
            match(LatheParser::COLON);
            setState(801);
            _errHandler->sync(this);

            _la = _input->LA(1);
            if ((((_la & ~ 0x3fULL) == 0) &&
              ((1ULL << _la) & ((1ULL << LatheParser::NAME)
              | (1ULL << LatheParser::NUMBER)
              | (1ULL << LatheParser::STRING)
              | (1ULL << LatheParser::FS_START)
              | (1ULL << LatheParser::FALSE)
              | (1ULL << LatheParser::NONE)
              | (1ULL << LatheParser::TRUE)
              | (1ULL << LatheParser::AWAIT)
              | (1ULL << LatheParser::LAMBDA)
              | (1ULL << LatheParser::NOT)
              | (1ULL << LatheParser::LPAR)
              | (1ULL << LatheParser::LSQB)
              | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
              ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
              | (1ULL << (LatheParser::PLUS - 68))
              | (1ULL << (LatheParser::MINUS - 68))
              | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
              setState(800);
              expr();
            }
          }
        }
        break;
      }

      case LatheParser::STAR: {
        enterOuterAlt(_localctx, 3);
        setState(807);
        match(LatheParser::STAR);
        setState(808);
        expr();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ArgsContext ------------------------------------------------------------------

LatheParser::ArgsContext::ArgsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<LatheParser::ArgContext *> LatheParser::ArgsContext::arg() {
  return getRuleContexts<LatheParser::ArgContext>();
}

LatheParser::ArgContext* LatheParser::ArgsContext::arg(size_t i) {
  return getRuleContext<LatheParser::ArgContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::ArgsContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::ArgsContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::ArgsContext::getRuleIndex() const {
  return LatheParser::RuleArgs;
}


LatheParser::ArgsContext* LatheParser::args() {
  ArgsContext *_localctx = _tracker.createInstance<ArgsContext>(_ctx, getState());
  enterRule(_localctx, 112, LatheParser::RuleArgs);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(811);
    arg();
    setState(818);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::COMMA) {
      setState(812);
      match(LatheParser::COMMA);
      setState(814);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if ((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << LatheParser::NAME)
        | (1ULL << LatheParser::NUMBER)
        | (1ULL << LatheParser::STRING)
        | (1ULL << LatheParser::FS_START)
        | (1ULL << LatheParser::FALSE)
        | (1ULL << LatheParser::NONE)
        | (1ULL << LatheParser::TRUE)
        | (1ULL << LatheParser::AWAIT)
        | (1ULL << LatheParser::LAMBDA)
        | (1ULL << LatheParser::NOT)
        | (1ULL << LatheParser::LPAR)
        | (1ULL << LatheParser::LSQB)
        | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
        ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
        | (1ULL << (LatheParser::PLUS - 68))
        | (1ULL << (LatheParser::MINUS - 68))
        | (1ULL << (LatheParser::STAR - 68))
        | (1ULL << (LatheParser::DSTAR - 68))
        | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
        setState(813);
        arg();
      }
      setState(820);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ArgContext ------------------------------------------------------------------

LatheParser::ArgContext::ArgContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::ArgContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}

std::vector<LatheParser::ExprContext *> LatheParser::ArgContext::expr() {
  return getRuleContexts<LatheParser::ExprContext>();
}

LatheParser::ExprContext* LatheParser::ArgContext::expr(size_t i) {
  return getRuleContext<LatheParser::ExprContext>(i);
}

tree::TerminalNode* LatheParser::ArgContext::DSTAR() {
  return getToken(LatheParser::DSTAR, 0);
}

tree::TerminalNode* LatheParser::ArgContext::WALRUS() {
  return getToken(LatheParser::WALRUS, 0);
}

tree::TerminalNode* LatheParser::ArgContext::ASSIGN() {
  return getToken(LatheParser::ASSIGN, 0);
}

LatheParser::CompForContext* LatheParser::ArgContext::compFor() {
  return getRuleContext<LatheParser::CompForContext>(0);
}


size_t LatheParser::ArgContext::getRuleIndex() const {
  return LatheParser::RuleArg;
}


LatheParser::ArgContext* LatheParser::arg() {
  ArgContext *_localctx = _tracker.createInstance<ArgContext>(_ctx, getState());
  enterRule(_localctx, 114, LatheParser::RuleArg);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(836);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::STAR: {
        enterOuterAlt(_localctx, 1);
        setState(821);
        match(LatheParser::STAR);
        setState(822);
        expr();
        break;
      }

      case LatheParser::DSTAR: {
        enterOuterAlt(_localctx, 2);
        setState(823);
        match(LatheParser::DSTAR);
        setState(824);
        expr();
        break;
      }

      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::LAMBDA:
      case LatheParser::NOT:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 3);
        setState(825);
        expr();
        setState(834);
        _errHandler->sync(this);
        switch (_input->LA(1)) {
          case LatheParser::WALRUS: {
            setState(826);
            match(LatheParser::WALRUS);
            setState(827);
            expr();
            setState(829);
            _errHandler->sync(this);

            _la = _input->LA(1);
            if (_la == LatheParser::ASYNC

            || _la == LatheParser::FOR) {
              setState(828);
              compFor();
            }
            break;
          }

          case LatheParser::ASSIGN: {
            setState(831);
            match(LatheParser::ASSIGN);
            setState(832);
            expr();
            break;
          }

          case LatheParser::ASYNC:
          case LatheParser::FOR: {
            setState(833);
            compFor();
            break;
          }

          case LatheParser::RPAR:
          case LatheParser::COMMA: {
            break;
          }

        default:
          break;
        }
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- CompForContext ------------------------------------------------------------------

LatheParser::CompForContext::CompForContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<tree::TerminalNode *> LatheParser::CompForContext::FOR() {
  return getTokens(LatheParser::FOR);
}

tree::TerminalNode* LatheParser::CompForContext::FOR(size_t i) {
  return getToken(LatheParser::FOR, i);
}

std::vector<LatheParser::TargetsContext *> LatheParser::CompForContext::targets() {
  return getRuleContexts<LatheParser::TargetsContext>();
}

LatheParser::TargetsContext* LatheParser::CompForContext::targets(size_t i) {
  return getRuleContext<LatheParser::TargetsContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::CompForContext::IN() {
  return getTokens(LatheParser::IN);
}

tree::TerminalNode* LatheParser::CompForContext::IN(size_t i) {
  return getToken(LatheParser::IN, i);
}

std::vector<LatheParser::OperationContext *> LatheParser::CompForContext::operation() {
  return getRuleContexts<LatheParser::OperationContext>();
}

LatheParser::OperationContext* LatheParser::CompForContext::operation(size_t i) {
  return getRuleContext<LatheParser::OperationContext>(i);
}

std::vector<tree::TerminalNode *> LatheParser::CompForContext::ASYNC() {
  return getTokens(LatheParser::ASYNC);
}

tree::TerminalNode* LatheParser::CompForContext::ASYNC(size_t i) {
  return getToken(LatheParser::ASYNC, i);
}

std::vector<tree::TerminalNode *> LatheParser::CompForContext::IF() {
  return getTokens(LatheParser::IF);
}

tree::TerminalNode* LatheParser::CompForContext::IF(size_t i) {
  return getToken(LatheParser::IF, i);
}


size_t LatheParser::CompForContext::getRuleIndex() const {
  return LatheParser::RuleCompFor;
}


LatheParser::CompForContext* LatheParser::compFor() {
  CompForContext *_localctx = _tracker.createInstance<CompForContext>(_ctx, getState());
  enterRule(_localctx, 116, LatheParser::RuleCompFor);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(852); 
    _errHandler->sync(this);
    _la = _input->LA(1);
    do {
      setState(839);
      _errHandler->sync(this);

      _la = _input->LA(1);
      if (_la == LatheParser::ASYNC) {
        setState(838);
        match(LatheParser::ASYNC);
      }
      setState(841);
      match(LatheParser::FOR);
      setState(842);
      targets();
      setState(843);
      match(LatheParser::IN);
      setState(844);
      operation();
      setState(849);
      _errHandler->sync(this);
      _la = _input->LA(1);
      while (_la == LatheParser::IF) {
        setState(845);
        match(LatheParser::IF);
        setState(846);
        operation();
        setState(851);
        _errHandler->sync(this);
        _la = _input->LA(1);
      }
      setState(854); 
      _errHandler->sync(this);
      _la = _input->LA(1);
    } while (_la == LatheParser::ASYNC

    || _la == LatheParser::FOR);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- AtomContext ------------------------------------------------------------------

LatheParser::AtomContext::AtomContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::AtomContext::NAME() {
  return getToken(LatheParser::NAME, 0);
}

tree::TerminalNode* LatheParser::AtomContext::NUMBER() {
  return getToken(LatheParser::NUMBER, 0);
}

LatheParser::StringsContext* LatheParser::AtomContext::strings() {
  return getRuleContext<LatheParser::StringsContext>(0);
}

tree::TerminalNode* LatheParser::AtomContext::NONE() {
  return getToken(LatheParser::NONE, 0);
}

tree::TerminalNode* LatheParser::AtomContext::TRUE() {
  return getToken(LatheParser::TRUE, 0);
}

tree::TerminalNode* LatheParser::AtomContext::FALSE() {
  return getToken(LatheParser::FALSE, 0);
}

tree::TerminalNode* LatheParser::AtomContext::ELLIPSIS() {
  return getToken(LatheParser::ELLIPSIS, 0);
}

tree::TerminalNode* LatheParser::AtomContext::LPAR() {
  return getToken(LatheParser::LPAR, 0);
}

tree::TerminalNode* LatheParser::AtomContext::RPAR() {
  return getToken(LatheParser::RPAR, 0);
}

LatheParser::ParenBodyContext* LatheParser::AtomContext::parenBody() {
  return getRuleContext<LatheParser::ParenBodyContext>(0);
}

tree::TerminalNode* LatheParser::AtomContext::LSQB() {
  return getToken(LatheParser::LSQB, 0);
}

tree::TerminalNode* LatheParser::AtomContext::RSQB() {
  return getToken(LatheParser::RSQB, 0);
}

std::vector<LatheParser::StarNamedContext *> LatheParser::AtomContext::starNamed() {
  return getRuleContexts<LatheParser::StarNamedContext>();
}

LatheParser::StarNamedContext* LatheParser::AtomContext::starNamed(size_t i) {
  return getRuleContext<LatheParser::StarNamedContext>(i);
}

LatheParser::CompForContext* LatheParser::AtomContext::compFor() {
  return getRuleContext<LatheParser::CompForContext>(0);
}

std::vector<tree::TerminalNode *> LatheParser::AtomContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::AtomContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}

tree::TerminalNode* LatheParser::AtomContext::LBRACE() {
  return getToken(LatheParser::LBRACE, 0);
}

tree::TerminalNode* LatheParser::AtomContext::RBRACE() {
  return getToken(LatheParser::RBRACE, 0);
}

std::vector<LatheParser::BraceItemContext *> LatheParser::AtomContext::braceItem() {
  return getRuleContexts<LatheParser::BraceItemContext>();
}

LatheParser::BraceItemContext* LatheParser::AtomContext::braceItem(size_t i) {
  return getRuleContext<LatheParser::BraceItemContext>(i);
}


size_t LatheParser::AtomContext::getRuleIndex() const {
  return LatheParser::RuleAtom;
}


LatheParser::AtomContext* LatheParser::atom() {
  AtomContext *_localctx = _tracker.createInstance<AtomContext>(_ctx, getState());
  enterRule(_localctx, 118, LatheParser::RuleAtom);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(902);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::NAME: {
        enterOuterAlt(_localctx, 1);
        setState(856);
        match(LatheParser::NAME);
        break;
      }

      case LatheParser::NUMBER: {
        enterOuterAlt(_localctx, 2);
        setState(857);
        match(LatheParser::NUMBER);
        break;
      }

      case LatheParser::STRING:
      case LatheParser::FS_START: {
        enterOuterAlt(_localctx, 3);
        setState(858);
        strings();
        break;
      }

      case LatheParser::NONE: {
        enterOuterAlt(_localctx, 4);
        setState(859);
        match(LatheParser::NONE);
        break;
      }

      case LatheParser::TRUE: {
        enterOuterAlt(_localctx, 5);
        setState(860);
        match(LatheParser::TRUE);
        break;
      }

      case LatheParser::FALSE: {
        enterOuterAlt(_localctx, 6);
        setState(861);
        match(LatheParser::FALSE);
        break;
      }

      case LatheParser::ELLIPSIS: {
        enterOuterAlt(_localctx, 7);
        setState(862);
        match(LatheParser::ELLIPSIS);
        break;
      }

      case LatheParser::LPAR: {
        enterOuterAlt(_localctx, 8);
        setState(863);
        match(LatheParser::LPAR);
        setState(865);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if ((((_la & ~ 0x3fULL) == 0) &&
          ((1ULL << _la) & ((1ULL << LatheParser::NAME)
          | (1ULL << LatheParser::NUMBER)
          | (1ULL << LatheParser::STRING)
          | (1ULL << LatheParser::FS_START)
          | (1ULL << LatheParser::FALSE)
          | (1ULL << LatheParser::NONE)
          | (1ULL << LatheParser::TRUE)
          | (1ULL << LatheParser::AWAIT)
          | (1ULL << LatheParser::LAMBDA)
          | (1ULL << LatheParser::NOT)
          | (1ULL << LatheParser::YIELD)
          | (1ULL << LatheParser::LPAR)
          | (1ULL << LatheParser::LSQB)
          | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
          ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
          | (1ULL << (LatheParser::PLUS - 68))
          | (1ULL << (LatheParser::MINUS - 68))
          | (1ULL << (LatheParser::STAR - 68))
          | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
          setState(864);
          parenBody();
        }
        setState(867);
        match(LatheParser::RPAR);
        break;
      }

      case LatheParser::LSQB: {
        enterOuterAlt(_localctx, 9);
        setState(868);
        match(LatheParser::LSQB);
        setState(882);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if ((((_la & ~ 0x3fULL) == 0) &&
          ((1ULL << _la) & ((1ULL << LatheParser::NAME)
          | (1ULL << LatheParser::NUMBER)
          | (1ULL << LatheParser::STRING)
          | (1ULL << LatheParser::FS_START)
          | (1ULL << LatheParser::FALSE)
          | (1ULL << LatheParser::NONE)
          | (1ULL << LatheParser::TRUE)
          | (1ULL << LatheParser::AWAIT)
          | (1ULL << LatheParser::LAMBDA)
          | (1ULL << LatheParser::NOT)
          | (1ULL << LatheParser::LPAR)
          | (1ULL << LatheParser::LSQB)
          | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
          ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
          | (1ULL << (LatheParser::PLUS - 68))
          | (1ULL << (LatheParser::MINUS - 68))
          | (1ULL << (LatheParser::STAR - 68))
          | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
          setState(869);
          starNamed();
          setState(880);
          _errHandler->sync(this);
          switch (_input->LA(1)) {
            case LatheParser::ASYNC:
            case LatheParser::FOR: {
              setState(870);
              compFor();
              break;
            }

            case LatheParser::RSQB:
            case LatheParser::COMMA: {
              setState(877);
              _errHandler->sync(this);
              _la = _input->LA(1);
              while (_la == LatheParser::COMMA) {
                setState(871);
                match(LatheParser::COMMA);
                setState(873);
                _errHandler->sync(this);

                _la = _input->LA(1);
                if ((((_la & ~ 0x3fULL) == 0) &&
                  ((1ULL << _la) & ((1ULL << LatheParser::NAME)
                  | (1ULL << LatheParser::NUMBER)
                  | (1ULL << LatheParser::STRING)
                  | (1ULL << LatheParser::FS_START)
                  | (1ULL << LatheParser::FALSE)
                  | (1ULL << LatheParser::NONE)
                  | (1ULL << LatheParser::TRUE)
                  | (1ULL << LatheParser::AWAIT)
                  | (1ULL << LatheParser::LAMBDA)
                  | (1ULL << LatheParser::NOT)
                  | (1ULL << LatheParser::LPAR)
                  | (1ULL << LatheParser::LSQB)
                  | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
                  ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
                  | (1ULL << (LatheParser::PLUS - 68))
                  | (1ULL << (LatheParser::MINUS - 68))
                  | (1ULL << (LatheParser::STAR - 68))
                  | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
                  setState(872);
                  starNamed();
                }
                setState(879);
                _errHandler->sync(this);
                _la = _input->LA(1);
              }
              break;
            }

          default:
            throw NoViableAltException(this);
          }
        }
        setState(884);
        match(LatheParser::RSQB);
        break;
      }

      case LatheParser::LBRACE: {
        enterOuterAlt(_localctx, 10);
        setState(885);
        match(LatheParser::LBRACE);
        setState(899);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if ((((_la & ~ 0x3fULL) == 0) &&
          ((1ULL << _la) & ((1ULL << LatheParser::NAME)
          | (1ULL << LatheParser::NUMBER)
          | (1ULL << LatheParser::STRING)
          | (1ULL << LatheParser::FS_START)
          | (1ULL << LatheParser::FALSE)
          | (1ULL << LatheParser::NONE)
          | (1ULL << LatheParser::TRUE)
          | (1ULL << LatheParser::AWAIT)
          | (1ULL << LatheParser::LAMBDA)
          | (1ULL << LatheParser::NOT)
          | (1ULL << LatheParser::LPAR)
          | (1ULL << LatheParser::LSQB)
          | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
          ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
          | (1ULL << (LatheParser::PLUS - 68))
          | (1ULL << (LatheParser::MINUS - 68))
          | (1ULL << (LatheParser::STAR - 68))
          | (1ULL << (LatheParser::DSTAR - 68))
          | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
          setState(886);
          braceItem();
          setState(897);
          _errHandler->sync(this);
          switch (_input->LA(1)) {
            case LatheParser::ASYNC:
            case LatheParser::FOR: {
              setState(887);
              compFor();
              break;
            }

            case LatheParser::RBRACE:
            case LatheParser::COMMA: {
              setState(894);
              _errHandler->sync(this);
              _la = _input->LA(1);
              while (_la == LatheParser::COMMA) {
                setState(888);
                match(LatheParser::COMMA);
                setState(890);
                _errHandler->sync(this);

                _la = _input->LA(1);
                if ((((_la & ~ 0x3fULL) == 0) &&
                  ((1ULL << _la) & ((1ULL << LatheParser::NAME)
                  | (1ULL << LatheParser::NUMBER)
                  | (1ULL << LatheParser::STRING)
                  | (1ULL << LatheParser::FS_START)
                  | (1ULL << LatheParser::FALSE)
                  | (1ULL << LatheParser::NONE)
                  | (1ULL << LatheParser::TRUE)
                  | (1ULL << LatheParser::AWAIT)
                  | (1ULL << LatheParser::LAMBDA)
                  | (1ULL << LatheParser::NOT)
                  | (1ULL << LatheParser::LPAR)
                  | (1ULL << LatheParser::LSQB)
                  | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
                  ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
                  | (1ULL << (LatheParser::PLUS - 68))
                  | (1ULL << (LatheParser::MINUS - 68))
                  | (1ULL << (LatheParser::STAR - 68))
                  | (1ULL << (LatheParser::DSTAR - 68))
                  | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
                  setState(889);
                  braceItem();
                }
                setState(896);
                _errHandler->sync(this);
                _la = _input->LA(1);
              }
              break;
            }

          default:
            throw NoViableAltException(this);
          }
        }
        setState(901);
        match(LatheParser::RBRACE);
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ParenBodyContext ------------------------------------------------------------------

LatheParser::ParenBodyContext::ParenBodyContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::YieldExprContext* LatheParser::ParenBodyContext::yieldExpr() {
  return getRuleContext<LatheParser::YieldExprContext>(0);
}

std::vector<LatheParser::ParenItemContext *> LatheParser::ParenBodyContext::parenItem() {
  return getRuleContexts<LatheParser::ParenItemContext>();
}

LatheParser::ParenItemContext* LatheParser::ParenBodyContext::parenItem(size_t i) {
  return getRuleContext<LatheParser::ParenItemContext>(i);
}

LatheParser::CompForContext* LatheParser::ParenBodyContext::compFor() {
  return getRuleContext<LatheParser::CompForContext>(0);
}

std::vector<tree::TerminalNode *> LatheParser::ParenBodyContext::COMMA() {
  return getTokens(LatheParser::COMMA);
}

tree::TerminalNode* LatheParser::ParenBodyContext::COMMA(size_t i) {
  return getToken(LatheParser::COMMA, i);
}


size_t LatheParser::ParenBodyContext::getRuleIndex() const {
  return LatheParser::RuleParenBody;
}


LatheParser::ParenBodyContext* LatheParser::parenBody() {
  ParenBodyContext *_localctx = _tracker.createInstance<ParenBodyContext>(_ctx, getState());
  enterRule(_localctx, 120, LatheParser::RuleParenBody);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(918);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::YIELD: {
        enterOuterAlt(_localctx, 1);
        setState(904);
        yieldExpr();
        break;
      }

      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::LAMBDA:
      case LatheParser::NOT:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::STAR:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 2);
        setState(905);
        parenItem();
        setState(916);
        _errHandler->sync(this);
        switch (_input->LA(1)) {
          case LatheParser::ASYNC:
          case LatheParser::FOR: {
            setState(906);
            compFor();
            break;
          }

          case LatheParser::FS_EQ:
          case LatheParser::FS_CONV:
          case LatheParser::FS_COLON:
          case LatheParser::FS_RB:
          case LatheParser::RPAR:
          case LatheParser::COMMA: {
            setState(913);
            _errHandler->sync(this);
            _la = _input->LA(1);
            while (_la == LatheParser::COMMA) {
              setState(907);
              match(LatheParser::COMMA);
              setState(909);
              _errHandler->sync(this);

              _la = _input->LA(1);
              if ((((_la & ~ 0x3fULL) == 0) &&
                ((1ULL << _la) & ((1ULL << LatheParser::NAME)
                | (1ULL << LatheParser::NUMBER)
                | (1ULL << LatheParser::STRING)
                | (1ULL << LatheParser::FS_START)
                | (1ULL << LatheParser::FALSE)
                | (1ULL << LatheParser::NONE)
                | (1ULL << LatheParser::TRUE)
                | (1ULL << LatheParser::AWAIT)
                | (1ULL << LatheParser::LAMBDA)
                | (1ULL << LatheParser::NOT)
                | (1ULL << LatheParser::LPAR)
                | (1ULL << LatheParser::LSQB)
                | (1ULL << LatheParser::LBRACE))) != 0) || ((((_la - 68) & ~ 0x3fULL) == 0) &&
                ((1ULL << (_la - 68)) & ((1ULL << (LatheParser::ELLIPSIS - 68))
                | (1ULL << (LatheParser::PLUS - 68))
                | (1ULL << (LatheParser::MINUS - 68))
                | (1ULL << (LatheParser::STAR - 68))
                | (1ULL << (LatheParser::TILDE - 68)))) != 0)) {
                setState(908);
                parenItem();
              }
              setState(915);
              _errHandler->sync(this);
              _la = _input->LA(1);
            }
            break;
          }

        default:
          throw NoViableAltException(this);
        }
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ParenItemContext ------------------------------------------------------------------

LatheParser::ParenItemContext::ParenItemContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

LatheParser::StarNamedContext* LatheParser::ParenItemContext::starNamed() {
  return getRuleContext<LatheParser::StarNamedContext>(0);
}

tree::TerminalNode* LatheParser::ParenItemContext::AS() {
  return getToken(LatheParser::AS, 0);
}

LatheParser::TargetContext* LatheParser::ParenItemContext::target() {
  return getRuleContext<LatheParser::TargetContext>(0);
}


size_t LatheParser::ParenItemContext::getRuleIndex() const {
  return LatheParser::RuleParenItem;
}


LatheParser::ParenItemContext* LatheParser::parenItem() {
  ParenItemContext *_localctx = _tracker.createInstance<ParenItemContext>(_ctx, getState());
  enterRule(_localctx, 122, LatheParser::RuleParenItem);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(920);
    starNamed();
    setState(923);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == LatheParser::AS) {
      setState(921);
      match(LatheParser::AS);
      setState(922);
      target();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- BraceItemContext ------------------------------------------------------------------

LatheParser::BraceItemContext::BraceItemContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::BraceItemContext::DSTAR() {
  return getToken(LatheParser::DSTAR, 0);
}

LatheParser::OperationContext* LatheParser::BraceItemContext::operation() {
  return getRuleContext<LatheParser::OperationContext>(0);
}

tree::TerminalNode* LatheParser::BraceItemContext::STAR() {
  return getToken(LatheParser::STAR, 0);
}

LatheParser::NamedContext* LatheParser::BraceItemContext::named() {
  return getRuleContext<LatheParser::NamedContext>(0);
}

tree::TerminalNode* LatheParser::BraceItemContext::COLON() {
  return getToken(LatheParser::COLON, 0);
}

LatheParser::ExprContext* LatheParser::BraceItemContext::expr() {
  return getRuleContext<LatheParser::ExprContext>(0);
}


size_t LatheParser::BraceItemContext::getRuleIndex() const {
  return LatheParser::RuleBraceItem;
}


LatheParser::BraceItemContext* LatheParser::braceItem() {
  BraceItemContext *_localctx = _tracker.createInstance<BraceItemContext>(_ctx, getState());
  enterRule(_localctx, 124, LatheParser::RuleBraceItem);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(934);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::DSTAR: {
        enterOuterAlt(_localctx, 1);
        setState(925);
        match(LatheParser::DSTAR);
        setState(926);
        operation();
        break;
      }

      case LatheParser::STAR: {
        enterOuterAlt(_localctx, 2);
        setState(927);
        match(LatheParser::STAR);
        setState(928);
        operation();
        break;
      }

      case LatheParser::NAME:
      case LatheParser::NUMBER:
      case LatheParser::STRING:
      case LatheParser::FS_START:
      case LatheParser::FALSE:
      case LatheParser::NONE:
      case LatheParser::TRUE:
      case LatheParser::AWAIT:
      case LatheParser::LAMBDA:
      case LatheParser::NOT:
      case LatheParser::LPAR:
      case LatheParser::LSQB:
      case LatheParser::LBRACE:
      case LatheParser::ELLIPSIS:
      case LatheParser::PLUS:
      case LatheParser::MINUS:
      case LatheParser::TILDE: {
        enterOuterAlt(_localctx, 3);
        setState(929);
        named();
        setState(932);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::COLON) {
          setState(930);
          match(LatheParser::COLON);
          setState(931);
          expr();
        }
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- StringsContext ------------------------------------------------------------------

LatheParser::StringsContext::StringsContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<tree::TerminalNode *> LatheParser::StringsContext::STRING() {
  return getTokens(LatheParser::STRING);
}

tree::TerminalNode* LatheParser::StringsContext::STRING(size_t i) {
  return getToken(LatheParser::STRING, i);
}

std::vector<LatheParser::FstringContext *> LatheParser::StringsContext::fstring() {
  return getRuleContexts<LatheParser::FstringContext>();
}

LatheParser::FstringContext* LatheParser::StringsContext::fstring(size_t i) {
  return getRuleContext<LatheParser::FstringContext>(i);
}


size_t LatheParser::StringsContext::getRuleIndex() const {
  return LatheParser::RuleStrings;
}


LatheParser::StringsContext* LatheParser::strings() {
  StringsContext *_localctx = _tracker.createInstance<StringsContext>(_ctx, getState());
  enterRule(_localctx, 126, LatheParser::RuleStrings);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(938); 
    _errHandler->sync(this);
    _la = _input->LA(1);
    do {
      setState(938);
      _errHandler->sync(this);
      switch (_input->LA(1)) {
        case LatheParser::STRING: {
          setState(936);
          match(LatheParser::STRING);
          break;
        }

        case LatheParser::FS_START: {
          setState(937);
          fstring();
          break;
        }

      default:
        throw NoViableAltException(this);
      }
      setState(940); 
      _errHandler->sync(this);
      _la = _input->LA(1);
    } while (_la == LatheParser::STRING

    || _la == LatheParser::FS_START);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- FstringContext ------------------------------------------------------------------

LatheParser::FstringContext::FstringContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::FstringContext::FS_START() {
  return getToken(LatheParser::FS_START, 0);
}

tree::TerminalNode* LatheParser::FstringContext::FS_END() {
  return getToken(LatheParser::FS_END, 0);
}

std::vector<LatheParser::FpartContext *> LatheParser::FstringContext::fpart() {
  return getRuleContexts<LatheParser::FpartContext>();
}

LatheParser::FpartContext* LatheParser::FstringContext::fpart(size_t i) {
  return getRuleContext<LatheParser::FpartContext>(i);
}


size_t LatheParser::FstringContext::getRuleIndex() const {
  return LatheParser::RuleFstring;
}


LatheParser::FstringContext* LatheParser::fstring() {
  FstringContext *_localctx = _tracker.createInstance<FstringContext>(_ctx, getState());
  enterRule(_localctx, 128, LatheParser::RuleFstring);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(942);
    match(LatheParser::FS_START);
    setState(946);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == LatheParser::FS_MID

    || _la == LatheParser::FS_LB) {
      setState(943);
      fpart();
      setState(948);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
    setState(949);
    match(LatheParser::FS_END);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- FpartContext ------------------------------------------------------------------

LatheParser::FpartContext::FpartContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* LatheParser::FpartContext::FS_MID() {
  return getToken(LatheParser::FS_MID, 0);
}

tree::TerminalNode* LatheParser::FpartContext::FS_LB() {
  return getToken(LatheParser::FS_LB, 0);
}

LatheParser::ParenBodyContext* LatheParser::FpartContext::parenBody() {
  return getRuleContext<LatheParser::ParenBodyContext>(0);
}

tree::TerminalNode* LatheParser::FpartContext::FS_RB() {
  return getToken(LatheParser::FS_RB, 0);
}

tree::TerminalNode* LatheParser::FpartContext::FS_EQ() {
  return getToken(LatheParser::FS_EQ, 0);
}

tree::TerminalNode* LatheParser::FpartContext::FS_CONV() {
  return getToken(LatheParser::FS_CONV, 0);
}

tree::TerminalNode* LatheParser::FpartContext::FS_COLON() {
  return getToken(LatheParser::FS_COLON, 0);
}

std::vector<LatheParser::FpartContext *> LatheParser::FpartContext::fpart() {
  return getRuleContexts<LatheParser::FpartContext>();
}

LatheParser::FpartContext* LatheParser::FpartContext::fpart(size_t i) {
  return getRuleContext<LatheParser::FpartContext>(i);
}


size_t LatheParser::FpartContext::getRuleIndex() const {
  return LatheParser::RuleFpart;
}


LatheParser::FpartContext* LatheParser::fpart() {
  FpartContext *_localctx = _tracker.createInstance<FpartContext>(_ctx, getState());
  enterRule(_localctx, 130, LatheParser::RuleFpart);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(971);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case LatheParser::FS_MID: {
        enterOuterAlt(_localctx, 1);
        setState(951);
        match(LatheParser::FS_MID);
        break;
      }

      case LatheParser::FS_LB: {
        enterOuterAlt(_localctx, 2);
        setState(952);
        match(LatheParser::FS_LB);
        setState(953);
        parenBody();
        setState(955);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::FS_EQ) {
          setState(954);
          match(LatheParser::FS_EQ);
        }
        setState(958);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::FS_CONV) {
          setState(957);
          match(LatheParser::FS_CONV);
        }
        setState(967);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == LatheParser::FS_COLON) {
          setState(960);
          match(LatheParser::FS_COLON);
          setState(964);
          _errHandler->sync(this);
          _la = _input->LA(1);
          while (_la == LatheParser::FS_MID

          || _la == LatheParser::FS_LB) {
            setState(961);
            fpart();
            setState(966);
            _errHandler->sync(this);
            _la = _input->LA(1);
          }
        }
        setState(969);
        match(LatheParser::FS_RB);
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

// Static vars and initialization.
std::vector<dfa::DFA> LatheParser::_decisionToDFA;
atn::PredictionContextCache LatheParser::_sharedContextCache;

// We own the ATN which in turn owns the ATN states.
atn::ATN LatheParser::_atn;
std::vector<uint16_t> LatheParser::_serializedATN;

std::vector<std::string> LatheParser::_ruleNames = {
  "stmt", "simpleStmts", "simple", "exprStmt", "rhs", "yieldExpr", "returnStmt", 
  "raiseStmt", "globalStmt", "delStmt", "assertStmt", "importStmt", "dottedAs", 
  "dotted", "fromAs", "fromStmt", "compound", "asyncStmt", "block", "ifStmt", 
  "whileStmt", "forStmt", "targets", "target", "tryStmt", "exceptBlock", 
  "withStmt", "withItem", "funcDef", "params", "param", "lparams", "lparam", 
  "classDef", "decorated", "matchStmt", "caseBlock", "patterns", "asPattern", 
  "orPattern", "closedPattern", "patArg", "mapItem", "starExprs", "starExpr", 
  "starNameds", "starNamed", "named", "expr", "operation", "prefix", "binop", 
  "primary", "trailer", "subs", "sub", "args", "arg", "compFor", "atom", 
  "parenBody", "parenItem", "braceItem", "strings", "fstring", "fpart"
};

std::vector<std::string> LatheParser::_literalNames = {
};

std::vector<std::string> LatheParser::_symbolicNames = {
  "", "NEWLINE", "INDENT", "DEDENT", "NAME", "NUMBER", "STRING", "FS_START", 
  "FS_MID", "FS_LB", "FS_EQ", "FS_CONV", "FS_COLON", "FS_RB", "FS_END", 
  "FALSE", "NONE", "TRUE", "AND", "AS", "ASSERT", "ASYNC", "AWAIT", "BREAK", 
  "CLASS", "CONTINUE", "DEF", "DEL", "ELIF", "ELSE", "EXCEPT", "FINALLY", 
  "FOR", "FROM", "GLOBAL", "IF", "IMPORT", "IN", "IS", "LAMBDA", "NONLOCAL", 
  "NOT", "OR", "PASS", "RAISE", "RETURN", "TRY", "WHILE", "WITH", "YIELD", 
  "MATCH", "CASE", "NOT_IN", "IS_NOT", "LPAR", "RPAR", "LSQB", "RSQB", "LBRACE", 
  "RBRACE", "COMMA", "COLON", "DOT", "SEMI", "ASSIGN", "AUGASSIGN", "WALRUS", 
  "ARROW", "ELLIPSIS", "AT", "PLUS", "MINUS", "STAR", "SLASH", "DOUBLESLASH", 
  "PERCENT", "DSTAR", "LSHIFT", "RSHIFT", "AMP", "BAR", "CARET", "TILDE", 
  "LT", "GT", "LE", "GE", "EQ", "NE", "LTGT", "INVALID"
};

dfa::Vocabulary LatheParser::_vocabulary(_literalNames, _symbolicNames);

std::vector<std::string> LatheParser::_tokenNames;

LatheParser::Initializer::Initializer() {
	for (size_t i = 0; i < _symbolicNames.size(); ++i) {
		std::string name = _vocabulary.getLiteralName(i);
		if (name.empty()) {
			name = _vocabulary.getSymbolicName(i);
		}

		if (name.empty()) {
			_tokenNames.push_back("<INVALID>");
		} else {
      _tokenNames.push_back(name);
    }
	}

  _serializedATN = {
    0x3, 0x608b, 0xa72a, 0x8133, 0xb9ed, 0x417c, 0x3be7, 0x7786, 0x5964, 
    0x3, 0x5c, 0x3d0, 0x4, 0x2, 0x9, 0x2, 0x4, 0x3, 0x9, 0x3, 0x4, 0x4, 
    0x9, 0x4, 0x4, 0x5, 0x9, 0x5, 0x4, 0x6, 0x9, 0x6, 0x4, 0x7, 0x9, 0x7, 
    0x4, 0x8, 0x9, 0x8, 0x4, 0x9, 0x9, 0x9, 0x4, 0xa, 0x9, 0xa, 0x4, 0xb, 
    0x9, 0xb, 0x4, 0xc, 0x9, 0xc, 0x4, 0xd, 0x9, 0xd, 0x4, 0xe, 0x9, 0xe, 
    0x4, 0xf, 0x9, 0xf, 0x4, 0x10, 0x9, 0x10, 0x4, 0x11, 0x9, 0x11, 0x4, 
    0x12, 0x9, 0x12, 0x4, 0x13, 0x9, 0x13, 0x4, 0x14, 0x9, 0x14, 0x4, 0x15, 
    0x9, 0x15, 0x4, 0x16, 0x9, 0x16, 0x4, 0x17, 0x9, 0x17, 0x4, 0x18, 0x9, 
    0x18, 0x4, 0x19, 0x9, 0x19, 0x4, 0x1a, 0x9, 0x1a, 0x4, 0x1b, 0x9, 0x1b, 
    0x4, 0x1c, 0x9, 0x1c, 0x4, 0x1d, 0x9, 0x1d, 0x4, 0x1e, 0x9, 0x1e, 0x4, 
    0x1f, 0x9, 0x1f, 0x4, 0x20, 0x9, 0x20, 0x4, 0x21, 0x9, 0x21, 0x4, 0x22, 
    0x9, 0x22, 0x4, 0x23, 0x9, 0x23, 0x4, 0x24, 0x9, 0x24, 0x4, 0x25, 0x9, 
    0x25, 0x4, 0x26, 0x9, 0x26, 0x4, 0x27, 0x9, 0x27, 0x4, 0x28, 0x9, 0x28, 
    0x4, 0x29, 0x9, 0x29, 0x4, 0x2a, 0x9, 0x2a, 0x4, 0x2b, 0x9, 0x2b, 0x4, 
    0x2c, 0x9, 0x2c, 0x4, 0x2d, 0x9, 0x2d, 0x4, 0x2e, 0x9, 0x2e, 0x4, 0x2f, 
    0x9, 0x2f, 0x4, 0x30, 0x9, 0x30, 0x4, 0x31, 0x9, 0x31, 0x4, 0x32, 0x9, 
    0x32, 0x4, 0x33, 0x9, 0x33, 0x4, 0x34, 0x9, 0x34, 0x4, 0x35, 0x9, 0x35, 
    0x4, 0x36, 0x9, 0x36, 0x4, 0x37, 0x9, 0x37, 0x4, 0x38, 0x9, 0x38, 0x4, 
    0x39, 0x9, 0x39, 0x4, 0x3a, 0x9, 0x3a, 0x4, 0x3b, 0x9, 0x3b, 0x4, 0x3c, 
    0x9, 0x3c, 0x4, 0x3d, 0x9, 0x3d, 0x4, 0x3e, 0x9, 0x3e, 0x4, 0x3f, 0x9, 
    0x3f, 0x4, 0x40, 0x9, 0x40, 0x4, 0x41, 0x9, 0x41, 0x4, 0x42, 0x9, 0x42, 
    0x4, 0x43, 0x9, 0x43, 0x3, 0x2, 0x3, 0x2, 0x5, 0x2, 0x89, 0xa, 0x2, 
    0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x5, 0x3, 0x8e, 0xa, 0x3, 0x7, 0x3, 0x90, 
    0xa, 0x3, 0xc, 0x3, 0xe, 0x3, 0x93, 0xb, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 
    0x4, 0x3, 0x4, 0x3, 0x4, 0x3, 0x4, 0x3, 0x4, 0x3, 0x4, 0x3, 0x4, 0x3, 
    0x4, 0x3, 0x4, 0x3, 0x4, 0x3, 0x4, 0x5, 0x4, 0xa2, 0xa, 0x4, 0x3, 0x5, 
    0x3, 0x5, 0x3, 0x5, 0x3, 0x5, 0x3, 0x5, 0x5, 0x5, 0xa9, 0xa, 0x5, 0x3, 
    0x5, 0x3, 0x5, 0x3, 0x5, 0x3, 0x5, 0x6, 0x5, 0xaf, 0xa, 0x5, 0xd, 0x5, 
    0xe, 0x5, 0xb0, 0x5, 0x5, 0xb3, 0xa, 0x5, 0x3, 0x5, 0x3, 0x5, 0x3, 0x5, 
    0x7, 0x5, 0xb8, 0xa, 0x5, 0xc, 0x5, 0xe, 0x5, 0xbb, 0xb, 0x5, 0x5, 0x5, 
    0xbd, 0xa, 0x5, 0x3, 0x6, 0x3, 0x6, 0x5, 0x6, 0xc1, 0xa, 0x6, 0x3, 0x7, 
    0x3, 0x7, 0x3, 0x7, 0x3, 0x7, 0x5, 0x7, 0xc7, 0xa, 0x7, 0x3, 0x8, 0x3, 
    0x8, 0x5, 0x8, 0xcb, 0xa, 0x8, 0x3, 0x9, 0x3, 0x9, 0x3, 0x9, 0x3, 0x9, 
    0x5, 0x9, 0xd1, 0xa, 0x9, 0x5, 0x9, 0xd3, 0xa, 0x9, 0x3, 0xa, 0x3, 0xa, 
    0x3, 0xa, 0x3, 0xa, 0x7, 0xa, 0xd9, 0xa, 0xa, 0xc, 0xa, 0xe, 0xa, 0xdc, 
    0xb, 0xa, 0x3, 0xb, 0x3, 0xb, 0x3, 0xb, 0x3, 0xc, 0x3, 0xc, 0x3, 0xc, 
    0x3, 0xc, 0x5, 0xc, 0xe5, 0xa, 0xc, 0x3, 0xd, 0x3, 0xd, 0x3, 0xd, 0x3, 
    0xd, 0x7, 0xd, 0xeb, 0xa, 0xd, 0xc, 0xd, 0xe, 0xd, 0xee, 0xb, 0xd, 0x3, 
    0xe, 0x3, 0xe, 0x3, 0xe, 0x5, 0xe, 0xf3, 0xa, 0xe, 0x3, 0xf, 0x3, 0xf, 
    0x3, 0xf, 0x7, 0xf, 0xf8, 0xa, 0xf, 0xc, 0xf, 0xe, 0xf, 0xfb, 0xb, 0xf, 
    0x3, 0x10, 0x3, 0x10, 0x3, 0x10, 0x5, 0x10, 0x100, 0xa, 0x10, 0x3, 0x11, 
    0x3, 0x11, 0x7, 0x11, 0x104, 0xa, 0x11, 0xc, 0x11, 0xe, 0x11, 0x107, 
    0xb, 0x11, 0x3, 0x11, 0x5, 0x11, 0x10a, 0xa, 0x11, 0x3, 0x11, 0x3, 0x11, 
    0x3, 0x11, 0x3, 0x11, 0x3, 0x11, 0x3, 0x11, 0x5, 0x11, 0x112, 0xa, 0x11, 
    0x7, 0x11, 0x114, 0xa, 0x11, 0xc, 0x11, 0xe, 0x11, 0x117, 0xb, 0x11, 
    0x3, 0x11, 0x3, 0x11, 0x3, 0x11, 0x3, 0x11, 0x3, 0x11, 0x5, 0x11, 0x11e, 
    0xa, 0x11, 0x7, 0x11, 0x120, 0xa, 0x11, 0xc, 0x11, 0xe, 0x11, 0x123, 
    0xb, 0x11, 0x5, 0x11, 0x125, 0xa, 0x11, 0x3, 0x12, 0x3, 0x12, 0x3, 0x12, 
    0x3, 0x12, 0x3, 0x12, 0x3, 0x12, 0x3, 0x12, 0x3, 0x12, 0x3, 0x12, 0x3, 
    0x12, 0x5, 0x12, 0x131, 0xa, 0x12, 0x3, 0x13, 0x3, 0x13, 0x3, 0x13, 
    0x3, 0x13, 0x5, 0x13, 0x137, 0xa, 0x13, 0x3, 0x14, 0x3, 0x14, 0x3, 0x14, 
    0x3, 0x14, 0x6, 0x14, 0x13d, 0xa, 0x14, 0xd, 0x14, 0xe, 0x14, 0x13e, 
    0x3, 0x14, 0x3, 0x14, 0x5, 0x14, 0x143, 0xa, 0x14, 0x3, 0x15, 0x3, 0x15, 
    0x3, 0x15, 0x3, 0x15, 0x3, 0x15, 0x3, 0x15, 0x3, 0x15, 0x3, 0x15, 0x3, 
    0x15, 0x7, 0x15, 0x14e, 0xa, 0x15, 0xc, 0x15, 0xe, 0x15, 0x151, 0xb, 
    0x15, 0x3, 0x15, 0x3, 0x15, 0x3, 0x15, 0x5, 0x15, 0x156, 0xa, 0x15, 
    0x3, 0x16, 0x3, 0x16, 0x3, 0x16, 0x3, 0x16, 0x3, 0x16, 0x3, 0x16, 0x3, 
    0x16, 0x5, 0x16, 0x15f, 0xa, 0x16, 0x3, 0x17, 0x3, 0x17, 0x3, 0x17, 
    0x3, 0x17, 0x3, 0x17, 0x3, 0x17, 0x3, 0x17, 0x3, 0x17, 0x3, 0x17, 0x5, 
    0x17, 0x16a, 0xa, 0x17, 0x3, 0x18, 0x3, 0x18, 0x3, 0x18, 0x5, 0x18, 
    0x16f, 0xa, 0x18, 0x7, 0x18, 0x171, 0xa, 0x18, 0xc, 0x18, 0xe, 0x18, 
    0x174, 0xb, 0x18, 0x3, 0x19, 0x5, 0x19, 0x177, 0xa, 0x19, 0x3, 0x19, 
    0x3, 0x19, 0x3, 0x1a, 0x3, 0x1a, 0x3, 0x1a, 0x3, 0x1a, 0x6, 0x1a, 0x17f, 
    0xa, 0x1a, 0xd, 0x1a, 0xe, 0x1a, 0x180, 0x3, 0x1a, 0x3, 0x1a, 0x3, 0x1a, 
    0x5, 0x1a, 0x186, 0xa, 0x1a, 0x3, 0x1a, 0x3, 0x1a, 0x3, 0x1a, 0x5, 0x1a, 
    0x18b, 0xa, 0x1a, 0x3, 0x1a, 0x3, 0x1a, 0x3, 0x1a, 0x5, 0x1a, 0x190, 
    0xa, 0x1a, 0x3, 0x1b, 0x3, 0x1b, 0x5, 0x1b, 0x194, 0xa, 0x1b, 0x3, 0x1b, 
    0x3, 0x1b, 0x3, 0x1b, 0x5, 0x1b, 0x199, 0xa, 0x1b, 0x5, 0x1b, 0x19b, 
    0xa, 0x1b, 0x3, 0x1b, 0x3, 0x1b, 0x3, 0x1b, 0x3, 0x1c, 0x3, 0x1c, 0x3, 
    0x1c, 0x3, 0x1c, 0x7, 0x1c, 0x1a4, 0xa, 0x1c, 0xc, 0x1c, 0xe, 0x1c, 
    0x1a7, 0xb, 0x1c, 0x3, 0x1c, 0x3, 0x1c, 0x3, 0x1c, 0x3, 0x1d, 0x3, 0x1d, 
    0x3, 0x1d, 0x5, 0x1d, 0x1af, 0xa, 0x1d, 0x3, 0x1e, 0x3, 0x1e, 0x3, 0x1e, 
    0x3, 0x1e, 0x5, 0x1e, 0x1b5, 0xa, 0x1e, 0x3, 0x1e, 0x3, 0x1e, 0x3, 0x1e, 
    0x5, 0x1e, 0x1ba, 0xa, 0x1e, 0x3, 0x1e, 0x3, 0x1e, 0x3, 0x1e, 0x3, 0x1f, 
    0x3, 0x1f, 0x3, 0x1f, 0x5, 0x1f, 0x1c2, 0xa, 0x1f, 0x7, 0x1f, 0x1c4, 
    0xa, 0x1f, 0xc, 0x1f, 0xe, 0x1f, 0x1c7, 0xb, 0x1f, 0x3, 0x20, 0x3, 0x20, 
    0x3, 0x20, 0x5, 0x20, 0x1cc, 0xa, 0x20, 0x3, 0x20, 0x3, 0x20, 0x5, 0x20, 
    0x1d0, 0xa, 0x20, 0x3, 0x20, 0x3, 0x20, 0x3, 0x20, 0x3, 0x20, 0x3, 0x20, 
    0x3, 0x20, 0x5, 0x20, 0x1d8, 0xa, 0x20, 0x5, 0x20, 0x1da, 0xa, 0x20, 
    0x5, 0x20, 0x1dc, 0xa, 0x20, 0x3, 0x20, 0x3, 0x20, 0x3, 0x20, 0x3, 0x20, 
    0x5, 0x20, 0x1e2, 0xa, 0x20, 0x3, 0x20, 0x5, 0x20, 0x1e5, 0xa, 0x20, 
    0x3, 0x21, 0x3, 0x21, 0x3, 0x21, 0x5, 0x21, 0x1ea, 0xa, 0x21, 0x7, 0x21, 
    0x1ec, 0xa, 0x21, 0xc, 0x21, 0xe, 0x21, 0x1ef, 0xb, 0x21, 0x3, 0x22, 
    0x3, 0x22, 0x3, 0x22, 0x5, 0x22, 0x1f4, 0xa, 0x22, 0x3, 0x22, 0x3, 0x22, 
    0x5, 0x22, 0x1f8, 0xa, 0x22, 0x3, 0x22, 0x3, 0x22, 0x3, 0x22, 0x5, 0x22, 
    0x1fd, 0xa, 0x22, 0x3, 0x23, 0x3, 0x23, 0x3, 0x23, 0x3, 0x23, 0x5, 0x23, 
    0x203, 0xa, 0x23, 0x3, 0x23, 0x5, 0x23, 0x206, 0xa, 0x23, 0x3, 0x23, 
    0x3, 0x23, 0x3, 0x23, 0x3, 0x24, 0x3, 0x24, 0x3, 0x24, 0x3, 0x24, 0x6, 
    0x24, 0x20f, 0xa, 0x24, 0xd, 0x24, 0xe, 0x24, 0x210, 0x3, 0x24, 0x3, 
    0x24, 0x3, 0x24, 0x3, 0x24, 0x5, 0x24, 0x217, 0xa, 0x24, 0x3, 0x25, 
    0x3, 0x25, 0x3, 0x25, 0x3, 0x25, 0x3, 0x25, 0x3, 0x25, 0x6, 0x25, 0x21f, 
    0xa, 0x25, 0xd, 0x25, 0xe, 0x25, 0x220, 0x3, 0x25, 0x3, 0x25, 0x3, 0x26, 
    0x3, 0x26, 0x3, 0x26, 0x3, 0x26, 0x5, 0x26, 0x229, 0xa, 0x26, 0x3, 0x26, 
    0x3, 0x26, 0x3, 0x26, 0x3, 0x27, 0x3, 0x27, 0x3, 0x27, 0x5, 0x27, 0x231, 
    0xa, 0x27, 0x7, 0x27, 0x233, 0xa, 0x27, 0xc, 0x27, 0xe, 0x27, 0x236, 
    0xb, 0x27, 0x3, 0x28, 0x3, 0x28, 0x3, 0x28, 0x3, 0x28, 0x3, 0x28, 0x5, 
    0x28, 0x23d, 0xa, 0x28, 0x5, 0x28, 0x23f, 0xa, 0x28, 0x3, 0x29, 0x3, 
    0x29, 0x3, 0x29, 0x7, 0x29, 0x244, 0xa, 0x29, 0xc, 0x29, 0xe, 0x29, 
    0x247, 0xb, 0x29, 0x3, 0x2a, 0x5, 0x2a, 0x24a, 0xa, 0x2a, 0x3, 0x2a, 
    0x3, 0x2a, 0x3, 0x2a, 0x5, 0x2a, 0x24f, 0xa, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 
    0x3, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 0x7, 0x2a, 0x258, 
    0xa, 0x2a, 0xc, 0x2a, 0xe, 0x2a, 0x25b, 0xb, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 
    0x3, 0x2a, 0x3, 0x2a, 0x5, 0x2a, 0x261, 0xa, 0x2a, 0x7, 0x2a, 0x263, 
    0xa, 0x2a, 0xc, 0x2a, 0xe, 0x2a, 0x266, 0xb, 0x2a, 0x5, 0x2a, 0x268, 
    0xa, 0x2a, 0x3, 0x2a, 0x5, 0x2a, 0x26b, 0xa, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 
    0x3, 0x2a, 0x3, 0x2a, 0x5, 0x2a, 0x271, 0xa, 0x2a, 0x7, 0x2a, 0x273, 
    0xa, 0x2a, 0xc, 0x2a, 0xe, 0x2a, 0x276, 0xb, 0x2a, 0x5, 0x2a, 0x278, 
    0xa, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 0x5, 
    0x2a, 0x27f, 0xa, 0x2a, 0x7, 0x2a, 0x281, 0xa, 0x2a, 0xc, 0x2a, 0xe, 
    0x2a, 0x284, 0xb, 0x2a, 0x5, 0x2a, 0x286, 0xa, 0x2a, 0x3, 0x2a, 0x3, 
    0x2a, 0x3, 0x2a, 0x3, 0x2a, 0x3, 0x2a, 0x5, 0x2a, 0x28d, 0xa, 0x2a, 
    0x7, 0x2a, 0x28f, 0xa, 0x2a, 0xc, 0x2a, 0xe, 0x2a, 0x292, 0xb, 0x2a, 
    0x5, 0x2a, 0x294, 0xa, 0x2a, 0x3, 0x2a, 0x5, 0x2a, 0x297, 0xa, 0x2a, 
    0x3, 0x2b, 0x3, 0x2b, 0x3, 0x2b, 0x5, 0x2b, 0x29c, 0xa, 0x2b, 0x3, 0x2c, 
    0x3, 0x2c, 0x3, 0x2c, 0x3, 0x2c, 0x3, 0x2c, 0x3, 0x2c, 0x5, 0x2c, 0x2a4, 
    0xa, 0x2c, 0x3, 0x2d, 0x3, 0x2d, 0x3, 0x2d, 0x5, 0x2d, 0x2a9, 0xa, 0x2d, 
    0x7, 0x2d, 0x2ab, 0xa, 0x2d, 0xc, 0x2d, 0xe, 0x2d, 0x2ae, 0xb, 0x2d, 
    0x3, 0x2e, 0x3, 0x2e, 0x3, 0x2e, 0x5, 0x2e, 0x2b3, 0xa, 0x2e, 0x3, 0x2f, 
    0x3, 0x2f, 0x3, 0x2f, 0x5, 0x2f, 0x2b8, 0xa, 0x2f, 0x7, 0x2f, 0x2ba, 
    0xa, 0x2f, 0xc, 0x2f, 0xe, 0x2f, 0x2bd, 0xb, 0x2f, 0x3, 0x30, 0x3, 0x30, 
    0x3, 0x30, 0x5, 0x30, 0x2c2, 0xa, 0x30, 0x3, 0x31, 0x3, 0x31, 0x3, 0x31, 
    0x5, 0x31, 0x2c7, 0xa, 0x31, 0x3, 0x32, 0x3, 0x32, 0x3, 0x32, 0x3, 0x32, 
    0x3, 0x32, 0x3, 0x32, 0x5, 0x32, 0x2cf, 0xa, 0x32, 0x3, 0x32, 0x3, 0x32, 
    0x5, 0x32, 0x2d3, 0xa, 0x32, 0x3, 0x32, 0x3, 0x32, 0x5, 0x32, 0x2d7, 
    0xa, 0x32, 0x3, 0x33, 0x7, 0x33, 0x2da, 0xa, 0x33, 0xc, 0x33, 0xe, 0x33, 
    0x2dd, 0xb, 0x33, 0x3, 0x33, 0x3, 0x33, 0x3, 0x33, 0x7, 0x33, 0x2e2, 
    0xa, 0x33, 0xc, 0x33, 0xe, 0x33, 0x2e5, 0xb, 0x33, 0x3, 0x33, 0x3, 0x33, 
    0x7, 0x33, 0x2e9, 0xa, 0x33, 0xc, 0x33, 0xe, 0x33, 0x2ec, 0xb, 0x33, 
    0x3, 0x34, 0x3, 0x34, 0x3, 0x35, 0x3, 0x35, 0x3, 0x36, 0x5, 0x36, 0x2f3, 
    0xa, 0x36, 0x3, 0x36, 0x3, 0x36, 0x7, 0x36, 0x2f7, 0xa, 0x36, 0xc, 0x36, 
    0xe, 0x36, 0x2fa, 0xb, 0x36, 0x3, 0x37, 0x3, 0x37, 0x3, 0x37, 0x3, 0x37, 
    0x5, 0x37, 0x300, 0xa, 0x37, 0x3, 0x37, 0x3, 0x37, 0x3, 0x37, 0x3, 0x37, 
    0x3, 0x37, 0x5, 0x37, 0x307, 0xa, 0x37, 0x3, 0x38, 0x3, 0x38, 0x3, 0x38, 
    0x5, 0x38, 0x30c, 0xa, 0x38, 0x7, 0x38, 0x30e, 0xa, 0x38, 0xc, 0x38, 
    0xe, 0x38, 0x311, 0xb, 0x38, 0x3, 0x39, 0x3, 0x39, 0x5, 0x39, 0x315, 
    0xa, 0x39, 0x3, 0x39, 0x3, 0x39, 0x5, 0x39, 0x319, 0xa, 0x39, 0x5, 0x39, 
    0x31b, 0xa, 0x39, 0x3, 0x39, 0x3, 0x39, 0x3, 0x39, 0x5, 0x39, 0x320, 
    0xa, 0x39, 0x3, 0x39, 0x3, 0x39, 0x5, 0x39, 0x324, 0xa, 0x39, 0x5, 0x39, 
    0x326, 0xa, 0x39, 0x5, 0x39, 0x328, 0xa, 0x39, 0x3, 0x39, 0x3, 0x39, 
    0x5, 0x39, 0x32c, 0xa, 0x39, 0x3, 0x3a, 0x3, 0x3a, 0x3, 0x3a, 0x5, 0x3a, 
    0x331, 0xa, 0x3a, 0x7, 0x3a, 0x333, 0xa, 0x3a, 0xc, 0x3a, 0xe, 0x3a, 
    0x336, 0xb, 0x3a, 0x3, 0x3b, 0x3, 0x3b, 0x3, 0x3b, 0x3, 0x3b, 0x3, 0x3b, 
    0x3, 0x3b, 0x3, 0x3b, 0x3, 0x3b, 0x5, 0x3b, 0x340, 0xa, 0x3b, 0x3, 0x3b, 
    0x3, 0x3b, 0x3, 0x3b, 0x5, 0x3b, 0x345, 0xa, 0x3b, 0x5, 0x3b, 0x347, 
    0xa, 0x3b, 0x3, 0x3c, 0x5, 0x3c, 0x34a, 0xa, 0x3c, 0x3, 0x3c, 0x3, 0x3c, 
    0x3, 0x3c, 0x3, 0x3c, 0x3, 0x3c, 0x3, 0x3c, 0x7, 0x3c, 0x352, 0xa, 0x3c, 
    0xc, 0x3c, 0xe, 0x3c, 0x355, 0xb, 0x3c, 0x6, 0x3c, 0x357, 0xa, 0x3c, 
    0xd, 0x3c, 0xe, 0x3c, 0x358, 0x3, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 
    0x3, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 0x5, 0x3d, 0x364, 
    0xa, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 0x3, 
    0x3d, 0x5, 0x3d, 0x36c, 0xa, 0x3d, 0x7, 0x3d, 0x36e, 0xa, 0x3d, 0xc, 
    0x3d, 0xe, 0x3d, 0x371, 0xb, 0x3d, 0x5, 0x3d, 0x373, 0xa, 0x3d, 0x5, 
    0x3d, 0x375, 0xa, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 0x3, 0x3d, 
    0x3, 0x3d, 0x3, 0x3d, 0x5, 0x3d, 0x37d, 0xa, 0x3d, 0x7, 0x3d, 0x37f, 
    0xa, 0x3d, 0xc, 0x3d, 0xe, 0x3d, 0x382, 0xb, 0x3d, 0x5, 0x3d, 0x384, 
    0xa, 0x3d, 0x5, 0x3d, 0x386, 0xa, 0x3d, 0x3, 0x3d, 0x5, 0x3d, 0x389, 
    0xa, 0x3d, 0x3, 0x3e, 0x3, 0x3e, 0x3, 0x3e, 0x3, 0x3e, 0x3, 0x3e, 0x5, 
    0x3e, 0x390, 0xa, 0x3e, 0x7, 0x3e, 0x392, 0xa, 0x3e, 0xc, 0x3e, 0xe, 
    0x3e, 0x395, 0xb, 0x3e, 0x5, 0x3e, 0x397, 0xa, 0x3e, 0x5, 0x3e, 0x399, 
    0xa, 0x3e, 0x3, 0x3f, 0x3, 0x3f, 0x3, 0x3f, 0x5, 0x3f, 0x39e, 0xa, 0x3f, 
    0x3, 0x40, 0x3, 0x40, 0x3, 0x40, 0x3, 0x40, 0x3, 0x40, 0x3, 0x40, 0x3, 
    0x40, 0x5, 0x40, 0x3a7, 0xa, 0x40, 0x5, 0x40, 0x3a9, 0xa, 0x40, 0x3, 
    0x41, 0x3, 0x41, 0x6, 0x41, 0x3ad, 0xa, 0x41, 0xd, 0x41, 0xe, 0x41, 
    0x3ae, 0x3, 0x42, 0x3, 0x42, 0x7, 0x42, 0x3b3, 0xa, 0x42, 0xc, 0x42, 
    0xe, 0x42, 0x3b6, 0xb, 0x42, 0x3, 0x42, 0x3, 0x42, 0x3, 0x43, 0x3, 0x43, 
    0x3, 0x43, 0x3, 0x43, 0x5, 0x43, 0x3be, 0xa, 0x43, 0x3, 0x43, 0x5, 0x43, 
    0x3c1, 0xa, 0x43, 0x3, 0x43, 0x3, 0x43, 0x7, 0x43, 0x3c5, 0xa, 0x43, 
    0xc, 0x43, 0xe, 0x43, 0x3c8, 0xb, 0x43, 0x5, 0x43, 0x3ca, 0xa, 0x43, 
    0x3, 0x43, 0x3, 0x43, 0x5, 0x43, 0x3ce, 0xa, 0x43, 0x3, 0x43, 0x2, 0x2, 
    0x44, 0x2, 0x4, 0x6, 0x8, 0xa, 0xc, 0xe, 0x10, 0x12, 0x14, 0x16, 0x18, 
    0x1a, 0x1c, 0x1e, 0x20, 0x22, 0x24, 0x26, 0x28, 0x2a, 0x2c, 0x2e, 0x30, 
    0x32, 0x34, 0x36, 0x38, 0x3a, 0x3c, 0x3e, 0x40, 0x42, 0x44, 0x46, 0x48, 
    0x4a, 0x4c, 0x4e, 0x50, 0x52, 0x54, 0x56, 0x58, 0x5a, 0x5c, 0x5e, 0x60, 
    0x62, 0x64, 0x66, 0x68, 0x6a, 0x6c, 0x6e, 0x70, 0x72, 0x74, 0x76, 0x78, 
    0x7a, 0x7c, 0x7e, 0x80, 0x82, 0x84, 0x2, 0x7, 0x4, 0x2, 0x24, 0x24, 
    0x2a, 0x2a, 0x4, 0x2, 0x40, 0x40, 0x46, 0x46, 0x3, 0x2, 0x48, 0x49, 
    0x5, 0x2, 0x2b, 0x2b, 0x48, 0x49, 0x54, 0x54, 0x8, 0x2, 0x14, 0x14, 
    0x27, 0x28, 0x2c, 0x2c, 0x36, 0x37, 0x47, 0x53, 0x55, 0x5a, 0x2, 0x456, 
    0x2, 0x88, 0x3, 0x2, 0x2, 0x2, 0x4, 0x8a, 0x3, 0x2, 0x2, 0x2, 0x6, 0xa1, 
    0x3, 0x2, 0x2, 0x2, 0x8, 0xbc, 0x3, 0x2, 0x2, 0x2, 0xa, 0xc0, 0x3, 0x2, 
    0x2, 0x2, 0xc, 0xc2, 0x3, 0x2, 0x2, 0x2, 0xe, 0xc8, 0x3, 0x2, 0x2, 0x2, 
    0x10, 0xcc, 0x3, 0x2, 0x2, 0x2, 0x12, 0xd4, 0x3, 0x2, 0x2, 0x2, 0x14, 
    0xdd, 0x3, 0x2, 0x2, 0x2, 0x16, 0xe0, 0x3, 0x2, 0x2, 0x2, 0x18, 0xe6, 
    0x3, 0x2, 0x2, 0x2, 0x1a, 0xef, 0x3, 0x2, 0x2, 0x2, 0x1c, 0xf4, 0x3, 
    0x2, 0x2, 0x2, 0x1e, 0xfc, 0x3, 0x2, 0x2, 0x2, 0x20, 0x101, 0x3, 0x2, 
    0x2, 0x2, 0x22, 0x130, 0x3, 0x2, 0x2, 0x2, 0x24, 0x132, 0x3, 0x2, 0x2, 
    0x2, 0x26, 0x142, 0x3, 0x2, 0x2, 0x2, 0x28, 0x144, 0x3, 0x2, 0x2, 0x2, 
    0x2a, 0x157, 0x3, 0x2, 0x2, 0x2, 0x2c, 0x160, 0x3, 0x2, 0x2, 0x2, 0x2e, 
    0x16b, 0x3, 0x2, 0x2, 0x2, 0x30, 0x176, 0x3, 0x2, 0x2, 0x2, 0x32, 0x17a, 
    0x3, 0x2, 0x2, 0x2, 0x34, 0x191, 0x3, 0x2, 0x2, 0x2, 0x36, 0x19f, 0x3, 
    0x2, 0x2, 0x2, 0x38, 0x1ab, 0x3, 0x2, 0x2, 0x2, 0x3a, 0x1b0, 0x3, 0x2, 
    0x2, 0x2, 0x3c, 0x1be, 0x3, 0x2, 0x2, 0x2, 0x3e, 0x1e4, 0x3, 0x2, 0x2, 
    0x2, 0x40, 0x1e6, 0x3, 0x2, 0x2, 0x2, 0x42, 0x1fc, 0x3, 0x2, 0x2, 0x2, 
    0x44, 0x1fe, 0x3, 0x2, 0x2, 0x2, 0x46, 0x20e, 0x3, 0x2, 0x2, 0x2, 0x48, 
    0x218, 0x3, 0x2, 0x2, 0x2, 0x4a, 0x224, 0x3, 0x2, 0x2, 0x2, 0x4c, 0x22d, 
    0x3, 0x2, 0x2, 0x2, 0x4e, 0x23e, 0x3, 0x2, 0x2, 0x2, 0x50, 0x240, 0x3, 
    0x2, 0x2, 0x2, 0x52, 0x296, 0x3, 0x2, 0x2, 0x2, 0x54, 0x298, 0x3, 0x2, 
    0x2, 0x2, 0x56, 0x2a3, 0x3, 0x2, 0x2, 0x2, 0x58, 0x2a5, 0x3, 0x2, 0x2, 
    0x2, 0x5a, 0x2b2, 0x3, 0x2, 0x2, 0x2, 0x5c, 0x2b4, 0x3, 0x2, 0x2, 0x2, 
    0x5e, 0x2c1, 0x3, 0x2, 0x2, 0x2, 0x60, 0x2c3, 0x3, 0x2, 0x2, 0x2, 0x62, 
    0x2d6, 0x3, 0x2, 0x2, 0x2, 0x64, 0x2db, 0x3, 0x2, 0x2, 0x2, 0x66, 0x2ed, 
    0x3, 0x2, 0x2, 0x2, 0x68, 0x2ef, 0x3, 0x2, 0x2, 0x2, 0x6a, 0x2f2, 0x3, 
    0x2, 0x2, 0x2, 0x6c, 0x306, 0x3, 0x2, 0x2, 0x2, 0x6e, 0x308, 0x3, 0x2, 
    0x2, 0x2, 0x70, 0x32b, 0x3, 0x2, 0x2, 0x2, 0x72, 0x32d, 0x3, 0x2, 0x2, 
    0x2, 0x74, 0x346, 0x3, 0x2, 0x2, 0x2, 0x76, 0x356, 0x3, 0x2, 0x2, 0x2, 
    0x78, 0x388, 0x3, 0x2, 0x2, 0x2, 0x7a, 0x398, 0x3, 0x2, 0x2, 0x2, 0x7c, 
    0x39a, 0x3, 0x2, 0x2, 0x2, 0x7e, 0x3a8, 0x3, 0x2, 0x2, 0x2, 0x80, 0x3ac, 
    0x3, 0x2, 0x2, 0x2, 0x82, 0x3b0, 0x3, 0x2, 0x2, 0x2, 0x84, 0x3cd, 0x3, 
    0x2, 0x2, 0x2, 0x86, 0x89, 0x5, 0x4, 0x3, 0x2, 0x87, 0x89, 0x5, 0x22, 
    0x12, 0x2, 0x88, 0x86, 0x3, 0x2, 0x2, 0x2, 0x88, 0x87, 0x3, 0x2, 0x2, 
    0x2, 0x89, 0x3, 0x3, 0x2, 0x2, 0x2, 0x8a, 0x91, 0x5, 0x6, 0x4, 0x2, 
    0x8b, 0x8d, 0x7, 0x41, 0x2, 0x2, 0x8c, 0x8e, 0x5, 0x6, 0x4, 0x2, 0x8d, 
    0x8c, 0x3, 0x2, 0x2, 0x2, 0x8d, 0x8e, 0x3, 0x2, 0x2, 0x2, 0x8e, 0x90, 
    0x3, 0x2, 0x2, 0x2, 0x8f, 0x8b, 0x3, 0x2, 0x2, 0x2, 0x90, 0x93, 0x3, 
    0x2, 0x2, 0x2, 0x91, 0x8f, 0x3, 0x2, 0x2, 0x2, 0x91, 0x92, 0x3, 0x2, 
    0x2, 0x2, 0x92, 0x94, 0x3, 0x2, 0x2, 0x2, 0x93, 0x91, 0x3, 0x2, 0x2, 
    0x2, 0x94, 0x95, 0x7, 0x3, 0x2, 0x2, 0x95, 0x5, 0x3, 0x2, 0x2, 0x2, 
    0x96, 0xa2, 0x5, 0x8, 0x5, 0x2, 0x97, 0xa2, 0x7, 0x2d, 0x2, 0x2, 0x98, 
    0xa2, 0x7, 0x19, 0x2, 0x2, 0x99, 0xa2, 0x7, 0x1b, 0x2, 0x2, 0x9a, 0xa2, 
    0x5, 0xe, 0x8, 0x2, 0x9b, 0xa2, 0x5, 0x10, 0x9, 0x2, 0x9c, 0xa2, 0x5, 
    0x12, 0xa, 0x2, 0x9d, 0xa2, 0x5, 0x14, 0xb, 0x2, 0x9e, 0xa2, 0x5, 0x16, 
    0xc, 0x2, 0x9f, 0xa2, 0x5, 0x18, 0xd, 0x2, 0xa0, 0xa2, 0x5, 0x20, 0x11, 
    0x2, 0xa1, 0x96, 0x3, 0x2, 0x2, 0x2, 0xa1, 0x97, 0x3, 0x2, 0x2, 0x2, 
    0xa1, 0x98, 0x3, 0x2, 0x2, 0x2, 0xa1, 0x99, 0x3, 0x2, 0x2, 0x2, 0xa1, 
    0x9a, 0x3, 0x2, 0x2, 0x2, 0xa1, 0x9b, 0x3, 0x2, 0x2, 0x2, 0xa1, 0x9c, 
    0x3, 0x2, 0x2, 0x2, 0xa1, 0x9d, 0x3, 0x2, 0x2, 0x2, 0xa1, 0x9e, 0x3, 
    0x2, 0x2, 0x2, 0xa1, 0x9f, 0x3, 0x2, 0x2, 0x2, 0xa1, 0xa0, 0x3, 0x2, 
    0x2, 0x2, 0xa2, 0x7, 0x3, 0x2, 0x2, 0x2, 0xa3, 0xb2, 0x5, 0x58, 0x2d, 
    0x2, 0xa4, 0xa5, 0x7, 0x3f, 0x2, 0x2, 0xa5, 0xa8, 0x5, 0x62, 0x32, 0x2, 
    0xa6, 0xa7, 0x7, 0x42, 0x2, 0x2, 0xa7, 0xa9, 0x5, 0xa, 0x6, 0x2, 0xa8, 
    0xa6, 0x3, 0x2, 0x2, 0x2, 0xa8, 0xa9, 0x3, 0x2, 0x2, 0x2, 0xa9, 0xb3, 
    0x3, 0x2, 0x2, 0x2, 0xaa, 0xab, 0x7, 0x43, 0x2, 0x2, 0xab, 0xb3, 0x5, 
    0xa, 0x6, 0x2, 0xac, 0xad, 0x7, 0x42, 0x2, 0x2, 0xad, 0xaf, 0x5, 0xa, 
    0x6, 0x2, 0xae, 0xac, 0x3, 0x2, 0x2, 0x2, 0xaf, 0xb0, 0x3, 0x2, 0x2, 
    0x2, 0xb0, 0xae, 0x3, 0x2, 0x2, 0x2, 0xb0, 0xb1, 0x3, 0x2, 0x2, 0x2, 
    0xb1, 0xb3, 0x3, 0x2, 0x2, 0x2, 0xb2, 0xa4, 0x3, 0x2, 0x2, 0x2, 0xb2, 
    0xaa, 0x3, 0x2, 0x2, 0x2, 0xb2, 0xae, 0x3, 0x2, 0x2, 0x2, 0xb2, 0xb3, 
    0x3, 0x2, 0x2, 0x2, 0xb3, 0xbd, 0x3, 0x2, 0x2, 0x2, 0xb4, 0xb9, 0x5, 
    0xc, 0x7, 0x2, 0xb5, 0xb6, 0x7, 0x42, 0x2, 0x2, 0xb6, 0xb8, 0x5, 0xa, 
    0x6, 0x2, 0xb7, 0xb5, 0x3, 0x2, 0x2, 0x2, 0xb8, 0xbb, 0x3, 0x2, 0x2, 
    0x2, 0xb9, 0xb7, 0x3, 0x2, 0x2, 0x2, 0xb9, 0xba, 0x3, 0x2, 0x2, 0x2, 
    0xba, 0xbd, 0x3, 0x2, 0x2, 0x2, 0xbb, 0xb9, 0x3, 0x2, 0x2, 0x2, 0xbc, 
    0xa3, 0x3, 0x2, 0x2, 0x2, 0xbc, 0xb4, 0x3, 0x2, 0x2, 0x2, 0xbd, 0x9, 
    0x3, 0x2, 0x2, 0x2, 0xbe, 0xc1, 0x5, 0xc, 0x7, 0x2, 0xbf, 0xc1, 0x5, 
    0x58, 0x2d, 0x2, 0xc0, 0xbe, 0x3, 0x2, 0x2, 0x2, 0xc0, 0xbf, 0x3, 0x2, 
    0x2, 0x2, 0xc1, 0xb, 0x3, 0x2, 0x2, 0x2, 0xc2, 0xc6, 0x7, 0x33, 0x2, 
    0x2, 0xc3, 0xc4, 0x7, 0x23, 0x2, 0x2, 0xc4, 0xc7, 0x5, 0x62, 0x32, 0x2, 
    0xc5, 0xc7, 0x5, 0x58, 0x2d, 0x2, 0xc6, 0xc3, 0x3, 0x2, 0x2, 0x2, 0xc6, 
    0xc5, 0x3, 0x2, 0x2, 0x2, 0xc6, 0xc7, 0x3, 0x2, 0x2, 0x2, 0xc7, 0xd, 
    0x3, 0x2, 0x2, 0x2, 0xc8, 0xca, 0x7, 0x2f, 0x2, 0x2, 0xc9, 0xcb, 0x5, 
    0x58, 0x2d, 0x2, 0xca, 0xc9, 0x3, 0x2, 0x2, 0x2, 0xca, 0xcb, 0x3, 0x2, 
    0x2, 0x2, 0xcb, 0xf, 0x3, 0x2, 0x2, 0x2, 0xcc, 0xd2, 0x7, 0x2e, 0x2, 
    0x2, 0xcd, 0xd0, 0x5, 0x62, 0x32, 0x2, 0xce, 0xcf, 0x7, 0x23, 0x2, 0x2, 
    0xcf, 0xd1, 0x5, 0x62, 0x32, 0x2, 0xd0, 0xce, 0x3, 0x2, 0x2, 0x2, 0xd0, 
    0xd1, 0x3, 0x2, 0x2, 0x2, 0xd1, 0xd3, 0x3, 0x2, 0x2, 0x2, 0xd2, 0xcd, 
    0x3, 0x2, 0x2, 0x2, 0xd2, 0xd3, 0x3, 0x2, 0x2, 0x2, 0xd3, 0x11, 0x3, 
    0x2, 0x2, 0x2, 0xd4, 0xd5, 0x9, 0x2, 0x2, 0x2, 0xd5, 0xda, 0x7, 0x6, 
    0x2, 0x2, 0xd6, 0xd7, 0x7, 0x3e, 0x2, 0x2, 0xd7, 0xd9, 0x7, 0x6, 0x2, 
    0x2, 0xd8, 0xd6, 0x3, 0x2, 0x2, 0x2, 0xd9, 0xdc, 0x3, 0x2, 0x2, 0x2, 
    0xda, 0xd8, 0x3, 0x2, 0x2, 0x2, 0xda, 0xdb, 0x3, 0x2, 0x2, 0x2, 0xdb, 
    0x13, 0x3, 0x2, 0x2, 0x2, 0xdc, 0xda, 0x3, 0x2, 0x2, 0x2, 0xdd, 0xde, 
    0x7, 0x1d, 0x2, 0x2, 0xde, 0xdf, 0x5, 0x58, 0x2d, 0x2, 0xdf, 0x15, 0x3, 
    0x2, 0x2, 0x2, 0xe0, 0xe1, 0x7, 0x16, 0x2, 0x2, 0xe1, 0xe4, 0x5, 0x62, 
    0x32, 0x2, 0xe2, 0xe3, 0x7, 0x3e, 0x2, 0x2, 0xe3, 0xe5, 0x5, 0x62, 0x32, 
    0x2, 0xe4, 0xe2, 0x3, 0x2, 0x2, 0x2, 0xe4, 0xe5, 0x3, 0x2, 0x2, 0x2, 
    0xe5, 0x17, 0x3, 0x2, 0x2, 0x2, 0xe6, 0xe7, 0x7, 0x26, 0x2, 0x2, 0xe7, 
    0xec, 0x5, 0x1a, 0xe, 0x2, 0xe8, 0xe9, 0x7, 0x3e, 0x2, 0x2, 0xe9, 0xeb, 
    0x5, 0x1a, 0xe, 0x2, 0xea, 0xe8, 0x3, 0x2, 0x2, 0x2, 0xeb, 0xee, 0x3, 
    0x2, 0x2, 0x2, 0xec, 0xea, 0x3, 0x2, 0x2, 0x2, 0xec, 0xed, 0x3, 0x2, 
    0x2, 0x2, 0xed, 0x19, 0x3, 0x2, 0x2, 0x2, 0xee, 0xec, 0x3, 0x2, 0x2, 
    0x2, 0xef, 0xf2, 0x5, 0x1c, 0xf, 0x2, 0xf0, 0xf1, 0x7, 0x15, 0x2, 0x2, 
    0xf1, 0xf3, 0x7, 0x6, 0x2, 0x2, 0xf2, 0xf0, 0x3, 0x2, 0x2, 0x2, 0xf2, 
    0xf3, 0x3, 0x2, 0x2, 0x2, 0xf3, 0x1b, 0x3, 0x2, 0x2, 0x2, 0xf4, 0xf9, 
    0x7, 0x6, 0x2, 0x2, 0xf5, 0xf6, 0x7, 0x40, 0x2, 0x2, 0xf6, 0xf8, 0x7, 
    0x6, 0x2, 0x2, 0xf7, 0xf5, 0x3, 0x2, 0x2, 0x2, 0xf8, 0xfb, 0x3, 0x2, 
    0x2, 0x2, 0xf9, 0xf7, 0x3, 0x2, 0x2, 0x2, 0xf9, 0xfa, 0x3, 0x2, 0x2, 
    0x2, 0xfa, 0x1d, 0x3, 0x2, 0x2, 0x2, 0xfb, 0xf9, 0x3, 0x2, 0x2, 0x2, 
    0xfc, 0xff, 0x7, 0x6, 0x2, 0x2, 0xfd, 0xfe, 0x7, 0x15, 0x2, 0x2, 0xfe, 
    0x100, 0x7, 0x6, 0x2, 0x2, 0xff, 0xfd, 0x3, 0x2, 0x2, 0x2, 0xff, 0x100, 
    0x3, 0x2, 0x2, 0x2, 0x100, 0x1f, 0x3, 0x2, 0x2, 0x2, 0x101, 0x105, 0x7, 
    0x23, 0x2, 0x2, 0x102, 0x104, 0x9, 0x3, 0x2, 0x2, 0x103, 0x102, 0x3, 
    0x2, 0x2, 0x2, 0x104, 0x107, 0x3, 0x2, 0x2, 0x2, 0x105, 0x103, 0x3, 
    0x2, 0x2, 0x2, 0x105, 0x106, 0x3, 0x2, 0x2, 0x2, 0x106, 0x109, 0x3, 
    0x2, 0x2, 0x2, 0x107, 0x105, 0x3, 0x2, 0x2, 0x2, 0x108, 0x10a, 0x5, 
    0x1c, 0xf, 0x2, 0x109, 0x108, 0x3, 0x2, 0x2, 0x2, 0x109, 0x10a, 0x3, 
    0x2, 0x2, 0x2, 0x10a, 0x10b, 0x3, 0x2, 0x2, 0x2, 0x10b, 0x124, 0x7, 
    0x26, 0x2, 0x2, 0x10c, 0x125, 0x7, 0x4a, 0x2, 0x2, 0x10d, 0x10e, 0x7, 
    0x38, 0x2, 0x2, 0x10e, 0x115, 0x5, 0x1e, 0x10, 0x2, 0x10f, 0x111, 0x7, 
    0x3e, 0x2, 0x2, 0x110, 0x112, 0x5, 0x1e, 0x10, 0x2, 0x111, 0x110, 0x3, 
    0x2, 0x2, 0x2, 0x111, 0x112, 0x3, 0x2, 0x2, 0x2, 0x112, 0x114, 0x3, 
    0x2, 0x2, 0x2, 0x113, 0x10f, 0x3, 0x2, 0x2, 0x2, 0x114, 0x117, 0x3, 
    0x2, 0x2, 0x2, 0x115, 0x113, 0x3, 0x2, 0x2, 0x2, 0x115, 0x116, 0x3, 
    0x2, 0x2, 0x2, 0x116, 0x118, 0x3, 0x2, 0x2, 0x2, 0x117, 0x115, 0x3, 
    0x2, 0x2, 0x2, 0x118, 0x119, 0x7, 0x39, 0x2, 0x2, 0x119, 0x125, 0x3, 
    0x2, 0x2, 0x2, 0x11a, 0x121, 0x5, 0x1e, 0x10, 0x2, 0x11b, 0x11d, 0x7, 
    0x3e, 0x2, 0x2, 0x11c, 0x11e, 0x5, 0x1e, 0x10, 0x2, 0x11d, 0x11c, 0x3, 
    0x2, 0x2, 0x2, 0x11d, 0x11e, 0x3, 0x2, 0x2, 0x2, 0x11e, 0x120, 0x3, 
    0x2, 0x2, 0x2, 0x11f, 0x11b, 0x3, 0x2, 0x2, 0x2, 0x120, 0x123, 0x3, 
    0x2, 0x2, 0x2, 0x121, 0x11f, 0x3, 0x2, 0x2, 0x2, 0x121, 0x122, 0x3, 
    0x2, 0x2, 0x2, 0x122, 0x125, 0x3, 0x2, 0x2, 0x2, 0x123, 0x121, 0x3, 
    0x2, 0x2, 0x2, 0x124, 0x10c, 0x3, 0x2, 0x2, 0x2, 0x124, 0x10d, 0x3, 
    0x2, 0x2, 0x2, 0x124, 0x11a, 0x3, 0x2, 0x2, 0x2, 0x125, 0x21, 0x3, 0x2, 
    0x2, 0x2, 0x126, 0x131, 0x5, 0x28, 0x15, 0x2, 0x127, 0x131, 0x5, 0x2a, 
    0x16, 0x2, 0x128, 0x131, 0x5, 0x2c, 0x17, 0x2, 0x129, 0x131, 0x5, 0x32, 
    0x1a, 0x2, 0x12a, 0x131, 0x5, 0x36, 0x1c, 0x2, 0x12b, 0x131, 0x5, 0x3a, 
    0x1e, 0x2, 0x12c, 0x131, 0x5, 0x44, 0x23, 0x2, 0x12d, 0x131, 0x5, 0x46, 
    0x24, 0x2, 0x12e, 0x131, 0x5, 0x24, 0x13, 0x2, 0x12f, 0x131, 0x5, 0x48, 
    0x25, 0x2, 0x130, 0x126, 0x3, 0x2, 0x2, 0x2, 0x130, 0x127, 0x3, 0x2, 
    0x2, 0x2, 0x130, 0x128, 0x3, 0x2, 0x2, 0x2, 0x130, 0x129, 0x3, 0x2, 
    0x2, 0x2, 0x130, 0x12a, 0x3, 0x2, 0x2, 0x2, 0x130, 0x12b, 0x3, 0x2, 
    0x2, 0x2, 0x130, 0x12c, 0x3, 0x2, 0x2, 0x2, 0x130, 0x12d, 0x3, 0x2, 
    0x2, 0x2, 0x130, 0x12e, 0x3, 0x2, 0x2, 0x2, 0x130, 0x12f, 0x3, 0x2, 
    0x2, 0x2, 0x131, 0x23, 0x3, 0x2, 0x2, 0x2, 0x132, 0x136, 0x7, 0x17, 
    0x2, 0x2, 0x133, 0x137, 0x5, 0x3a, 0x1e, 0x2, 0x134, 0x137, 0x5, 0x2c, 
    0x17, 0x2, 0x135, 0x137, 0x5, 0x36, 0x1c, 0x2, 0x136, 0x133, 0x3, 0x2, 
    0x2, 0x2, 0x136, 0x134, 0x3, 0x2, 0x2, 0x2, 0x136, 0x135, 0x3, 0x2, 
    0x2, 0x2, 0x137, 0x25, 0x3, 0x2, 0x2, 0x2, 0x138, 0x143, 0x5, 0x4, 0x3, 
    0x2, 0x139, 0x13a, 0x7, 0x3, 0x2, 0x2, 0x13a, 0x13c, 0x7, 0x4, 0x2, 
    0x2, 0x13b, 0x13d, 0x5, 0x2, 0x2, 0x2, 0x13c, 0x13b, 0x3, 0x2, 0x2, 
    0x2, 0x13d, 0x13e, 0x3, 0x2, 0x2, 0x2, 0x13e, 0x13c, 0x3, 0x2, 0x2, 
    0x2, 0x13e, 0x13f, 0x3, 0x2, 0x2, 0x2, 0x13f, 0x140, 0x3, 0x2, 0x2, 
    0x2, 0x140, 0x141, 0x7, 0x5, 0x2, 0x2, 0x141, 0x143, 0x3, 0x2, 0x2, 
    0x2, 0x142, 0x138, 0x3, 0x2, 0x2, 0x2, 0x142, 0x139, 0x3, 0x2, 0x2, 
    0x2, 0x143, 0x27, 0x3, 0x2, 0x2, 0x2, 0x144, 0x145, 0x7, 0x25, 0x2, 
    0x2, 0x145, 0x146, 0x5, 0x60, 0x31, 0x2, 0x146, 0x147, 0x7, 0x3f, 0x2, 
    0x2, 0x147, 0x14f, 0x5, 0x26, 0x14, 0x2, 0x148, 0x149, 0x7, 0x1e, 0x2, 
    0x2, 0x149, 0x14a, 0x5, 0x60, 0x31, 0x2, 0x14a, 0x14b, 0x7, 0x3f, 0x2, 
    0x2, 0x14b, 0x14c, 0x5, 0x26, 0x14, 0x2, 0x14c, 0x14e, 0x3, 0x2, 0x2, 
    0x2, 0x14d, 0x148, 0x3, 0x2, 0x2, 0x2, 0x14e, 0x151, 0x3, 0x2, 0x2, 
    0x2, 0x14f, 0x14d, 0x3, 0x2, 0x2, 0x2, 0x14f, 0x150, 0x3, 0x2, 0x2, 
    0x2, 0x150, 0x155, 0x3, 0x2, 0x2, 0x2, 0x151, 0x14f, 0x3, 0x2, 0x2, 
    0x2, 0x152, 0x153, 0x7, 0x1f, 0x2, 0x2, 0x153, 0x154, 0x7, 0x3f, 0x2, 
    0x2, 0x154, 0x156, 0x5, 0x26, 0x14, 0x2, 0x155, 0x152, 0x3, 0x2, 0x2, 
    0x2, 0x155, 0x156, 0x3, 0x2, 0x2, 0x2, 0x156, 0x29, 0x3, 0x2, 0x2, 0x2, 
    0x157, 0x158, 0x7, 0x31, 0x2, 0x2, 0x158, 0x159, 0x5, 0x60, 0x31, 0x2, 
    0x159, 0x15a, 0x7, 0x3f, 0x2, 0x2, 0x15a, 0x15e, 0x5, 0x26, 0x14, 0x2, 
    0x15b, 0x15c, 0x7, 0x1f, 0x2, 0x2, 0x15c, 0x15d, 0x7, 0x3f, 0x2, 0x2, 
    0x15d, 0x15f, 0x5, 0x26, 0x14, 0x2, 0x15e, 0x15b, 0x3, 0x2, 0x2, 0x2, 
    0x15e, 0x15f, 0x3, 0x2, 0x2, 0x2, 0x15f, 0x2b, 0x3, 0x2, 0x2, 0x2, 0x160, 
    0x161, 0x7, 0x22, 0x2, 0x2, 0x161, 0x162, 0x5, 0x2e, 0x18, 0x2, 0x162, 
    0x163, 0x7, 0x27, 0x2, 0x2, 0x163, 0x164, 0x5, 0x58, 0x2d, 0x2, 0x164, 
    0x165, 0x7, 0x3f, 0x2, 0x2, 0x165, 0x169, 0x5, 0x26, 0x14, 0x2, 0x166, 
    0x167, 0x7, 0x1f, 0x2, 0x2, 0x167, 0x168, 0x7, 0x3f, 0x2, 0x2, 0x168, 
    0x16a, 0x5, 0x26, 0x14, 0x2, 0x169, 0x166, 0x3, 0x2, 0x2, 0x2, 0x169, 
    0x16a, 0x3, 0x2, 0x2, 0x2, 0x16a, 0x2d, 0x3, 0x2, 0x2, 0x2, 0x16b, 0x172, 
    0x5, 0x30, 0x19, 0x2, 0x16c, 0x16e, 0x7, 0x3e, 0x2, 0x2, 0x16d, 0x16f, 
    0x5, 0x30, 0x19, 0x2, 0x16e, 0x16d, 0x3, 0x2, 0x2, 0x2, 0x16e, 0x16f, 
    0x3, 0x2, 0x2, 0x2, 0x16f, 0x171, 0x3, 0x2, 0x2, 0x2, 0x170, 0x16c, 
    0x3, 0x2, 0x2, 0x2, 0x171, 0x174, 0x3, 0x2, 0x2, 0x2, 0x172, 0x170, 
    0x3, 0x2, 0x2, 0x2, 0x172, 0x173, 0x3, 0x2, 0x2, 0x2, 0x173, 0x2f, 0x3, 
    0x2, 0x2, 0x2, 0x174, 0x172, 0x3, 0x2, 0x2, 0x2, 0x175, 0x177, 0x7, 
    0x4a, 0x2, 0x2, 0x176, 0x175, 0x3, 0x2, 0x2, 0x2, 0x176, 0x177, 0x3, 
    0x2, 0x2, 0x2, 0x177, 0x178, 0x3, 0x2, 0x2, 0x2, 0x178, 0x179, 0x5, 
    0x6a, 0x36, 0x2, 0x179, 0x31, 0x3, 0x2, 0x2, 0x2, 0x17a, 0x17b, 0x7, 
    0x30, 0x2, 0x2, 0x17b, 0x17c, 0x7, 0x3f, 0x2, 0x2, 0x17c, 0x18f, 0x5, 
    0x26, 0x14, 0x2, 0x17d, 0x17f, 0x5, 0x34, 0x1b, 0x2, 0x17e, 0x17d, 0x3, 
    0x2, 0x2, 0x2, 0x17f, 0x180, 0x3, 0x2, 0x2, 0x2, 0x180, 0x17e, 0x3, 
    0x2, 0x2, 0x2, 0x180, 0x181, 0x3, 0x2, 0x2, 0x2, 0x181, 0x185, 0x3, 
    0x2, 0x2, 0x2, 0x182, 0x183, 0x7, 0x1f, 0x2, 0x2, 0x183, 0x184, 0x7, 
    0x3f, 0x2, 0x2, 0x184, 0x186, 0x5, 0x26, 0x14, 0x2, 0x185, 0x182, 0x3, 
    0x2, 0x2, 0x2, 0x185, 0x186, 0x3, 0x2, 0x2, 0x2, 0x186, 0x18a, 0x3, 
    0x2, 0x2, 0x2, 0x187, 0x188, 0x7, 0x21, 0x2, 0x2, 0x188, 0x189, 0x7, 
    0x3f, 0x2, 0x2, 0x189, 0x18b, 0x5, 0x26, 0x14, 0x2, 0x18a, 0x187, 0x3, 
    0x2, 0x2, 0x2, 0x18a, 0x18b, 0x3, 0x2, 0x2, 0x2, 0x18b, 0x190, 0x3, 
    0x2, 0x2, 0x2, 0x18c, 0x18d, 0x7, 0x21, 0x2, 0x2, 0x18d, 0x18e, 0x7, 
    0x3f, 0x2, 0x2, 0x18e, 0x190, 0x5, 0x26, 0x14, 0x2, 0x18f, 0x17e, 0x3, 
    0x2, 0x2, 0x2, 0x18f, 0x18c, 0x3, 0x2, 0x2, 0x2, 0x190, 0x33, 0x3, 0x2, 
    0x2, 0x2, 0x191, 0x193, 0x7, 0x20, 0x2, 0x2, 0x192, 0x194, 0x7, 0x4a, 
    0x2, 0x2, 0x193, 0x192, 0x3, 0x2, 0x2, 0x2, 0x193, 0x194, 0x3, 0x2, 
    0x2, 0x2, 0x194, 0x19a, 0x3, 0x2, 0x2, 0x2, 0x195, 0x198, 0x5, 0x62, 
    0x32, 0x2, 0x196, 0x197, 0x7, 0x15, 0x2, 0x2, 0x197, 0x199, 0x7, 0x6, 
    0x2, 0x2, 0x198, 0x196, 0x3, 0x2, 0x2, 0x2, 0x198, 0x199, 0x3, 0x2, 
    0x2, 0x2, 0x199, 0x19b, 0x3, 0x2, 0x2, 0x2, 0x19a, 0x195, 0x3, 0x2, 
    0x2, 0x2, 0x19a, 0x19b, 0x3, 0x2, 0x2, 0x2, 0x19b, 0x19c, 0x3, 0x2, 
    0x2, 0x2, 0x19c, 0x19d, 0x7, 0x3f, 0x2, 0x2, 0x19d, 0x19e, 0x5, 0x26, 
    0x14, 0x2, 0x19e, 0x35, 0x3, 0x2, 0x2, 0x2, 0x19f, 0x1a0, 0x7, 0x32, 
    0x2, 0x2, 0x1a0, 0x1a5, 0x5, 0x38, 0x1d, 0x2, 0x1a1, 0x1a2, 0x7, 0x3e, 
    0x2, 0x2, 0x1a2, 0x1a4, 0x5, 0x38, 0x1d, 0x2, 0x1a3, 0x1a1, 0x3, 0x2, 
    0x2, 0x2, 0x1a4, 0x1a7, 0x3, 0x2, 0x2, 0x2, 0x1a5, 0x1a3, 0x3, 0x2, 
    0x2, 0x2, 0x1a5, 0x1a6, 0x3, 0x2, 0x2, 0x2, 0x1a6, 0x1a8, 0x3, 0x2, 
    0x2, 0x2, 0x1a7, 0x1a5, 0x3, 0x2, 0x2, 0x2, 0x1a8, 0x1a9, 0x7, 0x3f, 
    0x2, 0x2, 0x1a9, 0x1aa, 0x5, 0x26, 0x14, 0x2, 0x1aa, 0x37, 0x3, 0x2, 
    0x2, 0x2, 0x1ab, 0x1ae, 0x5, 0x62, 0x32, 0x2, 0x1ac, 0x1ad, 0x7, 0x15, 
    0x2, 0x2, 0x1ad, 0x1af, 0x5, 0x30, 0x19, 0x2, 0x1ae, 0x1ac, 0x3, 0x2, 
    0x2, 0x2, 0x1ae, 0x1af, 0x3, 0x2, 0x2, 0x2, 0x1af, 0x39, 0x3, 0x2, 0x2, 
    0x2, 0x1b0, 0x1b1, 0x7, 0x1c, 0x2, 0x2, 0x1b1, 0x1b2, 0x7, 0x6, 0x2, 
    0x2, 0x1b2, 0x1b4, 0x7, 0x38, 0x2, 0x2, 0x1b3, 0x1b5, 0x5, 0x3c, 0x1f, 
    0x2, 0x1b4, 0x1b3, 0x3, 0x2, 0x2, 0x2, 0x1b4, 0x1b5, 0x3, 0x2, 0x2, 
    0x2, 0x1b5, 0x1b6, 0x3, 0x2, 0x2, 0x2, 0x1b6, 0x1b9, 0x7, 0x39, 0x2, 
    0x2, 0x1b7, 0x1b8, 0x7, 0x45, 0x2, 0x2, 0x1b8, 0x1ba, 0x5, 0x62, 0x32, 
    0x2, 0x1b9, 0x1b7, 0x3, 0x2, 0x2, 0x2, 0x1b9, 0x1ba, 0x3, 0x2, 0x2, 
    0x2, 0x1ba, 0x1bb, 0x3, 0x2, 0x2, 0x2, 0x1bb, 0x1bc, 0x7, 0x3f, 0x2, 
    0x2, 0x1bc, 0x1bd, 0x5, 0x26, 0x14, 0x2, 0x1bd, 0x3b, 0x3, 0x2, 0x2, 
    0x2, 0x1be, 0x1c5, 0x5, 0x3e, 0x20, 0x2, 0x1bf, 0x1c1, 0x7, 0x3e, 0x2, 
    0x2, 0x1c0, 0x1c2, 0x5, 0x3e, 0x20, 0x2, 0x1c1, 0x1c0, 0x3, 0x2, 0x2, 
    0x2, 0x1c1, 0x1c2, 0x3, 0x2, 0x2, 0x2, 0x1c2, 0x1c4, 0x3, 0x2, 0x2, 
    0x2, 0x1c3, 0x1bf, 0x3, 0x2, 0x2, 0x2, 0x1c4, 0x1c7, 0x3, 0x2, 0x2, 
    0x2, 0x1c5, 0x1c3, 0x3, 0x2, 0x2, 0x2, 0x1c5, 0x1c6, 0x3, 0x2, 0x2, 
    0x2, 0x1c6, 0x3d, 0x3, 0x2, 0x2, 0x2, 0x1c7, 0x1c5, 0x3, 0x2, 0x2, 0x2, 
    0x1c8, 0x1cb, 0x7, 0x6, 0x2, 0x2, 0x1c9, 0x1ca, 0x7, 0x3f, 0x2, 0x2, 
    0x1ca, 0x1cc, 0x5, 0x62, 0x32, 0x2, 0x1cb, 0x1c9, 0x3, 0x2, 0x2, 0x2, 
    0x1cb, 0x1cc, 0x3, 0x2, 0x2, 0x2, 0x1cc, 0x1cf, 0x3, 0x2, 0x2, 0x2, 
    0x1cd, 0x1ce, 0x7, 0x42, 0x2, 0x2, 0x1ce, 0x1d0, 0x5, 0x62, 0x32, 0x2, 
    0x1cf, 0x1cd, 0x3, 0x2, 0x2, 0x2, 0x1cf, 0x1d0, 0x3, 0x2, 0x2, 0x2, 
    0x1d0, 0x1e5, 0x3, 0x2, 0x2, 0x2, 0x1d1, 0x1db, 0x7, 0x4a, 0x2, 0x2, 
    0x1d2, 0x1d9, 0x7, 0x6, 0x2, 0x2, 0x1d3, 0x1d7, 0x7, 0x3f, 0x2, 0x2, 
    0x1d4, 0x1d5, 0x7, 0x4a, 0x2, 0x2, 0x1d5, 0x1d8, 0x5, 0x64, 0x33, 0x2, 
    0x1d6, 0x1d8, 0x5, 0x62, 0x32, 0x2, 0x1d7, 0x1d4, 0x3, 0x2, 0x2, 0x2, 
    0x1d7, 0x1d6, 0x3, 0x2, 0x2, 0x2, 0x1d8, 0x1da, 0x3, 0x2, 0x2, 0x2, 
    0x1d9, 0x1d3, 0x3, 0x2, 0x2, 0x2, 0x1d9, 0x1da, 0x3, 0x2, 0x2, 0x2, 
    0x1da, 0x1dc, 0x3, 0x2, 0x2, 0x2, 0x1db, 0x1d2, 0x3, 0x2, 0x2, 0x2, 
    0x1db, 0x1dc, 0x3, 0x2, 0x2, 0x2, 0x1dc, 0x1e5, 0x3, 0x2, 0x2, 0x2, 
    0x1dd, 0x1de, 0x7, 0x4e, 0x2, 0x2, 0x1de, 0x1e1, 0x7, 0x6, 0x2, 0x2, 
    0x1df, 0x1e0, 0x7, 0x3f, 0x2, 0x2, 0x1e0, 0x1e2, 0x5, 0x62, 0x32, 0x2, 
    0x1e1, 0x1df, 0x3, 0x2, 0x2, 0x2, 0x1e1, 0x1e2, 0x3, 0x2, 0x2, 0x2, 
    0x1e2, 0x1e5, 0x3, 0x2, 0x2, 0x2, 0x1e3, 0x1e5, 0x7, 0x4b, 0x2, 0x2, 
    0x1e4, 0x1c8, 0x3, 0x2, 0x2, 0x2, 0x1e4, 0x1d1, 0x3, 0x2, 0x2, 0x2, 
    0x1e4, 0x1dd, 0x3, 0x2, 0x2, 0x2, 0x1e4, 0x1e3, 0x3, 0x2, 0x2, 0x2, 
    0x1e5, 0x3f, 0x3, 0x2, 0x2, 0x2, 0x1e6, 0x1ed, 0x5, 0x42, 0x22, 0x2, 
    0x1e7, 0x1e9, 0x7, 0x3e, 0x2, 0x2, 0x1e8, 0x1ea, 0x5, 0x42, 0x22, 0x2, 
    0x1e9, 0x1e8, 0x3, 0x2, 0x2, 0x2, 0x1e9, 0x1ea, 0x3, 0x2, 0x2, 0x2, 
    0x1ea, 0x1ec, 0x3, 0x2, 0x2, 0x2, 0x1eb, 0x1e7, 0x3, 0x2, 0x2, 0x2, 
    0x1ec, 0x1ef, 0x3, 0x2, 0x2, 0x2, 0x1ed, 0x1eb, 0x3, 0x2, 0x2, 0x2, 
    0x1ed, 0x1ee, 0x3, 0x2, 0x2, 0x2, 0x1ee, 0x41, 0x3, 0x2, 0x2, 0x2, 0x1ef, 
    0x1ed, 0x3, 0x2, 0x2, 0x2, 0x1f0, 0x1f3, 0x7, 0x6, 0x2, 0x2, 0x1f1, 
    0x1f2, 0x7, 0x42, 0x2, 0x2, 0x1f2, 0x1f4, 0x5, 0x62, 0x32, 0x2, 0x1f3, 
    0x1f1, 0x3, 0x2, 0x2, 0x2, 0x1f3, 0x1f4, 0x3, 0x2, 0x2, 0x2, 0x1f4, 
    0x1fd, 0x3, 0x2, 0x2, 0x2, 0x1f5, 0x1f7, 0x7, 0x4a, 0x2, 0x2, 0x1f6, 
    0x1f8, 0x7, 0x6, 0x2, 0x2, 0x1f7, 0x1f6, 0x3, 0x2, 0x2, 0x2, 0x1f7, 
    0x1f8, 0x3, 0x2, 0x2, 0x2, 0x1f8, 0x1fd, 0x3, 0x2, 0x2, 0x2, 0x1f9, 
    0x1fa, 0x7, 0x4e, 0x2, 0x2, 0x1fa, 0x1fd, 0x7, 0x6, 0x2, 0x2, 0x1fb, 
    0x1fd, 0x7, 0x4b, 0x2, 0x2, 0x1fc, 0x1f0, 0x3, 0x2, 0x2, 0x2, 0x1fc, 
    0x1f5, 0x3, 0x2, 0x2, 0x2, 0x1fc, 0x1f9, 0x3, 0x2, 0x2, 0x2, 0x1fc, 
    0x1fb, 0x3, 0x2, 0x2, 0x2, 0x1fd, 0x43, 0x3, 0x2, 0x2, 0x2, 0x1fe, 0x1ff, 
    0x7, 0x1a, 0x2, 0x2, 0x1ff, 0x205, 0x7, 0x6, 0x2, 0x2, 0x200, 0x202, 
    0x7, 0x38, 0x2, 0x2, 0x201, 0x203, 0x5, 0x72, 0x3a, 0x2, 0x202, 0x201, 
    0x3, 0x2, 0x2, 0x2, 0x202, 0x203, 0x3, 0x2, 0x2, 0x2, 0x203, 0x204, 
    0x3, 0x2, 0x2, 0x2, 0x204, 0x206, 0x7, 0x39, 0x2, 0x2, 0x205, 0x200, 
    0x3, 0x2, 0x2, 0x2, 0x205, 0x206, 0x3, 0x2, 0x2, 0x2, 0x206, 0x207, 
    0x3, 0x2, 0x2, 0x2, 0x207, 0x208, 0x7, 0x3f, 0x2, 0x2, 0x208, 0x209, 
    0x5, 0x26, 0x14, 0x2, 0x209, 0x45, 0x3, 0x2, 0x2, 0x2, 0x20a, 0x20b, 
    0x7, 0x47, 0x2, 0x2, 0x20b, 0x20c, 0x5, 0x60, 0x31, 0x2, 0x20c, 0x20d, 
    0x7, 0x3, 0x2, 0x2, 0x20d, 0x20f, 0x3, 0x2, 0x2, 0x2, 0x20e, 0x20a, 
    0x3, 0x2, 0x2, 0x2, 0x20f, 0x210, 0x3, 0x2, 0x2, 0x2, 0x210, 0x20e, 
    0x3, 0x2, 0x2, 0x2, 0x210, 0x211, 0x3, 0x2, 0x2, 0x2, 0x211, 0x216, 
    0x3, 0x2, 0x2, 0x2, 0x212, 0x217, 0x5, 0x3a, 0x1e, 0x2, 0x213, 0x217, 
    0x5, 0x44, 0x23, 0x2, 0x214, 0x215, 0x7, 0x17, 0x2, 0x2, 0x215, 0x217, 
    0x5, 0x3a, 0x1e, 0x2, 0x216, 0x212, 0x3, 0x2, 0x2, 0x2, 0x216, 0x213, 
    0x3, 0x2, 0x2, 0x2, 0x216, 0x214, 0x3, 0x2, 0x2, 0x2, 0x217, 0x47, 0x3, 
    0x2, 0x2, 0x2, 0x218, 0x219, 0x7, 0x34, 0x2, 0x2, 0x219, 0x21a, 0x5, 
    0x5c, 0x2f, 0x2, 0x21a, 0x21b, 0x7, 0x3f, 0x2, 0x2, 0x21b, 0x21c, 0x7, 
    0x3, 0x2, 0x2, 0x21c, 0x21e, 0x7, 0x4, 0x2, 0x2, 0x21d, 0x21f, 0x5, 
    0x4a, 0x26, 0x2, 0x21e, 0x21d, 0x3, 0x2, 0x2, 0x2, 0x21f, 0x220, 0x3, 
    0x2, 0x2, 0x2, 0x220, 0x21e, 0x3, 0x2, 0x2, 0x2, 0x220, 0x221, 0x3, 
    0x2, 0x2, 0x2, 0x221, 0x222, 0x3, 0x2, 0x2, 0x2, 0x222, 0x223, 0x7, 
    0x5, 0x2, 0x2, 0x223, 0x49, 0x3, 0x2, 0x2, 0x2, 0x224, 0x225, 0x7, 0x35, 
    0x2, 0x2, 0x225, 0x228, 0x5, 0x4c, 0x27, 0x2, 0x226, 0x227, 0x7, 0x25, 
    0x2, 0x2, 0x227, 0x229, 0x5, 0x60, 0x31, 0x2, 0x228, 0x226, 0x3, 0x2, 
    0x2, 0x2, 0x228, 0x229, 0x3, 0x2, 0x2, 0x2, 0x229, 0x22a, 0x3, 0x2, 
    0x2, 0x2, 0x22a, 0x22b, 0x7, 0x3f, 0x2, 0x2, 0x22b, 0x22c, 0x5, 0x26, 
    0x14, 0x2, 0x22c, 0x4b, 0x3, 0x2, 0x2, 0x2, 0x22d, 0x234, 0x5, 0x4e, 
    0x28, 0x2, 0x22e, 0x230, 0x7, 0x3e, 0x2, 0x2, 0x22f, 0x231, 0x5, 0x4e, 
    0x28, 0x2, 0x230, 0x22f, 0x3, 0x2, 0x2, 0x2, 0x230, 0x231, 0x3, 0x2, 
    0x2, 0x2, 0x231, 0x233, 0x3, 0x2, 0x2, 0x2, 0x232, 0x22e, 0x3, 0x2, 
    0x2, 0x2, 0x233, 0x236, 0x3, 0x2, 0x2, 0x2, 0x234, 0x232, 0x3, 0x2, 
    0x2, 0x2, 0x234, 0x235, 0x3, 0x2, 0x2, 0x2, 0x235, 0x4d, 0x3, 0x2, 0x2, 
    0x2, 0x236, 0x234, 0x3, 0x2, 0x2, 0x2, 0x237, 0x238, 0x7, 0x4a, 0x2, 
    0x2, 0x238, 0x23f, 0x7, 0x6, 0x2, 0x2, 0x239, 0x23c, 0x5, 0x50, 0x29, 
    0x2, 0x23a, 0x23b, 0x7, 0x15, 0x2, 0x2, 0x23b, 0x23d, 0x7, 0x6, 0x2, 
    0x2, 0x23c, 0x23a, 0x3, 0x2, 0x2, 0x2, 0x23c, 0x23d, 0x3, 0x2, 0x2, 
    0x2, 0x23d, 0x23f, 0x3, 0x2, 0x2, 0x2, 0x23e, 0x237, 0x3, 0x2, 0x2, 
    0x2, 0x23e, 0x239, 0x3, 0x2, 0x2, 0x2, 0x23f, 0x4f, 0x3, 0x2, 0x2, 0x2, 
    0x240, 0x245, 0x5, 0x52, 0x2a, 0x2, 0x241, 0x242, 0x7, 0x52, 0x2, 0x2, 
    0x242, 0x244, 0x5, 0x52, 0x2a, 0x2, 0x243, 0x241, 0x3, 0x2, 0x2, 0x2, 
    0x244, 0x247, 0x3, 0x2, 0x2, 0x2, 0x245, 0x243, 0x3, 0x2, 0x2, 0x2, 
    0x245, 0x246, 0x3, 0x2, 0x2, 0x2, 0x246, 0x51, 0x3, 0x2, 0x2, 0x2, 0x247, 
    0x245, 0x3, 0x2, 0x2, 0x2, 0x248, 0x24a, 0x7, 0x49, 0x2, 0x2, 0x249, 
    0x248, 0x3, 0x2, 0x2, 0x2, 0x249, 0x24a, 0x3, 0x2, 0x2, 0x2, 0x24a, 
    0x24b, 0x3, 0x2, 0x2, 0x2, 0x24b, 0x24e, 0x7, 0x7, 0x2, 0x2, 0x24c, 
    0x24d, 0x9, 0x4, 0x2, 0x2, 0x24d, 0x24f, 0x7, 0x7, 0x2, 0x2, 0x24e, 
    0x24c, 0x3, 0x2, 0x2, 0x2, 0x24e, 0x24f, 0x3, 0x2, 0x2, 0x2, 0x24f, 
    0x297, 0x3, 0x2, 0x2, 0x2, 0x250, 0x297, 0x5, 0x80, 0x41, 0x2, 0x251, 
    0x297, 0x7, 0x12, 0x2, 0x2, 0x252, 0x297, 0x7, 0x13, 0x2, 0x2, 0x253, 
    0x297, 0x7, 0x11, 0x2, 0x2, 0x254, 0x259, 0x7, 0x6, 0x2, 0x2, 0x255, 
    0x256, 0x7, 0x40, 0x2, 0x2, 0x256, 0x258, 0x7, 0x6, 0x2, 0x2, 0x257, 
    0x255, 0x3, 0x2, 0x2, 0x2, 0x258, 0x25b, 0x3, 0x2, 0x2, 0x2, 0x259, 
    0x257, 0x3, 0x2, 0x2, 0x2, 0x259, 0x25a, 0x3, 0x2, 0x2, 0x2, 0x25a, 
    0x26a, 0x3, 0x2, 0x2, 0x2, 0x25b, 0x259, 0x3, 0x2, 0x2, 0x2, 0x25c, 
    0x267, 0x7, 0x38, 0x2, 0x2, 0x25d, 0x264, 0x5, 0x54, 0x2b, 0x2, 0x25e, 
    0x260, 0x7, 0x3e, 0x2, 0x2, 0x25f, 0x261, 0x5, 0x54, 0x2b, 0x2, 0x260, 
    0x25f, 0x3, 0x2, 0x2, 0x2, 0x260, 0x261, 0x3, 0x2, 0x2, 0x2, 0x261, 
    0x263, 0x3, 0x2, 0x2, 0x2, 0x262, 0x25e, 0x3, 0x2, 0x2, 0x2, 0x263, 
    0x266, 0x3, 0x2, 0x2, 0x2, 0x264, 0x262, 0x3, 0x2, 0x2, 0x2, 0x264, 
    0x265, 0x3, 0x2, 0x2, 0x2, 0x265, 0x268, 0x3, 0x2, 0x2, 0x2, 0x266, 
    0x264, 0x3, 0x2, 0x2, 0x2, 0x267, 0x25d, 0x3, 0x2, 0x2, 0x2, 0x267, 
    0x268, 0x3, 0x2, 0x2, 0x2, 0x268, 0x269, 0x3, 0x2, 0x2, 0x2, 0x269, 
    0x26b, 0x7, 0x39, 0x2, 0x2, 0x26a, 0x25c, 0x3, 0x2, 0x2, 0x2, 0x26a, 
    0x26b, 0x3, 0x2, 0x2, 0x2, 0x26b, 0x297, 0x3, 0x2, 0x2, 0x2, 0x26c, 
    0x277, 0x7, 0x38, 0x2, 0x2, 0x26d, 0x274, 0x5, 0x4e, 0x28, 0x2, 0x26e, 
    0x270, 0x7, 0x3e, 0x2, 0x2, 0x26f, 0x271, 0x5, 0x4e, 0x28, 0x2, 0x270, 
    0x26f, 0x3, 0x2, 0x2, 0x2, 0x270, 0x271, 0x3, 0x2, 0x2, 0x2, 0x271, 
    0x273, 0x3, 0x2, 0x2, 0x2, 0x272, 0x26e, 0x3, 0x2, 0x2, 0x2, 0x273, 
    0x276, 0x3, 0x2, 0x2, 0x2, 0x274, 0x272, 0x3, 0x2, 0x2, 0x2, 0x274, 
    0x275, 0x3, 0x2, 0x2, 0x2, 0x275, 0x278, 0x3, 0x2, 0x2, 0x2, 0x276, 
    0x274, 0x3, 0x2, 0x2, 0x2, 0x277, 0x26d, 0x3, 0x2, 0x2, 0x2, 0x277, 
    0x278, 0x3, 0x2, 0x2, 0x2, 0x278, 0x279, 0x3, 0x2, 0x2, 0x2, 0x279, 
    0x297, 0x7, 0x39, 0x2, 0x2, 0x27a, 0x285, 0x7, 0x3a, 0x2, 0x2, 0x27b, 
    0x282, 0x5, 0x4e, 0x28, 0x2, 0x27c, 0x27e, 0x7, 0x3e, 0x2, 0x2, 0x27d, 
    0x27f, 0x5, 0x4e, 0x28, 0x2, 0x27e, 0x27d, 0x3, 0x2, 0x2, 0x2, 0x27e, 
    0x27f, 0x3, 0x2, 0x2, 0x2, 0x27f, 0x281, 0x3, 0x2, 0x2, 0x2, 0x280, 
    0x27c, 0x3, 0x2, 0x2, 0x2, 0x281, 0x284, 0x3, 0x2, 0x2, 0x2, 0x282, 
    0x280, 0x3, 0x2, 0x2, 0x2, 0x282, 0x283, 0x3, 0x2, 0x2, 0x2, 0x283, 
    0x286, 0x3, 0x2, 0x2, 0x2, 0x284, 0x282, 0x3, 0x2, 0x2, 0x2, 0x285, 
    0x27b, 0x3, 0x2, 0x2, 0x2, 0x285, 0x286, 0x3, 0x2, 0x2, 0x2, 0x286, 
    0x287, 0x3, 0x2, 0x2, 0x2, 0x287, 0x297, 0x7, 0x3b, 0x2, 0x2, 0x288, 
    0x293, 0x7, 0x3c, 0x2, 0x2, 0x289, 0x290, 0x5, 0x56, 0x2c, 0x2, 0x28a, 
    0x28c, 0x7, 0x3e, 0x2, 0x2, 0x28b, 0x28d, 0x5, 0x56, 0x2c, 0x2, 0x28c, 
    0x28b, 0x3, 0x2, 0x2, 0x2, 0x28c, 0x28d, 0x3, 0x2, 0x2, 0x2, 0x28d, 
    0x28f, 0x3, 0x2, 0x2, 0x2, 0x28e, 0x28a, 0x3, 0x2, 0x2, 0x2, 0x28f, 
    0x292, 0x3, 0x2, 0x2, 0x2, 0x290, 0x28e, 0x3, 0x2, 0x2, 0x2, 0x290, 
    0x291, 0x3, 0x2, 0x2, 0x2, 0x291, 0x294, 0x3, 0x2, 0x2, 0x2, 0x292, 
    0x290, 0x3, 0x2, 0x2, 0x2, 0x293, 0x289, 0x3, 0x2, 0x2, 0x2, 0x293, 
    0x294, 0x3, 0x2, 0x2, 0x2, 0x294, 0x295, 0x3, 0x2, 0x2, 0x2, 0x295, 
    0x297, 0x7, 0x3d, 0x2, 0x2, 0x296, 0x249, 0x3, 0x2, 0x2, 0x2, 0x296, 
    0x250, 0x3, 0x2, 0x2, 0x2, 0x296, 0x251, 0x3, 0x2, 0x2, 0x2, 0x296, 
    0x252, 0x3, 0x2, 0x2, 0x2, 0x296, 0x253, 0x3, 0x2, 0x2, 0x2, 0x296, 
    0x254, 0x3, 0x2, 0x2, 0x2, 0x296, 0x26c, 0x3, 0x2, 0x2, 0x2, 0x296, 
    0x27a, 0x3, 0x2, 0x2, 0x2, 0x296, 0x288, 0x3, 0x2, 0x2, 0x2, 0x297, 
    0x53, 0x3, 0x2, 0x2, 0x2, 0x298, 0x29b, 0x5, 0x4e, 0x28, 0x2, 0x299, 
    0x29a, 0x7, 0x42, 0x2, 0x2, 0x29a, 0x29c, 0x5, 0x4e, 0x28, 0x2, 0x29b, 
    0x299, 0x3, 0x2, 0x2, 0x2, 0x29b, 0x29c, 0x3, 0x2, 0x2, 0x2, 0x29c, 
    0x55, 0x3, 0x2, 0x2, 0x2, 0x29d, 0x29e, 0x5, 0x52, 0x2a, 0x2, 0x29e, 
    0x29f, 0x7, 0x3f, 0x2, 0x2, 0x29f, 0x2a0, 0x5, 0x4e, 0x28, 0x2, 0x2a0, 
    0x2a4, 0x3, 0x2, 0x2, 0x2, 0x2a1, 0x2a2, 0x7, 0x4e, 0x2, 0x2, 0x2a2, 
    0x2a4, 0x7, 0x6, 0x2, 0x2, 0x2a3, 0x29d, 0x3, 0x2, 0x2, 0x2, 0x2a3, 
    0x2a1, 0x3, 0x2, 0x2, 0x2, 0x2a4, 0x57, 0x3, 0x2, 0x2, 0x2, 0x2a5, 0x2ac, 
    0x5, 0x5a, 0x2e, 0x2, 0x2a6, 0x2a8, 0x7, 0x3e, 0x2, 0x2, 0x2a7, 0x2a9, 
    0x5, 0x5a, 0x2e, 0x2, 0x2a8, 0x2a7, 0x3, 0x2, 0x2, 0x2, 0x2a8, 0x2a9, 
    0x3, 0x2, 0x2, 0x2, 0x2a9, 0x2ab, 0x3, 0x2, 0x2, 0x2, 0x2aa, 0x2a6, 
    0x3, 0x2, 0x2, 0x2, 0x2ab, 0x2ae, 0x3, 0x2, 0x2, 0x2, 0x2ac, 0x2aa, 
    0x3, 0x2, 0x2, 0x2, 0x2ac, 0x2ad, 0x3, 0x2, 0x2, 0x2, 0x2ad, 0x59, 0x3, 
    0x2, 0x2, 0x2, 0x2ae, 0x2ac, 0x3, 0x2, 0x2, 0x2, 0x2af, 0x2b0, 0x7, 
    0x4a, 0x2, 0x2, 0x2b0, 0x2b3, 0x5, 0x64, 0x33, 0x2, 0x2b1, 0x2b3, 0x5, 
    0x62, 0x32, 0x2, 0x2b2, 0x2af, 0x3, 0x2, 0x2, 0x2, 0x2b2, 0x2b1, 0x3, 
    0x2, 0x2, 0x2, 0x2b3, 0x5b, 0x3, 0x2, 0x2, 0x2, 0x2b4, 0x2bb, 0x5, 0x5e, 
    0x30, 0x2, 0x2b5, 0x2b7, 0x7, 0x3e, 0x2, 0x2, 0x2b6, 0x2b8, 0x5, 0x5e, 
    0x30, 0x2, 0x2b7, 0x2b6, 0x3, 0x2, 0x2, 0x2, 0x2b7, 0x2b8, 0x3, 0x2, 
    0x2, 0x2, 0x2b8, 0x2ba, 0x3, 0x2, 0x2, 0x2, 0x2b9, 0x2b5, 0x3, 0x2, 
    0x2, 0x2, 0x2ba, 0x2bd, 0x3, 0x2, 0x2, 0x2, 0x2bb, 0x2b9, 0x3, 0x2, 
    0x2, 0x2, 0x2bb, 0x2bc, 0x3, 0x2, 0x2, 0x2, 0x2bc, 0x5d, 0x3, 0x2, 0x2, 
    0x2, 0x2bd, 0x2bb, 0x3, 0x2, 0x2, 0x2, 0x2be, 0x2bf, 0x7, 0x4a, 0x2, 
    0x2, 0x2bf, 0x2c2, 0x5, 0x64, 0x33, 0x2, 0x2c0, 0x2c2, 0x5, 0x60, 0x31, 
    0x2, 0x2c1, 0x2be, 0x3, 0x2, 0x2, 0x2, 0x2c1, 0x2c0, 0x3, 0x2, 0x2, 
    0x2, 0x2c2, 0x5f, 0x3, 0x2, 0x2, 0x2, 0x2c3, 0x2c6, 0x5, 0x62, 0x32, 
    0x2, 0x2c4, 0x2c5, 0x7, 0x44, 0x2, 0x2, 0x2c5, 0x2c7, 0x5, 0x62, 0x32, 
    0x2, 0x2c6, 0x2c4, 0x3, 0x2, 0x2, 0x2, 0x2c6, 0x2c7, 0x3, 0x2, 0x2, 
    0x2, 0x2c7, 0x61, 0x3, 0x2, 0x2, 0x2, 0x2c8, 0x2ce, 0x5, 0x64, 0x33, 
    0x2, 0x2c9, 0x2ca, 0x7, 0x25, 0x2, 0x2, 0x2ca, 0x2cb, 0x5, 0x64, 0x33, 
    0x2, 0x2cb, 0x2cc, 0x7, 0x1f, 0x2, 0x2, 0x2cc, 0x2cd, 0x5, 0x62, 0x32, 
    0x2, 0x2cd, 0x2cf, 0x3, 0x2, 0x2, 0x2, 0x2ce, 0x2c9, 0x3, 0x2, 0x2, 
    0x2, 0x2ce, 0x2cf, 0x3, 0x2, 0x2, 0x2, 0x2cf, 0x2d7, 0x3, 0x2, 0x2, 
    0x2, 0x2d0, 0x2d2, 0x7, 0x29, 0x2, 0x2, 0x2d1, 0x2d3, 0x5, 0x40, 0x21, 
    0x2, 0x2d2, 0x2d1, 0x3, 0x2, 0x2, 0x2, 0x2d2, 0x2d3, 0x3, 0x2, 0x2, 
    0x2, 0x2d3, 0x2d4, 0x3, 0x2, 0x2, 0x2, 0x2d4, 0x2d5, 0x7, 0x3f, 0x2, 
    0x2, 0x2d5, 0x2d7, 0x5, 0x62, 0x32, 0x2, 0x2d6, 0x2c8, 0x3, 0x2, 0x2, 
    0x2, 0x2d6, 0x2d0, 0x3, 0x2, 0x2, 0x2, 0x2d7, 0x63, 0x3, 0x2, 0x2, 0x2, 
    0x2d8, 0x2da, 0x5, 0x66, 0x34, 0x2, 0x2d9, 0x2d8, 0x3, 0x2, 0x2, 0x2, 
    0x2da, 0x2dd, 0x3, 0x2, 0x2, 0x2, 0x2db, 0x2d9, 0x3, 0x2, 0x2, 0x2, 
    0x2db, 0x2dc, 0x3, 0x2, 0x2, 0x2, 0x2dc, 0x2de, 0x3, 0x2, 0x2, 0x2, 
    0x2dd, 0x2db, 0x3, 0x2, 0x2, 0x2, 0x2de, 0x2ea, 0x5, 0x6a, 0x36, 0x2, 
    0x2df, 0x2e3, 0x5, 0x68, 0x35, 0x2, 0x2e0, 0x2e2, 0x5, 0x66, 0x34, 0x2, 
    0x2e1, 0x2e0, 0x3, 0x2, 0x2, 0x2, 0x2e2, 0x2e5, 0x3, 0x2, 0x2, 0x2, 
    0x2e3, 0x2e1, 0x3, 0x2, 0x2, 0x2, 0x2e3, 0x2e4, 0x3, 0x2, 0x2, 0x2, 
    0x2e4, 0x2e6, 0x3, 0x2, 0x2, 0x2, 0x2e5, 0x2e3, 0x3, 0x2, 0x2, 0x2, 
    0x2e6, 0x2e7, 0x5, 0x6a, 0x36, 0x2, 0x2e7, 0x2e9, 0x3, 0x2, 0x2, 0x2, 
    0x2e8, 0x2df, 0x3, 0x2, 0x2, 0x2, 0x2e9, 0x2ec, 0x3, 0x2, 0x2, 0x2, 
    0x2ea, 0x2e8, 0x3, 0x2, 0x2, 0x2, 0x2ea, 0x2eb, 0x3, 0x2, 0x2, 0x2, 
    0x2eb, 0x65, 0x3, 0x2, 0x2, 0x2, 0x2ec, 0x2ea, 0x3, 0x2, 0x2, 0x2, 0x2ed, 
    0x2ee, 0x9, 0x5, 0x2, 0x2, 0x2ee, 0x67, 0x3, 0x2, 0x2, 0x2, 0x2ef, 0x2f0, 
    0x9, 0x6, 0x2, 0x2, 0x2f0, 0x69, 0x3, 0x2, 0x2, 0x2, 0x2f1, 0x2f3, 0x7, 
    0x18, 0x2, 0x2, 0x2f2, 0x2f1, 0x3, 0x2, 0x2, 0x2, 0x2f2, 0x2f3, 0x3, 
    0x2, 0x2, 0x2, 0x2f3, 0x2f4, 0x3, 0x2, 0x2, 0x2, 0x2f4, 0x2f8, 0x5, 
    0x78, 0x3d, 0x2, 0x2f5, 0x2f7, 0x5, 0x6c, 0x37, 0x2, 0x2f6, 0x2f5, 0x3, 
    0x2, 0x2, 0x2, 0x2f7, 0x2fa, 0x3, 0x2, 0x2, 0x2, 0x2f8, 0x2f6, 0x3, 
    0x2, 0x2, 0x2, 0x2f8, 0x2f9, 0x3, 0x2, 0x2, 0x2, 0x2f9, 0x6b, 0x3, 0x2, 
    0x2, 0x2, 0x2fa, 0x2f8, 0x3, 0x2, 0x2, 0x2, 0x2fb, 0x2fc, 0x7, 0x40, 
    0x2, 0x2, 0x2fc, 0x307, 0x7, 0x6, 0x2, 0x2, 0x2fd, 0x2ff, 0x7, 0x38, 
    0x2, 0x2, 0x2fe, 0x300, 0x5, 0x72, 0x3a, 0x2, 0x2ff, 0x2fe, 0x3, 0x2, 
    0x2, 0x2, 0x2ff, 0x300, 0x3, 0x2, 0x2, 0x2, 0x300, 0x301, 0x3, 0x2, 
    0x2, 0x2, 0x301, 0x307, 0x7, 0x39, 0x2, 0x2, 0x302, 0x303, 0x7, 0x3a, 
    0x2, 0x2, 0x303, 0x304, 0x5, 0x6e, 0x38, 0x2, 0x304, 0x305, 0x7, 0x3b, 
    0x2, 0x2, 0x305, 0x307, 0x3, 0x2, 0x2, 0x2, 0x306, 0x2fb, 0x3, 0x2, 
    0x2, 0x2, 0x306, 0x2fd, 0x3, 0x2, 0x2, 0x2, 0x306, 0x302, 0x3, 0x2, 
    0x2, 0x2, 0x307, 0x6d, 0x3, 0x2, 0x2, 0x2, 0x308, 0x30f, 0x5, 0x70, 
    0x39, 0x2, 0x309, 0x30b, 0x7, 0x3e, 0x2, 0x2, 0x30a, 0x30c, 0x5, 0x70, 
    0x39, 0x2, 0x30b, 0x30a, 0x3, 0x2, 0x2, 0x2, 0x30b, 0x30c, 0x3, 0x2, 
    0x2, 0x2, 0x30c, 0x30e, 0x3, 0x2, 0x2, 0x2, 0x30d, 0x309, 0x3, 0x2, 
    0x2, 0x2, 0x30e, 0x311, 0x3, 0x2, 0x2, 0x2, 0x30f, 0x30d, 0x3, 0x2, 
    0x2, 0x2, 0x30f, 0x310, 0x3, 0x2, 0x2, 0x2, 0x310, 0x6f, 0x3, 0x2, 0x2, 
    0x2, 0x311, 0x30f, 0x3, 0x2, 0x2, 0x2, 0x312, 0x314, 0x7, 0x3f, 0x2, 
    0x2, 0x313, 0x315, 0x5, 0x62, 0x32, 0x2, 0x314, 0x313, 0x3, 0x2, 0x2, 
    0x2, 0x314, 0x315, 0x3, 0x2, 0x2, 0x2, 0x315, 0x31a, 0x3, 0x2, 0x2, 
    0x2, 0x316, 0x318, 0x7, 0x3f, 0x2, 0x2, 0x317, 0x319, 0x5, 0x62, 0x32, 
    0x2, 0x318, 0x317, 0x3, 0x2, 0x2, 0x2, 0x318, 0x319, 0x3, 0x2, 0x2, 
    0x2, 0x319, 0x31b, 0x3, 0x2, 0x2, 0x2, 0x31a, 0x316, 0x3, 0x2, 0x2, 
    0x2, 0x31a, 0x31b, 0x3, 0x2, 0x2, 0x2, 0x31b, 0x32c, 0x3, 0x2, 0x2, 
    0x2, 0x31c, 0x327, 0x5, 0x60, 0x31, 0x2, 0x31d, 0x31f, 0x7, 0x3f, 0x2, 
    0x2, 0x31e, 0x320, 0x5, 0x62, 0x32, 0x2, 0x31f, 0x31e, 0x3, 0x2, 0x2, 
    0x2, 0x31f, 0x320, 0x3, 0x2, 0x2, 0x2, 0x320, 0x325, 0x3, 0x2, 0x2, 
    0x2, 0x321, 0x323, 0x7, 0x3f, 0x2, 0x2, 0x322, 0x324, 0x5, 0x62, 0x32, 
    0x2, 0x323, 0x322, 0x3, 0x2, 0x2, 0x2, 0x323, 0x324, 0x3, 0x2, 0x2, 
    0x2, 0x324, 0x326, 0x3, 0x2, 0x2, 0x2, 0x325, 0x321, 0x3, 0x2, 0x2, 
    0x2, 0x325, 0x326, 0x3, 0x2, 0x2, 0x2, 0x326, 0x328, 0x3, 0x2, 0x2, 
    0x2, 0x327, 0x31d, 0x3, 0x2, 0x2, 0x2, 0x327, 0x328, 0x3, 0x2, 0x2, 
    0x2, 0x328, 0x32c, 0x3, 0x2, 0x2, 0x2, 0x329, 0x32a, 0x7, 0x4a, 0x2, 
    0x2, 0x32a, 0x32c, 0x5, 0x62, 0x32, 0x2, 0x32b, 0x312, 0x3, 0x2, 0x2, 
    0x2, 0x32b, 0x31c, 0x3, 0x2, 0x2, 0x2, 0x32b, 0x329, 0x3, 0x2, 0x2, 
    0x2, 0x32c, 0x71, 0x3, 0x2, 0x2, 0x2, 0x32d, 0x334, 0x5, 0x74, 0x3b, 
    0x2, 0x32e, 0x330, 0x7, 0x3e, 0x2, 0x2, 0x32f, 0x331, 0x5, 0x74, 0x3b, 
    0x2, 0x330, 0x32f, 0x3, 0x2, 0x2, 0x2, 0x330, 0x331, 0x3, 0x2, 0x2, 
    0x2, 0x331, 0x333, 0x3, 0x2, 0x2, 0x2, 0x332, 0x32e, 0x3, 0x2, 0x2, 
    0x2, 0x333, 0x336, 0x3, 0x2, 0x2, 0x2, 0x334, 0x332, 0x3, 0x2, 0x2, 
    0x2, 0x334, 0x335, 0x3, 0x2, 0x2, 0x2, 0x335, 0x73, 0x3, 0x2, 0x2, 0x2, 
    0x336, 0x334, 0x3, 0x2, 0x2, 0x2, 0x337, 0x338, 0x7, 0x4a, 0x2, 0x2, 
    0x338, 0x347, 0x5, 0x62, 0x32, 0x2, 0x339, 0x33a, 0x7, 0x4e, 0x2, 0x2, 
    0x33a, 0x347, 0x5, 0x62, 0x32, 0x2, 0x33b, 0x344, 0x5, 0x62, 0x32, 0x2, 
    0x33c, 0x33d, 0x7, 0x44, 0x2, 0x2, 0x33d, 0x33f, 0x5, 0x62, 0x32, 0x2, 
    0x33e, 0x340, 0x5, 0x76, 0x3c, 0x2, 0x33f, 0x33e, 0x3, 0x2, 0x2, 0x2, 
    0x33f, 0x340, 0x3, 0x2, 0x2, 0x2, 0x340, 0x345, 0x3, 0x2, 0x2, 0x2, 
    0x341, 0x342, 0x7, 0x42, 0x2, 0x2, 0x342, 0x345, 0x5, 0x62, 0x32, 0x2, 
    0x343, 0x345, 0x5, 0x76, 0x3c, 0x2, 0x344, 0x33c, 0x3, 0x2, 0x2, 0x2, 
    0x344, 0x341, 0x3, 0x2, 0x2, 0x2, 0x344, 0x343, 0x3, 0x2, 0x2, 0x2, 
    0x344, 0x345, 0x3, 0x2, 0x2, 0x2, 0x345, 0x347, 0x3, 0x2, 0x2, 0x2, 
    0x346, 0x337, 0x3, 0x2, 0x2, 0x2, 0x346, 0x339, 0x3, 0x2, 0x2, 0x2, 
    0x346, 0x33b, 0x3, 0x2, 0x2, 0x2, 0x347, 0x75, 0x3, 0x2, 0x2, 0x2, 0x348, 
    0x34a, 0x7, 0x17, 0x2, 0x2, 0x349, 0x348, 0x3, 0x2, 0x2, 0x2, 0x349, 
    0x34a, 0x3, 0x2, 0x2, 0x2, 0x34a, 0x34b, 0x3, 0x2, 0x2, 0x2, 0x34b, 
    0x34c, 0x7, 0x22, 0x2, 0x2, 0x34c, 0x34d, 0x5, 0x2e, 0x18, 0x2, 0x34d, 
    0x34e, 0x7, 0x27, 0x2, 0x2, 0x34e, 0x353, 0x5, 0x64, 0x33, 0x2, 0x34f, 
    0x350, 0x7, 0x25, 0x2, 0x2, 0x350, 0x352, 0x5, 0x64, 0x33, 0x2, 0x351, 
    0x34f, 0x3, 0x2, 0x2, 0x2, 0x352, 0x355, 0x3, 0x2, 0x2, 0x2, 0x353, 
    0x351, 0x3, 0x2, 0x2, 0x2, 0x353, 0x354, 0x3, 0x2, 0x2, 0x2, 0x354, 
    0x357, 0x3, 0x2, 0x2, 0x2, 0x355, 0x353, 0x3, 0x2, 0x2, 0x2, 0x356, 
    0x349, 0x3, 0x2, 0x2, 0x2, 0x357, 0x358, 0x3, 0x2, 0x2, 0x2, 0x358, 
    0x356, 0x3, 0x2, 0x2, 0x2, 0x358, 0x359, 0x3, 0x2, 0x2, 0x2, 0x359, 
    0x77, 0x3, 0x2, 0x2, 0x2, 0x35a, 0x389, 0x7, 0x6, 0x2, 0x2, 0x35b, 0x389, 
    0x7, 0x7, 0x2, 0x2, 0x35c, 0x389, 0x5, 0x80, 0x41, 0x2, 0x35d, 0x389, 
    0x7, 0x12, 0x2, 0x2, 0x35e, 0x389, 0x7, 0x13, 0x2, 0x2, 0x35f, 0x389, 
    0x7, 0x11, 0x2, 0x2, 0x360, 0x389, 0x7, 0x46, 0x2, 0x2, 0x361, 0x363, 
    0x7, 0x38, 0x2, 0x2, 0x362, 0x364, 0x5, 0x7a, 0x3e, 0x2, 0x363, 0x362, 
    0x3, 0x2, 0x2, 0x2, 0x363, 0x364, 0x3, 0x2, 0x2, 0x2, 0x364, 0x365, 
    0x3, 0x2, 0x2, 0x2, 0x365, 0x389, 0x7, 0x39, 0x2, 0x2, 0x366, 0x374, 
    0x7, 0x3a, 0x2, 0x2, 0x367, 0x372, 0x5, 0x5e, 0x30, 0x2, 0x368, 0x373, 
    0x5, 0x76, 0x3c, 0x2, 0x369, 0x36b, 0x7, 0x3e, 0x2, 0x2, 0x36a, 0x36c, 
    0x5, 0x5e, 0x30, 0x2, 0x36b, 0x36a, 0x3, 0x2, 0x2, 0x2, 0x36b, 0x36c, 
    0x3, 0x2, 0x2, 0x2, 0x36c, 0x36e, 0x3, 0x2, 0x2, 0x2, 0x36d, 0x369, 
    0x3, 0x2, 0x2, 0x2, 0x36e, 0x371, 0x3, 0x2, 0x2, 0x2, 0x36f, 0x36d, 
    0x3, 0x2, 0x2, 0x2, 0x36f, 0x370, 0x3, 0x2, 0x2, 0x2, 0x370, 0x373, 
    0x3, 0x2, 0x2, 0x2, 0x371, 0x36f, 0x3, 0x2, 0x2, 0x2, 0x372, 0x368, 
    0x3, 0x2, 0x2, 0x2, 0x372, 0x36f, 0x3, 0x2, 0x2, 0x2, 0x373, 0x375, 
    0x3, 0x2, 0x2, 0x2, 0x374, 0x367, 0x3, 0x2, 0x2, 0x2, 0x374, 0x375, 
    0x3, 0x2, 0x2, 0x2, 0x375, 0x376, 0x3, 0x2, 0x2, 0x2, 0x376, 0x389, 
    0x7, 0x3b, 0x2, 0x2, 0x377, 0x385, 0x7, 0x3c, 0x2, 0x2, 0x378, 0x383, 
    0x5, 0x7e, 0x40, 0x2, 0x379, 0x384, 0x5, 0x76, 0x3c, 0x2, 0x37a, 0x37c, 
    0x7, 0x3e, 0x2, 0x2, 0x37b, 0x37d, 0x5, 0x7e, 0x40, 0x2, 0x37c, 0x37b, 
    0x3, 0x2, 0x2, 0x2, 0x37c, 0x37d, 0x3, 0x2, 0x2, 0x2, 0x37d, 0x37f, 
    0x3, 0x2, 0x2, 0x2, 0x37e, 0x37a, 0x3, 0x2, 0x2, 0x2, 0x37f, 0x382, 
    0x3, 0x2, 0x2, 0x2, 0x380, 0x37e, 0x3, 0x2, 0x2, 0x2, 0x380, 0x381, 
    0x3, 0x2, 0x2, 0x2, 0x381, 0x384, 0x3, 0x2, 0x2, 0x2, 0x382, 0x380, 
    0x3, 0x2, 0x2, 0x2, 0x383, 0x379, 0x3, 0x2, 0x2, 0x2, 0x383, 0x380, 
    0x3, 0x2, 0x2, 0x2, 0x384, 0x386, 0x3, 0x2, 0x2, 0x2, 0x385, 0x378, 
    0x3, 0x2, 0x2, 0x2, 0x385, 0x386, 0x3, 0x2, 0x2, 0x2, 0x386, 0x387, 
    0x3, 0x2, 0x2, 0x2, 0x387, 0x389, 0x7, 0x3d, 0x2, 0x2, 0x388, 0x35a, 
    0x3, 0x2, 0x2, 0x2, 0x388, 0x35b, 0x3, 0x2, 0x2, 0x2, 0x388, 0x35c, 
    0x3, 0x2, 0x2, 0x2, 0x388, 0x35d, 0x3, 0x2, 0x2, 0x2, 0x388, 0x35e, 
    0x3, 0x2, 0x2, 0x2, 0x388, 0x35f, 0x3, 0x2, 0x2, 0x2, 0x388, 0x360, 
    0x3, 0x2, 0x2, 0x2, 0x388, 0x361, 0x3, 0x2, 0x2, 0x2, 0x388, 0x366, 
    0x3, 0x2, 0x2, 0x2, 0x388, 0x377, 0x3, 0x2, 0x2, 0x2, 0x389, 0x79, 0x3, 
    0x2, 0x2, 0x2, 0x38a, 0x399, 0x5, 0xc, 0x7, 0x2, 0x38b, 0x396, 0x5, 
    0x7c, 0x3f, 0x2, 0x38c, 0x397, 0x5, 0x76, 0x3c, 0x2, 0x38d, 0x38f, 0x7, 
    0x3e, 0x2, 0x2, 0x38e, 0x390, 0x5, 0x7c, 0x3f, 0x2, 0x38f, 0x38e, 0x3, 
    0x2, 0x2, 0x2, 0x38f, 0x390, 0x3, 0x2, 0x2, 0x2, 0x390, 0x392, 0x3, 
    0x2, 0x2, 0x2, 0x391, 0x38d, 0x3, 0x2, 0x2, 0x2, 0x392, 0x395, 0x3, 
    0x2, 0x2, 0x2, 0x393, 0x391, 0x3, 0x2, 0x2, 0x2, 0x393, 0x394, 0x3, 
    0x2, 0x2, 0x2, 0x394, 0x397, 0x3, 0x2, 0x2, 0x2, 0x395, 0x393, 0x3, 
    0x2, 0x2, 0x2, 0x396, 0x38c, 0x3, 0x2, 0x2, 0x2, 0x396, 0x393, 0x3, 
    0x2, 0x2, 0x2, 0x397, 0x399, 0x3, 0x2, 0x2, 0x2, 0x398, 0x38a, 0x3, 
    0x2, 0x2, 0x2, 0x398, 0x38b, 0x3, 0x2, 0x2, 0x2, 0x399, 0x7b, 0x3, 0x2, 
    0x2, 0x2, 0x39a, 0x39d, 0x5, 0x5e, 0x30, 0x2, 0x39b, 0x39c, 0x7, 0x15, 
    0x2, 0x2, 0x39c, 0x39e, 0x5, 0x30, 0x19, 0x2, 0x39d, 0x39b, 0x3, 0x2, 
    0x2, 0x2, 0x39d, 0x39e, 0x3, 0x2, 0x2, 0x2, 0x39e, 0x7d, 0x3, 0x2, 0x2, 
    0x2, 0x39f, 0x3a0, 0x7, 0x4e, 0x2, 0x2, 0x3a0, 0x3a9, 0x5, 0x64, 0x33, 
    0x2, 0x3a1, 0x3a2, 0x7, 0x4a, 0x2, 0x2, 0x3a2, 0x3a9, 0x5, 0x64, 0x33, 
    0x2, 0x3a3, 0x3a6, 0x5, 0x60, 0x31, 0x2, 0x3a4, 0x3a5, 0x7, 0x3f, 0x2, 
    0x2, 0x3a5, 0x3a7, 0x5, 0x62, 0x32, 0x2, 0x3a6, 0x3a4, 0x3, 0x2, 0x2, 
    0x2, 0x3a6, 0x3a7, 0x3, 0x2, 0x2, 0x2, 0x3a7, 0x3a9, 0x3, 0x2, 0x2, 
    0x2, 0x3a8, 0x39f, 0x3, 0x2, 0x2, 0x2, 0x3a8, 0x3a1, 0x3, 0x2, 0x2, 
    0x2, 0x3a8, 0x3a3, 0x3, 0x2, 0x2, 0x2, 0x3a9, 0x7f, 0x3, 0x2, 0x2, 0x2, 
    0x3aa, 0x3ad, 0x7, 0x8, 0x2, 0x2, 0x3ab, 0x3ad, 0x5, 0x82, 0x42, 0x2, 
    0x3ac, 0x3aa, 0x3, 0x2, 0x2, 0x2, 0x3ac, 0x3ab, 0x3, 0x2, 0x2, 0x2, 
    0x3ad, 0x3ae, 0x3, 0x2, 0x2, 0x2, 0x3ae, 0x3ac, 0x3, 0x2, 0x2, 0x2, 
    0x3ae, 0x3af, 0x3, 0x2, 0x2, 0x2, 0x3af, 0x81, 0x3, 0x2, 0x2, 0x2, 0x3b0, 
    0x3b4, 0x7, 0x9, 0x2, 0x2, 0x3b1, 0x3b3, 0x5, 0x84, 0x43, 0x2, 0x3b2, 
    0x3b1, 0x3, 0x2, 0x2, 0x2, 0x3b3, 0x3b6, 0x3, 0x2, 0x2, 0x2, 0x3b4, 
    0x3b2, 0x3, 0x2, 0x2, 0x2, 0x3b4, 0x3b5, 0x3, 0x2, 0x2, 0x2, 0x3b5, 
    0x3b7, 0x3, 0x2, 0x2, 0x2, 0x3b6, 0x3b4, 0x3, 0x2, 0x2, 0x2, 0x3b7, 
    0x3b8, 0x7, 0x10, 0x2, 0x2, 0x3b8, 0x83, 0x3, 0x2, 0x2, 0x2, 0x3b9, 
    0x3ce, 0x7, 0xa, 0x2, 0x2, 0x3ba, 0x3bb, 0x7, 0xb, 0x2, 0x2, 0x3bb, 
    0x3bd, 0x5, 0x7a, 0x3e, 0x2, 0x3bc, 0x3be, 0x7, 0xc, 0x2, 0x2, 0x3bd, 
    0x3bc, 0x3, 0x2, 0x2, 0x2, 0x3bd, 0x3be, 0x3, 0x2, 0x2, 0x2, 0x3be, 
    0x3c0, 0x3, 0x2, 0x2, 0x2, 0x3bf, 0x3c1, 0x7, 0xd, 0x2, 0x2, 0x3c0, 
    0x3bf, 0x3, 0x2, 0x2, 0x2, 0x3c0, 0x3c1, 0x3, 0x2, 0x2, 0x2, 0x3c1, 
    0x3c9, 0x3, 0x2, 0x2, 0x2, 0x3c2, 0x3c6, 0x7, 0xe, 0x2, 0x2, 0x3c3, 
    0x3c5, 0x5, 0x84, 0x43, 0x2, 0x3c4, 0x3c3, 0x3, 0x2, 0x2, 0x2, 0x3c5, 
    0x3c8, 0x3, 0x2, 0x2, 0x2, 0x3c6, 0x3c4, 0x3, 0x2, 0x2, 0x2, 0x3c6, 
    0x3c7, 0x3, 0x2, 0x2, 0x2, 0x3c7, 0x3ca, 0x3, 0x2, 0x2, 0x2, 0x3c8, 
    0x3c6, 0x3, 0x2, 0x2, 0x2, 0x3c9, 0x3c2, 0x3, 0x2, 0x2, 0x2, 0x3c9, 
    0x3ca, 0x3, 0x2, 0x2, 0x2, 0x3ca, 0x3cb, 0x3, 0x2, 0x2, 0x2, 0x3cb, 
    0x3cc, 0x7, 0xf, 0x2, 0x2, 0x3cc, 0x3ce, 0x3, 0x2, 0x2, 0x2, 0x3cd, 
    0x3b9, 0x3, 0x2, 0x2, 0x2, 0x3cd, 0x3ba, 0x3, 0x2, 0x2, 0x2, 0x3ce, 
    0x85, 0x3, 0x2, 0x2, 0x2, 0x9b, 0x88, 0x8d, 0x91, 0xa1, 0xa8, 0xb0, 
    0xb2, 0xb9, 0xbc, 0xc0, 0xc6, 0xca, 0xd0, 0xd2, 0xda, 0xe4, 0xec, 0xf2, 
    0xf9, 0xff, 0x105, 0x109, 0x111, 0x115, 0x11d, 0x121, 0x124, 0x130, 
    0x136, 0x13e, 0x142, 0x14f, 0x155, 0x15e, 0x169, 0x16e, 0x172, 0x176, 
    0x180, 0x185, 0x18a, 0x18f, 0x193, 0x198, 0x19a, 0x1a5, 0x1ae, 0x1b4, 
    0x1b9, 0x1c1, 0x1c5, 0x1cb, 0x1cf, 0x1d7, 0x1d9, 0x1db, 0x1e1, 0x1e4, 
    0x1e9, 0x1ed, 0x1f3, 0x1f7, 0x1fc, 0x202, 0x205, 0x210, 0x216, 0x220, 
    0x228, 0x230, 0x234, 0x23c, 0x23e, 0x245, 0x249, 0x24e, 0x259, 0x260, 
    0x264, 0x267, 0x26a, 0x270, 0x274, 0x277, 0x27e, 0x282, 0x285, 0x28c, 
    0x290, 0x293, 0x296, 0x29b, 0x2a3, 0x2a8, 0x2ac, 0x2b2, 0x2b7, 0x2bb, 
    0x2c1, 0x2c6, 0x2ce, 0x2d2, 0x2d6, 0x2db, 0x2e3, 0x2ea, 0x2f2, 0x2f8, 
    0x2ff, 0x306, 0x30b, 0x30f, 0x314, 0x318, 0x31a, 0x31f, 0x323, 0x325, 
    0x327, 0x32b, 0x330, 0x334, 0x33f, 0x344, 0x346, 0x349, 0x353, 0x358, 
    0x363, 0x36b, 0x36f, 0x372, 0x374, 0x37c, 0x380, 0x383, 0x385, 0x388, 
    0x38f, 0x393, 0x396, 0x398, 0x39d, 0x3a6, 0x3a8, 0x3ac, 0x3ae, 0x3b4, 
    0x3bd, 0x3c0, 0x3c6, 0x3c9, 0x3cd, 
  };

  atn::ATNDeserializer deserializer;
  _atn = deserializer.deserialize(_serializedATN);

  size_t count = _atn.getNumberOfDecisions();
  _decisionToDFA.reserve(count);
  for (size_t i = 0; i < count; i++) { 
    _decisionToDFA.emplace_back(_atn.getDecisionState(i), i);
  }
}

LatheParser::Initializer LatheParser::_init;
