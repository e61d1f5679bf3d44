// Builds small functions with ir::Builder and runs them compiled.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "backend/compile.h"
#include "ir/builder.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define LATHE_LEAKS_ARE_SOUGHT
#endif
#endif

namespace lathe::backend_test {

// A module with one function `f` whose body `build` makes from its parameters.
struct Program {
  ir::Module module;
  SourceManager sources;
  FileId file;
  ir::Builder b{module};
  ir::FunctionId function;

  Program() { file = sources.Add("test.dsl", "line one\nline two\nline 333\n"); }
  void At(uint32_t line) { b.SetSpan({file, (line - 1) * 9, (line - 1) * 9 + 4}); }
  void Build(const std::vector<ir::Type>& parameters,
             const std::function<std::vector<ir::ValueId>(const std::vector<ir::ValueId>&)>& build);
};

struct Outcome {
  std::shared_ptr<backend::JitFunction> code;  // values may lie in its static data
  int32_t status = 0;
  std::string refused;               // compilation failed: why
  std::string error_type, message;   // status 1
  std::vector<std::pair<std::string, int>> frames;
  std::vector<ir::Literal> values;
};

// Compiled once, called for several arguments.
class Compiled {
 public:
  Compiled(const Program& program, const std::string& cpu = "native");
  const std::string& refused() const { return refused_; }
  Outcome Call(const std::vector<ir::Literal>& arguments) const;

 private:
  std::shared_ptr<backend::JitFunction> code_;
  std::string refused_;
  size_t results_ = 0;
};

// What is made in this scope is stored in a global of compiled code. A global belongs to the program and lives as long as the
// process: nothing releases it, and the leak check does not see the memory of code that was compiled in this process.
class StoredInGlobals {
 public:
#ifdef LATHE_LEAKS_ARE_SOUGHT
  StoredInGlobals() { __lsan_disable(); }
  ~StoredInGlobals() { __lsan_enable(); }
#else
  StoredInGlobals() {}
#endif
  StoredInGlobals(const StoredInGlobals&) = delete;
  StoredInGlobals& operator=(const StoredInGlobals&) = delete;
};

Outcome Run(const Program& program, const std::vector<ir::Literal>& arguments, const std::string& cpu = "native");

}  // namespace lathe::backend_test
