// The table made of ops.def, with a static assertion per row, and the encoding of attributes for kernels.
#include "ir/op_table.h"

#include <unordered_map>

#include "ir/rules.h"
#include "support/check.h"

namespace lathe::ir {
namespace table {

// Stand-ins for rules that are not written yet: they hide the declared functions inside this namespace.
InferResult AbsentInfer(const InferInput&) {
  return {{}, InferError{"unsupported-api", "this operation is not implemented yet"}};
}
std::optional<std::vector<BatchedValue>> AbsentBatch(const BatchInput&) { return std::nullopt; }
std::vector<ValueId> AbsentVjp(const VjpInput&) { return {}; }
#define ABSENT_INFER(name) constexpr InferFn name = AbsentInfer;
#define ABSENT_BATCH(name) constexpr BatchFn name = AbsentBatch;
#define ABSENT_VJP(name) constexpr VjpFn name = AbsentVjp;
#include "ir/rules_absent.def"
#undef ABSENT_INFER
#undef ABSENT_BATCH
#undef ABSENT_VJP

constexpr OpRow Named(std::string_view name, OpRow row) {
  row.name = name;
  if (row.vjp == AbsentVjp) {
    row.vjp = nullptr;
    row.no_vjp = "no rule yet";
  }
  if (row.batch == AbsentBatch) row.batch = nullptr;
  return row;
}

constexpr OpRow kRows[] = {
#define OP(name, ...) Named(#name, OpRow{__VA_ARGS__}),
#include "ir/ops.def"
#undef OP
};

constexpr bool Sound(const OpRow& row) {
  bool control = row.emission == Emission::kControl;
  if (row.doc.empty() || row.samples.empty()) return false;
  if (row.max_operands >= 0 && row.max_operands < row.min_operands) return false;
  if (control != (row.infer == nullptr)) return false;
  if ((row.vjp == nullptr) == (row.no_vjp == nullptr)) return false;
  bool elementwise = row.emission == Emission::kElementwise || row.emission == Emission::kReduction;
  if (elementwise != (row.scalar != ScalarOp::kNone)) return false;
  return (row.emission == Emission::kKernel) == (row.kernel != nullptr);
}

#define OP(name, ...) static_assert(Sound(OpRow{__VA_ARGS__}), "row " #name " of ops.def lacks or contradicts a column");
#include "ir/ops.def"
#undef OP

}  // namespace table

const OpRow& RowOf(OpKind kind) { return table::kRows[size_t(kind)]; }
size_t OpCount() { return std::size(table::kRows); }

std::optional<OpKind> FindOp(std::string_view name) {
  for (size_t i = 0; i < OpCount(); ++i)
    if (table::kRows[i].name == name) return OpKind(i);
  return std::nullopt;
}

namespace {

using AddressOf = std::function<int64_t(std::string_view)>;

struct Encoder {
  const AddressOf& address_of;
  std::vector<int64_t> out;

  void List(const std::vector<int64_t>& values) {
    out.push_back(int64_t(values.size()));
    out.insert(out.end(), values.begin(), values.end());
  }
  void Text(std::string_view text) {
    out.push_back(address_of(text));
    out.push_back(int64_t(text.size()));
  }

  void operator()(const NoAttrs&) {}
  void operator()(const LiteralAttr&) {}
  void operator()(const AxesAttr& a) {
    List(a.axes);
    out.push_back(a.keep_dims);
  }
  void operator()(const AxisAttr& a) { out = {a.axis, a.batch_dims, a.exclusive, a.reverse}; }
  void operator()(const DTypeAttr& a) { out = {int64_t(a.dtype)}; }
  void operator()(const SliceAttr& a) {
    out = {a.begin_mask, a.end_mask, a.ellipsis_mask, a.new_axis_mask, a.shrink_axis_mask};
  }
  void operator()(const DotAttr& a) {
    List(a.lhs_batch);
    List(a.rhs_batch);
    List(a.lhs_contract);
    List(a.rhs_contract);
  }
  void operator()(const TypeAttr& a) {
    out = {int64_t(a.type.dtype), a.type.shape.ranked ? a.type.shape.rank() : -1};
    if (!a.type.shape.ranked) return;
    for (Dim d : a.type.shape.dims) out.push_back(IsKnown(d) ? d : -1);
  }
  void operator()(const GlobalAttr& a) { out = {int64_t(a.global.index)}; }
  void operator()(const CallAttr& a) { out = {int64_t(a.callee.index)}; }
  void operator()(const TextAttr& a) {
    Text(a.text);
    out.push_back(a.number);
  }
  void operator()(const ParamsAttr& a) {
    List(a.ints);
    out.push_back(int64_t(a.floats.size()));
    for (double f : a.floats) out.push_back(__builtin_bit_cast(int64_t, f));
    out.push_back(int64_t(a.texts.size()));
    for (const std::string& text : a.texts) Text(text);
    out.push_back(int64_t(a.dtypes.size()));
    for (DType d : a.dtypes) out.push_back(int64_t(d));
  }
};

}  // namespace

std::vector<int64_t> EncodeAttrs(const Attrs& attrs, const AddressOf& address_of) {
  Encoder encoder{address_of, {}};
  std::visit(encoder, attrs);
  return std::move(encoder.out);
}

}  // namespace lathe::ir
