// NumPy's rules of promotion, and operators of arrays.
#include "staging/numpy/arrays.h"

#include <algorithm>

#include "staging/literals.h"

namespace lathe::staging {

namespace {

using ast::BinaryOp;
using ast::CompareOp;

// bool < int < float < complex
int KindOf(D d) {
  if (d == D::kBool) return 0;
  if (ir::IsInteger(d)) return 1;
  if (ir::IsFloating(d)) return 2;
  if (ir::IsComplex(d)) return 3;
  return 4;
}

bool IsPythonScalar(const Value& v) {
  return v.is<bool>() || v.is<Integer>() || v.is<double>() || v.is<std::complex<double>>() ||
         (v.is<Scalar>() && v.get<Scalar>().kind != ScalarKind::kStr);
}

int KindOfScalar(const Value& v) {
  if (auto* s = v.as<Scalar>()) return s->kind == ScalarKind::kBool ? 0 : s->kind == ScalarKind::kInt ? 1 : 2;
  return v.is<bool>() ? 0 : v.is<Integer>() ? 1 : v.is<double>() ? 2 : 3;
}

D SmallestFloat(D integer) {
  switch (ir::SizeOf(integer)) {
    case 1: return D::kFloat16;
    case 2: return D::kFloat32;
    default: return D::kFloat64;
  }
}

// The dtype of an array beside a Python scalar of `kind`.
D BesideScalar(D array, int kind) {
  if (KindOf(array) >= kind) return array;
  if (kind == 1) return D::kInt64;
  if (kind == 2) return D::kFloat64;
  return array == D::kFloat32 || array == D::kFloat16 ? D::kComplex64 : D::kComplex128;
}

D OwnDType(const Value& scalar) {
  constexpr D kOwn[] = {D::kBool, D::kInt64, D::kFloat64, D::kComplex128};
  return kOwn[KindOfScalar(scalar)];
}

V ScalarAs(Interp& in, const Value& v, D dtype, Span where) {
  if (auto* s = v.as<Scalar>()) return Ops(in, where).Cast(s->value, dtype);
  return in.builder.Constant(MakeLiteral({v}, {}, dtype));
}

}  // namespace

D PromoteNumpy(D a, D b) {
  if (a == b) return a;
  int ka = KindOf(a), kb = KindOf(b);
  if (ka > kb) std::swap(a, b), std::swap(ka, kb);
  if (ka == 0) return b;
  if (kb == 4) return b;
  if (ka == kb) {
    if (ka == 1 && ir::IsUnsigned(a) != ir::IsUnsigned(b)) {
      D u = ir::IsUnsigned(a) ? a : b, s = ir::IsUnsigned(a) ? b : a;
      if (ir::SizeOf(s) > ir::SizeOf(u)) return s;
      switch (ir::SizeOf(u)) {
        case 1: return D::kInt16;
        case 2: return D::kInt32;
        case 4: return D::kInt64;
        default: return D::kFloat64;
      }
    }
    if (ka == 2 && ir::SizeOf(a) == ir::SizeOf(b)) return D::kFloat32;
    return ir::SizeOf(a) > ir::SizeOf(b) ? a : b;
  }
  if (ka == 1 && kb == 2) {
    D f = SmallestFloat(a);
    return ir::SizeOf(f) > ir::SizeOf(b) ? f : b;
  }
  bool wide = a == D::kFloat64 || (ka == 1 && ir::SizeOf(a) > 2) || b == D::kComplex128;
  return wide ? D::kComplex128 : D::kComplex64;
}

V ToArray(Interp& in, const Value& value, std::optional<D> dtype, Span where) {
  Ops o(in, where);
  if (in.IsTensorLike(value)) {
    V v = in.ToTensor(value, {}, where);
    return dtype ? o.Cast(v, *dtype) : v;
  }
  if (auto* s = value.as<Scalar>()) {
    if (s->kind == ScalarKind::kStr) return s->value;
    return o.Cast(s->value, dtype.value_or(OwnDType(value)));
  }
  Nested nested = Flatten(in, value, where);
  if (nested.ragged && !nested.has_tensor)
    in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "the rows of this list differ in length, so it is no array: " + Shown(in, value), where);
  if (nested.has_tensor || nested.has_scalar) {
    std::vector<V> parts;
    std::optional<D> common = dtype;
    for (const Value& item : SequenceOf(in, value)) {
      parts.push_back(ToArray(in, item, dtype, where));
      if (!dtype) common = common ? PromoteNumpy(*common, o.dtype(parts.back())) : o.dtype(parts.back());
    }
    for (V& p : parts) p = o.Cast(p, *common);
    return o.Stack(std::move(parts));
  }
  D to = D::kFloat64;
  if (dtype) {
    to = *dtype;
  } else if (!nested.leaves.empty()) {
    int kind = 0;
    bool text = false, wide = false;
    for (const Value& leaf : nested.leaves) {
      if (leaf.is<Str>() || leaf.is<Bytes>()) text = true;
      else if (IsPythonScalar(leaf)) kind = std::max(kind, KindOfScalar(leaf));
      else in.Fail(DiagnosticKind::kUnsupportedApi, "arrays of Python objects are not supported: " + Shown(in, leaf), where);
      if (auto* i = leaf.as<Integer>()) wide |= !i->fits();
    }
    constexpr D kOwn[] = {D::kBool, D::kInt64, D::kFloat64, D::kComplex128};
    to = text ? D::kString : kind == 1 && wide ? D::kUInt64 : kOwn[kind];
  }
  if (to == D::kBool) {
    std::vector<Value> truths;
    for (const Value& leaf : nested.leaves) truths.push_back(in.KnownTruth(leaf, where));
    return in.builder.Constant(MakeLiteral(truths, nested.dims, to));
  }
  return in.builder.Constant(MakeLiteral(nested.leaves, nested.dims, to));
}

std::pair<V, V> ArrayPair(Interp& in, const Value& a, const Value& b, Span where) {
  Ops o(in, where);
  bool sa = IsPythonScalar(a), sb = IsPythonScalar(b);
  if (sa && sb) {
    D to = PromoteNumpy(OwnDType(a), OwnDType(b));
    return {ScalarAs(in, a, to, where), ScalarAs(in, b, to, where)};
  }
  if (sa || sb) {
    V array = ToArray(in, sa ? b : a, std::nullopt, where);
    const Value& scalar = sa ? a : b;
    D to = BesideScalar(o.dtype(array), KindOfScalar(scalar));
    V wide = o.Cast(array, to), other = ScalarAs(in, scalar, to, where);
    return sa ? std::pair{other, wide} : std::pair{wide, other};
  }
  V x = ToArray(in, a, std::nullopt, where), y = ToArray(in, b, std::nullopt, where);
  D to = PromoteNumpy(o.dtype(x), o.dtype(y));
  return {o.Cast(x, to), o.Cast(y, to)};
}

Value ArrayOut(Ops& o, V v) { return Tensor{v, true, o.ranked(v) && o.rank(v) == 0}; }

Value NumpyBinary(Interp& in, BinaryOp op, const Value& a, const Value& b, Span where) {
  Ops o(in, where);
  auto [x, y] = ArrayPair(in, a, b, where);
  bool bools = o.dtype(x) == D::kBool;
  auto numeric = [&](K kind) {
    if (bools) return ArrayOut(o, o(kind, {o.Cast(x, D::kInt8), o.Cast(y, D::kInt8)}));
    return ArrayOut(o, o(kind, {x, y}));
  };
  switch (op) {
    case BinaryOp::kAdd:
      if (o.dtype(x) == D::kString) return ArrayOut(o, o(K::kStringConcat, {x, y}));
      return bools ? ArrayOut(o, o(K::kOr, {x, y})) : numeric(K::kAdd);
    case BinaryOp::kSub: return numeric(K::kSub);
    case BinaryOp::kMult: return bools ? ArrayOut(o, o(K::kAnd, {x, y})) : numeric(K::kMul);
    case BinaryOp::kMatMult: {
      int rx = o.rank(x), ry = o.rank(y);
      V l = rx == 1 ? o.ExpandDims(x, 0) : x, r = ry == 1 ? o.ExpandDims(y, 1) : y;
      V product = o.MatMul(l, r);
      if (ry == 1) product = o.Squeeze(product, {o.rank(product) - 1});
      if (rx == 1) product = o.Squeeze(product, {o.rank(product) - (ry == 1 ? 1 : 2)});
      return ArrayOut(o, product);
    }
    case BinaryOp::kDiv: {
      if (KindOf(o.dtype(x)) <= 1) {
        V l = o.Cast(x, D::kFloat64), r = o.Cast(y, D::kFloat64);
        return ArrayOut(o, o.Div(l, r));
      }
      return numeric(K::kDiv);
    }
    case BinaryOp::kMod: return numeric(K::kFloorMod);
    case BinaryOp::kPow: return numeric(K::kPow);
    case BinaryOp::kFloorDiv: return numeric(K::kFloorDiv);
    case BinaryOp::kLShift: return numeric(K::kShiftLeft);
    case BinaryOp::kRShift: return numeric(K::kShiftRight);
    case BinaryOp::kBitOr: return ArrayOut(o, o(bools ? K::kOr : K::kBitOr, {x, y}));
    case BinaryOp::kBitXor: return ArrayOut(o, o(bools ? K::kXor : K::kBitXor, {x, y}));
    case BinaryOp::kBitAnd: return ArrayOut(o, o(bools ? K::kAnd : K::kBitAnd, {x, y}));
  }
  return Poison{};
}

Value NumpyCompare(Interp& in, CompareOp op, const Value& a, const Value& b, Span where) {
  Ops o(in, where);
  auto [x, y] = ArrayPair(in, a, b, where);
  K kind = K::kEq;
  switch (op) {
    case CompareOp::kNotEq: kind = K::kNe; break;
    case CompareOp::kLt: kind = K::kLt; break;
    case CompareOp::kLtE: kind = K::kLe; break;
    case CompareOp::kGt: kind = K::kGt; break;
    case CompareOp::kGtE: kind = K::kGe; break;
    default: break;
  }
  bool ordered = kind != K::kEq && kind != K::kNe;
  if (ordered && o.dtype(x) == D::kBool) return ArrayOut(o, o(kind, {o.Cast(x, D::kInt8), o.Cast(y, D::kInt8)}));
  return ArrayOut(o, o(kind, {x, y}));
}

}  // namespace lathe::staging
