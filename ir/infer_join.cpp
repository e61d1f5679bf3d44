// Inference of operations that join, cut or make tensors: concat, stack, pad, range, linspace.
#include <cmath>

#include "ir/infer_common.h"
#include "ir/rules.h"

namespace lathe::ir {
namespace {

struct Paddings {
  bool known = false;
  std::vector<int64_t> before, after;
};

// The paddings operand (1) against the rank of operand 0.
Problem ReadPaddings(const InferInput& in, Paddings& out) {
  if (Problem p = NeedDType(in, 1, kSizeSet, "paddings")) return p;
  const Shape& shape = in.type(0).shape;
  const Shape& paddings = in.type(1).shape;
  bool fits = !paddings.ranked || (paddings.rank() == 2 && !Differ(paddings.dims[1], 2) &&
                                   (!shape.ranked || !Differ(paddings.dims[0], shape.rank())));
  if (!fits)
    return InferError{"invalid-argument", UserName(in.kind) + ": paddings of shape " + ToString(paddings) +
                                              " for an input of shape " + ToString(shape) + "; they must be [rank, 2]"};
  auto values = ConstantInts(in, 1);
  if (!values || values->size() % 2) return std::nullopt;
  out.known = true;
  for (size_t i = 0; i < values->size(); i += 2) {
    if ((*values)[i] < 0 || (*values)[i + 1] < 0)
      return InferError{"invalid-argument", UserName(in.kind) + ": paddings must not be negative"};
    out.before.push_back((*values)[i]);
    out.after.push_back((*values)[i + 1]);
  }
  return std::nullopt;
}

Shape Padded(const Shape& shape, const Paddings& paddings) {
  if (!shape.ranked) {
    if (!paddings.known) return Shape::Unranked();
    return Shape{true, std::vector<Dim>(paddings.before.size(), kUnknown)};
  }
  Shape out = shape;
  for (size_t i = 0; i < out.dims.size(); ++i)
    out.dims[i] = paddings.known ? AddDims(out.dims[i], paddings.before[i] + paddings.after[i]) : kUnknown;
  return out;
}

// Number of values of a range; nullopt with `problem` set: there are none.
std::optional<int64_t> RangeCount(const Literal& start, const Literal& limit, const Literal& delta, Problem& problem) {
  auto fail = [&](const char* why) {
    problem = InferError{"invalid-argument", std::string("range: ") + why};
    return std::nullopt;
  };
  if (IsInteger(start.dtype())) {
    int64_t a = start.IntAt(0), b = limit.IntAt(0), d = delta.IntAt(0);
    if (d == 0) return fail("the step is zero");
    if (d > 0 ? a > b : a < b) return fail(d > 0 ? "start is above limit" : "start is below limit and the step is negative");
    uint64_t distance = d > 0 ? uint64_t(b) - uint64_t(a) : uint64_t(a) - uint64_t(b);
    uint64_t step = d > 0 ? uint64_t(d) : -uint64_t(d);
    return int64_t(distance / step + (distance % step != 0));
  }
  double a = start.FloatAt(0), b = limit.FloatAt(0), d = delta.FloatAt(0);
  if (d == 0) return fail("the step is zero");
  if (d > 0 ? a > b : a < b) return fail(d > 0 ? "start is above limit" : "start is below limit and the step is negative");
  double size = std::ceil(std::abs((b - a) / d));
  if (start.dtype() == DType::kFloat32) size = std::ceil(std::abs((float(b) - float(a)) / float(d)));
  if (!(size < 9e15)) return fail("it has too many elements");
  return int64_t(size);
}

}  // namespace

InferResult InferConcat(const InferInput& in) {
  Shape out = Shape::Unranked();
  int64_t axis = AttrsOf<AxisAttr>(in).axis;
  Dim total = 0;
  for (size_t i = 0; i < in.operands.size(); ++i) {
    const Shape& shape = in.type(i).shape;
    if (Problem p = NeedDType(in, i, kAnySet)) return Fail(p);
    if (Problem p = NeedSameDType(in, 0, i)) return Fail(p);
    if (!shape.ranked) {
      total = kUnknown;
      continue;
    }
    if (out.ranked && out.rank() != shape.rank())
      return Fail("rank-mismatch", "concat: shapes " + ToString(in.type(0).shape) + " and " + ToString(shape) +
                                       " have different ranks");
    auto normal = NormalAxis(axis, shape.rank());
    if (!normal) return Fail(AxisProblem(in, axis, shape.rank()));
    total = total == kUnknown ? kUnknown : AddDims(total, shape.dims[size_t(*normal)]);
    Shape rest = shape;
    rest.dims[size_t(*normal)] = 0;
    auto united = Unite(out, rest);
    if (!united)
      return Fail("shape-mismatch", "concat along axis " + std::to_string(axis) + ": shapes " +
                                        ToString(in.type(0).shape) + " and " + ToString(shape) +
                                        " differ in another dimension");
    out = std::move(*united);
  }
  if (out.ranked) out.dims[size_t(*NormalAxis(axis, out.rank()))] = total;
  return One(in.type(0).dtype, std::move(out));
}

InferResult InferConcatGrad(const InferInput& in) {
  InferResult result;
  for (size_t i = 1; i < in.operands.size(); ++i)
    result.types.push_back(Type::Tensor(in.type(0).dtype, in.type(i).shape));
  return result;
}

InferResult InferStack(const InferInput& in) {
  Shape element = Shape::Unranked();
  for (size_t i = 0; i < in.operands.size(); ++i) {
    if (Problem p = NeedDType(in, i, kAnySet)) return Fail(p);
    if (Problem p = NeedSameDType(in, 0, i)) return Fail(p);
    auto united = Unite(element, in.type(i).shape);
    if (!united) return Fail(Mismatch(in, in.type(0).shape, in.type(i).shape));
    element = std::move(*united);
  }
  if (!element.ranked) return One(in.type(0).dtype, element);
  int64_t axis = AttrsOf<AxisAttr>(in).axis;
  auto normal = NormalAxis(axis, element.rank() + 1);
  if (!normal) return Fail(AxisProblem(in, axis, element.rank() + 1));
  if (element.rank() == LT_MAX_RANK) return Fail("invalid-argument", "stack of rank 8; at most 8 is supported");
  element.dims.insert(element.dims.begin() + *normal, int64_t(in.operands.size()));
  return One(in.type(0).dtype, std::move(element));
}

InferResult InferPad(const InferInput& in) {
  if (Problem p = NeedSameDType(in, 0, 2)) return Fail(p);
  if (Problem p = NeedRank(in, 2, 0, "the padding value")) return Fail(p);
  Paddings paddings;
  if (Problem p = ReadPaddings(in, paddings)) return Fail(p);
  return One(in.type(0).dtype, Padded(in.type(0).shape, paddings));
}

InferResult InferMirrorPad(const InferInput& in) {
  Paddings paddings;
  if (Problem p = ReadPaddings(in, paddings)) return Fail(p);
  const Shape& shape = in.type(0).shape;
  int64_t less = AttrsOf<ParamsAttr>(in).ints.at(0) == 0 ? 1 : 0;  // REFLECT does not repeat the edge
  for (size_t i = 0; paddings.known && shape.ranked && i < shape.dims.size(); ++i)
    if (IsKnown(shape.dims[i]) && std::max(paddings.before[i], paddings.after[i]) > shape.dims[i] - less)
      return Fail("invalid-argument", "mirror pad: padding of dimension " + std::to_string(i) + " is larger than shape " +
                                          ToString(shape) + " allows");
  return One(in.type(0).dtype, Padded(shape, paddings));
}

InferResult InferRange(const InferInput& in) {
  for (size_t i = 0; i < 3; ++i) {
    if (Problem p = NeedDType(in, i, kSizeSet | kFloatSet)) return Fail(p);
    if (Problem p = NeedRank(in, i, 0, "each limit")) return Fail(p);
    if (Problem p = NeedSameDType(in, 0, i)) return Fail(p);
  }
  const Literal *start = in.literal(0), *limit = in.literal(1), *delta = in.literal(2);
  Dim count = kUnknown;
  if (start && limit && delta) {
    Problem problem;
    auto known = RangeCount(*start, *limit, *delta, problem);
    if (!known) return Fail(problem);
    count = *known;
  } else if (delta && delta->FloatAt(0) == 0) {
    return Fail("invalid-argument", "range: the step is zero");
  } else if (start && delta && IsInteger(start->dtype()) && start->IntAt(0) == 0 && delta->IntAt(0) == 1) {
    if (auto dims = ConstantDims(in.module, in.operands[1])) count = (*dims)[0];
  }
  return One(in.type(0).dtype, Shape{true, {count}});
}

InferResult InferLinspace(const InferInput& in) {
  for (size_t i = 0; i < 2; ++i) {
    if (Problem p = NeedDType(in, i, kFloatSet)) return Fail(p);
    if (Problem p = NeedRank(in, i, 0, "start and stop")) return Fail(p);
  }
  if (Problem p = NeedSameDType(in, 0, 1)) return Fail(p);
  if (Problem p = NeedDType(in, 2, kSizeSet, "a count")) return Fail(p);
  if (Problem p = NeedAtLeast(in, 2, 1, "the count")) return Fail(p);
  auto dims = ConstantDims(in.module, in.operands[2]);
  return One(in.type(0).dtype, Shape{true, {dims && dims->size() == 1 ? (*dims)[0] : kUnknown}});
}

}  // namespace lathe::ir
