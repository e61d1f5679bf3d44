// Buffers, tensors and strings.
//
// Memory comes from chunks of huge pages and is never returned: a freed block goes to the free list of its size class.
// Fresh 4 KiB pages cost more than the work on most tensors. In sanitizer builds every block is a malloc of its own, so
// that misuse is found.
#include "runtime/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>

#if defined(__SANITIZE_ADDRESS__)
#define LATHE_MALLOC_BLOCKS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LATHE_MALLOC_BLOCKS 1
#endif
#endif

namespace lathe::rt {
namespace {

constexpr int64_t kLine = 64;
constexpr int64_t kLinearLimit = 512;  // one class per line up to here, then four per doubling
constexpr int kLinearClasses = kLinearLimit / kLine;
constexpr int kClassCount = kLinearClasses + 4 * (48 - 9);
constexpr int64_t kChunkBytes = int64_t{64} << 20;
constexpr int64_t kOwnMapping = int64_t{16} << 20;  // blocks from here on have a mapping of their own
constexpr int64_t kHugePage = int64_t{2} << 20;
// Blocks of a page or more start at different offsets within a page: equal offsets alias in the cache's store buffers.
constexpr int64_t kStagger = 5 * kLine;
constexpr int64_t kStaggerFrom = 4096;

struct FreeBlock {
  FreeBlock* next;
};

// The process's only heap. Zero-initialised; a spin lock guards it because kernels may take scratch on pool threads.
struct Heap {
  std::atomic_flag lock;
  FreeBlock* free[kClassCount];
  char* chunk;
  int64_t chunk_left;
  int64_t stagger;
  MemoryStatistics statistics;
};
constinit Heap heap{};

class Locked {
 public:
  Locked() {
    while (heap.lock.test_and_set(std::memory_order_acquire)) __builtin_ia32_pause();
  }
  ~Locked() { heap.lock.clear(std::memory_order_release); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
};

[[maybe_unused]] char* MapHuge(int64_t bytes) {
  void* map = mmap(nullptr, size_t(bytes + kHugePage), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return nullptr;
  uintptr_t aligned = (uintptr_t(map) + kHugePage - 1) & ~uintptr_t(kHugePage - 1);
  madvise(reinterpret_cast<void*>(aligned), size_t(bytes), MADV_HUGEPAGE);
  heap.statistics.mapped_bytes += bytes + kHugePage;
  return reinterpret_cast<char*>(aligned);
}

[[maybe_unused]] void* FreshBlock(int64_t size) {
  if (size >= kOwnMapping) {
    heap.stagger = (heap.stagger + kStagger) % kStaggerFrom;
    char* map = MapHuge(size + kStaggerFrom);
    return map == nullptr ? nullptr : map + heap.stagger;
  }
  int64_t step = size >= kStaggerFrom ? size + kStagger : size;
  if (heap.chunk_left < step) {
    char* chunk = MapHuge(kChunkBytes);
    if (chunk == nullptr) return nullptr;
    heap.chunk = chunk;
    heap.chunk_left = kChunkBytes;
  }
  char* block = heap.chunk;
  heap.chunk += step;
  heap.chunk_left -= step;
  return block;
}

[[noreturn]] void OutOfMemory(int64_t bytes) {
  char text[128];
  int length =
      snprintf(text, sizeof text, "MemoryError: Unable to allocate %lld bytes\n", static_cast<long long>(bytes));
  FlushForAbort();
  if (write(2, text, size_t(length)) < 0) _exit(1);
  _exit(1);
}

}  // namespace

int SizeClassOf(int64_t bytes) {
  if (bytes <= kLinearLimit) return bytes <= kLine ? 0 : int((bytes - 1) / kLine);
  int exponent = 63 - __builtin_clzll(uint64_t(bytes - 1));  // 2^exponent < bytes <= 2^(exponent+1)
  return kLinearClasses + 4 * (exponent - 9) + int((bytes - 1) >> (exponent - 2)) - 4;
}

int64_t SizeOfClass(int size_class) {
  if (size_class < kLinearClasses) return (size_class + 1) * kLine;
  int above = size_class - kLinearClasses;
  return int64_t(above % 4 + 5) << (above / 4 + 7);
}

void* AllocateBlock(int64_t bytes) {
  if (bytes < 0 || bytes > (int64_t{1} << 46)) OutOfMemory(bytes);
  int size_class = SizeClassOf(bytes);
#if defined(LATHE_MALLOC_BLOCKS)
  (void)size_class;
  void* block = aligned_alloc(size_t(kLine), size_t((bytes + kLine - 1) / kLine * kLine + (bytes == 0 ? kLine : 0)));
  if (block == nullptr) OutOfMemory(bytes);
  return block;
#else
  void* block;
  {
    Locked locked;
    FreeBlock*& head = heap.free[size_class];
    if (head != nullptr) {
      block = head;
      head = head->next;
      ++heap.statistics.reused;
    } else {
      block = FreshBlock(SizeOfClass(size_class));
      ++heap.statistics.fresh;
    }
  }
  if (block == nullptr) OutOfMemory(bytes);
  return block;
#endif
}

void FreeBlockOf(void* block, int64_t bytes) {
#if defined(LATHE_MALLOC_BLOCKS)
  (void)bytes;
  free(block);
#else
  int size_class = SizeClassOf(bytes);
  Locked locked;
  auto* freed = static_cast<FreeBlock*>(block);
  freed->next = heap.free[size_class];
  heap.free[size_class] = freed;
#endif
}

MemoryStatistics StatisticsOfMemory() {
  Locked locked;
  return heap.statistics;
}

}  // namespace lathe::rt

using namespace lathe::rt;

extern "C" {

int64_t lt_dtype_size(int32_t dtype) {
  switch (dtype) {
    case LT_BOOL:
    case LT_INT8:
    case LT_UINT8:
      return 1;
    case LT_INT16:
    case LT_UINT16:
    case LT_FLOAT16:
    case LT_BFLOAT16:
      return 2;
    case LT_INT32:
    case LT_UINT32:
    case LT_FLOAT32:
      return 4;
    case LT_COMPLEX128:
      return 16;
    default:
      return 8;
  }
}

LtBuffer* lt_buffer_new(int32_t dtype, int64_t count) {
  int64_t bytes;
  if (__builtin_mul_overflow(count, lt_dtype_size(dtype), &bytes) || bytes < 0) bytes = INT64_MAX / 2;
  auto* buffer = static_cast<LtBuffer*>(AllocateBlock(int64_t(sizeof(LtBuffer)) + bytes));
  buffer->refs = 1;
  buffer->bytes = bytes;
  buffer->dtype = dtype;
  buffer->size_class = 0;
  buffer->count = count;
  if (dtype == LT_STRING) memset(buffer + 1, 0, size_t(bytes));
  return buffer;
}

void lt_buffer_free(LtBuffer* buffer) {
  if (buffer->dtype == LT_STRING) {
    auto** elements = reinterpret_cast<LtString**>(buffer + 1);
    for (int64_t i = 0; i < buffer->count; ++i) lt_string_release(elements[i]);
  }
  FreeBlockOf(buffer, int64_t(sizeof(LtBuffer)) + buffer->bytes);
}

void lt_tensor_new(LtTensor* out, int32_t dtype, int32_t rank, const int64_t* dims) {
  int64_t count = 1;
  bool overflow = false, empty = false;
  for (int32_t i = 0; i < rank; ++i) {
    out->dims[i] = dims[i];
    if (dims[i] == 0)
      empty = true;
    else
      overflow |= __builtin_mul_overflow(count, dims[i], &count);
  }
  if (empty)
    count = 0;
  else if (overflow)
    count = INT64_MAX / 64;
  out->buffer = lt_buffer_new(dtype, count);
  out->data = out->buffer + 1;
  out->count = count;
  out->dtype = dtype;
  out->rank = rank;
}

void lt_retain(const LtTensor* tensor) {
  if (tensor->rank == -2) {
    if (tensor->data != nullptr) ++static_cast<LtList*>(tensor->data)->refs;
  } else if (tensor->buffer != nullptr) {
    ++tensor->buffer->refs;
  }
}

void lt_release(LtTensor* tensor) {
  if (tensor->rank == -2) {
    auto* list = static_cast<LtList*>(tensor->data);
    if (list != nullptr && --list->refs == 0) FreeList(list);
  } else if (tensor->buffer != nullptr && --tensor->buffer->refs == 0) {
    lt_buffer_free(tensor->buffer);
  }
  tensor->data = nullptr;
  tensor->buffer = nullptr;
}

LtString* lt_string_new(const char* bytes, int64_t length) {
  auto* string = static_cast<LtString*>(AllocateBlock(int64_t(offsetof(LtString, data)) + length + 1));
  string->refs = 1;
  string->length = length;
  if (bytes != nullptr && length > 0) memcpy(string->data, bytes, size_t(length));
  string->data[length] = 0;
  return string;
}

void lt_string_retain(LtString* string) {
  if (string != nullptr && string->refs >= 0) ++string->refs;
}

void lt_string_release(LtString* string) {
  if (string == nullptr || string->refs < 0) return;
  if (--string->refs == 0) FreeBlockOf(string, int64_t(offsetof(LtString, data)) + string->length + 1);
}
}
