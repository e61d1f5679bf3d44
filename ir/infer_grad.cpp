// Inference for the rows that only derivatives use: cotangents of lists.
#include "ir/rules.h"

namespace lathe::ir {

InferResult InferListAccumulate(const InferInput& in) { return {{in.type(0)}, {}}; }

InferResult InferListGetOrZeros(const InferInput& in) { return {{Type::Tensor(in.type(2).dtype, in.type(2).shape)}, {}}; }

InferResult InferListAdd(const InferInput& in) {
  Type type = in.type(0);
  type.shape = Join(type.shape, in.type(1).shape);
  return {{std::move(type)}, {}};
}

InferResult InferListStackLike(const InferInput& in) { return {{in.type(1)}, {}}; }

InferResult InferListSplitLike(const InferInput& in) {
  Shape element = in.type(0).shape;
  if (element.ranked && !element.dims.empty()) element.dims[0] = kUnknown;
  return {{Type::List(in.type(0).dtype, std::move(element))}, {}};
}

InferResult InferListExtents(const InferInput&) { return {{Type::Tensor(DType::kInt32, Shape{true, {kUnknown}})}, {}}; }

}  // namespace lathe::ir
