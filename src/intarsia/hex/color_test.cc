#include "intarsia/hex/color.h"

#include <gtest/gtest.h>

#include "intarsia/hex/turn.h"

namespace intarsia::hex {
namespace {

TEST(HexColor, EveryCodeGoesBothWays) {
  for (Color c : {kBlue, kRed}) {
    EXPECT_EQ(from_piece(to_piece(c)), c);
    EXPECT_EQ(from_channel(to_channel(c)), c);
    EXPECT_EQ(from_player(to_player(c)), c);
    EXPECT_EQ(from_training(to_training(c)), c);
    for (Alphabet a : {Alphabet::kDigits, Alphabet::kLetters}) {
      EXPECT_EQ(from_trmph(to_trmph(c, a)), c);
    }
    EXPECT_EQ(!!c, c);
    EXPECT_NE(!c, c);
  }
  EXPECT_EQ(from_piece(Piece::kEmpty), std::nullopt);
  EXPECT_EQ(from_channel(Channel::kPlayer), std::nullopt);
  EXPECT_EQ(from_trmph('B'), std::nullopt);
  EXPECT_EQ(from_training(0.5F), std::nullopt);
}

// The published numbers of each code.
TEST(HexColor, TheConstantsHaveThePublishedValues) {
  const auto value = [](std::string_view name) -> std::variant<int, char, float> {
    for (const Constant& c : kConstants) {
      if (c.name == name) return c.value;
    }
    return -1;
  };
  const std::pair<std::string_view, std::variant<int, char, float>> published[] = {
      {"EMPTY_PIECE", 0},          {"BLUE_PIECE", 1},          {"RED_PIECE", 2},
      {"PIECE_ONEHOT", 1},         {"EMPTY_ONEHOT", 0},        {"BLUE_CHANNEL", 0},
      {"RED_CHANNEL", 1},          {"PLAYER_CHANNEL", 2},      {"BLUE_PLAYER", 0},
      {"RED_PLAYER", 1},           {"TRMPH_BLUE_WIN", '1'},    {"TRMPH_RED_WIN", '2'},
      {"TRAINING_BLUE_WIN", 0.0F}, {"TRAINING_RED_WIN", 1.0F},
  };
  EXPECT_EQ(std::size(published), std::size(kConstants));
  for (const auto& [name, wanted] : published) EXPECT_EQ(value(name), wanted) << name;
}

TEST(HexTurn, IsInferredFromCountsAndSaysWhenItCannotBe) {
  EXPECT_EQ(infer_turn(0, 0), Inference::kBlueMoves);
  EXPECT_EQ(infer_turn(1, 0), Inference::kRedMoves);
  EXPECT_EQ(infer_turn(5, 4), Inference::kRedMoves);
  EXPECT_EQ(infer_turn(4, 5), Inference::kBlueMoves);
  EXPECT_EQ(infer_turn(3, 3), Inference::kAmbiguous);
  EXPECT_EQ(infer_turn(3, 3, false), Inference::kBlueMoves);
  EXPECT_EQ(infer_turn(3, 3, true), Inference::kRedMoves);
  EXPECT_EQ(infer_turn(5, 3), Inference::kImpossible);
  EXPECT_EQ(infer_turn(0, 2, true), Inference::kImpossible);
  EXPECT_EQ(color_of(Inference::kRedMoves), kRed);
  EXPECT_EQ(color_of(Inference::kAmbiguous), std::nullopt);
  EXPECT_EQ(name(Inference::kImpossible), "impossible");
}

}  // namespace
}  // namespace intarsia::hex
