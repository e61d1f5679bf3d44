// The values of string literals.
#pragma once
#include <string>
#include <string_view>

namespace lathe {

struct StringParts {
  bool raw = false, bytes = false, format = false, u_prefix = false;  // u_prefix: lower case only, as in CPython's Ast
  uint32_t body_begin = 0, body_end = 0;                              // offsets in the literal
};
// Takes a whole literal (prefix, quotes, body) apart.
StringParts SplitString(std::string_view literal);

// Appends the value of `body` to `out`. Answers an error message, or nothing; *error_at is where in the body.
std::string DecodeString(std::string_view body, bool raw, bool bytes, std::string& out, size_t* error_at);

}  // namespace lathe
