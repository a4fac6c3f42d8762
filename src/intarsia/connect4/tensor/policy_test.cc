#include "intarsia/connect4/tensor/policy.h"

#include <gtest/gtest.h>

#include "intarsia/connect4/symmetry.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

TEST(Connect4Policy, EveryIndexIsAMoveOrAnError) {
  test::RandomConnect4 random(41);
  for (int i = 0; i < 1'000; ++i) {
    const Replay r = random.some_game(random.board());
    const Position& p = r.position();
    const int size = policy_size(p.size());
    ASSERT_EQ(size, p.board().columns());
    std::vector<std::uint8_t> mask(static_cast<std::size_t>(size));
    policy_mask(p, mask);
    const auto legal = r.legal_moves();
    ASSERT_EQ(std::count(mask.begin(), mask.end(), 1), static_cast<std::ptrdiff_t>(legal.size()));
    for (Move m : legal) {
      ASSERT_EQ(mask[static_cast<std::size_t>(policy_index(m))], 1);
      ASSERT_EQ(*policy_move(p, policy_index(m)), m);
    }
    for (std::int32_t index = -2; index <= size + 1; ++index) {
      const bool is_legal =
          index >= 0 && index < size && mask[static_cast<std::size_t>(index)] == 1;
      ASSERT_EQ(static_cast<bool>(policy_move(p, index)), is_legal);
    }
  }
  EXPECT_EQ(policy_index(Move::none()), kNoPolicy);
  EXPECT_EQ(policy_info(76).size, 7);
}

TEST(Connect4Policy, MirroringAMaskIsMirroringThePosition) {
  test::RandomConnect4 random(42);
  const Symmetry s = Symmetry::mirrored();
  for (int i = 0; i < 300; ++i) {
    const Position p = random.some_game(random.board()).position();
    const auto columns = static_cast<std::size_t>(p.board().columns());
    std::vector<std::uint8_t> mask(columns), mirrored(columns), wanted(columns);
    policy_mask(p, mask);
    s.policy<std::uint8_t>(mask, mirrored, p.board());
    policy_mask(s(p), wanted);
    ASSERT_EQ(mirrored, wanted);
  }
}

}  // namespace
}  // namespace intarsia::connect4
