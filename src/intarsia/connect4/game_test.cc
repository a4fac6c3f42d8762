#include "intarsia/connect4/game.h"

#include <gtest/gtest.h>

#include "intarsia/connect4/game_line.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

TEST(Connect4Replay, UndoRestoresEveryState) {
  test::for_random_connect4(500, [](const Replay& played) {
    Replay r(played.start());
    std::vector<State> line = {r.state()};
    for (Move m : played.moves()) {
      ASSERT_FALSE(r.winner());
      r.play(m);
      line.push_back(r.state());
    }
    ASSERT_EQ(r.winner(), played.winner());
    ASSERT_EQ(r.winning_ply(), r.winner() ? std::optional(played.ply()) : std::nullopt);
    ASSERT_EQ(r.last_states(played.ply()), line);
    while (true) {
      ASSERT_EQ(r.state(), line.back());
      line.pop_back();
      if (!r.undo()) break;
      ASSERT_FALSE(r.is_over());
    }
    ASSERT_TRUE(line.empty());
  });
}

TEST(Connect4Replay, APositionThatIsOverHasNoMoves) {
  test::for_random_connect4(300, [](const Replay& r) {
    ASSERT_TRUE(r.is_over());
    ASSERT_TRUE(r.legal_moves().empty());
    for (int k = 0; k < kMaxSide; ++k) ASSERT_FALSE(r.is_legal(Move(k)));
    Replay before = r;
    ASSERT_TRUE(before.undo());
    ASSERT_TRUE(before.is_legal(r.moves().back()));
  });
}

TEST(Connect4Replay, SaysWhyAMoveIsNotLegal) {
  EXPECT_EQ(replay_of(*read_game_line("1212121")).why_not(Move(6)), "the game is won");
  EXPECT_EQ(replay_of(*read_game_line("2x2 1122")).why_not(Move(0)), "the board is full");
  EXPECT_EQ(replay_of(*read_game_line("111111")).why_not(Move(0)), "the column is full");
  EXPECT_EQ(Replay(Position()).why_not(Move(7)), "there is no such column");
}

TEST(Connect4Replay, KnowsTheLastStates) {
  const Replay r = replay_of(*read_game_line("4453"));
  EXPECT_EQ(r.last_states(1).size(), 2U);
  EXPECT_EQ(r.last_states(9).size(), 5U);
  EXPECT_EQ(r.last_states(9).front(), State{Position()});
  EXPECT_EQ(r.state().last, Cell{37});
  EXPECT_EQ(replay_of(*read_game_line("4453"), 2).state(), r.state(2));
}

}  // namespace
}  // namespace intarsia::connect4
