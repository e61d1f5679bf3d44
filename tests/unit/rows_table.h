// Samples of operations for the table-driven tests of derivatives (autodiff_rows_test) and batching (vectorize_rows_test).
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "autodiff_helper.h"

namespace lathe::ir::test {

struct Operand {
  std::vector<int64_t> dims;
  std::string values;           // "real", "positive", "unit", "above1", "distinct", "spd", "lower"; "ints", "bools", "const"
  std::vector<int64_t> ints;    // "const": an int32 constant; "ints": what each lane permutes (int32)
};

struct Sample {
  std::string name;
  OpKind kind;
  std::vector<Operand> operands;
  Attrs attrs = NoAttrs{};
  bool derivative = true;  // false: only batched (TensorFlow has no derivative, or it is zero almost everywhere)
  size_t result = 0;       // the result looked at
};

// Deterministic values in [0, 1).
inline double Uniform(uint32_t& state) {
  state = state * 1664525u + 1013904223u;
  return double(state >> 8) / double(1u << 24);
}

inline Literal Draw(const Operand& operand, uint32_t seed) {
  uint32_t state = seed * 2654435761u + 12345u;
  for (int i = 0; i < 4; ++i) Uniform(state);
  int64_t count = 1;
  for (int64_t d : operand.dims) count *= d;
  if (operand.values == "const" || operand.values == "ints") {
    Literal literal = Literal::Zeros(DType::kInt32, operand.dims);
    size_t shift = operand.values == "ints" ? seed % std::max<size_t>(1, operand.ints.size()) : 0;
    for (int64_t i = 0; i < count; ++i)
      literal.mutable_data<int32_t>()[i] = int32_t(operand.ints[(size_t(i) + shift) % operand.ints.size()]);
    return literal;
  }
  if (operand.values == "bools") {
    Literal literal = Literal::Zeros(DType::kBool, operand.dims);
    for (int64_t i = 0; i < count; ++i) literal.mutable_data<bool>()[i] = Uniform(state) < 0.5;
    return literal;
  }
  std::vector<double> values;
  for (int64_t i = 0; i < count; ++i) {
    double u = Uniform(state);
    if (operand.values == "real") values.push_back(4 * u - 2.03);
    if (operand.values == "positive") values.push_back(0.3 + 2 * u);
    if (operand.values == "unit") values.push_back(1.8 * u - 0.9);
    if (operand.values == "above1") values.push_back(1.2 + u);
    if (operand.values == "distinct") values.push_back(double((i * 7 + seed) % 13) * 0.37 - 2 + 0.01 * u);
    if (operand.values == "spd" || operand.values == "lower") values.push_back(u - 0.5);
  }
  if (operand.values == "spd" || operand.values == "lower") {
    size_t n = size_t(operand.dims.back());
    for (size_t at = 0; at < values.size(); at += n * n)
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j <= i; ++j) {
          double& low = values[at + i * n + j];
          double& high = values[at + j * n + i];
          if (i == j) low += 2.5 + double(i);
          else if (operand.values == "lower") high = 0;
          else high = low;
        }
  }
  return Doubles(operand.dims, values);
}

inline AxisAttr Along(int64_t axis, int64_t batch_dims = 0, bool exclusive = false, bool reverse = false) {
  AxisAttr attr;
  attr.axis = axis;
  attr.batch_dims = batch_dims;
  attr.exclusive = exclusive;
  attr.reverse = reverse;
  return attr;
}
inline ParamsAttr Mode(std::vector<int64_t> ints) { return ParamsAttr{std::move(ints), {}, {}, {}}; }
inline Operand Real(std::vector<int64_t> dims) { return {std::move(dims), "real", {}}; }
inline Operand Const(std::vector<int64_t> dims, std::vector<int64_t> ints) { return {std::move(dims), "const", std::move(ints)}; }
inline Operand Ints(std::vector<int64_t> dims, std::vector<int64_t> ints) { return {std::move(dims), "ints", std::move(ints)}; }

inline std::vector<Sample> ElementwiseSamples() {
  std::vector<Sample> out;
  auto unary = [&](OpKind kind, const char* values, bool derivative = true) {
    out.push_back({std::string(RowOf(kind).name), kind, {{{2, 3}, values, {}}}, NoAttrs{}, derivative});
  };
  using K = OpKind;
  for (K k : {K::kNeg, K::kAbs, K::kExp, K::kExpm1, K::kSin, K::kCos, K::kAtan, K::kSinh, K::kCosh, K::kTanh, K::kAsinh,
              K::kSigmoid, K::kSoftplus, K::kErf, K::kErfc, K::kRelu, K::kIdentity, K::kSign})
    unary(k, "real");
  for (K k : {K::kSqrt, K::kRsqrt, K::kLog, K::kLog1p, K::kLgamma, K::kDigamma}) unary(k, "positive");
  for (K k : {K::kTan, K::kAsin, K::kAcos, K::kAtanh, K::kErfinv}) unary(k, "unit");
  unary(K::kAcosh, "above1");
  unary(K::kDigamma, "unit");
  for (K k : {K::kFloor, K::kCeil, K::kRint, K::kTrunc, K::kIsNan, K::kIsInf, K::kIsFinite, K::kStopGradient, K::kPreventFold})
    unary(k, "real", false);
  out.push_back({"Cast", K::kCast, {Real({2})}, DTypeAttr{DType::kFloat64}});
  out.push_back({"Cast to int", K::kCast, {Real({2})}, DTypeAttr{DType::kInt32}, false});
  auto binary = [&](K kind, const char* a, const char* b, bool derivative = true) {
    std::string name(RowOf(kind).name);
    out.push_back({name, kind, {{{2, 3}, a, {}}, {{2, 3}, b, {}}}, NoAttrs{}, derivative});
    out.push_back({name + " broadcast", kind, {{{3}, a, {}}, {{2, 1}, b, {}}}, NoAttrs{}, derivative});
    out.push_back({name + " scalar", kind, {{{}, a, {}}, {{2, 3}, b, {}}}, NoAttrs{}, derivative});
  };
  for (K k : {K::kAdd, K::kSub, K::kMul, K::kMax, K::kMin, K::kAtan2}) binary(k, "real", "real");
  for (K k : {K::kDiv, K::kFloorMod, K::kTruncMod}) binary(k, "real", "above1");
  binary(K::kPow, "positive", "real");
  for (K k : {K::kFloorDiv, K::kTruncDiv, K::kNextAfter, K::kEq, K::kNe, K::kLt, K::kLe, K::kGt, K::kGe})
    binary(k, "real", "above1", false);
  for (K k : {K::kAnd, K::kOr, K::kXor}) binary(k, "bools", "bools", false);
  out.push_back({"Not", K::kNot, {{{3}, "bools", {}}}, NoAttrs{}, false});
  out.push_back({"BitNot", K::kBitNot, {Ints({3}, {1, 5, 9})}, NoAttrs{}, false});
  for (K k : {K::kBitAnd, K::kBitOr, K::kBitXor, K::kShiftLeft, K::kShiftRight})
    out.push_back({std::string(RowOf(k).name), k, {Ints({3}, {12, 5, 9}), Ints({1}, {3, 1, 2})}, NoAttrs{}, false});
  out.push_back({"Select", K::kSelect, {{{2, 1}, "bools", {}}, Real({2, 3}), Real({3})}});
  return out;
}

inline std::vector<Sample> ShapeSamples() {
  using K = OpKind;
  std::vector<Sample> out;
  for (K k : {K::kSum, K::kProd, K::kReduceMax, K::kReduceMin})
    for (bool keep : {false, true}) {
      std::string name(RowOf(k).name);
      out.push_back({name + " one", k, {{{2, 3, 2}, "distinct", {}}}, AxesAttr{{1}, keep}});
      out.push_back({name + " two", k, {{{2, 3, 2}, "distinct", {}}}, AxesAttr{{0, 2}, keep}});
      out.push_back({name + " all", k, {{{2, 3}, "distinct", {}}}, AxesAttr{{0, 1}, keep}});
    }
  for (K k : {K::kAll, K::kAny}) out.push_back({std::string(RowOf(k).name), k, {{{2, 3}, "bools", {}}}, AxesAttr{{1}, false}, false});
  for (K k : {K::kArgMax, K::kArgMin})
    out.push_back({std::string(RowOf(k).name), k, {Real({2, 3})}, ParamsAttr{{-1}, {}, {}, {DType::kInt64}}, false});
  for (K k : {K::kCumSum, K::kCumProd})
    for (int mode = 0; mode < 4; ++mode)
      out.push_back({std::string(RowOf(k).name) + " " + std::to_string(mode), k, {{{2, 3}, "positive", {}}},
                     Along(1, 0, (mode & 1) != 0, (mode & 2) != 0)});
  out.push_back({"SumTo", K::kSumTo, {Real({2, 3}), {{3}, "real", {}}}});
  out.push_back({"ShapeOf", K::kShapeOf, {Real({2, 3})}, DTypeAttr{DType::kInt32}, false});
  out.push_back({"DimOf", K::kDimOf, {Real({2, 3})}, Along(1), false});
  out.push_back({"Reshape", K::kReshape, {Real({2, 3}), Const({2}, {3, -1})}});
  out.push_back({"ReshapeLike", K::kReshapeLike, {Real({2, 3}), Real({3, 2})}});
  out.push_back({"ExpandDims", K::kExpandDims, {Real({2, 3})}, Along(1)});
  out.push_back({"Squeeze", K::kSqueeze, {Real({2, 1, 3})}, AxesAttr{{1}, false}});
  out.push_back({"SetShape", K::kSetShape, {Real({2, 3})}, TypeAttr{F64({2, 3})}});
  out.push_back({"BroadcastTo", K::kBroadcastTo, {Real({3}), Const({2}, {2, 3})}});
  out.push_back({"Transpose", K::kTranspose, {Real({2, 3, 2})}, AxesAttr{{2, 0, 1}, false}});
  out.push_back({"Reverse", K::kReverse, {Real({2, 3})}, AxesAttr{{1}, false}});
  SliceAttr shrink;
  shrink.shrink_axis_mask = 1;
  shrink.begin_mask = shrink.end_mask = 2;
  out.push_back({"StridedSlice", K::kStridedSlice, {Real({3, 4}), Const({2}, {1, 0}), Const({2}, {2, 0}), Const({2}, {1, 2})}, shrink});
  SliceAttr range;
  out.push_back({"StridedSlice back", K::kStridedSlice, {Real({5}), Const({1}, {4}), Const({1}, {0}), Const({1}, {-2})}, range});
  SliceAttr index;
  index.shrink_axis_mask = 1;
  out.push_back({"StridedSlice index", K::kStridedSlice, {Real({3, 2}), Ints({1}, {1, 0, 2}), Ints({1}, {2, 1, 3}), Const({1}, {1})}, index});
  out.push_back({"StridedSliceGrad", K::kStridedSliceGrad, {Real({3, 4}), Const({2}, {1, 0}), Const({2}, {2, 0}), Const({2}, {1, 2}), Real({2})}, shrink});
  out.push_back({"StridedSliceGrad index", K::kStridedSliceGrad, {Real({3, 2}), Ints({1}, {1, 0, 2}), Ints({1}, {2, 1, 3}), Const({1}, {1}), Real({2})}, index});
  out.push_back({"StridedSliceUpdate", K::kStridedSliceUpdate, {Real({3, 4}), Const({2}, {1, 0}), Const({2}, {2, 0}), Const({2}, {1, 2}), Real({2})}, shrink});
  out.push_back({"Slice", K::kSlice, {Real({3, 4}), Const({2}, {1, 0}), Const({2}, {2, -1})}});
  out.push_back({"Slice by lane", K::kSlice, {Real({5}), Ints({1}, {1, 0, 2}), Const({1}, {3})}});
  out.push_back({"Concat", K::kConcat, {Real({2, 1}), Real({2, 2}), Real({2, 1})}, Along(-1)});
  out.push_back({"ConcatGrad", K::kConcatGrad, {Real({2, 3}), Real({2, 1}), Real({2, 2})}, Along(1), true, 1});
  out.push_back({"Stack", K::kStack, {Real({2}), Real({2})}, Along(1)});
  out.push_back({"Pad", K::kPad, {Real({2, 3}), Const({2, 2}, {1, 0, 0, 2}), Real({})}});
  out.push_back({"MirrorPad reflect", K::kMirrorPad, {Real({3, 4}), Const({2, 2}, {1, 2, 3, 0})}, Mode({0})});
  out.push_back({"MirrorPad symmetric", K::kMirrorPad, {Real({3, 4}), Const({2, 2}, {3, 2, 0, 1})}, Mode({1})});
  out.push_back({"Tile", K::kTile, {Real({2, 3}), Const({2}, {2, 3})}});
  out.push_back({"Linspace", K::kLinspace, {Real({}), Real({}), Const({}, {5})}});
  out.push_back({"Roll", K::kRoll, {Real({2, 3}), Const({2}, {1, -1})}, AxesAttr{{0, 1}, false}});
  out.push_back({"Roll by lane", K::kRoll, {Real({2, 3}), Ints({1}, {1, -1, 5})}, AxesAttr{{1}, false}});
  out.push_back({"BandPart", K::kBandPart, {Real({2, 3, 3}), Const({}, {1}), Const({}, {0})}});
  out.push_back({"Diag", K::kDiag, {Real({2, 3})}});
  out.push_back({"DiagPart", K::kDiagPart, {Real({2, 3, 3})}});
  out.push_back({"DiagPart wide", K::kDiagPart, {Real({2, 3})}});
  return out;
}

inline std::vector<Sample> IndexSamples() {
  using K = OpKind;
  std::vector<Sample> out;
  out.push_back({"Gather", K::kGather, {Real({3, 2}), Ints({2, 2}, {0, 2, 1, 2})}, Along(0)});
  out.push_back({"Gather axis 1", K::kGather, {Real({2, 3}), Ints({2}, {2, 0, 1})}, Along(1)});
  out.push_back({"Gather shared indices", K::kGather, {Real({2, 3}), Const({2}, {2, 0})}, Along(1)});
  out.push_back({"Gather batch", K::kGather, {Real({2, 3}), Ints({2, 2}, {0, 2, 1})}, Along(1, 1)});
  out.push_back({"GatherNd", K::kGatherNd, {Real({3, 2}), Ints({2, 2}, {0, 1, 1, 0})}, Along(0)});
  out.push_back({"GatherNd batch", K::kGatherNd, {Real({2, 3}), Ints({2, 1}, {0, 2, 1})}, Along(0, 1)});
  out.push_back({"ScatterNd", K::kScatterNd, {Ints({3, 1}, {0, 2, 0}), Real({3, 2}), Const({2}, {4, 2})}});
  for (int mode : {0, 1, 2, 3, 4})
    out.push_back({"TensorScatter " + std::to_string(mode), K::kTensorScatter,
                   {Real({4}), Ints({2, 1}, {3, 1}), Real({2})}, Mode({mode})});
  out.push_back({"GatherGrad", K::kGatherGrad, {Real({3, 2}), Ints({2}, {2, 2, 0}), Real({2, 2})}, Along(0)});
  for (int mode : {0, 1, 2, 3})
    out.push_back({"UnsortedSegment " + std::to_string(mode), K::kUnsortedSegment,
                   {{{4, 2}, "distinct", {}}, Ints({4}, {0, 1, 0, -1}), Const({}, {2})}, Mode({mode})});
  out.push_back({"OneHot", K::kOneHot, {Ints({2}, {0, 2, 1}), Const({}, {3}), Real({}), Real({})}, Along(-1), false});
  out.push_back({"Sort", K::kSort, {{{2, 3}, "distinct", {}}}, Along(1)});
  out.push_back({"Sort first axis", K::kSort, {{{3, 2}, "distinct", {}}}, Along(0, 0, false, true)});
  out.push_back({"ArgSort", K::kArgSort, {{{2, 3}, "distinct", {}}}, Along(1), false});
  out.push_back({"TopK", K::kTopK, {{{2, 4}, "distinct", {}}, Const({}, {2})}});
  out.push_back({"SearchSorted", K::kSearchSorted, {{{1, 3}, "real", {}}, Real({1, 2})}, ParamsAttr{{0}, {}, {}, {DType::kInt32}}, false});
  DotAttr matmul{{}, {}, {1}, {0}}, batched{{0}, {0}, {2}, {1}}, odd{{1}, {0}, {0, 2}, {2, 1}};
  out.push_back({"Dot", K::kDot, {Real({2, 3}), Real({3, 2})}, matmul});
  out.push_back({"Dot batch", K::kDot, {Real({2, 2, 3}), Real({2, 3, 2})}, batched});
  out.push_back({"Dot odd", K::kDot, {Real({3, 2, 4, 2}), Real({2, 4, 3, 3})}, odd});
  out.push_back({"Cholesky", K::kCholesky, {{{3, 3}, "spd", {}}}});
  out.push_back({"MatrixInverse", K::kMatrixInverse, {{{3, 3}, "spd", {}}}, Mode({0})});
  out.push_back({"MatrixInverse adjoint", K::kMatrixInverse, {{{3, 3}, "spd", {}}}, Mode({1})});
  for (int64_t adjoint : {0, 1}) {
    out.push_back({"MatrixSolve", K::kMatrixSolve, {{{3, 3}, "spd", {}}, Real({3, 2})}, Mode({adjoint})});
    out.push_back({"TriangularSolve", K::kTriangularSolve, {{{3, 3}, "lower", {}}, Real({3, 2})}, Mode({1, adjoint})});
  }
  out.push_back({"Det", K::kDet, {{{3, 3}, "spd", {}}}});
  out.push_back({"Eigh", K::kEigh, {{{3, 3}, "spd", {}}}});
  out.push_back({"Qr", K::kQr, {Real({3, 2})}, Mode({0}), true, 1});
  out.push_back({"Svd", K::kSvd, {Real({3, 2})}, Mode({0})});
  return out;
}

inline std::vector<Sample> AllSamples() {
  std::vector<Sample> out = ElementwiseSamples();
  for (auto list : {ShapeSamples(), IndexSamples()}) out.insert(out.end(), list.begin(), list.end());
  return out;
}

// Rows without a sample, and why.
inline const std::map<std::string, std::string>& Untested() {
  static const std::map<std::string, std::string> reasons = [] {
    std::map<std::string, std::string> r;
    for (const char* n : {"If", "While", "Map", "Call", "Try"}) r[n] = "control flow: autodiff_control_test, vectorize_test";
    for (const char* n : {"ListNew", "ListGet", "ListSet", "ListPush", "ListPop", "ListSize", "ListStack", "ListConcat",
                          "ListUnstack", "ListAccumulate", "ListGetOrZeros", "ListAdd", "ListStackLike", "ListSplitLike",
                          "ListExtents"})
      r[n] = "lists are no tensors: autodiff_control_test, vectorize_test";
    for (const char* n : {"GlobalLoad", "GlobalStore", "Print", "Raise", "Assert", "Exit", "ReadFile", "WriteFile", "LoadText",
                          "LoadNpy", "StatefulRandom"})
      r[n] = "effects";
    for (const char* n : {"StringConcat", "StringJoinList", "FormatScalar", "FormatTensor", "FormatTfPrint", "StringOp",
                          "ParseNumber"})
      r[n] = "strings";
    for (const char* n : {"PyAdd", "PySub", "PyMul", "PyDiv", "PyFloorDiv", "PyMod", "PyPow", "PyNeg"})
      r[n] = "Python scalars: elementwise rules of the rows above";
    for (const char* n : {"Real", "Imag", "Conj", "Complex"}) r[n] = "complex: autodiff_rows_test has cases of its own";
    for (const char* n : {"Constant", "BroadcastShape", "Range", "Where", "Unique", "Bincount", "StatelessRandom",
                          "StatelessShuffle"})
      r[n] = "no derivative, and no batch rule (a loop of its own)";
    return r;
  }();
  return reasons;
}

}  // namespace lathe::ir::test
