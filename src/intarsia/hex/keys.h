// The constants of Hex keys: splitmix64 from one written seed, so that keys are the same everywhere.

#pragma once

#include <array>

#include "intarsia/base/keys.h"
#include "intarsia/hex/cell.h"
#include "intarsia/hex/color.h"

namespace intarsia::hex {

// "HexKeys1" in ASCII. The constants are drawn in the order of the fields.
inline constexpr std::uint64_t kKeySeed = 0x4865784b65797331;

struct KeyTable {
  std::array<std::array<Key, kMaxCells>, kColors> stones;  // colour, cell
  Key red_to_move;
  std::array<Key, kMaxSize + 1> sizes;
  Key swap_open;          // the first stone may still be swapped,
  Key literal_swap_open;  // … and would stay where it is
};

extern const KeyTable kKeys;

}  // namespace intarsia::hex
