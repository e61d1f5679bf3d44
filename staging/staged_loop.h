// One loop that becomes part of the program: the state that its iterations carry. loops.cpp runs the body abstractly and emits the
// loop, loop_state.cpp learns the state from what the body wrote, loop_marks.cpp deals with names that have no value before.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "staging/loops.h"

namespace lathe::staging {

// One place that the loop carries.
struct Carried {
  Place place;
  PlaceInfo info;
  std::string name;
  Value entry;                     // before the loop
  Value shape_of;                  // the structure: the entry value, or (undefined before) the value after a trip
  std::vector<LeafKind> kinds;     // of the leaves of shape_of, in order
  std::vector<ir::Type> types;
  std::set<ir::Dim> varying;       // symbols for sizes that change from trip to trip
  bool undefined_before = false;
  // Whether it has a value is carried, too: before the loop or after a trip, only run time knows.
  bool flagged = false;
  ir::ValueId defined_before;      // flagged, and not undefined_before
  bool has_invariant = false;
  bool opaque = false;             // not a value that a loop can carry (reason says why when it is read)
  std::shared_ptr<const Diagnostic> reason;
  size_t parameter_count() const { return types.size() + flagged; }
  Name name_of_slot() const { return place.slot.kind == SlotKey::Kind::kName ? Name{place.slot.name} : Name{}; }
};

class StagedLoop {
 public:
  StagedLoop(Interp& in, const LoopSpec& spec) : in_(in), spec_(spec), staged_(in.mode == Mode::kStaged), depth_(uint32_t(in.activations.size())) {}
  void Run();

 private:
  struct Attempt {
    ir::RegionId condition, body;
    std::vector<std::vector<ir::ValueId>> parameters;   // of the body, per carried place: leaves, then the flag
    Heap::Frame frame;
    bool diverged = false;
  };
  bool counted() const { return spec_.start.valid(); }
  bool NeedsRan() const;
  std::vector<ir::Type> ParameterTypes() const;
  void BindState(ir::RegionId region, std::vector<std::vector<ir::ValueId>>* parameters);
  Value ValueFromParameters(const Carried& c, const std::vector<ir::ValueId>& parameters);
  Attempt Try();
  // Looks at what the attempt wrote; true if the state changed and another attempt is needed.
  bool Learn(Attempt& attempt);
  bool LearnPlace(Attempt& attempt, const Place& place, const PlaceInfo& info);
  bool LengthChanges(const Value& before, const Value& after) const;
  bool CarryList(Carried& c, const Value& after);
  bool CheckList(Attempt& attempt, Carried& c, const Value& after);
  bool CheckLeaves(Attempt& attempt, Carried& c, const Value& final_value);
  bool Mismatch(Attempt& attempt, Carried& c, size_t position, DiagnosticKind kind, std::string message, std::vector<std::string> help = {}, const ir::Type* after = nullptr);
  void FixDType(Diagnostic& d, const Carried& c, ir::DType before, ir::DType after);
  Carried NewCarried(const Place& place, const PlaceInfo& info, const Value& final_value);
  void DescribeLeaves(Carried& c, const Value& value, ir::RegionId region);
  bool ApplyInvariants(const Attempt& attempt);
  void Finish(Attempt& attempt);
  std::vector<ir::ValueId> LeavesOf(const Carried& c, const Value& value, ir::RegionId region);
  std::vector<ir::ValueId> FlaggedLeaves(const Attempt& attempt, const Carried& c, const std::vector<ir::ValueId>& parameters, const Value& value);
  bool ParameterUsed(const Attempt& attempt, const Carried& c) const;
  [[noreturn]] void GiveUp(DiagnosticKind kind, std::string message, Span at);
  Diagnostic Problem(DiagnosticKind kind, std::string message, Span at) const;

  Interp& in_;
  const LoopSpec& spec_;
  bool staged_;
  uint32_t depth_;
  void MarkUndefined();
  void MarkSlot(ast::ExprId target);
  void Unmark();
  std::vector<Place> marked_slots_;
  std::map<uint32_t, Value> marked_;                        // names without a value before the loop, and what they were
  std::map<std::pair<Ref, uint32_t>, Span> entry_stores_;   // the last assignments before the loop
  std::vector<Carried> carried_;
  LoopOptions options_;
  size_t first_object_ = SIZE_MAX;                          // heap objects below existed before the loop
};

// The value of a place at the end of a frame; of a whole object, a copy as it was then.
Value FinalValue(Interp& in, const Heap::Frame& frame, const Place& place);

}  // namespace lathe::staging
