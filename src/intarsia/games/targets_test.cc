#include "intarsia/games/targets.h"

#include <cmath>

#include <gtest/gtest.h>

#include "intarsia/chess/record.h"
#include "intarsia/games/layout_json.h"
#include "intarsia/games/policy_text.h"
#include "intarsia/games/registry.h"
#include "intarsia/hex/record.h"

namespace intarsia::games {
namespace {

Result<Targets> targets(std::string_view layout, const TargetChoice& choice) {
  return Targets::make(*find_layout(layout), choice);
}

std::string refusal(std::string_view layout, const TargetChoice& choice) {
  const auto t = targets(layout, choice);
  return t ? "" : t.error().detail;
}

bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

template <class Record>
layout::RecordMoment moment_of(const Record& r) {
  return {reinterpret_cast<const std::byte*>(&r)};
}

struct Filled {
  std::int32_t policy = 0;
  std::vector<float> value;
};

Filled filled(const Targets& t, const layout::RecordMoment& m) {
  Filled out{.value = std::vector<float>(t.value_form().width())};
  const auto error = t.fill({&m, 1}, {.policy = &out.policy, .value = out.value.data()});
  EXPECT_FALSE(error) << error->detail;
  return out;
}

TEST(GamesTargets, FollowTheLayoutsFrame) {
  const chess::Position p = chess::Position{}.after(chess::Move(chess::kE2, chess::kE4));
  const chess::Record r = chess::pack(
      p,
      {.outcome = Outcome::kFirst, .has_next = true, .move = chess::Move(chess::kE7, chess::kE5)});
  const TargetChoice choice{.policy = "chess/move4096", .value = "outcome"};
  const Filled mover = filled(*targets("chess/canonical18", choice), moment_of(r));
  EXPECT_EQ(mover.value[0], -1);
  EXPECT_EQ(mover.policy, 64 * chess::kE2 + chess::kE4);
  const Filled white = filled(*targets("chess/planes25", choice), moment_of(r));
  EXPECT_EQ(white.value[0], 1);
  EXPECT_EQ(white.policy, 64 * chess::kE7 + chess::kE5);
}

// More than are worked out at once.
TEST(GamesTargets, ManyRecordsHaveTheValuesOfEach) {
  const auto t = targets("chess/planes25", {.value = "wdl"});
  std::vector<chess::Record> records;
  for (std::size_t i = 0; i < 600; ++i) {
    records.push_back(chess::pack(chess::Position{}, {.outcome = static_cast<Outcome>(i % 4)}));
  }
  std::vector<layout::RecordMoment> moments;
  moments.reserve(records.size());
  for (const chess::Record& r : records) moments.push_back(moment_of(r));
  std::vector<float> values(3 * records.size());
  ASSERT_FALSE(t->fill(moments, {.value = values.data()}));
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (i % 4 == 0) {
      ASSERT_TRUE(std::isnan(values[3 * i])) << i;
      continue;
    }
    for (std::size_t j = 0; j < 3; ++j) ASSERT_EQ(values[3 * i + j], j + 1 == i % 4 ? 1 : 0) << i;
  }
}

TEST(GamesTargets, TheTrapIsRefusedAndExplained) {
  const std::string trap = refusal("chess/canonical18", {.value = "outcome", .view = "white"});
  EXPECT_TRUE(says(trap, "chess/canonical18 does not say who moves")) << trap;
  EXPECT_TRUE(says(refusal("chess/canonical18", {.policy = "chess/az4672", .view = "white"}),
                   "does not say who moves"));
  EXPECT_TRUE(targets("chess/planes25", {.value = "outcome", .view = "mover"}));
  EXPECT_TRUE(targets("chess/signed64", {.value = "outcome"}));  // the codes show White
  EXPECT_TRUE(targets("hex/2nxn", {.policy = "hex/cells", .value = "training"}));
  // Blue's or Red's win, from boards that show ours and theirs.
  const auto ours =
      read_layout(R"({"game": "hex", "frame": "mover", "features": ["us.stones", "them.stones"]})");
  EXPECT_FALSE(Targets::make(ours->layout(), {.value = "training"}));
  EXPECT_TRUE(Targets::make(ours->layout(), {.value = "outcome"}));
}

TEST(GamesTargets, UnknownNamesAreAnsweredWithTheNearest) {
  EXPECT_TRUE(
      says(refusal("chess/planes25", {.policy = "chess/az4762"}), "did you mean chess/az4672?"));
  EXPECT_TRUE(says(refusal("chess/planes25", {.policy = "hex/cells"}), "is a code of hex"));
  EXPECT_TRUE(says(refusal("hex/3nxn", {.policy = "chess/az4672"}), "is a code of chess"));
  EXPECT_TRUE(says(refusal("chess/planes25", {.value = "training"}), "there are for chess"));
  EXPECT_TRUE(says(refusal("chess/planes25", {.value = "wld"}), "did you mean wdl?"));
  EXPECT_TRUE(says(refusal("chess/planes25", {.value = "wdl", .view = "blue"}), "white mover"));
}

TEST(GamesTargets, ARecordHasTheTargetsOfItsPosition) {
  const auto t = targets("chess/canonical18", {.policy = "chess/az4672", .value = "mix:0.5"});
  const chess::Position p = chess::Position{}.after(chess::Move(chess::kE2, chess::kE4));
  const chess::Record r = chess::pack(p, {.outcome = Outcome::kSecond,
                                          .has_next = true,
                                          .move = chess::Move(chess::kE7, chess::kE5),
                                          .eval = 0});
  const Filled known = filled(*t, moment_of(r));
  EXPECT_EQ(known.policy, 877);
  EXPECT_EQ(known.value[0], 0.5F);
  const Filled unknown = filled(*t, moment_of(chess::pack(p)));
  EXPECT_EQ(unknown.policy, layout::kNoPolicy);
  EXPECT_TRUE(std::isnan(unknown.value[0]));

  const hex::Position board = hex::Position(11).after(hex::Move(Cell{5}));
  std::vector<std::uint8_t> record(hex::record_shape(11).bytes);
  hex::pack(board, {.outcome = hex::kRed, .move = hex::Move::swap()}, record);
  const auto blue = targets("hex/3nxn", {.policy = "hex/cells", .value = "wdl"});
  const Filled swap = filled(*blue, moment_of(record.front()));
  EXPECT_EQ(swap.policy, 121);
  EXPECT_EQ(swap.value, (std::vector<float>{0, 0, 1}));
}

TEST(GamesTargets, PoliciesAreFoundForASize) {
  EXPECT_EQ(find_policy("hex/cells", 13)->size, 170);
  EXPECT_EQ(find_policy("hex/cells")->size, 122);
  EXPECT_EQ(find_policy("chess/lc0-1858")->size, 1858);
  EXPECT_FALSE(find_policy("hex/cells", 27));
  EXPECT_TRUE(says(find_policy("lc0-1858").error().detail, "did you mean chess/lc0-1858?"));
  EXPECT_TRUE(says(to_json(*find_policy("hex/cells")), R"("size":122)"));
}

}  // namespace
}  // namespace intarsia::games
