// TensorFlow's texts of tensors and variables, and tf.print's of one tensor.
#include <math.h>

#include "runtime/format.h"

namespace lathe::rt {
namespace {

// A value of several lines starts on a line of its own.
void AddOnOwnLines(const Text& text, Text* out) {
  if (memchr(text.view().data, '\n', size_t(text.size())) != nullptr) out->Add('\n');
  out->Add(text);
}

void AddShapeAndType(const LtTensor* tensor, View gap, Text* out) {
  out->Add("shape=");
  AddShapeTuple(tensor, out);
  out->Add(gap);
  out->Add("dtype=");
  out->Add(DTypeName(tensor->dtype));
}

void AddReprValue(const LtTensor* tensor, const NumpyOptions& options, Text* out) {
  Text text;
  if (tensor->rank == 0)
    AddPythonValue(tensor->dtype, tensor->data, 0, &text);
  else
    AddNumpyRepr(tensor, options, &text);
  AddOnOwnLines(text, out);
}

void AddQuoted(View bytes, Text* out) {
  out->Add('"');
  for (int64_t i = 0; i < bytes.size; ++i) {
    unsigned char c = static_cast<unsigned char>(bytes[i]);
    switch (c) {
      case '\n':
        out->Add("\\n");
        break;
      case '\r':
        out->Add("\\r");
        break;
      case '\t':
        out->Add("\\t");
        break;
      case '"':
        out->Add("\\\"");
        break;
      case '\'':
        out->Add("\\'");
        break;
      case '\\':
        out->Add("\\\\");
        break;
      default:
        if (c >= 32 && c != 127) {
          out->Add(char(c));
        } else {
          out->Add('\\');
          out->Add(char('0' + (c >> 6)));
          out->Add(char('0' + (c >> 3 & 7)));
          out->Add(char('0' + (c & 7)));
        }
    }
  }
  out->Add('"');
}

void AddShortOrLong(const Number& x, int short_digits, int long_digits, Text* out) {
  AddG(x, ReadsBack(x, short_digits) ? short_digits : long_digits, true, out);
}

// One axis of tf.print's nested brackets.
void AddTfAxis(const LtTensor* tensor, int32_t axis, int64_t offset, int64_t stride, int64_t limit, Text* out) {
  int64_t length = tensor->dims[axis];
  bool last_axis = axis + 1 == tensor->rank;
  bool first = true;
  auto separate = [&] {
    if (!first) {
      if (last_axis) {
        out->Add(' ');
      } else {
        out->Repeat('\n', tensor->rank - axis - 1);
        out->Repeat(' ', axis + 1);
      }
    }
    first = false;
  };
  auto item = [&](int64_t i) {
    separate();
    if (last_axis)
      AddTfElement(tensor->dtype, tensor->data, offset + i, out);
    else
      AddTfAxis(tensor, axis + 1, offset + i * stride,
                stride / (tensor->dims[axis + 1] > 0 ? tensor->dims[axis + 1] : 1), limit, out);
  };
  out->Add('[');
  int64_t head = limit < length ? limit : length;
  for (int64_t i = 0; i < head; ++i) item(i);
  if (length > 2 * limit) {
    if (head == 0) first = false;  // a leading "..." keeps its separator
    separate();
    out->Add("...");
  }
  int64_t tail = head > length - limit ? head : length - limit;
  for (int64_t i = tail; i < length; ++i) item(i);
  out->Add(']');
}

void AddListAxis(const LtTensor* tensor, int32_t axis, int64_t* at, Text* out) {
  if (axis == tensor->rank) {
    AddPythonValue(tensor->dtype, tensor->data, (*at)++, out);
    return;
  }
  out->Add('[');
  for (int64_t i = 0; i < tensor->dims[axis]; ++i) {
    if (i > 0) out->Add(", ");
    AddListAxis(tensor, axis + 1, at, out);
  }
  out->Add(']');
}

}  // namespace

void AddShapeTuple(const LtTensor* tensor, Text* out) {
  out->Add('(');
  for (int32_t i = 0; i < tensor->rank; ++i) {
    if (i > 0) out->Add(", ");
    out->AddInt(tensor->dims[i]);
  }
  out->Add(tensor->rank == 1 ? ",)" : ")");
}

void AddEagerTensorStr(const LtTensor* tensor, const NumpyOptions& options, Text* out) {
  Text text;
  AddNumpyStr(tensor, options, &text);
  out->Add("tf.Tensor(");
  AddOnOwnLines(text, out);
  out->Add(", ");
  AddShapeAndType(tensor, ", ", out);
  out->Add(')');
}

void AddEagerTensorRepr(const LtTensor* tensor, const NumpyOptions& options, Text* out) {
  out->Add("<tf.Tensor: ");
  AddShapeAndType(tensor, ", ", out);
  out->Add(", numpy=");
  AddReprValue(tensor, options, out);
  out->Add('>');
}

void AddVariable(const LtTensor* tensor, View name, const NumpyOptions& options, Text* out) {
  out->Add("<tf.Variable '");
  out->Add(name);
  out->Add("' ");
  AddShapeAndType(tensor, " ", out);
  out->Add(", numpy=");
  AddReprValue(tensor, options, out);
  out->Add('>');
}

void AddTensorFormat(const LtTensor* tensor, const NumpyOptions& options, Text* out) {
  if (tensor->rank == 0)
    AddPythonValue(tensor->dtype, tensor->data, 0, out);
  else
    AddNumpyStr(tensor, options, out);
}

void AddToList(const LtTensor* tensor, Text* out) {
  int64_t at = 0;
  AddListAxis(tensor, 0, &at, out);
}

void AddTfElement(int32_t dtype, const void* data, int64_t i, Text* out) {
  switch (dtype) {
    case LT_BOOL:
      out->Add(static_cast<const char*>(data)[i] != 0 ? '1' : '0');
      return;
    case LT_FLOAT16:
    case LT_BFLOAT16:
    case LT_FLOAT32:
      AddShortOrLong(NumberOf(float(DoubleOf(dtype, data, i))), 6, 9, out);
      return;
    case LT_FLOAT64:
      AddShortOrLong(NumberOf(DoubleOf(dtype, data, i)), 15, 17, out);
      return;
    case LT_STRING:
      AddQuoted(View(static_cast<LtString* const*>(data)[i]), out);
      return;
    case LT_COMPLEX64:
    case LT_COMPLEX128:
      out->Add('?');
      return;
    default:
      AddPythonValue(dtype, data, i, out);
      return;
  }
}

void AddTfPrint(const LtTensor* tensor, int64_t summarize, Text* out) {
  int64_t limit = summarize < 0 || summarize > tensor->count ? tensor->count : summarize;
  bool complex = tensor->dtype == LT_COMPLEX64 || tensor->dtype == LT_COMPLEX128;
  if (tensor->dtype == LT_BOOL && limit == 0) return;
  if (tensor->rank == 0) {
    if (limit == 0)
      out->Add("...");
    else
      AddTfElement(tensor->dtype, tensor->data, 0, out);
    return;
  }
  if (complex) {
    out->Add('[');
    for (int64_t i = 0; i < limit; ++i) out->Add(i > 0 ? " ?" : "?");
    if (tensor->count > limit) out->Add("...");
    out->Add(']');
    return;
  }
  int64_t stride = 1;
  for (int32_t axis = 1; axis < tensor->rank; ++axis) stride *= tensor->dims[axis];
  AddTfAxis(tensor, 0, 0, stride, limit, out);
}

}  // namespace lathe::rt
