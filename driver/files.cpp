#include "driver/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lathe::driver {

namespace {

constexpr size_t kMaxProgram = 10u << 20;

bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(size_t(n));
  }
  return true;
}

Error CannotWrite(const std::string& path) {
  return {"cannot-write", fmt::format("cannot write '{}': {}", path, std::strerror(errno))};
}

}  // namespace

Result<std::string> ReadProgram(const std::string& path) {
  int fd = path == "-" ? dup(0) : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat info {};
  if (fd < 0 || fstat(fd, &info) != 0 || S_ISDIR(info.st_mode)) {
    int why = fd < 0 ? errno : EISDIR;
    if (fd >= 0) close(fd);
    return Error{"file-not-found", fmt::format("cannot read '{}': {}", path, std::strerror(why))};
  }
  std::string text;
  char block[65536];
  while (text.size() <= kMaxProgram) {
    ssize_t n = read(fd, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      int why = errno;
      close(fd);
      return Error{"file-not-found", fmt::format("cannot read '{}': {}", path, std::strerror(why))};
    }
    if (n == 0) break;
    text.append(block, size_t(n));
  }
  close(fd);
  return text;
}

Status WriteOutput(const std::string& path, std::string_view bytes) {
  if (path == "-") {
    std::fflush(stdout);
    return WriteAll(1, bytes) ? Status(Ok{}) : Status(CannotWrite("standard output"));
  }
  std::string temporary = path + ".XXXXXX";
  int fd = mkstemp(temporary.data());
  if (fd < 0) return CannotWrite(path);
  mode_t mask = umask(0);
  umask(mask);
  bool written = WriteAll(fd, bytes) && fchmod(fd, 0666 & ~mask) == 0;
  written = close(fd) == 0 && written;
  if (written && rename(temporary.c_str(), path.c_str()) == 0) return Ok{};
  Error error = CannotWrite(path);
  unlink(temporary.c_str());
  return error;
}

std::string DefaultCacheDirectory() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache && cache[0] == '/') return std::string(cache) + "/lathe";
  const char* home = std::getenv("HOME");
  return home && home[0] == '/' ? std::string(home) + "/.cache/lathe" : "";
}

}  // namespace lathe::driver
