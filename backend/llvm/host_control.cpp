// Control flow of the host program: regions become basic blocks; numbers cross them as phis, tensors in slots.
#include <algorithm>
#include <climits>

#include "backend/llvm/host.h"
#include "support/check.h"

namespace lathe::backend {

using ir::DType;
using ir::ValueId;

void FunctionEmitter::EmitSteps(ir::RegionId region) {
  ir::RegionId outer_region = region_;
  int outer_step = step_;
  region_ = region;
  ComputeLastUses(region);
  const auto& steps = host_.plan.regions[region.index];
  for (ValueId v : ir_[region].parameters) {
    if (last_use_[v.index] < 0) Drop(v);
  }
  for (int s = 0; s < int(steps.size()); ++s) {
    step_ = s;
    numbers_used_ = 0;
    const plan::Step& step = steps[size_t(s)];
    if (!step.chain.empty()) {
      EmitChain(step);
    } else if (step.kernel >= 0) {
      EmitKernelPlan(host_.plan.kernels[size_t(step.kernel)], step.kernel, ir_[step.op]);
    } else {
      EmitOp(ir_[step.op]);
    }
    DropDead(region, s);
  }
  region_ = outer_region;
  step_ = outer_step;
}

bool FunctionEmitter::DiesAt(ValueId value, int step) const {
  const ir::ValueInfo& info = ir_[value];
  ir::RegionId home = info.definition.valid() ? ir_[info.definition].parent : info.parameter_of;
  return home == region_ && last_use_[value.index] == step;
}

void FunctionEmitter::DropDead(ir::RegionId region, int s) {
  const plan::Step& step = host_.plan.regions[region.index][size_t(s)];
  auto visit = [&](ir::OpId id) {
    for (ValueId v : ir_[id].operands) {
      if (DiesAt(v, s)) Drop(v);
    }
    for (ValueId v : ir_[id].results) {
      if (last_use_[v.index] < 0) Drop(v);
    }
    // Captured by nested regions only.
    for (ir::RegionId inner : ir_[id].regions) DropCaptured(inner, s);
  };
  for (ir::OpId op : OpsOf(step)) visit(op);
}

void FunctionEmitter::DropCaptured(ir::RegionId inner, int step) {
  for (ir::OpId op : ir_[inner].operations) {
    for (ValueId v : ir_[op].operands) {
      if (DiesAt(v, step)) Drop(v);
    }
    for (ir::RegionId deeper : ir_[op].regions) DropCaptured(deeper, step);
  }
  for (ValueId v : ir_[inner].yields) {
    if (DiesAt(v, step)) Drop(v);
  }
}

// Hands the yields of a region on: tensors into `targets`; numbers are returned.
std::vector<Cell> FunctionEmitter::Yield(ir::RegionId region, const std::vector<llvm::Value*>& targets) {
  const std::vector<ValueId>& yields = ir_[region].yields;
  std::vector<Cell> cells(yields.size());
  for (size_t i = 0; i < yields.size(); ++i) {
    ValueId v = yields[i];
    if (targets[i] == nullptr) {
      cells[i] = CellOf(v);
      continue;
    }
    const ir::ValueInfo& info = ir_[v];
    ir::RegionId home = info.definition.valid() ? ir_[info.definition].parent : info.parameter_of;
    bool last = std::find(yields.begin() + long(i) + 1, yields.end(), v) == yields.end();
    PassOn(v, targets[i], home == region && last);
  }
  return cells;
}

std::vector<llvm::Value*> FunctionEmitter::DefineResults(const ir::Operation& op) {
  std::vector<llvm::Value*> targets;
  for (ValueId v : op.results) {
    targets.push_back(plan::IsNumber(ir_.type(v)) ? nullptr : SlotAddress(DefineSlot(v)));
  }
  return targets;
}

namespace {

// A phi per part of a number.
struct CellPhi {
  llvm::PHINode* v = nullptr;
  llvm::PHINode* im = nullptr;
  void Add(const Cell& cell, llvm::BasicBlock* from) {
    v->addIncoming(cell.v, from);
    if (im != nullptr) im->addIncoming(cell.im, from);
  }
  Cell cell() const { return {v, im}; }
};

CellPhi MakePhi(Unit& unit, llvm::IRBuilder<>& b, DType dtype) {
  CellPhi phi{b.CreatePHI(unit.RegisterType(dtype), 2)};
  if (ir::IsComplex(dtype)) phi.im = b.CreatePHI(unit.RegisterType(dtype), 2);
  return phi;
}

}  // namespace

void FunctionEmitter::EmitIf(const ir::Operation& op) {
  std::vector<llvm::Value*> targets = DefineResults(op);
  llvm::BasicBlock* sides[2] = {Block("then"), Block("else")};
  llvm::BasicBlock* done = Block("endif");
  b_.CreateCondBr(CellOf(op.operands[0]).v, sides[0], sides[1]);
  std::vector<Cell> cells[2];
  llvm::BasicBlock* ends[2];
  for (size_t s = 0; s < 2; ++s) {
    b_.SetInsertPoint(sides[s]);
    EmitSteps(op.regions[s]);
    cells[s] = Yield(op.regions[s], targets);
    ends[s] = b_.GetInsertBlock();
    b_.CreateBr(done);
  }
  b_.SetInsertPoint(done);
  for (size_t i = 0; i < op.results.size(); ++i) {
    if (targets[i] != nullptr) continue;
    CellPhi phi = MakePhi(unit_, b_, ir_.type(op.results[i]).dtype);
    for (size_t s = 0; s < 2; ++s) phi.Add(cells[s][i], ends[s]);
    Define(op.results[i], phi.cell());
  }
}

void FunctionEmitter::EmitWhile(const ir::Operation& op) {
  ir::RegionId condition = op.regions[0], body = op.regions[1];
  size_t count = op.operands.size();
  // State: result slots hold the tensors while the loop runs.
  std::vector<llvm::Value*> state = DefineResults(op);
  std::vector<Cell> start(count);
  for (size_t i = 0; i < count; ++i) {
    ValueId v = op.operands[i];
    if (state[i] == nullptr) {
      start[i] = CellOf(v);
    } else {
      bool last = std::find(op.operands.begin() + long(i) + 1, op.operands.end(), v) == op.operands.end();
      PassOn(v, state[i], last && DiesAt(v, step_) && !CapturedIn(op, v));
    }
  }
  const auto* limit = std::get_if<ir::AxisAttr>(&op.attrs);
  bool limited = limit != nullptr && limit->axis >= 0;
  llvm::BasicBlock* before = b_.GetInsertBlock();
  llvm::BasicBlock *head = Block("while"), *inside = Block("body"), *done = Block("endwhile");
  b_.CreateBr(head);
  b_.SetInsertPoint(head);
  std::vector<CellPhi> phis(count);
  for (size_t i = 0; i < count; ++i) {
    if (state[i] != nullptr) continue;
    phis[i] = MakePhi(unit_, b_, ir_.type(op.operands[i]).dtype);
    phis[i].Add(start[i], before);
  }
  llvm::PHINode* trips = nullptr;
  if (limited) {
    trips = b_.CreatePHI(b_.getInt64Ty(), 2);
    trips->addIncoming(b_.getInt64(0), before);
  }
  auto bind = [&](ir::RegionId region, bool owned) {
    for (size_t i = 0; i < count; ++i) {
      ValueId v = ir_[region].parameters[i];
      Place& place = places_[v.index];
      place = {};
      if (state[i] == nullptr) {
        place.kind = Place::Kind::kCell;
        place.cell = phis[i].cell();
      } else {
        place.kind = Place::Kind::kTensor;
        place.tensor = state[i];
        place.slot = owned ? Place::kState : -1;
      }
    }
  };
  bind(condition, false);
  EmitSteps(condition);
  llvm::Value* go = CellOf(ir_[condition].yields[0]).v;
  if (limited) go = b_.CreateAnd(go, b_.CreateICmpSLT(trips, b_.getInt64(uint64_t(limit->axis))));
  b_.CreateCondBr(go, inside, done);
  b_.SetInsertPoint(inside);
  bind(body, true);
  EmitSteps(body);
  // New state first goes to temporary slots, so that swaps come out right; what stays in place is not touched.
  std::vector<llvm::Value*> targets(count, nullptr);
  std::vector<int> slots(count, -1);
  std::vector<Cell> next(count);
  const std::vector<ValueId>& yields = ir_[body].yields;
  for (size_t i = 0; i < count; ++i) {
    if (state[i] == nullptr) {
      next[i] = CellOf(yields[i]);
    } else if (yields[i] != ir_[body].parameters[i]) {
      const ir::ValueInfo& info = ir_[yields[i]];
      ir::RegionId home = info.definition.valid() ? ir_[info.definition].parent : info.parameter_of;
      bool once = std::count(yields.begin(), yields.end(), yields[i]) == 1;
      slots[i] = TakeSlot();
      targets[i] = SlotAddress(slots[i]);
      PassOn(yields[i], targets[i], home == body && once);
    }
  }
  for (size_t i = 0; i < count; ++i) {
    if (targets[i] == nullptr) continue;
    Release(state[i]);
    CopyTensor(state[i], targets[i]);
    Clear(targets[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    if (slots[i] >= 0) FreeSlot(slots[i]);
    ValueId parameter = ir_[body].parameters[i];
    places_[parameter.index] = {};
  }
  // Local values yielded several times were retained for each place; the local reference ends here.
  for (ValueId v : yields) {
    const ir::ValueInfo& info = ir_[v];
    if (info.definition.valid() && ir_[info.definition].parent == body) Drop(v);
  }
  llvm::BasicBlock* latch = b_.GetInsertBlock();
  for (size_t i = 0; i < count; ++i) {
    if (state[i] == nullptr) phis[i].Add(next[i], latch);
  }
  if (limited) trips->addIncoming(b_.CreateAdd(trips, b_.getInt64(1)), latch);
  b_.CreateBr(head);
  b_.SetInsertPoint(done);
  for (size_t i = 0; i < count; ++i) {
    if (state[i] == nullptr) Define(op.results[i], phis[i].cell());
  }
}

bool FunctionEmitter::CapturedIn(const ir::Operation& op, ValueId value) const {
  for (ir::RegionId region : op.regions) {
    for (ir::OpId inner : ir_[region].operations) {
      const ir::Operation& o = ir_[inner];
      if (std::find(o.operands.begin(), o.operands.end(), value) != o.operands.end()) return true;
      if (!o.regions.empty() && CapturedIn(o, value)) return true;
    }
    const auto& yields = ir_[region].yields;
    if (std::find(yields.begin(), yields.end(), value) != yields.end()) return true;
  }
  return false;
}

// A parameter's type may be wider than the argument's, a result's wider than what the callee yields: a number becomes a
// tensor then.
void FunctionEmitter::EmitCall(const ir::Operation& op) {
  const ir::Region& callee = ir_[ir_[std::get<ir::CallAttr>(op.attrs).callee].body];
  std::vector<llvm::Value*> arguments = {context_};
  std::vector<int> boxes;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    ValueId v = op.operands[i];
    if (plan::IsNumber(ir_.type(callee.parameters[i]))) {
      Cell cell = CellOf(v);
      arguments.push_back(cell.v);
      if (cell.im != nullptr) arguments.push_back(cell.im);
    } else if (PlaceOf(v).kind == Place::Kind::kCell) {
      boxes.push_back(TakeSlot());
      arguments.push_back(SlotAddress(boxes.back()));
      PassOn(v, arguments.back(), false);
    } else {
      arguments.push_back(TensorOf(v));
    }
  }
  std::vector<llvm::Value*> targets = DefineResults(op);
  std::vector<llvm::Value*> numbers(targets.size(), nullptr);
  for (size_t i = 0; i < targets.size(); ++i) {
    if (plan::IsNumber(ir_.type(callee.yields[i]))) numbers[i] = Scratch(llvm::ArrayType::get(unit_.i64(), 2), "result");
    arguments.push_back(numbers[i] != nullptr ? numbers[i] : targets[i]);
  }
  llvm::Value* status = b_.CreateCall(host_.FunctionOf(std::get<ir::CallAttr>(op.attrs).callee), arguments);
  Check(status, op.span);
  for (int slot : boxes) {
    Release(SlotAddress(slot));
    FreeSlot(slot);
  }
  for (size_t i = 0; i < targets.size(); ++i) {
    if (numbers[i] == nullptr) continue;
    DType dtype = ir_.type(callee.yields[i]).dtype;
    Cell cell = LoadCell(dtype, numbers[i]);
    if (targets[i] == nullptr) {
      Define(op.results[i], cell);
    } else {
      Box(dtype, cell, targets[i]);
    }
  }
}

void FunctionEmitter::EmitGlobal(const ir::Operation& op) {
  ir::GlobalId id = std::get<ir::GlobalAttr>(op.attrs).global;
  const ir::Type& type = ir_[id].type;
  llvm::Value* slot = unit_.GlobalSlot(id);
  if (op.kind == ir::OpKind::kGlobalLoad) {
    bool number = plan::IsNumber(ir_.type(op.results[0]));
    if (number) return Define(op.results[0], LoadCell(type.dtype, slot));
    llvm::Value* to = SlotAddress(DefineSlot(op.results[0]));
    if (plan::IsNumber(type)) return Box(type.dtype, LoadCell(type.dtype, slot), to);
    CopyTensor(to, slot);
    Retain(to);
    return;
  }
  if (plan::IsNumber(type)) return StoreCell(type.dtype, slot, CellOf(op.operands[0]));
  // Retain before release: the new value may be the old one.
  int temporary = TakeSlot();
  llvm::Value* fresh = SlotAddress(temporary);
  PassOn(op.operands[0], fresh, DiesAt(op.operands[0], step_));
  Release(slot);
  CopyTensor(slot, fresh);
  Clear(fresh);
  FreeSlot(temporary);
}

void FunctionEmitter::EmitTry(const ir::Operation& op) {
  std::vector<llvm::Value*> targets = DefineResults(op);
  llvm::BasicBlock* outer = failed_;
  llvm::BasicBlock* handler = Block("handler");
  llvm::BasicBlock* done = Block("endtry");
  std::vector<int> taken;
  recorders_.push_back(&taken);
  failed_ = handler;
  EmitSteps(op.regions[0]);
  std::vector<Cell> cells[2];
  llvm::BasicBlock* ends[2];
  cells[0] = Yield(op.regions[0], targets);
  ends[0] = b_.GetInsertBlock();
  b_.CreateBr(done);
  recorders_.pop_back();
  failed_ = outer;
  b_.SetInsertPoint(handler);
  std::sort(taken.begin(), taken.end());
  taken.erase(std::unique(taken.begin(), taken.end()), taken.end());
  for (int slot : taken) Release(SlotAddress(slot));
  for (llvm::Value* target : targets) {
    if (target != nullptr) Release(target);
  }
  // sys.exit is no exception that `except` sees.
  llvm::Value* kind = b_.CreateLoad(b_.getInt32Ty(), context_);
  llvm::BasicBlock* caught = Block("caught");
  b_.CreateCondBr(b_.CreateICmpEQ(kind, b_.getInt32(LT_EXIT)), failed_, caught);
  b_.SetInsertPoint(caught);
  const std::vector<ValueId>& parameters = ir_[op.regions[1]].parameters;
  llvm::Value* type = SlotAddress(DefineSlot(parameters[0]));
  llvm::Value* message = SlotAddress(DefineSlot(parameters[1]));
  b_.CreateCall(unit_.Runtime("lt_take_error", b_.getVoidTy(), {unit_.ptr(), unit_.ptr(), unit_.ptr()}),
                {context_, type, message});
  EmitSteps(op.regions[1]);
  cells[1] = Yield(op.regions[1], targets);
  ends[1] = b_.GetInsertBlock();
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
  for (size_t i = 0; i < op.results.size(); ++i) {
    if (targets[i] != nullptr) continue;
    CellPhi phi = MakePhi(unit_, b_, ir_.type(op.results[i]).dtype);
    for (size_t s = 0; s < 2; ++s) phi.Add(cells[s][i], ends[s]);
    Define(op.results[i], phi.cell());
  }
}

}  // namespace lathe::backend
