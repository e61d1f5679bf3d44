// tf.print: a template with places for tensors, laid out as Python's pprint does it.
//
// Output: one string, known where everything is; tensors are formatted at run time.
#include <algorithm>

#include "staging/builtin_tables.h"
#include "staging/objects.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

// In a template a tensor stands as one kPlace character, a Python scalar that only run time knows as one kLate character.
constexpr char kPlace = '\x01', kLate = '\x02';
constexpr size_t kPlaceWidth = 4;   // of '{}' with its quotes

class Template {
 public:
  explicit Template(Interp& in) : in_(in) {}

  std::string Print(const Value& v) { return Layout(v, 0, 0); }

  const std::vector<V>& tensors() const { return tensors_; }
  const std::vector<Text>& late() const { return late_; }

 private:
  bool IsPlace(const Value& v) const {
    auto* t = v.as<Tensor>();
    return t ? !t->numpy : in_.heap.External<VariableObject>(v) != nullptr;
  }

  static size_t Width(const std::string& s) {
    size_t n = 0;
    for (char c : s) n += c == kPlace ? kPlaceWidth : (c & 0xC0) != 0x80 ? 1 : 0;
    return n;
  }

  std::vector<std::pair<Value, Value>> Entries(const DictObject& d) const {
    std::vector<std::pair<Value, Value>> entries = d.entries;
    if (d.type == DictObject::Type::kDict)
      std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) {
        if (a.first.template is<Str>() && b.first.template is<Str>()) return a.first.str() < b.first.str();
        if (a.first.template is<Integer>() && b.first.template is<Integer>())
          return a.first.template get<Integer>() < b.first.template get<Integer>();
        return false;
      });
    return entries;
  }

  std::string Repr(const Value& v) {
    Text text = in_.ReprOf(v);
    if (text.known()) return text.known_text();
    late_.push_back(text);
    return std::string(1, kLate);
  }

  std::string OneLine(const Value& v) {
    if (IsPlace(v)) return std::string(1, kPlace);
    std::string out;
    auto items = [&](const std::vector<Value>& list) {
      for (size_t i = 0; i < list.size(); ++i) out += (i ? ", " : "") + OneLine(list[i]);
    };
    if (auto* t = v.as<Tuple>(); t && !t->type.valid()) {
      out = "(";
      items(*t->items);
      return out + (t->items->size() == 1 ? ",)" : ")");
    }
    if (auto* l = in_.heap.as<ListObject>(v)) {
      out = "[";
      items(std::vector<Value>(l->items));
      return out + "]";
    }
    if (auto* d = in_.heap.as<DictObject>(v); d && d->type == DictObject::Type::kDict) {
      out = "{";
      auto entries = Entries(*d);
      for (size_t i = 0; i < entries.size(); ++i) out += (i ? ", " : "") + Repr(entries[i].first) + ": " + OneLine(entries[i].second);
      return out + "}";
    }
    return Repr(v);
  }

  std::string Layout(const Value& v, size_t indent, size_t allowance) {
    size_t late = late_.size();
    std::string line = OneLine(v);
    if (Width(line) + indent + allowance <= 80 || !Breakable(v)) return line;
    late_.resize(late);
    std::string open, close, out;
    if (auto* d = in_.heap.as<DictObject>(v)) {
      auto entries = Entries(*d);
      for (size_t i = 0; i < entries.size(); ++i) {
        std::string key = Repr(entries[i].first);
        bool last = i + 1 == entries.size();
        out += (i ? ",\n" + std::string(indent + 1, ' ') : "") + key + ": ";
        out += Layout(entries[i].second, indent + 1 + Width(key) + 2, last ? allowance + 1 : 1);
      }
      return "{" + out + "}";
    }
    bool tuple = v.is<Tuple>();
    std::vector<Value> items = SequenceOf(in_, v);
    std::string end = tuple ? (items.size() == 1 ? ",)" : ")") : "]";
    for (size_t i = 0; i < items.size(); ++i) {
      bool last = i + 1 == items.size();
      out += (i ? ",\n" + std::string(indent + 1, ' ') : "") + Layout(items[i], indent + 1, last ? allowance + end.size() : 1);
    }
    return (tuple ? "(" : "[") + out + end;
  }

  bool Breakable(const Value& v) const {
    if (auto* t = v.as<Tuple>()) return !t->type.valid() && !t->items->empty();
    if (auto* l = in_.heap.as<ListObject>(v)) return !l->items.empty();
    auto* d = in_.heap.as<DictObject>(v);
    return d && d->type == DictObject::Type::kDict && !d->entries.empty();
  }

  Interp& in_;
  std::vector<V> tensors_;
  std::vector<Text> late_;
};

// The tensors of a structure in the order of their places.
void TensorsOf(Interp& in, const Value& v, std::vector<V>& tensors, Span where) {
  auto* t = v.as<Tensor>();
  if (t ? !t->numpy : in.heap.External<VariableObject>(v) != nullptr) {
    tensors.push_back(in.ToTensor(v, {}, where));
  } else if (auto* tuple = v.as<Tuple>()) {
    for (const Value& item : *tuple->items) TensorsOf(in, item, tensors, where);
  } else if (auto* l = in.heap.as<ListObject>(v)) {
    for (const Value& item : std::vector<Value>(l->items)) TensorsOf(in, item, tensors, where);
  } else if (auto* d = in.heap.as<DictObject>(v)) {
    std::vector<std::pair<Value, Value>> entries = d->entries;
    if (d->type == DictObject::Type::kDict)
      std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) {
        return a.first.template is<Str>() && b.first.template is<Str>() && a.first.str() < b.first.str();
      });
    for (auto& [key, value] : entries) TensorsOf(in, value, tensors, where);
  }
}

Text TensorText(Interp& in, V tensor, int64_t summarize, Span where) {
  V text = in.Emit(K::kFormatTfPrint, {tensor}, ir::TextAttr{{}, summarize}, where);
  if (auto* literal = in.builder.ConstantOf(text)) return Text(std::string(literal->StringAt(0)));
  Text result;
  result.Append(text);
  return result;
}

bool IsStdout(const Value& v) {
  if (auto* m = v.as<ModuleValue>()) return *m->path == "sys.stdout";
  if (auto* b = v.as<Builtin>()) return b->row->name == "sys.stdout";
  if (auto* s = v.as<Str>()) return **s == "stdout";
  return false;
}

Value PrintFn(Bound& b) {
  Interp& in = b.in;
  int64_t summarize = b.in.KnownInt(b[2], "summarize", b.spans[2]);
  const std::vector<Value> inputs = b[0].items();
  Text separator = in.TextOfString(b[3]), text;
  if (inputs.size() == 1 && in.IsTensorLike(inputs[0])) {
    V only = in.ToTensor(inputs[0], {}, b.span);
    if (in.module.type(only).dtype == D::kString && in.module.type(only).is_scalar()) {
      text.Append(only);
      text.Append(in.TextOfString(b[4]));
      in.Emit(K::kPrint, {in.TextToIr(text)}, ir::TextAttr{{}, IsStdout(b[1]) ? 1 : 2}, b.span);
      return None{};
    }
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (i) text.Append(separator);
    const Value& v = inputs[i];
    if (v.is<Str>() || (v.is<Scalar>() && v.get<Scalar>().kind == ScalarKind::kStr)) {
      text.Append(in.TextOfString(v));
      continue;
    }
    Template pattern(in);
    std::string layout = pattern.Print(v);
    std::vector<V> tensors;
    TensorsOf(in, v, tensors, b.span);
    size_t tensor = 0, late = 0, begin = 0;
    for (size_t at = 0; at <= layout.size(); ++at) {
      bool place = at < layout.size() && layout[at] == kPlace && tensor < tensors.size();
      bool waits = at < layout.size() && layout[at] == kLate && late < pattern.late().size();
      if (at < layout.size() && !place && !waits) continue;
      text.Append(std::string_view(layout).substr(begin, at - begin));
      if (place) text.Append(TensorText(in, tensors[tensor++], summarize, b.span));
      if (waits) text.Append(pattern.late()[late++]);
      begin = at + 1;
    }
  }
  text.Append(in.TextOfString(b[4]));
  in.Emit(K::kPrint, {in.TextToIr(text)}, ir::TextAttr{{}, IsStdout(b[1]) ? 1 : 2}, b.span);
  return None{};
}

constexpr BuiltinRow kRows[] = {
    {"tf.print", "*inputs, output_stream=sys.stderr, summarize=3, sep=' ', end='\\n', name=None", PrintFn},
};

}  // namespace

std::span<const BuiltinRow> TfPrintRows() { return kRows; }

}  // namespace lathe::staging
