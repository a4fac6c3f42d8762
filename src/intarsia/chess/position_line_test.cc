#include "intarsia/chess/position_line.h"

#include <gtest/gtest.h>

namespace intarsia::chess {
namespace {

std::string fen_of(std::string_view line) {
  const auto r = read_position_line(line);
  return r ? to_fen(r->replay.position()) : std::string(name(r.error().code));
}

TEST(PositionLine, ReadsAllForms) {
  const std::string after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  EXPECT_EQ(fen_of("startpos"), kStartFen);
  EXPECT_EQ(fen_of("startpos moves"), kStartFen);
  EXPECT_EQ(fen_of("startpos moves e2e4"), after);
  EXPECT_EQ(fen_of("  startpos   moves  e4 "), after);
  EXPECT_EQ(fen_of(kStartFen), kStartFen);
  EXPECT_EQ(fen_of("fen " + std::string(kStartFen) + " moves e2e4"), after);
  EXPECT_EQ(fen_of(std::string(kStartFen) + " moves e2e4"), after);
}

TEST(PositionLine, LinesOfAFileAreReadAsTheyCome) {
  for (const std::string line :
       {"startpos", "startpos moves e2e4", "fen 8/8/8/8/8/8/8/k1K5 w - -"}) {
    for (const char* end : {"\n", "\r\n", " \n", "\t"}) {
      EXPECT_EQ(fen_of(line + end), fen_of(line)) << line;
      EXPECT_EQ(fen_of(end + line), fen_of(line)) << line;
    }
  }
  EXPECT_EQ(fen_of("startpos moves e2e4\ne7e5"), "syntax");  // two lines are not one
  EXPECT_EQ(fen_of("\n"), "syntax");
  const auto bad = read_position_line("\n startpos moves e2e4 e2e4\n");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().offset, 22U);
}

TEST(PositionLine, PliesAreLimited) {
  std::string line = "startpos moves";
  for (int ply = 0; ply + 4 <= kMaxPlies; ply += 4) line += " g1f3 g8f6 f3g1 f6g8";
  line += " g1f3 g8f6 f3g1";
  const auto longest = read_position_line(line);
  ASSERT_TRUE(longest);
  EXPECT_EQ(longest->replay.ply(), kMaxPlies);
  const auto beyond = read_position_line(line + " f6g8");
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, ErrorCode::kLimit);
  EXPECT_EQ(beyond.error().offset, line.size() + 1);
}

TEST(PositionLine, ErrorsPointIntoTheLine) {
  const auto bad_move = read_position_line("startpos moves e2e4 e2e4");
  ASSERT_FALSE(bad_move);
  EXPECT_EQ(bad_move.error().offset, 20U);
  EXPECT_EQ(bad_move.error().code, ErrorCode::kIllegal);
  EXPECT_NE(bad_move.error().detail.find("ply 2"), std::string::npos);
  const auto bad_fen = read_position_line("fen 8/8/8/8/8/8/8/k1K5 x - - 0 1");
  ASSERT_FALSE(bad_fen);
  EXPECT_EQ(bad_fen.error().offset, 23U);
  EXPECT_NE(bad_fen.error().detail.find("turn at 23"), std::string::npos);
  EXPECT_EQ(fen_of("startpos moves 0000"), "unsupported");
  EXPECT_EQ(fen_of("startpos e2e4"), "syntax");
  EXPECT_EQ(fen_of(""), "syntax");
  EXPECT_EQ(fen_of("moves e2e4"), "syntax");
}

TEST(PositionLine, FaultsPointIntoTheLine) {
  const auto r = read_position_line("fen 4k3/8/8/8/8/8/8/4K2R w Q - 0 1 moves h1h2");
  ASSERT_TRUE(r);
  ASSERT_EQ(r->faults.size(), 1U);
  EXPECT_EQ(r->faults[0].offset, 27U);  // the Q
}

TEST(PositionLine, MovesCarryHistory) {
  const auto r = read_position_line("startpos moves g1f3 g8f6 f3g1 f6g8");
  ASSERT_TRUE(r);
  EXPECT_EQ(r->replay.occurrences(), 2);
}

}  // namespace
}  // namespace intarsia::chess
