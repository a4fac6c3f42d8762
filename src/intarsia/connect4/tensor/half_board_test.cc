// Layouts that do not show all discs.

#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/connect4/game_line.h"
#include "intarsia/connect4/tensor/decode.h"
#include "tests/support/connect4_layouts.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

using layout::Layout;
using layout::Plan;
using test::connect4_layout;
using test::encoded;
using Tensor = std::vector<std::byte>;

TEST(Connect4HalfBoard, IsNoPosition) {
  const Replay r = replay_of(*read_game_line("445"));
  const Plan plan = *Plan::make(connect4_layout(Board(), kFirstFrame, {"first.discs"}));
  const Tensor t = encoded(plan, {&r.state(), 1});
  Decoder decoder(plan);
  const auto plies = decoder.decode(t.data());
  ASSERT_TRUE(plies);
  EXPECT_FALSE(plies->front().state);
  EXPECT_FALSE(plies->front().turn);
  EXPECT_EQ(plies->front().discs[0], r.position().discs(kFirst));
  EXPECT_EQ(decoder.decode(t.data(), {.turn = kSecond})->front().turn, kSecond);
  std::vector<State> line;
  EXPECT_TRUE(line_of(*plies, plan.layout(), line));
}

TEST(Connect4HalfBoard, OursAloneNeedToBeToldWhoMoves) {
  const Replay r = replay_of(*read_game_line("445"));
  for (const char* names : {"us.discs", "them.discs"}) {
    const Plan plan = *Plan::make(connect4_layout(Board(), kMoverFrame, {names}));
    const Tensor t = encoded(plan, {&r.state(), 1});
    Decoder decoder(plan);
    EXPECT_EQ(decoder.decode(t.data()).error().code, ErrorCode::kAmbiguous);
    const auto plies = decoder.decode(t.data(), {.turn = kSecond});
    ASSERT_TRUE(plies);
    const Color c = names == std::string_view("us.discs") ? kSecond : kFirst;
    EXPECT_EQ(plies->front().discs[index(c)], r.position().discs(c));
  }
  // With the other player's discs and the number of all, they are a whole board.
  const Plan plan =
      *Plan::make(connect4_layout(Board(), kFirstFrame, {"us.discs", "first.discs", "ply"}));
  const Tensor t = encoded(plan, {&r.state(), 1});
  Decoder decoder(plan);
  EXPECT_EQ(decoder.decode(t.data())->front().state->position, r.position());
}

// Half a board, shown twice: what one plane says the others must say too.
TEST(Connect4HalfBoard, MustAgreeWithItself) {
  const Replay r = replay_of(*read_game_line("4453"));
  for (const auto& names : std::vector<std::vector<std::string_view>>{
           {"first.discs", "us.discs", "turn.first", "turn.second", "turn.sign"},
           {"first.discs", "occupied", "empty", "playable", "ply"},
           {"second.discs", "empty", "playable", "last_move"},
           {"occupied", "turn.second", "last_move"},
           {"first.discs", "ply", "turn.first", "winning"},
           {"us.discs", "turn.first", "occupied", "us.threats"}}) {
    const Plan plan = *Plan::make(connect4_layout(Board(), kFirstFrame, names));
    const Tensor good = encoded(plan, {&r.state(), 1});
    Decoder decoder(plan);
    const auto plies = decoder.decode(good.data());
    ASSERT_TRUE(plies) << names[0] << ' ' << names[1] << ": " << plies.error().detail;
    for (std::size_t plane = 0; plane < names.size(); ++plane) {
      Tensor t = good;
      for (std::size_t c = 0; c < 42; ++c) {  // the plane turned over
        float value = 0;
        std::memcpy(&value, t.data() + 4 * (plane * 42 + c), 4);
        value = names[plane] == "ply" ? value + 1 : 1 - value;
        std::memcpy(t.data() + 4 * (plane * 42 + c), &value, 4);
      }
      EXPECT_FALSE(decoder.decode(t.data())) << names[0] << ' ' << names[plane];
    }
  }
}

TEST(Connect4HalfBoard, OfEveryGameIsRead) {
  test::for_random_connect4(300, [](const Replay& r) {
    for (const auto& names : std::vector<std::vector<std::string_view>>{
             {"first.discs", "last_move", "winning", "threats", "turn.sign"},
             {"second.discs", "occupied", "playable", "ply", "threats", "winning", "last_move"},
             {"us.discs", "empty", "us.threats", "them.threats", "playable"},
             {"playable", "ply@1", "winning", "last_move"},
             {"occupied", "last_move", "occupied@1", "first.discs@2"}}) {
      const Layout l = connect4_layout(r.start().board(), kMoverFrame, names);
      const Plan plan = *Plan::make(l);
      for (int ago = 0; ago <= r.ply(); ago += 3) {
        const auto all = r.last_states(r.ply());
        const std::span<const State> line(all.data(), all.size() - static_cast<std::size_t>(ago));
        const Tensor t = encoded(plan, line);
        Decoder decoder(plan);
        const auto plies = decoder.decode(t.data());
        ASSERT_TRUE(plies) << names[0] << ' ' << names[1] << ": " << plies.error().detail;
      }
    }
  });
}

}  // namespace
}  // namespace intarsia::connect4
