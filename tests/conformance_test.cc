// What every game must do, whatever its rules: a new one joins by its name in the list below.

#include <gtest/gtest.h>

#include "intarsia/layout/encode.h"
#include "tests/support/chess_traits.h"
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

using Games = ::testing::Types<ChessTraits, HexTraits>;
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
