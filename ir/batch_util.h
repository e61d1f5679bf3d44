// Small vocabulary for batch rules.
#pragma once
#include <optional>
#include <vector>

#include "ir/builder.h"
#include "ir/rules.h"

namespace lathe::ir {

using BatchResult = std::optional<std::vector<BatchedValue>>;

// A rule's view of its operation inside a map: operands by number, whether they are batched (the map's dimension is then
// axis 0), and operations that remember when one of them could not be emitted (Done then gives nullopt).
class Batch {
 public:
  explicit Batch(const BatchInput& in) : in_(in), b(in.builder) {}

  size_t operands() const { return in_.operands.size(); }
  ValueId x(size_t i = 0) const { return in_.operands[i].value; }
  bool batched(size_t i = 0) const { return in_.operands[i].batched; }
  const Attrs& attrs() const { return in_.module[in_.op].attrs; }
  OpKind kind() const { return in_.module[in_.op].kind; }
  // The operation as it stands in the map's body, in its module (values there are not those of the builder's module).
  const Operation& op() const { return in_.module[in_.op]; }
  const Module& source() const { return in_.module; }
  ValueId size() const { return in_.batch_size; }  // int32 scalar
  // The type that operand or result has for one element.
  Type type(size_t i = 0) const { return in_.module.type(op().operands[i]); }
  Type result_type(size_t i = 0) const { return in_.module.type(op().results[i]); }
  bool ranked(size_t i = 0) const { return type(i).shape.ranked && b.module().type(x(i)).shape.ranked; }
  int64_t rank(size_t i = 0) const { return type(i).shape.rank(); }

  // Emits; where that fails, some value, and the rule gives up.
  ValueId Op(OpKind kind, std::vector<ValueId> operands, Attrs attrs = NoAttrs{});
  // Operand i with the map's dimension, repeated where it has none.
  ValueId Tiled(size_t i);
  ValueId Tile(ValueId value);
  // Operand i (batched) with `rank` dimensions besides the map's: ones inserted behind that.
  ValueId Aligned(size_t i, int64_t rank);
  ValueId Align(ValueId value, int64_t have, int64_t want);
  // [size] + vector, and constant + vector, as shapes.
  ValueId WithSize(ValueId shape);
  ValueId WithFirst(ValueId vector, int64_t first);
  // The shape of one element of a batched value.
  ValueId ElementShape(ValueId batched, DType dtype = DType::kInt32);
  // 0 … size - 1, shaped to broadcast against a batched value of `rank` further dimensions.
  ValueId Lanes(DType dtype, int64_t rank);
  ValueId Squeeze(ValueId value, int64_t axis);
  ValueId MoveToFront(ValueId value, int64_t axis);

  // The operation itself, with other operands and attributes.
  BatchResult Same(std::vector<ValueId> operands, Attrs attrs);
  BatchResult One(ValueId value, bool batched = true);
  BatchResult Many(const std::vector<ValueId>& values);
  bool failed() const { return failed_; }

 private:
  const BatchInput& in_;
  bool failed_ = false;

 public:
  Builder& b;
};

int64_t FromEnd(int64_t axis, int64_t rank);  // non-negative axis

}  // namespace lathe::ir
