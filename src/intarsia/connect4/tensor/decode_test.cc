#include "intarsia/connect4/tensor/decode.h"

#include <cmath>

#include <gtest/gtest.h>

#include "intarsia/connect4/game_line.h"
#include "tests/support/connect4_layouts.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

using layout::Dtype;
using layout::Layout;
using layout::Order;
using layout::Plan;
using test::connect4_layout;
using test::encoded;
using Tensor = std::vector<std::byte>;

TEST(Connect4Decode, GivesBackTheStateInEveryLayoutOrderAndType) {
  test::RandomConnect4 random(21);
  const auto boards = test::all_boards();
  for (std::size_t i = 0; i < 4 * boards.size(); ++i) {
    const Replay r = random.some_game(boards[i % boards.size()]);
    for (const Layout& l : test::connect4_layouts(r.start().board())) {
      for (const auto order : {Order::kChw, Order::kHwc, Order::kFlat}) {
        for (const Dtype dtype : {Dtype::kFloat32, Dtype::kFloat16, Dtype::kInt8}) {
          const auto plan = Plan::make(l, order, dtype);
          ASSERT_TRUE(plan) << plan.error().detail;
          const Tensor tensor = encoded(*plan, r.last_states(l.history()));
          Decoder decoder(*plan);
          const auto plies = decoder.decode(tensor.data());
          ASSERT_TRUE(plies) << l.id << ": " << plies.error().detail;
          ASSERT_EQ(plies->front().state->position, r.position()) << l.id;
          ASSERT_EQ(plies->front().turn, r.position().turn());
          if (l.id == "all") {
            ASSERT_EQ(*plies->front().state, r.state());
          }
          std::vector<State> again;
          ASSERT_FALSE(line_of(*plies, l, again));
          ASSERT_EQ(encoded(*plan, again), tensor) << l.id;
        }
      }
    }
  }
}

TEST(Connect4Decode, ConvertsBetweenTheLayoutsInAllDirections) {
  test::RandomConnect4 random(22);
  for (const Board b : test::all_boards()) {
    const Replay r = random.some_game(b);
    const std::span<const State> line(&r.state(), 1);
    for (const Layout& l : layouts(b.size())) {
      for (const Layout& other : layouts(b.size())) {
        const Plan from = *Plan::make(l);
        const Plan to = *Plan::make(other);
        const Tensor in = encoded(from, line);
        Decoder decoder(from);
        std::vector<State> states;
        ASSERT_FALSE(line_of(*decoder.decode(in.data()), other, states));
        ASSERT_EQ(encoded(to, states), encoded(to, line)) << l.id << " to " << other.id;
      }
    }
  }
}

// The number of discs shows who moves; what the caller says must agree.
TEST(Connect4Decode, TheTurnFollowsFromTheDiscs) {
  for (const char* game : {"-", "4", "44", "445"}) {
    const Replay r = replay_of(*read_game_line(game));
    const Color turn = r.position().turn();
    for (const Layout& l : layouts(76)) {
      const Plan plan = *Plan::make(l);
      const Tensor t = encoded(plan, {&r.state(), 1});
      Decoder decoder(plan);
      EXPECT_EQ(decoder.decode(t.data())->front().turn, turn) << l.id << ' ' << game;
      EXPECT_TRUE(decoder.decode(t.data(), {.turn = turn}));
      EXPECT_EQ(decoder.decode(t.data(), {.turn = !turn}).error().code, ErrorCode::kInvalid);
    }
  }
}

class Connect4DecodeFaults : public ::testing::Test {
 protected:
  static constexpr std::size_t kCells = 42;

  // The position after 4 4 5, in one of the built-in layouts or of these facts.
  std::vector<float> tensor(const Layout& l) {
    plan_ = *Plan::make(l, std::nullopt, Dtype::kFloat32);
    return test::numbers_of(l, line_);
  }
  Error refused(const std::vector<float>& t, const TurnChoice& choice = {}) {
    Decoder decoder(*plan_);
    const auto plies = decoder.decode(std::as_bytes(std::span(t)).data(), choice);
    EXPECT_FALSE(plies);
    return plies ? Error{} : plies.error();
  }

  bool is_accepted(const std::vector<float>& t) {
    Decoder decoder(*plan_);
    return static_cast<bool>(decoder.decode(std::as_bytes(std::span(t)).data()));
  }

  std::vector<State> line_ = replay_of(*read_game_line("445")).last_states(3);
  std::optional<Plan> plan_;
};

TEST_F(Connect4DecodeFaults, DiscsThatNoGameHasAreNamedByTheirCell) {
  auto t = tensor(layouts(76)[1]);
  t[kCells + 38] = 1;  // d1 is first's
  EXPECT_EQ(refused(t).offset, 4 * (kCells + 38));
  t = tensor(layouts(76)[1]);
  t[0] = 1;  // in the air
  EXPECT_EQ(refused(t).offset, 0U);
  EXPECT_NE(refused(t).detail.find("row 0, column 0"), std::string::npos) << refused(t).detail;
  t = tensor(layouts(76)[1]);
  t[35] = t[36] = 1;  // too many
  EXPECT_NE(refused(t).detail.find("one more"), std::string::npos) << refused(t).detail;
  t = tensor(layouts(76)[0]);
  t[35] = t[36] = 1;
  EXPECT_NE(refused(t).detail.find("numbers of discs"), std::string::npos) << refused(t).detail;
}

TEST_F(Connect4DecodeFaults, OtherValuesAreRefused) {
  for (float bad : {0.5F, 2.0F, -1.0F, NAN, INFINITY}) {
    auto t = tensor(layouts(76)[0]);
    t[3] = bad;
    EXPECT_EQ(refused(t).offset, 12U) << bad;
  }
  for (float bad : {2.0F, -2.0F, 0.5F, NAN}) {
    auto t = tensor(layouts(76)[2]);
    t[3] = bad;
    EXPECT_EQ(refused(t).offset, 12U) << bad;
  }
  auto t = tensor(layouts(76)[1]);
  t[2 * kCells + 11] = 0;
  EXPECT_EQ(refused(t).offset, 4 * (2 * kCells + 11));
}

TEST_F(Connect4DecodeFaults, EveryOtherPlaneMustAgreeWithTheDiscs) {
  for (const char* name :
       {"turn.first", "turn.second", "turn.sign", "ply", "occupied", "empty", "playable", "threats",
        "winning", "ones", "zeros", "us.discs", "them.discs", "codes.signed"}) {
    Layout l = connect4_layout(Board(), kFirstFrame, {"discs", name});
    const auto good = tensor(l);
    for (std::size_t plane = 2; plane < l.features.size(); ++plane) {
      auto t = good;
      for (std::size_t c = 0; c < kCells; ++c) t[plane * kCells + c] = t[plane * kCells + c] == 0;
      refused(t);
    }
  }
}

TEST_F(Connect4DecodeFaults, TheLastMoveIsOnTopAndTheOpponents) {
  const Layout l = connect4_layout(Board(), kFirstFrame, {"discs", "last_move"});
  const auto good = tensor(l);
  for (std::size_t cell : {std::size_t{38}, std::size_t{31}, std::size_t{0}}) {  // d1, d2, a6
    auto t = good;
    std::fill(t.begin() + 2 * kCells, t.end(), 0.0F);
    t[2 * kCells + cell] = 1;
    EXPECT_EQ(refused(t).offset, 4 * (2 * kCells + cell));
  }
  // A won board: the last disc is one without which there is no four.
  line_ = replay_of(*read_game_line("7172737")).last_states(0);
  auto won = tensor(l);
  won[2 * kCells + 20] = 0;  // g4
  EXPECT_TRUE(is_accepted(won));
  won[2 * kCells + 41] = 1;  // g1
  refused(won);
}

TEST_F(Connect4DecodeFaults, EarlierPliesMustLeadToLaterOnes) {
  const Layout l =
      connect4_layout(Board(), kMoverFrame, {"discs", "last_move", "discs@1", "mover.discs@2"});
  const auto good = tensor(l);
  EXPECT_TRUE(is_accepted(good));
  auto t = good;
  t[3 * kCells + 38] = 0;  // one ply before, d1 and d2 lay there: now b1 and d2
  t[3 * kCells + 31] = 0;
  t[3 * kCells + 36] = 1;
  t[4 * kCells + 31] = 0;
  t[4 * kCells + 38] = 1;
  EXPECT_NE(refused(t).detail.find("does not come"), std::string::npos) << refused(t).detail;
  t = good;
  t[4 * kCells + 31] = 0;  // a disc is missing
  EXPECT_NE(refused(t).detail.find("number of discs"), std::string::npos) << refused(t).detail;
  t = good;
  std::fill(t.begin() + 3 * kCells, t.begin() + 5 * kCells, 0.0F);  // not known, but the one before
  EXPECT_NE(refused(t).detail.find("later ply is not"), std::string::npos) << refused(t).detail;
}

// Planes at random never decode to something that encodes to other planes.
TEST(Connect4Decode, HostileTensorsAreRefusedOrComeBack) {
  test::RandomConnect4 random(23);
  int accepted = 0;
  for (int i = 0; i < 3'000; ++i) {
    const Replay r = random.some_game(random.board());
    for (const Layout& l : test::connect4_layouts(r.start().board())) {
      const Plan plan = *Plan::make(l, std::nullopt, Dtype::kInt8);
      Tensor t = encoded(plan, r.last_states(l.history()));
      for (int changes = random.below(4); changes >= 0; --changes) {
        std::byte& e = t[static_cast<std::size_t>(random.below(t.size()))];
        e = e == std::byte{0} ? std::byte{1} : std::byte{0};
      }
      Decoder decoder(plan);
      const auto plies = decoder.decode(t.data());
      if (!plies) {
        ASSERT_LT(plies.error().offset, t.size());
        ASSERT_FALSE(plies.error().detail.empty());
        continue;
      }
      std::vector<State> line;
      ASSERT_FALSE(line_of(*plies, l, line));
      ASSERT_EQ(encoded(plan, line), t) << l.id;
      ++accepted;
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace intarsia::connect4
