// lathe doctor: what this installation is and whether what it needs is there.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "backend/compile.h"
#include "driver/program_cache.h"
#include "driver/verbs.h"

namespace lathe::driver {

namespace {

// The first of the programs that PATH has; empty if none.
std::string FindProgram(std::initializer_list<const char*> names) {
  const char* path = std::getenv("PATH");
  for (const char* name : names) {
    std::string_view rest = path ? path : "";
    while (!rest.empty()) {
      size_t colon = std::min(rest.find(':'), rest.size());
      std::string candidate = std::string(rest.substr(0, colon)) + "/" + name;
      if (access(candidate.c_str(), X_OK) == 0) return candidate;
      rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
  }
  return "";
}

struct CacheState {
  std::string directory, state;
  uintmax_t files = 0, bytes = 0;
};

CacheState InspectCache(const Options& options) {
  CacheState cache;
  cache.directory = CacheDirectory(options);
  if (cache.directory.empty()) {
    cache.state = "none: neither XDG_CACHE_HOME nor HOME is set";
    return cache;
  }
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(cache.directory, error)) {
    if (!entry.is_regular_file(error)) continue;
    ++cache.files;
    cache.bytes += entry.file_size(error);
  }
  bool exists = std::filesystem::exists(cache.directory, error);
  cache.state = !exists ? "empty" : access(cache.directory.c_str(), W_OK) == 0 ? "writable" : "not writable";
  return cache;
}

}  // namespace

int ShowHealth(Session& session) {
  std::string linker = FindProgram({"ld.lld-22", "ld.lld", "ld", "cc"});
  CacheState cache = InspectCache(session.options());
  unsigned threads = std::thread::hardware_concurrency();
  if (session.options().json) {
    nlohmann::ordered_json json = {{"version", LATHE_VERSION},
                                   {"llvm", backend::LlvmVersion()},
                                   {"cpu", backend::HostCpu()},
                                   {"threads", threads},
                                   {"linker", linker},
                                   {"cache", {{"directory", cache.directory}, {"state", cache.state}, {"files", cache.files}, {"bytes", cache.bytes}}},
                                   {"devices", {"cpu"}}};
    fmt::print("{}\n", json.dump(2));
  } else {
    fmt::print("lathe    {}\nLLVM     {}\nCPU      {}, {} threads\n", LATHE_VERSION, backend::LlvmVersion(), backend::HostCpu(), threads);
    fmt::print("linker   {}\n", linker.empty() ? "none found: 'lathe build' needs ld.lld, ld or cc" : linker);
    fmt::print("cache    {} ({}, {} files, {} KiB)\ndevices  cpu\n", cache.directory, cache.state, cache.files, cache.bytes / 1024);
  }
  return linker.empty() ? kExitEnvironment : kExitFine;
}

}  // namespace lathe::driver
