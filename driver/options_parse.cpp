// Command line -> Options. CLI11 splits the words by the table; exceptions of CLI11 end here.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

#include "driver/options.h"
#include "support/spelling.h"

namespace lathe::driver {

namespace {

std::optional<Verb> FindVerb(const std::string& word) {
  for (const VerbRow& row : VerbTable()) {
    if (row.name == word) return row.verb;
  }
  return std::nullopt;
}

std::vector<std::string> OptionNames(Verb verb) {
  std::vector<std::string> names;
  for (const OptionRow& row : OptionTable()) {
    if (!(row.verbs & BitOf(verb))) continue;
    std::string all(row.names);
    for (size_t at = 0; at < all.size();) {
      size_t comma = std::min(all.find(',', at), all.size());
      names.push_back(all.substr(at, comma - at));
      at = comma + 1;
    }
  }
  return names;
}

// Other verbs that have the option, for "only with build".
std::string VerbsWith(const std::string& option) {
  std::string verbs;
  for (const VerbRow& row : VerbTable()) {
    std::vector<std::string> names = OptionNames(row.verb);
    if (std::find(names.begin(), names.end(), option) == names.end()) continue;
    verbs += (verbs.empty() ? "" : ", ") + std::string(row.name);
  }
  return verbs;
}

void FailUnknownOption(ParsedOptions& parsed, const std::string& word) {
  std::string name = word.substr(0, word.find('='));
  parsed.error = "unknown option '" + name + "' of 'lathe " + std::string(RowOf(parsed.options.verb).name) + "'";
  if (std::string verbs = VerbsWith(name); !verbs.empty()) {
    parsed.hint = "'" + name + "' is an option of: " + verbs;
  } else if (auto near = NearestSpelling(name, OptionNames(parsed.options.verb))) {
    parsed.hint = "did you mean '" + *near + "'?";
  }
}

// Which verb the words ask for; takes it out of them. A file alone means run.
std::optional<Verb> TakeVerb(std::vector<std::string>& words, ParsedOptions& parsed) {
  size_t first = 0;
  while (first < words.size() && words[first].size() > 1 && words[first][0] == '-') ++first;
  if (first == words.size()) return Verb::kRun;
  if (auto verb = FindVerb(words[first])) {
    words.erase(words.begin() + ptrdiff_t(first));
    return verb;
  }
  const std::string& word = words[first];
  std::error_code ignored;
  if (word == "-" || word.ends_with(".dsl") || std::filesystem::is_regular_file(word, ignored)) return Verb::kRun;
  parsed.error = "'" + word + "' is neither a verb nor a program";
  std::vector<std::string> names;
  for (const VerbRow& row : VerbTable()) names.emplace_back(row.name);
  if (auto near = NearestSpelling(word, names)) parsed.hint = "did you mean 'lathe " + *near + "'?";
  return std::nullopt;
}

// What follows the options: files, or for run one file and the program's arguments.
void TakePositionals(ParsedOptions& parsed, std::vector<std::string> rest) {
  Options& o = parsed.options;
  bool marked = false;
  for (size_t i = 0; i < rest.size(); ++i) {
    const std::string& word = rest[i];
    if (!marked && word == "--") {
      marked = true;
      continue;
    }
    if (!marked && word.size() > 1 && word[0] == '-') return FailUnknownOption(parsed, word);
    o.files.push_back(word);
    if (o.verb == Verb::kRun) {
      o.arguments.assign(rest.begin() + ptrdiff_t(i) + 1, rest.end());
      return;
    }
  }
}

void CheckFiles(ParsedOptions& parsed) {
  const Options& o = parsed.options;
  std::string verb(RowOf(o.verb).name);
  bool wants_file = o.verb != Verb::kExplain && o.verb != Verb::kOps && o.verb != Verb::kDoctor;
  if (o.files.empty() && (wants_file || o.missing)) parsed.error = "'lathe " + verb + "' needs a program: FILE.dsl";
  if (o.files.empty() && o.verb == Verb::kExplain && !o.list) parsed.error = "'lathe explain' needs a name, or --list";
  if (o.files.size() > 1 && wants_file && o.verb != Verb::kCheck) {
    parsed.error = "'lathe " + verb + "' takes one program, not " + std::to_string(o.files.size());
  }
  if (!parsed.error.empty()) parsed.hint = "lathe " + verb + " --help";
}

// Registers the verb's rows; values are stored in the order they are given.
void Register(CLI::App& app, ParsedOptions& parsed) {
  for (const OptionRow& row : OptionTable()) {
    if (!(row.verbs & BitOf(parsed.options.verb))) continue;
    auto apply = [&parsed, &row](const std::string& value) {
      std::string wrong = row.apply(parsed.options, value);
      if (wrong.empty() || !parsed.error.empty()) return;
      std::string name(row.names.substr(row.names.rfind(',') + 1));
      parsed.error = name + ": " + wrong;
    };
    std::string names(row.names);
    switch (row.kind) {
      case OptionKind::kFlag:
        app.add_flag_function(names, [apply](int64_t) { apply(""); });
        break;
      case OptionKind::kValue:
        app.add_option_function<std::vector<std::string>>(
               names, [apply](const std::vector<std::string>& values) { for (const auto& v : values) apply(v); })
            ->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
        break;
      case OptionKind::kOptionalValue:
        break;  // TakeSpecialWords has read it
    }
  }
}

// An option with --name[=text] never takes the next word, which CLI11 cannot express, so it is read here; and gcc's spellings of the dependency options.
void TakeSpecialWords(std::vector<std::string>& words, ParsedOptions& parsed) {
  std::vector<std::string> rest;
  for (size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    bool program_follows = word == "--" || word.empty() || word == "-" || word[0] != '-';
    if (program_follows && parsed.options.verb == Verb::kRun) {
      rest.insert(rest.end(), words.begin() + ptrdiff_t(i), words.end());
      break;
    }
    if (word == "-MD") word = "--write-dependencies";
    if (word == "-MF") word = "--dependency-file";
    bool taken = false;
    for (const OptionRow& row : OptionTable()) {
      if (row.kind != OptionKind::kOptionalValue || !(row.verbs & BitOf(parsed.options.verb))) continue;
      size_t equals = word.find('=');
      if (word.substr(0, equals) != row.names) continue;
      taken = true;
      std::string wrong = row.apply(parsed.options, equals == std::string::npos ? "" : word.substr(equals + 1));
      if (!wrong.empty() && parsed.error.empty()) parsed.error = std::string(row.names) + ": " + wrong;
    }
    if (!taken) rest.push_back(word);
    // The value of an option is not the program.
    if (!taken && parsed.options.verb == Verb::kRun && i + 1 < words.size()) {
      for (const OptionRow& row : OptionTable()) {
        if (row.kind != OptionKind::kValue) continue;
        std::vector<std::string> names = CLI::detail::split(std::string(row.names), ',');
        if (std::find(names.begin(), names.end(), word) == names.end()) continue;
        rest.push_back(words[++i]);
        break;
      }
    }
  }
  words = std::move(rest);
}

}  // namespace

ParsedOptions ParseCommandLine(const std::vector<std::string>& given) {
  ParsedOptions parsed;
  std::vector<std::string> words = given;
  auto verb = TakeVerb(words, parsed);
  if (!verb) return parsed;
  parsed.options.verb = *verb;
  TakeSpecialWords(words, parsed);
  CLI::App app;
  app.set_help_flag("");
  app.prefix_command(*verb == Verb::kRun);
  app.allow_extras(true);
  Register(app, parsed);
  std::vector<std::string> remaining;
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    app.parse(reversed);
    remaining = app.remaining();
  } catch (const CLI::Error& error) {
    if (parsed.error.empty()) parsed.error = error.what();
    return parsed;
  }
  if (!parsed.error.empty()) return parsed;
  TakePositionals(parsed, remaining);
  bool asks_help = parsed.options.help || !parsed.options.version.empty();
  if (parsed.error.empty() && !asks_help) CheckFiles(parsed);
  return parsed;
}

}  // namespace lathe::driver
