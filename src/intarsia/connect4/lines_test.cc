#include "intarsia/connect4/lines.h"

#include <gtest/gtest.h>

#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

// Any discs at all, such as no game has.
TEST(Connect4Lines, AreTheOraclesOnEveryBoard) {
  test::RandomConnect4 random(2);
  for (int i = 0; i < 20'000; ++i) {
    const Board b = random.board();
    const Cells discs = Cells(random.next() | (i % 2 == 0 ? random.next() : 0)) & b.all_cells();
    ASSERT_EQ(cells_of_fours(discs, b), test::fours_of(discs, b)) << board_name(b);
    ASSERT_EQ(has_four(discs, b), !test::fours_of(discs, b).empty());
  }
}

TEST(Connect4Lines, ACellCompletesAFourIfADiscOnItWould) {
  test::RandomConnect4 random(3);
  for (int i = 0; i < 2'000; ++i) {
    const Board b = random.board();
    const Cells discs = Cells(random.next() & random.next()) & b.all_cells();
    const Cells completing = completing_cells(discs, b);
    for (Cell c : b.all_cells() - discs) {
      const Cells with = discs | Cells::of(c);
      ASSERT_EQ(completing.contains(c), test::fours_of(with, b).contains(c)) << board_name(b);
    }
  }
}

}  // namespace
}  // namespace intarsia::connect4
