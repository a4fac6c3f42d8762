// The constants of Connect Four keys: splitmix64 from one written seed, the same everywhere.

#pragma once

#include <array>

#include "intarsia/base/keys.h"
#include "intarsia/connect4/board.h"
#include "intarsia/connect4/color.h"

namespace intarsia::connect4 {

// "C4Keys01" in ASCII. The constants are drawn in the order of the fields.
inline constexpr std::uint64_t kKeySeed = 0x43344b6579733031;

struct KeyTable {
  std::array<std::array<Key, kMaxCells>, kColors> discs;  // player, cell
  Key second_to_move;
  std::array<Key, kSizeCodes> sizes;  // 10 * columns + rows
};

extern const KeyTable kKeys;

}  // namespace intarsia::connect4
