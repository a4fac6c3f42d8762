#include "intarsia/chess/attacks.h"

#include <gtest/gtest.h>

#include "intarsia/base/keys.h"

namespace intarsia::chess {
namespace {

// Independent of every table: walks square by square with coordinates.
Bitboard walk(Square from, Bitboard occupied, bool diagonal) {
  Bitboard reached;
  for (int df = -1; df <= 1; ++df) {
    for (int dr = -1; dr <= 1; ++dr) {
      if ((df == 0 && dr == 0) || (df != 0 && dr != 0) != diagonal) continue;
      int file = file_of(from) + df;
      int rank = rank_of(from) + dr;
      for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += df, rank += dr) {
        reached.insert(square_at(file, rank));
        if (occupied.contains(square_at(file, rank))) break;
      }
    }
  }
  return reached;
}

TEST(Attacks, SlidersEqualAWalkOnEverySquareAndManyBoards) {
  KeySequence random(1);
  for (int i = 0; i < 500; ++i) {
    const Bitboard occupied(random.next() & (i % 2 == 0 ? random.next() : ~std::uint64_t{0}));
    for (int n = 0; n < kSquares; ++n) {
      const auto s = Square(n);
      ASSERT_EQ(rook_attacks(s, occupied), walk(s, occupied, false)) << n;
      ASSERT_EQ(bishop_attacks(s, occupied), walk(s, occupied, true)) << n;
      ASSERT_EQ(internal::rook_attacks_by_lines(s, occupied), walk(s, occupied, false)) << n;
      ASSERT_EQ(internal::bishop_attacks_by_lines(s, occupied), walk(s, occupied, true)) << n;
    }
  }
}

TEST(Attacks, LeapersReachTheSquaresAtTheirDistance) {
  for (int a = 0; a < kSquares; ++a) {
    for (int b = 0; b < kSquares; ++b) {
      const auto from = Square(a);
      const auto to = Square(b);
      const int df = std::abs(file_of(from) - file_of(to));
      const int dr = std::abs(rank_of(from) - rank_of(to));
      ASSERT_EQ(knight_attacks(from).contains(to), df * dr == 2);
      ASSERT_EQ(king_attacks(from).contains(to), a != b && df <= 1 && dr <= 1);
      ASSERT_EQ(pawn_attacks(kWhite, from).contains(to),
                df == 1 && rank_of(to) == rank_of(from) + 1);
      ASSERT_EQ(pawn_attacks(kBlack, from).contains(to),
                df == 1 && rank_of(to) == rank_of(from) - 1);
    }
  }
}

TEST(Attacks, BetweenAndLineAgreeWithTheWalk) {
  for (int n = 0; n < kSquares; ++n) {
    for (int m = 0; m < kSquares; ++m) {
      const auto a = Square(n);
      const auto b = Square(m);
      Bitboard expected;
      bool aligned = false;
      for (bool diagonal : {false, true}) {
        if (a == b || !walk(a, {}, diagonal).contains(b)) continue;
        aligned = true;
        expected = walk(a, squares(b), diagonal) & walk(b, squares(a), diagonal);
      }
      ASSERT_EQ(between(a, b), expected) << n << ' ' << m;
      ASSERT_EQ(line(a, b).empty(), !aligned);
      if (aligned) {
        ASSERT_TRUE(((squares(a) | squares(b) | expected) - line(a, b)).empty());
      }
    }
  }
}

}  // namespace
}  // namespace intarsia::chess
