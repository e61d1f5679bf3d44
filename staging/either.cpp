#include "staging/either.h"

#include <optional>

#include "staging/objects.h"

namespace lathe::staging {

namespace {

struct Kind {
  LeafKind leaf;
  ir::DType dtype;
  friend bool operator==(const Kind&, const Kind&) = default;
};

// What MakeLeaf would make of an eager value, without emitting anything.
std::optional<Kind> KindOf(const Interp& in, const Value& v) {
  if (auto* t = v.as<Tensor>())
    return Kind{t->numpy_scalar ? LeafKind::kNumpyScalar : t->numpy ? LeafKind::kNumpy : LeafKind::kTensor, in.module.type(t->value).dtype};
  if (auto* array = in.heap.External<TensorArrayObject>(v)) return Kind{LeafKind::kList, array->dtype};
  if (auto* s = v.as<Scalar>()) {
    constexpr LeafKind kKinds[] = {LeafKind::kScalarBool, LeafKind::kScalarInt, LeafKind::kScalarFloat, LeafKind::kScalarStr};
    return Kind{kKinds[int(s->kind)], in.module.type(s->value).dtype};
  }
  if (v.is<bool>()) return Kind{LeafKind::kScalarBool, ir::DType::kBool};
  if (auto* i = v.as<Integer>(); i && i->fits()) return Kind{LeafKind::kScalarInt, ir::DType::kInt64};
  if (v.is<double>()) return Kind{LeafKind::kScalarFloat, ir::DType::kFloat64};
  if (v.is<Str>()) return Kind{LeafKind::kScalarStr, ir::DType::kString};
  return std::nullopt;
}

}  // namespace

Value MakeEither(Interp& in, ir::ValueId tag, std::vector<Value> alternatives) {
  auto object = std::make_shared<EitherObject>();
  object->tag = tag;
  object->alternatives = std::move(alternatives);
  return in.heap.New(ExternalSlot{object});
}

bool Joinable(const Interp& in, const Value& a, const Value& b) {
  std::optional<Kind> x = KindOf(in, a), y = KindOf(in, b);
  if (x || y) return x == y;
  if (AsEither(in, a) || AsEither(in, b)) return false;
  if (IsContainer(in, a) && IsContainer(in, b)) return SameContainer(in, a, b);
  return in.Identical(a, b);
}

Value OnEach(Interp& in, const Value& either, const std::function<Value(const Value&)>& f, Span where) {
  const EitherObject object = *AsEither(in, either);
  std::function<Value(size_t)> from = [&](size_t i) -> Value {
    if (i + 1 == object.alternatives.size()) return f(object.alternatives[i]);
    ir::ValueId tag = in.Import(object.tag, where);
    ir::ValueId here = in.Emit(ir::OpKind::kEq, {tag, in.builder.Scalar(ir::DType::kInt64, int64_t(i))}, {}, where);
    return in.Branch(
        here, [&]() -> Value { return f(object.alternatives[i]); }, [&]() -> Value { return from(i + 1); }, where);
  };
  return from(0);
}

void DoOnEach(Interp& in, const Value& either, const std::function<void(const Value&)>& f, Span where) {
  OnEach(
      in, either,
      [&](const Value& v) -> Value {
        f(v);
        return None{};
      },
      where);
}

}  // namespace lathe::staging
