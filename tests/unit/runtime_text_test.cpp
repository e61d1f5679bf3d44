// Kernels of text, output and exceptions; string functions and regular expressions (answers recorded from TensorFlow).
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "runtime/parse_number.h"
#include "runtime/text.h"

using namespace lathe::rt;

extern "C" {
#define LATHE_KERNEL(name) \
  int32_t name(LtContext*, const LtTensor* const*, int32_t, LtTensor*, int32_t, const int64_t*);
LATHE_KERNEL(lt_string_concat)
LATHE_KERNEL(lt_string_join_list)
LATHE_KERNEL(lt_format_scalar)
LATHE_KERNEL(lt_format_tensor)
LATHE_KERNEL(lt_string_op)
LATHE_KERNEL(lt_parse_number)
LATHE_KERNEL(lt_raise)
LATHE_KERNEL(lt_assert)
LATHE_KERNEL(lt_exit)
LATHE_KERNEL(lt_list_unstack)
#undef LATHE_KERNEL
}

namespace {

// A tensor that releases itself.
struct Tensor {
  LtTensor t{};
  Tensor() = default;
  explicit Tensor(const std::string& s) { StringResult(&t, lt_string_new(s.data(), int64_t(s.size()))); }
  explicit Tensor(const char* s) : Tensor(std::string(s)) {}
  explicit Tensor(const std::vector<std::string>& v) {
    int64_t dims[] = {int64_t(v.size())};
    lt_tensor_new(&t, LT_STRING, 1, dims);
    for (size_t i = 0; i < v.size(); ++i)
      static_cast<LtString**>(t.data)[i] = lt_string_new(v[i].data(), int64_t(v[i].size()));
  }
  explicit Tensor(int64_t value) {
    lt_tensor_new(&t, LT_INT64, 0, nullptr);
    *static_cast<int64_t*>(t.data) = value;
  }
  explicit Tensor(double value) {
    lt_tensor_new(&t, LT_FLOAT64, 0, nullptr);
    *static_cast<double*>(t.data) = value;
  }
  explicit Tensor(float value) {
    lt_tensor_new(&t, LT_FLOAT32, 0, nullptr);
    *static_cast<float*>(t.data) = value;
  }
  explicit Tensor(bool value) {
    lt_tensor_new(&t, LT_BOOL, 0, nullptr);
    *static_cast<bool*>(t.data) = value;
  }
  ~Tensor() { lt_release(&t); }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
};

std::string StringOfView(View v) { return {v.data, size_t(v.size)}; }

using Kernel = int32_t (*)(LtContext*, const LtTensor* const*, int32_t, LtTensor*, int32_t, const int64_t*);

// The strings of the result joined by "|", numbers in decimal, or the exception.
std::string Run(Kernel kernel, std::vector<const Tensor*> operands, const std::string& text = "", int64_t number = 0) {
  std::vector<const LtTensor*> in;
  for (const Tensor* o : operands) in.push_back(&o->t);
  LtContext c{};
  int64_t attrs[] = {reinterpret_cast<int64_t>(text.data()), int64_t(text.size()), number};
  Tensor out;
  std::string result;
  if (kernel(&c, in.data(), int32_t(in.size()), &out.t, 1, attrs) != 0) {
    result = c.error == LT_EXIT ? "exit " + std::to_string(c.exit_status)
                                : StringOfView(View(c.error_type)) + ": " + StringOfView(View(c.error_message));
    lt_clear_error(&c);
    return result;
  }
  for (int64_t i = 0; i < out.t.count; ++i) {
    if (i > 0) result += "|";
    result += out.t.dtype == LT_STRING ? StringOfView(StringOf(&out.t, i)) : std::to_string(IntegerOf(&out.t, i));
  }
  return result;
}

}  // namespace

TEST_CASE("text: formatting of run-time scalars", "[runtime]") {
  Tensor pi(3.14159), count(int64_t{-42}), third(1.0f / 3), yes(true), name("it's");
  CHECK(Run(lt_format_scalar, {&pi}, ".2f") == "3.14");
  CHECK(Run(lt_format_scalar, {&count}, "+06d") == "-00042");
  CHECK(Run(lt_format_scalar, {&third}, "") == "0.3333333432674408");
  CHECK(Run(lt_format_scalar, {&third}, "", 2) == "0.33333334");
  CHECK(Run(lt_format_scalar, {&third}, "", 3) == "np.float32(0.33333334)");
  CHECK(Run(lt_format_scalar, {&yes}, "") == "True");
  CHECK(Run(lt_format_scalar, {&yes}, "d") == "1");
  CHECK(Run(lt_format_scalar, {&name}, ">6") == "  it's");
  CHECK(Run(lt_format_scalar, {&name}, "", 1) == "\"it's\"");
  CHECK(Run(lt_format_scalar, {&name}, "", 5) == "b\"it's\"");
  CHECK(Run(lt_format_scalar, {&count}, "%5d", 4) == "  -42");
  CHECK(Run(lt_format_scalar, {&pi}, "%x", 4) == "TypeError: %x format: an integer is required, not float");
  CHECK(Run(lt_format_scalar, {&name}, "d") == "ValueError: Unknown format code 'd' for object of type 'str'");
  CHECK(Run(lt_format_tensor, {&third}, "", 0) == "tf.Tensor(0.33333334, shape=(), dtype=float32)");
  CHECK(Run(lt_format_tensor, {&third}, "w:0", 4) ==
        "<tf.Variable 'w:0' shape=() dtype=float32, numpy=0.3333333432674408>");
}

TEST_CASE("text: concatenation and join", "[runtime]") {
  Tensor words(std::vector<std::string>{"a", "", "c"}), dash("-");
  CHECK(Run(lt_string_concat, {&words, &dash, &words}) == "a-a|-|c-c");
  Tensor list, two(std::vector<std::string>{"x", "y"});
  LtContext c{};
  const LtTensor* in[] = {&words.t};
  REQUIRE(lt_list_unstack(&c, in, 1, &list.t, 1, nullptr) == 0);
  CHECK(Run(lt_string_join_list, {&dash, &list}) == "a--c");
  CHECK(Run(lt_string_concat, {&words, &two}).rfind("InvalidArgumentError: Incompatible shapes", 0) == 0);
}

TEST_CASE("text: exceptions and exits", "[runtime]") {
  Tensor message("the message"), yes(true), no(false), status(int64_t{3});
  CHECK(Run(lt_raise, {&message}, "KeyError") == "KeyError: the message");
  CHECK(Run(lt_raise, {}, "ValueError") == "ValueError: ");
  CHECK(Run(lt_assert, {&no, &message}, "AssertionError") == "AssertionError: the message");
  CHECK(Run(lt_assert, {&yes, &message}, "AssertionError").empty());
  CHECK(Run(lt_exit, {&status}) == "exit 3");
}

TEST_CASE("text: numbers in strings", "[runtime]") {
  auto parse = [](const std::string& text, int32_t dtype, bool python) {
    Tensor operand(text);
    const LtTensor* in[] = {&operand.t};
    LtContext c{};
    Tensor out;
    int64_t plain[] = {dtype}, params[] = {1, 1, 0, 0, 1, dtype};
    if (lt_parse_number(&c, in, 1, &out.t, 1, python ? params : plain) != 0) {
      std::string error = StringOfView(View(c.error_type)) + ": " + StringOfView(View(c.error_message));
      lt_clear_error(&c);
      return error;
    }
    return dtype == LT_FLOAT64 ? std::to_string(*static_cast<double*>(out.t.data)) : std::to_string(IntegerOf(&out.t));
  };
  CHECK(parse(" 12 ", LT_INT64, true) == "12");
  CHECK(parse("1_000", LT_INT64, true) == "1000");
  CHECK(parse("-9223372036854775808", LT_INT64, true) == "-9223372036854775808");
  CHECK(parse("1_000", LT_INT64, false) ==
        "InvalidArgumentError: StringToNumberOp could not correctly convert string: 1_000");
  CHECK(parse("3000000000", LT_INT32, false).rfind("InvalidArgumentError", 0) == 0);
  CHECK(parse("1.5", LT_INT64, true) == "ValueError: invalid literal for int() with base 10: '1.5'");
  CHECK(parse("-2.5e1", LT_FLOAT64, true) == "-25.000000");
  CHECK(parse("1e", LT_FLOAT64, true) == "ValueError: could not convert string to float: '1e'");
  CHECK(parse("Infinity", LT_FLOAT64, true) == "inf");
  CHECK(parse("0x10", LT_FLOAT64, true) == "ValueError: could not convert string to float: '0x10'");
}

TEST_CASE("text: short decimals read as the C library reads them", "[runtime]") {
  uint64_t state = 88172645463325252;
  for (int i = 0; i < 20000; ++i) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    std::string text = std::to_string(int64_t(state >> (state % 40 + 20)));
    text.insert(state % text.size(), ".");
    if (state % 3 == 0) text += "e" + std::to_string(int(state >> 8 & 63) - 32);
    double value = 0;
    REQUIRE(ParseFloat(View(text.c_str()), true, &value) == ParseOutcome::kFine);
    REQUIRE(value == std::strtod(text.c_str(), nullptr));
  }
}

TEST_CASE("text: string functions", "[runtime]") {
  Tensor text(" h\u00e9llo W "), empty(""), pos(int64_t{-3}), length(int64_t{2}), far(int64_t{99});
  CHECK(Run(lt_string_op, {&text}, "upper") == " H\u00e9LLO W ");
  CHECK(Run(lt_string_op, {&text}, "strip") == "h\u00e9llo W");
  CHECK(Run(lt_string_op, {&text}, "length") == "10");
  CHECK(Run(lt_string_op, {&text}, "length_utf8") == "9");
  CHECK(Run(lt_string_op, {&text, &pos, &length}, "substr") == " W");
  CHECK(Run(lt_string_op, {&text, &far, &length}, "substr") ==
        "InvalidArgumentError: pos 99 out of range for string of length 10");
  Tensor l("l"), ll("LL");
  CHECK(Run(lt_string_op, {&text, &l, &ll}, "replace") == " h\u00e9LLLLo W ");
  Tensor words("a,b,,c"), comma(",");
  CHECK(Run(lt_string_op, {&words, &comma}, "split") == "a|b||c");
  CHECK(Run(lt_string_op, {&words, &comma}, "split", 2) == "a|b|,c");
  CHECK(Run(lt_string_op, {&text, &empty}, "split") == "h\u00e9llo|W");
  Tensor third(1.0f / 3), seven(int64_t{-7});
  CHECK(Run(lt_string_op, {&third}, "as_string") == "0.333333");
  CHECK(Run(lt_string_op, {&third}, "as_string", 3 | 8 << 24) == "   0.33");
  CHECK(Run(lt_string_op, {&seven}, "as_string", int64_t{5} << 24 | int64_t{'0'} << 40) == "-007");
  Tensor vector(std::vector<std::string>{"a", "b"});
  CHECK(Run(lt_string_op, {&vector, &comma}, "join_last") == "a,b");
  Tensor abc("abc"), one(int64_t{1}), two(int64_t{2}), long_text("hello world, this"), k0(int64_t{-5}), k1(int64_t{77});
  CHECK(Run(lt_string_op, {&abc, &one, &two}, "to_hash_bucket_strong", 1000) == "917");
  CHECK(Run(lt_string_op, {&long_text, &k0, &k1}, "to_hash_bucket_strong", int64_t{1} << 40) == "368639596679");
  Tensor hashed(std::vector<std::string>{"", "a", "hello", "hello world", std::string(20, 'a'), std::string(40, 'b'),
                                         std::string(100, 'c'), std::string(300, 'd')});
  CHECK(Run(lt_string_op, {&hashed}, "to_hash_bucket_fast", 1000000) ==
        "397263|363939|800296|946011|997870|408803|700222|994324");
  CHECK(Run(lt_string_op, {&vector}, "no_such") == "NotImplementedError: string function no_such");
}

TEST_CASE("text: regular expressions", "[runtime]") {
  auto replace = [](const char* text, const char* pattern, const char* rewrite) {
    Tensor t{std::string(text)}, p{std::string(pattern)}, r{std::string(rewrite)};
    return Run(lt_string_op, {&t, &p, &r}, "regex_replace");
  };
  auto matches = [](const char* text, const char* pattern) {
    Tensor t{std::string(text)}, p{std::string(pattern)};
    return Run(lt_string_op, {&t, &p}, "regex_full_match");
  };
  CHECK(replace("ab12cd345", "\\d+", "#") == "ab#cd#");
  CHECK(replace("john smith", "(\\w+) (\\w+)", "\\2 \\1") == "smith john");
  CHECK(replace("aaa", "a*?", "-") == "-a-a-a-");
  CHECK(replace("abc", "x*", "-") == "-a-b-c-");
  CHECK(replace("aXbx", "(?i)x", "_") == "a_b_");
  CHECK(replace("a.b", "[^a-z]", "\\\\") == "a\\b");
  CHECK(replace("abab c", "^(ab)+", "<\\0>") == "<abab> c");
  CHECK(replace("foobar", "foo|foobar", "x") == "xbar");
  CHECK(matches("foobar", "foo|foobar") == "1");
  CHECK(matches("a\nb", "a.b") == "0");
  CHECK(matches("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "(a*)*c") == "0");
  CHECK(matches("2024-01-31", "\\d{4}-\\d{2}-\\d{2}") == "1");
  CHECK(matches("x", "(") == "InvalidArgumentError: Invalid pattern: (, error: missing ): ");
  CHECK(matches("x", "a**") == "InvalidArgumentError: Invalid pattern: a**, error: bad repetition operator: **");
}
