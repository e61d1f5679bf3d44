// Merging of what two sides of a run-time construct did to the program's state.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "staging/control.h"

namespace lathe::staging {

// One side of a construct of which only run time knows which side runs: the branches of an If, body and handler of a Try.
struct Side {
  ir::RegionId region;
  Heap::Frame frame;
  std::map<Place, PlaceInfo> places;
  Value result;
  bool diverged = false;      // ends by raising
  size_t stores = 0;          // how many assignments had been noted before the construct
};

// Merges values of two sides into results of the operation that has them as regions.
class Merger {
 public:
  Merger(Interp& in, Side& then, Side& orelse, Span where) : in_(in), then_(then), else_(orelse), where_(where) {}

  Value Merge(const Value& a, const Value& b);
  // Set by the caller before Merge: what is merged, for messages.
  std::string subject;
  Span then_span, else_span;       // where each side assigned it
  Span before_span;                // and the code before the branch
  bool is_return = false;

  // Fills in the yields of both regions and emits the operation (If with its condition, or Try).
  void Finish(ir::OpKind kind, std::vector<ir::ValueId> operands);

 private:
  struct Result { ir::ValueId then_value, else_value, placeholder; };
  static Value WithReason(Diagnostic d) {
    Undefined u;
    u.reason = std::make_shared<const Diagnostic>(std::move(d));
    return u;
  }
  Value Bad(DiagnosticKind kind, std::string message, Span at, Span other, std::vector<std::string> help = {});
  Value MergeLeaves(const Value& a, const Value& b);
  Value MergeLists(const Value& a, const Value& b);
  Value MergeUndefined(const Value& a, const Value& b);
  // Values of different kinds: what Python has no name for but allows.
  Value MergeAlternatives(const Value& a, const Value& b);
  // The value of one side, where it does not matter what the other has.
  Value OneSided(bool then_has, const Value& v);
  ir::ValueId Join(ir::ValueId a, ir::ValueId b, ir::Type type);
  template <class F> auto In(Side& side, F f) {
    ir::RegionId outer = in_.builder.region();
    in_.builder.SetRegion(side.region);
    auto restore = [&] { in_.builder.SetRegion(outer); };
    try {
      auto value = f();
      restore();
      return value;
    } catch (...) {
      restore();
      throw;
    }
  }
  ir::ValueId PlaceholderOf(Side& side, const ir::Type& type);

  Interp& in_;
  Side &then_, &else_;
  Span where_;
  std::vector<Result> results_;
};

// The value that a place has at the end of a side.
Value SlotOrUndefined(const Interp& in, const Heap::Frame& frame, const Place& place);

}  // namespace lathe::staging
