// The texts of support/explain/NAME.md; the definition is generated (cmake/EmbedTexts.cmake).
#pragma once
#include <string_view>

namespace lathe::driver {

// Empty when there is no text of that name.
std::string_view ExplainText(std::string_view name);

}  // namespace lathe::driver
