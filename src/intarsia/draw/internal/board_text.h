// The board in the characters of a terminal, with what happened on it.
//
//   4 · · · ·[♙]· · ·        brackets: the cells of the last move
//    3(B B B)R · ·           parentheses: the cells with which the game was won
//
// A mark takes the column between two cells, so every cell stands where it would stand without.

#pragma once

#include <cstddef>

#include "intarsia/draw/board.h"
#include "intarsia/draw/internal/line.h"

namespace intarsia::draw::internal {

std::size_t rows_of(const Board& b);

// The column of a point when cells are `cell_width` columns wide; it may be negative.
long column_of(Point p, std::size_t cell_width);

// With colours marked cells have grounds of their own instead.
Block board_block(const Board& b, bool is_colored);

// What the marks on the board mean, as a line; empty if it has none.
Line legend(const Board& b, bool is_colored);

}  // namespace intarsia::draw::internal
