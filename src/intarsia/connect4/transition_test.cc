#include "intarsia/connect4/transition.h"

#include <gtest/gtest.h>

#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

void expect_there_and_back(const Position& p, const Transition& t, const Position& next) {
  ASSERT_TRUE(t.starts_at(p));
  ASSERT_EQ(t.apply(p), next);
  ASSERT_EQ(t.apply(p).key(), next.key());
  ASSERT_TRUE(t.reversed().starts_at(next));
  ASSERT_EQ(t.undo(next), p);
  ASSERT_EQ(t.undo(next).key(), p.key());
  ASSERT_EQ(t.reversed().reversed(), t);
}

TEST(Connect4Transition, AppliesAndUndoesEveryLegalMoveOnEveryBoard) {
  test::for_random_connect4(200, [](const Replay& r) {
    for (int ago = 0; ago <= r.ply(); ++ago) {
      const Position& p = r.state(ago).position;
      for (const Move m : p.legal_moves()) {
        expect_there_and_back(p, Transition::of(p, m), p.after(m));
      }
    }
  });
}

TEST(Connect4Transition, IsTheDiscThatFalls) {
  const Position p = Position().after(Move(3));
  const auto t = Transition::of(p, Move(3));
  ASSERT_EQ(t.edits().size(), 1U);
  EXPECT_EQ(cell_name(t.edits()[0].cell, p.board()), "d2");
  EXPECT_EQ(t.edits()[0].before, std::nullopt);
  EXPECT_EQ(t.edits()[0].after, kSecond);
}

TEST(Connect4Transition, KnowsWhereItDoesNotBelong) {
  const Position p = Position().after(Move(3));
  const auto t = Transition::of(p, Move(3));
  EXPECT_FALSE(t.starts_at(Position())) << "the other player's disc";
  EXPECT_FALSE(t.starts_at(t.apply(p))) << "the cell is taken";
  EXPECT_FALSE(t.starts_at(Position().after(Move(2)))) << "nothing lies below";
  EXPECT_FALSE(t.reversed().starts_at(p));
  const Position covered = p.after(Move(3)).after(Move(3)).after(Move(0));
  EXPECT_FALSE(t.reversed().starts_at(covered)) << "a disc lies on it";
}

}  // namespace
}  // namespace intarsia::connect4
