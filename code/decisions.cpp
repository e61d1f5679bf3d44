// Index of the record. Calls are grouped greedily: a call joins the first group that it agrees with at every node both reached.
#include "code/decisions.h"

#include <algorithm>

namespace lathe::code {

using Record = staging::StagingRecord;

Decisions::Decisions(const ast::Ast& lowered, const Record& record) : lowered_(lowered), record_(record) {
  for (const Record::Decision& d : record.decisions) {
    entries_[{d.node, d.part}].push_back({d.call, d.form, &d});
    if (d.form == Record::Form::kGraph) staged_.insert(d.node);
  }
  for (uint32_t i = 1; i <= record.calls.size(); ++i) {
    const Record::Call& c = record.calls[i - 1];
    if (c.lambda) by_lambda_[c.lambda.index].insert(i);
    else if (c.def) by_def_[c.def.index].insert(i);
  }
}

const Calls& Decisions::Lookup(const std::map<uint32_t, Calls>& map, uint32_t i) {
  static const Calls kNone;
  auto it = map.find(i);
  return it == map.end() ? kNone : it->second;
}

FormInfo Decisions::Find(const void* node, uint32_t part, const Calls& calls) const {
  FormInfo info;
  auto it = entries_.find({node, part});
  if (it == entries_.end()) return info;
  bool python = false, graph = false;
  for (const Entry& e : it->second) {
    if (!calls.contains(e.call)) continue;
    bool here = e.form == Record::Form::kGraph;
    (here ? graph : python) = true;
    if (!e.decision->detail.empty() && (here || info.detail.empty())) info.detail = e.decision->detail;
    if (!here) continue;
    if (!info.defined) {
      info.defined = e.decision->defined;
    } else {
      std::vector<Name> both;
      for (Name n : *info.defined)
        if (std::find(e.decision->defined.begin(), e.decision->defined.end(), n) != e.decision->defined.end()) both.push_back(n);
      info.defined = std::move(both);
    }
  }
  if (python || graph) info.form = python && graph ? Form::kMixed : graph ? Form::kGraph : Form::kPython;
  return info;
}

const Record::Placeholder* Decisions::PlaceholderOf(Span header, const std::string& place, const Calls& calls) const {
  for (const Record::Placeholder& p : record_.placeholders)
    if (p.header == header && p.place == place && calls.contains(p.call)) return &p;
  return nullptr;
}

std::vector<Calls> Decisions::GroupsOf(const Calls& calls) const {
  // What each call decided, by node in the order of the record.
  std::map<uint32_t, std::map<std::pair<uint32_t, uint32_t>, int>> made;   // call -> (node's number, part) -> forms
  std::map<const void*, uint32_t> numbers;
  for (const Record::Decision& d : record_.decisions) {
    if (!calls.contains(d.call)) continue;
    uint32_t number = numbers.emplace(d.node, uint32_t(numbers.size())).first->second;
    made[d.call][{number, d.part}] |= d.form == Record::Form::kGraph ? 2 : 1;
  }
  std::map<uint32_t, std::set<std::pair<uint32_t, std::string>>> missing;
  for (const Record::Placeholder& p : record_.placeholders)
    if (calls.contains(p.call)) missing[p.call].insert({p.header.begin, p.place});
  struct Group {
    Calls calls;
    std::map<std::pair<uint32_t, uint32_t>, int> forms;
    std::set<std::pair<uint32_t, std::string>> missing;
  };
  std::vector<Group> groups;
  for (uint32_t call : calls) {
    auto& mine = made[call];
    auto fits = [&](const Group& g) {
      bool loops_in_common = false;
      for (auto& [node, forms] : mine) {
        auto it = g.forms.find(node);
        if (it == g.forms.end()) continue;
        if (it->second != forms) return false;
        loops_in_common |= (forms & 2) != 0;
      }
      return !loops_in_common || g.missing == missing[call];
    };
    auto group = std::find_if(groups.begin(), groups.end(), fits);
    if (group == groups.end()) group = groups.insert(groups.end(), Group{});
    group->calls.insert(call);
    group->forms.insert(mine.begin(), mine.end());
    group->missing.insert(missing[call].begin(), missing[call].end());
  }
  std::vector<Calls> out;
  for (Group& g : groups) out.push_back(std::move(g.calls));
  return out;
}

}  // namespace lathe::code
