// Names for dimensions, so that equal names are equal extents even where types say "unknown".
#pragma once
#include <vector>

#include "ir/ir.h"

namespace lathe::plan {

// Per value of a module: one name per dimension. Known extents are their own names (>= 0), symbols theirs (<= -2, one
// module-wide space), unknown dimensions get names of their own, passed on by operations that keep shapes.
class DimNames {
 public:
  explicit DimNames(const ir::Module& module);
  // Empty also for unranked values and lists.
  const std::vector<int64_t>& of(ir::ValueId id) const { return names_[id.index]; }

 private:
  std::vector<std::vector<int64_t>> names_;
};

}  // namespace lathe::plan
