// Input: the steps of a region. Output: runs of kernels replaced by chain steps. Method: a reduction over trailing
// dimensions, of a known extent of at most one block, fixes the rows; neighbours join while every value passed along is
// indexed by row.
#include "backend/plan/chain.h"

#include <algorithm>

#include "backend/plan/nest.h"

namespace lathe::plan {

namespace {

constexpr int64_t kOneBlock = 4096;

class Chainer {
 public:
  Chainer(const ir::Module& module, const DimNames& names, const ModulePlan& plan, std::vector<Step>& steps)
      : module_(module), names_(names), plan_(plan), steps_(steps) {}

  void Run() {
    std::vector<Step> out;
    for (size_t i = 0; i < steps_.size();) {
      size_t end = Grow(i);
      if (end - i < 2) {
        out.push_back(steps_[i++]);
        continue;
      }
      Step chain;
      chain.op = steps_[end - 1].op;
      chain.row_rank = int(rows_.size());
      for (; i < end; ++i) chain.chain.push_back(steps_[i].kernel);
      out.push_back(std::move(chain));
    }
    steps_ = std::move(out);
  }

 private:
  const KernelPlan* KernelAt(size_t i) const {
    return i < steps_.size() && steps_[i].kernel >= 0 ? &plan_.kernels[size_t(steps_[i].kernel)] : nullptr;
  }

  // Dimension names of a kernel's space. Outputs of maps have the space itself; reductions reduce an operand with it.
  std::vector<int64_t> SpaceOf(const KernelPlan& kernel) const {
    if (!kernel.is_reduction()) return names_.of(kernel.outputs[0].value);
    return names_.of(module_[kernel.ops.back()].operands[0]);
  }

  // The rows of a reduction that can be part of a chain; empty: it cannot.
  std::vector<int64_t> RowsOf(const KernelPlan& kernel) const {
    if (!kernel.permutation.empty() || !kernel.keep_dims || !kernel.exact || kernel.can_fail) return {};
    ir::DType dtype = module_.type(kernel.outputs[0].value).dtype;
    if (dtype == ir::DType::kFloat16 || dtype == ir::DType::kBFloat16) return {};
    if (ReduceNestOf(kernel).shape != ReduceNest::Shape::kRows) return {};
    std::vector<int64_t> space = SpaceOf(kernel);
    int64_t extent = 1;
    for (size_t k = 0; k < kernel.axes.size(); ++k) {
      if (kernel.axes[k] != int64_t(space.size() - kernel.axes.size() + k)) return {};
      int64_t dim = kernel.space.dims[size_t(kernel.axes[k])];
      if (!ir::IsKnown(dim) || dim > kOneBlock) return {};
      extent *= dim;
    }
    if (extent > kOneBlock || kernel.axes.size() == space.size()) return {};
    space.resize(space.size() - kernel.axes.size());
    return space;
  }

  bool Joins(const KernelPlan& kernel, const std::vector<ir::ValueId>& made) const {
    if (kernel.is_reduction()) return RowsOf(kernel) == rows_ && Passes(kernel, made);
    if (!kernel.space.ranked || !kernel.exact || kernel.can_fail) return false;
    std::vector<int64_t> space = SpaceOf(kernel);
    if (space.size() <= rows_.size() || !std::equal(rows_.begin(), rows_.end(), space.begin())) return false;
    return Passes(kernel, made);
  }

  // What earlier kernels of the chain made is used row by row.
  bool Passes(const KernelPlan& kernel, const std::vector<ir::ValueId>& made) const {
    for (const Input& input : kernel.inputs) {
      if (std::find(made.begin(), made.end(), input.value) == made.end()) continue;
      if (input.single || input.full.size() < rows_.size()) return false;
      for (size_t axis = 0; axis < rows_.size(); ++axis) {
        if (!input.full[axis]) return false;
      }
    }
    return true;
  }

  // End of the chain that starts at step `begin`.
  size_t Grow(size_t begin) {
    size_t first = begin;
    rows_.clear();
    for (; KernelAt(first) != nullptr && first < begin + 2; ++first) {
      if (!KernelAt(first)->is_reduction()) continue;
      rows_ = RowsOf(*KernelAt(first));
      break;
    }
    if (rows_.empty()) return begin;
    std::vector<ir::ValueId> made;
    size_t end = begin;
    while (const KernelPlan* kernel = KernelAt(end)) {
      if (!Joins(*kernel, made)) break;
      for (const Output& output : kernel->outputs) made.push_back(output.value);
      ++end;
    }
    return end > first ? end : begin;
  }

  const ir::Module& module_;
  const DimNames& names_;
  const ModulePlan& plan_;
  std::vector<Step>& steps_;
  std::vector<int64_t> rows_;
};

}  // namespace

void ChainRows(const ir::Module& module, const DimNames& names, const ModulePlan& plan, std::vector<Step>& steps) {
  Chainer(module, names, plan, steps).Run();
}

}  // namespace lathe::plan
