// The parser: what is accepted and printed back, which errors are reported where, limits.
#include <catch2/catch.hpp>

#include "frontend/ast_printer.h"
#include "tests/unit/frontend_helpers.h"

using lathe::PrintPython;
using lathe::test::Parsed;
using Errors = std::vector<std::string>;

namespace {
std::string Print(const std::string& text) {
  Parsed p(text);
  CHECK(p.errors() == Errors{});
  return PrintPython(p.ast);
}
Errors ErrorsOf(const std::string& text) { return Parsed(text).errors(); }
}  // namespace

TEST_CASE("precedence is kept by the printer", "[frontend]") {
  CHECK(Print("x = a or b and not c\n") == "x = a or b and not c\n");
  CHECK(Print("x = (a or b) and c\n") == "x = (a or b) and c\n");
  CHECK(Print("x = -a ** -b\n") == "x = -a ** -b\n");
  CHECK(Print("x = (-a) ** b\n") == "x = (-a) ** b\n");
  CHECK(Print("x = a - (b - c) - d\n") == "x = a - (b - c) - d\n");
  CHECK(Print("x = a if b else c if d else e\n") == "x = a if b else c if d else e\n");
  CHECK(Print("x = a < b <= c is not d not in e\n") == "x = a < b <= c is not d not in e\n");
  CHECK(Print("x = 1 .real\n") == "x = (1).real\n");
  CHECK(Print("f = lambda a, /, b=1, *c, d, **e: a @ b\n") == "f = lambda a, /, b=1, *c, d, **e: a @ b\n");
}

TEST_CASE("literals have Python's values", "[frontend]") {
  CHECK(Print("x = 0xff, 0b1_01, 0o17, 1_000, 00\n") == "x = (255, 5, 15, 1000, 0)\n");
  CHECK(Print("x = 0xffffffffffffffffffffffff\n") == "x = 79228162514264337593543950335\n");
  CHECK(Print("x = 1e3, .5, 1., 1e400, 2j\n") == "x = (1000.0, 0.5, 1.0, 1e999, 2j)\n");
  CHECK(Print("x = 'a' \"b\" '\\x41'\n") == "x = 'abA'\n");
  CHECK(Print("x = r'\\d'\n") == "x = '\\\\d'\n");
  CHECK(Print("x = b'\\x00a'\n") == "x = b'\\x00a'\n");
  CHECK(Print("x = '\\N{GREEK SMALL LETTER ALPHA}'\n") == "x = 'α'\n");
}

TEST_CASE("f-strings are parsed into their parts", "[frontend]") {
  CHECK(Print("x = f'a{b!r:>{w}}c{{}}'\n") == "x = f'a{b!r:>{w}}c{{}}'\n");
  CHECK(Print("x = f'{a=}'\n") == "x = f'a={a!r}'\n");
  CHECK(Print("x = f\"{d['k']}\"\n") == "x = f\"{d['k']}\"\n");
  CHECK(Print("x = f'{ {1: 2}[1] }'\n") == "x = f'{ {1: 2}[1]}'\n");
  CHECK(Print("x = f'{x:=5}'\n") == "x = f'{x:=5}'\n");
  CHECK(ErrorsOf("x = f'{}'\n") == Errors{"syntax-error@1"});
  CHECK(ErrorsOf("x = f'{a'\n") == Errors{"syntax-error@1"});
  CHECK(ErrorsOf("x = f'}'\n") == Errors{"syntax-error@1"});
  CHECK(ErrorsOf("x = f'{a!x}'\n") == Errors{"syntax-error@1"});
  CHECK(ErrorsOf("x = f'{a b}'\n") == Errors{"syntax-error@1"});
}

TEST_CASE("identifiers are normalised", "[frontend]") {
  CHECK(Print("\xEF\xAC\x81 = 1\n") == "fi = 1\n");          // the ligature
  CHECK(Print("A\xCC\x8A = 1\n") == "\xC3\x85 = 1\n");       // A and a ring
  CHECK(ErrorsOf("a\xE2\x82\xAC = 1\n") == Errors{"syntax-error@1"});  // a currency sign
}

TEST_CASE("soft keywords are names elsewhere", "[frontend]") {
  CHECK(Print("match = case = 1\nmatch(case)\nmatch[0]: int\n") == "match = case = 1\nmatch(case)\nmatch[0]: int\n");
  const char* text = "match x:\n    case {'a': [1, *_], **rest} if rest:\n        pass\n    case A(_, c=None) | 2:\n        pass\n";
  CHECK(Print(text) == text);
}

TEST_CASE("with items in parentheses", "[frontend]") {
  CHECK(Print("with (a as b, c):\n    pass\n") == "with a as b, c:\n    pass\n");
  CHECK(Print("with (a, b) as c:\n    pass\n") == "with (a, b) as c:\n    pass\n");
}

TEST_CASE("layout", "[frontend]") {
  CHECK(Print("if x:\r\n\ty\r\n\r\n# comment\n\tz") == "if x:\n    y\n    z\n");
  CHECK(Print("x = (1 +\n 2) \\\n + 3\n") == "x = 1 + 2 + 3\n");
  CHECK(ErrorsOf("x = 1\n  y = 2\n") == Errors{"indentation-error@2"});
  CHECK(ErrorsOf("if x:\ny = 2\n") == Errors{"indentation-error@2"});
  CHECK(ErrorsOf("if x:\n    if y:\n        z\n      w\n") == Errors{"indentation-error@4"});
  CHECK(ErrorsOf("if x:\n        y\n\tz\n") == Errors{"indentation-error@3"});
}

TEST_CASE("several errors of one file are reported, none follows from another", "[frontend]") {
  CHECK(ErrorsOf("def f(x)\n    return x\n\nx = [1, 2 3]\nif y:\n    z = = 1\n    w = 2\nprint 'a'\n") ==
        Errors{"syntax-error@1", "syntax-error@4", "syntax-error@6", "syntax-error@8"});
  CHECK(ErrorsOf("if x > 0\n    y\nelse:\n    z\n") == Errors{"syntax-error@1"});
  CHECK(ErrorsOf("f(1\nreturn 2\nx = 'a\ny = 3\n") == Errors{"syntax-error@1", "syntax-error@3"});
  CHECK(ErrorsOf("f(x) = 1\ng() += 2\n5 = y\n") == Errors{"invalid-target@1", "invalid-target@2", "invalid-target@3"});
}

TEST_CASE("an unclosed bracket is named at the opener", "[frontend]") {
  CHECK(ErrorsOf("x = [\n  (1, 2),\n") == Errors{"syntax-error@1"});
  CHECK(Parsed("x = [\n  (1, 2),\n").message() == "'[' was never closed");
  CHECK(ErrorsOf("x = (1,\n     2 3)\n") == Errors{"syntax-error@2"});
}

TEST_CASE("well-known slips have messages of their own", "[frontend]") {
  CHECK(Parsed("if x = 1:\n    pass\n").message() == "'=' assigns and cannot stand in a condition");
  CHECK(Parsed("i++\n").message() == "Python has no '++'");
  CHECK(Parsed("a <> b\n").message() == "'<>' is not an operator");
  CHECK(Parsed("for k of x:\n    pass\n").message() == "expected 'in' after the target of 'for'");
  CHECK(Parsed("try:\n    x\ny\n").message() == "expected 'except' or 'finally' after the block of 'try'");
  CHECK(Parsed("x = 012\n").message() == "an integer other than zero cannot begin with 0");
}

TEST_CASE("checks of the symbol table and the compiler", "[frontend]") {
  CHECK(ErrorsOf("def f(x, x):\n    pass\n") == Errors{"duplicate-argument@1"});
  CHECK(ErrorsOf("return 1\n") == Errors{"misplaced-statement@1"});
  CHECK(ErrorsOf("for x in y:\n    def f():\n        break\n") == Errors{"misplaced-statement@3"});
  CHECK(ErrorsOf("nonlocal x\n") == Errors{"misplaced-statement@1"});
  CHECK(ErrorsOf("def f():\n    x = 1\n    global x\n") == Errors{"syntax-error@3"});
  CHECK(ErrorsOf("def f():\n    nonlocal x\n") == Errors{"syntax-error@2"});
  CHECK(ErrorsOf("def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n") == Errors{});
  CHECK(ErrorsOf("f(a=1, a=2)\n") == Errors{"argument-mismatch@1"});
  CHECK(ErrorsOf("async def f():\n    pass\n") == Errors{"unsupported-syntax@1"});
  CHECK(ErrorsOf("[x := 1 for x in y]\n") == Errors{"syntax-error@1"});
  CHECK(ErrorsOf("match x:\n    case a:\n        pass\n    case 1:\n        pass\n") == Errors{"syntax-error@2"});
  CHECK(ErrorsOf("while x:\n    try:\n        y\n    finally:\n        break\n") == Errors{"unsupported-syntax@5"});
}

TEST_CASE("limits are diagnosed", "[frontend]") {
  CHECK(ErrorsOf("x = " + std::string(201, '(') + "\n") == Errors{"nesting-limit@1"});
  CHECK(ErrorsOf("x = " + std::string(200, '(') + "1" + std::string(200, ')') + "\n") == Errors{});
  CHECK(ErrorsOf("x = " + std::string(100000, '-') + "1\n") == Errors{"nesting-limit@1"});
  std::string sum = "x = 1", chain = "x = a", ternary = "x = ";
  for (int i = 0; i < 3000; ++i) sum += " + 1", chain += ".b", ternary += "a if b else ";
  CHECK(ErrorsOf(sum + "\n") == Errors{"nesting-limit@1"});
  CHECK(ErrorsOf(chain + "\n") == Errors{"nesting-limit@1"});
  CHECK(ErrorsOf(ternary + "c\n") == Errors{"nesting-limit@1"});
  CHECK(ErrorsOf("x = " + std::string(4301, '7') + "\n") == Errors{"number-limit@1"});
  CHECK(ErrorsOf(std::string("x = 1\0\n", 7)) == Errors{"invalid-encoding@1"});
  CHECK(ErrorsOf("x = 1\n# \xff\n") == Errors{"invalid-encoding@2"});
  CHECK(ErrorsOf("# coding: latin-1\n") == Errors{"invalid-encoding@1"});
}
