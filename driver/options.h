// The command line: one table of options makes parsing, help and spelling hints.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic_filter.h"
#include "support/render.h"

namespace lathe::driver {

enum class Verb : uint8_t { kRun, kBuild, kCheck, kCode, kGraph, kIr, kExplain, kOps, kDoctor };

// What the user asked for. Fields are named after the options that set them.
struct Options {
  Verb verb = Verb::kRun;
  std::vector<std::string> files;      // explain: names of diagnostics
  std::vector<std::string> arguments;  // the program's own (run)

  bool help = false, help_long = false;
  std::string version;                 // "text" or "json"

  bool interpret = false;
  std::string interpret_stage = "optimized";
  std::string output;                  // -o
  std::vector<std::string> emit{"exe"};
  bool write_dependencies = false;
  std::string dependency_file;

  bool fix = false, diff = false;      // check; diff: code, too
  bool statistics = false, list = false, json = false, plain = false, missing = false, after_all = false;
  std::string function, stage, level = "ir", format, stop_after;

  int opt_level = 2;
  std::string cpu;                     // empty: the verb's default
  std::string device = "auto";
  bool debug_info = false;
  bool extensions = false;
  bool use_cache = true;
  std::string cache_directory;
  bool verbose = false, quiet = false;

  DiagnosticFilter filter;
  RenderOptions render;
  std::string colour = "auto";
};

enum class OptionKind : uint8_t {
  kFlag,           // --name
  kValue,          // --name VALUE, --name=VALUE, -nVALUE
  kOptionalValue,  // --name or --name=VALUE
};

struct OptionRow {
  std::string_view names;  // "-o,--output"
  OptionKind kind;
  std::string_view value;  // placeholder in help
  uint32_t verbs;          // bit per Verb
  std::string_view help;
  // Stores the value; the answer is what is wrong with it, or empty.
  std::string (*apply)(Options&, const std::string& value);
};

struct VerbRow {
  Verb verb;
  std::string_view name, synopsis, help, text;
};

const std::vector<OptionRow>& OptionTable();
const std::vector<VerbRow>& VerbTable();
const VerbRow& RowOf(Verb);
inline uint32_t BitOf(Verb verb) { return 1u << uint32_t(verb); }

// The options, or what is wrong with the command line (then `error` is not empty and `hint` may hold a suggestion).
struct ParsedOptions {
  Options options;
  std::string error, hint;
};
ParsedOptions ParseCommandLine(const std::vector<std::string>& words);

// `lathe --help` and `lathe VERB --help`.
std::string GeneralHelp();
std::string VerbHelp(Verb verb);

}  // namespace lathe::driver
