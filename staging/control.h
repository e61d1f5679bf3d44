// Branches and loops on run-time conditions: shared pieces of control.cpp and loops.cpp.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "staging/interp.h"
#include "staging/record.h"
#include "staging/structure.h"

namespace lathe::staging {

// A place whose value a branch or loop changes.
struct Place {
  Ref object;
  SlotKey slot;
  friend auto operator<=>(const Place&, const Place&) = default;
};

struct PlaceInfo {
  Span span;          // the last write
  uint32_t depth = 0; // call depth of the writer
  bool whole = false; // the object's structure may have changed (append, del, …)
};

// The writes of a frame to objects that existed before it, by place, in a deterministic order.
std::map<Place, PlaceInfo> PlacesOf(const Heap::Frame& frame);

// "y", "self.v", "x['b']": the written expression as the program spells it.
std::string NameOfPlace(const Interp& in, const Place& place, const PlaceInfo& info);
// Variables that jump rewriting introduced (flags, return values).
bool IsSyntheticPlace(const Interp& in, const Place& place);
// The name that autograph/ gives what a `return` in a branch or loop returns.
bool IsReturnValueName(std::string_view name);
bool IsReturnValue(const Interp& in, const Place& place);

// State of emission that speculative work can be taken back to.
class Checkpoint {
 public:
  explicit Checkpoint(Interp& in);
  void Restore();

 private:
  Interp& in_;
  size_t op_count_, sink_mark_;
  ir::RegionId region_;
  StagingRecord::Mark record_;
};

// The shape that covers both: None in staged code, a fresh symbol in eager code where they differ.
ir::Shape JoinShapes(Interp& in, const ir::Shape& a, const ir::Shape& b);

// Whether a value of shape `b` fits the (less specific) shape `a`.
bool Compatible(const ir::Shape& a, const ir::Shape& b);

// Effects at trace: applies what a side of a staged branch or a loop body wrote to plain Python state.
// Places that hold tensors made inside are refused: hidden-state-write (a callee wrote) or a leak on later use.
void KeepTraceEffects(Interp& in, const Heap::Frame& frame, const std::set<Place>& state, Span construct, bool is_loop);

}  // namespace lathe::staging
