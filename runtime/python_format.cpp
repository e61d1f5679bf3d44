// Python's format mini-language and %-conversions for int, float, bool, complex and str (CPython 3.11).
#include <math.h>

#include "runtime/format.h"

namespace lathe::rt {
namespace {

struct Spec {
  View text;  // the whole, for messages
  View fill = " ";
  char align;  // '<' '>' '=' '^'
  char sign = '-';
  bool no_negative_zero = false, alternate = false;
  int64_t width = -1;
  char group = 0;
  int64_t precision = -1;
  View type;  // one code point, or empty
  char code() const { return type.size == 1 ? type[0] : char(type.empty() ? 0 : 1); }
};

bool Fail(FormatError* error, const char* type, const char* message) {
  error->type = type;
  error->message.Clear();
  error->message.Add(message);
  return false;
}

bool IsAlign(char c) { return c == '<' || c == '>' || c == '=' || c == '^'; }

// A run of decimal digits; false: too many.
bool ReadDigits(View text, int64_t* at, int64_t* value, int* count) {
  *count = 0;
  *value = 0;
  for (; *at < text.size && text[*at] >= '0' && text[*at] <= '9'; ++*at, ++*count) {
    if (*value > (INT64_MAX - 9) / 10) return false;
    *value = *value * 10 + (text[*at] - '0');
  }
  return true;
}

// A type code in a message: characters outside of ASCII by number.
void AddCode(View type, Text* out) {
  int64_t length;
  uint32_t code = DecodeCodePoint(type, 0, &length);
  if (code > 32 && code < 128) {
    out->Add(type);
    return;
  }
  out->Add("\\x");
  char digits[8];
  int n = 0;
  do digits[n++] = "0123456789abcdef"[code & 15];
  while ((code >>= 4) != 0);
  while (n > 0) out->Add(digits[--n]);
}

bool CheckGroup(const Spec& spec, char default_type, FormatError* error) {
  if (spec.group == 0) return true;
  char code = spec.type.empty() ? default_type : spec.code();
  if (code == 0 || (code != 0 && strchr("deEfFgG%", code) != nullptr)) return true;
  if (spec.group == '_' && strchr("boxX", code) != nullptr) return true;
  error->type = "ValueError";
  error->message.Clear();
  error->message.Add("Cannot specify '");
  error->message.Add(spec.group);
  error->message.Add("' with '");
  AddCode(spec.type.empty() ? View(&default_type, 1) : spec.type, &error->message);
  error->message.Add("'.");
  return false;
}

bool ParseSpec(View text, char default_align, char default_type, const char* type_name, Spec* spec,
               FormatError* error) {
  spec->text = text;
  spec->align = default_align;
  int64_t at = 0, first = 0;
  bool fill_given = false, align_given = false;
  if (text.size > 0) DecodeCodePoint(text, 0, &first);
  auto is = [&](char c) { return at < text.size && text[at] == c; };
  if (first > 0 && first < text.size && IsAlign(text[first])) {
    spec->fill = text.Part(0, first);
    spec->align = text[first];
    fill_given = align_given = true;
    at = first + 1;
  } else if (text.size > 0 && IsAlign(text[0])) {
    spec->align = text[at++];
    align_given = true;
  }
  if (is('+') || is('-') || is(' '))
    spec->sign = text[at++];
  else
    spec->sign = 0;
  if (is('z')) spec->no_negative_zero = true, ++at;
  if (is('#')) spec->alternate = true, ++at;
  if (!fill_given && is('0')) {
    spec->fill = "0";
    if (!align_given && default_align == '>') spec->align = '=';
    ++at;
  }
  int count;
  int64_t value;
  if (!ReadDigits(text, &at, &value, &count))
    return Fail(error, "ValueError", "Too many decimal digits in format string");
  if (count > 0) spec->width = value;
  if (is(',')) spec->group = ',', ++at;
  if (is('_')) {
    if (spec->group != 0) return Fail(error, "ValueError", "Cannot specify both ',' and '_'.");
    spec->group = '_', ++at;
  }
  if (is(',') && spec->group == '_') return Fail(error, "ValueError", "Cannot specify both ',' and '_'.");
  if (is('.')) {
    ++at;
    if (!ReadDigits(text, &at, &value, &count))
      return Fail(error, "ValueError", "Too many decimal digits in format string");
    if (count == 0) return Fail(error, "ValueError", "Format specifier missing precision");
    spec->precision = value;
  }
  if (at < text.size) {
    int64_t length;
    DecodeCodePoint(text, at, &length);
    if (at + length < text.size) {
      error->type = "ValueError";
      error->message.Clear();
      error->message.Add("Invalid format specifier '");
      error->message.Add(text);
      error->message.Add("' for object of type '");
      error->message.Add(type_name);
      error->message.Add("'");
      return false;
    }
    spec->type = text.From(at);
  }
  return CheckGroup(*spec, default_type, error);
}

bool UnknownCode(const Spec& spec, const char* type_name, FormatError* error) {
  error->type = "ValueError";
  error->message.Clear();
  error->message.Add("Unknown format code '");
  AddCode(spec.type, &error->message);
  error->message.Add("' for object of type '");
  error->message.Add(type_name);
  error->message.Add("'");
  return false;
}

void AddFill(const Spec& spec, int64_t count, Text* out) {
  for (int64_t i = 0; i < count; ++i) out->Add(spec.fill);
}

// Digits with separators, at least `least` characters by leading zeros.
void AddGrouped(View digits, char separator, int group, int64_t least, Text* out) {
  Text reversed;
  int64_t left = digits.size, in_group = 0;
  while (left > 0 || least > 0) {
    if (separator != 0 && in_group == group) {
      reversed.Add(separator);
      in_group = 0;
      --least;
      // A separator never comes first.
    }
    reversed.Add(left > 0 ? digits[left - 1] : '0');
    --left;
    --least;
    ++in_group;
  }
  for (int64_t i = reversed.size() - 1; i >= 0; --i) out->Add(reversed.data()[i]);
}

// sign, prefix, digits of the whole part, the rest.
void AddNumber(const Spec& spec, char sign, View prefix, View digits, View rest, Text* out) {
  int64_t fixed = (sign != 0 ? 1 : 0) + prefix.size + rest.size;
  bool zero_fill = spec.fill == "0" && spec.align == '=';
  Text grouped;
  if (digits.size > 0) {
    char code = spec.code();
    int group = code != 0 && strchr("boxX", code) != nullptr ? 4 : 3;
    AddGrouped(digits, spec.group, group, zero_fill ? spec.width - fixed : 0, &grouped);
  }
  int64_t pad = spec.width - fixed - grouped.size();
  if (pad < 0) pad = 0;
  int64_t before = spec.align == '>' ? pad : spec.align == '^' ? pad / 2 : 0;
  int64_t middle = spec.align == '=' ? pad : 0;
  AddFill(spec, before, out);
  if (sign != 0) out->Add(sign);
  out->Add(prefix);
  AddFill(spec, middle, out);
  out->Add(grouped);
  out->Add(rest);
  AddFill(spec, pad - before - middle, out);
}

char SignOf(const Spec& spec, bool negative) {
  return negative ? '-' : spec.sign == '+' || spec.sign == ' ' ? spec.sign : 0;
}

void AddDigitsIn(uint64_t value, int bits, bool upper, Text* out) {
  const char* alphabet = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  const uint64_t mask = (uint64_t{1} << bits) - 1;
  char digits[64];
  int n = 0;
  do digits[n++] = alphabet[value & mask];
  while ((value >>= bits) != 0);
  while (n > 0) out->Add(digits[--n]);
}

bool CheckInt(const Spec& spec, FormatError* error) {
  if (spec.precision >= 0) return Fail(error, "ValueError", "Precision not allowed in integer format specifier");
  if (spec.no_negative_zero)
    return Fail(error, "ValueError", "Negative zero coercion (z) not allowed in integer format specifier");
  if (spec.code() == 'c') {
    if (spec.sign != 0) return Fail(error, "ValueError", "Sign not allowed with integer format specifier 'c'");
    if (spec.alternate)
      return Fail(error, "ValueError", "Alternate form (#) not allowed with integer format specifier 'c'");
  }
  return true;
}

// The body of a finite or special magnitude by type: 'r' is repr (or, with a precision, 'g' with ".0" and an earlier
// exponent). `keep_point` adds that ".0".
void AddFloatBody(const Number& x, char type, int64_t precision, bool alternate, bool keep_point, Text* out) {
  char lower = char(type | 0x20);
  bool upper = type != lower;
  Text body;
  if (!x.finite()) {
    body.Add(x.kind == Number::kNan ? "nan" : "inf");
  } else if (type == 'r' && precision < 0) {
    AddReprOf(x, &body, keep_point ? ".0" : "");
    if (alternate && memchr(body.data(), '.', size_t(body.size())) == nullptr) {
      int64_t e = 0;
      while (e < body.size() && body.data()[e] != 'e') ++e;
      body.Insert(e, ".");
    }
  } else if (lower == 'f') {
    AddFixed(x, precision, &body);
    if (alternate && precision == 0) body.Add('.');
  } else if (lower == 'e') {
    AddExponential(x, precision, &body);
    if (alternate && precision == 0) body.Insert(1, ".");
  } else {
    bool dot_zero = type == 'r' && keep_point;
    int64_t count = precision == 0 ? 1 : precision;
    Decimal d;
    if (x.zero()) {
      d.digits.Repeat('0', count);
      d.point = 1;
    } else {
      RoundSignificant(x, count, &d);
    }
    View digits = d.digits.view();
    if (!alternate)
      while (digits.size > 1 && digits[digits.size - 1] == '0') --digits.size;
    if (d.point - 1 < -4 || d.point - 1 >= count - (dot_zero ? 1 : 0)) {
      body.Add(digits.Part(0, 1));
      if (digits.size > 1 || alternate) body.Add('.');
      body.Add(digits.From(1));
      int64_t exponent = d.point - 1;
      body.Add(exponent < 0 ? "e-" : "e+");
      if (exponent < 0) exponent = -exponent;
      if (exponent < 10) body.Add('0');
      body.AddInt(exponent);
    } else if (d.point <= 0) {
      body.Add("0.");
      body.Repeat('0', -d.point);
      body.Add(digits);
    } else {
      body.Add(digits.Part(0, digits.size < d.point ? digits.size : d.point));
      body.Repeat('0', d.point - digits.size);
      if (digits.size > d.point) {
        body.Add('.');
        body.Add(digits.From(d.point));
      } else if (alternate) {
        body.Add('.');
      } else if (dot_zero) {
        body.Add(".0");
      }
    }
  }
  if (upper)
    for (int64_t i = 0; i < body.size(); ++i)
      if (body.data()[i] >= 'a' && body.data()[i] <= 'z') body.data()[i] = char(body.data()[i] - 32);
  out->Add(body);
}

bool AllZero(View body) {
  for (int64_t i = 0; i < body.size && body[i] != 'e' && body[i] != 'E'; ++i)
    if (body[i] != '0' && body[i] != '.') return false;
  return true;
}

// Body and sign of a float by a spec's type.
char FloatBody(double value, const Spec& spec, bool keep_point, Text* body) {
  char type = spec.type.empty() ? 'r' : spec.code();
  int64_t precision = spec.precision;
  if (type == '%') value *= 100;
  if (type == 'n') type = 'g';
  if (type == '%') type = 'f';
  if (precision < 0 && type != 'r') precision = 6;
  Number x = NumberOf(value);
  bool negative = x.negative && x.kind != Number::kNan;
  x.negative = false;
  AddFloatBody(x, type, precision, spec.alternate, keep_point, body);
  if (negative && spec.no_negative_zero && AllZero(body->view())) negative = false;
  if (spec.code() == '%') body->Add('%');
  return SignOf(spec, negative);
}

int64_t LeadingDigits(View body) {
  int64_t n = 0;
  while (n < body.size && body[n] >= '0' && body[n] <= '9') ++n;
  return n;
}

bool FormatDoubleBy(double value, const Spec& spec, Text* out, FormatError* error) {
  if (spec.precision > INT32_MAX) return Fail(error, "ValueError", "precision too big");
  Text body;
  char sign = FloatBody(value, spec, true, &body);
  int64_t whole = LeadingDigits(body.view());
  AddNumber(spec, sign, "", body.view().Part(0, whole), body.view().From(whole), out);
  return true;
}

bool FormatMagnitude(bool negative, uint64_t magnitude, View spec_text, const char* type_name, Text* out,
                     FormatError* error) {
  Spec spec;
  if (!ParseSpec(spec_text, '>', 'd', type_name, &spec, error)) return false;
  char code = spec.type.empty() ? 'd' : spec.code();
  if (strchr("eEfFgG%", code) != nullptr) {
    double value = double(magnitude);
    return FormatDoubleBy(negative ? -value : value, spec, out, error);
  }
  if (strchr("bcdoxXn", code) == nullptr) return UnknownCode(spec, type_name, error);
  if (!CheckInt(spec, error)) return false;
  Text digits;
  const char* prefix = "";
  switch (code) {
    case 'c':
      if (negative || magnitude >= 0x110000) return Fail(error, "OverflowError", "%c arg not in range(0x110000)");
      AddCodePoint(uint32_t(magnitude), &digits);
      if (spec.width >= 0) spec.width += digits.size() - 1;  // counted in code points
      AddNumber(spec, 0, "", "", digits.view(), out);
      return true;
    case 'b':
      AddDigitsIn(magnitude, 1, false, &digits);
      prefix = "0b";
      break;
    case 'o':
      AddDigitsIn(magnitude, 3, false, &digits);
      prefix = "0o";
      break;
    case 'x':
      AddDigitsIn(magnitude, 4, false, &digits);
      prefix = "0x";
      break;
    case 'X':
      AddDigitsIn(magnitude, 4, true, &digits);
      prefix = "0X";
      break;
    default:
      digits.AddUnsigned(magnitude);
      break;
  }
  AddNumber(spec, SignOf(spec, negative), spec.alternate ? prefix : "", digits.view(), "", out);
  return true;
}

}  // namespace

bool FormatInt(int64_t value, View spec, Text* out, FormatError* error) {
  uint64_t magnitude = value < 0 ? uint64_t(0) - uint64_t(value) : uint64_t(value);
  return FormatMagnitude(value < 0, magnitude, spec, "int", out, error);
}

bool FormatUnsigned(uint64_t value, View spec, Text* out, FormatError* error) {
  return FormatMagnitude(false, value, spec, "int", out, error);
}

bool FormatBool(bool value, View spec, Text* out, FormatError* error) {
  if (spec.empty()) {
    out->Add(value ? "True" : "False");
    return true;
  }
  return FormatMagnitude(false, value ? 1 : 0, spec, "bool", out, error);
}

bool FormatBigInt(bool negative, View digits, View spec_text, Text* out, FormatError* error) {
  Spec spec;
  if (!ParseSpec(spec_text, '>', 'd', "int", &spec, error)) return false;
  char code = spec.type.empty() ? 'd' : spec.code();
  if (strchr("bcdoxXn", code) == nullptr) return UnknownCode(spec, "int", error);
  if (!CheckInt(spec, error)) return false;
  if (code == 'c') return Fail(error, "OverflowError", "Python int too large to convert to C long");
  const char* prefix = code == 'b' ? "0b" : code == 'o' ? "0o" : code == 'x' ? "0x" : code == 'X' ? "0X" : "";
  AddNumber(spec, SignOf(spec, negative), spec.alternate ? prefix : "", digits, "", out);
  return true;
}

bool FormatDouble(double value, View spec_text, Text* out, FormatError* error) {
  Spec spec;
  if (!ParseSpec(spec_text, '>', 0, "float", &spec, error)) return false;
  char code = spec.code();
  if (code != 0 && strchr("eEfFgGn%", code) == nullptr) return UnknownCode(spec, "float", error);
  return FormatDoubleBy(value, spec, out, error);
}

bool FormatComplex(double re, double im, View spec_text, Text* out, FormatError* error) {
  Spec spec;
  if (!ParseSpec(spec_text, '>', 0, "complex", &spec, error)) return false;
  char code = spec.code();
  if (code != 0 && strchr("eEfFgGn", code) == nullptr) return UnknownCode(spec, "complex", error);
  if (spec.fill == "0") return Fail(error, "ValueError", "Zero padding is not allowed in complex format specifier");
  if (spec.align == '=')
    return Fail(error, "ValueError", "'=' alignment flag is not allowed in complex format specifier");
  bool skip_real = code == 0 && re == 0 && !signbit(re), parentheses = code == 0 && !skip_real;
  Spec part = spec;
  part.width = -1;
  Text text;
  auto add = [&](double x, const Spec& s) {
    Text body;
    char sign = FloatBody(x, s, false, &body);
    int64_t whole = LeadingDigits(body.view());
    AddNumber(s, sign, "", body.view().Part(0, whole), body.view().From(whole), &text);
  };
  if (parentheses) text.Add('(');
  if (!skip_real) {
    add(re, part);
    part.sign = '+';
  }
  add(im, part);
  text.Add(parentheses ? "j)" : "j");
  AddNumber(spec, 0, "", "", text.view(), out);
  return true;
}

bool FormatStr(View text, View spec_text, Text* out, FormatError* error) {
  Spec spec;
  if (!ParseSpec(spec_text, '<', 's', "str", &spec, error)) return false;
  if (spec.code() != 0 && spec.code() != 's') return UnknownCode(spec, "str", error);
  if (spec.sign == ' ') return Fail(error, "ValueError", "Space not allowed in string format specifier");
  if (spec.sign != 0) return Fail(error, "ValueError", "Sign not allowed in string format specifier");
  if (spec.no_negative_zero)
    return Fail(error, "ValueError", "Negative zero coercion (z) not allowed in string format specifier");
  if (spec.alternate) return Fail(error, "ValueError", "Alternate form (#) not allowed in string format specifier");
  if (spec.align == '=') return Fail(error, "ValueError", "'=' alignment not allowed in string format specifier");
  if (spec.precision >= 0) text.size = CodePointOffset(text, spec.precision);
  int64_t pad = spec.width - CodePointCount(text);
  if (pad < 0) pad = 0;
  int64_t before = spec.align == '>' ? pad : spec.align == '^' ? pad / 2 : 0;
  AddFill(spec, before, out);
  out->Add(text);
  AddFill(spec, pad - before, out);
  return true;
}

namespace {

struct Percent {
  bool left = false, plus = false, blank = false, alternate = false, zero = false;
  int64_t width = 0, precision = -1;
  char type = 's';
};

Percent ParsePercent(View text) {
  Percent p;
  int64_t at = text.size > 0 && text[0] == '%' ? 1 : 0;
  for (bool flag = true; flag && at < text.size;) {
    switch (text[at]) {
      case '-':
        p.left = true;
        ++at;
        break;
      case '+':
        p.plus = true;
        ++at;
        break;
      case ' ':
        p.blank = true;
        ++at;
        break;
      case '#':
        p.alternate = true;
        ++at;
        break;
      case '0':
        p.zero = true;
        ++at;
        break;
      default:
        flag = false;
    }
  }
  int count;
  if (!ReadDigits(text, &at, &p.width, &count)) p.width = 0;
  if (at < text.size && text[at] == '.') {
    ++at;
    if (!ReadDigits(text, &at, &p.precision, &count)) p.precision = 0;
  }
  while (at < text.size && (text[at] == 'h' || text[at] == 'l' || text[at] == 'L')) ++at;
  if (at < text.size) p.type = text[at];
  return p;
}

void AddPercent(const Percent& p, char sign, View prefix, View body, int64_t body_columns, bool number, Text* out) {
  int64_t pad = p.width - body_columns - prefix.size - (sign != 0 ? 1 : 0);
  if (pad < 0) pad = 0;
  bool zeros = number && p.zero && !p.left;
  if (!p.left && !zeros) out->Repeat(' ', pad);
  if (sign != 0) out->Add(sign);
  out->Add(prefix);
  if (zeros) out->Repeat('0', pad);
  out->Add(body);
  if (p.left) out->Repeat(' ', pad);
}

char PercentSign(const Percent& p, bool negative) { return negative ? '-' : p.plus ? '+' : p.blank ? ' ' : char(0); }

void AddPercentDigits(const Percent& p, bool negative, View prefix, const Text& digits, Text* out) {
  Text padded;
  padded.Repeat('0', p.precision - digits.size());
  padded.Add(digits);
  AddPercent(p, PercentSign(p, negative), p.alternate ? prefix : View(""), padded.view(), padded.size(), true, out);
}

}  // namespace

bool PercentInt(int64_t value, View conversion, Text* out, FormatError* error) {
  Percent p = ParsePercent(conversion);
  bool negative = value < 0;
  uint64_t magnitude = negative ? uint64_t(0) - uint64_t(value) : uint64_t(value);
  Text digits;
  switch (p.type) {
    case 'd':
    case 'i':
    case 'u':
      digits.AddUnsigned(magnitude);
      p.alternate = false;
      AddPercentDigits(p, negative, "", digits, out);
      return true;
    case 'o':
      AddDigitsIn(magnitude, 3, false, &digits);
      AddPercentDigits(p, negative, "0o", digits, out);
      return true;
    case 'x':
    case 'X':
      AddDigitsIn(magnitude, 4, p.type == 'X', &digits);
      AddPercentDigits(p, negative, p.type == 'X' ? "0X" : "0x", digits, out);
      return true;
    case 'c':
      if (negative || magnitude >= 0x110000) return Fail(error, "OverflowError", "%c arg not in range(0x110000)");
      AddCodePoint(uint32_t(magnitude), &digits);
      AddPercent(p, 0, "", digits.view(), 1, false, out);
      return true;
    case 's':
    case 'r':
    case 'a':
      digits.AddInt(value);
      return PercentStr(digits.view(), conversion, out, error);
    default:
      return PercentDouble(double(value), conversion, out, error);
  }
}

bool PercentDouble(double value, View conversion, Text* out, FormatError* error) {
  Percent p = ParsePercent(conversion);
  Number x = NumberOf(value);
  bool negative = x.negative && x.kind != Number::kNan;
  x.negative = false;
  Text body;
  switch (p.type) {
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      AddFloatBody(x, p.type, p.precision < 0 ? 6 : p.precision, p.alternate, false, &body);
      AddPercent(p, PercentSign(p, negative), "", body.view(), body.size(), true, out);
      return true;
    case 'd':
    case 'i':
    case 'u':
      if (x.kind == Number::kNan) return Fail(error, "ValueError", "cannot convert float NaN to integer");
      if (!x.finite()) return Fail(error, "OverflowError", "cannot convert float infinity to integer");
      RoundFraction(NumberOf(trunc(fabs(value))), 0, &body);
      p.alternate = false;
      AddPercentDigits(p, negative && body.view() != View("0"), "", body, out);
      return true;
    case 's':
    case 'r':
    case 'a':
      AddPythonRepr(value, &body);
      return PercentStr(body.view(), conversion, out, error);
    case 'c':
      return Fail(error, "TypeError", "%c requires int or char");
    default: {
      error->type = "TypeError";
      error->message.Clear();
      error->message.Add('%');
      error->message.Add(p.type);
      error->message.Add(" format: an integer is required, not float");
      return false;
    }
  }
}

bool PercentStr(View text, View conversion, Text* out, FormatError* error) {
  Percent p = ParsePercent(conversion);
  if (p.type == 'c') {
    if (CodePointCount(text) != 1) return Fail(error, "TypeError", "%c requires int or char");
    p.precision = -1;
  } else if (p.type != 's' && p.type != 'r' && p.type != 'a') {
    error->type = "TypeError";
    error->message.Clear();
    if (strchr("eEfFgG", p.type) != nullptr) {
      error->message.Add("must be real number, not str");
    } else {
      error->message.Add('%');
      error->message.Add(p.type);
      error->message.Add(strchr("oxX", p.type) != nullptr ? " format: an integer is required, not str"
                                                          : " format: a real number is required, not str");
    }
    return false;
  }
  if (p.precision >= 0) text.size = CodePointOffset(text, p.precision);
  AddPercent(p, 0, "", text, CodePointCount(text), false, out);
  return true;
}

}  // namespace lathe::rt
