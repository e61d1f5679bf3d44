// Input: a module. Output: the module with constants folded, branches on constants resolved and identities applied that
// hold for every value: NaN, infinities, -0.0 and wrap-around included (so x * 0, x - x and x + 0.0 stay). One walk; an
// operation sees its simplified operands.
#include "ir/evaluator.h"
#include "ir/op_table.h"
#include "ir/passes/pipeline.h"
#include "ir/rewriter.h"

namespace lathe::ir {
namespace {

constexpr int64_t kFoldedElements = 1024;

bool SameShape(const Type& a, const Type& b) {
  if (!a.shape.ranked || !b.shape.ranked || a.shape.dims.size() != b.shape.dims.size()) return false;
  for (size_t i = 0; i < a.shape.dims.size(); ++i)
    if (a.shape.dims[i] != b.shape.dims[i] || a.shape.dims[i] == kUnknown) return false;
  return true;
}

bool AllBits(const Literal& literal, double value) {
  if (literal.dtype() == DType::kString || literal.dtype() == DType::kBool || IsComplex(literal.dtype())) return false;
  if (literal.count() == 0 || literal.count() > 64) return false;
  for (int64_t i = 0; i < literal.count(); ++i) {
    double v = literal.FloatAt(i);
    if (v != value || __builtin_signbit(v) != __builtin_signbit(value)) return false;
  }
  return true;
}

class Simplifier : public Rewriter {
 public:
  explicit Simplifier(const Module& module) : Rewriter(module) {}

 private:
  void Visit(OpId id) override {
    const Operation& op = source()[id];
    if (op.kind == OpKind::kIf) {
      if (const Literal* condition = Constant(op.operands[0]);
          condition && condition->count() == 1 && FitsAll(op, op.regions[condition->IntAt(0) ? 0 : 1])) {
        std::vector<ValueId> values = Splice(op.regions[condition->IntAt(0) ? 0 : 1], {});
        for (size_t i = 0; i < values.size(); ++i) Map(op.results[i], values[i]);
        return;
      }
    }
    const OpRow& row = RowOf(op.kind);
    if (row.emission == Emission::kControl || row.effect != Effect::kPure || op.results.empty() ||
        op.kind == OpKind::kConstant || op.kind == OpKind::kPreventFold) {
      Copy(id);
      return;
    }
    if (Folded(op)) return;
    if (op.results.size() == 1) {
      if (ValueId value = Identity(op); value.valid()) {
        Map(op.results[0], value);
        return;
      }
    }
    Copy(id);
  }

  // Whether the branch gives values of just the shapes that the operation declares. Where one is more specific, later
  // operations may not fit it, which is an error of the running program: the branch stays.
  bool FitsAll(const Operation& op, RegionId branch) const {
    const std::vector<ValueId>& values = source()[branch].yields;
    for (size_t i = 0; i < values.size(); ++i) {
      const Type &given = source().type(values[i]), &declared = source().type(op.results[i]);
      if (given.kind == TypeKind::kTensor && !SameShape(given, declared)) return false;
    }
    return true;
  }

  const Literal* Constant(ValueId old) { return result().ConstantOf(Mapped(old)); }
  const Type& TypeOf(ValueId old) { return result().type(Mapped(old)); }

  bool Folded(const Operation& op) {
    std::vector<const Literal*> literals;
    int64_t total = 0;
    for (ValueId v : op.operands) {
      const Literal* literal = Constant(v);
      if (!literal) return false;
      total += literal->count();
      literals.push_back(literal);
    }
    if (op.operands.empty() || total > kFoldedElements) return false;
    std::vector<Type> types;
    for (ValueId r : op.results) {
      const Type& type = source().type(r);
      auto count = type.shape.elements();
      if (type.kind != TypeKind::kTensor || !count || *count > kFoldedElements) return false;
      types.push_back(type);
    }
    auto folded = Fold(source(), op.kind, literals, op.attrs, types);
    if (!folded) return false;
    builder().SetSpan(op.span);
    for (size_t i = 0; i < op.results.size(); ++i) Map(op.results[i], builder().Constant(std::move((*folded)[i])));
    return true;
  }

  // A value equal to the operation's result, or invalid.
  ValueId Identity(const Operation& op) {
    const Type& type = source().type(op.results[0]);
    ValueId x = op.operands.empty() ? ValueId{} : Mapped(op.operands[0]);
    if (ValueId known = KnownShape(op); known.valid()) return known;
    if (ValueId v = SameElements(op, x, type); v.valid()) return v;
    if (op.operands.size() == 2) return Neutral(op, type);
    if (op.operands.size() == 1) return Twice(op, x);
    if (op.kind == OpKind::kSelect) {
      const Literal* condition = Constant(op.operands[0]);
      if (!condition || condition->count() != 1) return {};
      ValueId chosen = Mapped(op.operands[condition->IntAt(0) ? 1 : 2]);
      if (SameShape(result().type(chosen), type)) return chosen;
    }
    return {};
  }

  ValueId KnownShape(const Operation& op) {
    if (op.kind != OpKind::kShapeOf && op.kind != OpKind::kDimOf) return {};
    const Type& from = TypeOf(op.operands[0]);
    if (from.kind != TypeKind::kTensor || !from.shape.ranked) return {};
    if (op.kind == OpKind::kDimOf) {
      size_t axis = size_t(std::get<AxisAttr>(op.attrs).axis);
      if (axis >= from.shape.dims.size()) return {};
      Dim d = from.shape.dims[axis];
      return IsKnown(d) ? builder().Scalar(DType::kInt64, d) : ValueId{};
    }
    if (!from.shape.fully_known()) return {};
    if (std::get<DTypeAttr>(op.attrs).dtype == DType::kInt64) return builder().Constant(Literal::Int64s(from.shape.dims));
    std::vector<int32_t> dims(from.shape.dims.begin(), from.shape.dims.end());
    return builder().Constant(Literal::Int32s(dims));
  }

  // Operations that give their operand back as it is.
  ValueId SameElements(const Operation& op, ValueId x, const Type& type) {
    if (!x.valid()) return {};
    const Type& from = result().type(x);
    switch (op.kind) {
      case OpKind::kIdentity:
      case OpKind::kStopGradient: return x;
      case OpKind::kCast: return from.dtype == type.dtype ? x : ValueId{};
      case OpKind::kReal:
      case OpKind::kConj: return IsComplex(from.dtype) ? ValueId{} : x;
      case OpKind::kReshape:
      case OpKind::kReshapeLike:
      case OpKind::kExpandDims:
      case OpKind::kSqueeze:
      case OpKind::kSetShape:
      case OpKind::kBroadcastTo:
      case OpKind::kSumTo: return SameShape(from, type) ? x : ValueId{};
      case OpKind::kSum:
      case OpKind::kProd:
      case OpKind::kReduceMax:
      case OpKind::kReduceMin:
      case OpKind::kAll:
      case OpKind::kAny:
      case OpKind::kReverse: return std::get<AxesAttr>(op.attrs).axes.empty() ? x : ValueId{};
      case OpKind::kTranspose: {
        const std::vector<int64_t>& axes = std::get<AxesAttr>(op.attrs).axes;
        for (size_t i = 0; i < axes.size(); ++i)
          if (axes[i] != int64_t(i)) return {};
        return x;
      }
      case OpKind::kConcat: return op.operands.size() == 1 ? x : ValueId{};
      case OpKind::kStringConcat: return op.operands.size() == 1 ? x : ValueId{};
      default: return {};
    }
  }

  // x op neutral element.
  ValueId Neutral(const Operation& op, const Type& type) {
    ValueId a = Mapped(op.operands[0]), b = Mapped(op.operands[1]);
    const Literal *left = result().ConstantOf(a), *right = result().ConstantOf(b);
    bool real = IsFloating(type.dtype);
    auto keeps = [&](ValueId v) { return SameShape(result().type(v), type) && result().type(v).dtype == type.dtype; };
    switch (op.kind) {
      case OpKind::kAdd:  // -0.0 is the neutral element of floats: 0.0 would turn -0.0 into 0.0
        if (right && keeps(a) && AllBits(*right, real ? -0.0 : 0.0)) return a;
        if (left && keeps(b) && AllBits(*left, real ? -0.0 : 0.0)) return b;
        return {};
      case OpKind::kSub: return right && keeps(a) && AllBits(*right, 0.0) ? a : ValueId{};
      case OpKind::kMul:
        if (right && keeps(a) && AllBits(*right, 1.0)) return a;
        if (left && keeps(b) && AllBits(*left, 1.0)) return b;
        return {};
      case OpKind::kDiv: return right && keeps(a) && AllBits(*right, 1.0) ? a : ValueId{};
      case OpKind::kPyAdd:
      case OpKind::kPySub: return right && !real && keeps(a) && AllBits(*right, 0.0) ? a : ValueId{};
      case OpKind::kPyMul: return right && keeps(a) && AllBits(*right, 1.0) ? a : ValueId{};
      case OpKind::kReshape: return Reshaped(op, a, type);
      default: return {};
    }
  }

  // A reshape of a reshape is a reshape of the first value.
  ValueId Reshaped(const Operation& op, ValueId x, const Type& type) {
    OpId definition = result()[x].definition;
    if (!definition.valid() || result()[definition].kind != OpKind::kReshape || !type.shape.fully_known()) return {};
    ValueId first = result()[definition].operands[0];
    if (SameShape(result().type(first), type)) return first;
    if (!result().ConstantOf(Mapped(op.operands[1]))) return {};
    builder().SetSpan(op.span);
    return builder().Make(OpKind::kReshape, {first, Mapped(op.operands[1])});
  }

  // f(f(x)) = x.
  ValueId Twice(const Operation& op, ValueId x) {
    OpId definition = result()[x].definition;
    if (!definition.valid()) return {};
    const Operation& inner = result()[definition];
    if (inner.kind != op.kind) {
      return {};
    }
    switch (op.kind) {
      case OpKind::kNeg:
      case OpKind::kNot:
      case OpKind::kBitNot:
      case OpKind::kConj: return inner.operands[0];
      case OpKind::kTranspose: {
        const auto &outer = std::get<AxesAttr>(op.attrs).axes, &first = std::get<AxesAttr>(inner.attrs).axes;
        for (size_t i = 0; i < outer.size(); ++i)
          if (first[size_t(outer[i])] != int64_t(i)) return {};
        return inner.operands[0];
      }
      default: return {};
    }
  }
};

}  // namespace

Module Simplify(const Module& module) { return Simplifier(module).Run(); }

}  // namespace lathe::ir
