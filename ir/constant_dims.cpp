// Input: a module and a value. Output: its elements as dimensions, as far as they are known. Method: walks the
// operations that make the value, to a limited depth, through those that only move elements about.
#include "ir/constant_dims.h"

#include "ir/op_table.h"

namespace lathe::ir {
namespace {

constexpr int kMaxDepth = 24;
constexpr int64_t kMaxElements = 64;
using Dims = std::optional<std::vector<Dim>>;

Dim AsDim(int64_t value) { return value >= 0 ? value : kUnknown; }

// Number of elements of the value by its type, if known.
std::optional<int64_t> CountOf(const Type& type) {
  if (type.kind != TypeKind::kTensor || !(IsInteger(type.dtype))) return std::nullopt;
  if (!type.shape.ranked || type.shape.rank() > 1) return std::nullopt;
  auto count = type.shape.elements();
  return count && *count <= kMaxElements ? count : std::nullopt;
}

Dims Walk(const Module& module, ValueId value, int depth);

Dims AllUnknown(const Module& module, ValueId value) {
  auto count = CountOf(module.type(value));
  if (!count) return std::nullopt;
  return std::vector<Dim>(size_t(*count), kUnknown);
}

Dims Join(const Module& module, const Operation& op, int depth) {
  std::vector<Dim> all;
  for (ValueId operand : op.operands) {
    Dims part = Walk(module, operand, depth);
    if (!part) return std::nullopt;
    all.insert(all.end(), part->begin(), part->end());
  }
  return all;
}

// x[begin:end:stride] or x[i] on a vector with constant bounds.
Dims Sliced(const Module& module, const Operation& op, int depth) {
  const SliceAttr& attr = std::get<SliceAttr>(op.attrs);
  Dims source = Walk(module, op.operands[0], depth);
  const Literal* bounds[3];
  for (int i = 0; i < 3; ++i) {
    bounds[i] = module.ConstantOf(op.operands[size_t(i) + 1]);
    if (!bounds[i] || bounds[i]->count() != 1) return std::nullopt;
  }
  if (!source || module.type(op.operands[0]).shape.rank() != 1 || attr.ellipsis_mask || attr.new_axis_mask)
    return std::nullopt;
  int64_t n = int64_t(source->size()), stride = bounds[2]->IntAt(0);
  auto clamp = [&](int64_t i) {
    if (i < 0) i += n;
    return stride > 0 ? std::min(std::max<int64_t>(i, 0), n) : std::min(std::max<int64_t>(i, -1), n - 1);
  };
  if (stride == 0) return std::nullopt;
  int64_t begin = bounds[0]->IntAt(0);
  if (attr.shrink_axis_mask & 1) {
    if (begin < 0) begin += n;
    if (begin < 0 || begin >= n) return std::nullopt;
    return std::vector<Dim>{(*source)[size_t(begin)]};
  }
  int64_t first = attr.begin_mask & 1 ? (stride > 0 ? 0 : n - 1) : clamp(begin);
  int64_t last = attr.end_mask & 1 ? (stride > 0 ? n : -1) : clamp(bounds[1]->IntAt(0));
  std::vector<Dim> out;
  for (int64_t i = first; stride > 0 ? i < last : i > last; i += stride) out.push_back((*source)[size_t(i)]);
  return out;
}

Dims Gathered(const Module& module, const Operation& op, int depth) {
  const Literal* indices = module.ConstantOf(op.operands[1]);
  Dims source = Walk(module, op.operands[0], depth);
  if (!indices || !source || indices->rank() > 1 || indices->count() > kMaxElements) return std::nullopt;
  std::vector<Dim> out;
  for (int64_t i = 0; i < indices->count(); ++i) {
    int64_t at = indices->IntAt(i);
    if (at < 0 || at >= int64_t(source->size())) return std::nullopt;
    out.push_back((*source)[size_t(at)]);
  }
  return out;
}

Dims Walk(const Module& module, ValueId value, int depth) {
  const Type& type = module.type(value);
  if (type.kind != TypeKind::kTensor || !IsInteger(type.dtype)) return std::nullopt;
  if (const Literal* literal = module.ConstantOf(value)) {
    if (literal->rank() > 1 || literal->count() > kMaxElements) return std::nullopt;
    std::vector<Dim> dims;
    for (int64_t i = 0; i < literal->count(); ++i) dims.push_back(AsDim(literal->IntAt(i)));
    return dims;
  }
  OpId definition = module[value].definition;
  if (!definition.valid() || depth >= kMaxDepth) return AllUnknown(module, value);
  const Operation& op = module[definition];
  Dims found;
  switch (op.kind) {
    case OpKind::kShapeOf: {
      const Type& source = module.type(op.operands[0]);
      if (source.kind == TypeKind::kTensor && source.shape.ranked) found = source.shape.dims;
      break;
    }
    case OpKind::kDimOf: {
      const Type& source = module.type(op.operands[0]);
      int64_t axis = std::get<AxisAttr>(op.attrs).axis;
      if (source.kind == TypeKind::kTensor && source.shape.ranked && axis >= 0 && axis < source.shape.rank())
        found = std::vector<Dim>{source.shape.dims[size_t(axis)]};
      break;
    }
    case OpKind::kStack:
    case OpKind::kConcat: {
      // Only joins of scalars or vectors keep their order; a matrix made of vectors may interleave them.
      const Shape& part = module.type(op.operands[0]).shape;
      if (part.ranked && part.rank() == (op.kind == OpKind::kStack ? 0 : 1)) found = Join(module, op, depth + 1);
      break;
    }
    case OpKind::kIdentity:
    case OpKind::kStopGradient:
    case OpKind::kCast:
    case OpKind::kReshape:
    case OpKind::kReshapeLike:
    case OpKind::kExpandDims:
    case OpKind::kSqueeze:
    case OpKind::kSetShape: found = Walk(module, op.operands[0], depth + 1); break;
    case OpKind::kStridedSlice: found = Sliced(module, op, depth + 1); break;
    case OpKind::kGather: found = Gathered(module, op, depth + 1); break;
    default: break;  // any other operation computes something new
  }
  if (!found) return AllUnknown(module, value);
  if (auto count = CountOf(type); count && *count != int64_t(found->size())) return AllUnknown(module, value);
  return found;
}

bool Known(const Module& module, ValueId value, int depth, int& budget) {
  if (module.ConstantOf(value)) return true;
  OpId definition = module[value].definition;
  if (!definition.valid() || depth > kMaxDepth || --budget < 0) return false;
  const Operation& op = module[definition];
  if (op.kind == OpKind::kShapeOf || op.kind == OpKind::kDimOf) {
    const Shape& shape = module.type(op.operands[0]).shape;
    if (!shape.ranked) return false;
    for (Dim d : shape.dims)
      if (d == kUnknown) return false;
    return true;
  }
  if (op.operands.empty() || !op.regions.empty() || RowOf(op.kind).effect != Effect::kPure) return false;
  for (ValueId operand : op.operands)
    if (!Known(module, operand, depth + 1, budget)) return false;
  return true;
}

}  // namespace

std::optional<std::vector<Dim>> ConstantDims(const Module& module, ValueId value) { return Walk(module, value, 0); }

bool KnownAtTrace(const Module& module, ValueId value) {
  int budget = 64;
  return Known(module, value, 0, budget);
}

}  // namespace lathe::ir
