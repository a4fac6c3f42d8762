#include "intarsia/hex/game.h"

#include <gtest/gtest.h>

#include "intarsia/hex/reading.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

TEST(HexReplay, UndoRestoresEveryState) {
  test::for_random_games(500, [](const Replay& played) {
    Replay r(played.start());
    std::vector<State> line = {r.state()};
    for (Move m : played.moves()) {
      r.play(m);
      line.push_back(r.state());
    }
    ASSERT_EQ(r.winner(), played.winner());
    ASSERT_EQ(r.winning_ply(), played.ply());
    while (true) {
      ASSERT_EQ(r.state(), line.back());
      line.pop_back();
      if (!r.undo()) break;
      ASSERT_FALSE(r.winner());
    }
    ASSERT_TRUE(line.empty());
    for (Move m : played.moves()) r.play(m);  // and forward again
    ASSERT_EQ(r.winner(), played.winner());
  });
}

TEST(HexReplay, AWonPositionHasNoMoves) {
  test::for_random_games(100, [](const Replay& r) {
    ASSERT_TRUE(r.winner());
    ASSERT_TRUE(r.legal_moves().empty());
    Replay before = r;
    ASSERT_TRUE(before.undo());
    ASSERT_TRUE(before.is_legal(r.moves().back()));
  });
}

TEST(HexReplay, LegalMovesAreTheEmptyCellsAndTheSwap) {
  Replay r{Position(5)};
  EXPECT_EQ(r.legal_moves().size(), 25U);
  r.play(Move(Cell{3}));
  EXPECT_EQ(r.legal_moves().size(), 25U);
  EXPECT_EQ(r.legal_moves().back(), Move::swap());
  r.play(Move::swap());
  EXPECT_EQ(r.legal_moves().size(), 24U);
  EXPECT_EQ(r.state().last, transposed(Cell{3}, 5));
}

TEST(HexReplay, KnowsTheLastStates) {
  Replay r{Position(5)};
  for (int c : {0, 7, 9}) r.play(Move(static_cast<Cell>(c)));
  EXPECT_EQ(r.last_states(1).size(), 2U);
  EXPECT_EQ(r.last_states(9).size(), 4U);
  EXPECT_EQ(r.last_states(9).front().position, Position(5));
  EXPECT_EQ(r.last_states(0).front().last, Cell{9});
}

TEST(HexGame, WithoutItsSwapAGameIsTheSameSeenFromTheOtherSide) {
  test::RandomHex random(5);
  int swaps = 0;
  for (int i = 0; i < 300; ++i) {
    const Replay r = random.game(2 + random.below(12));
    const Game g{r.position().size(), SwapRule::kTransposed, r.moves(), r.winner()};
    const Game plain = without_swap(g);
    if (!g.is_swapped()) {
      ASSERT_EQ(plain, g);
      continue;
    }
    ++swaps;
    Replay other(plain.start());
    for (Move m : plain.moves) other.play(m);
    for (Color c : {kBlue, kRed}) {
      ASSERT_EQ(other.position().stones(!c), transposed(r.position().stones(c), g.size));
    }
    ASSERT_EQ(other.winner(), plain.winner);
    ASSERT_EQ(*plain.winner, !*g.winner);
    ASSERT_EQ(*find_tag(plain, "GC"), "swap normalised");
  }
  EXPECT_GT(swaps, 50);
}

TEST(HexGame, NormalisingExchangesThePersons) {
  const auto read =
      read_sgf("(;GM[11]SZ[5]PB[alice]WR[9]RE[B+Resign];B[a2];W[swap-pieces];B[c3];W[resign])");
  ASSERT_TRUE(read);
  const Game plain = without_swap(read->game);
  EXPECT_EQ(plain.winner, kRed);
  EXPECT_EQ(*find_tag(plain, "PW"), "alice");
  EXPECT_EQ(*find_tag(plain, "BR"), "9");
}

TEST(HexGame, ALiteralSwapIsNormalisedToTheSameBoard) {
  const auto read = read_trmph("#5,b1b1c3 r", {.swap_rule = SwapRule::kLiteral});
  ASSERT_TRUE(read);
  EXPECT_EQ(to_trmph(without_swap(read->game)), "#5,a2c3 b # swap normalised");
}

}  // namespace
}  // namespace intarsia::hex
