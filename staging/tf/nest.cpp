// tf.nest: flatten, pack and map over nested lists, tuples and dicts.
#include <algorithm>
#include <map>

#include "staging/builtin_tables.h"
#include "staging/literals.h"
#include "staging/tf/api.h"
#include "staging/tf/structure.h"

namespace lathe::staging {

namespace {

// Positions of a dict's entries in sorted order of their keys.
std::vector<size_t> SortedEntries(const DictObject& d) {
  std::vector<size_t> order(d.entries.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const Value &x = d.entries[a].first, &y = d.entries[b].first;
    if (x.is<Str>() && y.is<Str>()) return x.str() < y.str();
    if (x.is<Integer>() && y.is<Integer>()) return x.get<Integer>() < y.get<Integer>();
    return false;
  });
  return order;
}

void FlattenInto(Interp& in, const Value& v, std::vector<Value>& leaves) {
  if (auto* t = v.as<Tuple>()) {
    for (const Value& item : *t->items) FlattenInto(in, item, leaves);
  } else if (auto* l = in.heap.as<ListObject>(v)) {
    for (const Value& item : std::vector<Value>(l->items)) FlattenInto(in, item, leaves);
  } else if (auto* d = in.heap.as<DictObject>(v)) {
    for (size_t i : SortedEntries(*d)) FlattenInto(in, Value(d->entries[i].second), leaves);
  } else {
    leaves.push_back(v);
  }
}

Value PackFrom(Interp& in, const Value& v, const std::vector<Value>& leaves, size_t& next) {
  if (auto* t = v.as<Tuple>()) {
    std::vector<Value> items;
    for (const Value& item : *t->items) items.push_back(PackFrom(in, item, leaves, next));
    return Tuple{std::make_shared<const std::vector<Value>>(std::move(items)), t->type};
  }
  if (auto* l = in.heap.as<ListObject>(v)) {
    std::vector<Value> items;
    for (const Value& item : std::vector<Value>(l->items)) items.push_back(PackFrom(in, item, leaves, next));
    return MakeList(in, std::move(items));
  }
  if (auto* d = in.heap.as<DictObject>(v)) {
    DictObject copy = *d;
    for (size_t i : SortedEntries(copy)) copy.entries[i].second = PackFrom(in, Value(copy.entries[i].second), leaves, next);
    return in.heap.New(std::move(copy));
  }
  if (next >= leaves.size()) in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "the flat sequence is too short for the structure");
  return leaves[next++];
}

// Why two structures differ; empty if they do not.
std::string Difference(Interp& in, const Value& a, const Value& b, bool types) {
  bool na = IsNested(in, a), nb = IsNested(in, b);
  if (!na && !nb) return {};
  if (na != nb) return "one is a structure, the other a single value";
  auto *da = in.heap.as<DictObject>(a), *db = in.heap.as<DictObject>(b);
  if ((da != nullptr) != (db != nullptr)) return "one is a dict, the other a sequence";
  if (da) {
    if (da->entries.size() != db->entries.size()) return "the dicts have different keys";
    for (auto& [key, value] : std::vector(da->entries)) {
      auto text = KeyOf(key, in.heap);
      auto it = text ? db->index.find(*text) : db->index.end();
      if (it == db->index.end()) return "the dicts have different keys";
      std::string why = Difference(in, value, Value(db->entries[it->second].second), types);
      if (!why.empty()) return why;
    }
    return {};
  }
  if (types && a.is<Tuple>() != b.is<Tuple>()) return "one is a tuple, the other a list";
  std::vector<Value> x = SequenceOf(in, a), y = SequenceOf(in, b);
  if (x.size() != y.size()) return "they have " + std::to_string(x.size()) + " and " + std::to_string(y.size()) + " elements";
  for (size_t i = 0; i < x.size(); ++i)
    if (std::string why = Difference(in, x[i], y[i], types); !why.empty()) return why;
  return {};
}

Value MapStructure(Bound& b) {
  Interp& in = b.in;
  std::vector<Value> structures = b[1].items();
  if (structures.empty()) in.Raise(DiagnosticKind::kArgumentMismatch, "ValueError", "map_structure needs at least one structure", b.span);
  bool types = b.in.KnownBool(b[2], "check_types", b.spans[2]);
  std::vector<std::vector<Value>> leaves;
  for (const Value& s : structures) {
    std::string why = Difference(in, structures[0], s, types);
    if (!why.empty()) in.Raise(DiagnosticKind::kInvalidValue, why.starts_with("one is a tuple") ? "TypeError" : "ValueError", "the structures differ: " + why, b.span);
    leaves.push_back(FlattenStructure(in, s));
  }
  std::vector<Value> results;
  for (size_t i = 0; i < leaves[0].size(); ++i) {
    std::vector<Value> args;
    for (auto& l : leaves) args.push_back(l[i]);
    results.push_back(in.Call(b[0], std::move(args), b.span));
  }
  return PackStructure(in, structures[0], results);
}

Value FlattenFn(Bound& b) { return MakeList(b.in, FlattenStructure(b.in, b[0])); }

Value PackFn(Bound& b) {
  std::vector<Value> leaves = ItemsOf(b.in, b[1], b.spans[1]);
  if (leaves.size() != FlattenStructure(b.in, b[0]).size())
    b.in.Raise(DiagnosticKind::kInvalidValue, "ValueError", "the structure has " + std::to_string(FlattenStructure(b.in, b[0]).size()) + " leaves, the sequence " + std::to_string(leaves.size()), b.span);
  return PackStructure(b.in, b[0], leaves);
}

Value AssertSame(Bound& b) {
  std::string why = Difference(b.in, b[0], b[1], b.in.KnownBool(b[2], "check_types", b.spans[2]));
  if (!why.empty()) b.in.Raise(DiagnosticKind::kInvalidValue, why.starts_with("one is a tuple") ? "TypeError" : "ValueError", "the structures differ: " + why, b.span);
  return None{};
}

constexpr BuiltinRow kRows[] = {
    {"tf.nest.map_structure", "func, *structure, check_types=True, expand_composites=False", MapStructure},
    {"tf.nest.flatten", "structure, expand_composites=False", FlattenFn},
    {"tf.nest.pack_sequence_as", "structure, flat_sequence, expand_composites=False", PackFn},
    {"tf.nest.assert_same_structure", "nest1, nest2, check_types=True, expand_composites=False", AssertSame},
    {"tf.nest.is_nested", "seq", [](Bound& b) { return Value(IsNested(b.in, b[0])); }},
};

}  // namespace

bool IsNested(Interp& in, const Value& v) {
  return v.is<Tuple>() || in.heap.as<ListObject>(v) || in.heap.as<DictObject>(v);
}

std::vector<Value> FlattenStructure(Interp& in, const Value& structure) {
  std::vector<Value> leaves;
  FlattenInto(in, structure, leaves);
  return leaves;
}

Value PackStructure(Interp& in, const Value& structure, const std::vector<Value>& leaves) {
  size_t next = 0;
  return PackFrom(in, structure, leaves, next);
}

std::span<const BuiltinRow> TfNestRows() { return kRows; }

}  // namespace lathe::staging
