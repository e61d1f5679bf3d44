// Runs the phases in order and stops where the program is wrong.
#include "driver/pipeline.h"

#include <algorithm>
#include <cstdio>

#include "code/print_code.h"
#include "driver/files.h"
#include "frontend/ast_printer.h"
#include "frontend/parse.h"
#include "ir/passes/pipeline.h"
#include "ir/printer.h"
#include "autograph/lower.h"
#include "frontend/scopes.h"
#include "staging/stage.h"
#include "support/check.h"

namespace lathe::driver {

namespace {

// A comment `# lathe: extensions` on a line of its own among the first ten.
bool AsksForExtensions(std::string_view text) {
  for (int line = 0; line < 10 && !text.empty(); ++line) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view first = text.substr(0, end);
    while (!first.empty() && (first.back() == '\r' || first.back() == ' ')) first.remove_suffix(1);
    if (first == "# lathe: extensions") return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

std::optional<ir::Module> Optimized(Session& session, ir::Module module) {
  PhaseScope phase("transform", module.source_path);
  const Options& o = session.options();
  std::vector<std::string> known;
  for (std::string_view name : ir::PassNames()) known.emplace_back(name);
  if (!o.stop_after.empty() && std::find(known.begin(), known.end(), o.stop_after) == known.end()) {
    Diagnostic d{.kind = DiagnosticKind::kUsage, .message = "no pass is named '" + o.stop_after + "'"};
    std::string list = "the passes are";
    for (const std::string& name : known) list += " " + name;
    d.help.push_back(list);
    session.sink.Report(std::move(d));
    return std::nullopt;
  }
  ir::PipelineOptions options;
  options.stop_after = o.stop_after;
  if (o.after_all) {
    options.after_pass = [](std::string_view pass, const ir::Module& made) {
      std::string text = "# after " + std::string(pass) + "\n" + ir::Print(made) + "\n";
      std::fwrite(text.data(), 1, text.size(), stderr);
    };
  }
  std::vector<ir::SequentialMap> sequential;
  options.sequential_maps = &sequential;
  ir::Module made = ir::RunPasses(std::move(module), options);
  for (const ir::SequentialMap& part : sequential) {
    std::string text = "'" + part.operation + "' runs element by element in a mapped function: " + part.reason;
    Diagnostic d{.kind = DiagnosticKind::kMapSequential, .message = std::move(text), .span = part.span};
    if (part.refused) {
      d.notes.push_back({"the call of vectorized_map says fallback_to_while_loop=False", {}});
      d.as_error = true;
    }
    session.sink.Report(std::move(d));
  }
  return made;
}

}  // namespace

Result<Source> Load(Session& session, const std::string& path) {
  PhaseScope phase("read", path);
  Result<std::string> text = ReadProgram(path);
  if (!text) return text.error();
  bool extensions = session.options().extensions || AsksForExtensions(text.value());
  std::string shown = path == "-" ? "<stdin>" : path;
  FileId file = session.sources.Add(shown, text.take());
  return Source{shown, file, extensions};
}

ast::Ast ParseSource(Session& session, const Source& source) {
  PhaseScope phase("parse", source.path);
  return Parse(source.file, session.sources, session.names, session.sink);
}

void RewriteSource(Session& session, const Source& source, ast::Ast& ast) {
  PhaseScope phase("rewrite", source.path);
  LowerJumps(ast, session.sink);
}
std::string PrintAst(const ast::Ast& ast) { return PrintPython(ast); }

namespace {

std::optional<ir::Module> StageProgram(Session& session, const Source& source, ast::Ast& ast, staging::StagingRecord* record) {
  if (session.sink.has_errors()) return std::nullopt;
  RewriteSource(session, source, ast);
  if (session.sink.has_errors()) return std::nullopt;
  PhaseScope phase("stage", source.path);
  staging::StageOptions options;
  options.extensions = source.extensions;
  options.path = source.path;
  options.record = record;
  // A loop that does not end must be reported within seconds; a trip that emits operations costs some microseconds a step.
  options.max_steps = 1'500'000;
  ScopeTable scopes = ResolveNames(ast, session.sources, session.sink);
  std::optional<ir::Module> module = staging::Stage(ast, scopes, session.sources, session.sink, options);
  LATHE_CHECK(module || session.sink.has_errors(), "staging gave neither a module nor an error");
  if (!module || session.sink.has_errors()) return std::nullopt;
  return module;
}

}  // namespace

std::optional<ir::Module> MakeModule(Session& session, const Source& source, ast::Ast& ast, Form form) {
  std::optional<ir::Module> module = StageProgram(session, source, ast, nullptr);
  if (!module || form == Form::kTraced) return module;
  return Optimized(session, std::move(*module));
}

std::optional<std::string> MakeCode(Session& session, const Source& source) {
  const Options& o = session.options();
  ast::Ast original = ParseSource(session, source);
  ast::Ast lowered = ParseSource(session, source);   // a copy would not keep its nodes in place when it grows
  staging::StagingRecord record;
  if (!StageProgram(session, source, lowered, &record)) return std::nullopt;
  PhaseScope phase("print", source.path);
  code::CodeOptions options{.plain = o.plain, .diff = o.diff, .function = o.function};
  return code::PrintCode(original, lowered, record, session.sources, options);
}

std::optional<ir::Module> MakeModule(Session& session, const Source& source, Form form) {
  ast::Ast ast = ParseSource(session, source);
  return MakeModule(session, source, ast, form);
}

}  // namespace lathe::driver
