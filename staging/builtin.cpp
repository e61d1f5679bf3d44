// Finding builtin rows by name, module attributes, and binding a call's arguments to a row's signature.
//
// Input: the tables of rows and TensorFlow's list of names (tf/names.inc). Method: one sorted index over rows and aliases, built
// on first use; signatures are read from their text at each call.
#include "staging/builtin.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "staging/builtin_tables.h"
#include "staging/interp.h"
#include "support/check.h"
#include "support/spelling.h"

namespace lathe::staging {

namespace {

constexpr std::string_view kTfNames =
#define LATHE_TF_NAMES
#include "staging/tf/names.inc"
#undef LATHE_TF_NAMES
    ;

struct AliasRow {
  std::string_view name, aliases;  // separated by spaces
};
constexpr AliasRow kTfAliases[] = {
#define LATHE_TF_ALIASES
#include "staging/tf/names.inc"
#undef LATHE_TF_ALIASES
};

struct Index {
  std::map<std::string_view, const BuiltinRow*> rows;
  std::set<std::string_view> namespaces;

  void Add(std::string_view name, const BuiltinRow* row) {
    rows.emplace(name, row);
    for (size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
      namespaces.insert(name.substr(0, dot));
  }
  void AddAliases(const AliasRow& alias) {
    std::vector<std::string_view> names{alias.name};
    std::string_view rest = alias.aliases;
    while (!rest.empty()) {
      size_t space = std::min(rest.find(' '), rest.size());
      names.push_back(rest.substr(0, space));
      rest.remove_prefix(std::min(space + 1, rest.size()));
    }
    const BuiltinRow* row = nullptr;
    for (std::string_view n : names)
      if (auto it = rows.find(n); it != rows.end() && !row) row = it->second;
    if (!row) return;
    for (std::string_view n : names) Add(n, row);
  }
};

const Index& BuiltinIndex() {
  static const Index index = [] {
    Index made;
    for (std::span<const BuiltinRow> table : BuiltinTables())
      for (const BuiltinRow& row : table) made.Add(row.name, &row);
    for (const AliasRow& alias : kTfAliases) made.AddAliases(alias);
    return made;
  }();
  return index;
}

// Whether TensorFlow has a public name `path` ("tf.foo").
bool TensorFlowHas(std::string_view path) {
  if (!path.starts_with("tf.")) return false;
  std::string line = "\n" + std::string(path.substr(3)) + "\n";
  if (kTfNames.starts_with(std::string_view(line).substr(1))) return true;
  return kTfNames.find(line) != std::string_view::npos;
}

bool IsWholeUnsupported(std::string_view path) {
  for (std::string_view prefix : {"tf.compat", "tf.raw_ops", "tf.lite", "tf.tpu", "tf.xla", "tf.mlir", "tf.quantization",
                                  "tf.profiler", "tf.test", "tf.__internal__"})
    if (path == prefix || (path.starts_with(prefix) && path[prefix.size()] == '.')) return true;
  return false;
}

// Members of a namespace in TensorFlow's list, without the path.
std::vector<std::string> TensorFlowMembers(std::string_view path) {
  std::string prefix = path == "tf" ? "" : std::string(path.substr(3)) + ".";
  std::vector<std::string> members;
  for (size_t at = 0; at < kTfNames.size();) {
    size_t end = kTfNames.find('\n', at);
    std::string_view name = kTfNames.substr(at, end - at);
    at = end + 1;
    if (!name.starts_with(prefix)) continue;
    name.remove_prefix(prefix.size());
    if (name.find('.') == std::string_view::npos) members.emplace_back(name);
  }
  return members;
}

// ---- signatures ----

struct Parameter {
  std::string_view name;
  std::string_view default_text;
  bool has_default = false;
  enum class Kind : uint8_t { kPositionalOnly, kBoth, kVarArgs, kKeywordOnly, kVarKeywords } kind = Kind::kBoth;
};

std::string_view Trim(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

std::vector<std::string_view> SplitParameters(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  char quote = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (c == ',' && depth == 0) {
      parts.push_back(Trim(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  std::string_view last = Trim(text.substr(begin));
  if (!last.empty()) parts.push_back(last);
  return parts;
}

std::vector<Parameter> ParseSignature(std::string_view text) {
  std::vector<Parameter> parameters;
  bool keyword_only = false;
  for (std::string_view part : SplitParameters(text)) {
    if (part == "/") {
      for (Parameter& p : parameters) p.kind = Parameter::Kind::kPositionalOnly;
      continue;
    }
    if (part == "*") {
      keyword_only = true;
      continue;
    }
    Parameter p;
    if (part.starts_with("**")) {
      p.kind = Parameter::Kind::kVarKeywords;
      part.remove_prefix(2);
    } else if (part.starts_with("*")) {
      p.kind = Parameter::Kind::kVarArgs;
      part.remove_prefix(1);
      keyword_only = true;
    } else if (keyword_only) {
      p.kind = Parameter::Kind::kKeywordOnly;
    }
    size_t eq = part.find('=');
    p.name = Trim(part.substr(0, eq));
    if (eq != std::string_view::npos) {
      p.has_default = true;
      p.default_text = Trim(part.substr(eq + 1));
    }
    parameters.push_back(p);
  }
  return parameters;
}

std::string Unquoted(std::string_view text) {
  std::string out;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\' && i + 2 < text.size()) {
      ++i;
      out += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
    } else {
      out += text[i];
    }
  }
  return out;
}

Value DefaultValue(std::string_view text) {
  if (text == "None") return None{};
  if (text == "...") return Undefined{};          // the function tells "not given" apart from any value
  if (text == "True") return true;
  if (text == "False") return false;
  if (text.size() >= 2 && (text[0] == '\'' || text[0] == '"')) return Value::String(Unquoted(text));
  if (text == "()") return Value::MakeTuple({});
  if (text.starts_with("tf."))
    if (auto dtype = ir::FindDType(text.substr(3))) return DTypeValue{*dtype};
  int64_t integer = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
  if (error == std::errc() && end == text.data() + text.size()) return Value::Int(integer);
  double number = 0;
  auto [dend, derror] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (derror == std::errc() && dend == text.data() + text.size()) return number;
  return Undefined{};
}

std::string Counted(size_t n, std::string_view noun) {
  return std::to_string(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

// Binds one call; the pieces of BindArguments that report.
class Binder {
 public:
  Binder(Interp& in, const BuiltinRow& row, Span where)
      : in_(in), row_(row), where_(where), parameters_(ParseSignature(row.signature)) {}

  Bound Bind(CallArgs args) {
    Bound bound{in_, where_, std::vector<Value>(parameters_.size(), Undefined{}),
                std::vector<Span>(parameters_.size(), where_)};
    set_.assign(parameters_.size(), false);
    Positionals(args, bound);
    Keywords(args, bound);
    Defaults(bound);
    return bound;
  }

 private:
  [[noreturn]] void Mismatch(std::string message, Span at, std::vector<std::string> help = {}) {
    Diagnostic d{DiagnosticKind::kArgumentMismatch, std::string(row_.name) + "() " + std::move(message),
                 at.valid() ? at : where_};
    d.help = std::move(help);
    d.notes.push_back({"its parameters: " + std::string(row_.name) + "(" + std::string(row_.signature) + ")", {}});
    in_.Raise(std::move(d), "TypeError");
  }

  static bool Positional(const Parameter& p) {
    return p.kind == Parameter::Kind::kPositionalOnly || p.kind == Parameter::Kind::kBoth;
  }

  void Positionals(CallArgs& args, Bound& bound) {
    size_t next = 0;
    for (size_t i = 0; i < parameters_.size() && next < args.positional.size(); ++i) {
      if (!Positional(parameters_[i])) break;
      Set(bound, i, args.positional[next], next < args.positional_spans.size() ? args.positional_spans[next] : Span{});
      ++next;
    }
    size_t var = Find(Parameter::Kind::kVarArgs);
    if (var < parameters_.size()) {
      std::vector<Value> rest(args.positional.begin() + std::ptrdiff_t(next), args.positional.end());
      Set(bound, var, Value::MakeTuple(std::move(rest)), {});
      return;
    }
    if (next == args.positional.size()) return;
    size_t takes = size_t(std::count_if(parameters_.begin(), parameters_.end(), Positional));
    Span at = next < args.positional_spans.size() ? args.positional_spans[next] : where_;
    Mismatch("takes " + Counted(takes, "positional argument") + " but " + std::to_string(args.positional.size()) +
                 (args.positional.size() == 1 ? " was given" : " were given"),
             at);
  }

  void Keywords(CallArgs& args, Bound& bound) {
    size_t var = Find(Parameter::Kind::kVarKeywords);
    DictObject rest;
    for (size_t k = 0; k < args.keywords.size(); ++k) {
      auto& [name, value] = args.keywords[k];
      std::string_view text = in_.TextOf(name);
      Span at = k < args.keyword_spans.size() ? args.keyword_spans[k] : where_;
      size_t i = 0;
      while (i < parameters_.size() && !(parameters_[i].name == text && Named(parameters_[i]))) ++i;
      if (i < parameters_.size()) {
        if (set_[i]) Mismatch("got multiple values for argument '" + std::string(text) + "'", at);
        Set(bound, i, value, at);
      } else if (var < parameters_.size()) {
        Value key = Value::String(std::string(text));
        rest.index[*KeyOf(key, in_.heap)] = rest.entries.size();
        rest.entries.push_back({key, value});
      } else if (!(text == "name" && row_.name.starts_with("tf."))) {
        Unknown(text, at);
      }
    }
    if (var < parameters_.size()) Set(bound, var, in_.heap.New(std::move(rest)), {});
  }

  [[noreturn]] void Unknown(std::string_view text, Span at) {
    std::vector<std::string> names;
    for (const Parameter& p : parameters_)
      if (Named(p)) names.emplace_back(p.name);
    std::vector<std::string> help;
    if (auto near = NearestSpelling(text, names)) help.push_back("did you mean '" + *near + "'?");
    Mismatch("got an unexpected keyword argument '" + std::string(text) + "'", at, std::move(help));
  }

  void Defaults(Bound& bound) {
    std::vector<std::string> missing;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      if (set_[i]) continue;
      if (parameters_[i].has_default) bound.args[i] = DefaultValue(parameters_[i].default_text);
      else missing.push_back("'" + std::string(parameters_[i].name) + "'");
    }
    if (missing.empty()) return;
    std::string list;
    for (size_t i = 0; i < missing.size(); ++i)
      list += (i == 0 ? "" : i + 1 == missing.size() ? " and " : ", ") + missing[i];
    Mismatch("is missing " + Counted(missing.size(), "required argument") + ": " + list, where_);
  }

  static bool Named(const Parameter& p) {
    return p.kind == Parameter::Kind::kBoth || p.kind == Parameter::Kind::kKeywordOnly;
  }
  size_t Find(Parameter::Kind kind) const {
    size_t i = 0;
    while (i < parameters_.size() && parameters_[i].kind != kind) ++i;
    return i;
  }
  void Set(Bound& bound, size_t i, Value value, Span at) {
    bound.args[i] = std::move(value);
    if (at.valid()) bound.spans[i] = at;
    set_[i] = true;
  }

  Interp& in_;
  const BuiltinRow& row_;
  Span where_;
  std::vector<Parameter> parameters_;
  std::vector<bool> set_;
};

[[noreturn]] void UnknownMember(Interp& in, std::string_view path, std::string_view name, Span where) {
  std::string full = std::string(path) + "." + std::string(name);
  std::vector<std::string> have;
  for (std::string_view m : MembersOf(path)) have.emplace_back(m);
  if (IsWholeUnsupported(full) || TensorFlowHas(full)) {
    Diagnostic d{DiagnosticKind::kUnsupportedApi, "'" + full + "' is part of TensorFlow but not implemented here", where};
    if (auto near = NearestSpelling(name, have))
      d.help.push_back("the nearest name that is implemented: " + std::string(path) + "." + *near);
    in.Fail(std::move(d));
  }
  bool tensorflow = path == "tf" || path.starts_with("tf.");
  bool numpy = path == "np" || path.starts_with("np.");
  Diagnostic d{tensorflow ? DiagnosticKind::kUnknownApi : DiagnosticKind::kUnknownAttribute,
               (tensorflow ? "TensorFlow 2.21 has no '" + full + "'" : "module '" + std::string(path) + "' has no attribute '" + std::string(name) + "'"),
               where};
  std::vector<std::string> all = have;
  if (tensorflow)
    for (std::string& m : TensorFlowMembers(path)) all.push_back(std::move(m));
  auto near = NearestSpelling(name, all);
  if (near) d.help.push_back("did you mean '" + std::string(path) + "." + *near + "'?");
  if (numpy && !near) {
    d.kind = DiagnosticKind::kUnsupportedApi;
    d.message = "'" + full + "' is not implemented here";
    in.Fail(std::move(d));
  }
  in.Raise(std::move(d), "AttributeError");
}

}  // namespace

const BuiltinRow* FindBuiltin(std::string_view name) {
  const Index& index = BuiltinIndex();
  auto it = index.rows.find(name);
  return it == index.rows.end() ? nullptr : it->second;
}

std::vector<std::string_view> MembersOf(std::string_view prefix) {
  const Index& index = BuiltinIndex();
  std::string path = std::string(prefix) + ".";
  std::vector<std::string_view> members;
  for (auto it = index.rows.lower_bound(path); it != index.rows.end() && it->first.starts_with(path); ++it) {
    std::string_view rest = it->first.substr(path.size());
    rest = rest.substr(0, rest.find('.'));
    if (members.empty() || members.back() != rest) members.push_back(rest);
  }
  return members;
}

bool IsNamespace(std::string_view path) { return BuiltinIndex().namespaces.contains(path); }

Bound BindArguments(Interp& in, const BuiltinRow& row, CallArgs args, Span where) {
  return Binder(in, row, where).Bind(std::move(args));
}

Value ResolveModuleAttribute(Interp& in, std::string_view path, Name name, Span where) {
  std::string full = std::string(path) + "." + std::string(in.TextOf(name));
  if (const BuiltinRow* row = FindBuiltin(full)) {
    if (row->kind != BuiltinRow::Kind::kConstant) return Builtin{row};
    Bound bound{in, where, {}, {}};
    return row->fn(bound);
  }
  if (IsNamespace(full)) return ModuleValue{std::make_shared<const std::string>(full)};
  UnknownMember(in, path, in.TextOf(name), where);
}

}  // namespace lathe::staging
