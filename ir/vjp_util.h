// Small vocabulary for vjp rules.
#pragma once
#include <optional>
#include <vector>

#include "ir/builder.h"
#include "ir/rules.h"

namespace lathe::ir {

// A rule's view of its operation: operands, results and cotangents by number, and the operations rules are made of.
class Vjp {
 public:
  explicit Vjp(const VjpInput& in) : in_(in), b(in.builder) {}

  ValueId x(size_t i = 0) const { return in_.operands[i]; }
  ValueId y(size_t i = 0) const { return in_.results[i]; }
  ValueId dy(size_t i = 0) const { return in_.cotangents[i]; }
  size_t operands() const { return in_.operands.size(); }
  bool wanted(size_t i) const { return in_.wanted[i]; }
  const Attrs& attrs() const { return b.module()[in_.op].attrs; }
  Type type(ValueId v) const { return b.module().type(v); }
  DType dtype(ValueId v) const { return b.module().type(v).dtype; }
  const Shape shape(ValueId v) const { return b.module().type(v).shape; }

  ValueId C(ValueId v, double c) const { return b.ScalarLike(v, c); }
  ValueId Op(OpKind kind, std::vector<ValueId> operands, Attrs attrs = NoAttrs{}) const {
    return b.Make(kind, std::move(operands), std::move(attrs));
  }
  // Complex derivatives are conjugated (TensorFlow's convention).
  ValueId Conj(ValueId v) const { return IsComplex(dtype(v)) ? Op(OpKind::kConj, {v}) : v; }
  // Cotangents of two operands that were broadcast against each other.
  std::vector<ValueId> Unbroadcast(ValueId da, ValueId db) const {
    return {da.valid() ? b.SumTo(da, x(0)) : da, db.valid() ? b.SumTo(db, x(1)) : db};
  }
  ValueId Square(ValueId v) const { return b.Mul(v, v); }
  ValueId MulC(ValueId v, double c) const { return b.Mul(v, C(v, c)); }
  ValueId AddC(ValueId v, double c) const { return b.Add(v, C(v, c)); }
  ValueId CSub(double c, ValueId v) const { return b.Sub(C(v, c), v); }
  ValueId CDiv(double c, ValueId v) const { return b.Div(C(v, c), v); }
  ValueId BroadcastLike(ValueId v, ValueId like) const;
  // a / b, 0 where b is 0.
  ValueId DivNoNan(ValueId a, ValueId divisor) const;
  // d * f, but 0 where d is 0 and f is infinite or NaN.
  ValueId MulNoNan(ValueId d, ValueId f) const;
  // Dot over the innermost two dimensions with equal batch dimensions in front; `ta`, `tb`: (conjugate) transposed.
  ValueId MatMul(ValueId a, ValueId c, bool ta, bool tb) const;
  ValueId MatrixTranspose(ValueId a) const;  // conjugated if complex
  int rank(ValueId v) const { return b.module().type(v).shape.rank(); }

 private:
  const VjpInput& in_;

 public:
  Builder& b;
};

bool SameKnownShape(const Shape& a, const Shape& b);
AxisAttr Axis(int64_t axis, int64_t batch_dims = 0);

}  // namespace lathe::ir
