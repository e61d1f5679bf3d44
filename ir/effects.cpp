#include "ir/effects.h"

#include "ir/op_table.h"

namespace lathe::ir {
namespace {

bool FullyKnown(const Module& module, const Operation& op) {
  for (ValueId v : op.operands)
    if (module.type(v).kind != TypeKind::kTensor || !module.type(v).shape.fully_known()) return false;
  return true;
}

// Operands from `first` on are constants.
bool ConstantFrom(const Module& module, const Operation& op, size_t first) {
  for (size_t i = first; i < op.operands.size(); ++i)
    if (!module.ConstantOf(op.operands[i])) return false;
  return true;
}

// Shapes that broadcast whatever the unknown sizes are.
bool SurelyBroadcasts(const Shape& a, const Shape& b) {
  if (!a.ranked || !b.ranked) return false;
  size_t common = std::min(a.dims.size(), b.dims.size());
  for (size_t i = 1; i <= common; ++i) {
    Dim x = a.dims[a.dims.size() - i], y = b.dims[b.dims.size() - i];
    if (x != 1 && y != 1 && (x != y || x == kUnknown)) return false;
  }
  return true;
}

bool NoneOf(const Literal& literal, bool (*bad)(int64_t)) {
  for (int64_t i = 0; i < literal.count(); ++i)
    if (bad(literal.IntAt(i))) return false;
  return true;
}

bool ElementwiseMayFail(const Module& module, const Operation& op, ScalarOp scalar) {
  for (size_t i = 0; i < op.operands.size(); ++i)
    for (size_t k = i + 1; k < op.operands.size(); ++k)
      if (!SurelyBroadcasts(module.type(op.operands[i]).shape, module.type(op.operands[k]).shape)) return true;
  bool real = IsFloating(module.type(op.operands[0]).dtype) || IsComplex(module.type(op.operands[0]).dtype);
  const Literal* second = op.operands.size() > 1 ? module.ConstantOf(op.operands[1]) : nullptr;
  switch (scalar) {
    case ScalarOp::kDiv:
    case ScalarOp::kFloorDiv:
    case ScalarOp::kFloorMod:
    case ScalarOp::kTruncDiv:
    case ScalarOp::kTruncMod: return !real && !(second && NoneOf(*second, [](int64_t v) { return v == 0; }));
    case ScalarOp::kPow:
      return !real && !IsUnsigned(module.type(op.operands[0]).dtype) &&
             !(second && NoneOf(*second, [](int64_t v) { return v < 0; }));
    case ScalarOp::kPyAdd:
    case ScalarOp::kPySub:
    case ScalarOp::kPyMul:
    case ScalarOp::kPyNeg: return !real;
    case ScalarOp::kPyDiv:
    case ScalarOp::kPyFloorDiv:
    case ScalarOp::kPyMod:
    case ScalarOp::kPyPow: return true;
    default: return false;
  }
}

}  // namespace

bool MayFail(const Module& module, const Operation& op) {
  const OpRow& row = RowOf(op.kind);
  if (row.emission == Emission::kElementwise) return ElementwiseMayFail(module, op, row.scalar);
  if (row.emission == Emission::kDot) return !FullyKnown(module, op);
  if (!row.can_fail) return false;
  switch (op.kind) {
    // Inference has checked these where all shapes and shape operands are known.
    case OpKind::kReshape:
    case OpKind::kBroadcastTo:
    case OpKind::kStridedSlice:
    case OpKind::kSlice:
    case OpKind::kPad:
    case OpKind::kMirrorPad:
    case OpKind::kTile: return !(FullyKnown(module, op) && ConstantFrom(module, op, 1));
    case OpKind::kRange:
    case OpKind::kLinspace: return !ConstantFrom(module, op, 0);
    case OpKind::kRoll: return !FullyKnown(module, op);
    case OpKind::kReshapeLike:
    case OpKind::kConcat:
    case OpKind::kStack: {
      // Symbols that are equal are equal sizes; only what is unknown or uncertain may fail.
      if (FullyKnown(module, op)) return false;
      if (op.kind != OpKind::kStack) return true;
      for (ValueId v : op.operands)
        for (Dim d : module.type(v).shape.dims)
          if (d == kUnknown) return true;
      for (ValueId v : op.operands)
        if (!(module.type(v).shape == module.type(op.operands[0]).shape)) return true;
      return !module.type(op.operands[0]).shape.ranked;
    }
    case OpKind::kSqueeze:
    case OpKind::kSetShape:
    case OpKind::kArgMax:
    case OpKind::kArgMin: return !FullyKnown(module, op);
    case OpKind::kOneHot:
    case OpKind::kTopK: return !(FullyKnown(module, op) && ConstantFrom(module, op, 1));
    default: return true;
  }
}

Effects::Effects(const Module& module) : module_(module), harmless_(module.function_count(), false) {
  // A function is harmless when all it calls is; recursion is not (it may not end). Depth-first, each function once.
  std::vector<char> state(module.function_count(), 0);
  auto visit = [&](auto&& self, FunctionId f) -> bool {
    if (state[f.index] != 0) return state[f.index] == 2 && harmless_[f.index];
    state[f.index] = 1;
    std::vector<RegionId> pending{module[f].body};
    bool sound = true;
    while (!pending.empty() && sound) {
      const Region& region = module[pending.back()];
      pending.pop_back();
      for (OpId id : region.operations) {
        const Operation& op = module[id];
        for (RegionId inner : op.regions) pending.push_back(inner);
        if (op.kind == OpKind::kCall) {
          sound = sound && self(self, std::get<CallAttr>(op.attrs).callee);
        } else if (op.kind == OpKind::kWhile || op.kind == OpKind::kTry) {
          sound = false;
        } else if (RowOf(op.kind).effect == Effect::kWrites || MayFail(module, op)) {
          sound = false;
        }
      }
    }
    state[f.index] = 2;
    harmless_[f.index] = sound;
    return sound;
  };
  for (uint32_t f = 0; f < module.function_count(); ++f) visit(visit, FunctionId{f});
}

bool Effects::Removable(OpId id) const {
  const Operation& op = module_[id];
  if (op.kind == OpKind::kCall) return Harmless(std::get<CallAttr>(op.attrs).callee);
  if (RowOf(op.kind).effect == Effect::kWrites || MayFail(module_, op)) return false;
  for (RegionId region : op.regions)
    if (!RegionHarmless(region)) return false;
  return true;
}

bool Effects::RegionHarmless(RegionId region) const {
  for (OpId op : module_[region].operations)
    if (!Removable(op)) return false;
  return true;
}

}  // namespace lathe::ir
