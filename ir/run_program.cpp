// Runs a module's main function as a program.
#include <cstdlib>

#include "ir/evaluator.h"
#include "ir/interpreter.h"

namespace lathe::ir {

int RunProgram(const Module& module, const SourceManager& sources, int argc, char** argv) {
  LtContext context{};
  lt_start(&context, argc, argv);
  {
    eval::Interpreter interpreter(module, sources, &context);
    std::vector<eval::TensorRef> results;
    interpreter.CallFunction(module.main, {}, results);
  }
  int status = lt_finish(&context, module.source_path.c_str());
  lt_clear_error(&context);
  std::free(context.frames);
  return status;
}

}  // namespace lathe::ir
