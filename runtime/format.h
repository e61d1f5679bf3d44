// Formatting of whole tensors and of Python values; used by the kernels at run time and by the compiler for known
// values.
#pragma once
#include "runtime/float_text.h"

namespace lathe::rt {

// np.set_printoptions
struct NumpyOptions {
  enum class FloatMode : uint8_t { kMaxPrec, kFixed, kUnique, kMaxPrecEqual };
  int64_t precision = 8, threshold = 1000, edge_items = 3, line_width = 75;
  bool suppress = false;
  char sign = '-';
  FloatMode float_mode = FloatMode::kMaxPrec;
  View nan = "nan", infinity = "inf";
  // np.array2string only
  View separator, prefix, suffix;
  bool own_separator = false;
  // What an LT_STRING array is: objects (bytes, as Tensor.numpy() gives), 'S' bytes, 'U' text.
  char strings = 'O';
};
// Reads "key=value" parts divided by \x1f: precision, threshold, edgeitems, linewidth, suppress (0, 1), sign,
// floatmode, nanstr, infstr, separator, prefix, suffix, strings (O, S, U). Unknown keys are ignored. Views point into
// `text`.
NumpyOptions ParseNumpyOptions(View text);

void FormatNumpy(const LtTensor*, View separator, View prefix, View suffix, const NumpyOptions&, Text* out);
void AddNumpyStr(const LtTensor*, const NumpyOptions&, Text* out);   // str(array)
void AddNumpyRepr(const LtTensor*, const NumpyOptions&, Text* out);  // repr(array)

void AddShapeTuple(const LtTensor*, Text* out);                            // (2, 3)
void AddEagerTensorStr(const LtTensor*, const NumpyOptions&, Text* out);   // tf.Tensor(...)
void AddEagerTensorRepr(const LtTensor*, const NumpyOptions&, Text* out);  // <tf.Tensor: ...>
void AddVariable(const LtTensor*, View name, const NumpyOptions&,
                 Text* out);                                            // <tf.Variable 'x:0' ...>; the name is v.name
void AddTensorFormat(const LtTensor*, const NumpyOptions&, Text* out);  // f"{tensor}"
void AddToList(const LtTensor*, Text* out);                             // repr of tensor.numpy().tolist()
void AddTfPrint(const LtTensor*, int64_t summarize, Text* out);         // as tf.print shows it
// tf.print's and tf.strings.as_string's element.
void AddTfElement(int32_t dtype, const void* data, int64_t index, Text* out);

// A Python exception that formatting raises.
struct FormatError {
  const char* type = nullptr;
  Text message;
};
// format(value, spec). False: *error is set.
bool FormatInt(int64_t value, View spec, Text* out, FormatError* error);
bool FormatUnsigned(uint64_t value, View spec, Text* out, FormatError* error);
bool FormatBool(bool value, View spec, Text* out, FormatError* error);
bool FormatDouble(double value, View spec, Text* out, FormatError* error);
bool FormatComplex(double re, double im, View spec, Text* out, FormatError* error);
bool FormatStr(View utf8, View spec, Text* out, FormatError* error);
// Digits and sign of an integer of any size, formatted: `digits` in the base the type asks for (b, o, x, X or decimal).
bool FormatBigInt(bool negative, View decimal_digits, View spec, Text* out, FormatError* error);
// One %-conversion ("%5.2f") of a value. The str form takes the text of str(), repr() or ascii() for %s, %r, %a.
bool PercentInt(int64_t value, View conversion, Text* out, FormatError* error);
bool PercentDouble(double value, View conversion, Text* out, FormatError* error);
bool PercentStr(View text, View conversion, Text* out, FormatError* error);

}  // namespace lathe::rt
