// Reductions over any axes in the order of docs/numerics.md, whatever the layout or number of threads: the reduced
// elements (row-major) in blocks of 4096; in a block 64 accumulators take them round robin and are combined pairwise;
// block results are combined pairwise with the largest power of two on the left. One element is copied as it is.
//
// Method: neighbouring kept or reduced dimensions are merged. If the innermost group is reduced, a task is a block of
// one result; else a task is a block of a strip of neighbouring results, with an accumulator row of 64 per strip.
#include "runtime/kernels/numeric.h"

namespace lathe::rt {
namespace {

constexpr int64_t kBlock = 4096;
constexpr int64_t kLanes = 64;
constexpr int64_t kStrip = 256;

template <class T>
struct SumOf {
  using C = T;
  static constexpr C kNeutral{};
  static C Combine(C a, C b) { return AddOf(a, b); }
};
template <class T>
struct ProdOf {
  using C = T;
  static constexpr C kNeutral{1};
  static C Combine(C a, C b) { return MulOf(a, b); }
};
template <class T>
struct LargestOf {
  using C = T;
  static constexpr C kNeutral = Lowest<T>();
  static C Combine(C a, C b) { return MaxOf(a, b); }
};
template <class T>
struct SmallestOf {
  using C = T;
  static constexpr C kNeutral = Highest<T>();
  static C Combine(C a, C b) { return MinOf(a, b); }
};
template <class T>
struct AllOf {
  using C = uint8_t;
  static constexpr C kNeutral = 1;
  static C Combine(C a, C b) { return a & b; }
};
template <class T>
struct AnyOf {
  using C = uint8_t;
  static constexpr C kNeutral = 0;
  static C Combine(C a, C b) { return a | b; }
};

// The dimensions of the operand as groups, outermost first, and which of them are reduced.
struct Layout {
  int32_t kept_rank = 0, reduced_rank = 0;
  int64_t kept[LT_MAX_RANK], kept_stride[LT_MAX_RANK];
  int64_t reduced[LT_MAX_RANK], reduced_stride[LT_MAX_RANK];
  int64_t results = 1, extent = 1;  // products
  bool inner_reduced = true;

  static int64_t Offset(int64_t flat, int32_t rank, const int64_t* dims, const int64_t* strides) {
    int64_t offset = 0;
    for (int32_t i = rank - 1; i >= 0; --i) {
      offset += flat % dims[i] * strides[i];
      flat /= dims[i];
    }
    return offset;
  }
};

Layout LayoutOf(const LtTensor& x, uint32_t reduced) {
  int64_t strides[LT_MAX_RANK];
  StridesOf(x.dims, x.rank, strides);
  Layout layout;
  int last = -1;
  for (int32_t i = 0; i < x.rank; ++i) {
    const bool is_reduced = reduced >> i & 1;
    const int64_t n = x.dims[i];
    (is_reduced ? layout.extent : layout.results) *= n;
    if (n == 1) continue;
    int32_t& rank = is_reduced ? layout.reduced_rank : layout.kept_rank;
    int64_t* dims = is_reduced ? layout.reduced : layout.kept;
    int64_t* steps = is_reduced ? layout.reduced_stride : layout.kept_stride;
    if (last == int(is_reduced)) {
      dims[rank - 1] *= n, steps[rank - 1] = strides[i];
    } else {
      dims[rank] = n, steps[rank] = strides[i], ++rank;
    }
    last = is_reduced;
  }
  layout.inner_reduced = last != 0;
  return layout;
}

// Walks over the reduced dimensions in row-major order.
struct Cursor {
  const Layout& layout;
  int64_t index[LT_MAX_RANK], offset = 0;

  Cursor(const Layout& l, int64_t start) : layout(l) {
    for (int32_t i = l.reduced_rank - 1; i >= 0; --i) {
      index[i] = start % l.reduced[i];
      start /= l.reduced[i];
      offset += index[i] * l.reduced_stride[i];
    }
  }
  void Next() {
    for (int32_t i = layout.reduced_rank - 1; i >= 0; --i) {
      offset += layout.reduced_stride[i];
      if (++index[i] < layout.reduced[i]) return;
      offset -= layout.reduced[i] * layout.reduced_stride[i];
      index[i] = 0;
    }
  }
};

// At most kBlock elements from consecutive memory.
template <class Op, class T>
typename Op::C ReduceBlock(const T* x, int64_t n) {
  using C = typename Op::C;
  C lanes[kLanes];
  int64_t live = n < kLanes ? n : kLanes;
  for (int64_t i = 0; i < live; ++i) lanes[i] = Op::Combine(Op::kNeutral, Element<T>::Load(x[i]));
  int64_t at = kLanes;
  for (; at + kLanes <= n; at += kLanes) {
    for (int64_t i = 0; i < kLanes; ++i) lanes[i] = Op::Combine(lanes[i], Element<T>::Load(x[at + i]));
  }
  for (; at < n; ++at) lanes[at % kLanes] = Op::Combine(lanes[at % kLanes], Element<T>::Load(x[at]));
  // Lanes without elements are neutral: leaving them out changes no bit.
  for (int64_t w = kLanes / 2; w > 0; w /= 2) {
    if (live <= w) continue;
    for (int64_t i = 0; i + w < live; ++i) lanes[i] = Op::Combine(lanes[i], lanes[i + w]);
    live = w;
  }
  return lanes[0];
}

int64_t LeftPart(int64_t n) {
  int64_t left = 1;
  while (2 * left < n) left *= 2;
  return left;
}

// Combines n rows of `width` results pairwise into the first.
template <class Op>
void CombineRows(typename Op::C* rows, int64_t n, int64_t width) {
  if (n <= 1) return;
  const int64_t left = LeftPart(n);
  CombineRows<Op>(rows, left, width);
  CombineRows<Op>(rows + left * width, n - left, width);
  for (int64_t i = 0; i < width; ++i) rows[i] = Op::Combine(rows[i], rows[left * width + i]);
}

// Block results go to partial[block][result].
template <class Op, class T>
void ReduceRows(const T* x, const Layout& layout, int64_t blocks, typename Op::C* partial) {
  const int64_t work = layout.extent < kBlock ? layout.extent : kBlock;
  ParallelFor(layout.results * blocks, 1 + 131072 / work, [&](int64_t begin, int64_t end) {
    T gathered[kBlock];
    for (int64_t task = begin; task < end; ++task) {
      const int64_t result = task / blocks, block = task % blocks, start = block * kBlock;
      const int64_t n = layout.extent - start < kBlock ? layout.extent - start : kBlock;
      const T* from = x + Layout::Offset(result, layout.kept_rank, layout.kept, layout.kept_stride);
      if (layout.reduced_rank == 1) {
        from += start * layout.reduced_stride[0];
      } else {
        Cursor cursor(layout, start);
        for (int64_t i = 0; i < n; ++i, cursor.Next()) gathered[i] = from[cursor.offset];
        from = gathered;
      }
      partial[block * layout.results + result] = ReduceBlock<Op>(from, n);
    }
  });
}

template <class Op, class T>
void ReduceStrip(const T* x, const Layout& layout, int64_t start, int64_t n, int64_t width, typename Op::C* to) {
  using C = typename Op::C;
  C lanes[kLanes][kStrip];
  int64_t live = n < kLanes ? n : kLanes;
  Cursor cursor(layout, start);
  for (int64_t r = 0; r < n; ++r, cursor.Next()) {
    C* lane = lanes[r % kLanes];
    const T* row = x + cursor.offset;
    if (r < kLanes) {
      for (int64_t p = 0; p < width; ++p) lane[p] = Op::Combine(Op::kNeutral, Element<T>::Load(row[p]));
    } else {
      for (int64_t p = 0; p < width; ++p) lane[p] = Op::Combine(lane[p], Element<T>::Load(row[p]));
    }
  }
  for (int64_t w = kLanes / 2; w > 0; w /= 2) {
    if (live <= w) continue;
    for (int64_t i = 0; i + w < live; ++i) {
      for (int64_t p = 0; p < width; ++p) lanes[i][p] = Op::Combine(lanes[i][p], lanes[i + w][p]);
    }
    live = w;
  }
  for (int64_t p = 0; p < width; ++p) to[p] = lanes[0][p];
}

template <class Op, class T>
void ReduceColumns(const T* x, const Layout& layout, int64_t blocks, typename Op::C* partial) {
  const int64_t columns = layout.kept[layout.kept_rank - 1], strips = (columns + kStrip - 1) / kStrip;
  const int64_t outer = layout.results / columns;
  const int64_t work = (columns < kStrip ? columns : kStrip) * (layout.extent < kBlock ? layout.extent : kBlock);
  ParallelFor(outer * strips * blocks, 1 + 131072 / work, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      const int64_t block = task % blocks, strip = task / blocks % strips, at = task / blocks / strips;
      const int64_t start = block * kBlock, first = strip * kStrip;
      const int64_t n = layout.extent - start < kBlock ? layout.extent - start : kBlock;
      const int64_t width = columns - first < kStrip ? columns - first : kStrip;
      const int64_t base = Layout::Offset(at, layout.kept_rank - 1, layout.kept, layout.kept_stride) + first;
      ReduceStrip<Op>(x + base, layout, start, n, width, partial + block * layout.results + at * columns + first);
    }
  });
}

// T is the stored type, Op computes with its Compute type.
template <class Op, class T>
void Reduce(const LtTensor& x, const Layout& layout, const LtTensor& out) {
  using C = typename Op::C;
  T* to = static_cast<T*>(out.data);
  if (out.count == 0) return;
  if (layout.extent == 0) {
    for (int64_t i = 0; i < out.count; ++i) to[i] = Element<T>::Store(Op::kNeutral);
    return;
  }
  const int64_t blocks = (layout.extent + kBlock - 1) / kBlock;
  Scratch scratch(blocks * layout.results * int64_t(sizeof(C)));
  C* partial = scratch.as<C>();
  const T* from = static_cast<const T*>(x.data);
  if (layout.inner_reduced)
    ReduceRows<Op>(from, layout, blocks, partial);
  else
    ReduceColumns<Op>(from, layout, blocks, partial);
  CombineRows<Op>(partial, blocks, layout.results);
  for (int64_t i = 0; i < out.count; ++i) to[i] = Element<T>::Store(partial[i]);
}

int32_t ReadAxes(LtContext* ctx, const LtTensor& x, const int64_t* attrs, uint32_t* reduced, Dims* result) {
  *reduced = 0;
  for (int64_t k = 0; k < attrs[0]; ++k) {
    const int64_t axis = attrs[1 + k] < 0 ? attrs[1 + k] + x.rank : attrs[1 + k];
    if (axis < 0 || axis >= x.rank) {
      return Invalid(ctx, "Invalid reduction dimension (%d for input with %d dimension(s)", attrs[1 + k],
                     int64_t{x.rank});
    }
    *reduced |= 1u << axis;
  }
  const bool keep = attrs[1 + attrs[0]] != 0;
  for (int32_t i = 0; i < x.rank; ++i) {
    if (!(*reduced >> i & 1))
      result->Add(x.dims[i]);
    else if (keep)
      result->Add(1);
  }
  return 0;
}

// Sums and products of integers wrap: one instance for each width serves signed and unsigned.
template <template <class> class Op>
bool ReduceByWidth(const LtTensor& x, const Layout& layout, const LtTensor& out) {
  switch (x.dtype) {
    case LT_INT8:
    case LT_UINT8:
      return Reduce<Op<uint8_t>, uint8_t>(x, layout, out), true;
    case LT_INT16:
    case LT_UINT16:
      return Reduce<Op<uint16_t>, uint16_t>(x, layout, out), true;
    case LT_INT32:
    case LT_UINT32:
      return Reduce<Op<uint32_t>, uint32_t>(x, layout, out), true;
    case LT_INT64:
    case LT_UINT64:
      return Reduce<Op<uint64_t>, uint64_t>(x, layout, out), true;
    default:
      break;
  }
  const auto run = [&]<class T>(T) { Reduce<Op<typename Element<T>::Compute>, T>(x, layout, out); };
  return ByFloat(x.dtype, run) || ByComplex(x.dtype, run);
}
template <template <class> class Op>
bool ReduceOrdered(const LtTensor& x, const Layout& layout, const LtTensor& out) {
  return ByReal(x.dtype, [&]<class T>(T) { Reduce<Op<typename Element<T>::Compute>, T>(x, layout, out); });
}
template <template <class> class Op>
bool ReduceLogical(const LtTensor& x, const Layout& layout, const LtTensor& out) {
  if (x.dtype != LT_BOOL) return false;
  return Reduce<Op<uint8_t>, uint8_t>(x, layout, out), true;
}

using ReduceFn = bool (*)(const LtTensor& x, const Layout& layout, const LtTensor& out);

int32_t ReduceInto(LtContext* ctx, const LtTensor& x, uint32_t reduced, const Dims& dims, LtTensor* out,
                   const char* what, ReduceFn reduce) {
  const Layout layout = LayoutOf(x, reduced);
  if (layout.extent == 1) return ShareTensor(out, x, dims), 0;
  if (MakeTensor(ctx, out, x.dtype, dims)) return 1;
  if (reduce(x, layout, *out)) return 0;
  lt_release(out);
  return BadType(ctx, what, x.dtype);
}

// attrs: n, axes…, keep_dims
int32_t ReduceAxes(LtContext* ctx, const LtTensor& x, const int64_t* attrs, LtTensor* out, const char* what,
                   ReduceFn reduce) {
  uint32_t reduced;
  Dims dims;
  return ReadAxes(ctx, x, attrs, &reduced, &dims) || ReduceInto(ctx, x, reduced, dims, out, what, reduce);
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

LT_KERNEL(lt_reduce_sum) { return ReduceAxes(ctx, *in[0], attrs, out, "reduce_sum", ReduceByWidth<SumOf>); }
LT_KERNEL(lt_reduce_prod) { return ReduceAxes(ctx, *in[0], attrs, out, "reduce_prod", ReduceByWidth<ProdOf>); }
LT_KERNEL(lt_reduce_max) { return ReduceAxes(ctx, *in[0], attrs, out, "reduce_max", ReduceOrdered<LargestOf>); }
LT_KERNEL(lt_reduce_min) { return ReduceAxes(ctx, *in[0], attrs, out, "reduce_min", ReduceOrdered<SmallestOf>); }
LT_KERNEL(lt_reduce_all) { return ReduceAxes(ctx, *in[0], attrs, out, "reduce_all", ReduceLogical<AllOf>); }
LT_KERNEL(lt_reduce_any) { return ReduceAxes(ctx, *in[0], attrs, out, "reduce_any", ReduceLogical<AnyOf>); }

// Operands x, like: sums x over the dimensions along which `like` was broadcast to it.
LT_KERNEL(lt_sum_to) {
  const LtTensor& x = *in[0];
  const LtTensor& like = *in[1];
  const int32_t extra = x.rank - like.rank;
  uint32_t reduced = 0;
  bool fits = extra >= 0;
  for (int32_t i = 0; fits && i < x.rank; ++i) {
    const bool sum = i < extra || (like.dims[i - extra] == 1 && x.dims[i] != 1);
    if (sum) reduced |= 1u << i;
    fits = sum || x.dims[i] == like.dims[i - extra];
  }
  if (!fits) return Invalid(ctx, "Incompatible shapes: %h does not come from broadcasting %h", &x, &like);
  return ReduceInto(ctx, x, reduced, Dims::Of(like), out, "reduce_sum", ReduceByWidth<SumOf>);
}
