// Declarations of every kernel of kernels.def.
#pragma once
#include "runtime/abi.h"

extern "C" {
#define LT_NUMERIC_KERNEL(name)                                                                           \
  int32_t name(LtContext*, const LtTensor* const* in, int32_t in_count, LtTensor* out, int32_t out_count, \
               const int64_t* attrs);
#include "runtime/kernels/kernels.def"
#undef LT_NUMERIC_KERNEL
}
