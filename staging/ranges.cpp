// range(), TensorShape and named tuples as sequences; exceptions' texts; small services of the interpreter.
#include "staging/interp.h"
#include "staging/state_watch.h"

#include "staging/function.h"
#include "staging/objects.h"
#include "staging/structure.h"
#include "staging/tf/tensor.h"
#include "support/check.h"

namespace lathe::staging {

// ---- range ----

Value Interp::RangeLength(const RangeValue& range, Span where) {
  const auto& p = *range.parts;
  if (p[0].is<Integer>() && p[1].is<Integer>() && p[2].is<Integer>()) {
    Integer start = p[0].get<Integer>(), stop = p[1].get<Integer>(), step = p[2].get<Integer>();
    bool up = !step.negative();
    if (up ? start >= stop : start <= stop) return Value::Int(0);
    Integer span_length = up ? stop - start : start - stop;
    return FloorDiv(span_length - Integer(1), up ? step : -step) + Integer(1);
  }
  // max(0, (stop - start + step - sign) // step)
  ir::ValueId start = ToScalar(p[0], where), stop = ToScalar(p[1], where), step = ToScalar(p[2], where);
  auto constant = [&](int64_t v) { return builder.Scalar(ir::DType::kInt64, v); };
  ir::ValueId sign = Emit(ir::OpKind::kSelect, {Emit(ir::OpKind::kGt, {step, constant(0)}), constant(1), constant(-1)});
  ir::ValueId length = Emit(ir::OpKind::kSub, {stop, start});
  length = Emit(ir::OpKind::kSub, {Emit(ir::OpKind::kAdd, {length, step}), sign});
  length = Emit(ir::OpKind::kPyFloorDiv, {length, step}, {}, where);
  return Scalar{ScalarKind::kInt, Emit(ir::OpKind::kMax, {length, constant(0)})};
}

std::optional<std::vector<Value>> Interp::RangeElements(const RangeValue& range, Span where) {
  Value length = RangeLength(range, where);
  if (!length.is<Integer>()) return std::nullopt;
  const Integer& n = length.get<Integer>();
  if (!n.fits() || n.small() > options.max_steps) Step(options.max_steps + 1);
  Step(n.small() / 8);
  std::vector<Value> items;
  items.reserve(size_t(n.small()));
  Integer at = (*range.parts)[0].get<Integer>(), step = (*range.parts)[2].get<Integer>();
  for (int64_t i = 0; i < n.small(); i++) {
    items.push_back(at);
    at = at + step;
  }
  return items;
}

Value Interp::RangeSlice(const RangeValue& range, const SliceValue& slice, Span where) {
  std::vector<Value> items = RequireElements(range, "slicing a range", where);
  std::vector<int64_t> positions = SlicePositions(slice, int64_t(items.size()), where);
  Integer step = (*range.parts)[2].get<Integer>();
  const Value& by = (*slice.parts)[2];
  if (!by.is_none()) step = step * by.get<Integer>();
  Integer start = positions.empty() ? Integer(0) : items[positions.front()].get<Integer>();
  Integer stop = positions.empty() ? Integer(0) : items[positions.back()].get<Integer>() + Integer(step.negative() ? -1 : 1);
  return RangeValue{std::make_shared<const std::vector<Value>>(std::vector<Value>{start, stop, step})};
}

// ---- TensorShape ----

Value Interp::ShapeItem(const ir::Shape& shape, const Value& index, Span where) {
  if (!shape.ranked) return None{};
  if (auto* slice = index.as<SliceValue>()) {
    ir::Shape part;
    for (int64_t p : SlicePositions(*slice, shape.rank(), where)) part.dims.push_back(shape.dims[p]);
    return ShapeValue{std::move(part)};
  }
  auto at = SequenceIndex(index, shape.rank(), "TensorShape", where);
  if (!at) Fail(DiagnosticKind::kUnsupportedOperand, "a position in a TensorShape that only run time knows is not supported", where);
  return DimensionValue(shape.dims[*at]);
}

// A dimension as Python has it: an int, None where a trace does not know it, a run-time int where the program does.
Value Interp::DimensionValue(ir::Dim dim) {
  if (ir::IsKnown(dim)) return Value::Int(dim);
  if (dim == ir::kUnknown) return None{};
  auto it = symbol_source_.find(dim);
  if (it != symbol_source_.end() && Usable(it->second.first))
    return Scalar{ScalarKind::kInt, Emit(ir::OpKind::kDimOf, {it->second.first}, ir::AxisAttr{it->second.second})};
  // The symbol belongs to some value made before: find one.
  for (uint32_t v = uint32_t(module.value_count()); v-- > 0;) {
    ir::ValueId id{v};
    const ir::ValueInfo& info = module[id];
    if (info.type.kind != ir::TypeKind::kTensor || !info.type.shape.ranked) continue;
    for (size_t axis = 0; axis < info.type.shape.dims.size(); axis++) {
      if (info.type.shape.dims[axis] != dim || !(info.definition.valid() || info.parameter_of.valid()) || !Usable(id)) continue;
      symbol_source_[dim] = {id, int64_t(axis)};
      return Scalar{ScalarKind::kInt, Emit(ir::OpKind::kDimOf, {id}, ir::AxisAttr{int64_t(axis)})};
    }
  }
  return None{};
}

// Whether a value can be used at the insertion point without capturing anything.
bool Interp::Usable(ir::ValueId value) const {
  const ir::ValueInfo& info = module[value];
  if (info.definition.valid()) {
    if (IsDiscarded(info.definition) || !module[info.definition].parent.valid()) return false;
  }
  ir::RegionId home = DefiningRegion(value);
  return Encloses(home, builder.region());
}

bool Interp::ShapesEqual(const Value& a, const Value& b, Span where) {
  auto dims = [&](const Value& v) -> std::optional<std::vector<Value>> {
    if (auto* s = v.as<ShapeValue>()) {
      if (!s->shape.ranked) return std::nullopt;
      std::vector<Value> out;
      for (ir::Dim d : s->shape.dims) out.push_back(ir::IsKnown(d) ? Value::Int(d) : Value());
      return out;
    }
    if (v.is<Tuple>()) return v.items();
    if (auto* l = heap.as<ListObject>(v)) return l->items;
    return std::nullopt;
  };
  auto x = dims(a), y = dims(b);
  if (!x || !y || x->size() != y->size()) return false;
  for (size_t i = 0; i < x->size(); i++) {
    if ((*x)[i].is_none() != (*y)[i].is_none()) return false;
    if (!(*x)[i].is_none() && !KnownTruth(Compare(ast::CompareOp::kEq, (*x)[i], (*y)[i], where), where)) return false;
  }
  return true;
}

Value Interp::ShapeConcat(const Value& a, const Value& b, Span where) {
  ir::Shape x = ShapeOfValue(a, where), y = ShapeOfValue(b, where);
  if (!x.ranked || !y.ranked) return ShapeValue{ir::Shape::Unranked()};
  x.dims.insert(x.dims.end(), y.dims.begin(), y.dims.end());
  return ShapeValue{std::move(x)};
}

bool Interp::DTypeEquals(ir::DType dtype, const Value& other) {
  if (auto* d = other.as<DTypeValue>()) return d->dtype == dtype;
  if (other.is<Str>()) return ir::FindDType(other.str()) == dtype;
  if (auto* b = other.as<Builtin>()) {
    if (b->row->name == "float") return dtype == ir::DType::kFloat32;
    if (b->row->name == "int") return dtype == ir::DType::kInt32;
    if (b->row->name == "bool") return dtype == ir::DType::kBool;
  }
  return false;
}

// ---- named tuples: a class whose attribute _fields lists the names ----

std::optional<size_t> Interp::NamedTupleField(const Tuple& tuple, Name name) const {
  auto* fields = ClassAttribute(tuple.type, ast.names().Intern("_fields"));
  if (!fields || !fields->is<Tuple>()) return std::nullopt;
  for (size_t i = 0; i < fields->items().size(); i++)
    if (fields->items()[i].str() == TextOf(name)) return i;
  return std::nullopt;
}

Value Interp::NamedTupleMember(const Value& tuple, std::string_view name) {
  const Tuple& t = tuple.get<Tuple>();
  const Value* fields = ClassAttribute(t.type, Intern("_fields"));
  if (name == "_fields") return *fields;
  const BuiltinRow* row = FindBuiltin("namedtuple." + std::string(name));
  LATHE_CHECK(row != nullptr, "namedtuple member");
  return BoundBuiltin{row, std::make_shared<const Value>(tuple)};
}

// ---- exceptions ----

std::string Interp::ExceptionType(const Value& exception) const {
  auto* instance = heap.as<InstanceObject>(exception);
  if (!instance) return {};
  bool is = false;
  for (Ref base : LinearBases(instance->cls)) is |= heap.as<ClassObject>(base)->name == "BaseException";
  return is ? heap.as<ClassObject>(instance->cls)->name : std::string();
}

Text Interp::ExceptionMessage(const Value& exception) {
  if (auto text = CallSpecial(exception, "__str__", {})) return TextOfString(*text);
  auto* instance = heap.as<InstanceObject>(exception);
  if (!instance || !instance->payload) return {};
  std::vector<Value> args = instance->payload->items();
  if (args.empty()) return {};
  if (args.size() == 1) {
    if (ExceptionType(exception) == "KeyError") return ReprOf(args[0]);
    return StrOf(args[0]);
  }
  return ReprOf(*instance->payload);
}

// ---- bookkeeping for diagnostics ----

void Interp::NoteStore(Ref object, Name name, const Value& value, Span where) {
  if (where.valid()) {
    heap.write_span = UserSpan(where);
    Span& last = last_store_[{object, name.index}];
    if (region_depth_ > 0) store_log_.push_back({{object, name.index}, last});
    last = UserSpan(where);
    if (!IsLibrary(where)) watch->OnStore(object, name, value, where);
    if (trace && !(value.is<Ref>() && (heap.as<ExternalSlot>(value) || heap.as<InstanceObject>(value)))) NoteEffect(object, where);
    if (mode == Mode::kStaged) NoteEscape(value, where);
  }
}

// Remembers where tensors of a trace were stored, for tensor-leak.
void Interp::NoteEscape(const Value& value, Span where) {
  if (value.is<Tensor>()) {
    leak_origin_[value.get<Tensor>().value.index] = where;
  } else if (IsContainer(*this, value)) {
    Walk(*this, value, [&](const Value& v) {
      if (v.is<Tensor>()) leak_origin_[v.get<Tensor>().value.index] = where;
    });
  }
}

void Interp::NoteEffect(Ref object, Span where) {
  if (!trace || IsLibrary(where) || object.index >= trace->first_object || region_depth_ > 0) return;
  Warn(DiagnosticKind::kEffectAtTrace, "Python state changed inside a tf.function changes once per trace, not once per call", where);
}

void Interp::NoteItemStore(Ref object, const Value& index, const Value& value, Span where) {
  (void)index;
  NoteEffect(object, where);
  if (where.valid()) {
    if (!IsLibrary(where)) watch->OnChange(object, where);
    heap.write_span = UserSpan(where);
    object_write_[object] = UserSpan(where);
    if (mode == Mode::kStaged) NoteEscape(value, where);
  }
}

Span Interp::LastStore(Ref object, const SlotKey& slot) const {
  if (slot.kind != SlotKey::Kind::kName) return {};
  auto it = last_store_.find({object, slot.name});
  return it == last_store_.end() ? Span{} : it->second;
}

Span Interp::StoreBefore(size_t mark, Ref object, const SlotKey& slot) const {
  if (slot.kind != SlotKey::Kind::kName) return {};
  for (size_t i = mark; i < store_log_.size(); i++)
    if (store_log_[i].first == std::pair(object, slot.name)) return store_log_[i].second;
  return LastStore(object, slot);
}

bool Interp::IsTensorArray(const Value& v) const { return heap.External<TensorArrayObject>(v) != nullptr; }

// The function of the program inside a decorated one (tf.function, …).
std::optional<Value> Interp::PythonFunctionOf(const Value& v) const {
  if (auto* f = heap.External<TfFunction>(v)) return f->python_function;
  return std::nullopt;
}

std::optional<Value> Interp::BindExternalMethod(const Value& attribute, const Value& self) {
  const BuiltinRow* row = FindBuiltin(RowPrefix(attribute) + ".__get__");
  if (!row) return std::nullopt;
  return CallRow(row, &attribute, {{self}, {}, {Span{}}, {}}, span);
}

Value Interp::DocString(const FunctionObject& f) const {
  if (!f.def) return None{};
  const auto& body = std::get<ast::FunctionDef>(ast[f.def].data).body;
  if (!body.empty())
    if (auto* e = std::get_if<ast::ExprStmt>(&ast[body[0]].data))
      if (auto* s = std::get_if<ast::StringLiteral>(&ast[e->value].data)) return Value::String(s->value);
  return None{};
}

std::optional<std::vector<Value>> Interp::ClassMembers(Ref cls) {
  const Value* members = ClassAttribute(cls, Intern("__enum_members__"));
  if (!members) return std::nullopt;
  return RequireElements(*members, "iteration", span);
}

bool Interp::IsInstanceOfNumpyType(const Value& v, const DTypeValue& type) const {
  auto* t = v.as<Tensor>();
  return t && t->numpy_scalar && module.type(t->value).dtype == type.dtype;
}

Value Interp::StringLength(const Scalar& s, Span where) {
  ir::ValueId n = Emit(ir::OpKind::kStringOp, {s.value}, ir::TextAttr{"length_utf8", 0}, where);
  return Scalar{ScalarKind::kInt, Emit(ir::OpKind::kCast, {n}, ir::DTypeAttr{ir::DType::kInt64}, where)};
}

Value Interp::EvaluateYield(const ast::YieldExpr&, Span where) { Fail(DiagnosticKind::kUnsupportedSyntax, "'yield' is not supported here", where); }
Value Interp::EvaluateYieldFrom(const ast::YieldFromExpr&, Span where) { Fail(DiagnosticKind::kUnsupportedSyntax, "'yield from' is not supported here", where); }
// The first yield of a function's own body, in the order of the text.
static Span FirstYield(const ast::Ast& ast, Span body) {
  Span first;
  for (uint32_t i = 0; i < ast.expr_count(); i++) {
    const ast::Expr& e = ast[ast::ExprId{i}];
    bool yields = std::holds_alternative<ast::YieldExpr>(e.data) || std::holds_alternative<ast::YieldFromExpr>(e.data);
    if (yields && e.span.begin >= body.begin && e.span.end <= body.end && (!first.valid() || e.span.begin < first.begin)) first = e.span;
  }
  return first;
}

Value Interp::CallGenerator(Ref, const FunctionObject& f, CallArgs, Span where) {
  Span at = f.def ? FirstYield(ast, ast[f.def].span) : where;
  Diagnostic d{DiagnosticKind::kUnsupportedSyntax, "the generator '" + f.name + "' is not supported: write a loop, or return a list", at.valid() ? at : where};
  d.labels.push_back({where, "called here"});
  Fail(std::move(d));
}

std::optional<Value> Interp::ItemAssigned(const Value& object, const Value& index, const Value& value, Span where) {
  if (auto* t = object.as<Tensor>(); t && t->numpy) return NumpySetItem(*this, object, index, value, where);
  if (options.extensions && object.is<Tensor>()) return Tensor{NumpySetItem(*this, object, index, value, where).get<Tensor>().value};
  return std::nullopt;
}

// assert on a tensor inside a tf.function: not converted by AutoGraph.
Truth Interp::AssertTruth(const Value& v, Span where) {
  if (options.extensions) return {false, false, StagedCondition(v, where)};
  Diagnostic d{DiagnosticKind::kTensorAsBool, "'assert' needs the value of a tensor, which has none while its tf.function is traced", where};
  d.help.push_back("use tf.debugging.Assert or tf.debugging.assert_equal and its kin");
  Raise(std::move(d), "OperatorNotAllowedInGraphError");
}

Interp::Interp(ast::Ast& a, const ScopeTable& scopes, SourceManager& s, DiagnosticSink& d, const StageOptions& o, ir::Module& m)
    : ast(a), sources(s), sink(d), options(o), module(m), builder(m), scopes_(&scopes), program_file_(a.file) {
  builder.SetFolding(kEagerFolding);
  watch = std::make_shared<StateWatch>(*this);
}

}  // namespace lathe::staging
