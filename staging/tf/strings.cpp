// tf.strings.* and files of tf.io.*.
#include <algorithm>

#include "staging/builtin_tables.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

V Call(Ops& o, std::string_view function, std::vector<V> operands, int64_t number = 0) {
  return o(K::kStringOp, std::move(operands), ir::TextAttr{std::string(function), number});
}

V StringTensor(Bound& b, size_t i) {
  V v = Arg(b, i);
  D d = b.in.module.type(v).dtype;
  if (d != D::kString)
    b.in.Raise(DiagnosticKind::kUnsupportedDtype, b.in.mode == Mode::kStaged ? "TypeError" : "InvalidArgumentError",
               "a string tensor is needed, not one of " + std::string(NameOf(d)), b.spans[i]);
  return v;
}

bool Utf8(Bound& b, size_t i, std::string_view bytes) {
  std::string unit = StringArg(b, i, "the unit");
  if (unit == bytes) return false;
  if (unit == "UTF8_CHAR" || unit == "UTF-8" || unit == "utf-8") return true;
  b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "unknown unit or encoding '" + unit + "'", b.spans[i]);
}

Value Upper(Bound& b) { Ops o(b); return o.Out(Call(o, "upper", {StringTensor(b, 0)})); }
Value Lower(Bound& b) { Ops o(b); return o.Out(Call(o, "lower", {StringTensor(b, 0)})); }
Value Strip(Bound& b) { Ops o(b); return o.Out(Call(o, "strip", {StringTensor(b, 0)})); }

Value Length(Bound& b) {
  Ops o(b);
  V s = StringTensor(b, 0);
  return o.Out(Call(o, Utf8(b, 1, "BYTE") ? "length_utf8" : "length", {s}));
}

Value Substr(Bound& b) {
  Ops o(b);
  V s = StringTensor(b, 0), position = Arg(b, 1), length = Arg(b, 2);
  return o.Out(Call(o, Utf8(b, 3, "BYTE") ? "substr_utf8" : "substr", {s, position, length}));
}

Value Join(Bound& b) {
  Ops o(b);
  std::vector<V> parts;
  std::string separator = StringArg(b, 1, "the separator");
  for (const Value& v : ItemsOf(b.in, b[0], b.spans[0])) {
    if (!parts.empty() && !separator.empty()) parts.push_back(o.Text(separator));
    V part = b.in.ToTensor(v, {}, b.spans[0]);
    if (o.dtype(part) != D::kString)
      b.in.Raise(DiagnosticKind::kUnsupportedDtype, "TypeError", "join needs strings, not " + std::string(NameOf(o.dtype(part))), b.spans[0]);
    parts.push_back(part);
  }
  if (parts.empty()) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "join needs at least one input", b.spans[0]);
  return o.Out(parts.size() == 1 ? parts[0] : o(K::kStringConcat, std::move(parts)));
}

Value ReduceJoin(Bound& b) {
  Ops o(b);
  V s = StringTensor(b, 0);
  std::vector<int64_t> axes = AxesArg(b, 1, s);
  bool keep = BoolArg(b, 2, "keepdims");
  V separator = o.Text(StringArg(b, 3, "the separator"));
  // The joined dimensions go last, as one.
  int rank = o.rank(s);
  std::vector<int64_t> order;
  std::vector<V> shape;
  std::vector<V> kept;
  for (int64_t i = 0; i < rank; ++i) {
    bool joined = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (!joined) {
      order.push_back(i);
      shape.push_back(o.DimOf(s, int(i)));
    }
    kept.push_back(joined ? o.Int(1) : o.DimOf(s, int(i)));
  }
  if (axes.empty()) return o.Out(s);
  order.insert(order.end(), axes.begin(), axes.end());
  shape.push_back(o.Int(-1));
  V joined = Call(o, "join_last", {o.Reshape(o.Transpose(s, order), o.Stack(shape)), separator});
  return o.Out(keep ? o.Reshape(joined, o.Stack(kept)) : joined);
}

Value Split(Bound& b) {
  Ops o(b);
  V s = StringTensor(b, 0);
  if (o.rank(s) != 0)
    b.in.Fail(DiagnosticKind::kUnsupportedApi, "tf.strings.split of more than one string gives a RaggedTensor, which is not implemented here", b.span);
  std::vector<V> operands{s};
  if (b.given(1)) operands.push_back(o.Text(StringArg(b, 1, "the separator")));
  int64_t most = b.in.KnownInt(b[2], "maxsplit", b.spans[2]);
  return o.Out(Call(o, "split", std::move(operands), most < 0 ? 0 : most));
}

Value ToNumber(Bound& b) {
  Ops o(b);
  return o.Out(o(K::kParseNumber, {StringTensor(b, 0)}, ir::DTypeAttr{DTypeArg(b, 1, D::kFloat32)}));
}

Value AsString(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  auto number = [&](size_t i) { return b.in.KnownInt(b[i], "a parameter of as_string", b.spans[i]); };
  int64_t precision = number(1), width = number(4);
  bool scientific = BoolArg(b, 2, "scientific"), shortest = BoolArg(b, 3, "shortest");
  std::string fill = StringArg(b, 5, "fill");
  if (scientific && shortest)
    b.in.Raise(DiagnosticKind::kInvalidArgument, "InvalidArgumentError", "as_string cannot be both scientific and shortest", b.span);
  if (fill.size() > 1) b.in.Raise(DiagnosticKind::kInvalidArgument, "InvalidArgumentError", "fill must be at most one character", b.spans[5]);
  if (o.dtype(x) == D::kString) return o.Out(x);
  int64_t code = ((precision + 1) & 0xffff) | int64_t(scientific) << 16 | int64_t(shortest) << 17 | ((width + 1) & 0xffff) << 24 |
                 (fill.empty() ? 0 : int64_t(static_cast<unsigned char>(fill[0])) << 40);
  return o.Out(Call(o, "as_string", {x}, code));
}

Value RegexReplace(Bound& b) {
  Ops o(b);
  V s = StringTensor(b, 0);
  bool all = b.in.KnownBool(b[3], "replace_global", b.spans[3]);
  return o.Out(Call(o, "regex_replace", {s, Arg(b, 1, D::kString), Arg(b, 2, D::kString)}, all ? 0 : 1));
}

Value RegexFullMatch(Bound& b) {
  Ops o(b);
  V s = StringTensor(b, 0);
  return o.Out(Call(o, "regex_full_match", {s, Arg(b, 1, D::kString)}));
}

Value HashStrong(Bound& b) {
  Ops o(b);
  std::vector<int64_t> key = b.in.KnownInts(b[2], "key", b.spans[2]);
  if (key.size() != 2) b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "key must be two ints", b.spans[2]);
  int64_t buckets = b.in.KnownInt(b[1], "num_buckets", b.spans[1]);
  return o.Out(Call(o, "to_hash_bucket_strong", {StringTensor(b, 0), o.Int(key[0], D::kInt64), o.Int(key[1], D::kInt64)}, buckets));
}

Value Format(Bound& b) {
  Ops o(b);
  std::string pattern = StringArg(b, 0, "the template"), placeholder = StringArg(b, 2, "the placeholder");
  int64_t summarize = b.in.KnownInt(b[3], "summarize", b.spans[3]);
  std::vector<Value> inputs = IsSequence(b.in, b[1]) ? SequenceOf(b.in, b[1]) : std::vector<Value>{b[1]};
  std::vector<V> parts;
  size_t at = 0, next = 0;
  for (size_t found; (found = pattern.find(placeholder, at)) != std::string::npos; at = found + placeholder.size()) {
    if (found > at) parts.push_back(o.Text(pattern.substr(at, found - at)));
    if (next >= inputs.size()) break;
    V value = b.in.ToTensor(inputs[next++], {}, b.spans[1]);
    parts.push_back(o(K::kFormatTfPrint, {value}, ir::TextAttr{{}, summarize}));
  }
  if (next != inputs.size() || pattern.find(placeholder, at) != std::string::npos)
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "the template has not as many placeholders as there are inputs", b.span);
  if (at < pattern.size() || parts.empty()) parts.push_back(o.Text(pattern.substr(at)));
  return o.Out(parts.size() == 1 ? parts[0] : o(K::kStringConcat, std::move(parts)));
}

Value ReadFile(Bound& b) {
  Ops o(b);
  return o.Out(o(K::kReadFile, {StringTensor(b, 0)}));
}

Value WriteFile(Bound& b) {
  Ops o(b);
  V name = StringTensor(b, 0);
  o(K::kWriteFile, {name, StringTensor(b, 1)});
  return None{};
}

constexpr BuiltinRow kRows[] = {
    {"tf.strings.upper", "input, encoding='', name=None", Upper},
    {"tf.strings.lower", "input, encoding='', name=None", Lower},
    {"tf.strings.strip", "input, name=None", Strip},
    {"tf.strings.length", "input, unit='BYTE', name=None", Length},
    {"tf.strings.substr", "input, pos, len, unit='BYTE', name=None", Substr},
    {"tf.strings.join", "inputs, separator='', name=None", Join},
    {"tf.strings.reduce_join", "inputs, axis=None, keepdims=False, separator='', name=None", ReduceJoin},
    {"tf.strings.split", "input, sep=None, maxsplit=-1, name=None", Split},
    {"tf.strings.to_number", "input, out_type=tf.float32, name=None", ToNumber},
    {"tf.strings.as_string", "input, precision=-1, scientific=False, shortest=False, width=-1, fill='', name=None", AsString},
    {"tf.strings.regex_replace", "input, pattern, rewrite, replace_global=True, name=None", RegexReplace},
    {"tf.strings.regex_full_match", "input, pattern, name=None", RegexFullMatch},
    {"tf.strings.to_hash_bucket_strong", "input, num_buckets, key, name=None", HashStrong},
    {"tf.strings.format", "template, inputs, placeholder='{}', summarize=3, name=None", Format},
    {"tf.io.read_file", "filename, name=None", ReadFile},
    {"tf.io.write_file", "filename, contents, name=None", WriteFile},
};

}  // namespace

std::span<const BuiltinRow> TfStringRows() { return kRows; }

}  // namespace lathe::staging
