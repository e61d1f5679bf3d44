// Tensors as Python sequences (tensor_protocol.h).
#include "staging/tensor_protocol.h"

#include "staging/objects.h"

namespace lathe::staging {

namespace {

Value AsTensor(Interp& in, const Value& v, Span where) {
  if (v.is<Tensor>()) return v;
  return Tensor{in.ToTensor(v, {}, where)};
}

bool Symbolic(const Interp& in, const Value& v) { return in.mode == Mode::kStaged && !v.get<Tensor>().numpy; }

}  // namespace

Value TensorLength(Interp& in, const Value& tensor, Span where) {
  Value t = AsTensor(in, tensor, where);
  const ir::Type& type = in.TypeOf(t);
  if (type.shape.ranked && type.shape.rank() == 0) {
    bool numpy = t.get<Tensor>().numpy;
    in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", numpy ? "len() of unsized object" : "Scalar tensor has no `len()`", where);
  }
  if (type.shape.ranked) {
    if (ir::IsKnown(type.shape.dims[0])) return Value::Int(type.shape.dims[0]);
    if (in.mode == Mode::kEager || ir::IsSymbol(type.shape.dims[0]))
      return Scalar{ScalarKind::kInt, in.Emit(ir::OpKind::kDimOf, {t.get<Tensor>().value}, ir::AxisAttr{0}, where)};
  }
  // AutoGraph turns len() of a tensor whose length a trace does not know into an operation.
  return Tensor{in.Emit(ir::OpKind::kCast, {in.Emit(ir::OpKind::kDimOf, {t.get<Tensor>().value}, ir::AxisAttr{0}, where)}, ir::DTypeAttr{ir::DType::kInt32}, where)};
}

std::optional<std::vector<Value>> TensorElements(Interp& in, const Value& tensor, Span where) {
  Value t = AsTensor(in, tensor, where);
  const ir::Type type = in.TypeOf(t);
  if (Symbolic(in, t) && !in.options.extensions) {
    Diagnostic d{DiagnosticKind::kTensorIteration, "a tensor cannot be iterated over or unpacked here while its tf.function is traced", where};
    d.help.push_back("index it, or use tf.unstack(…) when its first dimension is known");
    in.Raise(std::move(d), "OperatorNotAllowedInGraphError");
  }
  if (type.shape.ranked && type.shape.rank() == 0)
    in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", t.get<Tensor>().numpy ? "iteration over a 0-d array" : "iteration over a scalar tensor", where);
  if (!type.shape.ranked || !ir::IsKnown(type.shape.dims[0])) return std::nullopt;
  std::vector<Value> out;
  in.Step(type.shape.dims[0]);
  bool numpy = t.get<Tensor>().numpy;
  for (int64_t i = 0; i < type.shape.dims[0]; i++) {
    ir::ValueId index = in.builder.Scalar(ir::DType::kInt32, i);
    ir::ValueId element = in.Emit(ir::OpKind::kGather, {t.get<Tensor>().value, index}, ir::AxisAttr{0}, where);
    out.push_back(Tensor{element, numpy, numpy && type.shape.rank() == 1});
  }
  return out;
}

void RefuseTensorAssignment(Interp& in, const Value& tensor, const Value& index, const Value& value, Span where) {
  (void)index;
  (void)value;
  bool variable = in.heap.External<VariableObject>(tensor) != nullptr;
  Diagnostic d{DiagnosticKind::kTensorItemAssignment, variable ? "a tf.Variable does not support item assignment" : "a tensor does not support item assignment", where};
  d.help.push_back(variable ? "use v[i].assign(…) or v.scatter_nd_update(…)" : "use tf.tensor_scatter_nd_update(t, [[i]], [value])");
  in.Raise(std::move(d), "TypeError");
}

}  // namespace lathe::staging
