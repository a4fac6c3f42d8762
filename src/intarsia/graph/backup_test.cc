#include "intarsia/graph/internal/backup.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/base/keys.h"

namespace intarsia::graph::internal {
namespace {

// A few positions with moves between any of them, cycles and moves to oneself included.
Positions random_positions(KeySequence& random) {
  const auto below = [&random](std::uint64_t n) { return static_cast<Number>(random.next() % n); };
  const Number count = 1 + below(9);
  const Number most_moves = 1 + below(4);
  const auto values = 1 + below(4);
  Positions p;
  p.fit(count);
  std::vector<float> scores;
  for (Number i = 0; i < count; ++i) {
    p.arrive(i);
    p.describe(Positions::state(random.next() % 2 == 0, Outcome::kUnknown));
    const int place = static_cast<int>(below(2 * values + 1)) - static_cast<int>(values);
    scores.push_back(static_cast<float>(place) / static_cast<float>(values));
  }
  p.add_scores(scores);
  for (Number i = 0; i < count; ++i) {
    if (below(4) == 0) continue;
    p.begin_moves(i);
    const Number moves = below(most_moves + 1);
    for (std::uint16_t m = 0; m < moves; ++m) p.add_move(i, m, below(count));
  }
  return p;
}

// The definition: what stands on the path is a draw.
float by_definition(const Positions& p, Number i, std::set<Number>& path) {
  if (path.count(i) != 0) return 0;
  if (!p.is_open(i)) return p.score(i);
  path.insert(i);
  std::optional<float> best;
  for (const Number c : p.children(i)) {
    const float v = by_definition(p, c, path);
    if (!best || (p.is_second_to_move(i) ? v < *best : v > *best)) best = v;
  }
  path.erase(i);
  return *best;
}

TEST(Backup, HasTheValuesOfTheDefinitionOnRandomGraphs) {
  KeySequence random(2);
  int returns =
      0;  // moves whose value would be another one if coming back to the root were no draw
  for (int round = 0; round < 20'000; ++round) {
    const Positions p = random_positions(random);
    Backup backup(p);
    for (Number root = 0; root < p.size(); ++root) {
      if (!p.is_open(root)) continue;
      backup.solve(root);
      std::set<Number> path = {root};
      for (const Number c : p.children(root)) {
        const float value = by_definition(p, c, path);
        ASSERT_EQ(backup.value(c), value) << "round " << round << " root " << root;
        std::set<Number> none;
        returns += value != by_definition(p, c, none) ? 1 : 0;
      }
      path.clear();
      ASSERT_EQ(backup.value(p.children(root)[backup.best_move(root)]),
                by_definition(p, root, path));
    }
  }
  EXPECT_GT(returns, 1'000);
}

// The best moves from any position on, all the way.
TEST(Backup, LinesKeepTheirValueToTheEnd) {
  KeySequence random(3);
  for (int round = 0; round < 10'000; ++round) {
    const Positions p = random_positions(random);
    if (!p.is_open(0)) continue;
    Backup backup(p);
    backup.solve(0);
    std::set<Number> path;
    const float value = by_definition(p, 0, path);
    Number i = 0;
    std::uint32_t plies = 0;
    while (p.is_open(i) && path.count(i) == 0) {
      const std::size_t best = backup.best_move(i);
      path.insert(i);
      const Number next = p.children(i)[best];
      ASSERT_EQ(by_definition(p, next, path), value) << "round " << round << " at " << i;
      if (value != 0 && plies != 0) {
        ASSERT_EQ(backup.distance(next) + 1, backup.distance(i));
      }
      i = next;
      ++plies;
    }
    if (value != 0) {
      ASSERT_EQ(p.score(i), value);
    }
  }
}

// Wins as soon as the winner can have them, losses as late as the loser can.
TEST(Backup, DistancesAreThoseOfBestPlay) {
  KeySequence random(4);
  for (int round = 0; round < 10'000; ++round) {
    const Positions p = random_positions(random);
    if (!p.is_open(0)) continue;
    Backup backup(p);
    backup.solve(0);
    // Grown until nothing changes: what has a value has the shortest way, or the longest, to it.
    constexpr std::uint32_t kFar = 1'000;
    for (const float value : {-1.0F, 1.0F}) {  // nothing is better, so nobody leaves it
      std::vector<std::uint32_t> plies(p.size(), kFar);
      for (Number i = 0; i < p.size(); ++i) {
        if (!p.is_open(i) && p.score(i) == value) plies[i] = 0;
      }
      for (Number again = 0; again <= p.size(); ++again) {
        for (Number i = 1; i < p.size(); ++i) {
          if (!p.is_open(i)) continue;
          const bool is_winner = p.is_second_to_move(i) == (value < 0);
          std::uint32_t best = is_winner ? kFar : 0;
          for (const Number c : p.children(i)) {
            best = is_winner ? std::min(best, plies[c]) : std::max(best, plies[c]);
          }
          plies[i] = std::min(kFar, best + 1);
        }
      }
      for (Number i = 1; i < p.size(); ++i) {
        ASSERT_EQ(backup.value(i) == value, plies[i] < kFar) << "round " << round;
        if (plies[i] < kFar) {
          ASSERT_EQ(backup.distance(i), plies[i]) << "round " << round;
        }
      }
    }
  }
}

}  // namespace
}  // namespace intarsia::graph::internal
