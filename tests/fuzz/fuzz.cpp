// lathe_fuzz FOLDER COUNT [FIRST]: runs COUNT mutations of the programs under FOLDER through `lathe check`, in process.
// Whatever the bytes, the answer is diagnostics: a signal, a sanitizer report, an internal error or more than 20 s is a
// failure, and the text that caused it is left as fuzz-N.dsl. Built with the sanitizers in the asan preset.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "driver/pipeline.h"
#include "driver/session.h"
#include "tests/fuzz/mutator.h"

namespace lathe::fuzz {

namespace {

constexpr unsigned kSecondsPerText = 20;

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
  driver::Session session{driver::Options{}};
  FileId file = session.sources.Add("fuzz.dsl", text);
  driver::Source source{"fuzz.dsl", file, false};
  (void)driver::MakeModule(session, source, driver::Form::kOptimized);
  // Rendering must survive any spans and bytes too.
  (void)Render(session.sink.Sorted(), session.sources, {.format = ErrorFormat::kFull});
  (void)Render(session.sink.Sorted(), session.sources, {.format = ErrorFormat::kJson});
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
      alarm(kSecondsPerText);
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
