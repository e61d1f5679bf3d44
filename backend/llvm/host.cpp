// Functions, frames and the program's entry. A function is `i32 f(context, arguments…, result addresses…)`: numbers by
// value, tensors by address (borrowed); results are written to addresses of the caller, tensors owned by it. Status 1: the
// error is in the context and nothing was written.
#include "backend/llvm/host.h"

#include <algorithm>
#include <climits>

#include "support/check.h"

namespace lathe::backend {

using ir::ValueId;

HostModule::HostModule(Unit& u, const plan::ModulePlan& p) : unit(u), plan(p) { functions_.resize(unit.ir.function_count()); }

llvm::Function* HostModule::FunctionOf(ir::FunctionId id) {
  llvm::Function*& function = functions_[id.index];
  if (function != nullptr) return function;
  const ir::Function& source = unit.ir[id];
  const ir::Region& body = unit.ir[source.body];
  std::vector<llvm::Type*> parameters = {unit.ptr()};
  auto is_number = [&](ValueId v) { return plan::IsNumber(unit.ir.type(v)); };
  for (ValueId v : body.parameters) {
    llvm::Type* number = unit.RegisterType(unit.ir.type(v).dtype);
    parameters.push_back(is_number(v) ? number : unit.ptr());
    if (is_number(v) && ir::IsComplex(unit.ir.type(v).dtype)) parameters.push_back(number);
  }
  for (size_t i = 0; i < body.yields.size(); ++i) parameters.push_back(unit.ptr());
  auto* type = llvm::FunctionType::get(unit.i32(), parameters, false);
  function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "f." + source.name, *unit.module);
  unit.Decorate(function);
  return function;
}

llvm::Function* HostModule::KernelFunction(int kernel, FlatUnit flat) {
  bool elements = flat == FlatUnit::kElements;
  llvm::Function*& function = (elements ? element_kernels_ : kernels_)[kernel];
  if (function == nullptr) {
    std::string name = (elements ? "e" : "k") + std::to_string(kernel);
    function = EmitMapKernel(unit, plan.kernels[size_t(kernel)], name, flat);
  }
  return function;
}

void HostModule::EmitAll() {
  for (uint32_t i = 0; i < unit.ir.function_count(); ++i) {
    FunctionEmitter(*this, ir::FunctionId{i}, FunctionOf(ir::FunctionId{i})).Run();
  }
  EmitMain();
}

void HostModule::EmitMain() {
  auto* type = llvm::FunctionType::get(unit.i32(), {unit.i32(), unit.ptr()}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "main", *unit.module);
  unit.Decorate(function);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(unit.context, "entry", function));
  auto* context_type = llvm::ArrayType::get(unit.i8(), sizeof(LtContext));
  auto* context = new llvm::GlobalVariable(*unit.module, context_type, false, llvm::GlobalValue::InternalLinkage,
                                           llvm::Constant::getNullValue(context_type), "context");
  context->setAlignment(llvm::Align(16));
  auto* nothing = llvm::Type::getVoidTy(unit.context);
  b.CreateCall(unit.Runtime("lt_start", nothing, {unit.ptr(), unit.i32(), unit.ptr()}),
               {context, function->getArg(0), function->getArg(1)});
  b.CreateCall(FunctionOf(unit.ir.main), {context});
  llvm::Value* status = b.CreateCall(unit.Runtime("lt_finish", unit.i32(), {unit.ptr(), unit.ptr()}),
                                     {context, unit.Text(unit.ir.source_path)});
  b.CreateRet(status);
}

void HostModule::EmitEntry(ir::FunctionId id) {
  for (uint32_t i = 0; i < unit.ir.function_count(); ++i) {
    FunctionEmitter(*this, ir::FunctionId{i}, FunctionOf(ir::FunctionId{i})).Run();
  }
  auto p = unit.ptr();
  auto* type = llvm::FunctionType::get(unit.i32(), {p, p, p}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "entry", *unit.module);
  unit.Decorate(function);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(unit.context, "entry", function));
  ScalarEmitter plain(unit, b, 1);
  const ir::Region& body = unit.ir[unit.ir[id].body];
  std::vector<llvm::Value*> arguments = {function->getArg(0)};
  for (size_t i = 0; i < body.parameters.size(); ++i) {
    llvm::Value* tensor = b.CreateLoad(p, b.CreateConstInBoundsGEP1_64(p, function->getArg(1), i));
    const ir::Type& t = unit.ir.type(body.parameters[i]);
    if (!plan::IsNumber(t)) {
      arguments.push_back(tensor);
      continue;
    }
    llvm::Type* part = unit.MemoryType(t.dtype);
    llvm::Value* data = b.CreateLoad(p, tensor);
    arguments.push_back(plain.FromMemory(t.dtype, b.CreateLoad(part, data)));
    if (ir::IsComplex(t.dtype)) arguments.push_back(b.CreateLoad(part, b.CreateConstInBoundsGEP1_64(part, data, 1)));
  }
  auto* null = llvm::ConstantPointerNull::get(p);
  std::vector<llvm::Value*> numbers;  // results that exist before the call
  for (size_t i = 0; i < body.yields.size(); ++i) {
    llvm::Value* out = b.CreateConstInBoundsGEP1_64(unit.tensor_type(), function->getArg(2), i);
    const ir::Type& t = unit.ir.type(body.yields[i]);
    if (plan::IsNumber(t)) {
      b.CreateCall(unit.Runtime("lt_tensor_new", b.getVoidTy(), {p, unit.i32(), unit.i32(), p}),
                   {out, b.getInt32(uint32_t(t.dtype)), b.getInt32(0), null});
      numbers.push_back(out);
      out = b.CreateLoad(p, out);
    }
    arguments.push_back(out);
  }
  llvm::Value* status = b.CreateCall(FunctionOf(id), arguments);
  auto* failed = llvm::BasicBlock::Create(unit.context, "failed", function);
  auto* done = llvm::BasicBlock::Create(unit.context, "done", function);
  b.CreateCondBr(b.CreateICmpNE(status, b.getInt32(0)), failed, done);
  b.SetInsertPoint(failed);  // the caller of a function that failed has no results to release
  for (llvm::Value* number : numbers) b.CreateCall(unit.Runtime("lt_release", b.getVoidTy(), {p}), {number});
  b.CreateBr(done);
  b.SetInsertPoint(done);
  b.CreateRet(status);
}

FunctionEmitter::FunctionEmitter(HostModule& host, ir::FunctionId id, llvm::Function* function)
    : host_(host), unit_(host.unit), ir_(host.unit.ir), id_(id), function_(function), b_(host.unit.context) {
  places_.resize(ir_.value_count());
  last_use_.assign(ir_.value_count(), -1);
}

llvm::BasicBlock* FunctionEmitter::Block(const char* name) {
  return llvm::BasicBlock::Create(unit_.context, name, function_);
}

llvm::Value* FunctionEmitter::Scratch(llvm::Type* type, const char* name) {
  llvm::IRBuilder<> at(entry_, entry_->begin());
  return at.CreateAlloca(type, nullptr, name);
}

int FunctionEmitter::TakeSlot() {
  int slot = slot_count_;
  if (!free_slots_.empty()) {
    slot = free_slots_.back();
    free_slots_.pop_back();
  } else {
    ++slot_count_;
  }
  for (auto* recorder : recorders_) recorder->push_back(slot);
  return slot;
}

void FunctionEmitter::FreeSlot(int slot) {
  if (slot != Place::kState) free_slots_.push_back(slot);
}

llvm::Value* FunctionEmitter::SlotAddress(int slot) {
  return b_.CreateConstInBoundsGEP1_64(unit_.tensor_type(), frame_, uint64_t(slot));
}

llvm::Value* FunctionEmitter::PointerArray(size_t count) {
  pointer_count_ = std::max(pointer_count_, count);
  return pointers_;
}

void FunctionEmitter::Check(llvm::Value* status, Span span, const std::function<void()>& clean) {
  llvm::BasicBlock* bad = Block("fail");
  llvm::BasicBlock* good = Block("next");
  b_.CreateCondBr(b_.CreateICmpNE(status, b_.getInt32(0)), bad, good,
                  llvm::MDBuilder(unit_.context).createBranchWeights(1, 1 << 20));
  b_.SetInsertPoint(bad);
  if (clean) clean();
  std::string name = ir_[id_].name.empty() ? "<module>" : ir_[id_].name;
  uint32_t line = span.valid() ? unit_.sources.Line(span) : 0;
  b_.CreateCall(unit_.Runtime("lt_add_frame", b_.getVoidTy(), {unit_.ptr(), unit_.ptr(), unit_.i32()}),
                {context_, unit_.Text(name), b_.getInt32(line)});
  b_.CreateBr(failed_);
  b_.SetInsertPoint(good);
}

void FunctionEmitter::Raise(llvm::Value* condition, Span span, const char* type, const char* message) {
  llvm::BasicBlock* bad = Block("raise");
  llvm::BasicBlock* good = Block("fine");
  b_.CreateCondBr(condition, bad, good, llvm::MDBuilder(unit_.context).createBranchWeights(1, 1 << 20));
  b_.SetInsertPoint(bad);
  b_.CreateCall(unit_.Runtime("lt_fail", unit_.i32(), {unit_.ptr(), unit_.ptr(), unit_.ptr()}),
                {context_, unit_.Text(type), unit_.Text(message)});
  std::string name = ir_[id_].name.empty() ? "<module>" : ir_[id_].name;
  uint32_t line = span.valid() ? unit_.sources.Line(span) : 0;
  b_.CreateCall(unit_.Runtime("lt_add_frame", b_.getVoidTy(), {unit_.ptr(), unit_.ptr(), unit_.i32()}),
                {context_, unit_.Text(name), b_.getInt32(line)});
  b_.CreateBr(failed_);
  b_.SetInsertPoint(good);
}

std::vector<ir::OpId> FunctionEmitter::OpsOf(const plan::Step& step) const {
  if (step.is_operation()) return {step.op};
  std::vector<ir::OpId> ops;
  std::vector<int> kernels = step.chain;
  if (kernels.empty()) kernels.push_back(step.kernel);
  for (int k : kernels) {
    const auto& own = host_.plan.kernels[size_t(k)].ops;
    ops.insert(ops.end(), own.begin(), own.end());
  }
  return ops;
}

// The step of `value`'s own region in which it is used last; uses in nested regions count for the enclosing operation.
void FunctionEmitter::ComputeLastUses(ir::RegionId region) {
  const auto& steps = host_.plan.regions[region.index];
  auto use = [&](ValueId value, int at, ir::RegionId where) {
    const ir::ValueInfo& info = ir_[value];
    ir::RegionId home = info.definition.valid() ? ir_[info.definition].parent : info.parameter_of;
    if (home == where) last_use_[value.index] = std::max(last_use_[value.index], at);
  };
  // Every use inside `inner` of a value defined in `region` counts at step `at`.
  std::vector<std::pair<ir::RegionId, int>> nested;
  for (int s = 0; s < int(steps.size()); ++s) {
    const plan::Step& step = steps[size_t(s)];
    auto visit = [&](ir::OpId id) {
      for (ValueId operand : ir_[id].operands) use(operand, s, region);
      for (ir::RegionId inner : ir_[id].regions) nested.push_back({inner, s});
    };
    for (ir::OpId op : OpsOf(step)) visit(op);
  }
  for (size_t i = 0; i < nested.size(); ++i) {
    auto [inner, at] = nested[i];
    for (ir::OpId op : ir_[inner].operations) {
      for (ValueId operand : ir_[op].operands) use(operand, at, region);
      for (ir::RegionId deeper : ir_[op].regions) nested.push_back({deeper, at});
    }
    for (ValueId value : ir_[inner].yields) use(value, at, region);
  }
  for (ValueId value : ir_[region].yields) use(value, INT_MAX, region);
}

void FunctionEmitter::FinishFrame() {
  // Release everything that is left; empty slots are skipped by the runtime.
  b_.SetInsertPoint(failed_);
  auto* count = b_.getInt64(uint64_t(slot_count_));
  if (slot_count_ > 0) {
    b_.CreateCall(unit_.Runtime("lt_release_all", b_.getVoidTy(), {unit_.ptr(), unit_.i64()}), {frame_, count});
  }
  b_.CreateRet(b_.getInt32(1));
  frame_->setOperand(0, b_.getInt64(uint64_t(std::max(slot_count_, 1))));
  pointers_->setOperand(0, b_.getInt64(pointer_count_));
  if (slot_count_ > 0) {
    llvm::IRBuilder<> at(frame_->getParent(), std::next(pointers_->getIterator()));
    at.CreateMemSet(frame_, at.getInt8(0), uint64_t(slot_count_) * sizeof(LtTensor), llvm::MaybeAlign(8));
  }
}

void FunctionEmitter::Run() {
  entry_ = Block("entry");
  b_.SetInsertPoint(entry_);
  frame_ = b_.CreateAlloca(unit_.tensor_type(), b_.getInt64(1), "frame");
  pointers_ = b_.CreateAlloca(unit_.ptr(), b_.getInt64(1), "operands");
  context_ = function_->getArg(0);
  failed_ = Block("failed");
  llvm::BasicBlock* start = Block("start");
  b_.CreateBr(start);
  b_.SetInsertPoint(start);
  const ir::Region& body = ir_[ir_[id_].body];
  unsigned argument = 1;
  for (ValueId v : body.parameters) {
    Place& place = places_[v.index];
    if (plan::IsNumber(ir_.type(v))) {
      place.kind = Place::Kind::kCell;
      place.cell.v = function_->getArg(argument++);
      if (ir::IsComplex(ir_.type(v).dtype)) place.cell.im = function_->getArg(argument++);
    } else {
      place.kind = Place::Kind::kTensor;
      place.tensor = function_->getArg(argument++);
    }
  }
  EmitSteps(ir_[id_].body);
  for (size_t i = 0; i < body.yields.size(); ++i) {
    ValueId v = body.yields[i];
    llvm::Value* to = function_->getArg(argument++);
    if (plan::IsNumber(ir_.type(v))) {
      StoreCell(ir_.type(v).dtype, to, CellOf(v));
    } else {
      bool last = std::find(body.yields.begin() + long(i) + 1, body.yields.end(), v) == body.yields.end();
      PassOn(v, to, last);
    }
  }
  b_.CreateRet(b_.getInt32(0));
  FinishFrame();
}

}  // namespace lathe::backend
