// The row's own parts: options, sizes, lines of text, tags. No game is needed for them.

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/game/game_type.h"
#include "intarsia/game/line_parser.h"
#include "intarsia/game/tags.h"

namespace intarsia::game {
namespace {

TEST(GameOptions, AreThereOnceTheyAreSet) {
  Options o;
  EXPECT_FALSE(o.has("swap"));
  EXPECT_EQ(o.value("swap"), "");
  o.set("swap", "literal");
  o.set("flag");
  EXPECT_TRUE(o.has("flag") && o.has("swap") && !o.has("fla"));
  EXPECT_EQ(o.value("flag"), "");
  EXPECT_EQ(o.value("swap"), "literal");
}

TEST(GameOptions, HaveTheLastValueThatWasSet) {
  Options o;
  o.set("swap", "literal");
  o.set("flag");
  o.set("swap", "transposed");
  EXPECT_EQ(o.value("swap"), "transposed");
  ASSERT_EQ(o.all().size(), 2U);
  EXPECT_EQ(o.all().back().first, "swap");
}

std::string help() { return "3x3 to 9x9"; }
std::string as_grid(int size) { return concat({std::to_string(size), "x", std::to_string(size)}); }

TEST(GameSizes, AreReadByTextOrNumber) {
  constexpr int kAll[] = {3, 5, 9};
  const Sizes sizes{.all = kAll, .usual = 5, .to_text = as_grid, .help = help};
  for (int n = -1; n <= 11; ++n) {
    EXPECT_EQ(sizes.contains(n), n == 3 || n == 5 || n == 9) << n;
  }
  EXPECT_FALSE(sizes.is_one());
  for (const int n : kAll) {
    EXPECT_EQ(sizes.read(as_grid(n)), n);
    EXPECT_EQ(sizes.read(std::to_string(n)), n);
  }
  EXPECT_EQ(sizes.read("7"), 7) << "a number that is no size: it can be named in the error";
  for (const char* bad : {"", "x", "5x", "x5", "5x5 ", " 5", "5.0", "99999999999999", "5x9"}) {
    EXPECT_EQ(sizes.read(bad), std::nullopt) << bad;
  }
}

TEST(GameTurns, AreTheNumbersOfTheirWords) {
  constexpr std::string_view kTurns[] = {"", "first", "second", "infer"};
  GameType type{};
  EXPECT_EQ(type.find_turn("first"), std::nullopt);
  type.words.turns = kTurns;
  EXPECT_EQ(type.find_turn(""), 0);
  EXPECT_EQ(type.find_turn("first"), 1);
  EXPECT_EQ(type.find_turn("second"), 2);
  EXPECT_EQ(type.find_turn("infer"), 3);
  EXPECT_EQ(type.find_turn("First"), std::nullopt);
}

TEST(GameType, NamesTheSizesThatItHas) {
  constexpr int kAll[] = {3};
  GameType type{};
  type.name = "toy";
  type.sizes = {.all = kAll, .usual = 3, .to_text = as_grid, .help = help};
  EXPECT_EQ(type.wrong_size(4).detail, "toy is played on boards of size 3x3 to 9x9, not 4");
}

TEST(GameTags, DatesAreNumbers) {
  EXPECT_EQ(date_of("2013.12.31"), 20131231U);
  EXPECT_EQ(date_of("2013.??.??"), 20130000U);
  EXPECT_EQ(date_of("2013.12.??"), 20131200U);
  EXPECT_EQ(date_of("2013.??.07"), 20130000U);
  EXPECT_EQ(date_of("2013.13.07"), 20130000U);
  EXPECT_EQ(date_of("2013.12.32"), 20131200U);
  EXPECT_EQ(date_of(" 2013. 1. 2"), 20130102U);
  for (const char* bad : {"", "2013", "????.??.??", "2013.12", "2013.12.31.1", "12345.01.01",
                          "-1.01.01", "x.1.1", ".."}) {
    EXPECT_EQ(date_of(bad), 0U) << bad;
  }
}

TEST(GameTags, DatesAreWrittenAsTheyAreRead) {
  for (const std::uint32_t date : {20131231U, 20130000U, 20131200U, 10101U, 99991231U}) {
    EXPECT_EQ(date_of(dotted_date(date)), date);
  }
  EXPECT_EQ(dotted_date(20130405), "2013.04.05");
  EXPECT_EQ(dotted_date(20130400), "2013.04.??");
  EXPECT_EQ(dotted_date(10101), "0001.01.01");
  EXPECT_EQ(dotted_date(0), "????.??.??");
}

TEST(GameTags, TimeControlsAreBaseAndIncrement) {
  struct Case {
    std::string_view tag;
    std::uint32_t base;
    std::uint16_t increment;
  };
  for (const Case& c : {Case{"300+3", 300, 3},
                        {"300", 300, 0},
                        {"40/7200:3600", 7200, 0},
                        {"40/7200+30:900+30", 7200, 30},
                        {"0+1", 0, 1},
                        {"300+", 300, 0},
                        {"300+99999", 300, 0},
                        {"-", 0, 0},
                        {"?", 0, 0},
                        {"", 0, 0},
                        {"*60", 0, 0},
                        {"5000000000", 0, 0}}) {
    GameRow row;
    set_time_control(c.tag, row);
    EXPECT_EQ(row.time_base, c.base) << c.tag;
    EXPECT_EQ(row.time_increment, c.increment) << c.tag;
  }
  GameRow row;
  row.time_base = 7;
  set_time_control("rapid", row);
  EXPECT_EQ(row.time_base, 7U) << "what cannot be read changes nothing";
}

TEST(GameTags, ThoseThatFitARuleAreNotedByItsNumber) {
  std::vector<TagRule> rules(kMaxTagRules);
  for (std::size_t i = 0; i < rules.size(); ++i)
    rules[i].names = {concat({"T", std::to_string(i)})};
  rules[2] = {.names = {"T2", "U2"}, .pattern = "a*"};
  GameFacts facts;
  note_tag("T", "x", rules, facts);
  note_tag("t1", "x", rules, facts);
  note_tag("T2", "x", rules, facts);
  EXPECT_EQ(facts.tags, 0U);
  note_tag("T1", "", rules, facts);
  note_tag("T1", "x", rules, facts);
  note_tag("U2", "ax", rules, facts);
  note_tag("T63", "x", rules, facts);
  EXPECT_EQ(facts.tags, std::uint64_t{1} << 63 | 4 | 2);
}

TEST(GameTags, PatternsAreThoseOfFileNames) {
  for (const auto& [text, pattern, does_fit] : {std::tuple{"", "", true},
                                                {"", "*", true},
                                                {"a", "", false},
                                                {"Rated Blitz game", "*blitz*", true},
                                                {"Blitz", "*blitz*", true},
                                                {"B99", "B9?", true},
                                                {"B9", "B9?", false},
                                                {"aab", "*ab", true},
                                                {"abcabd", "*ab?", true},
                                                {"abcabd", "a*c*d*", true},
                                                {"abc", "a*d", false},
                                                {"Köln", "K?ln", true},
                                                {"Köln", "K??ln", false},
                                                {"C20", "B9?|C2?", true},
                                                {"", "a|", true},
                                                {"A00", "B9?|C2?", false}}) {
    EXPECT_EQ(fits(text, pattern), does_fit) << text << " by " << pattern;
  }
  EXPECT_FALSE(fits(std::string(100'000, 'a'), "*a*a*a*a*a*b")) << "and in time";
}

TEST(GameText, TheLastStartIsBehindTheLastLine) {
  EXPECT_EQ(after_last_line("a\nb"), 2U);
  EXPECT_EQ(after_last_line("a\nb\n"), 4U);
  EXPECT_EQ(after_last_line("ab"), 0U);
  EXPECT_EQ(nowhere("a\nb\n"), 0U);
}

}  // namespace
}  // namespace intarsia::game
