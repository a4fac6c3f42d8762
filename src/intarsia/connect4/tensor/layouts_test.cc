#include "intarsia/connect4/tensor/layouts.h"

#include <gtest/gtest.h>

#include "intarsia/connect4/game_line.h"
#include "tests/support/connect4_layouts.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

using layout::Layout;
using layout::Plan;
using test::numbers_of;

// What stands on a cell: 1 first's disc, -1 second's, 0 none.
int sign_at(const Position& p, int cell) {
  const Cell c = static_cast<Cell>(cell);
  return p.discs(kFirst).contains(c) ? 1 : p.discs(kSecond).contains(c) ? -1 : 0;
}

TEST(Connect4Layouts, TheThreeAreWhatTheSpecificationSays) {
  test::RandomConnect4 random(11);
  for (const Board b : test::all_boards()) {
    for (int i = 0; i < 5; ++i) {
      const Replay r = random.some_game(b);
      const Position& p = r.position();
      const std::span<const State> line(&r.state(), 1);
      const auto two = numbers_of(layouts(b.size())[0], line);
      const auto three = numbers_of(layouts(b.size())[1], line);
      const auto codes = test::encoded(*Plan::make(layouts(b.size())[2]), line);
      ASSERT_EQ(codes.size(), static_cast<std::size_t>(b.cells()));
      const int us = p.turn() == kFirst ? 1 : -1;
      for (int c = 0; c < b.cells(); ++c) {
        const int sign = sign_at(p, c);
        ASSERT_EQ(static_cast<std::int8_t>(codes[c]), sign);
        ASSERT_EQ(two[c], sign == us ? 1 : 0);
        ASSERT_EQ(two[b.cells() + c], sign == -us ? 1 : 0);
        ASSERT_EQ(three[c], sign == 1 ? 1 : 0);
        ASSERT_EQ(three[b.cells() + c], sign == -1 ? 1 : 0);
        ASSERT_EQ(three[2 * b.cells() + c], p.turn() == kSecond ? 1 : 0);
      }
    }
  }
}

TEST(Connect4Layouts, ShapesAreRowsThenColumns) {
  using Shape = std::vector<std::size_t>;
  EXPECT_EQ(layouts(76)[0].shape(), (Shape{2, 6, 7}));
  EXPECT_EQ(layouts(76)[1].shape(), (Shape{3, 6, 7}));
  EXPECT_EQ(layouts(76)[2].shape(), (Shape{6, 7}));
  EXPECT_EQ(layouts(97)[2].shape(), (Shape{7, 9}));
  EXPECT_EQ(layouts(76)[0].id, "connect4/2planes");
  EXPECT_EQ(layouts(76)[0].frame, kMoverFrame);
  EXPECT_EQ(layouts(65)[1].catalogue, &catalogue(65));
  EXPECT_EQ(catalogue(65).facts.data(), catalogue(76).facts.data());
}

TEST(Connect4Layouts, SayWhatTheyLose) {
  for (const Layout& l : layouts(76)) {
    std::vector<std::string_view> lost;
    for (const layout::Part* p : losses(l)) lost.push_back(p->name);
    EXPECT_EQ(lost, (std::vector<std::string_view>{"last_move", "history"})) << l.id;
  }
}

}  // namespace
}  // namespace intarsia::connect4
