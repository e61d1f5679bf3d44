// The token source's state, shared by its files: lexer.cpp (layout, words, operators), lexer_numbers.cpp,
// lexer_strings.cpp.
#pragma once
#include <string>

#include "frontend/lexer.h"

namespace lathe {

class Lexer {
 public:
  Lexer(FileId file, std::string_view text, DiagnosticSink& sink) : file_(file), text_(text), sink_(sink) {}
  TokenList Run();

 private:
  struct Bracket {
    char open;
    uint32_t offset;
  };
  struct Indentation {
    uint32_t column = 0, alternative = 0;  // with tabs to multiples of eight, with tabs as one
    bool match_block = false;
  };

  // lexer.cpp
  bool CheckText();
  void Token();
  void Layout();
  void ApplyIndentation(uint32_t column, uint32_t alternative, uint32_t offset);
  void EndLogicalLine();
  void NewlineInBrackets();
  void Comment();
  void Backslash();
  void Word();
  void NonAsciiWord(size_t begin, size_t end);
  void Operator();
  void OpenBracket(char c);
  void CloseBracket(char c);
  void UnclosedBracket();
  void Finish();
  // lexer_numbers.cpp
  void Number();
  void DecimalNumber();
  void RadixNumber(int base);
  bool Digits(int base);
  bool NumberBadEnd(std::string_view what);
  // lexer_strings.cpp
  bool StringPrefix(size_t word_end) const;
  void String(size_t begin, size_t quote);
  void FormatString(size_t begin, size_t body, size_t body_end, bool raw);
  bool FormatBody(size_t begin, size_t end, bool raw, int spec_depth, size_t* stop);
  bool FormatField(size_t* pos, size_t end, bool raw, int spec_depth);
  size_t FieldExpressionEnd(size_t begin, size_t end, bool* ok);
  void LexRange(size_t begin, size_t end);

  void Add(TokenKind kind, size_t begin, size_t end);
  void Error(DiagnosticKind kind, size_t begin, size_t end, std::string message, std::string help = {});
  // Reports at most one error of a logical line.
  void SyntaxError(size_t begin, size_t end, std::string message, std::string help = {});
  char At(size_t i) const { return i < limit_ ? text_[i] : '\0'; }
  bool IsNewline(size_t i) const { return i < limit_ && (text_[i] == '\n' || text_[i] == '\r'); }
  size_t SkipNewline(size_t i) const { return i + (text_[i] == '\r' && i + 1 < limit_ && text_[i + 1] == '\n' ? 2 : 1); }

  FileId file_;
  std::string_view text_;
  DiagnosticSink& sink_;
  TokenList out_;
  size_t pos_ = 0;
  size_t limit_ = 0;        // end of the text, or of the f-string field being read
  size_t line_first_ = 0;   // index of the logical line's first token
  size_t error_line_ = SIZE_MAX;  // line_first_ of the last line with an error
  size_t brace_blocks_ = 0;       // blocks in braces whose '}' is still to come
  bool at_line_start_ = true;
  bool in_field_ = false;
  bool match_pending_ = false;
  std::vector<Bracket> brackets_;
  std::vector<Indentation> indents_{1};
};

bool IsNameStart(char c);
bool IsNameByte(char c);

}  // namespace lathe
