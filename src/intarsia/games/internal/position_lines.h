// The format "lines": a position of any game on each line.
//
//   POSITION [| evaluation [| outcome]]
//
// Both are from the first player's view; either may be left out.

#pragma once

#include "intarsia/game/parser.h"

namespace intarsia::games {

const game::Format& position_lines();

}  // namespace intarsia::games
