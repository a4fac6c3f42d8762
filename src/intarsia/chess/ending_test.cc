#include "intarsia/chess/ending.h"

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"

namespace intarsia::chess {
namespace {

std::string outcome(std::string_view fen, int occurrences = 1) {
  const auto o = ending_of(read_fen(fen)->position, occurrences);
  if (!o) return "none";
  return std::string(o->winner ? name(*o->winner) : "draw") + " " + std::string(name(o->reason));
}

TEST(Ending, NamesWinnerAndReason) {
  EXPECT_EQ(outcome("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), "white checkmate");
  EXPECT_EQ(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "draw stalemate");
  EXPECT_EQ(outcome("8/8/8/4k3/8/8/4KN2/8 w - - 0 1"), "draw insufficient_material");
  EXPECT_EQ(outcome("8/8/8/4k3/8/8/4KR2/8 w - - 149 90"), "none");
  EXPECT_EQ(outcome("8/8/8/4k3/8/8/4KR2/8 w - - 150 90"), "draw seventyfive_moves");
  EXPECT_EQ(outcome("8/8/8/4k3/8/8/4KR2/8 w - - 20 90", 5), "draw fivefold_repetition");
  EXPECT_EQ(outcome("8/8/8/4k3/8/8/4KR2/8 w - - 20 90", 4), "none");
}

TEST(Ending, MateGoesBeforeTheSeventyFiveMoves) {
  EXPECT_EQ(outcome("7k/6Q1/6K1/8/8/8/8/8 b - - 150 120", 5), "white checkmate");
}

}  // namespace
}  // namespace intarsia::chess
