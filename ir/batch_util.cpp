#include "ir/batch_util.h"

#include "ir/vjp_util.h"

namespace lathe::ir {

int64_t FromEnd(int64_t axis, int64_t rank) { return axis < 0 ? axis + rank : axis; }

ValueId Batch::Op(OpKind kind, std::vector<ValueId> operands, Attrs attrs) {
  if (failed_) return x(0);
  std::vector<ValueId> results = b.Emit(kind, std::move(operands), std::move(attrs));
  if (b.error() || results.size() != 1) {
    failed_ = true;
    return x(0);
  }
  return results[0];
}

ValueId Batch::WithFirst(ValueId vector, int64_t first) {
  ValueId head = b.Constant(b.module().type(vector).dtype == DType::kInt64
                                ? Literal::Int64s(std::vector<int64_t>{first})
                                : Literal::Int32s(std::vector<int32_t>{int32_t(first)}));
  return Op(OpKind::kConcat, {head, vector}, Axis(0));
}

ValueId Batch::WithSize(ValueId shape) {
  ValueId one = Op(OpKind::kReshape, {b.Cast(size(), b.module().type(shape).dtype), b.Ints({1})});
  return Op(OpKind::kConcat, {one, shape}, Axis(0));
}

ValueId Batch::Tile(ValueId value) {
  if (failed_) return value;
  const Type type = b.module().type(value);
  if (!type.shape.ranked || type.kind != TypeKind::kTensor) {
    failed_ = true;
    return value;
  }
  ValueId shape = type.shape.fully_known() ? b.Ints(type.shape.dims) : b.ShapeOf(value);
  return Op(OpKind::kBroadcastTo, {value, WithSize(shape)});
}

ValueId Batch::Tiled(size_t i) { return batched(i) ? x(i) : Tile(x(i)); }

ValueId Batch::Align(ValueId value, int64_t have, int64_t want) {
  for (; have < want; ++have) value = Op(OpKind::kExpandDims, {value}, Axis(1));
  return value;
}

ValueId Batch::Aligned(size_t i, int64_t want) { return Align(x(i), rank(i), want); }

ValueId Batch::ElementShape(ValueId value, DType dtype) {
  const Shape shape = b.module().type(value).shape;
  if (!shape.ranked) {
    failed_ = true;
    return value;
  }
  std::vector<int64_t> dims(shape.dims.begin() + 1, shape.dims.end());
  bool known = true;
  for (int64_t d : dims) known &= IsKnown(d);
  if (known) {
    if (dtype == DType::kInt64) return b.Constant(Literal::Int64s(dims));
    return b.Constant(Literal::Int32s(std::vector<int32_t>(dims.begin(), dims.end())));
  }
  std::vector<int64_t> positions;
  for (int i = 1; i < shape.rank(); ++i) positions.push_back(i);
  return Op(OpKind::kGather, {b.ShapeOf(value, dtype), b.Ints(positions)}, Axis(0));
}

ValueId Batch::Lanes(DType dtype, int64_t rank) {
  ValueId lanes = Op(OpKind::kRange, {b.Scalar(DType::kInt32, 0), size(), b.Scalar(DType::kInt32, 1)});
  lanes = b.Cast(lanes, dtype);
  return Align(lanes, 0, rank);
}

ValueId Batch::Squeeze(ValueId value, int64_t axis) { return Op(OpKind::kSqueeze, {value}, AxesAttr{{axis}, false}); }

ValueId Batch::MoveToFront(ValueId value, int64_t axis) {
  if (axis == 0 || failed_) return value;
  std::vector<int64_t> permutation{axis};
  for (int64_t i = 0; i < b.module().type(value).shape.rank(); ++i)
    if (i != axis) permutation.push_back(i);
  return Op(OpKind::kTranspose, {value}, AxesAttr{permutation, false});
}

BatchResult Batch::Same(std::vector<ValueId> operands, Attrs attrs) {
  if (failed_) return std::nullopt;
  std::vector<ValueId> results = b.Emit(kind(), std::move(operands), std::move(attrs));
  if (b.error()) return std::nullopt;
  return Many(results);
}

BatchResult Batch::One(ValueId value, bool is_batched) {
  if (failed_) return std::nullopt;
  return std::vector<BatchedValue>{{value, is_batched}};
}

BatchResult Batch::Many(const std::vector<ValueId>& values) {
  if (failed_) return std::nullopt;
  std::vector<BatchedValue> out;
  for (ValueId value : values) out.push_back({value, true});
  return out;
}

}  // namespace lathe::ir
