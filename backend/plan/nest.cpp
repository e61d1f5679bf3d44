// Input: a KernelPlan. Output: its loop nest. Dimensions that are certainly 1 are dropped.
#include "backend/plan/nest.h"

#include <algorithm>

namespace lathe::plan {

Nest NestOf(const KernelPlan& kernel) {
  Nest nest;
  if (!kernel.space.ranked) return nest;
  for (int axis = 0; axis < kernel.space.rank(); ++axis) {
    if (kernel.space.dims[size_t(axis)] == 1) continue;
    std::vector<bool> full;
    for (const Input& input : kernel.inputs) full.push_back(!input.single && input.full[size_t(axis)]);
    if (!nest.groups.empty() && nest.groups.back().full == full) {
      nest.groups.back().axes.push_back(axis);
    } else {
      nest.groups.push_back({{axis}, std::move(full)});
    }
  }
  return nest;
}

ReduceNest ReduceNestOf(const KernelPlan& kernel) {
  ReduceNest nest;
  for (int axis = 0; axis < kernel.space.rank(); ++axis) {
    if (kernel.space.dims[size_t(axis)] == 1) continue;
    bool reduced = std::find(kernel.axes.begin(), kernel.axes.end(), axis) != kernel.axes.end();
    std::vector<bool> full;
    for (const Input& input : kernel.inputs) full.push_back(!input.single && input.full[size_t(axis)]);
    if (!nest.groups.empty() && nest.groups.back().reduced == reduced && nest.groups.back().full == full) {
      nest.groups.back().axes.push_back(axis);
    } else {
      nest.groups.push_back({{axis}, std::move(full), reduced});
    }
  }
  size_t count = nest.groups.size(), reduced = 0, at = 0;
  for (size_t g = 0; g < count; ++g) {
    if (nest.groups[g].reduced) {
      ++reduced;
      at = g;
    }
  }
  using Shape = ReduceNest::Shape;
  nest.shape = reduced == 0 ? Shape::kCopy : reduced > 1 ? Shape::kOther : at + 1 == count ? Shape::kRows
             : at + 2 == count ? Shape::kColumns : Shape::kOther;
  return nest;
}

}  // namespace lathe::plan
