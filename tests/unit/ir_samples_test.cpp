#include "ir_samples.h"

#include <cstring>
#include <map>

#include "runtime/math/half.h"

namespace lathe::ir {

Literal Filled(DType dtype, std::vector<int64_t> dims, std::vector<double> values) {
  if (dtype == DType::kString) {
    std::vector<std::string> texts;
    for (double v : values) texts.push_back("s" + std::to_string(int(v)));
    return Literal::Strings(texts, dims);
  }
  Literal literal = Literal::Zeros(dtype, dims);
  for (size_t i = 0; i < values.size(); ++i) {
    Literal one = IsComplex(dtype) ? Literal::Complex(dtype, values[i], 0.5) : Literal::Scalar(dtype, values[i]);
    std::memcpy(literal.mutable_data<char>() + i * size_t(SizeOf(dtype)), one.as<char>(), size_t(SizeOf(dtype)));
  }
  return literal;
}
Literal Floats(std::vector<int64_t> dims, std::vector<double> values) { return Filled(DType::kFloat32, dims, values); }
Literal Ints(std::vector<int64_t> dims, std::vector<double> values) { return Filled(DType::kInt32, dims, values); }

namespace {

std::vector<OpSample> Elementwise(OpKind kind) {
  const OpRow& row = RowOf(kind);
  std::vector<OpSample> samples;
  for (int d = 0; d < kDTypeCount; ++d) {
    DType dtype = DType(d);
    std::vector<double> x = {0.25, 0.5, 0.75, 1, 2, 3}, y = {1, 2, 3};
    if (kind == OpKind::kSelect) {
      samples.push_back({{Filled(DType::kBool, {2, 1}, {1, 0}), Filled(dtype, {2, 3}, x), Filled(dtype, {3}, y)}, NoAttrs{}});
    } else if (row.min_operands == 2) {
      samples.push_back({{Filled(dtype, {2, 3}, x), Filled(dtype, {3}, y)}, NoAttrs{}});
    } else if (kind == OpKind::kCast) {
      for (int to = 0; to < kDTypeCount; ++to) samples.push_back({{Filled(dtype, {2, 3}, x)}, DTypeAttr{DType(to)}});
    } else {
      samples.push_back({{Filled(dtype, {2, 3}, x)}, NoAttrs{}});
    }
  }
  return samples;
}

std::vector<OpSample> Reductions() {
  std::vector<OpSample> samples;
  for (int d = 0; d < kDTypeCount; ++d)
    for (bool keep : {false, true})
      for (std::vector<int64_t> axes : {std::vector<int64_t>{}, {0}, {1}, {0, 1}})
        samples.push_back({{Filled(DType(d), {2, 3}, {1, 0, 2, 3, 1, 1})}, AxesAttr{axes, keep}});
  return samples;
}

AxisAttr Axis(int64_t axis, int64_t batch_dims = 0) {
  AxisAttr attr;
  attr.axis = axis;
  attr.batch_dims = batch_dims;
  return attr;
}

ParamsAttr Params(std::vector<int64_t> ints, std::vector<DType> dtypes = {}) {
  ParamsAttr attr;
  attr.ints = std::move(ints);
  attr.dtypes = std::move(dtypes);
  return attr;
}

TypeAttr Typed(DType dtype, std::vector<Dim> dims) { return {Type::Tensor(dtype, Shape{true, std::move(dims)})}; }

Literal Matrix() { return Floats({2, 3}, {1, -2, 3, 4, 0.5, 6}); }
Literal Spd() { return Floats({2, 2}, {4, 1, 1, 3}); }

SliceAttr Masks(uint32_t begin, uint32_t end, uint32_t ellipsis, uint32_t fresh, uint32_t shrink) {
  return {begin, end, ellipsis, fresh, shrink};
}

using Table = std::map<OpKind, std::vector<OpSample>>;

void AddShapeRows(Table& t) {
  t[OpKind::kConstant] = {{{}, LiteralAttr{Matrix()}}};
  for (OpKind k : {OpKind::kIdentity, OpKind::kStopGradient, OpKind::kPreventFold}) t[k] = {{{Matrix()}, NoAttrs{}}};
  t[OpKind::kShapeOf] = {{{Matrix()}, DTypeAttr{DType::kInt32}}, {{Matrix()}, DTypeAttr{DType::kInt64}}};
  t[OpKind::kDimOf] = {{{Matrix()}, Axis(1)}};
  t[OpKind::kReshape] = {{{Matrix(), Ints({2}, {3, 2})}, NoAttrs{}}, {{Matrix(), Ints({2}, {-1, 2})}, NoAttrs{}},
                         {{Floats({1}, {2}), Ints({0}, {})}, NoAttrs{}}};
  t[OpKind::kReshapeLike] = {{{Matrix(), Floats({6}, {0, 0, 0, 0, 0, 0})}, NoAttrs{}}};
  t[OpKind::kExpandDims] = {{{Matrix()}, Axis(0)}, {{Matrix()}, Axis(2)}};
  t[OpKind::kSqueeze] = {{{Floats({1, 2, 1}, {1, 2})}, AxesAttr{{0}, false}}, {{Floats({1, 2, 1}, {1, 2})}, AxesAttr{}}};
  t[OpKind::kSetShape] = {{{Matrix()}, Typed(DType::kFloat32, {2, kUnknown})}};
  t[OpKind::kBroadcastTo] = {{{Floats({3}, {1, 2, 3}), Ints({2}, {2, 3})}, NoAttrs{}}, {{Floats({}, {1}), Ints({0}, {})}, NoAttrs{}}};
  t[OpKind::kBroadcastShape] = {{{Ints({2}, {2, 1}), Ints({1}, {3})}, NoAttrs{}}};
  t[OpKind::kTranspose] = {{{Matrix()}, AxesAttr{{1, 0}, false}}};
  t[OpKind::kReverse] = {{{Matrix()}, AxesAttr{{1}, false}}};
  t[OpKind::kSumTo] = {{{Matrix(), Floats({3}, {0, 0, 0})}, NoAttrs{}}, {{Matrix(), Floats({2, 1}, {0, 0})}, NoAttrs{}}};
  Literal one = Ints({1}, {1});
  t[OpKind::kStridedSlice] = {
      {{Matrix(), Ints({2}, {0, 1}), Ints({2}, {2, 3}), Ints({2}, {1, 1})}, Masks(0, 0, 0, 0, 0)},
      {{Matrix(), Ints({2}, {1, 0}), Ints({2}, {2, 0}), Ints({2}, {1, -1})}, Masks(2, 2, 0, 0, 1)},
      {{Matrix(), Ints({3}, {0, 0, 1}), Ints({3}, {0, 0, 3}), Ints({3}, {1, 1, 2})}, Masks(0, 0, 1, 2, 0)},
      {{Matrix(), Ints({1}, {-1}), Ints({1}, {0}), Ints({1}, {1})}, Masks(0, 1, 0, 0, 0)}};
  t[OpKind::kStridedSliceGrad] = {{{Matrix(), one, Ints({1}, {2}), one, Floats({1, 3}, {7, 8, 9})}, Masks(0, 0, 0, 0, 0)}};
  t[OpKind::kStridedSliceUpdate] = {{{Matrix(), one, Ints({1}, {2}), one, Floats({3}, {7, 8, 9})}, Masks(0, 0, 0, 0, 0)}};
  t[OpKind::kSlice] = {{{Matrix(), Ints({2}, {0, 1}), Ints({2}, {-1, 2})}, NoAttrs{}}};
  t[OpKind::kConcat] = {{{Matrix(), Matrix()}, Axis(0)}, {{Matrix(), Floats({2, 1}, {9, 9})}, Axis(1)}};
  t[OpKind::kConcatGrad] = {{{Matrix(), Floats({2, 1}, {0, 0}), Floats({2, 2}, {0, 0, 0, 0})}, Axis(1)}};
  t[OpKind::kStack] = {{{Matrix(), Matrix()}, Axis(0)}, {{Matrix(), Matrix()}, Axis(2)}, {{Floats({}, {1})}, Axis(0)}};
  t[OpKind::kPad] = {{{Matrix(), Ints({2, 2}, {1, 0, 0, 2}), Floats({}, {5})}, NoAttrs{}}};
  t[OpKind::kMirrorPad] = {{{Matrix(), Ints({2, 2}, {1, 0, 0, 2})}, Params({0})}, {{Matrix(), Ints({2, 2}, {2, 0, 0, 3})}, Params({1})}};
  t[OpKind::kTile] = {{{Matrix(), Ints({2}, {2, 1})}, NoAttrs{}}};
  t[OpKind::kRange] = {{{Ints({}, {0}), Ints({}, {7}), Ints({}, {2})}, NoAttrs{}}, {{Floats({}, {1}), Floats({}, {0}), Floats({}, {-0.25})}, NoAttrs{}}};
  t[OpKind::kLinspace] = {{{Floats({}, {0}), Floats({}, {1}), Ints({}, {5})}, NoAttrs{}}};
  t[OpKind::kRoll] = {{{Matrix(), Ints({1}, {1})}, AxesAttr{{1}, false}}};
  t[OpKind::kBandPart] = {{{Matrix(), Ints({}, {0}), Ints({}, {-1})}, NoAttrs{}}};
  t[OpKind::kDiag] = {{{Matrix()}, NoAttrs{}}};
  t[OpKind::kDiagPart] = {{{Matrix()}, NoAttrs{}}};
}

void AddIndexRows(Table& t) {
  t[OpKind::kArgMax] = {{{Matrix()}, Params({1}, {DType::kInt64})}, {{Matrix()}, Params({0}, {DType::kInt32})}};
  t[OpKind::kArgMin] = t[OpKind::kArgMax];
  t[OpKind::kCumSum] = {{{Matrix()}, Axis(1)}};
  t[OpKind::kCumProd] = {{{Matrix()}, Axis(0)}};
  t[OpKind::kGather] = {{{Matrix(), Ints({2, 2}, {0, 1, 1, 0})}, Axis(0)}, {{Matrix(), Ints({}, {2})}, Axis(1)},
                        {{Matrix(), Ints({2, 1}, {2, 0})}, Axis(1, 1)}};
  t[OpKind::kGatherNd] = {{{Matrix(), Ints({2, 2}, {0, 1, 1, 2})}, Axis(0)}, {{Matrix(), Ints({2, 1}, {1, 0})}, Axis(0)}};
  t[OpKind::kScatterNd] = {{{Ints({2, 1}, {3, 1}), Floats({2}, {5, 6}), Ints({1}, {4})}, NoAttrs{}}};
  for (int mode = 0; mode < 6; ++mode)
    t[OpKind::kTensorScatter].push_back({{Matrix(), Ints({2, 1}, {1, 1}), Floats({2, 3}, {1, 1, 1, 2, 2, 2})}, Params({mode})});
  t[OpKind::kGatherGrad] = {{{Matrix(), Ints({3}, {0, 1, 1}), Floats({3, 3}, {1, 1, 1, 2, 2, 2, 3, 3, 3})}, Axis(0)}};
  t[OpKind::kWhere] = {{{Filled(DType::kBool, {2, 3}, {1, 0, 1, 0, 0, 1})}, NoAttrs{}}};
  for (int mode = 0; mode < 4; ++mode)
    t[OpKind::kUnsortedSegment].push_back({{Matrix(), Ints({2}, {1, 0}), Ints({}, {3})}, Params({mode})});
  t[OpKind::kOneHot] = {{{Ints({2}, {1, 5}), Ints({}, {3}), Floats({}, {1}), Floats({}, {0})}, Axis(-1)},
                        {{Ints({2}, {1, 5}), Ints({}, {3}), Floats({}, {1}), Floats({}, {0})}, Axis(0)}};
  t[OpKind::kSort] = {{{Matrix()}, Axis(1)}};
  t[OpKind::kArgSort] = {{{Matrix()}, Axis(1)}};
  t[OpKind::kTopK] = {{{Matrix(), Ints({}, {2})}, NoAttrs{}}};
  t[OpKind::kUnique] = {{{Ints({5}, {3, 1, 3, 2, 1})}, DTypeAttr{DType::kInt32}}};
  t[OpKind::kSearchSorted] = {{{Floats({4}, {1, 2, 2, 3}), Floats({2}, {2, 0})}, Params({0}, {DType::kInt32})}};
  t[OpKind::kBincount] = {{{Ints({4}, {1, 1, 3, 0}), Ints({}, {5}), Ints({0}, {})}, NoAttrs{}}};
}

void AddMatrixRows(Table& t) {
  t[OpKind::kDot] = {{{Matrix(), Floats({3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})}, DotAttr{{}, {}, {1}, {0}}},
                     {{Matrix(), Matrix()}, DotAttr{{0}, {0}, {1}, {1}}},
                     {{Ints({2, 2}, {1, 2, 3, 4}), Ints({2, 2}, {1, 2, 3, 4})}, DotAttr{{}, {}, {1}, {0}}}};
  t[OpKind::kCholesky] = {{{Spd()}, NoAttrs{}}};
  t[OpKind::kMatrixInverse] = {{{Spd()}, Params({0})}};
  t[OpKind::kMatrixSolve] = {{{Spd(), Floats({2, 1}, {1, 2})}, Params({0})}};
  t[OpKind::kTriangularSolve] = {{{Spd(), Floats({2, 1}, {1, 2})}, Params({1, 0})}};
  t[OpKind::kDet] = {{{Spd()}, NoAttrs{}}};
  t[OpKind::kEigh] = {{{Spd()}, NoAttrs{}}};
  t[OpKind::kQr] = {{{Floats({3, 2}, {1, 2, 3, 4, 5, 7})}, Params({0})}, {{Floats({3, 2}, {1, 2, 3, 4, 5, 7})}, Params({1})}};
  t[OpKind::kSvd] = {{{Floats({3, 2}, {1, 2, 3, 4, 5, 7})}, Params({0})}};
  t[OpKind::kStatelessRandom] = {{{Ints({2}, {2, 3}), Ints({2}, {1, 2})}, Params({0}, {DType::kFloat32})}};
  t[OpKind::kStatelessShuffle] = {{{Matrix(), Ints({2}, {1, 2})}, NoAttrs{}}};
}

void AddTextRows(Table& t) {
  Literal text = Literal::Strings({"a", "b"}, {2});
  t[OpKind::kStringConcat] = {{{text, Literal::String("-")}, NoAttrs{}}};
  t[OpKind::kFormatScalar] = {{{Literal::Scalar(DType::kInt64, 42)}, TextAttr{"05d", 0}}};
  t[OpKind::kFormatTensor] = {{{Matrix()}, TextAttr{"", 0}}};
  t[OpKind::kFormatTfPrint] = {{{Matrix()}, TextAttr{"", 3}}};
  t[OpKind::kStringOp] = {{{text}, TextAttr{"upper", 0}}, {{text}, TextAttr{"length", 0}}};
  t[OpKind::kParseNumber] = {{{Literal::Strings({"1", "2.5"}, {2})}, DTypeAttr{DType::kFloat32}}};
}

}  // namespace

std::vector<OpSample> SamplesOf(OpKind kind) {
  const OpRow& row = RowOf(kind);
  if (row.emission == Emission::kElementwise) return Elementwise(kind);
  if (row.emission == Emission::kReduction) return Reductions();
  Table table;
  AddShapeRows(table);
  AddIndexRows(table);
  AddMatrixRows(table);
  AddTextRows(table);
  auto at = table.find(kind);
  return at == table.end() ? std::vector<OpSample>{} : at->second;
}

BuiltSample Build(OpKind kind, const OpSample& sample) {
  BuiltSample built;
  Builder builder(built.module);
  built.module.main = builder.OpenFunction("main", "", {}, {});
  std::vector<ValueId> operands;
  for (const Literal& literal : sample.operands) operands.push_back(builder.Constant(literal));
  built.results = builder.Emit(kind, operands, sample.attrs);
  built.error = builder.error();
  builder.CloseFunction({});
  return built;
}

}  // namespace lathe::ir
