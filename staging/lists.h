// Python lists whose length only run time knows (--extensions): a list that grows under a condition or in a loop of a graph
// becomes an IR list of tensors of one dtype. The object stays the same, so that other names of the list see it, too.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "staging/interp.h"

namespace lathe::staging {

struct LoopSpec;

struct RunTimeListObject : ExternalObject {
  ir::ValueId list;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<RunTimeListObject>(*this); }
  std::string_view type_name() const override { return "RunTimeList"; }
};

inline const RunTimeListObject* AsRunTimeList(const Interp& in, const Value& v) { return v.is<Ref>() ? in.heap.External<RunTimeListObject>(v) : nullptr; }
// The IR list of a TensorArray or a run-time list; invalid for anything else.
ir::ValueId IrListOf(const Interp& in, const Value& v);
// An object of the same kind as `like` (one with an IR list) with another list.
Value WithIrList(Interp& in, const Value& like, ir::ValueId list);

// A list of Python, of known length or not.
bool IsPythonList(const Interp& in, const Value& v);
// Whether two values are lists of different lengths, or of one that only run time knows.
bool LengthsDiffer(const Interp& in, const Value& a, const Value& b);
// Whether the list may get a length that only run time knows: under --extensions, a list that the trace at hand has made.
bool MayGrow(const Interp& in, Ref list);
// The type of an IR list that can hold the elements of all `lists` (and of `known`, where given); nothing where they have no
// common dtype, are no tensors or numbers, or where there are none.
std::optional<ir::Type> CommonListType(Interp& in, const std::vector<Value>& lists, std::optional<ir::Type> known = {});
// The elements of a list as IR list of that type, at the insertion point.
ir::ValueId ToIrList(Interp& in, const Value& list, const ir::Type& type, Span where);
Value NewRunTimeList(Interp& in, ir::ValueId list);

// list.append and list.extend, for lists of either kind.
void AppendToList(Interp& in, Ref list, const Value& item, Span where);
void ExtendList(Interp& in, Ref list, const Value& more, Span where);
// a + b where one of them is a run-time list.
Value ConcatLists(Interp& in, const Value& a, const Value& b, Span where);
Value RunTimeListItem(Interp& in, const Value& list, const Value& index, Span where);
void SetRunTimeListItem(Interp& in, Ref list, const Value& index, const Value& value, Span where);
// The number of elements as int32 scalar.
ir::ValueId RunTimeListSize(Interp& in, const Value& list, Span where);
// The elements along a new first dimension.
ir::ValueId StackRunTimeList(Interp& in, const Value& list, Span where);

// A loop over a run-time list, or over a tensor or range of staged code whose length only run time knows: fills in start, limit,
// step and assign_element (which hands the element to `assign`). False for anything else.
bool LoopOverRunTimeElements(Interp& in, const Value& iterable, const std::function<void(const Value&)>& assign, LoopSpec& spec, Span where);

}  // namespace lathe::staging
