#include "intarsia/games/game_files.h"

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
      : path_(::testing::TempDir() + "game_files_test" + std::string(ending)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TempFile() { std::remove(path_.c_str()); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<GameItem> items_of(GameFile& games) {
  std::vector<GameItem> items;
  while (auto item = games.next()) items.push_back(*std::move(item));
  return items;
}

TEST(GameFiles, ABadLineDoesNotEndTheReading) {
  const TempFile file(".trmph", "# head\n\n#5,a1b2 b\n<<<<<<< HEAD\n#2,a1b1a2b2 1\n#11nc1,a2:s\n" +
                                    std::string(2 << 20, 'x') + "\n#5,c3\n");
  const auto games = open_games(file.path());
  ASSERT_TRUE(games);
  const auto items = items_of(**games);
  ASSERT_EQ(items.size(), 6U);
  EXPECT_EQ(items[0].start.line, 3U);
  EXPECT_EQ(items[0].start.offset, 8U);
  EXPECT_TRUE(items[1].is_refused());
  EXPECT_EQ(items[1].faults[0].place.column, 1U);
  EXPECT_EQ(std::get<hex::Reading>(items[2].record).game.moves.size(), 3U);
  ASSERT_EQ(items[2].faults.size(), 2U);  // cut at the win, and the winners' letters mix
  EXPECT_TRUE(std::get<hex::Reading>(items[3].record).game.is_swapped());
  EXPECT_EQ(items[4].faults[0].error.code, ErrorCode::kLimit);
  EXPECT_EQ(items[5].number, 6U);
  EXPECT_FALSE((*games)->error());
}

TEST(GameFiles, SgfFaultsHaveLinesAndColumns) {
  const TempFile file(".sgf", "(;GM[11]SZ[5];B[a1])\n(;GM[11]SZ[5];B[a1]\n;W[a1])\n(;SZ[3];W[aa])");
  const auto games = open_games(file.path());
  ASSERT_TRUE(games);
  const auto items = items_of(**games);
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[1].faults[0].place.line, 3U);
  EXPECT_EQ(items[1].faults[0].place.column, 2U);
  EXPECT_EQ(std::get<hex::Reading>(items[2].record).game.size, 3);
}

TEST(GameFiles, WhatCannotBeOpenedIsNamed) {
  for (const char* path : {"/no/such.trmph", "/no/such.sgf"}) {
    EXPECT_EQ(open_games(path).error().code, ErrorCode::kNotFound) << path;
  }
  EXPECT_TRUE(has_game_name("a.hsgf") && has_game_name("a.trmph.gz") &&
              has_game_name("a.pgn.zst") && !has_game_name("a.fen"));
}

}  // namespace
}  // namespace intarsia::games
