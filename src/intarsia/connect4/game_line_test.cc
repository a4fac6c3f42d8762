#include "intarsia/connect4/game_line.h"

#include <gtest/gtest.h>

#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

TEST(Connect4GameLine, EveryGameReadsBack) {
  test::RandomConnect4 random(61);
  for (int i = 0; i < 2'000; ++i) {
    const Replay r = random.some_game(random.board());
    Game g{r.start().board(), r.moves(), r.position().outcome()};
    if (g.outcome == Outcome::kUnknown) g.outcome = static_cast<Outcome>(random.below(4));
    const auto again = read_game_line(to_game_line(g));
    ASSERT_TRUE(again) << to_game_line(g) << ": " << again.error().detail;
    ASSERT_EQ(*again, g) << to_game_line(g);
  }
}

TEST(Connect4GameLine, IsWrittenAsSolversDo) {
  EXPECT_EQ(to_game_line(*read_game_line("4453")), "4453");
  EXPECT_EQ(to_game_line(*read_game_line("  7x6\t4453   d \r\n")), "4453 d");
  EXPECT_EQ(to_game_line(*read_game_line("6x5 33 1")), "6x5 33 1");
  EXPECT_EQ(to_game_line(Game{}), "-");
  EXPECT_EQ(to_game_line(*read_game_line("- 2")), "- 2");
  EXPECT_EQ(to_game_line(*read_game_line("1")), "1");  // a move, not an outcome
}

TEST(Connect4GameLine, TheBoardSaysHowAFinishedGameEnded) {
  EXPECT_EQ(read_game_line("1212121")->outcome, Outcome::kFirst);
  EXPECT_EQ(read_game_line("31212121")->outcome, Outcome::kSecond);
  EXPECT_EQ(read_game_line("2x2 1122")->outcome, Outcome::kDraw);
  EXPECT_EQ(read_game_line("4453")->outcome, Outcome::kUnknown);
  EXPECT_EQ(read_game_line("1212121 1")->outcome, Outcome::kFirst);
  EXPECT_EQ(read_game_line("4453 2")->outcome, Outcome::kSecond);  // resigned
}

TEST(Connect4GameLine, RefusesWithAPlace) {
  for (const auto& [line, code, offset] :
       std::initializer_list<std::tuple<const char*, ErrorCode, std::size_t>>{
           {"", ErrorCode::kSyntax, 0},
           {"6x5", ErrorCode::kSyntax, 3},
           {"44a3", ErrorCode::kSyntax, 2},
           {"4453 w", ErrorCode::kSyntax, 5},
           {"4453 11", ErrorCode::kSyntax, 5},
           {"4453 1 2", ErrorCode::kSyntax, 7},
           {"4403", ErrorCode::kInvalid, 2},
           {"448", ErrorCode::kInvalid, 2},
           {" 6x5 337", ErrorCode::kInvalid, 7},
           {"1111111", ErrorCode::kIllegal, 6},
           {"12121213", ErrorCode::kIllegal, 7},
           {"2x2 11221", ErrorCode::kIllegal, 8},
           {"1212121 2", ErrorCode::kInvalid, 8},
           {"1212121 d", ErrorCode::kInvalid, 8},
           {"2x2 1122 1", ErrorCode::kInvalid, 9},
           {"9x9 1", ErrorCode::kLimit, 0},
           {"  7x 1", ErrorCode::kSyntax, 2},
           {"4-", ErrorCode::kSyntax, 1}}) {
    const auto g = read_game_line(line);
    ASSERT_FALSE(g) << line;
    EXPECT_EQ(g.error().offset, offset) << line << ": " << g.error().detail;
    EXPECT_EQ(g.error().code, code) << line << ": " << g.error().detail;
  }
  const std::string longest = std::string(kMaxGameLineBytes - 1, ' ') + "4";
  EXPECT_TRUE(read_game_line(longest));
  EXPECT_EQ(read_game_line(longest + " ").error().code, ErrorCode::kLimit);
}

TEST(Connect4GameLine, ErrorsSayTheMoveAndTheReason) {
  EXPECT_EQ(read_game_line("1111111").error().detail, "the move 1 (ply 7): the column is full");
  EXPECT_EQ(read_game_line("12121213").error().detail, "the move 3 (ply 8): the game is won");
  EXPECT_EQ(read_game_line("1212121 2").error().detail,
            "the line says that second won, but on the board first won");
  EXPECT_EQ(read_game_line("448").error().detail, "there is no column 8: the columns are 1 to 7");
}

}  // namespace
}  // namespace intarsia::connect4
