// tf.matmul, tf.norm and tf.linalg.*.
#include <algorithm>
#include <cmath>

#include "staging/builtin_tables.h"
#include "staging/literals.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

V Adjoint(Ops& o, V a) {
  a = o.Swap(a);
  return ir::IsComplex(o.dtype(a)) ? o(K::kConj, {a}) : a;
}

Value MatMulFn(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  bool ta = BoolArg(b, 2, "transpose_a"), tb = BoolArg(b, 3, "transpose_b");
  bool aa = BoolArg(b, 4, "adjoint_a"), ab = BoolArg(b, 5, "adjoint_b");
  if ((ta && aa) || (tb && ab))
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "only one of transpose and adjoint can be used", b.span);
  if (auto to = DTypeArg(b, 8)) {
    x = o.Cast(x, *to);
    y = o.Cast(y, *to);
  }
  if (aa && ir::IsComplex(o.dtype(x))) x = o(K::kConj, {x});
  if (ab && ir::IsComplex(o.dtype(y))) y = o(K::kConj, {y});
  return o.Out(o.MatMul(x, y, ta || aa, tb || ab));
}

Value Matvec(Bound& b) {
  Ops o(b);
  auto [a, v] = PairArgs(b, 0, 1);
  if (o.rank(a) < 2 || o.rank(v) < 1)
    o.Invalid(DiagnosticKind::kRankMismatch, "matvec needs a matrix and a vector: the shapes are " + ToString(o.shape(a)) + " and " + ToString(o.shape(v)));
  bool transpose = BoolArg(b, 2, "transpose_a"), adjoint = BoolArg(b, 3, "adjoint_a");
  if (adjoint && ir::IsComplex(o.dtype(a))) a = o(K::kConj, {a});
  V product = o.MatMul(a, o.ExpandDims(v, o.rank(v)), transpose || adjoint, false);
  return o.Out(o.Squeeze(product, {o.rank(product) - 1}));
}

Value MatrixTranspose(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  if (o.rank(a) < 2) b.in.Raise(DiagnosticKind::kRankMismatch, "ValueError", "matrix_transpose needs a matrix, not a tensor of rank " + std::to_string(o.rank(a)), b.spans[0]);
  a = o.Swap(a);
  if (BoolArg(b, 1, "conjugate") && ir::IsComplex(o.dtype(a))) a = o(K::kConj, {a});
  return o.Out(a);
}

Value AdjointFn(Bound& b) {
  Ops o(b);
  return o.Out(Adjoint(o, Arg(b, 0)));
}

Value Trace(Bound& b) {
  Ops o(b);
  V diagonal = o(K::kDiagPart, {Arg(b, 0)});
  return o.Out(o.Sum(diagonal, {o.rank(diagonal) - 1}));
}

int64_t OneDiagonal(Bound& b, size_t i) {
  std::vector<int64_t> k = b.in.KnownInts(b[i], "k", b.spans[i]);
  if (k.size() == 2 && k[0] == k[1]) k.pop_back();
  if (k.size() != 1) b.in.Fail(DiagnosticKind::kUnsupportedApi, "a band of diagonals is not supported here; k must be one int", b.spans[i]);
  return k[0];
}

// A vector on the k-th diagonal of a square matrix just large enough.
V DiagAt(Ops& o, V v, int64_t k) {
  V matrix = o(K::kDiag, {v});
  if (k == 0) return matrix;
  int rank = o.rank(matrix);
  std::vector<int64_t> pads(size_t(2 * rank), 0);
  int64_t n = std::abs(k);
  // Rows below the diagonal for k > 0, above it for k < 0; columns the other way round.
  pads[size_t(2 * (rank - 2) + (k > 0 ? 1 : 0))] = n;
  pads[size_t(2 * (rank - 1) + (k > 0 ? 0 : 1))] = n;
  V value = o.dtype(v) == D::kBool ? o.Bool(false) : o.Like(v, 0);
  return o(K::kPad, {matrix, o.Reshape(o.Ints(pads), std::vector<int64_t>{rank, 2}), value});
}

Value Diag(Bound& b) {
  Ops o(b);
  V v = Arg(b, 0);
  if (o.rank(v) < 1) o.Invalid(DiagnosticKind::kRankMismatch, "diag needs a vector", b.spans[0]);
  int64_t k = b.given(1) ? OneDiagonal(b, 1) : 0;
  V matrix = DiagAt(o, v, k);
  auto given = [&](size_t i) { return b.given(i) && b.in.KnownInt(b[i], "a size", b.spans[i]) >= 0; };
  if (given(2) || given(3)) {
    int rank = o.rank(matrix);
    ir::Dim n = o.dim(v, o.rank(v) - 1);
    if (!ir::IsKnown(n)) b.in.Fail(DiagnosticKind::kDynamicShape, "diag with sizes needs a vector of known length", b.span);
    int64_t least_rows = n + std::max<int64_t>(-k, 0), least_columns = n + std::max<int64_t>(k, 0);
    int64_t rows = given(2) ? b.in.KnownInt(b[2], "num_rows", b.spans[2]) : least_rows;
    int64_t columns = given(3) ? b.in.KnownInt(b[3], "num_cols", b.spans[3]) : least_columns;
    if (rows < least_rows || columns < least_columns)
      o.Invalid(DiagnosticKind::kInvalidArgument, "the diagonal does not fit " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns");
    matrix = o.SliceAxis(o.SliceAxis(matrix, rank - 2, 0, least_rows), rank - 1, 0, least_columns);
    std::vector<int64_t> pads(size_t(2 * rank), 0);
    pads[size_t(2 * (rank - 2) + 1)] = rows - least_rows;
    pads[size_t(2 * (rank - 1) + 1)] = columns - least_columns;
    V zero = o.dtype(v) == D::kBool ? o.Bool(false) : o.Like(v, 0);
    matrix = o(K::kPad, {matrix, o.Reshape(o.Ints(pads), std::vector<int64_t>{rank, 2}), zero});
  }
  if (b.given(4)) {
    V padding = Arg(b, 4, o.dtype(matrix));
    auto* literal = o.literal(padding);
    if (!literal || (ir::IsFloating(literal->dtype()) ? literal->FloatAt(0) != 0 : ir::IsInteger(literal->dtype()) && literal->IntAt(0) != 0)) {
      V on = DiagAt(o, o.BroadcastTo(o.Bool(true), o.ShapeOf(v)), k);
      if (o.shape(on) != o.shape(matrix)) b.in.Fail(DiagnosticKind::kUnsupportedApi, "padding_value together with sizes is not supported here", b.spans[4]);
      matrix = o.Select(on, matrix, padding);
    }
  }
  return o.Out(matrix);
}

// The k-th diagonal of the innermost matrices.
V DiagonalAt(Ops& o, V a, int64_t k) {
  if (k == 0) return o(K::kDiagPart, {a});
  int rank = o.rank(a);
  std::vector<int64_t> begin(size_t(rank), 0), size(size_t(rank), -1);
  begin[size_t(k > 0 ? rank - 1 : rank - 2)] = std::abs(k);
  return o(K::kDiagPart, {o(K::kSlice, {a, o.Ints(begin), o.Ints(size)})});
}

Value DiagPart(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  if (o.rank(a) < 2) o.Invalid(DiagnosticKind::kRankMismatch, "diag_part needs a matrix", b.spans[0]);
  return o.Out(DiagonalAt(o, a, b.given(1) ? OneDiagonal(b, 1) : 0));
}

Value SetDiag(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0), d = Arg(b, 1, o.dtype(a));
  int64_t k = b.given(2) ? OneDiagonal(b, 2) : 0;
  int rank = o.rank(a);
  V rows = o.DimOf(a, rank - 2), columns = o.DimOf(a, rank - 1);
  V i = o.ExpandDims(o.Arange(rows), 1), j = o.ExpandDims(o.Arange(columns), 0);
  V on = o.Eq(o.Sub(j, i), o.Int(k));
  // The diagonal's element for row i is number i (k >= 0) or i + k.
  V at = k >= 0 ? i : o.Add(i, o.Int(k));
  V length = o.DimOf(d, o.rank(d) - 1);
  at = o.Max(o.Min(at, o.Sub(length, o.Int(1))), o.Int(0));
  V spread = o.Gather(d, o.Squeeze(at, {1}), o.rank(d) - 1);
  return o.Out(o.Select(on, o.ExpandDims(spread, o.rank(spread)), a));
}

Value BandPart(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  return o.Out(o(K::kBandPart, {a, o.Cast(Arg(b, 1), D::kInt64), o.Cast(Arg(b, 2), D::kInt64)}));
}

Value Cross(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  int64_t last = o.rank(x) - 1;
  if (last < 0 || (ir::IsKnown(o.dim(x, int(last))) && o.dim(x, int(last)) != 3))
    o.Invalid(DiagnosticKind::kShapeMismatch, "cross needs vectors of 3 elements, not a tensor of shape " + ToString(o.shape(x)), b.spans[0]);
  if (o.ranked(y) && o.shape(y).fully_known() && o.shape(x).fully_known() && o.shape(x) != o.shape(y))
    o.Invalid(DiagnosticKind::kShapeMismatch, "cross needs two tensors of one shape, not " + ToString(o.shape(x)) + " and " + ToString(o.shape(y)));
  V next = o.Ints({1, 2, 0}), after = o.Ints({2, 0, 1});
  return o.Out(o.Sub(o.Mul(o.Gather(x, next, last), o.Gather(y, after, last)), o.Mul(o.Gather(x, after, last), o.Gather(y, next, last))));
}

Value L2Normalize(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  std::vector<int64_t> axes = AxesArg(b, 1, x);
  V squares = o.Sum(o.Square(ir::IsComplex(o.dtype(x)) ? o(K::kAbs, {x}) : x), axes, true);
  V scale = o(K::kRsqrt, {o.Max(squares, Arg(b, 2, o.dtype(squares)))});
  return o.Out(o.Mul(x, o.Cast(scale, o.dtype(x))));
}

enum class Order { kEuclidean, kOne, kInfinity, kNumber };

V Norm(Bound& b, V x, bool keep, const std::vector<int64_t>& axes) {
  Ops o(b);
  Order order = Order::kEuclidean;
  double p = 2;
  if (auto* s = b[1].as<Str>()) {
    if (**s != "euclidean" && **s != "fro")
      b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "ord must be 'euclidean', 'fro' or a number, not '" + **s + "'", b.spans[1]);
  } else {
    V t = b.in.ToTensor(b[1], {}, b.spans[1]);
    auto* literal = o.literal(t);
    if (!literal) b.in.Fail(DiagnosticKind::kDynamicShape, "ord must be known when the program is compiled", b.spans[1]);
    p = ir::IsFloating(literal->dtype()) ? literal->FloatAt(0) : double(literal->IntAt(0));
    order = p == 1 ? Order::kOne : p == 2 ? Order::kEuclidean : std::isinf(p) ? Order::kInfinity : Order::kNumber;
    if (p <= 0) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "ord must be positive, not " + Shown(b.in, b[1]), b.spans[1]);
  }
  V magnitude = o(K::kAbs, {x});
  if (axes.size() == 2 && b.given(2) && !b[1].is<Str>()) {
    // Norms of matrices.
    int64_t rows = axes[0], columns = axes[1];
    if (order == Order::kOne || order == Order::kInfinity) {
      int64_t first = order == Order::kOne ? rows : columns, second = order == Order::kOne ? columns : rows;
      V sums = o.Sum(magnitude, {first}, true);
      V top = o.Reduce(K::kReduceMax, sums, {second}, true);
      return keep ? top : o.Squeeze(top, axes);
    }
    b.in.Fail(DiagnosticKind::kUnsupportedApi, "this matrix norm is not supported here", b.spans[1]);
  }
  switch (order) {
    case Order::kEuclidean:
      if (ir::IsComplex(o.dtype(x))) return o.Sqrt(o.Sum(o(K::kReal, {o.Mul(x, o(K::kConj, {x}))}), axes, keep));
      return o.Sqrt(o.Sum(o.Mul(x, x), axes, keep));
    case Order::kOne: return o.Sum(magnitude, axes, keep);
    case Order::kInfinity: return o.Reduce(K::kReduceMax, magnitude, axes, keep);
    case Order::kNumber: {
      V powers = o.Sum(o(K::kPow, {magnitude, o.Like(magnitude, p)}), axes, keep);
      return o(K::kPow, {powers, o.Like(powers, 1 / p)});
    }
  }
  return x;
}

Value NormFn(Bound& b) {
  V x = Arg(b, 0);
  return Tensor{Norm(b, x, BoolArg(b, 3, "keepdims"), AxesArg(b, 2, x))};
}

Value Normalize(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V norm = Norm(b, x, true, AxesArg(b, 2, x));
  return o.OutTuple({o.Div(x, o.Cast(norm, o.dtype(x))), norm});
}

void NeedSquare(Ops& o, V a, std::string_view what) {
  int r = o.rank(a);
  if (r < 2) o.Invalid(DiagnosticKind::kRankMismatch, std::string(what) + " needs a matrix, not a tensor of shape " + ToString(o.shape(a)));
  ir::Dim n = o.dim(a, r - 2), m = o.dim(a, r - 1);
  if (ir::IsKnown(n) && ir::IsKnown(m) && n != m)
    o.Invalid(DiagnosticKind::kShapeMismatch, std::string(what) + " needs a square matrix, not one of shape " + ToString(o.shape(a)));
}

Value CholeskyFn(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  NeedSquare(o, a, "cholesky");
  return o.Out(o(K::kCholesky, {a}));
}

V TriangularSolve(Ops& o, V a, V rhs, bool lower, bool adjoint) {
  return o(K::kTriangularSolve, {a, rhs}, ir::ParamsAttr{{lower, adjoint}, {}, {}, {}});
}

Value CholeskySolve(Bound& b) {
  Ops o(b);
  auto [l, rhs] = PairArgs(b, 0, 1);
  NeedSquare(o, l, "cholesky_solve");
  return o.Out(TriangularSolve(o, l, TriangularSolve(o, l, rhs, true, false), true, true));
}

Value TriangularSolveFn(Bound& b) {
  Ops o(b);
  auto [a, rhs] = PairArgs(b, 0, 1);
  NeedSquare(o, a, "triangular_solve");
  return o.Out(TriangularSolve(o, a, rhs, b.in.KnownBool(b[2], "lower", b.spans[2]), b.in.KnownBool(b[3], "adjoint", b.spans[3])));
}

Value Solve(Bound& b) {
  Ops o(b);
  auto [a, rhs] = PairArgs(b, 0, 1);
  NeedSquare(o, a, "solve");
  return o.Out(o(K::kMatrixSolve, {a, rhs}, ir::ParamsAttr{{b.in.KnownBool(b[2], "adjoint", b.spans[2])}, {}, {}, {}}));
}

Value Inverse(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  NeedSquare(o, a, "inv");
  return o.Out(o(K::kMatrixInverse, {a}, ir::ParamsAttr{{b.in.KnownBool(b[1], "adjoint", b.spans[1])}, {}, {}, {}}));
}

Value Det(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  NeedSquare(o, a, "det");
  return o.Out(o(K::kDet, {a}));
}

Value Slogdet(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  NeedSquare(o, a, "slogdet");
  V det = o(K::kDet, {a});
  V magnitude = o(K::kAbs, {det});
  V sign = ir::IsComplex(o.dtype(a)) ? o.Div(det, o.Cast(magnitude, o.dtype(a))) : o(K::kSign, {det});
  V log = o.Log(magnitude);
  return o.OutNamed("LogMatrixDeterminant", {"sign", "log_abs_determinant"}, {sign, o.Cast(log, o.dtype(a))});
}

Value Logdet(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  NeedSquare(o, a, "logdet");
  V l = o(K::kCholesky, {a});
  V diagonal = o(K::kDiagPart, {l});
  V real = ir::IsComplex(o.dtype(a)) ? o(K::kReal, {diagonal}) : diagonal;
  V sum = o.Sum(o.Log(real), {o.rank(real) - 1});
  return o.Out(o.Mul(sum, o.Like(sum, 2)));
}

Value Qr(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  if (o.rank(a) < 2) o.Invalid(DiagnosticKind::kRankMismatch, "qr needs a matrix", b.spans[0]);
  return o.OutNamed("Qr", {"q", "r"}, o.Many(K::kQr, {a}, ir::ParamsAttr{{b.in.KnownBool(b[1], "full_matrices", b.spans[1])}, {}, {}, {}}));
}

Value Svd(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  if (o.rank(a) < 2) o.Invalid(DiagnosticKind::kRankMismatch, "svd needs a matrix", b.spans[0]);
  std::vector<V> r = o.Many(K::kSvd, {a}, ir::ParamsAttr{{b.in.KnownBool(b[1], "full_matrices", b.spans[1])}, {}, {}, {}});
  if (!b.in.KnownBool(b[2], "compute_uv", b.spans[2])) return o.Out(r[0]);
  return o.OutTuple(r);
}

Value Eigh(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  NeedSquare(o, a, "eigh");
  return o.OutTuple(o.Many(K::kEigh, {a}));
}

Value Eigvalsh(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  NeedSquare(o, a, "eigvalsh");
  return o.Out(o.Many(K::kEigh, {a})[0]);
}

Value Lstsq(Bound& b) {
  Ops o(b);
  auto [a, rhs] = PairArgs(b, 0, 1);
  if (o.rank(a) < 2 || o.rank(rhs) < 2) o.Invalid(DiagnosticKind::kRankMismatch, "lstsq needs matrices", b.span);
  int r = o.rank(a);
  ir::Dim rows = o.dim(a, r - 2), columns = o.dim(a, r - 1);
  if (!ir::IsKnown(rows) || !ir::IsKnown(columns)) b.in.Fail(DiagnosticKind::kDynamicShape, "lstsq needs matrices of known size", b.spans[0]);
  V regular = Arg(b, 2, ir::RealType(o.dtype(a)));
  V at = Adjoint(o, a);
  bool tall = rows >= columns;
  V gram = tall ? o.MatMul(at, a) : o.MatMul(a, at);
  int64_t n = tall ? columns : rows;
  V eye = o.Cast(o.Eq(o.ExpandDims(o.Arange(o.Int(n)), 1), o.ExpandDims(o.Arange(o.Int(n)), 0)), o.dtype(a));
  gram = o.Add(gram, o.Mul(eye, o.Cast(regular, o.dtype(a))));
  V l = o(K::kCholesky, {gram});
  V right = tall ? o.MatMul(at, rhs) : rhs;
  V x = TriangularSolve(o, l, TriangularSolve(o, l, right, true, false), true, true);
  return o.Out(tall ? x : o.MatMul(at, x));
}

Value TensorDiag(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  V matrix = o(K::kDiag, {o.Reshape(x, std::vector<int64_t>{-1})});
  V dims = o.ShapeOf(x);
  return o.Out(o.Reshape(matrix, o.Concat({dims, dims}, 0)));
}

Value TensorDiagPart(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (o.rank(x) % 2) o.Invalid(DiagnosticKind::kRankMismatch, "tensor_diag_part needs an even rank, not " + std::to_string(o.rank(x)), b.spans[0]);
  V half = o.SliceAxis(o.ShapeOf(x), 0, 0, o.rank(x) / 2);
  V n = o.Reduce(K::kProd, half, {0}, false);
  return o.Out(o.Reshape(o(K::kDiagPart, {o.Reshape(x, o.Stack({n, n}))}), half));
}

Value Pinv(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  int r = o.rank(a);
  std::vector<V> usv = o.Many(K::kSvd, {a}, ir::ParamsAttr{{0}, {}, {}, {}});
  V s = usv[0];
  V cutoff;
  if (b.given(1)) {
    cutoff = Arg(b, 1, ir::RealType(o.dtype(a)));
  } else {
    double eps = o.dtype(a) == D::kFloat64 || o.dtype(a) == D::kComplex128 ? 2.220446049250313e-16 : 1.1920928955078125e-07;
    V size = o.Max(o.DimOf(a, r - 2), o.DimOf(a, r - 1));
    cutoff = o.Mul(o.Cast(size, o.dtype(s)), o.Number(o.dtype(s), 10 * eps));
  }
  V top = o.Reduce(K::kReduceMax, s, {o.rank(s) - 1}, true);
  V keep = o(K::kGt, {s, o.Mul(cutoff, top)});
  V inverse = o.Select(keep, o.Div(o.Like(s, 1), o.Select(keep, s, o.OnesLike(s))), o.ZerosLike(s));
  V scaled = o.Mul(usv[2], o.Cast(o.ExpandDims(inverse, o.rank(inverse) - 1), o.dtype(a)));
  return o.Out(o.MatMul(scaled, Adjoint(o, usv[1])));
}

Value MatrixRank(Bound& b) {
  Ops o(b);
  V a = Arg(b, 0);
  int r = o.rank(a);
  V s = o.Many(K::kSvd, {a}, ir::ParamsAttr{{0}, {}, {}, {}})[0];
  V tolerance;
  if (b.given(1)) {
    tolerance = o.ExpandDims(Arg(b, 1, o.dtype(s)), 0);
  } else {
    double eps = o.dtype(s) == D::kFloat64 ? 2.220446049250313e-16 : 1.1920928955078125e-07;
    V size = o.Cast(o.Max(o.DimOf(a, r - 2), o.DimOf(a, r - 1)), o.dtype(s));
    tolerance = o.Mul(o.Mul(size, o.Like(s, eps)), o.Reduce(K::kReduceMax, s, {o.rank(s) - 1}, true));
  }
  return o.Out(o.Sum(o.Cast(o(K::kGt, {s, tolerance}), D::kInt32), {o.rank(s) - 1}));
}

constexpr BuiltinRow kRows[] = {
    {"tf.matmul",
     "a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False, b_is_sparse=False, "
     "output_type=None, grad_a=False, grad_b=False, name=None",
     MatMulFn},
    {"tf.linalg.matvec", "a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False, name=None", Matvec},
    {"tf.linalg.matrix_transpose", "a, *, conjugate=False", MatrixTranspose},
    {"tf.linalg.adjoint", "matrix, name=None", AdjointFn},
    {"tf.linalg.trace", "x, name=None", Trace},
    {"tf.linalg.diag", "diagonal, *, k=0, num_rows=-1, num_cols=-1, padding_value=0, align='RIGHT_LEFT'", Diag},
    {"tf.linalg.diag_part", "input, *, k=0, padding_value=0, align='RIGHT_LEFT'", DiagPart},
    {"tf.linalg.set_diag", "input, diagonal, *, k=0, align='RIGHT_LEFT'", SetDiag},
    {"tf.linalg.band_part", "input, num_lower, num_upper, name=None", BandPart},
    {"tf.linalg.cross", "a, b, name=None", Cross},
    {"tf.linalg.l2_normalize", "x, axis=None, epsilon=1e-12, name=None, dim=None", L2Normalize},
    {"tf.norm", "tensor, ord='euclidean', axis=None, keepdims=None, name=None", NormFn},
    {"tf.linalg.normalize", "tensor, ord='euclidean', axis=None, name=None", Normalize},
    {"tf.linalg.cholesky", "input, name=None", CholeskyFn},
    {"tf.linalg.cholesky_solve", "chol, rhs, name=None", CholeskySolve},
    {"tf.linalg.solve", "matrix, rhs, adjoint=False, name=None", Solve},
    {"tf.linalg.triangular_solve", "matrix, rhs, lower=True, adjoint=False, name=None", TriangularSolveFn},
    {"tf.linalg.inv", "input, adjoint=False, name=None", Inverse},
    {"tf.linalg.det", "input, name=None", Det},
    {"tf.linalg.slogdet", "input, name=None", Slogdet},
    {"tf.linalg.logdet", "matrix, name=None", Logdet},
    {"tf.linalg.qr", "input, full_matrices=False, name=None", Qr},
    {"tf.linalg.svd", "tensor, full_matrices=False, compute_uv=True, name=None", Svd},
    {"tf.linalg.eigh", "tensor, name=None", Eigh},
    {"tf.linalg.eigvalsh", "tensor, name=None", Eigvalsh},
    {"tf.linalg.lstsq", "matrix, rhs, l2_regularizer=0.0, fast=True, name=None", Lstsq},
    {"tf.linalg.tensor_diag", "diagonal, name=None", TensorDiag},
    {"tf.linalg.tensor_diag_part", "input, name=None", TensorDiagPart},
    {"tf.linalg.pinv", "a, rcond=None, validate_args=False, name=None", Pinv},
    {"tf.linalg.matrix_rank", "a, tol=None, validate_args=False, name=None", MatrixRank},
};

}  // namespace

std::span<const BuiltinRow> TfLinalgRows() { return kRows; }

}  // namespace lathe::staging
