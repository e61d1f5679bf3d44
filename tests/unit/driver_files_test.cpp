#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "driver/files.h"

using namespace lathe;

namespace {

struct Folder {
  Folder() { REQUIRE(mkdtemp(path.data())); }
  ~Folder() { std::filesystem::remove_all(path); }
  size_t entries() const {
    size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path)) ++count;
    return count;
  }
  std::string path = (std::filesystem::temp_directory_path() / "lathe-files-XXXXXX").string();
};

}  // namespace

TEST_CASE("outputs replace the old file whole and leave no temporary") {
  Folder folder;
  std::string path = folder.path + "/out";
  REQUIRE(driver::WriteOutput(path, "old").ok());
  REQUIRE(driver::WriteOutput(path, "new").ok());
  CHECK(driver::ReadProgram(path).value() == "new");
  CHECK(folder.entries() == 1);
}

TEST_CASE("an output that cannot be written is an error and changes nothing") {
  Folder folder;
  Status missing = driver::WriteOutput(folder.path + "/no/out", "x");
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().name == "cannot-write");
  std::string taken = folder.path + "/taken";
  REQUIRE(std::filesystem::create_directory(taken));
  CHECK_FALSE(driver::WriteOutput(taken, "x").ok());
  CHECK(folder.entries() == 1);
}

TEST_CASE("devices, pipes and links are written, not replaced") {
  Folder folder;
  std::string pipe = folder.path + "/pipe", target = folder.path + "/target", link = folder.path + "/link";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  int reader = open(pipe.c_str(), O_RDWR);
  REQUIRE(driver::WriteOutput(pipe, "text").ok());
  char got[8] = {};
  CHECK(read(reader, got, sizeof got) == 4);
  close(reader);
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK_FALSE(driver::WriteOutput("/dev/full", "x").ok());
  CHECK(driver::IsStream("/dev/full"));
  REQUIRE(driver::WriteOutput(target, "old").ok());
  std::filesystem::create_symlink("target", link);
  REQUIRE(driver::WriteOutput(link, "new").ok());
  CHECK(std::filesystem::is_symlink(link));
  CHECK(driver::ReadProgram(target).value() == "new");
  CHECK(folder.entries() == 3);
}

TEST_CASE("programs that cannot be read") {
  Folder folder;
  CHECK(driver::ReadProgram(folder.path + "/absent").error().name == "file-not-found");
  CHECK(driver::ReadProgram(folder.path).error().name == "file-not-found");
}
