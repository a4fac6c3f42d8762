#include "intarsia/connect4/move.h"

#include <gtest/gtest.h>

#include "intarsia/connect4/color.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

TEST(Connect4Move, EveryDigitReadsBackOnEveryBoard) {
  for (const Board b : test::all_boards()) {
    for (int column = 0; column < kMaxSide; ++column) {
      const auto m = read_move(move_name(Move(column)), b);
      ASSERT_EQ(static_cast<bool>(m), column < b.columns());
      if (m) {
        ASSERT_EQ(*m, Move(column));
      }
    }
  }
  EXPECT_TRUE(Move::none().is_none());
  EXPECT_NE(Move::none(), Move(0));
}

TEST(Connect4Move, RefusesWhatIsNoColumn) {
  for (const char* bad : {"", "0", "8", "44", "a", " 4", "4 ", "-1"}) {
    EXPECT_FALSE(read_move(bad, Board())) << bad;
  }
}

TEST(Connect4Color, NamesAndLettersGoBothWays) {
  for (Color c : {kFirst, kSecond}) {
    EXPECT_EQ(find_color(name(c)), c);
    EXPECT_EQ(winner_of(won_by(c)), c);
    EXPECT_EQ(!!c, c);
    EXPECT_NE(!c, c);
  }
  for (Outcome o : {Outcome::kFirst, Outcome::kDraw, Outcome::kSecond}) {
    EXPECT_EQ(from_letter(to_letter(o)), o);
  }
  for (char bad : {'\0', '0', '3', 'D', 'w'}) EXPECT_EQ(from_letter(bad), std::nullopt);
  EXPECT_EQ(find_color("yellow"), std::nullopt);
  EXPECT_EQ(winner_of(Outcome::kDraw), std::nullopt);
}

}  // namespace
}  // namespace intarsia::connect4
