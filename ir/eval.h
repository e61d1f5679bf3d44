// The evaluator's parts: tensors it owns, and one function per category of operations. All return 0, or 1 with the error
// set in the context; on failure no output is owned.
#pragma once
#include <utility>
#include <vector>

#include "ir/op_table.h"

namespace lathe::ir::eval {

// One reference to a tensor or list.
class TensorRef {
 public:
  TensorRef() { Clear(); }
  TensorRef(const TensorRef& other) : t_(other.t_) { Retain(); }
  TensorRef(TensorRef&& other) noexcept : t_(other.t_) { other.Clear(); }
  TensorRef& operator=(TensorRef other) noexcept {
    std::swap(t_, other.t_);
    return *this;
  }
  ~TensorRef() {
    if (owns()) lt_release(&t_);
  }
  // Shares a borrowed tensor.
  static TensorRef Share(const LtTensor& t) {
    TensorRef ref;
    ref.t_ = t;
    ref.Retain();
    return ref;
  }
  // Takes over the reference that `t` holds.
  static TensorRef Adopt(const LtTensor& t) {
    TensorRef ref;
    ref.t_ = t;
    return ref;
  }
  const LtTensor& get() const { return t_; }
  LtTensor* slot() { return &t_; }  // to be written by a kernel; must own nothing
  bool owns() const { return t_.rank == -2 ? t_.data != nullptr : t_.buffer != nullptr; }
  bool empty() const { return t_.data == nullptr; }
  LtTensor Take() {
    LtTensor t = t_;
    Clear();
    return t;
  }

 private:
  void Clear() { t_ = LtTensor{}; }
  void Retain() {
    if (owns()) lt_retain(&t_);
  }
  LtTensor t_;
};

struct Inputs {
  const LtTensor* const* in;
  size_t count;
  const LtTensor& operator[](size_t i) const { return *in[i]; }
};

int32_t Elementwise(LtContext*, OpKind kind, DType result, Inputs in, LtTensor* out);
int32_t Reduce(LtContext*, OpKind kind, const AxesAttr& attr, Inputs in, LtTensor* out);
int32_t Dot(LtContext*, const DotAttr& attr, Inputs in, LtTensor* out);
int32_t Alias(LtContext*, OpKind kind, const Attrs& attrs, Inputs in, LtTensor* out);

// The runtime function of that name; null if there is none.
LtKernel FindKernel(std::string_view name);
// Attribute block; texts are referred to where they lie in `attrs`.
std::vector<int64_t> Encode(const Attrs& attrs);

// Any operation without regions, globals or constants.
int32_t Apply(LtContext*, OpKind kind, const Attrs& attrs, const std::vector<int64_t>& encoded, Inputs in, DType result,
              LtTensor* out, size_t out_count);

}  // namespace lathe::ir::eval
