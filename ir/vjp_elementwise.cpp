// Derivatives of elementwise operations with one operand. The formulas are TensorFlow's, in its order of operations,
// because special points (infinities, NaN, zero cotangents) follow from them.
#include <cmath>
#include <numbers>

#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {
// dy * conj(derivative)
std::vector<ValueId> Times(const Vjp& v, ValueId derivative) { return {v.b.Mul(v.dy(), v.Conj(derivative))}; }
}  // namespace

std::vector<ValueId> VjpIdentity(const VjpInput& in) { return {in.cotangents[0]}; }

std::vector<ValueId> VjpZero(const VjpInput& in) { return {in.builder.ZerosLike(in.operands[0])}; }

std::vector<ValueId> VjpNeg(const VjpInput& in) { return {in.builder.Neg(in.cotangents[0])}; }

std::vector<ValueId> VjpAbs(const VjpInput& in) {
  Vjp v(in);
  if (!IsComplex(v.dtype(v.x()))) return {v.b.Mul(v.dy(), v.Op(OpKind::kSign, {v.x()}))};
  ValueId direction = v.DivNoNan(v.dy(), v.y());
  return {v.b.Mul(v.b.Cast(direction, v.dtype(v.x())), v.x())};
}

std::vector<ValueId> VjpSqrt(const VjpInput& in) {
  Vjp v(in);
  return {v.MulNoNan(v.dy(), v.CDiv(0.5, v.Conj(v.y())))};
}

std::vector<ValueId> VjpRsqrt(const VjpInput& in) {
  Vjp v(in);
  ValueId y = v.Conj(v.y());
  return {v.b.Mul(v.MulC(v.dy(), -0.5), v.b.Mul(y, v.Square(y)))};
}

std::vector<ValueId> VjpExp(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.y());
}

std::vector<ValueId> VjpExpm1(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.Op(OpKind::kExp, {v.x()}));
}

std::vector<ValueId> VjpLog(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.CDiv(1, v.x()));
}

std::vector<ValueId> VjpLog1p(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.CDiv(1, v.AddC(v.x(), 1)));
}

std::vector<ValueId> VjpSin(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.Op(OpKind::kCos, {v.x()}));
}

std::vector<ValueId> VjpCos(const VjpInput& in) {
  Vjp v(in);
  return {v.b.Mul(v.b.Neg(v.dy()), v.Conj(v.Op(OpKind::kSin, {v.x()})))};
}

std::vector<ValueId> VjpTan(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.Square(v.CDiv(1, v.Op(OpKind::kCos, {v.x()}))));
}

std::vector<ValueId> VjpAsin(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.CDiv(1, v.Op(OpKind::kSqrt, {v.CSub(1, v.Square(v.x()))})));
}

std::vector<ValueId> VjpAcos(const VjpInput& in) {
  Vjp v(in);
  return {v.b.Neg(v.b.Mul(v.dy(), v.Conj(v.CDiv(1, v.Op(OpKind::kSqrt, {v.CSub(1, v.Square(v.x()))})))))};
}

std::vector<ValueId> VjpAtan(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.CDiv(1, v.AddC(v.Square(v.x()), 1)));
}

std::vector<ValueId> VjpSinh(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.Op(OpKind::kCosh, {v.x()}));
}

std::vector<ValueId> VjpCosh(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.Op(OpKind::kSinh, {v.x()}));
}

std::vector<ValueId> VjpTanh(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.CSub(1, v.Square(v.y())));
}

std::vector<ValueId> VjpAsinh(const VjpInput& in) {
  Vjp v(in);
  return {v.b.Div(v.dy(), v.Conj(v.Op(OpKind::kCosh, {v.y()})))};
}

std::vector<ValueId> VjpAcosh(const VjpInput& in) {
  Vjp v(in);
  return {v.b.Div(v.dy(), v.Conj(v.Op(OpKind::kSinh, {v.y()})))};
}

std::vector<ValueId> VjpAtanh(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.CDiv(1, v.CSub(1, v.Square(v.x()))));
}

std::vector<ValueId> VjpSigmoid(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.b.Mul(v.y(), v.CSub(1, v.y())));
}

std::vector<ValueId> VjpSoftplus(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.Op(OpKind::kSigmoid, {v.x()}));
}

std::vector<ValueId> VjpErf(const VjpInput& in) {
  Vjp v(in);
  ValueId bell = v.Op(OpKind::kExp, {v.b.Neg(v.Square(v.x()))});
  return {v.b.Mul(v.MulC(v.dy(), 2 / std::sqrt(std::numbers::pi)), bell)};
}

std::vector<ValueId> VjpErfc(const VjpInput& in) {
  Vjp v(in);
  ValueId bell = v.Op(OpKind::kExp, {v.b.Neg(v.Square(v.x()))});
  return {v.b.Mul(v.MulC(v.dy(), -2 / std::sqrt(std::numbers::pi)), bell)};
}

std::vector<ValueId> VjpErfinv(const VjpInput& in) {
  Vjp v(in);
  ValueId bell = v.Op(OpKind::kExp, {v.Square(v.y())});
  return {v.b.Mul(v.MulC(v.dy(), std::sqrt(std::numbers::pi) / 2), bell)};
}

std::vector<ValueId> VjpLgamma(const VjpInput& in) {
  Vjp v(in);
  return Times(v, v.Op(OpKind::kDigamma, {v.x()}));
}

// The trigamma function: recurrence psi1(z) = psi1(z + 1) + 1 / z^2 up to z + 12, then its asymptotic series (Abramowitz
// and Stegun 6.4.12; the first term left out is below 1e-16 there); below 0 by reflection psi1(1 - z) + psi1(z) =
// pi^2 / sin^2(pi z).
std::vector<ValueId> VjpDigamma(const VjpInput& in) {
  Vjp v(in);
  constexpr double kBernoulli[] = {1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6};
  ValueId negative = v.Op(OpKind::kLe, {v.x(), v.C(v.x(), 0)});
  ValueId z = v.b.Select(negative, v.CSub(1, v.x()), v.x());
  ValueId sum = v.CDiv(1, v.Square(z));
  for (int k = 1; k < 12; ++k) sum = v.b.Add(sum, v.CDiv(1, v.Square(v.AddC(z, k))));
  ValueId r = v.CDiv(1, v.AddC(z, 12)), r2 = v.Square(r);
  ValueId series = v.C(r, 0);
  for (int k = 6; k >= 0; --k) series = v.b.Mul(v.AddC(series, kBernoulli[k]), r2);
  // 1/z + 1/(2 z^2) + sum B_2k / z^(2k+1)
  ValueId tail = v.b.Mul(r, v.AddC(v.b.Add(series, v.MulC(r, 0.5)), 1));
  sum = v.b.Add(sum, tail);
  ValueId sine = v.Op(OpKind::kSin, {v.MulC(v.x(), std::numbers::pi)});
  ValueId reflected = v.b.Sub(v.b.Div(v.C(sine, std::numbers::pi * std::numbers::pi), v.Square(sine)), sum);
  return Times(v, v.b.Select(negative, reflected, sum));
}

std::vector<ValueId> VjpReal(const VjpInput& in) {
  Vjp v(in);
  if (!IsComplex(v.dtype(v.x()))) return {v.dy()};
  return {v.Op(OpKind::kComplex, {v.dy(), v.b.ZerosLike(v.dy())})};
}

std::vector<ValueId> VjpImag(const VjpInput& in) {
  Vjp v(in);
  if (!IsComplex(v.dtype(v.x()))) return {v.b.ZerosLike(v.dy())};
  return {v.Op(OpKind::kComplex, {v.b.ZerosLike(v.dy()), v.dy()})};
}

std::vector<ValueId> VjpConj(const VjpInput& in) {
  Vjp v(in);
  return {v.Conj(v.dy())};
}

std::vector<ValueId> VjpRelu(const VjpInput& in) {
  Vjp v(in);
  ValueId positive = v.Op(OpKind::kGt, {v.x(), v.C(v.x(), 0)});
  return {v.b.Select(positive, v.dy(), v.C(v.dy(), 0))};
}

std::vector<ValueId> VjpCast(const VjpInput& in) {
  Vjp v(in);
  return {v.b.Cast(v.dy(), v.dtype(v.x()))};
}

}  // namespace lathe::ir
