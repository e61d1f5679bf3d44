// Input: a tensor and the axes to reduce. Output: the reduction in the fixed order of numerics.md: the reduced elements
// in row-major order, in blocks of 4096; in a block 64 accumulators take elements round robin and are combined pairwise;
// block results are combined as pair(n), left part the largest power of two below n. One element is copied.
#include <bit>
#include <limits>

#include "ir/eval.h"
#include "ir/eval_scalar.h"

namespace lathe::ir::eval {
namespace {

constexpr int64_t kBlock = 4096, kAccumulators = 64;

template <class W>
W Neutral(ScalarOp op, DType dtype) {
  if constexpr (requires(W w) { w.re; }) {
    return op == ScalarOp::kMul ? W{1, 0} : W{0, 0};
  } else {
    if (op == ScalarOp::kMul || op == ScalarOp::kAnd) return W(1);
    if (op == ScalarOp::kMax || op == ScalarOp::kMin) {
      bool max = op == ScalarOp::kMax;
      if constexpr (std::is_floating_point_v<W>) {
        W infinity = std::numeric_limits<W>::infinity();
        return max ? -infinity : infinity;
      } else {
        int bits = int(SizeOf(dtype) * 8);
        if (IsUnsigned(dtype)) return max ? W(0) : W(~uint64_t{0} >> (64 - bits));
        return max ? W(std::numeric_limits<int64_t>::min() >> (64 - bits))
                   : W(std::numeric_limits<int64_t>::max() >> (64 - bits));
      }
    }
    return W(0);
  }
}

template <class W>
W Pairwise(const std::vector<W>& v, size_t begin, size_t end, BinaryFn<W> f, ScalarState& state) {
  size_t n = end - begin;
  if (n == 1) return v[begin];
  size_t left = std::bit_floor(n - 1);
  return f(Pairwise(v, begin, begin + left, f, state), Pairwise(v, begin + left, end, f, state), state);
}

// load(i): element i of n.
template <class W, class Load>
W ReduceElements(int64_t n, W neutral, BinaryFn<W> f, Load&& load) {
  if (n == 0) return neutral;
  if (n == 1) return load(0);
  ScalarState state;
  std::vector<W> blocks;
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    W acc[kAccumulators];
    for (W& a : acc) a = neutral;
    int64_t end = std::min(n, begin + kBlock);
    for (int64_t i = begin; i < end; ++i) {
      W& a = acc[(i - begin) % kAccumulators];
      a = f(a, load(i), state);
    }
    for (int64_t width = kAccumulators / 2; width > 0; width /= 2)
      for (int64_t i = 0; i < width; ++i) acc[i] = f(acc[i], acc[i + width], state);
    blocks.push_back(acc[0]);
  }
  return Pairwise(blocks, 0, blocks.size(), f, state);
}

}  // namespace

int32_t Reduce(LtContext* ctx, OpKind kind, const AxesAttr& attr, Inputs in, LtTensor* out) {
  const LtTensor& x = in[0];
  bool reduced[LT_MAX_RANK] = {};
  for (int64_t axis : attr.axes) {
    int64_t a = axis < 0 ? axis + x.rank : axis;
    if (a < 0 || a >= x.rank) return lt_failf(ctx, "InvalidArgumentError", "axis %d is out of range for shape %h", axis, &x);
    reduced[a] = true;
  }
  int64_t dims[LT_MAX_RANK], strides[LT_MAX_RANK], stride = 1, extent = 1;
  int rank = 0;
  for (int a = x.rank - 1; a >= 0; --a) {
    strides[a] = stride;
    stride *= x.dims[a];
    if (reduced[a]) extent *= x.dims[a];
  }
  for (int a = 0; a < x.rank; ++a) {
    if (!reduced[a]) dims[rank++] = x.dims[a];
    else if (attr.keep_dims) dims[rank++] = 1;
  }
  lt_tensor_new(out, x.dtype, rank, dims);
  // Offsets of the reduced elements from the first, in row-major order.
  std::vector<int64_t> offsets(1, 0);
  if (extent == 0) offsets.clear();
  for (int a = 0; a < x.rank && extent > 0; ++a) {
    if (!reduced[a]) continue;
    std::vector<int64_t> next;
    next.reserve(offsets.size() * size_t(x.dims[a]));
    for (int64_t base : offsets)
      for (int64_t i = 0; i < x.dims[a]; ++i) next.push_back(base + i * strides[a]);
    offsets = std::move(next);
  }
  ScalarOp op = RowOf(kind).scalar;
  int32_t failed = WithStorage(DType(x.dtype), [&]<class S>(S) -> int32_t {
    using W = typename S::Wide;
    BinaryFn<W> f = BinaryOf<W>(op);
    if (!f) return 1;
    W neutral = Neutral<W>(op, DType(x.dtype));
    int64_t index[LT_MAX_RANK] = {}, base = 0;
    for (int64_t o = 0; o < out->count; ++o) {
      W r = ReduceElements<W>(extent, neutral, f, [&](int64_t i) { return S::Load(x.data, base + offsets[size_t(i)]); });
      S::Store(out->data, o, r);
      for (int a = x.rank - 1; a >= 0; --a) {
        if (reduced[a]) continue;
        base += strides[a];
        if (++index[a] < x.dims[a]) break;
        base -= strides[a] * x.dims[a];
        index[a] = 0;
      }
    }
    return 0;
  });
  if (!failed) return 0;
  lt_release(out);
  return lt_fail(ctx, "UnimplementedError", "this reduction is not available for this dtype");
}

}  // namespace lathe::ir::eval
