#include "intarsia/chess/game.h"

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/position_line.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

constexpr Move kShuffle[] = {Move(kG1, kF3), Move(kG8, kF6), Move(kF3, kG1), Move(kF6, kG8)};

TEST(Replay, CountsOccurrencesAndClaims) {
  Replay r;
  for (int i = 0; i < 16; ++i) {
    ASSERT_EQ(r.occurrences(), i / 4 + 1) << i;
    ASSERT_EQ(r.claims().threefold, i / 4 + 1 >= 3);
    ASSERT_FALSE(r.ending());
    r.play(kShuffle[i % 4]);
  }
  EXPECT_EQ(r.occurrences(), 5);
  EXPECT_EQ(r.ending(), (Ending{std::nullopt, Reason::kFivefoldRepetition}));
}

TEST(Replay, UndoRestoresEveryField) {
  test::for_random_positions(4'000, [](const Replay& there) {
    Replay r(there.start());
    std::vector<std::pair<Position, int>> seen;
    for (Move m : there.moves()) {
      seen.emplace_back(r.position(), r.occurrences());
      r.play(m);
    }
    while (!seen.empty()) {
      ASSERT_TRUE(r.undo());
      ASSERT_EQ(r.position(), seen.back().first);
      ASSERT_EQ(r.occurrences(), seen.back().second);
      seen.pop_back();
    }
    ASSERT_FALSE(r.undo());
  });
}

// Occurrences by comparing each position with all before it.
int occurrences_by_search(const Replay& r) {
  int n = 0;
  for (int ago = 0; ago <= r.ply(); ++ago)
    n += r.state(ago).position.identity() == r.position().identity();
  return n;
}

TEST(Replay, OccurrencesEqualASearchOverTheWholeGame) {
  test::for_random_positions(8'000, [](const Replay& r) {
    ASSERT_EQ(r.occurrences(), occurrences_by_search(r)) << to_fen(r.position());
  });
}

TEST(Replay, LongRunsAreCountedAlikeAcrossTheChangeOfMethod) {
  // Rooks wander at random: runs of hundreds of plies with many repetitions, also after undoing.
  KeySequence random(5);
  Replay r(read_fen("r7/6k1/8/8/8/8/1K6/7R w - - 0 1")->position);
  for (int i = 0; i < 3'000; ++i) {
    if (random.next() % 60 == 0 || !has_legal_move(r.position())) {
      for (int back = static_cast<int>(random.next() % 40); back > 0; --back) r.undo();
    } else {
      const MoveList moves = legal_moves(r.position());
      Move m = moves[random.next() % moves.size()];
      if (r.position().board().occupied().contains(m.to())) continue;
      r.play(m);
    }
    ASSERT_EQ(r.occurrences(), occurrences_by_search(r)) << i;
  }
  EXPECT_GT(r.position().clock(), 300);
}

TEST(Replay, AMillionPliesOfShufflingTakeLinearTime) {
  // Quadratic work would be 10^12 steps: this test would not end.
  Replay r;
  for (int i = 0; i < 1'000'000; ++i) r.play(kShuffle[i % 4]);
  EXPECT_EQ(r.occurrences(), 250'001);
  EXPECT_EQ(r.position().clock(), 65'535);
}

TEST(Replay, RepetitionIgnoresAnEnPassantSquareThatNobodyCanUse) {
  // After 1.e4 the square e3 is remembered, but no pawn can capture: the same position recurs.
  const auto r = read_position_line("startpos moves e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1");
  ASSERT_TRUE(r);
  EXPECT_EQ(r->replay.occurrences(), 3);
}

}  // namespace
}  // namespace intarsia::chess
