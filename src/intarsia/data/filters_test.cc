#include "intarsia/data/filters.h"

#include <gtest/gtest.h>

namespace intarsia::data {
namespace {

TEST(Filters, KeepWhatASourceDoesNotSayUnlessItIsRequired) {
  Filters f;
  f.min_elo = 2000;
  f.max_elo = 2400;
  f.min_date = 20130101;
  f.time_controls = {"blitz"};
  f.terminations = {Termination::kNormal};
  GameFacts g;
  EXPECT_EQ(dropped_by_tags(f, g), std::nullopt);
  f.require = {"WhiteElo"};
  EXPECT_EQ(dropped_by_tags(f, g), "require");
  g.tags = 1;
  EXPECT_EQ(dropped_by_tags(f, g), std::nullopt);
}

TEST(Filters, AskBothPlayers) {
  Filters f;
  f.min_elo = 2000;
  f.max_elo = 2400;
  GameFacts g;
  for (const auto& [a, b, by] : {std::tuple{2000, 2400, ""},
                                 {1999, 2200, "min-elo"},
                                 {2200, 2401, "max-elo"},
                                 {0, 1000, "min-elo"}}) {
    g.row.ratings = {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)};
    EXPECT_EQ(dropped_by_tags(f, g).value_or(""), by) << a << " " << b;
  }
}

TEST(Filters, ReadTimeControls) {
  GameRow row;
  set_time_control("300+3", row);
  EXPECT_EQ(row.time_base, 300U);
  EXPECT_EQ(row.time_increment, 3U);
  row = {};
  set_time_control("40/7200:3600", row);
  EXPECT_EQ(row.time_base, 7200U);
  row = {};
  set_time_control("-", row);
  EXPECT_EQ(row.time_base, 0U);
  Filters f;
  ASSERT_FALSE(read_times("blitz,60+0", f));
  const auto is_kept = [&](const char* text) {
    GameFacts g;
    g.time_control = text;
    set_time_control(text, g.row);
    return !dropped_by_tags(f, g);
  };
  EXPECT_TRUE(is_kept("180+2") && is_kept("60+0") && is_kept("300+0"));
  EXPECT_FALSE(is_kept("60+1") || is_kept("900+10") || is_kept("-"));
}

TEST(Filters, ReadDates) {
  EXPECT_EQ(date_of("2013.12.31"), 20131231U);
  EXPECT_EQ(date_of("2013.??.??"), 20130000U);
  EXPECT_EQ(date_of("2013.??.07"), 20130000U);
  EXPECT_EQ(date_of("????.??.??"), 0U);
  EXPECT_EQ(date_of("2013"), 0U);
  Filters f;
  ASSERT_FALSE(read_dates("2013..2014-06", f));
  EXPECT_EQ(f.min_date, 20130101U);
  EXPECT_EQ(f.max_date, 20140631U);
  GameFacts g;
  for (const auto& [date, is_kept] : {std::pair{20121231, false},
                                      {20130101, true},
                                      {20140630, true},
                                      {20140701, false},
                                      {20120000, false},
                                      {20140000, true}}) {
    g.row.date = static_cast<std::uint32_t>(date);
    EXPECT_EQ(!dropped_by_tags(f, g), is_kept) << date;
  }
  ASSERT_FALSE(read_dates("..2012", f));
  EXPECT_EQ(f.min_date, 0U);
  for (const char* bad :
       {"", "..", "2013", "2013-13..", "x..y", "2013..2014..", "2013-1-1-1..", "2014..2013"}) {
    EXPECT_TRUE(read_dates(bad, f)) << bad;
  }
}

TEST(Filters, ReadWordsOrSayWhatWasExpected) {
  Filters f;
  EXPECT_FALSE(read_terminations("Time forfeit,rules-infraction", f));
  EXPECT_EQ(f.terminations,
            (std::vector{Termination::kTimeForfeit, Termination::kRulesInfraction}));
  EXPECT_TRUE(read_terminations("boredom", f));
  EXPECT_FALSE(read_times("300+3,blitz,-", f));
  EXPECT_TRUE(read_times("blits", f));
  EXPECT_FALSE(read_results("1-0,1/2-1/2", f));
  EXPECT_TRUE(read_results("2-0", f));
  EXPECT_FALSE(read_variants("Chess960", f));
  EXPECT_TRUE(read_variants("atomic", f));
  Choices c;
  EXPECT_FALSE(read_plies("8..120", c));
  EXPECT_EQ(c.first_ply, 8U);
  EXPECT_EQ(c.last_ply, 120U);
  EXPECT_FALSE(read_plies("..40", c));
  for (const char* bad : {"", "..", "8", "9..8", "a..", "-1.."})
    EXPECT_TRUE(read_plies(bad, c)) << bad;
  for (const char* bad : {"", "train", "train=", "=0.5", "train=0.5,train=0.5", "a=0.9,b=0.2",
                          "a=-1", "a=nan", "a=0"}) {
    EXPECT_FALSE(read_splits(bad)) << bad;
  }
}

TEST(Splits, TakeTheirShareAndEveryGameOfAWhole) {
  const auto splits = read_splits("train=0.7,validation=0.2,test=0.1");
  ASSERT_TRUE(splits);
  std::size_t counts[4] = {};
  constexpr int kGames = 100'000;
  std::uint64_t hash = 1;
  for (int i = 0; i < kGames; ++i) {
    hash = hash * 6364136223846793005 + 1442695040888963407;
    ++counts[split_of(*splits, hash ^ (hash >> 32))];
  }
  EXPECT_EQ(counts[0], 0U);
  EXPECT_NEAR(static_cast<double>(counts[1]), 0.7 * kGames, 0.01 * kGames);
  EXPECT_NEAR(static_cast<double>(counts[2]), 0.2 * kGames, 0.01 * kGames);
  EXPECT_EQ(split_of(*splits, ~std::uint64_t{0}), 3);
  EXPECT_EQ(split_of(*read_splits("a=0.5"), ~std::uint64_t{0}), 0);
}

}  // namespace
}  // namespace intarsia::data
