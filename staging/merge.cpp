// Input: the values of a place at the end of both sides. Output: the value after the construct. Leaves (tensors, run-time
// scalars) become results of the operation; a merge that has no meaning leaves an Undefined with the diagnostic that a
// later read reports.
#include "staging/merge.h"

#include "staging/either.h"
#include "staging/fixes.h"
#include "staging/lists.h"
#include "staging/literals.h"
#include "staging/objects.h"

namespace lathe::staging {

Value Merger::Bad(DiagnosticKind kind, std::string message, Span at, Span other, std::vector<std::string> help) {
  Diagnostic d{kind, std::move(message), at.valid() ? at : where_};
  if (other.valid() && !(other == d.span)) d.labels.push_back({other, "the other side"});
  d.notes.push_back({in_.mode == Mode::kStaged ? "the condition depends on a tensor, so both sides become part of the graph"
                                               : "the condition is known only at run time, so both sides are compiled", where_});
  d.help = std::move(help);
  d.trace = in_.CallChain();
  Undefined u;
  u.reason = std::make_shared<const Diagnostic>(std::move(d));
  return u;
}

ir::ValueId Merger::Join(ir::ValueId a, ir::ValueId b, ir::Type type) {
  ir::ValueInfo info;
  info.type = std::move(type);
  ir::ValueId placeholder = in_.module.NewValue(info);
  results_.push_back({a, b, placeholder});
  return placeholder;
}

// A value of the type for the side that has none (it raises, or the value is guarded by a flag).
ir::ValueId Merger::PlaceholderOf(Side& side, const ir::Type& type) {
  return In(side, [&] { return in_.Placeholder(type); });
}

Value Merger::MergeUndefined(const Value& a, const Value& b) {
  auto *u = a.as<Undefined>(), *v = b.as<Undefined>();
  if (u && u->reason) return a;
  if (v && v->reason) return b;
  if (u && v) return a;
  Span at = u ? else_span : then_span;
  if (in_.mode == Mode::kStaged && !in_.options.extensions) {
    if (is_return && in_.loop_options_)
      return Bad(DiagnosticKind::kReturnInLoop, "'return' under a condition on a tensor, in a loop that becomes part of the graph", at, {},
                 {"assign the value to a variable, leave the loop with 'break', and return after it"});
    if (is_return)
      return Bad(DiagnosticKind::kReturnInOneBranch, "one side of this condition on a tensor returns a value, the other does not", at, {},
                 {"return a value on both sides, or after the 'if'"});
    std::string side = u ? "'else'" : "'if'", missing = u ? "'if'" : "'else'";
    Value bad = Bad(DiagnosticKind::kUndefinedInBranch, "'" + subject + "' is assigned in the " + side + " branch but not in the " + missing + " branch", at, {},
                    {"give '" + subject + "' a value before the 'if', or in the " + missing + " branch"});
    if (const Value& v = u ? b : a; v.is<Tensor>()) {
      Diagnostic d = *bad.get<Undefined>().reason;
      FixMissingValue(in_, d, subject, in_.TypeOf(v));
      return WithReason(std::move(d));
    }
    return bad;
  }
  const Value& defined = u ? b : a;
  auto* maybe = defined.as<Maybe>();
  const Value& value = maybe ? *maybe->value : defined;
  if (!in_.options.extensions && !IsLeaf(in_, value)) {
    Value kept = Bad(DiagnosticKind::kUndefinedInBranch, "'" + subject + "' has a value only on one side of a condition that is known only at run time", at, {},
                     {"give '" + subject + "' a value before the condition"});
    return kept;
  }
  Value held = OneSided(u == nullptr, value);
  Side& has = u ? else_ : then_;
  ir::ValueId is = In(has, [&] { return maybe ? in_.Import(maybe->defined, where_) : in_.builder.Scalar(ir::DType::kBool, true); });
  ir::ValueId is_not = In(u ? then_ : else_, [&] { return in_.builder.Scalar(ir::DType::kBool, false); });
  ir::ValueId defined_flag = u ? Join(is_not, is, ir::Type::Scalar(ir::DType::kBool)) : Join(is, is_not, ir::Type::Scalar(ir::DType::kBool));
  return Maybe{std::make_shared<const Value>(held), defined_flag, (u ? *u : *v).name};
}

Value Merger::MergeLeaves(const Value& a, const Value& b) {
  bool staged = in_.mode == Mode::kStaged;
  if (!staged && in_.Identical(a, b)) return a;
  Leaf x = In(then_, [&] { return MakeLeaf(in_, a, where_); });
  Leaf y = In(else_, [&] { return MakeLeaf(in_, b, where_); });
  ir::Type p = in_.module.type(x.value), q = in_.module.type(y.value);
  if (!staged && !Joinable(in_, a, b) && (x.kind == LeafKind::kList || y.kind == LeafKind::kList)) return MergeAlternatives(a, b);
  if (x.kind == LeafKind::kList || y.kind == LeafKind::kList) {
    if (x.kind != y.kind || p.dtype != q.dtype)
      return Bad(DiagnosticKind::kBranchStructureMismatch, "'" + subject + "' is a TensorArray on one side and something else on the other", else_span, then_span);
    ir::ValueId list = Join(x.value, y.value, ir::Type::List(p.dtype, ir::Join(p.shape, q.shape)));
    return WithIrList(in_, a, list);
  }
  auto is_number = [](const Value& v) { return v.is<Integer>() || v.is<double>() || v.is<bool>(); };
  bool joins = false;                  // as tensors of the dtype `common`
  ir::DType common = p.dtype;
  if (p.dtype != q.dtype && (staged ? in_.options.extensions : x.kind == LeafKind::kTensor)) {
    // A literal takes the other side's dtype; of two, an int takes the float's.
    if (is_number(a) && is_number(b) && staged) {
      if (!a.is<bool>() && !b.is<bool>())
        if (auto literal = LiteralDType({a, b})) joins = true, common = *literal;
    } else if (is_number(b)) {
      joins = true;
    } else if (is_number(a)) {
      joins = true, common = q.dtype;
    }
    for (const Value* v : {&a, &b})
      if (staged && is_number(*v) && !LiteralFits(*v, common)) joins = false;
  }
  if (joins) {
    if (is_number(b)) y.value = In(else_, [&] { return in_.ToTensor(b, common, where_); });
    if (is_number(a) && (staged || !is_number(b))) x.value = In(then_, [&] { return in_.ToTensor(a, common, where_); });
    p = in_.module.type(x.value);
    q = in_.module.type(y.value);
    x.kind = y.kind = LeafKind::kTensor;
  }
  if (p.dtype != q.dtype || (!staged && x.kind != y.kind && !(x.kind >= LeafKind::kNumpy && y.kind >= LeafKind::kNumpy && x.kind <= LeafKind::kNumpyScalar && y.kind <= LeafKind::kNumpyScalar))) {
    if (!staged && !Joinable(in_, a, b)) return MergeAlternatives(a, b);
    bool both = then_span.valid() && else_span.valid();
    Value bad = Bad(DiagnosticKind::kBranchDtypeMismatch,
                    "'" + subject + "' is " + std::string(ir::NameOf(p.dtype)) + " in the 'if' branch and " + std::string(ir::NameOf(q.dtype)) + " in the 'else' branch",
                    else_span.valid() ? else_span : then_span, both ? then_span : Span{}, {"cast one side: tf.cast(…, tf." + std::string(ir::NameOf(p.dtype)) + ")"});
    Diagnostic d = *bad.get<Undefined>().reason;
    if (staged && !is_return) FixAssignedDType(in_, d, d.span, d.span == else_span ? p.dtype : q.dtype);
    return WithReason(std::move(d));
  }
  ir::Type type = ir::Type::Tensor(p.dtype, JoinShapes(in_, p.shape, q.shape));
  return FromLeaf(staged && !(x.kind == y.kind) ? LeafKind::kTensor : x.kind, Join(x.value, y.value, type));
}

// Lists of different lengths, or of a length that only run time knows.
Value Merger::MergeLists(const Value& a, const Value& b) {
  std::optional<ir::Type> type = CommonListType(in_, {a, b});
  if (!type)
    return Bad(DiagnosticKind::kBranchStructureMismatch, "the lists that '" + subject + "' is on both sides differ in length, and their elements have no common dtype", else_span, then_span);
  ir::ValueId x = In(then_, [&] { return ToIrList(in_, a, *type, where_); }), y = In(else_, [&] { return ToIrList(in_, b, *type, where_); });
  return NewRunTimeList(in_, Join(x, y, *type));
}

Value Merger::OneSided(bool then_has, const Value& value) {
  Side &side = then_has ? then_ : else_, &dead = then_has ? else_ : then_;
  return Map(in_, value, [&](const Value& v) -> Value {
    bool constant = !v.is<Tensor>() && !v.is<Scalar>() && !IrListOf(in_, v).valid();
    if (constant) return v;
    ir::ValueId id = v.is<Tensor>() ? v.get<Tensor>().value : v.is<Scalar>() ? v.get<Scalar>().value : ir::ValueId{};
    if (id.valid() && in_.builder.ConstantOf(id)) return v;
    if (id.valid() && in_.Encloses(in_.DefiningRegion(id), in_.builder.region())) return v;
    Leaf leaf = In(side, [&] { return MakeLeaf(in_, v, where_); });
    ir::Type type = in_.module.type(leaf.value);
    ir::ValueId none = PlaceholderOf(dead, type);
    ir::ValueId joined = then_has ? Join(leaf.value, none, type) : Join(none, leaf.value, type);
    if (leaf.kind != LeafKind::kList) return FromLeaf(leaf.kind, joined);
    return WithIrList(in_, v, joined);
  });
}

Value Merger::MergeAlternatives(const Value& a, const Value& b) {
  auto list = [&](const Value& v) {
    auto* either = AsEither(in_, v);
    return either ? either->alternatives : std::vector<Value>{v};
  };
  std::vector<Value> p = list(a), q = list(b), merged;
  std::vector<int64_t> tags(q.size(), -1);    // where the alternatives of b are in `merged`
  for (size_t i = 0; i < p.size(); i++) {
    size_t j = 0;
    while (j < q.size() && !(tags[j] < 0 && Joinable(in_, p[i], q[j]))) j++;
    if (j < q.size()) tags[j] = int64_t(i);
    merged.push_back(j < q.size() ? Merge(p[i], q[j]) : OneSided(true, p[i]));
    if (auto* u = merged.back().as<Undefined>(); u && u->reason) return merged.back();
  }
  for (size_t j = 0; j < q.size(); j++) {
    if (tags[j] >= 0) continue;
    tags[j] = int64_t(merged.size());
    merged.push_back(OneSided(false, q[j]));
  }
  if (merged.size() == 1) return merged[0];
  auto tag = [&](Side& side, const Value& v, const std::vector<int64_t>& places) {
    return In(side, [&] {
      auto* either = AsEither(in_, v);
      if (!either) return in_.builder.Scalar(ir::DType::kInt64, places[0]);
      ir::ValueId table = in_.builder.Constant(ir::Literal::Int64s(places));
      return in_.Emit(ir::OpKind::kGather, {table, in_.Import(either->tag, where_)}, ir::AxisAttr{0}, where_);
    });
  };
  std::vector<int64_t> own(p.size());
  for (size_t i = 0; i < p.size(); i++) own[i] = int64_t(i);
  return MakeEither(in_, Join(tag(then_, a, own), tag(else_, b, tags), ir::Type::Scalar(ir::DType::kInt64)), std::move(merged));
}

Value Merger::Merge(const Value& a, const Value& b) {
  if (a.is<Poison>() || b.is<Poison>()) return Poison{};
  if (then_.diverged && else_.diverged) return a;
  if (then_.diverged || else_.diverged) {
    // One side raises: its values do not matter.
    return OneSided(else_.diverged, then_.diverged ? b : a);
  }
  if (a.is<Undefined>() || b.is<Undefined>()) return MergeUndefined(a, b);
  if (a.is<Maybe>() || b.is<Maybe>()) {
    const Value &va = a.is<Maybe>() ? *a.get<Maybe>().value : a, &vb = b.is<Maybe>() ? *b.get<Maybe>().value : b;
    Value value = Merge(va, vb);
    auto flag = [&](Side& side, const Value& v) {
      return In(side, [&] { return v.is<Maybe>() ? in_.Import(v.get<Maybe>().defined, where_) : in_.builder.Scalar(ir::DType::kBool, true); });
    };
    ir::ValueId defined = Join(flag(then_, a), flag(else_, b), ir::Type::Scalar(ir::DType::kBool));
    return Maybe{std::make_shared<const Value>(value), defined, a.is<Maybe>() ? a.get<Maybe>().name : b.get<Maybe>().name};
  }
  if (a.is_none() && b.is_none()) {
    if (in_.mode == Mode::kEager || in_.options.extensions || subject.empty()) return a;
    return Bad(DiagnosticKind::kNoneInBranch, (is_return ? std::string("both sides return None") : "'" + subject + "' is None on both sides") + " of a condition on a tensor: the graph has no value for it",
               then_span.valid() ? then_span : else_span, {}, {is_return ? "return a tensor, or nothing at all" : "give it a value of one type on both sides"});
  }
  bool alternatives = in_.mode == Mode::kEager;
  if (AsEither(in_, a) || AsEither(in_, b) || (alternatives && a.is_none() != b.is_none())) return MergeAlternatives(a, b);
  if (a.is_none() || b.is_none()) {
    Span at = a.is_none() ? then_span : else_span;
    if (!at.valid()) at = before_span;
    return Bad(DiagnosticKind::kNoneInBranch, (is_return ? std::string("one side returns None") : "'" + subject + "' is None on one side") + " and " + Describe(in_, a.is_none() ? b : a) + " on the other",
               at.valid() ? at : (a.is_none() ? else_span : then_span), a.is_none() ? else_span : then_span, {"give both sides a value of one type"});
  }
  if (auto *r = a.as<Ref>(), *s = b.as<Ref>(); r && s && *r == *s && !in_.heap.External<VariableObject>(a)) return a;
  if (auto *r = a.as<Ref>(), *s = b.as<Ref>(); r && s && *r == *s && in_.mode == Mode::kEager) return a;
  if (in_.mode == Mode::kStaged && in_.options.extensions && LengthsDiffer(in_, a, b)) return MergeLists(a, b);
  if (IsLeaf(in_, a) && IsLeaf(in_, b)) return MergeLeaves(a, b);
  std::optional<std::vector<Value>> others;
  if (IsContainer(in_, a) && IsContainer(in_, b)) others = ChildrenLike(in_, a, b);
  if (others) {
    std::vector<Value> p = ChildrenOf(in_, a), q = std::move(*others), merged;
    for (size_t i = 0; i < p.size(); i++) {
      merged.push_back(Merge(p[i], q[i]));
      if (auto* u = merged.back().as<Undefined>(); u && u->reason) return merged.back();
    }
    return Rebuild(in_, a, std::move(merged));
  }
  if (in_.Identical(a, b)) return a;
  if (alternatives) return MergeAlternatives(a, b);
  return Bad(DiagnosticKind::kBranchStructureMismatch,
             (is_return ? std::string("one side returns ") : "'" + subject + "' is ") + Describe(in_, a) + " in the 'if' branch and " + Describe(in_, b) + " in the 'else' branch",
             else_span.valid() ? else_span : then_span, else_span.valid() ? then_span : Span{});
}

void Merger::Finish(ir::OpKind kind, std::vector<ir::ValueId> operands) {
  for (Result& r : results_) {
    in_.module[then_.region].yields.push_back(r.then_value);
    in_.module[else_.region].yields.push_back(r.else_value);
  }
  in_.builder.SetSpan(in_.UserSpan(where_));
  std::vector<ir::ValueId> results;
  for (Result& r : results_) results.push_back(r.placeholder);
  in_.builder.EmitControl(kind, std::move(operands), std::move(results), {then_.region, else_.region});
}

Value SlotOrUndefined(const Interp& in, const Heap::Frame& frame, const Place& place) {
  auto it = frame.saved.find(place.object);
  const Object& object = it != frame.saved.end() ? it->second : in.heap[place.object];
  if (auto v = GetSlot(object, place.slot)) return *v;
  Undefined u;
  if (place.slot.kind == SlotKey::Kind::kName) u.name = Name{place.slot.name};
  return u;
}

}  // namespace lathe::staging
