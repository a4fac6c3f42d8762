#include "intarsia/io/atomic_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace intarsia::io {
namespace {

class AtomicFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "intarsia-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), {}));
  }
  std::string content(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::filesystem::path folder_;
};

TEST_F(AtomicFileTest, AppearsOnCommitAlone) {
  {
    auto file = AtomicFile::create(path("a"), false);
    ASSERT_TRUE(file);
    file->write(std::string_view("jello"));
    file->rewrite_start("h");
    EXPECT_FALSE(std::filesystem::exists(path("a")));
    EXPECT_FALSE(file->commit());
  }
  EXPECT_EQ(content("a"), "hello");
  EXPECT_EQ(files(), 1U);
}

TEST_F(AtomicFileTest, LeavesNothingWithoutCommit) {
  {
    auto file = AtomicFile::create(path("a"), false);
    ASSERT_TRUE(file);
    file->write(std::string_view("hello"));
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(AtomicFileTest, RefusesToReplaceUnlessAsked) {
  std::ofstream(path("a")) << "old";
  const auto refused = AtomicFile::create(path("a"), false);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().detail.find("--force"), std::string::npos);
  auto file = AtomicFile::create(path("a"), true);
  ASSERT_TRUE(file);
  file->write(std::string_view("new"));
  EXPECT_EQ(content("a"), "old");
  EXPECT_FALSE(file->commit());
  EXPECT_EQ(content("a"), "new");
}

TEST_F(AtomicFileTest, SaysWhereItCannotWrite) {
  const auto r = AtomicFile::create(path("no/such/folder/a"), false);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, ErrorCode::kNotFound);
}

TEST(AtomicFile, DoesNotReplaceWhatCameMeanwhile) {
  const std::string path = testing::TempDir() + "meanwhile";
  std::filesystem::remove(path);
  auto mine = AtomicFile::create(path, false);
  ASSERT_TRUE(mine);
  mine->write("mine");
  std::ofstream(path) << "theirs";
  EXPECT_TRUE(mine->commit());
  std::string found;
  std::ifstream(path) >> found;
  EXPECT_EQ(found, "theirs");
}

TEST(AtomicFile, ReplacesFilesOnly) {
  const std::string folder = testing::TempDir() + "a_folder";
  std::filesystem::create_directory(folder);
  EXPECT_FALSE(AtomicFile::create(folder, true));
  EXPECT_FALSE(AtomicFile::create("/dev/null", true));
  EXPECT_FALSE(AtomicFile::create("", true));
}

}  // namespace
}  // namespace intarsia::io
