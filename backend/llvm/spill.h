// Keeps register allocation linear in functions of very many blocks.
#pragma once
#include <llvm/IR/Function.h>

namespace lathe::backend {

void SpillLongLived(llvm::Function& function);

}  // namespace lathe::backend
