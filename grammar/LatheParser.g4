// Python 3.11 as a flat LL(1) parser grammar. Tokens come from frontend/lexer (layout, joins, soft keywords and
// f-string pieces are decided there); precedence, targets and other rules that need more look-ahead are decided by the
// tree builder. The generated parser must not contain a call of adaptivePredict: regenerate.sh checks it.
parser grammar LatheParser;

options { superClass = GuardedParser; }

// The order is that of TokenKind in frontend/token.h.
tokens {
  NEWLINE, INDENT, DEDENT, NAME, NUMBER, STRING,
  FS_START, FS_MID, FS_LB, FS_EQ, FS_CONV, FS_COLON, FS_RB, FS_END,
  FALSE, NONE, TRUE, AND, AS, ASSERT, ASYNC, AWAIT, BREAK, CLASS, CONTINUE, DEF, DEL, ELIF, ELSE, EXCEPT, FINALLY, FOR,
  FROM, GLOBAL, IF, IMPORT, IN, IS, LAMBDA, NONLOCAL, NOT, OR, PASS, RAISE, RETURN, TRY, WHILE, WITH, YIELD,
  MATCH, CASE, NOT_IN, IS_NOT,
  LPAR, RPAR, LSQB, RSQB, LBRACE, RBRACE, COMMA, COLON, DOT, SEMI, ASSIGN, AUGASSIGN, WALRUS, ARROW, ELLIPSIS, AT,
  PLUS, MINUS, STAR, SLASH, DOUBLESLASH, PERCENT, DSTAR, LSHIFT, RSHIFT, AMP, BAR, CARET, TILDE,
  LT, GT, LE, GE, EQ, NE, LTGT, INVALID
}

@parser::postinclude {
#include "frontend/guarded_parser.h"
}

stmt: simpleStmts | compound ;
simpleStmts: simple (SEMI simple?)* NEWLINE ;
simple: exprStmt | PASS | BREAK | CONTINUE | returnStmt | raiseStmt | globalStmt | delStmt | assertStmt | importStmt
      | fromStmt ;
exprStmt: starExprs (COLON expr (ASSIGN rhs)? | AUGASSIGN rhs | (ASSIGN rhs)+)? | yieldExpr (ASSIGN rhs)* ;
rhs: yieldExpr | starExprs ;
yieldExpr: YIELD (FROM expr | starExprs)? ;
returnStmt: RETURN starExprs? ;
raiseStmt: RAISE (expr (FROM expr)?)? ;
globalStmt: (GLOBAL | NONLOCAL) NAME (COMMA NAME)* ;
delStmt: DEL starExprs ;
assertStmt: ASSERT expr (COMMA expr)? ;
importStmt: IMPORT dottedAs (COMMA dottedAs)* ;
dottedAs: dotted (AS NAME)? ;
dotted: NAME (DOT NAME)* ;
fromAs: NAME (AS NAME)? ;
fromStmt: FROM (DOT | ELLIPSIS)* dotted? IMPORT (STAR | LPAR fromAs (COMMA fromAs?)* RPAR | fromAs (COMMA fromAs?)*) ;

compound: ifStmt | whileStmt | forStmt | tryStmt | withStmt | funcDef | classDef | decorated | asyncStmt | matchStmt ;
asyncStmt: ASYNC (funcDef | forStmt | withStmt) ;
block: simpleStmts | NEWLINE INDENT stmt+ DEDENT ;
ifStmt: IF named COLON block (ELIF named COLON block)* (ELSE COLON block)? ;
whileStmt: WHILE named COLON block (ELSE COLON block)? ;
forStmt: FOR targets IN starExprs COLON block (ELSE COLON block)? ;
targets: target (COMMA target?)* ;
target: STAR? primary ;
tryStmt: TRY COLON block (exceptBlock+ (ELSE COLON block)? (FINALLY COLON block)? | FINALLY COLON block) ;
exceptBlock: EXCEPT STAR? (expr (AS NAME)?)? COLON block ;
withStmt: WITH withItem (COMMA withItem)* COLON block ;
withItem: expr (AS target)? ;
funcDef: DEF NAME LPAR params? RPAR (ARROW expr)? COLON block ;
params: param (COMMA param?)* ;
param: NAME (COLON expr)? (ASSIGN expr)? | STAR (NAME (COLON (STAR operation | expr))?)? | DSTAR NAME (COLON expr)?
     | SLASH ;
lparams: lparam (COMMA lparam?)* ;
lparam: NAME (ASSIGN expr)? | STAR NAME? | DSTAR NAME | SLASH ;
classDef: CLASS NAME (LPAR args? RPAR)? COLON block ;
decorated: (AT named NEWLINE)+ (funcDef | classDef | ASYNC funcDef) ;

matchStmt: MATCH starNameds COLON NEWLINE INDENT caseBlock+ DEDENT ;
caseBlock: CASE patterns (IF named)? COLON block ;
patterns: asPattern (COMMA asPattern?)* ;
asPattern: STAR NAME | orPattern (AS NAME)? ;
orPattern: closedPattern (BAR closedPattern)* ;
closedPattern: MINUS? NUMBER ((PLUS | MINUS) NUMBER)? | strings | NONE | TRUE | FALSE
             | NAME (DOT NAME)* (LPAR (patArg (COMMA patArg?)*)? RPAR)?
             | LPAR (asPattern (COMMA asPattern?)*)? RPAR
             | LSQB (asPattern (COMMA asPattern?)*)? RSQB
             | LBRACE (mapItem (COMMA mapItem?)*)? RBRACE ;
patArg: asPattern (ASSIGN asPattern)? ;
mapItem: closedPattern COLON asPattern | DSTAR NAME ;

starExprs: starExpr (COMMA starExpr?)* ;
starExpr: STAR operation | expr ;
starNameds: starNamed (COMMA starNamed?)* ;
starNamed: STAR operation | named ;
named: expr (WALRUS expr)? ;
expr: operation (IF operation ELSE expr)? | LAMBDA lparams? COLON expr ;
operation: prefix* primary (binop prefix* primary)* ;
prefix: PLUS | MINUS | TILDE | NOT ;
binop: OR | AND | LT | GT | LE | GE | EQ | NE | IN | NOT_IN | IS | IS_NOT | BAR | CARET | AMP | LSHIFT | RSHIFT
     | PLUS | MINUS | STAR | SLASH | DOUBLESLASH | PERCENT | AT | DSTAR ;
primary: AWAIT? atom trailer* ;
trailer: DOT NAME | LPAR args? RPAR | LSQB subs RSQB ;
subs: sub (COMMA sub?)* ;
sub: COLON expr? (COLON expr?)? | named (COLON expr? (COLON expr?)?)? | STAR expr ;
args: arg (COMMA arg?)* ;
arg: STAR expr | DSTAR expr | expr (WALRUS expr compFor? | ASSIGN expr | compFor)? ;
compFor: (ASYNC? FOR targets IN operation (IF operation)*)+ ;
atom: NAME | NUMBER | strings | NONE | TRUE | FALSE | ELLIPSIS
    | LPAR parenBody? RPAR
    | LSQB (starNamed (compFor | (COMMA starNamed?)*))? RSQB
    | LBRACE (braceItem (compFor | (COMMA braceItem?)*))? RBRACE ;
parenBody: yieldExpr | parenItem (compFor | (COMMA parenItem?)*) ;
parenItem: starNamed (AS target)? ;
braceItem: DSTAR operation | STAR operation | named (COLON expr)? ;
strings: (STRING | fstring)+ ;
fstring: FS_START fpart* FS_END ;
fpart: FS_MID | FS_LB parenBody FS_EQ? FS_CONV? (FS_COLON fpart*)? FS_RB ;
