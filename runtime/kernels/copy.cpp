// CopyWalk: one engine for transposing, slicing, padding, tiling, reversing and broadcasting.
//
// Method: drop dimensions of extent 1, merge neighbours that continue each other, then walk the outer dimensions and
// copy the innermost by memcpy, fill or a strided loop; where the source is contiguous along another dimension
// (transposes), the two innermost are copied in square tiles. Large walks are split over the thread pool along the
// outer dimensions.
#include "runtime/kernels/common.h"

namespace lathe::rt {
namespace {

constexpr int64_t kParallelBytes = 1 << 19;
constexpr int64_t kTile = 16;

Walk Simplified(const Walk& walk) {
  Walk result;
  for (int32_t i = 0; i < walk.rank; ++i) {
    if (walk.dims[i] == 1) continue;
    const int32_t last = result.rank - 1;
    if (last >= 0 && result.to[last] == walk.to[i] * walk.dims[i] && result.from[last] == walk.from[i] * walk.dims[i]) {
      result.dims[last] *= walk.dims[i];
      result.to[last] = walk.to[i];
      result.from[last] = walk.from[i];
    } else {
      result.Add(walk.dims[i], walk.to[i], walk.from[i]);
    }
  }
  if (result.rank == 0) result.Add(1, 1, 1);
  return result;
}

template <class T>
void CopyLine(T* to, const T* from, int64_t n, int64_t to_stride, int64_t from_stride) {
  if (to_stride == 1 && from_stride == 1) {
    memcpy(to, from, size_t(n) * sizeof(T));
  } else if (to_stride == 1 && from_stride == 0) {
    const T value = *from;
    for (int64_t i = 0; i < n; ++i) to[i] = value;
  } else if (to_stride == 1 && from_stride == -1) {
    for (int64_t i = 0; i < n; ++i) to[i] = from[-i];
  } else {
    for (int64_t i = 0; i < n; ++i) to[i * to_stride] = from[i * from_stride];
  }
}

// Rows of the source (dimension 0, contiguous there) are columns of the destination: square tiles go through a buffer,
// so that both sides are touched in runs whatever their strides.
template <class T>
void CopyTiled(T* to, const T* from, const int64_t* n, const int64_t* to_stride, const int64_t* from_stride) {
  T tile[kTile][kTile + 1];
  for (int64_t j0 = 0; j0 < n[1]; j0 += kTile) {
    const int64_t columns = n[1] - j0 < kTile ? n[1] - j0 : kTile;
    for (int64_t i0 = 0; i0 < n[0]; i0 += kTile) {
      const int64_t rows = n[0] - i0 < kTile ? n[0] - i0 : kTile;
      // The scalar loops below keep few misses in flight: ask for the lines of this and the next tile early.
      for (int64_t i = 0; i < rows; ++i) __builtin_prefetch(to + (i0 + i) * to_stride[0] + j0 * to_stride[1], 1);
      if (i0 + kTile < n[0]) {
        for (int64_t j = 0; j < columns; ++j) {
          __builtin_prefetch(from + (j0 + j) * from_stride[1] + (i0 + kTile) * from_stride[0]);
        }
      }
      for (int64_t j = 0; j < columns; ++j) {
        const T* line = from + (j0 + j) * from_stride[1] + i0 * from_stride[0];
        for (int64_t i = 0; i < rows; ++i) tile[i][j] = line[i * from_stride[0]];
      }
      for (int64_t i = 0; i < rows; ++i) {
        T* line = to + (i0 + i) * to_stride[0] + j0 * to_stride[1];
        for (int64_t j = 0; j < columns; ++j) line[j * to_stride[1]] = tile[i][j];
      }
    }
  }
}

struct Job {
  char* to;
  const char* from;
  Walk walk;      // outer dimensions first
  int32_t outer;  // number of dimensions walked one by one; 1 or 2 more are copied at once
  int64_t width;
};

// Copies the inner blocks numbered begin … end-1 in row-major order of the outer dimensions.
void RunJob(const Job& job, int64_t begin, int64_t end) {
  const Walk& walk = job.walk;
  int64_t index[2 * LT_MAX_RANK + 4];
  int64_t to = 0, from = 0, rest = begin;
  for (int32_t i = job.outer - 1; i >= 0; --i) {
    index[i] = rest % walk.dims[i];
    rest /= walk.dims[i];
    to += index[i] * walk.to[i];
    from += index[i] * walk.from[i];
  }
  const int32_t inner = job.outer;
  ByWidth(job.width, [&]<class T>(T) {
    T* target = reinterpret_cast<T*>(job.to);
    const T* source = reinterpret_cast<const T*>(job.from);
    for (int64_t block = begin; block < end; ++block) {
      if (inner + 2 == walk.rank) {
        CopyTiled(target + to, source + from, walk.dims + inner, walk.to + inner, walk.from + inner);
      } else {
        CopyLine(target + to, source + from, walk.dims[inner], walk.to[inner], walk.from[inner]);
      }
      for (int32_t i = job.outer - 1; i >= 0; --i) {
        to += walk.to[i], from += walk.from[i];
        if (++index[i] < walk.dims[i]) break;
        to -= walk.dims[i] * walk.to[i], from -= walk.dims[i] * walk.from[i];
        index[i] = 0;
      }
    }
  });
}

void Swap(Walk& walk, int32_t a, int32_t b) {
  if (a == b) return;
  const Walk old = walk;
  walk.dims[a] = old.dims[b], walk.to[a] = old.to[b], walk.from[a] = old.from[b];
  walk.dims[b] = old.dims[a], walk.to[b] = old.to[a], walk.from[b] = old.from[a];
}

// Splits one long dimension so that the pool has blocks to share.
void SplitForThreads(Walk& walk, int32_t dim, int64_t pieces) {
  const int64_t n = walk.dims[dim];
  while (pieces > 1 && n % pieces != 0) --pieces;
  if (pieces <= 1) return;
  for (int32_t i = walk.rank; i > dim; --i) {
    walk.dims[i] = walk.dims[i - 1], walk.to[i] = walk.to[i - 1], walk.from[i] = walk.from[i - 1];
  }
  ++walk.rank;
  walk.dims[dim] = pieces, walk.dims[dim + 1] = n / pieces;
  walk.to[dim] = walk.to[dim + 1] * (n / pieces), walk.from[dim] = walk.from[dim + 1] * (n / pieces);
}

}  // namespace

void CopyWalk(void* to, const void* from, const Walk& given, int64_t width) {
  int64_t total = 1;
  for (int32_t i = 0; i < given.rank; ++i) total *= given.dims[i];
  if (total == 0) return;
  Job job{static_cast<char*>(to), static_cast<const char*>(from), Simplified(given), 0, width};
  Walk& walk = job.walk;
  bool tiled = false;
  const int32_t last = walk.rank - 1;
  if (last > 0 && walk.from[last] != 1 && walk.from[last] != 0 && walk.dims[last] >= 8) {
    for (int32_t i = 0; i < last; ++i) {
      if (walk.from[i] == 1 && walk.dims[i] >= 8) {
        // Dimension i becomes the second innermost; the order of the others does not matter for the result.
        for (int32_t j = i; j + 1 < last; ++j) Swap(walk, j, j + 1);
        tiled = true;
        break;
      }
    }
  }
  const bool parallel = total * width >= kParallelBytes;
  if (parallel && walk.rank - (tiled ? 2 : 1) == 0) SplitForThreads(walk, 0, 16);
  job.outer = walk.rank - (tiled ? 2 : 1);
  int64_t blocks = 1;
  for (int32_t i = 0; i < job.outer; ++i) blocks *= walk.dims[i];
  const int64_t block_bytes = total / blocks * width;
  const int64_t grain = parallel ? kParallelBytes / 2 / block_bytes + 1 : blocks;
  ParallelFor(blocks, grain, [&](int64_t begin, int64_t end) { RunJob(job, begin, end); });
}

}  // namespace lathe::rt
