// str and repr of NumPy arrays (NumPy 2.4).
//
// Input: a tensor and print options. Method: the elements that will be shown are listed; they decide the columns'
// widths and the choice of exponents (ElementFormat); then a recursion over the axes lays the words out in lines.
#include <math.h>

#include "runtime/format.h"

namespace lathe::rt {
namespace {

using FloatMode = NumpyOptions::FloatMode;

int64_t Max(int64_t a, int64_t b) { return a > b ? a : b; }

// The format of the shown elements of a float array, or of the real or imaginary parts of a complex one.
class FloatFormat {
 public:
  // Element i is at data + i * stride.
  void Prepare(int32_t dtype, const char* data, int64_t stride, const Array<int64_t>& shown,
               const NumpyOptions& options, char sign);
  void Add(int64_t index, Text* out) const;

 private:
  Number At(int64_t index) const { return NumberOf(dtype_, data_ + index * stride_); }
  bool NeedsExponents(const Array<int64_t>& shown) const;
  void MeasureScientific(const Array<int64_t>& shown);
  void MeasurePositional(const Array<int64_t>& shown);
  FloatStyle BaseStyle() const;
  void Write(const Number&, FloatParts*) const;

  int32_t dtype_ = LT_FLOAT64;
  const char* data_ = nullptr;
  int64_t stride_ = 8;
  const NumpyOptions* options_ = nullptr;
  char sign_ = '-';
  bool exponents_ = false;
  int64_t left_ = 0, right_ = 0;  // characters before and after the point
  int64_t fraction_ = 0, exponent_digits_ = 0;
};

FloatStyle FloatFormat::BaseStyle() const {
  FloatStyle style;
  bool fixed = options_->float_mode == FloatMode::kFixed;
  style.precision = options_->float_mode == FloatMode::kUnique ? -1 : options_->precision;
  style.unique = !fixed;
  style.trim = fixed ? Trim::kKeepZeros : Trim::kPoint;
  return style;
}

bool FloatFormat::NeedsExponents(const Array<int64_t>& shown) const {
  double largest = 0, smallest = INFINITY;
  for (int64_t i : shown) {
    Number x = At(i);
    if (!x.finite() || x.zero()) continue;
    double magnitude = ldexp(double(x.mantissa), x.exponent);
    if (magnitude > largest) largest = magnitude;
    if (magnitude < smallest) smallest = magnitude;
  }
  if (largest == 0) return false;
  double limit = dtype_ == LT_FLOAT16 ? 1e3 : dtype_ == LT_FLOAT32 ? 1e6 : 1e8;
  if (largest >= limit) return true;
  if (options_->suppress) return false;
  // The limit and the quotient are values of the element type.
  double low, ratio;
  if (dtype_ == LT_FLOAT16) {
    low = HalfToFloat(FloatToHalf(1e-4f));
    ratio = HalfToFloat(FloatToHalf(float(largest) / float(smallest)));
  } else if (dtype_ == LT_FLOAT32) {
    low = 1e-4f;
    ratio = float(largest) / float(smallest);
  } else {
    low = 1e-4;
    ratio = largest / smallest;
  }
  return smallest < low || ratio > 1000;
}

void FloatFormat::MeasureScientific(const Array<int64_t>& shown) {
  FloatParts parts;
  FloatStyle style = BaseStyle();
  for (int64_t i : shown) {
    Number x = At(i);
    if (!x.finite()) continue;
    FormatScientific(x, style, &parts);
    bool plus = sign_ == '+' && !x.negative;
    left_ = Max(left_, parts.whole.size() + (x.negative || plus ? 1 : 0));
    fraction_ = Max(fraction_, parts.fraction.size());
    exponent_digits_ = Max(exponent_digits_, parts.exponent.size() - 2);
  }
  right_ = exponent_digits_ + 2 + fraction_;
}

void FloatFormat::MeasurePositional(const Array<int64_t>& shown) {
  FloatParts parts;
  FloatStyle style = BaseStyle();
  for (int64_t i : shown) {
    Number x = At(i);
    if (!x.finite()) continue;
    FormatPositional(x, style, &parts);
    bool plus = sign_ == '+' && !x.negative;
    left_ = Max(left_, parts.whole.size() + (x.negative || plus ? 1 : 0));
    right_ = Max(right_, parts.fraction.size());
  }
}

void FloatFormat::Prepare(int32_t dtype, const char* data, int64_t stride, const Array<int64_t>& shown,
                          const NumpyOptions& options, char sign) {
  dtype_ = dtype, data_ = data, stride_ = stride, options_ = &options, sign_ = sign;
  exponents_ = NeedsExponents(shown);
  bool special = false, minus_infinity = false, negative = false;
  for (int64_t i : shown) {
    Number x = At(i);
    if (x.finite()) {
      negative |= x.negative;
      continue;
    }
    special = true;
    minus_infinity |= x.kind == Number::kInfinite && x.negative;
  }
  if (exponents_)
    MeasureScientific(shown);
  else
    MeasurePositional(shown);
  if (sign == ' ' && !negative) ++left_;
  if (special) {
    left_ = Max(left_, options.nan.size - right_ - 1);
    left_ = Max(left_, options.infinity.size + (sign != '-' || minus_infinity ? 1 : 0) - right_ - 1);
  }
}

void FloatFormat::Write(const Number& x, FloatParts* parts) const {
  FloatStyle style = BaseStyle();
  if (exponents_) {
    style.precision = style.min_digits = fraction_;
    style.trim = Trim::kKeepZeros;
    style.exponent_digits = int(exponent_digits_);
    FormatScientific(x, style, parts);
  } else if (options_->float_mode == FloatMode::kFixed || options_->float_mode == FloatMode::kMaxPrecEqual) {
    style.precision = style.min_digits = right_;
    style.trim = Trim::kKeepZeros;
    FormatPositional(x, style, parts);
  } else {
    style.min_digits = 0;
    FormatPositional(x, style, parts);
  }
}

void FloatFormat::Add(int64_t index, Text* out) const {
  Number x = At(index);
  if (!x.finite()) {
    View text = x.kind == Number::kNan ? options_->nan : options_->infinity;
    char sign = x.kind == Number::kInfinite && x.negative ? '-' : sign_ == '+' ? '+' : 0;
    out->Repeat(' ', left_ + right_ + 1 - text.size - (sign != 0 ? 1 : 0));
    if (sign != 0) out->Add(sign);
    out->Add(text);
    return;
  }
  FloatParts parts;
  Write(x, &parts);
  bool plus = sign_ == '+' && !x.negative;
  out->Repeat(' ', left_ - parts.whole.size() - (x.negative || plus ? 1 : 0));
  if (plus) out->Add('+');
  AddParts(parts, out);
  if (!exponents_) out->Repeat(' ', right_ - parts.fraction.size());
}

// The words of an array's elements.
class ElementFormat {
 public:
  ElementFormat(const LtTensor* tensor, const Array<int64_t>& shown, const NumpyOptions& options);
  void Add(int64_t index, Text* out) const;

 private:
  void MeasureInts(const Array<int64_t>& shown);

  const LtTensor* tensor_;
  const NumpyOptions& options_;
  char sign_;
  int64_t width_ = 0;
  FloatFormat real_, imaginary_;
};

void ElementFormat::MeasureInts(const Array<int64_t>& shown) {
  Text text;
  bool negative = false;
  for (int64_t i : shown) {
    text.Clear();
    AddPythonValue(tensor_->dtype, tensor_->data, i, &text);
    negative |= text.data()[0] == '-';
  }
  if (sign_ == ' ' && negative) sign_ = '-';
  for (int64_t i : shown) {
    text.Clear();
    AddPythonValue(tensor_->dtype, tensor_->data, i, &text);
    bool place = text.data()[0] != '-' && sign_ != '-';
    width_ = Max(width_, text.size() + (place ? 1 : 0));
  }
}

ElementFormat::ElementFormat(const LtTensor* tensor, const Array<int64_t>& shown, const NumpyOptions& options)
    : tensor_(tensor), options_(options), sign_(options.sign) {
  const char* data = static_cast<const char*>(tensor->data);
  switch (tensor->dtype) {
    case LT_FLOAT16:
    case LT_FLOAT32:
    case LT_FLOAT64:
      real_.Prepare(tensor->dtype, data, lt_dtype_size(tensor->dtype), shown, options, sign_);
      break;
    case LT_COMPLEX64:
      real_.Prepare(LT_FLOAT32, data, 8, shown, options, sign_);
      imaginary_.Prepare(LT_FLOAT32, data + 4, 8, shown, options, '+');
      break;
    case LT_COMPLEX128:
      real_.Prepare(LT_FLOAT64, data, 16, shown, options, sign_);
      imaginary_.Prepare(LT_FLOAT64, data + 8, 16, shown, options, '+');
      break;
    case LT_BOOL:
    case LT_BFLOAT16:
    case LT_STRING:
      break;
    default:
      MeasureInts(shown);
      break;
  }
}

void ElementFormat::Add(int64_t index, Text* out) const {
  switch (tensor_->dtype) {
    case LT_FLOAT16:
    case LT_FLOAT32:
    case LT_FLOAT64:
      real_.Add(index, out);
      return;
    case LT_COMPLEX64:
    case LT_COMPLEX128: {
      real_.Add(index, out);
      int64_t begin = out->size();
      imaginary_.Add(index, out);
      int64_t end = out->size();
      while (end > begin && out->data()[end - 1] == ' ') --end;
      out->Insert(end, "j");
      return;
    }
    case LT_BOOL:
      out->Add(static_cast<const char*>(tensor_->data)[index] != 0 ? (tensor_->rank == 0 ? "True" : " True") : "False");
      return;
    case LT_BFLOAT16:
      AddNumpyScalar(LT_BFLOAT16, tensor_->data, index, out);
      return;
    case LT_STRING:
      if (options_.strings == 'U')
        AddStrRepr(StringOf(tensor_, index), out);
      else
        AddBytesRepr(StringOf(tensor_, index), out);
      return;
    default:
      break;
  }
  Text text;
  AddPythonValue(tensor_->dtype, tensor_->data, index, &text);
  bool place = text.data()[0] != '-' && sign_ != '-';
  out->Repeat(' ', width_ - text.size() - (place ? 1 : 0));
  if (place) out->Add(sign_);
  out->Add(text);
}

View TrimRight(View text) {
  while (text.size > 0 && (text[text.size - 1] == ' ' || text[text.size - 1] == '\n')) --text.size;
  return text;
}

// Lays out the array; see FormatNumpy.
class Layout {
 public:
  Layout(const LtTensor* tensor, View separator, View prefix, View suffix, const NumpyOptions& options, Text* out)
      : tensor_(tensor), options_(options), separator_(separator), out_(out) {
    cut_ = tensor->count > options.threshold;
    indent_ = CodePointCount(prefix) + 1;
    width_ = options.line_width - CodePointCount(suffix);
    int64_t stride = 1;
    for (int32_t axis = tensor->rank - 1; axis >= 0; --axis) strides_[axis] = stride, stride *= tensor->dims[axis];
  }
  void Run() {
    Array<int64_t> shown;
    Collect(0, 0, &shown);
    ElementFormat format(tensor_, shown, options_);
    if (tensor_->rank == 0)
      format.Add(0, out_);
    else
      Block(0, 0, indent_, width_, format);
  }

 private:
  bool CutAt(int32_t axis) const { return cut_ && tensor_->dims[axis] > 2 * options_.edge_items; }
  void Collect(int32_t axis, int64_t offset, Array<int64_t>* shown) const {
    if (axis == tensor_->rank) {
      shown->Add(offset);
      return;
    }
    int64_t length = tensor_->dims[axis], edge = options_.edge_items;
    for (int64_t i = 0; i < length; ++i) {
      if (CutAt(axis) && i == edge) i = length - edge;
      if (i < length) Collect(axis + 1, offset + i * strides_[axis], shown);
    }
  }
  void Row(int64_t offset, int64_t indent, int64_t width, const ElementFormat& format);
  void Block(int32_t axis, int64_t offset, int64_t indent, int64_t width, const ElementFormat& format);

  const LtTensor* tensor_;
  const NumpyOptions& options_;
  View separator_;
  Text* out_;
  bool cut_ = false;
  int64_t indent_ = 1, width_ = 75;
  int64_t strides_[LT_MAX_RANK] = {};
};

void Layout::Row(int64_t offset, int64_t indent, int64_t width, const ElementFormat& format) {
  int32_t axis = tensor_->rank - 1;
  int64_t length = tensor_->dims[axis], edge = options_.edge_items;
  int64_t limit = width - Max(CodePointCount(TrimRight(separator_)), 1), separator_width = CodePointCount(separator_);
  int64_t line = indent;
  Text word;
  bool cut = CutAt(axis);
  out_->Add('[');
  for (int64_t i = 0; i < length; ++i) {
    word.Clear();
    bool last = i + 1 == length;
    if (cut && i == edge) {
      word.Add("...");
      i = length - edge - 1;
      last = edge == 0;
    } else {
      format.Add(offset + i, &word);
    }
    int64_t columns = CodePointCount(word.view());
    if (line + columns > limit && line > indent) {
      out_->Shrink(TrimRight(out_->view()).size);
      out_->Add('\n');
      out_->Repeat(' ', indent);
      line = indent;
    }
    out_->Add(word);
    line += columns;
    if (!last) {
      out_->Add(separator_);
      line += separator_width;
    }
  }
  out_->Add(']');
}

void Layout::Block(int32_t axis, int64_t offset, int64_t indent, int64_t width, const ElementFormat& format) {
  if (axis + 1 == tensor_->rank) {
    Row(offset, indent, width, format);
    return;
  }
  int64_t length = tensor_->dims[axis], edge = options_.edge_items;
  bool cut = CutAt(axis);
  out_->Add('[');
  for (int64_t i = 0; i < length; ++i) {
    if (i > 0) {
      out_->Add(TrimRight(separator_));
      out_->Repeat('\n', tensor_->rank - axis - 1);
      out_->Repeat(' ', indent);
    }
    if (cut && i == edge) {
      out_->Add("...");
      i = length - edge - 1;
    } else {
      Block(axis + 1, offset + i * strides_[axis], indent + 1, width - 1, format);
    }
  }
  out_->Add(']');
}

int64_t WidestElement(const LtTensor* tensor, bool code_points) {
  int64_t widest = 1;
  for (int64_t i = 0; i < tensor->count; ++i) {
    View text = StringOf(tensor, i);
    widest = Max(widest, code_points ? CodePointCount(text) : text.size);
  }
  return widest;
}

void AddDTypeInRepr(const LtTensor* tensor, const NumpyOptions& options, Text* out) {
  if (tensor->dtype != LT_STRING) {
    out->Add(DTypeName(tensor->dtype));
  } else if (options.strings == 'O') {
    out->Add("object");
  } else {
    out->Add(options.strings == 'U' ? "'<U" : "'|S");
    out->AddInt(WidestElement(tensor, options.strings == 'U'));
    out->Add('\'');
  }
}

int64_t NumberIn(View text) {
  int64_t value = 0;
  for (int64_t i = 0; i < text.size && text[i] >= '0' && text[i] <= '9' && value < INT64_MAX / 100; ++i)
    value = value * 10 + (text[i] - '0');
  return value;
}

}  // namespace

NumpyOptions ParseNumpyOptions(View text) {
  NumpyOptions o;
  int64_t at = 0;
  while (at < text.size) {
    int64_t end = at;
    while (end < text.size && text[end] != '\x1f') ++end;
    View part = text.Part(at, end - at);
    at = end + 1;
    int64_t equals = 0;
    while (equals < part.size && part[equals] != '=') ++equals;
    if (equals == part.size) continue;
    View key = part.Part(0, equals), value = part.From(equals + 1);
    if (key == "precision")
      o.precision = NumberIn(value);
    else if (key == "threshold")
      o.threshold = NumberIn(value);
    else if (key == "edgeitems")
      o.edge_items = NumberIn(value);
    else if (key == "linewidth")
      o.line_width = NumberIn(value);
    else if (key == "suppress")
      o.suppress = value == "1";
    else if (key == "sign" && value.size == 1)
      o.sign = value[0];
    else if (key == "floatmode") {
      o.float_mode = value == "fixed"           ? FloatMode::kFixed
                     : value == "unique"        ? FloatMode::kUnique
                     : value == "maxprec_equal" ? FloatMode::kMaxPrecEqual
                                                : FloatMode::kMaxPrec;
    } else if (key == "nanstr")
      o.nan = value;
    else if (key == "infstr")
      o.infinity = value;
    else if (key == "separator")
      o.separator = value, o.own_separator = true;
    else if (key == "prefix")
      o.prefix = value;
    else if (key == "suffix")
      o.suffix = value;
    else if (key == "strings" && value.size == 1)
      o.strings = value[0];
  }
  return o;
}

void FormatNumpy(const LtTensor* tensor, View separator, View prefix, View suffix, const NumpyOptions& options,
                 Text* out) {
  if (tensor->count == 0) {
    out->Add("[]");
    return;
  }
  Layout(tensor, separator, prefix, suffix, options, out).Run();
}

void AddNumpyStr(const LtTensor* tensor, const NumpyOptions& options, Text* out) {
  if (options.own_separator || !options.prefix.empty() || !options.suffix.empty()) {
    FormatNumpy(tensor, options.own_separator ? options.separator : View(" "), options.prefix, options.suffix, options,
                out);
  } else if (tensor->rank != 0) {
    FormatNumpy(tensor, " ", "", "", options, out);
  } else if (tensor->dtype != LT_STRING) {
    AddNumpyScalar(tensor->dtype, tensor->data, 0, out);
  } else if (options.strings == 'U') {
    out->Add(StringOf(tensor));
  } else {
    if (options.strings == 'S') out->Add("np.bytes_(");
    AddBytesRepr(StringOf(tensor), out);
    if (options.strings == 'S') out->Add(")");
  }
}

void AddNumpyRepr(const LtTensor* tensor, const NumpyOptions& options, Text* out) {
  int64_t begin = out->size();
  out->Add("array(");
  FormatNumpy(tensor, ", ", "array(", ")", options, out);
  bool plain_dtype = tensor->dtype == LT_INT64 || tensor->dtype == LT_FLOAT64 || tensor->dtype == LT_COMPLEX128 ||
                     tensor->dtype == LT_BOOL;
  Text extras;
  bool empty_vector = tensor->rank == 1 && tensor->dims[0] == 0;
  if ((tensor->count == 0 && !empty_vector) || tensor->count > options.threshold) {
    extras.Add("shape=");
    AddShapeTuple(tensor, &extras);
  }
  if (!plain_dtype || tensor->count == 0) {
    if (extras.size() > 0) extras.Add(", ");
    extras.Add("dtype=");
    AddDTypeInRepr(tensor, options, &extras);
  }
  if (extras.size() == 0) {
    out->Add(')');
    return;
  }
  out->Add(',');
  extras.Add(')');
  View text = out->view().From(begin);
  int64_t last = text.size;
  while (last > 0 && text[last - 1] != '\n') --last;
  int64_t columns = CodePointCount(text.From(last));
  out->Add(columns + extras.size() + 1 > options.line_width ? "\n      " : " ");
  out->Add(extras);
}

}  // namespace lathe::rt
