#include "intarsia/chess/legality.h"

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

TEST(Legality, AgreesWithTheGeneratorOnAllSixtyFiveThousandMoves) {
  test::for_random_positions(
      60,
      [](const Replay& r) {
        const MoveList moves = legal_moves(r.position());
        for (int bits = 0; bits <= 0xffff; ++bits) {
          const Move m = Move::from_bits(static_cast<std::uint16_t>(bits));
          ASSERT_EQ(is_legal(r.position(), m), moves.contains(m))
              << to_fen(r.position()) << " move bits " << bits;
        }
      },
      7);
}

TEST(Legality, AgreesWithTheGeneratorOnLegalMovesOfManyPositions) {
  test::for_random_positions(20'000, [](const Replay& r) {
    for (Move m : legal_moves(r.position())) {
      ASSERT_TRUE(is_legal(r.position(), m)) << to_fen(r.position()) << ' ' << m.bits();
    }
  });
}

TEST(Legality, CastlingInChess960MayUncoverTheKing) {
  // The rook on b1 shields c1 from the queen on a1 until it has castled away.
  const Position p = read_fen("4k3/8/8/8/8/8/8/qR2K3 w B - 0 1")->position;
  EXPECT_FALSE(can_castle(p, kB1));
  const Position q = read_fen("4k3/8/8/8/8/8/q7/1R2K3 w B - 0 1")->position;
  EXPECT_TRUE(can_castle(q, kB1));
}

}  // namespace
}  // namespace intarsia::chess
