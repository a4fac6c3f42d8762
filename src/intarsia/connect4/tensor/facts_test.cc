#include "intarsia/connect4/tensor/facts.h"

#include <gtest/gtest.h>

#include "intarsia/connect4/game_line.h"
#include "tests/support/connect4_layouts.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

using test::connect4_layout;
using test::numbers_of;

TEST(Connect4Facts, AreThoseOfTheSpecification) {
  std::vector<std::string_view> names;
  for (const layout::Fact& f : catalogue(76).facts) names.push_back(f.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{
                       "first.discs", "second.discs", "us.discs", "them.discs", "occupied", "empty",
                       "playable", "turn.first", "turn.second", "turn.sign", "ply", "last_move",
                       "codes.signed", "ones", "zeros", "us.threats", "them.threats", "winning"}));
  for (const layout::Fact& f : catalogue(76).facts) {
    const bool is_derived = f.name.ends_with("threats") || f.name == "winning";
    EXPECT_EQ(f.is_derived, is_derived) << f.name;
  }
}

// What a fact says of a cell, by the rules.
int wanted(std::string_view fact, const State& s, Cell c) {
  const Position& p = s.position;
  const Color us = p.turn();
  const auto has = [&](Color color) { return p.discs(color).contains(c) ? 1 : 0; };
  const auto wins = [&](Color color) {
    return p.is_empty(c) && test::fours_of(p.discs(color) | Cells::of(c), p.board()).contains(c);
  };
  if (fact == "first.discs") return has(kFirst);
  if (fact == "second.discs") return has(kSecond);
  if (fact == "us.discs") return has(us);
  if (fact == "them.discs") return has(!us);
  if (fact == "occupied") return !p.is_empty(c);
  if (fact == "empty") return p.is_empty(c);
  if (fact == "playable") {
    const int below = c + p.board().columns();
    return p.is_empty(c) && (below >= p.cells() || !p.is_empty(static_cast<Cell>(below)));
  }
  if (fact == "turn.first") return us == kFirst;
  if (fact == "turn.second") return us == kSecond;
  if (fact == "turn.sign") return us == kFirst ? 1 : -1;
  if (fact == "ply") return p.ply();
  if (fact == "last_move") return s.last == c;
  if (fact == "codes.signed") return has(kFirst) - has(kSecond);
  if (fact == "ones") return 1;
  if (fact == "zeros") return 0;
  if (fact == "us.threats") return wins(us);
  if (fact == "them.threats") return wins(!us);
  if (fact == "winning") return test::fours_of(p.discs(!us), p.board()).contains(c);
  ADD_FAILURE() << fact;
  return -1;
}

TEST(Connect4Facts, SayWhatTheyMeanInsideTheirRanges) {
  test::for_random_connect4(200, [](const Replay& r) {
    const Board b = r.start().board();
    for (FrameIndex frame : {kFirstFrame, kMoverFrame}) {
      const layout::Layout l = test::whole_connect4_layout(b, frame, {0});
      for (int ago = 0; ago <= r.ply(); ago += 5) {
        const State& s = r.state(ago);
        const auto t = numbers_of(l, {&s, 1});
        for (std::size_t i = 0; i < t.size(); ++i) {
          const layout::Fact& f = l.fact(l.features[i / b.cells()]);
          const Cell c = static_cast<Cell>(i % b.cells());
          ASSERT_EQ(t[i], wanted(f.name, s, c)) << f.name << " on " << cell_name(c, b);
          ASSERT_GE(t[i], f.lo) << f.name;
          ASSERT_LE(t[i], f.hi) << f.name;
        }
      }
    }
  });
}

TEST(Connect4Facts, AWonBoardShowsItsFour) {
  const Replay r = replay_of(*read_game_line("1212121"));
  const Board b;
  const auto t =
      numbers_of(connect4_layout(b, kFirstFrame, {"winning", "playable"}), {&r.state(), 1});
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 7; ++column) {
      ASSERT_EQ(t[b.cell_at(row, column)], column == 0 && row >= 2 ? 1 : 0);
    }
  }
  EXPECT_EQ(std::count(t.begin() + 42, t.end(), 1.0F), 7);
}

TEST(Connect4Facts, HistoryIsDrawnInTheViewOfNow) {
  const Replay r = replay_of(*read_game_line("445"));  // second moves now
  const Board b;
  const auto t =
      numbers_of(connect4_layout(b, kMoverFrame,
                                 {"us.discs@1", "them.discs@1", "turn.second@1", "them.discs@9"}),
                 r.last_states(9));
  EXPECT_EQ(t[b.cell_at(4, 3)], 1);       // second's d2 is ours
  EXPECT_EQ(t[42 + b.cell_at(5, 3)], 1);  // first's d1 theirs
  EXPECT_EQ(t[84], 0);                    // first moved then
  EXPECT_EQ(std::count(t.begin(), t.end(), 1.0F), 2);
}

TEST(Connect4Facts, OnlySomeLayoutsDependOnWhoMoves) {
  const auto depends = [](std::string_view name) {
    return depends_on_turn(connect4_layout(Board(), kMoverFrame, {name}));
  };
  for (const char* name : {"us.discs", "them.discs", "turn.first", "turn.sign", "threats"}) {
    EXPECT_TRUE(depends(name)) << name;
  }
  for (const char* name :
       {"discs", "occupied", "playable", "ply", "last_move", "codes.signed", "winning", "ones"}) {
    EXPECT_FALSE(depends(name)) << name;
  }
}

}  // namespace
}  // namespace intarsia::connect4
