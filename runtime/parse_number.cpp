#include "runtime/parse_number.h"

namespace lathe::rt {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Digits from `at` on; underscores may stand between two of them.
int64_t SkipDigits(View text, int64_t at, bool underscores) {
  while (at < text.size) {
    if (IsDigit(text[at]))
      ++at;
    else if (underscores && text[at] == '_' && at > 0 && IsDigit(text[at - 1]) && at + 1 < text.size &&
             IsDigit(text[at + 1]))
      ++at;
    else
      break;
  }
  return at;
}

bool EqualsWord(View text, const char* word) {
  View w(word);
  if (text.size != w.size) return false;
  for (int64_t i = 0; i < w.size; ++i)
    if ((text[i] | 0x20) != w[i]) return false;
  return true;
}

// Copies a float of Python's grammar, without underscores, for the C library. False: it is none.
bool CanonicalFloat(View text, bool python, Text* out) {
  text = TrimSpace(text);
  int64_t at = text.size > 0 && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  View word = text.From(at);
  if (!EqualsWord(word, "inf") && !EqualsWord(word, "infinity") && !EqualsWord(word, "nan")) {
    int64_t whole = SkipDigits(text, at, python), digits = whole - at;
    at = whole;
    if (at < text.size && text[at] == '.') {
      int64_t fraction = SkipDigits(text, at + 1, python);
      digits += fraction - at - 1;
      at = fraction;
    }
    if (digits == 0) return false;
    if (at < text.size && (text[at] | 0x20) == 'e') {
      int64_t exponent = at + 1;
      if (exponent < text.size && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
      int64_t end = SkipDigits(text, exponent, python);
      if (end == exponent) return false;
      at = end;
    }
    if (at != text.size) return false;
  }
  for (int64_t i = 0; i < text.size; ++i)
    if (text[i] != '_') out->Add(text[i]);
  out->Add('\0');
  return true;
}

// Plain decimals of at most 15 digits and a small power of ten: both are exact doubles, so one multiplication or
// division rounds correctly. False: not such a number.
bool ParseShort(View text, double* value) {
  static constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  text = TrimSpace(text);
  int64_t at = 0;
  bool negative = false;
  if (text.size > 0 && (text[0] == '-' || text[0] == '+')) negative = text[at++] == '-';
  int64_t digits = 0, exponent = 0;
  uint64_t mantissa = 0;
  bool point = false;
  for (; at < text.size; ++at) {
    char c = text[at];
    if (c == '.' && !point) {
      point = true;
    } else if (IsDigit(c)) {
      mantissa = mantissa * 10 + uint64_t(c - '0');
      if (point) --exponent;
      if (++digits > 15) return false;
    } else {
      break;
    }
  }
  if (digits == 0) return false;
  if (at < text.size) {
    if ((text[at] | 0x20) != 'e') return false;
    ++at;
    bool minus = false;
    if (at < text.size && (text[at] == '-' || text[at] == '+')) minus = text[at++] == '-';
    int64_t written = 0, first = at;
    for (; at < text.size && IsDigit(text[at]) && at - first < 4; ++at) written = written * 10 + (text[at] - '0');
    if (at == first || at != text.size) return false;
    exponent += minus ? -written : written;
  }
  if (exponent < -22 || exponent > 22) return false;
  double magnitude = exponent < 0 ? double(mantissa) / kPowers[-exponent] : double(mantissa) * kPowers[exponent];
  *value = negative ? -magnitude : magnitude;
  return true;
}

}  // namespace

View TrimSpace(View text) {
  while (text.size > 0 && IsSpace(text[0])) text = text.From(1);
  while (text.size > 0 && IsSpace(text[text.size - 1])) --text.size;
  return text;
}

ParseOutcome ParseInteger(View text, bool python, int64_t* value) {
  text = TrimSpace(text);
  bool negative = text.size > 0 && text[0] == '-';
  int64_t at = text.size > 0 && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  int64_t end = SkipDigits(text, at, python);
  if (end == at || end != text.size) return ParseOutcome::kInvalid;
  int64_t result = 0;
  for (; at < end; ++at) {
    if (text[at] == '_') continue;
    int digit = text[at] - '0';
    if (__builtin_mul_overflow(result, 10, &result) || __builtin_sub_overflow(result, digit, &result))
      return ParseOutcome::kTooLarge;  // negative numbers reach further
  }
  if (!negative && result == INT64_MIN) return ParseOutcome::kTooLarge;
  *value = negative ? result : -result;
  return ParseOutcome::kFine;
}

ParseOutcome ParseFloat(View text, bool python, double* value) {
  if (ParseShort(text, value)) return ParseOutcome::kFine;
  Text canonical;
  if (!CanonicalFloat(text, python, &canonical)) return ParseOutcome::kInvalid;
  *value = strtod(canonical.data(), nullptr);
  return ParseOutcome::kFine;
}

ParseOutcome ParseFloat32(View text, bool python, double* value) {
  Text canonical;
  if (!CanonicalFloat(text, python, &canonical)) return ParseOutcome::kInvalid;
  *value = strtof(canonical.data(), nullptr);
  return ParseOutcome::kFine;
}

}  // namespace lathe::rt
