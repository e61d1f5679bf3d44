// Files: whole files, .npy and .npz, tables of numbers, decompression.
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "runtime/file.h"

using namespace lathe::rt;

namespace {

std::string StringOfText(const Text& t) { return {t.view().data, size_t(t.size())}; }

struct Folder {
  Folder() : path((std::filesystem::temp_directory_path() / "lathe_test_XXXXXX").string()) {
    REQUIRE(mkdtemp(path.data()) != nullptr);
  }
  ~Folder() {
    for (const std::string& f : files) unlink(f.c_str());
    rmdir(path.c_str());
  }
  std::string File(const std::string& name, const std::string& contents) {
    files.push_back(path + "/" + name);
    REQUIRE(WriteWholeFile(files.back().c_str(), View(contents.data(), int64_t(contents.size()))) == 0);
    return files.back();
  }
  std::string path;
  std::vector<std::string> files;
};

// The array as text, or the exception.
std::string Table(const std::string& text, TableOptions options = {}) {
  if (options.comments.empty()) options.comments = "#";
  LtTensor t;
  FormatError error;
  if (!ParseTable(View(text.data(), int64_t(text.size())), options, &t, &error))
    return std::string(error.type) + ": " + StringOfText(error.message);
  Text out;
  AddNumpyRepr(&t, {}, &out);
  lt_release(&t);
  return StringOfText(out);
}

std::string Npy(const std::string& path, const char* member = "") {
  LtTensor t;
  FormatError error;
  if (!ReadNpy(path.c_str(), member, &t, &error)) return std::string(error.type) + ": " + StringOfText(error.message);
  Text out;
  AddNumpyRepr(&t, {}, &out);
  lt_release(&t);
  return StringOfText(out);
}

std::string NpyBytes(const std::string& descr, bool fortran, const std::string& shape, const std::string& data) {
  std::string header =
      "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + char(header.size() & 255) + char(header.size() >> 8) + header + data;
}

std::string Deflate(const std::string& data, int level, int strategy) {
  z_stream z{};
  REQUIRE(deflateInit2(&z, level, Z_DEFLATED, -15, 8, strategy) == Z_OK);
  std::string out(data.size() + data.size() / 100 + 200, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  z.avail_in = uInt(data.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = uInt(out.size());
  REQUIRE(deflate(&z, Z_FINISH) == Z_STREAM_END);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

void Add(std::string* out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out->push_back(char(value >> (8 * i)));
}

// A zip archive of one deflated file.
std::string Zip(const std::string& name, const std::string& data) {
  std::string packed = Deflate(data, 9, Z_DEFAULT_STRATEGY), zip, central;
  uint32_t crc = uint32_t(crc32(0, reinterpret_cast<const Bytef*>(data.data()), uInt(data.size())));
  auto common = [&](std::string* out) {
    Add(out, 20, 2), Add(out, 0, 2), Add(out, 8, 2), Add(out, 0, 4), Add(out, crc, 4), Add(out, packed.size(), 4),
        Add(out, data.size(), 4);
    Add(out, name.size(), 2), Add(out, 0, 2);
  };
  Add(&zip, 0x04034b50, 4);
  common(&zip);
  zip += name + packed;
  Add(&central, 0x02014b50, 4), Add(&central, 20, 2);
  common(&central);
  Add(&central, 0, 2), Add(&central, 0, 2), Add(&central, 0, 2), Add(&central, 0, 4), Add(&central, 0, 4);
  central += name;
  size_t at = zip.size();
  zip += central;
  Add(&zip, 0x06054b50, 4), Add(&zip, 0, 4), Add(&zip, 1, 2), Add(&zip, 1, 2), Add(&zip, central.size(), 4),
      Add(&zip, at, 4), Add(&zip, 0, 2);
  return zip;
}

}  // namespace

TEST_CASE("file: writing replaces the whole file and keeps its mode", "[runtime]") {
  Folder folder;
  std::string path = folder.File("a.txt", "first");
  chmod(path.c_str(), 0600);
  REQUIRE(WriteWholeFile(path.c_str(), "second") == 0);
  Text contents;
  REQUIRE(ReadWholeFile(path.c_str(), &contents) == 0);
  CHECK(StringOfText(contents) == "second");
  struct stat info;
  REQUIRE(stat(path.c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0600);
  CHECK(ReadWholeFile((folder.path + "/none").c_str(), &contents) == ENOENT);
  CHECK(WriteWholeFile(folder.path.c_str(), "x") == EISDIR);
  CHECK(WriteWholeFile("/dev/full", "x") == ENOSPC);
}

TEST_CASE("file: tables of numbers", "[runtime]") {
  CHECK(Table("1 2\n3 4\n") == "array([[1., 2.],\n       [3., 4.]])");
  CHECK(Table("5\n6") == "array([5., 6.])");
  CHECK(Table("# only\n") == "array([], dtype=float64)");
  TableOptions comma;
  comma.delimiter = ",";
  CHECK(Table("1,a\n", comma) == "ValueError: could not convert string 'a' to float64 at row 0, column 2.");
  CHECK(Table("1,2\n3\n", comma) ==
        "ValueError: the number of columns changed from 2 to 1 at row 2; use `usecols` to select a subset and avoid "
        "this error");
  TableOptions ints = comma;
  ints.dtype = LT_INT64;
  ints.skip = 1;
  int64_t columns[] = {0, -1};
  ints.columns = columns, ints.column_count = 2;
  CHECK(Table("a,b,c\r\n1,2,3\r\n4,5,6 # end\r\n", ints) == "array([[1, 3],\n       [4, 6]])");
  CHECK(Table("h\n1\n1.5,2", ints) == "ValueError: could not convert string '1.5' to int64 at row 1, column 1.");
  TableOptions generous = comma;
  generous.genfromtxt = true;
  CHECK(Table("1,x\n,4\n", generous) == "array([[ 1., nan],\n       [nan,  4.]])");
  CHECK(Table("1,2\n3\n", generous) ==
        "ValueError: Some errors were detected !\n    Line #2 (got 1 columns instead of 2)");
  generous.has_filling = true, generous.filling = 9;
  CHECK(Table("1,,3", generous) == "array([1., 9., 3.])");
  LtTensor t;
  FormatError error;
  CHECK_FALSE(LoadTable("/nonexistent/x.csv", comma, &t, &error));
  CHECK(std::string(error.type) == "FileNotFoundError");
  CHECK(StringOfText(error.message) == "/nonexistent/x.csv not found.");
}

namespace {

// Fields of many shapes, most of them plain numbers.
std::string RandomField(std::minstd_rand& random, bool whole) {
  auto digits = [&](unsigned most) {
    std::string text;
    for (unsigned n = random() % (most + 1); n > 0; --n) text += char('0' + random() % 10);
    return text;
  };
  std::string text = (random() % 4 == 0 ? "-" : "") + std::to_string(random() % 10) + digits(random() % 8 == 0 ? 18 : 5);
  if (whole) return random() % 200 == 0 ? "+7" : text;
  if (random() % 2) text += "." + digits(random() % 8 == 0 ? 18 : 6);
  if (random() % 40 == 0) text += "e-" + std::to_string(random() % 30);
  if (random() % 100 == 0) return random() % 2 ? "nan" : "." + std::to_string(random() % 1000);
  return text;
}

}  // namespace

TEST_CASE("file: rows of plain numbers are read as any row", "[runtime]") {
  std::minstd_rand random(7);
  for (int round = 0; round < 400; ++round) {
    TableOptions options;
    options.delimiter = ",", options.comments = "#", options.genfromtxt = round % 3 == 0;
    options.dtype = std::array{LT_FLOAT64, LT_FLOAT32, LT_INT64, LT_INT32}[size_t(round % 4)];
    // A blank at the begin of a line keeps the fast way from it; only messages show it.
    std::string plain, blank;
    const int columns = 1 + int(random() % 6);
    for (int row = 0; row < 30; ++row) {
      std::string line;
      for (int i = 0; i < columns; ++i) line += (i ? "," : "") + RandomField(random, round % 4 >= 2);
      if (random() % 300 == 0) line += ",1";
      if (random() % 20 == 0) line += " # remark";
      line += row == 29 && round % 2 ? "" : random() % 10 == 0 ? "\r\n" : random() % 20 == 0 ? "\n\n" : "\n";
      plain += line, blank += " " + line;
    }
    INFO(plain);
    std::string expected = Table(blank, options);
    if (size_t at = expected.find("string ' "); at != std::string::npos) expected.erase(at + 8, 1);
    CHECK(Table(plain, options) == expected);
  }
}

TEST_CASE("file: .npy arrays", "[runtime]") {
  Folder folder;
  float values[] = {1, 2, 3, 4, 5, 6};
  std::string data(reinterpret_cast<char*>(values), sizeof values);
  CHECK(Npy(folder.File("c.npy", NpyBytes("<f4", false, "(2, 3)", data))) ==
        "array([[1., 2., 3.],\n       [4., 5., 6.]], dtype=float32)");
  CHECK(Npy(folder.File("f.npy", NpyBytes("<f4", true, "(3, 2)", data))) ==
        "array([[1., 4.],\n       [2., 5.],\n       [3., 6.]], dtype=float32)");
  CHECK(Npy(folder.File("big.npy", NpyBytes(">i2", false, "(2,)", std::string("\x01\x00\xff\xff", 4)))) ==
        "array([256,  -1], dtype=int16)");
  CHECK(Npy(folder.File("s.npy", NpyBytes("|S3", false, "(2,)", std::string("ab\0cde", 6)))) ==
        "array([b'ab', b'cde'], dtype=object)");
  for (const char* shape : {"(99999999999999999999, 2)", "(4611686018427387904, 4)", "(3, 4", "(1e3,)"})
    CHECK(Npy(folder.File("absurd.npy", NpyBytes("<f4", false, shape, data))) == "ValueError: the shape in the array file's header cannot be read");
  CHECK(Npy(folder.File("short.npy", NpyBytes("<f4", false, "(9,)", data))) ==
        "ValueError: Failed to read all data for array. Expected (9,) = 9 elements, could only read 6 elements. (file "
        "seems not "
        "fully written?)");
  CHECK(Npy(folder.File("huge.npy", NpyBytes("<f8", false, "(4611686018427387904, 8)", data))).rfind("ValueError", 0) ==
        0);
  CHECK(Npy(folder.File("object.npy", NpyBytes("|O8", false, "(1,)", data))) ==
        "ValueError: Object arrays cannot be loaded when allow_pickle=False");
  CHECK(Npy(folder.File("text.npy", "no array")).rfind("ValueError: This file contains pickled", 0) == 0);
  CHECK(Npy("/nonexistent.npy") == "FileNotFoundError: [Errno 2] No such file or directory: '/nonexistent.npy'");
}

TEST_CASE("file: .npz members, and damaged archives", "[runtime]") {
  Folder folder;
  std::string data;
  for (int i = 0; i < 5000; ++i) Add(&data, uint64_t(i % 17), 8);
  std::string zip = Zip("x.npy", NpyBytes("<i8", false, "(5000,)", data));
  std::string path = folder.File("a.npz", zip);
  CHECK(Npy(path, "x") == "array([ 0,  1,  2, ..., 16,  0,  1], shape=(5000,))");
  CHECK(Npy(path, "y") == "KeyError: 'y is not a file in the archive'");
  ArrayType type;
  FormatError error;
  REQUIRE(ReadNpyType(path.c_str(), "x", &type, &error));
  CHECK(type.dtype == LT_INT64);
  CHECK(type.dims[0] == 5000);
  // Every single damaged byte is noticed or harmless: never a crash, never other numbers.
  std::string good = Npy(path, "x");
  for (size_t i = 0; i < zip.size(); i += 3) {
    std::string bad = zip;
    bad[i] = char(bad[i] ^ 0x55);
    std::string result = Npy(folder.File("bad.npz", bad), "x");
    if (result.rfind("array", 0) == 0) CHECK(result == good);
    folder.files.pop_back();
  }
  for (size_t size = 0; size < zip.size(); size += 7) {
    CHECK(Npy(folder.File("cut.npz", zip.substr(0, size)), "x").rfind("array", 0) != 0);
    folder.files.pop_back();
  }
  folder.files.push_back(folder.path + "/bad.npz");
  folder.files.push_back(folder.path + "/cut.npz");
}

TEST_CASE("file: inflate agrees with zlib", "[runtime]") {
  uint64_t state = 88172645463325252;
  auto random = [&] { return state ^= state << 13, state ^= state >> 7, state ^= state << 17; };
  for (int round = 0; round < 60; ++round) {
    std::string data;
    int alphabet = round % 3 == 0 ? 256 : round % 3 == 1 ? 3 : 40;
    for (size_t n = random() % 40000; n > 0; --n) data.push_back(char(random() % uint64_t(alphabet)));
    int strategies[] = {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_FIXED, Z_RLE};
    std::string packed = Deflate(data, round % 10, strategies[round % 4]);
    std::string out(data.size(), '\0');
    REQUIRE(Inflate(View(packed.data(), int64_t(packed.size())), out.data(), int64_t(out.size())));
    REQUIRE(out == data);
    CHECK_FALSE(Inflate(View(packed.data(), int64_t(packed.size()) / 2), out.data(), int64_t(out.size())));
    CHECK(Crc32(View(data.data(), int64_t(data.size()))) ==
          crc32(0, reinterpret_cast<const Bytef*>(data.data()), uInt(data.size())));
  }
}
