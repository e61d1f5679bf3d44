// lathe graph, lathe ir, lathe code: forms of a program as text.
#include <fmt/format.h>

#include "backend/compile.h"
#include "driver/files.h"
#include "driver/graph.h"
#include "driver/pipeline.h"
#include "driver/verbs.h"
#include "ir/printer.h"

namespace lathe::driver {

namespace {

int Write(Session& session, const std::string& text) {
  const Options& o = session.options();
  Status done = WriteOutput(o.output.empty() ? "-" : o.output, text);
  return done ? kExitFine : session.Fail(done.error());
}

Form FormOf(const Options& o) { return o.stage == "traced" ? Form::kTraced : Form::kOptimized; }

int RefuseFormat(Session& session, const std::string& message) { return session.Fail({"usage", message}); }

}  // namespace

int ShowGraph(Session& session) {
  const Options& o = session.options();
  std::string format = o.format.empty() ? "json" : o.format;
  if (format != "json" && format != "dot") return RefuseFormat(session, "lathe graph: --format is json or dot");
  Result<Source> source = Load(session, o.files[0]);
  if (!source) return session.Fail(source.error());
  std::string stage = o.stage.empty() ? "traced" : o.stage;
  std::optional<ir::Module> module = MakeModule(session, source.value(), stage == "traced" ? Form::kTraced : Form::kOptimized);
  if (session.ShowDiagnostics() || !module) return kExitProgram;
  GraphOptions options{.stage = stage, .function = o.function};
  return Write(session, format == "json" ? GraphJson(*module, session.sources, options)
                                         : GraphDot(*module, session.sources, options));
}

int ShowIr(Session& session) {
  const Options& o = session.options();
  Result<Source> source = Load(session, o.files[0]);
  if (!source) return session.Fail(source.error());
  if (o.level == "ast" || o.level == "rewritten") {
    ast::Ast ast = ParseSource(session, source.value());
    if (o.level == "rewritten" && !session.sink.has_errors()) RewriteSource(session, source.value(), ast);
    if (session.ShowDiagnostics()) return kExitProgram;
    return Write(session, PrintAst(ast));
  }
  std::optional<ir::Module> module = MakeModule(session, source.value(), FormOf(o));
  if (session.ShowDiagnostics() || !module) return kExitProgram;
  if (o.level == "ir") return Write(session, ir::Print(*module));
  backend::CompileOptions compile;
  compile.opt_level = o.opt_level;
  compile.debug_info = o.debug_info;
  if (!o.cpu.empty()) compile.cpu = o.cpu;
  auto level = o.level == "plan"   ? backend::TextLevel::kPlan
               : o.level == "llvm" ? backend::TextLevel::kLlvm
                                   : backend::TextLevel::kAssembly;
  Result<std::string> text = backend::EmitText(*module, session.sources, compile, level);
  return text ? Write(session, text.value()) : session.Fail(text.error());
}

int ShowCode(Session& session) {
  const Options& o = session.options();
  Result<Source> source = Load(session, o.files[0]);
  if (!source) return session.Fail(source.error());
  if (o.stage == "rewritten") {
    ast::Ast ast = ParseSource(session, source.value());
    if (!session.sink.has_errors()) RewriteSource(session, source.value(), ast);
    if (session.ShowDiagnostics()) return kExitProgram;
    return Write(session, PrintAst(ast));
  }
  std::optional<std::string> text = MakeCode(session, source.value());
  if (session.ShowDiagnostics() || !text) return kExitProgram;
  if (text->empty() && !o.function.empty()) return session.Fail({"usage", "lathe code: the program has no function '" + o.function + "'"});
  return Write(session, *text);
}

}  // namespace lathe::driver
