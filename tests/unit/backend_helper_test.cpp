#include "backend_helper.h"

namespace lathe::backend_test {

void Program::Build(const std::vector<ir::Type>& parameters,
                    const std::function<std::vector<ir::ValueId>(const std::vector<ir::ValueId>&)>& build) {
  At(1);
  function = b.OpenFunction("f", "", parameters, {file, 0, 4});
  std::vector<ir::ValueId> arguments = module[module[function].body].parameters;
  b.CloseFunction(build(arguments));
}

Compiled::Compiled(const Program& program, const std::string& cpu) {
  backend::CompileOptions options;
  options.cpu = cpu;
  auto compiled = backend::CompileFunction(program.module, program.sources, options, program.function);
  if (!compiled) {
    refused_ = compiled.error().name + ": " + compiled.error().message;
    return;
  }
  code_ = compiled.take();
  results_ = program.module[program.module[program.function].body].yields.size();
}

Outcome Compiled::Call(const std::vector<ir::Literal>& arguments) const {
  Outcome outcome;
  outcome.refused = refused_;
  if (code_ == nullptr) return outcome;
  outcome.code = code_;
  std::vector<const LtTensor*> in;
  for (const ir::Literal& a : arguments) in.push_back(&a.tensor());
  std::vector<LtTensor> out(results_ + 1);
  LtContext context = {};
  lt_start(&context, 0, nullptr);
  outcome.status = outcome.code->Call(&context, in.data(), out.data());
  if (outcome.status == 0) {
    for (size_t i = 0; i < results_; ++i) outcome.values.push_back(ir::Literal::Adopt(out[i]));
    std::free(context.frames);  // of exceptions that the code caught
    std::free(context.state);
    return outcome;
  }
  outcome.error_type = std::string(context.error_type->data, size_t(context.error_type->length));
  outcome.message = std::string(context.error_message->data, size_t(context.error_message->length));
  for (int32_t i = 0; i < context.frame_count; ++i) {
    outcome.frames.emplace_back(context.frames[i].function, context.frames[i].line);
  }
  lt_clear_error(&context);
  std::free(context.frames);
  std::free(context.state);
  return outcome;
}

Outcome Run(const Program& program, const std::vector<ir::Literal>& arguments, const std::string& cpu) {
  return Compiled(program, cpu).Call(arguments);
}

}  // namespace lathe::backend_test
