// Lines of four as sets of cells: a few shifts for each direction, on any board.

#pragma once

#include <array>
#include <cstdint>

#include "intarsia/connect4/board.h"

namespace intarsia::connect4 {

inline constexpr int kLineLength = 4;

// A direction: the distance to the next cell of a line, and the cells in whose columns a line may
// begin without running over the side of the board. Top and bottom need care only where cells are
// asked about that are not on the board.
struct LineDirection {
  int step;
  std::uint64_t starts;
};
// Right, down, down to the right, down to the left.
const std::array<LineDirection, 4>& line_directions(Board b);

// Whether the discs hold four in a row, in any direction.
bool has_four(const Cells& discs, Board b);

// The cells of all lines of four or more that the discs hold.
Cells cells_of_fours(const Cells& discs, Board b);

// The cells, occupied or not, that would complete a line of four with three of the discs.
Cells completing_cells(const Cells& discs, Board b);

}  // namespace intarsia::connect4
