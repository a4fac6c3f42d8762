// Every perft suite under tests/data/perft, to depths that take seconds. `./dev test --full` counts
// all of them with the tool.

#include <algorithm>

#include <gtest/gtest.h>

#include "intarsia/games/perft_line.h"
#include "tests/support/data.h"

namespace intarsia::games {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr int kDepthLimit = 4;
constexpr std::uint64_t kLeafLimit = 300'000;
#else
constexpr int kDepthLimit = kMaxPerftDepth;
constexpr std::uint64_t kLeafLimit = ~std::uint64_t{0};
#endif

int check_suite(const std::string& name, int max_depth, std::uint64_t max_leaves = kLeafLimit) {
  int compared = 0;
  for (const std::string& text : test::data_lines(name)) {
    const auto line = read_perft_line(text);
    EXPECT_TRUE(line) << text << ": " << line.error().detail;
    if (!line) return 0;
    for (const auto& [depth, leaves] : line->counts) {
      if (depth > std::min(max_depth, kDepthLimit) || leaves > std::min(max_leaves, kLeafLimit)) {
        continue;
      }
      EXPECT_EQ(line->start->perft(depth), leaves) << text << "\n  at depth " << depth;
      ++compared;
    }
    if (::testing::Test::HasFailure()) break;
  }
  return compared;
}

TEST(PerftSuite, StandardChess) { EXPECT_GE(check_suite("perft/standard.epd", 5), 128); }
TEST(PerftSuite, Chess960) { EXPECT_GE(check_suite("perft/chess960.epd", 3), 960); }
TEST(PerftSuite, PositionsThatBrokeGenerators) {
  EXPECT_GE(check_suite("perft/tricky.epd", kMaxPerftDepth), 60);
}
TEST(PerftSuite, DeepCounts) {
  EXPECT_GE(check_suite("perft/deep.epd", kMaxPerftDepth, 250'000'000), 1);
}

}  // namespace
}  // namespace intarsia::games
