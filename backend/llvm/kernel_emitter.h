// KernelPlan -> an LLVM function `void k(i64* words, i64 begin, i64 end)` over rows (flat: blocks of elements) begin … end.
#pragma once
#include "backend/llvm/unit.h"
#include "backend/plan/nest.h"
#include "backend/plan/plan.h"

namespace lathe::backend {

using plan::Nest;
using plan::NestOf;
using plan::ReduceNest;
using plan::ReduceNestOf;

// Rows of a flat kernel: blocks of this many elements.
constexpr int64_t kFlatBlockShift = 10, kFlatBlock = int64_t{1} << kFlatBlockShift;


// What the words of a kernel's argument block mean. The host fills them, the kernel reads them.
struct Layout {
  int inputs = 0;    // data pointer per input
  int outputs = 0;   // data pointer per output
  int scalars = 0;   // two words per scalar: bits of the number (complex: both parts)
  int sizes = 0;     // extents per group of the nest; flat: the number of elements; reductions: see reduce_emitter.h
  int fault = 0;     // address of an i32 that becomes 1
  int words = 0;
};
Layout LayoutOf(const plan::KernelPlan& kernel, int sizes);

// Lanes per vector for a kernel, and vectors per trip.
int LanesOf(const plan::KernelPlan& kernel, const CpuTraits& cpu);
int UnrollOf(const plan::KernelPlan& kernel);

// What begin and end count in a flat kernel.
enum class FlatUnit : uint8_t { kBlocks, kElements };
llvm::Function* EmitMapKernel(Unit& unit, const plan::KernelPlan& kernel, const std::string& name, FlatUnit flat);

}  // namespace lathe::backend
