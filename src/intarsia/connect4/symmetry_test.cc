#include "intarsia/connect4/symmetry.h"

#include <gtest/gtest.h>

#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

constexpr Symmetry kMirrored = Symmetry::mirrored();

TEST(Connect4Symmetry, TheTwoFormAGroup) {
  EXPECT_EQ(kMirrored.then(kMirrored), Symmetry());
  EXPECT_EQ(kMirrored.then(Symmetry()), kMirrored);
  for (const Board b : test::all_boards()) {
    for (int c = 0; c < b.cells(); ++c) {
      const Cell cell = static_cast<Cell>(c);
      ASSERT_EQ(kMirrored(kMirrored(cell, b), b), cell);
      ASSERT_EQ(kMirrored(Cells::of(cell), b), Cells::of(kMirrored(cell, b)));
    }
  }
  EXPECT_EQ(kMirrored(Move(0), Board()), Move(6));
  EXPECT_EQ(kMirrored(Move::none(), Board()), Move::none());
}

// The rules do not see the difference: a game may be mirrored first and played then.
TEST(Connect4Symmetry, PlayingAndMirroringCommute) {
  test::for_random_connect4(500, [](const Replay& r) {
    const Board b = r.start().board();
    for (const auto& [name, s] : kSymmetries) {
      Replay turned(s(r.start()));
      for (std::size_t i = 0; i < r.moves().size(); ++i) {
        const Position& p = r.state(r.ply() - static_cast<int>(i)).position;
        ASSERT_EQ(turned.position(), s(p)) << name;
        ASSERT_EQ(turned.position().playable_cells(), s(p.playable_cells(), b));
        for (Color c : {kFirst, kSecond}) {
          ASSERT_EQ(turned.position().threats(c), s(p.threats(c), b));
        }
        ASSERT_TRUE(turned.is_legal(s(r.moves()[i], b))) << name;
        turned.play(s(r.moves()[i], b));
      }
      ASSERT_EQ(turned.state(), s(r.state())) << name;
      ASSERT_EQ(turned.winner(), r.winner()) << name;
      ASSERT_EQ(turned.position().winning_cells(), s(r.position().winning_cells(), b)) << name;
      const Game g{b, r.moves(), r.position().outcome()};
      ASSERT_EQ(replay_of(s(g)).position(), turned.position());
    }
  });
}

TEST(Connect4Symmetry, RecordsFollow) {
  test::RandomConnect4 random(34);
  for (int i = 0; i < 500; ++i) {
    const Replay r = random.some_game(random.board());
    const auto moves = r.legal_moves();
    const Targets t{.outcome = r.position().outcome(),
                    .move = moves.empty() ? Move::none() : moves.back(),
                    .eval = 77};
    const Record plain = pack(r.position(), t);
    for (const auto& [name, s] : kSymmetries) {
      const auto turned = unpack(s(plain));
      ASSERT_TRUE(turned) << name << ' ' << turned.error().detail;
      ASSERT_EQ(turned->position, s(r.position())) << name;
      ASSERT_EQ(turned->targets, s(Unpacked{r.position(), t}).targets) << name;
      ASSERT_EQ(s(s(plain)), plain) << name;
    }
  }
}

TEST(Connect4Symmetry, NumbersOfColumnsFollow) {
  const std::vector<float> in = {1, 2, 3};
  std::vector<float> out(3);
  kMirrored.policy<float>(in, out, Board(3, 5));
  EXPECT_EQ(out, (std::vector<float>{3, 2, 1}));
  Symmetry().policy<float>(in, out, Board(3, 5));
  EXPECT_EQ(out, in);
}

}  // namespace
}  // namespace intarsia::connect4
