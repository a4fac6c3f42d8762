// What a chess position is worth at a glance: its men and how many squares they reach.

#pragma once

#include "intarsia/chess/board.h"

namespace intarsia::chess {

// White's advantage in centipawns. Who moves and who is in check is not looked at.
int balance_of(const Board& b);

// The same as White's expected score, as evaluations are (layout/targets.h): between -1 and 1, and
// never as much as a mate.
float score_of(const Board& b);

}  // namespace intarsia::chess
