#include "intarsia/hex/tensor/layouts.h"

#include <gtest/gtest.h>

#include "intarsia/hex/tensor/encode.h"
#include "intarsia/hex/tensor/internal/fact_index.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

using layout::Dtype;
using layout::Layout;
using layout::Order;
using layout::Plan;

std::vector<std::byte> bytes_of(const Plan& plan, const State& s) {
  std::vector<std::byte> out(plan.bytes());
  const Moment moment{&s};
  encode(plan, {&moment, 1}, out.data(), static_cast<std::ptrdiff_t>(out.size()));
  return out;
}

std::vector<float> tensor_of(const Layout& l, std::span<const State> line) {
  const Plan plan = *Plan::make(l, std::nullopt, Dtype::kFloat32);
  std::vector<float> out(plan.elements());
  const Moment moment{&line.back(), static_cast<int>(line.size()) - 1};
  encode(plan, {&moment, 1}, std::as_writable_bytes(std::span(out)).data(), 0);
  return out;
}

Layout layout_of(int n, FrameIndex frame, std::initializer_list<std::string_view> names) {
  Layout l{"test", &catalogue(n), frame, Order::kChw, Dtype::kFloat32, {}};
  for (std::string_view name : names) {
    const auto features = layout::read_features(catalogue(n), name);
    EXPECT_TRUE(features) << name;
    l.features.insert(l.features.end(), features->begin(), features->end());
  }
  return l;
}

// The document's own words: 0 empty, 1 Blue, 2 Red; a channel for each; the player in the third.
TEST(HexLayouts, TheThreeFormsAreWhatTheDocumentSays) {
  test::RandomHex random(11);
  for (int i = 0; i < 400; ++i) {
    const int n = i < kMaxSize ? i + 1 : random.size();
    const Replay r = random.game(n, random.below(static_cast<std::size_t>(cell_count(n)) + 1));
    const auto board = test::board_of(r.position());
    const auto cells = board.size();
    const auto nxn = bytes_of(*Plan::make(layouts(n)[0]), r.state());
    ASSERT_EQ(nxn.size(), cells);
    const auto three = tensor_of(layouts(n)[2], {&r.state(), 1});
    const auto two = tensor_of(layouts(n)[1], {&r.state(), 1});
    for (std::size_t c = 0; c < cells; ++c) {
      const int piece = !board[c] ? 0 : *board[c] == kBlue ? 1 : 2;
      ASSERT_EQ(static_cast<int>(nxn[c]), piece);
      ASSERT_EQ(three[c], piece == 1 ? 1.0F : 0.0F);
      ASSERT_EQ(three[cells + c], piece == 2 ? 1.0F : 0.0F);
      ASSERT_EQ(three[2 * cells + c], r.position().turn() == kRed ? 1.0F : 0.0F);
    }
    ASSERT_TRUE(std::equal(two.begin(), two.end(), three.begin()));
  }
}

TEST(HexLayouts, ShapesAreFunctionsOfTheSize) {
  using Shape = std::vector<std::size_t>;
  EXPECT_EQ(layouts(11)[0].shape(), (Shape{11, 11}));
  EXPECT_EQ(layouts(13)[1].shape(), (Shape{2, 13, 13}));
  EXPECT_EQ(layouts(19)[2].shape(), (Shape{3, 19, 19}));
  EXPECT_EQ(layouts(11)[2].catalogue, &catalogue(11));
  EXPECT_NE(&catalogue(11), &catalogue(13));
  EXPECT_EQ(catalogue(11).facts.data(), catalogue(13).facts.data());
}

TEST(HexFacts, StandWhereTheIndexSays) {
  using namespace internal;  // NOLINT: the index under test
  const auto name = [](int fact) {
    return catalogue(5).facts[static_cast<std::size_t>(fact)].name;
  };
  EXPECT_EQ(name(stones_fact(kOfThem)), "them.stones");
  EXPECT_EQ(name(kTurnPlayer), "turn.player");
  EXPECT_EQ(name(kLastMove), "last_move");
  EXPECT_EQ(name(kPly), "ply");
  EXPECT_EQ(name(edge_fact(kOfRed, 1)), "red.second_edge");
  EXPECT_EQ(name(kBorder), "border");
  EXPECT_EQ(name(kPieceCodes), "codes.piece");
  EXPECT_EQ(name(kMoverCodes), "codes.mover");
}

TEST(HexFacts, SayWhatTheyMean) {
  const auto names = {"occupied", "empty",     "last_move",        "swap.open",       "swap.played",
                      "ply",      "border",    "blue.first_edge",  "red.second_edge", "turn.blue",
                      "ones",     "us.stones", "them.second_edge", "codes.mover"};
  test::RandomHex random(12);
  for (int i = 0; i < 200; ++i) {
    const int n = 1 + random.below(12);
    const Replay r = random.game(n, random.below(static_cast<std::size_t>(cell_count(n)) + 1));
    const Position& p = r.position();
    Layout l{"test", &catalogue(n), kBlueFrame, Order::kChw, Dtype::kFloat32, {}};
    for (const char* name : names) l.features.push_back({*catalogue(n).find(name)});
    const auto t = tensor_of(l, {&r.state(), 1});
    const bool has_swap = r.ply() > 1 && r.moves()[1].is_swap();
    for (int c = 0; c < p.cells(); ++c) {
      const Cell cell = static_cast<Cell>(c);
      const int row = row_of(cell, n);
      const int column = column_of(cell, n);
      const bool is_rim = row == 0 || column == 0 || row == n - 1 || column == n - 1;
      const bool is_ours = p.stones(p.turn()).contains(cell);
      const bool is_theirs = p.stones(!p.turn()).contains(cell);
      const int wanted[] = {!p.is_empty(cell),
                            p.is_empty(cell),
                            r.state().last == cell,
                            r.ply() == 1,
                            has_swap,
                            r.ply(),
                            is_rim,
                            joined_to(p, kBlue, Side::kFirst).contains(cell),
                            joined_to(p, kRed, Side::kSecond).contains(cell),
                            p.turn() == kBlue,
                            1,
                            is_ours,
                            joined_to(p, !p.turn(), Side::kSecond).contains(cell),
                            is_ours     ? 1
                            : is_theirs ? 2
                                        : 0};
      for (std::size_t f = 0; f < std::size(wanted); ++f) {
        ASSERT_EQ(static_cast<int>(t[f * static_cast<std::size_t>(p.cells()) + cell]), wanted[f])
            << std::data(names)[f] << " on " << cell_name(cell, n);
      }
    }
  }
}

TEST(HexFacts, TheMoversViewIsTransposedWhenRedMoves) {
  const int n = 5;
  Replay r{Position(n)};
  r.play(Move(cell_at(1, 3, n)));  // Blue
  const Layout l = layout_of(n, kMoverFrame, {"us.stones", "them.stones", "them.first_edge"});
  const auto red = tensor_of(l, {&r.state(), 1});
  EXPECT_EQ(red[25 + cell_at(3, 1, n)], 1);
  r.play(Move(cell_at(4, 0, n)));  // Red
  const auto blue = tensor_of(l, {&r.state(), 1});
  EXPECT_EQ(blue[cell_at(1, 3, n)], 1);
  EXPECT_EQ(blue[25 + cell_at(4, 0, n)], 1);
  EXPECT_EQ(blue[50 + cell_at(4, 0, n)], 1);  // joined to the left
}

TEST(HexFacts, HistoryIsDrawnInTheViewOfNow) {
  const int n = 4;
  Replay r{Position(n)};
  r.play(Move(cell_at(0, 1, n)));
  r.play(Move(cell_at(2, 3, n)));
  r.play(Move(cell_at(3, 0, n)));  // Red moves now
  const Layout l = layout_of(n, kMoverFrame, {"us.stones@1", "them.stones@1", "them.stones@9"});
  const auto states = r.last_states(l.history());
  const auto t = tensor_of(l, states);
  EXPECT_EQ(t[cell_at(3, 2, n)], 1);       // Red's stone, transposed
  EXPECT_EQ(t[16 + cell_at(1, 0, n)], 1);  // Blue's first
  EXPECT_EQ(std::count(t.begin(), t.end(), 1.0F), 2);
}

TEST(HexFacts, StayInsideTheirRanges) {
  test::for_random_games(60, [](const Replay& r) {
    const int n = r.position().size();
    for (FrameIndex frame : {kBlueFrame, kMoverFrame}) {
      Layout l{"all", &catalogue(n), frame, Order::kFlat, Dtype::kFloat32, {}};
      for (std::size_t f = 0; f < catalogue(n).facts.size(); ++f) {
        l.features.push_back({static_cast<layout::FactId>(f)});
      }
      const auto t = tensor_of(l, {&r.state(), 1});
      std::size_t at = 0;
      for (const layout::Feature& f : l.features) {
        for (std::size_t i = 0; i < l.elements(f); ++i, ++at) {
          ASSERT_GE(t[at], l.fact(f).lo) << l.fact(f).name;
          ASSERT_LE(t[at], l.fact(f).hi) << l.fact(f).name;
        }
      }
    }
  });
}

TEST(HexFacts, ThoseThatDoNotNeedTheTurnDoNotDependOnIt) {
  test::for_random_games(60, [](const Replay& r) {
    const Position& p = r.position();
    const int n = p.size();
    const auto passed = Position::from_stones(n, p.stones(kBlue), p.stones(kRed), !p.turn());
    ASSERT_TRUE(passed);
    for (const layout::Fact& f : catalogue(n).facts) {
      if (f.needs_turn) continue;
      const Layout l = layout_of(n, kBlueFrame, {f.name});
      const State other{*passed, r.state().last};
      ASSERT_EQ(tensor_of(l, {&r.state(), 1}), tensor_of(l, {&other, 1})) << f.name;
    }
  });
}

TEST(HexFacts, OnlySomeLayoutsNeedToKnowWhoMoves) {
  EXPECT_FALSE(depends_on_turn(layouts(11)[0]));
  EXPECT_FALSE(depends_on_turn(layouts(11)[1]));
  EXPECT_TRUE(depends_on_turn(layouts(11)[2]));
  EXPECT_TRUE(depends_on_turn(layout_of(5, kMoverFrame, {"blue.stones"})));
  EXPECT_TRUE(depends_on_turn(layout_of(5, kBlueFrame, {"us.edges"})));
  EXPECT_TRUE(depends_on_turn(layout_of(5, kBlueFrame, {"ply"})));
  EXPECT_FALSE(depends_on_turn(layout_of(5, kBlueFrame, {"last_move", "border", "red.edges"})));
}

}  // namespace
}  // namespace intarsia::hex
