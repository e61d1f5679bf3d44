// Calls into the math header's bitcode, and its linking: only what a module calls is read and copied.
#include "backend/llvm/math_library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include <set>

#include "backend/embedded.h"

namespace lathe::backend {

namespace {

std::string_view BitcodeFor(const CpuTraits& cpu) {
  return cpu.vector_bytes == 64 ? EmbeddedMath64() : cpu.vector_bytes == 32 ? EmbeddedMath32() : EmbeddedMath16();
}

}  // namespace

llvm::Value* CallMath(Unit& unit, llvm::IRBuilder<>& builder, const char* name, int lanes,
                      std::span<llvm::Value* const> args) {
  llvm::Type* type = args[0]->getType();
  std::string full = std::string("lathe_") + name + (type->getScalarType()->isFloatTy() ? "_f32" : "_f64");
  if (lanes > 1) full += "x" + std::to_string(lanes);
  std::vector<llvm::Type*> parameters(args.size(), type);
  llvm::FunctionCallee callee = unit.module->getOrInsertFunction(full, llvm::FunctionType::get(type, parameters, false));
  return builder.CreateCall(callee, llvm::ArrayRef<llvm::Value*>(args.data(), args.size()));
}

void LinkMath(Unit& unit) {
  std::vector<std::string> wanted;
  std::set<const llvm::Function*> own;
  for (const llvm::Function& function : *unit.module) {
    if (!function.isDeclaration()) own.insert(&function);
    if (function.isDeclaration() && function.getName().starts_with("lathe_")) wanted.push_back(function.getName().str());
  }
  if (wanted.empty()) return;
  std::string_view bytes = BitcodeFor(unit.target.cpu());
  auto buffer = llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(bytes.data(), bytes.size()), "math", false);
  auto library = llvm::getOwningLazyBitcodeModule(std::move(buffer), unit.context);
  if (!library) return unit.Fail("internal-error", "the embedded math routines: " + llvm::toString(library.takeError()));
  (*library)->setTargetTriple(unit.module->getTargetTriple());
  (*library)->setDataLayout(unit.module->getDataLayout());
  if (llvm::Linker::linkModules(*unit.module, std::move(*library), llvm::Linker::LinkOnlyNeeded)) {
    return unit.Fail("internal-error", "the embedded math routines do not link");
  }
  for (const std::string& name : wanted) {
    llvm::Function* function = unit.module->getFunction(name);
    if (function == nullptr || function->isDeclaration()) return unit.Fail("unsupported-dtype", "no code for " + name);
  }
  for (llvm::Function& function : *unit.module) {
    if (function.isDeclaration() || own.count(&function) != 0) continue;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("tune-cpu");
    function.removeFnAttr("target-features");
    unit.Decorate(&function);
    if (function.getName().starts_with("lathe_")) function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  for (llvm::GlobalVariable& global : unit.module->globals()) {
    if (!global.hasLinkOnceODRLinkage()) continue;
    global.setLinkage(llvm::GlobalValue::InternalLinkage);
    global.setComdat(nullptr);
  }
}

}  // namespace lathe::backend
