#include "intarsia/hex/score.h"

#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/base/keys.h"
#include "intarsia/hex/symmetry.h"

namespace intarsia::hex {
namespace {

Position random_position(int n, KeySequence& random) {
  Cells blue, red;
  for (Cell c = 0; c < cell_count(n); ++c) {
    const auto what = random.next() % 4;
    if (what == 0) blue.insert(c);
    if (what == 1) red.insert(c);
  }
  return *Position::from_stones(n, blue, red, random.next() % 2 == 0 ? kBlue : kRed);
}

// The same by relaxing all cells until nothing changes.
std::optional<int> by_relaxing(const Position& p, Color c) {
  constexpr int kNever = std::numeric_limits<int>::max() / 2;
  const int n = p.size();
  std::vector<int> need(static_cast<std::size_t>(cell_count(n)), kNever);
  const auto price = [&](Cell cell) {
    return p.stones(c).contains(cell) ? 0 : p.is_empty(cell) ? 1 : kNever;
  };
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (Cell cell = 0; cell < cell_count(n); ++cell) {
      const int row = row_of(cell, n), column = column_of(cell, n);
      int before = (c == kBlue ? row : column) == 0 ? 0 : kNever;
      for (Cell other = 0; other < cell_count(n); ++other) {
        const int r = row_of(other, n) - row, k = column_of(other, n) - column;
        const bool is_neighbour = r >= -1 && r <= 1 && k >= -1 && k <= 1 && r != k;
        if (is_neighbour) before = std::min(before, need[other]);
      }
      const int now = std::min(kNever, before + price(cell));
      if (now < need[cell]) {
        need[cell] = now;
        has_changed = true;
      }
    }
  }
  int best = kNever;
  for (int i = 0; i < n; ++i) {
    best = std::min(best, need[c == kBlue ? cell_at(n - 1, i, n) : cell_at(i, n - 1, n)]);
  }
  return best >= kNever ? std::nullopt : std::optional(best);
}

TEST(HexScore, CountsTheStonesToConnectOnRandomBoards) {
  KeySequence random(11);
  for (int i = 0; i < 300; ++i) {
    const Position p = random_position(1 + i % 7, random);
    for (const Color c : {kBlue, kRed}) {
      const auto found = stones_to_connect(p, c);
      ASSERT_EQ(found, by_relaxing(p, c));
      ASSERT_EQ(found == 0, winner(p) == c);
    }
  }
}

TEST(HexScore, IsTheSameWithColoursExchanged) {
  KeySequence random(12);
  for (int i = 0; i < 200; ++i) {
    const Position p = random_position(1 + i % 11, random);
    const Position other =
        *Position::from_stones(p.size(), transposed(p.stones(kRed), p.size()),
                               transposed(p.stones(kBlue), p.size()), !p.turn(), !p.first());
    ASSERT_EQ(score_of(p), -score_of(other));
    ASSERT_GT(score_of(p), -1.0F);
    ASSERT_LT(score_of(p), 1.0F);
  }
}

TEST(HexScore, LikesStonesThatLeadSomewhere) {
  const int n = 5;
  const Position start(n);
  EXPECT_EQ(stones_to_connect(start, kBlue), n);
  EXPECT_GT(score_of(start), 0.0F);  // Blue moves
  Cells down, across;
  for (int i = 1; i < 4; ++i) {
    down.insert(cell_at(i, 2, n));
    across.insert(cell_at(2, i, n));
  }
  const Position good = *Position::from_stones(n, down, {}, kRed);
  const Position bad = *Position::from_stones(n, across, {}, kRed);
  EXPECT_EQ(stones_to_connect(good, kBlue), 2);
  EXPECT_EQ(stones_to_connect(bad, kBlue), 4);
  EXPECT_GT(score_of(good), score_of(bad));
}

}  // namespace
}  // namespace intarsia::hex
