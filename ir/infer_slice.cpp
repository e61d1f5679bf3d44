// Inference of slices. A strided slice is first written out per input dimension (ellipsis expanded, new axes noted), then
// each dimension's extent follows from what is known of begin, end and stride.
#include "ir/infer_common.h"
#include "ir/rules.h"

namespace lathe::ir {
namespace {

// One index entry as the user wrote it: a known number, a symbol (a dimension), or nothing known.
struct Bound {
  std::optional<int64_t> value;
  Dim symbol = kUnknown;
};

struct Bounds {
  std::optional<size_t> count;
  std::vector<Bound> begin, end, stride;
};

bool ReadVector(const InferInput& in, size_t operand, std::vector<Bound>& out) {
  if (auto values = ConstantInts(in, operand)) {
    for (int64_t v : *values) out.push_back({v, kUnknown});
    return true;
  }
  auto dims = ConstantDims(in.module, in.operands[operand]);
  if (!dims) return false;
  for (Dim d : *dims) {
    if (IsKnown(d)) {
      out.push_back({d, kUnknown});
    } else {
      out.push_back({std::nullopt, d});
    }
  }
  return true;
}

Problem TooMany(size_t count, const Shape& shape) {
  return InferError{"rank-mismatch", "indexing: " + std::to_string(count) + " indices for a tensor of shape " + ToString(shape)};
}

// Extent of x[begin:end:stride] over a dimension; kUnknown where it depends on unknown things.
Dim Extent(Dim dim, const Bound& begin, const Bound& end, int64_t stride, bool no_begin, bool no_end) {
  bool from_start = no_begin || (begin.value && *begin.value == 0);
  if (stride == 1 && from_start) {
    if (no_end || (IsSymbol(dim) && end.symbol == dim)) return dim;
    if (IsKnown(dim) && end.value && *end.value >= dim) return dim;
  }
  if (stride == -1 && no_begin && no_end) return dim;
  if (!IsKnown(dim) || (!no_begin && !begin.value) || (!no_end && !end.value)) {
    // x[:0] and x[2:1] are empty whatever the dimension.
    return kUnknown;
  }
  auto clamp = [&](int64_t i) {
    if (i < 0) i += dim;
    int64_t low = stride > 0 ? 0 : -1, high = stride > 0 ? dim : dim - 1;
    return std::min(std::max(i, low), high);
  };
  int64_t first = no_begin ? (stride > 0 ? 0 : dim - 1) : clamp(*begin.value);
  int64_t last = no_end ? (stride > 0 ? dim : -1) : clamp(*end.value);
  int64_t length = last - first;
  if (length == 0 || (length < 0) != (stride < 0)) return 0;
  return length / stride + (length % stride != 0);
}

struct SliceWalk {
  const InferInput& in;
  const Shape& shape;
  const SliceAttr& attr;
  Bounds bounds;
  Shape out;
  Problem problem;

  // Consumes entry i against dimension d of the input.
  bool Entry(size_t i, size_t d) {
    Dim dim = shape.dims[d];
    auto bit = [&](uint32_t mask) { return (mask >> i & 1) != 0; };
    const Bound& begin = bounds.begin[i];
    const Bound& stride = bounds.stride[i];
    if (stride.value && *stride.value == 0) return Bad("invalid-argument", "indexing: a slice step is zero");
    if (bit(attr.shrink_axis_mask)) {
      if (stride.value && *stride.value < 0) return Bad("invalid-argument", "indexing: a single index has a negative step");
      if (IsKnown(dim) && begin.value && (*begin.value < -dim || *begin.value >= dim))
        return Bad("index-out-of-range", "index " + std::to_string(*begin.value) + " is out of range for dimension " +
                                             std::to_string(d) + " of shape " + ToString(shape));
      return true;
    }
    Dim extent = kUnknown;
    if (stride.value)
      extent = Extent(dim, begin, bounds.end[i], *stride.value, bit(attr.begin_mask), bit(attr.end_mask));
    out.dims.push_back(extent);
    return true;
  }

  bool Bad(const char* name, std::string message) {
    problem = InferError{name, std::move(message)};
    return false;
  }

  bool Run() {
    size_t count = bounds.begin.size(), consumed = 0;
    std::optional<size_t> ellipsis;
    for (size_t i = 0; i < count; ++i) {
      if (attr.ellipsis_mask >> i & 1) {
        if (ellipsis) return Bad("invalid-argument", "indexing: more than one ellipsis");
        ellipsis = i;
      } else if (!(attr.new_axis_mask >> i & 1)) {
        ++consumed;
      }
    }
    size_t rank = shape.dims.size();
    if (consumed > rank) {
      problem = TooMany(consumed, shape);
      return false;
    }
    size_t d = 0, skipped = rank - consumed;
    for (size_t i = 0; i < count; ++i) {
      if (ellipsis && i == *ellipsis) {
        for (size_t k = 0; k < skipped; ++k) out.dims.push_back(shape.dims[d++]);
      } else if (attr.new_axis_mask >> i & 1) {
        out.dims.push_back(1);
      } else if (!Entry(i, d++)) {
        return false;
      }
    }
    while (d < rank) out.dims.push_back(shape.dims[d++]);
    if (out.dims.size() > LT_MAX_RANK) return Bad("invalid-argument", "indexing: the result has more than 8 dimensions");
    return true;
  }
};

// Shape of operand 0 sliced by operands 1..3.
InferResult SlicedShape(const InferInput& in) {
  for (size_t i = 1; i < 4; ++i) {
    if (Problem p = NeedDType(in, i, kIndexSet, "an index")) return Fail(p);
    if (Problem p = NeedRank(in, i, 1, "an index vector")) return Fail(p);
  }
  const Shape& shape = in.type(0).shape;
  SliceWalk walk{in, shape, AttrsOf<SliceAttr>(in), {}, {}, {}};
  bool known = ReadVector(in, 1, walk.bounds.begin) & ReadVector(in, 2, walk.bounds.end) &
               ReadVector(in, 3, walk.bounds.stride);
  size_t count = walk.bounds.begin.size();
  if (known && (walk.bounds.end.size() != count || walk.bounds.stride.size() != count))
    return Fail("shape-mismatch", "indexing: begin, end and strides have different lengths");
  if (!known || !shape.ranked) return One(in.type(0).dtype, Shape::Unranked());
  if (!walk.Run()) return Fail(walk.problem);
  return One(in.type(0).dtype, std::move(walk.out));
}

}  // namespace

InferResult InferStridedSlice(const InferInput& in) { return SlicedShape(in); }

InferResult InferStridedSliceGrad(const InferInput& in) {
  InferResult slice = SlicedShape(in);
  if (slice.error) return slice;
  if (!Unite(slice.types[0].shape, in.type(4).shape)) return Fail(Mismatch(in, slice.types[0].shape, in.type(4).shape));
  return One(in.type(4).dtype, in.type(0).shape);
}

InferResult InferStridedSliceUpdate(const InferInput& in) {
  InferResult slice = SlicedShape(in);
  if (slice.error) return slice;
  if (Problem p = NeedSameDType(in, 0, 4)) return Fail(p);
  const Shape& value = in.type(4).shape;
  auto joined = BroadcastShapes(slice.types[0].shape, value);
  if (!joined || !Unite(*joined, slice.types[0].shape))
    return Fail("shape-mismatch", "a value of shape " + ToString(value) + " cannot be stored in a slice of shape " +
                                      ToString(slice.types[0].shape));
  return One(in.type(0));
}

InferResult InferSlice(const InferInput& in) {
  for (size_t i = 1; i < 3; ++i) {
    if (Problem p = NeedDType(in, i, kSizeSet, i == 1 ? "begin" : "size")) return Fail(p);
    if (Problem p = NeedRank(in, i, 1, i == 1 ? "begin" : "size")) return Fail(p);
  }
  if (Problem p = NeedAtLeast(in, 1, 0, "begin")) return Fail(p);
  if (Problem p = NeedAtLeast(in, 2, -1, "size")) return Fail(p);
  const Shape& shape = in.type(0).shape;
  std::vector<Bound> begin, size;
  bool has_begin = ReadVector(in, 1, begin), has_size = ReadVector(in, 2, size);
  if (!shape.ranked) {
    if (!has_size) return One(in.type(0));
    return One(in.type(0).dtype, Shape{true, std::vector<Dim>(size.size(), kUnknown)});
  }
  size_t rank = shape.dims.size();
  if ((has_begin && begin.size() != rank) || (has_size && size.size() != rank))
    return Fail("rank-mismatch", "slice: begin and size must have " + std::to_string(rank) + " entries for shape " +
                                     ToString(shape));
  Shape out{true, std::vector<Dim>(rank, kUnknown)};
  for (size_t i = 0; i < rank && has_size; ++i) {
    Dim dim = shape.dims[i];
    int64_t first = has_begin && begin[i].value ? *begin[i].value : -1;  // -1: not known
    if (size[i].value && *size[i].value >= 0) {
      out.dims[i] = *size[i].value;
    } else if (size[i].value) {  // -1: to the end
      if (first == 0) {
        out.dims[i] = dim;
      } else if (first > 0 && IsKnown(dim) && first <= dim) {
        out.dims[i] = dim - first;
      }
    } else {
      out.dims[i] = size[i].symbol;
    }
    int64_t end = std::max<int64_t>(first, 0) + (IsKnown(out.dims[i]) ? out.dims[i] : 0);
    if (IsKnown(dim) && end > dim)
      return Fail("invalid-argument", "slice: dimension " + std::to_string(i) + " of shape " + ToString(shape) +
                                          " ends before " + std::to_string(end));
  }
  return One(in.type(0).dtype, std::move(out));
}

}  // namespace lathe::ir
