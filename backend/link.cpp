// Object -> static executable, by ld.lld or ld without a shell. The runtime archive is embedded in lathe and handed over
// as an anonymous file; crt files and libc come from the system's development packages.
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "backend/compile.h"
#include "backend/embedded.h"

extern char** environ;

namespace lathe::backend {

namespace {

bool Exists(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

std::string FindProgram(const std::vector<std::string>& names) {
  const char* path = getenv("PATH");
  std::string rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  for (const std::string& name : names) {
    for (size_t begin = 0; begin <= rest.size();) {
      size_t end = std::min(rest.find(':', begin), rest.size());
      std::string candidate = rest.substr(begin, end - begin) + "/" + name;
      if (access(candidate.c_str(), X_OK) == 0) return candidate;
      begin = end + 1;
    }
  }
  return {};
}

// First directory that has `file`.
std::string DirectoryWith(const std::vector<std::string>& directories, const char* file) {
  for (const std::string& d : directories) {
    if (Exists(d + "/" + file)) return d;
  }
  return {};
}

// An anonymous file with these bytes, open for the linker under /proc/self/fd.
class AnonymousFile {
 public:
  AnonymousFile(const char* name, std::string_view bytes) : fd_(memfd_create(name, 0)) {
    for (size_t done = 0; fd_ >= 0 && done < bytes.size();) {
      ssize_t n = write(fd_, bytes.data() + done, bytes.size() - done);
      if (n <= 0) {
        close(fd_);
        fd_ = -1;
        break;
      }
      done += size_t(n);
    }
  }
  ~AnonymousFile() {
    if (fd_ >= 0) close(fd_);
  }
  AnonymousFile(const AnonymousFile&) = delete;
  AnonymousFile& operator=(const AnonymousFile&) = delete;
  bool ok() const { return fd_ >= 0; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_;
};

// Runs a program; its standard error goes to `errors`. Returns the exit status, 127 when it cannot start.
int Run(const std::vector<std::string>& arguments, std::string* errors) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return 127;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  std::vector<char*> argv;
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  pid_t pid = 0;
  int status = posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (status != 0) {
    close(ends[0]);
    *errors = strerror(status);
    return 127;
  }
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) != 0;) {
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) break;
    errors->append(buffer, size_t(n));
  }
  close(ends[0]);
  int code = 0;
  while (waitpid(pid, &code, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(code) ? WEXITSTATUS(code) : 127;
}

// Why there is no place for `bytes` in a file of this name; 0: there is. Linkers die in many ways where the disk is full.
int ReasonNotToWrite(const std::string& path, size_t bytes) {
  int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return errno;
  int reason = posix_fallocate(fd, 0, off_t(bytes));
  close(fd);
  unlink(path.c_str());
  return reason;
}

Error CannotWrite(const std::string& path, int reason) {
  return {"cannot-write", "cannot write '" + path + "': " + strerror(reason)};
}

}  // namespace

Status LinkExecutable(const std::string& object, const std::string& output_path) {
  std::string linker = FindProgram({"ld.lld-22", "ld.lld", "ld"});
  if (linker.empty()) return Error{"linker-failed", "neither ld.lld nor ld is installed: apt-get install lld-22"};
  std::string libc = DirectoryWith({"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"}, "crt1.o");
  if (libc.empty() || !Exists(libc + "/libc.a")) {
    return Error{"linker-failed", "the static C library is missing: apt-get install libc6-dev"};
  }
  std::vector<std::string> versions;
  for (int v = 15; v >= 9; --v) versions.push_back("/usr/lib/gcc/x86_64-linux-gnu/" + std::to_string(v));
  std::string gcc = DirectoryWith(versions, "libgcc.a");
  if (gcc.empty()) return Error{"linker-failed", "libgcc.a is missing: apt-get install libgcc-12-dev"};
  AnonymousFile program("program.o", object), runtime("runtime.a", EmbeddedRuntime());
  if (!program.ok() || !runtime.ok()) return Error{"linker-failed", "no memory for the linker's input"};
  std::string temporary = output_path + ".tmp" + std::to_string(getpid());
  std::string errors;
  int status = Run({linker, "-static", "--gc-sections", "-s", "--build-id=none", "-o", temporary, libc + "/crt1.o", libc + "/crti.o",
                    program.path(), runtime.path(), "--start-group", libc + "/libc.a", libc + "/libm.a", gcc + "/libgcc.a",
                    gcc + "/libgcc_eh.a", "--end-group", libc + "/crtn.o"},
                   &errors);
  if (status != 0) {
    unlink(temporary.c_str());
    // An executable is smaller than what went into it.
    int reason = ReasonNotToWrite(temporary, object.size() + EmbeddedRuntime().size());
    if (reason != 0) return CannotWrite(output_path, reason);
    return Error{"linker-failed", linker + " failed: " + errors};
  }
  if (rename(temporary.c_str(), output_path.c_str()) != 0) {
    int reason = errno;
    unlink(temporary.c_str());
    return CannotWrite(output_path, reason);
  }
  return Ok{};
}

}  // namespace lathe::backend
