// What to say where the parser stopped.
#pragma once
#include <bitset>
#include <string>

#include "frontend/tree.h"
#include "support/diagnostics.h"

namespace lathe {

struct ParseFailure {
  size_t token = 0;                // index of the token that does not fit
  size_t statement = 0;            // index of the statement's first token
  std::bitset<128> expected;       // token kinds that would have fitted
  std::vector<Context*> open;      // unfinished contexts, innermost first
  bool Expects(TokenKind kind) const { return expected[size_t(kind)]; }
};

struct SyntaxMessage {
  DiagnosticKind kind = DiagnosticKind::kSyntaxError;
  uint32_t begin = 0, end = 0;
  std::string message, help;
};

SyntaxMessage ExplainFailure(const ParseFailure& failure, const std::vector<LexToken>& tokens, std::string_view text,
                             FileId file, const SourceManager& sources);

}  // namespace lathe
