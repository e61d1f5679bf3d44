// The general dot product: contraction of any dimensions of two tensors, batched.
//
// Definition (docs/numerics.md): in blocks of 256 along k, s = fma(a, b, s) with k ascending from s = 0; the first
// block's sum is the result, later ones are added in order. f16 and bf16 are computed as f32 and rounded once; integers
// wrap. Method: both operands are brought into a form with one stride each for batch, free and contracted index (copied
// if they have none); the right one is packed into slivers if it is large or not contiguous; tasks are blocks of rows
// and columns of the result.
#include "runtime/kernels/dot.h"

#include "runtime/kernels/numeric.h"

namespace lathe::rt {
namespace {

constexpr int64_t kBlock = 256;
constexpr int64_t kPackFrom = 1700 << 10;       // bytes of the right operand
constexpr int64_t kTallest = 12, kWidest = 32;  // largest tile of any instruction set
constexpr int64_t kRowBlock = 96, kColumnBlock = 512;
constexpr int64_t kTaskWork = 1 << 16;  // multiply-adds that are worth a task

// One operand: element (batch, free, k) is data[batch * by_batch + free * by_free + k * by_k].
struct Side {
  const void* data;
  int64_t by_batch, by_free, by_k;
};

struct Problem {
  Side left, right;
  int64_t batch, m, n, k;
};

struct Lists {
  int64_t n_batch, n_contract;
  const int64_t *batch, *contract;
};

// The extent and the common stride of dimensions that are walked in row-major order, or false: there is none.
bool Merge(const LtTensor& x, const int64_t* strides, const int64_t* axes, int64_t n, int64_t* extent, int64_t* step) {
  *extent = 1, *step = 0;
  for (int64_t i = n - 1; i >= 0; --i) {
    const int64_t size = x.dims[axes[i]];
    if (size != 1) {
      if (*extent == 1)
        *step = strides[axes[i]];
      else if (strides[axes[i]] != *step * *extent)
        return false;
    }
    *extent *= size;
  }
  return true;
}

int32_t ReadAxes(LtContext* ctx, const LtTensor& x, const Lists& lists, int64_t* free, int64_t* n_free) {
  uint32_t used = 0;
  for (int64_t i = 0; i < lists.n_batch + lists.n_contract; ++i) {
    const int64_t axis = i < lists.n_batch ? lists.batch[i] : lists.contract[i - lists.n_batch];
    if (axis < 0 || axis >= x.rank || (used >> axis & 1))
      return Invalid(ctx, "axis %d of a contraction of shape %h", axis, &x);
    used |= 1u << axis;
  }
  *n_free = 0;
  for (int32_t i = 0; i < x.rank; ++i) {
    if (!(used >> i & 1)) free[(*n_free)++] = i;
  }
  return 0;
}

// Finds the strides of one operand; without common strides it is copied to `copy` in the order batch, free, k.
class Operand {
 public:
  Operand(const LtTensor& x, const Lists& lists, const int64_t* free, int64_t n_free) {
    int64_t strides[LT_MAX_RANK];
    StridesOf(x.dims, x.rank, strides);
    side.data = x.data;
    const bool batch_merges = Merge(x, strides, lists.batch, lists.n_batch, &batch, &side.by_batch);
    const bool free_merges = Merge(x, strides, free, n_free, &count, &side.by_free);
    const bool k_merges = Merge(x, strides, lists.contract, lists.n_contract, &k, &side.by_k);
    if (batch_merges && free_merges && k_merges) return;
    batch = count = k = 1;
    for (int64_t i = 0; i < lists.n_batch; ++i) batch *= x.dims[lists.batch[i]];
    for (int64_t i = 0; i < n_free; ++i) count *= x.dims[free[i]];
    for (int64_t i = 0; i < lists.n_contract; ++i) k *= x.dims[lists.contract[i]];
    const int64_t width = lt_dtype_size(x.dtype);
    copy_ = lt_buffer_new(LT_UINT8, x.count * width + 1);
    Walk walk;
    const int64_t* const groups[] = {lists.batch, free, lists.contract};
    const int64_t sizes[] = {lists.n_batch, n_free, lists.n_contract};
    int64_t to = 1;
    for (int g = 2; g >= 0; --g) {
      for (int64_t i = sizes[g] - 1; i >= 0; --i) {
        walk.Add(x.dims[groups[g][i]], to, strides[groups[g][i]]);
        to *= x.dims[groups[g][i]];
      }
    }
    Walk outermost_first;
    for (int32_t i = walk.rank - 1; i >= 0; --i) outermost_first.Add(walk.dims[i], walk.to[i], walk.from[i]);
    CopyWalk(copy_ + 1, x.data, outermost_first, width);
    side = {copy_ + 1, count * k, k, 1};
  }
  ~Operand() {
    if (copy_ == nullptr) return;
    copy_->refs = 0;
    lt_buffer_free(copy_);
  }
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;

  Side side;
  int64_t batch, count, k;

 private:
  LtBuffer* copy_ = nullptr;
};

int64_t Least(int64_t a, int64_t b) { return a < b ? a : b; }

// Copies `columns` columns of k0 … k1 into rows of `wide` elements; the rest is zero.
template <class T>
void PackSliver(const T* b, const Side& side, int64_t k0, int64_t k1, int64_t column, int64_t columns, int64_t wide,
                T* to) {
  for (int64_t k = k0; k < k1; ++k, to += wide) {
    const T* row = b + k * side.by_k + column * side.by_free;
    for (int64_t j = 0; j < columns; ++j) to[j] = row[j * side.by_free];
    for (int64_t j = columns; j < wide; ++j) to[j] = 0;
  }
}

template <class T>
struct Product {
  const Problem& p;
  const TileKernel<T>& tile;
  const T *a, *b;
  T* c;
  const T* packed;  // null: in place; [k block][sliver][k][columns of a tile]

  int64_t slivers() const { return (p.n + tile.columns - 1) / tile.columns; }

  // Copies rows [row, row_end) of k0 … k0 + k_count strip by strip, k by k: in place, rows at a power of two's distance
  // would compete for the same sets of the cache.
  void PackRows(int64_t row, int64_t row_end, int64_t k0, int64_t k_count, T* to) const {
    for (int64_t r = row; r < row_end; r += tile.rows, to += tile.rows * k_count) {
      for (int64_t i = 0; i < Least(tile.rows, row_end - r); ++i) {
        const T* from = a + (r + i) * p.left.by_free + k0 * p.left.by_k;
        for (int64_t k = 0; k < k_count; ++k) to[k * tile.rows + i] = from[k * p.left.by_k];
      }
    }
  }

  // Rows [row, row_end) of the columns of slivers [first, last). `panel`: room for packed rows, or null.
  void Block(int64_t row, int64_t row_end, int64_t first, int64_t last, T* panel) const {
    T edge[kBlock * kWidest];
    for (int64_t k0 = 0; k0 < p.k; k0 += kBlock) {
      const int64_t k_count = Least(kBlock, p.k - k0);
      if (panel != nullptr) PackRows(row, row_end, k0, k_count, panel);
      for (int64_t s = first; s < last; ++s) {
        const int64_t column = s * tile.columns, columns = Least(tile.columns, p.n - column);
        const T* right = b + k0 * p.right.by_k + column;
        int64_t by_k = p.right.by_k;
        if (packed != nullptr) {
          right = packed + (k0 * slivers() + s * k_count) * tile.columns, by_k = tile.columns;
        } else if (columns < tile.columns) {
          PackSliver(b, p.right, k0, k0 + k_count, column, columns, tile.columns, edge);
          right = edge, by_k = tile.columns;
        }
        for (int64_t r = row; r < row_end; r += tile.rows) {
          const T* left = panel != nullptr ? panel + (r - row) * k_count : a + r * p.left.by_free + k0 * p.left.by_k;
          const int64_t by_row = panel != nullptr ? 1 : p.left.by_free,
                        by_left_k = panel != nullptr ? tile.rows : p.left.by_k;
          RunTile(Least(tile.rows, row_end - r), columns, left, by_row, by_left_k, right, by_k, k_count,
                  c + r * p.n + column, k0 == 0);
        }
      }
    }
  }

  // One tile; where it is narrower than the kernel's, through a buffer.
  void RunTile(int64_t rows, int64_t columns, const T* left, int64_t by_row, int64_t by_left_k, const T* right,
               int64_t by_k, int64_t k_count, T* to, bool first) const {
    if (columns == tile.columns) {
      return tile.run(rows, left, by_row, by_left_k, right, by_k, k_count, to, p.n, first);
    }
    T corner[kTallest * kWidest];
    tile.run(rows, left, by_row, by_left_k, right, by_k, k_count, corner, tile.columns, true);
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        T& target = to[i * p.n + j];
        target = first ? corner[i * tile.columns + j] : target + corner[i * tile.columns + j];
      }
    }
  }
};

template <class T>
void MultiplyBatch(const Problem& p, const TileKernel<T>& tile, const T* a, const T* b, T* c) {
  Product<T> product{p, tile, a, b, c, nullptr};
  const int64_t slivers = product.slivers(), bytes = p.k * slivers * tile.columns * int64_t(sizeof(T));
  const bool pack = (p.n > 1 && p.right.by_free != 1) || p.n == 1 || (bytes > kPackFrom && p.m >= 32);
  Scratch memory(pack ? bytes : 1);
  if (pack) {
    product.packed = memory.as<T>();
    const int64_t blocks = (p.k + kBlock - 1) / kBlock;
    ParallelFor(blocks * slivers, 1 + 65536 / (kBlock * tile.columns), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t k0 = i / slivers * kBlock, s = i % slivers, k_count = Least(kBlock, p.k - k0);
        PackSliver(b, p.right, k0, k0 + k_count, s * tile.columns, Least(tile.columns, p.n - s * tile.columns),
                   tile.columns, memory.as<T>() + (k0 * slivers + s * k_count) * tile.columns);
      }
    });
  }
  const int64_t row_blocks = (p.m + kRowBlock - 1) / kRowBlock;
  // Few blocks of rows are shared between threads by columns.
  const int64_t tasks = 2 * lt_thread_count(), split = p.m * p.n * p.k < 4 * kTaskWork ? 1 : (tasks + row_blocks - 1) / row_blocks;
  const int64_t most = kColumnBlock / tile.columns < 1 ? 1 : kColumnBlock / tile.columns;
  const int64_t wide = Least(most, (slivers + split - 1) / split), column_blocks = (slivers + wide - 1) / wide;
  const int64_t work = Least(p.m, kRowBlock) * Least(p.n, wide * tile.columns) * p.k;
  // Packing the rows pays when several slivers use them.
  const bool pack_rows = p.m >= tile.rows && slivers >= 8 && p.k >= 64;
  const int64_t panel = (Least(p.m, kRowBlock) + tile.rows) * Least(p.k, kBlock) * int64_t(sizeof(T));
  ParallelFor(row_blocks * column_blocks, 1 + kTaskWork / (work + 1), [&](int64_t begin, int64_t end) {
    Scratch rows(pack_rows ? panel : 1);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = i / column_blocks * kRowBlock, first = i % column_blocks * wide;
      product.Block(row, Least(row + kRowBlock, p.m), first, Least(first + wide, slivers),
                    pack_rows ? rows.as<T>() : nullptr);
    }
  });
}

template <class T>
void Multiply(Problem p, const TileKernel<T>& tile, T* c) {
  // A matrix times a vector: the vector on the left makes the result's elements lanes. fma(a, b, s) = fma(b, a, s).
  if (p.n == 1 && p.m > 1) {
    const Side left = p.left;
    p.left = p.right, p.right = left;
    p.n = p.m, p.m = 1;
  }
  const T* a = static_cast<const T*>(p.left.data);
  const T* b = static_cast<const T*>(p.right.data);
  const int64_t work = p.m * p.n * p.k;
  ParallelFor(p.batch, p.batch > 1 ? 1 + kTaskWork / (work + 1) : 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      MultiplyBatch(p, tile, a + i * p.left.by_batch, b + i * p.right.by_batch, c + i * p.m * p.n);
    }
  });
}

// Row by row, in strips of columns: integers and complex numbers. Accumulate adds x * y[0 … n) to sum.
template <class T, class Accumulate>
void MultiplyRows(const Problem& p, T* c, Accumulate accumulate) {
  constexpr int64_t kStrip = 64;
  const T* a = static_cast<const T*>(p.left.data);
  const T* b = static_cast<const T*>(p.right.data);
  ParallelFor(p.batch * p.m, 1 + (1 << 17) / (p.n * p.k + 1), [&](int64_t begin, int64_t end) {
    T sum[kStrip], line[kStrip];
    for (int64_t i = begin; i < end; ++i) {
      const T* left = a + i / p.m * p.left.by_batch + i % p.m * p.left.by_free;
      for (int64_t column = 0; column < p.n; column += kStrip) {
        const int64_t n = Least(kStrip, p.n - column);
        const T* right = b + i / p.m * p.right.by_batch + column * p.right.by_free;
        T* to = c + i * p.n + column;
        for (int64_t k0 = 0; k0 < p.k; k0 += kBlock) {
          for (int64_t j = 0; j < n; ++j) sum[j] = T{};
          for (int64_t k = k0; k < Least(k0 + kBlock, p.k); ++k) {
            const T* row = right + k * p.right.by_k;
            if (p.right.by_free != 1) {
              for (int64_t j = 0; j < n; ++j) line[j] = row[j * p.right.by_free];
              row = line;
            }
            accumulate(left[k * p.left.by_k], row, sum, n);
          }
          for (int64_t j = 0; j < n; ++j) to[j] = k0 == 0 ? sum[j] : AddOf(to[j], sum[j]);
        }
      }
    }
  });
}

template <class T>
void MultiplyInts(const Problem& p, const LtTensor& out) {
  MultiplyRows(p, static_cast<T*>(out.data), [](T x, const T* y, T* sum, int64_t n) {
    for (int64_t j = 0; j < n; ++j) sum[j] = AddOf(sum[j], MulOf(x, y[j]));
  });
}

// Half floats: both operands as f32, the result rounded once.
template <class T>
void MultiplyHalf(Problem p, const TileKernel<float>& tile, const LtTensor& left, const LtTensor& right,
                  const LtTensor& out) {
  const auto widen = [](const void* from, int64_t n, float* to) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<const T*>(from)[i].ToFloat();
  };
  Scratch a(left.count * 4), b(right.count * 4), c(out.count * 4);
  // A copied operand has the same number of elements as the original.
  widen(p.left.data, left.count, a.as<float>());
  widen(p.right.data, right.count, b.as<float>());
  p.left.data = a.as<float>(), p.right.data = b.as<float>();
  Multiply(p, tile, c.as<float>());
  for (int64_t i = 0; i < out.count; ++i) static_cast<T*>(out.data)[i] = T::From(c.as<float>()[i]);
}

bool Dispatch(const Problem& p, const DotTiles& tiles, const LtTensor& left, const LtTensor& right,
              const LtTensor& out) {
  switch (out.dtype) {
    case LT_FLOAT32:
      return Multiply(p, tiles.f32, static_cast<float*>(out.data)), true;
    case LT_FLOAT64:
      return Multiply(p, tiles.f64, static_cast<double*>(out.data)), true;
    case LT_FLOAT16:
      return MultiplyHalf<Half>(p, tiles.f32, left, right, out), true;
    case LT_BFLOAT16:
      return MultiplyHalf<BFloat16>(p, tiles.f32, left, right, out), true;
    case LT_INT8:
    case LT_UINT8:
      return MultiplyInts<uint8_t>(p, out), true;
    case LT_INT16:
    case LT_UINT16:
      return MultiplyInts<uint16_t>(p, out), true;
    case LT_INT32:
    case LT_UINT32:
      return MultiplyInts<uint32_t>(p, out), true;
    case LT_INT64:
    case LT_UINT64:
      return MultiplyInts<uint64_t>(p, out), true;
    case LT_COMPLEX64:
      MultiplyRows(p, static_cast<Complex<float>*>(out.data),
                   [&](Complex<float> x, const Complex<float>* y, Complex<float>* sum, int64_t n) {
                     tiles.row_c64(x.re, x.im, &y->re, &sum->re, n);
                   });
      return true;
    case LT_COMPLEX128:
      MultiplyRows(p, static_cast<Complex<double>*>(out.data),
                   [&](Complex<double> x, const Complex<double>* y, Complex<double>* sum, int64_t n) {
                     tiles.row_c128(x.re, x.im, &y->re, &sum->re, n);
                   });
      return true;
    default:
      return false;
  }
}

}  // namespace

// attrs: lhs_batch, rhs_batch, lhs_contract, rhs_contract, each a count and that many axes.
int32_t DotAt(CpuLevel level, LtContext* ctx, const LtTensor* const* in, LtTensor* out, const int64_t* attrs) {
  const LtTensor& left = *in[0];
  const LtTensor& right = *in[1];
  const int64_t* lists[4];
  int64_t counts[4];
  for (int i = 0; i < 4; ++i) {
    counts[i] = *attrs, lists[i] = attrs + 1;
    attrs += 1 + counts[i];
  }
  const Lists of_left{counts[0], counts[2], lists[0], lists[2]}, of_right{counts[1], counts[3], lists[1], lists[3]};
  int64_t left_free[LT_MAX_RANK], right_free[LT_MAX_RANK], n_left, n_right;
  if (ReadAxes(ctx, left, of_left, left_free, &n_left) || ReadAxes(ctx, right, of_right, right_free, &n_right))
    return 1;
  bool fits = counts[0] == counts[1] && counts[2] == counts[3] && left.dtype == right.dtype;
  for (int64_t i = 0; fits && i < counts[0]; ++i) fits = left.dims[lists[0][i]] == right.dims[lists[1][i]];
  for (int64_t i = 0; fits && i < counts[2]; ++i) fits = left.dims[lists[2][i]] == right.dims[lists[3][i]];
  if (!fits) return Invalid(ctx, "Matrix size-incompatible: In[0]: %h, In[1]: %h", &left, &right);
  Dims dims;
  for (int64_t i = 0; i < counts[0]; ++i) dims.Add(left.dims[lists[0][i]]);
  for (int64_t i = 0; i < n_left; ++i) dims.Add(left.dims[left_free[i]]);
  for (int64_t i = 0; i < n_right; ++i) dims.Add(right.dims[right_free[i]]);
  if (MakeTensor(ctx, out, left.dtype, dims)) return 1;
  if (out->count == 0) return 0;
  if (left.count == 0 || right.count == 0) {
    memset(out->data, 0, size_t(out->count * lt_dtype_size(out->dtype)));
    return 0;
  }
  const Operand l(left, of_left, left_free, n_left), r(right, of_right, right_free, n_right);
  const Problem problem{l.side, r.side, l.batch, l.count, r.count, l.k};
  const DotTiles& tiles = level == CpuLevel::kAvx512 ? Avx512Tiles()
                          : level == CpuLevel::kAvx2 ? Avx2Tiles()
                                                     : BaselineTiles();
  if (Dispatch(problem, tiles, left, right, *out)) return 0;
  lt_release(out);
  return BadType(ctx, "a matrix product", left.dtype);
}

}  // namespace lathe::rt

LT_KERNEL(lt_dot) { return lathe::rt::DotAt(lathe::rt::BestCpuLevel(), ctx, in, out, attrs); }
