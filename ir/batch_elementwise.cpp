// Batch rules of elementwise operations, reductions and operations along one axis: the map's dimension is one more in
// front, so ranks are aligned and axes move by one.
#include <algorithm>

#include "ir/batch_util.h"
#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {

// Operands broadcast as the elements do: batched ones of lower rank get ones behind the map's dimension.
BatchResult Aligned(const BatchInput& in) {
  Batch v(in);
  int64_t rank = 0;
  for (size_t i = 0; i < v.operands(); ++i) {
    if (!v.ranked(i)) return std::nullopt;
    rank = std::max(rank, v.rank(i));
  }
  std::vector<ValueId> operands;
  for (size_t i = 0; i < v.operands(); ++i) operands.push_back(v.batched(i) ? v.Aligned(i, rank) : v.x(i));
  return v.Same(std::move(operands), v.attrs());
}

// One operand, attributes as they are: aliases, and what works on the innermost dimensions.
BatchResult Unchanged(const BatchInput& in) {
  Batch v(in);
  return v.Same({v.x(0)}, v.attrs());
}

BatchResult AlongAxis(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked()) return std::nullopt;
  AxisAttr attr = std::get<AxisAttr>(v.attrs());
  attr.axis = FromEnd(attr.axis, v.rank()) + 1;
  return v.Same({v.x(0)}, attr);
}

BatchResult ArgAlongAxis(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked()) return std::nullopt;
  ParamsAttr attr = std::get<ParamsAttr>(v.attrs());
  attr.ints[0] = FromEnd(attr.ints[0], v.rank()) + 1;
  return v.Same({v.x(0)}, attr);
}

}  // namespace

BatchResult BatchElementwise(const BatchInput& in) { return Aligned(in); }
BatchResult BatchStringConcat(const BatchInput& in) { return Aligned(in); }
BatchResult BatchParseNumber(const BatchInput& in) { return Aligned(in); }

BatchResult BatchStringOp(const BatchInput& in) {
  Batch v(in);
  const std::string& function = std::get<TextAttr>(v.attrs()).text;
  if (function == "split") return std::nullopt;
  if (function == "join_last") return v.operands() == 1 ? Unchanged(in) : std::nullopt;
  return Aligned(in);
}

BatchResult BatchIdentity(const BatchInput& in) { return Unchanged(in); }
BatchResult BatchStopGradient(const BatchInput& in) { return Unchanged(in); }
BatchResult BatchPreventFold(const BatchInput& in) { return Unchanged(in); }

BatchResult BatchConstant(const BatchInput& in) {
  Batch v(in);
  return v.One(v.b.Constant(std::get<LiteralAttr>(v.attrs()).value), false);
}

BatchResult BatchReduction(const BatchInput& in) {
  Batch v(in);
  AxesAttr attr = std::get<AxesAttr>(v.attrs());
  for (int64_t& axis : attr.axes) ++axis;
  return v.Same({v.x(0)}, attr);
}

BatchResult BatchArgMax(const BatchInput& in) { return ArgAlongAxis(in); }
BatchResult BatchArgMin(const BatchInput& in) { return ArgAlongAxis(in); }
BatchResult BatchCumSum(const BatchInput& in) { return AlongAxis(in); }
BatchResult BatchCumProd(const BatchInput& in) { return AlongAxis(in); }
BatchResult BatchSort(const BatchInput& in) { return AlongAxis(in); }
BatchResult BatchArgSort(const BatchInput& in) { return AlongAxis(in); }

// One sum over the same elements as for a single one, so that its order of additions is the same.
BatchResult BatchSumTo(const BatchInput& in) {
  Batch v(in);
  if (!v.ranked(0) || !v.ranked(1)) return std::nullopt;
  int64_t from = v.rank(0), to = v.rank(1);
  ValueId x = v.Tiled(0), like = v.Tiled(1);
  ValueId sum = v.Op(OpKind::kSumTo, {x, v.Align(like, to, from)});
  return v.One(from == to ? sum : v.Op(OpKind::kReshapeLike, {sum, like}));
}

BatchResult BatchTopK(const BatchInput& in) {
  Batch v(in);
  if (v.batched(1)) return std::nullopt;
  return v.Same({v.x(0), v.x(1)}, v.attrs());
}

BatchResult BatchDiag(const BatchInput& in) { return Unchanged(in); }
BatchResult BatchDiagPart(const BatchInput& in) { return Unchanged(in); }

BatchResult BatchBandPart(const BatchInput& in) {
  Batch v(in);
  if (v.batched(1) || v.batched(2)) return std::nullopt;
  return v.Same({v.x(0), v.x(1), v.x(2)}, v.attrs());
}

// ---- linear algebra: the innermost matrices ----
namespace {
BatchResult AllTiled(const BatchInput& in) {
  Batch v(in);
  std::vector<ValueId> operands;
  for (size_t i = 0; i < v.operands(); ++i) operands.push_back(v.Tiled(i));
  return v.Same(std::move(operands), v.attrs());
}
}  // namespace

BatchResult BatchCholesky(const BatchInput& in) { return Unchanged(in); }
BatchResult BatchMatrixInverse(const BatchInput& in) { return Unchanged(in); }
BatchResult BatchDet(const BatchInput& in) { return Unchanged(in); }
BatchResult BatchEigh(const BatchInput& in) { return Unchanged(in); }
BatchResult BatchQr(const BatchInput& in) { return Unchanged(in); }
BatchResult BatchSvd(const BatchInput& in) { return Unchanged(in); }
BatchResult BatchMatrixSolve(const BatchInput& in) { return AllTiled(in); }
BatchResult BatchTriangularSolve(const BatchInput& in) { return AllTiled(in); }

// Both batched: one more batch dimension. One batched: the map's dimension is the first of its free dimensions, so that
// a shared matrix meets all elements in one product.
BatchResult BatchDot(const BatchInput& in) {
  Batch v(in);
  DotAttr attr = std::get<DotAttr>(v.attrs());
  auto shift = [](std::vector<int64_t>& axes) {
    for (int64_t& axis : axes) ++axis;
  };
  if (v.batched(0)) {
    shift(attr.lhs_batch);
    shift(attr.lhs_contract);
  }
  if (v.batched(1)) {
    shift(attr.rhs_batch);
    shift(attr.rhs_contract);
  }
  int64_t batch = int64_t(attr.lhs_batch.size());
  if (v.batched(0) && v.batched(1)) {
    attr.lhs_batch.insert(attr.lhs_batch.begin(), 0);
    attr.rhs_batch.insert(attr.rhs_batch.begin(), 0);
    return v.Same({v.x(0), v.x(1)}, attr);
  }
  if (!v.ranked(0)) return std::nullopt;
  ValueId product = v.Op(OpKind::kDot, {v.x(0), v.x(1)}, attr);
  int64_t lhs_free = v.rank(0) - batch - int64_t(attr.lhs_contract.size());
  return v.One(v.MoveToFront(product, v.batched(0) ? batch : batch + lhs_free));
}

}  // namespace lathe::ir
