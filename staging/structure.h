// Values as trees: the leaves that become operands and results of branches, loops and calls, and the structure around them.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "staging/interp.h"

namespace lathe::staging {

// A leaf is something with an IR value: a tensor, a run-time scalar, a TensorArray's list, or a known number or string.
enum class LeafKind : uint8_t { kTensor, kNumpy, kNumpyScalar, kScalarBool, kScalarInt, kScalarFloat, kScalarStr, kList };

struct Leaf {
  LeafKind kind = LeafKind::kTensor;
  ir::ValueId value;
};

// Whether `v` itself (not a container) is a leaf.
bool IsLeaf(const Interp& in, const Value& v);
// The leaf of `v` as IR value at the insertion point. In staged code known numbers become tensors as TensorFlow makes them
// (int32, float32, …), in eager code run-time scalars.
Leaf MakeLeaf(Interp& in, const Value& v, Span where);
// The value that a leaf stands for.
Value FromLeaf(LeafKind kind, ir::ValueId value);

// Containers with elements: tuple, list, dict, instance of IndexedSlices, …; visits them in order.
bool IsContainer(const Interp& in, const Value& v);
std::vector<Value> ChildrenOf(const Interp& in, const Value& v);
// A container like `like` with other children (new objects for lists and dicts).
Value Rebuild(Interp& in, const Value& like, std::vector<Value> children);
// Same container type, length, keys.
bool SameContainer(const Interp& in, const Value& a, const Value& b);
// The children of `v`, a dict's in the order of the keys of `like`; nothing if it is another structure.
std::optional<std::vector<Value>> ChildrenLike(const Interp& in, const Value& like, const Value& v);
// Whether a tensor (not a known Python value) is somewhere in it.
bool HoldsTensor(const Interp& in, const Value& v);
// Calls `visit` on each leaf or opaque value in order; containers are walked.
void Walk(const Interp& in, const Value& v, const std::function<void(const Value&)>& visit);
// Replaces each non-container by `map`'s answer.
Value Map(Interp& in, const Value& v, const std::function<Value(const Value&)>& map);
// "int32", "a tuple of 2", "None", …: what a person would call it in a message.
std::string Describe(const Interp& in, const Value& v);

// ---- slots of heap objects (what a WriteRecord names) ----
std::optional<Value> GetSlot(const Object& object, const SlotKey& slot);
void SetSlot(Interp& in, Ref object, const SlotKey& slot, const Value& value);

}  // namespace lathe::staging
