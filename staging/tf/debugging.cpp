// tf.debugging.*: assertions about values (at run time) and about types and shapes (now); tf.errors.*.
#include "staging/builtin_tables.h"
#include "staging/literals.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

std::string Message(Bound& b, size_t i, std::string fallback) {
  if (!b.given(i)) return fallback;
  std::string own = b.in.KnownString(b[i], "message", b.spans[i]);
  return own.empty() ? fallback : own + "\n" + fallback;
}

void RequireAll(Bound& b, V condition, const std::string& message) {
  Ops o(b);
  if (o.ranked(condition) && o.rank(condition) > 0) condition = o.Reduce(K::kAll, condition, o.AllAxes(condition), false);
  o.Require(condition, "InvalidArgumentError", message);
}

template <K compare>
Value Assert2(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  RequireAll(b, o(compare, {x, y}), Message(b, 2, "the condition of " + std::string("an assertion") + " did not hold element-wise"));
  return None{};
}

template <K compare>
Value Assert1(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  RequireAll(b, o(compare, {x, o.Like(x, 0)}), Message(b, 1, "the condition of an assertion did not hold element-wise"));
  return None{};
}

Value AssertNear(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  double eps = o.dtype(x) == D::kFloat64 ? 2.220446049250313e-15 : 1.1920928955078125e-06;
  V relative = b.given(2) ? Arg(b, 2, o.dtype(x)) : o.Like(x, eps), absolute = b.given(3) ? Arg(b, 3, o.dtype(x)) : o.Like(x, eps);
  V distance = o(K::kAbs, {o.Sub(x, y)});
  V limit = o.Add(absolute, o.Mul(relative, o(K::kAbs, {y})));
  RequireAll(b, o(K::kLt, {distance, limit}), Message(b, 4, "x and y not equal to tolerance"));
  return None{};
}

Value AssertCondition(Bound& b) {
  RequireAll(b, Arg(b, 0, D::kBool), "assertion failed");
  return None{};
}

Value CheckNumerics(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  std::string message = b.in.KnownString(b[1], "message", b.spans[1]);
  V nan = o.Reduce(K::kAny, o(K::kIsNan, {x}), o.AllAxes(x), false), inf = o.Reduce(K::kAny, o(K::kIsInf, {x}), o.AllAxes(x), false);
  V not_nan = o(K::kNot, {nan}), not_inf = o(K::kNot, {inf});
  o.Require(o(K::kOr, {not_nan, not_inf}), "InvalidArgumentError", message + " : Tensor had Inf and NaN values");
  o.Require(not_nan, "InvalidArgumentError", message + " : Tensor had NaN values");
  o.Require(not_inf, "InvalidArgumentError", message + " : Tensor had Inf values");
  return o.Out(o(K::kIdentity, {x}));
}

[[noreturn]] void Failed(Bound& b, DiagnosticKind kind, std::string_view type, std::string message, size_t i) {
  b.in.Raise(kind, type, Message(b, i, std::move(message)), b.span);
}

Value AssertRank(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  int64_t rank = b.in.KnownInt(b[1], "rank", b.spans[1]);
  if (o.rank(x) != rank) Failed(b, DiagnosticKind::kRankMismatch, "ValueError", "a tensor of shape " + ToString(o.shape(x)) + " does not have rank " + std::to_string(rank), 2);
  return None{};
}

Value AssertRankAtLeast(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  int64_t rank = b.in.KnownInt(b[1], "rank", b.spans[1]);
  if (o.rank(x) < rank) Failed(b, DiagnosticKind::kRankMismatch, "ValueError", "a tensor of shape " + ToString(o.shape(x)) + " does not have rank " + std::to_string(rank) + " or more", 2);
  return None{};
}

Value AssertRankIn(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  for (int64_t rank : b.in.KnownInts(b[1], "ranks", b.spans[1]))
    if (o.rank(x) == rank) return None{};
  Failed(b, DiagnosticKind::kRankMismatch, "ValueError", "the rank of a tensor of shape " + ToString(o.shape(x)) + " is not among those allowed", 2);
}

Value AssertScalar(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (o.rank(x) != 0) Failed(b, DiagnosticKind::kRankMismatch, "ValueError", "a scalar is needed, not a tensor of shape " + ToString(o.shape(x)), 1);
  return o.Out(x);
}

Value AssertType(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  D want = *DTypeArg(b, 1);
  if (o.dtype(x) != want)
    Failed(b, DiagnosticKind::kDtypeMismatch, "TypeError", "a tensor of " + std::string(NameOf(want)) + " is needed, not of " + std::string(NameOf(o.dtype(x))), 2);
  return None{};
}

Value AssertInteger(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (!ir::IsInteger(o.dtype(x))) Failed(b, DiagnosticKind::kUnsupportedDtype, "TypeError", "ints are needed, not " + std::string(NameOf(o.dtype(x))), 1);
  return None{};
}

// shapes: a dict or list of (tensor, dimensions); a dimension is an int, a name, None or ... in front.
Value AssertShapes(Bound& b) {
  Interp& in = b.in;
  Ops o(b);
  std::vector<std::pair<Value, Value>> pairs;
  if (auto* d = in.heap.as<DictObject>(b[0])) pairs = d->entries;
  else
    for (const Value& item : ItemsOf(in, b[0], b.spans[0])) {
      std::vector<Value> two = ItemsOf(in, item, b.spans[0]);
      if (two.size() != 2) in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "assert_shapes needs pairs of a tensor and its shape", b.spans[0]);
      pairs.push_back({two[0], two[1]});
    }
  std::vector<std::pair<std::string, V>> names;
  for (auto& [value, shape] : pairs) {
    V x = in.ToTensor(value, {}, b.span);
    std::vector<Value> dims = IsSequence(in, shape) ? SequenceOf(in, shape) : std::vector<Value>{};
    size_t skip = 0;
    if (!dims.empty() && dims[0].is<EllipsisValue>()) {
      dims.erase(dims.begin());
      if (size_t(o.rank(x)) < dims.size()) Failed(b, DiagnosticKind::kRankMismatch, "ValueError", "a tensor of shape " + ToString(o.shape(x)) + " has too few dimensions", 3);
      skip = size_t(o.rank(x)) - dims.size();
    } else if (size_t(o.rank(x)) != dims.size()) {
      Failed(b, DiagnosticKind::kRankMismatch, "ValueError", "a tensor of shape " + ToString(o.shape(x)) + " does not have rank " + std::to_string(dims.size()), 3);
    }
    for (size_t i = 0; i < dims.size(); ++i) {
      V dim = o.DimOf(x, int(i + skip)), want;
      if (dims[i].is<Integer>()) {
        want = o.Int(dims[i].get<Integer>().small());
      } else if (auto* s = dims[i].as<Str>()) {
        if (**s == "*") continue;
        for (auto& [name, known] : names)
          if (name == **s) want = known;
        if (!want.valid()) names.push_back({**s, dim});
      }
      if (!want.valid()) continue;
      auto *have = o.literal(dim), *need = o.literal(want);
      if (have && need && have->IntAt(0) != need->IntAt(0))
        Failed(b, DiagnosticKind::kShapeMismatch, "ValueError", "dimension " + std::to_string(i + skip) + " is " + std::to_string(have->IntAt(0)) + ", not " + std::to_string(need->IntAt(0)), 3);
      o.Require(o.Eq(dim, want), "InvalidArgumentError", "a dimension differs from the shape that is asserted");
    }
  }
  return None{};
}

// tf.errors.NAME: the exception class of that name.
template <size_t n>
struct Chars {
  char text[n];
  constexpr Chars(const char (&s)[n]) {
    for (size_t i = 0; i < n; ++i) text[i] = s[i];
  }
};
template <Chars name>
Value ErrorClass(Bound& b) {
  return b.in.ExceptionClass(name.text);
}

#define LATHE_ERROR(name) {"tf.errors." name, "", ErrorClass<name>, BuiltinRow::Kind::kConstant}

constexpr std::string_view kTwo = "x, y, message=None, summarize=None, name=None";
constexpr std::string_view kOne = "x, message=None, summarize=None, name=None";

constexpr BuiltinRow kRows[] = {
    {"tf.debugging.assert_equal", kTwo, Assert2<K::kEq>},
    {"tf.debugging.assert_none_equal", "x, y, summarize=None, message=None, name=None", [](Bound& b) {
       std::swap(b.args[2], b.args[3]);
       return Assert2<K::kNe>(b);
     }},
    {"tf.debugging.assert_less", kTwo, Assert2<K::kLt>},
    {"tf.debugging.assert_less_equal", kTwo, Assert2<K::kLe>},
    {"tf.debugging.assert_greater", kTwo, Assert2<K::kGt>},
    {"tf.debugging.assert_greater_equal", kTwo, Assert2<K::kGe>},
    {"tf.debugging.assert_near", "x, y, rtol=None, atol=None, message=None, summarize=None, name=None", AssertNear},
    {"tf.debugging.assert_positive", kOne, Assert1<K::kGt>},
    {"tf.debugging.assert_negative", kOne, Assert1<K::kLt>},
    {"tf.debugging.assert_non_negative", kOne, Assert1<K::kGe>},
    {"tf.debugging.assert_non_positive", kOne, Assert1<K::kLe>},
    {"tf.debugging.Assert", "condition, data, summarize=None, name=None", AssertCondition},
    {"tf.debugging.check_numerics", "tensor, message, name=None", CheckNumerics},
    {"tf.debugging.assert_all_finite", "x, message, name=None", CheckNumerics},
    {"tf.debugging.assert_rank", "x, rank, message=None, name=None", AssertRank},
    {"tf.debugging.assert_rank_at_least", "x, rank, message=None, name=None", AssertRankAtLeast},
    {"tf.debugging.assert_rank_in", "x, ranks, message=None, name=None", AssertRankIn},
    {"tf.debugging.assert_scalar", "tensor, message=None, name=None", AssertScalar},
    {"tf.debugging.assert_type", "tensor, tf_type, message=None, name=None", AssertType},
    {"tf.debugging.assert_integer", "x, message=None, name=None", AssertInteger},
    {"tf.debugging.assert_shapes", "shapes, data=None, summarize=None, message=None, name=None", AssertShapes},
    {"tf.debugging.is_numeric_tensor", "tensor", [](Bound& b) { return Value(b.in.IsTensorLike(b[0]) && ir::IsNumeric(b.in.module.type(Arg(b, 0)).dtype)); }},
    LATHE_ERROR("OpError"), LATHE_ERROR("InvalidArgumentError"), LATHE_ERROR("NotFoundError"), LATHE_ERROR("OutOfRangeError"),
    LATHE_ERROR("FailedPreconditionError"), LATHE_ERROR("InternalError"), LATHE_ERROR("UnimplementedError"),
    LATHE_ERROR("AlreadyExistsError"), LATHE_ERROR("ResourceExhaustedError"), LATHE_ERROR("AbortedError"),
    LATHE_ERROR("CancelledError"), LATHE_ERROR("DataLossError"), LATHE_ERROR("DeadlineExceededError"),
    LATHE_ERROR("PermissionDeniedError"), LATHE_ERROR("UnauthenticatedError"), LATHE_ERROR("UnavailableError"),
    LATHE_ERROR("UnknownError"), LATHE_ERROR("OperatorNotAllowedInGraphError"), LATHE_ERROR("InaccessibleTensorError"),
};

}  // namespace

std::span<const BuiltinRow> TfDebuggingRows() { return kRows; }

}  // namespace lathe::staging
