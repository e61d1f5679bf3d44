// Inference of elementwise operations: dtype sets as TensorFlow's kernels have them, NumPy broadcasting of shapes.
#include "ir/infer_common.h"
#include "ir/rules.h"

namespace lathe::ir {
namespace {

InferResult Unary(const InferInput& in, DTypeSet set) {
  if (Problem p = NeedDType(in, 0, set)) return Fail(p);
  return One(in.type(0));
}

// Broadcast of operands [first, last].
InferResult Broadcast(const InferInput& in, DType dtype, size_t first = 0) {
  Shape shape = in.type(first).shape;
  for (size_t i = first + 1; i < in.operands.size(); ++i) {
    auto joined = BroadcastShapes(shape, in.type(i).shape);
    if (!joined)
      return Fail("shape-mismatch", UserName(in.kind) + ": shapes " + ToString(shape) + " and " +
                                        ToString(in.type(i).shape) + " do not broadcast");
    shape = std::move(*joined);
  }
  return One(dtype, std::move(shape));
}

InferResult Binary(const InferInput& in, DTypeSet set) {
  for (size_t i = 0; i < 2; ++i)
    if (in.type(i).kind != TypeKind::kTensor)
      return Fail("unsupported-dtype", UserName(in.kind) + " takes tensors, not " + ToString(in.type(i)));
  if (Problem p = NeedSameDType(in, 0, 1)) return Fail(p);
  if (Problem p = NeedDType(in, 0, set)) return Fail(p);
  return Broadcast(in, in.type(0).dtype);
}

InferResult WithBool(InferResult result) {
  if (!result.error) result.types[0].dtype = DType::kBool;
  return result;
}

InferResult Same(const InferInput& in) { return One(in.type(0)); }

}  // namespace

InferResult InferConstant(const InferInput& in) { return One(AttrsOf<LiteralAttr>(in).value.type()); }
InferResult InferIdentity(const InferInput& in) { return Same(in); }
InferResult InferStopGradient(const InferInput& in) { return Same(in); }
InferResult InferPreventFold(const InferInput& in) { return Same(in); }

InferResult InferUnaryNumeric(const InferInput& in) {
  InferResult result = Unary(in, DTypesOf(in.kind));
  if (!result.error && in.kind == OpKind::kAbs) result.types[0].dtype = RealType(result.types[0].dtype);
  return result;
}
InferResult InferUnaryFloat(const InferInput& in) { return Unary(in, DTypesOf(in.kind)); }
InferResult InferUnaryReal(const InferInput& in) { return Unary(in, kRealSet); }
InferResult InferFloatPredicate(const InferInput& in) { return WithBool(Unary(in, kFloatSet)); }

InferResult InferLogical(const InferInput& in) {
  for (size_t i = 0; i < in.operands.size(); ++i)
    if (Problem p = NeedDType(in, i, kBoolSet)) return Fail(p);
  return Broadcast(in, DType::kBool);
}

InferResult InferBitwise(const InferInput& in) {
  return in.operands.size() == 1 ? Unary(in, kIntSet) : Binary(in, kIntSet);
}

InferResult InferComplexPart(const InferInput& in) {
  InferResult result = Unary(in, kNumberSet);
  if (!result.error && in.kind != OpKind::kConj) result.types[0].dtype = RealType(result.types[0].dtype);
  return result;
}

InferResult InferCast(const InferInput& in) {
  DType to = AttrsOf<DTypeAttr>(in).dtype;
  DType from = in.type(0).dtype;
  if (in.type(0).kind != TypeKind::kTensor) return Fail(NeedDType(in, 0, kAnySet));
  if ((from == DType::kString) != (to == DType::kString))
    return Fail("unsupported-dtype", "cast from " + std::string(NameOf(from)) + " to " + std::string(NameOf(to)) +
                                         " is not possible; use tf.strings.to_number or tf.strings.as_string");
  return One(to, in.type(0).shape);
}

InferResult InferBinaryNumeric(const InferInput& in) { return Binary(in, DTypesOf(in.kind)); }
InferResult InferEquality(const InferInput& in) { return WithBool(Binary(in, kAnySet)); }
InferResult InferComparison(const InferInput& in) { return WithBool(Binary(in, kRealSet)); }

InferResult InferComplex(const InferInput& in) {
  InferResult result = Binary(in, kWideFloatSet);
  if (!result.error)
    result.types[0].dtype = result.types[0].dtype == DType::kFloat32 ? DType::kComplex64 : DType::kComplex128;
  return result;
}

InferResult InferPython(const InferInput& in) {
  constexpr DTypeSet kPython = SetOf({DType::kInt64, DType::kFloat64});
  InferResult result = in.operands.size() == 1 ? Unary(in, kPython) : Binary(in, kPython);
  if (!result.error && in.kind == OpKind::kPyDiv) result.types[0].dtype = DType::kFloat64;
  return result;
}

InferResult InferSelect(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kBoolSet, "a condition")) return Fail(p);
  for (size_t i = 1; i < 3; ++i)
    if (Problem p = NeedDType(in, i, kAnySet)) return Fail(p);
  if (Problem p = NeedSameDType(in, 1, 2)) return Fail(p);
  return Broadcast(in, in.type(1).dtype);
}

}  // namespace lathe::ir
