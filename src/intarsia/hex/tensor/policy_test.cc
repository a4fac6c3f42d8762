#include "intarsia/hex/tensor/policy.h"

#include <gtest/gtest.h>

#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

TEST(HexPolicy, EveryIndexIsAMoveOrAnError) {
  test::RandomHex random(41);
  for (int i = 0; i < 200; ++i) {
    const int n = i < kMaxSize ? i + 1 : 1 + random.below(10);
    const Replay r = random.game(n, random.below(static_cast<std::size_t>(cell_count(n)) + 1));
    const Position& p = r.position();
    for (FrameIndex frame : {kBlueFrame, kMoverFrame}) {
      std::vector<std::uint8_t> mask(static_cast<std::size_t>(policy_size(n)));
      policy_mask(p, frame, mask);
      const auto legal = r.legal_moves();
      ASSERT_EQ(std::count(mask.begin(), mask.end(), 1), static_cast<std::ptrdiff_t>(legal.size()));
      for (Move m : legal) {
        const std::int32_t index = policy_index(p, m, frame);
        ASSERT_EQ(mask[static_cast<std::size_t>(index)], 1);
        ASSERT_EQ(*policy_move(p, index, frame), m);
      }
      if (r.winner()) continue;
      for (std::int32_t index = -1; index <= policy_size(n); ++index) {
        const bool is_legal =
            index >= 0 && index < policy_size(n) && mask[static_cast<std::size_t>(index)] == 1;
        ASSERT_EQ(static_cast<bool>(policy_move(p, index, frame)), is_legal);
      }
    }
  }
  EXPECT_EQ(policy_index(Position(5), Move::none(), kBlueFrame), kNoPolicy);
}

TEST(HexPolicy, ARedMoveIsTransposedInTheMoversFrame) {
  const Position p = Position(5).after(Move(Cell{0}));
  EXPECT_EQ(policy_index(p, Move(cell_at(1, 3, 5)), kBlueFrame), 8);
  EXPECT_EQ(policy_index(p, Move(cell_at(1, 3, 5)), kMoverFrame), 16);
  EXPECT_EQ(policy_index(p, Move::swap(), kMoverFrame), 25);
}

}  // namespace
}  // namespace intarsia::hex
