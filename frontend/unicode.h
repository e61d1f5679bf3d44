// The Unicode facts that Python's identifiers and string literals need (version 14, that of Python 3.11).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lathe::unicode {

// Decodes the character at `pos` and advances; U+FFFFFFFF if the bytes are not UTF-8.
constexpr uint32_t kInvalid = UINT32_MAX;
uint32_t Decode(std::string_view text, size_t& pos);
// Surrogates get their three-byte form.
void Append(std::string& out, uint32_t code_point);

bool IsIdentifierStart(uint32_t code_point);
bool IsIdentifierContinue(uint32_t code_point);
// Cc, and the marks that reorder text on the screen.
bool IsControl(uint32_t code_point);
bool IsBidirectionalControl(uint32_t code_point);
// Normal form KC of an identifier (only characters that identifiers may have).
std::string NormalizeIdentifier(std::string_view name);
// The character of a name as in \N{NAME}.
std::optional<uint32_t> FindCharacter(std::string_view name);

}  // namespace lathe::unicode
