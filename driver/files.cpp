#include "driver/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

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

bool IsStream(const std::string& path) {
  struct stat info {};
  return path == "-" || (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

std::string ReplacedPath(const std::string& path) {
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return path;
  std::error_code error;
  std::filesystem::path target = std::filesystem::weakly_canonical(path, error);
  return error ? path : target.string();
}

Status WriteOutput(const std::string& path, std::string_view bytes) {
  if (IsStream(path)) {
    std::fflush(stdout);
    int fd = path == "-" ? dup(1) : open(path.c_str(), O_WRONLY | O_CLOEXEC);
    bool written = fd >= 0 && WriteAll(fd, bytes);
    Error error = CannotWrite(path == "-" ? "standard output" : path);
    if (fd >= 0) close(fd);
    return written ? Status(Ok{}) : Status(error);
  }
  const std::string replaced = ReplacedPath(path);
  std::string temporary = replaced + ".XXXXXX";
  int fd = mkstemp(temporary.data());
  if (fd < 0) return CannotWrite(path);
  mode_t mask = umask(0);
  umask(mask);
  bool written = WriteAll(fd, bytes) && fchmod(fd, 0666 & ~mask) == 0;
  written = close(fd) == 0 && written;
  if (written && rename(temporary.c_str(), replaced.c_str()) == 0) return Ok{};
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
