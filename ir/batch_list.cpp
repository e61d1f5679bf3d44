// Batch rules of lists: a list made inside a map has elements with the map's dimension in front; its length and the places
// written are the same for all elements of the map, or, by an index that varies, found in the stacked list.
#include "ir/batch_util.h"
#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {

Type BatchedList(Batch& v, Type list) {
  const Literal* size = v.b.ConstantOf(v.size());
  if (list.shape.ranked) list.shape.dims.insert(list.shape.dims.begin(), size ? size->IntAt(0) : kUnknown);
  return list;
}

// A list of elements without the map's dimension, repeated for all. Only for lists all of whose elements are written.
ValueId TiledList(Batch& v, size_t i) {
  if (v.batched(i)) return v.x(i);
  ValueId stacked = v.Op(OpKind::kListStack, {v.x(i)}, TypeAttr{Type::Tensor(v.type(i).dtype, v.type(i).shape)});
  ValueId tiled = v.Tile(stacked);  // [B, n, …]
  std::vector<int64_t> permutation{1, 0};
  for (int64_t k = 2; !v.failed() && k < v.b.module().type(tiled).shape.rank(); ++k) permutation.push_back(k);
  return v.Op(OpKind::kListUnstack, {v.Op(OpKind::kTranspose, {tiled}, AxesAttr{permutation, false})});
}

ValueId Stacked(Batch& v, size_t i) {
  ValueId list = TiledList(v, i);
  const Type type = v.b.module().type(list);
  return v.Op(OpKind::kListStack, {list}, TypeAttr{Type::Tensor(type.dtype, type.shape)});  // [n, B, …]
}

ValueId SwapFirstTwo(Batch& v, ValueId value) {
  if (v.failed()) return value;
  std::vector<int64_t> permutation{1, 0};
  for (int64_t k = 2; k < v.b.module().type(value).shape.rank(); ++k) permutation.push_back(k);
  return v.Op(OpKind::kTranspose, {value}, AxesAttr{permutation, false});
}

}  // namespace

BatchResult BatchListNew(const BatchInput& in) {
  Batch v(in);
  if (v.batched(0)) return std::nullopt;
  return v.One(v.Op(OpKind::kListNew, {v.x(0)}, TypeAttr{BatchedList(v, std::get<TypeAttr>(v.attrs()).type)}));
}

BatchResult BatchListGet(const BatchInput& in) {
  Batch v(in);
  if (!v.batched(1)) return v.Same({v.x(0), v.x(1)}, v.attrs());
  if (!v.batched(0)) {
    ValueId stacked = v.Op(OpKind::kListStack, {v.x(0)}, TypeAttr{Type::Tensor(v.type(0).dtype, v.type(0).shape)});
    return v.One(v.Op(OpKind::kGather, {stacked, v.x(1)}, Axis(0)));
  }
  return v.One(v.Op(OpKind::kGather, {SwapFirstTwo(v, Stacked(v, 0)), v.x(1)}, Axis(1, 1)));
}

BatchResult BatchListSet(const BatchInput& in) {
  Batch v(in);
  if (!v.batched(1)) return v.Same({TiledList(v, 0), v.x(1), v.Tiled(2)}, v.attrs());
  if (std::get<ParamsAttr>(v.attrs()).ints[0] != 0) return std::nullopt;  // the list could grow by element
  ValueId stacked = SwapFirstTwo(v, Stacked(v, 0));  // [B, n, …]
  ValueId lanes = v.Lanes(v.b.module().type(v.x(1)).dtype, 0);
  ValueId places = v.Op(OpKind::kStack, {lanes, v.x(1)}, Axis(1));
  ValueId written = v.Op(OpKind::kTensorScatter, {stacked, places, v.Tiled(2)}, ParamsAttr{{0}, {}, {}, {}});
  return v.One(v.Op(OpKind::kListUnstack, {SwapFirstTwo(v, written)}));
}

BatchResult BatchListPush(const BatchInput& in) {
  Batch v(in);
  return v.Same({TiledList(v, 0), v.Tiled(1)}, v.attrs());
}

BatchResult BatchListPop(const BatchInput& in) {
  Batch v(in);
  return v.Same({v.x(0)}, v.attrs());
}

BatchResult BatchListSize(const BatchInput& in) {
  Batch v(in);
  return v.One(v.Op(OpKind::kListSize, {v.x(0)}), false);
}

BatchResult BatchListStack(const BatchInput& in) {
  Batch v(in);
  return v.One(SwapFirstTwo(v, Stacked(v, 0)));
}

BatchResult BatchListUnstack(const BatchInput& in) {
  Batch v(in);
  return v.One(v.Op(OpKind::kListUnstack, {SwapFirstTwo(v, v.x(0))}));
}

BatchResult BatchListConcat(const BatchInput& in) {
  Batch v(in);
  if (!v.type(0).shape.ranked) return std::nullopt;
  // Elements [B, k, …] joined along their second dimension: as [k, B, …] along the first. They may differ in k.
  return std::nullopt;
}

BatchResult BatchListAccumulate(const BatchInput& in) {
  Batch v(in);
  if (v.batched(1) || (!v.batched(0) && !v.type(0).shape.fully_known())) return std::nullopt;
  return v.Same({TiledList(v, 0), v.x(1), v.Tiled(2)}, v.attrs());
}

BatchResult BatchListGetOrZeros(const BatchInput& in) {
  Batch v(in);
  if (v.batched(1) || (!v.batched(0) && !v.type(0).shape.fully_known())) return std::nullopt;
  return v.Same({TiledList(v, 0), v.x(1), v.Tiled(2)}, v.attrs());
}

BatchResult BatchListAdd(const BatchInput& in) {
  Batch v(in);
  for (size_t i = 0; i < 2; ++i)
    if (!v.batched(i) && !v.type(i).shape.fully_known()) return std::nullopt;
  return v.Same({TiledList(v, 0), TiledList(v, 1)}, v.attrs());
}

BatchResult BatchListStackLike(const BatchInput& in) {
  Batch v(in);
  if (!v.batched(0) && !v.type(0).shape.fully_known()) return std::nullopt;
  ValueId stacked = v.Op(OpKind::kListStackLike, {TiledList(v, 0), SwapFirstTwo(v, v.Tiled(1))});
  return v.One(SwapFirstTwo(v, stacked));
}

BatchResult BatchListSplitLike(const BatchInput&) { return std::nullopt; }
BatchResult BatchListExtents(const BatchInput&) { return std::nullopt; }

// ---- random numbers, state, text, effects, files: no batched form; the vectorize pass treats their effects ----
BatchResult BatchStatelessRandom(const BatchInput&) { return std::nullopt; }
BatchResult BatchStatefulRandom(const BatchInput&) { return std::nullopt; }
BatchResult BatchStatelessShuffle(const BatchInput&) { return std::nullopt; }
BatchResult BatchGlobalLoad(const BatchInput&) { return std::nullopt; }
BatchResult BatchGlobalStore(const BatchInput&) { return std::nullopt; }
BatchResult BatchStringJoinList(const BatchInput&) { return std::nullopt; }
BatchResult BatchFormatScalar(const BatchInput&) { return std::nullopt; }
BatchResult BatchFormatTensor(const BatchInput&) { return std::nullopt; }
BatchResult BatchFormatTfPrint(const BatchInput&) { return std::nullopt; }
BatchResult BatchPrint(const BatchInput&) { return std::nullopt; }
BatchResult BatchRaise(const BatchInput&) { return std::nullopt; }
BatchResult BatchAssert(const BatchInput&) { return std::nullopt; }
BatchResult BatchExit(const BatchInput&) { return std::nullopt; }
BatchResult BatchReadFile(const BatchInput&) { return std::nullopt; }
BatchResult BatchWriteFile(const BatchInput&) { return std::nullopt; }
BatchResult BatchLoadText(const BatchInput&) { return std::nullopt; }
BatchResult BatchLoadNpy(const BatchInput&) { return std::nullopt; }

}  // namespace lathe::ir
