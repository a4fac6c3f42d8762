// Lines of four as sets of cells: a few shifts for each direction, on any board.

#pragma once

#include "intarsia/connect4/board.h"

namespace intarsia::connect4 {

inline constexpr int kLineLength = 4;

// Whether the discs hold four in a row, in any direction.
bool has_four(const Cells& discs, Board b);

// The cells of all lines of four or more that the discs hold.
Cells cells_of_fours(const Cells& discs, Board b);

// The cells, occupied or not, that would complete a line of four with three of the discs.
Cells completing_cells(const Cells& discs, Board b);

}  // namespace intarsia::connect4
