// Derivatives of list operations. A cotangent of a list is a list whose missing or never written elements are zero; the
// engine's seed is the empty list. No rule reads a primal list, except for its size.
#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {
ValueId Place(const Vjp& v, ValueId list, ValueId index, ValueId value) {
  return v.Op(OpKind::kListSet, {list, index, value}, ParamsAttr{{1}, {}, {}, {}});
}
ValueId Zero(const Vjp& v, ValueId list) {
  const Type type = v.type(list);
  return v.Op(OpKind::kListNew, {v.b.Scalar(DType::kInt32, 0)}, TypeAttr{type});
}
}  // namespace

std::vector<ValueId> VjpListGet(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kListAccumulate, {Zero(v, v.x(0)), v.x(1), v.dy()}), {}};
}

std::vector<ValueId> VjpListGetOrZeros(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kListAccumulate, {Zero(v, v.x(0)), v.x(1), v.dy()}), {}, {}};
}

std::vector<ValueId> VjpListSet(const VjpInput& in) {
  Vjp v(in);
  ValueId element = v.Op(OpKind::kListGetOrZeros, {v.dy(), v.x(1), v.x(2)});
  return {v.wanted(0) ? Place(v, v.dy(), v.x(1), v.b.ZerosLike(v.x(2))) : ValueId{}, {}, element};
}

std::vector<ValueId> VjpListPush(const VjpInput& in) {
  Vjp v(in);
  ValueId index = v.Op(OpKind::kListSize, {v.x(0)});
  ValueId element = v.Op(OpKind::kListGetOrZeros, {v.dy(), index, v.x(1)});
  return {v.wanted(0) ? Place(v, v.dy(), index, v.b.ZerosLike(v.x(1))) : ValueId{}, element};
}

std::vector<ValueId> VjpListPop(const VjpInput& in) {
  Vjp v(in);
  ValueId index = v.Op(OpKind::kListSize, {v.y(0)});
  return {v.Op(OpKind::kListAccumulate, {v.dy(0), index, v.dy(1)})};
}

std::vector<ValueId> VjpListStack(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kListUnstack, {v.dy()})};
}

std::vector<ValueId> VjpListUnstack(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kListStackLike, {v.dy(), v.x()})};
}

std::vector<ValueId> VjpListConcat(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kListSplitLike, {v.dy(), v.Op(OpKind::kListExtents, {v.x()})})};
}

std::vector<ValueId> VjpListAccumulate(const VjpInput& in) {
  Vjp v(in);
  return {v.dy(), {}, v.Op(OpKind::kListGetOrZeros, {v.dy(), v.x(1), v.x(2)})};
}

std::vector<ValueId> VjpListAdd(const VjpInput& in) { return {in.cotangents[0], in.cotangents[0]}; }

std::vector<ValueId> VjpListStackLike(const VjpInput& in) {
  Vjp v(in);
  return {v.Op(OpKind::kListUnstack, {v.dy()}), {}};
}

}  // namespace lathe::ir
