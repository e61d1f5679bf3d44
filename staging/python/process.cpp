// What a program asks of its process: sys.argv, os.environ, and paths.
#include "staging/builtin_tables.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

using Kind = BuiltinRow::Kind;

// sys.argv: known only to the running program.
struct ArgumentListObject : ExternalObject {
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<ArgumentListObject>(*this); }
  std::string_view type_name() const override { return "ArgumentList"; }
};

Value Argv(Bound& b) { return b.in.heap.New(ExternalSlot{std::make_shared<ArgumentListObject>()}); }

Value ArgvItem(Bound& b) {
  if (b[0].is<SliceValue>())
    b.in.Fail(DiagnosticKind::kUnsupportedOperand, "a slice of sys.argv is not supported; take its elements one by one", b.span);
  if (!b[0].is<Integer>() && !b[0].is<Scalar>())
    b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "list indices must be integers, not " + std::string(b.in.TypeName(b[0])), b.span);
  V index = b.in.TextToIr(b.in.StrOf(b[0], b.span));
  return Scalar{ScalarKind::kStr, b.in.Emit(K::kStringOp, {index}, ir::TextAttr{"program_argument", 0}, b.span)};
}

Value ArgvLength(Bound& b) {
  Ops o(b);
  V count = o(K::kStringOp, {o.Text("count")}, ir::TextAttr{"program_argument", 0});
  return Scalar{ScalarKind::kInt, o(K::kParseNumber, {count}, ir::ParamsAttr{{1}, {}, {}, {D::kInt64}})};
}

std::vector<std::string> Strings(Bound& b) {
  std::vector<std::string> parts;
  for (const Value& v : b[0].items()) parts.push_back(b.in.KnownString(v, "a path", b.span));
  return parts;
}

Value PathJoin(Bound& b) {
  bool known = true;
  for (const Value& v : b[0].items()) known &= v.is<Str>();
  if (!known) {
    // Run-time strings: joined by a slash, which is right for relative parts after a folder.
    Text text;
    const std::vector<Value>& items = b[0].items();
    for (size_t i = 0; i < items.size(); ++i) {
      if (i) text.Append(std::string_view("/"));
      text.Append(b.in.TextOfString(items[i]));
    }
    return b.in.TextValue(text);
  }
  std::string path;
  for (const std::string& part : Strings(b)) {
    if (part.starts_with('/') || path.empty()) path = part;
    else path += (path.ends_with('/') ? "" : "/") + part;
  }
  return Value::String(path);
}

Value Basename(Bound& b) {
  std::string path = b.in.KnownString(b[0], "a path", b.spans[0]);
  size_t slash = path.rfind('/');
  return Value::String(slash == std::string::npos ? path : path.substr(slash + 1));
}

Value Dirname(Bound& b) {
  std::string path = b.in.KnownString(b[0], "a path", b.spans[0]);
  size_t slash = path.rfind('/');
  if (slash == std::string::npos) return Value::String("");
  return Value::String(slash == 0 ? "/" : path.substr(0, slash));
}

Value SplitExt(Bound& b) {
  std::string path = b.in.KnownString(b[0], "a path", b.spans[0]);
  size_t slash = path.rfind('/'), start = slash == std::string::npos ? 0 : slash + 1;
  size_t first = path.find_first_not_of('.', start), dot = path.rfind('.');
  if (dot == std::string::npos || first == std::string::npos || dot < first) dot = path.size();
  return Value::MakeTuple({Value::String(path.substr(0, dot)), Value::String(path.substr(dot))});
}

Value EnvironmentGet(Bound& b) {
  if (!b[1].is<Str>() && !(b[1].is<Scalar>() && b[1].get<Scalar>().kind == ScalarKind::kStr))
    b.in.Fail(DiagnosticKind::kUnsupportedOperand, "os.environ.get needs a string as its default", b.span);
  V name = b.in.ToScalar(b[0], b.span), otherwise = b.in.ToScalar(b[1], b.span);
  return Scalar{ScalarKind::kStr, b.in.Emit(K::kStringOp, {name, otherwise}, ir::TextAttr{"environment", 0}, b.span)};
}

constexpr BuiltinRow kRows[] = {
    {"sys.argv", "", Argv, Kind::kConstant},
    {"ArgumentList.__getitem__", "index", ArgvItem},
    {"ArgumentList.__len__", "", ArgvLength},
    {"os.sep", "", [](Bound&) { return Value::String("/"); }, Kind::kConstant},
    {"os.path.join", "*paths", PathJoin},
    {"os.path.basename", "p", Basename},
    {"os.path.dirname", "p", Dirname},
    {"os.path.splitext", "p", SplitExt},
    {"os.environ.get", "key, default=None", EnvironmentGet},
    {"os.getenv", "key, default=None", EnvironmentGet},
};

}  // namespace

std::span<const BuiltinRow> PythonProcessRows() { return kRows; }

}  // namespace lathe::staging
