// Real games, move by move: their SAN is read, and written back letter by letter.

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/game.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/san.h"
#include "tests/support/data.h"

namespace intarsia::chess {
namespace {

TEST(RealGames, SanIsReadAndWrittenBackAsItStood) {
  int plies = 0;
  for (const std::string& line : test::data_lines("games/lichess.san")) {
    Replay r;
    TextCursor in(line);
    for (std::string_view san = in.word(); !san.empty(); san = in.word()) {
      const auto m = read_san(r.position(), san);
      ASSERT_TRUE(m) << m.error().detail << ' ' << to_fen(r.position());
      ASSERT_EQ(to_san(r.position(), *m), san) << to_fen(r.position());
      ASSERT_TRUE(legal_moves(r.position()).contains(*m));
      r.play(*m);
      ++plies;
    }
  }
  EXPECT_GT(plies, 10'000);
}

}  // namespace
}  // namespace intarsia::chess
