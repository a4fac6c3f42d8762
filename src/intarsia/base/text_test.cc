#include "intarsia/base/text.h"

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
