// Operators of tensors and variables.
#include "staging/tf/tensor.h"

#include "staging/literals.h"
#include "staging/numpy/arrays.h"
#include "staging/objects.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

constexpr std::string_view kSymbols[] = {"+", "-", "*", "@", "/", "%", "**", "<<", ">>", "|", "^", "&", "//"};

bool IsTensorFlow(Interp& in, const Value& v) {
  auto* t = v.as<Tensor>();
  return t ? !t->numpy : in.IsTensorLike(v);
}

bool CanBeOperand(Interp& in, const Value& v) {
  return in.IsTensorLike(v) || v.is<bool>() || v.is<Integer>() || v.is<double>() || v.is<std::complex<double>>() ||
         v.is<Str>() || v.is<Bytes>() || v.is<Scalar>() || IsSequence(in, v) || v.is<ShapeValue>() || v.is<Poison>() ||
         in.heap.External<IndexedSlicesObject>(v);
}

[[noreturn]] void BadOperands(Interp& in, std::string_view symbol, const Value& a, const Value& b, Span where) {
  in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError",
           "unsupported operands for " + std::string(symbol) + ": " + Described(in, a) + " and " + Described(in, b), where);
}

V Logical(Ops& o, V x, V y, K on_bools, K on_ints) {
  if (o.dtype(x) == D::kBool && o.dtype(y) == D::kBool) return o(on_bools, {x, y});
  return o(on_ints, {x, y});
}

V Divide(Ops& o, V x, V y) {
  if (o.dtype(x) == o.dtype(y) && ir::IsInteger(o.dtype(x))) {
    D to = ir::SizeOf(o.dtype(x)) <= 2 ? D::kFloat32 : D::kFloat64;
    return o.Div(o.Cast(x, to), o.Cast(y, to));
  }
  return o.Div(x, y);
}

}  // namespace

Value TensorBinary(Interp& in, BinaryOp op, const Value& a, const Value& b, Span where) {
  if (a.is<Poison>() || b.is<Poison>()) return Poison{};
  std::string_view symbol = kSymbols[size_t(op)];
  if (!CanBeOperand(in, a) || !CanBeOperand(in, b)) BadOperands(in, symbol, a, b, where);
  if (!IsTensorFlow(in, a) && !IsTensorFlow(in, b) && (a.is<Tensor>() || b.is<Tensor>())) return NumpyBinary(in, op, a, b, where);
  if (op == BinaryOp::kLShift || op == BinaryOp::kRShift) BadOperands(in, symbol, a, b, where);
  Ops o(in, where);
  if (op == BinaryOp::kBitAnd || op == BinaryOp::kBitOr || op == BinaryOp::kBitXor) {
    // A Python bool does not become an int here unless the tensor is one.
    auto bool_with_int = [&](const Value& v, const Value& t) {
      return v.is<double>() && in.IsTensorLike(t);
    };
    if (bool_with_int(a, b) || bool_with_int(b, a)) BadOperands(in, symbol, a, b, where);
  }
  auto [x, y] = in.ToTensorPair(a, b, where);
  switch (op) {
    case BinaryOp::kAdd:
      if (o.dtype(x) == D::kString && o.dtype(y) == D::kString) return o.Out(o(K::kStringConcat, {x, y}));
      return o.Out(o.Add(x, y));
    case BinaryOp::kSub: return o.Out(o.Sub(x, y));
    case BinaryOp::kMult: return o.Out(o.Mul(x, y));
    case BinaryOp::kMatMult: return o.Out(o.MatMul(x, y));
    case BinaryOp::kDiv: return o.Out(Divide(o, x, y));
    case BinaryOp::kMod: return o.Out(o(K::kFloorMod, {x, y}));
    case BinaryOp::kPow: return o.Out(o(K::kPow, {x, y}));
    case BinaryOp::kFloorDiv: return o.Out(o(K::kFloorDiv, {x, y}));
    case BinaryOp::kBitOr: return o.Out(Logical(o, x, y, K::kOr, K::kBitOr));
    case BinaryOp::kBitXor: return o.Out(Logical(o, x, y, K::kXor, K::kBitXor));
    case BinaryOp::kBitAnd: return o.Out(Logical(o, x, y, K::kAnd, K::kBitAnd));
    case BinaryOp::kLShift:
    case BinaryOp::kRShift: break;
  }
  BadOperands(in, symbol, a, b, where);
}

Value TensorUnary(Interp& in, UnaryOp op, const Value& a, Span where) {
  if (a.is<Poison>()) return a;
  Ops o(in, where);
  auto* t = a.as<Tensor>();
  bool numpy = t && t->numpy;
  V x = in.ToTensor(a, {}, where);
  auto out = [&](V v) -> Value { return numpy ? ArrayOut(o, v) : o.Out(v); };
  switch (op) {
    case UnaryOp::kUSub: return out(o.Neg(x));
    case UnaryOp::kInvert: return out(o(o.dtype(x) == D::kBool ? K::kNot : K::kBitNot, {x}));
    case UnaryOp::kUAdd:
      if (numpy) return a;
      in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "bad operand type for unary +: a tensor", where);
    case UnaryOp::kNot:
      if (o.dtype(x) != D::kBool)
        in.Raise(DiagnosticKind::kConditionNotBool, "ValueError", "`not` needs a bool, not a tensor of " + std::string(NameOf(o.dtype(x))), where);
      return out(o(K::kNot, {x}));
  }
  return Poison{};
}

Value TensorCompare(Interp& in, CompareOp op, const Value& a, const Value& b, Span where) {
  if (a.is<Poison>() || b.is<Poison>()) return Poison{};
  bool equality = op == CompareOp::kEq || op == CompareOp::kNotEq;
  if (!CanBeOperand(in, a) || !CanBeOperand(in, b)) {
    if (equality) return op == CompareOp::kNotEq;
    BadOperands(in, op == CompareOp::kLt ? "<" : op == CompareOp::kLtE ? "<=" : op == CompareOp::kGt ? ">" : ">=", a, b, where);
  }
  if (!IsTensorFlow(in, a) && !IsTensorFlow(in, b) && (a.is<Tensor>() || b.is<Tensor>())) return NumpyCompare(in, op, a, b, where);
  Ops o(in, where);
  auto [x, y] = in.ToTensorPair(a, b, where);
  if (equality && o.ranked(x) && o.ranked(y) && o.dtype(x) == o.dtype(y) && !ir::BroadcastShapes(o.shape(x), o.shape(y)))
    return o.Out(o.Bool(op == CompareOp::kNotEq));
  switch (op) {
    case CompareOp::kEq: return o.Out(o(K::kEq, {x, y}));
    case CompareOp::kNotEq: return o.Out(o(K::kNe, {x, y}));
    case CompareOp::kLt: return o.Out(o(K::kLt, {x, y}));
    case CompareOp::kLtE: return o.Out(o(K::kLe, {x, y}));
    case CompareOp::kGt: return o.Out(o(K::kGt, {x, y}));
    case CompareOp::kGtE: return o.Out(o(K::kGe, {x, y}));
    default: break;
  }
  BadOperands(in, "this comparison", a, b, where);
}

}  // namespace lathe::staging
