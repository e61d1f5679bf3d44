// Scopes: what each function, lambda, class and comprehension binds and captures.
#include <catch2/catch.hpp>

#include "frontend/scopes.h"
#include "tests/unit/frontend_helpers.h"

using lathe::ResolveNames;
using lathe::Scope;
using lathe::ScopeTable;
using lathe::test::Parsed;

namespace {
struct Resolved : Parsed {
  ScopeTable table;
  explicit Resolved(std::string text) : Parsed(std::move(text)), table(ResolveNames(ast, sources, sink)) {}
  const Scope& scope(size_t i) const { return table.all()[i]; }
  bool Has(const std::unordered_set<uint32_t>& set, const char* name) { return set.contains(names.Intern(name).index); }
};
}  // namespace

TEST_CASE("locals, cells and globals", "[frontend]") {
  Resolved r("g = 1\ndef f(a, *b):\n    global g, h\n    g = h = a\n    c = 2\n    def inner():\n        nonlocal c\n        c = a\n    return inner\n");
  REQUIRE(r.errors().empty());
  const Scope& f = r.scope(1);
  CHECK(f.kind == Scope::Kind::kFunction);
  for (const char* n : {"a", "b", "c", "inner"}) CHECK(r.Has(f.bound, n));
  CHECK_FALSE(r.Has(f.bound, "g"));
  CHECK(r.Has(f.globals, "g"));
  CHECK(r.Has(r.table.module().bound, "h"));
  CHECK(r.Has(f.captured, "a"));
  CHECK(r.Has(f.captured, "c"));
  CHECK_FALSE(r.Has(f.captured, "b"));
  CHECK(r.Has(r.scope(2).nonlocals, "c"));
  CHECK_FALSE(r.Has(r.scope(2).bound, "c"));
}

TEST_CASE("comprehensions have a scope, ':=' binds outside of it", "[frontend]") {
  Resolved r("def f(xs):\n    return [y for x in xs if (y := x)]\n");
  CHECK(r.Has(r.scope(1).bound, "y"));
  CHECK_FALSE(r.Has(r.scope(1).bound, "x"));
  CHECK(r.Has(r.scope(2).bound, "x"));
  CHECK(r.scope(2).kind == Scope::Kind::kComprehension);
}

TEST_CASE("names of a class are not seen by its methods", "[frontend]") {
  Resolved r("class A:\n    rate = 1\n    def f(self):\n        return rate\n    twice = rate * 2\n");
  CHECK_FALSE(r.Has(r.scope(1).captured, "rate"));
  auto help = UndefinedNameHelp(r.table, r.names, r.scope(2), r.names.Intern("rate"));
  REQUIRE(help.size() == 1);
  CHECK(help[0] == "'rate' is an attribute of the class: write 'self.rate'");
}

TEST_CASE("undefined names of the top level are reported, others are left to staging", "[frontend]") {
  CHECK(Resolved("length = 4\nprint(lenght)\n").errors() == std::vector<std::string>{"undefined-name@2"});
  CHECK(Resolved("print([k for k in range(3)], k)\n").errors() == std::vector<std::string>{"undefined-name@1"});
  CHECK(Resolved("def f():\n    return nothing\nif False:\n    nothing\ntry:\n    nothing\nexcept NameError:\n    pass\n").errors().empty());
}

TEST_CASE("a function with yield is a generator", "[frontend]") {
  Resolved r("def f():\n    yield 1\ndef g():\n    return f()\n");
  CHECK(r.scope(1).has_yield);
  CHECK_FALSE(r.scope(2).has_yield);
}
