// Inference of operations that give a tensor another shape: reshape, broadcast, permutation, padding, tiling.
#include <set>

#include "ir/infer_common.h"
#include "ir/rules.h"

namespace lathe::ir {
namespace {

std::string Text(const std::vector<int64_t>& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) text += (i ? ", " : "") + std::to_string(values[i]);
  return text + "]";
}

// The value of one missing dimension of `target` such that it holds as many elements as `source`; kUnknown: not known.
Dim MissingDim(const Shape& source, const std::vector<Dim>& target, size_t missing) {
  if (!source.ranked) return kUnknown;
  std::vector<Dim> left;  // symbols of the source that the target does not use
  int64_t have = 1, want = 1;
  for (Dim d : source.dims) {
    if (d == kUnknown) return kUnknown;
    if (IsSymbol(d)) {
      left.push_back(d);
    } else {
      have = MulDims(have, d);
    }
  }
  for (size_t i = 0; i < target.size(); ++i) {
    if (i == missing) continue;
    if (IsKnown(target[i])) {
      want = MulDims(want, target[i]);
      continue;
    }
    auto at = std::find(left.begin(), left.end(), target[i]);
    if (at == left.end()) return kUnknown;
    left.erase(at);
  }
  if (!IsKnown(have) || want <= 0) return kUnknown;
  if (left.empty()) return have % want == 0 ? have / want : kUnknown;
  return left.size() == 1 && have == want ? left[0] : kUnknown;
}

InferResult ReshapeTo(const InferInput& in, const std::vector<int64_t>& sizes) {
  if (sizes.size() > LT_MAX_RANK)
    return Fail("invalid-argument", "reshape to rank " + std::to_string(sizes.size()) + "; at most 8 is supported");
  const Shape& from = in.type(0).shape;
  Shape out{true, sizes};
  std::optional<size_t> missing;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < -1)
      return Fail("invalid-argument", "reshape: size " + std::to_string(sizes[i]) + " in " + Text(sizes) + " is negative");
    if (sizes[i] != -1) continue;
    if (missing) return Fail("invalid-argument", "reshape: " + Text(sizes) + " has -1 twice; one size may be -1");
    missing = i;
  }
  auto count = from.elements();
  std::string pair = "a tensor of shape " + ToString(from) + " to " + Text(sizes);
  if (missing) {
    out.dims[*missing] = MissingDim(from, out.dims, *missing);
    Dim others = 1;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (i != *missing) others = MulDims(others, sizes[i]);
    if (others == 0 && count && *count == 0)
      return Fail("shape-mismatch", "reshape: -1 is ambiguous for an empty tensor: " + pair);
    if (count && IsKnown(others) && (others == 0 || *count % others != 0))
      return Fail("shape-mismatch", "cannot reshape " + pair + ": " + std::to_string(*count) +
                                        " elements are not a multiple of " + std::to_string(others));
  } else if (count && *count != out.elements()) {
    return Fail("shape-mismatch", "cannot reshape " + pair + ": " + std::to_string(*count) + " elements against " +
                                      std::to_string(out.elements().value_or(0)));
  }
  return One(in.type(0).dtype, std::move(out));
}

}  // namespace

InferResult InferShapeOf(const InferInput& in) {
  const Shape& shape = in.type(0).shape;
  return One(AttrsOf<DTypeAttr>(in).dtype, Shape{true, {shape.ranked ? shape.rank() : kUnknown}});
}

InferResult InferDimOf(const InferInput& in) {
  const Shape& shape = in.type(0).shape;
  int64_t axis = AttrsOf<AxisAttr>(in).axis;
  if (shape.ranked && (axis < 0 || axis >= shape.rank())) return Fail(AxisProblem(in, axis, shape.rank()));
  return One(Type::Scalar(DType::kInt64));
}

InferResult InferReshape(const InferInput& in) {
  if (Problem p = NeedDType(in, 1, kSizeSet, "a shape")) return Fail(p);
  if (Problem p = NeedRank(in, 1, 1, "the shape")) return Fail(p);
  if (auto sizes = ConstantInts(in, 1)) return ReshapeTo(in, *sizes);
  Shape out = ShapeFrom(in, 1);
  if (!out.ranked) return One(in.type(0).dtype, out);
  std::optional<size_t> missing;
  for (size_t i = 0; i < out.dims.size(); ++i) {
    if (out.dims[i] != kUnknown) continue;
    if (missing) return One(in.type(0).dtype, std::move(out));
    missing = i;
  }
  if (missing) {
    out.dims[*missing] = MissingDim(in.type(0).shape, out.dims, *missing);
  } else if (auto a = in.type(0).shape.elements(), b = out.elements(); a && b && *a != *b) {
    return Fail("shape-mismatch", "cannot reshape a tensor of shape " + ToString(in.type(0).shape) + " to " + ToString(out));
  }
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferReshapeLike(const InferInput& in) {
  auto a = in.type(0).shape.elements(), b = in.type(1).shape.elements();
  if (a && b && *a != *b) return Fail(Mismatch(in, in.type(0).shape, in.type(1).shape));
  return One(in.type(0).dtype, in.type(1).shape);
}

InferResult InferExpandDims(const InferInput& in) {
  Shape shape = in.type(0).shape;
  if (!shape.ranked) return One(in.type(0));
  int64_t axis = AttrsOf<AxisAttr>(in).axis;
  if (axis < 0 || axis > shape.rank())
    return Fail("axis-out-of-range", "expand_dims: axis " + std::to_string(axis) + " is out of range for shape " +
                                         ToString(shape));
  if (shape.rank() == LT_MAX_RANK) return Fail("invalid-argument", "expand_dims of rank 8; at most 8 is supported");
  shape.dims.insert(shape.dims.begin() + axis, 1);
  return One(in.type(0).dtype, std::move(shape));
}

InferResult InferSqueeze(const InferInput& in) {
  const Shape& shape = in.type(0).shape;
  if (!shape.ranked) return One(in.type(0));
  const std::vector<int64_t>& axes = AttrsOf<AxesAttr>(in).axes;
  std::set<int64_t> drop;
  for (int64_t axis : axes) {
    auto normal = NormalAxis(axis, shape.rank());
    if (!normal) return Fail(AxisProblem(in, axis, shape.rank()));
    if (Differ(shape.dims[size_t(*normal)], 1))
      return Fail("invalid-argument", "squeeze: dimension " + std::to_string(axis) + " of shape " + ToString(shape) +
                                          " is not 1");
    drop.insert(*normal);
  }
  Shape out;
  for (int i = 0; i < shape.rank(); ++i) {
    Dim d = shape.dims[size_t(i)];
    if (axes.empty() && !IsKnown(d)) return One(in.type(0).dtype, Shape::Unranked());
    if (axes.empty() ? d != 1 : !drop.count(i)) out.dims.push_back(d);
  }
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferSetShape(const InferInput& in) {
  auto united = Unite(AttrsOf<TypeAttr>(in).type.shape, in.type(0).shape);
  if (!united)
    return Fail("shape-mismatch", "a tensor of shape " + ToString(in.type(0).shape) + " cannot have shape " +
                                      ToString(AttrsOf<TypeAttr>(in).type.shape));
  return One(in.type(0).dtype, std::move(*united));
}

InferResult InferBroadcastTo(const InferInput& in) {
  if (Problem p = NeedDType(in, 1, kSizeSet, "a shape")) return Fail(p);
  if (Problem p = NeedRank(in, 1, 1, "the shape")) return Fail(p);
  if (Problem p = NeedAtLeast(in, 1, 0, "sizes")) return Fail(p);
  const Shape& from = in.type(0).shape;
  if (auto sizes = ConstantInts(in, 1); sizes && sizes->size() > LT_MAX_RANK)
    return Fail("invalid-argument", "rank " + std::to_string(sizes->size()) + "; at most 8 is supported");
  Shape out = ShapeFrom(in, 1);
  if (!out.ranked || !from.ranked) return One(in.type(0).dtype, std::move(out));
  if (from.rank() > out.rank()) return Fail(Mismatch(in, from, out));
  for (int i = 1; i <= from.rank(); ++i) {
    Dim have = from.dims[from.dims.size() - size_t(i)];
    Dim& want = out.dims[out.dims.size() - size_t(i)];
    if (have != 1 && Differ(have, want))
      return Fail("shape-mismatch", "a tensor of shape " + ToString(from) + " does not broadcast to " + ToString(out));
    if (IsKnown(have) && have != 1) want = have;
  }
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferBroadcastShape(const InferInput& in) {
  for (size_t i = 0; i < 2; ++i) {
    if (Problem p = NeedDType(in, i, kSizeSet, "a shape")) return Fail(p);
    if (Problem p = NeedRank(in, i, 1, "a shape")) return Fail(p);
  }
  if (Problem p = NeedSameDType(in, 0, 1)) return Fail(p);
  Shape a = ShapeFrom(in, 0), b = ShapeFrom(in, 1);
  if (!a.ranked || !b.ranked) return One(in.type(0).dtype, Shape{true, {kUnknown}});
  if (!BroadcastShapes(a, b)) return Fail(Mismatch(in, a, b));
  return One(in.type(0).dtype, Shape{true, {std::max(a.rank(), b.rank())}});
}

InferResult InferTranspose(const InferInput& in) {
  const Shape& shape = in.type(0).shape;
  const std::vector<int64_t>& axes = AttrsOf<AxesAttr>(in).axes;
  if (shape.ranked && int(axes.size()) != shape.rank())
    return Fail("rank-mismatch", "transpose: the permutation " + Text(axes) + " has " + std::to_string(axes.size()) +
                                     " entries for shape " + ToString(shape));
  Shape out;
  std::set<int64_t> seen;
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= int64_t(axes.size())) return Fail(AxisProblem(in, axis, int(axes.size())));
    if (!seen.insert(axis).second)
      return Fail("invalid-argument", "transpose: " + Text(axes) + " is no permutation, it names " +
                                          std::to_string(axis) + " twice");
    out.dims.push_back(shape.ranked ? shape.dims[size_t(axis)] : kUnknown);
  }
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferReverse(const InferInput& in) {
  const Shape& shape = in.type(0).shape;
  std::set<int64_t> seen;
  for (int64_t axis : AttrsOf<AxesAttr>(in).axes) {
    if (!shape.ranked) break;
    auto normal = NormalAxis(axis, shape.rank());
    if (!normal) return Fail(AxisProblem(in, axis, shape.rank()));
    if (!seen.insert(*normal).second)
      return Fail("invalid-argument", "reverse: axis " + std::to_string(axis) + " is named twice");
  }
  return One(in.type(0));
}

InferResult InferTile(const InferInput& in) {
  if (Problem p = NeedDType(in, 1, kSizeSet, "multiples")) return Fail(p);
  if (Problem p = NeedRank(in, 1, 1, "multiples")) return Fail(p);
  if (Problem p = NeedAtLeast(in, 1, 0, "multiples")) return Fail(p);
  Shape times = ShapeFrom(in, 1);
  const Shape& shape = in.type(0).shape;
  if (!times.ranked || !shape.ranked) {
    const Shape& known = shape.ranked ? shape : times;
    return One(in.type(0).dtype, known.ranked ? Shape{true, std::vector<Dim>(known.dims.size(), kUnknown)} : known);
  }
  if (times.rank() != shape.rank())
    return Fail("rank-mismatch", "tile: " + std::to_string(times.rank()) + " multiples for shape " + ToString(shape));
  Shape out;
  for (size_t i = 0; i < shape.dims.size(); ++i) out.dims.push_back(MulDims(shape.dims[i], times.dims[i]));
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferRoll(const InferInput& in) {
  if (Problem p = NeedDType(in, 1, kSizeSet, "shifts")) return Fail(p);
  const Shape& shape = in.type(0).shape;
  for (int64_t axis : AttrsOf<AxesAttr>(in).axes)
    if (shape.ranked && !NormalAxis(axis, shape.rank())) return Fail(AxisProblem(in, axis, shape.rank()));
  auto shifts = in.type(1).shape.elements();
  if (shifts && *shifts != int64_t(AttrsOf<AxesAttr>(in).axes.size()))
    return Fail("shape-mismatch", "roll: " + std::to_string(*shifts) + " shifts for " +
                                      std::to_string(AttrsOf<AxesAttr>(in).axes.size()) + " axes");
  return One(in.type(0));
}

InferResult InferBandPart(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kNumberSet | kBoolSet)) return Fail(p);
  if (Problem p = NeedRankAtLeast(in, 0, 2, "the input")) return Fail(p);
  for (size_t i = 1; i < 3; ++i)
    if (Problem p = NeedDType(in, i, kSizeSet, "a band width")) return Fail(p);
  return One(in.type(0));
}

InferResult InferDiag(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kNumberSet | kBoolSet)) return Fail(p);
  if (Problem p = NeedRankAtLeast(in, 0, 1, "the diagonal")) return Fail(p);
  Shape shape = in.type(0).shape;
  if (shape.ranked) shape.dims.push_back(shape.dims.back());
  return One(in.type(0).dtype, std::move(shape));
}

InferResult InferDiagPart(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kNumberSet | kBoolSet)) return Fail(p);
  if (Problem p = NeedRankAtLeast(in, 0, 2, "the input")) return Fail(p);
  Shape shape = in.type(0).shape;
  if (shape.ranked) {
    Dim columns = shape.dims.back();
    shape.dims.pop_back();
    Dim& rows = shape.dims.back();
    if (rows != columns) rows = IsKnown(rows) && IsKnown(columns) ? std::min(rows, columns) : kUnknown;
  }
  return One(in.type(0).dtype, std::move(shape));
}

}  // namespace lathe::ir
