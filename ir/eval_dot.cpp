// Input: two tensors and a DotAttr. Output: batch dims, lhs free dims, rhs free dims. Per output: fused multiply-adds
// with k ascending, in blocks of 256 whose sums are added in order (numerics.md).
#include <cmath>

#include "ir/eval.h"
#include "ir/eval_storage.h"

namespace lathe::ir::eval {
namespace {

constexpr int64_t kBlock = 256;

// Strides of one operand over batch, free and contracted dimensions, each row-major.
struct Side {
  std::vector<int64_t> batch, free, contract;  // offsets of every combination
  std::vector<int64_t> free_dims, batch_dims;
};

std::vector<int64_t> Offsets(const LtTensor& t, const std::vector<int64_t>& axes) {
  int64_t strides[LT_MAX_RANK], stride = 1;
  for (int a = t.rank - 1; a >= 0; --a) {
    strides[a] = stride;
    stride *= t.dims[a];
  }
  std::vector<int64_t> all(1, 0);
  for (int64_t axis : axes) {
    std::vector<int64_t> next;
    next.reserve(all.size() * size_t(t.dims[axis]));
    for (int64_t base : all)
      for (int64_t i = 0; i < t.dims[axis]; ++i) next.push_back(base + i * strides[axis]);
    all = std::move(next);
  }
  return all;
}

Side SideOf(const LtTensor& t, const std::vector<int64_t>& batch, const std::vector<int64_t>& contract) {
  bool used[LT_MAX_RANK] = {};
  Side side;
  for (int64_t a : batch) used[a] = true;
  for (int64_t a : contract) used[a] = true;
  std::vector<int64_t> free;
  for (int a = 0; a < t.rank; ++a) {
    if (used[a]) continue;
    free.push_back(a);
    side.free_dims.push_back(t.dims[a]);
  }
  for (int64_t a : batch) side.batch_dims.push_back(t.dims[a]);
  side.batch = Offsets(t, batch);
  side.free = Offsets(t, free);
  side.contract = Offsets(t, contract);
  return side;
}

template <class W>
void MultiplyAdd(W& s, W a, W b) {
  if constexpr (requires(W w) { w.re; }) {
    s.re = std::fma(-a.im, b.im, std::fma(a.re, b.re, s.re));
    s.im = std::fma(a.im, b.re, std::fma(a.re, b.im, s.im));
  } else if constexpr (std::is_floating_point_v<W>) {
    s = std::fma(a, b, s);
  } else {
    s = W(uint64_t(s) + uint64_t(a) * uint64_t(b));
  }
}
template <class W>
void AddTo(W& s, W a) {
  if constexpr (requires(W w) { w.re; }) {
    s.re += a.re;
    s.im += a.im;
  } else if constexpr (std::is_floating_point_v<W>) {
    s += a;
  } else {
    s = W(uint64_t(s) + uint64_t(a));
  }
}

// Rows of one batch entry as [free][k] in the computing type.
template <class S>
void Gather(const LtTensor& t, const Side& side, int64_t base, std::vector<typename S::Wide>& out) {
  size_t k = side.contract.size();
  out.resize(side.free.size() * k);
  for (size_t i = 0; i < side.free.size(); ++i)
    for (size_t j = 0; j < k; ++j) out[i * k + j] = S::Load(t.data, base + side.free[i] + side.contract[j]);
}

template <class S>
void Products(const LtTensor& a, const LtTensor& b, const Side& lhs, const Side& rhs, LtTensor* out) {
  using W = typename S::Wide;
  std::vector<W> rows, columns;
  int64_t k = int64_t(lhs.contract.size()), at = 0;
  for (size_t batch = 0; batch < lhs.batch.size(); ++batch) {
    Gather<S>(a, lhs, lhs.batch[batch], rows);
    Gather<S>(b, rhs, rhs.batch[batch], columns);
    for (size_t i = 0; i < lhs.free.size(); ++i)
      for (size_t j = 0; j < rhs.free.size(); ++j) {
        const W *x = rows.data() + int64_t(i) * k, *y = columns.data() + int64_t(j) * k;
        W total{};
        for (int64_t begin = 0; begin < k; begin += kBlock) {
          W s{};
          for (int64_t p = begin; p < std::min(k, begin + kBlock); ++p) MultiplyAdd(s, x[p], y[p]);
          if (begin == 0) {
            total = s;
          } else {
            AddTo(total, s);
          }
        }
        S::Store(out->data, at++, total);
      }
  }
}

}  // namespace

int32_t Dot(LtContext* ctx, const DotAttr& attr, Inputs in, LtTensor* out) {
  const LtTensor &a = in[0], &b = in[1];
  auto mismatch = [&] {
    return lt_failf(ctx, "InvalidArgumentError", "Matrix size-incompatible: In[0]: %h, In[1]: %h", &a, &b);
  };
  for (size_t i = 0; i < attr.lhs_contract.size(); ++i)
    if (a.dims[attr.lhs_contract[i]] != b.dims[attr.rhs_contract[i]]) return mismatch();
  for (size_t i = 0; i < attr.lhs_batch.size(); ++i)
    if (a.dims[attr.lhs_batch[i]] != b.dims[attr.rhs_batch[i]]) return mismatch();
  Side lhs = SideOf(a, attr.lhs_batch, attr.lhs_contract), rhs = SideOf(b, attr.rhs_batch, attr.rhs_contract);
  std::vector<int64_t> dims = lhs.batch_dims;
  dims.insert(dims.end(), lhs.free_dims.begin(), lhs.free_dims.end());
  dims.insert(dims.end(), rhs.free_dims.begin(), rhs.free_dims.end());
  if (dims.size() > LT_MAX_RANK) return lt_fail(ctx, "InvalidArgumentError", "the product has more than 8 dimensions");
  lt_tensor_new(out, a.dtype, int32_t(dims.size()), dims.data());
  WithStorage(DType(a.dtype), [&]<class S>(S) -> int32_t {
    Products<S>(a, b, lhs, rhs, out);
    return 0;
  });
  return 0;
}

}  // namespace lathe::ir::eval
