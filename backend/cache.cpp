// Objects of earlier runs by content: DIRECTORY/KEY.o, written to a temporary name and renamed.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "backend/compile.h"
#include "ir/printer.h"

namespace lathe::backend {

namespace {

// Two independent 64-bit FNV-style hashes: collisions are out of the question for a cache of one user's programs.
struct Digest {
  uint64_t a = 0xcbf29ce484222325u, b = 0x9e3779b97f4a7c15u;
  void Add(std::string_view text) {
    for (unsigned char c : text) {
      a = (a ^ c) * 0x100000001b3u;
      b = (b + c) * 0xff51afd7ed558ccdu;
      b ^= b >> 29;
    }
    a = (a ^ text.size()) * 0x100000001b3u;
  }
};

// The executable's own size and time of change: any new build of lathe makes other objects.
std::string BuildIdentity() {
  struct stat info;
  if (stat("/proc/self/exe", &info) != 0) return "unknown";
  return std::to_string(info.st_size) + "." + std::to_string(info.st_mtim.tv_sec) + "." + std::to_string(info.st_mtim.tv_nsec);
}

}  // namespace

std::string CacheKey(const ir::Module& module, const SourceManager& sources, const CompileOptions& options) {
  Digest digest;
  digest.Add(BuildIdentity());
  digest.Add(options.cpu == "native" ? HostCpu() : options.cpu);
  digest.Add(std::to_string(options.opt_level) + (options.debug_info ? "g" : ""));
  digest.Add(module.source_path);
  digest.Add(ir::Print(module));
  // Lines are in the object too: tracebacks.
  for (size_t i = 0; i < module.op_count(); ++i) {
    Span span = module[ir::OpId{uint32_t(i)}].span;
    if (span.valid()) digest.Add(std::to_string(sources.Line(span)));
  }
  char text[40];
  std::snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)digest.a, (unsigned long long)digest.b);
  return text;
}

std::string LoadCached(const std::string& directory, const std::string& key) {
  std::ifstream file(directory + "/" + key + ".o", std::ios::binary);
  if (!file) return {};
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

void StoreCached(const std::string& directory, const std::string& key, std::string_view object) {
  for (size_t slash = directory.find('/', 1);; slash = directory.find('/', slash + 1)) {
    mkdir(directory.substr(0, slash).c_str(), 0700);
    if (slash == std::string::npos) break;
  }
  std::string name = directory + "/" + key + ".o", temporary = name + "." + std::to_string(getpid());
  std::ofstream file(temporary, std::ios::binary);
  file.write(object.data(), std::streamsize(object.size()));
  file.close();
  if (!file || std::rename(temporary.c_str(), name.c_str()) != 0) unlink(temporary.c_str());
}

}  // namespace lathe::backend
