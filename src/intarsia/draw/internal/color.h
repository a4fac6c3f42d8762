// Colours that are worked out, and those that mean the same in a terminal and on a page.

#pragma once

#include <cmath>
#include <cstdint>

#include "intarsia/draw/board.h"

namespace intarsia::draw::internal {

inline constexpr Color kWhite = {255, 255, 255};
inline constexpr Color kInk = {0x26, 0x23, 0x1f};

// The cells of the last move. No board, man or plane has it.
inline constexpr Color kLastMove = {0x8c, 0xc6, 0x3f};

// What is 0 on planes of one player: between light and dark, so that both players' men show on it,
// on a light page and on a dark one.
inline constexpr Color kPlayersGround = {0xc9, 0xbe, 0xab};

// From `a` on, a share of the way to `b`.
inline Color mixed(Color a, Color b, double share) {
  const auto mix = [share](int from, int to) {
    return static_cast<std::uint8_t>(std::lround(from + share * (to - from)));
  };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

// What can be read on a ground; the weights are those of the eye (ITU-R BT.601).
inline Color readable_on(Color ground) {
  const double light = 0.299 * ground.red + 0.587 * ground.green + 0.114 * ground.blue;
  return light > 150 ? kInk : kWhite;
}

}  // namespace intarsia::draw::internal
