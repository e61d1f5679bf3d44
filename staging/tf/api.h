// Shorthands for the tables of tf.* and np.*: emission at a call's span, and the usual conversions of arguments.
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "staging/builtin.h"
#include "staging/interp.h"

namespace lathe::staging {

using V = ir::ValueId;
using K = ir::OpKind;
using D = ir::DType;

// Emits operations for one call.
class Ops {
 public:
  Interp& in;
  Span span;
  Ops(Interp& i, Span s) : in(i), span(s) {}
  explicit Ops(Bound& b) : in(b.in), span(b.span) {}

  V operator()(K kind, std::vector<V> operands, ir::Attrs attrs = ir::NoAttrs{}) const {
    return in.Emit(kind, std::move(operands), std::move(attrs), span);
  }
  std::vector<V> Many(K kind, std::vector<V> operands, ir::Attrs attrs = ir::NoAttrs{}) const {
    return in.EmitMany(kind, std::move(operands), std::move(attrs), span);
  }

  // ---- types ----
  const ir::Type& type(V v) const { return in.module.type(v); }
  D dtype(V v) const { return type(v).dtype; }
  const ir::Shape& shape(V v) const { return type(v).shape; }
  bool ranked(V v) const { return shape(v).ranked; }
  int rank(V v) const;                                   // fails with dynamic-shape when unknown
  ir::Dim dim(V v, int axis) const { return shape(v).dims[size_t(axis)]; }
  const ir::Literal* literal(V v) const { return in.builder.ConstantOf(v); }
  std::vector<int64_t> AllAxes(V v) const;
  // An axis in [-rank, rank) made non-negative; raises axis-out-of-range.
  int64_t Axis(int64_t axis, int64_t rank, Span where = {}) const;

  // ---- constants ----
  V Const(ir::Literal literal) const { return in.builder.Constant(std::move(literal)); }
  V Number(D dtype, double value) const;                 // a scalar of any numeric dtype
  V Int(int64_t value, D dtype = D::kInt32) const { return Const(ir::Literal::Scalar(dtype, value)); }
  V Bool(bool value) const { return Const(ir::Literal::Scalar(D::kBool, value)); }
  V Like(V v, double value) const { return Number(dtype(v), value); }
  V Ints(const std::vector<int64_t>& values) const { return in.builder.Ints(values); }
  V Text(std::string_view text) const { return Const(ir::Literal::String(text)); }

  // ---- elementwise ----
  V Add(V a, V b) const { return (*this)(K::kAdd, {a, b}); }
  V Sub(V a, V b) const { return (*this)(K::kSub, {a, b}); }
  V Mul(V a, V b) const { return (*this)(K::kMul, {a, b}); }
  V Div(V a, V b) const { return (*this)(K::kDiv, {a, b}); }
  V Neg(V a) const { return (*this)(K::kNeg, {a}); }
  V Max(V a, V b) const { return (*this)(K::kMax, {a, b}); }
  V Min(V a, V b) const { return (*this)(K::kMin, {a, b}); }
  V Exp(V a) const { return (*this)(K::kExp, {a}); }
  V Log(V a) const { return (*this)(K::kLog, {a}); }
  V Sqrt(V a) const { return (*this)(K::kSqrt, {a}); }
  V Square(V a) const { return Mul(a, a); }
  V Select(V c, V a, V b) const { return (*this)(K::kSelect, {c, a, b}); }
  V Eq(V a, V b) const { return (*this)(K::kEq, {a, b}); }
  V Cast(V a, D to) const { return dtype(a) == to ? a : (*this)(K::kCast, {a}, ir::DTypeAttr{to}); }

  // ---- reductions, shape, layout ----
  V Reduce(K kind, V a, std::vector<int64_t> axes, bool keep) const {
    return (*this)(kind, {a}, ir::AxesAttr{std::move(axes), keep});
  }
  V Sum(V a, std::vector<int64_t> axes, bool keep = false) const { return Reduce(K::kSum, a, std::move(axes), keep); }
  V SumAll(V a) const { return Sum(a, AllAxes(a)); }
  V Mean(V a, const std::vector<int64_t>& axes, bool keep) const;
  V Count(V a, const std::vector<int64_t>& axes, D as) const;   // elements reduced over
  V ShapeOf(V a, D as = D::kInt32) const;                // a constant where the shape is known
  V DimOf(V a, int axis, D as = D::kInt32) const;        // a scalar
  V SizeOf(V a, D as = D::kInt32) const;
  V Reshape(V a, V shape) const { return (*this)(K::kReshape, {a, shape}); }
  V Reshape(V a, const std::vector<int64_t>& shape) const { return Reshape(a, Ints(shape)); }
  V BroadcastTo(V a, V shape) const { return (*this)(K::kBroadcastTo, {a, shape}); }
  V BroadcastLike(V a, V like) const { return BroadcastTo(a, ShapeOf(like)); }
  V Transpose(V a, std::vector<int64_t> permutation) const;
  V ExpandDims(V a, int64_t axis) const { return (*this)(K::kExpandDims, {a}, ir::AxisAttr{axis}); }
  V Squeeze(V a, std::vector<int64_t> axes) const { return (*this)(K::kSqueeze, {a}, ir::AxesAttr{std::move(axes), false}); }
  V Concat(std::vector<V> parts, int64_t axis) const { return (*this)(K::kConcat, std::move(parts), ir::AxisAttr{axis}); }
  V Stack(std::vector<V> parts, int64_t axis = 0) const { return (*this)(K::kStack, std::move(parts), ir::AxisAttr{axis}); }
  V Gather(V params, V indices, int64_t axis = 0, int64_t batch = 0) const {
    return (*this)(K::kGather, {params, indices}, ir::AxisAttr{axis, batch});
  }
  // a[..., begin:begin+size, ...] along one axis, all constants.
  V SliceAxis(V a, int64_t axis, int64_t begin, int64_t size) const;
  V Zeros(V shape, D dtype) const { return BroadcastTo(Number(dtype, 0), shape); }
  V ZerosLike(V a) const { return in.builder.ZerosLike(Here(a)); }
  V OnesLike(V a) const { return in.builder.OnesLike(Here(a)); }
  // Usable at the insertion point, for the builder's own shorthands.
  V Here(V a) const { in.builder.SetSpan(in.UserSpan(span)); return in.Import(a, span); }
  V Arange(V count) const;                               // 0, 1, … in the dtype of `count`
  V MatMul(V a, V b, bool transpose_a = false, bool transpose_b = false) const;
  V Swap(V a) const;                                     // the last two dimensions exchanged
  V LeadingShape(V a) const;                             // the shape without its last two entries
  // Raises `type` with `message` at run time unless `condition` holds.
  void Require(V condition, std::string_view type, std::string_view message) const;

  Value Out(V v) const { return Tensor{v}; }
  Value OutTuple(const std::vector<V>& values) const;
  // A named tuple, as TensorFlow gives it.
  Value OutNamed(std::string_view type, const std::vector<std::string_view>& fields, const std::vector<V>& values) const;
  Value OutList(const std::vector<V>& values) const;
  [[noreturn]] void Invalid(DiagnosticKind kind, std::string message, Span where = {}) const;   // InvalidArgumentError
};

// ---- arguments ----
V Arg(Bound& b, size_t i, std::optional<D> dtype = {});
// Two operands of a function: a literal takes the dtype of the other, a tensor (ops.md says when).
std::pair<V, V> PairArgs(Bound& b, size_t i, size_t j, bool literal_first_follows = true);
// A list of tensors (or one tensor standing for its slices), of one dtype: the first tensor's.
std::vector<V> ListArg(Bound& b, size_t i);
std::optional<D> DTypeArg(Bound& b, size_t i);
D DTypeArg(Bound& b, size_t i, D otherwise);
bool BoolArg(Bound& b, size_t i, std::string_view what);
// Axes of a reduction: None is all of them; non-negative, without repeats.
std::vector<int64_t> AxesArg(Bound& b, size_t i, V operand);
int64_t AxisArg(Bound& b, size_t i, int64_t rank, std::string_view what = "axis");
std::string StringArg(Bound& b, size_t i, std::string_view what);
// Elements of a list, tuple or single value.
std::vector<Value> ItemsOf(Interp& in, const Value& v, Span where);
std::vector<Value> SequenceOf(Interp& in, const Value& v);   // of a list or tuple; {} otherwise
// What a row got as *args and **kwargs (a sequence and a dict of strings), to be passed on.
CallArgs GivenArguments(Bound& b, size_t args, size_t kwargs);
bool IsSequence(Interp& in, const Value& v);
Value MakeList(Interp& in, std::vector<Value> items);

}  // namespace lathe::staging
