// Blocks of memory by size class, for the runtime's own structures.
#pragma once
#include "runtime/abi.h"

namespace lathe::rt {

struct MemoryStatistics {
  int64_t mapped_bytes;  // taken from the system, never returned
  int64_t fresh;         // blocks that were cut from a chunk
  int64_t reused;        // blocks that came from a free list
};

int SizeClassOf(int64_t bytes);
int64_t SizeOfClass(int size_class);
// 64-byte aligned, uninitialised. Ends the program with MemoryError where nothing is left.
void* AllocateBlock(int64_t bytes);
void FreeBlockOf(void* block, int64_t bytes);  // `bytes` as allocated
MemoryStatistics StatisticsOfMemory();

void FreeList(LtList*);  // list.cpp: when the last reference is gone
void FlushForAbort();    // program.cpp: what was printed becomes visible before the program ends abnormally

}  // namespace lathe::rt
