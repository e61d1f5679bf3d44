// Derivatives of matrix decompositions and solvers, in TensorFlow's conventions (Giles 2008 for the formulas; eigh and
// cholesky read the lower triangle, qr and svd in the reduced form).
#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {

ParamsAttr Ints(std::vector<int64_t> ints) { return ParamsAttr{std::move(ints), {}, {}, {}}; }
const ParamsAttr& ParamsOf(const Vjp& v) { return std::get<ParamsAttr>(v.attrs()); }

ValueId Band(const Vjp& v, ValueId x, int64_t lower, int64_t upper) {
  return v.Op(OpKind::kBandPart, {x, v.b.Scalar(DType::kInt64, lower), v.b.Scalar(DType::kInt64, upper)});
}
ValueId HalveDiagonal(const Vjp& v, ValueId x) {
  return v.b.Sub(x, v.Op(OpKind::kDiag, {v.MulC(v.Op(OpKind::kDiagPart, {x}), 0.5)}));
}
ValueId SafeReciprocal(const Vjp& v, ValueId x) { return v.b.Div(x, v.AddC(v.Square(x), 1e-20)); }

// 1 / (a_j - a_i) off the diagonal, 0 on it.
ValueId InverseGaps(const Vjp& v, ValueId a) {
  int r = v.rank(a);
  return SafeReciprocal(v, v.b.Sub(v.b.ExpandDims(a, r - 1), v.b.ExpandDims(a, r)));
}

// x r^-1 with r upper triangular.
ValueId SolveRight(const Vjp& v, ValueId x, ValueId r) {
  ValueId solved = v.Op(OpKind::kTriangularSolve, {r, v.MatrixTranspose(x)}, Ints({0, 0}));
  return v.MatrixTranspose(solved);
}

// Compares the last two dimensions: -1, 0, 1; nullopt if unknown.
std::optional<int> CompareSides(const Shape& shape) {
  Dim m = shape.dims[shape.dims.size() - 2], n = shape.dims.back();
  if (m == n && m != kUnknown) return 0;
  if (!IsKnown(m) || !IsKnown(n)) return std::nullopt;
  return m < n ? -1 : 1;
}

}  // namespace

std::vector<ValueId> VjpCholesky(const VjpInput& in) {
  Vjp v(in);
  ValueId l = v.y();
  ValueId diagonal = v.Op(OpKind::kDiagPart, {l});
  ValueId identity = v.Op(OpKind::kDiag, {v.b.OnesLike(diagonal)});
  ValueId inverse = v.Op(OpKind::kTriangularSolve, {l, identity}, Ints({1, 0}));
  ValueId middle = Band(v, HalveDiagonal(v, v.MatMul(l, v.dy(), true, false)), -1, 0);
  ValueId grad = v.MatMul(v.MatMul(inverse, middle, true, false), inverse, false, false);
  return {v.MulC(v.b.Add(grad, v.MatrixTranspose(grad)), 0.5)};
}

std::vector<ValueId> VjpMatrixInverse(const VjpInput& in) {
  Vjp v(in);
  ValueId dy = ParamsOf(v).ints[0] ? v.MatrixTranspose(v.dy()) : v.dy();
  ValueId y = ParamsOf(v).ints[0] ? v.MatrixTranspose(v.y()) : v.y();
  return {v.b.Neg(v.MatMul(y, v.MatMul(dy, y, false, true), true, false))};
}

namespace {
std::vector<ValueId> Solve(const Vjp& v, OpKind kind, const ParamsAttr& adjoint_params, bool adjoint, ValueId* grad_a) {
  ValueId grad_b = v.Op(kind, {v.x(0), v.dy()}, adjoint_params);
  if (v.wanted(0))
    *grad_a = v.b.Neg(adjoint ? v.MatMul(v.y(), grad_b, false, true) : v.MatMul(grad_b, v.y(), false, true));
  return {*grad_a, grad_b};
}
}  // namespace

std::vector<ValueId> VjpMatrixSolve(const VjpInput& in) {
  Vjp v(in);
  bool adjoint = ParamsOf(v).ints[0] != 0;
  ValueId grad_a;
  std::vector<ValueId> out = Solve(v, OpKind::kMatrixSolve, Ints({!adjoint}), adjoint, &grad_a);
  return v.Unbroadcast(out[0], out[1]);
}

std::vector<ValueId> VjpTriangularSolve(const VjpInput& in) {
  Vjp v(in);
  bool lower = ParamsOf(v).ints[0] != 0, adjoint = ParamsOf(v).ints[1] != 0;
  ValueId grad_a;
  std::vector<ValueId> out = Solve(v, OpKind::kTriangularSolve, Ints({lower, !adjoint}), adjoint, &grad_a);
  if (grad_a.valid()) out[0] = lower ? Band(v, grad_a, -1, 0) : Band(v, grad_a, 0, -1);
  return v.Unbroadcast(out[0], out[1]);
}

std::vector<ValueId> VjpDet(const VjpInput& in) {
  Vjp v(in);
  ValueId inverse = v.Op(OpKind::kMatrixInverse, {v.x()}, Ints({1}));
  ValueId scale = v.b.Mul(v.dy(), v.Conj(v.y()));
  int r = v.rank(scale);
  return {v.b.Mul(v.b.ExpandDims(v.b.ExpandDims(scale, r), r + 1), inverse)};
}

std::vector<ValueId> VjpEigh(const VjpInput& in) {
  Vjp v(in);
  ValueId e = v.y(0), q = v.y(1);
  if (IsComplex(v.dtype(q))) return {};
  ValueId inner = v.b.Add(v.Op(OpKind::kDiag, {v.dy(0)}), v.b.Mul(InverseGaps(v, e), v.MatMul(q, v.dy(1), true, false)));
  ValueId grad = v.MatMul(q, v.MatMul(inner, q, false, true), false, false);
  return {HalveDiagonal(v, Band(v, v.b.Add(grad, v.MatrixTranspose(grad)), -1, 0))};
}

std::vector<ValueId> VjpQr(const VjpInput& in) {
  Vjp v(in);
  auto sides = CompareSides(v.shape(v.x()));
  bool full = ParamsOf(v).ints[0] != 0;
  if (!sides || *sides < 0 || (full && *sides != 0) || IsComplex(v.dtype(v.x()))) return {};
  ValueId q = v.y(0), r = v.y(1), dq = v.dy(0), dr = v.dy(1);
  ValueId rdr = v.MatMul(r, dr, false, true), qdq = v.MatMul(q, dq, true, false);
  ValueId skew = v.b.Add(v.b.Sub(rdr, v.MatrixTranspose(rdr)), v.b.Sub(qdq, v.MatrixTranspose(qdq)));
  ValueId first = v.MatMul(q, v.b.Add(dr, SolveRight(v, Band(v, skew, -1, 0), r)), false, false);
  ValueId second = SolveRight(v, v.b.Sub(dq, v.MatMul(q, qdq, false, false)), r);
  return {v.b.Add(first, second)};
}

std::vector<ValueId> VjpSvd(const VjpInput& in) {
  Vjp v(in);
  auto sides = CompareSides(v.shape(v.x()));
  bool full = ParamsOf(v).ints[0] != 0;
  if (!sides || (full && *sides != 0) || IsComplex(v.dtype(v.x()))) return {};
  ValueId s = v.y(0), u = v.y(1), w = v.y(2), du = v.dy(1), dw = v.dy(2);
  if (*sides > 0) {  // as the transposed, wide matrix
    std::swap(u, w);
    std::swap(du, dw);
  }
  ValueId gaps = InverseGaps(v, v.Square(s)), diagonal = v.Op(OpKind::kDiag, {s});
  auto symmetric = [&](ValueId a, ValueId da) {
    ValueId f = v.b.Mul(gaps, v.MatMul(a, da, true, false));
    return v.b.Add(f, v.MatrixTranspose(f));
  };
  ValueId inner = v.b.Add(v.b.Add(v.Op(OpKind::kDiag, {v.dy(0)}), v.MatMul(symmetric(u, du), diagonal, false, false)),
                          v.MatMul(diagonal, symmetric(w, dw), false, false));
  ValueId grad = v.MatMul(u, v.MatMul(inner, w, false, true), false, false);
  if (*sides != 0) {
    ValueId dwt = v.MatrixTranspose(dw);
    ValueId rest = v.b.Sub(dwt, v.MatMul(v.MatMul(dwt, w, false, false), w, false, true));
    ValueId scaled = v.MatMul(u, v.Op(OpKind::kDiag, {SafeReciprocal(v, s)}), false, false);
    grad = v.b.Add(grad, v.MatMul(scaled, rest, false, false));
  }
  return {*sides > 0 ? v.MatrixTranspose(grad) : grad};
}

// The engine treats loads of globals itself (their cotangent belongs to the global).
std::vector<ValueId> VjpGlobalLoad(const VjpInput&) { return {}; }

}  // namespace lathe::ir
