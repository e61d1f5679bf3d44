// lathe run: compiles (or takes the cached object) and runs in this process.
#include <fmt/format.h>

#include "backend/compile.h"
#include "driver/pipeline.h"
#include "driver/program_cache.h"
#include "driver/verbs.h"
#include "ir/evaluator.h"
#include "support/check.h"

namespace lathe::driver {

namespace {

// argv as the program sees it: its own path, then its arguments.
struct ProgramArguments {
  ProgramArguments(const Source& source, const std::vector<std::string>& arguments) : words{source.path} {
    words.insert(words.end(), arguments.begin(), arguments.end());
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
  }
  int count() const { return int(words.size()); }
  std::vector<std::string> words;
  std::vector<char*> pointers;
};

int RunObject(Session& session, const std::string& object, ProgramArguments& arguments) {
  PhaseScope phase("run", arguments.words[0]);
  Result<int> status = backend::RunObject(object, arguments.count(), arguments.pointers.data());
  return status ? status.value() : session.Fail(status.error());
}

int Interpret(Session& session, const Source& source, ProgramArguments& arguments) {
  Form form = session.options().interpret_stage == "traced" ? Form::kTraced : Form::kOptimized;
  std::optional<ir::Module> module = MakeModule(session, source, form);
  if (session.ShowDiagnostics() || !module) return kExitProgram;
  PhaseScope phase("interpret", source.path);
  return ir::RunProgram(*module, session.sources, arguments.count(), arguments.pointers.data());
}

}  // namespace

int RunProgram(Session& session) {
  const Options& o = session.options();
  if (Status device = CheckDevice(o); !device) return session.Fail(device.error());
  Result<Source> source = Load(session, o.files[0]);
  if (!source) return session.Fail(source.error());
  ProgramArguments arguments(source.value(), o.arguments);
  if (o.interpret) return Interpret(session, source.value(), arguments);

  backend::CompileOptions compile;
  compile.opt_level = o.opt_level;
  compile.debug_info = o.debug_info;
  if (!o.cpu.empty()) compile.cpu = o.cpu;
  std::string directory = CacheDirectory(o), key;
  if (!directory.empty()) {
    key = ProgramKey(session, source.value(), compile.cpu == "native" ? backend::HostCpu() : compile.cpu);
    std::string cached = backend::LoadCached(directory, key);
    if (!cached.empty()) return RunObject(session, cached, arguments);
  }
  std::optional<ir::Module> module = MakeModule(session, source.value(), Form::kOptimized);
  // A program with warnings is compiled each time: the cache holds code, not what there is to say about it.
  bool silent = !session.HasVisibleDiagnostics();
  if (session.ShowDiagnostics() || !module) return kExitProgram;
  PhaseScope phase("compile", source.value().path);
  Result<std::string> object = backend::CompileToObject(*module, session.sources, compile);
  if (!object) return session.Fail(object.error());
  if (silent && !directory.empty()) backend::StoreCached(directory, key, object.value());
  module.reset();
  return RunObject(session, object.value(), arguments);
}

}  // namespace lathe::driver
