// Loop nests of KernelPlans: dimensions merged where every input treats them alike, outermost first.
#pragma once
#include <vector>

#include "backend/plan/plan.h"

namespace lathe::plan {

struct Nest {
  struct Group {
    std::vector<int> axes;    // of the space
    std::vector<bool> full;   // per input
  };
  std::vector<Group> groups;  // empty: one element, or (flat) elements in order
  bool flat() const { return groups.size() <= 1; }
};
Nest NestOf(const KernelPlan& kernel);

struct ReduceNest {
  enum class Shape : uint8_t {
    kRows,     // kept…, reduced: reduced elements are neighbours
    kColumns,  // kept…, reduced, kept: neighbours are different results
    kCopy,     // nothing is reduced: every result is one element
    kOther,    // reduced and kept dimensions alternate: transpose first
  };
  Shape shape = Shape::kOther;
  struct Group {
    std::vector<int> axes;
    std::vector<bool> full;  // per input
    bool reduced = false;
  };
  std::vector<Group> groups;
  // Number of groups in front of the reduced one.
  size_t outer() const { return shape == Shape::kRows ? groups.size() - 1 : groups.size() - 2; }
};
ReduceNest ReduceNestOf(const KernelPlan& kernel);

}  // namespace lathe::plan
