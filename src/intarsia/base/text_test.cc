#include "intarsia/base/text.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "intarsia/base/comment.h"

namespace intarsia {
namespace {

TEST(TextCursor, SplitsWordsAndKnowsWhereItIs) {
  TextCursor in("  ab\tc ");
  EXPECT_EQ(in.word(), "ab");
  EXPECT_EQ(in.offset(), 4U);
  EXPECT_EQ(in.word(), "c");
  EXPECT_EQ(in.word(), "");
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ(in.fail(ErrorCode::kSyntax, "end").offset, 7U);
}

TEST(TextCursor, TellsANulFromTheEnd) {
  TextCursor in(std::string_view("\0", 1));
  EXPECT_EQ(in.peek(), '\0');
  EXPECT_FALSE(in.at_end());
  EXPECT_TRUE(in.take_if('\0'));
  EXPECT_TRUE(in.at_end());
}

TEST(IsComment, BlankLinesAndThoseThatBeginWithAHashSayNothing) {
  for (const char* line : {"", " ", "\t\r\n", "  \r", "#", "#\r", "# made by hand", "#\tx"}) {
    EXPECT_TRUE(is_comment(line)) << line;
  }
  for (const char* line : {"x", " # x", "x # y", "#13,a1", "#-1,a1", "#x"}) {
    EXPECT_FALSE(is_comment(line)) << line;
  }
}

TEST(IsRemark, WordsBehindAHashAreOneAndNumbersAreNot) {
  for (const char* line : {"", "# x", "#x", "##", "#\r"}) EXPECT_TRUE(is_remark(line)) << line;
  for (const char* line : {"x", " #x", "#13,a1", "#-1,a1", "#0,"}) EXPECT_FALSE(is_remark(line));
}

TEST(ReadNumber, ReadsTheWholeTextOrNothing) {
  EXPECT_EQ(read_number<int>("-7"), -7);
  EXPECT_EQ(read_number<double>("0.5"), 0.5);
  EXPECT_EQ(read_number<std::uint64_t>("18446744073709551615"), UINT64_MAX);
  for (const char* text : {"", " 7", "7 ", "+7", "7x", "x", "99999999999"}) {
    EXPECT_EQ(read_number<int>(text), std::nullopt) << text;
  }
  EXPECT_EQ(read_number<unsigned>("-7"), std::nullopt);
}

// The same verdicts on every platform, though not every library can read such numbers itself.
TEST(ReadNumber, ReadsDecimalNumbersAsPeopleWriteThem) {
  const std::string long_third = "0." + std::string(5000, '3');
  const std::pair<std::string, double> good[] = {
      {"0", 0},
      {"7", 7},
      {"-7.25", -7.25},
      {"00012", 12},
      {"1.", 1},
      {".5", .5},
      {"-.5", -.5},
      {"1e5", 1e5},
      {"1E+5", 1e5},
      {"1.e-2", .01},
      {"1e00000000000000000000000000000000002", 100},
      {"0e99999999999999999999", 0},
      {"0.1", .1},
      {"9007199254740993", 9007199254740992},
      {"2.2250738585072012e-308", 2.2250738585072014e-308},
      {"1.7976931348623158e308", std::numeric_limits<double>::max()},
      {"3e-324", std::numeric_limits<double>::denorm_min()},
      {long_third, 1. / 3},
      {"1" + std::string(400, '0') + "e-400", 1},
      {std::string(5000, '0') + "3", 3},
  };
  for (const auto& [text, value] : good) EXPECT_EQ(read_number<double>(text), value) << text;
  ASSERT_TRUE(read_number<double>("-0"));
  EXPECT_TRUE(std::signbit(*read_number<double>("-0")));
}

TEST(ReadNumber, RefusesWhateverElseAReaderOfNumbersMightTake) {
  for (const char* text :
       {"",      ".",     "-",     "e5",       ".e5",  "1e",    "1e+",    "1e5.5",
        "1e1e1", "1.5.2", "--1",   "+1",       " 1",   "1 ",    "\t1",    "1\n",
        "1,5",   "1'000", "1 000", "1_000",    "0x10", "0x1p3", "1p3",    "1f",
        "1d5",   "inf",   "-inf",  "Infinity", "nan",  "NaN",   "nan(1)", "\xd9\xa1"}) {
    EXPECT_EQ(read_number<double>(text), std::nullopt) << in_quotes(text);
  }
  for (const std::size_t size : {1, 2, 3}) {  // NUL ends no text
    EXPECT_EQ(read_number<double>({"\0001\0", size}), std::nullopt);
    EXPECT_EQ(read_number<double>(std::string_view("1\0002", size)).has_value(), size == 1);
  }
}

TEST(ReadNumber, RefusesWhatIsTooLargeOrWouldBeZero) {
  for (const char* text : {"1e309", "-1e309", "1.8e308", "1e99999999999999999999", "2.4e-324",
                           "-1e-400", "1e-99999999999999999999"}) {
    EXPECT_EQ(read_number<double>(text), std::nullopt) << text;
  }
  EXPECT_EQ(read_number<double>(std::string(400, '9')), std::nullopt);
  EXPECT_EQ(read_number<double>("." + std::string(400, '0') + "1"), std::nullopt);
}

TEST(InQuotes, ShowsHostileBytesOnOneLine) {
  EXPECT_EQ(in_quotes("a\"b\n\xff"), "\"a\\\"b\\x0a\\xff\"");
  EXPECT_LT(in_quotes(std::string(1000, 'x')).size(), 70U);
}

TEST(Hex16, KeepsLeadingZeros) { EXPECT_EQ(hex16(0x0756b94461c50fb0), "0756b94461c50fb0"); }

TEST(Trimmed, DropsBlanksAndLineEndsOnly) {
  EXPECT_EQ(trimmed(" \ta b\r\n"), "a b");
  EXPECT_EQ(trimmed(" \n"), "");
}

TEST(Nearest, FindsSlipsOfTheHandAndNothingElse) {
  constexpr std::string_view kVerbs[] = {"perft", "inspect", "encode"};
  EXPECT_EQ(nearest("pertf", kVerbs), "perft");
  EXPECT_EQ(nearest("INSPECT", kVerbs), "inspect");
  EXPECT_EQ(nearest("zzz", kVerbs), std::nullopt);
  EXPECT_EQ(nearest(std::string(100'000, 'p'), kVerbs), std::nullopt);
}

TEST(TextCursor, BeginsALineBehindItsWhiteSpaceWithTheLinesOffsets) {
  TextCursor in = cursor_on(" \t\nhex 5 \r\n\v\f");
  EXPECT_EQ(in.offset(), 3U);
  EXPECT_EQ(in.word(), "hex");
  EXPECT_EQ(in.word(), "5");
  EXPECT_TRUE(in.at_end());
  EXPECT_TRUE(cursor_on("").at_end());
  EXPECT_TRUE(cursor_on(" \n").at_end());
}

}  // namespace
}  // namespace intarsia
