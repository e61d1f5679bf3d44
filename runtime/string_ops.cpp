// tf.strings functions (operation StringOp): TextAttr.text names one, TextAttr.number is its parameter (ir/ops.def
// lists them). Operands broadcast.
#include <stdlib.h>

#include "runtime/fingerprint.h"
#include "runtime/format.h"
#include "runtime/regex.h"

namespace lathe::rt {
namespace {

using Inputs = const LtTensor* const*;

struct Call {
  LtContext* context;
  Inputs in;
  int32_t count;
  int64_t number;
};

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

View Strip(View text, bool left, bool right) {
  while (left && text.size > 0 && IsSpace(text[0])) text = text.From(1);
  while (right && text.size > 0 && IsSpace(text[text.size - 1])) --text.size;
  return text;
}

int64_t Find(View text, View what, int64_t from) {
  if (what.size == 0) return from <= text.size ? from : -1;
  const void* at = from > text.size - what.size
                       ? nullptr
                       : memmem(text.data + from, size_t(text.size - from), what.data, size_t(what.size));
  return at == nullptr ? -1 : static_cast<const char*>(at) - text.data;
}

// ---- one element of a string result; returns 1 with the error set ----

int32_t MapCase(View text, bool upper, Text* out) {
  int64_t begin = out->size();
  out->Add(text);
  for (int64_t i = begin; i < out->size(); ++i) {
    char& c = out->data()[i];
    if (upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z') c = char(c ^ 0x20);
  }
  return 0;
}

// Python's rules for negative positions; past the end is an error, as in TensorFlow.
int32_t Substring(const Call& call, View text, int64_t position, int64_t length, bool characters, Text* out) {
  int64_t size = characters ? CodePointCount(text) : text.size;
  int64_t begin = position < 0 ? size + position : position;
  if (position > size || begin < 0)
    return lt_failf(call.context, "InvalidArgumentError", "pos %d out of range for string of length %d", position,
                    size);
  if (length < 0 || length > size - begin) length = size - begin;
  if (characters) {
    int64_t from = CodePointOffset(text, begin);
    View rest = text.From(from);
    out->Add(rest.Part(0, CodePointOffset(rest, length)));
  } else {
    out->Add(text.Part(begin, length));
  }
  return 0;
}

int32_t Replace(View text, View from, View to, Text* out) {
  int64_t at = 0;
  if (from.size == 0) {  // between all characters, as Python's str.replace
    while (at < text.size) {
      int64_t length;
      DecodeCodePoint(text, at, &length);
      out->Add(to);
      out->Add(text.Part(at, length));
      at += length;
    }
    out->Add(to);
    return 0;
  }
  for (int64_t hit; (hit = Find(text, from, at)) >= 0; at = hit + from.size) {
    out->Add(text.Part(at, hit - at));
    out->Add(to);
  }
  out->Add(text.From(at));
  return 0;
}

// ---- as_string ----

// Bits of the parameter: 0-15 precision + 1, 16 scientific, 17 shortest, 18 as Python's repr, 24-39 width + 1, 40-47 fill
// character.
struct AsString {
  int64_t precision, width;
  bool scientific, shortest, python;
  char fill;
  explicit AsString(int64_t n)
      : precision((n & 0xffff) - 1),
        width((n >> 24 & 0xffff) - 1),
        scientific((n >> 16 & 1) != 0),
        shortest((n >> 17 & 1) != 0),
        python((n >> 18 & 1) != 0),
        fill(char(n >> 40 & 0xff)) {}
};

void AddRealAsString(double value, const AsString& a, Text* out) {
  Text body;
  Number x = NumberOf(value);
  if (a.scientific)
    AddExponential(x, a.precision < 0 ? 6 : a.precision, &body);
  else if (a.shortest)
    AddG(x, int(a.precision < 0 ? 6 : a.precision == 0 ? 1 : a.precision), true, &body);
  else
    AddFixed(x, a.precision < 0 ? 6 : a.precision, &body);
  // printf's width and flag
  int64_t pad = a.width - body.size();
  bool zeros = a.fill == '0' && x.finite();
  char sign = a.fill == '+' || a.fill == ' ' ? a.fill : 0;
  if (sign != 0 && body.data()[0] != '-') {
    body.Insert(0, View(&sign, 1));
    --pad;
  }
  if (a.fill != '-' && !zeros) out->Repeat(' ', pad);
  if (zeros && pad > 0) {
    bool minus = body.data()[0] == '-';
    Text padded;
    if (minus) padded.Add('-');
    padded.Repeat('0', pad);
    padded.Add(body.view().From(minus ? 1 : 0));
    out->Add(padded);
  } else {
    out->Add(body);
  }
  if (a.fill == '-') out->Repeat(' ', pad);
}

int32_t AddAsString(const LtTensor* t, int64_t i, const AsString& a, Text* out) {
  switch (t->dtype) {
    case LT_STRING:
      if (a.python) AddBytesRepr(StringOf(t, i), out);
      else out->Add(StringOf(t, i));
      return 0;
    case LT_BOOL:
      if (a.python) out->Add(static_cast<const char*>(t->data)[i] != 0 ? "True" : "False");
      else out->Add(static_cast<const char*>(t->data)[i] != 0 ? "true" : "false");
      return 0;
    case LT_FLOAT16:
    case LT_BFLOAT16:
    case LT_FLOAT32:
    case LT_FLOAT64:
      if (a.python) AddPythonRepr(DoubleOf(t->dtype, t->data, i), out);
      else AddRealAsString(DoubleOf(t->dtype, t->data, i), a, out);
      return 0;
    case LT_COMPLEX64:
    case LT_COMPLEX128: {
      double z[2];
      for (int k = 0; k < 2; ++k)
        z[k] = t->dtype == LT_COMPLEX64 ? static_cast<const float*>(t->data)[2 * i + k]
                                        : static_cast<const double*>(t->data)[2 * i + k];
      out->Add('(');
      AddRealAsString(z[0], a, out);
      out->Add(',');
      AddRealAsString(z[1], a, out);
      out->Add(')');
      return 0;
    }
    default:
      break;
  }
  Text body;
  AddPythonValue(t->dtype, t->data, i, &body);
  if ((a.fill == '+' || a.fill == ' ') && body.data()[0] != '-') body.Insert(0, View(&a.fill, 1));
  int64_t pad = a.width - body.size();
  bool zeros = a.fill == '0';
  if (a.fill != '-' && !zeros) out->Repeat(' ', pad);
  int64_t minus = zeros && body.data()[0] == '-' ? 1 : 0;
  if (minus != 0) out->Add('-');
  if (zeros) out->Repeat('0', pad);
  out->Add(body.view().From(minus));
  if (a.fill == '-') out->Repeat(' ', pad);
  return 0;
}

// ---- hashes ----

uint64_t RotateLeft(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

uint64_t SipHash(const uint64_t key[2], View text) {
  uint64_t v0 = key[0] ^ 0x736f6d6570736575, v1 = key[1] ^ 0x646f72616e646f6d, v2 = key[0] ^ 0x6c7967656e657261,
           v3 = key[1] ^ 0x7465646279746573;
  auto round = [&] {
    v0 += v1, v1 = RotateLeft(v1, 13) ^ v0, v0 = RotateLeft(v0, 32);
    v2 += v3, v3 = RotateLeft(v3, 16) ^ v2;
    v0 += v3, v3 = RotateLeft(v3, 21) ^ v0;
    v2 += v1, v1 = RotateLeft(v1, 17) ^ v2, v2 = RotateLeft(v2, 32);
  };
  auto add = [&](uint64_t word) {
    v3 ^= word;
    round(), round();
    v0 ^= word;
  };
  int64_t at = 0;
  for (; at + 8 <= text.size; at += 8) {
    uint64_t word;
    memcpy(&word, text.data + at, 8);
    add(word);
  }
  uint64_t last = uint64_t(text.size) << 56;
  for (int64_t i = at; i < text.size; ++i) last |= uint64_t(uint8_t(text[i])) << (8 * (i - at));
  add(last);
  v2 ^= 0xff;
  for (int i = 0; i < 4; ++i) round();
  return v0 ^ v1 ^ v2 ^ v3;
}

// ---- shapes ----

int32_t ResultShape(const Call& call, int32_t dtype, LtTensor* out) {
  int64_t dims[LT_MAX_RANK];
  int32_t rank = 0;
  for (int32_t i = 0; i < call.count; ++i)
    if (call.in[i]->rank > rank) rank = call.in[i]->rank;
  for (int32_t axis = 0; axis < rank; ++axis) {
    dims[axis] = 1;
    for (int32_t i = 0; i < call.count; ++i) {
      int32_t own = axis - (rank - call.in[i]->rank);
      if (own < 0 || call.in[i]->dims[own] == 1) continue;
      if (dims[axis] != 1 && dims[axis] != call.in[i]->dims[own])
        return lt_failf(call.context, "InvalidArgumentError", "Incompatible shapes: %h vs. %h", call.in[0], call.in[i]);
      dims[axis] = call.in[i]->dims[own];
    }
  }
  lt_tensor_new(out, dtype, rank, dims);
  return 0;
}

int64_t IndexIn(const LtTensor* operand, const LtTensor* result, int64_t flat) {
  if (operand->count == 1) return 0;
  int64_t index = 0, stride = 1;
  int32_t lead = result->rank - operand->rank;
  for (int32_t axis = result->rank - 1; axis >= 0; --axis) {
    int64_t at = flat % result->dims[axis];
    flat /= result->dims[axis];
    if (axis < lead) continue;
    if (operand->dims[axis - lead] != 1) index += at * stride;
    stride *= operand->dims[axis - lead];
  }
  return index;
}

// ---- split and join along the last axis ----

void SplitWords(View text, View separator, int64_t most, Array<View>* words) {
  int64_t at = 0, parts = 0;
  if (separator.empty()) {  // runs of white space, none at the ends
    for (;;) {
      while (at < text.size && IsSpace(text[at])) ++at;
      if (most > 0 && parts == most) {  // the rest, even an empty one
        words->Add(text.From(at));
        return;
      }
      if (at == text.size) return;
      int64_t end = at;
      while (end < text.size && !IsSpace(text[end])) ++end;
      words->Add(text.Part(at, end - at));
      ++parts;
      at = end;
    }
  }
  while (most < 0 || parts < most) {
    int64_t hit = Find(text, separator, at);
    if (hit < 0) break;
    words->Add(text.Part(at, hit - at));
    ++parts;
    at = hit + separator.size;
  }
  words->Add(text.From(at));
}

// Operands: strings, separator (optional). Rows of unequal length have no dense result.
int32_t Split(const Call& call, bool bytes, LtTensor* out) {
  const LtTensor* source = call.in[0];
  View separator = call.count > 1 ? StringOf(call.in[1]) : View("");
  int64_t most = call.number > 0 ? call.number : -1;
  Array<View> words;
  int64_t length = -1;
  for (int64_t i = 0; i < source->count; ++i) {
    int64_t before = words.size();
    View text = StringOf(source, i);
    if (bytes)
      for (int64_t k = 0; k < text.size; ++k) words.Add(text.Part(k, 1));
    else
      SplitWords(text, separator, most, &words);
    if (length >= 0 && words.size() - before != length)
      return lt_failf(call.context, "InvalidArgumentError",
                      "the strings split into rows of different lengths (%d and %d), which is no dense tensor", length,
                      words.size() - before);
    length = words.size() - before;
  }
  if (source->rank == LT_MAX_RANK)
    return lt_fail(call.context, "InvalidArgumentError", "the result would have too many dimensions");
  int64_t dims[LT_MAX_RANK];
  memcpy(dims, source->dims, sizeof dims);
  dims[source->rank] = length < 0 ? 0 : length;
  lt_tensor_new(out, LT_STRING, source->rank + 1, dims);
  for (int64_t i = 0; i < words.size(); ++i)
    static_cast<LtString**>(out->data)[i] = lt_string_new(words[i].data, words[i].size);
  return 0;
}

int32_t JoinLast(const Call& call, LtTensor* out) {
  const LtTensor* source = call.in[0];
  View separator = call.count > 1 ? StringOf(call.in[1]) : View("");
  if (source->rank == 0) {
    *out = *source;
    lt_retain(out);
    return 0;
  }
  int64_t length = source->dims[source->rank - 1];
  lt_tensor_new(out, LT_STRING, source->rank - 1, source->dims);
  Text text;
  for (int64_t i = 0; i < out->count; ++i) {
    text.Clear();
    for (int64_t k = 0; k < length; ++k) {
      if (k > 0) text.Add(separator);
      text.Add(StringOf(source, i * length + k));
    }
    static_cast<LtString**>(out->data)[i] = text.ToString();
  }
  return 0;
}

// ---- strings of the process: known only while the program runs, so all of these fail in the constant folder ----

bool Running(const Call& call) { return call.context->argv != nullptr; }

int32_t NotRunning(const Call& call) { return lt_fail(call.context, "RuntimeError", "the program is not running"); }

void SetString(View text, LtTensor* out) {
  lt_tensor_new(out, LT_STRING, 0, nullptr);
  static_cast<LtString**>(out->data)[0] = lt_string_new(text.data, text.size);
}

// sys.argv[i] of an index in decimal, by Python's rules; without operand text "count": how many there are, in decimal.
int32_t ProgramArgument(const Call& call, LtTensor* out) {
  if (!Running(call)) return NotRunning(call);
  View text = StringOf(call.in[0]);
  int64_t count = call.context->argc;
  if (text == View("count")) {
    Text decimal;
    decimal.AddInt(count);
    SetString(decimal.view(), out);
    return 0;
  }
  int64_t index = 0;
  bool negative = !text.empty() && text[0] == '-';
  for (int64_t i = negative; i < text.size; ++i) index = index > count ? index : index * 10 + (text[i] - '0');
  if (negative) index = count - index;
  if (index < 0 || index >= count) return lt_fail(call.context, "IndexError", "list index out of range");
  SetString(View(call.context->argv[index]), out);
  return 0;
}

// os.environ.get(name, default)
int32_t Environment(const Call& call, LtTensor* out) {
  if (!Running(call)) return NotRunning(call);
  Text name;
  name.Add(StringOf(call.in[0]));
  name.Add('\0');
  const char* value = getenv(name.data());
  SetString(value != nullptr ? View(value) : StringOf(call.in[1]), out);
  return 0;
}

// ---- dispatch ----

enum class Function : uint8_t {
  kUpper,
  kLower,
  kStrip,
  kLstrip,
  kRstrip,
  kLength,
  kLengthUtf8,
  kSubstr,
  kSubstrUtf8,
  kStartswith,
  kEndswith,
  kReplace,
  kAsString,
  kRegexFullMatch,
  kRegexReplace,
  kHashStrong,
  kHashFast,
};

struct Name {
  const char* name;
  Function function;
  int32_t dtype;
  int32_t operands;
};
constexpr Name kNames[] = {
    {"upper", Function::kUpper, LT_STRING, 1},
    {"lower", Function::kLower, LT_STRING, 1},
    {"strip", Function::kStrip, LT_STRING, 1},
    {"lstrip", Function::kLstrip, LT_STRING, 1},
    {"rstrip", Function::kRstrip, LT_STRING, 1},
    {"length", Function::kLength, LT_INT32, 1},
    {"length_utf8", Function::kLengthUtf8, LT_INT32, 1},
    {"substr", Function::kSubstr, LT_STRING, 3},
    {"substr_utf8", Function::kSubstrUtf8, LT_STRING, 3},
    {"startswith", Function::kStartswith, LT_BOOL, 2},
    {"endswith", Function::kEndswith, LT_BOOL, 2},
    {"replace", Function::kReplace, LT_STRING, 3},
    {"as_string", Function::kAsString, LT_STRING, 1},
    {"regex_full_match", Function::kRegexFullMatch, LT_BOOL, 2},
    {"regex_replace", Function::kRegexReplace, LT_STRING, 3},
    {"to_hash_bucket_fast", Function::kHashFast, LT_INT64, 1},
    {"to_hash_bucket_strong", Function::kHashStrong, LT_INT64, 3},
};

int32_t StringElement(const Call& call, Function function, const int64_t* at, Text* out) {
  View text = function == Function::kAsString ? View() : StringOf(call.in[0], at[0]);
  switch (function) {
    case Function::kUpper:
      return MapCase(text, true, out);
    case Function::kLower:
      return MapCase(text, false, out);
    case Function::kStrip:
      out->Add(Strip(text, true, true));
      return 0;
    case Function::kLstrip:
      out->Add(Strip(text, true, false));
      return 0;
    case Function::kRstrip:
      out->Add(Strip(text, false, true));
      return 0;
    case Function::kSubstr:
    case Function::kSubstrUtf8:
      return Substring(call, text, IntegerOf(call.in[1], at[1]), IntegerOf(call.in[2], at[2]),
                       function == Function::kSubstrUtf8, out);
    case Function::kReplace:
      return Replace(text, StringOf(call.in[1], at[1]), StringOf(call.in[2], at[2]), out);
    case Function::kRegexReplace:
      return RegexReplace(call.context, text, StringOf(call.in[1], at[1]), StringOf(call.in[2], at[2]),
                          call.number == 0, out);
    default:
      return AddAsString(call.in[0], at[0], AsString(call.number), out);
  }
}

int32_t NumberElement(const Call& call, Function function, const int64_t* at, int64_t* value) {
  View text = StringOf(call.in[0], at[0]);
  switch (function) {
    case Function::kLength:
      *value = text.size;
      return 0;
    case Function::kLengthUtf8:
      *value = CodePointCount(text);
      return 0;
    case Function::kStartswith:
    case Function::kEndswith: {
      View part = StringOf(call.in[1], at[1]);
      bool fits = part.size <= text.size;
      *value = fits &&
               (function == Function::kStartswith ? text.Part(0, part.size) : text.From(text.size - part.size)) == part;
      return 0;
    }
    case Function::kHashFast:
      *value = int64_t(Fingerprint64(text) % uint64_t(call.number > 0 ? call.number : 1));
      return 0;
    case Function::kHashStrong: {
      uint64_t key[2] = {uint64_t(IntegerOf(call.in[1], at[1])), uint64_t(IntegerOf(call.in[2], at[2]))};
      *value = int64_t(SipHash(key, text) % uint64_t(call.number > 0 ? call.number : 1));
      return 0;
    }
    default: {
      bool matches = false;
      int32_t status = RegexFullMatch(call.context, text, StringOf(call.in[1], at[1]), &matches);
      *value = matches;
      return status;
    }
  }
}

int32_t Elementwise(const Call& call, const Name& name, LtTensor* out) {
  LtTensor result;
  if (ResultShape(call, name.dtype, &result) != 0) return 1;
  Text text;
  int64_t at[3] = {0, 0, 0};
  for (int64_t i = 0; i < result.count; ++i) {
    for (int32_t k = 0; k < call.count && k < 3; ++k) at[k] = IndexIn(call.in[k], &result, i);
    int64_t number = 0;
    text.Clear();
    int32_t status = name.dtype == LT_STRING ? StringElement(call, name.function, at, &text)
                                             : NumberElement(call, name.function, at, &number);
    if (status != 0) {
      lt_release(&result);
      return status;
    }
    switch (name.dtype) {
      case LT_STRING:
        static_cast<LtString**>(result.data)[i] = text.ToString();
        break;
      case LT_BOOL:
        static_cast<char*>(result.data)[i] = char(number);
        break;
      case LT_INT32:
        static_cast<int32_t*>(result.data)[i] = int32_t(number);
        break;
      default:
        static_cast<int64_t*>(result.data)[i] = number;
        break;
    }
  }
  *out = result;
  return 0;
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

extern "C" int32_t lt_string_op(LtContext* context, Inputs in, int32_t count, LtTensor* out, int32_t,
                                const int64_t* attrs) {
  TextAttrs a(attrs);
  Call call{context, in, count, a.number};
  if (a.text == "split") return Split(call, false, out);
  if (a.text == "bytes_split") return Split(call, true, out);
  if (a.text == "join_last") return JoinLast(call, out);
  if (a.text == "program_argument") return ProgramArgument(call, out);
  if (a.text == "environment" && count == 2) return Environment(call, out);
  for (const Name& name : kNames)
    if (a.text == name.name && count >= name.operands) return Elementwise(call, name, out);
  Text message;
  message.Add("string function ");
  message.Add(a.text);
  message.Add('\0');
  return lt_fail(context, "NotImplementedError", message.data());
}
