// Whole files, .npy and .npz arrays, tables of numbers in text. Used by the kernels and by the compiler.
#pragma once
#include "runtime/format.h"

namespace lathe::rt {

// 0, or an errno.
int ReadWholeFile(View path, Text* contents);
// The same into a block of the heap for tensors, whose pages later tensors use again: fresh pages of the C library's heap cost
// more than reading the file.
class FileBlock {
 public:
  FileBlock() = default;
  ~FileBlock() { Take(nullptr, 0); }
  FileBlock(const FileBlock&) = delete;
  FileBlock& operator=(const FileBlock&) = delete;
  void Take(char* data, int64_t capacity);  // a block; the one before is freed
  char* data() { return data_; }
  int64_t capacity() const { return capacity_; }
  int64_t size = 0;
  View view() const { return {data_, size}; }

 private:
  char* data_ = nullptr;
  int64_t capacity_ = 0;
};
int ReadWholeFile(View path, FileBlock* contents);
// Through a temporary file in the same folder and a rename, so that a reader sees the old contents or the new. What is
// no regular file (a terminal, a pipe) is written in place. 0, or an errno.
int WriteWholeFile(View path, View contents);
// "[Errno 2] No such file or directory: 'x'" as an exception of Python's type for it.
void SetOsError(int error, View path, FormatError* out);

struct ArrayType {
  int32_t dtype;
  int32_t rank;
  int64_t dims[LT_MAX_RANK];
};
// The array in a .npy file, or member `member` of a .npz (empty: the file is a .npy). False: *error is set. Arrays of
// strings become LT_STRING.
bool ReadNpy(View path, View member, LtTensor* out, FormatError* error);
bool ReadNpyType(View path, View member, ArrayType* out, FormatError* error);
// Calls `each` with the name of every array of a .npz (without ".npy"), in the archive's order.
bool ListNpz(View path, void (*each)(void* arg, View name), void* arg, FormatError* error);

// np.loadtxt and np.genfromtxt.
struct TableOptions {
  bool genfromtxt = false;
  int64_t skip = 0, ndmin = 0, max_rows = -1;
  const int64_t* columns = nullptr;  // usecols; negative ones count from the end
  int64_t column_count = 0;
  View delimiter;  // empty: white space
  View comments;   // empty: none
  int32_t dtype = LT_FLOAT64;
  bool has_filling = false;
  double filling = 0;  // genfromtxt, for missing and unreadable fields
};
bool LoadTable(View path, const TableOptions&, LtTensor* out, FormatError* error);
bool ParseTable(View contents, const TableOptions&, LtTensor* out, FormatError* error);

// DEFLATE (RFC 1951). False: damaged, or not exactly `size` bytes.
bool Inflate(View compressed, char* out, int64_t size);
uint32_t Crc32(View);

}  // namespace lathe::rt
