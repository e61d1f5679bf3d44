// Runs an object in this process: ORC links it against the runtime's functions in this executable.
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

#include "backend/compile.h"
#include "backend/llvm/unit.h"

namespace lathe::backend {

namespace {

// Answers look-ups from the table of runtime functions.
class RuntimeGenerator : public llvm::orc::DefinitionGenerator {
 public:
  llvm::Error tryToGenerate(llvm::orc::LookupState&, llvm::orc::LookupKind, llvm::orc::JITDylib& library,
                            llvm::orc::JITDylibLookupFlags, const llvm::orc::SymbolLookupSet& wanted) override {
    llvm::orc::SymbolMap found;
    for (const auto& [name, flags] : wanted) {
      llvm::StringRef text = *name;
      if (void* address = RuntimeAddress(std::string_view(text.data(), text.size()))) {
        found[name] = {llvm::orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported};
      }
    }
    return found.empty() ? llvm::Error::success() : library.define(llvm::orc::absoluteSymbols(std::move(found)));
  }
};

Error Failure(llvm::Error error) { return {"internal-error", "JIT: " + llvm::toString(std::move(error))}; }

Result<std::unique_ptr<llvm::orc::LLJIT>> Load(std::string_view object) {
  llvm::InitializeNativeTarget();
  auto machine = llvm::orc::JITTargetMachineBuilder(llvm::Triple(llvm::sys::getProcessTriple()));
  machine.setRelocationModel(llvm::Reloc::PIC_).setCodeModel(llvm::CodeModel::Small);
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(machine))
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .create();
  if (!jit) return Failure(jit.takeError());
  (*jit)->getMainJITDylib().addGenerator(std::make_unique<RuntimeGenerator>());
  auto buffer = llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(object.data(), object.size()), "program", false);
  if (auto error = (*jit)->addObjectFile(std::move(buffer))) return Failure(std::move(error));
  return std::move(*jit);
}

class LoadedFunction : public JitFunction {
 public:
  using Entry = int32_t (*)(LtContext*, const LtTensor* const*, LtTensor*);
  LoadedFunction(std::string object, std::unique_ptr<llvm::orc::LLJIT> jit, Entry entry)
      : object_(std::move(object)), jit_(std::move(jit)), entry_(entry) {}
  int32_t Call(LtContext* context, const LtTensor* const* in, LtTensor* out) override { return entry_(context, in, out); }

 private:
  std::string object_;
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  Entry entry_;
};

}  // namespace

Result<std::unique_ptr<JitFunction>> LoadEntry(std::string object) {
  auto jit = Load(object);
  if (!jit) return jit.error();
  auto entry = jit.value()->lookup("entry");
  if (!entry) return Failure(entry.takeError());
  auto* start = entry->toPtr<LoadedFunction::Entry>();
  return std::unique_ptr<JitFunction>(std::make_unique<LoadedFunction>(std::move(object), jit.take(), start));
}

Result<int> RunObject(std::string_view object, int argc, char** argv) {
  auto jit = Load(object);
  if (!jit) return jit.error();
  auto entry = jit.value()->lookup("main");
  if (!entry) return Failure(entry.takeError());
  auto* start = entry->toPtr<int (*)(int, char**)>();
  return start(argc, argv);
}

}  // namespace lathe::backend
