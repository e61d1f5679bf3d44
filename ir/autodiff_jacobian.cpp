// tape.jacobian and batch_jacobian: the gradient for every element of the target, as a Map over one-hot seeds (which the
// vectorize pass turns into straight-line code).
#include "ir/autodiff_engine.h"
#include "ir/op_table.h"

namespace lathe::ir {

namespace {

AxisAttr AxisOf(int64_t axis) {
  AxisAttr attr;
  attr.axis = axis;
  return attr;
}

ValueId ShapeOfSource(Builder& b, const GradientSource& source) {
  if (source.value.valid()) return b.ShapeOf(source.value);
  const Type type = b.module()[source.global].type;
  if (type.shape.fully_known()) return b.Ints(type.shape.dims);
  return b.ShapeOf(b.Make(OpKind::kGlobalLoad, {}, GlobalAttr{source.global}));
}

// Rows of the identity matrix of size n (int32 scalar).
ValueId OneHotRows(Builder& b, ValueId n, DType dtype) {
  ValueId numbers = b.Make(OpKind::kRange, {b.Scalar(DType::kInt32, 0), n, b.Scalar(DType::kInt32, 1)});
  return b.Make(OpKind::kOneHot, {numbers, n, b.Scalar(dtype, 1), b.Scalar(dtype, 0)}, AxisOf(1));
}

ValueId Part(Builder& b, ValueId shape, int64_t from, int64_t to) {
  std::vector<int64_t> positions;
  for (int64_t i = from; i < to; ++i) positions.push_back(i);
  return b.Make(OpKind::kGather, {shape, b.Ints(positions)}, AxisOf(0));
}

ValueId Join(Builder& b, const std::vector<ValueId>& parts) { return b.Make(OpKind::kConcat, parts, AxisOf(0)); }

// One Map: row of the identity -> seed -> gradients. The results, [n] + [source shape], invalid where not connected.
// Number of elements of the dimensions from `first` on (int32 scalar), a constant where they are known.
ValueId CountFrom(Builder& b, const Shape& dims, ValueId shape, size_t first) {
  int64_t product = 1;
  for (size_t i = first; dims.ranked && i < dims.dims.size(); ++i)
    product = IsKnown(dims.dims[i]) && product >= 0 ? product * dims.dims[i] : -1;
  if (dims.ranked && product >= 0) return b.Scalar(DType::kInt32, product);
  return b.Make(OpKind::kProd, {shape}, AxesAttr{{0}, false});
}

template <class Seed>
GradientResult MapSeeds(Builder& b, ValueId rows, const Seed& seed, const std::vector<OpId>& tape, ValueId target,
                        const std::vector<GradientSource>& sources, const CustomRules& custom) {
  Module& m = b.module();
  Type row = m.type(rows);
  Dim n = row.shape.dims[0];
  row.shape.dims.erase(row.shape.dims.begin());
  RegionId region = b.OpenRegion({row});
  GradientResult result = Gradient(b, tape, {target}, {seed(m[region].parameters[0])}, sources, custom);
  std::vector<ValueId> yields;
  std::vector<Type> types;
  for (ValueId gradient : result.gradients) {
    if (!gradient.valid()) continue;
    yields.push_back(gradient);
    Type type = m.type(gradient);
    if (type.shape.ranked) type.shape.dims.insert(type.shape.dims.begin(), n);
    types.push_back(std::move(type));
  }
  b.CloseRegion(yields);
  if (yields.empty()) return result;
  OpId map = b.EmitControl(OpKind::kMap, {rows}, types, {region});
  size_t next = 0;
  for (ValueId& gradient : result.gradients)
    if (gradient.valid()) gradient = m[map].results[next++];
  return result;
}

GradientResult Nothing(size_t sources) {
  GradientResult result;
  result.gradients.resize(sources);
  result.connected.resize(sources, false);
  return result;
}

}  // namespace

GradientResult Jacobian(Builder& b, const std::vector<OpId>& tape, ValueId target,
                        const std::vector<GradientSource>& sources, const CustomRules& custom) {
  const Type type = b.module().type(target);
  if (!Differentiable(type)) return Nothing(sources.size());
  ValueId shape = b.ShapeOf(target);
  ValueId n = CountFrom(b, type.shape, shape, 0);
  auto seed = [&](ValueId row) { return b.ReshapeLike(row, target); };
  GradientResult result = MapSeeds(b, OneHotRows(b, n, type.dtype), seed, tape, target, sources, custom);
  for (size_t i = 0; i < sources.size(); ++i) {
    if (!result.gradients[i].valid()) continue;
    ValueId whole = Join(b, {shape, ShapeOfSource(b, sources[i])});
    result.gradients[i] = b.Make(OpKind::kReshape, {result.gradients[i], whole});
  }
  return result;
}

GradientResult BatchJacobian(Builder& b, const std::vector<OpId>& tape, ValueId target, ValueId source,
                             const CustomRules& custom) {
  const Type type = b.module().type(target);
  if (!Differentiable(type)) return Nothing(1);
  int64_t rank = type.shape.rank(), source_rank = b.module().type(source).shape.rank();
  ValueId shape = b.ShapeOf(target), inner = Part(b, shape, 1, rank);
  ValueId n = CountFrom(b, type.shape, inner, 1);
  ValueId one = b.Ints({1});
  auto seed = [&](ValueId row) {
    ValueId element = b.Make(OpKind::kReshape, {row, Join(b, {one, inner})});
    return b.Make(OpKind::kBroadcastTo, {element, shape});
  };
  GradientResult result = MapSeeds(b, OneHotRows(b, n, type.dtype), seed, tape, target, {source}, custom);
  if (!result.gradients[0].valid()) return result;
  std::vector<int64_t> permutation{1, 0};
  for (int64_t i = 1; i < source_rank; ++i) permutation.push_back(i + 1);
  ValueId moved = b.Transpose(result.gradients[0], permutation);
  ValueId whole = Join(b, {Part(b, shape, 0, 1), inner, Part(b, b.ShapeOf(source), 1, source_rank)});
  result.gradients[0] = b.Make(OpKind::kReshape, {moved, whole});
  return result;
}

}  // namespace lathe::ir
