#include "intarsia/io/logical_name.h"

#include <gtest/gtest.h>

namespace intarsia::io {
namespace {

std::string name_of(const std::string& path, const std::string& root) {
  const auto name = logical_name(path, root);
  return name ? *name : "refused";
}

TEST(LogicalName, IsThePathBelowTheRoot) {
  EXPECT_EQ(name_of("/data/2024/may.pgn", "/data"), "2024/may.pgn");
  EXPECT_EQ(name_of("/data/2024/may.pgn", "/data/"), "2024/may.pgn");
  EXPECT_EQ(name_of("/data/a/../may.pgn", "/data/./b/.."), "may.pgn");
  EXPECT_EQ(name_of("months/may.pgn", "months"), "may.pgn");
  EXPECT_EQ(name_of("months/may.pgn", ""), "months/may.pgn");
  EXPECT_EQ(name_of("./may.pgn", "."), "may.pgn");
}

TEST(LogicalName, OutsideTheRootIsRefused) {
  EXPECT_EQ(name_of("/data/may.pgn", "/dat"), "refused");
  EXPECT_EQ(name_of("../may.pgn", ""), "refused");
  EXPECT_EQ(name_of("/data", "/data"), "refused");
  EXPECT_EQ(name_of("/data/../may.pgn", "/data"), "refused");
}

TEST(LogicalName, ThatLeadsOutOfTheRootIsRefused) {
  for (const std::string_view name :
       {"", "/etc/passwd", "..", "../a", "a/../../b", "a//b", "a/", "./a", "."}) {
    EXPECT_TRUE(refuse_logical_name(name)) << name;
  }
  EXPECT_TRUE(refuse_logical_name(std::string_view("a\0b", 3)));
  for (const std::string_view name : {"a", "a/b.pgn", "..a/b..", "a b"}) {
    EXPECT_FALSE(refuse_logical_name(name)) << name;
  }
}

TEST(LogicalName, LeadsBackToTheFile) {
  EXPECT_EQ(path_below("/data", "2024/may.pgn"), "/data/2024/may.pgn");
  EXPECT_EQ(path_below("/data/", "may.pgn"), "/data/may.pgn");
  EXPECT_EQ(path_below("", "may.pgn"), "may.pgn");
}

}  // namespace
}  // namespace intarsia::io
