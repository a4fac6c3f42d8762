// What a Hex position is worth at a glance: who needs fewer stones for a connection.

#pragma once

#include <optional>

#include "intarsia/hex/color.h"
#include "intarsia/hex/position.h"

namespace intarsia::hex {

// How many stones more a player needs for a chain between both edges, if the other passes; nothing if
// there is no way left.
std::optional<int> stones_to_connect(const Position& p, Color c);

// Blue's advantage between -1 and 1, never as much as a win. It grows with the stones that Red needs
// more than Blue; half a stone is for who moves.
float score_of(const Position& p);

}  // namespace intarsia::hex
