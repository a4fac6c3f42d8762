#include "intarsia/hex/connection.h"

#include <gtest/gtest.h>

#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

using test::has_chain;
using Board = std::vector<std::optional<Color>>;

#ifdef INTARSIA_SLOW_BUILD
constexpr int kGames = 2'000;
#else
constexpr int kGames = 20'000;
#endif

// Fills a board in random order with random colours; the chains must agree with the oracle at the
// moment of the win, and on the full board exactly one side has one.
TEST(Connection, FindsTheWinnerAndTheStoneThatWon) {
  test::RandomHex random(1);
  for (int game = 0; game < kGames; ++game) {
    const int n = game < kMaxSize ? game + 1 : random.size();
    Connection chains(n);
    Board board(static_cast<std::size_t>(cell_count(n)));
    Color color = kBlue;
    for (Cell c : random.shuffled(n)) {
      const auto before = chains.winner();
      chains.play(c, color);
      if (!before && chains.winner()) {
        ASSERT_FALSE(has_chain(board, n, kBlue) || has_chain(board, n, kRed));
        board[c] = color;
        ASSERT_TRUE(has_chain(board, n, *chains.winner()));
        ASSERT_EQ(*chains.winner(), color);
        ASSERT_EQ(chains.winning_stone(), chains.stones());
      }
      board[c] = color;
      color = !color;
    }
    ASSERT_TRUE(chains.winner()) << "a full board of size " << n << " has no winner";
    ASSERT_EQ(has_chain(board, n, kBlue), *chains.winner() == kBlue);
    ASSERT_EQ(has_chain(board, n, kRed), *chains.winner() == kRed);
  }
}

TEST(Connection, AgreesWithTheOracleAfterEveryStone) {
  test::RandomHex random(2);
  for (int n = 1; n <= 9; ++n) {
    for (int game = 0; game < 50; ++game) {
      Connection chains(n);
      Board board(static_cast<std::size_t>(cell_count(n)));
      for (Cell c : random.shuffled(n)) {
        const Color color = random.below(2) == 0 ? kBlue : kRed;
        chains.play(c, color);
        board[c] = color;
        ASSERT_EQ(chains.winner() == kBlue, has_chain(board, n, kBlue));
        ASSERT_EQ(chains.winner() == kRed, has_chain(board, n, kRed));
      }
    }
  }
}

TEST(Connection, UndoGoesBackThroughEveryState) {
  test::RandomHex random(3);
  for (int n = 1; n <= kMaxSize; ++n) {
    Connection chains(n);
    std::vector<std::optional<Color>> winners;
    const auto cells = random.shuffled(n);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      winners.push_back(chains.winner());
      chains.play(cells[i], i % 2 == 0 ? kBlue : kRed);
      if (random.below(3) != 0) continue;
      chains.undo();  // and again, the same
      ASSERT_EQ(chains.winner(), winners.back());
      ASSERT_TRUE(chains.is_empty(cells[i]));
      chains.play(cells[i], i % 2 == 0 ? kBlue : kRed);
    }
    while (!winners.empty()) {
      chains.undo();
      ASSERT_EQ(chains.winner(), winners.back());
      winners.pop_back();
    }
    ASSERT_EQ(chains.stones(), 0);
    // The colours the other way round: nothing is left of the first game.
    for (std::size_t i = 0; i < cells.size() && !chains.winner(); ++i) {
      chains.play(cells[i], i % 2 == 0 ? kRed : kBlue);
    }
    ASSERT_TRUE(chains.winner());
  }
}

}  // namespace
}  // namespace intarsia::hex
