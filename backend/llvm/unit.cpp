// Module-level pieces: constants become static data (immortal buffers), attribute blocks become relocated words.
#include "backend/llvm/unit.h"

#include "support/check.h"

namespace lathe::backend {

namespace {

// Reference count of static strings: the runtime never counts below zero.
constexpr int64_t kImmortal = -1;

}  // namespace

Unit::Unit(const ir::Module& ir_module, const SourceManager& source_manager, Target& machine)
    : ir(ir_module), sources(source_manager), target(machine) {
  module = std::make_unique<llvm::Module>("lathe", context);
  target.Prepare(*module);
  tensor_type_ = llvm::StructType::create(
      context, {ptr(), ptr(), i64(), i32(), i32(), llvm::ArrayType::get(i64(), LT_MAX_RANK)}, "LtTensor");
}

void Unit::Fail(std::string name, std::string message) {
  if (!error) error = Error{std::move(name), std::move(message)};
}

llvm::Type* Unit::RegisterType(ir::DType dtype) {
  switch (dtype) {
    case ir::DType::kBool: return i1();
    case ir::DType::kInt8: case ir::DType::kUInt8: return i8();
    case ir::DType::kInt16: case ir::DType::kUInt16: case ir::DType::kBFloat16: return llvm::Type::getInt16Ty(context);
    case ir::DType::kInt32: case ir::DType::kUInt32: return i32();
    case ir::DType::kInt64: case ir::DType::kUInt64: return i64();
    case ir::DType::kFloat16: return llvm::Type::getHalfTy(context);
    case ir::DType::kFloat32: case ir::DType::kComplex64: return llvm::Type::getFloatTy(context);
    case ir::DType::kFloat64: case ir::DType::kComplex128: return llvm::Type::getDoubleTy(context);
    case ir::DType::kString: return ptr();
  }
  LATHE_UNREACHABLE("dtype");
}

llvm::Type* Unit::MemoryType(ir::DType dtype) { return dtype == ir::DType::kBool ? i8() : RegisterType(dtype); }

llvm::FunctionCallee Unit::Runtime(std::string_view name, llvm::Type* result, std::vector<llvm::Type*> parameters) {
  auto* type = llvm::FunctionType::get(result, parameters, false);
  llvm::FunctionCallee callee = module->getOrInsertFunction(llvm::StringRef(name.data(), name.size()), type);
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    function->setDoesNotThrow();
    if (RuntimeAddress(name) == nullptr) Fail("internal-error", "the runtime has no function " + std::string(name));
  }
  return callee;
}

llvm::FunctionCallee Unit::Kernel(const char* name) {
  if (RuntimeAddress(name) == nullptr) {
    Fail("unsupported-api", std::string("the runtime of this build has no ") + name + " yet");
  }
  auto* type = llvm::FunctionType::get(i32(), {ptr(), ptr(), i32(), ptr(), i32(), ptr()}, false);
  llvm::FunctionCallee callee = module->getOrInsertFunction(name, type);
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) function->setDoesNotThrow();
  return callee;
}

llvm::Constant* Unit::Text(std::string_view text) {
  auto found = texts_.find(text);
  if (found != texts_.end()) return found->second;
  auto* data = llvm::ConstantDataArray::getString(context, llvm::StringRef(text.data(), text.size()), true);
  auto* global = new llvm::GlobalVariable(*module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data, "text");
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  global->setAlignment(llvm::Align(1));
  texts_.emplace(std::string(text), global);
  return global;
}

llvm::Constant* Unit::StringElements(const ir::Literal& value) {
  std::vector<llvm::Constant*> elements;
  for (int64_t i = 0; i < value.count(); ++i) {
    std::string_view text = value.StringAt(i);
    if (text.empty()) {
      elements.push_back(llvm::ConstantPointerNull::get(ptr()));
      continue;
    }
    auto* bytes = llvm::ConstantDataArray::getString(context, llvm::StringRef(text.data(), text.size()), true);
    auto* head = llvm::ConstantStruct::getAnon(
        {llvm::ConstantInt::get(i64(), kImmortal), llvm::ConstantInt::get(i64(), int64_t(text.size())), bytes});
    // Writable: the reference count moves.
    auto* global =
        new llvm::GlobalVariable(*module, head->getType(), false, llvm::GlobalValue::PrivateLinkage, head, "string");
    global->setAlignment(llvm::Align(8));
    elements.push_back(global);
  }
  return llvm::ConstantArray::get(llvm::ArrayType::get(ptr(), elements.size()), elements);
}

llvm::Constant* Unit::ConstantTensor(const ir::Literal& value) {
  std::string key = value.Hash();
  if (auto found = literals_.find(key); found != literals_.end()) return found->second;
  llvm::Constant* data = nullptr;
  if (value.dtype() == ir::DType::kString) {
    data = StringElements(value);
  } else {
    size_t bytes = size_t(value.count() * ir::SizeOf(value.dtype()));
    data = llvm::ConstantDataArray::getRaw(llvm::StringRef(static_cast<const char*>(value.tensor().data), bytes), bytes, i8());
  }
  // Padded to whole vectors is not needed: tails are masked.
  auto* storage = new llvm::GlobalVariable(*module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data, "data");
  storage->setAlignment(llvm::Align(64));
  std::vector<llvm::Constant*> dims;
  for (int axis = 0; axis < LT_MAX_RANK; ++axis) {
    dims.push_back(llvm::ConstantInt::get(i64(), axis < value.rank() ? value.dim(axis) : 0));
  }
  auto* tensor = llvm::ConstantStruct::get(
      tensor_type_, {storage, llvm::ConstantPointerNull::get(ptr()),
                     llvm::ConstantInt::get(i64(), value.count()), llvm::ConstantInt::get(i32(), int(value.dtype())),
                     llvm::ConstantInt::get(i32(), value.rank()),
                     llvm::ConstantArray::get(llvm::ArrayType::get(i64(), LT_MAX_RANK), dims)});
  auto* global =
      new llvm::GlobalVariable(*module, tensor_type_, true, llvm::GlobalValue::PrivateLinkage, tensor, "constant");
  literals_.emplace(std::move(key), global);
  return global;
}

Cell Unit::ConstantCell(const ir::Literal& value) {
  ir::DType dtype = value.dtype();
  llvm::Type* type = RegisterType(dtype);
  const void* data = value.tensor().data;
  auto real = [&](double d) { return llvm::ConstantFP::get(type, d); };
  switch (dtype) {
    case ir::DType::kBool: return {llvm::ConstantInt::get(type, value.as<uint8_t>()[0] != 0)};
    case ir::DType::kFloat32: return {llvm::ConstantFP::get(context, llvm::APFloat(*static_cast<const float*>(data)))};
    case ir::DType::kFloat64: return {llvm::ConstantFP::get(context, llvm::APFloat(*static_cast<const double*>(data)))};
    case ir::DType::kFloat16: {
      llvm::APInt bits(16, *static_cast<const uint16_t*>(data));
      return {llvm::ConstantFP::get(context, llvm::APFloat(llvm::APFloat::IEEEhalf(), bits))};
    }
    case ir::DType::kBFloat16: return {llvm::ConstantInt::get(type, *static_cast<const uint16_t*>(data))};
    case ir::DType::kComplex64: return {real(value.as<float>()[0]), real(value.as<float>()[1])};
    case ir::DType::kComplex128: return {real(value.as<double>()[0]), real(value.as<double>()[1])};
    case ir::DType::kString: break;
    default: return {llvm::ConstantInt::get(type, uint64_t(value.IntAt(0)), false, true)};
  }
  LATHE_UNREACHABLE("a string is no cell");
}

llvm::Constant* Unit::AttrBlock(const ir::Attrs& attrs) {
  // Words that are addresses are those that differ when the addresses do.
  std::vector<llvm::Constant*> addresses;
  auto encode = [&](int64_t base, bool keep) {
    int64_t next = base;
    return ir::EncodeAttrs(attrs, [&](std::string_view bytes) {
      if (keep) addresses.push_back(Text(bytes));
      return next++;
    });
  };
  constexpr int64_t kFirst = 1, kSecond = int64_t{1} << 61;
  std::vector<int64_t> words = encode(kFirst, true), other = encode(kSecond, false);
  std::vector<llvm::Constant*> constants;
  for (size_t i = 0; i < words.size(); ++i) {
    bool address = words[i] != other[i];
    constants.push_back(address ? llvm::ConstantExpr::getPtrToInt(addresses[size_t(words[i] - kFirst)], i64())
                                : static_cast<llvm::Constant*>(llvm::ConstantInt::getSigned(i64(), words[i])));
  }
  if (constants.empty()) constants.push_back(llvm::ConstantInt::get(i64(), 0));
  auto* array = llvm::ConstantArray::get(llvm::ArrayType::get(i64(), constants.size()), constants);
  auto* global = new llvm::GlobalVariable(*module, array->getType(), true, llvm::GlobalValue::PrivateLinkage, array, "attrs");
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return global;
}

llvm::GlobalVariable* Unit::GlobalSlot(ir::GlobalId id) {
  auto& slot = globals_[id.index];
  if (slot == nullptr) {
    const ir::Global& global = ir[id];
    llvm::Type* type = tensor_type_;
    if (global.type.is_scalar() && global.type.dtype != ir::DType::kString) {
      llvm::Type* part = MemoryType(global.type.dtype);
      type = llvm::StructType::get(context, {part, part});
    }
    slot = new llvm::GlobalVariable(*module, type, false, llvm::GlobalValue::InternalLinkage,
                                    llvm::Constant::getNullValue(type), "global." + global.name);
  }
  return slot;
}

void Unit::Decorate(llvm::Function* function) {
  function->setDoesNotThrow();
  std::string bits = std::to_string(target.cpu().vector_bytes * 8);
  function->addFnAttr("prefer-vector-width", bits);
  function->addFnAttr("min-legal-vector-width", bits);
  function->addFnAttr("target-cpu", target.machine().getTargetCPU());
  function->addFnAttr("target-features", target.machine().getTargetFeatureString());
}

}  // namespace lathe::backend
