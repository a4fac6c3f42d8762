#include "intarsia/chess/uci.h"

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

TEST(Uci, EveryLegalMoveIsReadBack) {
  test::for_random_positions(10'000, [](const Replay& r) {
    for (Move m : legal_moves(r.position())) {
      const auto again = read_uci(r.position(), to_uci(r.position(), m));
      ASSERT_TRUE(again) << again.error().detail << ' ' << to_fen(r.position());
      ASSERT_EQ(*again, m);
    }
  });
}

TEST(Uci, CastlingIsReadInBothFormsAndWrittenByVariant) {
  const Position standard = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")->position;
  EXPECT_EQ(*read_uci(standard, "e1g1"), Move(kE1, kH1));
  EXPECT_EQ(*read_uci(standard, "e1h1"), Move(kE1, kH1));
  EXPECT_EQ(to_uci(standard, Move(kE1, kA1)), "e1c1");
  const Position other = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")->position;
  EXPECT_EQ(to_uci(other, Move(kE1, kA1)), "e1a1");
}

TEST(Uci, InChess960AStepToTheCastlingSquareIsAStep) {
  const Position p = read_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1")->position;
  EXPECT_EQ(*read_uci(p, "f1g1"), Move(kF1, kG1));
  EXPECT_EQ(*read_uci(p, "f1h1"), Move(kF1, kH1));
}

TEST(Uci, RefusesWithAReason) {
  const Position p;
  EXPECT_EQ(read_uci(p, "e2e5").error().code, ErrorCode::kIllegal);
  EXPECT_EQ(read_uci(p, "e2").error().code, ErrorCode::kSyntax);
  EXPECT_EQ(read_uci(p, "e2e4x").error().code, ErrorCode::kSyntax);
  EXPECT_EQ(read_uci(p, "0000").error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(read_uci(p, "e2e4q").error().code, ErrorCode::kIllegal);
}

}  // namespace
}  // namespace intarsia::chess
