#include "intarsia/data/filters.h"

#include <gtest/gtest.h>

#include "intarsia/data/tag_filters.h"
#include "intarsia/game/tags.h"

namespace intarsia::data {
namespace {

// The words of two made-up games.
constexpr game::TimeClass kClasses[] = {{"bullet", 179}, {"blitz", 479}, {"rapid", UINT32_MAX}};
constexpr std::string_view kTerminations[] = {"unknown", "normal", "time forfeit",
                                              "rules infraction"};
constexpr std::string_view kVariants[] = {"standard", "shuffled"};
constexpr game::OutcomeWord kOutcomes[] = {
    {"1-0", Outcome::kFirst}, {"1/2-1/2", Outcome::kDraw}, {"0-1", Outcome::kSecond}};
constexpr std::string_view kEventTags[] = {"Event"};
constexpr game::TagFilter kTagFilters[] = {{.name = "event", .help = "", .tags = kEventTags}};
constexpr std::string_view kOtherTerminations[] = {"unknown", "resigned"};
constexpr std::string_view kOtherVariants[] = {"standard", "misere"};
constexpr game::OutcomeWord kOtherOutcomes[] = {{"blue", Outcome::kFirst}};

const game::GameType& toy() {
  static const game::GameType kToy = [] {
    game::GameType t{};
    t.words.terminations = kTerminations;
    t.words.variants = kVariants;
    t.words.time_classes = kClasses;
    t.words.rating_filters[0] = "min-elo";
    t.words.rating_filters[1] = "max-elo";
    t.words.rating_filters[2] = "max-elo-difference";
    t.words.tag_filters = kTagFilters;
    t.words.outcome_words = kOutcomes;
    return t;
  }();
  return kToy;
}

const game::GameType& other_toy() {
  static const game::GameType kToy = [] {
    game::GameType t{};
    t.words.terminations = kOtherTerminations;
    t.words.variants = kOtherVariants;
    t.words.outcome_words = kOtherOutcomes;
    return t;
  }();
  return kToy;
}

const std::vector<const game::GameType*> kToys = {&toy(), &other_toy()};

std::optional<std::string_view> dropped(const Filters& f, const GameFacts& g) {
  return dropped_by_tags(f, toy().words, g);
}

bool says(const std::optional<Error>& e, std::string_view part) {
  return e && e->detail.find(part) != std::string::npos;
}

TEST(Filters, KeepWhatASourceDoesNotSayUnlessItIsRequired) {
  Filters f;
  f.min_rating = 2000;
  f.max_rating = 2400;
  f.min_date = 20130101;
  f.time_controls = {"blitz"};
  f.terminations = {"normal"};
  GameFacts g;
  EXPECT_EQ(dropped(f, g), std::nullopt);
  f.tags = {{.names = {"WhiteElo"}}};
  EXPECT_EQ(dropped(f, g), "require");
  g.tags = 1;
  EXPECT_EQ(dropped(f, g), std::nullopt);
}

TEST(Filters, AskTheWordsOfTheGame) {
  Filters f;
  f.terminations = {"normal", "resigned"};
  GameFacts g;
  g.row.termination = 1;
  EXPECT_EQ(dropped(f, g), std::nullopt);
  EXPECT_EQ(dropped_by_tags(f, other_toy().words, g), std::nullopt);
  g.row.termination = 2;
  EXPECT_EQ(dropped(f, g), "termination");
  f = {};
  f.variants = {"shuffled"};
  EXPECT_EQ(dropped(f, {}), "variant");
  g.row.variant = 1;
  EXPECT_EQ(dropped(f, g), std::nullopt);
  EXPECT_EQ(dropped_by_tags(f, other_toy().words, g), "variant");
}

TEST(Filters, AskWhatOnlyThePlayTells) {
  Filters f;
  f.outcomes = {Outcome::kDraw};
  GameFacts g;
  EXPECT_EQ(dropped_by_play(f, g, 40), "outcome");
  g.row.outcome = Outcome::kDraw;
  EXPECT_EQ(dropped_by_play(f, g, 40), std::nullopt);
  f.has_eval = true;
  EXPECT_EQ(dropped_by_play(f, g, 40), "has-eval");
  g.row.has_eval = 1;
  EXPECT_EQ(dropped_by_play(f, g, 40), std::nullopt);
}

TEST(Filters, AskForTheLengthOfTheGame) {
  Filters f;
  ASSERT_FALSE(read_lengths("20..60", f));
  for (const auto& [plies, is_kept] :
       {std::pair{19, false}, {20, true}, {60, true}, {61, false}, {0, false}}) {
    EXPECT_EQ(!dropped_by_play(f, {}, static_cast<std::uint64_t>(plies)), is_kept) << plies;
  }
  EXPECT_TRUE(says(read_lengths("9..8", f), "the fewest and the most plies"));
}

TEST(Filters, AskHowFarRatingsAreApart) {
  Filters f;
  f.max_rating_difference = 100;
  GameFacts g;
  for (const auto& [a, b, by] : {std::tuple{2000, 2100, ""},
                                 {2101, 2000, "max-elo-difference"},
                                 {0, 2000, ""},
                                 {2000, 0, ""}}) {
    g.row.ratings = {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)};
    EXPECT_EQ(dropped(f, g).value_or(""), by) << a << " " << b;
  }
}

TEST(Filters, OnTagsAreReadFromTheirTextsAndKnowTheirNames) {
  for (const char* text : {"Event", "Event=*Blitz*", "WhiteTitle!=BOT", "Event|EV=a=b"}) {
    const auto rule = read_tag_rule(text);
    ASSERT_TRUE(rule) << text;
    EXPECT_EQ(to_text(*rule), text);
  }
  for (const char* bad : {"", "=x", "!=x", "a|", "|a=x"}) EXPECT_FALSE(read_tag_rule(bad)) << bad;
  const game::Words& words = toy().words;
  EXPECT_EQ(filter_of(*read_tag_rule("Event"), words), "require");
  EXPECT_EQ(filter_of(*read_tag_rule("Event|EV=x"), words), "event");
  EXPECT_EQ(filter_of(*read_tag_rule("Event!=x"), words), "tag");
  EXPECT_EQ(filter_of(*read_tag_rule("Site=x"), words), "tag");
  Filters f;
  f.tags = {*read_tag_rule("Event=x"), *read_tag_rule("Site!=y")};
  GameFacts g;
  EXPECT_EQ(dropped(f, g), "event") << "a tag that is not there fits nothing";
  g.tags = 1;
  EXPECT_EQ(dropped(f, g), std::nullopt);
  g.tags = 3;
  EXPECT_EQ(dropped(f, g), "tag");
}

TEST(Filters, AskBothPlayers) {
  Filters f;
  f.min_rating = 2000;
  f.max_rating = 2400;
  GameFacts g;
  for (const auto& [a, b, by] : {std::tuple{2000, 2400, ""},
                                 {1999, 2200, "min-elo"},
                                 {2200, 2401, "max-elo"},
                                 {0, 1000, "min-elo"}}) {
    g.row.ratings = {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)};
    EXPECT_EQ(dropped(f, g).value_or(""), by) << a << " " << b;
  }
}

TEST(Filters, ReadTimeControls) {
  Filters f;
  ASSERT_FALSE(read_times("blitz,60+0", kToys, f));
  const auto is_kept = [&](const char* text) {
    GameFacts g;
    g.time_control = text;
    game::set_time_control(text, g.row);
    return !dropped(f, g);
  };
  EXPECT_TRUE(is_kept("180+2") && is_kept("60+0") && is_kept("300+0"));
  EXPECT_FALSE(is_kept("60+1") || is_kept("900+10") || is_kept("-"));
}

TEST(Filters, ReadDates) {
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
    EXPECT_EQ(!dropped(f, g), is_kept) << date;
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
  EXPECT_FALSE(read_terminations("Time forfeit,rules-infraction,Resigned", kToys, f));
  EXPECT_EQ(f.terminations,
            (std::vector<std::string>{"time forfeit", "rules infraction", "resigned"}));
  EXPECT_TRUE(says(read_terminations("boredom", kToys, f),
                   "unknown, normal, time forfeit, rules infraction, resigned"));
  EXPECT_FALSE(read_times("300+3,blitz,-", kToys, f));
  EXPECT_TRUE(says(read_times("blits", kToys, f), "300+3, or one of bullet, blitz, rapid"));
  EXPECT_FALSE(read_outcomes("1-0,1/2-1/2,blue,second,unknown", kToys, f));
  EXPECT_EQ(f.outcomes, (std::vector{Outcome::kFirst, Outcome::kDraw, Outcome::kFirst,
                                     Outcome::kSecond, Outcome::kUnknown}));
  EXPECT_TRUE(says(read_outcomes("2-0", kToys, f), "1-0, 1/2-1/2, 0-1"));
  EXPECT_FALSE(read_variants("Shuffled,misere", kToys, f));
  EXPECT_EQ(f.variants, (std::vector<std::string>{"shuffled", "misere"}));
  EXPECT_TRUE(says(read_variants("atomic", kToys, f), "standard, shuffled, misere"));
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

TEST(Filters, ReadTheirJsonAndThatOfEarlierVersions) {
  Filters f;
  f.min_rating = 2000;
  f.outcomes = {Outcome::kDraw, Outcome::kUnknown};
  f.max_rating_difference = 0;
  f.max_length = 200;
  f.tags = {*read_tag_rule("WhiteElo"), *read_tag_rule("Event|EV=*x*"), *read_tag_rule("Site!=y")};
  JsonText out;
  out.begin_object();
  add_json(out, kToys, f);
  const std::string now = out.end_object().text();
  for (const std::string& text : {now, std::string(R"({"min_elo": 2000, "max_elo_difference": 0,
                            "result": ["draw", "unknown"], "max_length": 200,
                            "require": ["WhiteElo", "Event|EV=*x*", "Site!=y"]})")}) {
    Filters read;
    JsonReader in(text);
    read_json(in, kToys, read);
    ASSERT_FALSE(in.error()) << text;
    EXPECT_EQ(read.min_rating, f.min_rating) << text;
    EXPECT_EQ(read.outcomes, f.outcomes) << text;
    EXPECT_EQ(read.max_rating_difference, 0U) << text;
    EXPECT_EQ(read.max_length, 200U) << text;
    EXPECT_EQ(read.tags, f.tags) << text;
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
