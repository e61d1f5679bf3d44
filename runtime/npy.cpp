// NumPy's .npy files and .npz archives (zip, stored or deflated).
#include <errno.h>

#include "runtime/file.h"

namespace lathe::rt {
namespace {

bool Fail(FormatError* error, const char* type, View message) {
  error->type = type;
  error->message.Clear();
  error->message.Add(message);
  return false;
}

uint64_t Little(View data, int64_t at, int bytes) {
  uint64_t value = 0;
  for (int i = bytes - 1; i >= 0; --i) value = value << 8 | uint8_t(data[at + i]);
  return value;
}

// What the header says.
struct Header {
  ArrayType type;
  char kind = 'f';  // numpy's letter
  int64_t item_size = 0;
  bool swapped = false, fortran = false;
  int64_t count = 0;
  int64_t data_at = 0;
};

// The value of a key in the header's dict, from just behind the colon; empty: not there.
View FindKey(View dict, const char* key) {
  View name(key);
  for (int64_t i = 0; i + name.size < dict.size; ++i) {
    if (!(dict.Part(i, name.size) == name)) continue;
    View rest = dict.From(i + name.size);
    while (rest.size > 0 && (rest[0] == ' ' || rest[0] == ':' || rest[0] == '\'' || rest[0] == '"'))
      rest = rest.From(1);
    return rest;
  }
  return {};
}

bool ParseDescription(View text, Header* header, FormatError* error) {
  int64_t end = 0;
  while (end < text.size && text[end] != '\'' && text[end] != '"') ++end;
  View descr = text.Part(0, end);
  auto unsupported = [&] {
    Text message;
    message.Add("arrays of dtype ");
    AddStrRepr(descr, &message);
    message.Add(" cannot be read");
    return Fail(error, "ValueError", message.view());
  };
  if (descr.size < 3) return unsupported();
  header->swapped = descr[0] == '>';
  header->kind = descr[1];
  int64_t size = 0;
  for (int64_t i = 2; i < descr.size; ++i) {
    if (descr[i] < '0' || descr[i] > '9' || size > (int64_t{1} << 30)) return unsupported();
    size = size * 10 + (descr[i] - '0');
  }
  header->item_size = size;
  int log = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : size == 8 ? 3 : size == 16 ? 4 : -1;
  static constexpr int32_t kSigned[] = {LT_INT8, LT_INT16, LT_INT32, LT_INT64},
                           kUnsigned[] = {LT_UINT8, LT_UINT16, LT_UINT32, LT_UINT64};
  switch (header->kind) {
    case 'b':
      header->type.dtype = LT_BOOL;
      return size == 1 || unsupported();
    case 'i':
    case 'u':
      if (log < 0 || log > 3) return unsupported();
      header->type.dtype = (header->kind == 'i' ? kSigned : kUnsigned)[log];
      return true;
    case 'f':
      if (log < 1 || log > 3) return unsupported();
      header->type.dtype = log == 1 ? LT_FLOAT16 : log == 2 ? LT_FLOAT32 : LT_FLOAT64;
      return true;
    case 'c':
      if (log < 3) return unsupported();
      header->type.dtype = log == 3 ? LT_COMPLEX64 : LT_COMPLEX128;
      return true;
    case 'U':
      header->item_size = 4 * size;
      header->type.dtype = LT_STRING;
      return true;
    case 'S':
      header->type.dtype = LT_STRING;
      return true;
    case 'O':
      return Fail(error, "ValueError", "Object arrays cannot be loaded when allow_pickle=False");
    default:
      return unsupported();
  }
}

bool ParseShape(View text, Header* header, FormatError* error) {
  header->type.rank = 0;
  header->count = 1;
  bool bad = text.size == 0 || text[0] != '(', digits = false;
  int64_t value = 0, i = 1;
  for (; !bad && i < text.size && text[i] != ')'; ++i) {
    char c = text[i];
    if (c >= '0' && c <= '9') {
      digits = true;
      bad = __builtin_mul_overflow(value, int64_t{10}, &value) || __builtin_add_overflow(value, int64_t{c - '0'}, &value);
    } else if (c == ',') {
      bad = !digits || header->type.rank == LT_MAX_RANK;
      if (!bad) header->type.dims[header->type.rank++] = value;
      value = 0, digits = false;
    } else {
      bad = c != ' ' && c != 'L';
    }
  }
  bad = bad || i >= text.size || (digits && header->type.rank == LT_MAX_RANK);
  if (!bad && digits) header->type.dims[header->type.rank++] = value;
  for (int32_t k = 0; !bad && k < header->type.rank; ++k)
    bad = __builtin_mul_overflow(header->count, header->type.dims[k], &header->count);
  int64_t bytes;
  // An element of an array of empty strings takes room, too.
  int64_t size = header->item_size > 8 ? header->item_size : 8;
  bad = bad || __builtin_mul_overflow(header->count, size, &bytes);
  return !bad || Fail(error, "ValueError", "the shape in the array file's header cannot be read");
}

bool ParseHeader(View file, Header* header, FormatError* error) {
  if (file.size == 0) return Fail(error, "EOFError", "No data left in file");
  if (file.size < 10 || !(file.Part(0, 6) == View("\x93NUMPY", 6)))
    return Fail(error, "ValueError",
                "This file contains pickled (object) data. If you trust the file you can load it unsafely using the "
                "`allow_pickle=` keyword argument or `pickle.load()`.");
  int major = uint8_t(file[6]);
  int64_t length_bytes = major == 1 ? 2 : 4;
  if (major < 1 || major > 3 || file.size < 8 + length_bytes)
    return Fail(error, "ValueError", "the version of the array file's format is unknown");
  int64_t length = int64_t(Little(file, 8, int(length_bytes)));
  header->data_at = 8 + length_bytes + length;
  if (header->data_at > file.size) return Fail(error, "ValueError", "EOF: reading array header, the file is cut short");
  View dict = file.Part(8 + length_bytes, length);
  View fortran = FindKey(dict, "fortran_order");
  View descr = FindKey(dict, "descr");
  if (descr.size > 0 && descr[0] == '[') return Fail(error, "ValueError", "arrays with fields cannot be read");
  if (descr.empty() || fortran.empty()) return Fail(error, "ValueError", "the array file's header lacks its keys");
  header->fortran = fortran[0] == 'T';
  return ParseDescription(descr, header, error) && ParseShape(FindKey(dict, "shape"), header, error);
}

void SwapBytes(char* data, int64_t count, int64_t size) {
  for (int64_t i = 0; i < count; ++i, data += size)
    for (int64_t k = 0; k < size / 2; ++k) {
      char c = data[k];
      data[k] = data[size - 1 - k];
      data[size - 1 - k] = c;
    }
}

// Text without the padding; UCS-4 becomes UTF-8.
LtString* StringElement(View item, char kind, bool swapped) {
  if (kind == 'S') {
    while (item.size > 0 && item[item.size - 1] == 0) --item.size;
    return lt_string_new(item.data, item.size);
  }
  Text text;
  int64_t used = 0;
  for (int64_t i = 0; i + 4 <= item.size; i += 4) {
    uint32_t code = uint32_t(Little(item, i, 4));
    if (swapped) code = __builtin_bswap32(code);
    AddCodePoint(code <= 0x10ffff ? code : 0xfffd, &text);
    if (code != 0) used = text.size();
  }
  text.Shrink(used);
  return text.ToString();
}

// Element `to` (row-major) comes from position FortranIndex in column-major order.
int64_t FortranIndex(const ArrayType& type, int64_t to) {
  int64_t index[LT_MAX_RANK];
  for (int32_t k = type.rank - 1; k >= 0; --k) index[k] = to % type.dims[k], to /= type.dims[k];
  int64_t flat = 0, stride = 1;
  for (int32_t k = 0; k < type.rank; ++k) flat += index[k] * stride, stride *= type.dims[k];
  return flat;
}

bool DecodeNpy(View file, LtTensor* out, FormatError* error) {
  Header header;
  if (!ParseHeader(file, &header, error)) return false;
  View data = file.From(header.data_at);
  if (data.size < header.count * header.item_size) {
    Text message;
    LtTensor shape;
    shape.rank = header.type.rank;
    memcpy(shape.dims, header.type.dims, sizeof shape.dims);
    message.Add("Failed to read all data for array. Expected ");
    AddShapeTuple(&shape, &message);
    message.Add(" = ");
    message.AddInt(header.count);
    message.Add(" elements, could only read ");
    message.AddInt(data.size / header.item_size);
    message.Add(" elements. (file seems not fully written?)");
    return Fail(error, "ValueError", message.view());
  }
  lt_tensor_new(out, header.type.dtype, header.type.rank, header.type.dims);
  int64_t size = header.item_size;
  if (out->dtype == LT_STRING) {
    for (int64_t i = 0; i < out->count; ++i) {
      int64_t from = header.fortran ? FortranIndex(header.type, i) : i;
      static_cast<LtString**>(out->data)[i] = StringElement(data.Part(from * size, size), header.kind, header.swapped);
    }
    return true;
  }
  char* to = static_cast<char*>(out->data);
  if (header.fortran && header.type.rank > 1) {
    for (int64_t i = 0; i < out->count; ++i)
      memcpy(to + i * size, data.data + FortranIndex(header.type, i) * size, size_t(size));
  } else if (out->count > 0) {
    memcpy(to, data.data, size_t(out->count * size));
  }
  if (header.swapped && header.kind == 'c')
    SwapBytes(to, out->count * 2, size / 2);
  else if (header.swapped)
    SwapBytes(to, out->count, size);
  if (out->dtype == LT_BOOL)
    for (int64_t i = 0; i < out->count; ++i) to[i] = to[i] != 0;
  return true;
}

// One file of a zip archive's directory.
struct Member {
  View name;
  int64_t method, crc, compressed, size, local;
};

constexpr uint64_t kUnknown32 = 0xffffffff;

// Sizes of big files are in a zip64 field.
void ReadZip64(View extra, Member* member) {
  while (extra.size >= 4) {
    int64_t id = int64_t(Little(extra, 0, 2)), length = int64_t(Little(extra, 2, 2));
    if (length > extra.size - 4) return;
    View field = extra.Part(4, length);
    extra = extra.From(4 + length);
    if (id != 1) continue;
    int64_t* const values[] = {&member->size, &member->compressed, &member->local};
    for (int64_t* value : values) {
      if (uint64_t(*value) != kUnknown32 || field.size < 8) continue;
      *value = int64_t(Little(field, 0, 8));
      field = field.From(8);
    }
  }
}

// Calls each(member) until it gives false.
template <typename F>
bool ForMembers(View file, FormatError* error, F each) {
  static constexpr char kBad[] = "File is not a zip file";
  int64_t end = file.size - 22;
  while (end >= 0 && Little(file, end, 4) != 0x06054b50) --end;
  if (end < 0) return Fail(error, "BadZipFile", kBad);
  int64_t count = int64_t(Little(file, end + 10, 2)), at = int64_t(Little(file, end + 16, 4));
  if (uint64_t(at) == kUnknown32 && end >= 20 && Little(file, end - 20, 4) == 0x07064b50) {
    int64_t wide = int64_t(Little(file, end - 12, 8));
    if (wide < 0 || wide > file.size - 56 || Little(file, wide, 4) != 0x06064b50)
      return Fail(error, "BadZipFile", kBad);
    count = int64_t(Little(file, wide + 32, 8));
    at = int64_t(Little(file, wide + 48, 8));
  }
  for (int64_t i = 0; i < count; ++i) {
    if (at < 0 || at > file.size - 46 || Little(file, at, 4) != 0x02014b50)
      return Fail(error, "BadZipFile", "Bad magic number for central directory");
    int64_t name = int64_t(Little(file, at + 28, 2)), extra = int64_t(Little(file, at + 30, 2)),
            comment = int64_t(Little(file, at + 32, 2));
    if (name + extra + comment > file.size - at - 46) return Fail(error, "BadZipFile", "Truncated central directory");
    Member member{file.Part(at + 46, name),          int64_t(Little(file, at + 10, 2)),
                  int64_t(Little(file, at + 16, 4)), int64_t(Little(file, at + 20, 4)),
                  int64_t(Little(file, at + 24, 4)), int64_t(Little(file, at + 42, 4))};
    ReadZip64(file.Part(at + 46 + name, extra), &member);
    if (!each(member)) return true;
    at += 46 + name + extra + comment;
  }
  return true;
}

View WithoutSuffix(View name) {
  View suffix(".npy");
  return name.size >= 4 && name.From(name.size - 4) == suffix ? name.Part(0, name.size - 4) : name;
}

// The bytes of a member, decompressed into `storage` where needed.
bool MemberBytes(View file, const Member& m, Text* storage, View* bytes, FormatError* error) {
  if (m.local < 0 || m.local > file.size - 30 || Little(file, m.local, 4) != 0x04034b50)
    return Fail(error, "BadZipFile", "Bad magic number for file header");
  int64_t data = m.local + 30 + int64_t(Little(file, m.local + 26, 2)) + int64_t(Little(file, m.local + 28, 2));
  if (m.compressed < 0 || m.size < 0 || data > file.size || m.compressed > file.size - data)
    return Fail(error, "BadZipFile", "the archive is cut short");
  View raw = file.Part(data, m.compressed);
  if (m.method == 0) {
    *bytes = raw;
  } else if (m.method == 8) {
    // No stream expands more than 1032 times.
    if (m.size / 1040 > m.compressed) return Fail(error, "BadZipFile", "a member's size is impossible");
    storage->Reserve(m.size + 1);
    if (!Inflate(raw, storage->data(), m.size))
      return Fail(error, "BadZipFile", "Error while decompressing: invalid data");
    storage->Shrink(m.size);
    *bytes = storage->view();
  } else {
    return Fail(error, "NotImplementedError", "That compression method is not supported");
  }
  if (Crc32(*bytes) == uint32_t(m.crc)) return true;
  Text message;
  message.Add("Bad CRC-32 for file ");
  AddStrRepr(m.name, &message);
  return Fail(error, "BadZipFile", message.view());
}

bool FindMember(View file, View wanted, Text* storage, View* bytes, FormatError* error) {
  bool found = false, fine = true;
  bool walked = ForMembers(file, error, [&](const Member& m) {
    if (!(WithoutSuffix(m.name) == wanted) && !(m.name == wanted)) return true;
    found = true;
    fine = MemberBytes(file, m, storage, bytes, error);
    return false;
  });
  if (!walked || !fine) return false;
  if (found) return true;
  Text message;
  message.Add('\'');
  message.Add(wanted);
  message.Add(" is not a file in the archive'");
  return Fail(error, "KeyError", message.view());
}

bool Open(View path, View member, Text* file, Text* storage, View* bytes, FormatError* error) {
  int problem = ReadWholeFile(path, file);
  if (problem != 0) {
    SetOsError(problem, path, error);
    return false;
  }
  *bytes = file->view();
  return member.empty() || FindMember(file->view(), member, storage, bytes, error);
}

}  // namespace

bool ReadNpy(View path, View member, LtTensor* out, FormatError* error) {
  Text file, storage;
  View bytes;
  return Open(path, member, &file, &storage, &bytes, error) && DecodeNpy(bytes, out, error);
}

bool ReadNpyType(View path, View member, ArrayType* out, FormatError* error) {
  Text file, storage;
  View bytes;
  Header header;
  if (!Open(path, member, &file, &storage, &bytes, error) || !ParseHeader(bytes, &header, error)) return false;
  *out = header.type;
  return true;
}

bool ListNpz(View path, void (*each)(void* arg, View name), void* arg, FormatError* error) {
  Text file;
  int problem = ReadWholeFile(path, &file);
  if (problem != 0) {
    SetOsError(problem, path, error);
    return false;
  }
  return ForMembers(file.view(), error, [&](const Member& m) {
    each(arg, WithoutSuffix(m.name));
    return true;
  });
}

}  // namespace lathe::rt
