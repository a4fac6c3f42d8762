#include "intarsia/games/game_files.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "intarsia/games/registry.h"

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
  const auto games = GameFile::open(file.path());
  ASSERT_TRUE(games);
  const auto items = items_of(**games);
  ASSERT_EQ(items.size(), 6U);
  EXPECT_EQ(items[0].place.line, 3U);
  EXPECT_EQ(items[0].place.offset, 8U);
  EXPECT_TRUE(items[1].is_refused());
  EXPECT_EQ(items[1].read.faults[0].column, 1U);
  EXPECT_EQ(items[2].read.line->moves().size(), 3U);
  ASSERT_EQ(items[2].read.faults.size(), 2U);  // cut at the win, and the winners' letters mix
  EXPECT_EQ(items[3].read.line->moves(), (std::vector<std::string>{"a2", "swap"}));
  EXPECT_EQ(items[4].read.faults[0].error.code, ErrorCode::kLimit);
  EXPECT_EQ(items[5].place.game, 6U);
  EXPECT_FALSE((*games)->error());
}

TEST(GameFiles, SgfFaultsHaveLinesAndColumns) {
  const TempFile file(".sgf", "(;GM[11]SZ[5];B[a1])\n(;GM[11]SZ[5];B[a1]\n;W[a1])\n(;SZ[3];W[aa])");
  const auto games = GameFile::open(file.path());
  ASSERT_TRUE(games);
  const auto items = items_of(**games);
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[1].read.faults[0].place.line, 3U);
  EXPECT_EQ(items[1].read.faults[0].column, 2U);
  EXPECT_EQ(items[2].read.line->size(), 3);
}

TEST(GameFiles, PositionsAreItemsOfTheirGames) {
  const TempFile file(".txt",
                      "nonsense\nstartpos moves e2e4 | 35 | 1-0\nhex 5 moves a1 | | blue\n"
                      "8/8/8/8/8/8/8/k1K5 w - - | x\n");
  const auto games = GameFile::open(file.path());
  ASSERT_TRUE(games);
  const auto items = items_of(**games);
  ASSERT_EQ(items.size(), 4U);
  EXPECT_TRUE(items[0].is_refused() && items[3].is_refused());
  EXPECT_EQ(items[3].read.faults[0].place.line, 4U);
  EXPECT_EQ(items[1].type->name, "chess");
  EXPECT_EQ(items[1].read.line->text(), "startpos moves e2e4");
  EXPECT_EQ(items[1].read.recorded.evals, (std::vector<std::int16_t>{kNoEval, 35}));
  EXPECT_EQ(items[1].read.recorded.outcome, Outcome::kFirst);
  EXPECT_FALSE(items[1].read.is_game);
  EXPECT_EQ(items[2].type->name, "hex");
  EXPECT_EQ(items[2].read.recorded.outcome, Outcome::kFirst);
}

TEST(GameFiles, OptionsOfTheGameAreHeard) {
  const TempFile file(".trmph", "#5,a2a2\n");
  for (const auto& [swap, is_literal] : {std::pair("literal", true), {"transposed", false}}) {
    GameFileOptions o;
    o.game.set("swap", swap);
    const auto item = (*GameFile::open(file.path(), o))->next();
    ASSERT_TRUE(item && !item->is_refused());
    EXPECT_EQ(item->read.line->moves(),
              (std::vector<std::string>{is_literal ? "a2" : "b1", "swap"}));
    EXPECT_EQ(item->read.line->position_text(), "hex 5 red a2 turn blue");
  }
}

// A gzip file that is cut behind its text, which is stored in it as it is.
TEST(GameFiles, WhatComesBeforeDamageIsReadAndTheErrorKept) {
  const std::string text = "#5,a1\n#5,b2\n#5,c";
  const auto length = static_cast<unsigned char>(text.size());
  std::string bytes("\x1f\x8b\x08\0\0\0\0\0\0\xff\0", 11);
  for (const int n : {int{length}, 0, ~length & 0xff, 0xff}) bytes += static_cast<char>(n);
  const TempFile file(".trmph.gz", bytes + text);
  const auto games = GameFile::open(file.path());
  ASSERT_TRUE(games);
  const auto items = items_of(**games);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[1].read.line->text(), "hex 5 moves b2");
  ASSERT_TRUE((*games)->error());
  EXPECT_FALSE((*games)->next());
}

TEST(GameFiles, WhatCannotBeOpenedIsNamed) {
  for (const char* path : {"/no/such.trmph", "/no/such.sgf"}) {
    EXPECT_EQ(GameFile::open(path).error().code, ErrorCode::kNotFound) << path;
  }
  EXPECT_TRUE(has_game_name("a.hsgf") && has_game_name("a.trmph.gz") &&
              has_game_name("a.pgn.zst") && !has_game_name("a.fen"));
}

}  // namespace
}  // namespace intarsia::games
