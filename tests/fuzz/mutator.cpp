#include "tests/fuzz/mutator.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lathe::fuzz {

namespace {

// Pieces that reach rare paths: brackets, quotes, keywords at wrong places, odd characters, large numbers.
constexpr const char* kPieces[] = {
    "(", ")", "[", "]", "{", "}", ":", ",", "=", "==", ":=", "->", "**", "*", "@", "~", "\\\n", "\n", "\t", "    ", "\r", "\f",
    "'", "\"", "'''", "\"\"\"", "f\"{", "}\"", "rb'", "#", "if ", "else:", "elif ", "while True:\n", "for x in y:\n", "def f(",
    "class ", "lambda ", "return ", "break\n", "continue\n", "yield ", "await ", "async ", "with ", "try:\n", "except:\n",
    "finally:\n", "raise ", "del ", "global x\n", "nonlocal x\n", "import ", "from . import ", "match x:\n", "case _:\n", "not ",
    " in ", " is ", " and ", " or ", "None", "True", "self.", "self", "tf.function", "@tf.function\n", "tf.constant(", "x", "0",
    "1e999", "99999999999999999999999", "0x", "1_", "1j", "-1", "...", "*args", "**kwargs", "\xc3\xa9", "\xe2\x80\xae", "\xff",
    "\x00", "\xef\xbb\xbf", "!r}", "{x!", "%", "//", "<<", ">>=", "!=", "<>", "[::-1]", "[0]", "()", ".shape", ".numpy()",
};

size_t LineStart(const std::string& text, size_t at) {
  size_t newline = text.rfind('\n', at == 0 ? 0 : at - 1);
  return at == 0 || newline == std::string::npos ? 0 : newline + 1;
}
size_t LineEnd(const std::string& text, size_t at) {
  size_t newline = text.find('\n', at);
  return newline == std::string::npos ? text.size() : newline + 1;
}

void MutateLines(std::string& text, Random& random) {
  size_t at = random.Below(text.size());
  size_t begin = LineStart(text, at), end = LineEnd(text, at);
  std::string line = text.substr(begin, end - begin);
  switch (random.Below(4)) {
    case 0: text.erase(begin, end - begin); break;
    case 1: text.insert(begin, line); break;
    case 2: text.insert(LineStart(text, random.Below(text.size())), line); break;
    default: text.insert(begin, std::string(random.Below(12), ' ')); break;
  }
}

// Replaces one word by another word of the program.
void SwapWords(std::string& text, Random& random) {
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  auto word_at = [&](size_t at, size_t& begin, size_t& end) {
    for (begin = at; begin < text.size() && !is_word(text[begin]);) ++begin;
    for (end = begin; end < text.size() && is_word(text[end]);) ++end;
  };
  size_t b1, e1, b2, e2;
  word_at(random.Below(text.size()), b1, e1);
  word_at(random.Below(text.size()), b2, e2);
  std::string other = text.substr(b2, e2 - b2);
  text.replace(b1, e1 - b1, other);
}

void MutateOnce(std::string& text, const std::vector<std::string>& corpus, Random& random) {
  if (text.empty()) text = "x";
  size_t at = random.Below(text.size());
  size_t length = std::min(text.size() - at, 1 + random.Below(random.Below(4) == 0 ? 200 : 8));
  switch (random.Below(8)) {
    case 0: text[at] = char(random.Below(256)); break;
    case 1: text.erase(at, length); break;
    case 2: text.insert(random.Below(text.size()), text.substr(at, length)); break;
    case 3: text.insert(at, kPieces[random.Below(std::size(kPieces))]); break;
    case 4: text.replace(at, length, kPieces[random.Below(std::size(kPieces))]); break;
    case 5: MutateLines(text, random); break;
    case 6: SwapWords(text, random); break;
    default: {
      const std::string& other = corpus[random.Below(corpus.size())];
      if (other.empty()) break;
      size_t from = LineStart(other, random.Below(other.size()));
      text = text.substr(0, LineStart(text, at)) + other.substr(from);
      break;
    }
  }
}

std::string Repeat(std::string_view piece, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += piece;
  return out;
}

std::string RandomBytes(Random& random, size_t size) {
  std::string bytes(size, ' ');
  for (char& c : bytes) c = char(random.Below(256));
  return bytes;
}

// Deep or long constructs of one kind: the limits of every phase.
std::string Extreme(Random& random) {
  size_t n = size_t(1) << random.Below(15);
  switch (random.Below(18)) {
    case 0: return "x = " + Repeat("(", n) + "1" + Repeat(")", n) + "\n";
    case 1: return "x = " + Repeat("[", n) + Repeat("]", random.Below(n + 1)) + "\n";
    case 2: return "x = " + Repeat("-", n) + "1\n";
    case 3: return "x = " + Repeat("not ", n) + "1\n";
    case 4: return "x = 1" + Repeat(" + 1", n) + "\n";
    case 5: return "x = 2" + Repeat(" ** 2", n) + "\n";
    case 6: return "x = " + Repeat("9", n) + "\nprint(x * x)\n";
    case 7: return "x = 0x" + Repeat("f", n) + "\nprint(x)\n";
    case 8: return "x = 1e" + Repeat("9", n) + "\nprint(x)\n";
    case 9: return "x = '" + Repeat("\\N{x}", n) + "'\n";
    case 10: return "x = f'" + Repeat("{", n) + "1" + Repeat("}", n) + "'\n";
    case 11: return "x" + Repeat(" = x", n) + " = 1\n";
    case 12: return "x = [1]\nx" + Repeat("[0]", n) + "\nx" + Repeat(".a", n) + "\nx" + Repeat("()", n) + "\n";
    case 13: {
      std::string text;
      for (size_t i = 0; i < std::min<size_t>(n, 300); ++i) text += std::string(i, ' ') + "if 1:\n";
      return text + std::string(std::min<size_t>(n, 300), ' ') + "pass\n";
    }
    case 14: return "if 1:\n  pass\n" + Repeat("elif 1:\n  pass\n", n);
    case 15: return "x = " + Repeat("lambda: ", n) + "1\n";
    case 16: return "x = " + Repeat("1 if x else ", n) + "2\n";
    default: return "import tensorflow as tf\nx = tf.zeros([" + std::to_string(n) + Repeat(", " + std::to_string(n), random.Below(9)) + "])\nprint(x)\n";
  }
}

// Input that is no program at all, or one only by its looks.
std::string BadText(const std::vector<std::string>& corpus, Random& random) {
  std::string text = corpus[random.Below(corpus.size())];
  switch (random.Below(6)) {
    case 0: return RandomBytes(random, random.Below(2000));
    case 1: return text.substr(0, random.Below(text.size() + 1));
    case 2: {  // any bytes somewhere, also inside of literals and comments
      for (size_t i = 1 + random.Below(8); i > 0; --i) text.insert(random.Below(text.size() + 1), RandomBytes(random, 1 + random.Below(4)));
      return text;
    }
    case 3: {
      for (size_t i = 1 + random.Below(3); i > 0; --i) text.insert(random.Below(text.size() + 1), 1, '\0');
      return text;
    }
    default: return random.Below(2) ? Extreme(random) : text + Extreme(random);
  }
}

}  // namespace

uint64_t Random::Next() {
  uint64_t z = state_ += 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

std::string Mutate(const std::vector<std::string>& corpus, uint64_t seed) {
  Random random(seed);
  if (random.Below(12) == 0) return BadText(corpus, random);
  std::string text = corpus[random.Below(corpus.size())];
  size_t count = 1 + random.Below(4);
  for (size_t i = 0; i < count; ++i) MutateOnce(text, corpus, random);
  return text;
}

}  // namespace lathe::fuzz
