// Whole files and the kernels over them.
#include "runtime/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/memory.h"

namespace lathe::rt {
namespace {

void ZeroTerminated(View path, Text* out) {
  out->Add(path);
  out->Add('\0');
}

bool WriteAllTo(int fd, View contents) {
  while (contents.size > 0) {
    ssize_t written = write(fd, contents.data, size_t(contents.size));
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    contents = contents.From(written);
  }
  return true;
}

int WriteInPlace(const char* path, View contents) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return errno;
  int error = WriteAllTo(fd, contents) ? 0 : errno;
  if (close(fd) != 0 && error == 0) error = errno;
  return error;
}

// tf.io's exception for an errno, "PATH; reason".
int32_t TensorFlowFileError(LtContext* context, int error, View path) {
  const char* type = error == ENOENT                                       ? "NotFoundError"
                     : error == EACCES || error == EPERM || error == EROFS ? "PermissionDeniedError"
                     : error == EISDIR || error == ENOTDIR                 ? "FailedPreconditionError"
                     : error == ENOSPC                                     ? "ResourceExhaustedError"
                     : error == EINVAL                                     ? "InvalidArgumentError"
                                                                           : "UnknownError";
  Text message;
  message.Add(path);
  message.Add("; ");
  message.Add(strerror(error));
  message.Add('\0');
  return lt_fail(context, type, message.data());
}

int32_t RaiseError(LtContext* context, const FormatError& error) {
  lt_fail(context, error.type, "");
  lt_string_release(context->error_message);
  context->error_message = error.message.ToString();
  return 1;
}

constexpr int64_t kPart = 4096;

// 0, or an errno. `expected`: how long the file says it is.
int OpenForReading(View path, int* fd, int64_t* expected) {
  if (memchr(path.data, 0, size_t(path.size)) != nullptr) return EINVAL;
  Text name;
  ZeroTerminated(path, &name);
  *fd = open(name.data(), O_RDONLY | O_CLOEXEC);
  if (*fd < 0) return errno;
  struct stat info;
  const bool known = fstat(*fd, &info) == 0;
  if (known && S_ISDIR(info.st_mode)) {
    close(*fd);
    return EISDIR;
  }
  *expected = known && S_ISREG(info.st_mode) ? int64_t(info.st_size) : 0;
  return 0;
}

// 0, or an errno; *got is 0 at the end.
int ReadSome(int fd, char* to, int64_t room, int64_t* got) {
  for (;;) {
    const ssize_t count = read(fd, to, size_t(room));
    *got = count > 0 ? count : 0;
    if (count >= 0) return 0;
    if (errno != EINTR) return errno;
  }
}

}  // namespace

int ReadWholeFile(View path, Text* contents) {
  int fd;
  int64_t expected;
  int error = OpenForReading(path, &fd, &expected);
  if (error != 0) return error;
  contents->Clear();
  contents->Reserve(expected + 1);  // the end is seen without growing
  for (;;) {
    int64_t left = expected + 1 - contents->size(), got;
    int64_t room = left > 0 ? left : kPart;
    contents->Reserve(contents->size() + room);
    error = ReadSome(fd, contents->data() + contents->size(), room, &got);
    if (got == 0) break;
    contents->Shrink(contents->size() + got);
  }
  close(fd);
  return error;
}

void FileBlock::Take(char* data, int64_t capacity) {
  if (data_ != nullptr) FreeBlockOf(data_, capacity_);
  data_ = data;
  capacity_ = capacity;
}

int ReadWholeFile(View path, FileBlock* contents) {
  int fd;
  int64_t expected, got;
  int error = OpenForReading(path, &fd, &expected);
  if (error != 0) return error;
  contents->Take(static_cast<char*>(AllocateBlock(expected + 1)), expected + 1);
  contents->size = 0;
  for (;;) {
    if (contents->size == contents->capacity()) {
      const int64_t capacity = 2 * contents->capacity() + kPart;
      auto* larger = static_cast<char*>(AllocateBlock(capacity));
      memcpy(larger, contents->data(), size_t(contents->size));
      contents->Take(larger, capacity);
    }
    error = ReadSome(fd, contents->data() + contents->size, contents->capacity() - contents->size, &got);
    if (got == 0) break;
    contents->size += got;
  }
  close(fd);
  return error;
}

int WriteWholeFile(View path, View contents) {
  if (path.size == 0 || memchr(path.data, 0, size_t(path.size)) != nullptr) return path.size == 0 ? ENOENT : EINVAL;
  Text name;
  ZeroTerminated(path, &name);
  struct stat info;
  bool exists = stat(name.data(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) return EISDIR;
  if (exists && !S_ISREG(info.st_mode)) return WriteInPlace(name.data(), contents);
  // A link's target is what is replaced.
  char* resolved = exists ? realpath(name.data(), nullptr) : nullptr;
  Text temporary;
  temporary.Add(resolved != nullptr ? View(resolved) : path);
  temporary.Add(".XXXXXX");
  temporary.Add('\0');
  int fd = mkostemp(temporary.data(), O_CLOEXEC);
  int error = 0;
  if (fd < 0) {
    // A folder that takes no new files may still hold a file that can be written.
    error = exists ? WriteInPlace(name.data(), contents) : errno;
    free(resolved);
    return error;
  }
  mode_t mask = umask(0);
  umask(mask);
  fchmod(fd, exists ? info.st_mode & 07777 : 0666 & ~mask);
  if (!WriteAllTo(fd, contents) || fsync(fd) != 0) error = errno;
  if (close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && rename(temporary.data(), resolved != nullptr ? resolved : name.data()) != 0) error = errno;
  if (error != 0) unlink(temporary.data());
  free(resolved);
  return error;
}

void SetOsError(int error, View path, FormatError* out) {
  out->type = error == ENOENT                     ? "FileNotFoundError"
              : error == EACCES || error == EPERM ? "PermissionError"
              : error == EISDIR                   ? "IsADirectoryError"
              : error == ENOTDIR                  ? "NotADirectoryError"
                                                  : "OSError";
  out->message.Clear();
  out->message.Add("[Errno ");
  out->message.AddInt(error);
  out->message.Add("] ");
  out->message.Add(strerror(error));
  out->message.Add(": ");
  AddStrRepr(path, &out->message);
}

}  // namespace lathe::rt

using namespace lathe::rt;

extern "C" {

int32_t lt_read_file(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t, const int64_t*) {
  Text contents;
  int error = ReadWholeFile(StringOf(in[0]), &contents);
  if (error != 0) return TensorFlowFileError(context, error, StringOf(in[0]));
  StringResult(out, contents.ToString());
  return 0;
}

// Folders on the way are made, as TensorFlow does.
int32_t lt_write_file(LtContext* context, const LtTensor* const* in, int32_t, LtTensor*, int32_t, const int64_t*) {
  View path = StringOf(in[0]);
  for (int64_t i = 1; i < path.size; ++i) {
    if (path[i] != '/') continue;
    Text folder;
    ZeroTerminated(path.Part(0, i), &folder);
    mkdir(folder.data(), 0777);
  }
  int error = WriteWholeFile(path, StringOf(in[1]));
  return error == 0 ? 0 : TensorFlowFileError(context, error, path);
}

int32_t lt_load_text(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t,
                     const int64_t* attrs) {
  ParamsAttrs a(attrs);
  TableOptions options;
  int64_t shape = a.int_count > 2 ? a.ints[2] : 0;
  if (a.int_count > 0) options.skip = a.ints[0];
  if (a.int_count > 1) options.genfromtxt = a.ints[1] != 0;
  options.ndmin = shape & 255;
  if (a.int_count > 3) options.columns = a.ints + 3, options.column_count = a.int_count - 3;
  double numbers[2] = {0, -1};
  if (a.float_count > 0) memcpy(numbers, a.floats, size_t(a.float_count > 1 ? 2 : 1) * sizeof(double));
  options.has_filling = a.float_count > 0 && numbers[0] == numbers[0];
  options.filling = numbers[0];
  options.max_rows = int64_t(numbers[1]);
  if (a.text_count > 0) options.delimiter = a.text(0);
  options.comments = a.text_count > 1 ? a.text(1) : View("#");
  options.dtype = int32_t(a.dtypes[0]);
  FormatError error;
  if (!LoadTable(StringOf(in[0]), options, out, &error)) return RaiseError(context, error);
  int64_t expected = (shape >> 8) - 1;
  if (expected >= 0 && expected != out->rank) {
    int64_t rank = out->rank;
    lt_release(out);
    return lt_failf(context, "ValueError", "the array in %S has %d dimensions, but the program was compiled for %d",
                    static_cast<LtString* const*>(in[0]->data)[0], rank, expected);
  }
  return 0;
}

int32_t lt_load_npy(LtContext* context, const LtTensor* const* in, int32_t, LtTensor* out, int32_t,
                    const int64_t* attrs) {
  TextAttrs a(attrs);
  FormatError error;
  if (!ReadNpy(StringOf(in[0]), a.text, out, &error)) return RaiseError(context, error);
  int64_t dtype = a.number & 255, rank = a.number >> 8;
  if (out->dtype != dtype || out->rank != rank) {
    int64_t found_dtype = out->dtype, found_rank = out->rank;
    lt_release(out);
    return lt_failf(context, "ValueError",
                    "the array in %S is %t with %d dimensions, but the program was compiled for %t with %d",
                    static_cast<LtString* const*>(in[0]->data)[0], found_dtype, found_rank, dtype, rank);
  }
  return 0;
}
}
