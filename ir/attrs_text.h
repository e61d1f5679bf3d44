// Attributes and literals as text, for the printer, JSON and dot.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "ir/ir.h"

namespace lathe::ir {

// Name and value of each attribute that differs from its default; literals are left out.
std::vector<std::pair<std::string, std::string>> AttrPairs(const Module& module, const Attrs& attrs);
// "[1, 2, 3]", or "#hash" when the literal has more than `max_elements` elements.
std::string LiteralText(const Literal& literal, int64_t max_elements);
// Text in double quotes with escapes for what is not printable ASCII.
std::string Quoted(std::string_view text);

}  // namespace lathe::ir
