// Inference of lists, globals, strings, effects and files.
#include "ir/infer_common.h"
#include "ir/rules.h"

namespace lathe::ir {
namespace {

InferResult None() { return {}; }
InferResult StringScalar() { return One(Type::Scalar(DType::kString)); }

Problem NeedList(const InferInput& in, size_t i) {
  if (in.type(i).kind == TypeKind::kList) return std::nullopt;
  return InferError{"unsupported-dtype", UserName(in.kind) + " needs a list, not " + ToString(in.type(i))};
}

Problem NeedScalar(const InferInput& in, size_t i, DTypeSet set, const char* role) {
  if (Problem p = NeedDType(in, i, set, role)) return p;
  return NeedRank(in, i, 0, role);
}

// An element that is put into a list must fit the list's element type.
Problem NeedElement(const InferInput& in, size_t list, size_t element) {
  const Type &l = in.type(list), &e = in.type(element);
  if (e.kind != TypeKind::kTensor || e.dtype != l.dtype)
    return InferError{"dtype-mismatch", "an element of type " + ToString(e) + " in a list of " + std::string(NameOf(l.dtype)) +
                                            "; cast it: tf.cast(…, tf." + std::string(NameOf(l.dtype)) + ")"};
  if (!Unite(l.shape, e.shape))
    return InferError{"shape-mismatch", "an element of shape " + ToString(e.shape) + " in a list of elements of shape " +
                                            ToString(l.shape)};
  return std::nullopt;
}

}  // namespace

InferResult InferListNew(const InferInput& in) {
  if (Problem p = NeedScalar(in, 0, kIntSet, "a list's size")) return Fail(p);
  return One(AttrsOf<TypeAttr>(in).type);
}

InferResult InferListGet(const InferInput& in) {
  if (Problem p = NeedList(in, 0)) return Fail(p);
  if (Problem p = NeedScalar(in, 1, kIntSet, "an index")) return Fail(p);
  return One(in.type(0).dtype, in.type(0).shape);
}

InferResult InferListSet(const InferInput& in) {
  if (Problem p = NeedList(in, 0)) return Fail(p);
  if (Problem p = NeedScalar(in, 1, kIntSet, "an index")) return Fail(p);
  if (Problem p = NeedElement(in, 0, 2)) return Fail(p);
  return One(in.type(0));
}

// A list may get elements of other shapes than it has: then its element type covers both.
InferResult InferListPush(const InferInput& in) {
  if (Problem p = NeedList(in, 0)) return Fail(p);
  const Type &list = in.type(0), &element = in.type(1);
  if (element.kind != TypeKind::kTensor || element.dtype != list.dtype) return Fail(*NeedElement(in, 0, 1));
  if (Unite(list.shape, element.shape)) return One(list);
  return One(Type::List(list.dtype, Join(list.shape, element.shape)));
}

InferResult InferListPop(const InferInput& in) {
  if (Problem p = NeedList(in, 0)) return Fail(p);
  return {{in.type(0), Type::Tensor(in.type(0).dtype, in.type(0).shape)}, std::nullopt};
}

InferResult InferListSize(const InferInput& in) {
  if (Problem p = NeedList(in, 0)) return Fail(p);
  return One(Type::Scalar(DType::kInt32));
}

InferResult InferListStack(const InferInput& in) {
  if (Problem p = NeedList(in, 0)) return Fail(p);
  Shape shape = in.type(0).shape;
  if (const TypeAttr* attr = std::get_if<TypeAttr>(&in.attrs)) {
    auto united = Unite(shape, attr->type.shape);
    if (!united) return Fail(Mismatch(in, shape, attr->type.shape));
    shape = std::move(*united);
  }
  if (shape.ranked) shape.dims.insert(shape.dims.begin(), kUnknown);
  return One(in.type(0).dtype, std::move(shape));
}

InferResult InferListConcat(const InferInput& in) {
  if (Problem p = NeedList(in, 0)) return Fail(p);
  Shape shape = in.type(0).shape;
  if (shape.ranked && shape.dims.empty())
    return Fail("rank-mismatch", "the elements of the list are scalars; concat needs at least rank 1");
  if (shape.ranked) shape.dims[0] = kUnknown;
  return One(in.type(0).dtype, std::move(shape));
}

InferResult InferListUnstack(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kAnySet)) return Fail(p);
  if (Problem p = NeedRankAtLeast(in, 0, 1, "the input")) return Fail(p);
  Shape shape = in.type(0).shape;
  if (shape.ranked) shape.dims.erase(shape.dims.begin());
  return One(Type::List(in.type(0).dtype, std::move(shape)));
}

InferResult InferGlobalLoad(const InferInput& in) { return One(in.module[AttrsOf<GlobalAttr>(in).global].type); }

InferResult InferGlobalStore(const InferInput& in) {
  const Type &want = in.module[AttrsOf<GlobalAttr>(in).global].type, &have = in.type(0);
  if (want.kind != have.kind || want.dtype != have.dtype)
    return Fail("dtype-mismatch", "a value of type " + ToString(have) + " for a variable of type " + ToString(want) +
                                      "; cast it: tf.cast(…, tf." + std::string(NameOf(want.dtype)) + ")");
  if (!Unite(want.shape, have.shape))
    return Fail("shape-mismatch", "a value of shape " + ToString(have.shape) + " for a variable of shape " + ToString(want.shape));
  return None();
}

InferResult InferStringConcat(const InferInput& in) {
  Shape shape = in.type(0).shape;
  for (size_t i = 0; i < in.operands.size(); ++i) {
    if (Problem p = NeedDType(in, i, kStringSet)) return Fail(p);
    auto joined = BroadcastShapes(shape, in.type(i).shape);
    if (!joined) return Fail(Mismatch(in, shape, in.type(i).shape));
    shape = std::move(*joined);
  }
  return One(DType::kString, std::move(shape));
}

InferResult InferStringJoinList(const InferInput& in) {
  if (Problem p = NeedScalar(in, 0, kStringSet, "a separator")) return Fail(p);
  if (Problem p = NeedList(in, 1)) return Fail(p);
  return StringScalar();
}

InferResult InferFormatScalar(const InferInput& in) {
  if (Problem p = NeedScalar(in, 0, kAnySet, "the value")) return Fail(p);
  return StringScalar();
}

InferResult InferFormatTensor(const InferInput&) { return StringScalar(); }
InferResult InferFormatTfPrint(const InferInput&) { return StringScalar(); }

// Result dtype by function: predicates give bool, counts int32, hashes int64, everything else strings.
InferResult InferStringOp(const InferInput& in) {
  const std::string& function = AttrsOf<TextAttr>(in).text;
  DType result = DType::kString;
  if (function == "length" || function == "length_utf8") result = DType::kInt32;
  if (function == "regex_full_match" || function == "startswith" || function == "endswith") result = DType::kBool;
  if (function.starts_with("to_hash") || function == "fingerprint") result = DType::kInt64;
  if (function != "as_string")
    if (Problem p = NeedDType(in, 0, kStringSet)) return Fail(p);
  Shape shape = in.type(0).shape;
  bool splits = function == "split" || function == "bytes_split";
  if (splits || function == "join_last") {  // one more or one less dimension, of run-time size
    if (!shape.ranked) return One(result, shape);
    if (splits) {
      shape.dims.push_back(kUnknown);
    } else if (!shape.dims.empty()) {
      shape.dims.pop_back();
    }
    return One(result, std::move(shape));
  }
  for (size_t i = 1; i < in.operands.size(); ++i) {
    auto joined = BroadcastShapes(shape, in.type(i).shape);
    if (!joined) return Fail(Mismatch(in, shape, in.type(i).shape));
    shape = std::move(*joined);
  }
  return One(result, std::move(shape));
}

InferResult InferParseNumber(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kStringSet)) return Fail(p);
  DType result = DType::kFloat32;
  if (const DTypeAttr* attr = std::get_if<DTypeAttr>(&in.attrs)) {
    result = attr->dtype;
  } else {
    result = AttrsOf<ParamsAttr>(in).dtypes.at(0);
  }
  if (!Has(kSizeSet | kWideFloatSet, result))
    return Fail("unsupported-dtype", "strings do not convert to " + std::string(NameOf(result)) +
                                         " (to int32, int64, float32, float64)");
  return One(result, in.type(0).shape);
}

InferResult InferPrint(const InferInput& in) {
  if (Problem p = NeedScalar(in, 0, kStringSet, "the text")) return Fail(p);
  return None();
}

InferResult InferRaise(const InferInput& in) {
  if (!in.operands.empty())
    if (Problem p = NeedScalar(in, 0, kStringSet, "the message")) return Fail(p);
  if (in.operands.size() > 1)
    if (Problem p = NeedScalar(in, 1, kStringSet, "the type")) return Fail(p);
  return None();
}

InferResult InferAssert(const InferInput& in) {
  if (Problem p = NeedDType(in, 0, kBoolSet, "a condition")) return Fail(p);
  if (Problem p = NeedScalar(in, 1, kStringSet, "the message")) return Fail(p);
  return None();
}

InferResult InferExit(const InferInput& in) {
  if (Problem p = NeedScalar(in, 0, kIntSet, "an exit status")) return Fail(p);
  return None();
}

InferResult InferReadFile(const InferInput& in) {
  if (Problem p = NeedScalar(in, 0, kStringSet, "a path")) return Fail(p);
  return StringScalar();
}

InferResult InferWriteFile(const InferInput& in) {
  for (size_t i = 0; i < 2; ++i)
    if (Problem p = NeedScalar(in, i, kStringSet, i ? "the contents" : "a path")) return Fail(p);
  return None();
}

InferResult InferLoadText(const InferInput& in) {
  if (Problem p = NeedScalar(in, 0, kStringSet, "a path")) return Fail(p);
  const ParamsAttr& attr = AttrsOf<ParamsAttr>(in);
  int64_t rank = attr.ints.size() > 2 ? (attr.ints[2] >> 8) - 1 : -1;  // -1: not checked, any rank may come
  if (rank > 2) return Fail("invalid-argument", "a text file gives at most 2 dimensions, not " + std::to_string(rank));
  if (rank < 0) return One(attr.dtypes.at(0), Shape::Unranked());
  return One(attr.dtypes.at(0), Shape{true, std::vector<Dim>(size_t(rank), kUnknown)});
}

InferResult InferLoadNpy(const InferInput& in) {
  if (Problem p = NeedScalar(in, 0, kStringSet, "a path")) return Fail(p);
  int64_t code = AttrsOf<TextAttr>(in).number;
  int64_t dtype = code & 255, rank = code >> 8;
  if (dtype >= kDTypeCount || rank < 0 || rank > LT_MAX_RANK) return Fail("invalid-argument", "an array file of unknown type");
  return One(DType(dtype), Shape{true, std::vector<Dim>(size_t(rank), kUnknown)});
}

}  // namespace lathe::ir
