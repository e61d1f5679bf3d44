// The rewriting of jumps, by the printed result; liveness of the rewritten program.
#include <catch2/catch.hpp>

#include "autograph/convertible.h"
#include "autograph/liveness.h"
#include "autograph/lower.h"
#include "frontend/ast_printer.h"
#include "tests/unit/frontend_helpers.h"

using namespace lathe;
using lathe::test::Parsed;

namespace {

std::string Lowered(const std::string& text) {
  Parsed p(text);
  REQUIRE(p.errors().empty());
  LowerJumps(p.ast, p.sink);
  CHECK(p.errors().empty());
  return PrintPython(p.ast);
}

// The state of the first if, while or for in the program's function, "x y | live out".
std::string StateOf(const std::string& text) {
  Parsed p(text);
  REQUIRE(p.errors().empty());
  LowerJumps(p.ast, p.sink);
  LivenessTable table = AnalyzeLiveness(p.ast);
  for (uint32_t i = 0; i < p.ast.stmt_count(); ++i) {
    std::string out;
    if (!table.of(ast::StmtId{i})) continue;
    for (Name n : table.State(ast::StmtId{i}, p.names)) out += std::string(p.names.text(n)) + " ";
    return out;
  }
  return "none";
}

}  // namespace

TEST_CASE("a function whose only return is its last statement stays as it is", "[autograph]") {
  const char* text = "def f(x):\n    if x:\n        y = 1\n    return y\n";
  CHECK(Lowered(text) == text);
}

TEST_CASE("code behind a returning if moves into the other side", "[autograph]") {
  CHECK(Lowered("def f(x):\n    if x:\n        return 1\n    y = 2\n    return y\n") ==
        "def f(x):\n    ag__return_value = None\n    if x:\n        ag__return_value = 1\n    else:\n        y = 2\n"
        "        ag__return_value = y\n    return ag__return_value\n");
  CHECK(Lowered("def f(x):\n    if x:\n        y = 1\n    else:\n        return 2\n    return y\n") ==
        "def f(x):\n    ag__return_value = None\n    if x:\n        y = 1\n        ag__return_value = y\n    else:\n"
        "        ag__return_value = 2\n    return ag__return_value\n");
}

TEST_CASE("with surely returns, try does not", "[autograph]") {
  CHECK(Lowered("def f(x):\n    if x:\n        with w:\n            return 1\n    return 2\n").find("    else:\n        ag__return_value = 2\n") !=
        std::string::npos);
  CHECK(Lowered("def f(x):\n    if x:\n        try:\n            return 1\n        finally:\n            g()\n    return 2\n")
            .find("    if not ag__did_return:\n        ag__return_value = 2\n") != std::string::npos);
}

TEST_CASE("break becomes a flag that the loop tests", "[autograph]") {
  CHECK(Lowered("while a:\n    if b:\n        break\n    c()\nelse:\n    d()\n") ==
        "ag__did_break = False\nwhile not ag__did_break and a:\n    ag__did_continue = False\n    if b:\n        ag__did_break = True\n"
        "        ag__did_continue = True\n    if not ag__did_continue:\n        c()\nelse:\n    if not ag__did_break:\n        d()\n");
  CHECK(Lowered("for x in y:\n    if b:\n        break\n") ==
        "ag__did_break = False\nfor x in y:\n    if b:\n        ag__did_break = True\n    if not not ag__did_break:\n        break\n");
}

TEST_CASE("continue guards what follows, in every enclosing block", "[autograph]") {
  CHECK(Lowered("for x in y:\n    if a:\n        if b:\n            continue\n        c()\n    d()\n") ==
        "for x in y:\n    ag__did_continue = False\n    if a:\n        if b:\n            ag__did_continue = True\n"
        "        if not ag__did_continue:\n            c()\n    if not ag__did_continue:\n        d()\n");
}

TEST_CASE("the else of a try does not run after a jump", "[autograph]") {
  CHECK(Lowered("for x in y:\n    try:\n        continue\n    except E:\n        pass\n    else:\n        z()\n")
            .find("    else:\n        if not ag__did_continue:\n            z()\n") != std::string::npos);
}

TEST_CASE("a return in finally swallows exceptions and replaces the value", "[autograph]") {
  CHECK(Lowered("def f():\n    try:\n        return 1\n    finally:\n        return 2\n") ==
        "def f():\n    ag__return_value = None\n    ag__did_return = False\n    try:\n        try:\n            ag__return_value = 1\n"
        "            ag__did_return = True\n        except:\n            pass\n    finally:\n        ag__returned_before = ag__did_return\n"
        "        ag__did_return = False\n        ag__return_value = 2\n        ag__did_return = True\n"
        "        ag__did_return = ag__did_return or ag__returned_before\n    return ag__return_value\n");
}

TEST_CASE("synthetic nodes have the place of the jump", "[autograph]") {
  Parsed p("for x in y:\n    if b:\n        break\n");
  LowerJumps(p.ast, p.sink);
  const auto& reset = p.ast[p.ast.body[0]];
  CHECK(p.sources.Line(reset.span) == 3);
  const auto& loop = std::get<ast::ForStmt>(p.ast[p.ast.body[1]].data);
  REQUIRE(loop.extra_test.valid());
  CHECK(p.sources.Line(p.ast[loop.extra_test].span) == 3);
}

TEST_CASE("state of branches and loops", "[autograph]") {
  CHECK(StateOf("def f(c, x):\n    if c:\n        y = x\n        z = 1\n    return y\n") == "y ");
  CHECK(StateOf("def f(n):\n    i = 0\n    s = 0\n    while i < n:\n        t = i\n        s = s + t\n        i = i + 1\n    return s\n") == "s i ");
  CHECK(StateOf("def f(o, c):\n    if c:\n        o.x = 1\n        p = Q()\n        p.y = 2\n    return c\n") == "o.x ");
  CHECK(StateOf("def f(d, k, c):\n    if c:\n        d['a'] = 1\n        d[k] = 2\n        d[-1] = 3\n    return d\n") == "d['a'] d[k] ");
  CHECK(StateOf("def f(c):\n    if c:\n        y = 1\n    def g():\n        return y\n    return g\n") == "y ");
}

TEST_CASE("liveness through jumps, handlers, nested functions and composite names", "[autograph]") {
  // Overwritten before it is read: not an output.
  CHECK(StateOf("def f(c):\n    if c:\n        y = 1\n    y = 2\n    return y\n") == "");
  // A handler reads it.
  CHECK(StateOf("def f(c):\n    y = 0\n    try:\n        if c:\n            y = 1\n        g()\n    except E:\n        return y\n    return 0\n")
            .find("y ") != std::string::npos);
  // A lambda reads it where it stands; a default value, too; a parameter hides it.
  CHECK(StateOf("def f(c):\n    if c:\n        y = 1\n    return lambda: y\n") == "y ");
  CHECK(StateOf("def f(c):\n    if c:\n        y = 1\n    return lambda z=y: z\n") == "y ");
  CHECK(StateOf("def f(c):\n    if c:\n        y = 1\n    return lambda y: y\n") == "");
  CHECK(StateOf("def f(c):\n    if c:\n        y = 1\n    return [y for y in c]\n") == "");
  // Nested composite names need all their parts before the branch.
  CHECK(StateOf("def f(o, c):\n    if c:\n        o.d['k'].y = 1\n    return o\n") == "o.d['k'].y ");
  CHECK(StateOf("def f(c):\n    if c:\n        o = P()\n        o.y = 1\n    return 0\n") == "");
  // Augmented assignment reads; del writes; nonlocal names are always needed.
  CHECK(StateOf("def f(c, y):\n    if c:\n        y += 1\n    return 0\n") == "y ");
  CHECK(StateOf("def f(c, y):\n    if c:\n        del y\n    return y\n") == "y ");
  CHECK(StateOf("def f(c):\n    y = 0\n    def g():\n        nonlocal y\n        if c:\n            y = 1\n    g()\n    return y\n") == "y ");
}

TEST_CASE("private names get the name of their class", "[autograph]") {
  CHECK(Lowered("class _C:\n    __a = 1\n    def f(self, __p):\n        self.__k = __p\n        return [self.__dunder__, g(__p=1)]\nx.__a = 1\n") ==
        "class _C:\n    _C__a = 1\n    def f(self, _C__p):\n        self._C__k = _C__p\n        return [self.__dunder__, g(__p=1)]\nx.__a = 1\n");
  CHECK(Lowered("class __:\n    __a = 1\n") == "class __:\n    __a = 1\n");
}

TEST_CASE("what AutoGraph does not convert", "[autograph]") {
  auto why = [](const std::string& body) {
    Parsed p("def f(self, x):\n    " + body + "\n");
    REQUIRE(p.errors().empty());
    auto found = WhyUnconverted(p.ast, std::get<ast::FunctionDef>(p.ast[p.ast.body[0]].data).body, p.sources);
    return found ? found->what : std::string("nothing");
  };
  CHECK(why("return x + 1") == "nothing");
  CHECK(why("return (y := x) + y") == "an assignment expression (':=')");
  CHECK(why("return self.__k") == "the private name '__k'");
  CHECK(why("return self.__len__()") == "nothing");
  CHECK(why("yield x") == "'yield'");
  CHECK(why("for i in x:\n        pass\n    else:\n        pass") == "'else' of a loop");
  CHECK(why("while x:\n        pass\n    else:\n        pass") == "'else' of a loop");
  CHECK(why("match x:\n        case 1:\n            pass") == "'match'");
  CHECK(why("def g():\n        return self.__k\n    return g") == "the private name '__k'");
}
