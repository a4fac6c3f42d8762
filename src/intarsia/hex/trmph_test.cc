#include "intarsia/hex/trmph.h"

#include <gtest/gtest.h>

#include "intarsia/hex/position_line.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

Cell cell(std::string_view name, int n) {
  TextCursor in(name);
  return *read_cell(in, n);
}

TEST(Trmph, ReadsEveryForm) {
  for (const char* line : {"#13,a1b2c3", "http://www.trmph.com/hex/board#13,a1b2c3",
                           "https://trmph.com/hex/board#13,a1b2c3", "hex,13,a1b2c3",
                           "trmph hex,13,a1b2c3", "trmph #13,a1b2c3", "  #13,a1b2c3  "}) {
    const auto r = read_trmph(line);
    ASSERT_TRUE(r) << line << ": " << r.error().detail;
    EXPECT_EQ(to_trmph(r->game), "#13,a1b2c3");
    EXPECT_EQ(r->game.winner, std::nullopt);
    EXPECT_EQ(r->alphabet, std::nullopt);
  }
}

TEST(Trmph, ReadsBothWinnerAlphabetsAndComments) {
  EXPECT_EQ(read_trmph("#13,a1b2c3 b")->game.winner, kBlue);
  EXPECT_EQ(read_trmph("#13,a1b2c3 1")->game.winner, kBlue);
  EXPECT_EQ(read_trmph("#13,a1b2c3 r\r")->game.winner, kRed);
  EXPECT_EQ(read_trmph("#13,a1b2c3 2 # a fine game")->game.winner, kRed);
  EXPECT_EQ(read_trmph("#13,a1b2c3 2")->alphabet, Alphabet::kDigits);
  EXPECT_EQ(read_trmph("#13,a1b2c3 b")->alphabet, Alphabet::kLetters);
  const auto commented = read_trmph("#13,a1 # resigned early");
  EXPECT_EQ(to_trmph(commented->game), "#13,a1 # resigned early");
  EXPECT_EQ(to_trmph(read_trmph("#13,a1 b")->game, Alphabet::kDigits), "#13,a1 1");
}

TEST(Trmph, ARepeatedFirstCellIsTheSwapOfTheTransposedOpening) {
  const auto r = read_trmph("#13,c1c1g7 b");
  ASSERT_TRUE(r);
  EXPECT_EQ(r->game.moves[0], Move(cell("a3", 13)));
  EXPECT_TRUE(r->game.moves[1].is_swap());
  const Replay one = replay_of(r->game, 1);
  EXPECT_EQ(one.position().stones(kBlue), Cells::of(cell("a3", 13)));
  const Replay two = replay_of(r->game, 2);
  EXPECT_EQ(two.position().stones(kRed), Cells::of(cell("c1", 13)));
  EXPECT_TRUE(two.position().stones(kBlue).empty());
  EXPECT_EQ(to_trmph(r->game), "#13,c1c1g7 b");
}

TEST(Trmph, ALiteralSwapKeepsTheCell) {
  const auto r = read_trmph("#13,c1c1g7", {.swap_rule = SwapRule::kLiteral});
  EXPECT_EQ(r->game.moves[0], Move(cell("c1", 13)));
  EXPECT_EQ(replay_of(r->game, 2).position().stones(kRed), Cells::of(cell("c1", 13)));
  EXPECT_EQ(to_trmph(r->game), "#13,c1c1g7");
}

TEST(Trmph, RandomGamesReadBack) {
  test::for_random_games(500, [](const Replay& r) {
    const Game g{r.position().size(), SwapRule::kTransposed, r.moves(), r.winner()};
    const auto again = read_trmph(to_trmph(g));
    ASSERT_TRUE(again) << to_trmph(g) << again.error().detail;
    ASSERT_EQ(again->game, g);
    ASSERT_TRUE(again->notes.empty());
  });
}

struct Bad {
  std::string_view line;
  ErrorCode code;
  std::size_t offset;
};
TEST(Trmph, ErrorsSayWhatAndWhere) {
  const Bad cases[] = {
      {"<<<<<<< HEAD", ErrorCode::kSyntax, 0},
      {"#0,", ErrorCode::kLimit, 1},
      {"#-1,a1", ErrorCode::kSyntax, 1},
      {"#99999999999999999999,a1", ErrorCode::kLimit, 1},
      {"#13", ErrorCode::kSyntax, 3},
      {",a1", ErrorCode::kSyntax, 0},
      {"#13,A1", ErrorCode::kSyntax, 4},
      {"#13,a14", ErrorCode::kInvalid, 4},
      {"#13,a1b", ErrorCode::kSyntax, 6},
      {"#13,a1b2a1", ErrorCode::kIllegal, 8},
      {"#13,a1a1a1", ErrorCode::kIllegal, 8},
      {"#13,a1b2c3 x", ErrorCode::kSyntax, 11},
      {"#13,a1b2c3 b r", ErrorCode::kSyntax, 13},
      {"#13,a1,b2", ErrorCode::kSyntax, 6},
      {"#13.5,a1", ErrorCode::kSyntax, 3},
      {"#2,a1b1a2 r", ErrorCode::kInvalid, 10},  // Blue's chain is complete
  };
  for (const Bad& b : cases) {
    const auto r = read_trmph(b.line);
    ASSERT_FALSE(r) << b.line;
    EXPECT_EQ(r.error().code, b.code) << b.line;
    EXPECT_EQ(r.error().offset, b.offset) << b.line;
  }
}

TEST(Trmph, MovesAfterTheWinAreCutAndNoted) {
  const auto r = read_trmph("#2,a1b1a2b2 b");
  ASSERT_TRUE(r);
  EXPECT_EQ(to_trmph(r->game), "#2,a1b1a2 b");
  ASSERT_EQ(r->notes.size(), 1U);
  EXPECT_EQ(r->notes[0].offset, 9U);
  EXPECT_EQ(read_trmph("#1,a1a1")->game.moves.size(), 1U);
  EXPECT_EQ(read_trmph("#1,a1a1")->game.winner, kBlue);
}

TEST(Trmph, ALineHasALimit) {
  std::string line = "#13,a1 # ";
  line.resize(kMaxTrmphBytes, 'x');
  EXPECT_TRUE(read_trmph(line));
  line += 'x';
  EXPECT_EQ(read_trmph(line).error().code, ErrorCode::kLimit);
}

TEST(Trmph, AFileThatMixesTheAlphabetsIsNotedOnce) {
  AlphabetCheck check;
  EXPECT_FALSE(check.add(*read_trmph("#13,a1 b")));
  EXPECT_FALSE(check.add(*read_trmph("#13,a1")));
  EXPECT_FALSE(check.add(*read_trmph("#13,a1 r")));
  EXPECT_TRUE(check.add(*read_trmph("#13,a1 1")));
  EXPECT_FALSE(check.add(*read_trmph("#13,a1 2")));
}

}  // namespace
}  // namespace intarsia::hex
