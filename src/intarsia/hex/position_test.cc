#include "intarsia/hex/position.h"

#include <unordered_set>

#include <gtest/gtest.h>

#include "intarsia/hex/keys.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

Move at(std::string_view cell, int n) {
  TextCursor in(cell);
  return Move(*read_cell(in, n));
}

TEST(HexPosition, ASwapMovesTheStoneToTheTransposedCell) {
  const Position first = Position(13).after(at("a3", 13));
  ASSERT_TRUE(first.may_swap());
  const Position p = first.after(Move::swap());
  EXPECT_TRUE(p.stones(kBlue).empty());
  EXPECT_EQ(p.stones(kRed), Cells::of(at("c1", 13).cell()));
  EXPECT_EQ(p.turn(), kBlue);
  EXPECT_TRUE(p.is_swapped());
  EXPECT_FALSE(p.may_swap());
  EXPECT_EQ(p.ply(), 2);
}

TEST(HexPosition, ALiteralSwapChangesTheOwnerAlone) {
  const Position p = Position(13, SwapRule::kLiteral).after(at("a3", 13)).after(Move::swap());
  EXPECT_EQ(p.stones(kRed), Cells::of(at("a3", 13).cell()));
  EXPECT_TRUE(p.stones(kBlue).empty());
}

TEST(HexPosition, TheKeyFromNothingIsTheKeyThatFollowed) {
  test::for_random_games(300, [](const Replay& r) {
    for (int ago = 0; ago <= r.ply(); ++ago) {
      const Position& p = r.state(ago).position;
      ASSERT_EQ(p.key(), p.fresh_key());
    }
  });
}

TEST(HexPosition, KeysTellApartSizeTurnAndOpenSwap) {
  std::unordered_set<Key> keys;
  for (int n = kMinSize; n <= kMaxSize; ++n) keys.insert(Position(n).key());
  EXPECT_EQ(keys.size(), std::size_t{kMaxSize});
  const Position open = Position(11).after(Move(Cell{5}));
  const Position literal = Position(11, SwapRule::kLiteral).after(Move(Cell{5}));
  EXPECT_NE(open.key(), literal.key());
  const auto blue_moves = Position::from_stones(11, Cells::of(5), {}, kBlue);
  EXPECT_NE(open.key(), blue_moves->key());
}

// Part of the formats: the keys of data made last year must be those of today.
TEST(HexPosition, KeysNeverChange) {
  EXPECT_EQ(kKeys.stones[0][0], KeySequence(kKeySeed).next());
  EXPECT_EQ(hex16(Position(11).key()), "f85690d4d4c71fcd");
  EXPECT_EQ(hex16(Position(13).after(at("a3", 13)).after(Move::swap()).key()), "560b1a9eb848d56f");
}

TEST(HexPosition, SwapAndPlyFollowFromTheStones) {
  test::for_random_games(300, [](const Replay& r) {
    const bool has_swap = r.ply() > 1 && r.moves()[1].is_swap();
    for (int ago = 0; ago <= r.ply(); ++ago) {
      const Position& p = r.state(ago).position;
      ASSERT_EQ(p.ply(), r.ply() - ago);
      ASSERT_EQ(p.is_swapped(), has_swap && p.ply() >= 2);
      const auto again = Position::from_stones(p.size(), p.stones(kBlue), p.stones(kRed), p.turn());
      ASSERT_EQ(*again, p);
    }
  });
}

TEST(HexPosition, RefusesTwoStonesOnACellAndStonesBeyondTheBoard) {
  const Cells one = Cells::of(7);
  EXPECT_EQ(Position::from_stones(3, one, one, kBlue).error().offset, 7U);
  EXPECT_FALSE(Position::from_stones(2, one, {}, kRed));
  EXPECT_TRUE(Position::from_stones(3, one, {}, kBlue));  // a board that no game reaches
}

TEST(HexPosition, TheWinnerOfABoardIsTheOracles) {
  test::for_random_games(400, [](const Replay& r) {
    for (int ago : {0, 1}) {
      if (ago > r.ply()) break;
      const Position& p = r.state(ago).position;
      const auto board = test::board_of(p);
      ASSERT_EQ(winner(p) == kBlue, test::has_chain(board, p.size(), kBlue));
      ASSERT_EQ(winner(p) == kRed, test::has_chain(board, p.size(), kRed));
    }
  });
}

TEST(HexPosition, TheWinningChainWinsWithoutTheOtherStones) {
  test::for_random_games(400, [](const Replay& r) {
    const Position& p = r.position();
    const Cells chain = winning_chain(p);
    const auto who = winner(p);
    ASSERT_EQ(chain.empty(), !who);
    if (!who) return;
    ASSERT_TRUE((chain - p.stones(*who)).empty());
    const auto alone = Position::from_stones(p.size(), *who == kBlue ? chain : Cells(),
                                             *who == kRed ? chain : Cells(), kBlue);
    ASSERT_EQ(winner(*alone), who);
    ASSERT_EQ(winning_chain(*alone), chain) << "every stone of it is joined to both edges";
  });
}

TEST(HexPosition, StonesAreJoinedToTheirOwnEdges) {
  const int n = 5;
  Position p(n);
  for (const char* c : {"c1", "a2", "c2", "b2", "e5", "d5"}) p = p.after(at(c, n));
  EXPECT_EQ(joined_to(p, kBlue, Side::kFirst).size(), 2);   // c1 and c2 hang from the top
  EXPECT_EQ(joined_to(p, kBlue, Side::kSecond).size(), 1);  // e5 stands on the bottom
  EXPECT_EQ(joined_to(p, kRed, Side::kFirst).size(), 2);    // a2 and b2 from the left
  EXPECT_TRUE(joined_to(p, kRed, Side::kSecond).empty());
}

}  // namespace
}  // namespace intarsia::hex
