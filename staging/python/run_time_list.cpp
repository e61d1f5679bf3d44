// Methods of lists whose length only run time knows (staging/lists.h). Those that need the elements' values are refused by name.
#include "staging/builtin_tables.h"
#include "staging/lists.h"
#include "staging/python/python.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

Ref Self(Bound& b) { return b.self->get<Ref>(); }

[[noreturn]] void Refuse(Bound& b, std::string_view what) {
  b.in.Fail(DiagnosticKind::kUnsupportedOperand, std::string(what) + " of a list whose length only run time knows is not supported", b.span);
}

void Set(Bound& b, V list) {
  b.in.NoteMutation(Self(b), b.span);
  b.in.heap.WriteExternal<RunTimeListObject>(Self(b)).list = list;
}

}  // namespace

Value RunTimeListAppend(Bound& b) {
  b.in.NoteMutation(Self(b), b.span);
  AppendToList(b.in, Self(b), b[0], b.span);
  return None{};
}

Value RunTimeListExtend(Bound& b) {
  b.in.NoteMutation(Self(b), b.span);
  ExtendList(b.in, Self(b), b[0], b.span);
  return None{};
}

Value RunTimeListPop(Bound& b) {
  if (b.given(0) && b.in.KnownInt(b[0], "pop()", b.span) != -1) Refuse(b, "pop() at another place than the end");
  std::vector<V> popped = Ops(b).Many(K::kListPop, {AsRunTimeList(b.in, *b.self)->list});
  Set(b, popped[0]);
  return Tensor{popped[1]};
}

Value RunTimeListClear(Bound& b) {
  ir::Type type = b.in.module.type(AsRunTimeList(b.in, *b.self)->list);
  Ops o(b);
  Set(b, o(K::kListNew, {o.Int(0)}, ir::TypeAttr{type}));
  return None{};
}

Value RunTimeListCopy(Bound& b) { return NewRunTimeList(b.in, AsRunTimeList(b.in, *b.self)->list); }

Value RunTimeListReverse(Bound& b) {
  Value backwards = SliceValue{std::make_shared<const std::vector<Value>>(std::vector<Value>{None{}, None{}, Value::Int(-1)})};
  Value reversed = RunTimeListItem(b.in, *b.self, backwards, b.span);
  Set(b, AsRunTimeList(b.in, reversed)->list);
  return None{};
}

Value RunTimeListGetItem(Bound& b) { return RunTimeListItem(b.in, *b.self, b[0], b.span); }

Value RunTimeListSetItem(Bound& b) {
  b.in.NoteMutation(Self(b), b.span);
  SetRunTimeListItem(b.in, Self(b), b[0], b[1], b.span);
  return None{};
}

Value RunTimeListLength(Bound& b) {
  Ops o(b);
  return Scalar{ScalarKind::kInt, o.Cast(RunTimeListSize(b.in, *b.self, b.span), D::kInt64)};
}

Value RunTimeListUnsupported(Bound& b) { Refuse(b, "this method"); }

}  // namespace lathe::staging
