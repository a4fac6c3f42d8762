#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/tensor/decode.h"
#include "tests/support/layouts.h"

namespace intarsia::chess {
namespace {

using layout::Order;
using layout::Plan;
using test::chess_layout;
using test::encoded;
using test::made_of;

TEST(HalfBoard, IsASetup) {
  const auto plan =
      Plan::make(made_of({"us.pawn", "them.king", "clock"}, kMoverFrame, Order::kChw));
  const State state{read_fen("4k3/2p5/8/8/8/8/5PP1/K7 b - - 7 40")->position};
  const auto tensor = encoded(*plan, {&state});
  Decoder decoder(*plan);
  const auto plies = decoder.decode(tensor.data(), kBlack);
  ASSERT_TRUE(plies) << plies.error().detail;
  const Decoded& d = plies->front();
  EXPECT_FALSE(d.position);
  EXPECT_EQ(d.setup.board.pieces(kBlack), squares(kC7));
  EXPECT_EQ(d.setup.board.pieces(kWhite), squares(kA1));
  EXPECT_EQ(d.setup.clock, 7);
  std::vector<State> line;
  const auto error = line_of(*plies, chess_layout("chess/planes25"), line);
  ASSERT_TRUE(error);
  EXPECT_NE(error->detail.find("does not show all pieces"), std::string::npos);
}

TEST(HalfBoard, MustNotContradictItself) {
  const auto refusal = [](const std::vector<std::string_view>& features, std::string_view fen,
                          const std::vector<std::pair<std::size_t, float>>& changes) {
    const auto plan = Plan::make(made_of(features, kWhiteFrame, Order::kFlat));
    const State state{read_fen(fen)->position};
    auto tensor = encoded(*plan, {&state});
    for (const auto& [element, value] : changes) {
      std::memcpy(tensor.data() + 4 * element, &value, sizeof value);
    }
    Decoder decoder(*plan);
    const auto plies = decoder.decode(tensor.data());
    return plies ? std::string() : plies.error().detail;
  };
  constexpr std::string_view kFen = "4k3/8/8/8/8/8/P7/4K2R w K - 3 9";
  EXPECT_EQ(refusal({"white.king", "turn.sign"}, kFen, {}), "");
  EXPECT_EQ(refusal({"white.king", "turn.sign"}, kFen, {{0, 1}}),
            "plane 0 (white.king), row 0, column 0: White needs exactly one king");
  EXPECT_EQ(refusal({"white.king"}, kFen, {{60, 0}}),
            "plane 0 (white.king): White needs exactly one king");
  EXPECT_EQ(refusal({"white.pawn"}, kFen, {{3, 1}}),
            "plane 0 (white.pawn), row 0, column 3: a pawn on rank 1 or 8");
  EXPECT_EQ(refusal({"turn.sign", "turn.white"}, kFen, {{1, 0}}),
            "plane 1 (turn.white), element 1: says 0, but the state that the tensor shows has 1");
  EXPECT_EQ(
      refusal({"white.king", "white.king.cell"}, kFen, {{64, 5}}),
      "plane 1 (white.king.cell), element 64: says 5, but the state that the tensor shows has 60");
  EXPECT_NE(refusal({"en_passant.always.files"}, kFen, {{0, 1}, {3, 1}}), "");
  EXPECT_NE(refusal({"clock", "clock.capped"}, kFen, {{1, 4}}), "");
  EXPECT_NE(refusal({"white.castling", "castling.bits"}, kFen, {{2, 0}}), "");
}

TEST(HalfBoard, PliesBeforeAnUnknownOneAreRefused) {
  const auto plan = Plan::make(
      made_of({"codes.signed", "codes.signed@1", "codes.signed@2"}, kWhiteFrame, Order::kFlat));
  const State states[] = {{Position{}},
                          {Position{}.after(Move(kE2, kE4))},
                          {Position{}.after(Move(kE2, kE4)).after(Move(kE7, kE5))}};
  auto tensor = encoded(*plan, {&states[2], 2});
  Decoder decoder(*plan);
  ASSERT_TRUE(decoder.decode(tensor.data()));
  std::fill(tensor.begin() + 256, tensor.begin() + 512, std::byte{0});
  const auto plies = decoder.decode(tensor.data());
  ASSERT_FALSE(plies);
  EXPECT_EQ(plies.error().detail, "plane 2 (codes.signed@2): is shown, but a later ply is not");
}

}  // namespace
}  // namespace intarsia::chess
