// Text -> tokens: layout (NEWLINE, INDENT, DEDENT), brackets, line joins, numbers, strings, the pieces of f-strings, soft
// keywords. Errors of the text itself go to the sink; the tokens go on after them.
#pragma once
#include <string_view>
#include <vector>

#include "frontend/token.h"
#include "support/diagnostics.h"

namespace lathe {

struct TokenList {
  std::vector<LexToken> tokens;        // the last one is kEndOfFile
  std::vector<uint32_t> error_places;  // offsets of reported errors, in the order of the tokens
  bool fatal = false;                  // not text, or beyond a limit: do not parse
};

constexpr size_t kMaxSourceBytes = 10u << 20;
constexpr size_t kMaxTokens = 4u << 20;
constexpr size_t kMaxOpenBrackets = 200;
constexpr size_t kMaxIndentations = 99;
constexpr size_t kMaxIntDigits = 4300;

TokenList Lex(FileId file, std::string_view text, DiagnosticSink& sink);

}  // namespace lathe
