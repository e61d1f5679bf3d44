// Help texts, made from the tables.
#include <fmt/format.h>

#include "driver/options.h"

namespace lathe::driver {

namespace {

std::string Left(const OptionRow& row) {
  std::string names(row.names);
  for (size_t at; (at = names.find(',')) != std::string::npos && names.compare(at, 2, ", ") != 0;) {
    names.replace(at, 1, " / ");
  }
  switch (row.kind) {
    case OptionKind::kFlag: return names;
    case OptionKind::kValue: return names + (names.size() == 2 ? "" : "=") + std::string(row.value);
    case OptionKind::kOptionalValue: return names + "[=" + std::string(row.value) + "]";
  }
  return names;
}

}  // namespace

std::string GeneralHelp() {
  std::string out =
      "Lathe compiles tensor scripts: Python with TensorFlow's API.\n\n"
      "usage: lathe VERB [OPTIONS] FILE.dsl [ARGUMENTS...]\n"
      "       lathe FILE.dsl [ARGUMENTS...]          the same as lathe run\n\n";
  for (const VerbRow& row : VerbTable()) out += fmt::format("  {:10}{}\n", row.name, row.help);
  out += "\nlathe VERB --help lists a verb's options. Exit status: 0 fine, 1 errors in the program, 2 usage, 3 environment,\n"
         "70 internal error.\n";
  return out;
}

std::string VerbHelp(Verb verb) {
  const VerbRow& v = RowOf(verb);
  std::string out = fmt::format("usage: lathe {} [OPTIONS] {}\n\n{}.\n", v.name, v.synopsis, v.help);
  out[out.find("\n\n") + 2] = char(std::toupper(static_cast<unsigned char>(v.help[0])));
  if (!v.text.empty()) out += fmt::format("{}\n", v.text);
  out += "\n";
  for (const OptionRow& row : OptionTable()) {
    if (!(row.verbs & BitOf(verb))) continue;
    std::string left = Left(row);
    if (left.size() <= 24) {
      out += fmt::format("  {:25}{}\n", left, row.help);
    } else {
      out += fmt::format("  {}\n  {:25}{}\n", left, "", row.help);
    }
  }
  return out;
}

}  // namespace lathe::driver
