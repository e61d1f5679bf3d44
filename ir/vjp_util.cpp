#include "ir/vjp_util.h"

namespace lathe::ir {

bool SameKnownShape(const Shape& a, const Shape& b) {
  if (!a.ranked || !b.ranked || a.dims.size() != b.dims.size()) return false;
  for (size_t i = 0; i < a.dims.size(); ++i)
    if (a.dims[i] != b.dims[i] || a.dims[i] == kUnknown) return false;
  return true;
}

AxisAttr Axis(int64_t axis, int64_t batch_dims) {
  AxisAttr attr;
  attr.axis = axis;
  attr.batch_dims = batch_dims;
  return attr;
}

ValueId Vjp::BroadcastLike(ValueId v, ValueId like) const {
  if (SameKnownShape(shape(v), shape(like))) return v;
  return Op(OpKind::kBroadcastTo, {v, b.ShapeOf(like)});
}

ValueId Vjp::DivNoNan(ValueId a, ValueId divisor) const {
  ValueId zero = Op(OpKind::kEq, {divisor, C(divisor, 0)});
  ValueId safe = b.Select(zero, C(divisor, 1), divisor);
  return b.Select(zero, C(a, 0), b.Div(a, safe));
}

ValueId Vjp::MulNoNan(ValueId d, ValueId f) const {
  if (IsComplex(dtype(f))) return b.Mul(d, f);
  ValueId zero = Op(OpKind::kEq, {d, C(d, 0)});
  ValueId odd = Op(OpKind::kNot, {Op(OpKind::kIsFinite, {f})});
  return b.Mul(d, b.Select(Op(OpKind::kAnd, {zero, odd}), C(f, 0), f));
}

ValueId Vjp::MatrixTranspose(ValueId a) const {
  int r = rank(a);
  std::vector<int64_t> permutation;
  for (int i = 0; i < r; ++i) permutation.push_back(i);
  std::swap(permutation[size_t(r - 1)], permutation[size_t(r - 2)]);
  return Conj(b.Transpose(a, std::move(permutation)));
}

ValueId Vjp::MatMul(ValueId a, ValueId c, bool ta, bool tb) const {
  int64_t r = rank(a);
  DotAttr dot;
  for (int64_t i = 0; i < r - 2; ++i) {
    dot.lhs_batch.push_back(i);
    dot.rhs_batch.push_back(i);
  }
  dot.lhs_contract = {ta ? r - 2 : r - 1};
  dot.rhs_contract = {tb ? r - 1 : r - 2};
  return Op(OpKind::kDot, {ta ? Conj(a) : a, tb ? Conj(c) : c}, dot);
}

}  // namespace lathe::ir
