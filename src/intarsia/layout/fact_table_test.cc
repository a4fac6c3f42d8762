#include "intarsia/layout/fact_table.h"

#include <gtest/gtest.h>

#include "intarsia/layout/needs.h"
#include "intarsia/layout/toy_game.h"

namespace intarsia::layout {
namespace {

constexpr FactKind kCells = FactKind::kCells;
constexpr Word kSideWords[] = {{"side", {"first", "second", "us", "them"}},
                               {"who", {"One", "Two", "the mover", "the opponent"}}};
constexpr Word kKindWords[] = {{"kind", {"man", "king"}},
                               {"kinds of", {"men of {who}", "{who}'s king"}}};
constexpr Axis kAxes[] = {{4, kSideWords, true}, {2, kKindWords}};
constexpr Fact kRows[] = {
    {0, "{side}.{kind}", "{kinds of}", kCells, 0, 1, 10},
    {8, "kinds.{kind}", "a {kind}", kCells, 0, 2, 20, 8, true},
    {10, "empty", "nothing", kCells, 0, 1, 30},
};
constexpr FactTable<11> kTable(kRows, kAxes);
constexpr auto kFacts = kTable.facts();
static_assert(is_in_order(kFacts) && has_partners(kFacts) && has_families(kFacts));

TEST(FactTable, RepeatsARowOverTheAxesOfItsName) {
  EXPECT_EQ(kFacts[0].name, "first.man");
  EXPECT_EQ(kFacts[0].meaning, "men of One");
  EXPECT_EQ(kFacts[3].name, "second.king");
  EXPECT_EQ(kFacts[7].name, "them.king");
  EXPECT_EQ(kFacts[7].meaning, "the opponent's king");
  EXPECT_EQ(kFacts[9].name, "kinds.king");
  EXPECT_EQ(kFacts[9].hi, 2);
  EXPECT_EQ(kFacts[10].name, "empty");
}

TEST(FactTable, SidesHavePartnersAndThoseOfTheMoverNeedTheTurn) {
  const FactId partners[] = {2, 3, 0, 1, 6, 7, 4, 5, 8, 9, 10};
  for (std::size_t i = 0; i < kFacts.size(); ++i) {
    EXPECT_EQ(kFacts[i].partner, partners[i]) << kFacts[i].name;
    EXPECT_EQ(kFacts[i].needs_turn, i >= 4 && i < 10) << kFacts[i].name;
  }
}

TEST(FactTable, FactsOfASideSayWhose) {
  const Whose sides[] = {Whose::kFirst, Whose::kSecond, Whose::kUs, Whose::kThem};
  for (std::size_t i = 0; i < kFacts.size(); ++i) {
    EXPECT_EQ(kFacts[i].whose, i < 8 ? sides[i / 2] : Whose::kNobody) << kFacts[i].name;
  }
}

TEST(FactTable, FamiliesFollowTheFirstAxis) {
  const int families[] = {10, 10, 11, 11, 12, 12, 13, 13, 20, 21, 30};
  for (std::size_t i = 0; i < kFacts.size(); ++i) EXPECT_EQ(kFacts[i].family, families[i]);
}

TEST(FactTable, FaultyTablesAreSeen) {
  auto facts = kFacts;
  std::swap(facts[1], facts[2]);
  EXPECT_FALSE(is_in_order(facts));
  facts = kFacts;
  facts[0].partner = 10;
  EXPECT_FALSE(has_partners(facts));
  facts[0].partner = 11;
  EXPECT_FALSE(has_partners(facts));
  facts = kFacts;
  facts[0].hi = 2;
  EXPECT_FALSE(has_partners(facts));
  facts[10].family = kNoFamily;
  EXPECT_FALSE(has_families(facts));
}

TEST(Needs, AreTheFamiliesOfWhatAPlanUses) {
  const auto needs = [](FactId fact) {
    return Needs(*Plan::make(toy::layout(Order::kChw, {{fact}})));
  };
  EXPECT_TRUE(needs(toy::kStones).has(toy::kBoardFamily));
  EXPECT_FALSE(needs(toy::kStones).has(toy::kScoreFamily));
  EXPECT_TRUE(needs(toy::kScore).has(toy::kBoardFamily, 1));
  EXPECT_TRUE(needs(toy::kCodes).has(toy::kBoardFamily));
  EXPECT_FALSE(needs(toy::kCodes).has(toy::kScoreFamily));
}

}  // namespace
}  // namespace intarsia::layout
