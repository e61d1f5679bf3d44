// Which names a branch or loop writes and reads, and which are live before and after it: AutoGraph's notion of the state of
// a control flow statement. Inside one function only; what callees write is not seen.
#pragma once
#include <map>
#include <unordered_map>
#include <vector>

#include "frontend/ast.h"

namespace lathe {

// A name is simple (x) or composite (o.x, d['k'], l[0], d[k], and nested ones). Composite names are interned by their text.
struct FlowSymbols {
  std::vector<Name> written, read;       // anywhere inside, nested statements included; sorted by text
  std::vector<Name> live_in, live_out;   // needed on entry (test or iterable included) / behind the statement; sorted by text
  std::vector<Name> body_in, orelse_in;  // needed where the body, the `else` begins; sorted by text
};

class LivenessTable {
 public:
  // For If, While and For statements; null for others.
  const FlowSymbols* of(ast::StmtId id) const;
  // The names that a composite name is made of: d[k] needs d and k; none for simple names.
  const std::vector<Name>& support(Name name) const;
  bool IsComposite(Name name) const { return support_.contains(name.index); }
  // What AutoGraph makes an input or output of the statement: simple names written in it that are live on entry or exit;
  // composite names written in it whose support is live on entry. Names needed behind it come first; sorted by text.
  std::vector<Name> State(ast::StmtId id, const Interner& names) const;

 private:
  friend class LivenessAnalysis;
  std::unordered_map<uint32_t, FlowSymbols> statements_;
  std::map<uint32_t, std::vector<Name>> support_;
};

// Of a module after LowerJumps (jumps that are left are understood, too).
LivenessTable AnalyzeLiveness(const ast::Ast& ast);

}  // namespace lathe
