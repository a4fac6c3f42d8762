// Every perft suite under tests/data/perft, to depths that take seconds. `./dev test --full` counts
// all of them with the tool.

#include <algorithm>

#include <gtest/gtest.h>

#include "intarsia/chess/perft.h"
#include "tests/support/data.h"

namespace intarsia::chess {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr int kDepthLimit = 4;
constexpr std::uint64_t kLeafLimit = 300'000;
#else
constexpr int kDepthLimit = 99;
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
      EXPECT_EQ(perft(line->start, depth), leaves) << text << "\n  at depth " << depth;
      ++compared;
    }
    if (::testing::Test::HasFailure()) break;
  }
  return compared;
}

TEST(PerftSuite, StandardChess) { EXPECT_GE(check_suite("perft/standard.epd", 5), 128); }
TEST(PerftSuite, Chess960) { EXPECT_GE(check_suite("perft/chess960.epd", 3), 960); }
TEST(PerftSuite, PositionsThatBrokeGenerators) {
  EXPECT_GE(check_suite("perft/tricky.epd", 99), 60);
}
TEST(PerftSuite, DeepCounts) { EXPECT_GE(check_suite("perft/deep.epd", 99, 250'000'000), 1); }

TEST(PerftLine, RefusesWhatItCannotCompare) {
  constexpr std::string_view kKings = "8/8/8/8/8/8/8/k1K5 w - - 0 1";
  const std::string kings(kKings);
  EXPECT_TRUE(read_perft_line(kings + " ;D1 3 ;D2 7 ;chess960"));
  EXPECT_TRUE(read_perft_line(kings + " ;chess960 ;D1 3")->start.is_chess960());
  for (const std::string& bad :
       {kings, kings + " ;", kings + " ;D1", kings + " ;D1 x", kings + " ;D-1 3",
        kings + " ;D1 3 4", kings + " ;E1 3", kings + " ;D100 3",
        kings + " ;D1 99999999999999999999", std::string("8/8 ;D1 3")}) {
    EXPECT_FALSE(read_perft_line(bad)) << bad;
  }
}

}  // namespace
}  // namespace intarsia::chess
