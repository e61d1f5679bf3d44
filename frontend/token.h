// Tokens: a kind and a range of bytes. Kinds are numbered as in grammar/LatheParser.g4 (parse.cpp checks it), so that
// the generated parser and the token source speak the same language.
#pragma once
#include <cstdint>
#include <vector>

namespace lathe {

// X(enumerator, NAME_IN_GRAMMAR, "what a message calls it")
#define LATHE_TOKENS(X)                                                                                               \
  X(kNewline, NEWLINE, "the end of the line") X(kIndent, INDENT, "an indented block")                                 \
  X(kDedent, DEDENT, "the end of the block") X(kName, NAME, "a name") X(kNumber, NUMBER, "a number")                  \
  X(kString, STRING, "a string") X(kFStart, FS_START, "an f-string") X(kFMiddle, FS_MID, "text")                      \
  X(kFLeft, FS_LB, "'{'") X(kFEqual, FS_EQ, "'='") X(kFConversion, FS_CONV, "a conversion")                           \
  X(kFColon, FS_COLON, "':'") X(kFRight, FS_RB, "'}'") X(kFEnd, FS_END, "the end of the string")                      \
  X(kFalse, FALSE, "'False'") X(kNone, NONE, "'None'") X(kTrue, TRUE, "'True'") X(kAnd, AND, "'and'")                 \
  X(kAs, AS, "'as'") X(kAssert, ASSERT, "'assert'") X(kAsync, ASYNC, "'async'") X(kAwait, AWAIT, "'await'")           \
  X(kBreak, BREAK, "'break'") X(kClass, CLASS, "'class'") X(kContinue, CONTINUE, "'continue'") X(kDef, DEF, "'def'")  \
  X(kDel, DEL, "'del'") X(kElif, ELIF, "'elif'") X(kElse, ELSE, "'else'") X(kExcept, EXCEPT, "'except'")              \
  X(kFinally, FINALLY, "'finally'") X(kFor, FOR, "'for'") X(kFrom, FROM, "'from'") X(kGlobal, GLOBAL, "'global'")     \
  X(kIf, IF, "'if'") X(kImport, IMPORT, "'import'") X(kIn, IN, "'in'") X(kIs, IS, "'is'")                             \
  X(kLambda, LAMBDA, "'lambda'") X(kNonlocal, NONLOCAL, "'nonlocal'") X(kNot, NOT, "'not'") X(kOr, OR, "'or'")        \
  X(kPass, PASS, "'pass'") X(kRaise, RAISE, "'raise'") X(kReturn, RETURN, "'return'") X(kTry, TRY, "'try'")           \
  X(kWhile, WHILE, "'while'") X(kWith, WITH, "'with'") X(kYield, YIELD, "'yield'") X(kMatch, MATCH, "'match'")        \
  X(kCase, CASE, "'case'") X(kNotIn, NOT_IN, "'not in'") X(kIsNot, IS_NOT, "'is not'") X(kLeftParen, LPAR, "'('")     \
  X(kRightParen, RPAR, "')'") X(kLeftSquare, LSQB, "'['") X(kRightSquare, RSQB, "']'") X(kLeftBrace, LBRACE, "'{'")   \
  X(kRightBrace, RBRACE, "'}'") X(kComma, COMMA, "','") X(kColon, COLON, "':'") X(kDot, DOT, "'.'")                   \
  X(kSemicolon, SEMI, "';'") X(kAssign, ASSIGN, "'='") X(kAugAssign, AUGASSIGN, "an augmented assignment")            \
  X(kWalrus, WALRUS, "':='") X(kArrow, ARROW, "'->'") X(kEllipsis, ELLIPSIS, "'...'") X(kAt, AT, "'@'")               \
  X(kPlus, PLUS, "'+'") X(kMinus, MINUS, "'-'") X(kStar, STAR, "'*'") X(kSlash, SLASH, "'/'")                         \
  X(kDoubleSlash, DOUBLESLASH, "'//'") X(kPercent, PERCENT, "'%'") X(kDoubleStar, DSTAR, "'**'")                      \
  X(kLeftShift, LSHIFT, "'<<'") X(kRightShift, RSHIFT, "'>>'") X(kAmpersand, AMP, "'&'") X(kBar, BAR, "'|'")          \
  X(kCaret, CARET, "'^'") X(kTilde, TILDE, "'~'") X(kLess, LT, "'<'") X(kGreater, GT, "'>'")                          \
  X(kLessEqual, LE, "'<='") X(kGreaterEqual, GE, "'>='") X(kEqualEqual, EQ, "'=='") X(kNotEqual, NE, "'!='")          \
  X(kDiamond, LTGT, "'<>'") X(kInvalid, INVALID, "this")

enum class TokenKind : uint8_t {
  kEndOfFile,
#define LATHE_TOKEN_ENUMERATOR(id, grammar, text) id,
  LATHE_TOKENS(LATHE_TOKEN_ENUMERATOR)
#undef LATHE_TOKEN_ENUMERATOR
};

// "'in'", "a name", …: how messages name a token of this kind.
const char* Describe(TokenKind kind);

struct LexToken {
  TokenKind kind;
  uint32_t begin = 0, end = 0;
};

}  // namespace lathe
