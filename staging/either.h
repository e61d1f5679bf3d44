// A Python value of which only run time knows which of several kinds it has: `f(x)` that returns a number on one path and
// None on another. Operations on it are done for each alternative under a branch on the tag.
#pragma once
#include <functional>
#include <vector>

#include "staging/interp.h"
#include "staging/structure.h"

namespace lathe::staging {

struct EitherObject : ExternalObject {
  ir::ValueId tag;                   // int64 scalar: position in `alternatives`
  std::vector<Value> alternatives;   // at least two; no two of one kind, none an Either
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<EitherObject>(*this); }
  std::string_view type_name() const override { return "object"; }
};

// The object, if the value is one.
inline const EitherObject* AsEither(const Interp& in, const Value& v) { return v.is<Ref>() ? in.heap.External<EitherObject>(v) : nullptr; }
Value MakeEither(Interp& in, ir::ValueId tag, std::vector<Value> alternatives);
// Whether both can be one alternative: leaves of one kind and dtype, containers of one structure, the same constant.
bool Joinable(const Interp& in, const Value& a, const Value& b);
// `f` of the alternative that the value has.
Value OnEach(Interp& in, const Value& either, const std::function<Value(const Value&)>& f, Span where);
// The same where `f` acts and has no value.
void DoOnEach(Interp& in, const Value& either, const std::function<void(const Value&)>& f, Span where);

}  // namespace lathe::staging
