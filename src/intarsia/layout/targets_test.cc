#include "intarsia/layout/targets.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "intarsia/layout/toy_game.h"

namespace intarsia::layout {
namespace {

Catalogue with_training() {
  Catalogue c = toy::kCatalogue;
  c.has_training_winner = true;
  c.has_evals = true;
  return c;
}

ValueForm form(std::string_view text) { return *read_value_form(text, with_training()); }

std::vector<float> value(std::string_view text, Worth worth, bool is_turned) {
  const ValueForm f = form(text);
  std::vector<float> out(f.width());
  write_value(f, worth, is_turned, out.data());
  return out;
}

using Values = std::vector<float>;

TEST(Targets, FormsReadBackAsTheyAreWritten) {
  for (const char* text : {"outcome", "wdl", "eval", "mix:0.7", "mix:0", "mix:1", "training"}) {
    EXPECT_EQ(to_text(form(text)), text);
  }
}

TEST(Targets, AFormThatIsNotThereIsAnsweredWithThoseThatAre) {
  const auto none = read_value_form("outcom", toy::kCatalogue);
  EXPECT_NE(none.error().detail.find("did you mean outcome?"), std::string::npos);
  EXPECT_EQ(none.error().detail.find("training"), std::string::npos);
  EXPECT_FALSE(read_value_form("training", toy::kCatalogue));
  for (const char* text : {"mix:", "mix:1.5", "mix:-1", "mix:nan", "mix:0.7x", "mix", ""}) {
    EXPECT_FALSE(read_value_form(text, toy::kCatalogue)) << text;
  }
}

TEST(Targets, ATurnedValueIsTheOpponents) {
  EXPECT_EQ(value("outcome", {.outcome = 1}, false), Values{1});
  EXPECT_EQ(value("outcome", {.outcome = 1}, true), Values{-1});
  EXPECT_FALSE(std::signbit(value("outcome", {.outcome = 0}, true)[0]));
  EXPECT_EQ(value("wdl", {.outcome = 1}, false), (Values{1, 0, 0}));
  EXPECT_EQ(value("wdl", {.outcome = 1}, true), (Values{0, 0, 1}));
  EXPECT_EQ(value("wdl", {.outcome = 0}, true), (Values{0, 1, 0}));
  EXPECT_EQ(value("eval", {.eval = 0.25}, true), Values{-0.25F});
  EXPECT_EQ(value("mix:0.75", {.outcome = 1, .eval = -1}, false), Values{0.5F});
  EXPECT_EQ(value("mix:0.75", {.outcome = 1, .eval = -1}, true), Values{-0.5F});
  EXPECT_EQ(value("training", {.outcome = 1}, true), Values{0});
  EXPECT_EQ(value("training", {.outcome = -1}, false), Values{1});
}

TEST(Targets, WhatIsNotKnownIsNan) {
  for (const char* text : {"outcome", "wdl", "eval", "mix:0.7", "training"}) {
    for (float v : value(text, {}, true)) EXPECT_TRUE(std::isnan(v)) << text;
  }
  EXPECT_EQ(value("mix:0.7", {.outcome = 1}, true), Values{-1});
  EXPECT_TRUE(std::isnan(value("mix:0.7", {.eval = 1}, true)[0]));
}

// The toy game, of which it can be said who moves.
constexpr Fact kFacts[] = {{0, "us.stones", "", FactKind::kCells},
                           {1, "stones", "", FactKind::kCells},
                           {2, "turn", "", FactKind::kValue}};
constexpr FactId kTurn[] = {2};
constexpr std::span<const FactId> kTurnShown[] = {kTurn};
constexpr Part kParts[] = {{"turn", "who moves", "nobody", kTurnShown}};
constexpr Frame kFrames[] = {{"first", ""}, {"mover", ""}};
constexpr Catalogue kGame = {"toy", 3, 2, kFacts, {}, kFrames, kParts};

bool is_refused(std::vector<Feature> features, FrameId drawn, std::string_view asked) {
  const Layout l{.id = "toy/test",
                 .catalogue = &kGame,
                 .frame = drawn,
                 .order = Order::kChw,
                 .dtype = Dtype::kFloat32,
                 .features = std::move(features)};
  return refuse_targets(l, *target_frame(l, asked)).has_value();
}

TEST(Targets, TheFirstPlayersViewNeedsALayoutThatTellsColours) {
  EXPECT_TRUE(is_refused({{0}}, kMoverFrame, "first"));  // turned, nobody says for whom
  EXPECT_TRUE(is_refused({{1}}, kMoverFrame, "first"));
  EXPECT_TRUE(is_refused({{0}}, kFirstPlayerFrame, "first"));  // ours, but who are we?
  EXPECT_FALSE(is_refused({{1}}, kFirstPlayerFrame, "first"));
  EXPECT_FALSE(is_refused({{0}, {2}}, kMoverFrame, "first"));
  EXPECT_TRUE(is_refused({{0}, {2, 1, 1}}, kMoverFrame, "first"));  // who moved a ply ago
  for (FrameId drawn : {kFirstPlayerFrame, kMoverFrame}) {
    EXPECT_FALSE(is_refused({{0}}, drawn, "mover"));
  }
}

TEST(Targets, FramesAreFoundByName) {
  const Layout l = toy::layout(Order::kChw, {{toy::kStones}}, 1);
  EXPECT_EQ(*target_frame(l, ""), 1);
  EXPECT_EQ(*target_frame(l, "plain"), 0);
  EXPECT_NE(target_frame(l, "blue").error().detail.find("there are: plain turned"),
            std::string::npos);
}

TEST(Targets, AnEvaluationIsAnExpectedScore) {
  EXPECT_EQ(expected_score(0), 0);
  EXPECT_NEAR(expected_score(400), 9.0 / 11, 1e-12);
  EXPECT_NEAR(expected_score(-400), -expected_score(400), 1e-12);
  EXPECT_LT(expected_score(kMaxEval), 1.0001);
  EXPECT_EQ(expected_score(kMaxEval + 1), 1);
  EXPECT_EQ(expected_score(-32'767), -1);
  EXPECT_TRUE(std::isnan(expected_score(kNoEval)));
  for (std::int16_t c = -3'000; c < 3'000; ++c) {
    ASSERT_LE(expected_score(c), expected_score(static_cast<std::int16_t>(c + 1)));
  }
}

TEST(Targets, OutcomesAreTheFirstPlayers) {
  EXPECT_EQ(worth_of(Outcome::kFirst).outcome, 1);
  EXPECT_EQ(worth_of(Outcome::kDraw).outcome, 0);
  EXPECT_EQ(worth_of(Outcome::kSecond).outcome, -1);
  EXPECT_TRUE(std::isnan(worth_of(Outcome::kUnknown).outcome));
  EXPECT_TRUE(std::isnan(worth_of(Outcome::kFirst).eval));
  EXPECT_EQ(worth_of(Outcome::kDraw, 0).eval, 0);
}

}  // namespace
}  // namespace intarsia::layout
