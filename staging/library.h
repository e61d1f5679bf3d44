// Library code: the files of library/, tensor scripts that are part of the compiler. A name of TensorFlow that one of them
// defines is a row of library/names.def; the file is parsed and run when the program first uses such a name.
#pragma once
#include <optional>
#include <string_view>

#include "staging/interp.h"

namespace lathe::staging {

// The text of library/FILE.dsl (generated when Lathe is built).
std::optional<std::string_view> LibraryText(std::string_view file);
// Files of the library, sorted.
std::vector<std::string_view> LibraryFiles();
// What `name` is in the library file, which is loaded if it was not.
Value LibraryValue(Interp& in, std::string_view file, std::string_view name);

}  // namespace lathe::staging
