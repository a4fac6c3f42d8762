#include "intarsia/games/perft_line.h"

#include <gtest/gtest.h>

#include "intarsia/games/registry.h"

namespace intarsia::games {
namespace {

const std::string kKings = "8/8/8/8/8/8/8/k1K5 w - - 0 1";

TEST(PerftLine, HasAStartOfAnyGameAndItsCounts) {
  for (const GameType* g : all_games()) {
    const auto start = g->start(g->sizes.usual, {});
    const std::uint64_t moves = start->legal_moves().size();
    const auto line = read_perft_line(start->text() + " ;D1 " + std::to_string(moves) + " ;D99 7");
    ASSERT_TRUE(line) << g->name << ": " << line.error().detail;
    EXPECT_TRUE(line->start->is_same(*start)) << g->name;
    ASSERT_EQ(line->counts.size(), 2U);
    EXPECT_EQ(line->counts[0].depth, 1);
    EXPECT_EQ(line->start->perft(1), line->counts[0].leaves) << g->name;
    EXPECT_EQ(line->counts[1].depth, kMaxPerftDepth);
    EXPECT_EQ(line->counts[1].leaves, 7U);
  }
}

TEST(PerftLine, AFlagMayStandAmongTheCounts) {
  EXPECT_FALSE(read_perft_line(kKings + " ;D1 3")->start->options().has("chess960"));
  for (const char* counts : {" ;chess960 ;D1 3", " ;D1 3 ;chess960", ";D1 3; chess960 ;"}) {
    const auto line = read_perft_line(kKings + counts);
    ASSERT_TRUE(line) << counts;
    EXPECT_TRUE(line->start->options().has("chess960")) << counts;
    EXPECT_EQ(line->counts.size(), 1U) << counts;
  }
  game::Options options;
  options.set("chess960");
  EXPECT_TRUE(read_perft_line(kKings + " ;D1 3", options)->start->options().has("chess960"));
}

TEST(PerftLine, NothingBetweenSemicolonsIsNoFault) {
  const auto line = read_perft_line(kKings + ";;D1 3; ;\tD2 7;");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->counts.size(), 2U);
}

TEST(PerftLine, RefusesWhatItCannotCompareWithThePlace) {
  const std::size_t after = kKings.size();
  for (const auto& [counts, at] : std::initializer_list<std::pair<const char*, std::size_t>>{
           {"", after},
           {" ;", after + 1},
           {";chess960", after},
           {" ;D1", after + 2},
           {" ;D1 x", after + 2},
           {" ;D1 3 ;D0 1", after + 8},
           {" ;D-1 3", after + 2},
           {" ;D 3", after + 2},
           {" ;D 1 3", after + 2},
           {" ;D1 3 4", after + 2},
           {" ;E1 3", after + 2},
           {" ;D100 3", after + 2},
           {" ;D1 99999999999999999999", after + 2}}) {
    const auto line = read_perft_line(kKings + counts);
    ASSERT_FALSE(line) << counts;
    EXPECT_EQ(line.error().offset, at) << counts << ": " << line.error().detail;
  }
  EXPECT_FALSE(read_perft_line("8/8 ;D1 3"));
}

}  // namespace
}  // namespace intarsia::games
