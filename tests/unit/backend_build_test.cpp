#include <filesystem>
// Whole programs: as an executable, from the JIT, from the cache.
#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "backend_helper.h"

using namespace lathe;
using namespace lathe::ir;
using backend_test::Program;

namespace {

std::string TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "lathe_build_XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  return name;
}

std::string OutputOf(const std::string& command, int* status) {
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string out;
  char buffer[256];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, n);
  *status = WEXITSTATUS(pclose(pipe));
  return out;
}

// print("hello"); then an integer division by `divisor`.
void Hello(Program& p, int64_t divisor) {
  p.At(1);
  p.module.source_path = "test.dsl";
  p.function = p.b.OpenFunction("<module>", "", {}, {p.file, 0, 4});
  p.module.main = p.function;
  p.b.MakeMany(OpKind::kPrint, {p.b.Constant(Literal::String("hello\n"))}, TextAttr{"", 1});
  p.At(2);
  ValueId text = p.b.Make(OpKind::kFormatScalar,
                          {p.b.Make(OpKind::kPyFloorDiv, {p.b.Scalar(DType::kInt64, 42), p.b.Scalar(DType::kInt64, divisor)})},
                          TextAttr{"", 0});
  p.b.MakeMany(OpKind::kPrint, {text}, TextAttr{"", 1});
  p.b.CloseFunction({});
}

}  // namespace

TEST_CASE("built executables are static, small and run") {
  std::string directory = TemporaryDirectory(), path = directory + "/hello";
  Program p;
  Hello(p, 6);
  auto object = backend::CompileToObject(p.module, p.sources, {});
  if (!object) FAIL(object.error().message);
  Status linked = backend::LinkExecutable(object.value(), path);
  if (!linked) FAIL(linked.error().message);
  int status = -1;
  CHECK(OutputOf(path, &status) == "hello\n7");
  CHECK(status == 0);
  struct stat info;
  REQUIRE(stat(path.c_str(), &info) == 0);
  CHECK(info.st_size < 2 * 1024 * 1024);
  CHECK(OutputOf("file " + path + " | grep -c 'statically linked'", &status) == "1\n");
}

TEST_CASE("an uncaught exception of an executable: traceback, status 1") {
  std::string directory = TemporaryDirectory(), path = directory + "/fail";
  Program p;
  Hello(p, 0);
  auto object = backend::CompileToObject(p.module, p.sources, {});
  REQUIRE(object.ok());
  REQUIRE(backend::LinkExecutable(object.value(), path).ok());
  int status = -1;
  std::string out = OutputOf(path + " 2>&1", &status);
  CHECK(status == 1);
  CHECK(out.find("hello") != std::string::npos);
  CHECK(out.find("line 2") != std::string::npos);
  CHECK(out.find("ZeroDivisionError: integer division or modulo by zero") != std::string::npos);
}

TEST_CASE("linking where nothing can be written is an error of the environment") {
  Program p;
  Hello(p, 1);
  auto object = backend::CompileToObject(p.module, p.sources, {});
  REQUIRE(object.ok());
  Status linked = backend::LinkExecutable(object.value(), "/nonexistent/directory/program");
  REQUIRE(!linked.ok());
  CHECK(linked.error().name == "cannot-write");
}

TEST_CASE("the object cache gives back what was stored, by key") {
  std::string directory = TemporaryDirectory() + "/deep/cache";
  Program p, q;
  Hello(p, 6);
  Hello(q, 7);
  std::string key = backend::CacheKey(p.module, p.sources, {});
  CHECK(key == backend::CacheKey(p.module, p.sources, {}));
  CHECK(key != backend::CacheKey(q.module, q.sources, {}));
  CHECK(backend::LoadCached(directory, key).empty());
  backend::StoreCached(directory, key, "object bytes");
  CHECK(backend::LoadCached(directory, key) == "object bytes");
}
