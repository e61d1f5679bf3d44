// The names that exist without a binding.
#pragma once
#include <span>
#include <string_view>

namespace lathe {

// Sorted. All of Python's, also those that Lathe refuses when they are used.
std::span<const std::string_view> BuiltinNames();
bool IsBuiltinName(std::string_view name);
// __name__, __file__, …: set in every module.
bool IsModuleName(std::string_view name);
// "import numpy as np" for "np"; empty for names that are no module of the language.
std::string_view ImportFor(std::string_view name);

}  // namespace lathe
