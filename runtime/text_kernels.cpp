// Kernels of text and effects: concatenation, formatting, output, exceptions (attribute blocks: ir/ops.def).
#include "runtime/format.h"
#include "runtime/parse_number.h"
#include "runtime/stream.h"

namespace lathe::rt {
namespace {

using Inputs = const LtTensor* const*;

// Index of an operand's element for the flat index of the broadcast result.
int64_t BroadcastIndex(const LtTensor* operand, const LtTensor* result, int64_t flat) {
  if (operand->count == 1) return 0;
  int64_t index = 0, stride = 1;
  int32_t lead = result->rank - operand->rank;
  for (int32_t axis = result->rank - 1; axis >= 0; --axis) {
    int64_t at = flat % result->dims[axis];
    flat /= result->dims[axis];
    if (axis < lead) continue;
    int64_t length = operand->dims[axis - lead];
    if (length != 1) index += at * stride;
    stride *= length;
  }
  return index;
}

// The broadcast shape of all operands; 1 with the error set where they do not fit.
int32_t BroadcastStrings(LtContext* context, Inputs in, int32_t count, LtTensor* out) {
  int64_t dims[LT_MAX_RANK];
  int32_t rank = 0;
  for (int32_t i = 0; i < count; ++i)
    if (in[i]->rank > rank) rank = in[i]->rank;
  for (int32_t axis = 0; axis < rank; ++axis) {
    dims[axis] = 1;
    for (int32_t i = 0; i < count; ++i) {
      int32_t own = axis - (rank - in[i]->rank);
      if (own < 0 || in[i]->dims[own] == 1) continue;
      if (dims[axis] != 1 && dims[axis] != in[i]->dims[own])
        return lt_failf(context, "InvalidArgumentError", "Incompatible shapes: %h vs. %h", in[0], in[i]);
      dims[axis] = in[i]->dims[own];
    }
  }
  lt_tensor_new(out, LT_STRING, rank, dims);
  return 0;
}

int32_t Raise(LtContext* context, const FormatError& error) {
  Text text;
  text.Add(error.message);
  text.Add('\0');
  return lt_fail(context, error.type, text.data());
}

// What a conversion of FormatScalar applies to (TextAttr.number).
enum ScalarForm : int64_t {
  kFormat,      // format(value, spec)
  kPythonRepr,  // repr of the Python value
  kNumpyStr,    // str of the NumPy scalar
  kNumpyRepr,   // repr of the NumPy scalar
  kPercent,     // spec % value, spec being one conversion such as "%5.2f"
  kBytesRepr,   // repr of a string's bytes
};

bool FormatBySpec(const LtTensor* t, View spec, Text* text, FormatError* error) {
  switch (t->dtype) {
    case LT_BOOL:
      return FormatBool(*static_cast<const char*>(t->data) != 0, spec, text, error);
    case LT_UINT64:
      return FormatUnsigned(*static_cast<const uint64_t*>(t->data), spec, text, error);
    case LT_FLOAT16:
    case LT_BFLOAT16:
    case LT_FLOAT32:
    case LT_FLOAT64:
      return FormatDouble(DoubleOf(t->dtype, t->data, 0), spec, text, error);
    case LT_COMPLEX64: {
      const float* z = static_cast<const float*>(t->data);
      return FormatComplex(z[0], z[1], spec, text, error);
    }
    case LT_COMPLEX128: {
      const double* z = static_cast<const double*>(t->data);
      return FormatComplex(z[0], z[1], spec, text, error);
    }
    case LT_STRING:
      return FormatStr(StringOf(t), spec, text, error);
    default:
      return FormatInt(IntegerOf(t), spec, text, error);
  }
}

bool FormatByPercent(const LtTensor* t, View conversion, Text* text, FormatError* error) {
  char type = conversion.empty() ? 's' : conversion[conversion.size - 1];
  bool as_text = type == 's' || type == 'r' || type == 'a';
  switch (t->dtype) {
    case LT_STRING: {
      if (type != 'r' && type != 'a') return PercentStr(StringOf(t), conversion, text, error);
      Text quoted;
      AddStrRepr(StringOf(t), &quoted);
      return PercentStr(quoted.view(), conversion, text, error);
    }
    case LT_FLOAT16:
    case LT_BFLOAT16:
    case LT_FLOAT32:
    case LT_FLOAT64:
      return PercentDouble(DoubleOf(t->dtype, t->data, 0), conversion, text, error);
    case LT_COMPLEX64:
    case LT_COMPLEX128:
      if (!as_text) {
        error->type = "TypeError";
        error->message.Add("must be real number, not complex");
        return false;
      }
      break;
    case LT_BOOL:
      if (!as_text) return PercentInt(IntegerOf(t), conversion, text, error);
      break;
    default:
      return PercentInt(IntegerOf(t), conversion, text, error);
  }
  Text value;
  AddPythonValue(t->dtype, t->data, 0, &value);
  return PercentStr(value.view(), conversion, text, error);
}

// What FormatTensor gives (TextAttr.number).
enum TensorForm : int64_t {
  kEagerStr,
  kEagerRepr,
  kArrayStr,
  kArrayRepr,
  kVariable,  // str and repr of a tf.Variable; the first option is its name
  kVariableAgain,
  kInFormat,  // f"{tensor}"
  kToList,    // repr of tensor.numpy().tolist()
};

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

extern "C" {

int32_t lt_string_concat(LtContext* context, Inputs in, int32_t count, LtTensor* out, int32_t, const int64_t*) {
  if (BroadcastStrings(context, in, count, out) != 0) return 1;
  Text text;
  auto** elements = static_cast<LtString**>(out->data);
  for (int64_t i = 0; i < out->count; ++i) {
    text.Clear();
    for (int32_t k = 0; k < count; ++k) text.Add(StringOf(in[k], BroadcastIndex(in[k], out, i)));
    elements[i] = text.ToString();
  }
  return 0;
}

int32_t lt_string_join_list(LtContext*, Inputs in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  const auto* list = static_cast<const LtList*>(in[1]->data);
  View separator = StringOf(in[0]);
  Text text;
  bool first = true;
  for (int64_t i = 0; i < list->size; ++i) {
    const LtTensor& element = list->elements[i];
    for (int64_t k = 0; element.rank >= 0 && k < element.count; ++k) {
      if (!first) text.Add(separator);
      first = false;
      text.Add(StringOf(&element, k));
    }
  }
  StringResult(out, text.ToString());
  return 0;
}

int32_t lt_format_scalar(LtContext* context, Inputs in, int32_t, LtTensor* out, int32_t, const int64_t* attrs) {
  TextAttrs a(attrs);
  Text text;
  FormatError error;
  const LtTensor* t = in[0];
  bool fine = true;
  switch (a.number) {
    case kPythonRepr:
      if (t->dtype == LT_STRING)
        AddStrRepr(StringOf(t), &text);
      else
        AddPythonValue(t->dtype, t->data, 0, &text);
      break;
    case kNumpyStr:
      if (t->dtype == LT_STRING)
        text.Add(StringOf(t));
      else
        AddNumpyScalar(t->dtype, t->data, 0, &text);
      break;
    case kNumpyRepr:
      if (t->dtype == LT_STRING) {
        text.Add("np.str_(");
        AddStrRepr(StringOf(t), &text);
        text.Add(')');
      } else {
        AddNumpyScalarRepr(t->dtype, t->data, 0, &text);
      }
      break;
    case kPercent:
      fine = FormatByPercent(t, a.text, &text, &error);
      break;
    case kBytesRepr:
      AddBytesRepr(StringOf(t), &text);
      break;
    default:
      fine = FormatBySpec(t, a.text, &text, &error);
      break;
  }
  if (!fine) return Raise(context, error);
  StringResult(out, text.ToString());
  return 0;
}

int32_t lt_format_tensor(LtContext*, Inputs in, int32_t, LtTensor* out, int32_t, const int64_t* attrs) {
  TextAttrs a(attrs);
  NumpyOptions options = ParseNumpyOptions(a.text);
  Text text;
  switch (a.number) {
    case kEagerRepr:
      AddEagerTensorRepr(in[0], options, &text);
      break;
    case kArrayStr:
      AddNumpyStr(in[0], options, &text);
      break;
    case kArrayRepr:
      AddNumpyRepr(in[0], options, &text);
      break;
    case kVariable:
    case kVariableAgain: {
      int64_t end = 0;
      while (end < a.text.size && a.text[end] != '\x1f') ++end;
      AddVariable(in[0], a.text.Part(0, end), options, &text);
      break;
    }
    case kInFormat:
      AddTensorFormat(in[0], options, &text);
      break;
    case kToList:
      AddToList(in[0], &text);
      break;
    default:
      AddEagerTensorStr(in[0], options, &text);
      break;
  }
  StringResult(out, text.ToString());
  return 0;
}

int32_t lt_format_tf_print(LtContext*, Inputs in, int32_t, LtTensor* out, int32_t, const int64_t* attrs) {
  Text text;
  AddTfPrint(in[0], TextAttrs(attrs).number, &text);
  StringResult(out, text.ToString());
  return 0;
}

int32_t lt_print(LtContext*, Inputs in, int32_t, LtTensor*, int32_t, const int64_t* attrs) {
  WriteStream(TextAttrs(attrs).number == kStderr ? kStderr : kStdout, StringOf(in[0]));
  return 0;
}

int32_t lt_raise(LtContext* context, Inputs in, int32_t count, LtTensor*, int32_t, const int64_t* attrs) {
  TextAttrs a(attrs);
  View message = count > 0 ? StringOf(in[0]) : View("");
  View type = count > 1 ? StringOf(in[1]) : a.text;
  // An exception that was caught and goes on keeps the frames that it has passed.
  int32_t frames = count > 1 ? context->frame_count : 0;
  lt_clear_error(context);
  context->frame_count = frames;
  context->error = LT_EXCEPTION;
  context->error_type = lt_string_new(type.data, type.size);
  context->error_message = lt_string_new(message.data, message.size);
  return 1;
}

int32_t lt_assert(LtContext* context, Inputs in, int32_t, LtTensor* out, int32_t out_count, const int64_t* attrs) {
  for (int64_t i = 0; i < in[0]->count; ++i)
    if (static_cast<const char*>(in[0]->data)[i] == 0) return lt_raise(context, in + 1, 1, out, out_count, attrs);
  return 0;
}

int32_t lt_exit(LtContext* context, Inputs in, int32_t, LtTensor*, int32_t, const int64_t*) {
  lt_clear_error(context);
  context->error = LT_EXIT;
  context->exit_status = int32_t(IntegerOf(in[0]) & 255);
  return 1;
}

// DTypeAttr: tf.strings.to_number. ParamsAttr ints {python}, dtypes {output}: Python's int() and float() where
// `python`.
int32_t lt_parse_number(LtContext* context, Inputs in, int32_t, LtTensor* out, int32_t, const int64_t* attrs) {
  // A DTypeAttr block starts with a numeric type, a ParamsAttr one with a count of at most one.
  bool params = attrs[0] <= 1;
  int32_t dtype = int32_t(params ? ParamsAttrs(attrs).dtypes[0] : attrs[0]);
  bool python = params && ParamsAttrs(attrs).int_count > 0 && ParamsAttrs(attrs).ints[0] != 0;
  LtTensor result;
  lt_tensor_new(&result, dtype, in[0]->rank, in[0]->dims);
  for (int64_t i = 0; i < result.count; ++i) {
    View text = StringOf(in[0], i);
    bool integer = dtype == LT_INT32 || dtype == LT_INT64;
    int64_t whole = 0;
    double number = 0;
    ParseOutcome outcome = integer               ? ParseInteger(text, python, &whole)
                           : dtype == LT_FLOAT32 ? ParseFloat32(text, python, &number)
                                                 : ParseFloat(text, python, &number);
    if (outcome == ParseOutcome::kFine && dtype == LT_INT32 && whole != int32_t(whole))
      outcome = ParseOutcome::kTooLarge;
    if (outcome != ParseOutcome::kFine) {
      lt_release(&result);
      Text message;
      if (python && outcome == ParseOutcome::kTooLarge)
        return lt_fail(context, "OverflowError", "Python int too large to convert to C long");
      if (python) {
        message.Add(integer ? "invalid literal for int() with base 10: " : "could not convert string to float: ");
        AddStrRepr(text, &message);
      } else {
        message.Add("StringToNumberOp could not correctly convert string: ");
        message.Add(text);
      }
      message.Add('\0');
      return lt_fail(context, python ? "ValueError" : "InvalidArgumentError", message.data());
    }
    switch (dtype) {
      case LT_INT32:
        static_cast<int32_t*>(result.data)[i] = int32_t(whole);
        break;
      case LT_INT64:
        static_cast<int64_t*>(result.data)[i] = whole;
        break;
      case LT_FLOAT32:
        static_cast<float*>(result.data)[i] = float(number);
        break;
      default:
        static_cast<double*>(result.data)[i] = number;
        break;
    }
  }
  *out = result;
  return 0;
}
}
