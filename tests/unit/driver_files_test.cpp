#include <catch2/catch.hpp>
#include <sys/stat.h>

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

TEST_CASE("programs that cannot be read") {
  Folder folder;
  CHECK(driver::ReadProgram(folder.path + "/absent").error().name == "file-not-found");
  CHECK(driver::ReadProgram(folder.path).error().name == "file-not-found");
}
