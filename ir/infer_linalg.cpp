// Inference of contractions, matrix decompositions and random draws.
#include <set>

#include "ir/infer_common.h"
#include "ir/rules.h"

namespace lathe::ir {
namespace {

constexpr DTypeSet kDotSet =
    SetOf({DType::kInt16, DType::kInt32, DType::kInt64}) | kFloatSet | kComplexSet | SetOf({DType::kInt8, DType::kUInt8});
constexpr DTypeSet kMatrixSet = kWideFloatSet | kComplexSet;

bool Listed(const std::vector<int64_t>& axes, int64_t axis) {
  for (int64_t a : axes)
    if (a == axis) return true;
  return false;
}

// The free dimensions of one side of a dot product, in order.
void AddFree(const Shape& shape, const std::vector<int64_t>& batch, const std::vector<int64_t>& contract, Shape& out) {
  for (int64_t i = 0; i < shape.rank(); ++i)
    if (!Listed(batch, i) && !Listed(contract, i)) out.dims.push_back(shape.dims[size_t(i)]);
}

Problem AxesInside(const InferInput& in, const std::vector<int64_t>& axes, const Shape& shape) {
  for (int64_t axis : axes)
    if (axis < 0 || axis >= shape.rank()) return AxisProblem(in, axis, shape.rank());
  return std::nullopt;
}

// Innermost matrices [.., m, n]; square where asked.
Problem NeedMatrices(const InferInput& in, size_t i, bool square) {
  if (Problem p = NeedDType(in, i, kMatrixSet)) return p;
  if (Problem p = NeedRankAtLeast(in, i, 2, "the input")) return p;
  const Shape& shape = in.type(i).shape;
  if (square && shape.ranked && Differ(shape.dims[shape.dims.size() - 1], shape.dims[shape.dims.size() - 2]))
    return InferError{"shape-mismatch", UserName(in.kind) + " needs square matrices, the input has shape " + ToString(shape)};
  return std::nullopt;
}

InferResult Square(const InferInput& in) {
  if (Problem p = NeedMatrices(in, 0, true)) return Fail(p);
  return One(in.type(0));
}

InferResult Solve(const InferInput& in) {
  if (Problem p = NeedMatrices(in, 0, true)) return Fail(p);
  if (Problem p = NeedSameDType(in, 0, 1)) return Fail(p);
  if (Problem p = NeedRankAtLeast(in, 1, 2, "the right-hand side")) return Fail(p);
  const Shape &a = in.type(0).shape, &b = in.type(1).shape;
  if (!a.ranked || !b.ranked) return One(in.type(1));
  Dim rows = a.dims.back(), have = b.dims[b.dims.size() - 2];
  if (Differ(rows, have)) return Fail(Mismatch(in, a, b));
  Shape lead_a{true, {a.dims.begin(), a.dims.end() - 2}}, lead_b{true, {b.dims.begin(), b.dims.end() - 2}};
  auto lead = BroadcastShapes(lead_a, lead_b);
  if (!lead) return Fail(Mismatch(in, a, b));
  lead->dims.push_back(Better(have, rows));
  lead->dims.push_back(b.dims.back());
  return One(in.type(1).dtype, std::move(*lead));
}

Shape WithMatrix(const Shape& like, Dim rows, Dim columns) {
  Shape out = like;
  out.dims[out.dims.size() - 2] = rows;
  out.dims[out.dims.size() - 1] = columns;
  return out;
}

Dim Least(Dim a, Dim b) { return a == b ? a : IsKnown(a) && IsKnown(b) ? std::min(a, b) : kUnknown; }

}  // namespace

InferResult InferDot(const InferInput& in) {
  for (size_t i = 0; i < 2; ++i)
    if (in.type(i).kind != TypeKind::kTensor) return Fail(NeedDType(in, i, kDotSet));
  if (Problem p = NeedSameDType(in, 0, 1)) return Fail(p);
  if (Problem p = NeedDType(in, 0, kDotSet)) return Fail(p);
  const DotAttr& attr = AttrsOf<DotAttr>(in);
  const Shape &a = in.type(0).shape, &b = in.type(1).shape;
  if (!a.ranked || !b.ranked) return One(in.type(0).dtype, Shape::Unranked());
  for (const auto* axes : {&attr.lhs_batch, &attr.lhs_contract})
    if (Problem p = AxesInside(in, *axes, a)) return Fail(p);
  for (const auto* axes : {&attr.rhs_batch, &attr.rhs_contract})
    if (Problem p = AxesInside(in, *axes, b)) return Fail(p);
  Shape out;
  for (size_t i = 0; i < attr.lhs_batch.size(); ++i) {
    Dim x = a.dims[size_t(attr.lhs_batch[i])], y = b.dims[size_t(attr.rhs_batch.at(i))];
    if (Differ(x, y)) return Fail(Mismatch(in, a, b));
    out.dims.push_back(Better(x, y));
  }
  for (size_t i = 0; i < attr.lhs_contract.size(); ++i) {
    Dim x = a.dims[size_t(attr.lhs_contract[i])], y = b.dims[size_t(attr.rhs_contract.at(i))];
    if (Differ(x, y))
      return Fail("shape-mismatch", "matmul: shapes " + ToString(a) + " and " + ToString(b) +
                                        " do not multiply; the inner dimensions are " + std::to_string(x) + " and " +
                                        std::to_string(y));
  }
  AddFree(a, attr.lhs_batch, attr.lhs_contract, out);
  AddFree(b, attr.rhs_batch, attr.rhs_contract, out);
  if (out.dims.size() > LT_MAX_RANK) return Fail("invalid-argument", "the product has more than 8 dimensions");
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferCholesky(const InferInput& in) { return Square(in); }
InferResult InferMatrixInverse(const InferInput& in) { return Square(in); }
InferResult InferMatrixSolve(const InferInput& in) { return Solve(in); }
InferResult InferTriangularSolve(const InferInput& in) { return Solve(in); }

InferResult InferDet(const InferInput& in) {
  if (Problem p = NeedMatrices(in, 0, true)) return Fail(p);
  Shape shape = in.type(0).shape;
  if (shape.ranked) shape.dims.resize(shape.dims.size() - 2);
  return One(in.type(0).dtype, std::move(shape));
}

InferResult InferEigh(const InferInput& in) {
  if (Problem p = NeedMatrices(in, 0, true)) return Fail(p);
  Shape values = in.type(0).shape;
  if (values.ranked) values.dims.pop_back();
  return {{Type::Tensor(in.type(0).dtype, values), in.type(0)}, std::nullopt};
}

InferResult InferQr(const InferInput& in) {
  if (Problem p = NeedMatrices(in, 0, false)) return Fail(p);
  const Type& type = in.type(0);
  if (!type.shape.ranked) return {{type, type}, std::nullopt};
  bool full = AttrsOf<ParamsAttr>(in).ints.at(0) != 0;
  Dim m = type.shape.dims[type.shape.dims.size() - 2], n = type.shape.dims.back();
  Dim inner = full ? m : Least(m, n);
  return {{Type::Tensor(type.dtype, WithMatrix(type.shape, m, inner)),
           Type::Tensor(type.dtype, WithMatrix(type.shape, inner, n))},
          std::nullopt};
}

InferResult InferSvd(const InferInput& in) {
  if (Problem p = NeedMatrices(in, 0, false)) return Fail(p);
  const Type& type = in.type(0);
  DType real = RealType(type.dtype);
  if (!type.shape.ranked) return {{Type::Tensor(real, type.shape), type, type}, std::nullopt};
  bool full = AttrsOf<ParamsAttr>(in).ints.at(0) != 0;
  Dim m = type.shape.dims[type.shape.dims.size() - 2], n = type.shape.dims.back(), p = Least(m, n);
  Shape values = type.shape;
  values.dims.pop_back();
  values.dims.back() = p;
  return {{Type::Tensor(real, values), Type::Tensor(type.dtype, WithMatrix(type.shape, m, full ? m : p)),
           Type::Tensor(type.dtype, WithMatrix(type.shape, n, full ? n : p))},
          std::nullopt};
}

InferResult InferStatelessRandom(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kSizeSet, "a shape")) return Fail(p);
  if (Problem p = NeedRank(in, 0, 1, "the shape")) return Fail(p);
  if (Problem p = NeedAtLeast(in, 0, 0, "sizes")) return Fail(p);
  if (Problem p = NeedDType(in, 1, kIntSet, "a seed")) return Fail(p);
  const Shape& seed = in.type(1).shape;
  // Three words are the state of a generator.
  if (seed.ranked && (seed.rank() != 1 || (Differ(seed.dims[0], 2) && Differ(seed.dims[0], 3))))
    return Fail("shape-mismatch", "a seed must have shape (2,), not " + ToString(seed));
  return One(AttrsOf<ParamsAttr>(in).dtypes.at(0), ShapeFrom(in, 0));
}

InferResult InferStatefulRandom(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kSizeSet, "a shape")) return Fail(p);
  if (Problem p = NeedRank(in, 0, 1, "the shape")) return Fail(p);
  if (Problem p = NeedAtLeast(in, 0, 0, "sizes")) return Fail(p);
  return One(AttrsOf<ParamsAttr>(in).dtypes.at(0), ShapeFrom(in, 0));
}

InferResult InferStatelessShuffle(const InferInput& in) {
  if (Problem p = NeedDType(in, 1, kIntSet, "a seed")) return Fail(p);
  return One(in.type(0));
}

}  // namespace lathe::ir
