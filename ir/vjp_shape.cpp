// Derivatives of operations that move, repeat, cut or join elements.
#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {

const AxesAttr& AxesOf(const Vjp& v) { return std::get<AxesAttr>(v.attrs()); }
const AxisAttr& AxisOf(const Vjp& v) { return std::get<AxisAttr>(v.attrs()); }

std::vector<ValueId> LikeOperand(const VjpInput& in) {
  std::vector<ValueId> out(in.operands.size());
  out[0] = in.builder.ReshapeLike(in.cotangents[0], in.operands[0]);
  return out;
}

// One column of a [rank, 2] matrix of paddings, as a vector.
ValueId Column(const Vjp& v, ValueId paddings, int64_t column) {
  ValueId index = v.b.Scalar(DType::kInt32, column);
  return v.Op(OpKind::kGather, {paddings, index}, Axis(1));
}

}  // namespace

std::vector<ValueId> VjpReshape(const VjpInput& in) { return LikeOperand(in); }
std::vector<ValueId> VjpReshapeLike(const VjpInput& in) { return LikeOperand(in); }
std::vector<ValueId> VjpExpandDims(const VjpInput& in) { return LikeOperand(in); }
std::vector<ValueId> VjpSqueeze(const VjpInput& in) { return LikeOperand(in); }
std::vector<ValueId> VjpSetShape(const VjpInput& in) { return {in.cotangents[0]}; }

std::vector<ValueId> VjpBroadcastTo(const VjpInput& in) {
  return {in.builder.SumTo(in.cotangents[0], in.operands[0]), {}};
}

std::vector<ValueId> VjpTranspose(const VjpInput& in) {
  Vjp v(in);
  const std::vector<int64_t>& permutation = AxesOf(v).axes;
  std::vector<int64_t> inverse(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i) inverse[size_t(permutation[i])] = int64_t(i);
  return {v.b.Transpose(v.dy(), std::move(inverse))};
}

std::vector<ValueId> VjpReverse(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kReverse, {v.dy()}, v.attrs())};
}

std::vector<ValueId> VjpStridedSlice(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kStridedSliceGrad, {v.x(0), v.x(1), v.x(2), v.x(3), v.dy()}, v.attrs()), {}, {}, {}};
}

std::vector<ValueId> VjpStridedSliceGrad(const VjpInput& in) {
  Vjp v(in);
  return {{}, {}, {}, {}, v.Op(OpKind::kStridedSlice, {v.dy(), v.x(1), v.x(2), v.x(3)}, v.attrs())};
}

std::vector<ValueId> VjpStridedSliceUpdate(const VjpInput& in) {
  Vjp v(in);
  std::vector<ValueId> out(5);
  if (v.wanted(0))
    out[0] = v.Op(OpKind::kStridedSliceUpdate, {v.dy(), v.x(1), v.x(2), v.x(3), v.C(v.dy(), 0)}, v.attrs());
  if (v.wanted(4))
    out[4] = v.b.SumTo(v.Op(OpKind::kStridedSlice, {v.dy(), v.x(1), v.x(2), v.x(3)}, v.attrs()), v.x(4));
  return out;
}

std::vector<ValueId> VjpSlice(const VjpInput& in) {
  Vjp v(in);
  DType index = v.dtype(v.x(1));
  ValueId after = v.b.Sub(v.b.Sub(v.b.ShapeOf(v.x(), index), v.x(1)), v.b.ShapeOf(v.y(), index));
  ValueId paddings = v.Op(OpKind::kStack, {v.x(1), after}, Axis(1));
  return {v.Op(OpKind::kPad, {v.dy(), paddings, v.C(v.dy(), 0)}), {}, {}};
}

std::vector<ValueId> VjpPad(const VjpInput& in) {
  Vjp v(in);
  ValueId before = Column(v, v.x(1), 0);
  ValueId size = v.b.ShapeOf(v.x(), v.dtype(v.x(1)));
  return {v.Op(OpKind::kSlice, {v.dy(), before, size}), {}, {}};
}

// Per dimension: the inner part, plus the mirrored borders at the positions they came from. Needs constant paddings.
std::vector<ValueId> VjpMirrorPad(const VjpInput& in) {
  Vjp v(in);
  if (!v.b.ConstantOf(v.x(1))) return {};
  const Literal paddings = *v.b.ConstantOf(v.x(1));  // a copy: emission moves the operations
  int r = v.rank(v.x());
  int64_t skip = std::get<ParamsAttr>(v.attrs()).ints[0] == 0 ? 1 : 0;  // REFLECT leaves the border element out
  ValueId dy = v.dy();
  for (int axis = 0; axis < r; ++axis) {
    int64_t lo = paddings.IntAt(2 * axis), hi = paddings.IntAt(2 * axis + 1);
    if (lo == 0 && hi == 0) continue;
    ValueId shape = v.b.ShapeOf(dy);
    auto one_hot = [&](int64_t value) {
      std::vector<int64_t> all(size_t(r), 0);
      all[size_t(axis)] = value;
      return v.b.Ints(all);
    };
    auto pad = [&](ValueId part, ValueId before, ValueId after) {
      ValueId both = v.Op(OpKind::kStack, {before, after}, Axis(1));
      return v.Op(OpKind::kPad, {part, both, v.C(part, 0)});
    };
    auto with_extent = [&](int64_t extent) {  // the shape of dy with `extent` along the axis
      std::vector<int64_t> keep(size_t(r), 1);
      keep[size_t(axis)] = 0;
      return v.b.Add(v.b.Mul(shape, v.b.Ints(keep)), one_hot(extent));
    };
    ValueId inner = v.b.Sub(shape, one_hot(lo + hi));
    ValueId sum = v.Op(OpKind::kSlice, {dy, one_hot(lo), inner});
    AxesAttr reversed{{axis}, false};
    ValueId zeros = one_hot(0);
    if (lo > 0) {
      ValueId part = v.Op(OpKind::kReverse, {v.Op(OpKind::kSlice, {dy, zeros, with_extent(lo)})}, reversed);
      ValueId after = v.b.Sub(v.b.Sub(inner, v.b.ShapeOf(part)), one_hot(skip));
      sum = v.b.Add(sum, pad(part, one_hot(skip), after));
    }
    if (hi > 0) {
      std::vector<int64_t> along(size_t(r), 0);
      along[size_t(axis)] = 1;
      ValueId begin = v.b.Mul(v.b.Sub(shape, one_hot(hi)), v.b.Ints(along));
      ValueId part = v.Op(OpKind::kReverse, {v.Op(OpKind::kSlice, {dy, begin, with_extent(hi)})}, reversed);
      ValueId before = v.b.Sub(v.b.Sub(inner, v.b.ShapeOf(part)), one_hot(skip));
      sum = v.b.Add(sum, pad(part, before, one_hot(skip)));
    }
    dy = sum;
  }
  return {dy, {}};
}

std::vector<ValueId> VjpConcat(const VjpInput& in) {
  Vjp v(in);
  if (v.operands() == 1) return {v.dy()};
  std::vector<ValueId> operands{v.dy()};
  operands.insert(operands.end(), in.operands.begin(), in.operands.end());
  return v.b.MakeMany(OpKind::kConcatGrad, std::move(operands), v.attrs());
}

std::vector<ValueId> VjpConcatGrad(const VjpInput& in) {
  Vjp v(in);
  std::vector<ValueId> out(v.operands());
  out[0] = v.Op(OpKind::kConcat, in.cotangents, v.attrs());
  return out;
}

std::vector<ValueId> VjpStack(const VjpInput& in) {
  Vjp v(in);
  int64_t axis = AxisOf(v).axis;
  std::vector<ValueId> out;
  for (size_t i = 0; i < v.operands(); ++i)
    out.push_back(v.wanted(i) ? v.Op(OpKind::kGather, {v.dy(), v.b.Scalar(DType::kInt32, int64_t(i))}, Axis(axis))
                              : ValueId{});
  return out;
}

// [multiple 0, extent 0, multiple 1, …] summed over the multiples.
std::vector<ValueId> VjpTile(const VjpInput& in) {
  Vjp v(in);
  int r = v.rank(v.x());
  if (r == 0) return {v.dy(), {}};
  if (r > 4) return {};
  ValueId multiples = v.b.Cast(v.x(1), DType::kInt32);
  ValueId pairs = v.Op(OpKind::kStack, {multiples, v.b.ShapeOf(v.x())}, Axis(1));
  ValueId split = v.Op(OpKind::kReshape, {v.dy(), v.Op(OpKind::kReshape, {pairs, v.b.Ints({2 * r})})});
  AxesAttr axes;
  for (int i = 0; i < r; ++i) axes.axes.push_back(2 * i);
  return {v.b.ReshapeLike(v.Op(OpKind::kSum, {split}, axes), v.x()), {}};
}

std::vector<ValueId> VjpLinspace(const VjpInput& in) {
  Vjp v(in);
  ValueId weight = v.Op(OpKind::kLinspace, {v.C(v.dy(), 0), v.C(v.dy(), 1), v.x(2)});
  AxesAttr all{{0}, false};
  return {v.Op(OpKind::kSum, {v.b.Mul(v.dy(), v.CSub(1, weight))}, all),
          v.Op(OpKind::kSum, {v.b.Mul(v.dy(), weight)}, all),
          {}};
}

std::vector<ValueId> VjpRoll(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kRoll, {v.dy(), v.b.Neg(v.x(1))}, v.attrs()), {}};
}

std::vector<ValueId> VjpBandPart(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kBandPart, {v.dy(), v.x(1), v.x(2)}), {}, {}};
}

std::vector<ValueId> VjpDiag(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kDiagPart, {v.dy()})};
}

std::vector<ValueId> VjpDiagPart(const VjpInput& in) {
  Vjp v(in);
  ValueId square = v.Op(OpKind::kDiag, {v.dy()});
  if (SameKnownShape(v.shape(square), v.shape(v.x()))) return {square};
  ValueId after = v.b.Sub(v.b.ShapeOf(v.x()), v.b.ShapeOf(square));
  ValueId none = v.b.Ints(std::vector<int64_t>(size_t(v.rank(v.x())), 0));
  return {v.Op(OpKind::kPad, {square, v.Op(OpKind::kStack, {none, after}, Axis(1)), v.C(square, 0)})};
}

}  // namespace lathe::ir
