// The record of staging's decisions (record.h): filled by one call at each point where staging decides.
#include "staging/record.h"

#include <algorithm>
#include <array>

#include "staging/interp.h"
#include "staging/objects.h"
#include "staging/structure.h"

namespace lathe::staging {

namespace {

using Record = StagingRecord;

std::string DTypeText(ir::DType dtype) { return "tf." + std::string(ir::NameOf(dtype)); }

// A shape as an argument of tf.zeros: what is not known is 0. `known` tells whether all of it was known.
std::string ZeroShape(const ir::Shape& shape, bool& known) {
  std::string text = "[";
  if (!shape.ranked) known = false;
  for (size_t i = 0; shape.ranked && i < shape.dims.size(); i++) {
    known &= shape.dims[i] >= 0;
    text += (i ? ", " : "") + std::to_string(std::max<int64_t>(shape.dims[i], 0));
  }
  return text + "]";
}

std::string TensorShapeText(const ir::Shape& shape) {
  if (!shape.ranked) return "tf.TensorShape(None)";
  std::string text = "tf.TensorShape([";
  for (size_t i = 0; i < shape.dims.size(); i++) {
    text += (i ? ", " : "") + (shape.dims[i] >= 0 ? std::to_string(shape.dims[i]) : std::string("None"));
  }
  return text + "])";
}

// Python text for a value with the structure of `v` that holds zeros.
class PlaceholderText {
 public:
  PlaceholderText(const Interp& in, const std::vector<ir::Type>& types) : in_(in), types_(types) {}

  std::string Of(const Value& v) {
    if (IsContainer(in_, v)) return OfContainer(v);
    if (!IsLeaf(in_, v) || next_ >= types_.size()) return "None";
    const ir::Type& type = types_[next_++];
    if (type.kind == ir::TypeKind::kList) return "tf.TensorArray(" + DTypeText(type.dtype) + ", size=0, dynamic_size=True)";
    bool known = true;
    std::string shape = ZeroShape(type.shape, known);
    if (!known && next_ == 1) invariant = TensorShapeText(type.shape);
    if (type.dtype == ir::DType::kString) return "tf.fill(" + shape + ", '')";
    return "tf.zeros(" + shape + ", " + DTypeText(type.dtype) + ")";
  }
  std::string invariant;

 private:
  std::string OfContainer(const Value& v) {
    std::vector<Value> children = ChildrenOf(in_, v);
    auto* dict = in_.heap.as<DictObject>(v);
    std::string open = dict ? "{" : v.is<Tuple>() ? "(" : "[", text;
    for (size_t i = 0; i < children.size(); i++) {
      if (i) text += ", ";
      if (dict) text += in_.TypeName(dict->entries[i].first) == "str" ? "'" + std::string(dict->entries[i].first.str()) + "': " : std::to_string(i) + ": ";
      text += Of(children[i]);
    }
    if (v.is<Tuple>() && children.size() == 1) text += ",";
    return open + text + (dict ? "}" : v.is<Tuple>() ? ")" : "]");
  }
  const Interp& in_;
  const std::vector<ir::Type>& types_;
  size_t next_ = 0;
};

// As Python writes it; empty for what has no short text.
std::string ValueText(const Value& v) {
  if (v.is_none()) return "None";
  if (auto* b = v.as<bool>()) return *b ? "True" : "False";
  if (auto* i = v.as<Integer>()) return i->fits() ? std::to_string(i->small()) : std::string();
  if (v.is<Str>()) {
    std::string_view text = v.str();
    bool plain = text.size() <= 40 && std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= ' ' && c < 127 && c != '\'' && c != '\\'; });
    return plain ? "'" + std::string(text) + "'" : std::string();
  }
  return {};
}

Record::Parameter Describe(const Interp& in, Name name, const Value& v) {
  Record::Parameter p;
  p.name = name;
  if (v.is<Tensor>() && !v.get<Tensor>().numpy) {
    const ir::Type& type = in.TypeOf(v);
    p.tensor = true;
    p.type = ir::NameOf(type.dtype);
    p.shape = ir::ToString(type.shape);
    return p;
  }
  if (in.IsTensorLike(v)) {
    p.tensor = true;
    p.type = "Variable";
    return p;
  }
  p.type = in.TypeName(v);
  p.value = ValueText(v);
  return p;
}

std::vector<Name> DefinedNames(const Interp& in) {
  std::vector<Name> names;
  auto* scope = in.heap.as<ScopeObject>(in.current().scope);
  if (!scope) return names;
  for (auto& [name, value] : scope->variables)
    if (!value.is<Undefined>() && !value.is<Poison>()) names.push_back(Name{name});
  std::sort(names.begin(), names.end(), [](Name a, Name b) { return a.index < b.index; });
  return names;
}

Record* RecordOf(const Interp& in) { return in.options.record && in.mode == Mode::kStaged ? in.options.record : nullptr; }

}  // namespace

void StagingRecord::Rewind(Mark mark) {
  calls.resize(mark.calls);
  decisions.resize(mark.decisions);
  placeholders.resize(mark.placeholders);
  states.resize(mark.states);
}

StagingRecord::Mark RecordMark(const Interp& in) { return in.options.record ? in.options.record->mark() : Record::Mark{}; }

void RewindRecord(Interp& in, StagingRecord::Mark mark) {
  if (in.options.record) in.options.record->Rewind(mark);
}

void Note(Interp& in, const void* node, uint32_t part, bool graph, const Value* condition) {
  Record* record = RecordOf(in);
  if (!record || record->current == 0) return;
  // A Python number that only run time knows decides in Python, but the counter of range(tensor) is a tensor to TensorFlow.
  if (graph && condition && condition->is<Scalar>()) record->decisions.push_back({record->current, node, part, Record::Form::kPython, {}, {}});
  Record::Decision d{record->current, node, part, graph ? Record::Form::kGraph : Record::Form::kPython, {}, {}};
  if (graph) d.defined = DefinedNames(in);
  if (graph && condition && condition->is<Tensor>() && !in.TypeOf(*condition).is_scalar()) d.detail = "reshape";
  record->decisions.push_back(std::move(d));
}

void NoteWithDetail(Interp& in, const void* node, bool graph, std::string detail) {
  Note(in, node, 0, graph);
  if (Record* record = RecordOf(in); record && record->current != 0) record->decisions.back().detail = std::move(detail);
}

void NoteTensorLoop(Interp& in, const void* node, const Value& iterable) {
  if (!RecordOf(in)) return;
  ir::ValueId tensor = iterable.get<Tensor>().value;
  const ir::Type& type = in.module.type(tensor);
  ir::OpId def = in.module[tensor].definition;
  bool range = def.valid() && in.module[def].kind == ir::OpKind::kRange && ir::IsInteger(type.dtype);
  NoteWithDetail(in, node, true, range ? "tf.range " + std::string(ir::NameOf(type.dtype)) : "rows");
}

void NoteBuiltinCall(Interp& in, const ast::CallExpr& node, const Value& callee, const std::vector<Value>& arguments) {
  if (!RecordOf(in)) return;
  constexpr std::array<std::string_view, 12> kReplaced = {"len", "int", "float", "range", "abs", "enumerate", "zip", "map", "filter", "any", "all", "sorted"};
  auto replaced = [&](std::string_view name) { return std::find(kReplaced.begin(), kReplaced.end(), name) != kReplaced.end(); };
  std::string name(callee.is<Builtin>() ? callee.get<Builtin>().row->name : std::string_view());
  if (!replaced(name)) {
    // A function of the program under a builtin's name.
    auto* written = std::get_if<ast::NameExpr>(&in.ast[node.func].data);
    if (written && replaced(in.TextOf(written->name))) Note(in, &node, 0, false);
    return;
  }
  bool staged = false;
  for (const Value& v : arguments) staged |= in.IsTensorLike(v) || in.heap.External<TensorArrayObject>(v) || in.TypeName(v).find("Dataset") != std::string_view::npos;
  for (const Value& v : arguments) {
    if (in.heap.External<TensorArrayObject>(v)) name += " of TensorArray";
    else if (in.TypeName(v).find("Dataset") != std::string_view::npos) name += " of Dataset";
    else continue;
    break;
  }
  if (name == "len" && staged && !arguments.empty() && arguments[0].is<Tensor>()) {
    const ir::Shape& shape = in.TypeOf(arguments[0]).shape;
    if (shape.ranked && !shape.dims.empty() && shape.dims[0] >= 0) name = "len of known length";
  }
  if ((name == "int" || name == "float") && staged && arguments[0].is<Tensor>() && in.TypeOf(arguments[0]).dtype == ir::DType::kString) name += " of text";
  NoteWithDetail(in, &node, staged && in.current().converted, std::move(name));
}

// A place as the liveness analysis writes it: keys of dicts in single quotes, however the program writes them.
static std::string CanonicalPlace(std::string place) {
  std::replace(place.begin(), place.end(), '"', '\'');
  return place;
}

void NotePlaceholder(Interp& in, Span header, std::string place, const Value& structure, const std::vector<ir::Type>& types) {
  Record* record = RecordOf(in);
  if (!record || record->current == 0) return;
  PlaceholderText text(in, types);
  std::string zeros = text.Of(structure);
  record->placeholders.push_back({record->current, header, CanonicalPlace(std::move(place)), std::move(zeros), std::move(text.invariant)});
}

void NoteState(Interp& in, Span header, std::vector<std::string> places) {
  for (std::string& place : places) place = CanonicalPlace(std::move(place));
  if (Record* record = RecordOf(in); record && record->current != 0) record->states.push_back({record->current, header, std::move(places)});
}

RecordedCall::RecordedCall(Interp& in, const Activation& activation, const FunctionObject& f) : record_(in.options.record) {
  if (!record_) return;
  if (in.mode == Mode::kEager) {
    if (f.lambda) record_->eager_lambdas.insert(f.lambda.index);
    else record_->eager_defs.insert(f.def.index);
    outer_ = std::exchange(record_->current, 0);
    return;
  }
  Record::Call call;
  call.def = f.lambda ? ast::StmtId{} : f.def;
  call.lambda = f.lambda;
  call.traced = in.current().function == "<trace>";
  auto& variables = in.heap.as<ScopeObject>(activation.scope)->variables;
  auto add = [&](const ast::Arg& arg) {
    if (auto it = variables.find(arg.name.index); it != variables.end()) call.parameters.push_back(Describe(in, arg.name, it->second));
  };
  for (const ast::Arg& arg : f.arguments->posonly) add(arg);
  for (const ast::Arg& arg : f.arguments->args) add(arg);
  for (const ast::Arg& arg : f.arguments->kwonly) add(arg);
  record_->calls.push_back(std::move(call));
  outer_ = std::exchange(record_->current, uint32_t(record_->calls.size()));
}

RecordedCall::~RecordedCall() {
  if (record_) record_->current = outer_;
}

}  // namespace lathe::staging
