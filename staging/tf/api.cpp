// Shorthands for the tables of tf.* and np.*.
#include "staging/tf/api.h"

#include <algorithm>
#include <set>

#include "staging/literals.h"
#include "staging/objects.h"

namespace lathe::staging {

int Ops::rank(V v) const {
  if (!ranked(v)) in.Fail(DiagnosticKind::kDynamicShape, "the rank of this tensor must be known here", span);
  return shape(v).rank();
}

std::vector<int64_t> Ops::AllAxes(V v) const {
  std::vector<int64_t> axes(size_t(rank(v)), 0);
  for (size_t i = 0; i < axes.size(); ++i) axes[i] = int64_t(i);
  return axes;
}

int64_t Ops::Axis(int64_t axis, int64_t rank, Span where) const {
  if (axis >= -rank && axis < rank) return axis < 0 ? axis + rank : axis;
  in.Raise(DiagnosticKind::kAxisOutOfRange, in.mode == Mode::kStaged ? "ValueError" : "InvalidArgumentError",
           "axis " + std::to_string(axis) + " is out of range for a tensor of rank " + std::to_string(rank),
           where.valid() ? where : span);
}

V Ops::Number(D dtype, double value) const {
  if (ir::IsComplex(dtype)) return Const(ir::Literal::Complex(dtype, value, 0));
  return Const(ir::Literal::Scalar(dtype, value));
}

V Ops::Mean(V a, const std::vector<int64_t>& axes, bool keep) const {
  V sum = Sum(a, axes, keep);
  V count = Count(a, axes, ir::IsInteger(dtype(a)) ? dtype(a) : ir::RealType(dtype(a)));
  if (ir::IsInteger(dtype(a))) {
    // An empty mean of ints is 0.
    if (auto* l = literal(count); l && l->IntAt(0) == 0) return Mul(sum, Like(sum, 0));
    return (*this)(K::kTruncDiv, {sum, count});
  }
  return Div(sum, Cast(count, dtype(a)));
}

V Ops::Count(V a, const std::vector<int64_t>& axes, D as) const {
  int64_t known = 1;
  bool all = true;
  for (int64_t axis : axes) {
    ir::Dim d = dim(a, int(axis));
    if (ir::IsKnown(d)) known *= d;
    else all = false;
  }
  if (all) return Number(as, double(known));
  V count = Int(known, D::kInt64);
  for (int64_t axis : axes)
    if (!ir::IsKnown(dim(a, int(axis)))) count = Mul(count, DimOf(a, int(axis), D::kInt64));
  return Cast(count, as);
}

V Ops::ShapeOf(V a, D as) const {
  if (ranked(a) && shape(a).fully_known()) {
    if (as == D::kInt64) return Const(ir::Literal::Int64s(shape(a).dims));
    std::vector<int32_t> dims(shape(a).dims.begin(), shape(a).dims.end());
    return Const(ir::Literal::Int32s(dims));
  }
  return (*this)(K::kShapeOf, {a}, ir::DTypeAttr{as});
}

V Ops::DimOf(V a, int axis, D as) const {
  if (ir::IsKnown(dim(a, axis))) return Int(dim(a, axis), as);
  return Cast((*this)(K::kDimOf, {a}, ir::AxisAttr{axis}), as);
}

V Ops::SizeOf(V a, D as) const {
  if (auto n = ranked(a) ? shape(a).elements() : std::nullopt) return Int(*n, as);
  return Reduce(K::kProd, ShapeOf(a, as), {0}, false);
}

V Ops::Transpose(V a, std::vector<int64_t> permutation) const {
  for (size_t i = 0; i < permutation.size(); ++i)
    if (permutation[i] != int64_t(i)) return (*this)(K::kTranspose, {a}, ir::AxesAttr{std::move(permutation), false});
  return a;
}

V Ops::SliceAxis(V a, int64_t axis, int64_t begin, int64_t size) const {
  std::vector<int64_t> begins(size_t(rank(a)), 0), sizes(size_t(rank(a)), -1);
  begins[size_t(axis)] = begin;
  sizes[size_t(axis)] = size;
  return (*this)(K::kSlice, {a, Ints(begins), Ints(sizes)});
}

V Ops::Arange(V count) const {
  return (*this)(K::kRange, {Number(dtype(count), 0), count, Number(dtype(count), 1)});
}

V Ops::Swap(V a) const {
  std::vector<int64_t> order = AllAxes(a);
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return Transpose(a, std::move(order));
}

V Ops::MatMul(V a, V b, bool transpose_a, bool transpose_b) const {
  int ra = rank(a), rb = rank(b);
  if (ra < 2 || rb < 2)
    in.Raise(DiagnosticKind::kRankMismatch, in.mode == Mode::kStaged ? "ValueError" : "InvalidArgumentError",
             "matmul needs matrices: the shapes are " + ToString(shape(a)) + " and " + ToString(shape(b)), span);
  // Batch dimensions broadcast: the shorter side is repeated.
  int batch = std::max(ra, rb) - 2;
  auto batch_dims = [&](V v) { return ir::Shape{true, {shape(v).dims.begin(), shape(v).dims.end() - 2}}; };
  if (batch > 0 && batch_dims(a) != batch_dims(b)) {
    auto joined = ir::BroadcastShapes(batch_dims(a), batch_dims(b));
    if (!joined)
      in.Raise(DiagnosticKind::kShapeMismatch, in.mode == Mode::kStaged ? "ValueError" : "InvalidArgumentError",
               "matmul cannot broadcast the leading dimensions of " + ToString(shape(a)) + " and " + ToString(shape(b)), span);
    if (rb == 2) {  // [..., n, k] by [k, m]: no copy is needed
      ir::DotAttr dot{{}, {}, {transpose_a ? ra - 2 : ra - 1}, {transpose_b ? 1 : 0}};
      if (!transpose_a) return (*this)(K::kDot, {a, b}, dot);
    }
    auto expand = [&](V v) {
      int r = rank(v);
      V dims = (*this)(K::kBroadcastShape, {LeadingShape(a), LeadingShape(b)});
      V tail = SliceAxis(ShapeOf(v), 0, r - 2, 2);
      return BroadcastTo(v, Concat({dims, tail}, 0));
    };
    V wide_a = expand(a), wide_b = expand(b);
    a = wide_a;
    b = wide_b;
  }
  ir::DotAttr dot;
  for (int i = 0; i < batch; ++i) {
    dot.lhs_batch.push_back(i);
    dot.rhs_batch.push_back(i);
  }
  dot.lhs_contract = {transpose_a ? batch : batch + 1};
  dot.rhs_contract = {transpose_b ? batch + 1 : batch};
  return (*this)(K::kDot, {a, b}, dot);
}

V Ops::LeadingShape(V a) const { return SliceAxis(ShapeOf(a), 0, 0, rank(a) - 2); }

void Ops::Require(V condition, std::string_view type, std::string_view message) const {
  if (auto* l = literal(condition)) {
    bool all = true;
    for (int64_t i = 0; i < l->count(); ++i) all &= l->IntAt(i) != 0;
    if (all) return;
  }
  in.Emit(K::kAssert, {condition, Text(message)}, ir::TextAttr{std::string(type), 0}, span);
}

Value Ops::OutTuple(const std::vector<V>& values) const {
  std::vector<Value> items;
  for (V v : values) items.push_back(Tensor{v});
  return Value::MakeTuple(std::move(items));
}

Value Ops::OutNamed(std::string_view type, const std::vector<std::string_view>& fields, const std::vector<V>& values) const {
  ClassObject cls;
  cls.name = std::string(type);
  std::vector<Value> names, items;
  for (std::string_view f : fields) names.push_back(Value::String(std::string(f)));
  for (V v : values) items.push_back(Tensor{v});
  cls.attributes.push_back({in.Intern("_fields"), Value::MakeTuple(std::move(names))});
  Ref ref = in.heap.New(std::move(cls));
  return Tuple{std::make_shared<const std::vector<Value>>(std::move(items)), ref};
}

Value Ops::OutList(const std::vector<V>& values) const {
  std::vector<Value> items;
  for (V v : values) items.push_back(Tensor{v});
  return MakeList(in, std::move(items));
}

void Ops::Invalid(DiagnosticKind kind, std::string message, Span where) const {
  in.Raise(kind, in.mode == Mode::kStaged ? "ValueError" : "InvalidArgumentError", std::move(message),
           where.valid() ? where : span);
}

// ---- arguments ----

V Arg(Bound& b, size_t i, std::optional<D> dtype) { return b.in.ToTensor(b[i], dtype, b.spans[i]); }

namespace {

bool IsStrong(Interp& in, const Value& v) {
  return in.IsTensorLike(v) || in.heap.External<IndexedSlicesObject>(v) != nullptr;
}

bool ContainsTensor(Interp& in, const Value& v) {
  if (IsStrong(in, v)) return true;
  if (!IsSequence(in, v)) return false;
  for (const Value& item : SequenceOf(in, v))
    if (ContainsTensor(in, item)) return true;
  return false;
}

// A literal beside a tensor in a function: it takes the tensor's dtype if TensorFlow's conversion allows.
V Follow(Bound& b, size_t i, D dtype) {
  if (auto* t = b[i].as<Tensor>(); t && t->numpy) return Arg(b, i, dtype);
  if (IsStrong(b.in, b[i])) return Arg(b, i);
  return Arg(b, i, dtype);
}

}  // namespace

std::pair<V, V> PairArgs(Bound& b, size_t i, size_t j, bool literal_first_follows) {
  bool first = ContainsTensor(b.in, b[i]), second = ContainsTensor(b.in, b[j]);
  if (!first && second && literal_first_follows && b.in.mode == Mode::kEager) {
    V right = Arg(b, j);
    return {Follow(b, i, b.in.module.type(right).dtype), right};
  }
  V left = Arg(b, i);
  return {left, Follow(b, j, b.in.module.type(left).dtype)};
}

std::vector<V> ListArg(Bound& b, size_t i) {
  Ops o(b.in, b.spans[i]);
  if (!IsSequence(b.in, b[i])) {
    // One tensor stands for the list of its slices.
    V whole = Arg(b, i);
    if (o.rank(whole) == 0 || !ir::IsKnown(o.dim(whole, 0)))
      return {whole};
    std::vector<V> parts;
    for (int64_t k = 0; k < o.dim(whole, 0); ++k) parts.push_back(o.Squeeze(o.SliceAxis(whole, 0, k, 1), {0}));
    return parts;
  }
  std::vector<Value> items = SequenceOf(b.in, b[i]);
  std::optional<D> dtype;
  for (const Value& item : items)
    if (!dtype && IsStrong(b.in, item)) dtype = b.in.module.type(b.in.ToTensor(item, {}, b.spans[i])).dtype;
  if (!dtype) {
    Nested flat = Flatten(b.in, b[i], b.spans[i]);
    if (!flat.has_tensor) dtype = LiteralDType(flat.leaves);
  }
  std::vector<V> parts;
  for (const Value& item : items) {
    if (IsStrong(b.in, item) && !(item.is<Tensor>() && item.get<Tensor>().numpy)) parts.push_back(b.in.ToTensor(item, {}, b.spans[i]));
    else parts.push_back(b.in.ToTensor(item, dtype, b.spans[i]));
  }
  return parts;
}

std::optional<D> DTypeArg(Bound& b, size_t i) {
  if (!b.given(i)) return std::nullopt;
  return b.in.DTypeOf(b[i], b.spans[i]);
}

D DTypeArg(Bound& b, size_t i, D otherwise) { return DTypeArg(b, i).value_or(otherwise); }

bool BoolArg(Bound& b, size_t i, std::string_view what) { return b.given(i) && b.in.KnownBool(b[i], what, b.spans[i]); }

std::vector<int64_t> AxesArg(Bound& b, size_t i, V operand) {
  Ops o(b);
  if (!b.given(i)) return o.AllAxes(operand);
  int64_t rank = o.rank(operand);
  std::vector<int64_t> axes;
  for (int64_t axis : b.in.KnownInts(b[i], "axis", b.spans[i])) {
    int64_t a = o.Axis(axis, rank, b.spans[i]);
    if (std::find(axes.begin(), axes.end(), a) != axes.end())
      o.Invalid(DiagnosticKind::kInvalidArgument, "axis " + std::to_string(axis) + " is named twice", b.spans[i]);
    axes.push_back(a);
  }
  std::sort(axes.begin(), axes.end());
  return axes;
}

int64_t AxisArg(Bound& b, size_t i, int64_t rank, std::string_view what) {
  return Ops(b).Axis(b.in.KnownInt(b[i], what, b.spans[i]), rank, b.spans[i]);
}

std::string StringArg(Bound& b, size_t i, std::string_view what) { return b.in.KnownString(b[i], what, b.spans[i]); }

bool IsSequence(Interp& in, const Value& v) {
  return v.is<Tuple>() || v.is<RangeValue>() || in.heap.as<ListObject>(v) != nullptr;
}

std::vector<Value> SequenceOf(Interp& in, const Value& v) {
  if (auto* t = v.as<Tuple>()) return *t->items;
  if (auto* l = in.heap.as<ListObject>(v)) return l->items;
  if (v.is<RangeValue>())
    if (auto items = in.Elements(v)) return *items;
  return {};
}

std::vector<Value> ItemsOf(Interp& in, const Value& v, Span where) {
  if (IsSequence(in, v)) return SequenceOf(in, v);
  if (auto items = in.Elements(v, where)) return *items;
  return {v};
}

Value MakeList(Interp& in, std::vector<Value> items) { return in.heap.New(ListObject{std::move(items)}); }

CallArgs GivenArguments(Bound& b, size_t args, size_t kwargs) {
  CallArgs given;
  given.positional = SequenceOf(b.in, b[args]);
  given.positional_spans.resize(given.positional.size(), b.span);
  if (auto* dict = b.in.heap.as<DictObject>(b[kwargs]))
    for (auto& [key, value] : dict->entries) given.keywords.push_back({b.in.Intern(key.str()), value});
  given.keyword_spans.resize(given.keywords.size(), b.span);
  return given;
}

}  // namespace lathe::staging
