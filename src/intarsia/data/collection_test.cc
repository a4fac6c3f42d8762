#include "intarsia/data/collection.h"

#include <gtest/gtest.h>

namespace intarsia::data {
namespace {

Plan plan_of(const std::vector<std::uint64_t>& sizes, std::uint64_t part_bytes) {
  Plan plan{.tool = "test", .seed = 3, .splits = {{"train", 0.9}}};
  std::vector<PlannedSource> sources;
  for (const std::uint64_t n : sizes) {
    sources.push_back({"m" + std::to_string(sources.size()), n});
  }
  add_sources(plan, std::move(sources), part_bytes);
  return plan;
}

std::vector<PlannedPart> parts_of(const std::vector<std::uint64_t>& sizes, std::uint64_t most) {
  return plan_of(sizes, most).parts;
}

TEST(Plan, GroupsTheLongestRunsThatFitAndOneSourceAtLeast) {
  using Parts = std::vector<PlannedPart>;
  EXPECT_EQ(parts_of({1, 2, 3, 4}, 3), (Parts{{0, 2}, {2, 3}, {3, 4}}));
  EXPECT_EQ(parts_of({0, 0, 9, 0}, 3), (Parts{{0, 2}, {2, 3}, {3, 4}}));
  EXPECT_EQ(parts_of({5, 5}, 10), (Parts{{0, 2}}));
  EXPECT_EQ(parts_of({~std::uint64_t{0}, ~std::uint64_t{0}}, ~std::uint64_t{0}),
            (Parts{{0, 1}, {1, 2}}));
  EXPECT_EQ(parts_of({}, 3), Parts{});
}

TEST(Plan, GrowsBehindThePartsThatThereAre) {
  Plan plan = plan_of({1, 1}, 10);
  add_sources(plan, {{"n", 1}}, 10);
  EXPECT_EQ(plan.parts, (std::vector<PlannedPart>{{0, 2}, {2, 3}}));
  EXPECT_EQ(plan.names_of(1), std::vector<std::string>{"n"});
  EXPECT_EQ(plan.bytes_of(0), 2U);
  EXPECT_EQ(part_name(7), "part-00007");
}

TEST(Plan, ReadsBack) {
  const Plan plan = plan_of({1, 2, 3}, 3);
  const auto again = read_plan(to_json(plan));
  ASSERT_TRUE(again) << again.error().detail;
  EXPECT_EQ(again->sources, plan.sources);
  EXPECT_EQ(again->parts, plan.parts);
  EXPECT_EQ(again->splits, plan.splits);
  EXPECT_EQ(again->seed, 3U);
}

TEST(Plan, ThatWasChangedOrLeadsAwayIsRefused) {
  Plan plan = plan_of({1, 2}, 3);
  std::string text = to_json(plan);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(read_plan(changed)) << i;
    EXPECT_FALSE(read_plan(text.substr(0, i))) << i;
  }
  for (const char* name : {"../a", "/etc/passwd", "", "a/../b"}) {
    plan.sources[0].name = name;
    EXPECT_FALSE(read_plan(to_json(plan))) << name;
  }
  plan = plan_of({1, 2}, 1);
  plan.parts[1].first = 0;
  EXPECT_FALSE(read_plan(to_json(plan)));
}

Manifest part_with(std::uint64_t games, std::string game = "toy") {
  Manifest m;
  m.game = std::move(game);
  m.read = games + 2;
  m.games = games;
  m.positions = 10 * games;
  m.dropped = {{"min-elo", 1}};
  m.rejected = {{"illegal", {1, {0, 4, 3, 2}}}};
  m.shards = {{.size = 8,
               .records = 10 * games,
               .games = games,
               .selections = {{"train", 0, 6, 3}, {"test", 1, 4, 4}}}};
  return m;
}

TEST(Collection, AddsUpItsPartsAndReadsBack) {
  Collection all{.plan = 17, .tool = "test"};
  ASSERT_FALSE(add_part(all, {0, 2}, part_with(3), 1));
  ASSERT_FALSE(add_part(all, {2, 3}, Manifest{}, 2));  // without a game
  ASSERT_FALSE(add_part(all, {3, 4}, part_with(5), 3));
  const auto again = read_collection(to_json(all));
  ASSERT_TRUE(again) << again.error().detail;
  EXPECT_EQ(again->games, 8U);
  EXPECT_EQ(again->read, 12U);
  EXPECT_EQ(again->parts, all.parts);
  EXPECT_EQ(again->rejected.at("illegal"), 2U);
  EXPECT_EQ(selected_in(*again), (Selected{{"train", 12}, {"test", 8}}));
  EXPECT_TRUE(is_collection(to_json(all)));
}

TEST(Collection, HoldsOneGame) {
  Collection all;
  ASSERT_FALSE(add_part(all, {0, 1}, part_with(3), 1));
  EXPECT_TRUE(add_part(all, {1, 2}, part_with(3, "other"), 1));
}

TEST(Collection, WhoseNumbersDoNotAddUpIsRefused) {
  Collection all{.plan = 17, .tool = "test"};
  ASSERT_FALSE(add_part(all, {0, 2}, part_with(3), 1));
  for (std::uint64_t* const number : {&all.games, &all.positions, &all.read}) {
    ++*number;
    EXPECT_FALSE(read_collection(to_json(all)));
    --*number;
  }
  EXPECT_FALSE(read_collection(to_json(Collection{})));
  all.parts[0].sources.first = 1;
  EXPECT_FALSE(read_collection(to_json(all)));
}

}  // namespace
}  // namespace intarsia::data
