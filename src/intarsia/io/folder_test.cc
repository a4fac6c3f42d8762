#include "intarsia/io/folder.h"

#include <cerrno>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace intarsia::io {
namespace {

class FolderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "intarsia-folder-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(path_); }

  std::string content(const std::string& name) const {
    std::ifstream in(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

  std::filesystem::path path_;
};

TEST_F(FolderTest, PutsWholeFilesAndReplacesThem) {
  auto folder = Folder::open(path_ / "new" / "one");
  ASSERT_TRUE(folder) << folder.error().detail;
  EXPECT_FALSE(folder->put("a", {"hello, ", "world"}));
  EXPECT_EQ(content("new/one/a"), "hello, world");
  EXPECT_FALSE(folder->put("a", {"again"}));
  EXPECT_EQ(content("new/one/a"), "again");
  EXPECT_EQ(*folder->names(), std::vector<std::string>{"a"});
}

TEST_F(FolderTest, RefusesASecondWriterWhileTheFirstLives) {
  {
    const auto first = Folder::open(path_);
    ASSERT_TRUE(first);
    const auto second = Folder::open(path_);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().detail.find("another program"), std::string::npos);
  }
  EXPECT_TRUE(Folder::open(path_));
}

TEST_F(FolderTest, FollowsNoLinks) {
  std::filesystem::create_directory(path_ / "set");
  std::ofstream(path_ / "outside") << "safe";
  for (const char* name : {"a", ".tmp-a", "log"}) {
    std::filesystem::create_symlink(path_ / "outside", path_ / "set" / name);
  }
  const auto folder = Folder::open(path_ / "set");
  ASSERT_TRUE(folder);
  EXPECT_FALSE(folder->put("a", {"mine"}));
  EXPECT_FALSE(LogFile::open(*folder, "log", 0)) << "a link as a log";
  EXPECT_FALSE(folder->remove("log"));
  EXPECT_EQ(content("outside"), "safe");
  EXPECT_EQ(content("set/a"), "mine");
  EXPECT_FALSE(std::filesystem::is_symlink(path_ / "set" / "a"));
}

TEST_F(FolderTest, EveryFailingCallIsAnErrorAndLeavesTheOldFile) {
  int calls = 0;
  int failing = 0;
  const auto folder =
      Folder::open(path_, [&](std::string_view) { return ++calls == failing ? ENOSPC : 0; });
  ASSERT_TRUE(folder);
  ASSERT_FALSE(folder->put("a", {"old"}));
  const int each = calls;
  ASSERT_GE(each, 5);  // open, write, fsync, rename, fsync of the folder
  for (failing = 1; failing <= each; ++failing) {
    calls = 0;
    const auto error = folder->put("a", {"new"});
    ASSERT_TRUE(error) << "call " << failing;
    EXPECT_EQ(error->code, ErrorCode::kIo);
    EXPECT_NE(error->detail.find("No space left"), std::string::npos) << error->detail;
    // After the rename the new file stands there, whole; before it the old one.
    EXPECT_EQ(content("a"), failing == each ? "new" : "old");
    EXPECT_EQ(files(), 1U);
  }
}

TEST_F(FolderTest, LogsGoOnWhereTheyWereCut) {
  const auto folder = Folder::open(path_);
  ASSERT_TRUE(folder);
  {
    auto log = LogFile::open(*folder, "log", 0);
    ASSERT_TRUE(log);
    EXPECT_FALSE(log->append("one\ntwo\n"));
    EXPECT_FALSE(log->sync());
  }
  {
    auto log = LogFile::open(*folder, "log", 4);
    ASSERT_TRUE(log);
    EXPECT_FALSE(log->append("three\n"));
  }
  EXPECT_EQ(content("log"), "one\nthree\n");
  EXPECT_FALSE(LogFile::open(*folder, "log", 100));
}

}  // namespace
}  // namespace intarsia::io
