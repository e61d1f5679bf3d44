// Staging's record by node: what a piece of control flow is in a given set of calls.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/ast.h"
#include "staging/record.h"

namespace lathe::code {

// kNone: never reached in staged code (it is printed as it stands).
enum class Form : uint8_t { kNone, kPython, kGraph, kMixed };

struct FormInfo {
  Form form = Form::kNone;
  std::string detail;
  std::optional<std::vector<Name>> defined;   // names with a value whenever the construct of the graph is entered
};

using Calls = std::set<uint32_t>;             // calls of the record, from 1

class Decisions {
 public:
  Decisions(const ast::Ast& lowered, const staging::StagingRecord& record);

  FormInfo Of(ast::ExprId id, uint32_t part, const Calls& calls) const { return Find(KeyOf(id), part, calls); }
  FormInfo Of(ast::StmtId id, const Calls& calls) const { return Find(KeyOf(id), 0, calls); }
  // Whether any call put the node on a graph.
  bool Staged(ast::ExprId id) const { return staged_.contains(KeyOf(id)); }
  bool Staged(ast::StmtId id) const { return staged_.contains(KeyOf(id)); }
  // The placeholder of a place that has no value before the loop with this header; null if it needs none.
  const staging::StagingRecord::Placeholder* PlaceholderOf(Span header, const std::string& place, const Calls& calls) const;

  // All staged calls of a function or lambda.
  const Calls& CallsOf(ast::StmtId def) const { return Lookup(by_def_, def.index); }
  const Calls& CallsOf(ast::ExprId lambda) const { return Lookup(by_lambda_, lambda.index); }
  bool CalledEagerly(ast::StmtId def) const { return record_.eager_defs.contains(def.index); }
  const staging::StagingRecord::Call& call(uint32_t i) const { return record_.calls[i - 1]; }
  // Calls whose decisions agree (and whose loops lack the same values), in the order of their first.
  std::vector<Calls> GroupsOf(const Calls& calls) const;

 private:
  using Key = std::pair<const void*, uint32_t>;
  struct Entry { uint32_t call; staging::StagingRecord::Form form; const staging::StagingRecord::Decision* decision; };
  const void* KeyOf(ast::ExprId id) const { return std::visit([](const auto& n) -> const void* { return &n; }, lowered_[id].data); }
  const void* KeyOf(ast::StmtId id) const { return std::visit([](const auto& n) -> const void* { return &n; }, lowered_[id].data); }
  FormInfo Find(const void* node, uint32_t part, const Calls& calls) const;
  static const Calls& Lookup(const std::map<uint32_t, Calls>& map, uint32_t i);

  const ast::Ast& lowered_;
  const staging::StagingRecord& record_;
  std::map<Key, std::vector<Entry>> entries_;   // looked up only, never iterated over
  std::set<const void*> staged_;
  std::map<uint32_t, Calls> by_def_, by_lambda_;
};

}  // namespace lathe::code
