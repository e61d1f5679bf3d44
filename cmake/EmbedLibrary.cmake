# cmake -DINPUT_DIR=... -DOUTPUT=... -P EmbedLibrary.cmake: a C++ file with the text of every INPUT_DIR/*/*.dsl.
file(GLOB files RELATIVE ${INPUT_DIR} ${INPUT_DIR}/*.dsl ${INPUT_DIR}/*/*.dsl)
list(SORT files)
set(rows "")
foreach(path IN LISTS files)
  string(REGEX REPLACE "\\.dsl$" "" name ${path})
  file(READ ${INPUT_DIR}/${path} text)
  string(APPEND rows "    {\"${name}\", R\"library(${text})library\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from library/ by cmake/EmbedLibrary.cmake.
#include \"staging/library.h\"

namespace lathe::staging {

namespace {
struct File {
  std::string_view name, text;
};
constexpr File kFiles[] = {
${rows}};
}  // namespace

std::optional<std::string_view> LibraryText(std::string_view file) {
  for (const File& f : kFiles) {
    if (f.name == file) return f.text;
  }
  return std::nullopt;
}

std::vector<std::string_view> LibraryFiles() {
  std::vector<std::string_view> names;
  for (const File& f : kFiles) names.push_back(f.name);
  return names;
}

}  // namespace lathe::staging
")
