#include "intarsia/connect4/position_line.h"

#include <gtest/gtest.h>

#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

TEST(Connect4PositionLine, TheSameGameInEveryFormIsTheSamePosition) {
  const auto digits = read_position_line("connect4 4453");
  ASSERT_TRUE(digits) << digits.error().detail;
  EXPECT_EQ(digits->ply(), 4);
  for (const char* line :
       {"connect4 moves 4 4 5 3", "connect4 7x6 4453", " \tconnect4  7x6   moves 4 4 5 3 \r\n",
        "connect4 first d1 e1 second c1 d2", "connect4 first e1 d1 second d2 c1 turn first",
        "connect4 first d1 e1 second d2 turn second moves 3"}) {
    ASSERT_TRUE(is_position_line(line));
    const auto again = read_position_line(line);
    ASSERT_TRUE(again) << line << ": " << again.error().detail;
    EXPECT_EQ(again->position(), digits->position()) << line;
  }
  EXPECT_EQ(read_position_line("connect4")->position(), Position());
  EXPECT_EQ(read_position_line("connect4 6x5")->position(), Position(Board(6, 5)));
  EXPECT_EQ(read_position_line("connect4 6x5 33")->position(),
            read_position_line("connect4 6x5 moves 3 3")->position());
}

TEST(Connect4PositionLine, BoardsWithoutAGameAreWrittenAndRead) {
  test::for_random_connect4(300, [](const Replay& r) {
    for (int ago = 0; ago <= r.ply(); ago += 3) {
      const Position& p = r.state(ago).position;
      const auto again = read_position_line(to_position_line(p));
      ASSERT_TRUE(again) << to_position_line(p) << ": " << again.error().detail;
      ASSERT_EQ(again->position(), p) << to_position_line(p);
    }
  });
  EXPECT_EQ(to_position_line(Position()), "connect4");
  EXPECT_EQ(to_position_line(Position(Board(6, 5))), "connect4 6x5");
  EXPECT_EQ(to_position_line(read_position_line("connect4 6x5 335")->position()),
            "connect4 6x5 first c1 e1 second c2 turn second");
}

TEST(Connect4PositionLine, AWholeLineReadsBack) {
  test::RandomConnect4 random(62);
  for (int i = 0; i < 500; ++i) {
    const Replay played = random.some_game(random.board());
    const int from = random.below(static_cast<std::size_t>(played.ply()) + 1);
    Replay line(played.state(played.ply() - from).position);  // from some position on
    for (int ply = from; ply < played.ply(); ++ply) line.play(played.moves()[ply]);
    for (const MoveText form : {MoveText::kDigits, MoveText::kWords}) {
      for (int plies : {0, line.ply() / 2, line.ply()}) {
        const std::string text = to_position_line(line, plies, form);
        const auto again = read_position_line(text);
        ASSERT_TRUE(again) << text << ": " << again.error().detail;
        ASSERT_EQ(again->state(), line.state(line.ply() - plies)) << text;
        ASSERT_EQ(to_position_line(*again, plies, form), text);
        ASSERT_EQ(peek_size(text), line.start().size());
      }
    }
  }
  const auto line = read_position_line("connect4 moves 4 4 5");
  EXPECT_EQ(to_position_line(*line, 3), "connect4 445");
  EXPECT_EQ(to_position_line(*line, 3, MoveText::kWords), "connect4 moves 4 4 5");
}

TEST(Connect4PositionLine, ASizeIsFoundWithoutReading) {
  EXPECT_EQ(peek_size("connect4"), 76);
  EXPECT_EQ(peek_size(" connect4 junk"), 76);
  EXPECT_EQ(peek_size("connect4 6x5 moves 9 9"), 65);
  for (const char* line : {"", "connect5", "6x5", "connect4 9x9", "connect4 x", "connect44"}) {
    EXPECT_EQ(peek_size(line), std::nullopt) << line;
  }
}

TEST(Connect4PositionLine, RefusesWithAPlace) {
  for (const auto& [line, offset] : std::initializer_list<std::pair<const char*, std::size_t>>{
           {"", 0},
           {"hex 5", 0},
           {"  connect5", 2},
           {"connect4 junk", 9},
           {"connect4 10x5", 9},
           {" connect4 7x", 10},
           {"connect4 4453 4", 14},
           {"connect4 4453 6x5", 14},
           {"connect4 44a", 11},
           {"connect4 48", 10},
           {"connect4 1111111", 15},
           {"connect4 12121213", 16},
           {"connect4 moves 44", 15},
           {"connect4 moves 4 x", 17},
           {"connect4 moves 1 1 1 1 1 1 1", 27},
           {"connect4 6x5 moves 7", 19},
           {"connect4 first d2", 15},
           {"connect4 first d1 second d1", 25},
           {"connect4 first d1 e1", 15},
           {"connect4 second d1", 16},
           {"connect4 first d1 junk", 18},
           {"connect4 first h1", 15},
           {"connect4 first d1 turn", 22},
           {"connect4 first d1 turn first", 23},
           {"connect4 first d1 turn second 4", 30},
           {"connect4 first d1 first e1", 18},
           {"connect4 first a1 b1 c1 d1 second a2 b2 c2 e1", 15},
           {"connect4 turn second", 14}}) {
    const auto r = read_position_line(line);
    ASSERT_FALSE(r) << line;
    EXPECT_EQ(r.error().offset, offset) << line << ": " << r.error().detail;
    EXPECT_FALSE(r.error().detail.empty());
  }
}

TEST(Connect4PositionLine, LinesOfOtherGamesAreNotMeant) {
  for (const char* line : {"startpos", "hex 11 moves a1", "4453", "connect44 1", ""}) {
    EXPECT_FALSE(is_position_line(line)) << line;
  }
}

}  // namespace
}  // namespace intarsia::connect4
