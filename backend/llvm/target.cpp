// Target machine, pass pipeline and code generation. The emitters write finished code (vectors, rotated loops, SSA), so
// the pipeline only inlines the math routines and removes repeated expressions.
#include "backend/llvm/target.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <mutex>

#include "backend/llvm/spill.h"

namespace lathe::backend {

namespace {

// LSR and the scheduler before register allocation undo the interleaving of the emitters and cost compile time. Both
// switches exist only as process-wide options, and must be set before the first target machine.
void InitializeOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    const char* arguments[] = {"lathe", "-disable-lsr", "-enable-misched=false"};
    llvm::cl::ParseCommandLineOptions(3, arguments);
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

std::string FeaturesOfHost() {
  std::string features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures()) {
    if (!features.empty()) features += ',';
    features += feature.second ? '+' : '-';
    features += feature.first();
  }
  return features;
}

CpuTraits TraitsOf(const llvm::TargetMachine& machine) {
  const llvm::MCSubtargetInfo& info = *machine.getMCSubtargetInfo();
  CpuTraits cpu;
  cpu.has_fma = info.checkFeatures("+fma");
  if (info.checkFeatures("+avx512f") && info.checkFeatures("+avx512vl") && info.checkFeatures("+avx512bw") &&
      info.checkFeatures("+avx512dq")) {
    cpu.vector_bytes = 64;
    cpu.has_mask_registers = true;
  } else if (info.checkFeatures("+avx2") && cpu.has_fma) {
    cpu.vector_bytes = 32;
  }
  return cpu;
}

}  // namespace

Result<std::unique_ptr<Target>> Target::Create(const CompileOptions& options) {
  InitializeOnce();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) return Error{"unsupported-target", "no code generator for " + triple.str() + ": " + error};
  bool native = options.cpu == "native";
  std::string cpu = native ? llvm::sys::getHostCPUName().str() : options.cpu;
  auto level = options.opt_level == 0 ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default;
  llvm::TargetOptions target_options;
  auto result = std::unique_ptr<Target>(new Target());
  result->machine_.reset(target->createTargetMachine(triple, cpu, native ? FeaturesOfHost() : "", target_options,
                                                     llvm::Reloc::PIC_, llvm::CodeModel::Small, level));
  if (result->machine_ == nullptr || !result->machine_->getMCSubtargetInfo()->isCPUStringValid(cpu)) {
    return Error{"unsupported-target", "unknown CPU '" + cpu + "'"};
  }
  result->cpu_name_ = cpu;
  result->cpu_ = TraitsOf(*result->machine_);
  return result;
}

void Target::Prepare(llvm::Module& module) {
  module.setTargetTriple(machine_->getTargetTriple());
  module.setDataLayout(machine_->createDataLayout());
}

void Target::Optimize(llvm::Module& module) {
  llvm::PassBuilder builder(machine_.get());
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetimeIntrinsics=*/false));
  llvm::FunctionPassManager clean;
  clean.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  clean.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  clean.addPass(llvm::InstCombinePass());
  clean.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(clean)));
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, modules);
  for (llvm::Function& function : module) SpillLongLived(function);
}

std::string Target::Emit(llvm::Module& module, llvm::CodeGenFileType type) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  passes.add(llvm::createTargetTransformInfoWrapperPass(machine_->getTargetIRAnalysis()));
  machine_->addPassesToEmitFile(passes, stream, nullptr, type, /*DisableVerify=*/true);
  passes.run(module);
  return std::string(bytes.data(), bytes.size());
}

std::string Target::EmitObject(llvm::Module& module) { return Emit(module, llvm::CodeGenFileType::ObjectFile); }
std::string Target::EmitAssembly(llvm::Module& module) { return Emit(module, llvm::CodeGenFileType::AssemblyFile); }

std::string HostCpu() { return llvm::sys::getHostCPUName().str(); }
std::string LlvmVersion() { return LLVM_VERSION_STRING; }

}  // namespace lathe::backend
