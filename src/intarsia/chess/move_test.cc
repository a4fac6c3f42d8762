#include "intarsia/chess/move.h"

#include <gtest/gtest.h>

namespace intarsia::chess {
namespace {

TEST(Move, KeepsItsPartsInSixteenBits) {
  for (int from = 0; from < kSquares; ++from) {
    for (int to = 0; to < kSquares; ++to) {
      const Move m{Square(from), Square(to)};
      ASSERT_EQ(m.from(), from);
      ASSERT_EQ(m.to(), to);
      ASSERT_FALSE(m.is_promotion());
      ASSERT_EQ(mirrored(m).to(), to ^ 56);
      ASSERT_EQ(mirrored(mirrored(m)), m);
    }
  }
  // The record's form: from | to << 6 | promotion << 12, 1 N … 4 Q.
  EXPECT_EQ(Move(kE7, kE8, kQueen).bits(), kE7 | kE8 << 6 | 4 << 12);
  EXPECT_EQ(Move(kE7, kE8, kKnight).bits() >> 12, 1);
  EXPECT_EQ(Move(kE7, kE8, kRook).promotion(), kRook);
}

}  // namespace
}  // namespace intarsia::chess
