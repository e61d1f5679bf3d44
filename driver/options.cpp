// The tables of verbs and options.
#include "driver/options.h"

#include <algorithm>
#include <charconv>

#include "support/spelling.h"

namespace lathe::driver {

namespace {

constexpr uint32_t kAll = ~0u;
constexpr uint32_t Bits(std::initializer_list<Verb> verbs) {
  uint32_t bits = 0;
  for (Verb v : verbs) bits |= 1u << uint32_t(v);
  return bits;
}
constexpr uint32_t kSource = Bits({Verb::kRun, Verb::kBuild, Verb::kCheck, Verb::kCode, Verb::kGraph, Verb::kIr});
constexpr uint32_t kCodegen = Bits({Verb::kRun, Verb::kBuild, Verb::kIr});

std::string OneOf(const std::string& value, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), value) != words.end()) return "";
  std::string text = "'" + value + "' is not one of";
  for (const std::string& word : words) text += " " + word;
  return text;
}

std::string UnknownDiagnostic(const std::string& name) {
  std::vector<std::string> names;
  for (size_t i = 0; i < DiagnosticCount(); ++i) names.emplace_back(NameOf(DiagnosticKind(i)));
  std::string text = "no diagnostic is named '" + name + "'";
  if (auto near = NearestSpelling(name, names)) text += "; did you mean '" + *near + "'?";
  return text;
}

// -Werror, -Werror=NAME, -Wno-NAME, -WNAME (the last undoes an earlier -Wno-NAME).
std::string ApplyWarning(Options& o, const std::string& value) {
  if (value == "error") {
    o.filter.all_errors = true;
    return "";
  }
  bool raise = value.starts_with("error="), silence = value.starts_with("no-");
  std::string name = raise ? value.substr(6) : silence ? value.substr(3) : value;
  auto kind = FindDiagnostic(name);
  if (!kind) return UnknownDiagnostic(name);
  if (silence && DefaultSeverity(*kind) == Severity::kError) return "'" + name + "' is an error and cannot be silenced";
  if (raise) {
    o.filter.raised.insert(name);
  } else if (silence) {
    o.filter.silenced.insert(name);
  } else {
    o.filter.silenced.erase(name);
  }
  return "";
}

std::string ApplyFormat(Options& o, const std::string& value) {
  static constexpr std::pair<std::string_view, ErrorFormat> kFormats[] = {
      {"full", ErrorFormat::kFull}, {"concise", ErrorFormat::kConcise}, {"json", ErrorFormat::kJson},
      {"sarif", ErrorFormat::kSarif}, {"github", ErrorFormat::kGithub}};
  for (auto [name, format] : kFormats) {
    if (name != value) continue;
    o.render.format = format;
    return "";
  }
  return OneOf(value, {"full", "concise", "json", "sarif", "github"});
}

std::string ApplyLimit(Options& o, const std::string& value) {
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), o.render.error_limit);
  bool whole = error == std::errc() && end == value.data() + value.size();
  return whole ? "" : "'" + value + "' is not a number";
}

std::string ApplyEmit(Options& o, const std::string& value) {
  o.emit.clear();
  for (size_t at = 0; at <= value.size();) {
    size_t comma = std::min(value.find(',', at), value.size());
    std::string word = value.substr(at, comma - at);
    if (std::string wrong = OneOf(word, {"exe", "obj", "llvm", "asm"}); !wrong.empty()) return wrong;
    o.emit.push_back(word);
    at = comma + 1;
  }
  return "";
}

}  // namespace

const std::vector<OptionRow>& OptionTable() {
  static const std::vector<OptionRow> rows = {
      {"--interpret", OptionKind::kOptionalValue, "STAGE", BitOf(Verb::kRun),
       "run the IR in the evaluator instead of compiling it; STAGE is traced or optimized",
       [](Options& o, const std::string& v) {
         o.interpret = true;
         if (!v.empty()) o.interpret_stage = v;
         return OneOf(o.interpret_stage, {"traced", "optimized"});
       }},
      {"-o,--output", OptionKind::kValue, "FILE",
       Bits({Verb::kBuild, Verb::kCode, Verb::kGraph, Verb::kIr}), "where to write; - is standard output",
       [](Options& o, const std::string& v) { o.output = v; return std::string(); }},
      {"--emit", OptionKind::kValue, "KINDS", BitOf(Verb::kBuild), "what to make, separated by commas: exe, obj, llvm, asm",
       ApplyEmit},
      {"--write-dependencies", OptionKind::kFlag, "", BitOf(Verb::kBuild), "also write a make rule (short: -MD)",
       [](Options& o, const std::string&) { o.write_dependencies = true; return std::string(); }},
      {"--dependency-file", OptionKind::kValue, "FILE", BitOf(Verb::kBuild), "the file of the make rule (short: -MF)",
       [](Options& o, const std::string& v) { o.dependency_file = v; return std::string(); }},
      {"--fix", OptionKind::kFlag, "", BitOf(Verb::kCheck), "apply the edits that diagnostics offer as safe, and check the result",
       [](Options& o, const std::string&) { o.fix = true; return std::string(); }},
      {"--diff", OptionKind::kFlag, "", Bits({Verb::kCheck, Verb::kCode}),
       "check: print the edits as a unified diff instead of applying them; code: beside the original",
       [](Options& o, const std::string&) { o.diff = true; return std::string(); }},
      {"--statistics", OptionKind::kFlag, "", BitOf(Verb::kCheck), "count the diagnostics by name",
       [](Options& o, const std::string&) { o.statistics = true; return std::string(); }},
      {"--plain", OptionKind::kFlag, "", BitOf(Verb::kCode), "no markers",
       [](Options& o, const std::string&) { o.plain = true; return std::string(); }},
      {"--function", OptionKind::kValue, "NAME", Bits({Verb::kCode, Verb::kGraph, Verb::kIr}), "only this function",
       [](Options& o, const std::string& v) { o.function = v; return std::string(); }},
      {"--format", OptionKind::kValue, "FORMAT", Bits({Verb::kGraph, Verb::kExplain, Verb::kIr}),
       "graph: json or dot; explain: text or json; ir --level=ast: python or dump",
       [](Options& o, const std::string& v) { o.format = v; return OneOf(v, {"json", "dot", "text", "python", "dump"}); }},
      {"--stage", OptionKind::kValue, "STAGE", Bits({Verb::kCode, Verb::kGraph, Verb::kIr}),
       "which form to show: traced or optimized (code: rewritten)",
       [](Options& o, const std::string& v) { o.stage = v; return OneOf(v, {"traced", "optimized", "rewritten"}); }},
      {"--level", OptionKind::kValue, "LEVEL", BitOf(Verb::kIr), "ast, rewritten, ir (default), plan, llvm or asm",
       [](Options& o, const std::string& v) {
         o.level = v;
         return OneOf(v, {"ast", "rewritten", "ir", "plan", "llvm", "asm"});
       }},
      {"--stop-after", OptionKind::kValue, "PASS", Bits({Verb::kIr, Verb::kGraph, Verb::kRun}),
       "run the passes up to and with this one",
       [](Options& o, const std::string& v) { o.stop_after = v; return std::string(); }},
      {"--after-all", OptionKind::kFlag, "", BitOf(Verb::kIr), "also print the IR after each pass, to standard error",
       [](Options& o, const std::string&) { o.after_all = true; return std::string(); }},
      {"--list", OptionKind::kFlag, "", BitOf(Verb::kExplain), "list all diagnostics",
       [](Options& o, const std::string&) { o.list = true; return std::string(); }},
      {"--missing", OptionKind::kFlag, "", BitOf(Verb::kOps), "the names FILE uses that are not implemented",
       [](Options& o, const std::string&) { o.missing = true; return std::string(); }},
      {"--json", OptionKind::kFlag, "", Bits({Verb::kOps, Verb::kDoctor}), "machine-readable output",
       [](Options& o, const std::string&) { o.json = true; return std::string(); }},
      {"-O", OptionKind::kValue, "LEVEL", kCodegen, "optimisation, 0 to 3 (2)",
       [](Options& o, const std::string& v) {
         std::string wrong = OneOf(v, {"0", "1", "2", "3"});
         if (wrong.empty()) o.opt_level = v[0] - '0';
         return wrong;
       }},
      {"--cpu", OptionKind::kValue, "NAME", kCodegen, "native, x86-64-v2, x86-64-v3, x86-64-v4 or a CPU's name",
       [](Options& o, const std::string& v) { o.cpu = v; return std::string(); }},
      {"--device", OptionKind::kValue, "NAME", kCodegen, "cpu, cuda, opencl or auto",
       [](Options& o, const std::string& v) { o.device = v; return OneOf(v, {"auto", "cpu", "cuda", "opencl"}); }},
      {"-g", OptionKind::kFlag, "", kCodegen, "line tables for debuggers and profilers",
       [](Options& o, const std::string&) { o.debug_info = true; return std::string(); }},
      {"--extensions", OptionKind::kFlag, "", kSource, "accept programs that TensorFlow refuses and that have an obvious meaning",
       [](Options& o, const std::string&) { o.extensions = true; return std::string(); }},
      {"--cache-dir", OptionKind::kValue, "DIR", Bits({Verb::kRun, Verb::kDoctor}), "where compiled programs are kept",
       [](Options& o, const std::string& v) { o.cache_directory = v; return std::string(); }},
      {"--no-cache", OptionKind::kFlag, "", BitOf(Verb::kRun), "compile afresh and keep nothing",
       [](Options& o, const std::string&) { o.use_cache = false; return std::string(); }},
      {"-W", OptionKind::kValue, "...", kSource, "-Wno-NAME silences a warning, -Werror and -Werror=NAME make errors of warnings",
       ApplyWarning},
      {"--error-format", OptionKind::kValue, "FORMAT", kAll, "full, concise, json, sarif or github", ApplyFormat},
      {"--error-limit", OptionKind::kValue, "N", kAll, "show at most N errors (20); 0 shows all", ApplyLimit},
      {"--color,--colour", OptionKind::kValue, "WHEN", kAll, "auto, always or never",
       [](Options& o, const std::string& v) { o.colour = v; return OneOf(v, {"auto", "always", "never"}); }},
      {"-q,--quiet", OptionKind::kFlag, "", kAll, "no warnings, no progress",
       [](Options& o, const std::string&) { o.quiet = o.filter.no_warnings = true; return std::string(); }},
      {"-v,--verbose", OptionKind::kFlag, "", kAll, "say what is done",
       [](Options& o, const std::string&) { o.verbose = true; return std::string(); }},
      {"--version", OptionKind::kOptionalValue, "FORMAT", kAll, "the version; --version=json",
       [](Options& o, const std::string& v) { o.version = v.empty() ? "text" : v; return OneOf(o.version, {"text", "json"}); }},
      {"-h", OptionKind::kFlag, "", kAll, "short help",
       [](Options& o, const std::string&) { o.help = true; return std::string(); }},
      {"--help", OptionKind::kFlag, "", kAll, "this help",
       [](Options& o, const std::string&) { o.help = o.help_long = true; return std::string(); }},
  };
  return rows;
}

const std::vector<VerbRow>& VerbTable() {
  static const std::vector<VerbRow> rows = {
      {Verb::kRun, "run", "FILE.dsl [ARGUMENTS...]", "compile a program (cached) and run it",
       "The exit status is the program's; an uncaught exception gives 1. Options stand before FILE; all words after it "
       "belong to the program."},
      {Verb::kBuild, "build", "FILE.dsl", "make an executable, an object or assembly",
       "Without -o the output is named like the program, in the current folder. Executables are static and need nothing "
       "else to run."},
      {Verb::kCheck, "check", "FILE.dsl...", "report all diagnostics of one or many programs",
       "No code is made. With --fix the files are changed where a diagnostic has a safe edit; what is left is reported."},
      {Verb::kCode, "code", "FILE.dsl", "print the program as it was transformed, as Python", ""},
      {Verb::kGraph, "graph", "FILE.dsl", "print the program's graph as JSON or Graphviz dot", ""},
      {Verb::kIr, "ir", "FILE.dsl", "print an internal form of the program", ""},
      {Verb::kExplain, "explain", "NAME...", "explain a diagnostic", "--list names them all."},
      {Verb::kOps, "ops", "[NAME...]", "list the TensorFlow names that are implemented",
       "With names: only those that contain one of them. --missing FILE lists what FILE uses and Lathe does not have."},
      {Verb::kDoctor, "doctor", "", "show versions, CPU, linker and cache", ""},
  };
  return rows;
}

const VerbRow& RowOf(Verb verb) { return VerbTable()[size_t(verb)]; }

}  // namespace lathe::driver
