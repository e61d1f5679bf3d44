// Texts of single numbers as Python, NumPy and C's printf write them.
#pragma once
#include "runtime/digits.h"

namespace lathe::rt {

// Python's repr of a float, without the sign of NaN. `unsigned_text`: the magnitude only.
void AddPythonRepr(double x, Text* out);
void AddReprOf(const Number& magnitude, Text* out, View fraction_if_none);  // ".0" or "" for complex parts
void AddComplexRepr(double re, double im, Text* out);

// printf's %.{significant}g of a number; NaN as "nan", with "-" where its sign is set and `nan_sign`.
void AddG(const Number&, int significant, bool nan_sign, Text* out);
// printf's %.{places}f and %.{places}e
void AddFixed(const Number&, int64_t places, Text* out);
void AddExponential(const Number&, int64_t places, Text* out);
// `significant` digits read back to the same number of the number's own format.
bool ReadsBack(const Number&, int significant);

// NumPy's two scalar formatters (dragon4). Text is given in its parts so that columns can be aligned.
struct FloatParts {
  bool negative = false;
  Text whole, fraction;  // `fraction` without the point
  bool point = true;
  Text exponent;  // "e+05" digits with sign, empty in positional form
};
enum class Trim : uint8_t { kKeepZeros, kPoint, kZero, kNone };  // numpy's 'k', '.', '0', '-'
struct FloatStyle {
  int64_t precision = -1;  // most digits after the point; -1: as many as needed
  int64_t min_digits = -1;
  bool unique = true;
  Trim trim = Trim::kKeepZeros;
  int exponent_digits = -1;
};
void FormatScientific(const Number&, const FloatStyle&, FloatParts*);
void FormatPositional(const Number&, const FloatStyle&, FloatParts*);
void AddParts(const FloatParts&, Text* out);

// str() of a NumPy scalar of any type but strings (bfloat16: ml_dtypes' %g).
void AddNumpyScalar(int32_t dtype, const void* data, int64_t index, Text* out);
// repr(): np.float32(0.1)
void AddNumpyScalarRepr(int32_t dtype, const void* data, int64_t index, Text* out);
// repr of the Python value that .item() gives: exact doubles, int, True, complex.
void AddPythonValue(int32_t dtype, const void* data, int64_t index, Text* out);

// Strings: repr of a Python str (UTF-8 bytes; others appear as surrogate escapes) and of bytes; code points.
void AddStrRepr(View utf8, Text* out);
void AddBytesRepr(View bytes, Text* out);
int64_t CodePointCount(View utf8);
int64_t CodePointOffset(View utf8, int64_t count);  // bytes of the first `count` code points
uint32_t DecodeCodePoint(View utf8, int64_t at, int64_t* length);
void AddCodePoint(uint32_t code, Text* out);
bool IsPrintable(uint32_t code);

}  // namespace lathe::rt
