#include "intarsia/connect4/score.h"

#include <gtest/gtest.h>

#include "intarsia/base/keys.h"

namespace intarsia::connect4 {
namespace {

// Any discs: lines do not ask whether they can have fallen.
Position random_position(Board b, KeySequence& random) {
  Cells first, second;
  for (Cell c = 0; c < b.cells(); ++c) {
    const auto what = random.next() % 3;
    if (what == 0) first.insert(c);
    if (what == 1) second.insert(c);
  }
  return Position::from_checked(b, first, second);
}

int by_walking(const Position& p, Color c, int discs) {
  const Board b = p.board();
  int found = 0;
  for (int row = 0; row < b.rows(); ++row) {
    for (int column = 0; column < b.columns(); ++column) {
      for (const auto& [r, k] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
        const int last_row = row + 3 * r, last_column = column + 3 * k;
        if (last_row >= b.rows() || last_column < 0 || last_column >= b.columns()) continue;
        int own = 0, other = 0;
        for (int i = 0; i < 4; ++i) {
          const Cell cell = b.cell_at(row + i * r, column + i * k);
          own += p.discs(c).contains(cell) ? 1 : 0;
          other += p.discs(!c).contains(cell) ? 1 : 0;
        }
        found += other == 0 && own == discs ? 1 : 0;
      }
    }
  }
  return found;
}

TEST(Connect4Score, CountsOpenLinesOnBoardsOfAllSizes) {
  KeySequence random(3);
  for (int size = 0; size < kSizeCodes; ++size) {
    if (!is_size(size)) continue;
    for (int i = 0; i < 5; ++i) {
      const Position p = random_position(Board::of_size(size), random);
      for (int discs = 0; discs <= 4; ++discs) {
        ASSERT_EQ(open_lines(p, kFirst, discs), by_walking(p, kFirst, discs)) << size;
        ASSERT_EQ(open_lines(p, kSecond, discs), by_walking(p, kSecond, discs)) << size;
      }
    }
  }
  EXPECT_EQ(open_lines(Position(), kFirst, 0), 69);
}

TEST(Connect4Score, IsTheSameWithPlayersExchangedAndSidesToo) {
  KeySequence random(4);
  for (int i = 0; i < 200; ++i) {
    const Position p = random_position(Board(), random);
    const Cells& first = p.discs(kFirst);
    const Cells& second = p.discs(kSecond);
    const Board b = p.board();
    ASSERT_EQ(score_of(p), -score_of(Position::from_checked(b, second, first)));
    ASSERT_EQ(score_of(p),
              score_of(Position::from_checked(b, b.mirrored(first), b.mirrored(second))));
    ASSERT_LT(score_of(p), 1.0F);
    ASSERT_GT(score_of(p), -1.0F);
  }
}

TEST(Connect4Score, LikesTheMiddle) {
  EXPECT_EQ(score_of(Position()), 0.0F);
  EXPECT_GT(score_of(Position().after(Move(3))), score_of(Position().after(Move(0))));
  EXPECT_GT(score_of(Position().after(Move(0))), 0.0F);
}

}  // namespace
}  // namespace intarsia::connect4
