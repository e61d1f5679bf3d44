// Time of parsing files, without the start of a process: per file the first parse and the best of several, and the memory
// that the process has needed at most. The first file shows what starting the parser costs (take an empty one).
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "frontend/parse.h"

using namespace lathe;

namespace {

// Of this thread's CPU: parsing does not wait, and other programs do not count.
double Milliseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

double ParseOnce(const std::string& text, bool* good) {
  SourceManager sources;
  Interner names;
  DiagnosticSink sink;
  FileId file = sources.Add("program.dsl", text);
  double start = Milliseconds();
  ast::Ast ast = Parse(file, sources, names, sink);
  double passed = Milliseconds() - start;
  *good = !sink.has_errors();
  return passed;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    bool good = false;
    double first = ParseOnce(text, &good), best = first;
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    for (int round = 0; round < 10; ++round) best = std::min(best, ParseOnce(text, &good));
    std::printf("%ld lines: first %.2f ms, best %.2f ms, peak memory %.1f MB%s\n", std::count(text.begin(), text.end(), '\n'), first, best,
                double(usage.ru_maxrss) / 1024, good ? "" : " (syntax errors)");
  }
}
