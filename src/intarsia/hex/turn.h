// Whose turn it is, guessed from the number of stones: for boards that do not say it.
//
// Everything in Intarsia carries the player to move; this guess is made only where
// somebody asks for it by name.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "intarsia/hex/color.h"

namespace intarsia::hex {

enum class Inference : std::uint8_t { kBlueMoves, kRedMoves, kAmbiguous, kImpossible };

constexpr std::string_view name(Inference i) {
  constexpr std::string_view kNames[] = {"blue", "red", "ambiguous", "impossible"};
  return kNames[static_cast<std::size_t>(i)];
}

// As many stones of both, but not none, is Blue's turn in a game without a swap and Red's in one with
// it: `has_swap` says which, where the caller knows.
constexpr Inference infer_turn(int blue, int red, std::optional<bool> has_swap = std::nullopt) {
  if (blue == 0 && red == 0) return Inference::kBlueMoves;
  if (blue == red + 1) return Inference::kRedMoves;
  if (red == blue + 1) return Inference::kBlueMoves;  // a swap was played
  if (blue != red) return Inference::kImpossible;
  if (!has_swap) return Inference::kAmbiguous;
  return *has_swap ? Inference::kRedMoves : Inference::kBlueMoves;
}

constexpr std::optional<Color> color_of(Inference i) {
  if (i == Inference::kBlueMoves) return kBlue;
  if (i == Inference::kRedMoves) return kRed;
  return std::nullopt;
}

}  // namespace intarsia::hex
