// Scalar functions by ScalarOp for each computing type (float, double, int64, uint64, complex). Null: not defined there.
#pragma once
#include "ir/eval_storage.h"
#include "ir/op_table.h"

namespace lathe::ir::eval {

enum class Fault : uint8_t { kNone, kZeroDivision, kNegativePower };

struct ScalarState {
  int bits = 64;  // declared width of the operands
  Fault fault = Fault::kNone;
};

template <class W>
using UnaryFn = W (*)(W);
template <class W>
using BinaryFn = W (*)(W, W, ScalarState&);
template <class W>
using CompareFn = bool (*)(W, W);

template <class W>
UnaryFn<W> UnaryOf(ScalarOp op);
template <class W>
BinaryFn<W> BinaryOf(ScalarOp op);
template <class W>
CompareFn<W> CompareOf(ScalarOp op);

}  // namespace lathe::ir::eval
