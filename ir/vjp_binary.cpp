// Derivatives of elementwise operations with two or three operands: each formula, then the broadcast undone.
#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {
constexpr ValueId kNone{};

// max and min: the whole cotangent goes to the first operand where `first` holds (also at ties), else to the second.
std::vector<ValueId> Choose(const VjpInput& in, OpKind comparison) {
  Vjp v(in);
  ValueId first = v.Op(comparison, {v.x(0), v.x(1)});
  ValueId zero = v.C(v.dy(), 0);
  return v.Unbroadcast(v.wanted(0) ? v.b.Select(first, v.dy(), zero) : kNone,
                       v.wanted(1) ? v.b.Select(first, zero, v.dy()) : kNone);
}

std::vector<ValueId> Remainder(const VjpInput& in, OpKind quotient) {
  Vjp v(in);
  ValueId second;
  if (v.wanted(1)) second = v.b.Neg(v.b.Mul(v.dy(), v.Op(quotient, {v.x(0), v.x(1)})));
  return v.Unbroadcast(v.dy(), second);
}
}  // namespace

std::vector<ValueId> VjpAdd(const VjpInput& in) {
  Vjp v(in);
  return v.Unbroadcast(v.wanted(0) ? v.dy() : kNone, v.wanted(1) ? v.dy() : kNone);
}

std::vector<ValueId> VjpSub(const VjpInput& in) {
  Vjp v(in);
  return v.Unbroadcast(v.wanted(0) ? v.dy() : kNone, v.wanted(1) ? v.b.Neg(v.dy()) : kNone);
}

std::vector<ValueId> VjpMul(const VjpInput& in) {
  Vjp v(in);
  return v.Unbroadcast(v.wanted(0) ? v.b.Mul(v.dy(), v.Conj(v.x(1))) : kNone,
                       v.wanted(1) ? v.b.Mul(v.dy(), v.Conj(v.x(0))) : kNone);
}

std::vector<ValueId> VjpDiv(const VjpInput& in) {
  Vjp v(in);
  ValueId x = v.Conj(v.x(0)), y = v.Conj(v.x(1));
  ValueId first, second;
  if (v.wanted(0)) first = v.b.Div(v.dy(), y);
  if (v.wanted(1)) second = v.b.Mul(v.dy(), v.b.Div(v.b.Div(v.b.Neg(x), y), y));
  return v.Unbroadcast(first, second);
}

std::vector<ValueId> VjpFloorMod(const VjpInput& in) { return Remainder(in, OpKind::kFloorDiv); }
std::vector<ValueId> VjpTruncMod(const VjpInput& in) { return Remainder(in, OpKind::kTruncDiv); }

std::vector<ValueId> VjpPow(const VjpInput& in) {
  Vjp v(in);
  ValueId x = v.Conj(v.x(0)), y = v.Conj(v.x(1));
  ValueId first, second;
  if (v.wanted(0)) first = v.b.Mul(v.b.Mul(v.dy(), y), v.Op(OpKind::kPow, {x, v.b.Sub(y, v.C(y, 1))}));
  if (v.wanted(1)) {
    OpKind comparison = IsComplex(v.dtype(x)) ? OpKind::kNe : OpKind::kGt;
    ValueId mask = v.Op(comparison, {x, v.C(x, 0)});
    ValueId log = v.Op(OpKind::kLog, {v.b.Select(mask, x, v.C(x, 1))});
    second = v.b.Mul(v.b.Mul(v.dy(), v.Conj(v.y())), v.b.Select(mask, log, v.C(log, 0)));
  }
  return v.Unbroadcast(first, second);
}

std::vector<ValueId> VjpAtan2(const VjpInput& in) {
  Vjp v(in);
  ValueId y = v.x(0), x = v.x(1);
  ValueId scaled = v.b.Div(v.dy(), v.b.Add(v.Square(x), v.Square(y)));
  return v.Unbroadcast(v.wanted(0) ? v.b.Mul(x, scaled) : kNone, v.wanted(1) ? v.b.Mul(v.b.Neg(y), scaled) : kNone);
}

std::vector<ValueId> VjpMax(const VjpInput& in) { return Choose(in, OpKind::kGe); }
std::vector<ValueId> VjpMin(const VjpInput& in) { return Choose(in, OpKind::kLe); }

std::vector<ValueId> VjpComplex(const VjpInput& in) {
  Vjp v(in);
  return v.Unbroadcast(v.wanted(0) ? v.Op(OpKind::kReal, {v.dy()}) : kNone,
                       v.wanted(1) ? v.Op(OpKind::kImag, {v.dy()}) : kNone);
}

std::vector<ValueId> VjpSelect(const VjpInput& in) {
  Vjp v(in);
  ValueId zero = v.C(v.dy(), 0);
  std::vector<ValueId> out(3);
  if (v.wanted(1)) out[1] = v.b.SumTo(v.b.Select(v.x(0), v.dy(), zero), v.x(1));
  if (v.wanted(2)) out[2] = v.b.SumTo(v.b.Select(v.x(0), zero, v.dy()), v.x(2));
  return out;
}

}  // namespace lathe::ir
