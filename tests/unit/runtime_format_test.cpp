// Texts of tensors and numbers, compared with what TensorFlow 2.21, NumPy 2.4 and CPython 3.11 print (recorded).
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/format.h"

using namespace lathe::rt;

namespace {

// The elements: their bytes in hexadecimal, "iota" (0, 1, 2, … of int64) or "sevenths" (i / 7 of float32).
struct Recorded {
  int32_t dtype;
  std::vector<int64_t> dims;
  const char* elements;
  const char *eager_str, *eager_repr, *array_str, *array_repr, *tf_print;
};
const Recorded kRecorded[] = {
#include "runtime_format_cases.inc"
};

int HexDigit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

LtTensor TensorOf(const Recorded& r) {
  LtTensor t;
  lt_tensor_new(&t, r.dtype, int32_t(r.dims.size()), r.dims.data());
  std::string elements = r.elements;
  if (elements == "iota") {
    for (int64_t i = 0; i < t.count; ++i) static_cast<int64_t*>(t.data)[i] = i;
  } else if (elements == "sevenths") {
    for (int64_t i = 0; i < t.count; ++i) static_cast<float*>(t.data)[i] = float(double(i) / 7);
  } else {
    REQUIRE(int64_t(elements.size()) == 2 * t.count * lt_dtype_size(r.dtype));
    for (size_t i = 0; i < elements.size(); i += 2)
      static_cast<unsigned char*>(t.data)[i / 2] =
          static_cast<unsigned char>(16 * HexDigit(elements[i]) + HexDigit(elements[i + 1]));
  }
  return t;
}

std::string StringOfText(const Text& t) { return {t.view().data, size_t(t.size())}; }

std::string F(double value, const char* spec) {
  Text text;
  FormatError error;
  if (FormatDouble(value, spec, &text, &error)) return StringOfText(text);
  return std::string(error.type) + ": " + StringOfText(error.message);
}
std::string I(int64_t value, const char* spec) {
  Text text;
  FormatError error;
  if (FormatInt(value, spec, &text, &error)) return StringOfText(text);
  return std::string(error.type) + ": " + StringOfText(error.message);
}
std::string S(const char* value, const char* spec) {
  Text text;
  FormatError error;
  if (FormatStr(value, spec, &text, &error)) return StringOfText(text);
  return std::string(error.type) + ": " + StringOfText(error.message);
}
std::string Repr(double value) {
  Text text;
  AddPythonRepr(value, &text);
  return StringOfText(text);
}
template <typename Value, typename Function>
std::string Percent(Function function, Value value, const char* conversion) {
  Text text;
  FormatError error;
  if (function(value, conversion, &text, &error)) return StringOfText(text);
  return std::string(error.type) + ": " + StringOfText(error.message);
}

}  // namespace

TEST_CASE("format: tensors as TensorFlow and NumPy print them", "[runtime]") {
  NumpyOptions options;
  for (const Recorded& r : kRecorded) {
    LtTensor t = TensorOf(r);
    auto check = [&](const char* expected, auto add) {
      Text text;
      add(&text);
      CHECK(StringOfText(text) == expected);
    };
    check(r.eager_str, [&](Text* out) { AddEagerTensorStr(&t, options, out); });
    check(r.eager_repr, [&](Text* out) { AddEagerTensorRepr(&t, options, out); });
    check(r.array_str, [&](Text* out) { AddNumpyStr(&t, options, out); });
    check(r.array_repr, [&](Text* out) { AddNumpyRepr(&t, options, out); });
    check(r.tf_print, [&](Text* out) { AddTfPrint(&t, 3, out); });
    lt_release(&t);
  }
}

TEST_CASE("format: print options", "[runtime]") {
  LtTensor t;
  int64_t dims[] = {4};
  lt_tensor_new(&t, LT_FLOAT64, 1, dims);
  double values[] = {3.14159, -1e-7, 2, 100};
  memcpy(t.data, values, sizeof values);
  auto shown = [&](const char* options) {
    Text text;
    AddNumpyStr(&t, ParseNumpyOptions(options), &text);
    return StringOfText(text);
  };
  CHECK(shown("") == "[ 3.14159e+00 -1.00000e-07  2.00000e+00  1.00000e+02]");
  CHECK(shown("precision=2\x1fsuppress=1") == "[  3.14  -0.     2.   100.  ]");
  CHECK(shown("threshold=2\x1f"
              "edgeitems=1\x1fsuppress=1") == "[  3.14159 ... 100.     ]");
  CHECK(shown("suppress=1\x1fseparator=; \x1fprecision=1") == "[  3.1;  -0. ;   2. ; 100. ]");
  CHECK(shown("floatmode=fixed\x1fprecision=1\x1fsuppress=1\x1flinewidth=14") == "[  3.1  -0.0\n   2.0 100.0]");
  lt_release(&t);
}

TEST_CASE("format: Python's repr of floats", "[runtime]") {
  CHECK(Repr(0.1) == "0.1");
  CHECK(Repr(1e16) == "1e+16");
  CHECK(Repr(123456789012345680.0) == "1.2345678901234568e+17");
  CHECK(Repr(1e22) == "1e+22");
  CHECK(Repr(5e-324) == "5e-324");
  CHECK(Repr(1.7976931348623157e308) == "1.7976931348623157e+308");
  CHECK(Repr(std::ldexp(1.0, -44)) == "5.684341886080802e-14");
  CHECK(Repr(-0.0) == "-0.0");
  CHECK(Repr(-NAN) == "nan");
  CHECK(Repr(1.0 / 3) == "0.3333333333333333");
}

TEST_CASE("format: shortest digits of every half-precision number read back", "[runtime]") {
  for (uint32_t bits = 1; bits < 0x7c00; ++bits) {
    auto half = uint16_t(bits);
    Decimal d;
    Shortest(NumberOf(LT_FLOAT16, &half), &d);
    std::string text = "0." + StringOfText(d.digits) + "e" + std::to_string(d.point);
    REQUIRE(FloatToHalf(std::strtof(text.c_str(), nullptr)) == half);
  }
}

TEST_CASE("format: the format mini-language", "[runtime]") {
  CHECK(F(3.14159, ".2f") == "3.14");
  CHECK(F(2.5, ".0f") == "2");
  CHECK(F(0.15, ".1f") == "0.1");
  CHECK(F(1234567.891, ",.2f") == "1,234,567.89");
  CHECK(F(-1.5, "+08.2f") == "-0001.50");
  CHECK(F(12.0, ".3") == "12.0");
  CHECK(F(123.0, ".3") == "1.23e+02");
  CHECK(F(0.256, ".1%") == "25.6%");
  CHECK(F(1e10, "G") == "1E+10");
  CHECK(F(NAN, "010") == "0000000nan");
  CHECK(F(-0.001, "z.1f") == "0.0");
  CHECK(F(1.5, "d") == "ValueError: Unknown format code 'd' for object of type 'float'");
  CHECK(I(-42, "06d") == "-00042");
  CHECK(I(255, "#x") == "0xff");
  CHECK(I(7, "05,") == "0,007");
  CHECK(I(1000000, "_") == "1_000_000");
  CHECK(I(5, "*^7") == "***5***");
  CHECK(I(INT64_MIN, "") == "-9223372036854775808");
  CHECK(I(233, "c") == "\u00e9");
  CHECK(I(3, ".2") == "ValueError: Precision not allowed in integer format specifier");
  CHECK(I(3, "10xx") == "ValueError: Invalid format specifier '10xx' for object of type 'int'");
  CHECK(S("h\u00e9llo", ">7.3") == "    h\u00e9l");
  CHECK(S("a", "05") == "a0000");
  CHECK(S("a", "=5") == "ValueError: '=' alignment not allowed in string format specifier");
  Text text;
  FormatError error;
  CHECK(FormatComplex(1, -2, ".1f", &text, &error));
  CHECK(StringOfText(text) == "1.0-2.0j");
}

TEST_CASE("format: percent conversions", "[runtime]") {
  CHECK(Percent(PercentDouble, 3.14159, "%8.3f") == "   3.142");
  CHECK(Percent(PercentDouble, 7.9, "%d") == "7");
  CHECK(Percent(PercentDouble, NAN, "%d") == "ValueError: cannot convert float NaN to integer");
  CHECK(Percent(PercentInt, int64_t{255}, "%#06x") == "0x00ff");
  CHECK(Percent(PercentInt, int64_t{5}, "%-4d|") == "5   ");
  CHECK(Percent(PercentStr, View("abc"), "%5.2s") == "   ab");
  CHECK(Percent(PercentStr, View("abc"), "%d") == "TypeError: %d format: a real number is required, not str");
}

TEST_CASE("format: reprs of strings and bytes", "[runtime]") {
  auto repr = [](View v) {
    Text text;
    AddStrRepr(v, &text);
    return StringOfText(text);
  };
  CHECK(repr("it's") == "\"it's\"");
  CHECK(repr("'\"") == "'\\'\"'");
  CHECK(repr("\t\x01\u00e9\u200b") == "'\\t\\x01\u00e9\\u200b'");
  CHECK(repr("") == "''");
  Text text;
  AddBytesRepr("a\xff\n'", &text);
  CHECK(StringOfText(text) == "b\"a\\xff\\n'\"");
}
