// lathe build: executables, objects, LLVM IR, assembly.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "backend/compile.h"
#include "driver/files.h"
#include "driver/pipeline.h"
#include "driver/verbs.h"
#include "support/check.h"

namespace lathe::driver {

namespace {

// The program's name without folder and ending.
std::string StemOf(const std::string& path) {
  std::string stem = path == "-" ? "program" : std::filesystem::path(path).stem().string();
  return stem.empty() ? "program" : stem;
}

std::string_view EndingOf(const std::string& kind) {
  if (kind == "obj") return ".o";
  if (kind == "llvm") return ".ll";
  if (kind == "asm") return ".s";
  return "";
}

// With several kinds -o names the executable's path; the others get their endings.
std::string OutputPath(const Options& o, const std::string& kind) {
  std::string ending(EndingOf(kind));
  if (o.output.empty()) return StemOf(o.files[0]) + ending;
  return o.emit.size() == 1 || kind == "exe" ? o.output : o.output + ending;
}

Status Link(const std::string& object, const std::string& path) {
  if (!IsStream(path)) return backend::LinkExecutable(object, ReplacedPath(path));
  std::string temporary = (std::filesystem::temp_directory_path() / "lathe-XXXXXX").string();
  int fd = mkstemp(temporary.data());
  if (fd < 0) return Error{"cannot-write", "cannot make a temporary file"};
  close(fd);
  Status linked = backend::LinkExecutable(object, temporary);
  if (linked) {
    std::ifstream file(temporary, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    linked = WriteOutput(path, bytes);
  }
  unlink(temporary.c_str());
  return linked;
}

Status EmitKind(const ir::Module& module, Session& session, const backend::CompileOptions& compile, const std::string& kind,
                const std::string& path) {
  bool text = kind == "llvm" || kind == "asm";
  if (text) {
    auto level = kind == "asm" ? backend::TextLevel::kAssembly : backend::TextLevel::kLlvm;
    Result<std::string> written = backend::EmitText(module, session.sources, compile, level);
    return written ? WriteOutput(path, written.value()) : Status(written.error());
  }
  if (path == "-" && isatty(1)) return Error{"usage", "standard output is a terminal: binary output is not written to it"};
  Result<std::string> object = backend::CompileToObject(module, session.sources, compile);
  if (!object) return object.error();
  return kind == "obj" ? WriteOutput(path, object.value()) : Link(object.value(), path);
}

std::string MakeEscaped(const std::string& path) {
  std::string out;
  for (char c : path) {
    if (c == ' ' || c == '#' || c == '\\') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

}  // namespace

int BuildProgram(Session& session) {
  const Options& o = session.options();
  if (Status device = CheckDevice(o); !device) return session.Fail(device.error());
  Result<Source> source = Load(session, o.files[0]);
  if (!source) return session.Fail(source.error());
  std::optional<ir::Module> module = MakeModule(session, source.value(), Form::kOptimized);
  if (session.ShowDiagnostics() || !module) return kExitProgram;
  backend::CompileOptions compile;
  compile.opt_level = o.opt_level;
  compile.debug_info = o.debug_info;
  if (!o.cpu.empty()) compile.cpu = o.cpu;
  PhaseScope phase("build", source.value().path);
  if (!o.quiet && (compile.cpu == "native")) {
    fmt::print(stderr, "lathe: note: built for this machine's CPU, {}; --cpu x86-64-v3 makes it run on others\n",
               backend::HostCpu());
  }
  for (const std::string& kind : o.emit) {
    Status done = EmitKind(*module, session, compile, kind, OutputPath(o, kind));
    if (!done) return session.Fail(done.error());
  }
  if (o.write_dependencies || !o.dependency_file.empty()) {
    std::string output = OutputPath(o, o.emit[0]);
    std::string rule = fmt::format("{}: {}\n", MakeEscaped(output), MakeEscaped(source.value().path));
    Status done = WriteOutput(o.dependency_file.empty() ? output + ".d" : o.dependency_file, rule);
    if (!done) return session.Fail(done.error());
  }
  return kExitFine;
}

}  // namespace lathe::driver
