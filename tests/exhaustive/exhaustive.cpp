// lathe_exhaustive [compiled] [STRIDE [FIRST [JOBS]]]: every STRIDE-th program of the exhaustive test, from number FIRST on, in
// JOBS processes. What Lathe stages, run by the evaluator and with `compiled` also as native code, must return what Python
// returns for each input, and Lathe must refuse exactly what the rules refuse. `lathe_exhaustive show N` prints a program.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "autograph/lower.h"
#include "backend/compile.h"
#include "frontend/parse.h"
#include "frontend/scopes.h"
#include "ir/interpreter.h"
#include "ir/passes/pipeline.h"
#include "staging/stage.h"
#include "tests/exhaustive/interpreter.h"
#include "tests/exhaustive/rules.h"

namespace lathe::exhaustive {

namespace {

constexpr int kShownFaults = 4, kNamedFaults = 200;  // of each process: with their text, with a line
constexpr size_t kOptimizedEvery = 8;  // programs that also run through the passes

using Answer = std::optional<int32_t>;  // nullopt: an exception
std::string Shown(const Answer& a) { return a ? std::to_string(*a) : "an exception"; }

struct Tally {
  int64_t programs = 0, accepted = 0, optimized = 0, compiled = 0, faults = 0;
  std::map<std::string, int64_t> refused;
};

// One input through staged code; `call` has the shape of a compiled function.
using Call = std::function<int32_t(LtContext*, const LtTensor* const*, LtTensor*)>;

Answer CallWith(const Input& input, const Call& call) {
  LtContext context{};
  char* argv[] = {nullptr};
  lt_start(&context, 0, argv);
  LtTensor arguments[2], result{};
  for (int i = 0; i < 2; ++i) {
    lt_tensor_new(&arguments[i], LT_INT32, 0, nullptr);
    *static_cast<int32_t*>(arguments[i].data) = i == 0 ? input.x : input.n;
  }
  const LtTensor* in[] = {&arguments[0], &arguments[1]};
  Answer answer;
  if (call(&context, in, &result) == 0) {
    answer = *static_cast<int32_t*>(result.data);
    lt_release(&result);
  }
  for (LtTensor& argument : arguments) lt_release(&argument);
  lt_clear_error(&context);
  std::free(context.frames);
  std::free(context.state);
  return answer;
}

Call Evaluated(const ir::Module& module, ir::FunctionId function, const SourceManager& sources) {
  return [&module, &sources, function](LtContext* context, const LtTensor* const* in, LtTensor* out) {
    ir::eval::Interpreter interpreter(module, sources, context);
    std::vector<ir::eval::TensorRef> arguments, results;
    for (int i = 0; i < 2; ++i) {
      lt_retain(in[i]);
      arguments.push_back(ir::eval::TensorRef::Adopt(*in[i]));
    }
    int32_t status = interpreter.CallFunction(function, std::move(arguments), results);
    if (status == 0) {
      *out = results.at(0).get();
      lt_retain(out);
    }
    return status;
  };
}

class Checker {
 public:
  Checker(Tally& tally, bool compiled) : tally_(tally), compiled_(compiled) {}

  void Check(const Program& program, size_t number) {
    ++tally_.programs;
    SourceManager sources;
    Interner names;
    DiagnosticSink sink;
    text_ = TextOf(program);
    number_ = number;
    second_variable_ = program.second_variable;
    FileId file = sources.Add("program.dsl", text_);
    ast::Ast ast = Parse(file, sources, names, sink);
    if (sink.has_errors()) return Fault("does not parse");
    std::vector<PythonRun> expected;
    std::set<std::string> allowed;  // refusals
    bool accepted = true;
    for (const Input& input : kInputs) {
      expected.push_back(RunPython(ast, input));
      if (auto name = Refusal(ast, input.m)) {
        accepted = false;
        allowed.insert(std::string(*name));
      }
    }
    LowerJumps(ast, sink);
    ScopeTable scopes = ResolveNames(ast, sources, sink);
    staging::StageOptions options;
    std::optional<ir::Module> module = staging::Stage(ast, scopes, sources, sink, options);
    if (!module || sink.has_errors()) return CheckRefusal(sink, allowed, accepted);
    ++tally_.accepted;
    if (!accepted) Fault("is accepted; the rules say " + *allowed.begin());
    if (!Evaluate(*module, sources, expected, "traced")) Fault("has no trace of f");
    if (compiled_) Compile(*module, sources, expected);
    if (number % kOptimizedEvery != 0) return;
    tally_.optimized += Evaluate(ir::RunPasses(std::move(*module), {}), sources, expected, "optimized");
  }

 private:
  void CheckRefusal(const DiagnosticSink& sink, const std::set<std::string>& allowed, bool accepted) {
    std::set<std::string> given;
    for (const Diagnostic& d : sink.Sorted())
      if (d.severity == Severity::kError) given.insert(std::string(NameOf(d.kind)));
    std::string names;
    for (const std::string& name : given) names += (names.empty() ? "" : ", ") + name;
    ++tally_.refused[names];
    if (accepted) return Fault("is refused (" + names + "); the rules accept it");
    // A trace that is refused may hold further errors, which the rules do not look for: names count where only one is possible.
    bool named = second_variable_ && !given.contains("jump-in-python-loop");
    for (const std::string& name : given) named |= allowed.contains(name);
    if (!named) Fault("is refused (" + names + "); the rules say " + *allowed.begin());
  }

  // The traces of f; the last is used again by the inputs that have none of their own.
  static std::vector<ir::FunctionId> TracesOf(const ir::Module& module) {
    std::vector<ir::FunctionId> traces;
    for (uint32_t i = 0; i < module.function_count(); ++i)
      if (module[ir::FunctionId{i}].name == "f") traces.push_back(ir::FunctionId{i});
    return traces;
  }

  // False: all calls of f were computed while the program was compiled.
  bool Evaluate(const ir::Module& module, const SourceManager& sources, const std::vector<PythonRun>& expected, std::string_view form) {
    std::vector<Call> traces;
    for (ir::FunctionId trace : TracesOf(module)) traces.push_back(Evaluated(module, trace, sources));
    Compare(traces, expected, form);
    return !traces.empty();
  }

  void Compile(const ir::Module& module, const SourceManager& sources, const std::vector<PythonRun>& expected) {
    std::vector<Call> traces;
    for (ir::FunctionId trace : TracesOf(module)) {
      auto code = backend::CompileFunction(module, sources, {}, trace);
      if (!code) return Fault("is not compiled: " + code.error().message);
      traces.push_back([code = std::shared_ptr<backend::JitFunction>(code.take())](LtContext* context, const LtTensor* const* in,
                                                                                    LtTensor* out) { return code->Call(context, in, out); });
    }
    Compare(traces, expected, "compiled");
    ++tally_.compiled;
  }

  void Compare(const std::vector<Call>& traces, const std::vector<PythonRun>& expected, std::string_view form) {
    if (traces.empty()) return;
    for (size_t i = 0; i < expected.size(); ++i) {
      const Input& input = kInputs[i];
      Answer answer = CallWith(input, traces[std::min(i, traces.size() - 1)]);
      bool raises_as_tensorflow = !answer && expected[i].return_without_trip;
      if (answer != expected[i].value && !raises_as_tensorflow)
        Fault(fmt::format("{}, f({}, {}, {}) gives {}; Python gives {}", form, input.x, input.n, input.m, Shown(answer), Shown(expected[i].value)));
    }
  }

  void Fault(const std::string& what) {
    if (tally_.faults < kNamedFaults) fmt::print("program {} {}\n", number_, what);
    if (tally_.faults++ < kShownFaults) fmt::print("{}\n", text_);
  }

  Tally& tally_;
  bool compiled_;
  std::string text_;
  size_t number_ = 0;
  bool second_variable_ = false;
};

// A child's numbers come back as text through a pipe.
void Write(const Tally& tally, FILE* out) {
  fmt::print(out, "{} {} {} {} {}\n", tally.programs, tally.accepted, tally.optimized, tally.compiled, tally.faults);
  for (const auto& [names, count] : tally.refused) fmt::print(out, "{} {}\n", count, names);
}
void Add(FILE* in, Tally& tally) {
  long long programs, accepted, optimized, compiled, faults, count;
  if (std::fscanf(in, "%lld %lld %lld %lld %lld\n", &programs, &accepted, &optimized, &compiled, &faults) != 5) {
    ++tally.faults;  // the child died
    return;
  }
  tally.programs += programs;
  tally.accepted += accepted;
  tally.optimized += optimized;
  tally.compiled += compiled;
  tally.faults += faults;
  char line[512];
  while (std::fgets(line, sizeof line, in)) {
    char* rest = nullptr;
    count = std::strtoll(line, &rest, 10);
    std::string names(rest + 1);
    names.pop_back();
    tally.refused[names] += count;
  }
}

int Run(bool compiled, size_t stride, size_t first, size_t jobs) {
  std::vector<Program> programs = AllPrograms();
  std::vector<FILE*> pipes;
  for (size_t job = 0; job < jobs; ++job) {
    int ends[2];
    if (pipe(ends) != 0) return 3;
    std::fflush(stdout);
    if (fork() == 0) {
      close(ends[0]);
      Tally tally;
      Checker checker(tally, compiled);
      for (size_t i = first + job * stride; i < programs.size(); i += stride * jobs) checker.Check(programs[i], i);
      FILE* out = fdopen(ends[1], "w");
      Write(tally, out);
      std::fclose(out);
      std::fflush(stdout);
      _exit(0);
    }
    close(ends[1]);
    pipes.push_back(fdopen(ends[0], "r"));
  }
  Tally tally;
  for (FILE* in : pipes) {
    Add(in, tally);
    std::fclose(in);
  }
  while (wait(nullptr) > 0) {
  }
  fmt::print("{} of {} programs, {} accepted; {} also optimized, {} compiled\n", tally.programs, programs.size(), tally.accepted,
             tally.optimized, tally.compiled);
  for (const auto& [names, count] : tally.refused) fmt::print("{:8} refused: {}\n", count, names);
  fmt::print("{} passed, {} failed\n", tally.programs - std::min(tally.programs, tally.faults), tally.faults);
  return tally.faults == 0 ? 0 : 1;
}

}  // namespace

}  // namespace lathe::exhaustive

int main(int argc, char** argv) {
  using namespace lathe::exhaustive;
  auto number = [&](int at, size_t otherwise) { return argc > at ? size_t(std::strtoull(argv[at], nullptr, 10)) : otherwise; };
  if (argc > 2 && std::strcmp(argv[1], "show") == 0) {
    std::vector<Program> programs = AllPrograms();
    fmt::print("{}", TextOf(programs.at(std::min(number(2, 0), programs.size() - 1))));
    return 0;
  }
  const bool compiled = argc > 1 && std::strcmp(argv[1], "compiled") == 0;
  const int at = compiled ? 2 : 1;
  return Run(compiled, std::max<size_t>(number(at, 1), 1), number(at + 1, 0), std::max<size_t>(number(at + 2, 2), 1));
}
