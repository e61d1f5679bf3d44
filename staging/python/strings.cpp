// Methods of str and bytes on known text. Positions count code points.
#include <algorithm>
#include <functional>

#include "runtime/format.h"
#include "staging/builtin_tables.h"
#include "staging/interp.h"
#include "support/utf8.h"

namespace lathe::staging {

namespace {

constexpr std::string_view kBlanks = " \t\n\r\f\v";

std::string SelfText(Bound& b) {
  if (b.self->is<Str>()) return std::string(b.self->str());
  if (auto* bytes = b.self->as<Bytes>()) return *bytes->data;
  b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "this method of a string that only run time knows is not supported", b.span);
}
std::string TextArg(Bound& b, size_t i) {
  if (b[i].is<Str>()) return std::string(b[i].str());
  if (auto* bytes = b[i].as<Bytes>()) return *bytes->data;
  if (b[i].is<Scalar>()) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "a string that only run time knows is not supported as this argument", b.span);
  b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "expected a str, not '" + std::string(b.in.TypeName(b[i])) + "'", b.span);
}
Value Made(Bound& b, std::string text) {
  if (b.self->is<Bytes>()) return Bytes{std::make_shared<const std::string>(std::move(text))};
  return Value::String(std::move(text));
}

std::vector<std::string> Points(std::string_view s) {
  std::vector<std::string> out;
  for (size_t i = 0; i < s.size();) {
    size_t n = Utf8Length(static_cast<unsigned char>(s[i]));
    out.push_back(std::string(s.substr(i, n)));
    i += n;
  }
  return out;
}
int64_t PointCount(std::string_view s) { return int64_t(Points(s).size()); }

std::string MapAscii(const std::string& s, int (*f)(int)) {
  std::string out = s;
  for (char& c : out) if (static_cast<unsigned char>(c) < 128) c = char(f(c));
  return out;
}
void RequireAscii(Bound& b, const std::string& s) {
  for (char c : s) if (static_cast<unsigned char>(c) >= 128) b.in.Fail(DiagnosticKind::kUnsupportedBuiltin, "changing the case of letters outside ASCII is not supported", b.span);
}

Value Upper(Bound& b) { std::string s = SelfText(b); RequireAscii(b, s); return Made(b, MapAscii(s, std::toupper)); }
Value Lower(Bound& b) { std::string s = SelfText(b); RequireAscii(b, s); return Made(b, MapAscii(s, std::tolower)); }
Value SwapCase(Bound& b) {
  std::string s = SelfText(b);
  RequireAscii(b, s);
  return Made(b, MapAscii(s, [](int c) { return std::isupper(c) ? std::tolower(c) : std::toupper(c); }));
}
Value Capitalize(Bound& b) {
  std::string s = SelfText(b);
  RequireAscii(b, s);
  s = MapAscii(s, std::tolower);
  if (!s.empty()) s[0] = char(std::toupper(s[0]));
  return Made(b, s);
}
Value Title(Bound& b) {
  std::string s = SelfText(b);
  RequireAscii(b, s);
  bool word = false;
  for (char& c : s) {
    c = char(word ? std::tolower(c) : std::toupper(c));
    word = std::isalpha(static_cast<unsigned char>(c));
  }
  return Made(b, s);
}

std::string Strip(const std::string& s, std::string_view set, bool left, bool right) {
  std::vector<std::string> points = Points(s);
  auto in_set = [&](const std::string& p) { return set.find(p) != std::string_view::npos; };
  size_t first = 0, last = points.size();
  while (left && first < last && in_set(points[first])) first++;
  while (right && last > first && in_set(points[last - 1])) last--;
  std::string out;
  for (size_t i = first; i < last; i++) out += points[i];
  return out;
}
Value StripWith(Bound& b, bool left, bool right) { return Made(b, Strip(SelfText(b), b.given(0) ? TextArg(b, 0) : std::string(kBlanks), left, right)); }
Value StripBoth(Bound& b) { return StripWith(b, true, true); }
Value StripLeft(Bound& b) { return StripWith(b, true, false); }
Value StripRight(Bound& b) { return StripWith(b, false, true); }

std::vector<std::string> SplitBlanks(const std::string& s, int64_t most, bool from_right) {
  std::vector<std::string> words;
  if (!from_right) {
    size_t i = 0;
    while (true) {
      i = s.find_first_not_of(kBlanks, i);
      if (i == std::string::npos) break;
      if (most >= 0 && int64_t(words.size()) == most) {
        size_t last = s.find_last_not_of(kBlanks);
        words.push_back(s.substr(i, last - i + 1));
        break;
      }
      size_t end = std::min(s.find_first_of(kBlanks, i), s.size());
      words.push_back(s.substr(i, end - i));
      i = end;
    }
    return words;
  }
  size_t end = s.size();
  while (true) {
    size_t last = end == 0 ? std::string::npos : s.find_last_not_of(kBlanks, end - 1);
    if (last == std::string::npos) break;
    if (most >= 0 && int64_t(words.size()) == most) {
      size_t first = s.find_first_not_of(kBlanks);
      words.push_back(s.substr(first, last - first + 1));
      break;
    }
    size_t blank = s.find_last_of(kBlanks, last);
    size_t start = blank == std::string::npos ? 0 : blank + 1;
    words.push_back(s.substr(start, last - start + 1));
    end = start;
  }
  std::reverse(words.begin(), words.end());
  return words;
}
std::vector<std::string> SplitAt(const std::string& s, const std::string& separator, int64_t most, bool from_right) {
  std::vector<std::string> parts;
  if (!from_right) {
    size_t at = 0;
    while (most < 0 || int64_t(parts.size()) < most) {
      size_t found = s.find(separator, at);
      if (found == std::string::npos) break;
      parts.push_back(s.substr(at, found - at));
      at = found + separator.size();
    }
    parts.push_back(s.substr(at));
    return parts;
  }
  size_t end = s.size();
  while ((most < 0 || int64_t(parts.size()) < most) && end >= separator.size()) {
    size_t found = s.rfind(separator, end - separator.size());
    if (found == std::string::npos) break;
    parts.push_back(s.substr(found + separator.size(), end - found - separator.size()));
    end = found;
  }
  parts.push_back(s.substr(0, end));
  std::reverse(parts.begin(), parts.end());
  return parts;
}
Value ListOfTexts(Bound& b, const std::vector<std::string>& parts) {
  std::vector<Value> items;
  for (auto& p : parts) items.push_back(Made(b, p));
  return b.in.heap.New(ListObject{std::move(items)});
}
Value SplitWith(Bound& b, bool from_right) {
  int64_t most = b.given(1) ? b.in.KnownInt(b[1], "maxsplit", b.span) : -1;
  if (!b.given(0)) return ListOfTexts(b, SplitBlanks(SelfText(b), most, from_right));
  std::string separator = TextArg(b, 0);
  if (separator.empty()) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "empty separator", b.span);
  return ListOfTexts(b, SplitAt(SelfText(b), separator, most, from_right));
}
Value Split(Bound& b) { return SplitWith(b, false); }
Value RSplit(Bound& b) { return SplitWith(b, true); }
Value SplitLines(Bound& b) {
  std::string s = SelfText(b);
  bool keep = b.given(0) && b.in.KnownBool(b[0], "keepends", b.span);
  std::vector<std::string> lines;
  for (size_t i = 0; i < s.size();) {
    size_t end = std::min(s.find_first_of("\n\r\v\f", i), s.size()), next = end;
    if (end < s.size()) next += s[end] == '\r' && end + 1 < s.size() && s[end + 1] == '\n' ? 2 : 1;
    lines.push_back(s.substr(i, (keep ? next : end) - i));
    i = next;
  }
  return ListOfTexts(b, lines);
}
Value PartitionWith(Bound& b, bool from_right) {
  std::string s = SelfText(b), separator = TextArg(b, 0);
  if (separator.empty()) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "empty separator", b.span);
  size_t at = from_right ? s.rfind(separator) : s.find(separator);
  if (at == std::string::npos) {
    if (from_right) return Value::MakeTuple({Made(b, ""), Made(b, ""), Made(b, s)});
    return Value::MakeTuple({Made(b, s), Made(b, ""), Made(b, "")});
  }
  return Value::MakeTuple({Made(b, s.substr(0, at)), Made(b, separator), Made(b, s.substr(at + separator.size()))});
}
Value Partition(Bound& b) { return PartitionWith(b, false); }
Value RPartition(Bound& b) { return PartitionWith(b, true); }

Value Join(Bound& b) {
  if (b.self->is<Bytes>()) {
    std::string out;
    bool first = true;
    for (const Value& v : b.in.RequireElements(b[0], "join()", b.span)) {
      if (!first) out += *b.self->get<Bytes>().data;
      first = false;
      out += v.is<Bytes>() ? *v.get<Bytes>().data : std::string();
    }
    return Made(b, out);
  }
  Text separator = b.in.TextOfString(*b.self), out;
  std::vector<Value> items = b.in.RequireElements(b[0], "join()", b.span);
  for (size_t i = 0; i < items.size(); i++) {
    bool text = items[i].is<Str>() || (items[i].is<Scalar>() && items[i].get<Scalar>().kind == ScalarKind::kStr);
    if (!text) b.in.Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "sequence item " + std::to_string(i) + ": expected str instance, " + std::string(b.in.TypeName(items[i])) + " found", b.span);
    if (i) out.Append(separator);
    out.Append(b.in.TextOfString(items[i]));
  }
  return b.in.TextValue(out);
}

Value Replace(Bound& b) {
  std::string s = SelfText(b), from = TextArg(b, 0), to = TextArg(b, 1), out;
  int64_t most = b.given(2) ? b.in.KnownInt(b[2], "count", b.span) : -1;
  if (from.empty()) {
    std::vector<std::string> points = Points(s);
    int64_t n = 0;
    for (auto& p : points) out += (most < 0 || n++ < most ? to : "") + p;
    return Made(b, out + (most < 0 || n < most ? to : ""));
  }
  size_t at = 0;
  while (most != 0) {
    size_t found = s.find(from, at);
    if (found == std::string::npos) break;
    out += s.substr(at, found - at) + to;
    at = found + from.size();
    if (most > 0) most--;
  }
  return Made(b, out + s.substr(at));
}

Value Affix(Bound& b, bool start) {
  std::string s = SelfText(b);
  std::vector<Value> wanted = b[0].is<Tuple>() ? b[0].items() : std::vector<Value>{b[0]};
  if (b.given(1)) {
    auto points = Points(s);
    int64_t from = b.in.KnownInt(b[1], "start", b.span);
    from = std::clamp<int64_t>(from < 0 ? from + int64_t(points.size()) : from, 0, int64_t(points.size()));
    s.clear();
    for (size_t i = size_t(from); i < points.size(); i++) s += points[i];
  }
  for (const Value& w : wanted) {
    Bound one{b.in, b.span, {w}, {b.span}, b.self};
    std::string affix = TextArg(one, 0);
    if (start ? s.starts_with(affix) : s.ends_with(affix)) return true;
  }
  return false;
}
Value StartsWith(Bound& b) { return Affix(b, true); }
Value EndsWith(Bound& b) { return Affix(b, false); }
Value RemovePrefix(Bound& b) {
  std::string s = SelfText(b), p = TextArg(b, 0);
  return Made(b, s.starts_with(p) ? s.substr(p.size()) : s);
}
Value RemoveSuffix(Bound& b) {
  std::string s = SelfText(b), p = TextArg(b, 0);
  return Made(b, !p.empty() && s.ends_with(p) ? s.substr(0, s.size() - p.size()) : s);
}

int64_t FindPosition(Bound& b, bool last) {
  std::string s = SelfText(b), wanted = TextArg(b, 0);
  size_t from = 0;
  if (b.given(1)) {
    auto points = Points(s);
    int64_t start = b.in.KnownInt(b[1], "start", b.span);
    start = std::clamp<int64_t>(start < 0 ? start + int64_t(points.size()) : start, 0, int64_t(points.size()));
    for (int64_t i = 0; i < start; i++) from += points[size_t(i)].size();
  }
  size_t at = last ? s.rfind(wanted) : s.find(wanted, from);
  if (at == std::string::npos || at < from) return -1;
  return PointCount(s.substr(0, at));
}
Value Find(Bound& b) { return Value::Int(FindPosition(b, false)); }
Value RFind(Bound& b) { return Value::Int(FindPosition(b, true)); }
Value Index(Bound& b) {
  int64_t at = FindPosition(b, false);
  if (at < 0) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "substring not found", b.span);
  return Value::Int(at);
}
Value RIndex(Bound& b) {
  int64_t at = FindPosition(b, true);
  if (at < 0) b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "substring not found", b.span);
  return Value::Int(at);
}
Value Count(Bound& b) {
  std::string s = SelfText(b), wanted = TextArg(b, 0);
  if (wanted.empty()) return Value::Int(PointCount(s) + 1);
  int64_t n = 0;
  for (size_t at = s.find(wanted); at != std::string::npos; at = s.find(wanted, at + wanted.size())) n++;
  return Value::Int(n);
}

// Padding: of run-time text through format().
Value Justify(Bound& b, char align) {
  int64_t width = b.in.KnownInt(b[0], "width", b.span);
  std::string fill = b.given(1) ? TextArg(b, 1) : " ";
  if (b.self->is<Scalar>()) return b.in.TextValue(b.in.FormatOf(*b.self, Text(fill + align + std::to_string(width)), b.span));
  std::string s = SelfText(b);
  int64_t space = width - PointCount(s);
  if (space <= 0) return *b.self;
  int64_t left = align == '>' ? space : align == '<' ? 0 : space / 2 + (space & width & 1);
  std::string out;
  for (int64_t i = 0; i < left; i++) out += fill;
  out += s;
  for (int64_t i = left; i < space; i++) out += fill;
  return Made(b, out);
}
Value LJust(Bound& b) { return Justify(b, '<'); }
Value RJust(Bound& b) { return Justify(b, '>'); }
Value Center(Bound& b) { return Justify(b, '^'); }
Value ZFill(Bound& b) {
  std::string s = SelfText(b);
  int64_t width = b.in.KnownInt(b[0], "width", b.span), space = width - PointCount(s);
  if (space <= 0) return *b.self;
  bool sign = !s.empty() && (s[0] == '-' || s[0] == '+');
  return Made(b, (sign ? s.substr(0, 1) : "") + std::string(size_t(space), '0') + s.substr(sign));
}
Value ExpandTabs(Bound& b) {
  int64_t size = b.given(0) ? b.in.KnownInt(b[0], "tabsize", b.span) : 8, column = 0;
  std::string out;
  for (auto& p : Points(SelfText(b))) {
    if (p == "\t") {
      int64_t n = size > 0 ? size - column % size : 0;
      out += std::string(size_t(n), ' ');
      column += n;
    } else {
      out += p;
      column = p == "\n" || p == "\r" ? 0 : column + 1;
    }
  }
  return Made(b, out);
}

Value Every(Bound& b, int (*test)(int)) {
  std::string s = SelfText(b);
  RequireAscii(b, s);
  if (s.empty()) return false;
  for (char c : s) if (!test(static_cast<unsigned char>(c))) return false;
  return true;
}
Value IsDigit(Bound& b) { return Every(b, std::isdigit); }
Value IsAlpha(Bound& b) { return Every(b, std::isalpha); }
Value IsAlnum(Bound& b) { return Every(b, std::isalnum); }
Value IsSpace(Bound& b) { return Every(b, std::isspace); }
Value Cased(Bound& b, bool upper) {
  std::string s = SelfText(b);
  bool any = false;
  for (unsigned char c : s) {
    if (upper ? std::islower(c) : std::isupper(c)) return false;
    any |= std::isalpha(c);
  }
  return any;
}
Value IsUpper(Bound& b) { return Cased(b, true); }
Value IsLower(Bound& b) { return Cased(b, false); }
Value IsIdentifier(Bound& b) {
  std::string s = SelfText(b);
  if (s.empty() || std::isdigit(static_cast<unsigned char>(s[0]))) return false;
  for (unsigned char c : s) if (!(std::isalnum(c) || c == '_' || c >= 128)) return false;
  return true;
}

Value Encode(Bound& b) { return Bytes{std::make_shared<const std::string>(SelfText(b))}; }
Value Decode(Bound& b) { return Value::String(SelfText(b)); }
// NumPy's bytes scalar, as t.numpy() of a string tensor gives: its bytes as str.
Value DecodeArray(Bound& b) {
  const Tensor& t = b.self->get<Tensor>();
  if (b.in.module.type(t.value).dtype != ir::DType::kString || !t.numpy_scalar)
    b.in.Raise(DiagnosticKind::kUnknownAttribute, "AttributeError", "'numpy.ndarray' object has no attribute 'decode'", b.span);
  if (const ir::Literal* known = b.in.KnownLiteral(*b.self)) return Value::String(std::string(known->StringAt(0)));
  return Scalar{ScalarKind::kStr, t.value};
}

// ---- str.format ----

class Formatter {
 public:
  explicit Formatter(Bound& b) : b_(b) {}
  Text Run(std::string_view f) {
    Text out;
    for (size_t i = 0; i < f.size();) {
      char c = f[i];
      if ((c == '{' || c == '}') && i + 1 < f.size() && f[i + 1] == c) {
        out.Append(f.substr(i, 1));
        i += 2;
      } else if (c == '{') {
        size_t end = Close(f, i);
        out.Append(Field(f.substr(i + 1, end - i - 1)));
        i = end + 1;
      } else if (c == '}') {
        Bad("Single '}' encountered in format string");
      } else {
        size_t end = std::min(f.find_first_of("{}", i), f.size());
        out.Append(f.substr(i, end - i));
        i = end;
      }
    }
    return out;
  }

 private:
  [[noreturn]] void Bad(std::string message) { b_.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", std::move(message), b_.span); }
  size_t Close(std::string_view f, size_t open) {
    int depth = 0;
    for (size_t i = open; i < f.size(); i++) {
      if (f[i] == '{') depth++;
      if (f[i] == '}' && --depth == 0) return i;
    }
    Bad("expected '}' before end of string");
  }
  Text Field(std::string_view field) {
    size_t colon = std::string_view::npos;
    int depth = 0;
    for (size_t i = 0; i < field.size() && colon == std::string_view::npos; i++) {
      if (field[i] == '[') depth++;
      if (field[i] == ']') depth--;
      if (field[i] == ':' && depth == 0) colon = i;
    }
    std::string_view head = field.substr(0, colon);
    Text spec = colon == std::string_view::npos ? Text() : Run(field.substr(colon + 1));
    char conversion = 0;
    if (head.size() >= 2 && head[head.size() - 2] == '!') {
      conversion = head.back();
      head = head.substr(0, head.size() - 2);
    }
    Value v = Lookup(head);
    if (conversion == 's') v = b_.in.TextValue(b_.in.StrOf(v, b_.span));
    if (conversion == 'r' || conversion == 'a') v = b_.in.TextValue(b_.in.ReprOf(v, b_.span));
    return b_.in.FormatOf(v, spec, b_.span);
  }
  Value Lookup(std::string_view name) {
    size_t end = std::min(name.find_first_of(".["), name.size());
    std::string_view first = name.substr(0, end);
    Value v;
    bool digits = !first.empty() && std::all_of(first.begin(), first.end(), [](char c) { return c >= '0' && c <= '9'; });
    const auto& args = b_[0].items();
    if (first.empty() || digits) {
      size_t at = first.empty() ? next_++ : size_t(std::stoul(std::string(first)));
      if (at >= args.size()) b_.in.Raise(DiagnosticKind::kMissingKey, "IndexError", "Replacement index " + std::to_string(at) + " out of range for positional args tuple", b_.span);
      v = args[at];
    } else {
      v = b_.in.GetItem(b_[1], Value::String(std::string(first)), b_.span);
    }
    for (size_t i = end; i < name.size();) {
      if (name[i] == '.') {
        size_t stop = std::min(name.find_first_of(".[", i + 1), name.size());
        v = b_.in.GetAttribute(v, b_.in.Intern(name.substr(i + 1, stop - i - 1)), b_.span);
        i = stop;
      } else {
        size_t stop = name.find(']', i);
        if (stop == std::string_view::npos) Bad("Missing ']' in format string");
        std::string key(name.substr(i + 1, stop - i - 1));
        bool number = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
        v = b_.in.GetItem(v, number ? Value(Integer::Parse(key)) : Value::String(key), b_.span);
        i = stop + 1;
      }
    }
    return v;
  }
  Bound& b_;
  size_t next_ = 0;
};

Value Format(Bound& b) { return b.in.TextValue(Formatter(b).Run(SelfText(b))); }

constexpr BuiltinRow kRows[] = {
#define SHARED(T) \
    {T ".upper", "", Upper}, {T ".lower", "", Lower}, {T ".swapcase", "", SwapCase}, {T ".capitalize", "", Capitalize}, {T ".title", "", Title}, \
    {T ".strip", "chars=None, /", StripBoth}, {T ".lstrip", "chars=None, /", StripLeft}, {T ".rstrip", "chars=None, /", StripRight}, \
    {T ".split", "sep=None, maxsplit=None", Split}, {T ".rsplit", "sep=None, maxsplit=None", RSplit}, {T ".splitlines", "keepends=None", SplitLines}, \
    {T ".partition", "sep, /", Partition}, {T ".rpartition", "sep, /", RPartition}, {T ".join", "iterable, /", Join}, \
    {T ".replace", "old, new, count=None, /", Replace}, {T ".startswith", "prefix, start=None, /", StartsWith}, {T ".endswith", "suffix, start=None, /", EndsWith}, \
    {T ".removeprefix", "prefix, /", RemovePrefix}, {T ".removesuffix", "suffix, /", RemoveSuffix}, {T ".find", "sub, start=None, /", Find}, {T ".rfind", "sub, start=None, /", RFind}, \
    {T ".index", "sub, start=None, /", Index}, {T ".rindex", "sub, start=None, /", RIndex}, {T ".count", "sub, /", Count}, \
    {T ".ljust", "width, fillchar=None, /", LJust}, {T ".rjust", "width, fillchar=None, /", RJust}, {T ".center", "width, fillchar=None, /", Center}, {T ".zfill", "width, /", ZFill}, \
    {T ".expandtabs", "tabsize=None", ExpandTabs}, {T ".isdigit", "", IsDigit}, {T ".isalpha", "", IsAlpha}, {T ".isalnum", "", IsAlnum}, {T ".isspace", "", IsSpace}, \
    {T ".isupper", "", IsUpper}, {T ".islower", "", IsLower}
    SHARED("str"),
    SHARED("bytes"),
#undef SHARED
    {"str.casefold", "", Lower},
    {"str.isdecimal", "", IsDigit},
    {"str.isnumeric", "", IsDigit},
    {"str.isidentifier", "", IsIdentifier},
    {"str.encode", "encoding=None, errors=None", Encode},
    {"bytes.decode", "encoding=None, errors=None", Decode},
    {"ndarray.decode", "encoding=None, errors=None", DecodeArray},
    {"str.format", "*args, **kwargs", Format},
};

}  // namespace

std::span<const BuiltinRow> PythonStringRows() { return kRows; }

}  // namespace lathe::staging
