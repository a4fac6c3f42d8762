#include "intarsia/connect4/position.h"

#include <unordered_set>

#include <gtest/gtest.h>

#include "intarsia/connect4/game_line.h"
#include "intarsia/connect4/keys.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

using test::fours_of;

#ifdef INTARSIA_SLOW_BUILD
constexpr int kDepth = 7;
#else
constexpr int kDepth = 10;
#endif

Position after(std::string_view line) { return replay_of(*read_game_line(line)).position(); }

std::uint64_t perft(const Position& p, int depth) {
  const Cells cells = p.legal_cells();
  if (depth == 1) return static_cast<std::uint64_t>(cells.size());
  std::uint64_t count = 0;
  for (Cell c : cells) count += perft(p.after(Move(p.board().column_of(c))), depth - 1);
  return count;
}

TEST(Connect4Position, PerftFromTheEmptyBoardIsThePublishedOne) {
  constexpr std::uint64_t kCounts[] = {7,       49,      343,       2'401,      16'807,
                                       117'649, 823'536, 5'673'234, 39'394'572, 268'031'646};
  for (int depth = 1; depth <= kDepth; ++depth) {
    ASSERT_EQ(perft(Position(), depth), kCounts[depth - 1]) << depth;
  }
}

TEST(Connect4Position, DistinctPositionsWithinSomePliesAreThePublishedNumbers) {
  std::unordered_set<Key> seen = {Position().key()};
  std::vector<Position> last = {Position()};
  for (const std::size_t wanted : {8U, 57U, 295U, 1'415U, 5'678U}) {
    std::vector<Position> next;
    for (const Position& p : last) {
      for (Move m : p.legal_moves()) {
        const Position q = p.after(m);
        if (seen.insert(q.key()).second) next.push_back(q);
      }
    }
    EXPECT_EQ(seen.size(), wanted);
    last = std::move(next);
  }
}

TEST(Connect4Position, DiscsFallToTheLowestEmptyCell) {
  const Position p = after("4453");
  const Board b;
  EXPECT_EQ(p.discs(kFirst), Cells::of(b.cell_at(5, 3)) | Cells::of(b.cell_at(5, 4)));
  EXPECT_EQ(p.discs(kSecond), Cells::of(b.cell_at(4, 3)) | Cells::of(b.cell_at(5, 2)));
  EXPECT_EQ(p.turn(), kFirst);
  EXPECT_EQ(p.landing(Move(3)), b.cell_at(3, 3));
  EXPECT_EQ(p.playable_cells().size(), 7);
}

TEST(Connect4Position, FollowsTheRulesOnEveryBoard) {
  test::for_random_connect4(1'000, [](const Replay& r) {
    for (int ago = 0; ago <= r.ply(); ++ago) {
      const Position& p = r.state(ago).position;
      const Board b = p.board();
      ASSERT_EQ(p.ply(), r.ply() - ago);
      ASSERT_EQ(p.turn(), p.ply() % 2 == 0 ? kFirst : kSecond);
      int open = 0;
      for (int k = 0; k < b.columns(); ++k) {
        const int height = (p.occupied() & b.column_cells(k)).size();
        ASSERT_EQ(p.is_open(Move(k)), height < b.rows());
        if (height == b.rows()) continue;
        ++open;
        ASSERT_EQ(p.landing(Move(k)), b.cell_at(b.rows() - 1 - height, k));
        ASSERT_TRUE(p.playable_cells().contains(p.landing(Move(k))));
      }
      ASSERT_EQ(p.playable_cells().size(), open);
      const bool is_over = ago == 0;
      ASSERT_EQ(p.is_over(), is_over);
      ASSERT_EQ(static_cast<int>(p.legal_moves().size()), p.winner() ? 0 : open);
      ASSERT_EQ(p.legal_cells().size(), p.winner() ? 0 : open);
    }
  });
}

TEST(Connect4Position, WinnersAndTheirCellsAreTheOracles) {
  int wins = 0;
  int draws = 0;
  test::for_random_connect4(4'000, [&](const Replay& r) {
    for (int ago = 0; ago <= r.ply(); ++ago) {
      const Position& p = r.state(ago).position;
      for (Color c : {kFirst, kSecond}) {
        const Cells fours = fours_of(p.discs(c), p.board());
        ASSERT_EQ(p.winner() == c, !fours.empty());
      }
      ASSERT_EQ(p.winning_cells(),
                p.winner() ? fours_of(p.discs(*p.winner()), p.board()) : Cells());
    }
    ++(r.winner() ? wins : draws);
    ASSERT_EQ(r.position().outcome(), r.winner() ? won_by(*r.winner()) : Outcome::kDraw);
  });
  EXPECT_GT(wins, 1'000);
  EXPECT_GT(draws, 1'000);  // boards with sides below four
}

TEST(Connect4Position, ThreatsAreTheEmptyCellsThatWouldWin) {
  test::for_random_connect4(300, [](const Replay& r) {
    for (int ago = 1; ago <= r.ply(); ++ago) {
      const Position& p = r.state(ago).position;
      for (Color c : {kFirst, kSecond}) {
        Cells wanted;
        for (Cell cell : p.empty_cells()) {
          if (!fours_of(p.discs(c) | Cells::of(cell), p.board()).empty()) wanted.insert(cell);
        }
        ASSERT_EQ(p.threats(c), wanted);
      }
    }
  });
}

TEST(Connect4Position, DiscsOfEveryGameMakeItsPositionsAgain) {
  test::for_random_connect4(500, [](const Replay& r) {
    for (int ago = 0; ago <= r.ply(); ++ago) {
      const auto& [p, last] = r.state(ago);
      const auto again = Position::from_discs(p.board(), p.discs(kFirst), p.discs(kSecond));
      ASSERT_TRUE(again) << again.error().detail;
      ASSERT_EQ(*again, p);
      ASSERT_TRUE(!last || p.can_be_last(*last));
    }
  });
}

Error refused(std::initializer_list<const char*> first, std::initializer_list<const char*> second,
              Board b = Board()) {
  std::array<Cells, kColors> discs;
  for (const char* c : first) discs[0].insert(*read_cell_name(c, b));
  for (const char* c : second) discs[1].insert(*read_cell_name(c, b));
  const auto p = Position::from_discs(b, discs[0], discs[1]);
  EXPECT_FALSE(p);
  return p ? Error{} : p.error();
}

TEST(Connect4Position, RefusesDiscsThatNoGameHas) {
  const Board b;
  const auto cell = [b](const char* name) { return std::size_t{*read_cell_name(name, b)}; };
  EXPECT_EQ(refused({"a1"}, {"a1"}).offset, cell("a1"));
  EXPECT_EQ(refused({"a2"}, {}).offset, cell("a2"));
  EXPECT_EQ(refused({"a1", "b1"}, {}).code, ErrorCode::kInvalid);
  EXPECT_EQ(refused({}, {"c1"}).offset, cell("c1"));
  EXPECT_FALSE(Position::from_discs(b, Cells::of(42), {}));
  // First has four, and second has moved since.
  EXPECT_NE(refused({"a1", "b1", "c1", "d1"}, {"a2", "b2", "c2", "e1"}).detail.find("opponent"),
            std::string::npos);
  // Two fours that no one disc completed.
  EXPECT_NE(refused({"a1", "a2", "a3", "a4", "c1", "c2", "c3", "c4"},
                    {"b1", "b2", "b3", "d1", "d2", "d3", "f1"})
                .detail.find("last disc"),
            std::string::npos);
  // A four that lies under a disc.
  EXPECT_FALSE(Position::from_discs(Board(4, 2), Cells(0b1111'0000), Cells(0b0000'1111)));
}

TEST(Connect4Position, LaterPositionsComeFromEarlierOnes) {
  test::RandomConnect4 random(4);
  for (int i = 0; i < 200; ++i) {
    const Replay r = random.game(random.board());
    for (int ago = 0; ago <= r.ply(); ++ago) {
      const Position& p = r.state(ago).position;
      ASSERT_TRUE(comes_from(r.position(), p, ago));
      ASSERT_FALSE(comes_from(r.position(), p, ago + 1));
      ASSERT_EQ(comes_from(p, r.position(), -ago), ago == 0);
    }
  }
  EXPECT_FALSE(comes_from(after("44"), after("5"), 1));
  EXPECT_FALSE(comes_from(after("1"), after("6x5 -"), 1));
}

TEST(Connect4Position, KeysTellApartBoardsAndTurns) {
  std::unordered_set<Key> keys;
  for (const Board b : test::all_boards()) keys.insert(Position(b).key());
  EXPECT_EQ(keys.size(), test::all_boards().size());
  EXPECT_EQ(after("4453").key(), after("5344").key());
  EXPECT_EQ(after("453").key(), after("354").key());
  EXPECT_NE(after("45").key(), after("54").key());
}

// Part of the formats: the keys of data made last year must be those of today.
TEST(Connect4Position, KeysNeverChange) {
  EXPECT_EQ(kKeys.discs[0][0], KeySequence(kKeySeed).next());
  EXPECT_EQ(hex16(Position().key()), "06cde78f692ad5e3");
  EXPECT_EQ(hex16(after("4453").key()), "91656c1374a5b4fc");
  EXPECT_EQ(hex16(after("6x5 335").key()), "6138d6c7c5c429c2");
}

}  // namespace
}  // namespace intarsia::connect4
