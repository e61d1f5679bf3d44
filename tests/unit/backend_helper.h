// Builds small functions with ir::Builder and runs them compiled.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "backend/compile.h"
#include "ir/builder.h"

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

Outcome Run(const Program& program, const std::vector<ir::Literal>& arguments, const std::string& cpu = "native");

}  // namespace lathe::backend_test
