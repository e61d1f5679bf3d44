// Reductions: `void r(i64* words, i64 begin, i64 end)` over tasks. A task is one block of up to 4096 reduced elements of
// one row (or of a strip of columns); it writes the block's value. Several blocks per row are joined by `combine`.
#pragma once
#include "backend/llvm/kernel_emitter.h"

namespace lathe::backend {

// The fixed order of numerics.md.
constexpr int64_t kReduceBlock = 4096, kReduceAccumulators = 64;

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
ReduceNest ReduceNestOf(const plan::KernelPlan& kernel);

// Words at Layout::sizes.
enum ReduceSize { kExtent, kBlocks, kColumns, kStrips, kOuterSizes };
constexpr int64_t kStrip = 1024;  // columns of a task

llvm::Function* EmitReduceKernel(Unit& unit, const plan::KernelPlan& kernel, const std::string& name);
// `void combine(out, partials, i64 rows, i64 blocks, i64 columns)`: out[r][c] of partials[r][b][c], pairwise.
llvm::Function* EmitCombine(Unit& unit, ir::ScalarOp reducer, ir::DType dtype, const std::string& name);

}  // namespace lathe::backend
