#include "intarsia/hex/position_line.h"

#include <gtest/gtest.h>

#include "intarsia/hex/symmetry.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

TEST(HexPositionLine, TheSameGameInEveryFormIsTheSamePosition) {
  const auto words = read_position_line("hex 11 moves a2 swap f6 d4");
  ASSERT_TRUE(words) << words.error().detail;
  for (const char* line :
       {"#11,b1b1f6d4 r", "https://hexworld.org/board/#11c1,a2:sf6d4", "trmph hex,11,b1b1f6d4"}) {
    ASSERT_TRUE(is_position_line(line));
    EXPECT_EQ(read_position_line(line)->position(), words->position()) << line;
  }
  EXPECT_EQ(words->ply(), 4);
  EXPECT_EQ(read_position_line("hex 5")->position(), Position(5));
}

TEST(HexPositionLine, BoardsWithoutAGameAreWrittenAndRead) {
  test::for_random_games(200, [](const Replay& r) {
    const std::string line = to_position_line(r.position());
    const auto again = read_position_line(line);
    ASSERT_TRUE(again) << line;
    ASSERT_EQ(again->position(), r.position()) << line;
    ASSERT_EQ(again->winner(), r.winner());
  });
  EXPECT_EQ(to_position_line(Position(3)), "hex 3 turn blue");
}

TEST(HexPositionLine, AWholeLineReadsBackTurnedToo) {
  test::for_random_games(100, [](const Replay& r) {
    for (const auto& [name, s] : kSymmetries) {
      Replay line(s(r.start()));
      for (Move m : r.moves()) line.play(s(m, r.start().size()));
      for (int plies : {0, line.ply() / 2, line.ply()}) {
        const std::string text = to_position_line(line, plies);
        const auto again = read_position_line(text);
        ASSERT_TRUE(again) << text;
        ASSERT_EQ(again->state(), line.state(line.ply() - plies)) << text;
        ASSERT_EQ(to_position_line(*again, plies), text);
        ASSERT_EQ(peek_size(text), line.start().size());
      }
    }
  });
  EXPECT_EQ(to_position_line(*read_position_line("#5,b1b1c3"), 3), "hex 5 moves a2 swap c3");
}

TEST(HexPositionLine, ASizeIsFoundWithoutReading) {
  for (const char* line : {"#13,a1", " trmph hex,13,zz", "hex 13 moves x", "hex,13,", "#13nc1,a1",
                           "https://hexworld.org/board/#13c1,a2:s", "trmph http://x#13,"}) {
    EXPECT_EQ(peek_size(line), 13) << line;
  }
  for (const char* line : {"", "#", "hex", "hex 27", "a1", "hex x", "startpos"}) {
    EXPECT_EQ(peek_size(line), std::nullopt) << line;
  }
}

TEST(HexPositionLine, TheTurnIsSaidOrAskedFor) {
  EXPECT_FALSE(read_position_line("hex 5 blue a1 red b2"));
  EXPECT_EQ(read_position_line("hex 5 blue a1 turn infer")->position().turn(), kRed);
  EXPECT_EQ(read_position_line("hex 5 blue a1 red b2 turn infer").error().code,
            ErrorCode::kAmbiguous);
  EXPECT_EQ(read_position_line("hex 5 red b2 turn red moves a1")->position().count(kRed), 2);
}

TEST(HexPositionLine, RefusesWithAPlace) {
  for (const auto& [line, offset] : std::initializer_list<std::pair<const char*, std::size_t>>{
           {"hex", 3},
           {"hex 0", 4},
           {"hex 5 move a1", 6},
           {"hex 5 moves a1 a1", 15},
           {"hex 5 moves swap", 12},
           {"hex 5 moves a1b2", 12},
           {"hex 5 blue a1 red a1 turn blue", 18},
           {"hex 5 turn green", 11},
           {"hex 5 turn red first", 20},
           {"hex 5 turn red first 1", 21},
           {"hex 1 moves a1 swap", 15},
           {"hex 5 turn blue junk", 16}}) {
    const auto r = read_position_line(line);
    ASSERT_FALSE(r) << line;
    EXPECT_EQ(r.error().offset, offset) << line;
  }
}

TEST(HexPositionLine, ChessLinesAreNotMeant) {
  EXPECT_FALSE(is_position_line("startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 Qxf7#"));
  EXPECT_FALSE(is_position_line("8/8/8/8/8/8/8/k1K5 w - - 0 1"));
  for (const char* other :
       {"", "#", "#include <vector>", "## 11", "color:#333;", "a#b", "http://#"}) {
    EXPECT_FALSE(is_position_line(other)) << other;
  }
}

TEST(HexPositionLine, WhiteSpaceAroundItNeverMatters) {
  for (const std::string line :
       {"hex 5 moves a1", "#5,a1 b", "hex,5,a1", "https://x.org/#5nc1,a1"}) {
    const std::string text = "\t\n " + line + " \r\n";
    EXPECT_TRUE(is_position_line(text)) << line;
    EXPECT_EQ(peek_size(text), 5) << line;
    const auto replay = read_position_line(text);
    ASSERT_TRUE(replay) << line << ": " << replay.error().detail;
    EXPECT_EQ(replay->ply(), 1) << line;
  }
  EXPECT_EQ(read_position_line(" hex 5 moves z9\n").error().offset, 13U);
}

}  // namespace
}  // namespace intarsia::hex
