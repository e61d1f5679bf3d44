// Names that the printer makes up: readable, and none that the program uses.
#pragma once
#include <map>
#include <set>
#include <string>

#include "frontend/ast.h"

namespace lathe::code {

class NamePool {
 public:
  // Every identifier of the program is taken.
  explicit NamePool(const ast::Ast& ast);
  bool Taken(const std::string& name) const { return taken_.contains(name); }
  // `stem`, or `stem_2`, … if the program uses it. The same name each time: for what is used up where it is made.
  std::string Plain(const std::string& stem) const;
  // A name that no other call gives.
  std::string Fresh(const std::string& stem);
  // For a name that jump rewriting introduced: `$did_break$2` -> did_break_2.
  std::string OfSynthetic(std::string_view name) const;
  // Fresh names count from the start again (a new function of the program's outermost level).
  void Reset() { given_.clear(); }

 private:
  std::set<std::string> taken_, given_;
};

// `o.x` -> o_x, `d['k']` -> d_k: a stem for the value of a place.
std::string StemOf(std::string_view place);

}  // namespace lathe::code
