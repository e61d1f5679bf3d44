// Every kernel of this folder, by name; all have the type LtKernel. ir/ops.def says what each takes and gives.
#pragma once
#include "runtime/abi.h"

#define LT_NUMERIC_KERNELS(X)                                                                                    \
  X(lt_shape_of)                                                                                                 \
  X(lt_dim_of) X(lt_broadcast_to) X(lt_broadcast_shape) X(lt_transpose) X(lt_reverse) X(lt_strided_slice)        \
      X(lt_strided_slice_grad) X(lt_strided_slice_update) X(lt_slice) X(lt_concat) X(lt_concat_grad) X(lt_stack) \
          X(lt_pad) X(lt_mirror_pad) X(lt_tile) X(lt_range) X(lt_linspace) X(lt_roll) X(lt_band_part) X(lt_diag) \
              X(lt_diag_part) X(lt_one_hot) X(lt_gather) X(lt_gather_nd) X(lt_scatter_nd) X(lt_tensor_scatter)   \
                  X(lt_gather_grad) X(lt_where) X(lt_unsorted_segment) X(lt_bincount)

extern "C" {
#define LT_DECLARE_KERNEL(name)                                                                           \
  int32_t name(LtContext*, const LtTensor* const* in, int32_t in_count, LtTensor* out, int32_t out_count, \
               const int64_t* attrs);
LT_NUMERIC_KERNELS(LT_DECLARE_KERNEL)
}
