#include "driver/program_cache.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "driver/files.h"
#include "support/sha256.h"

namespace lathe::driver {

namespace {

// A rebuilt lathe must not meet objects of the old one.
std::string BuildIdentity() {
  struct stat info {};
  if (stat("/proc/self/exe", &info) != 0) return LATHE_VERSION;
  return fmt::format("{} {} {}.{}", LATHE_VERSION, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

}  // namespace

std::string ProgramKey(const Session& session, const Source& source, const std::string& cpu) {
  const Options& o = session.options();
  std::string filter = o.filter.all_errors ? "all" : "";
  for (const std::string& name : o.filter.raised) filter += " +" + name;
  for (const std::string& name : o.filter.silenced) filter += " -" + name;
  std::string settings = fmt::format("{}\n{}\n{}\nO{} g{} x{} q{} W{} stop={}\n", BuildIdentity(), source.path, cpu, o.opt_level,
                                     int(o.debug_info), int(source.extensions), int(o.filter.no_warnings), filter, o.stop_after);
  return "program-" + Sha256(settings + std::string(session.sources.text(source.file)));
}

std::string CacheDirectory(const Options& options) {
  if (!options.use_cache) return "";
  return options.cache_directory.empty() ? DefaultCacheDirectory() : options.cache_directory;
}

}  // namespace lathe::driver
