#include "runtime/float_text.h"

#include <math.h>

namespace lathe::rt {
namespace {

Number Magnitude(Number x) {
  x.negative = false;
  return x;
}

// "e+05": at least two digits.
void AddExponent(int64_t exponent, Text* out, int least = 2) {
  out->Add('e');
  out->Add(exponent < 0 ? '-' : '+');
  Text digits;
  digits.AddUnsigned(uint64_t(exponent < 0 ? -exponent : exponent));
  out->Repeat('0', least - digits.size());
  out->Add(digits);
}

// Digits with the point put in: 0.D * 10^point, all of D shown.
void AddPlain(View digits, int64_t point, Text* out) {
  if (point <= 0) {
    out->Add("0.");
    out->Repeat('0', -point);
    out->Add(digits);
  } else if (digits.size <= point) {
    out->Add(digits);
    out->Repeat('0', point - digits.size);
  } else {
    out->Add(digits.Part(0, point));
    out->Add('.');
    out->Add(digits.From(point));
  }
}

void AddMantissa(View digits, Text* out) {
  out->Add(digits.Part(0, 1));
  if (digits.size > 1) {
    out->Add('.');
    out->Add(digits.From(1));
  }
}

View WithoutTrailingZeros(View digits, int64_t least = 0) {
  while (digits.size > least && digits[digits.size - 1] == '0') --digits.size;
  return digits;
}

bool AddSpecial(const Number& x, bool nan_sign, Text* out) {
  if (x.finite()) return false;
  if (x.negative && (x.kind == Number::kInfinite || nan_sign)) out->Add('-');
  out->Add(x.kind == Number::kNan ? "nan" : "inf");
  return true;
}

}  // namespace

void AddReprOf(const Number& x, Text* out, View no_fraction) {
  if (AddSpecial(Magnitude(x), false, out)) return;
  if (x.zero()) {
    out->Add('0');
    out->Add(no_fraction);
    return;
  }
  Decimal d;
  Shortest(x, &d);
  if (d.point - 1 < -4 || d.point - 1 >= 16) {
    AddMantissa(d.digits.view(), out);
    AddExponent(d.point - 1, out);
    return;
  }
  AddPlain(d.digits.view(), d.point, out);
  if (d.digits.size() <= d.point) out->Add(no_fraction);
}

void AddPythonRepr(double value, Text* out) {
  Number x = NumberOf(value);
  if (x.negative && x.kind != Number::kNan) out->Add('-');
  AddReprOf(x, out, ".0");
}

void AddComplexRepr(double re, double im, Text* out) {
  Number a = NumberOf(re), b = NumberOf(im);
  bool pure = a.zero() && !a.negative;
  if (!pure) {
    out->Add('(');
    if (a.negative && a.kind != Number::kNan) out->Add('-');
    AddReprOf(a, out, "");
  }
  bool minus = b.negative && b.kind != Number::kNan;
  if (minus)
    out->Add('-');
  else if (!pure)
    out->Add('+');
  AddReprOf(b, out, "");
  out->Add(pure ? "j" : "j)");
}

void AddG(const Number& x, int significant, bool nan_sign, Text* out) {
  if (AddSpecial(x, nan_sign, out)) return;
  if (x.negative) out->Add('-');
  if (x.zero()) {
    out->Add('0');
    return;
  }
  Decimal d;
  RoundSignificant(x, significant, &d);
  View digits = WithoutTrailingZeros(d.digits.view(), 1);
  if (d.point - 1 < -4 || d.point - 1 >= significant) {
    AddMantissa(digits, out);
    AddExponent(d.point - 1, out);
  } else {
    AddPlain(digits, d.point, out);
  }
}

void AddFixed(const Number& x, int64_t places, Text* out) {
  if (AddSpecial(x, true, out)) return;
  if (x.negative) out->Add('-');
  Text integer;
  RoundFraction(x, places, &integer);
  if (integer.size() <= places) {
    Text padded;
    padded.Repeat('0', places + 1 - integer.size());
    padded.Add(integer);
    integer = static_cast<Text&&>(padded);
  }
  out->Add(integer.view().Part(0, integer.size() - places));
  if (places > 0) {
    out->Add('.');
    out->Add(integer.view().From(integer.size() - places));
  }
}

void AddExponential(const Number& x, int64_t places, Text* out) {
  if (AddSpecial(x, true, out)) return;
  if (x.negative) out->Add('-');
  Decimal d;
  if (x.zero()) {
    d.digits.Repeat('0', places + 1);
    d.point = 1;
  } else {
    RoundSignificant(x, places + 1, &d);
  }
  AddMantissa(d.digits.view(), out);
  AddExponent(d.point - 1, out);
}

// 0.D * 10^point within the rounding interval of x: compared with the exact decimal expansion of the interval's ends.
// Formats that are printed this way are float32 and float64, where the conversion by the C library is exact.
bool ReadsBack(const Number& x, int significant) {
  if (!x.finite() || x.zero()) return true;
  Text text;
  AddG(Magnitude(x), significant, false, &text);
  text.Add('\0');
  if (x.mantissa < (uint64_t{1} << 24) && x.exponent >= -149 && x.exponent <= 104) {  // a float32
    return strtof(text.data(), nullptr) == ldexpf(float(x.mantissa), x.exponent);
  }
  return strtod(text.data(), nullptr) == ldexp(double(x.mantissa), x.exponent);
}

void FormatScientific(const Number& x, const FloatStyle& style, FloatParts* out) {
  out->negative = x.negative;
  Decimal d;
  if (x.zero()) {
    d.digits.Add('0');
    d.point = 1;
  } else if (!style.unique) {
    RoundSignificant(x, style.precision + 1, &d);
  } else {
    Shortest(x, &d);
    if (style.precision >= 0 && d.digits.size() > style.precision + 1)
      RoundSignificant(x, style.precision + 1, &d);
    else if (d.digits.size() < style.min_digits + 1)
      RoundSignificant(x, style.min_digits + 1, &d);
  }
  View digits = WithoutTrailingZeros(d.digits.view(), 1);
  out->whole.Clear();
  out->fraction.Clear();
  out->exponent.Clear();
  out->whole.Add(digits.Part(0, 1));
  out->fraction.Add(digits.From(1));
  out->point = true;
  if (style.trim == Trim::kKeepZeros) {
    int64_t wanted = style.unique ? style.min_digits : style.precision;
    out->fraction.Repeat('0', wanted - out->fraction.size());
  }
  if (out->fraction.size() == 0) {
    if (style.trim == Trim::kZero) out->fraction.Add('0');
    if (style.trim == Trim::kNone) out->point = false;
  }
  AddExponent(d.point - 1, &out->exponent, style.exponent_digits >= 0 ? style.exponent_digits : 2);
}

void FormatPositional(const Number& x, const FloatStyle& style, FloatParts* out) {
  out->negative = x.negative;
  Text q;
  int64_t places = 0;
  if (!style.unique) {
    places = style.precision;
    RoundFraction(x, places, &q);
  } else {
    Decimal d;
    if (x.zero()) {
      d.digits.Add('0');
      d.point = 1;
    } else {
      Shortest(x, &d);
    }
    int64_t count = d.digits.size();
    places = count > d.point ? count - d.point : 0;
    if (style.precision >= 0 && places > style.precision) {
      places = style.precision;
      RoundFraction(x, places, &q);
    } else if (style.min_digits >= 0 && (places < style.min_digits || count < d.point)) {
      places = style.min_digits;
      RoundFraction(x, places, &q);
    } else {
      q.Add(d.digits);
      q.Repeat('0', d.point - count);
    }
  }
  if (q.size() <= places) {
    Text padded;
    padded.Repeat('0', places + 1 - q.size());
    padded.Add(q);
    q = static_cast<Text&&>(padded);
  }
  out->whole.Clear();
  out->fraction.Clear();
  out->exponent.Clear();
  out->whole.Add(q.view().Part(0, q.size() - places));
  out->fraction.Add(WithoutTrailingZeros(q.view().From(q.size() - places)));
  out->point = true;
  if (style.trim == Trim::kKeepZeros) {
    int64_t wanted = style.unique ? style.min_digits : style.precision;
    out->fraction.Repeat('0', wanted - out->fraction.size());
  }
  if (out->fraction.size() == 0) {
    if (style.trim == Trim::kZero) out->fraction.Add('0');
    if (style.trim == Trim::kNone) out->point = false;
  }
}

void AddParts(const FloatParts& parts, Text* out) {
  if (parts.negative) out->Add('-');
  out->Add(parts.whole);
  if (parts.point) out->Add('.');
  out->Add(parts.fraction);
  out->Add(parts.exponent);
}

namespace {

void AddNumpyFloat(int32_t dtype, const void* element, Text* out) {
  Number x = NumberOf(dtype, element);
  if (AddSpecial(x, false, out)) return;
  double magnitude = fabs(ldexp(double(x.mantissa), x.exponent));
  double limit = dtype == LT_FLOAT16 ? 1e3 : dtype == LT_FLOAT32 ? 1e6 : 1e16;
  FloatParts parts;
  FloatStyle style;
  if (x.zero() || (magnitude >= 1e-4 && magnitude < limit)) {
    style.trim = Trim::kZero;
    FormatPositional(x, style, &parts);
  } else {
    style.trim = Trim::kNone;
    FormatScientific(x, style, &parts);
  }
  AddParts(parts, out);
}

void AddNumpyComplex(int32_t part, const char* element, Text* out) {
  Number re = NumberOf(part, element), im = NumberOf(part, element + lt_dtype_size(part));
  auto add = [&](const char* at) {
    int64_t begin = out->size();
    AddNumpyFloat(part, at, out);
    View text = out->view().From(begin);
    if (text.size > 2 && text.From(text.size - 2) == View(".0")) out->Shrink(out->size() - 2);
  };
  bool pure = re.zero() && !re.negative;
  if (!pure) {
    out->Add('(');
    add(element);
    if (!im.negative || im.kind == Number::kNan) out->Add('+');
  }
  add(element + lt_dtype_size(part));
  out->Add(pure ? "j" : "j)");
}

}  // namespace

void AddNumpyScalar(int32_t dtype, const void* data, int64_t i, Text* out) {
  const char* element = static_cast<const char*>(data) + i * lt_dtype_size(dtype);
  switch (dtype) {
    case LT_BOOL:
      out->Add(*element != 0 ? "True" : "False");
      return;
    case LT_FLOAT16:
    case LT_FLOAT32:
    case LT_FLOAT64:
      AddNumpyFloat(dtype, element, out);
      return;
    case LT_BFLOAT16:
      AddG(NumberOf(float(DoubleOf(dtype, data, i))), 6, false, out);
      return;
    case LT_COMPLEX64:
      AddNumpyComplex(LT_FLOAT32, element, out);
      return;
    case LT_COMPLEX128:
      AddNumpyComplex(LT_FLOAT64, element, out);
      return;
    default:
      AddPythonValue(dtype, data, i, out);
      return;
  }
}

void AddNumpyScalarRepr(int32_t dtype, const void* data, int64_t i, Text* out) {
  if (dtype == LT_BFLOAT16) {
    AddNumpyScalar(dtype, data, i, out);
    return;
  }
  if (dtype == LT_BOOL) {
    out->Add(static_cast<const char*>(data)[i] != 0 ? "np.True_" : "np.False_");
    return;
  }
  out->Add("np.");
  out->Add(DTypeName(dtype));
  out->Add('(');
  int64_t begin = out->size();
  AddNumpyScalar(dtype, data, i, out);
  View text = out->view().From(begin);
  if (text[0] == '(') {  // a complex number's own parentheses do
    Text inner;
    inner.Add(text.Part(1, text.size - 2));
    out->Shrink(begin);
    out->Add(inner);
  }
  out->Add(')');
}

void AddPythonValue(int32_t dtype, const void* data, int64_t i, Text* out) {
  switch (dtype) {
    case LT_BOOL:
      out->Add(static_cast<const char*>(data)[i] != 0 ? "True" : "False");
      return;
    case LT_UINT64:
      out->AddUnsigned(static_cast<const uint64_t*>(data)[i]);
      return;
    case LT_FLOAT16:
    case LT_BFLOAT16:
    case LT_FLOAT32:
    case LT_FLOAT64:
      AddPythonRepr(DoubleOf(dtype, data, i), out);
      return;
    case LT_COMPLEX64: {
      const float* z = static_cast<const float*>(data) + 2 * i;
      AddComplexRepr(z[0], z[1], out);
      return;
    }
    case LT_COMPLEX128: {
      const double* z = static_cast<const double*>(data) + 2 * i;
      AddComplexRepr(z[0], z[1], out);
      return;
    }
    case LT_STRING:
      AddBytesRepr(View(static_cast<LtString* const*>(data)[i]), out);
      return;
    case LT_INT8:
      out->AddInt(static_cast<const int8_t*>(data)[i]);
      return;
    case LT_UINT8:
      out->AddInt(static_cast<const uint8_t*>(data)[i]);
      return;
    case LT_INT16:
      out->AddInt(static_cast<const int16_t*>(data)[i]);
      return;
    case LT_UINT16:
      out->AddInt(static_cast<const uint16_t*>(data)[i]);
      return;
    case LT_INT32:
      out->AddInt(static_cast<const int32_t*>(data)[i]);
      return;
    case LT_UINT32:
      out->AddInt(static_cast<const uint32_t*>(data)[i]);
      return;
    default:
      out->AddInt(static_cast<const int64_t*>(data)[i]);
      return;
  }
}

}  // namespace lathe::rt
