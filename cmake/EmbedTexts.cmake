# cmake -DINPUT_DIR=... -DOUTPUT=... -P EmbedTexts.cmake: a C++ file with the text of every INPUT_DIR/*.md.
file(GLOB files ${INPUT_DIR}/*.md)
list(SORT files)
set(rows "")
foreach(path IN LISTS files)
  get_filename_component(name ${path} NAME_WE)
  file(READ ${path} text)
  string(APPEND rows "    {\"${name}\", R\"explain(${text})explain\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from support/explain by cmake/EmbedTexts.cmake.
#include \"driver/explain_texts.h\"

namespace lathe::driver {

namespace {
struct Text {
  std::string_view name, text;
};
constexpr Text kTexts[] = {
${rows}};
}  // namespace

std::string_view ExplainText(std::string_view name) {
  for (const Text& t : kTexts) {
    if (t.name == name) return t.text;
  }
  return {};
}

}  // namespace lathe::driver
")
