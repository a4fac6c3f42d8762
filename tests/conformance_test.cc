// What every game must do, whatever its rules: a new one joins by its name in the list below.

#include <algorithm>

#include <gtest/gtest.h>

#include "intarsia/layout/encode.h"
#include "tests/support/chess_traits.h"
#include "tests/support/connect4_traits.h"
#include "tests/support/hex_traits.h"

namespace intarsia::test {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr int kGames = 30;
#else
constexpr int kGames = 300;
#endif
constexpr int kMaxPlies = 200;

template <class Traits>
class GameConformance : public ::testing::Test {
 protected:
  using Replay = typename Traits::Replay;
  using Move = typename Traits::Move;
  using State = typename Traits::State;

  // Random games to their end; visit(replay, next) before every move.
  template <class Visit>
  void play_games(Visit visit, int games = kGames) {
    for (int i = 0; i < games && !this->HasFatalFailure(); ++i) {
      Replay r = traits_.start();
      while (r.ply() < kMaxPlies) {
        const std::vector<Move> moves = Traits::moves(r);
        if (moves.empty()) break;
        const Move next = moves[static_cast<std::size_t>(traits_.below(moves.size()))];
        visit(static_cast<const Replay&>(r), next);
        r.play(next);
      }
      finished_.push_back(r);
    }
  }
  void play_games() {
    play_games([](const Replay&, Move) {});
  }

  static std::vector<std::byte> encoded(const layout::Plan& plan, const std::vector<State>& line) {
    std::vector<std::byte> out(plan.bytes());
    const typename Traits::Moment moment{&line.back(), static_cast<int>(line.size()) - 1};
    encode(plan, std::span(&moment, 1), out.data(), static_cast<std::ptrdiff_t>(out.size()));
    return out;
  }

  Traits traits_{2026};
  std::vector<Replay> finished_;
};

using Games = ::testing::Types<ChessTraits, HexTraits, Connect4Traits>;
TYPED_TEST_SUITE(GameConformance, Games);

TYPED_TEST(GameConformance, UndoGoesBackThroughEveryState) {
  this->play_games();
  for (const auto& finished : this->finished_) {
    auto r = finished;
    for (int ago = 0; ago < finished.ply(); ++ago) {
      ASSERT_TRUE(TypeParam::is_same(r.state(), finished.state(ago)));
      ASSERT_TRUE(r.undo());
    }
    ASSERT_FALSE(r.undo());
    for (const auto m : finished.moves()) r.play(m);
    ASSERT_TRUE(TypeParam::is_same(r.state(), finished.state()));
  }
}

TYPED_TEST(GameConformance, TheKeyThatFollowedIsTheKeyFromNothing) {
  this->play_games(
      [](const auto& r, auto) { ASSERT_EQ(TypeParam::key(r), TypeParam::fresh_key(r)); });
}

TYPED_TEST(GameConformance, RecordsComeBack) {
  this->play_games(
      [](const auto& r, auto next) { ASSERT_TRUE(TypeParam::survives_record(r, next)); });
}

TYPED_TEST(GameConformance, TensorsOfEveryLayoutComeBack) {
  const auto check = [this](const auto& r, auto) {
    if (r.ply() % 7 != 0) return;
    for (const layout::Layout& l : TypeParam::layouts(r)) {
      const auto plan = layout::Plan::make(l);
      ASSERT_TRUE(plan);
      const auto tensor = this->encoded(*plan, r.last_states(l.history()));
      std::vector<typename TypeParam::State> line;
      const auto error = TypeParam::read(*plan, tensor.data(), r, line);
      ASSERT_FALSE(error) << l.id << ": " << error->detail;
      ASSERT_EQ(this->encoded(*plan, line), tensor) << l.id;
    }
  };
  this->play_games(check, kGames / 10);
}

// A layout of the facts `first` to `end` - 1.
layout::Layout layout_of(const layout::Catalogue& c, layout::FrameId frame, std::size_t first,
                         std::size_t end) {
  layout::Layout l{.id = "test",
                   .catalogue = &c,
                   .frame = frame,
                   .order = layout::Order::kFlat,
                   .dtype = layout::Dtype::kFloat32,
                   .features = {}};
  for (std::size_t f = first; f < end; ++f) {
    l.features.push_back({static_cast<layout::FactId>(f)});
  }
  return l;
}

TYPED_TEST(GameConformance, AFactIsTheSameAloneAndAmongAllOthers) {
  const auto check = [this](const auto& r, auto) {
    if (r.ply() % 9 != 0) return;
    const layout::Catalogue& c = *TypeParam::layouts(r)[0].catalogue;
    for (layout::FrameId frame = 0; frame < c.frames.size(); ++frame) {
      const auto every = layout::Plan::make(layout_of(c, frame, 0, c.facts.size()));
      const auto all = this->encoded(*every, r.last_states(0));
      auto at = all.begin();
      for (std::size_t f = 0; f < c.facts.size(); ++f) {
        const auto plan = layout::Plan::make(layout_of(c, frame, f, f + 1));
        const auto alone = this->encoded(*plan, r.last_states(0));
        ASSERT_TRUE(std::equal(alone.begin(), alone.end(), at)) << c.facts[f].name;
        at += static_cast<std::ptrdiff_t>(alone.size());
      }
      ASSERT_EQ(at, all.end());
    }
  };
  this->play_games(check, kGames / 30);
}

TYPED_TEST(GameConformance, FactsHavePartnersOfTheSameKindAndRange) {
  const auto facts = TypeParam::layouts(this->traits_.start())[0].catalogue->facts;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const layout::Fact& f = facts[i];
    const layout::Fact& partner = facts[f.partner];
    EXPECT_EQ(f.id, i) << f.name;
    EXPECT_EQ(partner.partner, f.id) << f.name;
    EXPECT_EQ(partner.kind, f.kind) << f.name;
    EXPECT_EQ(partner.lo, f.lo) << f.name;
    EXPECT_EQ(partner.hi, f.hi) << f.name;
    EXPECT_EQ(partner.needs_turn, f.needs_turn) << f.name;
    EXPECT_EQ(partner.is_derived, f.is_derived) << f.name;
  }
}

TYPED_TEST(GameConformance, TextsComeBack) {
  this->play_games();
  for (const auto& r : this->finished_) {
    for (const std::string& text : TypeParam::texts(r)) {
      const auto again = TypeParam::read_text(text, r);
      ASSERT_TRUE(again) << text << '\n' << again.error().detail;
      ASSERT_TRUE(TypeParam::is_same(again->state(), r.state())) << text;
      ASSERT_EQ(again->moves(), r.moves()) << text;
    }
  }
}

}  // namespace
}  // namespace intarsia::test
