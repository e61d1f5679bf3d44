// lathe_exhaustive [STRIDE [FIRST [JOBS]]]: every STRIDE-th program of the exhaustive test, from number FIRST on, in JOBS
// processes. What Lathe stages, run by the evaluator, must return what Python returns for each input, and Lathe must refuse
// exactly what the rules refuse. `lathe_exhaustive show N` prints a program.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

#include "autograph/lower.h"
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
  int64_t programs = 0, accepted = 0, faults = 0;
  std::map<std::string, int64_t> refused;
};

Answer CallFunction(const ir::Module& module, ir::FunctionId function, const Input& input, const SourceManager& sources) {
  LtContext context{};
  char* argv[] = {nullptr};
  lt_start(&context, 0, argv);
  Answer answer;
  {
    ir::eval::Interpreter interpreter(module, sources, &context);
    std::vector<ir::eval::TensorRef> arguments, results;
    for (int32_t value : {input.x, input.n}) {
      LtTensor t;
      lt_tensor_new(&t, LT_INT32, 0, nullptr);
      *static_cast<int32_t*>(t.data) = value;
      arguments.push_back(ir::eval::TensorRef::Adopt(t));
    }
    if (interpreter.CallFunction(function, std::move(arguments), results) == 0) answer = *static_cast<int32_t*>(results.at(0).get().data);
  }
  lt_clear_error(&context);
  std::free(context.frames);
  std::free(context.state);
  return answer;
}

class Checker {
 public:
  explicit Checker(Tally& tally) : tally_(tally) {}

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
    Compare(*module, sources, expected, "traced");
    if (number % kOptimizedEvery == 0) Compare(ir::RunPasses(std::move(*module), {}), sources, expected, "optimized");
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

  void Compare(const ir::Module& module, const SourceManager& sources, const std::vector<PythonRun>& expected, std::string_view form) {
    std::vector<ir::FunctionId> traces;
    for (uint32_t i = 0; i < module.function_count(); ++i)
      if (module[ir::FunctionId{i}].name == "f") traces.push_back(ir::FunctionId{i});
    if (traces.empty()) return;
    for (size_t i = 0; i < expected.size(); ++i) {
      const Input& input = kInputs[i];
      Answer answer = CallFunction(module, traces[std::min(i, traces.size() - 1)], input, sources);
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
  std::string text_;
  size_t number_ = 0;
  bool second_variable_ = false;
};

// A child's numbers come back as text through a pipe.
void Write(const Tally& tally, FILE* out) {
  fmt::print(out, "{} {} {}\n", tally.programs, tally.accepted, tally.faults);
  for (const auto& [names, count] : tally.refused) fmt::print(out, "{} {}\n", count, names);
}
void Add(FILE* in, Tally& tally) {
  long long programs, accepted, faults, count;
  if (std::fscanf(in, "%lld %lld %lld\n", &programs, &accepted, &faults) != 3) {
    ++tally.faults;  // the child died
    return;
  }
  tally.programs += programs;
  tally.accepted += accepted;
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

int Run(size_t stride, size_t first, size_t jobs) {
  std::vector<Program> programs = AllPrograms();
  std::vector<FILE*> pipes;
  for (size_t job = 0; job < jobs; ++job) {
    int ends[2];
    if (pipe(ends) != 0) return 3;
    std::fflush(stdout);
    if (fork() == 0) {
      close(ends[0]);
      Tally tally;
      Checker checker(tally);
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
  fmt::print("{} of {} programs, {} accepted\n", tally.programs, programs.size(), tally.accepted);
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
  return Run(std::max<size_t>(number(1, 1), 1), number(2, 0), std::max<size_t>(number(3, 2), 1));
}
