// Inference of gathers, scatters, segments, sorting and counting.
#include "ir/infer_common.h"
#include "ir/rules.h"

namespace lathe::ir {
namespace {

Shape Unknowns(size_t rank) { return Shape{true, std::vector<Dim>(rank, kUnknown)}; }

// Dimensions [from, end) of a ranked shape.
std::vector<Dim> Tail(const Shape& shape, size_t from) { return {shape.dims.begin() + int64_t(from), shape.dims.end()}; }

Problem BatchProblem(const InferInput& in, int64_t batch_dims) {
  return InferError{"invalid-argument", UserName(in.kind) + ": batch_dims " + std::to_string(batch_dims) +
                                            " does not fit shapes " + ToString(in.type(0).shape) + " and " +
                                            ToString(in.type(1).shape)};
}

// Leading `count` dimensions must agree.
Problem NeedSameBatch(const InferInput& in, size_t count) {
  const Shape &a = in.type(0).shape, &b = in.type(1).shape;
  for (size_t i = 0; i < count; ++i)
    if (Differ(a.dims[i], b.dims[i])) return Mismatch(in, a, b);
  return std::nullopt;
}

struct Coordinates {
  bool known = false;   // the rank of indices and the length of a coordinate
  size_t outer = 0;     // rank of indices - 1
  size_t length = 0;
};

Coordinates CoordinatesOf(const Shape& indices) {
  if (!indices.ranked || indices.rank() == 0 || !IsKnown(indices.dims.back())) return {};
  return {true, size_t(indices.rank()) - 1, size_t(indices.dims.back())};
}

// Updates of a scatter into `shape`: indices.shape[:-1] + shape[length:].
Problem CheckUpdates(const InferInput& in, const Shape& indices, const Shape& updates, const Shape& shape) {
  Coordinates at = CoordinatesOf(indices);
  if (!at.known || !shape.ranked) return std::nullopt;
  if (at.length > shape.dims.size())
    return InferError{"shape-mismatch", UserName(in.kind) + ": coordinates of length " + std::to_string(at.length) +
                                            " for a tensor of shape " + ToString(shape)};
  Shape want{true, {indices.dims.begin(), indices.dims.end() - 1}};
  for (Dim d : Tail(shape, at.length)) want.dims.push_back(d);
  if (Unite(want, updates)) return std::nullopt;
  return InferError{"shape-mismatch", UserName(in.kind) + ": updates have shape " + ToString(updates) + ", indices of shape " +
                                          ToString(indices) + " into shape " + ToString(shape) + " need " + ToString(want)};
}

}  // namespace

InferResult InferGather(const InferInput& in) {
  if (Problem p = NeedDType(in, 1, kIndexSet, "indices")) return Fail(p);
  const AxisAttr& attr = AttrsOf<AxisAttr>(in);
  const Shape &source = in.type(0).shape, &indices = in.type(1).shape;
  if (source.ranked && source.rank() == 0)
    return Fail("rank-mismatch", "gather: the input must have at least rank 1, it has shape ()");
  if (!source.ranked || !indices.ranked) return One(in.type(0).dtype, Shape::Unranked());
  auto axis = NormalAxis(attr.axis, source.rank());
  if (!axis) return Fail(AxisProblem(in, attr.axis, source.rank()));
  int64_t batch = attr.batch_dims < 0 ? attr.batch_dims + indices.rank() : attr.batch_dims;
  if (batch < 0 || batch > indices.rank() || batch > *axis) return Fail(BatchProblem(in, attr.batch_dims));
  if (Problem p = NeedSameBatch(in, size_t(batch))) return Fail(p);
  Shape out;
  for (int64_t i = 0; i < *axis; ++i) {
    Dim d = source.dims[size_t(i)];
    out.dims.push_back(i < batch ? Better(d, indices.dims[size_t(i)]) : d);
  }
  for (Dim d : Tail(indices, size_t(batch))) out.dims.push_back(d);
  for (Dim d : Tail(source, size_t(*axis) + 1)) out.dims.push_back(d);
  if (out.dims.size() > LT_MAX_RANK) return Fail("invalid-argument", "gather: the result has more than 8 dimensions");
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferGatherNd(const InferInput& in) {
  if (Problem p = NeedDType(in, 1, kIndexSet, "indices")) return Fail(p);
  const Shape &source = in.type(0).shape, &indices = in.type(1).shape;
  if (indices.ranked && indices.rank() == 0) return Fail("rank-mismatch", "gather_nd: indices must have at least rank 1");
  Coordinates at = CoordinatesOf(indices);
  if (!at.known || !source.ranked) return One(in.type(0).dtype, Shape::Unranked());
  size_t batch = size_t(AttrsOf<AxisAttr>(in).batch_dims);
  if (batch > at.outer || batch > source.dims.size()) return Fail(BatchProblem(in, int64_t(batch)));
  if (Problem p = NeedSameBatch(in, batch)) return Fail(p);
  if (batch + at.length > source.dims.size())
    return Fail("shape-mismatch", "gather_nd: coordinates of length " + std::to_string(at.length) +
                                      " for a tensor of shape " + ToString(source));
  Shape out{true, {indices.dims.begin(), indices.dims.end() - 1}};
  for (Dim d : Tail(source, batch + at.length)) out.dims.push_back(d);
  if (out.dims.size() > LT_MAX_RANK) return Fail("invalid-argument", "gather_nd: the result has more than 8 dimensions");
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferScatterNd(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kSizeSet, "indices")) return Fail(p);
  if (Problem p = NeedDType(in, 2, kSizeSet, "a shape")) return Fail(p);
  if (Problem p = NeedRank(in, 2, 1, "the shape")) return Fail(p);
  if (Problem p = NeedAtLeast(in, 2, 0, "sizes")) return Fail(p);
  Shape out = ShapeFrom(in, 2);
  if (Problem p = CheckUpdates(in, in.type(0).shape, in.type(1).shape, out)) return Fail(p);
  return One(in.type(1).dtype, std::move(out));
}

InferResult InferTensorScatter(const InferInput& in) {
  int64_t mode = AttrsOf<ParamsAttr>(in).ints.at(0);
  DTypeSet set = mode == 0 ? kAnySet : mode == 3 || mode == 4 ? kRealSet : kNumberSet;
  if (Problem p = NeedDType(in, 0, set)) return Fail(p);
  if (Problem p = NeedDType(in, 1, kSizeSet, "indices")) return Fail(p);
  if (Problem p = NeedSameDType(in, 0, 2)) return Fail(p);
  if (Problem p = CheckUpdates(in, in.type(1).shape, in.type(2).shape, in.type(0).shape)) return Fail(p);
  return One(in.type(0));
}

InferResult InferGatherGrad(const InferInput& in) {
  if (Problem p = NeedDType(in, 1, kIndexSet, "indices")) return Fail(p);
  return One(in.type(2).dtype, in.type(0).shape);
}

InferResult InferWhere(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kNumberSet | kBoolSet)) return Fail(p);
  const Shape& shape = in.type(0).shape;
  return One(DType::kInt64, Shape{true, {kUnknown, shape.ranked ? shape.rank() : kUnknown}});
}

InferResult InferUnsortedSegment(const InferInput& in) {
  int64_t mode = AttrsOf<ParamsAttr>(in).ints.at(0);
  if (Problem p = NeedDType(in, 0, mode == 1 || mode == 2 ? kRealSet : kNumberSet)) return Fail(p);
  if (Problem p = NeedDType(in, 1, kIndexSet, "segment ids")) return Fail(p);
  if (Problem p = NeedDType(in, 2, kSizeSet, "a segment count")) return Fail(p);
  if (Problem p = NeedRank(in, 2, 0, "the segment count")) return Fail(p);
  if (Problem p = NeedAtLeast(in, 2, 0, "the segment count")) return Fail(p);
  const Shape &data = in.type(0).shape, &ids = in.type(1).shape;
  if (!data.ranked || !ids.ranked) return One(in.type(0).dtype, Shape::Unranked());
  size_t lead = size_t(ids.rank());
  bool fits = lead <= data.dims.size();
  for (size_t i = 0; fits && i < lead; ++i) fits = !Differ(ids.dims[i], data.dims[i]);
  if (!fits)
    return Fail("shape-mismatch", "segment ids of shape " + ToString(ids) + " do not lead the data's shape " + ToString(data));
  auto count = ConstantDims(in.module, in.operands[2]);
  Shape out{true, {count && count->size() == 1 ? (*count)[0] : kUnknown}};
  for (Dim d : Tail(data, lead)) out.dims.push_back(d);
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferOneHot(const InferInput& in) {
  constexpr DTypeSet kOneHot = kSizeSet | SetOf({DType::kUInt8, DType::kInt8});
  if (Problem p = NeedDType(in, 0, kOneHot, "indices")) return Fail(p);
  if (Problem p = NeedDType(in, 1, kSizeSet, "a depth")) return Fail(p);
  if (Problem p = NeedRank(in, 1, 0, "the depth")) return Fail(p);
  if (Problem p = NeedAtLeast(in, 1, 0, "the depth")) return Fail(p);
  if (Problem p = NeedSameDType(in, 2, 3)) return Fail(p);
  Shape out = in.type(0).shape;
  if (!out.ranked) return One(in.type(2).dtype, std::move(out));
  int64_t axis = AttrsOf<AxisAttr>(in).axis;
  auto normal = NormalAxis(axis, out.rank() + 1);
  if (!normal) return Fail(AxisProblem(in, axis, out.rank() + 1));
  if (out.rank() == LT_MAX_RANK) return Fail("invalid-argument", "one_hot of rank 8; at most 8 is supported");
  auto depth = ConstantDims(in.module, in.operands[1]);
  out.dims.insert(out.dims.begin() + *normal, depth && depth->size() == 1 ? (*depth)[0] : kUnknown);
  return One(in.type(2).dtype, std::move(out));
}

namespace {
InferResult AlongAxis(const InferInput& in, DType result) {
  if (Problem p = NeedDType(in, 0, kRealSet)) return Fail(p);
  const Shape& shape = in.type(0).shape;
  int64_t axis = AttrsOf<AxisAttr>(in).axis;
  if (shape.ranked && !NormalAxis(axis, shape.rank())) return Fail(AxisProblem(in, axis, shape.rank()));
  return One(result, shape);
}
}  // namespace

InferResult InferSort(const InferInput& in) { return AlongAxis(in, in.type(0).dtype); }
InferResult InferArgSort(const InferInput& in) { return AlongAxis(in, DType::kInt32); }

InferResult InferTopK(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kRealSet)) return Fail(p);
  if (Problem p = NeedRankAtLeast(in, 0, 1, "the input")) return Fail(p);
  if (Problem p = NeedDType(in, 1, kIndexSet, "k")) return Fail(p);
  if (Problem p = NeedRank(in, 1, 0, "k")) return Fail(p);
  if (Problem p = NeedAtLeast(in, 1, 0, "k")) return Fail(p);
  Shape out = in.type(0).shape;
  auto k = ConstantDims(in.module, in.operands[1]);
  if (out.ranked) {
    Dim count = k && k->size() == 1 ? (*k)[0] : kUnknown;
    if (IsKnown(count) && IsKnown(out.dims.back()) && count > out.dims.back())
      return Fail("invalid-argument", "top_k: k is " + std::to_string(count) + ", the last dimension of shape " +
                                          ToString(out) + " is smaller");
    out.dims.back() = count;
  }
  return {{Type::Tensor(in.type(0).dtype, out), Type::Tensor(DType::kInt32, out)}, std::nullopt};
}

InferResult InferUnique(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kRealSet | kBoolSet | kStringSet)) return Fail(p);
  if (Problem p = NeedRank(in, 0, 1, "the input")) return Fail(p);
  DType index = AttrsOf<DTypeAttr>(in).dtype;
  Shape all = in.type(0).shape.ranked ? in.type(0).shape : Unknowns(1);
  return {{Type::Tensor(in.type(0).dtype, Unknowns(1)), Type::Tensor(index, all), Type::Tensor(index, Unknowns(1))},
          std::nullopt};
}

InferResult InferSearchSorted(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kRealSet)) return Fail(p);
  if (Problem p = NeedSameDType(in, 0, 1)) return Fail(p);
  const Shape &sorted = in.type(0).shape, &values = in.type(1).shape;
  if (sorted.ranked && values.ranked && sorted.rank() > 1) {
    Shape a = sorted, b = values;
    a.dims.pop_back();
    if (!b.dims.empty()) b.dims.pop_back();
    if (!Unite(a, b)) return Fail(Mismatch(in, sorted, values));
  }
  return One(AttrsOf<ParamsAttr>(in).dtypes.at(0), values);
}

InferResult InferBincount(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kSizeSet)) return Fail(p);
  if (Problem p = NeedDType(in, 1, kSizeSet, "a size")) return Fail(p);
  if (Problem p = NeedDType(in, 2, kNumberSet, "weights")) return Fail(p);
  auto size = ConstantDims(in.module, in.operands[1]);
  return One(in.type(2).dtype, Shape{true, {size && size->size() == 1 ? (*size)[0] : kUnknown}});
}

}  // namespace lathe::ir
