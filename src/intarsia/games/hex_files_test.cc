#include "intarsia/games/hex_files.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace intarsia::games {
namespace {

// A file in the folder of temporary files, gone at the end.
class TempFile {
 public:
  TempFile(std::string_view ending, std::string_view text)
      : path_(::testing::TempDir() + "hex_files_test" + std::string(ending)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TempFile() { std::remove(path_.c_str()); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<HexItem> items_of(HexGames& games) {
  std::vector<HexItem> items;
  while (auto item = games.next()) items.push_back(*std::move(item));
  return items;
}

TEST(HexFiles, ABadLineDoesNotEndTheReading) {
  const TempFile file(".trmph", "# head\n\n#5,a1b2 b\n<<<<<<< HEAD\n#2,a1b1a2b2 1\n#11nc1,a2:s\n" +
                                    std::string(2 << 20, 'x') + "\n#5,c3\n");
  const auto games = open_hex_games(file.path());
  ASSERT_TRUE(games);
  const auto items = items_of(**games);
  ASSERT_EQ(items.size(), 6U);
  EXPECT_EQ(items[0].start.line, 3U);
  EXPECT_EQ(items[0].start.offset, 8U);
  EXPECT_FALSE(items[1].reading);
  EXPECT_EQ(items[1].faults[0].place.column, 1U);
  EXPECT_EQ(items[2].reading->game.moves.size(), 3U);
  ASSERT_EQ(items[2].faults.size(), 2U);  // cut at the win, and the winners' letters mix
  EXPECT_TRUE(items[3].reading->game.is_swapped());
  EXPECT_EQ(items[4].faults[0].error.code, ErrorCode::kLimit);
  EXPECT_EQ(items[5].number, 6U);
  EXPECT_FALSE((*games)->error());
}

TEST(HexFiles, SgfFaultsHaveLinesAndColumns) {
  const TempFile file(".sgf", "(;GM[11]SZ[5];B[a1])\n(;GM[11]SZ[5];B[a1]\n;W[a1])\n(;SZ[3];W[aa])");
  const auto games = open_hex_games(file.path());
  ASSERT_TRUE(games);
  const auto items = items_of(**games);
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[1].faults[0].place.line, 3U);
  EXPECT_EQ(items[1].faults[0].place.column, 2U);
  EXPECT_EQ(items[2].reading->game.size, 3);
}

TEST(HexFiles, WhatCannotBeOpenedIsNamed) {
  for (const char* path : {"/no/such.trmph", "/no/such.sgf"}) {
    EXPECT_EQ(open_hex_games(path).error().code, ErrorCode::kIo) << path;
  }
  EXPECT_TRUE(is_hex_file("a.hsgf") && is_hex_file("a.trmph") && !is_hex_file("a.pgn"));
}

}  // namespace
}  // namespace intarsia::games
