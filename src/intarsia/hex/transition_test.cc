#include "intarsia/hex/transition.h"

#include <gtest/gtest.h>

#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

Move at(std::string_view cell, int n) {
  TextCursor in(cell);
  return Move(*read_cell(in, n));
}

// "a3 blue>-, c1 ->red": what a transition does to the board.
std::string edits_text(const Transition& t, int n) {
  const auto word = [](std::optional<Color> c) { return c ? name(*c) : std::string_view("-"); };
  std::string out;
  for (const Edit& e : t.edits()) {
    if (!out.empty()) out += ", ";
    out +=
        cell_name(e.cell, n) + " " + std::string(word(e.before)) + ">" + std::string(word(e.after));
  }
  return out;
}

std::string swap_text(std::string_view first, SwapRule rule) {
  const Position p = Position(13, rule).after(at(first, 13));
  return edits_text(Transition::of(p, Move::swap()), 13);
}

void expect_there_and_back(const Position& p, const Transition& t, const Position& next) {
  ASSERT_TRUE(t.starts_at(p));
  ASSERT_EQ(t.apply(p), next);
  ASSERT_EQ(t.apply(p).key(), next.fresh_key());
  ASSERT_EQ(t.apply(p).ply(), next.ply());
  ASSERT_TRUE(t.reversed().starts_at(next));
  ASSERT_FALSE(t.starts_at(next));
  ASSERT_EQ(t.undo(next), p);
  ASSERT_EQ(t.undo(next).key(), p.fresh_key());
  ASSERT_EQ(t.undo(next).ply(), p.ply());
  ASSERT_EQ(t.reversed().reversed(), t);
}

void expect_all_moves(const Position& p) {
  for (const Cell c : p.empty_cells()) {
    expect_there_and_back(p, Transition::of(p, Move(c)), p.after(Move(c)));
  }
  if (!p.may_swap()) return;
  expect_there_and_back(p, Transition::of(p, Move::swap()), p.after(Move::swap()));
}

TEST(HexTransition, AppliesAndUndoesEveryMoveOnEverySize) {
  test::for_random_games(60, [](const Replay& r) {
    for (int ago = 0; ago <= r.ply(); ago += 1 + r.ply() / 20) {
      expect_all_moves(r.state(ago).position);
    }
    for (int ago = std::max(0, r.ply() - 2); ago <= r.ply(); ++ago) {
      expect_all_moves(r.state(ago).position);
    }
  });
}

TEST(HexTransition, SwapsByEveryRuleFromEveryCellWhoeverBegan) {
  for (const int n : {2, 3, 5, 11}) {
    for (const SwapRule rule : {SwapRule::kTransposed, SwapRule::kLiteral}) {
      for (const Color first : {kBlue, kRed}) {
        const Position start = *Position::from_stones(n, {}, {}, first, first, rule);
        for (const Cell c : board_cells(n)) expect_all_moves(start.after(Move(c)));
      }
    }
  }
}

TEST(HexTransition, IsMadeOfTheCellsThatChange) {
  EXPECT_EQ(edits_text(Transition::of(Position(5), at("b1", 5)), 5), "b1 ->blue");
  EXPECT_EQ(swap_text("a3", SwapRule::kTransposed), "a3 blue>-, c1 ->red");
  EXPECT_EQ(swap_text("c1", SwapRule::kTransposed), "c1 blue>-, a3 ->red");
  EXPECT_EQ(swap_text("d4", SwapRule::kTransposed), "d4 blue>red");
  EXPECT_EQ(swap_text("a3", SwapRule::kLiteral), "a3 blue>red");
}

TEST(HexTransition, KnowsWhereItDoesNotBelong) {
  const Position p = Position(5).after(at("b2", 5));
  const auto t = Transition::of(p, at("c3", 5));
  EXPECT_FALSE(t.starts_at(Position(5))) << "the other player moves";
  EXPECT_FALSE(t.starts_at(Position(5).after(at("c3", 5)))) << "the cell is taken";
  EXPECT_FALSE(Transition::of(p, Move::swap()).starts_at(Position(5).after(at("c3", 5))));
}

}  // namespace
}  // namespace intarsia::hex
