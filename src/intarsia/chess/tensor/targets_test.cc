#include "intarsia/chess/tensor/targets.h"

#include <cmath>

#include <gtest/gtest.h>

namespace intarsia::chess {
namespace {

TEST(ChessTargets, EvaluationsAreExpectedScores) {
  EXPECT_EQ(expected_score(0), 0);
  EXPECT_NEAR(expected_score(400), 2 / 1.1 - 1, 1e-12);
  EXPECT_NEAR(expected_score(-400), -expected_score(400), 1e-12);
  EXPECT_LT(expected_score(kMaxEval), 1.0001);
  EXPECT_EQ(expected_score(kMateEval - 1), 1);
  EXPECT_EQ(expected_score(-kMateEval), -1);
  EXPECT_TRUE(std::isnan(expected_score(kNoEval)));
  for (std::int16_t c = -kMaxEval; c < kMaxEval; ++c) {
    ASSERT_LE(expected_score(c), expected_score(static_cast<std::int16_t>(c + 1)));
  }
}

TEST(ChessTargets, OutcomesAreWhites) {
  EXPECT_EQ(worth_of(Score::kWhite).outcome, 1);
  EXPECT_EQ(worth_of(Score::kDraw).outcome, 0);
  EXPECT_EQ(worth_of(Score::kBlack).outcome, -1);
  EXPECT_TRUE(std::isnan(worth_of(Score::kUnknown).outcome));
  EXPECT_TRUE(std::isnan(worth_of(Score::kWhite).eval));
}

}  // namespace
}  // namespace intarsia::chess
