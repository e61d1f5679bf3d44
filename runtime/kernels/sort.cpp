// Sorting along an axis: sort, argsort, top_k. Stable; NaN last in both directions; -0 and +0 are equal.
//
// Method: each element becomes an unsigned key whose ascending order is the wanted order, together with its position;
// the pairs are sorted by insertion (short) or by radix (byte by byte, bytes that are all equal skipped).
#include <type_traits>

#include "runtime/kernels/numeric.h"

namespace lathe::rt {
namespace {

enum class Direction { kAscending, kDescending };

// Keys of at most 32 bits: one word, the position in the low half.
struct Narrow {
  using Key = uint32_t;
  static constexpr int kBytes = 4;
  uint64_t bits;
  static Narrow Of(Key key, int64_t position) { return {uint64_t(key) << 32 | uint32_t(position)}; }
  int64_t position() const { return int64_t(bits & 0xffffffff); }
  unsigned Digit(int byte) const { return unsigned(bits >> (32 + 8 * byte)) & 255; }
  friend bool operator<(Narrow a, Narrow b) { return a.bits < b.bits; }
};

struct Wide {
  using Key = uint64_t;
  static constexpr int kBytes = 8;
  uint64_t key;
  int64_t at;
  static Wide Of(Key key, int64_t position) { return {key, position}; }
  int64_t position() const { return at; }
  unsigned Digit(int byte) const { return unsigned(key >> (8 * byte)) & 255; }
  friend bool operator<(Wide a, Wide b) { return a.key != b.key ? a.key < b.key : a.at < b.at; }
};

template <class T>
inline constexpr bool kIsNarrow = sizeof(T) <= 4;

template <class T, class Key>
Key KeyOf(T x, Direction direction) {
  constexpr Key kTop = Key(1) << (8 * sizeof(Key) - 1);
  Key key;
  if constexpr (kIsHalf<T>) {
    return KeyOf<float, Key>(x.ToFloat(), direction);
  } else if constexpr (kIsFloat<T>) {
    if (x != x) return Key(~Key(0));
    const T positive_zero = x + T(0);
    memcpy(&key, &positive_zero, sizeof key);
    key = key & kTop ? Key(~key) : Key(key | kTop);
  } else if constexpr (T(-1) < T(0)) {
    key = Key(int64_t(x)) ^ kTop;
  } else {
    key = Key(x);
  }
  return direction == Direction::kAscending ? key : Key(~key);
}

template <class Item>
void InsertionSort(Item* items, int64_t n) {
  for (int64_t i = 1; i < n; ++i) {
    const Item item = items[i];
    int64_t at = i;
    for (; at > 0 && item < items[at - 1]; --at) items[at] = items[at - 1];
    items[at] = item;
  }
}

template <class Item>
void RadixSort(Item* items, Item* spare, int64_t n) {
  int64_t counts[Item::kBytes][256] = {};
  for (int64_t i = 0; i < n; ++i) {
    for (int b = 0; b < Item::kBytes; ++b) ++counts[b][items[i].Digit(b)];
  }
  Item *from = items, *to = spare;
  for (int b = 0; b < Item::kBytes; ++b) {
    int64_t* count = counts[b];
    if (count[from[0].Digit(b)] == n) continue;
    int64_t start = 0;
    for (int d = 0; d < 256; ++d) {
      const int64_t next = start + count[d];
      count[d] = start;
      start = next;
    }
    for (int64_t i = 0; i < n; ++i) to[count[from[i].Digit(b)]++] = from[i];
    Item* swap = from;
    from = to, to = swap;
  }
  if (from != items) memcpy(items, from, size_t(n) * sizeof(Item));
}

template <class Item>
void SortItems(Item* items, Item* spare, int64_t n) {
  if (n <= 40)
    InsertionSort(items, n);
  else
    RadixSort(items, spare, n);
}

// Moves the k least of the n items to the front, in order: a heap of the k least, largest on top.
template <class Item>
void LeastItems(Item* items, Item* spare, int64_t n, int64_t k) {
  if (k == 0) return;
  if (k > n / 8 || n <= 40) return SortItems(items, spare, n);
  const auto sift = [&](int64_t at, int64_t size) {
    const Item item = items[at];
    for (int64_t child; (child = 2 * at + 1) < size; at = child) {
      if (child + 1 < size && items[child] < items[child + 1]) ++child;
      if (!(item < items[child])) break;
      items[at] = items[child];
    }
    items[at] = item;
  };
  for (int64_t i = k / 2; i-- > 0;) sift(i, k);
  for (int64_t i = k; i < n; ++i) {
    if (!(items[i] < items[0])) continue;
    items[0] = items[i];
    sift(0, k);
  }
  // Not by radix: that would need equal keys to be in the order of their positions already.
  for (int64_t size = k - 1; size > 0; --size) {
    const Item largest = items[0];
    items[0] = items[size];
    items[size] = largest;
    sift(0, size);
  }
}

// What to do with a line of n elements, `stride` apart: the first k in order go out as values and positions.
struct Job {
  Direction direction;
  int64_t lines, n, inner, k;
};

template <class T, class Item>
void SortLines(const Job& job, const T* from, T* values, int32_t* positions) {
  ParallelFor(job.lines, 1 + 16384 / (job.n + 1), [&](int64_t begin, int64_t end) {
    Scratch memory(2 * job.n * int64_t(sizeof(Item)));
    Item *items = memory.as<Item>(), *spare = items + job.n;
    for (int64_t line = begin; line < end; ++line) {
      const int64_t block = line / job.inner, j = line % job.inner;
      const T* x = from + block * job.n * job.inner + j;
      for (int64_t i = 0; i < job.n; ++i) {
        items[i] = Item::Of(KeyOf<T, typename Item::Key>(x[i * job.inner], job.direction), i);
      }
      LeastItems(items, spare, job.n, job.k);
      for (int64_t i = 0; i < job.k; ++i) {
        const int64_t to = (block * job.k + i) * job.inner + j, at = items[i].position();
        if (values != nullptr) values[to] = x[at * job.inner];
        if (positions != nullptr) positions[to] = int32_t(at);
      }
    }
  });
}

// values or positions may be null. False: the type has no order.
bool SortBy(const Job& job, const LtTensor& x, void* values, int32_t* positions) {
  const auto run = [&]<class T>(T) {
    SortLines<T, std::conditional_t<kIsNarrow<T>, Narrow, Wide>>(job, static_cast<const T*>(x.data),
                                                                 static_cast<T*>(values), positions);
  };
  if (x.dtype == LT_BOOL) return run(uint8_t{}), true;
  return ByReal(x.dtype, run);
}

// attrs: axis, batch_dims, exclusive, reverse (descending)
int32_t SortAxis(LtContext* ctx, const LtTensor& x, const int64_t* attrs, LtTensor* out, bool want_positions) {
  const int64_t axis = attrs[0] < 0 ? attrs[0] + x.rank : attrs[0];
  if (axis < 0 || axis >= x.rank) return Invalid(ctx, "axis %d of a sort is outside of shape %h", attrs[0], &x);
  const int64_t n = x.dims[axis], inner = ProductOf(x.dims, int32_t(axis) + 1, x.rank);
  if (n > INT32_MAX) return Invalid(ctx, "a sort of %d elements is not supported", n);
  if (MakeTensor(ctx, out, want_positions ? int32_t{LT_INT32} : x.dtype, Dims::Of(x))) return 1;
  if (out->count == 0) return 0;
  const Job job{attrs[3] != 0 ? Direction::kDescending : Direction::kAscending, x.count / n, n, inner, n};
  const bool done =
      want_positions ? SortBy(job, x, nullptr, static_cast<int32_t*>(out->data)) : SortBy(job, x, out->data, nullptr);
  if (done) return 0;
  lt_release(out);
  return BadType(ctx, "sort", x.dtype);
}

}  // namespace
}  // namespace lathe::rt

using namespace lathe::rt;

LT_KERNEL(lt_sort) { return SortAxis(ctx, *in[0], attrs, out, false); }
LT_KERNEL(lt_argsort) { return SortAxis(ctx, *in[0], attrs, out, true); }

// Operands x, k; results values, positions (int32).
LT_KERNEL(lt_top_k) {
  const LtTensor& x = *in[0];
  if (in[1]->count != 1) return Invalid(ctx, "k must be scalar, got shape %h", in[1]);
  const int64_t k = IntAt(*in[1], 0);
  if (k < 0) return Invalid(ctx, "Need k >= 0, got %d", k);
  if (x.rank < 1) return Invalid(ctx, "input must be >= 1-D, got shape %h", &x);
  const int64_t n = x.dims[x.rank - 1];
  if (n < k) return Invalid(ctx, "input must have at least k columns. Had %d, needed %d", n, k);
  if (n > INT32_MAX) return Invalid(ctx, "top_k of %d elements is not supported", n);
  Dims dims = Dims::Of(x);
  dims.d[x.rank - 1] = k;
  if (MakeTensor(ctx, &out[0], x.dtype, dims)) return 1;
  if (MakeTensor(ctx, &out[1], LT_INT32, dims)) {
    lt_release(&out[0]);
    return 1;
  }
  if (out[0].count == 0) return 0;
  const Job job{Direction::kDescending, x.count / n, n, 1, k};
  if (SortBy(job, x, out[0].data, static_cast<int32_t*>(out[1].data))) return 0;
  lt_release(&out[0]);
  lt_release(&out[1]);
  return BadType(ctx, "top_k", x.dtype);
}
