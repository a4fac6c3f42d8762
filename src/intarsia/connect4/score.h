// What a position of Connect Four is worth at a glance: lines of four that are still open.

#pragma once

#include "intarsia/connect4/position.h"

namespace intarsia::connect4 {

// How many lines of four have just `discs` of the player's and none of the other's.
int open_lines(const Position& p, Color c, int discs);

// First's advantage between -1 and 1, never as much as a win: lines that only one of the players can
// complete, by how many discs of it they have.
float score_of(const Position& p);

}  // namespace intarsia::connect4
