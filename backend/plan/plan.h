// KernelPlans and the order in which a region's work is done: what the emitters know, without LLVM.
#pragma once
#include <string>
#include <vector>

#include "ir/ir.h"
#include "ir/op_table.h"

namespace lathe::plan {

// One step of a kernel's scalar computation.
struct Node {
  enum class Kind : uint8_t { kInput, kScalar, kConstant, kOp };
  Kind kind = Kind::kOp;
  ir::DType dtype = ir::DType::kFloat32;    // of the result
  ir::ScalarOp op = ir::ScalarOp::kNone;    // kOp
  ir::DType operand = ir::DType::kFloat32;  // kOp: dtype of the (last) operands
  std::vector<int> args;                    // kOp: nodes
  int index = 0;                            // kInput: into inputs; kScalar: into scalars
  ir::Literal constant;                     // kConstant: rank 0
};

// How an input's elements belong to points of the iteration space.
struct Input {
  ir::ValueId value;
  ir::DType dtype = ir::DType::kFloat32;
  std::vector<bool> full;  // per dimension of the space: has its extent (false: repeats). Empty: same shape or one element.
  bool single = false;     // one element for the whole space
};

struct Output {
  ir::ValueId value;
  int node = 0;
};

// A loop nest over `space`: outputs, or one reduction of `reduced`, as functions of the inputs.
struct KernelPlan {
  ir::Shape space;         // unranked: elements in order, rank known at run time only
  std::vector<Node> nodes;
  std::vector<Input> inputs;
  std::vector<ir::ValueId> scalars;  // rank-0 numbers, passed by value
  std::vector<Output> outputs;
  bool exact = true;       // every full dimension is proven to have the space's extent: nothing to check at run time
  // Reduction (then `outputs` holds its one result and node `outputs[0].node` is what is reduced).
  ir::ScalarOp reducer = ir::ScalarOp::kNone;
  std::vector<int64_t> axes;
  bool keep_dims = false;
  std::vector<int64_t> permutation;  // the one input is transposed first; space and axes are those after it
  std::vector<ir::OpId> ops;
  bool is_reduction() const { return reducer != ir::ScalarOp::kNone; }
  bool can_fail = false;   // integer division, integer power
};

struct Step {
  ir::OpId op;       // no kernel: this operation; else the last operation of the (last) kernel
  int kernel = -1;   // index into ModulePlan::kernels
  // More kernels than one: run in order on one block of rows after the other, so that what one leaves for the next is
  // still in the cache. `row_rank`: the leading dimensions that number the rows.
  std::vector<int> chain;
  int row_rank = 0;
  bool is_operation() const { return kernel < 0 && chain.empty(); }
};

struct ModulePlan {
  std::vector<KernelPlan> kernels;
  std::vector<std::vector<Step>> regions;  // by RegionId
};

ModulePlan BuildPlan(const ir::Module& module);
std::string Print(const ir::Module& module, const ModulePlan& plan);

// The value is held as a number in registers, not as a tensor.
inline bool IsNumber(const ir::Type& type) { return type.is_scalar() && type.dtype != ir::DType::kString; }

}  // namespace lathe::plan
