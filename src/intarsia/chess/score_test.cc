#include "intarsia/chess/score.h"

#include <gtest/gtest.h>

#include "intarsia/base/keys.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"

namespace intarsia::chess {
namespace {

Board board_of(std::string_view fen) { return read_fen(fen)->position.board(); }

TEST(ChessScore, IsTheSameWithColoursExchanged) {
  KeySequence random(5);
  for (int game = 0; game < 20; ++game) {
    Position p;
    for (int ply = 0; ply < 120; ++ply) {
      const MoveList moves = legal_moves(p);
      if (moves.size() == 0) break;
      p = p.after(moves[random.next() % moves.size()]);
      ASSERT_EQ(balance_of(p.board()), -balance_of(mirrored(p.board())));
      ASSERT_EQ(score_of(p.board()), -score_of(mirrored(p.board())));
    }
  }
}

TEST(ChessScore, KnowsMenAndTheSquaresThatTheyReach) {
  EXPECT_EQ(balance_of(Position().board()), 0);
  EXPECT_EQ(score_of(Position().board()), 0.0F);
  EXPECT_EQ(balance_of(board_of("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")), 100);
  // A knight in the middle reaches eight squares, one in the corner two.
  EXPECT_EQ(balance_of(board_of("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1")) -
                balance_of(board_of("4k3/8/8/8/8/8/8/N3K3 w - - 0 1")),
            4 * (8 - 2));
  EXPECT_GT(balance_of(board_of("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1")), -50);
  EXPECT_LT(balance_of(board_of("3qk3/8/8/8/8/8/8/R3K3 w - - 0 1")), -300);
}

// 2 / (1 + 10^(-c/400)) - 1 of a pawn is 0.28.
TEST(ChessScore, IsAnExpectedScore) {
  EXPECT_NEAR(score_of(board_of("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")), 0.2801, 1e-4);
}

TEST(ChessScore, NeverSaysThatAGameIsWon) {
  const Board most = board_of("k7/8/8/QQQQQQQQ/QRRBBNN1/8/8/K7 b - - 0 1");
  EXPECT_LT(score_of(most), 1.0F);
  EXPECT_GT(score_of(most), 0.99F);
  EXPECT_GT(score_of(mirrored(most)), -1.0F);
}

}  // namespace
}  // namespace intarsia::chess
