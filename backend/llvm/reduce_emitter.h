// Reductions: `void r(i64* words, i64 begin, i64 end)` over tasks. A task is one block of up to 4096 reduced elements of
// one row (or of a strip of columns); it writes the block's value. Several blocks per row are joined by `combine`.
#pragma once
#include "backend/llvm/kernel_emitter.h"

namespace lathe::backend {

// The fixed order of numerics.md.
constexpr int64_t kReduceBlock = 4096, kReduceAccumulators = 64;

// 16-bit floats are reduced in f32 and rounded once, when `combine` writes the result.
inline ir::DType AccumulatorOf(ir::DType dtype) {
  return dtype == ir::DType::kFloat16 || dtype == ir::DType::kBFloat16 ? ir::DType::kFloat32 : dtype;
}

// Words at Layout::sizes.
enum ReduceSize { kExtent, kBlocks, kColumns, kStrips, kOuterSizes };
constexpr int64_t kStrip = 1024;  // columns of a task

llvm::Function* EmitReduceKernel(Unit& unit, const plan::KernelPlan& kernel, const std::string& name);
// `void combine(out, partials, i64 rows, i64 blocks, i64 columns)`: out[r][c] of partials[r][b][c], pairwise. Partials
// have the accumulator's dtype, results `dtype`.
llvm::Function* EmitCombine(Unit& unit, ir::ScalarOp reducer, ir::DType dtype, const std::string& name);

}  // namespace lathe::backend
