// What Lathe knows about each operation: one OpRow per row of ops.def.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ir.h"

namespace lathe::ir {

class Builder;

// How an operation is made into code. The backend and the evaluator switch over this, never over OpKind.
enum class Emission : uint8_t {
  kElementwise,  // `scalar` per element, NumPy broadcasting of operands
  kReduction,    // `reducer` over AxesAttr
  kDot,          // DotAttr
  kConstant,
  kAlias,        // same elements in the same order, another shape (Reshape, ExpandDims, Squeeze, Identity, StopGradient)
  kKernel,       // runtime function `kernel` (runtime/abi.h LtKernel) with EncodeAttrs(op)
  kGlobal,       // GlobalLoad, GlobalStore
  kControl,      // If, While, Map, Call, Try: regions
};

// Scalar functions that elementwise operations and reductions are made of; defined per dtype in numerics.md.
enum class ScalarOp : uint8_t {
  kNone,
  // unary
  kNeg, kAbs, kSign, kFloor, kCeil, kRint, kTrunc, kSqrt, kRsqrt, kExp, kExpm1, kLog, kLog1p, kSin, kCos, kTan, kAsin,
  kAcos, kAtan, kSinh, kCosh, kTanh, kAsinh, kAcosh, kAtanh, kSigmoid, kSoftplus, kErf, kErfc, kErfinv, kLgamma,
  kDigamma, kIsNan, kIsInf, kIsFinite, kNot, kBitNot, kCast, kReal, kImag, kConj,
  // binary
  kAdd, kSub, kMul, kDiv, kFloorDiv, kFloorMod, kTruncDiv, kTruncMod, kPow, kAtan2, kMax, kMin, kEq, kNe, kLt, kLe, kGt,
  kGe, kAnd, kOr, kXor, kBitAnd, kBitOr, kBitXor, kShiftLeft, kShiftRight, kComplex, kNextAfter,
  // Python scalars: int64 with overflow and zero checks, float64 with ZeroDivisionError
  kPyAdd, kPySub, kPyMul, kPyDiv, kPyFloorDiv, kPyMod, kPyPow, kPyNeg,
  // ternary
  kSelect,
};

// Answers of inference: result types, or an error with the name of a diagnostic and its text.
struct InferError {
  std::string diagnostic;  // "shape-mismatch", "dtype-mismatch", …
  std::string message;
};
struct InferResult {
  std::vector<Type> types;
  std::optional<InferError> error;
};
struct InferInput {
  const Module& module;
  const std::vector<ValueId>& operands;
  const Attrs& attrs;
  OpKind kind;
  const Type& type(size_t i) const { return module.type(operands[i]); }
  const Literal* literal(size_t i) const { return module.ConstantOf(operands[i]); }
};
// Unknown result dimensions are kUnknown; the builder turns them into fresh symbols where TensorFlow would know them.
using InferFn = InferResult (*)(const InferInput&);

// Cotangents of the operands, given those of the results; an invalid id: none flows. `results` are the op's own results.
struct VjpInput {
  Builder& builder;
  OpId op;
  const std::vector<ValueId>& operands;
  const std::vector<ValueId>& results;
  const std::vector<ValueId>& cotangents;  // one per result, never invalid (zeros where nothing came)
  const std::vector<bool>& wanted;         // one per operand
};
using VjpFn = std::vector<ValueId> (*)(const VjpInput&);

// One operand of an operation inside a vectorized map: `batched` values have the map's dimension as axis 0.
struct BatchedValue {
  ValueId value;
  bool batched = false;
};
struct BatchInput {
  Builder& builder;
  const Module& module;
  OpId op;                              // the operation in the map's body (its attrs, its un-batched types)
  const std::vector<BatchedValue>& operands;
  ValueId batch_size;                   // int32 scalar
};
// The results, batched. nullopt: this combination has no rule (then `map-sequential` applies).
using BatchFn = std::optional<std::vector<BatchedValue>> (*)(const BatchInput&);

enum class Effect : uint8_t { kPure, kReads, kWrites };  // kWrites: order is kept, never removed

struct OpRow {
  std::string_view name;
  int min_operands = 0, max_operands = 0;  // max -1: any number
  int results = 1;
  Emission emission = Emission::kKernel;
  ScalarOp scalar = ScalarOp::kNone;       // elementwise; the combining function of a reduction
  const char* kernel = nullptr;            // runtime function
  Effect effect = Effect::kPure;
  bool can_fail = false;                   // may raise at run time
  InferFn infer = nullptr;
  BatchFn batch = nullptr;
  VjpFn vjp = nullptr;
  const char* no_vjp = nullptr;            // the reason, where vjp is null; "none": TensorFlow gives None silently
  std::string_view samples;                // what tests draw operands from: "real", "positive", "unit", "int", "bool", …
  std::string_view doc;
};

const OpRow& RowOf(OpKind);
std::optional<OpKind> FindOp(std::string_view name);
size_t OpCount();

// The attribute block handed to kernels. Layout by family: AxesAttr: n, axes…, keep_dims. AxisAttr: axis, batch_dims,
// exclusive, reverse. DTypeAttr: dtype. SliceAttr: the five masks. DotAttr: four lists, each n, values…. TypeAttr: dtype,
// rank (-1 unranked), dims…. TextAttr: address of bytes, length, number. ParamsAttr: n ints…, n floats (bits)…,
// n texts (address, length)…, n dtypes…. Addresses are placed by the caller through `address_of`.
std::vector<int64_t> EncodeAttrs(const Attrs&, const std::function<int64_t(std::string_view bytes)>& address_of);

}  // namespace lathe::ir
