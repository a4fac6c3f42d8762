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

TEST_F(AtomicFileTest, SeveralGetTheirNamesTogetherOrNotAtAll) {
  for (const bool replace : {false, true}) {
    if (replace) {
      for (const char* name : {"a", "b"}) std::ofstream(path(name)) << "old";
    }
    {
      auto a = AtomicFile::create(path("a"), replace);
      auto b = AtomicFile::create(path("b"), replace);
      ASSERT_TRUE(a && b);
      a->write(std::string_view("new"));
      b->write(std::string_view("new"));
      // Nothing can be named like that, now that a folder has the name.
      std::filesystem::remove(path("b"));
      std::filesystem::create_directories(path("b/c"));
      AtomicFile* const both[] = {&*a, &*b};
      EXPECT_TRUE(AtomicFile::commit_all(both)) << replace;
    }
    EXPECT_TRUE(std::filesystem::is_directory(path("b/c")));
    EXPECT_EQ(std::filesystem::exists(path("a")), replace);
    EXPECT_EQ(content("a"), replace ? "old" : "");
    EXPECT_EQ(files(), replace ? 2U : 1U) << "no temporary names";
    std::filesystem::remove_all(path("b"));
  }
}

TEST_F(AtomicFileTest, SeveralReplaceOldOnes) {
  for (const char* name : {"a", "b"}) std::ofstream(path(name)) << "old";
  auto a = AtomicFile::create(path("a"), true);
  auto b = AtomicFile::create(path("b"), true);
  a->write(std::string_view("new a"));
  b->write(std::string_view("new b"));
  AtomicFile* const both[] = {&*a, &*b};
  EXPECT_FALSE(AtomicFile::commit_all(both));
  EXPECT_EQ(content("a") + content("b"), "new anew b");
  EXPECT_EQ(files(), 2U);
}

TEST_F(AtomicFileTest, TakesNamesAsLongAsTheyCanBe) {
  const std::string name(255, 'x');
  for (int time = 0; time < 2; ++time) {
    auto file = AtomicFile::create(path(name), time == 1);
    ASSERT_TRUE(file);
    file->write(std::string_view("hello"));
    EXPECT_FALSE(file->commit());
  }
  EXPECT_EQ(files(), 1U);
}

}  // namespace
}  // namespace intarsia::io
