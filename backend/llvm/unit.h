// One LLVM module in the making: types, runtime functions, constants, shared by all emitters.
#pragma once
#include <map>
#include <optional>

#include "backend/compile.h"
#include "backend/llvm/pch.h"
#include "backend/llvm/target.h"
#include "ir/op_table.h"

namespace lathe::backend {

// A rank-0 number, or a vector of them: `im` only for complex dtypes. bool is i1, bfloat16 an i16 with its bits.
struct Cell {
  llvm::Value* v = nullptr;
  llvm::Value* im = nullptr;
};

class Unit {
 public:
  Unit(const ir::Module& ir, const SourceManager& sources, Target& target);

  const ir::Module& ir;
  const SourceManager& sources;
  Target& target;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  // First fault found: an operation that this build cannot make code for. Emission goes on, the result is dropped.
  std::optional<Error> error;
  void Fail(std::string name, std::string message);

  llvm::PointerType* ptr() { return llvm::PointerType::getUnqual(context); }
  llvm::IntegerType* i1() { return llvm::Type::getInt1Ty(context); }
  llvm::IntegerType* i8() { return llvm::Type::getInt8Ty(context); }
  llvm::IntegerType* i32() { return llvm::Type::getInt32Ty(context); }
  llvm::IntegerType* i64() { return llvm::Type::getInt64Ty(context); }
  llvm::StructType* tensor_type() { return tensor_type_; }  // LtTensor

  // Type of one part of a cell in registers and in memory (bool: i1, i8). Complex: of one part.
  llvm::Type* RegisterType(ir::DType dtype);
  llvm::Type* MemoryType(ir::DType dtype);

  // A function of the runtime; its declaration is made on first use.
  llvm::FunctionCallee Runtime(std::string_view name, llvm::Type* result, std::vector<llvm::Type*> parameters);
  // A kernel named in ops.def; Fail()s when this build's runtime does not have it.
  llvm::FunctionCallee Kernel(const char* name);

  llvm::Constant* Text(std::string_view text);             // zero-terminated bytes
  llvm::Constant* ConstantTensor(const ir::Literal& value); // pointer to a static LtTensor
  Cell ConstantCell(const ir::Literal& value);             // of a rank-0 number
  llvm::Constant* AttrBlock(const ir::Attrs& attrs);       // pointer to int64 words
  llvm::GlobalVariable* GlobalSlot(ir::GlobalId id);

  // Attributes that every emitted function has: vector width, no unwinding.
  void Decorate(llvm::Function* function);

 private:
  llvm::Constant* StringElements(const ir::Literal& value);
  llvm::StructType* tensor_type_;
  std::map<std::string, llvm::Constant*, std::less<>> texts_;
  std::map<uint32_t, llvm::GlobalVariable*> globals_;
  std::map<std::string, llvm::Constant*> literals_;
};

// Links an object that defines `entry`. (jit.cpp)
Result<std::unique_ptr<JitFunction>> LoadEntry(std::string object);

// Address of a runtime function by name, null when this build has none. (jit_symbols.cpp)
void* RuntimeAddress(std::string_view name);

}  // namespace lathe::backend
