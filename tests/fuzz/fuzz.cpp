// lathe_fuzz FOLDER COUNT [FIRST]: runs COUNT texts (mutations of the programs under FOLDER, and texts made of nothing but bad
// input) through all phases of `lathe check`, staging and the passes included, in process, with a small budget of steps.
// Whatever the bytes, the answer is diagnostics: a signal, a sanitizer report, an internal error or more than 20 s of processor time is a
// failure, and the text that caused it is left as fuzz-N.dsl. Built with the sanitizers in the asan preset.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "autograph/lower.h"
#include "frontend/parse.h"
#include "frontend/scopes.h"
#include "ir/passes/pipeline.h"
#include "staging/stage.h"
#include "support/check.h"
#include "support/render.h"
#include "tests/fuzz/mutator.h"

namespace lathe::fuzz {

namespace {

constexpr time_t kSecondsPerText = 20;
constexpr int64_t kStepsPerText = 30'000;

std::vector<std::string> ReadCorpus(const std::string& folder) {
  std::vector<std::string> paths, texts;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".dsl") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

void CheckText(const std::string& text) {
  SourceManager sources;
  Interner names;
  DiagnosticSink sink;
  FileId file = sources.Add("fuzz.dsl", text);
  ast::Ast ast = Parse(file, sources, names, sink);
  if (!sink.has_errors()) LowerJumps(ast, sink);
  if (!sink.has_errors()) {
    staging::StageOptions options;
    options.path = "fuzz.dsl";
    options.max_steps = kStepsPerText;
    ScopeTable scopes = ResolveNames(ast, sources, sink);
    std::optional<ir::Module> module = staging::Stage(ast, scopes, sources, sink, options);
    LATHE_CHECK(module || sink.has_errors(), "staging gave neither a module nor an error");
    if (module && !sink.has_errors()) (void)ir::RunPasses(std::move(*module), {});
  }
  // Rendering must survive any spans and bytes too.
  for (ErrorFormat format : {ErrorFormat::kFull, ErrorFormat::kJson}) (void)Render(sink.Sorted(), sources, {.format = format});
}

// Processor time, so that a busy machine makes no failures.
void LimitTime() {
  itimerval limit{};
  limit.it_value.tv_sec = kSecondsPerText;
  setitimer(ITIMER_PROF, &limit, nullptr);
}

// Runs [first, last) in a child; the answer is whether it came through.
bool RunInChild(const std::vector<std::string>& corpus, uint64_t first, uint64_t last, bool quiet) {
  pid_t child = fork();
  if (child == 0) {
    if (quiet) {
      int null = open("/dev/null", O_WRONLY);
      dup2(null, 2);
    }
    for (uint64_t seed = first; seed < last; ++seed) {
      LimitTime();
      CheckText(Mutate(corpus, seed));
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int Run(const std::string& folder, uint64_t count, uint64_t first) {
  std::vector<std::string> corpus = ReadCorpus(folder);
  if (corpus.empty()) {
    fmt::print(stderr, "no programs under {}\n", folder);
    return 2;
  }
  uint64_t failed = 0;
  constexpr uint64_t kBatch = 100;
  for (uint64_t begin = first; begin < first + count; begin += kBatch) {
    uint64_t end = std::min(begin + kBatch, first + count);
    if (RunInChild(corpus, begin, end, true)) continue;
    for (uint64_t seed = begin; seed < end; ++seed) {
      if (RunInChild(corpus, seed, seed + 1, true)) continue;
      ++failed;
      std::string name = fmt::format("fuzz-{}.dsl", seed);
      std::ofstream(name, std::ios::binary) << Mutate(corpus, seed);
      fmt::print("FAILED {}:\n", name);
      std::fflush(stdout);
      RunInChild(corpus, seed, seed + 1, false);
    }
  }
  fmt::print("{} passed, {} failed\n", count - failed, failed);
  return failed ? 1 : 0;
}

}  // namespace

}  // namespace lathe::fuzz

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: lathe_fuzz FOLDER COUNT [FIRST]\n", stderr);
    return 2;
  }
  uint64_t first = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
  return lathe::fuzz::Run(argv[1], std::strtoull(argv[2], nullptr, 10), first);
}
