// The machine that code is made for, and the way from LLVM IR to object bytes or text.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "backend/compile.h"

namespace lathe::backend {

// What the emitters need to know about the CPU.
struct CpuTraits {
  int vector_bytes = 16;  // of a native register
  bool has_mask_registers = false;
  bool has_fma = false;
};

class Target {
 public:
  static Result<std::unique_ptr<Target>> Create(const CompileOptions& options);
  const CpuTraits& cpu() const { return cpu_; }
  const std::string& cpu_name() const { return cpu_name_; }
  llvm::TargetMachine& machine() { return *machine_; }
  // Sets triple and data layout.
  void Prepare(llvm::Module& module);
  // Inlines always-inline functions and cleans up after them.
  void Optimize(llvm::Module& module);
  std::string EmitObject(llvm::Module& module);
  std::string EmitAssembly(llvm::Module& module);

 private:
  std::string Emit(llvm::Module& module, llvm::CodeGenFileType type);
  std::unique_ptr<llvm::TargetMachine> machine_;
  std::string cpu_name_;
  CpuTraits cpu_;
};

}  // namespace lathe::backend
