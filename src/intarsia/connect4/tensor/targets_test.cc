#include "intarsia/connect4/tensor/targets.h"

#include <cmath>

#include <gtest/gtest.h>

#include "intarsia/connect4/tensor/layouts.h"

namespace intarsia::connect4 {
namespace {

TEST(Connect4Targets, AnOutcomeIsWorthWhatFirstGets) {
  EXPECT_EQ(worth_of(Outcome::kFirst).outcome, 1);
  EXPECT_EQ(worth_of(Outcome::kDraw).outcome, 0);
  EXPECT_EQ(worth_of(Outcome::kSecond).outcome, -1);
  EXPECT_TRUE(std::isnan(worth_of(Outcome::kUnknown).outcome));
}

TEST(Connect4Targets, AnEvaluationIsAnExpectedScore) {
  EXPECT_TRUE(std::isnan(expected_score(kNoEval)));
  EXPECT_EQ(expected_score(0), 0);
  EXPECT_NEAR(expected_score(400), 9.0 / 11, 1e-12);
  EXPECT_NEAR(expected_score(-400), -9.0 / 11, 1e-12);
  EXPECT_EQ(expected_score(kMaxEval + 1), 1);
  EXPECT_EQ(expected_score(-32'767), -1);
  EXPECT_EQ(worth_of(Outcome::kDraw, 0).eval, 0);
}

// All three layouts tell who moves by the number of discs, so targets may have either view.
TEST(Connect4Targets, AreOfferedInBothViewsForEveryLayout) {
  for (const layout::Layout& l : layouts(76)) {
    for (const layout::FrameId frame : {layout::kFirstPlayerFrame, layout::kMoverFrame}) {
      EXPECT_FALSE(refuse_targets(l, frame)) << l.id;
    }
    EXPECT_TRUE(layout::read_value_form("mix:0.5", *l.catalogue));
    EXPECT_FALSE(layout::read_value_form("training", *l.catalogue));
  }
}

}  // namespace
}  // namespace intarsia::connect4
